/* server/api_ask.c - what a seat may ask before it answers: odds and advice. */
#include <stdlib.h>
#include <string.h>

#include "kernel/odds.h"
#include "protocol/computer.h"
#include "protocol/umpire.h"
#include "server/kind.h"
#include "server/own.h"

/* --- Odds that are remembered ------------------------------------------------------------- */

enum { KEPT = 64, KEPT_BYTES = 4 << 20 };

/* The position as a side sees it, and the act. */
struct odds_key {
    const struct tc_book *book;
    uint64_t position, act;
    int tongue;
};

struct kept {
    struct odds_key key;
    char *text;
    size_t size;
    uint32_t stamp;
};

struct srv_odds {
    pthread_mutex_t lock;
    struct kept kept[KEPT];
    size_t bytes;
    uint32_t stamp;
};

struct srv_odds *srv_odds_new(void)
{
    struct srv_odds *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

static bool recall(const struct odds_key *k, struct srv_call *c)
{
    bool found = false;

    pthread_mutex_lock(&srv->odds->lock);
    for (int i = 0; i < KEPT && !found; i++) {
        struct kept *e = &srv->odds->kept[i];
        if (!e->text || e->key.book != k->book || e->key.position != k->position ||
            e->key.act != k->act || e->key.tongue != k->tongue)
            continue;
        c->text = malloc(e->size + 1);
        TC_BUG_ON(!c->text);
        memcpy(c->text, e->text, e->size + 1);
        c->text_size = e->size;
        e->stamp = ++srv->odds->stamp;
        found = true;
    }
    pthread_mutex_unlock(&srv->odds->lock);
    return found;
}

static void forget(struct kept *e)
{
    srv->odds->bytes -= e->size;
    free(e->text);
    *e = (struct kept){ 0 };
}

static struct kept *oldest(void)
{
    struct kept *o = NULL;

    for (int i = 0; i < KEPT; i++)
        if (srv->odds->kept[i].text && (!o || srv->odds->kept[i].stamp < o->stamp))
            o = &srv->odds->kept[i];
    return o;
}

static void remember(const struct odds_key *k, const char *text, size_t size)
{
    struct kept *e = NULL;

    if (size > KEPT_BYTES / 4)
        return;
    pthread_mutex_lock(&srv->odds->lock);
    while (srv->odds->bytes + size > KEPT_BYTES)
        forget(oldest());
    for (int i = 0; i < KEPT && !e; i++)
        if (!srv->odds->kept[i].text)
            e = &srv->odds->kept[i];
    if (!e) {
        e = oldest();
        forget(e);
    }
    *e = (struct kept){ *k, strdup(text), size, ++srv->odds->stamp };
    TC_BUG_ON(!e->text);
    srv->odds->bytes += size;
    pthread_mutex_unlock(&srv->odds->lock);
}

void srv_odds_free(struct srv_odds *p)
{
    for (int i = 0; p && i < KEPT; i++)
        free(p->kept[i].text);
    free(p);
}

/* --- Odds within a time ---------------------------------------------------------------------
 */

/* Branches walked before odds are sampled, and samples then: as many as the time allows. The
 * kernel knows no clock, so a small part is tried first, to see how long a branch takes. */
enum { ODDS_LIMIT = 200000, ODDS_SAMPLES = 20000, TRY_LIMIT = 2000, TRY_SAMPLES = 200 };
#define ODDS_SECONDS 1.0

static uint64_t at_most(double n, uint64_t most)
{
    return n < 100 ? 100 : n < (double)most ? (uint64_t)n : most;
}

static enum tc_err weigh(struct srv_copy *seen, struct srv_copy *work, const struct tc_act *a,
                         struct tc_odds *odds, struct srv_call *c)
{
    enum tc_err err =
        tc_odds_of(&seen->f.g, a, &work->f.g, TRY_LIMIT, 1, 2, odds, &c->refusal, &c->why);

    if (err != TC_OK || odds->exact)
        return err;
    /* Of a long act fewer branches are walked than the limit says: only samples are timed. */
    double start = srv_clock();
    err = tc_odds_of(&seen->f.g, a, &work->f.g, 0, TRY_SAMPLES, 2, odds, &c->refusal, &c->why);
    double each = (srv_clock() - start) / TRY_SAMPLES;
    if (err != TC_OK)
        return err;
    double most = ODDS_SECONDS / 2 / each;
    return tc_odds_of(&seen->f.g, a, &work->f.g, at_most(most, ODDS_LIMIT),
                      at_most(most, ODDS_SAMPLES), 2, odds, &c->refusal, &c->why);
}

static enum tc_err make_odds(struct srv_call *c, struct srv_copy *seen, struct srv_copy *work,
                             const struct tc_act *a, int n)
{
    struct odds_key key = { c->g->book, tc_game_hash(&seen->f.g),
                            tc_hash(a, (size_t)n * sizeof *a, 7), srv_speaking() };

    if (recall(&key, c))
        return TC_OK;
    enum tc_err err = ses_lead_to(&seen->f.g, a, n - 1, &c->refusal, &c->why);
    if (err != TC_OK)
        return err;
    struct tc_odds *odds = calloc(1, sizeof *odds);
    TC_BUG_ON(!odds);
    a += n - 1;
    err = weigh(seen, work, a, odds, c);
    if (err == TC_OK) {
        json_t *o = json_pack("{si so}", "v", JS_VERSION, "odds", js_odds(c->g->book, a, odds));
        c->text = json_dumps(o, JSON_COMPACT);
        TC_BUG_ON(!c->text);
        c->text_size = strlen(c->text);
        json_decref(o);
        remember(&key, c->text, c->text_size);
    }
    free(odds);
    return err;
}

enum tc_err srv_api_odds(struct srv_call *c)
{
    struct srv_copy seen, work;
    struct tc_act *a = NULL;
    int n = 0;
    enum tc_err err = srv_need_side(c);

    if (err == TC_OK && !json_object_get(c->in, "act") && !json_object_get(c->in, "acts"))
        err = tc_fail(&c->why, TC_E_KEY, "act", "Name the act.");
    if (err == TC_OK)
        err = proto_read_act_or_acts(c->g->book, c->in, &a, &n, &c->why);
    if (err == TC_OK)
        err = ses_why_not(c->g->s, a, &c->refusal, &c->why);
    if (err != TC_OK) {
        free(a);
        return err;
    }
    srv_copy_game(c->g, c->seat, &seen);
    srv_copy_game(c->g, c->seat, &work);
    srv_unlock(c);
    if (seen.same)
        err = make_odds(c, &seen, &work, a, n);
    else
        err = tc_fail(&c->why, TC_E_TURN, "odds",
                      "The odds hang on what this seat does not know.", "", "", "");
    srv_copy_free(&seen);
    srv_copy_free(&work);
    free(a);
    return err;
}

/* --- Advice ----------------------------------------------------------------------------------
 */

enum tc_err srv_api_suggest(struct srv_call *c)
{
    const json_t *who = json_object_get(c->in, "player");
    const char *player = who ? json_string_value(who) : "level-4";
    struct plr_spec spec;
    struct srv_copy copy;
    struct tc_act a;
    enum tc_err err = srv_need_side(c);

    if (err == TC_OK && (!player || !srv_player_allowed(player)))
        err = tc_fail(&c->why, TC_E_NAME, "player", "Ask level-1 to level-4.", "", "", "");
    if (err == TC_OK)
        err = plr_read(player, &spec, &c->why);
    if (err == TC_OK && spec.method == PLR_RANDOM)
        err = tc_fail(&c->why, TC_E_NAME, "player", "This player does not think.", "", "", "");
    if (err != TC_OK)
        return err;
    uint64_t seed = ses_number(c->g->s);
    srv_copy_game(c->g, c->g->book->rules->keeps ? c->seat : SES_UMPIRE, &copy);
    if (!copy.same) {
        srv_copy_free(&copy);
        return tc_fail(&c->why, TC_E_TURN, "suggest",
                       "Advice hangs on what this seat does not know.");
    }
    srv_unlock(c);
    spec.lots = 0;
    struct plr_player *p = plr_open(&spec, c->g->book, seed);
    plr_decide(p, &copy.f.g, &a);
    plr_explain(p, &copy.f.g);
    c->out = json_pack("{si so}", "v", JS_VERSION, "advice",
                       com_advice_json(c->g->book, ses_manner(c->g->s), plr_why(p)));
    plr_close(p);
    srv_copy_free(&copy);
    return TC_OK;
}
