/* server/api_new.c - new games, branches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/record_own.h"
#include "rules/registry.h"
#include "protocol/commands.h"
#include "server/kind.h"
#include "server/made.h"
#include "server/own.h"

/* --- Options of a new game -------------------------------------------------------------------
 */

struct wish {
    const struct tc_book *book;
    struct ses_options o;
    char title[SRV_TITLE];
    char name[TC_SEATS][SRV_NAME];
    int maker;        /* whose token the maker gets */
    char origin[80];  /* of a branch, as the store names it */
    uint32_t shared;  /* lines it has from there */
    uint32_t brought; /* lines that came with a record */
    const json_t *clock;
    bool firm;       /* no take-backs past dice, even against computers */
    const char *key; /* the client's own, or NULL */
    char said[33];   /* what was wished for, by its hash */
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
    static const char *const keys[] = { "side", "kind", "name", "commands", NULL };
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
                       "A seat's kind is person, " SRV_PLAYERS_SAID ".");
    if ((name && srv_check_text(name, "name", 0, SRV_NAME_CHARS, &c->why) != TC_OK) ||
        srv_read_commands(j, seat, &c->why) != TC_OK)
        return c->why.err;
    seat->side = (int8_t)side;
    snprintf(seat->kind, sizeof seat->kind, "%s", k);
    snprintf(w->name[i], sizeof w->name[i], "%s",
             json_string_length(name) ? json_string_value(name) : w->book->side_name[side]);
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
    ses_deal(w->book, &w->o);
    return TC_OK;
}

static enum tc_err read_dice(struct srv_call *c, struct wish *w)
{
    const json_t *seed = json_object_get(c->in, "seed"), *dice = json_object_get(c->in, "dice");
    const char *word = dice ? json_string_value(dice) : "fair";
    bool linked = word && strcmp(word, "interactive") == 0;
    bool pledged = linked || (word && strcmp(word, "committed") == 0);

    if (seed && !json_is_null(seed) && !js_read_seed(seed, w->o.seed))
        return tc_fail(&c->why, TC_E_SYNTAX, "seed", "seed is a string of 32 hex digits.");
    w->o.has_seed = w->o.seeded = seed && !json_is_null(seed);
    if (!word || (strcmp(word, "fair") != 0 && strcmp(word, "typed") != 0 && !pledged))
        return tc_fail(&c->why, TC_E_SYNTAX, "dice",
                       "dice are fair, committed, interactive or typed.");
    if (pledged && w->o.has_seed)
        return tc_fail(&c->why, TC_E_KEY, "seed", "Dice by commitments have no seed.");
    w->o.way = linked ? SES_INTERACTIVE : pledged ? SES_COMMITTED : SES_SEED;
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
    const json_t *title = json_object_get(c->in, "title");
    char id[BATTLE_ID];
    enum tc_err err = srv_wished(c, id);

    if (err == TC_OK)
        err = srv_book(id, &w->book, &c->why);
    if (err == TC_OK && title)
        err = srv_check_text(title, "title", 0, SRV_TITLE_CHARS, &c->why);
    if (err == TC_OK && title)
        snprintf(w->title, sizeof w->title, "%s", json_string_value(title));
    if (err == TC_OK)
        err = read_dice(c, w);
    const json_t *backs = json_object_get(c->in, "take_backs");
    if (err == TC_OK && backs && !json_is_boolean(backs))
        err = tc_fail(&c->why, TC_E_SYNTAX, "take_backs", "take_backs is true or false.");
    w->firm = json_is_false(backs);
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

static char *meta_text(const struct ses_game *s, const struct wish *w)
{
    json_t *names = json_array();

    for (int i = 0; i < s->seats; i++)
        json_array_append_new(names, json_string(w->name[i]));
    json_t *o = json_pack("{ss so si sI}", "title", w->title, "names", names, "maker", w->maker,
                          "made", (json_int_t)srv_now());
    if (w->firm)
        json_object_set_new(o, "firm", json_true());
    if (w->brought)
        json_object_set_new(o, "brought", json_integer(w->brought));
    if (w->key)
        json_object_set_new(o, "said", json_string(w->said));
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return text;
}

/* What a new game is known by, and opened with. */
struct made {
    char id[STO_ID];
    char token[TC_SEATS][SRV_TOKEN], watch[SRV_TOKEN]; /* "": a computer's */
    struct sto_pass pass[TC_SEATS + 1];
    int passes;
};

static void make_token(const struct wish *w, int seat, char out[SRV_TOKEN])
{
    char what[16];

    snprintf(what, sizeof what, "seat %d", seat);
    if (w->key)
        srv_key_token(w->key, what, out);
    else
        srv_new_token(out);
}

static void add_pass(struct made *m, int row, const char *token)
{
    struct sto_pass *p = &m->pass[m->passes++];

    p->seat = row;
    srv_hash_token(token, p->hash);
}

/* The maker's seat has its token, every other person's an invitation. */
static void make_tokens(const struct wish *w, struct made *m)
{
    m->passes = 0;
    if (w->key)
        srv_key_id(w->key, m->id);
    else
        srv_new_id(m->id);
    for (int i = 0; i < w->o.seats; i++) {
        m->token[i][0] = '\0';
        if (strcmp(w->o.seat[i].kind, "person") != 0)
            continue;
        make_token(w, i, m->token[i]);
        add_pass(m, i == w->maker ? i : STO_INVITE + i, m->token[i]);
    }
    make_token(w, -1, m->watch);
    add_pass(m, -1, m->watch);
}

static json_t *made_json(const struct wish *w, const struct made *m)
{
    json_t *seats = json_array();

    for (int i = 0; i < w->o.seats; i++) {
        const struct ses_seat *seat = &w->o.seat[i];
        json_t *o =
            json_pack("{si ss ss ss}", "seat", i, "side", w->book->side_name[seat->side],
                      "kind", seat->kind, "name", w->name[i]);
        if (m->token[i][0])
            json_object_set_new(o, i == w->maker ? "token" : "invite",
                                json_string(m->token[i]));
        json_array_append_new(seats, o);
    }
    return json_pack("{si ss ss so}", "v", JS_VERSION, "game", m->id, "watch", m->watch,
                     "seats", seats);
}

/* The game with its lines so far and its tokens, in one commit. */
static enum tc_err store_game(const struct ses_game *s, const struct wish *w,
                              const struct made *m, struct tc_why *why)
{
    uint32_t own = s->lines - w->shared;
    struct sto_line *line = calloc(own + 1, sizeof *line);
    char touched[24], hash[STO_TEXT], *header = rec_header_text(s), *meta = meta_text(s, w);
    char *clock = w->clock ? json_dumps(w->clock, JSON_COMPACT) : NULL;
    struct sto_pair key[5] = { { "meta", meta }, { "touched", touched } };
    int keys = 2;

    if (clock)
        key[keys++] = (struct sto_pair){ "clock", clock };
    if (srv_made_hash(w->book->id, hash)) /* the file stays as long as the game */
        key[keys++] = (struct sto_pair){ "battle", hash };
    if (w->shared)
        key[keys++] = (struct sto_pair){ "origin", w->origin };
    struct sto_add a = { .id = m->id,
                         .header = header,
                         .line = line,
                         .lines = (int)own,
                         .key = key,
                         .keys = keys,
                         .pass = m->pass,
                         .passes = m->passes,
                         .seed_line = s->seed_line };
    char seed[SRV_WORD];

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
    if (s->pledge.way) { /* the host's secret, in the same commit as its commitment */
        srv_put_word(s->pledge.secret, seed);
        a.seed = seed;
    }
    enum tc_err err = sto_add(srv->store, &a, why);
    for (uint32_t i = 0; i < own; i++)
        free((void *)(uintptr_t)line[i].text);
    free(line);
    free(header);
    free(meta);
    free(clock);
    return err;
}

/* --- A request that comes twice
 * -------------------------------------------------------------------- */

static enum tc_err read_key(struct srv_call *c, struct wish *w)
{
    enum tc_err err = srv_read_key(c, &w->key);

    if (err != TC_OK || !w->key)
        return err;
    json_t *wish = json_copy(c->in);
    json_object_del(wish, "key");
    json_object_set_new(wish, "path", json_string(c->path));
    char *text = json_dumps(wish, JSON_COMPACT | JSON_SORT_KEYS), hex[2 * STO_HASH + 1];
    TC_BUG_ON(!text);
    srv_token_hex(text, hex);
    snprintf(w->said, sizeof w->said, "%.32s", hex);
    free(text);
    json_decref(wish);
    return TC_OK;
}

/* Is there a game of this key already? Then its reply is made again. */
static enum tc_err find_made(struct srv_call *c, const struct wish *w, struct made *m,
                             bool *found)
{
    char *text = NULL;

    *found = false;
    if (!w->key)
        return TC_OK;
    enum tc_err err = sto_get(srv->store, m->id, "meta", &text, &c->why);
    if (err != TC_OK || !text)
        return err;
    json_t *meta = json_loads(text, 0, NULL);
    const char *said = json_string_value(json_object_get(meta, "said"));
    if (!said || strcmp(said, w->said) != 0)
        err = srv_refuse(c, 409, TC_E_STALE, "key",
                         "This key has made another game; make a new key for a new game.");
    json_decref(meta);
    free(text);
    *found = err == TC_OK;
    if (*found)
        c->out = made_json(w, m);
    return err;
}

/* --- Putting it where the next request finds it
 * -------------------------------------------------------------------- */

static enum tc_err keep_game(struct srv_call *c, struct ses_game *s, const struct wish *w,
                             struct made *m)
{
    bool found = false;
    enum tc_err err = store_game(s, w, m, &c->why);

    if (err != TC_OK) {
        ses_free(s);
        if (err == TC_E_STALE && w->key) { /* the same request was a moment earlier */
            err = find_made(c, w, m, &found);
            if (found || err != TC_OK)
                return err;
        }
        if (err == TC_E_NAME && w->shared) /* deleted a moment ago */
            return srv_refuse(c, 404, err, "game", "There is no such game.");
        return err == TC_E_STALE || err == TC_E_NAME || err == TC_OK ? TC_E_FILE : err;
    }
    c->out = made_json(w, m);
    c->status = 201;
    struct srv_game *g = srv_game_get(m->id);
    struct tc_why ignored;
    srv_game_lock(g);
    memcpy(g->source, c->source, sizeof g->source); /* its computers begin to think at once */
    if (srv_game_begin(g, s, &ignored) != TC_OK)
        srv_log_why("new game", &ignored);
    srv_game_unlock(g);
    srv_game_put(g);
    return TC_OK;
}

/* New games of an address in a day. A long record fills as much of the store as many. */
static enum tc_err check_quota(struct srv_call *c)
{
    double games = 1 + (double)(c->size / SRV_BODY);

    c->retry = c->source[0] ? srv_limit_games(c->source, games, srv_clock()) : 0;
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
    struct made m;
    bool found = false;

    TC_BUG_ON(!w);
    enum tc_err err = read_wish(c, w);
    if (err == TC_OK)
        err = read_key(c, w);
    if (err == TC_OK) {
        make_tokens(w, &m);
        snprintf(w->o.game, sizeof w->o.game, "%s", m.id);
        err = find_made(c, w, &m, &found);
    }
    if (err == TC_OK && !found)
        err = check_quota(c);
    if (err == TC_OK && !found)
        err = ses_new(w->book, &w->o, &s, &c->why);
    if (err == TC_OK && !found)
        err = keep_game(c, s, w, &m);
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

/* What the branch is: who sits where, and from which line. */
static enum tc_err read_branch(struct srv_call *c, struct wish *w)
{
    const struct srv_game *g = c->g;
    int64_t line;

    if (!srv_read_number(json_object_get(c->in, "line"), (int64_t)g->s->lines - 1, &line))
        return tc_fail(&c->why, TC_E_RANGE, "line", "line is the number of a line there is.");
    while (line > 0 && g->s->line[line].kind == SES_L_STOP)
        line--; /* who resigned fights on in the branch */
    w->book = g->book;
    memcpy(w->title, g->title, sizeof w->title);
    memcpy(w->name, g->name, sizeof w->name);
    w->o.seats = g->s->seats;
    memcpy(w->o.seat, g->s->seat, sizeof w->o.seat);
    w->maker = c->seat;
    w->shared = (uint32_t)line + 1;
    w->brought = g->brought < w->shared ? g->brought : w->shared;
    return read_key(c, w);
}

/* Without the lock of the game it branches off. */
static enum tc_err make_branch(struct srv_call *c, struct wish *w, struct made *m)
{
    uint32_t line = w->shared - 1;
    struct ses_game *s;
    enum tc_err err =
        sto_origin(srv->store, c->g->id, line, w->origin, sizeof w->origin, &c->why);

    if (err == TC_OK)
        err = srv_game_at(c->g, line, &s, &c->why);
    if (err != TC_OK)
        return err;
    err = ses_leave_pledge(s, &c->why);
    if (err == TC_OK)
        err = rec_catch_up(s, &c->why);
    if (err == TC_OK)
        return keep_game(c, s, w, m);
    ses_free(s);
    return err;
}

enum tc_err srv_api_branch(struct srv_call *c)
{
    struct wish *w = calloc(1, sizeof *w);
    struct made m;
    bool found = false;

    TC_BUG_ON(!w);
    enum tc_err err = may_branch(c);
    if (err == TC_OK)
        err = read_branch(c, w);
    srv_unlock(c);
    if (err == TC_OK) {
        make_tokens(w, &m);
        err = find_made(c, w, &m, &found);
    }
    if (err == TC_OK && !found)
        err = check_quota(c);
    if (err == TC_OK && !found)
        err = make_branch(c, w, &m);
    free(w);
    return err;
}

/* --- A battle that goes on from its record
 * -------------------------------------------------------- */

/* Those who sat there sit here: persons, and the computers that may be named over the wire. */
static enum tc_err seat_of_record(struct srv_call *c, struct wish *w, const struct ses_game *s)
{
    w->o.seats = s->seats;
    w->maker = TC_NONE;
    for (int i = 0; i < s->seats; i++) {
        struct ses_seat *seat = &w->o.seat[i];
        json_t *name = json_string(s->seat[i].name);
        enum tc_err err = srv_check_text(name, "name", 0, SRV_NAME_CHARS, &c->why);
        json_decref(name);
        if (err != TC_OK)
            return err;
        *seat = s->seat[i];
        snprintf(w->name[i], sizeof w->name[i], "%s", seat->name);
        if (strcmp(seat->kind, "program") == 0)
            snprintf(seat->kind, sizeof seat->kind, "person");
        if (strcmp(seat->kind, "person") == 0 && w->maker == TC_NONE)
            w->maker = i;
        else if (strcmp(seat->kind, "person") != 0 && !srv_player_allowed(seat->kind))
            return tc_fail(&c->why, TC_E_NAME, "record",
                           "Its player {0} does not play here; level-1 to level-4 and random "
                           "do.",
                           seat->kind);
    }
    if (w->maker == TC_NONE)
        return tc_fail(&c->why, TC_E_KEY, "record",
                       "A person must sit in one of the seats; in this record nobody does.");
    return TC_OK;
}

/* A position that was corrected is tried before it is taken, each time the game is read. Who
 * spells the word with codes of letters does it to hide something. */
static enum tc_err check_hands(struct srv_call *c, const char *text)
{
    int hands = 0;

    for (; *text; text++)
        hands += strncmp(text, "\"adjust\"", 8) == 0 || strncmp(text, "\\u", 2) == 0;
    if (hands <= SRV_HANDS)
        return TC_OK;
    return tc_fail(&c->why, TC_E_FULL, "record",
                   "A record with more than 200 corrections is not taken here.");
}

/* The game of a record, at its end, with dice of this server from there on. */
static enum tc_err replay_record(struct srv_call *c, struct wish *w, struct ses_game **out)
{
    const json_t *text = json_object_get(c->in, "record");
    const json_t *title = json_object_get(c->in, "title");
    struct rec_lines l;
    struct rec_report report;

    if (!json_is_string(text))
        return tc_fail(&c->why, TC_E_KEY, "record", "Give the text of the record.");
    enum tc_err err =
        title ? srv_check_text(title, "title", 0, SRV_TITLE_CHARS, &c->why) : TC_OK;
    if (err == TC_OK)
        err = check_hands(c, json_string_value(text));
    if (err == TC_OK)
        err =
            rec_split("record", json_string_value(text), json_string_length(text), &l, &c->why);
    if (err != TC_OK)
        return err;
    err = srv_book(l.header.scenario, &w->book, &c->why);
    rec_lines_free(&l);
    if (err == TC_OK)
        err = rec_replay_text("record", json_string_value(text), json_string_length(text),
                              w->book, out, &report, &c->why);
    if (err != TC_OK)
        return err;
    snprintf(w->title, sizeof w->title, "%s",
             title ? json_string_value(title) : w->book->title);
    err = ses_leave_pledge(*out, &c->why);
    if (err == TC_OK)
        err = rec_catch_up(*out, &c->why);
    if (err == TC_OK)
        err = seat_of_record(c, w, *out);
    w->brought = (*out)->lines;
    if (err == TC_OK)
        memcpy((*out)->seat, w->o.seat, sizeof(*out)->seat);
    else
        ses_free(*out);
    return err;
}

enum tc_err srv_api_records(struct srv_call *c)
{
    struct wish *w = calloc(1, sizeof *w);
    struct ses_game *s = NULL;
    struct made m;
    bool found = false;

    TC_BUG_ON(!w);
    enum tc_err err = read_key(c, w);
    if (err == TC_OK)
        err = check_quota(c);
    if (err == TC_OK)
        err = replay_record(c, w, &s);
    if (err == TC_OK) {
        make_tokens(w, &m);
        err = find_made(c, w, &m, &found);
        if (err != TC_OK || found)
            ses_free(s);
    }
    if (err == TC_OK && !found)
        err = keep_game(c, s, w, &m);
    if (err == TC_OK) {
        json_object_set_new(c->out, "scenario", json_string(w->book->id));
        json_object_set_new(c->out, "title", json_string(w->title));
    }
    free(w);
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
