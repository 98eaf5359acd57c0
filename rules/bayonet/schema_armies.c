/* rules/bayonet/schema_armies.c - sides, Wings, leaders, goals: a scenario, into the book. */
#include "rules/bayonet/schema.h"

#include <string.h>

static const char *const map_edge_words[] = { "north", "east", "south", "west", NULL };
static const char *const rank_words[] = { "army", "wing", NULL };

int bay_find_wing(struct tc_reading *r, const char *name, const char *key)
{
    const struct bay_book *bk = bay_book_being_read(r);

    for (int w = 0; w < bk->wings; w++)
        if (bk->wing[w].side == bay_reading_of(r)->side && strcmp(bk->wing[w].name, name) == 0)
            return w;
    tc_wrong(r, TC_E_NAME, key, "`%s` is no Wing of this side.", name);
    return 0;
}

/* --- Wings and their ground --- */

struct wing_file {
    const char *name, *label;
    int32_t capacity;
    uint8_t front;
};

static void put_wing(struct tc_reading *r, void *entry)
{
    const struct wing_file *f = entry;
    struct bay_book *bk = bay_book_being_read(r);

    bay_reading_of(r)->wing[bk->wings] = r->at;
    bk->wing[bk->wings++] = (struct bay_wing_def){ .name = f->name,
                                                   .label = f->label ? f->label : f->name,
                                                   .side = (int8_t)bay_reading_of(r)->side,
                                                   .index = (uint8_t)r->index,
                                                   .capacity = (uint8_t)f->capacity,
                                                   .front = f->front };
}

#define AT struct wing_file
static const struct tc_key wing_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    WORD_OF("front", front, bay_facing_words, BAY_FACINGS),
    COUNT("capacity", capacity, 1, BAY_SLOTS),
    KEYS_END,
};
#undef AT
static const struct tc_mapping wing = MAPPING(wing_keys, struct wing_file, put_wing, NULL);

static void put_ground_text(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    (void)entry;
    (void)number;
    bay_reading_of(r)->ground[r->index] = text; /* lives as long as the file is read */
    bay_reading_of(r)->ground_rows = r->count;
}

/* One row of the ground of Wings, see put_ground; how many hexes it has. */
static int put_ground_row(struct tc_reading *r, int side, int wings, int first, int y)
{
    struct bay_book *bk = bay_book_being_read(r);
    int x = 0;

    for (const char *p = bay_reading_of(r)->ground[y - 1]; *p; p++) {
        const char letter[2] = { *p, 0 };
        if (*p == ' ')
            continue;
        bool split = *p >= 'a' && *p < 'a' + wings - 1;
        bool one = *p >= '1' && *p < '1' + wings;
        if ((!split && !one && *p != '.') || ++x > bk->columns) {
            tc_wrong_at(r, tc_item(r, "ground", y - 1), NULL, TC_E_NAME,
                        "row %d: `%s` at hex %d is no Wing.", y, letter, x);
            break;
        }
        int bit = first + (split ? *p - 'a' : *p - '1'); /* B-4.2.3b, B-RUL-76 */
        bk->wings_at[side][x * 100 + y] = (uint16_t)(*p == '.' ? 0 : (split ? 3u : 1u) << bit);
    }
    return x;
}

/* Rows of digits: 1 is the side's first Wing from its left; a letter a, b.. is the hex that a
 * boundary splits between Wings 1 and 2, 2 and 3 .. (B-4.2.3b). Without rows: all of all. */
static void put_ground(struct tc_reading *r, int side)
{
    struct bay_book *bk = bay_book_being_read(r);
    int first = 0, rows = bay_reading_of(r)->ground_rows;

    while (first < bk->wings && bk->wing[first].side != side)
        first++;
    int wings = bk->wings - first; /* this side's are the last so far */
    for (int h = 101; !rows && h < BAY_IDS; h++)
        bk->wings_at[side][h] = (uint16_t)(((1u << wings) - 1) << first);
    if (rows && rows != bk->rows)
        tc_wrong(r, TC_E_RANGE, "ground", "has %d rows, the map %d.", rows, bk->rows);
    for (int y = 0; y < rows && y < bk->rows; y++) {
        int x = put_ground_row(r, side, wings, first, y + 1);
        if (x != bk->columns)
            tc_wrong_at(r, tc_item(r, "ground", y), NULL, TC_E_RANGE,
                        "row %d has %d hexes, not %d.", y + 1, x, bk->columns);
    }
}

/* --- Leaders --- */

struct leader_file {
    const char *name, *label, *wing, *with, *replaces;
    int32_t rating;
    uint8_t rank, line;
};

static int find_brigade(struct tc_reading *r, const char *name)
{
    const struct bay_book *bk = bay_book_being_read(r);

    for (int b = 0; b < bk->brigades; b++)
        if (bk->brigade[b].side == bay_reading_of(r)->side &&
            strcmp(bk->brigade[b].name, name) == 0)
            return b;
    tc_wrong(r, TC_E_NAME, "with", "`%s` is no brigade of this side.", name);
    return TC_NONE;
}

/* Whom he stands by for: a leader of his side and rank named before him. */
static int find_leader(struct tc_reading *r, const char *name, const struct bay_leader_def *x)
{
    const struct bay_book *bk = bay_book_being_read(r);
    int found = TC_NONE;

    for (int l = 0; l < bk->leaders; l++)
        if (strcmp(bk->leader[l].name, name) == 0 && bk->leader[l].side == x->side &&
            bk->leader[l].rank == x->rank)
            found = l;
    if (found < 0)
        tc_wrong(r, TC_E_NAME, "replaces", "`%s` is no leader of that rank named before.",
                 name);
    return found;
}

static void put_leader(struct tc_reading *r, void *entry)
{
    const struct leader_file *f = entry;
    struct bay_book *bk = bay_book_being_read(r);
    struct bay_leader_def *x = &bk->leader[bk->leaders];

    x->name = f->name;
    x->label = f->label ? f->label : f->name;
    x->side = (int8_t)bay_reading_of(r)->side;
    x->rank = f->rank;
    x->rating = (uint8_t)f->rating;
    x->wing = (uint8_t)bay_find_wing(r, f->wing, "wing"); /* B-2.1.4b: 0 to 3 (limits) */
    x->line = f->line;
    x->direct = (int16_t)(f->with ? find_brigade(r, f->with) : TC_NONE);
    x->replaces = (int16_t)(f->replaces ? find_leader(r, f->replaces, x) : TC_NONE);
    if (x->direct >= 0 && (x->rating < 1 || bk->brigade[x->direct].wing != x->wing ||
                           bk->brigade[x->direct].line != x->line))
        tc_wrong(r, TC_E_RANGE, NULL,
                 "%s leads a brigade himself only if rated 1 or more and in its Wing and Line.",
                 x->name);
    bk->leaders++;
}

#define AT struct leader_file
static const struct tc_key leader_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    WORD("rank", rank, rank_words),
    COUNT("rating", rating, 0, 3),
    TEXT("wing", wing),
    WORD("line", line, bay_line_words),
    MAY_TEXT("with", with),
    MAY_TEXT("replaces", replaces),
    KEYS_END,
};
#undef AT
static const struct tc_mapping leader =
    MAPPING(leader_keys, struct leader_file, put_leader, NULL);

/* One AC at most, one WC a Wing (B-2.1.4a). */
static void check_leaders(struct tc_reading *r, int side)
{
    const struct bay_book *bk = bay_book_being_read(r);
    int armies = 0;

    for (int w = 0; w < bk->wings; w++) { /* B-2.1.4a */
        int n = 0;
        for (int l = 0; l < bk->leaders; l++)
            n += bk->leader[l].rank == BAY_WC && bk->leader[l].wing == w &&
                 bk->leader[l].replaces < 0;
        if (bk->wing[w].side == side && n != 1)
            tc_wrong(r, TC_E_RANGE, "leaders", "%s has %d wing commanders; it needs one.",
                     bk->wing[w].name, n);
    }
    for (int l = 0; l < bk->leaders; l++)
        armies += bk->leader[l].rank == BAY_AC && bk->leader[l].side == side &&
                  bk->leader[l].replaces < 0;
    if (armies > 1)
        tc_wrong(r, TC_E_RANGE, "leaders", "a side has one army commander at most.");
}

/* --- Sides --- */

struct side_file {
    const char *name, *colour;
    uint8_t retreat, wins_ahead, beaten_after;
    bool drill;
};

static void put_exit(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    struct bay_reading *own = bay_reading_of(r);
    int hex = bay_put_hex(r, NULL, text, "exit");

    (void)entry;
    (void)number;
    own->exits++;
    if (hex >= 0)
        bay_book_being_read(r)->exits[own->side][hex] = 1;
}

static void begin_side(struct tc_reading *r, void *entry)
{
    const struct side_file *f = entry;
    struct bay_book *bk = bay_book_being_read(r);
    struct bay_reading *own = bay_reading_of(r);
    bool retreat = tc_has(r, "retreat");

    bk->head.side_name[own->side] = f->name;
    bk->head.side_colour[own->side] = f->colour;
    bk->army_name[own->side] = f->name;
    bk->drill[own->side] = f->drill;
    bk->wins_ahead[own->side] = f->wins_ahead;
    bk->beaten_after[own->side] = f->beaten_after;
    bk->retreat_edge[own->side] = (int16_t)(retreat ? f->retreat : TC_NONE);
    if (!retreat == !own->exits)
        tc_wrong(r, TC_E_KEY, NULL, "needs either retreat or exits.");
}

static void end_side(struct tc_reading *r, void *entry)
{
    struct bay_reading *own = bay_reading_of(r);

    (void)entry;
    put_ground(r, own->side);
    check_leaders(r, own->side);
    own->exits = own->ground_rows = 0;
    own->side++;
}

#define AT struct side_file
static const struct tc_key side_keys[] = {
    TEXT("name", name),
    COLOUR("colour", colour),
    MAY_WORD("retreat", retreat, map_edge_words),
    MAY_TEXTS("exits", 1, 100, put_exit),
    MAY_YES("drill", drill),
    MAY_COUNT("wins-ahead", wins_ahead, 1, 99), /* B-RUL-95 */
    MAY_COUNT("beaten-after", beaten_after, 1, BAY_BRIGADES / 2),
    EACH("wings", wing, 1, BAY_WINGS / 2),
    MAY_TEXTS("ground", 1, 99, put_ground_text),
    EACH("brigades", bay_brigade_shape, 1, BAY_BRIGADES / 2),
    EACH("leaders", leader, 1, BAY_LEADERS / 2), /* behind the brigades they lead */
    MAY_EACH("batteries", bay_battery_shape, 0, BAY_BATTERIES),
    KEYS_END,
};
#undef AT
static const struct tc_mapping side =
    MAPPING(side_keys, struct side_file, begin_side, end_side);

/* --- Fires and goals --- */

struct fire_file {
    const char *hex;
    int32_t from, to;
};

static void put_fire(struct tc_reading *r, void *entry)
{
    const struct fire_file *f = entry;
    struct bay_book *bk = bay_book_being_read(r);

    bk->fire[bk->fires++] = (struct bay_fire){ bay_put_hex(r, "hex", f->hex, "fire"),
                                               (uint8_t)f->from, (uint8_t)f->to };
}

#define AT struct fire_file
static const struct tc_key fire_keys[] = {
    TEXT("hex", hex),
    COUNT("from", from, 1, 60),
    COUNT("to", to, 1, 60),
    KEYS_END,
};
#undef AT
static const struct tc_mapping fire = MAPPING(fire_keys, struct fire_file, put_fire, NULL);

struct goal_file {
    const char *label, *side;
    int32_t points;
};

static void put_goal_hex(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    struct bay_goal *g = &bay_book_being_read(r)->goal[bay_book_being_read(r)->goals];

    (void)entry;
    (void)number;
    g->hex[g->hexes++] = bay_put_hex(r, NULL, text, "goal");
}

static void put_goal(struct tc_reading *r, void *entry)
{
    const struct goal_file *f = entry;
    struct bay_book *bk = bay_book_being_read(r);
    struct bay_goal *g = &bk->goal[bk->goals++];

    g->label = f->label;
    g->points = (uint8_t)f->points;
    g->side = (int8_t)(strcmp(f->side, bk->head.side_name[1]) == 0);
    if (g->side == 0 && strcmp(f->side, bk->head.side_name[0]) != 0)
        tc_wrong(r, TC_E_NAME, "side", "`%s` is not one of: %s, %s.", f->side,
                 bk->head.side_name[0], bk->head.side_name[1]);
}

#define AT struct goal_file
static const struct tc_key goal_keys[] = {
    TEXT("label", label),
    TEXT("side", side),
    COUNT("points", points, 1, 100),
    TEXTS("hexes", 1, BAY_GOAL_HEXES, put_goal_hex),
    KEYS_END,
};
#undef AT
static const struct tc_mapping goal = MAPPING(goal_keys, struct goal_file, put_goal, NULL);

/* --- The whole --- */

static void put_start(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    int64_t hours = 0, minutes = 0;

    (void)number;
    if (strlen(text) != 5 || text[2] != ':' || !tc_read_int(text, 2, &hours) ||
        !tc_read_int(text + 3, 2, &minutes) || hours < 0 || hours > 23 || minutes < 0 ||
        minutes > 59)
        tc_wrong(r, TC_E_SYNTAX, NULL, "`%s` is not a time; write it 12:30.", text);
    else
        ((struct bay_book *)book)->start = (uint16_t)(hours * 60 + minutes);
}

void bay_begin_scenario(struct tc_reading *r, void *book)
{
    if (!tc_has(r, "lose-wing"))
        ((struct bay_book *)book)->lose_wing = 1;
}

void bay_end_scenario(struct tc_reading *r, void *book)
{
    struct bay_reading *own = bay_reading_of(r);
    const struct book_node *root = r->at;

    (void)book;
    for (int i = 0; i < own->batteries; i++) {
        own->side = own->battery[i].side;
        r->at = own->battery[i].at;
        bay_put_unit(r, &own->battery[i].unit, true);
    }
    r->at = root;
    bay_check_book(r);
}

#define AT struct bay_book
const struct tc_key bay_scenario_keys[] = {
    CALL_NAME("map", NULL),
    CALL_TEXT("start", put_start),
    COUNT("year", year, 1500, 1900),
    COUNT("turns", turns, 1, 60),
    MAY_YES("lose-wing", lose_wing),
    EACH("sides", side, 2, 2),
    MAY_EACH("fires", fire, 0, BAY_FIRES),
    MAY_EACH("goals", goal, 0, BAY_GOALS),
    KEYS_END,
};
#undef AT
