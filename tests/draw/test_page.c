/* tests/draw/test_page.c - the printable order of battle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/draw/capture.h"
#include "tests/support/demo_scene.h"

static struct tc_scene scene;

static int pdf_pages(const struct capture *c)
{
    int n = 0;
    for (size_t i = 0; i + 12 < c->used; i++)
        n += memcmp(c->bytes + i, "/Type /Page ", 12) == 0;
    return n;
}

static void a_pdf_holds_all_pages(void **state)
{
    (void)state;
    demo_plane(&scene);
    assert_in_range(draw_order_pages(&scene), 1, 2);
    struct capture c = capture_order(&scene, DRAW_PDF, 0);
    assert_int_equal(pdf_pages(&c), draw_order_pages(&scene));
    free(c.bytes);
    demo_full(&scene);
    assert_true(draw_order_pages(&scene) > 5);
    c = capture_order(&scene, DRAW_PDF, 0);
    assert_int_equal(pdf_pages(&c), draw_order_pages(&scene));
    free(c.bytes);
}

static void svg_and_png_hold_one_page(void **state)
{
    (void)state;
    demo_full(&scene);
    struct capture first = capture_order(&scene, DRAW_SVG, 0);
    struct capture last = capture_order(&scene, DRAW_SVG, draw_order_pages(&scene) - 1);
    assert_null(xml_fault(first.bytes, first.used));
    assert_null(xml_fault(last.bytes, last.used));
    assert_true(first.used != last.used);
    struct capture png = capture_order(&scene, DRAW_PNG, 1);
    cairo_surface_t *s = decode_png(&png);
    assert_int_equal(cairo_image_surface_get_width(s), 1000);
    assert_int_equal(cairo_image_surface_get_height(s), 1416);
    assert_int_equal(colours_of(s, 20), 20);
    cairo_surface_destroy(s);
    free(png.bytes);
    free(first.bytes);
    free(last.bytes);
}

static void a_page_that_is_not_there_is_refused(void **state)
{
    struct tc_why why = { 0 };
    struct capture c = { NULL, 0 };
    (void)state;
    demo_plane(&scene);
    assert_int_equal(draw_order_of_battle(&scene, NULL, DRAW_PNG, 9, capture_sink, &c, &why),
                     TC_E_RANGE);
    assert_string_equal(why.where, "page");
    assert_non_null(strstr(why.text, "no page 9"));
    assert_int_equal(draw_order_of_battle(&scene, NULL, DRAW_SVG, -1, capture_sink, &c, &why),
                     TC_E_RANGE);
    assert_null(c.bytes);
}

static void an_empty_scene_is_one_page(void **state)
{
    (void)state;
    tc_scene_clear(&scene);
    assert_int_equal(draw_order_pages(&scene), 1);
    struct capture c = capture_order(&scene, DRAW_SVG, 0);
    assert_null(xml_fault(c.bytes, c.used));
    free(c.bytes);
}

static void hostile_names_stay_text(void **state)
{
    (void)state;
    demo_hostile(&scene);
    struct capture c = capture_order(&scene, DRAW_SVG, 0);
    assert_null(xml_fault(c.bytes, c.used));
    assert_null(strstr(c.bytes, "<script"));
    free(c.bytes);
}

/* Each man lost strikes out a box: more strokes, a longer picture. */
static void losses_change_the_page(void **state)
{
    (void)state;
    demo_plane(&scene);
    struct capture before = capture_order(&scene, DRAW_SVG, 0);
    scene.piece[1].strength = 20;
    struct capture after = capture_order(&scene, DRAW_SVG, 0);
    assert_true(after.used > before.used);
    free(before.bytes);
    free(after.bytes);
}

/* Do two pages show the same? Then what changed between them is not to be seen. */
static bool same_page(const struct capture *before)
{
    struct capture after = capture_order(&scene, DRAW_SVG, 0);
    bool same = after.used == before->used && !memcmp(after.bytes, before->bytes, after.used);

    free(after.bytes);
    return same;
}

/* Paper cannot be asked for more: the ends of long names and rows are there. */
static void nothing_is_cut(void **state)
{
    static const char *const end[] = {
        "Hardenberg, second battalion, with the grenadiers of Bock and Wense",
        "Hardenberg, second battalion, with the grenadiers of Bock and Zense",
    };
    (void)state;
    for (int what = 0; what < 4; what++) {
        struct capture before;
        for (int i = 0; i < 2; i++) {
            demo_plane(&scene);
            *(what == 0   ? &scene.piece[1].label
              : what == 1 ? &scene.piece[1].worth
              : what == 2 ? &scene.row[0].right
                          : &scene.row[0].left) = end[i];
            if (i == 0)
                before = capture_order(&scene, DRAW_SVG, 0);
        }
        assert_false(same_page(&before));
        free(before.bytes);
    }
}

/* Officers without a number are as many as they are, and whose troops they are is said. */
static void officers_and_commands_are_named(void **state)
{
    (void)state;
    demo_plane(&scene);
    scene.piece[1].id = scene.piece[2].id = TC_NONE;
    scene.piece[1].side = scene.piece[2].side = 0;
    struct capture before = capture_order(&scene, DRAW_SVG, 0);
    scene.piece[2].label = "Another";
    assert_false(same_page(&before));
    free(before.bytes);
    before = capture_order(&scene, DRAW_SVG, 0);
    scene.piece[1].group = "reden";
    assert_false(same_page(&before));
    free(before.bytes);
    before = capture_order(&scene, DRAW_SVG, 0);
    scene.piece[1].chief = "Reden";
    assert_false(same_page(&before));
    free(before.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pdf_holds_all_pages),
        cmocka_unit_test(svg_and_png_hold_one_page),
        cmocka_unit_test(a_page_that_is_not_there_is_refused),
        cmocka_unit_test(an_empty_scene_is_one_page),
        cmocka_unit_test(hostile_names_stay_text),
        cmocka_unit_test(losses_change_the_page),
        cmocka_unit_test(nothing_is_cut),
        cmocka_unit_test(officers_and_commands_are_named),
    };
    return cmocka_run_group_tests_name("page", tests, NULL, NULL);
}
