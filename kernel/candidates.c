/* kernel/candidates.c - candidates of a question, made from the parameters of its verbs. */
#include <string.h>

#include "kernel/ruleset.h"

/* How many acts a verb makes: by its first parameter. */
static int acts_of(const struct tc_view *v, const struct tc_decl *verb)
{
    const struct tc_param *p = &verb->param[0];
    int n = 0;

    switch ((enum tc_kind)p->kind) {
    case TC_K_NAME: return v->book->rules->names(v->book, p->list);
    case TC_K_SIDE:
    case TC_K_BOOL: return 2;
    case TC_K_WORD:
        while (p->words[n])
            n++;
        return n;
    case TC_K_END: return 1;
    case TC_K_INT:
    case TC_K_LENGTH:
    case TC_K_ANGLE:
    case TC_K_HEX:
    case TC_K_POINT:
    case TC_K_DICE:
    case TC_K_MSG:
    case TC_K_STEP:
    case TC_K_ENDING: break;
    }
    tc_bug(__FILE__, __LINE__, "a verb whose acts cannot be counted");
}

int tc_count_each(const struct tc_view *v)
{
    const struct tc_ruleset *r = v->book->rules;
    int n = 0;

    for (uint64_t left = r->questions[v->q->question].verbs; left; left &= left - 1)
        n += acts_of(v, &r->verbs[__builtin_ctzll(left)]);
    return n;
}

bool tc_nth_each(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct tc_ruleset *r = v->book->rules;

    for (uint64_t left = r->questions[v->q->question].verbs; left; left &= left - 1) {
        int k = __builtin_ctzll(left), n = acts_of(v, &r->verbs[k]);
        if (i >= n) {
            i -= n;
            continue;
        }
        out->verb = (int16_t)k;
        for (int p = 0; p < TC_ARGS && r->verbs[k].param[p].kind != TC_K_END; p++)
            out->arg[tc_decl_place(&r->verbs[k], p)] = r->verbs[k].param[p].none;
        if (r->verbs[k].param[0].kind != TC_K_END)
            out->arg[0] = i;
        return true;
    }
    return false;
}

bool tc_accept(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    (void)v;
    (void)a;
    (void)why;
    return true;
}
