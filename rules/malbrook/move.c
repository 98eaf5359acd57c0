/* rules/malbrook/move.c - the Movement Phase: compulsory moves, groups, dice, marches. */
#include "rules/malbrook/inner.h"

#include "rules/malbrook/path.h"

/* M-1.2; M-1.3: a D6 may stand in for an average die. */
int mal_roll_average(struct mal_play *p, const char *rule)
{
    if (!p->bk->d6_as_average) {
        TC_RULE("M-1.2");
        return tc_roll(p->u, TC_AVERAGE, rule);
    }
    int die = tc_roll(p->u, TC_D6, rule);
    TC_RULE("M-1.3");
    return die == 1 ? 3 : die == 6 ? 4 : die;
}

/* M-13.2, M-13.22, M-13.14, M-RUL-23 */
int32_t mal_allowance(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    int32_t pips = 0, n = mal_dice_count(m->dice);

    for (int i = 0; i < 3; i++)
        pips += (m->dice >> i & 1) ? s->roll[i] : 0;
    TC_RULE("M-13.2");
    if (m->inspired) {
        TC_RULE("M-13.22");
        pips += n;
    }
    int32_t d = pips * bk->tables.move.pip;
    if (m->doubles) {
        TC_RULE("M-RUL-19");
        d *= 2;
    }
    return m->halves ? d / 2 : d;
}

int mal_conformers(const struct mal_state *s, int unit, int16_t out[MAL_UNITS])
{
    int n = 0;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (mal_on_table(m) && m->conforms_to == unit && !m->acted &&
            (m->control == MAL_CONFORM_LINE || m->control == MAL_CONFORM_REAR))
            out[n++] = (int16_t)i;
    }
    return n;
}

static void conformers_rest(struct mal_play *p, int unit)
{
    int16_t who[MAL_UNITS];
    int n = mal_conformers(p->s, unit, who);

    for (int i = 0; i < n; i++) {
        struct mal_unit *m = &p->s->brigades[who[i]];
        m->acted = 1;
        m->last_kind = MAL_NO_MOVE;
        m->speed_now = 0;
    }
}

/* A brigade has done its Movement Phase. */
static void done(struct mal_play *p, int unit, enum mal_last kind, int dice)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->acted = m->declared = 1;
    m->last_kind = (uint8_t)kind;
    m->last_dice = (uint8_t)dice;
    m->speed_now = (uint8_t)dice;
    if (kind != MAL_DICED)
        m->last_veer = 0;
}

/* --- Walking --- */

/* The straight part with all that happens on the way. */
static void walk(struct mal_play *p, int unit, const struct mal_unit *as, uint16_t way,
                 int32_t march, const struct mal_stop *end, bool rough)
{
    struct mal_stop cut = *end, *stop = &cut;
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_unit from;
    struct tc_rect r;

    p->s->mover = (int16_t)unit;
    mal_passed_now_acts(p, unit);
    mal_take_volleys(p, unit, as, way, &march);
    from = *m;
    r = mal_rect(p->bk, m);
    struct mal_unit x = mal_moved(m, way, march);
    if (m->volley_by != TC_NONE && mal_overlapped(p->bk, p->s, unit, &x, false) != TC_NONE) {
        struct mal_stop clear; /* halted upon friends: back to the last clear point */
        mal_way(p->bk, p->s, unit, m, way, march, MAL_WAY_FAST, &clear);
        march = clear.distance;
        x = mal_moved(m, way, march);
    }
    mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
    m->moved = 1;
    mal_way_cut(p->bk, &from, way, march, &cut);
    tc_tell(p->u, MAL_E_MOVES, "M-13.5", unit, march, 0);
    if (stop->cause == MAL_STOP_ENEMY && march == stop->distance)
        tc_tell(p->u, MAL_E_STOPS, stop->rule, unit, stop->which, 0);
    mal_fatigue(p, unit, p->s->roll, m->dice, rough || stop->rough);
    mal_crossing_cost(p, unit, stop);
    mal_pass_lines(p, unit, &from, way, march);
    mal_capture_lone(p, unit, &r, way, march);
    p->s->mover = TC_NONE;
    mal_withdrawals(p, unit);
    mal_end_of_move(p, unit);
}

/* M-15.2, M-15.3 */
static void wheel_cost(struct mal_play *p, int unit, bool near)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    near |= mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    if (m->formation != MAL_LINE || !near) {
        TC_RULE("M-15.3");
        return;
    }
    mal_add_dp(p, unit, p->bk->tables.move.wheel_cost, MAL_BY_MOVE, "M-15.2");
}

/* M-GEO-59, M-13.11: a conforming brigade makes the same move. */
static void follow(struct mal_play *p, int unit, const struct mal_unit *old,
                   const struct mal_leg *k, int32_t turn, int32_t allowance)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect lead = mal_rect(p->bk, old), r = mal_rect(p->bk, m);
    struct mal_unit x = *m;
    struct mal_stop stop;
    struct tc_box b;

    m->dice = p->s->brigades[m->conforms_to].dice;
    m->doubles = p->s->brigades[m->conforms_to].doubles;
    done(p, unit, MAL_DICED, mal_dice_count(m->dice));
    if (mal_in_close_combat(p->bk, p->s, unit) || m->steadied ||
        (mal_is_gun(p->bk, m) && !m->limbered) || (m->refuse_k[0] | m->refuse_k[1]))
        return;
    if (turn) {
        tc_box_make(&b, &lead);
        struct tc_pt pivot = b.c[turn < 0 ? TC_FL : TC_FR];
        tc_box_make(&b, &r);
        int32_t arm = tc_max(tc_dist(pivot, b.c[TC_FL]), tc_dist(pivot, b.c[TC_FR]));
        if (tc_wheel_cost(arm, turn < 0 ? -turn : turn, TC_TAU_411775) > allowance) {
            tc_tell(p->u, MAL_E_HALTS, "M-GEO-59", unit, 0, 0);
            return;
        }
        r = tc_revolve(r, pivot, turn);
    }
    x.x = r.x + (turn ? 0 : k->as.x - old->x);
    x.y = r.y + (turn ? 0 : k->as.y - old->y);
    x.heading = r.facing;
    mal_way(p->bk, p->s, unit, &x, k->way, k->march, 0, &stop);
    struct mal_unit end = mal_moved(&x, k->way, stop.distance);
    if (mal_overlapped(p->bk, p->s, unit, &end, false) != TC_NONE ||
        mal_bad_stand(p->bk, &end) ||
        !tc_point_on_table(mal_centre(p->bk, &end),
                           (struct tc_table){ p->bk->width, p->bk->height })) {
        tc_tell(p->u, MAL_E_HALTS, "M-GEO-59", unit, 0, 0);
        return;
    }
    TC_RULE("M-13.11");
    tc_tell(p->u, MAL_E_CONFORMS, "M-7.7", unit, m->conforms_to, 0);
    bool near = turn && mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    walk(p, unit, &x, k->way, stop.distance, &stop, k->rough);
    if (turn)
        wheel_cost(p, unit, near);
}

static void all_follow(struct mal_play *p, int unit, const struct mal_unit *old,
                       const struct mal_leg *k, int32_t turn, int32_t allowance)
{
    int16_t who[MAL_UNITS];
    int n = mal_conformers(p->s, unit, who);

    for (int i = 0; i < n; i++)
        follow(p, who[i], old, k, turn, allowance);
}

static void take_move(struct mal_play *p, int unit, const struct tc_act *a, int32_t allowance)
{
    struct mal_unit old = p->s->brigades[unit], *m = &p->s->brigades[unit];
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    struct mal_leg k;
    bool ok = a->verb == MAL_V_THREAD
                  ? mal_try_thread(p->bk, p->s, unit, allowance, a, &k, NULL)
                  : mal_try_move(p->bk, p->s, unit, allowance, a, &k, NULL);

    TC_BUG_ON(!ok);
    m->last_veer = (int16_t)(a->verb == MAL_V_THREAD ? a->arg[1] : a->arg[3]);
    int32_t turn = a->verb == MAL_V_MOVE ? a->arg[1] : 0;
    if (turn)
        tc_tell(p->u, MAL_E_WHEELS, "M-15.1", unit, turn, 0);
    if (a->verb == MAL_V_MOVE && a->arg[2])
        tc_tell(p->u, MAL_E_INCLINES, "M-15.20", unit, a->arg[2], 0);
    walk(p, unit, &k.as, k.way, k.march, &k.stop, k.rough);
    if (mal_on_table(m) && m->volley_by == TC_NONE && m->formation == MAL_UNFORMED &&
        a->verb == MAL_V_MOVE) {
        m->files = k.end.files;
        m->gap = k.end.gap;
        mal_set_pose(p->bk, p->s, unit, k.end.x, k.end.y, k.end.heading);
    }
    if (turn && mal_is_brigade(p->bk, m))
        wheel_cost(p, unit, near);
    if (a->verb == MAL_V_THREAD) {
        tc_tell(p->u, MAL_E_THREADS, "M-15.30", unit, 0, 0);
        if (near)
            mal_add_dp(p, unit, p->bk->tables.move.gap_cost, MAL_BY_MOVE, "M-15.30");
    }
    if (a->verb == MAL_V_MOVE)
        all_follow(p, unit, &old, &k, mal_is_brigade(p->bk, m) ? turn : 0, allowance);
}

static void take_bend(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);

    if (a->verb == MAL_V_BEND) {
        *m = mal_refused_as(p->bk, m, a->arg[1], a->arg[2], (uint16_t)a->arg[3]);
        tc_tell(p->u, MAL_E_REFUSES, "M-15.5", unit, a->arg[1], a->arg[2]);
    } else {
        *m = mal_straight_as(p->bk, m, a->arg[1]);
        tc_tell(p->u, MAL_E_STRAIGHTENS, "M-RUL-42", unit, a->arg[1], 0);
    }
    mal_leaders_follow(p->bk, p->s, unit);
    wheel_cost(p, unit, near);
}

/* --- Groups: M-13.10 to M-13.12, M-RUL-18 --- */

static bool in_group(const struct mal_book *bk, const struct mal_state *s, int unit, int lead)
{
    const struct mal_unit *m = &s->brigades[unit], *l = &s->brigades[lead];

    if (unit == lead)
        return true;
    return m->side == l->side && mal_on_table(m) && m->control == MAL_CONTROLLED &&
           l->control == MAL_CONTROLLED && m->command == l->command &&
           m->controller == l->controller && mal_is_brigade(bk, m) && mal_is_brigade(bk, l) &&
           m->status == MAL_NORMAL && l->status == MAL_NORMAL;
}

static bool wants_move(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (m->control == MAL_CONFORM_LINE || m->control == MAL_CONFORM_REAR)
        return false;
    if (mal_is_gun(bk, m) && m->crew != MAL_CREWED)
        return m->crew == MAL_REFUGE && m->captured_by == TC_NONE;
    return m->status != MAL_ROUTING && m->status != MAL_PURSUING && m->captured_by == TC_NONE;
}

/* The right-most member of its group that has not acted. */
static bool leads(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    if (s->brigades[unit].control != MAL_CONTROLLED)
        return true; /* a group of one */
    int64_t mine = mal_rightness(bk, s, unit);

    for (int i = 0; i < s->units; i++) {
        if (i == unit || s->brigades[i].acted || !in_group(bk, s, i, unit))
            continue;
        int64_t r = mal_rightness(bk, s, i);
        if (r > mine || (r == mine && i < unit))
            return false;
    }
    return true;
}

static bool in_the_way(const struct mal_book *bk, const struct mal_state *s, int unit, int lead)
{
    if (s->brigades[lead].control != MAL_CONTROLLED)
        return mal_to_front(bk, &s->brigades[lead], &s->brigades[unit], 0, 12000);
    for (int i = 0; i < s->units; i++)
        if (!s->brigades[i].acted && in_group(bk, s, i, lead) &&
            mal_on_table(&s->brigades[i]) &&
            mal_to_front(bk, &s->brigades[i], &s->brigades[unit], 0, 12000))
            return true;
    return false;
}

bool mal_judge_pick(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = a->arg[0], first = v->q->arg[0];
    const struct mal_unit *m = &s->brigades[unit];

    if (m->side != v->q->side || !mal_on_table(m) || m->acted || !wants_move(bk, s, unit))
        return tc_refuse(why, "M-11.6", MAL_R_NOT_NEXT, unit, 0, 0);
    if (unit == first)
        return true;
    struct tc_act near = { .verb = MAL_V_PICK, .arg = { first } };
    if (in_group(bk, s, unit, first) || !leads(bk, s, unit) || !in_the_way(bk, s, unit, first))
        return tc_refuse_near(why, "M-RUL-63", MAL_R_NOT_NEXT, unit, 0, 0, &near);
    return true;
}

int mal_count_pick(const struct tc_view *v)
{
    const struct mal_state *s = v->state;

    return s->units;
}

bool mal_nth_pick(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = MAL_V_PICK;
    out->arg[0] = i;
    return true;
}

void mal_step_pick(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_move);

    if (unit == TC_NONE) {
        mal_enter(&p, MAL_S_LEADERS_RIDE, MAL_P_MOVE, s->side);
        return;
    }
    s->group = (int16_t)tc_ask(u, s->side, MAL_Q_PICK, "M-11.6", unit, 0, 0)->arg[0];
    memset(s->roll, 0, sizeof s->roll);
    s->head.step = MAL_S_DECLARE;
}

/* --- Declarations --- */

/* Half a move is used; two halves are a whole. */
static void half(struct mal_play *p, int unit, enum mal_last kind)
{
    struct mal_unit *m = &p->s->brigades[unit];

    TC_RULE("M-RUL-23");
    m->halves++;
    if (m->halves >= 2)
        done(p, unit, kind, 0);
}

static void change(struct mal_play *p, int unit, const struct tc_act *a)
{
    const struct mal_move_table *t = &p->bk->tables.move;
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    struct mal_unit x;
    bool ok = mal_try_shape(p->bk, p->s, unit, a, false, &x, NULL);

    TC_BUG_ON(!ok);
    mal_take_form(p, unit, &x, a->verb == MAL_V_TWICE ? "M-15.8" : near ? "M-15.6" : "M-15.7");
    TC_RULE("M-23.15");
    if (near)
        mal_add_dp(p, unit, t->change_cost, MAL_BY_MOVE, "M-15.6");
    if (near || a->verb == MAL_V_TWICE)
        done(p, unit, MAL_OTHER, 0);
    else
        half(p, unit, MAL_OTHER);
}

static void reform(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit x;
    bool ok = mal_try_shape(p->bk, p->s, unit, a, true, &x, NULL);

    TC_BUG_ON(!ok);
    x.unformed_stay = 0;
    x.status = MAL_NORMAL;
    mal_take_form(p, unit, &x, "M-15.9");
    tc_tell(p->u, MAL_E_REFORMS, "M-15.9", unit, 0, 0);
    done(p, unit, MAL_OTHER, 0);
}

/* M-15.16, M-GEO-30 */
static void about(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    struct tc_rect r = tc_about_face(mal_rect(p->bk, m));

    TC_RULE("M-GEO-30");
    mal_set_rect(p->bk, p->s, unit, &r);
    m->turned = 1;
    tc_tell(p->u, MAL_E_FACES_ABOUT, "M-15.16", unit, 0, 0);
    if ((mal_is_cavalry(p->bk, m) && near) || (mal_is_foot(p->bk, m) && m->under_fire))
        mal_add_dp(p, unit, p->bk->tables.move.face_cost, MAL_BY_MOVE, "M-15.16");
    half(p, unit, MAL_OTHER);
}

static void step_aside(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect r = mal_rect(p->bk, m);

    TC_RULE(a->verb == MAL_V_SIDE_STEP ? "M-GEO-28" : "M-GEO-29");
    r = a->verb == MAL_V_SIDE_STEP ? tc_side_step(r, a->arg[1]) : tc_march(r, -a->arg[1]);
    mal_passed_now_acts(p, unit);
    mal_set_rect(p->bk, p->s, unit, &r);
    m->moved = 1;
    tc_tell(p->u, MAL_E_STEPS, "M-15.22", unit, a->arg[1], 0);
    done(p, unit, MAL_OTHER, 0);
}

static void refuse_flank(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];

    *m = mal_refused_as(p->bk, m, a->arg[1], a->arg[2],
                        (uint16_t)p->bk->tables.move.refuse_angle);
    mal_leaders_follow(p->bk, p->s, unit);
    tc_tell(p->u, MAL_E_REFUSES, "M-15.23", unit, a->arg[1], a->arg[2]);
    done(p, unit, MAL_OTHER, 0);
}

static void by_road(struct mal_play *p, int unit, int32_t len)
{
    struct mal_unit *m = &p->s->brigades[unit], x;

    if (mal_road_end(p->bk, m, len, &x)) {
        mal_passed_now_acts(p, unit);
        mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
        m->moved = 1;
        TC_RULE("M-13.27");
        tc_tell(p->u, MAL_E_MOVES, "M-13.24", unit, len, 0);
    }
    TC_RULE("M-14.12");
    done(p, unit, MAL_BY_ROAD, mal_is_cavalry(p->bk, m) ? 2 : 1);
    m->charge_move = 0;
}

bool mal_judge_holders(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_unit *m = &s->brigades[v->q->arg[0]];
    int32_t most = bk->tables.move.holders + MAL_EPS;

    if (a->verb == MAL_V_STAY)
        return true;
    struct tc_pt from = { m->holder_x, m->holder_y }, to = { a->arg[0], a->arg[1] };
    if (!tc_point_on_table(to, (struct tc_table){ bk->width, bk->height }))
        return tc_refuse(why, "M-GEO-55", MAL_R_OFF_TABLE, 0, 0, 0);
    if (tc_dist2(from, to) > (int64_t)most * most)
        return tc_refuse(why, "M-15.25", MAL_R_TOO_FAR, bk->tables.move.holders, 0, 0);
    return true;
}

int mal_count_holders(const struct tc_view *v)
{
    (void)v;
    return 2;
}

bool mal_nth_holders(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    const struct mal_unit *m = &s->brigades[v->q->arg[0]];
    struct tc_pt p = tc_step((struct tc_pt){ m->holder_x, m->holder_y },
                             (uint16_t)(m->heading + TC_HALF), bk->tables.move.holders);

    out->verb = i ? MAL_V_HOLDERS : MAL_V_STAY;
    if (i) {
        out->arg[0] = p.x;
        out->arg[1] = p.y;
    }
    return true;
}

/* M-15.24 to M-15.26a */
static void dismount(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_pt c = mal_centre(p->bk, m);

    m->mounted = 0;
    mal_loosen(p->bk, m);
    mal_leaders_follow(p->bk, p->s, unit);
    mal_edge(p, unit);
    m->holders = 1;
    m->holder_x = c.x;
    m->holder_y = c.y;
    tc_tell(p->u, MAL_E_DISMOUNTS, "M-15.24", unit, 0, 0);
    if (m->under_fire)
        mal_add_dp(p, unit, p->bk->tables.move.mount_cost, MAL_BY_MOVE, "M-15.24");
    struct tc_act a = *tc_ask(p->u, m->side, MAL_Q_HOLDERS, "M-15.25", unit, 0, 0);
    if (a.verb == MAL_V_HOLDERS) {
        m->holder_x = a.arg[0];
        m->holder_y = a.arg[1];
        tc_tell(p->u, MAL_E_HOLDERS, "M-15.25", unit, a.arg[0], a.arg[1]);
    }
    half(p, unit, MAL_OTHER);
}

static void remount(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit x;
    bool ok = mal_try_shape(p->bk, p->s, unit, a, true, &x, NULL);

    TC_BUG_ON(!ok);
    x.holders = 0;
    x.holder_x = x.holder_y = 0;
    x.unformed_stay = 0;
    mal_take_form(p, unit, &x, "M-15.26a");
    tc_tell(p->u, MAL_E_MOUNTS, "M-15.24", unit, 0, 0);
    if (x.under_fire)
        mal_add_dp(p, unit, p->bk->tables.move.mount_cost, MAL_BY_MOVE, "M-15.24");
    half(p, unit, MAL_OTHER);
}

static void gun_action(struct mal_play *p, int unit, const struct tc_act *a)
{
    const struct mal_move_table *t = &p->bk->tables.move;
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect r = mal_rect(p->bk, m);

    if (a->verb == MAL_V_UNLIMBER) {
        m->limbered = 0;
        TC_RULE("M-14.7");
        tc_tell(p->u, MAL_E_UNLIMBERS, "M-15.11", unit, 0, 0);
        mal_add_dp(p, unit, m->under_fire ? t->unlimber_fire : t->unlimber_cost, MAL_BY_MOVE,
                   "M-15.11");
    } else if (a->verb == MAL_V_PIVOT) {
        r = tc_turn_on_centre(r, (uint16_t)(m->heading + a->arg[1]));
        TC_RULE("M-23.17");
        TC_RULE("M-GEO-34");
        mal_set_rect(p->bk, p->s, unit, &r);
        m->pivoted = 1;
        tc_tell(p->u, MAL_E_PIVOTS, "M-13.21", unit, a->arg[1], 0);
    } else {
        r = tc_move(r, (uint16_t)(m->heading + a->arg[1]), a->arg[2]);
        mal_set_rect(p->bk, p->s, unit, &r);
        m->moved = 1;
        tc_tell(p->u, MAL_E_MOVES, "M-13.17", unit, a->arg[2], 0);
    }
    done(p, unit, MAL_OTHER, 0);
}

static void recrew(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->crew = MAL_CREWED;
    m->refuge = TC_NONE;
    tc_tell(p->u, MAL_E_RECREWED, "M-19.15", unit, 0, 0);
    done(p, unit, MAL_OTHER, 0);
}

static void take_gun(struct mal_play *p, int unit, int gun)
{
    struct mal_unit *g = &p->s->brigades[gun], *m = &p->s->brigades[unit];
    int part = mal_split_files(p, unit, 0, 1, "M-19.16");

    done(p, unit, MAL_OTHER, 0);
    if (part == TC_NONE)
        return;
    done(p, part, MAL_OTHER, 0);
    g->side = m->side;
    g->command = m->command;
    g->crew = MAL_CREWED;
    g->captured_by = TC_NONE;
    g->refuge = TC_NONE;
    g->acted = 1;
    tc_tell(p->u, MAL_E_GUN_TAKEN, "M-19.16", gun, part, 0);
}

static void split(struct mal_play *p, int unit, int bases)
{
    struct mal_unit *m = &p->s->brigades[unit], shape;
    int k = bases < 0 ? -bases : bases, front = m->front;
    bool ok = mal_split_shape(p->bk, m, bases, &shape);

    TC_BUG_ON(!ok);
    int part = bases < 0 ? mal_split_files(p, unit, 0, k, "M-14.19")
                         : mal_split_files(p, unit, front - k, front, "M-14.19");
    done(p, unit, MAL_OTHER, 0);
    if (part == TC_NONE)
        return;
    mal_set_pose(p->bk, p->s, part, shape.x, shape.y, shape.heading);
    p->s->brigades[part].moved = 1;
    done(p, part, MAL_OTHER, 0);
}

static void halt(struct mal_play *p, int unit)
{
    tc_tell(p->u, MAL_E_HALTS, "M-23.13", unit, 0, 0);
    done(p, unit, MAL_NO_MOVE, 0);
}

static void store_dice(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];

    TC_RULE("M-13.1");
    m->declared = 1;
    m->dice = (uint8_t)a->arg[1];
    m->doubles = (uint8_t)a->arg[2];
    m->place_kind = MAL_NO_PLACE;
    m->place = TC_NONE;
    if (a->arg[3] != TC_NONE) {
        m->place_kind = MAL_PLACE_GROUND;
        m->place = (int16_t)a->arg[3];
    } else if (a->arg[4] != TC_NONE) {
        m->place_kind = MAL_PLACE_UNIT;
        m->place = (int16_t)a->arg[4];
    }
}

static void carry_out(struct mal_play *p, int unit, const struct tc_act *a)
{
    switch (a->verb) {
    case MAL_V_DICE: store_dice(p, unit, a); return;
    case MAL_V_CHANGE:
    case MAL_V_TWICE: change(p, unit, a); return;
    case MAL_V_REFORM: reform(p, unit, a); return;
    case MAL_V_ABOUT: about(p, unit); return;
    case MAL_V_SIDE_STEP:
    case MAL_V_STEP_BACK: step_aside(p, unit, a); return;
    case MAL_V_REFUSE: refuse_flank(p, unit, a); return;
    case MAL_V_ROAD: by_road(p, unit, a->arg[1]); return;
    case MAL_V_DISMOUNT: dismount(p, unit); return;
    case MAL_V_MOUNT: remount(p, unit, a); return;
    case MAL_V_UNLIMBER:
    case MAL_V_PIVOT:
    case MAL_V_SHIFT: gun_action(p, unit, a); return;
    case MAL_V_RECREW: recrew(p, unit); return;
    case MAL_V_TAKE_GUN: take_gun(p, unit, a->arg[1]); return;
    case MAL_V_MERGE: mal_merge(p, unit, a->arg[1], "M-14.18"); return;
    case MAL_V_SPLIT: split(p, unit, a->arg[1]); return;
    default: halt(p, unit); return;
    }
}

/* --- Retired brigades: D3.8, M-22.17, M-22.34 --- */

bool mal_judge_retired(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;
    int unit = v->q->arg[0];
    struct mal_unit x;

    if (a->arg[0] != unit)
        return tc_refuse(why, "M-22.17", MAL_R_NOT_THIS, unit, 0, 0);
    if (a->verb == MAL_V_HALT)
        return true;
    if (a->verb == MAL_V_RETIRE) {
        if (s->brigades[unit].control == MAL_HALT || s->brigades[unit].steadied)
            return tc_refuse(why, "M-7.21", MAL_R_HALTED, unit, 0, 0);
        return true;
    }
    return mal_try_shape(bk, s, unit, a, true, &x, why);
}

int mal_count_retired(const struct tc_view *v)
{
    (void)v;
    return 2 + mal_forms();
}

bool mal_nth_retired(const struct tc_view *v, int i, struct tc_act *out)
{
    out->arg[0] = v->q->arg[0];
    out->verb = i ? MAL_V_RETIRE : MAL_V_HALT;
    if (i < 2)
        return true;
    out->verb = MAL_V_REFORM;
    return mal_unit_forms(mal_book_of(v->book), v->state, v->q->arg[0], i - 2, true, out);
}

static void retired(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_act a = *tc_ask(p->u, m->side, MAL_Q_RETIRED, "M-22.17", unit, 0, 0);

    if (a.verb == MAL_V_RETIRE) {
        mal_retire(p, unit, false, false, "M-22.17");
        done(p, unit, MAL_OTHER, 3);
    } else if (a.verb == MAL_V_REFORM) {
        reform(p, unit, &a);
    } else {
        mal_stop_fleeing(p, unit, mal_never_formed(p->bk, m) ? "M-22.34" : "M-22.17");
        halt(p, unit);
    }
}

/* --- Steps --- */

static int next_member(struct mal_play *p, bool to_march)
{
    int best = TC_NONE;
    int64_t most = 0;

    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *m = &p->s->brigades[i];
        if (!mal_on_table(m) || m->acted || !in_group(p->bk, p->s, i, p->s->group) ||
            (to_march ? !m->dice : m->declared))
            continue;
        int64_t r = mal_rightness(p->bk, p->s, i);
        if (best == TC_NONE || r > most) {
            best = i;
            most = r;
        }
    }
    return best;
}

/* One pool for the group (M-13.10); everybody else alone (M-13.12). */
static void roll_pool(struct mal_play *p)
{
    int dice = 0, n = 0;

    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *m = &p->s->brigades[i];
        if (mal_on_table(m) && !m->acted && m->declared &&
            in_group(p->bk, p->s, i, p->s->group)) {
            dice |= m->dice;
            n += m->dice != 0;
        }
    }
    TC_RULE(n > 1 ? "M-13.10" : "M-13.12");
    TC_RULE("M-RUL-18");
    TC_RULE("M-DEC-18");
    if (dice & 1)
        p->s->roll[0] = (int8_t)mal_roll_average(p, "M-13.2");
    if (dice & 2)
        p->s->roll[1] = (int8_t)mal_roll_average(p, "M-13.2");
    if (dice & 4) {
        TC_RULE("M-1.1");
        p->s->roll[2] = (int8_t)tc_roll(p->u, TC_D6, "M-13.2");
    }
}

void mal_step_declare(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = next_member(&p, false);

    if (unit == TC_NONE) {
        roll_pool(&p);
        s->head.step = MAL_S_MARCH;
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    if (mal_in_close_combat(p.bk, s, unit)) {
        tc_tell(u, MAL_E_HALTS, "M-13.8", unit, 0, 0);
        done(&p, unit, MAL_NO_MOVE, 0);
    } else if (m->status == MAL_RETIRING) {
        retired(&p, unit);
    } else if (m->status == MAL_LOOTING) {
        halt(&p, unit);
    } else {
        struct tc_act a = *tc_ask(u, s->side, MAL_Q_DECLARE, "M-13.1", unit, 0, 0);
        carry_out(&p, unit, &a);
    }
    if (s->brigades[unit].acted)
        conformers_rest(&p, unit);
}

void mal_step_march(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = next_member(&p, true);

    if (unit == TC_NONE) {
        memset(s->roll, 0, sizeof s->roll);
        s->group = TC_NONE;
        s->head.step = MAL_S_PICK;
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    int32_t allowance = mal_allowance(p.bk, s, unit);
    int n = mal_dice_count(m->dice);
    tc_tell(u, MAL_E_MOVE_DICE, "M-13.2", unit, n, allowance);
    struct tc_act a = *tc_ask(u, s->side, MAL_Q_PATH, "M-13.5", unit, allowance, 0);
    if (a.verb == MAL_V_MOVE || a.verb == MAL_V_THREAD)
        take_move(&p, unit, &a, allowance);
    else if (a.verb != MAL_V_HALT)
        take_bend(&p, unit, &a);
    int16_t veer = m->last_veer;
    done(&p, unit, a.verb == MAL_V_HALT ? MAL_NO_MOVE : MAL_DICED, n);
    m->last_veer = veer;
    m->dice = 0;
    conformers_rest(&p, unit);
}

/* --- Compulsory moves: step 3a --- */

static bool pursued(const struct mal_state *s, const struct mal_unit *m)
{
    return m->pursued_by != TC_NONE && mal_on_table(&s->brigades[m->pursued_by]) &&
           s->brigades[m->pursued_by].status == MAL_PURSUING;
}

static bool wants_compulsory(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    (void)bk;
    if (m->status == MAL_ROUTING)
        return !pursued(s, m);
    return m->status == MAL_PURSUING || (m->status == MAL_RETIRING && m->retires_on) ||
           (m->control == MAL_REPEAT && m->status == MAL_NORMAL);
}

/* M-RUL-8: the same dice, straight ahead at the same deviation. */
static void repeat(struct mal_play *p, int unit)
{
    static const uint8_t horse[] = { 0, MAL_ONE, MAL_TWO, MAL_TWO_PLUS };
    static const uint8_t foot[] = { 0, MAL_ONE, MAL_ONE_PLUS, MAL_ONE_PLUS };
    struct mal_unit *m = &p->s->brigades[unit];
    struct mal_stop stop;
    int n = m->last_dice;

    if (mal_in_close_combat(p->bk, p->s, unit) || (m->refuse_k[0] | m->refuse_k[1]) || n == 0 ||
        n > 3 || m->unformed_stay || m->steadied) {
        TC_RULE("M-7.25");
        halt(p, unit);
        return;
    }
    if (m->last_kind == MAL_BY_ROAD) {
        struct mal_unit x;
        int32_t len = p->bk->tables.move.road_march;
        bool ok = m->formation == MAL_MARCH_COLUMN && mal_road_end(p->bk, m, len, &x) &&
                  mal_overlapped(p->bk, p->s, unit, &x, false) == TC_NONE &&
                  !mal_enemy_near_rect(p->bk, p->s, m->side, &x, p->bk->tables.move.horse_stop);
        if (ok)
            by_road(p, unit, len);
        else
            halt(p, unit);
        return;
    }
    bool wide = mal_is_cavalry(p->bk, m) || !mal_is_brigade(p->bk, m);
    m->dice = wide ? horse[n] : foot[n];
    m->doubles = 0;
    p->s->group = (int16_t)unit;
    m->declared = 1;
    m->acted = 0; /* the pool is for those who have still to move */
    memset(p->s->roll, 0, sizeof p->s->roll);
    roll_pool(p);
    uint16_t way = (uint16_t)(m->heading + m->last_veer);
    mal_way(p->bk, p->s, unit, m, way, mal_allowance(p->bk, p->s, unit), 0, &stop);
    TC_RULE("M-RUL-8");
    struct mal_unit from = *m;
    walk(p, unit, &from, way, stop.distance, &stop, false);
    int16_t veer = m->last_veer;
    done(p, unit, MAL_DICED, n);
    m->last_veer = veer;
    m->dice = 0;
    memset(p->s->roll, 0, sizeof p->s->roll);
    p->s->group = TC_NONE;
}

void mal_step_compulsory(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;
    int unit = mal_next_right(p.bk, s, s->side, wants_compulsory);

    if (unit == TC_NONE) {
        s->head.step = MAL_S_PICK;
        return;
    }
    struct mal_unit *m = &s->brigades[unit];
    m->acted = 1;
    if (m->status == MAL_ROUTING) {
        mal_rout_on(&p, unit);
    } else if (m->status == MAL_PURSUING) {
        int q = m->quarry;
        if (q != TC_NONE && mal_on_table(&s->brigades[q]) &&
            s->brigades[q].status == MAL_ROUTING && s->brigades[q].pursued_by == unit &&
            !s->brigades[q].acted) {
            TC_RULE("M-22.27");
            s->brigades[q].acted = 1;
            mal_rout_on(&p, q);
        }
        mal_pursue(&p, unit, true);
    } else if (m->status == MAL_RETIRING) {
        mal_retire(&p, unit, false, false, "M-7.14");
    } else {
        repeat(&p, unit);
    }
}
