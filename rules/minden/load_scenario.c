/* rules/minden/load_scenario.c - the shape of a minden scenario, and what is not a unit in it.
 */
#include "rules/minden/load_scenario.h"

#include <string.h>

#define NEEDED                 CYAML_FLAG_DEFAULT
#define OPTIONAL               CYAML_FLAG_OPTIONAL
#define TEXT(KEY, S, M)        BOOK_FIELD_TEXT(KEY, NEEDED, S, M)
#define MAY(KEY, S, M)         BOOK_FIELD_TEXT(KEY, OPTIONAL, S, M)
#define WORD(KEY, S, M, W)     BOOK_FIELD_WORD(KEY, CYAML_FLAG_DEFAULT, S, M, W)
#define MAY_WORD(KEY, S, M, W) BOOK_FIELD_WORD_PTR(KEY, OPTIONAL, S, M, W)
#define MAY_INT(KEY, S, M)     CYAML_FIELD_INT_PTR(KEY, OPTIONAL, S, M)
#define MAY_BOOL(KEY, S, M)    CYAML_FIELD_BOOL_PTR(KEY, OPTIONAL, S, M)
#define MAY_MAP(KEY, S, M, F)  CYAML_FIELD_MAPPING_PTR(KEY, OPTIONAL, S, M, F)
#define LIST(KEY, FLAGS, S, M, V, MIN, MAX)                                                    \
    CYAML_FIELD_SEQUENCE(KEY, CYAML_FLAG_POINTER | (FLAGS), S, M, &(V), MIN, MAX)
#define ENTRY(S, F)                                                                            \
    {                                                                                          \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, S, F)                                          \
    }

/* --- words ------------------------------------------------------------------------------- */

static const cyaml_strval_t kind_words[] = {
    { "line-infantry", MIN_LINE_INF },
    { "light-infantry", MIN_LIGHT_INF },
    { "line-cavalry", MIN_LINE_CAV },
    { "light-cavalry", MIN_LIGHT_CAV },
    { "gun", MIN_GUN_MH },
    { "light-gun", MIN_GUN_LIGHT },
};
static const cyaml_strval_t weapon_words[] = {
    { "musket", MIN_MUSKET }, { "rifle", MIN_RIFLE },         { "carbine", MIN_CARBINE },
    { "gun", MIN_GUN },       { "light-gun", MIN_LIGHT_GUN }, { "none", MIN_NO_WEAPON },
};
static const cyaml_strval_t grade_words[] = { { "green", MIN_GREEN },
                                              { "trained", MIN_TRAINED },
                                              { "veteran", MIN_VETERAN } };
static const cyaml_strval_t formation_words[] = {
    { "line", MIN_LINE },
    { "march-column", MIN_MARCH_COLUMN },
    { "attack-column", MIN_ATTACK_COLUMN },
    { "square", MIN_SQUARE },
    { "open", MIN_OPEN },
    { "limbered", MIN_LIMBERED },
    { "unlimbered", MIN_UNLIMBERED },
    { "incorrect", MIN_INCORRECT },
};
static const cyaml_strval_t edge_words[] = {
    { "north", MIN_NORTH }, { "east", MIN_EAST }, { "south", MIN_SOUTH }, { "west", MIN_WEST }
};
static const cyaml_strval_t fog_words[] = { { "allied", MIN_ALLIED },
                                            { "french", MIN_FRENCH } };
static const cyaml_strval_t arm_words[] = { { "foot", MIN_FOOT_BRIGADE },
                                            { "horse", MIN_HORSE_BRIGADE },
                                            { "mixed", MIN_MIXED_BRIGADE },
                                            { "guns", MIN_GUN_BRIGADE } };

/* --- units ----------------------------------------------------------------------------------
 */

static const cyaml_schema_field_t enters_fields[] = {
    TEXT("at", struct raw_enters, at), CYAML_FIELD_INT("turn", NEEDED, struct raw_enters, turn),
    MAY_BOOL("throw", struct raw_enters, diced), CYAML_FIELD_END
};
static const cyaml_schema_field_t grades_fields[] = {
    MAY_WORD("clearing", struct raw_grades, clearing, grade_words),
    MAY_WORD("testing", struct raw_grades, testing, grade_words),
    MAY_WORD("moving", struct raw_grades, moving, grade_words),
    MAY_WORD("shooting", struct raw_grades, shooting, grade_words), CYAML_FIELD_END
};
static const cyaml_schema_field_t wing_fields[] = {
    CYAML_FIELD_INT("files", NEEDED, struct raw_wing, files),
    TEXT("bend", struct raw_wing, bend), CYAML_FIELD_END
};
static const cyaml_schema_field_t unit_fields[] = {
    TEXT("name", struct raw_unit, name),
    MAY("label", struct raw_unit, label),
    WORD("kind", struct raw_unit, kind, kind_words),
    MAY("nation", struct raw_unit, nation),
    MAY_WORD("weapon", struct raw_unit, weapon, weapon_words),
    MAY_WORD("grade", struct raw_unit, grade, grade_words),
    MAY_MAP("grades", struct raw_unit, grades, grades_fields),
    MAY_BOOL("regular", struct raw_unit, regular),
    MAY_INT("figures", struct raw_unit, figures),
    MAY_INT("guns", struct raw_unit, guns),
    MAY_WORD("formation", struct raw_unit, formation, formation_words),
    MAY_INT("files", struct raw_unit, files),
    MAY_INT("ranks", struct raw_unit, ranks),
    MAY("gap", struct raw_unit, gap),
    MAY("x", struct raw_unit, x),
    MAY("y", struct raw_unit, y),
    MAY("facing", struct raw_unit, facing),
    MAY_MAP("enters", struct raw_unit, enters, enters_fields),
    MAY_MAP("left_wing", struct raw_unit, left, wing_fields),
    MAY_MAP("right_wing", struct raw_unit, right, wing_fields),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t unit_value = ENTRY(struct raw_unit, unit_fields);

static const cyaml_schema_field_t commander_fields[] = {
    TEXT("name", struct raw_commander, name),
    MAY("label", struct raw_commander, label),
    MAY("nation", struct raw_commander, nation),
    MAY("x", struct raw_commander, x),
    MAY("y", struct raw_commander, y),
    MAY("facing", struct raw_commander, facing),
    MAY("radius", struct raw_commander, radius),
    MAY_WORD("grade", struct raw_commander, grade, grade_words),
    MAY_MAP("enters", struct raw_commander, enters, enters_fields),
    CYAML_FIELD_END
};

/* --- commands and sides
 * ------------------------------------------------------------------------ */

static const cyaml_schema_field_t regiment_fields[] = {
    TEXT("name", struct raw_regiment, name), MAY("label", struct raw_regiment, label),
    LIST("units", 0, struct raw_regiment, units, unit_value, 1, MIN_UNITS), CYAML_FIELD_END
};
static const cyaml_schema_value_t regiment_value = ENTRY(struct raw_regiment, regiment_fields);

static const cyaml_schema_field_t brigade_fields[] = {
    TEXT("name", struct raw_brigade, name),
    MAY("label", struct raw_brigade, label),
    MAY_WORD("arm", struct raw_brigade, arm, arm_words),
    MAY("nation", struct raw_brigade, nation),
    MAY_WORD("grade", struct raw_brigade, grade, grade_words),
    MAY_BOOL("regular", struct raw_brigade, regular),
    MAY("facing", struct raw_brigade, facing),
    MAY_MAP("enters", struct raw_brigade, enters, enters_fields),
    MAY_MAP("command", struct raw_brigade, command, commander_fields),
    LIST("units", OPTIONAL, struct raw_brigade, units, unit_value, 1, MIN_UNITS),
    LIST("regiments", OPTIONAL, struct raw_brigade, regiments, regiment_value, 1,
         MIN_REGIMENTS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t brigade_value = ENTRY(struct raw_brigade, brigade_fields);

static const cyaml_schema_field_t division_fields[] = {
    TEXT("name", struct raw_division, name), MAY("label", struct raw_division, label),
    MAY_MAP("command", struct raw_division, command, commander_fields),
    LIST("brigades", 0, struct raw_division, brigades, brigade_value, 1, MIN_BRIGADES),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t division_value = ENTRY(struct raw_division, division_fields);

static const cyaml_schema_field_t zone_fields[] = {
    TEXT("west", struct raw_zone, west), TEXT("south", struct raw_zone, south),
    TEXT("east", struct raw_zone, east), TEXT("north", struct raw_zone, north), CYAML_FIELD_END
};
static const cyaml_schema_value_t zone_value = ENTRY(struct raw_zone, zone_fields);

static const cyaml_schema_field_t side_fields[] = {
    TEXT("name", struct raw_side, name),
    TEXT("colour", struct raw_side, colour),
    WORD("fog", struct raw_side, fog, fog_words),
    WORD("edge", struct raw_side, edge, edge_words),
    MAY("edge_from", struct raw_side, edge_from),
    MAY("edge_to", struct raw_side, edge_to),
    MAY_MAP("army", struct raw_side, army, commander_fields),
    LIST("divisions", OPTIONAL, struct raw_side, divisions, division_value, 1, MIN_DIVISIONS),
    LIST("brigades", OPTIONAL, struct raw_side, brigades, brigade_value, 1, MIN_BRIGADES),
    LIST("zones", OPTIONAL, struct raw_side, zones, zone_value, 1, MIN_ZONES),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t side_value = ENTRY(struct raw_side, side_fields);

/* --- the rest of a scenario
 * ----------------------------------------------------------------------- */

static const cyaml_schema_field_t entry_fields[] = {
    TEXT("name", struct raw_entry, name), WORD("edge", struct raw_entry, edge, edge_words),
    TEXT("from", struct raw_entry, from), TEXT("to", struct raw_entry, to), CYAML_FIELD_END
};
static const cyaml_schema_value_t entry_value = ENTRY(struct raw_entry, entry_fields);

static const cyaml_schema_value_t points_value = { CYAML_VALUE_INT(CYAML_FLAG_DEFAULT, int) };
static const cyaml_schema_field_t objective_fields[] = {
    TEXT("name", struct raw_objective, name),
    MAY("label", struct raw_objective, label),
    TEXT("x", struct raw_objective, x),
    TEXT("y", struct raw_objective, y),
    TEXT("radius", struct raw_objective, radius),
    CYAML_FIELD_SEQUENCE_FIXED("points", NEEDED, struct raw_objective, points, &points_value,
                               TC_SIDES),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t objective_value =
    ENTRY(struct raw_objective, objective_fields);

static const cyaml_schema_field_t scenario_fields[] = {
    BOOK_SCENARIO_HEAD(struct raw_scenario),
    MAY("map", struct raw_scenario, map),
    MAY_MAP("table", struct raw_scenario, table, book_minden_table_fields),
    CYAML_FIELD_INT("turns", NEEDED, struct raw_scenario, turns),
    MAY("first", struct raw_scenario, first),
    CYAML_FIELD_BOOL("rain", OPTIONAL, struct raw_scenario, rain),
    CYAML_FIELD_BOOL("deploy", OPTIONAL, struct raw_scenario, deploy),
    MAY("command_radius", struct raw_scenario, command_radius),
    MAY_MAP("bases", struct raw_scenario, bases, book_minden_size_fields),
    LIST("sides", 0, struct raw_scenario, sides, side_value, 2, 2),
    LIST("entries", OPTIONAL, struct raw_scenario, entries, entry_value, 1, MIN_ENTRIES),
    LIST("objectives", OPTIONAL, struct raw_scenario, objectives, objective_value, 1,
         MIN_OBJECTIVES),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t scenario_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct raw_scenario, scenario_fields) };

static const struct book_limit scenario_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },
    { "battle", BOOK_NAME, 0, 0 },
    { "map", BOOK_NAME, 0, 0 },
    { "first", BOOK_NAME, 0, 0 },
    { "name", BOOK_NAME, 0, 0 },
    { "nation", BOOK_NAME, 0, 0 },
    { "enters.at", BOOK_NAME, 0, 0 },
    { "enters.turn", BOOK_INT, 1, 100 },
    { "turns", BOOK_INT, 0, 100 },
    { "colour", BOOK_COLOUR, 0, 0 },
    { "figures", BOOK_INT, 1, 60 },
    { "guns", BOOK_INT, 1, 3 },
    { "files", BOOK_INT, 1, 60 },
    { "ranks", BOOK_INT, 1, 2 },
    { "gap", BOOK_LENGTH, 0, 12000 },
    { "bend", BOOK_ANGLE, -16384, 16384 },
    { "radius", BOOK_LENGTH, 0, 120000 },
    { "command_radius", BOOK_LENGTH, 0, 120000 },
    { "facing", BOOK_ANGLE, 0, 65535 },
    { "objectives.points", BOOK_INT, 0, 1000 },
    { "x", BOOK_LENGTH, 0, 400000 },
    { "y", BOOK_LENGTH, 0, 400000 },
    { "edge_from", BOOK_LENGTH, 0, 400000 },
    { "edge_to", BOOK_LENGTH, 0, 400000 },
    { "entries.from", BOOK_LENGTH, 0, 400000 },
    { "entries.to", BOOK_LENGTH, 0, 400000 },
    { "zones.*", BOOK_LENGTH, 0, 400000 },
    BOOK_MINDEN_SIZE_LIMITS,
    BOOK_MINDEN_TABLE_LIMITS,
    { NULL, BOOK_LIMIT_END, 0, 0 },
};

/* --- into the book
 * ------------------------------------------------------------------------------------ */

static int32_t edge_length(const struct min_book *bk, enum min_edge e)
{
    return e == MIN_NORTH || e == MIN_SOUTH ? bk->width : bk->height;
}

static void check_span(struct min_filling *f, const struct book_node *at, enum min_edge e,
                       int32_t from, int32_t to)
{
    int32_t length = edge_length(f->bk, e);

    if (from >= to || to > length)
        book_wrong(
            f->rd, TC_E_RANGE, at,
            "a part of this edge goes from a smaller to a larger number of inches, at most "
            "%d.%03d.",
            length / 1000, length % 1000);
}

static void fill_entries(struct min_filling *f, const struct raw_scenario *r)
{
    const struct book_node *list = book_child(f->rd->doc->root, "entries");

    for (unsigned i = 0; i < r->entries_count; i++) {
        const struct raw_entry *e = &r->entries[i];
        const struct book_node *at = book_item(list, (int)i);
        struct min_entry_card *c = &f->bk->entry[i];
        for (unsigned j = 0; j < i; j++)
            if (strcmp(r->entries[j].name, e->name) == 0)
                book_wrong(f->rd, TC_E_NAME, at, "two entries are named \"%s\".", e->name);
        *c = (struct min_entry_card){ book_keep(f->rd, e->name), (uint8_t)e->edge,
                                      book_length(e->from), book_length(e->to) };
        check_span(f, at, e->edge, c->from, c->to);
    }
    f->bk->entries = (int)r->entries_count;
}

static void fill_objectives(struct min_filling *f, const struct raw_scenario *r)
{
    const struct book_node *list = book_child(f->rd->doc->root, "objectives");

    for (unsigned i = 0; i < r->objectives_count; i++) {
        const struct raw_objective *o = &r->objectives[i];
        const struct book_node *at = book_item(list, (int)i);
        struct min_objective_card *c = &f->bk->objective[i];
        for (unsigned j = 0; j < i; j++)
            if (strcmp(r->objectives[j].name, o->name) == 0)
                book_wrong(f->rd, TC_E_NAME, at, "two objectives are named \"%s\".", o->name);
        *c = (struct min_objective_card){
            book_keep(f->rd, o->name), book_keep(f->rd, o->label ? o->label : o->name),
            book_length(o->x),         book_length(o->y),
            book_length(o->radius),    { (int16_t)o->points[0], (int16_t)o->points[1] }
        };
        if (c->x > f->bk->width || c->y > f->bk->height)
            book_wrong(f->rd, TC_E_RANGE, at, "the objective lies off the table.");
    }
    f->bk->objectives = (int)r->objectives_count;
}

static void fill_zones(struct min_filling *f, const struct raw_side *r,
                       const struct book_node *side)
{
    const struct book_node *list = book_child(side, "zones");

    if (f->bk->deploy && r->zones_count == 0)
        book_wrong(f->rd, TC_E_KEY, side,
                   "the key \"zones\" is missing: the players deploy in zones.");
    for (unsigned i = 0; i < r->zones_count; i++) {
        const struct raw_zone *z = &r->zones[i];
        struct min_zone_card c = { (int8_t)f->side, book_length(z->west), book_length(z->south),
                                   book_length(z->east), book_length(z->north) };
        if (c.x0 >= c.x1 || c.y0 >= c.y1 || c.x1 > f->bk->width || c.y1 > f->bk->height)
            book_wrong(f->rd, TC_E_RANGE, book_item(list, (int)i),
                       "west must be less than east, south less than north, all on the table.");
        if (f->bk->zones == MIN_ZONES)
            book_wrong(f->rd, TC_E_FULL, book_item(list, (int)i), "allowed: %d zones in all.",
                       MIN_ZONES);
        else
            f->bk->zone[f->bk->zones++] = c;
    }
}

static void fill_side(struct min_filling *f, const struct raw_side *r,
                      const struct book_node *at)
{
    struct min_side_card *c = &f->bk->side[f->side];

    f->bk->head.side_name[f->side] = book_keep(f->rd, r->name);
    f->bk->head.side_colour[f->side] = book_keep(f->rd, r->colour);
    c->fog_column = (uint8_t)r->fog;
    c->own_edge = (uint8_t)r->edge;
    c->edge_from = book_length(r->edge_from);
    c->edge_to = r->edge_to ? book_length(r->edge_to) : edge_length(f->bk, r->edge);
    check_span(f, book_spot(at, r->edge_to ? "edge_to" : "edge"), r->edge, c->edge_from,
               c->edge_to);
    fill_zones(f, r, at);
    book_minden_fill_side(f, r, at);
}

static void fill_first(struct min_filling *f, const struct raw_scenario *r)
{
    f->bk->first_side = TC_NONE;
    if (r->first == NULL)
        return;
    for (int s = 0; s < TC_SIDES; s++)
        if (strcmp(r->sides[s].name, r->first) == 0)
            f->bk->first_side = (int8_t)s;
    if (f->bk->first_side == TC_NONE)
        book_wrong(f->rd, TC_E_NAME, book_spot(f->rd->doc->root, "first"),
                   "no side is named \"%s\"; allowed: %s, %s.", r->first, r->sides[0].name,
                   r->sides[1].name);
}

static void fill_radius(struct min_filling *f, const struct raw_scenario *r)
{
    int32_t most = f->bk->t.command_radius;

    if (r->command_radius == NULL)
        return;
    f->bk->t.command_radius = book_length(r->command_radius);
    if (f->bk->t.command_radius > most) /* N-K2 */
        book_wrong(
            f->rd, TC_E_RANGE, book_spot(f->rd->doc->root, "command_radius"),
            "a scenario may shorten the command radius of %d.%03d inches, not lengthen it.",
            most / 1000, most % 1000);
}

static void fill_ground(struct min_filling *f, const struct raw_scenario *r)
{
    const struct book_node *root = f->rd->doc->root;

    if ((r->map == NULL) == (r->table == NULL))
        book_wrong(f->rd, TC_E_KEY, root,
                   "a scenario has either the key \"map\" with the name of a map, or the key "
                   "\"table\" with width, height and terrain.");
    if (r->table)
        book_minden_fill_ground(f->rd, r->table, book_child(root, "table"), f->bk);
    if (r->bases)
        book_minden_fill_sizes(f->rd, r->bases, book_child(root, "bases"), &f->bk->t.base);
}

static void fill_scenario(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_scenario *r = raw;
    const struct book_node *sides = book_child(rd->doc->root, "sides");
    struct min_filling f = { .rd = rd, .bk = (struct min_book *)(void *)out };
    int before = rd->report->count;

    fill_ground(&f, r);
    f.bk->turn_limit = (uint16_t)r->turns;
    f.bk->rain = r->rain;
    f.bk->deploy = r->deploy;
    fill_first(&f, r);
    fill_radius(&f, r);
    fill_entries(&f, r);
    fill_objectives(&f, r);
    for (f.side = 0; f.side < TC_SIDES; f.side++)
        fill_side(&f, &r->sides[f.side], book_item(sides, f.side));
    if (strcmp(r->sides[0].name, r->sides[1].name) == 0)
        book_wrong(rd, TC_E_NAME, sides, "both sides are named \"%s\".", r->sides[0].name);
    book_minden_add_spares(&f);
    if (rd->report->count == before)
        book_minden_check_places(rd, f.bk, f.node);
}

const char *book_minden_map_of(const void *raw_scenario)
{
    return ((const struct raw_scenario *)raw_scenario)->map;
}

const struct book_part book_minden_scenario = { "", &scenario_schema, scenario_limits,
                                                fill_scenario };
