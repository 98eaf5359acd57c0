/* rules/bayonet/load_scenario.c - the scenario of a bayonet battle: shape, and into the book.
 */
#include <string.h>

#include "rules/bayonet/load_parts.h"

#define NEEDED        CYAML_FLAG_DEFAULT
#define OPTIONAL      CYAML_FLAG_OPTIONAL
#define TEXT(K, S, M) BOOK_FIELD_TEXT(K, NEEDED, S, M)
#define MAY(K, S, M)  BOOK_FIELD_TEXT(K, OPTIONAL, S, M)
#define INT(K, S, M)  CYAML_FIELD_INT(K, NEEDED, S, M)
#define MAYI(K, S, M) CYAML_FIELD_INT_PTR(K, OPTIONAL, S, M)
#define MAYB(K, S, M) CYAML_FIELD_BOOL_PTR(K, OPTIONAL, S, M)
#define LIST(K, F, S, M, V, MIN, MAX)                                                          \
    CYAML_FIELD_SEQUENCE(K, CYAML_FLAG_POINTER | (F), S, M, &(V), MIN, MAX)
#define ENTRY(S, F)                                                                            \
    {                                                                                          \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, S, F)                                          \
    }

const char *const book_bayonet_army_words[] = { "british", "dutch",  "german",        "danish",
                                                "spanish", "french", "french-allies", NULL };
static const char *const facing_words[] = { "ene", "n", "wnw", "wsw", "s", "ese", NULL };
static const char *const line_words[] = { "front", "support", "reserve", NULL };
static const char *const order_words[] = { "march", "charge", "dress", NULL };
static const char *const edge_words[] = { "north", "east", "south", "west", NULL };
static const char *const kind_words[] = { "infantry", "cavalry", "dragoons",
                                          "dismounted-dragoons", NULL };
static const char *const nation_words[] = { "Al", "An", "Au", "Ba", "Ce", "Co", "Da", "Du",
                                            "En", "Fn", "Fr", "Ha", "He", "Ho", "Lu", "Im",
                                            "Ir", "It", "Lr", "Me", "Mu", "Mz", "Pa", "Pf",
                                            "Pm", "Pr", "Sb", "Sc", "Sd", "Sp", "Sw", "Sx",
                                            "Wa", "We", "Wt", "Wz", NULL };

/* --- Shapes ---- */

struct raw_unit {
    const char *name, *label, *hex, *facing, *nation, *army, *kind, *regiment;
    int *cv, *cv_disordered, *squadrons, *pos, *casualties, *depth;
    bool *underlined, *disordered, *gun, *limbered;
};
struct raw_brigade {
    const char *name, *label, *kind, *wing, *line, *order, *nation, *army, *facing, *old_wing,
        *old_line;
    int morale, slot, *cv;
    bool *underlined;
    struct raw_unit *units;
    unsigned units_count;
};
struct raw_wing {
    const char *name, *label, *front;
    int capacity;
};
struct raw_leader {
    const char *name, *label, *rank, *wing, *line, *with, *replaces;
    int rating;
};
struct raw_side {
    const char *name, *colour, *retreat;
    const char **exits;
    unsigned exits_count;
    bool *drill;
    struct raw_wing *wings;
    unsigned wings_count;
    const char **ground;
    unsigned ground_count;
    struct raw_leader *leaders;
    unsigned leaders_count;
    struct raw_brigade *brigades;
    unsigned brigades_count;
    struct raw_unit *batteries;
    unsigned batteries_count;
};
struct raw_fire {
    const char *hex;
    int from, to;
};
struct raw_goal {
    const char *label, *side;
    int points;
    const char **hexes;
    unsigned hexes_count;
};
struct raw_scenario {
    struct book_head head;
    const char *map, *start;
    int year, turns;
    bool *lose_wing;
    struct raw_side *sides;
    unsigned sides_count;
    struct raw_fire *fires;
    unsigned fires_count;
    struct raw_goal *goals;
    unsigned goals_count;
};

static const cyaml_schema_field_t unit_fields[] = {
    TEXT("name", struct raw_unit, name),
    MAY("label", struct raw_unit, label),
    TEXT("hex", struct raw_unit, hex),
    MAY("facing", struct raw_unit, facing),
    MAY("nation", struct raw_unit, nation),
    MAY("army", struct raw_unit, army),
    MAY("kind", struct raw_unit, kind),
    MAY("regiment", struct raw_unit, regiment),
    MAYI("cv", struct raw_unit, cv),
    MAYI("cv-disordered", struct raw_unit, cv_disordered),
    MAYI("squadrons", struct raw_unit, squadrons),
    MAYI("pos", struct raw_unit, pos),
    MAYI("casualties", struct raw_unit, casualties),
    MAYI("depth", struct raw_unit, depth),
    MAYB("underlined", struct raw_unit, underlined),
    MAYB("disordered", struct raw_unit, disordered),
    MAYB("gun", struct raw_unit, gun),
    MAYB("limbered", struct raw_unit, limbered),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t unit_schema = ENTRY(struct raw_unit, unit_fields);
static const cyaml_schema_field_t brigade_fields[] = {
    TEXT("name", struct raw_brigade, name),
    MAY("label", struct raw_brigade, label),
    TEXT("kind", struct raw_brigade, kind),
    TEXT("wing", struct raw_brigade, wing),
    TEXT("line", struct raw_brigade, line),
    INT("slot", struct raw_brigade, slot),
    INT("morale", struct raw_brigade, morale),
    MAY("order", struct raw_brigade, order),
    MAY("nation", struct raw_brigade, nation),
    MAY("army", struct raw_brigade, army),
    MAY("facing", struct raw_brigade, facing),
    MAY("historic-wing", struct raw_brigade, old_wing),
    MAY("historic-line", struct raw_brigade, old_line),
    MAYI("cv", struct raw_brigade, cv),
    MAYB("underlined", struct raw_brigade, underlined),
    LIST("units", NEEDED, struct raw_brigade, units, unit_schema, 2, BAY_BRIGADE_MOST),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t brigade_schema = ENTRY(struct raw_brigade, brigade_fields);
static const cyaml_schema_field_t wing_fields[] = { TEXT("name", struct raw_wing, name),
                                                    MAY("label", struct raw_wing, label),
                                                    TEXT("front", struct raw_wing, front),
                                                    INT("capacity", struct raw_wing, capacity),
                                                    CYAML_FIELD_END };
static const cyaml_schema_value_t wing_schema = ENTRY(struct raw_wing, wing_fields);
static const cyaml_schema_field_t leader_fields[] = { TEXT("name", struct raw_leader, name),
                                                      MAY("label", struct raw_leader, label),
                                                      TEXT("rank", struct raw_leader, rank),
                                                      INT("rating", struct raw_leader, rating),
                                                      TEXT("wing", struct raw_leader, wing),
                                                      TEXT("line", struct raw_leader, line),
                                                      MAY("with", struct raw_leader, with),
                                                      MAY("replaces", struct raw_leader,
                                                          replaces),
                                                      CYAML_FIELD_END };
static const cyaml_schema_value_t leader_schema = ENTRY(struct raw_leader, leader_fields);
static const cyaml_schema_field_t side_fields[] = {
    TEXT("name", struct raw_side, name),
    TEXT("colour", struct raw_side, colour),
    MAY("retreat", struct raw_side, retreat),
    LIST("exits", OPTIONAL, struct raw_side, exits, book_string_schema, 1, 100),
    MAYB("drill", struct raw_side, drill),
    LIST("wings", NEEDED, struct raw_side, wings, wing_schema, 1, BAY_WINGS / 2),
    LIST("ground", OPTIONAL, struct raw_side, ground, book_string_schema, 1, 99),
    LIST("leaders", NEEDED, struct raw_side, leaders, leader_schema, 1, BAY_LEADERS / 2),
    LIST("brigades", NEEDED, struct raw_side, brigades, brigade_schema, 1, BAY_BRIGADES / 2),
    LIST("batteries", OPTIONAL, struct raw_side, batteries, unit_schema, 0, 40),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t side_schema = ENTRY(struct raw_side, side_fields);
static const cyaml_schema_field_t fire_fields[] = { TEXT("hex", struct raw_fire, hex),
                                                    INT("from", struct raw_fire, from),
                                                    INT("to", struct raw_fire, to),
                                                    CYAML_FIELD_END };
static const cyaml_schema_value_t fire_schema = ENTRY(struct raw_fire, fire_fields);
static const cyaml_schema_field_t goal_fields[] = {
    TEXT("label", struct raw_goal, label), TEXT("side", struct raw_goal, side),
    INT("points", struct raw_goal, points),
    LIST("hexes", NEEDED, struct raw_goal, hexes, book_string_schema, 1, BAY_GOAL_HEXES),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t goal_schema = ENTRY(struct raw_goal, goal_fields);
static const cyaml_schema_field_t scenario_fields[] = {
    BOOK_SCENARIO_HEAD(struct raw_scenario),
    TEXT("map", struct raw_scenario, map),
    TEXT("start", struct raw_scenario, start),
    INT("year", struct raw_scenario, year),
    INT("turns", struct raw_scenario, turns),
    MAYB("lose-wing", struct raw_scenario, lose_wing),
    LIST("sides", NEEDED, struct raw_scenario, sides, side_schema, 2, 2),
    LIST("fires", OPTIONAL, struct raw_scenario, fires, fire_schema, 0, BAY_FIRES),
    LIST("goals", OPTIONAL, struct raw_scenario, goals, goal_schema, 0, BAY_GOALS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t scenario_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct raw_scenario, scenario_fields) };

static const struct book_limit scenario_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "map", BOOK_NAME, 0, 0 },
    { "sides.colour", BOOK_COLOUR, 0, 0 },
    { "units.name", BOOK_NAME, 0, 0 },
    { "batteries.name", BOOK_NAME, 0, 0 },
    { "brigades.name", BOOK_NAME, 0, 0 },
    { "wings.name", BOOK_NAME, 0, 0 },
    { "leaders.name", BOOK_NAME, 0, 0 },
    { "year", BOOK_INT, 1500, 1900 },
    { "turns", BOOK_INT, 1, 60 },
    { "capacity", BOOK_INT, 1, BAY_SLOTS },
    { "slot", BOOK_INT, 1, BAY_SLOTS },
    { "morale", BOOK_INT, 1, 12 },
    { "rating", BOOK_INT, 0, 3 },
    { "cv", BOOK_INT, 1, 4 },
    { "cv-disordered", BOOK_INT, 0, 4 },
    { "squadrons", BOOK_INT, 1, 6 },
    { "pos", BOOK_INT, 0, 4 },
    { "casualties", BOOK_INT, 0, 3 },
    { "depth", BOOK_INT, 0, 2 },
    { "points", BOOK_INT, 1, 100 },
    { "from", BOOK_INT, 1, 60 },
    { "to", BOOK_INT, 1, 60 },
    { NULL, BOOK_LIMIT_END, 0, 0 },
};

/* --- Reading words ---- */

/* A word of a list; `otherwise` when the key was left out. */
static int word(struct book_reader *rd, const char *const *words, const char *s, int otherwise,
                const struct book_node *at, const char *key)
{
    char all[400] = "";
    struct tc_text t = tc_text_on(all, sizeof all);
    int i = s ? tc_find_word(words, s, strlen(s)) : otherwise;

    if (i >= 0)
        return i;
    for (int k = 0; words[k]; k++) {
        tc_text_str(&t, k ? ", " : "");
        tc_text_str(&t, words[k]);
    }
    book_wrong(rd, TC_E_NAME, book_spot(at, key), "`%s` is not one of: %s.", s ? s : "", all);
    return 0;
}

static int or_else(const int *p, int otherwise)
{
    return p ? *p : otherwise;
}

static bool yes(const bool *p)
{
    return p && *p;
}

/* --- Names ---- */

/* The index of a Wing of that side, or -1 with a report. */
static int find_wing(struct book_reader *rd, const struct bay_book *bk, int side, const char *s,
                     const struct book_node *at)
{
    for (int w = 0; w < bk->wings; w++)
        if (bk->wing[w].side == side && strcmp(bk->wing[w].name, s) == 0)
            return w;
    book_wrong(rd, TC_E_NAME, book_spot(at, "wing"), "`%s` is no Wing of this side.", s);
    return 0;
}

static const char *label_or(struct book_reader *rd, const char *label, const char *name)
{
    return book_keep(rd, label ? label : name);
}

/* --- Units ---- */

static void check_value(struct book_reader *rd, const struct bay_unit_def *x,
                        const struct book_node *at)
{
    TC_RULE("B-2.1.2c"); /* 1 to 4 (limits); guns have none */
    TC_RULE("B-2.1.2d");
    TC_RULE("B-11.2.6a");
    if (x->underlined && x->kind != BAY_INF)
        book_wrong(rd, TC_E_RANGE, at, "%s: only infantry battalions have an underlined value.",
                   x->name);
    if ((x->depth || x->gun) && x->kind != BAY_INF)
        book_wrong(rd, TC_E_RANGE, at, "%s: only infantry battalions have depth or a gun.",
                   x->name);
    if (x->casualties >= (x->cv ? x->cv : 1))
        book_wrong(rd, TC_E_RANGE, at, "%s: %d casualties would have routed it.", x->name,
                   x->casualties);
    if (x->disordered && x->kind != BAY_CAV && x->kind != BAY_MOUNTED)
        book_wrong(rd, TC_E_RANGE, at, "%s: only mounted units can be disordered.", x->name);
}

/* What the brigade says; without a word the British and Dutch infantry of the War of the
 * Spanish Succession (B-11.2.2t), by the colour of their army (B-2.1.2h). */
static bool is_underlined(const struct bay_book *bk, const struct raw_brigade *b,
                          const struct bay_unit_def *x)
{
    if (x->kind != BAY_INF)
        return false;
    if (b->underlined)
        return *b->underlined;
    TC_RULE("B-11.2.2t");
    return bk->year >= 1701 && bk->year <= 1714 &&
           (x->army == BAY_BRITISH || x->army == BAY_DUTCH);
}

/* Guns are of no brigade: b is NULL for them in what follows. */
static void fill_place(struct book_reader *rd, const struct bay_book *bk,
                       const struct raw_unit *r, const struct raw_brigade *b,
                       const struct book_node *at, struct bay_unit_def *x)
{
    const char *facing = r->facing ? r->facing : b ? b->facing : NULL;

    x->hex = (int16_t)bay_id(bk, book_hex(rd, &bk->map, r->hex, book_spot(at, "hex"), r->name));
    x->facing = (uint8_t)(facing ? word(rd, facing_words, facing, 0, at, "facing") : 0);
    if (!facing && !yes(r->limbered))
        book_wrong(rd, TC_E_KEY, at, "%s needs a facing, its own or its brigade's.", r->name);
}

static void fill_army(struct book_reader *rd, const struct raw_unit *r,
                      const struct raw_brigade *b, const struct book_node *at,
                      struct bay_unit_def *x)
{
    const char *nation = r->nation ? r->nation : b ? b->nation : NULL;
    const char *army = r->army ? r->army : b ? b->army : NULL;

    x->nation = (uint8_t)word(rd, nation_words, nation, BAY_NO_NATION, at, "nation");
    x->army = (uint8_t)word(rd, book_bayonet_army_words, army,
                            x->side ? BAY_FRENCH : BAY_GERMAN, at, "army");
}

static void fill_strength(struct book_reader *rd, const struct bay_book *bk,
                          const struct raw_unit *r, const struct raw_brigade *b,
                          const struct book_node *at, struct bay_unit_def *x)
{
    x->cv = (uint8_t)(b ? or_else(r->cv, or_else(b->cv, 0)) : 0);
    if (b && !x->cv)
        book_wrong(rd, TC_E_KEY, at, "%s needs a cv, its own or its brigade's.", r->name);
    x->cv_disordered = (uint8_t)or_else(r->cv_disordered, x->cv);
    x->underlined = r->underlined ? *r->underlined : b && is_underlined(bk, b, x);
    x->squadrons = (uint8_t)or_else(r->squadrons, 0);
    x->pos = (uint8_t)or_else(r->pos, 0);
    x->casualties = (uint8_t)or_else(r->casualties, 0);
    x->disordered = yes(r->disordered);
    x->depth = (uint8_t)or_else(r->depth, 0);
    x->gun = yes(r->gun);
    x->limbered = yes(r->limbered);
}

static void fill_unit(struct book_reader *rd, struct bay_book *bk, int side,
                      const struct raw_unit *r, const struct raw_brigade *b,
                      const struct book_node *at)
{
    if (bk->units == BAY_UNITS) {
        book_wrong(rd, TC_E_FULL, at, "a battle has at most %d units.", BAY_UNITS);
        return;
    }
    struct bay_unit_def *x = &bk->unit[bk->units++];
    int kind = b ? word(rd, kind_words, r->kind ? r->kind : b->kind, 0, at, "kind") : BAY_ART;

    TC_RULE("B-1.0b");
    TC_RULE(b ? "B-2.1.3a" : "B-2.1.3c");
    TC_RULE("B-2.1.2a");
    TC_RULE("B-2.1.2b"); /* dragoons are of one class or the other, for good */
    TC_RULE("B-2.1.2f");
    x->name = book_keep(rd, r->name);
    x->label = label_or(rd, r->label, r->name);
    x->regiment = book_keep(rd, r->regiment);
    x->side = (int8_t)side;
    x->brigade = (int16_t)(b ? bk->brigades : TC_NONE);
    x->kind = (uint8_t)kind;
    fill_place(rd, bk, r, b, at, x);
    fill_army(rd, r, b, at, x);
    fill_strength(rd, bk, r, b, at, x);
    check_value(rd, x, at);
}

static void fill_brigade(struct book_reader *rd, struct bay_book *bk, int side,
                         const struct raw_brigade *r, const struct book_node *at)
{
    struct bay_brigade_def *x = &bk->brigade[bk->brigades];

    x->name = book_keep(rd, r->name);
    x->label = label_or(rd, r->label, r->name);
    x->side = (int8_t)side;
    x->kind = (uint8_t)word(rd, kind_words, r->kind, 0, at, "kind");
    x->morale = (uint8_t)r->morale;
    x->wing = (uint8_t)find_wing(rd, bk, side, r->wing, at);
    x->line = (uint8_t)word(rd, line_words, r->line, 0, at, "line");
    x->slot = (uint8_t)r->slot;
    x->order = (uint8_t)word(rd, order_words, r->order, BAY_MARCH, at, "order");
    x->historic_wing =
        (uint8_t)(r->old_wing ? find_wing(rd, bk, side, r->old_wing, at) : x->wing);
    x->historic_line = (uint8_t)word(rd, line_words, r->old_line, x->line, at, "historic-line");
    x->first = bk->units;
    x->units = (int16_t)r->units_count;
    if (x->slot > bk->wing[x->wing].capacity)
        book_wrong(rd, TC_E_RANGE, book_spot(at, "slot"), "%s has %d slots a Line.",
                   bk->wing[x->wing].name, bk->wing[x->wing].capacity);
    for (int b = 0; b < bk->brigades; b++)
        if (bk->brigade[b].wing == x->wing && bk->brigade[b].line == x->line &&
            bk->brigade[b].slot == x->slot)
            book_wrong(rd, TC_E_RANGE, book_spot(at, "slot"), "%s stands there already.",
                       bk->brigade[b].name);
    for (unsigned i = 0; i < r->units_count; i++) {
        fill_unit(rd, bk, side, &r->units[i], r, book_item(book_spot(at, "units"), (int)i));
        int kind = bk->unit[bk->units - 1].kind;
        TC_RULE("B-2.1.3b"); /* 2 to 10 of them (shape) */
        TC_RULE(kind == x->kind ? "B-2.3h" : "B-RUL-79");
        if (kind != x->kind && !(kind == BAY_MOUNTED && x->kind == BAY_K_CAV))
            book_wrong(rd, TC_E_RANGE, book_item(book_spot(at, "units"), (int)i),
                       "a brigade is of one kind; cavalry may have mounted dragoons.");
    }
    bk->brigades++;
}

/* --- Leaders, Wings, ground ---- */

static int find_brigade(struct book_reader *rd, const struct bay_book *bk, int side,
                        const char *s, const struct book_node *at)
{
    for (int b = 0; b < bk->brigades; b++)
        if (bk->brigade[b].side == side && strcmp(bk->brigade[b].name, s) == 0)
            return b;
    book_wrong(rd, TC_E_NAME, book_spot(at, "with"), "`%s` is no brigade of this side.", s);
    return TC_NONE;
}

static void fill_leader(struct book_reader *rd, struct bay_book *bk, int side,
                        const struct raw_leader *r, const struct book_node *at)
{
    static const char *const ranks[] = { "army", "wing", NULL };
    struct bay_leader_def *x = &bk->leader[bk->leaders];

    x->name = book_keep(rd, r->name);
    x->label = label_or(rd, r->label, r->name);
    x->side = (int8_t)side;
    x->rank = (uint8_t)word(rd, ranks, r->rank, 0, at, "rank");
    x->rating = (uint8_t)r->rating;
    TC_RULE("B-2.1.4b"); /* 0 to 3 (limits) */
    x->wing = (uint8_t)find_wing(rd, bk, side, r->wing, at);
    x->line = (uint8_t)word(rd, line_words, r->line, 0, at, "line");
    x->direct = (int16_t)(r->with ? find_brigade(rd, bk, side, r->with, at) : TC_NONE);
    x->replaces = TC_NONE;
    for (int l = 0; r->replaces && l < bk->leaders; l++)
        if (strcmp(bk->leader[l].name, r->replaces) == 0 && bk->leader[l].side == side &&
            bk->leader[l].rank == x->rank)
            x->replaces = (int16_t)l;
    if (r->replaces && x->replaces < 0)
        book_wrong(rd, TC_E_NAME, book_spot(at, "replaces"),
                   "`%s` is no leader of that rank named before.", r->replaces);
    if (x->direct >= 0 && (x->rating < 1 || bk->brigade[x->direct].wing != x->wing ||
                           bk->brigade[x->direct].line != x->line))
        book_wrong(
            rd, TC_E_RANGE, at,
            "%s leads a brigade himself only if rated 1 or more and in its Wing and Line.",
            x->name);
    bk->leaders++;
}

/* One AC at most, one WC a Wing (B-2.1.4a). */
static void check_leaders(struct book_reader *rd, const struct bay_book *bk, int side,
                          const struct book_node *at)
{
    int armies = 0;

    TC_RULE("B-2.1.4a");
    for (int w = 0; w < bk->wings; w++) {
        int n = 0;
        for (int l = 0; l < bk->leaders; l++)
            n += bk->leader[l].rank == BAY_WC && bk->leader[l].wing == w &&
                 bk->leader[l].replaces < 0;
        if (bk->wing[w].side == side && n != 1)
            book_wrong(rd, TC_E_RANGE, book_spot(at, "leaders"),
                       "%s has %d wing commanders; it needs one.", bk->wing[w].name, n);
    }
    for (int l = 0; l < bk->leaders; l++)
        armies += bk->leader[l].rank == BAY_AC && bk->leader[l].side == side &&
                  bk->leader[l].replaces < 0;
    if (armies > 1)
        book_wrong(rd, TC_E_RANGE, book_spot(at, "leaders"),
                   "a side has one army commander at most.");
}

/* One row of the ground of Wings, see fill_ground; how many hexes it has. */
static int fill_ground_row(struct book_reader *rd, struct bay_book *bk, int side, int wings,
                           int first, const char *row, int y, const struct book_node *at)
{
    int x = 0;

    for (const char *p = row; *p; p++) {
        if (*p == ' ')
            continue;
        bool split = *p >= 'a' && *p < 'a' + wings - 1;
        bool one = *p >= '1' && *p < '1' + wings;
        if ((!split && !one && *p != '.') || ++x > bk->columns) {
            book_wrong(rd, TC_E_NAME, at, "row %d: `%c` at hex %d is no Wing.", y, *p, x);
            break;
        }
        if (split) {
            TC_RULE("B-4.2.3b");
            TC_RULE("B-RUL-76");
        }
        int bit = first + (split ? *p - 'a' : *p - '1');
        bk->wings_at[side][x * 100 + y] = (uint16_t)(*p == '.' ? 0 : (split ? 3u : 1u) << bit);
    }
    return x;
}

/* Rows of digits: 1 is the side's first Wing from its left; a letter a, b.. is the hex that a
 * boundary splits between Wings 1 and 2, 2 and 3 .. (B-4.2.3b). Without rows: all of all. */
static void fill_ground(struct book_reader *rd, struct bay_book *bk, int side,
                        const struct raw_side *r, const struct book_node *at)
{
    const struct book_node *list = book_spot(at, "ground");
    int first = 0, rows = (int)r->ground_count;

    while (first < bk->wings && bk->wing[first].side != side)
        first++;
    if (!rows)
        for (int h = 101; h < BAY_IDS; h++)
            bk->wings_at[side][h] = (uint16_t)(((1u << r->wings_count) - 1) << first);
    if (rows && rows != bk->rows)
        book_wrong(rd, TC_E_RANGE, list, "has %d rows, the map %d.", rows, bk->rows);
    for (int y = 0; y < rows && y < bk->rows; y++) {
        const struct book_node *row = book_item(list, y);
        int x =
            fill_ground_row(rd, bk, side, (int)r->wings_count, first, r->ground[y], y + 1, row);
        if (x != bk->columns)
            book_wrong(rd, TC_E_RANGE, row, "row %d has %d hexes, not %d.", y + 1, x,
                       bk->columns);
    }
}

static void fill_side(struct book_reader *rd, struct bay_book *bk, int side,
                      const struct raw_side *r, const struct book_node *at)
{
    bk->head.side_name[side] = book_keep(rd, r->name);
    bk->head.side_colour[side] = book_keep(rd, r->colour);
    bk->army_name[side] = bk->head.side_name[side];
    bk->drill[side] = yes(r->drill);
    bk->retreat_edge[side] =
        (int16_t)(r->retreat ? word(rd, edge_words, r->retreat, 0, at, "retreat") : TC_NONE);
    for (unsigned i = 0; i < r->exits_count; i++) {
        tc_hex h = book_hex(rd, &bk->map, r->exits[i], book_spot(at, "exits"), "exit");
        if (h >= 0)
            bk->exits[side][bay_id(bk, h)] = 1;
    }
    if (!r->retreat == !r->exits_count)
        book_wrong(rd, TC_E_KEY, at, "needs either retreat or exits.");
    for (unsigned i = 0; i < r->wings_count; i++) {
        const struct book_node *node = book_item(book_spot(at, "wings"), (int)i);
        bk->wing[bk->wings++] = (struct bay_wing_def){
            .name = book_keep(rd, r->wings[i].name),
            .label = label_or(rd, r->wings[i].label, r->wings[i].name),
            .side = (int8_t)side,
            .index = (uint8_t)i,
            .capacity = (uint8_t)r->wings[i].capacity,
            .front = (uint8_t)word(rd, facing_words, r->wings[i].front, 0, node, "front"),
        };
    }
    fill_ground(rd, bk, side, r, at);
    for (unsigned i = 0; i < r->brigades_count; i++)
        fill_brigade(rd, bk, side, &r->brigades[i],
                     book_item(book_spot(at, "brigades"), (int)i));
    for (unsigned i = 0; i < r->leaders_count; i++)
        fill_leader(rd, bk, side, &r->leaders[i], book_item(book_spot(at, "leaders"), (int)i));
    check_leaders(rd, bk, side, at);
}

/* --- The whole ---- */

static void fill_goals(struct book_reader *rd, struct bay_book *bk,
                       const struct raw_scenario *r)
{
    for (unsigned i = 0; i < r->fires_count; i++) {
        tc_hex h = book_hex(rd, &bk->map, r->fires[i].hex,
                            book_item(book_spot(rd->doc->root, "fires"), (int)i), "fire");
        bk->fire[bk->fires++] =
            (struct bay_fire){ (int16_t)bay_id(bk, h), (uint8_t)r->fires[i].from,
                               (uint8_t)r->fires[i].to };
    }
    for (unsigned i = 0; i < r->goals_count; i++) {
        const struct book_node *at = book_item(book_spot(rd->doc->root, "goals"), (int)i);
        struct bay_goal *g = &bk->goal[bk->goals++];
        const char *sides[] = { bk->head.side_name[0], bk->head.side_name[1], NULL };
        g->label = book_keep(rd, r->goals[i].label);
        g->side = (int8_t)word(rd, sides, r->goals[i].side, 0, at, "side");
        g->points = (uint8_t)r->goals[i].points;
        for (unsigned k = 0; k < r->goals[i].hexes_count; k++)
            g->hex[g->hexes++] =
                (int16_t)bay_id(bk, book_hex(rd, &bk->map, r->goals[i].hexes[k], at, g->label));
    }
}

static void fill_scenario(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_scenario *r = raw;
    struct bay_book *bk = (struct bay_book *)(void *)out;
    const struct book_node *sides = book_spot(rd->doc->root, "sides");
    int64_t hours = 0, minutes = 0;

    bk->year = (uint16_t)r->year;
    bk->turns = (uint16_t)r->turns;
    bk->lose_wing = !r->lose_wing || *r->lose_wing;
    if (strlen(r->start) != 5 || r->start[2] != ':' || !tc_read_int(r->start, 2, &hours) ||
        !tc_read_int(r->start + 3, 2, &minutes) || hours > 23 || minutes > 59)
        book_wrong(rd, TC_E_SYNTAX, book_spot(rd->doc->root, "start"),
                   "`%s` is no time; write it 12:30.", r->start);
    bk->start = (uint16_t)(hours * 60 + minutes);
    for (int s = 0; s < TC_SIDES; s++)
        fill_side(rd, bk, s, &r->sides[s], book_item(sides, s));
    for (int s = 0; s < TC_SIDES; s++)
        for (unsigned i = 0; i < r->sides[s].batteries_count; i++)
            fill_unit(rd, bk, s, &r->sides[s].batteries[i], NULL,
                      book_item(book_spot(book_item(sides, s), "batteries"), (int)i));
    fill_goals(rd, bk, r);
    book_bayonet_check(rd, bk);
}
const struct book_part book_bayonet_scenario = { NULL, &scenario_schema, scenario_limits,
                                                 fill_scenario };
