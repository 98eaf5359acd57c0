/* rules/malbrook/schema_armies.c - sides, Marshals, wings and commands of a scenario. */
#include "rules/malbrook/schema.h"

#include <string.h>

static const char *const rating_words[] = { "incompetent", "usual", "superior", NULL };

/* --- Leaders --- */

struct leader_file {
    const char *name, *label, *with;
    int32_t x, y, turn;
    int8_t rating;
    bool exceptional;
};

static void put_rating(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    (void)r;
    (void)text;
    ((struct leader_file *)entry)->rating = (int8_t)(number - 1);
}

static void check_leader(struct tc_reading *r, const struct mal_leader_card *l)
{
    const struct mal_book *bk = mal_book_being_read(r);

    if (l->rank == MAL_MAJOR_GENERAL && l->rating < 0)
        tc_wrong(r, TC_E_RANGE, "rating",
                 "%s is a Major General and cannot be incompetent (M-RUL-4).", l->name);
    for (int i = 0; i < bk->leaders; i++)
        if (strcmp(bk->leader[i].name, l->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two leaders are named %s.", l->name);
}

static int add_leader(struct tc_reading *r, const struct leader_file *f, enum mal_rank rank)
{
    struct mal_reading *own = mal_reading_of(r);
    struct mal_book *bk = mal_book_being_read(r);

    if (bk->leaders == MAL_LEADERS) {
        tc_wrong(r, TC_E_FULL, NULL, "there are more than %d leaders.", MAL_LEADERS);
        return 0;
    }
    struct mal_leader_card *l = &bk->leader[bk->leaders];
    l->name = f->name;
    l->label = f->label ? f->label : f->name;
    l->side = (int8_t)own->side;
    l->rank = (uint8_t)rank;
    l->rating = f->rating;
    l->exceptional = f->exceptional;
    l->command = l->wing = l->attached = TC_NONE;
    l->x = f->x;
    l->y = f->y;
    l->turn = (uint16_t)f->turn;
    own->with[bk->leaders] = f->with;
    own->leader[bk->leaders] = r->at;
    check_leader(r, l);
    return bk->leaders++;
}

/* M-23.5: with a brigade of his side that the file has named by now. */
static void attach(struct tc_reading *r, int leader)
{
    struct mal_reading *own = mal_reading_of(r);
    struct mal_book *bk = mal_book_being_read(r);
    const char *with = own->with[leader];

    for (int i = 0; with && i < bk->cards; i++)
        if (strcmp(bk->card[i].name, with) == 0 && bk->card[i].side == own->side) {
            bk->leader[leader].attached = (int16_t)i;
            return;
        }
    if (with)
        tc_wrong_at(r, own->leader[leader], "with", TC_E_NAME,
                    "%s is with %s, whom nobody knows.", bk->leader[leader].name, with);
}

static void put_marshal(struct tc_reading *r, void *entry)
{
    (void)add_leader(r, entry, MAL_MARSHAL);
}

static void put_lieutenant(struct tc_reading *r, void *entry)
{
    struct mal_book *bk = mal_book_being_read(r);
    int wing = mal_reading_of(r)->wing, i = add_leader(r, entry, MAL_LIEUTENANT_GENERAL);

    bk->wing[wing].leader = (int16_t)i;
    bk->leader[i].wing = (int16_t)wing;
}

static void put_major(struct tc_reading *r, void *entry)
{
    struct mal_book *bk = mal_book_being_read(r);
    int command = mal_reading_of(r)->command, i = add_leader(r, entry, MAL_MAJOR_GENERAL);

    bk->command[command].leader = (int16_t)i;
    bk->leader[i].command = (int16_t)command;
    mal_reading_of(r)->major = i;
}

#define AT struct leader_file
static const struct tc_key leader_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    LENGTH("x", x, 0, MAL_WIDTH_MOST),
    LENGTH("y", y, 0, MAL_HEIGHT_MOST),
    MAY_NAME("with", with),
    MAY_CALL_WORD("rating", rating_words, put_rating),
    MAY_YES("exceptional", exceptional),
    MAY_COUNT("turn", turn, 1, 99),
    KEYS_END,
};
#undef AT
static const struct tc_mapping marshal =
    MAPPING(leader_keys, struct leader_file, put_marshal, NULL);
static const struct tc_mapping lieutenant =
    MAPPING(leader_keys, struct leader_file, put_lieutenant, NULL);
static const struct tc_mapping major =
    MAPPING(leader_keys, struct leader_file, put_major, NULL);

/* --- Commands --- */

struct command_file {
    const char *name, *label;
};

static void begin_command(struct tc_reading *r, void *entry)
{
    const struct command_file *f = entry;
    struct mal_reading *own = mal_reading_of(r);
    struct mal_book *bk = mal_book_being_read(r);

    own->major = TC_NONE;
    if (bk->commands == MAL_COMMANDS) {
        tc_wrong(r, TC_E_FULL, NULL, "there are more than %d commands.", MAL_COMMANDS);
        return;
    }
    own->command = bk->commands++;
    own->of_command[own->command] = r->at;
    struct mal_command_card *c = &bk->command[own->command];
    c->name = f->name;
    c->label = f->label ? f->label : f->name;
    c->side = (int8_t)own->side;
    c->wing = (int16_t)own->wing;
    c->leader = c->marshal = TC_NONE;
}

static void end_command(struct tc_reading *r, void *entry)
{
    (void)entry;
    if (mal_reading_of(r)->major != TC_NONE)
        attach(r, mal_reading_of(r)->major);
}

#define AT struct command_file
static const struct tc_key command_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    MAY_EACH("brigades", mal_brigade_keys, 0, MAL_CARDS),
    MAY_EACH("guns", mal_gun_keys, 0, MAL_CARDS),
    MAY_ONE("leader", major),
    KEYS_END,
};
static const struct tc_mapping command =
    MAPPING(command_keys, struct command_file, begin_command, end_command);
#undef AT

/* --- Zones: what the wing's order is about (M-RUL-6) --- */

struct zone_file { /* a disc, or corners */
    int32_t x, y, radius;
    int points;
    struct tc_scene_point point[MAL_ZONE_POINTS];
};

static void end_zone(struct tc_reading *r, void *entry)
{
    const struct zone_file *f = entry;
    struct mal_wing_card *w = &mal_book_being_read(r)->wing[mal_reading_of(r)->wing];
    int disc = tc_has(r, "x") + tc_has(r, "y") + tc_has(r, "radius");

    if (disc != (tc_has(r, "points") ? 0 : 3)) {
        tc_wrong(r, TC_E_KEY, NULL,
                 "The zone of %s is a disc (x, y and radius) or has corners (points).",
                 w->name);
        return;
    }
    w->zone_points = (int16_t)f->points;
    memcpy(w->zone, f->point, (size_t)f->points * sizeof w->zone[0]);
    w->x = f->x;
    w->y = f->y;
    w->radius = f->radius;
}

#define AT struct tc_scene_point
static const struct tc_key corner_keys[] = {
    LENGTH("x", x, 0, MAL_WIDTH_MOST),
    LENGTH("y", y, 0, MAL_HEIGHT_MOST),
    KEYS_END,
};
static const struct tc_mapping corner = MAPPING(corner_keys, struct tc_scene_point, NULL, NULL);
#undef AT

#define AT struct zone_file
static const struct tc_key zone_keys[] = {
    MAY_LENGTH("x", x, 0, MAL_WIDTH_MOST),
    MAY_LENGTH("y", y, 0, MAL_HEIGHT_MOST),
    MAY_LENGTH("radius", radius, 1000, 120000),
    MAY_LIST("points", point, points, corner, 3, MAL_ZONE_POINTS),
    KEYS_END,
};
static const struct tc_mapping zone = MAPPING(zone_keys, struct zone_file, NULL, end_zone);
#undef AT

/* --- Wings --- */

struct wing_file {
    const char *name, *label, *marshal;
    uint8_t order;
};

/* M-4.8: the Marshal it names, or the first of the side. */
static int marshal_of(struct tc_reading *r, const struct wing_file *f)
{
    const struct mal_reading *own = mal_reading_of(r);
    const struct mal_book *bk = mal_book_being_read(r);

    for (int i = own->marshal; f->marshal && i < bk->leaders; i++)
        if (bk->leader[i].rank == MAL_MARSHAL && strcmp(bk->leader[i].name, f->marshal) == 0)
            return i;
    if (f->marshal)
        tc_wrong(r, TC_E_NAME, "marshal", "%s answers to %s, who is not a Marshal.", f->name,
                 f->marshal);
    return own->marshal;
}

static void begin_wing(struct tc_reading *r, void *entry)
{
    const struct wing_file *f = entry;
    struct mal_reading *own = mal_reading_of(r);
    struct mal_book *bk = mal_book_being_read(r);

    if (bk->wings == MAL_WINGS) {
        tc_wrong(r, TC_E_FULL, NULL, "there are more than %d wings.", MAL_WINGS);
        return;
    }
    own->wing = bk->wings++;
    own->of_wing[own->wing] = r->at;
    struct mal_wing_card *w = &bk->wing[own->wing];
    w->name = f->name;
    w->label = f->label ? f->label : f->name;
    w->side = (int8_t)own->side; /* M-4.5, M-23.18 */
    w->order = f->order;
    w->marshal = (int16_t)marshal_of(r, f);
}

static void end_wing(struct tc_reading *r, void *entry)
{
    (void)entry;
    attach(r, mal_book_being_read(r)->wing[mal_reading_of(r)->wing].leader);
}

#define AT struct wing_file
static const struct tc_key wing_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    MAY_NAME("marshal", marshal),
    WORD("order", order, mal_order_words),
    MAY_ONE("zone", zone),
    ONE("leader", lieutenant),
    EACH("commands", command, 0, MAL_COMMANDS),
    KEYS_END,
};
static const struct tc_mapping wing =
    MAPPING(wing_keys, struct wing_file, begin_wing, end_wing);
#undef AT

/* --- Sides --- */

struct side_file {
    const char *name, *colour, *personal;
    int32_t front, history_losses;
    uint8_t style, nation;
};

static void begin_side(struct tc_reading *r, void *entry)
{
    const struct side_file *f = entry;
    struct mal_reading *own = mal_reading_of(r);
    struct mal_book *bk = mal_book_being_read(r);
    int s = own->side = r->index;

    own->marshal = bk->leaders;
    own->front = (uint16_t)f->front;
    own->style = tc_has(r, "style") ? f->style : mal_style_of_nation(f->nation);
    bk->head.side_name[s] = f->name;
    bk->head.side_colour[s] = f->colour;
    bk->front[s] = own->front;
    bk->personal[s] = f->personal;
    bk->history_losses[s] = f->history_losses;
    bk->seats[s] = 1;
    if (!tc_has(r, "style") && !tc_has(r, "nation"))
        tc_wrong(r, TC_E_KEY, NULL, "%s has no style and no nation (M-3.1).", f->name);
}

static void end_side(struct tc_reading *r, void *entry)
{
    const struct mal_book *bk = mal_book_being_read(r);
    int marshals = 0;

    for (int i = mal_reading_of(r)->marshal; i < bk->leaders; i++)
        if (bk->leader[i].rank == MAL_MARSHAL) {
            marshals++;
            attach(r, i);
        }
    if (marshals == 0)
        tc_wrong(r, TC_E_KEY, "marshals", "%s has no Marshal.",
                 ((const struct side_file *)entry)->name);
}

#define AT struct side_file
static const struct tc_key side_keys[] = {
    NAME("name", name),
    COLOUR("colour", colour),
    ANGLE("front", front, 0, 65535),
    MAY_WORD("style", style, mal_style_words),
    MAY_WORD("nation", nation, mal_nation_words),
    MAY_TEXT("personal", personal),
    MAY_COUNT("history_losses", history_losses, 1, 99),
    EACH("marshals", marshal, 0, 2),
    EACH("wings", wing, 0, MAL_WINGS),
    KEYS_END,
};
const struct tc_mapping mal_side_keys =
    MAPPING(side_keys, struct side_file, begin_side, end_side);
