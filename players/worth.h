/* players/worth.h - a position in a few numbers, for fitting.
 *
 * A position is described by a few numbers that any system has, -1000 to 1000 for side 0, and
 * by the same numbers once more, counted the more the later it is. `tricorne tune` fits to the
 * results of battles how much each weighs.
 */
#ifndef PLR_WORTH_H
#define PLR_WORTH_H

#include "board/staff.h"

enum {
    PLR_F_SCORE,  /* the system's own score */
    PLR_F_POWER,  /* what is left to fight with */
    PLR_F_STEADY, /* bodies in good order */
    PLR_F_STAND,  /* who bears on whom, whose flank is open */
    PLR_F_GROUND, /* who is near the grounds worth having */
    PLR_F_PRESS,  /* who has come to grips */
    PLR_F_CLOSE,  /* who has how much about the centre of the fight */
    PLR_F_KINDS,
    PLR_FEATURES = 2 * PLR_F_KINDS /* and once more, by how late it is */
};

extern const char *const plr_feature_names[PLR_FEATURES];

/* The features of a position for side 0. */
void plr_features(const struct tc_book *bk, const struct tc_staff *staff, const void *state,
                  int out[PLR_FEATURES]);

#endif
