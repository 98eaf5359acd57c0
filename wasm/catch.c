/* wasm/catch.c - a call that can be left from far below: by an exception of the page.
 *
 * catch_run is JavaScript: it calls run(ctx) through the table and says whether leave was
 * thrown in it. It puts the stack back too.
 */
#include "protocol/catch.h"

#define FROM_PAGE(name) __attribute__((import_module("tricorne"), import_name(name)))

FROM_PAGE("catch_run") extern int page_catch_run(void (*run)(void *ctx), void *ctx, int point);
FROM_PAGE("catch_throw") extern _Noreturn void page_catch_throw(int point);

bool catch_call(struct catch_point *p, void (*run)(void *ctx), void *ctx)
{
    return page_catch_run(run, ctx, (int)p) != 0;
}

_Noreturn void catch_throw(struct catch_point *p)
{
    page_catch_throw((int)p);
}
