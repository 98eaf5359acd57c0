/* rules/registry.c - the list of the systems, nothing else. */
#include "rules/registry.h"

#include <string.h>

#include "rules/bayonet/bayonet.h"
#include "rules/malbrook/malbrook.h"
#include "rules/minden/minden.h"
#include "rules/pistolado/pistolado.h"
#include "rules/reason/reason.h"

const struct tc_ruleset *const tc_rulesets[] = {
    &bay_ruleset, &mal_ruleset, &min_ruleset, &pis_ruleset, &rea_ruleset, NULL,
};

const struct tc_ruleset *tc_find_ruleset(const char *name)
{
    for (int i = 0; tc_rulesets[i]; i++)
        if (strcmp(tc_rulesets[i]->name, name) == 0)
            return tc_rulesets[i];
    return NULL;
}
