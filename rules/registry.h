/* rules/registry.h - the list of the systems, nothing else. */
#ifndef TC_REGISTRY_H
#define TC_REGISTRY_H

#include "kernel/ruleset.h"

extern const struct tc_ruleset *const tc_rulesets[]; /* ended by NULL */

/* The system of that name, or NULL. */
const struct tc_ruleset *tc_find_ruleset(const char *name);

#endif
