/* rules/minden/course.c - the legs of a path: what each costs and where it ends (N-GEO-10,
 * N-GEO-11); a path under judgement. How far a leg may go is in path.c.
 */
#include "rules/minden/inner.h"
#include <string.h>

void min_course_begin(struct min_course *c, const struct min_book *bk,
                      const struct min_state *s, int skip)
{
    c->cost = 0;
    c->crossed = false;
    c->open = INT32_MAX;
    c->march = 0;
    c->value = s->mover.value;
    c->m = s->units[s->mover.unit];
    min_way_begin(&c->way, bk, s, s->mover.unit, c->value, skip);
}

/* N-B10a: who charges need not stop before anybody; he may only not run into him on the way. */
void min_course_charges(struct min_course *c)
{
    c->way.charging = true; /* N-B10a */
    for (int i = 0; i < c->way.n; i++)
        if (!c->way.held[i])
            c->way.keep[i] = 0;
}

int32_t min_leg_cost(int32_t w, int leg, int32_t value)
{
    if (leg == MIN_LEG_MARCH || leg == MIN_LEG_SLIDE)
        return value;                               /* N-GEO-10 */
    return tc_wheel_cost(w, value, TC_TAU_710_113); /* N-Kb8, N-GEO-11b */
}

void min_leg_end(const struct min_book *bk, int unit, struct min_unit *m, int leg,
                 int32_t value, uint16_t heading)
{
    struct min_size z;

    if (leg == MIN_LEG_MARCH || leg == MIN_LEG_SLIDE) {
        struct tc_pt at = tc_step((struct tc_pt){ m->x, m->y },
                                  leg == MIN_LEG_SLIDE ? heading : m->facing, value);
        m->x = at.x;
        m->y = at.y;
        return;
    }
    min_size_of(bk, unit, m, &z); /* N-GEO-11a */
    struct tc_rect r = tc_rect_at((struct tc_pt){ m->x, m->y }, m->facing, z.w, z.d);
    r = leg == MIN_LEG_LEFT ? tc_wheel_left(r, value) : tc_wheel_right(r, value);
    m->x = r.x;
    m->y = r.y;
    m->facing = r.facing;
}
