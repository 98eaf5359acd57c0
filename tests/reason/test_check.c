/* tests/reason/test_check.c - every invariant can fail: a legal position is bent in
 * one place and the check names the rule that is broken. */
#include "tests/reason/chart.h"

static const struct tc_book *bk;

/* The scenario's beginning, checked; hexes as indices afterwards. */
static void begin(const char *id)
{
    struct tc_refusal why = { 0 };

    bk = lab_book(id);
    memset(&s, 0, sizeof s);
    bk->rules->setup(bk, &s);
    assert_true(bk->rules->check(bk, &s, &why));
    rea_to_index(rea_book(bk), &s);
    rea_look(&c, rea_book(bk), &s, NULL);
}

static struct rea_unit *unit(const char *name)
{
    return &s.unit[lab_unit(bk, name)];
}

static struct rea_body *body(const char *name)
{
    return &s.body[unit(name)->body];
}

static int hex(int printed)
{
    return rea_index_of(rea_book(bk), printed);
}

static void put(const char *name, int form, int facing, int first, int second)
{
    const int16_t at[2] = { (int16_t)hex(first), (int16_t)(second ? hex(second) : 0) };

    rea_put(&c, unit(name)->body, form, facing, at, second ? 2 : 1);
}

static void legal(void)
{
    struct rea_state copy = s;
    struct tc_refusal why = { 0 };

    rea_to_printed(rea_book(bk), &copy);
    if (!bk->rules->check(bk, &copy, &why))
        fail_msg("%s is broken", why.rule);
}

static void broken(const char *rule)
{
    struct rea_state copy = s;
    struct tc_refusal why = { 0 };

    rea_to_printed(rea_book(bk), &copy);
    assert_false(bk->rules->check(bk, &copy, &why));
    assert_string_equal(why.rule, rule);
    assert_int_equal(why.reason, REA_R_BROKEN);
}

/* --- Strength points */

static void strength(void **unused)
{
    (void)unused;
    begin("reason/learning");
    unit("kheul-1")->sp = 7; /* of 6 */
    broken("R-12.8x1");
    begin("reason/learning");
    s.start_sp[1]--; /* the side has more than it began with */
    broken("R-12.8x1");
    begin("reason/learning");
    int b = unit("kheul-1")->body;
    rea_drop_unit(&c, lab_unit(bk, "kheul-1"), REA_GONE);
    assert_int_equal(s.body[b].units, 0);
    broken("R-12.8x1"); /* gone, but its points are not */
    unit("kheul-1")->sp = 0;
    legal();
    begin("reason/learning");
    unit("kheul-1")->sp = 0;
    broken("R-10.x1"); /* stands without any */
}

/* R-8.4e.2, R-RUL-72: a parent and its components share one strength. */
static void families(void **unused)
{
    (void)unused;
    begin("reason/brandywine-1777");
    s.start_sp[0]++;
    unit("light-infantry-1a")->sp = 1; /* inside its parent */
    broken("R-RUL-72");
    begin("reason/brandywine-1777");
    int part = lab_unit(bk, "light-infantry-1a"), b = rea_new_body(&c, part);
    int16_t at[1] = { TC_NONE };
    for (int h = 0; h < c.bk->map.count && at[0] < 0; h++)
        if (!c.first[h])
            at[0] = (int16_t)h;
    rea_put(&c, b, REA_SKIRMISH, 0, at, 1);
    s.unit[part].sp = 1;
    s.start_sp[0]++;
    broken("R-8.4e.2"); /* both stand */
}

/* --- Stacks */

static void stacks(void **unused)
{
    (void)unused;
    begin("reason/learning");
    put("itzenplitz-2", REA_LINE, 4, 612, 0);
    legal(); /* 7 and 7 of 16 */
    put("manteuffel-1", REA_LINE, 4, 612, 0);
    broken("R-TEC-ST.1");
    begin("reason/learning");
    put("itzenplitz-2", REA_LINE, 3, 612, 0);
    broken("R-10.x1"); /* another facing */
    begin("reason/learning");
    put("kheul-1", REA_LINE, 4, 612, 0);
    broken("R-11.x1"); /* the enemy */
    begin("reason/learning");
    unit("moller-battery")->sp = 2;
    put("moller-battery", REA_UA, 4, 612, 0);
    legal(); /* 7 and 2 of 4 */
    unit("moller-battery")->sp = 3;
    broken("R-TEC-ST.1"); /* 7 and 3 of 4: R-10.2b.1 */
}

/* R-10.x3: guns in one hex of two count in both. */
static void guns_in_every_hex(void **unused)
{
    struct tc_refusal why = { 0 };
    int here, there;

    (void)unused;
    here = field(REA_LO);
    there = book[REA_LO].map.next[here][0];
    const int16_t two[2] = { (int16_t)here, (int16_t)there };
    int foot = TC_NONE, gun = TC_NONE;
    for (int i = 0; i < c.bk->units; i++)
        if (s.unit[i].where == REA_ON && c.bk->unit[i].side == 0) {
            if (c.bk->unit[i].arm == REA_FOOT && foot < 0)
                foot = s.unit[i].body;
            if (c.bk->unit[i].arm == REA_GUNS && gun < 0)
                gun = s.unit[i].body;
        }
    s.unit[rea_lead_unit(&c, foot)].sp = 7;
    s.unit[rea_lead_unit(&c, gun)].sp = 6;
    rea_put(&c, gun, REA_LA, 0, two, 1);
    rea_put(&c, foot, REA_MC, 3, two, 2);
    assert_true(rea_room(&c, foot, REA_MC, two, 2, &why)); /* 4 and 24 of 32 */
    book[REA_LO].map.terrain[there] = (uint8_t)terrain_named(REA_LO, "village");
    assert_false(rea_room(&c, foot, REA_MC, two, 2, &why)); /* 4 and 24 of 24 */
    assert_string_equal(why.rule, "R-TEC-ST.5");
    assert_int_equal(why.arg[0], there);
    assert_int_equal(why.arg[1], 28);
    assert_int_equal(why.arg[2], 24);
    assert_false(rea_room(&c, gun, REA_LA, two, 1, &why)); /* and the guns that come to it */
    assert_string_equal(why.rule, "R-TEC-ST.5");
    s.unit[rea_lead_unit(&c, gun)].sp = 5;
    assert_true(rea_room(&c, foot, REA_MC, two, 2, &why));
    assert_true(rea_room(&c, gun, REA_LA, two, 1, &why));
}

/* --- Bodies */

static void shapes(void **unused)
{
    (void)unused;
    begin("reason/learning");
    int right = c.bk->map.next[hex(612)][0];
    put("itzenplitz-1", REA_LINE, 4, 612, rea_printed_of(c.bk, right));
    legal();
    unit("itzenplitz-1")->sp = 4; /* five are needed: R-8.1a.2 */
    broken("R-8.1a.13");
    unit("itzenplitz-1")->sp = 7;
    body("itzenplitz-1")->hex[1] = (int16_t)hex(101);
    broken("R-8.1a.1"); /* torn apart */
    body("itzenplitz-1")->hex[1] = (int16_t)right;
    body("itzenplitz-1")->facing = 0;
    broken("R-8.4a.3"); /* not along its facing */
    begin("reason/learning");
    put("itzenplitz-1", REA_AC, 4, 612, rea_printed_of(c.bk, right));
    broken("R-8.1b.1"); /* an Attack Column has one hex */
    begin("reason/learning");
    body("itzenplitz-1")->form = REA_UA;
    broken("R-8.1i.1");
    begin("reason/learning");
    body("moller-battery")->form = REA_LINE;
    broken("R-8.5.1");
    begin("reason/learning");
    unit("itzenplitz-1")->morale = REA_ROUTED;
    broken("R-8.2c.1");
    begin("reason/learning");
    body("itzenplitz-1")->unit[0] = 200;
    broken("R-10.x1");
    begin("reason/learning");
    body("itzenplitz-1")->len = 0;
    broken("R-8.1a.1");
    begin("reason/learning");
    s.head.step = REA_ST_MOVING; /* but nobody moves */
    broken("R-11.x1");
}

/* --- Zones of control */

static void zones(void **unused)
{
    (void)unused;
    begin("reason/learning");
    int front = c.bk->map.next[body("kheul-1")->hex[0]][1];
    assert_true(rea_in_zoc(&c, 0, front));
    s.head.step = REA_ST_RIDE;
    s.mover_leader = 1;
    s.leader[1].hex = (int16_t)front;
    legal(); /* found there, he has not ridden */
    s.leader[1].mp = REA_MP;
    broken("R-20.1");
    put("itzenplitz-1", REA_LINE, 4, rea_printed_of(c.bk, front), 0);
    legal(); /* with friends */

    begin("reason/learning");
    put("moller-battery", REA_LA, 4, rea_printed_of(c.bk, front), 0);
    s.head.step = REA_ST_MOVING;
    s.mover = unit("moller-battery")->body;
    legal(); /* found there, it has not moved */
    body("moller-battery")->steps = 1;
    broken("R-11.8a.4");

    begin("reason/learning");
    put("moller-battery", REA_LA, 4, rea_printed_of(c.bk, front), 0);
    s.head.step = REA_ST_DECLARE;
    legal(); /* not its activation */
    unit("moller-battery")->active = 1;
    broken("R-11.8b.2");
    body("moller-battery")->done = 1; /* R-11.8b.3: it could not */
    legal();
}

static void retreats(void **unused)
{
    (void)unused;
    begin("reason/learning");
    int front = c.bk->map.next[body("kheul-1")->hex[0]][1];
    put("itzenplitz-1", REA_LINE, 4, rea_printed_of(c.bk, front), 0);
    s.head.step = REA_ST_DUE;
    s.queued = 1;
    s.queue[0] = (struct rea_due_act){ .kind = REA_DUE_RETREAT,
                                       .body = unit("itzenplitz-1")->body,
                                       .left = 2 };
    legal(); /* it begins there */
    s.queue[0].moved = 1;
    broken("R-19.1a");
    s.queue[0].kind = REA_DUE_ROUT;
    broken("R-19.2a.3");
    s.queue[0].kind = REA_DUE_AFTER;
    legal();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strength),
        cmocka_unit_test(families),
        cmocka_unit_test(stacks),
        cmocka_unit_test(shapes),
        cmocka_unit_test(guns_in_every_hex),
        cmocka_unit_test(zones),
        cmocka_unit_test(retreats),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
