/* tests/support/demo_scene.h - scenes to look at: a free table and a hex map. */
#ifndef TEST_DEMO_SCENE_H
#define TEST_DEMO_SCENE_H

#include "kernel/scene.h"

/* A table of 60 x 48 inches with every kind of ground and some twenty units a side. */
void demo_plane(struct tc_scene *s);

/* A hex map of 20 x 14, pointy-top or flat-top, with stacks and hexside features. */
void demo_hex(struct tc_scene *s, bool flat_top);

/* A table as full as a scene can be: every array used up. */
void demo_full(struct tc_scene *s);

/* Labels that try to break out of SVG, terminal and page: markup, quotes, very long, UTF-8,
 * broken UTF-8, control characters. */
void demo_hostile(struct tc_scene *s);

#endif
