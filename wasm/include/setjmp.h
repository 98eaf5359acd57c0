/* wasm/include/setjmp.h - there are no jumps in WebAssembly; wasm/catch.c has another way. */
#ifndef WASM_SETJMP_H
#define WASM_SETJMP_H
typedef int jmp_buf[1];
#endif
