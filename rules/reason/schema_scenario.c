/* rules/reason/schema_scenario.c - scenarios of reason: sides, armies and limits, into the
 * book.
 *
 * Wings, Commands, leaders, units and goals are rows of words: what each must have, then keys.
 */
#include "rules/reason/schema.h"

#include <string.h>

/* --- Rows of words and keys */

struct line {
    struct tc_reading *r;
    const char *list;
    int number, n;
    struct rea_word w[24];
    bool seen[24];
    bool bad;
};

static void complain(struct line *l, const char *text, const struct rea_word *w)
{
    if (!l->bad)
        tc_wrong_at(l->r, tc_item(l->r, l->list, l->number), NULL, TC_E_RANGE, "%s%s.", text,
                    w ? rea_word_text(w).text : "");
    l->bad = true;
}

static struct line open_line(struct tc_reading *r, const char *list, int number,
                             const char *row)
{
    struct line l = { .r = r, .list = list, .number = number };

    l.n = rea_split_row(row, l.w, 24);
    if (l.n > 24) {
        l.n = 24;
        complain(&l, "a row has at most 24 words", NULL);
    }
    return l;
}

/* A word that is none of a list: what it is, and what is allowed. */
static void none_of(struct line *l, const char *what, const struct rea_word *w,
                    const char *const *list)
{
    char words[400];
    struct tc_text t = tc_text_on(words, sizeof words);

    for (int i = 0; list[i]; i++) {
        tc_text_str(&t, i ? ", " : "");
        tc_text_str(&t, list[i]);
    }
    if (!l->bad)
        tc_wrong_at(l->r, tc_item(l->r, l->list, l->number), NULL, TC_E_NAME,
                    "%s `%s` is not one of: %s.", what, w ? rea_word_text(w).text : "", words);
    l->bad = true;
}

/* The i-th word, as a name; `what` is said where there is none. */
static const char *keep_word(struct line *l, int i, const char *what)
{
    if (i >= l->n) {
        complain(l, what, NULL);
        return "none";
    }
    l->seen[i] = true;
    if (l->w[i].n >= REA_WORD_LONG)
        complain(l, "a name has at most 63 letters: ", &l->w[i]);
    return tc_keep(l->r, rea_word_text(&l->w[i]).text);
}

static int word_at(struct line *l, int i, const char *const *list, const char *what)
{
    int k = i < l->n ? rea_word_in(&l->w[i], list) : TC_NONE;

    if (i < l->n)
        l->seen[i] = true;
    if (k < 0)
        none_of(l, what, i < l->n ? &l->w[i] : NULL, list);
    return k < 0 ? 0 : k;
}

/* The value of key=value, or an empty word. */
static struct rea_word value(struct line *l, const char *key)
{
    size_t n = strlen(key);

    for (int i = 0; i < l->n; i++)
        if ((size_t)l->w[i].n > n && strncmp(l->w[i].at, key, n) == 0 && l->w[i].at[n] == '=') {
            l->seen[i] = true;
            return (struct rea_word){ l->w[i].at + n + 1, l->w[i].n - (int)n - 1 };
        }
    return (struct rea_word){ "", 0 };
}

static int int_of(struct line *l, const char *key, int none, int least, int most)
{
    struct rea_word w = value(l, key);
    int v = none;

    if (!w.n)
        return none;
    if (rea_word_int(&w, &v) && v >= least && v <= most)
        return v;
    if (!l->bad)
        tc_wrong_at(l->r, tc_item(l->r, l->list, l->number), NULL, TC_E_RANGE,
                    "%s=%s: allowed is %d to %d.", key, rea_word_text(&w).text, least, most);
    l->bad = true;
    return none;
}

static int choice(struct line *l, const char *key, const char *const *list, int none)
{
    struct rea_word w = value(l, key);

    if (!w.n)
        return none;
    int k = rea_word_in(&w, list);
    if (k < 0)
        none_of(l, key, &w, list);
    return k < 0 ? none : k;
}

static int hex_in(struct line *l, const struct rea_book *bk, const char *key)
{
    struct rea_word w = value(l, key);

    if (!w.n)
        return TC_NONE;
    tc_hex h = tc_hexmap_parse(&bk->map, rea_word_text(&w).text);
    if (h < 0)
        complain(l, "no hex of the map: ", &w);
    return h < 0 ? TC_NONE : h;
}

/* Words that nobody asked for; `keys` are those that may stand in such a row. */
static void end_line(struct line *l, const char *const *keys)
{
    for (int i = 0; i < l->n; i++)
        if (!l->seen[i])
            none_of(l, "the key", &l->w[i], keys);
}

static int side_index(struct line *l, const struct rea_book *bk, int i)
{
    if (i < l->n)
        l->seen[i] = true;
    for (int k = 0; k < TC_SIDES && i < l->n; k++)
        if (rea_word_is(&l->w[i], bk->head.side_name[k]))
            return k;
    const char *const sides[] = { bk->head.side_name[0], bk->head.side_name[1], NULL };
    none_of(l, "the side", i < l->n ? &l->w[i] : NULL, sides);
    return 0;
}

/* --- Wings, commands, leaders */

static int named(struct line *l, const char *key,
                 const char *(*name)(const struct rea_book *, int), const struct rea_book *bk,
                 int n)
{
    struct rea_word w = value(l, key);

    if (!w.n)
        return TC_NONE;
    for (int i = 0; i < n; i++)
        if (rea_word_is(&w, name(bk, i)))
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

static const char *const rank_words[] = { "command", "wing", "army", "artillery", NULL };

static void fill_wings(struct tc_reading *r, struct rea_book *bk)
{
    const struct rea_reading *own = rea_reading_of(r);
    static const char *const keys[] = { "detachment", NULL };
    bk->wings = (int16_t)own->wings;
    for (int i = 0; i < own->wings; i++) {
        struct line l = open_line(r, "wings", i, own->wing[i]);
        struct rea_wing *w = &bk->wing[i];
        w->name = keep_word(&l, 0, "a name is expected");
        w->label = rea_label_of(r, w->name);
        w->side = (int8_t)side_index(&l, bk, 1);
        w->leader = TC_NONE;
        w->detachment = (uint8_t)choice(&l, "detachment", rea_yes_words, 0);
        end_line(&l, keys);
    }
}

static void fill_commands(struct tc_reading *r, struct rea_book *bk)
{
    const struct rea_reading *own = rea_reading_of(r);
    static const char *const keys[] = { "wing", "detachment", NULL };
    bk->commands = (int16_t)own->commands;
    for (int i = 0; i < own->commands; i++) {
        struct line l = open_line(r, "commands", i, own->command[i]);
        struct rea_command *k = &bk->command[i];
        k->name = keep_word(&l, 0, "a name is expected");
        k->label = rea_label_of(r, k->name);
        k->side = (int8_t)side_index(&l, bk, 1);
        k->wing = (int16_t)named(&l, "wing", wing_name, bk, bk->wings);
        k->detachment = (uint8_t)choice(&l, "detachment", rea_yes_words, 0);
        k->leader = TC_NONE;
        end_line(&l, keys);
    }
}

static void fill_leaders(struct tc_reading *r, struct rea_book *bk)
{
    const struct rea_reading *own = rea_reading_of(r);
    static const char *const keys[] = { "range", "initiative", "rating", "ma", "of",
                                        "wing",  "lafayette",  "at",     NULL };
    bk->leaders = (int16_t)own->leaders;
    for (int i = 0; i < own->leaders; i++) {
        struct line l = open_line(r, "leaders", i, own->leader[i]);
        struct rea_chief *k = &bk->leader[i];
        k->name = keep_word(&l, 0, "a name is expected");
        k->label = rea_label_of(r, k->name);
        k->side = (int8_t)side_index(&l, bk, 1);
        k->rank = (uint8_t)word_at(&l, 2, rank_words, "the rank");
        k->range = (uint8_t)int_of(&l, "range", 6, 1, 20);
        k->initiative = (uint8_t)int_of(&l, "initiative", 5, 0, 9);
        k->rating = (uint8_t)int_of(&l, "rating", 0, 0, 5);
        k->ma = (uint8_t)int_of(&l, "ma", 12, 1, 20);
        k->command = (int16_t)named(&l, "of", command_name, bk,
                                    k->rank == REA_RANK_COMMAND ? bk->commands : 0);
        k->wing = (int16_t)named(&l, "wing", wing_name, bk, bk->wings);
        k->lafayette = (uint8_t)choice(&l, "lafayette", rea_yes_words, 0);
        k->hex = (int16_t)hex_in(&l, bk, "at");
        if (k->command >= 0)
            bk->command[k->command].leader = (int16_t)i;
        if (k->rank == REA_RANK_WING && k->wing >= 0)
            bk->wing[k->wing].leader = (int16_t)i;
        end_line(&l, keys);
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
/* All of these: what the fourth word may be. */
static const char *const unit_words[] = {
    "musketeer", "fusilier", "grenadier",     "leibgarde", "light",      "grenzer", "jaeger",
    "militia",   "rifle",    "hussar",        "dragoon",   "cuirassier", "3-lb",    "6-lb",
    "12-lb",     "24-lb",    "battalion-gun", "howitzer",  NULL
};
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
    if (l->n > 3 && (i = rea_word_in(&l->w[3], kinds)) >= 0) {
        k->arm = REA_FOOT;
        k->kind = (uint8_t)i;
    } else if (l->n > 3 && (i = rea_word_in(&l->w[3], weights)) >= 0) {
        k->arm = REA_HORSE;
        k->weight = (uint8_t)i;
    } else if (l->n > 3 && (i = rea_word_in(&l->w[3], guns)) >= 0) {
        k->arm = REA_GUNS;
        k->gun = (uint8_t)i;
    } else {
        complain(
            l,
            "the fourth word is a kind of foot (musketeer, fusilier, grenadier, leibgarde, "
            "light, grenzer, jaeger, militia, rifle), of horse (hussar, dragoon, "
            "cuirassier) or of gun (battalion-gun, 3-lb, 6-lb, 12-lb, 24-lb, howitzer), not ",
            l->n > 3 ? &l->w[3] : NULL);
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
    k->under = (uint8_t)choice(l, "under", rea_yes_words, 0);
    int len = int_of(l, "len", 1, 1, REA_LONG), h = hex_in(l, bk, "at");
    k->arrives = (int16_t)int_of(l, "turn", 0, 0, 40);
    struct rea_word e = value(l, "entry");
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
    k->label = rea_label_of(l->r, k->name);
    k->side = (int8_t)side_index(l, bk, 1);
    k->nation = (uint8_t)word_at(l, 2, nations, "the nation");
    take_kind(l, k);
    if (l->n > 4)
        l->seen[4] = true;
    if (l->n < 5 || !rea_word_int(&l->w[4], &sp) || sp < 1 || sp > 24)
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
    k->skirmish = (uint8_t)choice(l, "skirmish", rea_yes_words, 0);
    k->always =
        (uint8_t)choice(l, "always", rea_yes_words,
                        k->kind == REA_GRENZER && k->arm == REA_FOOT && bk->title == REA_LO);
    k->exempt = (uint8_t)choice(l, "exempt", rea_yes_words, 0);
    take_place(l, bk, k);
    if (k->with >= 0 && !k->len) {
        memcpy(k->hex, bk->unit[k->with].hex, sizeof k->hex);
        k->len = bk->unit[k->with].len;
        if (k->arm == bk->unit[k->with].arm)
            k->form = bk->unit[k->with].form;
        k->facing = bk->unit[k->with].facing;
    }
}

static void fill_units(struct tc_reading *r, struct rea_book *bk)
{
    static const char *const keys[] = { "er",       "cv",     "ma",     "prolonge", "of",
                                        "regiment", "parent", "with",   "skirmish", "always",
                                        "exempt",   "form",   "facing", "hook",     "under",
                                        "len",      "at",     "turn",   "entry",    NULL };
    const struct rea_reading *own = rea_reading_of(r);

    for (int i = 0; i < own->units; i++) {
        struct line l = open_line(r, "units", i, own->unit[i]);
        bk->units = (int16_t)i;
        fill_unit(&l, bk, i);
        for (int k = 0; k < i; k++)
            if (strcmp(bk->unit[k].name, bk->unit[i].name) == 0)
                complain(&l, "the name is taken: ", &l.w[0]);
        end_line(&l, keys);
    }
    bk->units = (int16_t)own->units;
}

static void fill_goals(struct tc_reading *r, struct rea_book *bk)
{
    const struct rea_reading *own = rea_reading_of(r);
    static const char *const keys[] = { "at", "points", NULL };
    bk->goals = (int16_t)own->goals;
    for (int i = 0; i < own->goals; i++) {
        struct line l = open_line(r, "goals", i, own->goal[i]);
        struct rea_goal *g = &bk->goal[i];
        g->name = keep_word(&l, 0, "a name is expected");
        g->label = rea_label_of(r, g->name);
        g->side = (int8_t)side_index(&l, bk, 1);
        g->hex = (int16_t)tc_max(0, hex_in(&l, bk, "at"));
        g->points = (int16_t)int_of(&l, "points", 10, 0, 500);
        end_line(&l, keys);
    }
}

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

/* Rows of words wait for what they speak of: they live as long as the file is read. */
#define WAITING(NAME, NAMES)                                                                   \
    static void put_##NAME(struct tc_reading *r, void *book, const char *text, int32_t number) \
    {                                                                                          \
        (void)book;                                                                            \
        (void)number;                                                                          \
        rea_reading_of(r)->NAME[r->index] = text;                                              \
        rea_reading_of(r)->NAMES = r->count;                                                   \
    }

WAITING(wing, wings)
WAITING(command, commands)
WAITING(leader, leaders)
WAITING(unit, units)
WAITING(goal, goals)

static void put_first(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    (void)book;
    (void)number;
    rea_reading_of(r)->first = text;
}

#define PLACED(NAME, KIND, MIN, MAX, WORDS, OF)                                                \
    {                                                                                          \
        .name = NAME, .kind = KIND, .min = MIN, .max = MAX, .words = WORDS, .of = OF           \
    }
#define KEYED(NAME, KIND, MIN, MAX, WORDS, OF)                                                 \
    {                                                                                          \
        .name = NAME, .kind = KIND, .keyed = 1, .min = MIN, .max = MAX, .words = WORDS,        \
        .of = OF                                                                               \
    }
#define A_NAME             PLACED("name", TC_KEY_NAME, 0, 0, NULL, NULL)
#define A_SIDE             PLACED("side", TC_KEY_NAME, 0, 0, NULL, "sides")
#define K_INT(N, MIN, MAX) KEYED(N, TC_KEY_INT, MIN, MAX, NULL, NULL)
#define K_YES(N)           KEYED(N, TC_KEY_WORD, 0, 0, rea_yes_words, NULL)
#define K_WORD(N, WORDS)   KEYED(N, TC_KEY_WORD, 0, 0, WORDS, NULL)
#define K_OF(N, LIST)      KEYED(N, TC_KEY_NAME, 0, 0, NULL, LIST)
#define K_TEXT(N)          KEYED(N, TC_KEY_TEXT, 0, 0, NULL, NULL)
#define PARTS_END                                                                              \
    {                                                                                          \
        .kind = TC_KEY_END                                                                     \
    }

static const struct tc_part wing_parts[] = { A_NAME, A_SIDE, K_YES("detachment"), PARTS_END };
static const struct tc_part command_parts[] = { A_NAME, A_SIDE, K_OF("wing", "wings"),
                                                K_YES("detachment"), PARTS_END };
static const struct tc_part leader_parts[] = {
    A_NAME,
    A_SIDE,
    PLACED("rank", TC_KEY_WORD, 0, 0, rank_words, NULL),
    K_INT("range", 1, 20),
    K_INT("initiative", 0, 9),
    K_INT("rating", 0, 5),
    K_INT("ma", 1, 20),
    K_OF("of", "commands"),
    K_OF("wing", "wings"),
    K_YES("lafayette"),
    K_TEXT("at"),
    PARTS_END,
};
static const struct tc_part unit_parts[] = {
    A_NAME,
    A_SIDE,
    PLACED("nation", TC_KEY_WORD, 0, 0, nations, NULL),
    PLACED("kind", TC_KEY_WORD, 0, 0, unit_words, NULL),
    PLACED("sp", TC_KEY_INT, 1, 24, NULL, NULL),
    K_INT("er", 0, 99),
    K_INT("cv", 0, 15),
    K_INT("ma", 1, 12),
    K_WORD("prolonge", prolonges),
    K_OF("of", "commands"),
    K_INT("regiment", 0, 999),
    K_OF("parent", "units"),
    K_OF("with", "units"),
    K_YES("skirmish"),
    K_YES("always"),
    K_YES("exempt"),
    K_WORD("form", forms),
    K_INT("facing", 0, 5),
    K_WORD("hook", hooks),
    K_YES("under"),
    K_INT("len", 1, REA_LONG),
    K_TEXT("at"),
    K_INT("turn", 0, 40),
    K_TEXT("entry"),
    PARTS_END,
};
static const struct tc_part goal_parts[] = { A_NAME, A_SIDE, K_TEXT("at"),
                                             K_INT("points", 0, 500), PARTS_END };

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
    MAY_LINES("wings", 0, REA_WINGS, wing_parts, put_wing),
    LINES("commands", 0, REA_COMMANDS, command_parts, put_command),
    LINES("leaders", 0, REA_LEADERS, leader_parts, put_leader),
    LINES("units", 0, REA_UNITS, unit_parts, put_unit),
    MAY_LINES("goals", 0, REA_GOALS, goal_parts, put_goal),
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
    fill_wings(r, bk);
    fill_commands(r, bk);
    fill_leaders(r, bk);
    fill_units(r, bk);
    fill_goals(r, bk);
}
