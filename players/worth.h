/* players/worth.h - what a position is worth, by weights fitted to the results of battles.
 *
 * A position is described by a few numbers that any system has, -1000 to 1000 for side 0, and
 * by the same numbers once more, counted the more the later it is. The weights of a system
 * come from `tricorne tune` and stand in its eye; whole numbers only, so that every machine
 * thinks alike.
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

/* The chance of side 0 to win, in 1/10000, by these features and weights: thousandths of a
 * logit for a whole feature (1000), as tc_eye.weights has them. */
int plr_chance(const int16_t w[PLR_FEATURES], const int f[PLR_FEATURES]);

/* What a position is worth to a side: -10000 to 10000. */
int plr_worth(const struct tc_book *bk, const struct tc_staff *staff,
              const int16_t w[PLR_FEATURES], const void *state, int side);

#endif
