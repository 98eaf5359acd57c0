/* rules/minden/formation.c - chapter Kb: formations and changing them.
 *
 * Here: what each kind may form, bends, turns, whether the new footprint fits (N-GEO-32), the
 * question and its candidates (N-CAND-6).
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

enum {
    TURNS = 3,
    COLUMNS = 3,
    GAPS = 4,
    BENDS = 6,
    FORM_CANDIDATES = TURNS + 3 + COLUMNS + 2 * GAPS + BENDS
};

/* Told further down: */
static void make_straight(struct min_unit *m);
static bool may_form(const struct min_book *bk, int unit, int formation,
                     struct tc_refusal *why);
static bool new_shape(const struct min_book *bk, const struct min_state *s, int unit,
                      const struct tc_act *a, struct min_unit *m, struct tc_refusal *why);
static bool is_bent(const struct min_book *bk, const struct tc_act *a, int unit,
                    struct min_unit *m, struct tc_refusal *why);
static bool good_bend(const struct min_book *bk, int32_t files, int32_t angle);
static void nth_bend(const struct min_unit *m, int i, struct tc_act *out);

void min_change_formation(struct min_play *p, int unit)
{
    struct tc_act a = *tc_ask(p->u, p->s->head.active, MIN_Q_FORM, "N-B1a", unit);
    struct min_unit m;
    struct min_body b;

    TC_BUG_ON(!new_shape(p->bk, p->s, unit, &a, &m, NULL));
    p->s->units[unit] = m; /* N-B1c, N-Kb7, N-GEO-32 */
    p->s->units[unit].supports = TC_NONE;
    min_body(p->bk, p->s, unit, &b);
    p->s->units[unit].crowd = min_overlapped(p->bk, p->s, &b, unit) != TC_NONE;
    tc_tell(p->u, MIN_E_FORMED, "N-Kb7", unit, m.formation,
            a.verb == MIN_V_BEND   ? 1
            : a.verb == MIN_V_TURN ? 2
                                   : 0);
    min_mark_red(p, unit, "N-B1a");
}

/* turn: about, or to a flank; the centre is kept. */
static bool has_turned(const struct min_book *bk, const struct tc_act *a, int unit,
                       struct min_unit *m)
{
    struct min_size z;
    struct tc_rect r;

    min_size_of(bk, unit, m, &z);
    r = tc_rect_at((struct tc_pt){ m->x, m->y }, m->facing, z.w, z.d);
    if (a->arg[0] == MIN_TURN_ABOUT)
        r = tc_about_face(r);
    else
        r = tc_turn_on_centre(
            r, (uint16_t)(r.facing + (a->arg[0] == MIN_TURN_LEFT ? -TC_QUARTER : TC_QUARTER)));
    m->x = r.x;
    m->y = r.y;
    m->facing = r.facing;
    return true; /* N-B4b */
}

/* form: the rank and file it asks for. */
static bool formed(const struct min_book *bk, const struct tc_act *a, int unit,
                   struct min_unit *m, struct tc_refusal *why)
{
    int f = a->arg[0], files = a->arg[1], ranks = a->arg[2], gap = a->arg[3];
    struct min_unit was = *m;

    if (!may_form(bk, unit, f, why))
        return false;
    if (f == MIN_MARCH_COLUMN ? files < 1 || files > bk->t.base.column_files_max : files != 0) {
        /* N-Kb3a */
        return tc_refuse(why, "N-GEO-6b", MIN_R_FILES, bk->t.base.column_files_max);
    }
    if (f == MIN_OPEN ? ranks < 1 || ranks > 2 : ranks != 0)
        return tc_refuse(why, "N-GEO-6e", MIN_R_RANKS);
    if (gap < 0 || gap > (f == MIN_OPEN ? bk->t.base.open_gap_max : 0))
        return tc_refuse(why, "N-GEO-6e", MIN_R_GAP, bk->t.base.open_gap_max); /* N-Kb1a */
    make_straight(m);
    m->formation = (uint8_t)f;
    m->files = (uint8_t)files;
    m->ranks = (uint8_t)ranks;
    m->gap = (uint16_t)gap;
    if (memcmp(&was, m, sizeof was) == 0)
        return tc_refuse(why, "N-Kb7", MIN_R_SAME_FORMATION, unit);
    if (f == MIN_ATTACK_COLUMN) {
        int wide = (m->fig + 2) / 3;
        if ((m->fig + wide - 1) / wide != 3) /* N-Kb4a */
            return tc_refuse(why, "N-GEO-6c", MIN_R_NOT_THREE_DEEP, unit);
    }
    return true;
}

static void make_straight(struct min_unit *m)
{
    m->sections = 1;
    memset(m->section_fig, 0, sizeof m->section_fig);
    memset(m->bend, 0, sizeof m->bend);
}

static bool may_form(const struct min_book *bk, int unit, int formation, struct tc_refusal *why)
{
    const struct min_unit_card *c = min_card(bk, unit);
    bool ok = false;

    switch ((enum min_kind)c->kind) {
    case MIN_LINE_INF:
        ok = formation == MIN_LINE || formation == MIN_MARCH_COLUMN || formation == MIN_SQUARE;
        break;
    case MIN_LINE_CAV: ok = formation == MIN_LINE || formation == MIN_MARCH_COLUMN; break;
    case MIN_LIGHT_INF:
    case MIN_LIGHT_CAV: ok = formation == MIN_OPEN; break;
    case MIN_GUN_MH:
    case MIN_GUN_LIGHT:
    case MIN_COMMAND:
    case MIN_KINDS: break;
    }
    if (c->kind == MIN_LINE_INF && formation == MIN_ATTACK_COLUMN) {
        if (!c->regular)
            return tc_refuse(why, "N-Kb4d", MIN_R_FORMATION_BARRED, unit, formation);
        ok = true;
    }
    return ok || tc_refuse(why, "N-Kb9", MIN_R_FORMATION_BARRED, unit, formation);
}

bool min_may_form_attack_column(const struct min_book *bk, const struct min_state *s, int unit)
{
    int fig = s->units[unit].fig, files = (fig + 2) / 3;

    return may_form(bk, unit, MIN_ATTACK_COLUMN, NULL) &&
           s->units[unit].formation != MIN_ATTACK_COLUMN && (fig + files - 1) / files == 3;
}

static bool new_shape(const struct min_book *bk, const struct min_state *s, int unit,
                      const struct tc_act *a, struct min_unit *m, struct tc_refusal *why)
{
    *m = s->units[unit];
    if (a->verb == MIN_V_TURN)
        return has_turned(bk, a, unit, m);
    if (min_is_gun(bk, unit) || min_is_command(bk, unit))
        return tc_refuse(why, "N-Kb9", MIN_R_FORMATION_BARRED, unit, m->formation);
    if (a->verb == MIN_V_BEND)
        return is_bent(bk, a, unit, m, why);
    return formed(bk, a, unit, m, why);
}

/* bend: left-files left right-files right. */
static bool is_bent(const struct min_book *bk, const struct tc_act *a, int unit,
                    struct min_unit *m, struct tc_refusal *why)
{
    int left = a->arg[0], right = a->arg[2], least = bk->t.base.section_files_min;
    int files = (m->fig + 1) / 2, centre = files - left - right;

    if (!min_is_line(bk, unit) || m->formation != MIN_LINE)
        return tc_refuse(why, "N-Kb5b", MIN_R_BEND_KIND, unit);
    if (left < 0 || right < 0 || left > files || right > files || left + right == 0 ||
        centre < least || (left && left < least) || (right && right < least))
        return tc_refuse(why, "N-GEO-15a", MIN_R_BEND_FILES, least, files);
    if (!good_bend(bk, left, a->arg[1]) || !good_bend(bk, right, a->arg[3]))
        return tc_refuse(why, "N-Kb5b", MIN_R_BEND_ANGLE, bk->t.base.bend_forward_max,
                         bk->t.base.bend_back_max);
    m->sections = (uint8_t)(1 + (left > 0) + (right > 0)); /* N-Kb5c */
    m->section_fig[0] = (uint8_t)(2 * left);
    m->section_fig[2] = (uint8_t)(right ? m->fig - 2 * (files - right) : 0);
    m->section_fig[1] = (uint8_t)(m->fig - m->section_fig[0] - m->section_fig[2]);
    m->bend[0] = (int16_t)a->arg[1];
    m->bend[1] = (int16_t)a->arg[3];
    if (m->section_fig[2] == 0 && right)
        return tc_refuse(why, "N-GEO-15a", MIN_R_BEND_FILES, least, files);
    return true; /* N-RUL-43 */
}

static bool good_bend(const struct min_book *bk, int32_t files, int32_t angle)
{
    const struct min_base_table *b = &bk->t.base;

    if (files == 0) /* N-Kb5b */
        return angle == 0;
    return angle != 0 && angle <= b->bend_forward_max && angle >= -b->bend_back_max;
}

bool min_judge_form(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = v->q->arg[0];
    struct min_unit m;

    return new_shape(bk, s, unit, a, &m, why) && min_fits(bk, s, unit, &m, "N-GEO-32", why);
}

int min_count_form(const struct tc_view *v)
{
    (void)v;
    return FORM_CANDIDATES;
}

bool min_nth_form(const struct tc_view *v, int i, struct tc_act *out)
{
    static const int32_t gaps[GAPS] = { 0, 1000, 3000, 6000 };
    static const int8_t plain[] = { MIN_LINE, MIN_SQUARE, MIN_ATTACK_COLUMN };
    const struct min_state *s = v->state;

    out->verb = i < TURNS ? MIN_V_TURN : MIN_V_FORM; /* N-CAND-6 */
    if (i < TURNS) {
        out->arg[0] = i;
        return true;
    }
    i -= TURNS;
    if (i < 3) {
        out->arg[0] = plain[i];
        return true;
    }
    i -= 3;
    if (i < COLUMNS) {
        out->arg[0] = MIN_MARCH_COLUMN;
        out->arg[1] = 1 << i;
        return true;
    }
    i -= COLUMNS;
    if (i < 2 * GAPS) {
        out->arg[0] = MIN_OPEN;
        out->arg[2] = 1 + i / GAPS;
        out->arg[3] = gaps[i % GAPS];
        return true;
    }
    nth_bend(&s->units[v->q->arg[0]], i - 2 * GAPS, out);
    return true;
}

static void nth_bend(const struct min_unit *m, int i, struct tc_act *out)
{
    static const int32_t angle[] = { 8192, -8192, -16384 };
    int files = (m->fig + 1) / 2, wing = files / 2;

    out->verb = MIN_V_BEND;
    out->arg[i < 3 ? 0 : 2] = wing;
    out->arg[i < 3 ? 1 : 3] = angle[i % 3];
}

/* Is there any change to make? An about turn takes no room, so only bent lines need a look. */
bool min_judge_may_change(const struct min_book *bk, const struct min_state *s, int unit,
                          struct tc_refusal *why)
{
    struct tc_query q = { (int16_t)min_side_of(bk, unit), MIN_Q_FORM, "N-B1a", { unit } };
    struct tc_view v = { &bk->head, s, &q };
    struct tc_act a;

    if (s->units[unit].formation == MIN_UNLIMBERED)
        return tc_refuse(why, "N-Kb9", MIN_R_IS_UNLIMBERED, unit);
    if (s->units[unit].sections == 1)
        return true;
    for (int i = FORM_CANDIDATES - 1; i >= 0; i--) {
        memset(&a, 0, sizeof a);
        if (min_nth_form(&v, i, &a) && min_judge_form(&v, &a, NULL))
            return true;
    }
    return tc_refuse(why, "N-GEO-32", MIN_R_NO_CHANGE, unit);
}

/* An enemy that was 3 inches off or more and would be nearer now; TC_NONE. */
static int crowds_enemy(const struct min_book *bk, const struct min_state *s, int unit,
                        const struct min_body *was, const struct min_body *is)
{
    int32_t r = bk->t.move.enemy_limit - 1;
    struct min_body e;

    for (int i = 0; i < bk->units; i++) {
        if (!min_on_table(s, i) || min_side_of(bk, i) == min_side_of(bk, unit) ||
            min_far(bk, s, i, is, r))
            continue;
        min_body(bk, s, i, &e);
        if (min_bodies_within(is, &e, r) && !min_bodies_within(was, &e, r))
            return i;
    }
    return TC_NONE;
}

/* Same ground, same neighbours: about turns never ask for room. */
static bool same_ground(const struct min_body *a, const struct min_body *b)
{
    return a->n == 1 && b->n == 1 && a->box[0].min_x == b->box[0].min_x &&
           a->box[0].min_y == b->box[0].min_y && a->box[0].max_x == b->box[0].max_x &&
           a->box[0].max_y == b->box[0].max_y;
}

bool min_fits(const struct min_book *bk, const struct min_state *s, int unit,
              const struct min_unit *m, const char *rule, struct tc_refusal *why)
{
    struct min_body was, is;
    int who;

    min_body(bk, s, unit, &was);
    min_body_of(bk, unit, m, &is);
    if (same_ground(&was, &is))
        return true;
    if (!min_body_on_table(bk, &is))
        return tc_refuse(why, rule, MIN_R_OFF_TABLE, unit);
    if (min_blocked(bk, &is))
        return tc_refuse(why, rule, MIN_R_IMPASSABLE, TC_NONE);
    who = min_overlapped(bk, s, &is, unit);
    if (who != TC_NONE)
        return tc_refuse(why, rule, MIN_R_OVERLAPS, unit, who);
    who = crowds_enemy(bk, s, unit, &was, &is);
    if (who != TC_NONE)
        return tc_refuse(why, rule, MIN_R_ENEMY_NEAR, unit, who);
    return true;
}
