/* draw/label.c - strengths, seals and names beside the troops, each where there is room. */
#include "draw/plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A turned rectangle that is taken: centre, half sizes along its own axes, angle. */
struct taken {
    struct draw_pt c;
    double a, b, angle;
    int weight; /* how bad it is to cover it */
};

enum { ROOM = TC_SCENE_PIECES * 3 + TC_SCENE_GROUNDS, PLACES = 16, ANY = 1 << 20 };

struct board {
    int n;
    struct taken t[ROOM];
};

static void take(struct board *board, struct taken t)
{
    if (board->n < ROOM)
        board->t[board->n++] = t;
}

/* True when the axis at this angle parts the two rectangles. */
static bool parted(const struct taken *s, const struct taken *t, double angle)
{
    double x = cos(angle), y = sin(angle);
    double reach = s->a * fabs(cos(s->angle - angle)) + s->b * fabs(sin(s->angle - angle)) +
                   t->a * fabs(cos(t->angle - angle)) + t->b * fabs(sin(t->angle - angle));
    return fabs((s->c.x - t->c.x) * x + (s->c.y - t->c.y) * y) > reach;
}

static bool overlap(const struct taken *s, const struct taken *t)
{
    double far = hypot(s->a, s->b) + hypot(t->a, t->b);
    if (fabs(s->c.x - t->c.x) > far || fabs(s->c.y - t->c.y) > far)
        return false;
    return !parted(s, t, s->angle) && !parted(s, t, s->angle + 1.5708) &&
           !parted(s, t, t->angle) && !parted(s, t, t->angle + 1.5708);
}

static double upright(double a)
{
    a = fmod(a, 3.14159265);
    if (a > 1.5709)
        a -= 3.14159265;
    if (a < -1.5709)
        a += 3.14159265;
    return a;
}

/* A point of the block: v right of its middle line, h behind its front. */
static struct draw_pt spot(const struct draw_block *b, double v, double h)
{
    return (struct draw_pt){ b->at.x + b->right.x * v + b->rear.x * h,
                             b->at.y + b->right.y * v + b->rear.y * h };
}

static struct taken whole(const struct draw_block *b)
{
    return (struct taken){ spot(b, 0, b->d / 2), b->w / 2, b->d / 2, b->angle, 2 };
}

/* --- Strength --------------------------------------------------------------------------- */

static void strength_text(const struct tc_piece *o, struct tc_text *t)
{
    if (o->hidden_strength) {
        tc_text_char(t, '?');
        return;
    }
    tc_text_int(t, o->strength);
    if (o->strength < o->strength0) {
        tc_text_char(t, '/');
        tc_text_int(t, o->strength0);
    }
}

/* Where the figures stand and how much room they have there. */
struct slot {
    double v, h, length, depth;
    bool tall, bare; /* bare: on the pale half of a horse block, without a plate */
};

static struct slot figure_slot(const struct draw_block *b, const struct tc_piece *o)
{
    struct slot t = { 0, b->d * 0.48, b->w, b->d, b->d > b->w * 1.3, false };
    t.bare = o->arm == TC_ARM_HORSE || o->arm == TC_ARM_LIGHT_HORSE;
    if (t.tall) {
        t.length = b->d;
        t.depth = b->w;
        t.h = b->d * 0.5;
    }
    if (t.bare) {
        t.v = b->w * (t.tall ? 0.20 : 0.24);
        t.h = b->d * (t.tall ? 0.66 : 0.56);
        t.length *= 0.5;
        t.depth *= 0.8;
    } else if (o->arm == TC_ARM_DRAGOON) {
        t.v = t.tall ? 0 : b->w * 0.12;
        t.h = t.tall ? b->d * 0.62 : t.h;
        t.length *= 0.62;
    }
    return t;
}

static struct draw_rgb figure_colour(const struct draw_plan *p, const struct tc_piece *o,
                                     bool bare)
{
    if (bare || draw_brightness(draw_side_colour(p, o->side)) > 0.62)
        return draw_ink;
    return draw_paper;
}

/* The figures on the block. True when they fitted. */
static bool write_strength(struct draw_plan *p, const struct draw_block *b,
                           const struct tc_piece *o)
{
    char buf[32];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct slot at = figure_slot(b, o);
    struct draw_letters l = { fmin(at.depth * 0.76, 13.5 * p->u), 0, 1, DRAW_BOLD | DRAW_CENTRE,
                              figure_colour(p, o, at.bare) };
    strength_text(o, &t);
    struct draw_pt size = draw_measure(p->cr, &l, buf);
    if (size.x > at.length * 0.98) {
        l.size *= at.length * 0.98 / size.x;
        size = draw_measure(p->cr, &l, buf);
    }
    if (l.size < 7 * p->u)
        return false;
    struct draw_pt c = spot(b, at.v, at.h);
    cairo_save(p->cr);
    cairo_translate(p->cr, c.x, c.y);
    cairo_rotate(p->cr, upright(b->angle + (at.tall ? 1.5708 : 0)));
    if (o->arm == TC_ARM_LIGHT_FOOT || o->arm == TC_ARM_OTHER) {
        cairo_rectangle(p->cr, -size.x / 2 - 2 * p->u, -at.depth * 0.4, size.x + 4 * p->u,
                        at.depth * 0.8);
        draw_set(p->cr, draw_side_colour(p, o->side), 1);
        cairo_fill(p->cr);
    }
    draw_say(p->cr, &l, 0, -size.y / 2, buf);
    cairo_restore(p->cr);
    return true;
}

/* --- Seals ------------------------------------------------------------------------------- */

static void seal(struct draw_plan *p, struct draw_pt at, double r,
                 const struct draw_badge *badge)
{
    struct draw_letters l = { r * 1.25, 0, 1, DRAW_BOLD | DRAW_CENTRE,
                              badge->bad ? draw_paper : draw_ink };
    struct draw_rgb wax = badge->bad ? (struct draw_rgb){ 0.80, 0.36, 0.05 } : draw_paper;
    cairo_new_sub_path(p->cr);
    cairo_arc(p->cr, at.x, at.y, r, 0, 6.2832);
    draw_set(p->cr, wax, 1);
    cairo_fill_preserve(p->cr);
    draw_set(p->cr, draw_ink, 1);
    cairo_set_line_width(p->cr, 1.1 * p->u);
    cairo_stroke(p->cr);
    struct draw_pt size = draw_measure(p->cr, &l, badge->mark);
    if (size.x > r * 1.7)
        l.size *= r * 1.7 / size.x;
    draw_say(p->cr, &l, at.x, at.y - draw_measure(p->cr, &l, badge->mark).y / 2, badge->mark);
}

void draw_seal(struct draw_plan *p, double x, double y, double r, int badge)
{
    seal(p, (struct draw_pt){ x, y }, r, &p->badge[badge]);
}

/* The place of seal n in a row: off the right end, off the left end, or behind the rear. */
static struct draw_pt seal_spot(const struct draw_block *b, double r, double gap, int row,
                                int n)
{
    double along = b->w / 2 + r + gap + n * r * 1.9, level = fmin(b->d / 2, r * 1.6);
    if (row == 2)
        return spot(b, b->w / 2 - r - n * r * 1.9, b->d + r + gap);
    return spot(b, row == 0 ? along : -along, level);
}

/* The row in which n seals cover the least. */
static int best_row(const struct draw_block *b, double r, double gap, int n,
                    const struct board *board)
{
    int best = 0, least = 1 << 20;
    for (int row = 0; row < 3; row++) {
        int bad = 0;
        for (int i = 0; i < n; i++) {
            struct taken t = { seal_spot(b, r, gap, row, i), r, r, 0, 0 };
            for (int k = 0; k < board->n; k++)
                bad += overlap(&t, &board->t[k]);
        }
        if (bad < least) {
            least = bad;
            best = row;
        }
    }
    return best;
}

static void write_seals(struct draw_plan *p, const struct draw_block *b,
                        const struct tc_piece *o, struct board *board)
{
    const char *rest = o->badges;
    bool hex = p->s->board == TC_BOARD_HEX;
    double r = hex ? fmin(7 * p->u, p->k * 0.24) : 7.2 * p->u, gap = 1.5 * p->u;
    int n = 0;
    while (draw_badge_next(p, &rest) >= 0)
        n++;
    int row = hex ? 0 : best_row(b, r, gap, n, board);
    rest = o->badges;
    n = 0;
    for (int i; (i = draw_badge_next(p, &rest)) >= 0; n++) {
        struct draw_pt at =
            hex ? spot(b, b->w / 2 + r * (0.4 + 1.9 * n), b->d) : seal_spot(b, r, gap, row, n);
        seal(p, at, r, &p->badge[i]);
        take(board, (struct taken){ at, r, r, 0, 2 });
    }
}

/* --- Names --- */

static int conflicts(const struct draw_plan *p, const struct board *board,
                     const struct taken *t)
{
    int n = 0;
    double reach = hypot(t->a, t->b);
    double rx = fabs(cos(t->angle)) * t->a + fabs(sin(t->angle)) * t->b;
    if (t->c.x - rx < p->x || t->c.x + rx > p->x + p->w || t->c.y - reach * 0.6 < p->y ||
        t->c.y + reach * 0.6 > p->y + p->h)
        n += 3;
    for (int i = 0; i < board->n; i++)
        n += overlap(t, &board->t[i]) ? 1 + board->t[i].weight : 0;
    return n;
}

/* On hexes names stand level, under or over the block or beside it. */
static int level_candidates(const struct draw_block *b, struct draw_pt size, double gap,
                            struct taken out[PLACES])
{
    struct draw_pt c = spot(b, 0, b->d / 2);
    double up = (fabs(b->right.y) * b->w + fabs(b->rear.y) * b->d) / 2 + size.y * 0.4 + gap;
    double along = (fabs(b->right.x) * b->w + fabs(b->rear.x) * b->d) / 2 + size.x / 2 + gap;
    const double shift[14][2] = { { 0, 1 },   { 0, -1 },   { 1, 0 },    { -1, 0 },
                                  { 0.5, 1 }, { -0.5, 1 }, { 0.5, -1 }, { -0.5, -1 },
                                  { 1, 0.7 }, { 1, -0.7 }, { -1, 0.7 }, { -1, -0.7 },
                                  { 0, 1.7 }, { 0, -1.7 } };
    for (int i = 0; i < 14; i++)
        out[i] = (struct taken){ { c.x + shift[i][0] * along, c.y + shift[i][1] * up },
                                 size.x / 2,
                                 size.y * 0.4,
                                 0,
                                 1 };
    return 14;
}

/* Places a name may stand in, best first. */
static int candidates(const struct draw_block *b, struct draw_pt size, double gap,
                      struct taken out[PLACES])
{
    double a = size.x / 2, h = size.y / 2 * 0.8, along = upright(b->angle);
    double side = upright(b->angle + 1.5708);
    int n = 0;
    out[n++] = (struct taken){ spot(b, 0, b->d + h + gap), a, h, along, 1 };
    out[n++] = (struct taken){ spot(b, b->w / 2 - a, b->d + h + gap), a, h, along, 1 };
    out[n++] = (struct taken){ spot(b, a - b->w / 2, b->d + h + gap), a, h, along, 1 };
    out[n++] = (struct taken){ spot(b, b->w / 2 + h + gap, b->d / 2), a, h, side, 1 };
    out[n++] = (struct taken){ spot(b, -b->w / 2 - h - gap, b->d / 2), a, h, side, 1 };
    out[n++] = (struct taken){ spot(b, -b->w / 2 - a - gap, b->d / 2), a, h, along, 1 };
    out[n++] = (struct taken){ spot(b, b->w / 2 + a + gap, b->d / 2), a, h, along, 1 };
    out[n++] = (struct taken){ spot(b, 0, -h - gap * 3), a, h, along, 1 };
    out[n++] = (struct taken){ spot(b, 0, b->d + h * 3 + gap), a, h, along, 1 };
    struct draw_pt c = spot(b, 0, b->d / 2);
    double far = hypot(b->w, b->d) / 2 * 0.8;
    out[n++] = (struct taken){ { c.x, c.y + far + h }, a, h, 0, 1 };
    out[n++] = (struct taken){ { c.x + far + a, c.y }, a, h, 0, 1 };
    out[n++] = (struct taken){ { c.x - far - a, c.y }, a, h, 0, 1 };
    return n;
}

/* Set the text in the place with the fewest conflicts, the first of equals; false and nothing
 * set when all have more than may be borne. */
static bool set_at_best(struct draw_plan *p, const struct draw_letters *l, const char *text,
                        const struct taken *place, int n, int borne, struct board *board)
{
    int best = 0, least = 1 << 20;
    for (int i = 0; i < n && least > 0; i++) {
        int c = conflicts(p, board, &place[i]);
        if (c < least) {
            least = c;
            best = i;
        }
    }
    if (least > borne)
        return false;
    take(board, place[best]);
    cairo_save(p->cr);
    cairo_translate(p->cr, place[best].c.x, place[best].c.y);
    cairo_rotate(p->cr, place[best].angle);
    draw_say(p->cr, l, 0, -draw_measure(p->cr, l, text).y / 2, text);
    cairo_restore(p->cr);
    return true;
}

/* On a crowded map units of one name and different numbers share it, and a name that finds no
 * room is left out: the order of battle has them all. */
static bool crowded(const struct tc_scene *s)
{
    return s->pieces > (s->board == TC_BOARD_HEX ? 60 : 40);
}

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Who is named first where there is little room: chiefs of armies, troops, other leaders; who
 * is known by his post only is one of those. */
static int turn_of(const struct tc_scene *s, int i)
{
    const struct tc_piece *o = &s->piece[i];
    if (o->arm != TC_ARM_LEADER || !crowded(s))
        return 1;
    if (ends_in(o->label, " Leader") || ends_in(o->label, " Chief"))
        return 2;
    for (int k = 0; k < s->pieces; k++)
        if (s->piece[k].arm == TC_ARM_LEADER && s->piece[k].side == o->side &&
            s->piece[k].strength0 > o->strength0)
            return 2;
    return 0;
}

/* The length of a label without the number at its end. */
static size_t stem(const char *label)
{
    size_t n = strlen(label);
    while (n > 0 && label[n - 1] >= '0' && label[n - 1] <= '9')
        n--;
    if (n == 0 || label[n - 1] != ' ' || !label[n])
        return strlen(label);
    return n - 1;
}

static bool same_stem(const struct tc_piece *a, const struct tc_piece *b)
{
    size_t n = stem(a->label);
    return a->side == b->side && n == stem(b->label) && strncmp(a->label, b->label, n) == 0;
}

static bool alone(const struct tc_scene *s, int i)
{
    for (int k = 0; k < s->pieces; k++)
        if (k != i && same_stem(&s->piece[k], &s->piece[i]))
            return false;
    return true;
}

static bool write_name(struct draw_plan *p, int i, bool counted, struct board *board)
{
    char buf[160];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct draw_block b = draw_block_of(p, i);
    const struct tc_piece *o = &p->s->piece[i];
    bool chief = o->arm == TC_ARM_LEADER, tight = crowded(p->s);
    bool shared = tight && !alone(p->s, i);
    double size = p->s->board == TC_BOARD_HEX ? fmin(11 * p->u, p->k * 0.36) : 11.5 * p->u;
    struct draw_letters l = { size, 0, 1,
                              DRAW_HALO | DRAW_CENTRE | (chief ? DRAW_ITALIC | DRAW_BOLD : 0),
                              draw_mix(draw_side_colour(p, o->side), draw_ink, 0.55) };
    struct taken place[PLACES];
    char name[120], label[120];
    snprintf(label, sizeof label, "%.*s", (int)(shared ? stem(o->label) : strlen(o->label)),
             o->label);
    draw_clean(label, name, sizeof name, 28);
    tc_text_str(&t, name);
    if (!counted && !shared && !(tight && chief) && (o->strength0 > 0 || o->hidden_strength)) {
        tc_text_str(&t, "  ");
        strength_text(o, &t);
    }
    struct draw_pt extent = draw_measure(p->cr, &l, buf);
    int n = p->s->board == TC_BOARD_HEX ? level_candidates(&b, extent, 1.5 * p->u, place)
                                        : candidates(&b, extent, 2 * p->u, place);
    return set_at_best(p, &l, buf, place, n, tight && turn_of(p->s, i) > 0 ? 0 : ANY, board);
}

/* --- Names of places --- */

/* Level places in and about an area: its middle, then above and below, then outside. */
static int area_places(const struct draw_shape *s, struct draw_pt size, bool outside,
                       struct taken out[PLACES])
{
    struct draw_pt low, high, c = draw_middle(s);
    draw_bounds(s, &low, &high);
    double h = (high.y - low.y) / 2, w = (high.x - low.x) / 2;
    const double inner[8][2] = { { 0, 0 },    { 0, -0.5 }, { 0, 0.5 }, { 0, -0.75 },
                                 { 0, 0.75 }, { -0.4, 0 }, { 0.4, 0 }, { 0.3, 0.4 } };
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        if ((pass == 0) == outside) {
            out[n++] =
                (struct taken){ { c.x, low.y - size.y * 0.5 }, size.x / 2, size.y * 0.4, 0, 1 };
            out[n++] = (struct taken){
                { c.x, high.y + size.y * 0.5 }, size.x / 2, size.y * 0.4, 0, 1
            };
            continue;
        }
        for (int i = 0; i < 8; i++)
            out[n++] = (struct taken){
                { c.x + inner[i][0] * w, c.y + inner[i][1] * h }, size.x / 2, size.y * 0.4, 0, 1
            };
    }
    return n;
}

/* Beside the straight stretches of a line, the longest first. */
static int line_places(const struct draw_shape *s, struct draw_pt size, double gap,
                       struct taken out[PLACES])
{
    int n = 0;
    bool used[DRAW_SHAPE_POINTS] = { false };
    for (int turn = 0; turn < 6; turn++) {
        double best = 0;
        int at = -1;
        for (int i = 0; i + 1 < s->n; i++) {
            double len = hypot(s->p[i + 1].x - s->p[i].x, s->p[i + 1].y - s->p[i].y);
            if (!used[i] && len > best + 1e-6) {
                best = len;
                at = i;
            }
        }
        if (at < 0)
            break;
        used[at] = true;
        struct draw_pt a = s->p[at], b = s->p[at + 1];
        double angle = upright(atan2(b.y - a.y, b.x - a.x)), off = size.y * 0.42 + gap;
        for (int k = -1; k <= 1; k += 2)
            out[n++] = (struct taken){ { (a.x + b.x) / 2 + sin(angle) * off * k,
                                         (a.y + b.y) / 2 - cos(angle) * off * k },
                                       size.x / 2,
                                       size.y * 0.4,
                                       angle,
                                       1 };
    }
    return n;
}

static void name_ground(struct draw_plan *p, const struct tc_ground *g, struct board *board)
{
    struct draw_shape s;
    struct taken place[PLACES];
    char name[140];
    enum draw_kind kind = draw_kind_of(g->kind);
    bool line = g->form == TC_GROUND_LINE;
    struct draw_letters l = { (line ? 11.5 : 13.5) * p->u, 0, 1,
                              DRAW_ITALIC | DRAW_HALO | DRAW_CENTRE, draw_ink };
    if (kind == DRAW_STREAM || kind == DRAW_WATER || strstr(g->kind, "water"))
        l.colour = draw_mix(draw_blue, draw_ink, 0.75);
    if (!line && kind != DRAW_VILLAGE && kind != DRAW_KINDS)
        l.type |= DRAW_SPACED;
    if (g->form == TC_GROUND_HEX || g->form == TC_GROUND_SIDES)
        draw_hex_shape(p, g->point[0].x, g->point[0].y, 1, &s);
    else
        draw_ground_shape(p, g, &s);
    draw_clean(g->label, name, sizeof name, 32);
    struct draw_pt size = draw_measure(p->cr, &l, name);
    int n = line && s.n > 1
                ? line_places(&s, size, 4 * p->u, place)
                : area_places(&s, size, kind == DRAW_VILLAGE || kind == DRAW_KINDS, place);
    for (int i = 0; i < n && !line; i++) { /* by the edge of the map they come inwards */
        place[i].c.x = fmax(place[i].c.x, p->x + place[i].a + 2 * p->u);
        place[i].c.x = fmin(place[i].c.x, p->x + p->w - place[i].a - 2 * p->u);
    }
    if (n > 0)
        set_at_best(p, &l, name, place, n, ANY, board);
}

static void name_grounds(struct draw_plan *p, struct board *board)
{
    for (int i = 0; i < p->s->grounds; i++) {
        const struct tc_ground *g = &p->s->ground[i];
        if (g->label && g->label[0] && g->point && g->points > 0)
            name_ground(p, g, board);
    }
}

static bool named_with_another(const struct draw_plan *p, const bool named[], int i)
{
    for (int k = 0; k < i && crowded(p->s); k++)
        if (named[k] && same_stem(&p->s->piece[k], &p->s->piece[i]))
            return true;
    return false;
}

void draw_labels(struct draw_plan *p)
{
    static _Thread_local struct board board;
    const struct tc_scene *s = p->s;
    bool counted[TC_SCENE_PIECES] = { false }, named[TC_SCENE_PIECES] = { false };
    board.n = 0;
    for (int i = 0; i < s->pieces; i++) {
        struct draw_block b = draw_block_of(p, i);
        take(&board, whole(&b));
    }
    for (int i = 0; i < s->pieces; i++) {
        if (draw_widest_of_unit(s, i) != i)
            continue;
        struct draw_block b = draw_block_of(p, i);
        counted[i] = s->piece[i].arm != TC_ARM_LEADER && s->piece[i].arm != TC_ARM_GUN &&
                     p->o.labels && write_strength(p, &b, &s->piece[i]);
        write_seals(p, &b, &s->piece[i], &board);
    }
    if (!p->o.labels)
        return;
    if (crowded(s))
        name_grounds(p, &board);
    for (int turn = 0; turn < 3; turn++)
        for (int i = 0; i < s->pieces; i++)
            if (turn_of(s, i) == turn && draw_widest_of_unit(s, i) == i &&
                !named_with_another(p, named, i))
                named[i] = write_name(p, i, counted[i], &board);
    if (!crowded(s))
        name_grounds(p, &board);
}
