/* rules/reason/traits.c - which title has which traits (enum rea_trait says what they are).
 *
 * Chapters ask for a trait, never for a title: a new title is a column here.
 */
#include "rules/reason/inner.h"

static const uint8_t titles[REA_TRAITS] = {
    [REA_AMERICAN_DRILL] = 1u << REA_B,
    [REA_AMERICAN_FACING] = 1u << REA_B,
    [REA_LIGHT_FEET] = 1u << REA_B,
    [REA_LAST_HEX_CHECKS] = 1u << REA_B,
    [REA_GUNS_ROUT] = 1u << REA_B,
    [REA_ROUTED_LIVE] = 1u << REA_B,
    [REA_ROUT_PAST_ZONES] = 1u << REA_B,
    [REA_WILLING_ROUTS] = 1u << REA_B,
    [REA_SMALL_RALLY_LOSS] = 1u << REA_B,
    [REA_OUT_OF_ORDER] = 1u << REA_B,
    [REA_GUNS_WITH_COLUMNS] = 1u << REA_B,
    [REA_GUNS_HURRY] = 1u << REA_B,
    [REA_FAR_ON_ROADS] = 1u << REA_B,
    [REA_WHOLE_LOSSES] = 1u << REA_B,
    [REA_FREE_PROLONGE] = 1u << REA_B,
    [REA_PLAIN_JAEGERS] = 1u << REA_B,
    [REA_SHORT_HORSE] = 1u << REA_B,
    [REA_HORSE_BY_UNITS] = 1u << REA_B,
    [REA_DOUBLE_LIMITS] = 1u << REA_B,
    [REA_LONG_NEEDS_NINE] = 1u << REA_B,
    [REA_HALF_RANGE] = 1u << REA_B,
    [REA_ROAD_COSTS] = 1u << REA_B,
    [REA_LEASH] = 1u << REA_B,
    [REA_BRITTLE_ALLIES] = 1u << REA_LE,
    [REA_ONLY_HIGHWAYS] = 1u << REA_LE,
    [REA_FAST_HIGHWAYS] = 1u << REA_K,
    [REA_BACK_STEPS] = 1u << REA_K,
    [REA_LOOSE_GRENADIERS] = 1u << REA_LO,
    [REA_OWN_SPECIALS] = 1u << REA_LO,
    [REA_OBLIQUE_PRUSSIANS] = 1u << REA_LE | 1u << REA_LO,
    [REA_OBLIQUE_GUARDS] = 1u << REA_K,
    [REA_OBLIQUE_GRENADIERS] = 1u << REA_K | 1u << REA_Z,
    [REA_BLINDING_SMOKE] = 1u << REA_K | 1u << REA_Z | 1u << REA_LO | 1u << REA_B,
    [REA_PICKED_TARGETS] = 1u << REA_K | 1u << REA_Z | 1u << REA_LO,
};

bool rea_has(const struct rea_ctx *c, enum rea_trait trait)
{
    return titles[trait] >> c->bk->title & 1;
}
