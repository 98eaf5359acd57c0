/* rules/reason/numbers.c - how drill.yaml names the numbers that the printed rules say outside
 * their charts, and the traits of titles.
 *
 * Chapters ask for a number or a trait, never for a title: a new title is a row of that file.
 */
#include "rules/reason/inner.h"

/* How rows of drill.yaml name them, in the order of their enums. */
/* R-TEC-ST.1 to R-TEC-ST.15; roads: R-8.1e.4, R-8.1e.5 */
const char *const rea_room_words[] = { "line",    "column",       "horse",  "guns",
                                       "general", "general-many", "square", "skirmish",
                                       "road",    "road-guns",    NULL };
/* R-8.1a.13 and R-8.1c.6; R-8.1a.2; R-8.1a.3; R-8.1a.4 and R-8.1c.3 */
const char *const rea_fewest_words[] = { "horse-hex", "three-ranks", "four-ranks", "long",
                                         NULL };
/* R-13.10c.1 to R-13.10c.13 */
const char *const rea_close_words[] = {
    "enfilade",     "later-round", "march-column",   "road-column",
    "limbered",     "skirmish",    "skirmish-cover", "skirmish-horse",
    "square-horse", "square-foot", "shaken",         "light-charge",
    "charge",       NULL
};
const char *const rea_trait_words[] = { "american-drill",
                                        "american-facing",
                                        "light-feet",
                                        "last-hex-checks",
                                        "guns-rout",
                                        "routed-live",
                                        "rout-past-zones",
                                        "willing-routs",
                                        "small-rally-loss",
                                        "out-of-order",
                                        "guns-with-columns",
                                        "guns-hurry",
                                        "far-on-roads",
                                        "whole-losses",
                                        "free-prolonge",
                                        "plain-jaegers",
                                        "short-horse",
                                        "horse-by-units",
                                        "double-limits",
                                        "long-needs-nine",
                                        "half-range",
                                        "road-costs",
                                        "leash",
                                        "brittle-allies",
                                        "only-highways",
                                        "fast-highways",
                                        "back-steps",
                                        "loose-grenadiers",
                                        "own-specials",
                                        "oblique-prussians",
                                        "oblique-guards",
                                        "oblique-grenadiers",
                                        "blinding-smoke",
                                        "picked-targets",
                                        NULL };

_Static_assert(sizeof rea_room_words / sizeof rea_room_words[0] == REA_ROOMS + 1, "one each");
_Static_assert(sizeof rea_fewest_words / sizeof rea_fewest_words[0] == REA_FEWEST + 1,
               "one each");
_Static_assert(sizeof rea_close_words / sizeof rea_close_words[0] == REA_CLOSES + 1,
               "one each");
_Static_assert(sizeof rea_trait_words / sizeof rea_trait_words[0] == REA_TRAITS + 1,
               "one each");

bool rea_has(const struct rea_ctx *c, enum rea_trait trait)
{
    return c->bk->own.titles[trait] >> c->bk->title & 1;
}
