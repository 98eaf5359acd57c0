/* draw/troops.c - troops as the block symbols of period plans. */
#include "draw/plan.h"

#include <math.h>
#include <string.h>

/* --- Where a block is ---------------------------------------------------------------- */

/* Pieces in the same hex and the place of this one among them, by order, then by index. */
static int rank_in_hex(const struct tc_scene *s, int piece, int *of, int *top)
{
    const struct tc_piece *own = &s->piece[piece];
    int before = 0, lead = piece;
    *of = 0;
    for (int i = 0; i < s->pieces; i++) {
        const struct tc_piece *o = &s->piece[i];
        if (o->x != own->x || o->y != own->y)
            continue;
        ++*of;
        before += o->order < own->order || (o->order == own->order && i < piece);
        if (o->order < s->piece[lead].order || (o->order == s->piece[lead].order && i < lead))
            lead = i;
    }
    *top = lead;
    return before;
}

/* A stack of a hex stands like the lines of a brigade, each front edge in sight. */
static void place_in_hex(const struct draw_plan *p, int piece, struct draw_block *b)
{
    int of, top, before = rank_in_hex(p->s, piece, &of, &top);
    double depth = fmin(0.52, 1.4 / of - 0.06) * p->k, step = depth + 0.07 * p->k;
    double lead = p->s->piece[top].facing * 6.283185307 / 65536;
    struct draw_pt back = { -sin(lead), cos(lead) };
    double first = -(of * step) / 2;
    b->w = 1.36 * p->k;
    b->d = depth;
    b->at.x += back.x * (first + before * step);
    b->at.y += back.y * (first + before * step);
    if (p->s->piece[piece].arm == TC_ARM_LEADER)
        b->w = b->d = fmin(0.62 * p->k, fmax(depth, 0.4 * p->k));
}

static void place_on_table(const struct draw_plan *p, const struct tc_piece *piece,
                           struct draw_block *b)
{
    double least = (piece->arm == TC_ARM_LEADER ? 13 : 9) * p->u;
    b->w = fmax(piece->w * p->k, least);
    b->d = fmax(piece->d * p->k, least);
    b->at.x += b->rear.x * piece->order * 0.4 * b->d;
    b->at.y += b->rear.y * piece->order * 0.4 * b->d;
}

struct draw_block draw_block_of(const struct draw_plan *p, int piece)
{
    const struct tc_piece *o = &p->s->piece[piece];
    struct draw_block b = { .at = draw_place(p, o->x, o->y), .faced = o->facing >= 0 };
    b.angle = b.faced ? o->facing * 6.283185307 / 65536 : 0;
    b.right = (struct draw_pt){ cos(b.angle), sin(b.angle) };
    b.rear = (struct draw_pt){ -sin(b.angle), cos(b.angle) };
    if (p->s->board == TC_BOARD_HEX)
        place_in_hex(p, piece, &b);
    else
        place_on_table(p, o, &b);
    return b;
}

/* --- Symbols, in the block's own frame: x to the right, y to the rear ------------------- */

static struct draw_rgb cloth(const struct draw_plan *p, const struct tc_piece *o)
{
    return draw_side_colour(p, o->side);
}

/* True when the piece is of another nation than most of its side, and we know its coat. */
static bool foreign_coat(const struct draw_plan *p, const struct tc_piece *o,
                         struct draw_rgb *out)
{
    if (o->side < 0 || o->side >= TC_SIDES || strcmp(o->nation, p->chief_nation[o->side]) == 0)
        return false;
    return draw_coat(o->nation, out);
}

static void box(struct draw_plan *p, double w, double d, struct draw_rgb fill)
{
    cairo_rectangle(p->cr, -w / 2, 0, w, d);
    draw_set(p->cr, fill, 1);
    cairo_fill(p->cr);
}

static void solid_bar(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    struct draw_rgb coat;
    box(p, w, d, cloth(p, o));
    if (foreign_coat(p, o, &coat)) {
        double cuff = fmin(w * 0.12, d * 0.75);
        cairo_rectangle(p->cr, -w / 2, 0, cuff, d);
        cairo_rectangle(p->cr, w / 2 - cuff, 0, cuff, d);
        draw_set(p->cr, coat, 1);
        cairo_fill(p->cr);
    }
}

/* Open order: the bar broken into small bodies. */
static void loose_bar(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    struct draw_rgb coat;
    int n = (int)fmax(3, fmin(12, w / (9 * p->u)));
    box(p, w, d, draw_mix(draw_paper, cloth(p, o), 0.22));
    for (int i = 0; i < n; i++) {
        double step = w / n;
        cairo_rectangle(p->cr, -w / 2 + i * step + step * 0.18, d * (i % 2 ? 0.12 : 0.34),
                        step * 0.64, d * 0.52);
    }
    draw_set(p->cr, foreign_coat(p, o, &coat) ? draw_mix(cloth(p, o), coat, 0.35) : cloth(p, o),
             1);
    cairo_fill(p->cr);
}

/* Horse: the bar cut by the diagonal, one half solid. */
static void cut_bar(struct draw_plan *p, const struct tc_piece *o, double w, double d,
                    bool light)
{
    struct draw_rgb pale = draw_mix(draw_paper, cloth(p, o), light ? 0.0 : 0.12), coat;
    if (foreign_coat(p, o, &coat))
        pale = draw_mix(coat, draw_paper, 0.15);
    box(p, w, d, pale);
    cairo_move_to(p->cr, -w / 2, 0);
    cairo_line_to(p->cr, light ? 0 : w / 2, 0);
    cairo_line_to(p->cr, -w / 2, d);
    cairo_close_path(p->cr);
    draw_set(p->cr, cloth(p, o), 1);
    cairo_fill(p->cr);
    cairo_move_to(p->cr, w / 2, 0);
    cairo_line_to(p->cr, -w / 2, d);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 1.1 * p->u);
    cairo_stroke(p->cr);
}

static void dotted_bar(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    solid_bar(p, o, w, d);
    bool tall = d > w;
    cairo_arc(p->cr, tall ? 0 : -w * 0.30, tall ? d * 0.2 : d * 0.46, fmin(d, w) * 0.27, 0,
              6.2832);
    draw_set(p->cr, draw_paper, 1);
    cairo_fill(p->cr);
}

/* One gun from above: barrel with its muzzle ring, wheels on an axle, the trail. */
static void gun(struct draw_plan *p, double x, double d, double size)
{
    cairo_t *cr = p->cr;
    double b = size * 0.10, wheel = size * 0.085;
    cairo_rectangle(cr, x - b * 0.95, d * 0.03, b * 1.9, d * 0.06);
    cairo_move_to(cr, x - b * 0.6, d * 0.09);
    cairo_line_to(cr, x + b * 0.6, d * 0.09);
    cairo_line_to(cr, x + b * 1.1, d * 0.60);
    cairo_line_to(cr, x - b * 1.1, d * 0.60);
    cairo_close_path(cr);
    cairo_rectangle(cr, x - size * 0.33, d * 0.24, wheel, d * 0.46);
    cairo_rectangle(cr, x + size * 0.33 - wheel, d * 0.24, wheel, d * 0.46);
    cairo_rectangle(cr, x - size * 0.33, d * 0.455, size * 0.66, d * 0.04);
    cairo_move_to(cr, x - b * 0.9, d * 0.60);
    cairo_line_to(cr, x + b * 0.9, d * 0.60);
    cairo_line_to(cr, x + b * 0.35, d * 0.97);
    cairo_line_to(cr, x - b * 0.35, d * 0.97);
    cairo_close_path(cr);
    cairo_fill(cr);
}

static void battery(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    double size = fmin(d * 1.05, w);
    int n = (int)fmax(1, fmin(6, floor(w / (size * 0.86))));
    box(p, w, d, draw_mix(draw_paper, cloth(p, o), 0.16));
    draw_set(p->cr, draw_mix(cloth(p, o), draw_ink, 0.25), 1);
    for (int i = 0; i < n; i++)
        gun(p, (i + 0.5) * w / n - w / 2, d, size);
}

static void leader(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    double r = fmin(w, d) / 2;
    cairo_arc(p->cr, 0, d / 2, r, 0, 6.2832);
    draw_set(p->cr, draw_paper, 1);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 1.4 * p->u);
    cairo_stroke(p->cr);
    for (int i = 0; i < 10; i++) {
        double a = i * 0.6283185 - 1.5708, reach = r * (i % 2 ? 0.36 : 0.84);
        cairo_line_to(p->cr, cos(a) * reach, d / 2 + sin(a) * reach);
    }
    cairo_close_path(p->cr);
    draw_set(p->cr, cloth(p, o), 1);
    cairo_fill(p->cr);
}

static void plain_box(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    box(p, w, d, draw_mix(draw_paper, cloth(p, o), 0.45));
}

static void symbol(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    switch ((enum tc_arm)o->arm) {
    case TC_ARM_FOOT: solid_bar(p, o, w, d); break;
    case TC_ARM_LIGHT_FOOT: loose_bar(p, o, w, d); break;
    case TC_ARM_HORSE: cut_bar(p, o, w, d, false); break;
    case TC_ARM_LIGHT_HORSE: cut_bar(p, o, w, d, true); break;
    case TC_ARM_DRAGOON: dotted_bar(p, o, w, d); break;
    case TC_ARM_GUN: battery(p, o, w, d); break;
    case TC_ARM_LEADER: leader(p, o, w, d); break;
    case TC_ARM_OTHER:
    default: plain_box(p, o, w, d); break;
    }
}

/* What is lost is bitten out of the rear of the block: from the right, but from the left on
 * horse, whose right half bears the figures. */
static void losses(struct draw_plan *p, const struct tc_piece *o, double w, double d)
{
    if (o->hidden_strength || o->strength0 <= 0 || o->strength >= o->strength0)
        return;
    double part = 1 - fmax(0, o->strength) / (double)o->strength0;
    bool horse = o->arm == TC_ARM_HORSE || o->arm == TC_ARM_LIGHT_HORSE;
    double deep = fmax(2.6 * p->u, d * 0.24), x = horse ? -w / 2 : w / 2 - w * part;
    double end = x + w * part;
    cairo_rectangle(p->cr, x, d - deep, w * part, deep);
    draw_set(p->cr, draw_paper, 1);
    cairo_fill(p->cr);
    for (double h = x; h < end - 0.5 * p->u; h += 3 * p->u) {
        cairo_move_to(p->cr, h, d);
        cairo_line_to(p->cr, fmin(h + deep, end), d - deep);
    }
    draw_set(p->cr, draw_ink, 0.8);
    cairo_set_line_width(p->cr, 0.7 * p->u);
    cairo_stroke(p->cr);
    cairo_move_to(p->cr, x, d - deep);
    cairo_line_to(p->cr, end, d - deep);
    cairo_stroke(p->cr);
}

/* The outline, and the front edge heavy with a pennon in its middle. */
static void edges(struct draw_plan *p, const struct draw_block *b, const struct tc_piece *o)
{
    double w = b->w, d = b->d, tip = fmax(5 * p->u, fmin(7 * p->u, d * 0.4));
    cairo_rectangle(p->cr, -w / 2, 0, w, d);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 1.1 * p->u);
    cairo_stroke(p->cr);
    if (!b->faced)
        return;
    cairo_move_to(p->cr, -w / 2 - 1.2 * p->u, 0);
    cairo_line_to(p->cr, w / 2 + 1.2 * p->u, 0);
    cairo_set_line_width(p->cr, 3.0 * p->u);
    cairo_stroke(p->cr);
    cairo_move_to(p->cr, -tip * 0.62, 0);
    cairo_line_to(p->cr, 0, -tip);
    cairo_line_to(p->cr, tip * 0.62, 0);
    cairo_close_path(p->cr);
    draw_set(p->cr, draw_mix(draw_side_colour(p, o->side), draw_ink, 0.35), 1);
    cairo_fill(p->cr);
}

/* A gold border for those who may act, a broad one for the piece pointed out. */
static void attention(struct draw_plan *p, const struct draw_block *b, const struct tc_piece *o)
{
    bool pointed = p->o.highlight >= 0 && p->o.highlight == o->id;
    if (!pointed && (!o->active || p->quiet))
        return;
    double out = (pointed ? 6 : 3.2) * p->u;
    cairo_rectangle(p->cr, -b->w / 2 - out, -out, b->w + 2 * out, b->d + 2 * out);
    draw_set(p->cr, draw_gold, pointed ? 0.55 : 0.9);
    if (pointed)
        cairo_fill_preserve(p->cr);
    draw_set(p->cr, pointed ? draw_ink : draw_gold, 1);
    cairo_set_line_width(p->cr, (pointed ? 1.4 : 2) * p->u);
    cairo_stroke(p->cr);
}

void draw_piece(struct draw_plan *p, int piece, const struct draw_block *b)
{
    const struct tc_piece *o = &p->s->piece[piece];
    cairo_save(p->cr);
    cairo_translate(p->cr, b->at.x, b->at.y);
    cairo_rotate(p->cr, b->angle);
    attention(p, b, o);
    symbol(p, o, b->w, b->d);
    if (o->arm != TC_ARM_LEADER) {
        losses(p, o, b->w, b->d);
        edges(p, b, o);
    }
    cairo_restore(p->cr);
}

/* Leaders stand above the rest; stacks are drawn from below. */
void draw_troops(struct draw_plan *p)
{
    for (int leaders = 0; leaders < 2; leaders++)
        for (int order = 255; order >= 0; order--)
            for (int i = 0; i < p->s->pieces; i++) {
                const struct tc_piece *o = &p->s->piece[i];
                if (o->order != order || (o->arm == TC_ARM_LEADER) != leaders)
                    continue;
                struct draw_block b = draw_block_of(p, i);
                draw_piece(p, i, &b);
            }
}
