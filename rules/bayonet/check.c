/* rules/bayonet/check.c - what must hold between two answers. */
#include "rules/bayonet/combat.h"
#include "rules/bayonet/setup.h"

/* Told further down: */
static bool check_hexes(const struct bay_book *bk, const struct bay_state *s,
                        struct tc_refusal *why);
static bool check_turn(const struct bay_state *s, struct tc_refusal *why);
static bool check_display(const struct bay_book *bk, const struct bay_state *s,
                          struct tc_refusal *why);
static bool check_leader(const struct bay_book *bk, const struct bay_state *s, int l,
                         struct tc_refusal *why);
static bool check_hex(const struct bay_book *bk, const struct bay_state *s, int h,
                      struct tc_refusal *why);
static bool check_impacts(const struct bay_book *bk, const struct bay_state *s,
                          struct tc_refusal *why);
static bool check_attacks(const struct bay_book *bk, const struct bay_state *s,
                          struct tc_refusal *why);
static bool check_units(const struct bay_book *bk, const struct bay_state *s,
                        struct tc_refusal *why);
static bool check_unit(const struct bay_book *bk, const struct bay_state *s, int u, int locks,
                       struct tc_refusal *why);
static bool check_markers(const struct bay_state *s, int top, int h, struct tc_refusal *why);

/* --- 1.0 and 2.0 Scope, pieces, terms --- */

bool bay_check(const struct tc_book *book, const void *state, struct tc_refusal *why)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const struct bay_state *s = state;

    if (!bay_index_holds(bk, s))
        return tc_refuse(why, "B-2.1.1a", BAY_R_CHECK_INDEX, 0, 0, 0);
    if (!check_turn(s, why))
        return false;
    if (!check_units(bk, s, why) || !check_impacts(bk, s, why))
        return false;
    if (!check_hexes(bk, s, why))
        return false;
    if (!check_display(bk, s, why) || !check_attacks(bk, s, why))
        return false;
    for (int l = 0; l < bk->leaders; l++)
        if (!check_leader(bk, s, l, why))
            return false;
    return true;
}

/* All hexes; of a position edited by hand the index is built on a copy. */
static bool check_hexes(const struct bay_book *bk, const struct bay_state *s,
                        struct tc_refusal *why)
{
    struct bay_state edited;

    if (!bay_index_fresh(bk, s)) {
        edited = *s;
        bay_index(bk, &edited);
        s = &edited;
    }
    for (int u = 0; u < bk->units; u++)
        if (s->units[u].hex >= 0 && !check_hex(bk, s, s->units[u].hex, why))
            return false;
    return true;
}

/* Whose turn it is must be known wherever somebody is asked; so must be who acts. */
static bool check_turn(const struct bay_state *s, struct tc_refusal *why)
{
    int step = s->head.step;
    bool free = step == BAY_S_TURN || step == BAY_S_GUNS_FIRST || step == BAY_S_WINGS_FIRST ||
                step == BAY_S_BRIGADES_FIRST || step == BAY_S_VICTORY || step == BAY_S_CLEAN_UP;
    bool acting = step >= BAY_S_ORDER && step <= BAY_S_BRIGADE_DONE;
    bool phase = step >= BAY_S_BRIGADE && step <= BAY_S_ROUT;

    if (!free && s->head.active < 0)
        return tc_refuse(why, "B-3.0a", BAY_R_CHECK_ACTIVE, 0, 0, 0);
    if ((acting && s->now.brigade < 0) || (phase && s->now.first < 0))
        return tc_refuse(why, "B-3.3e", BAY_R_CHECK_ACTING, 0, 0, 0);
    if (step == BAY_S_WING && s->now.leader < 0)
        return tc_refuse(why, "B-3.2e", BAY_R_CHECK_LEADER, 0, 0, 0);
    return true;
}

static bool check_display(const struct bay_book *bk, const struct bay_state *s,
                          struct tc_refusal *why)
{
    for (int b = 0; b < bk->brigades; b++) {
        const struct bay_brigade *x = &s->brigades[b];
        if (x->gone)
            continue;
        if (x->wing >= bk->wings || bk->wing[x->wing].side != bk->brigade[b].side ||
            x->line >= BAY_LINES)
            return tc_refuse(why, "B-4.1a", BAY_R_CHECK_PLACE, b, 0, 0); /* B-2.3b */
        if (x->slot < 1 || x->slot > bk->wing[x->wing].capacity)
            return tc_refuse(why, "B-4.1b", BAY_R_CHECK_SLOT, b, 0, 0);
        if (bay_brigade_at(bk, s, x->wing, x->line, x->slot) != b)
            return tc_refuse(why, "B-4.1b", BAY_R_CHECK_LINE, x->wing, x->line, 0);
    }
    return true;
}

/* --- 5.0 Orders --- */

/* Who charges or attacks began somewhere: priorities are counted from there (B-5.4c). */
static bool began(const struct bay_book *bk, const struct bay_state *s)
{
    bool now = s->head.step == BAY_S_ATTACKS || s->head.step == BAY_S_FIGHT;

    for (int i = 0; now && i < s->now.attacks; i++)
        if (!bay_on_map(bk, s->units[s->attacks[i].unit].hex0))
            return false;
    const struct bay_brigade_def *b = now ? &bk->brigade[s->now.brigade] : NULL;
    for (int u = b ? b->first : 0; b && u < b->first + b->units; u++)
        if (s->units[u].target >= 0 && s->units[u].life == BAY_FIGHTS &&
            !bay_on_map(bk, s->units[u].hex0))
            return false;
    return true;
}

static bool check_leader(const struct bay_book *bk, const struct bay_state *s, int l,
                         struct tc_refusal *why)
{
    const struct bay_leader *x = &s->leaders[l];

    if (x->post != BAY_IN_PLAY)
        return true;
    if (x->wing >= bk->wings || bk->wing[x->wing].side != bk->leader[l].side)
        return tc_refuse(why, "B-6.1a", BAY_R_CHECK_WING, l, 0, 0);
    if (x->rating > 3)
        return tc_refuse(why, "B-6.1a", BAY_R_CHECK_RATING, l, 0, 0);
    if (x->direct < 0)
        return true;
    if (x->rating < 1)
        return tc_refuse(why, "B-6.1b", BAY_R_DIRECT_ZERO, l, 0, 0);
    if (s->brigades[x->direct].gone)
        return tc_refuse(why, "B-6.1b", BAY_R_BRIGADE_GONE, x->direct, 0, 0);
    if (s->brigades[x->direct].wing != x->wing || s->brigades[x->direct].line != x->line)
        return tc_refuse(why, "B-6.1b", BAY_R_CHECK_DIRECT, l, x->direct, 0);
    return true;
}

/* --- 10.0 Artillery --- */

/* One side a hex, one class and brigade, limits, facing; markers alone (chapter 9). */
static bool check_hex(const struct bay_book *bk, const struct bay_state *s, int h,
                      struct tc_refusal *why)
{
    int top = bay_top(s, h), n = 0, guns = 0, first = TC_NONE;

    for (int u = top; u >= 0; u = bay_below(s, u)) {
        if (s->units[u].hex != h || bay_side_of(bk, u) != bay_side_of(bk, top))
            return tc_refuse(why, "B-7.0j", BAY_R_CHECK_SIDES, h, 0, 0);
        if (bay_is_marker(s, u) && !check_markers(s, top, h, why))
            return false;
        if (bay_is_marker(s, u))
            continue;
        guns += bay_is_art(bk, u);
        if (bay_is_art(bk, u))
            continue;
        n++;
        if (first < 0)
            first = u;
        if (bay_brigade_of(bk, u) != bay_brigade_of(bk, first))
            return tc_refuse(why, "B-9.1a", BAY_R_CHECK_MIXED, h, 0, 0);
        if (bay_is_foot(bk, u) != bay_is_foot(bk, first))
            return tc_refuse(why, "B-9.1a", BAY_R_CHECK_ARMS, h, 0, 0);
        if (s->units[u].facing != s->units[first].facing && s->now.mover != u &&
            s->now.mover != first)
            return tc_refuse(why, "B-9.1b", BAY_R_CHECK_FACINGS, h, 0, 0);
    }
    if (guns > 1)
        return tc_refuse(why, "B-9.2a", BAY_R_CHECK_GUNS, h, 0, 0);
    bool village =
        bk->terrain[h] == BAY_VILLAGE && first >= 0 && bay_def(bk, first)->kind == BAY_INF;
    return n <= (village ? 4 : 2) ? true : tc_refuse(why, "B-9.2g", BAY_R_CHECK_CROWD, h, 0, 0);
}

/* Impact Markers lie on the map, and those in use come first (B-10.2s). */
static bool check_impacts(const struct bay_book *bk, const struct bay_state *s,
                          struct tc_refusal *why)
{
    for (int i = 0; i < BAY_IMPACTS && s->impacts[i].level; i++) {
        if (!bay_on_map(bk, s->impacts[i].hex))
            return tc_refuse(why, "B-10.2s", BAY_R_CHECK_IMPACT, 0, 0, 0);
        if (s->impacts[i].level > BAY_EFFECTIVE)
            return tc_refuse(why, "B-10.2s", BAY_R_CHECK_LEVEL, s->impacts[i].hex, 0, 0);
    }
    return true;
}

/* --- 11.0 Combat --- */

/* Attacks that were announced: each by another unit of the brigade that acts, at a hex. */
static bool check_attacks(const struct bay_book *bk, const struct bay_state *s,
                          struct tc_refusal *why)
{
    const struct bay_now *now = &s->now;
    bool next = false, fights = s->head.step == BAY_S_FIGHT;
    bool ok = now->attacks <= BAY_ATTACKS &&
              (now->origin == TC_NONE || bay_on_map(bk, now->origin)) &&
              (now->target == TC_NONE || bay_on_map(bk, now->target));

    for (int i = 0; ok && i < now->attacks; i++) {
        const struct bay_attack *x = &s->attacks[i];
        ok = x->unit >= 0 && x->unit < bk->units &&
             (bay_on_map(bk, x->target) ||
              (s->head.step != BAY_S_ATTACKS && x->target == TC_NONE));
        for (int k = 0; ok && k < i; k++)
            ok = s->attacks[k].unit != x->unit;
        next |= x->order == now->fought + 1;
    }
    ok = ok && began(bk, s);
    if (now->further) /* a further attack of horse is waiting */
        ok = ok && fights && now->attacker >= 0 && now->attacker < bk->units &&
             bay_is_horse(bk, now->attacker) && s->units[now->attacker].life == BAY_FIGHTS &&
             bay_on_map(bk, s->units[now->attacker].hex) && bay_on_map(bk, now->target) &&
             s->units[now->attacker].facing <= 5;
    else if (fights)
        ok = ok && next && now->fought < now->attacks;
    return ok || tc_refuse(why, "B-11.1f", BAY_R_CHECK_ATTACKS, 0, 0, 0);
}

/* All units, with the Firefights each has a part in. */
static bool check_units(const struct bay_book *bk, const struct bay_state *s,
                        struct tc_refusal *why)
{
    uint8_t locks[BAY_UNITS] = { 0 };

    for (int u = 0; u < bk->units; u++) {
        int v = s->units[u].firefight;
        if (v >= bk->units || v == u)
            return tc_refuse(why, "B-11.2.3a", BAY_R_CHECK_FIREFIGHT, u, 0, 0);
        if (v >= 0)
            locks[u]++, locks[v]++;
    }
    for (int u = 0; u < bk->units; u++)
        if (!check_unit(bk, s, u, locks[u], why))
            return false;
    return true;
}

static bool check_unit(const struct bay_book *bk, const struct bay_state *s, int u, int locks,
                       struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[u];
    const struct bay_unit_def *def = bay_def(bk, u);

    if (def->side < 0 || def->side >= TC_SIDES)
        return tc_refuse(why, "B-1.0b", BAY_R_CHECK_SIDE, u, 0, 0);
    if (x->target != TC_NONE && !bay_on_map(bk, x->target))
        return tc_refuse(why, "B-7.0j", BAY_R_CHECK_TARGET, u, 0, 0);
    if (x->hex0 != TC_NONE && !bay_on_map(bk, x->hex0))
        return tc_refuse(why, "B-7.0j", BAY_R_CHECK_BEGAN, u, 0, 0);
    bool running = x->life != BAY_FIGHTS && x->hex == TC_NONE; /* a marker on its way */
    if (x->life == BAY_GONE && x->hex >= 0)
        return tc_refuse(why, "B-7.0j", BAY_R_CHECK_GONE, u, 0, 0);
    if (x->life != BAY_GONE && !running && !bay_on_map(bk, x->hex))
        return tc_refuse(why, "B-7.0j", BAY_R_CHECK_OFF_MAP, u, 0, 0);
    if (x->hex >= 0 && bk->terrain[x->hex] == BAY_IMPASSABLE)
        return tc_refuse(why, "B-7.0j", BAY_R_CHECK_GROUND, u, 0, 0);
    if (x->casualties > def->cv || (x->casualties && !bay_is_foot(bk, u)))
        return tc_refuse(why, "B-11.2.4a", BAY_R_CHECK_CASUALTIES, u, 0, 0);
    if (x->disordered && !bay_is_horse(bk, u))
        return tc_refuse(why, "B-11.3.3a", BAY_R_CHECK_DISORDER, u, 0, 0);
    if (locks != x->locks || (locks && x->life != BAY_FIGHTS))
        return tc_refuse(why, "B-11.2.3e", BAY_R_CHECK_LOCKS, u, 0, 0);
    if (x->life == BAY_FIGHTS && x->facing > BAY_NO_FACING)
        return tc_refuse(why, "B-8.0g", BAY_R_CHECK_FACING, u, 0, 0);
    return true;
}

/* Markers lie alone; only in phase 4 may one rest where others have their move to come
 * (B-13.1g). */
static bool check_markers(const struct bay_state *s, int top, int h, struct tc_refusal *why)
{
    int resting = 0, others = 0;

    for (int u = top; u >= 0; u = bay_below(s, u)) {
        others += !bay_is_marker(s, u);
        resting += s->head.step != BAY_S_ROUT || s->units[u].moved != BAY_TO_RUN;
    }
    return !others && resting <= 1 ? true
                                   : tc_refuse(why, "B-9.3a", BAY_R_CHECK_FUGITIVES, h, 0, 0);
}
