/* rules/bayonet/setup.h - the functions a ruleset hands to the kernel. */
#ifndef BAY_SETUP_H
#define BAY_SETUP_H

#include "rules/bayonet/display.h"

void bay_setup(const struct tc_book *book, void *state);
bool bay_goal_holds(const struct bay_book *bk, const struct bay_state *s, int goal, int side);
int bay_goal_points(const struct bay_book *bk, const struct bay_state *s, int side);
int bay_brigades_gone(const struct bay_book *bk, const struct bay_state *s, int side);
int bay_score(const struct tc_book *book, const void *state);
const char *bay_ruleset_step(int step);
bool bay_check(const struct tc_book *book, const void *state, struct tc_refusal *why);
void bay_scene(const struct tc_book *book, const void *state, int viewer, struct tc_scene *out);

#endif
