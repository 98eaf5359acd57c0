/* rules/pistolado/geometry.c - chapter GEO: footprints, zones, arcs, sight, ground. */
#include "rules/pistolado/geometry.h"
#include <string.h>
#include "rules/pistolado/words.h"

/* How deep two rectangles may lie in one another by rounding before they overlap: P-GEO-3. */
enum { ROUNDING = 2 };

struct blockers {
    int boxes, polys;
    struct tc_box box[PIS_REGIMENTS];
    const struct tc_shape *poly[PIS_GROUNDS];
};

/* Told further down: */
static bool is_off(const struct pis_ground *g, const struct tc_box *b, int32_t d);
static int ceil_div(int a, int b);
static int hedgehog_side(int n);
static int nearest_files(const struct pis_book *bk, int r, int formation, int n, int f);
static void gather_boxes(const struct pis_book *bk, const struct pis_state *s, int a, int b,
                         struct blockers *k);
static bool on_hill(const struct pis_book *bk, const struct pis_state *s, int r);
static void gather_polys(const struct pis_book *bk, const struct tc_box *a,
                         const struct tc_box *b, struct blockers *k);
static bool clear_line(const struct blockers *k, struct tc_pt p, struct tc_pt q);
static bool covers(const struct pis_book *bk, const struct pis_ground *g,
                   const struct tc_box *b, struct tc_pt from);

int pis_why_no_room(const struct pis_book *bk, const struct pis_state *s, int r,
                    const struct tc_rect *at, const char **rule, int32_t *who)
{
    struct tc_box b, x;
    uint64_t met;

    tc_box_make(&b, at);
    *who = 0;
    *rule = "P-GEO-8";
    if (!tc_on_table(&b, pis_table(bk)))
        return PIS_R_TABLE;
    *rule = "P-M13";
    for (int o = 0; o < bk->regiments; o++) {
        if (o == r || !pis_here(s, o))
            continue;
        pis_box(s, o, &x);
        if (!tc_overlap(&b, &x, ROUNDING))
            continue;
        *who = o;
        return PIS_R_ON_TOP;
    }
    met = pis_ground_met(bk, &b, PIS_CLASS(PIS_IMPASSABLE));
    if (!met)
        return 0;
    while (!(met >> *who & 1))
        ++*who;
    return PIS_R_IMPASSABLE;
}

bool pis_overlaps(const struct pis_state *s, int regiments, int r, const struct tc_box *b,
                  int melee)
{
    for (int o = 0; o < regiments; o++) {
        struct tc_box x;

        if (o == r || !pis_here(s, o))
            continue;
        if (melee != TC_NONE && s->regiment[o].melee == melee)
            continue;
        pis_box(s, o, &x);
        if (tc_overlap(b, &x, ROUNDING))
            return true;
    }
    return false;
}

void pis_book_ready(struct pis_book *bk)
{
    for (int i = 0; i < bk->grounds; i++) {
        struct pis_ground *g = &bk->ground[i];

        for (int k = 0; k < g->points; k++)
            g->pt[k] = (struct tc_pt){ g->point[k].x, g->point[k].y };
        tc_shape_make(&g->shape, g->pt, g->points);
    }
}

struct tc_rect pis_card_rect(const struct pis_book *bk, int r)
{
    const struct pis_regiment_card *c = &bk->regiment[r];
    int32_t w, d;

    pis_size_of(bk, r, c->formation, c->companies,
                pis_files_for(bk, r, c->formation, c->companies, c->files), &w, &d);
    return tc_rect_at((struct tc_pt){ c->x, c->y }, (uint16_t)c->facing, w, d);
}

uint64_t pis_ground_swept(const struct pis_book *bk, const struct tc_box *b, uint16_t heading,
                          int32_t d, unsigned classes)
{
    uint64_t set = 0;

    for (int i = 0; i < bk->grounds; i++) {
        const struct pis_ground *g = &bk->ground[i];

        if (!(classes >> g->cls & 1))
            continue;
        if (is_off(g, b, d))
            continue;
        if (g->line ? tc_line_swept(&g->shape, b, heading, d)
                    : tc_poly_swept(&g->shape, b, heading, d))
            set |= UINT64_C(1) << i;
    }
    return set;
}

/* Is a piece surely out of reach of a move of d? */
static bool is_off(const struct pis_ground *g, const struct tc_box *b, int32_t d)
{
    return g->shape.min_x > b->max_x + d || g->shape.max_x < b->min_x - d ||
           g->shape.min_y > b->max_y + d || g->shape.max_y < b->min_y - d;
}

uint64_t pis_ground_met(const struct pis_book *bk, const struct tc_box *b, unsigned classes)
{
    return pis_ground_swept(bk, b, b->facing, 0, classes);
}

uint64_t pis_ground_among(const struct pis_book *bk, const struct tc_box *b, uint64_t some)
{
    uint64_t set = 0;

    for (int i = 0; some >> i && i < bk->grounds; i++) {
        const struct pis_ground *g = &bk->ground[i];

        if ((some >> i & 1) && !is_off(g, b, 0) &&
            (g->line ? tc_line_swept(&g->shape, b, b->facing, 0)
                     : tc_poly_swept(&g->shape, b, b->facing, 0)))
            set |= UINT64_C(1) << i;
    }
    return set;
}

int32_t pis_ground_reach(const struct pis_book *bk, const struct tc_box *b, uint16_t heading,
                         int32_t max, unsigned classes, int *which)
{
    int32_t best = -1;

    for (int i = 0; i < bk->grounds; i++) {
        const struct pis_ground *g = &bk->ground[i];

        if (!(classes >> g->cls & 1) || is_off(g, b, max))
            continue;
        int32_t at = g->line ? tc_line_reach(&g->shape, b, heading, max, 0)
                             : tc_poly_reach(&g->shape, b, heading, max, 0);
        if (at >= 0 && (best < 0 || at < best)) {
            best = at;
            if (which)
                *which = i;
        }
    }
    return best;
}

struct tc_table pis_table(const struct pis_book *bk)
{
    return (struct tc_table){ bk->width, bk->height }; /* P-GEO-1 */
}

uint16_t pis_own_edge(const struct pis_book *bk, int side)
{
    return (uint16_t)(bk->own_edge[side] * TC_QUARTER); /* P-GEO-2 */
}

static void stand(const struct pis_book *bk, int r, int32_t *w, int32_t *d)
{
    const struct pis_stands *t = &bk->t.stand;

    *w = pis_has(bk, r, PIS_HORSE) ? t->horse_w
         : pis_has(bk, r, PIS_ART) ? t->gun_w
                                   : t->foot_w; /* P-GEO-4 */
    *d = pis_has(bk, r, PIS_HORSE) ? t->horse_d
         : pis_has(bk, r, PIS_ART) ? t->gun_d
                                   : t->foot_d;
}

struct tc_rect pis_rect(const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    /* P-GEO-3, P-GEO-5 */
    return tc_rect_at((struct tc_pt){ g->x, g->y }, g->facing, g->w, g->d);
}

void pis_box(const struct pis_state *s, int r, struct tc_box *b)
{
    struct tc_rect at = pis_rect(s, r);

    tc_box_make(b, &at);
}

void pis_put(struct pis_state *s, int r, struct tc_rect at)
{
    struct pis_regiment *g = &s->regiment[r];

    g->x = at.x;
    g->y = at.y;
    g->w = at.w;
    g->d = at.d;
    g->facing = at.facing;
}

bool pis_files_ok(const struct pis_book *bk, int r, int formation, int n, int f)
{
    bool horse = pis_has(bk, r, PIS_HORSE);

    if (f < 1 || n < 1)
        return false;
    if (n == 1)
        return f == 1;
    int ranks = ceil_div(n, f);
    if (formation == PIS_COLUMN) {
        /* P-A5, P-GEO-6a */
        return ranks >= 2 && (!horse || ranks <= bk->t.stand.horse_ranks_most);
    }
    if (formation == PIS_CARACOLE)
        return f <= bk->t.stand.caracole_files_most && ranks >= 2; /* P-GEO-6f */
    return false;
}

static int ceil_div(int a, int b)
{
    return (a + b - 1) / b;
}

void pis_size_of(const struct pis_book *bk, int r, int formation, int n, int files, int32_t *w,
                 int32_t *d)
{
    int32_t sw, sd;

    stand(bk, r, &sw, &sd);
    switch ((enum pis_formation)formation) {
    case PIS_COLUMN:
    case PIS_CARACOLE:
        *w = sw * files;
        *d = sd * ceil_div(n, files);
        break;
    case PIS_SHOT_FORWARD:
        *w = sw * ceil_div(n, 2); /* P-GEO-6b */
        *d = sd * 2;
        break;
    case PIS_HEDGEHOG:
        *w = *d = bk->t.stand.foot_d * hedgehog_side(n); /* P-GEO-6c */
        break;
    case PIS_LOOSE:
        *w = sw * (2 * n - 1); /* P-GEO-6d */
        *d = sd;
        break;
    case PIS_EN_HAYE:
        *w = sw * n; /* P-GEO-6e */
        *d = sd;
        break;
    case PIS_BATTERY:
    case PIS_FORMATIONS:
        *w = sw * n; /* P-GEO-6g */
        *d = sd;
        break;
    }
}

/* The least k with k * k >= 2n: stands along one side of a Hedgehog, in half stands. */
static int hedgehog_side(int n)
{
    int k = 1;

    while (k * k < 2 * n)
        k++;
    return k;
}

void pis_refit(const struct pis_book *bk, struct pis_state *s, int r)
{
    struct pis_regiment *g = &s->regiment[r];
    int32_t w, d;

    /* P-GEO-7 */
    g->files = (uint8_t)pis_files_for(bk, r, g->formation, g->companies, g->files);
    pis_size_of(bk, r, g->formation, g->companies, g->files, &w, &d);
    g->w = g->turned ? d : w;
    g->d = g->turned ? w : d;
}

int pis_files_for(const struct pis_book *bk, int r, int formation, int n, int f)
{
    switch ((enum pis_formation)formation) {
    case PIS_COLUMN:
    case PIS_CARACOLE: return nearest_files(bk, r, formation, n, f);
    case PIS_SHOT_FORWARD: return ceil_div(n, 2);
    case PIS_HEDGEHOG: return hedgehog_side(n);
    case PIS_LOOSE:
    case PIS_EN_HAYE:
    case PIS_BATTERY:
    case PIS_FORMATIONS: break;
    }
    return n;
}

/* A number of files as near to f as may be. */
static int nearest_files(const struct pis_book *bk, int r, int formation, int n, int f)
{
    if (f < 1)
        f = ceil_div(n, formation == PIS_CARACOLE ? 4 : 2);
    for (int k = 0; k <= n + f; k++) {
        if (pis_files_ok(bk, r, formation, n, f - k))
            return f - k;
        if (pis_files_ok(bk, r, formation, n, f + k))
            return f + k;
    }
    return 1;
}

struct tc_gap pis_gap(const struct pis_state *s, int a, int b)
{
    struct tc_box x, y;

    pis_box(s, a, &x); /* P-GEO-9 */
    pis_box(s, b, &y);
    return tc_gap_of(&x, &y);
}

int pis_ranks(const struct pis_regiment *g)
{
    int ranks = 1;

    if (g->formation == PIS_COLUMN || g->formation == PIS_CARACOLE) {
        ranks = ceil_div(g->companies, g->files);
        if (g->turned)
            ranks = g->files; /* P-GEO-13b */
    } else if (g->formation == PIS_SHOT_FORWARD) {
        ranks = 2;
    }
    return ranks;
}

enum tc_zone pis_zone(const struct pis_state *s, int r, struct tc_pt p)
{
    struct tc_box b;

    if (s->regiment[r].formation == PIS_HEDGEHOG) /* P-GEO-14 */
        return TC_ZONE_FRONT;
    pis_box(s, r, &b);
    return tc_zone_of(&b, p, 0, 0);
}

bool pis_in_arc(const struct pis_book *bk, const struct pis_state *s, int r,
                const struct tc_box *target)
{
    struct tc_box b;

    if (s->regiment[r].formation == PIS_HEDGEHOG) /* P-GEO-15 */
        return true;
    pis_box(s, r, &b);
    if (s->regiment[r].formation == PIS_LOOSE)
        return tc_arc_front(&b, target);
    return tc_arc_cone(&b, target,
                       s->regiment[r].formation == PIS_BATTERY ? bk->t.stand.battery_arc
                                                               : bk->t.stand.fire_arc);
}

bool pis_in_range(const struct pis_state *s, int r, const struct tc_box *target, int32_t limit)
{
    struct tc_box b;

    pis_box(s, r, &b); /* P-GEO-16 */
    if (s->regiment[r].formation == PIS_HEDGEHOG)
        return tc_within(&b, target, limit);
    return tc_front_within(&b, target, limit);
}

bool pis_sees(const struct pis_book *bk, const struct pis_state *s, int a, int b)
{
    struct tc_pt eye[TC_EYES], mark[TC_MARKS];
    struct tc_box x, y;
    struct blockers k;

    pis_box(s, a, &x); /* P-GEO-18 */
    pis_box(s, b, &y);
    gather_boxes(bk, s, a, b, &k);
    gather_polys(bk, &x, &y, &k);
    if (k.boxes + k.polys == 0)
        return true;
    tc_eyes(&x, eye);
    tc_marks(&y, mark);
    for (int i = 0; i < TC_EYES; i++)
        for (int j = 0; j < TC_MARKS; j++)
            if (clear_line(&k, eye[i], mark[j]))
                return true;
    return false;
}

/* Regiments that may stand between a and b. */
static void gather_boxes(const struct pis_book *bk, const struct pis_state *s, int a, int b,
                         struct blockers *k)
{
    const struct pis_regiment *x = &s->regiment[a], *y = &s->regiment[b];
    int32_t reach = tc_dist((struct tc_pt){ x->x, x->y }, (struct tc_pt){ y->x, y->y });
    bool hill = on_hill(bk, s, a);

    k->boxes = 0;
    for (int r = 0; r < bk->regiments; r++) {
        if (r == a || r == b || !pis_here(s, r) || pis_passable(bk, s, r) ||
            pis_off_square(x, &s->regiment[r], reach) ||
            pis_off_square(y, &s->regiment[r], reach))
            continue;
        if (hill && !on_hill(bk, s, r))
            continue;
        pis_box(s, r, &k->box[k->boxes++]);
    }
}

static bool on_hill(const struct pis_book *bk, const struct pis_state *s, int r)
{
    struct tc_pt p = { s->regiment[r].x, s->regiment[r].y };

    for (int i = 0; i < bk->grounds; i++)
        if (bk->ground[i].cls == PIS_HILL && tc_poly_has(&bk->ground[i].shape, p))
            return true;
    return false;
}

/* Sight-blocking pieces that reach into the bounds of both. */
static void gather_polys(const struct pis_book *bk, const struct tc_box *a,
                         const struct tc_box *b, struct blockers *k)
{
    int32_t x0 = tc_min(a->min_x, b->min_x), x1 = tc_max(a->max_x, b->max_x);
    int32_t y0 = tc_min(a->min_y, b->min_y), y1 = tc_max(a->max_y, b->max_y);

    k->polys = 0;
    for (int i = 0; i < bk->grounds; i++) {
        const struct tc_shape *s = &bk->ground[i].shape;

        if (bk->ground[i].blocks && !bk->ground[i].line && s->min_x <= x1 && s->max_x >= x0 &&
            s->min_y <= y1 && s->max_y >= y0)
            k->poly[k->polys++] = s;
    }
}

static bool clear_line(const struct blockers *k, struct tc_pt p, struct tc_pt q)
{
    for (int i = 0; i < k->boxes; i++)
        if (tc_box_cut(&k->box[i], p, q))
            return false;
    for (int i = 0; i < k->polys; i++)
        if (tc_poly_cut(k->poly[i], p, q) && !tc_poly_has(k->poly[i], p) &&
            !tc_poly_has(k->poly[i], q))
            return false;
    return true;
}

int pis_cover_of(const struct pis_book *bk, const struct pis_state *s, int r, int firer)
{
    struct tc_pt from = { s->regiment[firer].x, s->regiment[firer].y };
    struct tc_box b;
    int best = PIS_NO_COVER;

    pis_box(s, r, &b);
    for (int i = 0; i < bk->grounds; i++) {
        int cover = bk->ground[i].cover;

        if (cover == PIS_HARD && pis_has(bk, r, PIS_HORSE))
            cover = PIS_SOFT; /* P-TAB-16: hard for foot */
        if (cover > best && covers(bk, &bk->ground[i], &b, from))
            best = cover; /* P-GEO-19 */
    }
    return best;
}

/* Cover of an area holds for those in it; cover of a line for those whose front has it within
 * an inch, against a firer beyond it. */
static bool covers(const struct pis_book *bk, const struct pis_ground *g,
                   const struct tc_box *b, struct tc_pt from)
{
    if (!g->line)
        return tc_poly_has(&g->shape, b->anchor);
    return tc_line_within(&g->shape, b, bk->t.stand.defended_edge) &&
           tc_line_crossed(&g->shape, b->centre, from);
}

bool pis_passable(const struct pis_book *bk, const struct pis_state *s, int r)
{
    return pis_has(bk, r, PIS_EP) || s->regiment[r].formation == PIS_LOOSE;
}

/* No gap between the circles around two boxes is greater than this, nor less than 0. */
static int64_t least_gap2(const struct tc_box *a, const struct pis_regiment *g)
{
    int64_t dx = a->anchor.x - g->x, dy = a->anchor.y - g->y;
    int64_t reach = a->w / 2 + a->d + g->w / 2 + g->d;
    int64_t far = (int64_t)tc_isqrt((uint64_t)(dx * dx + dy * dy)) - reach;

    return far > 0 ? far * far : 0;
}

bool pis_nearest_enemy(const struct pis_book *bk, const struct pis_state *s, int side,
                       const struct tc_box *b, struct tc_gap *gap, pis_unit *who)
{
    bool found = false;

    for (int r = 0; r < bk->regiments; r++) {
        struct tc_box e;

        if (!pis_here(s, r) || pis_side_of(bk, r) == side)
            continue;
        if (found && (uint64_t)least_gap2(b, &s->regiment[r]) > gap->whole)
            continue;
        pis_box(s, r, &e);
        struct tc_gap g = tc_gap_of(b, &e);
        if (!found || tc_gap_cmp(g, *gap) < 0) {
            *gap = g;
            if (who)
                *who = (pis_unit)r;
            found = true;
        }
    }
    return found;
}
