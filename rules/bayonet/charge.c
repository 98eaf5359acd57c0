/* rules/bayonet/charge.c - the Charge order on the map: chapter 5.4, and who may attack whom.
 */
#include "rules/bayonet/move.h"

/* Told further down: */
static bool compulsory(const struct bay_targets *x);
static bool turn_finds(const struct bay_book *bk, const struct bay_state *s, int u);
static bool may_turn_first(const struct bay_book *bk, const struct bay_state *s, int u);
static bool stacked(const struct bay_book *bk, const struct bay_state *s, int u);
static const struct bay_targets *targets(const struct tc_view *v, int facing,
                                         struct bay_targets *own);
static int turned(int facing, int k);
static bool in_list(const struct bay_targets *x, int h);
static int mode_of(const struct bay_book *bk, const struct bay_state *s, int top);
static bool on_left(int facing, int d);
static int open_now(const struct bay_book *bk, const struct bay_state *s, int u);
static bool horse_on_hex(const struct bay_book *bk, const struct bay_state *s, int u,
                         int target, int d, struct tc_refusal *why);
static bool foot_on_horse(const struct bay_book *bk, const struct bay_state *s, int u, int from,
                          int target, struct tc_refusal *why);
static bool reachable_target(const struct bay_book *bk, const struct bay_state *s, int u,
                             int facing, int target, int priority);
static bool direct_attack(const struct bay_book *bk, const struct bay_state *s, int u,
                          int facing, int target);

bool bay_must_charge(const struct bay_book *bk, const struct bay_state *s, int u)
{
    struct bay_targets x;

    if (s->brigades[s->now.brigade].order != BAY_CHARGE || !bay_can_charge(bk, s, u))
        return false;
    bay_targets_of(bk, s, u, s->units[u].facing, &x);
    return compulsory(&x);
}

static bool compulsory(const struct bay_targets *x)
{
    return x->n && x->rank < BAY_RANK_MARKER;
}

_Static_assert((BAY_NO_FACING + 1) * sizeof(struct bay_targets) <= TC_DESK,
               "they fit on the desk");

bool bay_judge_charge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = v->q->arg[0], f = s->units[u].facing;
    struct bay_targets own[2];
    const struct bay_targets *now = targets(v, f, &own[0]), *x;

    if (a->verb != BAY_V_CHARGE) {
        if (compulsory(now))
            return tc_refuse(why, "B-5.4h", BAY_R_MUST_CHARGE, u, now->hex[0], 0);
        bool finds = turn_finds(bk, s, u);
        return finds == (a->verb == BAY_V_STAND)
                   ? true
                   : tc_refuse(why, "B-RUL-29",
                               finds ? BAY_R_TURN_OR_STAND : BAY_R_NOBODY_TO_CHARGE, u, 0, 0);
    }
    if (!bay_on_map(bk, a->arg[0]))
        return tc_refuse(why, "B-5.4a", BAY_R_MAP_EDGE, 0, 0, 0);
    if (a->arg[1] != f) {
        if (f == BAY_NO_FACING)
            return tc_refuse(why, "B-5.4n", BAY_R_HAS_NO_FACING, u, 0, 0);
        if (a->arg[1] < 0 || a->arg[1] > 5 || tc_hexface_turns(f, a->arg[1]) != 1)
            return tc_refuse(why, "B-5.4n", BAY_R_ONE_VERTEX, u, 0, 0);
        if (stacked(bk, s, u))
            return tc_refuse(why, "B-5.4o", BAY_R_STACK_TURNS, u, 0, 0);
        if (bay_enemy_in_front(bk, s, u))
            return tc_refuse(why, "B-5.4o", BAY_R_PRIORITY_ONE, u, 0, 0);
    }
    x = targets(v, a->arg[1], &own[1]);
    if (a->arg[1] != f && !compulsory(x) && (!x->n || compulsory(now)))
        return tc_refuse(why, "B-RUL-29", BAY_R_TURN_LOSES, u, 0, 0);
    if (in_list(x, a->arg[0]))
        return true;
    enum bay_sort sort = bay_sort_of(bk, s, a->arg[0], !bay_side_of(bk, u));
    bool alike = sort == (bay_is_horse(bk, u) ? BAY_SORT_HORSE : BAY_SORT_FOOT);
    return x->n
               ? tc_refuse(
                     why, x->rank == 0 && !alike && sort != BAY_SORT_NONE ? "B-5.4i" : "B-5.4h",
                     BAY_R_BETTER_TARGET, a->arg[0], x->hex[0], 0)
               : tc_refuse(why, "B-5.4t", BAY_R_TARGET, u, a->arg[0], 0);
}

/* Could a one-vertex turn bring it a target it must charge (RUL-29)? */
static bool turn_finds(const struct bay_book *bk, const struct bay_state *s, int u)
{
    struct bay_targets x;

    for (int k = 1; k < 3 && may_turn_first(bk, s, u); k++) {
        bay_targets_of(bk, s, u, turned(s->units[u].facing, k), &x);
        if (compulsory(&x))
            return true;
    }
    return false;
}

static bool may_turn_first(const struct bay_book *bk, const struct bay_state *s, int u)
{
    return s->units[u].facing != BAY_NO_FACING && !stacked(bk, s, u) &&
           !bay_enemy_in_front(bk, s, u);
}

static bool stacked(const struct bay_book *bk, const struct bay_state *s, int u)
{
    return s->units[u].facing != BAY_NO_FACING && bay_count(bk, s, s->units[u].hex) > 1;
}

static int turned(int facing, int k)
{
    return facing == BAY_NO_FACING ? facing : (facing + (k == 2 ? 5 : k)) % 6;
}

static bool in_list(const struct bay_targets *x, int h)
{
    for (int i = 0; i < x->n; i++)
        if (x->hex[i] == h)
            return true;
    return false;
}

int bay_count_charge(const struct tc_view *v)
{
    (void)v;
    return 2 + 3 * BAY_TARGETS;
}

bool bay_nth_charge(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int u = v->q->arg[0], k = i < 3 * BAY_TARGETS ? i / BAY_TARGETS : 3;
    struct bay_targets own;

    if (k == 3) {
        out->verb = i - 3 * BAY_TARGETS ? BAY_V_KEEP : BAY_V_STAND;
        return true;
    }
    int f = turned(s->units[u].facing, k);
    if (k && f == BAY_NO_FACING)
        return false;
    const struct bay_targets *x = targets(v, f, &own);
    if (i % BAY_TARGETS >= x->n)
        return false;
    out->verb = BAY_V_CHARGE;
    out->arg[0] = x->hex[i % BAY_TARGETS];
    out->arg[1] = f;
    return true;
}

/* Whom the unit that is asked could charge with a facing; found once a question. */
static const struct bay_targets *targets(const struct tc_view *v, int facing,
                                         struct bay_targets *own)
{
    BAY_VIEW(v);
    struct bay_targets *kept = v->desk ? (void *)v->desk->room : NULL;
    struct bay_targets *x = kept ? &kept[facing] : own;

    TC_BUG_ON(facing < 0 || facing > BAY_NO_FACING);
    if (kept && v->desk->laid >> facing & 1)
        return x;
    bay_targets_of(bk, s, v->q->arg[0], facing, x);
    if (kept)
        v->desk->laid |= UINT64_C(1) << facing;
    return x;
}

/* Its own class comes first, then the other, then guns and markers (RUL-28). */
static int rank_of(const struct bay_book *bk, int u, enum bay_sort sort)
{
    bool own = (sort == BAY_SORT_HORSE) == bay_is_horse(bk, u);

    if (sort >= BAY_SORT_GUNS)
        return (int)sort; /* B-5.4l */
    /* B-5.4h, B-11.2.2a, B-11.3.1a; the other: B-5.4j, B-5.4k, B-11.5e */
    return own ? 0 : 1;
}

int bay_meets(const struct bay_book *bk, const struct bay_state *s, int h, int d)
{
    int top = bay_troops(bk, s, h), low = top < 0 ? TC_NONE : bay_next_troops(bk, s, top);

    if (low < 0)
        return top;
    if (bay_is_garrison(bk, s, h)) {
        for (int u = top; u >= 0; u = bay_next_troops(bk, s, u))
            if (s->units[u].in_sectors && s->units[u].sector >> d & 1)
                return u;
        return TC_NONE;
    }
    int mode = mode_of(bk, s, top), facing = s->units[top].facing;
    if (mode == BAY_BEHIND)
        return bay_zone(facing, d) == 2 ? low : top; /* RUL-38 */
    if (mode == BAY_REFUSES_EITHER)
        return TC_NONE;
    return on_left(facing, d) == (mode == BAY_REFUSES_LEFT) ? low : top; /* B-9.1.1k */
}

static int mode_of(const struct bay_book *bk, const struct bay_state *s, int top)
{
    return s->now.shown ? s->units[top].refuse : bay_stack_mode(bk, s, s->units[top].hex);
}

/* Is direction d on the left of a facing: left front, left flank, left rear? */
static bool on_left(int facing, int d)
{
    int k = tc_hex_mod6(d - facing);

    return k >= 1 && k <= 3;
}

enum bay_sort bay_sort_of(const struct bay_book *bk, const struct bay_state *s, int h, int foe)
{
    int u = bay_top(s, h);

    if (u < 0 || bay_side_of(bk, u) != foe)
        return BAY_SORT_NONE;
    if (bay_is_marker(s, u))
        return BAY_SORT_MARKER;
    u = bay_troops(bk, s, h); /* RUL-28: guns with troops are of the troops' type */
    if (u < 0)
        return BAY_SORT_GUNS;
    return bay_is_foot(bk, u) ? BAY_SORT_FOOT : BAY_SORT_HORSE;
}

/* Infantry in a priority hex of u, where it stands and would face (B-11.5d, B-5.4w). */
static bool foot_near(const struct bay_book *bk, const struct bay_state *s, int u, int facing)
{
    struct tc_hexfan two = { .first = (int8_t)facing, .sectors = 1, .near = 2, .far = 2 };
    int h = s->units[u].hex, foe = !bay_side_of(bk, u);

    for (int d = 0; d < 6; d++)
        if (bay_sort_of(bk, s, bk->next[h][d], foe) == BAY_SORT_FOOT)
            return true;
    for (int i = 0; i < 3 && facing != BAY_NO_FACING; i++) {
        struct tc_hexvec at = tc_hex_add(bk->vec[h], tc_hexfan_hex(&two, TC_HEX_CCW, 2, i));
        int id = bay_id(bk, tc_hexmap_at(&bk->map, at));
        if (id >= 0 && bay_sort_of(bk, s, id, foe) == BAY_SORT_FOOT)
            return true;
    }
    return false;
}

/* Cavalry against this infantry unit (11.4). */
static bool horse_on_foot(const struct bay_book *bk, const struct bay_state *s, int u, int foe,
                          int d, struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[foe];

    if (bay_def(bk, foe)->kind == BAY_DISMOUNTED)
        return true; /* B-11.4d */
    if (!x->casualties)
        return s->units[u].volleyed ? tc_refuse(why, "B-11.2.1k", BAY_R_DREW_VOLLEY, u, foe, 0)
                                    : true; /* B-11.4b */
    if (x->facing == BAY_NO_FACING)
        return tc_refuse(why, "B-11.4l", BAY_R_GARRISON_COVERED, foe, u, 0);
    if (bay_attack_zone(bk, s, foe, d) || open_now(bk, s, foe)) /* B-RUL-69 */
        return true;                                            /* B-11.4c */
    return tc_refuse(why, "B-11.4e", BAY_R_COVERED, foe, u, 0);
}

static int open_now(const struct bay_book *bk, const struct bay_state *s, int u)
{
    return s->now.shown ? s->units[u].open : bay_open_flanks(bk, s, u);
}

bool bay_attack_legal(const struct bay_book *bk, const struct bay_state *s, int u, int from,
                      int target, bool charge, bool ground, struct tc_refusal *why)
{
    int d = bay_dir(bk, from, target);
    enum bay_sort sort =
        d < 0 ? BAY_SORT_NONE : bay_sort_of(bk, s, target, !bay_side_of(bk, u));
    bool horse = bay_is_horse(bk, u);

    if (sort == BAY_SORT_NONE)
        return tc_refuse(why, "B-5.4b", BAY_R_NOT_ADJACENT, u, target, 0);
    if (horse && s->units[u].disordered)
        return tc_refuse(why, "B-5.4v", BAY_R_DISORDERED, u, 0, 0);
    if (horse && ground && !bay_is_open(bk, from))
        return tc_refuse(why, "B-11.8.2a", BAY_R_OPEN_GROUND, u, from, 0);
    if (sort == BAY_SORT_MARKER) /* B-11.8.2b: into any ground, over any hexside */
        return charge ? true : tc_refuse(why, "B-13.2c", BAY_R_FUGITIVES_CHARGE, u, target, 0);
    if (sort == BAY_SORT_GUNS)
        return true;
    if ((sort == BAY_SORT_HORSE) == horse)
        return true;
    if (!charge)
        return tc_refuse(why, horse ? "B-11.4a" : "B-11.5a", BAY_R_OTHER_ARM, u, target, 0);
    return horse ? horse_on_hex(bk, s, u, target, tc_hex_mod6(d + 3), why)
                 : foot_on_horse(bk, s, u, from, target, why);
}

/* Any of those who might meet it will do while their owner has not said who does. */
static bool horse_on_hex(const struct bay_book *bk, const struct bay_state *s, int u,
                         int target, int d, struct tc_refusal *why)
{
    int foe = bay_meets(bk, s, target, d);

    if (foe >= 0)
        return horse_on_foot(bk, s, u, foe, d, why);
    for (foe = bay_troops(bk, s, target); foe >= 0; foe = bay_next_troops(bk, s, foe))
        if (horse_on_foot(bk, s, u, foe, d, why))
            return true;
    return false;
}

/* Infantry against cavalry (11.5). */
static bool foot_on_horse(const struct bay_book *bk, const struct bay_state *s, int u, int from,
                          int target, struct tc_refusal *why)
{
    int d = bay_dir(bk, from, target), foe = bay_meets(bk, s, target, tc_hex_mod6(d + 3));

    if (foe < 0)
        foe = bay_troops(bk, s, target);
    if (bay_def(bk, u)->kind != BAY_INF || s->units[u].casualties)
        return tc_refuse(why, "B-RUL-70", BAY_R_NO_VOLLEY, u, foe, 0);
    if (s->units[foe].volleyed)
        return tc_refuse(why, "B-RUL-70", BAY_R_HAD_VOLLEY, foe, 0, 0);
    if (!bay_is_open(bk, from))
        return tc_refuse(why, "B-11.5b", BAY_R_OPEN_GROUND, u, from, 0);
    if (bk->side[from][d])
        return tc_refuse(why, "B-11.5c", BAY_R_BETWEEN, u, target, 0);
    return true;
}

int bay_attack_zone(const struct bay_book *bk, const struct bay_state *s, int u, int d)
{
    int h = s->units[u].hex, facing = s->units[u].facing;

    if (facing == BAY_NO_FACING)
        return 0; /* RUL-40 */
    int zone = bay_zone(facing, d), top = bay_troops(bk, s, h);
    if (zone != 1 || bay_next_troops(bk, s, top) < 0)
        return zone;
    int mode = mode_of(bk, s, top);
    if (mode == BAY_BEHIND || mode == BAY_REFUSES_EITHER)
        return zone;
    return on_left(facing, d) == (mode == BAY_REFUSES_LEFT) ? 0 : zone; /* B-RUL-38 */
}

bool bay_own_front(const struct bay_book *bk, const struct bay_state *s, int u, int d)
{
    int h = s->units[u].hex, facing = s->units[u].facing;

    if (facing == BAY_NO_FACING)
        return true;
    if (!bay_in_front(facing, d))
        return false;
    int top = bay_troops(bk, s, h), low = bay_next_troops(bk, s, top);
    if (low < 0)
        return true;
    int mode = mode_of(bk, s, top);
    if (mode == BAY_BEHIND)
        return u == top; /* RUL-38: only the top unit attacks */
    if (mode == BAY_REFUSES_EITHER)
        return true;
    return (on_left(facing, d) == (mode == BAY_REFUSES_LEFT)) == (u == low);
}

static void consider(const struct bay_book *bk, const struct bay_state *s, int u, int facing,
                     int target, struct bay_targets *out)
{
    enum bay_sort sort =
        target < 0 ? BAY_SORT_NONE : bay_sort_of(bk, s, target, !bay_side_of(bk, u));

    if (sort == BAY_SORT_NONE)
        return;
    int rank = rank_of(bk, u, sort); /* B-RUL-28 */
    int priority = bay_priority(bk, s, u, s->units[u].hex, facing, target);
    if (!priority || rank > out->rank || (rank == out->rank && priority > out->priority))
        return;
    if (!reachable_target(bk, s, u, facing, target, priority)) /* B-RUL-82 */
        return;
    if (rank < out->rank || priority < out->priority) {
        out->rank = rank;
        out->priority = priority;
        out->n = 0;
    }
    out->hex[out->n++] = (int16_t)target;
}

void bay_targets_of(const struct bay_book *bk, const struct bay_state *s, int u, int facing,
                    struct bay_targets *out)
{
    int h = s->units[u].hex, rows = bay_charge_rows(bk, u);
    struct tc_hexfan fan = { .first = (int8_t)facing, .sectors = 1, .near = 2, .far = 3 };

    *out = (struct bay_targets){ .rank = BAY_RANK_NONE, .priority = 9 };
    for (int d = 0; d < 6; d++)
        consider(bk, s, u, facing, bk->next[h][d], out);
    for (int k = 2; k <= rows && facing != BAY_NO_FACING; k++)
        for (int i = 0; i <= k; i++) {
            struct tc_hexvec at = tc_hex_add(bk->vec[h], tc_hexfan_hex(&fan, TC_HEX_CCW, k, i));
            consider(bk, s, u, facing, bay_id(bk, tc_hexmap_at(&bk->map, at)), out);
        }
}

bool bay_enemy_in_front(const struct bay_book *bk, const struct bay_state *s, int u)
{
    int h = s->units[u].hex, f = s->units[u].facing, foe = !bay_side_of(bk, u);

    if (f == BAY_NO_FACING)
        return bay_enemy_adjacent(bk, s, u);
    return bay_held_by(bk, s, bk->next[h][f], foe) ||
           bay_held_by(bk, s, bk->next[h][(f + 1) % 6], foe);
}

bool bay_enemy_in_priority(const struct bay_book *bk, const struct bay_state *s, int u)
{
    int h = s->units[u].hex, f = s->units[u].facing, foe = !bay_side_of(bk, u);
    struct tc_hexfan fan = { .first = (int8_t)f, .sectors = 1, .near = 2, .far = 3 };
    int rows = bay_charge_rows(bk, u);

    if (bay_enemy_adjacent(bk, s, u))
        return true;
    for (int k = 2; k <= rows && f != BAY_NO_FACING; k++)
        for (int i = 0; i <= k; i++) {
            struct tc_hexvec at = tc_hex_add(bk->vec[h], tc_hexfan_hex(&fan, TC_HEX_CCW, k, i));
            int id = bay_id(bk, tc_hexmap_at(&bk->map, at));
            if (id >= 0 && bay_held_by(bk, s, id, foe))
                return true;
        }
    return false;
}

bool bay_can_charge(const struct bay_book *bk, const struct bay_state *s, int u)
{
    const struct bay_unit *x = &s->units[u];

    return !x->locks && !x->isolated && !(bay_is_horse(bk, u) && x->disordered) &&
           bay_impact_at(s, x->hex) != BAY_EFFECTIVE;
}

/* Could u attack that hex of its priorities from where it stands or from a direct path? */
static bool reachable_target(const struct bay_book *bk, const struct bay_state *s, int u,
                             int facing, int target, int priority)
{
    int h = s->units[u].hex, d = bay_dir(bk, h, target);

    if (!bay_is_horse(bk, u) &&
        bay_sort_of(bk, s, target, !bay_side_of(bk, u)) == BAY_SORT_HORSE &&
        foot_near(bk, s, u, facing))
        return false; /* B-11.5d */
    if (priority == 1 && (facing != s->units[u].facing || bay_own_front(bk, s, u, d)))
        return bay_attack_legal(bk, s, u, h, target, true, false, NULL);
    if (priority <= 2)
        return priority == 2 && !stacked(bk, s, u) &&
               bay_attack_legal(bk, s, u, h, target, true, false, NULL);
    return direct_attack(bk, s, u, facing, target);
}

/* Is there a direct path (RUL-30) to a hex from which u could attack the target (RUL-82)? What
 * it costs is left aside, ground and friends too; but no path leads over enemies. */
static bool direct_attack(const struct bay_book *bk, const struct bay_state *s, int u,
                          int facing, int target)
{
    int steps = bay_distance(bk, s->units[u].hex, target) - 1, foe = !bay_side_of(bk, u);

    for (int bits = 0; bits < 1 << steps; bits++) {
        int at = s->units[u].hex, i = 0;
        for (; i < steps; i++) {
            int to = bk->next[at][(facing + (bits >> i & 1)) % 6];
            if (to < 0 || bay_held_by(bk, s, to, foe) ||
                bay_distance(bk, to, target) >= bay_distance(bk, at, target))
                break;
            at = to;
        }
        if (i == steps && bay_attack_legal(bk, s, u, at, target, true, false, NULL))
            return true;
    }
    return false;
}
