/* rules/bayonet/wings.h - leaders on the display. */
#ifndef BAY_WINGS_H
#define BAY_WINGS_H

#include "rules/bayonet/display.h"

/* The army commander of a side, or TC_NONE. Pure. */
int bay_army_commander(const struct bay_book *bk, const struct bay_state *s, int side);

#endif
