/* protocol/catch.c - a call that can be left from far below, by setjmp. */
#include "protocol/catch.h"

bool catch_call(struct catch_point *p, void (*run)(void *ctx), void *ctx)
{
    if (setjmp(p->jump))
        return true;
    run(ctx);
    return false;
}

_Noreturn void catch_throw(struct catch_point *p)
{
    longjmp(p->jump, 1);
}
