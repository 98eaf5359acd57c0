/* server/clock.c - time to think: by the move in days, or by the side in minutes.
 *
 * A clock runs in time of service: seconds since 1970 less those in which no server was there
 * (store/clock.c), so that nobody loses time while the server is down. What is left stands
 * in the key "time", written in the same commit as the line that changes it. When the next
 * look is due stands in the store too, so that games nobody looks at are not forgotten.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

enum {
    DAY = 24 * 3600,
    MOST_DAYS = 30,
    MOST_MINUTES = 600,
    MOST_INCREMENT = 600,
    AT_ONCE = 16, /* games looked at in a tick */
    BEAT_SECONDS = 10,
};

static int64_t service_time(void)
{
    return srv_now() - srv->down;
}

/* --- What the maker chooses -----------------------------------------------------------------
 */

static enum tc_err bad_clock(struct tc_why *why)
{
    return tc_fail(
        why, TC_E_RANGE, "clock",
        "A clock has days (1 to 30) for each move, or minutes (1 to 600) for each side "
        "and an increment in seconds (0 to 600); then is forfeit or computer.");
}

enum tc_err srv_read_clock(const json_t *j, struct tc_why *why)
{
    static const char *const keys[] = { "days", "minutes", "increment", "then", NULL };
    const json_t *days = json_object_get(j, "days"), *minutes = json_object_get(j, "minutes");
    const json_t *more = json_object_get(j, "increment");
    const char *then = json_string_value(json_object_get(j, "then"));
    int64_t n;

    if (!j || json_is_null(j))
        return TC_OK;
    if (!json_is_object(j))
        return bad_clock(why);
    if (!js_only_keys(j, keys, "clock", why))
        return why->err;
    if (!days == !minutes || (days && more) || !then ||
        (strcmp(then, "forfeit") != 0 && strcmp(then, "computer") != 0))
        return bad_clock(why);
    if (days ? !srv_read_number(days, MOST_DAYS, &n) || n < 1
             : !srv_read_number(minutes, MOST_MINUTES, &n) || n < 1)
        return bad_clock(why);
    return more && !srv_read_number(more, MOST_INCREMENT, &n) ? bad_clock(why) : TC_OK;
}

static int64_t number(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static int64_t full_time(const struct srv_game *g)
{
    int64_t days = number(g->clock, "days");

    return days ? days * DAY : number(g->clock, "minutes") * 60;
}

/* --- What is left ---------------------------------------------------------------------------
 */

/* Everybody has sat down: before that nobody's time runs. */
static bool all_here(const struct srv_game *g)
{
    for (int i = 0; i < g->s->seats; i++)
        if (srv_is_person(g, i) && !g->taken[i])
            return false;
    return true;
}

/* Who is waited for: the seat that is asked, or one that owes a share of the dice. */
static int waited_for(const struct srv_game *g)
{
    int asked = ses_seat_asked(g->s);

    return asked != TC_NONE ? asked : srv_owing_seat(g);
}

/* The side whose time runs, or TC_NONE. */
static int running_side(const struct srv_game *g)
{
    int seat = g->over ? TC_NONE : waited_for(g);

    if (!g->clock || g->s->stopped || !all_here(g) || !srv_is_person(g, seat))
        return TC_NONE;
    return g->s->seat[seat].side;
}

static void read_time(const struct srv_game *g, struct srv_time *t)
{
    const json_t *left = json_object_get(g->time, "left");

    const json_t *back = json_object_get(g->time, "back");

    for (size_t i = 0; i < TC_SIDES; i++) {
        t->left[i] = g->time ? json_integer_value(json_array_get(left, i)) : full_time(g);
        t->back[i] = json_integer_value(json_array_get(back, i));
    }
    t->side = g->time ? (int)number(g->time, "side") : TC_NONE;
    t->since = g->time ? number(g->time, "since") : 0;
    t->far = number(g->time, "far");
    t->sat = number(g->time, "sat");
    t->sat_at = number(g->time, "sat_at");
    t->warned = json_is_true(json_object_get(g->time, "warned"));
}

static json_t *time_json(const struct srv_time *t)
{
    return json_pack("{s[II] si sI sb sI s[II] sI sI}", "left", (json_int_t)t->left[0],
                     (json_int_t)t->left[1], "side", t->side, "since", (json_int_t)t->since,
                     "warned", t->warned, "far", (json_int_t)t->far, "back",
                     (json_int_t)t->back[0], (json_int_t)t->back[1], "sat", (json_int_t)t->sat,
                     "sat_at", (json_int_t)t->sat_at);
}

static int64_t left_now(const struct srv_time *t, int side)
{
    int64_t gone = t->side == side ? service_time() - t->since : 0;

    return t->left[side] - (gone > 0 ? gone : 0);
}

/* A warning comes with a quarter of the time, but a day or a minute before at the latest. */
static int64_t warn_at(const struct srv_game *g)
{
    int64_t quarter = full_time(g) / 4, most = number(g->clock, "days") ? DAY : 60;

    return quarter < most ? quarter : most;
}

/* The time that has run is gone, whoever plays on. */
static void use_up(struct srv_time *t)
{
    if (t->side != TC_NONE)
        t->left[t->side] = left_now(t, t->side);
    t->since = service_time();
}

/* When to look next, in time of service; 0: never. */
static int64_t due_at(const struct srv_game *g, const struct srv_time *t)
{
    if (t->side == TC_NONE)
        return 0;
    int64_t end = t->since + t->left[t->side];
    return t->warned || t->left[t->side] <= warn_at(g) ? end : end - warn_at(g);
}

/* Did the battle get farther than it has ever been? A share of the dice is no move, and an
 * answer given again after it was taken back earns nothing: else time could be made at will. */
static bool goes_farther(const struct srv_game *g, struct srv_time *t)
{
    int64_t answers = g->s->answers;

    if (answers <= t->far)
        return false;
    t->far = answers;
    return true;
}

/* The move is made: stop the one clock, start the other. */
static void turn(const struct srv_game *g, struct srv_time *t)
{
    int side = running_side(g);
    bool farther = goes_farther(g, t), days = number(g->clock, "days") > 0;

    if (t->side != TC_NONE) {
        t->left[t->side] = left_now(t, t->side);
        if (farther)
            t->left[t->side] =
                days ? full_time(g) : t->left[t->side] + number(g->clock, "increment");
    }
    if (farther && days && side != TC_NONE) /* what was taken back may have left less */
        t->left[side] = full_time(g);
    t->side = side;
    t->since = service_time();
    t->warned = false;
}

bool srv_clock_turn(const struct srv_game *g, char **text, int64_t *due)
{
    struct srv_time t;

    if (!g->clock)
        return false;
    read_time(g, &t);
    turn(g, &t);
    json_t *j = time_json(&t);
    *text = json_dumps(j, JSON_COMPACT);
    *due = due_at(g, &t);
    json_decref(j);
    return true;
}

static enum tc_err keep(struct srv_game *g, const struct srv_time *t, struct tc_why *why)
{
    json_t *j = time_json(t);
    char *text = json_dumps(j, JSON_COMPACT);
    struct sto_pair key = { "time", text };
    struct sto_add a = {
        .id = g->id, .key = &key, .keys = 1, .has_due = true, .due = due_at(g, t)
    };
    enum tc_err err = sto_add(srv->store, &a, why);

    if (err == TC_OK) {
        srv_game_wrote(g, true);
        json_decref(g->time);
        g->time = json_incref(j);
    }
    json_decref(j);
    free(text);
    return err;
}

void srv_clock_start(struct srv_game *g)
{
    struct srv_time t;
    struct tc_why why;

    if (!g->clock || !g->s || running_side(g) == TC_NONE)
        return;
    read_time(g, &t);
    if (t.side == running_side(g))
        return;
    t.side = running_side(g);
    t.since = service_time();
    t.warned = false;
    if (keep(g, &t, &why) != TC_OK)
        srv_log_why("clock", &why);
}

json_t *srv_clock_json(const struct srv_game *g)
{
    struct srv_time t;

    if (!g->clock)
        return json_null();
    read_time(g, &t);
    int side = g->over ? TC_NONE : t.side;
    json_t *o = json_deep_copy(g->clock);
    json_object_set_new(
        o, "left", json_pack("[II]", (json_int_t)left_now(&t, 0), (json_int_t)left_now(&t, 1)));
    json_object_set_new(o, "running", side == TC_NONE ? json_null() : json_integer(side));
    json_object_set_new(o, "warning", json_integer(warn_at(g)));
    return o;
}

/* --- When time runs out ---------------------------------------------------------------------
 */

static enum tc_err forfeit(struct srv_game *g, int seat, struct tc_why *why)
{
    enum tc_err err = ses_stop(g->s, SES_FORFEITED, seat, why);

    if (err == TC_OK)
        err = srv_commit(g, why);
    return err != TC_OK ? err : srv_note(g, seat, "forfeit", "", why);
}

static enum tc_err set_key(struct srv_game *g, const char *word, int seat, json_t *value,
                           struct tc_why *why)
{
    char key[24];

    snprintf(key, sizeof key, "%s.%d", word, seat);
    enum tc_err err = srv_game_set(g, key, value, why);
    json_decref(value);
    return err;
}

enum tc_err srv_sit_in(struct srv_game *g, int seat, const char *player, bool late,
                       struct tc_why *why)
{
    struct srv_time t;
    enum tc_err err = set_key(g, "late", seat, late ? json_true() : json_null(), why);

    if (err == TC_OK)
        err = set_key(g, "sub", seat, json_string(player), why);
    if (err == TC_OK)
        err = srv_note(g, seat, "substitute", "", why);
    if (err == TC_OK && g->clock) {
        read_time(g, &t);
        bool asked = !late && t.side == g->s->seat[seat].side;
        use_up(&t);
        t.side = running_side(g);
        t.sat = asked && t.side == TC_NONE ? 1 + (int64_t)ses_number(g->s) : 0;
        t.sat_at = t.since;
        err = keep(g, &t, why);
    }
    srv_go_on(g);
    return err;
}

static enum tc_err warn(struct srv_game *g, struct srv_time *t, int seat, struct tc_why *why)
{
    t->warned = true;
    enum tc_err err = keep(g, t, why);

    if (err == TC_OK)
        err = srv_note(g, seat, "clock", "", why);
    if (err == TC_OK)
        srv_notice_clock(g, seat);
    return err;
}

/* With the lock held, and the game as new as the store. */
static enum tc_err look(struct srv_game *g, struct tc_why *why)
{
    struct srv_time t;
    int side = running_side(g), seat = waited_for(g);
    bool computer = g->clock && strcmp(json_string_value(json_object_get(g->clock, "then")),
                                       "computer") == 0;

    if (srv_owing_seat(g) != TC_NONE)
        computer = false; /* nobody else can give the share */

    if (side == TC_NONE)
        return sto_put_due(srv->store, g->id, 0, why);
    read_time(g, &t);
    if (t.side != side) {
        srv_clock_start(g);
        return TC_OK;
    }
    int64_t left = left_now(&t, side);
    if (left <= 0)
        return computer ? srv_sit_in(g, seat, "level-2", true, why) : forfeit(g, seat, why);
    if (!t.warned && left <= warn_at(g))
        return warn(g, &t, seat, why);
    return sto_put_due(srv->store, g->id, due_at(g, &t), why);
}

static void look_once(void *ctx)
{
    struct srv_game *g = ctx;
    struct tc_why why;

    srv_game_lock(g);
    enum tc_err err = srv_game_load(g, &why);
    if (err == TC_OK)
        err = srv_game_take_up(g, &why);
    if (err == TC_OK)
        err = look(g, &why);
    if (err != TC_OK && err != TC_E_STALE && err != TC_E_NAME)
        srv_log_why("clock", &why);
    srv_game_unlock(g);
}

static void look_at(void *ctx)
{
    struct srv_game *g = ctx;

    srv_contain(look_once, g);
    g->looked = false;
    srv_game_put(g);
}

static bool add_due(void *ctx, const char *id)
{
    struct srv_game *g = srv_game_get(id);

    (void)ctx;
    if (atomic_exchange(&g->looked, true)) {
        srv_game_put(g);
        return true;
    }
    srv_pool_must(srv->pool[SRV_WORK], look_at, g);
    return true;
}

void srv_clock_tick(double now)
{
    struct tc_why why;
    int64_t gone;

    if (now - srv->beaten >= BEAT_SECONDS) {
        srv->beaten = now;
        if (sto_beat(srv->store, srv_now(), &gone, &why) == TC_OK)
            srv->down = gone;
        else
            srv_log_why("clock", &why);
    }
    if (sto_each_due(srv->store, service_time(), AT_ONCE, add_due, NULL, &why) != TC_OK)
        srv_log_why("clock", &why);
}

/* --- Requests: somebody else sits down ------------------------------------------------------
 */

static enum tc_err sits_in(struct srv_call *c, int seat)
{
    if (c->g->sub[seat][0])
        return TC_OK;
    return tc_fail(&c->why, TC_E_TURN, "seat", "A computer does not sit in for this seat.");
}

/* Who left the seat to a computer comes back to it, or somebody of the same side invites for
 * it; when its time ran out anybody who plays does. */
static enum tc_err may_replace(struct srv_call *c, int seat)
{
    const struct ses_seat *s = c->g->s->seat;

    bool left = seat == c->seat || !c->g->taken[seat] || !c->g->put[seat];

    if (c->g->late[seat] || (left && s[seat].side == s[c->seat].side))
        return TC_OK;
    if (!left)
        return tc_fail(&c->why, TC_E_TURN, "seat",
                       "Whoever holds this seat did not leave it, but only was not here: they "
                       "come back to it, or invite somebody themselves.");
    return tc_fail(&c->why, TC_E_TURN, "seat",
                   "Whoever holds this seat left it to a computer and may come back; only "
                   "that side invites somebody else.");
}

enum tc_err srv_api_substitute(struct srv_call *c)
{
    char invite[SRV_TOKEN];
    int64_t seat;

    if (!srv_read_number(json_object_get(c->in, "seat"), c->g->s->seats - 1, &seat))
        return tc_fail(&c->why, TC_E_RANGE, "seat", "seat is the number of a seat.");
    enum tc_err err = sits_in(c, (int)seat);
    if (err == TC_OK)
        err = may_replace(c, (int)seat);
    if (err == TC_OK)
        err = srv_give_token(c->g->id, STO_INVITE + (int)seat, invite, &c->why);
    if (err == TC_OK)
        c->out = json_pack("{si sI ss}", "v", JS_VERSION, "seat", (json_int_t)seat, "invite",
                           invite);
    return err;
}

/* Somebody sits there again. Who was late has full time anew, and half as much each time it
 * happens again. Who only let a computer play has what was left, less the time in which the
 * computer has not answered. Else a clock could be stopped at will. */
static void time_again(const struct srv_game *g, int side, bool late, struct srv_time *t)
{
    bool waited = t->sat && t->sat == 1 + (int64_t)ses_number(g->s);

    use_up(t);
    if (late)
        t->left[side] = full_time(g) >> (t->back[side] < 30 ? t->back[side]++ : 30);
    else if (waited)
        t->left[side] -= t->since - t->sat_at;
    t->sat = 0;
    t->side = running_side(g);
    t->warned = false;
}

enum tc_err srv_clock_sit(struct srv_game *g, int seat, struct tc_why *why)
{
    struct srv_time t;
    bool late = g->late[seat];

    if (!g->sub[seat][0])
        return TC_OK;
    enum tc_err err = set_key(g, "sub", seat, json_null(), why);
    if (err == TC_OK && late)
        err = set_key(g, "late", seat, json_null(), why);
    if (err != TC_OK || !g->clock)
        return err;
    read_time(g, &t);
    time_again(g, g->s->seat[seat].side, late, &t);
    return keep(g, &t, why);
}

/* The holder is back: who was invited to take over is not any more. */
enum tc_err srv_api_resume(struct srv_call *c)
{
    enum tc_err err = sits_in(c, c->seat);

    if (err == TC_OK)
        err = srv_clock_sit(c->g, c->seat, &c->why);
    if (err == TC_OK)
        err = sto_drop_token(srv->store, c->g->id, STO_INVITE + c->seat, &c->why);
    return err == TC_OK ? srv_note(c->g, c->seat, "resume", "", &c->why) : err;
}
