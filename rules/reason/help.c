/* rules/reason/help.c - what is this? What is at stake in every question, and the glossary. */
#include "rules/reason/words.h"

const struct tc_help rea_help[REA_QUESTIONS] = {
    [REA_Q_ENTER] = { "R-21.4",
                      "Reinforcements arrive at one of their entry hexes; enemy zones of "
                      "control close such a hex. They may also come on later." },
    [REA_Q_CHOOSE] = { "R-6.3x1",
                       "The initiative is yours: name the command, wing or lone unit that acts "
                       "now. Each acts once a turn, and the turn may end before all have had "
                       "theirs." },
    [REA_Q_SPECIAL] = { "R-6.1x2", "Doubles on the initiative dice bring a special result. "
                                   "Name the command "
                                   "that profits from it, or let it go." },
    [REA_Q_TEMPO] = { "R-6.1x2",
                      "You may push the end of the turn nearer or farther away. Push it nearer "
                      "when the enemy has more left to do than you." },
    [REA_Q_ATTACH] = { "R-6.4x1", "Independent units near the leader may act with his command. "
                                  "They use up "
                                  "their activation for it." },
    [REA_Q_CONTROL] = { "R-7.4a", "Leaders and units out of command may try to act of their "
                                  "own accord. Who "
                                  "fails waits; only one try is allowed each." },
    [REA_Q_RECOVER] = { "R-17.3a",
                        "A disordered unit may try to dress its ranks at the beginning of the "
                        "activation. Disordered troops fire and fight worse." },
    [REA_Q_FIRE] = { "R-12.x5",
                     "Choose who fires at which hex, halves of a long line separately if you "
                     "like. Fire falls before movement, so make a gap first and then march "
                     "into it." },
    [REA_Q_JOIN] = { "R-12.x5",
                     "Others in range may add their strength to the same fire. Combined fire "
                     "reaches a better column than shots one by one." },
    [REA_Q_WILD] = { "R-GEN.6",
                     "A special result: the fire has struck friends beside the target. Choose "
                     "which of your stacks is hit, if there are several." },
    [REA_Q_VICTIM] = { "R-GEN.6", "A special result: accurate fire lets you pick who takes the "
                                  "loss in the "
                                  "stack. Take it from the unit you would meet first." },
    [REA_Q_FACE] = { "R-8.2d.1",
                     "The square has opened into a line and needs a facing. Its front hexes "
                     "are where it can fire and hold." },
    [REA_Q_GO_FACE] = { "R-8.1g.8",
                        "In general order the unit faces a hexside. It matters when it leaves "
                        "that order again." },
    [REA_Q_GIVE_UP] = { "R-RUL-99", "Losses have left the line too weak for its length. One "
                                    "end must be given "
                                    "up; keep the end that covers your neighbour." },
    [REA_Q_COLLAPSE] = { "R-8.2c.2", "A routed unit gathers in one of its hexes. Choose the "
                                     "one farthest from "
                                     "the enemy and with a way out." },
    [REA_Q_RETREAT] = { "R-19.1x1",
                        "The unit falls back hex by hex. Friends whom it passes through must "
                        "check their morale, so look for a free way." },
    [REA_Q_VOLUNTEER] = { "R-18.7a.1",
                          "Before anybody of the command has moved you may let a unit rout by "
                          "choice. It lives to rally, and its place in the line is empty." },
    [REA_Q_PICK] = { "R-11.x1",
                     "Units and leaders of the active command move one after the other. Choose "
                     "who is next; those in front first." },
    [REA_Q_ACT] = { "R-11.x1",
                    "Spend movement points on steps, turns, formations and the rest. Columns "
                    "march and lines fight; enemy zones of control hold you up." },
    [REA_Q_ORDER_OF_STACK] = { "R-10.x2", "Two units share a hex, and the owner decides who is "
                                          "on top. The upper "
                                          "unit fills the firing line first." },
    [REA_Q_PLACE] = { "R-8.4e.10", "The regiment breaks down into skirmishers. Put each of "
                                   "them in or beside "
                                   "the hex it stood in." },
    [REA_Q_RIDE] = { "R-20.1",
                     "A leader rides freely. Near his troops he keeps them in command; with a "
                     "stack he steadies it and may be hit." },
    [REA_Q_SHOOT] = { "R-12.7x1",
                      "An enemy moves within reach and you may fire at him on the way. Each "
                      "unit may do so once for each mover; infantry only at the next hex." },
    [REA_Q_OPP_CHARGE] = { "R-16.1a.1", "An enemy moves across the front of your cavalry and "
                                        "it may charge at "
                                        "once. It can end his move, and leaves your horse in "
                                        "front of its line." },
    [REA_Q_DECLARE] = { "R-13.1x1",
                        "Name your close attacks and charges before any is resolved. Several "
                        "units may attack one hex; guns and shaken troops may not." },
    [REA_Q_ANSWER] = { "R-13.4.1",
                       "You may meet the charge with one change of facing or formation, after "
                       "a "
                       "check for disorder; who fails it is disordered and unchanged. Cavalry "
                       "may counter-charge." },
    [REA_Q_CHARGE] = { "R-13.3x1",
                       "Ride the charge hex by hex, forward only, on half the movement "
                       "allowance. It ends with the target in front." },
    [REA_Q_EVADE] = { "R-13.8.1",
                      "Skirmishers, and cavalry that passes a check, may fall back before "
                      "infantry that attacks them. It saves strength and gives up ground." },
    [REA_Q_VOLLEY] = { "R-13.9x1", "Each attacked unit may fire once at one attacking hex "
                                   "before contact. A "
                                   "shot you decline is lost." },
    [REA_Q_REFIGHT] = { "R-14.4x1",
                        "The round settled nothing and the fight goes on with what is left. "
                        "Breaking off means falling back two hexes; after the fourth round the "
                        "attackers must." },
    [REA_Q_ADVANCE] = { "R-15.1x1",
                        "The hex is won and the victors may step into it. It keeps the ground, "
                        "and opens the place they left." },
    [REA_Q_RECALL] = { "R-15.2x1",
                       "Your horse is in pursuit and may run away with itself. Sounding the "
                       "recall tries to stop it before it meets fresh troops." },
    [REA_Q_RALLY_FORM] = { "R-8.2c.3", "The unit has rallied and takes a formation. Choose "
                                       "what it will need "
                                       "next, and its facing." },
    [REA_Q_DECLINE] = { "R-B2.11", "A unit that routed by choice may check to rally or run on. "
                                   "If it runs it "
                                   "retreats without a check and loses nothing." },
    [REA_Q_RALLY] = { "R-18.3x1",
                      "Shaken stacks may try to rally, best with a leader beside them. Choose "
                      "the one that holds the line together." },
    [REA_Q_SACRIFICE] = { "R-22.2b",
                          "The army's morale is being checked, and the commander may spend "
                          "points "
                          "of his rating on it. They are gone for the rest of the battle." },
    [REA_Q_LIMITED] = { "R-6.8x1",
                        "Commands that have not acted get a limited activation when the turn "
                        "ends. They may recover, fire and march by road, and start no close "
                        "combat." },
};

/* In the order of the alphabet. */
const struct tc_term rea_terms[] = {
    { "Grenzers", "R-LO1.1", "Light infantry from the Austrian military border." },
    { "activation", "R-6.3x1", "The time in which one command fires, moves and fights." },
    { "army morale", "R-22.2b",
      "The endurance of the whole army; when it is used up the army breaks." },
    { "command", "R-6.3x1", "The troops under one leader." },
    { "disordered", "R-17.3a",
      "Out of its ranks: it fires and fights worse until it recovers." },
    { "effectiveness rating", "R-GEN.4",
      "The quality of a unit: the number its checks are rolled against." },
    { "enfilade", "R-13.10c.2", "To strike or fire along a line, from its flank or rear." },
    { "fire multiple", "R-FCC.6",
      "What a unit's strength is multiplied by at this range and in this formation." },
    { "general order", "R-8.1g.8", "Loose bodies in a wood or village, without a formation." },
    { "hook", "R-8.1a.9", "One end of a line bent back to guard the flank." },
    { "initiative", "R-6.3x1", "Who names the next command, rolled anew each time." },
    { "limbered", "R-8.3c.1", "Guns hitched to their teams: they move and cannot fire." },
    { "prolonge", "R-8.1i.3", "To draw guns by hand or by a rope, one hex." },
    { "pursuit", "R-15.2x1", "Cavalry that follows a beaten enemy until it is recalled." },
    { "routed", "R-8.2c.2", "In flight: it must rally before it does anything." },
    { "shaken", "R-18.3x1", "It wavers: it may not attack and must rally." },
    { "skirmish order", "R-8.4e.10",
      "Light troops spread out, hard to hit and quick to fall back." },
    { "strength point", "R-RUL-99",
      "The strength of a unit, SP for short: losses are counted in them." },
    { "zone of control", "R-7.2d", "The front hexes of a unit, where the enemy is held up." },
    { NULL, NULL, NULL },
};
