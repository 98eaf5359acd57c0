/* rules/bayonet/schema.c - the tables of bayonet: one row a key, from the file into the book.
 */
#include "rules/bayonet/schema.h"

#include <string.h>

#include "rules/bayonet/bayonet.h"

#define AT struct bay_book

/* --- actions.yaml: T1 --- */

static const struct tc_key actions_keys[] = {
    COUNT("commit-to-front", action.number[BAY_A_COMMIT_FRONT], 0, 9),
    COUNT("commit-to-support", action.number[BAY_A_COMMIT_SUPPORT], 0, 9),
    COUNT("withdraw", action.number[BAY_A_WITHDRAW], 0, 9),
    COUNT("relief", action.number[BAY_A_RELIEF], 0, 9),
    COUNT("passage", action.number[BAY_A_PASSAGE], 0, 9),
    COUNT("shift", action.number[BAY_A_SHIFT], 0, 9),
    COUNT("transfer-from-reserve", action.number[BAY_A_TRANSFER_RESERVE], 0, 9),
    COUNT("transfer-from-support", action.number[BAY_A_TRANSFER_SUPPORT], 0, 9),
    COUNT("far-transfer-from-reserve", action.number[BAY_A_TRANSFER_RESERVE_FAR], 0, 9),
    COUNT("far-transfer-from-support", action.number[BAY_A_TRANSFER_SUPPORT_FAR], 0, 9),
    COUNT("horse", action.horse, -5, 5),
    COUNT("near", action.near, -5, 5),
    COUNT("effective", action.effective, -5, 5),
    COUNT("charge", action.charge, -5, 5),
    COUNT("liable", action.liable, -5, 5),
    KEYS_END,
};

/* --- orders.yaml: T2 --- */

static const struct tc_key orders_keys[] = {
    COUNT("charge-to-march", order.number[BAY_CHARGE][BAY_MARCH], 0, 9),
    COUNT("charge-to-dress", order.number[BAY_CHARGE][BAY_DRESS], 0, 9),
    COUNT("march-to-charge", order.number[BAY_MARCH][BAY_CHARGE], 0, 9),
    COUNT("march-to-dress", order.number[BAY_MARCH][BAY_DRESS], 0, 9),
    COUNT("dress-to-charge", order.number[BAY_DRESS][BAY_CHARGE], 0, 9),
    COUNT("dress-to-march", order.number[BAY_DRESS][BAY_MARCH], 0, 9),
    COUNT("horse-charges", order.horse_charges, -5, 5),
    COUNT("near", order.near, -5, 5),
    COUNT("worn", order.worn, -5, 5),
    COUNT("under-fire", order.under_fire, -5, 5),
    KEYS_END,
};

/* --- artillery.yaml: T3 --- */

static const struct tc_key artillery_keys[] = {
    GRID_TURNED("rows", gun.result, BAY_ROWS, BAY_RANGES, 0, bay_shot_words),
    COUNT("pivot", gun.pivot, -9, 9),
    COUNT("in-hit", gun.in_hit, -9, 9),
    KEYS_END,
};

/* --- combat.yaml: T4 to T8 --- */

/* As printed, in the order of enum bay_code. */
static const char *const printed[] = { "RA", "1AR", "AR", "1A",       "FF",        "1D",
                                       "DR", "1DR", "RD", "AR1",      "AR2",       "BD",
                                       "A1", "A2",  "A3", "A-dagger", "A-section", NULL };

static const struct tc_key combat_keys[] = {
    GRID_TURNED("infantry", crt[BAY_T_FOOT], BAY_ROWS, BAY_COLUMNS, 0, printed),
    GRID_TURNED("cavalry", crt[BAY_T_HORSE], BAY_ROWS, BAY_COLUMNS, 0, printed),
    GRID_TURNED("cavalry-infantry", crt[BAY_T_HORSE_FOOT], BAY_ROWS, BAY_COLUMNS, 0, printed),
    GRID_TURNED("unable-infantry", stuck[0], BAY_ROWS, 1, 0, bay_stuck_words),
    GRID_TURNED("unable-cavalry", stuck[1], BAY_ROWS, 1, 0, bay_stuck_words),
    COUNT("leader-falls", leader_falls, 1, 10),
    KEYS_END,
};

/* Codes one table knows: the others are refused in it. */
static void only(struct tc_reading *r, const char *key, const uint8_t *grid, uint32_t codes)
{
    for (int i = 0; i < BAY_COLUMNS * BAY_ROWS; i++)
        if (!(codes >> grid[i] & 1))
            tc_wrong_at(r, tc_item(r, key, i % BAY_ROWS), NULL, TC_E_NAME,
                        "die %d, column %d: %s is a result of another table.", i % BAY_ROWS,
                        i / BAY_ROWS + 1, printed[grid[i]]);
}

static void end_combat(struct tc_reading *r, void *book)
{
    const struct bay_book *bk = book;
    uint32_t rides = 1u << BAY_RA | 1u << BAY_AR1 | 1u << BAY_AR2 | 1u << BAY_A1 |
                     1u << BAY_A2 | 1u << BAY_DAGGER | 1u << BAY_SECTION;

    only(r, "infantry", bk->crt[BAY_T_FOOT][0], (1u << (BAY_RD + 1)) - 1);
    only(r, "cavalry", bk->crt[BAY_T_HORSE][0], rides | 1u << BAY_BD | 1u << BAY_A3);
    only(r, "cavalry-infantry", bk->crt[BAY_T_HORSE_FOOT][0], rides | 1u << BAY_1D);
}

/* --- terrain.yaml: 11.8.3, chapters 7 and 10 --- */

struct ground_file {
    uint8_t terrain;
    struct bay_ground_row row;
};

struct edge_file {
    const char *foot, *horse;
    uint8_t feature;
    struct bay_hexside_row row;
};

/* One row for each: true the first time. */
static bool first_row(struct tc_reading *r, uint16_t *seen, int k, const char *key,
                      const char *word)
{
    bool first = !(*seen >> k & 1);

    *seen = (uint16_t)(*seen | 1u << k);
    if (!first)
        tc_wrong(r, TC_E_NAME, key, "%s has a row already.", word);
    return first;
}

static void put_ground(struct tc_reading *r, void *entry)
{
    const struct ground_file *f = entry;

    if (first_row(r, &bay_reading_of(r)->seen_ground, f->terrain, "terrain",
                  bay_ground_words[f->terrain]))
        bay_book_being_read(r)->move.ground[f->terrain] = f->row;
}

/* 0 to 8, or all a unit has. */
static uint8_t side_cost(struct tc_reading *r, const char *key, const char *s)
{
    int64_t v;

    if (strcmp(s, "full") == 0)
        return BAY_FULL;
    if (tc_read_int(s, strlen(s), &v) && v >= 0 && v <= 8)
        return (uint8_t)v;
    tc_wrong(r, TC_E_RANGE, key, "`%s` is neither 0 to 8 nor full.", s);
    return 0;
}

/* Works have a second row, seen from the side that is not protected. */
static bool is_work(int feature)
{
    return feature == BAY_HASTY || feature == BAY_BREASTWORK;
}

static void put_edge(struct tc_reading *r, void *entry)
{
    struct edge_file *f = entry;
    struct bay_hexside_row *row = &bay_book_being_read(r)->move.side[f->feature];
    uint16_t *seen = &bay_reading_of(r)->seen_sides;

    if (!first_row(r, seen, f->feature, "feature", bay_edge_words[f->feature]))
        return;
    f->row.foot = side_cost(r, "infantry", f->foot);
    f->row.horse = side_cost(r, "cavalry", f->horse);
    *row = f->row;
    if (is_work(f->feature)) {
        row[1] = f->row;
        row[1].cv = row[1].cv_horse = 0;
        *seen = (uint16_t)(*seen | 2u << f->feature);
    }
}

static void end_terrain(struct tc_reading *r, void *book)
{
    struct bay_move_table *t = &((struct bay_book *)book)->move;
    const struct bay_reading *own = bay_reading_of(r);

    t->ground[BAY_IMPASSABLE].foot = t->ground[BAY_IMPASSABLE].horse = BAY_CLOSED;
    if (own->seen_ground != (1u << BAY_IMPASSABLE) - 1)
        tc_wrong(r, TC_E_KEY, "hexes",
                 "every terrain needs a row: clear, brush, marsh, orchard, forest, village.");
    if (own->seen_sides != (1u << BAY_SIDES) - 1)
        tc_wrong(r, TC_E_KEY, "sides",
                 "every hexside needs a row: small-stream, hedge, hasty-breastwork, "
                 "large-stream, marshy-stream, hedgerow, breastwork.");
}

#undef AT
#define AT struct ground_file
static const struct tc_key ground_keys[] = {
    WORD_OF("terrain", terrain, bay_ground_words, BAY_IMPASSABLE),
    COUNT("infantry", row.foot, 1, 8),
    COUNT("cavalry", row.horse, 1, 8),
    COUNT("cv", row.cv, 0, 4),
    COUNT("cv-cavalry", row.cv_horse, 0, 4),
    YES("disorders", row.disorders),
    YES("blocks", row.blocks),
    KEYS_END,
};
#undef AT
static const struct tc_mapping ground =
    MAPPING(ground_keys, struct ground_file, put_ground, NULL);

#define AT struct edge_file
static const struct tc_key edge_keys[] = {
    WORD("feature", feature, bay_edge_words),
    TEXT("infantry", foot),
    TEXT("cavalry", horse),
    COUNT("cv", row.cv, 0, 4),
    COUNT("cv-cavalry", row.cv_horse, 0, 4),
    YES("disorders", row.disorders),
    KEYS_END,
};
#undef AT
static const struct tc_mapping edge = MAPPING(edge_keys, struct edge_file, put_edge, NULL);

#define AT struct bay_book
static const struct tc_key terrain_keys[] = {
    EACH("hexes", ground, 1, 16),
    EACH("sides", edge, 1, 16),
    COUNT("allowance-infantry", move.foot, 1, 8),
    COUNT("allowance-cavalry", move.horse, 1, 8),
    COUNT("allowance-disordered", move.disordered, 1, 8),
    COUNT("allowance-limbered", move.limbered, 1, 2),
    COUNT("allowance-routed", move.marker, 1, 8),
    COUNT("allowance-leader", move.leader, 0, 20),
    COUNT("hit-infantry", move.hit_foot, 0, 8),
    COUNT("hit-cavalry", move.hit_horse, 0, 8),
    COUNT("hit-cv", move.hit_cv, -4, 0),
    COUNT("effective-cv", move.effective_cv, -4, 0),
    COUNT("battery", move.battery, 0, 8),
    COUNT("drill", move.drill, 0, 8),
    COUNT("turn", move.turn, 1, 4),
    COUNT("countermarch", move.about, 1, 4),
    COUNT("reorder", move.reorder, 0, 8),
    KEYS_END,
};
#undef AT

/* --- momentum.yaml: 11.3.2 --- */

struct pace_file {
    uint8_t army;
    int8_t pace[2][2];
};

static void put_pace(struct tc_reading *r, void *entry)
{
    const struct pace_file *f = entry;

    if (first_row(r, &bay_reading_of(r)->seen_armies, f->army, "army", bay_army_words[f->army]))
        memcpy(bay_book_being_read(r)->momentum.army[f->army], f->pace, sizeof f->pace);
}

static void end_momentum(struct tc_reading *r, void *book)
{
    (void)book;
    if (bay_reading_of(r)->seen_armies != (1u << BAY_ARMIES) - 1)
        tc_wrong(r, TC_E_KEY, "armies",
                 "every army needs a row: british, dutch, german, danish, spanish, french, "
                 "french-allies.");
}

#define AT struct pace_file
static const struct tc_key pace_keys[] = {
    WORD("army", army, bay_army_words),         COUNT("two-to-1700", pace[0][0], 0, 4),
    COUNT("three-to-1700", pace[0][1], 0, 4),   COUNT("two-from-1701", pace[1][0], 0, 4),
    COUNT("three-from-1701", pace[1][1], 0, 4), KEYS_END,
};
#undef AT
static const struct tc_mapping pace = MAPPING(pace_keys, struct pace_file, put_pace, NULL);

#define AT struct bay_book
static const struct tc_key momentum_keys[] = {
    EACH("armies", pace, 1, BAY_ARMIES),
    COUNT("dragoons-two", momentum.dragoons[0], 0, 4),
    COUNT("dragoons-three", momentum.dragoons[1], 0, 4),
    KEYS_END,
};
#undef AT

/* --- All files --- */

#define TABLE_FILE(NAME, DONE)                                                                 \
    {                                                                                          \
#NAME, MAPPING(NAME##_keys, struct bay_book, NULL, DONE)                               \
    }

static const struct tc_table_file tables[] = {
    TABLE_FILE(actions, NULL),        TABLE_FILE(orders, NULL),
    TABLE_FILE(artillery, NULL),      TABLE_FILE(combat, end_combat),
    TABLE_FILE(terrain, end_terrain), TABLE_FILE(momentum, end_momentum),
};

static void finish(struct tc_book *bk)
{
    bay_book_finish((struct bay_book *)(void *)bk);
}

const struct tc_schema bay_schema = {
    .book_size = sizeof(struct bay_book),
    .own_size = sizeof(struct bay_reading),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = { bay_map_keys, sizeof(struct bay_book), bay_begin_map, bay_end_map },
    .scenario = { bay_scenario_keys, sizeof(struct bay_book), bay_begin_scenario,
                  bay_end_scenario },
    .hex_words = bay_ground_words,
    .side_words = bay_edge_words,
    .finish = finish,
};
