/* rules/pistolado/load_melee.c - data/pistolado/tables: melee, officers, stands, victory,
 * obstacles.
 */
#include <string.h>

#include "rules/pistolado/load_parts.h"
#include "rules/pistolado/load_raw.h"

static void unsound(struct book_reader *rd, bool sound, const struct tc_why *why)
{
    if (!sound)
        book_wrong(rd, why->err, rd->doc->root, "%s", why->text);
}

/* --- melee-modifiers.yaml --- */

struct raw_melee_modifiers {
    struct book_head head;
    struct pis_melee_mods v;
};
#define F(KEY, M) INT(KEY, struct raw_melee_modifiers, v.M)
static const cyaml_schema_field_t melee_modifiers_fields[] = {
    BOOK_TABLE_HEAD(struct raw_melee_modifiers),
    F("charge", charge),
    F("deep_horse", deep_horse),
    F("deep_ranks", deep_ranks),
    F("lance", lance),
    F("horse_on_pikes", pikes),
    F("lance_on_pikes", pikes_lance),
    F("horse_on_shot_forward", pikes_shot_forward),
    F("higher_ferocity", ferocity),
    F("twice_the_companies", twice),
    F("thrice_the_companies", thrice),
    F("further_regiment", further),
    F("further_most", further_most),
    F("defends_obstacle", obstacle),
    F("broken_into", broken_into),
    F("gave_ground", gave_ground),
    CYAML_FIELD_END
};
#undef F
SCHEMA(melee_modifiers);
static const struct book_limit melee_modifiers_limits[] = {
    HEAD_LIMITS, { "deep_ranks", BOOK_INT, 1, 12 }, { "*", BOOK_INT, -10, 10 }, END_LIMITS
};

static void fill_melee_modifiers(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    (void)rd;
    book_pis_of(out)->t.melee_mod = ((const struct raw_melee_modifiers *)raw)->v;
}

/* --- melee-type.yaml --- */

struct raw_line {
    const char *row;
};
struct raw_melee_type {
    struct book_head head;
    struct raw_line *rows;
    unsigned rows_count;
};
static const cyaml_schema_field_t line_fields[] = { TEXT("row", struct raw_line, row),
                                                    CYAML_FIELD_END };
static const cyaml_schema_value_t line_value = ENTRY(struct raw_line, line_fields);
static const cyaml_schema_field_t melee_type_fields[] = {
    BOOK_TABLE_HEAD(struct raw_melee_type),
    LIST("rows", 0, struct raw_melee_type, rows, line_value, PIS_STRENGTHS, PIS_STRENGTHS),
    CYAML_FIELD_END
};
SCHEMA(melee_type);
static const struct book_limit melee_type_limits[] = { HEAD_LIMITS, END_LIMITS };

static void fill_melee_type(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_melee_type *r = raw;
    struct pis_melee *t = &book_pis_of(out)->t.melee;
    const struct book_node *rows = book_child(rd->doc->root, "rows");
    struct tc_why why;
    bool whole = true;

    for (int i = 0; i < PIS_STRENGTHS; i++)
        whole &= book_pis_row(rd, book_item(rows, i), r->rows[i].row, pis_type_words,
                              t->type[i], PIS_STRENGTHS);
    if (whole)
        unsound(rd, pis_type_sound(t, &why), &why);
}

/* --- melee-outcome.yaml --- */

struct raw_enemies {
    const char *type[PIS_TYPES];
};
struct raw_melee_outcome {
    struct book_head head;
    struct raw_enemies v[PIS_ENEMIES];
};
static const cyaml_schema_field_t enemies_fields[] = {
    TEXT("A", struct raw_enemies, type[PIS_A]),   TEXT("ES", struct raw_enemies, type[PIS_ES]),
    TEXT("US", struct raw_enemies, type[PIS_US]), TEXT("DS", struct raw_enemies, type[PIS_DS]),
    TEXT("OV", struct raw_enemies, type[PIS_OV]), CYAML_FIELD_END
};
#define E(KEY, I)                                                                              \
    CYAML_FIELD_MAPPING(KEY, NEEDED, struct raw_melee_outcome, v[I], enemies_fields)
static const cyaml_schema_field_t melee_outcome_fields[] = { BOOK_TABLE_HEAD(
                                                                 struct raw_melee_outcome),
                                                             E("inf-inf", PIS_INF_INF),
                                                             E("inf-cav", PIS_INF_CAV),
                                                             E("cav-inf", PIS_CAV_INF),
                                                             E("cav-cav", PIS_CAV_CAV),
                                                             CYAML_FIELD_END };
#undef E
SCHEMA(melee_outcome);
static const struct book_limit melee_outcome_limits[] = { HEAD_LIMITS, END_LIMITS };

static void fill_melee_outcome(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_melee_outcome *r = raw;
    struct pis_melee *t = &book_pis_of(out)->t.melee;
    struct tc_why why;
    bool whole = true;

    for (int e = 0; e < PIS_ENEMIES; e++) {
        const struct book_node *at = book_child(rd->doc->root, pis_enemies_words[e]);

        for (int k = 0; k < PIS_TYPES; k++)
            whole &= book_pis_row(rd, book_spot(at, pis_type_words[k]), r->v[e].type[k],
                                  pis_outcome_words, t->outcome[e][k], 11);
    }
    if (whole)
        unsound(rd, pis_outcome_sound(t, &why), &why);
}

/* --- casualties.yaml --- */

struct raw_fate {
    int8_t large[PIS_TOTALS], small[PIS_TOTALS];
};
struct raw_casualties {
    struct book_head head;
    int8_t small_regiment;
    struct raw_fate v[PIS_FATES];
};
static const cyaml_schema_field_t fate_fields[] = {
    INTS("large", struct raw_fate, large, PIS_TOTALS),
    INTS("small", struct raw_fate, small, PIS_TOTALS), CYAML_FIELD_END
};
#define E(KEY, I) CYAML_FIELD_MAPPING(KEY, NEEDED, struct raw_casualties, v[I], fate_fields)
static const cyaml_schema_field_t casualties_fields[] = {
    BOOK_TABLE_HEAD(struct raw_casualties),
    INT("small_regiment", struct raw_casualties, small_regiment),
    E("winner", PIS_F_WINNER),
    E("locked", PIS_F_LOCKED),
    E("give-ground", PIS_F_GG),
    E("broken-into", PIS_F_BI),
    E("rout", PIS_F_RT),
    CYAML_FIELD_END
};
#undef E
SCHEMA(casualties);
static const struct book_limit casualties_limits[] = { HEAD_LIMITS,
                                                       { "*", BOOK_INT, 0, 60 },
                                                       { "large", BOOK_INT, 0, 20 },
                                                       { "small", BOOK_INT, 0, 20 },
                                                       END_LIMITS };

static void fill_casualties(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_casualties *r = raw;
    struct pis_melee *t = &book_pis_of(out)->t.melee;
    struct tc_why why;

    t->small_regiment = r->small_regiment;
    for (int f = 0; f < PIS_FATES; f++)
        for (int i = 0; i < PIS_TOTALS; i++) {
            t->loss[f][0][i] = (uint8_t)r->v[f].large[i];
            t->loss[f][1][i] = (uint8_t)r->v[f].small[i];
        }
    unsound(rd, pis_casualties_sound(t, &why), &why);
}

/* --- officers.yaml --- */

struct raw_risk {
    int8_t killed, captured, wounded;
};
struct raw_officers {
    struct book_head head;
    const char *reach;
    int8_t far_from_general, no_officer_needs, successor_less;
    struct raw_risk v[PIS_RISKS];
};
static const cyaml_schema_field_t risk_fields[] = {
    MAY_INT("killed", struct raw_risk, killed), MAY_INT("captured", struct raw_risk, captured),
    MAY_INT("wounded", struct raw_risk, wounded), CYAML_FIELD_END
};
#define E(KEY, I) CYAML_FIELD_MAPPING(KEY, NEEDED, struct raw_officers, v[I], risk_fields)
static const cyaml_schema_field_t officers_fields[] = {
    BOOK_TABLE_HEAD(struct raw_officers),
    TEXT("reach", struct raw_officers, reach),
    INT("far_from_general", struct raw_officers, far_from_general),
    INT("no_officer_needs", struct raw_officers, no_officer_needs),
    INT("successor_less", struct raw_officers, successor_less),
    E("fire", PIS_RISK_FIRE),
    E("even", PIS_RISK_EVEN),
    E("give-ground", PIS_RISK_GG),
    E("broken-into", PIS_RISK_BI),
    E("rout", PIS_RISK_RT),
    CYAML_FIELD_END
};
#undef E
SCHEMA(officers);
static const struct book_limit officers_limits[] = {
    HEAD_LIMITS, { "reach", BOOK_LENGTH, 0, 60000 }, { "*", BOOK_INT, 0, 12 }, END_LIMITS
};

static void fill_officers(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_officers *r = raw;
    struct pis_officers *t = &book_pis_of(out)->t.officer;

    t->reach = book_length(r->reach);
    t->far_from_general = r->far_from_general;
    t->no_officer_needs = r->no_officer_needs;
    t->successor_less = r->successor_less;
    for (int i = 0; i < PIS_RISKS; i++) {
        t->killed[i] = r->v[i].killed;
        t->captured[i] = r->v[i].captured;
        t->wounded[i] = r->v[i].wounded;
        if ((t->captured[i] && t->captured[i] <= t->killed[i]) ||
            (t->wounded[i] &&
             t->wounded[i] <= (t->captured[i] ? t->captured[i] : t->killed[i])))
            book_wrong(rd, TC_E_RANGE, rd->doc->root,
                       "killed, captured and wounded must rise in every row.");
    }
}

/* --- stands.yaml, victory.yaml --- */

struct raw_stands {
    struct book_head head;
    const char *foot_w, *foot_d, *horse_w, *horse_d, *gun_w, *gun_d, *officer, *point_blank,
        *hold, *leader, *edge, *arc, *battery, *wheel;
    int8_t ranks, files;
};
#define F(KEY, M) TEXT(KEY, struct raw_stands, M)
static const cyaml_schema_field_t stands_fields[] = {
    BOOK_TABLE_HEAD(struct raw_stands),
    F("foot_width", foot_w),
    F("foot_depth", foot_d),
    F("horse_width", horse_w),
    F("horse_depth", horse_d),
    F("gun_width", gun_w),
    F("gun_depth", gun_d),
    F("officer", officer),
    F("point_blank", point_blank),
    F("hold_distance", hold),
    F("leader_distance", leader),
    F("defended_edge", edge),
    F("fire_arc", arc),
    F("battery_arc", battery),
    F("charge_wheel", wheel),
    INT("horse_ranks_most", struct raw_stands, ranks),
    INT("caracole_files_most", struct raw_stands, files),
    CYAML_FIELD_END
};
#undef F
SCHEMA(stands);
static const struct book_limit stands_limits[] = {
    HEAD_LIMITS,
    { "fire_arc", BOOK_ANGLE, 0, 16384 },
    { "battery_arc", BOOK_ANGLE, 0, 16384 },
    { "charge_wheel", BOOK_ANGLE, 0, 16384 },
    { "horse_ranks_most", BOOK_INT, 2, 12 },
    { "caracole_files_most", BOOK_INT, 1, 12 },
    { "foot_width", BOOK_LENGTH, 0, 24000 },
    { "foot_depth", BOOK_LENGTH, 0, 24000 },
    { "horse_width", BOOK_LENGTH, 0, 24000 },
    { "horse_depth", BOOK_LENGTH, 0, 24000 },
    { "gun_width", BOOK_LENGTH, 0, 24000 },
    { "gun_depth", BOOK_LENGTH, 0, 24000 },
    { "officer", BOOK_LENGTH, 0, 24000 },
    { "point_blank", BOOK_LENGTH, 0, 24000 },
    { "hold_distance", BOOK_LENGTH, 0, 24000 },
    { "leader_distance", BOOK_LENGTH, 0, 24000 },
    { "defended_edge", BOOK_LENGTH, 0, 24000 },
    END_LIMITS,
};

static void fill_stands(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_stands *r = raw;
    struct pis_stands *t = &book_pis_of(out)->t.stand;

    *t = (struct pis_stands){ book_length(r->foot_w),
                              book_length(r->foot_d),
                              book_length(r->horse_w),
                              book_length(r->horse_d),
                              book_length(r->gun_w),
                              book_length(r->gun_d),
                              book_length(r->officer),
                              book_length(r->point_blank),
                              book_length(r->hold),
                              book_length(r->leader),
                              book_length(r->edge),
                              book_angle(r->arc),
                              book_angle(r->battery),
                              book_angle(r->wheel),
                              r->ranks,
                              r->files };
    if (t->foot_w < 100 || t->foot_d < 100 || t->horse_w < 100 || t->horse_d < 100 ||
        t->gun_w < 100 || t->gun_d < 100)
        book_wrong(rd, TC_E_RANGE, rd->doc->root,
                   "a stand is at least 0.1 inches wide and deep.");
}

struct raw_victory {
    struct book_head head;
    struct pis_victory v;
};
#define F(KEY, M) INT(KEY, struct raw_victory, v.M)
static const cyaml_schema_field_t victory_fields[] = { BOOK_TABLE_HEAD(struct raw_victory),
                                                       F("broken_brigade_percent",
                                                         broken_brigade),
                                                       F("broken_army_percent", broken_army),
                                                       F("army_losses_percent", army_losses),
                                                       F("share_num", share_num),
                                                       F("share_den", share_den),
                                                       F("company", company),
                                                       F("regiment", regiment),
                                                       F("officer", officer),
                                                       F("general", general),
                                                       F("gun", gun),
                                                       F("lead_percent", lead),
                                                       CYAML_FIELD_END };
#undef F
SCHEMA(victory);
static const struct book_limit victory_limits[] = {
    HEAD_LIMITS, { "share_den", BOOK_INT, 1, 100 }, { "*", BOOK_INT, 0, 120 }, END_LIMITS
};

static void fill_victory(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    (void)rd;
    book_pis_of(out)->t.victory = ((const struct raw_victory *)raw)->v;
}

PIS_PART(melee_modifiers, "melee-modifiers");
PIS_PART(melee_type, "melee-type");
PIS_PART(melee_outcome, "melee-outcome");
PIS_PART(casualties, "casualties");
PIS_PART(officers, "officers");
PIS_PART(stands, "stands");
PIS_PART(victory, "victory");
