/* rules/minden/fog.c - chapter M: Fog of War and the weather.
 *
 * Here: the throw, rows 2 to 12, rain and calm, relocated guns, the Fog advance of a brigade.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* Told further down: */
static void apply_fog(struct min_play *p, int effect);
static bool goes_on(struct min_play *p, int effect);
static struct tc_pt edge_place(const struct min_book *bk, const struct min_state *s, int unit);
static bool free_at(const struct min_book *bk, const struct min_state *s, int unit,
                    struct tc_pt at);
static void put_command(struct min_play *p, int unit, struct tc_pt at);
static int random_commander(struct min_play *p, const char *rule);
static int tickets_of(const struct min_book *bk, const struct min_state *s, int side, int unit);
static void call_commanders(struct min_play *p, int army);
static void start_rain(struct min_play *p);
static void rain_roll(struct min_play *p);
static void lose_orders(struct min_play *p, int army);
static void inspire(struct min_play *p, int army);
static bool in_brigade(const struct min_book *bk, const struct min_state *s, int i,
                       int brigade);
static void restore_order(struct min_play *p);
static void form_columns(struct min_play *p, int brigade);
static void shift_battery(struct min_play *p, int unit);
static bool judge_battery(const struct tc_view *v, int unit, struct tc_refusal *why);
static int draw_ticket(struct min_play *p, int tickets, const char *rule);
static bool place_beside(const struct min_book *bk, const struct min_state *s, int unit,
                         int army, struct tc_pt *out);

static void end_fog(struct min_play *p)
{
    min_begin_phase(p, MIN_P_COMPULSORY, "N-S3");
    min_go(p, MIN_S_COMPULSORY);
}

static void kill_commander(struct min_play *p)
{
    int unit = random_commander(p, "N-M2");

    if (unit == TC_NONE) {
        tc_tell(p->u, MIN_E_FOG_NO_EFFECT, "N-M13");
        return;
    }
    tc_tell(p->u, MIN_E_COMMANDER_KILLED, "N-M2", unit);
    min_destroy(p, unit, "N-K15");
}

/* Rows that need the army commander (N-M13). */
static bool needs_army(int effect)
{
    return effect == MIN_FOG_CRISIS_MEETING || effect == MIN_FOG_LOST_ORDERS ||
           effect == MIN_FOG_INSPIRED_COMMAND;
}

void min_step_fog(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    const struct min_fog_table *t = &p.bk->t.fog;

    rain_roll(&p);
    tc_hope(u, p.s->head.active, TC_NO_FACE);
    if (min_d6(&p, "N-M0a") > t->happens_on) {
        tc_tell(u, MIN_E_FOG_NOTHING, "N-M0a");
        end_fog(&p);
        return;
    }
    int row = min_die_sum(&p, 2, p.s->head.active, TC_HIGH, "N-M0b");
    int effect = t->row[p.bk->side[p.s->head.active].fog_column][row];
    p.s->fog_row = (uint8_t)row;
    tc_tell(u, MIN_E_FOG, "N-M0b", row, effect); /* N-RUL-38, N-TAB-7 */
    apply_fog(&p, effect);
}

static void unhorse_commander(struct min_play *p)
{
    int unit = random_commander(p, "N-M3");

    if (unit == TC_NONE) {
        tc_tell(p->u, MIN_E_FOG_NO_EFFECT, "N-M13");
        return;
    }
    struct tc_pt at = edge_place(p->bk, p->s, unit), to = at;
    int edge = p->bk->side[p->s->head.active].own_edge;
    for (int k = 1; k <= 160 && !free_at(p->bk, p->s, unit, to); k++) {
        int32_t off = (k % 2 ? 250 : -250) * ((k + 1) / 2); /* along the edge, either way */
        to = at;
        *(edge == MIN_NORTH || edge == MIN_SOUTH ? &to.x : &to.y) += off;
    }
    if (!free_at(p->bk, p->s, unit, to))
        to = at;
    put_command(p, unit, to); /* N-K15 */
    tc_tell(p->u, MIN_E_COMMANDER_UNHORSED, "N-M3", unit);
}

/* The place on the own edge nearest to where he stood, facing as before. */
static struct tc_pt edge_place(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_side_card *c = &bk->side[min_side_of(bk, unit)];
    const struct min_unit *m = &s->units[unit];
    struct min_body b;
    int32_t low = c->edge_from, high = c->edge_to, dx = 0, dy = 0;
    bool level = c->own_edge == MIN_NORTH || c->own_edge == MIN_SOUTH;

    min_body(bk, s, unit, &b);
    if (low >= high) {
        low = 0;
        high = level ? bk->width : bk->height;
    }
    if (c->own_edge == MIN_NORTH)
        dy = bk->height - b.box[0].max_y;
    else if (c->own_edge == MIN_SOUTH)
        dy = -b.box[0].min_y;
    else if (c->own_edge == MIN_EAST)
        dx = bk->width - b.box[0].max_x;
    else
        dx = -b.box[0].min_x;
    if (level)
        dx = tc_max(low, tc_min(high, m->x)) - m->x;
    else
        dy = tc_max(low, tc_min(high, m->y)) - m->y;
    return (struct tc_pt){ m->x + dx, m->y + dy };
}

static bool free_at(const struct min_book *bk, const struct min_state *s, int unit,
                    struct tc_pt at)
{
    struct min_unit m = s->units[unit];
    struct min_body b;

    m.x = at.x;
    m.y = at.y;
    min_body_of(bk, unit, &m, &b);
    return min_body_on_table(bk, &b) && !min_blocked(bk, &b) &&
           min_overlapped(bk, s, &b, unit) == TC_NONE;
}

static void put_command(struct min_play *p, int unit, struct tc_pt at)
{
    struct min_body b;

    p->s->units[unit].x = at.x;
    p->s->units[unit].y = at.y;
    min_body(p->bk, p->s, unit, &b);
    p->s->units[unit].crowd = min_overlapped(p->bk, p->s, &b, unit) != TC_NONE;
}

static void apply_fog(struct min_play *p, int effect)
{
    int army = min_army_commander(p->bk, p->s, p->s->head.active);

    if (needs_army(effect) && army == TC_NONE) {
        tc_tell(p->u, MIN_E_FOG_NO_EFFECT, "N-M13");
        effect = MIN_FOG_NOTHING;
    }
    p->s->fog_effect = (uint8_t)effect;
    if (goes_on(p, effect))
        return;
    switch ((enum min_fog_effect)effect) {
    case MIN_FOG_COMMANDER_KILLED: kill_commander(p); break;
    case MIN_FOG_COMMANDER_UNHORSED: unhorse_commander(p); break;
    case MIN_FOG_CRISIS_MEETING: call_commanders(p, army); break;
    case MIN_FOG_LOST_ORDERS: lose_orders(p, army); break;
    case MIN_FOG_HEAVY_RAIN: start_rain(p); break;
    case MIN_FOG_DEAD_CALM: p->s->dead_calm = 1; break;
    case MIN_FOG_INSPIRED_COMMAND: inspire(p, army); break;
    case MIN_FOG_ORDER_RESTORED: restore_order(p); break;
    case MIN_FOG_HORSE_HOLDS_BACK: break;     /* N-M5a */
    case MIN_FOG_HORSE_OUT_OF_COMMAND: break; /* N-M5b */
    case MIN_FOG_SHIFT_GUNS:
    case MIN_FOG_GUNS_FIRE_TWICE:
    case MIN_FOG_BRIGADE_ADVANCES:
    case MIN_FOG_BRIGADE_ATTACKS:
    case MIN_FOG_NOTHING:
    case MIN_FOG_EFFECTS: break;
    }
    end_fog(p);
}

/* Rows in which the player has a choice to make before the Fog phase is over. */
static bool goes_on(struct min_play *p, int effect)
{
    const struct min_fog_table *t = &p->bk->t.fog;

    if (effect == MIN_FOG_SHIFT_GUNS) {
        p->s->fog_left = (uint8_t)t->shift_guns;
        min_go(p, MIN_S_FOG_GUNS);
        return true;
    }
    if (effect == MIN_FOG_GUNS_FIRE_TWICE) {
        p->s->fog_left = (uint8_t)t->twice_guns;
        min_go(p, MIN_S_FOG_TWICE);
        return true;
    }
    if (effect != MIN_FOG_BRIGADE_ADVANCES && effect != MIN_FOG_BRIGADE_ATTACKS)
        return false;
    min_go(p, MIN_S_FOG_BRIGADE);
    return true;
}

/* A commander by lot; TC_NONE if the side has none left (N-M13). */
static int random_commander(struct min_play *p, const char *rule)
{
    int side = p->s->head.active, tickets = 0, candidates = 0, only = TC_NONE;

    for (int i = 0; i < p->bk->units; i++) {
        int t = tickets_of(p->bk, p->s, side, i);
        tickets += t;
        candidates += t > 0;
        only = t ? i : only;
    }
    if (candidates <= 1)
        return only;
    int n = draw_ticket(p, tickets, rule);
    for (int i = 0; i < p->bk->units; i++) {
        n -= tickets_of(p->bk, p->s, side, i);
        if (n < 0)
            return i;
    }
    return TC_NONE;
}

static int tickets_of(const struct min_book *bk, const struct min_state *s, int side, int unit)
{
    if (!min_is_command(bk, unit) || min_side_of(bk, unit) != side || !min_on_table(s, unit))
        return 0;
    return min_card(bk, unit)->authority == MIN_OF_ARMY ? 1 : 2;
}

static void call_commanders(struct min_play *p, int army)
{
    int side = p->s->head.active;
    struct tc_pt to = { 0, 0 };

    for (int i = 0; i < p->bk->units; i++) {
        struct min_unit *m = &p->s->units[i];
        if (i == army || !min_is_command(p->bk, i) || min_side_of(p->bk, i) != side ||
            !min_on_table(p->s, i))
            continue;
        uint16_t facing = m->facing;
        m->facing = p->s->units[army].facing;
        if (!place_beside(p->bk, p->s, i, army, &to)) {
            m->facing = facing;
            continue;
        }
        put_command(p, i, to); /* N-RUL-53 */
        tc_tell(p->u, MIN_E_COMMANDER_CALLED, "N-M4", i, army);
    }
}

static void start_rain(struct min_play *p)
{
    p->s->rain = 1;                                        /* N-M14 */
    p->s->rain_expiry = (uint16_t)(p->s->player_turn + 2); /* N-M7a */
}

static void lose_orders(struct min_play *p, int army)
{
    struct tc_gap best = { 0, 0, 1 };
    int brigade = TC_NONE;

    for (int i = 0; i < p->bk->units; i++) { /* N-M15 */
        int b = p->bk->quick[i].brigade;
        if (b == TC_NONE || i == army || !min_on_table(p->s, i) || min_is_command(p->bk, i) ||
            min_side_of(p->bk, i) != p->s->head.active)
            continue;
        struct tc_gap g = min_gap(p->bk, p->s, army, i);
        int order = brigade == TC_NONE ? -1 : tc_gap_cmp(g, best);
        if (order > 0 || (order == 0 && b >= brigade))
            continue;
        best = g;
        brigade = b;
    }
    if (brigade == TC_NONE)
        return;
    p->s->brigades[brigade].half_rate = 1;
    tc_tell(p->u, MIN_E_LOST_ORDERS, "N-M6", brigade);
}

static void rain_roll(struct min_play *p)
{
    if (!p->s->rain || p->s->player_turn < p->s->rain_expiry)
        return;
    tc_hope(p->u, p->s->head.active, TC_NO_FACE); /* N-RUL-39 */
    if (min_d6(p, "N-M7b") > p->bk->t.fog.rain_goes_on) {
        p->s->rain = 0;
        p->s->rain_expiry = 0;
        tc_tell(p->u, MIN_E_RAIN_STOPS, "N-M7b");
        return;
    }
    p->s->rain_expiry = (uint16_t)(p->s->player_turn + 2);
    tc_tell(p->u, MIN_E_RAIN_GOES_ON, "N-M7c");
}

static void inspire(struct min_play *p, int army)
{
    struct tc_gap best = { 0, 0, 1 };

    for (int i = 0; i < p->bk->units; i++) { /* N-M15 */
        if (i == army || !min_is_command(p->bk, i) || !min_on_table(p->s, i) ||
            min_side_of(p->bk, i) != p->s->head.active)
            continue;
        struct tc_gap g = min_gap(p->bk, p->s, army, i);
        if (p->s->fog_commander != TC_NONE && tc_gap_cmp(g, best) <= 0)
            continue;
        best = g;
        p->s->fog_commander = (int16_t)i;
    }
    if (p->s->fog_commander != TC_NONE)
        tc_tell(p->u, MIN_E_INSPIRED, "N-M9", p->s->fog_commander);
    else
        tc_tell(p->u, MIN_E_FOG_NO_EFFECT, "N-M13");
}

bool min_judge_fog_guns(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_state *s = v->state;
    int unit = a->arg[0];

    if (a->verb == MIN_V_DECLINE)
        return true;
    if (!judge_battery(v, unit, why))
        return false;
    if (s->units[unit].guns > s->fog_left)
        return tc_refuse(why, "N-M10a", MIN_R_TOO_MANY_GUNS, unit, s->fog_left);
    if (min_has(s->mover.group, unit))
        return tc_refuse(why, "N-M10a", MIN_R_ALREADY_CHOSEN, unit);
    return true;
}

void min_step_fog_twice(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    const struct tc_act *a = tc_ask(u, p.s->head.active, MIN_Q_TWICE, "N-M10b", p.s->fog_left);

    if (a->verb != MIN_V_TWICE) {
        p.s->fog_left = 0;
        end_fog(&p);
        return;
    }
    struct min_unit *m = &p.s->units[a->arg[0]];
    m->fire_twice = (uint8_t)tc_min(m->guns, p.s->fog_left);
    p.s->fog_left = (uint8_t)(p.s->fog_left - m->fire_twice);
    tc_tell(u, MIN_E_GUNS_TWICE, "N-M10b", a->arg[0], m->fire_twice);
}

bool min_judge_twice(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_state *s = v->state;

    if (a->verb == MIN_V_DECLINE)
        return true;
    if (!judge_battery(v, a->arg[0], why))
        return false;
    if (s->units[a->arg[0]].fire_twice)
        return tc_refuse(why, "N-M10b", MIN_R_ALREADY_CHOSEN, a->arg[0]);
    if (s->fog_left == 0)
        return tc_refuse(why, "N-M10b", MIN_R_TOO_MANY_GUNS, a->arg[0]);
    return true;
}

/* All units or none: one that is held keeps the brigade back. */
bool min_judge_fog_brigade(const struct tc_view *v, const struct tc_act *a,
                           struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    const char *rule = s->fog_effect == MIN_FOG_BRIGADE_ADVANCES ? "N-M11a" : "N-M11b";
    int b = a->arg[0], n = 0;

    if (a->verb == MIN_V_DECLINE)
        return true;
    if (bk->brigade[b].side != v->q->side)
        return tc_refuse(why, "N-RUL-38", MIN_R_BRIGADE_THEIRS, b);
    if (bk->brigade[b].arm != MIN_FOOT_BRIGADE)
        return tc_refuse(why, rule, MIN_R_NOT_FOOT_BRIGADE, b);
    for (int i = 0; i < bk->units; i++) {
        if (!in_brigade(bk, s, i, b))
            continue;
        if (s->units[i].melee != TC_NONE || s->units[i].morale != MIN_STEADY)
            return tc_refuse(why, rule, MIN_R_BRIGADE_HELD, b, i);
        n += min_rate(bk, s, i) > 0;
    }
    return n > 0 || tc_refuse(why, rule, MIN_R_BRIGADE_EMPTY, b);
}

static bool in_brigade(const struct min_book *bk, const struct min_state *s, int i, int brigade)
{
    return min_on_table(s, i) && bk->quick[i].brigade == brigade && !min_is_command(bk, i);
}

bool min_judge_columns(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    (void)v;
    (void)a;
    (void)why;
    return true; /* yes or no, both are free */
}

int min_count_columns(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool min_nth_columns(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = MIN_V_COLUMNS;
    out->arg[0] = !i;
    return true;
}

/* Those who still rout, retreat or stand in no formation are disordered as before (N-J5). */
static void restore_order(struct min_play *p)
{
    for (int i = 0; i < p->bk->units; i++) {
        struct min_unit *m = &p->s->units[i];
        if (m->marker != MIN_ORANGE || min_side_of(p->bk, i) != p->s->head.active ||
            !min_on_table(p->s, i))
            continue;
        if (m->morale == MIN_STEADY && m->formation != MIN_INCORRECT)
            m->marker = MIN_NO_MARKER;
    }
    tc_tell(p->u, MIN_E_ORDER_RESTORED, "N-M12", p->s->head.active);
}

void min_step_fog_brigade(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    bool attacks = p.s->fog_effect == MIN_FOG_BRIGADE_ATTACKS;
    const struct tc_act *a =
        tc_ask(u, p.s->head.active, MIN_Q_FOG_BRIGADE, attacks ? "N-M11b" : "N-M11a");

    if (a->verb != MIN_V_ADVANCE) {
        end_fog(&p);
        return;
    }
    p.s->fog_brigade = (int8_t)a->arg[0];
    tc_tell(u, MIN_E_BRIGADE_ADVANCES, attacks ? "N-M11b" : "N-M11a", p.s->fog_brigade);
    if (attacks)
        form_columns(&p, p.s->fog_brigade);
    p.s->cursor = 0;
    min_go(&p, MIN_S_FOG_ADVANCE);
}

/* N-GEO-21: straight toward the nearest enemy, facing unchanged, stopping at 3 inches. */
static void advance_unit(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];
    struct min_body b, e;
    struct min_way way;
    struct tc_gap gap;
    struct tc_pt at = { m->x, m->y };

    min_body(p->bk, p->s, unit, &b);
    int enemy = min_nearest_enemy(p->bk, p->s, min_side_of(p->bk, unit), &b, &gap);
    if (enemy == TC_NONE || min_rate(p->bk, p->s, unit) == 0)
        return;
    min_body(p->bk, p->s, enemy, &e);
    struct tc_pt to = tc_nearest(&e.box[0], at);
    for (int i = 1; i < e.n; i++)
        if (tc_dist2(at, tc_nearest(&e.box[i], at)) < tc_dist2(at, to))
            to = tc_nearest(&e.box[i], at);
    uint16_t heading = tc_bearing(at, to); /* N-GEO-21 */
    int32_t d = p->bk->t.fog.advance[p->s->fog_effect == MIN_FOG_BRIGADE_ATTACKS];
    min_clear_mover(p->s);
    min_way_begin(&way, p->bk, p->s, unit, d, TC_NONE);
    d = min_march_limit(&way, &b, heading, d).most;
    d = min_room_ahead(p->bk, p->s, unit, &b, heading, d);
    if (d == 0)
        return;
    min_disturb(p, unit);
    min_begin_advance(p, unit, heading, d);
    p->s->mover.back = MIN_S_FOG_ADVANCE;
    min_go(p, MIN_S_WALK);
}

void min_step_fog_advance(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);

    min_clear_mover(p.s);
    while (p.s->cursor < p.bk->units &&
           (!in_brigade(p.bk, p.s, p.s->cursor, p.s->fog_brigade) ||
            min_fleeing(p.s, p.s->cursor)))
        p.s->cursor++;
    if (p.s->cursor >= p.bk->units) {
        p.s->cursor = 0;
        p.s->fog_brigade = TC_NONE;
        end_fog(&p);
        return;
    }
    advance_unit(&p, p.s->cursor++);
}

static void form_columns(struct min_play *p, int brigade)
{
    if (!tc_ask(p->u, p->s->head.active, MIN_Q_COLUMNS, "N-M11b", brigade)->arg[0])
        return;
    for (int i = 0; i < p->bk->units; i++) {
        struct min_unit m = p->s->units[i];
        if (!in_brigade(p->bk, p->s, i, brigade) || !min_may_form_attack_column(p->bk, p->s, i))
            continue;
        m.formation = MIN_ATTACK_COLUMN;
        m.sections = 1;
        m.files = m.ranks = 0;
        m.section_fig[0] = m.section_fig[1] = m.section_fig[2] = 0;
        m.bend[0] = m.bend[1] = 0;
        if (!min_fits(p->bk, p->s, i, &m, "N-GEO-32", NULL))
            continue;
        p->s->units[i] = m;
        tc_tell(p->u, MIN_E_FORMED, "N-M11b", i, MIN_ATTACK_COLUMN); /* N-RUL-40 */
    }
}

void min_step_fog_guns(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    const struct tc_act *a =
        tc_ask(u, p.s->head.active, MIN_Q_FOG_GUNS, "N-M10a", p.s->fog_left);

    if (a->verb == MIN_V_SHIFT_GUNS) {
        shift_battery(&p, a->arg[0]);
        return;
    }
    min_clear_mover(p.s);
    p.s->fog_left = 0;
    end_fog(&p);
}

/* One battery, one d6 for each of its models; it keeps together, so the lowest binds. */
static void shift_battery(struct min_play *p, int unit)
{
    struct tc_act a;
    int reach = 6;

    for (int i = 0; i < p->s->units[unit].guns; i++) {
        tc_wish(p->u, p->s->head.active, TC_HIGH);
        reach = tc_min(reach, min_d6(p, "N-M10a"));
    }
    p->s->fog_left = (uint8_t)(p->s->fog_left - p->s->units[unit].guns);
    min_put(p->s->mover.group, unit);
    tc_tell(p->u, MIN_E_HANDLE_REACH, "N-M10a", unit, 1000 * reach); /* N-RUL-40 */
    a = *tc_ask(p->u, p->s->head.active, MIN_Q_RELOCATE, "N-M10a", unit, 1000 * reach);
    min_put_guns(p, unit, &a);
    tc_tell(p->u, MIN_E_GUNS_SHIFTED, "N-M10a", unit);
}

static bool judge_battery(const struct tc_view *v, int unit, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    const struct min_unit *m = &s->units[unit];

    if (min_side_of(bk, unit) != v->q->side)
        return tc_refuse(why, "N-RUL-38", MIN_R_NOT_YOURS, unit);
    if (!min_is_gun(bk, unit))
        return tc_refuse(why, "N-RUL-40", MIN_R_NOT_A_BATTERY, unit);
    if (m->where != MIN_ON_TABLE)
        return tc_refuse(why, "N-RUL-40", MIN_R_NOT_ON_TABLE, unit, s->units[unit].where);
    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-RUL-40", MIN_R_IN_MELEE, unit);
    if (m->morale != MIN_STEADY)
        return tc_refuse(why, "N-RUL-40", MIN_R_FLEEING, unit);
    return true;
}

/* k dice read as a number to the base 6, thrown again above the last whole multiple. */
static int draw_ticket(struct min_play *p, int tickets, const char *rule)
{
    int dice = 0, range = 1, n;

    while (range < tickets) { /* N-TAB-6, N-RUL-37 */
        range *= 6;
        dice++;
    }
    do {
        n = 0;
        for (int i = 0; i < dice; i++) {
            tc_hope(p->u, p->s->head.active, TC_NO_FACE);
            n = 6 * n + min_d6(p, rule) - 1;
        }
    } while (n >= range / tickets * tickets);
    return n % tickets;
}

/* N-RUL-53: the nearest free place that touches the army commander. */
static bool place_beside(const struct min_book *bk, const struct min_state *s, int unit,
                         int army, struct tc_pt *out)
{
    struct min_size z;
    struct tc_pt a = { s->units[army].x, s->units[army].y }, from;
    bool found = false;
    int64_t best = 0;

    min_size_of(bk, unit, &s->units[unit], &z);
    from = (struct tc_pt){ s->units[unit].x, s->units[unit].y };
    for (int ring = 1; ring <= 3 && !found; ring++)
        for (int i = -ring; i <= ring; i++)
            for (int k = -ring; k <= ring; k++) {
                struct tc_pt at = tc_step(a, s->units[army].facing, k * z.d);
                at = tc_step(at, (uint16_t)(s->units[army].facing + TC_QUARTER), i * z.w);
                if ((i == 0 && k == 0) || !free_at(bk, s, unit, at))
                    continue;
                if (!found || tc_dist2(at, from) < best) {
                    found = true;
                    best = tc_dist2(at, from);
                    *out = at;
                }
            }
    return found;
}
