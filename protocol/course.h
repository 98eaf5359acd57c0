/* protocol/course.h - courses: answers tried on copies of a game, for people who plan.
 *
 * A search keeps positions of a game, each with the answers that lead to it from the open
 * question of one side. A position is left by an answer to its question; dice, questions of
 * the other side and the end are where a course stops. Nothing here knows a rule: it asks the
 * system's own judge, plays its own steps on copies, and finds pieces in its scene.
 */
#ifndef CRS_COURSE_H
#define CRS_COURSE_H

#include "kernel/game.h"
#include "kernel/scene.h"
#include "protocol/session.h"

enum {
    CRS_NODES = 3000, /* positions a search keeps at most */
    CRS_TRIES = 9000, /* answers it tries at most */
    CRS_DEEP = 400,   /* answers of a course */
};

enum crs_stop { CRS_ASKED, CRS_DICE, CRS_OTHER, CRS_OVER };

/* How a piece stands. */
struct crs_pose {
    int32_t x, y, facing, w, d;
    char formation[24];
    bool there;
};

struct crs_node {
    int parent;        /* TC_NONE: the first */
    struct tc_act act; /* that led here */
    uint8_t stop;      /* enum crs_stop */
    bool expanded, chance;
    uint8_t stays;         /* may the piece stay here? 0: nobody has asked, 1: yes, 2: no */
    struct tc_query query; /* CRS_ASKED, CRS_OTHER */
    struct crs_pose pose;
    int32_t left; /* what the question says is left to it; -1: nothing said */
    int64_t far;  /* from the goal of a search */
    void *state;  /* the checkpoint, and what was taped since */
    struct tc_taped *taped;
    int8_t *face;
    uint32_t acts, faces;
};

struct crs {
    const struct tc_book *bk;
    int side;
    const char *key, *group; /* the piece and its brigade, while one is looked for */
    struct ses_fork here, there;
    int at; /* the node that stands in `here` */
    struct tc_offers *list;
    struct tc_scene *scene;
    struct crs_node *node;
    int n, room, tries;
    bool loose; /* whoever is asked lets things be until it is the piece's turn: what if */
};

/* From a game that waits for an answer of this side. Free it also after a failure. */
void crs_open(struct crs *c, const struct ses_game *s, const struct tc_game *from, int side);
void crs_close(struct crs *c);

/* Forget all but a node, which becomes the first; its answers are lost with its past. */
void crs_rebase(struct crs *c, int node);

/* Stand at a node: c->here.g has its question and snapshot. */
void crs_visit(struct crs *c, int node);

/* The node that an answer to the question of a node leads to; judged when it is not an offer.
 * TC_NONE: refused (with the reason), or no room. */
int crs_try(struct crs *c, int node, const struct tc_act *a, bool judged,
            struct tc_refusal *why);

/* Where a piece stands in a node; false: not on the map. */
bool crs_find(struct crs *c, int node, const char *key, struct crs_pose *out);

/* The answers that lead from the first node to this one. */
int crs_course(const struct crs *c, int node, struct tc_act *out, int room);

/* Does an act or a question name this? */
bool crs_names(const struct crs *c, const struct tc_decl *d, const int32_t *arg,
               const char *key);
bool crs_names_other(const struct crs *c, const struct tc_decl *d, const int32_t *arg);
bool crs_about(const struct crs *c, const struct tc_query *q, const char *key);

/* Is it an answer of a verb alone, as "done"? */
bool crs_plain(const struct crs *c, const struct tc_act *a);

/* Give the open question of a copy an answer that lets things be; false: there is none. */
bool crs_let_be(struct tc_game *g, struct tc_offers *list);

/* From now on the search is about this piece of the first node. */
enum tc_err crs_take_piece(struct crs *c, const char *key, struct tc_why *why);

/* --- What people ask (course_json.c) ------------------------------------------------------ */

/* Where the piece can come to; docs/protocol.md, Reach. */
enum tc_err crs_reach_json(const struct ses_game *s, const struct tc_game *from, int side,
                           const char *piece, json_t **out, struct tc_why *why);

/* Whom the piece could shoot at or attack, and who it; docs/protocol.md, Threat. The keys of
 * the request: piece, and acts or at and facing. */
enum tc_err crs_threat_json(const struct ses_game *s, const struct tc_game *from, int side,
                            const json_t *in, json_t **out, struct tc_why *why);

/* A brigade, or any pieces, led by (dx, dy) or to a place; docs/protocol.md, Plan.
 */
enum crs_manner { CRS_MARCH, CRS_TURN, CRS_FORM, CRS_HALT, CRS_CHARGE, CRS_MANNERS };
struct crs_order {
    const char *piece[128];
    int pieces;
    enum crs_manner manner;
    bool which;            /* only say which manners there are; the rest does not matter */
    bool wheels, left;     /* CRS_TURN: as one body on its left or right flank; else each */
    int32_t turn;          /* CRS_TURN: by so much, right positive; or TC_NONE: to facing */
    const char *formation; /* CRS_FORM; NULL: say which there are */
    const char *target;    /* CRS_CHARGE */
    bool to; /* the first goes to (x, y), the others keep their places; else all go by (x, y) */
    bool far;             /* each as far as it can, out of line if need be */
    int32_t x, y, facing; /* facing: TC_NONE as it stands */
};
/* {"pieces":[..],"to":[x,y]|"by":[dx,dy],"facing":n}, or with a manner; docs/protocol.md */
enum tc_err crs_read_order(const json_t *in, struct crs_order *out, struct tc_why *why);

enum tc_err crs_plan_json(const struct ses_game *s, const struct tc_game *from, int side,
                          const struct crs_order *o, json_t **out, struct tc_why *why);

/* Which orders the pieces can be given now, and what forbids the others (course_which.c). */
enum tc_err crs_which_json(const struct ses_game *s, const struct tc_game *from, int side,
                           const struct crs_order *o, json_t **out, struct tc_why *why);

/* --- Who runs (course_away.c) --------------------------------------------------------------
 */

/* Does the question ask which way who runs? */
bool crs_is_flight(const struct tc_ruleset *r, int question);

/* The answer that leads him farthest from the enemy, as his seat sees the field. */
bool crs_away(const struct ses_game *s, int seat, struct tc_act *out);

#endif
