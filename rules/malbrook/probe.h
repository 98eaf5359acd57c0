/* rules/malbrook/probe.h - one unit among many: who is near it, who lies under it.
 *
 * Its body is worked out once, when the first neighbour needs it. Neighbours are put aside by
 * discs, then by their disc against its box; only then is their body worked out too.
 */
#ifndef MAL_PROBE_H
#define MAL_PROBE_H

#include "rules/malbrook/inner.h"

struct mal_probe {
    const struct mal_book *bk;
    const struct mal_unit *m;
    int32_t radius;
    bool made;
    struct mal_body body;
};

static inline void mal_probe(struct mal_probe *p, const struct mal_book *bk,
                             const struct mal_unit *m)
{
    p->bk = bk;
    p->m = m;
    p->radius = mal_radius(bk, m);
    p->made = false;
}

static inline const struct mal_body *mal_probe_body(struct mal_probe *p)
{
    if (!p->made) {
        mal_body(p->bk, p->m, &p->body);
        p->made = true;
    }
    return &p->body;
}

/* Surely more than r between them, by loose discs. */
static inline bool mal_probe_remote(const struct mal_probe *p, const struct mal_unit *o,
                                    int32_t r)
{
    struct tc_disc own = { p->m->x, p->m->y, p->radius };

    return mal_off_square(p->bk, o, (struct tc_pt){ own.x, own.y }, own.r + r) ||
           tc_discs_apart(own, mal_disc(p->bk, o), r);
}

/* Surely more than r between them: the other's disc keeps off the box. */
static inline bool mal_probe_far(struct mal_probe *p, const struct mal_unit *o, int32_t r)
{
    if (mal_probe_remote(p, o, r))
        return true;
    const struct mal_body *own = mal_probe_body(p);
    const struct tc_box *b = &own->box[0];
    int64_t x = o->x - p->m->x, y = o->y - p->m->y;
    int64_t far = (int64_t)mal_radius(p->bk, o) + r + 16;
    int64_t ahead = (x * b->f.x + y * b->f.y) >> 30, aside = (x * b->f.y - y * b->f.x) >> 30;

    if (own->n > 1)
        return false;
    return ahead > far || ahead < -b->d - far || 2 * aside > b->w + 2 * far ||
           2 * aside < -b->w - 2 * far;
}

/* What lies before the front of a unit, worked out once for many who may be there. */
struct mal_front {
    struct tc_pt from;
    struct tc_dir f;
    int32_t half;
    bool odd; /* not in order, or with a refused flank: it has no plain front */
};

static inline struct mal_front mal_front_of(const struct mal_book *bk, const struct mal_unit *m)
{
    int32_t w, d;

    mal_size(bk, m, &w, &d);
    return (struct mal_front){ { m->x, m->y },
                               tc_forward_of(m->heading),
                               w / 2,
                               m->formation == MAL_UNFORMED ||
                                   (m->refuse_k[0] | m->refuse_k[1]) };
}

/* Surely not before a plain front: the disc misses the strip (slope 0) or the fan (slope 1). */
static inline bool mal_off_front(const struct mal_front *k, struct tc_disc o, int slope,
                                 int32_t depth)
{
    int32_t r = o.r + MAL_EPS + 16;
    int64_t x = o.x - k->from.x, y = o.y - k->from.y;
    int64_t ahead = (x * k->f.x + y * k->f.y) >> 30, aside = (x * k->f.y - y * k->f.x) >> 30;
    int64_t side = k->half + (slope ? depth : 0) + r;

    return ahead < -r || ahead > depth + r || aside > side || aside < -side;
}

static inline bool mal_probe_within(struct mal_probe *p, const struct mal_unit *o, int32_t r)
{
    struct mal_body b;

    if (mal_probe_far(p, o, r))
        return false;
    mal_body(p->bk, o, &b);
    return mal_bodies_within(&p->body, &b, r);
}

static inline bool mal_probe_overlaps(struct mal_probe *p, const struct mal_unit *o)
{
    struct mal_body b;

    if (mal_probe_far(p, o, 0))
        return false;
    mal_body(p->bk, o, &b);
    return tc_bodies_overlap(p->body.box, p->body.n, b.box, b.n, MAL_EPS);
}

#endif
