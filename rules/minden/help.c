/* rules/minden/help.c - what is this? What is at stake in every question, and the glossary. */
#include "rules/minden/words.h"

const struct tc_help min_help[MIN_QUESTIONS] = {
    [MIN_Q_PLACE] = { "N-GEO-8",
                      "You choose where this unit stands when the battle begins. It must lie "
                      "whole inside your zone, clear of friends and of ground it may not "
                      "enter. "
                      "Guns want a view; foot wants a friend on each side." },
    [MIN_Q_FOG_GUNS] = { "N-M10a",
                         "The fog of war lets some of your guns change place before the turn. "
                         "Choose which, or leave the rest where they are." },
    [MIN_Q_RELOCATE] = { "N-M10a", "The gun may be set down again within the distance shown, "
                                   "facing as you "
                                   "like, and may still fire. Look for a field of fire." },
    [MIN_Q_TWICE] = { "N-M10b", "The fog of war lets some of your guns fire twice this turn. "
                                "Choose those "
                                "with the best target in effective range." },
    [MIN_Q_FOG_BRIGADE] = { "N-M11b",
                            "One infantry brigade may go forward two inches towards the enemy "
                            "at "
                            "once, and still move as usual. You choose which, or none." },
    [MIN_Q_COLUMNS] = { "N-M11b",
                        "All units of the brigade may form attack column before they go "
                        "forward, "
                        "or none of them. Columns move fast and are a dense target." },
    [MIN_Q_FLEE] = { "N-A1a",
                     "Units in rout or retreat move before all others, and you choose the "
                     "order. Who runs first may clear the way for the next." },
    [MIN_Q_CLEAR] = { "N-A2a",
                      "After the compulsory moves a unit with a marker may roll once to be rid "
                      "of it. Troops in disorder fire, fight and test worse." },
    [MIN_Q_PICK] = { "N-B3b",
                     "You move one unit, group or commander at a time, in any order. What "
                     "moves first can clear the way or block it, and it draws the response "
                     "fire of the enemy." },
    [MIN_Q_SPLIT] = { "N-L9b",
                      "The guns of this battery may act as one or each by itself. Apart they "
                      "can face different ways; together they roll once." },
    [MIN_Q_ACTION] = { "N-B3a",
                       "This decides what the unit does with its turn: march, charge, change "
                       "formation, handle guns or stand. A charge must be able to reach its "
                       "enemy, and draws fire on the way." },
    [MIN_Q_ENTER] = { "N-L20",
                      "These troops come on along an edge of the table. Choose the point; a "
                      "later entry may find the place taken or under fire." },
    [MIN_Q_KEEP] = { "N-B9",
                     "Each die kept adds its inches to the move. More dice take you farther, "
                     "and Green troops must march all that the dice say." },
    [MIN_Q_NEXT] = { "N-B8e",
                     "The members of a group move on one roll, one after the other. Choose who "
                     "steps off next so that nobody blocks a friend." },
    [MIN_Q_PATH] = { "N-B4a",
                     "Show the way: wheel by degrees, march ahead, and wheel again. The dice "
                     "give a limit and sometimes a least distance, and bad ground and the "
                     "enemy nearby shorten it." },
    [MIN_Q_FORM] = { "N-B1a",
                     "The formation decides how fast the unit goes, how it fights and what "
                     "artillery does to it. Line fires best, column marches best, square keeps "
                     "horse off." },
    [MIN_Q_HANDLE] = { "N-B1b",
                       "The crew may drag the guns a few inches in any direction and turn them "
                       "as they go. It leaves a red marker: the guns are busy until it is "
                       "removed." },
    [MIN_Q_RESPOND] = { "N-C1", "An enemy passes through your arc of fire and you may fire at "
                                "once, out "
                                "of turn. It may stop him or break his order; you may also "
                                "wait for one "
                                "who is more dangerous." },
    [MIN_Q_REACT] = { "N-B13d",
                      "You are being charged and use just one reaction. Standing to fire hurts "
                      "them on the way, evading saves the unit, and a counter-charge meets "
                      "horse with horse." },
    [MIN_Q_PURSUE] = { "N-C10a",
                       "The target got away. The chargers may stop anywhere between the "
                       "beginning of their charge distance and the end of their dice; far "
                       "ahead "
                       "they stand alone." },
    [MIN_Q_FIRE] = { "N-S3",
                     "Choose which of your units fires next. You see what one does before the "
                     "next fires, so begin with the most dangerous target." },
    [MIN_Q_TARGET] = { "N-D16",
                       "A target must be in range, in the arc and in sight. Dense targets and "
                       "canister give more dice; cover, long range and disorder take dice "
                       "away." },
    [MIN_Q_BONUS] = { "N-D16", "The dice for experience belong to the whole unit and you share "
                               "them out. "
                               "Put them where they hurt most." },
    [MIN_Q_MELEE] = { "N-X7",
                      "Several fights are waiting and you choose the order. What the first "
                      "brings about may change the next." },
    [MIN_Q_DRAW] = { "N-F11",
                     "Nobody has won and nobody lost figures. The melee goes on next turn if "
                     "either side wishes it; you part only if both do." },
    [MIN_Q_LOSSES] = { "N-RUL-23",
                       "Losses are dealt one figure at a time to the units in the fight, as "
                       "evenly as possible. You choose who is next." },
};

/* In the order of the alphabet. */
const struct tc_term min_terms[] = {
    { "Green", "N-B11a",
      "Troops with little training. They must march all that their dice say, and test badly." },
    { "TEST", "N-G1",
      "A roll of morale with its modifiers, taken after losses, bad news or contact in flank "
      "or rear." },
    { "Trained", "N-B9", "Troops of the common kind, between Green and Veteran." },
    { "Veteran", "N-A2d", "Experienced troops: they test better and find their order sooner." },
    { "brigade", "N-B8e",
      "A few units under one commander that may move together on one roll." },
    { "canister", "N-D9", "Small shot fired by guns at short range: two dice more." },
    { "charge", "N-B13d",
      "A move made to come into contact. The target may answer before it arrives." },
    { "compulsory move", "N-A1a",
      "What units in rout, retreat or pursuit must do before anybody moves of his own will." },
    { "disorder", "N-A2a",
      "A red or orange marker on a unit whose ranks are broken. It fires and fights worse "
      "until it is removed." },
    { "evade", "N-B13a", "To slip away from a charge instead of meeting it." },
    { "figure", "N-X5",
      "The strength of a unit, counted in model soldiers: what losses take away." },
    { "fog of war", "N-M0a",
      "A roll at the beginning of a turn that may bring rain, calm, a stray brigade or guns "
      "that shift." },
    { "response fire", "N-C1", "Fire in the enemy's turn at somebody who moves within reach." },
    { "rout", "N-A1a",
      "Flight after a lost fight or a failed TEST. A unit in rout must run before anything "
      "else happens." },
    { NULL, NULL, NULL },
};
