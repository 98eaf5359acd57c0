/* rules/minden/course.c - the legs of a path: what each costs and where it ends (N-GEO-10,
 * N-GEO-11); a path under judgement. How far a leg may go is in path.c.
 */
#include "rules/minden/inner.h"
#include <string.h>

_Static_assert(sizeof(struct min_desk) <= TC_DESK, "it fits on the desk");

static void lay_way(const struct min_way *w, struct tc_desk *desk)
{
    struct min_desk *d = (void *)desk->room;

    if (w->n > MIN_DESK_NEAR) /* a crowd: it is worked out each time */
        return;
    d->near = w->n;
    memcpy(d->who, w->who, (size_t)w->n * sizeof w->who[0]);
    memcpy(d->keep, w->keep, (size_t)w->n * sizeof w->keep[0]);
    memcpy(d->held, w->held, (size_t)w->n * sizeof w->held[0]);
    memcpy(d->box, w->box, (size_t)w->n * sizeof w->box[0]);
    desk->laid |= MIN_DESK_WAY;
}

void min_way_asked(struct min_way *w, const struct tc_view *v)
{
    const struct min_state *s = v->state;
    const struct min_desk *d = v->desk ? (const void *)v->desk->room : NULL;

    if (!d || !(v->desk->laid & MIN_DESK_WAY)) {
        min_way_begin(w, min_book_of(v->book), s, s->mover.unit, s->mover.value, TC_NONE);
        if (d)
            lay_way(w, v->desk);
        return;
    }
    w->bk = min_book_of(v->book);
    w->s = s;
    w->unit = s->mover.unit;
    w->skip = TC_NONE;
    w->entering = s->mover.entering;
    w->charging = false;
    w->n = d->near;
    memcpy(w->who, d->who, (size_t)w->n * sizeof w->who[0]);
    memcpy(w->keep, d->keep, (size_t)w->n * sizeof w->keep[0]);
    memcpy(w->held, d->held, (size_t)w->n * sizeof w->held[0]);
    memcpy(w->box, d->box, (size_t)w->n * sizeof w->box[0]);
}

struct min_limit min_first_wheel(const struct tc_view *v, const struct min_way *w,
                                 const struct tc_rect *r, const struct tc_seg *g)
{
    struct tc_desk *desk = w->charging || w->skip != TC_NONE ? NULL : v->desk;
    struct min_desk *d = desk ? (void *)desk->room : NULL;

    if (d && desk->laid & MIN_DESK_WHEEL && d->leg == g->leg && d->wheel == g->value)
        return d->limit;
    struct min_limit l = min_wheel_limit(w, r, g->leg, g->value);
    if (d) {
        d->leg = g->leg;
        d->wheel = g->value;
        d->limit = l;
        desk->laid |= MIN_DESK_WHEEL;
    }
    return l;
}

static void begin(struct min_course *c, const struct min_state *s)
{
    c->cost = 0;
    c->crossed = false;
    c->open = INT32_MAX;
    c->march = 0;
    c->value = s->mover.value;
    c->m = s->units[s->mover.unit];
}

void min_course_begin(struct min_course *c, const struct min_book *bk,
                      const struct min_state *s, int skip)
{
    begin(c, s);
    min_way_begin(&c->way, bk, s, s->mover.unit, c->value, skip);
}

void min_course_asked(struct min_course *c, const struct tc_view *v)
{
    begin(c, v->state);
    min_way_asked(&c->way, v);
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
