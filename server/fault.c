/* server/fault.c - a mistake of ours in one game does not end the others.
 *
 * TC_BUG_ON says that something is not as it must be; going on with it could make it worse, so
 * a program ends there. In a server all games would end with the one that was hit, and if it is
 * met while that game is read, again after each start. Here the call in which it was met ends
 * instead: it never returns, what it had in its hands is lost (some memory), and the game whose
 * lock it held is let go of as it is. The record in the store is what it was; the next who asks
 * has the game read from there. A game in which it happens again and again is set aside.
 *
 * That is sound because kernel, boards, rules, players, protocol and drawing hold no lock,
 * write to no file and keep nothing between calls: all they can have spoilt is the game in
 * memory, or a copy of it. A lock of the server's own around them is taken by srv_locked.
 * Mistakes in server/ and store/, where locks are held, end the program as ever; so do too many
 * of the others.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/trial.h"
#include "server/own.h"

enum { MOST = 100 }; /* then it is better to start anew */

static const char *const spared[] = { "server/", "store/", NULL };
static _Thread_local struct srv_game *held;

/* --- The lock of a game ------------------------------------------------------------------ */

void srv_game_lock(struct srv_game *g)
{
    pthread_mutex_lock(&g->lock);
    held = g;
}

bool srv_game_trylock(struct srv_game *g)
{
    if (pthread_mutex_trylock(&g->lock) != 0)
        return false;
    held = g;
    return true;
}

void srv_game_unlock(struct srv_game *g)
{
    held = NULL;
    pthread_mutex_unlock(&g->lock);
}

/* --- The guard --------------------------------------------------------------------------- */

static void tell(const struct trial_met *met)
{
    srv_log("error", "fault",
            json_pack("{ss* ss si ss}", "game", held ? held->id : NULL, "file", met->file,
                      "line", met->line, "bug", met->what));
    srv_count(SRV_C_FAULTS);
}

enum srv_end srv_contain(void (*run)(void *ctx), void *ctx)
{
    struct trial_met met;

    if (trial_watch(run, ctx, spared, &met))
        return SRV_FINE;
    tell(&met);
    if (atomic_fetch_add(&srv->faults, 1) + 1 >= MOST)
        tc_bug(met.file, met.line, met.what);
    if (!held)
        return SRV_FAULT;
    srv_game_fault(held);
    srv_game_unlock(held);
    return SRV_GAME_FAULT;
}

void srv_locked(pthread_mutex_t *m, void (*run)(void *ctx), void *ctx)
{
    struct trial_met met;

    pthread_mutex_lock(m);
    bool fine = trial_watch(run, ctx, spared, &met);
    pthread_mutex_unlock(m);
    if (!fine)
        tc_bug(met.file, met.line, met.what); /* to the guard around us */
}

/* --- For tests --------------------------------------------------------------------------- */

#if defined(TC_DEBUG) && TC_DEBUG
static const char *trip;
static void (*hook_before)(const char *rule);

static void trip_over(const char *rule)
{
    if (hook_before)
        hook_before(rule);
    if (rule && strcmp(rule, trip) == 0)
        tc_bug("rules/trip.c", 1, "a rule that was named to trip over");
}

void srv_trip_open(void)
{
    trip = getenv("TRICORNE_TRIP");
    if (!trip || tc_rule_hook == trip_over)
        return;
    hook_before = tc_rule_hook;
    tc_rule_hook = trip_over;
}
#else
void srv_trip_open(void)
{
}
#endif
