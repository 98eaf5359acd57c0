/* draw/plan.h - the sheet a scene is drawn on; shared by the files of draw/, not by others. */
#ifndef DRAW_PLAN_H
#define DRAW_PLAN_H

#include "draw/draw.h"
#include "draw/ink.h"
#include "draw/kind.h"

enum { DRAW_BADGES = 24, DRAW_WAYS = 64 };

/* A word found among the badges and the letters it is shown by. */
struct draw_badge {
    char word[32];
    char mark[4];
    bool bad;
};

struct draw_plan {
    cairo_t *cr;
    const struct tc_scene *s;
    struct draw_options o;
    double u;             /* one pixel of a sheet 1400 wide */
    double width, height; /* of the sheet */
    double x, y, w, h;    /* where the map is on it */
    double k;             /* pixels per thousandth of an inch; hex: centre to corner */
    double inch;          /* pixels that stand for an inch, or half a hex */
    double column;        /* width of the side column, 0: none */
    struct draw_rgb side[TC_SIDES + 1]; /* [2]: nobody's */
    const char *chief_nation[TC_SIDES]; /* the most common of the side */
    int badges;
    struct draw_badge badge[DRAW_BADGES];
    bool quiet; /* no border for those who may act */
    int ways;   /* streams and roads: trees and houses stand clear of them */
    struct draw_shape *way;
};

/* A block on the sheet: front middle, unit vectors to the right and to the rear, size. */
struct draw_block {
    struct draw_pt at, right, rear;
    double w, d;
    double angle; /* radians clockwise from the top */
    bool faced;
};

/* layout.c */
void draw_plan_start(struct draw_plan *p, const struct tc_scene *s,
                     const struct draw_options *o);
struct draw_pt draw_place(const struct draw_plan *p, int32_t x, int32_t y);
struct draw_rgb draw_side_colour(const struct draw_plan *p, int side);
const char *draw_side_name(const struct tc_scene *s, int side);

/* badge.c: words to marks */
void draw_find_badges(struct draw_plan *p);
int draw_badge_next(const struct draw_plan *p, const char **rest);

/* ground.c, groundline.c, grounds.c, hexground.c */
void draw_grounds(struct draw_plan *p);
void draw_area(struct draw_plan *p, enum draw_kind kind, const struct draw_shape *s,
               uint64_t seed);
void draw_line(struct draw_plan *p, enum draw_kind kind, const struct draw_shape *s,
               uint64_t seed, int front);
void draw_hachures(struct draw_plan *p, const struct draw_step *step, int n, double from,
                   double depth, const struct draw_shape *within, uint64_t seed);
void draw_hex_grounds(struct draw_plan *p, enum draw_kind kind);
void draw_hex_grid(struct draw_plan *p);
void draw_hex_shape(const struct draw_plan *p, int32_t q, int32_t r, double size,
                    struct draw_shape *out);
double draw_way_distance(const struct draw_plan *p, struct draw_pt at);
void draw_ground_shape(const struct draw_plan *p, const struct tc_ground *g,
                       struct draw_shape *out);

/* troops.c, label.c */
struct draw_block draw_block_of(const struct draw_plan *p, int piece);
void draw_piece(struct draw_plan *p, int piece, const struct draw_block *b);
void draw_troops(struct draw_plan *p);
void draw_labels(struct draw_plan *p);
void draw_seal(struct draw_plan *p, double x, double y, double r, int badge);
bool draw_first_of_unit(const struct tc_scene *s, int piece);
int draw_widest_of_unit(const struct tc_scene *s, int piece);

/* overlay.c */
void draw_overlays(struct draw_plan *p, bool above);
void draw_overlay_sample(struct draw_plan *p, const struct tc_overlay *o, double x, double y,
                         double w, double h);

/* frame.c, column.c, legend.c */
void draw_sheet(struct draw_plan *p);
void draw_frame(struct draw_plan *p);
double draw_column(struct draw_plan *p, double x, double y, double w);
double draw_legend(struct draw_plan *p, double x, double y, double w);
double draw_heading(struct draw_plan *p, double x, double y, double w, const char *text);
void draw_small_instruments(struct draw_plan *p);
double draw_panel_row(struct draw_plan *p, const struct tc_panel_row *r, double x, double y,
                      double w);

#endif
