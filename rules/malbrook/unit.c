/* rules/malbrook/unit.c - what a unit is, the ground it covers, distances (M-3, M-12, M-GEO).
 */
#include "rules/malbrook/inner.h"

const struct mal_card *mal_card(const struct mal_book *bk, const struct mal_unit *m)
{
    return &bk->card[m->card];
}

enum mal_type mal_type_of(const struct mal_book *bk, const struct mal_unit *m)
{
    return (enum mal_type)bk->card[m->card].type;
}

bool mal_is_gun(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) == MAL_GUN;
}

bool mal_is_wagon(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) == MAL_WAGON;
}

bool mal_is_brigade(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) < MAL_GUN;
}

bool mal_is_dismounted(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_type_of(bk, m) == MAL_DRAGOON && !m->mounted;
}

/* M-23.3: infantry only fight on foot. */
bool mal_is_infantry(const struct mal_book *bk, const struct mal_unit *m)
{
    TC_RULE("M-23.3");
    return mal_type_of(bk, m) == MAL_FOOT;
}

bool mal_is_foot(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_is_infantry(bk, m) || mal_is_dismounted(bk, m);
}

/* M-23.2: horse, mounted dragoons, hussars. */
bool mal_is_cavalry(const struct mal_book *bk, const struct mal_unit *m)
{
    enum mal_type t = mal_type_of(bk, m);

    TC_RULE("M-23.2");
    return t == MAL_HORSE || t == MAL_HUSSAR || (t == MAL_DRAGOON && m->mounted);
}

/* M-12.7: hussars, civilians and dragoons on foot; hussars of mixed brigades are formed. */
bool mal_never_formed(const struct mal_book *bk, const struct mal_unit *m)
{
    enum mal_type t = mal_type_of(bk, m);

    if (t == MAL_HUSSAR && m->mixed) {
        TC_RULE("M-3.19");
        return false;
    }
    if (t == MAL_HUSSAR || t == MAL_CIVILIAN || mal_is_dismounted(bk, m)) {
        TC_RULE("M-12.7");
        return true;
    }
    return false;
}

bool mal_is_formed(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_is_brigade(bk, m) && m->formation != MAL_UNFORMED;
}

bool mal_on_table(const struct mal_unit *m)
{
    return m->where == MAL_ON_TABLE;
}

int mal_gun_class(const struct mal_book *bk, const struct mal_unit *m)
{
    return bk->card[m->card].gun_class;
}

bool mal_counts(const struct mal_book *bk, const struct mal_unit *m)
{
    TC_RULE("M-GEO-15");
    if (!mal_on_table(m) || mal_is_wagon(bk, m))
        return false;
    return !mal_is_gun(bk, m) || (m->crew == MAL_CREWED && m->captured_by == TC_NONE);
}

bool mal_is_ghost(const struct mal_book *bk, const struct mal_unit *m)
{
    return mal_is_wagon(bk, m) ||
           (mal_is_gun(bk, m) && (m->crew != MAL_CREWED || m->captured_by != TC_NONE));
}

bool mal_fast(const struct mal_unit *m)
{
    return m->status == MAL_ROUTING || m->status == MAL_RETIRING || m->status == MAL_EVADING ||
           m->status == MAL_PURSUING;
}

/* --- Bases: M-3.5 to M-3.10, M-GEO-5 ---------------------------------------------- */

static void horse_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                       int32_t *d)
{
    const struct mal_base_table *t = &bk->tables.base;
    bool loose = bk->new_style_basing; /* M-GEO-5f */

    if (c->type == MAL_HUSSAR && loose) {
        TC_RULE("M-GEO-5e");
        *w = t->hussar_w;
        *d = t->hussar_d;
    } else if (loose && c->style == MAL_NEW && (c->type == MAL_HORSE || c->as_cavalry)) {
        TC_RULE("M-3.8");
        *w = t->horse_w[MAL_NEW];
        *d = t->horse_d[MAL_NEW];
    } else if (c->type == MAL_DRAGOON) {
        TC_RULE("M-GEO-5d");
        *w = t->dragoon_w;
        *d = t->dragoon_d;
    } else {
        TC_RULE("M-3.6");
        *w = t->horse_w[MAL_TRADITIONAL];
        *d = t->horse_d[MAL_TRADITIONAL];
    }
    TC_RULE(loose ? "M-RUL-2" : "M-GEO-5f");
}

static void foot_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                      int32_t *d)
{
    const struct mal_base_table *t = &bk->tables.base;
    int style = bk->new_style_basing ? c->style : MAL_TRADITIONAL;

    if (style == MAL_NEW) {
        TC_RULE("M-3.9");
        TC_RULE("M-GEO-5c");
    } else {
        TC_RULE("M-3.5");
        TC_RULE("M-GEO-5a");
    }
    *w = t->foot_w[style];
    *d = t->foot_d[style];
}

static void gun_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                     int32_t *d)
{
    const struct mal_base_table *t = &bk->tables.base;

    TC_RULE("M-GEO-12");
    TC_RULE("M-RUL-1");
    TC_RULE(c->gun_class == MAL_LIGHT ? "M-3.7a" : "M-3.7b");
    *w = t->gun_w[c->gun_class];
    *d = t->gun_d[c->gun_class];
}

void mal_base_size(const struct mal_book *bk, const struct mal_unit *m, int32_t *w, int32_t *d)
{
    const struct mal_card *c = mal_card(bk, m);
    const struct mal_base_table *t = &bk->tables.base;

    if (c->base_w && (c->type != MAL_DRAGOON || m->mounted)) {
        TC_RULE("M-1.8");
        *w = c->base_w;
        *d = c->base_d;
        return;
    }
    switch ((enum mal_type)c->type) {
    case MAL_FOOT: foot_base(bk, c, w, d); return;
    case MAL_GUN: gun_base(bk, c, w, d); return;
    case MAL_WAGON:
        *w = t->wagon_w;
        *d = t->wagon_d;
        return;
    case MAL_HORSE:
    case MAL_HUSSAR: horse_base(bk, c, w, d); return;
    case MAL_DRAGOON:
        if (m->mounted) {
            horse_base(bk, c, w, d);
            return;
        }
        break;
    case MAL_CIVILIAN:
    case MAL_TYPES: break;
    }
    TC_RULE("M-3.10");
    TC_RULE("M-GEO-5b");
    *w = t->dismounted_w;
    *d = t->dismounted_d;
}

int mal_front_files(const struct mal_unit *m)
{
    switch ((enum mal_formation)m->formation) {
    case MAL_LINE: return m->front;
    case MAL_FIELD_COLUMN: return 2;
    case MAL_UNFORMED: return m->files;
    case MAL_MARCH_COLUMN:
    case MAL_NO_FORMATION:
    case MAL_FORMATIONS: break;
    }
    return 1;
}

/* M-20.30a: unformed troops have no ranks. */
int mal_ranks(const struct mal_unit *m)
{
    switch ((enum mal_formation)m->formation) {
    case MAL_LINE: return m->n > m->front ? 2 : 1;
    case MAL_FIELD_COLUMN: return (m->n + 1) / 2;
    case MAL_MARCH_COLUMN: return m->n;
    case MAL_UNFORMED:
        TC_RULE("M-20.30a");
        TC_RULE("M-RUL-72");
        return 1;
    case MAL_NO_FORMATION:
    case MAL_FORMATIONS: break;
    }
    return 1;
}

/* M-GEO-6 to M-GEO-11: the whole width, refused files included. */
void mal_size(const struct mal_book *bk, const struct mal_unit *m, int32_t *w, int32_t *d)
{
    int32_t bw, bd;
    int rows;

    mal_base_size(bk, m, &bw, &bd);
    switch ((enum mal_formation)m->formation) {
    case MAL_LINE:
        TC_RULE(m->n > m->front ? "M-GEO-7" : "M-GEO-6");
        *w = m->front * bw;
        *d = m->n > m->front ? 2 * bd : bd;
        return;
    case MAL_FIELD_COLUMN:
        TC_RULE("M-GEO-9");
        *w = 2 * bw;
        *d = (m->n + 1) / 2 * bd;
        return;
    case MAL_MARCH_COLUMN:
        TC_RULE("M-GEO-10");
        *w = bw;
        *d = m->n * bd;
        return;
    case MAL_UNFORMED:
        TC_RULE("M-GEO-11");
        if (m->files == 0) { /* nobody is left */
            *w = bw;
            *d = bd;
            return;
        }
        rows = (m->n + m->files - 1) / m->files;
        *w = m->files * bw + (m->files - 1) * m->gap;
        *d = rows * bd + (rows - 1) * m->gap;
        return;
    case MAL_NO_FORMATION:
    case MAL_FORMATIONS: break;
    }
    *w = bw;
    *d = bd;
}

/* The main body: less the refused files. */
struct tc_rect mal_rect(const struct mal_book *bk, const struct mal_unit *m)
{
    int32_t w, d, bw, bd;

    mal_size(bk, m, &w, &d);
    if (m->refuse_k[0] | m->refuse_k[1]) {
        mal_base_size(bk, m, &bw, &bd);
        w -= (m->refuse_k[0] + m->refuse_k[1]) * bw;
    }
    return tc_rect_at((struct tc_pt){ m->x, m->y }, m->heading, w, d);
}

/* M-GEO-31a: the refused part hangs on the main body's rear corner. */
static struct tc_rect refused_rect(const struct mal_book *bk, const struct mal_unit *m,
                                   const struct tc_box *main, int hand)
{
    int32_t bw, bd, w = m->refuse_k[hand];
    uint16_t a = m->refuse_angle[hand];

    mal_base_size(bk, m, &bw, &bd);
    w *= bw;
    TC_RULE("M-GEO-31a");
    if (hand == MAL_LEFT)
        return tc_rect_hung(TC_RR, main->c[TC_RL], (uint16_t)(m->heading - a), w, main->d);
    return tc_rect_hung(TC_RL, main->c[TC_RR], (uint16_t)(m->heading + a), w, main->d);
}

void mal_body(const struct mal_book *bk, const struct mal_unit *m, struct mal_body *out)
{
    struct tc_rect r = mal_rect(bk, m);

    TC_RULE("M-GEO-2");
    TC_RULE("M-GEO-4");
    tc_box_make(&out->box[0], &r);
    out->n = 1;
    for (int hand = 0; hand < 2; hand++) {
        if (!m->refuse_k[hand])
            continue;
        r = refused_rect(bk, m, &out->box[0], hand);
        tc_box_make(&out->box[out->n++], &r);
    }
}

struct tc_pt mal_centre(const struct mal_book *bk, const struct mal_unit *m)
{
    struct tc_rect r = mal_rect(bk, m);

    return tc_rect_centre(&r);
}

int32_t mal_radius(const struct mal_book *bk, const struct mal_unit *m)
{
    int32_t w, d;

    mal_size(bk, m, &w, &d);
    return w / 2 + d + ((m->refuse_k[0] | m->refuse_k[1]) ? w : 0);
}

/* --- Single bases: M-GEO-9a, M-GEO-11a, M-GEO-18 ------------------------------------- */

static struct mal_base base_at(const struct tc_box *b, int32_t u, int32_t v, int32_t w,
                               int32_t d, bool front, int file)
{
    struct mal_base x;

    x.rect = tc_rect_at(tc_place(b, u, v), b->facing, w, d);
    x.front = front;
    x.file = (uint8_t)file;
    return x;
}

/* Rows of files bases, gap apart, an incomplete last row centred. */
static int rows_of(const struct tc_box *b, int n, int files, int32_t w, int32_t d, int32_t gap,
                   bool all_front, struct mal_base *out)
{
    int put = 0;

    for (int row = 0; put < n; row++) {
        int in_row = n - put < files ? n - put : files;
        int32_t width = in_row * w + (in_row - 1) * gap;
        for (int i = 0; i < in_row; i++, put++)
            out[put] = base_at(b, -width / 2 + i * (w + gap) + w / 2, -row * (d + gap), w, d,
                               all_front || row == 0, i);
    }
    return put;
}

static int line_bases(const struct mal_book *bk, const struct mal_unit *m, int32_t w, int32_t d,
                      struct mal_base *out)
{
    struct mal_body body;
    int k0 = m->refuse_k[0], k1 = m->refuse_k[1], put = 0, part = 1;
    int main = m->front - k0 - k1;

    mal_body(bk, m, &body);
    for (int i = 0; i < k0; i++, put++)
        out[put] = base_at(&body.box[part], -k0 * w / 2 + i * w + w / 2, 0, w, d, true, put);
    part += k0 > 0;
    for (int i = 0; i < main; i++, put++)
        out[put] = base_at(&body.box[0], -main * w / 2 + i * w + w / 2, 0, w, d, true, put);
    for (int i = 0; i < k1; i++, put++)
        out[put] = base_at(&body.box[part], -k1 * w / 2 + i * w + w / 2, 0, w, d, true, put);
    int rear = m->n - m->front;
    for (int i = 0; i < rear && put < MAL_BASES; i++, put++)
        out[put] = base_at(&body.box[0], -rear * w / 2 + i * w + w / 2, -d, w, d, false,
                           (m->front - rear) / 2 + i);
    return put;
}

int mal_bases(const struct mal_book *bk, const struct mal_unit *m,
              struct mal_base out[MAL_BASES])
{
    struct mal_body body;
    int32_t w, d;

    TC_RULE("M-GEO-18");
    mal_base_size(bk, m, &w, &d);
    if (m->formation == MAL_LINE)
        return line_bases(bk, m, w, d, out);
    mal_body(bk, m, &body);
    if (m->formation == MAL_UNFORMED) {
        TC_RULE("M-GEO-11a");
        return rows_of(&body.box[0], m->n, m->files, w, d, m->gap, true, out);
    }
    if (m->formation == MAL_FIELD_COLUMN) {
        TC_RULE("M-GEO-9a");
        return rows_of(&body.box[0], m->n, 2, w, d, 0, false, out);
    }
    if (m->formation == MAL_MARCH_COLUMN)
        return rows_of(&body.box[0], m->n, 1, w, d, 0, false, out);
    out[0] = base_at(&body.box[0], 0, 0, w, d, true, 0);
    return 1;
}

/* --- Distances -------------------------------------------------------------------------- */

bool mal_bodies_within(const struct mal_body *a, const struct mal_body *b, int32_t r)
{
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++)
            if (!tc_box_far(&a->box[i], &b->box[j], r) && tc_within(&a->box[i], &b->box[j], r))
                return true;
    return false;
}

struct tc_gap mal_bodies_gap(const struct mal_body *a, const struct mal_body *b)
{
    struct tc_gap best = tc_gap_of(&a->box[0], &b->box[0]);

    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++) {
            struct tc_gap g = tc_gap_of(&a->box[i], &b->box[j]);
            if (tc_gap_cmp(g, best) < 0)
                best = g;
        }
    return best;
}

/* Surely farther apart than r. */
static bool far_apart(const struct mal_book *bk, const struct mal_unit *a,
                      const struct mal_unit *b, int32_t r)
{
    int64_t x = a->x - b->x, y = a->y - b->y;
    int64_t reach = (int64_t)mal_radius(bk, a) + mal_radius(bk, b) + r + 8;

    return x * x + y * y > reach * reach;
}

bool mal_within(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b,
                int32_t r)
{
    struct mal_body x, y;

    if (far_apart(bk, a, b, r))
        return false;
    mal_body(bk, a, &x);
    mal_body(bk, b, &y);
    return mal_bodies_within(&x, &y, r);
}

struct tc_gap mal_gap(const struct mal_book *bk, const struct mal_unit *a,
                      const struct mal_unit *b)
{
    struct mal_body x, y;

    TC_RULE("M-GEO-14");
    mal_body(bk, a, &x);
    mal_body(bk, b, &y);
    return mal_bodies_gap(&x, &y);
}

bool mal_point_near(const struct mal_book *bk, const struct mal_unit *m, struct tc_pt p,
                    int32_t r)
{
    struct mal_body b;
    int64_t x = m->x - p.x, y = m->y - p.y, reach = (int64_t)mal_radius(bk, m) + r + 8;

    if (x * x + y * y > reach * reach)
        return false;
    mal_body(bk, m, &b);
    for (int i = 0; i < b.n; i++)
        if (tc_point_within(&b.box[i], p, r))
            return true;
    return false;
}

bool mal_overlap(const struct mal_book *bk, const struct mal_unit *a, const struct mal_unit *b)
{
    struct mal_body x, y;

    if (far_apart(bk, a, b, 0))
        return false;
    mal_body(bk, a, &x);
    mal_body(bk, b, &y);
    for (int i = 0; i < x.n; i++)
        for (int j = 0; j < y.n; j++)
            if (tc_overlap(&x.box[i], &y.box[j], MAL_EPS))
                return true;
    return false;
}

bool mal_to_front(const struct mal_book *bk, const struct mal_unit *m,
                  const struct mal_unit *target, int slope, int32_t depth)
{
    struct mal_body a, b;

    if (far_apart(bk, m, target, 2 * depth + MAL_EPS))
        return false;
    mal_body(bk, m, &a);
    mal_body(bk, target, &b);
    if (m->formation == MAL_UNFORMED)
        return mal_bodies_within(&a, &b, depth + MAL_EPS);
    TC_RULE("M-GEO-16");
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < b.n; j++)
            if (tc_in_fan(&a.box[i], slope, depth + MAL_EPS, &b.box[j]))
                return true;
    return false;
}

bool mal_enemy_near_rect(const struct mal_book *bk, const struct mal_state *s, int side,
                         const struct mal_unit *as, int32_t r)
{
    TC_RULE("M-GEO-3");
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != side && mal_counts(bk, e) && mal_within(bk, as, e, r + MAL_EPS))
            return true;
    }
    return false;
}

bool mal_enemy_within(const struct mal_book *bk, const struct mal_state *s, int unit, int32_t r)
{
    return mal_enemy_near_rect(bk, s, s->brigades[unit].side, &s->brigades[unit], r);
}

bool mal_enemy_near_point(const struct mal_book *bk, const struct mal_state *s, int side,
                          struct tc_pt p, int32_t r)
{
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side != side && mal_counts(bk, e) && mal_point_near(bk, e, p, r + MAL_EPS))
            return true;
    }
    return false;
}

int mal_nearest_enemy(const struct mal_book *bk, const struct mal_state *s, int unit,
                      bool brigades)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_gap best = { 0, 0, 1 };
    int found = TC_NONE;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == m->side || !mal_counts(bk, e) || (brigades && !mal_is_brigade(bk, e)))
            continue;
        if (found != TC_NONE && far_apart(bk, m, e, tc_gap_ceil(best)))
            continue;
        struct tc_gap g = mal_gap(bk, m, e);
        if (found == TC_NONE || tc_gap_cmp(g, best) < 0) {
            best = g;
            found = i;
        }
    }
    return found;
}

/* M-GEO-40: not more than EPS deep. */
int mal_overlapped(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as, bool friends)
{
    if (mal_is_ghost(bk, as))
        return TC_NONE;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *o = &s->brigades[i];
        if (i == unit || !mal_on_table(o) || mal_is_ghost(bk, o))
            continue;
        if ((!friends || o->side == as->side) && mal_overlap(bk, as, o)) {
            TC_RULE("M-GEO-40");
            return i;
        }
    }
    return TC_NONE;
}

bool mal_may_stand(const struct mal_book *bk, const struct mal_state *s, int unit,
                   const struct mal_unit *as, struct tc_refusal *why)
{
    struct tc_table t = { bk->width, bk->height };

    if (!tc_point_on_table(mal_centre(bk, as), t))
        return tc_refuse(why, "M-GEO-55", MAL_R_OFF_TABLE, unit, 0, 0);
    int hit = mal_overlapped(bk, s, unit, as, false);
    if (hit != TC_NONE)
        return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, unit, hit, 0);
    return !mal_bad_stand(bk, as) ||
           tc_refuse(why, "M-13.31", MAL_R_IMPASSABLE, unit, 0, 0);
}

/* --- Setting down ------------------------------------------------------------------------ */

void mal_leaders_follow(const struct mal_book *bk, struct mal_state *s, int unit)
{
    struct tc_pt c = mal_centre(bk, &s->brigades[unit]);

    for (int i = 0; i < bk->leaders; i++) {
        if (s->leaders[i].attached != unit)
            continue;
        TC_RULE("M-5.8");
        s->leaders[i].x = c.x;
        s->leaders[i].y = c.y;
    }
}

void mal_set_pose(const struct mal_book *bk, struct mal_state *s, int unit, int32_t x,
                  int32_t y, uint16_t heading)
{
    s->brigades[unit].x = x;
    s->brigades[unit].y = y;
    s->brigades[unit].heading = heading;
    mal_leaders_follow(bk, s, unit);
}

void mal_set_rect(const struct mal_book *bk, struct mal_state *s, int unit,
                  const struct tc_rect *r)
{
    mal_set_pose(bk, s, unit, r->x, r->y, r->facing);
}

void mal_clear_refused(const struct mal_book *bk, struct mal_unit *m)
{
    int32_t w, d;

    if (!(m->refuse_k[0] | m->refuse_k[1]))
        return;
    mal_base_size(bk, m, &w, &d);
    struct tc_rect r = mal_rect(bk, m);
    r = tc_side_step(r, (m->refuse_k[1] - m->refuse_k[0]) * w / 2);
    m->x = r.x;
    m->y = r.y;
    memset(m->refuse_k, 0, sizeof m->refuse_k);
    memset(m->refuse_angle, 0, sizeof m->refuse_angle);
}

void mal_loosen(const struct mal_book *bk, struct mal_unit *m)
{
    struct tc_pt c;
    int32_t w, d;

    if (m->formation == MAL_UNFORMED || m->formation == MAL_NO_FORMATION)
        return;
    TC_RULE("M-12.8");
    mal_clear_refused(bk, m);
    c = mal_centre(bk, m);
    m->formation = MAL_UNFORMED;
    m->front = 0;
    m->files = (uint8_t)((m->n + 1) / 2);
    m->gap = (uint16_t)bk->tables.base.loose_gap;
    mal_size(bk, m, &w, &d);
    struct tc_rect r = tc_rect_about(c, m->heading, w, d);
    m->x = r.x;
    m->y = r.y;
}

bool mal_loses_flank(const struct mal_unit *m)
{
    return m->formation == MAL_LINE && m->n == m->front;
}

/* M-GEO-41: the line shortens at one end; what is refused there goes first. */
static void shorten(const struct mal_book *bk, struct mal_unit *m, int hand)
{
    struct mal_body old;
    int32_t w, d;

    TC_RULE("M-GEO-41");
    mal_body(bk, m, &old);
    const struct tc_box part = old.box[old.n > 1];
    mal_base_size(bk, m, &w, &d);
    m->n--;
    m->front--;
    if (hand == MAL_LEFT) { /* files are counted from the left */
        m->file_first = (uint8_t)(m->file_first - (m->file_first > 0));
        m->file_last = (uint8_t)(m->file_last - (m->file_last > 0));
    }
    if (m->refuse_k[hand]) {
        if (--m->refuse_k[hand] == 0)
            m->refuse_angle[hand] = 0;
        return;
    }
    struct tc_rect r = mal_rect(bk, m);
    if (m->front > 0 && m->front == m->refuse_k[0] + m->refuse_k[1]) {
        /* the main body is gone: the refused part is the brigade now */
        m->x = part.anchor.x;
        m->y = part.anchor.y;
        m->heading = part.facing;
        memset(m->refuse_k, 0, sizeof m->refuse_k);
        memset(m->refuse_angle, 0, sizeof m->refuse_angle);
        return;
    }
    r = tc_side_step(r, hand == MAL_LEFT ? w / 2 : -w / 2);
    m->x = r.x;
    m->y = r.y;
}

void mal_drop_base(const struct mal_book *bk, struct mal_unit *m, int hand)
{
    if (mal_loses_flank(m)) {
        shorten(bk, m, hand);
        return;
    }
    m->n--;
    if (m->formation == MAL_LINE)
        TC_RULE("M-GEO-42");
    if (m->formation == MAL_FIELD_COLUMN || m->formation == MAL_MARCH_COLUMN)
        TC_RULE("M-GEO-43");
    if (m->formation == MAL_UNFORMED) {
        TC_RULE("M-GEO-44");
        if (m->files > m->n)
            m->files = m->n;
    } else if (m->n == 1 || (m->formation == MAL_FIELD_COLUMN && m->n == 2)) {
        TC_RULE("M-GEO-45");
        TC_RULE("M-RUL-54");
        m->formation = MAL_LINE;
        m->front = m->n;
    }
}

/* --- Order from the right ------------------------------------------------------------------
 */

int64_t mal_rightness(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_pt c = mal_centre(bk, m);
    struct tc_dir r = tc_right_of(bk->front[(int)m->side]);

    return (int64_t)c.x * r.x + (int64_t)c.y * r.y;
}

int mal_next_right(const struct mal_book *bk, const struct mal_state *s, int side,
                   mal_want *want)
{
    int best = TC_NONE;
    int64_t most = 0;

    TC_RULE("M-GEO-56");
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->side != side || !mal_on_table(m) || m->acted || !want(bk, s, i))
            continue;
        int64_t r = mal_rightness(bk, s, i);
        if (best == TC_NONE || r > most) {
            best = i;
            most = r;
        }
    }
    return best;
}
