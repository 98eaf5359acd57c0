/* rules/malbrook/leaders.c - chapters 5 and 8: leaders, their actions, lone riders. */
#include "rules/malbrook/inner.h"

/* The brigades of his chain on the table, found once a question. */
struct chain {
    int n;
    int16_t who[MAL_UNITS];
};

_Static_assert(sizeof(struct chain) <= TC_DESK, "it fits on the desk");

enum { RIDES_MORE = 2, WORDS = 4 };

/* Told further down: */
static int next_leader(const struct mal_book *bk, const struct mal_state *s, int side);
static void ride(struct mal_play *p, int leader, const struct tc_act *a);
static struct tc_pt at(const struct mal_state *s, int leader);
static bool ride_shorter(const struct mal_book *bk, const struct mal_state *s, int side,
                         struct tc_pt from, const struct tc_act *a, struct tc_refusal *why);
static struct tc_pt limit_ride(const struct mal_book *bk, const struct mal_state *s, int side,
                               struct tc_pt from, struct tc_pt to);
static int32_t most_ride(const struct mal_book *bk, const struct mal_state *s, int side,
                         struct tc_pt from, int64_t far2);
static const struct chain *chain_of(const struct tc_view *v, struct chain *own);
static bool nth_ride(const struct tc_view *v, const struct chain *c, int i, bool attach,
                     struct tc_act *out);
static struct tc_pt behind_centre(const struct mal_book *bk, const struct mal_unit *m);
static void ride_to(struct tc_act *out, int leader, struct tc_pt p, int attach);
static int best_post(const struct mal_book *bk, const struct mal_state *s, int leader,
                     const struct chain *c);
static int superior_of(const struct mal_book *bk, const struct mal_state *s, int leader);
static void influence(struct mal_play *p, int leader, const struct tc_act *a);
static void speak(struct mal_play *p, int leader, const struct tc_act *a);
static int free_messenger(const struct mal_state *s);
static int addressee_of(const struct mal_book *bk, const struct mal_state *s, int leader,
                        const struct tc_act *a);
static bool judge_attach(const struct mal_book *bk, const struct mal_state *s, int leader,
                         int unit, struct tc_pt to, struct tc_refusal *why);
static bool judge_influence(const struct mal_book *bk, const struct mal_state *s, int leader,
                            const struct tc_act *a, struct tc_refusal *why);
static bool judge_transfer(const struct mal_book *bk, const struct mal_state *s, int leader,
                           const struct tc_act *a, struct tc_refusal *why);
static void concede(struct mal_play *p, int side);

/* M-5.2, M-5.3, M-8.6. */
static int actions_of(const struct mal_book *bk, const struct mal_state *s, int leader)
{
    const struct mal_leader_card *c = &bk->leader[leader];
    const struct mal_command_table *t = &bk->tables.command;
    int n = t->actions[c->rank];

    /* M-5.2a, M-5.2b, M-5.2c */
    if (s->leaders[leader].health == MAL_WOUNDED && c->rank != MAL_MAJOR_GENERAL)
        return t->wounded_actions; /* M-8.6 */
    if (c->rating > 0) {
        n += t->superior; /* M-5.3a */
    } else if (c->rating < 0) {
        n = tc_max(1, n - t->incompetent); /* M-5.3b, M-RUL-4 */
    }
    return n;
}

static void act(struct mal_play *p, int leader, const struct tc_act *a)
{
    struct mal_leader *l = &p->s->leaders[leader];

    if (a->verb == MAL_V_PASS) {
        l->actions = 0;
        return;
    }
    l->actions--;
    if (a->verb == MAL_V_CONCEDE) /* M-5.2d */
        concede(p, p->s->side);
    else if (a->verb == MAL_V_RIDE)
        ride(p, leader, a);
    else if (a->verb == MAL_V_STEADY || a->verb == MAL_V_INSPIRE)
        influence(p, leader, a);
    else if (a->verb == MAL_V_LISTEN)
        mal_deliver(p, mal_message_for(p->bk, p->s, leader));
    else
        speak(p, leader, a); /* M-5.15 */
}

/* How far it is to the place he rides to. */
static int32_t ridden(const struct mal_leader *l, const struct tc_act *a)
{
    return tc_dist((struct tc_pt){ l->x, l->y }, (struct tc_pt){ a->arg[1], a->arg[2] });
}

static void ride(struct mal_play *p, int leader, const struct tc_act *a)
{
    struct mal_leader *l = &p->s->leaders[leader];

    if (l->attached != TC_NONE && l->attached != a->arg[3])
        tc_tell(p->u, MAL_E_DETACHES, "M-5.5", leader, l->attached, 0);
    l->attached = TC_NONE;
    int32_t far = ridden(l, a);
    l->x = a->arg[1];
    l->y = a->arg[2];
    l->moved = 1;
    tc_tell(p->u, MAL_E_LEADER_MOVES, "M-5.4", leader, l->x, l->y, far);
    if (a->arg[3] == TC_NONE)
        return;
    l->attached = (int16_t)a->arg[3];
    tc_tell(p->u, MAL_E_ATTACHES, "M-5.5a", leader, a->arg[3], 0); /* M-23.5 */
    mal_leaders_follow(p->bk, p->s, l->attached);
}

bool mal_may_ride(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_state *s = v->state;
    int leader = v->q->arg[0];

    if (a->verb == MAL_V_PASS)
        return true;
    if (a->arg[0] != leader)
        return mal_leader_not_asked(v, a->arg[0], why);
    if (a->arg[3] != TC_NONE)
        return tc_refuse(why, "M-5.6", MAL_R_CANNOT_ATTACH_NOW, leader, 0, 0);
    return mal_ride_legal(mal_book_of(v->book), s, v->q->side, at(s, leader),
                          (struct tc_pt){ a->arg[1], a->arg[2] }, why) ||
           ride_shorter(mal_book_of(v->book), s, v->q->side, at(s, leader), a, why);
}

static struct tc_pt at(const struct mal_state *s, int leader)
{
    return (struct tc_pt){ s->leaders[leader].x, s->leaders[leader].y };
}

/* Too far: as far that way as he may ride, if he may. Always false. */
static bool ride_shorter(const struct mal_book *bk, const struct mal_state *s, int side,
                         struct tc_pt from, const struct tc_act *a, struct tc_refusal *why)
{
    struct tc_pt to = limit_ride(bk, s, side, from, (struct tc_pt){ a->arg[1], a->arg[2] });

    if (!why || !mal_ride_legal(bk, s, side, from, to, NULL))
        return false;
    why->has_nearest = true;
    why->nearest = *a;
    why->nearest.arg[1] = to.x;
    why->nearest.arg[2] = to.y;
    why->nearest.arg[3] = TC_NONE;
    return false;
}

static struct tc_pt limit_ride(const struct mal_book *bk, const struct mal_state *s, int side,
                               struct tc_pt from, struct tc_pt to)
{
    int32_t far = tc_dist(from, to), most = most_ride(bk, s, side, from, (int64_t)far * far);

    if (far <= most)
        return to;
    return tc_step(from, tc_bearing(from, to), most);
}

/* How far he may ride from here; a ride that is short enough anyway is not looked at twice. */
static int32_t most_ride(const struct mal_book *bk, const struct mal_state *s, int side,
                         struct tc_pt from, int64_t far2)
{
    const struct mal_command_table *t = &bk->tables.command;

    if (far2 <= (int64_t)tc_min(t->move, t->far_move) * tc_min(t->move, t->far_move))
        return tc_min(t->move, t->far_move);
    return mal_enemy_near_point(bk, s, side, from, t->near) ? t->move : t->far_move;
}

int mal_count_ride(const struct tc_view *v)
{
    struct chain own;

    return 1 + 2 * chain_of(v, &own)->n + RIDES_MORE;
}

static const struct chain *chain_of(const struct tc_view *v, struct chain *own)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    struct chain *c = v->desk ? (void *)v->desk->room : own;

    if (v->desk && v->desk->laid)
        return c;
    int side = bk->leader[v->q->arg[0]].side;
    c->n = 0;
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].side == side && mal_on_table(&s->brigades[i]) &&
            mal_in_chain(bk, s, v->q->arg[0], i))
            c->who[c->n++] = (int16_t)i;
    if (v->desk)
        v->desk->laid = 1;
    return c;
}

bool mal_nth_ride(const struct tc_view *v, int i, struct tc_act *out)
{
    struct chain own;

    if (i == 0) {
        out->verb = MAL_V_PASS;
        return true;
    }
    return nth_ride(v, chain_of(v, &own), i - 1, false, out);
}

/* One way to ride: 0.. brigades to attach to, then behind them, then posts. */
static bool nth_ride(const struct tc_view *v, const struct chain *c, int i, bool attach,
                     struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int leader = v->q->arg[0], side = bk->leader[leader].side, n = c->n;
    struct tc_pt from = at(s, leader);
    int unit = TC_NONE;

    if (i < 2 * n) {
        unit = c->who[i % n];
        struct tc_pt to =
            i < n ? mal_centre(bk, &s->brigades[unit]) : behind_centre(bk, &s->brigades[unit]);
        ride_to(out, leader, limit_ride(bk, s, side, from, to),
                i < n && attach ? unit : TC_NONE);
        return i < n ? attach : true;
    }
    if (i == 2 * n) {
        unit = best_post(bk, s, leader, c);
        if (unit == TC_NONE)
            return false;
        ride_to(out, leader,
                limit_ride(bk, s, side, from, behind_centre(bk, &s->brigades[unit])), TC_NONE);
        return true;
    }
    int other = superior_of(bk, s, leader);
    if (i == 2 * n + 1 && other != TC_NONE && mal_leader_there(s, other)) {
        ride_to(out, leader, limit_ride(bk, s, side, from, at(s, other)), TC_NONE);
        return true;
    }
    return false;
}

static struct tc_pt behind_centre(const struct mal_book *bk, const struct mal_unit *m)
{
    struct tc_rect r = mal_rect(bk, m);

    return tc_step(tc_rect_anchor(&r), r.facing, -r.d - 2000);
}

static void ride_to(struct tc_act *out, int leader, struct tc_pt p, int attach)
{
    out->verb = MAL_V_RIDE;
    out->arg[0] = leader;
    out->arg[1] = p.x;
    out->arg[2] = p.y;
    out->arg[3] = attach;
}

/* From which brigade's rear are most of his brigades within reach? */
static int best_post(const struct mal_book *bk, const struct mal_state *s, int leader,
                     const struct chain *c)
{
    int32_t reach = bk->tables.command.reach[bk->leader[leader].rank];
    int best = TC_NONE, most = -1;

    for (int i = 0; i < c->n; i++) {
        struct tc_pt p = behind_centre(bk, &s->brigades[c->who[i]]);
        int held = 0;
        for (int j = 0; j < c->n; j++)
            held += mal_point_near(bk, &s->brigades[c->who[j]], p, reach);
        if (held > most) {
            most = held;
            best = c->who[i];
        }
    }
    return best;
}

static int superior_of(const struct mal_book *bk, const struct mal_state *s, int leader)
{
    const struct mal_leader_card *c = &bk->leader[leader];

    if (c->rank == MAL_MAJOR_GENERAL && c->command != TC_NONE &&
        bk->command[c->command].wing != TC_NONE)
        return bk->wing[bk->command[c->command].wing].leader;
    if (c->rank == MAL_LIEUTENANT_GENERAL && c->wing != TC_NONE)
        return s->wings[c->wing].marshal;
    return TC_NONE;
}

static void influence(struct mal_play *p, int leader, const struct tc_act *a)
{
    int unit = p->s->leaders[leader].attached;
    struct mal_unit *m = &p->s->brigades[unit];

    if (a->verb == MAL_V_STEADY) {
        tc_tell(p->u, MAL_E_STEADIES, "M-5.11", leader, unit, 0);
        mal_drop_dp(p, unit, 1, "M-10.12");
        m->steadied = 1;
        return;
    }
    m->inspired = (uint8_t)(m->inspired + 1);
    tc_tell(p->u, MAL_E_INSPIRES, "M-5.13", leader, unit, m->inspired); /* M-5.14 */
}

void mal_step_leaders_ride(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    while (s->cursor < p.bk->leaders) {
        int i = s->cursor++;
        if (p.bk->leader[i].side != s->side || !mal_leader_there(s, i) ||
            s->leaders[i].attached != TC_NONE)
            continue;
        struct tc_act a = *tc_ask(u, s->side, MAL_Q_RIDE, "M-5.19", i, 0, 0);
        if (a.verb == MAL_V_RIDE) {
            int32_t far = ridden(&s->leaders[i], &a);
            s->leaders[i].x = a.arg[1];
            s->leaders[i].y = a.arg[2];
            tc_tell(u, MAL_E_LEADER_MOVES, "M-13.30", i, a.arg[1], a.arg[2], far); /* M-5.9 */
        }
        return;
    }
    if (s->side == s->first_side)
        mal_enter(&p, MAL_S_COMPULSORY, MAL_P_MOVE, !s->side);
    else
        mal_enter(&p, MAL_S_CLOSE_FIRE, MAL_P_CLOSE, s->first_side);
}

/* Orders and re-assignments: M-5.16 to M-5.17a, M-6.3 to M-6.6. */
static bool judge_issue(const struct mal_book *bk, const struct mal_state *s, int leader,
                        const struct tc_act *a, struct tc_refusal *why)
{
    bool sends = a->verb == MAL_V_SEND || (a->verb == MAL_V_TRANSFER && a->arg[3]);
    int to;

    if (bk->leader[leader].rank == MAL_MAJOR_GENERAL)
        return tc_refuse(why, sends ? "M-5.17a" : "M-5.17", MAL_R_RANK, leader, 0, 0);
    if (s->leaders[leader].attached != TC_NONE)
        return tc_refuse(why, sends ? "M-5.17a" : "M-5.17", MAL_R_IS_ATTACHED, leader, 0, 0);
    if (a->verb == MAL_V_TRANSFER) {
        if (!judge_transfer(bk, s, leader, a, why))
            return false;
    } else if (s->wings[a->arg[1]].marshal != leader) {
        return tc_refuse(why, "M-6.5", MAL_R_NOT_HIS_WING, leader, 0, 0);
    }
    to = addressee_of(bk, s, leader, a);
    if (to == TC_NONE || !mal_leader_there(s, to))
        return tc_refuse(why, "M-6.6", MAL_R_NOBODY_LISTENS, leader, 0, 0);
    if (free_messenger(s) == TC_NONE)
        return tc_refuse(why, "M-5.16", MAL_R_NO_MESSENGER, leader, 0, 0);
    int32_t r = bk->tables.command.contact + MAL_EPS;
    if (!sends && tc_dist2(at(s, leader), at(s, to)) > (int64_t)r * r)
        return tc_refuse(why, "M-6.6", MAL_R_NOT_AT_LEADER, leader, to, 0);
    return true;
}

static void speak(struct mal_play *p, int leader, const struct tc_act *a)
{
    bool sends = a->verb == MAL_V_SEND || (a->verb == MAL_V_TRANSFER && a->arg[3]);
    int i = free_messenger(p->s);
    struct mal_messenger *g = &p->s->messengers[i];

    memset(g, 0, sizeof *g);
    g->live = 1;
    g->carried = !sends;
    g->sender = (int16_t)leader;
    g->addressee = (int16_t)addressee_of(p->bk, p->s, leader, a);
    g->x = p->s->leaders[leader].x;
    g->y = p->s->leaders[leader].y;
    g->unit = g->to = TC_NONE;
    if (a->verb == MAL_V_TRANSFER) {
        g->unit = (int16_t)a->arg[1];
        g->to = (int16_t)a->arg[2];
    } else {
        g->order = (uint8_t)a->arg[2];
        g->zone_x = a->arg[3];
        g->zone_y = a->arg[4];
    }
    tc_tell(p->u, sends ? MAL_E_SENDS : MAL_E_ISSUES,
            a->verb == MAL_V_TRANSFER ? "M-6.3" : "M-5.16", leader, g->addressee, 0);
}

static int free_messenger(const struct mal_state *s)
{
    for (int i = 0; i < MAL_MESSENGERS; i++)
        if (!s->messengers[i].live)
            return i;
    return TC_NONE;
}

/* The leader to whom a message is addressed. */
static int addressee_of(const struct mal_book *bk, const struct mal_state *s, int leader,
                        const struct tc_act *a)
{
    if (a->verb != MAL_V_TRANSFER)
        return bk->wing[a->arg[1]].leader;
    const struct mal_command_card *c = &bk->command[s->brigades[a->arg[1]].command];
    if (bk->leader[leader].rank == MAL_LIEUTENANT_GENERAL)
        return c->leader;
    return c->wing == TC_NONE ? TC_NONE : bk->wing[c->wing].leader;
}

bool mal_leader_there(const struct mal_state *s, int leader)
{
    const struct mal_leader *l = &s->leaders[leader];

    return l->where == MAL_ON_TABLE && l->health < MAL_KILLED;
}

/* M-6.1, M-6.2: a Major General his command, a Lieutenant General his wing, a Marshal those
 * under him. */
bool mal_in_chain(const struct mal_book *bk, const struct mal_state *s, int leader, int unit)
{
    const struct mal_leader_card *c = &bk->leader[leader];
    const struct mal_unit *m = &s->brigades[unit];

    if (m->side != c->side || m->command == TC_NONE)
        return false;
    const struct mal_command_card *cmd = &bk->command[m->command];
    switch ((enum mal_rank)c->rank) { /* M-6.1 */
    case MAL_MAJOR_GENERAL: return cmd->leader == leader;
    case MAL_LIEUTENANT_GENERAL:
        return cmd->wing != TC_NONE && bk->wing[cmd->wing].leader == leader;
    case MAL_MARSHAL:
        if (cmd->wing == TC_NONE)
            return cmd->marshal == leader;
        return s->wings[cmd->wing].marshal == leader;
    case MAL_RANKS: break;
    }
    return false;
}

bool mal_has_leader(const struct mal_book *bk, const struct mal_state *s, int unit, int rank)
{
    for (int i = 0; i < bk->leaders; i++)
        if (s->leaders[i].attached == unit && bk->leader[i].rank >= rank &&
            mal_leader_there(s, i))
            return true;
    return false;
}

int mal_friend_near_point(const struct mal_book *bk, const struct mal_state *s, int side,
                          struct tc_pt p, int32_t r)
{
    struct tc_gap best = { 0, 0, 1 };
    int found = TC_NONE;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        struct mal_body b;
        if (m->side != side || !mal_counts(bk, m) || !mal_point_near(bk, m, p, r))
            continue;
        mal_body(bk, m, &b);
        struct tc_gap g = tc_gap_point(&b.box[0], p);
        if (found == TC_NONE || tc_gap_cmp(g, best) < 0) {
            best = g;
            found = i;
        }
    }
    return found;
}

bool mal_may_leader(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int leader = v->q->arg[0];

    if (a->verb == MAL_V_PASS || a->verb == MAL_V_CONCEDE)
        return true;
    if (a->arg[0] != leader)
        return mal_leader_not_asked(v, a->arg[0], why);
    if (a->verb == MAL_V_RIDE) {
        struct tc_pt to = { a->arg[1], a->arg[2] };
        if (!mal_ride_legal(bk, s, v->q->side, at(s, leader), to, why))
            return ride_shorter(bk, s, v->q->side, at(s, leader), a, why);
        return a->arg[3] == TC_NONE || judge_attach(bk, s, leader, a->arg[3], to, why);
    }
    if (a->verb == MAL_V_STEADY || a->verb == MAL_V_INSPIRE)
        return judge_influence(bk, s, leader, a, why);
    if (a->verb == MAL_V_LISTEN) {
        if (mal_message_for(bk, s, leader) == TC_NONE)
            return tc_refuse(why, "M-6.6", MAL_R_NO_MESSAGE, leader, 0, 0);
        return true;
    }
    return judge_issue(bk, s, leader, a, why);
}

static bool judge_attach(const struct mal_book *bk, const struct mal_state *s, int leader,
                         int unit, struct tc_pt to, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_on_table(m) || mal_is_wagon(bk, m) || mal_is_ghost(bk, m))
        return mal_refuse_gone(bk, s, unit, "M-5.7", why);
    if (!mal_in_chain(bk, s, leader, unit))
        return tc_refuse(why, bk->leader[leader].rank == MAL_MAJOR_GENERAL ? "M-5.7" : "M-6.2",
                         MAL_R_NOT_HIS, leader, unit, 0);
    if (!mal_point_near(bk, m, to, bk->tables.command.contact + MAL_EPS)) /* M-GEO-23 */
        return tc_refuse(why, "M-5.7", MAL_R_NOT_AT_UNIT, leader, unit, 0);
    return true; /* M-5.21 */
}

/* M-6.12: inside his wing, or between the wings under him. */
static bool judge_transfer(const struct mal_book *bk, const struct mal_state *s, int leader,
                           const struct tc_act *a, struct tc_refusal *why)
{
    int unit = a->arg[1], to = a->arg[2];
    const struct mal_unit *m = &s->brigades[unit];
    const struct mal_command_card *c = &bk->command[to];

    if (!mal_on_table(m) || !mal_in_chain(bk, s, leader, unit))
        return tc_refuse(why, "M-6.12", MAL_R_NOT_HIS, leader, unit, 0);
    bool same_side = c->side == m->side && to != m->command && c->leader != TC_NONE;
    bool wide = bk->leader[leader].rank == MAL_MARSHAL;
    if (!same_side || c->wing == TC_NONE ||
        (wide ? s->wings[c->wing].marshal != leader : bk->wing[c->wing].leader != leader))
        return tc_refuse(why, "M-6.12", MAL_R_NOT_HIS_COMMAND, leader, 0, 0);
    return true;
}

static bool judge_influence(const struct mal_book *bk, const struct mal_state *s, int leader,
                            const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_leader *l = &s->leaders[leader];

    if (l->attached == TC_NONE)
        return tc_refuse(why, "M-5.10", MAL_R_NOT_ATTACHED, leader, 0, 0);
    if (l->health == MAL_WOUNDED && bk->leader[leader].rank == MAL_MAJOR_GENERAL)
        return tc_refuse(why, "M-8.7", MAL_R_WOUNDED, leader, 0, 0);
    if (a->verb == MAL_V_STEADY && s->brigades[l->attached].dp == 0)
        return tc_refuse(why, "M-10.21", MAL_R_NO_DP, l->attached, 0, 0);
    return true;
}

void mal_step_leaders(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    if (s->cursor == 0) {
        s->cursor = 1;
        for (int i = 0; i < p.bk->leaders; i++)
            if (p.bk->leader[i].side == s->side && mal_leader_there(s, i)) {
                s->leaders[i].actions = (uint8_t)actions_of(p.bk, s, i);
                s->leaders[i].moved = 0;
            }
    }
    int leader = next_leader(p.bk, s, s->side);
    if (leader == TC_NONE) {
        mal_enter(&p, MAL_S_MESSENGERS, MAL_P_COMMAND, s->side);
        return;
    }
    struct tc_act a =
        *tc_ask(u, s->side, MAL_Q_LEADER, "M-11.8", leader, s->leaders[leader].actions, 0);
    act(&p, leader, &a);
}

static int next_leader(const struct mal_book *bk, const struct mal_state *s, int side)
{
    int best = TC_NONE;

    for (int i = 0; i < bk->leaders; i++) {
        if (bk->leader[i].side != side || !mal_leader_there(s, i) || s->leaders[i].actions == 0)
            continue;
        if (best == TC_NONE || bk->leader[i].rank > bk->leader[best].rank)
            best = i;
    }
    return best;
}

bool mal_ride_legal(const struct mal_book *bk, const struct mal_state *s, int side,
                    struct tc_pt from, struct tc_pt to, struct tc_refusal *why)
{
    int64_t far2 = tc_dist2(from, to);
    int32_t most = most_ride(bk, s, side, from, far2);

    if (!tc_point_on_table(to, (struct tc_table){ bk->width, bk->height })) /* M-RUL-65 */
        return tc_refuse(why, "M-GEO-55", MAL_R_OFF_TABLE, 0, 0, 0);
    if (far2 > (int64_t)(most + MAL_EPS) * (most + MAL_EPS))
        return tc_refuse(why, "M-5.4", MAL_R_TOO_FAR, most, tc_dist(from, to), 0);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        struct mal_body b;
        if (m->side == side || mal_point_remote(bk, m, from, most + MAL_EPS) ||
            !mal_on_table(m) || !mal_is_brigade(bk, m))
            continue;
        mal_body(bk, m, &b);
        if (tc_box_cut(&b.box[0], from, to))
            return tc_refuse(why, "M-5.20", MAL_R_THROUGH_ENEMY, i, 0, 0);
    }
    for (int i = 0; i < bk->grounds; i++) {
        struct tc_shape sh;
        if (!bk->ground[i].impassable)
            continue;
        mal_shape(&bk->ground[i], &sh);
        if (bk->ground[i].line ? tc_line_crossed(&sh, from, to) : tc_poly_cut(&sh, from, to))
            return tc_refuse(why, "M-5.20", MAL_R_IMPASSABLE, i, 0, 0);
    }
    return true;
}

int mal_count_leader(const struct tc_view *v)
{
    const struct mal_book *bk = mal_book_of(v->book);
    struct chain own;
    int leader = v->q->arg[0], n = chain_of(v, &own)->n;
    int speeches = bk->leader[leader].rank == MAL_MARSHAL ? bk->wings * MAL_ORDERS * 2 : 0;
    int moves = bk->leader[leader].rank == MAL_MAJOR_GENERAL ? 0 : 2;

    return WORDS + 2 * n + RIDES_MORE + speeches + moves; /* M-DEC-11 */
}

static void concede(struct mal_play *p, int side)
{
    p->s->head.over = 1;
    p->s->head.winner = (int8_t)!side;
    p->s->head.ending = 4;
    tc_tell(p->u, MAL_E_CONCEDES, "M-VIC-10", side, 0, 0);
}

static struct tc_pt wing_middle(const struct mal_book *bk, const struct mal_state *s, int wing)
{
    int64_t x = 0, y = 0, n = 0;

    for (int i = 0; i < s->units; i++)
        if (mal_on_table(&s->brigades[i]) && mal_wing_of(bk, &s->brigades[i]) == wing) {
            x += s->brigades[i].x;
            y += s->brigades[i].y;
            n++;
        }
    if (n == 0)
        return (struct tc_pt){ bk->width / 2, bk->height / 2 };
    return (struct tc_pt){ (int32_t)(x / n), (int32_t)(y / n) };
}

static bool nth_speech(const struct mal_book *bk, const struct mal_state *s, int leader, int i,
                       struct tc_act *out)
{
    int wing = i / (2 * MAL_ORDERS);
    struct tc_pt p = wing_middle(bk, s, wing);

    out->verb = i % 2 ? MAL_V_SEND : MAL_V_ISSUE;
    out->arg[0] = leader;
    out->arg[1] = wing;
    out->arg[2] = i / 2 % MAL_ORDERS;
    if (out->arg[2] == MAL_ADVANCE_DEFEND)
        p = tc_step(p, bk->front[(int)bk->leader[leader].side], 12000);
    out->arg[3] = p.x;
    out->arg[4] = p.y;
    return s->wings[wing].order != out->arg[2];
}

bool mal_nth_leader(const struct tc_view *v, int i, struct tc_act *out)
{
    static const int16_t word[WORDS] = { MAL_V_PASS, MAL_V_STEADY, MAL_V_INSPIRE,
                                         MAL_V_LISTEN };
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    struct chain own;
    const struct chain *c = chain_of(v, &own);
    int leader = v->q->arg[0], n = c->n;

    if (i < WORDS) {
        out->verb = word[i];
        out->arg[0] = i ? leader : 0;
        return true;
    }
    i -= WORDS;
    if (i < 2 * n + RIDES_MORE)
        return nth_ride(v, c, i, true, out);
    i -= 2 * n + RIDES_MORE;
    int speeches = bk->leader[leader].rank == MAL_MARSHAL ? bk->wings * MAL_ORDERS * 2 : 0;
    if (i < speeches)
        return nth_speech(bk, s, leader, i, out);
    out->verb = MAL_V_TRANSFER; /* the first brigade, to the first command that may have it */
    out->arg[0] = leader;
    out->arg[1] = n ? c->who[0] : 0;
    out->arg[3] = i - speeches;
    for (int to = 0; n && to < bk->commands; to++) {
        out->arg[2] = to;
        if (judge_transfer(bk, s, leader, out, NULL))
            return true;
    }
    return false;
}
