/* players/weights.c - weights of the systems: from `tricorne tune`, then changed by hand where
 * it says so. The figures of tune's output belong to the weights as fitted, not to these. */
#include "players/worth.h"

#include <string.h>

static const struct plr_weights fitted[] = {
    /* bayonet: fitted to 1800 battles of greedy and greedy, seed 7, as { 4440, -287, -206, 371,
     * 324, 9, -3, 2699, -1632, -1384, -251, 2596, 686, -1175 }; then power, steady, press and
     * close, and the late power, steady, stand and close, set by hand, because it made no sense
     * that strength should count against a side. */
    { "bayonet",
      { 4440, 100, 100, 371, 324, 100, 0, 2699, -100, -100, -151, 2596, 686, -100 } },
    /* minden: fitted to 900 battles of greedy and greedy, seed 1, as { 3206, 755, 700, 553,
     * -506, -71, 71, 4777, 569, 1301, -583, 2004, -400, 388 }; then ground and press, and the
     * late stand and press, set by hand. */
    { "minden", { 3206, 755, 700, 553, 300, 100, 71, 4777, 569, 1301, -283, 2004, -200, 388 } },
};

const struct plr_weights *plr_weights_of(const struct tc_ruleset *r)
{
    for (size_t i = 0; i < sizeof fitted / sizeof fitted[0]; i++)
        if (strcmp(fitted[i].system, r->name) == 0)
            return &fitted[i];
    return NULL;
}
