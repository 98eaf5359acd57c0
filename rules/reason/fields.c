/* rules/reason/fields.c - what lies where in the state: every byte once. */
#include "rules/reason/inner.h"

/* clang-format off */
#define U8(S, M)   TC_FIELD(struct S, M, TC_T_U8, TC_K_INT)
#define UPTO(S, M, N) TC_FIELD_COUNT(struct S, M, TC_T_U8, N)
#define INDEX(S, M, N) TC_FIELD_INDEX(struct S, M, TC_T_U8, N)
#define I16(S, M)  TC_FIELD(struct S, M, TC_T_I16, TC_K_INT)
#define YES(S, M)  TC_FIELD(struct S, M, TC_T_U8, TC_K_BOOL)
#define HEX(S, M)  TC_FIELD(struct S, M, TC_T_I16, TC_K_HEX)
#define A8(S, M, N)   TC_FIELD_ARRAY(struct S, M, TC_T_U8, TC_K_INT, N)
#define A16(S, M, N)  TC_FIELD_ARRAY(struct S, M, TC_T_I16, TC_K_INT, N)
#define AHEX(S, M, N) TC_FIELD_ARRAY(struct S, M, TC_T_I16, TC_K_HEX, N)
#define COUNT(T) ((uint16_t)(sizeof (T) / sizeof *(T)))

static const struct tc_field unit_field[] = {
    U8(rea_unit, sp),
    TC_FIELD_WORD(struct rea_unit, where, TC_T_U8, rea_where_words),
    INDEX(rea_unit, body, REA_BODIES),
    TC_FIELD_WORD(struct rea_unit, morale, TC_T_U8, rea_morale_words),
    U8(rea_unit, disordered), U8(rea_unit, kept), U8(rea_unit, voluntary), U8(rea_unit, failed),
    U8(rea_unit, active), U8(rea_unit, used), U8(rea_unit, ooc), U8(rea_unit, rallied),
    U8(rea_unit, tried), TC_FIELD_PAD(struct rea_unit, reserve), HEX(rea_unit, hex),
    U8(rea_unit, again), TC_FIELD_PAD(struct rea_unit, pad),
};
static const struct tc_fields unit_fields = { "unit", unit_field, COUNT(unit_field), sizeof(struct rea_unit) };

static const struct tc_field body_field[] = {
    AHEX(rea_body, hex, REA_LONG), A8(rea_body, unit, REA_STACK), UPTO(rea_body, units, REA_STACK),
    TC_FIELD(struct rea_body, side, TC_T_U8, TC_K_SIDE),
    TC_FIELD_WORD(struct rea_body, form, TC_T_U8, rea_form_words),
    U8(rea_body, facing), TC_FIELD_WORD(struct rea_body, hook, TC_T_U8, rea_hook_words),
    UPTO(rea_body, len, REA_LONG), U8(rea_body, under), U8(rea_body, fired), U8(rea_body, prolonged),
    U8(rea_body, rapid), U8(rea_body, moved), U8(rea_body, done), U8(rea_body, road),
    U8(rea_body, last), U8(rea_body, whole), U8(rea_body, loose), I16(rea_body, mp),
    I16(rea_body, er), U8(rea_body, checks), U8(rea_body, wait_hex), U8(rea_body, wait_side),
    U8(rea_body, steps), U8(rea_body, charged), U8(rea_body, d_taken), U8(rea_body, d_fresh),
    U8(rea_body, towed), U8(rea_body, pass), U8(rea_body, crossed),
    I16(rea_body, last_side_hex), U8(rea_body, square_moved), U8(rea_body, entered), U8(rea_body, rank),
    TC_FIELD_PAD(struct rea_body, pad),
};
static const struct tc_fields body_fields = { "body", body_field, COUNT(body_field), sizeof(struct rea_body) };

static const struct tc_field leader_field[] = {
    HEX(rea_leader, hex), TC_FIELD_WORD(struct rea_leader, fate, TC_T_U8, rea_fate_words),
    U8(rea_leader, placed), U8(rea_leader, in), U8(rea_leader, stunned), INDEX(rea_leader, with, REA_BODIES),
    U8(rea_leader, tried), U8(rea_leader, initiative), U8(rea_leader, range),
    U8(rea_leader, rating), U8(rea_leader, replaced), I16(rea_leader, mp), U8(rea_leader, moved),
    TC_FIELD_PAD(struct rea_leader, pad),
};
static const struct tc_fields leader_fields = { "leader", leader_field, COUNT(leader_field), sizeof(struct rea_leader) };

static const struct tc_field command_field[] = {
    U8(rea_command_state, finished), U8(rea_command_state, active),
    U8(rea_command_state, limited), U8(rea_command_state, chosen),
};
static const struct tc_fields command_fields = { "command", command_field, 4, sizeof(struct rea_command_state) };

static const struct tc_field due_field[] = {
    U8(rea_due_act, kind), INDEX(rea_due_act, body, REA_BODIES), U8(rea_due_act, left), U8(rea_due_act, moved),
    U8(rea_due_act, cause), U8(rea_due_act, max), HEX(rea_due_act, start),
};
static const struct tc_fields due_fields = { "due", due_field, COUNT(due_field), sizeof(struct rea_due_act) };

static const struct tc_field attack_field[] = {
    INDEX(rea_attack, body, REA_BODIES), INDEX(rea_attack, target, REA_BODIES), U8(rea_attack, charge), U8(rea_attack, fight),
    U8(rea_attack, fired), U8(rea_attack, retreated), HEX(rea_attack, hex),
};
static const struct tc_fields attack_fields = { "attack", attack_field, COUNT(attack_field), sizeof(struct rea_attack) };

static const struct tc_field defence_field[] = {
    INDEX(rea_defence, body, REA_BODIES), U8(rea_defence, fight), U8(rea_defence, done), U8(rea_defence, reacted),
    U8(rea_defence, counter), U8(rea_defence, fired), TC_FIELD_PAD(struct rea_defence, pad),
};
static const struct tc_fields defence_fields = { "defence", defence_field, COUNT(defence_field), sizeof(struct rea_defence) };

static const struct tc_field state_field[] = {
    TC_FIELD_STRUCTS(struct rea_state, head, &tc_head_fields, 1, TC_NONE),
    TC_FIELD_STRUCTS(struct rea_state, unit, &unit_fields, REA_UNITS, REA_L_UNIT),
    TC_FIELD_STRUCTS(struct rea_state, body, &body_fields, REA_BODIES, REA_L_UNIT),
    TC_FIELD_STRUCTS(struct rea_state, leader, &leader_fields, REA_LEADERS, REA_L_LEADER),
    TC_FIELD_STRUCTS(struct rea_state, command, &command_fields, REA_COMMANDS, REA_L_COMMAND),
    A8(rea_state, wing_done, REA_WINGS), A16(rea_state, morale, TC_SIDES),
    A16(rea_state, start_sp, TC_SIDES), A16(rea_state, points, TC_SIDES),
    A8(rea_state, steps, TC_SIDES), A8(rea_state, lapse, TC_SIDES),
    A8(rea_state, due_check, TC_SIDES), A8(rea_state, am_points, TC_SIDES),
    TC_FIELD_COUNTS(struct rea_state, goal, TC_T_U8, REA_GOALS, TC_SIDES), U8(rea_state, end_box), U8(rea_state, end_step),
    U8(rea_state, fog), UPTO(rea_state, won, 1), UPTO(rea_state, last_won, 1), U8(rea_state, any_won),
    A8(rea_state, die, TC_SIDES), U8(rea_state, special), UPTO(rea_state, special_side, 1),
    U8(rea_state, special_left), U8(rea_state, special_mode), U8(rea_state, ending),
    U8(rea_state, phase),
    UPTO(rea_state, acting, 1), INDEX(rea_state, wing, REA_WINGS), INDEX(rea_state, lead_command, REA_COMMANDS),
    U8(rea_state, solo), U8(rea_state, limited), U8(rea_state, cursor), U8(rea_state, cursor2),
    U8(rea_state, sub), INDEX(rea_state, mover, REA_BODIES), INDEX(rea_state, mover_leader, REA_LEADERS),
    U8(rea_state, reacting), U8(rea_state, moved_any), A8(rea_state, opp_fired, REA_BODIES / 8),
    A8(rea_state, opp_charged, REA_BODIES / 8), TC_FIELD_PAD(struct rea_state, pad1),
    HEX(rea_state, was_hex), UPTO(rea_state, back, REA_STEPS - 1), UPTO(rea_state, queued, REA_QUEUE),
    TC_FIELD_STRUCTS(struct rea_state, queue, &due_fields, REA_QUEUE, TC_NONE),
    A8(rea_state, passed, REA_PATH), UPTO(rea_state, passes, REA_PATH), UPTO(rea_state, attacks, REA_ATTACKS),
    UPTO(rea_state, defences, REA_ATTACKS), U8(rea_state, fights), U8(rea_state, fight), U8(rea_state, round),
    U8(rea_state, opp), TC_FIELD_PAD(struct rea_state, pad2),
    TC_FIELD_STRUCTS(struct rea_state, attack, &attack_fields, REA_ATTACKS, TC_NONE),
    TC_FIELD_STRUCTS(struct rea_state, defence, &defence_fields, REA_ATTACKS, TC_NONE),
    AHEX(rea_state, path, REA_PATH), UPTO(rea_state, path_len, REA_PATH),
    TC_FIELD_PAD(struct rea_state, pad4), AHEX(rea_state, run, REA_ATTACKS * REA_PATH),
    A8(rea_state, run_len, REA_ATTACKS), A8(rea_state, router, REA_ATTACKS),
    U8(rea_state, points_left), U8(rea_state, points_used), U8(rea_state, no_recall),
    U8(rea_state, recall_er), INDEX(rea_state, pursuer, REA_BODIES), INDEX(rea_state, chased, REA_BODIES),
    AHEX(rea_state, vacated, REA_ATTACKS * REA_WIDE), A8(rea_state, fire_join, 8), UPTO(rea_state, joins, 8),
    TC_FIELD_PAD(struct rea_state, pad3), HEX(rea_state, fire_hex), A8(rea_state, fire_part, 8),
    TC_FIELD_PAD(struct rea_state, tail),
};
/* clang-format on */

const struct tc_fields rea_fields = { "state", state_field, COUNT(state_field),
                                      sizeof(struct rea_state) };
