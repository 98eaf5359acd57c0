/* players/manner.h - the manner in which a side fights; private to players/.
 *
 * A manner is no script. It is a small change to what a position is worth to its side: a
 * command is drawn to a ground or to a command of the enemy, away from the enemy, or to where
 * it stands; the whole army may be fonder of the fight or of its men. The small answers are
 * found as ever.
 */
#ifndef PLR_MANNER_H
#define PLR_MANNER_H

#include "board/staff.h"

enum { PLR_POSTS = 512, PLR_LINES = 8 };

/* Where every unit of a side stood when the manner was thought of. */
struct plr_posts {
    bool known[PLR_POSTS];
    int32_t x[PLR_POSTS], y[PLR_POSTS];
};

struct plr_manner {
    const struct plr_posts *posts; /* for TC_HOLD */
    int bold;                      /* what it is worth to have come to grips, in hundredths */
    int dear;            /* points for all of its own strength: more, and it spares its men */
    int cruel;           /* points for all of the enemy's: more, and it wants to kill */
    int whole[TC_SIDES]; /* which were these */
    int will; /* points for a command that is the whole army to come a quarter of the field
                 nearer to where it is drawn */
    struct tc_plan plan;
};

/* Nobody is drawn anywhere. */
void plr_natural_manner(struct plr_manner *m, const struct plr_posts *posts, int commands);

/* A natural manner, but for how dear men are: as the armies stand. */
void plr_note_strength(struct plr_manner *m, const struct tc_lines *l, int dear, int cruel);

void plr_note_posts(const struct tc_lines *l, int side, struct plr_posts *out);

/* What a position is worth to a side that fights in this manner beyond what the eye says. */
int plr_manner_worth(const struct plr_manner *m, const struct tc_lines *l, int side);

/* What is to be said in this manner for where an answer leaves a piece of the side that is
 * asked, in points of what is natural; l: the armies as they stand. */
int plr_manner_pull(const struct plr_manner *m, const struct tc_lines *l,
                    const struct tc_view *v, const struct tc_act *a);

/* Is there a command that is not left to itself? */
bool plr_has_mission(const struct plr_manner *m);

/* What a command might do besides what is natural: how many. */
int plr_missions(const struct tc_lines *l, int side, int command,
                 struct tc_mission out[PLR_LINES]);

#endif
