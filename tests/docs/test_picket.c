/* tests/docs/test_picket.c - the example of docs/ruleset.md plays and keeps its word.
 *
 * tests/docs/sixth.py cuts the system out of the page and builds this with it. The last test
 * starts this program again to see that rule coverage is written.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernel/game.h"
#include "kernel/odds.h"
#include "kernel/scene.h"
#include "rules/picket/inner.h"

extern const struct tc_ruleset pic_ruleset;

static const struct pic_book ford = {
    .head = { .rules = &pic_ruleset,
              .hash = 7,
              .id = "picket/ford",
              .title = "The ford",
              .battle = "",
              .side_name = { "red", "blue" },
              .side_colour = { "#aa3333", "#334466" },
              .replaced = "" },
    .posts = 9,
    .turn_limit = 20,
    .range = 2,
    .hit_on = 5,
    .units = 4,
    .unit = { { "red-mill", 0, 3, 0 },
              { "red-oak", 0, 3, 1 },
              { "blue-barn", 1, 3, 7 },
              { "blue-well", 1, 3, 8 } },
};

static struct tc_offers work, open_offers, work2, open2;

static void by_lot(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}

/* One battle between random players; the final state in *s. */
static void play_one(uint64_t seed, struct pic_state *s)
{
    struct tc_stream lot = tc_stream_from(~seed);
    struct tc_umpire u = { .rules = &pic_ruleset,
                           .book = &ford.head,
                           .offers = &work,
                           .stream = tc_stream_from(seed) };

    u.player[0] = u.player[1] = (struct tc_player){ by_lot, &lot };
    memset(s, 0, sizeof *s);
    pic_ruleset.setup(&ford.head, s);
    for (u.state = s; !s->head.over;) {
        tc_play_step(&u);
        assert_true(u.step_asks <= TC_STEP_ASKS);
        assert_true(pic_ruleset.check(&ford.head, s, NULL));
    }
}

/* A game that waits for people, with room for a short battle. */
struct table {
    struct tc_game g;
    _Alignas(64) unsigned char mem[4096];
    struct tc_taped act[256];
    int8_t face[512];
};

static void lay_table(struct table *t, struct tc_offers *w, struct tc_offers *o)
{
    assert_true(tc_game_memory(&pic_ruleset) <= sizeof t->mem);
    tc_game_init(&t->g, &ford.head, t->mem, w, o);
    t->g.tape = (struct tc_tape){ t->act, 0, 256, t->face, 0, 512 };
    t->g.u.stream = tc_stream_from(1);
    assert_int_equal(tc_game_go(&t->g), TC_WAITS_ANSWER);
}

static enum tc_err answer(struct table *t, const char *line, struct tc_why *why)
{
    struct tc_act a;
    enum tc_err err = tc_parse_act(&pic_ruleset, &ford.head, line, strlen(line), &a, why);

    if (err == TC_OK)
        err = tc_game_answer(&t->g, &a, NULL, why);
    if (err == TC_OK)
        tc_game_go(&t->g);
    return err;
}

static void answer_all(struct table *t, const char *const *line)
{
    struct tc_why why;

    for (; *line; line++)
        if (answer(t, *line, &why) != TC_OK)
            fail_msg("%s: %s", *line, why.text);
}

static void every_byte_has_a_field(void **unused)
{
    char text[128];
    struct tc_text t = tc_text_on(text, sizeof text);

    (void)unused;
    if (!tc_fields_cover(pic_ruleset.fields, &t))
        fail_msg("%s", text);
}

static void random_battles_end_and_repeat(void **unused)
{
    struct pic_state a, b;
    int won[3] = { 0 };

    (void)unused;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        play_one(seed, &a);
        play_one(seed, &b);
        assert_memory_equal(&a, &b, sizeof a);
        won[a.head.winner + 1]++;
    }
    assert_true(won[1] > 0 && won[2] > 0);
}

static void acts_survive_notation(void **unused)
{
    struct pic_state s = { 0 };
    struct tc_query q = { 0, PIC_Q_ORDER, "X-2", { 0 } };
    struct tc_view v = { &ford.head, &s, &q };
    struct tc_act back;
    struct tc_why why;
    char line[80];

    (void)unused;
    pic_ruleset.setup(&ford.head, &s);
    tc_list_answers(&pic_ruleset, &v, &work);
    assert_int_equal(work.n, 3); /* two may advance, all may stand, nobody is in range */
    for (int i = 0; i < work.n; i++) {
        struct tc_text t = tc_text_on(line, sizeof line);
        tc_print_act(&pic_ruleset, &ford.head, &work.act[i], &t);
        assert_int_equal(tc_parse_act(&pic_ruleset, &ford.head, line, t.len, &back, &why),
                         TC_OK);
        assert_true(tc_same_act(&back, &work.act[i]));
    }
    work.n = 0;
}

static void a_refusal_says_why(void **unused)
{
    struct table t;
    struct tc_why why;

    (void)unused;
    lay_table(&t, &work, &open_offers);
    answer_all(&t, (const char *const[]){ "pack heavy", "pack light", NULL });
    assert_int_equal(answer(&t, "fire red-oak blue-barn", &why), TC_E_ILLEGAL);
    assert_string_equal(why.text, "blue-barn is 6 posts away; muskets reach 2.");
    assert_string_equal(why.where, "X-3.1");
    assert_int_equal(answer(&t, "pack heavy", &why), TC_E_ILLEGAL);
    assert_string_equal(why.text, "That is not what is asked now.");
}

static void odds_are_exact(void **unused)
{
    static const char *const approach[] = {
        "pack heavy", "pack light", "advance red-oak", "advance blue-barn", "advance red-oak",
        "hold",       NULL
    };
    struct table t, scratch;
    static struct tc_odds odds;
    struct tc_act shot = { .verb = PIC_V_FIRE, .arg = { 1, 2 } };

    (void)unused;
    lay_table(&t, &work, &open_offers);
    lay_table(&scratch, &work2, &open2);
    answer_all(&t, approach); /* red-oak at 3, blue-barn at 5 */
    assert_int_equal(tc_odds_of(&t.g, &shot, &scratch.g, 1000, 100, 1, &odds, NULL, NULL),
                     TC_OK);
    assert_true(odds.exact);
    assert_int_equal(odds.rows, 2);
    assert_int_equal(odds.row[0].event[0].id, PIC_E_MISSED);
    assert_int_equal(odds.row[0].num, 2);
    assert_int_equal(odds.row[0].den, 3);
}

static void a_fork_does_not_know_the_secret(void **unused)
{
    struct table t, fork;
    int seen[2] = { 0 };

    (void)unused;
    lay_table(&t, &work, &open_offers);
    answer_all(&t, (const char *const[]){ "pack heavy", NULL });
    lay_table(&fork, &work2, &open2);
    for (uint64_t seed = 0; seed < 20; seed++) {
        tc_fork(&t.g, 1, seed, &fork.g, fork.mem, &work2, &open2);
        seen[((const struct pic_state *)fork.g.checkpoint)->load[0]]++;
    }
    assert_true(seen[PIC_LIGHT] > 0 && seen[PIC_HEAVY] > 0);
}

static void the_scene_shows_the_pickets(void **unused)
{
    static struct tc_scene picture;
    struct pic_state s = { 0 };

    (void)unused;
    pic_ruleset.setup(&ford.head, &s);
    s.unit[0].men = 0;
    pic_ruleset.scene(&ford.head, &s, TC_NONE, &picture);
    assert_int_equal(picture.pieces, 3);
    assert_string_equal(picture.piece[0].key, "red-oak");
    assert_int_equal(pic_ruleset.score(&ford.head, &s), -3333);
}

#if defined(TC_DEBUG) && TC_DEBUG
/* The rules that acted, as one string with a blank before and behind each. */
static void read_coverage(const char *folder, pid_t pid, char *out, size_t room)
{
    char path[256], rule[64];
    size_t n = 1;

    snprintf(path, sizeof path, "%s/test_picket-%ld.txt", folder, (long)pid);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s was not written", path);
    strcpy(out, " ");
    while (fscanf(f, "%63s", rule) == 1 && n + strlen(rule) + 2 < room)
        n += (size_t)snprintf(out + n, room - n, "%s ", rule);
    fclose(f);
    remove(path);
}

static void rule_coverage_is_written(void **unused)
{
    char folder[] = "/tmp/rulecov-XXXXXX", rules[1024];
    int status;

    (void)unused;
    assert_non_null(mkdtemp(folder));
    pid_t pid = fork();
    if (pid == 0) {
        setenv("TRICORNE_RULECOV", folder, 1);
        execl("/proc/self/exe", "test_picket", "--play", (char *)NULL);
        _exit(9);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    read_coverage(folder, pid, rules, sizeof rules);
    rmdir(folder);
    assert_non_null(strstr(rules, " X-1 "));
    assert_non_null(strstr(rules, " X-3.2a "));
    assert_non_null(strstr(rules, " X-3.1 ")); /* a refusal */
    assert_null(strstr(rules, " X-5 "));
}

#endif

static int only_play(void)
{
    struct pic_state s;

    for (uint64_t seed = 1; seed <= 50; seed++)
        play_one(seed, &s);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_has_a_field),
        cmocka_unit_test(random_battles_end_and_repeat),
        cmocka_unit_test(acts_survive_notation),
        cmocka_unit_test(a_refusal_says_why),
        cmocka_unit_test(odds_are_exact),
        cmocka_unit_test(a_fork_does_not_know_the_secret),
        cmocka_unit_test(the_scene_shows_the_pickets),
#if defined(TC_DEBUG) && TC_DEBUG
        cmocka_unit_test(rule_coverage_is_written),
#endif
    };

    if (argc > 1 && strcmp(argv[1], "--play") == 0)
        return only_play();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
