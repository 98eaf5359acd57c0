/* tests/reason/test_command.c - chapter 7: what a line of command costs and how far it
 * goes. Costs are in half points. */
#include "rules/reason/loc.h"
#include "tests/reason/lab.h"

static const struct tc_book *bk;
static struct rea_state s;
static struct rea_ctx c;
static uint8_t cost[REA_HEXES];

static int hex(int printed)
{
    return rea_index_of(rea_book(bk), printed);
}

static void start(const char *id)
{
    bk = lab_book(id);
    lab_start(bk, &s, &c);
}

static int leader(const char *name)
{
    return tc_find_name(bk->rules, bk, REA_L_LEADER, name, strlen(name));
}

static void put(const char *unit, int form, int facing, int printed, int len, int active)
{
    int k = lab_unit(bk, unit), b = s.unit[k].body;
    int16_t to[REA_LONG];

    assert_true(form == REA_LINE ? rea_line_hexes(&c, hex(printed), facing, len, to)
                                 : rea_column_hexes(&c, hex(printed), facing, len, to));
    rea_put(&c, b, form, facing, to, len);
    s.unit[k].active = (uint8_t)active;
}

static int from_to(int from, int to)
{
    uint64_t want[REA_HEXWORDS] = { 0 };
    uint8_t some[REA_HEXES];

    rea_trace(&c, 0, hex(from), 12, false, NULL, cost);
    tc_hexset_add(want,
                  (tc_hex)hex(to)); /* asked for one hex alone: reached or not as before */
    rea_trace(&c, 0, hex(from), 12, false, want, some);
    assert_int_equal(some[hex(to)] <= 12, cost[hex(to)] <= 12);
    return cost[hex(to)];
}

/* R-7.2b.1: one point a hex; R-7.2b.2: a half from friends to friends; R-7.2b.3, R-RUL-8: two
 * for friends who are not being activated, whoever stands behind. */
static void command_costs(void **unused)
{
    (void)unused;
    start("reason/learning");
    assert_int_equal(from_to(109, 209), 2);
    assert_int_equal(from_to(109, 409), 6);
    put("itzenplitz-1", REA_LINE, 4, 209, 1, 1);
    put("manteuffel-1", REA_LINE, 4, 309, 1, 1);
    put("grenadiers-billerbeck", REA_AC, 4, 409, 1, 0);
    assert_int_equal(from_to(109, 209), 2); /* no friend behind */
    assert_int_equal(from_to(109, 309), 3);
    assert_int_equal(from_to(109, 409), 7);
    s.unit[lab_unit(bk, "grenadiers-billerbeck")].active = 1;
    assert_int_equal(from_to(109, 409), 4);
}

/* R-7.2b.5: a hex with activated and other friends costs one: not two, and not a half. */
static void mixed_hex(void **unused)
{
    (void)unused;
    start("reason/learning");
    put("manteuffel-1", REA_LINE, 4, 209, 1, 1);
    put("itzenplitz-1", REA_LINE, 4, 309, 1, 1);
    put("moller-battery", REA_UA, 4, 309, 1, 0);
    assert_int_equal(from_to(109, 309), 4);
    s.unit[lab_unit(bk, "moller-battery")].active = 1;
    assert_int_equal(from_to(109, 309), 3);
}

/* R-7.2b.4: free along one body and along adjacent battalions of a regiment. */
static void joined_hexes(void **unused)
{
    (void)unused;
    start("reason/learning");
    put("itzenplitz-1", REA_LINE, 4, 209, 1, 1);
    put("itzenplitz-2", REA_LINE, 4, 309, 1, 1);
    assert_int_equal(from_to(109, 309), 2);
    start("reason/learning");
    put("manteuffel-1", REA_LINE, 4, 209, 2, 0);
    assert_int_equal(from_to(109, 209), 4);
    assert_int_equal(from_to(109, 309), 4);
}

/* R-7.2d: no line through an enemy zone, except where an unrouted friend stands. */
static void zones_block(void **unused)
{
    (void)unused;
    start("reason/learning");
    put("kheul-1", REA_LINE, 1, 308, 1, 0);
    assert_int_equal(from_to(109, 309), 255);
    assert_int_equal(from_to(109, 308), 255); /* the enemy himself */
    assert_int_equal(from_to(109, 310), 6);   /* round it */
    put("manteuffel-1", REA_LINE, 4, 309, 1, 1);
    assert_int_equal(from_to(109, 309), 4);
    s.unit[lab_unit(bk, "manteuffel-1")].morale = REA_ROUTED;
    put("manteuffel-1", REA_ROUT, 0, 309, 1, 0);
    assert_int_equal(from_to(109, 309), 255);
}

/* R-7.3b.1: one point a hex; R-7.3b.2, R-7.3x2: a half along the road, by any road, once on it.
 */
static void army_costs(void **unused)
{
    (void)unused;
    start("reason/learning");
    rea_trace(&c, 0, hex(109), 12, true, NULL, cost);
    assert_int_equal(cost[hex(309)], 4);
    rea_trace(&c, 0, hex(107), 12, true, NULL, cost);
    assert_int_equal(cost[hex(207)], 1);
    assert_int_equal(cost[hex(507)], 4);
    rea_trace(&c, 0, hex(106), 12, true, NULL, cost);
    assert_int_equal(cost[hex(207)], 2); /* reached across country */
    assert_int_equal(cost[hex(307)], 3);
}

static void place(const char *name, int printed, int range)
{
    s.leader[leader(name)].hex = (int16_t)hex(printed);
    s.leader[leader(name)].range = (uint8_t)range;
}

/* R-7.3b.3, R-7.3x1: through a Wing Leader, whose range is added to what is left;
 * for the leaders of his own Wing and for Independents only. */
static void by_way_of_a_wing(void **unused)
{
    (void)unused;
    start("reason/learning");
    place("moritz", 114, 4);
    place("right-chief", 414, 4);
    assert_true(rea_army_reaches(&c, 0, hex(514), 0)); /* straight */
    assert_true(rea_army_reaches(&c, 0, hex(914), 0));
    assert_false(rea_army_reaches(&c, 0, hex(1014), 0));
    assert_true(rea_army_reaches(&c, 0, hex(914), TC_NONE));
    assert_false(rea_army_reaches(&c, 0, hex(914), 1));
    place("right-chief", 614, 4); /* he himself out of reach */
    assert_false(rea_army_reaches(&c, 0, hex(914), 0));
    place("right-chief", 414, 4);
    s.lapse[0] = 1; /* T-2a */
    assert_false(rea_army_reaches(&c, 0, hex(514), 0));
}

/* R-7.3b.4: at Brandywine he adds half of his range. */
static void half_a_wing(void **unused)
{
    (void)unused;
    start("reason/brandywine-1777");
    place("howe", 101, 4);
    place("british-flank-column-chief", 401, 4);
    assert_true(rea_army_reaches(&c, 0, hex(701), 0));
    assert_false(rea_army_reaches(&c, 0, hex(801), 0));
}

/* the Army Leader is always In Command.: his line goes to leaders.,
 * R-7.4x2, R-RUL-92: a Wing Leader puts nobody In Command by himself, except after a roll of
 * his own, and then with his own range at the army's costs. */
static void leaders_in_command(void **unused)
{
    (void)unused;
    start("reason/learning");
    place("moritz", 114, 1);
    place("right-chief", 914, 4);
    place("hautcharmoy-leader", 1214, 6);
    assert_true(rea_leader_in(&c, leader("moritz")));
    assert_false(rea_leader_in(&c, leader("right-chief")));
    assert_false(rea_leader_in(&c, leader("hautcharmoy-leader")));
    s.leader[leader("right-chief")].in = 2;
    assert_true(rea_leader_in(&c, leader("hautcharmoy-leader")));
    place("hautcharmoy-leader", 1414, 6);
    assert_false(rea_leader_in(&c, leader("hautcharmoy-leader")));
    place("moritz", 1314, 1);
    assert_true(rea_leader_in(&c, leader("hautcharmoy-leader")));
}

/* R-RUL-20: what a Rapid March adds to the ER of its Disorder Check is the scenario's. */
static void rapid_march(void **unused)
{
    struct tc_umpire u;
    struct tc_act a = { .verb = REA_V_RAPID };

    (void)unused;
    memset(&u, 0, sizeof u);
    start("reason/learning");
    struct rea_book *own = (struct rea_book *)(uintptr_t)c.bk;
    assert_int_equal(own->lim.rapid_er, 0);
    own->lim.rapid_er = 7;
    u.rules = own->head.rules;
    u.book = &own->head;
    u.state = &s;
    c.u = &u;
    s.mover = s.unit[lab_unit(&own->head, "itzenplitz-1")].body;
    assert_false(rea_move_act(&c, &a));
    assert_int_equal(s.body[s.mover].er, 7);
    assert_int_equal(s.body[s.mover].checks, 1);
    own->lim.rapid_er = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_costs), cmocka_unit_test(mixed_hex),
        cmocka_unit_test(joined_hexes),  cmocka_unit_test(zones_block),
        cmocka_unit_test(army_costs),    cmocka_unit_test(by_way_of_a_wing),
        cmocka_unit_test(half_a_wing),   cmocka_unit_test(leaders_in_command),
        cmocka_unit_test(rapid_march),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
