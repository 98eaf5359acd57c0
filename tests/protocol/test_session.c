/* tests/protocol/test_session.c - seats, numbers, secrets, undo, adjust, dice, odds. */
#include "tests/protocol/table.h"

/* --- Seats and numbers ---------------------------------------------------------- */

static void test_wrong_seat_and_number(void **x)
{
    struct ses_game *s = game(1);
    struct tc_act a = { .verb = TOY_V_PLAN };
    struct tc_why why;
    uint64_t before = hash_of(s);
    uint32_t n = ses_number(s);

    (void)x;
    assert_int_equal(ses_seat_asked(s), 0);
    assert_int_equal(ses_answer(s, 1, n, &a, NULL, &why), TC_E_TURN);
    assert_string_equal(why.text, "red is asked, not blue.");
    assert_int_equal(ses_answer(s, 5, n, &a, NULL, &why), TC_E_RANGE);
    assert_int_equal(ses_answer(s, 0, n + 1, &a, NULL, &why), TC_E_STALE);
    assert_true(hash_of(s) == before);
    assert_int_equal(s->lines, n);
    assert_int_equal(ses_answer(s, 0, n, &a, NULL, &why), TC_OK);
    assert_int_equal(ses_answer(s, 0, n, &a, NULL, &why), TC_E_STALE);
    assert_int_equal(ses_seat_asked(s), 1);
    ses_free(s);
}

static struct ses_game *shared_side(void)
{
    struct ses_options o = { .has_seed = true, .seats = 3 };
    struct ses_game *s;
    struct tc_why why;

    o.seat[0] = (struct ses_seat){ .name = "anna", .kind = "person", .commands = 1 };
    o.seat[1] = (struct ses_seat){ .name = "bert", .kind = "person", .commands = 2 };
    o.seat[2] = (struct ses_seat){ .name = "carl", .kind = "person", .side = 1 };
    assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_OK);
    return s;
}

static void test_seats_by_command(void **x)
{
    struct ses_game *s = shared_side();
    struct tc_why why;

    (void)x;
    play_plans(s, "attack", "wait");
    assert_int_equal(ses_seat_asked(s), 0); /* picking: the side's first seat */
    play(s, "pick red-guard");
    assert_int_equal(ses_seat_asked(s), 1); /* the guard is bert's */
    assert_int_equal(ses_answer_text(s, 0, SES_ANY_NUMBER, "halt red-guard", NULL, &why),
                     TC_E_TURN);
    assert_int_equal(ses_answer_text(s, 1, SES_ANY_NUMBER, "halt red-guard", NULL, &why),
                     TC_OK);
    play(s, "pick red-one");
    assert_int_equal(ses_seat_asked(s), 0);
    ses_free(s);
}

static void test_bad_seats(void **x)
{
    struct ses_options o = { .seats = 1 };
    struct ses_game *s;
    struct tc_why why;

    (void)x;
    assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_E_KEY);
    assert_string_equal(why.text, "Nobody sits for blue.");
    o.seat[0].side = 2;
    assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_E_RANGE);
    o.seats = 9;
    assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_E_FULL);
}

/* Data of a system this program does not know. */
static void test_no_rules(void **x)
{
    struct tc_book bk = toy_book;
    struct ses_game *s;
    struct tc_why why;
    json_t *j = json_object();
    static const struct toy_state state;

    (void)x;
    bk.rules = NULL;
    assert_int_equal(ses_new(&bk, NULL, &s, &why), TC_E_NAME);
    assert_string_equal(why.text, "This program does not know the rules of toy/skirmish.");
    assert_int_equal(ses_new_state(&bk, NULL, &state, &s, &why), TC_E_NAME);
    assert_int_equal(ses_new_position(&bk, NULL, j, true, &s, &why), TC_E_NAME);
    json_decref(j);
}

/* --- Refusals ---------------------------------------------------------------------- */

static void test_refusal_changes_nothing(void **x)
{
    struct ses_game *s = game(2);
    struct tc_refusal no;
    struct tc_why why;

    (void)x;
    play_plans(s, "attack", "wait");
    play(s, "pick red-one");
    uint64_t before = hash_of(s);
    uint32_t lines = s->lines, entries = s->entries;
    assert_int_equal(ses_answer_text(s, 0, SES_ANY_NUMBER, "march red-one ahead 7", &no, &why),
                     TC_E_ILLEGAL);
    assert_string_equal(why.text, "red-one may go 6 inches, not 7.");
    assert_string_equal(no.rule, "X-3.2");
    assert_true(no.has_nearest);
    assert_int_equal(no.nearest.seg[0].value, 6000);
    assert_int_equal(ses_answer_text(s, 0, SES_ANY_NUMBER, "hold", &no, &why), TC_E_ILLEGAL);
    assert_int_equal(ses_answer_text(s, 0, SES_ANY_NUMBER, "dance", &no, &why), TC_E_NAME);
    assert_true(hash_of(s) == before);
    assert_int_equal(s->lines, lines);
    assert_int_equal(s->entries, entries);
    ses_free(s);
}

/* --- Secrets -------------------------------------------------------------------------- */

/* What a seat may look at, but for the question, which offers all plans to the asked. */
static bool view_holds(const struct ses_game *s, int seat, const char *text)
{
    json_t *lines = ses_view_lines(s, seat, 0), *log = ses_log_json(s, seat, 0);
    json_t *state = ses_state_json(s, seat), *scene = ses_scene_json(s, seat);
    json_t *all = json_pack("[oooo]", lines, log, state, scene);
    bool found = json_holds(all, text);

    json_decref(all);
    return found;
}

static void test_secret_until_reveal(void **x)
{
    struct ses_game *s = game(3);
    uint64_t hash;
    char hex[20];

    (void)x;
    play(s, "plan attack");
    assert_true(ses_hash(s, 0, &hash));
    struct tc_text t = tc_text_on(hex, sizeof hex);
    tc_text_hex(&t, hash);
    assert_true(view_holds(s, 0, "plan attack"));
    assert_true(view_holds(s, 0, hex));
    assert_true(view_holds(s, SES_UMPIRE, "plan attack"));
    assert_false(ses_hash(s, 1, &hash));
    assert_false(view_holds(s, 1, "plan attack"));
    assert_false(view_holds(s, 1, hex));
    assert_true(view_holds(s, 1, "\"secret\":true"));
    play(s, "plan defend");
    assert_true(ses_hash(s, 1, &hash));
    assert_true(view_holds(s, 1, "plan attack"));
    assert_true(view_holds(s, 0, "plan defend"));
    assert_true(view_holds(s, 1, hex));
    assert_false(view_holds(s, 1, "\"secret\":true,\"n\""));
    ses_free(s);
}

/* The two choices give the other side the same bytes to look at. */
static void test_secret_leaves_no_trace(void **x)
{
    static const char *const plan[] = { "plan attack", "plan defend", "plan wait" };
    char *seen[3];

    (void)x;
    for (int i = 0; i < 3; i++) {
        struct ses_game *s = game(3);
        play(s, plan[i]);
        json_t *all =
            json_pack("[ooooo]", ses_view_lines(s, 1, 0), ses_log_json(s, 1, 0),
                      ses_state_json(s, 1), ses_question_json(s, 1), ses_scene_json(s, 1));
        seen[i] = json_dumps(all, JSON_COMPACT);
        json_decref(all);
        ses_free(s);
    }
    assert_string_equal(seen[0], seen[1]);
    assert_string_equal(seen[0], seen[2]);
    for (int i = 0; i < 3; i++)
        free(seen[i]);
}

static void test_offers_are_the_askeds(void **x)
{
    struct ses_game *s = game(3);
    json_t *mine = ses_question_json(s, 0), *other = ses_question_json(s, 1);

    (void)x;
    assert_int_equal(json_array_size(json_object_get(mine, "offers")), 3);
    assert_null(json_object_get(other, "offers"));
    assert_string_equal(json_string_value(json_object_get(other, "seat_name")), "red");
    json_decref(mine);
    json_decref(other);
    ses_free(s);
}

/* --- Undo -------------------------------------------------------------------------------- */

static void test_undo_last(void **x)
{
    struct ses_game *s = game(4);
    struct tc_why why;

    (void)x;
    play_plans(s, "attack", "wait");
    uint64_t before = hash_of(s);
    uint32_t events = s->events;
    play(s, "pick red-one");
    assert_int_equal(ses_undo(s, 1, false, &why), TC_E_TURN); /* blue's lies further back */
    assert_int_equal(ses_undo(s, 0, false, &why), TC_OK);
    assert_true(hash_of(s) == before);
    assert_int_equal(s->events, events);
    assert_int_equal(s->undone, 1);
    assert_int_equal(s->line[s->lines - 1].kind, SES_L_UNDO);
    assert_true(s->line[s->lines - 2].undone);
    assert_int_equal(s->entry[s->entries - 1].kind, SES_UNDONE);
    assert_int_equal(ses_undo(s, 0, false, &why), TC_E_TURN); /* past the reveal */
    play(s, "pick red-two");
    ses_free(s);
}

static void test_undo_stops(void **x)
{
    struct ses_game *s = game(5);
    struct tc_why why;

    (void)x;
    assert_int_equal(ses_undo(s, 0, true, &why), TC_E_STALE);
    play(s, "plan attack");
    play(s, "plan wait");
    assert_int_equal(ses_undo(s, 1, false, &why), TC_E_TURN);
    assert_non_null(strstr(why.text, "revealed"));
    assert_int_equal(ses_undo(s, 0, false, &why), TC_E_TURN);
    assert_non_null(strstr(why.text, "Another seat"));
    play(s, "done");
    play(s, "fire red-one blue-one");
    assert_int_equal(ses_undo(s, 0, false, &why), TC_E_TURN);
    assert_non_null(strstr(why.text, "Dice"));
    assert_int_equal(ses_undo(s, 7, false, &why), TC_E_RANGE);
    ses_free(s);
}

/* The undone roll is rolled anew: the counter of the dice never goes back. */
static void test_undo_rolls_anew(void **x)
{
    struct ses_game *s = game(6);
    struct tc_why why;
    int different = 0;
    int8_t first[4] = { 0 };

    (void)x;
    play_plans(s, "attack", "wait");
    play(s, "done");
    uint64_t before = hash_of(s), next = s->g.u.stream.next;
    for (int i = 0; i < 6; i++) {
        uint32_t at = s->g.tape.faces;
        play(s, "fire red-one blue-one");
        assert_true(s->g.u.stream.next > next);
        next = s->g.u.stream.next;
        if (i)
            different += memcmp(first, s->g.tape.face + at, 4) != 0;
        memcpy(first, s->g.tape.face + at, 4);
        assert_int_equal(ses_undo(s, 0, true, &why), TC_OK);
        assert_true(hash_of(s) == before);
        assert_int_equal(s->g.tape.faces, at);
        assert_true(s->g.u.stream.next == next);
    }
    assert_true(different >= 3);
    ses_free(s);
}

/* Undoing a whole battle answer by answer comes back to every position it went through. */
static void test_undo_everything(void **x)
{
    struct ses_game *s = game(7);
    struct tc_why why;
    uint64_t hash[600];
    uint32_t n = 0;

    (void)x;
    while (ses_status(s) == TC_WAITS_ANSWER) {
        hash[n++] = hash_of(s);
        play_random(s, n, 1);
    }
    assert_true(n > 40);
    while (n-- > 0) {
        assert_int_equal(ses_undo(s, SES_UMPIRE, true, &why), TC_OK);
        assert_true(hash_of(s) == hash[n]);
    }
    assert_int_equal(s->g.tape.acts, 0);
    play_random(s, 1, 0);
    assert_int_equal(ses_status(s), TC_IS_OVER);
    ses_free(s);
}

static void test_undo_secret(void **x)
{
    struct ses_game *s = game(8);
    struct tc_why why;
    uint64_t hash;

    (void)x;
    play(s, "plan attack");
    assert_int_equal(ses_undo(s, 0, false, &why), TC_OK);
    assert_true(ses_hash(s, 1, &hash)); /* nothing is hidden in the position any more */
    assert_false(view_holds(s, 1, "attack\",\"faces")); /* but what was taken back stays so */
    assert_false(view_holds(s, 1, "plan attack"));
    play(s, "plan wait");
    assert_false(ses_hash(s, 1, &hash));
    ses_free(s);
}

/* --- Adjust ------------------------------------------------------------------------------ */

static struct ses_change change(const char *path, const char *value)
{
    struct ses_change c = { "", "" };

    strcpy(c.path, path);
    strcpy(c.value, value);
    return c;
}

static const struct toy_state *toy(const struct ses_game *s)
{
    return tc_game_state(&s->g);
}

static void test_adjust(void **x)
{
    struct ses_game *s = game(9);
    struct tc_why why;
    struct ses_change c[2] = { change("units.red-one.strength", "9"),
                               change("units.blue-two.x", "12.5") };

    (void)x;
    play_plans(s, "attack", "wait");
    assert_int_equal(ses_adjust(s, c, 2, "bumped table", &why), TC_OK);
    assert_int_equal(toy(s)->units[0].strength, 9);
    assert_int_equal(toy(s)->units[4].x, 12500);
    assert_int_equal(s->adjusted, 1);
    json_t *q = ses_question_json(s, 0);
    assert_int_equal(json_integer_value(json_object_get(q, "adjusted")), 1);
    json_decref(q);
    /* an answer taken back after it does not take the adjustment back */
    play(s, "pick red-one");
    assert_int_equal(ses_adjust(s, c, 2, "again", &why), TC_E_TURN);
    assert_int_equal(ses_undo(s, 0, false, &why), TC_OK);
    assert_int_equal(toy(s)->units[0].strength, 9);
    /* going back before it does */
    assert_int_equal(ses_undo(s, 1, false, &why), TC_E_TURN);
    assert_int_equal(ses_undo(s, 1, true, &why), TC_OK);
    assert_int_equal(toy(s)->units[0].strength, 4);
    ses_free(s);
}

static void refuse_adjust(struct ses_game *s, const char *path, const char *value,
                          enum tc_err want)
{
    struct ses_change c[2] = { change("units.red-two.strength", "3"), change(path, value) };
    struct tc_why why = { .text = "" };
    uint64_t before = hash_of(s);
    uint32_t lines = s->lines;

    assert_int_equal(ses_adjust(s, c, 2, "test", &why), want);
    assert_true(strlen(why.text) > 10);
    assert_true(hash_of(s) == before);
    assert_int_equal(s->lines, lines);
}

static void test_adjust_refused(void **x)
{
    struct ses_game *s = game(10);
    struct tc_why why;
    struct ses_change c = change("units.red-one.strength", "3");

    (void)x;
    refuse_adjust(s, "units.red-one.strength", "13", TC_E_ILLEGAL); /* breaks X-0 */
    refuse_adjust(s, "units.red-one.strength", "99999", TC_E_RANGE);
    refuse_adjust(s, "units.nobody.strength", "3", TC_E_NAME);
    refuse_adjust(s, "units.red-one.hat", "3", TC_E_NAME);
    refuse_adjust(s, "head.book", "0000000000000000", TC_E_ILLEGAL);
    refuse_adjust(s, "units.red-one.mood", "merry", TC_E_SYNTAX);
    assert_int_equal(ses_adjust(s, &c, 1, "", &why), TC_E_KEY);
    play_random(s, 1, 0);
    assert_int_equal(ses_adjust(s, &c, 1, "late", &why), TC_E_OVER);
    ses_free(s);
}

/* --- Dice ------------------------------------------------------------------------------------
 */

static void test_typed_dice(void **x)
{
    struct ses_game *s = typed_game();
    struct tc_why why;
    int8_t low[4] = { 1, 1, 1, 1 }, high[4] = { 6, 6, 6, 6 }, bad[4] = { 6, 6, 6, 7 }, nine = 9;

    (void)x;
    play_plans(s, "attack", "wait");
    play(s, "done");
    assert_int_equal(ses_dice(s, SES_ANY_NUMBER, low, 4, &why), TC_E_STALE);
    play(s, "fire red-one blue-one");
    assert_int_equal(ses_status(s), TC_WAITS_DICE);
    json_t *q = ses_question_json(s, 0);
    assert_string_equal(json_string_value(json_object_get(q, "die")), "d6");
    assert_int_equal(json_integer_value(json_object_get(q, "dice")), 4);
    json_decref(q);
    assert_int_equal(ses_answer_text(s, 0, SES_ANY_NUMBER, "hold", NULL, &why), TC_E_STALE);
    assert_int_equal(ses_dice(s, SES_ANY_NUMBER, high, 3, &why), TC_E_RANGE);
    assert_int_equal(ses_dice(s, SES_ANY_NUMBER, bad, 4, &why), TC_E_RANGE);
    assert_int_equal(ses_dice(s, 1, high, 4, &why), TC_E_STALE);
    assert_int_equal(ses_dice(s, ses_number(s), high, 4, &why), TC_OK);
    assert_int_equal(ses_status(s), TC_WAITS_DICE); /* morale: a ten-sided die */
    assert_int_equal(s->g.u.open_die, TC_D10);
    assert_int_equal(ses_dice(s, SES_ANY_NUMBER, &nine, 1, &why), TC_OK);
    assert_int_equal(toy(s)->units[3].strength, 2);
    ses_free(s);
}

static void test_forced_dice(void **x)
{
    struct ses_game *s = game(11);
    struct tc_why why;
    int8_t face[] = { 6, 6, 1, 1, 9 }, bad[] = { 6, 6, 9, 6 }, good[] = { 4, 4, 4, 4 };

    (void)x;
    play_plans(s, "attack", "wait");
    play(s, "done");
    uint64_t next = s->g.u.stream.next;
    ses_force_dice(s, face, 5, &why);
    play(s, "fire red-one blue-one");
    assert_int_equal(toy(s)->units[3].strength, 3);
    assert_int_equal(toy(s)->units[3].mood, 0);
    assert_true(s->g.u.stream.next == next); /* none was drawn */
    assert_int_equal(s->line[s->lines - 1].forced, 5);
    assert_int_equal(ses_undo(s, 0, true, &why), TC_OK);
    ses_force_dice(s, bad, 4, &why);
    play(s, "fire red-one blue-one");
    assert_int_equal(ses_status(s), TC_WAITS_DICE); /* a d6 has no 9: type them in */
    assert_int_equal(s->entry[s->entries - 1].kind, SES_NOTE);
    assert_int_equal(ses_dice(s, SES_ANY_NUMBER, good, 4, &why), TC_OK);
    assert_int_equal(toy(s)->units[3].strength, 2);
    assert_int_not_equal(ses_status(s), TC_WAITS_DICE);
    ses_free(s);
}

/* Forced faces that do not reach for a roll are filled up with fair ones, and stay as they
 * are when the step runs again. */
static void test_forced_in_part(void **x)
{
    struct ses_game *s = game(12);
    struct tc_why why;
    int8_t face[] = { 6, 6 };

    (void)x;
    play_plans(s, "attack", "wait");
    play(s, "done");
    ses_force_dice(s, face, 2, &why);
    uint32_t at = s->g.tape.faces;
    play(s, "fire red-one blue-one");
    assert_memory_equal(s->g.tape.face + at, face, 2);
    assert_int_equal(s->line[s->lines - 1].forced, 2);
    assert_true(s->line[s->lines - 1].faces >= 5); /* two hits are a loss, which tests */
    ses_free(s);
}

/* --- Odds, why not, forks ------------------------------------------------------------------
 */

static void test_why_not(void **x)
{
    struct ses_game *s = game(13);
    struct tc_act a = { .verb = TOY_V_FIRE, .arg = { 0, 3, 1 } };
    struct tc_refusal no;
    struct tc_why why;

    (void)x;
    assert_int_equal(ses_why_not(s, &a, &no, &why), TC_E_ILLEGAL);
    assert_int_equal(no.reason, 0); /* not now */
    play_plans(s, "attack", "wait");
    play(s, "done");
    uint64_t before = hash_of(s);
    assert_int_equal(ses_why_not(s, &a, &no, &why), TC_OK);
    a.arg[1] = 1;
    assert_int_equal(ses_why_not(s, &a, &no, &why), TC_E_ILLEGAL);
    assert_string_equal(why.text, "red-two is on the same side.");
    assert_true(hash_of(s) == before);
    ses_free(s);
}

static void test_odds_change_nothing(void **x)
{
    struct ses_game *s = game(14);
    struct tc_odds *odds = malloc(sizeof *odds);
    struct tc_act a = { .verb = TOY_V_FIRE, .arg = { 0, 3, 1 } };
    struct tc_why why;
    uint64_t sum = 0;

    (void)x;
    assert_int_equal(ses_odds(s, 0, &a, odds, NULL, &why), TC_E_ILLEGAL);
    play_plans(s, "attack", "wait");
    play(s, "done");
    uint64_t before = hash_of(s), next = s->g.u.stream.next;
    for (int seat = SES_UMPIRE; seat < 2; seat++) {
        assert_int_equal(ses_odds(s, seat, &a, odds, NULL, &why), TC_OK);
        assert_true(odds->exact);
        sum = 0;
        for (int i = 0; i < odds->rows; i++)
            sum += odds->row[i].millionths;
        assert_in_range(sum, 999990, 1000010);
    }
    json_t *j = js_odds(&toy_book, &a, odds);
    assert_true(json_holds(j, "\"den\":16")); /* no loss: five cases in sixteen */
    json_decref(j);
    assert_true(hash_of(s) == before);
    assert_true(s->g.u.stream.next == next);
    free(odds);
    ses_free(s);
}

static void test_fork_is_veiled(void **x)
{
    struct ses_game *s = game(15);
    struct ses_fork f;
    int other = 0;

    (void)x;
    play(s, "plan attack");
    uint64_t before = hash_of(s);
    ses_fork_init(s, &f);
    for (uint64_t seed = 0; seed < 20; seed++) {
        ses_fork_fill(s, 1, seed, &f);
        tc_game_go(&f.g);
        const struct toy_state *t = tc_game_state(&f.g);
        assert_int_equal(f.g.u.open.side, 1);
        other += t->plan[0] != TOY_ATTACK;
    }
    assert_in_range(other, 5, 19);
    ses_fork_fill(s, 0, 1, &f); /* red knows its own */
    tc_game_go(&f.g);
    assert_int_equal(((const struct toy_state *)tc_game_state(&f.g))->plan[0], TOY_ATTACK);
    ses_fork_free(&f);
    assert_true(hash_of(s) == before);
    ses_free(s);
}

/* --- Positions -------------------------------------------------------------------------------
 */

static struct ses_game *load(const char *text, bool partial, enum tc_err want, char *say)
{
    json_t *j = json_loads(text, 0, NULL);
    struct ses_game *s = NULL;
    struct tc_why why = { .text = "" };

    assert_non_null(j);
    assert_int_equal(ses_new_position(&toy_book, NULL, j, partial, &s, &why), want);
    json_decref(j);
    if (say)
        strcpy(say, why.text);
    return s;
}

static void test_positions(void **x)
{
    char say[512];
    struct ses_game *s = load("{\"state\":{\"head\":{\"step\":\"fire\",\"active\":\"blue\"},"
                              "\"units\":{\"red-one\":{\"x\":\"20.5\",\"strength\":\"2\"}}}}",
                              true, TC_OK, NULL);

    (void)x;
    assert_int_equal(s->g.u.open.question, TOY_Q_FIRE);
    assert_int_equal(toy(s)->units[0].x, 20500);
    assert_int_equal(toy(s)->units[1].x, 10000);
    json_t *whole = ses_state_json(s, SES_UMPIRE);
    struct ses_game *again;
    struct tc_why why;
    assert_int_equal(ses_new_position(&toy_book, NULL, whole, false, &again, &why), TC_OK);
    assert_true(hash_of(again) == hash_of(s));
    json_decref(whole);
    ses_free(again);
    ses_free(s);
    load("{\"units\":{\"red-one\":{\"strength\":44}}}", true, TC_E_ILLEGAL, say);
    assert_non_null(strstr(say, "red-one has an impossible strength 44."));
    load("{\"head\":{\"step\":\"fire\"}}", true, TC_E_ILLEGAL, say);
    assert_non_null(strstr(say, "somebody's turn"));
    load("{\"head\":{\"turn\":2}}", false, TC_E_KEY, say);
    load("{\"head\":{\"step\":\"sleep\"}}", true, TC_E_SYNTAX, say);
    assert_non_null(strstr(say, "head.step"));
}

/* --- Positions and ends in the lines -------------------------------------------------------
 */

static void test_lines_of_a_battle(void **x)
{
    struct ses_game *s = game(16);
    uint32_t positions = 0;

    (void)x;
    play_random(s, 3, 0);
    assert_int_equal(ses_status(s), TC_IS_OVER);
    for (uint32_t i = 0; i < s->lines; i++) {
        assert_int_equal(s->line[i].n, i);
        positions += s->line[i].kind == SES_L_POSITION;
    }
    assert_int_equal(s->line[0].kind, SES_L_START);
    assert_in_range(positions, 1, TOY_TURNS);
    assert_int_equal(s->line[s->lines - 2].kind, SES_L_SEED);
    assert_int_equal(s->line[s->lines - 1].kind, SES_L_END);
    assert_int_equal(s->line[s->lines - 2].seed[0], 16);
    ses_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_seat_and_number),
        cmocka_unit_test(test_seats_by_command),
        cmocka_unit_test(test_bad_seats),
        cmocka_unit_test(test_no_rules),
        cmocka_unit_test(test_refusal_changes_nothing),
        cmocka_unit_test(test_secret_until_reveal),
        cmocka_unit_test(test_secret_leaves_no_trace),
        cmocka_unit_test(test_offers_are_the_askeds),
        cmocka_unit_test(test_undo_last),
        cmocka_unit_test(test_undo_stops),
        cmocka_unit_test(test_undo_rolls_anew),
        cmocka_unit_test(test_undo_everything),
        cmocka_unit_test(test_undo_secret),
        cmocka_unit_test(test_adjust),
        cmocka_unit_test(test_adjust_refused),
        cmocka_unit_test(test_typed_dice),
        cmocka_unit_test(test_forced_dice),
        cmocka_unit_test(test_forced_in_part),
        cmocka_unit_test(test_why_not),
        cmocka_unit_test(test_odds_change_nothing),
        cmocka_unit_test(test_fork_is_veiled),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_lines_of_a_battle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
