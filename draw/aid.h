/* draw/aid.h - a printable play aid: lines of text in two columns on A4 pages. */
#ifndef DRAW_AID_H
#define DRAW_AID_H

#include "draw/draw.h"

enum draw_aid_kind {
    DRAW_AID_HEAD, /* left: the heading; right: small, at its end */
    DRAW_AID_NOTE, /* left: a sentence in italics */
    DRAW_AID_TEXT, /* left: a sentence */
    DRAW_AID_TERM, /* left: a word; right: what it means */
    DRAW_AID_ROW,  /* left: what; right: its value */
    DRAW_AID_TOP,  /* left: the headings of a table, with | between them */
    DRAW_AID_GRID, /* left: the cells of a line of the table above, with | between them */
};

struct draw_aid_line {
    enum draw_aid_kind kind;
    const char *left, *right; /* right may be NULL */
};

struct draw_aid {
    const char *title, *subtitle;
    const struct draw_aid_line *line;
    int lines;
};

/* Pages it takes. */
int draw_aid_pages(const struct draw_aid *a);

/* Draw it. A PDF holds all pages and ignores page; SVG and PNG hold one, counted from 0.
 * width in pixels, 0: 1000; PDF is always A4. */
enum tc_err draw_aid_file(const struct draw_aid *a, int width, enum draw_format format,
                          int page, const char *path, struct tc_why *why);

#endif
