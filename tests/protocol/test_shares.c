/* tests/protocol/test_shares.c - dice by commitments: shares, chains, undo, records. */
#include "tests/protocol/table.h"

#include <unistd.h>

enum { LINKS = 400 };

/* Two people with their chains; chain[seat][0] is the commitment. */
static uint8_t chain[2][LINKS + 1][TC_SECRET];

static void make_chains(const char *name, int salt)
{
    for (int seat = 0; seat < 2; seat++) {
        memset(chain[seat][LINKS], salt + seat, TC_SECRET);
        for (int i = LINKS; i > 0; i--)
            tc_pledge_link(name, seat, chain[seat][i], chain[seat][i - 1]);
    }
}

static struct ses_game *pledged(enum ses_way way, int salt)
{
    uint8_t secret[TC_SECRET];
    struct ses_options o = { .way = way, .game = "duel", .secret = secret };
    struct ses_game *s;
    struct tc_why why;

    memset(secret, 200 + salt, sizeof secret);
    make_chains("duel", salt);
    if (way == SES_COMMITTED) /* what is opened is the first link */
        for (int seat = 0; seat < 2; seat++) {
            memset(chain[seat][1], salt + seat, TC_SECRET);
            tc_pledge_link("duel", seat, chain[seat][1], chain[seat][0]);
        }
    assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_OK);
    return s;
}

/* Everybody gives what is owed. */
static void give(struct ses_game *s)
{
    struct tc_why why = { .text = "" };
    const char *what;
    uint32_t owes;

    while ((owes = ses_owes(s, &what)) != 0)
        for (int seat = 0; seat < 2; seat++) {
            if (!(owes >> seat & 1))
                continue;
            enum tc_err err =
                what[0] == 'c'
                    ? ses_commit(s, seat, chain[seat][0], &why)
                    : ses_link(s, seat, chain[seat][s->pledge.seat[seat].links + 1], &why);
            if (err != TC_OK)
                fail_msg("%s", why.text);
        }
}

static void play_on(struct ses_game *s, uint64_t seed, uint32_t most)
{
    for (uint32_t i = 0; i < most && ses_status(s) != TC_IS_OVER; i++) {
        play_random(s, seed + i, 1);
        give(s);
    }
}

static struct ses_game *read_again(const char *text, struct rec_report *report)
{
    struct ses_game *s = NULL;
    struct tc_why why = { .text = "" };

    if (rec_replay_text("game", text, strlen(text), &toy_book, &s, report, &why) != TC_OK)
        fail_msg("%s: %s", why.where, why.text);
    return s;
}

static void check_whole(enum ses_way way, int salt)
{
    struct ses_game *s = pledged(way, salt);
    struct rec_report report;
    char *again_text;

    give(s);
    play_on(s, 1, 400);
    assert_int_equal(ses_status(s), TC_IS_OVER);
    char *text = rec_text(s);
    assert_non_null(strstr(text, "\"host\":\""));
    struct ses_game *again = read_again(text, &report);
    assert_true(report.faces > 10);
    assert_int_equal(report.faces_checked, report.faces);
    assert_int_equal(report.hole, UINT32_MAX);
    assert_memory_equal(again->pledge.head, s->pledge.head, TC_SECRET);
    again_text = rec_text(again);
    assert_string_equal(text, again_text);
    free(text);
    free(again_text);
    ses_free(again);
    ses_free(s);
}

static void test_committed(void **x)
{
    (void)x;
    check_whole(SES_COMMITTED, 1);
    check_whole(SES_COMMITTED, 2);
}

static void test_interactive(void **x)
{
    (void)x;
    check_whole(SES_INTERACTIVE, 1);
    check_whole(SES_INTERACTIVE, 2);
}

/* No die falls before every share is there. */
static void test_waits(void **x)
{
    struct ses_game *s = pledged(SES_COMMITTED, 3);
    struct tc_why why;
    const char *what;

    (void)x;
    for (int i = 0; i < 100 && ses_status(s) == TC_WAITS_ANSWER; i++)
        play_random(s, (uint64_t)i, 1);
    assert_int_equal(ses_status(s), TC_WAITS_DICE);
    assert_int_equal(s->g.tape.faces, 0);
    assert_int_equal(ses_owes(s, &what), 3);
    assert_string_equal(what, "commit");
    int8_t six = 6;
    assert_int_equal(ses_dice(s, SES_ANY_NUMBER, &six, 1, &why), TC_E_TURN);
    assert_int_equal(ses_commit(s, 0, chain[0][0], &why), TC_OK);
    assert_int_equal(ses_link(s, 0, chain[0][1], &why), TC_E_STALE); /* the other has not */
    assert_int_equal(ses_commit(s, 0, chain[0][0], &why), TC_E_STALE);
    assert_int_equal(ses_commit(s, 1, chain[0][0], &why), TC_E_RANGE); /* copied */
    assert_int_equal(ses_commit(s, 1, s->pledge.host, &why), TC_E_RANGE);
    assert_int_equal(ses_commit(s, 1, chain[1][0], &why), TC_OK);
    assert_int_equal(ses_link(s, 0, chain[1][1], &why), TC_E_RANGE); /* another's secret */
    assert_int_equal(ses_link(s, 0, chain[0][0], &why), TC_E_RANGE);
    assert_int_equal(ses_link(s, 0, chain[0][1], &why), TC_OK);
    assert_int_equal(ses_link(s, 0, chain[0][1], &why), TC_E_STALE);
    assert_int_equal(s->g.tape.faces, 0);
    assert_int_equal(ses_link(s, 1, chain[1][1], &why), TC_OK);
    assert_true(s->g.tape.faces > 0);
    assert_int_equal(ses_owes(s, &what), 0);
    ses_free(s);
}

/* An answer that led to dice, and its faces. */
static uint32_t find_roll(const struct ses_game *s, uint32_t from)
{
    for (uint32_t i = from; i < s->lines; i++)
        if (s->line[i].kind == SES_L_ANSWER && s->line[i].faces && !s->line[i].undone)
            return i;
    return 0;
}

/* The same act again after taking back gives the same dice; another act others. */
static void test_undo_same_dice(void **x)
{
    struct ses_game *s = pledged(SES_COMMITTED, 4);
    struct tc_why why;
    int same = 0;

    (void)x;
    give(s);
    for (uint32_t tries = 0; tries < 60 && same < 3; tries++) {
        uint32_t from = s->lines;
        play_on(s, tries * 7, 1);
        if (ses_status(s) == TC_IS_OVER)
            break;
        uint32_t roll = find_roll(s, from);
        if (!roll)
            continue;
        struct tc_act act = s->line[roll].act;
        int seat = s->line[roll].seat;
        uint64_t hash = s->line[roll].hash;
        assert_int_equal(ses_undo(s, SES_UMPIRE, true, &why), TC_OK);
        uint32_t again = s->lines;
        assert_int_equal(ses_answer(s, seat, SES_ANY_NUMBER, &act, NULL, &why), TC_OK);
        assert_int_equal(s->line[again].faces, s->line[roll].faces);
        assert_memory_equal(s->line[again].face, s->line[roll].face, s->line[roll].faces);
        assert_true(s->line[again].hash == hash);
        same++;
    }
    assert_int_equal(same, 3);
    ses_free(s);
}

/* Where the program starts anew between the answer and its dice, they fall as they would have.
 */
static void test_reload_same_dice(void **x)
{
    struct ses_game *s = pledged(SES_COMMITTED, 5);
    struct rec_report report;

    (void)x;
    give(s);
    play_on(s, 3, 8);
    char *text = rec_text(s);
    struct ses_game *again = read_again(text, &report);
    assert_int_equal(report.faces_checked, 0); /* the secret is not told yet */
    assert_true(report.faces == 0 || report.hole != UINT32_MAX);
    uint8_t wrong[TC_SECRET] = { 1 };
    assert_false(ses_take_host(again, wrong));
    assert_true(ses_take_host(again, s->pledge.secret));
    play_on(s, 50, 10);
    play_on(again, 50, 10);
    char *a = rec_text(s), *b = rec_text(again);
    assert_string_equal(a, b);
    free(text);
    free(a);
    free(b);
    ses_free(again);
    ses_free(s);
}

/* Forced dice are counted as such, adjusts change what falls, and all of it replays. */
static void test_forced_and_adjusted(void **x)
{
    struct ses_game *s = pledged(SES_COMMITTED, 6);
    struct ses_change c = { "units.red-two.strength", "5" };
    int8_t six[] = { 6, 6, 6 };
    struct rec_report report;
    struct tc_why why;

    (void)x;
    give(s);
    play_on(s, 3, 3);
    ses_force_dice(s, six, 3, &why);
    play_on(s, 6, 10);
    while (!tc_game_at_checkpoint(&s->g) && ses_status(s) == TC_WAITS_ANSWER)
        play_on(s, 8, 1);
    assert_int_equal(ses_adjust(s, &c, 1, "a slip", &why), TC_OK);
    play_on(s, 9, 400);
    char *text = rec_text(s);
    struct ses_game *again = read_again(text, &report);
    assert_int_equal(report.faces_typed, 3);
    assert_int_equal(report.faces_checked + 3, report.faces);
    free(text);
    ses_free(again);
    ses_free(s);
}

/* A link may be skipped, never used twice; an answer may bring its own. */
static void test_links_with_answers(void **x)
{
    struct ses_game *s = pledged(SES_INTERACTIVE, 7);
    struct rec_report report;
    struct tc_why why = { .text = "" };
    int next[2] = { 1, 1 };
    const char *what;
    uint32_t owes;

    (void)x;
    give(s);
    for (int i = 0; i < 60 && ses_status(s) != TC_IS_OVER; i++) {
        int seat = ses_seat_asked(s);
        struct tc_offers *offers = calloc(1, sizeof *offers);
        ses_list_answers(s, offers);
        struct tc_act a = offers->act[i % offers->n];
        free(offers);
        next[seat] += i % 3 == 0 ? 2 : 0; /* requests that failed */
        enum tc_err err =
            ses_answer_link(s, seat, SES_ANY_NUMBER, &a, chain[seat][next[seat]++], NULL, &why);
        if (err != TC_OK)
            fail_msg("%s", why.text);
        while ((owes = ses_owes(s, &what)) != 0) {
            assert_false(owes >> seat & 1); /* the answer had it */
            assert_int_equal(ses_link(s, !seat, chain[!seat][next[!seat] - 1], &why),
                             TC_E_RANGE); /* the one before */
            assert_int_equal(ses_link(s, !seat, chain[!seat][next[!seat]++], &why), TC_OK);
        }
    }
    char *text = rec_text(s);
    struct ses_game *again = read_again(text, &report);
    char *text2 = rec_text(again);
    assert_string_equal(text, text2);
    free(text);
    free(text2);
    ses_free(again);
    ses_free(s);
}

/* What a seat sees of the chain must not betray what is hidden from it. */
static void test_chain_keeps_secrets(void **x)
{
    struct ses_game *s = pledged(SES_COMMITTED, 8);
    uint32_t plan;

    (void)x;
    give(s);
    plan = s->lines;
    play(s, "plan attack");
    json_t *before = ses_line_json(s, &s->line[plan], 1);
    assert_null(json_object_get(before, "act"));
    assert_non_null(json_object_get(before, "prev"));
    json_decref(before);
    uint32_t second = s->lines;
    play(s, "plan attack");
    json_t *umpire = ses_line_json(s, &s->line[second], SES_UMPIRE);
    assert_non_null(json_object_get(umpire, "prev"));
    json_decref(umpire);
    ses_free(s);

    s = pledged(SES_COMMITTED, 8);
    give(s);
    play(s, "plan attack");
    struct tc_why why;
    assert_int_equal(ses_stop(s, SES_RESIGNED, 1, &why), TC_OK);
    for (uint32_t i = plan + 1; i < s->lines; i++) { /* never revealed */
        json_t *j = ses_line_json(s, &s->line[i], 1);
        assert_null(json_object_get(j, "prev"));
        json_decref(j);
    }
    char *text = rec_text(s);
    struct rec_report report;
    struct ses_game *again = read_again(text, &report);
    assert_true(report.opened);
    free(text);
    ses_free(again);
    ses_free(s);
}

/* Every start of a record is a game that goes on. */
static void test_prefixes(void **x)
{
    struct ses_game *s = pledged(SES_INTERACTIVE, 9);
    struct rec_report report;

    (void)x;
    give(s);
    play_on(s, 4, 12);
    char *text = rec_text(s);
    for (char *end = strchr(strchr(text, '\n') + 1, '\n'); end;) {
        char was = end[1];
        end[1] = 0;
        struct ses_game *again = read_again(text, &report);
        assert_true(ses_take_host(again, s->pledge.secret));
        give(again);
        play_on(again, 4, 3);
        ses_free(again);
        end[1] = was;
        end = was ? strchr(end + 1, '\n') : NULL;
    }
    free(text);
    ses_free(s);
}

/* A game that goes on in another program, line by line. */
static void test_taken_up(void **x)
{
    struct ses_game *s = pledged(SES_INTERACTIVE, 10), *b;
    struct rec_report report;
    struct tc_why why = { .text = "" };

    (void)x;
    give(s);
    char *text = rec_text(s);
    b = read_again(text, &report);
    free(text);
    while (ses_status(s) != TC_IS_OVER) {
        play_on(s, s->lines, 2);
        text = rec_text(s);
        char *at = text;
        for (uint32_t i = 0; i <= b->lines; i++)
            at = strchr(at, '\n') + 1;
        if (rec_more_text(b, "b", at, strlen(at), &why) != TC_OK)
            fail_msg("%s: %s", why.where, why.text);
        assert_memory_equal(s->pledge.head, b->pledge.head, TC_SECRET);
        free(text);
    }
    ses_free(b);
    ses_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_committed),
        cmocka_unit_test(test_interactive),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_undo_same_dice),
        cmocka_unit_test(test_reload_same_dice),
        cmocka_unit_test(test_forced_and_adjusted),
        cmocka_unit_test(test_links_with_answers),
        cmocka_unit_test(test_chain_keeps_secrets),
        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_taken_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
