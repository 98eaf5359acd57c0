/* tests/bayonet/test_offers.c - what is listed for people: every answer once, in words that
 * tell it from all others; marches and giving up listed, and drawn by no computer. */
#include "tests/bayonet/lab.h"

static struct lab lab;
static struct tc_offers list, work;

static int open_lab(void **unused)
{
    (void)unused;
    lab_open(&lab, "bayonet/drill-ground");
    lab.s.now.x_low = lab.s.now.y_low = INT16_MIN;
    lab.s.now.x_high = lab.s.now.y_high = INT16_MAX;
    lab.s.now.compliant = 1;
    return 0;
}

static int close_lab(void **unused)
{
    (void)unused;
    lab_close(&lab);
    return 0;
}

static void list_for(int question, int subject)
{
    struct tc_query q = { .side = 0, .question = (int16_t)question, .rule = "B-3.0a" };
    struct tc_view v = { &lab.bk->head, &lab.s, &q };

    q.arg[0] = subject;
    tc_list_answers(&bay_ruleset, &v, &list);
    for (int i = 0; i < 200; i++) { /* a computer draws only the first candidates */
        struct tc_umpire u = { .rules = &bay_ruleset, .book = &lab.bk->head };
        struct tc_stream s = tc_stream_from((uint64_t)i);
        struct tc_act a;
        tc_random_answer(&u, &v, &s, &a);
        assert_int_not_equal(a.verb, BAY_V_CONCEDE);
        assert_int_not_equal(a.verb, BAY_V_MARCH);
    }
}

/* B-3.5b: both answers are there to be read. */
static void b_3_5b_concede(void **unused)
{
    (void)unused;
    list_for(BAY_Q_CONCEDE, 0);
    assert_int_equal(list.n, 2);
    assert_int_equal(list.act[0].verb, BAY_V_FIGHT_ON);
    assert_int_equal(list.act[1].verb, BAY_V_CONCEDE);
}

/* B-5.3a: a march to every hex that can be reached, once. */
static void b_5_3a_marches(void **unused)
{
    struct bay_reach r;
    int f1 = lab_put(&lab, "f1", 2013, 1), hexes = 0, marches = 0;

    (void)unused;
    lab.s.now.mover = (int16_t)f1;
    lab.s.now.brigade = lab.bk->unit[f1].brigade;
    list_for(BAY_Q_LEG, f1);
    bay_reach(lab.bk, &lab.s, f1, BAY_REACH_BOX, &r);
    for (int h = 101; h < BAY_IDS; h++) {
        bool in = false;
        for (int f = 0; f < 6 && bay_on_map(lab.bk, h); f++)
            in |= bay_reach_node(lab.bk, &r, h, f) >= 0;
        hexes += in && h != 2013;
    }
    for (int i = 0; i < list.n; i++)
        marches += list.act[i].verb == BAY_V_MARCH;
    assert_int_equal(marches, hexes);
    assert_true(hexes > 15);
    lab.s.now.mate = (int16_t)lab_unit(&lab, "f2"); /* a stack goes step by step */
    list_for(BAY_Q_LEG, f1);
    for (int i = 0; i < list.n; i++)
        assert_int_not_equal(list.act[i].verb, BAY_V_MARCH);
}

/* --- No two answers with the same text ---- */

static int questions;

static void text_of(const struct tc_act *a, char *out, size_t n)
{
    struct tc_text t = tc_text_on(out, n);

    tc_say_act(&bay_ruleset, &lab.bk->head, a, &t);
}

static void no_twins(const struct tc_view *v, const struct tc_offers *o)
{
    static char text[TC_OFFERS][160];

    for (int i = 0; i < o->n; i++)
        text_of(&o->act[i], text[i], sizeof text[i]);
    for (int i = 0; i < o->n; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(text[i], text[k]))
                fail_msg("%s: twice \"%s\"", bay_questions[v->q->question].decl.name, text[i]);
}

static void reply(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct tc_stream *lots = ctx;

    if (bay_questions[v->q->question].decl.flags & TC_F_FREE)
        tc_list_answers(&bay_ruleset, v, &list);
    no_twins(v, bay_questions[v->q->question].decl.flags & TC_F_FREE ? &list : u->offers);
    tc_random_answer(u, v, lots, out);
    questions++;
}

/* The twins of a garrison of two that is left: six facings a hexside (B-RUL-40). */
static void no_answer_twice(void **unused)
{
    static const char *const id[] = { "bayonet/learning", "bayonet/blenheim-village" };

    (void)unused;
    for (int i = 0; i < 8; i++) {
        lab_close(&lab);
        lab_open(&lab, id[i % 2]);
        struct tc_stream lots = tc_stream_from((uint64_t)i);
        struct tc_umpire u = { .rules = &bay_ruleset, .book = &lab.bk->head, .offers = &work };
        u.stream = u.private_stream = tc_stream_from(8);
        u.player[0] = u.player[1] = (struct tc_player){ reply, &lots };
        tc_play_out(&u, &lab.s, 3000);
    }
    assert_true(questions > 1000);
    lab_close(&lab);
    open_lab(NULL);
    lab_put(&lab, "f1", 609, 1);
    lab_put(&lab, "f2", 609, 1);
    int f1 = lab_unit(&lab, "f1");
    lab.s.now.mover = (int16_t)f1;
    lab.s.now.brigade = lab.bk->unit[f1].brigade;
    struct tc_query q = { .question = BAY_Q_LEG, .rule = "B-5.3a", .arg = { f1 } };
    struct tc_view v = { &lab.bk->head, &lab.s, &q };
    tc_list_answers(&bay_ruleset, &v, &list);
    assert_true(list.n > 30);
    no_twins(&v, &list);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(b_3_5b_concede),
        T(b_5_3a_marches),
        T(no_answer_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
