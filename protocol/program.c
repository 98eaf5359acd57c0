/* protocol/program.c - a player that is any outside program. */
#include "protocol/program.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 3, SILENCE = 60000, LINE = 1 << 16 };

struct prog {
    const struct tc_book *book;
    pid_t pid;
    int to, from;
    char line[LINE];
    size_t have;
    char trouble[256];
    const struct tc_game *game;
    struct tc_stream lots;
};

static bool fail(struct prog *p, const char *what)
{
    if (!p->trouble[0]) {
        struct tc_text t = tc_text_on(p->trouble, sizeof p->trouble);
        tc_text_str(&t, what);
    }
    return false;
}

static void run_child(const char *command, const int in[2], const int out[2])
{
    dup2(in[0], 0);
    dup2(out[1], 1);
    close(in[0]);
    close(in[1]);
    close(out[0]);
    close(out[1]);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

enum tc_err prog_open(const char *command, const struct tc_book *bk, struct prog **out,
                      struct tc_why *why)
{
    int in[2], back[2];
    struct prog *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    p->book = bk;
    p->lots = tc_stream_from(5);
    if (pipe(in) != 0 || pipe(back) != 0 || (p->pid = fork()) < 0) {
        free(p);
        return tc_fail(why, TC_E_FILE, "program", "The program \"{0}\" cannot be run.",
                       command);
    }
    if (p->pid == 0)
        run_child(command, in, back);
    close(in[0]);
    close(back[1]);
    p->to = in[1];
    p->from = back[0];
    *out = p;
    return TC_OK;
}

void prog_close(struct prog *p)
{
    if (!p)
        return;
    close(p->to);
    close(p->from);
    kill(p->pid, SIGTERM);
    waitpid(p->pid, NULL, 0);
    free(p);
}

const char *prog_trouble(const struct prog *p)
{
    return p->trouble;
}

static bool send_line(struct prog *p, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    size_t n = strlen(text), done = 0;

    text[n] = '\n';
    while (done < n + 1) {
        ssize_t k = write(p->to, text + done, n + 1 - done);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            break;
        done += (size_t)k;
    }
    free(text);
    return done == n + 1 || fail(p, "The program does not read its questions.");
}

/* One line of at most LINE bytes. */
static bool read_line(struct prog *p, size_t *n)
{
    for (;;) {
        char *end = memchr(p->line, '\n', p->have);
        if (end) {
            *n = (size_t)(end - p->line);
            return true;
        }
        if (p->have == LINE)
            return fail(p, "The program's line is too long.");
        struct pollfd f = { .fd = p->from, .events = POLLIN };
        int ready = poll(&f, 1, SILENCE);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return fail(p, "The program has not answered for a minute.");
        ssize_t k = read(p->from, p->line + p->have, LINE - p->have);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return fail(p, "The program has ended.");
        p->have += (size_t)k;
    }
}

static json_t *receive(struct prog *p)
{
    json_error_t error;
    size_t n;

    if (!read_line(p, &n))
        return NULL;
    json_t *j = json_loadb(p->line, n, JSON_REJECT_DUPLICATES, &error);
    p->have -= n + 1;
    memmove(p->line, p->line + n + 1, p->have);
    if (!j)
        fail(p, "The program's line is not JSON.");
    return j;
}

static json_t *question(const struct prog *p, const struct tc_game *g)
{
    const struct tc_query *q = &g->u.open;
    json_t *m = js_message();
    json_t *query = js_query(p->book, q, g->u.open_offers);

    json_object_set_new(m, "scenario", json_string(p->book->id));
    json_object_set_new(m, "side", json_string(p->book->side_name[q->side]));
    json_object_set_new(m, "question", query);
    if (p->book->rules->questions[q->question].decl.flags & TC_F_FREE) {
        struct tc_offers *o = calloc(1, sizeof *o);
        struct tc_view v = { p->book, tc_game_state(g), q };
        json_t *list = json_array();
        TC_BUG_ON(!o);
        tc_list_answers(p->book->rules, &v, o);
        for (int i = 0; i < o->n; i++)
            json_array_append_new(
                list, js_offer(p->book, tc_manner_of(p->book->rules, q->question, q->arg),
                               o->act, o->n, i));
        json_object_set_new(query, "candidates", list);
        free(o);
    }
    json_object_set_new(m, "state", js_state(p->book, tc_game_state(g), q->side));
    return m;
}

static bool try_answer(struct prog *p, const struct tc_game *g, json_t *message,
                       struct tc_act *out, json_t **error)
{
    struct tc_view v = { p->book, tc_game_state(g), &g->u.open };
    struct tc_refusal refusal;
    struct tc_why why;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&refusal, 0, sizeof refusal);
    *error = NULL;
    if (!send_line(p, message))
        return false;
    json_t *j = receive(p);
    if (!j)
        return false;
    enum tc_err err = js_read_act(p->book, json_object_get(j, "act"), out, &why);
    if (err == TC_OK && !tc_judge_act(p->book->rules, &v, g->u.open_offers, out, &refusal)) {
        tc_say_refusal(p->book->rules, p->book, &refusal, &t);
        err = tc_fail(&why, TC_E_ILLEGAL, refusal.rule, "{0}", text);
    }
    json_decref(j);
    if (err == TC_OK)
        return true;
    *error = js_error(p->book, &why, err == TC_E_ILLEGAL ? &refusal : NULL);
    return false;
}

bool prog_decide(struct prog *p, const struct tc_game *g, struct tc_act *out)
{
    json_t *message = question(p, g), *error = NULL;
    bool ok = false;

    if (p->trouble[0]) {
        json_decref(message);
        return false;
    }
    for (int i = 0; i < TRIES && !ok; i++) {
        ok = try_answer(p, g, message, out, &error);
        if (!ok && !error)
            break;
        if (error)
            json_object_set_new(message, "error", error);
    }
    json_decref(message);
    return ok || fail(p, "The program gave three answers that are not legal.");
}

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct prog *p = ctx;

    if (!prog_decide(p, p->game, out))
        tc_random_answer(u, v, &p->lots, out);
}

struct tc_player prog_seat(struct prog *p, const struct tc_game *g)
{
    p->game = g;
    return (struct tc_player){ answer, p };
}
