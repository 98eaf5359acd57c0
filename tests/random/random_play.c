/* tests/random/random_play.c - random battles as a referee of the referee, for every system.
 *
 * usage: random_play [--battles N] [--asks M] [--seed S] [--scenario ID] [--data DIR]
 *
 * N battles of each scenario, or as many (one at the least) as M questions last.
 *
 * At every question: the invariants hold, a step asks few questions, every offer is one the
 * judge accepts and every accepted candidate is offered; at random points the state survives
 * JSON and back, acts survive notation and back. Free questions are also answered with acts
 * bent at random, where the judge accepts them: an accepted act never breaks an invariant.
 * Every battle ends; the same battle on a tape ends alike and replays to the last hash. Every
 * eighth battle is played by way of a session too (session_battle.h).
 * Prints TAP, one test a scenario; a failure names the seed that reproduces it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "protocol/json.h"
#include "protocol/write.h"
#include "tests/random/session_battle.h"
#include "tests/random/options.h"

enum { ASKS_MOST = 400000 };

struct watch {
    const struct tc_book *bk;
    struct tc_stream answers, look;
    struct tc_offers *list;
    void *copy;
    uint64_t seed;
    uint32_t answers_given;
    char fault[1024];
};

static void fault(struct watch *w, const char *what, const char *more)
{
    if (!w->fault[0])
        snprintf(w->fault, sizeof w->fault, "seed %llu, answer %u: %s%s%s",
                 (unsigned long long)w->seed, w->answers_given, what, *more ? ": " : "", more);
}

static void say_act(struct watch *w, const struct tc_act *a, char *buf, size_t n)
{
    struct tc_text t = tc_text_on(buf, n);

    tc_print_act(w->bk->rules, w->bk, a, &t);
}

static void check_state(struct watch *w, const void *state)
{
    struct tc_refusal why;
    char text[400];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&why, 0, sizeof why);
    if (w->bk->rules->check(w->bk, state, &why))
        return;
    tc_text_str(&t, why.rule ? why.rule : "");
    tc_text_char(&t, ' ');
    tc_say_refusal(w->bk->rules, w->bk, &why, &t);
    fault(w, "an invariant is broken", text);
}

/* Offers and accepted candidates are the same set. */
static void check_offers(struct watch *w, struct tc_umpire *u, const struct tc_view *v)
{
    const struct tc_ruleset *r = w->bk->rules;
    const struct tc_question *q = &r->questions[v->q->question];
    struct tc_refusal why;
    char text[256];

    if (q->decl.flags & TC_F_FREE)
        return;
    for (int i = 0; i < u->offers->n; i++)
        if (!tc_judge_act(r, v, u->offers, &u->offers->act[i], &why)) {
            say_act(w, &u->offers->act[i], text, sizeof text);
            fault(w, "offered but refused", text);
        }
    if (!q->count)
        return;
    tc_list_answers(r, v, w->list);
    for (int i = 0; i < w->list->n; i++)
        if (!tc_judge_act(r, v, u->offers, &w->list->act[i], &why)) {
            say_act(w, &w->list->act[i], text, sizeof text);
            fault(w, "accepted but not offered", text);
        }
}

/* What lies on a question's desk changes no answer and no candidate. */
static void check_desk(struct watch *w, const struct tc_view *v)
{
    const struct tc_question *q = &w->bk->rules->questions[v->q->question];
    struct tc_desk desk = { .laid = 0 };
    struct tc_view bare = { v->book, v->state, v->q, NULL };
    struct tc_view helped = { v->book, v->state, v->q, &desk };
    int n = q->count(&bare);

    if (q->count(&helped) != n)
        fault(w, "with a desk there are more candidates or fewer", "");
    for (int i = 0; i < n; i++) {
        struct tc_act a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        bool good = q->nth(&bare, i, &a);
        if (q->nth(&helped, i, &b) != good || (good && !tc_same_act(&a, &b)))
            fault(w, "with a desk a candidate is another", "");
        if (good && q->judge && q->judge(&bare, &a, NULL) != q->judge(&helped, &a, NULL))
            fault(w, "with a desk a candidate is judged otherwise", "");
    }
}

/* Written straight away it is the same. */
static void check_text(struct watch *w, const void *state, const json_t *j)
{
    struct js_out o = { 0 };
    char *text = json_dumps(j, JSON_COMPACT);

    js_put_state(&o, w->bk, state);
    if (strcmp(o.text, text) != 0)
        fault(w, "the state is written in two ways", "");
    free(o.text);
    free(text);
}

static void check_json(struct watch *w, const void *state)
{
    json_t *j = js_state(w->bk, state, TC_NONE);
    struct tc_why why = { 0 };
    char text[300];
    struct tc_text t = tc_text_on(text, sizeof text);

    check_text(w, state, j);
    memset(w->copy, 0, w->bk->rules->state_size);
    if (js_read_state(w->bk, j, 0, w->copy, &why) != TC_OK)
        fault(w, "the state does not read back", why.text);
    else if (tc_field_diff(w->bk->rules, w->bk, state, w->copy, &t))
        fault(w, "the state changes on its way through JSON", text);
    json_decref(j);
}

static void check_notation(struct watch *w, const struct tc_act *a)
{
    struct tc_act back;
    struct tc_why why;
    char text[512];

    say_act(w, a, text, sizeof text);
    if (tc_parse_act(w->bk->rules, w->bk, text, strlen(text), &back, &why) != TC_OK ||
        !tc_same_act(a, &back))
        fault(w, "does not survive notation", text);
}

/* Bend one number of the act a little. */
static void bend(struct watch *w, struct tc_act *a)
{
    static const int32_t by[] = { 1, -1, 7, -7, 100, -100, 1000, -1000, 2500, -4096, 16384 };
    int32_t d = by[tc_draw(&w->look, sizeof by / sizeof by[0])];

    if (a->segs && tc_draw(&w->look, 3)) {
        struct tc_seg *g = &a->seg[tc_draw(&w->look, (uint32_t)a->segs)];
        g->value += d;
    } else {
        a->arg[tc_draw(&w->look, TC_ARGS)] += d;
    }
}

static void try_bent(struct watch *w, const struct tc_view *v, struct tc_act *out)
{
    struct tc_act a = *out;

    bend(w, &a);
    if (tc_judge_act(w->bk->rules, v, NULL, &a, NULL))
        *out = a;
}

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct watch *w = ctx;
    const struct tc_question *q = &w->bk->rules->questions[v->q->question];

    w->answers_given++;
    check_state(w, v->state);
    if (u->step_asks > TC_STEP_ASKS)
        fault(w, "a step asks more than 32 questions", q->decl.name);
    uint32_t chance = tc_draw(&w->look, 64);
    if (chance < 8)
        check_offers(w, u, v);
    if (chance == 9)
        check_json(w, v->state);
    tc_random_answer(u, v, &w->answers, out);
    if (chance == 10)
        check_notation(w, out);
    if (chance == 11 && q->decl.flags & TC_F_FREE)
        check_desk(w, v);
    if (q->decl.flags & TC_F_FREE && chance >= 40)
        try_bent(w, v, out);
}

struct bench {
    struct tc_game g;
    void *mem;
};

static void *must(void *p)
{
    if (!p)
        abort();
    return p;
}

static void open_game(struct bench *b, const struct tc_book *bk)
{
    struct tc_offers *work = must(calloc(1, sizeof *work)),
                     *open = must(calloc(1, sizeof *open));

    b->mem = must(aligned_alloc(64, tc_game_memory(bk->rules)));
    tc_game_init(&b->g, bk, b->mem, work, open);
}

static void give_tape(struct bench *b)
{
    b->g.tape.act_room = ASKS_MOST + TC_TAPE_ROOM;
    b->g.tape.face_room = 20u * ASKS_MOST;
    b->g.tape.act = must(malloc(b->g.tape.act_room * sizeof *b->g.tape.act));
    b->g.tape.face = must(malloc(b->g.tape.face_room));
}

static void close_game(struct bench *b)
{
    free(b->g.u.offers);
    free(b->g.u.open_offers);
    free(b->mem);
}

/* The battle on a tape, watched at every question; then the tape, verified. */
static void one_battle(struct watch *w)
{
    struct bench b, again;
    uint64_t end;

    w->answers_given = 0;
    w->answers = tc_stream_from(w->seed ^ UINT64_C(0xA5));
    w->look = tc_stream_from(w->seed ^ UINT64_C(0x100));
    open_game(&b, w->bk);
    give_tape(&b);
    b.g.u.stream = tc_stream_from(w->seed);
    b.g.u.player[0] = b.g.u.player[1] = (struct tc_player){ answer, w };
    if (tc_game_go(&b.g) != TC_IS_OVER)
        fault(w, "the battle does not end", "");
    check_state(w, tc_game_state(&b.g));
    end = tc_game_hash(&b.g);

    open_game(&again, w->bk);
    again.g.tape = b.g.tape;
    again.g.u.judge_tape = true;
    again.g.u.dice = TC_DICE_TYPED;
    if (tc_game_go(&again.g) != TC_IS_OVER)
        fault(w, "the tape does not replay", "");
    else if (tc_game_hash(&again.g) != end)
        fault(w, "the replay ends otherwise", "");
    close_game(&again);
    free(b.g.tape.act);
    free(b.g.tape.face);
    close_game(&b);
}

struct run {
    const char *data, *only;
    uint64_t battles, asks, seed;
    int tests, failed;
};

static void one_scenario(void *ctx, const struct book_entry *e)
{
    struct run *r = ctx;
    struct watch w;
    struct tc_why why;
    char text[512] = "";

    if (r->only && strcmp(r->only, e->id) != 0)
        return;
    memset(&w, 0, sizeof w);
    r->tests++;
    if (book_load(r->data, e->id, &w.bk, &why) != TC_OK) {
        printf("not ok %d - %s: %s\n", r->tests, e->id, why.text);
        r->failed++;
        return;
    }
    w.list = must(calloc(1, sizeof *w.list));
    w.copy = must(calloc(1, w.bk->rules->state_size));
    uint64_t asks = 0, i = 0;
    for (; i < r->battles && asks < r->asks && !w.fault[0]; i++) {
        w.seed = r->seed + i;
        one_battle(&w);
        asks += w.answers_given;
        if (i % 8 == 0 && !session_battle(w.bk, w.seed, text, sizeof text))
            fault(&w, "by way of a session", text);
    }
    printf("%s %d - %s: %llu random battles%s%s\n", w.fault[0] ? "not ok" : "ok", r->tests,
           e->id, (unsigned long long)i, w.fault[0] ? ": " : "", w.fault);
    fflush(stdout);
    r->failed += w.fault[0] != 0;
    free(w.list);
    free(w.copy);
    book_free(w.bk);
}

int main(int argc, char **argv)
{
    static const char usage[] = "usage: random_play [--data FOLDER] [--scenario ID] [--battles "
                                "N] [--asks N] [--seed S]\n";

    if (!options_well_said(argc, argv, usage))
        return 2;
    struct run r = { .data = option(argc, argv, "--data", "data"),
                     .only = option(argc, argv, "--scenario", NULL),
                     .battles = option_number(argc, argv, "--battles", "20"),
                     .asks = option_number(argc, argv, "--asks", "1000000000"),
                     .seed = option_number(argc, argv, "--seed", "1") };

    book_list(r.data, one_scenario, &r);
    if (r.tests == 0)
        fprintf(stderr, "There is no such scenario; `tricorne list` names those there are.\n");
    printf("1..%d\n", r.tests);
    return r.failed || r.tests == 0;
}
