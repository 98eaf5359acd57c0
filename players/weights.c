/* players/weights.c - fitted weights of the systems, as `tricorne tune` wrote them. */
#include "players/worth.h"

#include <string.h>

static const struct plr_weights fitted[] = {
    /* bayonet: tricorne tune, 1800 battles of greedy and greedy, seed 7 */
    { "bayonet",
      { 4440, 100, 100, 371, 324, 100, 0, 2699, -100, -100, -151, 2596, 686, -100 } },
    /* minden: tricorne tune, 900 battles of greedy and greedy, seed 1 */
    { "minden", { 3206, 755, 700, 553, 300, 100, 71, 4777, 569, 1301, -283, 2004, -200, 388 } },
};

const struct plr_weights *plr_weights_of(const struct tc_ruleset *r)
{
    for (size_t i = 0; i < sizeof fitted / sizeof fitted[0]; i++)
        if (strcmp(fitted[i].system, r->name) == 0)
            return &fitted[i];
    return NULL;
}
