/* tests/draw/test_textmap.c - the picture of the terminal and the sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/textmap.h"
#include "tests/support/demo_scene.h"

static struct tc_scene scene;
static char room[DRAW_TEXT_ROOM * 4], golden[DRAW_TEXT_ROOM];

static struct tc_text fresh(void)
{
    return tc_text_on(room, sizeof room);
}

/* Compare with tests/draw/golden/NAME; a difference prints what was drawn. With TRICORNE_REGOLD
 * in the environment the file is written anew instead. */
static void assert_golden(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", GOLDEN, name);
    bool anew = getenv("TRICORNE_REGOLD") != NULL;
    FILE *f = fopen(path, anew ? "wb" : "rb");
    if (f && anew) {
        fputs(room, f);
        fclose(f);
        return;
    }
    if (!f)
        fail_msg("no golden file %s; drawn:\n%s", path, room);
    size_t n = fread(golden, 1, sizeof golden - 1, f);
    fclose(f);
    golden[n] = '\0';
    if (strcmp(golden, room) != 0)
        fail_msg("%s differs; drawn:\n%s", path, room);
}

static void the_pictures_are_as_kept(void **state)
{
    struct draw_text_options o = draw_text_defaults();
    (void)state;
    struct tc_text t = fresh();
    demo_plane(&scene);
    draw_text_map(&scene, &o, &t);
    assert_golden("plane.txt");
    t = fresh();
    demo_hex(&scene, false);
    draw_text_map(&scene, &o, &t);
    assert_golden("hex.txt");
    o.utf8 = true;
    o.columns = 100;
    o.rows = 36;
    t = fresh();
    demo_hex(&scene, true);
    draw_text_map(&scene, &o, &t);
    assert_golden("flat-utf8.txt");
}

static void the_sentences_are_as_kept(void **state)
{
    (void)state;
    struct tc_text t = fresh();
    demo_plane(&scene);
    draw_text_speak(&scene, &t);
    assert_golden("plane-spoken.txt");
    assert_non_null(
        strstr(room, "Kingsley, British foot, 26 left of 32, in line, 4 inches west of Hahlen, "
                     "facing north, disordered.\n"));
    assert_non_null(strstr(room, "French: 13 units on the field.\n"
                                 "Where nothing else is said they face south.\n"));
    assert_non_null(
        strstr(room, "just north-north-east of Bastau, facing north-north-east.\n"));
    assert_non_null(strstr(
        room, "\nTouraine, foot, 19 left of 32, in line, 4 inches west-north-west of Hahlen, "
              "disordered, shaken.\n"));
    assert_non_null(strstr(room, "\nFerdinand, Brunswick leader, 7 inches south of Hahlen.\n"));
    t = fresh();
    demo_hex(&scene, false);
    draw_text_speak(&scene, &t);
    assert_non_null(strstr(room, "Cutts, foot, 6 left of 10, in line, at 0810, disordered.\n"));
    assert_non_null(strstr(room, "Breastwork between 0710 and 0709"));
}

/* What is the same for all of a side is said once; no ground is said to be at itself. */
static void what_all_share_is_said_once(void **state)
{
    struct tc_text t = fresh();
    (void)state;
    demo_plane(&scene);
    for (int i = 0; i < scene.pieces; i++)
        scene.piece[i].active = scene.piece[i].side == 1 && scene.piece[i].arm != TC_ARM_LEADER;
    draw_text_speak(&scene, &t);
    assert_non_null(strstr(room, "All troops may act.\n"));
    assert_null(strstr(room, ", may act"));
    t = fresh();
    for (int i = 0; i < scene.pieces; i++)
        if (scene.piece[i].active) {
            scene.piece[i].active = false;
            break;
        }
    draw_text_speak(&scene, &t);
    assert_null(strstr(room, "All troops may act.\n"));
    assert_non_null(strstr(room, ", may act.\n"));
    assert_null(strstr(room, "hedge (hedge)"));
}

/* Words beside blocks and marks are said as people say them, and leaders are no parts. */
static void badges_and_marks_are_said_in_full(void **state)
{
    struct tc_text t = fresh();
    (void)state;
    demo_hex(&scene, false);
    scene.piece[0].badges = "dp 1,halt";
    scene.piece[1].badges = "dp 2,dress";
    scene.piece[2].id = scene.piece[3].id = TC_NONE;
    scene.piece[2].arm = scene.piece[3].arm = TC_ARM_LEADER;
    scene.piece[2].side = scene.piece[3].side = 0;
    struct tc_overlay *o = tc_scene_overlay(&scene);
    o->what = "impact-effective";
    o->label = "effective";
    o->points = 1;
    draw_text_speak(&scene, &t);
    assert_non_null(strstr(room, ", 1 disorder point, to halt"));
    assert_non_null(strstr(room, ", 2 disorder points, under orders to dress ranks"));
    assert_non_null(strstr(room, "\nEffective artillery fire, "));
    assert_null(strstr(room, " parts"));
    assert_null(strstr(room, "leader, over"));
    scene.piece[1].id = scene.piece[0].id = 400;
    scene.piece[1].side = scene.piece[0].side;
    t = fresh();
    draw_text_speak(&scene, &t);
    assert_non_null(strstr(room, " over 2 hexes"));
}

/* Where no ground has a name, a place is told by the edges that are nearer. */
static void a_bare_table_is_told_by_its_edges(void **state)
{
    struct tc_text t = fresh();
    (void)state;
    demo_plane(&scene);
    scene.grounds = 0;
    scene.width = 60000;
    scene.height = 40000;
    scene.piece[0].x = 50500;
    scene.piece[0].y = 8000;
    draw_text_speak(&scene, &t);
    assert_non_null(strstr(room, ", 9.5 inches from the east edge and 8 from the south edge"));
}

/* Columns of the widest line and number of lines before the legend. */
static void measure(int *columns, int *lines)
{
    *columns = *lines = 0;
    for (const char *s = room; *s;) {
        const char *end = strchr(s, '\n');
        int n = 0;
        assert_non_null(end);
        for (; s < end; s++)
            n += ((unsigned char)*s & 0xc0) != 0x80;
        *columns = n > *columns ? n : *columns;
        ++*lines;
        s = end + 1;
    }
}

static void no_picture_passes_its_bounds(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int size = 0; size < 6; size++) {
            static const int wanted[6][2] = { { 78, 24 },   { 20, 8 }, { 40, 50 },
                                              { 400, 200 }, { 1, 1 },  { 9999, 9999 } };
            struct draw_text_options o = draw_text_defaults();
            int columns, lines, most = wanted[size][0], rows = wanted[size][1];
            o.columns = most;
            o.rows = rows;
            o.legend = o.units = false;
            o.utf8 = size % 2;
            if (kind < 2)
                demo_hex(&scene, kind);
            else if (kind == 2)
                demo_plane(&scene);
            else
                demo_full(&scene);
            struct tc_text t = fresh();
            draw_text_map(&scene, &o, &t);
            assert_false(t.cut);
            measure(&columns, &lines);
            most = most < DRAW_TEXT_COLUMNS_MIN ? DRAW_TEXT_COLUMNS_MIN : most;
            rows = rows < DRAW_TEXT_ROWS_MIN ? DRAW_TEXT_ROWS_MIN : rows;
            assert_in_range(columns, 1, most > 400 ? 400 : most);
            assert_in_range(lines, 5, rows > 200 ? 200 : rows);
        }
}

static void ascii_is_ascii_and_colour_only_on_demand(void **state)
{
    struct draw_text_options o = draw_text_defaults();
    (void)state;
    for (int hostile = 0; hostile < 2; hostile++) {
        if (hostile)
            demo_hostile(&scene);
        else
            demo_plane(&scene);
        struct tc_text t = fresh();
        draw_text_map(&scene, &o, &t);
        for (const char *s = room; *s; s++)
            assert_true(*s == '\n' || ((unsigned char)*s >= ' ' && (unsigned char)*s < 0x7f));
    }
    o.colour = true;
    struct tc_text t = fresh();
    demo_plane(&scene);
    draw_text_map(&scene, &o, &t);
    assert_non_null(strstr(room, "\033[1;31m"));
}

static void hostile_labels_cannot_steer_the_terminal(void **state)
{
    struct draw_text_options o = draw_text_defaults();
    (void)state;
    demo_hostile(&scene);
    o.utf8 = true;
    struct tc_text t = fresh();
    draw_text_map(&scene, &o, &t);
    draw_text_speak(&scene, &t);
    draw_text_panels(&scene, 60, &t);
    for (const char *s = room; *s; s++)
        assert_true(*s == '\n' || (unsigned char)*s >= ' ');
    assert_null(strchr(room, '\033'));
    assert_non_null(strstr(room, "Хольтей 奥 Ünïcode"));
}

static void units_are_pointed_out_and_found(void **state)
{
    struct draw_text_options o = draw_text_defaults();
    char symbol[16];
    struct tc_text t = fresh(), name = tc_text_on(symbol, sizeof symbol);
    (void)state;
    demo_plane(&scene);
    draw_text_symbol(&scene, 6, &name);
    assert_string_equal(symbol, "H1");
    name = tc_text_on(symbol, sizeof symbol);
    draw_text_symbol(&scene, 24, &name);
    assert_string_equal(symbol, "f5");
    name = tc_text_on(symbol, sizeof symbol);
    draw_text_symbol(&scene, 999, &name);
    assert_string_equal(symbol, "");
    o.highlight = 6;
    draw_text_map(&scene, &o, &t);
    assert_non_null(strstr(room, "**H1^**"));
    assert_non_null(strstr(room, "\nH1*   blues"));
}

static void a_window_shows_a_part(void **state)
{
    struct draw_text_options o = draw_text_defaults();
    (void)state;
    demo_plane(&scene);
    o.x = 0;
    o.y = 24000;
    o.w = 20000;
    o.h = 20000;
    o.units = o.legend = false;
    struct tc_text t = fresh();
    draw_text_map(&scene, &o, &t);
    assert_non_null(strstr(room, "l1v"));
    assert_null(strstr(room, "G1"));
    assert_null(strstr(room, "h1"));
}

static void nothing_to_show_is_said(void **state)
{
    struct tc_text t = fresh();
    (void)state;
    tc_scene_clear(&scene);
    draw_text_map(&scene, NULL, &t);
    assert_string_equal(room, "There is no table to show.\n");
    t = fresh();
    draw_text_units(&scene, NULL, &t);
    assert_string_equal(room, "There are no units.\n");
    t = fresh();
    draw_text_speak(&scene, &t);
    assert_string_equal(room, "Side A: 0 units on the field.\n"
                              "Side B: 0 units on the field.\n");
}

static void a_small_buffer_is_cut_not_passed(void **state)
{
    char small[100];
    struct tc_text t = tc_text_on(small, 50);
    (void)state;
    memset(small, 'x', sizeof small);
    demo_plane(&scene);
    draw_text_map(&scene, NULL, &t);
    assert_true(t.cut);
    assert_in_range(strlen(small), 40, 49); /* whole characters only */
    assert_int_equal(small[50], 'x');
}

static void a_full_scene_fits_the_room(void **state)
{
    struct draw_text_options o = draw_text_defaults();
    struct tc_text t = tc_text_on(room, DRAW_TEXT_ROOM);
    (void)state;
    demo_full(&scene);
    o.columns = 160;
    o.rows = 60;
    o.colour = o.utf8 = true;
    draw_text_map(&scene, &o, &t);
    assert_false(t.cut);
    t = tc_text_on(room, DRAW_TEXT_ROOM);
    draw_text_speak(&scene, &t);
    assert_false(t.cut);
}

static void panels_keep_their_width(void **state)
{
    struct tc_text t = fresh();
    int columns, lines;
    (void)state;
    demo_plane(&scene);
    draw_text_panels(&scene, 40, &t);
    measure(&columns, &lines);
    assert_in_range(columns, 20, 40);
    assert_int_equal(lines, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pictures_are_as_kept),
        cmocka_unit_test(the_sentences_are_as_kept),
        cmocka_unit_test(what_all_share_is_said_once),
        cmocka_unit_test(badges_and_marks_are_said_in_full),
        cmocka_unit_test(a_bare_table_is_told_by_its_edges),
        cmocka_unit_test(no_picture_passes_its_bounds),
        cmocka_unit_test(ascii_is_ascii_and_colour_only_on_demand),
        cmocka_unit_test(hostile_labels_cannot_steer_the_terminal),
        cmocka_unit_test(units_are_pointed_out_and_found),
        cmocka_unit_test(a_window_shows_a_part),
        cmocka_unit_test(nothing_to_show_is_said),
        cmocka_unit_test(a_small_buffer_is_cut_not_passed),
        cmocka_unit_test(a_full_scene_fits_the_room),
        cmocka_unit_test(panels_keep_their_width),
    };
    return cmocka_run_group_tests_name("textmap", tests, NULL, NULL);
}
