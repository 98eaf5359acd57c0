/* draw/overlay.c - paths, arcs, zones and marks over the plan. */
#include "draw/plan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static struct draw_rgb tone(const struct draw_plan *p, const struct tc_overlay *o)
{
    return draw_mix(draw_side_colour(p, o->side), draw_ink, 0.2);
}

static void dashes(struct draw_plan *p, double on, double off)
{
    const double dash[] = { on * p->u, off * p->u };
    cairo_set_dash(p->cr, dash, 2, 0);
}

/* --- Marks ---------------------------------------------------------------------------- */

/* One sword: blade, guard and grip, point upwards to the given side. */
static void sword(cairo_t *cr, struct draw_pt c, double size, double lean)
{
    struct draw_pt tip = { c.x + lean * size * 0.8, c.y - size * 0.8 };
    struct draw_pt end = { c.x - lean * size * 0.7, c.y + size * 0.7 };
    cairo_move_to(cr, tip.x, tip.y);
    cairo_line_to(cr, end.x, end.y);
    cairo_move_to(cr, c.x - lean * size * 0.72, c.y + size * 0.12);
    cairo_line_to(cr, c.x - lean * size * 0.12, c.y + size * 0.72);
}

static void crossed_swords(struct draw_plan *p, struct draw_pt c, double size)
{
    for (int k = 0; k < 2; k++) {
        sword(p->cr, c, size, 1);
        sword(p->cr, c, size, -1);
        draw_set(p->cr, k ? draw_ink : draw_paper, 1);
        cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_width(p->cr, (k ? 2.2 : 4.6) * p->u);
        cairo_stroke(p->cr);
    }
    cairo_set_line_cap(p->cr, CAIRO_LINE_CAP_BUTT);
}

static void star(struct draw_plan *p, struct draw_pt c, double size, struct draw_rgb colour)
{
    cairo_new_path(p->cr);
    for (int i = 0; i < 10; i++) {
        double a = i * 0.6283185 - 1.5708, r = size * (i % 2 ? 0.42 : 1);
        cairo_line_to(p->cr, c.x + cos(a) * r, c.y + sin(a) * r);
    }
    cairo_close_path(p->cr);
    draw_set(p->cr, colour, 1);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 1.1 * p->u);
    cairo_stroke(p->cr);
}

static void cross(struct draw_plan *p, struct draw_pt c, double size, struct draw_rgb colour)
{
    for (int k = -1; k <= 1; k += 2) {
        cairo_move_to(p->cr, c.x - size * 0.7, c.y - k * size * 0.7);
        cairo_line_to(p->cr, c.x + size * 0.7, c.y + k * size * 0.7);
    }
    draw_set(p->cr, colour, 1);
    cairo_set_line_width(p->cr, 2.4 * p->u);
    cairo_stroke(p->cr);
}

static void mark(struct draw_plan *p, const struct tc_overlay *o, struct draw_pt c, double size)
{
    if (strstr(o->what, "melee") || strstr(o->what, "combat") || strstr(o->what, "fight"))
        crossed_swords(p, c, size * 1.15);
    else if (strstr(o->what, "objective") || strstr(o->what, "victory") ||
             strstr(o->what, "goal"))
        star(p, c, size, o->side >= 0 ? draw_side_colour(p, o->side) : draw_gold);
    else
        cross(p, c, size, tone(p, o));
}

/* --- Lines and areas --------------------------------------------------------------------- */

static void arrow_head(struct draw_plan *p, struct draw_pt a, struct draw_pt b)
{
    double angle = atan2(b.y - a.y, b.x - a.x), size = 10 * p->u;
    cairo_move_to(p->cr, b.x, b.y);
    cairo_line_to(p->cr, b.x - cos(angle - 0.42) * size, b.y - sin(angle - 0.42) * size);
    cairo_line_to(p->cr, b.x - cos(angle + 0.42) * size, b.y - sin(angle + 0.42) * size);
    cairo_close_path(p->cr);
    cairo_fill(p->cr);
}

static void path_line(struct draw_plan *p, const struct tc_overlay *o,
                      const struct draw_shape *s)
{
    bool sight = strstr(o->what, "sight") != NULL;
    if (s->n < 2)
        return;
    cairo_save(p->cr);
    draw_set(p->cr, tone(p, o), 0.95);
    dashes(p, sight ? 1.5 : 8, sight ? 4 : 4.5);
    cairo_set_line_width(p->cr, (sight ? 1.4 : 2.6) * p->u);
    draw_trace(p->cr, s);
    cairo_stroke(p->cr);
    if (!sight)
        arrow_head(p, s->p[s->n - 2], s->p[s->n - 1]);
    cairo_restore(p->cr);
}

static void zone(struct draw_plan *p, const struct tc_overlay *o, const struct draw_shape *s)
{
    cairo_save(p->cr);
    draw_trace(p->cr, s);
    draw_set(p->cr, draw_side_colour(p, o->side), 0.11);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, tone(p, o), 0.75);
    dashes(p, 5, 3.5);
    cairo_set_line_width(p->cr, 1.3 * p->u);
    cairo_stroke(p->cr);
    cairo_restore(p->cr);
}

static void ring(struct draw_plan *p, const struct tc_overlay *o, struct draw_pt c,
                 double radius)
{
    cairo_save(p->cr);
    cairo_new_sub_path(p->cr);
    cairo_arc(p->cr, c.x, c.y, radius, 0, 6.2832);
    draw_set(p->cr, tone(p, o), 0.75);
    dashes(p, 7, 5);
    cairo_set_line_width(p->cr, 1.3 * p->u);
    cairo_stroke(p->cr);
    cairo_restore(p->cr);
}

/* A field of fire bears the name of its battery, which stands beside the guns already. */
static bool names_a_piece(const struct draw_plan *p, const struct tc_overlay *o)
{
    for (int i = 0; i < p->s->pieces; i++)
        if (strcmp(p->s->piece[i].label, o->label) == 0)
            return true;
    return false;
}

static int plain(char c)
{
    return c == ' ' ? '-' : tolower((unsigned char)c);
}

/* The same words, be they written as a name or as a key. */
static bool same_words(const char *a, const char *b)
{
    while (*a && *b && plain(*a) == plain(*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

/* A goal often bears the name, or the key, of the place it lies in. */
static bool names_a_place(const struct draw_plan *p, const struct tc_overlay *o)
{
    for (int i = 0; i < p->s->grounds; i++)
        if (p->s->ground[i].label && same_words(p->s->ground[i].label, o->label))
            return true;
    return false;
}

static void name(struct draw_plan *p, const struct tc_overlay *o, struct draw_pt at)
{
    struct draw_letters l = { 11 * p->u, 0, 1, DRAW_ITALIC | DRAW_HALO | DRAW_CENTRE,
                              tone(p, o) };
    char text[140];
    draw_clean(o->label, text, sizeof text, 32);
    if (p->o.labels && text[0] && !names_a_piece(p, o) && !names_a_place(p, o))
        draw_say(p->cr, &l, at.x, at.y, text);
}

static void overlay_shape(const struct draw_plan *p, const struct tc_overlay *o,
                          struct draw_shape *s)
{
    int n = o->points < TC_SCENE_POINTS ? o->points : TC_SCENE_POINTS;
    s->n = 0;
    s->closed = o->kind == TC_OVERLAY_AREA;
    for (int i = 0; i < n; i++) {
        struct draw_pt at = draw_place(p, o->point[i].x, o->point[i].y);
        draw_shape_add(s, at.x, at.y);
    }
}

static double ring_radius(const struct draw_plan *p, const struct tc_overlay *o)
{
    if (p->s->board == TC_BOARD_PLANE)
        return o->radius * p->k;
    return (o->radius + 0.5) * p->k * 1.7320508; /* hexes, to the outer side of the last */
}

/* The end of a line that lies nearer to the troops of its side. */
static struct draw_pt own_end(const struct draw_plan *p, const struct tc_overlay *o,
                              const struct draw_shape *s)
{
    double sum = 0;
    for (int i = 0; i < p->s->pieces; i++) {
        struct draw_pt at = draw_place(p, p->s->piece[i].x, p->s->piece[i].y);
        if (p->s->piece[i].side == o->side)
            sum += hypot(at.x - s->p[0].x, at.y - s->p[0].y) -
                   hypot(at.x - s->p[s->n - 1].x, at.y - s->p[s->n - 1].y);
    }
    return s->p[sum > 0 ? s->n - 1 : 0];
}

/* Lines through the whole plan are named where their army stands, in three tiers by turns. */
static void name_line(struct draw_plan *p, const struct tc_overlay *o,
                      const struct draw_shape *s)
{
    double across = hypot(s->p[s->n - 1].x - s->p[0].x, s->p[s->n - 1].y - s->p[0].y);
    if (across < p->h * 0.7) {
        name(p, o, draw_middle(s));
        return;
    }
    struct draw_pt at = own_end(p, o, s);
    double tier = 14 * p->u * (double)((o - p->s->overlay) % 3);
    at.y = at.y < p->y + p->h / 2 ? p->y + 6 * p->u + tier : p->y + p->h - 22 * p->u - tier;
    name(p, o, at);
}

static void one(struct draw_plan *p, const struct tc_overlay *o)
{
    struct draw_shape s;
    overlay_shape(p, o, &s);
    if (s.n == 0)
        return;
    switch ((enum tc_overlay_kind)o->kind) {
    case TC_OVERLAY_LINE:
        path_line(p, o, &s);
        name_line(p, o, &s);
        break;
    case TC_OVERLAY_AREA:
        zone(p, o, &s);
        name(p, o, draw_middle(&s));
        break;
    case TC_OVERLAY_RING:
        ring(p, o, s.p[0], ring_radius(p, o));
        name(p, o, (struct draw_pt){ s.p[0].x, s.p[0].y + ring_radius(p, o) });
        break;
    case TC_OVERLAY_MARK:
        mark(p, o, s.p[0], 12 * p->u);
        name(p, o, (struct draw_pt){ s.p[0].x, s.p[0].y + 13 * p->u });
        break;
    }
}

/* Areas and rings lie under the troops, paths and marks over them. */
void draw_overlays(struct draw_plan *p, bool above)
{
    for (int i = 0; i < p->s->overlays; i++) {
        const struct tc_overlay *o = &p->s->overlay[i];
        bool over = o->kind == TC_OVERLAY_LINE || o->kind == TC_OVERLAY_MARK;
        if (over == above)
            one(p, o);
    }
}

void draw_overlay_sample(struct draw_plan *p, const struct tc_overlay *o, double x, double y,
                         double w, double h)
{
    struct draw_pt c = { x + w / 2, y + h / 2 };
    struct draw_shape line = { .n = 2, .closed = false, .p = { { x, c.y }, { x + w, c.y } } };
    struct draw_shape fan = { .n = 4,
                              .closed = true,
                              .p = { { x + w * 0.2, y },
                                     { x + w * 0.8, y },
                                     { x + w * 0.6, y + h },
                                     { x + w * 0.4, y + h } } };
    switch ((enum tc_overlay_kind)o->kind) {
    case TC_OVERLAY_LINE: path_line(p, o, &line); break;
    case TC_OVERLAY_AREA: zone(p, o, &fan); break;
    case TC_OVERLAY_RING: ring(p, o, c, h * 0.48); break;
    case TC_OVERLAY_MARK: mark(p, o, c, h * 0.5); break;
    }
}
