/* tests/minden/test_n_cand.c - chapter CAND: what a computer player may choose from.
 *
 * Every list is finite, without duplicates, and its judge accepts all of it; the acts the rules
 * name are in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "rules/minden/inner.h"
#include "rules/minden/minden.h"
#include "rules/minden/questions.h"
#include "tests/minden/small.h"

static struct min_book bk;
static struct min_state s;
static struct tc_offers list;
static struct tc_query q;

enum { FOE = SMALL_SIDE + SMALL_FOOT_A, FOE_B = SMALL_SIDE + SMALL_FOOT_B };

static int empty_table(void **unused)
{
    (void)unused;
    small_book(&bk);
    bk.grounds = 0;
    small_state(&bk, &s);
    for (int i = 0; i < bk.units; i++) {
        s.units[i].where = MIN_SPARE;
        s.units[i].fig = s.units[i].fig0 = s.units[i].guns = 0;
    }
    s.phase = MIN_P_MOVE;
    s.head.active = 0;
    memset(&q, 0, sizeof q);
    return 0;
}

static struct min_unit *put(int unit, int32_t x, int32_t y, int facing, int fig)
{
    struct min_unit *m = &s.units[unit];

    m->where = MIN_ON_TABLE;
    m->x = x;
    m->y = y;
    m->facing = (uint16_t)facing;
    m->fig = m->fig0 = (uint8_t)fig;
    return m;
}

/* The accepted candidates of a question of side 0; no two are alike. */
static void ask(int question, int32_t a, int32_t b, int32_t c)
{
    struct tc_view v = { &bk.head, &s, &q };

    q.side = 0;
    q.question = (int16_t)question;
    q.arg[0] = a;
    q.arg[1] = b;
    q.arg[2] = c;
    tc_list_answers(&min_ruleset, &v, &list);
    assert_true(list.n > 0 && list.n < TC_OFFERS);
    for (int i = 0; i < list.n; i++) {
        assert_true(min_questions[question].judge(&v, &list.act[i], NULL));
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(&list.act[i], &list.act[k], sizeof list.act[i]);
    }
}

static bool listed(const struct tc_act *a)
{
    for (int i = 0; i < list.n; i++)
        if (memcmp(&list.act[i], a, sizeof *a) == 0)
            return true;
    return false;
}

static struct tc_act act(int verb, int32_t a, int32_t b, int32_t c, int32_t d)
{
    struct tc_act x;

    memset(&x, 0, sizeof x);
    x.verb = (int16_t)verb;
    x.arg[0] = a;
    x.arg[1] = b;
    x.arg[2] = c;
    x.arg[3] = d;
    return x;
}

static bool has(int verb, int32_t a, int32_t b, int32_t c, int32_t d)
{
    struct tc_act x = act(verb, a, b, c, d);

    return listed(&x);
}

/* A path of up to three legs; a leg of value 0 is left out. */
static struct tc_act path(int verb, int target, int leg0, int32_t v0, int leg1, int32_t v1,
                          int leg2, int32_t v2)
{
    struct tc_act x = act(verb, target, 0, 0, 0);
    const int leg[3] = { leg0, leg1, leg2 };
    const int32_t value[3] = { v0, v1, v2 };

    for (int i = 0; i < 3; i++)
        if (value[i]) {
            x.seg[x.segs].leg = leg[i];
            x.seg[x.segs++].value = value[i];
        }
    return x;
}

static bool has_move(int leg0, int32_t v0, int leg1, int32_t v1, int leg2, int32_t v2)
{
    struct tc_act x = path(MIN_V_MOVE, 0, leg0, v0, leg1, v1, leg2, v2);

    return listed(&x);
}

static void moves_with(int unit, int32_t value, int grade)
{
    s.mover.unit = (int16_t)unit;
    s.mover.value = value;
    s.mover.owed_grade = (uint8_t)grade;
    ask(MIN_Q_PATH, unit, value, min_owed(&bk, &s));
}

/* --- Dice ------------------------------------------------------------------------------------
 */

/* N-CAND-1: 1 2 5 6 with rate 3: 1 2 3 5 6 7 8 9 11 12 13, each total once. */
static void n_cand_1_distinct_totals(void **unused)
{
    static const int8_t face[4] = { 1, 2, 5, 6 };
    int seen[14] = { 0 };

    (void)unused;
    s.mover.dice = 4;
    s.mover.rate = 3;
    memcpy(s.mover.face, face, sizeof face);
    ask(MIN_Q_KEEP, SMALL_HORSE_A, 4, 3);
    assert_int_equal(list.n, 11);
    for (int i = 0; i < list.n; i++) {
        int sum = 0;
        for (int k = 0; k < 4; k++)
            sum += list.act[i].arg[0] >> k & 1 ? face[k] : 0;
        seen[sum]++;
    }
    for (int t = 1; t <= 13; t++)
        assert_int_equal(seen[t], t != 4 && t != 10);
}

/* --- Moves
 * -------------------------------------------------------------------------------------- */

/* Is any candidate legal? */
static bool may_go(int unit, int32_t value)
{
    struct tc_view v = { &bk.head, &s, &q };

    s.mover.unit = (int16_t)unit;
    s.mover.value = value;
    s.mover.owed_grade = MIN_TRAINED;
    q = (struct tc_query){ .question = MIN_Q_PATH, .arg = { unit, value, min_owed(&bk, &s) } };
    for (int i = 0; i < min_count_path(&v); i++) {
        struct tc_act a = { 0 };
        if (min_nth_path(&v, i, &a) && min_judge_path(&v, &a, NULL))
            return true;
    }
    return false;
}

/* N-B11e: whoever has a friend ahead, and behind him just as much room as it takes, is never
 * without a legal path: whether the place is free is rounded in one way only. */
static void n_cand_2_somebody_ahead(void **unused)
{
    struct min_size z;

    (void)unused;
    put(SMALL_FOOT_A, 24000, 18000, 0, 24);
    min_size_of(&bk, SMALL_FOOT_A, &s.units[SMALL_FOOT_A], &z);
    for (int facing = 0; facing < 65536; facing += 53)
        for (int32_t more = -1; more <= 1; more++) {
            struct tc_pt at = { 24000, 18000 },
                         to = tc_step(at, (uint16_t)facing, z.d + 115 + more);
            put(SMALL_FOOT_A, at.x, at.y, facing, 24);
            put(SMALL_FOOT_B, to.x, to.y, facing, 24);
            assert_true(may_go(SMALL_FOOT_A, 2 * z.d + 115));
        }
}

/* N-CAND-2: owed, half, full; wheels of 1024; a second wheel of 4096. */
static void n_cand_2_marches_and_wheels(void **unused)
{
    (void)unused;
    put(SMALL_FOOT_C, 20000, 10000, 0, 4); /* two files: 1 inch wide */
    moves_with(SMALL_FOOT_C, 5000, MIN_TRAINED);
    assert_true(has_move(MIN_LEG_MARCH, 2500, 0, 0, 0, 0)); /* owed, and half */
    assert_true(has_move(MIN_LEG_MARCH, 5000, 0, 0, 0, 0));
    /* 1024 brads of 1 inch cost 99 */
    assert_true(has_move(MIN_LEG_RIGHT, 1024, MIN_LEG_MARCH, 4901, 0, 0));
    assert_true(has_move(MIN_LEG_LEFT, 16384, MIN_LEG_MARCH, 5000 - 1571, 0, 0));
    /* 4096 cost 393 */
    assert_true(has_move(MIN_LEG_MARCH, 5000 - 393, MIN_LEG_RIGHT, 4096, 0, 0));
    assert_true(has_move(MIN_LEG_LEFT, 1024, MIN_LEG_MARCH, 4901 - 393, MIN_LEG_LEFT, 4096));
    for (int i = 0; i < list.n; i++)
        for (int k = 0; k < list.act[i].segs; k++)
            assert_true(list.act[i].seg[k].value > 0);
}

/* N-CAND-2: to 3 inches from the enemy ahead, to its ranges, to a terrain boundary. */
static void n_cand_2_stops_that_matter(void **unused)
{
    (void)unused;
    put(SMALL_HORSE_A, 20000, 10000, 0, 7);
    put(FOE, 20000, 20000, TC_HALF, 24);
    moves_with(SMALL_HORSE_A, 12000, MIN_VETERAN);
    assert_true(
        has_move(MIN_LEG_MARCH, 7000, 0, 0, 0, 0)); /* 3 inches off, also its short range */
    assert_true(has_move(MIN_LEG_MARCH, 4000, 0, 0, 0, 0)); /* 6: its long range */
    assert_false(has_move(MIN_LEG_MARCH, 7001, 0, 0, 0, 0));
    assert_true(has_move(MIN_LEG_MARCH, 6000, 0, 0, 0, 0)); /* half */
    s.units[FOE].where = MIN_SPARE;
    s.units[FOE].fig = s.units[FOE].fig0 = 0;
    bk.grounds = SMALL_GROUNDS; /* the wood begins at y 15 */
    put(SMALL_HORSE_A, 5000, 10000, 0, 7);
    moves_with(SMALL_HORSE_A, 12000, MIN_VETERAN);
    assert_true(has_move(MIN_LEG_MARCH, 5000, 0, 0, 0, 0));
}

/* N-CAND-2: the wheel that faces an enemy within 36 inches, none for one beyond. */
static void n_cand_2_wheel_to_face(void **unused)
{
    int facing = 0;

    (void)unused;
    put(SMALL_FOOT_C, 20000, 10000, 0, 4);
    put(FOE, 31111, 22222, TC_HALF, 24);
    moves_with(SMALL_FOOT_C, 5000, MIN_VETERAN);
    for (int i = 0; i < list.n; i++) {
        const struct tc_act *a = &list.act[i];
        facing |= a->segs > 0 && a->seg[0].leg == MIN_LEG_RIGHT && a->seg[0].value % 1024 != 0;
    }
    assert_true(facing);
    put(FOE, 20000 + 25000, 36000, TC_HALF, 2); /* 25 and 26 inches: 36.07 */
    moves_with(SMALL_FOOT_C, 5000, MIN_VETERAN);
    for (int i = 0; i < list.n; i++)
        for (int k = 0; k < list.act[i].segs; k++)
            if (list.act[i].seg[k].leg != MIN_LEG_MARCH)
                assert_int_equal(list.act[i].seg[k].value % 1024, 0);
}

/* N-CAND-3: straight at the front; a wheel and a charge on the flank. */
static void n_cand_3_charges(void **unused)
{
    struct tc_act front;
    bool flank = false;

    (void)unused;
    put(SMALL_HORSE_A, 20000, 10000, 0, 7);
    put(FOE, 20000, 19000, TC_HALF, 24);
    moves_with(SMALL_HORSE_A, 12000, MIN_VETERAN);
    front = path(MIN_V_CHARGE, FOE, MIN_LEG_MARCH, 8999, 0, 0, 0, 0);
    assert_true(listed(&front));
    /* an enemy who shows his flank to one who wheels: it lies to the east and faces north */
    put(FOE, 33000, 13000, 0, 24);
    moves_with(SMALL_HORSE_A, 16000, MIN_VETERAN);
    for (int i = 0; i < list.n; i++)
        flank |= list.act[i].verb == MIN_V_CHARGE && list.act[i].segs > 1 &&
                 list.act[i].seg[list.act[i].segs - 2].leg == MIN_LEG_RIGHT &&
                 list.act[i].seg[list.act[i].segs - 2].value == 16384;
    assert_true(flank);
}

/* N-CAND-3, N-B12e, N-B12h: none for those who may not charge. */
static void n_cand_3_nobody_who_may_not(void **unused)
{
    struct min_unit *m = put(SMALL_FOOT_A, 20000, 10000, 0, 24);

    (void)unused;
    m->formation = MIN_MARCH_COLUMN;
    m->files = 4;
    put(FOE, 20000, 14000, TC_HALF, 24);
    moves_with(SMALL_FOOT_A, 6000, MIN_VETERAN);
    for (int i = 0; i < list.n; i++)
        assert_int_equal(list.act[i].verb, MIN_V_MOVE);
}

/* --- Pursuit
 * --------------------------------------------------------------------------------------- */

/* N-CAND-5, N-C10: the start, contact, the maximum; nothing beyond contact. */
static void n_cand_5_pursuit(void **unused)
{
    struct min_mover *mv = &s.mover;

    (void)unused;
    put(SMALL_HORSE_A, 20000, 10000, 0, 7);
    put(FOE, 20000, 20000, 0, 24); /* it has turned: its rear is at y 19 */
    mv->unit = SMALL_HORSE_A;
    mv->target = FOE;
    mv->purpose = MIN_CHARGES;
    mv->value = 12000;
    ask(MIN_Q_PURSUE, SMALL_HORSE_A, FOE, 12000);
    assert_int_equal(list.n, 2);
    assert_true(has(MIN_V_HALT, 0, 0, 0, 0));
    assert_true(has(MIN_V_HALT, 8999, 0, 0, 0));
    mv->value = 5000;
    ask(MIN_Q_PURSUE, SMALL_HORSE_A, FOE, 5000);
    assert_int_equal(list.n, 2);
    assert_true(has(MIN_V_HALT, 5000, 0, 0, 0));
    /* N-C12: friends it went through may be charged instead */
    put(FOE_B, 20000, 14000, TC_HALF, 24);
    min_put(mv->passed, FOE_B);
    ask(MIN_Q_PURSUE, SMALL_HORSE_A, FOE, 5000);
    assert_true(has(MIN_V_SECONDARY, FOE_B, 0, 0, 0));
}

/* --- Formations
 * --------------------------------------------------------------------------------------- */

/* N-CAND-6: everything a French battalion may form; what it is already is left out. */
static void n_cand_6_line_infantry(void **unused)
{
    (void)unused;
    put(SMALL_FOOT_A, 20000, 16000, 0, 24);
    bk.unit[SMALL_FOOT_A].regular = true;
    ask(MIN_Q_FORM, SMALL_FOOT_A, 0, 0);
    for (int turn = 0; turn < 3; turn++)
        assert_true(has(MIN_V_TURN, turn, 0, 0, 0));
    assert_true(has(MIN_V_FORM, MIN_SQUARE, 0, 0, 0));
    assert_true(has(MIN_V_FORM, MIN_ATTACK_COLUMN, 0, 0, 0));
    assert_true(has(MIN_V_FORM, MIN_MARCH_COLUMN, 1, 0, 0));
    assert_true(has(MIN_V_FORM, MIN_MARCH_COLUMN, 2, 0, 0));
    assert_true(has(MIN_V_FORM, MIN_MARCH_COLUMN, 4, 0, 0));
    assert_false(has(MIN_V_FORM, MIN_LINE, 0, 0, 0));
    assert_true(has(MIN_V_BEND, 6, 8192, 0, 0));
    assert_true(has(MIN_V_BEND, 6, -8192, 0, 0));
    assert_true(has(MIN_V_BEND, 6, -16384, 0, 0));
    assert_true(has(MIN_V_BEND, 0, 0, 6, 8192));
    assert_int_equal(list.n, 3 + 2 + 3 + 6);
    bk.unit[SMALL_FOOT_A].regular = false; /* N-Kb4d */
    ask(MIN_Q_FORM, SMALL_FOOT_A, 0, 0);
    assert_false(has(MIN_V_FORM, MIN_ATTACK_COLUMN, 0, 0, 0));
}

/* N-CAND-6: light units: turns, gaps 0, 1, 3 and 6 inches in one or two ranks. */
static void n_cand_6_light_infantry(void **unused)
{
    struct min_unit *m = put(SMALL_LIGHT, 24000, 18000, 0, 7);

    (void)unused;
    m->ranks = 1;
    m->gap = 1000;
    ask(MIN_Q_FORM, SMALL_LIGHT, 0, 0);
    assert_int_equal(list.n, 3 + 7); /* not the one it has */
    assert_true(has(MIN_V_FORM, MIN_OPEN, 0, 2, 6000));
    assert_true(has(MIN_V_FORM, MIN_OPEN, 0, 1, 0));
    assert_false(has(MIN_V_FORM, MIN_OPEN, 0, 1, 1000));
}

/* --- Fire, guns
 * ------------------------------------------------------------------------------------------ */

/* N-CAND-7: each pair of part and target that is legal. */
static void n_cand_7_targets(void **unused)
{
    struct min_unit *m = put(SMALL_FOOT_A, 20000, 20000, 0, 24);

    (void)unused;
    m->formation = MIN_SQUARE; /* x 18.75 to 21.25, y 17.5 to 20 */
    put(FOE, 20000, 24000, TC_HALF, 24);
    put(FOE_B, 20000, 13500, 0, 24);
    ask(MIN_Q_TARGET, SMALL_FOOT_A, 0, 0);
    assert_true(has(MIN_V_AT, FOE, MIN_FROM_FRONT, 0, 0));
    assert_true(has(MIN_V_AT, FOE_B, MIN_FROM_REAR, 0, 0));
    assert_false(has(MIN_V_AT, FOE_B, MIN_FROM_FRONT, 0, 0));
    /* the bonus dice: all, or any smaller share */
    ask(MIN_Q_BONUS, SMALL_FOOT_A, MIN_FROM_FRONT, 2);
    assert_int_equal(list.n, 3);
    assert_true(has(MIN_V_BONUS, 2, 0, 0, 0));
    assert_true(has(MIN_V_BONUS, 1, 0, 0, 0));
}

/* N-CAND-8: keep whole, or single guns. */
static void n_cand_8_split(void **unused)
{
    struct min_unit *m = put(SMALL_GUNS, 20000, 9000, 0, 12);

    (void)unused;
    m->guns = 2;
    ask(MIN_Q_SPLIT, SMALL_GUNS, 0, 0);
    assert_int_equal(list.n, 2);
    assert_true(has(MIN_V_KEEP_WHOLE, 0, 0, 0, 0));
    assert_true(has(MIN_V_SPLIT, 0, 0, 0, 0));
}

/* N-CAND-9, N-TAB-4: stay, half and full ahead and back, an eighth either way, face an enemy.
 */
static void n_cand_9_manhandling(void **unused)
{
    struct min_unit *m = put(SMALL_GUNS, 20000, 9000, 0, 6);

    (void)unused;
    m->guns = 1;
    put(FOE, 30000, 30000, TC_HALF, 24);
    ask(MIN_Q_HANDLE, SMALL_GUNS, 2000, 0);
    assert_true(has(MIN_V_HANDLE, 20000, 9000, 0, 0));
    assert_true(has(MIN_V_HANDLE, 20000, 10000, 0, 0));
    assert_true(has(MIN_V_HANDLE, 20000, 11000, 0, 0));
    assert_true(has(MIN_V_HANDLE, 20000, 8000, 0, 0));
    assert_true(has(MIN_V_HANDLE, 20000, 7000, 0, 0));
    assert_int_equal(list.n, 8); /* and two turns, and one enemy to face */
}

/* N-CAND-10: what may be declined can be. */
static void n_cand_10_declining(void **unused)
{
    struct min_unit *m = put(SMALL_FOOT_A, 20000, 9000, 0, 24);

    (void)unused;
    m->marker = MIN_ORANGE;
    put(FOE, 20000, 14000, TC_HALF, 24);
    ask(MIN_Q_CLEAR, SMALL_FOOT_A, 0, 0);
    assert_true(has(MIN_V_LEAVE, 0, 0, 0, 0));
    ask(MIN_Q_PICK, 0, 0, 0);
    assert_true(has(MIN_V_DONE, 0, 0, 0, 0));
    ask(MIN_Q_ACTION, SMALL_FOOT_A, 0, 0);
    assert_true(has(MIN_V_STAND, 0, 0, 0, 0));
    ask(MIN_Q_FIRE, 0, 0, 0);
    assert_true(has(MIN_V_CEASE, 0, 0, 0, 0));
    ask(MIN_Q_RESPOND, SMALL_FOOT_A, FOE, 0);
    assert_true(has(MIN_V_HOLD, 0, 0, 0, 0));
    ask(MIN_Q_FOG_BRIGADE, 0, 0, 0);
    assert_true(has(MIN_V_DECLINE, 0, 0, 0, 0));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup(f, empty_table)
    const struct CMUnitTest tests[] = {
        T(n_cand_1_distinct_totals),
        T(n_cand_2_somebody_ahead),
        T(n_cand_2_marches_and_wheels),
        T(n_cand_2_stops_that_matter),
        T(n_cand_2_wheel_to_face),
        T(n_cand_3_charges),
        T(n_cand_3_nobody_who_may_not),
        T(n_cand_5_pursuit),
        T(n_cand_6_line_infantry),
        T(n_cand_6_light_infantry),
        T(n_cand_7_targets),
        T(n_cand_8_split),
        T(n_cand_9_manhandling),
        T(n_cand_10_declining),
    };

    return cmocka_run_group_tests_name("n_cand", tests, NULL, NULL);
}
