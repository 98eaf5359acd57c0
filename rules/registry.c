/* rules/registry.c - the list of the systems, nothing else. */
#include "rules/registry.h"

#include <string.h>

/* One line a system: its folder, and how its names begin. The build reads these lines too. */
/* clang-format off */
#define SYSTEMS(SYSTEM) \
    SYSTEM(bayonet, bay) \
    SYSTEM(malbrook, mal) \
    SYSTEM(minden, min) \
    SYSTEM(pistolado, pis) \
    SYSTEM(reason, rea)
/* clang-format on */

#define DECLARE(folder, prefix) extern const struct tc_ruleset prefix##_ruleset;
#define LIST(folder, prefix)    &prefix##_ruleset,

SYSTEMS(DECLARE)

const struct tc_ruleset *const tc_rulesets[] = { SYSTEMS(LIST) NULL };

const struct tc_ruleset *tc_find_ruleset(const char *name)
{
    for (int i = 0; tc_rulesets[i]; i++)
        if (strcmp(tc_rulesets[i]->name, name) == 0)
            return tc_rulesets[i];
    return NULL;
}
