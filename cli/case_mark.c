/* cli/case_mark.c - what a text case came to, as a few hashes (docs/cases.md, "What is kept").
 *
 * A case asserts a few things; the mark covers all that was there to be seen. Names are hashed,
 * not their numbers, so that a new event or verb changes nothing, and no sentence is.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/case.h"

const char *const case_part_name[CASE_PARTS + 1] = { "positions", "events",   "dice",
                                                     "questions", "refusals", NULL };

/* --- Hashing ------------------------------------------------------------------------------ */

static void add_word(uint64_t *h, const char *word)
{
    word = word ? word : "-";
    *h = tc_hash(word, strlen(word) + 1, *h);
}

static void add_numbers(uint64_t *h, const int32_t *number, int n)
{
    *h = tc_hash(number, (size_t)n * sizeof *number, *h);
}

static void add_number(uint64_t *h, int64_t number)
{
    *h = tc_hash(&number, sizeof number, *h);
}

/* The values of a declaration; texts within texts by their names. */
static void add_values(uint64_t *h, const struct tc_ruleset *r, const struct tc_decl *d,
                       const int32_t *arg)
{
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        const int32_t *v = arg + tc_decl_place(d, i);

        if (d->param[i].kind == TC_K_MSG && *v >= 0 && *v < r->label_count)
            add_word(h, r->labels[*v].name);
        else
            add_numbers(h, v, d->param[i].kind == TC_K_POINT ? 2 : 1);
    }
}

static uint64_t hash_act(const struct tc_ruleset *r, const struct tc_act *a)
{
    const struct tc_decl *d = &r->verbs[a->verb];
    uint64_t h = 0;

    add_word(&h, d->name);
    add_values(&h, r, d, a->arg);
    for (int i = 0; i < a->segs; i++) {
        add_word(&h, r->legs[a->seg[i].leg].name);
        add_number(&h, a->seg[i].value);
    }
    return h;
}

static uint64_t hash_refusal(const struct tc_ruleset *r, const struct tc_act *a,
                             const struct tc_refusal *why)
{
    const struct tc_decl *d = &r->reasons[why->reason];
    uint64_t h = hash_act(r, a);

    add_word(&h, why->rule);
    add_word(&h, d->name);
    add_values(&h, r, d, why->arg);
    if (why->has_nearest)
        add_number(&h, (int64_t)hash_act(r, &why->nearest));
    return h;
}

/* --- What happens on the way ---------------------------------------------------------------
 */

void case_mark_event(struct case_play *p, const struct tc_event *e)
{
    const struct tc_ruleset *r = p->bk->rules;
    bool die = e->kind == TC_EV_DIE || e->kind == TC_EV_POOL;

    if (!p->mark)
        return;
    uint64_t *h = &p->mark->part[die ? CASE_DICE : CASE_EVENTS];
    add_number(h, e->kind);
    add_word(h, e->rule);
    switch ((enum tc_event_kind)e->kind) {
    case TC_EV_TELL:
        add_word(h, r->events[e->id].name);
        add_values(h, r, &r->events[e->id], e->arg);
        break;
    case TC_EV_MOD:
        add_word(h, r->labels[e->id].name);
        add_number(h, e->arg[0]);
        add_values(h, r, &r->labels[e->id], e->arg + 1);
        break;
    case TC_EV_SUM:
        add_word(h, r->labels[e->id].name);
        add_number(h, e->arg[0]);
        break;
    case TC_EV_DIE: add_numbers(h, e->arg, 2); break;
    case TC_EV_POOL: add_numbers(h, e->arg, 4); break;
    case TC_EV_ANSWER: add_number(h, (int64_t)hash_act(r, e->act)); break;
    }
}

void case_mark_refusal(struct case_play *p, const struct tc_act *a,
                       const struct tc_refusal *why)
{
    if (p->mark)
        add_number(&p->mark->part[CASE_REFUSALS], (int64_t)hash_refusal(p->bk->rules, a, why));
}

/* --- Where it stops ------------------------------------------------------------------------
 */

static void add_position(struct case_play *p)
{
    const struct tc_ruleset *r = p->bk->rules;
    const char *state = tc_game_state(&p->g);
    uint64_t *h = &p->mark->part[CASE_POSITIONS];
    size_t book = offsetof(struct tc_head, step); /* the book may be worded otherwise */

    *h = tc_hash(state + book, r->state_size - book, *h);
    for (int side = 0; r->points && side < TC_SIDES; side++)
        add_number(h, r->points(p->bk, state, side));
}

/* All answers there are, in whatever order they are listed. */
static void add_question(struct case_play *p)
{
    const struct tc_ruleset *r = p->bk->rules;
    const struct tc_query *q = &p->g.u.open;
    uint64_t *h = &p->mark->part[CASE_QUESTIONS], sum = 0;
    struct tc_offers *all = case_offers(p);

    for (int i = 0; i < all->n; i++)
        sum += hash_act(r, &all->act[i]);
    add_number(h, q->side);
    add_word(h, r->questions[q->question].decl.name);
    add_values(h, r, &r->questions[q->question].decl, q->arg);
    add_word(h, q->rule);
    add_number(h, (int64_t)sum);
    free(all);
}

void case_mark_stop(struct case_play *p)
{
    if (!p->mark)
        return;
    add_position(p);
    if (p->g.status == TC_WAITS_ANSWER)
        add_question(p);
    if (p->g.status != TC_WAITS_DICE)
        return;
    add_number(&p->mark->part[CASE_DICE], p->g.u.open_dice);
    add_number(&p->mark->part[CASE_DICE], p->g.u.open_die);
    add_word(&p->mark->part[CASE_DICE], p->g.u.open_rule);
}
