/* rules/malbrook/help.c - what is this? What is at stake in every question, and the glossary.
 */
#include "rules/malbrook/words.h"

const struct tc_help mal_help[MAL_QUESTIONS] = {
    [MAL_Q_ORDER] = { "M-11.4",
                      "You won the initiative and may move first or second. First you strike "
                      "before he is ready; second you see his moves and answer them." },
    [MAL_Q_FIRE] = { "M-16.1",
                     "Choose what this gun bombards. The same target at the same range is hit "
                     "more easily next time." },
    [MAL_Q_LEADER] = { "M-11.8",
                       "A leader has few actions: ride, give orders, steady or inspire troops. "
                       "Everything else in the army waits for what he does with them." },
    [MAL_Q_MESSENGER] = { "M-5.18", "A rider carries written orders. He must come up to the "
                                    "man he is sent "
                                    "to, and he can be shot or caught on the way." },
    [MAL_Q_CONFORM] = { "M-7.9",
                        "Without orders of its own the brigade may do as its neighbour does. "
                        "Otherwise it tests for control and may halt or repeat its last "
                        "move." },
    [MAL_Q_CEASE] = { "M-7.10",
                      "The brigade is in rout, in pursuit or looting. To stop it must test, "
                      "even under a leader; to let it carry on needs no test." },
    [MAL_Q_ADJUST] = { "M-RUL-7",
                       "The control die has fallen, and a leader or steady troops may each "
                       "change it by one, up or down. Look what the result becomes with and "
                       "without." },
    [MAL_Q_PICK] = { "M-11.6",
                     "Groups move from the right, and you choose who is next. Whom you leave "
                     "for later may find the way blocked." },
    [MAL_Q_DECLARE] = { "M-13.1",
                        "Say what the brigade does: move on so many dice, change formation, "
                        "handle guns, face about or halt. The dice are chosen before they are "
                        "rolled, and none is added afterwards." },
    [MAL_Q_PATH] = { "M-13.5",
                     "The dice have fallen, and as a rule the whole distance must be marched. "
                     "Show the way; wheels and bad ground cost inches, and near the enemy the "
                     "brigade may halt short." },
    [MAL_Q_WITHDRAW] = { "M-14.15", "A formed enemy has come close, and hussars and dismounted "
                                    "dragoons fall "
                                    "back to keep two inches from him. Choose the direction." },
    [MAL_Q_VOLLEY] = { "M-19.6", "They march across your front and you may fire at any point "
                                 "of their way. "
                                 "The brigade that passes halts where you fire." },
    [MAL_Q_RIDE] = { "M-5.19",
                     "Choose where the leader rides. With a brigade he steadies it and shares "
                     "its danger; alone he can reach others with orders." },
    [MAL_Q_HOLDERS] = { "M-15.25",
                        "Dismounted dragoons leave their horses with holders. They go up to 6 "
                        "inches away at once and cannot move later, so choose a place out of "
                        "fire "
                        "and near enough to mount again." },
    [MAL_Q_RETIRED] = { "M-22.17", "The brigade has retired this far. It may go on retiring in "
                                   "loose order, "
                                   "or stay and re-form." },
    [MAL_Q_CHARGE] = { "M-17.14",
                       "Should the cavalry charge? Chargers that do not reach the enemy must "
                       "test for control next turn, and may have to charge again whether you "
                       "like it or not." },
    [MAL_Q_RESPOND] = { "M-18.1",
                        "You are about to be charged and must give one answer. Standing keeps "
                        "the "
                        "line, a counter-charge meets horse with horse, and some troops may "
                        "evade." },
    [MAL_Q_CHARGE_DICE] = { "M-17.10", "The number of dice is declared before rolling and "
                                       "cannot be raised "
                                       "afterwards. More dice reach farther." },
    [MAL_Q_SHOOT] = { "M-8.9",
                      "A leader or rider is alone within musket shot. Shooting may bring him "
                      "down." },
    [MAL_Q_LOSE] = { "M-20.38",
                     "A base is lost and you choose at which end. Shorten the end that is not "
                     "in contact, if you can." },
    [MAL_Q_LOSER] = { "M-RUL-29",
                      "Several brigades share the loss and one of them must bear it. The one "
                      "with most bases in the fight is named for you." },
    [MAL_Q_AFTER] = { "M-22.4",
                      "The fight is decided and the brigade may choose among these. Pursuit "
                      "finishes a beaten enemy and takes you out of hand; remaining keeps the "
                      "line whole." },
    [MAL_Q_BACK] = { "M-RUL-47",
                     "The brigade must go back, and you choose the way within the dice. "
                     "Straight back is safe unless friends stand there." },
    [MAL_Q_CHASE] = { "M-22.28",
                      "More than one beaten enemy is in reach. Choose whom the cavalry rides "
                      "after; the nearer is surer." },
    [MAL_Q_REDRESS] = { "M-10.7",
                        "A brigade that stood still all turn and did not fight may dress its "
                        "ranks and lose disorder points. Each point left takes a die in every "
                        "fight." },
};

/* In the order of the alphabet. */
const struct tc_term mal_terms[] = {
    { "Marshal", "M-11.8", "The commander of an army." },
    { "average die", "M-13.5",
      "A die numbered 2, 3, 3, 4, 4, 5: movement with few surprises." },
    { "base", "M-1.7",
      "One battalion of foot or three squadrons of horse: the strength of a brigade is "
      "counted in bases." },
    { "brigade", "M-11.6",
      "The unit of manoeuvre: a few battalions or squadrons drawn up together." },
    { "conform", "M-7.9",
      "To line up with a neighbour and go with him instead of testing for control." },
    { "control test", "M-7.10", "A die that says whether a brigade does as it was told." },
    { "disorder point", "M-10.7",
      "DP for short: each one takes away fighting power until ranks are dressed." },
    { "evade", "M-18.1", "To ride or run out of the way of a charge." },
    { "grade", "M-3.16", "The quality of troops, A best to E worst." },
    { "outrance", "M-3.4", "A charge home with the sword, without a shot." },
    { "pursue", "M-22.28",
      "To follow a beaten enemy; cavalry does it gladly and comes back late." },
    { "re-dress", "M-10.7", "To bring ranks into order again." },
    { "unformed", "M-7.23", "Loose order: skirmishers, dismounted men, troops in a wood." },
    { "volley", "M-19.6", "One discharge at somebody who crosses the front." },
    { NULL, NULL, NULL },
};
