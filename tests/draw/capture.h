/* tests/draw/capture.h - pictures caught in memory, and a look at them. */
#ifndef TEST_CAPTURE_H
#define TEST_CAPTURE_H

#include <cairo.h>

#include "draw/draw.h"

struct capture {
    char *bytes;
    size_t used;
};

/* A draw_sink; free bytes. */
bool capture_sink(void *to, const void *bytes, size_t n);

/* Draw and expect success. */
struct capture capture_scene(const struct tc_scene *s, const struct draw_options *o,
                             enum draw_format f);
struct capture capture_order(const struct tc_scene *s, enum draw_format f, int page);

/* NULL when the bytes are well-formed XML with one root; else what is wrong. */
const char *xml_fault(const char *text, size_t n);

/* How often a string occurs. */
int count_of(const struct capture *c, const char *what);

cairo_surface_t *decode_png(const struct capture *c);

/* Different colours in a picture, counted up to a limit. */
int colours_of(cairo_surface_t *s, int limit);

#endif
