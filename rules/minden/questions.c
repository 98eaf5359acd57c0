/* rules/minden/questions.c - every question of the system with its judge and candidates, and
 * what is assumed when odds meet one on the way. */
#include "rules/minden/questions.h"
#include "rules/minden/words.h"

#define ASKS(name) .judge = min_judge_##name, .count = min_count_##name, .nth = min_nth_##name
#define V(v)       TC_VERB(MIN_V_##v)

const struct tc_question min_questions[MIN_QUESTIONS] = {
    [MIN_Q_PLACE] = { .decl = { "place",
                                "Where is {0} deployed?",
                                { UNIT("unit") },
                                TC_F_FREE },
                      ASKS(place),
                      .verbs = V(PLACE) | V(WITHHOLD) },
    [MIN_Q_FOG_GUNS] = { .decl = { "fog-guns",
                                   "Which guns are shifted? ({0} left)",
                                   { NUMBER("left") },
                                   0 },
                         ASKS(fog_guns),
                         .verbs = V(SHIFT_GUNS) | V(DECLINE) },
    [MIN_Q_RELOCATE] = { .decl = { "relocate",
                                   "Where to does {0} shift, up to {1}?",
                                   { UNIT("battery"), LENGTH("reach") },
                                   TC_F_FREE },
                         ASKS(relocate),
                         .verbs = V(RELOCATE) },
    [MIN_Q_TWICE] = { .decl = { "twice",
                                "Which guns fire twice? ({0} left)",
                                { NUMBER("left") },
                                0 },
                      ASKS(twice),
                      .verbs = V(TWICE) | V(DECLINE) },
    [MIN_Q_FOG_BRIGADE] = { .decl = { "fog-brigade",
                                      "Which infantry brigade goes forward?",
                                      { { 0 } },
                                      0 },
                            ASKS(fog_brigade),
                            .verbs = V(ADVANCE) | V(DECLINE) },
    [MIN_Q_COLUMNS] = { .decl = { "columns",
                                  "Does {0} form attack columns?",
                                  { BRIGADE("brigade") },
                                  0 },
                        ASKS(columns),
                        .verbs = V(COLUMNS) },
    [MIN_Q_FLEE] = { .decl = { "flee", "Who makes the next compulsory move?", { { 0 } }, 0 },
                     ASKS(flee),
                     .verbs = V(FLEE) },
    [MIN_Q_CLEAR] = { .decl = { "clear",
                                "Does {0} throw to remove its marker?",
                                { UNIT("unit") },
                                0 },
                      ASKS(clear),
                      .verbs = V(DICE_CLEAR) | V(LEAVE) },
    [MIN_Q_PICK] = { .decl = { "pick", "Who moves next?", { { 0 } }, 0 },
                     ASKS(pick),
                     .verbs = V(PICK) | V(BRIGADE) | V(REGIMENT) | V(DONE) },
    [MIN_Q_SPLIT] = { .decl = { "split", "Does {0} stay together?", { UNIT("battery") }, 0 },
                      ASKS(split),
                      .verbs = V(KEEP_WHOLE) | V(SPLIT) },
    [MIN_Q_ACTION] = { .decl = { "action", "What does {0} do?", { UNIT("unit") }, 0 },
                       ASKS(action),
                       .verbs = V(STAND) | V(DICE) | V(CHANGE) | V(LIMBER) | V(UNLIMBER) |
                                V(MANHANDLE) | V(FALL_BACK) },
    [MIN_Q_ENTER] = { .decl = { "enter",
                                "Where does {0} come on?",
                                { UNIT("unit") },
                                TC_F_FREE },
                      ASKS(enter),
                      .verbs = V(ENTER) },
    [MIN_Q_KEEP] = { .decl = { "keep",
                               "Which of its {1} dice does {0} keep, {2} at most?",
                               { UNIT("unit"), NUMBER("dice"), NUMBER("rate") },
                               TC_F_FREE },
                     ASKS(keep),
                     .verbs = V(KEEP) },
    [MIN_Q_NEXT] = { .decl = { "next", "Which of them moves next?", { { 0 } }, 0 },
                     ASKS(next),
                     .verbs = V(PICK) },
    [MIN_Q_PATH] = { .decl = { "path",
                               "{0} has {1} and owes {2}: where does it go?",
                               { UNIT("unit"), LENGTH("value"), LENGTH("owed") },
                               TC_F_FREE },
                     ASKS(path),
                     .verbs = V(MOVE) | V(CHARGE) },
    [MIN_Q_FORM] = { .decl = { "form",
                               "Which formation does {0} take?",
                               { UNIT("unit") },
                               TC_F_FREE },
                     ASKS(form),
                     .verbs = V(FORM) | V(TURN) | V(BEND) },
    [MIN_Q_HANDLE] = { .decl = { "handle",
                                 "Where to is {0} dragged, up to {1}?",
                                 { UNIT("battery"), LENGTH("reach") },
                                 TC_F_FREE },
                       ASKS(handle),
                       .verbs = V(HANDLE) },
    [MIN_Q_RESPOND] = { .decl = { "respond",
                                  "Does {0} fire at {1}?",
                                  { UNIT("unit"), UNIT("mover"), YES("support") },
                                  0 },
                        ASKS(respond),
                        .verbs = V(FIRE) | V(HOLD) },
    [MIN_Q_REACT] = { .decl = { "react",
                                "{1} charges: what does {0} do?",
                                { UNIT("target"), UNIT("charger") },
                                0 },
                      ASKS(react),
                      .verbs = V(EVADE) | V(STAND_FAST) | V(STAND_FIRE) | V(COUNTER) },
    [MIN_Q_PURSUE] = { .decl = { "pursue",
                                 "{1} has evaded: how far does {0} go on, up to {2}?",
                                 { UNIT("charger"), UNIT("evader"), LENGTH("reach") },
                                 TC_F_FREE },
                       ASKS(pursue),
                       .verbs = V(HALT) | V(SECONDARY) },
    [MIN_Q_FIRE] = { .decl = { "fire", "Who fires?", { { 0 } }, 0 },
                     ASKS(fire),
                     .verbs = V(SHOOT) | V(CEASE) },
    [MIN_Q_TARGET] = { .decl = { "target", "At whom does {0} fire?", { UNIT("unit") }, 0 },
                       ASKS(target),
                       .verbs = V(AT) },
    [MIN_Q_BONUS] = { .decl = { "bonus",
                                "How many of the {2} bonus dice of {0} go to its {1}?",
                                { UNIT("unit"), WORD("part", min_from_words), NUMBER("left") },
                                0 },
                      ASKS(bonus),
                      .verbs = V(BONUS) },
    [MIN_Q_MELEE] = { .decl = { "melee", "Which melee is settled next?", { { 0 } }, 0 },
                      ASKS(melee),
                      .verbs = V(FIGHT) },
    [MIN_Q_DRAW] = { .decl = { "draw",
                               "The melee of {0} is drawn: fight on?",
                               { UNIT("unit") },
                               0 },
                     ASKS(draw),
                     .verbs = V(GO_ON) | V(BREAK_OFF) },
    [MIN_Q_LOSSES] = { .decl = { "losses",
                                 "Who takes the next of the {0} losses?",
                                 { NUMBER("figures") },
                                 0 },
                       ASKS(losses),
                       .verbs = V(LOSE_FIRST) },
};

/* --- Odds
 * ---------------------------------------------------------------------------------------- */

static int find_verb(const struct tc_act *offer, int offers, int verb)
{
    for (int i = 0; i < offers; i++)
        if (offer[i].verb == verb)
            return i;
    return 0;
}

/* The target of a charge stands and fires if it can, others hold their fire, melees go on,
 * dice are kept for the longest move, guns that may fire twice do not. */
int min_assume(const struct tc_view *v, const struct tc_act *offer, int offers)
{
    switch (v->q->question) {
    case MIN_Q_REACT: {
        int fire = find_verb(offer, offers, MIN_V_STAND_FIRE);
        return offer[fire].verb == MIN_V_STAND_FIRE
                   ? fire
                   : find_verb(offer, offers, MIN_V_STAND_FAST);
    }
    case MIN_Q_RESPOND: return find_verb(offer, offers, MIN_V_HOLD);
    case MIN_Q_DRAW: return find_verb(offer, offers, MIN_V_GO_ON);
    case MIN_Q_FOG_GUNS:
    case MIN_Q_TWICE:
    case MIN_Q_FOG_BRIGADE: return find_verb(offer, offers, MIN_V_DECLINE);
    default: return 0;
    }
}

/* N-S6: one decider for each side, but seats may share it by brigades. */
int min_command_of(const struct tc_book *tbk, const void *state, const struct tc_query *q)
{
    const struct min_book *bk = min_book_of(tbk);
    int unit = TC_NONE;

    (void)state;
    TC_RULE("N-S6");
    if (min_questions[q->question].decl.param[0].kind == TC_K_NAME &&
        min_questions[q->question].decl.param[0].list == MIN_L_UNIT)
        unit = q->arg[0];
    if (unit < 0 || unit >= bk->units || bk->quick[unit].brigade == TC_NONE)
        return 0;
    return bk->quick[unit].brigade;
}
