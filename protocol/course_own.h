/* protocol/course_own.h - what the files of courses share among themselves. */
#ifndef CRS_COURSE_OWN_H
#define CRS_COURSE_OWN_H

#include "board/plane.h"
#include "protocol/course.h"

struct crs_goal {
    int32_t x, y, facing; /* facing negative: any */
    bool square;          /* how it faces counts as much as where it stands */
};

/* How a verb leads a piece to a place. */
enum crs_way {
    CRS_NO_WAY,
    CRS_HEX,   /* names the hex, and perhaps a facing */
    CRS_POINT, /* names the place */
    CRS_PATH,  /* legs: left or right, then march */
    CRS_WHEEL, /* a wheel and a march as arguments */
};

struct crs_lead {
    uint8_t way;
    int place, face, turn;    /* places in arg[] */
    const char *const *words; /* of the facing */
    struct tc_act act;        /* the rest is filled in */
};

/* The verbs of a free question that lead the piece somewhere. */
int crs_leads(const struct crs *c, const struct tc_query *q, struct crs_lead *out, int room);

/* On its way from hex to hex: could it say that it stays where it is? What the other side is
 * asked first it is taken to let be. */
bool crs_may_stay(struct crs *c, int node);

int64_t crs_far(const struct crs *c, const struct crs_pose *p, const struct crs_goal *goal);

/* The printed number of a hex; TC_NONE off the map. */
int32_t crs_hex_number(const struct crs *c, int32_t q, int32_t r);

int crs_enter_hex(struct crs *c, int node, const struct crs_lead *lead, int32_t hex);
void crs_toward(struct crs *c, int node, const struct crs_lead *lead,
                const struct crs_goal *goal, struct tc_refusal *why);
void crs_march_act(const struct crs *c, const struct crs_lead *lead, int32_t turn,
                   int32_t ahead, struct tc_act *out);
int32_t crs_farthest(struct crs *c, int node, const struct crs_lead *lead, int32_t turn,
                     int32_t most, struct tc_refusal *why);
struct tc_pt crs_end_of(const struct crs_pose *p, int32_t turn, int32_t ahead);

/* Try the answers of a closed question, or the candidates of a free one without leads, that
 * are about the piece. */
void crs_spread(struct crs *c, int node);

#endif
