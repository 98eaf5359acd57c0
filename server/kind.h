/* server/kind.h - which computer players a server lets sit down. */
#ifndef SRV_KIND_H
#define SRV_KIND_H

#include <stdbool.h>

/* May this computer player be named over the wire? */
bool srv_player_allowed(const char *name);

/* May this stand behind the name of a player: a character, a time, or nothing? */
bool srv_may_follow(const char *name, const char *tail);

#endif
