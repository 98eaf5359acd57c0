/* rules/malbrook/gunwork.c - what a gun and its crew may do instead of a diced move (M-13.17,
 * M-15.11, M-19.15, M-19.16). */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"

/* Told further down: */
static bool judge_shift(const struct mal_book *bk, const struct mal_state *s, int unit,
                        const struct tc_act *a, struct tc_refusal *why);
static bool judge_pivot(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int32_t by, struct tc_refusal *why);
static bool formed_enemy_near(const struct mal_book *bk, const struct mal_state *s, int side,
                              const struct mal_unit *m, int32_t r);

/* --- 4.12 Movement --- */

static bool judge_unlimber(const struct mal_unit *m, int unit, struct tc_refusal *why)
{
    if (!m->limbered)
        return tc_refuse(why, "M-14.8", MAL_R_NOT_LIMBERED, unit, 0, 0);
    if (m->steadied || (m->control != MAL_ATTACHED && m->control != MAL_CONTROLLED))
        return tc_refuse(why, m->control == MAL_HALT ? "M-7.27" : "M-14.7a",
                         MAL_R_NOT_CONTROLLED, unit, 0, 0);
    return true;
}

bool mal_judge_gun(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_is_gun(bk, m))
        return tc_refuse(why, "M-12.1", MAL_R_NOT_A_GUN, unit, 0, 0);
    if (m->crew != MAL_CREWED)
        return tc_refuse(why, "M-23.1", MAL_R_NO_CREW, unit, 0, 0);
    if (a->verb == MAL_V_UNLIMBER)
        return judge_unlimber(m, unit, why);
    if (a->verb == MAL_V_PIVOT)
        return judge_pivot(bk, s, unit, a->arg[1], why);
    return judge_shift(bk, s, unit, a, why);
}

/* M-13.17, M-13.18: a short way, and not every class. */
static bool judge_shift(const struct mal_book *bk, const struct mal_state *s, int unit,
                        const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int cls = mal_gun_class(bk, m);

    if (mal_is_halted(m))
        return mal_refuse_halted(m, unit, why);
    if (m->limbered)
        return tc_refuse(why, "M-13.17", MAL_R_SHIFT_LIMBERED, unit, 0, 0);
    if (cls != MAL_MEDIUM && cls != MAL_HOWITZER)
        return tc_refuse(why, cls == MAL_HEAVY || cls == MAL_MORTAR ? "M-13.18" : "M-13.17",
                         MAL_R_SHIFT_CLASS, unit, 0, 0);
    if (a->arg[2] < 1 || a->arg[2] > bk->tables.move.gun_shift)
        return tc_refuse(why, "M-13.17", MAL_R_TOO_LONG, unit, bk->tables.move.gun_shift, 0);
    struct mal_stop stop;
    mal_way(bk, s, unit, m, (uint16_t)(m->heading + a->arg[1]), a->arg[2], 0, &stop);
    if (stop.distance < a->arg[2] || stop.crossings)
        return tc_refuse(why, "M-GEO-40", MAL_R_BLOCKED, unit, stop.distance, 0);
    return true;
}

static bool judge_pivot(const struct mal_book *bk, const struct mal_state *s, int unit,
                        int32_t by, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t most = bk->tables.move.pivot;
    struct mal_unit x = *m;

    if (by == 0 || by > most || by < -most)
        return tc_refuse(why, "M-13.21", MAL_R_PIVOT, unit, 0, 0);
    struct tc_rect r = tc_turn_on_centre(mal_rect(bk, m), (uint16_t)(m->heading + by));
    x.x = r.x;
    x.y = r.y;
    x.heading = r.facing;
    int hit = mal_overlapped(bk, s, unit, &x, TC_NONE);
    return hit == TC_NONE || tc_refuse(why, "M-GEO-34", MAL_R_OVERLAPS, unit, hit, 0);
}

/* --- 4.18 Special cases of combat --- */

/* M-19.15, M-RUL-57 */
bool mal_judge_recrew(const struct mal_book *bk, const struct mal_state *s, int unit,
                      struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_is_gun(bk, m) || m->crew != MAL_REFUGE || m->captured_by != TC_NONE)
        return tc_refuse(why, "M-19.15", MAL_R_CREW_GONE, unit, 0, 0);
    if (formed_enemy_near(bk, s, m->side, m, bk->tables.combat.gun_refuge))
        return tc_refuse(why, "M-19.15", MAL_R_CREW_ENEMY, unit, 0, 0);
    if (!mal_within(bk, m, &s->brigades[m->refuge], bk->tables.command.refuge + MAL_EPS))
        return tc_refuse(why, "M-RUL-57", MAL_R_TOO_FAR, bk->tables.command.refuge, 0, 0);
    struct mal_unit x = *m;
    x.crew = MAL_CREWED;
    return mal_may_stand(bk, s, unit, &x, why);
}

static bool formed_enemy_near(const struct mal_book *bk, const struct mal_state *s, int side,
                              const struct mal_unit *m, int32_t r)
{
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != side && mal_on_table(e) && mal_is_formed(bk, e) &&
            mal_within(bk, e, m, r + MAL_EPS))
            return true;
    }
    return false;
}

/* M-19.16: one base goes to an abandoned limbered gun of the enemy. */
bool mal_judge_take(const struct mal_book *bk, const struct mal_state *s, int unit, int gun,
                    struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit], *g = &s->brigades[gun];

    if (mal_is_halted(m))
        return mal_refuse_halted(m, unit, why);
    if (!mal_is_gun(bk, g))
        return tc_refuse(why, "M-19.16", MAL_R_NOT_A_GUN, gun, 0, 0);
    if (!mal_on_table(g))
        return tc_refuse(why, "M-19.16", MAL_R_GONE, gun, g->where, 0);
    if (g->side == m->side)
        return tc_refuse(why, "M-19.16", MAL_R_FRIEND, gun, 0, 0);
    if (!g->limbered)
        return tc_refuse(why, "M-19.16", MAL_R_GUN_UNLIMBERED, gun, 0, 0);
    if (g->crew == MAL_CREWED)
        return tc_refuse(why, "M-19.16", MAL_R_GUN_CREWED, gun, 0, 0);
    if (!mal_in_one_rank(bk, s, unit, "M-19.16", why))
        return false;
    if (m->refuse_k[0] | m->refuse_k[1])
        return tc_refuse(why, "M-19.16", MAL_R_REFUSED, unit, 0, 0);
    if (mal_spare(s) == TC_NONE)
        return tc_refuse(why, "M-19.16", MAL_R_NO_ROOM, unit, 0, 0);
    if (!mal_within(bk, m, g, bk->tables.command.contact + MAL_EPS))
        return tc_refuse(why, "M-19.16", MAL_R_TOO_FAR, bk->tables.command.contact, 0, 0);
    struct mal_unit x = *g;
    x.crew = MAL_CREWED;
    x.captured_by = TC_NONE;
    for (int i = 0; i < s->units; i++)
        if (i != gun && mal_on_table(&s->brigades[i]) && !mal_is_ghost(bk, &s->brigades[i]) &&
            mal_overlap(bk, &x, &s->brigades[i]))
            return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, gun, i, 0);
    return true;
}
