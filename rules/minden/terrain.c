/* rules/minden/terrain.c - chapter Jd: terrain, and N-GEO-24, N-GEO-25.
 *
 * Here: where pieces of ground lie, whom they stop, disorder and cover, what they do to a
 * charge. Not here: sight (sight.c).
 */
#include "rules/minden/inner.h"

_Static_assert(sizeof(struct tc_pt) == sizeof(struct tc_scene_point), "points are alike");

/* Told further down: */
static bool disorders(const struct min_ground *g);
static bool beside(const struct tc_shape *sh, struct tc_pt a, struct tc_pt b);
static int32_t march_past_line(const struct tc_shape *sh, struct tc_pt p, uint16_t heading,
                               int32_t most);
static bool minds_ground(const struct min_book *bk, int unit);
static bool disturbed(const struct min_ground *g, struct tc_pt from, struct tc_pt to,
                      struct tc_pt end);
static bool is_charging(const struct min_state *s, int unit);
static bool runs_over(const struct min_ground *g, struct tc_pt from, struct tc_pt to);
static int hill_bonus(const struct min_ground *g, struct tc_pt from, struct tc_pt target);

void min_ground_effects(struct min_play *p, int unit, struct tc_pt from, struct tc_pt to,
                        struct tc_pt end)
{
    for (int i = 0; i < p->bk->grounds; i++) {
        const struct min_ground *g = &p->bk->ground[i];
        if (!disorders(g) || !disturbed(g, from, to, end) || !minds_ground(p->bk, unit))
            continue;
        min_disorder(p, unit, g->disorders ? "N-Jd2" : "N-Jd12"); /* N-J2, N-Jd12 */
    }
}

static bool disorders(const struct min_ground *g)
{
    return g->disorders || (g->cls == MIN_SOFT_GROUND && g->soft_disorders); /* N-TAB-5 */
}

int32_t min_march_to_ground(const struct min_book *bk, struct tc_pt p, uint16_t heading,
                            int32_t most, int *which)
{
    struct tc_pt end = tc_step(p, heading, most);

    *which = TC_NONE;
    for (int i = 0; i < bk->grounds && most > 0; i++) {
        const struct min_ground *g = &bk->ground[i];
        struct tc_shape sh;
        if (!g->stops)
            continue;
        min_shape(g, &sh);
        if (beside(&sh, p, end))
            continue;
        int32_t d = min_is_linear(g) ? march_past_line(&sh, p, heading, most)
                                     : tc_poly_march(&sh, p, heading, most);
        if (d < 0 || (d >= most && *which != TC_NONE))
            continue;
        most = d; /* N-Jd1, N-Jd14 */
        *which = i;
    }
    return most;
}

static bool beside(const struct tc_shape *sh, struct tc_pt a, struct tc_pt b)
{
    return tc_max(a.x, b.x) < sh->min_x || tc_min(a.x, b.x) > sh->max_x ||
           tc_max(a.y, b.y) < sh->min_y || tc_min(a.y, b.y) > sh->max_y;
}

bool min_met(const struct min_ground *g, struct tc_pt from, struct tc_pt to)
{
    struct tc_shape sh;

    min_shape(g, &sh);
    if (beside(&sh, from, to))
        return false;
    if (min_is_linear(g))
        return tc_line_crossed(&sh, from, to);
    return tc_poly_has(&sh, from) != tc_poly_has(&sh, to);
}

/* The travel to the first point beyond a line; -1 if it is not crossed, or only run along. */
static int32_t march_past_line(const struct tc_shape *sh, struct tc_pt p, uint16_t heading,
                               int32_t most)
{
    int32_t d = tc_line_near(sh, p, 0) ? 1 : tc_line_march(sh, p, heading, most);

    for (int guard = 0; d >= 0 && guard < 4; guard++, d++) {
        if (d > most)
            return -1;
        if (!tc_line_near(sh, tc_step(p, heading, d), 0))
            return d;
    }
    return -1;
}

int min_blocked_by(const struct min_book *bk, const struct min_body *b)
{
    for (int i = 0; i < bk->grounds; i++) {
        struct tc_shape sh;
        if (!bk->ground[i].impassable)
            continue;
        min_shape(&bk->ground[i], &sh);
        for (int k = 0; k < b->n; k++)
            if (min_is_linear(&bk->ground[i]) ? tc_line_within(&sh, &b->box[k], 0)
                                              : tc_poly_meets(&sh, &b->box[k]))
                return i;
    }
    return TC_NONE;
}

bool min_blocked(const struct min_book *bk, const struct min_body *b)
{
    return min_blocked_by(bk, b) != TC_NONE;
}

/* Line infantry, line cavalry and guns suffer; light troops do not (N-RUL-62). */
static bool minds_ground(const struct min_book *bk, int unit)
{
    if (min_is_light(bk, unit))
        return false; /* N-Jd3, N-RUL-62 */
    return !min_is_command(bk, unit);
}

/* Did the way from one point to another disturb the ranks? Entering does, and moving about
 * inside; a move that leads out does not (N-RUL-34). */
static bool disturbed(const struct min_ground *g, struct tc_pt from, struct tc_pt to,
                      struct tc_pt end)
{
    struct tc_shape sh;

    if (min_is_linear(g))
        return min_crossed(g, from, to);
    bool was = min_in_ground(g, from), is = min_in_ground(g, to);
    if (was)
        return is && min_in_ground(g, end); /* N-Jd4, N-RUL-34 */
    if (is)
        return true;
    min_shape(g, &sh);
    return !beside(&sh, from, to) && tc_poly_cut(&sh, from, to);
}

static bool behind(const struct min_book *bk, const struct min_ground *g,
                   const struct min_body *b, struct tc_pt firer)
{
    struct tc_shape sh;
    struct tc_box front;

    min_shape(g, &sh);
    for (int i = 0; i < b->n; i++) {
        tc_box_front(&front, &b->box[i]);
        if (tc_line_crossed(&sh, firer, b->box[i].centre) &&
            tc_line_within(&sh, &front, bk->t.move.carry_over)) {
            return true; /* N-Jd8, N-GEO-25 */
        }
    }
    return false;
}

int min_ground_bonus(const struct min_book *bk, struct tc_pt from, struct tc_pt to,
                     struct tc_pt target)
{
    int bonus = 1;

    for (int i = 0; i < bk->grounds; i++) {
        const struct min_ground *g = &bk->ground[i];
        if (g->cls == MIN_SOFT_GROUND && g->soft_negates_charge && runs_over(g, from, to))
            return 0; /* N-Jd11 */
        if (g->cls != MIN_HILL || g->hill_charge == MIN_HILL_NONE)
            continue;
        int hill = hill_bonus(g, from, target);
        if (hill == 0)
            return 0;
        bonus = tc_max(bonus, hill);
    }
    return bonus;
}

static bool runs_over(const struct min_ground *g, struct tc_pt from, struct tc_pt to)
{
    struct tc_shape sh;

    if (min_in_ground(g, from) || min_in_ground(g, to))
        return true;
    min_shape(g, &sh);
    return !beside(&sh, from, to) && tc_poly_cut(&sh, from, to);
}

int min_cover_of(const struct min_book *bk, const struct min_state *s, int target,
                 const struct min_body *b, struct tc_pt firer)
{
    int best = MIN_NO_COVER;

    if (is_charging(s, target))
        return MIN_NO_COVER; /* N-Jd9, N-RUL-35 */
    for (int i = 0; i < bk->grounds; i++) {
        const struct min_ground *g = &bk->ground[i];
        if (g->cls == MIN_HILL)
            continue; /* N-RUL-63: flat on top */
        if (g->cover <= best)
            continue;
        if (min_is_linear(g) ? behind(bk, g, b, firer) : min_in_ground(g, b->anchor))
            best = g->cover; /* N-Jd6, N-Jd15 */
    }
    return best;
}

static bool is_charging(const struct min_state *s, int unit)
{
    return s->mover.unit == unit &&
           (s->mover.purpose == MIN_CHARGES || s->mover.purpose == MIN_PURSUES);
}

static int hill_bonus(const struct min_ground *g, struct tc_pt from, struct tc_pt target)
{
    bool high = min_in_ground(g, from), up = min_in_ground(g, target);

    if (!high && !up) /* N-RUL-36 */
        return 1;
    switch ((enum min_hill_charge)g->hill_charge) { /* N-Jd13 */
    case MIN_HILL_NONE: return 1;
    case MIN_HILL_NEGATES: return 0;
    case MIN_UPHILL_NEGATES: return up && !high ? 0 : 1;
    case MIN_DOWNHILL_ENHANCES: return high && !up ? 2 : 1;
    }
    return 1;
}

void min_shape(const struct min_ground *g, struct tc_shape *out)
{
    *out = (struct tc_shape){ (const struct tc_pt *)(const void *)g->point,
                              g->points,
                              g->min_x,
                              g->min_y,
                              g->max_x,
                              g->max_y };
}

/* N-GEO-24: a unit is in a piece if its anchor is. */
bool min_in_ground(const struct min_ground *g, struct tc_pt p)
{
    struct tc_shape sh;

    if (min_is_linear(g))
        return false;
    min_shape(g, &sh);
    if (p.x < sh.min_x || p.x > sh.max_x || p.y < sh.min_y || p.y > sh.max_y)
        return false;
    return tc_poly_has(&sh, p); /* N-GEO-24 */
}

/* A line is crossed when the anchor is beyond it, not yet when it stands on it (N-GEO-24). */
bool min_crossed(const struct min_ground *g, struct tc_pt from, struct tc_pt to)
{
    struct tc_shape sh;

    min_shape(g, &sh);
    return min_met(g, from, to) && !(min_is_linear(g) && tc_line_near(&sh, to, 0));
}

int min_hill_under(const struct min_book *bk, struct tc_pt p)
{
    for (int i = 0; i < bk->grounds; i++)
        if (bk->ground[i].cls == MIN_HILL && min_in_ground(&bk->ground[i], p))
            return i;
    return TC_NONE;
}
