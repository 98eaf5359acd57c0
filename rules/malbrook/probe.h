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

    return tc_discs_apart(own, mal_disc(p->bk, o), r);
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
    for (int i = 0; i < p->body.n; i++)
        for (int j = 0; j < b.n; j++)
            if (tc_overlap(&p->body.box[i], &b.box[j], MAL_EPS))
                return true;
    return false;
}

#endif
