/* tests/protocol/test_docs.c - the pages name every request, key and line there is. */
#include "tests/protocol/table.h"

#include "protocol/umpire.h"

static char *page(const char *name)
{
    char path[512];
    char *text = NULL;
    size_t room = 0;

    snprintf(path, sizeof path, "%s/docs/%s", SOURCE_ROOT, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(getdelim(&text, &room, 0, f) > 100);
    fclose(f);
    return text;
}

/* Is the word there in code marks, or in quotes within a sample? */
static void need(const char *text, const char *word)
{
    char code[80], quoted[80];

    snprintf(code, sizeof code, "`%s`", word);
    snprintf(quoted, sizeof quoted, "\"%s\"", word);
    if (!strstr(text, code) && !strstr(text, quoted))
        fail_msg("%s is not described", word);
}

static void need_keys(const char *text, const json_t *j)
{
    const char *key;
    json_t *value;

    if (json_is_array(j))
        for (size_t i = 0; i < json_array_size(j); i++)
            need_keys(text, json_array_get(j, i));
    json_object_foreach((json_t *)(uintptr_t)j, key, value)
    {
        need(text, key);
        if (strcmp(key, "state") != 0)
            need_keys(text, value);
    }
}

static void test_scene_page(void **x)
{
    static struct tc_scene hex;
    char *text = page("scene.md");
    struct ses_game *s = game(1);
    json_t *j = ses_scene_json(s, 0);

    (void)x;
    need_keys(text, j);
    json_decref(j);
    ses_free(s);
    tc_scene_clear(&hex);
    hex.board = TC_BOARD_HEX;
    tc_scene_piece(&hex)->nation = "British";
    j = js_scene(&hex);
    need_keys(text, j);
    json_decref(j);
    free(text);
}

static void test_record_page(void **x)
{
    char *text = page("record.md"), *record;
    struct ses_game *s = game(2);
    struct ses_change c = { "units.red-one.strength", "3" };
    struct tc_why why;
    int8_t six = 6;

    (void)x;
    assert_int_equal(ses_adjust(s, &c, 1, "a slip", &why), TC_OK);
    play(s, "plan wait");
    assert_int_equal(ses_undo(s, 0, false, &why), TC_OK);
    ses_force_dice(s, &six, 1, &why);
    play_random(s, 1, 0);
    record = rec_text(s);
    for (char *line = strtok(record, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *j = json_loads(line, 0, NULL);
        need_keys(text, j);
        json_decref(j);
    }
    free(record);
    free(text);
    ses_free(s);
}

static void test_protocol_page(void **x)
{
    char *text = page("protocol.md");

    (void)x;
    for (const struct proto_verb *v = proto_verbs; v->run; v++) {
        char item[40];
        snprintf(item, sizeof item, "- `%s`", v->name);
        if (!strstr(text, item))
            fail_msg("%s is not described", v->name);
        for (int i = 0; i < 12 && v->keys[i]; i++)
            need(text, v->keys[i]);
    }
    for (int e = TC_E_FILE; e < TC_ERRS; e++)
        need(text, tc_err_word((enum tc_err)e));
    free(text);
}

/* The objects of the page, as they come out of a game. */
static void test_protocol_objects(void **x)
{
    char *text = page("protocol.md");
    struct ses_game *s = game(3), *typed = typed_game();
    struct tc_odds *odds = malloc(sizeof *odds);
    struct tc_act a = { .verb = TOY_V_FIRE, .arg = { 0, 3, 1 } };
    struct tc_refusal no;
    struct tc_why why;

    (void)x;
    play_plans(s, "attack", "wait");
    play(s, "done");
    assert_int_equal(ses_odds(s, 0, &a, odds, NULL, &why), TC_OK);
    a.arg[1] = 1;
    assert_int_equal(ses_why_not(s, &a, &no, &why), TC_E_ILLEGAL);
    json_t *q = ses_question_json(s, 0);
    json_object_del(q, "offers"); /* acts name the toy's own arguments */
    need_keys(text, q);
    json_decref(q);
    json_t *error = js_error(&toy_book, &why, &no);
    json_object_del(json_object_get(error, "refusal"), "args");
    need_keys(text, error);
    json_decref(error);
    json_t *o = js_odds(&toy_book, &a, odds);
    const char *key;
    json_t *value;
    json_object_foreach(o, key, value) need(text, key);
    json_object_foreach(json_array_get(json_object_get(o, "rows"), 0), key, value)
        need(text, key);
    json_decref(o);
    play_plans(typed, "attack", "wait");
    play(typed, "done");
    play(typed, "fire red-one blue-one");
    q = ses_question_json(typed, 0);
    need_keys(text, q);
    json_decref(q);
    play_random(s, 1, 0);
    q = ses_question_json(s, 0);
    need_keys(text, q);
    json_decref(q);
    json_t *log = ses_log_json(s, 0, 0);
    for (size_t i = 0; i < json_array_size(log); i++)
        json_object_foreach(json_array_get(log, i), key, value) need(text, key);
    json_decref(log);
    free(odds);
    free(text);
    ses_free(typed);
    ses_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scene_page),
        cmocka_unit_test(test_record_page),
        cmocka_unit_test(test_protocol_page),
        cmocka_unit_test(test_protocol_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
