/* rules/minden/geometry.c - the ground a unit covers, and distances between units.
 *
 * Here: footprints of every formation, bent lines as sections, unit-to-unit distances, zones.
 * Not here: sight and arcs (sight.c), moves (move.c), terrain (terrain.c).
 */
#include "rules/minden/inner.h"
#include <string.h>

/* Told further down: */
static void in_bases(struct min_size *out, int files, int ranks, int32_t w, int32_t d);
static int up(int a, int b);
static void line_size(int fig, int32_t w, int32_t d, struct min_size *out);
static void square_size(int fig, int32_t w, struct min_size *out);
static int nearest_section(const struct min_body *b, struct tc_pt p);
static void base_of(const struct min_book *bk, int unit, int32_t *w, int32_t *d);
static void battery_size(const struct min_base_table *b, const struct min_unit *m,
                         struct min_size *out);
static int nearest_anchor(const struct min_book *bk, const struct min_state *s, int side,
                          struct tc_pt p);

static void open_size(const struct min_unit *m, int fig, int32_t w, int32_t d,
                      struct min_size *out)
{
    int ranks = m->ranks == 2 && fig > 1 ? 2 : 1;

    in_bases(out, up(fig, ranks), ranks, w, d); /* N-Kb1a, N-GEO-6e */
    out->w += (out->files - 1) * (int32_t)m->gap;
    out->d += (out->ranks - 1) * (int32_t)m->gap;
}

static void column_size(const struct min_unit *m, int fig, int32_t w, int32_t d,
                        struct min_size *out)
{
    int files = tc_max(1, tc_min(m->files, fig));

    in_bases(out, files, up(fig, files), w, d); /* N-Kb3a, N-GEO-6b */
}

/* Only the outer ends of a bent line are flanks (N-Kb5e). i: index of the section in b. */
static bool is_inner_end(const struct min_body *b, int i, bool right)
{
    return right ? i < b->n - 1 : i > 0;
}

/* Rounding may put a corner a mil or two beyond the edge when a footprint changes (N-GEO-3);
 * the sections of a bent line may shift by a base when they close up. */
void min_settle(const struct min_book *bk, int unit, struct min_unit *m)
{
    struct min_body b;

    min_body_of(bk, unit, m, &b);
    int32_t x = tc_max(-b.min_x, 0) - tc_max(b.max_x - bk->width, 0);
    int32_t y = tc_max(-b.min_y, 0) - tc_max(b.max_y - bk->height, 0);
    int32_t most = m->sections > 1 ? 2 * bk->quick[unit].base_w : 2 * MIN_SLACK;
    if (x > most || x < -most || y > most || y < -most)
        return; /* more than that is somebody's fault */
    m->x += x;
    m->y += y;
}

int min_overlapped(const struct min_book *bk, const struct min_state *s,
                   const struct min_body *b, int but)
{
    struct min_body other;

    for (int i = 0; i < bk->units; i++) {
        if (i == but || !min_on_table(s, i) || min_far(bk, s, i, b, 0))
            continue;
        min_body(bk, s, i, &other);
        if (min_bodies_overlap(b, &other))
            return i;
    }
    return TC_NONE;
}

static const struct tc_box *kept_box(const struct min_book *bk, int unit,
                                     const struct min_unit *m);
static void add_section(struct min_body *b, int section, struct tc_rect r)
{
    b->section[b->n] = (uint8_t)section; /* N-GEO-5 */
    b->rect[b->n] = r;
    tc_box_make(&b->box[b->n], &r);
    b->n++;
}

void min_body_bounds(struct min_body *b)
{
    b->min_x = b->box[0].min_x;
    b->min_y = b->box[0].min_y;
    b->max_x = b->box[0].max_x;
    b->max_y = b->box[0].max_y;
    for (int i = 1; i < b->n; i++) {
        b->min_x = tc_min(b->min_x, b->box[i].min_x);
        b->min_y = tc_min(b->min_y, b->box[i].min_y);
        b->max_x = tc_max(b->max_x, b->box[i].max_x);
        b->max_y = tc_max(b->max_y, b->box[i].max_y);
    }
}

/* N-GEO-7: always worked out afresh from the figures that are left. */
void min_size_of(const struct min_book *bk, int unit, const struct min_unit *m,
                 struct min_size *out)
{
    const struct min_base_table *b = &bk->t.base;
    int fig = tc_max(m->fig, 1);
    int32_t w, d;

    base_of(bk, unit, &w, &d);
    switch ((enum min_formation)m->formation) {
    case MIN_LINE:
    case MIN_INCORRECT: line_size(fig, w, d, out); break;
    case MIN_MARCH_COLUMN: column_size(m, fig, w, d, out); break;
    case MIN_ATTACK_COLUMN:
        in_bases(out, up(fig, 3), up(fig, up(fig, 3)), w, d); /* N-Kb4a, N-GEO-6c */
        break;
    case MIN_SQUARE: square_size(fig, w, out); break;
    case MIN_OPEN: open_size(m, fig, w, d, out); break;
    case MIN_LIMBERED:
    case MIN_UNLIMBERED: battery_size(b, m, out); break;
    case MIN_MOUNTED_STAFF:
    case MIN_FORMATIONS: in_bases(out, 1, 1, b->command_w, b->command_d); break;
    }
}

static void in_bases(struct min_size *out, int files, int ranks, int32_t w, int32_t d)
{
    out->files = files;
    out->ranks = ranks;
    out->w = files * w;
    out->d = ranks * d;
}

static int up(int a, int b)
{
    return (a + b - 1) / b;
}

void min_section_size(const struct min_book *bk, int unit, int figures, struct min_size *out)
{
    int32_t w, d;

    base_of(bk, unit, &w, &d);
    line_size(figures, w, d, out);
}

/* A line is two deep, but for a last single figure (N-GEO-6a, N-RUL-42). */
static void line_size(int fig, int32_t w, int32_t d, struct min_size *out)
{
    in_bases(out, up(fig, 2), fig > 1 ? 2 : 1, w, d); /* N-Kb5a, N-GEO-6a, N-RUL-42 */
}

/* N-GEO-6d: sides as equal as can be. */
static void square_size(int fig, int32_t w, struct min_size *out)
{
    int m = up(fig + 16, 8);

    if (fig < 16) /* N-Kb6a, N-GEO-6d */
        for (m = 1; m * m < fig; m++)
            ;
    in_bases(out, m, m, w, w);
}

bool min_body_on_table(const struct min_book *bk, const struct min_body *b)
{
    struct tc_table t = { bk->width, bk->height };

    for (int i = 0; i < b->n; i++) /* N-GEO-1, N-GEO-8 */
        if (!tc_on_table(&b->box[i], t))
            return false;
    return true;
}

static void battery_size(const struct min_base_table *b, const struct min_unit *m,
                         struct min_size *out)
{
    bool limbered = m->formation == MIN_LIMBERED;

    in_bases(out, tc_max(m->guns, 1), 1, limbered ? b->limber_w : b->gun_w,
             limbered ? b->limber_d : b->gun_d); /* N-GEO-6f */
}

bool min_bodies_within(const struct min_body *a, const struct min_body *b, int32_t r)
{
    return tc_bodies_within(a->box, a->n, b->box, b->n, r); /* N-GEO-9 */
}

bool min_bodies_overlap(const struct min_body *a, const struct min_body *b)
{
    return tc_bodies_overlap(a->box, a->n, b->box, b->n, MIN_SLACK);
}

/* Travel along a heading after which the body is within r of the other, `most` at most; -1 if
 * it does not come so near. Every section counts. */
int32_t min_bodies_reach(const struct min_body *b, uint16_t heading, int32_t most,
                         const struct min_body *other, int32_t r)
{
    return tc_bodies_reach(b->box, b->n, heading, most, other->box, other->n, r);
}

/* Does the body, going d along a heading, pass over the other? */
bool min_bodies_sweep(const struct min_body *b, uint16_t heading, int32_t d,
                      const struct min_body *other)
{
    return tc_bodies_sweep(b->box, b->n, heading, d, other->box, other->n, MIN_SLACK);
}

struct tc_gap min_bodies_gap(const struct min_body *a, const struct min_body *b)
{
    return tc_bodies_gap(a->box, a->n, b->box, b->n);
}

int32_t min_odd_span(const struct min_book *bk, int unit, const struct min_unit *m)
{
    struct min_size z;

    if (m->sections > 1)
        return m->fig * bk->quick[unit].base_w + 4 * bk->quick[unit].base_d;
    min_size_of(bk, unit, m, &z);
    return z.w / 2 + z.d;
}

bool min_within(const struct min_book *bk, const struct min_state *s, int a, int b, int32_t r)
{
    const struct min_unit *m = &s->units[a], *n = &s->units[b];
    struct min_body x, y;

    if (tc_disc_off_square(min_disc(bk, a, m), (struct tc_pt){ n->x, n->y },
                           r + min_span(bk, b, n)))
        return false;
    min_body(bk, s, a, &x);
    if (min_far(bk, s, b, &x, r))
        return false;
    min_body(bk, s, b, &y);
    return min_bodies_within(&x, &y, r);
}

struct tc_gap min_gap(const struct min_book *bk, const struct min_state *s, int a, int b)
{
    struct min_body x, y;

    min_body(bk, s, a, &x);
    min_body(bk, s, b, &y);
    return min_bodies_gap(&x, &y);
}

bool min_touch(const struct min_book *bk, const struct min_state *s, int a, int b)
{
    return min_within(bk, s, a, b, MIN_TOUCHING);
}

int min_nearest_enemy(const struct min_book *bk, const struct min_state *s, int side,
                      const struct min_body *b, struct tc_gap *gap)
{
    struct min_body other;
    int first = nearest_anchor(bk, s, 1 - side, b->anchor), best = first;

    if (first == TC_NONE)
        return TC_NONE;
    min_body(bk, s, first, &other);
    *gap = min_bodies_gap(b, &other);
    int32_t near = tc_gap_ceil(*gap);
    for (int i = bk->first_of[1 - side]; i < bk->end_of[1 - side]; i++) {
        if (!min_on_table(s, i) || min_side_of(bk, i) == side || i == first ||
            min_far(bk, s, i, b, near))
            continue;
        min_body(bk, s, i, &other);
        struct tc_gap g = min_bodies_gap(b, &other);
        int c = tc_gap_cmp(g, *gap);
        if (c > 0 || (c == 0 && i > best))
            continue;
        best = i;
        *gap = g;
        near = tc_gap_ceil(g);
    }
    return best;
}

/* The unit of a side whose anchor is nearest: a good guess at the nearest unit. */
static int nearest_anchor(const struct min_book *bk, const struct min_state *s, int side,
                          struct tc_pt p)
{
    int64_t least = INT64_MAX;
    int best = TC_NONE;

    for (int i = bk->first_of[side]; i < bk->end_of[side]; i++) {
        const struct min_unit *m = &s->units[i];
        int64_t x = m->x - p.x, y = m->y - p.y;
        if (m->where != MIN_ON_TABLE || min_side_of(bk, i) != side || x * x + y * y >= least)
            continue;
        least = x * x + y * y;
        best = i;
    }
    return best;
}

enum min_contact min_zone(const struct min_book *bk, const struct min_state *s, int unit,
                          const struct min_body *b, struct tc_pt p, int *section)
{
    int i = b->n > 1 ? nearest_section(b, p) : 0;

    *section = b->section[i]; /* N-GEO-14 */
    if (s->units[unit].formation == MIN_SQUARE || min_is_command(bk, unit))
        return MIN_CONTACT_FRONT; /* N-Kb6b */
    switch (tc_zone_of(&b->box[i], p, 0, 0)) {
    case TC_ZONE_FRONT: return MIN_CONTACT_FRONT;
    case TC_ZONE_REAR: return MIN_CONTACT_REAR;
    case TC_ZONE_FLANK: break;
    }
    if (b->n > 1 && is_inner_end(b, i, tc_lateral(&b->box[i], p) > 0))
        return MIN_CONTACT_FRONT; /* N-GEO-15c */
    return MIN_CONTACT_FLANK;
}

static int nearest_section(const struct min_body *b, struct tc_pt p)
{
    int best = 0;
    struct tc_gap g = tc_gap_point(&b->box[0], p);

    for (int i = 1; i < b->n; i++) {
        struct tc_gap h = tc_gap_point(&b->box[i], p);
        if (tc_gap_cmp(h, g) < 0) {
            g = h;
            best = i;
        }
    }
    return best;
}

/* The base of one figure: our own sizes, or the scenario's (N-GEO-4, N-RUL-41). */
static void base_of(const struct min_book *bk, int unit, int32_t *w, int32_t *d)
{
    *w = bk->quick[unit].base_w; /* N-GEO-4, N-RUL-41, N-TAB-3 */
    *d = bk->quick[unit].base_d;
}

/* N-GEO-15a: the wings hang on the ends of the centre; the anchor is the middle of the front
 * the line had before it was bent. */
static void bent_body(const struct min_book *bk, int unit, const struct min_unit *m,
                      struct min_body *out)
{
    struct min_size z[MIN_SECTIONS];
    struct tc_pt anchor = { m->x, m->y };
    int32_t w[MIN_SECTIONS] = { 0, 0, 0 };

    for (int i = 0; i < MIN_SECTIONS; i++) /* N-GEO-15a */
        if (m->section_fig[i]) {
            min_section_size(bk, unit, m->section_fig[i], &z[i]);
            w[i] = z[i].w;
        }
    int32_t half = (w[0] + w[1] + w[2]) / 2;
    uint16_t right = (uint16_t)(m->facing + TC_QUARTER);
    if (w[0])
        add_section(out, 0,
                    tc_rect_hung(TC_FR, tc_step(anchor, right, w[0] - half),
                                 (uint16_t)(m->facing + m->bend[0]), w[0], z[0].d));
    if (w[1])
        add_section(
            out, 1,
            tc_rect_at(tc_step(anchor, right, (w[0] - w[2]) / 2), m->facing, w[1], z[1].d));
    if (w[2])
        add_section(out, 2,
                    tc_rect_hung(TC_FL, tc_step(anchor, right, half - w[2]),
                                 (uint16_t)(m->facing - m->bend[1]), w[2], z[2].d));
}

void min_body_of(const struct min_book *bk, int unit, const struct min_unit *m,
                 struct min_body *out)
{
    struct min_size z;

    out->n = 0;
    out->anchor = (struct tc_pt){ m->x, m->y };
    if (m->sections > 1) {
        bent_body(bk, unit, m, out);
    } else if (bk->boxes) {
        out->box[0] = *kept_box(bk, unit, m);
        out->rect[0] = tc_rect_at(out->anchor, m->facing, out->box[0].w, out->box[0].d);
        out->section[0] = 1;
        out->n = 1;
    } else {
        min_size_of(bk, unit, m, &z);
        add_section(out, 1, tc_rect_at(out->anchor, m->facing, z.w, z.d));
    }
    min_body_bounds(out);
}

/* By all that the rectangle of an unbent unit hangs on. */
static const struct tc_box *kept_box(const struct min_book *bk, int unit,
                                     const struct min_unit *m)
{
    uint64_t shape = (uint64_t)m->fig | (uint64_t)m->guns << 8 | (uint64_t)m->formation << 16 |
                     (uint64_t)m->files << 24 | (uint64_t)m->ranks << 32;
    bool made;
    struct tc_box *b = tc_box_kept(
        bk->boxes, tc_key_of((uint32_t)m->x, (uint32_t)m->y),
        tc_key_of(1 << 16 | (uint32_t)unit, (uint32_t)m->gap << 16 | m->facing), shape, &made);

    if (!made) {
        struct min_size z;
        min_size_of(bk, unit, m, &z);
        struct tc_rect r = tc_rect_at((struct tc_pt){ m->x, m->y }, m->facing, z.w, z.d);
        tc_box_make(b, &r);
    }
    return b;
}

const struct tc_book *min_own_book(const struct tc_book *bk, void *shelf)
{
    struct min_shelf *own = shelf;

    own->book = *min_book_of(bk);
    own->book.boxes = &own->boxes;
    return &own->book.head;
}

void min_body(const struct min_book *bk, const struct min_state *s, int unit,
              struct min_body *out)
{
    min_body_of(bk, unit, &s->units[unit], out);
}

void min_crowd_begin(struct min_crowd *c, const struct min_book *bk, const struct min_state *s)
{
    c->bk = bk;
    c->s = s;
    c->n = 0;
    c->made[0] = c->made[1] = 0;
    for (int side = 0; side < TC_SIDES; side++)
        c->first[side] = c->end[side] = 0;
    for (int i = 0; i < bk->units; i++) {
        const struct min_unit *m = &s->units[i];
        int side = min_side_of(bk, i);
        if (m->where != MIN_ON_TABLE)
            continue;
        if (c->end[side] == 0)
            c->first[side] = c->n;
        c->end[side] = c->n + 1;
        c->unit[c->n] = (int16_t)i;
        c->disc[c->n++] = min_disc(bk, i, m);
    }
}

const struct min_body *min_crowd_body(struct min_crowd *c, int unit)
{
    if (!min_has(c->made, unit)) {
        min_body(c->bk, c->s, unit, &c->body[unit]);
        min_put(c->made, unit);
    }
    return &c->body[unit];
}

/* The rectangle of a straight unit, or the centre (else the first wing) of a bent line. */
struct tc_rect min_rect(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];
    struct min_body b;
    struct min_size z;

    if (m->sections <= 1) {
        min_size_of(bk, unit, m, &z);
        return tc_rect_at((struct tc_pt){ m->x, m->y }, m->facing, z.w, z.d);
    }
    min_body(bk, s, unit, &b);
    for (int i = 0; i < b.n; i++)
        if (b.section[i] == 1)
            return b.rect[i];
    return b.rect[0];
}

void min_body_shift(struct min_body *b, int32_t dx, int32_t dy)
{
    b->anchor.x += dx;
    b->anchor.y += dy;
    b->min_x += dx;
    b->max_x += dx;
    b->min_y += dy;
    b->max_y += dy;
    for (int i = 0; i < b->n; i++) {
        b->rect[i].x += dx;
        b->rect[i].y += dy;
        tc_box_shift(&b->box[i], dx, dy);
    }
}

void min_set_rect(const struct min_book *bk, struct min_unit *m, int unit, struct tc_rect r)
{
    struct min_size z;
    int32_t wing[2] = { 0, 0 };

    for (int i = 0; i < 2; i++)
        if (m->sections > 1 && m->section_fig[2 * i]) {
            min_section_size(bk, unit, m->section_fig[2 * i], &z);
            wing[i] = z.w;
        }
    struct tc_pt at =
        tc_step(tc_rect_anchor(&r), (uint16_t)(r.facing + TC_QUARTER), (wing[1] - wing[0]) / 2);
    m->x = at.x;
    m->y = at.y;
    m->facing = r.facing;
}

/* N-GEO-28 */
struct tc_pt min_centre(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];
    struct min_size z;

    min_size_of(bk, unit, m, &z); /* N-GEO-28 */
    return tc_step((struct tc_pt){ m->x, m->y }, m->facing, -z.d / 2);
}

enum min_contact min_edge_kind(const struct min_book *bk, const struct min_state *s, int unit,
                               int section, int edge)
{
    struct min_body b;

    if (s->units[unit].formation == MIN_SQUARE || min_is_command(bk, unit))
        return MIN_CONTACT_FRONT; /* N-RUL-44 */
    if (edge == 0)
        return MIN_CONTACT_FRONT;
    if (edge == 2)
        return MIN_CONTACT_REAR;
    if (s->units[unit].sections <= 1)
        return MIN_CONTACT_FLANK;
    min_body(bk, s, unit, &b);
    for (int i = 0; i < b.n; i++)
        if (b.section[i] == section && is_inner_end(&b, i, edge == 1))
            return MIN_CONTACT_FRONT; /* N-Kb5e */
    return MIN_CONTACT_FLANK;
}
