/* server/games.c - the registry of games: reading them from the store, putting them away. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/record.h"
#include "server/own.h"
#include "server/stream.h"

enum { TABLE = 4096, SMALL = 64 * 1024, LONG_RECORD = 1 << 20, KEEP_TOUCHED = 60 };

struct srv_games {
    pthread_mutex_t lock;
    struct srv_game *table[TABLE];
    atomic_int loaded;
};

struct srv_games *srv_games_new(void)
{
    struct srv_games *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_games_free(struct srv_games *p)
{
    free(p);
}

/* --- Places ------------------------------------------------------------------------------- */

static struct srv_game **place(const char *id)
{
    struct srv_game **at = &srv->games->table[tc_hash(id, strlen(id), 0) % TABLE];

    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

struct srv_game *srv_game_get(const char *id)
{
    pthread_mutex_lock(&srv->games->lock);
    struct srv_game **at = place(id), *g = *at;
    if (!g) {
        g = calloc(1, sizeof *g);
        TC_BUG_ON(!g);
        snprintf(g->id, sizeof g->id, "%s", id);
        pthread_mutex_init(&g->lock, NULL);
        *at = g;
    }
    g->refs++;
    pthread_mutex_unlock(&srv->games->lock);
    return g;
}

struct srv_game *srv_game_find(const char *id)
{
    pthread_mutex_lock(&srv->games->lock);
    struct srv_game *g = *place(id);
    if (g)
        g->refs++;
    pthread_mutex_unlock(&srv->games->lock);
    return g;
}

void srv_game_hold(struct srv_game *g)
{
    pthread_mutex_lock(&srv->games->lock);
    g->refs++;
    pthread_mutex_unlock(&srv->games->lock);
}

static void clear_keys(struct srv_game *g)
{
    for (int i = 0; i < TC_SEATS; i++) {
        json_decref(g->orders[i]);
        g->orders[i] = NULL;
        free(g->staff[i]);
        g->staff[i] = NULL;
        g->taken[i] = g->silenced[i] = false;
        g->noticed[i] = 0;
    }
    json_decref(g->over);
    json_decref(g->undo);
    json_decref(g->draw);
    json_decref(g->clock);
    json_decref(g->time);
    g->over = g->undo = g->draw = g->clock = g->time = NULL;
    memset(g->sub, 0, sizeof g->sub);
    memset(g->late, 0, sizeof g->late);
    memset(g->put, 0, sizeof g->put);
    g->passes = g->has_keys = 0;
}

static void destroy(struct srv_game *g)
{
    srv_drop_fresh(g);
    clear_keys(g);
    for (int i = 0; i < TC_SEATS; i++)
        free(g->advice[i]);
    srv_ahead_free(g);
    if (g->s)
        atomic_fetch_sub(&srv->games->loaded, 1);
    ses_free(g->s);
    srv_stream_unseen(g);
    free(g->fresh);
    free(g->header);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

void srv_game_put(struct srv_game *g)
{
    pthread_mutex_lock(&srv->games->lock);
    bool last = --g->refs == 0 && !g->s && !g->faults;
    if (last)
        *place(g->id) = g->next;
    pthread_mutex_unlock(&srv->games->lock);
    if (last)
        destroy(g);
}

struct srv_game **srv_games_list(int *n)
{
    int room = 64;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    struct srv_game **list = malloc((size_t)room * sizeof *list);

    TC_BUG_ON(!list);
    *n = 0;
    pthread_mutex_lock(&srv->games->lock);
    for (int i = 0; i < TABLE; i++)
        for (struct srv_game *g = srv->games->table[i]; g; g = g->next) {
            if (*n == room) {
                /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
                struct srv_game **more = realloc(list, (size_t)(room *= 2) * sizeof *list);
                TC_BUG_ON(!more);
                list = more;
            }
            g->refs++;
            list[(*n)++] = g;
        }
    pthread_mutex_unlock(&srv->games->lock);
    return list;
}

int srv_games_loaded(void)
{
    return atomic_load(&srv->games->loaded);
}

/* --- What lies beside the record
 * -------------------------------------------------------------- */

static int seat_of_key(const char *key)
{
    const char *dot = strchr(key, '.');

    return dot && dot[1] >= '0' && dot[1] < '0' + TC_SEATS && !dot[2] ? dot[1] - '0' : TC_NONE;
}

static void take_meta(struct srv_game *g, const json_t *j)
{
    const char *title = json_string_value(json_object_get(j, "title"));
    const json_t *names = json_object_get(j, "names");

    snprintf(g->title, sizeof g->title, "%s", title ? title : "");
    g->maker = (int)json_integer_value(json_object_get(j, "maker"));
    g->firm = json_is_true(json_object_get(j, "firm"));
    g->brought = (uint32_t)json_integer_value(json_object_get(j, "brought"));
    for (size_t i = 0; i < TC_SEATS; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        snprintf(g->name[i], sizeof g->name[i], "%s", name ? name : "");
    }
}

static void put_json(json_t **at, const json_t *j)
{
    json_decref(*at);
    *at = json_is_null(j) ? NULL : json_incref((json_t *)(uintptr_t)j);
}

/* A key as it came from the store, or as it was just set. */
static void take_key(struct srv_game *g, const char *key, const json_t *j)
{
    int seat = seat_of_key(key);

    if (strcmp(key, "meta") == 0)
        take_meta(g, j);
    else if (strcmp(key, "over") == 0)
        put_json(&g->over, j);
    else if (strcmp(key, "undo") == 0)
        put_json(&g->undo, j);
    else if (strcmp(key, "draw") == 0)
        put_json(&g->draw, j);
    else if (strcmp(key, "clock") == 0)
        put_json(&g->clock, j);
    else if (strcmp(key, "time") == 0)
        put_json(&g->time, j);
    else if (seat != TC_NONE && strncmp(key, "sub.", 4) == 0)
        snprintf(g->sub[seat], sizeof g->sub[seat], "%s",
                 json_is_string(j) ? json_string_value(j) : "");
    else if (seat != TC_NONE && strncmp(key, "late.", 5) == 0)
        g->late[seat] = json_is_true(j);
    else if (seat != TC_NONE && strncmp(key, "put.", 4) == 0)
        g->put[seat] = json_is_true(j);
    else if (strcmp(key, "touched") == 0)
        g->touched = g->touched_kept = json_integer_value(j);
    else if (seat != TC_NONE && strncmp(key, "orders.", 7) == 0)
        put_json(&g->orders[seat], j);
    else if (seat != TC_NONE && strncmp(key, "staff.", 6) == 0)
        srv_take_staff(g, seat, j);
    else if (seat != TC_NONE && strncmp(key, "taken.", 6) == 0)
        g->taken[seat] = json_is_true(j);
    else if (seat != TC_NONE && strncmp(key, "silenced.", 9) == 0)
        g->silenced[seat] = json_is_true(j);
    else if (seat != TC_NONE && strncmp(key, "noticed.", 8) == 0)
        g->noticed[seat] = (uint16_t)json_integer_value(j);
}

static bool read_key(void *ctx, const char *key, const char *text)
{
    json_t *j = json_loads(text, JSON_DECODE_ANY, NULL);

    if (j)
        take_key(ctx, key, j);
    json_decref(j);
    return true;
}

enum tc_err srv_game_set(struct srv_game *g, const char *key, const json_t *value,
                         struct tc_why *why)
{
    bool none = json_is_null(value);
    char *text = none ? NULL : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    enum tc_err err = sto_put(srv->store, g->id, key, text, why);

    free(text);
    if (err != TC_OK)
        return err;
    srv_game_wrote(g, true);
    take_key(g, key, value);
    return err;
}

enum tc_err srv_game_read_keys(struct srv_game *g, struct tc_why *why)
{
    uint32_t notes = 0;

    clear_keys(g);
    enum tc_err err = sto_each_key(srv->store, g->id, read_key, g, why);
    if (err == TC_OK)
        err = sto_last_note(srv->store, g->id, &notes, why);
    if (err != TC_OK)
        return err;
    g->has_keys = true;
    if (g->s)
        srv_take_stop(g);
    if (!g->known)
        g->notes = notes;
    return TC_OK;
}

/* --- Reading a game
 * ------------------------------------------------------------------------------ */

struct record_text {
    FILE *out;
    uint32_t end;
};

static bool add_line(void *ctx, uint32_t n, const char *text)
{
    struct record_text *t = ctx;

    if (n >= t->end)
        return false;
    fputs(text, t->out);
    fputc('\n', t->out);
    return true;
}

/* The record up to line `end`, as one text. */
static enum tc_err read_record(struct srv_game *g, uint32_t end, char **text, size_t *size,
                               struct tc_why *why)
{
    struct record_text t = { open_memstream(text, size), end };
    enum tc_err err = TC_OK;

    TC_BUG_ON(!t.out);
    if (!g->header)
        err = sto_header(srv->store, g->id, &g->header, why);
    if (err == TC_OK) {
        fputs(g->header, t.out);
        fputc('\n', t.out);
        err = sto_each_line(srv->store, g->id, 0, add_line, &t, why);
    }
    fclose(t.out);
    if (err != TC_OK)
        free(*text);
    return err;
}

enum tc_err srv_game_text(struct srv_game *g, char **text, size_t *size, struct tc_why *why)
{
    return read_record(g, UINT32_MAX, text, size, why);
}

static enum tc_err find_book(struct srv_game *g, struct tc_why *why)
{
    if (g->book)
        return TC_OK;
    json_t *h = json_loads(g->header, 0, NULL);
    const char *id = json_string_value(json_object_get(h, "scenario"));
    enum tc_err err = id ? srv_book(id, &g->book, why)
                         : tc_fail(why, TC_E_SYNTAX, "header", "The game has a broken header.");

    json_decref(h);
    return err;
}

static enum tc_err replay(struct srv_game *g, uint32_t end, struct ses_game **out,
                          struct tc_why *why)
{
    char *text;
    size_t size;
    struct rec_report report;
    enum tc_err err = read_record(g, end, &text, &size, why);

    if (err != TC_OK)
        return err;
    err = find_book(g, why);
    if (err == TC_OK)
        err = rec_replay_text(g->id, text, size, g->book, out, &report, why);
    free(text);
    if (size > LONG_RECORD)
        malloc_trim(0); /* reading took many times what stays */
    return err;
}

enum tc_err srv_game_at(struct srv_game *g, uint32_t n, struct ses_game **out,
                        struct tc_why *why)
{
    return replay(g, n == UINT32_MAX ? n : n + 1, out, why);
}

static size_t weigh(const struct ses_game *s)
{
    size_t state = s->book->rules->state_size;

    return SMALL + s->entry_room * sizeof *s->entry + s->line_room * sizeof *s->line +
           (s->anchors + 5) * state + s->answers * sizeof(struct tc_act) +
           s->g.tape.act_room * sizeof *s->g.tape.act + s->g.tape.face_room;
}

/* It is in memory from now on. */
static void take_in(struct srv_game *g, struct ses_game *s)
{
    ses_give_back(s);
    g->s = s;
    g->book = s->book;
    atomic_fetch_add(&srv->games->loaded, 1);
    srv_count(SRV_C_LOADED);
    if (!g->known)
        g->lines = s->lines;
    g->known = true;
    s->on_line = srv_collect;
    s->line_ctx = g;
    g->bytes = weigh(s);
    srv_take_stop(g);
}

/* What lies beside the record, as new as the store says. Read first, so that what comes
 * meanwhile is seen as newer. */
static enum tc_err refresh_keys(struct srv_game *g, bool *newer, struct tc_why *why)
{
    struct sto_now now;
    enum tc_err err = sto_now(srv->store, g->id, &now, why);

    if (err != TC_OK)
        return err;
    *newer = now.rev != g->now.rev;
    if (now.beside != g->now.beside)
        g->has_keys = false;
    g->now = now;
    if (g->has_keys)
        return TC_OK;
    err = srv_game_read_keys(g, why);
    if (err == TC_OK && g->stream)
        srv_stream_check(g);
    return err;
}

enum tc_err srv_game_load(struct srv_game *g, struct tc_why *why)
{
    bool newer = false;
    struct ses_game *s;

    g->used = srv_clock();
    if (g->has_keys && g->s)
        return TC_OK;
    if (g->faults >= SRV_FAULTS)
        return tc_fail(why, TC_E_FAULT, "game",
                       "This game is set aside: the program met faults of its own in it. Its "
                       "record is kept as it is; the operator of the server can see what "
                       "was met.");
    enum tc_err err = refresh_keys(g, &newer, why);
    if (err != TC_OK || g->s)
        return err;
    err = replay(g, UINT32_MAX, &s, why);
    if (err != TC_OK)
        return err;
    take_in(g, s);
    err = srv_game_seed(g, why);
    if (err == TC_OK)
        err = rec_catch_up(g->s, why);
    if (err == TC_OK)
        err = srv_commit(g, why);
    if (err != TC_OK) {
        srv_game_forget(g); /* it must not go on with dice of its own */
        return err;
    }
    if (newer && g->stream)
        srv_stream_notes(g);
    srv_go_on(g);
    return TC_OK;
}

enum tc_err srv_game_begin(struct srv_game *g, struct ses_game *s, struct tc_why *why)
{
    enum tc_err err = sto_now(srv->store, g->id, &g->now, why);

    if (err == TC_OK)
        err = srv_game_read_keys(g, why);
    if (err == TC_OK)
        err = sto_header(srv->store, g->id, &g->header, why);
    if (err != TC_OK) {
        ses_free(s);
        return err;
    }
    g->used = g->asked_at = srv_clock();
    take_in(g, s);
    memcpy(g->seed_kept, s->seed, sizeof g->seed_kept);
    srv_go_on(g);
    return TC_OK;
}

void srv_game_forget(struct srv_game *g)
{
    srv_drop_fresh(g);
    g->passes = g->shared = g->quick = 0;
    if (!g->s)
        return;
    ses_free(g->s);
    g->s = NULL;
    g->bytes = 0;
    atomic_fetch_sub(&srv->games->loaded, 1);
}

/* --- Putting away
 * ----------------------------------------------------------------------------------- */

static void keep_touched(struct srv_game *g)
{
    struct tc_why why;
    json_t *j;

    if (g->touched == g->touched_kept)
        return;
    j = json_integer(g->touched);
    enum tc_err err = srv_game_set(g, "touched", j, &why);
    if (err == TC_E_NAME) /* an operator has deleted it */
        srv_game_drop(g);
    else if (err != TC_OK)
        srv_log_why("touched", &why);
    json_decref(j);
}

/* The seed in use is in the store: the dice go on from there. */
static void put_away(struct srv_game *g)
{
    if (g->thinking) /* when its computer has answered */
        g->tired = !srv->stopping;
    if (!g->s || g->thinking)
        return;
    keep_touched(g);
    if (!g->s)
        return;
    srv_game_forget(g);
    srv_count(SRV_C_UNLOADED);
}

static int by_use(const void *a, const void *b)
{
    const struct srv_game *x = *(struct srv_game *const *)a, *y = *(struct srv_game *const *)b;

    return (x->used > y->used) - (x->used < y->used);
}

/* Many at once, so that they share commits. */
enum { HANDS = 16, FEW = 4 };

struct team {
    struct srv *srv;
    struct srv_game **list;
    atomic_int next;
    int n;
};

static void *put_some_away(void *ctx)
{
    struct team *t = ctx;
    int i;

    srv = t->srv;
    while ((i = atomic_fetch_add(&t->next, 1)) < t->n) {
        srv_game_lock(t->list[i]);
        put_away(t->list[i]);
        srv_game_unlock(t->list[i]);
    }
    return NULL;
}

static void put_all_away(struct srv_game **list, int n)
{
    struct team t = { .srv = srv, .list = list, .n = n };
    pthread_t hand[HANDS];
    int hands = 0;

    while (n > FEW && hands < HANDS &&
           pthread_create(&hand[hands], NULL, put_some_away, &t) == 0)
        hands++;
    put_some_away(&t);
    for (int i = 0; i < hands; i++)
        pthread_join(hand[i], NULL);
}

/* There is room again: a game that somebody listens to goes on. */
static void wake_one(void *ctx)
{
    struct srv_game *g = ctx;
    struct tc_why why;

    srv_game_lock(g);
    if (g->stream && srv_game_load(g, &why) == TC_OK)
        srv_go_on(g);
    srv_game_unlock(g);
}

static void wake_game(void *ctx)
{
    srv_contain(wake_one, ctx);
    srv_game_put(ctx);
}

/* A mistake of ours was met while we held it. What is in memory may be anything: it is let go
 * of without being touched again, and the next who asks reads the game from the store. */
void srv_game_fault(struct srv_game *g)
{
    srv_drop_fresh(g);
    if (g->s)
        atomic_fetch_sub(&srv->games->loaded, 1);
    g->s = NULL;
    g->bytes = 0;
    memset(g->shown, 0, sizeof g->shown);
    if (++g->faults >= SRV_FAULTS)
        srv_stream_end_all(g);
}

/* One that may stay: weigh it again. */
static void look_after(struct srv_game *g, bool room)
{
    if (!srv_game_trylock(g))
        return;
    if (g->s) {
        g->bytes = weigh(g->s);
        if (srv_now() - g->touched_kept > KEEP_TOUCHED)
            keep_touched(g);
    }
    if (room && g->tired && g->stream) {
        g->tired = false;
        srv_game_hold(g);
        srv_pool_must(srv->pool[SRV_LOOK], wake_game, g);
    }
    srv_game_unlock(g);
}

void srv_games_tidy(double now)
{
    int n, away = 0;
    struct srv_game **list = srv_games_list(&n);
    size_t bytes = 0, most = (size_t)srv->o.memory << 20;

    for (int i = 0; i < n; i++)
        bytes += list[i]->bytes; /* may be a little out of date */
    bool room = bytes < most / 4 * 3;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
    qsort(list, (size_t)n, sizeof *list, by_use);
    for (int i = 0; i < n && !srv->stopping; i++) {
        struct srv_game *g = list[i];
        if (!g->bytes || (now - g->used <= srv->o.idle && bytes <= most)) {
            look_after(g, room);
            continue;
        }
        bytes -= g->bytes < bytes ? g->bytes : bytes;
        list[i] = list[away]; /* those that go come to the front */
        list[away++] = g;
    }
    put_all_away(list, away);
    for (int i = 0; i < n; i++)
        srv_game_put(list[i]);
    free(list);
    if (away)
        malloc_trim(0);
}

void srv_games_close(void)
{
    int n;
    struct srv_game **list = srv_games_list(&n);

    put_all_away(list, n);
    for (int i = 0; i < n; i++)
        srv_game_put(list[i]);
    free(list);
}

/* --- What was asked ------------------------------------------------------------------- */

static bool only_keeps(const struct ses_line *l)
{
    return l->kind == SES_L_SEED || l->kind == SES_L_POSITION || l->kind == SES_L_COMMIT ||
           (l->kind == SES_L_LINK && l->faces == 0);
}

bool srv_only_keeps(const struct ses_game *s, uint32_t from)
{
    for (uint32_t i = from; i < s->lines; i++)
        if (!only_keeps(&s->line[i]))
            return false;
    return true;
}

const json_t *srv_undo_offer(const struct srv_game *g)
{
    const json_t *line = json_object_get(g->undo, "line");

    if (!g->undo || (line && !srv_only_keeps(g->s, (uint32_t)json_integer_value(line))))
        return NULL;
    return g->undo;
}

/* --- Looking
 * ---------------------------------------------------------------------------------------------
 */

const char *srv_kind(const struct srv_game *g, int seat)
{
    return g->sub[seat][0] ? g->sub[seat] : g->s->seat[seat].kind;
}

bool srv_is_persons(const struct srv_game *g, int seat)
{
    return seat >= 0 && seat < g->s->seats && strcmp(g->s->seat[seat].kind, "person") == 0;
}

bool srv_is_person(const struct srv_game *g, int seat)
{
    return seat >= 0 && seat < g->s->seats && strcmp(srv_kind(g, seat), "person") == 0;
}

void srv_take_stop(struct srv_game *g)
{
    static const char *const ending[] = { "", "resigned", "agreed", "out of time" };
    const struct ses_game *s = g->s;

    if (!s->stopped)
        return;
    const struct ses_line *l = &s->line[s->lines - 1];
    json_decref(g->over);
    g->over = json_pack("{ss ss ss?}", "by", ses_stop_word((enum ses_stop)l->stop), "ending",
                        ending[l->stop], "winner",
                        l->winner == TC_NONE ? NULL : g->book->side_name[l->winner]);
}

json_t *srv_game_over(const struct srv_game *g)
{
    if (g->over)
        return json_deep_copy(g->over);
    if (ses_status(g->s) != TC_IS_OVER)
        return NULL;
    const struct tc_head *h = tc_game_state(&g->s->g);
    bool won = h->winner == 0 || h->winner == 1;
    return json_pack("{ss ss so}", "by", "battle", "ending", g->book->rules->endings[h->ending],
                     "winner", won ? json_string(g->book->side_name[h->winner]) : json_null());
}
