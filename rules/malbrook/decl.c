/* rules/malbrook/decl.c - verbs and questions. */
#include "kernel/params.h"
#include "rules/malbrook/inner.h"

#define UNIT(n)          TC_P_NAME(n, MAL_L_UNIT)
#define LEADER(n)        TC_P_NAME(n, MAL_L_LEADER)
#define COMMAND(n)       TC_P_NAME(n, MAL_L_COMMAND)
#define WING(n)          TC_P_NAME(n, MAL_L_WING)
#define RIDER(n)         TC_P_NAME(n, MAL_L_MESSENGER)
#define POINT(n)         TC_P_POINT(n)
#define LENGTH(n)        TC_P_LENGTH(n)
#define ANGLE(n)         TC_P_ANGLE(n)
#define NUMBER(n)        TC_P_INT(n)
#define WORD(n, w)       TC_P_WORD(n, w)
#define YES(n)           TC_PARAM(n, TC_K_BOOL, 0, TC_P_KEY, 0, NULL)
#define KEY_UNIT(n)      TC_PARAM(n, TC_K_NAME, MAL_L_UNIT, TC_P_KEY, TC_NONE, NULL)
#define KEY_GROUND(n)    TC_PARAM(n, TC_K_NAME, MAL_L_GROUND, TC_P_KEY, TC_NONE, NULL)
#define KEY_ANGLE(n, d)  TC_PARAM(n, TC_K_ANGLE, 0, TC_P_KEY, d, NULL)
#define KEY_LENGTH(n, d) TC_PARAM(n, TC_K_LENGTH, 0, TC_P_KEY, d, NULL)
#define KEY_NUMBER(n, d) TC_PARAM(n, TC_K_INT, 0, TC_P_KEY, d, NULL)
#define SHAPE                                                                                  \
    {                                                                                          \
        UNIT("unit"), WORD("formation", mal_formation_words), NUMBER("front"), POINT("point"), \
            ANGLE("heading")                                                                   \
    }

const struct tc_decl mal_verbs[MAL_VERBS] = {
    [MAL_V_FIRST] = { "first", "go first", { { 0 } }, 0 },
    [MAL_V_SECOND] = { "second", "go second", { { 0 } }, 0 },
    [MAL_V_FIRE] = { "fire", "{0} fires at {1}", { UNIT("gun"), UNIT("target") }, 0 },
    [MAL_V_LOB] = { "lob", "{0} lobs shells at {1}", { UNIT("gun"), UNIT("target") }, 0 },
    [MAL_V_HOLD] = { "hold", "hold fire", { { 0 } }, 0 },
    [MAL_V_RIDE] = { "ride",
                     "{0} rides to {1}, to join {2}",
                     { LEADER("leader"), POINT("point"), KEY_UNIT("attach") },
                     0 },
    [MAL_V_STEADY] = { "steady", "{0} steadies his men", { LEADER("leader") }, 0 },
    [MAL_V_INSPIRE] = { "inspire", "{0} inspires his men", { LEADER("leader") }, 0 },
    [MAL_V_ISSUE] = { "issue",
                      "{0} tells {1} in person: {2} at {3}",
                      { LEADER("leader"), WING("wing"), WORD("order", mal_order_words),
                        POINT("point") },
                      0 },
    [MAL_V_SEND] = { "send",
                     "{0} sends a rider to {1}: {2} at {3}",
                     { LEADER("leader"), WING("wing"), WORD("order", mal_order_words),
                       POINT("point") },
                     0 },
    [MAL_V_TRANSFER] = { "transfer",
                         "{0} gives {1} to {2}",
                         { LEADER("leader"), UNIT("unit"), COMMAND("to"), YES("send") },
                         0 },
    [MAL_V_LISTEN] = { "listen", "{0} hears his orders", { LEADER("leader") }, 0 },
    [MAL_V_PASS] = { "pass", "nothing more", { { 0 } }, 0 },
    [MAL_V_CONCEDE] = { "concede", "give up the battle", { { 0 } }, 0 },
    [MAL_V_CARRY] = { "carry", "{0} rides to {1}", { RIDER("messenger"), POINT("point") }, 0 },
    [MAL_V_CONFORM] = { "conform", "{0} conforms to {1}", { UNIT("unit"), UNIT("to") }, 0 },
    [MAL_V_TEST] = { "test", "{0} tests for control", { UNIT("unit") }, 0 },
    [MAL_V_CARRY_ON] = { "carry-on", "{0} carries on as it was", { UNIT("unit") }, 0 },
    [MAL_V_ADJUST] = { "adjust",
                       "add {0} for the leader and {1} for the troops",
                       { KEY_NUMBER("leader", 0), KEY_NUMBER("troops", 0) },
                       0 },
    [MAL_V_PICK] = { "pick", "{0} and its group move next", { UNIT("unit") }, 0 },
    [MAL_V_HALT] = { "halt", "{0} halts", { UNIT("unit") }, 0 },
    [MAL_V_DICE] = { "dice",
                     "{0} rolls {1} (double {2}, to occupy {3}, to line up with {4})",
                     { UNIT("unit"), WORD("dice", mal_dice_words), YES("double"),
                       KEY_GROUND("occupy"), KEY_UNIT("line-up") },
                     0 },
    [MAL_V_CHANGE] = { "change", "{0} forms {1}, {2} wide, at {3} facing {4}", SHAPE, 0 },
    [MAL_V_TWICE] = { "change-twice",
                      "{0} forms by two changes {1}, {2} wide, at {3} facing {4}", SHAPE, 0 },
    [MAL_V_ABOUT] = { "about-face", "{0} faces about", { UNIT("unit") }, 0 },
    [MAL_V_SIDE_STEP] = { "side-step",
                          "{0} steps {1} to the side",
                          { UNIT("unit"), LENGTH("right") },
                          0 },
    [MAL_V_STEP_BACK] = { "step-back",
                          "{0} steps back {1}",
                          { UNIT("unit"), LENGTH("by") },
                          0 },
    [MAL_V_REFUSE] = { "refuse",
                       "{0} refuses its {1} flank with {2} bases",
                       { UNIT("unit"), WORD("flank", mal_hand_words), NUMBER("bases") },
                       0 },
    [MAL_V_STRAIGHTEN] = { "straighten",
                           "{0} straightens its {1} flank",
                           { UNIT("unit"), WORD("flank", mal_hand_words) },
                           0 },
    [MAL_V_ROAD] = { "road",
                     "{0} marches {1} along the road",
                     { UNIT("unit"), LENGTH("by") },
                     0 },
    [MAL_V_MOUNT] = { "mount", "{0} mounts and forms {1}, {2} wide, at {3} facing {4}", SHAPE,
                      0 },
    [MAL_V_DISMOUNT] = { "dismount", "{0} dismounts", { UNIT("unit") }, 0 },
    [MAL_V_UNLIMBER] = { "unlimber", "{0} unlimbers", { UNIT("gun") }, 0 },
    [MAL_V_PIVOT] = { "pivot", "{0} turns by {1}", { UNIT("gun"), ANGLE("right") }, 0 },
    [MAL_V_SHIFT] = { "shift",
                      "{0} is run {2} at an angle of {1}",
                      { UNIT("gun"), ANGLE("angle"), LENGTH("by") },
                      0 },
    [MAL_V_REFORM] = { "re-form", "{0} re-forms in {1}, {2} wide, at {3} facing {4}", SHAPE,
                       0 },
    [MAL_V_RECREW] = { "re-crew", "the crew of {0} goes back to it", { UNIT("gun") }, 0 },
    [MAL_V_TAKE_GUN] = { "take-gun",
                         "{0} sends a base to bring {1} away",
                         { UNIT("unit"), UNIT("gun") },
                         0 },
    [MAL_V_MERGE] = { "merge", "{0} joins with {1}", { UNIT("unit"), UNIT("with") }, 0 },
    [MAL_V_SPLIT] = { "split",
                      "{0} sends {1} bases off its right (left if negative)",
                      { UNIT("unit"), NUMBER("bases") },
                      0 },
    [MAL_V_MOVE] = { "move",
                     "{0} moves: wheel {1}, incline {2}, veer {3}, march {4}",
                     { UNIT("unit"), KEY_ANGLE("wheel", 0), KEY_LENGTH("incline", 0),
                       KEY_ANGLE("veer", 0), KEY_LENGTH("march", 0),
                       KEY_ANGLE("facing", TC_NONE), KEY_NUMBER("files", 0),
                       KEY_LENGTH("gap", TC_NONE) },
                     0 },
    [MAL_V_THREAD] = { "thread",
                       "{0} passes the gap: veer {1}, march {2}",
                       { UNIT("unit"), KEY_ANGLE("veer", 0), LENGTH("march") },
                       0 },
    [MAL_V_BEND] = { "bend",
                     "{0} wheels {2} bases of its {1} flank back by {3}",
                     { UNIT("unit"), WORD("flank", mal_hand_words), NUMBER("bases"),
                       ANGLE("angle") },
                     0 },
    [MAL_V_WITHDRAW] = { "withdraw",
                         "{0} falls back, {1} off the straight way",
                         { UNIT("unit"), ANGLE("angle") },
                         0 },
    [MAL_V_STAY] = { "stay", "stay where they are", { { 0 } }, 0 },
    [MAL_V_VOLLEY] = { "volley", "fire when they have come {0}", { LENGTH("way") }, 0 },
    [MAL_V_HOLDERS] = { "lead-horses", "lead the horses to {0}", { POINT("point") }, 0 },
    [MAL_V_RETIRE] = { "retire", "{0} goes on retiring", { UNIT("unit") }, 0 },
    [MAL_V_CHARGE] = { "charge",
                       "{0} charges {1}, {2} off its heading (with cold steel: {3})",
                       { UNIT("unit"), UNIT("target"), KEY_ANGLE("veer", 0), YES("outrance") },
                       0 },
    [MAL_V_JOIN] = { "join",
                     "{0} and {1} join into one body",
                     { UNIT("unit"), UNIT("with") },
                     0 },
    [MAL_V_NO_CHARGE] = { "no-charge", "{0} does not charge", { UNIT("unit") }, 0 },
    [MAL_V_COUNTER] = { "counter-charge", "{0} counter-charges", { UNIT("unit") }, 0 },
    [MAL_V_EVADE] = { "evade",
                      "{0} evades, {1} off the straight way",
                      { UNIT("unit"), ANGLE("angle") },
                      0 },
    [MAL_V_STAND] = { "stand", "{0} stands", { UNIT("unit") }, 0 },
    [MAL_V_SHOOT] = { "shoot", "{0} shoots at {1}", { UNIT("unit"), LEADER("leader") }, 0 },
    [MAL_V_SHOOT_RIDER] = { "shoot-rider",
                            "{0} shoots at {1}",
                            { UNIT("unit"), RIDER("messenger") },
                            0 },
    [MAL_V_LOSE] = { "lose",
                     "{0} loses a base on the {1}",
                     { UNIT("unit"), WORD("flank", mal_hand_words) },
                     0 },
    [MAL_V_AFTER] = { "after",
                      "{0}: {1}",
                      { UNIT("unit"), WORD("choice", mal_after_words) },
                      0 },
    [MAL_V_BACK] = { "back",
                     "{0} goes back {2}, {1} off the straight way",
                     { UNIT("unit"), ANGLE("angle"), LENGTH("by") },
                     0 },
    [MAL_V_CHASE] = { "chase", "{0} pursues {1}", { UNIT("unit"), UNIT("quarry") }, 0 },
    [MAL_V_DRESS] = { "re-dress", "{0} re-dresses its ranks", { UNIT("unit") }, 0 },
};

/* Whoever is refused is told the nearest of the answers that are legal. */
#define NEAR(x)                                                                                \
    static bool near_##x(const struct tc_view *v, const struct tc_act *a,                      \
                         struct tc_refusal *why)                                               \
    {                                                                                          \
        return mal_judge_##x(v, a, why) ||                                                     \
               mal_propose(v, a, why, mal_judge_##x, mal_count_##x, mal_nth_##x);              \
    }
NEAR(order)
NEAR(fire)
NEAR(leader)
NEAR(messenger)
NEAR(conform)
NEAR(cease)
NEAR(adjust)
NEAR(pick)
NEAR(declare)
NEAR(path)
NEAR(withdraw)
NEAR(volley)
NEAR(ride)
NEAR(holders)
NEAR(retired)
NEAR(charge)
NEAR(respond)
NEAR(charge_dice)
NEAR(shoot)
NEAR(lose)
NEAR(loser)
NEAR(after)
NEAR(back)
NEAR(chase)
NEAR(redress)

#define ASK(x) .judge = near_##x, .count = mal_count_##x, .nth = mal_nth_##x
#define V(x)   TC_VERB(MAL_V_##x)

const struct tc_question mal_questions[MAL_QUESTIONS] = {
    [MAL_Q_ORDER] = { .decl = { "order", "First or second this turn?", { { 0 } }, 0 },
                      ASK(order),
                      .verbs = V(FIRST) | V(SECOND) },
    [MAL_Q_FIRE] = { .decl = { "fire", "At whom does {0} fire?", { UNIT("gun") }, 0 },
                     ASK(fire),
                     .verbs = V(FIRE) | V(LOB) | V(HOLD) },
    [MAL_Q_LEADER] = { .decl = { "leader",
                                 "What does {0} do? He has {1} actions left.",
                                 { LEADER("leader"), NUMBER("actions") },
                                 TC_F_FREE },
                       ASK(leader),
                       .verbs = V(RIDE) | V(STEADY) | V(INSPIRE) | V(ISSUE) | V(SEND) |
                                V(TRANSFER) | V(LISTEN) | V(PASS) | V(CONCEDE) },
    [MAL_Q_MESSENGER] = { .decl = { "messenger",
                                    "Where does {0} ride?",
                                    { RIDER("messenger") },
                                    TC_F_FREE },
                          ASK(messenger),
                          .verbs = V(CARRY) | V(STAY) },
    [MAL_Q_CONFORM] = { .decl = { "conform",
                                  "Does {0} conform to {1}, or test?",
                                  { UNIT("unit"), UNIT("to") },
                                  0 },
                        ASK(conform),
                        .verbs = V(CONFORM) | V(TEST) },
    [MAL_Q_CEASE] = { .decl = { "cease",
                                "Does {0} test to cease rout, pursuit or looting, or carry on?",
                                { UNIT("unit") },
                                0 },
                      ASK(cease),
                      .verbs = V(TEST) | V(CARRY_ON) },
    [MAL_Q_ADJUST] = { .decl = { "adjust",
                                 "{0} has rolled {1} for control: what do you add?",
                                 { UNIT("unit"), NUMBER("roll") },
                                 0 },
                       ASK(adjust),
                       .verbs = V(ADJUST) },
    [MAL_Q_PICK] = { .decl = { "pick",
                               "Which group moves next? {0} is on the right.",
                               { UNIT("unit") },
                               0 },
                     ASK(pick),
                     .verbs = V(PICK) },
    [MAL_Q_DECLARE] = { .decl = { "declare",
                                  "What is {0} to do?",
                                  { UNIT("unit") },
                                  TC_F_FREE },
                        ASK(declare),
                        .verbs = V(HALT) | V(DICE) | V(CHANGE) | V(TWICE) | V(ABOUT) |
                                 V(SIDE_STEP) | V(STEP_BACK) | V(REFUSE) | V(ROAD) | V(MOUNT) |
                                 V(DISMOUNT) | V(UNLIMBER) | V(PIVOT) | V(SHIFT) | V(REFORM) |
                                 V(RECREW) | V(TAKE_GUN) | V(MERGE) | V(SPLIT) },
    [MAL_Q_PATH] = { .decl = { "path",
                               "Where does {0} go? It has {1}.",
                               { UNIT("unit"), LENGTH("allowance") },
                               TC_F_FREE },
                     ASK(path),
                     .verbs = V(MOVE) | V(THREAD) | V(BEND) | V(STRAIGHTEN) | V(HALT) },
    [MAL_Q_WITHDRAW] = { .decl = { "withdraw",
                                   "{1} comes close to {0}: which way does it fall back?",
                                   { UNIT("unit"), UNIT("enemy") },
                                   TC_F_FREE },
                         ASK(withdraw),
                         .verbs = V(WITHDRAW) | V(STAY) },
    [MAL_Q_VOLLEY] = { .decl = { "volley",
                                 "{1} passes the front of {0}: when does {0} fire?",
                                 { UNIT("firer"), UNIT("mover") },
                                 TC_F_FREE },
                       ASK(volley),
                       .verbs = V(VOLLEY) | V(HOLD) },
    [MAL_Q_RIDE] = { .decl = { "ride",
                               "Where does {0} ride?",
                               { LEADER("leader") },
                               TC_F_FREE },
                     ASK(ride),
                     .verbs = V(RIDE) | V(PASS) },
    [MAL_Q_HOLDERS] = { .decl = { "holders",
                                  "Where do the horses of {0} go?",
                                  { UNIT("unit") },
                                  TC_F_FREE },
                        ASK(holders),
                        .verbs = V(HOLDERS) | V(STAY) },
    [MAL_Q_RETIRED] = { .decl = { "retired",
                                  "Does {0} retire further, stay, or re-form?",
                                  { UNIT("unit") },
                                  TC_F_FREE },
                        ASK(retired),
                        .verbs = V(RETIRE) | V(HALT) | V(REFORM) },
    [MAL_Q_CHARGE] = { .decl = { "charge", "Does {0} charge?", { UNIT("unit") }, TC_F_FREE },
                       ASK(charge),
                       .verbs = V(CHARGE) | V(JOIN) | V(NO_CHARGE) },
    [MAL_Q_RESPOND] = { .decl = { "respond",
                                  "How does {0} meet {1}?",
                                  { UNIT("unit"), UNIT("charger"), NUMBER("pursuer") },
                                  TC_F_FREE },
                        ASK(respond),
                        .verbs = V(STAND) | V(COUNTER) | V(EVADE) | V(ABOUT) | V(REFUSE) },
    [MAL_Q_CHARGE_DICE] = { .decl = { "charge-dice",
                                      "How many dice does {0} roll?",
                                      { UNIT("unit"), NUMBER("ride-through") },
                                      0 },
                            ASK(charge_dice),
                            .verbs = V(DICE) },
    [MAL_Q_SHOOT] = { .decl = { "shoot",
                                "Does {0} shoot at a lone rider?",
                                { UNIT("unit") },
                                0 },
                      ASK(shoot),
                      .verbs = V(SHOOT) | V(SHOOT_RIDER) | V(HOLD) },
    [MAL_Q_LOSE] = { .decl = { "lose", "Which end of {0} loses a base?", { UNIT("unit") }, 0 },
                     ASK(lose),
                     .verbs = V(LOSE) },
    [MAL_Q_LOSER] = { .decl = { "loser",
                                "Which brigade loses the base? {0} has most in combat.",
                                { UNIT("unit") },
                                0 },
                      ASK(loser),
                      .verbs = V(LOSE) },
    [MAL_Q_AFTER] = { .decl = { "after",
                                "What does {0} do after its {1}?",
                                { UNIT("unit"), WORD("result", mal_result_words) },
                                0 },
                      ASK(after),
                      .verbs = V(AFTER) },
    [MAL_Q_BACK] = { .decl = { "back",
                               "Which way does {0} go back, and how far? The dice give {1}.",
                               { UNIT("unit"), LENGTH("distance"), NUMBER("rout") },
                               TC_F_FREE },
                     ASK(back),
                     .verbs = V(BACK) },
    [MAL_Q_CHASE] = { .decl = { "chase", "Whom does {0} pursue?", { UNIT("unit") }, 0 },
                      ASK(chase),
                      .verbs = V(CHASE) },
    [MAL_Q_REDRESS] = { .decl = { "re-dress",
                                  "Does {0} re-dress its ranks and lose up to {1} DPs?",
                                  { UNIT("unit"), NUMBER("dps") },
                                  0 },
                        ASK(redress),
                        .verbs = V(DRESS) | V(STAND) },
};
