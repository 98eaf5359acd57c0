/* players/eye.c - the systems that have an eye of their own. */
#include "players/eyes.h"

#include <string.h>

static const struct plr_eye plain = { .system = "" };

static const struct plr_eye *const eyes[] = { &plr_bayonet_eye, &plr_malbrook_eye,
                                              &plr_minden_eye,  &plr_pistolado_eye,
                                              &plr_reason_eye,  NULL };

const struct plr_eye *plr_eye_of(const struct tc_ruleset *r)
{
    for (int i = 0; eyes[i]; i++)
        if (strcmp(eyes[i]->system, r->name) == 0)
            return eyes[i];
    return &plain;
}
