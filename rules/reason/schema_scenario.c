/* rules/reason/schema_scenario.c - scenarios of reason: sides, armies and limits, into the
 * book.
 *
 * Wings, Commands, leaders, units and goals are lists of their own: each entry names its side,
 * and those it serves with must stand above it.
 */
#include "rules/reason/schema.h"

#include <string.h>

/* --- Names */

typedef const char *name_fn(const struct rea_book *, int);

static const char *side_name(const struct rea_book *bk, int i)
{
    return bk->head.side_name[i];
}

static const char *wing_name(const struct rea_book *bk, int i)
{
    return bk->wing[i].name;
}

static const char *command_name(const struct rea_book *bk, int i)
{
    return bk->command[i].name;
}

static const char *leader_name(const struct rea_book *bk, int i)
{
    return bk->leader[i].name;
}

static const char *unit_name(const struct rea_book *bk, int i)
{
    return bk->unit[i].name;
}

static const char *goal_name(const struct rea_book *bk, int i)
{
    return bk->goal[i].name;
}

/* The n names that a key may have, as a text; of very many the first. */
static void list_names(const struct rea_book *bk, name_fn *name, int n, struct tc_text *out)
{
    enum { ENOUGH = 200 };

    for (int i = 0; i < n && out->len < ENOUGH; i++) {
        tc_text_str(out, i ? ", " : "");
        tc_text_str(out, name(bk, i));
    }
    tc_text_str(out, !n ? "none" : out->len >= ENOUGH ? " ..." : "");
}

/* Which of n names a key says; TC_NONE when it is left out or says none of them. */
static int16_t named(struct tc_reading *r, const char *key, const char *text, name_fn *name,
                     int n)
{
    const struct rea_book *bk = rea_book_being_read(r);
    char buf[320];
    struct tc_text allowed = tc_text_on(buf, sizeof buf);

    if (!text)
        return TC_NONE;
    for (int i = 0; i < n; i++)
        if (strcmp(text, name(bk, i)) == 0)
            return (int16_t)i;
    list_names(bk, name, n, &allowed);
    tc_wrong(r, TC_E_NAME, key, "`%s` is not one of: %s.", text, buf);
    return TC_NONE;
}

/* A name nobody in this list has before it. */
static void only_once(struct tc_reading *r, const char *text, name_fn *name, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(text, name(rea_book_being_read(r), i)) == 0)
            tc_wrong(r, TC_E_NAME, "name", "the name is taken: %s.", text);
}

/* What every entry says of itself. */
struct who {
    const char *name, *label, *side;
};
#define WHO_KEYS NAME("name", who.name), MAY_TEXT("label", who.label), NAME("side", who.side)

static const char *label_of(struct tc_reading *r, const struct who *w)
{
    return w->label ? w->label : rea_label_of(r, w->name);
}

static int8_t side_of(struct tc_reading *r, const struct who *w)
{
    return (int8_t)tc_max(0, named(r, "side", w->side, side_name, TC_SIDES));
}

/* A hex of the map; TC_NONE when the key is left out or names none. */
static int16_t hex_of(struct tc_reading *r, const char *text)
{
    const struct tc_hexmap *m = &rea_book_being_read(r)->map;
    tc_hex h = text ? tc_hexmap_parse(m, text) : TC_NONE;

    if (text && h < 0)
        tc_wrong(r, TC_E_RANGE, "hex", "`%s` is no hex of the map; write it ccrr in quotes.",
                 text);
    return (int16_t)(h < 0 ? TC_NONE : h);
}

/* --- Wings, Commands */

struct wing_file {
    struct who who;
    uint8_t detachment;
};

static void put_wing(struct tc_reading *r, void *entry)
{
    const struct wing_file *f = entry;
    struct rea_book *bk = rea_book_being_read(r);

    only_once(r, f->who.name, wing_name, bk->wings);
    bk->wing[bk->wings++] = (struct rea_wing){
        .name = f->who.name,
        .label = label_of(r, &f->who),
        .side = side_of(r, &f->who),
        .leader = TC_NONE,
        .detachment = f->detachment,
    };
}

#define AT struct wing_file
static const struct tc_key wing_keys[] = { WHO_KEYS, MAY_YES("detachment", detachment),
                                           KEYS_END };
#undef AT
static const struct tc_mapping wing = MAPPING(wing_keys, struct wing_file, put_wing, NULL);

struct command_file {
    struct who who;
    const char *wing;
    uint8_t detachment;
};

static void put_command(struct tc_reading *r, void *entry)
{
    const struct command_file *f = entry;
    struct rea_book *bk = rea_book_being_read(r);

    only_once(r, f->who.name, command_name, bk->commands);
    bk->command[bk->commands++] = (struct rea_command){
        .name = f->who.name,
        .label = label_of(r, &f->who),
        .side = side_of(r, &f->who),
        .wing = named(r, "wing", f->wing, wing_name, bk->wings),
        .leader = TC_NONE,
        .detachment = f->detachment,
    };
}

#define AT struct command_file
static const struct tc_key command_keys[] = { WHO_KEYS, MAY_NAME("wing", wing),
                                              MAY_YES("detachment", detachment), KEYS_END };
#undef AT
static const struct tc_mapping command =
    MAPPING(command_keys, struct command_file, put_command, NULL);

/* --- Leaders */

static const char *const rank_words[] = { "command", "wing", "army", "artillery", NULL };

struct leader_file {
    struct who who;
    uint8_t rank, range, initiative, rating, ma, lafayette;
    const char *command, *wing, *hex;
};

static void put_leader(struct tc_reading *r, void *entry)
{
    const struct leader_file *f = entry;
    struct rea_book *bk = rea_book_being_read(r);
    int16_t i = bk->leaders;

    only_once(r, f->who.name, leader_name, i);
    if (f->command && f->rank != REA_RANK_COMMAND)
        tc_wrong(r, TC_E_KEY, "command", "only a leader whose rank is command leads one.");
    struct rea_chief *k = &bk->leader[bk->leaders++];
    *k = (struct rea_chief){
        .name = f->who.name,
        .label = label_of(r, &f->who),
        .side = side_of(r, &f->who),
        .rank = f->rank,
        .range = tc_has(r, "range") ? f->range : 6,
        .initiative = tc_has(r, "initiative") ? f->initiative : 5,
        .rating = f->rating,
        .ma = tc_has(r, "ma") ? f->ma : 12,
        .command = named(r, "command", f->command, command_name, bk->commands),
        .wing = named(r, "wing", f->wing, wing_name, bk->wings),
        .lafayette = f->lafayette,
        .hex = hex_of(r, f->hex),
    };
    if (k->command >= 0)
        bk->command[k->command].leader = i;
    if (k->rank == REA_RANK_WING && k->wing >= 0)
        bk->wing[k->wing].leader = i;
}

#define AT struct leader_file
static const struct tc_key leader_keys[] = {
    WHO_KEYS,
    WORD("rank", rank, rank_words),
    MAY_COUNT("range", range, 1, 20),
    MAY_COUNT("initiative", initiative, 0, 9),
    MAY_COUNT("rating", rating, 0, 5),
    MAY_COUNT("ma", ma, 1, 20),
    MAY_NAME("command", command),
    MAY_NAME("wing", wing),
    MAY_YES("lafayette", lafayette),
    MAY_TEXT("hex", hex),
    KEYS_END,
};
#undef AT
static const struct tc_mapping leader =
    MAPPING(leader_keys, struct leader_file, put_leader, NULL);

/* --- Units */

static const char *const nations[] = { "prussian", "austrian",     "russian",
                                       "bavarian", "wuerttemberg", "british",
                                       "hessian",  "american",     NULL };
/* Kinds of foot, weights of horse, classes of guns: each in the order of its enum. */
static const char *const unit_words[] = {
    "musketeer", "fusilier", "grenadier", "leibgarde", "light",      "grenzer",       "jaeger",
    "militia",   "rifle",    "hussar",    "dragoon",   "cuirassier", "battalion-gun", "3-lb",
    "6-lb",      "12-lb",    "24-lb",     "howitzer",  NULL
};
enum { FIRST_HORSE = REA_KINDS, FIRST_GUN = FIRST_HORSE + REA_WEIGHTS };
static const char *const forms[] = {
    "line",     "attack-column", "march-column", "road-column", "general-order",
    "skirmish", "square",        "rout",         "limbered",    "unlimbered",
    NULL
};
static const char *const hooks[] = { "none", "left", "right", NULL };
static const char *const prolonges[] = { "none", "p", "fp", NULL };

struct unit_file {
    struct who who;
    const char *command, *parent, *with, *hex;
    uint8_t sort, len;    /* of unit_words; how many hexes long */
    struct rea_card card; /* the rest goes straight into the book */
};

static void put_entry(struct tc_reading *r, void *entry, const char *text, int32_t number)
{
    struct unit_file *f = entry;
    const struct tc_hexmap *m = &rea_book_being_read(r)->map;
    tc_hex h = tc_hexfile_hex(r, m, text, "entry");

    (void)number;
    f->card.entry[f->card.entries++] = (int16_t)tc_max(0, h);
}

/* The word says arm and kind at once. */
static void take_sort(struct rea_card *k, int sort)
{
    if (sort < FIRST_HORSE) {
        k->arm = REA_FOOT;
        k->kind = (uint8_t)sort;
    } else if (sort < FIRST_GUN) {
        k->arm = REA_HORSE;
        k->weight = (uint8_t)(sort - FIRST_HORSE);
    } else {
        k->arm = REA_GUNS;
        k->gun = (uint8_t)(sort - FIRST_GUN);
    }
}

static int run_dir(const struct rea_card *k)
{
    return k->form == REA_LINE ? k->facing + 2 : k->facing + 3;
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

/* What a unit has that says nothing else. */
static void take_usual(const struct tc_reading *r, struct rea_card *k,
                       const struct rea_book *bk)
{
    k->er = tc_has(r, "er") ? k->er : (int16_t)default_er(k);
    k->cv = tc_has(r, "cv") ? k->cv : (uint8_t)default_cv(k);
    k->ma = tc_has(r, "ma") ? k->ma : (uint8_t)default_ma(k);
    if (!tc_has(r, "prolonge") && k->arm == REA_GUNS && k->gun <= REA_6LB)
        k->prolonge = REA_P;
    if (!tc_has(r, "regiment"))
        k->regiment = TC_NONE;
    if (!tc_has(r, "always"))
        k->always = k->kind == REA_GRENZER && k->arm == REA_FOOT && bk->title == REA_LO;
    if (!tc_has(r, "form"))
        k->form = k->arm == REA_GUNS            ? REA_UA
                  : k->always || k->parent >= 0 ? REA_SKIRMISH
                                                : REA_LINE;
}

/* R-8.1d.1, R-8.3c: a formation that its arm does not have. */
static void check_form(struct tc_reading *r, const struct rea_card *k)
{
    bool gun = k->form == REA_LA || k->form == REA_UA;
    bool fits = k->arm == REA_GUNS    ? gun || k->form == REA_RC
                : k->arm == REA_HORSE ? !gun && k->form != REA_SQUARE && k->form != REA_SKIRMISH
                                      : !gun;

    if (!fits)
        tc_wrong(r, TC_E_RANGE, "form",
                 "%s has no such formation (R-8.1d.1, R-8.3c); allowed: %s.", k->name,
                 k->arm == REA_GUNS ? "limbered, unlimbered, road-column"
                 : k->arm == REA_HORSE
                     ? "line, attack-column, march-column, road-column, general-order, rout"
                     : "all but limbered and unlimbered");
}

/* Its hexes, from the first on. */
static void take_hexes(struct tc_reading *r, const struct unit_file *f, struct rea_card *k)
{
    const struct tc_hexmap *m = &rea_book_being_read(r)->map;
    int h = hex_of(r, f->hex), len = tc_has(r, "len") ? f->len : 1;

    if (k->arrives && !k->entries)
        tc_wrong(r, TC_E_KEY, NULL,
                 "a reinforcement needs the hexes where it comes on: entry.");
    if (!f->hex && !k->arrives && k->parent < 0 && k->with < 0)
        tc_wrong(r, TC_E_KEY, NULL,
                 "the place is missing; it has one of: hex, with, parent, turn.");
    if (h < 0)
        return;
    for (int i = 0; i < len; i++) {
        if (h < 0) {
            tc_wrong(r, TC_E_RANGE, "len", "the body leaves the map at its hex %d.", i + 1);
            return;
        }
        k->hex[i] = (int16_t)h;
        h = tc_hexmap_next(m, (tc_hex)h, run_dir(k));
    }
    k->len = (uint8_t)len;
}

/* On top of another unit, as it stands. */
static void stack_with(struct rea_card *k, const struct rea_card *other)
{
    memcpy(k->hex, other->hex, sizeof k->hex);
    k->len = other->len;
    if (k->arm == other->arm)
        k->form = other->form;
    k->facing = other->facing;
}

static void put_unit(struct tc_reading *r, void *entry)
{
    const struct unit_file *f = entry;
    struct rea_book *bk = rea_book_being_read(r);
    int i = bk->units;
    struct rea_card *k = &bk->unit[i];

    only_once(r, f->who.name, unit_name, i);
    *k = f->card;
    k->name = f->who.name;
    k->label = label_of(r, &f->who);
    k->side = side_of(r, &f->who);
    take_sort(k, f->sort);
    k->command = named(r, "command", f->command, command_name, bk->commands);
    k->parent = named(r, "parent", f->parent, unit_name, i);
    k->with = named(r, "with", f->with, unit_name, i);
    take_usual(r, k, bk);
    check_form(r, k);
    take_hexes(r, f, k);
    if (k->with >= 0 && !k->len)
        stack_with(k, &bk->unit[k->with]);
    bk->units++;
}

#define AT struct unit_file
static const struct tc_key unit_keys[] = {
    WHO_KEYS,
    WORD("nation", card.nation, nations),
    WORD("kind", sort, unit_words),
    COUNT("strength", card.sp, 1, 24),
    MAY_COUNT("er", card.er, 0, 99),
    MAY_COUNT("cv", card.cv, 0, 15),
    MAY_COUNT("ma", card.ma, 1, 12),
    MAY_WORD("prolonge", card.prolonge, prolonges),
    MAY_NAME("command", command),
    MAY_COUNT("regiment", card.regiment, 0, 999),
    MAY_NAME("parent", parent),
    MAY_NAME("with", with),
    MAY_YES("skirmish", card.skirmish),
    MAY_YES("always", card.always),
    MAY_YES("exempt", card.exempt),
    MAY_TEXT("hex", hex),
    MAY_COUNT("facing", card.facing, 0, 5),
    MAY_WORD("form", card.form, forms),
    MAY_COUNT("len", len, 1, REA_LONG),
    MAY_WORD("hook", card.hook, hooks),
    MAY_YES("under", card.under),
    MAY_COUNT("turn", card.arrives, 0, 40),
    MAY_TEXTS("entry", 1, REA_ENTRY, put_entry),
    KEYS_END,
};
#undef AT
static const struct tc_mapping unit = MAPPING(unit_keys, struct unit_file, NULL, put_unit);

/* --- Goals */

struct goal_file {
    struct who who;
    const char *hex;
    int16_t points;
};

static void put_goal(struct tc_reading *r, void *entry)
{
    const struct goal_file *f = entry;
    struct rea_book *bk = rea_book_being_read(r);

    only_once(r, f->who.name, goal_name, bk->goals);
    bk->goal[bk->goals++] = (struct rea_goal){
        .name = f->who.name,
        .label = label_of(r, &f->who),
        .hex = (int16_t)tc_max(0, hex_of(r, f->hex)),
        .points = tc_has(r, "points") ? f->points : 10,
        .side = side_of(r, &f->who),
    };
}

#define AT struct goal_file
static const struct tc_key goal_keys[] = { WHO_KEYS, TEXT("hex", hex),
                                           MAY_COUNT("points", points, 0, 500), KEYS_END };
#undef AT
static const struct tc_mapping goal = MAPPING(goal_keys, struct goal_file, put_goal, NULL);

/* --- Sides */

static const char *const edge_words[] = { "north", "east", "south", "west", NULL };

struct side_file {
    const char *name, *colour;
    uint8_t edge, ranks;
    int16_t morale;
};

static void put_side(struct tc_reading *r, void *entry)
{
    const struct side_file *f = entry;
    struct rea_book *bk = rea_book_being_read(r);
    int i = rea_reading_of(r)->side++;

    bk->head.side_name[i] = f->name;
    bk->head.side_colour[i] = f->colour;
    bk->edge[i] = f->edge;
    bk->ranks[i] = f->ranks;
    bk->morale[i] = f->morale;
}

#define AT struct side_file
static const struct tc_key side_keys[] = {
    NAME("name", name),          COLOUR("colour", colour),       WORD("edge", edge, edge_words),
    COUNT("ranks", ranks, 3, 4), COUNT("morale", morale, 1, 30), KEYS_END,
};
#undef AT
static const struct tc_mapping side = MAPPING(side_keys, struct side_file, put_side, NULL);

/* --- The whole */

static void put_first(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    (void)book;
    (void)number;
    rea_reading_of(r)->first = text;
}

/* As the entries were written before: rows of words, then key=value. Such files are still read
 * (book/older.h). */
static const char *const wing_row[] = { "name", "side", NULL };
static const char *const leader_row[] = {
    "name", "side", "rank", "of=command", "at=hex", NULL
};
static const char *const unit_row[] = { "name",     "side",       "nation", "kind",
                                        "strength", "of=command", "at=hex", NULL };
static const char *const goal_row[] = { "name", "side", "at=hex", NULL };

#define AT struct rea_book
const struct tc_key rea_scenario_keys[] = {
    MAY_CALL_NAME("map", NULL),
    MAY_ONE("ground", rea_own_ground),
    MAY_EACH("changes", rea_change, 1, 32), /* behind the ground */
    WORD("module", title, rea_title_words),
    CALL_TEXT("first", put_first),
    COUNT("turns", turn_limit, 1, 40),
    COUNT("etn", lim.etn, 2, 18),
    COUNT("boxes", lim.end_boxes, 1, 20),
    COUNT("visibility", lim.visibility, 0, 99),
    COUNT("fog", lim.fog, 0, 5),
    COUNT("special_results", lim.specials, 0, 1),
    COUNT("rec_morale_mods", lim.rec_morale_mods, 0, 1),
    COUNT("disorder_fm_half", lim.disorder_fm_half, 0, 1),
    MAY_COUNT("rapid_er", lim.rapid_er, 0, 50), /* R-RUL-20 */
    EACH("sides", side, TC_SIDES, TC_SIDES),
    MAY_EACH_OR_ROW("wings", wing, 0, REA_WINGS, wing_row),
    EACH_OR_ROW("commands", command, 0, REA_COMMANDS, wing_row),
    EACH_OR_ROW("leaders", leader, 0, REA_LEADERS, leader_row),
    EACH_OR_ROW("units", unit, 0, REA_UNITS, unit_row),
    MAY_EACH_OR_ROW("goals", goal, 0, REA_GOALS, goal_row),
    KEYS_END,
};
#undef AT

/* What the scenario chooses among the charts. */
static void choose_charts(struct rea_book *bk)
{
    int era = bk->title == REA_B;

    memcpy(bk->terrain, bk->chart[era], sizeof bk->terrain);
    memcpy(bk->fire, bk->fires[era], sizeof bk->fire);
    memcpy(bk->size, bk->sizes[era], sizeof bk->size);
    bk->t2 = bk->specials[bk->title];
    bk->sidekinds = 0;
    for (int i = 0; i < bk->sides_read && bk->sidekinds < REA_SIDEKINDS; i++)
        if (bk->siderow[i].title == bk->title)
            bk->sidekind[bk->sidekinds++] = bk->siderow[i].kind;
}

void rea_begin_scenario(struct tc_reading *r, void *book)
{
    static const int16_t sight[6] = { 99, 6, 4, 3, 2, 1 };
    struct rea_book *bk = book;

    if (tc_has(r, "map") == tc_has(r, "ground"))
        tc_wrong(r, TC_E_KEY, NULL,
                 "a scenario names a map or carries ground of its own, one of them.");
    memcpy(bk->lim.fog_sight, sight, sizeof sight);
    choose_charts(bk);
}

/* Terrain in play, by title. */
static void fill_cover(struct tc_reading *r, struct rea_book *bk)
{
    static const struct {
        const char *rule;
        uint16_t mask;
    } play[REA_TITLES] = {
        { "R-K-TEC.2", 0x2df },  { "R-Z-TEC.1", 0x2d3 }, { "R-LE-TEC.2", 0x2d5 },
        { "R-LO-TEC.1", 0x3b7 }, { "R-B7.1", 0x3f93 },
    };

    bk->terrains = 14; /* R-TEC-H9 */
    for (int h = 0; h < bk->map.count && h < REA_HEXES; h++) {
        const struct rea_terrain *t = &bk->terrain[bk->map.terrain[h]];
        if (!t->name || !((play[bk->title].mask >> bk->map.terrain[h]) & 1)) {
            tc_wrong(r, TC_E_NAME, tc_has(r, "ground") ? "ground" : "map",
                     "the map has %s, which the chart of this module lacks.",
                     rea_ground_words[bk->map.terrain[h]]);
            return;
        }
        bk->cover[h] = (int8_t)t->cover;
    }
}

static void fill_first(struct tc_reading *r, struct rea_book *bk)
{
    const char *first = rea_reading_of(r)->first;

    bk->first = (int8_t)(strcmp(first, bk->head.side_name[1]) == 0);
    if (!bk->first && strcmp(first, bk->head.side_name[0]) != 0)
        tc_wrong(r, TC_E_NAME, "first", "`%s` is not one of: %s, %s.", first,
                 bk->head.side_name[0], bk->head.side_name[1]);
}

void rea_end_scenario(struct tc_reading *r, void *book)
{
    struct rea_book *bk = book;

    if (tc_wrongs(r))
        return;
    if (rea_reading_of(r)->changes)
        rea_list_again(r);
    fill_first(r, bk);
    fill_cover(r, bk);
}
