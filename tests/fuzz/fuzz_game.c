/* tests/fuzz/fuzz_game.c - whole games driven by bytes, for every system.
 *
 * Byte 0 picks the book, byte 1 the dice, byte 2 how far the battle has come. The bytes answer
 * inside the step, which is quick. One game of 128 is a session with its record too, one a bare
 * game on a tape; there each byte is a wish: an answer, a bent answer, dice, undo, a fork, a
 * look, a change by the umpire. Refusals change nothing and say why; afterwards, for every
 * fourth way of dice, the record replays to the last hash.
 */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "players/random.h"
#include "protocol/record.h"
#include "protocol/session.h"
#include "tests/fuzz/fuzz.h"

enum { WISHES = 60, REPLAYS = 4, SESSIONS = 128, TAPES = 127, CHECKS = 8 };

struct table {
    struct ses_game *s;
    struct fuzz_bytes b;
    struct tc_offers *list;
    struct tc_stream lots;
};

struct mark {
    uint64_t hash;
    uint32_t lines;
};

static struct mark mark_of(const struct ses_game *s)
{
    return (struct mark){ tc_game_hash(&s->g), s->lines };
}

static void unchanged(const struct ses_game *s, struct mark m, const struct tc_why *why)
{
    fuzz_check_why(why);
    FUZZ_MUST(m.hash == tc_game_hash(&s->g) && m.lines == s->lines, why->text);
}

static void give(struct table *t, const struct tc_act *a, bool must)
{
    struct tc_refusal no;
    struct tc_why why = { TC_OK, "", "" };
    struct mark m = mark_of(t->s);

    memset(&no, 0, sizeof no);
    if (ses_answer(t->s, SES_UMPIRE, SES_ANY_NUMBER, a, &no, &why) == TC_OK)
        return;
    if (must)
        fuzz_found("offered, but refused", why.text);
    unchanged(t->s, m, &why);
    if (no.has_nearest) { /* what is proposed instead is legal */
        struct tc_view v = { t->s->book, t->s->g.snapshot, &t->s->g.u.open };
        FUZZ_MUST(tc_judge_act(t->s->book->rules, &v, t->s->open, &no.nearest, NULL), why.text);
    }
}

static void bend(struct fuzz_bytes *b, struct tc_act *a)
{
    int32_t d = (int32_t)fuzz_below(b, 65536) - 32768;

    switch (fuzz_below(b, 6)) {
    case 0: a->verb = (int16_t)(a->verb + d % 8); break;
    case 1: a->segs = (int16_t)(a->segs + d % 4); break;
    case 2: a->arg[fuzz_below(b, TC_ARGS)] = d % 64; break;
    case 3: a->arg[fuzz_below(b, TC_ARGS)] += d; break;
    case 4: a->seg[fuzz_below(b, TC_SEGS)].value += d; break;
    default: a->seg[fuzz_below(b, TC_SEGS)].leg += d % 8; break;
    }
}

static void answer(struct table *t, bool bent)
{
    struct tc_act a;

    if (ses_status(t->s) != TC_WAITS_ANSWER)
        return;
    ses_list_answers(t->s, t->list);
    FUZZ_MUST(t->list->n > 0, "a question without an answer");
    a = t->list->act[fuzz_below(&t->b, (uint32_t)t->list->n)];
    if (bent)
        bend(&t->b, &a);
    give(t, &a, !bent);
}

static void dice(struct table *t)
{
    int8_t face[TC_POOL];
    struct tc_why why = { TC_OK, "", "" };
    struct mark m = mark_of(t->s);
    int n = t->s->g.u.open_dice;

    if (ses_status(t->s) != TC_WAITS_DICE)
        return;
    for (int i = 0; i < n; i++)
        face[i] =
            (int8_t)tc_die_face((enum tc_die)t->s->g.u.open_die,
                                (int)fuzz_below(&t->b, tc_die_kind[t->s->g.u.open_die].sides));
    if (fuzz_below(&t->b, 16) == 15)
        face[0] = (int8_t)fuzz_byte(&t->b);
    if (ses_dice(t->s, SES_ANY_NUMBER, face, n, &why) != TC_OK)
        unchanged(t->s, m, &why);
}

static void undo(struct table *t)
{
    int seat = (int)fuzz_below(&t->b, 3) - 1;
    bool consent = fuzz_byte(&t->b) & 1;
    struct tc_why why = { TC_OK, "", "" };
    struct mark m = mark_of(t->s);

    if (ses_undo(t->s, seat, consent, &why) != TC_OK)
        unchanged(t->s, m, &why);
}

/* A fork plays by itself and leaves the game as it is. */
static void fork_off(struct table *t)
{
    struct ses_fork f;
    struct mark m = mark_of(t->s);

    ses_fork_init(t->s, &f);
    ses_fork_fill(t->s, (int)fuzz_below(&t->b, 3) - 1, fuzz_byte(&t->b), &f);
    for (int i = 0; i < TC_SIDES; i++)
        f.g.u.player[i] = (struct tc_player){ player_random, &t->lots };
    f.g.u.tape = NULL;
    tc_play_out(&f.g.u, f.g.checkpoint, 20);
    ses_fork_free(&f);
    FUZZ_MUST(m.hash == tc_game_hash(&t->s->g), "a fork changed its game");
}

static void look(struct table *t)
{
    int seat = (int)fuzz_below(&t->b, 3) - 1;
    uint32_t line = t->s->lines > 4 ? t->s->lines - 4 : 0;
    uint32_t entry = t->s->entries > 9 ? t->s->entries - 9 : 0;
    json_t *j = NULL;

    switch (fuzz_below(&t->b, 5)) {
    case 0: j = ses_question_json(t->s, seat); break;
    case 1: j = ses_state_json(t->s, seat); break;
    case 2: j = ses_scene_json(t->s, seat); break;
    case 3: j = ses_log_json(t->s, seat, entry); break;
    default: j = ses_view_lines(t->s, seat, line);
    }
    FUZZ_MUST(j, "nothing to see");
    json_decref(j);
}

static void adjust(struct table *t)
{
    static const char *const path[] = { "turn",      "head.turn", "head.active",
                                        "head.over", "units.0.x", "units.1.strength",
                                        "head.book" };
    struct ses_change c = { "", "" };
    struct tc_text v = tc_text_on(c.value, sizeof c.value);
    struct tc_why why = { TC_OK, "", "" };
    struct mark m = mark_of(t->s);

    strcpy(c.path, path[fuzz_below(&t->b, sizeof path / sizeof path[0])]);
    tc_text_int(&v, (int8_t)fuzz_byte(&t->b));
    if (ses_adjust(t->s, &c, 1, "a slip", &why) != TC_OK)
        unchanged(t->s, m, &why);
}

static void wish(struct table *t)
{
    uint8_t w = fuzz_byte(&t->b);

    if (ses_status(t->s) == TC_WAITS_DICE && w < 240)
        dice(t);
    else if (w < 160)
        answer(t, false);
    else if (w < 200)
        answer(t, true);
    else if (w < 220)
        undo(t);
    else if (w < 232)
        adjust(t);
    else if (w < 234)
        fork_off(t);
    else
        look(t);
}

static void replay(const struct ses_game *s)
{
    char *text = rec_text(s);
    struct ses_game *again = NULL;
    struct rec_report report;
    struct tc_why why = { TC_OK, "", "" };

    if (rec_replay_text("game", text, strlen(text), s->book, &again, &report, &why) != TC_OK)
        fuzz_found(why.text, why.where);
    FUZZ_MUST(report.hash == tc_game_hash(&s->g), "the replay ends otherwise");
    ses_free(again);
    free(text);
}

/* --- A session, with its record -------------------------------------------------------- */

static void session(const struct tc_book *bk, uint8_t how, struct fuzz_bytes b)
{
    static struct tc_offers list;
    struct table t = { .list = &list, .lots = tc_stream_from(4) };
    struct ses_options o = { .has_seed = true, .seed = { how, 7 }, .typed_dice = how & 1 };
    struct tc_why why = { TC_OK, "", "" };
    const void *state = fuzz_stage(bk, fuzz_byte(&b));

    t.b = b;
    if (ses_new_state(bk, &o, state, &t.s, &why) != TC_OK)
        fuzz_found(why.text, why.where);
    for (int i = 0; i < WISHES && t.b.left > 0; i++)
        wish(&t);
    if (how / 2 % REPLAYS == 0)
        replay(t.s);
    ses_free(t.s);
}

/* --- A bare game: no JSON, no log, no undo ----------------------------------------------- */

enum { STATES = 3 << 18 };

static struct bare {
    struct tc_game g;
    struct tc_offers work, open;
    struct tc_taped act[TC_TAPE_ROOM + WISHES];
    int8_t face[TC_TAPE_ROOM + WISHES * TC_POOL];
    _Alignas(64) unsigned char mem[STATES];
} bare, again;

static void begin(struct bare *b, const struct tc_book *bk, uint8_t how, const void *state)
{
    FUZZ_MUST(tc_game_memory(bk->rules) <= sizeof b->mem, "room for the states");
    tc_game_init_from(&b->g, bk, b->mem, &b->work, &b->open, state);
    b->g.tape.act = b->act;
    b->g.tape.face = b->face;
    b->g.tape.act_room = sizeof b->act / sizeof b->act[0];
    b->g.tape.face_room = sizeof b->face;
    b->g.u.stream = tc_stream_from(how);
    b->g.u.dice = how & 1 ? TC_DICE_TYPED : TC_DICE_FAIR;
}

static void bare_dice(struct tc_game *g, struct fuzz_bytes *b)
{
    int8_t face[TC_POOL];
    struct tc_why why;
    int n = g->u.open_dice;

    for (int i = 0; i < n; i++)
        face[i] = (int8_t)tc_die_face((enum tc_die)g->u.open_die,
                                      (int)fuzz_below(b, tc_die_kind[g->u.open_die].sides));
    FUZZ_MUST(tc_game_dice(g, face, n, &why) == TC_OK, why.text);
}

/* One of the answers there are; of a free question one that the bytes draw. */
static struct tc_act some_answer(struct tc_game *g, struct fuzz_bytes *b)
{
    struct tc_view v = { g->u.book, g->snapshot, &g->u.open };
    const struct tc_offers *open = g->u.open_offers;
    struct tc_act a;

    if (g->u.rules->questions[g->u.open.question].decl.flags & TC_F_FREE) {
        struct tc_stream lots = tc_stream_from(fuzz_below(b, 65536));
        tc_random_answer(&g->u, &v, &lots, &a);
        return a;
    }
    FUZZ_MUST(open->n > 0, "a question without an answer");
    return open->act[fuzz_below(b, (uint32_t)open->n)];
}

static void bare_answer(struct tc_game *g, struct fuzz_bytes *b)
{
    struct tc_refusal no;
    struct tc_why why = { TC_OK, "", "" };
    uint8_t w = fuzz_byte(b);
    uint64_t was = tc_game_hash(g);

    struct tc_act a = some_answer(g, b);
    if (w & 1)
        bend(b, &a);
    memset(&no, 0, sizeof no);
    if (tc_game_answer(g, &a, &no, &why) == TC_OK)
        return;
    if (!(w & 1))
        fuzz_found("offered, but refused", why.text);
    fuzz_check_why(&why);
    FUZZ_MUST(was == tc_game_hash(g), why.text);
}

/* The same tape, judged, ends alike. */
static void replay_bare(const struct tc_book *bk, uint8_t how, const void *state)
{
    begin(&again, bk, how, state);
    again.g.tape.acts = bare.g.tape.acts;
    again.g.tape.faces = bare.g.tape.faces;
    memcpy(again.act, bare.act, bare.g.tape.acts * sizeof bare.act[0]);
    memcpy(again.face, bare.face, bare.g.tape.faces);
    again.g.u.judge_tape = true;
    FUZZ_MUST(tc_game_go(&again.g) == bare.g.status, "the replay waits elsewhere");
    FUZZ_MUST(tc_game_hash(&again.g) == tc_game_hash(&bare.g), "the replay ends otherwise");
}

static void bare_game(const struct tc_book *bk, uint8_t how, struct fuzz_bytes b)
{
    const void *state = fuzz_stage(bk, fuzz_byte(&b));
    int wishes = 0;

    begin(&bare, bk, how, state);
    while (tc_game_go(&bare.g) != TC_IS_OVER && b.left > 0 && wishes++ < WISHES)
        if (bare.g.status == TC_WAITS_DICE)
            bare_dice(&bare.g, &b);
        else
            bare_answer(&bare.g, &b);
    if (how / 2 % REPLAYS == 0)
        replay_bare(bk, how, state);
}

/* --- Answers inside the step: no tape, nothing is played twice -----------------------------
 */

static jmp_buf used_up;

/* A bent answer: the judge says why not, or it is as good as any other. */
static void try_bent(struct tc_umpire *u, const struct tc_view *v, struct fuzz_bytes *b,
                     struct tc_act *a)
{
    struct tc_act bent = *a;
    struct tc_refusal no;

    memset(&no, 0, sizeof no);
    bend(b, &bent);
    if (tc_judge_act(u->rules, v, u->offers, &bent, &no)) {
        *a = bent;
        return;
    }
    FUZZ_MUST(no.rule && no.rule[0] && no.reason >= 0 && no.reason < u->rules->reason_count,
              "a refusal without rule and reason");
    fuzz_note(FUZZ_WHY, u->rules->reasons[no.reason].name);
    if (no.has_nearest)
        FUZZ_MUST(tc_judge_act(u->rules, v, u->offers, &no.nearest, NULL),
                  "a proposal that is refused");
}

static void answer_inside(void *ctx, struct tc_umpire *u, const struct tc_view *v,
                          struct tc_act *out)
{
    struct fuzz_bytes *b = ctx;
    struct tc_stream lots;

    if (b->left == 0)
        longjmp(used_up, 1);
    uint8_t w = fuzz_byte(b);
    fuzz_note(FUZZ_WHAT, u->rules->questions[v->q->question].decl.name);
    if (u->rules->questions[v->q->question].decl.flags & TC_F_FREE) {
        lots = tc_stream_from(fuzz_below(b, 65536));
        tc_random_answer(u, v, &lots, out);
    } else {
        *out = u->offers->act[(uint32_t)(w >> 1) % (uint32_t)u->offers->n];
    }
    if (w & 1)
        try_bent(u, v, b, out);
}

static void check_step(const struct tc_book *bk, const void *state)
{
    struct tc_refusal broken;
    char text[400];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&broken, 0, sizeof broken);
    if (!bk->rules->check(bk, state, &broken)) {
        tc_say_refusal(bk->rules, bk, &broken, &t);
        fuzz_found("a step broke an invariant", text);
    }
}

static void quick_game(const struct tc_book *bk, uint8_t how, struct fuzz_bytes bytes,
                       bool checked)
{
    static struct fuzz_bytes b;
    static struct tc_umpire u;

    b = bytes;
    memset(&u, 0, sizeof u);
    memcpy(bare.mem, fuzz_stage(bk, fuzz_byte(&b)), bk->rules->state_size);
    u.rules = bk->rules;
    u.book = bk;
    u.state = bare.mem;
    u.offers = &bare.work;
    u.stream = tc_stream_from(how);
    u.player[0] = u.player[1] = (struct tc_player){ answer_inside, &b };
    if (setjmp(used_up))
        return;
    while (!((const struct tc_head *)u.state)->over && b.left > 0) {
        tc_play_step(&u);
        if (checked)
            check_step(bk, u.state);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_bytes b = { data, size };
    const struct tc_book *bk = fuzz_book(fuzz_byte(&b));
    uint8_t how = fuzz_byte(&b);

    fuzz_reset_random();
    quick_game(bk, how, b, fuzz_rarely(data, size, CHECKS));
    if (fuzz_rarely(data, size, TAPES))
        bare_game(bk, how, b);
    if (fuzz_rarely(data, size, SESSIONS))
        session(bk, how, b);
    return 0;
}
