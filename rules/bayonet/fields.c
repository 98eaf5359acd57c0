/* rules/bayonet/fields.c - the names of all that is in a state. */
#include "rules/bayonet/inner.h"

#define F(m, t, k) TC_FIELD(struct S, m, TC_T_##t, TC_K_##k)
#define W(m, t, w) TC_FIELD_WORD(struct S, m, TC_T_##t, w)
#define N(m, t, l) TC_FIELD_NAME(struct S, m, TC_T_##t, l)
#define TABLE(x)   (x), sizeof(x) / sizeof((x)[0])

#define S bay_unit
static const struct tc_field unit_fields[] = {
    F(hex, I16, HEX),
    F(pos, U8, INT),
    W(facing, U8, bay_facing_words),
    N(firefight, I16, BAY_L_UNIT),
    W(life, U8, bay_life_words),
    F(casualties, U8, INT),
    F(depth, U8, INT),
    F(disordered, U8, BOOL),
    F(gun, U8, INT),
    F(limbered, U8, BOOL),
    F(fired, U8, BOOL),
    F(locks, U8, INT),
    F(hex0, I16, HEX),
    F(target, I16, HEX),
    W(facing0, U8, bay_facing_words),
    F(disordered0, U8, BOOL),
    F(moved, U8, INT),
    F(spent, U8, INT),
    F(isolated, U8, BOOL),
    F(priority, U8, INT),
    F(obstacle, U8, BOOL),
    W(deed, U8, bay_deed_words),
    F(volleyed, U8, BOOL),
    F(open, U8, INT),
    W(refuse, U8, bay_refuse_words),
    F(sector, U8, INT),
    F(in_sectors, U8, BOOL),
    F(attacked, U8, BOOL),
};
static const struct tc_fields unit_table = { "unit", TABLE(unit_fields), sizeof(struct S) };
#undef S

#define S bay_brigade
static const struct tc_field brigade_fields[] = {
    N(exempt_by, I16, BAY_L_BRIGADE),
    N(wing, U8, BAY_L_WING),
    W(line, U8, bay_line_words),
    F(slot, U8, INT),
    W(order, U8, bay_order_words),
    F(finished, U8, BOOL),
    F(gone, U8, BOOL),
    F(lost, U8, INT),
    F(liable, U8, BOOL),
    W(cause, U8, bay_cause_words),
    F(lost_now, U8, BOOL),
    F(fought, U8, BOOL),
    F(attacked, U8, BOOL),
    TC_FIELD_PAD(struct S, zero),
};
static const struct tc_fields brigade_table = { "brigade", TABLE(brigade_fields),
                                                sizeof(struct S) };
#undef S

#define S bay_leader
static const struct tc_field leader_fields[] = {
    N(direct, I16, BAY_L_BRIGADE),
    N(wing, U8, BAY_L_WING),
    W(line, U8, bay_line_words),
    F(rating, U8, INT),
    W(post, U8, bay_post_words),
    F(finished, U8, BOOL),
    F(moved, U8, BOOL),
    F(tried, U8, BOOL),
    F(stand_in, U8, BOOL),
};
static const struct tc_fields leader_table = { "leader", TABLE(leader_fields),
                                               sizeof(struct S) };
#undef S

#define S bay_wing
static const struct tc_field wing_fields[] = { F(lost_here, U8, INT),
                                               TC_FIELD_PAD(struct S, zero) };
static const struct tc_fields wing_table = { "wing", TABLE(wing_fields), sizeof(struct S) };
#undef S

#define S bay_impact
static const struct tc_field impact_fields[] = { F(hex, I16, HEX), N(source, I16, BAY_L_UNIT),
                                                 W(level, U8, bay_shot_words),
                                                 TC_FIELD_PAD(struct S, zero) };
static const struct tc_fields impact_table = { "impact", TABLE(impact_fields),
                                               sizeof(struct S) };
#undef S

#define S bay_attack
static const struct tc_field attack_fields[] = { N(unit, I16, BAY_L_UNIT), F(target, I16, HEX),
                                                 F(order, U8, INT), F(counter, U8, BOOL) };
static const struct tc_fields attack_table = { "attack", TABLE(attack_fields),
                                               sizeof(struct S) };
#undef S

#define S bay_now
static const struct tc_field now_fields[] = {
    N(brigade, I16, BAY_L_BRIGADE),
    N(leader, I16, BAY_L_LEADER),
    N(mover, I16, BAY_L_UNIT),
    N(mate, I16, BAY_L_UNIT),
    F(x_low, I16, INT),
    F(x_high, I16, INT),
    F(y_low, I16, INT),
    F(y_high, I16, INT),
    N(attacker, I16, BAY_L_UNIT),
    F(target, I16, HEX),
    F(origin, I16, HEX),
    W(tier, U8, bay_tier_words),
    F(passed, U8, BOOL),
    F(last, I8, SIDE),
    F(first, I8, SIDE),
    F(compliant, U8, BOOL),
    F(scattered, U8, BOOL),
    F(stage, U8, INT),
    F(isolated_turn, U8, BOOL),
    F(attacks, U8, INT),
    F(fought, U8, INT),
    W(further, U8, bay_code_words),
    F(broke, U8, BOOL),
    F(ac_tried, U8, BOOL),
    F(wc_tried, U8, BOOL),
    TC_FIELD_ARRAY(struct S, declined, TC_T_U8, TC_K_BOOL, TC_SIDES),
    F(guns_first, I8, SIDE),
    F(shown, U8, BOOL),
};
static const struct tc_fields now_table = { "now", TABLE(now_fields), sizeof(struct S) };
#undef S

#define S bay_state
#define ENGINE(m, t, n)                                                                        \
    {                                                                                          \
        .name = #m, .offset = (uint32_t)offsetof(struct S, m), .count = (n), .type = TC_T_##t, \
        .kind = TC_K_INT, .keyed = TC_NONE, .show = TC_SHOW_NONE                               \
    }
static const struct tc_field state_fields[] = {
    TC_FIELD_STRUCTS(struct S, head, &tc_head_fields, 1, TC_NONE),
    TC_FIELD_STRUCTS(struct S, now, &now_table, 1, TC_NONE),
    TC_FIELD_STRUCTS(struct S, wings, &wing_table, BAY_WINGS, BAY_L_WING),
    TC_FIELD_STRUCTS(struct S, leaders, &leader_table, BAY_LEADERS, BAY_L_LEADER),
    TC_FIELD_STRUCTS(struct S, brigades, &brigade_table, BAY_BRIGADES, BAY_L_BRIGADE),
    TC_FIELD_STRUCTS(struct S, attacks, &attack_table, BAY_ATTACKS, TC_NONE),
    TC_FIELD_STRUCTS(struct S, impacts, &impact_table, BAY_IMPACTS, TC_NONE),
    TC_FIELD_STRUCTS(struct S, units, &unit_table, BAY_UNITS, BAY_L_UNIT),
    ENGINE(below, I16, BAY_UNITS),
    ENGINE(at, I16, BAY_IDS),
    ENGINE(key, U32, 1),
};
const struct tc_fields bay_fields = { "bayonet", TABLE(state_fields), sizeof(struct S) };
