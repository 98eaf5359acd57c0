/* server/api_new.c - what there is to play, new games, branches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/record.h"
#include "rules/registry.h"
#include "server/own.h"

/* --- What there is ------------------------------------------------------------------------ */

enum tc_err srv_api_scenarios(struct srv_call *c)
{
    c->out = srv_scenarios();
    return TC_OK;
}

/* Those that may be named over the wire: no programs of this machine, no numbers without end.
 */
static const char *const players[] = { "level-1", "level-2", "level-3", "level-4", "random" };
enum { PLAYERS = sizeof players / sizeof players[0] };

bool srv_player_allowed(const char *name)
{
    for (int i = 0; i < PLAYERS; i++)
        if (strcmp(players[i], name) == 0)
            return true;
    return false;
}

enum tc_err srv_api_players(struct srv_call *c)
{
    json_t *list = json_array();

    for (int i = 0; i < PLAYERS; i++) {
        struct plr_spec spec;
        char text[512];
        struct tc_text t = tc_text_on(text, sizeof text);
        if (plr_read(players[i], &spec, &c->why) != TC_OK)
            continue;
        plr_say(&spec, &t);
        json_array_append_new(list, json_pack("{ss ss}", "id", players[i], "text", text));
    }
    c->out = json_pack("{si so}", "v", JS_VERSION, "players", list);
    return TC_OK;
}

enum tc_err srv_api_system(struct srv_call *c)
{
    const struct tc_ruleset *r = tc_find_ruleset(c->part[0]);

    if (!r)
        return srv_refuse(c, 404, TC_E_NAME, "system", "There is no such system.");
    c->out = srv_system(r);
    return TC_OK;
}

enum tc_err srv_api_rule(struct srv_call *c)
{
    enum tc_err err = srv_rule(c->part[0], &c->out, &c->why);

    if (err == TC_E_NAME)
        c->status = 404;
    return err;
}

/* --- Options of a new game -------------------------------------------------------------------
 */

struct wish {
    const struct tc_book *book;
    struct ses_options o;
    char title[SRV_TITLE];
    char name[TC_SEATS][SRV_NAME];
    int maker;       /* whose token the maker gets */
    char origin[80]; /* of a branch, as the store names it */
    uint32_t shared; /* lines it has from there */
    const json_t *clock;
};

/* A record has room for fewer bytes than a name may have. */
static void short_name(const char *name, char out[SES_NAME])
{
    struct tc_text t = tc_text_on(out, SES_NAME);

    tc_text_str(&t, name);
}

static int find_side(const struct tc_book *bk, const json_t *j)
{
    const char *name = json_string_value(j);

    for (int i = 0; name && i < TC_SIDES; i++)
        if (strcmp(bk->side_name[i], name) == 0)
            return i;
    return TC_NONE;
}

static enum tc_err read_seat(struct srv_call *c, const json_t *j, struct wish *w, int i)
{
    static const char *const keys[] = { "side", "kind", "name", NULL };
    const json_t *kind = json_object_get(j, "kind"), *name = json_object_get(j, "name");
    struct ses_seat *seat = &w->o.seat[i];
    const char *k = kind ? json_string_value(kind) : "person";
    int side = find_side(w->book, json_object_get(j, "side"));

    if (!json_is_object(j) || side == TC_NONE)
        return tc_fail(&c->why, TC_E_KEY, "seats", "A seat has a side, {0} or {1}.",
                       w->book->side_name[0], w->book->side_name[1]);
    if (!js_only_keys(j, keys, "seats", &c->why))
        return c->why.err;
    if (!k || (strcmp(k, "person") != 0 && !srv_player_allowed(k)))
        return tc_fail(&c->why, TC_E_NAME, "seats",
                       "A seat's kind is person, level-1 to level-4 or random.");
    if (name && srv_check_text(name, "name", 0, SRV_NAME_CHARS, &c->why) != TC_OK)
        return c->why.err;
    bool has = name && json_string_length(name) > 0;
    seat->side = (int8_t)side;
    snprintf(seat->kind, sizeof seat->kind, "%s", k);
    snprintf(w->name[i], sizeof w->name[i], "%s",
             has ? json_string_value(name) : w->book->side_name[side]);
    short_name(w->name[i], seat->name);
    return TC_OK;
}

static enum tc_err read_seats(struct srv_call *c, const json_t *list, struct wish *w)
{
    if (!json_is_array(list) || json_array_size(list) < 1 || json_array_size(list) > TC_SEATS)
        return tc_fail(&c->why, TC_E_RANGE, "seats", "seats is a list of 1 to 8 seats.");
    w->o.seats = (int)json_array_size(list);
    w->maker = TC_NONE;
    for (int i = 0; i < w->o.seats; i++) {
        enum tc_err err = read_seat(c, json_array_get(list, (size_t)i), w, i);
        if (err != TC_OK)
            return err;
        if (w->maker == TC_NONE && strcmp(w->o.seat[i].kind, "person") == 0)
            w->maker = i;
    }
    return TC_OK;
}

static enum tc_err read_dice(struct srv_call *c, struct wish *w)
{
    const json_t *seed = json_object_get(c->in, "seed"), *dice = json_object_get(c->in, "dice");
    const char *word = dice ? json_string_value(dice) : "fair";

    if (seed && !json_is_null(seed) && !js_read_seed(seed, w->o.seed))
        return tc_fail(&c->why, TC_E_SYNTAX, "seed", "seed is a string of 32 hex digits.");
    w->o.has_seed = w->o.seeded = seed && !json_is_null(seed);
    if (!word || (strcmp(word, "fair") != 0 && strcmp(word, "typed") != 0))
        return tc_fail(&c->why, TC_E_SYNTAX, "dice", "dice are fair or typed.");
    w->o.typed_dice = word[0] == 't';
    return TC_OK;
}

/* The seat whose token the maker gets: the first person's, or the one named. */
static enum tc_err read_maker(struct srv_call *c, struct wish *w)
{
    const json_t *maker = json_object_get(c->in, "maker");
    int64_t n;

    if (!maker)
        return TC_OK;
    if (!srv_read_number(maker, w->o.seats - 1, &n) || strcmp(w->o.seat[n].kind, "person") != 0)
        return tc_fail(&c->why, TC_E_RANGE, "maker", "maker is the number of a person's seat.");
    w->maker = (int)n;
    return TC_OK;
}

/* Of two people neither may know the dice that will fall. */
static enum tc_err check_seed(struct srv_call *c, const struct wish *w)
{
    int people = 0;

    for (int i = 0; i < w->o.seats; i++)
        people += strcmp(w->o.seat[i].kind, "person") == 0;
    if (!w->o.seeded || people <= 1)
        return TC_OK;
    return tc_fail(&c->why, TC_E_KEY, "seed",
                   "A seed may be given where one person plays; between people the dice are "
                   "drawn by the server.");
}

static enum tc_err read_wish(struct srv_call *c, struct wish *w)
{
    const char *id = json_string_value(json_object_get(c->in, "scenario"));
    const json_t *title = json_object_get(c->in, "title");

    if (!id)
        return tc_fail(&c->why, TC_E_KEY, "scenario",
                       "Name the scenario, as in minden/first-battle.");
    enum tc_err err = srv_book(id, &w->book, &c->why);
    if (err == TC_OK && title)
        err = srv_check_text(title, "title", 0, SRV_TITLE_CHARS, &c->why);
    if (err == TC_OK && title)
        snprintf(w->title, sizeof w->title, "%s", json_string_value(title));
    if (err == TC_OK)
        err = read_dice(c, w);
    const json_t *clock = json_object_get(c->in, "clock");
    if (err == TC_OK)
        err = srv_read_clock(clock, &c->why);
    w->clock = json_is_object(clock) ? clock : NULL;
    if (err != TC_OK)
        return err;
    const json_t *seats = json_object_get(c->in, "seats");
    if (seats) {
        err = read_seats(c, seats, w);
    } else {
        json_t *two = json_pack("[{ss},{ss}]", "side", w->book->side_name[0], "side",
                                w->book->side_name[1]);
        err = read_seats(c, two, w);
        json_decref(two);
    }
    if (err == TC_OK && w->maker == TC_NONE)
        err = tc_fail(&c->why, TC_E_KEY, "seats",
                      "A person must sit in one of the seats; tricorne selfplay and arena let "
                      "computers fight among themselves.");
    if (err == TC_OK)
        err = read_maker(c, w);
    return err != TC_OK ? err : check_seed(c, w);
}

/* --- Keeping a new game
 * ---------------------------------------------------------------------------- */

static bool is_person(const struct ses_game *s, int i)
{
    return strcmp(s->seat[i].kind, "person") == 0;
}

static char *meta_text(const struct ses_game *s, const struct wish *w)
{
    json_t *names = json_array();

    for (int i = 0; i < s->seats; i++)
        json_array_append_new(names, json_string(w->name[i]));
    json_t *o = json_pack("{ss so si sI}", "title", w->title, "names", names, "maker", w->maker,
                          "made", (json_int_t)srv_now());
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return text;
}

/* The game with its lines so far, in one commit. */
static enum tc_err store_game(const struct ses_game *s, const struct wish *w, const char *id,
                              struct tc_why *why)
{
    uint32_t own = s->lines - w->shared;
    struct sto_line *line = calloc(own + 1, sizeof *line);
    char touched[24], *header = rec_header_text(s), *meta = meta_text(s, w);
    char *clock = w->clock ? json_dumps(w->clock, JSON_COMPACT) : NULL;
    struct sto_pair key[4] = { { "meta", meta }, { "touched", touched } };
    int keys = 2;

    if (clock)
        key[keys++] = (struct sto_pair){ "clock", clock };
    if (w->shared)
        key[keys++] = (struct sto_pair){ "origin", w->origin };
    struct sto_add a = { .id = id,
                         .header = header,
                         .line = line,
                         .lines = (int)own,
                         .key = key,
                         .keys = keys,
                         .seed_line = s->seed_line };
    char seed[33];

    TC_BUG_ON(!line);
    snprintf(touched, sizeof touched, "%lld", (long long)srv_now());
    for (uint32_t i = 0; i < own; i++) {
        json_t *o = ses_line_json(s, &s->line[w->shared + i], SES_UMPIRE);
        line[i] = (struct sto_line){ w->shared + i, json_dumps(o, JSON_COMPACT) };
        json_decref(o);
    }
    if (!s->typed_dice && !s->seed_known) {
        srv_put_seed(s->seed, seed);
        a.seed = seed;
    }
    enum tc_err err = sto_add(srv.store, &a, why);
    for (uint32_t i = 0; i < own; i++)
        free((void *)(uintptr_t)line[i].text);
    free(line);
    free(header);
    free(meta);
    free(clock);
    return err;
}

/* The maker's seat has its token, every other person's an invitation. */
static enum tc_err give_seats(const struct ses_game *s, const struct wish *w, const char *id,
                              json_t *seats, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    for (int i = 0; i < s->seats && err == TC_OK; i++) {
        bool own = i == w->maker;
        char token[SRV_TOKEN] = "";
        json_t *o =
            json_pack("{si ss ss ss}", "seat", i, "side", s->book->side_name[s->seat[i].side],
                      "kind", s->seat[i].kind, "name", w->name[i]);
        if (is_person(s, i))
            err = srv_give_token(id, own ? i : STO_INVITE + i, token, why);
        if (token[0])
            json_object_set_new(o, own ? "token" : "invite", json_string(token));
        json_array_append_new(seats, o);
    }
    return err;
}

/* Store it, give tokens, and put it where the next request finds it. */
static enum tc_err keep_game(struct ses_game *s, const struct wish *w, json_t **out,
                             struct tc_why *why)
{
    char id[STO_ID], watch[SRV_TOKEN];
    json_t *seats = json_array();

    srv_new_id(id);
    enum tc_err err = store_game(s, w, id, why);
    if (err == TC_OK)
        err = give_seats(s, w, id, seats, why);
    if (err == TC_OK)
        err = srv_give_token(id, -1, watch, why);
    if (err != TC_OK) {
        ses_free(s);
        json_decref(seats);
        return err == TC_E_STALE || err == TC_E_NAME ? TC_E_FILE : err;
    }
    *out =
        json_pack("{si ss ss so}", "v", JS_VERSION, "game", id, "watch", watch, "seats", seats);
    struct srv_game *g = srv_game_get(id);
    struct tc_why ignored;
    pthread_mutex_lock(&g->lock);
    if (srv_game_begin(g, s, &ignored) != TC_OK)
        srv_log_why("new game", &ignored);
    pthread_mutex_unlock(&g->lock);
    srv_game_put(g);
    return TC_OK;
}

/* New games of an address in a day. */
static enum tc_err check_quota(struct srv_call *c)
{
    c->retry = c->source[0] ? srv_limit_games(c->source, srv_clock()) : 0;
    if (!c->retry)
        return TC_OK;
    srv_count(SRV_C_LIMITED);
    return srv_refuse(c, 429, TC_E_BUSY, "games",
                      "This address has begun as many games as it may in a day.");
}

enum tc_err srv_api_new(struct srv_call *c)
{
    struct wish *w = calloc(1, sizeof *w);
    struct ses_game *s;

    TC_BUG_ON(!w);
    enum tc_err err = read_wish(c, w);
    if (err == TC_OK)
        err = check_quota(c);
    if (err == TC_OK)
        err = ses_new(w->book, &w->o, &s, &c->why);
    if (err == TC_OK)
        err = keep_game(s, w, &c->out, &c->why);
    if (err == TC_OK)
        c->status = 201;
    free(w);
    return err;
}

/* --- Branches
 * ------------------------------------------------------------------------------------------ */

/* Nobody else may be surprised: the game is over, or all others are computers. */
static enum tc_err may_branch(struct srv_call *c)
{
    if (c->g->over || ses_status(c->g->s) == TC_IS_OVER)
        return TC_OK;
    for (int i = 0; i < c->g->s->seats; i++)
        if (i != c->seat && srv_is_persons(c->g, i))
            return tc_fail(&c->why, TC_E_TURN, "branch",
                           "Others play this game; it can be branched when it is over.");
    return TC_OK;
}

enum tc_err srv_api_branch(struct srv_call *c)
{
    struct srv_game *g = c->g;
    struct ses_game *s;
    int64_t line;
    enum tc_err err = check_quota(c);

    if (err == TC_OK)
        err = may_branch(c);
    if (err == TC_OK &&
        !srv_read_number(json_object_get(c->in, "line"), (int64_t)g->s->lines - 1, &line))
        err = tc_fail(&c->why, TC_E_RANGE, "line", "line is the number of a line there is.");
    if (err != TC_OK)
        return err;
    while (line > 0 && g->s->line[line].kind == SES_L_STOP)
        line--; /* who resigned fights on in the branch */
    struct wish *w = calloc(1, sizeof *w);
    TC_BUG_ON(!w);
    w->book = g->book;
    memcpy(w->title, g->title, sizeof w->title);
    memcpy(w->name, g->name, sizeof w->name);
    w->maker = c->seat;
    srv_unlock(c);
    err = sto_origin(srv.store, g->id, (uint32_t)line, w->origin, sizeof w->origin, &c->why);
    if (err == TC_OK)
        err = srv_game_at(g, (uint32_t)line, &s, &c->why);
    w->shared = (uint32_t)line + 1;
    if (err == TC_OK) {
        err = rec_catch_up(s, &c->why);
        if (err == TC_OK)
            err = keep_game(s, w, &c->out, &c->why);
        else
            ses_free(s);
    }
    free(w);
    if (err == TC_OK)
        c->status = 201;
    return err;
}

/* --- A battle that is ready when the server starts
 * -------------------------------------------------------- */

enum tc_err srv_ready_game(const char *scenario, char id[STO_ID], char token[SRV_TOKEN],
                           struct tc_why *why)
{
    struct srv_call c = { .seat = TC_NONE };
    const struct tc_book *bk;
    enum tc_err err = srv_book(scenario, &bk, why);

    if (err != TC_OK)
        return err;
    c.in = json_pack("{ss s[{ss ss ss},{ss ss ss}]}", "scenario", scenario, "seats", "side",
                     bk->side_name[0], "kind", "person", "name", "You", "side",
                     bk->side_name[1], "kind", "level-2", "name", "Computer");
    err = srv_api_new(&c);
    if (err == TC_OK) {
        const json_t *seat = json_array_get(json_object_get(c.out, "seats"), 0);
        snprintf(id, STO_ID, "%s", json_string_value(json_object_get(c.out, "game")));
        snprintf(token, SRV_TOKEN, "%s", json_string_value(json_object_get(seat, "token")));
    } else {
        *why = c.why;
    }
    json_decref(c.in);
    json_decref(c.out);
    return err;
}
