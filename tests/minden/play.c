/* tests/minden/play.c - the harness of minden's rule tests. */
#include "tests/minden/play.h"

static struct table the_table;

static void hear(void *ctx, const struct tc_event *e)
{
    struct table *t = ctx;

    if (t->events < HEARD)
        t->event[t->events++] = *e;
}

static void reply(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct table *t = ctx;
    struct tc_why why;
    struct tc_refusal no;
    const char *line = t->answer ? t->answer[t->answers] : NULL;
    char text[300];
    struct tc_text say = tc_text_on(text, sizeof text);

    memset(&no, 0, sizeof no);
    if (!line)
        fail_msg("no answer left for the question %s",
                 u->rules->questions[v->q->question].decl.name);
    t->answers++;
    if (tc_parse_act(u->rules, u->book, line, strlen(line), out, &why) != TC_OK)
        fail_msg("%s: %s", line, why.text);
    if (!tc_judge_act(u->rules, v, u->offers, out, &no)) {
        tc_say_refusal(u->rules, u->book, &no, &say);
        fail_msg("%s: %s [%s]", line, text, no.rule);
    }
}

struct table *lay_table(void)
{
    struct table *t = &the_table;

    memset(t, 0, sizeof *t);
    small_book(&t->bk);
    small_state(&t->bk, &t->s);
    t->u.rules = &min_ruleset;
    t->u.book = &t->bk.head;
    t->u.state = &t->s;
    t->u.offers = &t->offers;
    t->u.differs_at = -1;
    t->u.player[0] = t->u.player[1] = (struct tc_player){ reply, t };
    t->u.sink = hear;
    t->u.sink_ctx = t;
    t->u.stream = tc_stream_from(1);
    t->u.private_stream = tc_stream_from(1);
    t->s.player_turn = 1;
    t->s.phase = MIN_P_MOVE;
    return t;
}

void post_unit(struct table *t, int unit, int32_t x, int32_t y, int facing)
{
    t->s.units[unit].x = x;
    t->s.units[unit].y = y;
    t->s.units[unit].facing = (uint16_t)facing;
    t->s.units[unit].where = MIN_ON_TABLE;
}

void only_units(struct table *t, const int *keep)
{
    for (int i = 0; i < t->bk.units; i++) {
        bool kept = false;
        for (const int *k = keep; *k >= 0; k++)
            kept |= *k == i;
        if (!kept) {
            t->s.units[i].where = MIN_REMOVED;
            t->s.units[i].fig = t->s.units[i].guns = 0;
        }
    }
}

void play_step(struct table *t, int step, const char *const *answers, const int *dice, int n)
{
    struct tc_taped acts[64];

    memset(acts, 0, sizeof acts);
    for (int i = 0; i < n; i++)
        t->face[i] = (int8_t)dice[i];
    t->tape = (struct tc_tape){
        .act = acts, .act_room = 64, .face = t->face, .faces = (uint32_t)n, .face_room = 128
    };
    t->u.tape = &t->tape;
    t->u.act_at = t->u.face_at = 0;
    t->u.told = 0;
    t->answer = answers;
    t->answers = 0;
    t->events = 0;
    t->s.head.step = (uint16_t)step;
    tc_play_step(&t->u);
    assert_int_equal(t->tape.faces, n); /* no die but those forced */
    assert_int_equal(t->u.face_at, n);
    assert_true(!answers || !answers[t->answers]);
    assert_true(min_ruleset.check(&t->bk.head, &t->s, NULL));
}

bool was_told(const struct table *t, int event)
{
    for (int i = 0; i < t->events; i++)
        if (t->event[i].kind == TC_EV_TELL && t->event[i].id == event)
            return true;
    return false;
}

const struct tc_event *told(const struct table *t, int event)
{
    for (int i = 0; i < t->events; i++)
        if (t->event[i].kind == TC_EV_TELL && t->event[i].id == event)
            return &t->event[i];
    fail_msg("%s was not told", min_events[event].name);
    return NULL;
}

int sum_told(const struct table *t, int label)
{
    for (int i = 0; i < t->events; i++)
        if (t->event[i].kind == TC_EV_SUM && t->event[i].id == label)
            return t->event[i].arg[0];
    fail_msg("no sum of %s", min_labels[label].name);
    return 0;
}

bool judged(struct table *t, int question, int unit, const char *line, struct tc_refusal *why)
{
    struct tc_query q = { t->s.head.active, (int16_t)question, "N-B4a", { unit } };
    struct tc_view v = { &t->bk.head, &t->s, &q };
    struct tc_act a;
    struct tc_why bad;

    memset(why, 0, sizeof *why);
    if (tc_parse_act(&min_ruleset, &t->bk.head, line, strlen(line), &a, &bad) != TC_OK)
        fail_msg("%s: %s", line, bad.text);
    return tc_judge_act(&min_ruleset, &v, NULL, &a, why);
}
