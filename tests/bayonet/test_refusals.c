/* tests/bayonet/test_refusals.c - a refusal names a condition that fails: mended one by one,
 * each reason gives way to the next until the act is legal. */
#include "tests/bayonet/lab.h"

static struct lab lab;

static int open_lab(void **unused)
{
    (void)unused;
    lab_open(&lab, "bayonet/drill-ground");
    lab.s.head.active = lab.s.now.first = 0;
    lab.s.now.compliant = 1;
    return 0;
}

static int close_lab(void **unused)
{
    (void)unused;
    lab_close(&lab);
    return 0;
}

/* --- The reason for which an act is refused, or "" ------------------------------------------
 */

static struct tc_query q;

static void ask(int question, int subject)
{
    q = (struct tc_query){ .side = 0, .question = (int16_t)question, .rule = "B-3.0a" };
    q.arg[0] = subject;
}

static const char *refusal(const char *line)
{
    struct tc_view v = { &lab.bk->head, &lab.s, &q };
    struct tc_refusal no = { 0 };
    struct tc_why why;
    struct tc_act a;

    bay_index(lab.bk, &lab.s);
    if (tc_parse_act(&bay_ruleset, &lab.bk->head, line, strlen(line), &a, &why) != TC_OK)
        fail_msg("%s: %s", line, why.text);
    if (tc_judge_act(&bay_ruleset, &v, NULL, &a, &no))
        return "";
    return bay_ruleset.reasons[no.reason].name;
}

static int brigade(const char *name)
{
    return lab_find(&lab, BAY_L_BRIGADE, name);
}

static struct bay_leader *leader(const char *name)
{
    return &lab.s.leaders[lab_find(&lab, BAY_L_LEADER, name)];
}

static struct bay_unit *unit(const char *name)
{
    return &lab.s.units[lab_unit(&lab, name)];
}

/* The unit moves, its brigade acts under that order, in a box as wide as the map. */
static void moves(const char *name, int order)
{
    int u = lab_unit(&lab, name);

    lab.s.now.mover = (int16_t)u;
    lab.s.now.mate = TC_NONE;
    lab.s.now.brigade = lab.bk->unit[u].brigade;
    lab.s.brigades[lab.s.now.brigade].order = (uint8_t)order;
    lab.s.now.x_low = lab.s.now.y_low = INT16_MIN;
    lab.s.now.x_high = lab.s.now.y_high = INT16_MAX;
    ask(BAY_Q_LEG, u);
}

static void impact(int hex, int level)
{
    lab.s.impacts[0] =
        (struct bay_impact){ .hex = (int16_t)hex, .source = 0, .level = (uint8_t)level };
    lab.s.key = 0; /* the index is built anew */
}

/* --- 9.4 Riding through infantry ---- */

static void b_9_4b_through(void **unused)
{
    (void)unused;
    lab_put(&lab, "f4", 101, 1);
    lab_put(&lab, "h1", 102, 1);
    moves("f4", BAY_DRESS);
    lab.bk->drill[0] = 0;
    assert_string_equal(refusal("through nw nw"), "no-drill");
    lab.bk->drill[0] = 1;
    assert_string_equal(refusal("through nw nw"), "not-horse");
    moves("h1", BAY_DRESS);
    lab.s.now.mate = (int16_t)lab_unit(&lab, "h2");
    assert_string_equal(refusal("through nw nw"), "drill-stack");
    lab.s.now.mate = TC_NONE;
    assert_string_equal(refusal("through nw nw"), "map-edge");
    lab_put(&lab, "h1", 2013, 1);
    assert_string_equal(refusal("through e nw"), "not-front");
    assert_string_equal(refusal("through nw e"), "not-front");
    assert_string_equal(refusal("through nw nw"), "no-battalion");
    lab_put(&lab, "c1", 1912, 4);
    assert_string_equal(refusal("through nw nw"), "no-battalion");
    lab_put(&lab, "c1", 1203, 4);
    lab_put(&lab, "f1", 1912, 1);
    unit("f2")->pos = 1;
    unit("f2")->hex = 1912;
    assert_string_equal(refusal("through nw nw"), "two-battalions");
    lab_put(&lab, "f2", 316, 1);
    impact(1912, BAY_EFFECTIVE);
    assert_string_equal(refusal("through nw nw"), "effective");
    impact(0, 0);
    unit("h1")->spent = 7;
    assert_string_equal(refusal("through nw nw"), "movement-points");
    unit("h1")->spent = 0;
    lab_put(&lab, "b1", 1911, 4);
    assert_string_equal(refusal("through nw nw"), "enemy-there");
    lab_put(&lab, "b1", 203, 4);
    assert_string_equal(refusal("through nw nw"), "");
    lab_put(&lab, "h1", 1010, 1); /* f1 in the forest of 1009 */
    lab_put(&lab, "f1", 1009, 1);
    assert_string_equal(refusal("through nw nw"), "rough-lane");
}

/* --- 7, 8, 9 Legs ---- */

static void b_9_1_1c_reorder(void **unused)
{
    (void)unused;
    moves("f1", BAY_CHARGE);
    assert_string_equal(refusal("reorder"), "moves-alone");
    lab.s.now.mate = (int16_t)lab_unit(&lab, "f2");
    assert_string_equal(refusal("reorder"), "not-marching");
    lab.s.brigades[lab.s.now.brigade].order = BAY_MARCH;
    unit("f2")->spent = 1;
    assert_string_equal(refusal("reorder"), "spent");
    unit("f2")->spent = 0;
    assert_string_equal(refusal("reorder"), "");
    assert_string_equal(refusal("march 0215 n"), "stack-steps");
}

static void b_rul_42_guns(void **unused)
{
    (void)unused;
    moves("f1", BAY_MARCH);
    assert_string_equal(refusal("beneath"), "no-guns");
    lab_put(&lab, "rg1", 216, 1);
    unit("rg1")->pos = 1; /* beneath f1 */
    assert_string_equal(refusal("above"), "before-guns");
    unit("f1")->spent = 4;
    assert_string_equal(refusal("beneath"), "movement-points");
    unit("f1")->spent = 0;
    assert_string_equal(refusal("beneath"), "");
    assert_string_equal(refusal("step nw beneath=yes"), "no-guns");
}

static void b_8_0_facing(void **unused)
{
    (void)unused;
    moves("f1", BAY_MARCH);
    assert_string_equal(refusal("turn n"), "same-facing");
    assert_string_equal(refusal("turn none"), "six-facings");
    assert_string_equal(refusal("turn s"), "");
    assert_string_equal(refusal("step nw facing=s"), "keeps-facing");
    lab_put(&lab, "f1", 609, 1);
    lab_put(&lab, "f2", 609, 1);
    unit("f2")->pos = 1;
    assert_string_equal(refusal("step nw"), "needs-facing");
    assert_string_equal(refusal("turn s"), "has-no-facing");
    assert_string_equal(refusal("step nw facing=n"), "");
}

static void b_rul_39_stack_facing(void **unused)
{
    (void)unused;
    lab_put(&lab, "f1", 2013, 1);
    lab_put(&lab, "f2", 1912, 0);
    moves("f1", BAY_MARCH);
    unit("f1")->spent = 3;
    assert_string_equal(refusal("step nw"), "stack-facing");
    lab_put(&lab, "f2", 1912, 1);
    assert_string_equal(refusal("step nw"), "");
}

static void b_9_1_1a_stacks_that_move(void **unused)
{
    (void)unused;
    moves("f1", BAY_CHARGE);
    ask(BAY_Q_MOVE, lab.s.now.brigade);
    assert_string_equal(refusal("move-stack f1"), "alone");
    lab_put(&lab, "f1", 2013, 1);
    lab_put(&lab, "f2", 2013, 1);
    unit("f2")->pos = 1;
    lab_put(&lab, "b1", 2012, 4);
    assert_string_equal(refusal("move-stack f1"), "charges-alone");
    lab_put(&lab, "b1", 203, 4);
    unit("f2")->moved = 1;
    assert_string_equal(refusal("move-stack f1"), "moved");
    unit("f2")->moved = 0;
    unit("f2")->locks = 1;
    assert_string_equal(refusal("move-stack f1"), "locked");
    unit("f2")->locks = 0;
    assert_string_equal(refusal("move-stack f1"), "");
    assert_string_equal(refusal("move-stack f2"), "name-top");
    assert_string_equal(refusal("move rg1"), "is-battery");
    assert_string_equal(refusal("move h1"), "other-brigade");
    unit("f3")->life = BAY_ROUTED_1;
    assert_string_equal(refusal("move f3"), "is-routed");
    unit("f3")->life = BAY_GONE;
    unit("f3")->hex = TC_NONE;
    assert_string_equal(refusal("move f3"), "unit-gone");
    lab_put(&lab, "f1", 609, 1);
    lab_put(&lab, "f2", 609, 1);
    unit("f2")->pos = 1;
    assert_string_equal(refusal("move-stack f1"), "garrison-apart");
}

/* --- 5.4, 11 Attacks ---- */

static void b_5_4c_striking_back(void **unused)
{
    (void)unused;
    moves("f1", BAY_CHARGE);
    ask(BAY_Q_ATTACK, lab.s.now.brigade);
    lab_put(&lab, "f1", 2013, 1);
    unit("f1")->hex0 = 2014;
    unit("f1")->facing0 = 1;
    unit("f1")->target = TC_NONE;
    assert_string_equal(refusal("attack f1 2010"), "not-adjacent");
    lab_put(&lab, "b1", 2012, 4);
    assert_string_equal(refusal("attack f1 2012"), "has-moved");
    unit("f1")->hex0 = 2013;
    assert_string_equal(refusal("attack f1 2012"), "charged-nobody");
    lab.s.brigades[lab.s.now.brigade].order = BAY_MARCH;
    lab.s.now.compliant = 0;
    assert_string_equal(refusal("attack f1 2012"), "out-of-place");
    lab.s.now.compliant = 1;
    unit("f1")->isolated = 1;
    assert_string_equal(refusal("attack f1 2012"), "isolated");
    unit("f1")->isolated = 0;
    assert_string_equal(refusal("attack f1 2012"), "not-charging");
    lab.s.brigades[brigade("blue-foot")].order = BAY_CHARGE;
    unit("f1")->deed = BAY_D_STEP;
    assert_string_equal(refusal("attack f1 2012"), "has-dressed");
    unit("f1")->deed = BAY_D_NONE;
    assert_string_equal(refusal("attack f1 2012"), "");
    assert_string_equal(refusal("attack f1 1912"), "no-troops");
    lab.s.brigades[brigade("blue-horse")].order = BAY_CHARGE;
    lab_put(&lab, "c1", 1912, 4);
    assert_string_equal(refusal("attack f1 1912"), "other-arm");
    unit("c1")->life = BAY_ROUTED_1;
    assert_string_equal(refusal("attack f1 1912"), "fugitives-charge");
}

static void b_11_4_horse_on_foot(void **unused)
{
    int h1 = lab_put(&lab, "h1", 2013, 1);

    (void)unused;
    moves("h1", BAY_CHARGE);
    ask(BAY_Q_ATTACK, lab.s.now.brigade);
    lab_put(&lab, "b1", 2012, 4);
    lab_put(&lab, "b2", 1912, 4);
    lab_put(&lab, "b3", 2112, 4);
    lab.s.units[h1].hex0 = 2013;
    lab.s.units[h1].facing0 = 1;
    lab.s.units[h1].target = 1912;
    lab.s.units[h1].priority = 1;
    assert_string_equal(refusal("attack h1 2012"), "charged-other");
    lab.s.units[h1].target = 2012;
    unit("h1")->volleyed = 1;
    assert_string_equal(refusal("attack h1 2012"), "drew-volley");
    unit("b1")->casualties = 1;
    assert_string_equal(refusal("attack h1 2012"), "covered");
    lab_put(&lab, "b3", 403, 4);
    assert_string_equal(refusal("attack h1 2012"), "");
    unit("h1")->disordered = 1;
    assert_string_equal(refusal("attack h1 2012"), "is-disordered");
}

/* --- 5.5 Dress Ranks ---- */

static void b_5_5_deeds(void **unused)
{
    int h1 = lab_put(&lab, "h1", 1109, 1);

    (void)unused;
    moves("h1", BAY_DRESS);
    ask(BAY_Q_DEED, h1);
    assert_string_equal(refusal("recover"), "no-casualties");
    assert_string_equal(refusal("reform"), "good-order");
    unit("h1")->disordered = 1;
    impact(1109, BAY_HIT);
    assert_string_equal(refusal("reform"), "under-shot");
    impact(0, 0);
    assert_string_equal(refusal("reform"), "reform-open");
    lab_put(&lab, "h1", 2013, 1);
    assert_string_equal(refusal("reform"), "");
    assert_string_equal(refusal("face s"), "two-vertices");
    lab_put(&lab, "h2", 2013, 1);
    unit("h2")->pos = 1;
    unit("h2")->moved = 1;
    assert_string_equal(refusal("face ene"), "mate-done");
    moves("f1", BAY_DRESS);
    ask(BAY_Q_DEED, lab_unit(&lab, "f1"));
    assert_string_equal(refusal("recover"), "no-losses");
    unit("f1")->casualties = 1;
    assert_string_equal(refusal("recover"), "first-casualty");
    unit("f1")->casualties = 2;
    assert_string_equal(refusal("recover"), "");
}

/* --- 3.2, 6.2, 6.3 Leaders ---- */

static void b_3_2_wing_commanders(void **unused)
{
    (void)unused;
    ask(BAY_Q_WC, 0);
    assert_string_equal(refusal("activate-wing chevalier"), "enemy-leader");
    assert_string_equal(refusal("activate-wing colonel"), "not-yet");
    assert_string_equal(refusal("activate-wing duke"), "not-wing-commander");
    leader("lord")->post = BAY_FALLEN;
    assert_string_equal(refusal("activate-wing lord"), "fallen");
    leader("lord")->post = BAY_IN_PLAY;
    leader("lord")->finished = 1;
    assert_string_equal(refusal("activate-wing lord"), "leader-done");
    leader("lord")->finished = 0;
    assert_string_equal(refusal("activate-wing lord"), "");
}

static void b_6_2_leaders_move(void **unused)
{
    (void)unused;
    lab.s.now.leader = (int16_t)lab_find(&lab, BAY_L_LEADER, "graf");
    ask(BAY_Q_WING, lab.s.now.leader);
    assert_string_equal(refusal("lead lord"), "other-wing");
    assert_string_equal(refusal("try lord"), "other-wing");
    assert_string_equal(refusal("lead abbe"), "enemy-leader");
    leader("graf")->tried = 1;
    assert_string_equal(refusal("lead graf"), "moves-first");
    assert_string_equal(refusal("try graf"), "has-tried");
    leader("graf")->moved = 1;
    assert_string_equal(refusal("lead graf"), "leader-moved");
    leader("graf")->moved = leader("graf")->tried = 0;
    assert_string_equal(refusal("lead graf"), "");
    assert_string_equal(refusal("try duke"), "elsewhere");
    assert_string_equal(refusal("try graf"), "no-attempt");
    leader("graf")->line = BAY_RESERVE;
    assert_string_equal(refusal("try graf"), "no-brigades");
    leader("graf")->direct = (int16_t)brigade("red-line");
    assert_string_equal(refusal("try graf"), "direct");
}

static void b_6_2_where_to(void **unused)
{
    (void)unused;
    ask(BAY_Q_GO, lab_find(&lab, BAY_L_LEADER, "graf"));
    assert_string_equal(refusal("go blue-1 front"), "enemy-wing");
    assert_string_equal(refusal("go red-2 reserve"), "one-line");
    assert_string_equal(refusal("go red-1 front"), "keeps-wing");
    assert_string_equal(refusal("go red-2 front"), "is-there");
    assert_string_equal(refusal("go red-2 front with=red-foot"), "not-there");
    assert_string_equal(refusal("go red-2 front with=blue-foot"), "enemy-brigade");
    lab.s.brigades[brigade("red-line")].gone = 1;
    assert_string_equal(refusal("go red-2 front with=red-line"), "brigade-gone");
    lab.s.brigades[brigade("red-line")].gone = 0;
    assert_string_equal(refusal("go red-2 front with=red-line"), "");
    ask(BAY_Q_GO, lab_find(&lab, BAY_L_LEADER, "duke"));
    assert_string_equal(refusal("go red-3 front"), "one-wing");
}

/* --- 10, 12, 13 ---- */

static void b_10_batteries(void **unused)
{
    (void)unused;
    ask(BAY_Q_FIRE, 0);
    assert_string_equal(refusal("fire f1"), "not-battery");
    assert_string_equal(refusal("fire bg1"), "enemy-unit");
    unit("rg1")->fired = 1;
    assert_string_equal(refusal("fire rg1"), "fired");
    unit("rg1")->life = BAY_GONE;
    unit("rg1")->hex = TC_NONE;
    assert_string_equal(refusal("fire rg1"), "unit-gone");
    ask(BAY_Q_UNLIMBER, 0);
    assert_string_equal(refusal("unlimber rg3 none"), "six-facings"); /* B-10.1b */
    assert_string_equal(refusal("unlimber rg3 ese"), "");
}

static void b_12_13_checks_and_fugitives(void **unused)
{
    (void)unused;
    lab.s.now.brigade = (int16_t)brigade("red-foot");
    ask(BAY_Q_CHECK, 0);
    assert_string_equal(refusal("check blue-foot"), "lost-nobody");
    lab.s.brigades[brigade("red-foot")].lost_now = 1;
    assert_string_equal(refusal("check red-foot"), "checks-last");
    lab.s.brigades[brigade("blue-foot")].lost_now = 1;
    assert_string_equal(refusal("check blue-foot"), "");
    ask(BAY_Q_ROUT, 0);
    assert_string_equal(refusal("rout b1"), "enemy-unit");
    assert_string_equal(refusal("rout f1"), "no-fugitives");
    unit("f1")->life = BAY_ROUTED_1;
    assert_string_equal(refusal("rout f1"), "have-run");
    unit("f1")->moved = 2;
    assert_string_equal(refusal("rout f1"), "");
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(b_9_4b_through),        T(b_9_1_1c_reorder),
        T(b_rul_42_guns),         T(b_8_0_facing),
        T(b_rul_39_stack_facing), T(b_9_1_1a_stacks_that_move),
        T(b_5_4c_striking_back),  T(b_11_4_horse_on_foot),
        T(b_5_5_deeds),           T(b_3_2_wing_commanders),
        T(b_6_2_leaders_move),    T(b_6_2_where_to),
        T(b_10_batteries),        T(b_12_13_checks_and_fugitives),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
