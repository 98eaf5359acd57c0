/* players/marshal.h - a player who plans: once a turn for every command, then the small
 * answers.
 */
#ifndef PLR_MARSHAL_H
#define PLR_MARSHAL_H

#include "players/plan.h"
#include "players/player.h"

struct plr_marshal;

struct plr_marshal *plr_marshal_open(const struct tc_book *bk, const struct tc_staff *staff);
void plr_marshal_close(struct plr_marshal *m);
void plr_marshal_forget(struct plr_marshal *m); /* another battle begins */

/* Answer the open question of a game: draw up a plan if the turn is new, then follow it. */
void plr_marshal(struct plr_marshal *m, struct plr_think *t, const struct tc_game *g,
                 const struct plr_spec *spec, uint64_t seed, struct plr_advice *out);

#endif
