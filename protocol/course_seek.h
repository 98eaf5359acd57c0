/* protocol/course_seek.h - the search for a place; for the files of courses. */
#ifndef CRS_COURSE_SEEK_H
#define CRS_COURSE_SEEK_H

#include "protocol/course_own.h"
#include "protocol/session_own.h"

/* The node that brings the piece nearest to the goal, or to the die it must throw first;
 * TC_NONE: nothing leads nearer. why says what kept it from the goal itself. */
int crs_seek(struct crs *c, const struct crs_goal *goal, bool whole, struct tc_refusal *why);

/* After a search that found nothing: the node at which the piece has been chosen and is asked
 * first whether it fires. TC_NONE: nobody asks that. */
int crs_fire_first(const struct crs *c);

/* The question at hand takes pieces of its kind, but not this one: why. */
void crs_why_not_asked(struct crs *c, struct tc_refusal *why);

/* The node after the piece has said that it goes no farther. */
int crs_halt(struct crs *c, int node);

/* --- Orders that are no march (course_manner.c) --- */

struct crs_foe {
    const char *key; /* NULL: any */
    int32_t hex;     /* printed; TC_NONE on the free table */
};
struct crs_wish {
    enum crs_manner manner;
    const char *formation; /* CRS_FORM; NULL: any other */
    struct crs_foe foe;    /* CRS_CHARGE */
};

/* The node after the piece has done so, or the die it must throw first; TC_NONE: it cannot. */
int crs_do(struct crs *c, const struct crs_wish *w, struct tc_refusal *why);

/* The formations it could take now. */
void crs_formations(struct crs *c, json_t *out);

const struct tc_piece *crs_find_in_scene(struct crs *c, const char *key);

bool crs_seen_before(const struct crs *c, int node);
bool crs_worth_a_look(struct crs *c, int i);

#endif
