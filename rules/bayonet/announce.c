/* rules/bayonet/announce.c - who attacks whom, and in which order: 3.3.3, 5.4c, 11.1. */
#include "rules/bayonet/move.h"
#include "rules/bayonet/attack.h"

/* Told further down: */
static bool contact(const struct bay_turn *t);
static int must_spread(const struct bay_book *bk, const struct bay_state *s, int i);
static int attackers_on(const struct bay_state *s, int h);
static int should_take(const struct bay_book *bk, const struct bay_state *s, int u, int h);
static int priority_of(const struct bay_book *bk, const struct bay_state *s, int u, int h);
static int attack_of(const struct bay_state *s, int u);
static bool any_attack(const struct bay_turn *t);
static void face(struct bay_turn *t, int u, int h);
static bool alternative(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                        int priority);
static bool judge_counter(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                          struct tc_refusal *why);
static bool judge_front(const struct bay_book *bk, const struct bay_state *s, int u, int d,
                        struct tc_refusal *why);
static void order_attacks(struct bay_turn *t);
static void snapshot(struct bay_turn *t);
static void announce(struct bay_turn *t, int u, int h);
static void settle_stack(struct bay_turn *t, int u, int h);
static bool judge_foe(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                      struct tc_refusal *why);

/* --- 3.0 Sequence of play --- */

void bay_step_attacks(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;

    if (!contact(t)) {
        s->head.step = BAY_S_BRIGADE_DONE;
        return;
    }
    if (!s->now.shown)
        snapshot(t);
    struct tc_act a = { .verb = BAY_V_DONE };
    if (any_attack(t))
        a = *tc_ask(u, s->head.active, BAY_Q_ATTACK, "B-3.3.3a", s->now.brigade, 0, 0);
    if (a.verb == BAY_V_ATTACK) {
        announce(t, a.arg[0], a.arg[1]);
        return;
    }
    for (int i = 0; i < s->now.attacks; i++) { /* B-11.1d: one question a doubled attack */
        if (must_spread(t->bk, s, i) < 0)
            continue;
        a = *tc_ask(u, s->head.active, BAY_Q_SPLIT, "B-11.1d", s->now.brigade, 0, 0);
        struct bay_attack *x = &s->attacks[attack_of(s, a.arg[0])];
        tc_tell(u, BAY_E_REDIRECTED, "B-11.1d", a.arg[0], a.arg[1], x->target);
        x->target = (int16_t)a.arg[1];
        face(t, a.arg[0], a.arg[1]);
        i = -1;
    }
    order_attacks(t);
    s->now.fought = 0;
    s->head.step = s->now.attacks ? BAY_S_FIGHT : BAY_S_LEADERS;
}

/* Is there an enemy next to any unit of the brigade, unit or marker? */
static bool contact(const struct bay_turn *t)
{
    const struct bay_brigade_def *def = &t->bk->brigade[t->s->now.brigade];

    for (int u = def->first; u < def->first + def->units; u++)
        for (int d = 0; bay_fights(t->s, u) && d < 6; d++) {
            int v = bay_top(t->s, t->bk->next[t->s->units[u].hex][d]);
            if (v >= 0 && bay_side_of(t->bk, v) != def->side)
                return true;
        }
    return false;
}

/* An announced attack that must go to an undesignated hex: hex, or TC_NONE. */
static int must_spread(const struct bay_book *bk, const struct bay_state *s, int i)
{
    if (attackers_on(s, s->attacks[i].target) < 2)
        return TC_NONE;
    return should_take(bk, s, s->attacks[i].unit, s->attacks[i].target);
}

static int attackers_on(const struct bay_state *s, int h)
{
    int n = 0;

    for (int i = 0; i < s->now.attacks; i++)
        n += s->attacks[i].target == h;
    return n;
}

/* A hex no attacker has designated that u should rather attack than h, or TC_NONE. */
static int should_take(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    const struct bay_unit *x = &s->units[u];
    bool charge = x->target >= 0;

    for (int d = 0; d < 6; d++) {
        int other = bk->next[x->hex][d];
        if (other < 0 || other == h || attackers_on(s, other))
            continue;
        if (charge ? alternative(bk, s, u, other, priority_of(bk, s, u, h))
                   : judge_counter(bk, s, u, other, NULL) &&
                         bay_in_front(x->facing, d) >=
                             bay_in_front(x->facing, bay_dir(bk, x->hex, h)))
            return other;
    }
    return TC_NONE;
}

static int priority_of(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    int p = bay_priority(bk, s, u, s->units[u].hex0, s->units[u].facing0, h);

    return p ? p : 4;
}

static int attack_of(const struct bay_state *s, int u)
{
    for (int i = 0; i < s->now.attacks; i++)
        if (s->attacks[i].unit == u)
            return i;
    return TC_NONE;
}

static bool any_attack(const struct bay_turn *t)
{
    struct tc_query q = { t->s->head.active, BAY_Q_ATTACK, "B-3.3.3a", { t->s->now.brigade } };
    struct tc_view v = { &t->bk->head, t->s, &q };

    for (int i = 1, n = bay_count_attack(&v); i < n; i++) {
        struct tc_act a = { 0 };
        if (bay_nth_attack(&v, i, &a) && attack_of(t->s, a.arg[0]) < 0 &&
            bay_judge_attack(&v, &a, NULL))
            return true;
    }
    return false;
}

/* Bring the target to the front by the fewest vertices. One that charged and now takes another
 * hex has not left its own: it turns from the facing it began with, as to any Priority 2 hex.
 */
static void face(struct bay_turn *t, int u, int h)
{
    struct bay_unit *x = &t->s->units[u];
    int d = bay_dir(t->bk, x->hex, h);
    bool counter = x->target < 0;

    if (x->facing == BAY_NO_FACING || bay_in_front(x->facing, d))
        return;
    int from = counter || x->facing0 == BAY_NO_FACING ? x->facing : x->facing0;
    int f = tc_hexface_nearest(3, from, d);
    if (counter) /* the charge has paid (B-5.4q) */
        x->spent = (uint8_t)(x->spent + bay_turn_cost(t->bk, from, f));
    x->facing = (uint8_t)f;
    x->deed = x->deed ? x->deed : BAY_D_TURN;
    x->open = (uint8_t)bay_open_flanks(t->bk, t->s, u); /* as it now faces (B-11.2.2d) */
    bay_tell_turn(t, u, counter ? "B-RUL-27" : "B-5.4p");
}

/* --- What a unit may attack --- */

/* Could it attack that hex from where it stands instead of the one it charged (RUL-56)? */
static bool alternative(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                        int priority)
{
    const struct bay_unit *x = &s->units[u];
    int d = bay_dir(bk, x->hex, h);
    int p = d < 0 ? 0 : bay_priority(bk, s, u, x->hex0, x->facing0, h);
    enum bay_sort sort = bay_sort_of(bk, s, h, !bay_side_of(bk, u));

    /* B-RUL-56: of the class it must attack, batteries too (B-2.3g) */
    if (!p || p > priority || sort == BAY_SORT_MARKER ||
        sort != bay_sort_of(bk, s, x->target, !bay_side_of(bk, u)))
        return false;
    if (!bay_own_front(bk, s, u, d) && (x->hex != x->hex0 || bay_count(bk, s, x->hex) > 1))
        return false;
    return bay_attack_legal(bk, s, u, x->hex, h, true, true, NULL);
}

/* Counterattack on a neighbour hex (B-5.4c, RUL-27). */
static bool judge_counter(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                          struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[u];

    if (x->hex != x->hex0)
        return tc_refuse(why, "B-5.4a", BAY_R_HAS_MOVED, u, 0, 0);
    if (s->brigades[s->now.brigade].order == BAY_CHARGE)
        return tc_refuse(why, "B-RUL-27", BAY_R_CHARGED_NOBODY, u, 0, 0);
    if (!s->now.compliant)
        return tc_refuse(why, "B-RUL-27", BAY_R_OUT_OF_PLACE, s->now.brigade, 0, 0);
    if (x->isolated)
        return tc_refuse(why, "B-RUL-27", BAY_R_ISOLATED, u, 0, 0);
    if (bay_is_horse(bk, u) && x->disordered0)
        return tc_refuse(why, "B-RUL-27", BAY_R_DISORDERED, u, 0, 0);
    if (!judge_foe(bk, s, u, h, why) || !judge_front(bk, s, u, bay_dir(bk, x->hex, h), why))
        return false;
    if (x->deed != BAY_D_NONE && x->deed != BAY_D_RECOVER && x->deed != BAY_D_TURN)
        return tc_refuse(why, "B-RUL-27", BAY_R_HAS_DRESSED, u, 0, 0);
    return bay_attack_legal(bk, s, u, x->hex, h, false, true, why); /* B-11.2.2b, B-11.3.1b */
}

/* It fronts that way, or is alone and can still turn there. */
static bool judge_front(const struct bay_book *bk, const struct bay_state *s, int u, int d,
                        struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[u];

    if (x->facing == BAY_NO_FACING || bay_in_front(x->facing, d))
        return bay_own_front(bk, s, u, d) ||
               tc_refuse(why, "B-9.1.1k", BAY_R_STACK_FRONT, u, 0, 0);
    int f = tc_hexface_nearest(3, x->facing, d);
    if (bay_count(bk, s, x->hex) > 1)
        return tc_refuse(why, "B-9.1b", BAY_R_STACK_TURNS, u, 0, 0);
    int cost = bay_turn_cost(bk, x->facing, f), left = bay_allowance(bk, s, u) - x->spent;
    if (s->brigades[s->now.brigade].order == BAY_DRESS)
        return x->deed == BAY_D_NONE || tc_refuse(why, "B-RUL-27", BAY_R_HAS_DRESSED, u, 0, 0);
    return cost <= left || tc_refuse(why, "B-RUL-27", BAY_R_MP, cost, left, 0);
}

static bool judge_one(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                      struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[u];

    if (!bay_on_map(bk, h) || bay_dir(bk, x->hex, h) < 0)
        return tc_refuse(why, "B-5.4b", BAY_R_NOT_ADJACENT, u, h, 0);
    if (x->locks)
        return tc_refuse(why, "B-11.2.3b", BAY_R_LOCKED, u, 0, 0);
    if (bay_impact_at(s, x->hex) == BAY_EFFECTIVE)
        return tc_refuse(why, "B-10.2m", BAY_R_EFFECTIVE, x->hex, 0, 0); /* B-RUL-53 */
    if (x->target < 0)
        return judge_counter(bk, s, u, h, why);
    if (h != x->target && !(attackers_on(s, x->target) && !attackers_on(s, h) &&
                            alternative(bk, s, u, h, x->priority)))
        return tc_refuse(why, "B-5.4b", BAY_R_CHARGED_OTHER, u, x->target, 0);
    if (h == x->target && !bay_own_front(bk, s, u, bay_dir(bk, x->hex, h)))
        return tc_refuse(why, "B-9.1.1k", BAY_R_STACK_FRONT, u, 0, 0);
    return bay_attack_legal(bk, s, u, x->hex, h, true, true, why);
}

bool bay_judge_attack(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = a->arg[0], h = a->arg[1];

    if (a->verb == BAY_V_DONE) {
        int due = bay_attack_due(bk, s);
        return due < 0 ? true : tc_refuse(why, "B-5.4h", BAY_R_MUST_ATTACK, due, 0, 0);
    }
    if (!bay_acts_now(bk, s, u, "B-11.1b", why)) /* B-RUL-55 */
        return false;
    if (attack_of(s, u) >= 0)
        return tc_refuse(why, "B-11.1b", BAY_R_ATTACKED, u, 0, 0);
    if (!judge_one(bk, s, u, h, why))
        return false;
    int other = attackers_on(s, h) ? should_take(bk, s, u, h) : TC_NONE;
    if (other < 0)
        return true;                                                    /* B-11.1c */
    struct tc_act near = { .verb = BAY_V_ATTACK, .arg = { u, other } }; /* B-11.1e */
    return tc_refuse_near(why, &near, "B-11.1d", BAY_R_DOUBLE, u, h, other);
}

/* A charging unit that has its target before it and has not announced yet, or TC_NONE. */
int bay_attack_due(const struct bay_book *bk, const struct bay_state *s)
{
    const struct bay_brigade_def *def = &bk->brigade[s->now.brigade];

    for (int u = def->first; u < def->first + def->units; u++) {
        if (!bay_fights(s, u) || s->units[u].target < 0 || attack_of(s, u) >= 0 ||
            bay_sort_of(bk, s, s->units[u].target, !def->side) == BAY_SORT_MARKER)
            continue;
        if (judge_one(bk, s, u, s->units[u].target, NULL))
            return u;
    }
    return TC_NONE;
}

int bay_count_attack(const struct tc_view *v)
{
    BAY_VIEW(v);
    return 1 + 6 * bk->brigade[s->now.brigade].units;
}

bool bay_nth_attack(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int u = bk->brigade[s->now.brigade].first + (i - 1) / 6;

    if (i == 0) {
        out->verb = BAY_V_DONE;
        return true;
    }
    out->verb = BAY_V_ATTACK;
    out->arg[0] = u;
    out->arg[1] = bay_fights(s, u) ? bk->next[s->units[u].hex][(i - 1) % 6] : TC_NONE;
    return out->arg[1] >= 0;
}

/* --- 11.0 Combat --- */

bool bay_judge_split(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int i = attack_of(s, a->arg[0]), free = i < 0 ? TC_NONE : must_spread(bk, s, i);

    if (i < 0)
        return tc_refuse(why, "B-11.1d", BAY_R_NOT_ANNOUNCED, a->arg[0], 0, 0);
    if (free < 0)
        return tc_refuse(why, "B-11.1d", BAY_R_KEEPS_TARGET, a->arg[0], s->attacks[i].target,
                         0);
    return free == a->arg[1] || tc_refuse(why, "B-11.1d", BAY_R_FREE_ENEMY, a->arg[0], free, 0);
}

int bay_count_split(const struct tc_view *v)
{
    BAY_VIEW(v);
    return s->now.attacks;
}

bool bay_nth_split(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    out->verb = BAY_V_ATTACK;
    out->arg[0] = s->attacks[i].unit;
    out->arg[1] = must_spread(bk, s, i);
    return out->arg[1] >= 0;
}

bool bay_judge_next(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int i = attack_of(s, a->arg[0]);

    if (i < 0)
        return tc_refuse(why, "B-11.1f", BAY_R_NOT_ANNOUNCED, a->arg[0], 0, 0);
    return !s->attacks[i].order || tc_refuse(why, "B-11.1f", BAY_R_ATTACKED, a->arg[0], 0, 0);
}

int bay_count_next(const struct tc_view *v)
{
    BAY_VIEW(v);
    return s->now.attacks;
}

bool bay_nth_next(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    out->verb = BAY_V_NEXT;
    out->arg[0] = s->attacks[i].unit;
    return !s->attacks[i].order;
}

static void order_attacks(struct bay_turn *t)
{
    for (int k = 1; k <= t->s->now.attacks; k++) {
        int u = tc_ask(t->u, t->s->head.active, BAY_Q_NEXT, "B-11.1f", 0, 0, 0)->arg[0];
        t->s->attacks[attack_of(t->s, u)].order = (uint8_t)k;
    }
}

static void announce(struct bay_turn *t, int u, int h)
{
    struct bay_state *s = t->s;
    struct bay_unit *x = &s->units[u];

    face(t, u, h);
    settle_stack(t, u, h);
    s->attacks[s->now.attacks++] = (struct bay_attack){ .unit = (int16_t)u,
                                                        .target = (int16_t)h,
                                                        .counter = x->target < 0 };
    tc_tell(t->u, BAY_E_ANNOUNCED, x->target < 0 ? "B-5.4c" : "B-11.2.2c", u, h, 0);
}

/* The stack's side is settled by who of it attacks where (RUL-38). */
static void settle_stack(struct bay_turn *t, int u, int h)
{
    struct bay_state *s = t->s;
    int hex = s->units[u].hex, top = bay_troops(t->bk, s, hex);
    int low = bay_next_troops(t->bk, s, top);

    if (low < 0 || s->units[u].facing == BAY_NO_FACING ||
        s->units[top].refuse != BAY_REFUSES_EITHER)
        return;
    bool left = bay_dir(t->bk, hex, h) != s->units[u].facing;
    uint8_t mode = left == (u == low) ? BAY_REFUSES_LEFT : BAY_REFUSES_RIGHT;
    s->units[top].refuse = s->units[low].refuse = mode;
}

/* Who stands there: a counterattack is on troops of its own class that charge. */
static bool judge_foe(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                      struct tc_refusal *why)
{
    int foe = bay_troops(bk, s, h);

    if (bay_is_marker(s, bay_top(s, h)))
        return tc_refuse(why, "B-13.2c", BAY_R_FUGITIVES_CHARGE, u, h, 0);
    if (foe < 0)
        return tc_refuse(why, "B-5.4c", BAY_R_NO_TROOPS, u, h, 0);
    if (bay_brigade_of(bk, foe) >= 0 &&
        s->brigades[bay_brigade_of(bk, foe)].order != BAY_CHARGE)
        return tc_refuse(why, "B-5.3c", BAY_R_NOT_CHARGING, u, bay_brigade_of(bk, foe), 0);
    if (bay_is_horse(bk, foe) != bay_is_horse(bk, u))
        return tc_refuse(why, bay_is_horse(bk, u) ? "B-11.4a" : "B-11.5a", BAY_R_OTHER_ARM, u,
                         h, 0);
    return true;
}

/* Open flanks and stacks as they are now count for the whole activation (RUL-58, RUL-38). */
static void snapshot(struct bay_turn *t)
{
    for (int u = 0; u < t->bk->units; u++) {
        struct bay_unit *x = &t->s->units[u];
        if (!bay_fights(t->s, u) || bay_is_art(t->bk, u))
            continue;
        x->open = (uint8_t)bay_open_flanks(t->bk, t->s, u);
        x->refuse = (uint8_t)bay_stack_mode(t->bk, t->s, x->hex);
    }
    t->s->now.shown = 1; /* B-11.3.1c: all movement is over; B-RUL-58 */
}
