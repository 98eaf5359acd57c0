/* rules/minden/schema_sides.c - entries, objectives, zones and sides of a scenario. */
#include <string.h>

#include "rules/minden/schema.h"
#include "rules/minden/words.h"

static struct min_book *book_of(struct tc_reading *r)
{
    return (struct min_book *)(void *)r->book;
}

static struct min_reading *own(struct tc_reading *r)
{
    return r->own;
}

/* --- Entries and objectives --- */

static int32_t edge_length(const struct min_book *bk, enum min_edge e)
{
    return e == MIN_NORTH || e == MIN_SOUTH ? bk->width : bk->height;
}

static void check_span(struct tc_reading *r, const char *key, enum min_edge e, int32_t from,
                       int32_t to)
{
    int32_t length = edge_length(book_of(r), e);

    if (from >= to || to > length)
        tc_wrong(
            r, TC_E_RANGE, key,
            "a part of this edge goes from a smaller to a larger number of inches, at most "
            "%s.",
            tc_inches(length).text);
}

static void put_entry(struct tc_reading *r, void *entry)
{
    const struct min_entry_card *c = entry;

    for (int i = 0; i < r->index; i++)
        if (strcmp(book_of(r)->entry[i].name, c->name) == 0)
            tc_wrong(r, TC_E_NAME, NULL, "two entries are named \"%s\".", c->name);
    check_span(r, NULL, (enum min_edge)c->edge, c->from, c->to);
}

#define AT struct min_entry_card
static const struct tc_key entry_keys[] = {
    NAME("name", name),
    WORD("edge", edge, min_edge_words),
    LENGTH("from", from, 0, MIN_TABLE_MOST),
    LENGTH("to", to, 0, MIN_TABLE_MOST),
    KEYS_END,
};
#undef AT
const struct tc_mapping min_entry_keys =
    MAPPING(entry_keys, struct min_entry_card, put_entry, NULL);

static void put_objective(struct tc_reading *r, void *entry)
{
    struct min_objective_card *c = entry;

    if (c->label == NULL)
        c->label = c->name;
    for (int i = 0; i < r->index; i++)
        if (strcmp(book_of(r)->objective[i].name, c->name) == 0)
            tc_wrong(r, TC_E_NAME, NULL, "two objectives are named \"%s\".", c->name);
    if (c->x > book_of(r)->width || c->y > book_of(r)->height)
        tc_wrong(r, TC_E_RANGE, NULL, "the objective lies off the table.");
}

#define AT struct min_objective_card
static const struct tc_key objective_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    LENGTH("x", x, 0, MIN_TABLE_MOST),
    LENGTH("y", y, 0, MIN_TABLE_MOST),
    LENGTH("radius", radius, 0, 120000),
    COUNTS("points", points, TC_SIDES, 0, 1000),
    KEYS_END,
};
#undef AT
const struct tc_mapping min_objective_keys =
    MAPPING(objective_keys, struct min_objective_card, put_objective, NULL);

/* --- Sides --- */

struct side_file {
    const char *name, *colour;
    struct min_side_card card;
};

static void put_zone(struct tc_reading *r, void *entry)
{
    struct min_book *bk = book_of(r);
    struct min_zone_card *c = entry;

    c->side = (int8_t)own(r)->side;
    if (c->x0 >= c->x1 || c->y0 >= c->y1 || c->x1 > bk->width || c->y1 > bk->height)
        tc_wrong(r, TC_E_RANGE, NULL,
                 "west must be less than east, south less than north, all on the table.");
    if (bk->zones == MIN_ZONES)
        tc_wrong(r, TC_E_FULL, NULL, "allowed: %d zones in all.", MIN_ZONES);
    else
        bk->zone[bk->zones++] = *c;
}

#define AT struct min_zone_card
static const struct tc_key zone_keys[] = {
    LENGTH("west", x0, 0, MIN_TABLE_MOST),
    LENGTH("south", y0, 0, MIN_TABLE_MOST),
    LENGTH("east", x1, 0, MIN_TABLE_MOST),
    LENGTH("north", y1, 0, MIN_TABLE_MOST),
    KEYS_END,
};
#undef AT
static const struct tc_mapping zone = MAPPING(zone_keys, struct min_zone_card, put_zone, NULL);

static void put_side(struct tc_reading *r, void *entry)
{
    struct side_file *f = entry;
    struct min_book *bk = book_of(r);
    enum min_edge edge = (enum min_edge)f->card.own_edge;
    int side = own(r)->side = r->index;

    own(r)->division = own(r)->brigade = own(r)->regiment = TC_NONE;
    if (!tc_has(r, "edge_to"))
        f->card.edge_to = edge_length(bk, edge);
    bk->head.side_name[side] = f->name;
    bk->head.side_colour[side] = f->colour;
    bk->side[side] = f->card;
    check_span(r, tc_has(r, "edge_to") ? "edge_to" : "edge", edge, f->card.edge_from,
               f->card.edge_to);
    if (bk->deploy && !tc_has(r, "zones"))
        tc_wrong(r, TC_E_KEY, NULL,
                 "the key \"zones\" is missing: the players deploy in zones.");
    if (!tc_has(r, "divisions") && !tc_has(r, "brigades"))
        tc_wrong(r, TC_E_KEY, NULL, "a side needs the key \"divisions\" or \"brigades\".");
}

#define AT struct side_file
static const struct tc_key side_keys[] = {
    NAME("name", name),
    COLOUR("colour", colour),
    WORD("fog", card.fog_column, min_fog_column_words),
    WORD("edge", card.own_edge, min_edge_words),
    MAY_LENGTH("edge_from", card.edge_from, 0, MIN_TABLE_MOST),
    MAY_LENGTH("edge_to", card.edge_to, 0, MIN_TABLE_MOST),
    MAY_EACH("zones", zone, 1, MIN_ZONES),
    MAY_ONE("army", min_army_keys),
    MAY_EACH("divisions", min_division_keys, 1, MIN_DIVISIONS),
    MAY_EACH("brigades", min_brigade_keys, 1, MIN_BRIGADES),
    KEYS_END,
};
#undef AT
const struct tc_mapping min_side_keys = MAPPING(side_keys, struct side_file, put_side, NULL);
