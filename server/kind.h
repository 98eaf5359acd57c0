/* server/kind.h - which computer players a server lets sit down. */
#ifndef SRV_KIND_H
#define SRV_KIND_H

#include <stdbool.h>

/* May this computer player be named over the wire? */
bool srv_player_allowed(const char *name);

/* What srv_player_allowed takes, for people. */
#define SRV_PLAYERS_SAID                                                                       \
    "level-1 to level-4 (also with -bold, -careful or -stubborn behind it, and a level with "  \
    ":turn= and 0 to 10000 milliseconds at its end) or random"

/* May this stand behind the name of a player: a character, a time, or nothing? */
bool srv_may_follow(const char *name, const char *tail);

#endif
