/* tests/protocol/test_protocol.c - the JSON lines protocol. */
#include "tests/protocol/table.h"

#include <unistd.h>

#include "protocol/umpire.h"
#include "protocol/write.h"

/* --- Data for the toy ------------------------------------------------------------- */

static int books; /* lent out */

static enum tc_err load(void *ctx, const char *id, const struct tc_book **out,
                        struct tc_why *why)
{
    (void)ctx;
    if (strcmp(id, toy_book.id) != 0)
        return tc_fail(why, TC_E_NAME, "scenario", "There is no scenario {0}.", id);
    books++;
    *out = &toy_book;
    return TC_OK;
}

static void free_book(void *ctx, const struct tc_book *bk)
{
    (void)ctx;
    assert_ptr_equal(bk, &toy_book);
    books--;
}

/* Stands for YAML: the text is a JSON object. */
static enum tc_err load_text(void *ctx, const char *text, size_t n, const struct tc_book **out,
                             json_t **state, struct tc_why *why)
{
    *state = json_loadb(text, n, 0, NULL);
    if (!*state)
        return tc_fail(why, TC_E_SYNTAX, "yaml", "That is no position.");
    return load(ctx, toy_book.id, out, why);
}

static json_t *list(void *ctx)
{
    (void)ctx;
    return json_pack("[{ssss}]", "id", toy_book.id, "title", toy_book.title);
}

static enum tc_err rule(void *ctx, const char *id, json_t **out, struct tc_why *why)
{
    (void)ctx;
    if (strcmp(id, "X-1") != 0)
        return tc_fail(why, TC_E_NAME, "rule", "There is no rule {0}.", id);
    *out = json_pack("{ssss}", "id", id, "text", "Both sides plan in secret.");
    return TC_OK;
}

static struct tc_stream lots;

static enum tc_err player(void *ctx, struct ses_game *s, int seat, struct tc_why *why)
{
    (void)ctx;
    if (strcmp(s->seat[seat].kind, "random") != 0)
        return tc_fail(why, TC_E_NAME, "seats", "There is no player {0}.", s->seat[seat].kind);
    lots = tc_stream_from(5);
    s->seat[seat].player = (struct tc_player){ player_random, &lots };
    return TC_OK;
}

static const struct proto_data data = { .load = load,
                                        .free_book = free_book,
                                        .load_text = load_text,
                                        .list = list,
                                        .rule = rule,
                                        .player = player };

/* --- Talking ------------------------------------------------------------------------- */

static json_t *say(struct proto *p, const char *line)
{
    json_t *out = proto_line(p, line, strlen(line));

    assert_int_equal(json_integer_value(json_object_get(out, "v")), 1);
    assert_true(json_is_true(json_object_get(out, "ok")) !=
                (json_object_get(out, "error") != NULL));
    return out;
}

/* The request succeeds and its answer holds this text. */
static void good(struct proto *p, const char *line, const char *holds)
{
    json_t *out = say(p, line);

    if (!json_is_true(json_object_get(out, "ok")) || !json_holds(out, holds))
        fail_msg("%s\n%s", line, json_dumps(out, JSON_INDENT(1)));
    json_decref(out);
}

/* The request fails with this code, and nothing has changed. */
static void bad(struct proto *p, const char *line, const char *code)
{
    uint64_t before = p->s ? hash_of(p->s) : 0;
    uint32_t lines = p->s ? p->s->lines : 0;
    json_t *out = say(p, line), *error = json_object_get(out, "error");

    if (!error || strcmp(json_string_value(json_object_get(error, "code")), code) != 0)
        fail_msg("%s\n%s", line, json_dumps(out, JSON_INDENT(1)));
    assert_true(json_string_length(json_object_get(error, "text")) > 10);
    json_decref(out);
    assert_int_equal(p->s ? p->s->lines : 0, lines);
    assert_true((p->s ? hash_of(p->s) : 0) == before);
}

#define NEW                                                                                    \
    "{\"do\":\"new\",\"scenario\":\"toy/"                                                      \
    "skirmish\",\"seed\":\"000000000000000b0000000000000063\"}"

static void test_conversation(void **x)
{
    struct proto p;

    (void)x;
    proto_init(&p, &data);
    good(&p, "{\"do\":\"list\"}", "toy/skirmish");
    good(&p, "{\"do\":\"rule\",\"rule\":\"X-1\"}", "in secret");
    bad(&p, "{\"do\":\"question\"}", "stale");
    good(&p, NEW, "\"question\":\"plan\"");
    good(&p, "{\"do\":\"question\",\"id\":[1,\"a\"]}", "\"id\":[1,\"a\"]");
    good(&p, "{\"do\":\"offers\"}", "plan defend");
    good(&p, "{\"do\":\"answer\",\"seat\":0,\"number\":1,\"act\":\"plan attack\"}", "news");
    good(&p,
         "{\"do\":\"answer\",\"seat\":1,\"act\":{\"verb\":\"plan\",\"args\":{\"plan\":\"wait\"}"
         "}}",
         "Red will attack, Blue will wait.");
    good(&p, "{\"do\":\"answer\",\"act\":\"pick red-one\"}", "Where does red-one go?");
    good(&p, "{\"do\":\"offers\"}", "march red-one");
    good(&p, "{\"do\":\"why\",\"act\":\"march red-one ahead 9\"}", "\"nearest\":{\"verb\"");
    good(&p, "{\"do\":\"why\",\"act\":\"march red-one ahead 3\"}", "\"legal\":true");
    good(&p,
         "{\"do\":\"answer\",\"act\":{\"verb\":\"march\",\"args\":{\"unit\":\"red-one\"},"
         "\"path\":[[\"left\",\"22.5\"],[\"ahead\",4500]]}}",
         "red-one goes 4.5 inches");
    good(&p, "{\"do\":\"answer\",\"act\":\"done\"}", "Who fires");
    good(&p, "{\"do\":\"odds\",\"act\":\"fire red-one blue-one\",\"seat\":0}",
         "\"exact\":true");
    good(&p, "{\"do\":\"force\",\"faces\":[6,6,6,6,0]}", "ok");
    good(&p, "{\"do\":\"answer\",\"act\":\"fire red-one blue-one\"}", "blue-one is shaken");
    good(&p, "{\"do\":\"undo\",\"consent\":true}", "Who fires");
    good(&p,
         "{\"do\":\"adjust\",\"changes\":[[\"units.red-one.x\",12500],"
         "[\"units.red-one.strength\",\"3\"]],\"reason\":\"a slip\"}",
         "The umpire sets units.red-one.x to 12.5");
    good(&p, "{\"do\":\"state\",\"seat\":1}", "\"x\":12500");
    good(&p, "{\"do\":\"scene\"}", "The Copse");
    good(&p, "{\"do\":\"hash\"}", "hash");
    good(&p, "{\"do\":\"log\",\"from\":2}", "reveal");
    good(&p, "{\"do\":\"lines\",\"from\":0,\"seat\":1}", "march red-one left 22.5 ahead 4.5");
    good(&p, "{\"do\":\"messages\"}", "may go {1} inches");
    good(&p, "{\"do\":\"record\"}", "tricorne-record");
    good(&p, "{\"do\":\"quit\"}", "ok");
    assert_true(p.quit);
    proto_end(&p);
    assert_int_equal(books, 0);
}

/* The kind of a seat holds the longest name of a player: a program and its words. */
static void try_kind(struct proto *p, int bytes, const char *err)
{
    char line[512], kind[256];

    memset(kind, 'x', sizeof kind);
    kind[bytes] = '\0';
    snprintf(
        line, sizeof line,
        "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"seats\":[{\"side\":\"red\",\"kind\":"
        "\"%s\"},{\"side\":\"blue\"}]}",
        kind);
    bad(p, line, err);
}

static void refuse_answers(struct proto *p)
{
    bad(p, "{\"do\":\"answer\"}", "key");
    bad(p, "{\"do\":\"answer\",\"act\":5}", "syntax");
    bad(p, "{\"do\":\"answer\",\"act\":\"plan retreat\"}", "syntax");
    bad(p, "{\"do\":\"answer\",\"act\":\"hold\"}", "illegal");
    bad(p, "{\"do\":\"answer\",\"act\":\"plan wait\",\"seat\":1}", "turn");
    bad(p, "{\"do\":\"answer\",\"act\":\"plan wait\",\"number\":77}", "stale");
    bad(p, "{\"do\":\"answer\",\"act\":{\"verb\":\"plan\"}}", "key");
    bad(p, "{\"do\":\"answer\",\"act\":{\"verb\":\"plan\",\"args\":{\"plan\":1}}}", "syntax");
    bad(p,
        "{\"do\":\"answer\",\"act\":{\"verb\":\"plan\",\"args\":{\"plan\":\"wait\"},\"path\":[]"
        "}}",
        "key");
}

static void test_refusals(void **x)
{
    struct proto p;

    (void)x;
    proto_init(&p, &data);
    try_kind(&p, 199, "name");
    try_kind(&p, 200, "range");
    bad(&p, "{\"do\":\"new\"}", "key");
    bad(&p, "{\"do\":\"new\",\"scenario\":\"toy/other\"}", "name");
    bad(&p, "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"seed\":12}", "syntax");
    bad(&p, "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"seats\":[]}", "range");
    bad(&p, "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"seats\":[{\"side\":\"red\"}]}",
        "key");
    bad(&p,
        "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"seats\":[{\"side\":\"red\",\"kind\":"
        "\"genius\"},{\"side\":\"blue\"}]}",
        "name");
    bad(&p, "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"dice\":\"loaded\"}", "syntax");
    good(&p, NEW, "plan");
    bad(&p, "{\"do\":\"new\",\"scenario\":\"toy/other\"}", "name"); /* the old game stays */
    bad(&p, "{\"do\":\"dance\"}", "key");
    bad(&p, "{}", "key");
    bad(&p, "[]", "syntax");
    bad(&p, "17", "syntax");
    bad(&p, "{\"do\":\"hash\",\"v\":2}", "range");
    bad(&p, "{\"do\":\"hash\",\"seat\":2}", "range");
    bad(&p, "{\"do\":\"hash\",\"seat\":\"red\"}", "range");
    bad(&p, "{\"do\":\"hash\",\"hat\":1}", "key");
    refuse_answers(&p);
    bad(&p, "{\"do\":\"offers\",\"seat\":1}", "turn");
    bad(&p, "{\"do\":\"dice\",\"faces\":[1]}", "stale");
    bad(&p, "{\"do\":\"force\",\"faces\":[1000]}", "range");
    bad(&p, "{\"do\":\"undo\"}", "stale");
    bad(&p,
        "{\"do\":\"adjust\",\"changes\":[[\"units.red-one.strength\",99]],\"reason\":\"x\"}",
        "illegal");
    bad(&p,
        "{\"do\":\"adjust\",\"changes\":[[\"units.red-one.strength\",3]],\"reason\":\"x\","
        "\"seat\":0}",
        "turn");
    bad(&p, "{\"do\":\"record\",\"path\":\"/nowhere/at/all\"}", "file");
    bad(&p, "{\"do\":\"record\",\"seat\":1}", "turn");
    bad(&p, "{\"do\":\"replay\",\"text\":\"rubbish\"}", "syntax");
    bad(&p, "{\"do\":\"resume\",\"path\":\"/nowhere/at/all\"}", "file");
    bad(&p, "{\"do\":\"load\",\"scenario\":\"toy/skirmish\",\"state\":{\"head\":{}}}", "key");
    bad(&p, "{\"do\":\"load\",\"yaml\":\"{{{\"}", "syntax");
    bad(&p, "{\"do\":\"rule\",\"rule\":\"X-99\"}", "name");
    proto_end(&p);
    assert_int_equal(books, 0);
}

/* --- Bytes that are not requests --------------------------------------------------------- */

static void bytes(struct proto *p, const char *line, size_t n, const char *code)
{
    json_t *out = proto_line(p, line, n);
    const json_t *error = json_object_get(out, "error");
    char *dump = json_dumps(out, 0);

    assert_non_null(dump); /* it can be written: it is UTF-8 */
    assert_string_equal(json_string_value(json_object_get(error, "code")), code);
    free(dump);
    json_decref(out);
}

static void test_hostile_bytes(void **x)
{
    struct proto p;
    size_t big = 10 << 20;
    char *long_line = malloc(big);

    (void)x;
    proto_init(&p, &data);
    good(&p, NEW, "plan");
    uint64_t before = hash_of(p.s);
    bytes(&p, "{\"do\":\"hash\"\0}", 14, "syntax");
    bytes(&p, "{\"do\":\"ha\xff\xfesh\"}", 15, "syntax");
    bytes(&p, "{\"do\":\"hash\",\"do\":\"hash\"}", 26, "syntax");
    bytes(&p, "{\"do\":\"answer\",\"act\":\"plan \\u0000\"}", 34, "syntax");
    bytes(&p, "\xef\xbb\xbf{}", 5, "syntax");
    memset(long_line, '[', big);
    bytes(&p, long_line, 1 << 20, "syntax"); /* nested too deep */
    bytes(&p, long_line, big, "full");
    memset(long_line, 'a', big);
    memcpy(long_line, "{\"do\":\"", 7);
    memcpy(long_line + (7 << 20), "\"}", 2);
    bytes(&p, long_line, (7 << 20) + 2, "key");
    memcpy(long_line, "{\"do\":\"answer\",\"act\":\"", 22);
    bytes(&p, long_line, (7 << 20) + 2, "name");
    assert_true(hash_of(p.s) == before);
    free(long_line);
    proto_end(&p);
}

#define LOAD                                                                                   \
    "{\"do\":\"load\",\"scenario\":\"toy/skirmish\",\"partial\":true,\"state\":{\"head\":"     \
    "{\"step\":\"fire\",\"active\":\"red\"},\"units\":{\"red-one\":{\"x\":\"3.5\"}}}}"

/* Requests with a byte changed at random never crash and always get an answer. */
static void test_mutations(void **x)
{
    static const char *const seed[] = {
        NEW,
        "{\"do\":\"answer\",\"act\":{\"verb\":\"plan\",\"args\":{\"plan\":\"wait\"}}}",
        "{\"do\":\"answer\",\"act\":\"march red-one left 22.5 ahead 4.5\"}",
        "{\"do\":\"adjust\",\"changes\":[[\"units.red-one.x\",12500]],\"reason\":\"a\"}",
        LOAD,
        "{\"do\":\"undo\",\"consent\":true}",
        "{\"do\":\"lines\",\"from\":3,\"seat\":1}",
    };
    struct tc_stream s = tc_stream_from(3);
    struct proto p;
    char line[512];

    (void)x;
    proto_init(&p, &data);
    for (int i = 0; i < 6000; i++) {
        const char *from = seed[tc_draw(&s, sizeof seed / sizeof seed[0])];
        size_t n = strlen(from);
        memcpy(line, from, n);
        for (uint32_t k = tc_draw(&s, 3); k > 0; k--)
            line[tc_draw(&s, (uint32_t)n)] = (char)tc_draw(&s, 256);
        if (tc_draw(&s, 8) == 0)
            n = tc_draw(&s, (uint32_t)n);
        json_t *out = proto_line(&p, line, n);
        char *dump = json_dumps(out, JSON_COMPACT);
        assert_non_null(dump);
        free(dump);
        json_decref(out);
        if (p.s && i % 50 == 0 && ses_status(p.s) == TC_WAITS_ANSWER)
            play_random(p.s, (uint64_t)i, 1);
    }
    proto_end(&p);
    assert_int_equal(books, 0);
}

/* --- Whole games -------------------------------------------------------------------------- */

static void test_computers_play(void **x)
{
    const char *path = temp_name("proto.jsonl");
    char line[256];
    struct proto p;

    (void)x;
    proto_init(&p, &data);
    good(&p,
         "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"seats\":[{\"side\":\"red\"},"
         "{\"side\":\"blue\",\"kind\":\"random\",\"name\":\"engine\"}]}",
         "\"seat_name\":\"red\"");
    snprintf(line, sizeof line, "{\"do\":\"record\",\"path\":\"%s\"}", path);
    good(&p, line, "ok");
    bad(&p, line, "busy");
    good(&p, "{\"do\":\"answer\",\"seat\":0,\"act\":\"plan attack\"}", "Blue: Plan to");
    snprintf(line, sizeof line, "{\"do\":\"resume\",\"path\":\"%s\"}", path);
    bad(&p, line, "busy"); /* we hold it ourselves */
    uint64_t before = hash_of(p.s);
    proto_end(&p);
    good(&p, line, "question");
    assert_true(hash_of(p.s) == before);
    assert_non_null(p.s->seat[1].player.answer);
    snprintf(line, sizeof line, "{\"do\":\"replay\",\"path\":\"%s\"}", path);
    good(&p, line, "\"torn\":false");
    snprintf(line, sizeof line, "{\"do\":\"adopt\",\"path\":\"%s\"}", path);
    good(&p, line, "Adopted from start");
    proto_end(&p);
    assert_int_equal(books, 0);
    unlink(path);
}

/* A program that shows each answer: computers wait, moments of the record, the end. */
static void test_showing(void **x)
{
    struct proto p;

    (void)x;
    proto_init(&p, &data);
    good(&p,
         "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"wait\":true,\"seats\":[{\"side\":"
         "\"red\",\"kind\":\"random\"},{\"side\":\"blue\",\"kind\":\"random\"}]}",
         "\"seat\":0");
    assert_int_equal(ses_number(p.s), 1);
    good(&p, "{\"do\":\"play\",\"most\":1}", "question");
    assert_int_equal(p.s->answers, 1);
    bad(&p, "{\"do\":\"play\",\"wait\":true}", "key");
    bad(&p, "{\"do\":\"new\",\"scenario\":\"toy/skirmish\",\"wait\":1}", "syntax");
    good(&p, NEW, "plan");
    good(&p, "{\"do\":\"preview\",\"act\":\"plan attack\"}", "\"legal\":true");
    bad(&p, "{\"do\":\"preview\",\"act\":\"fly\"}", "name");
    bad(&p, "{\"do\":\"preview\",\"seat\":1,\"act\":\"plan attack\"}", "turn");
    good(&p, "{\"do\":\"answer\",\"act\":\"plan attack\",\"wait\":true}", "question");
    good(&p, "{\"do\":\"lines\",\"marks\":true}", "\"turn\":1");
    bad(&p, "{\"do\":\"lines\",\"marks\":1}", "syntax");
    good(&p, "{\"do\":\"scene\",\"line\":0}", "\"events\":");
    good(&p, "{\"do\":\"undo\"}", "question");
    good(&p, "{\"do\":\"lines\",\"marks\":true}", "\"undone\":true");
    good(&p, "{\"do\":\"scene\",\"line\":1}", "\"line\":1"); /* taken back: a replay */
    bad(&p, "{\"do\":\"scene\",\"line\":99}", "range");
    bad(&p, "{\"do\":\"scene\",\"line\":-1}", "range");
    bad(&p, "{\"do\":\"stop\",\"by\":\"resign\"}", "key");
    bad(&p, "{\"do\":\"stop\",\"by\":\"anger\"}", "syntax");
    good(&p, "{\"do\":\"stop\",\"by\":\"resign\",\"seat\":0}", "\"winner\":\"blue\"");
    bad(&p, "{\"do\":\"answer\",\"act\":\"plan attack\"}", "over");
    good(&p, NEW, "plan");
    good(&p, "{\"do\":\"stop\",\"by\":\"draw\"}", "\"winner\":null");
    proto_end(&p);
    assert_int_equal(books, 0);
}

/* One game follows the record of another, line by line. */
static void test_following(void **x)
{
    struct proto p, q;

    (void)x;
    proto_init(&p, &data);
    proto_init(&q, &data);
    good(&p, NEW, "plan");
    json_t *record = say(&p, "{\"do\":\"record\"}");
    json_t *resume = json_pack("{ss sO sb sb}", "do", "resume", "text",
                               json_object_get(record, "record"), "wait", 1, "branch", 1);
    char *line = json_dumps(resume, JSON_COMPACT);
    good(&q, line, "plan");
    free(line);
    json_decref(resume);
    json_decref(record);
    good(&p, "{\"do\":\"answer\",\"act\":\"plan attack\"}", "question");
    good(&p, "{\"do\":\"answer\",\"act\":\"plan attack\"}", "question");
    struct js_out o = { 0 };
    for (uint32_t i = q.s->lines; i < p.s->lines; i++) {
        o.comma = false;
        ses_put_line(&o, p.s, &p.s->line[i], SES_UMPIRE);
        js_put_plain(&o, "\n");
    }
    json_t *more = json_pack("{ss ss%}", "do", "more", "text", o.text, o.n);
    line = json_dumps(more, JSON_COMPACT);
    good(&q, line, "question");
    assert_true(hash_of(q.s) == hash_of(p.s));
    json_t *again = say(&q, line); /* those lines stand already: the game is let go of */
    assert_non_null(json_object_get(again, "error"));
    json_decref(again);
    assert_null(q.s);
    bad(&q, "{\"do\":\"resume\",\"text\":\"x\",\"branch\":1}", "syntax");
    free(line);
    json_decref(more);
    free(o.text);
    proto_end(&p);
    proto_end(&q);
    assert_int_equal(books, 0);
}

static void test_load(void **x)
{
    struct proto p;

    (void)x;
    proto_init(&p, &data);
    good(&p, NEW, "plan");
    json_t *state = say(&p, "{\"do\":\"state\"}");
    json_t *load_it = json_pack("{ssssso}", "do", "load", "scenario", "toy/skirmish", "state",
                                json_incref(json_object_get(state, "state")));
    char *line = json_dumps(load_it, JSON_COMPACT);
    uint64_t before = hash_of(p.s);
    good(&p, line, "plan");
    assert_true(hash_of(p.s) == before);
    free(line);
    json_decref(load_it);
    json_decref(state);
    good(&p,
         "{\"do\":\"load\",\"yaml\":\"{\\\"head\\\":{\\\"step\\\":\\\"signal\\\","
         "\\\"active\\\":\\\"blue\\\"}}\"}",
         "Which signal");
    proto_end(&p);
    assert_int_equal(books, 0);
}

static void test_run(void **x)
{
    static const char in[] =
        NEW "\n\n  \r\nnonsense\n{\"do\":\"answer\",\"act\":\"plan wait\"}\n"
            "{\"do\":\"quit\",\"id\":9}\n{\"do\":\"hash\"}\n";
    char *text = NULL;
    size_t size;
    FILE *f = fmemopen((void *)(uintptr_t)in, sizeof in - 1, "r");
    FILE *out = open_memstream(&text, &size);
    int lines = 0;

    (void)x;
    assert_int_equal(proto_run(f, out, &data), 0);
    fclose(f);
    fclose(out);
    for (const char *s = text; *s; s++)
        lines += *s == '\n';
    assert_int_equal(lines, 4); /* blanks are skipped, nothing after quit */
    assert_non_null(strstr(text, "\"id\":9"));
    free(text);
    f = fmemopen((void *)(uintptr_t)in, sizeof in - 1, "r");
    out = fopen("/dev/full", "w");
    if (out) {
        assert_int_equal(proto_run(f, out, &data), 1);
        fclose(out);
    }
    fclose(f);
    assert_int_equal(books, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversation),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_hostile_bytes),
        cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_computers_play),
        cmocka_unit_test(test_showing),
        cmocka_unit_test(test_following),
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
