/* cli/case_odds.c - what a text case expects of chances. */
#include <string.h>

#include "cli/case.h"
#include "kernel/odds.h"

/* The chance of all rows in which the event occurs, added up exactly. */
static void sum_rows(struct case_play *p, const struct tc_odds *o, struct case_words *w,
                     uint64_t *num, uint64_t *den)
{
    *num = 0;
    *den = 1;
    for (int r = 0; r < o->rows; r++) {
        bool hit = false;
        for (int i = 0; i < o->row[r].n; i++) {
            struct case_event c = { .e = o->row[r].event[i] };
            hit |= case_same_event(p, &c, w, 0, NULL);
        }
        if (!hit)
            continue;
        /* dens are divisors of each other's multiples and small: cross-add, then reduce */
        uint64_t n = *num * o->row[r].den + o->row[r].num * *den, d = *den * o->row[r].den;
        uint64_t a = n, b = d;
        while (b) {
            uint64_t t = a % b;
            a = b;
            b = t;
        }
        *num = n / (a ? a : 1);
        *den = d / (a ? a : 1);
    }
}

/* The event must be one that odds tell apart. */
static bool is_outcome(struct case_play *p, struct case_words *w)
{
    const struct tc_decl *d = w->n ? case_event_decl(p, w, 0) : NULL;

    if (!d)
        return false;
    if (d->flags & TC_F_OUTCOME)
        return true;
    case_fault(p, "%s is not an outcome: odds do not tell it apart", d->name);
    return false;
}

static void compare_odds(struct case_play *p, const struct tc_act *a, char *event, uint64_t num,
                         uint64_t den)
{
    static struct tc_odds odds;
    struct tc_game work;
    struct tc_refusal refusal;
    struct case_words w;
    struct tc_why why;
    uint64_t n, d;
    void *mem;

    case_split(&w, event);
    if (!is_outcome(p, &w))
        return;
    case_open_game(&work, &mem, p->bk);
    if (tc_odds_of(&p->g, a, &work, 2000000, 1000, 1, &odds, &refusal, &why) != TC_OK) {
        case_fault(p, "%s", why.text);
    } else if (!odds.exact) {
        case_fault(p, "the odds are too wide to be exact");
    } else {
        sum_rows(p, &odds, &w, &n, &d);
        if (n * den != num * d)
            case_fault(p, "the odds are %llu/%llu", (unsigned long long)n,
                       (unsigned long long)d);
    }
    case_close_game(&work, mem);
}

/* odds ACT : EVENT = N/D; without an act the odds of what is under way */
void case_expect_odds(struct case_play *p, const char *text)
{
    char act[512] = "", event[512], now[160];
    unsigned long long num, den;
    struct tc_act a;

    case_start(p);
    bool bare = *text == ':';
    int got = bare ? 1 + sscanf(text, ": %511[^=]= %llu/%llu", event, &num, &den)
                   : sscanf(text, "%511[^:]: %511[^=]= %llu/%llu", act, event, &num, &den);
    if (got != 4 || den == 0)
        case_fault(p, "write: odds ACT : EVENT = N/D, or odds : EVENT = N/D while dice are "
                      "wanted");
    else if (p->g.status != (bare ? TC_WAITS_DICE : TC_WAITS_ANSWER))
        case_fault(p, "%s", case_status(p, now, sizeof now));
    else if (bare || case_read_act(p, act, &a))
        compare_odds(p, bare ? NULL : &a, event, num, den);
}
