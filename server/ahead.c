/* server/ahead.c - computers that take their time think while a person thinks.
 *
 * One walk after the other (players/ahead.h), on a thread that has the processor only when
 * nobody else wants it: an answer that somebody waits for comes first. It stops where the
 * address has no more than half of its processor time left. What was thought is kept beside the
 * game, in memory only.
 */
#include <stdlib.h>
#include <string.h>

#include "players/ahead.h"
#include "server/own.h"

#define LONGEST 4.0 /* seconds of one walk */

struct srv_ahead {
    atomic_bool stop; /* the battle has gone on */
    bool busy, off;   /* off: it met a mistake of ours */
    uint32_t number;  /* of the question it thinks behind */
    uint32_t walks;   /* from there */
    double spent;
    struct plr_ahead *seen[TC_SEATS];
};

void srv_ahead_free(struct srv_game *g)
{
    for (int i = 0; g->ahead && i < TC_SEATS; i++)
        free(g->ahead->seen[i]);
    free(g->ahead);
}

void srv_ahead_stop(struct srv_game *g)
{
    if (g->ahead)
        atomic_store(&g->ahead->stop, true);
}

void srv_ahead_end(void)
{
    int n;
    struct srv_game **list = srv_games_list(&n);

    for (int i = 0; i < n; i++) {
        srv_game_lock(list[i]);
        srv_ahead_stop(list[i]);
        srv_game_unlock(list[i]);
        srv_game_put(list[i]);
    }
    free(list);
}

bool srv_ahead_recall(const struct srv_game *g, int seat, const struct tc_game *at,
                      struct plr_recalled *out)
{
    const struct plr_ahead *seen = g->ahead ? g->ahead->seen[seat] : NULL;
    const struct plr_recalled *r = seen ? plr_recall(seen, plr_key(at)) : NULL;

    if (r)
        *out = *r;
    return r != NULL;
}

/* A computer of the other side that takes its time, or TC_NONE. */
static int thinker(const struct srv_game *g, struct plr_spec *spec)
{
    int side = g->s->g.u.open.side;
    struct tc_why why;

    for (int i = 0; i < g->s->seats; i++)
        if (!srv_is_person(g, i) && g->s->seat[i].side != side &&
            plr_read(srv_kind(g, i), spec, &why) == TC_OK && plr_thinks_ahead(spec))
            return i;
    return TC_NONE;
}

/* What one walk needs, taken with the lock held. */
struct task {
    struct srv_game *g;
    struct srv_copy copy;
    struct plr_spec spec;
    struct plr_ahead *seen; /* a copy */
    int seat, side;
    uint32_t walk;
    double share;
    char source[64];
};

static bool is_for_person(const struct srv_game *g)
{
    return g->s && !g->over && !g->thinking && !g->tired && !srv->stopping &&
           ses_status(g->s) == TC_WAITS_ANSWER && srv_is_person(g, ses_seat_asked(g->s));
}

/* Is there anything to do behind the open question? */
static bool next_task(struct srv_game *g, struct task *t)
{
    struct srv_ahead *a = g->ahead;

    if (!is_for_person(g) || (a && a->off))
        return false;
    t->seat = thinker(g, &t->spec);
    if (t->seat == TC_NONE)
        return false;
    if (!a) {
        a = g->ahead = calloc(1, sizeof *a);
        TC_BUG_ON(!a);
    }
    if (a->number != ses_number(g->s) + 1) {
        a->number = ses_number(g->s) + 1;
        a->walks = 0;
        a->spent = 0;
    }
    double all = plr_turn_of(&t->spec, g->book);
    t->share = plr_walk_share(&g->budget[t->seat], all, a->walks, &t->walk);
    return t->share > 0 && a->spent < all &&
           (!g->source[0] || srv_limit_spare(SRV_THOUGHT, g->source, srv_clock()));
}

static bool begin(struct task *t)
{
    struct srv_game *g = t->g;

    if (!next_task(g, t))
        return false;
    struct srv_ahead *a = g->ahead;
    a->walks++;
    atomic_store(&a->stop, false);
    srv_copy_game(g, SES_UMPIRE, &t->copy);
    if (!t->copy.same) {
        srv_copy_free(&t->copy);
        return false;
    }
    t->side = g->s->seat[t->seat].side;
    t->seen = calloc(1, sizeof *t->seen);
    TC_BUG_ON(!t->seen);
    if (a->seen[t->seat])
        *t->seen = *a->seen[t->seat];
    memcpy(t->source, g->source, sizeof t->source);
    return true;
}

static void walk_one(void *ctx)
{
    struct task t = { .g = ctx };
    struct srv_game *g = t.g;

    srv_game_lock(g);
    bool any = begin(&t);
    srv_game_unlock(g);
    if (!any)
        return;
    double before = srv_used_so_far();
    struct plr_walker *w = plr_walk_open(&t.spec, g->book, 1);
    plr_walk(w, &t.copy.f.g, t.side, t.walk, t.share, LONGEST, &g->ahead->stop, t.seen);
    plr_walk_close(w);
    srv_copy_free(&t.copy);
    double spent = srv_used_so_far() - before;
    if (t.source[0])
        srv_limit_spend(SRV_THOUGHT, t.source, spent, srv_clock());
    srv_count(SRV_C_AHEAD);
    srv_game_lock(g);
    g->ahead->spent += spent;
    free(g->ahead->seen[t.seat]);
    g->ahead->seen[t.seat] = t.seen;
    srv_game_unlock(g);
}

static void walk_on(void *ctx)
{
    struct srv_game *g = ctx;
    enum srv_end end = srv_contain(walk_one, g);

    srv_game_lock(g);
    g->ahead->busy = false;
    g->ahead->off = end != SRV_FINE;
    srv_think_ahead(g);
    srv_game_unlock(g);
    srv_game_put(g);
}

void srv_think_ahead(struct srv_game *g)
{
    struct task t;

    if ((g->ahead && g->ahead->busy) || !next_task(g, &t))
        return;
    g->ahead->busy = true;
    srv_game_hold(g);
    if (srv_pool_add(srv->pool[SRV_AHEAD], walk_on, g))
        return;
    g->ahead->busy = false;
    srv_game_put(g);
}
