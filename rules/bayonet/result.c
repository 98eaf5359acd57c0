/* rules/bayonet/result.c - what the codes of T4, T5 and T6 do: 11.2.3, 11.2.5, 11.3.4, 11.3.5.
 */
#include "rules/bayonet/result.h"
#include "rules/bayonet/move.h"

/* Told further down: */
static bool vacated(const struct bay_turn *t, int h);
static void must_advance(struct bay_turn *t, int u, int h, const char *rule);
static bool may_pursue(const struct bay_turn *t, int u);
static void recoil(struct bay_turn *t, int a, int h);

/* --- 11.0 Combat --- */

static void lock(struct bay_turn *t, int a, int d)
{
    t->s->units[a].firefight = (int16_t)d;
    t->s->units[a].locks++;
    t->s->units[d].locks++;
    tc_tell(t->u, BAY_E_FIREFIGHT, "B-11.2.3a", a, d, 0); /* B-11.2.3f */
}

/* The defender may (D24). */
static void may_advance(struct bay_turn *t, int d, int h)
{
    if (t->s->units[d].life != BAY_FIGHTS || !vacated(t, h) ||
        !bay_can_advance(t->bk, t->s, d, h))
        return;
    const struct tc_act *a =
        tc_ask(t->u, bay_side_of(t->bk, d), BAY_Q_ADVANCE, "B-11.2.5d", d, h, 0);
    if (a->verb == BAY_V_ADVANCE)
        bay_advance(t, d, h, "B-11.2.5d");
}

static bool vacated(const struct bay_turn *t, int h)
{
    int u = bay_top(t->s, h);

    return u < 0 || bay_is_marker(t->s, u);
}

/* 1AR and 1DR: loser first, then the other, then the retreat (11.2.5). */
static void exchange(struct bay_turn *t, int loser, int other, bool attacker_loses, bool works)
{
    static const char *const rule[2][2] = { { "B-11.2.5e", "B-11.2.5f" },
                                            { "B-11.2.5a", "B-11.2.5b" } };
    const char *const *r = rule[attacker_loses];
    int lost = t->s->units[loser].hex, won = t->s->units[other].hex;

    if (!bay_casualty(t, loser, r[0], 1, won)) { /* B-11.2.5i */
        if (bay_casualty(t, other, r[1], 1, lost))
            return; /* B-RUL-63: nobody advances over a routed winner */
        bay_retreat(t, loser, 1, won, works, 1); /* B-11.2.5c, B-11.2.5g */
    }
    if (attacker_loses)
        may_advance(t, other, lost);
    else
        must_advance(t, other, lost, "B-11.2.5h");
}

/* Infantry that has driven the enemy out must follow (B-11.2.5h). */
static void must_advance(struct bay_turn *t, int u, int h, const char *rule)
{
    if (vacated(t, h) && bay_can_advance(t->bk, t->s, u, h))
        bay_advance(t, u, h, rule);
}

bool bay_judge_advance(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (a->verb == BAY_V_ADVANCE && a->arg[0] != v->q->arg[1])
        return tc_refuse(why, "B-11.2.5d", BAY_R_UNREACHED, a->arg[0], 0, 0);
    return true;
}

int bay_count_advance(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool bay_nth_advance(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = i ? BAY_V_STAY : BAY_V_ADVANCE;
    out->arg[0] = i ? 0 : v->q->arg[1];
    return true;
}

/* Into the hex the enemy left, then on as far as it must. */
static void pursue(struct bay_turn *t, int u, int h, int n)
{
    if (!vacated(t, h) || !bay_can_advance(t->bk, t->s, u, h))
        return;
    bay_advance(t, u, h, "B-11.3.4a");
    for (int i = 1; i < n; i++) {
        if (t->s->units[u].life != BAY_FIGHTS || !may_pursue(t, u))
            return; /* B-11.3.4b */
        int to =
            tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_PURSUE, "B-11.3.4a", u, 0, 0)->arg[0];
        bay_advance(t, u, to, "B-11.3.4a");
    }
}

static bool may_pursue(const struct bay_turn *t, int u)
{
    int h = t->s->units[u].hex, f = t->s->units[u].facing;

    return bay_can_advance(t->bk, t->s, u, t->bk->next[h][f]) ||
           bay_can_advance(t->bk, t->s, u, t->bk->next[h][(f + 1) % 6]);
}

bool bay_pursuit(const struct bay_book *bk, const struct bay_state *s, int u, int to)
{
    int h = s->units[u].hex, f = s->units[u].facing;

    for (int k = 0; k < 2; k++) {
        int mid = bk->next[h][(f + k) % 6];
        if (mid < 0 || !bay_can_advance(bk, s, u, mid) || bay_count(bk, s, mid))
            continue;
        if (mid == to)
            return true;
        for (int j = 0; j < 2; j++) {
            int end = bk->next[mid][(f + j) % 6];
            if (end >= 0 && end == to && bay_can_advance(bk, s, u, end) &&
                !bay_count(bk, s, end))
                return true;
        }
    }
    return false;
}

/* The defender is routed and the attacker rides on (A3, A-dagger, A-section). */
static void ride_down(struct bay_turn *t, int a, int d, enum bay_code code, const char *rule)
{
    int from = t->s->units[a].hex, h = t->s->units[d].hex;

    bay_rout_unit(t, d, code == BAY_A3 ? 3 : 2, from, rule);
    pursue(t, a, h, code == BAY_A3 ? 3 : 1);
    if (code != BAY_A3 && t->s->units[a].life == BAY_FIGHTS && !t->s->units[a].disordered)
        t->s->now.further = (uint8_t)code; /* B-11.3.5a */
}

bool bay_judge_pursue(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = v->q->arg[0], h = s->units[u].hex, f = s->units[u].facing;

    for (int k = 0; k < 2; k++)
        if (a->arg[0] >= 0 && bk->next[h][(f + k) % 6] == a->arg[0] &&
            bay_can_advance(bk, s, u, a->arg[0]))
            return true;
    return tc_refuse(why, "B-11.3.4a", BAY_R_UNREACHED, a->arg[0], 0, 0);
}

int bay_count_pursue(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool bay_nth_pursue(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int u = v->q->arg[0];

    out->verb = BAY_V_ADVANCE;
    out->arg[0] = bk->next[s->units[u].hex][(s->units[u].facing + i) % 6];
    return out->arg[0] >= 0;
}

void bay_pursue_to(struct bay_turn *t, int u, int to)
{
    int h = t->s->units[u].hex, f = t->s->units[u].facing, best = TC_NONE, clear = 0;

    for (int k = 0; k < 2; k++) {
        int d = (f + k) % 6, next = t->bk->next[h][d];
        if (next < 0 || !bay_can_advance(t->bk, t->s, u, next) ||
            bay_count(t->bk, t->s, next) ||
            bay_distance(t->bk, next, to) >= bay_distance(t->bk, h, to))
            continue;
        if (best < 0 || (!clear && !t->bk->obstacle[h][d])) {
            best = d;
            clear = !t->bk->obstacle[h][d];
        }
    }
    TC_BUG_ON(best < 0);
    t->s->units[u].obstacle |= t->bk->obstacle[h][best];
    bay_advance(t, u, t->bk->next[h][best], "B-RUL-66");
}

static void apply_foot(struct bay_turn *t, int a, int d, enum bay_code code)
{
    int from = t->s->units[a].hex, h = t->s->units[d].hex;
    bool works = bay_has_works(t->bk, h, from);

    switch (code) {
    case BAY_RA:
        bay_rout_unit(t, a, 2, h, "B-T4a");
        may_advance(t, d, from);
        break;
    case BAY_1AR:
        exchange(t, a, d, true, false); /* B-T4b */
        break;
    case BAY_AR:
        if (bay_retreat(t, a, 1, h, false, 1) != BAY_STAYED) /* B-T4c */
            may_advance(t, d, from);
        break;
    case BAY_1A:
        if (bay_casualty(t, a, "B-T4d", 1, h))
            may_advance(t, d, from);
        break;
    case BAY_FF:
        lock(t, a, d); /* B-T4e */
        break;
    case BAY_1D:
        if (bay_casualty(t, d, "B-T4f", 1, from))
            must_advance(t, a, h, "B-T4f");
        break;
    case BAY_DR:
        if (bay_retreat(t, d, 1, from, works, 1) != BAY_STAYED) /* B-T4g */
            must_advance(t, a, h, "B-T4g");
        break;
    case BAY_1DR:
        exchange(t, d, a, false, works); /* B-T4h */
        break;
    case BAY_RD:
        bay_rout_unit(t, d, 2, from, "B-T4i");
        must_advance(t, a, h, "B-T4i");
        break;
    case BAY_AR1:
    case BAY_AR2:
    case BAY_BD:
    case BAY_A1:
    case BAY_A2:
    case BAY_A3:
    case BAY_DAGGER:
    case BAY_SECTION:
    case BAY_CODES: break;
    }
}

/* --- T5 and T6: cavalry attacks --- */

/* The attacker's own misfortunes, alike in both tables. True when that was it. */
static bool repulsed(struct bay_turn *t, int a, int h, enum bay_code code, bool foot)
{
    if (code == BAY_RA) {
        bay_rout_unit(t, a, 2, h, foot ? "B-T6a" : "B-T5a");
        return true;
    }
    if (code != BAY_AR1 && code != BAY_AR2)
        return false;
    bay_retreat(t, a, code == BAY_AR2 ? 2 : 1, h, false, 2); /* B-T5b, B-T6a */
    return true;
}

static void apply_horse(struct bay_turn *t, int a, int d, enum bay_code code)
{
    int from = t->s->units[a].hex, h = t->s->units[d].hex;
    int n = code == BAY_A2 ? 2 : 1;

    if (repulsed(t, a, h, code, false))
        return;
    if (code == BAY_BD) {
        bay_combat_disorder(t, d, "B-T5c", 1, from); /* B-T5i */
        return;
    }
    if (code == BAY_A3 || code == BAY_DAGGER || code == BAY_SECTION) {
        ride_down(t, a, d, code,
                  code == BAY_A3       ? "B-T5f"
                  : code == BAY_DAGGER ? "B-T5g"
                                       : "B-T5h");
        return;
    }
    if (!bay_combat_disorder(t, d, n == 2 ? "B-T5e" : "B-T5d", n, from) && /* B-T5i */
        bay_retreat(t, d, n, from, false, n) == BAY_STAYED)
        return; /* B-T5j */
    pursue(t, a, h, n);
}

static void apply_horse_foot(struct bay_turn *t, int a, int d, enum bay_code code)
{
    int from = t->s->units[a].hex, h = t->s->units[d].hex, n = code == BAY_A2 ? 2 : 1;
    bool works = bay_has_works(t->bk, h, from);

    if (repulsed(t, a, h, code, true))
        return;
    if (code == BAY_DAGGER || code == BAY_SECTION) {
        ride_down(t, a, d, code, "B-T6e");
        return;
    }
    if (code == BAY_1D) {
        if (bay_casualty(t, d, "B-T6b", 1, from))
            pursue(t, a, h, 1);
        else
            recoil(t, a, h); /* B-T6b */
        return;
    }
    for (int i = 0; i < n; i++)
        if (bay_casualty(t, d, n == 2 ? "B-T6d" : "B-T6c", n, from)) {
            pursue(t, a, h, n);
            return;
        }
    if (bay_retreat(t, d, n, from, works, n) == BAY_STAYED)
        recoil(t, a, h); /* B-T6f, B-T6g */
    else
        pursue(t, a, h, n);
}

/* The infantry holds: the cavalry goes back one hex. */
static void recoil(struct bay_turn *t, int a, int h)
{
    bay_retreat(t, a, 1, h, false, 2);
}

void bay_apply(struct bay_turn *t, int a, int d, enum bay_crt table, enum bay_code code)
{
    if (table == BAY_T_FOOT)
        apply_foot(t, a, d, code);
    else if (table == BAY_T_HORSE)
        apply_horse(t, a, d, code);
    else
        apply_horse_foot(t, a, d, code);
}
