/* rules/minden/load_tables.c - data/minden/tables: shapes, limits, and into the book. */
#include <string.h>

#include "rules/minden/load_parts.h"

#define NEEDED          CYAML_FLAG_DEFAULT
#define INT(KEY, S, M)  CYAML_FIELD_INT(KEY, NEEDED, S, M)
#define TEXT(KEY, S, M) BOOK_FIELD_TEXT(KEY, NEEDED, S, M)
#define HEAD_LIMITS                                                                            \
    { "system", BOOK_NAME, 0, 0 }, { "table", BOOK_NAME, 0, 0 },                               \
    {                                                                                          \
        "rule", BOOK_RULE, 0, 0                                                                \
    }
#define END_LIMITS                                                                             \
    {                                                                                          \
        NULL, BOOK_LIMIT_END, 0, 0                                                             \
    }
#define SCHEMA(NAME)                                                                           \
    static const cyaml_schema_value_t NAME##_schema = { CYAML_VALUE_MAPPING(                   \
        CYAML_FLAG_POINTER, struct raw_##NAME, NAME##_fields) }

static struct min_tables *tables_of(struct tc_book *bk)
{
    return &((struct min_book *)(void *)bk)->t;
}

/* --- rows of kinds and grades ------------------------------------------------------------- */

struct by_kind {
    int8_t v[MIN_KINDS];
};

struct by_grade {
    int8_t v[MIN_GRADES];
};

static const cyaml_schema_field_t kind_fields[] = {
    INT("line-infantry", struct by_kind, v[MIN_LINE_INF]),
    INT("light-infantry", struct by_kind, v[MIN_LIGHT_INF]),
    INT("line-cavalry", struct by_kind, v[MIN_LINE_CAV]),
    INT("light-cavalry", struct by_kind, v[MIN_LIGHT_CAV]),
    INT("gun", struct by_kind, v[MIN_GUN_MH]),
    INT("light-gun", struct by_kind, v[MIN_GUN_LIGHT]),
    INT("command", struct by_kind, v[MIN_COMMAND]),
    CYAML_FIELD_END
};

static const cyaml_schema_field_t grade_fields[] = {
    INT("green", struct by_grade, v[MIN_GREEN]),
    INT("trained", struct by_grade, v[MIN_TRAINED]),
    INT("veteran", struct by_grade, v[MIN_VETERAN]), CYAML_FIELD_END
};

#define GRADES(KEY, S, M) CYAML_FIELD_MAPPING(KEY, NEEDED, S, M, grade_fields)

/* Grades go from bad to good: a better one is never worse off. */
static void grades_rise(struct book_reader *rd, const char *key, const int8_t v[MIN_GRADES],
                        int way)
{
    if ((v[MIN_TRAINED] - v[MIN_GREEN]) * way < 0 ||
        (v[MIN_VETERAN] - v[MIN_TRAINED]) * way < 0)
        book_wrong(rd, TC_E_RANGE, book_spot(rd->doc->root, key),
                   "must not %s from green over trained to veteran.",
                   way > 0 ? "fall" : "rise");
}

/* --- movement.yaml: N-B6 to N-B12 ------------------------------------------------------------
 */

struct raw_movement {
    struct book_head head;
    struct by_kind rate;
    struct by_grade grade_dice, owed_percent;
    int8_t brigade_dice, command_dice, counter_dice;
    const char *column_bonus, *enemy_limit, *charge_distance, *charge_angle, *support_distance,
        *carry_over;
};

static const cyaml_schema_field_t movement_fields[] = {
    BOOK_TABLE_HEAD(struct raw_movement),
    CYAML_FIELD_MAPPING("rate", NEEDED, struct raw_movement, rate, kind_fields),
    GRADES("grade_dice", struct raw_movement, grade_dice),
    GRADES("owed_percent", struct raw_movement, owed_percent),
    INT("brigade_dice", struct raw_movement, brigade_dice),
    INT("command_dice", struct raw_movement, command_dice),
    INT("counter_dice", struct raw_movement, counter_dice),
    TEXT("column_bonus", struct raw_movement, column_bonus),
    TEXT("enemy_limit", struct raw_movement, enemy_limit),
    TEXT("charge_distance", struct raw_movement, charge_distance),
    TEXT("charge_angle", struct raw_movement, charge_angle),
    TEXT("support_distance", struct raw_movement, support_distance),
    TEXT("carry_over", struct raw_movement, carry_over),
    CYAML_FIELD_END
};
SCHEMA(movement);

static const struct book_limit movement_limits[] = {
    HEAD_LIMITS,
    { "rate.*", BOOK_INT, 1, 5 },
    { "grade_dice.*", BOOK_INT, 0, 3 },
    { "owed_percent.*", BOOK_INT, 0, 100 },
    { "brigade_dice", BOOK_INT, 0, 2 },
    { "command_dice", BOOK_INT, 0, 2 },
    { "counter_dice", BOOK_INT, 1, 4 },
    { "column_bonus", BOOK_LENGTH, 0, 12000 },
    { "enemy_limit", BOOK_LENGTH, 0, 12000 },
    { "charge_distance", BOOK_LENGTH, 1000, 24000 },
    { "charge_angle", BOOK_ANGLE, 0, 8192 },
    { "support_distance", BOOK_LENGTH, 0, 24000 },
    { "carry_over", BOOK_LENGTH, 0, 6000 },
    END_LIMITS,
};

static void fill_movement(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_movement *r = raw;
    struct min_move_table *t = &tables_of(out)->move;

    memcpy(t->rate, r->rate.v, sizeof t->rate);
    memcpy(t->grade_dice, r->grade_dice.v, sizeof t->grade_dice);
    memcpy(t->owed_percent, r->owed_percent.v, sizeof t->owed_percent);
    t->brigade_dice = r->brigade_dice;
    t->command_dice = r->command_dice;
    t->counter_dice = r->counter_dice;
    t->column_bonus = book_length(r->column_bonus);
    t->enemy_limit = book_length(r->enemy_limit);
    t->charge_distance = book_length(r->charge_distance);
    t->charge_angle = book_angle(r->charge_angle);
    t->support_distance = book_length(r->support_distance);
    t->carry_over = book_length(r->carry_over);
    grades_rise(rd, "grade_dice", t->grade_dice, +1);
    grades_rise(rd, "owed_percent", t->owed_percent, -1);
}

/* --- clearing.yaml: N-A2
 * ----------------------------------------------------------------------- */

struct raw_clear_row {
    int8_t first_needs, second_dice, second_needs;
};

struct raw_clear_grades {
    struct raw_clear_row v[MIN_GRADES];
};

struct raw_clearing {
    struct book_head head;
    struct raw_clear_grades orange, red;
};

static const cyaml_schema_field_t clear_row_fields[] = {
    INT("first_needs", struct raw_clear_row, first_needs),
    INT("second_dice", struct raw_clear_row, second_dice),
    CYAML_FIELD_INT("second_needs", CYAML_FLAG_OPTIONAL, struct raw_clear_row, second_needs),
    CYAML_FIELD_END
};

#define CLEAR_ROW(KEY, G)                                                                      \
    CYAML_FIELD_MAPPING(KEY, NEEDED, struct raw_clear_grades, v[G], clear_row_fields)

static const cyaml_schema_field_t clear_grade_fields[] = { CLEAR_ROW("green", MIN_GREEN),
                                                           CLEAR_ROW("trained", MIN_TRAINED),
                                                           CLEAR_ROW("veteran", MIN_VETERAN),
                                                           CYAML_FIELD_END };

static const cyaml_schema_field_t clearing_fields[] = {
    BOOK_TABLE_HEAD(struct raw_clearing),
    CYAML_FIELD_MAPPING("orange", NEEDED, struct raw_clearing, orange, clear_grade_fields),
    CYAML_FIELD_MAPPING("red", NEEDED, struct raw_clearing, red, clear_grade_fields),
    CYAML_FIELD_END
};
SCHEMA(clearing);

static const struct book_limit clearing_limits[] = {
    HEAD_LIMITS,
    { "first_needs", BOOK_INT, 1, 7 },
    { "second_dice", BOOK_INT, 0, 4 },
    { "second_needs", BOOK_INT, 1, 7 },
    END_LIMITS,
};

static void fill_clear_rows(struct book_reader *rd, const char *key,
                            const struct raw_clear_grades *r, struct min_clear_row *out)
{
    const struct book_node *rows = book_child(rd->doc->root, key);

    for (int g = 0; g < MIN_GRADES; g++) {
        static const char *const grade[] = { "green", "trained", "veteran" };
        const struct raw_clear_row *v = &r->v[g];
        if (v->second_dice > 0 && v->second_needs == 0)
            book_wrong(rd, TC_E_KEY, book_spot(rows, grade[g]),
                       "the key \"second_needs\" is missing: the second throw has dice.");
        out[g] = (struct min_clear_row){ v->first_needs, v->second_dice, v->second_needs };
    }
}

static void fill_clearing(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_clearing *r = raw;

    fill_clear_rows(rd, "orange", &r->orange, tables_of(out)->clear[0]);
    fill_clear_rows(rd, "red", &r->red, tables_of(out)->clear[1]);
}

/* --- fire.yaml: N-D, N-E, N-M7, N-M8
 * ------------------------------------------------------------ */

struct raw_ranges {
    const char *near, *far, *canister;
};

struct raw_weapons {
    struct raw_ranges v[MIN_WEAPONS];
};

struct raw_fire {
    struct book_head head;
    struct raw_weapons ranges;
    struct by_grade grade_dice;
    int8_t hit_on, dense_dice, dense_depth, canister_dice, reduced_dice, test_at, rain_dice,
        calm_dice, gap_factor;
    const char *gun_half_angle, *over_heads, *gap_near;
};

static const cyaml_schema_field_t range_fields[] = {
    TEXT("short", struct raw_ranges, near),
    BOOK_FIELD_TEXT("long", CYAML_FLAG_OPTIONAL, struct raw_ranges, far),
    BOOK_FIELD_TEXT("canister", CYAML_FLAG_OPTIONAL, struct raw_ranges, canister),
    CYAML_FIELD_END
};

#define WEAPON(KEY, W) CYAML_FIELD_MAPPING(KEY, NEEDED, struct raw_weapons, v[W], range_fields)

static const cyaml_schema_field_t weapon_fields[] = {
    WEAPON("musket", MIN_MUSKET),       WEAPON("rifle", MIN_RIFLE),
    WEAPON("carbine", MIN_CARBINE),     WEAPON("gun", MIN_GUN),
    WEAPON("light-gun", MIN_LIGHT_GUN), CYAML_FIELD_END
};

static const cyaml_schema_field_t fire_fields[] = {
    BOOK_TABLE_HEAD(struct raw_fire),
    CYAML_FIELD_MAPPING("ranges", NEEDED, struct raw_fire, ranges, weapon_fields),
    GRADES("grade_dice", struct raw_fire, grade_dice),
    INT("hit_on", struct raw_fire, hit_on),
    INT("dense_dice", struct raw_fire, dense_dice),
    INT("dense_depth", struct raw_fire, dense_depth),
    INT("canister_dice", struct raw_fire, canister_dice),
    INT("reduced_dice", struct raw_fire, reduced_dice),
    INT("test_at", struct raw_fire, test_at),
    INT("rain_dice", struct raw_fire, rain_dice),
    INT("calm_dice", struct raw_fire, calm_dice),
    INT("gap_factor", struct raw_fire, gap_factor),
    TEXT("gun_half_angle", struct raw_fire, gun_half_angle),
    TEXT("over_heads", struct raw_fire, over_heads),
    TEXT("gap_near", struct raw_fire, gap_near),
    CYAML_FIELD_END
};
SCHEMA(fire);

static const struct book_limit fire_limits[] = {
    HEAD_LIMITS,
    { "short", BOOK_LENGTH, 500, 120000 },
    { "long", BOOK_LENGTH, 500, 120000 },
    { "canister", BOOK_LENGTH, 500, 120000 },
    { "grade_dice.*", BOOK_INT, 0, 6 },
    { "hit_on", BOOK_INT, 2, 6 },
    { "dense_dice", BOOK_INT, 0, 6 },
    { "dense_depth", BOOK_INT, 2, 10 },
    { "canister_dice", BOOK_INT, 0, 6 },
    { "reduced_dice", BOOK_INT, 0, 6 },
    { "test_at", BOOK_INT, 1, 20 },
    { "rain_dice", BOOK_INT, 0, 6 },
    { "calm_dice", BOOK_INT, 0, 6 },
    { "gap_factor", BOOK_INT, 1, 10 },
    { "gun_half_angle", BOOK_ANGLE, 1, 16384 },
    { "over_heads", BOOK_LENGTH, 0, 60000 },
    { "gap_near", BOOK_LENGTH, 0, 12000 },
    END_LIMITS,
};

static void fill_ranges(struct book_reader *rd, const struct raw_weapons *r,
                        struct min_fire_table *t)
{
    const struct book_node *rows = book_child(rd->doc->root, "ranges");

    for (int w = 0; w < MIN_NO_WEAPON; w++) {
        const char *key = weapon_fields[w].key;
        t->short_range[w] = book_length(r->v[w].near);
        t->long_range[w] = book_length(r->v[w].far);
        t->canister[w] = book_length(r->v[w].canister);
        if (t->long_range[w] && t->long_range[w] <= t->short_range[w])
            book_wrong(rd, TC_E_RANGE, book_spot(rows, key), "long must be more than short.");
        if (t->canister[w] > t->short_range[w])
            book_wrong(rd, TC_E_RANGE, book_spot(rows, key),
                       "canister must not be more than short.");
        if (t->canister[w] && w != MIN_GUN && w != MIN_LIGHT_GUN)
            book_wrong(rd, TC_E_KEY, book_spot(rows, key), "only guns have canister.");
    }
}

static void fill_fire(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_fire *r = raw;
    struct min_fire_table *t = &tables_of(out)->fire;

    fill_ranges(rd, &r->ranges, t);
    memcpy(t->grade_dice, r->grade_dice.v, sizeof t->grade_dice);
    t->hit_on = r->hit_on;
    t->dense_dice = r->dense_dice;
    t->dense_depth = r->dense_depth;
    t->canister_dice = r->canister_dice;
    t->reduced_dice = r->reduced_dice;
    t->test_at = r->test_at;
    t->rain_dice = r->rain_dice;
    t->calm_dice = r->calm_dice;
    t->gap_factor = r->gap_factor;
    t->gun_half_angle = book_angle(r->gun_half_angle);
    t->over_heads = book_length(r->over_heads);
    t->gap_near = book_length(r->gap_near);
    grades_rise(rd, "grade_dice", t->grade_dice, +1);
}

/* --- test.yaml: N-TAB-1
 * --------------------------------------------------------------------------- */

struct raw_loss {
    int8_t percent, value;
};

struct raw_die {
    int8_t v[MIN_GRADES][6];
};

struct raw_test {
    struct book_head head;
    int8_t disordered;
    struct raw_loss *losses;
    unsigned losses_count;
    int8_t destroyed_at, by_artillery, in_flank_or_rear, contact_flank, contact_rear;
    struct by_grade grade;
    int8_t self_retreat, friend_retreat, self_rout, friend_rout_same, friend_rout_other,
        friend_lost_same, friend_lost_other, charge, friends, command, rout_at;
    struct raw_die die;
    const char *distance;
};

static const cyaml_schema_field_t loss_fields[] = { INT("percent", struct raw_loss, percent),
                                                    INT("value", struct raw_loss, value),
                                                    CYAML_FIELD_END };
static const cyaml_schema_value_t loss_value = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_loss, loss_fields) };
static const cyaml_schema_value_t face_value = { CYAML_VALUE_INT(CYAML_FLAG_DEFAULT, int8_t) };

#define DIE(KEY, G)                                                                            \
    CYAML_FIELD_SEQUENCE_FIXED(KEY, NEEDED, struct raw_die, v[G], &face_value, 6)

static const cyaml_schema_field_t die_fields[] = { DIE("green", MIN_GREEN),
                                                   DIE("trained", MIN_TRAINED),
                                                   DIE("veteran", MIN_VETERAN),
                                                   CYAML_FIELD_END };

static const cyaml_schema_field_t test_fields[] = {
    BOOK_TABLE_HEAD(struct raw_test),
    INT("disordered", struct raw_test, disordered),
    CYAML_FIELD_SEQUENCE("losses", CYAML_FLAG_POINTER, struct raw_test, losses, &loss_value, 4,
                         4),
    INT("destroyed_at", struct raw_test, destroyed_at),
    INT("by_artillery", struct raw_test, by_artillery),
    INT("in_flank_or_rear", struct raw_test, in_flank_or_rear),
    INT("contact_flank", struct raw_test, contact_flank),
    INT("contact_rear", struct raw_test, contact_rear),
    GRADES("grade", struct raw_test, grade),
    INT("self_retreat", struct raw_test, self_retreat),
    INT("friend_retreat", struct raw_test, friend_retreat),
    INT("self_rout", struct raw_test, self_rout),
    INT("friend_rout_same", struct raw_test, friend_rout_same),
    INT("friend_rout_other", struct raw_test, friend_rout_other),
    INT("friend_lost_same", struct raw_test, friend_lost_same),
    INT("friend_lost_other", struct raw_test, friend_lost_other),
    INT("charge", struct raw_test, charge),
    INT("friends", struct raw_test, friends),
    INT("command", struct raw_test, command),
    INT("rout_at", struct raw_test, rout_at),
    CYAML_FIELD_MAPPING("die", NEEDED, struct raw_test, die, die_fields),
    TEXT("distance", struct raw_test, distance),
    CYAML_FIELD_END
};
SCHEMA(test);

static const struct book_limit test_limits[] = {
    HEAD_LIMITS,
    { "losses.percent", BOOK_INT, 1, 100 },
    { "losses.value", BOOK_INT, -20, 0 },
    { "destroyed_at", BOOK_INT, 1, 100 },
    { "charge", BOOK_INT, 0, 20 },
    { "friends", BOOK_INT, 0, 20 },
    { "command", BOOK_INT, 0, 20 },
    { "rout_at", BOOK_INT, -40, 0 },
    { "die.*", BOOK_INT, -6, 6 },
    { "distance", BOOK_LENGTH, 0, 120000 },
    { "grade.*", BOOK_INT, -20, 20 },
    { "disordered", BOOK_INT, -20, 0 },
    { "by_artillery", BOOK_INT, -20, 0 },
    { "in_flank_or_rear", BOOK_INT, -20, 0 },
    { "contact_flank", BOOK_INT, -20, 0 },
    { "contact_rear", BOOK_INT, -20, 0 },
    { "self_retreat", BOOK_INT, -20, 0 },
    { "friend_retreat", BOOK_INT, -20, 0 },
    { "self_rout", BOOK_INT, -20, 0 },
    { "friend_rout_same", BOOK_INT, -20, 0 },
    { "friend_rout_other", BOOK_INT, -20, 0 },
    { "friend_lost_same", BOOK_INT, -20, 0 },
    { "friend_lost_other", BOOK_INT, -20, 0 },
    END_LIMITS,
};

/* Percentages rise from row to row up to the one that destroys. */
static void fill_losses(struct book_reader *rd, const struct raw_test *r,
                        struct min_test_table *t)
{
    const struct book_node *rows = book_child(rd->doc->root, "losses");

    for (int i = 0; i < 4; i++) {
        t->loss_percent[i] = r->losses[i].percent;
        t->loss_value[i] = r->losses[i].value;
        if (i > 0 && t->loss_percent[i] <= t->loss_percent[i - 1])
            book_wrong(rd, TC_E_RANGE, book_item(rows, i),
                       "percent must rise from row to row.");
    }
    t->loss_percent[4] = r->destroyed_at;
    if (t->loss_percent[4] <= t->loss_percent[3])
        book_wrong(rd, TC_E_RANGE, book_spot(rd->doc->root, "destroyed_at"),
                   "must be more than the last percent of losses.");
}

static void fill_test(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_test *r = raw;
    struct min_test_table *t = &tables_of(out)->test;

    fill_losses(rd, r, t);
    t->disordered = r->disordered;
    t->by_artillery = r->by_artillery;
    t->in_flank_or_rear = r->in_flank_or_rear;
    t->contact_flank = r->contact_flank;
    t->contact_rear = r->contact_rear;
    memcpy(t->grade, r->grade.v, sizeof t->grade);
    t->self_retreat = r->self_retreat;
    t->friend_retreat = r->friend_retreat;
    t->self_rout = r->self_rout;
    t->friend_rout_same = r->friend_rout_same;
    t->friend_rout_other = r->friend_rout_other;
    t->friend_lost_same = r->friend_lost_same;
    t->friend_lost_other = r->friend_lost_other;
    t->charge = r->charge;
    t->friends = r->friends;
    t->command = r->command;
    t->rout_at = r->rout_at;
    memcpy(t->die, r->die.v, sizeof t->die);
    t->distance = book_length(r->distance);
    grades_rise(rd, "grade", t->grade, +1);
    for (int g = 0; g < MIN_GRADES; g++)
        for (int f = 1; f < 6; f++)
            if (t->die[g][f] < t->die[g][f - 1]) /* N-X2: a 6 can only help */
                book_wrong(rd, TC_E_RANGE, book_spot(rd->doc->root, "die"),
                           "a higher face must not be worse (face %d of row %d).", f + 1,
                           g + 1);
}

/* --- melee.yaml: N-F7, N-F12, N-B5b
 * ---------------------------------------------------------------- */

struct raw_melee {
    struct book_head head;
    int8_t figures_per_factor, made_retreat_factors;
    const char *draw_back;
};

static const cyaml_schema_field_t melee_fields[] = {
    BOOK_TABLE_HEAD(struct raw_melee),
    INT("figures_per_factor", struct raw_melee, figures_per_factor),
    INT("made_retreat_factors", struct raw_melee, made_retreat_factors),
    TEXT("draw_back", struct raw_melee, draw_back), CYAML_FIELD_END
};
SCHEMA(melee);

static const struct book_limit melee_limits[] = {
    HEAD_LIMITS,
    { "figures_per_factor", BOOK_INT, 1, 20 },
    { "made_retreat_factors", BOOK_INT, 0, 10 },
    { "draw_back", BOOK_LENGTH, 0, 12000 },
    END_LIMITS,
};

static void fill_melee(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_melee *r = raw;
    struct min_melee_table *t = &tables_of(out)->melee;

    (void)rd;
    t->figures_per_factor = r->figures_per_factor;
    t->made_retreat_factors = r->made_retreat_factors;
    t->draw_back = book_length(r->draw_back);
}

/* --- fog.yaml: N-M
 * ----------------------------------------------------------------------------------- */

struct raw_fog_row {
    int8_t roll;
    enum min_fog_effect allied, french;
};

struct raw_fog {
    struct book_head head;
    int8_t happens_on, shift_guns, twice_guns, rain_goes_on;
    struct raw_fog_row *rows;
    unsigned rows_count;
    const char *allied_advance, *french_advance;
};

static const cyaml_strval_t fog_words[] = {
    { "nothing", MIN_FOG_NOTHING },
    { "commander-killed", MIN_FOG_COMMANDER_KILLED },
    { "commander-unhorsed", MIN_FOG_COMMANDER_UNHORSED },
    { "crisis-meeting", MIN_FOG_CRISIS_MEETING },
    { "horse-holds-back", MIN_FOG_HORSE_HOLDS_BACK },
    { "horse-out-of-command", MIN_FOG_HORSE_OUT_OF_COMMAND },
    { "lost-orders", MIN_FOG_LOST_ORDERS },
    { "heavy-rain", MIN_FOG_HEAVY_RAIN },
    { "dead-calm", MIN_FOG_DEAD_CALM },
    { "inspired-command", MIN_FOG_INSPIRED_COMMAND },
    { "shift-guns", MIN_FOG_SHIFT_GUNS },
    { "guns-fire-twice", MIN_FOG_GUNS_FIRE_TWICE },
    { "brigade-advances", MIN_FOG_BRIGADE_ADVANCES },
    { "brigade-attacks", MIN_FOG_BRIGADE_ATTACKS },
    { "order-restored", MIN_FOG_ORDER_RESTORED },
};
_Static_assert(CYAML_ARRAY_LEN(fog_words) == MIN_FOG_EFFECTS, "every effect has a word");

#define FOG(KEY, M) BOOK_FIELD_WORD(KEY, CYAML_FLAG_DEFAULT, struct raw_fog_row, M, fog_words)

static const cyaml_schema_field_t fog_row_fields[] = { INT("roll", struct raw_fog_row, roll),
                                                       FOG("allied", allied),
                                                       FOG("french", french), CYAML_FIELD_END };
static const cyaml_schema_value_t fog_row_value = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_fog_row, fog_row_fields) };

static const cyaml_schema_field_t fog_fields[] = {
    BOOK_TABLE_HEAD(struct raw_fog),
    INT("happens_on", struct raw_fog, happens_on),
    INT("shift_guns", struct raw_fog, shift_guns),
    INT("twice_guns", struct raw_fog, twice_guns),
    INT("rain_goes_on", struct raw_fog, rain_goes_on),
    TEXT("allied_advance", struct raw_fog, allied_advance),
    TEXT("french_advance", struct raw_fog, french_advance),
    CYAML_FIELD_SEQUENCE("rows", CYAML_FLAG_POINTER, struct raw_fog, rows, &fog_row_value, 0,
                         64),
    CYAML_FIELD_END
};
SCHEMA(fog);

static const struct book_limit fog_limits[] = {
    HEAD_LIMITS,
    { "happens_on", BOOK_INT, 0, 6 },
    { "shift_guns", BOOK_INT, 0, 12 },
    { "twice_guns", BOOK_INT, 0, 12 },
    { "rain_goes_on", BOOK_INT, 0, 6 },
    { "allied_advance", BOOK_LENGTH, 0, 12000 },
    { "french_advance", BOOK_LENGTH, 0, 12000 },
    { "rows.roll", BOOK_INT, 2, 12 },
    END_LIMITS,
};

/* Rows 2 to 12, each once. */
static void fill_fog_rows(struct book_reader *rd, const struct raw_fog *r,
                          struct min_fog_table *t)
{
    const struct book_node *rows = book_child(rd->doc->root, "rows");
    bool seen[13] = { false };

    for (unsigned i = 0; i < r->rows_count; i++) {
        const struct raw_fog_row *row = &r->rows[i];
        if (seen[row->roll])
            book_wrong(rd, TC_E_KEY, book_item(rows, (int)i),
                       "the row of a %d stands here a second time.", row->roll);
        seen[row->roll] = true;
        t->row[MIN_ALLIED][row->roll] = (uint8_t)row->allied;
        t->row[MIN_FRENCH][row->roll] = (uint8_t)row->french;
    }
    for (int roll = 2; roll <= 12; roll++)
        if (!seen[roll])
            book_wrong(rd, TC_E_KEY, rows,
                       "the row of a %d is missing; allowed: 2 to 12, each "
                       "once.",
                       roll);
}

static void fill_fog(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_fog *r = raw;
    struct min_fog_table *t = &tables_of(out)->fog;

    fill_fog_rows(rd, r, t);
    t->happens_on = r->happens_on;
    t->shift_guns = r->shift_guns;
    t->twice_guns = r->twice_guns;
    t->rain_goes_on = r->rain_goes_on;
    t->advance[MIN_ALLIED] = book_length(r->allied_advance);
    t->advance[MIN_FRENCH] = book_length(r->french_advance);
}

/* --- victory.yaml: N-VIC; command.yaml: N-K1, N-L17
 * ---------------------------------------------------- */

struct raw_victory {
    struct book_head head;
    int8_t broken_percent, lead_percent;
    int16_t per_figure, per_unit, per_commander;
};

static const cyaml_schema_field_t victory_fields[] = {
    BOOK_TABLE_HEAD(struct raw_victory),
    INT("broken_percent", struct raw_victory, broken_percent),
    INT("per_figure", struct raw_victory, per_figure),
    INT("per_unit", struct raw_victory, per_unit),
    INT("per_commander", struct raw_victory, per_commander),
    INT("lead_percent", struct raw_victory, lead_percent),
    CYAML_FIELD_END
};
SCHEMA(victory);

static const struct book_limit victory_limits[] = {
    HEAD_LIMITS,
    { "broken_percent", BOOK_INT, 1, 100 },
    { "lead_percent", BOOK_INT, 0, 100 },
    { "per_figure", BOOK_INT, 0, 1000 },
    { "per_unit", BOOK_INT, 0, 1000 },
    { "per_commander", BOOK_INT, 0, 1000 },
    END_LIMITS,
};

static void fill_victory(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_victory *r = raw;
    struct min_victory_table *t = &tables_of(out)->victory;

    (void)rd;
    t->broken_percent = r->broken_percent;
    t->per_figure = r->per_figure;
    t->per_unit = r->per_unit;
    t->per_commander = r->per_commander;
    t->lead_percent = r->lead_percent;
}

struct raw_command {
    struct book_head head;
    const char *radius;
    int8_t entry_needs;
};

static const cyaml_schema_field_t command_fields[] = {
    BOOK_TABLE_HEAD(struct raw_command), TEXT("radius", struct raw_command, radius),
    INT("entry_needs", struct raw_command, entry_needs), CYAML_FIELD_END
};
SCHEMA(command);

static const struct book_limit command_limits[] = {
    HEAD_LIMITS,
    { "radius", BOOK_LENGTH, 0, 120000 },
    { "entry_needs", BOOK_INT, 2, 6 },
    END_LIMITS,
};

static void fill_command(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_command *r = raw;

    (void)rd;
    tables_of(out)->command_radius = book_length(r->radius);
    tables_of(out)->entry_needs = r->entry_needs;
}

/* --- the list
 * --------------------------------------------------------------------------------------------
 */

#define PART(NAME)                                                                             \
    const struct book_part book_minden_##NAME = { #NAME, &NAME##_schema, NAME##_limits,        \
                                                  fill_##NAME }

PART(movement);
PART(clearing);
PART(fire);
PART(test);
PART(melee);
PART(fog);
PART(victory);
PART(command);
