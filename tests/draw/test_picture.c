/* tests/draw/test_picture.c - the plan in its three formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw/plan.h"
#include "tests/draw/capture.h"
#include "tests/support/demo_scene.h"

static struct tc_scene scene;

static void assert_well_formed(const struct capture *c)
{
    const char *fault = xml_fault(c->bytes, c->used);
    if (fault)
        fail_msg("not well-formed: %s", fault);
}

static void the_checker_finds_faults(void **state)
{
    static const char *const bad[] = {
        "<a><b></a></b>", "<a x=\"<\"/>", "<a>&</a>",   "<a/><b/>", "<a",
        "<a x=1/>",       "<a>",          "<a>\x01</a>"
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_non_null(xml_fault(bad[i], strlen(bad[i])));
    const char *good = "<?xml?><a x=\"1 &lt;\"><b/>t &amp; u</a>";
    assert_null(xml_fault(good, strlen(good)));
}

static void svg_names_every_unit(void **state)
{
    (void)state;
    demo_plane(&scene);
    struct capture c = capture_scene(&scene, NULL, DRAW_SVG);
    assert_well_formed(&c);
    assert_int_equal(count_of(&c, "<g id=\"unit-"), 26);
    assert_non_null(strstr(c.bytes, "<title>The Battle of Hahlen</title>"));
    assert_non_null(strstr(c.bytes, "<g id=\"unit-kingsley\" data-unit=\"0\" data-side=\"0\">"
                                    "<title>Kingsley, British foot, 26 left of 32, in line, 4 "
                                    "inches west of Hahlen, facing north, disordered</title>"));
    assert_non_null(strstr(c.bytes, "<title>Colonel Général, French dragoons"));
    free(c.bytes);
}

static void a_bent_line_is_one_unit_of_three_shapes(void **state)
{
    (void)state;
    demo_plane(&scene);
    struct capture c = capture_scene(&scene, NULL, DRAW_SVG);
    char *from = strstr(c.bytes, "<g id=\"unit-stuart\"");
    assert_non_null(from);
    char *end = strstr(from, "</g>");
    *end = '\0';
    struct capture part = { from, 0 };
    assert_int_equal(count_of(&part, "<polygon"), 3);
    free(c.bytes);
}

static void the_same_scene_is_the_same_bytes(void **state)
{
    (void)state;
    for (int f = DRAW_SVG; f <= DRAW_PDF; f++) {
        demo_plane(&scene);
        struct capture a = capture_scene(&scene, NULL, (enum draw_format)f);
        demo_hex(&scene, false);
        struct capture other = capture_scene(&scene, NULL, (enum draw_format)f);
        demo_plane(&scene);
        struct capture b = capture_scene(&scene, NULL, (enum draw_format)f);
        assert_int_equal(a.used, b.used);
        assert_memory_equal(a.bytes, b.bytes, a.used);
        assert_true(other.used != a.used || memcmp(other.bytes, a.bytes, a.used) != 0);
        free(a.bytes);
        free(b.bytes);
        free(other.bytes);
    }
}

/* The colour at a place of the picture, as 0xrrggbb. */
static uint32_t pixel(cairo_surface_t *s, struct draw_pt at)
{
    uint32_t v;
    const unsigned char *data = cairo_image_surface_get_data(s);
    size_t stride = (size_t)cairo_image_surface_get_stride(s);
    memcpy(&v, data + (size_t)at.y * stride + (size_t)at.x * 4, 4);
    return v & 0xffffff;
}

static void png_shows_blocks_where_the_troops_are(void **state)
{
    struct draw_plan p = { 0 };
    struct draw_options o = draw_defaults();
    (void)state;
    demo_plane(&scene);
    struct capture c = capture_scene(&scene, &o, DRAW_PNG);
    cairo_surface_t *s = decode_png(&c);
    assert_int_equal(cairo_image_surface_get_width(s), 1400);
    assert_in_range(cairo_image_surface_get_height(s), 700, 1600);
    assert_int_equal(colours_of(s, 200), 200);
    /* Picardie stands from 33.5 northwards, Hardenberg at 13.5,16.6; both off their figures. */
    draw_plan_start(&p, &scene, &o);
    assert_int_equal(pixel(s, draw_place(&p, 23500, 36500)), 0x2f4f8f);
    assert_int_equal(pixel(s, draw_place(&p, 13000, 14200)), 0xa8322d);
    cairo_surface_destroy(s);
    free(c.bytes);
}

static void png_is_as_wide_as_asked(void **state)
{
    struct draw_options o = draw_defaults();
    (void)state;
    demo_hex(&scene, true);
    for (int width = 200; width <= 2000; width += 600) {
        o.width = width;
        struct capture c = capture_scene(&scene, &o, DRAW_PNG);
        cairo_surface_t *s = decode_png(&c);
        assert_int_equal(cairo_image_surface_get_width(s), width);
        cairo_surface_destroy(s);
        free(c.bytes);
    }
}

static void scale_sets_the_size_of_an_inch(void **state)
{
    struct draw_options o = draw_defaults();
    struct draw_plan p = { 0 };
    (void)state;
    demo_plane(&scene);
    o.width = 0;
    o.scale = 25;
    draw_plan_start(&p, &scene, &o);
    assert_in_range((int)(p.k * 1000 * 100), 2490, 2510);
    demo_hex(&scene, false);
    draw_plan_start(&p, &scene, &o);
    assert_in_range((int)(p.k * 1.7320508 * 100), 2480, 2520);
}

static void pdf_is_one_page(void **state)
{
    (void)state;
    demo_plane(&scene);
    struct capture c = capture_scene(&scene, NULL, DRAW_PDF);
    int pages = 0;
    assert_memory_equal(c.bytes, "%PDF-", 5);
    for (size_t i = 0; i + 12 < c.used; i++)
        pages += memcmp(c.bytes + i, "/Type /Page ", 12) == 0;
    assert_int_equal(pages, 1);
    free(c.bytes);
}

static void options_take_parts_away(void **state)
{
    struct draw_options o = draw_defaults();
    (void)state;
    demo_plane(&scene);
    struct capture all = capture_scene(&scene, &o, DRAW_SVG);
    bool *const part[] = { &o.title, &o.legend, &o.panels, &o.labels };
    for (int i = 0; i < 4; i++) {
        *part[i] = false;
        struct capture less = capture_scene(&scene, &o, DRAW_SVG);
        assert_well_formed(&less);
        assert_true(less.used < all.used);
        free(less.bytes);
        *part[i] = true;
    }
    o.highlight = 1;
    struct capture lit = capture_scene(&scene, &o, DRAW_SVG);
    assert_true(lit.used != all.used);
    free(lit.bytes);
    free(all.bytes);
}

static void hostile_labels_stay_text(void **state)
{
    (void)state;
    demo_hostile(&scene);
    struct capture c = capture_scene(&scene, NULL, DRAW_SVG);
    assert_well_formed(&c);
    assert_null(strstr(c.bytes, "<script"));
    assert_null(strchr(c.bytes, '\033'));
    assert_non_null(strstr(c.bytes, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(c.bytes, "Хольтей 奥 Ünïcode"));
    assert_non_null(strstr(c.bytes, "broken ?? ? utf"));
    free(c.bytes);
}

static void an_empty_table_is_drawn_and_no_table_refused(void **state)
{
    struct tc_why why = { 0 };
    struct capture none = { NULL, 0 };
    (void)state;
    tc_scene_clear(&scene);
    assert_int_equal(draw_scene(&scene, NULL, DRAW_SVG, capture_sink, &none, &why), TC_E_RANGE);
    assert_non_null(strstr(why.text, "width is 0"));
    assert_null(none.bytes);
    for (int board = TC_BOARD_PLANE; board <= TC_BOARD_HEX; board++) {
        scene.board = (uint8_t)board;
        scene.width = scene.height = 30;
        struct capture c = capture_scene(&scene, NULL, DRAW_SVG);
        assert_well_formed(&c);
        assert_int_equal(count_of(&c, "unit-"), 0);
        free(c.bytes);
    }
}

static void bad_options_are_named(void **state)
{
    struct draw_options o = draw_defaults();
    struct tc_why why = { 0 };
    struct capture c = { NULL, 0 };
    (void)state;
    demo_plane(&scene);
    o.width = 100;
    assert_int_equal(draw_scene(&scene, &o, DRAW_PNG, capture_sink, &c, &why), TC_E_RANGE);
    assert_string_equal(why.where, "width");
    assert_non_null(strstr(why.text, "100"));
    o.width = 0;
    o.scale = 2000;
    assert_int_equal(draw_scene(&scene, &o, DRAW_PNG, capture_sink, &c, &why), TC_E_RANGE);
    assert_string_equal(why.where, "scale");
    assert_null(c.bytes);
}

static bool full_disk(void *to, const void *bytes, size_t n)
{
    (void)to, (void)bytes, (void)n;
    return false;
}

static void a_failing_sink_is_told(void **state)
{
    struct tc_why why = { 0 };
    (void)state;
    demo_hex(&scene, false);
    for (int f = DRAW_SVG; f <= DRAW_PDF; f++)
        assert_int_equal(draw_scene(&scene, NULL, (enum draw_format)f, full_disk, NULL, &why),
                         TC_E_FILE);
    assert_int_equal(draw_scene_file(&scene, NULL, DRAW_SVG, "/no/such/place.svg", &why),
                     TC_E_FILE);
    assert_string_equal(why.where, "/no/such/place.svg");
}

static void a_refused_picture_leaves_no_file(void **state)
{
    struct tc_why why = { 0 };
    const char *path = "draw-test.svg";
    (void)state;
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fclose(f);
    tc_scene_clear(&scene);
    assert_int_equal(draw_scene_file(&scene, NULL, DRAW_SVG, path, &why), TC_E_RANGE);
    assert_null(fopen(path, "rb"));
    demo_plane(&scene);
    assert_int_equal(draw_scene_file(&scene, NULL, DRAW_SVG, path, &why), TC_OK);
    f = fopen(path, "rb");
    assert_non_null(f);
    fclose(f);
    remove(path);
}

static void the_fullest_scene_is_drawn(void **state)
{
    (void)state;
    demo_full(&scene);
    assert_int_equal(scene.pieces, TC_SCENE_PIECES);
    assert_int_equal(scene.grounds, TC_SCENE_GROUNDS);
    assert_int_equal(scene.overlays, TC_SCENE_OVERLAYS);
    struct capture c = capture_scene(&scene, NULL, DRAW_SVG);
    assert_well_formed(&c);
    assert_int_equal(count_of(&c, "<polygon"), TC_SCENE_PIECES);
    free(c.bytes);
    c = capture_scene(&scene, NULL, DRAW_PNG);
    free(c.bytes);
}

/* Numbers no battle has: off the table, turned many times, of no side and no arm. */
static void strange_numbers_do_no_harm(void **state)
{
    static const struct tc_scene_point far[] = { { -900000, 900000 },
                                                 { 900000, -900000 },
                                                 { 0, 0 } };
    (void)state;
    for (int board = TC_BOARD_PLANE; board <= TC_BOARD_HEX; board++) {
        if (board == TC_BOARD_PLANE)
            demo_plane(&scene);
        else
            demo_hex(&scene, true);
        for (int i = 0; i < 12; i++) {
            struct tc_piece *p = tc_scene_piece(&scene);
            *p = scene.piece[i];
            p->x = i % 2 ? -1000000 : 1000000;
            p->facing = i % 3 ? 1 << 30 : -5;
            p->side = (int8_t)(i - 6);
            p->arm = (uint8_t)(i * 20);
            p->strength = (int16_t)(i * -3000);
            p->w = -4000 * i;
            p->order = (uint8_t)(i * 23);
            struct tc_ground *g = tc_scene_ground(&scene);
            g->kind = i % 2 ? "wood" : "stream";
            g->label = "far";
            g->form = (uint8_t)(i % 5);
            g->points = (int16_t)(i % 4);
            g->point = i % 4 ? far : NULL;
            g->level = i * 100 - 500;
            struct tc_overlay *o = tc_scene_overlay(&scene);
            o->kind = (uint8_t)(i % 6);
            o->side = (int8_t)(i - 5);
            o->points = (int16_t)(i * 5 - 10);
            o->radius = -i;
        }
        struct capture c = capture_scene(&scene, NULL, DRAW_SVG);
        assert_well_formed(&c);
        free(c.bytes);
    }
}

static void formats_are_known_by_name_and_path(void **state)
{
    enum draw_format f = DRAW_SVG;
    (void)state;
    assert_true(draw_format_of("pdf", &f));
    assert_int_equal(f, DRAW_PDF);
    assert_true(draw_format_of("a.b/plan.PNG", &f));
    assert_int_equal(f, DRAW_PNG);
    assert_true(draw_format_of("x.svg", &f));
    assert_int_equal(f, DRAW_SVG);
    assert_false(draw_format_of("plan.jpeg", &f));
    assert_false(draw_format_of("", &f));
    assert_false(draw_format_of("svgz", &f));
    assert_false(draw_format_of("x.", &f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checker_finds_faults),
        cmocka_unit_test(svg_names_every_unit),
        cmocka_unit_test(a_bent_line_is_one_unit_of_three_shapes),
        cmocka_unit_test(the_same_scene_is_the_same_bytes),
        cmocka_unit_test(png_shows_blocks_where_the_troops_are),
        cmocka_unit_test(png_is_as_wide_as_asked),
        cmocka_unit_test(scale_sets_the_size_of_an_inch),
        cmocka_unit_test(pdf_is_one_page),
        cmocka_unit_test(options_take_parts_away),
        cmocka_unit_test(hostile_labels_stay_text),
        cmocka_unit_test(an_empty_table_is_drawn_and_no_table_refused),
        cmocka_unit_test(bad_options_are_named),
        cmocka_unit_test(a_failing_sink_is_told),
        cmocka_unit_test(a_refused_picture_leaves_no_file),
        cmocka_unit_test(the_fullest_scene_is_drawn),
        cmocka_unit_test(strange_numbers_do_no_harm),
        cmocka_unit_test(formats_are_known_by_name_and_path),
    };
    return cmocka_run_group_tests_name("picture", tests, NULL, NULL);
}
