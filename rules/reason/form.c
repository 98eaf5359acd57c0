/* rules/reason/form.c - chapter 8: formations, and how one becomes another. */
#include "rules/reason/inner.h"

struct change {
    uint8_t from, to;
    bool foot, horse;
    const char *rule;
};

/* Told further down: */
static bool body_hexes(const struct rea_ctx *c, int form, int facing, int hex, int len,
                       struct rea_plan *p);
static const struct change *find_change(int arm, int from, int to);
static const char *barred_rule(int arm, int from, int to);
static bool has_hex(const int16_t *hex, int n, int h);
static bool american_leader(const struct rea_ctx *c, int unit, int hex);
static bool plan_attack_column(const struct rea_ctx *c, int body, struct rea_plan *p,
                               struct tc_refusal *why);
static bool plan_line_column(const struct rea_ctx *c, int body, struct rea_plan *p,
                             struct tc_refusal *why);
static bool all_inside(const int16_t *a, int n, const int16_t *b, int m);
static bool plan_from_square(const struct rea_ctx *c, int body, struct rea_plan *p,
                             struct tc_refusal *why);
static bool plan_road_column(const struct rea_ctx *c, int body, int way, struct rea_plan *p,
                             struct tc_refusal *why);
static bool plan_close_up(const struct rea_ctx *c, int body, struct rea_plan *p,
                          struct tc_refusal *why);
static bool broken_ground(const struct rea_ctx *c, int body, struct rea_plan *p,
                          struct tc_refusal *why);
static bool stands(const struct rea_ctx *c, int body, int form, const int16_t *hex, int n,
                   struct tc_refusal *why);
static int non_clear(const struct rea_ctx *c, const struct rea_body *y, const int16_t *hex,
                     int n);
static void zone_adds(const struct rea_ctx *c, int body, struct rea_plan *p);
static void line_to_column(const struct rea_ctx *c, const struct rea_body *y, int most,
                           rea_emit *emit, void *to);
static void emit_form(rea_emit *emit, void *to, int form, int facing, int hex, int len);
static void from_column(const struct rea_ctx *c, int body, rea_emit *emit, void *to);
static void column_to_line(const struct rea_ctx *c, const struct rea_body *y, int most,
                           rea_emit *emit, void *to);
static void line_anchors(const struct rea_ctx *c, int h, int v, int len, int form,
                         rea_emit *emit, void *to);
static void from_attack_column(const struct rea_body *y, int most, rea_emit *emit, void *to);
static void from_square(const struct rea_ctx *c, const struct rea_body *y, int most,
                        rea_emit *emit, void *to);
static bool lo_grenadier(const struct rea_ctx *c, int unit);
static void loose_candidates(const struct rea_body *y, rea_emit *emit, void *to);
static bool plan_loose(const struct rea_ctx *c, int body, struct rea_plan *p,
                       struct tc_refusal *why);

static bool length_ok(const struct rea_ctx *c, int body, int form, int len,
                      struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int most = rea_max_len(c, rea_lead(c, body)->arm, form, y->side, rea_sp(c, body));

    if (len >= 1 && len <= most)
        return true;
    const char *rule = form == REA_LINE ? "R-8.1a.1" : form == REA_MC ? "R-8.1c.2" : "R-8.1b.1";
    if (rea_lead(c, body)->arm == REA_HORSE && form == REA_LINE)
        rule = rea_has(c, REA_SHORT_HORSE) ? "R-B1.1" : "R-8.1a.13";
    return tc_refuse(why, rule, REA_R_TOO_LONG, len, most, 0);
}

static bool plan_square(const struct rea_ctx *c, int body, struct rea_plan *p,
                        struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form == REA_LINE && !has_hex(y->hex, y->len, p->hex[0]))
        return tc_refuse(why, "R-8.4d.2", REA_R_SQUARE_IN, 0, 0, 0);
    if (y->form == REA_MC && p->hex[0] != y->hex[0])
        return tc_refuse(why, "R-8.4d.3", REA_R_HEAD, y->hex[0], 0, 0);
    if (!rea_hex_square(c, p->hex[0]))
        return tc_refuse(why, "R-8.1d.2", REA_R_CLOSED, p->hex[0], 0, 0);
    /* A mover forms by itself; who answers a charge does so with its whole stack. */
    bool alone = body == c->s->mover || !c->first[y->hex[0]];
    if ((alone ? rea_sp(c, body) : rea_stack_sp(c, body, false)) < rea_scale(c, 3))
        return tc_refuse(why, "R-8.1d.3", REA_R_TOO_FEW, rea_sp(c, body), rea_scale(c, 3), 0);
    p->all = 1;
    p->rule = y->form == REA_LINE ? "R-FC.7" : "R-FC.8";
    return true; /* R-8.1d.1, R-8.1d.4 */
}

static bool has_hex(const int16_t *hex, int n, int h)
{
    for (int i = 0; i < n; i++)
        if (hex[i] == h)
            return true;
    return false;
}

static int road_len(const struct rea_ctx *c, int body)
{
    int each = rea_in_road_hex(c, rea_is_guns(c, body));

    return tc_max(1, (rea_sp(c, body) + each - 1) / each); /* R-8.1e.1, R-8.1e.3, R-10.2b.3 */
}

/* Is the change among those that its arm may make? */
static bool known_change(const struct rea_ctx *c, int body, int form, struct tc_refusal *why)
{
    int arm = rea_lead(c, body)->arm, now = c->s->body[body].form;

    if (arm != REA_GUNS) {
        if (find_change(arm, now, form))
            return true;
        return tc_refuse(why, barred_rule(arm, now, form), REA_R_NO_CHANGE, now, form,
                         now == form);
    }
    if ((now == REA_LA && form == REA_RC) || (now == REA_RC && form == REA_LA))
        return true;
    return tc_refuse(why,
                     form == REA_RC   ? "R-8.3c.2"
                     : form == REA_AC ? "R-8.1b.1"
                                      : "R-8.5.1",
                     REA_R_NO_CHANGE, now, form, now == form);
}

static bool plan_kind(const struct rea_ctx *c, int body, int way, struct rea_plan *p,
                      struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (p->form == REA_SQUARE) /* */
        return plan_square(c, body, p, why);
    if (y->form == REA_SQUARE)
        return plan_from_square(c, body, p, why);
    if (p->form == REA_RC)
        return plan_road_column(c, body, way, p, why);
    if (y->form == REA_RC)
        return plan_close_up(c, body, p, why);
    if (p->form == REA_LINE || y->form == REA_LINE)
        return plan_line_column(c, body, p, why);
    return rea_led(c, y->unit[0], p->form, y->hex[0], why) &&
           plan_attack_column(c, body, p, why);
}

/* The rule that says this formation does not become that one. */
static const char *barred_rule(int arm, int from, int to)
{
    if (from == REA_LINE)
        return arm == REA_FOOT ? "R-8.4.2" : "R-8.4.4";
    if (to == REA_LINE)
        return arm == REA_FOOT ? "R-8.4.1" : "R-8.4.3";
    if (from == REA_SQUARE)
        return "R-8.4.7";
    if (to == REA_SQUARE) /* from a March Column only horse is barred */
        return from == REA_MC ? "R-8.1d.1" : "R-8.4d.1";
    if (to == REA_AC)
        return "R-8.4c.1";
    if (from == REA_AC)
        return "R-8.4c.2";
    if (to == REA_RC)
        return "R-8.4a.1";
    if (from == REA_RC)
        return "R-8.4a.2";
    if (to == REA_GO)
        return "R-8.4f.2";
    if (from == REA_GO)
        return "R-FC.21";
    if (from == REA_SKIRMISH)
        return "R-8.4e.8";
    if (to == REA_SKIRMISH)
        return "R-8.1f.1";
    return to == REA_MC ? "R-8.4.5" : "R-8.4.6";
}

static bool plan_attack_column(const struct rea_ctx *c, int body, struct rea_plan *p,
                               struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool to_mc = p->form == REA_MC;
    int v = to_mc ? y->facing : p->facing, s = to_mc ? p->facing : y->facing;
    const struct rea_card *k = rea_lead(c, body);

    (void)k;
    if (p->hex[0] != y->hex[0])
        return tc_refuse(why, to_mc ? "R-FC.2" : "R-FC.4", REA_R_HEAD, y->hex[0], 0, 0);
    if (!tc_hexmask_has(tc_hexface_sides(v), s))
        return tc_refuse(why, to_mc ? "R-FC.1" : "R-FC.3", REA_R_BESIDE, 0, 0, 0);
    int len = to_mc ? p->len : y->len;
    p->cost = (int16_t)(REA_MP * len);
    p->rule = len > 1 ? (to_mc ? "R-FC.2" : "R-FC.4") : (to_mc ? "R-FC.1" : "R-FC.3");
    return true;
}

static bool plan_line_column(const struct rea_ctx *c, int body, struct rea_plan *p,
                             struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool to_line = p->form == REA_LINE;
    int v = to_line ? p->facing : y->facing, s = to_line ? y->facing : p->facing;
    int k = tc_hex_mod6(v - s);
    const int16_t *line = to_line ? p->hex : y->hex;
    int line_len = to_line ? p->len : y->len;
    int head = to_line ? y->hex[0] : p->hex[0];

    if (k == 4 || k == 1) {
        if (!rea_straight(c, body))
            return tc_refuse(why, "R-8.4a.3", REA_R_BENT, 0, 0, 0);
        bool grow = p->len >= y->len;
        if (grow ? !all_inside(y->hex, y->len, p->hex, p->len)
                 : !all_inside(p->hex, p->len, y->hex, y->len))
            return tc_refuse(why, "R-RUL-83", REA_R_ROW, 0, 0, 0);
    } else if (!has_hex(line, line_len, head)) {
        return tc_refuse(why, "R-RUL-83", REA_R_HEAD_IN, head, 0, 0);
    }
    p->cost = c->bk->t10[k];
    if (p->len != y->len) {
        /* R-FC.6, R-FC.22 */
        p->cost =
            (int16_t)(p->cost + REA_MP * (p->len > y->len ? p->len - y->len : y->len - p->len));
    }
    p->rule = "R-FC.5";
    return true;
}

static bool all_inside(const int16_t *a, int n, const int16_t *b, int m)
{
    for (int i = 0; i < n; i++)
        if (!has_hex(b, m, a[i]))
            return false;
    return true;
}

/* The change to `form` with its place and price, or why not. For RC, len is the direction in
 * which hexes are added. */
bool rea_plan_form(const struct rea_ctx *c, int body, int form, int facing, int hex, int len,
                   struct rea_plan *p, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int arm = rea_lead(c, body)->arm, way = 0;

    memset(p, 0, sizeof *p);
    if (!rea_on_map(c, hex))
        return tc_refuse(why, "R-FC.22", REA_R_NO_SUCH, 0, 0, 0);
    if (!rea_is_facing(facing))
        return tc_refuse(why, "R-FC.22", REA_R_SIX_FACINGS, 0, 0, 0);
    if (form == REA_SQUARE && facing != 0)
        return tc_refuse(why, "R-8.1d.1", REA_R_SQUARE_FACING, 0, 0, 0);
    if (arm != REA_GUNS && (form == REA_SKIRMISH || y->form == REA_SKIRMISH)) {
        if (!body_hexes(c, form, facing, hex, len, p))
            return tc_refuse(why, "R-FC.22", REA_R_OFF_MAP, 0, 0, 0);
        return plan_loose(c, body, p, why) && stands(c, body, form, p->hex, p->len, why);
    }
    if (!known_change(c, body, form, why))
        return false;
    if (y->hook != REA_NO_HOOK)
        return tc_refuse(why, "R-8.4.2", REA_R_HOOKED, 0, 0, 0);
    if (form == REA_RC) {
        way = len;
        len = 1;
    } else if (!length_ok(c, body, form, len, why)) {
        return false;
    }
    if (!rea_is_facing(way) || !body_hexes(c, form, facing, hex, len, p))
        return tc_refuse(why, "R-FC.22", REA_R_OFF_MAP, 0, 0, 0);
    if (!plan_kind(c, body, way, p, why) || !stands(c, body, form, p->hex, p->len, why))
        return false;
    if (!broken_ground(c, body, p, why))
        return false;
    zone_adds(c, body, p);
    return true;
}

static bool body_hexes(const struct rea_ctx *c, int form, int facing, int hex, int len,
                       struct rea_plan *p)
{
    p->form = (uint8_t)form;
    p->facing = (uint8_t)tc_hex_mod6(facing);
    p->len = (uint8_t)len;
    if (form == REA_LINE)
        return rea_line_hexes(c, hex, p->facing, len, p->hex);
    return rea_column_hexes(c, hex, p->facing, len, p->hex);
}

static const struct change changes[] = {
    { REA_LINE, REA_MC, true, true, "R-FC.5" },
    { REA_MC, REA_LINE, true, true, "R-FC.5" },
    { REA_LINE, REA_SQUARE, true, false, "R-FC.7" },
    { REA_MC, REA_SQUARE, true, false, "R-FC.8" },
    { REA_SQUARE, REA_LINE, true, false, "R-FC.9" },
    { REA_SQUARE, REA_MC, true, false, "R-FC.10" },
    { REA_AC, REA_MC, true, true, "R-FC.1" },
    { REA_MC, REA_AC, true, true, "R-FC.3" },
    { REA_MC, REA_RC, true, true, "R-FC.12" },
    { REA_RC, REA_MC, true, true, "R-FC.15" },
};

static const struct change *find_change(int arm, int from, int to)
{
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (changes[i].from == from && changes[i].to == to &&
            (arm == REA_FOOT ? changes[i].foot : changes[i].horse))
            return &changes[i];
    return NULL;
}

static bool plan_from_square(const struct rea_ctx *c, int body, struct rea_plan *p,
                             struct tc_refusal *why)
{
    int home = c->s->body[body].hex[0];
    bool ok = p->form == REA_MC ? p->hex[0] == home : has_hex(p->hex, p->len, home);

    p->rule = p->form == REA_MC ? "R-FC.10" : "R-FC.9";
    if (!ok)
        return tc_refuse(why, p->rule, REA_R_FROM_SQUARE, home, 0, 0);
    p->all = 1;
    return true;
}

/* `way` is the direction in which hexes are added behind the tail. */
static bool plan_road_column(const struct rea_ctx *c, int body, int way, struct rea_plan *p,
                             struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int need = road_len(c, body), have = y->len;

    if (p->facing != y->facing || p->hex[0] != y->hex[0])
        return tc_refuse(why, "R-FC.12", REA_R_HEAD_FACING, 0, 0, 0);
    if (need > REA_LONG)
        return tc_refuse(why, "R-RUL-13", REA_R_TOO_LONG, need, REA_LONG, 0);
    if (need <= have && way != 0)
        return tc_refuse(why, "R-FC.13", REA_R_NO_TAIL, 0, 0, 0);
    for (int i = 0; i < need; i++) {
        int h = i < have ? y->hex[i] : tc_hexmap_next(&c->bk->map, p->hex[i - 1], way);
        if (h < 0 || has_hex(p->hex, i, h))
            return tc_refuse(why, "R-RUL-13", REA_R_NO_ROOM_BEHIND, y->hex[0], 0, 0);
        p->hex[i] = (int16_t)h;
    }
    p->len = (uint8_t)need;
    p->cost = (int16_t)(REA_MP * tc_max(1, need > have ? need - have : have - need));
    p->rule = rea_is_guns(c, body) ? "R-FC.19" : "R-FC.14";
    return true; /* R-FC.13 */
}

/* Out of Road Column: to March Column, or to Limbered. */
static bool plan_close_up(const struct rea_ctx *c, int body, struct rea_plan *p,
                          struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool guns = rea_is_guns(c, body);
    tc_hex row[REA_LONG];

    memcpy(row, y->hex, sizeof row);
    int bent = tc_hexbody_bent(&c->bk->map, row, y->len, y->facing);
    if (p->facing != y->facing || p->hex[0] != y->hex[0])
        return tc_refuse(why, guns ? "R-FC.20" : "R-FC.15", REA_R_HEAD_FACING, 0, 0, 0);
    if (p->len > y->len)
        return tc_refuse(why, "R-FC.16", REA_R_TOO_LONG, p->len, y->len, 0);
    if (!all_inside(p->hex, p->len, y->hex, y->len)) /* R-FC.16 */
        return tc_refuse(why, "R-FC.15", REA_R_STRAIGHT_IN, 0, 0, 0);
    p->cost = (int16_t)(REA_MP * (tc_max(1, y->len - p->len) + 2 * bent));
    p->rule = guns ? "R-FC.20" : "R-FC.17"; /* R-FC.18, R-RUL-84 */
    return true;
}

/* a change that touches broken ground takes everything. */
static bool broken_ground(const struct rea_ctx *c, int body, struct rea_plan *p,
                          struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];

    if (p->form == REA_SQUARE || y->form == REA_SQUARE)
        return true;
    p->non_clear = (uint8_t)tc_min(250, non_clear(c, y, p->hex, p->len));
    if (!p->non_clear)
        return true;
    p->all = 1;
    if (y->mp > 0)
        return tc_refuse(why, "R-8.6.2", REA_R_NEEDS_ALL, rea_printed(c, body), 0, 0);
    if (rea_disordered(c, body))
        return tc_refuse(why, "R-8.6.3", REA_R_NEEDS_ALL, rea_printed(c, body), 0, 0);
    if (rea_ooc(c, body))
        return tc_refuse(why, "R-8.6.4", REA_R_NEEDS_ALL, rea_printed(c, body), 0, 0);
    return true; /* */
}

static bool stands(const struct rea_ctx *c, int body, int form, const int16_t *hex, int n,
                   struct tc_refusal *why)
{
    int column = rea_column_of(rea_lead(c, body)->arm, form);

    for (int i = 0; i < n; i++) {
        if (rea_enemy_at(c, c->s->body[body].side, hex[i]) >= 0)
            return tc_refuse(why, "R-FC.22", REA_R_ENEMY_THERE, hex[i], 0, 0);
        int cost = rea_hex_cost(c, column, hex[i]);
        if (cost == REA_COST_NO || (cost == REA_COST_RC && form != REA_RC))
            return tc_refuse(why, "R-TEC.8", REA_R_CLOSED, hex[i], 0, 0);
        if (form != REA_RC && form != REA_SKIRMISH && rea_hex_general(c, hex[i], column))
            return tc_refuse(why, "R-8.4f.2", REA_R_CLOSED, hex[i], 0, 0);
    }
    return rea_room(c, body, form, hex, n, why);
}

/* how many non-clear hexes and hexsides the change touches. */
static int non_clear(const struct rea_ctx *c, const struct rea_body *y, const int16_t *hex,
                     int n)
{
    int bad = 0;

    for (int i = 0; i < y->len; i++) {
        bad += !rea_hex_open(c, y->hex[i]);
        int d = i ? rea_dir_of(c, y->hex[i - 1], y->hex[i]) : TC_NONE;
        bad += d >= 0 && !rea_side_open(c, y->hex[i - 1], d);
    }
    for (int i = 0; i < n; i++) {
        bool fresh = !has_hex(y->hex, y->len, hex[i]);
        bool before = i && !has_hex(y->hex, y->len, hex[i - 1]);
        bad += fresh && !rea_hex_open(c, hex[i]);
        int d = fresh || before ? (i ? rea_dir_of(c, hex[i - 1], hex[i]) : TC_NONE) : TC_NONE;
        bad += d >= 0 && !rea_side_open(c, hex[i - 1], d);
    }
    return bad;
}

/* What an enemy zone adds to the price. */
static void zone_adds(const struct rea_ctx *c, int body, struct rea_plan *p)
{
    if (!rea_body_in_zoc(c, body))
        return;
    if (p->all)
        return;                            /* R-11.8a.3 */
    p->cost = (int16_t)(p->cost + REA_MP); /* R-11.8a.2, R-RUL-89 */
}

/* Every change of formation that could be legal. */
void rea_form_candidates(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    const struct rea_body *y = &c->s->body[body];
    int arm = rea_lead(c, body)->arm, sp = rea_sp(c, body);
    int most = rea_max_len(c, arm, REA_MC, y->side, sp);

    if (y->form == REA_LINE) {
        line_to_column(c, y, most, emit, to);
        for (int i = 0; i < y->len && arm == REA_FOOT; i++)
            emit_form(emit, to, REA_SQUARE, 0, y->hex[i], 1);
    } else if (y->form == REA_MC) {
        from_column(c, body, emit, to);
    } else if (y->form == REA_AC) {
        from_attack_column(y, most, emit, to);
    } else if (y->form == REA_SQUARE) {
        from_square(c, y, most, emit, to);
    } else if (y->form == REA_RC) {
        for (int len = 1; len <= (arm == REA_GUNS ? 1 : most); len++)
            emit_form(emit, to, arm == REA_GUNS ? REA_LA : REA_MC, y->facing, y->hex[0], len);
    } else if (y->form == REA_LA) {
        for (int way = 0; way < 6; way++)
            emit_form(emit, to, REA_RC, y->facing, y->hex[0], way);
    }
    if (arm == REA_FOOT && lo_grenadier(c, y->unit[0]))
        loose_candidates(y, emit, to);
}

static void line_to_column(const struct rea_ctx *c, const struct rea_body *y, int most,
                           rea_emit *emit, void *to)
{
    for (int s = 0; s < 6; s++)
        for (int len = 1; len <= most; len++)
            for (int i = 0; i < y->len; i++)
                emit_form(emit, to, REA_MC, s, y->hex[i], len);
    for (int k = 1; k <= 4; k += 3) { /* longer than the line: its head lies beyond an end */
        int s = tc_hex_mod6(y->facing - k);
        int h = k == 4 ? y->hex[y->len - 1] : y->hex[0];
        for (int len = y->len + 1; len <= most; len++)
            for (int i = 1, g = h; i <= len - y->len; i++) {
                g = g < 0 ? g : tc_hexmap_next(&c->bk->map, (tc_hex)g, s);
                if (g >= 0)
                    emit_form(emit, to, REA_MC, s, g, len);
            }
    }
}

static void emit_form(rea_emit *emit, void *to, int form, int facing, int hex, int len)
{
    emit(to, REA_V_FORM, form, facing, hex, len);
}

static void from_column(const struct rea_ctx *c, int body, rea_emit *emit, void *to)
{
    const struct rea_body *y = &c->s->body[body];
    int arm = rea_lead(c, body)->arm, sp = rea_sp(c, body);

    column_to_line(c, y, rea_max_len(c, arm, REA_LINE, y->side, sp), emit, to);
    emit_form(emit, to, REA_AC, y->facing, y->hex[0], 1);
    emit_form(emit, to, REA_AC, tc_hex_mod6(y->facing - 1), y->hex[0], 1);
    emit_form(emit, to, REA_SQUARE, 0, y->hex[0], 1);
    for (int way = 0; way < 6; way++)
        emit_form(emit, to, REA_RC, y->facing, y->hex[0], way);
}

static void column_to_line(const struct rea_ctx *c, const struct rea_body *y, int most,
                           rea_emit *emit, void *to)
{
    for (int v = 0; v < 6; v++)
        for (int len = 1; len <= most; len++) {
            int k = tc_hex_mod6(v - y->facing);
            if (k != 4 && k != 1) {
                line_anchors(c, y->hex[0], v, len, REA_LINE, emit, to);
                continue;
            }
            /* the same row: every anchor that overlaps it */
            int left = k == 4 ? y->hex[y->len - 1] : y->hex[0];
            for (int i = 0, h = left; i < y->len && h >= 0; i++) {
                emit_form(emit, to, REA_LINE, v, h, len);
                h = tc_hexmap_next(&c->bk->map, (tc_hex)h, v + 2);
            }
            for (int i = 1, h = left; i < len; i++) {
                h = h < 0 ? h : tc_hexmap_next(&c->bk->map, (tc_hex)h, v - 1);
                if (h >= 0)
                    emit_form(emit, to, REA_LINE, v, h, len);
            }
        }
}

/* Where the anchor of a Line of `len` may lie so that it holds a hex h. */
static void line_anchors(const struct rea_ctx *c, int h, int v, int len, int form,
                         rea_emit *emit, void *to)
{
    for (int i = 0; i < len && h >= 0; i++) {
        emit_form(emit, to, form, v, h, len);
        h = tc_hexmap_next(&c->bk->map, (tc_hex)h, v - 1);
    }
}

static void from_attack_column(const struct rea_body *y, int most, rea_emit *emit, void *to)
{
    for (int len = 1; len <= most; len++)
        for (int i = 0; i < 2; i++)
            emit_form(emit, to, REA_MC, tc_hex_mod6(y->facing + i), y->hex[0], len);
}

static void from_square(const struct rea_ctx *c, const struct rea_body *y, int most,
                        rea_emit *emit, void *to)
{
    for (int f = 0; f < 6; f++)
        for (int len = 1; len <= most; len++) {
            line_anchors(c, y->hex[0], f, len, REA_LINE, emit, to);
            emit_form(emit, to, REA_MC, f, y->hex[0], len);
        }
}

static bool lo_grenadier(const struct rea_ctx *c, int unit)
{
    const struct rea_card *k = &c->bk->unit[unit];

    return rea_has(c, REA_LOOSE_GRENADIERS) && k->nation == REA_AUSTRIAN &&
           k->kind == REA_GRENADIER && k->arm == REA_FOOT;
}

/* Into skirmish order and out of it. */
static void loose_candidates(const struct rea_body *y, rea_emit *emit, void *to)
{
    for (int f = 0; f < 6; f++) {
        if (y->form == REA_SKIRMISH) {
            emit_form(emit, to, REA_LINE, f, y->hex[0], 1);
            emit_form(emit, to, REA_AC, f, y->hex[0], 1);
            emit_form(emit, to, REA_MC, f, y->hex[0], 1);
        } else {
            for (int i = 0; i < y->len; i++)
                emit_form(emit, to, REA_SKIRMISH, f, y->hex[i], 1);
        }
    }
}

/* R-8.2c.3, R-RUL-11, R-RUL-79: single-hex formations a unit may take in a hex. */
/* One of sp points that take it together. */
bool rea_form_legal_here(const struct rea_ctx *c, int unit, int form, int hex, int sp)
{
    const struct rea_card *k = &c->bk->unit[unit];

    if (k->arm == REA_GUNS) /* R-RUL-79 */
        return form == REA_LA || form == REA_UA;
    if (k->always || k->parent >= 0)
        return form == REA_SKIRMISH; /* R-LO1.1 */
    int column = rea_column_of(k->arm, form);
    if (rea_hex_general(c, hex, column))
        return form == REA_GO;
    if (rea_hex_cost(c, column, hex) < REA_COST_ALL)
        return false;
    if (form == REA_SQUARE) {
        /* R-RUL-11 */
        return k->arm == REA_FOOT && rea_hex_square(c, hex) && sp >= rea_scale(c, 3);
    }
    return form == REA_LINE || form == REA_AC || form == REA_MC;
}

static bool plan_loose(const struct rea_ctx *c, int body, struct rea_plan *p,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    bool in = p->form == REA_SKIRMISH;

    if (y->units != 1 || !lo_grenadier(c, y->unit[0]) || y->form == REA_ROUT)
        return tc_refuse(why,
                         in                               ? "R-8.1f.1"
                         : rea_lead(c, body)->parent >= 0 ? "R-8.4e.8"
                                                          : "R-8.4e.9",
                         REA_R_NO_LOOSE, 0, 0, 0);
    if (in && y->form == REA_SKIRMISH)
        return tc_refuse(why, "R-8.4e.8", REA_R_NO_CHANGE, y->form, p->form, true);
    if (y->entered & 1)
        return tc_refuse(why, "R-LO1.3",
                         y->form == REA_SKIRMISH ? REA_R_LOOSE_JUST : REA_R_LOOSE_LEFT, 0, 0,
                         0);
    if (p->len != 1 || (in ? !has_hex(y->hex, y->len, p->hex[0]) : p->hex[0] != y->hex[0]))
        return tc_refuse(why, "R-LO1.2", REA_R_LOOSE_HEX, 0, 0, 0);
    if (!in && p->form != REA_LINE && p->form != REA_AC && p->form != REA_MC)
        return tc_refuse(why, "R-LO1.3", REA_R_LOOSE_INTO, p->form, 0, 0);
    if (in && rea_sp(c, body) > rea_scale(c, 3))
        return tc_refuse(why, "R-RUL-96", REA_R_ROOM, y->hex[0], rea_sp(c, body),
                         rea_scale(c, 3));
    p->cost = 0;
    p->rule = in ? "R-LO1.2" : "R-LO1.3";
    return true;
}

/* R-B2.1: Americans form Attack Column only under a leader's eye, whatever they were before. */
bool rea_led(const struct rea_ctx *c, int unit, int form, int hex, struct tc_refusal *why)
{
    return form != REA_AC || !rea_has(c, REA_AMERICAN_DRILL) ||
           c->bk->unit[unit].nation != REA_AMERICAN || american_leader(c, unit, hex) ||
           tc_refuse(why, "R-B2.1", REA_R_NO_LEADER, 0, 0, 0);
}

static bool american_leader(const struct rea_ctx *c, int unit, int hex)
{
    int command = c->bk->unit[unit].command;
    int wing = command >= 0 ? c->bk->command[command].wing : TC_NONE;

    for (int i = 0; i < c->bk->leaders; i++) {
        const struct rea_leader *l = &c->s->leader[i];
        const struct rea_chief *k = &c->bk->leader[i];
        if (!l->placed || l->fate != REA_FIT || k->side != c->bk->unit[unit].side ||
            l->hex != hex)
            continue;
        if (k->rank == REA_RANK_ARMY || k->lafayette ||
            (k->rank == REA_RANK_COMMAND && k->command == command) ||
            (k->rank == REA_RANK_WING && (wing < 0 || k->wing == wing)))
            return true;
    }
    return false;
}
