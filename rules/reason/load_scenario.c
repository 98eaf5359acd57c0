/* rules/reason/load_scenario.c - maps and scenarios of `reason`. */
#include <string.h>

#include "rules/reason/load_parts.h"

/* --- The scenario file */

struct raw_side {
    const char *name, *colour, *edge;
    int ranks, morale;
};

struct raw_scenario {
    struct book_head head;
    const char *map, *module, *first;
    int turns, etn, boxes, visibility, fog, specials, rebuilt, half, rapid;
    struct raw_side *sides;
    unsigned sides_count;
    const char **wings, **commands, **leaders, **units, **goals;
    unsigned wings_count, commands_count, leaders_count, units_count, goals_count;
};

#define NEEDED CYAML_FLAG_DEFAULT
#define MAY    CYAML_FLAG_OPTIONAL
#define ROWS(KEY, M, FLAGS, MOST)                                                              \
    CYAML_FIELD_SEQUENCE(KEY, CYAML_FLAG_POINTER | (FLAGS), struct raw_scenario, M,            \
                         &book_string_schema, 0, MOST)

static const cyaml_schema_field_t side_fields[] = {
    BOOK_FIELD_TEXT("name", NEEDED, struct raw_side, name),
    BOOK_FIELD_TEXT("colour", NEEDED, struct raw_side, colour),
    BOOK_FIELD_TEXT("edge", NEEDED, struct raw_side, edge),
    CYAML_FIELD_INT("ranks", NEEDED, struct raw_side, ranks),
    CYAML_FIELD_INT("morale", NEEDED, struct raw_side, morale),
    CYAML_FIELD_END
};

static const cyaml_schema_value_t side_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, struct raw_side, side_fields) };

static const cyaml_schema_field_t scenario_fields[] = {
    BOOK_SCENARIO_HEAD(struct raw_scenario),
    BOOK_FIELD_TEXT("map", NEEDED, struct raw_scenario, map),
    BOOK_FIELD_TEXT("module", NEEDED, struct raw_scenario, module),
    BOOK_FIELD_TEXT("first", NEEDED, struct raw_scenario, first),
    CYAML_FIELD_INT("turns", NEEDED, struct raw_scenario, turns),
    CYAML_FIELD_INT("etn", NEEDED, struct raw_scenario, etn),
    CYAML_FIELD_INT("boxes", NEEDED, struct raw_scenario, boxes),
    CYAML_FIELD_INT("visibility", NEEDED, struct raw_scenario, visibility),
    CYAML_FIELD_INT("fog", NEEDED, struct raw_scenario, fog),
    CYAML_FIELD_INT("special_results", NEEDED, struct raw_scenario, specials),
    CYAML_FIELD_INT("rec_morale_mods", NEEDED, struct raw_scenario, rebuilt),
    CYAML_FIELD_INT("disorder_fm_half", NEEDED, struct raw_scenario, half),
    CYAML_FIELD_INT("rapid_er", MAY, struct raw_scenario, rapid), /* R-RUL-20 */
    CYAML_FIELD_SEQUENCE("sides", CYAML_FLAG_POINTER, struct raw_scenario, sides, &side_schema,
                         2, 2),
    ROWS("wings", wings, MAY, REA_WINGS),
    ROWS("commands", commands, NEEDED, REA_COMMANDS),
    ROWS("leaders", leaders, NEEDED, REA_LEADERS),
    ROWS("units", units, NEEDED, REA_UNITS),
    ROWS("goals", goals, MAY, REA_GOALS),
    CYAML_FIELD_END
};

static const cyaml_schema_value_t scenario_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct raw_scenario, scenario_fields) };

static const struct book_limit scenario_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "map", BOOK_NAME, 0, 0 },
    { "turns", BOOK_INT, 1, 40 },
    { "etn", BOOK_INT, 2, 18 },
    { "boxes", BOOK_INT, 1, 20 },
    { "visibility", BOOK_INT, 0, 99 },
    { "fog", BOOK_INT, 0, 5 },
    { "special_results", BOOK_INT, 0, 1 },
    { "rec_morale_mods", BOOK_INT, 0, 1 },
    { "disorder_fm_half", BOOK_INT, 0, 1 },
    { "rapid_er", BOOK_INT, 0, 50 },
    { "sides.name", BOOK_NAME, 0, 0 },
    { "sides.colour", BOOK_COLOUR, 0, 0 },
    { "sides.ranks", BOOK_INT, 3, 4 },
    { "sides.morale", BOOK_INT, 1, 30 },
    { NULL, BOOK_LIMIT_END, 0, 0 },
};

/* --- Rows of words and keys */

struct line {
    struct book_reader *rd;
    const char *list;
    int number, n;
    struct book_word w[24];
    bool seen[24];
    bool bad;
};

static void complain(struct line *l, const char *text, const struct book_word *w)
{
    const struct book_node *at = book_item(book_spot(l->rd->doc->root, l->list), l->number);

    if (!l->bad)
        book_wrong(l->rd, TC_E_RANGE, at, "%s %d: %s%.*s%s.", l->list, l->number + 1, text,
                   w ? w->n : 0, w ? w->at : "", "");
    l->bad = true;
}

static struct line open_line(struct book_reader *rd, const char *list, int number,
                             const char *row)
{
    struct line l = { .rd = rd, .list = list, .number = number };

    l.n = book_split(row, l.w, 24);
    if (l.n > 24) {
        l.n = 24;
        complain(&l, "too many words", NULL);
    }
    return l;
}

static const char *keep_word(struct line *l, int i, const char *what)
{
    if (i >= l->n) {
        complain(l, what, NULL);
        return "none";
    }
    l->seen[i] = true;
    return book_copy(l->rd->keep, l->w[i].at, (size_t)l->w[i].n);
}

static int word_at(struct line *l, int i, const char *const *list, const char *what)
{
    int k = i < l->n ? book_word_in(&l->w[i], list) : TC_NONE;

    if (i < l->n)
        l->seen[i] = true;
    if (k < 0)
        complain(l, what, i < l->n ? &l->w[i] : NULL);
    return k < 0 ? 0 : k;
}

/* The value of key=value, or an empty word. */
static struct book_word value(struct line *l, const char *key)
{
    size_t n = strlen(key);

    for (int i = 0; i < l->n; i++)
        if ((size_t)l->w[i].n > n && strncmp(l->w[i].at, key, n) == 0 && l->w[i].at[n] == '=') {
            l->seen[i] = true;
            return (struct book_word){ l->w[i].at + n + 1, l->w[i].n - (int)n - 1 };
        }
    return (struct book_word){ "", 0 };
}

static int int_of(struct line *l, const char *key, int none, int least, int most)
{
    struct book_word w = value(l, key);
    int v = none;

    if (!w.n)
        return none;
    if (!book_word_int(&w, &v) || v < least || v > most)
        complain(l, "a number out of range: ", &w);
    return v;
}

static int choice(struct line *l, const char *key, const char *const *list, int none)
{
    struct book_word w = value(l, key);

    if (!w.n)
        return none;
    int k = book_word_in(&w, list);
    if (k < 0)
        complain(l, "an unknown word: ", &w);
    return k < 0 ? none : k;
}

static int hex_in(struct line *l, const struct rea_book *bk, const char *key)
{
    struct book_word w = value(l, key);
    char buf[8] = "";

    if (!w.n)
        return TC_NONE;
    if (w.n < 7)
        memcpy(buf, w.at, (size_t)w.n);
    tc_hex h = tc_hexmap_parse(&bk->map, buf);
    if (h < 0)
        complain(l, "no hex of the map: ", &w);
    return h < 0 ? TC_NONE : h;
}

static void end_line(struct line *l)
{
    for (int i = 0; i < l->n; i++)
        if (!l->seen[i])
            complain(l, "an unknown word: ", &l->w[i]);
}

/* "von-bevern-1" as "Von Bevern 1". */
static const char *label_of(struct book_reader *rd, const char *name)
{
    char *s = book_copy_str(rd->keep, name);
    bool start = true;

    for (char *p = s; p && *p; p++) {
        if (*p == '-')
            *p = ' ';
        else if (start && *p >= 'a' && *p <= 'z')
            *p = (char)(*p - 'a' + 'A');
        start = *p == ' ';
    }
    return s;
}

static int side_index(struct line *l, const struct rea_book *bk, int i)
{
    if (i < l->n)
        l->seen[i] = true;
    for (int k = 0; k < TC_SIDES && i < l->n; k++)
        if (book_word_is(&l->w[i], bk->head.side_name[k]))
            return k;
    complain(l, "a side is expected instead of ", i < l->n ? &l->w[i] : NULL);
    return 0;
}

/* --- Wings, commands, leaders */

static int named(struct line *l, const char *key,
                 const char *(*name)(const struct rea_book *, int), const struct rea_book *bk,
                 int n)
{
    struct book_word w = value(l, key);

    if (!w.n)
        return TC_NONE;
    for (int i = 0; i < n; i++)
        if (book_word_is(&w, name(bk, i)))
            return i;
    complain(l, "nobody is called ", &w);
    return TC_NONE;
}

static const char *wing_name(const struct rea_book *bk, int i)
{
    return bk->wing[i].name;
}

static const char *command_name(const struct rea_book *bk, int i)
{
    return bk->command[i].name;
}

static const char *unit_name(const struct rea_book *bk, int i)
{
    return bk->unit[i].name;
}

static const char *const yes_words[] = { "no", "yes", NULL };

static void fill_wings(struct book_reader *rd, const struct raw_scenario *r,
                       struct rea_book *bk)
{
    bk->wings = (int16_t)r->wings_count;
    for (unsigned i = 0; i < r->wings_count; i++) {
        struct line l = open_line(rd, "wings", (int)i, r->wings[i]);
        struct rea_wing *w = &bk->wing[i];
        w->name = keep_word(&l, 0, "a name is expected");
        w->label = label_of(rd, w->name);
        w->side = (int8_t)side_index(&l, bk, 1);
        w->leader = TC_NONE;
        w->detachment = (uint8_t)choice(&l, "detachment", yes_words, 0);
        end_line(&l);
    }
}

static void fill_commands(struct book_reader *rd, const struct raw_scenario *r,
                          struct rea_book *bk)
{
    bk->commands = (int16_t)r->commands_count;
    for (unsigned i = 0; i < r->commands_count; i++) {
        struct line l = open_line(rd, "commands", (int)i, r->commands[i]);
        struct rea_command *k = &bk->command[i];
        k->name = keep_word(&l, 0, "a name is expected");
        k->label = label_of(rd, k->name);
        k->side = (int8_t)side_index(&l, bk, 1);
        k->wing = (int16_t)named(&l, "wing", wing_name, bk, bk->wings);
        k->detachment = (uint8_t)choice(&l, "detachment", yes_words, 0);
        k->leader = TC_NONE;
        end_line(&l);
    }
}

static void fill_leaders(struct book_reader *rd, const struct raw_scenario *r,
                         struct rea_book *bk)
{
    static const char *const ranks[] = { "command", "wing", "army", "artillery", NULL };

    bk->leaders = (int16_t)r->leaders_count;
    for (unsigned i = 0; i < r->leaders_count; i++) {
        struct line l = open_line(rd, "leaders", (int)i, r->leaders[i]);
        struct rea_chief *k = &bk->leader[i];
        k->name = keep_word(&l, 0, "a name is expected");
        k->label = label_of(rd, k->name);
        k->side = (int8_t)side_index(&l, bk, 1);
        k->rank =
            (uint8_t)word_at(&l, 2, ranks, "army, wing, command or artillery instead of ");
        k->range = (uint8_t)int_of(&l, "range", 6, 1, 20);
        k->initiative = (uint8_t)int_of(&l, "initiative", 5, 0, 9);
        k->rating = (uint8_t)int_of(&l, "rating", 0, 0, 5);
        k->ma = (uint8_t)int_of(&l, "ma", 12, 1, 20);
        k->command = (int16_t)named(&l, "of", command_name, bk,
                                    k->rank == REA_RANK_COMMAND ? bk->commands : 0);
        k->wing = (int16_t)named(&l, "wing", wing_name, bk, bk->wings);
        k->lafayette = (uint8_t)choice(&l, "lafayette", yes_words, 0);
        k->hex = (int16_t)hex_in(&l, bk, "at");
        if (k->command >= 0)
            bk->command[k->command].leader = (int16_t)i;
        if (k->rank == REA_RANK_WING && k->wing >= 0)
            bk->wing[k->wing].leader = (int16_t)i;
        end_line(&l);
    }
}

/* --- Units */

static const char *const nations[] = { "prussian", "austrian",     "russian",
                                       "bavarian", "wuerttemberg", "british",
                                       "hessian",  "american",     NULL };
static const char *const kinds[] = { "musketeer", "fusilier", "grenadier", "leibgarde", "light",
                                     "grenzer",   "jaeger",   "militia",   "rifle",     NULL };
static const char *const weights[] = { "hussar", "dragoon", "cuirassier", NULL };
static const char *const guns[] = { "battalion-gun", "3-lb",     "6-lb", "12-lb",
                                    "24-lb",         "howitzer", NULL };
static const char *const forms[] = {
    "line",     "attack-column", "march-column", "road-column", "general-order",
    "skirmish", "square",        "rout",         "limbered",    "unlimbered",
    NULL
};
static const char *const hooks[] = { "none", "left", "right", NULL };
static const char *const prolonges[] = { "none", "p", "fp", NULL };

/* The third word says arm and kind at once. */
static void take_kind(struct line *l, struct rea_card *k)
{
    int i;

    if (l->n > 3)
        l->seen[3] = true;
    if (l->n > 3 && (i = book_word_in(&l->w[3], kinds)) >= 0) {
        k->arm = REA_FOOT;
        k->kind = (uint8_t)i;
    } else if (l->n > 3 && (i = book_word_in(&l->w[3], weights)) >= 0) {
        k->arm = REA_HORSE;
        k->weight = (uint8_t)i;
    } else if (l->n > 3 && (i = book_word_in(&l->w[3], guns)) >= 0) {
        k->arm = REA_GUNS;
        k->gun = (uint8_t)i;
    } else {
        complain(l, "a kind of unit is expected instead of ", l->n > 3 ? &l->w[3] : NULL);
    }
}

static int run_dir(const struct rea_card *k)
{
    return k->form == REA_LINE ? k->facing + 2 : k->facing + 3;
}

static void take_place(struct line *l, const struct rea_book *bk, struct rea_card *k)
{
    int usual = k->arm == REA_GUNS            ? REA_UA
                : k->always || k->parent >= 0 ? REA_SKIRMISH
                                              : REA_LINE;

    k->form = (uint8_t)choice(l, "form", forms, usual);
    k->facing = (uint8_t)int_of(l, "facing", 0, 0, 5);
    k->hook = (uint8_t)choice(l, "hook", hooks, 0);
    k->under = (uint8_t)choice(l, "under", yes_words, 0);
    int len = int_of(l, "len", 1, 1, REA_LONG), h = hex_in(l, bk, "at");
    k->arrives = (int16_t)int_of(l, "turn", 0, 0, 40);
    struct book_word e = value(l, "entry");
    for (int i = 0; i + 4 <= e.n && k->entries < REA_ENTRY; i += 5) {
        char buf[8] = "";
        memcpy(buf, e.at + i, 4);
        tc_hex hex = tc_hexmap_parse(&bk->map, buf);
        if (hex < 0)
            complain(l, "no hex of the map: ", &e);
        else
            k->entry[k->entries++] = hex;
    }
    if (k->arrives && !k->entries)
        complain(l, "a reinforcement needs entry=ccrr,ccrr", NULL);
    if (h < 0) {
        if (!k->arrives && k->parent < 0 && k->with < 0)
            complain(l, "the place at=ccrr is missing", NULL);
        return;
    }
    for (int i = 0; i < len; i++) {
        if (h < 0) {
            complain(l, "the body leaves the map", NULL);
            return;
        }
        k->hex[i] = (int16_t)h;
        h = tc_hexmap_next(&bk->map, (tc_hex)h, run_dir(k));
    }
    k->len = (uint8_t)len;
}

static int default_ma(const struct rea_card *k)
{
    static const uint8_t gun_ma[] = { 5, 5, 4, 3, 2, 3 }, horse_ma[] = { 10, 9, 8 };

    if (k->arm == REA_GUNS)
        return gun_ma[k->gun];
    if (k->arm == REA_HORSE)
        return horse_ma[k->weight];
    if (k->kind == REA_LIGHT || k->kind == REA_GRENZER || k->kind == REA_JAEGER ||
        k->kind == REA_RIFLE)
        return 6;
    return k->nation == REA_PRUSSIAN || k->nation == REA_BRITISH ? 5 : 4;
}

static int default_er(const struct rea_card *k)
{
    static const uint8_t foot[] = { 33, 33, 24, 18, 35, 38, 30, 55, 35 },
                         horse[] = { 35, 30, 26 };

    return k->arm == REA_GUNS ? 30 : k->arm == REA_HORSE ? horse[k->weight] : foot[k->kind];
}

static int default_cv(const struct rea_card *k)
{
    static const uint8_t foot[] = { 6, 6, 8, 9, 5, 5, 5, 4, 5 }, horse[] = { 6, 8, 10 };

    return k->arm == REA_GUNS ? 0 : k->arm == REA_HORSE ? horse[k->weight] : foot[k->kind];
}

/* name side nation kind strength, then keys. */
static void fill_unit(struct line *l, struct rea_book *bk, int i)
{
    struct rea_card *k = &bk->unit[i];
    int sp = 1;

    k->name = keep_word(l, 0, "a name is expected");
    k->label = label_of(l->rd, k->name);
    k->side = (int8_t)side_index(l, bk, 1);
    k->nation = (uint8_t)word_at(l, 2, nations, "a nation is expected instead of ");
    take_kind(l, k);
    if (l->n > 4)
        l->seen[4] = true;
    if (l->n < 5 || !book_word_int(&l->w[4], &sp) || sp < 1 || sp > 24)
        complain(l, "strength points from 1 to 24 are expected as the fifth word", NULL);
    k->sp = (uint8_t)sp;
    k->er = (int16_t)int_of(l, "er", default_er(k), 0, 99);
    k->cv = (uint8_t)int_of(l, "cv", default_cv(k), 0, 15);
    k->ma = (uint8_t)int_of(l, "ma", default_ma(k), 1, 12);
    k->prolonge = (uint8_t)choice(l, "prolonge", prolonges,
                                  k->arm == REA_GUNS && k->gun <= REA_6LB ? REA_P : 0);
    k->command = (int16_t)named(l, "of", command_name, bk, bk->commands);
    k->regiment = (int16_t)int_of(l, "regiment", TC_NONE, 0, 999);
    k->parent = (int16_t)named(l, "parent", unit_name, bk, i);
    k->with = (int16_t)named(l, "with", unit_name, bk, i);
    k->skirmish = (uint8_t)choice(l, "skirmish", yes_words, 0);
    k->always =
        (uint8_t)choice(l, "always", yes_words,
                        k->kind == REA_GRENZER && k->arm == REA_FOOT && bk->title == REA_LO);
    k->exempt = (uint8_t)choice(l, "exempt", yes_words, 0);
    take_place(l, bk, k);
    if (k->with >= 0 && !k->len) {
        memcpy(k->hex, bk->unit[k->with].hex, sizeof k->hex);
        k->len = bk->unit[k->with].len;
        if (k->arm == bk->unit[k->with].arm)
            k->form = bk->unit[k->with].form;
        k->facing = bk->unit[k->with].facing;
    }
}

static void fill_units(struct book_reader *rd, const struct raw_scenario *r,
                       struct rea_book *bk)
{
    for (unsigned i = 0; i < r->units_count; i++) {
        struct line l = open_line(rd, "units", (int)i, r->units[i]);
        bk->units = (int16_t)i;
        fill_unit(&l, bk, (int)i);
        for (unsigned k = 0; k < i; k++)
            if (strcmp(bk->unit[k].name, bk->unit[i].name) == 0)
                complain(&l, "the name is taken", NULL);
        end_line(&l);
    }
    bk->units = (int16_t)r->units_count;
}

static void fill_goals(struct book_reader *rd, const struct raw_scenario *r,
                       struct rea_book *bk)
{
    bk->goals = (int16_t)r->goals_count;
    for (unsigned i = 0; i < r->goals_count; i++) {
        struct line l = open_line(rd, "goals", (int)i, r->goals[i]);
        struct rea_goal *g = &bk->goal[i];
        g->name = keep_word(&l, 0, "a name is expected");
        g->side = (int8_t)side_index(&l, bk, 1);
        g->hex = (int16_t)tc_max(0, hex_in(&l, bk, "at"));
        g->points = (int16_t)int_of(&l, "points", 10, 0, 500);
        end_line(&l);
    }
}

/* --- The whole */

static int find(const char *const *list, const char *s)
{
    struct book_word w = { s, (int)strlen(s) };

    return book_word_in(&w, list);
}

static void fill_sides(struct book_reader *rd, const struct raw_scenario *r,
                       struct rea_book *bk)
{
    static const char *const edges[] = { "north", "east", "south", "west", NULL };
    const struct book_node *list = book_spot(rd->doc->root, "sides");

    for (int i = 0; i < TC_SIDES; i++) {
        int e = find(edges, r->sides[i].edge);
        if (e < 0)
            book_wrong(rd, TC_E_NAME, book_item(list, i),
                       "edge: `%s` is none of north, east, south, west.", r->sides[i].edge);
        bk->head.side_name[i] = book_keep(rd, r->sides[i].name);
        bk->head.side_colour[i] = book_keep(rd, r->sides[i].colour);
        bk->edge[i] = (uint8_t)(e < 0 ? 0 : e);
        bk->ranks[i] = (uint8_t)r->sides[i].ranks;
        bk->morale[i] = (int16_t)r->sides[i].morale;
    }
    bk->first = (int8_t)(strcmp(r->first, r->sides[1].name) == 0);
}

static void fill_limits(const struct raw_scenario *r, struct rea_book *bk)
{
    static const int16_t sight[6] = { 99, 6, 4, 3, 2, 1 };

    bk->turn_limit = (int16_t)r->turns;
    bk->lim.etn = (int16_t)r->etn;
    bk->lim.end_boxes = (int16_t)r->boxes;
    bk->lim.visibility = (int16_t)r->visibility;
    bk->lim.fog = (int16_t)r->fog;
    bk->lim.specials = (uint8_t)r->specials;
    bk->lim.rec_morale_mods = (uint8_t)r->rebuilt;
    bk->lim.disorder_fm_half = (uint8_t)r->half;
    bk->lim.rapid_er = (int16_t)r->rapid;
    memcpy(bk->lim.fog_sight, sight, sizeof sight);
}

static void fill_cover(struct book_reader *rd, struct rea_book *bk)
{
    /* Terrain in play, by title. */
    static const struct {
        const char *rule;
        uint16_t mask;
    } play[REA_TITLES] = {
        { "R-K-TEC.2", 0x2df },  { "R-Z-TEC.1", 0x2d3 }, { "R-LE-TEC.2", 0x2d5 },
        { "R-LO-TEC.1", 0x3b7 }, { "R-B7.1", 0x3f93 },
    };

    TC_RULE(play[bk->title].rule);
    TC_RULE("R-TEC-H9");
    bk->terrains = 14;
    for (int h = 0; h < bk->map.count && h < REA_HEXES; h++) {
        const struct rea_terrain *t = &bk->terrain[bk->map.terrain[h]];
        if (!t->name || !((play[bk->title].mask >> bk->map.terrain[h]) & 1)) {
            book_wrong(rd, TC_E_NAME, book_spot(rd->doc->root, "map"),
                       "the map has %s, which the chart of this module lacks.",
                       book_reason_ground[bk->map.terrain[h]]);
            return;
        }
        bk->cover[h] = (int8_t)t->cover;
    }
}

static void fill_scenario(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    static const char *const modules[] = { "kolin",    "zorndorf",   "leuthen",
                                           "lobositz", "brandywine", NULL };
    const struct raw_scenario *r = raw;
    struct rea_book *bk = (struct rea_book *)(void *)out;
    int title = find(modules, r->module);

    if (title < 0) {
        book_wrong(rd, TC_E_NAME, book_spot(rd->doc->root, "module"),
                   "`%s` is none of kolin, zorndorf, leuthen, lobositz, brandywine.",
                   r->module);
        return;
    }
    bk->title = (uint8_t)title;
    book_reason_choose(bk);
    fill_limits(r, bk);
    fill_sides(rd, r, bk);
    fill_cover(rd, bk);
    fill_wings(rd, r, bk);
    fill_commands(rd, r, bk);
    fill_leaders(rd, r, bk);
    fill_units(rd, r, bk);
    fill_goals(rd, r, bk);
}

const struct book_part book_reason_scenario = { "", &scenario_schema, scenario_limits,
                                                fill_scenario };
