/* draw/draw.h - pictures of a scene: SVG, PNG and PDF from one drawing code.
 *
 * Here: the battle plan and the printable order of battle.
 * Not here: rules of any kind (a scene says all there is to see), the terminal (textmap.h).
 *
 * The same scene and options give the same bytes. An SVG ends in a layer of clear shapes, one
 * for each piece: <g id="unit-KEY" data-unit="ID"> with a <title> that says all about it.
 */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include "kernel/scene.h"

enum draw_format { DRAW_SVG, DRAW_PNG, DRAW_PDF };

enum { DRAW_WIDTH_MIN = 200, DRAW_WIDTH_MAX = 8000 };

struct draw_options {
    int width;     /* of the picture in pixels (PDF: points); 0: as scale says, or 1400 */
    int scale;     /* pixels for an inch of table or a hex across, when width is 0 */
    bool title;    /* the cartouche */
    bool legend;   /* explanation of signs */
    bool panels;   /* the scene's side panels */
    bool labels;   /* names and strengths beside the troops */
    int highlight; /* id of a piece to point out, or TC_NONE */
};

/* All parts on, 1400 pixels wide. */
struct draw_options draw_defaults(void);

/* Takes the next bytes of a picture; false ends the drawing with TC_E_FILE. */
typedef bool draw_sink(void *to, const void *bytes, size_t n);

/* Draw the plan into a sink. opt may be NULL for the defaults. TC_E_RANGE names an option or
 * a size of the table that cannot be drawn. */
enum tc_err draw_scene(const struct tc_scene *s, const struct draw_options *opt,
                       enum draw_format format, draw_sink *sink, void *to, struct tc_why *why);

/* The same into a file; a file that could not be finished is removed. */
enum tc_err draw_scene_file(const struct tc_scene *s, const struct draw_options *opt,
                            enum draw_format format, const char *path, struct tc_why *why);

/* Pages the printable order of battle takes (A4 upright). */
int draw_order_pages(const struct tc_scene *s);

/* Draw the order of battle. A PDF holds all pages and ignores page; SVG and PNG hold the one
 * asked for, counted from 0. Of the options it uses width (0: 1000 pixels; PDF is always A4)
 * and panels (the scene's panels after the units). */
enum tc_err draw_order_of_battle(const struct tc_scene *s, const struct draw_options *opt,
                                 enum draw_format format, int page, draw_sink *sink, void *to,
                                 struct tc_why *why);

enum tc_err draw_order_of_battle_file(const struct tc_scene *s, const struct draw_options *opt,
                                      enum draw_format format, int page, const char *path,
                                      struct tc_why *why);

/* The format of "svg", "png", "pdf" or of a path that ends in .svg, .png, .pdf (any case);
 * false when it is none of them. */
bool draw_format_of(const char *name, enum draw_format *out);

#endif
