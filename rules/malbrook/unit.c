/* rules/malbrook/unit.c - what a unit is, the ground it covers, distances (M-3, M-12, M-GEO).
 */
#include "rules/malbrook/inner.h"

/* Told further down: */
static void gun_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                     int32_t *d);
static void horse_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                       int32_t *d);
static void foot_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                      int32_t *d);
static const struct tc_box *kept_box(const struct mal_book *bk, const struct mal_unit *m);
static int line_bases(const struct mal_book *bk, const struct mal_unit *m, int32_t w, int32_t d,
                      struct mal_base *out);
static struct mal_base base_at(const struct tc_box *b, int32_t u, int32_t v, int32_t w,
                               int32_t d, bool front, int file);
static int rows_of(const struct tc_box *b, int n, int files, int32_t w, int32_t d, int32_t gap,
                   bool all_front, struct mal_base *out);
static struct tc_rect refused_rect(const struct mal_book *bk, const struct mal_unit *m,
                                   const struct tc_box *main, int hand);

/* M-3.5 to M-3.10: one base of this card. */
static void size_of(const struct mal_book *bk, const struct mal_card *c, bool mounted,
                    int32_t *w, int32_t *d)
{
    const struct mal_base_table *t = &bk->tables.base;

    if (c->base_w && (c->type != MAL_DRAGOON || mounted)) {
        *w = c->base_w; /* M-1.8 */
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
        if (mounted) {
            horse_base(bk, c, w, d);
            return;
        }
        break;
    case MAL_CIVILIAN:
    case MAL_TYPES: break;
    }
    *w = t->dismounted_w; /* M-3.10, M-GEO-5b */
    *d = t->dismounted_d;
}

void mal_book_sizes(struct mal_book *bk)
{
    int32_t w = 0, d = 0;

    for (int i = 0; i < bk->cards; i++)
        for (int mounted = 0; mounted < 2; mounted++) {
            struct mal_size *one = &bk->size[i][mounted];
            size_of(bk, &bk->card[i], mounted, &one->w, &one->d);
            w = tc_max(w, one->w);
            d = tc_max(d, one->d);
        }
    for (int n = 0; n < 256;
         n++) /* in one rank at least, in one file at most, two deep in line */
        bk->span[n] = tc_max(tc_max(n, 1) * w / 2 + 2 * d, w + tc_max(n, 1) * d);
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

static void gun_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                     int32_t *d)
{
    const struct mal_base_table *t = &bk->tables.base;

    *w = t->gun_w[c->gun_class]; /* M-3.7a, M-3.7b, M-GEO-12, M-RUL-1 */
    *d = t->gun_d[c->gun_class];
}

void mal_body(const struct mal_book *bk, const struct mal_unit *m, struct mal_body *out)
{
    struct tc_rect r;

    mal_main_box(bk, m, &out->box[0]); /* M-GEO-1, M-GEO-2, M-GEO-4 */
    out->n = 1;
    for (int hand = 0; hand < 2; hand++) {
        if (!m->refuse_k[hand])
            continue;
        r = refused_rect(bk, m, &out->box[0], hand);
        tc_box_make(&out->box[out->n++], &r);
    }
}

void mal_main_box(const struct mal_book *bk, const struct mal_unit *m, struct tc_box *out)
{
    if (bk->boxes) {
        *out = *kept_box(bk, m);
        return;
    }
    struct tc_rect r = mal_rect(bk, m);
    tc_box_make(out, &r);
}

/* By all that mal_rect looks at. */
static const struct tc_box *kept_box(const struct mal_book *bk, const struct mal_unit *m)
{
    uint64_t shape = (uint64_t)m->n | (uint64_t)m->front << 8 | (uint64_t)m->files << 16 |
                     (uint64_t)m->formation << 24 | (uint64_t)m->refuse_k[0] << 32 |
                     (uint64_t)m->refuse_k[1] << 40 | (uint64_t)(m->mounted != 0) << 48;
    bool made;
    struct tc_box *b =
        tc_box_kept(bk->boxes, tc_key_of((uint32_t)m->x, (uint32_t)m->y),
                    tc_key_of(1 << 16 | (uint16_t)m->card, (uint32_t)m->gap << 16 | m->heading),
                    shape, &made);

    if (!made) {
        struct tc_rect r = mal_rect(bk, m);
        tc_box_make(b, &r);
    }
    return b;
}

struct tc_pt mal_centre(const struct mal_book *bk, const struct mal_unit *m)
{
    if (bk->boxes)
        return kept_box(bk, m)->centre;
    struct tc_rect r = mal_rect(bk, m);
    return tc_rect_centre(&r);
}

const struct tc_book *mal_own_book(const struct tc_book *bk, void *shelf)
{
    struct mal_shelf *own = shelf;

    own->book = *mal_book_of(bk);
    own->book.boxes = &own->boxes;
    return &own->book.head;
}

static void foot_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                      int32_t *d)
{
    const struct mal_base_table *t = &bk->tables.base;
    int style = bk->new_style_basing ? c->style : MAL_TRADITIONAL;

    *w = t->foot_w[style]; /* M-3.5, M-GEO-5a; new style: M-3.9, M-GEO-5c */
    *d = t->foot_d[style];
}

static void horse_base(const struct mal_book *bk, const struct mal_card *c, int32_t *w,
                       int32_t *d)
{
    const struct mal_base_table *t = &bk->tables.base;
    bool loose = bk->new_style_basing; /* M-GEO-5f, M-RUL-2 */

    if (c->type == MAL_HUSSAR && loose) {
        *w = t->hussar_w; /* M-GEO-5e */
        *d = t->hussar_d;
    } else if (loose && c->style == MAL_NEW && (c->type == MAL_HORSE || c->as_cavalry)) {
        *w = t->horse_w[MAL_NEW]; /* M-3.8 */
        *d = t->horse_d[MAL_NEW];
    } else if (c->type == MAL_DRAGOON) {
        *w = t->dragoon_w; /* M-GEO-5d */
        *d = t->dragoon_d;
    } else {
        *w = t->horse_w[MAL_TRADITIONAL]; /* M-3.6 */
        *d = t->horse_d[MAL_TRADITIONAL];
    }
}

/* M-GEO-6 to M-GEO-11: the whole width, refused files included. */
void mal_size(const struct mal_book *bk, const struct mal_unit *m, int32_t *w, int32_t *d)
{
    int32_t bw, bd;
    int rows;

    mal_base_size(bk, m, &bw, &bd);
    switch ((enum mal_formation)m->formation) {
    case MAL_LINE:
        *w = m->front * bw; /* M-GEO-6, M-GEO-7 */
        *d = m->n > m->front ? 2 * bd : bd;
        return;
    case MAL_FIELD_COLUMN:
        *w = 2 * bw; /* M-GEO-9 */
        *d = (m->n + 1) / 2 * bd;
        return;
    case MAL_MARCH_COLUMN:
        *w = bw; /* M-GEO-10 */
        *d = m->n * bd;
        return;
    case MAL_UNFORMED:
        if (m->files == 0) { /* M-GEO-11: nobody is left */
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

int mal_bases(const struct mal_book *bk, const struct mal_unit *m,
              struct mal_base out[MAL_BASES])
{
    struct mal_body body;
    int32_t w, d;

    mal_base_size(bk, m, &w, &d); /* M-GEO-18 */
    if (m->formation == MAL_LINE)
        return line_bases(bk, m, w, d, out);
    mal_body(bk, m, &body);
    if (m->formation == MAL_UNFORMED)
        return rows_of(&body.box[0], m->n, m->files, w, d, m->gap, true, out); /* M-GEO-11a */
    if (m->formation == MAL_FIELD_COLUMN)
        return rows_of(&body.box[0], m->n, 2, w, d, 0, false, out); /* M-GEO-9a */
    if (m->formation == MAL_MARCH_COLUMN)
        return rows_of(&body.box[0], m->n, 1, w, d, 0, false, out);
    out[0] = base_at(&body.box[0], 0, 0, w, d, true, 0);
    return 1;
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

/* M-GEO-31a: the refused part hangs on the main body's rear corner. */
static struct tc_rect refused_rect(const struct mal_book *bk, const struct mal_unit *m,
                                   const struct tc_box *main, int hand)
{
    int32_t bw, bd, w = m->refuse_k[hand];
    uint16_t a = m->refuse_angle[hand];

    mal_base_size(bk, m, &bw, &bd);
    w *= bw;
    if (hand == MAL_LEFT) /* M-GEO-31a */
        return tc_rect_hung(TC_RR, main->c[TC_RL], (uint16_t)(m->heading - a), w, main->d);
    return tc_rect_hung(TC_RL, main->c[TC_RR], (uint16_t)(m->heading + a), w, main->d);
}

/* M-20.30a: unformed troops have no ranks. */
int mal_ranks(const struct mal_unit *m)
{
    switch ((enum mal_formation)m->formation) {
    case MAL_LINE: return m->n > m->front ? 2 : 1;
    case MAL_FIELD_COLUMN: return (m->n + 1) / 2;
    case MAL_MARCH_COLUMN: return m->n;
    case MAL_UNFORMED: return 1; /* M-20.30a, M-RUL-72 */
    case MAL_NO_FORMATION:
    case MAL_FORMATIONS: break;
    }
    return 1;
}
