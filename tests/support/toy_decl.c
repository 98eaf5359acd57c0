/* tests/support/toy_decl.c - what the toy declares: words, verbs, events, fields. */
#include "tests/support/toy_own.h"

/* --- Declarations ------------------------------------------------------------- */

const char *const toy_plan_words[] = { "attack", "defend", "wait", NULL };
static const char *const mood_words[] = { "steady", "shaken", NULL };
static const char *const react_words[] = { "stand", "fall-back", NULL };
const char *const toy_endings[] = { "", "annihilation", "nightfall", NULL };

const struct tc_decl toy_verbs[TOY_VERBS] = {
    [TOY_V_PLAN] = { "plan", "Plan to {0}", { WORDS("plan", toy_plan_words) }, 0 },
    [TOY_V_PICK] = { "pick", "Move {0}", { UNIT("unit") }, 0 },
    [TOY_V_DONE] = { "done", "End the moves", { { 0 } }, 0 },
    [TOY_V_MARCH] = { "march", "{0} marches", { UNIT("unit") }, TC_F_PATH },
    [TOY_V_HALT] = { "halt", "{0} stays", { UNIT("unit") }, 0 },
    [TOY_V_FIRE] = { "fire",
                     "{0} fires at {1}",
                     { UNIT("unit"),
                       UNIT("at"),
                       { .name = "volleys", .kind = TC_K_INT, .flags = TC_P_KEY, .none = 1 },
                       { .name = "boldly", .kind = TC_K_BOOL, .flags = TC_P_KEY } },
                     0 },
    [TOY_V_HOLD] = { "hold", "Nobody fires", { { 0 } }, 0 },
    [TOY_V_REACT] = { "react",
                      "{0} will {1} with dice {2}",
                      { UNIT("unit"),
                        WORDS("how", react_words),
                        { .name = "dice", .kind = TC_K_DICE } },
                      0 },
    [TOY_V_SIGNAL] = { "signal",
                       "Signal to {0}: {1}, place {2}, {3}, {4} inches",
                       { SIDE("to"),
                         { .name = "hex", .kind = TC_K_HEX },
                         { .name = "place", .kind = TC_K_POINT },
                         { .name = "heading", .kind = TC_K_ANGLE },
                         { .name = "height", .kind = TC_K_LENGTH },
                         { .name = "again", .kind = TC_K_BOOL, .flags = TC_P_KEY } },
                       0 },
};

const struct tc_decl toy_events[TOY_EVENTS] = {
    [TOY_E_TURN] = { "turn", "Turn {0} begins.", { NUM("turn") }, 0 },
    [TOY_E_REVEAL] = { "reveal",
                       "Red will {0}, Blue will {1}.",
                       { WORDS("red", toy_plan_words), WORDS("blue", toy_plan_words) },
                       TC_F_REVEALS },
    [TOY_E_MOVED] = { "moved",
                      "{0} goes {1} inches and faces {2}.",
                      { UNIT("unit"),
                        { .name = "distance", .kind = TC_K_LENGTH },
                        { .name = "facing", .kind = TC_K_ANGLE } },
                      0 },
    [TOY_E_LOSS] = { "loss", "{0} loses {1}.", { UNIT("unit"), NUM("men") }, TC_F_OUTCOME },
    [TOY_E_GONE] = { "gone", "{0} is gone.", { UNIT("unit") }, TC_F_OUTCOME },
    [TOY_E_HOLDS] = { "holds", "{0} holds.", { UNIT("unit") }, TC_F_OUTCOME },
    [TOY_E_BREAKS] = { "breaks", "{0} is shaken.", { UNIT("unit") }, TC_F_OUTCOME },
    [TOY_E_REACTS] = { "reacts",
                       "{0} chooses to {1}.",
                       { UNIT("unit"), WORDS("how", react_words) },
                       0 },
    [TOY_E_SIGNAL] = { "signal-seen",
                       "A signal is seen at {0}.",
                       { { .name = "place", .kind = TC_K_POINT } },
                       0 },
    [TOY_E_WEATHER] = { "weather",
                        "Weather {0}, wind {1}, drift {2}, rain {3}.",
                        { NUM("sky"), NUM("wind"), NUM("drift"), NUM("rain") },
                        TC_F_QUIET },
    [TOY_E_REMARK] = { "remark", "Remark: {0}.", { { .name = "of", .kind = TC_K_MSG } }, 0 },
    [TOY_E_END] = { "end", "{0} has won.", { SIDE("side") }, TC_F_OUTCOME },
};

const struct tc_decl toy_reasons[TOY_REASONS] = {
    TC_REASONS_COMMON,
    [TOY_R_GONE] = { "gone", "{0} is gone.", { UNIT("unit") }, 0 },
    [TOY_R_OTHER] = { "other", "{0} has been picked, not another.", { UNIT("unit") }, 0 },
    [TOY_R_FAR] = { "far",
                    "{0} may go {1} inches, not {2}.",
                    { UNIT("unit"),
                      { .name = "may", .kind = TC_K_LENGTH },
                      { .name = "wants", .kind = TC_K_LENGTH } },
                    0 },
    [TOY_R_NO_PATH] = { "no-path",
                        "A march has at least one leg, each of them forward.",
                        { { 0 } },
                        0 },
    [TOY_R_RANGE] = { "range",
                      "{0} is {1} inches away; muskets reach 24.",
                      { UNIT("unit"), { .name = "away", .kind = TC_K_LENGTH } },
                      0 },
    [TOY_R_FRIEND] = { "friend", "{0} is on the same side.", { UNIT("unit") }, 0 },
    [TOY_R_NO_SIDE] = { "no-side",
                        "It must be somebody's turn, and every company of a side.",
                        { { 0 } },
                        0 },
    [TOY_R_BAD_STATE] = { "bad-state",
                          "{0} has an impossible strength {1}.",
                          { UNIT("unit"), NUM("strength") },
                          0 },
};

const struct tc_decl toy_labels[TOY_LABELS] = {
    [TOY_L_BASE] = { "base", "steadiness", { { 0 } }, 0 },
    [TOY_L_LOSSES] = { "losses", "losses of {0}", { UNIT("unit") }, 0 },
    [TOY_L_PLAN] = { "plan", "the plan to {0}", { WORDS("plan", toy_plan_words) }, 0 },
    [TOY_L_MORALE] = { "morale", "morale", { { 0 } }, 0 },
};

const struct tc_leg toy_legs[TOY_LEGS] = {
    [TOY_AHEAD] = { "ahead", TC_K_LENGTH },
    [TOY_LEFT] = { "left", TC_K_ANGLE },
    [TOY_RIGHT] = { "right", TC_K_ANGLE },
};

/* --- Names, fields --------------------------------------------------------------- */

const struct tc_name_list toy_lists[] = { { "company" } };
const char *const toy_unit_name[TOY_UNITS] = { "red-one",  "red-two",  "red-guard",
                                               "blue-one", "blue-two", "blue-guard" };

#define U struct toy_unit
#define S struct toy_state

static const struct tc_field unit_fields[] = {
    TC_FIELD(U, x, TC_T_I32, TC_K_LENGTH),       TC_FIELD(U, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(U, facing, TC_T_I32, TC_K_ANGLE),   TC_FIELD(U, strength, TC_T_I16, TC_K_INT),
    TC_FIELD(U, side, TC_T_I8, TC_K_SIDE),       TC_FIELD_NAME(U, target, TC_T_I8, 0),
    TC_FIELD_WORD(U, mood, TC_T_U8, mood_words), TC_FIELD_PAD(U, pad),
};

static const struct tc_fields unit_table = { "unit", unit_fields,
                                             sizeof unit_fields / sizeof unit_fields[0],
                                             sizeof(U) };

static const struct tc_field state_fields[] = {
    TC_FIELD_STRUCTS(S, head, &tc_head_fields, 1, TC_NONE),
    TC_FIELD_STRUCTS(S, units, &unit_table, TOY_UNITS, 0),
    { .name = "plan",
      .offset = (uint32_t)offsetof(S, plan),
      .count = TC_SIDES,
      .type = TC_T_U8,
      .show = TC_SHOW_OWNER,
      .kind = TC_K_WORD,
      .keyed = TC_NONE,
      .words = toy_plan_words },
    TC_FIELD(S, revealed, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, moved, TC_T_U8, TC_K_INT),
    { .name = "luck",
      .offset = (uint32_t)offsetof(S, luck),
      .count = 1,
      .type = TC_T_U8,
      .show = TC_SHOW_NONE,
      .kind = TC_K_INT,
      .keyed = TC_NONE },
    TC_FIELD_PAD(S, pad),
    TC_FIELD(S, dispatch, TC_T_U64, TC_K_INT),
};

const struct tc_fields toy_fields = { "state", state_fields,
                                      sizeof state_fields / sizeof state_fields[0], sizeof(S) };
