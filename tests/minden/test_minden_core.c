/* tests/minden/test_minden_core.c - single rules of minden with forced dice. */
#include "tests/minden/play.h"

#define DICE(...)                                                                              \
    (const int[]){ __VA_ARGS__ }, (int)(sizeof((int[]){ __VA_ARGS__ }) / sizeof(int))
#define SAY(...)                                                                               \
    (const char *const[])                                                                      \
    {                                                                                          \
        __VA_ARGS__, NULL                                                                      \
    }

/* A mover with a kept value, as after the throw. */
static void on_the_move(struct table *t, int unit, int32_t value, int grade)
{
    t->s.mover.unit = (int16_t)unit;
    t->s.mover.kept = t->s.mover.value = value;
    t->s.mover.owed_grade = (uint8_t)grade;
    t->s.mover.back = MIN_S_PICK;
}

/* --- Clearing: N-A2 ---------------------------------------------------------------------- */

static void trained_second_throw_clears_orange_on_two(void **state)
{
    struct table *t = lay_table();

    (void)state;
    t->s.units[SMALL_FOOT_A].marker = MIN_ORANGE;
    play_step(t, MIN_S_CLEAR, SAY("dice-to-clear"), DICE(1, 2)); /* N-A2c */
    assert_int_equal(t->s.units[SMALL_FOOT_A].marker, MIN_NO_MARKER);
}

static void trained_second_throw_needs_a_six_to_reform(void **state)
{
    struct table *t = lay_table();

    (void)state;
    t->s.units[SMALL_FOOT_A].marker = MIN_RED;
    play_step(t, MIN_S_CLEAR, SAY("dice-to-clear"), DICE(1, 5)); /* N-A2g */
    assert_int_equal(t->s.units[SMALL_FOOT_A].marker, MIN_RED);
    t->s.cursor = 0;
    play_step(t, MIN_S_CLEAR, SAY("dice-to-clear"), DICE(1, 6));
    assert_int_equal(t->s.units[SMALL_FOOT_A].marker, MIN_NO_MARKER);
}

/* --- Movement: N-B8 to N-B11 ---------------------------------------------------------------
 */

static void commanded_trained_foot_throws_three_and_keeps_one(void **state)
{
    struct table *t = lay_table();

    (void)state;
    play_step(t, MIN_S_PICK, SAY("pick foot-a", "dice", "keep 2"), DICE(1, 5, 3));
    assert_int_equal(sum_told(t, MIN_LB_MOVE_DICE), 3); /* N-B6, N-B8b, N-B8c */
    assert_int_equal(t->s.mover.kept, 5000);            /* N-B9 */
    assert_int_equal(t->s.head.step, MIN_S_COURSE);
}

static void disordered_foot_throws_its_rate_only(void **state)
{
    struct table *t = lay_table();

    (void)state;
    t->s.units[SMALL_FOOT_A].marker = MIN_ORANGE;
    play_step(t, MIN_S_PICK, SAY("pick foot-a", "dice"), DICE(4)); /* N-B8d */
    assert_int_equal(t->s.mover.kept, 4000);
}

static void trained_owe_half_and_are_shown_how(void **state)
{
    struct table *t = lay_table();
    struct tc_refusal why;

    (void)state;
    on_the_move(t, SMALL_FOOT_A, 5000, MIN_TRAINED);
    assert_false(judged(t, MIN_Q_PATH, SMALL_FOOT_A, "move march 2", &why));
    assert_string_equal(why.rule, "N-B11b");
    assert_true(why.has_nearest);
    assert_int_equal(why.nearest.seg[0].value, 2500);
    assert_true(judged(t, MIN_Q_PATH, SMALL_FOOT_A, "move march 2.5", &why));
}

static void a_move_stops_three_inches_from_the_enemy(void **state)
{
    struct table *t = lay_table();
    struct tc_refusal why;

    (void)state;
    only_units(t, (const int[]){ SMALL_FOOT_A, ENEMY + SMALL_FOOT_A, -1 });
    post_unit(t, SMALL_FOOT_A, 20000, 10000, 0);
    post_unit(t, ENEMY + SMALL_FOOT_A, 20000, 15000, 32768);
    on_the_move(t, SMALL_FOOT_A, 6000, MIN_GREEN);
    assert_false(judged(t, MIN_Q_PATH, SMALL_FOOT_A, "move march 6", &why));
    assert_string_equal(why.rule, "N-B10a");
    assert_int_equal(why.nearest.seg[0].value, 2000); /* and that pays what is owed: N-B11e */
    assert_true(judged(t, MIN_Q_PATH, SMALL_FOOT_A, "move march 2", &why));
}

static void entering_a_wood_ends_the_move_and_disorders(void **state)
{
    struct table *t = lay_table();
    struct tc_refusal why;

    (void)state;
    only_units(t, (const int[]){ SMALL_FOOT_A, -1 });
    post_unit(t, SMALL_FOOT_A, 5000, 13000, 0);
    on_the_move(t, SMALL_FOOT_A, 6000, MIN_TRAINED);
    assert_false(judged(t, MIN_Q_PATH, SMALL_FOOT_A, "move march 6", &why));
    assert_string_equal(why.rule, "N-Jd1");
    play_step(t, MIN_S_COURSE, SAY("move march 2"), NULL, 0);
    play_step(t, MIN_S_WALK, NULL, NULL, 0);
    assert_int_equal(t->s.units[SMALL_FOOT_A].y, 15000);
    assert_int_equal(t->s.units[SMALL_FOOT_A].marker, MIN_ORANGE); /* N-Jd2 */
    assert_int_equal(t->s.units[SMALL_FOOT_A].terrain_stop, 1);
}

/* --- Fire: N-D
 * -------------------------------------------------------------------------------- */

static void a_whole_line_fires_one_die_a_figure(void **state)
{
    struct table *t = lay_table();
    int dice[25];

    (void)state;
    only_units(t, (const int[]){ SMALL_FOOT_A, ENEMY + SMALL_FOOT_A, -1 });
    post_unit(t, SMALL_FOOT_A, 20000, 10000, 0);
    post_unit(t, ENEMY + SMALL_FOOT_A, 20000, 13000, 32768);
    t->s.phase = MIN_P_FIRE;
    for (int i = 0; i < 25; i++)
        dice[i] = i == 7 ? 6 : 2;
    play_step(t, MIN_S_FIRE, SAY("shoot foot-a"), dice, 25);
    assert_int_equal(sum_told(t, MIN_LB_FIRE_DICE), 25); /* 24 figures, N-D7 one more */
    assert_int_equal(told(t, MIN_E_CASUALTIES)->arg[2], 1);
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].fig, 23);
    assert_false(was_told(t, MIN_E_TEST)); /* one is not two: N-D3 */
}

static void two_casualties_disorder_and_test(void **state)
{
    struct table *t = lay_table();
    int dice[26];

    (void)state;
    only_units(t, (const int[]){ SMALL_FOOT_A, ENEMY + SMALL_FOOT_A, -1 });
    post_unit(t, SMALL_FOOT_A, 20000, 10000, 0);
    post_unit(t, ENEMY + SMALL_FOOT_A, 20000, 13000, 32768);
    t->s.phase = MIN_P_FIRE;
    for (int i = 0; i < 26; i++)
        dice[i] = i < 2 ? 6 : 3;
    play_step(t, MIN_S_FIRE, SAY("shoot foot-a"), dice, 26);
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].marker, MIN_ORANGE); /* N-J1 */
    assert_int_equal(told(t, MIN_E_TEST)->arg[2],
                     -3); /* disordered, trained; 2 of 24 is no tenth */
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].morale, MIN_STEADY);
}

/* --- Charge and melee
 * ------------------------------------------------------------------------------ */

static void lay_charge(struct table *t)
{
    only_units(t, (const int[]){ SMALL_HORSE_A, ENEMY + SMALL_FOOT_A, -1 });
    post_unit(t, SMALL_HORSE_A, 20000, 10000, 0);
    post_unit(t, ENEMY + SMALL_FOOT_A, 20000, 18000, 32768);
    on_the_move(t, SMALL_HORSE_A, 10000, MIN_TRAINED);
}

static void a_charge_home_gives_the_bonus_and_a_melee(void **state)
{
    struct table *t = lay_table();
    const struct min_unit *m = &t->s.units[SMALL_HORSE_A];

    (void)state;
    lay_charge(t);
    play_step(t, MIN_S_COURSE, SAY("charge e-foot-a march 7.999"), NULL, 0);
    assert_int_equal(t->s.mover.run, 6000); /* N-B12b */
    play_step(t, MIN_S_WALK, NULL, NULL, 0);
    assert_int_equal(m->y, 11999);
    play_step(t, MIN_S_REACT, SAY("stand-fast"), NULL, 0);
    play_step(t, MIN_S_WALK, NULL, NULL, 0);
    play_step(t, MIN_S_CONTACT, NULL, NULL, 0);
    play_step(t, MIN_S_CLASH, NULL, NULL, 0);
    assert_int_equal(m->y, 18000); /* squared up: N-GEO-20d */
    assert_int_equal(m->charge_bonus, 1);
    assert_int_equal(m->foe, ENEMY + SMALL_FOOT_A);
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].melee, m->melee);

    /* +1 charge, -1 trained, die 3: 0; against -1 trained, die 1: -2. Lost by two. */
    play_step(t, MIN_S_MELEE, NULL, DICE(3, 1, 4));
    assert_int_equal(told(t, MIN_E_MELEE_WON)->arg[1], 2);      /* N-F6 */
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].fig, 18); /* N-F7 */
    assert_int_equal(told(t, MIN_E_TEST)->arg[2], -5);          /* -2 -1 -1 -1 */
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].morale, MIN_RETREATING);
    assert_int_equal(m->marker, MIN_ORANGE); /* N-F13 */
    assert_int_equal(m->melee, TC_NONE);
}

static void an_evader_leaves_the_charger_disordered(void **state)
{
    struct table *t = lay_table();

    (void)state;
    lay_charge(t);
    play_step(t, MIN_S_COURSE, SAY("charge e-foot-a march 7.999"), NULL, 0);
    play_step(t, MIN_S_WALK, NULL, NULL, 0);
    play_step(t, MIN_S_REACT, SAY("evade"), DICE(6));
    assert_int_equal(t->s.log[0].kind, MIN_EVADE);
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].marker, MIN_ORANGE); /* N-C20g */
    assert_int_equal(t->s.units[ENEMY + SMALL_FOOT_A].facing, 0);          /* directly away */
    play_step(t, MIN_S_PURSUE, SAY("halt 1"), NULL, 0);
    play_step(t, MIN_S_WALK, NULL, NULL, 0);
    play_step(t, MIN_S_CLASH, NULL, NULL, 0);
    assert_int_equal(t->s.units[SMALL_HORSE_A].y, 12999);
    assert_int_equal(t->s.units[SMALL_HORSE_A].marker, MIN_ORANGE); /* N-F3 */
}

static void march_columns_and_guns_never_charge(void **state)
{
    struct table *t = lay_table();
    struct tc_refusal why;

    (void)state;
    lay_charge(t);
    t->s.units[SMALL_HORSE_A].formation = MIN_MARCH_COLUMN;
    t->s.units[SMALL_HORSE_A].files = 2;
    assert_false(judged(t, MIN_Q_PATH, SMALL_HORSE_A, "charge e-foot-a march 7.999", &why));
    assert_string_equal(why.rule, "N-B12e");
}

/* --- Formation
 * --------------------------------------------------------------------------------------- */

static void a_formation_change_marks_red(void **state)
{
    struct table *t = lay_table();
    struct tc_refusal why;

    (void)state;
    assert_false(judged(t, MIN_Q_FORM, SMALL_FOOT_A, "form attack-column", &why));
    assert_string_equal(why.rule, "N-Kb4d");
    play_step(t, MIN_S_PICK, SAY("pick foot-a", "change", "form march-column files=4"), NULL,
              0);
    assert_int_equal(t->s.units[SMALL_FOOT_A].formation, MIN_MARCH_COLUMN);
    assert_int_equal(t->s.units[SMALL_FOOT_A].marker, MIN_RED); /* N-B1a */
    assert_int_equal(t->s.units[SMALL_FOOT_A].acted, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trained_second_throw_clears_orange_on_two),
        cmocka_unit_test(trained_second_throw_needs_a_six_to_reform),
        cmocka_unit_test(commanded_trained_foot_throws_three_and_keeps_one),
        cmocka_unit_test(disordered_foot_throws_its_rate_only),
        cmocka_unit_test(trained_owe_half_and_are_shown_how),
        cmocka_unit_test(a_move_stops_three_inches_from_the_enemy),
        cmocka_unit_test(entering_a_wood_ends_the_move_and_disorders),
        cmocka_unit_test(a_whole_line_fires_one_die_a_figure),
        cmocka_unit_test(two_casualties_disorder_and_test),
        cmocka_unit_test(a_charge_home_gives_the_bonus_and_a_melee),
        cmocka_unit_test(an_evader_leaves_the_charger_disordered),
        cmocka_unit_test(march_columns_and_guns_never_charge),
        cmocka_unit_test(a_formation_change_marks_red),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
