/* rules/pistolado/help.c - what is this? What is at stake in every question, and the glossary.
 */
#include "rules/pistolado/words.h"

const struct tc_help pis_help[PIS_QUESTIONS] = {
    [PIS_Q_ORDER] = { "P-O3", "The order says how a brigade behaves for turns to come: "
                              "assault, harass, hold, manoeuvre or withdraw. Changing it takes "
                              "a roll, easier with a good "
                              "officer near the general; keeping it costs nothing." },
    [PIS_Q_STATUS] = { "P-O1",
                       "The call is what the brigade does this turn, within its order: Defend, "
                       "March, Double, Rally or Charge. All its steady regiments follow it." },
    [PIS_Q_OFFICER] = { "P-K3",
                        "An officer rides up to 12 inches and may join a regiment of his "
                        "brigade. "
                        "He helps it in a fight and in its tests, and may fall there." },
    [PIS_Q_NEXT] = { "P-S2",
                     "Regiments of a brigade move one by one, and you choose the order. Let "
                     "those in front move first, or they will bar the way." },
    [PIS_Q_MOVE] = { "P-M1",
                     "March, wheel, change front or formation, or stand, within the rate of "
                     "the call. A move that ends close to the enemy invites his fire and his "
                     "charge." },
    [PIS_Q_SHOOT] = { "P-F1",
                      "Choose the target of this regiment's fire. Range, formation, cohesion "
                      "and cover all count; the fire a regiment gives when it is charged is a "
                      "separate shot and is not used up by this." },
    [PIS_Q_RALLY] = { "P-C10", "Under the call Rally a regiment may roll on its card to regain "
                               "cohesion. "
                               "A ragged regiment that fights on may break at the next blow." },
    [PIS_Q_CHARGE] = { "P-H13",
                       "Choose whom to charge, among those in sight and in reach. The will of "
                       "the regiment is tested first, and the target answers before contact." },
    [PIS_Q_REACT] = { "P-H12a",
                      "The charge is coming and there is a moment to turn or to change "
                      "formation. It succeeds on a roll of the Marshalling number or less; a "
                      "charge taken in flank or rear counts heavily." },
    [PIS_Q_EVADE] = { "P-R3", "The regiment got clear of the charge. It may go on up to its "
                              "charge rate "
                              "in all, and you choose where." },
    [PIS_Q_RETURN_FIRE] = { "P-F6f",
                            "You may fire into the chargers before they strike, even if you "
                            "have "
                            "fired this turn. It may shake them or cost them a company." },
    [PIS_Q_FOLLOW] = { "P-L16",
                       "The enemy gave ground. Following keeps the melee going next turn with "
                       "the upper hand; standing ends it." },
    [PIS_Q_ROUT] = { "P-R5",
                     "A routing regiment that nobody pursues may try to rally. It takes a "
                     "Disaster test; if it fails it runs on." },
};

/* In the order of the alphabet. */
const struct tc_term pis_terms[] = {
    { "Strategy", "P-O3", "An officer's skill in having orders changed." },
    { "Waver", "P-C2",
      "The test of a regiment's will: before a charge, under a charge, after losses." },
    { "assault", "P-O3", "The order to close with the enemy." },
    { "call", "P-O1",
      "What a brigade is told to do this turn: Defend, March, Double, Rally or Charge." },
    { "caracole", "P-M9c",
      "Pistoleers ride up by ranks, fire and wheel away instead of charging home." },
    { "cohesion", "P-C2",
      "How well a regiment holds together, in levels from sharp down to a mob." },
    { "company", "P-F13", "The unit of losses: a regiment is so many companies strong." },
    { "enfants perdus", "P-M11a",
      "Picked men thrown out in front of the battle, the forlorn hope." },
    { "ferocity", "P-L18",
      "How fierce a regiment is in the melee: it is added to the enemy's casualty rolls." },
    { "gendarmes", "P-H9c",
      "Heavy lancers of the old nobility: terrible in the first charge." },
    { "hedgehog", "P-M12", "Pikes on all sides: proof against horse, and slow." },
    { "lansquenets", "P-H12a", "German pikemen in pay, steady and loud." },
    { "reiters", "P-F1", "German pistol horse in deep columns." },
    { NULL, NULL, NULL },
};
