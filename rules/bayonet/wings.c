/* rules/bayonet/wings.c - the Wing Activation Phase: 3.2, 4.3 to 4.5, 6.1 to 6.3. */
#include "rules/bayonet/wings.h"

enum {
    PLACES = BAY_SLOTS,
    TRY_PASSAGE = 2 * PLACES,
    TRY_SHIFT = TRY_PASSAGE + PLACES,
    TRY_RELIEF = TRY_SHIFT + 2,
    TRY_TRANSFER = TRY_RELIEF + 1,
};

/* Told further down: */
static bool in_command(const struct bay_book *bk, const struct bay_state *s, int l, int side,
                       const char *rule, struct tc_refusal *why);
static int unfinished(const struct bay_turn *t, int side);
static bool is_wc(const struct bay_book *bk, const struct bay_state *s, int l, int side);
static enum bay_action action_of(const struct bay_book *bk, const struct bay_state *s,
                                 const struct tc_act *a);
static void succeed(struct bay_turn *t, const struct tc_act *a);
static int neighbour(const struct bay_book *bk, const struct bay_state *s, int b, int hand);
static int arrival_line(const struct bay_book *bk, const struct bay_state *s, int wing);
static void lead(struct bay_turn *t, int l);
static bool judge_direct(const struct bay_book *bk, const struct bay_state *s, int l, int wing,
                         int line, int b, struct tc_refusal *why);
static void leaders_follow(struct bay_turn *t, int b);
static bool has_attempt(const struct tc_view *v, int l);
static bool can_try(const struct bay_book *bk, const struct bay_state *s, int l, int side,
                    struct tc_refusal *why);
static bool can_lead(const struct bay_book *bk, const struct bay_state *s, int l, int side,
                     struct tc_refusal *why);
static bool attempt(struct bay_turn *t, int l, int b, enum bay_action action);

/* --- 3.0 Sequence of play --- */

bool bay_judge_wc(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int l = a->arg[0];

    if (!in_command(bk, s, l, v->q->side, "B-3.2d", why))
        return false;
    if (bk->leader[l].rank != BAY_WC)
        return tc_refuse(why, "B-3.2d", BAY_R_NOT_WC, l, 0, 0);
    return !s->leaders[l].finished || tc_refuse(why, "B-2.3e", BAY_R_LEADER_DONE, l, 0, 0);
}

/* A leader of that side who is in command now. */
static bool in_command(const struct bay_book *bk, const struct bay_state *s, int l, int side,
                       const char *rule, struct tc_refusal *why)
{
    if (bk->leader[l].side != side)
        return tc_refuse(why, rule, BAY_R_ENEMY_LEADER, l, 0, 0);
    if (s->leaders[l].post == BAY_WAITS)
        return tc_refuse(why, rule, BAY_R_NOT_YET, l, 0, 0);
    return s->leaders[l].post == BAY_IN_PLAY || tc_refuse(why, rule, BAY_R_FALLEN, l, 0, 0);
}

int bay_army_commander(const struct bay_book *bk, const struct bay_state *s, int side)
{
    for (int l = 0; l < bk->leaders; l++)
        if (bk->leader[l].rank == BAY_AC && bk->leader[l].side == side &&
            s->leaders[l].post == BAY_IN_PLAY)
            return l;
    return TC_NONE;
}

void bay_step_wings_first(void *state, struct tc_umpire *u)
{
    BAY_TURN_BARE(t);
    int ac[TC_SIDES], rating[TC_SIDES], first;
    const char *rule = "B-3.2b";

    for (int side = 0; side < TC_SIDES; side++) {
        ac[side] = bay_army_commander(t->bk, t->s, side);
        rating[side] = ac[side] < 0 ? -1 : t->s->leaders[ac[side]].rating;
    }
    if (rating[0] == rating[1]) {
        int a, b;
        do {
            tc_wish(u, 0, TC_HIGH);
            a = tc_roll(u, TC_D10, "B-3.2b");
            tc_wish(u, 1, TC_HIGH);
            b = tc_roll(u, TC_D10, "B-3.2b");
        } while (a == b);
        first = b > a;
    } else {
        rule = ac[0] < 0 || ac[1] < 0 ? "B-3.2c" : "B-3.2a";
        first = rating[1] > rating[0]; /* B-RUL-6 */
    }
    tc_tell(u, BAY_E_FIRST, rule, first, 1);
    t->s->head.active = (int8_t)first;
    t->s->head.step = BAY_S_WC;
}

void bay_step_wc(void *state, struct tc_umpire *u)
{
    BAY_TURN_BARE(t);
    struct bay_state *s = t->s;

    if (!unfinished(t, s->head.active)) {
        if (!unfinished(t, !s->head.active)) {
            s->head.step = BAY_S_BRIGADES_FIRST;
            return;
        }
        s->head.active = (int8_t)!s->head.active; /* B-3.2d */
    }
    int l = tc_ask(u, s->head.active, BAY_Q_WC, "B-3.2d", 0, 0, 0)->arg[0];
    s->now.leader = (int16_t)l;
    s->now.wc_tried = s->now.ac_tried = 0;
    tc_tell(u, BAY_E_WC, "B-3.2d", l, 0, 0);
    s->head.step = BAY_S_WING;
}

static int unfinished(const struct bay_turn *t, int side)
{
    int n = 0;

    for (int l = 0; l < t->bk->leaders; l++)
        n += is_wc(t->bk, t->s, l, side) && !t->s->leaders[l].finished;
    return n;
}

static bool is_wc(const struct bay_book *bk, const struct bay_state *s, int l, int side)
{
    return bk->leader[l].rank == BAY_WC && bk->leader[l].side == side &&
           s->leaders[l].post == BAY_IN_PLAY;
}

void bay_step_wing(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;
    int wc = s->now.leader;
    struct tc_act a = *tc_ask(u, s->head.active, BAY_Q_WING, "B-3.2e", wc, 0, 0);

    if (a.verb == BAY_V_DONE) {
        s->leaders[wc].finished = 1;
        s->now.leader = TC_NONE; /* B-3.2f */
        s->head.active = (int8_t)!s->head.active;
        s->head.step = BAY_S_WC;
        return;
    }
    int l = a.arg[0];
    if (a.verb == BAY_V_LEAD) {
        lead(t, l);
        return;
    }
    a = *tc_ask(u, s->head.active, BAY_Q_TRY, "B-6.3a", l, 0, 0);
    s->leaders[l].tried = 1;
    if (l == wc)
        s->now.wc_tried = 1;
    else
        s->now.ac_tried = 1;
    if (attempt(t, l, a.arg[0], action_of(t->bk, s, &a)))
        succeed(t, &a);
}

static enum bay_action action_of(const struct bay_book *bk, const struct bay_state *s,
                                 const struct tc_act *a)
{
    const struct bay_brigade *x = &s->brigades[a->arg[0]];
    bool support = x->line == BAY_SUPPORT;

    switch (a->verb) {
    case BAY_V_COMMIT: return support ? BAY_A_COMMIT_FRONT : BAY_A_COMMIT_SUPPORT;
    case BAY_V_WITHDRAW: return BAY_A_WITHDRAW;
    case BAY_V_RELIEVE: return BAY_A_RELIEF;
    case BAY_V_PASSAGE: return BAY_A_PASSAGE;
    case BAY_V_SHIFT: return BAY_A_SHIFT;
    default: break;
    }
    int far = bk->wing[a->arg[1]].index - bk->wing[x->wing].index;
    if (far == 1 || far == -1)
        return support ? BAY_A_TRANSFER_SUPPORT : BAY_A_TRANSFER_RESERVE;
    return support ? BAY_A_TRANSFER_SUPPORT_FAR : BAY_A_TRANSFER_RESERVE_FAR;
}

/* --- 4.0 Command Display --- */

static bool has_room(const struct bay_book *bk, const struct bay_state *s, int wing, int line,
                     int place, const char *rule, struct tc_refusal *why)
{
    int n = bay_line_count(bk, s, wing, line);

    if (n >= bk->wing[wing].capacity) /* B-2.1.1b, B-2.3a, B-4.1b */
        return tc_refuse(why, rule, BAY_R_LINE_FULL, wing, line, 0);
    return (place >= 0 && place <= n) ||
           tc_refuse(why, "B-RUL-11", BAY_R_NO_PLACE, wing, line, n);
}

static bool judge_withdraw(const struct bay_book *bk, const struct bay_state *s, int b,
                           int place, struct tc_refusal *why)
{
    const struct bay_brigade *x = &s->brigades[b];

    if (x->line != BAY_SUPPORT) /* B-RUL-10 */
        return tc_refuse(why, "B-4.3.1a", BAY_R_NOT_SUPPORT, b, 0, 0);
    if (bay_line_count(bk, s, x->wing, BAY_SUPPORT) == 1)
        return tc_refuse(why, "B-4.3.1d", BAY_R_EMPTIES, x->wing, b, 0);
    return has_room(bk, s, x->wing, BAY_RESERVE, place, "B-4.3.1c", why);
}

static bool judge_commit(const struct bay_book *bk, const struct bay_state *s, int b, int place,
                         struct tc_refusal *why)
{
    const struct bay_brigade *x = &s->brigades[b];

    if (x->line == BAY_FRONT)
        return tc_refuse(why, "B-4.3.1b", BAY_R_IN_FRONT, b, 0, 0);
    /* B-4.3.1e: one Line at a time; B-4.6a */
    return has_room(bk, s, x->wing, x->line - 1, place, "B-4.3.1c", why);
}

static bool judge_relief(const struct bay_book *bk, const struct bay_state *s, int b,
                         struct tc_refusal *why)
{
    const struct bay_brigade *x = &s->brigades[b];
    int front =
        x->line == BAY_SUPPORT ? bay_brigade_at(bk, s, x->wing, BAY_FRONT, x->slot) : TC_NONE;

    if (x->line != BAY_SUPPORT) /* B-4.6b */
        return tc_refuse(why, "B-4.3.3a", BAY_R_NOT_SUPPORT, b, 0, 0);
    if (front < 0)
        return tc_refuse(why, "B-4.3.3a", BAY_R_NOBODY_AHEAD, b, 0, 0);
    if (s->brigades[front].order == BAY_CHARGE)
        return tc_refuse(why, "B-4.3.3b", BAY_R_UNDER_CHARGE, front, 0, 0);
    if (bay_brigade_near_enemy(bk, s, front))
        return tc_refuse(why, "B-4.3.3c", BAY_R_NEAR_ENEMY, front, 0, 0);
    if (bay_brigade_in_impact(bk, s, front, BAY_EFFECTIVE))
        return tc_refuse(why, "B-4.3.3d", BAY_R_UNDER_FIRE, front, 0, 0);
    return true; /* B-4.3.3i: no free slot is needed */
}

/* Two brigades change places; the other one is excused (B-4.3.3f, g). */
static void swap(struct bay_turn *t, int b, int o, enum bay_cause cause, const char *rule)
{
    struct bay_brigade x = t->s->brigades[b], y = t->s->brigades[o];

    bay_set_place(t, b, y.wing, y.line, y.slot, rule);
    bay_set_place(t, o, x.wing, x.line, x.slot, rule);
    leaders_follow(t, b);
    leaders_follow(t, o);
    bay_mark_liable(t, b, cause);
    /* B-4.3.3f, B-4.3.5d: the subject alone */
    if (cause == BAY_C_SHIFTED || bay_compliant(t->bk, t->s, o))
        return;
    t->s->brigades[o].exempt_by = (int16_t)b;
    tc_tell(t->u, BAY_E_EXEMPT, "B-4.3.3g", o, b, 0);
}

static void succeed(struct bay_turn *t, const struct tc_act *a)
{
    int b = a->arg[0];
    struct bay_brigade *x = &t->s->brigades[b];
    int wing = x->wing, line = x->line;

    x->exempt_by = TC_NONE; /* RUL-18 */
    switch (a->verb) {
    case BAY_V_COMMIT:
        bay_insert(t, b, wing, line - 1, a->arg[1], "B-2.3c");
        leaders_follow(t, b);
        bay_mark_liable(t, b, BAY_C_COMMITTED);
        bay_involuntary(t, wing, false, line == BAY_SUPPORT);
        break;
    case BAY_V_WITHDRAW:
        bay_insert(t, b, wing, BAY_RESERVE, a->arg[1], "B-4.6e");
        leaders_follow(t, b);
        bay_mark_liable(t, b, BAY_C_COMMITTED);
        break;
    case BAY_V_RELIEVE:
        swap(t, b, bay_brigade_at(t->bk, t->s, wing, BAY_FRONT, x->slot), BAY_C_COMMITTED,
             "B-4.3.3a"); /* B-4.3.3e */
        break;
    case BAY_V_PASSAGE: swap(t, b, a->arg[1], BAY_C_COMMITTED, "B-4.3.4d"); break;
    case BAY_V_SHIFT:
        swap(t, b, neighbour(t->bk, t->s, b, a->arg[1]), BAY_C_SHIFTED, "B-4.3.5a");
        break;
    default:
        bay_insert(t, b, a->arg[1], arrival_line(t->bk, t->s, a->arg[1]), a->arg[2], "B-4.4b");
        leaders_follow(t, b);
        bay_mark_liable(t, b, BAY_C_TRANSFERRED);
        bay_involuntary(t, wing, false, false); /* B-4.3.2g: nobody follows */
        break;                                  /* B-4.4g */
    }
}

/* The nearest brigade of the Line on that hand (0 left, 1 right), or TC_NONE. */
static int neighbour(const struct bay_book *bk, const struct bay_state *s, int b, int hand)
{
    const struct bay_brigade *x = &s->brigades[b];
    int step = hand ? 1 : -1;

    for (int slot = x->slot + step; slot >= 1 && slot <= bk->wing[x->wing].capacity;
         slot += step) {
        int o = bay_brigade_at(bk, s, x->wing, x->line, slot);
        if (o >= 0)
            return o;
    }
    return TC_NONE;
}

static bool judge_passage(const struct bay_book *bk, const struct bay_state *s, int b, int o,
                          struct tc_refusal *why)
{
    const struct bay_brigade *x = &s->brigades[b];

    if (x->line != BAY_RESERVE)
        return tc_refuse(why, "B-4.3.4a", BAY_R_NOT_RESERVE, b, 0, 0);
    if (bay_line_count(bk, s, x->wing, BAY_SUPPORT) < bk->wing[x->wing].capacity)
        return tc_refuse(why, "B-4.3.4a", BAY_R_NOT_FULL, x->wing, 0, 0); /* B-4.6c */
    if (!bay_in_play(s, o) || s->brigades[o].wing != x->wing ||
        s->brigades[o].line != BAY_SUPPORT)
        return tc_refuse(why, "B-4.3.4b", BAY_R_NOT_IN_SUPPORT, o, x->wing, 0);
    if (bay_brigade_near_enemy(bk, s, o)) /* B-RUL-12: any of the full Line */
        return tc_refuse(why, "B-4.3.4c", BAY_R_NEAR_ENEMY, o, 0, 0);
    if (bay_brigade_in_impact(bk, s, o, BAY_EFFECTIVE))
        return tc_refuse(why, "B-4.3.4c", BAY_R_UNDER_FIRE, o, 0, 0);
    return true;
}

static bool judge_transfer(const struct bay_book *bk, const struct bay_state *s, int b, int to,
                           int place, struct tc_refusal *why)
{
    const struct bay_brigade *x = &s->brigades[b];
    int far = bk->wing[to].index - bk->wing[x->wing].index;
    bool horse = bk->brigade[b].kind == BAY_K_CAV || bk->brigade[b].kind == BAY_K_MOUNTED;

    if (x->line == BAY_FRONT)
        return tc_refuse(why, "B-4.4a", BAY_R_FRONT_STAYS, b, 0, 0);
    if (bk->wing[to].side != bk->brigade[b].side)
        return tc_refuse(why, "B-4.4a", BAY_R_ENEMY_WING, to, 0, 0);
    if (to == x->wing)
        return tc_refuse(why, "B-4.4a", BAY_R_WING_OWN, b, to, 0);
    if (!horse && (far < -1 || far > 1)) /* B-4.4c, B-4.4f */
        return tc_refuse(why, "B-4.4d", BAY_R_WING_FAR, b, to, 0);
    return has_room(bk, s, to, arrival_line(bk, s, to), place, "B-4.4e", why);
}

bool bay_judge_try(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int l = v->q->arg[0], b = a->arg[0];
    const struct bay_brigade *x = &s->brigades[b];

    if (!bay_is_ours(bk, s, b, v->q->side, "B-6.3b", why))
        return false;
    if (x->wing != s->leaders[l].wing || x->line != s->leaders[l].line)
        return tc_refuse(why, "B-6.3b", BAY_R_WRONG_LINE, b, l, 0);
    switch (a->verb) { /* B-RUL-9; B-4.5a: another attempt may go on with it */
    case BAY_V_COMMIT: return judge_commit(bk, s, b, a->arg[1], why);
    case BAY_V_WITHDRAW: return judge_withdraw(bk, s, b, a->arg[1], why);
    case BAY_V_RELIEVE: return judge_relief(bk, s, b, why);
    case BAY_V_PASSAGE: return judge_passage(bk, s, b, a->arg[1], why);
    case BAY_V_SHIFT:
        /* B-4.3.5c: any Line */
        return neighbour(bk, s, b, a->arg[1]) >= 0 /* B-4.6f */
                   ? true
                   : tc_refuse(why, "B-4.3.5b", BAY_R_NO_NEIGHBOUR, b, 0, 0);
    default: return judge_transfer(bk, s, b, a->arg[1], a->arg[2], why);
    }
}

/* The Line a transferred brigade comes to (B-4.4b). */
static int arrival_line(const struct bay_book *bk, const struct bay_state *s, int wing)
{
    return bay_line_count(bk, s, wing, BAY_SUPPORT) ? BAY_RESERVE : BAY_SUPPORT; /* B-4.6d */
}

/* --- 6.0 Leaders --- */

static void lead(struct bay_turn *t, int l)
{
    const struct tc_act *a =
        tc_ask(t->u, t->s->head.active, BAY_Q_GO,
               t->bk->leader[l].rank == BAY_AC ? "B-6.2b" : "B-6.2c", l, 0, 0);
    struct bay_leader *x = &t->s->leaders[l];

    x->wing = (uint8_t)a->arg[0];
    x->line = (uint8_t)a->arg[1];
    x->direct = (int16_t)a->arg[2];
    x->moved = 1;
    /* B-2.1.4c: a place on the display, never a hex; B-7.0f, B-RUL-4, B-6.1a, B-6.1b */
    tc_tell_args(t->u, BAY_E_LEADER_TO, "B-6.2a",
                 (int32_t[TC_ARGS]){ l, x->wing, x->line, x->direct });
}

bool bay_judge_go(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int l = v->q->arg[0], wing = a->arg[0], line = a->arg[1], b = a->arg[2];
    const struct bay_leader *x = &s->leaders[l];
    int lines = line - x->line, wings = bk->wing[wing].index - bk->wing[x->wing].index;

    if (bk->wing[wing].side != bk->leader[l].side)
        return tc_refuse(why, "B-6.2c", BAY_R_ENEMY_WING, wing, 0, 0);
    if (lines < -1 || lines > 1)
        return tc_refuse(why, bk->leader[l].rank == BAY_AC ? "B-6.2b" : "B-6.2c",
                         BAY_R_ONE_LINE, l, 0, 0);
    if (bk->leader[l].rank == BAY_WC && wings)
        return tc_refuse(why, "B-6.2c", BAY_R_KEEPS_WING, l, 0, 0);
    if (wings < -1 || wings > 1)
        return tc_refuse(why, "B-6.2b", BAY_R_ONE_WING, l, 0, 0);
    if (!lines && !wings && b == x->direct)
        return tc_refuse(why, "B-6.2a", BAY_R_IS_THERE, l, 0, 0);
    return b < 0 || judge_direct(bk, s, l, wing, line, b, why);
}

int bay_count_go(const struct tc_view *v)
{
    BAY_VIEW(v);
    return 9 * (bk->army[v->q->side + 1] - bk->army[v->q->side] + 1);
}

/* Wing left, own, right; line up, own, back; nobody or a brigade. */
bool bay_nth_go(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int l = v->q->arg[0], b = i < 9 ? TC_NONE : bk->army[v->q->side] + i / 9 - 1, k = i % 9;
    int wing = s->leaders[l].wing + k / 3 - 1, line = s->leaders[l].line + k % 3 - 1;

    if (wing < 0 || wing >= bk->wings || line < 0 || line >= BAY_LINES)
        return false;
    out->verb = BAY_V_GO;
    out->arg[0] = wing;
    out->arg[1] = line;
    out->arg[2] = b;
    return b < 0 || (s->brigades[b].wing == wing && s->brigades[b].line == line);
}

static bool judge_direct(const struct bay_book *bk, const struct bay_state *s, int l, int wing,
                         int line, int b, struct tc_refusal *why)
{
    if (s->leaders[l].rating < 1)
        return tc_refuse(why, "B-6.1c", BAY_R_DIRECT_ZERO, l, 0, 0);
    if (!bay_is_ours(bk, s, b, bk->leader[l].side, "B-6.1b", why))
        return false;
    if (s->brigades[b].wing != wing || s->brigades[b].line != line)
        return tc_refuse(why, "B-6.1b", BAY_R_NOT_THERE, b, wing, line);
    return true;
}

/* Leaders in Direct Command go along; a WC not out of his Wing (B-6.1d, RUL-83). */
static void leaders_follow(struct bay_turn *t, int b)
{
    const struct bay_brigade *x = &t->s->brigades[b];

    for (int l = 0; l < t->bk->leaders; l++) {
        struct bay_leader *y = &t->s->leaders[l];
        if (y->direct != b || y->post != BAY_IN_PLAY)
            continue;
        if (y->wing != x->wing && t->bk->leader[l].rank == BAY_WC) {
            y->direct = TC_NONE; /* B-RUL-83 */
        } else {
            y->wing = x->wing;
            y->line = x->line; /* B-6.1d */
        }
        tc_tell_args(t->u, BAY_E_LEADER_TO, "B-6.1d",
                     (int32_t[TC_ARGS]){ l, y->wing, y->line, y->direct });
    }
}

bool bay_judge_wing(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (a->verb == BAY_V_DONE)
        return true;
    if (a->verb == BAY_V_LEAD)
        return can_lead(bk, s, a->arg[0], v->q->side, why);
    if (!can_try(bk, s, a->arg[0], v->q->side, why))
        return false;
    if (has_attempt(v, a->arg[0]))
        return true;
    const struct bay_leader *x = &s->leaders[a->arg[0]];
    bool any = bay_line_count(bk, s, x->wing, x->line) > 0;
    return tc_refuse(why, "B-6.3b", any ? BAY_R_NO_ATTEMPT : BAY_R_NO_BRIGADES, a->arg[0],
                     x->line, 0);
}

int bay_count_wing(const struct tc_view *v)
{
    (void)v;
    return 5;
}

bool bay_nth_wing(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int l = i < 3 ? s->now.leader : bay_army_commander(bk, s, v->q->side);

    out->verb = i == 0 ? BAY_V_DONE : i & 1 ? BAY_V_LEAD : BAY_V_TRY;
    out->arg[0] = i ? l : 0;
    return l >= 0;
}

/* Is there anything he could attempt? */
static bool has_attempt(const struct tc_view *v, int l)
{
    BAY_VIEW(v);
    struct tc_query q = { v->q->side, BAY_Q_TRY, "B-6.3a", { l } };
    struct tc_view w = { v->book, v->state, &q };

    for (int b = bk->army[v->q->side]; b < bk->army[v->q->side + 1];
         b++) /* the cheapest first */
        if (bay_in_play(s, b) && s->brigades[b].wing == s->leaders[l].wing &&
            s->brigades[b].line == s->leaders[l].line &&
            (neighbour(bk, s, b, 0) >= 0 || neighbour(bk, s, b, 1) >= 0))
            return true;
    for (int i = 0, n = bay_count_try(&w); i < n; i++) {
        struct tc_act a;
        a.arg[0] = a.arg[1] = a.arg[2] = 0;
        if (bay_nth_try(&w, i, &a) && bay_judge_try(&w, &a, NULL))
            return true;
    }
    return false;
}

static bool can_try(const struct bay_book *bk, const struct bay_state *s, int l, int side,
                    struct tc_refusal *why)
{
    if (!in_command(bk, s, l, side, "B-6.3a", why))
        return false;
    if (l != s->now.leader && l != bay_army_commander(bk, s, side))
        return tc_refuse(why, "B-6.3a", BAY_R_OTHER_WING, l, s->now.leader, 0);
    if (s->leaders[l].tried)
        return tc_refuse(why, "B-6.3c", BAY_R_HAS_TRIED, l, 0, 0);
    if (s->leaders[l].direct >= 0)
        return tc_refuse(why, "B-6.3a", BAY_R_DIRECT, l, s->leaders[l].direct, 0);
    if (s->leaders[l].wing != s->leaders[s->now.leader].wing)
        return tc_refuse(why, "B-RUL-8", BAY_R_AC_ELSEWHERE, l, s->leaders[s->now.leader].wing,
                         0);
    return true;
}

/* The AC helps a WC's attempt from the same Wing and Line (B-6.3e, B-6.3f). */
static void add_leaders(struct bay_turn *t, struct tc_sum *sum, int l)
{
    const struct bay_leader *x = &t->s->leaders[l];
    int ac = bay_army_commander(t->bk, t->s, t->bk->leader[l].side);

    tc_sum_add(sum, -x->rating, "B-T1a", BAY_LB_RATING, l, 0); /* B-6.3d */
    if (ac < 0 || ac == l) /* B-6.3f: nobody adds to the AC's own attempt */
        return;
    const struct bay_leader *y = &t->s->leaders[ac];
    if (y->direct < 0 && y->wing == x->wing && y->line == x->line) /* B-6.3e */
        tc_sum_add(sum, -y->rating, "B-T1b", BAY_LB_AC, ac, 0);
}

/* The Wings of a side lie side by side; candidates of one brigade. */
static int own_wings(const struct bay_book *bk, int side, int *first)
{
    int n = 0;

    *first = 0;
    for (int w = bk->wings - 1; w >= 0; w--)
        if (bk->wing[w].side == side) {
            *first = w;
            n++;
        }
    return n;
}

static int try_each(const struct bay_book *bk, int side)
{
    int first;

    return TRY_TRANSFER + own_wings(bk, side, &first) * PLACES;
}

int bay_count_try(const struct tc_view *v)
{
    BAY_VIEW(v);
    return bay_line_count(bk, s, s->leaders[v->q->arg[0]].wing, s->leaders[v->q->arg[0]].line) *
           try_each(bk, v->q->side);
}

/* Brigade i of the leader's Wing and Line. */
static int subject(const struct bay_book *bk, const struct bay_state *s, int l, int i)
{
    int side = bk->leader[l].side;

    for (int b = bk->army[side]; b < bk->army[side + 1]; b++)
        if (!s->brigades[b].gone && s->brigades[b].wing == s->leaders[l].wing &&
            s->brigades[b].line == s->leaders[l].line && i-- == 0)
            return b;
    return TC_NONE;
}

bool bay_nth_try(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int first, each = TRY_TRANSFER + own_wings(bk, v->q->side, &first) * PLACES, k = i % each;
    int b = subject(bk, s, v->q->arg[0], i / each);

    if (b < 0)
        return false;
    out->arg[0] = b;
    if (k < TRY_PASSAGE) {
        out->verb = k < PLACES ? BAY_V_COMMIT : BAY_V_WITHDRAW;
        out->arg[1] = k % PLACES;
    } else if (k < TRY_SHIFT) {
        out->verb = BAY_V_PASSAGE;
        out->arg[1] =
            bay_brigade_at(bk, s, s->brigades[b].wing, BAY_SUPPORT, k - TRY_PASSAGE + 1);
        return out->arg[1] >= 0;
    } else if (k < TRY_RELIEF) {
        out->verb = BAY_V_SHIFT;
        out->arg[1] = k - TRY_SHIFT;
    } else if (k < TRY_TRANSFER) {
        out->verb = BAY_V_RELIEVE;
    } else {
        out->verb = BAY_V_TRANSFER;
        out->arg[1] = first + (k - TRY_TRANSFER) / PLACES;
        out->arg[2] = (k - TRY_TRANSFER) % PLACES;
    }
    return true;
}

static bool can_lead(const struct bay_book *bk, const struct bay_state *s, int l, int side,
                     struct tc_refusal *why)
{
    bool own = l == s->now.leader;

    if (!in_command(bk, s, l, side, "B-6.2c", why))
        return false;
    if (!own && l != bay_army_commander(bk, s, side))
        return tc_refuse(why, "B-6.2c", BAY_R_OTHER_WING, l, s->now.leader, 0);
    if (s->leaders[l].moved)
        return tc_refuse(why, "B-6.2a", BAY_R_LEADER_MOVED, l, 0, 0);
    if (own ? s->leaders[l].tried : s->now.ac_tried)
        return tc_refuse(why, own ? "B-RUL-7" : "B-RUL-94", BAY_R_MOVES_FIRST, l, 0, 0);
    return true;
}

static bool attempt(struct bay_turn *t, int l, int b, enum bay_action action)
{
    const struct bay_action_table *t1 = &t->bk->action;
    const struct bay_brigade *x = &t->s->brigades[b];
    int kind = t->bk->brigade[b].kind;
    struct tc_sum sum = { t->u, 0 };

    tc_wish(t->u, t->bk->leader[l].side, TC_LOW);
    tc_sum_add(&sum, tc_roll(t->u, TC_D10, "B-4.3.1f"), "B-4.3.1f", BAY_LB_DIE, 0, 0);
    add_leaders(t, &sum, l);
    if (kind == BAY_K_CAV || kind == BAY_K_MOUNTED)
        tc_sum_add(&sum, t1->horse, "B-T1c", BAY_LB_HORSE, 0, 0);
    if (bay_brigade_near_enemy(t->bk, t->s, b))
        tc_sum_add(&sum, t1->near, "B-T1d", BAY_LB_NEAR, 0, 0);
    if (bay_brigade_in_impact(t->bk, t->s, b, BAY_EFFECTIVE))
        tc_sum_add(&sum, t1->effective, "B-T1e", BAY_LB_EFFECTIVE, 0, 0);
    if (x->order == BAY_CHARGE)
        tc_sum_add(&sum, t1->charge, "B-T1f", BAY_LB_CHARGE, 0, 0);
    if (x->liable)
        tc_sum_add(&sum, t1->liable, "B-T1g", BAY_LB_LIABLE, 0, 0);
    tc_sum_end(&sum, "B-2.2d", BAY_LB_TOTAL);
    bool works = sum.total <= t1->number[action];
    tc_tell_args(t->u, BAY_E_ATTEMPT, works ? "B-4.3.1f" : "B-4.3.1g",
                 (int32_t[TC_ARGS]){ l, b, (int32_t)action, works });
    return works;
}
