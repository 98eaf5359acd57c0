/* tests/reason/walk.c - random battles step by step: the invariants hold after every
 * step, every strength point that is gone was told, no step asks more than 32 questions, every
 * battle ends.
 *
 * usage: walk DATA SCENARIO BATTLES SEED [UNIT]
 *
 * With a unit, what becomes of it is told step by step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "kernel/umpire.h"
#include "rules/reason/reason.h"

static char last[200];

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
    struct tc_text t = tc_text_on(last, sizeof last);
    tc_print_act(u->rules, u->book, out, &t);
}

/* --- Strength points: what is there and what was told to be lost is what there was */

static struct {
    const struct tc_book *bk;
    int sp[REA_UNITS]; /* before the step */
    int told[REA_UNITS];
    bool gone[REA_UNITS];
} books;

static void listen(void *ctx, const struct tc_event *e)
{
    (void)ctx;
    if (e->kind != TC_EV_TELL)
        return;
    if (e->id == REA_E_WEAKER)
        books.told[e->arg[0]] += e->arg[1];
    if (e->id == REA_E_ELIMINATED || e->id == REA_E_LED_AWAY || e->id == REA_E_LEFT_MAP)
        books.gone[e->arg[0]] = true;
}

static void open_books(const struct rea_state *s)
{
    for (int i = 0; i < REA_UNITS; i++) {
        books.sp[i] = s->unit[i].sp;
        books.told[i] = 0;
        books.gone[i] = false;
    }
}

/* A parent and its components are one account. */
static int account(int unit)
{
    int parent = rea_book(books.bk)->unit[unit].parent;

    return parent >= 0 ? parent : unit;
}

/* The first account that does not come out even, or TC_NONE. */
static int uneven(const struct rea_state *s)
{
    int missing[REA_UNITS] = { 0 }, told[REA_UNITS] = { 0 };
    bool gone[REA_UNITS] = { false };

    for (int i = 0; i < rea_book(books.bk)->units; i++) {
        int a = account(i);
        missing[a] += books.sp[i] - s->unit[i].sp;
        told[a] += books.told[i];
        gone[a] |= books.gone[i];
    }
    for (int a = 0; a < REA_UNITS; a++)
        if (gone[a] ? missing[a] < 0 : missing[a] != told[a])
            return a;
    return TC_NONE;
}

static void say(const struct tc_book *bk, const struct tc_refusal *why, const char *step,
                unsigned long long seed)
{
    char buf[400];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_say_refusal(bk->rules, bk, why, &t);
    printf("not ok - seed %llu, after step %s (%s): %s %s\n", seed, step, last, why->rule, buf);
}

static void dump(const struct tc_book *bk, const struct rea_state *s, int unit)
{
    int b = s->unit[unit].body;

    if (b == REA_NO)
        return;
    for (int o = 0; o < REA_BODIES; o++) {
        const struct rea_body *y = &s->body[o];
        for (int i = 0; i < y->len && y->units; i++)
            for (int k = 0; k < s->body[b].len; k++)
                if (y->hex[i] == s->body[b].hex[k])
                    printf("  %s at %04d of %d: %s facing %d hook %d units %d\n",
                           bk->rules->name_of(bk, 0, y->unit[0]), y->hex[i], y->len,
                           rea_form_words[y->form], y->facing, y->hook, y->units);
    }
}

/* What has changed about a unit since the last step. */
static void follow(const struct tc_book *bk, const struct rea_state *s, const char *name,
                   const char *step)
{
    static struct rea_body was;
    static int sp;
    int unit = tc_find_name(bk->rules, bk, REA_L_UNIT, name, strlen(name));

    if (unit < 0 || s->unit[unit].body == REA_NO)
        return;
    const struct rea_body *y = &s->body[s->unit[unit].body];
    if (memcmp(was.hex, y->hex, sizeof y->hex) != 0 || was.form != y->form ||
        was.units != y->units || was.facing != y->facing || sp != s->unit[unit].sp)
        printf("  %s (%s): %s of %d at %04d, %d hexes, facing %d, %d units, mover %d\n", step,
               last, rea_form_words[y->form], s->unit[unit].sp, y->hex[0], y->len, y->facing,
               y->units, s->mover);
    was = *y;
    sp = s->unit[unit].sp;
}

static void begin(struct tc_umpire *u, struct tc_stream *draw, unsigned long long seed)
{
    struct rea_state *s = u->state;

    u->player[0] = u->player[1] = (struct tc_player){ answer, draw };
    u->stream = tc_stream_from(seed + 1000);
    u->sink = listen;
    books.bk = u->book;
    memset(s, 0, sizeof *s);
    s->head.book = u->book->hash;
    u->rules->setup(u->book, s);
}

int main(int argc, char **argv)
{
    struct tc_why why;
    static struct tc_offers offers;
    static struct rea_state s;
    int battles = argc > 3 ? atoi(argv[3]) : 1;
    unsigned long long seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1;

    if (argc < 3)
        return 2;
    const struct tc_book *bk = NULL;
    if (book_load(argv[1], argv[2], &bk, &why) != TC_OK) {
        printf("not ok - %s %s\n", why.where, why.text);
        return 1;
    }
    long asks = 0, turns = 0;
    for (int n = 0; n < battles; n++, seed++) {
        struct tc_stream draw = tc_stream_from(seed);
        struct tc_umpire u = { .rules = bk->rules, .book = bk, .state = &s, .offers = &offers };
        begin(&u, &draw, seed);
        int steps = 0;
        while (!s.head.over && steps++ < 400000) {
            const char *name = bk->rules->steps[s.head.step].name;
            struct tc_refusal no = { 0 };
            u.step_asks = 0;
            u.events = 0;
            open_books(&s);
            bk->rules->steps[s.head.step].play(&s, &u);
            if (u.step_asks > TC_STEP_ASKS) {
                printf("not ok - seed %llu, step %s asks %u questions\n", seed, name,
                       u.step_asks);
                return 1;
            }
            if (argc > 5)
                follow(bk, &s, argv[5], name);
            int a = uneven(&s);
            if (a >= 0) {
                printf("not ok - seed %llu, after step %s (%s): %s had %d, has %d\n", seed,
                       name, last, bk->rules->name_of(bk, REA_L_UNIT, a), books.sp[a],
                       s.unit[a].sp);
                return 1;
            }
            if (!bk->rules->check(bk, &s, &no)) {
                say(bk, &no, name, seed);
                dump(bk, &s, no.arg[0]);
                return 1;
            }
        }
        if (!s.head.over) {
            printf("not ok - seed %llu does not end\n", seed);
            return 1;
        }
        asks += (long)u.asks;
        turns += s.head.turn;
    }
    printf("ok - %s: %d battles, %ld asks, %ld turns\n", argv[2], battles, asks, turns);
    book_free(bk);
    return 0;
}
