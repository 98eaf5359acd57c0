/* draw/output.h - surfaces of the three formats; shared by the files of draw/ only. */
#ifndef DRAW_OUTPUT_H
#define DRAW_OUTPUT_H

#include <stdio.h>

#include "draw/plan.h"

/* Bytes that grow; free() them. */
struct draw_buffer {
    char *bytes;
    size_t used, cap;
    bool failed;
};

bool draw_buffer_add(struct draw_buffer *b, const void *bytes, size_t n);
void draw_buffer_text(struct draw_buffer *b, const char *text);

/* For text and attributes of XML. */
void draw_buffer_escaped(struct draw_buffer *b, const char *text);

cairo_surface_t *draw_surface(enum draw_format format, double w, double h,
                              struct draw_buffer *b);

/* Finish and free the surface; false when something failed on the way. */
bool draw_surface_end(cairo_surface_t *s, enum draw_format format, struct draw_buffer *b);

/* The SVG with a title and a layer of further elements. */
bool draw_svg_finish(struct draw_buffer *raw, const char *title,
                     const struct draw_buffer *layer, struct draw_buffer *out);

/* Hand a finished picture to a sink; an SVG gets its title and layer first. */
enum tc_err draw_send(struct draw_buffer *raw, enum draw_format format, const char *title,
                      struct draw_buffer *layer, draw_sink *sink, void *to, struct tc_why *why);

/* A draw_sink on a FILE. */
bool draw_to_file(void *to, const void *bytes, size_t n);
FILE *draw_file_start(const char *path, struct tc_why *why);
enum tc_err draw_file_end(FILE *f, enum tc_err err, const char *path, struct tc_why *why);

#endif
