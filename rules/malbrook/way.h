/* rules/malbrook/way.h - a unit on its way, for those who measure one (way.c, gap.c). */
#ifndef MAL_WAY_H
#define MAL_WAY_H

#include "rules/malbrook/inner.h"

/* A unit on its way, with what it covers: how far that reaches from the middle of its front. */
struct mal_course {
    const struct mal_book *bk;
    const struct mal_state *s;
    int unit;
    const struct mal_unit *as;
    uint16_t way;
    struct tc_dir f;
    struct mal_body own;
    struct tc_box b;   /* the main body, or the half of it that goes through a gap */
    struct tc_box was; /* before it opened out to flee or pursue */
    bool opens;
    int64_t left, right, back, front;
    int n; /* units that may be in the way */
    int16_t near[MAL_UNITS];
};

static inline struct tc_pt mal_course_at(const struct mal_course *c, struct tc_pt p, int32_t d)
{
    return (struct tc_pt){ p.x + tc_along(d, c->f.x), p.y + tc_along(d, c->f.y) };
}

/* Is the piece anywhere near the way? */
static inline bool mal_ground_beside(const struct mal_ground *g, struct tc_pt p, struct tc_pt q,
                                     int32_t r)
{
    return tc_min(p.x, q.x) - r <= g->max_x && tc_max(p.x, q.x) + r >= g->min_x &&
           tc_min(p.y, q.y) - r <= g->max_y && tc_max(p.y, q.y) + r >= g->min_y;
}

/* A loose block may turn the way it goes (M-GEO-17): it needs room all round. */
void mal_course_begin(struct mal_course *c, const struct mal_book *bk,
                      const struct mal_state *s, int unit, const struct mal_unit *as,
                      uint16_t way);
/* All who may stop it or lie under it within d, friends and enemies. */
void mal_course_look(struct mal_course *c, int32_t d, unsigned flags);
/* How far it gets. */
void mal_course_go(struct mal_course *c, int32_t allowance, unsigned flags,
                   struct mal_stop *out);

#endif
