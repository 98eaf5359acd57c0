/* players/foresee.h - the best answers of greedy, seen some turns further; private to players/.
 */
#ifndef PLR_FORESEE_H
#define PLR_FORESEE_H

#include "players/player.h"
#include "players/think.h"

/* Try the first spec->keep thoughts again in courses of spec->ahead turns, both sides letting
 * things take their course, all with the same dice; about spec->trials courses in all. The
 * first thought stands unless another is surely better (spec->doubt). */
void plr_foresee(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                 struct plr_advice *a);

/* The same until it is late (plr_late), one course for each in turn; every 24 the worse half is
 * left out. */
void plr_foresee_longer(struct plr_think *t, const struct plr_spec *spec, uint64_t seed,
                        struct plr_advice *a);

#endif
