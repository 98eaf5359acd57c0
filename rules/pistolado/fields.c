/* rules/pistolado/fields.c - what lies where in a state, and who may see it. */
#include "kernel/field.h"

#include "rules/pistolado/words.h"
#include "rules/pistolado/inner.h"

#define R          struct pis_regiment
#define FLAG(S, M) TC_FIELD(S, M, TC_T_U8, TC_K_BOOL)
#define HIDDEN(S, M, T, K)                                                                     \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = (T), .kind = (K),  \
        .show = TC_SHOW_OWNER, .keyed = TC_NONE                                                \
    }
#define HIDDEN_WORD(S, M, W)                                                                   \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = TC_T_U8,           \
        .kind = TC_K_WORD, .words = (W), .show = TC_SHOW_OWNER, .keyed = TC_NONE               \
    }
#define HIDDEN_NAME(S, M, T, L)                                                                \
    {                                                                                          \
        .name = #M, .offset = (uint32_t)offsetof(S, M), .count = 1, .type = (T),               \
        .kind = TC_K_NAME, .list = (L), .show = TC_SHOW_OWNER, .keyed = TC_NONE                \
    }
#define TABLE(NAME, S, ROWS)                                                                   \
    static const struct tc_fields NAME = { #NAME, ROWS, sizeof(ROWS) / sizeof((ROWS)[0]),      \
                                           sizeof(S) }

static const struct tc_field regiment_rows[] = {
    TC_FIELD(R, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(R, y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(R, w, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(R, d, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(R, moved, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(R, pushed, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(R, wheel, TC_T_I32, TC_K_ANGLE),
    TC_FIELD(R, facing, TC_T_U16, TC_K_ANGLE),
    TC_FIELD_NAME(R, target, TC_T_I16, PIS_L_REGIMENT),
    TC_FIELD_NAME(R, aim, TC_T_I16, PIS_L_REGIMENT),
    TC_FIELD_NAME(R, quarry, TC_T_I16, PIS_L_REGIMENT),
    TC_FIELD_NAME(R, foe, TC_T_I16, PIS_L_REGIMENT),
    TC_FIELD(R, melee, TC_T_I8, TC_K_INT),
    TC_FIELD_WORD(R, place, TC_T_U8, pis_place_words),
    TC_FIELD_WORD(R, condition, TC_T_U8, pis_condition_words),
    TC_FIELD_WORD(R, formation, TC_T_U8, pis_formation_words),
    TC_FIELD(R, files, TC_T_U8, TC_K_INT),
    FLAG(R, turned),
    TC_FIELD(R, companies, TC_T_U8, TC_K_INT),
    TC_FIELD(R, pike, TC_T_U8, TC_K_INT),
    TC_FIELD(R, shot, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(R, cohesion, TC_T_U8, pis_level_words),
    TC_FIELD_WORD(R, role, TC_T_U8, pis_role_words),
    TC_FIELD(R, rounds, TC_T_U8, TC_K_INT),
    TC_FIELD_WORD(R, zone, TC_T_U8, pis_zone_words),
    FLAG(R, broken_into),
    FLAG(R, gave_ground),
    FLAG(R, rear_struck),
    FLAG(R, defending),
    TC_FIELD_WORD(R, rate, TC_T_U8, pis_rate_words),
    FLAG(R, acted),
    FLAG(R, faced),
    FLAG(R, frontage_changed),
    FLAG(R, formation_changed),
    FLAG(R, backed_up),
    FLAG(R, fired),
    FLAG(R, fired_if_charged),
    FLAG(R, rallied),
    FLAG(R, charged),
    FLAG(R, reacted),
    FLAG(R, held),
    FLAG(R, evaded),
    FLAG(R, broke),
    TC_FIELD_WORD(R, disaster, TC_T_U8, pis_due_words),
    TC_FIELD_WORD(R, cause, TC_T_U8, pis_cause_words),
    TC_FIELD(R, hit_levels, TC_T_U8, TC_K_INT),
    TC_FIELD(R, hit_companies, TC_T_U8, TC_K_INT),
    TC_FIELD_PAD(R, pad),
};
TABLE(regiment, R, regiment_rows);

#define B struct pis_brigade
static const struct tc_field brigade_rows[] = {
    TC_FIELD_WORD(B, order, TC_T_U8, pis_order_words),
    TC_FIELD_WORD(B, status, TC_T_U8, pis_status_words),
    HIDDEN(B, plan_order, TC_T_U8, TC_K_INT),
    HIDDEN(B, plan_try, TC_T_U8, TC_K_INT),
    HIDDEN(B, plan_die, TC_T_U8, TC_K_INT),
    HIDDEN(B, plan_status, TC_T_U8, TC_K_INT),
    TC_FIELD(B, initiative, TC_T_I8, TC_K_INT),
    FLAG(B, broken),
    FLAG(B, closed_in),
    TC_FIELD_PAD(B, pad),
};
TABLE(brigade, B, brigade_rows);

#define O struct pis_officer
static const struct tc_field officer_rows[] = {
    TC_FIELD(O, x, TC_T_I32, TC_K_LENGTH),
    TC_FIELD(O, y, TC_T_I32, TC_K_LENGTH),
    HIDDEN(O, plan_x, TC_T_I32, TC_K_LENGTH),
    HIDDEN(O, plan_y, TC_T_I32, TC_K_LENGTH),
    TC_FIELD_NAME(O, attached, TC_T_I16, PIS_L_REGIMENT),
    HIDDEN_NAME(O, plan_to, TC_T_I16, PIS_L_REGIMENT),
    HIDDEN_WORD(O, plan, pis_plan_words),
    TC_FIELD_WORD(O, condition, TC_T_U8, pis_officer_state_words),
    TC_FIELD(O, strategy, TC_T_I8, TC_K_INT),
    TC_FIELD(O, valour, TC_T_I8, TC_K_INT),
    FLAG(O, successor),
    TC_FIELD_PAD(O, pad),
};
TABLE(officer, O, officer_rows);

#define A struct pis_army
static const struct tc_field army_rows[] = {
    TC_FIELD(A, companies0, TC_T_I16, TC_K_INT),
    TC_FIELD(A, officers_lost, TC_T_U8, TC_K_INT),
    TC_FIELD(A, generals_lost, TC_T_U8, TC_K_INT),
    TC_FIELD(A, guns_taken, TC_T_U8, TC_K_INT),
    TC_FIELD_PAD(A, pad),
};
TABLE(army, A, army_rows);

#define S struct pis_state
static const struct tc_field state_rows[] = {
    TC_FIELD_STRUCTS(S, head, &tc_head_fields, 1, TC_NONE),
    TC_FIELD_STRUCTS(S, army, &army, TC_SIDES, TC_NONE),
    TC_FIELD_WORD(S, phase, TC_T_U8, pis_phase_words),
    FLAG(S, rain),
    TC_FIELD(S, resume, TC_T_U8, TC_K_INT),
    TC_FIELD(S, dues, TC_T_U8, TC_K_INT),
    TC_FIELD(S, side, TC_T_I8, TC_K_INT),
    TC_FIELD(S, at, TC_T_U8, TC_K_INT),
    TC_FIELD(S, lines, TC_T_U8, TC_K_INT),
    FLAG(S, must_close),
    TC_FIELD(S, stage, TC_T_U8, TC_K_INT),
    TC_FIELD(S, result, TC_T_U8, TC_K_INT),
    FLAG(S, meets),
    TC_FIELD(S, charges, TC_T_U8, TC_K_INT),
    TC_FIELD(S, unit, TC_T_I16, TC_K_INT),
    TC_FIELD(S, melee, TC_T_I8, TC_K_INT),
    TC_FIELD(S, melees, TC_T_U8, TC_K_INT),
    TC_FIELD(S, loser, TC_T_I8, TC_K_INT),
    TC_FIELD_PAD(S, pad0),
    TC_FIELD_ARRAY(S, line, TC_T_U8, TC_K_INT, PIS_BRIGADES),
    TC_FIELD_ARRAY(S, charge, TC_T_U8, TC_K_INT, PIS_REGIMENTS),
    TC_FIELD_STRUCTS(S, officer, &officer, PIS_OFFICERS, PIS_L_OFFICER),
    TC_FIELD_STRUCTS(S, brigade, &brigade, PIS_BRIGADES, PIS_L_BRIGADE),
    TC_FIELD_STRUCTS(S, regiment, &regiment, PIS_REGIMENTS, PIS_L_REGIMENT),
    TC_FIELD_PAD(S, pad1),
};

const struct tc_fields pis_fields = { "pistolado", state_rows,
                                      sizeof state_rows / sizeof state_rows[0],
                                      sizeof(struct pis_state) };

int pis_row_side(const struct tc_book *book, const void *state, const struct tc_field *f,
                 int row)
{
    const struct pis_book *bk = pis_book_of(book);

    (void)state;
    if (f->keyed == PIS_L_OFFICER)
        return row < bk->officers ? bk->officer[row].side : TC_SIDES;
    if (f->keyed == PIS_L_BRIGADE)
        return row < bk->brigades ? bk->brigade[row].side : TC_SIDES;
    if (f->keyed == PIS_L_REGIMENT)
        return row < bk->regiments ? bk->regiment[row].side : TC_SIDES;
    return TC_NONE;
}
