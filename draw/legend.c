/* draw/legend.c - the explanation of signs, in a band under the map. */
#include "draw/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries run down one column, then the next; a first pass only counts them. */
struct legend {
    struct draw_plan *p;
    bool counting;
    double x, y; /* of the first entry */
    double cell; /* width of a column */
    int rows, n;
};

enum { ROW = 25, CELL = 138, KEY = 236, ENTRIES = 96 };

static struct draw_pt place_of(const struct legend *g, int i)
{
    int column = i / g->rows, row = i % g->rows;
    return (struct draw_pt){ g->x + column * g->cell, g->y + row * ROW * g->p->u };
}

/* The place of the next entry's sample; its words are set beside it. False when there is
 * nothing to draw. */
static bool entry(struct legend *g, const char *words, struct draw_pt *at)
{
    struct draw_plan *p = g->p;
    int i = g->n;
    if (i == ENTRIES)
        return false;
    g->n++;
    if (g->counting)
        return false;
    *at = place_of(g, i);
    struct draw_letters l = { 12 * p->u, g->cell - 52 * p->u, 1, DRAW_ROMAN, draw_ink };
    struct draw_pt size = draw_measure(p->cr, &l, words);
    draw_say(p->cr, &l, at->x + 47 * p->u, at->y + (ROW * p->u - size.y) / 2, words);
    return true;
}

/* A heading never stands alone at the foot of a column. */
static void heading(struct legend *g, const char *words)
{
    struct draw_plan *p = g->p;
    struct draw_letters l = { 13 * p->u, 0, 1, DRAW_ITALIC | DRAW_BOLD, draw_sepia };
    if (g->rows > 1 && g->n % g->rows == g->rows - 1)
        g->n++;
    int i = g->n++;
    if (!g->counting)
        draw_say(p->cr, &l, place_of(g, i).x, place_of(g, i).y + 5 * p->u, words);
}

/* A model piece of an arm, whole and at rest. */
static void model(struct draw_plan *p, const struct tc_piece *piece, const struct draw_block *b)
{
    struct tc_scene *one =
        calloc(1, sizeof *one); /* too large for a stack, or for every thread */
    struct draw_plan alone = *p;
    TC_BUG_ON(!one);
    tc_scene_clear(one);
    one->pieces = 1;
    one->piece[0] = *piece;
    alone.s = one;
    alone.o.highlight = TC_NONE;
    draw_piece(&alone, 0, b);
    free(one);
}

static struct draw_block model_block(const struct draw_plan *p, double x, double y, double w,
                                     double d)
{
    return (struct draw_block){ .at = { x, y },
                                .right = { 1, 0 },
                                .rear = { 0, 1 },
                                .w = w * p->u,
                                .d = d * p->u,
                                .faced = true };
}

static void troop_entries(struct legend *g)
{
    struct draw_plan *p = g->p;
    struct draw_pt at;
    for (unsigned arm = 0; arm <= TC_ARM_OTHER; arm++)
        for (int i = 0; i < p->s->pieces; i++) {
            const struct tc_piece *o = &p->s->piece[i];
            if (o->arm != arm)
                continue;
            struct tc_piece m = { .side = o->side,
                                  .arm = (uint8_t)arm,
                                  .nation = "",
                                  .strength = 1,
                                  .strength0 = 1 };
            if (o->side >= 0 && o->side < TC_SIDES)
                m.nation = p->chief_nation[o->side];
            if (entry(g, draw_arm_word(arm), &at)) {
                bool deep = arm == TC_ARM_LEADER || arm == TC_ARM_GUN;
                struct draw_block b = model_block(
                    p, at.x + 20 * p->u, at.y + (deep ? 6 : 8) * p->u, 34, deep ? 15 : 11);
                model(p, &m, &b);
            }
            break;
        }
}

static void nation_entries(struct legend *g)
{
    struct draw_plan *p = g->p;
    const char *seen[12];
    int n = 0;
    for (int i = 0; i < p->s->pieces; i++) {
        struct draw_rgb coat;
        struct draw_pt at;
        const struct tc_piece *o = &p->s->piece[i];
        bool known = o->side < 0 || o->side >= TC_SIDES || o->arm == TC_ARM_LEADER ||
                     !draw_coat(o->nation, &coat) ||
                     strcmp(o->nation, p->chief_nation[o->side]) == 0;
        for (int k = 0; k < n; k++)
            known = known || strcmp(seen[k], o->nation) == 0;
        if (known || n == 12)
            continue;
        seen[n++] = o->nation;
        struct tc_piece m = { .side = o->side,
                              .arm = TC_ARM_FOOT,
                              .nation = o->nation,
                              .strength = 1,
                              .strength0 = 1 };
        if (entry(g, o->nation, &at)) {
            struct draw_block b = model_block(p, at.x + 20 * p->u, at.y + 8 * p->u, 34, 11);
            model(p, &m, &b);
        }
    }
}

/* A sample of ground: a little patch, or a little line. */
static void sample(struct draw_plan *p, const struct tc_ground *g, enum draw_kind kind,
                   struct draw_pt at)
{
    double x = at.x + p->u, y = at.y + p->u, w = 40 * p->u, h = 22 * p->u, inch = p->inch;
    struct draw_shape s = { .n = 0 };
    int ways = p->ways;
    bool line = g->form == TC_GROUND_LINE || g->form == TC_GROUND_SIDES;
    p->ways = 0;
    p->inch = fmin(inch, 6 * p->u);
    s.closed = !line;
    if (line) {
        for (int i = 0; i <= 6; i++)
            draw_shape_add(&s, x + w * i / 6, y + h * (0.5 + 0.13 * sin(i * 1.1)));
        draw_line(p, kind, &s, 7, g->form == TC_GROUND_SIDES);
    } else {
        for (int i = 0; i < 14; i++)
            draw_shape_add(&s, x + w / 2 + cos(i * 0.4488) * w * 0.5,
                           y + h / 2 + sin(i * 0.4488) * h * 0.52);
        draw_area(p, kind, &s, 7);
    }
    p->ways = ways;
    p->inch = inch;
}

static void ground_entries(struct legend *g)
{
    const struct tc_scene *s = g->p->s;
    struct draw_pt at;
    for (int i = 0; i < s->grounds; i++) {
        bool seen = draw_kind_of(s->ground[i].kind) == DRAW_KINDS;
        for (int k = 0; k < i; k++)
            seen = seen || strcmp(s->ground[k].kind, s->ground[i].kind) == 0;
        if (!seen && entry(g, s->ground[i].kind, &at))
            sample(g->p, &s->ground[i], draw_kind_of(s->ground[i].kind), at);
    }
}

static void overlay_entries(struct legend *g)
{
    struct draw_plan *p = g->p;
    struct draw_pt at;
    for (int i = 0; i < p->s->overlays; i++) {
        const struct tc_overlay *o = &p->s->overlay[i];
        bool seen = o->what[0] == '\0';
        for (int k = 0; k < i; k++)
            seen = seen || strcmp(p->s->overlay[k].what, o->what) == 0;
        if (!seen && entry(g, o->what, &at))
            draw_overlay_sample(p, o, at.x + 4 * p->u, at.y + 3 * p->u, 34 * p->u, 20 * p->u);
    }
}

static void badge_entries(struct legend *g)
{
    struct draw_plan *p = g->p;
    struct draw_pt at;
    for (int i = 0; i < p->badges; i++)
        if (entry(g, p->badge[i].word, &at))
            draw_seal(p, at.x + 20 * p->u, at.y + 12.5 * p->u, 7.5 * p->u, i);
}

static void all_entries(struct legend *g)
{
    g->n = 0;
    if (g->p->s->pieces) {
        heading(g, "Troops");
        troop_entries(g);
        nation_entries(g);
    }
    if (g->p->badges) {
        heading(g, "State");
        badge_entries(g);
    }
    if (g->p->s->grounds) {
        heading(g, "Ground");
        ground_entries(g);
    }
    if (g->p->s->overlays) {
        heading(g, "Marks");
        overlay_entries(g);
    }
}

/* How to read a block: front, figures, losses. Returns its height. */
static double key_block(struct draw_plan *p, double x, double y)
{
    struct tc_piece m = { .side = 0, .arm = TC_ARM_FOOT, .strength = 24, .strength0 = 32 };
    struct draw_block b = model_block(p, x + 50 * p->u, y + 16 * p->u, 94, 23);
    struct draw_letters l = { 12 * p->u, (KEY - 24) * p->u, 6, DRAW_ITALIC, draw_ink };
    struct draw_letters figure = { 14 * p->u, 0, 1, DRAW_BOLD | DRAW_CENTRE, draw_paper };
    m.nation = p->chief_nation[0];
    model(p, &m, &b);
    if (draw_brightness(p->side[0]) > 0.62)
        figure.colour = draw_ink;
    draw_say(p->cr, &figure, b.at.x, b.at.y + 1.5 * p->u, "24/32");
    double h =
        draw_say(p->cr, &l, x, y + 48 * p->u,
                 "The heavy edge with the point is the front; the figures are strength now "
                 "and at first; the hatched part is lost; a gold border may act now.");
    return 48 * p->u + h;
}

double draw_legend(struct draw_plan *p, double x, double y, double w)
{
    double key = p->s->pieces ? KEY * p->u : 0;
    struct legend g = { .p = p, .counting = true, .x = x + key, .rows = 1 };
    int columns = (int)fmax(1, floor((w - key) / (CELL * p->u)));
    g.y = draw_heading(p, x, y, w, "Explanation");
    double end = key > 0 ? g.y + key_block(p, x, g.y) : g.y;
    all_entries(&g);
    g.rows = g.n / columns + 1;
    /* Headings may push entries on: add rows until all fit. */
    for (all_entries(&g); g.n > g.rows * columns; all_entries(&g))
        g.rows++;
    g.cell = (w - key) / columns;
    g.counting = false;
    all_entries(&g);
    return fmax(end, g.y + g.rows * ROW * p->u);
}
