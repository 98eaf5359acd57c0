/* rules/malbrook/fields.c - what lies where in the state, and the words for it. */
#include "rules/malbrook/decl.h"

const char *const mal_status_words[] = { "normal",  "retiring", "routing", "pursuing",
                                         "evading", "looting",  NULL };
const char *const mal_control_words[] = {
    "unknown", "attached", "controlled", "conform-line", "conform-rear",
    "free",    "halt",     "repeat",     "continue",     NULL
};
const char *const mal_where_words[] = { "on-table",    "waiting", "destroyed", "off-table",
                                        "surrendered", "merged",  "spare",     NULL };
const char *const mal_formation_words[] = { "line",     "field-column", "march-column",
                                            "unformed", "none",         NULL };
const char *const mal_grade_words[] = { "none", "e", "d", "c", "b", "a", NULL };
const char *const mal_crew_words[] = { "crewed", "refuge", "eliminated", NULL };
const char *const mal_health_words[] = { "fit", "wounded", "killed", "captured", NULL };
const char *const mal_order_words[] = { "defend", "advance-defend", "attack", NULL };
const char *const mal_after_words[] = { "undecided", "remain", "take",   "ride-through",
                                        "retire",    "rout",   "pursue", NULL };
const char *const mal_result_words[] = { "breakthrough", "victory", "success", "inconclusive",
                                         "driven-back",  "defeat",  "break",   NULL };
const char *const mal_hand_words[] = { "left", "right", NULL };
/* bits: 1 first average die, 2 second, 4 the optional D6 */
const char *const mal_dice_words[] = { "none",     "one",         "second",   "two", "d6-alone",
                                       "one-plus", "second-plus", "two-plus", NULL };
const char *const mal_degree_words[] = { "drawn", "marginal-victory", "victory",
                                         "decisive-victory", NULL };
const char *const mal_phase_words[] = { "initiative", "bombardment", "command", "movement",
                                        "close-fire", "combat",      "morale",  NULL };
const char *const mal_response_words[] = { "none", "stand", "counter-charge", "evade", NULL };
const char *const mal_cause_words[] = { "movement", "fire", "combat", "morale", NULL };

static const struct tc_field pose_field[] = {
    TC_FIELD(struct mal_pose, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_pose, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_pose, heading, TC_T_U16, TC_K_ANGLE),
    TC_FIELD_PAD(struct mal_pose, zero),
};

static const struct tc_fields pose_fields = {
    "pose",
    pose_field,
    (uint16_t)(sizeof pose_field / sizeof pose_field[0]),
    sizeof(struct mal_pose),
};

static const struct tc_field unit_field[] = {
    TC_FIELD(struct mal_unit, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_unit, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_unit, holder_x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_unit, holder_y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_unit, charge_move, TC_T_I32, TC_K_LENGTH),
    TC_FIELD_STRUCTS(struct mal_unit, shot_from, &pose_fields, 1, TC_NONE),
    TC_FIELD_STRUCTS(struct mal_unit, shot_at, &pose_fields, 1, TC_NONE),
    TC_FIELD(struct mal_unit, heading, TC_T_U16, TC_K_ANGLE),
    TC_FIELD(struct mal_unit, charge_heading, TC_T_U16, TC_K_ANGLE),
    TC_FIELD(struct mal_unit, pursuit_heading, TC_T_U16, TC_K_ANGLE),
    TC_FIELD(struct mal_unit, gap, TC_T_U16, TC_K_LENGTH),
    TC_FIELD_ARRAY(struct mal_unit, refuse_angle, TC_T_U16, TC_K_ANGLE, 2),
    TC_FIELD(struct mal_unit, immune_until, TC_T_U16, TC_K_INT),
    TC_FIELD(struct mal_unit, shot_turn, TC_T_U16, TC_K_INT),
    TC_FIELD(struct mal_unit, split_turn, TC_T_U16, TC_K_INT),
    TC_FIELD(struct mal_unit, last_veer, TC_T_I16, TC_K_ANGLE),
    TC_FIELD_COUNT(struct mal_unit, card, TC_T_I16, MAL_CARDS - 1),
    TC_FIELD_NAME(struct mal_unit, command, TC_T_I16, MAL_L_COMMAND),
    TC_FIELD_NAME(struct mal_unit, controller, TC_T_I16, MAL_L_LEADER),
    TC_FIELD_NAME(struct mal_unit, conforms_to, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, target, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, quarry, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, pursued_by, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, refuge, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, last_target, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, volley_by, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, immune_from, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, principal, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_unit, parent, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_INDEX(struct mal_unit, place, TC_T_I16, MAL_UNITS),
    TC_FIELD_COUNT(struct mal_unit, side, TC_T_I8, 1),
    TC_FIELD_INDEX(struct mal_unit, wing, TC_T_I8, MAL_WINGS),
    TC_FIELD_INDEX(struct mal_unit, combat, TC_T_I8, MAL_COMBATS),
    TC_FIELD_INDEX(struct mal_unit, captured_by, TC_T_I8, TC_SIDES),
    TC_FIELD(struct mal_unit, n, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(struct mal_unit, formation, TC_T_U8, mal_formation_words),
    TC_FIELD(struct mal_unit, front, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, files, TC_T_U8, TC_K_INT),
    TC_FIELD_ARRAY(struct mal_unit, refuse_k, TC_T_U8, TC_K_INT, 2),
    TC_FIELD(struct mal_unit, dp, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, dp_morale, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(struct mal_unit, grade, TC_T_U8, mal_grade_words),
    TC_FIELD(struct mal_unit, mixed, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, mounted, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, outrance_ok, TC_T_U8, TC_K_BOOL),
    TC_FIELD_WORD(struct mal_unit, where, TC_T_U8, mal_where_words),
    TC_FIELD_WORD(struct mal_unit, status, TC_T_U8, mal_status_words),
    TC_FIELD_WORD(struct mal_unit, old_status, TC_T_U8, mal_status_words),
    TC_FIELD_WORD(struct mal_unit, control, TC_T_U8, mal_control_words),
    TC_FIELD(struct mal_unit, last_kind, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, last_dice, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, speed_prev, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, speed_now, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, moved, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, changed, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, turned, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, under_fire, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, fired, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, fought, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, charged, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, outrance, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, countered, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, steadied, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, inspired, TC_T_U8, TC_K_INT),
    TC_FIELD_COUNT(struct mal_unit, passed, TC_T_U8, MAL_UNITS),
    TC_FIELD(struct mal_unit, acted, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, declared, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, pivoted, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, ceased, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, retires_on, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, tested, TC_T_U8, TC_K_BOOL),
    TC_FIELD_WORD(struct mal_unit, response, TC_T_U8, mal_response_words),
    TC_FIELD_WORD(struct mal_unit, dice, TC_T_U8, mal_dice_words),
    TC_FIELD(struct mal_unit, place_kind, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, doubles, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, halves, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, from_near, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, counted, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, file_first, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, file_last, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, edge, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, flanked, TC_T_U8, TC_K_BOOL),
    TC_FIELD_WORD(struct mal_unit, after, TC_T_U8, mal_after_words),
    TC_FIELD_WORD(struct mal_unit, result, TC_T_U8, mal_result_words),
    TC_FIELD(struct mal_unit, only_guns, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, struck, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, locked, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, charge_failed, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, must_charge, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, fast_done, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, unformed_stay, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_unit, holders, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, limbered, TC_T_U8, TC_K_BOOL),
    TC_FIELD_WORD(struct mal_unit, crew, TC_T_U8, mal_crew_words),
    TC_FIELD(struct mal_unit, bombarded, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, closed_fire, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_unit, met, TC_T_U8, TC_K_BOOL),
    TC_FIELD_PAD(struct mal_unit, zero),
    TC_FIELD_ARRAY(struct mal_unit, shaken, TC_T_U64, TC_K_INT, 2),
};

static const struct tc_fields unit_fields = {
    "brigade",
    unit_field,
    (uint16_t)(sizeof unit_field / sizeof unit_field[0]),
    sizeof(struct mal_unit),
};

static const struct tc_field leader_field[] = {
    TC_FIELD(struct mal_leader, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_leader, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD_NAME(struct mal_leader, attached, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_WORD(struct mal_leader, health, TC_T_U8, mal_health_words),
    TC_FIELD(struct mal_leader, actions, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(struct mal_leader, where, TC_T_U8, mal_where_words),
    TC_FIELD(struct mal_leader, moved, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_leader, tested_fire, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_leader, tested_combat, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_leader, fell, TC_T_U8, TC_K_BOOL),
    TC_FIELD_PAD(struct mal_leader, zero),
};

static const struct tc_fields leader_fields = {
    "leader",
    leader_field,
    (uint16_t)(sizeof leader_field / sizeof leader_field[0]),
    sizeof(struct mal_leader),
};

static const struct tc_field wing_field[] = {
    TC_FIELD(struct mal_wing, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_wing, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_wing, radius, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_wing, lost, TC_T_U16, TC_K_INT),
    TC_FIELD_WORD(struct mal_wing, order, TC_T_U8, mal_order_words),
    TC_FIELD(struct mal_wing, broken, TC_T_U8, TC_K_BOOL),
    TC_FIELD_NAME(struct mal_wing, marshal, TC_T_I16, MAL_L_LEADER),
    TC_FIELD_PAD(struct mal_wing, zero),
};

static const struct tc_fields wing_fields = {
    "wing",
    wing_field,
    (uint16_t)(sizeof wing_field / sizeof wing_field[0]),
    sizeof(struct mal_wing),
};

static const struct tc_field messenger_field[] = {
    TC_FIELD(struct mal_messenger, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_messenger, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_messenger, zone_x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(struct mal_messenger, zone_y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD_NAME(struct mal_messenger, sender, TC_T_I16, MAL_L_LEADER),
    TC_FIELD_NAME(struct mal_messenger, addressee, TC_T_I16, MAL_L_LEADER),
    TC_FIELD_NAME(struct mal_messenger, unit, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_messenger, to, TC_T_I16, MAL_L_COMMAND),
    TC_FIELD(struct mal_messenger, live, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_messenger, carried, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_messenger, wounded, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(struct mal_messenger, order, TC_T_U8, mal_order_words),
    TC_FIELD(struct mal_messenger, moved, TC_T_U8, TC_K_BOOL),
    TC_FIELD_PAD(struct mal_messenger, zero),
};

static const struct tc_fields messenger_fields = {
    "messenger",
    messenger_field,
    (uint16_t)(sizeof messenger_field / sizeof messenger_field[0]),
    sizeof(struct mal_messenger),
};

static const struct tc_field event_field[] = {
    TC_FIELD_ARRAY(struct mal_event, x, TC_T_I32, TC_K_LENGTH, 2),
    TC_FIELD_ARRAY(struct mal_event, y, TC_T_I32, TC_K_LENGTH, 2),
    TC_FIELD_ARRAY(struct mal_event, w, TC_T_I32, TC_K_LENGTH, 2),
    TC_FIELD_ARRAY(struct mal_event, d, TC_T_I32, TC_K_LENGTH, 2),
    TC_FIELD_ARRAY(struct mal_event, heading, TC_T_U16, TC_K_ANGLE, 2),
    TC_FIELD_NAME(struct mal_event, unit, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_NAME(struct mal_event, leader, TC_T_I16, MAL_L_LEADER),
    TC_FIELD(struct mal_event, kind, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_event, grade, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_event, foot, TC_T_U8, TC_K_BOOL),
    TC_FIELD(struct mal_event, later, TC_T_U8, TC_K_BOOL),
    TC_FIELD_INDEX(struct mal_event, side, TC_T_I8, TC_SIDES),
    TC_FIELD_PAD(struct mal_event, zero),
    TC_FIELD(struct mal_event, wings, TC_T_U16, TC_K_INT),
};

static const struct tc_fields event_fields = {
    "event",
    event_field,
    (uint16_t)(sizeof event_field / sizeof event_field[0]),
    sizeof(struct mal_event),
};

static const struct tc_field combat_field[] = {
    TC_FIELD_ARRAY(struct mal_combat, hits, TC_T_U8, TC_K_INT, 2),
    TC_FIELD_ARRAY(struct mal_combat, dice, TC_T_U8, TC_K_INT, 2),
    TC_FIELD_INDEX(struct mal_combat, first, TC_T_I8, TC_SIDES),
    TC_FIELD(struct mal_combat, stage, TC_T_U8, TC_K_INT),
    TC_FIELD(struct mal_combat, guns_only, TC_T_U8, TC_K_BOOL),
    TC_FIELD_PAD(struct mal_combat, zero),
};

static const struct tc_fields combat_fields = {
    "combat",
    combat_field,
    (uint16_t)(sizeof combat_field / sizeof combat_field[0]),
    sizeof(struct mal_combat),
};

static const struct tc_field state_field[] = {
    TC_FIELD_STRUCTS(struct mal_state, head, &tc_head_fields, 1, TC_NONE),
    TC_FIELD_COUNT(struct mal_state, first_side, TC_T_I8, 1),
    TC_FIELD_COUNT(struct mal_state, side, TC_T_I8, 1),
    TC_FIELD_WORD(struct mal_state, phase, TC_T_U8, mal_phase_words),
    TC_FIELD(struct mal_state, round, TC_T_U8, TC_K_INT),
    TC_FIELD_COUNT(struct mal_state, cursor, TC_T_I16, MAL_UNITS),
    TC_FIELD_NAME(struct mal_state, group, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_COUNT(struct mal_state, units, TC_T_I16, MAL_UNITS),
    TC_FIELD_COUNT(struct mal_state, combats, TC_T_U8, MAL_COMBATS),
    TC_FIELD_COUNT(struct mal_state, events, TC_T_U8, MAL_EVENTS),
    TC_FIELD_COUNTS(struct mal_state, roll, TC_T_I8, 4, 6),
    TC_FIELD_ARRAY(struct mal_state, initiative, TC_T_I8, TC_K_INT, TC_SIDES),
    TC_FIELD_ARRAY(struct mal_state, broken, TC_T_U8, TC_K_BOOL, TC_SIDES),
    TC_FIELD_ARRAY(struct mal_state, points, TC_T_I16, TC_K_INT, TC_SIDES),
    TC_FIELD_NAME(struct mal_state, mover, TC_T_I16, MAL_L_UNIT),
    TC_FIELD_PAD(struct mal_state, zero16),
    TC_FIELD_STRUCTS(struct mal_state, wings, &wing_fields, MAL_WINGS, MAL_L_WING),
    TC_FIELD_STRUCTS(struct mal_state, leaders, &leader_fields, MAL_LEADERS, MAL_L_LEADER),
    TC_FIELD_STRUCTS(struct mal_state, messengers, &messenger_fields, MAL_MESSENGERS,
                     MAL_L_MESSENGER),
    TC_FIELD_INDEXES(struct mal_state, holders, TC_T_I8, MAL_GROUNDS, TC_SIDES),
    TC_FIELD_STRUCTS(struct mal_state, combat, &combat_fields, MAL_COMBATS, TC_NONE),
    TC_FIELD_STRUCTS(struct mal_state, log, &event_fields, MAL_EVENTS, TC_NONE),
    TC_FIELD_PAD(struct mal_state, zero8),
    TC_FIELD_STRUCTS(struct mal_state, brigades, &unit_fields, MAL_UNITS, MAL_L_UNIT),
};

const struct tc_fields mal_fields = {
    "state",
    state_field,
    (uint16_t)(sizeof state_field / sizeof state_field[0]),
    sizeof(struct mal_state),
};
