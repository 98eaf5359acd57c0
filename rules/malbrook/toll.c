/* rules/malbrook/toll.c - what a way costs: friends passed, fatigue, obstacles (M-14, M-15). */
#include "rules/malbrook/inner.h"

/* Told further down: */
static bool passes(const struct mal_book *bk, const struct mal_unit *from, uint16_t way,
                   int32_t d, const struct mal_unit *f);

/* The least face that tires troops on this ground; 7: none. */
static int tiring_face(const struct mal_play *p, const struct mal_unit *m, bool rough,
                       const char **rule)
{
    const struct mal_move_table *t = &p->bk->tables.move;
    bool horse = mal_is_cavalry(p->bk, m) || !mal_is_brigade(p->bk, m);

    if (!rough) {
        *rule = "M-14.1";
        return m->formation == MAL_MARCH_COLUMN || m->formation == MAL_UNFORMED ? 7
                                                                                : t->good_dp;
    }
    if (m->formation == MAL_UNFORMED || (!horse && m->formation == MAL_MARCH_COLUMN)) {
        *rule = "M-14.2";
        return 7;
    }
    *rule = horse ? "M-14.5" : m->formation == MAL_FIELD_COLUMN ? "M-14.3" : "M-14.4";
    return horse ? t->horse_dp : m->formation == MAL_FIELD_COLUMN ? t->column_dp : t->line_dp;
}

/* M-15.12b to M-15.14. */
void mal_crossing_cost(struct mal_play *p, int unit, const struct mal_stop *stop)
{
    const struct mal_move_table *t = &p->bk->tables.move;
    struct mal_unit *m = &p->s->brigades[unit];

    for (int i = 0; i < stop->crossings; i++) {
        bool hard = i < stop->hard;
        if (m->formation == MAL_UNFORMED) {
            tc_tell(p->u, MAL_E_CROSSES, "M-15.14", unit, 0, 0);
            continue;
        }
        int dps = (m->under_fire ? t->cross_fire : t->cross_cost) + (hard ? t->hard_extra : 0);
        tc_tell(p->u, MAL_E_CROSSES, "M-15.12a", unit, dps, 0);
        mal_add_dp(p, unit, dps, MAL_BY_MOVE,
                   hard            ? "M-15.13"
                   : m->under_fire ? "M-15.12c"
                                   : "M-15.12b");
    }
}

/* One passage: free, or a DP for each formed brigade of the two. */
void mal_pass_one(struct mal_play *p, int unit, int other)
{
    struct mal_unit *m = &p->s->brigades[unit], *f = &p->s->brigades[other];
    int cost = p->bk->tables.move.pass_cost;
    bool rout = m->status == MAL_ROUTING || f->status == MAL_ROUTING;

    if (mal_is_gun(p->bk, f) && !f->fired) {
        tc_tell(p->u, MAL_E_PASSES, "M-15.28", unit, other, 0);
        return;
    }
    if (!rout && !f->moved && !f->fired && !f->fought) {
        tc_tell(p->u, MAL_E_PASSES, "M-15.27", unit, other, 0);
        f->passed = (uint8_t)(unit + 1);
        return;
    }
    tc_tell(p->u, MAL_E_PASSES, "M-15.29", unit, other, 0);
    if (mal_is_formed(p->bk, m) && !mal_fast(m)) /* M-12.8: who flees is unformed */
        mal_add_dp(p, unit, cost, MAL_BY_MOVE, "M-15.29");
    if (mal_is_formed(p->bk, f))
        mal_add_dp(p, other, cost, MAL_BY_MOVE, "M-15.29");
}

void mal_pass_lines(struct mal_play *p, int unit, const struct mal_unit *from, uint16_t bearing,
                    int32_t distance)
{
    if (distance <= 0)
        return;
    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *f = &p->s->brigades[i];
        if (i == unit || f->side != from->side || !mal_on_table(f) || mal_is_ghost(p->bk, f) ||
            mal_kin(p->s, unit, i))
            continue;
        if (passes(p->bk, from, bearing, distance, f))
            mal_pass_one(p, unit, i);
    }
}

static bool passes(const struct mal_book *bk, const struct mal_unit *from, uint16_t way,
                   int32_t d, const struct mal_unit *f)
{
    struct mal_body a, b;
    int64_t x = f->x - from->x, y = f->y - from->y;
    int64_t reach = (int64_t)d + mal_radius(bk, f) + mal_radius(bk, from);

    if (x * x + y * y > reach * reach)
        return false;
    mal_body(bk, from, &a);
    mal_body(bk, f, &b);
    return tc_sweep_overlap(&a.box[0], way, d, &b.box[0], MAL_EPS);
}

void mal_fatigue(struct mal_play *p, int unit, const int8_t *face, int dice, bool rough)
{
    const char *rule = "M-14.1";
    int least = tiring_face(p, &p->s->brigades[unit], rough, &rule), dps = 0;

    for (int i = 0; i < 3; i++) /* M-14.6, M-RUL-21 */
        dps += (dice >> i & 1) && face[i] >= least;
    if (dps)
        mal_add_dp(p, unit, dps, MAL_BY_MOVE, rule);
}

/* M-15.29a: passed without penalty, and now it moves or fires after all. */
void mal_passed_now_acts(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int by = m->passed - 1, cost = p->bk->tables.move.pass_cost;

    if (!m->passed)
        return;
    m->passed = 0;
    if (mal_is_formed(p->bk, m))
        mal_add_dp(p, unit, cost, MAL_BY_MOVE, "M-15.29a");
    if (mal_on_table(&p->s->brigades[by]) && mal_is_formed(p->bk, &p->s->brigades[by]))
        mal_add_dp(p, by, cost, MAL_BY_MOVE, "M-15.29a");
}
