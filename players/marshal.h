/* players/marshal.h - in which manner a side is to fight; private to players/. */
#ifndef PLR_MARSHAL_H
#define PLR_MARSHAL_H

#include "players/manner.h"
#include "players/player.h"
#include "players/think.h"

struct plr_marshal;

/* NULL: the system does not say who stands where. */
struct plr_marshal *plr_marshal_open(const struct tc_book *bk, const struct plr_spec *spec);
void plr_marshal_close(struct plr_marshal *m);
void plr_marshal_forget(struct plr_marshal *m); /* another battle begins */

/* The manner for the open question of a game, thought of anew when the turn is new or the
 * battle has changed. t is the player's own and thinks about g. It stays as it is until the
 * next call. */
const struct plr_manner *plr_marshal(struct plr_marshal *m, struct plr_think *t,
                                     const struct tc_game *g, uint64_t seed);

#endif
