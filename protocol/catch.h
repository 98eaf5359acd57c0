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

/* Is to leave a call cheaper than a few microseconds of work? An exception of a page is not. */
#ifdef __wasm__
enum { CATCH_IS_CHEAP = 0 };
#else
enum { CATCH_IS_CHEAP = 1 };
#endif

/* Call run(ctx); true when it was left by catch_throw with this point. */
bool catch_call(struct catch_point *p, void (*run)(void *ctx), void *ctx);
_Noreturn void catch_throw(struct catch_point *p);

#endif
