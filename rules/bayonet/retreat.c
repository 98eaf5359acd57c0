/* rules/bayonet/retreat.c - retreats, units that cannot retreat, advances: 9.4, 11.3.4, 11.7.
 */
#include "rules/bayonet/combat.h"

/* How a unit comes into a hex: of its own will; as combat drives or draws it; or after guns or
 * fugitives, which costs it neither casualty nor Disorder (B-10.5b, B-13.2b). */
enum entry { MARCHES, FIGHTS, TAKES };

/* How the log tells it: moved_told of words.def. */
enum told { MOVED_TO, FELL_BACK = 3, ADVANCED };

enum { REFUGES = 42 };

/* Told further down: */
static int refuge(const struct bay_book *bk, const struct bay_state *s, int u, int mask, int i,
                  int *through);
static bool has_refuge(const struct bay_book *bk, const struct bay_state *s, int u, int mask);
static void abandon_guns(struct bay_turn *t, int h);
static bool shelter(const struct bay_book *bk, const struct bay_state *s, int u, int h);
static bool holds_on(struct bay_turn *t, int u, bool works);
static void rough_ground(struct bay_turn *t, int u, int via, int h, enum entry how);
static void take_facing(struct bay_turn *t, int u);
static bool lane(const struct bay_book *bk, const struct bay_state *s, int u, int h);

/* --- 9.0 Stacking --- */

/* On top or at the bottom of who is there already (B-9.1.1b). */
static enum bay_place place_in(const struct bay_book *bk, const struct bay_state *s, int from,
                               int h)
{
    int top = bay_troops(bk, s, h), d = bay_dir(bk, h, from);

    if (top < 0 || d < 0 || s->units[top].facing == BAY_NO_FACING)
        return BAY_AT_BOTTOM;
    return bay_zone(s->units[top].facing, d) == 2 ? BAY_AT_BOTTOM : BAY_ON_TOP; /* B-9.1.1b */
}

/* via is the neighbour hex it comes out of: its own, or one it has passed through. */
static void come_in(struct bay_turn *t, int u, int h, int via, const char *rule, enum entry how,
                    enum told as)
{
    bool driven = how != MARCHES;
    struct bay_state *s = t->s;
    int from = s->units[u].hex, mate = bay_troops(t->bk, s, h);
    enum bay_place place = place_in(t->bk, s, via, h);

    bay_lift(s, u);
    s->units[u].sector = 0;
    s->units[u].in_sectors = 0;
    if (driven && mate >= 0 && s->units[mate].facing != BAY_NO_FACING &&
        !(t->bk->terrain[h] == BAY_VILLAGE && bay_def(t->bk, u)->kind == BAY_INF)) {
        s->units[u].facing = s->units[mate].facing; /* B-RUL-39 */
    }
    bay_put(t->bk, s, u, h, place);
    if (s->now.shown && mate >= 0 && s->units[mate].facing != BAY_NO_FACING)
        s->units[u].refuse = s->units[mate].refuse =
            (uint8_t)bay_stack_mode(t->bk, s, h); /* B-9.1.1e: a stack made by combat */
    if (mate < 0)
        take_facing(t, u);
    tc_tell_args(t->u, BAY_E_MOVED, rule, (int32_t[TC_ARGS]){ u, h, s->units[u].facing, as });
    /* B-9.2c: the guns keep their facing; B-4.2b: no box holds it (RUL-15); B-RUL-15 */
    rough_ground(t, u, via, h, how);
    bay_settle(t, from);
}

void bay_enter(struct bay_turn *t, int u, int h, const char *rule)
{
    come_in(t, u, h, t->s->units[u].hex, rule, FIGHTS, MOVED_TO);
}

void bay_march_in(struct bay_turn *t, int u, int h, const char *rule)
{
    come_in(t, u, h, t->s->units[u].hex, rule, MARCHES, MOVED_TO);
}

static void advance(struct bay_turn *t, int u, int h, const char *rule, enum entry how)
{
    int other = bay_top(t->s, h);

    if (bay_is_marker(t->s, other))
        bay_marker_flees(t, other, 2); /* B-RUL-65 */
    bay_end_firefights(t, u);
    come_in(t, u, h, t->s->units[u].hex, rule, how, ADVANCED); /* B-9.1.1d */
    tc_tell(t->u, BAY_E_ADVANCED, rule, u, h, 0);
}

void bay_advance(struct bay_turn *t, int u, int h, const char *rule)
{
    advance(t, u, h, rule, FIGHTS);
}

void bay_advance_unhurt(struct bay_turn *t, int u, int h, const char *rule)
{
    advance(t, u, h, rule, TAKES);
}

void bay_settle(struct bay_turn *t, int h)
{
    int u = bay_troops(t->bk, t->s, h);

    if (u < 0 || t->s->units[u].facing != BAY_NO_FACING || bay_next_troops(t->bk, t->s, u) >= 0)
        return;
    t->s->units[u].sector = 0;
    t->s->units[u].in_sectors = 0;
    t->s->units[u].facing =
        (uint8_t)tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_FACE, "B-9.1.2h", u, 0, 0)->arg[0];
}

bool bay_judge_face(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->arg[0] < 0 || a->arg[0] > 5)
        return tc_refuse(why, v->q->rule, BAY_R_SIX_FACINGS, v->q->arg[0], 0, 0);
    return true;
}

/* One choice of the owner; how many hexes it took. */
static int one_retreat(struct bay_turn *t, int u, int mask)
{
    int from = t->s->units[u].hex, through = TC_NONE;
    int to = tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_RETREAT, "B-11.7a", u, mask, 0)->arg[0];

    for (int i = 0; i < REFUGES; i++) /* B-RUL-64 */
        if (refuge(t->bk, t->s, u, mask, i, &through) == to)
            break;
    if (through >= 0) { /* B-9.4c, B-9.4d */
        int foot = bay_troops(t->bk, t->s, through);
        bool rough = bay_ground_disorders(t->bk, from, through);
        come_in(t, u, to, through, "B-9.4c", FIGHTS, FELL_BACK); /* B-9.4d */
        tc_tell(t->u, BAY_E_PASSED_THROUGH, "B-9.4c", u, through, 0);
        if (rough)
            bay_disorder(t, u, "B-RUL-65");
        bay_casualty(t, foot, "B-9.4e", 2, TC_NONE); /* B-11.2.4i */
    } else {
        come_in(t, u, to, from, "B-11.7a", FIGHTS, FELL_BACK);
    }
    tc_tell(t->u, BAY_E_RETREATED, "B-11.7a", u, to, 0);
    return through >= 0 ? 2 : 1;
}

/* Where retreat candidate i leads: 0..5 next door, then through infantry; TC_NONE if not. */
static int refuge(const struct bay_book *bk, const struct bay_state *s, int u, int mask, int i,
                  int *through)
{
    int h = s->units[u].hex;

    *through = TC_NONE;
    if (i < 6)
        return mask >> i & 1 && shelter(bk, s, u, bk->next[h][i]) ? bk->next[h][i] : TC_NONE;
    int d = (i - 6) / 6, e = (i - 6) % 6;
    int mid = mask >> d & 1 && mask >> e & 1 ? bk->next[h][d] : TC_NONE;
    if (mid < 0 || !lane(bk, s, u, mid) || !shelter(bk, s, u, bk->next[mid][e]))
        return TC_NONE;
    *through = mid;
    return bk->next[mid][e];
}

int bay_fall_back(struct bay_turn *t, int u, int n, int from)
{
    int start = t->s->units[u].hex, gone = 0;
    int mask = bay_yield_dirs(t->bk, start, t->s->units[u].facing, from);

    while (gone < n && t->s->units[u].life == BAY_FIGHTS && has_refuge(t->bk, t->s, u, mask)) {
        if (!gone)
            bay_end_firefights(t, u);
        gone += one_retreat(t, u, mask);
    }
    if (gone)
        abandon_guns(t, start);
    return gone;
}

static bool has_refuge(const struct bay_book *bk, const struct bay_state *s, int u, int mask)
{
    int through;

    for (int i = 0; i < REFUGES; i++)
        if (refuge(bk, s, u, mask, i, &through) >= 0)
            return true;
    return false;
}

/* The last unit has gone and left its guns behind (B-10.5c). */
static void abandon_guns(struct bay_turn *t, int h)
{
    int battery = bay_battery(t->bk, t->s, h);

    if (battery >= 0 && bay_troops(t->bk, t->s, h) < 0)
        bay_lose_battery(t, battery, "B-10.5c");
}

bool bay_can_advance(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    int own = s->units[u].hex, other;

    if (bay_is_art(bk, u))
        return false; /* B-10.5d */
    if (h < 0 || own < 0 || s->units[u].life != BAY_FIGHTS || bk->terrain[h] == BAY_IMPASSABLE)
        return false;
    if (bay_impact_at(s, h) == BAY_EFFECTIVE || bay_impact_at(s, own) == BAY_EFFECTIVE)
        return false; /* RUL-52 */
    other = bay_top(s, h);
    if (other < 0)
        return true;
    if (bay_is_marker(s, other)) /* RUL-65, RUL-78 */
        return bay_side_of(bk, other) != bay_side_of(bk, u);
    return bay_can_stack(bk, s, u, h, 1);
}

bool bay_unable(struct bay_turn *t, int u, int from)
{
    bool horse = bay_is_horse(t->bk, u);
    struct tc_sum sum = { t->u, 0 };

    tc_hope(t->u, bay_side_of(t->bk, u), TC_LOW);
    tc_sum_add(&sum, tc_roll(t->u, TC_D10, horse ? "B-T8" : "B-T7"), "B-11.7d", BAY_LB_DIE, 0,
               0);
    tc_sum_add(&sum, -bay_def(t->bk, u)->cv, "B-11.7d", BAY_LB_PRINTED, u, 0);
    int row = sum.total < 0 ? 0 : sum.total > 9 ? 9 : sum.total; /* B-2.2b, B-2.2c */
    int result = t->bk->stuck[horse][row];
    tc_tell(t->u, BAY_E_STUCK, horse ? "B-T8" : "B-T7", u, result, 0);
    if (result == BAY_ROUTS) {
        bay_rout_unit(t, u, 2, from, horse ? "B-T8" : "B-T7");
        return true;
    }
    if (result == BAY_STANDS)
        return false;
    return horse ? bay_combat_disorder(t, u, "B-T8", 2, from)
                 : bay_casualty(t, u, "B-11.7e", 2, from);
}

/* Until edition 2 the answer that gives ground was called stay, and it is still understood. */
bool bay_judge_suffer(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    (void)v, (void)a, (void)why;
    return true;
}

int bay_count_suffer(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool bay_nth_suffer(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = i ? BAY_V_SUFFER : BAY_V_GIVE_GROUND;
    return true;
}

enum bay_outcome bay_retreat(struct bay_turn *t, int u, int n, int from, bool works, int hexes)
{
    int h = t->s->units[u].hex;

    if (holds_on(t, u, works))
        return bay_casualty(t, u, "B-RUL-41", hexes, from) ? BAY_WAS_ROUTED : BAY_STAYED;
    bool pinned = bay_impact_at(t->s, h) == BAY_EFFECTIVE; /* RUL-52 */
    bool behind = bay_behind(t->bk, t->s, u) >= 0;         /* B-11.7f */
    if (!pinned && !behind) {                              /* B-9.1.1f, B-11.7f, B-RUL-52 */
        if (bay_fall_back(t, u, n, from))                  /* B-9.1.1g */
            return BAY_WENT;
    }
    return bay_unable(t, u, from) ? BAY_WAS_ROUTED : BAY_STAYED;
}

/* --- 11.0 Combat --- */

/* A hex where a retreating unit may end (B-11.7c, RUL-52, RUL-78). */
static bool shelter(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    if (h < 0 || bk->terrain[h] == BAY_IMPASSABLE || bay_impact_at(s, h) == BAY_EFFECTIVE)
        return false;
    return bay_can_stack(bk, s, u, h, 1); /* B-11.7c */
}

/* Village and works: one casualty in place of the retreat (B-11.8.1d, RUL-41)? */
static bool holds_on(struct bay_turn *t, int u, bool works)
{
    int h = t->s->units[u].hex;

    if (bay_is_garrison(t->bk, t->s, h))
        return true; /* B-9.1.2c */
    if (!bay_is_foot(t->bk, u) || !(works || t->bk->terrain[h] == BAY_VILLAGE))
        return false; /* B-11.8.1a */
    return tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_SUFFER, "B-11.8.1d", u, 0, 0)->verb ==
           BAY_V_SUFFER;
}

bool bay_judge_retreat(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int through;

    for (int i = 0; i < REFUGES && a->arg[0] >= 0; i++)
        if (refuge(bk, s, v->q->arg[0], v->q->arg[1], i, &through) == a->arg[0])
            return true;
    return tc_refuse(why, "B-11.7a", BAY_R_UNREACHED, a->arg[0], 0, 0);
}

int bay_count_retreat(const struct tc_view *v)
{
    (void)v;
    return REFUGES;
}

bool bay_nth_retreat(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int through, other;

    out->verb = BAY_V_RETREAT;
    out->arg[0] = refuge(bk, s, v->q->arg[0], v->q->arg[1], i, &through);
    for (int k = 0; k < i && out->arg[0] >= 0; k++)
        if (refuge(bk, s, v->q->arg[0], v->q->arg[1], k, &other) == out->arg[0])
            return false; /* two ways to the same hex */
    return out->arg[0] >= 0;
}

bool bay_has_works(const struct bay_book *bk, int h, int from)
{
    int d = bay_dir(bk, h, from);

    return d >= 0 && (bk->side[h][d] & (1 << BAY_HASTY | 1 << BAY_BREASTWORK));
}

bool bay_ground_disorders(const struct bay_book *bk, int from, int to)
{
    int d = bay_dir(bk, from, to);

    if (bk->move.ground[bk->terrain[to]].disorders)
        return true; /* B-11.8.3c */
    for (int k = 0; d >= 0 && k < BAY_SIDES; k++)
        if ((bk->side[from][d] >> k & 1) && bk->move.side[k].disorders)
            return true; /* B-11.8.3f */
    return false;
}

/* Heavy ground and large streams disorder horse (B-11.8.3c, B-11.8.3f, RUL-65). */
static void rough_ground(struct bay_turn *t, int u, int via, int h, enum entry how)
{
    if (how == TAKES || !bay_is_horse(t->bk, u) || !bay_ground_disorders(t->bk, via, h))
        return;
    bay_disorder(t, u,
                 how == FIGHTS                                     ? "B-RUL-65"
                 : t->bk->move.ground[t->bk->terrain[h]].disorders ? "B-11.8.3c"
                                                                   : "B-11.8.3f");
}

void bay_tell_turn(struct bay_turn *t, int u, const char *rule)
{
    const struct bay_unit *x = &t->s->units[u];

    tc_tell_args(t->u, BAY_E_MOVED, rule, (int32_t[TC_ARGS]){ u, x->hex, x->facing, 1 });
}

/* A unit driven out of a garrison needs a facing again. */
static void take_facing(struct bay_turn *t, int u)
{
    if (t->s->units[u].facing != BAY_NO_FACING || t->s->units[u].limbered)
        return;
    t->s->units[u].facing =
        (uint8_t)tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_FACE, "B-RUL-40", u, 0, 0)->arg[0];
}

/* A single infantry unit that horse may retreat through (B-9.4c). */
static bool lane(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    if (h < 0 || !bay_is_horse(bk, u) || bay_impact_at(s, h) == BAY_EFFECTIVE)
        return false;
    int v = bay_troops(bk, s, h);
    return v >= 0 && bay_side_of(bk, v) == bay_side_of(bk, u) && bay_is_foot(bk, v) &&
           bay_next_troops(bk, s, v) < 0; /* B-RUL-44: any army */
}
