/* rules/malbrook/orders.c - chapter 6: wing orders, zones, messengers. */
#include "rules/malbrook/inner.h"

/* Told further down: */
static int32_t outside(const struct mal_book *bk, const struct mal_state *s, int wing,
                       struct tc_pt p);
static bool bound(const struct mal_book *bk, const struct mal_state *s, int unit);

bool mal_may_messenger(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_state *s = v->state;
    const struct mal_messenger *g = &s->messengers[v->q->arg[0]];

    if (a->verb == MAL_V_STAY)
        return true;
    if (a->arg[0] != v->q->arg[0])
        return tc_refuse(why, "M-5.18", MAL_R_OTHER_RIDER, a->arg[0], v->q->arg[0], 0);
    return mal_ride_legal(mal_book_of(v->book), s, v->q->side, (struct tc_pt){ g->x, g->y },
                          (struct tc_pt){ a->arg[1], a->arg[2] }, why);
}

int mal_count_messenger(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool mal_nth_messenger(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_messenger *g = &s->messengers[v->q->arg[0]];
    const struct mal_leader *l = &s->leaders[g->addressee];
    const struct mal_command_table *t = &bk->tables.command;
    struct tc_pt from = { g->x, g->y }, to = { l->x, l->y };

    if (i == 0) {
        out->verb = MAL_V_STAY;
        return true;
    }
    int32_t most =
        mal_enemy_near_point(bk, s, v->q->side, from, t->near) ? t->move : t->far_move;
    if (tc_dist(from, to) > most)
        to = tc_step(from, tc_bearing(from, to), most);
    out->verb = MAL_V_CARRY;
    out->arg[0] = v->q->arg[0];
    out->arg[1] = to.x;
    out->arg[2] = to.y;
    return true;
}

void mal_step_messengers(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    while (s->cursor < MAL_MESSENGERS) {
        int i = s->cursor++;
        struct mal_messenger *g = &s->messengers[i];
        if (!g->live || g->carried || p.bk->leader[g->sender].side != s->side)
            continue;
        struct tc_act a = *tc_ask(u, s->side, MAL_Q_MESSENGER, "M-5.18", i, 0, 0);
        if (a.verb == MAL_V_CARRY) {
            g->x = a.arg[1];
            g->y = a.arg[2];
        }
        return;
    }
    mal_enter(&p, MAL_S_CONTROL, MAL_P_COMMAND, s->side);
}

/* The message a leader can hear now: its carrier touches him. */
int mal_message_for(const struct mal_book *bk, const struct mal_state *s, int leader)
{
    const struct mal_leader *l = &s->leaders[leader];
    int32_t r = bk->tables.command.contact + MAL_EPS;

    for (int i = 0; i < MAL_MESSENGERS; i++) {
        const struct mal_messenger *g = &s->messengers[i];
        if (!g->live || g->addressee != leader)
            continue;
        struct tc_pt p = { g->x, g->y };
        if (g->carried) {
            if (!mal_leader_there(s, g->sender) || s->leaders[g->sender].attached != TC_NONE)
                continue;
            p = (struct tc_pt){ s->leaders[g->sender].x, s->leaders[g->sender].y };
        }
        if (tc_dist2(p, (struct tc_pt){ l->x, l->y }) <= (int64_t)r * r)
            return i;
    }
    return TC_NONE;
}

/* M-6.6: the change takes effect now. */
void mal_deliver(struct mal_play *p, int messenger)
{
    struct mal_messenger g = p->s->messengers[messenger];

    memset(&p->s->messengers[messenger], 0, sizeof g);
    tc_tell(p->u, MAL_E_DELIVERED, "M-6.6", g.addressee, g.sender, 0);
    if (g.unit != TC_NONE) {
        if (mal_on_table(&p->s->brigades[g.unit])) {
            p->s->brigades[g.unit].command = g.to;
            tc_tell(p->u, MAL_E_TRANSFERRED, "M-6.12", g.unit, g.to, 0);
        }
        return;
    }
    int wing = p->bk->leader[g.addressee].wing;
    struct mal_wing *w = &p->s->wings[wing];
    if (w->broken)
        g.order = MAL_DEFEND;
    w->order = g.order;
    if (g.order == MAL_ADVANCE_DEFEND) { /* M-6.9 */
        w->x = g.zone_x;
        w->y = g.zone_y;
        w->radius = p->bk->tables.command.zone_radius;
    } else {
        mal_default_zone(p->bk, p->s, wing);
    }
    tc_tell(p->u, MAL_E_NEW_ORDER, "M-6.4", wing, g.order, 0);
}

/* M-6.8: nearer to an enemy who has taken or threatens the position? */
static bool meets_threat(const struct mal_book *bk, const struct mal_state *s, int unit,
                         struct tc_pt from, struct tc_pt to)
{
    int wing = mal_wing_of(bk, &s->brigades[unit]);

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == s->brigades[unit].side || !mal_counts(bk, e))
            continue;
        struct tc_pt c = mal_centre(bk, e);
        if (outside(bk, s, wing, c) <= bk->tables.command.zone_margin &&
            tc_dist2(to, c) < tc_dist2(from, c)) {
            return true; /* M-6.8 */
        }
    }
    return false;
}

bool mal_order_allows(const struct mal_book *bk, const struct mal_state *s, int unit,
                      struct tc_pt to)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_pt from = mal_centre(bk, m);
    int wing = mal_wing_of(bk, m);

    if (!bound(bk, s, unit))
        return true;
    int32_t end = outside(bk, s, wing, to); /* M-6.10 */
    return end == 0 || end <= outside(bk, s, wing, from) || meets_threat(bk, s, unit, from, to);
}

/* How far a point lies outside a wing's zone; 0 inside. */
static int32_t outside(const struct mal_book *bk, const struct mal_state *s, int wing,
                       struct tc_pt p)
{
    const struct mal_wing *w = &s->wings[wing];
    const struct mal_wing_card *c = &bk->wing[wing];
    const struct tc_pt *v = (const struct tc_pt *)(const void *)c->zone;
    struct tc_shape sh;
    int32_t best = INT32_MAX;

    if (w->radius > 0)
        return tc_max(0, tc_dist(p, (struct tc_pt){ w->x, w->y }) - w->radius);
    tc_shape_make(&sh, v, c->zone_points);
    if (tc_poly_has(&sh, p))
        return 0;
    for (int i = 0; i < c->zone_points; i++) {
        struct tc_box b;
        tc_box_segment(&b, v[i], v[(i + 1) % c->zone_points]);
        best = tc_min(best, tc_gap_floor(tc_gap_point(&b, p)));
    }
    return best;
}

/* M-6.13, M-RUL-6: whom the order binds. */
static bool bound(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    int wing = mal_wing_of(bk, m);

    if (wing == TC_NONE || bk->orders_advisory)
        return false;
    if (s->wings[wing].order == MAL_ATTACK)
        return false; /* M-6.7 */
    if (m->control == MAL_ATTACHED) {
        if (!mal_has_leader(bk, s, unit, MAL_LIEUTENANT_GENERAL))
            return true;
        return false; /* M-6.11 */
    }
    if (m->control == MAL_CONTROLLED || m->control == MAL_CONFORM_LINE ||
        m->control == MAL_CONFORM_REAR)
        return true;
    return false; /* M-6.13 */
}

bool mal_order_allows_charge(const struct mal_book *bk, const struct mal_state *s, int unit,
                             int target)
{
    int wing = mal_wing_of(bk, &s->brigades[unit]);

    if (!bound(bk, s, unit))
        return true;
    int32_t there = outside(bk, s, wing, mal_centre(bk, &s->brigades[target]));
    return there <= bk->tables.command.zone_margin ||
           there <= outside(bk, s, wing, mal_centre(bk, &s->brigades[unit])); /* M-RUL-6 */
}

/* M-VIC-4: a broken wing does not go nearer to the enemy it sees. */
bool mal_wing_allows(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const struct mal_unit *as)
{
    const struct mal_unit *m = &s->brigades[unit];
    int wing = mal_wing_of(bk, m);

    if (wing == TC_NONE || !s->wings[wing].broken ||
        mal_has_leader(bk, s, unit, MAL_LIEUTENANT_GENERAL))
        return true;
    int nearest = TC_NONE;
    struct tc_gap best = { 0, 0, 1 };
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == m->side || !mal_counts(bk, e))
            continue;
        struct tc_gap g = mal_gap(bk, m, e);
        if ((nearest == TC_NONE || tc_gap_cmp(g, best) < 0) && mal_sees(bk, s, unit, i)) {
            best = g;
            nearest = i;
        }
    }
    if (nearest == TC_NONE)
        return true;
    return tc_gap_cmp(mal_gap(bk, as, &s->brigades[nearest]),
                      mal_gap(bk, m, &s->brigades[nearest])) >= 0; /* M-VIC-4 */
}

int mal_wing_of(const struct mal_book *bk, const struct mal_unit *m)
{
    return m->command == TC_NONE ? TC_NONE : bk->command[m->command].wing;
}

/* M-RUL-6: a disc round the mean place of the wing's brigades. */
void mal_default_zone(const struct mal_book *bk, struct mal_state *s, int wing)
{
    struct mal_wing *w = &s->wings[wing];
    int64_t x = 0, y = 0, n = 0;

    for (int i = 0; i < s->units; i++)
        if (mal_on_table(&s->brigades[i]) && mal_wing_of(bk, &s->brigades[i]) == wing) {
            x += s->brigades[i].x;
            y += s->brigades[i].y;
            n++;
        }
    if (n == 0)
        return;
    w->x = (int32_t)(x / n);
    w->y = (int32_t)(y / n);
    w->radius = bk->tables.command.zone_radius;
}
