/* tests/protocol/test_record.c - records: replay, resume, adopt, damage. */
#include "tests/protocol/table.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static struct ses_change change(const char *path, const char *value)
{
    struct ses_change c = { "", "" };

    strcpy(c.path, path);
    strcpy(c.value, value);
    return c;
}

/* A battle with everything in it: undo with and without consent, adjust, forced dice. */
static void play_much(struct ses_game *s)
{
    struct ses_change c = change("units.red-two.strength", "5");
    struct tc_why why;
    int8_t six[] = { 6, 6, 6, 6 };

    play_plans(s, "attack", "attack");
    play_random(s, 5, 12);
    if (tc_game_at_checkpoint(&s->g))
        assert_int_equal(ses_adjust(s, &c, 1, "a slip", &why), TC_OK);
    ses_force_dice(s, six, 4, &why);
    play_random(s, 6, 10);
    assert_int_equal(ses_undo(s, SES_UMPIRE, true, &why), TC_OK);
    assert_int_equal(ses_undo(s, SES_UMPIRE, true, &why), TC_OK);
    play_random(s, 7, 10);
    while (!tc_game_at_checkpoint(&s->g) && ses_status(s) == TC_WAITS_ANSWER)
        play_random(s, 8, 1);
    assert_int_equal(ses_adjust(s, &c, 1, "a slip again", &why), TC_OK);
    play_random(s, 9, 0);
    assert_int_equal(ses_status(s), TC_IS_OVER);
}

static struct ses_game *read_again(const char *text, struct rec_report *report)
{
    struct ses_game *s = NULL;
    struct tc_why why = { .text = "" };

    if (rec_replay_text("game", text, strlen(text), &toy_book, &s, report, &why) != TC_OK)
        fail_msg("%s: %s", why.where, why.text);
    return s;
}

/* --- Replay ----------------------------------------------------------------------- */

static void test_replay(void **x)
{
    struct ses_game *s = game(1);
    struct rec_report report;

    (void)x;
    play_much(s);
    char *text = rec_text(s);
    struct ses_game *again = read_again(text, &report);
    char *text2 = rec_text(again);
    assert_string_equal(text, text2);
    assert_true(hash_of(again) == hash_of(s));
    assert_true(report.hash == hash_of(s));
    assert_true(report.over);
    assert_false(report.torn);
    assert_int_equal(report.lines, s->lines + 1);
    assert_true(report.answers > 40);
    assert_true(report.faces_checked > 20);
    assert_int_equal(again->entries, s->entries);
    free(text);
    free(text2);
    ses_free(again);
    ses_free(s);
}

/* Every prefix of whole lines of a game under way can be read and played on. */
static void test_replay_prefixes(void **x)
{
    struct ses_game *s = game(2);
    struct rec_report report;

    (void)x;
    play_random(s, 4, 30);
    char *text = rec_text(s);
    char *end = strchr(strchr(text, '\n') + 1, '\n');
    while (end) {
        char was = end[1];
        end[1] = 0;
        struct ses_game *again = read_again(text, &report);
        assert_false(report.over);
        play_random(again, 1, 0);
        assert_int_equal(ses_status(again), TC_IS_OVER);
        ses_free(again);
        end[1] = was;
        end = was ? strchr(end + 1, '\n') : NULL;
    }
    free(text);
    ses_free(s);
}

static void test_typed_record(void **x)
{
    struct ses_game *s = typed_game();
    struct tc_stream lots = tc_stream_from(77);
    struct rec_report report;
    struct tc_why why;

    (void)x;
    while (ses_status(s) != TC_IS_OVER) {
        int8_t face[TC_POOL];
        play_random(s, s->lines, 1);
        while (ses_status(s) == TC_WAITS_DICE) {
            for (int i = 0; i < s->g.u.open_dice; i++)
                face[i] = (int8_t)tc_draw_face(&lots, s->g.u.open_die);
            assert_int_equal(ses_dice(s, SES_ANY_NUMBER, face, s->g.u.open_dice, &why), TC_OK);
        }
    }
    char *text = rec_text(s);
    assert_null(strstr(text, "\"seed\""));
    assert_non_null(strstr(text, "\"dice\":["));
    struct ses_game *again = read_again(text, &report);
    char *text2 = rec_text(again);
    assert_string_equal(text, text2);
    free(text);
    free(text2);
    ses_free(again);
    ses_free(s);
}

/* Found by fuzz_game: an answer taken back while its dice were wanted did not replay. */
static void test_undo_at_open_dice(void **x)
{
    struct ses_game *s = typed_game();
    struct rec_report report;
    struct tc_why why;

    (void)x;
    for (uint32_t n = 1; ses_status(s) != TC_WAITS_DICE; n++)
        play_random(s, n, 1);
    assert_int_equal(ses_undo(s, SES_UMPIRE, true, &why), TC_OK);
    char *text = rec_text(s);
    struct ses_game *again = read_again(text, &report);
    assert_true(hash_of(again) == hash_of(s));
    free(text);
    ses_free(again);
    ses_free(s);
}

/* What stands in a record is UTF-8, also where a sentence was cut. */
static void test_texts_are_utf8(void **x)
{
    struct ses_game *s = game(12);
    struct ses_change c = change("units.red-two.strength", "5");
    struct tc_why why;
    char reason[1200] = "";

    (void)x;
    assert_int_equal(ses_adjust(s, &c, 1, "\xff\xfe", &why), TC_E_SYNTAX);
    assert_int_equal(s->adjusted, 0);
    for (int i = 0; i < 300; i++)
        strcat(reason, "\xe2\x82\xac"); /* longer than a line of the log, three bytes each */
    assert_int_equal(ses_adjust(s, &c, 1, reason, &why), TC_OK);
    json_t *log = ses_log_json(s, SES_UMPIRE, 0);
    assert_true(json_holds(log, "The umpire sets"));
    json_decref(log);
    ses_free(s);
}

static void test_position_record(void **x)
{
    struct ses_game *first = game(3), *s;
    struct rec_report report;
    struct tc_why why;

    (void)x;
    play_random(first, 3, 20);
    json_t *state = js_state(&toy_book, first->g.checkpoint, TC_NONE);
    assert_int_equal(ses_new_position(&toy_book, NULL, state, false, &s, &why), TC_OK);
    json_decref(state);
    play_random(s, 4, 0);
    char *text = rec_text(s);
    struct ses_game *again = read_again(text, &report);
    assert_true(hash_of(again) == hash_of(s));
    assert_true(report.faces_checked > 0);
    free(text);
    ses_free(again);
    ses_free(s);
    ses_free(first);
}

/* --- What is wrong is named by its line ------------------------------------------------- */

static char *replaced(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    char *out = malloc(strlen(text) + strlen(new) + 1);

    assert_non_null(at);
    memcpy(out, text, (size_t)(at - text));
    strcpy(out + (at - text), new);
    strcat(out, at + strlen(old));
    return out;
}

static void expect(const char *text, enum tc_err want, const char *where, const char *say)
{
    struct ses_game *s = NULL;
    struct rec_report report;
    struct tc_why why = { .text = "" };

    assert_int_equal(rec_replay_text("g", text, strlen(text), &toy_book, &s, &report, &why),
                     want);
    assert_string_equal(why.where, where);
    if (!strstr(why.text, say))
        fail_msg("%s", why.text);
}

static void expect_edit(const char *text, const char *old, const char *new, enum tc_err want,
                        const char *where, const char *say)
{
    char *edited = replaced(text, old, new);

    expect(edited, want, where, say);
    free(edited);
}

static void test_edited(void **x)
{
    struct ses_game *s = game(4);

    (void)x;
    play_plans(s, "attack", "wait");
    play(s, "pick red-one");
    play(s, "march red-one ahead 2.5");
    char *text = rec_text(s);
    expect_edit(text, "plan attack", "plan defend", TC_E_DIFFERS, "g, line 3", "recorded one");
    expect_edit(text, "plan attack", "plan retreat", TC_E_DIFFERS, "g, line 3",
                "one of attack");
    expect_edit(text, "ahead 2.5", "ahead 7", TC_E_DIFFERS, "g, line 6", "may go 6 inches");
    expect_edit(text, "\"question\":\"pick\"", "\"question\":\"fire\"", TC_E_DIFFERS,
                "g, line 5", "The question here is pick");
    expect_edit(text, "\"n\":2", "\"n\":3", TC_E_SYNTAX, "g, line 4", "out of order");
    expect_edit(text, "\"faces\":[]", "\"faces\":[3]", TC_E_DIFFERS, "g, line 2", "not rolled");
    expect_edit(text, "\"act\":", "\"akt\":", TC_E_SYNTAX, "g, line 3", "one of act");
    expect_edit(text, "\"start\":true", "\"start\":false", TC_E_SYNTAX, "g, line 2", "start");
    expect_edit(text, "\"seat\":0", "\"seat\":1", TC_E_DIFFERS, "g, line 3", "Another seat");
    expect_edit(text, "\"edition\":1", "\"edition\":2", TC_E_EDITION, "g, line 1", "edition");
    expect_edit(text, "0123456789abcdef", "0123456789abcdee", TC_E_EDITION, "g, line 1",
                "other tables");
    expect_edit(text, "\"dice\":\"fair\"", "\"dice\":\"foul\"", TC_E_SYNTAX, "g, line 1",
                "committed or interactive");
    expect_edit(text, "tricorne-record", "something-else", TC_E_SYNTAX, "g, line 1",
                "not a record");
    expect("", TC_E_SYNTAX, "g, line 1", "no header");
    expect("hello\n", TC_E_SYNTAX, "g, line 1", "not a JSON object");
    free(text);
    ses_free(s);
}

/* Behind the line that ends a battle nothing stands but what is taken back. */
static void test_end_twice(void **x)
{
    struct ses_game *s = game(16);
    char *twice = NULL, where[32], number[2][24];

    (void)x;
    play_random(s, 3, 0);
    assert_int_equal(ses_status(s), TC_IS_OVER);
    char *text = rec_text(s);
    text[strlen(text) - 1] = '\0';
    const char *last = strrchr(text, '\n') + 1;
    snprintf(number[0], sizeof number[0], "\"n\":%u,", s->lines - 1);
    snprintf(number[1], sizeof number[1], "\"n\":%u,", s->lines);
    snprintf(where, sizeof where, "g, line %u", s->lines + 2);
    char *again = replaced(last, number[0], number[1]);
    size_t room = strlen(text) + strlen(again) + 3;
    twice = malloc(room);
    snprintf(twice, room, "%s\n%s\n", text, again);
    expect(twice, TC_E_DIFFERS, where, "was over before");
    free(again);
    free(twice);
    free(text);
    ses_free(s);
}

static void test_wrong_seed_or_face(void **x)
{
    struct ses_game *s = game(5);
    char seed[40];
    struct tc_text t = tc_text_on(seed, sizeof seed);

    (void)x;
    play_random(s, 2, 0);
    char *text = rec_text(s);
    tc_text_hex(&t, 5);
    tc_text_hex(&t, 99);
    assert_non_null(strstr(text, seed));
    char *edited = replaced(text, seed, "00000000000000050000000000000098");
    struct ses_game *again = NULL;
    struct rec_report report;
    struct tc_why why;
    assert_int_equal(
        rec_replay_text("g", edited, strlen(edited), &toy_book, &again, &report, &why),
        TC_E_DIFFERS);
    assert_non_null(strstr(why.text, "published seed"));
    free(edited);
    free(text);
    ses_free(s);
}

/* --- Damage: never a crash, never silently another game ------------------------------------
 */

static char *small_record(void)
{
    struct ses_game *s = game(6);
    struct ses_change c = change("units.red-two.strength", "5");
    struct tc_why why;

    play_plans(s, "attack", "wait");
    assert_int_equal(ses_adjust(s, &c, 1, "slip", &why), TC_OK);
    play(s, "done");
    play(s, "fire red-one blue-one");
    assert_int_equal(ses_undo(s, 0, true, &why), TC_OK);
    play(s, "hold");
    char *text = rec_text(s);
    ses_free(s);
    return text;
}

static void test_every_bit(void **x)
{
    char *text = small_record();
    size_t n = strlen(text);
    int accepted = 0;
    struct rec_report whole, report;
    struct ses_game *s = read_again(text, &whole);

    (void)x;
    ses_free(s);
    for (size_t i = 0; i < n; i++)
        for (int bit = 0; bit < 8; bit++) {
            struct tc_why why = { .text = "" };
            text[i] = (char)(text[i] ^ 1 << bit);
            enum tc_err err = rec_replay_text("g", text, n, &toy_book, &s, &report, &why);
            text[i] = (char)(text[i] ^ 1 << bit);
            if (err == TC_OK) {
                /* a name or a reason, or the last newline: the battle is the same */
                assert_true(report.hash == whole.hash || report.torn);
                accepted++;
                ses_free(s);
            } else {
                assert_non_null(strstr(why.where, "g, line "));
                assert_true(strlen(why.text) > 10);
            }
        }
    assert_true(accepted < (int)n); /* few of the eight times as many */
    free(text);
}

static void test_every_length(void **x)
{
    char *text = small_record();
    size_t n = strlen(text);
    struct rec_report report;

    (void)x;
    for (size_t i = 0; i <= n; i++) {
        struct ses_game *s = NULL;
        struct tc_why why = { .text = "" };
        enum tc_err err = rec_replay_text("g", text, i, &toy_book, &s, &report, &why);
        if (err == TC_OK)
            assert_int_equal(report.torn, i > 0 && text[i - 1] != '\n');
        else
            assert_true(strlen(why.text) > 10);
        if (err == TC_OK)
            ses_free(s);
    }
    free(text);
}

/* --- Files
 * -------------------------------------------------------------------------------------- */

static void test_file_resume(void **x)
{
    const char *path = temp_name("resume.jsonl");
    struct ses_game *s = game(7);
    struct rec_file *f, *g;
    struct rec_report report;
    struct rec_header header;
    struct tc_why why;

    (void)x;
    play_random(s, 1, 5);
    assert_int_equal(rec_create(path, s, NULL, &f, &why), TC_OK);
    assert_int_equal(rec_create(path, s, NULL, &g, &why), TC_E_FILE); /* it is there */
    play_random(s, 2, 20);
    struct ses_game *other;
    assert_int_equal(rec_resume(path, &toy_book, &other, &g, &report, &why), TC_E_BUSY);
    assert_non_null(strstr(why.text, "Another program"));
    assert_int_equal(rec_close(f, &why), TC_OK);
    uint64_t hash = hash_of(s);
    ses_free(s);
    assert_int_equal(rec_read_header(path, &header, &why), TC_OK);
    assert_string_equal(header.scenario, "toy/skirmish");
    assert_int_equal(header.seats, 2);
    assert_int_equal(rec_resume(path, &toy_book, &s, &f, &report, &why), TC_OK);
    assert_true(hash_of(s) == hash);
    play_random(s, 3, 0);
    assert_int_equal(ses_status(s), TC_IS_OVER);
    hash = hash_of(s);
    assert_int_equal(rec_close(f, &why), TC_OK);
    ses_free(s);
    assert_int_equal(rec_replay(path, &toy_book, &report, &why), TC_OK);
    assert_true(report.over);
    assert_true(report.hash == hash);
    assert_true(report.faces_checked > 10); /* against both seeds */
    unlink(path);
}

static void test_torn_line(void **x)
{
    const char *path = temp_name("torn.jsonl");
    struct ses_game *s = game(8);
    struct rec_file *f;
    struct rec_report report;
    struct tc_why why;

    (void)x;
    assert_int_equal(rec_create(path, s, NULL, &f, &why), TC_OK);
    play_random(s, 1, 10);
    uint64_t hash = hash_of(s);
    s->on_line = NULL;
    rec_close(f, &why);
    ses_free(s);
    int fd = open(path, O_WRONLY | O_APPEND);
    assert_int_equal(write(fd, "{\"n\":11,\"side\":\"re", 18), 18);
    close(fd);
    assert_int_equal(rec_resume(path, &toy_book, &s, &f, &report, &why), TC_OK);
    assert_true(report.torn);
    assert_true(strlen(report.note) > 10);
    assert_true(hash_of(s) == hash);
    play_random(s, 2, 5);
    rec_close(f, &why);
    ses_free(s);
    assert_int_equal(rec_replay(path, &toy_book, &report, &why), TC_OK);
    assert_false(report.torn);
    unlink(path);
}

/* A child plays and writes how many answers were acknowledged; it is killed without warning. */
static void play_until_killed(const char *path, int out)
{
    struct ses_game *s = game(9);
    struct rec_file *f;
    struct tc_why why;

    if (rec_create(path, s, NULL, &f, &why) != TC_OK)
        _exit(1);
    for (uint32_t n = 1;; n++) {
        play_random(s, n, 1);
        if (ses_status(s) == TC_IS_OVER && ses_undo(s, SES_UMPIRE, true, &why) != TC_OK)
            _exit(1);
        if (write(out, &s->lines, sizeof s->lines) != (ssize_t)sizeof s->lines)
            _exit(1);
    }
}

static void test_kill_nine(void **x)
{
    (void)x;
    for (int round = 0; round < 8; round++) {
        const char *path = temp_name("killed.jsonl");
        int ends[2];
        uint32_t acknowledged = 0, lines, want = 3u + 9u * (uint32_t)round;
        struct rec_report report;
        struct rec_file *f;
        struct ses_game *s;
        struct tc_why why = { .text = "" };

        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0)
            play_until_killed(path, ends[1]);
        close(ends[1]);
        while (acknowledged < want &&
               read(ends[0], &lines, sizeof lines) == (ssize_t)sizeof lines)
            acknowledged = lines;
        kill(child, SIGKILL);
        while (read(ends[0], &lines, sizeof lines) == (ssize_t)sizeof lines)
            acknowledged = lines;
        close(ends[0]);
        waitpid(child, NULL, 0);
        if (rec_resume(path, &toy_book, &s, &f, &report, &why) != TC_OK)
            fail_msg("%s: %s", why.where, why.text);
        assert_true(s->lines >= acknowledged && acknowledged >= want);
        if (ses_status(s) == TC_WAITS_ANSWER)
            play_random(s, 1, 3);
        assert_int_equal(rec_close(f, &why), TC_OK);
        ses_free(s);
        assert_int_equal(rec_replay(path, &toy_book, &report, &why), TC_OK);
        unlink(path);
    }
}

/* A disk that is full refuses the answer and every later one. */
static void test_full_disk(void **x)
{
    struct ses_game *s = game(10);
    struct rec_file *f;
    struct tc_why why;
    struct tc_act a = { .verb = TOY_V_PLAN };

    (void)x;
    if (access("/dev/full", W_OK) != 0)
        skip();
    const char *path = temp_name("full.jsonl");
    assert_int_equal(rec_create(path, s, NULL, &f, &why), TC_OK);
    int full = open("/dev/full", O_RDWR);
    /* the record's own descriptor is the one opened before: put the full disk in its place */
    assert_int_equal(dup2(full, full - 1), full - 1);
    close(full);
    assert_int_equal(ses_answer(s, 0, SES_ANY_NUMBER, &a, NULL, &why), TC_E_FILE);
    assert_int_equal(ses_answer(s, 1, SES_ANY_NUMBER, &a, NULL, &why), TC_E_FILE);
    assert_non_null(strstr(why.text, "cannot go on"));
    rec_close(f, &why);
    ses_free(s);
    unlink(path);
}

/* --- Adopting
 * ------------------------------------------------------------------------------------- */

static void test_adopt(void **x)
{
    const char *path = temp_name("old.jsonl");
    struct ses_game *s = game(11), *next;
    struct rec_file *f;
    struct rec_report report;
    struct tc_why why;
    json_t *adopted;
    uint16_t turn;

    (void)x;
    assert_int_equal(rec_create(path, s, NULL, &f, &why), TC_OK);
    do
        play_random(s, 4, 1);
    while (((const struct tc_head *)s->g.checkpoint)->turn < 3);
    play_random(s, 4, 4);
    turn = s->turn;
    rec_close(f, &why);
    ses_free(s);
    assert_int_equal(rec_replay(path, &toy_other, &report, &why), TC_E_EDITION);
    assert_non_null(strstr(why.text, "adopted"));
    assert_int_equal(rec_adopt(path, &toy_other, &next, &adopted, &report, &why), TC_OK);
    assert_int_equal(((const struct tc_head *)next->g.checkpoint)->turn, turn);
    assert_true(((const struct tc_head *)next->g.checkpoint)->book == toy_other.hash);
    assert_non_null(strstr(report.note, "turn 3"));
    unlink(path);
    path = temp_name("new.jsonl");
    assert_int_equal(rec_create(path, next, adopted, &f, &why), TC_OK);
    json_decref(adopted);
    play_random(next, 5, 0);
    assert_int_equal(ses_status(next), TC_IS_OVER);
    rec_close(f, &why);
    ses_free(next);
    assert_int_equal(rec_replay(path, &toy_other, &report, &why), TC_OK);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_replay_prefixes),
        cmocka_unit_test(test_undo_at_open_dice),
        cmocka_unit_test(test_texts_are_utf8),
        cmocka_unit_test(test_typed_record),
        cmocka_unit_test(test_position_record),
        cmocka_unit_test(test_edited),
        cmocka_unit_test(test_end_twice),
        cmocka_unit_test(test_wrong_seed_or_face),
        cmocka_unit_test(test_every_bit),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_file_resume),
        cmocka_unit_test(test_torn_line),
        cmocka_unit_test(test_kill_nine),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_adopt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
