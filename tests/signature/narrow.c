/* tests/signature/narrow.c - one number for kernel, boards and rules where YAML cannot be read.
 *
 * 32-bit machines and WebAssembly have none of the libraries that read data; here the toy and
 * the small battles made by hand are played instead. The number covers dice, geometry, the
 * layout of every system's state, and whole battles; it must be the same wherever it is built
 * (tools/signature compares).
 */
#include <string.h>

#include "board/plane.h"
#include "kernel/umpire.h"
#include "rules/registry.h"
#include "tests/minden/small.h"
#include "tests/support/toy.h"

enum { BATTLES = 12, BOXES = 300, STATE_MOST = 65536, ASKS_MOST = 20000 };

uint64_t narrow_signature(void);

static uint64_t add(uint64_t h, const void *bytes, size_t n)
{
    return tc_hash(bytes, n, h);
}

static uint64_t add_int(uint64_t h, int64_t v)
{
    return add(h, &v, sizeof v);
}

/* --- Dice and geometry ---------------------------------------------------------------------
 */

static uint64_t of_dice(uint64_t h)
{
    struct tc_stream s = tc_stream_from(7);

    for (int i = 0; i < 20000; i++)
        h = add_int(h, tc_draw_face(&s, (enum tc_die)(i % TC_DICE)));
    return h;
}

static uint64_t of_angles(uint64_t h)
{
    for (int32_t a = 0; a < 65536; a++)
        h = add_int(h, tc_sin((uint16_t)a));
    for (int32_t i = 0; i < 20000; i++)
        h = add_int(h, tc_bearing_of((int64_t)i * 7919 % 100003 - 50000,
                                     (int64_t)i * 104729 % 99991 - 50000));
    return h;
}

static struct tc_box box_of(struct tc_stream *s)
{
    int32_t v[5];
    struct tc_box b;

    for (int i = 0; i < 5; i++) /* one after another: arguments have no order */
        v[i] = (int32_t)tc_draw(s, 60000);
    struct tc_rect r = tc_rect_at((struct tc_pt){ v[0], v[1] }, (uint16_t)v[2],
                                  500 + v[3] % 12000, 500 + v[4] % 4000);
    memset(&b, 0, sizeof b);
    tc_box_make(&b, &r);
    return b;
}

static uint64_t of_boxes(uint64_t h)
{
    struct tc_stream s = tc_stream_from(11);

    for (int i = 0; i < BOXES; i++) {
        struct tc_box a = box_of(&s), b = box_of(&s);
        struct tc_gap g = tc_gap_of(&a, &b), f = tc_gap_front(&a, &b);
        struct tc_pt p, q;
        tc_closest(&a, &b, &p, &q);
        h = add_int(h, (int64_t)g.whole);
        h = add_int(h, (int64_t)g.rest);
        h = add_int(h, tc_gap_ceil(g) + 7 * tc_gap_cmp(g, f));
        h = add_int(h, tc_overlap(&a, &b, 10) + 2 * tc_within(&a, &b, 3000) +
                           4 * tc_front_within(&a, &b, 5000));
        h = add_int(h, p.x + 3 * (int64_t)p.y + 5 * (int64_t)q.x + 7 * (int64_t)q.y);
    }
    return h;
}

/* --- The layout of states
 * ---------------------------------------------------------------------- */

static uint64_t of_fields(uint64_t h, const struct tc_fields *t)
{
    h = add_int(h, t->size);
    for (int i = 0; i < t->count; i++) {
        const struct tc_field *f = &t->field[i];
        h = add(h, f->name, strlen(f->name));
        h = add_int(h, f->offset);
        h = add_int(h, f->count * 16 + f->type);
        if (f->sub)
            h = add_int(h, f->sub->size);
    }
    return h;
}

/* --- Battles
 * ------------------------------------------------------------------------------------ */

static void by_lot(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}

static uint64_t of_battles(uint64_t h, const struct tc_book *bk)
{
    static struct tc_offers offers;
    static _Alignas(64) unsigned char state[STATE_MOST];
    static struct tc_umpire u;
    static struct tc_stream lots;

    TC_BUG_ON(bk->rules->state_size > STATE_MOST);
    for (uint64_t seed = 1; seed <= BATTLES; seed++) {
        memset(state, 0, bk->rules->state_size);
        ((struct tc_head *)(void *)state)->book = bk->hash;
        bk->rules->setup(bk, state);
        memset(&u, 0, sizeof u);
        u.rules = bk->rules;
        u.book = bk;
        u.offers = &offers;
        u.stream = tc_stream_from(seed);
        lots = tc_stream_from(~seed);
        u.player[0] = u.player[1] = (struct tc_player){ by_lot, &lots };
        tc_play_out(&u, state, ASKS_MOST);
        h = add(h, state, bk->rules->state_size);
        h = add_int(h, (int64_t)u.asks);
    }
    return h;
}

uint64_t narrow_signature(void)
{
    static struct min_book small;
    uint64_t h = of_boxes(of_angles(of_dice(0)));

    for (int i = 0; tc_rulesets[i]; i++)
        h = of_fields(h, tc_rulesets[i]->fields);
    small_book(&small);
    h = of_battles(h, &toy_book);
    return of_battles(h, (const struct tc_book *)(const void *)&small);
}

#ifndef __wasm__
#include <stdio.h>

int main(void)
{
    printf("signature %016llx\n", (unsigned long long)narrow_signature());
    return 0;
}
#endif
