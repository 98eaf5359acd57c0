/* kernel/place.h - where something is, as people say it: by the ground that is near. */
#ifndef TC_PLACE_H
#define TC_PLACE_H

#include "kernel/ruleset.h"
#include "kernel/scene.h"

/* The ground a place is told by. */
struct tc_place {
    int ground;        /* TC_NONE: nothing is near that has a name */
    const char *label; /* of that ground */
    int32_t away;      /* thousandths of an inch; 0: in it */
    int32_t wind;      /* 16th of a turn from it, 0 north */
    int64_t worth;     /* how far it seems, were it as good a landmark as a village */
};

/* How many whole inches off it is told to be; 0: in it, or right beside it. */
int32_t tc_place_inches(const struct tc_place *p);

void tc_place_clear(struct tc_place *p);

/* Is this piece of ground a better landmark for x, y than the one found before? */
void tc_place_try(struct tc_place *p, int i, const struct tc_ground *g, int32_t x, int32_t y);

/* "Hahlen", "the north side of Hahlen", "a point 4 inches north of Hahlen". */
void tc_say_place(const struct tc_tongue *t, const struct tc_place *p, struct tc_text *out);

#endif
