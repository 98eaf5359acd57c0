/* board/hexsight.c - exact lines from centre to centre.
 *
 * In the wedge of the target, to = from + a D(s) + b D(s+1), n = a + b. The line meets row k
 * at the point a k / n along it. The two hexes beside it are those with floor and floor + 1
 * steps in D(s). Twice the remainder against n says which is nearer. Rows are a k apart
 * in distance, so step k is the hex at range k. The hexside between the two is crossed within
 * a third of a row of the row's axis when 3 |n - 2 rest| < |a - b|. All exact.
 */
#include "board/hex.h"

void tc_hexline_begin(struct tc_hexline *line, struct tc_hexvec from, struct tc_hexvec to)
{
    struct tc_hexwedge x = tc_hex_wedge(TC_HEX_CW, tc_hex_sub(to, from));

    line->at = from;
    line->high = tc_hex_dir(TC_HEX_CW, x.sector);
    line->low = tc_hex_dir(TC_HEX_CW, x.sector + 1);
    line->a = x.a;
    line->n = x.a + x.b;
    line->k = 0;
    line->rest = 0;
    line->slant = x.a > x.b ? x.a - x.b : x.b - x.a;
}

/* How the line passes between two hexes, by twice the remainder minus n. */
static inline uint8_t cut_of(const struct tc_hexline *line, int lean)
{
    if (lean == 0)
        return line->slant == 0 ? TC_HEXCUT_ALONG : TC_HEXCUT_EVEN;
    return 3 * (lean < 0 ? -lean : lean) < line->slant ? TC_HEXCUT_CLIP : TC_HEXCUT_ONE;
}

/* One step; inline so that the loops below keep the line in registers. */
static inline bool advance(struct tc_hexline *line, struct tc_hexstep *step)
{
    struct tc_hexvec up;
    int lean;

    if (line->k >= line->n)
        return false;
    line->k++;
    line->rest += line->a;
    if (line->rest >= line->n) {
        line->rest -= line->n;
        line->at = tc_hex_add(line->at, line->high);
    } else {
        line->at = tc_hex_add(line->at, line->low);
    }
    up = tc_hex_add(line->at, tc_hex_sub(line->high, line->low));
    lean = 2 * line->rest - line->n;
    *step = (struct tc_hexstep){ .hex = { lean > 0 ? up : line->at, lean > 0 ? line->at : up },
                                 .k = (int16_t)line->k,
                                 .n = (int16_t)line->n,
                                 .cut = cut_of(line, lean) };
    return true;
}

bool tc_hexline_step(struct tc_hexline *line, struct tc_hexstep *step)
{
    return advance(line, step);
}

/* --- Sight -------------------------------------------------------------------- */

/* The ends' grounds, for the height of the line. */
struct ends {
    int from, to;
};

/* Height of what stands in the hex. */
static inline int cover_of(const struct tc_hexsight *s, tc_hex h)
{
    int cover = s->cover ? s->cover[h] : 0;

    if (s->units && cover < s->unit_cover && tc_hexset_has(s->units, h))
        return s->unit_cover;
    return cover;
}

/* R-T-12c: ground and cover rise above the line at k/n of the way. */
static inline bool rises(const struct tc_hexsight *s, struct ends e,
                         const struct tc_hexstep *step, tc_hex h)
{
    int cover = cover_of(s, h), top = cover + (s->ground ? s->ground[h] : 0);
    int above = (top - e.from) * step->n - (e.to - e.from) * step->k;

    return above > 0 || (above == 0 && cover > 0 && s->touching);
}

/* One step blocks the line. */
static inline bool blocks(const struct tc_hexmap *m, const struct tc_hexsight *s, struct ends e,
                          const struct tc_hexstep *step)
{
    tc_hex one = tc_hexmap_at(m, step->hex[0]), two;
    bool first = one >= 0 && rises(s, e, step, one), second;

    if (step->cut == TC_HEXCUT_ONE || (step->cut == TC_HEXCUT_CLIP && !s->clipped))
        return first;
    two = tc_hexmap_at(m, step->hex[1]);
    second = two >= 0 && rises(s, e, step, two);
    if (one < 0 || two < 0 || s->either || step->cut == TC_HEXCUT_CLIP)
        return first || second;
    return first && second;
}

bool tc_hexsight_clear(const struct tc_hexmap *m, const struct tc_hexsight *s, tc_hex a,
                       tc_hex b)
{
    struct ends e = { s->ground ? s->ground[a] : 0, s->ground ? s->ground[b] : 0 };
    struct tc_hexline line;
    struct tc_hexstep step;

    tc_hexline_begin(&line, m->at[a], m->at[b]);
    while (advance(&line, &step) && step.k < step.n)
        if (blocks(m, s, e, &step))
            return false;
    return true;
}

int tc_hexsight_count(const struct tc_hexmap *m, tc_hex a, tc_hex b, const uint64_t *set,
                      bool either)
{
    const struct tc_hexsight s = { .units = set, .unit_cover = 1, .either = either };
    const struct ends flat = { 0, 0 };
    struct tc_hexline line;
    struct tc_hexstep step;
    int n = 0;

    tc_hexline_begin(&line, m->at[a], m->at[b]);
    while (advance(&line, &step) && step.k < step.n)
        n += blocks(m, &s, flat, &step);
    return n;
}
