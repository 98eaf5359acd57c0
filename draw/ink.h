/* draw/ink.h - colours, strokes and lettering of the sheet. */
#ifndef DRAW_INK_H
#define DRAW_INK_H

#include <cairo.h>

#include "draw/shape.h"

struct draw_rgb {
    double r, g, b;
};

extern const struct draw_rgb draw_paper, draw_ink, draw_sepia, draw_green, draw_blue,
    draw_brick, draw_ochre, draw_gold;

/* Read "#rrggbb"; false and out untouched for anything else. */
bool draw_read_colour(const char *text, struct draw_rgb *out);

/* The colour mixed with another: t of the second. */
struct draw_rgb draw_mix(struct draw_rgb a, struct draw_rgb b, double t);

/* How bright a colour looks, 0 to 1. */
double draw_brightness(struct draw_rgb c);

/* The coat of a nation ("French", "prussian"); false for one we have no cloth for. */
bool draw_coat(const char *nation, struct draw_rgb *out);

void draw_set(cairo_t *cr, struct draw_rgb c, double alpha);

/* Lay the outline of a shape as the current path. */
void draw_trace(cairo_t *cr, const struct draw_shape *s);

/* --- Lettering ------------------------------------------------------------------- */

enum draw_type {
    DRAW_ROMAN = 0,
    DRAW_BOLD = 1,
    DRAW_ITALIC = 2,
    DRAW_SPACED = 4, /* letters set apart, as engraved titles are */
    DRAW_HALO = 8,   /* paper around the letters */
    DRAW_CENTRE = 16,
    DRAW_RIGHT = 32,
};

struct draw_letters {
    double size;   /* in pixels */
    double width;  /* wrap (or cut, with one line) at this width; 0: no limit */
    int lines;     /* at most; 0: as many as it takes */
    unsigned type; /* enum draw_type */
    struct draw_rgb colour;
};

/* Width and height the text takes. */
struct draw_pt draw_measure(cairo_t *cr, const struct draw_letters *l, const char *text);

/* Set text with its top left corner (top middle, top right) at x, y; returns its height. */
double draw_say(cairo_t *cr, const struct draw_letters *l, double x, double y,
                const char *text);

/* Valid UTF-8 of at most `cap` bytes with its zero, control characters and broken bytes as
 * '?', cut with "..." after `letters` characters. Returns the number of characters. */
int draw_clean(const char *from, char *to, size_t cap, int letters);

#endif
