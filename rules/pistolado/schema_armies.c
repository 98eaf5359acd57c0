/* rules/pistolado/schema_armies.c - sides, brigades, officers and regiments of a scenario. */
#include "rules/pistolado/schema.h"

#include <string.h>

/* --- Officers --- */

struct officer_file {
    const char *name, *label, *with;
    int32_t x, y;
    int8_t strategy, valour;
};

static int add_officer(struct tc_reading *r, const struct officer_file *f, int rank,
                       int brigade)
{
    struct pis_reading *own = pis_reading_of(r);
    struct pis_book *bk = pis_book_being_read(r);
    int o = bk->officers;

    if (o == PIS_OFFICERS) {
        tc_wrong(r, TC_E_FULL, NULL, "there is room for %d officers.", PIS_OFFICERS);
        return TC_NONE;
    }
    for (int i = 0; i < o; i++)
        if (strcmp(bk->officer[i].name, f->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two officers are named \"%s\".", f->name);
    if (!f->with && (!tc_has(r, "x") || !tc_has(r, "y")))
        tc_wrong(r, TC_E_KEY, NULL, "an officer is with a regiment, or has x and y.");
    bk->officer[o] = (struct pis_officer_card){ f->name,
                                                f->label ? f->label : f->name,
                                                (int8_t)own->side,
                                                (int8_t)brigade,
                                                (uint8_t)rank,
                                                f->strategy,
                                                f->valour,
                                                TC_NONE,
                                                f->x,
                                                f->y };
    own->with[o] = f->with;
    own->officer[o] = r->at;
    return bk->officers++;
}

static void put_general(struct tc_reading *r, void *entry)
{
    pis_reading_of(r)->general = add_officer(r, entry, PIS_GENERAL, TC_NONE);
}

static void put_brigadier(struct tc_reading *r, void *entry)
{
    int brigade = pis_reading_of(r)->brigade;

    pis_book_being_read(r)->brigade[brigade].officer =
        (int16_t)add_officer(r, entry, PIS_BRIGADIER, brigade);
}

#define AT struct officer_file
static const struct tc_key officer_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    MAY_NAME("with", with),
    MAY_LENGTH("x", x, 0, PIS_TABLE_MOST),
    MAY_LENGTH("y", y, 0, PIS_TABLE_MOST),
    COUNT("strategy", strategy, 1, 5),
    COUNT("valour", valour, 0, 2),
    KEYS_END,
};
#undef AT
static const struct tc_mapping general =
    MAPPING(officer_keys, struct officer_file, put_general, NULL);
static const struct tc_mapping brigadier =
    MAPPING(officer_keys, struct officer_file, put_brigadier, NULL);

/* --- Regiments --- */

struct regiment_file {
    const char *name, *label, *card;
    int32_t x, y, facing, companies, pike, shot, files, arrives;
    uint8_t gun, formation, cohesion;
};

static int find_card(const struct pis_book *bk, const char *name)
{
    for (int i = 0; i < bk->cards; i++)
        if (strcmp(bk->card[i].name, name) == 0)
            return i;
    return TC_NONE;
}

static int find_regiment(const struct pis_book *bk, const char *name)
{
    for (int i = 0; i < bk->regiments; i++)
        if (strcmp(bk->regiment[i].name, name) == 0)
            return i;
    return TC_NONE;
}

/* Foot is divided into pike and shot: as the file says, else as the card has them. */
static void divide_foot(struct tc_reading *r, const struct regiment_file *f,
                        const struct pis_card *k, struct pis_regiment_card *c)
{
    int n = c->companies;
    bool own = f->pike || f->shot;
    int pike = own ? f->pike : n * k->pike / k->companies;
    int shot = own ? f->shot : n - pike;

    c->pike = (uint8_t)pike;
    c->shot = (uint8_t)shot;
    if (pike + shot != n)
        tc_wrong(r, TC_E_RANGE, NULL, "pike and shot must add up to the companies, %d.", n);
    if (pike && !k->pike)
        tc_wrong(r, TC_E_RANGE, "pike", "this regiment carries no pikes.");
}

/* Strength: what the file says, else the card's usual figures. */
static void put_strength(struct tc_reading *r, const struct regiment_file *f,
                         const struct pis_card *k, struct pis_regiment_card *c)
{
    int n = f->companies ? f->companies : f->pike + f->shot ? f->pike + f->shot : k->companies;

    c->companies = (uint8_t)n;
    if (k->flags & PIS_FOOT) {
        divide_foot(r, f, k, c);
        return;
    }
    if (f->pike || f->shot)
        tc_wrong(r, TC_E_KEY, f->pike ? "pike" : "shot",
                 "only foot is divided into pike and shot.");
    if ((k->flags & PIS_ART) && n > 4)
        tc_wrong(r, TC_E_RANGE, "companies", "a battery has 1 to 4 guns.");
    c->shot = (k->flags & PIS_HORSE) && k->shoots != PIS_SHOOTS_NOT ? c->companies : 0;
}

static int first_formation(const struct pis_card *k)
{
    int f = 0;

    while (f < PIS_FORMATIONS - 1 && !(k->formations >> f & 1))
        f++;
    return f;
}

/* The files of a column or caracole that names none. */
static int usual_files(const struct pis_card *k, const struct pis_regiment_card *c)
{
    int n = c->companies;

    if (n < 2)
        return 1;
    if (c->formation == PIS_CARACOLE)
        return n >= 6 ? 3 : n / 2;
    return (k->flags & PIS_HORSE) ? (n + 3) / 4 : (n + 2) / 3;
}

/* How deep and wide a column or caracole may be. */
static void check_ranked(struct tc_reading *r, const struct pis_card *k,
                         const struct pis_regiment_card *c, int files)
{
    const struct pis_stands *most = &pis_book_being_read(r)->t.stand;
    const char *key = tc_has(r, "files") ? "files" : NULL;
    int n = c->companies, ranks = (n + files - 1) / files;

    if (n > 1 && ranks < 2)
        tc_wrong(r, TC_E_RANGE, key, "column and caracole are at least two ranks deep.");
    if ((k->flags & PIS_HORSE) && c->formation == PIS_COLUMN && ranks > most->horse_ranks_most)
        tc_wrong(r, TC_E_RANGE, key, "a column of horse is at most %d ranks deep.",
                 most->horse_ranks_most);
    if (c->formation == PIS_CARACOLE && files > most->caracole_files_most)
        tc_wrong(r, TC_E_RANGE, key, "a caracole has at most %d files.",
                 most->caracole_files_most);
}

static void put_formation(struct tc_reading *r, const struct regiment_file *f,
                          const struct pis_card *k, struct pis_regiment_card *c)
{
    int files = f->files;

    c->formation = tc_has(r, "formation") ? f->formation : (uint8_t)first_formation(k);
    if (!(k->formations >> c->formation & 1)) {
        char known[96];

        pis_list_words(pis_formation_words, k->formations, known, sizeof known);
        tc_wrong(r, TC_E_RANGE, "formation", "%s does not know this formation; allowed: %s.",
                 k->label, known);
    }
    bool ranked = c->formation == PIS_COLUMN || c->formation == PIS_CARACOLE;
    if (files && !ranked)
        tc_wrong(r, TC_E_KEY, "files", "only column and caracole have a choice of files.");
    if (ranked && !files)
        files = usual_files(k, c);
    if (ranked)
        check_ranked(r, k, c, files);
    c->files = (uint8_t)files;
}

static int32_t facing_of(const struct tc_reading *r, const struct regiment_file *f)
{
    static const int32_t inward[] = { 32768, 49152, 0, 16384 };
    const struct pis_reading *own = pis_reading_of(r);

    if (tc_has(r, "facing"))
        return f->facing & 65535;
    return own->facing != TC_NONE ? own->facing & 65535
                                  : inward[pis_book_being_read(r)->own_edge[own->side]];
}

static void put_regiment(struct tc_reading *r, void *entry)
{
    const struct regiment_file *f = entry;
    struct pis_reading *own = pis_reading_of(r);
    struct pis_book *bk = pis_book_being_read(r);
    int card = find_card(bk, f->card);

    if (bk->regiments == PIS_REGIMENTS) {
        tc_wrong(r, TC_E_FULL, NULL, "there is room for %d regiments.", PIS_REGIMENTS);
        return;
    }
    if (find_regiment(bk, f->name) != TC_NONE)
        tc_wrong(r, TC_E_NAME, "name", "two regiments are named \"%s\".", f->name);
    if (card == TC_NONE) {
        tc_wrong(r, TC_E_NAME, "card",
                 "no card is named \"%s\"; cards are named by type and grade: swiss-veteran.",
                 f->card);
        return;
    }
    const struct pis_card *k = &bk->card[card];
    own->regiment[bk->regiments] = r->at;
    struct pis_regiment_card *c = &bk->regiment[bk->regiments++];
    c->name = f->name;
    c->label = f->label ? f->label : f->name;
    c->side = (int8_t)own->side;
    c->brigade = (int8_t)own->brigade;
    c->card = (int16_t)card;
    c->gun = tc_has(r, "gun") ? f->gun : PIS_GUN_MEDIUM;
    if (tc_has(r, "gun") && !(k->flags & PIS_ART))
        tc_wrong(r, TC_E_KEY, "gun", "only artillery has guns.");
    c->cohesion = f->cohesion; /* sharp, unless it says otherwise */
    c->x = f->x;
    c->y = f->y;
    c->facing = facing_of(r, f);
    c->arrives = (uint16_t)f->arrives;
    put_strength(r, f, k, c);
    put_formation(r, f, k, c);
}

#define AT struct regiment_file
static const struct tc_key regiment_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    NAME("card", card),
    MAY_COUNT("companies", companies, 1, 60),
    MAY_COUNT("pike", pike, 0, 60),
    MAY_COUNT("shot", shot, 0, 60),
    MAY_WORD("gun", gun, pis_gun_words),
    MAY_WORD("formation", formation, pis_formation_words),
    MAY_COUNT("files", files, 1, 60),
    LENGTH("x", x, 0, PIS_TABLE_MOST),
    LENGTH("y", y, 0, PIS_TABLE_MOST),
    MAY_ANGLE("facing", facing, 0, 65535),
    MAY_WORD("cohesion", cohesion, pis_level_words),
    MAY_COUNT("arrives", arrives, 1, 100),
    KEYS_END,
};
static const struct tc_mapping regiment =
    MAPPING(regiment_keys, struct regiment_file, put_regiment, NULL);
#undef AT

/* --- Brigades --- */

struct brigade_file {
    const char *name, *label, *led_by;
    int32_t facing;
    uint8_t order;
};

/* The general may lead a brigade himself. */
static int led_by(struct tc_reading *r, const struct brigade_file *f)
{
    const struct pis_reading *own = pis_reading_of(r);
    struct pis_book *bk = pis_book_being_read(r);
    int g = own->general;

    if (!f->led_by)
        return TC_NONE;
    if (tc_has(r, "officer") || g == TC_NONE || strcmp(bk->officer[g].name, f->led_by) != 0 ||
        bk->officer[g].brigade != TC_NONE) {
        tc_wrong(r, TC_E_NAME, "led_by",
                 "only the general can lead a brigade so, and only one.");
        return TC_NONE;
    }
    bk->officer[g].brigade = (int8_t)own->brigade;
    return g;
}

static void begin_brigade(struct tc_reading *r, void *entry)
{
    const struct brigade_file *f = entry;
    struct pis_reading *own = pis_reading_of(r);
    struct pis_book *bk = pis_book_being_read(r);

    if (bk->brigades == PIS_BRIGADES) {
        tc_wrong(r, TC_E_FULL, NULL, "there is room for %d brigades.", PIS_BRIGADES);
        return;
    }
    own->brigade = bk->brigades++;
    own->facing = tc_has(r, "facing") ? f->facing : TC_NONE;
    for (int i = 0; i < own->brigade; i++)
        if (strcmp(bk->brigade[i].name, f->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two brigades are named \"%s\".", f->name);
    bk->brigade[own->brigade] =
        (struct pis_brigade_card){ f->name, f->label ? f->label : f->name, (int8_t)own->side,
                                   (int16_t)led_by(r, f), f->order };
}

#define AT struct brigade_file
static const struct tc_key brigade_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    MAY_NAME("led_by", led_by),
    MAY_ANGLE("facing", facing, 0, 65535),
    WORD("order", order, pis_order_words),
    MAY_ONE("officer", brigadier),
    EACH("regiments", regiment, 1, PIS_REGIMENTS),
    KEYS_END,
};
static const struct tc_mapping brigade =
    MAPPING(brigade_keys, struct brigade_file, begin_brigade, NULL);
#undef AT

/* --- Sides --- */

struct side_file {
    const char *name, *colour;
    uint8_t edge;
};

static void begin_side(struct tc_reading *r, void *entry)
{
    const struct side_file *f = entry;
    struct pis_reading *own = pis_reading_of(r);
    struct pis_book *bk = pis_book_being_read(r);

    own->side = r->index;
    own->general = TC_NONE;
    bk->head.side_name[own->side] = f->name;
    bk->head.side_colour[own->side] = f->colour;
    bk->own_edge[own->side] = f->edge;
}

#define AT struct side_file
static const struct tc_key side_keys[] = {
    NAME("name", name),
    COLOUR("colour", colour),
    WORD("edge", edge, pis_edge_words),
    MAY_ONE("general", general),
    EACH("brigades", brigade, 1, PIS_BRIGADES),
    KEYS_END,
};
#undef AT
const struct tc_mapping pis_side_keys = MAPPING(side_keys, struct side_file, begin_side, NULL);

/* --- When all are read --- */

/* Officers join the regiments they are said to be with. */
static void join_officers(struct tc_reading *r, struct pis_book *bk)
{
    const struct pis_reading *own = pis_reading_of(r);

    for (int o = 0; o < bk->officers; o++) {
        struct pis_officer_card *c = &bk->officer[o];

        if (!own->with[o])
            continue;
        int g = find_regiment(bk, own->with[o]);
        if (g == TC_NONE || bk->regiment[g].side != c->side || bk->regiment[g].arrives > 1 ||
            (c->rank != PIS_GENERAL && bk->regiment[g].brigade != c->brigade))
            tc_wrong_at(r, own->officer[o], "with", TC_E_NAME,
                        "\"%s\" is no regiment he commands at the start.", own->with[o]);
        c->attached = (int16_t)g;
    }
}

/* What the rules themselves say of the position: on the table, on nobody. */
static void check_places(struct tc_reading *r, const struct pis_book *bk)
{
    const struct pis_reading *own = pis_reading_of(r);
    struct tc_box box[PIS_REGIMENTS];
    struct tc_table table = { bk->width, bk->height };

    for (int i = 0; i < bk->regiments; i++) {
        struct tc_rect at = pis_card_rect(bk, i);

        tc_box_make(&box[i], &at);
        if (!tc_on_table(&box[i], table))
            tc_wrong_at(r, own->regiment[i], NULL, TC_E_RANGE,
                        "%s does not stand on the table.", bk->regiment[i].name);
        for (int o = 0; o < i; o++)
            if (bk->regiment[o].arrives <= 1 && bk->regiment[i].arrives <= 1 &&
                tc_overlap(&box[o], &box[i], 2))
                tc_wrong_at(r, own->regiment[i], NULL, TC_E_RANGE, "%s stands on %s.",
                            bk->regiment[i].name, bk->regiment[o].name);
    }
}

void pis_end_armies(struct tc_reading *r, struct pis_book *bk)
{
    if (strcmp(bk->head.side_name[0], bk->head.side_name[1]) == 0)
        tc_wrong(r, TC_E_NAME, "sides", "both sides are named \"%s\".", bk->head.side_name[0]);
    join_officers(r, bk);
    if (tc_wrongs(r) == 0)
        check_places(r, bk);
}
