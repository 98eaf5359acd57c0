/* tests/reason/test_geometry.c - T-12, stacking limits, support, Brandywine's doubling.
 */
#include "tests/reason/lab.h"

static struct rea_state s;
static struct rea_ctx c;

static int put(const struct tc_book *bk, const char *unit, int form, int facing, int printed,
               int len)
{
    const struct rea_book *b = rea_book(bk);
    int k = lab_unit(bk, unit), body = s.unit[k].body;
    int16_t hex[REA_LONG];

    s.body[body].hook = REA_NO_HOOK;
    if (form == REA_LINE)
        assert_true(rea_line_hexes(&c, rea_index_of(b, printed), facing, len, hex));
    else
        assert_true(rea_column_hexes(&c, rea_index_of(b, printed), facing, len, hex));
    rea_put(&c, body, form, facing, hex, len);
    return body;
}

static int count(int body)
{
    int16_t front[3 * REA_LONG + 6];

    return rea_fronts(&c, body, front);
}

static int zones(int body, int zone)
{
    int n = 0;

    for (int h = 0; h < c.bk->map.count; h++)
        n += rea_zone(&c, body, h) == zone;
    return n;
}

/* T-12: which hexes are front. Lines, AC and guns face a hexpoint (R-8.1b.3, R-8.1i.2), columns
 * and limbered guns a hexside (R-8.1c.9, R-8.1e.8, R-8.1h.2, R-8.1h.4), General Order three
 * hexsides (R-8.1g.2), Skirmish four (R-8.1f.2); a Square all, Rout none. */
static void front_directions(void **unused)
{
    static const struct {
        int form;
        uint8_t mask; /* for facing 0 */
    } want[] = {
        { REA_LINE, 0x03 }, { REA_AC, 0x03 },     { REA_UA, 0x03 }, { REA_MC, 0x01 },
        { REA_RC, 0x01 },   { REA_LA, 0x01 },     { REA_GO, 0x23 }, { REA_SKIRMISH, 0x27 },
        { REA_ROUT, 0x00 }, { REA_SQUARE, 0x3f },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        for (int f = 0; f < 6; f++)
            assert_int_equal(rea_front_mask(want[i].form, f), tc_hexmask_turn(want[i].mask, f));
}

static void fronts_flanks_rears(void **unused)
{
    const struct tc_book *bk = lab_book("reason/learning");
    static const struct {
        int form, len, front, flank, rear;
    } want[] = {
        { REA_LINE, 1, 2, 2, 2 }, { REA_LINE, 2, 3, 2, 3 },   { REA_AC, 1, 2, 2, 2 },
        { REA_MC, 1, 1, 4, 1 },   { REA_MC, 2, 1, 6, 1 },     { REA_SKIRMISH, 1, 4, 2, 0 },
        { REA_GO, 1, 3, 2, 1 },   { REA_SQUARE, 1, 6, 0, 0 }, { REA_ROUT, 1, 0, 0, 6 },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        for (int f = 0; f < 6; f++) {
            lab_start(bk, &s, &c);
            int b = put(bk, "itzenplitz-1", want[i].form, f, 810, want[i].len);
            assert_int_equal(count(b), want[i].front);
            assert_int_equal(zones(b, TC_HEX_FLANK), want[i].flank);
            assert_int_equal(zones(b, TC_HEX_REAR), want[i].rear);
        }
}

static void hook_watches_its_flank(void **unused)
{
    const struct tc_book *bk = lab_book("reason/learning");

    (void)unused;
    lab_start(bk, &s, &c);
    int b = put(bk, "itzenplitz-1", REA_LINE, 4, 810, 1);
    s.body[b].hook = REA_HOOK_RIGHT;
    assert_int_equal(count(b), 3);
    assert_int_equal(zones(b, TC_HEX_FLANK), 1);
}

static void odd_points_stand_right_or_at_the_head(void **unused)
{
    const struct tc_book *bk = lab_book("reason/learning");

    (void)unused;
    lab_start(bk, &s, &c);
    int b = put(bk, "itzenplitz-1", REA_LINE, 4, 810, 2); /* seven points */
    assert_int_equal(rea_part_sp(&c, b, 0), 3);
    assert_int_equal(rea_part_sp(&c, b, 1), 4);
    b = put(bk, "itzenplitz-1", REA_MC, 4, 810, 2);
    assert_int_equal(rea_part_sp(&c, b, 0), 4);
    b = put(bk, "itzenplitz-1", REA_RC, 4, 810, 2);
    assert_int_equal(rea_part_sp(&c, b, 0), 4);
    assert_int_equal(rea_part_sp(&c, b, 1), 3);
}

static int limit(int arm, int form, int printed)
{
    const char *rule;

    return rea_limit(&c, arm, form, rea_index_of(c.bk, printed), &rule);
}

static void stacking_limits(void **unused)
{
    (void)unused;
    lab_start(lab_book("reason/learning"), &s, &c);
    assert_int_equal(limit(REA_FOOT, REA_LINE, 810), 16); /* clear */
    assert_int_equal(limit(REA_FOOT, REA_LINE, 907), 12); /* village */
    assert_int_equal(limit(REA_FOOT, REA_AC, 810), 32);
    assert_int_equal(limit(REA_FOOT, REA_MC, 907), 24);
    assert_int_equal(limit(REA_HORSE, REA_LINE, 810), 18);
    assert_int_equal(limit(REA_HORSE, REA_AC, 907), 12);
    assert_int_equal(limit(REA_FOOT, REA_SKIRMISH, 810), 3);
    assert_int_equal(limit(REA_FOOT, REA_SQUARE, 810), 32);
    assert_int_equal(limit(REA_GUNS, REA_UA, 810), 8);
    assert_int_equal(limit(REA_GUNS, REA_LA, 907), 6);
    assert_int_equal(limit(REA_FOOT, REA_RC, 810), 4);
    assert_int_equal(limit(REA_GUNS, REA_RC, 810), 1);
    lab_start(lab_book("reason/brandywine-1777"), &s, &c);
    assert_int_equal(limit(REA_FOOT, REA_RC, 101), 8);
    assert_int_equal(limit(REA_GUNS, REA_RC, 101), 2);
    assert_int_equal(limit(REA_FOOT, REA_SKIRMISH, 101), 6);
    assert_int_equal(limit(REA_FOOT, REA_SQUARE, 101), 64);
}

static void shortest_bodies(void **unused)
{
    (void)unused;
    lab_start(lab_book("reason/learning"), &s, &c);
    assert_int_equal(rea_min_sp(&c, REA_FOOT, 0, REA_LINE, 2), 5);
    assert_int_equal(rea_min_sp(&c, REA_FOOT, 1, REA_LINE, 2), 7);
    assert_int_equal(rea_min_sp(&c, REA_HORSE, 0, REA_LINE, 3), 12);
    assert_int_equal(rea_max_len(&c, REA_HORSE, REA_LINE, 0, 24), 5);
    assert_int_equal(rea_max_len(&c, REA_HORSE, REA_MC, 0, 11), 2);
    assert_int_equal(rea_max_len(&c, REA_FOOT, REA_LINE, 0, 24), 2);
    lab_start(lab_book("reason/brandywine-1777"), &s, &c);
    assert_int_equal(rea_min_sp(&c, REA_FOOT, 0, REA_LINE, 2), 9);
    assert_int_equal(rea_max_len(&c, REA_HORSE, REA_LINE, 0, 24), 1);
}

static void support_from_behind(void **unused)
{
    const struct tc_book *bk = lab_book("reason/learning");

    (void)unused;
    lab_start(bk, &s, &c);
    int b = put(bk, "itzenplitz-1", REA_LINE, 4, 510, 1);
    int o = put(bk, "manteuffel-1", REA_LINE, 4, 512, 1);
    assert_true(rea_supported(&c, b));
    put(bk, "manteuffel-1", REA_LINE, 3, 512, 1);
    assert_true(rea_supported(&c, b));
    put(bk, "manteuffel-1", REA_LINE, 2, 512, 1);
    assert_false(rea_supported(&c, b));
    put(bk, "manteuffel-1", REA_LINE, 4, 512, 1);
    s.unit[s.body[o].unit[0]].morale = REA_SHAKEN;
    assert_false(rea_supported(&c, b));
    s.unit[s.body[o].unit[0]].morale = REA_GOOD;
    put(bk, "manteuffel-1", REA_LINE, 4, 508, 1);
    assert_false(rea_supported(&c, b));
}

static void arcs(void **unused)
{
    const struct tc_book *bk = lab_book("reason/learning");
    int n[3] = { 0 }, range;

    (void)unused;
    lab_start(bk, &s, &c);
    int b = put(bk, "itzenplitz-1", REA_LINE, 4, 810, 1);
    for (int h = 0; h < c.bk->map.count; h++)
        if (rea_in_arc(&c, b, REA_PART_WHOLE, h, &range) && range <= 3)
            n[range - 1]++;
    assert_int_equal(n[0], 2);
    assert_int_equal(n[1], 3);
    assert_int_equal(n[2], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(front_directions),
        cmocka_unit_test(fronts_flanks_rears),
        cmocka_unit_test(hook_watches_its_flank),
        cmocka_unit_test(odd_points_stand_right_or_at_the_head),
        cmocka_unit_test(stacking_limits),
        cmocka_unit_test(shortest_bodies),
        cmocka_unit_test(support_from_behind),
        cmocka_unit_test(arcs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
