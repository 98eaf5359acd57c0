/* rules/reason/load_tables.c - data/reason/tables: rows of words into the charts of the book.
 *
 * Every table is a list of rows, one line of the printed chart each, so that an owner of the
 * game can type his own numbers over ours.
 */
#include <string.h>

#include "rules/reason/load_parts.h"

struct raw_rows {
    struct book_head head;
    const char **rows;
    unsigned rows_count;
};

static const cyaml_schema_field_t rows_fields[] = {
    BOOK_TABLE_HEAD(struct raw_rows),
    CYAML_FIELD_SEQUENCE("rows", CYAML_FLAG_POINTER, struct raw_rows, rows, &book_string_schema,
                         1, 120),
    CYAML_FIELD_END
};

static const cyaml_schema_value_t rows_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct raw_rows, rows_fields) };

static const struct book_limit rows_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "table", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },
    { NULL, BOOK_LIMIT_END, 0, 0 },
};

/* --- Words */

int book_split(const char *row, struct book_word *out, int room)
{
    int n = 0;

    while (*row) {
        while (*row == ' ')
            row++;
        if (!*row)
            break;
        const char *start = row;
        while (*row && *row != ' ')
            row++;
        if (n < room)
            out[n] = (struct book_word){ start, (int)(row - start) };
        n++;
    }
    return n;
}

bool book_word_is(const struct book_word *w, const char *s)
{
    return strlen(s) == (size_t)w->n && strncmp(w->at, s, (size_t)w->n) == 0;
}

int book_word_in(const struct book_word *w, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (book_word_is(w, list[i]))
            return i;
    return TC_NONE;
}

bool book_word_int(const struct book_word *w, int *out)
{
    int i = 0, v = 0;
    bool minus = w->n > 1 && w->at[0] == '-';

    if (w->n > 1 && (w->at[0] == '-' || w->at[0] == '+'))
        i = 1;
    if (i >= w->n || w->n > 6)
        return false;
    for (; i < w->n; i++) {
        if (w->at[i] < '0' || w->at[i] > '9')
            return false;
        v = 10 * v + (w->at[i] - '0');
    }
    *out = minus ? -v : v;
    return true;
}

bool book_word_parts(const struct book_word *w, int unit, int *out)
{
    const char *slash = memchr(w->at, '/', (size_t)w->n);
    struct book_word top = *w, below;
    int a, b = 1;

    if (slash) {
        top.n = (int)(slash - w->at);
        below = (struct book_word){ slash + 1, w->n - top.n - 1 };
        if (!book_word_int(&below, &b) || b <= 0)
            return false;
    }
    if (!book_word_int(&top, &a) || a * unit % b)
        return false;
    *out = a * unit / b;
    return true;
}

/* --- One row at a time */

struct row {
    struct book_reader *rd;
    int number, n, at;
    struct book_word w[48];
    bool bad;
};

static void wrong(struct row *r, const char *what)
{
    const struct book_node *list = book_spot(r->rd->doc->root, "rows");

    if (!r->bad)
        book_wrong(r->rd, TC_E_RANGE, book_item(list, r->number),
                   "row %d, word %d: %s is expected.", r->number + 1, r->at, what);
    r->bad = true;
}

static const struct book_word *next(struct row *r, const char *what)
{
    static const struct book_word none = { "", 0 };

    if (r->at >= r->n || r->at >= 48) {
        r->at++;
        wrong(r, what);
        return &none;
    }
    return &r->w[r->at++];
}

static int number(struct row *r, int least, int most)
{
    int v = least;

    if (!book_word_int(next(r, "a whole number"), &v) || v < least || v > most) {
        wrong(r, "a whole number in its range");
        return least;
    }
    return v;
}

static int word(struct row *r, const char *const *list, const char *what)
{
    int i = book_word_in(next(r, what), list);

    if (i < 0)
        wrong(r, what);
    return i < 0 ? 0 : i;
}

static const char *text(struct row *r, const char *what)
{
    const struct book_word *w = next(r, what);

    return book_copy(r->rd->keep, w->at, (size_t)w->n);
}

static void done(struct row *r)
{
    if (r->at < r->n)
        wrong(r, "the end of the row");
}

typedef void row_fn(struct row *r, struct rea_book *bk);

static void each_row(struct book_reader *rd, const void *raw, struct tc_book *out, row_fn *fn)
{
    const struct raw_rows *t = raw;

    for (unsigned i = 0; i < t->rows_count; i++) {
        struct row r = { .rd = rd, .number = (int)i };
        r.n = book_split(t->rows[i], r.w, 48);
        fn(&r, (struct rea_book *)(void *)out);
        done(&r);
    }
}

/* --- terrain.yaml: R-TEC-H, T-17 */

const char *const book_reason_ground[] = { "clear",   "marsh",    "sunken-road", "town",
                                           "village", "vineyard", "walled-farm", "woods",
                                           "river",   "pond",     "orchard",     "grade",
                                           "bramble", "cemetery", NULL };

static const char *const eras[] = { "syw", "brandywine", NULL };
static const char *const stacks[] = { "open", "broken", "bramble", "general", NULL };

/* 2, 1/2, all, no, rc, 3g (General Order). */
static int cost(struct row *r, int8_t *general)
{
    struct book_word w = *next(r, "a cost");
    int v = 0;

    if (book_word_is(&w, "all"))
        return REA_COST_ALL;
    if (book_word_is(&w, "no"))
        return REA_COST_NO;
    if (book_word_is(&w, "rc"))
        return REA_COST_RC;
    if (w.n > 1 && w.at[w.n - 1] == 'g' && general) {
        *general = 1;
        w.n--;
    }
    if (!book_word_parts(&w, REA_MP, &v) || v < 0 || v > 20 * REA_MP)
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
    int i = word(r, book_reason_ground, "a terrain");
    struct rea_terrain *t = &bk->chart[era][i];

    memset(t, 0, sizeof *t);
    t->name = book_reason_ground[i];
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

static void fill_terrain(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    each_row(rd, raw, out, terrain_row);
}

const struct book_part book_reason_terrain = { "terrain", &rows_schema, rows_limits,
                                               fill_terrain };

/* --- hexsides.yaml: R-TEC-S */

static const char *const titles[] = { "kolin",    "zorndorf",   "leuthen",
                                      "lobositz", "brandywine", NULL };

static void side_row(struct row *r, struct rea_book *bk)
{
    if (bk->sides_read >= REA_SIDEROWS) {
        wrong(r, "fewer rows");
        return;
    }
    struct rea_siderow *row = &bk->siderow[bk->sides_read++];
    struct rea_sidekind *k = &row->kind;
    static const char *const yes[] = { "no", "yes", NULL };

    memset(row, 0, sizeof *row);
    row->title = (uint8_t)word(r, titles, "a title");
    k->name = text(r, "a name");
    k->rule = text(r, "a rule");
    k->bit = (uint8_t)number(r, 0, 13);
    k->paired = (uint8_t)word(r, yes, "yes or no");
    k->water = (uint8_t)word(r, yes, "yes or no");
    for (int i = 0; i < REA_C_COUNT; i++)
        k->up[i] = (int16_t)cost(r, NULL);
    for (int i = 0; i < REA_C_COUNT; i++)
        k->down[i] = (int16_t)cost(r, NULL);
    k->check = (int8_t)word(r, yes, "yes or no");
    k->clear = (int8_t)word(r, yes, "yes or no");
    k->fm_num = (int8_t)number(r, 1, 4);
    k->fm_den = (int8_t)number(r, 1, 4);
    k->cc_defend = (int8_t)number(r, 0, 20);
    k->no_combat = (int8_t)word(r, yes, "yes or no");
}

static void fill_sides(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    ((struct rea_book *)(void *)out)->sides_read = 0;
    each_row(rd, raw, out, side_row);
}

const struct book_part book_reason_hexsides = { "hexsides", &rows_schema, rows_limits,
                                                fill_sides };

/* --- multiples.yaml: T-3 */

static const char *const firers[] = { "line-a",  "line-b",        "light",    "jaeger",
                                      "militia", "battalion-gun", "3-lb",     "6-lb",
                                      "12-lb",   "24-lb",         "howitzer", NULL };

static void multiple_row(struct row *r, struct rea_book *bk)
{
    int era = word(r, eras, "syw or brandywine"), i = word(r, firers, "a firer");

    for (int k = 0; k < 6; k++) {
        int v = 0;
        if (!book_word_parts(next(r, "a multiple"), REA_FM, &v) || v < 0 || v > 20 * REA_FM)
            wrong(r, "a multiple");
        bk->fires[era][i].fm[k] = (int16_t)v;
    }
}

static void fill_multiples(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    each_row(rd, raw, out, multiple_row);
}

const struct book_part book_reason_multiples = { "multiples", &rows_schema, rows_limits,
                                                 fill_multiples };

/* --- fire.yaml: T-4; combat.yaml: T-6 */

static void ratio(struct row *r, int8_t *num, int8_t *den)
{
    const struct book_word *w = next(r, "a ratio like 2:3");

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

static void fill_fire(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    each_row(rd, raw, out, fire_row);
}

const struct book_part book_reason_fire = { "fire", &rows_schema, rows_limits, fill_fire };

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
        const struct book_word *w = next(r, "a result like 2M/1D");
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

static void fill_combat(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    each_row(rd, raw, out, combat_row);
}

const struct book_part book_reason_combat = { "combat", &rows_schema, rows_limits,
                                              fill_combat };

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
static void special_row(struct row *r, struct rea_book *bk)
{
    int title = word(r, titles, "a title"),
        kind = word(r, kinds, "initiative, foot, guns or defensive");
    int column = word(r, columns, "first or second");
    struct rea_specials *t = &bk->specials[title];
    uint8_t *row = kind == 0   ? t->initiative[column]
                   : kind == 1 ? t->foot[column]
                   : kind == 2 ? t->guns[column]
                               : t->defensive[column];

    for (int i = 0; i < 10; i++)
        row[i] = (uint8_t)word(r, kind == 0 ? initiative_words : fire_words, "a result");
}

static void fill_specials(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    each_row(rd, raw, out, special_row);
}

const struct book_part book_reason_specials = { "specials", &rows_schema, rows_limits,
                                                fill_specials };

/* --- drill.yaml: T-5, T-10, T-11, T-13, T-14 */

static int parts(struct row *r)
{
    int v = 0;

    if (!book_word_parts(next(r, "movement points"), REA_MP, &v) || v < 0 || v > 60 * REA_MP)
        wrong(r, "movement points");
    return v;
}

static void drill_row(struct row *r, struct rea_book *bk)
{
    static const char *const what[] = { "size",        "line-column", "turn",   "turn-american",
                                        "army-morale", "pursuit",     "levels", NULL };
    static const char *const turns[] = {
        "formed", "column", "general", "skirmish", "guns", NULL
    };
    int k = word(r, what, "size, line-column, turn, army-morale, pursuit or levels");

    if (k == 0) {
        int era = word(r, eras, "syw or brandywine");
        for (int i = 0; i < 8; i++)
            bk->sizes[era][i] = (struct rea_size_step){ (int16_t)number(r, 0, 999),
                                                        (int16_t)number(r, -50, 50) };
    } else if (k == 1) {
        for (int i = 0; i < 6; i++)
            bk->t10[i] = (int16_t)parts(r);
    } else if (k == 2 || k == 3) {
        int row = word(r, turns, "formed, column, general, skirmish or guns");
        for (int i = 0; i < 3; i++)
            (k == 2 ? bk->t11 : bk->t11b)[row][i] = (int16_t)parts(r);
    } else if (k == 4) {
        for (int i = 0; i < 4; i++)
            bk->t13[i] = (int16_t)number(r, -9, 20);
    } else if (k == 5) {
        for (int i = 0; i < 4; i++) {
            bk->t14_least[i] = (int16_t)number(r, 0, 99);
            bk->t14_points[i] = (int16_t)number(r, 0, 9);
        }
    } else {
        bk->steady = (int16_t)number(r, 0, 50);
        bk->wavering = (int16_t)number(r, 0, 50);
    }
}

static void fill_drill(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    each_row(rd, raw, out, drill_row);
}

const struct book_part book_reason_drill = { "drill", &rows_schema, rows_limits, fill_drill };

/* --- What the scenario chooses */

void book_reason_choose(struct rea_book *bk)
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
