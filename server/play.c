/* server/play.c - moving games on: lines into the store, computers and standing orders. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/ahead.h"
#include "protocol/course.h"
#include "server/own.h"

/* --- Lines ------------------------------------------------------------------------------ */

enum tc_err srv_collect(void *ctx, struct ses_game *s, const struct ses_line *l,
                        struct tc_why *why)
{
    struct srv_game *g = ctx;

    (void)why;
    if (g->fresh_n == g->fresh_room) {
        g->fresh_room = g->fresh_room ? g->fresh_room * 2 : 4;
        g->fresh = realloc(g->fresh, (size_t)g->fresh_room * sizeof *g->fresh);
        TC_BUG_ON(!g->fresh);
    }
    g->fresh[g->fresh_n++] = (struct srv_fresh){ l->n, ses_line_text(s, l) };
    return TC_OK;
}

void srv_drop_fresh(struct srv_game *g)
{
    for (int i = 0; i < g->fresh_n; i++)
        free(g->fresh[i].text);
    g->fresh_n = 0;
}

/* A seed the store does not know yet is stored with the first line it rolls for. */
static bool new_seed(const struct srv_game *g, char out[33])
{
    const struct ses_game *s = g->s;

    if (s->typed_dice || s->seed_known ||
        memcmp(g->seed_kept, s->seed, sizeof g->seed_kept) == 0)
        return false;
    srv_put_seed(s->seed, out);
    return true;
}

static void keep_time(struct srv_game *g, const char *text)
{
    if (!text)
        return;
    json_decref(g->time);
    g->time = json_loads(text, 0, NULL);
}

static enum tc_err store_fresh(struct srv_game *g, struct tc_why *why)
{
    struct sto_line *line = calloc((size_t)g->fresh_n, sizeof *line);

    TC_BUG_ON(!line);
    for (int i = 0; i < g->fresh_n; i++)
        line[i] = (struct sto_line){ g->fresh[i].n, g->fresh[i].text };
    struct sto_add a = {
        .id = g->id, .line = line, .lines = g->fresh_n, .after = g->quick ? g->now.rev : 0
    };
    char seed[33];
    if (new_seed(g, seed)) {
        a.seed = seed;
        a.seed_line = g->s->seed_line;
    }
    struct sto_pair time = { "time", NULL };
    char *text = NULL;
    a.has_due = srv_clock_turn(g, &text, &a.due);
    time.text = text;
    a.key = &time;
    a.keys = a.has_due;
    enum tc_err err = sto_add(srv->store, &a, why);
    free(line);
    if (err == TC_OK) {
        srv_game_wrote(g, a.has_due);
        keep_time(g, text);
    }
    free(text);
    if (err != TC_OK)
        return err;
    if (a.seed)
        memcpy(g->seed_kept, g->s->seed, sizeof g->seed_kept);
    return TC_OK;
}

enum tc_err srv_commit(struct srv_game *g, struct tc_why *why)
{
    if (g->fresh_n) {
        enum tc_err err = store_fresh(g, why);
        if (g->quick && err != TC_OK &&
            err != TC_E_FILE) { /* it is tried again, asking first */
            srv_game_forget(g);
            return err;
        }
        if (err != TC_OK) {
            srv_count(err == TC_E_STALE ? SRV_C_STALE : SRV_C_STORE_FAILED);
            if (err != TC_E_STALE)
                srv_log_why("store", why);
            srv_game_forget(g);
            if (err == TC_E_STALE)
                return tc_fail(why, err, "answer",
                               "Another server has gone on with this game; look again.");
            return tc_fail(why, TC_E_FILE, "store",
                           "The store cannot write; nothing was done.");
        }
        g->touched = srv_now();
        srv_ahead_stop(g);
        srv_drop_fresh(g);
        srv_take_stop(g);
    }
    srv_stream_lines(g);
    srv_notice(g);
    return TC_OK;
}

/* --- Copies to think about
 * -------------------------------------------------------------------- */

void srv_copy_game(const struct srv_game *g, int seat, struct srv_copy *out)
{
    const struct tc_query *a = &g->s->g.u.open, *b = &out->f.g.u.open;

    ses_fork_init(g->s, &out->f);
    ses_fork_fill(g->s, seat, 1, &out->f);
    out->f.g.u.dice = TC_DICE_TYPED; /* nothing new is rolled on the way to the question */
    tc_game_go(&out->f.g);
    out->same = out->f.g.status == TC_WAITS_ANSWER && g->s->g.status == TC_WAITS_ANSWER &&
                a->question == b->question && a->side == b->side;
}

void srv_copy_free(struct srv_copy *c)
{
    ses_fork_free(&c->f);
}

/* --- Standing orders
 * --------------------------------------------------------------------------- */

enum { AWAY = TC_NONE - 1 }; /* no verb of the rules: who runs goes the natural way */

/* The verb the seat's orders name for the open question, AWAY or TC_NONE. */
static int ordered_verb(const struct srv_game *g, int seat)
{
    const struct tc_ruleset *r = g->book->rules;
    const char *question = r->questions[g->s->g.u.open.question].decl.name;
    size_t i;
    const json_t *o;

    json_array_foreach(g->orders[seat], i, o)
    {
        const char *q = json_string_value(json_object_get(o, "question"));
        const char *verb = json_string_value(json_object_get(o, "verb"));
        if (q && verb && strcmp(q, question) == 0 && strcmp(verb, "away") == 0 &&
            crs_is_flight(r, g->s->g.u.open.question))
            return AWAY;
        for (int v = 0; q && verb && strcmp(q, question) == 0 && v < r->verb_count; v++)
            if (r->verbs[v].name && strcmp(r->verbs[v].name, verb) == 0)
                return v;
    }
    return TC_NONE;
}

static bool ordered_act(const struct srv_game *g, int seat, struct tc_act *out)
{
    int verb = ordered_verb(g, seat);
    bool found = false;

    if (verb == TC_NONE)
        return false;
    if (verb == AWAY)
        return crs_away(g->s, seat, out);
    struct tc_offers *offers = calloc(1, sizeof *offers);
    TC_BUG_ON(!offers);
    ses_list_answers(g->s, offers);
    for (int i = 0; i < offers->n && !found; i++)
        if (offers->act[i].verb == verb) {
            *out = offers->act[i];
            found = true;
        }
    free(offers);
    return found;
}

/* --- Computers
 * --------------------------------------------------------------------------------------- */

static bool has_order(const struct srv_game *g, int seat)
{
    struct tc_act a;

    return g->orders[seat] && ordered_act(g, seat, &a);
}

/* Is it for the seat's staff to think about? */
static struct stf *staff_asked(const struct srv_game *g, int seat)
{
    struct stf *f = srv_staff_at_work(g, seat);

    return f && stf_asked(f, g->s, seat) ? f : NULL;
}

/* Does a machine answer what is asked now? */
static bool is_ours(const struct srv_game *g)
{
    if (!g->s || g->over || ses_status(g->s) != TC_WAITS_ANSWER)
        return false;
    int seat = ses_seat_asked(g->s);
    return !srv_is_person(g, seat) || has_order(g, seat) || staff_asked(g, seat);
}

/* What a computer player says to a copy of the game, without its lock. */
static void think(struct srv_game *g, int seat, const struct srv_copy *copy, uint64_t seed,
                  const char *kind, const struct plr_recalled *known, struct tc_act *out,
                  struct plr_advice **advice)
{
    struct plr_spec spec;
    struct tc_why why;

    if (plr_read(kind, &spec, &why) != TC_OK || spec.method == PLR_PROGRAM)
        TC_BUG_ON(plr_read("level-1", &spec, &why) != TC_OK);
    struct plr_player *p = plr_open(&spec, g->book, seed);
    plr_lend(p, &g->budget[seat]);
    plr_remind(p, known);
    plr_decide(p, &copy->f.g, out);
    if (plr_why(p)->n) {
        *advice = malloc(sizeof **advice);
        TC_BUG_ON(!*advice);
        **advice = *plr_why(p);
    }
    plr_close(p);
}

/* Numbers of their own for computer players: not from the seed of the dice, unless somebody
 * chose it and the whole battle is to come out the same. */
static uint64_t lots_of(struct srv_game *g, int seat)
{
    if (g->s->seeded)
        return tc_hash(g->s->seed, sizeof g->s->seed, (uint64_t)seat + 1);
    if (!g->lots)
        randombytes_buf(&g->lots, sizeof g->lots);
    return tc_hash(&g->lots, sizeof g->lots, (uint64_t)seat + 1);
}

/* After it has thought: does the staff answer, or is it for the person? */
static bool staff_gives(struct srv_game *g, int seat, const struct plr_advice *advice,
                        struct tc_act *act)
{
    struct stf *f = srv_is_person(g, seat) ? staff_asked(g, seat) : NULL;

    if (!f || !stf_choose(f, g->s, seat, advice, act))
        return false;
    stf_gave(f, act);
    return true;
}

/* With the lock held before and after, not while thinking. */
static bool computer_answer(struct srv_game *g)
{
    int seat = ses_seat_asked(g->s);
    uint32_t number = ses_number(g->s);
    uint64_t seed = lots_of(g, seat) ^ number;
    struct srv_copy copy;
    struct tc_act act;
    struct plr_advice *advice = NULL;
    char kind[SES_KIND];
    struct tc_why why;

    memset(&act, 0, sizeof act);
    const struct stf *staff = srv_is_person(g, seat) ? staff_asked(g, seat) : NULL;
    bool by_staff = staff != NULL;
    snprintf(kind, sizeof kind, "%s", staff ? staff->player : srv_kind(g, seat));
    srv_copy_game(g, SES_UMPIRE, &copy);
    TC_BUG_ON(!copy.same);
    struct plr_recalled known;
    bool knows = !by_staff && srv_ahead_recall(g, seat, &copy.f.g, &known);
    char source[sizeof g->source];
    memcpy(source, g->source, sizeof source);
    srv_game_unlock(g);
    double before = srv_used_so_far();
    think(g, seat, &copy, seed, kind, knows ? &known : NULL, &act, &advice);
    srv_copy_free(&copy);
    if (source[0])
        srv_limit_spend(SRV_THOUGHT, source, srv_used_so_far() - before, srv_clock());
    srv_game_lock(g);
    free(g->advice[seat]);
    g->advice[seat] = advice;
    if (srv_game_load(g, &why) != TC_OK || !is_ours(g) || ses_number(g->s) != number ||
        ses_seat_asked(g->s) != seat || (by_staff && !staff_gives(g, seat, advice, &act)))
        return false;
    if (ses_answer(g->s, seat, number, &act, NULL, &why) != TC_OK ||
        srv_commit(g, &why) != TC_OK) {
        if (why.err != TC_E_STALE)
            srv_log_why("computer", &why);
        srv_game_forget(g); /* the next who asks for it finds it as it is stored */
        return false;
    }
    srv_count(SRV_C_COMPUTER);
    if (knows)
        srv_count(SRV_C_KNOWN);
    return true;
}

static bool order_answer(struct srv_game *g)
{
    int seat = ses_seat_asked(g->s);
    struct tc_act act;
    struct tc_why why;

    if (!ordered_act(g, seat, &act))
        return false;
    if (ses_answer(g->s, seat, SES_ANY_NUMBER, &act, NULL, &why) != TC_OK ||
        srv_commit(g, &why) != TC_OK) {
        srv_log_why("orders", &why);
        srv_game_forget(g);
        return false;
    }
    srv_count(SRV_C_ORDERS);
    return true;
}

static void play_one(void *ctx)
{
    struct srv_game *g = ctx;
    struct tc_why why;

    srv_game_lock(g);
    if (!srv->stopping && srv_game_load(g, &why) == TC_OK && is_ours(g)) {
        int seat = ses_seat_asked(g->s);
        if (srv_is_person(g, seat) && has_order(g, seat))
            order_answer(g);
        else
            computer_answer(g);
    }
    srv_game_unlock(g);
}

/* The computer whose turn it is, if one's is; the game may have been let go of. */
static void play_next(void *ctx)
{
    struct srv_game *g = ctx;
    struct tc_why why;

    srv_game_lock(g);
    if (!srv->stopping && (g->s || (g->faults && srv_game_load(g, &why) == TC_OK)))
        srv_go_on(g);
    srv_game_unlock(g);
}

/* One answer, then the others have their turn. */
static void play_on(void *ctx)
{
    struct srv_game *g = ctx;
    enum srv_end end = srv_contain(play_one, g);

    srv_game_lock(g);
    if (end == SRV_FAULT) /* in its thoughts: the same would be met again and again */
        srv_game_fault(g);
    g->thinking = false;
    srv_game_unlock(g);
    srv_contain(play_next, g);
    srv_game_put(g);
}

/* Somebody listens, or has asked within the idle time: for nobody computers do not play. */
static bool somebody(const struct srv_game *g)
{
    return g->stream || srv_clock() - g->asked_at < srv->o.idle;
}

/* Has the address for which the computers play used up its share? Then they wait. */
static bool must_rest(struct srv_game *g)
{
    double now = srv_clock();

    if (g->rests > now)
        return true;
    int wait = g->source[0] ? srv_limit_work(SRV_THOUGHT, g->source, now) : 0;
    g->rests = wait ? now + wait : 0;
    return wait > 0;
}

void srv_rested(struct srv_game *g, double now)
{
    if (g->rests > 0 && now >= g->rests && g->s)
        srv_go_on(g);
}

void srv_go_on(struct srv_game *g)
{
    if (g->thinking || g->tired || srv->stopping || !somebody(g))
        return;
    if (!is_ours(g))
        srv_think_ahead(g);
    if (!is_ours(g) || must_rest(g))
        return;
    g->thinking = true;
    srv_game_hold(g);
    srv_pool_must(srv->pool[SRV_PLAY], play_on, g);
}
