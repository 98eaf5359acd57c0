/* rules/malbrook/carry.c - undiced acts of the Movement Phase: formations, horses, guns. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/path.h"

/* Told further down: */
static void merge(struct mal_play *p, int unit, int with);
static void gun_action(struct mal_play *p, int unit, const struct tc_act *a);
static void split(struct mal_play *p, int unit, int bases);
static void change(struct mal_play *p, int unit, const struct tc_act *a);
static void about(struct mal_play *p, int unit);
static void refuse_flank(struct mal_play *p, int unit, const struct tc_act *a);
static void dismount(struct mal_play *p, int unit);
static void recrew(struct mal_play *p, int unit);
static void take_gun(struct mal_play *p, int unit, int gun);
static void remount(struct mal_play *p, int unit, const struct tc_act *a);
static void one_step(struct mal_play *p, int unit, const struct tc_act *a);
static void others_step(struct mal_play *p, int lead, const struct tc_act *a, bool ahead);
static void half(struct mal_play *p, int unit, enum mal_last kind);

/* M-15.22; those who conform step too (M-7.7), the foremost first. */
static void step_aside(struct mal_play *p, int unit, const struct tc_act *a)
{
    others_step(p, unit, a, true);
    one_step(p, unit, a);
    others_step(p, unit, a, false);
}

static void store_dice(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->declared = 1; /* M-13.1 */
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

void mal_by_road(struct mal_play *p, int unit, int32_t len)
{
    struct mal_unit *m = &p->s->brigades[unit], from = *m, x;

    if (mal_road_end(p->bk, m, len, &x)) {
        mal_passed_now_acts(p, unit);
        len = mal_road_volleys(p, unit, len);
        (void)mal_road_end(p->bk, m, len, &x);
        mal_set_pose(p->bk, p->s, unit, x.x, x.y, x.heading);
        m->moved = 1;
        tc_tell(p->u, MAL_E_MOVES, "M-13.24", unit, len, 0); /* M-13.27 */
        mal_road_marched(p, unit, &from, len);
    }
    mal_done(p, unit, MAL_BY_ROAD, mal_is_cavalry(p->bk, m) ? 2 : 1); /* M-14.12 */
    m->charge_move = 0;
}

void mal_carry_out(struct mal_play *p, int unit, const struct tc_act *a)
{
    switch (a->verb) {
    case MAL_V_DICE: store_dice(p, unit, a); return;
    case MAL_V_CHANGE:
    case MAL_V_TWICE: change(p, unit, a); return;
    case MAL_V_REFORM: mal_reform(p, unit, a); return;
    case MAL_V_ABOUT: about(p, unit); return;
    case MAL_V_SIDE_STEP:
    case MAL_V_STEP_BACK: step_aside(p, unit, a); return;
    case MAL_V_REFUSE: refuse_flank(p, unit, a); return;
    case MAL_V_ROAD: mal_by_road(p, unit, a->arg[1]); return;
    case MAL_V_DISMOUNT: dismount(p, unit); return;
    case MAL_V_MOUNT: remount(p, unit, a); return;
    case MAL_V_UNLIMBER:
    case MAL_V_PIVOT:
    case MAL_V_SHIFT: gun_action(p, unit, a); return;
    case MAL_V_RECREW: recrew(p, unit); return;
    case MAL_V_TAKE_GUN: take_gun(p, unit, a->arg[1]); return;
    case MAL_V_MERGE: merge(p, unit, a->arg[1]); return;
    case MAL_V_SPLIT: split(p, unit, a->arg[1]); return;
    default: mal_halt(p, unit); return;
    }
}

/* Whoever takes in one that has had its move this turn has had it too. */
static void merge(struct mal_play *p, int unit, int with)
{
    const struct mal_unit b = p->s->brigades[with];
    struct mal_unit *m = &p->s->brigades[unit];

    mal_merge(p, unit, with, "M-14.18");
    if (!b.acted || !mal_on_table(m))
        return;
    m->acted = 1;
    m->last_kind = b.last_kind;
    m->last_dice = b.last_dice;
    m->last_veer = b.last_veer;
}

static void gun_action(struct mal_play *p, int unit, const struct tc_act *a)
{
    const struct mal_move_table *t = &p->bk->tables.move;
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect r = mal_rect(p->bk, m);

    if (a->verb == MAL_V_UNLIMBER) {
        m->limbered = 0;
        tc_tell(p->u, MAL_E_UNLIMBERS, "M-15.11", unit, 0, 0); /* M-14.7 */
        mal_add_dp(p, unit, m->under_fire ? t->unlimber_fire : t->unlimber_cost, MAL_BY_MOVE,
                   "M-15.11");
    } else if (a->verb == MAL_V_PIVOT) {
        r = tc_turn_on_centre(r, (uint16_t)(m->heading + a->arg[1]));
        mal_set_rect(p->bk, p->s, unit, &r); /* M-23.17, M-GEO-34 */
        m->pivoted = 1;
        tc_tell(p->u, MAL_E_PIVOTS, "M-13.21", unit, a->arg[1], 0);
    } else {
        r = tc_move(r, (uint16_t)(m->heading + a->arg[1]), a->arg[2]);
        mal_set_rect(p->bk, p->s, unit, &r);
        m->moved = 1;
        tc_tell(p->u, MAL_E_MOVES, "M-13.17", unit, a->arg[2], 0);
    }
    mal_done(p, unit, MAL_OTHER, 0);
}

static void split(struct mal_play *p, int unit, int bases)
{
    struct mal_unit *m = &p->s->brigades[unit], shape;
    int k = bases < 0 ? -bases : bases, front = m->front;
    bool ok = mal_split_shape(p->bk, m, bases, &shape);

    TC_BUG_ON(!ok);
    int part = bases < 0 ? mal_split_files(p, unit, 0, k, "M-14.19")
                         : mal_split_files(p, unit, front - k, front, "M-14.19");
    mal_done(p, unit, MAL_OTHER, 0);
    if (part == TC_NONE)
        return;
    mal_set_pose(p->bk, p->s, part, shape.x, shape.y, shape.heading);
    p->s->brigades[part].moved = 1;
    mal_done(p, part, MAL_OTHER, 0);
}

static void change(struct mal_play *p, int unit, const struct tc_act *a)
{
    const struct mal_move_table *t = &p->bk->tables.move;
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    struct mal_unit x;
    bool ok = mal_try_shape(p->bk, p->s, unit, a, false, &x, NULL);

    TC_BUG_ON(!ok);
    mal_take_form(p, unit, &x, a->verb == MAL_V_TWICE ? "M-15.8" : near ? "M-15.6" : "M-15.7");
    if (near) /* M-23.15 */
        mal_add_dp(p, unit, t->change_cost, MAL_BY_MOVE, "M-15.6");
    if (near || a->verb == MAL_V_TWICE)
        mal_done(p, unit, MAL_OTHER, 0);
    else
        half(p, unit, MAL_OTHER);
}

void mal_reform(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit x;
    bool ok = mal_try_shape(p->bk, p->s, unit, a, true, &x, NULL);

    TC_BUG_ON(!ok);
    x.unformed_stay = 0;
    x.status = MAL_NORMAL;
    mal_take_form(p, unit, &x, "M-15.9");
    tc_tell(p->u, MAL_E_REFORMS, "M-15.9", unit, 0, 0);
    mal_done(p, unit, MAL_OTHER, 0);
}

/* M-15.16, M-GEO-30 */
static void about(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];
    bool near = mal_enemy_within(p->bk, p->s, unit, p->bk->tables.command.near);
    struct tc_rect r = tc_about_face(mal_rect(p->bk, m));

    mal_set_rect(p->bk, p->s, unit, &r); /* M-GEO-30 */
    m->turned = 1;
    tc_tell(p->u, MAL_E_FACES_ABOUT, "M-15.16", unit, 0, 0);
    if ((mal_is_cavalry(p->bk, m) && near) || (mal_is_foot(p->bk, m) && m->under_fire))
        mal_add_dp(p, unit, p->bk->tables.move.face_cost, MAL_BY_MOVE, "M-15.16");
    half(p, unit, MAL_OTHER);
}

static void refuse_flank(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];

    *m = mal_refused_as(p->bk, m, a->arg[1], a->arg[2],
                        (uint16_t)p->bk->tables.move.refuse_angle);
    mal_leaders_follow(p->bk, p->s, unit);
    tc_tell(p->u, MAL_E_REFUSES, "M-15.23", unit, a->arg[1], a->arg[2]);
    mal_done(p, unit, MAL_OTHER, 0);
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

static void recrew(struct mal_play *p, int unit)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->crew = MAL_CREWED;
    m->refuge = TC_NONE;
    tc_tell(p->u, MAL_E_RECREWED, "M-19.15", unit, 0, 0);
    mal_done(p, unit, MAL_OTHER, 0);
}

static void take_gun(struct mal_play *p, int unit, int gun)
{
    struct mal_unit *g = &p->s->brigades[gun], *m = &p->s->brigades[unit];
    int part = mal_split_files(p, unit, 0, 1, "M-19.16");

    mal_done(p, unit, MAL_OTHER, 0);
    if (part == TC_NONE)
        return;
    mal_done(p, part, MAL_OTHER, 0);
    g->side = m->side;
    g->command = m->command;
    g->crew = MAL_CREWED;
    g->captured_by = TC_NONE;
    g->refuge = TC_NONE;
    g->acted = 1;
    tc_tell(p->u, MAL_E_GUN_TAKEN, "M-19.16", gun, part, 0);
}

void mal_halt(struct mal_play *p, int unit)
{
    tc_tell(p->u, MAL_E_HALTS, "M-23.13", unit, 0, 0);
    mal_done(p, unit, MAL_NO_MOVE, 0);
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

static void one_step(struct mal_play *p, int unit, const struct tc_act *a)
{
    struct mal_unit *m = &p->s->brigades[unit];
    struct tc_rect r = mal_stepped(p->bk, m, a);

    mal_passed_now_acts(p, unit); /* M-GEO-28, M-GEO-29 */
    mal_set_rect(p->bk, p->s, unit, &r);
    m->moved = 1;
    tc_tell(p->u, a->verb == MAL_V_SIDE_STEP ? MAL_E_STEPS : MAL_E_STEPS_BACK, "M-15.22", unit,
            a->arg[1]);
    mal_done(p, unit, MAL_OTHER, 0);
    mal_withdrawals(p, unit);
}

bool mal_may_holders(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
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

static void others_step(struct mal_play *p, int lead, const struct tc_act *a, bool ahead)
{
    int16_t who[MAL_UNITS];
    int n = mal_step_order(p->s, lead, a, ahead, who);

    for (int i = 0; i < n; i++) {
        if (!mal_steps_too(p->bk, p->s, who[i], a)) {
            tc_tell(p->u, MAL_E_HALTS, "M-GEO-59", who[i], 0, 0);
            continue;
        }
        tc_tell(p->u, MAL_E_CONFORMS, "M-7.7", who[i], lead, 0);
        one_step(p, who[i], a);
    }
}

/* Half a move is used; two halves are a whole. */
static void half(struct mal_play *p, int unit, enum mal_last kind)
{
    struct mal_unit *m = &p->s->brigades[unit];

    m->halves++; /* M-RUL-23 */
    if (m->halves >= 2)
        mal_done(p, unit, kind, 0);
}
