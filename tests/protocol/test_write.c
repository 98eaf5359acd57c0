/* tests/protocol/test_write.c - JSON written straight away is the JSON of the objects. */
#include "protocol/write.h"
#include "tests/protocol/table.h"

static void same_text(struct js_out *o, json_t *j)
{
    char *text = json_dumps(j, JSON_COMPACT | JSON_ENCODE_ANY);

    assert_string_equal(o->text, text);
    free(text);
    json_decref(j);
    free(o->text);
    *o = (struct js_out){ 0 };
}

static void test_pieces(void **x)
{
    struct js_out o = { 0 };

    (void)x;
    js_put_open(&o, '{');
    js_put_key(&o, "a");
    js_put_string(&o, "\"\\\b\f\n\r\t\x01\x1f/ \xc3\xa4\xe2\x82\xac\x7f");
    js_put_key(&o, "b");
    js_put_open(&o, '[');
    js_put_int(&o, -5);
    js_put_bool(&o, true);
    js_put_null(&o);
    js_put_open(&o, '[');
    js_put_close(&o, ']');
    js_put_hex(&o, 0x123456789abcdefULL);
    js_put_json(&o, json_pack("{si}", "x", 1));
    js_put_close(&o, ']');
    js_put_close(&o, '}');
    same_text(&o, json_pack("{ss s[i b n [] s {si}]}", "a",
                            "\"\\\b\f\n\r\t\x01\x1f/ \xc3\xa4\xe2\x82\xac\x7f", "b", -5, 1,
                            "0123456789abcdef", "x", 1));
}

/* Everything a seat can be told, after every answer of a battle. */
static void compare(const struct ses_game *s, int seat)
{
    struct ses_walk w = { .s = s, .seat = seat };
    struct ses_seen seen;
    struct js_out o = { 0 };
    struct tc_scene *scene = calloc(1, sizeof *scene);

    while (ses_walk_log(&w, &seen)) {
        ses_put_seen(&o, s, &seen);
        same_text(&o, ses_seen_json(s, &seen));
    }
    for (uint32_t i = 0; i < s->lines; i++) {
        ses_put_line(&o, s, &s->line[i], seat);
        same_text(&o, ses_line_json(s, &s->line[i], seat));
    }
    ses_put_question(&o, s, seat);
    same_text(&o, ses_question_json(s, seat));
    ses_scene(s, seat, scene);
    js_put_scene(&o, scene, (int)s->adjusted);
    same_text(&o, ses_scene_json(s, seat));
    free(scene);
}

static void test_a_battle(void **x)
{
    struct ses_game *s = game(5);
    struct tc_why why;

    (void)x;
    for (int i = 0; i < 80; i++) {
        for (int seat = SES_WATCHER; seat < 2; seat++)
            compare(s, seat);
        if (s->g.status == TC_IS_OVER)
            break;
        play_random(s, (uint64_t)i, 1);
        if (i == 20)
            assert_int_equal(ses_undo(s, SES_UMPIRE, true, &why), TC_OK);
    }
    ses_free(s);
    s = typed_game();
    for (int seat = SES_WATCHER; seat < 2; seat++)
        compare(s, seat);
    ses_free(s);
}

/* A scene and its change make the next scene. */
static void apply(json_t *scene, const json_t *change)
{
    size_t i;
    json_t *e;

    json_array_foreach(json_object_get(change, "pieces"), i, e)
        json_array_set(json_object_get(scene, "pieces"),
                       (size_t)json_integer_value(json_array_get(e, 0)), json_array_get(e, 1));
    for (i = 0; i < 3; i++) {
        static const char *const key[] = { "status", "overlays", "panels" };
        json_t *v = json_object_get(change, key[i]);
        if (v)
            json_object_set(scene, key[i], v);
    }
}

static void test_changes(void **x)
{
    struct ses_game *s = game(9);
    struct tc_scene *scene = calloc(1, sizeof *scene);
    struct js_seen_scene seen = { 0 };
    json_t *told = NULL;
    int changes = 0;

    (void)x;
    for (int i = 0; i < 80 && s->g.status != TC_IS_OVER; i++) {
        struct js_out o = { 0 };
        json_t *now = ses_scene_json(s, 0);
        ses_scene(s, 0, scene);
        if (js_put_change(&o, scene, &seen)) {
            json_t *change = json_loads(o.text, 0, NULL);
            assert_non_null(told);
            apply(told, change);
            json_decref(change);
            changes++;
        } else {
            assert_int_equal(o.n, 0);
            json_decref(told);
            told = json_deep_copy(now);
        }
        assert_true(json_equal(told, now));
        json_decref(now);
        free(o.text);
        play_random(s, (uint64_t)i, 1);
    }
    assert_true(changes > 10);
    json_decref(told);
    js_forget_scene(&seen);
    free(scene);
    ses_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_a_battle),
        cmocka_unit_test(test_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
