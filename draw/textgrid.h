/* draw/textgrid.h - a grid of characters and what lies in each; shared in draw/ only. */
#ifndef DRAW_TEXTGRID_H
#define DRAW_TEXTGRID_H

#include "draw/kind.h"
#include "draw/textmap.h"

enum { DRAW_TEXT_LABEL = 4 }; /* columns left of the frame for figures */

/* What a cell shows, over its ground. */
struct draw_cell {
    uint8_t ground; /* enum draw_kind + 1; 0: open */
    int8_t body;    /* side whose troops cover it, or TC_NONE */
    bool dot;       /* the middle of a hex */
    bool lit;       /* of the piece pointed out */
    char mark[4];   /* letters of a symbol, UTF-8; "" none */
    int8_t mark_side;
};

struct draw_grid {
    const struct tc_scene *s;
    struct draw_text_options o;
    int columns, rows;  /* inside the frame */
    int32_t x, y, w, h; /* the part of the table shown */
    int32_t unit;       /* plane: thousandths a column; a row is two of them */
    int across, down;   /* hex: characters a hex */
    struct draw_cell cell[DRAW_TEXT_ROWS_MAX][DRAW_TEXT_COLUMNS_MAX];
};

/* Choose the scale and clear the cells. */
void draw_grid_start(struct draw_grid *g, const struct tc_scene *s,
                     const struct draw_text_options *o);

/* The column and row of a place; it may lie outside. */
void draw_grid_find(const struct draw_grid *g, int32_t x, int32_t y, int *column, int *row);

struct draw_cell *draw_grid_cell(struct draw_grid *g, int column, int row);

void draw_grid_grounds(struct draw_grid *g);
void draw_grid_troops(struct draw_grid *g);

/* The symbol of the unit a piece belongs to, and the arrow of its facing. */
void draw_symbol(const struct tc_scene *s, int piece, struct tc_text *out);
const char *draw_arrow(int32_t facing, bool utf8);

/* Cleaned text in so many columns, filled with blanks; ASCII only unless utf8. */
void draw_pad(struct tc_text *out, const char *text, int columns, bool utf8);

#endif
