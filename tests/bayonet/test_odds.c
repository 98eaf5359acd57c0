/* tests/bayonet/test_odds.c - the exact chances of an attack before it is made, its
 * modifiers and what is assumed on the way. */
#include "kernel/odds.h"
#include "tests/bayonet/lab.h"

static struct lab lab;
static struct tc_odds odds;

struct table {
    struct tc_game g;
    void *mem;
    struct tc_offers work, open;
    struct tc_taped act[TC_TAPE_ROOM];
    int8_t face[TC_TAPE_ROOM];
};

static struct table game, scratch;

static int open_lab(void **unused)
{
    (void)unused;
    lab_open(&lab, "bayonet/drill-ground");
    lab.s.head.active = lab.s.now.first = 0;
    lab.s.now.tier = BAY_CHARGE;
    lab.s.now.compliant = 1;
    return 0;
}

static int close_lab(void **unused)
{
    (void)unused;
    free(game.mem);
    free(scratch.mem);
    lab_close(&lab);
    return 0;
}

static void seat(struct table *t, const void *state)
{
    memset(t, 0, sizeof *t);
    t->mem = malloc(tc_game_memory(&bay_ruleset));
    assert_non_null(t->mem);
    tc_game_init_from(&t->g, &lab.bk->head, t->mem, &t->work, &t->open, state);
    t->g.tape = (struct tc_tape){
        .act = t->act, .act_room = TC_TAPE_ROOM, .face = t->face, .face_room = TC_TAPE_ROOM
    };
    t->g.u.dice = TC_DICE_TYPED;
}

/* The chances of an answer to the question the position leads to. */
static void ask_odds(int step, const char *act)
{
    struct tc_refusal refusal = { 0 };
    struct tc_why why = { 0 };
    struct tc_act a;

    lab.s.head.step = (uint16_t)step;
    bay_index(lab.bk, &lab.s);
    seat(&game, &lab.s);
    seat(&scratch, &lab.s);
    assert_int_equal(tc_game_go(&game.g), TC_WAITS_ANSWER);
    assert_int_equal(tc_parse_act(&bay_ruleset, &lab.bk->head, act, strlen(act), &a, &why),
                     TC_OK);
    if (tc_odds_of(&game.g, &a, &scratch.g, 100000, 100, 1, &odds, &refusal, &why) != TC_OK)
        fail_msg("%s: %s", act, why.text);
    assert_true(odds.exact);
}

/* Millionths of all rows that hold this event with this third number (any when -1). */
static uint64_t chance(int event, int value)
{
    uint64_t sum = 0;

    for (int i = 0; i < odds.rows; i++)
        for (int k = 0; k < odds.row[i].n; k++)
            if (odds.row[i].event[k].id == event &&
                (value < 0 || odds.row[i].event[k].arg[2] == value)) {
                sum += odds.row[i].millionths;
                break;
            }
    return sum;
}

static uint64_t all(void)
{
    uint64_t sum = 0;

    for (int i = 0; i < odds.rows; i++)
        sum += odds.row[i].millionths;
    return sum;
}

static int modifier(const char *rule)
{
    for (int i = 0; i < odds.mods; i++)
        if (odds.mod[i].kind == TC_EV_MOD && strcmp(odds.mod[i].rule, rule) == 0)
            return odds.mod[i].arg[0];
    return 99;
}

static int sum_of(const char *rule)
{
    for (int i = 0; i < odds.mods; i++)
        if (odds.mod[i].kind == TC_EV_SUM && strcmp(odds.mod[i].rule, rule) == 0)
            return odds.mod[i].arg[0];
    return 99;
}

static bool assumes(int verb)
{
    for (int i = 0; i < odds.assumed; i++)
        if (odds.answer[i].verb == verb)
            return true;
    return false;
}

static void charge(const char *unit, const char *brigade, int hex, int target)
{
    int u = lab_put(&lab, unit, hex, 1), b = lab_find(&lab, BAY_L_BRIGADE, brigade);

    lab.s.units[u].hex0 = (int16_t)hex;
    lab.s.units[u].facing0 = 1;
    lab.s.units[u].target = (int16_t)target;
    lab.s.units[u].priority = 1;
    lab.s.brigades[b].order = BAY_CHARGE;
    lab.s.now.brigade = (int16_t)b;
}

/* Two chargers, so that there is something to choose; column +1 of T4, no volleys left. */
static void infantry_attack(void **unused)
{
    (void)unused;
    charge("f1", "red-foot", 2013, 2012);
    charge("f2", "red-foot", 2213, 2212);
    lab.s.units[lab_unit(&lab, "f1")].casualties = 1;
    lab.s.units[lab_put(&lab, "b1", 2012, 4)].casualties = 1;
    lab_put(&lab, "b2", 2212, 4);
    ask_odds(BAY_S_ATTACKS, "attack f1 2012");
    assert_int_equal(chance(BAY_E_RESULT, BAY_AR), 100000);
    assert_int_equal(chance(BAY_E_RESULT, BAY_1A), 100000);
    assert_int_equal(chance(BAY_E_RESULT, BAY_FF), 400000);
    assert_int_equal(chance(BAY_E_RESULT, BAY_1D), 100000);
    assert_int_equal(chance(BAY_E_RESULT, BAY_DR), 100000);
    assert_int_equal(chance(BAY_E_RESULT, BAY_1DR), 200000);
    assert_int_equal(all(), 1000000);
    assert_int_equal(modifier("B-11.2.2q"), 1);
    assert_int_equal(sum_of("B-11.2.2e"), 1);
}

/* The volley is fixed and shown: fired, so both lose one; the column stays +1. */
static void volleys_are_assumed_and_shown(void **unused)
{
    (void)unused;
    charge("f1", "red-foot", 2013, 2012);
    charge("f2", "red-foot", 2213, 2212);
    lab_put(&lab, "b1", 2012, 4);
    lab_put(&lab, "b2", 2212, 4);
    ask_odds(BAY_S_ATTACKS, "attack f1 2012");
    assert_true(assumes(BAY_V_VOLLEY));
    assert_int_equal(chance(BAY_E_VOLLEY, -1), 1000000);
    assert_int_equal(sum_of("B-11.2.2e"), 1);
    assert_int_equal(chance(BAY_E_RESULT, BAY_FF), 400000);
}

/* Volley or not: asked in the fight itself. b1 has one casualty left to take. */
static void the_volley_before_it_is_given(void **unused)
{
    int u = lab_put(&lab, "f1", 2013, 1);

    (void)unused;
    charge("f1", "red-foot", 2013, 2012);
    lab.s.units[lab_put(&lab, "b1", 2012, 4)].casualties = 2;
    lab.s.attacks[0] = (struct bay_attack){ .unit = (int16_t)u, .target = 2012, .order = 1 };
    lab.s.now.attacks = 1;
    lab.s.now.shown = 1;
    lab.s.units[u].open = 2;
    lab.s.units[lab_unit(&lab, "b1")].open = 2;
    ask_odds(BAY_S_FIGHT, "volley");
    assert_int_equal(chance(BAY_E_ROUTED, -1), 1000000);
    free(game.mem);
    free(scratch.mem);
    ask_odds(BAY_S_FIGHT, "hold-fire"); /* 3 - 1 + 1: column +3 */
    assert_int_equal(sum_of("B-11.2.2e"), 3);
    assert_int_equal(chance(BAY_E_RESULT, BAY_RD), 100000);
    assert_int_equal(chance(BAY_E_ROUTED, -1),
                     500000); /* 1D and 1DR rout it too, DR does not */
}

/* Already when the charge is named: momentum and all, the way there included. */
static void odds_of_a_charge(void **unused)
{
    (void)unused;
    charge("h1", "red-horse", 2013, TC_NONE);
    lab.s.units[lab_unit(&lab, "h1")].target = TC_NONE;
    lab_put(&lab, "h2", 1914, 4);
    lab_put(&lab, "c1", 2010, 4);
    lab_put(&lab, "c2", 1910, 4);
    bay_index(lab.bk, &lab.s);
    lab.s.now.x_low = lab.s.now.y_low = -4000;
    lab.s.now.x_high = lab.s.now.y_high = 4000;
    ask_odds(BAY_S_MOVE, "move h1");
    assert_int_equal(modifier("B-11.3.1h"), 2); /* British, three hexes */
    assert_int_equal(sum_of("B-11.2.2e"), 2);
    assert_int_equal(chance(BAY_E_RESULT, BAY_AR1), 100000);
    assert_int_equal(chance(BAY_E_RESULT, BAY_BD), 200000);
    assert_int_equal(chance(BAY_E_RESULT, BAY_DAGGER), 200000);
    assert_true(assumes(BAY_V_CHARGE));
}

/* Unable to retreat: the second die is in the tree. T4 column +1, both ways out closed. */
static void two_dice_deep(void **unused)
{
    (void)unused;
    charge("f1", "red-foot", 2013, 2012);
    charge("f2", "red-foot", 2213, 2212);
    lab.s.units[lab_unit(&lab, "f1")].casualties = 1;
    lab.s.units[lab_put(&lab, "b1", 2012, 4)].casualties = 1;
    lab_put(&lab, "b2", 2212, 4);
    lab_put(&lab, "g1", 1914, 1);
    lab_put(&lab, "g2", 2014, 1);
    ask_odds(BAY_S_ATTACKS, "attack f1 2012");
    /* AR is one in ten; of T7 with value 3: 4 stand, 5 suffer, 1 routs */
    assert_int_equal(chance(BAY_E_STUCK, -1), 100000);
    uint64_t routs = 0;
    for (int i = 0; i < odds.rows; i++)
        for (int k = 0; k < odds.row[i].n; k++)
            if (odds.row[i].event[k].id == BAY_E_STUCK &&
                odds.row[i].event[k].arg[1] == BAY_ROUTS)
                routs += odds.row[i].millionths;
    assert_int_equal(routs, 10000);
}

/* Guns: T3 at range 2, 3 of 10 miss, 4 hit, 3 are effective. */
static void a_shot(void **unused)
{
    (void)unused;
    lab.s.now.guns_first = 0;
    ask_odds(BAY_S_FIRE, "fire rg1");
    assert_int_equal(all(), 1000000);
    assert_int_equal(chance(BAY_E_SHOT, BAY_MISS), 200000); /* assumed: the hex before it */
    assert_true(assumes(BAY_V_AT));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(infantry_attack),
        T(volleys_are_assumed_and_shown),
        T(the_volley_before_it_is_given),
        T(odds_of_a_charge),
        T(two_dice_deep),
        T(a_shot),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
