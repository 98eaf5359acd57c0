/* tests/lib/test_lib.c - tricorne.h from outside: games, errors, records, clones, threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <tricorne.h>

static const char *const battles[] = { "minden/first-battle", "bayonet/learning",
                                       "malbrook/first-command", "pistolado/drill-ground",
                                       "reason/learning" };
enum { BATTLES = sizeof battles / sizeof *battles };

static tri_data *data;
static tri_text *text;
static tri_error e = TRI_ERROR;

static int open_all(void **ctx)
{
    (void)ctx;
    text = tri_text_new();
    return tri_data_open(TEST_DATA, &data, &e);
}

static int close_all(void **ctx)
{
    (void)ctx;
    tri_data_free(data);
    tri_text_free(text);
    return 0;
}

static void fine(int code)
{
    if (code < 0)
        print_error("%s (%s): %s\n", tri_code_word(code), e.where, e.text);
    assert_true(code >= 0);
}

static int has(const char *part)
{
    return strstr(tri_text_bytes(text), part) != NULL;
}

static tri_book *book(const char *id)
{
    tri_book *b = NULL;

    fine(tri_book_open(data, id, &b, &e));
    return b;
}

static tri_game *game(tri_book *b, uint32_t flags)
{
    tri_options o;
    tri_game *g = NULL;

    tri_options_init(&o, sizeof o);
    o.flags = flags;
    o.seed = "000102030405060708090a0b0c0d0e0f";
    fine(tri_game_new(b, &o, &g, &e));
    return g;
}

/* Up to so many answers by lot, the same lots for everybody. */
static void play(tri_game *g, int most)
{
    uint64_t lots = 5;

    for (int i = 0; i < most && tri_status(g) == TRI_ASKS; i++)
        fine(tri_answer_lot(g, &lots, &e));
}

static uint64_t hash_of(tri_game *g)
{
    uint64_t h = 0;

    fine(tri_hash(g, &h, &e));
    return h;
}

/* --- Calls that are wrong ---------------------------------------------------------------- */

static void test_codes(void **ctx)
{
    (void)ctx;
    assert_string_equal(tri_version(), TRI_VERSION);
    assert_int_equal(tri_abi(), TRI_ABI);
#define CHECK_CODE(name, code, word, meaning)                                                  \
    assert_string_equal(tri_code_word(name), word);                                            \
    assert_string_equal(tri_code_text(code), meaning);
    TRI_CODES(CHECK_CODE)
    assert_string_equal(tri_code_word(-99), "unknown");
    assert_string_equal(tri_code_word(0), "ok");
}

static void test_wrong_calls(void **ctx)
{
    (void)ctx;
    tri_book *b = book("minden/first-battle");
    tri_game *g = NULL;
    tri_options o;

    assert_int_equal(tri_data_open("/nowhere/at/all", &data, &e), TRI_E_FILE);
    assert_int_equal(e.code, TRI_E_FILE);
    assert_true(strlen(e.text) > 10);
    assert_int_equal(tri_data_open(TEST_DATA, NULL, &e), TRI_E_ARGUMENT);
    assert_int_equal(tri_data_open(TEST_DATA, NULL, NULL), TRI_E_ARGUMENT);
    assert_int_equal(tri_book_open(data, "minden/nobody", &b, &e), TRI_E_NAME);
    assert_int_equal(tri_game_new(NULL, NULL, &g, &e), TRI_E_ARGUMENT);
    assert_int_equal(tri_status(NULL), TRI_E_ARGUMENT);
    assert_int_equal(tri_answer(NULL, 0, -1, "hold", &e), TRI_E_ARGUMENT);
    memset(&o, 0, sizeof o);
    assert_int_equal(tri_game_new(b, &o, &g, &e), TRI_E_ARGUMENT); /* no size */
    tri_options_init(&o, sizeof o);
    o.flags = 1u << 30;
    assert_int_equal(tri_game_new(b, &o, &g, &e), TRI_E_ARGUMENT);
    tri_options_init(&o, sizeof o);
    o.seed = "abc";
    assert_int_equal(tri_game_new(b, &o, &g, &e), TRI_E_SYNTAX);
    o.seed = NULL;
    o.seats = "{not json";
    assert_int_equal(tri_game_new(b, &o, &g, &e), TRI_E_SYNTAX);
    o.seats = "[{\"side\":\"allied\"},{\"side\":\"french\",\"kind\":\"program:true\"}]";
    assert_int_equal(tri_game_new(b, &o, &g, &e), TRI_E_NAME); /* no program is started */
    assert_null(g);
    tri_game_free(NULL);
    tri_book_free(b);
}

/* Callers made with a smaller header get the code, and nothing is written behind their structs.
 */
static void test_smaller_structs(void **ctx)
{
    (void)ctx;
    struct {
        uint32_t size;
        int32_t code;
        char behind[64];
    } small = { 8, 0, "untouched" };
    struct {
        uint32_t size, flags;
        char behind[64];
    } options = { 8, TRI_LIGHT, "untouched" };
    tri_book *b = NULL;
    tri_game *g;

    assert_int_equal(tri_book_open(data, "minden/nobody", &b, (tri_error *)(void *)&small),
                     TRI_E_NAME);
    assert_int_equal(small.code, TRI_E_NAME);
    assert_string_equal(small.behind, "untouched");
    b = book("minden/first-battle");
    fine(tri_game_new(b, (tri_options *)(void *)&options, &g, &e));
    assert_int_equal(tri_record(g, text, &e), TRI_E_LIGHT);
    tri_game_free(g);
    tri_book_free(b);
}

/* --- Data --------------------------------------------------------------------------------- */

static void test_data(void **ctx)
{
    (void)ctx;
    static const char yaml[] = "format: position-1\nscenario: minden/first-battle\n"
                               "state:\n  head:\n    turn: 3\n";
    tri_book *b = book("minden/first-battle");
    tri_game *g;

    fine(tri_data_list(data, text, &e));
    assert_true(has("\"id\":\"reason/kolin-1757\""));
    fine(tri_data_rule(data, "N-B1a", text, &e));
    assert_true(has("\"heading\""));
    assert_int_equal(tri_data_rule(data, "N-Z99", text, &e), TRI_E_NAME);
    fine(tri_book_about(b, text, &e));
    assert_true(has("\"system\":\"minden\""));
    fine(tri_book_messages(b, text, &e));
    assert_true(has("\"verbs\""));
    tri_book_free(b);
    assert_int_equal(tri_book_read(data, "a: [", 4, &b, &e), TRI_E_SYNTAX);
    fine(tri_book_read(data, yaml, strlen(yaml), &b, &e));
    fine(tri_game_new(b, NULL, &g, &e));
    tri_book_free(b); /* the game holds it */
    assert_int_equal(tri_turn(g), 3);
    tri_game_free(g);
}

/* --- Playing --------------------------------------------------------------------------------
 */

/* A battle to its end: recorded, verified, resumed; and a light game plays the very same. */
static void test_battles(void **ctx)
{
    (void)ctx;
    for (int i = 0; i < BATTLES; i++) {
        tri_book *b = book(battles[i]);
        tri_game *g = game(b, 0), *light = game(b, TRI_LIGHT), *again;
        uint64_t h = hash_of(g);
        play(g, 100000);
        play(light, 100000);
        assert_int_equal(tri_status(g), TRI_IS_OVER);
        assert_true(hash_of(g) != h);
        assert_true(hash_of(g) == hash_of(light));
        assert_true(tri_winner(g) >= 0 && tri_winner(g) <= 2);
        assert_int_equal(tri_answer(g, TRI_UMPIRE, -1, "hold", &e) < 0, 1);
        fine(tri_record(g, text, &e));
        tri_text *record = tri_text_new();
        fine(tri_verify(data, tri_text_bytes(text), tri_text_size(text), record, &e));
        assert_non_null(strstr(tri_text_bytes(record), "\"over\":true"));
        fine(tri_game_resume(data, tri_text_bytes(text), tri_text_size(text), 0, &again, &e));
        assert_true(hash_of(again) == hash_of(g));
        tri_text_free(record);
        tri_game_free(again);
        tri_game_free(light);
        tri_game_free(g);
        tri_book_free(b);
    }
}

/* The first 30 answers, the record as text, the next 30: the battle goes on as one. */
static void test_resume(void **ctx)
{
    (void)ctx;
    tri_book *b = book("minden/first-battle");
    tri_game *g = game(b, 0), *again;
    int64_t number;

    play(g, 30);
    number = tri_number(g);
    fine(tri_record(g, text, &e));
    fine(tri_game_resume(data, tri_text_bytes(text), tri_text_size(text), 0, &again, &e));
    assert_true(hash_of(again) == hash_of(g));
    assert_int_equal(tri_number(again), number);
    play(again, 30);
    fine(tri_record(again, text, &e));
    fine(tri_verify(data, tri_text_bytes(text), tri_text_size(text), text, &e));
    tri_game_free(again);
    fine(tri_record(g, text, &e));
    fine(tri_game_resume(data, tri_text_bytes(text), tri_text_size(text), TRI_ADOPT, &again,
                         &e));
    tri_game_free(again);
    assert_int_equal(tri_game_resume(data, "{}\n", 3, 0, &again, &e) < 0, 1);
    assert_int_equal(tri_verify(data, "no record", 9, text, &e) < 0, 1);
    tri_game_free(g);
    tri_book_free(b);
}

static void test_question(void **ctx)
{
    (void)ctx;
    tri_book *b = book("bayonet/learning");
    tri_game *g = game(b, 0);
    uint64_t h = hash_of(g);
    int seat = tri_seat(g), other = 1 - seat, score;

    fine(tri_question(g, seat, text, &e));
    assert_true(has("\"kind\":\"question\""));
    assert_int_equal(tri_question(g, 9, text, &e), TRI_E_RANGE);
    int n = tri_offer_count(g);
    assert_true(n > 0);
    fine(tri_offers(g, text, &e));
    assert_true(has("\"verb\""));
    assert_int_equal(tri_offer(g, n, text, &e), TRI_E_RANGE);
    assert_int_equal(tri_answer_offer(g, -1, &e), TRI_E_RANGE);
    fine(tri_offer(g, n - 1, text, &e));
    char *act = strdup(tri_text_bytes(text));
    fine(tri_judge(g, act, text, &e));
    assert_true(has("\"legal\":true"));
    assert_int_equal(tri_judge(g, "fly to-the-moon", NULL, &e) < 0, 1);
    assert_int_equal(tri_answer(g, other, -1, act, &e), TRI_E_TURN);
    assert_int_equal(tri_answer(g, seat, 4711, act, &e), TRI_E_STALE);
    assert_true(hash_of(g) == h);
    fine(tri_answer(g, seat, tri_number(g), act, &e));
    fine(tri_undo(g, seat, 0, &e));
    assert_true(hash_of(g) == h);
    fine(tri_score(g, &score));
    free(act);
    tri_game_free(g);
    tri_book_free(b);
}

/* An answer the rules refuse names the rule, and changes nothing. */
static void test_refusal(void **ctx)
{
    (void)ctx;
    tri_book *b = book("minden/first-battle");
    tri_game *g = game(b, 0);
    uint64_t h = hash_of(g);

    assert_int_equal(tri_judge(g, "stand", text, &e), TRI_E_ILLEGAL);
    assert_int_equal(e.where[0], 'N');
    assert_true(has("\"legal\":false") && has("\"refusal\""));
    assert_int_equal(tri_answer(g, TRI_UMPIRE, -1, "stand", &e), TRI_E_ILLEGAL);
    assert_true(hash_of(g) == h);
    tri_game_free(g);
    tri_book_free(b);
}

static void test_dice(void **ctx)
{
    (void)ctx;
    tri_book *b = book("minden/first-battle");
    int8_t faces[120];
    uint64_t lots = 5;

    for (int light = 0; light < 2; light++) {
        tri_game *g = game(b, TRI_TYPED_DICE | (light ? TRI_LIGHT : 0));
        int rolls = 0;
        for (int i = 0; i < 4000 && rolls < 5 && tri_status(g) != TRI_IS_OVER; i++) {
            if (tri_status(g) == TRI_ASKS) {
                fine(tri_answer_lot(g, &lots, &e));
                continue;
            }
            fine(tri_question(g, TRI_UMPIRE, text, &e));
            int n = atoi(strstr(tri_text_bytes(text), "\"dice\":") + 7);
            memset(faces, 99, sizeof faces);
            assert_int_equal(tri_dice(g, faces, n, &e), TRI_E_RANGE);
            memset(faces, 1, sizeof faces);
            assert_int_equal(tri_dice(g, faces, n + 1, &e), TRI_E_RANGE);
            fine(tri_dice(g, faces, n, &e));
            rolls++;
        }
        assert_int_equal(rolls, 5);
        tri_game_free(g);
    }
    tri_book_free(b);
}

/* --- Looking -------------------------------------------------------------------------------
 */

static void test_looking(void **ctx)
{
    (void)ctx;
    tri_book *b = book("minden/first-battle");
    tri_game *g = game(b, 0);
    int64_t n = tri_bytes(g, NULL, 0);
    char *bytes = malloc((size_t)n);

    fine(tri_state(g, 0, text, &e));
    assert_true(has("\"head\""));
    fine(tri_scene(g, TRI_WATCHER, text, &e));
    assert_true(has("\"pieces\""));
    assert_int_equal(tri_bytes(g, bytes, (size_t)n), n);
    fine(tri_offer(g, 0, text, &e));
    char *act = strdup(tri_text_bytes(text));
    fine(tri_odds(g, TRI_UMPIRE, act, text, &e));
    assert_true(has("\"rows\""));
    play(g, 10);
    fine(tri_log(g, 0, 0, text, &e));
    assert_true(has("\"kind\":\"answer\""));
    free(act);
    free(bytes);
    tri_game_free(g);
    tri_book_free(b);
}

/* Of a free question some answers, each legal; of another all. The same lots, the same menu. */
static void test_menu(void **ctx)
{
    enum { MOST = 5 };
    tri_book *b = book("minden/first-battle");
    tri_game *g = game(b, TRI_LIGHT), *h = game(b, TRI_LIGHT);
    uint64_t lots = 3, more = 3;
    int short_ones = 0;

    (void)ctx;
    assert_int_equal(tri_menu(g, 0, &lots), TRI_E_RANGE);
    assert_int_equal(tri_menu(g, MOST, NULL), TRI_E_ARGUMENT);
    assert_int_equal(tri_menu(NULL, MOST, &lots), TRI_E_ARGUMENT);
    lots = more;
    for (int i = 0; i < 200 && tri_status(g) == TRI_ASKS; i++) {
        int all = tri_offer_count(h), n = tri_menu(g, MOST, &lots);
        assert_true(n >= 1 && n <= all && n == tri_offer_count(g));
        short_ones += n < all && n <= MOST;
        assert_true(n == all || n <= MOST);
        fine(tri_offer(g, n - 1, text, &e));
        fine(tri_judge(h, tri_text_bytes(text), NULL, &e));
        fine(tri_answer(h, TRI_UMPIRE, -1, tri_text_bytes(text), &e));
        fine(tri_answer_offer(g, n - 1, &e));
        assert_true(hash_of(g) == hash_of(h));
    }
    assert_true(short_ones > 10);
    tri_game_free(g);
    tri_game_free(h);
    tri_book_free(b);
}

/* Alike whenever it is made; another order of books, another number. */
static void test_signature(void **ctx)
{
    tri_book *a = book("minden/first-battle"), *b = book("pistolado/first-speech");
    uint64_t one = 0, two = 0, other = 0;

    (void)ctx;
    assert_int_equal(tri_signature(NULL, &one, &e), TRI_E_ARGUMENT);
    assert_int_equal(tri_signature(a, NULL, &e), TRI_E_ARGUMENT);
    fine(tri_signature(a, &one, &e));
    fine(tri_signature(a, &two, &e));
    assert_true(one == two && one != 0);
    fine(tri_signature(b, &one, &e));
    fine(tri_signature(b, &other, &e));
    fine(tri_signature(a, &other, &e));
    assert_true(one != other);
    tri_book_free(a);
    tri_book_free(b);
}

static void test_clone(void **ctx)
{
    (void)ctx;
    for (int i = 0; i < BATTLES; i++) {
        tri_book *b = book(battles[i]);
        tri_game *g = game(b, 0), *a, *c, *d;
        play(g, 25);
        uint64_t h = hash_of(g);
        fine(tri_game_clone(g, TRI_UMPIRE, 1, &a, &e));
        fine(tri_game_clone(g, TRI_UMPIRE, 1, &c, &e));
        assert_true(hash_of(a) == h);
        assert_int_equal(tri_game_clone(g, 17, 1, &d, &e), TRI_E_RANGE);
        play(a, 40);
        fine(tri_game_clone(a, 0, 2, &d, &e)); /* a clone of a clone */
        play(c, 40);
        assert_true(hash_of(g) == h);          /* nothing happened to the game */
        assert_true(hash_of(a) == hash_of(c)); /* the same dice */
        assert_int_equal(tri_undo(a, 0, 0, &e), TRI_E_LIGHT);
        assert_int_equal(tri_request(a, "{}", 2, text, &e), TRI_E_LIGHT);
        tri_game_free(g);
        tri_book_free(b);
        play(d, 5); /* it holds what it needs */
        tri_game_free(a);
        tri_game_free(c);
        tri_game_free(d);
    }
}

/* --- Requests and players ------------------------------------------------------------------
 */

static void ask(tri_game *g, const char *line)
{
    fine(tri_request(g, line, strlen(line), text, &e));
}

static void test_requests(void **ctx)
{
    (void)ctx;
    tri_game *g, *clone;

    fine(tri_game_umpire(data, &g, &e));
    assert_int_equal(tri_status(g), TRI_E_STALE);
    assert_int_equal(tri_question(g, 0, text, &e), TRI_E_STALE);
    ask(g, "{\"do\":\"question\"}");
    assert_true(has("\"error\""));
    ask(g, "{\"do\":\"new\",\"scenario\":\"minden/first-battle\",\"seats\":[{\"side\":"
           "\"allied\"},{\"side\":\"french\",\"kind\":\"level-1\"}],\"id\":7}");
    assert_true(has("\"ok\":true") && has("\"id\":7"));
    ask(g, "{\"do\":\"record\",\"path\":\"/tmp/never-written\"}");
    assert_true(has("\"code\":\"file\""));
    ask(g, "{\"do\":\"resume\",\"path\":\"/etc/passwd\"}");
    assert_true(has("\"code\":\"file\""));
    ask(g, "not json");
    assert_true(has("\"code\":\"syntax\""));
    /* The page without a server makes its quick battles through this door. */
    ask(g, "{\"do\":\"tonight\",\"system\":\"minden\",\"seed\":3}");
    assert_true(has("\"yaml\"") && has("\"map\"") && has("\"title\""));
    assert_int_equal(tri_status(g), TRI_ASKS);
    fine(tri_game_clone(g, tri_seat(g), 3, &clone, &e));
    tri_game_free(g);
    play(clone, 20);
    tri_game_free(clone);
}

static void test_players(void **ctx)
{
    (void)ctx;
    tri_book *b = book("minden/first-battle"), *other = book("minden/village-assault");
    tri_game *g = game(b, 0), *far = game(other, 0);
    tri_player *p = NULL;
    tri_options o;

    assert_int_equal(tri_player_new(b, "nobody", 1, &p, &e), TRI_E_NAME);
    assert_int_equal(tri_player_new(b, "program:true", 1, &p, &e), TRI_E_NAME);
    fine(tri_player_new(b, "level-1", 1, &p, &e));
    for (int i = 0; i < 10 && tri_status(g) == TRI_ASKS; i++) {
        fine(tri_player_decide(p, g, text, &e));
        fine(tri_answer(g, tri_seat(g), -1, tri_text_bytes(text), &e));
    }
    assert_int_equal(tri_player_decide(p, far, text, &e), TRI_E_EDITION);
    tri_player_free(p);
    tri_game_free(g);
    tri_options_init(&o, sizeof o);
    o.seats = "[{\"side\":\"allied\"},{\"side\":\"french\",\"kind\":\"random\"}]";
    fine(tri_game_new(b, &o, &g, &e));
    for (int i = 0; i < 40 && tri_status(g) == TRI_ASKS; i++) {
        uint64_t lots = 1;
        assert_int_equal(tri_side(g), 0); /* the computer has answered for the other */
        fine(tri_answer_lot(g, &lots, &e));
        fine(tri_play(g, 0, &e));
    }
    tri_game_free(g);
    tri_game_free(far);
    tri_book_free(b);
    tri_book_free(other);
}

/* --- Threads -------------------------------------------------------------------------------
 */

struct worker {
    pthread_t thread;
    tri_book *book[BATTLES]; /* shared */
    uint64_t hash[BATTLES];
    int failed, from;
};

static void *work(void *ctx)
{
    struct worker *w = ctx;

    for (int k = 0; k < BATTLES; k++) {
        int i = (k + w->from) % BATTLES;
        uint64_t lots = 5;
        tri_options o;
        tri_game *g;
        tri_book *own;
        tri_options_init(&o, sizeof o);
        o.seed = "000102030405060708090a0b0c0d0e0f";
        w->failed |= tri_book_open(data, battles[i], &own, NULL); /* loads at the same time */
        tri_book_free(own);
        w->failed |= tri_game_new(w->book[i], &o, &g, NULL);
        for (int n = 0; n < 400 && tri_status(g) == TRI_ASKS; n++)
            w->failed |= tri_answer_lot(g, &lots, NULL);
        w->failed |= tri_hash(g, &w->hash[i], NULL);
        tri_game_free(g);
    }
    return NULL;
}

static void test_threads(void **ctx)
{
    (void)ctx;
    enum { WORKERS = 4 };
    struct worker w[WORKERS], alone = { .from = 0 };

    memset(w, 0, sizeof w);
    for (int i = 0; i < BATTLES; i++)
        alone.book[i] = book(battles[i]);
    work(&alone);
    for (int i = 0; i < WORKERS; i++) {
        w[i].from = i;
        memcpy(w[i].book, alone.book, sizeof w[i].book);
        assert_int_equal(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(w[i].thread, NULL);
        assert_int_equal(w[i].failed, 0);
        assert_memory_equal(w[i].hash, alone.hash, sizeof alone.hash);
    }
    for (int i = 0; i < BATTLES; i++)
        tri_book_free(alone.book[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_wrong_calls),
        cmocka_unit_test(test_smaller_structs),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_battles),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_question),
        cmocka_unit_test(test_refusal),
        cmocka_unit_test(test_dice),
        cmocka_unit_test(test_looking),
        cmocka_unit_test(test_menu),
        cmocka_unit_test(test_signature),
        cmocka_unit_test(test_clone),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
