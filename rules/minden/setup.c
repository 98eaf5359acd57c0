/* rules/minden/setup.c - the state at the beginning: section 7 of the rules, and deployment. */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

enum { COLUMNS = 24, ROWS = 5 };

/* Told further down: */
static int where_at_first(const struct min_book *bk, const struct min_unit_card *c);
static bool has_zone(const struct min_book *bk, int side);
static uint16_t away_from_edge(int edge);
static bool judge_spot(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);
static bool in_zone(const struct min_book *bk, int side, const struct min_body *b);
static void set_sections(const struct min_unit_card *c, struct min_unit *m);

void min_step_first(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    int a = 0, b = 0;

    while (p.s->first_side == TC_NONE) { /* N-S1 */
        tc_wish(u, 0, TC_HIGH);          /* N-RUL-48 */
        a = min_d6(&p, "N-S7");
        tc_wish(u, 1, TC_HIGH);
        b = min_d6(&p, "N-S7");
        if (a != b)
            p.s->first_side = a > b ? 0 : 1;
    }
    p.s->head.active = p.s->first_side;
    tc_tell(u, MIN_E_FIRST_SIDE, "N-S1", p.s->first_side);
    p.s->cursor = 0;
    min_go(&p, MIN_S_DEPLOY);
}

static void set_unit(const struct min_book *bk, int i, struct min_unit *m)
{
    const struct min_unit_card *c = &bk->unit[i];

    m->x = c->x;
    m->y = c->y;
    m->facing = (uint16_t)c->facing;
    m->gap = c->gap;
    m->fig0 = m->fig = c->figures;
    m->guns = c->guns;
    m->formation = c->formation;
    m->files = c->formation == MIN_MARCH_COLUMN ? (uint8_t)tc_max(c->files, 1) : 0;
    m->ranks = c->formation == MIN_OPEN ? (uint8_t)tc_max(tc_min(c->ranks, 2), 1) : 0;
    set_sections(c, m);
    m->where = (uint8_t)where_at_first(bk, c);
    if (m->where == MIN_SPARE)
        m->fig = m->fig0 = m->guns = 0;
    if (c->formation == MIN_INCORRECT)
        m->marker = MIN_ORANGE; /* N-J5a */
    m->flight_from = m->foe = m->supports = TC_NONE;
    m->melee = TC_NONE;
}

static int where_at_first(const struct min_book *bk, const struct min_unit_card *c)
{
    if (c->spare_of >= 0)
        return MIN_SPARE;
    if (c->entry >= 0)
        return MIN_OFF_TABLE;
    return bk->deploy && has_zone(bk, c->side) ? MIN_TO_DEPLOY : MIN_ON_TABLE;
}

static bool has_zone(const struct min_book *bk, int side)
{
    for (int i = 0; i < bk->zones; i++)
        if (bk->zone[i].side == side)
            return true;
    return false;
}

void min_setup(const struct tc_book *tbk, void *state)
{
    const struct min_book *bk = min_book_of(tbk);
    struct min_state *s = state;

    TC_BUG_ON(!bk->finished);
    s->head.step = MIN_S_FIRST;
    s->head.turn = 1;
    s->head.winner = TC_NONE;
    s->first_side = bk->first_side;
    s->head.active = bk->first_side;
    s->rain = bk->rain;
    s->rain_expiry = bk->rain ? 3 : 0;
    s->fog_brigade = TC_NONE;
    s->fog_commander = TC_NONE;
    s->melee_now = TC_NONE;
    min_clear_mover(s);
    for (int i = 0; i < MIN_MELEES; i++)
        s->melees[i].attacker = TC_NONE;
    for (int i = 0; i < bk->units; i++)
        set_unit(bk, i, &s->units[i]);
}

int min_count_place(const struct tc_view *v)
{
    return COLUMNS * ROWS * min_book_of(v->book)->zones + 1;
}

bool min_nth_place(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_zone_card *z;
    int k = i % (COLUMNS * ROWS);

    if (i == COLUMNS * ROWS * bk->zones) {
        out->verb = MIN_V_WITHHOLD;
        return true;
    }
    z = &bk->zone[i / (COLUMNS * ROWS)];
    out->verb = MIN_V_PLACE;
    out->arg[0] =
        (int32_t)(z->x0 + (int64_t)(z->x1 - z->x0) * (2 * (k % COLUMNS) + 1) / (2 * COLUMNS));
    out->arg[1] =
        (int32_t)(z->y0 + (int64_t)(z->y1 - z->y0) * (2 * (k / COLUMNS) + 1) / (2 * ROWS));
    out->arg[2] = away_from_edge(bk->side[z->side].own_edge);
    return z->side == v->q->side;
}

static uint16_t away_from_edge(int edge)
{
    static const uint16_t heading[] = { TC_HALF, TC_HALF + TC_QUARTER, 0, TC_QUARTER };

    return heading[edge];
}

/* A unit is held back only when no place of the menu has room for it. */
bool min_judge_place(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    struct tc_act spot;

    if (a->verb == MIN_V_PLACE)
        return judge_spot(v, a, why);
    for (int i = min_count_place(v) - 2; i >= 0; i--) {
        memset(&spot, 0, sizeof spot);
        if (min_nth_place(v, i, &spot) && judge_spot(v, &spot, NULL))
            return tc_refuse_near(why, &spot, "N-GEO-8", MIN_R_THERE_IS_ROOM, v->q->arg[0]);
    }
    return true;
}

static bool judge_spot(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = v->q->arg[0];
    struct min_unit m = s->units[unit];
    struct min_body b;

    if (a->arg[0] < 0 || a->arg[0] > bk->width || a->arg[1] < 0 || a->arg[1] > bk->height)
        return tc_refuse(why, "N-GEO-8", MIN_R_OFF_TABLE, unit);
    m.x = a->arg[0];
    m.y = a->arg[1];
    m.facing = (uint16_t)a->arg[2];
    min_body_of(bk, unit, &m, &b);
    if (!min_body_on_table(bk, &b))
        return tc_refuse(why, "N-GEO-8", MIN_R_OFF_TABLE, unit);
    if (!in_zone(bk, v->q->side, &b))
        return tc_refuse(why, "N-GEO-8", MIN_R_OUT_OF_ZONE, unit);
    if (min_blocked(bk, &b))
        return tc_refuse(why, "N-Jd1", MIN_R_IMPASSABLE, TC_NONE);
    int who = min_overlapped(bk, s, &b, unit);
    if (who != TC_NONE)
        return tc_refuse(why, "N-GEO-13", MIN_R_OVERLAPS, unit, who);
    return true;
}

static bool in_zone(const struct min_book *bk, int side, const struct min_body *b)
{
    for (int i = 0; i < bk->zones; i++) {
        const struct min_zone_card *z = &bk->zone[i];
        bool in = z->side == side;
        for (int k = 0; k < b->n && in; k++)
            in = b->box[k].min_x >= z->x0 && b->box[k].max_x <= z->x1 &&
                 b->box[k].min_y >= z->y0 && b->box[k].max_y <= z->y1;
        if (in)
            return true;
    }
    return false;
}

/* First the side that moves first, unit by unit, then the other. */
void min_step_deploy(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    int n = p.bk->units;
    const struct tc_act *a;

    for (; p.s->cursor < 2 * n; p.s->cursor++) {
        int i = p.s->cursor % n;
        int side = p.s->cursor < n ? p.s->first_side : !p.s->first_side;
        if (p.s->units[i].where == MIN_TO_DEPLOY && min_side_of(p.bk, i) == side)
            break;
    }
    if (p.s->cursor >= 2 * n) {
        p.s->cursor = 0;
        min_go(&p, MIN_S_START);
        return;
    }
    int unit = p.s->cursor % n;
    struct min_unit *m = &p.s->units[unit];
    a = tc_ask(u, min_side_of(p.bk, unit), MIN_Q_PLACE, "N-GEO-8", unit);
    m->where = a->verb == MIN_V_PLACE ? MIN_ON_TABLE : MIN_REMOVED;
    if (a->verb == MIN_V_PLACE) {
        m->x = a->arg[0];
        m->y = a->arg[1];
        m->facing = (uint16_t)a->arg[2];
        tc_tell(u, MIN_E_PLACED, "N-GEO-8", unit);
    } else {
        m->fig = m->guns = 0;
        m->sections = 1;
        memset(m->section_fig, 0, sizeof m->section_fig);
        memset(m->bend, 0, sizeof m->bend);
        m->marker = MIN_NO_MARKER;
        tc_tell(u, MIN_E_WITHHELD, "N-GEO-8", unit);
    }
}

/* A line that starts bent: figures by section (N-GEO-15a). */
static void set_sections(const struct min_unit_card *c, struct min_unit *m)
{
    int files = (c->figures + 1) / 2, left = 0, right = 0;

    m->sections = 1;
    if (c->sections < 2 || c->formation != MIN_LINE)
        return;
    if (c->bend[0])
        left = c->section_files[0];
    if (c->bend[1])
        right = c->section_files[2];
    if (left + right == 0 || left + right >= files)
        return;
    m->sections = (uint8_t)(1 + (left > 0) + (right > 0));
    m->section_fig[0] = (uint8_t)(2 * left);
    m->section_fig[2] = (uint8_t)(right ? c->figures - 2 * (files - right) : 0);
    m->section_fig[1] = (uint8_t)(c->figures - m->section_fig[0] - m->section_fig[2]);
    m->bend[0] = c->bend[0];
    m->bend[1] = c->bend[1];
}

static void bound_ground(struct min_ground *g)
{
    struct tc_shape sh;

    if (g->points < 1)
        return;
    tc_shape_make(&sh, (const struct tc_pt *)(const void *)g->point, g->points);
    g->min_x = sh.min_x;
    g->min_y = sh.min_y;
    g->max_x = sh.max_x;
    g->max_y = sh.max_y;
}

/* The units of a brigade and of a regiment, in rising order. */
static void chain_up(struct min_book *bk)
{
    for (int i = 0; i < MIN_BRIGADES; i++)
        bk->first_in_brigade[i] = TC_NONE;
    for (int i = 0; i < MIN_REGIMENTS; i++)
        bk->first_in_regiment[i] = TC_NONE;
    for (int i = bk->units - 1; i >= 0; i--) {
        struct min_quick *q = &bk->quick[i];
        q->next_in_brigade = q->next_in_regiment = TC_NONE;
        if (q->brigade >= 0) {
            q->next_in_brigade = bk->first_in_brigade[q->brigade];
            bk->first_in_brigade[q->brigade] = (int16_t)i;
        }
        if (q->regiment >= 0) {
            q->next_in_regiment = bk->first_in_regiment[q->regiment];
            bk->first_in_regiment[q->regiment] = (int16_t)i;
        }
    }
}

/* How far a unit at full strength may reach in each formation that has no choices; losses only
 * lessen it. */
static void find_spans(struct min_book *bk, int unit)
{
    const struct min_unit_card *c = min_card(bk, unit);
    struct min_unit m = { .fig = c->figures, .guns = c->guns, .sections = 1 };
    struct min_size z;

    for (int f = 0; f < MIN_FORMATIONS; f++) {
        m.formation = (uint8_t)f;
        min_size_of(bk, unit, &m, &z);
        bool chosen = f == MIN_OPEN || f == MIN_MARCH_COLUMN;
        bk->quick[unit].span[f] = chosen ? 0 : z.w / (f == MIN_MOUNTED_STAFF ? 1 : 2) + z.d;
    }
}

/* Where in the list the units of each side are found. */
static void bound_sides(struct min_book *bk)
{
    for (int side = 0; side < TC_SIDES; side++) {
        bk->first_of[side] = (int16_t)bk->units;
        bk->end_of[side] = 0;
    }
    for (int i = bk->units - 1; i >= 0; i--) {
        int side = bk->quick[i].side;
        bk->first_of[side] = (int16_t)i;
        bk->end_of[side] = (int16_t)tc_max(bk->end_of[side], i + 1);
    }
}

void min_book_finish(struct tc_book *tbk)
{
    struct min_book *bk = (struct min_book *)tbk;
    const struct min_base_table *b = &bk->t.base;

    for (int i = 0; i < bk->grounds; i++)
        bound_ground(&bk->ground[i]);
    for (int i = 0; i < bk->units; i++) {
        const struct min_unit_card *c = min_card(bk, i);
        struct min_quick *q = &bk->quick[i];
        bool horse = c->kind == MIN_LINE_CAV || c->kind == MIN_LIGHT_CAV;
        q->base_w = horse ? b->horse_w : b->foot_w;
        q->base_d = horse ? b->horse_d : b->foot_d;
        q->side = c->side;
        q->brigade = c->brigade;
        q->regiment = c->regiment;
        q->kind = c->kind;
        find_spans(bk, i);
    }
    chain_up(bk);
    bound_sides(bk);
    bk->finished = true;
}
