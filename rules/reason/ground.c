/* rules/reason/ground.c - the terrain chart: what a hex and a hexside cost and do. */
#include "rules/reason/inner.h"

/* The first bits of a hexside, in pairs: gentle, regular and steep slopes. */
enum { SLOPE_BITS = 6 };

/* Told further down: */
static const struct rea_terrain *first_of(const struct rea_ctx *c, int hex);
static uint16_t side_flags(const struct rea_ctx *c, int from, int dir);
static bool bit(uint16_t flags, int b);
static const struct rea_terrain *second_of(const struct rea_ctx *c, int hex);
static void price_sides(const struct rea_ctx *c, int column, int form, int from, int dir,
                        bool by_road, struct rea_price *p);
static bool bridged(const struct rea_ctx *c, int column, int form, int from, int dir);
static void price_side(const struct rea_ctx *c, const struct rea_sidekind *k, int column,
                       bool inner, bool by_road, struct rea_price *p);

/* --- 11. Movement --- */

/* Terrain Disorder modifier: R-11.2f. */
int rea_enter_mod(const struct rea_ctx *c, int body)
{
    const struct rea_card *k = rea_lead(c, body);

    if (rea_has(c, REA_LIGHT_FEET) &&
        (k->nation == REA_AMERICAN || (k->nation == REA_BRITISH && k->kind == REA_LIGHT))) {
        return 3; /* R-11.2f */
    }
    return 5;
}

/* R-TEC.1 to R-TEC.3: which column of the chart. */
int rea_column_of(int arm, int form)
{
    if (form == REA_SKIRMISH)
        return REA_C_SKIRMISH; /* R-TEC.2 */
    if (arm == REA_GUNS)
        return REA_C_GUNS; /* R-TEC.3 */
    /* R-TEC.1 */
    int column = form == REA_AC || form == REA_MC || form == REA_RC || form == REA_ROUT;
    return (arm == REA_FOOT ? REA_C_FOOT_LINE : REA_C_HORSE_LINE) + column;
}

/* What it costs to go from a hex over its side `dir` (R-TEC). The hex must be on the map. */
struct rea_price rea_price(const struct rea_ctx *c, int column, int form, int from, int dir,
                           bool by_road)
{
    struct rea_price p = { 0 };
    int to = tc_hexmap_next(&c->bk->map, (tc_hex)from, dir);
    int cost = by_road ? rea_road_rate(c, to, dir + 3) : rea_hex_cost(c, column, to);

    p.rule = first_of(c, to)->rule;
    price_sides(c, column, form, from, dir, by_road, &p);
    if (by_road) {
        p.rule = "R-TEC.4"; /* R-11.2c */
        p.cost = (int16_t)(p.cost + cost);
        p.no |= cost == 0;
        return p;
    }
    p.check_hex = rea_hex_checks(c, to);
    p.general = rea_hex_general(c, to, column) && form != REA_SKIRMISH;
    if (cost == REA_COST_NO) /* R-TEC.9 */
        p.no = 1;
    else if (cost == REA_COST_RC)
        p.rc_only = 1;
    else if (cost == REA_COST_ALL)
        p.all = 1;
    else
        p.cost = (int16_t)(p.cost + cost);
    return p;
}

static const struct rea_terrain *first_of(const struct rea_ctx *c, int hex)
{
    return &c->bk->terrain[c->bk->map.terrain[hex]];
}

int rea_dir_of(const struct rea_ctx *c, int from, int to)
{
    for (int d = 0; d < 6 && from >= 0; d++)
        if (c->bk->map.next[from][d] == to)
            return d;
    return TC_NONE;
}

/* The dearer of two costs; R-TEC.8. */
static int worst(int a, int b)
{
    static const int8_t order[] = { 0, 1, 3, 2 }; /* plain, All, prohibited, RC only */
    int x = a < 0 ? order[-a] : 0, y = b < 0 ? order[-b] : 0;

    if (x != y)
        return x > y ? a : b;
    return x ? a : tc_max(a, b);
}

bool rea_hex_checks(const struct rea_ctx *c, int hex)
{
    const struct rea_terrain *t2 = second_of(c, hex);

    return first_of(c, hex)->check || (t2 && t2->check); /* R-TEC.10 */
}

/* --- 12. Fire combat --- */

int rea_fdv(const struct rea_ctx *c, int hex)
{
    const struct rea_terrain *t2 = second_of(c, hex);

    return tc_max(first_of(c, hex)->fdv, t2 ? t2->fdv : 0); /* R-TEC-FDV.1 */
}

int rea_morale_mod(const struct rea_ctx *c, int hex, bool skirmish)
{
    const struct rea_terrain *t = first_of(c, hex), *t2 = second_of(c, hex);
    int a = skirmish ? t->morale_skirmish : t->morale;

    if (t2)
        a = tc_min(a, skirmish ? t2->morale_skirmish : t2->morale);
    return a;
}

int rea_stack_kind(const struct rea_ctx *c, int hex)
{
    const struct rea_terrain *t2 = second_of(c, hex);

    return tc_max(first_of(c, hex)->stack, t2 ? t2->stack : 0);
}

bool rea_road(const struct rea_ctx *c, int hex, int dir)
{
    return tc_hexmask_has(c->bk->road[hex], dir);
}

bool rea_on_road(const struct rea_ctx *c, int hex)
{
    return c->bk->road[hex] != 0;
}

static const char *fm_rule(const struct rea_sidekind *k)
{
    if (k->fm_num * 2 != k->fm_den)
        return "R-TEC-FDV.3";
    return k->cc_defend == 2 && k->up[REA_C_GUNS] == REA_COST_ALL ? "R-TEC-FDV.4"
                                                                  : "R-TEC-FDV.2";
}

/* Does this kind of hexside change the multiple at all? */
static bool changes_fm(const struct rea_sidekind *k)
{
    return k->fm_den && k->fm_num != k->fm_den; /* R-TEC-FDV.5, R-RUL-75 */
}

/* R-TEC-CC.8, R-TEC.15: who may not cross or enter may not attack. */
bool rea_may_attack_across(const struct rea_ctx *c, int body, int from, int dir)
{
    const struct rea_body *y = &c->s->body[body];
    int column = rea_column_of(rea_lead(c, body)->arm, y->form);
    uint16_t f = side_flags(c, from, dir);

    for (int i = 0; i < c->bk->sidekinds && f; i++)
        if (c->bk->sidekind[i].no_combat &&
            (bit(f, c->bk->sidekind[i].bit) ||
             (c->bk->sidekind[i].paired && bit(f, c->bk->sidekind[i].bit + 1))))
            return false;
    struct rea_price p = rea_price(c, column, y->form, from, dir, false);
    return !p.no && !p.rc_only;
}

/* Sixths for a Road Column (or leader) that enters `hex` by the road over side `dir` of it;
 * 0 when that road gives no benefit (R-LE-TEC.1). */
int rea_road_rate(const struct rea_ctx *c, int hex, int dir)
{
    if (!rea_road(c, hex, dir))
        return 0;
    bool major = tc_hexmask_has(c->bk->major[hex], dir);
    if (rea_has(c, REA_FAST_HIGHWAYS) && major)
        return 2; /* R-TEC-H14, R-K-TEC.1 */
    if (rea_has(c, REA_ONLY_HIGHWAYS) && !major)
        return 0;                                               /* R-TEC-H12, R-LE-TEC.1 */
    return first_of(c, hex)->road ? first_of(c, hex)->road : 3; /* R-TEC-H13, R-B7.1 */
}

/* R-TEC-FDV.2 to .5, R-RUL-57: factor on the multiple by the target's own hexside. */
int rea_fm_factor(const struct rea_ctx *c, int from, int to, int *num, int *den,
                  const char **rule)
{
    const struct tc_hexmap *m = &c->bk->map;
    uint8_t sides = tc_hex_sides_toward(tc_hexmap_wind(m), tc_hex_sub(m->at[from], m->at[to]));
    int found = 0;

    *num = *den = 1;
    for (int d = 0; d < 6; d++) {
        int before = tc_hexmask_has(sides, d) ? m->next[to][d] : TC_NONE;
        if (before < 0)
            continue;
        uint16_t f = side_flags(c, before, d + 3);
        for (int i = 0; i < c->bk->sidekinds && f; i++) {
            const struct rea_sidekind *k = &c->bk->sidekind[i];
            if (!bit(f, k->bit) || !changes_fm(k))
                continue;
            if (found && k->fm_num * *den >= *num * k->fm_den)
                continue;
            *num = k->fm_num;
            *den = k->fm_den;
            *rule = fm_rule(k);
            found = 1; /* R-TEC.13, R-RUL-57 */
        }
    }
    return found;
}

static uint16_t side_flags(const struct rea_ctx *c, int from, int dir)
{
    return tc_hexmap_side(&c->bk->map, (tc_hex)from, dir);
}

static bool bit(uint16_t flags, int b)
{
    return (flags >> b) & 1;
}

bool rea_hex_open(const struct rea_ctx *c, int hex)
{
    /* R-RUL-47 */
    return first_of(c, hex)->open && (!second_of(c, hex) || second_of(c, hex)->open);
}

bool rea_hex_clear(const struct rea_ctx *c, int hex)
{
    return first_of(c, hex)->clear && !second_of(c, hex);
}

bool rea_hex_square(const struct rea_ctx *c, int hex)
{
    return first_of(c, hex)->square && !second_of(c, hex);
}

bool rea_hex_general(const struct rea_ctx *c, int hex, int column)
{
    const struct rea_terrain *t2 = second_of(c, hex);

    return first_of(c, hex)->general[column] || (t2 && t2->general[column]);
}

bool rea_hex_no_prolonge(const struct rea_ctx *c, int hex)
{
    const struct rea_terrain *t2 = second_of(c, hex);

    return first_of(c, hex)->no_prolonge || (t2 && t2->no_prolonge);
}

int rea_hex_cost(const struct rea_ctx *c, int column, int hex)
{
    const struct rea_terrain *t = first_of(c, hex), *t2 = second_of(c, hex);
    int cost = t->cost[column];

    /* R-TEC.14 */
    if (!t2) /* R-RUL-54 */
        return cost;
    return worst(cost, t2->cost[column]); /* R-RUL-58 */
}

/* R-RUL-58: a hex may carry a second terrain. */
static const struct rea_terrain *second_of(const struct rea_ctx *c, int hex)
{
    int k = c->bk->terrain2[hex];

    return k ? &c->bk->terrain[k - 1] : NULL;
}

/* True when the hexside has no feature that counts (R-RUL-47). */
bool rea_side_open(const struct rea_ctx *c, int from, int dir)
{
    uint16_t f = side_flags(c, from, dir);

    for (int i = 0; i < c->bk->sidekinds && f; i++) {
        const struct rea_sidekind *k = &c->bk->sidekind[i];
        if (!k->clear && (bit(f, k->bit) || (k->paired && bit(f, k->bit + 1))))
            return false;
    }
    return true;
}

static void price_sides(const struct rea_ctx *c, int column, int form, int from, int dir,
                        bool by_road, struct rea_price *p)
{
    uint16_t f = side_flags(c, from, dir);
    bool bridge = f && bridged(c, column, form, from, dir);

    for (int i = 0; i < c->bk->sidekinds && f; i++) {
        const struct rea_sidekind *k = &c->bk->sidekind[i];
        bool outer = bit(f, k->bit), inner = k->paired && bit(f, k->bit + 1);
        if (!outer && !inner)
            continue;
        if (k->water && bridge)
            continue; /* R-RUL-68 */
        price_side(c, k, column, inner, by_road, p);
    }
}

/* R-RUL-68: whom a bridge serves, and at what terms. */
static bool bridged(const struct rea_ctx *c, int column, int form, int from, int dir)
{
    if (!tc_hexmask_has(c->bk->bridge[from], dir))
        return false;
    return form == REA_RC || form == REA_MC || form == REA_AC || form == REA_LA ||
           form == REA_SKIRMISH || column == REA_C_LEADER;
}

static void price_side(const struct rea_ctx *c, const struct rea_sidekind *k, int column,
                       bool inner, bool by_road, struct rea_price *p)
{
    int cost = inner ? k->down[column] : k->up[column];

    if (by_road && rea_has(c, REA_ROAD_COSTS) && column != REA_C_LEADER &&
        k->bit < SLOPE_BITS && cost != 0)
        cost = 3; /* R-B7.1, T-17b: in a Road Column slopes add a half by road */
    if (k->check)
        p->check_side = 1;
    if (!k->clear)
        p->non_clear++;
    if (cost == REA_COST_NO)
        p->no = 1;
    else if (cost == REA_COST_ALL)
        p->all = 1;
    else
        p->cost = (int16_t)(p->cost + cost);
    if (cost != 0)
        p->rule = k->rule;
}
