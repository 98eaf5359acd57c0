/* rules/bayonet/move.c - units move one after the other: 3.3.2, 5.2, 5.3, chapter 7.
 *
 * Units free to go where they like move leg by leg (or to a hex named at once: leg.c). Units
 * with a duty (out of their box, isolated) choose among the places where the duty is best
 * fulfilled.
 */
#include "rules/bayonet/attack.h"
#include "rules/bayonet/move.h"

/* Told further down: */
static bool any_pickable(const struct bay_book *bk, const struct bay_state *s);
static void moved_all(struct bay_turn *t);
static bool pickable(const struct bay_book *bk, const struct bay_state *s, int u,
                     struct tc_refusal *why);
static int mate_of(const struct bay_book *bk, const struct bay_state *s, int u,
                   struct tc_refusal *why);

/* Out of the box without excuse (B-4.2.4b). */
static bool must_return(const struct bay_book *bk, const struct bay_state *s, int u)
{
    if (s->now.compliant || s->units[u].locks ||
        bay_impact_at(s, s->units[u].hex) == BAY_EFFECTIVE)
        return false; /* RUL-19: pinned units are excused */
    return s->brigades[s->now.brigade].exempt_by < 0 && bay_astray(bk, s, u);
}

bool bay_acts_now(const struct bay_book *bk, const struct bay_state *s, int u, const char *rule,
                  struct tc_refusal *why)
{
    if (bay_brigade_of(bk, u) != s->now.brigade)
        return tc_refuse(why, rule, BAY_R_OTHER_BRIGADE, u, s->now.brigade, 0);
    return bay_fights(s, u) || tc_refuse(why, rule, BAY_R_UNIT_GONE, u, 0, 0);
}

/* The first unit that may not be left standing, or TC_NONE. */
static int has_duty(const struct bay_book *bk, const struct bay_state *s)
{
    const struct bay_brigade_def *def = &bk->brigade[s->now.brigade];

    for (int u = def->first; u < def->first + def->units; u++)
        if (pickable(bk, s, u, NULL) &&
            (s->now.isolated_turn || must_return(bk, s, u) || bay_must_charge(bk, s, u)))
            return u;
    return TC_NONE;
}

void bay_step_move(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;

    if (!any_pickable(t->bk, s)) {
        moved_all(t);
        return;
    }
    struct tc_act a = *tc_ask(u, s->head.active, BAY_Q_MOVE, "B-3.3.2a", s->now.brigade, 0, 0);
    if (a.verb == BAY_V_DONE) {
        moved_all(t);
        return;
    }
    int unit = a.arg[0];
    s->now.mate = TC_NONE;
    if (a.verb == BAY_V_MOVE_STACK)
        s->now.mate = (int16_t)mate_of(t->bk, s, unit, NULL);
    s->now.mover = (int16_t)unit;
    bool astray = !s->now.compliant && bay_astray(t->bk, s, unit);
    bool charges = s->brigades[s->now.brigade].order == BAY_CHARGE && s->now.mate < 0;
    if (astray || s->units[unit].isolated) {
        bay_do_duty(t, unit);
    } else {
        if (charges && bay_can_charge(t->bk, s, unit)) /* B-5.2e */
            bay_charge_move(t, unit);
        if (!s->units[unit].moved) /* B-5.4v */
            bay_march(t);
    }
    s->now.mover = s->now.mate = TC_NONE;
}

/* Anything left to move? */
static bool any_pickable(const struct bay_book *bk, const struct bay_state *s)
{
    const struct bay_brigade_def *def = &bk->brigade[s->now.brigade];

    for (int u = def->first; u < def->first + def->units; u++)
        if (pickable(bk, s, u, NULL))
            return true;
    return false;
}

/* The others are done: the isolated units have their turn, then come the attacks. */
static void moved_all(struct bay_turn *t)
{
    if (!t->s->now.isolated_turn) {
        t->s->now.isolated_turn = 1;
        return;
    }
    t->s->head.step = BAY_S_ATTACKS;
}

bool bay_judge_move(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (a->verb == BAY_V_DONE) {
        int u = has_duty(bk, s);
        struct tc_act near = { .verb = BAY_V_MOVE, .arg = { u } };
        if (u < 0)
            return true;
        return tc_refuse_near(why, &near,
                              s->now.isolated_turn    ? "B-5.2c"
                              : must_return(bk, s, u) ? "B-4.2.4b"
                                                      : "B-5.4h",
                              s->now.isolated_turn    ? BAY_R_MUST_REJOIN
                              : must_return(bk, s, u) ? BAY_R_MUST_RETURN
                                                      : BAY_R_MUST_MOVE,
                              u);
    }
    if (!pickable(bk, s, a->arg[0], why))
        return false;
    return a->verb == BAY_V_MOVE || mate_of(bk, s, a->arg[0], why) >= 0;
}

/* The unit it shares its hex with, if both may move as one (B-9.1.1a). */
static int mate_of(const struct bay_book *bk, const struct bay_state *s, int u,
                   struct tc_refusal *why)
{
    int h = s->units[u].hex, v = bay_troops(bk, s, h);

    if (bay_is_garrison(bk, s, h))
        return tc_refuse(why, "B-9.1.1a", BAY_R_GARRISON_APART, u, 0, 0), TC_NONE;
    if (bay_count(bk, s, h) != 2)
        return tc_refuse(why, "B-9.1.1a", BAY_R_ALONE, u, h, 0), TC_NONE;
    if (v != u)
        return tc_refuse(why, "B-9.1.1a", BAY_R_NAME_TOP, u, v, 0), TC_NONE;
    v = bay_next_troops(bk, s, v);
    if (!pickable(bk, s, v, why))
        return TC_NONE;
    for (int i = 0; i < 2; i++)
        if (bay_must_charge(bk, s, i ? v : u))
            return tc_refuse(why, "B-5.4h", BAY_R_CHARGES_ALONE, i ? v : u, 0, 0), TC_NONE;
    if (!s->now.compliant && bay_astray(bk, s, u)) /* each finds its own way back */
        return tc_refuse(why, must_return(bk, s, u) ? "B-5.4h" : "B-4.2g", BAY_R_RETURNS_ALONE,
                         u, 0, 0),
               TC_NONE;
    return v;
}

int bay_count_move(const struct tc_view *v)
{
    BAY_VIEW(v);
    return 1 + 2 * bk->brigade[s->now.brigade].units;
}

bool bay_nth_move(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int u = bk->brigade[s->now.brigade].first + (i - 1) / 2;

    if (i == 0) {
        out->verb = BAY_V_DONE;
        return true;
    }
    out->verb = i & 1 ? BAY_V_MOVE : BAY_V_MOVE_STACK;
    out->arg[0] = u;
    return (i & 1) || (bay_fights(s, u) && bay_troops(bk, s, s->units[u].hex) == u);
}

static bool pickable(const struct bay_book *bk, const struct bay_state *s, int u,
                     struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[u];

    if (bay_is_art(bk, u))
        return tc_refuse(why, "B-7.0g", BAY_R_IS_BATTERY, u, 0, 0);
    if (bay_is_marker(s, u))
        return tc_refuse(why, "B-13.1e", BAY_R_ROUTED, u, 0, 0);
    if (!bay_acts_now(bk, s, u, "B-3.3.2a", why))
        return false;
    if (x->moved)
        return tc_refuse(why, "B-3.3.2a", BAY_R_MOVED, u, 0, 0);
    if (x->locks)
        return tc_refuse(why, "B-11.2.3b", BAY_R_LOCKED, u, 0, 0);
    if (x->isolated && !s->now.isolated_turn)
        return tc_refuse(why, "B-RUL-26", BAY_R_ISOLATED_LAST, u, 0, 0);
    if (!x->isolated && s->now.isolated_turn)
        return tc_refuse(why, "B-RUL-26", BAY_R_ISOLATED_ONLY, u, 0, 0);
    return true;
}
