/* draw/textmap.h - a scene for the terminal: a bounded grid of characters, a key, sentences.
 *
 * Here: the picture, the table of units under it, the same told in sentences.
 * Not here: colours of a page, rules; input.
 *
 * All texts go into the caller's struct tc_text; when it is too small the text is cut at the
 * end and t->cut says so. Control characters and broken UTF-8 in labels become '?'.
 */
#ifndef DRAW_TEXTMAP_H
#define DRAW_TEXTMAP_H

#include "kernel/scene.h"

enum {
    DRAW_TEXT_COLUMNS_MIN = 20,
    DRAW_TEXT_COLUMNS_MAX = 400,
    DRAW_TEXT_ROWS_MIN = 8,
    DRAW_TEXT_ROWS_MAX = 200,
    DRAW_TEXT_ROOM = 256 * 1024 /* bytes enough for a full scene, in colour up to 160 x 60 */
};

struct draw_text_options {
    int columns, rows;  /* of the whole picture with its frame; clamped to the limits above */
    bool utf8;          /* box drawing and arrows instead of plain ASCII */
    bool colour;        /* ANSI colours by side and ground */
    bool legend;        /* two lines that explain the ground letters, below the picture */
    bool units;         /* the key table of the units, below the legend */
    int highlight;      /* id of a piece shown in reverse (or with '*'), or TC_NONE */
    int32_t x, y, w, h; /* the part of the table to show; w or h 0: all of it. Plane: as the
                           scene counts; hex: columns and rows from 0 */
};

/* 78 x 24, ASCII, no colour, legend and units on. */
struct draw_text_options draw_text_defaults(void);

/* The picture, then legend and key as the options say. Each line ends in '\n' and no line of
 * the picture is wider than columns. */
void draw_text_map(const struct tc_scene *s, const struct draw_text_options *opt,
                   struct tc_text *out);

/* The key alone: symbol, name, side, strength, formation, badges, place, facing. */
void draw_text_units(const struct tc_scene *s, const struct draw_text_options *opt,
                     struct tc_text *out);

/* The scene in sentences, by side, one a line, to be read aloud: "Kingsley, British foot, 28
 * left of 32, in line, at 24, 18.5, facing north, disordered." */
void draw_text_speak(const struct tc_scene *s, struct tc_text *out);

/* The symbol of a unit on the picture ("A1", "b12"), by its id; "" when it is not there. */
void draw_text_symbol(const struct tc_scene *s, int id, struct tc_text *out);

/* The side panels as text, one row a line, no wider than columns. */
void draw_text_panels(const struct tc_scene *s, int columns, struct tc_text *out);

#endif
