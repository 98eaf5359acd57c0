/* rules/reason/geometry.c - T-12: fronts, zones, arcs of fire, lines of sight, bodies. */
#include "rules/reason/inner.h"

/* Told further down: */
static bool clear_line(const struct rea_ctx *c, int from, int to, const uint64_t *units);
static void clear_friends(const struct rea_ctx *c, int side, int from, int to, uint64_t *units);
static bool arc_of(const struct rea_body *y, struct tc_hexfan *fan);
static bool part_has(const struct rea_body *y, int part, int i);
static int hook_hex(const struct rea_ctx *c, const struct rea_body *y);
static bool column_form(int form);
static bool own_hex(const struct rea_body *y, int hex);
static int add_once(int16_t *out, int n, int hex);

/* Is this one of the six facings, or directions? */
bool rea_is_facing(int f)
{
    return f >= 0 && f <= 5;
}

bool rea_on_map(const struct rea_ctx *c, int hex)
{
    return hex >= 0 && hex < c->bk->map.count;
}

/* Formations that face a hexpoint; the others face a hexside. */
bool rea_vertex(int form)
{
    return form == REA_LINE || form == REA_AC || form == REA_SKIRMISH || form == REA_UA;
}

/* Directions of the front hexes of a single hex. */
uint8_t rea_front_mask(int form, int facing)
{
    static const uint8_t fronts[REA_FORMS] = {
        [REA_LINE] = 0x03,     [REA_AC] = 0x03,           [REA_UA] = 0x03, [REA_MC] = 0x01,
        [REA_RC] = 0x01,       [REA_LA] = 0x01,           [REA_GO] = 0x23, [REA_ROUT] = 0,
        [REA_SKIRMISH] = 0x27, [REA_SQUARE] = TC_HEX_ALL,
    };

    if (form < 0 || form >= REA_FORMS)
        return 0;
    unsigned mask = fronts[form], f = (unsigned)tc_hex_mod6(facing);
    /* R-8.1b.3, R-8.1c.9, R-8.1e.8, R-8.1f.2, R-8.1g.2, R-8.1h.2, R-8.1i.2, R-9.1.1, R-9.1.2 */
    return (uint8_t)(((mask << f) | (mask >> (6 - f))) & TC_HEX_ALL); /* R-TEC.11 */
}

/* A line from one hex of a body to the target; *over: a howitzer shoots over friends. */
bool rea_sees(const struct rea_ctx *c, int body, int from, int to, bool howitzer, bool *over)
{
    uint64_t units[REA_HEXWORDS];
    int n = tc_hexmap_distance(&c->bk->map, (tc_hex)from, (tc_hex)to);

    if (over)
        *over = false;
    if (n > rea_visibility(c))
        return false;
    if (n <= 1 || clear_line(c, from, to, c->held))
        return true;
    if (!howitzer)
        return false;
    clear_friends(c, c->s->body[body].side, from, to, units);
    if (!clear_line(c, from, to, units))
        return false;
    if (over) /* R-12.6e.1 */
        *over = true;
    return true;
}

static bool clear_line(const struct rea_ctx *c, int from, int to, const uint64_t *units)
{
    struct tc_hexsight sight = { c->bk->ground, c->bk->cover, units, 1, false, false, false };

    return tc_hexsight_clear(&c->bk->map, &sight, (tc_hex)from, (tc_hex)to);
}

/* R-12.6e.1: friends nearer to the howitzer than to the target do not block it. */
static void clear_friends(const struct rea_ctx *c, int side, int from, int to, uint64_t *units)
{
    const struct tc_hexmap *m = &c->bk->map;
    int words = tc_hexset_words(m);

    memcpy(units, c->held, (size_t)words * 8);
    for (int h = tc_hexset_from(units, words, 0); h >= 0;
         h = tc_hexset_from(units, words, h + 1))
        if (rea_friend_at(c, side, h) >= 0 && tc_hexmap_distance(m, (tc_hex)h, (tc_hex)from) <
                                                  tc_hexmap_distance(m, (tc_hex)h, (tc_hex)to))
            tc_hexset_drop(units, (tc_hex)h);
}

/* R-12.x4: is the hex in the arc of that part of the body, and how far from it? */
bool rea_in_arc(const struct rea_ctx *c, int body, int part, int hex, int *range)
{
    const struct rea_body *y = &c->s->body[body];
    const struct tc_hexmap *m = &c->bk->map;
    struct tc_hexfan fan;
    int best = 99;

    if (part == REA_PART_HOOK) {
        *range = 1;
        return hook_hex(c, y) == hex;
    }
    if (!arc_of(y, &fan))
        return false;
    for (int i = 0; i < y->len; i++) {
        struct tc_hexvec v = tc_hex_sub(m->at[hex], m->at[y->hex[i]]);
        if (part_has(y, part, i) && tc_hexfan_has(&fan, tc_hexmap_wind(m), v))
            best = tc_min(best, tc_hex_length(v));
    }
    *range = best;
    return best < 99;
}

static bool arc_of(const struct rea_body *y, struct tc_hexfan *fan)
{
    *fan = (struct tc_hexfan){ (int8_t)y->facing, 1, 1, 12 };
    if (y->form == REA_SKIRMISH) {
        fan->first = (int8_t)tc_hex_mod6(y->facing - 1);
        fan->sectors = 3;
    } else if (y->form == REA_GO) {
        fan->first = (int8_t)tc_hex_mod6(y->facing - 1);
        fan->sectors = 2;
    } else if (y->form == REA_SQUARE) {
        *fan = (struct tc_hexfan){ 0, 6, 1, 1 };
    } else if (y->form != REA_LINE && y->form != REA_AC && y->form != REA_UA) {
        return false;
    }
    return true;
}

static bool part_has(const struct rea_body *y, int part, int i)
{
    if (part == REA_PART_LEFT)
        return i == 0;
    if (part == REA_PART_RIGHT)
        return i == y->len - 1;
    return true;
}

int rea_visibility(const struct rea_ctx *c)
{
    int v = c->bk->lim.visibility ? c->bk->lim.visibility : 99;

    if (c->s->fog)
        v = tc_min(v, c->bk->lim.fog_sight[tc_min(c->s->fog, 5)]);
    return v;
}

/* The hex a Hook watches, or TC_HEX_NONE (R-RUL-50). */
static int hook_hex(const struct rea_ctx *c, const struct rea_body *y)
{
    if (y->hook == REA_NO_HOOK)
        return TC_HEX_NONE;
    if (y->hook == REA_HOOK_RIGHT) /* R-RUL-50 */
        return tc_hexmap_next(&c->bk->map, y->hex[y->len - 1], y->facing + 2);
    return tc_hexmap_next(&c->bk->map, y->hex[0], y->facing - 1);
}

/* Front hexes, which are the zone of control; returns how many. */
int rea_fronts(const struct rea_ctx *c, int body, int16_t *out)
{
    const struct rea_body *y = &c->s->body[body];
    int n = 0, parts = column_form(y->form) ? 1 : y->len;
    uint8_t mask = rea_front_mask(y->form, y->facing);

    for (int i = 0; i < parts; i++) /* R-RUL-65 */
        for (int d = 0; d < 6; d++) {
            int h = tc_hexmask_has(mask, d) ? tc_hexmap_next(&c->bk->map, y->hex[i], d)
                                            : TC_HEX_NONE;
            if (h >= 0 && !own_hex(y, h))
                n = add_once(out, n, h);
        }
    return add_once(out, n, hook_hex(c, y));
}

static bool column_form(int form)
{
    return form == REA_MC || form == REA_RC || form == REA_LA;
}

static bool own_hex(const struct rea_body *y, int hex)
{
    for (int i = 0; i < y->len; i++)
        if (y->hex[i] == hex)
            return true;
    return false;
}

static int add_once(int16_t *out, int n, int hex)
{
    if (hex < 0)
        return n;
    for (int i = 0; i < n; i++)
        if (out[i] == hex)
            return n;
    out[n] = (int16_t)hex;
    return n + 1;
}

bool rea_in_front(const struct rea_ctx *c, int body, int hex)
{
    int16_t front[3 * REA_LONG + 6];
    int n = rea_fronts(c, body, front);

    for (int i = 0; i < n; i++)
        if (front[i] == hex)
            return true;
    return false;
}

/* Zone of an adjacent hex: enum tc_hexzone, or TC_NONE when it is not adjacent. */
int rea_zone(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];
    bool near = false;

    if (own_hex(y, hex))
        return TC_NONE;
    if (rea_in_front(c, body, hex))
        return TC_HEX_FRONT;
    for (int i = 0; i < y->len; i++) {
        int d = rea_dir_of(c, y->hex[i], hex);
        if (d < 0)
            continue;
        near = true;
        if (y->form == REA_ROUT)
            return TC_HEX_REAR;
        if (rea_vertex(y->form) && y->form != REA_SKIRMISH &&
            (d == tc_hex_mod6(y->facing + 3) || d == tc_hex_mod6(y->facing + 4)))
            return TC_HEX_REAR;
        if (y->form == REA_GO && d == tc_hex_mod6(y->facing + 3))
            return TC_HEX_REAR;
        if (column_form(y->form) && i == y->len - 1) {
            int back = i ? rea_dir_of(c, y->hex[i - 1], y->hex[i]) : y->facing + 3;
            if (d == tc_hex_mod6(back))
                return TC_HEX_REAR;
        }
    }
    return near ? TC_HEX_FLANK : TC_NONE;
}

bool rea_touches(const struct rea_ctx *c, int body, int other)
{
    const struct rea_body *y = &c->s->body[other];

    for (int i = 0; i < y->len; i++)
        if (rea_in_front(c, body, y->hex[i]))
            return true;
    return false;
}

bool rea_line_hexes(const struct rea_ctx *c, int left, int v, int len, int16_t *out)
{
    for (int i = 0, h = left; i < len; i++) {
        if (h < 0 || i >= REA_LONG)
            return false;
        out[i] = (int16_t)h;
        h = tc_hexmap_next(&c->bk->map, (tc_hex)h, v + 2);
    }
    return true;
}

bool rea_column_hexes(const struct rea_ctx *c, int head, int s, int len, int16_t *out)
{
    for (int i = 0, h = head; i < len; i++) {
        if (h < 0 || i >= REA_LONG)
            return false;
        out[i] = (int16_t)h;
        h = tc_hexmap_next(&c->bk->map, (tc_hex)h, s + 3);
    }
    return true;
}

/* Lines stand along their facing, March Columns straight behind their head. */
bool rea_straight(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    int16_t want[REA_LONG];
    bool ok = true;

    if (y->form == REA_LINE)
        ok = rea_line_hexes(c, y->hex[0], y->facing, y->len, want);
    else if (y->form == REA_MC)
        ok = rea_column_hexes(c, y->hex[0], y->facing, y->len, want);
    else
        return true;
    return ok && memcmp(want, y->hex, y->len * sizeof *want) == 0;
}
