/* rules/bayonet/help.c - what is this? What is at stake in every question, and the glossary. */
#include "rules/bayonet/words.h"

const struct tc_help bay_help[BAY_QUESTIONS] = {
    [BAY_Q_UNLIMBER] = { "B-10.4a", "A limbered battery may come into action, facing the "
                                    "corner you choose. "
                                    "It fires only where its fan reaches, so think of the "
                                    "turns to come." },
    [BAY_Q_HAUL] = { "B-10.4b",
                     "Limbered guns move now, in the artillery phase. On the road they cannot "
                     "fire, so keep them behind your infantry." },
    [BAY_Q_HAUL_TO] = { "B-7.0d", "Choose the hex the battery is hauled to. It unlimbers in a "
                                  "later turn, "
                                  "so think of the field of fire it will have." },
    [BAY_Q_LIMBER] = { "B-10.4c",
                       "A battery may limber up for a move next turn, or pivot two or three "
                       "corners instead of firing. Either costs this turn's fire." },
    [BAY_Q_FIRE] = { "B-10.1e",
                     "The sides fire battery by battery; choose yours, or cease for this turn. "
                     "What is hit now is weaker when the brigades attack." },
    [BAY_Q_AIM] = { "B-10.2b",
                    "Choose the hex to be hit, inside the fan and in sight. One corner of "
                    "pivot is free with the shot." },
    [BAY_Q_SPREAD] = { "B-10.2r",
                       "At point-blank range an effective shot goes on into a hex behind the "
                       "target. Choose which." },
    [BAY_Q_WC] = { "B-3.2d",
                   "Wing commanders act one by one, the two sides in turn. Who acts early "
                   "rearranges his Wing before the enemy can use a gap." },
    [BAY_Q_WING] = { "B-3.2e",
                     "A wing commander may move himself and make one attempt with a brigade: "
                     "commit, relieve, withdraw, shift or transfer it. He moves first or not "
                     "at all." },
    [BAY_Q_GO] = { "B-6.2b",
                   "A leader stands with one line of his Wing, or with one brigade to lead "
                   "it in person. His rating helps where he is, and he may fall there." },
    [BAY_Q_TRY] = { "B-6.3a",
                    "Choose what the wing commander attempts with which brigade. A die "
                    "decides whether the order is carried out." },
    [BAY_Q_BRIGADE] = { "B-3.3a",
                        "All Charge brigades act before any March brigade, and those before "
                        "Dress "
                        "Ranks; within an order the sides alternate. Acting early lets you "
                        "strike, passing spends a brigade and lets him commit himself." },
    [BAY_Q_PASS] = { "B-3.3.6a",
                     "You pass, and must say with which brigade. It is then done for this "
                     "order." },
    [BAY_Q_ORDER] = { "B-3.3.1a",
                      "March moves, Charge attacks, Dress Ranks recovers. Trying for another "
                      "order takes a die; if it fails the brigade acts under the one it has." },
    [BAY_Q_MOVE] = { "B-3.3.2a",
                     "Units of the brigade move one by one or as stacks. Let the front line "
                     "step off first, or it will be in the way." },
    [BAY_Q_LEG] = { "B-5.3a",
                    "Spend movement points hex by hex, turning where you must. Where the unit "
                    "ends, and facing which corner, decides who may attack its flank." },
    [BAY_Q_CHARGE] = { "B-5.4m",
                       "A unit under Charge goes at the enemy if one is in reach. Targets have "
                       "an order of priority, and only what the rules allow is listed here." },
    [BAY_Q_RUN] = { "B-5.4y",
                    "There is more than one way to the target. Choose the one that brings you "
                    "on his flank or spares you bad ground." },
    [BAY_Q_GOAL] = { "B-4.2g",
                     "The unit has lost touch with its brigade, or the brigade is out of its "
                     "place on the Command Display, so it must move back. Choose the hex." },
    [BAY_Q_DRESS] = { "B-5.5a", "Under Dress Ranks each unit may do one small thing. Choose "
                                "who is next." },
    [BAY_Q_DEED] = { "B-5.5a",
                     "Step, turn, reform or recover a casualty: one thing only. The first "
                     "casualty is never recovered." },
    [BAY_Q_ATTACK] = { "B-3.3.3a", "Name the attacks before any is fought. Two units on one "
                                   "hex add up, but "
                                   "an enemy left alone in your front may go free." },
    [BAY_Q_SPLIT] = { "B-11.1d",
                      "Two of yours attack one hex while another enemy in front goes free. One "
                      "of them must take him on." },
    [BAY_Q_NEXT] = { "B-11.1f",
                     "The attacks are named; choose which is fought next. A success may turn a "
                     "flank for the one after." },
    [BAY_Q_SECTORS] = { "B-9.1.2b",
                        "Battalions of a garrison share the six sides of the village. Put the "
                        "strongest where the enemy stands." },
    [BAY_Q_REFUSE] = { "B-9.1.1k", "The rear unit of a stack may cover one flank. Choose the "
                                   "side the enemy "
                                   "can reach." },
    [BAY_Q_GUN] = { "B-10.6b",
                    "The battalion gun puts a hit on the enemy's hex before the attack is "
                    "resolved, without a die. Use it where the odds are close." },
    [BAY_Q_VOLLEY] = { "B-11.2.1e",
                       "The first volley is declared before the die of the attack is rolled, "
                       "and "
                       "a battalion has only one. Infantry that has none left cannot attack "
                       "horse." },
    [BAY_Q_RETREAT] = { "B-11.7a", "The unit is beaten back and you choose the hex. Away from "
                                   "the enemy and "
                                   "off your friends is best." },
    [BAY_Q_SUFFER] = { "B-11.8.1d",
                       "It may hold its ground at the price of a casualty, or give way. A held "
                       "hex keeps the line; casualties do not come back easily." },
    [BAY_Q_ADVANCE] = { "B-11.2.5d", "The defender is gone and you may step into his hex. It "
                                     "wins ground and a "
                                     "flank, and takes the unit out of its own line." },
    [BAY_Q_PURSUE] = { "B-11.3.4a",
                       "Victorious horse must ride on after the beaten. Choose the hex; it may "
                       "carry you among fresh enemies." },
    [BAY_Q_AGAIN] = { "B-11.3.5b",
                      "The victors may charge again at once. A second success breaks a wing, "
                      "and a blown regiment has no one to save it." },
    [BAY_Q_FACE] = { "B-9.1.2h",
                     "Choose the corner the unit faces. Its two front hexes lie there, and "
                     "everything else is flank or rear." },
    [BAY_Q_TURN_ONE] = { "B-10.5b", "The unit rode over the guns and may turn one corner. Face "
                                    "whoever can "
                                    "strike back." },
    [BAY_Q_CHECK] = { "B-12.0b", "Several brigades must check morale and you choose the order. "
                                 "The brigade "
                                 "that acted checks last." },
    [BAY_Q_LEADER] = { "B-6.4.3b",
                       "One leader may lend his rating to the brigade that checks. Choose the "
                       "one whose rating counts most." },
    [BAY_Q_LINE] = { "B-RUL-87",
                     "A leader has fallen and his successor takes post. Choose the line where "
                     "he will be needed." },
    [BAY_Q_ROUT] = { "B-3.4a",
                     "Every routed unit on the map runs, and you choose in which order. "
                     "Friends in their way suffer for it." },
    [BAY_Q_ROUT_TO] = { "B-3.4a", "Choose where the fugitives run. They make for the rear, and "
                                  "every friend "
                                  "in the way suffers." },
    [BAY_Q_COVER] = { "B-9.1.2f", "Fugitives run into a garrison and may not stop there. The "
                                  "battalion that "
                                  "covers the side they enter takes a casualty." },
    [BAY_Q_CONCEDE] = { "B-3.5b",
                        "You may give up the battle at the end of a turn. Then the other side "
                        "wins at once." },
};

/* In the order of the alphabet. */
const struct tc_term bay_terms[] = {
    { "Charge", "B-5.4m", "The order under which a brigade attacks." },
    { "Command Display", "B-4.2g",
      "The sheet on which every brigade has its place by Wing, Line and slot." },
    { "Disorder", "B-5.5a", "Broken ranks of horse: it must reform before it fights well." },
    { "Dress Ranks", "B-5.5a", "The order under which a brigade recovers." },
    { "Line", "B-4.2g", "Front, support or reserve: the depth of a Wing." },
    { "March", "B-5.3a", "The order under which a brigade moves." },
    { "Wing", "B-3.2d", "The part of an army under one wing commander." },
    { "brigade", "B-3.3a", "Two to ten units that act together under one order." },
    { "casualty", "B-11.8.1d", "A loss marked on a unit. The first is never recovered." },
    { "commit", "B-6.3a", "To bring a brigade forward to the next Line." },
    { "effective fire", "B-10.2r",
      "A good hit by artillery: troops in that hex attack and stand worse." },
    { "facing", "B-9.1.2h",
      "The corner of the hex a unit looks to; the two hexes beside it are its front." },
    { "firefight", "B-11.7a",
      "Two lines that cannot decide it stand and fire until one gives way." },
    { "first volley", "B-11.2.1e",
      "The carefully loaded first discharge of a battalion, its best." },
    { "fugitives", "B-3.4a", "What is left of a routed unit, running for the rear." },
    { "garrison", "B-9.1.2b", "Battalions in a village; they face all ways." },
    { "refused flank", "B-9.1.1k", "A flank bent back or covered by the rear unit." },
    { NULL, NULL, NULL },
};
