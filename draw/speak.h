/* draw/speak.h - a scene in sentences; shared by the files of draw/ only. */
#ifndef DRAW_SPEAK_H
#define DRAW_SPEAK_H

#include "kernel/scene.h"

/* "Kingsley, British foot, 26 left of 32, in line, at 14.5, 22.5, facing north, disordered",
 * without a full stop. Text is made safe to show. */
void draw_speak_unit(const struct tc_scene *s, int piece, struct tc_text *out);

/* "14.5,22.5", or the printed number of a hex. */
void draw_speak_place(const struct tc_scene *s, const struct tc_piece *p, struct tc_text *out);

/* "north", "north-east by east" ...: of sixteen winds; "" when it faces nowhere. */
const char *draw_speak_wind(int32_t facing);

/* Cleaned text, at most so many letters. */
void draw_speak_text(struct tc_text *out, const char *text, int letters);

#endif
