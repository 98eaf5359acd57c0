/* tests/minden/test_n_geo.c - chapter GEO: footprints, corners, distances, zones; and the
 * formations of chapter Kb that they make. All numbers are worked out from the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "rules/minden/inner.h"
#include "tests/minden/small.h"

static struct min_book bk;
static struct min_state s;

enum { FOE = SMALL_SIDE + SMALL_FOOT_A };

/* An empty table. */
static int empty_table(void **unused)
{
    (void)unused;
    small_book(&bk);
    bk.grounds = 0;
    small_state(&bk, &s);
    for (int i = 0; i < bk.units; i++)
        s.units[i].where = MIN_SPARE;
    for (int i = 0; i < bk.units; i++)
        s.units[i].fig = s.units[i].fig0 = s.units[i].guns = 0;
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

static void expect_size(int unit, int fig, int32_t w, int32_t d, int files, int ranks)
{
    struct min_unit m = s.units[unit];
    struct min_size z;

    m.fig = (uint8_t)fig;
    min_size_of(&bk, unit, &m, &z);
    assert_int_equal(z.w, w);
    assert_int_equal(z.d, d);
    assert_int_equal(z.files, files);
    assert_int_equal(z.ranks, ranks);
}

static void expect_point(struct tc_pt p, int32_t x, int32_t y)
{
    assert_int_equal(p.x, x);
    assert_int_equal(p.y, y);
}

/* --- Sizes -------------------------------------------------------------------------------- */

/* N-GEO-4, N-GEO-6a, N-Kb5a, N-RUL-42: two deep; an odd figure stands in front. */
static void n_geo_6a_lines_are_two_deep(void **unused)
{
    (void)unused;
    expect_size(SMALL_FOOT_A, 24, 6000, 1000, 12, 2);
    expect_size(SMALL_FOOT_A, 23, 6000, 1000, 12, 2);
    expect_size(SMALL_FOOT_A, 22, 5500, 1000, 11, 2);
    expect_size(SMALL_FOOT_A, 2, 500, 1000, 1, 2);
    expect_size(SMALL_FOOT_A, 1, 500, 500, 1, 1);
    expect_size(SMALL_HORSE_A, 7, 3000, 2000, 4, 2); /* mounted: 750 by 1000 */
    expect_size(SMALL_HORSE_A, 1, 750, 1000, 1, 1);
}

/* N-GEO-6b, N-Kb3a: as wide as chosen, every row but the last full. */
static void n_geo_6b_march_columns(void **unused)
{
    (void)unused;
    s.units[SMALL_FOOT_A].formation = MIN_MARCH_COLUMN;
    s.units[SMALL_FOOT_A].files = 4;
    expect_size(SMALL_FOOT_A, 24, 2000, 3000, 4, 6);
    expect_size(SMALL_FOOT_A, 21, 2000, 3000, 4, 6);
    expect_size(SMALL_FOOT_A, 20, 2000, 2500, 4, 5);
    s.units[SMALL_FOOT_A].files = 1;
    expect_size(SMALL_FOOT_A, 24, 500, 12000, 1, 24);
}

/* N-GEO-6c, N-Kb4a: three deep. */
static void n_geo_6c_attack_columns(void **unused)
{
    (void)unused;
    s.units[SMALL_FOOT_A].formation = MIN_ATTACK_COLUMN;
    expect_size(SMALL_FOOT_A, 24, 4000, 1500, 8, 3);
    expect_size(SMALL_FOOT_A, 22, 4000, 1500, 8, 3);
    expect_size(SMALL_FOOT_A, 7, 1500, 1500, 3, 3);
    expect_size(SMALL_FOOT_A, 4, 1000, 1000, 2, 2); /* shrunk by losses only: N-GEO-7 */
}

/* N-GEO-6d, N-Kb6a: m = ceil((fig + 16) / 8), below 16 ceil(sqrt(fig)). */
static void n_geo_6d_squares(void **unused)
{
    (void)unused;
    s.units[SMALL_FOOT_A].formation = MIN_SQUARE;
    expect_size(SMALL_FOOT_A, 32, 3000, 3000, 6, 6);
    expect_size(SMALL_FOOT_A, 25, 3000, 3000, 6, 6);
    expect_size(SMALL_FOOT_A, 24, 2500, 2500, 5, 5);
    expect_size(SMALL_FOOT_A, 17, 2500, 2500, 5, 5);
    expect_size(SMALL_FOOT_A, 16, 2000, 2000, 4, 4);
    expect_size(SMALL_FOOT_A, 15, 2000, 2000, 4, 4);
    expect_size(SMALL_FOOT_A, 10, 2000, 2000, 4, 4);
    expect_size(SMALL_FOOT_A, 9, 1500, 1500, 3, 3);
}

/* N-GEO-6e, N-Kb1a: the gap stands between the figures, not around them. */
static void n_geo_6e_open_order(void **unused)
{
    struct min_unit *m = &s.units[SMALL_LIGHT];

    (void)unused;
    m->ranks = 1;
    m->gap = 0;
    expect_size(SMALL_LIGHT, 7, 3500, 500, 7, 1);
    m->gap = 6000;
    expect_size(SMALL_LIGHT, 7, 39500, 500, 7, 1);
    m->ranks = 2;
    expect_size(SMALL_LIGHT, 7, 20000, 7000, 4, 2);
    s.units[SMALL_HUSSARS].ranks = 2;
    s.units[SMALL_HUSSARS].gap = 1000;
    expect_size(SMALL_HUSSARS, 7, 6000, 3000, 4, 2);
}

/* N-GEO-6f, N-GEO-4 */
static void n_geo_6f_guns_and_commands(void **unused)
{
    (void)unused;
    s.units[SMALL_GUNS].guns = 3;
    expect_size(SMALL_GUNS, 18, 4500, 1500, 3, 1);
    s.units[SMALL_GUNS].formation = MIN_LIMBERED;
    expect_size(SMALL_GUNS, 18, 3000, 3000, 3, 1);
    s.units[SMALL_GUNS].guns = 1;
    expect_size(SMALL_GUNS, 6, 1000, 3000, 1, 1);
    expect_size(SMALL_STAFF, 1, 1000, 1000, 1, 1);
}

/* N-RUL-41, N-TAB-3: a scenario may replace the bases. */
static void n_rul_41_bases_are_data(void **unused)
{
    (void)unused;
    bk.t.base.foot_w = 600;
    bk.t.base.foot_d = 400;
    min_book_finish(&bk.head);
    expect_size(SMALL_FOOT_A, 24, 7200, 800, 12, 2);
}

/* N-GEO-7: after losses the footprint shrinks around the same anchor. */
static void n_geo_7_the_anchor_stays(void **unused)
{
    struct min_unit *m = put(SMALL_FOOT_A, 20000, 20000, 0, 24);
    struct min_body b;

    (void)unused;
    m->fig = 20;
    min_body(&bk, &s, SMALL_FOOT_A, &b);
    expect_point(b.box[0].c[TC_FL], 17500, 20000);
    expect_point(b.box[0].c[TC_FR], 22500, 20000);
    m->fig0 = 7;
    m->fig = 4;
    m->formation = MIN_ATTACK_COLUMN; /* two rows now, but legal */
    assert_true(min_check(&bk.head, &s, NULL));
}

/* --- Corners, centres, distances -------------------------------------------------------------
 */

/* N-GEO-1, N-GEO-2, N-GEO-5, N-GEO-28: facing east. */
static void n_geo_5_corners_of_a_rectangle(void **unused)
{
    struct min_body b;

    (void)unused;
    put(SMALL_FOOT_A, 20000, 20000, 16384, 24);
    min_body(&bk, &s, SMALL_FOOT_A, &b);
    expect_point(b.box[0].c[TC_FL], 20000, 23000);
    expect_point(b.box[0].c[TC_FR], 20000, 17000);
    expect_point(b.box[0].c[TC_RL], 19000, 23000);
    expect_point(b.box[0].c[TC_RR], 19000, 17000);
    expect_point(min_centre(&bk, &s, SMALL_FOOT_A), 19500, 20000);
}

/* N-GEO-3: to the nearest thousandth, ties away from zero. */
static void n_geo_3_rounding(void **unused)
{
    struct tc_pt o = { 0, 0 };

    (void)unused;
    assert_int_equal(tc_sin(16384), 1 << 30);
    assert_int_equal(tc_cos(0), 1 << 30);
    expect_point(tc_step(o, 8192, 10000), 7071, 7071);
    expect_point(tc_step(o, 8192 + 32768, 10000), -7071, -7071);
    assert_int_equal(tc_along(1, 1 << 29), 1); /* 0.5 */
    assert_int_equal(tc_along(-1, 1 << 29), -1);
    assert_int_equal(tc_along(1, (1 << 29) - 1), 0);
}

/* N-GEO-9: between closed rectangles, "within" includes its limit, contact is one mil. */
static void n_geo_9_distances(void **unused)
{
    (void)unused;
    put(SMALL_FOOT_A, 20000, 20000, 0, 24);
    put(FOE, 20000, 23000, TC_HALF, 24);
    assert_true(min_within(&bk, &s, SMALL_FOOT_A, FOE, 3000));
    assert_false(min_within(&bk, &s, SMALL_FOOT_A, FOE, 2999));
    /* corner to corner: 3 aside and 4 up is 5 */
    put(FOE, 29000, 24000, TC_HALF, 24);
    assert_true(min_within(&bk, &s, SMALL_FOOT_A, FOE, 5000));
    assert_false(min_within(&bk, &s, SMALL_FOOT_A, FOE, 4999));
    put(FOE, 20000, 20001, TC_HALF, 24);
    assert_true(min_touch(&bk, &s, SMALL_FOOT_A, FOE));
    put(FOE, 20000, 20002, TC_HALF, 24);
    assert_false(min_touch(&bk, &s, SMALL_FOOT_A, FOE));
}

/* N-GEO-8: the closed rectangle of the table. */
static void n_geo_8_on_the_table(void **unused)
{
    struct min_body b;

    (void)unused;
    put(SMALL_FOOT_A, 3000, 1000, 0, 24);
    min_body(&bk, &s, SMALL_FOOT_A, &b);
    assert_true(min_body_on_table(&bk, &b));
    put(SMALL_FOOT_A, 2999, 1000, 0, 24);
    min_body(&bk, &s, SMALL_FOOT_A, &b);
    assert_false(min_body_on_table(&bk, &b));
    put(SMALL_FOOT_A, 3000, 999, 0, 24);
    assert_false(min_check(&bk.head, &s, NULL));
}

/* N-GEO-11b, N-Kb8: 2 pi is 710/113, rounded up. */
static void n_geo_11b_cost_of_a_wheel(void **unused)
{
    (void)unused;
    /* 6000 * 16384 * 710 / (113 * 65536) = 9424.78 */
    assert_int_equal(min_leg_cost(6000, MIN_LEG_LEFT, 16384), 9425);
    assert_int_equal(min_leg_cost(6000, MIN_LEG_RIGHT, 16384), 9425);
    /* one brad: 0.58 */
    assert_int_equal(min_leg_cost(6000, MIN_LEG_RIGHT, 1), 1);
    assert_int_equal(min_leg_cost(6000, MIN_LEG_MARCH, 2345), 2345); /* N-GEO-10 */
}

/* N-GEO-11a: a quarter to the right about FR. */
static void n_geo_11a_pivot(void **unused)
{
    struct min_unit *m = put(SMALL_FOOT_A, 20000, 20000, 0, 24);

    (void)unused;
    min_leg_end(&bk, SMALL_FOOT_A, m, MIN_LEG_RIGHT, 16384, 0);
    assert_int_equal(m->facing, 16384);
    assert_int_equal(m->x, 23000);
    assert_int_equal(m->y, 23000);
    put(SMALL_FOOT_A, 20000, 20000, 0, 24);
    min_leg_end(&bk, SMALL_FOOT_A, m, MIN_LEG_LEFT, 16384, 0);
    assert_int_equal(m->facing, 49152);
    assert_int_equal(m->x, 17000);
    assert_int_equal(m->y, 23000);
}

/* --- Zones
 * ------------------------------------------------------------------------------------ */

static enum min_contact zone_at(int unit, int32_t x, int32_t y)
{
    struct min_body b;
    int section;

    min_body(&bk, &s, unit, &b);
    return min_zone(&bk, &s, unit, &b, (struct tc_pt){ x, y }, &section);
}

/* N-GEO-14 */
static void n_geo_14_zones(void **unused)
{
    (void)unused;
    put(SMALL_FOOT_A, 20000, 20000, 0, 24);
    assert_int_equal(zone_at(SMALL_FOOT_A, 40000, 20000), MIN_CONTACT_FRONT);
    assert_int_equal(zone_at(SMALL_FOOT_A, 40000, 19999), MIN_CONTACT_FLANK);
    assert_int_equal(zone_at(SMALL_FOOT_A, 2000, 19001), MIN_CONTACT_FLANK);
    assert_int_equal(zone_at(SMALL_FOOT_A, 2000, 19000), MIN_CONTACT_REAR);
    put(SMALL_LIGHT, 20000, 10000, 0, 7); /* open order has zones like any other */
    assert_int_equal(zone_at(SMALL_LIGHT, 40000, 9999), MIN_CONTACT_FLANK);
}

/* N-Kb6b, N-RUL-44: a square has neither flank nor rear. */
static void n_kb6b_squares_have_fronts_only(void **unused)
{
    struct min_unit *m = put(SMALL_FOOT_A, 20000, 20000, 0, 24);

    (void)unused;
    m->formation = MIN_SQUARE;
    assert_int_equal(zone_at(SMALL_FOOT_A, 40000, 19000), MIN_CONTACT_FRONT);
    assert_int_equal(zone_at(SMALL_FOOT_A, 20000, 1000), MIN_CONTACT_FRONT);
    for (int edge = 0; edge < 4; edge++)
        assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 1, edge), MIN_CONTACT_FRONT);
    m->formation = MIN_LINE;
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 1, 1), MIN_CONTACT_FLANK);
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 1, 2), MIN_CONTACT_REAR);
}

/* --- Bent lines
 * ---------------------------------------------------------------------------------- */

static struct min_unit *bend(int left_fig, int left, int right_fig, int right)
{
    struct min_unit *m = put(SMALL_FOOT_A, 20000, 20000, 0, 24);

    m->sections = (uint8_t)(1 + (left_fig > 0) + (right_fig > 0));
    m->section_fig[0] = (uint8_t)left_fig;
    m->section_fig[1] = (uint8_t)(24 - left_fig - right_fig);
    m->section_fig[2] = (uint8_t)right_fig;
    m->bend[0] = (int16_t)left;
    m->bend[1] = (int16_t)right;
    return m;
}

/* N-GEO-15a, N-Kb5b: the joint lies on the front line; back is refused, forward brought up. */
static void n_geo_15a_wings_hang_on_the_front_line(void **unused)
{
    struct min_body b;

    (void)unused;
    bend(8, -16384, 0, 0); /* four files of the left refused: it faces west */
    min_body(&bk, &s, SMALL_FOOT_A, &b);
    assert_int_equal(b.n, 2);
    assert_int_equal(b.rect[0].facing, 49152);
    expect_point(b.box[0].c[TC_FR], 19000, 20000); /* the joint: 4 files from x 17 */
    expect_point(b.box[0].c[TC_FL], 19000, 18000);
    expect_point(b.box[1].c[TC_FL], 19000, 20000);
    expect_point(b.box[1].c[TC_FR], 23000, 20000);
    bend(0, 0, 8, 8192); /* the right brought forward: it faces north-west */
    min_body(&bk, &s, SMALL_FOOT_A, &b);
    assert_int_equal(b.rect[1].facing, 65536 - 8192);
    expect_point(b.box[1].c[TC_FL], 21000, 20000);
    expect_point(b.box[1].c[TC_FR], 22414, 21414);
}

/* N-Kb5e, N-GEO-15c: only the outer ends are flanks. */
static void n_kb5e_inner_ends_are_front(void **unused)
{
    (void)unused;
    bend(8, -16384, 8, -16384);
    /* edges: 1 right, 3 left; sections: 0 left wing, 1 centre, 2 right wing */
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 0, 3), MIN_CONTACT_FLANK);
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 0, 1), MIN_CONTACT_FRONT);
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 1, 3), MIN_CONTACT_FRONT);
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 1, 1), MIN_CONTACT_FRONT);
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 2, 1), MIN_CONTACT_FLANK);
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 2, 3), MIN_CONTACT_FRONT);
    assert_int_equal(min_edge_kind(&bk, &s, SMALL_FOOT_A, 1, 2), MIN_CONTACT_REAR);
}

/* N-GEO-15c for fire: a point beside the outer end is FLANK, beside an inner end FRONT. */
static void n_geo_15c_zones_of_a_bent_line(void **unused)
{
    (void)unused;
    bend(8, -8192, 0, 0);
    /* right of the centre section, between front and rear line: the outer end of the line */
    assert_int_equal(zone_at(SMALL_FOOT_A, 30000, 19500), MIN_CONTACT_FLANK);
    bend(0, 0, 8, 8192);
    /* the same for the left */
    assert_int_equal(zone_at(SMALL_FOOT_A, 10000, 19500), MIN_CONTACT_FLANK);
    /* in the elbow before the joint both sections have it in front */
    assert_int_equal(zone_at(SMALL_FOOT_A, 21000, 21500), MIN_CONTACT_FRONT);
    /* a wing that faces west, x 19 to 20, has this point beside its inner end: no flank */
    bend(8, -16384, 0, 0);
    assert_int_equal(zone_at(SMALL_FOOT_A, 19500, 21000), MIN_CONTACT_FRONT);
    assert_int_equal(zone_at(SMALL_FOOT_A, 19500, 10000), MIN_CONTACT_FLANK);
}

/* N-Kb5c: never more than two bends. */
static void n_kb5c_more_bends_are_no_formation(void **unused)
{
    struct min_unit *m = bend(8, -8192, 8, -8192);

    (void)unused;
    assert_true(min_check(&bk.head, &s, NULL));
    m->sections = 4;
    assert_false(min_check(&bk.head, &s, NULL));
}

/* N-Kb1b, N-Kb2, N-L2, N-J5a: light units are never incorrect; a squadron or battalion whose
 * figures do not touch is, and then it is disordered. */
static void n_kb2_incorrect_formations(void **unused)
{
    struct min_unit *light = put(SMALL_LIGHT, 10000, 10000, 0, 7);
    struct min_unit *horse = put(SMALL_HORSE_A, 30000, 10000, 0, 7);

    (void)unused;
    assert_true(min_check(&bk.head, &s, NULL));
    light->formation = MIN_INCORRECT;
    light->marker = MIN_ORANGE;
    assert_false(min_check(&bk.head, &s, NULL));
    light->formation = MIN_OPEN;
    light->marker = MIN_NO_MARKER;
    horse->formation = MIN_INCORRECT;
    assert_false(min_check(&bk.head, &s, NULL)); /* not without its marker */
    horse->marker = MIN_ORANGE;
    assert_true(min_check(&bk.head, &s, NULL));
    horse->formation = MIN_SQUARE;
    assert_false(min_check(&bk.head, &s, NULL)); /* N-Kb9 */
}

/* --- Sight and terrain
 * ------------------------------------------------------------------------------ */

static bool sees(int a, int b)
{
    struct min_body x, y;

    min_body(&bk, &s, a, &x);
    min_body(&bk, &s, b, &y);
    return min_sees(&bk, &s, a, &x, b, &y);
}

/* N-GEO-19: a blocker must cut every line; running along its edge is no cut. */
static void n_geo_19_units_block(void **unused)
{
    (void)unused;
    put(SMALL_FOOT_A, 20000, 10000, 0, 24);
    put(FOE, 20000, 30000, TC_HALF, 24);
    assert_true(sees(SMALL_FOOT_A, FOE));
    put(SMALL_FOOT_B, 20000, 20000, 0, 24); /* as wide as they: the outermost lines graze it */
    assert_true(sees(SMALL_FOOT_A, FOE));
    put(SMALL_FOOT_B, 20000, 20000, 0, 26);
    assert_false(sees(SMALL_FOOT_A, FOE));
    put(SMALL_FOOT_B, 21000, 20000, 0, 26); /* aside: FL sees past */
    assert_true(sees(SMALL_FOOT_A, FOE));
}

/* N-GEO-19, N-K5: commands of one's own side block, those of the enemy do not. */
static void n_geo_19_enemy_commands_do_not_block(void **unused)
{
    int theirs = SMALL_SIDE + SMALL_STAFF;

    (void)unused;
    put(SMALL_FOOT_A, 20000, 10000, 0, 1);
    put(FOE, 20000, 30000, TC_HALF, 1);
    put(theirs, 20000, 12000, TC_HALF, 1);
    assert_true(sees(SMALL_FOOT_A, FOE));
    s.units[theirs].where = MIN_REMOVED;
    s.units[theirs].fig = 0;
    put(SMALL_STAFF, 20000, 12000, 0, 1);
    assert_false(sees(SMALL_FOOT_A, FOE));
}

/* N-GEO-19, N-GEO-24: a wood blocks, but not for one whose anchor is in it. */
static void n_geo_19_terrain_blocks(void **unused)
{
    (void)unused;
    bk.grounds = SMALL_GROUNDS; /* the wood: x 2 to 8, y 15 to 21 */
    put(SMALL_FOOT_A, 5000, 10000, 0, 6);
    put(FOE, 5000, 25000, TC_HALF, 6);
    assert_false(sees(SMALL_FOOT_A, FOE));
    put(FOE, 5000, 15001, TC_HALF, 6);
    assert_true(sees(SMALL_FOOT_A, FOE));
    assert_true(min_in_ground(&bk.ground[SMALL_WOOD], (struct tc_pt){ 5000, 15001 }));
    assert_false(min_in_ground(&bk.ground[SMALL_WOOD], (struct tc_pt){ 5000, 14999 }));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup(f, empty_table)
    const struct CMUnitTest tests[] = {
        T(n_geo_6a_lines_are_two_deep),
        T(n_geo_6b_march_columns),
        T(n_geo_6c_attack_columns),
        T(n_geo_6d_squares),
        T(n_geo_6e_open_order),
        T(n_geo_6f_guns_and_commands),
        T(n_rul_41_bases_are_data),
        T(n_geo_7_the_anchor_stays),
        T(n_geo_5_corners_of_a_rectangle),
        T(n_geo_3_rounding),
        T(n_geo_9_distances),
        T(n_geo_8_on_the_table),
        T(n_geo_11b_cost_of_a_wheel),
        T(n_geo_11a_pivot),
        T(n_geo_14_zones),
        T(n_kb6b_squares_have_fronts_only),
        T(n_geo_15a_wings_hang_on_the_front_line),
        T(n_kb5e_inner_ends_are_front),
        T(n_geo_15c_zones_of_a_bent_line),
        T(n_kb5c_more_bends_are_no_formation),
        T(n_kb2_incorrect_formations),
        T(n_geo_19_units_block),
        T(n_geo_19_enemy_commands_do_not_block),
        T(n_geo_19_terrain_blocks),
    };

    return cmocka_run_group_tests_name("n_geo", tests, NULL, NULL);
}
