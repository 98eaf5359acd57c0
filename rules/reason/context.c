/* rules/reason/context.c - who stands where: bodies, stacks, zones; and small helps. */
#include "rules/reason/inner.h"

/* Told further down: */
#if defined(TC_DEBUG) && TC_DEBUG
static bool same_places(const struct rea_ctx *a, const struct rea_ctx *b);
#endif
static bool guns(const struct rea_ctx *c, int b);
static int spread_over(bool line, int sp, int n, int i);
static int points_above(const struct rea_ctx *c, int body);
static bool zone_reaches(const struct rea_ctx *c, int body, int from, int d, int hex);
static bool odd_zone(const struct rea_body *y);
static bool column(int form);
static void add_zone(const struct rea_ctx *c, int body, uint64_t *zone);
static int free_slot(const struct rea_ctx *c, int want);
static void take_out(struct rea_ctx *c, int unit);
static void hand_over(struct rea_ctx *c, int body);
static bool lift(struct rea_ctx *c, int body);
static uint8_t *beneath(struct rea_ctx *c, int b, int hex);
static void add_body(struct rea_ctx *c, const struct rea_body *y, int b);

/* Halves to the nearest whole number, exact halves up. */
int rea_half(int n)
{
    return (int)tc_div_down(n + 1, 2); /* R-GEN.3, R-RUL-3 */
}

int rea_leader_at(const struct rea_ctx *c, int side, int hex)
{
    int best = TC_NONE;

    for (int i = 0; i < c->bk->leaders; i++) {
        const struct rea_leader *l = &c->s->leader[i];
        if (!l->placed || l->fate != REA_FIT || l->hex != hex || c->bk->leader[i].side != side)
            continue;
        if (best < 0 || c->bk->leader[i].rank == REA_RANK_ARMY)
            best = i;
    }
    return best;
}

/* The leader stacked with a body, in any of its hexes, the Army Leader before others. */
int rea_leader_with(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    int best = TC_NONE;

    for (int i = 0; i < y->len; i++) {
        int l = rea_leader_at(c, y->side, y->hex[i]);
        if (l >= 0 && (best < 0 || c->bk->leader[l].rank == REA_RANK_ARMY))
            best = l;
    }
    return best;
}

bool rea_has_leader(const struct rea_ctx *c, int body)
{
    return rea_leader_with(c, body) >= 0;
}

/* Strength of a whole stack: guns, or all that is not guns (R-8.1a.5). */
int rea_stack_sp(const struct rea_ctx *c, int body, bool guns_only)
{
    int h = c->s->body[body].hex[0], sp = 0;

    for (int b = c->first[h] - 1; b >= 0; b = rea_below(c, b, h))
        if (guns(c, b) == guns_only)
            sp += rea_sp(c, b);
    return sp;
}

static bool guns(const struct rea_ctx *c, int b)
{
    return c->bk->unit[c->s->body[b].unit[0]].arm == REA_GUNS;
}

/* Do two bodies stand in one formation: the same arm, form and hexes? One that is gone stands
 * in none. */
bool rea_one_formation(const struct rea_ctx *c, int a, int b)
{
    if (a >= REA_BODIES || b >= REA_BODIES)
        return false;
    const struct rea_body *x = &c->s->body[a], *y = &c->s->body[b];

    return x->units && y->units && x->side == y->side && x->form == y->form &&
           x->len == y->len && rea_lead(c, a)->arm == rea_lead(c, b)->arm &&
           memcmp(x->hex, y->hex, (size_t)y->len * sizeof *y->hex) == 0;
}

/* Of the points number `from` on, counted from the top of a formation, those in hex i of it:
 * they are spread as one, whoever they belong to (R-RUL-10). */
int rea_points_in(const struct rea_ctx *c, int body, int from, int sp, int part)
{
    const struct rea_body *y = &c->s->body[body];
    bool line = y->form == REA_LINE;

    /* R-8.1a.6, R-8.1c.4; horse: R-8.1a.14, R-8.1c.5 */
    return spread_over(line, from + sp, y->len, part) - spread_over(line, from, y->len, part);
}

/* Points in hex i of n when so many are spread over them: the odd ones of a Line stand to the
 * right, of a column at its head. */
static int spread_over(bool line, int sp, int n, int i)
{
    int odd = sp % n;

    return sp / n + (line ? i >= n - odd : i < odd);
}

/* Strength in hex i of a body; a Road Column is full from the head back. */
int rea_part_sp(const struct rea_ctx *c, int body, int part)
{
    const struct rea_body *y = &c->s->body[body];
    int sp = rea_sp(c, body);

    if (y->form == REA_RC && y->len > 1) { /* R-8.1e.2 */
        int each = rea_in_road_hex(c, guns(c, body));
        return tc_max(0, tc_min(sp - part * each, each));
    }
    if (y->len <= 1 || guns(c, body))
        return sp;
    return rea_points_in(c, body, points_above(c, body), sp, part);
}

/* Points of those above it in its formation. A mover on its way stands with nobody. */
static int points_above(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0], sp = 0;

    if (body == c->s->mover)
        return 0;
    for (int b = c->first[h] - 1; b >= 0 && b != body; b = rea_below(c, b, h))
        if (b != c->s->mover && rea_one_formation(c, b, body))
            sp += rea_sp(c, b);
    return sp;
}

bool rea_morale_is(const struct rea_ctx *c, int body, int morale)
{
    return c->s->unit[rea_lead_unit(c, body)].morale == morale;
}

bool rea_disordered(const struct rea_ctx *c, int body)
{
    return c->s->unit[rea_lead_unit(c, body)].disordered;
}

bool rea_ooc(const struct rea_ctx *c, int body)
{
    return c->s->unit[rea_lead_unit(c, body)].ooc;
}

/* Is the unit of the side that acts, and on the field? */
bool rea_acting_unit(const struct rea_ctx *c, int unit, const char *rule,
                     struct tc_refusal *why)
{
    if (c->bk->unit[unit].side != c->s->acting)
        return tc_refuse(why, rule, REA_R_THEIRS, unit, 0, 0);
    return rea_body_of(c, unit) >= 0 || tc_refuse(why, rule, REA_R_OFF_FIELD, unit, 0, 0);
}

bool rea_active(const struct rea_ctx *c, int body)
{
    return c->s->unit[rea_lead_unit(c, body)].active;
}

/* R-10.x2: guns beneath, the others, guns above; among alike as their owner put them. */
static int height(const struct rea_ctx *c, int b)
{
    const struct rea_body *y = &c->s->body[b];
    int kind = !guns(c, b) ? 1 : y->under ? 0 : 2;

    return kind << 16 | y->rank << 8 | b;
}

/* Is the hex in a zone of the enemy of that side? Found by those who stand beside it. */
bool rea_in_zoc(const struct rea_ctx *c, int side, int hex)
{
    for (int d = 0; d < 6 && hex >= 0; d++) {
        int h = c->bk->map.next[hex][d], b = h < 0 ? TC_NONE : c->first[h] - 1;
        if (b < 0 || c->s->body[b].side == side) /* nobody stacks with an enemy */
            continue;
        for (; b >= 0; b = rea_below(c, b, h))
            if (zone_reaches(c, b, h, d < 3 ? d + 3 : d - 3, hex))
                return true;
    }
    return false;
}

/* Does the zone of a body that has the hex beside it, in direction d of that one, reach it? */
static bool zone_reaches(const struct rea_ctx *c, int body, int from, int d, int hex)
{
    const struct rea_body *y = &c->s->body[body];

    if (odd_zone(y))
        return rea_in_front(c, body, hex);
    return (!column(y->form) || y->hex[0] == from) &&
           tc_hexmask_has(rea_front_mask(y->form, y->facing), d);
}

/* Bodies whose zone is not just the front of each of their hexes, or of their head. */
static bool odd_zone(const struct rea_body *y)
{
    return y->hook != REA_NO_HOOK || (y->form == REA_RC && y->len > 1);
}

static bool column(int form)
{
    return form == REA_MC || form == REA_RC || form == REA_LA;
}

/* All hexes in a zone of that side's units. */
void rea_zone_of(const struct rea_ctx *c, int side, uint64_t *zone)
{
    memset(zone, 0, (size_t)tc_hexset_words(&c->bk->map) * 8);
    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && c->s->body[b].side == side)
            add_zone(c, b, zone);
}

static void add_zone(const struct rea_ctx *c, int body, uint64_t *zone)
{
    const struct rea_body *y = &c->s->body[body];
    uint8_t mask = rea_front_mask(y->form, y->facing);
    int16_t front[3 * REA_LONG + 6];

    if (odd_zone(y)) {
        int n = rea_fronts(c, body, front);
        for (int i = 0; i < n; i++)
            tc_hexset_add(zone, front[i]);
        return;
    }
    for (int i = 0; i < (column(y->form) ? 1 : y->len); i++) {
        const tc_hex *next = c->bk->map.next[y->hex[i]];
        for (unsigned m = mask; m; m &= m - 1) {
            int h = next[__builtin_ctz(m)];
            if (h >= 0)
                zone[h >> 6] |= UINT64_C(1) << (h & 63);
        }
    }
}

bool rea_body_in_zoc(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    struct rea_memo *m = c->memo;
    bool in = false;

    if (m && m->near == body)
        return m->in_zoc;
    for (int i = 0; i < y->len && !in; i++)
        in = rea_in_zoc(c, y->side, y->hex[i]);
    if (m) {
        m->near = (int16_t)body;
        m->in_zoc = in;
    }
    return in;
}

int rea_enemy_at(const struct rea_ctx *c, int side, int hex)
{
    int b = hex < 0 ? TC_NONE : c->first[hex] - 1;

    return b >= 0 && c->s->body[b].side != side ? b : TC_NONE;
}

int rea_friend_at(const struct rea_ctx *c, int side, int hex)
{
    int b = hex < 0 ? TC_NONE : c->first[hex] - 1;

    return b >= 0 && c->s->body[b].side == side ? b : TC_NONE;
}

int rea_captured_at(const struct rea_ctx *c, int hex)
{
    for (int i = 0; i < c->bk->units; i++)
        if (c->s->unit[i].where == REA_CAPTURED && c->s->unit[i].hex == hex)
            return i;
    return TC_NONE;
}

int rea_new_body(struct rea_ctx *c, int unit)
{
    int b = free_slot(c, unit);
    struct rea_body *y = &c->s->body[b];

    memset(y, 0, sizeof *y);
    y->units = 1;
    y->unit[0] = (uint8_t)unit;
    y->side = (uint8_t)c->bk->unit[unit].side;
    y->last_side_hex = TC_NONE;
    c->s->unit[unit].body = (uint8_t)b;
    c->s->unit[unit].where = REA_ON;
    return b;
}

static int free_slot(const struct rea_ctx *c, int want)
{
    if (!c->s->body[want].units)
        return want;
    for (int b = 0; b < c->bk->units; b++)
        if (!c->s->body[b].units)
            return b;
    TC_BUG_ON(true);
    return want;
}

/* The unit leaves its body and stands in the same hexes as one of its own. */
int rea_split(struct rea_ctx *c, int unit)
{
    struct rea_body old = c->s->body[c->s->unit[unit].body];

    if (old.units == 1)
        return c->s->unit[unit].body;
    take_out(c, unit);
    int b = rea_new_body(c, unit);
    struct rea_body *y = &c->s->body[b];
    *y = old;
    memset(y->unit, 0, sizeof y->unit);
    y->unit[0] = (uint8_t)unit;
    y->units = 1;
    return b;
}

static void take_out(struct rea_ctx *c, int unit)
{
    int b = c->s->unit[unit].body;
    struct rea_body *y = &c->s->body[b];
    int n = 0;

    for (int i = 0; i < y->units; i++)
        if (y->unit[i] != unit)
            y->unit[n++] = y->unit[i];
    for (int i = n; i < y->units; i++)
        y->unit[i] = 0;
    y->units = (uint8_t)n;
    c->s->unit[unit].body = REA_NO;
    if (n)
        return;
    hand_over(c, b);
    memset(y, 0, sizeof *y);
}

/* What was in store for a stack falls to those of it who are left, when its top is gone. */
static void hand_over(struct rea_ctx *c, int body)
{
    struct rea_state *s = c->s;
    int h = s->body[body].hex[0], heir = c->first[h] - 1;

    while (heir >= 0 && (heir == body || heir == s->mover || !s->body[heir].units ||
                         s->body[heir].side != s->body[body].side))
        heir = rea_below(c, heir, h);
    bool away = s->queued && s->queue[0].body == body && s->queue[0].moved; /* among others */
    if (heir < 0 || body == s->mover || away)
        return;
    for (int i = 0; i < s->defences; i++)
        if (s->defence[i].body == body)
            s->defence[i].body = (uint8_t)heir;
    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].target == body)
            s->attack[i].target = (uint8_t)heir;
    for (int i = 0; i < s->queued; i++)
        if (s->queue[i].body == body &&
            (s->queue[i].kind == REA_DUE_MORALE || s->queue[i].kind == REA_DUE_AFTER))
            s->queue[i].body = (uint8_t)heir;
    for (int i = 0; i < s->passes; i++)
        if (s->passed[i] == body)
            s->passed[i] = (uint8_t)heir;
}

void rea_merge(struct rea_ctx *c, int into, int body, bool on_top)
{
    struct rea_body *y = &c->s->body[into], old = c->s->body[body];
    uint8_t all[REA_STACK] = { 0 };
    int n = 0;

    TC_BUG_ON(y->units + old.units > REA_STACK);
    for (int k = 0; k < 2; k++) {
        const struct rea_body *x = (k == 0) == on_top ? &old : y;
        for (int i = 0; i < x->units; i++)
            all[n++] = x->unit[i];
    }
    memset(&c->s->body[body], 0, sizeof old);
    memset(y->unit, 0, sizeof y->unit);
    memcpy(y->unit, all, (size_t)n);
    y->units = (uint8_t)n;
    for (int i = 0; i < n; i++)
        c->s->unit[all[i]].body = (uint8_t)into;
    y->fired |= old.fired;
    y->prolonged |= old.prolonged;
    y->done |= old.done;
    y->moved |= old.moved;
    y->mp = (int16_t)tc_max(y->mp, old.mp);
}

void rea_drop_unit(struct rea_ctx *c, int unit, int where)
{
    struct rea_unit *x = &c->s->unit[unit];

    if (x->body != REA_NO) {
        x->hex = c->s->body[x->body].hex[0];
        take_out(c, unit);
    }
    if (where == REA_GONE)
        x->hex = 0;
    x->where = (uint8_t)where;
    x->active = 0;
    rea_again(c);
}

void rea_put(struct rea_ctx *c, int body, int form, int facing, const int16_t *hex, int len)
{
    struct rea_body *y = &c->s->body[body];
    int16_t to[REA_LONG] = { 0 };
    bool stood = lift(c, body);

    memcpy(to, hex, (size_t)len * sizeof *to);
    memcpy(y->hex, to, sizeof to);
    y->form = (uint8_t)form;
    y->facing = (uint8_t)tc_hex_mod6(facing);
    y->len = (uint8_t)len;
    if (form != REA_LINE)
        y->hook = REA_NO_HOOK;
    if (stood)
        add_body(c, y, body);
    else
        rea_again(c);
}

/* Out of the stacks of its hexes; false: it stood in none, and all must be looked at again. */
static bool lift(struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    for (int i = 0; i < y->len && y->units; i++) {
        int h = y->hex[i];
        uint8_t *at = &c->first[h];
        while (*at && *at - 1 != body)
            at = beneath(c, *at - 1, h);
        if (!*at)
            return false;
        *at = c->below[body][i];
        if (!c->first[h])
            c->held[h >> 6] &= ~(UINT64_C(1) << (h & 63));
    }
    return y->units && y->len;
}

/* R-RUL-40: limits double at Brandywine. */
int rea_scale(const struct rea_ctx *c, int sp)
{
    if (!rea_has(c, REA_DOUBLE_LIMITS))
        return sp;
    return 2 * sp; /* R-RUL-40 */
}

int rea_lead_unit(const struct rea_ctx *c, int body)
{
    return c->s->body[body].unit[0];
}

const struct rea_card *rea_lead(const struct rea_ctx *c, int body)
{
    return &c->bk->unit[c->s->body[body].unit[0]];
}

int rea_body_of(const struct rea_ctx *c, int unit)
{
    int b = c->s->unit[unit].body;

    return b == REA_NO ? TC_NONE : b;
}

bool rea_is_guns(const struct rea_ctx *c, int body)
{
    return guns(c, body);
}

int rea_sp(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    int sp = 0;

    for (int i = 0; i < y->units; i++)
        sp += c->s->unit[y->unit[i]].sp;
    return sp;
}

/* The body beneath this one in a hex they share; -1 when there is none. */
int rea_below(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];

    for (int i = 0; i < y->len; i++)
        if (y->hex[i] == hex)
            return c->below[body][i] - 1;
    return TC_NONE;
}

/* A mover on its way, and guns that go along with it, stand with nobody they pass. */
static bool mates(const struct rea_ctx *c, int a, int b)
{
    bool one = a == c->s->mover || c->s->body[a].towed;
    bool two = b == c->s->mover || c->s->body[b].towed;

    return one == two; /* R-RUL-106 */
}

/* The top body of the stack this one belongs to, and the next of it beneath another. */
int rea_mate_first(const struct rea_ctx *c, int body)
{
    int h = c->s->body[body].hex[0], o = c->first[h] - 1;

    while (o >= 0 && !mates(c, o, body))
        o = rea_below(c, o, h);
    return o;
}

int rea_mate_below(const struct rea_ctx *c, int body, int o, int hex)
{
    do
        o = rea_below(c, o, hex);
    while (o >= 0 && !mates(c, o, body));
    return o;
}

/* Nobody else stands in its first hex. */
bool rea_alone(const struct rea_ctx *c, int body)
{
    return c->first[c->s->body[body].hex[0]] - 1 == body && !c->below[body][0];
}

/* Where the body beneath this one in a hex is noted. */
static uint8_t *beneath(struct rea_ctx *c, int b, int hex)
{
    const struct rea_body *y = &c->s->body[b];
    int i = 0;

    while (i + 1 < y->len && y->hex[i] != hex)
        i++;
    return &c->below[b][i];
}

/* Into a hex where others stand already. */
static void add_to_stack(struct rea_ctx *c, int b, int i, int h)
{
    uint8_t *at = &c->first[h];

    while (*at && height(c, *at - 1) > height(c, b))
        at = beneath(c, *at - 1, h);
    c->below[b][i] = *at;
    *at = (uint8_t)(b + 1);
}

static void add_body(struct rea_ctx *c, const struct rea_body *y, int b)
{
    for (int i = 0, n = y->len; i < n; i++) {
        int h = y->hex[i];
        if (c->first[h]) {
            add_to_stack(c, b, i, h);
            continue;
        }
        c->held[h >> 6] |= UINT64_C(1) << (h & 63);
        c->below[b][i] = 0;
        c->first[h] = (uint8_t)(b + 1);
    }
}

/* Who stands where, from the bottom of every stack to its top. */
void rea_again(struct rea_ctx *c)
{
    memset(c->first, 0, (size_t)c->bk->map.count);
    memset(c->held, 0, (size_t)tc_hexset_words(&c->bk->map) * 8);
    const struct rea_body *y = c->s->body;
    for (int b = 0, n = c->bk->units; b < n; b++, y++)
        if (y->units)
            add_body(c, y, b);
}

void rea_look(struct rea_ctx *c, const struct rea_book *bk, struct rea_state *s,
              struct tc_umpire *u)
{
    c->bk = bk;
    c->s = s;
    c->u = u;
    c->reach = NULL;
    c->memo = NULL;
    rea_again(c);
}

/* In a playout it lies on the shelf, and every step leaves it true. */
struct rea_ctx *rea_begin(struct rea_ctx *c, void *state, struct tc_umpire *u)
{
    struct rea_ctx *kept = u->shelf;

    if (!kept || !u->going || kept->s != state) {
        c = kept ? kept : c;
        rea_look(c, rea_book(u->book), state, u);
        return c;
    }
#if defined(TC_DEBUG) && TC_DEBUG
    rea_look(c, rea_book(u->book), state, u);
    TC_BUG_ON(!same_places(c, kept));
#endif
    kept->reach = NULL;
    return kept;
}

#if defined(TC_DEBUG) && TC_DEBUG
static bool same_places(const struct rea_ctx *a, const struct rea_ctx *b)
{
    size_t hexes = (size_t)a->bk->map.count, words = (size_t)tc_hexset_words(&a->bk->map);

    for (int i = 0; i < a->bk->units; i++) {
        const struct rea_body *y = &a->s->body[i];
        if (y->units && memcmp(a->below[i], b->below[i], y->len) != 0)
            return false;
    }
    return memcmp(a->first, b->first, hexes) == 0 &&
           memcmp(a->held, b->held, words * sizeof a->held[0]) == 0;
}
#endif

static void cell_of(const struct rea_ctx *c, int hex, int *col, int *row)
{
    *col = hex % c->bk->map.lay.columns;
    *row = hex / c->bk->map.lay.columns;
}

/* Hexes to the side's own edge of the map. */
int rea_dist_to_edge(const struct rea_ctx *c, int side, int hex)
{
    int col, row;

    cell_of(c, hex, &col, &row);
    switch ((enum rea_edge)c->bk->edge[side]) {
    case REA_NORTH: return row;
    case REA_SOUTH: return c->bk->map.lay.rows - 1 - row;
    case REA_WEST: return col;
    case REA_EAST:
    case REA_EDGES:
    default: return c->bk->map.lay.columns - 1 - col;
    }
}

int rea_body_distance(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];
    int best = 9999;

    for (int i = 0; i < y->len; i++)
        best = tc_min(best, tc_hexmap_distance(&c->bk->map, y->hex[i], (tc_hex)hex));
    return best;
}

/* Hexes between two bodies, from the nearest of the one to the nearest of the other. */
int rea_apart(const struct rea_ctx *c, int a, int b)
{
    int best = 9999;

    for (int i = 0; i < c->s->body[b].len; i++)
        best = tc_min(best, rea_body_distance(c, a, c->s->body[b].hex[i]));
    return best;
}

/* An answer with up to four numbers; all other places are zero. */
struct tc_act rea_act(int verb, int a, int b, int d, int e)
{
    struct tc_act act;

    memset(&act, 0, sizeof act);
    act.verb = (int16_t)verb;
    act.arg[0] = a;
    act.arg[1] = b;
    act.arg[2] = d;
    act.arg[3] = e;
    return act;
}
