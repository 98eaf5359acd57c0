/* rules/malbrook/flow.c - the sequence of play (M-11), setup, how a side stands. */
#include "rules/malbrook/inner.h"

/* Told further down: */
static void blank_unit(struct mal_unit *m);
static void clear_unit(struct mal_unit *m);
static void arrivals(struct mal_play *p);
static int initiative(struct mal_play *p);
static bool exceptional(const struct mal_play *p, int side);

/* --- Setup --- */

static void place_unit(const struct mal_book *bk, struct mal_state *s, int i)
{
    const struct mal_card *c = &bk->card[i];
    struct mal_unit *m = &s->brigades[i];

    m->card = (int16_t)i; /* M-3.1, M-3.11, M-3.14, M-3.16, M-23.4 */
    m->side = c->side;
    m->command = c->command;
    int wing = bk->command[c->command].wing;
    for (int w = 0; wing == TC_NONE && w < bk->wings; w++)
        if (bk->wing[w].side == c->side)
            wing = w;
    m->wing = (int8_t)wing;
    m->x = c->x;
    m->y = c->y;
    m->heading = c->heading;
    m->n = c->bases;
    m->formation = c->type >= MAL_GUN ? MAL_NO_FORMATION : c->formation;
    m->front = c->formation == MAL_LINE && c->type < MAL_GUN ? c->front : 0;
    m->dp = c->dp;
    m->grade = c->grade;
    m->mixed = c->mixed;
    m->mounted = c->mounted;
    m->outrance_ok = c->outrance;
    m->limbered = c->limbered;
    m->where = c->turn > 1 ? MAL_WAITING : MAL_ON_TABLE;
    if (m->formation == MAL_UNFORMED) {
        m->files = (uint8_t)((m->n + 1) / 2);
        m->gap = (uint16_t)bk->tables.base.loose_gap;
    }
    if (c->type == MAL_DRAGOON && !c->mounted) {
        m->holders = 1;
        m->holder_x = m->x;
        m->holder_y = m->y;
    }
}

void mal_setup(const struct tc_book *book, void *state)
{
    const struct mal_book *bk = mal_book_of(book);
    struct mal_state *s = state;

    s->head.turn = 1;
    s->head.winner = TC_NONE;
    s->head.active = TC_NONE;
    s->mover = s->group = TC_NONE;
    s->units = (int16_t)bk->cards;
    for (int i = 0; i < tc_min(MAL_UNITS, bk->cards + MAL_PARTS); i++) {
        blank_unit(&s->brigades[i]);
        s->brigades[i].where = MAL_SPARE;
        if (i < bk->cards)
            place_unit(bk, s, i);
    }
    for (int i = 0; i < bk->leaders; i++) {
        struct mal_leader *l = &s->leaders[i];
        l->x = bk->leader[i].x; /* M-4.7, M-5.1 */
        l->y = bk->leader[i].y;
        l->attached = bk->leader[i].attached;
        l->where = bk->leader[i].turn > 1 ? MAL_WAITING : MAL_ON_TABLE;
    }
    for (int i = 0; i < bk->cards; i++)
        mal_leaders_follow(bk, s, i);
    for (int w = 0; w < bk->wings; w++) {
        s->wings[w].order = bk->wing[w].order;
        s->wings[w].marshal = bk->wing[w].marshal;
        s->wings[w].x = bk->wing[w].x;
        s->wings[w].y = bk->wing[w].y;
        s->wings[w].radius = bk->wing[w].radius;
        if (bk->wing[w].radius == 0 && bk->wing[w].zone_points < 3)
            mal_default_zone(bk, s, w);
    }
    for (int i = 0; i < bk->grounds; i++)
        s->holders[i] = bk->ground[i].holder;
}

static void blank_unit(struct mal_unit *m)
{
    m->controller = m->conforms_to = m->target = m->quarry = m->pursued_by = TC_NONE;
    m->refuge = m->last_target = m->volley_by = m->immune_from = m->principal = TC_NONE;
    m->parent = m->place = TC_NONE;
    m->combat = m->captured_by = TC_NONE;
}

/* --- 4.10 Sequence --- */

void mal_enter(struct mal_play *p, enum mal_step step, enum mal_phase phase, int side)
{
    struct mal_state *s = p->s;

    if (s->phase != phase && !p->s->head.over)
        tc_tell(p->u, MAL_E_PHASE, "M-11.1", (int32_t)phase, s->head.turn, 0); /* M-11.2 */
    s->head.step = (uint16_t)step;
    s->phase = (uint8_t)phase;
    s->side = (int8_t)side;
    s->head.active = (int8_t)side;
    s->cursor = 0;
    for (int i = 0; i < s->units; i++)
        s->brigades[i].acted = 0;
}

void mal_step_turn(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int first;

    for (int i = 0; i < s->units; i++)
        clear_unit(&s->brigades[i]);
    for (int i = 0; i < p.bk->leaders; i++)
        s->leaders[i].tested_fire = s->leaders[i].tested_combat = s->leaders[i].moved = 0;
    tc_tell(u, MAL_E_TURN, "M-11.1", s->head.turn, 0, 0);
    arrivals(&p);
    if (s->head.turn == 1 && p.bk->kind == MAL_ATTACK_SCENARIO && p.bk->attacker != TC_NONE) {
        first = p.bk->attacker; /* M-24.7 */
        tc_tell(u, MAL_E_FIRST, "M-11.3", first, 0, 0);
    } else {
        int won = initiative(&p);
        tc_tell(u, MAL_E_INITIATIVE, "M-11.4", won, 0, 0);
        first =
            tc_ask(u, won, MAL_Q_ORDER, "M-11.4", won, 0, 0)->verb == MAL_V_FIRST ? won : !won;
        tc_tell(u, MAL_E_FIRST, "M-11.5", first, 0, 0);
    }
    s->first_side = (int8_t)first; /* M-RUL-75 */
    mal_enter(&p, MAL_S_BOMBARD, MAL_P_BOMBARD, first);
}

/* Movement leaves its traces for one turn; the rest is wiped. */
static void clear_unit(struct mal_unit *m)
{
    m->speed_prev = m->steadied || m->locked ? 0 : m->speed_now;
    m->speed_now = 0;
    bool evaded = m->status == MAL_EVADING;
    if (evaded)
        m->status = m->old_status; /* M-18.8b */
    m->old_status = 0;
    m->moved = m->changed = m->turned = m->under_fire = m->fired = m->fought = m->charged = 0;
    m->outrance = m->countered = m->steadied = m->inspired = m->passed = m->acted = 0;
    m->declared = m->pivoted = m->ceased = m->retires_on = m->tested = m->response = 0;
    m->dice = m->place_kind = m->doubles = m->halves = m->from_near = 0;
    m->counted = m->file_first = m->file_last = m->edge = m->flanked = m->after = 0;
    m->result = m->only_guns = m->struck = m->met = 0;
    m->bombarded = m->closed_fire = m->dp_morale = 0;
    m->ceased = evaded; /* M-14.11a: it need not ride on */
    m->control = MAL_NO_CONTROL;
    m->controller = m->conforms_to = m->target = m->volley_by = m->principal = TC_NONE;
    m->place = TC_NONE;
    m->combat = TC_NONE;
    m->charge_move = 0;
    m->charge_heading = 0;
    m->must_charge = 0;
}

/* Reinforcements come on at their place, if it is free. */
static void arrivals(struct mal_play *p)
{
    for (int i = 0; i < p->bk->cards; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        if (m->where != MAL_WAITING || p->bk->card[i].turn > p->s->head.turn)
            continue;
        if (mal_overlapped(p->bk, p->s, i, m, TC_NONE) != TC_NONE)
            continue;
        m->where = MAL_ON_TABLE;
        tc_tell(p->u, MAL_E_ARRIVES, "M-24.6", i, 0, 0);
    }
    for (int i = 0; i < p->bk->leaders; i++)
        if (p->s->leaders[i].where == MAL_WAITING && p->bk->leader[i].turn <= p->s->head.turn)
            p->s->leaders[i].where = MAL_ON_TABLE;
}

/* M-11.4, M-RUL-17: a die each, again if equal. */
static int initiative(struct mal_play *p)
{
    for (int tries = 0; tries < 40; tries++) {
        for (int side = 0; side < 2; side++) {
            struct tc_sum sum = { p->u, 0 };
            tc_wish(p->u, side, TC_HIGH);
            tc_sum_add(&sum, tc_roll(p->u, TC_D6, "M-11.4"), "M-11.4", MAL_LB_SIDE_DIE, side,
                       0);
            if (exceptional(p, side))
                tc_sum_add(&sum, 1, "M-11.4", MAL_LB_EXCEPTIONAL, 0, 0);
            tc_sum_end(&sum, "M-11.4", MAL_LB_INITIATIVE);
            p->s->initiative[side] = (int8_t)sum.total;
        }
        if (p->s->initiative[0] != p->s->initiative[1])
            return p->s->initiative[0] > p->s->initiative[1] ? 0 : 1; /* M-RUL-17 */
    }
    return 0;
}

bool mal_may_order(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    (void)v;
    (void)a;
    (void)why;
    return true;
}

int mal_count_order(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool mal_nth_order(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = i ? MAL_V_SECOND : MAL_V_FIRST;
    return true;
}

static bool exceptional(const struct mal_play *p, int side)
{
    for (int i = 0; i < p->bk->leaders; i++)
        if (p->bk->leader[i].side == side && p->bk->leader[i].rank == MAL_MARSHAL &&
            p->bk->leader[i].exceptional && mal_leader_there(p->s, i)) {
            return true; /* M-RUL-69 */
        }
    return false;
}

static int worth(const struct mal_book *bk, const struct mal_state *s, int side)
{
    int lost, start, value = 0, dps = 0;

    mal_losses(bk, s, TC_NONE, side, &lost, &start);
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].side == side && mal_on_table(&s->brigades[i]))
            dps += s->brigades[i].dp;
    for (int i = 0; i < bk->grounds; i++)
        value += s->holders[i] == side ? bk->ground[i].value : 0;
    for (int w = 0; w < bk->wings; w++)
        if (bk->wing[w].side == side && s->wings[w].broken)
            value -= bk->tables.victory.wing_points;
    return 120 * value - (start ? 8000 * lost / start : 0) - (start ? 400 * dps / start : 0);
}

int mal_score(const struct tc_book *book, const void *state)
{
    const struct mal_book *bk = mal_book_of(book);
    const struct mal_state *s = state;

    if (s->head.over)
        return s->head.winner == TC_NONE ? 0 : s->head.winner == 0 ? 10000 : -10000;
    return tc_max(-9999, tc_min(9999, worth(bk, s, 0) - worth(bk, s, 1)));
}
