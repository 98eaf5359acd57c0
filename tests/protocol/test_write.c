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
    for (uint32_t i = 0; i < s->lines; i += 7) {
        struct ses_walk all = { .s = s, .seat = seat }, part = ses_walk_from(s, seat, i);
        struct ses_seen a, b = { 0 };
        bool more = ses_walk_log(&part, &b);
        while (ses_walk_log(&all, &a)) {
            while (more && b.e->line < i)
                more = ses_walk_log(&part, &b);
            if (a.e->line < i)
                continue;
            assert_true(more && a.e == b.e && a.n == b.n && a.secret == b.secret);
            more = ses_walk_log(&part, &b);
        }
        assert_false(more);
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
    for (i = 0; i < 4; i++) {
        static const char *const key[] = { "status", "sides", "overlays", "panels" };
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

/* Whatever of a piece is told, a change of it is told too. */
static void test_every_change(void **x)
{
    struct ses_game *s = game(9);
    struct tc_scene *scene = calloc(1, sizeof *scene);
    struct tc_piece *p = &scene->piece[0];
    char far[700];

    (void)x;
    memset(far, 'x', sizeof far - 1);
    far[sizeof far - 1] = '\0';
    for (int i = 0; i < 25; i++) {
        struct js_seen_scene seen = { 0 };
        struct js_out o = { 0 };
        ses_scene(s, 0, scene);
        p->facing = 5;
        p->hidden_strength = false;
        if (i == 24)
            p->label = far;
        js_see_scene(scene, &seen);
        switch (i) {
        case 0: p->side = !p->side; break;
        case 1: p->arm = (uint8_t)!p->arm; break;
        case 2: p->key = "other"; break;
        case 3: p->label = "Other"; break;
        case 4: p->nation = "Other"; break;
        case 5: p->group = "other"; break;
        case 6: p->group_label = "Other"; break;
        case 7: p->chief = "Other"; break;
        case 8: p->formation = "other"; break;
        case 9: p->x++; break;
        case 10: p->y++; break;
        case 11: p->facing = -1; break;
        case 12: p->w++; break;
        case 13: p->d++; break;
        case 14: p->strength++; break;
        case 15: p->strength0++; break;
        case 16: p->hidden_strength = true; break;
        case 17: p->badges = "other"; break;
        case 18: p->stack++; break;
        case 19: p->active = !p->active; break;
        case 20: p->order++; break;
        case 21: scene->overlay[0].radius++; break;
        case 22: scene->row[0].right = "other"; break;
        case 23: scene->status = "other"; break;
        default: far[600] = 'y'; break;
        }
        assert_true(js_put_change(&o, scene, &seen));
        bool piece = strstr(o.text, "\"pieces\":[[0,") != NULL;
        assert_int_equal(piece, i <= 20 || i == 24);
        assert_int_equal(strstr(o.text, "\"overlays\":") != NULL, i == 21);
        assert_int_equal(strstr(o.text, "\"panels\":") != NULL, i == 22);
        assert_int_equal(strstr(o.text, "\"status\":") != NULL, i == 23);
        js_forget_scene(&seen);
        free(o.text);
    }
    free(scene);
    ses_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_a_battle),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_every_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
