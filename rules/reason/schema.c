/* rules/reason/schema.c - the tables of reason: rows of words into the charts of the book.
 *
 * Every table is a list of rows, one line of the printed chart each, so that an owner of the
 * game can type his own numbers over ours.
 */
#include "rules/reason/schema.h"

#include <string.h>

#include "rules/reason/reason.h"

/* --- One row at a time */

struct row {
    struct tc_reading *r;
    int number, n, at;
    struct rea_word w[REA_ROW_WORDS];
    bool bad;
};

static void wrong(struct row *r, const char *what)
{
    if (!r->bad)
        tc_wrong(r->r, TC_E_RANGE, NULL, "row %d, word %d: %s is expected.", r->number + 1,
                 r->at, what);
    r->bad = true;
}

static const struct rea_word *next(struct row *r, const char *what)
{
    static const struct rea_word none = { "", 0 };

    if (r->at >= r->n || r->at >= REA_ROW_WORDS) {
        r->at++;
        wrong(r, what);
        return &none;
    }
    return &r->w[r->at++];
}

static int number(struct row *r, int least, int most)
{
    int v = least;

    if (rea_word_int(next(r, "a whole number"), &v) && v >= least && v <= most)
        return v;
    if (!r->bad)
        tc_wrong(r->r, TC_E_RANGE, NULL,
                 "row %d, word %d: a whole number from %d to %d is expected.", r->number + 1,
                 r->at, least, most);
    r->bad = true;
    return least;
}

static int word(struct row *r, const char *const *list, const char *what)
{
    int i = rea_word_in(next(r, what), list);

    if (i < 0)
        wrong(r, what);
    return i < 0 ? 0 : i;
}

static const char *text(struct row *r, const char *what)
{
    return tc_keep(r->r, rea_word_text(next(r, what)).text);
}

static void done(struct row *r)
{
    if (r->at < r->n)
        wrong(r, "the end of the row");
}

/* A chart has each of its rows once. */
static void once(struct row *r, int which)
{
    uint64_t *seen = &rea_reading_of(r->r)->seen;

    if (!r->bad && *seen >> which & 1)
        tc_wrong(r->r, TC_E_NAME, NULL, "row %d: there is such a row already.", r->number + 1);
    *seen |= UINT64_C(1) << which;
}

/* Are all n rows of the chart there? */
static void all_rows(struct tc_reading *r, int n, const char *what)
{
    int seen = 0;

    for (int i = 0; i < n; i++)
        seen += (int)(rea_reading_of(r)->seen >> i & 1);
    if (!tc_wrongs(r) && seen < n)
        tc_wrong(r, TC_E_KEY, "rows", "%d rows are missing; there is one for %s.", n - seen,
                 what);
}

typedef void row_fn(struct row *r, struct rea_book *bk);

static void take_row(struct tc_reading *r, const char *text, row_fn *fn)
{
    struct row row = { .r = r, .number = r->index };

    row.n = rea_split_row(text, row.w, REA_ROW_WORDS);
    fn(&row, rea_book_being_read(r));
    done(&row);
}

/* The keys of a table: its rows, each given to NAME_row. */
#define TABLE_OF(NAME)                                                                         \
    static void put_##NAME(struct tc_reading *r, void *book, const char *text, int32_t number) \
    {                                                                                          \
        (void)book;                                                                            \
        (void)number;                                                                          \
        take_row(r, text, NAME##_row);                                                         \
    }                                                                                          \
    static const struct tc_key NAME##_keys[] = { TEXTS("rows", 1, 120, put_##NAME), KEYS_END }

/* --- terrain.yaml: R-TEC-H, T-17 */

static const char *const eras[] = { "syw", "brandywine", NULL };
static const char *const stacks[] = { "open", "broken", "bramble", "general", NULL };

/* 2, 1/2, all, no, rc, 3g (General Order). */
static int cost(struct row *r, int8_t *general)
{
    struct rea_word w = *next(r, "a cost");
    int v = 0;

    if (rea_word_is(&w, "all"))
        return REA_COST_ALL;
    if (rea_word_is(&w, "no"))
        return REA_COST_NO;
    if (rea_word_is(&w, "rc"))
        return REA_COST_RC;
    if (w.n > 1 && w.at[w.n - 1] == 'g' && general) {
        *general = 1;
        w.n--;
    }
    if (!rea_word_parts(&w, REA_MP, &v) || v < 0 || v > 20 * REA_MP)
        wrong(r, "a cost (2, 1/2, all, no, rc or 3g)");
    return v;
}

static void flags(struct row *r, struct rea_terrain *t)
{
    static const char *const words[] = {
        "check", "open", "clear", "square", "no-prolonge", NULL
    };
    int8_t *const where[] = { &t->check, &t->open, &t->clear, &t->square, &t->no_prolonge };

    while (r->at < r->n) {
        int i = word(r, words, "check, open, clear, square or no-prolonge");
        *where[i] = 1;
        if (r->bad)
            return;
    }
}

static void terrain_row(struct row *r, struct rea_book *bk)
{
    int era = word(r, eras, "syw or brandywine");
    int i = word(r, rea_ground_words, "a terrain");
    struct rea_terrain *t = &bk->chart[era][i];

    once(r, era * REA_TERRAINS + i);
    memset(t, 0, sizeof *t);
    t->name = rea_ground_words[i];
    t->rule = text(r, "a rule");
    for (int k = 0; k < REA_C_COUNT; k++)
        t->cost[k] = (int16_t)cost(r, &t->general[k]);
    t->fdv = (int16_t)number(r, 0, 40);
    t->cc_attack = (int16_t)number(r, -20, 20);
    t->cc_defend = (int16_t)number(r, -20, 20);
    t->cc_defend_ac = (int16_t)number(r, -20, 20);
    t->morale = (int16_t)number(r, -30, 30);
    t->morale_skirmish = (int16_t)number(r, -30, 30);
    t->cover = (int16_t)number(r, 0, 8);
    t->stack = (int8_t)word(r, stacks, "open, broken, bramble or general");
    t->road = (int16_t)cost(r, NULL);
    flags(r, t);
}

TABLE_OF(terrain);

/* --- hexsides.yaml: R-TEC-S */

const char *const rea_yes_words[] = { "no", "yes", NULL };
const char *const rea_title_words[] = { "kolin",    "zorndorf",   "leuthen",
                                        "lobositz", "brandywine", NULL };

static void hexsides_row(struct row *r, struct rea_book *bk)
{
    if (r->number == 0)
        bk->sides_read = 0;
    if (bk->sides_read >= REA_SIDEROWS) {
        wrong(r, "fewer rows");
        return;
    }
    struct rea_siderow *row = &bk->siderow[bk->sides_read++];
    struct rea_sidekind *k = &row->kind;

    memset(row, 0, sizeof *row);
    row->title = (uint8_t)word(r, rea_title_words, "a title");
    k->name = text(r, "a name");
    k->rule = text(r, "a rule");
    k->bit = (uint8_t)number(r, 0, 13);
    k->paired = (uint8_t)word(r, rea_yes_words, "yes or no");
    k->water = (uint8_t)word(r, rea_yes_words, "yes or no");
    for (int i = 0; i < REA_C_COUNT; i++)
        k->up[i] = (int16_t)cost(r, NULL);
    for (int i = 0; i < REA_C_COUNT; i++)
        k->down[i] = (int16_t)cost(r, NULL);
    k->check = (int8_t)word(r, rea_yes_words, "yes or no");
    k->clear = (int8_t)word(r, rea_yes_words, "yes or no");
    k->fm_num = (int8_t)number(r, 1, 4);
    k->fm_den = (int8_t)number(r, 1, 4);
    k->cc_defend = (int8_t)number(r, 0, 20);
    k->no_combat = (int8_t)word(r, rea_yes_words, "yes or no");
}

TABLE_OF(hexsides);

/* --- multiples.yaml: T-3 */

static const char *const firers[] = { "line-a",  "line-b",        "light",    "jaeger",
                                      "militia", "battalion-gun", "3-lb",     "6-lb",
                                      "12-lb",   "24-lb",         "howitzer", NULL };

static void multiples_row(struct row *r, struct rea_book *bk)
{
    int era = word(r, eras, "syw or brandywine"), i = word(r, firers, "a firer");

    once(r, era * REA_F_COUNT + i);
    for (int k = 0; k < 6; k++) {
        int v = 0;
        if (!rea_word_parts(next(r, "a multiple"), REA_FM, &v) || v < 0 || v > 20 * REA_FM)
            wrong(r, "a multiple");
        bk->fires[era][i].fm[k] = (int16_t)v;
    }
}

TABLE_OF(multiples);

static void end_multiples(struct tc_reading *r, void *book)
{
    (void)book;
    all_rows(r, 2 * REA_F_COUNT, "each firer, syw and brandywine");
}

/* --- fire.yaml: T-4; combat.yaml: T-6 */

static void ratio(struct row *r, int8_t *num, int8_t *den)
{
    const struct rea_word *w = next(r, "a ratio like 2:3");

    *num = *den = 1;
    if (w->n != 3 || w->at[1] != ':' || w->at[0] < '1' || w->at[0] > '9' || w->at[2] < '1' ||
        w->at[2] > '9')
        wrong(r, "a ratio like 2:3");
    else {
        *num = (int8_t)(w->at[0] - '0');
        *den = (int8_t)(w->at[2] - '0');
    }
}

static void fire_row(struct row *r, struct rea_book *bk)
{
    static const char *const codes[] = { "-", "1", "2", "3", "4", "md", NULL };
    struct rea_fire_table *t = &bk->t4;

    if (r->number == 0) {
        next(r, "the word columns");
        for (int i = 0; i < REA_FIRE_COLUMNS; i++)
            ratio(r, &t->num[i], &t->den[i]);
        t->rows = 0;
        return;
    }
    if (t->rows >= REA_FIRE_ROWS) {
        wrong(r, "fewer rows");
        return;
    }
    t->least[t->rows] = (int16_t)number(r, -999, 999);
    for (int i = 0; i < REA_FIRE_COLUMNS; i++) {
        int k = word(r, codes, "-, md, 1, 2, 3 or 4");
        t->code[t->rows][i] = (int8_t)(k == 5 ? 9 : k);
    }
    t->rows++;
}

TABLE_OF(fire);

/* 3M, 1D, 1 or -. */
static void side_result(struct row *r, const char *at, int n, int8_t *loss, int8_t *check)
{
    *loss = 0;
    *check = REA_CC_NONE;
    if (n == 1 && *at == '-')
        return;
    if (n < 1 || n > 2 || *at < '1' || *at > '9') {
        wrong(r, "a result like 2M/1D");
        return;
    }
    *loss = (int8_t)(*at - '0');
    if (n == 2)
        *check = at[1] == 'M' ? REA_CC_M : REA_CC_D;
}

static void combat_row(struct row *r, struct rea_book *bk)
{
    struct rea_cc_table *t = &bk->t6;

    if (r->number == 0) {
        next(r, "the word columns");
        for (int i = 0; i < REA_CC_COLUMNS; i++)
            ratio(r, &t->num[i], &t->den[i]);
        t->rows = 0;
        return;
    }
    if (t->rows >= REA_CC_ROWS) {
        wrong(r, "fewer rows");
        return;
    }
    t->least[t->rows] = (int16_t)number(r, -999, 999);
    for (int i = 0; i < REA_CC_COLUMNS; i++) {
        const struct rea_word *w = next(r, "a result like 2M/1D");
        const char *slash = memchr(w->at, '/', (size_t)w->n);
        struct rea_cc_entry *e = &t->at[t->rows][i];
        if (!slash) {
            wrong(r, "a result like 2M/1D");
            continue;
        }
        side_result(r, w->at, (int)(slash - w->at), &e->a_loss, &e->a_check);
        side_result(r, slash + 1, (int)(w->n - (slash - w->at) - 1), &e->d_loss, &e->d_check);
    }
    t->rows++;
}

TABLE_OF(combat);

/* --- specials.yaml: T-2 */

static const char *const initiative_words[] = { "-",      "army-morale", "quick-end",
                                                "fog",    "lapse",       "confusion",
                                                "rally",  "free-combat", "leader",
                                                "double", "tempo",       NULL };
static const char *const fire_words[] = {
    "-",        "free-fire", "full-volley", "battalion-guns", "poor",    "smoke",  "ammo-low",
    "ammo-out", "rapid",     "accurate",    "wild",           "caisson", "whites", "premature",
    "no-fire",  NULL
};
static const char *const kinds[] = { "initiative", "foot", "guns", "defensive", NULL };
static const char *const columns[] = { "first", "second", NULL };

/* title kind column and ten results, for the digits 0 to 9. */
static void specials_row(struct row *r, struct rea_book *bk)
{
    int title = word(r, rea_title_words, "a title"),
        kind = word(r, kinds, "initiative, foot, guns or defensive");
    int column = word(r, columns, "first or second");
    struct rea_specials *t = &bk->specials[title];
    uint8_t *row = kind == 0   ? t->initiative[column]
                   : kind == 1 ? t->foot[column]
                   : kind == 2 ? t->guns[column]
                               : t->defensive[column];

    once(r, (title * 4 + kind) * 2 + column);
    for (int i = 0; i < 10; i++)
        row[i] = (uint8_t)word(r, kind == 0 ? initiative_words : fire_words, "a result");
}

TABLE_OF(specials);

static void end_specials(struct tc_reading *r, void *book)
{
    (void)book;
    all_rows(r, REA_TITLES * 8, "each title, kind and column");
}

/* --- drill.yaml: T-5, T-10, T-11, T-13, T-14 */

enum { CHARTS = 6 + 2 * REA_TURN_ROWS };

static int parts(struct row *r)
{
    int v = 0;

    if (!rea_word_parts(next(r, "movement points"), REA_MP, &v) || v < 0 || v > 60 * REA_MP)
        wrong(r, "movement points");
    return v;
}

/* Numbers outside the charts, and traits. */
static void own_row(struct row *r, struct rea_numbers *own, int k)
{
    int at = CHARTS, row; /* behind the rows of the charts */

    if (k == 0) {
        row = word(r, rea_room_words, "a kind of stack");
        for (int i = 0; i < 3; i++)
            own->room[row][i] = (int16_t)number(r, 1, 99);
    } else if (k == 1) {
        at += REA_ROOMS;
        row = word(r, rea_fewest_words, "horse-hex, three-ranks, four-ranks or long");
        own->fewest[row] = (int16_t)number(r, 1, 99);
    } else if (k == 2) {
        at += REA_ROOMS + REA_FEWEST;
        row = word(r, rea_close_words, "a number of close combat");
        own->close[row] = (int16_t)number(r, -20, 20);
    } else {
        at += REA_ROOMS + REA_FEWEST + REA_CLOSES;
        row = word(r, rea_title_words, "a title");
        while (r->at < r->n && !r->bad)
            own->titles[word(r, rea_trait_words, "a trait")] |= (uint8_t)(1u << row);
    }
    once(r, at + row);
}

static void drill_row(struct row *r, struct rea_book *bk)
{
    static const char *const what[] = { "size",        "line-column", "turn",   "turn-american",
                                        "army-morale", "pursuit",     "levels", "stack",
                                        "fewest",      "close",       "traits", NULL };
    static const char *const turns[] = {
        "formed", "column", "general", "skirmish", "guns", NULL
    };
    int k =
        word(r, what,
             "size, line-column, turn, army-morale, pursuit, levels, stack, fewest, close or "
             "traits");

    if (k == 0) {
        int era = word(r, eras, "syw or brandywine");
        once(r, era);
        for (int i = 0; i < 8; i++)
            bk->sizes[era][i] = (struct rea_size_step){ (int16_t)number(r, 0, 999),
                                                        (int16_t)number(r, -50, 50) };
    } else if (k == 1) {
        once(r, 2);
        for (int i = 0; i < 6; i++)
            bk->t10[i] = (int16_t)parts(r);
    } else if (k == 2 || k == 3) {
        int row = word(r, turns, "formed, column, general, skirmish or guns");
        once(r, (k == 2 ? 3 : 3 + REA_TURN_ROWS) + row);
        for (int i = 0; i < 3; i++)
            (k == 2 ? bk->t11 : bk->t11b)[row][i] = (int16_t)parts(r);
    } else if (k == 4) {
        once(r, 3 + 2 * REA_TURN_ROWS);
        for (int i = 0; i < 4; i++)
            bk->t13[i] = (int16_t)number(r, -9, 20);
    } else if (k == 5) {
        once(r, 4 + 2 * REA_TURN_ROWS);
        for (int i = 0; i < 4; i++) {
            bk->t14_least[i] = (int16_t)number(r, 0, 99);
            bk->t14_points[i] = (int16_t)number(r, 0, 9);
        }
    } else if (k > 6) {
        own_row(r, &bk->own, k - 7);
    } else {
        once(r, 5 + 2 * REA_TURN_ROWS);
        bk->steady = (int16_t)number(r, 0, 50);
        bk->wavering = (int16_t)number(r, 0, 50);
    }
}

TABLE_OF(drill);

static void end_drill(struct tc_reading *r, void *book)
{
    (void)book;
    all_rows(r, CHARTS + REA_ROOMS + REA_FEWEST + REA_CLOSES + REA_TITLES,
             "size (syw, brandywine), line-column, each turn and turn-american, army-morale, "
             "pursuit, levels, each stack, fewest, close and traits");
}

/* --- All files */

#define TABLE_FILE(NAME, DONE)                                                                 \
    {                                                                                          \
#NAME, MAPPING(NAME##_keys, struct rea_book, NULL, DONE)                               \
    }

static const struct tc_table_file tables[] = {
    TABLE_FILE(terrain, NULL),
    TABLE_FILE(hexsides, NULL),
    TABLE_FILE(multiples, end_multiples),
    TABLE_FILE(fire, NULL),
    TABLE_FILE(combat, NULL),
    TABLE_FILE(specials, end_specials),
    TABLE_FILE(drill, end_drill),
};

/* These scenarios were rows of words; nothing that they say has changed. */
static const struct tc_same_book same[] = {
    { 0x98e427e9e9ed117a, 0xe00492f2e3b2095c }, /* brandywine-1777 */
    { 0x0ef6b626b3e581c4, 0xfd7b9e198e39119e }, /* kolin-1757 */
    { 0xfacf6909a58f0371, 0x6039bb347ac04918 }, /* krzeczhorz */
    { 0x35c6bf478c2d4b6b, 0x08de4dfa6f423aa5 }, /* learning */
    { 0xa7e1ea8b4311d2b6, 0xd504296320005579 }, /* leuthen-1757 */
    { 0x6ccf4e666bc8a333, 0x6c623a7f1baed630 }, /* lobosch */
    { 0x69816042d9bd0ed6, 0x8d953605580d5d0f }, /* lobositz-1756 */
    { 0x527376b4425ed9d4, 0x827362c538e6e2f1 }, /* zorndorf-1758 */
    { 0, 0 },
};

const struct tc_schema rea_schema = {
    .book_size = sizeof(struct rea_book),
    .own_size = sizeof(struct rea_reading),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = { rea_map_keys, sizeof(struct rea_book), rea_begin_map, rea_end_map },
    .scenario = { rea_scenario_keys, sizeof(struct rea_book), rea_begin_scenario,
                  rea_end_scenario },
    .hex_words = rea_ground_words,
    .side_words = rea_side_words,
    .same = same,
};
