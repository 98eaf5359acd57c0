/* rules/pistolado/decl.c - what is asked, answered, told and refused, in sentences. */
#include "rules/pistolado/decl.h"

#include "rules/pistolado/play.h"

#define REG(N)                                                                                 \
    {                                                                                          \
        .name = N, .kind = TC_K_NAME, .list = PIS_L_REGIMENT                                   \
    }
#define BRIG(N)                                                                                \
    {                                                                                          \
        .name = N, .kind = TC_K_NAME, .list = PIS_L_BRIGADE                                    \
    }
#define OFF(N)                                                                                 \
    {                                                                                          \
        .name = N, .kind = TC_K_NAME, .list = PIS_L_OFFICER                                    \
    }
#define GROUND(N)                                                                              \
    {                                                                                          \
        .name = N, .kind = TC_K_NAME, .list = PIS_L_GROUND                                     \
    }
#define LEN(N)                                                                                 \
    {                                                                                          \
        .name = N, .kind = TC_K_LENGTH                                                         \
    }
#define ANG(N)                                                                                 \
    {                                                                                          \
        .name = N, .kind = TC_K_ANGLE                                                          \
    }
#define NUM(N)                                                                                 \
    {                                                                                          \
        .name = N, .kind = TC_K_INT                                                            \
    }
#define YES(N)                                                                                 \
    {                                                                                          \
        .name = N, .kind = TC_K_BOOL                                                           \
    }
#define SIDE(N)                                                                                \
    {                                                                                          \
        .name = N, .kind = TC_K_SIDE                                                           \
    }
#define PLACE(N)                                                                               \
    {                                                                                          \
        .name = N, .kind = TC_K_POINT                                                          \
    }
#define WORD(N, W)                                                                             \
    {                                                                                          \
        .name = N, .kind = TC_K_WORD, .words = W                                               \
    }
#define KEYNUM(N)                                                                              \
    {                                                                                          \
        .name = N, .kind = TC_K_INT, .flags = TC_P_KEY, .none = 0                              \
    }

static const char *const rate_words[] = { "stands", "marches", "doubles", "charges", NULL };
static const char *const cause_words[] = {
    "no cause",
    "the brigade has lost its officer",
    "a regiment of the brigade has broken",
    "it is broken into",
    "better troops rout past it",
    "fugitives run into it",
    "the general is lost",
    NULL,
};
static const char *const fate_words[] = { "winning",     "locked",  "giving ground",
                                          "broken into", "routing", NULL };
static const char *const risk_words[] = { "unhurt", "wounded", "captured", "killed", NULL };
static const char *const zone_words[] = { "front", "flank", "rear", NULL };
static const char *const outcome_words[] = {
    "the Stronger side routs",        "the Stronger side is broken into",
    "the Stronger side gives ground", "locked",
    "the Weaker side gives ground",   "the Weaker side is broken into",
    "the Weaker side routs",          NULL,
};

const char *const pis_endings[] = { "", "army broken", "both armies broken", "turn limit",
                                    NULL };
const struct tc_name_list pis_lists[] = {
    { "regiment" }, { "brigade" }, { "officer" }, { "ground" }
};
const struct tc_leg pis_legs[PIS_LEGS] = {
    [PIS_LEG_MARCH] = { "march", TC_K_LENGTH },
    [PIS_LEG_LEFT] = { "left", TC_K_ANGLE },
    [PIS_LEG_RIGHT] = { "right", TC_K_ANGLE },
    [PIS_LEG_FACE] = { "face", TC_K_ANGLE },
};

/* --- Verbs ------------------------------------------------------------------------ */

const struct tc_decl pis_verbs[PIS_VERBS] = {
    [PIS_V_KEEP] = { "keep", "{0} keeps its order", { BRIG("brigade") }, 0 },
    [PIS_V_CHANGE] = { "change",
                       "{0} tries to take the order {1}",
                       { BRIG("brigade"), WORD("order", pis_order_words) },
                       0 },
    [PIS_V_SPEAK] = { "speak",
                      "the officer of {0} calls: {1}",
                      { BRIG("brigade"), WORD("status", pis_status_words) },
                      0 },
    [PIS_V_STAY] = { "stay", "{0} stays", { OFF("officer") }, 0 },
    [PIS_V_ATTACH] = { "attach",
                       "{0} rides to {1} and leads it",
                       { OFF("officer"), REG("regiment") },
                       0 },
    [PIS_V_GO] = { "go", "{0} rides to {1}", { OFF("officer"), PLACE("place") }, 0 },
    [PIS_V_NEXT] = { "next", "{0} is the next to move", { REG("regiment") }, 0 },
    [PIS_V_STAND] = { "stand", "{0} stands", { REG("regiment") }, 0 },
    [PIS_V_MOVE] = { "move", "{0} moves", { REG("regiment") }, TC_F_PATH },
    [PIS_V_BACK] = { "back", "{0} backs up {1} inches", { REG("regiment"), LEN("length") }, 0 },
    [PIS_V_FRONT] = { "front",
                      "{0} takes a front of {1} files",
                      { REG("regiment"), NUM("files") },
                      TC_F_PATH },
    [PIS_V_FORM] = { "form",
                     "{0} forms {1}",
                     { REG("regiment"), WORD("formation", pis_formation_words),
                       KEYNUM("files") },
                     0 },
    [PIS_V_FIRE] = { "fire", "{0} fires at {1}", { REG("regiment"), REG("target") }, 0 },
    [PIS_V_HOLD_FIRE] = { "hold-fire", "{0} holds its fire", { REG("regiment") }, 0 },
    [PIS_V_RALLY] = { "rally", "{0} rallies", { REG("regiment") }, 0 },
    [PIS_V_REST] = { "rest", "{0} does not rally", { REG("regiment") }, 0 },
    [PIS_V_CHARGE] = { "charge",
                       "{0} charges {1}",
                       { REG("regiment"), REG("target") },
                       TC_F_PATH },
    [PIS_V_NO_CHARGE] = { "no-charge", "{0} does not charge", { REG("regiment") }, 0 },
    [PIS_V_FACE] = { "face", "{0} turns to face the charge", { REG("regiment") }, 0 },
    [PIS_V_AWAIT] = { "await", "{0} awaits the charge as it stands", { REG("regiment") }, 0 },
    [PIS_V_EVADE] = { "evade", "{0} gets away", { REG("regiment") }, TC_F_PATH },
    [PIS_V_FOLLOW] = { "follow", "{0} follows up", { REG("regiment") }, 0 },
    [PIS_V_STAND_FAST] = { "stand-fast", "{0} does not follow", { REG("regiment") }, 0 },
    [PIS_V_RUN] = { "run", "{0} keeps running", { REG("regiment") }, 0 },
};

/* --- Questions ---------------------------------------------------------------------- */

const struct tc_question pis_questions[PIS_QUESTIONS] = {
    [PIS_Q_ORDER] = { { "order",
                        "Shall {0} keep its order or try another?",
                        { BRIG("brigade") },
                        TC_F_SECRET },
                      pis_judge_order,
                      pis_count_order,
                      pis_nth_order,
                      TC_VERB(PIS_V_KEEP) | TC_VERB(PIS_V_CHANGE) },
    [PIS_Q_STATUS] = { { "status",
                         "What does the officer of {0} call?",
                         { BRIG("brigade") },
                         TC_F_SECRET },
                       pis_judge_status,
                       pis_count_status,
                       pis_nth_status,
                       TC_VERB(PIS_V_SPEAK) },
    [PIS_Q_OFFICER] = { { "officer",
                          "Where does {0} go?",
                          { OFF("officer") },
                          TC_F_SECRET | TC_F_FREE },
                        pis_judge_officer,
                        pis_count_officer,
                        pis_nth_officer,
                        TC_VERB(PIS_V_STAY) | TC_VERB(PIS_V_ATTACH) | TC_VERB(PIS_V_GO) },
    [PIS_Q_NEXT] = { { "next", "Which regiment of {0} moves next?", { BRIG("brigade") }, 0 },
                     pis_judge_next,
                     pis_count_next,
                     pis_nth_next,
                     TC_VERB(PIS_V_NEXT) },
    [PIS_Q_MOVE] = { { "move", "What does {0} do?", { REG("regiment") }, TC_F_FREE },
                     pis_judge_move,
                     pis_count_moves,
                     pis_nth_move,
                     TC_VERB(PIS_V_STAND) | TC_VERB(PIS_V_MOVE) | TC_VERB(PIS_V_BACK) |
                         TC_VERB(PIS_V_FRONT) | TC_VERB(PIS_V_FORM) },
    [PIS_Q_SHOOT] = { { "shoot", "At whom does {0} fire?", { REG("regiment") }, 0 },
                      pis_judge_shot,
                      pis_count_shots,
                      pis_nth_shot,
                      TC_VERB(PIS_V_FIRE) | TC_VERB(PIS_V_HOLD_FIRE) },
    [PIS_Q_RALLY] = { { "rally", "Does {0} rally from disorder?", { REG("regiment") }, 0 },
                      pis_judge_rally,
                      pis_count_rally,
                      pis_nth_rally,
                      TC_VERB(PIS_V_RALLY) | TC_VERB(PIS_V_REST) },
    [PIS_Q_CHARGE] = { { "charge", "Whom does {0} charge?", { REG("regiment") }, TC_F_FREE },
                       pis_judge_charge,
                       pis_count_charges,
                       pis_nth_charge,
                       TC_VERB(PIS_V_CHARGE) | TC_VERB(PIS_V_NO_CHARGE) },
    [PIS_Q_REACT] = { { "react",
                        "{1} comes on: does {0} try to change facing or formation?",
                        { REG("regiment"), REG("charger") },
                        0 },
                      pis_judge_react,
                      pis_count_react,
                      pis_nth_react,
                      TC_VERB(PIS_V_FACE) | TC_VERB(PIS_V_FORM) | TC_VERB(PIS_V_AWAIT) },
    [PIS_Q_EVADE] = { { "evade", "Where does {0} run on?", { REG("regiment") }, TC_F_FREE },
                      pis_judge_evade,
                      pis_count_evade,
                      pis_nth_evade,
                      TC_VERB(PIS_V_EVADE) },
    [PIS_Q_RETURN_FIRE] = { { "return-fire",
                              "Does {0} fire at {1} as it comes on?",
                              { REG("regiment"), REG("charger") },
                              0 },
                            pis_judge_return,
                            pis_count_return,
                            pis_nth_return,
                            TC_VERB(PIS_V_FIRE) | TC_VERB(PIS_V_HOLD_FIRE) },
    [PIS_Q_FOLLOW] = { { "follow",
                         "The enemy gives ground: does {0} follow up?",
                         { REG("regiment") },
                         0 },
                       pis_judge_follow,
                       pis_count_follow,
                       pis_nth_follow,
                       TC_VERB(PIS_V_FOLLOW) | TC_VERB(PIS_V_STAND_FAST) },
    [PIS_Q_ROUT] = { { "rout", "Does {0} try to rally from its rout?", { REG("regiment") }, 0 },
                     pis_judge_rout,
                     pis_count_rout,
                     pis_nth_rout,
                     TC_VERB(PIS_V_RALLY) | TC_VERB(PIS_V_RUN) },
};

/* --- Events --------------------------------------------------------------------------- */

const struct tc_decl pis_events[PIS_EVENTS] = {
    [PIS_E_TURN] = { "turn", "Turn {0}.", { NUM("turn") }, 0 },
    [PIS_E_ARRIVES] = { "arrives", "{0} comes on to the table.", { REG("regiment") }, 0 },
    [PIS_E_REVEAL] = { "reveal",
                       "The orders of both sides are known.",
                       { { 0 } },
                       TC_F_REVEALS },
    [PIS_E_ORDER_TRIED] = { "order-tried",
                            "{0} was to change to {1} (die {2}): its order is {3}.",
                            { BRIG("brigade"), WORD("wanted", pis_order_words), NUM("die"),
                              WORD("order", pis_order_words) },
                            0 },
    [PIS_E_STATUS] = { "status",
                       "{0} ({1}): {2}!",
                       { BRIG("brigade"), WORD("order", pis_order_words),
                         WORD("status", pis_status_words) },
                       0 },
    [PIS_E_INITIATIVE] = { "initiative",
                           "{0} has initiative {1}.",
                           { BRIG("brigade"), NUM("initiative") },
                           TC_F_QUIET },
    [PIS_E_CHARGE_RANK] = { "charge-rank",
                            "{0} names its targets in place {1}.",
                            { BRIG("brigade"), NUM("place") },
                            TC_F_QUIET },
    [PIS_E_OFFICER_JOINS] = { "officer-joins",
                              "{0} is with {1}.",
                              { OFF("officer"), REG("regiment") },
                              0 },
    [PIS_E_OFFICER_GOES] = { "officer-goes",
                             "{0} rides to {1}.",
                             { OFF("officer"), PLACE("place") },
                             0 },
    [PIS_E_MOVES] = { "moves",
                      "{0} {1}, {2} inches.",
                      { REG("regiment"), WORD("rate", rate_words), LEN("cost") },
                      0 },
    [PIS_E_STANDS] = { "stands", "{0} stands.", { REG("regiment") }, TC_F_QUIET },
    [PIS_E_BACKS] = { "backs",
                      "{0} backs up {1} inches.",
                      { REG("regiment"), LEN("length") },
                      0 },
    [PIS_E_FRONTAGE] = { "frontage",
                         "{0} now has {1} files.",
                         { REG("regiment"), NUM("files") },
                         0 },
    [PIS_E_FORMS] = { "forms",
                      "{0} is in {1}.",
                      { REG("regiment"), WORD("formation", pis_formation_words) },
                      0 },
    [PIS_E_PUSHED] = { "pushed",
                       "{0} falls back {2} inches before {1}.",
                       { REG("regiment"), REG("by"), LEN("length") },
                       0 },
    [PIS_E_OBSTACLE] = { "obstacle",
                         "{0} crosses {1}; order kept: {2}.",
                         { REG("regiment"), GROUND("ground"), YES("kept") },
                         0 },
    [PIS_E_DISORDER] = { "disorder",
                         "{0} loses {1} of its order: {2}.",
                         { REG("regiment"), NUM("levels"), WORD("level", pis_level_words) },
                         0 },
    [PIS_E_AIMS] = { "aims", "{0} takes aim at {1}.", { REG("regiment"), REG("target") }, 0 },
    [PIS_E_FIRE] = { "fire",
                     "{0} fires at {1}: {2}, companies hit: {3}.",
                     { REG("regiment"), REG("target"), WORD("result", pis_fire_words),
                       NUM("companies") },
                     TC_F_OUTCOME },
    [PIS_E_COMPANIES] = { "companies",
                          "{0} loses companies: {1}; {2} left.",
                          { REG("regiment"), NUM("lost"), NUM("left") },
                          0 },
    [PIS_E_RALLIES] = { "rallies",
                        "{0} takes off {1}: {2}.",
                        { REG("regiment"), NUM("levels"), WORD("level", pis_level_words) },
                        TC_F_OUTCOME },
    [PIS_E_DECLARES] = { "declares",
                         "{0} is to charge {1}.",
                         { REG("regiment"), REG("target") },
                         0 },
    [PIS_E_LAPSES] = { "lapses",
                       "The charge of {0} comes to nothing.",
                       { REG("regiment") },
                       0 },
    [PIS_E_WAVER] = { "waver",
                      "{0}, test {1}: {2}.",
                      { REG("regiment"), WORD("test", pis_test_words),
                        WORD("result", pis_waver_words) },
                      TC_F_OUTCOME },
    [PIS_E_MARSHAL] = { "marshal",
                        "{0} tries to change in haste; done: {1}.",
                        { REG("regiment"), YES("done") },
                        TC_F_OUTCOME },
    [PIS_E_FLANK] = { "flank",
                      "{0} is charged in flank by {1} and becomes a mob.",
                      { REG("regiment"), REG("charger") },
                      0 },
    [PIS_E_REAR] = { "rear",
                     "{0} is charged in rear by {1}.",
                     { REG("regiment"), REG("charger") },
                     0 },
    [PIS_E_CONTACT] = { "contact",
                        "{0} strikes {1} in {2}.",
                        { REG("regiment"), REG("target"), WORD("zone", zone_words) },
                        0 },
    [PIS_E_MEET] = { "meet",
                     "{0} and {1} meet at the charge.",
                     { REG("regiment"), REG("other") },
                     0 },
    [PIS_E_MISS] = { "miss",
                     "{0} and {1} stop before they meet.",
                     { REG("regiment"), REG("other") },
                     0 },
    [PIS_E_FALLS_SHORT] = { "falls-short",
                            "{0} goes on {1} inches after its quarry is gone.",
                            { REG("regiment"), LEN("length") },
                            0 },
    [PIS_E_STRENGTHS] = { "strengths",
                          "{0} (strength {1}) against {2} (strength {3}).",
                          { REG("regiment"), NUM("strength"), REG("enemy"),
                            NUM("enemy-strength") },
                          0 },
    [PIS_E_TYPE] = { "type",
                     "Melee type {0}, {1}; {2} is the Stronger.",
                     { WORD("type", pis_type_words), WORD("enemies", pis_enemies_words),
                       REG("stronger") },
                     0 },
    [PIS_E_OUTCOME] = { "outcome",
                        "{0} against {1}: {2}.",
                        { REG("stronger"), REG("weaker"), WORD("outcome", outcome_words) },
                        TC_F_OUTCOME },
    [PIS_E_GIVES_GROUND] = { "gives-ground",
                             "{0} gives ground, {1} inches.",
                             { REG("regiment"), LEN("length") },
                             0 },
    [PIS_E_BROKEN_INTO] = { "broken-into", "{0} is broken into.", { REG("regiment") }, 0 },
    [PIS_E_ROUTS] = { "routs", "{0} routs.", { REG("regiment") }, TC_F_OUTCOME },
    [PIS_E_EVADES] = { "evades", "{0} evades.", { REG("regiment") }, 0 },
    [PIS_E_FLEES] = { "flees", "{0} runs {1} inches.", { REG("regiment"), LEN("length") }, 0 },
    [PIS_E_CASUALTIES] = { "casualties",
                           "{0}, {1}: companies lost {2}.",
                           { REG("regiment"), WORD("fate", fate_words), NUM("lost") },
                           0 },
    [PIS_E_ELIMINATED] = { "eliminated", "{0} is no more.", { REG("regiment") }, 0 },
    [PIS_E_LEAVES] = { "leaves", "{0} leaves the table.", { REG("regiment") }, 0 },
    [PIS_E_TAKEN] = { "taken",
                      "The guns of {0} are taken.",
                      { REG("regiment") },
                      TC_F_OUTCOME },
    [PIS_E_FOLLOWS] = { "follows", "{0} follows up.", { REG("regiment") }, 0 },
    [PIS_E_STANDS_FAST] = { "stands-fast", "{0} lets the enemy go.", { REG("regiment") }, 0 },
    [PIS_E_MELEE_ENDS] = { "melee-ends", "The melee of {0} is over.", { REG("regiment") }, 0 },
    [PIS_E_PURSUES] = { "pursues",
                        "{0} pursues {1}, {2} inches.",
                        { REG("regiment"), REG("quarry"), LEN("length") },
                        0 },
    [PIS_E_CAUGHT] = { "caught",
                       "{0} catches up with {1}.",
                       { REG("regiment"), REG("quarry") },
                       0 },
    [PIS_E_HALT] = { "halt",
                     "{0} is to halt its pursuit; done: {1}.",
                     { REG("regiment"), YES("done") },
                     TC_F_OUTCOME },
    [PIS_E_PURSUIT_ENDS] = { "pursuit-ends",
                             "The pursuit of {0} ends.",
                             { REG("regiment") },
                             0 },
    [PIS_E_FROM_ROUT] = { "from-rout",
                          "{0} tries to rally from its rout; done: {1}.",
                          { REG("regiment"), YES("done") },
                          TC_F_OUTCOME },
    [PIS_E_DISASTER] = { "disaster",
                         "{0} must take a Disaster test: {1}.",
                         { REG("regiment"), WORD("cause", cause_words) },
                         0 },
    [PIS_E_RISK] = { "risk",
                     "{0}, with {1}: {2}.",
                     { OFF("officer"), REG("regiment"), WORD("fate", risk_words) },
                     TC_F_OUTCOME },
    [PIS_E_OFFICER_SAVED] = { "officer-saved",
                              "{0} takes refuge with {1}.",
                              { OFF("officer"), REG("regiment") },
                              0 },
    [PIS_E_SUCCESSOR] = { "successor",
                          "{0} has a successor with Strategy {1}, with {2}.",
                          { OFF("officer"), NUM("strategy"), REG("regiment") },
                          0 },
    [PIS_E_BRIGADE_BROKEN] = { "brigade-broken", "{0} is broken.", { BRIG("brigade") }, 0 },
    [PIS_E_POINTS] = { "points", "{0} has {1} points.", { SIDE("side"), NUM("points") }, 0 },
    [PIS_E_OVER] = { "over", "The battle is over; winner: {0}.", { SIDE("winner") }, 0 },
};
