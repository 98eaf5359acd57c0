/* rules/bayonet/losses.c - casualties, disorder, routs and the markers they leave.
 *
 * Chapters 9.3, 11.2.3, 11.2.4, 11.2.6, 11.3.3 and 13. A rout can disturb friends who rout in
 * turn; the routs wait in a queue, so that nothing recurs.
 */
#include "rules/bayonet/combat.h"
#include <string.h>

struct job {
    int16_t unit, from;
    int8_t hexes;
};

struct queue {
    int n;
    struct job job[BAY_UNITS];
};

/* Told further down: */
static int covering(struct bay_turn *t, int h, int side);
static void run_queue(struct bay_turn *t, struct queue *q, const char *rule);
static void push(struct queue *q, int u, int hexes, int from);
static void leave_play(struct bay_turn *t, int u, const char *rule);
static void jostle(struct bay_turn *t, int u, const char *rule, struct queue *q);
static void marker_rests(struct bay_turn *t, int u, int h);
static int welcome(const struct bay_book *bk, const struct bay_state *s, int side, int h);
static void marker_gone(struct bay_turn *t, int u, const char *rule);
static int best_dirs(const struct bay_book *bk, const struct bay_state *s, int side, int h,
                     int mask);
static int pick_dir(struct bay_turn *t, int u, int h, int mask, const char *rule);
static int single_dir(int mask);
static void lead_away(struct bay_turn *t, int u, int h, int facing, int hexes, int from,
                      struct queue *q);
static bool way_home(const struct bay_book *bk, const struct bay_state *s, int side, int start,
                     uint8_t alive[BAY_IDS]);
static bool leads_on(const struct bay_book *bk, int side, int h, const uint8_t alive[BAY_IDS]);
static void rout_field(const struct bay_book *bk, const struct bay_state *s, int side,
                       uint16_t far[BAY_IDS]);

/* --- 9.0 Stacking --- */

static void run_job(struct bay_turn *t, struct job j, const char *rule, struct queue *q)
{
    struct bay_state *s = t->s;
    int u = j.unit, h = s->units[u].hex, facing = s->units[u].facing;

    if (s->units[u].life != BAY_FIGHTS)
        return;
    int behind = bay_behind(t->bk, s, u), fourth = bay_garrison_reserve(t->bk, s, h);
    uint8_t sector = s->units[u].sector;
    leave_play(t, u, rule);
    if (behind >= 0)
        jostle(t, behind, "B-9.1.1h", q); /* else the other stays: B-9.1.1i, B-9.1.1l */
    if (fourth >= 0 && fourth != u) {     /* B-9.1.2d */
        s->units[fourth].sector = sector;
        tc_tell(t->u, BAY_E_RESERVE, "B-9.1.2e", fourth, h, 0);
        jostle(t, fourth, "B-9.1.2e", q);
    }
    int battery = bay_battery(t->bk, s, h);
    if (battery >= 0 && bay_troops(t->bk, s, h) < 0)
        bay_lose_battery(t, battery, "B-9.2i");
    if (j.hexes)
        lead_away(t, u, h, facing, j.hexes, j.from, q);
    else
        marker_rests(t, u, h);
    bay_settle(t, h);
}

bool bay_judge_cover(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = a->arg[0], h = v->q->arg[0];

    if (s->units[u].hex != h || bay_is_art(bk, u))
        return tc_refuse(why, "B-9.1.2f", BAY_R_NOT_IN_GARRISON, u, h, 0);
    if (bay_garrison_reserve(bk, s, h) == u)
        return tc_refuse(why, "B-9.1.2f", BAY_R_IS_RESERVE, u, h, 0);
    return true;
}

int bay_count_cover(const struct tc_view *v)
{
    BAY_VIEW(v);
    return bay_count(bk, s, v->q->arg[0]);
}

bool bay_nth_cover(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int u = bay_troops(bk, s, v->q->arg[0]);

    while (i--)
        u = bay_next_troops(bk, s, u);
    out->verb = BAY_V_COVER;
    out->arg[0] = u;
    return true;
}

bool bay_judge_rout_to(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int d = bay_on_map(bk, a->arg[0]) ? bay_dir(bk, v->q->arg[1], a->arg[0]) : -1;

    if (d < 0 || !(v->q->arg[2] >> d & 1))
        return tc_refuse(why, "B-13.1d", BAY_R_RUN_WAY, v->q->arg[0], a->arg[0], 0);
    if (a->arg[1] != BAY_NO_FACING)
        return tc_refuse(why, "B-7.0h", BAY_R_RUN_FACING, v->q->arg[0], 0, 0);
    if (a->arg[2])
        return tc_refuse(why, "B-9.3a", BAY_R_RUN_BENEATH, v->q->arg[0], 0, 0);
    return true;
}

int bay_count_rout_to(const struct tc_view *v)
{
    (void)v;
    return 6;
}

bool bay_nth_rout_to(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    out->verb = BAY_V_TO;
    out->arg[0] = bk->next[v->q->arg[1]][i];
    out->arg[1] = BAY_NO_FACING;
    return out->arg[0] >= 0;
}

static void pass_through(struct bay_turn *t, int marker, int from, int h, struct queue *q)
{
    int top = bay_troops(t->bk, t->s, h);

    if (top < 0)
        return;
    tc_tell(t->u, BAY_E_PASSED_THROUGH, "B-9.3b", marker, h, 0);
    if (bay_is_garrison(t->bk, t->s, h)) {
        int fourth = bay_garrison_reserve(t->bk, t->s, h);
        int side = bay_dir(t->bk, h, from);
        jostle(t, covering(t, h, side < 0 ? 0 : side), "B-9.1.2f", q);
        if (fourth >= 0)
            jostle(t, fourth, "B-9.1.2f", q);
        return;
    }
    bool stack = bay_next_troops(t->bk, t->s, top) >= 0;
    int behind = bay_behind(t->bk, t->s, top);
    jostle(t, top, stack ? "B-9.1.1j" : "B-9.3c", q);
    if (behind >= 0)
        jostle(t, behind, "B-9.1.1j", q);
}

/* The battalion that covers the side a marker comes in by (B-9.1.2f). */
static int covering(struct bay_turn *t, int h, int side)
{
    for (int u = bay_troops(t->bk, t->s, h); u >= 0; u = bay_next_troops(t->bk, t->s, u))
        if (t->s->units[u].in_sectors && t->s->units[u].sector >> side & 1)
            return u;
    int top = bay_troops(t->bk, t->s, h);
    return tc_ask(t->u, bay_side_of(t->bk, top), BAY_Q_COVER, "B-9.1.2f", h, 0, 0)->arg[0];
}

/* Friends a marker has disturbed so badly that they run too. */
static void run_after(struct bay_turn *t, struct queue *q)
{
    run_queue(t, q, "B-9.3d");
}

static void run_queue(struct bay_turn *t, struct queue *q, const char *rule)
{
    for (int i = 0; i < q->n; i++)
        run_job(t, q->job[i], i ? "B-9.3d" : rule, q);
}

void bay_rout_unit(struct bay_turn *t, int u, int hexes, int from, const char *rule)
{
    struct queue q = { .n = 0 };

    push(&q, u, hexes, from);
    run_queue(t, &q, rule);
}

static void push(struct queue *q, int u, int hexes, int from)
{
    for (int i = 0; i < q->n; i++)
        if (q->job[i].unit == u)
            return;
    q->job[q->n++] = (struct job){ (int16_t)u, (int16_t)from, (int8_t)hexes };
}

void bay_disorder(struct bay_turn *t, int u, const char *rule)
{
    if (t->s->units[u].disordered)
        return; /* B-9.3e */
    t->s->units[u].disordered = 1;
    tc_tell(t->u, BAY_E_DISORDERED, rule, u, 0, 0);
}

/* --- 11.0 Combat --- */

void bay_end_firefights(struct bay_turn *t, int u)
{
    struct bay_state *s = t->s;

    if (!s->units[u].locks)
        return;
    for (int v = 0; v < t->bk->units; v++) {
        if (s->units[v].firefight < 0 || (v != u && s->units[v].firefight != u))
            continue;
        s->units[s->units[v].firefight].locks--;
        s->units[v].locks--;
        s->units[v].firefight = TC_NONE;
    }
    tc_tell(t->u, BAY_E_FIREFIGHT_OVER, "B-11.2.3e", u, 0, 0);
}

static void leave_play(struct bay_turn *t, int u, const char *rule)
{
    struct bay_unit *x = &t->s->units[u];
    int b = bay_brigade_of(t->bk, u);

    bay_end_firefights(t, u);
    bay_lift(t->s, u);
    x->life = BAY_ROUTED_1; /* B-2.3f, B-11.2.4f, B-13.1a */
    x->gun = 0;             /* B-10.6e */
    x->facing = BAY_NO_FACING;
    x->target = TC_NONE;
    if (b >= 0) {
        t->s->brigades[b].lost++; /* B-11.2.4g */
        t->s->brigades[b].lost_now = 1;
    }
    tc_tell(t->u, BAY_E_ROUTED, rule, u, 0, 0);
}

/* One casualty; true when it is one too many. */
static bool take(struct bay_turn *t, int u, const char *rule)
{
    struct bay_unit *x = &t->s->units[u];

    if (x->depth && x->casualties) {
        x->depth--;
        tc_tell(t->u, BAY_E_DEPTH, "B-11.2.6c", u, x->depth, 0); /* B-RUL-62 */
        return false;
    }
    /* B-11.2.1l, B-11.2.4d, B-11.2.4c; B-11.2.6e: its Depth is gone */
    if (x->casualties < bay_def(t->bk, u)->cv)
        x->casualties++;
    /* B-RUL-59: of value 1, and it has fired: there was none left to take */
    tc_tell(t->u, BAY_E_CASUALTY, rule, u, x->casualties, 0);
    return x->casualties >= bay_def(t->bk, u)->cv; /* B-11.2.4a */
}

bool bay_casualty(struct bay_turn *t, int u, const char *rule, int hexes, int from)
{
    if (!take(t, u, rule))
        return false;
    bay_rout_unit(t, u, hexes, from, rule);
    return true;
}

/* What a passing marker does to one unit. */
static void jostle(struct bay_turn *t, int u, const char *rule, struct queue *q)
{
    if (bay_is_horse(t->bk, u)) {
        bay_disorder(t, u, rule); /* B-9.3e, B-11.3.3d */
        return;
    }
    if (take(t, u, rule))       /* B-11.2.4h */
        push(q, u, 2, TC_NONE); /* B-9.3d */
}

int bay_garrison_reserve(const struct bay_book *bk, const struct bay_state *s, int h)
{
    int last = TC_NONE;

    if (bay_count(bk, s, h) < 4 || !bay_is_garrison(bk, s, h))
        return TC_NONE;
    for (int u = bay_troops(bk, s, h); u >= 0; u = bay_next_troops(bk, s, u)) {
        if (s->units[u].in_sectors && !s->units[u].sector)
            return u;
        last = u;
    }
    return last;
}

bool bay_combat_disorder(struct bay_turn *t, int u, const char *rule, int hexes, int from)
{
    if (!t->s->units[u].disordered) {
        bay_disorder(t, u, rule);
        return false;
    }
    bay_rout_unit(t, u, hexes, from, "B-11.3.3c");
    return true;
}

void bay_lose_battery(struct bay_turn *t, int u, const char *rule)
{
    bay_lift(t->s, u);
    t->s->units[u].life = BAY_GONE;
    tc_tell(t->u, BAY_E_BATTERY_LOST, rule, u, 0, 0);
}

/* Directions in which a unit at h, facing so, gives way to an enemy at `from` (B-11.7a, b). */
int bay_yield_dirs(const struct bay_book *bk, int h, int facing, int from)
{
    int d = bay_dir(bk, h, from);

    if (d < 0)
        return 0;
    if (facing == BAY_NO_FACING) /* RUL-43 */
        return 1 << (d + 2) % 6 | 1 << (d + 3) % 6 | 1 << (d + 4) % 6;
    int f = bay_in_front(facing, d) ? facing : tc_hexface_nearest(3, facing, d);
    return 1 << (f + 3) % 6 | 1 << (f + 4) % 6; /* B-11.7b */
}

/* --- 13.0 Routed Unit markers --- */

/* The marker comes to rest; one that lies there already is merged with it (B-9.3f), unless it
   has its own move to make in this phase still (B-13.1g). */
static void marker_rests(struct bay_turn *t, int u, int h)
{
    int other = bay_top(t->s, h);

    while (other >= 0 && bay_is_marker(t->s, other) && t->s->units[other].moved == BAY_TO_RUN)
        other = bay_below(t->s, other);
    if (other >= 0 && bay_is_marker(t->s, other)) {
        int keep = t->s->units[other].life <= t->s->units[u].life ? other : u;
        int drop = keep == u ? other : u;
        if (drop == other)
            bay_lift(t->s, other);
        t->s->units[drop].life = BAY_GONE;
        t->s->units[drop].hex = TC_NONE;
        tc_tell(t->u, BAY_E_MERGED, t->s->now.brigade < 0 ? "B-13.1g" : "B-9.3f", drop, h, 0);
        if (keep == other)
            return;
    }
    bay_put(t->bk, t->s, u, h, BAY_ON_TOP);
    tc_tell(t->u, BAY_E_MARKER, "B-13.1a", u, h, 0);
}

void bay_marker_moves(struct bay_turn *t, int u)
{
    struct queue q = { .n = 0 };
    int side = bay_side_of(t->bk, u), h = t->s->units[u].hex, spent = 0;

    bay_lift(t->s, u);
    for (int gone = 0; gone < 60; gone++) {
        bool free = welcome(t->bk, t->s, side, h) == 2;
        if (spent >= t->bk->move.marker && free) /* B-7.0e, B-13.1b */
            break;
        int dirs = bay_rout_dirs(t->bk, t->s, side, h);
        if (dirs & 64) {
            marker_gone(t, u, "B-13.1h");
            run_after(t, &q);
            return;
        }
        int best = best_dirs(t->bk, t->s, side, h, dirs); /* B-13.1d */
        if (!best)
            break;
        int d = pick_dir(t, u, h, best, "B-13.1b");
        int cost = t->bk->cost[0][h][d];
        if (free && (cost == BAY_FULL ? spent > 0 : spent + cost > t->bk->move.marker))
            break; /* RUL-73: it stops at the bank, or before what it cannot pay */
        spent += cost == BAY_FULL ? t->bk->move.marker : cost;
        pass_through(t, u, h, t->bk->next[h][d], &q); /* B-13.1c */
        h = t->bk->next[h][d];
    }
    if (welcome(t->bk, t->s, side, h) == 2)
        marker_rests(t, u, h);
    else
        marker_gone(t, u, "B-RUL-43");
    run_after(t, &q);
}

/* 2 free, 1 friends or markers to pass, 0 closed. */
static int welcome(const struct bay_book *bk, const struct bay_state *s, int side, int h)
{
    int u = h < 0 ? TC_NONE : bay_top(s, h);

    if (h < 0 || bk->terrain[h] == BAY_IMPASSABLE)
        return 0;
    if (u < 0)
        return 2;
    if (bay_is_marker(s, u))
        return bay_side_of(bk, u) == side ? 2 : 1;
    return bay_side_of(bk, u) == side ? 1 : 0;
}

static void marker_gone(struct bay_turn *t, int u, const char *rule)
{
    t->s->units[u].life = BAY_GONE;
    t->s->units[u].hex = TC_NONE;
    tc_tell(t->u, BAY_E_MARKER_GONE, rule, u, 0, 0);
}

/* The best of the directions: free ones if there are any, else through friends. */
static int best_dirs(const struct bay_book *bk, const struct bay_state *s, int side, int h,
                     int mask)
{
    int best = 0, out = 0;

    for (int d = 0; d < 6; d++) {
        int w = mask >> d & 1 ? welcome(bk, s, side, bk->next[h][d]) : 0;
        if (w > best) {
            best = w;
            out = 0;
        }
        if (w == best && w)
            out |= 1 << d;
    }
    return out;
}

/* The owner takes his pick of the directions. The marker is not on the map meanwhile. */
static int pick_dir(struct bay_turn *t, int u, int h, int mask, const char *rule)
{
    int d = single_dir(mask);

    if (d >= 0)
        return d;
    int to = tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_ROUT_TO, rule, u, h, mask)->arg[0];
    return bay_dir(t->bk, h, to);
}

static int single_dir(int mask)
{
    for (int d = 0; d < 6; d++)
        if (mask == 1 << d)
            return d;
    return TC_NONE;
}

void bay_marker_flees(struct bay_turn *t, int u, int hexes)
{
    struct queue q = { .n = 0 };
    int h = t->s->units[u].hex;

    bay_lift(t->s, u);
    lead_away(t, u, h, BAY_NO_FACING, hexes, TC_NONE, &q); /* B-13.2d */
    run_after(t, &q);
}

/* Lead a lifted marker `hexes` hexes from h and on until it finds room. */
static void lead_away(struct bay_turn *t, int u, int h, int facing, int hexes, int from,
                      struct queue *q)
{
    int side = bay_side_of(t->bk, u);
    int mask = from >= 0 ? bay_yield_dirs(t->bk, h, facing, from) : 0;

    for (int gone = 0; gone < hexes || welcome(t->bk, t->s, side, h) < 2; gone++) {
        int dirs = from >= 0 ? mask : bay_rout_dirs(t->bk, t->s, side, h);
        int best = dirs & 64 ? 0 : best_dirs(t->bk, t->s, side, h, dirs);
        if (!best || gone > 60) { /* RUL-43: nowhere to go, or over its own edge */
            marker_gone(t, u, t->bk->exits[side][h] ? "B-13.1h" : "B-RUL-43");
            return;
        }
        int to = t->bk->next[h][pick_dir(t, u, h, best, "B-RUL-43")];
        pass_through(t, u, h, to, q);
        h = to;
    }
    marker_rests(t, u, h);
}

/* Directions a marker may take from h by its rout path; the mask. 64 when it leaves the map. */
int bay_rout_dirs(const struct bay_book *bk, const struct bay_state *s, int side, int h)
{
    uint8_t alive[BAY_IDS];
    uint16_t far[BAY_IDS];
    int mask = 0;

    if (bk->exits[side][h])
        return 64;
    bool home = way_home(bk, s, side, h, alive);
    if (!home)
        rout_field(bk, s, side, far);
    for (int d = 0; d < 6; d++) {
        int to = bk->next[h][d], cost = bk->cost[0][h][d];
        if (to < 0 || cost == BAY_CLOSED || bay_held_by(bk, s, to, !side))
            continue;
        int mp = cost == BAY_FULL ? bk->move.marker : cost;
        if (home ? alive[to] && bk->home[side][to] + mp == bk->home[side][h]
                 : far[to] != UINT16_MAX && far[to] + mp == far[h])
            mask |= 1 << d;
    }
    return mask; /* B-RUL-73 */
}

/* Does an unhindered way of least cost lead home from here? Marks the hexes it may use. */
static bool way_home(const struct bay_book *bk, const struct bay_state *s, int side, int start,
                     uint8_t alive[BAY_IDS])
{
    int16_t seen[BAY_IDS];
    int n = 0;

    memset(alive, 0, BAY_IDS);
    if (bk->home[side][start] == UINT16_MAX)
        return false;
    seen[n++] = (int16_t)start;
    alive[start] = 1;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < 6; d++) {
            int h = seen[i], to = bk->next[h][d];
            if (to < 0 || alive[to] || bay_held_by(bk, s, to, !side))
                continue;
            int cost = bk->cost[0][h][d];
            if (cost == BAY_CLOSED || bk->home[side][to] == UINT16_MAX ||
                bk->home[side][to] + (cost == BAY_FULL ? bk->move.marker : cost) !=
                    bk->home[side][h])
                continue;
            alive[to] = 1;
            seen[n++] = (int16_t)to;
        }
    /* a hex is of use only if a hex it can go on to is */
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = n - 1; i >= 0; i--)
            if (alive[seen[i]] && !leads_on(bk, side, seen[i], alive)) {
                alive[seen[i]] = 0;
                changed = true;
            }
    }
    return alive[start];
}

/* One MP from the edge, or with a next hex on the way there. */
static bool leads_on(const struct bay_book *bk, int side, int h, const uint8_t alive[BAY_IDS])
{
    if (bk->exits[side][h] && bk->home[side][h] == 1)
        return true;
    for (int d = 0; d < 6; d++) {
        int to = bk->next[h][d], cost = bk->cost[0][h][d];
        if (to >= 0 && alive[to] && cost != BAY_CLOSED &&
            bk->home[side][to] + (cost == BAY_FULL ? bk->move.marker : cost) ==
                bk->home[side][h])
            return true;
    }
    return false;
}

/* Least MP to the edge from every hex, enemies barred (RUL-73). */
static void rout_field(const struct bay_book *bk, const struct bay_state *s, int side,
                       uint16_t far[BAY_IDS])
{
    int16_t queue[BAY_IDS * 2];
    int head = 0, tail = 0;

    memset(far, 255, BAY_IDS * sizeof far[0]);
    for (int c = 1; c <= bk->columns; c++)
        for (int r = 1; r <= bk->rows; r++) {
            int h = c * 100 + r;
            if (!bk->exits[side][h] || bay_held_by(bk, s, h, !side) ||
                bk->terrain[h] == BAY_IMPASSABLE)
                continue;
            far[h] = 1;
            queue[tail++] = (int16_t)h;
        }
    while (head != tail) { /* costs are small: a queue with corrections */
        int h = queue[head];
        head = (head + 1) % (BAY_IDS * 2);
        for (int d = 0; d < 6; d++) {
            int from = bk->next[h][d];
            if (from < 0 || bay_held_by(bk, s, from, !side))
                continue;
            int cost = bk->cost[0][from][(d + 3) % 6];
            if (cost == BAY_CLOSED || bk->terrain[from] == BAY_IMPASSABLE)
                continue;
            int sum = far[h] + (cost == BAY_FULL ? bk->move.marker : cost);
            if (sum >= far[from])
                continue;
            far[from] = (uint16_t)sum;
            queue[tail] = (int16_t)from;
            tail = (tail + 1) % (BAY_IDS * 2);
        }
    }
}
