/* tests/malbrook/test_table.c - geometry of the table, scenes, candidates, seats, the
 * veil and what odds assume. */
#include "tests/malbrook/lab.h"

static struct tc_scene scene;
static struct tc_offers list, again;

/* M-GEO-1, M-GEO-2, M-GEO-4: north is +y, headings run clockwise, corners are rounded. */
static void m_geo_4_corners(void **unused)
{
    struct mal_unit *m = &s.brigades[card("picardie")];
    struct mal_body b;

    (void)unused;
    m->x = 10000;
    m->y = 20000;
    m->heading = 0;
    mal_body(&bk, m, &b);
    assert_int_equal(b.box[0].c[TC_FL].x, 7000);
    assert_int_equal(b.box[0].c[TC_FR].x, 13000);
    assert_int_equal(b.box[0].c[TC_RR].y, 19000);
    m->heading = 16384; /* east */
    mal_body(&bk, m, &b);
    assert_int_equal(b.box[0].c[TC_FL].y, 23000);
    assert_int_equal(b.box[0].c[TC_RL].x, 9000);
    m->heading = 8192; /* north-east: 3000 * 0.70710678 is 2121.3 */
    mal_body(&bk, m, &b);
    assert_int_equal(b.box[0].c[TC_FR].x, 12121);
    assert_int_equal(b.box[0].c[TC_FR].y, 17879);
}

/* M-GEO-24: a straight move keeps the heading. */
static void m_geo_24_straight(void **unused)
{
    struct mal_unit *m = &s.brigades[card("picardie")];
    struct mal_unit x;

    (void)unused;
    m->x = m->y = 10000;
    m->heading = 0;
    x = mal_moved(m, 4096, 2000); /* 22.5 degrees: 765.4 and 1847.8 */
    assert_int_equal(x.x, 10765);
    assert_int_equal(x.y, 11848);
    assert_int_equal(x.heading, 0);
}

/* M-15.5: who is told how far a flank may wheel back is not told more than a quarter turn. */
static void m_15_5_a_quarter_turn(void **unused)
{
    struct tc_query q = { .question = MAL_Q_PATH,
                          .rule = "M-13.5",
                          .arg = { card("picardie"), 5000 } };
    struct tc_view v = { &bk.head, &s, &q };
    struct tc_act a = { .verb = MAL_V_BEND, .arg = { card("picardie"), 0, 1, TC_QUARTER + 1 } };
    struct tc_refusal why;

    (void)unused;
    q.side = s.brigades[card("picardie")].side;
    assert_false(tc_judge_act(&mal_ruleset, &v, NULL, &a, &why));
    assert_int_equal(why.reason, MAL_R_WHEEL);
    assert_int_equal(why.arg[1], TC_QUARTER);
}

/* M-GEO-9a: an odd field column has its single base centred behind. */
static void m_geo_9a_odd_column(void **unused)
{
    struct mal_unit *m = &s.brigades[card("gardes")];
    struct mal_base base[MAL_BASES];

    (void)unused;
    m->formation = MAL_FIELD_COLUMN;
    m->front = 0;
    m->x = m->y = 20000;
    m->heading = 0;
    assert_int_equal(mal_bases(&bk, m, base), 5);
    assert_int_equal(base[0].rect.x, 19500);
    assert_int_equal(base[1].rect.x, 20500);
    assert_int_equal(base[4].rect.x, 20000);
    assert_int_equal(base[4].rect.y, 18000);
    assert_false(base[4].front);
}

/* M-GEO-15: wagons and abandoned guns are no enemy; M-GEO-40: and may be stood upon. */
static void m_geo_15_who_counts(void **unused)
{
    struct mal_unit *g = &s.brigades[card("blood")];

    (void)unused;
    assert_true(mal_counts(&bk, g));
    assert_false(mal_is_ghost(&bk, g));
    g->crew = MAL_REFUGE;
    assert_false(mal_counts(&bk, g));
    assert_true(mal_is_ghost(&bk, g));
    bk.card[g->card].type = MAL_WAGON;
    assert_false(mal_counts(&bk, g));
    struct mal_unit *r = &s.brigades[card("milice")];
    r->status = MAL_ROUTING;
    assert_true(mal_counts(&bk, r));
}

/* M-GEO-21, M-GEO-22: half an inch inside a command, nothing between commands. */
static void m_geo_22_contact(void **unused)
{
    struct mal_unit *a = &s.brigades[card("gardes")], *b = &s.brigades[card("picardie")];

    (void)unused;
    a->x = 20000;
    a->y = b->y = 30000;
    a->heading = b->heading = 0;
    b->x = 20000 + 2500 + 3000 + 504;
    assert_true(mal_touching(&bk, a, b));
    b->x++;
    assert_false(mal_touching(&bk, a, b));
    b->command = s.brigades[card("cavalerie")].command;
    b->x = 20000 + 2500 + 3000 + 5;
    assert_false(mal_touching(&bk, a, b));
    b->x--;
    assert_true(mal_touching(&bk, a, b));
}

static const struct tc_piece *piece(const char *key)
{
    for (int i = 0; i < scene.pieces; i++)
        if (strcmp(scene.piece[i].key, key) == 0)
            return &scene.piece[i];
    return NULL;
}

/* M-2.1, M-GEO-13: the eight markers are to be seen. */
static void m_2_1_markers(void **unused)
{
    (void)unused;
    s.brigades[card("guards")].dp = 2;
    s.brigades[card("guards")].control = MAL_HALT;
    s.brigades[card("english")].inspired = 1;
    s.brigades[card("blood")].fired = 1;
    s.brigades[card("howitzers")].crew = MAL_REFUGE;
    s.brigades[card("howitzers")].refuge = (int16_t)card("guards");
    s.brigades[card("dragons")].holders = 1;
    s.messengers[0].live = 1;
    mal_scene(&bk.head, &s, TC_NONE, &scene);
    assert_string_equal(piece("guards")->badges, "dp 2,halt");
    assert_string_equal(piece("english")->badges, "inspired");
    assert_string_equal(piece("guards")->worth, "grade A, new style");
    assert_string_equal(piece("howitzers")->worth, "howitzer");
    assert_string_equal(piece("marlborough")->worth, "superior");
    assert_string_equal(piece("blood")->badges, "fired");
    assert_string_equal(piece("pieces-legeres")->badges, "limbered");
    assert_string_equal(piece("howitzers")->badges, "crew with guards");
    assert_true(scene.overlays > 2); /* and the ground that counts */
    assert_string_equal(scene.overlay[2].what, "objective");
    assert_string_equal(scene.overlay[0].what, "messenger");
    assert_string_equal(scene.overlay[1].what, "horses");
}

/* M-2.2: one, two and three figures. */
static void m_2_2_ranks(void **unused)
{
    (void)unused;
    mal_scene(&bk.head, &s, TC_NONE, &scene);
    assert_int_equal(piece("argyll")->strength, 1);
    assert_int_equal(piece("orkney")->strength, 2);
    assert_int_equal(piece("marlborough")->strength, 3);
}

static bool has_row(const char *left, const char *right)
{
    for (int i = 0; i < scene.rows; i++)
        if (strcmp(scene.row[i].left, left) == 0 && strcmp(scene.row[i].right, right) == 0)
            return true;
    return false;
}

/* M-1.5, M-1.6, M-1.7, M-24.3: scale, ground, men lost and personal aims are shown. */
static void m_1_5_panels(void **unused)
{
    (void)unused;
    s.wings[0].lost = 2;
    s.brigades[card("guards")].n = 2;
    s.brigades[card("guards")].front = 2;
    mal_scene(&bk.head, &s, TC_NONE, &scene);
    assert_true(has_row("men lost, about", "1200 in bases: 2"));
    assert_false(has_row("1 inch", "shown as 2 cm"));
    assert_int_equal(scene.grounds, bk.grounds);
    bk.centimetres = true;
    bk.personal[0] = "Hold the hamlet.";
    mal_scene(&bk.head, &s, TC_NONE, &scene);
    assert_true(has_row("1 inch", "shown as 2 cm"));
    assert_true(has_row(bk.head.side_name[0], "Hold the hamlet."));
    assert_int_equal(scene.width, 72000);
}

/* M-24.4, M-24.5: the umpire sees all; a side sees of a hidden enemy what its troops see. */
static void m_24_5_hidden_troops(void **unused)
{
    struct mal_unit *m = &s.brigades[card("milice")];

    (void)unused;
    bk.hidden = true;
    m->x = 12000; /* deep in the west wood */
    m->y = 23000;
    mal_scene(&bk.head, &s, TC_NONE, &scene);
    assert_non_null(piece("milice"));
    mal_scene(&bk.head, &s, 0, &scene);
    assert_null(piece("milice"));
    mal_scene(&bk.head, &s, 1, &scene);
    assert_non_null(piece("milice"));
    bk.hidden = false;
    mal_scene(&bk.head, &s, 0, &scene);
    assert_non_null(piece("milice"));
}

/* M-24.5: the veil moves what a side cannot see and nothing else; the position stays sound. */
static void m_24_5_veil(void **unused)
{
    static struct mal_state before;
    struct tc_refusal why;
    struct tc_stream d = tc_stream_from(7);
    struct mal_unit *m = &s.brigades[card("milice")];
    bool moved = false;

    (void)unused;
    m->x = 12000;
    m->y = 23000;
    before = s;
    mal_veil(&bk.head, &s, 0, &d);
    assert_memory_equal(&before, &s, sizeof s); /* all is open */
    bk.hidden = true;
    for (int i = 0; i < 20; i++) {
        s = before;
        mal_veil(&bk.head, &s, 0, &d);
        moved |= m->x != 12000 || m->y != 23000;
        assert_true(mal_check(&bk.head, &s, &why));
        for (int k = 0; k < s.units; k++)
            if (before.brigades[k].side == 0 || mal_known(&bk, &before, 0, k))
                assert_memory_equal(&before.brigades[k], &s.brigades[k], sizeof s.brigades[k]);
        assert_true(!mal_on_table(m) || !mal_known(&bk, &s, 0, card("milice")));
    }
    assert_true(moved);
}

/* M-24.5: the veil does not hang on where unseen troops truly are. */
static void m_24_5_veil_tells_nothing(void **unused)
{
    static struct mal_state here, there;
    struct mal_unit *m = &s.brigades[card("milice")];

    (void)unused;
    bk.hidden = true;
    m->x = 12000;
    m->y = 23000;
    assert_false(mal_known(&bk, &s, 0, card("milice")));
    here = there = s;
    there.brigades[card("milice")].x = 13500;
    there.brigades[card("milice")].y = 24000;
    assert_false(mal_known(&bk, &there, 0, card("milice")));
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct mal_state a = here, b = there;
        struct tc_stream one = tc_stream_from(seed), other = tc_stream_from(seed);
        mal_veil(&bk.head, &a, 0, &one);
        mal_veil(&bk.head, &b, 0, &other);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* M-24.1: each wing may have a player of its own. */
static void m_24_1_seats_by_wing(void **unused)
{
    struct tc_query q = { .question = MAL_Q_DECLARE, .arg = { card("guards") } };

    (void)unused;
    int first = mal_ruleset.command_of(&bk.head, &s, &q);
    q.arg[0] = card("picardie");
    assert_int_not_equal(first, mal_ruleset.command_of(&bk.head, &s, &q));
    assert_int_equal(first, 0);
}

/* M-DEC-2 M-DEC-3 M-DEC-4 M-DEC-5 M-DEC-6 M-DEC-10 M-DEC-13, M-12.1: candidates are legal,
 * none twice, always the same. */
static void check_candidates(int question, int unit, int32_t arg)
{
    struct tc_query q = { .side = s.brigades[unit].side,
                          .question = (int16_t)question,
                          .rule = "M-DEC-3",
                          .arg = { unit, arg } };
    struct tc_view v = { &bk.head, &s, &q };
    struct tc_refusal why;

    list.n = again.n = 0;
    tc_list_answers(&mal_ruleset, &v, &list);
    tc_list_answers(&mal_ruleset, &v, &again);
    assert_true(list.n > 0);
    assert_int_equal(list.n, again.n);
    for (int i = 0; i < list.n; i++) {
        assert_true(mal_questions[question].judge(&v, &list.act[i], &why));
        assert_true(tc_same_act(&list.act[i], &again.act[i]));
        for (int k = 0; k < i; k++)
            assert_false(tc_same_act(&list.act[i], &list.act[k]));
    }
}

/* M-DEC-1: whatever a refusal proposes is legal. Returns how many proposed something. */
static int check_proposals(int question, int unit, int32_t arg)
{
    static const int32_t by[] = { 1, -1, 700, -900, 5000, -9000 };
    struct tc_query q = { .side = s.brigades[unit].side,
                          .question = (int16_t)question,
                          .rule = "M-DEC-1",
                          .arg = { unit, arg } };
    struct tc_view v = { &bk.head, &s, &q };
    int proposed = 0;

    list.n = 0;
    tc_list_answers(&mal_ruleset, &v, &list);
    for (int i = 0; i < list.n; i += 3)
        for (int k = 0; k < 12; k++) {
            struct tc_act a = list.act[i];
            struct tc_refusal why, other;
            memset(&why, 0, sizeof why);
            a.arg[1 + k % 4] += by[k % 6];
            if (tc_judge_act(&mal_ruleset, &v, NULL, &a, &why))
                continue;
            assert_non_null(why.rule);
            assert_true(!why.has_nearest ||
                        tc_judge_act(&mal_ruleset, &v, NULL, &why.nearest, &other));
            proposed += why.has_nearest;
        }
    return proposed;
}

static void m_dec_1_proposals_are_legal(void **unused)
{
    int steps = 0, moves = 0;

    (void)unused;
    s.phase = MAL_P_MOVE;
    for (int i = 0; i < s.units; i++) {
        struct mal_unit *m = &s.brigades[i];
        m->control = MAL_WISH;
        steps += check_proposals(MAL_Q_DECLARE, i, 0);
        m->dice = MAL_ONE;
        if (mal_is_brigade(&bk, m))
            moves += check_proposals(MAL_Q_PATH, i, 2000);
        m->dice = 0;
    }
    assert_true(steps > 20);
    assert_true(moves > 100);
}

static void m_dec_3_candidates(void **unused)
{
    (void)unused;
    s.phase = MAL_P_MOVE;
    for (int i = 0; i < s.units; i++) {
        struct mal_unit *m = &s.brigades[i];
        m->control = MAL_WISH;
        check_candidates(MAL_Q_DECLARE, i, 0);
        m->dice = MAL_ONE;
        if (mal_is_brigade(&bk, m) || m->limbered)
            check_candidates(MAL_Q_PATH, i, 2000);
        m->dice = 0;
    }
    s.phase = MAL_P_BOMBARD;
    check_candidates(MAL_Q_FIRE, card("saint-hilaire"), 0);
    assert_int_equal(list.act[0].verb, MAL_V_HOLD);
}

/* The plain course of odds: the charged stand, the control test is bent to 3 or 4. */
static void odds_assume(void **unused)
{
    struct tc_act offer[9];
    struct tc_query q = { .question = MAL_Q_ADJUST, .arg = { card("guards"), 6 } };
    struct tc_view v = { &bk.head, &s, &q };

    (void)unused;
    memset(offer, 0, sizeof offer);
    for (int i = 0; i < 9; i++) {
        offer[i].verb = MAL_V_ADJUST;
        offer[i].arg[0] = i / 3 - 1;
        offer[i].arg[1] = i % 3 - 1;
    }
    int i = mal_assume(&v, NULL, offer, 9);
    assert_int_equal(offer[i].arg[0] + offer[i].arg[1], -2);
    q.arg[1] = 3;
    i = mal_assume(&v, NULL, offer, 9);
    assert_in_range(3 + offer[i].arg[0] + offer[i].arg[1], 3, 4);
    q.question = MAL_Q_RESPOND;
    offer[4].verb = MAL_V_STAND;
    assert_int_equal(mal_assume(&v, NULL, offer, 9), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(m_geo_4_corners, fresh),
        cmocka_unit_test_setup(m_geo_24_straight, fresh),
        cmocka_unit_test_setup(m_15_5_a_quarter_turn, fresh),
        cmocka_unit_test_setup(m_geo_9a_odd_column, fresh),
        cmocka_unit_test_setup(m_geo_15_who_counts, fresh),
        cmocka_unit_test_setup(m_geo_22_contact, fresh),
        cmocka_unit_test_setup(m_2_1_markers, fresh),
        cmocka_unit_test_setup(m_2_2_ranks, fresh),
        cmocka_unit_test_setup(m_1_5_panels, fresh),
        cmocka_unit_test_setup(m_24_5_hidden_troops, fresh),
        cmocka_unit_test_setup(m_24_5_veil, fresh),
        cmocka_unit_test_setup(m_24_5_veil_tells_nothing, fresh),
        cmocka_unit_test_setup(m_24_1_seats_by_wing, fresh),
        cmocka_unit_test_setup(m_dec_3_candidates, fresh),
        cmocka_unit_test_setup(m_dec_1_proposals_are_legal, fresh),
        cmocka_unit_test_setup(odds_assume, fresh),
    };

    return cmocka_run_group_tests(tests, open_book, close_book);
}
