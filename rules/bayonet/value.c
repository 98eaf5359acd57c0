/* rules/bayonet/value.c - combat values: 11.2.2, 11.3.1, 11.3.2, 11.4, 11.8. */
#include "rules/bayonet/attack.h"
#include "rules/bayonet/move.h"

/* Told further down: */
static void add_ground(const struct bay_book *bk, const struct bay_state *s, struct tc_sum *sum,
                       int d, int from);
static int best_side(const struct bay_book *bk, int sorts, bool horse);

static bool has_leader(const struct bay_book *bk, const struct bay_state *s, int u)
{
    int b = bay_brigade_of(bk, u);

    for (int l = 0; l < bk->leaders; l++)
        if (s->leaders[l].post == BAY_IN_PLAY && s->leaders[l].direct == b && b >= 0)
            return true; /* B-6.4.1b: a second one adds nothing */
    return false;
}

/* Open flanks and long fronts (B-11.2.2n to r). */
static void add_flanks(const struct bay_book *bk, const struct bay_state *s, struct tc_sum *sum,
                       int a, int d)
{
    int h = s->units[d].hex, open_a = s->units[a].open, open_d = s->units[d].open;
    bool line_a = bay_def(bk, a)->underlined, line_d = bay_def(bk, d)->underlined;

    if (bk->terrain[h] == BAY_VILLAGE || bay_has_works(bk, h, s->units[a].hex))
        return;            /* B-11.2.2n */
    if (!open_a && open_d) /* B-11.2.2d: as they were when attacks were announced */
        tc_sum_add(sum, open_d, "B-11.2.2o", BAY_LB_OPEN, d, 0);
    else if (open_a && !open_d)
        tc_sum_add(sum, -open_a, "B-11.2.2p", BAY_LB_OPEN, a, 0);
    else if (open_a && line_a != line_d) /* B-11.2.2r, B-11.2.2v */
        tc_sum_add(sum, line_a ? 1 : -1, "B-11.2.2q", BAY_LB_UNDERLINED, line_a ? a : d, 0);
}

/* What both sides add alike: value, leader, Impact. sign is +1 for the attacker. */
static void add_common(const struct bay_book *bk, const struct bay_state *s, struct tc_sum *sum,
                       int u, int sign, enum bay_crt table)
{
    static const char *const leader[] = { "B-11.2.2g", "B-11.3.1e", "B-11.4g" };
    const struct bay_unit *x = &s->units[u];
    const struct bay_unit_def *def = bay_def(bk, u);
    int cv = bay_is_foot(bk, u) ? def->cv - x->casualties
             : x->disordered    ? def->cv_disordered
                                : def->cv;

    /* B-11.2.2f, B-RUL-37; B-11.2.6b: Depth is no value */
    tc_sum_add(sum, sign * cv, bay_is_foot(bk, u) ? "B-11.2.4b" : "B-11.3.1d", BAY_LB_CV, u, 0);
    if (has_leader(bk, s, u)) /* B-6.4.1a */
        tc_sum_add(sum, sign, leader[table], BAY_LB_LEADER, bay_brigade_of(bk, u), 0);
    int impact = bay_impact_at(s, x->hex);
    if (impact == BAY_HIT) /* B-11.2.2j, B-11.3.1g, B-11.4k */
        tc_sum_add(sum, sign * bk->move.hit_cv, "B-10.2j", BAY_LB_HIT, x->hex, 0);
    else if (impact == BAY_EFFECTIVE)
        tc_sum_add(sum, sign * bk->move.effective_cv, "B-10.2n", BAY_LB_EFF_CV, x->hex, 0);
}

int bay_net(const struct bay_book *bk, const struct bay_state *s, struct tc_umpire *u, int a,
            int d, enum bay_crt table, int momentum)
{
    static const char *const flank[] = { "B-11.2.2h", "B-11.3.1f", "B-11.4h" };
    static const char *const rear[] = { "B-11.2.2i", "B-11.3.1f", "B-11.4h" };
    struct tc_sum sum = { u, 0 };
    int from = s->units[a].hex, dir = bay_dir(bk, s->units[d].hex, from);
    int zone = bay_attack_zone(bk, s, d, dir);

    add_common(bk, s, &sum, a, 1, table);
    if (momentum) /* B-11.3.2h: of the attacker alone */
        tc_sum_add(&sum, momentum, table == BAY_T_HORSE ? "B-11.3.1h" : "B-11.4i",
                   BAY_LB_MOMENTUM, a, 0);
    add_common(bk, s, &sum, d, -1, table);
    if (zone == 1) /* B-8.0k */
        tc_sum_add(&sum, 1, flank[table], BAY_LB_FLANK, d, 0);
    else if (zone == 2)
        tc_sum_add(&sum, table == BAY_T_HORSE ? 1 : 2, rear[table], BAY_LB_REAR, d, 0);
    if (table == BAY_T_FOOT)
        add_flanks(bk, s, &sum, a, d);
    add_ground(bk, s, &sum, d, from);          /* B-11.3.1i, B-11.4j */
    tc_sum_end(&sum, "B-11.2.2e", BAY_LB_NET); /* B-11.2.2u */
    return sum.total;
}

/* By army and year (RUL-86). far is 2 or 3. */
static int army_momentum(const struct bay_book *bk, int army, int far)
{
    int late = bk->year >= 1701;

    /* B-11.3.2b, B-11.3.2c, B-11.3.2d, B-11.3.2e, B-RUL-86 */
    return bk->momentum.army[army][late][far - 2];
}

int bay_momentum(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    const struct bay_unit *x = &s->units[u];
    int from = s->now.origin >= 0 ? s->now.origin : x->hex0;
    int far = from < 0 ? 0 : bay_distance(bk, from, h), d = bay_dir(bk, x->hex, h);

    if (!bay_is_horse(bk, u) || far < 2 || far > 3)
        return 0; /* B-11.3.2a */
    if (x->obstacle || (d >= 0 && bk->side[x->hex][d]))
        return 0;                              /* B-11.3.2g */
    if (bay_def(bk, u)->kind == BAY_MOUNTED)   /* B-RUL-67 */
        return bk->momentum.dragoons[far - 2]; /* B-11.3.2f */
    return army_momentum(bk, bay_def(bk, u)->army, far);
}

/* The hex the defender holds; what it is worth to him. */
static void add_hex(const struct bay_book *bk, struct tc_sum *sum, int h, bool horse)
{
    const struct bay_ground_row *g = &bk->move.ground[bk->terrain[h]];
    int cv = horse ? g->cv_horse : g->cv;

    if (cv) /* B-11.2.2s, B-11.8.3g; B-11.8.1e: the chart's +2 and the village's are one */
        tc_sum_add(sum, -cv,
                   bk->terrain[h] == BAY_VILLAGE ? "B-11.8.1b"
                   : g->blocks                   ? "B-11.8.3c"
                                                 : "B-11.8.3b",
                   BAY_LB_TERRAIN, h, 0);
}

/* The ground the defender holds (B-11.8.3). */
static void add_ground(const struct bay_book *bk, const struct bay_state *s, struct tc_sum *sum,
                       int d, int from)
{
    int h = s->units[d].hex;
    bool horse = bay_is_horse(bk, d);
    add_hex(bk, sum, h, horse);
    int best = best_side(bk, bk->side[h][bay_dir(bk, h, from)], horse);

    if (!best)
        return;
    /* B-11.8.1c, B-11.8.3h */
    tc_sum_add(sum, -best, best > 1 ? "B-11.8.3e" : "B-11.8.3d", BAY_LB_SIDE, h, from);
}

/* The most that the sorts of one hex side are worth. */
static int best_side(const struct bay_book *bk, int sorts, bool horse)
{
    int best = 0;

    for (int k = 0; k < BAY_SIDES; k++) {
        if (!(sorts >> k & 1))
            continue;
        int cv = horse ? bk->move.side[k].cv_horse : bk->move.side[k].cv;
        best = cv > best ? cv : best; /* B-11.8.3i, B-RUL-71: the higher counts */
    }
    return best;
}
