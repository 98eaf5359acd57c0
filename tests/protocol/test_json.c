/* tests/protocol/test_json.c - states, acts, events, scenes and tables as JSON. */
#include "tests/protocol/table.h"

#include "kernel/reasons.h"

/* --- States -------------------------------------------------------------------------- */

/* Every position of random battles goes to JSON and back without a byte changed, also by way
 * of text. */
static void test_state_round_trip(void **x)
{
    (void)x;
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct ses_game *s = game(seed);
        while (ses_status(s) == TC_WAITS_ANSWER) {
            struct toy_state back;
            struct tc_why why;
            json_t *j = ses_state_json(s, SES_UMPIRE);
            char *text = json_dumps(j, JSON_INDENT(2));
            json_t *again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
            memset(&back, 0xEE, sizeof back);
            assert_int_equal(js_read_state(&toy_book, again, 0, &back, &why), TC_OK);
            assert_memory_equal(&back, tc_game_state(&s->g), sizeof back);
            free(text);
            json_decref(j);
            json_decref(again);
            play_random(s, seed + s->lines, 1);
        }
        ses_free(s);
    }
}

static struct toy_state start(void)
{
    struct toy_state s;

    memset(&s, 0, sizeof s);
    s.head.book = toy_book.hash;
    toy_rules.setup(&toy_book, &s);
    return s;
}

static void refuse(json_t *j, unsigned flags, enum tc_err want, const char *where)
{
    struct toy_state before = start(), s = start();
    struct tc_why why = { .text = "" };
    enum tc_err err = js_read_state(&toy_book, j, flags, &s, &why);

    if (err != want || strcmp(why.where, where) != 0)
        fail_msg("%d, %s: %s", err, why.where, why.text);
    assert_true(strlen(why.text) > 10);
    assert_memory_equal(&s, &before, sizeof s);
    json_decref(j);
}

/* A whole state with one thing changed. */
static json_t *whole(const char *unit, const char *field, json_t *value)
{
    struct toy_state s = start();
    json_t *j = js_state(&toy_book, &s, TC_NONE);
    json_t *o = unit ? json_object_get(json_object_get(j, "units"), unit) : j;

    if (value)
        json_object_set_new(o, field, value);
    else
        json_object_del(o, field);
    return j;
}

static void test_state_is_strict(void **x)
{
    (void)x;
    refuse(json_string("state"), 0, TC_E_SYNTAX, "state");
    refuse(whole(NULL, "hat", json_integer(1)), 0, TC_E_KEY, "state");
    refuse(whole(NULL, "moved", NULL), 0, TC_E_KEY, "state");
    refuse(whole("red-one", "hat", json_integer(1)), 0, TC_E_KEY, "units.red-one");
    refuse(whole("red-one", "x", NULL), 0, TC_E_KEY, "units.red-one");
    refuse(whole("red-one", "x", json_true()), 0, TC_E_SYNTAX, "units.red-one.x");
    refuse(whole("red-one", "x", json_real(1.5)), 0, TC_E_SYNTAX, "units.red-one.x");
    refuse(whole("red-one", "x", json_integer(INT64_C(1) << 40)), 0, TC_E_RANGE,
           "units.red-one.x");
    refuse(whole("red-one", "strength", json_integer(40000)), 0, TC_E_RANGE,
           "units.red-one.strength");
    refuse(whole("red-one", "strength", json_string("4")), 0, TC_E_SYNTAX,
           "units.red-one.strength");
    refuse(whole("red-one", "mood", json_string("merry")), 0, TC_E_SYNTAX,
           "units.red-one.mood");
    refuse(whole("red-one", "mood", json_integer(1)), 0, TC_E_SYNTAX, "units.red-one.mood");
    refuse(whole("red-one", "target", json_string("green-one")), 0, TC_E_SYNTAX,
           "units.red-one.target");
    refuse(whole("red-one", "side", json_string("green")), 0, TC_E_SYNTAX,
           "units.red-one.side");
    refuse(whole(NULL, "revealed", json_integer(1)), 0, TC_E_SYNTAX, "revealed");
    refuse(whole(NULL, "dispatch", json_integer(1)), 0, TC_E_SYNTAX, "dispatch");
    refuse(whole(NULL, "dispatch", json_string("12")), 0, TC_E_SYNTAX, "dispatch");
    refuse(whole(NULL, "plan", json_integer(1)), 0, TC_E_SYNTAX, "plan");
    refuse(whole(NULL, "plan", json_pack("[sss]", "wait", "wait", "wait")), 0, TC_E_FULL,
           "plan");
    refuse(whole(NULL, "units", json_array()), 0, TC_E_SYNTAX, "units");
    refuse(whole(NULL, "units", json_object()), 0, TC_E_KEY, "units");
    refuse(whole(NULL, "head", json_null()), 0, TC_E_SYNTAX, "head");
}

static void test_state_of_another_book(void **x)
{
    struct toy_state s = start();
    json_t *j = js_state(&toy_book, &s, TC_NONE);
    struct tc_why why;

    (void)x;
    assert_int_equal(js_read_state(&toy_other, j, 0, &s, &why), TC_E_EDITION);
    assert_true(s.head.book == toy_book.hash);
    assert_int_equal(js_read_state(&toy_other, j, JS_PARTIAL | JS_ADOPT, &s, &why), TC_OK);
    assert_true(s.head.book == toy_other.hash);
    json_decref(j);
}

static void test_partial_state(void **x)
{
    struct toy_state s = start(), want = start();
    struct tc_why why;
    json_t *j = json_loads("{\"units\":{\"blue-two\":{\"x\":\"12.5\",\"facing\":\"22.5\","
                           "\"strength\":\"3\",\"target\":\"red-one\",\"side\":\"none\"}},"
                           "\"plan\":{\"1\":\"attack\"},\"revealed\":\"yes\"}",
                           0, NULL);

    (void)x;
    want.units[4].x = 12500;
    want.units[4].facing = 4096;
    want.units[4].strength = 3;
    want.units[4].target = 0;
    want.units[4].side = TC_NONE;
    want.plan[1] = TOY_ATTACK;
    want.revealed = 1;
    assert_int_equal(js_read_state(&toy_book, j, JS_PARTIAL | JS_TEXT, &s, &why), TC_OK);
    assert_memory_equal(&s, &want, sizeof s);
    json_decref(j);
    refuse(json_loads("{\"plan\":{\"2\":\"attack\"}}", 0, NULL), JS_PARTIAL, TC_E_NAME, "plan");
    refuse(json_loads("{\"units\":{\"nobody\":{}}}", 0, NULL), JS_PARTIAL, TC_E_NAME, "units");
    refuse(json_loads("{\"head\":{\"book\":\"0000000000000001\"}}", 0, NULL), JS_PARTIAL,
           TC_E_EDITION, "head.book");
}

static bool is_null_at(const json_t *j, const char *key, int i)
{
    const json_t *v = json_object_get(j, key);

    return json_is_null(i < 0 ? v : json_array_get(v, (size_t)i));
}

static void test_views(void **x)
{
    struct toy_state s = start();

    (void)x;
    s.plan[0] = TOY_ATTACK;
    json_t *all = js_state(&toy_book, &s, TC_NONE), *red = js_state(&toy_book, &s, 0);
    json_t *blue = js_state(&toy_book, &s, 1);
    assert_false(is_null_at(all, "plan", 0));
    assert_false(is_null_at(all, "luck", -1));
    assert_false(is_null_at(red, "plan", 0));
    assert_true(is_null_at(red, "plan", 1));
    assert_true(is_null_at(red, "luck", -1));
    assert_true(is_null_at(blue, "plan", 0));
    assert_false(is_null_at(blue, "plan", 1));
    json_decref(all);
    json_decref(red);
    json_decref(blue);
    s.head.over = 1; /* at the end all is shown */
    blue = js_state(&toy_book, &s, 1);
    assert_false(is_null_at(blue, "plan", 0));
    assert_false(is_null_at(blue, "luck", -1));
    json_decref(blue);
}

/* --- Acts --------------------------------------------------------------------------------- */

static void test_acts_round_trip(void **x)
{
    uint32_t acts = 0;

    (void)x;
    for (uint64_t seed = 20; seed < 26; seed++) {
        struct ses_game *s = game(seed);
        struct tc_offers *o = calloc(1, sizeof *o);
        while (ses_status(s) == TC_WAITS_ANSWER) {
            ses_list_answers(s, o);
            for (int i = 0; i < o->n; i++, acts++) {
                struct tc_act back, spoken;
                struct tc_why why;
                json_t *j = js_act(&toy_book, &o->act[i]);
                assert_int_equal(js_read_act(&toy_book, j, &back, &why), TC_OK);
                assert_true(tc_same_act(&back, &o->act[i]));
                assert_int_equal(
                    js_read_act(&toy_book, json_object_get(j, "act"), &spoken, &why), TC_OK);
                assert_true(tc_same_act(&spoken, &o->act[i]));
                json_decref(j);
            }
            play_random(s, seed * 1000 + s->lines, 1);
        }
        free(o);
        ses_free(s);
    }
    assert_true(acts > 1000);
}

static void refuse_act(const char *text, enum tc_err want)
{
    struct tc_act a = { .verb = 99 };
    struct tc_why why = { .text = "" };
    json_t *j = json_loads(text, JSON_DECODE_ANY, NULL);
    enum tc_err err = js_read_act(&toy_book, j, &a, &why);

    if (err != want)
        fail_msg("%s: %d %s", text, err, why.text);
    assert_true(strlen(why.text) > 10);
    assert_int_equal(a.verb, 99);
    json_decref(j);
}

static void test_acts_are_strict(void **x)
{
    (void)x;
    refuse_act("{\"verb\":\"dance\"}", TC_E_NAME);
    refuse_act("{\"verb\":3}", TC_E_KEY);
    refuse_act("{}", TC_E_KEY);
    refuse_act("null", TC_E_SYNTAX);
    refuse_act("{\"verb\":\"pick\"}", TC_E_KEY);
    refuse_act("{\"verb\":\"pick\",\"args\":[]}", TC_E_SYNTAX);
    refuse_act("{\"verb\":\"pick\",\"args\":{\"unit\":\"red-one\",\"hat\":1}}", TC_E_KEY);
    refuse_act("{\"verb\":\"pick\",\"args\":{\"unit\":0}}", TC_E_SYNTAX);
    refuse_act("{\"verb\":\"pick\",\"args\":{\"unit\":\"nobody\"}}", TC_E_SYNTAX);
    refuse_act("{\"verb\":\"pick\",\"unit\":\"red-one\"}", TC_E_KEY);
    refuse_act("{\"verb\":\"march\",\"args\":{\"unit\":\"red-one\"},\"path\":[[\"up\",1]]}",
               TC_E_SYNTAX);
    refuse_act("{\"verb\":\"march\",\"args\":{\"unit\":\"red-one\"},\"path\":[[\"ahead\"]]}",
               TC_E_SYNTAX);
    refuse_act("{\"verb\":\"march\",\"args\":{\"unit\":\"red-one\"},\"path\":7}", TC_E_SYNTAX);
    refuse_act("{\"verb\":\"march\",\"args\":{\"unit\":\"red-one\"},"
               "\"path\":[[\"ahead\",3000000]]}",
               TC_E_RANGE);
    refuse_act("{\"verb\":\"fire\",\"args\":{\"unit\":\"red-one\",\"at\":\"blue-one\","
               "\"boldly\":1}}",
               TC_E_SYNTAX);
    refuse_act("{\"verb\":\"react\",\"args\":{\"unit\":\"red-one\",\"how\":\"stand\","
               "\"dice\":[0]}}",
               TC_E_SYNTAX);
    refuse_act("{\"verb\":\"signal\",\"args\":{\"to\":\"red\",\"hex\":\"12\",\"place\":[1,2],"
               "\"heading\":0,\"height\":0}}",
               TC_E_SYNTAX);
    refuse_act("{\"verb\":\"signal\",\"args\":{\"to\":\"red\",\"hex\":\"0102\",\"place\":[1],"
               "\"heading\":0,\"height\":0}}",
               TC_E_SYNTAX);
}

static void test_path_is_full(void **x)
{
    json_t *path = json_array(), *j;
    struct tc_act a;
    struct tc_why why;

    (void)x;
    for (int i = 0; i < TC_SEGS; i++)
        json_array_append_new(path, json_pack("[si]", "ahead", 1 + i));
    j = json_pack("{sss{ss}so}", "verb", "march", "args", "unit", "red-one", "path", path);
    assert_int_equal(js_read_act(&toy_book, j, &a, &why), TC_OK);
    assert_int_equal(a.segs, TC_SEGS);
    json_array_append_new(path, json_pack("[si]", "ahead", 1));
    assert_int_equal(js_read_act(&toy_book, j, &a, &why), TC_E_FULL);
    json_decref(j);
}

/* --- Events, refusals
 * ------------------------------------------------------------------------- */

static void test_events(void **x)
{
    struct ses_game *s = game(1);
    int8_t face[] = { 6, 6, 6, 6, 0 };
    struct tc_why why;

    (void)x;
    play_plans(s, "attack", "defend");
    play(s, "done");
    ses_force_dice(s, face, 5, &why);
    play(s, "fire red-one blue-one");
    json_t *log = ses_log_json(s, SES_UMPIRE, 0);
    char *text = json_dumps(log, JSON_COMPACT);
    static const char *const want[] = {
        "\"text\":\"Turn 1 begins.\"",
        "\"reveals\":true",
        "\"text\":\"4d6, 4 or more: "
        "4\",\"side\":\"red\",\"good\":\"high\",\"die\":\"d6\",\"dice\":4,\"target\":4,"
        "\"hits\":4",
        "\"event\":\"loss\",\"args\":{\"unit\":\"blue-one\",\"men\":2},\"outcome\":true",
        "\"kind\":\"die\",\"rule\":\"X-4.3\",\"text\":\"d10: "
        "0\",\"side\":\"blue\",\"good\":\"high\",\"die\":\"d10\",\"face\":0",
        "-2 losses of blue-one\",\"label\":\"losses\",\"value\":-2,\"args\":{",
        "\"text\":\"+2 the plan to defend\"",
        "\"rule\":\"X-4.3\",\"text\":\"= 0 morale\",\"label\":\"morale\",\"total\":0",
        "\"text\":\"Red: red-one fires at blue-one\"",
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        if (!strstr(text, want[i]))
            fail_msg("%s\nis not in\n%s", want[i], text);
    free(text);
    json_decref(log);
    ses_free(s);
}

static void test_refusal_json(void **x)
{
    struct tc_refusal no;
    struct tc_act near = { .verb = TOY_V_HALT };

    (void)x;
    tc_refuse_near(&no, &near, "X-9", TC_R_NOT_NOW);
    json_t *j = js_refusal(&toy_book, &no);
    assert_string_equal(json_string_value(json_object_get(j, "reason")), "not-now");
    assert_string_equal(json_string_value(json_object_get(j, "rule")), "X-9");
    assert_true(json_holds(j, "\"act\":\"halt red-one\""));
    json_decref(j);
}

/* --- Scenes and tables
 * -------------------------------------------------------------------------- */

static void need_keys(const json_t *o, const char *const *keys)
{
    for (int i = 0; keys[i]; i++)
        if (!json_object_get(o, keys[i]))
            fail_msg("no %s", keys[i]);
}

static void test_scene(void **x)
{
    static const char *const top[] = { "v",      "board",    "width",  "height", "title",
                                       "status", "sides",    "pieces", "north",  "grounds",
                                       "panels", "overlays", NULL };
    static const char *const piece[] = { "id",       "side",      "arm",    "key",    "label",
                                         "x",        "y",         "w",      "facing", "d",
                                         "strength", "strength0", "badges", "stack",  "active",
                                         "order",    NULL };
    struct ses_game *s = game(1);
    json_t *j = ses_scene_json(s, 0);

    (void)x;
    need_keys(j, top);
    assert_int_equal(json_array_size(json_object_get(j, "pieces")), TOY_UNITS);
    need_keys(json_array_get(json_object_get(j, "pieces"), 0), piece);
    assert_true(json_holds(j, "[[20000,9000],[26000,9000],[23000,15000]]"));
    assert_true(json_holds(j, "\"radius\":24000"));
    assert_true(json_holds(j, "\"left\":\"blue\",\"right\":\"hidden\""));
    assert_true(json_holds(j, "\"colour\":\"#aa2222\""));
    json_decref(j);
    ses_free(s);
}

static void test_hex_scene(void **x)
{
    static struct tc_scene s;

    (void)x;
    tc_scene_clear(&s);
    s.board = TC_BOARD_HEX;
    s.hex = (struct tc_scene_hex){ true, false, 1, 2 };
    struct tc_piece *p = tc_scene_piece(&s);
    p->badges = "routing,,low";
    p->facing = -1;
    p->hidden_strength = true;
    tc_scene_standing(&s, 1, 12, 3, 50, "bases lost");
    json_t *j = js_scene(&s);
    assert_true(json_holds(j, "{\"name\":\"\",\"colour\":\"\"}"));
    assert_true(json_holds(j, "\"points\":12,\"army\":{\"lost\":3,\"breaks\":50,"
                              "\"text\":\"3 of 50 bases lost\"}"));
    assert_true(json_holds(j, "\"hex\":{\"flat_top\":true,\"odd_place\":false,\"first\":1,"
                              "\"digits\":2}"));
    assert_true(json_holds(j, "\"badges\":[\"routing\",\"low\"]"));
    assert_false(json_holds(j, "facing"));
    assert_false(json_holds(j, "strength"));
    json_decref(j);
}

static void test_messages(void **x)
{
    json_t *j = js_messages(&toy_rules);

    (void)x;
    assert_int_equal(json_array_size(json_object_get(j, "verbs")), TOY_VERBS);
    assert_int_equal(json_array_size(json_object_get(j, "events")), TOY_EVENTS);
    assert_int_equal(json_array_size(json_object_get(j, "questions")), TOY_QUESTIONS);
    assert_int_equal(json_array_size(json_object_get(j, "steps")), TOY_STEPS);
    assert_true(json_holds(j, "Where does {0} go?"));
    assert_true(json_holds(j, "\"words\":[\"attack\",\"defend\",\"wait\"]"));
    assert_true(json_holds(j, "\"list\":\"company\""));
    json_decref(j);
}

static void test_hex_strings(void **x)
{
    uint64_t v, seed[2] = { 1, 2 };
    json_t *j = js_hex(UINT64_C(0xFEDCBA9876543210));

    (void)x;
    assert_string_equal(json_string_value(j), "fedcba9876543210");
    assert_true(js_read_hash(j, &v));
    assert_true(v == UINT64_C(0xFEDCBA9876543210));
    assert_false(js_read_seed(j, seed));
    assert_int_equal(seed[0], 1);
    json_decref(j);
    j = json_string("00000000000000010000000000000g02");
    assert_false(js_read_seed(j, seed));
    assert_false(js_read_hash(j, &v));
    json_decref(j);
    seed[0] = 7;
    j = js_seed(seed);
    seed[0] = 0;
    assert_true(js_read_seed(j, seed));
    assert_true(seed[0] == 7 && seed[1] == 2);
    json_decref(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_state_round_trip),
        cmocka_unit_test(test_state_is_strict),
        cmocka_unit_test(test_state_of_another_book),
        cmocka_unit_test(test_partial_state),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_acts_round_trip),
        cmocka_unit_test(test_acts_are_strict),
        cmocka_unit_test(test_path_is_full),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_refusal_json),
        cmocka_unit_test(test_scene),
        cmocka_unit_test(test_hex_scene),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_hex_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
