/* tests/server/test_twice.c - servers as objects: several in one process, opened and closed. */
#include <arpa/inet.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/server.h"

/* --- A client --------------------------------------------------------------------------------
 */

static int dial(int port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    struct timeval patience = { 60, 0 };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    assert_true(fd >= 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    close(fd);
    return -1;
}

static void say(int fd, const char *method, const char *path, const char *token,
                const char *body)
{
    char text[4096];
    int n = snprintf(text, sizeof text,
                     "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                     "Authorization: Bearer %s\r\n%sContent-Length: %zu\r\n\r\n%s",
                     method, path, token, body ? "Content-Type: application/json\r\n" : "",
                     body ? strlen(body) : 0, body ? body : "");

    assert_int_equal(write(fd, text, (size_t)n), n);
}

/* The status; *out is the answer's body, to be freed. */
static int ask(int port, const char *method, const char *path, const char *token,
               const char *body, char **out)
{
    size_t used = 0, room = 1 << 20;
    char *text = malloc(room);
    ssize_t n;
    int fd = dial(port);

    assert_true(fd >= 0 && text);
    say(fd, method, path, token, body);
    while ((n = read(fd, text + used, room - used - 1)) > 0)
        used += (size_t)n;
    close(fd);
    text[used] = '\0';
    int status = used > 12 ? (int)strtol(text + 9, NULL, 10) : 0;
    char *end = strstr(text, "\r\n\r\n");
    *out = strdup(end ? end + 4 : "");
    free(text);
    return status;
}

static int status_of(int port, const char *path, const char *token)
{
    char *body;
    int status = ask(port, "GET", path, token, NULL, &body);

    free(body);
    return status;
}

/* A figure of /metrics. */
static long figure(int port, const char *name)
{
    char *body, key[96];

    assert_int_equal(ask(port, "GET", "/metrics", "", NULL, &body), 200);
    snprintf(key, sizeof key, "\ntricorne_%s ", name);
    const char *at = strstr(body, key);
    assert_non_null(at);
    long v = strtol(at + strlen(key), NULL, 10);
    free(body);
    return v;
}

/* --- Games -----------------------------------------------------------------------------------
 */

struct game {
    char id[32], token[64];
    char view[96], answer[96];
};

static struct game new_game(int port)
{
    struct game g;
    char *body;

    assert_int_equal(
        ask(port, "POST", "/api/v1/games", "",
            "{\"scenario\":\"minden/first-battle\",\"seats\":[{\"side\":\"allied\","
            "\"kind\":\"person\"},{\"side\":\"french\",\"kind\":\"level-1\"}],"
            "\"seed\":\"00000000000000000000000000000001\"}",
            &body),
        201);
    json_t *o = json_loads(body, 0, NULL);
    const json_t *seat = json_array_get(json_object_get(o, "seats"), 0);
    snprintf(g.id, sizeof g.id, "%s", json_string_value(json_object_get(o, "game")));
    snprintf(g.token, sizeof g.token, "%s", json_string_value(json_object_get(seat, "token")));
    snprintf(g.view, sizeof g.view, "/api/v1/games/%s/view", g.id);
    snprintf(g.answer, sizeof g.answer, "/api/v1/games/%s/answer", g.id);
    json_decref(o);
    free(body);
    return g;
}

static int lines(int port, const struct game *g)
{
    char *body;

    assert_int_equal(ask(port, "GET", g->view, g->token, NULL, &body), 200);
    json_t *o = json_loads(body, 0, NULL);
    int n = (int)json_integer_value(json_object_get(o, "lines"));
    json_decref(o);
    free(body);
    return n;
}

static int answer(int port, const struct game *g, int number, const char *act)
{
    char text[256], *body;

    snprintf(text, sizeof text, "{\"number\":%d,\"act\":\"%s\"}", number, act);
    int status = ask(port, "POST", g->answer, g->token, text, &body);
    free(body);
    return status;
}

/* --- Servers ---------------------------------------------------------------------------------
 */

static char folder[] = "/tmp/tricorne-twice-XXXXXX";
static const char *data;

static struct srv_options options(const char *store)
{
    return (struct srv_options){ .data = data,
                                 .bind = "127.0.0.1",
                                 .store = store,
                                 .base = "/",
                                 .page = folder,
                                 .rate = 0,
                                 .work = 500,
                                 .games = 500,
                                 .connections = 1000,
                                 .memory = 64,
                                 .idle = 120 };
}

static struct srv *open_one(const char *store)
{
    struct srv_options o = options(store);
    struct srv *s;
    struct tc_why why;

    if (srv_open(&o, &s, &why) != TC_OK)
        fail_msg("%s", why.text);
    assert_non_null(s);
    return s;
}

static const char *file(const char *name)
{
    static char path[4][128];
    static int n;
    char *out = path[n++ % 4];

    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

/* Each has its own games, tokens and figures; one may go and come back. */
static void test_two_at_once(void **state)
{
    char *one = strdup(file("one.db")), *two = strdup(file("two.db"));
    struct srv *a = open_one(one), *b = open_one(two);
    int pa = srv_port(a), pb = srv_port(b);

    (void)state;
    assert_int_not_equal(pa, pb);
    struct game ga = new_game(pa), gb = new_game(pb);
    assert_int_equal(answer(pa, &ga, 1, "pick 20th-foot"), 200);
    assert_int_equal(answer(pa, &ga, 2, "stand"), 200);
    assert_int_equal(answer(pb, &gb, 1, "pick 25th-foot"), 200);
    assert_int_equal(lines(pa, &ga), 3);
    assert_int_equal(lines(pb, &gb), 2);
    assert_int_equal(status_of(pb, ga.view, ga.token), 401);
    assert_int_equal(status_of(pa, gb.view, gb.token), 401);
    assert_int_equal(figure(pa, "answers_total"), 2);
    assert_int_equal(figure(pb, "answers_total"), 1);
    srv_close(a);
    assert_int_equal(dial(pa), -1);
    assert_int_equal(lines(pb, &gb), 2);
    a = open_one(one);
    pa = srv_port(a);
    assert_int_equal(lines(pa, &ga), 3);
    assert_int_equal(figure(pa, "answers_total"), 0);
    srv_close(b);
    assert_int_equal(answer(pa, &ga, 3, "pick 25th-foot"), 200);
    srv_close(a);
    free(one);
    free(two);
}

/* One that cannot be opened leaves nothing behind, and the other as it is. */
static void test_one_that_fails(void **state)
{
    char *one = strdup(file("held.db"));
    struct srv *a = open_one(one), *b;
    struct srv_options o = options(one);
    struct tc_why why;
    int port = srv_port(a);

    (void)state;
    assert_int_not_equal(srv_open(&o, &b, &why), TC_OK); /* the file belongs to one server */
    assert_null(b);
    o = options(file("other.db"));
    o.port = port;
    assert_int_equal(srv_open(&o, &b, &why), TC_E_FILE);
    assert_null(b);
    o.port = 0;
    o.base = "no/slash";
    assert_int_equal(srv_open(&o, &b, &why), TC_E_SYNTAX);
    assert_null(b);
    o.base = "/";
    assert_int_equal(srv_open(&o, &b, &why), TC_OK);
    struct game g = new_game(port);
    assert_int_equal(status_of(srv_port(b), "/healthz", ""), 200);
    srv_close(b);
    assert_int_equal(lines(port, &g), 1);
    srv_close(a);
    srv_close(NULL);
    free(one);
}

/* Opened and closed again and again: no thread, file or connection stays. */
static void test_again_and_again(void **state)
{
    char *one = strdup(file("again.db"));
    int first = 0;

    (void)state;
    for (int i = 0; i < 6; i++) {
        struct srv *a = open_one(one);
        struct game g = new_game(srv_port(a));
        assert_int_equal(answer(srv_port(a), &g, 1, "pick reden"), 200);
        srv_close(a);
        int fd = dup(0); /* the lowest number that is free */
        close(fd);
        if (i == 1)
            first = fd;
        if (i > 1)
            assert_int_equal(fd, first);
    }
    free(one);
}

/* Two servers of one process on one database hear each other. */
static void test_on_one_database(void **state)
{
    const char *where = getenv("TRICORNE_POSTGRES");

    (void)state;
    if (!where)
        skip();
    struct srv *a = open_one(where), *b = open_one(where);
    struct game g = new_game(srv_port(a));
    char path[96], text[8192];
    size_t used = 0;
    ssize_t n;
    int fd = dial(srv_port(b));
    snprintf(path, sizeof path, "/api/v1/games/%s/stream", g.id);
    say(fd, "GET", path, g.token, NULL);
    memset(text, 0, sizeof text);
    while (!strstr(text, "event: here") && (n = read(fd, text, sizeof text - 1)) > 0)
        text[n] = '\0';
    assert_int_equal(answer(srv_port(a), &g, 1, "pick 20th-foot"), 200);
    memset(text, 0, sizeof text);
    while (!strstr(text, "20th Foot next") &&
           (n = read(fd, text + used, sizeof text - used - 1)) > 0)
        used += (size_t)n;
    assert_non_null(strstr(text, "20th Foot next"));
    close(fd);
    srv_close(a);
    assert_int_equal(lines(srv_port(b), &g), 2);
    srv_close(b);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_at_once),
        cmocka_unit_test(test_one_that_fails),
        cmocka_unit_test(test_again_and_again),
        cmocka_unit_test(test_on_one_database),
    };

    if (argc != 2 || !mkdtemp(folder))
        return 2;
    data = argv[1];
    int bad = cmocka_run_group_tests(tests, NULL, NULL);
    char remove[64];
    snprintf(remove, sizeof remove, "rm -rf %s", folder);
    return system(remove) != 0 || bad;
}
