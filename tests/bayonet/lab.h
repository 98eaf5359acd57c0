/* tests/bayonet/lab.h - a book of one's own and a position for the tests of `bayonet`. */
#ifndef BAY_LAB_H
#define BAY_LAB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "rules/bayonet/attack.h"
#include "rules/bayonet/bayonet.h"
#include "rules/bayonet/move.h"
#include "rules/bayonet/setup.h"

/* A scenario whose book the test may bend: a copy, for books are shared and const. */
struct lab {
    const struct tc_book *loaded;
    struct bay_book *bk;
    struct bay_state s;
};

static inline void lab_open(struct lab *l, const char *id)
{
    struct tc_why why;

    memset(l, 0, sizeof *l);
    if (book_load(TEST_DATA, id, &l->loaded, &why) != TC_OK)
        fail_msg("%s: %s", why.where, why.text);
    l->bk = malloc(sizeof *l->bk);
    assert_non_null(l->bk);
    memcpy(l->bk, l->loaded, sizeof *l->bk);
    bay_setup(&l->bk->head, &l->s);
}

static inline void lab_close(struct lab *l)
{
    free(l->bk);
    book_free(l->loaded);
}

static inline int lab_find(const struct lab *l, int list, const char *name)
{
    int i = tc_find_name(&bay_ruleset, &l->bk->head, list, name, strlen(name));

    if (i < 0)
        fail_msg("nobody is called %s", name);
    return i;
}

static inline int lab_unit(const struct lab *l, const char *name)
{
    return lab_find(l, BAY_L_UNIT, name);
}

/* Put a unit somewhere and build the index anew. */
static inline int lab_put(struct lab *l, const char *name, int hex, int facing)
{
    int u = lab_unit(l, name);

    l->s.units[u].hex = (int16_t)hex;
    l->s.units[u].facing = (uint8_t)facing;
    l->s.units[u].pos = 0;
    bay_index(l->bk, &l->s);
    return u;
}

/* --- Playing one step with forced answers and dice --------------------------------------- */

enum { LAB_HEARD = 400 };

struct lab_play {
    struct lab *l;
    const char *const *answer; /* notation, ended by NULL; beyond it the first offer */
    int answers;
    struct tc_event event[LAB_HEARD];
    int events;
    struct tc_umpire u;
    struct tc_offers offers;
    struct tc_tape tape;
    struct tc_taped acts[64];
    int8_t face[64];
};

static inline void lab_hear(void *ctx, const struct tc_event *e)
{
    struct lab_play *p = ctx;

    if (p->events < LAB_HEARD)
        p->event[p->events++] = *e;
}

static inline void lab_reply(void *ctx, struct tc_umpire *u, const struct tc_view *v,
                             struct tc_act *out)
{
    struct lab_play *p = ctx;
    const char *line = p->answer ? p->answer[p->answers] : NULL;
    struct tc_refusal no = { 0 };
    struct tc_why why;

    if (!line) {
        *out = u->offers->act[0];
        return;
    }
    p->answers++;
    if (tc_parse_act(u->rules, u->book, line, strlen(line), out, &why) != TC_OK)
        fail_msg("%s: %s", line, why.text);
    if (!tc_judge_act(u->rules, v, u->offers, out, &no))
        fail_msg("%s is refused by %s", line, no.rule);
}

static inline void lab_step(struct lab *l, struct lab_play *p, int step,
                            const char *const *answers, const int *dice, int n)
{
    memset(p, 0, sizeof *p);
    p->l = l;
    p->answer = answers;
    for (int i = 0; i < n; i++)
        p->face[i] = (int8_t)dice[i];
    p->tape = (struct tc_tape){
        .act = p->acts, .act_room = 64, .face = p->face, .faces = (uint32_t)n, .face_room = 64
    };
    p->u.rules = &bay_ruleset;
    p->u.book = &l->bk->head;
    p->u.state = &l->s;
    p->u.offers = &p->offers;
    p->u.differs_at = -1;
    p->u.player[0] = p->u.player[1] = (struct tc_player){ lab_reply, p };
    p->u.sink = lab_hear;
    p->u.sink_ctx = p;
    p->u.tape = &p->tape;
    p->u.stream = p->u.private_stream = tc_stream_from(1);
    l->s.head.step = (uint16_t)step;
    tc_play_step(&p->u);
    assert_int_equal(p->u.face_at, n);
}

/* The first event of that kind, or NULL. */
static inline const struct tc_event *lab_told(const struct lab_play *p, int event)
{
    for (int i = 0; i < p->events; i++)
        if (p->event[i].kind == TC_EV_TELL && p->event[i].id == event)
            return &p->event[i];
    return NULL;
}

#endif
