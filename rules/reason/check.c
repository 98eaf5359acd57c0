/* rules/reason/check.c - all that must hold between two answers: bodies, strengths, stacks,
 * zones of control. */
#include "rules/reason/inner.h"

/* Told further down: */
static bool strengths(const struct rea_ctx *c, struct tc_refusal *why);
static bool families(const struct rea_ctx *c, struct tc_refusal *why);
static bool stacks(const struct rea_ctx *c, int b, struct tc_refusal *why);
static bool under_way(const struct rea_ctx *c, int b);
static bool due(const struct rea_ctx *c, int b);
static bool being_placed(const struct rea_ctx *c, int b);
static bool has_room(const struct rea_ctx *c, int b, struct tc_refusal *why);
static bool crowded(const struct rea_ctx *c, const struct rea_body *y);
static bool drawn_together(const struct rea_ctx *c, int b);
static bool zones(const struct rea_ctx *c, struct tc_refusal *why);
static bool guns_out(const struct rea_ctx *c, struct tc_refusal *why);
static bool roles(const struct rea_book *bk, const struct rea_state *s, struct tc_refusal *why);
static bool fights(const struct rea_book *bk, const struct rea_state *s,
                   struct tc_refusal *why);
static bool retreats(const struct rea_ctx *c, struct tc_refusal *why);
static bool listed(const struct rea_book *bk, const struct rea_state *s,
                   struct tc_refusal *why);

/* --- Bodies --- */

static bool body_shape(const struct rea_ctx *c, int b, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[b];
    int arm = rea_lead(c, b)->arm;
    tc_hex hex[REA_LONG];

    memcpy(hex, y->hex, sizeof hex);
    if (y->len > 1 && !tc_hexbody_joined(&c->bk->map, hex, y->len))
        return tc_refuse(why, "R-8.1a.1", REA_R_BROKEN, y->unit[0], 0, 0);
    if (b != c->s->mover && !rea_straight(c, b))
        return tc_refuse(why, "R-8.4a.3", REA_R_BROKEN, y->unit[0], 0, 0);
    if (arm == REA_GUNS) {
        if (y->form != REA_UA && y->form != REA_LA && y->form != REA_RC && y->form != REA_ROUT)
            return tc_refuse(why, "R-8.5.1", REA_R_BROKEN, y->unit[0], 0, 0);
        return true;
    }
    if (y->form == REA_UA || y->form == REA_LA)
        return tc_refuse(why, "R-8.1i.1", REA_R_BROKEN, y->unit[0], 0, 0);
    if ((y->form == REA_LINE || y->form == REA_MC) && y->len > 1 && !y->crossed) {
        int most = arm == REA_FOOT ? 2 : 5;
        if (y->len > most ||
            rea_stack_sp(c, b, false) < rea_min_sp(c, arm, y->side, y->form, y->len))
            return tc_refuse(why, "R-8.1a.13", REA_R_BROKEN, y->unit[0], 0, 0);
    }
    if (y->len > 1 && y->form != REA_LINE && y->form != REA_MC && y->form != REA_RC)
        return tc_refuse(why, "R-8.1b.1", REA_R_BROKEN, y->unit[0], 0, 0);
    return true;
}

static bool hexes_on_map(const struct rea_book *bk, const struct rea_state *s,
                         struct tc_refusal *why)
{
    for (int b = 0; b < bk->units; b++) {
        const struct rea_body *y = &s->body[b];
        if (y->units > REA_STACK || y->len > REA_LONG ||
            (y->units && (!y->len || y->form >= REA_FORMS)))
            return tc_refuse(why, "R-8.1a.1", REA_R_BROKEN, b, 0, 0);
        for (int i = 0; i < y->len && y->units; i++)
            if (rea_index_of(bk, y->hex[i]) < 0)
                return tc_refuse(why, "R-T-12", REA_R_BROKEN, b, 0, 0);
        for (int i = 0; i < y->units; i++)
            if (y->unit[i] >= bk->units)
                return tc_refuse(why, "R-10.x1", REA_R_BROKEN, b, 0, 0);
    }
    return true;
}

static bool units_in_bodies(const struct rea_ctx *c, struct tc_refusal *why)
{
    int in[REA_UNITS] = { 0 };

    for (int b = 0; b < c->bk->units; b++)
        for (int i = 0; i < c->s->body[b].units; i++) {
            int k = c->s->body[b].unit[i];
            if (k >= c->bk->units || c->s->unit[k].body != b ||
                c->bk->unit[k].side != c->s->body[b].side)
                return tc_refuse(why, "R-10.x1", REA_R_BROKEN, b, 0, 0);
            in[k]++;
        }
    for (int i = 0; i < c->bk->units; i++) {
        const struct rea_unit *x = &c->s->unit[i];
        bool on = x->where == REA_ON;
        if (in[i] != on || (on && !x->sp) || (!on && x->body != REA_NO))
            return tc_refuse(why, "R-10.x1", REA_R_BROKEN, i, 0, 0);
        if (x->sp > c->bk->unit[i].sp || (x->where == REA_GONE && x->sp))
            return tc_refuse(why, "R-12.8x1", REA_R_BROKEN, i, 0, 0);
        if (on && (x->morale == REA_ROUTED) != (c->s->body[x->body].form == REA_ROUT))
            return tc_refuse(why, "R-8.2c.1", REA_R_BROKEN, i, 0, 0);
    }
    return true;
}

bool rea_check(const struct tc_book *book, const void *state, struct tc_refusal *why)
{
    const struct rea_book *bk = rea_book(book);
    struct rea_state s;
    struct rea_ctx c;

    memcpy(&s, state, sizeof s);
    if (!hexes_on_map(bk, &s, why) || !roles(bk, &s, why) || !listed(bk, &s, why) ||
        !fights(bk, &s, why))
        return false;
    rea_to_index(bk, &s);
    for (int i = 0; i < bk->leaders; i++)
        if (s.leader[i].placed && s.leader[i].hex < 0)
            return tc_refuse(why, "R-20.1", REA_R_LEADER_GONE, i, 0, 0);
    rea_look(&c, bk, &s, NULL);
    if (!units_in_bodies(&c, why))
        return false;
    for (int b = 0; b < bk->units; b++)
        if (s.body[b].units && (!body_shape(&c, b, why) || !stacks(&c, b, why)))
            return false;
    return strengths(&c, why) && zones(&c, why);
}

/* --- Strength points --- */

/* No side has ever more than it began with: what is lost stays lost. */
static bool strengths(const struct rea_ctx *c, struct tc_refusal *why)
{
    int all[TC_SIDES] = { 0, 0 };

    for (int i = 0; i < c->bk->units; i++)
        all[c->bk->unit[i].side] += c->s->unit[i].sp;
    for (int side = 0; side < TC_SIDES; side++)
        if (all[side] > c->s->start_sp[side])
            return tc_refuse(why, "R-12.8x1", REA_R_BROKEN, 0, 0, 0);
    return families(c, why);
}

/* R-8.4e.2, R-RUL-72: a parent that stands has all of its strength, a parent broken down none;
 * together they never have more than was printed. */
static bool families(const struct rea_ctx *c, struct tc_refusal *why)
{
    int parts[REA_UNITS] = { 0 };

    for (int i = 0; i < c->bk->units; i++) {
        if (c->s->unit[i].where == REA_RESERVE && c->s->unit[i].sp)
            return tc_refuse(why, "R-RUL-72", REA_R_BROKEN, i, 0, 0);
        if (c->bk->unit[i].parent >= 0)
            parts[c->bk->unit[i].parent] += c->s->unit[i].sp;
    }
    for (int i = 0; i < c->bk->units; i++) {
        const struct rea_unit *x = &c->s->unit[i];
        if (parts[i] && (x->sp || parts[i] > c->bk->unit[i].sp))
            return tc_refuse(why, "R-8.4e.2", REA_R_BROKEN, i, 0, 0);
    }
    return true;
}

/* --- 11. Movement --- */

/* Those at rest stand with friends only, may stand with them, and there is room. */
static bool stacks(const struct rea_ctx *c, int b, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[b];

    if (under_way(c, b))
        return true;
    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i])) {
            if (o == b)
                continue;
            if (c->s->body[o].side != y->side)
                return tc_refuse(why, "R-11.x1", REA_R_BROKEN, y->unit[0], 0, 0);
            if (!under_way(c, o) &&
                !rea_may_stack(c, y->form, rea_lead(c, b)->arm, y->facing, y->hex, y->len, o))
                return tc_refuse(why, "R-10.x1", REA_R_BROKEN, y->unit[0], 0, 0);
        }
    return has_room(c, b, why);
}

/* On the move, running, charging, pursuing or being placed: it stands with nobody yet. */
static bool under_way(const struct rea_ctx *c, int b)
{
    const struct rea_body *y = &c->s->body[b];

    int mover = c->s->head.step == REA_ST_PLACE ? REA_NO : c->s->mover; /* there it stands */

    return b == mover || due(c, b) || being_placed(c, b) || y->charged || y->form == REA_ROUT ||
           c->s->pursuer == b;
}

static bool due(const struct rea_ctx *c, int b)
{
    for (int i = 0; i < c->s->queued; i++)
        if (c->s->queue[i].body == b)
            return true;
    return false;
}

static bool being_placed(const struct rea_ctx *c, int b)
{
    for (int i = 0; i < c->s->body[b].units; i++)
        if (c->s->unit[c->s->body[b].unit[i]].tried == 2)
            return true;
    return false;
}

/* Within the limits; not asked where somebody is just passing, in a hex of its own or of those
 * it stands with, nor of a body that is drawing together. */
static bool has_room(const struct rea_ctx *c, int b, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[b];
    struct tc_refusal full = { 0 };

    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i]))
            if (crowded(c, &c->s->body[o]) || c->s->body[o].crossed)
                return true;
    return rea_room(c, b, y->form, y->hex, y->len, &full) || drawn_together(c, b) ||
           tc_refuse(why, full.rule, REA_R_BROKEN, y->unit[0], 0, 0);
}

static bool crowded(const struct rea_ctx *c, const struct rea_body *y)
{
    for (int i = 0; i < y->len; i++)
        for (int o = c->first[y->hex[i]] - 1; o >= 0; o = rea_below(c, o, y->hex[i]))
            if (under_way(c, o))
                return true;
    return false;
}

/* R-11.5g, R-8.2d: those who had to draw together have not chosen to stand so close. */
static bool drawn_together(const struct rea_ctx *c, int b)
{
    const struct rea_body *y = &c->s->body[b];

    for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0])) {
        const struct rea_body *x = &c->s->body[o];
        if ((x->form == REA_LINE || x->form == REA_MC) && x->len == 1 && !rea_is_guns(c, o) &&
            rea_stack_sp(c, o, true) &&
            rea_stack_sp(c, o, false) < rea_min_sp(c, rea_lead(c, o)->arm, x->side, x->form, 2))
            return true;
    }
    return false;
}

static bool zones(const struct rea_ctx *c, struct tc_refusal *why)
{
    const struct rea_state *s = c->s;

    switch ((int)s->head.step) {
    case REA_ST_RIDE: {
        const struct rea_leader *l = &s->leader[s->mover_leader];
        int side = c->bk->leader[s->mover_leader].side;
        return !l->mp || !rea_in_zoc(c, side, l->hex) || rea_friend_at(c, side, l->hex) >= 0 ||
               tc_refuse(why, "R-20.1", REA_R_BROKEN, 0, 0, 0);
    }
    case REA_ST_MOVING: {
        const struct rea_body *y = &s->body[s->mover];
        return !y->units || y->form != REA_LA || !y->steps || !rea_body_in_zoc(c, s->mover) ||
               tc_refuse(why, "R-11.8a.4", REA_R_BROKEN, y->unit[0], 0, 0);
    }
    case REA_ST_DECLARE: return s->special_mode || s->limited || guns_out(c, why);
    case REA_ST_DUE: return retreats(c, why);
    default: return true;
    }
}

/* R-11.8b.2: limbered guns that could move have left the zones when the segment is over. */
static bool guns_out(const struct rea_ctx *c, struct tc_refusal *why)
{
    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (y->units && y->form == REA_LA && y->side == c->s->acting && rea_active(c, b) &&
            !y->done && rea_body_in_zoc(c, b))
            return tc_refuse(why, "R-11.8b.2", REA_R_BROKEN, y->unit[0], 0, 0);
    }
    return true;
}

/* A step that is about somebody must have him. */
static bool roles(const struct rea_book *bk, const struct rea_state *s, struct tc_refusal *why)
{
    int step = s->head.step;
    bool moves = step == REA_ST_MOVING || step == REA_ST_REACT || step == REA_ST_STOP;
    bool rides = step == REA_ST_RIDE;

    if ((moves && s->mover >= bk->units) ||
        (rides && (s->mover_leader >= bk->leaders || !s->leader[s->mover_leader].placed)))
        return tc_refuse(why, "R-11.x1", REA_R_BROKEN, 0, 0, 0);
    return true;
}

/* The fights of a close combat are counted, and the rout of each has an end. */
static bool fights(const struct rea_book *bk, const struct rea_state *s, struct tc_refusal *why)
{
    bool ok = s->fights <= REA_ATTACKS && s->fight < REA_ATTACKS;

    for (int i = 0; i < REA_ATTACKS; i++) {
        ok = ok && s->run_len[i] <= REA_PATH;
        ok = ok && (!s->run_len[i] || s->router[i] < bk->units || s->router[i] == REA_NO);
        ok = ok && (i >= s->attacks || s->attack[i].fight < REA_ATTACKS ||
                    s->attack[i].fight == REA_NO);
        ok = ok && (i >= s->defences || s->defence[i].fight < REA_ATTACKS ||
                    s->defence[i].fight == REA_NO);
    }
    return ok || tc_refuse(why, "R-14.2b", REA_R_BROKEN, 0, 0, 0);
}

/* R-19.1a, R-19.2a.3: nobody falls back into a zone; R-B3.6: at Brandywine some do. */
static bool retreats(const struct rea_ctx *c, struct tc_refusal *why)
{
    const struct rea_due_act *d = &c->s->queue[0];

    if (rea_has(c, REA_ROUT_PAST_ZONES) || !c->s->queued || !d->moved ||
        d->body >= c->bk->units || !c->s->body[d->body].units ||
        (d->kind != REA_DUE_RETREAT && d->kind != REA_DUE_ROUT) || !rea_body_in_zoc(c, d->body))
        return true;
    return tc_refuse(why, d->kind == REA_DUE_ROUT ? "R-19.2a.3" : "R-19.1a", REA_R_BROKEN,
                     rea_lead_unit(c, d->body), 0, 0);
}

/* Whoever is on a list is somebody: retreats due, stacks run through, attacks, firers. An
 * attack that was dropped has nobody. */
static bool listed(const struct rea_book *bk, const struct rea_state *s, struct tc_refusal *why)
{
    bool ok = true;

    for (int i = 0; i < s->queued; i++)
        ok = ok && s->queue[i].body < bk->units;
    for (int i = 0; i < s->passes; i++)
        ok = ok && s->passed[i] < bk->units;
    for (int i = 0; i < s->joins; i++)
        ok = ok && s->fire_join[i] < bk->units;
    for (int i = 0; i < s->defences; i++)
        ok = ok && (s->defence[i].body < bk->units || s->defence[i].body == REA_NO);
    for (int i = 0; i < s->attacks; i++)
        ok = ok && (s->attack[i].body == REA_NO ||
                    (s->attack[i].body < bk->units && s->attack[i].target < bk->units));
    return ok || tc_refuse(why, "R-19.2a.4", REA_R_BROKEN, 0, 0, 0);
}
