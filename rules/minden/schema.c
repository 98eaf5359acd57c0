/* rules/minden/schema.c - the keys of minden's files, and where they go in the book.
 *
 * Tables first, in the order they are read; then ground and maps; then the scenario, whose
 * order of battle is in schema_units.c.
 */
#include "rules/minden/schema.h"

#include <string.h>

#include "rules/minden/minden.h"
#include "rules/minden/words.h"

/* Grades go from bad to good: a better one is never worse off. */
static void grades_rise(struct tc_reading *r, const char *key, const int8_t v[MIN_GRADES],
                        int way)
{
    if ((v[MIN_TRAINED] - v[MIN_GREEN]) * way < 0 ||
        (v[MIN_VETERAN] - v[MIN_TRAINED]) * way < 0)
        tc_wrong(r, TC_E_RANGE, key, "must not %s from green over trained to veteran.",
                 way > 0 ? "fall" : "rise");
}

#define AT struct min_book

/* --- movement.yaml: N-B6 to N-B12 --- */

static void check_movement(struct tc_reading *r, void *book)
{
    const struct min_move_table *t = &((struct min_book *)book)->t.move;

    grades_rise(r, "grade_dice", t->grade_dice, +1);
    grades_rise(r, "owed_percent", t->owed_percent, -1);
}

static const struct tc_key movement_keys[] = {
    BY("rate", t.move.rate, min_kind_words, 1, 5),
    BY("grade_dice", t.move.grade_dice, min_grade_words, 0, 3),
    BY("owed_percent", t.move.owed_percent, min_grade_words, 0, 100),
    COUNT("brigade_dice", t.move.brigade_dice, 0, 2),
    COUNT("command_dice", t.move.command_dice, 0, 2),
    COUNT("counter_dice", t.move.counter_dice, 1, 4),
    LENGTH("column_bonus", t.move.column_bonus, 0, 12000),
    LENGTH("enemy_limit", t.move.enemy_limit, 0, 12000),
    LENGTH("charge_distance", t.move.charge_distance, 1000, 24000),
    ANGLE("charge_angle", t.move.charge_angle, 0, 8192),
    LENGTH("support_distance", t.move.support_distance, 0, 24000),
    LENGTH("carry_over", t.move.carry_over, 0, 6000),
    KEYS_END,
};

/* --- clearing.yaml: N-A2 --- */

#undef AT
#define AT struct min_clear_row
static void check_clear_row(struct tc_reading *r, void *entry)
{
    const struct min_clear_row *row = entry;

    if (row->second_dice > 0 && row->second_needs == 0)
        tc_wrong(r, TC_E_KEY, NULL,
                 "the key \"second_needs\" is missing: the second throw has dice.");
}

static const struct tc_key clear_row_keys[] = {
    COUNT("first_needs", first_needs, 1, 7),
    COUNT("second_dice", second_dice, 0, 4),
    MAY_COUNT("second_needs", second_needs, 1, 7),
    KEYS_END,
};
static const struct tc_mapping clear_row =
    MAPPING(clear_row_keys, struct min_clear_row, check_clear_row, NULL);
#undef AT
#define AT struct min_book

static const struct tc_key clearing_keys[] = {
    BY_MAP("orange", t.clear[0], min_grade_words, clear_row),
    BY_MAP("red", t.clear[1], min_grade_words, clear_row),
    KEYS_END,
};

/* --- fire.yaml: N-D, N-E, N-M7, N-M8 --- */

/* A weapon: its ranges lie in three rows of the table. */
#define RANGES(NAME, W)                                                                        \
    static const struct tc_key NAME##_keys[] = {                                               \
        LENGTH("short", t.fire.short_range[W], 500, 120000),                                   \
        MAY_LENGTH("long", t.fire.long_range[W], 500, 120000),                                 \
        MAY_LENGTH("canister", t.fire.canister[W], 500, 120000), KEYS_END                      \
    };                                                                                         \
    static void check_##NAME(struct tc_reading *r, void *book)                                 \
    {                                                                                          \
        check_ranges(r, &((struct min_book *)book)->t.fire, W);                                \
    }                                                                                          \
    static const struct tc_mapping NAME =                                                      \
        MAPPING(NAME##_keys, struct min_book, check_##NAME, NULL);

static void check_ranges(struct tc_reading *r, const struct min_fire_table *t, int w)
{
    if (t->long_range[w] && t->long_range[w] <= t->short_range[w])
        tc_wrong(r, TC_E_RANGE, NULL, "long must be more than short.");
    if (t->canister[w] > t->short_range[w])
        tc_wrong(r, TC_E_RANGE, NULL, "canister must not be more than short.");
    if (t->canister[w] && w != MIN_GUN && w != MIN_LIGHT_GUN)
        tc_wrong(r, TC_E_KEY, NULL, "only guns have canister.");
}

RANGES(musket, MIN_MUSKET)
RANGES(rifle, MIN_RIFLE)
RANGES(carbine, MIN_CARBINE)
RANGES(gun, MIN_GUN)
RANGES(light_gun, MIN_LIGHT_GUN)

static const struct tc_key ranges_keys[] = {
    MAP_SELF("musket", musket), MAP_SELF("rifle", rifle),         MAP_SELF("carbine", carbine),
    MAP_SELF("gun", gun),       MAP_SELF("light-gun", light_gun), KEYS_END,
};
static const struct tc_mapping ranges = MAPPING(ranges_keys, struct min_book, NULL, NULL);

static void check_fire(struct tc_reading *r, void *book)
{
    grades_rise(r, "grade_dice", ((struct min_book *)book)->t.fire.grade_dice, +1);
}

static const struct tc_key fire_keys[] = {
    MAP_SELF("ranges", ranges),
    BY("grade_dice", t.fire.grade_dice, min_grade_words, 0, 6),
    COUNT("hit_on", t.fire.hit_on, 2, 6),
    COUNT("dense_dice", t.fire.dense_dice, 0, 6),
    COUNT("dense_depth", t.fire.dense_depth, 2, 10),
    COUNT("canister_dice", t.fire.canister_dice, 0, 6),
    COUNT("reduced_dice", t.fire.reduced_dice, 0, 6),
    COUNT("test_at", t.fire.test_at, 1, 20),
    COUNT("rain_dice", t.fire.rain_dice, 0, 6),
    COUNT("calm_dice", t.fire.calm_dice, 0, 6),
    COUNT("gap_factor", t.fire.gap_factor, 1, 10),
    ANGLE("gun_half_angle", t.fire.gun_half_angle, 1, 16384),
    LENGTH("over_heads", t.fire.over_heads, 0, 60000),
    LENGTH("gap_near", t.fire.gap_near, 0, 12000),
    KEYS_END,
};

/* --- test.yaml: N-TAB-1 --- */

#undef AT
#define AT struct loss
struct loss {
    int8_t percent, value;
};

/* Percentages rise from row to row up to the one that destroys. */
static void put_loss(struct tc_reading *r, void *entry)
{
    struct min_test_table *t = &((struct min_book *)(void *)r->book)->t.test;
    const struct loss *loss = entry;
    int i = r->index;

    t->loss_percent[i] = loss->percent;
    t->loss_value[i] = loss->value;
    if (i > 0 && t->loss_percent[i] <= t->loss_percent[i - 1])
        tc_wrong(r, TC_E_RANGE, NULL, "percent must rise from row to row.");
}

static const struct tc_key loss_keys[] = {
    COUNT("percent", percent, 1, 100),
    COUNT("value", value, -20, 0),
    KEYS_END,
};
static const struct tc_mapping loss = MAPPING(loss_keys, struct loss, put_loss, NULL);
#undef AT
#define AT struct min_book

static void check_test(struct tc_reading *r, void *book)
{
    const struct min_test_table *t = &((struct min_book *)book)->t.test;

    if (t->loss_percent[4] <= t->loss_percent[3])
        tc_wrong(r, TC_E_RANGE, "destroyed_at",
                 "must be more than the last percent of losses.");
    grades_rise(r, "grade", t->grade, +1);
    for (int g = 0; g < MIN_GRADES; g++)
        for (int f = 1; f < 6; f++)
            if (t->die[g][f] < t->die[g][f - 1]) /* N-X2: a 6 can only help */
                tc_wrong(r, TC_E_RANGE, "die",
                         "a higher face must not be worse (face %d of row %d).", f + 1, g + 1);
}

static const struct tc_key die_keys[] = {
    COUNTS("green", t.test.die[MIN_GREEN], 6, -6, 6),
    COUNTS("trained", t.test.die[MIN_TRAINED], 6, -6, 6),
    COUNTS("veteran", t.test.die[MIN_VETERAN], 6, -6, 6),
    KEYS_END,
};
static const struct tc_mapping die = MAPPING(die_keys, struct min_book, NULL, NULL);

static const struct tc_key test_keys[] = {
    COUNT("disordered", t.test.disordered, -20, 0),
    EACH("losses", loss, 4, 4),
    COUNT("destroyed_at", t.test.loss_percent[4], 1, 100),
    COUNT("by_artillery", t.test.by_artillery, -20, 0),
    COUNT("in_flank_or_rear", t.test.in_flank_or_rear, -20, 0),
    COUNT("contact_flank", t.test.contact_flank, -20, 0),
    COUNT("contact_rear", t.test.contact_rear, -20, 0),
    BY("grade", t.test.grade, min_grade_words, -20, 20),
    COUNT("self_retreat", t.test.self_retreat, -20, 0),
    COUNT("friend_retreat", t.test.friend_retreat, -20, 0),
    COUNT("self_rout", t.test.self_rout, -20, 0),
    COUNT("friend_rout_same", t.test.friend_rout_same, -20, 0),
    COUNT("friend_rout_other", t.test.friend_rout_other, -20, 0),
    COUNT("friend_lost_same", t.test.friend_lost_same, -20, 0),
    COUNT("friend_lost_other", t.test.friend_lost_other, -20, 0),
    COUNT("charge", t.test.charge, 0, 20),
    COUNT("friends", t.test.friends, 0, 20),
    COUNT("command", t.test.command, 0, 20),
    COUNT("rout_at", t.test.rout_at, -40, 0),
    MAP_SELF("die", die),
    LENGTH("distance", t.test.distance, 0, 120000),
    KEYS_END,
};

/* --- melee.yaml: N-F7, N-F12, N-B5b --- */

static const struct tc_key melee_keys[] = {
    COUNT("figures_per_factor", t.melee.figures_per_factor, 1, 20),
    COUNT("made_retreat_factors", t.melee.made_retreat_factors, 0, 10),
    LENGTH("draw_back", t.melee.draw_back, 0, 12000),
    KEYS_END,
};

/* --- fog.yaml: N-M --- */

#undef AT
#define AT struct fog_row
struct fog_row {
    int8_t roll;
    uint8_t allied, french; /* enum min_fog_effect */
};

/* Rows 2 to 12, each once. */
static void put_fog_row(struct tc_reading *r, void *entry)
{
    struct min_fog_table *t = &((struct min_book *)(void *)r->book)->t.fog;
    const struct fog_row *row = entry;
    bool *seen = ((struct min_reading *)r->own)->fog_rows;

    if (seen[row->roll])
        tc_wrong(r, TC_E_KEY, NULL, "the row of a %d stands here a second time.", row->roll);
    seen[row->roll] = true;
    t->row[MIN_ALLIED][row->roll] = row->allied;
    t->row[MIN_FRENCH][row->roll] = row->french;
}

static const struct tc_key fog_row_keys[] = {
    COUNT("roll", roll, 2, 12),
    WORD("allied", allied, min_effect_words),
    WORD("french", french, min_effect_words),
    KEYS_END,
};
static const struct tc_mapping fog_row =
    MAPPING(fog_row_keys, struct fog_row, put_fog_row, NULL);
#undef AT
#define AT struct min_book

static void check_fog(struct tc_reading *r, void *book)
{
    const bool *seen = ((struct min_reading *)r->own)->fog_rows;

    (void)book;
    for (int roll = 2; roll <= 12; roll++)
        if (!seen[roll])
            tc_wrong(r, TC_E_KEY, "rows",
                     "the row of a %d is missing; allowed: 2 to 12, each once.", roll);
}

static const struct tc_key fog_keys[] = {
    COUNT("happens_on", t.fog.happens_on, 0, 6),
    COUNT("shift_guns", t.fog.shift_guns, 0, 12),
    COUNT("twice_guns", t.fog.twice_guns, 0, 12),
    COUNT("rain_goes_on", t.fog.rain_goes_on, 0, 6),
    LENGTH("allied_advance", t.fog.advance[MIN_ALLIED], 0, 12000),
    LENGTH("french_advance", t.fog.advance[MIN_FRENCH], 0, 12000),
    EACH("rows", fog_row, 0, 64),
    KEYS_END,
};

/* --- bases.yaml: N-GEO-4, N-L12, N-Kb1a, N-Kb5b, N-GEO-6b, N-GEO-15a --- */

static void even_width(struct tc_reading *r, void *book, const char *text, int32_t width)
{
    (void)book;
    (void)text;
    if (width % 2) /* N-GEO-4 */
        tc_wrong(r, TC_E_RANGE, NULL,
                 "a width must be an even number of thousandths, so that it has a middle.");
}

#define SIZE(NAME)                                                                             \
    static const struct tc_key NAME##_size_keys[] = {                                          \
        KEY_ROW("width", TC_KEY_LENGTH, 0, t.base.NAME##_w, 100, 10000, NULL, even_width),     \
        LENGTH("depth", t.base.NAME##_d, 100, 10000), KEYS_END                                 \
    };                                                                                         \
    static const struct tc_mapping NAME##_size =                                               \
        MAPPING(NAME##_size_keys, struct min_book, NULL, NULL);

SIZE(foot)
SIZE(horse)
SIZE(gun)
SIZE(limber)
SIZE(command)

/* In a scenario each may be left out, in the table none. */
static const struct tc_key size_keys[] = {
    MAY_MAP_SELF("foot", foot_size),       MAY_MAP_SELF("horse", horse_size),
    MAY_MAP_SELF("gun", gun_size),         MAY_MAP_SELF("limber", limber_size),
    MAY_MAP_SELF("command", command_size), KEYS_END,
};

static void need_sizes(struct tc_reading *r, void *book)
{
    (void)book;
    for (const struct tc_key *k = size_keys; k->kind != TC_KEY_END; k++)
        if (!tc_has(r, k->name))
            tc_wrong(r, TC_E_KEY, NULL, "the key \"%s\" is missing.", k->name);
}

static const struct tc_mapping all_sizes =
    MAPPING(size_keys, struct min_book, need_sizes, NULL);
static const struct tc_mapping some_sizes = MAPPING(size_keys, struct min_book, NULL, NULL);

static const struct tc_key crew_keys[] = {
    COUNT("gun", t.base.crew, 1, 20),
    COUNT("light-gun", t.base.light_crew, 1, 20),
    KEYS_END,
};
static const struct tc_mapping crew = MAPPING(crew_keys, struct min_book, NULL, NULL);

static const struct tc_key bases_keys[] = {
    MAP_SELF("bases", all_sizes),
    MAP_SELF("crew", crew),
    LENGTH("open_gap_max", t.base.open_gap_max, 0, 12000),
    ANGLE("bend_forward_max", t.base.bend_forward_max, 0, 16384),
    ANGLE("bend_back_max", t.base.bend_back_max, 0, 16384),
    COUNT("column_files_max", t.base.column_files_max, 1, 20),
    COUNT("section_files_min", t.base.section_files_min, 1, 20),
    KEYS_END,
};

/* --- command.yaml: N-K1, N-L17; victory.yaml: N-VIC --- */

static const struct tc_key command_keys[] = {
    LENGTH("radius", t.command_radius, 0, 120000),
    COUNT("entry_needs", t.entry_needs, 2, 6),
    KEYS_END,
};

static const struct tc_key victory_keys[] = {
    COUNT("broken_percent", t.victory.broken_percent, 1, 100),
    COUNT("per_figure", t.victory.per_figure, 0, 1000),
    COUNT("per_unit", t.victory.per_unit, 0, 1000),
    COUNT("per_commander", t.victory.per_commander, 0, 1000),
    COUNT("lead_percent", t.victory.lead_percent, 0, 100),
    KEYS_END,
};

/* --- The scenario --- */

static void put_first(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    (void)book;
    (void)number;
    ((struct min_reading *)r->own)->first = text;
}

/* N-K2 */
static void put_radius(struct tc_reading *r, void *book, const char *text, int32_t radius)
{
    int32_t *most = &((struct min_book *)book)->t.command_radius;

    (void)text;
    if (radius > *most)
        tc_wrong(r, TC_E_RANGE, NULL,
                 "a scenario may shorten the command radius of %s inches, not lengthen it.",
                 tc_inches(*most).text);
    *most = radius;
}

/* Its own values are in; entries, objectives and sides come after. */
static void begin_scenario(struct tc_reading *r, void *book)
{
    ((struct min_book *)book)->first_side = TC_NONE;
    if (tc_has(r, "map") == tc_has(r, "table"))
        tc_wrong(r, TC_E_KEY, NULL,
                 "a scenario has either the key \"map\" with the name of a map, or the key "
                 "\"table\" with width, height and terrain.");
}

static void end_scenario(struct tc_reading *r, void *book)
{
    struct min_book *bk = book;
    const char *first = ((struct min_reading *)r->own)->first, *const *side =
                                                                   bk->head.side_name;

    for (int s = 0; first && s < TC_SIDES; s++)
        if (strcmp(side[s], first) == 0)
            bk->first_side = (int8_t)s;
    if (first && bk->first_side == TC_NONE)
        tc_wrong(r, TC_E_NAME, "first", "no side is named \"%s\"; allowed: %s, %s.", first,
                 side[0], side[1]);
    if (strcmp(side[0], side[1]) == 0)
        tc_wrong(r, TC_E_NAME, "sides", "both sides are named \"%s\".", side[0]);
    min_end_order_of_battle(r, bk);
}

static const struct tc_key scenario_keys[] = {
    MAY_CALL_NAME("map", NULL),
    MAY_MAP_SELF("table", min_ground_table),
    COUNT("turns", turn_limit, 0, 100),
    MAY_CALL_NAME("first", put_first),
    MAY_YES("rain", rain),
    MAY_YES("deploy", deploy),
    MAY_CALL_LENGTH("command_radius", 0, 120000, put_radius),
    MAY_MAP_SELF("bases", some_sizes),
    MAY_LIST("entries", entry, entries, min_entry_keys, 1, MIN_ENTRIES),
    MAY_LIST("objectives", objective, objectives, min_objective_keys, 1, MIN_OBJECTIVES),
    EACH("sides", min_side_keys, 2, 2),
    KEYS_END,
};

/* --- All files --- */

#define TABLE_FILE(NAME, CHECK)                                                                \
    {                                                                                          \
#NAME, MAPPING(NAME##_keys, struct min_book, NULL, CHECK)                              \
    }

static const struct tc_table_file tables[] = {
    TABLE_FILE(movement, check_movement),
    TABLE_FILE(clearing, NULL),
    TABLE_FILE(fire, check_fire),
    TABLE_FILE(test, check_test),
    TABLE_FILE(melee, NULL),
    TABLE_FILE(fog, check_fog),
    TABLE_FILE(bases, NULL),
    TABLE_FILE(command, NULL),
    { "terrain", MAPPING(min_terrain_keys, struct min_book, NULL, min_check_terrain) },
    TABLE_FILE(victory, NULL),
};

const struct tc_schema min_schema = {
    .book_size = sizeof(struct min_book),
    .own_size = sizeof(struct min_reading),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = MAPPING(min_ground_table_keys, struct min_book, NULL, NULL),
    .scenario = MAPPING(scenario_keys, struct min_book, begin_scenario, end_scenario),
    .finish = min_book_finish,
};
