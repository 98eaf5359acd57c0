/* tests/pistolado/test_hidden.c - what a seat learns before the reveal: nothing.
 *
 * Two games differ only in what side 0 has secretly chosen. Whatever side 1 may see (scene,
 * state, events, a fork to think in and its hash) must be the same in both.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "protocol/json.h"
#include "rules/pistolado/words.h"
#include "rules/pistolado/state.h"

struct table {
    const struct tc_book *bk;
    struct tc_game g;
    void *mem;
    char log[8192]; /* events but answers and dice */
    int reveals;
};

static void hear(void *ctx, const struct tc_event *e)
{
    struct table *t = ctx;
    size_t n = strlen(t->log);

    if (e->kind != TC_EV_TELL)
        return;
    const struct tc_decl *d = &t->bk->rules->events[e->id];
    t->reveals += (d->flags & TC_F_REVEALS) != 0;
    snprintf(t->log + n, sizeof t->log - n, "%s %d %d %d\n", d->name, e->arg[0], e->arg[1],
             e->arg[2]);
}

static void open_table(struct table *t)
{
    struct tc_why why;

    memset(t, 0, sizeof *t);
    assert_int_equal(book_load(TEST_DATA, "pistolado/drill-ground", &t->bk, &why), TC_OK);
    t->mem = aligned_alloc(64, tc_game_memory(t->bk->rules));
    tc_game_init(&t->g, t->bk, t->mem, calloc(1, sizeof(struct tc_offers)),
                 calloc(1, sizeof(struct tc_offers)));
    t->g.tape.act_room = 8192;
    t->g.tape.face_room = 65536;
    t->g.tape.act = calloc(t->g.tape.act_room, sizeof *t->g.tape.act);
    t->g.tape.face = calloc(t->g.tape.face_room, 1);
    t->g.u.stream = tc_stream_from(7);
    t->g.u.sink = hear;
    t->g.u.sink_ctx = t;
    tc_game_go(&t->g);
}

static void close_table(struct table *t)
{
    free(t->g.u.offers);
    free(t->g.u.open_offers);
    free(t->g.tape.act);
    free(t->g.tape.face);
    free(t->mem);
    book_free(t->bk);
}

static void say(struct table *t, const char *line)
{
    struct tc_act a;
    struct tc_why why;

    assert_int_equal(tc_parse_act(t->bk->rules, t->bk, line, strlen(line), &a, &why), TC_OK);
    if (tc_game_answer(&t->g, &a, NULL, &why) != TC_OK)
        fail_msg("%s: %s", line, why.text);
    tc_game_go(&t->g);
}

/* Side 0 chooses one thing or quite another; then side 1 is asked. */
static void choose(struct table *t, bool other)
{
    say(t, other ? "change red-foot hold" : "keep red-foot");
    say(t, other ? "speak red-foot rally" : "speak red-foot charge");
    say(t, "keep red-horse");
    say(t, other ? "speak red-horse double" : "speak red-horse march");
    say(t, other ? "change red-guns withdraw" : "keep red-guns");
    say(t, other ? "speak red-guns rally" : "speak red-guns march");
    say(t, other ? "go red-general 50,6" : "stay red-general");
    say(t, other ? "attach red-colonel bandes" : "attach red-colonel swiss");
    say(t, other ? "stay red-captain" : "attach red-captain gend");
    assert_int_equal(t->g.status, TC_WAITS_ANSWER);
    assert_int_equal(t->g.u.open.side, 1);
}

static char *state_text(const struct table *t, int viewer)
{
    json_t *j = js_state(t->bk, tc_game_state(&t->g), viewer);
    char *s = json_dumps(j, JSON_SORT_KEYS);

    json_decref(j);
    return s;
}

static void p_state_hides_the_choice(void **unused)
{
    struct table a, b;

    (void)unused;
    open_table(&a);
    open_table(&b);
    choose(&a, false);
    choose(&b, true);
    char *a1 = state_text(&a, 1), *b1 = state_text(&b, 1);
    char *a0 = state_text(&a, 0), *b0 = state_text(&b, 0);
    assert_string_equal(a1, b1);
    assert_string_not_equal(a0, b0);
    free(a1);
    free(b1);
    free(a0);
    free(b0);
    close_table(&a);
    close_table(&b);
}

/* Every text, number and place of a scene, as one string. */
static void scene_text(const struct table *t, int viewer, char *out, size_t n)
{
    struct tc_scene *s = calloc(1, sizeof *s);
    size_t at = 0;

    t->bk->rules->scene(t->bk, tc_game_state(&t->g), viewer, s);
    for (int i = 0; i < s->pieces; i++)
        at += (size_t)snprintf(out + at, n - at, "%s %d %d %d %s %s\n", s->piece[i].key,
                               s->piece[i].x, s->piece[i].y, s->piece[i].facing,
                               s->piece[i].formation, s->piece[i].badges);
    for (int i = 0; i < s->rows; i++)
        at += (size_t)snprintf(out + at, n - at, "%s: %s\n", s->row[i].left, s->row[i].right);
    snprintf(out + at, n - at, "%s %d overlays\n", s->status, s->overlays);
    free(s);
}

static void p_scene_hides_the_choice(void **unused)
{
    static char x[32768], y[32768];
    struct table a, b;

    (void)unused;
    open_table(&a);
    open_table(&b);
    choose(&a, false);
    choose(&b, true);
    scene_text(&a, 1, x, sizeof x);
    scene_text(&b, 1, y, sizeof y);
    assert_string_equal(x, y);
    scene_text(&a, 0, x, sizeof x);
    scene_text(&b, 0, y, sizeof y);
    assert_string_not_equal(x, y);
    close_table(&a);
    close_table(&b);
}

static void p_events_hide_the_choice(void **unused)
{
    struct table a, b;

    (void)unused;
    open_table(&a);
    open_table(&b);
    choose(&a, false);
    choose(&b, true);
    assert_string_equal(a.log, b.log);
    assert_int_equal(a.reveals, 0);
    for (int i = 0; i < 3; i++) {
        static const char *const orders[3][2] = {
            { "keep blue-foot", "speak blue-foot defend" },
            { "keep blue-horse", "speak blue-horse defend" },
            { "keep blue-guns", "speak blue-guns defend" },
        };
        say(&a, orders[i][0]);
        say(&a, orders[i][1]);
    }
    say(&a, "stay blue-general");
    say(&a, "stay blue-colonel");
    assert_int_equal(a.reveals, 0);
    assert_null(strstr(a.log, "status "));
    say(&a, "stay blue-captain");
    assert_int_equal(a.reveals, 1);
    assert_non_null(strstr(a.log, "status 0 0 4"));
    close_table(&a);
    close_table(&b);
}

/* A fork to think in: the same bytes, hence the same hash, whatever was chosen. */
static void p_fork_hides_the_choice(void **unused)
{
    struct table a, b;
    struct tc_game fork[2];
    void *mem[2];
    uint64_t hash[2];

    (void)unused;
    open_table(&a);
    open_table(&b);
    choose(&a, false);
    choose(&b, true);
    for (int i = 0; i < 2; i++) {
        struct table *t = i ? &b : &a;

        memset(&fork[i], 0, sizeof fork[i]);
        mem[i] = aligned_alloc(64, tc_game_memory(t->bk->rules));
        fork[i].tape.act_room = 4096;
        fork[i].tape.face_room = 4096;
        fork[i].tape.act = calloc(4096, sizeof *fork[i].tape.act);
        fork[i].tape.face = calloc(4096, 1);
        tc_fork(&t->g, 1, 99, &fork[i], mem[i], calloc(1, sizeof(struct tc_offers)),
                calloc(1, sizeof(struct tc_offers)));
        hash[i] = tc_hash(fork[i].checkpoint, sizeof(struct pis_state), 0);
        assert_true(t->bk->rules->check(t->bk, fork[i].checkpoint, NULL));
    }
    assert_memory_equal(fork[0].checkpoint, fork[1].checkpoint, sizeof(struct pis_state));
    assert_true(hash[0] == hash[1]);
    for (int i = 0; i < 2; i++) {
        free(fork[i].u.offers);
        free(fork[i].u.open_offers);
        free(fork[i].tape.act);
        free(fork[i].tape.face);
        free(mem[i]);
    }
    close_table(&a);
    close_table(&b);
}

/* The owner's own fork keeps what he chose. */
static void p_veil_keeps_the_own_choice(void **unused)
{
    struct table a;
    struct pis_state s;
    struct tc_stream stream = tc_stream_from(3);

    (void)unused;
    open_table(&a);
    choose(&a, false);
    memcpy(&s, tc_game_state(&a.g), sizeof s);
    a.bk->rules->veil(a.bk, &s, 0, &stream);
    assert_int_equal(s.brigade[0].plan_status, PIS_CHARGE + 1);
    assert_int_equal(s.officer[1].plan, PIS_PLAN_ATTACH);
    close_table(&a);
}

static void fields_cover_the_state(void **unused)
{
    char text[200] = "";
    struct tc_text t = tc_text_on(text, sizeof text);
    struct table a;

    (void)unused;
    open_table(&a);
    if (!tc_fields_cover(a.bk->rules->fields, &t))
        fail_msg("%s", text);
    close_table(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p_state_hides_the_choice),
        cmocka_unit_test(p_scene_hides_the_choice),
        cmocka_unit_test(p_events_hide_the_choice),
        cmocka_unit_test(p_fork_hides_the_choice),
        cmocka_unit_test(p_veil_keeps_the_own_choice),
        cmocka_unit_test(fields_cover_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
