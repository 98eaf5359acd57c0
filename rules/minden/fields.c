/* rules/minden/fields.c - the field table: every byte of a state has a name. */
#include "rules/minden/words.h"

#define COUNT(a) ((uint16_t)(sizeof(a) / sizeof((a)[0])))

#define S struct min_unit
static const struct tc_field unit_fields[] = {
    TC_FIELD(S, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, facing, TC_T_U16, TC_K_ANGLE),
    TC_FIELD(S, gap, TC_T_U16, TC_K_LENGTH),
    TC_FIELD(S, fig0, TC_T_U8, TC_K_INT),
    TC_FIELD(S, fig, TC_T_U8, TC_K_INT),
    TC_FIELD(S, guns, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(S, formation, TC_T_U8, min_formation_words),
    TC_FIELD(S, files, TC_T_U8, TC_K_INT),
    TC_FIELD(S, ranks, TC_T_U8, TC_K_INT),
    TC_FIELD(S, sections, TC_T_U8, TC_K_INT),
    TC_FIELD_ARRAY(S, section_fig, TC_T_U8, TC_K_INT, MIN_SECTIONS),
    TC_FIELD_ARRAY(S, bend, TC_T_I16, TC_K_ANGLE, 2),
    TC_FIELD_WORD(S, marker, TC_T_U8, min_marker_words),
    TC_FIELD_WORD(S, morale, TC_T_U8, min_morale_words),
    TC_FIELD_WORD(S, where, TC_T_U8, min_where_words),
    TC_FIELD(S, first_flight_done, TC_T_U8, TC_K_BOOL),
    TC_FIELD_NAME(S, flight_from, TC_T_I16, MIN_L_UNIT),
    TC_FIELD_NAME(S, foe, TC_T_I16, MIN_L_UNIT),
    TC_FIELD_NAME(S, supports, TC_T_I16, MIN_L_UNIT),
    TC_FIELD(S, melee, TC_T_I8, TC_K_INT),
    TC_FIELD(S, charge_bonus, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(S, contacted_edge, TC_T_U8, min_contact_words),
    TC_FIELD_WORD(S, edge, TC_T_U8, min_contact_words),
    TC_FIELD(S, acted, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, moved, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, compulsory, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, fired, TC_T_U8, TC_K_INT),
    TC_FIELD(S, fire_count, TC_T_U8, TC_K_INT),
    TC_FIELD(S, bonus_used, TC_T_U8, TC_K_INT),
    TC_FIELD(S, fire_twice, TC_T_U8, TC_K_INT),
    TC_FIELD(S, response_fired, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, casualty_tested, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, moral_tested, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, cas_turn, TC_T_U8, TC_K_INT),
    TC_FIELD(S, cas_by_art, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, cas_flank_rear, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, terrain_stop, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, clinch, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, crowd, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, delay, TC_T_U8, TC_K_INT),
    TC_FIELD(S, may_enter, TC_T_U8, TC_K_BOOL),
    TC_FIELD_PAD(S, zero),
};
static const struct tc_fields unit_table = { "unit", unit_fields, COUNT(unit_fields),
                                             sizeof(S) };
#undef S

#define S struct min_brigade
static const struct tc_field brigade_fields[] = {
    TC_FIELD(S, move_as_one, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, half_rate, TC_T_U8, TC_K_BOOL),
};
static const struct tc_fields brigade_table = { "brigade", brigade_fields,
                                                COUNT(brigade_fields), sizeof(S) };
#undef S

#define S struct min_regiment
static const struct tc_field regiment_fields[] = {
    TC_FIELD_WORD(S, formation, TC_T_U8, min_squadrons_words),
    TC_FIELD(S, regimental_move, TC_T_U8, TC_K_BOOL),
};
static const struct tc_fields regiment_table = { "regiment", regiment_fields,
                                                 COUNT(regiment_fields), sizeof(S) };
#undef S

#define S struct min_event
static const struct tc_field event_fields[] = {
    TC_FIELD(S, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, w, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, d, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, travel, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, facing, TC_T_U16, TC_K_ANGLE),
    TC_FIELD_NAME(S, unit, TC_T_I16, MIN_L_UNIT),
    TC_FIELD_WORD(S, kind, TC_T_U8, min_happening_words),
    TC_FIELD_PAD(S, zero),
};
static const struct tc_fields event_table = { "event", event_fields, COUNT(event_fields),
                                              sizeof(S) };
#undef S

#define S struct min_melee
static const struct tc_field melee_fields[] = {
    TC_FIELD(S, attacker, TC_T_I8, TC_K_SIDE),
    TC_FIELD(S, round, TC_T_U8, TC_K_INT),
    TC_FIELD(S, fought, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, drawn, TC_T_U8, TC_K_BOOL),
};
static const struct tc_fields melee_table = { "melee", melee_fields, COUNT(melee_fields),
                                              sizeof(S) };
#undef S

#define S struct min_leg
static const struct tc_field leg_fields[] = {
    TC_FIELD_WORD(S, leg, TC_T_I32, min_leg_words),
    TC_FIELD(S, value, TC_T_I32, TC_K_INT),
};
static const struct tc_fields leg_table = { "leg", leg_fields, COUNT(leg_fields), sizeof(S) };
#undef S

#define S struct min_mover
static const struct tc_field mover_fields[] = {
    TC_FIELD_NAME(S, unit, TC_T_I16, MIN_L_UNIT),
    TC_FIELD_NAME(S, target, TC_T_I16, MIN_L_UNIT),
    TC_FIELD_NAME(S, brigade, TC_T_I16, MIN_L_BRIGADE),
    TC_FIELD_NAME(S, regiment, TC_T_I16, MIN_L_REGIMENT),
    TC_FIELD_NAME(S, charger, TC_T_I16, MIN_L_UNIT),
    TC_FIELD(S, back, TC_T_I16, TC_K_STEP),
    TC_FIELD_WORD(S, purpose, TC_T_U8, min_purpose_words),
    TC_FIELD_WORD(S, stage, TC_T_U8, min_stage_words),
    TC_FIELD_WORD(S, reaction, TC_T_U8, min_reaction_words),
    TC_FIELD_WORD(S, edge, TC_T_U8, min_side_words),
    TC_FIELD(S, section, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(S, owed_grade, TC_T_U8, min_grade_words),
    TC_FIELD(S, dice, TC_T_U8, TC_K_INT),
    TC_FIELD(S, rate, TC_T_U8, TC_K_INT),
    TC_FIELD(S, segs, TC_T_U8, TC_K_INT),
    TC_FIELD(S, seg, TC_T_U8, TC_K_INT),
    TC_FIELD(S, entering, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, caught, TC_T_U8, TC_K_BOOL),
    TC_FIELD_ARRAY(S, face, TC_T_I8, TC_K_INT, MIN_DICE),
    TC_FIELD(S, kept, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, value, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, spent, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, done, TC_T_I32, TC_K_INT),
    TC_FIELD(S, run, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, start_x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, start_y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, leg_x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, leg_y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(S, leg_facing, TC_T_U16, TC_K_ANGLE),
    TC_FIELD(S, heading, TC_T_U16, TC_K_ANGLE),
    TC_FIELD_PAD(S, zero),
    TC_FIELD_ARRAY(S, asked, TC_T_U64, TC_K_INT, 2),
    TC_FIELD_ARRAY(S, passed, TC_T_U64, TC_K_INT, 2),
    TC_FIELD_ARRAY(S, group, TC_T_U64, TC_K_INT, 2),
    TC_FIELD_STRUCTS(S, path, &leg_table, MIN_PATH, TC_NONE),
};
static const struct tc_fields mover_table = { "mover", mover_fields, COUNT(mover_fields),
                                              sizeof(S) };
#undef S

#define S struct min_state
static const struct tc_field state_fields[] = {
    TC_FIELD_STRUCTS(S, head, &tc_head_fields, 1, TC_NONE),
    TC_FIELD(S, first_side, TC_T_I8, TC_K_SIDE),
    TC_FIELD_WORD(S, phase, TC_T_U8, min_phase_words),
    TC_FIELD(S, rain, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, dead_calm, TC_T_U8, TC_K_BOOL),
    TC_FIELD(S, player_turn, TC_T_U16, TC_K_INT),
    TC_FIELD(S, rain_expiry, TC_T_U16, TC_K_INT),
    TC_FIELD(S, fog_row, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(S, fog_effect, TC_T_U8, min_effect_words),
    TC_FIELD(S, fog_left, TC_T_U8, TC_K_INT),
    TC_FIELD_NAME(S, fog_brigade, TC_T_I8, MIN_L_BRIGADE),
    TC_FIELD_NAME(S, fog_commander, TC_T_I16, MIN_L_UNIT),
    TC_FIELD(S, cursor, TC_T_I16, TC_K_INT),
    TC_FIELD_INDEX(S, melee_now, TC_T_I8, MIN_MELEES),
    TC_FIELD(S, events, TC_T_U8, TC_K_INT),
    TC_FIELD_PAD(S, zero),
    TC_FIELD_STRUCTS(S, mover, &mover_table, 1, TC_NONE),
    TC_FIELD_STRUCTS(S, brigades, &brigade_table, MIN_BRIGADES, MIN_L_BRIGADE),
    TC_FIELD_STRUCTS(S, regiments, &regiment_table, MIN_REGIMENTS, MIN_L_REGIMENT),
    TC_FIELD_STRUCTS(S, melees, &melee_table, MIN_MELEES, TC_NONE),
    TC_FIELD_STRUCTS(S, log, &event_table, MIN_HAPPENINGS, TC_NONE),
    TC_FIELD_STRUCTS(S, units, &unit_table, MIN_UNITS, MIN_L_UNIT),
};
#undef S

const struct tc_fields min_fields = {
    .name = "state",
    .field = state_fields,
    .count = COUNT(state_fields),
    .size = sizeof(struct min_state),
};
