/* rules/bayonet/load_tables.c - data/bayonet/tables: shapes, limits, and into the book. */
#include <string.h>

#include "rules/bayonet/load_parts.h"

#define NEEDED         CYAML_FLAG_DEFAULT
#define INT(KEY, S, M) CYAML_FIELD_INT(KEY, NEEDED, S, M)
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
#define PART(NAME, KEY)                                                                        \
    const struct book_part book_bayonet_##NAME = { KEY, &NAME##_schema, NAME##_limits,         \
                                                   fill_##NAME }
#define ROWS(KEY, S, M)                                                                        \
    CYAML_FIELD_SEQUENCE(KEY, CYAML_FLAG_POINTER, S, M, &book_string_schema, 1, 40)

struct raw_rows {
    const char **row;
    unsigned count;
};

static struct bay_book *bay(struct tc_book *bk)
{
    return (struct bay_book *)(void *)bk;
}

/* --- tables drawn as rows of words ----------------------------------------------------------
 */

/* Ten rows `die word word ...` of n words each; every cell looked up. */
static void read_grid(struct book_reader *rd, const char *key, const char *const *rows,
                      unsigned count, const char *const *words, int columns, uint8_t *out,
                      int stride)
{
    const struct book_node *list = book_spot(rd->doc->root, key);
    char cell[24];

    if (count != BAY_ROWS) {
        book_wrong(rd, TC_E_RANGE, list, "has %u rows; a die has 0 to 9.", count);
        return;
    }
    for (int die = 0; die < BAY_ROWS; die++) {
        const char *p = rows[die];
        for (int c = -1; c < columns; c++) {
            p += strspn(p, " ");
            size_t n = strcspn(p, " ");
            memset(cell, 0, sizeof cell);
            memcpy(cell, p, n < sizeof cell ? n : sizeof cell - 1);
            p += n;
            if (c < 0) {
                if (n != 1 || cell[0] != '0' + die)
                    book_wrong(rd, TC_E_RANGE, book_item(list, die),
                               "row %d begins with `%s`, not with its die.", die, cell);
                continue;
            }
            int w = tc_find_word(words, cell, strlen(cell));
            if (w < 0) {
                book_wrong(rd, TC_E_NAME, book_item(list, die),
                           "die %d, column %d: `%s` is no result of this table.", die, c + 1,
                           cell);
                continue;
            }
            out[c * stride + die] = (uint8_t)w;
        }
        if (p[strspn(p, " ")])
            book_wrong(rd, TC_E_RANGE, book_item(list, die), "die %d has more than %d columns.",
                       die, columns);
    }
}

/* --- actions.yaml: T1 ---- */

struct raw_actions {
    struct book_head head;
    struct {
        int8_t v[BAY_ACTIONS];
    } number;
    int8_t horse, near, effective, charge, liable;
};

static const cyaml_schema_field_t number_fields[] = {
    INT("commit-to-front", struct raw_actions, number.v[0]),
    INT("commit-to-support", struct raw_actions, number.v[1]),
    INT("withdraw", struct raw_actions, number.v[2]),
    INT("relief", struct raw_actions, number.v[3]),
    INT("passage", struct raw_actions, number.v[4]),
    INT("shift", struct raw_actions, number.v[5]),
    INT("transfer-from-reserve", struct raw_actions, number.v[6]),
    INT("transfer-from-support", struct raw_actions, number.v[7]),
    INT("far-transfer-from-reserve", struct raw_actions, number.v[8]),
    INT("far-transfer-from-support", struct raw_actions, number.v[9]),
    INT("horse", struct raw_actions, horse),
    INT("near", struct raw_actions, near),
    INT("effective", struct raw_actions, effective),
    INT("charge", struct raw_actions, charge),
    INT("liable", struct raw_actions, liable),
    BOOK_TABLE_HEAD(struct raw_actions),
    CYAML_FIELD_END
};
#define actions_fields number_fields
SCHEMA(actions);

static const struct book_limit actions_limits[] = {
    HEAD_LIMITS,
    { "horse", BOOK_INT, -5, 5 },
    { "near", BOOK_INT, -5, 5 },
    { "effective", BOOK_INT, -5, 5 },
    { "charge", BOOK_INT, -5, 5 },
    { "liable", BOOK_INT, -5, 5 },
    { "*", BOOK_INT, 0, 9 },
    END_LIMITS,
};

static void fill_actions(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_actions *r = raw;
    struct bay_action_table *t = &bay(out)->action;

    (void)rd;
    memcpy(t->number, r->number.v, sizeof t->number);
    t->horse = r->horse;
    t->near = r->near;
    t->effective = r->effective;
    t->charge = r->charge;
    t->liable = r->liable;
}
PART(actions, "actions");

/* --- orders.yaml: T2 ---- */

struct raw_orders {
    struct book_head head;
    int8_t number[BAY_ORDERS][BAY_ORDERS];
    int8_t horse_charges, near, worn, under_fire;
};

static const cyaml_schema_field_t orders_fields[] = {
    BOOK_TABLE_HEAD(struct raw_orders),
    INT("charge-to-march", struct raw_orders, number[BAY_CHARGE][BAY_MARCH]),
    INT("charge-to-dress", struct raw_orders, number[BAY_CHARGE][BAY_DRESS]),
    INT("march-to-charge", struct raw_orders, number[BAY_MARCH][BAY_CHARGE]),
    INT("march-to-dress", struct raw_orders, number[BAY_MARCH][BAY_DRESS]),
    INT("dress-to-charge", struct raw_orders, number[BAY_DRESS][BAY_CHARGE]),
    INT("dress-to-march", struct raw_orders, number[BAY_DRESS][BAY_MARCH]),
    INT("horse-charges", struct raw_orders, horse_charges),
    INT("near", struct raw_orders, near),
    INT("worn", struct raw_orders, worn),
    INT("under-fire", struct raw_orders, under_fire),
    CYAML_FIELD_END
};
SCHEMA(orders);

static const struct book_limit orders_limits[] = {
    HEAD_LIMITS,
    { "horse-charges", BOOK_INT, -5, 5 },
    { "near", BOOK_INT, -5, 5 },
    { "worn", BOOK_INT, -5, 5 },
    { "under-fire", BOOK_INT, -5, 5 },
    { "*", BOOK_INT, 0, 9 },
    END_LIMITS,
};

static void fill_orders(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_orders *r = raw;
    struct bay_order_table *t = &bay(out)->order;

    (void)rd;
    memcpy(t->number, r->number, sizeof t->number);
    t->horse_charges = r->horse_charges;
    t->near = r->near;
    t->worn = r->worn;
    t->under_fire = r->under_fire;
}
PART(orders, "orders");

/* --- artillery.yaml: T3 ---- */

struct raw_artillery {
    struct book_head head;
    struct raw_rows rows;
    int8_t pivot, in_hit;
};

static const cyaml_schema_field_t artillery_fields[] = {
    BOOK_TABLE_HEAD(struct raw_artillery),
    CYAML_FIELD_SEQUENCE_COUNT("rows", CYAML_FLAG_POINTER, struct raw_artillery, rows.row,
                               rows.count, &book_string_schema, 1, 40),
    INT("pivot", struct raw_artillery, pivot), INT("in-hit", struct raw_artillery, in_hit),
    CYAML_FIELD_END
};
SCHEMA(artillery);

static const struct book_limit artillery_limits[] = {
    HEAD_LIMITS, { "pivot", BOOK_INT, -9, 9 }, { "in-hit", BOOK_INT, -9, 9 }, END_LIMITS
};

static void fill_artillery(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    static const char *const words[] = { "miss", "hit", "effective", NULL };
    const struct raw_artillery *r = raw;
    struct bay_gun_table *t = &bay(out)->gun;

    read_grid(rd, "rows", r->rows.row, r->rows.count, words, BAY_RANGES, &t->result[0][0],
              BAY_ROWS);
    t->pivot = r->pivot;
    t->in_hit = r->in_hit;
}
PART(artillery, "artillery");

/* --- combat.yaml: T4, T5, T6, T7, T8 ---- */

struct raw_combat {
    struct book_head head;
    struct raw_rows infantry, cavalry, cavalry_infantry, unable_infantry, unable_cavalry;
    int8_t leader_falls;
};

#define GRID(KEY, ROW, COUNT)                                                                  \
    CYAML_FIELD_SEQUENCE_COUNT(KEY, CYAML_FLAG_POINTER, struct raw_combat, ROW, COUNT,         \
                               &book_string_schema, 1, 40)
static const cyaml_schema_field_t combat_fields[] = {
    BOOK_TABLE_HEAD(struct raw_combat),
    GRID("infantry", infantry.row, infantry.count),
    GRID("cavalry", cavalry.row, cavalry.count),
    GRID("cavalry-infantry", cavalry_infantry.row, cavalry_infantry.count),
    GRID("unable-infantry", unable_infantry.row, unable_infantry.count),
    GRID("unable-cavalry", unable_cavalry.row, unable_cavalry.count),
    INT("leader-falls", struct raw_combat, leader_falls),
    CYAML_FIELD_END
};
SCHEMA(combat);

static const struct book_limit combat_limits[] = { HEAD_LIMITS,
                                                   { "leader-falls", BOOK_INT, 1, 10 },
                                                   END_LIMITS };

/* Codes one table knows: the others are refused in it. */
static void only(struct book_reader *rd, const char *key, const uint8_t *grid, uint32_t codes)
{
    for (int i = 0; i < BAY_COLUMNS * BAY_ROWS; i++)
        if (!(codes >> grid[i] & 1))
            book_wrong(rd, TC_E_NAME, book_item(book_spot(rd->doc->root, key), i % BAY_ROWS),
                       "die %d, column %d: that result is of another table.", i % BAY_ROWS,
                       i / BAY_ROWS + 1);
}

static void fill_combat(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    static const char *const codes[] = { "RA", "1AR", "AR", "1A",       "FF",        "1D",
                                         "DR", "1DR", "RD", "AR1",      "AR2",       "BD",
                                         "A1", "A2",  "A3", "A-dagger", "A-section", NULL };
    static const char *const stuck[] = { "stands", "suffers", "routs", NULL };
    const struct raw_combat *r = raw;
    struct bay_book *bk = bay(out);
    uint32_t rides = 1u << BAY_RA | 1u << BAY_AR1 | 1u << BAY_AR2 | 1u << BAY_A1 |
                     1u << BAY_A2 | 1u << BAY_DAGGER | 1u << BAY_SECTION;

    read_grid(rd, "infantry", r->infantry.row, r->infantry.count, codes, BAY_COLUMNS,
              bk->crt[BAY_T_FOOT][0], BAY_ROWS);
    read_grid(rd, "cavalry", r->cavalry.row, r->cavalry.count, codes, BAY_COLUMNS,
              bk->crt[BAY_T_HORSE][0], BAY_ROWS);
    read_grid(rd, "cavalry-infantry", r->cavalry_infantry.row, r->cavalry_infantry.count, codes,
              BAY_COLUMNS, bk->crt[BAY_T_HORSE_FOOT][0], BAY_ROWS);
    only(rd, "infantry", bk->crt[BAY_T_FOOT][0], (1u << (BAY_RD + 1)) - 1);
    only(rd, "cavalry", bk->crt[BAY_T_HORSE][0], rides | 1u << BAY_BD | 1u << BAY_A3);
    only(rd, "cavalry-infantry", bk->crt[BAY_T_HORSE_FOOT][0], rides | 1u << BAY_1D);
    read_grid(rd, "unable-infantry", r->unable_infantry.row, r->unable_infantry.count, stuck, 1,
              bk->stuck[0], BAY_ROWS);
    read_grid(rd, "unable-cavalry", r->unable_cavalry.row, r->unable_cavalry.count, stuck, 1,
              bk->stuck[1], BAY_ROWS);
    bk->leader_falls = (uint8_t)r->leader_falls;
}
PART(combat, "combat");

/* --- terrain.yaml: 11.8.3, chapters 7 and 10 ---- */

struct raw_ground {
    const char *terrain;
    int foot, horse, cv, cv_horse;
    bool disorders, blocks;
};

struct raw_edge {
    const char *feature, *foot, *horse;
    int cv, cv_horse;
    bool disorders;
};

struct raw_terrain {
    struct book_head head;
    struct raw_ground *hexes;
    unsigned hexes_count;
    struct raw_edge *sides;
    unsigned sides_count;
    int infantry, cavalry, disordered, limbered, marker, leader, hit_infantry, hit_cavalry,
        hit_cv, effective_cv, battery, drill, turn, about, reorder;
};

static const cyaml_schema_field_t ground_fields[] = {
    BOOK_FIELD_TEXT("terrain", NEEDED, struct raw_ground, terrain),
    INT("infantry", struct raw_ground, foot),
    INT("cavalry", struct raw_ground, horse),
    INT("cv", struct raw_ground, cv),
    INT("cv-cavalry", struct raw_ground, cv_horse),
    CYAML_FIELD_BOOL("disorders", NEEDED, struct raw_ground, disorders),
    CYAML_FIELD_BOOL("blocks", NEEDED, struct raw_ground, blocks),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t ground_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_ground, ground_fields) };
static const cyaml_schema_field_t edge_fields[] = {
    BOOK_FIELD_TEXT("feature", NEEDED, struct raw_edge, feature),
    BOOK_FIELD_TEXT("infantry", NEEDED, struct raw_edge, foot),
    BOOK_FIELD_TEXT("cavalry", NEEDED, struct raw_edge, horse),
    INT("cv", struct raw_edge, cv),
    INT("cv-cavalry", struct raw_edge, cv_horse),
    CYAML_FIELD_BOOL("disorders", NEEDED, struct raw_edge, disorders),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t edge_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_edge, edge_fields) };
static const cyaml_schema_field_t terrain_fields[] = {
    BOOK_TABLE_HEAD(struct raw_terrain),
    CYAML_FIELD_SEQUENCE("hexes", CYAML_FLAG_POINTER, struct raw_terrain, hexes, &ground_schema,
                         1, 16),
    CYAML_FIELD_SEQUENCE("sides", CYAML_FLAG_POINTER, struct raw_terrain, sides, &edge_schema,
                         1, 16),
    INT("allowance-infantry", struct raw_terrain, infantry),
    INT("allowance-cavalry", struct raw_terrain, cavalry),
    INT("allowance-disordered", struct raw_terrain, disordered),
    INT("allowance-limbered", struct raw_terrain, limbered),
    INT("allowance-routed", struct raw_terrain, marker),
    INT("allowance-leader", struct raw_terrain, leader),
    INT("hit-infantry", struct raw_terrain, hit_infantry),
    INT("hit-cavalry", struct raw_terrain, hit_cavalry),
    INT("hit-cv", struct raw_terrain, hit_cv),
    INT("effective-cv", struct raw_terrain, effective_cv),
    INT("battery", struct raw_terrain, battery),
    INT("drill", struct raw_terrain, drill),
    INT("turn", struct raw_terrain, turn),
    INT("countermarch", struct raw_terrain, about),
    INT("reorder", struct raw_terrain, reorder),
    CYAML_FIELD_END
};
SCHEMA(terrain);

static const struct book_limit terrain_limits[] = {
    HEAD_LIMITS,
    { "hexes.infantry", BOOK_INT, 1, 8 },
    { "hexes.cavalry", BOOK_INT, 1, 8 },
    { "cv", BOOK_INT, 0, 4 },
    { "cv-cavalry", BOOK_INT, 0, 4 },
    { "allowance-infantry", BOOK_INT, 1, 8 },
    { "allowance-cavalry", BOOK_INT, 1, 8 },
    { "allowance-disordered", BOOK_INT, 1, 8 },
    { "allowance-limbered", BOOK_INT, 1, 2 },
    { "allowance-routed", BOOK_INT, 1, 8 },
    { "allowance-leader", BOOK_INT, 0, 20 },
    { "hit-cv", BOOK_INT, -4, 0 },
    { "effective-cv", BOOK_INT, -4, 0 },
    { "turn", BOOK_INT, 1, 4 },
    { "countermarch", BOOK_INT, 1, 4 },
    { "*", BOOK_INT, 0, 8 },
    END_LIMITS,
};

static uint8_t side_cost(struct book_reader *rd, const char *s, const struct book_node *at)
{
    int64_t v;

    if (strcmp(s, "full") == 0)
        return BAY_FULL;
    if (tc_read_int(s, strlen(s), &v) && v >= 0 && v <= 8)
        return (uint8_t)v;
    book_wrong(rd, TC_E_RANGE, at, "`%s` is neither 0 to 8 nor full.", s);
    return 0;
}

static void fill_hexes(struct book_reader *rd, const struct raw_terrain *r, struct bay_book *bk)
{
    const struct book_node *list = book_spot(rd->doc->root, "hexes");
    unsigned seen = 1u << BAY_IMPASSABLE;

    for (unsigned i = 0; i < r->hexes_count; i++) {
        const struct raw_ground *x = &r->hexes[i];
        int k = tc_find_word(book_bayonet_terrain_words, x->terrain, strlen(x->terrain));
        if (k < 0 || k == BAY_IMPASSABLE || seen >> k & 1) {
            book_wrong(rd, TC_E_NAME, book_item(list, (int)i),
                       "`%s` is not a terrain, or has a row already.", x->terrain);
            continue;
        }
        seen |= 1u << k;
        bk->move.ground[k] =
            (struct bay_ground_row){ (uint8_t)x->foot,    (uint8_t)x->horse, (int8_t)x->cv,
                                     (int8_t)x->cv_horse, x->disorders,      x->blocks };
    }
    if (seen != (1u << BAY_TERRAINS) - 1)
        book_wrong(rd, TC_E_KEY, list,
                   "every terrain needs a row: clear, brush, marsh, "
                   "orchard, forest, village.");
    bk->move.ground[BAY_IMPASSABLE].foot = bk->move.ground[BAY_IMPASSABLE].horse = BAY_CLOSED;
}

static void fill_sides(struct book_reader *rd, const struct raw_terrain *r, struct bay_book *bk)
{
    const struct book_node *list = book_spot(rd->doc->root, "sides");
    unsigned seen = 0;

    for (unsigned i = 0; i < r->sides_count; i++) {
        const struct raw_edge *x = &r->sides[i];
        const struct book_node *at = book_item(list, (int)i);
        int k = tc_find_word(book_bayonet_side_words, x->feature, strlen(x->feature));
        if (k < 0 || seen >> k & 1) {
            book_wrong(rd, TC_E_NAME, at, "`%s` is not a hexside, or has a row already.",
                       x->feature);
            continue;
        }
        seen |= 1u << k;
        struct bay_hexside_row row = { side_cost(rd, x->foot, at), side_cost(rd, x->horse, at),
                                       (int8_t)x->cv, (int8_t)x->cv_horse, x->disorders };
        bk->move.side[k] = row;
        if (k == BAY_HASTY || k == BAY_BREASTWORK) { /* seen from the unprotected side */
            row.cv = row.cv_horse = 0;
            bk->move.side[k + 1] = row;
            seen |= 1u << (k + 1);
        }
    }
    if (seen != (1u << BAY_SIDES) - 1)
        book_wrong(rd, TC_E_KEY, list,
                   "every hexside needs a row: small-stream, hedge, hasty-breastwork, "
                   "large-stream, marshy-stream, hedgerow, breastwork.");
}

static void fill_terrain(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_terrain *r = raw;
    struct bay_move_table *t = &bay(out)->move;

    fill_hexes(rd, r, bay(out));
    fill_sides(rd, r, bay(out));
    t->foot = (uint8_t)r->infantry;
    t->horse = (uint8_t)r->cavalry;
    t->disordered = (uint8_t)r->disordered;
    t->limbered = (uint8_t)r->limbered;
    t->marker = (uint8_t)r->marker;
    t->leader = (uint8_t)r->leader;
    t->hit_foot = (uint8_t)r->hit_infantry;
    t->hit_horse = (uint8_t)r->hit_cavalry;
    t->hit_cv = (int8_t)r->hit_cv;
    t->effective_cv = (int8_t)r->effective_cv;
    t->battery = (uint8_t)r->battery;
    t->drill = (uint8_t)r->drill;
    t->turn = (uint8_t)r->turn;
    t->about = (uint8_t)r->about;
    t->reorder = (uint8_t)r->reorder;
}
PART(terrain, "terrain");

/* --- momentum.yaml: 11.3.2 ---- */

struct raw_pace {
    const char *army;
    int two, three, late_two, late_three;
};

struct raw_momentum {
    struct book_head head;
    struct raw_pace *armies;
    unsigned armies_count;
    int dragoons_two, dragoons_three;
};

static const cyaml_schema_field_t pace_fields[] = {
    BOOK_FIELD_TEXT("army", NEEDED, struct raw_pace, army),
    INT("two-to-1700", struct raw_pace, two),
    INT("three-to-1700", struct raw_pace, three),
    INT("two-from-1701", struct raw_pace, late_two),
    INT("three-from-1701", struct raw_pace, late_three),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t pace_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_pace, pace_fields) };
static const cyaml_schema_field_t momentum_fields[] = {
    BOOK_TABLE_HEAD(struct raw_momentum),
    CYAML_FIELD_SEQUENCE("armies", CYAML_FLAG_POINTER, struct raw_momentum, armies,
                         &pace_schema, 1, BAY_ARMIES),
    INT("dragoons-two", struct raw_momentum, dragoons_two),
    INT("dragoons-three", struct raw_momentum, dragoons_three), CYAML_FIELD_END
};
SCHEMA(momentum);

static const struct book_limit momentum_limits[] = { HEAD_LIMITS,
                                                     { "*", BOOK_INT, 0, 4 },
                                                     END_LIMITS };

static void fill_momentum(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_momentum *r = raw;
    struct bay_momentum_table *t = &bay(out)->momentum;
    unsigned seen = 0;

    for (unsigned i = 0; i < r->armies_count; i++) {
        const struct raw_pace *x = &r->armies[i];
        int k = tc_find_word(book_bayonet_army_words, x->army, strlen(x->army));
        if (k < 0 || seen >> k & 1) {
            book_wrong(rd, TC_E_NAME, book_item(book_spot(rd->doc->root, "armies"), (int)i),
                       "`%s` is not an army, or has a row already.", x->army);
            continue;
        }
        seen |= 1u << k;
        t->army[k][0][0] = (int8_t)x->two;
        t->army[k][0][1] = (int8_t)x->three;
        t->army[k][1][0] = (int8_t)x->late_two;
        t->army[k][1][1] = (int8_t)x->late_three;
    }
    if (seen != (1u << BAY_ARMIES) - 1)
        book_wrong(rd, TC_E_KEY, book_spot(rd->doc->root, "armies"), "every army needs a row.");
    t->dragoons[0] = (int8_t)r->dragoons_two;
    t->dragoons[1] = (int8_t)r->dragoons_three;
}
PART(momentum, "momentum");
