/* protocol/catch.h - a call that can be left from far below.
 *
 * catch.c does it with setjmp. WebAssembly has none: there the page's own exceptions do
 * (wasm/catch.c).
 */
#ifndef PROTOCOL_CATCH_H
#define PROTOCOL_CATCH_H

#include <setjmp.h>
#include <stdbool.h>

struct catch_point {
    jmp_buf jump;
};

/* Call run(ctx); true when it was left by catch_throw with this point. */
bool catch_call(struct catch_point *p, void (*run)(void *ctx), void *ctx);
_Noreturn void catch_throw(struct catch_point *p);

#endif
