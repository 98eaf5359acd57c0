/* rules/minden/flight.c - chapters A and C: evading, retreating and routing moves.
 *
 * Here: N-A1, N-C20, N-GEO-22, N-RUL-29, N-RUL-66, and the step of compulsory moves. The marks
 * in square brackets of the source are read as N-RUL-1 says.
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* The enemies within 18 inches, other than the one it flees. */
struct foes {
    int n;
    struct tc_gap before[MIN_UNITS];
    struct min_body body[MIN_UNITS];
};

enum exit { STAYS, LEAVES, STUCK };

/* Told further down: */
static bool must_flee(const struct min_book *bk, const struct min_state *s, int side, int unit);
static void compulsory_move(struct min_play *p, int unit);
static void turned(const struct min_book *bk, int unit, const struct min_unit *m,
                   uint16_t heading, struct min_unit *out);
static void body_after(const struct min_book *bk, int unit, const struct min_unit *m, int32_t d,
                       struct min_body *out);
static bool barred(const struct min_book *bk, const struct min_state *s, int unit,
                   const struct min_body *b, uint16_t heading, int32_t d);
static int32_t until_clear(const struct min_book *bk, const struct min_state *s, int unit,
                           const struct min_unit *m, int32_t d);
static int32_t clear_of(const struct min_body *b, uint16_t heading, int32_t d,
                        const struct min_body *other);
static enum exit find_exit(const struct min_book *bk, int unit, const struct min_unit *m,
                           const struct min_body *b, int32_t distance, int32_t *travel);
static bool is_well_inside(const struct min_book *bk, const struct min_body *b);
static int32_t reaches_edge(const struct min_book *bk, const struct min_body *b,
                            uint16_t heading, int edge, int32_t most,
                            const struct min_body *end);
static bool beyond(const struct min_book *bk, const struct min_body *b, int edge);
static bool in_segment(const struct min_book *bk, int side, struct tc_pt p);
static void list_foes(const struct min_book *bk, const struct min_state *s, int unit,
                      const struct min_body *was, int from, struct foes *f);

/* --- Compulsory moves --- */

void min_step_compulsory(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    int left = 0;

    for (int i = 0; i < p.bk->units; i++)
        left += must_flee(p.bk, p.s, p.s->head.active, i);
    if (left == 0) {
        p.s->cursor = 0;
        min_begin_phase(&p, MIN_P_CLEAR, "N-S4");
        min_go(&p, MIN_S_CLEAR);
        return;
    }
    compulsory_move(&p, tc_ask(u, p.s->head.active, MIN_Q_FLEE, "N-A1a")->arg[0]);
}

static bool must_flee(const struct min_book *bk, const struct min_state *s, int side, int unit)
{
    const struct min_unit *m = &s->units[unit];

    return m->where == MIN_ON_TABLE && min_side_of(bk, unit) == side &&
           m->morale != MIN_STEADY && !m->compulsory;
}

static void compulsory_move(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];
    bool routs = m->morale == MIN_ROUTING;
    int from = m->flight_from;

    m->compulsory = 1;
    m->acted = 1;
    tc_tell(p->u, MIN_E_FLEES, "N-A1a", unit); /* N-A1d */
    if (from == TC_NONE || !min_on_table(p->s, from))
        from = min_flight_enemy(p->bk, p->s, unit);
    if (m->melee != TC_NONE)
        min_leave_melee(p, unit);                                          /* N-A1g */
    if (!min_flee(p, unit, from, routs ? MIN_ROUT : MIN_RETREAT, "N-A1c")) /* N-A1c, N-F9 */
        return;
    m->moved = 1;
    m->first_flight_done = 1;
    if (routs)
        return;             /* N-A1f */
    m->morale = MIN_STEADY; /* N-A1e, N-RUL-25 */
    m->flight_from = TC_NONE;
    m->first_flight_done = 0;
}

bool min_judge_flee(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (must_flee(min_book_of(v->book), v->state, v->q->side, a->arg[0]))
        return true;
    return tc_refuse(why, "N-A1a", MIN_R_NOT_FLEEING, a->arg[0]);
}

/* --- C. Response fire and response moves --- */

/* N-C20b: would it come nearer to one of them? */
static bool comes_nearer(const struct foes *f, const struct min_body *is)
{
    for (int i = 0; i < f->n; i++)
        if (tc_gap_cmp(min_bodies_gap(is, &f->body[i]), f->before[i]) < 0)
            return true;
    return false;
}

static void pass_friends(struct min_play *p, int unit, const struct min_body *b,
                         uint16_t heading, int32_t d, int kind)
{
    struct min_body other;

    for (int i = 0; i < p->bk->units; i++) {
        if (i == unit || !min_on_table(p->s, i) ||
            min_side_of(p->bk, i) != min_side_of(p->bk, unit) || min_far(p->bk, p->s, i, b, d))
            continue;
        min_body(p->bk, p->s, i, &other);
        if (!min_bodies_sweep(b, heading, d, &other))
            continue;
        if (kind == MIN_EVADE) /* N-C20c */
            min_put(p->s->mover.passed, i);
        min_interpenetrate(p, unit, i);
    }
}

static bool no_way_out(struct min_play *p, int unit)
{
    tc_tell(p->u, MIN_E_NO_WAY, "N-C20d", unit);
    min_destroy(p, unit, "N-C20d");
    return false;
}

static int32_t throw_distance(struct min_play *p, int unit, const char *rule)
{
    const struct min_unit *m = &p->s->units[unit];
    int32_t d = 1000 * min_die_sum(p, min_rate(p->bk, p->s, unit), min_side_of(p->bk, unit),
                                   TC_NO_FACE, rule);

    /* N-A1b, N-C20f */
    if (min_kind_of(p->bk, unit) == MIN_LINE_INF &&
        (m->formation == MIN_MARCH_COLUMN || m->formation == MIN_ATTACK_COLUMN)) {
        d += p->bk->t.move.column_bonus; /* N-RUL-8 */
    }
    return d;
}

static bool leave_table(struct min_play *p, int unit, const struct min_unit *from,
                        int32_t travel, int kind)
{
    struct min_body b;

    min_body_of(p->bk, unit, from, &b);
    pass_friends(p, unit, &b, from->facing, travel, kind);
    p->s->units[unit].x = from->x;
    p->s->units[unit].y = from->y;
    p->s->units[unit].facing = from->facing;
    tc_tell(p->u, MIN_E_LEFT_TABLE, "N-C20h", unit);
    min_destroy_after(p, unit, travel, "N-C20h");
    return false;
}

/* Go along the way found; terrain may cut it short (N-Jd1). */
static bool run_away(struct min_play *p, int unit, const struct min_unit *from,
                     int32_t distance, int kind, const char *rule)
{
    struct min_unit *m = &p->s->units[unit];
    struct min_body b;
    int32_t travel = distance;
    int piece;

    min_body_of(p->bk, unit, from, &b);
    distance = min_march_to_ground(p->bk, b.anchor, from->facing, distance, &piece);
    distance = until_clear(p->bk, p->s, unit, from, distance);
    enum exit out = find_exit(p->bk, unit, from, &b, distance, &travel);
    if (out == STUCK ||
        barred(p->bk, p->s, unit, &b, from->facing, out == LEAVES ? travel : distance))
        return no_way_out(p, unit);
    if (out == LEAVES)
        return leave_table(p, unit, from, travel, kind);
    pass_friends(p, unit, &b, from->facing, distance, kind);
    struct tc_pt to = tc_step(b.anchor, from->facing, distance);
    m->x = to.x;
    m->y = to.y;
    m->facing = from->facing;
    m->clinch = m->crowd = 0;
    m->supports = TC_NONE;
    min_note_event(p->s, p->bk, unit, kind, from, distance);
    tc_tell(p->u, MIN_E_FLIGHT, rule, unit, kind, distance);
    struct min_body there;
    min_body(p->bk, p->s, unit, &there);
    m->crowd = min_overlapped(p->bk, p->s, &there, unit) != TC_NONE;
    return true;
}

/* An enemy bars the way (but not one it stands upon already). */
static bool barred(const struct min_book *bk, const struct min_state *s, int unit,
                   const struct min_body *b, uint16_t heading, int32_t d)
{
    struct min_body e;

    for (int i = 0; i < bk->units; i++) {
        if (!min_on_table(s, i) || min_side_of(bk, i) == min_side_of(bk, unit) ||
            min_far(bk, s, i, b, d))
            continue;
        min_body(bk, s, i, &e);
        if (!min_bodies_overlap(b, &e) && min_bodies_sweep(b, heading, d, &e))
            return true;
    }
    for (int i = 0; i < bk->grounds; i++) {
        struct tc_shape sh;
        if (!bk->ground[i].impassable)
            continue;
        min_shape(&bk->ground[i], &sh);
        for (int k = 0; k < b->n; k++)
            if (min_is_linear(&bk->ground[i]) ? tc_line_swept(&sh, &b->box[k], heading, d)
                                              : tc_poly_swept(&sh, &b->box[k], heading, d))
                return true;
    }
    return false;
}

static uint16_t to_own_edge(const struct min_book *bk, int unit)
{
    static const uint16_t heading[] = { [MIN_NORTH] = 0,
                                        [MIN_EAST] = TC_QUARTER,
                                        [MIN_SOUTH] = TC_HALF,
                                        [MIN_WEST] = TC_HALF + TC_QUARTER };

    return heading[bk->side[min_side_of(bk, unit)].own_edge]; /* N-GEO-2 */
}

/* The first direction that brings it nearer to none; false if there is none. */
static bool find_way(const struct min_book *bk, const struct min_state *s, int unit, int from,
                     int32_t distance, struct min_unit *out)
{
    const struct min_unit *m = &s->units[unit];
    struct min_body was, is;
    struct foes foes;
    uint16_t straight = to_own_edge(bk, unit);

    if (from != TC_NONE && min_on_table(s, from)) {
        /* N-C20a, N-GEO-22a */
        straight = tc_bearing(min_centre(bk, s, from), min_centre(bk, s, unit));
    }
    min_body(bk, s, unit, &was);
    list_foes(bk, s, unit, &was, from, &foes);
    for (int32_t off = 0; off <= TC_QUARTER; off += 1024)
        for (int sign = 1; sign >= -1; sign -= 2) {
            if (off == 0 && sign < 0)
                continue;
            turned(bk, unit, m, (uint16_t)(straight + sign * off), out);
            body_after(bk, unit, out, distance, &is);
            if (!comes_nearer(&foes, &is))
                return true; /* N-C20b, N-GEO-22b */
        }
    return false;
}

/* The unit as it stands when it has turned on its centre to flee along a heading. */
static void turned(const struct min_book *bk, int unit, const struct min_unit *m,
                   uint16_t heading, struct min_unit *out)
{
    struct min_size z;

    min_size_of(bk, unit, m, &z);
    struct tc_rect r = tc_rect_at((struct tc_pt){ m->x, m->y }, m->facing, z.w, z.d);
    r = tc_turn_on_centre(r, heading);
    *out = *m;
    out->x = r.x;
    out->y = r.y;
    out->facing = r.facing;
}

static void body_after(const struct min_book *bk, int unit, const struct min_unit *m, int32_t d,
                       struct min_body *out)
{
    struct tc_pt to = tc_step((struct tc_pt){ m->x, m->y }, m->facing, d);

    min_body_of(bk, unit, m, out);
    min_body_shift(out, to.x - m->x, to.y - m->y);
}

bool min_flee(struct min_play *p, int unit, int from, int kind, const char *rule)
{
    struct min_unit *m = &p->s->units[unit], way;
    bool later = m->first_flight_done && kind != MIN_EVADE;

    /* N-RUL-1 */
    min_disorder(p, unit, kind == MIN_EVADE ? "N-C20g" : kind == MIN_ROUT ? "N-J5d" : "N-J5c");
    if (min_rate(p->bk, p->s, unit) == 0)
        return no_way_out(p, unit);                   /* N-RUL-30 */
    int32_t distance = throw_distance(p, unit, rule); /* N-CAND-4 */
    if (later) {
        turned(p->bk, unit, m, to_own_edge(p->bk, unit), &way); /* N-C20e, N-GEO-22c */
    } else if (!find_way(p->bk, p->s, unit, from, distance, &way)) {
        return no_way_out(p, unit);
    }
    return run_away(p, unit, &way, distance, kind, rule);
}

/* N-GEO-22d: it goes on until it is clear of friends. */
static int32_t until_clear(const struct min_book *bk, const struct min_state *s, int unit,
                           const struct min_unit *m, int32_t d)
{
    struct min_body start, there, other;

    min_body_of(bk, unit, m, &start);
    for (int guard = 0; guard < MIN_UNITS; guard++) {
        body_after(bk, unit, m, d, &there);
        int who = min_overlapped(bk, s, &there, unit);
        if (who == TC_NONE || min_side_of(bk, who) != min_side_of(bk, unit))
            return d;
        min_body(bk, s, who, &other); /* N-GEO-22d */
        d = tc_max(clear_of(&start, m->facing, d, &other), d + 1);
    }
    return d;
}

/* Travel after which the body is clear of the unit it lies on. */
static int32_t clear_of(const struct min_body *b, uint16_t heading, int32_t d,
                        const struct min_body *other)
{
    const int32_t far = 60000;
    int32_t best = d;

    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < other->n; k++) {
            struct tc_pt to = tc_step(b->box[i].anchor, heading, d + far);
            struct tc_box box = b->box[i];
            tc_box_shift(&box, to.x - box.anchor.x, to.y - box.anchor.y);
            int32_t back =
                tc_sweep_reach(&box, (uint16_t)(heading + TC_HALF), far, &other->box[k], 0);
            if (back >= 0)
                best = tc_max(best, d + far - back);
        }
    return best;
}

/* Which edge does it meet first, if any? The own one lets it go, the others do not. */
static enum exit find_exit(const struct min_book *bk, int unit, const struct min_unit *m,
                           const struct min_body *b, int32_t distance, int32_t *travel)
{
    int side = min_side_of(bk, unit), own = bk->side[side].own_edge;
    int32_t out = INT32_MAX, other = INT32_MAX;
    struct min_body end;

    body_after(bk, unit, m, distance, &end);
    *travel = distance;
    if (is_well_inside(bk, b) && is_well_inside(bk, &end))
        return STAYS;
    for (int e = 0; e < 4; e++) {
        int32_t d = reaches_edge(bk, b, m->facing, e, distance, &end);
        if (e == own)
            out = d;
        else
            other = tc_min(other, d);
    }
    *travel = tc_min(tc_min(out, other), distance);
    if (out == INT32_MAX && other == INT32_MAX) {
        if (min_body_on_table(bk, &end))
            return STAYS;
        return beyond(bk, &end, own) ? LEAVES : STUCK; /* by the rounding of a corner */
    }
    struct tc_pt at = tc_step(b->anchor, m->facing, *travel); /* N-RUL-29 */
    return out <= other && in_segment(bk, side, at) ? LEAVES : STUCK;
}

/* Touches no edge. */
static bool is_well_inside(const struct min_book *bk, const struct min_body *b)
{
    return b->min_x > 0 && b->min_y > 0 && b->max_x < bk->width && b->max_y < bk->height;
}

/* Travel after which the body meets an edge of the table; 0 if it stood there and goes over it;
 * INT32_MAX if it does not meet it before the way ends or another edge is passed. */
static int32_t reaches_edge(const struct min_book *bk, const struct min_body *b,
                            uint16_t heading, int edge, int32_t most,
                            const struct min_body *end)
{
    struct tc_pt a = { 0, 0 }, c = { bk->width, 0 };
    struct tc_box line;
    int32_t best = INT32_MAX;
    bool stood = false;

    if (edge == MIN_NORTH || edge == MIN_EAST)
        a = (struct tc_pt){ bk->width, bk->height };
    if (edge == MIN_NORTH || edge == MIN_WEST)
        c = (struct tc_pt){ 0, bk->height };
    tc_box_segment(&line, a, c);
    for (int i = 0; i < b->n; i++) {
        if (tc_within(&b->box[i], &line, 0)) {
            stood = true;
            continue;
        }
        int32_t d = tc_sweep_reach(&b->box[i], heading, most, &line, 0);
        if (d >= 0)
            best = tc_min(best, d);
    }
    return best == INT32_MAX && stood && beyond(bk, end, edge) ? 0 : best;
}

/* Some of the body lies beyond an edge. */
static bool beyond(const struct min_book *bk, const struct min_body *b, int edge)
{
    for (int i = 0; i < b->n; i++) {
        const struct tc_box *x = &b->box[i];
        if ((edge == MIN_NORTH && x->max_y > bk->height) ||
            (edge == MIN_SOUTH && x->min_y < 0) || (edge == MIN_EAST && x->max_x > bk->width) ||
            (edge == MIN_WEST && x->min_x < 0))
            return true;
    }
    return false;
}

static bool in_segment(const struct min_book *bk, int side, struct tc_pt p)
{
    const struct min_side_card *c = &bk->side[side];
    int32_t at = c->own_edge == MIN_NORTH || c->own_edge == MIN_SOUTH ? p.x : p.y;

    return c->edge_from >= c->edge_to || (at >= c->edge_from && at <= c->edge_to);
}

static void list_foes(const struct min_book *bk, const struct min_state *s, int unit,
                      const struct min_body *was, int from, struct foes *f)
{
    int enemy = 1 - min_side_of(bk, unit);

    f->n = 0; /* N-RUL-66 */
    for (int i = bk->first_of[enemy]; i < bk->end_of[enemy]; i++) {
        if (i == from || !min_on_table(s, i) || min_side_of(bk, i) != enemy ||
            min_far(bk, s, i, was, bk->t.test.distance))
            continue;
        min_body(bk, s, i, &f->body[f->n]);
        f->before[f->n] = min_bodies_gap(was, &f->body[f->n]);
        if (min_bodies_within(was, &f->body[f->n], bk->t.test.distance))
            f->n++;
    }
}

/* The enemy a unit would flee from now: one it fights, else the nearest. */
int min_flight_enemy(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];
    struct min_body b;
    struct tc_gap g;
    int any = TC_NONE;

    if (m->melee != TC_NONE) {
        if (m->foe != TC_NONE && s->units[m->foe].melee == m->melee)
            return m->foe;
        for (int i = 0; i < bk->units; i++) {
            if (s->units[i].melee != m->melee || min_side_of(bk, i) == min_side_of(bk, unit))
                continue;
            if (s->units[i].foe == unit)
                return i;
            any = any == TC_NONE ? i : any;
        }
        if (any != TC_NONE)
            return any;
    }
    min_body(bk, s, unit, &b);
    return min_nearest_enemy(bk, s, min_side_of(bk, unit), &b, &g);
}
