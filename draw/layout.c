/* draw/layout.c - where things go on the sheet, and whose colour is whose. */
#include "draw/plan.h"

#include <math.h>
#include <string.h>

static const double root3 = 1.7320508075688772;

/* The board measured in thousandths of an inch, or in hex radii. */
static struct draw_pt board_size(const struct tc_scene *s)
{
    if (s->board == TC_BOARD_PLANE)
        return (struct draw_pt){ fmax(1, s->width), fmax(1, s->height) };
    double lone = s->hex.flat_top ? s->height : s->width;
    double packed = s->hex.flat_top ? s->width : s->height;
    struct draw_pt size = { root3 * (lone + 0.5), 1.5 * packed + 0.5 };
    return s->hex.flat_top ? (struct draw_pt){ size.y, size.x } : size;
}

struct draw_pt draw_place(const struct draw_plan *p, int32_t x, int32_t y)
{
    const struct tc_scene *s = p->s;
    if (s->board == TC_BOARD_PLANE)
        return (struct draw_pt){ p->x + x * p->k, p->y + p->h - y * p->k };
    double shove = s->hex.odd_place ? root3 / 2 : root3;
    if (s->hex.flat_top)
        return (struct draw_pt){ p->x + p->k * (1 + 1.5 * x),
                                 p->y + p->k * (shove + root3 * (y + x / 2.0)) };
    return (struct draw_pt){ p->x + p->k * (shove + root3 * (x + y / 2.0)),
                             p->y + p->k * (1 + 1.5 * y) };
}

/* --- Colours ------------------------------------------------------------------------- */

static double apart(struct draw_rgb a, struct draw_rgb b)
{
    return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b);
}

static void choose_colours(struct draw_plan *p)
{
    static const struct draw_rgb usual[TC_SIDES + 1] = { { 0.655, 0.196, 0.165 },
                                                         { 0.180, 0.290, 0.520 },
                                                         { 0.35, 0.30, 0.25 } };
    for (int i = 0; i <= TC_SIDES; i++) {
        p->side[i] = usual[i];
        if (i < TC_SIDES)
            draw_read_colour(p->s->side_colour[i], &p->side[i]);
    }
    /* Two sides in one colour, or one in the colour of paper, cannot be told apart. */
    for (int i = 0; i < TC_SIDES; i++)
        if (apart(p->side[i], draw_paper) < 0.35)
            p->side[i] = draw_mix(p->side[i], draw_ink, 0.35);
    if (apart(p->side[0], p->side[1]) < 0.3)
        p->side[1] = apart(p->side[0], usual[1]) < 0.3 ? usual[0] : usual[1];
}

struct draw_rgb draw_side_colour(const struct draw_plan *p, int side)
{
    return p->side[side >= 0 && side < TC_SIDES ? side : TC_SIDES];
}

/* The nation most pieces of a side belong to; the first of equals. */
static const char *chief_nation(const struct tc_scene *s, int side)
{
    const char *best = "";
    int most = 0;
    for (int i = 0; i < s->pieces; i++) {
        int n = 0;
        for (int k = 0; k < s->pieces; k++)
            n += s->piece[k].side == side && s->piece[i].side == side &&
                 strcmp(s->piece[k].nation, s->piece[i].nation) == 0;
        if (n > most) {
            most = n;
            best = s->piece[i].nation;
        }
    }
    return best;
}

/* --- Places ------------------------------------------------------------------------------ */

enum { MARGIN = 34, COLUMN = 292, GAP = 20, HEAD = 74 };

void draw_plan_start(struct draw_plan *p, const struct tc_scene *s,
                     const struct draw_options *o)
{
    struct draw_pt size = board_size(s);
    bool column = o->legend || o->panels;
    double fixed = (2 * MARGIN + (column ? COLUMN + GAP : 0)) / 1400.0;
    p->s = s;
    p->o = *o;
    p->width = o->width;
    if (o->width == 0 && o->scale > 0) {
        double unit = s->board == TC_BOARD_PLANE ? o->scale / 1000.0 : o->scale / root3;
        p->width = ceil(fmin(size.x * unit / (1 - fixed), DRAW_WIDTH_MAX));
    } else if (o->width == 0) {
        p->width = 1400;
    }
    p->width = fmax(p->width, DRAW_WIDTH_MIN);
    p->u = p->width / 1400;
    p->column = column ? COLUMN * p->u : 0;
    double room = p->width * (1 - fixed);
    p->k = fmin(room / size.x, p->width * 1.6 / size.y);
    p->w = size.x * p->k;
    p->h = size.y * p->k;
    p->x = MARGIN * p->u + (room - p->w) / 2;
    p->y = (MARGIN + (column ? 0 : HEAD)) * p->u;
    p->height = ceil(p->y + p->h + MARGIN * p->u);
    p->inch = s->board == TC_BOARD_PLANE ? p->k * 1000 : p->k * root3 / 2;
    for (int i = 0; i < TC_SIDES; i++)
        p->chief_nation[i] = chief_nation(s, i);
    choose_colours(p);
    draw_find_badges(p);
}
