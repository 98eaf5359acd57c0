/* rules/pistolado/load_tables.c - data/pistolado/tables: movement, fire, cohesion, officers. */
#include <stdio.h>
#include <string.h>

#include "rules/pistolado/load_parts.h"
#include "rules/pistolado/load_raw.h"

/* --- rows of words --- */

const char *book_pis_word(const char **text, size_t *n)
{
    const char *s = *text + strspn(*text, " \t\n");

    *n = strcspn(s, " \t\n");
    *text = s + *n;
    return *n ? s : NULL;
}

void book_pis_list(const char *const *words, unsigned which, char *buf, size_t cap)
{
    size_t at = 0;

    buf[0] = 0;
    for (int i = 0; words[i] != NULL && at + 1 < cap; i++)
        if (which >> i & 1)
            at += (size_t)snprintf(buf + at, cap - at, "%s%s", at ? ", " : "", words[i]);
}

bool book_pis_row(struct book_reader *rd, const struct book_node *at, const char *text,
                  const char *const *words, uint8_t *out, int n)
{
    const char *w;
    size_t len;
    int i = 0;

    for (; (w = book_pis_word(&text, &len)) != NULL; i++) {
        int k = tc_find_word(words, w, len);

        if (k == TC_NONE) {
            char all[128];

            book_pis_list(words, ~0u, all, sizeof all);
            book_wrong(rd, TC_E_NAME, at, "\"%.*s\" is no word of this table; allowed: %s.",
                       (int)len, w, all);
            return false;
        }
        if (i < n)
            out[i] = (uint8_t)k;
    }
    if (i != n)
        book_wrong(rd, TC_E_RANGE, at, "the row has %d entries; it must have %d.", i, n);
    return i == n;
}

static void unsound(struct book_reader *rd, bool sound, const struct tc_why *why)
{
    if (!sound)
        book_wrong(rd, why->err, rd->doc->root, "%s", why->text);
}

/* --- movement.yaml --- */

struct raw_band {
    int band;
    const char *march, *dbl, *charge;
    int8_t dbl_disorder, charge_disorder;
};
struct raw_movement {
    struct book_head head;
    struct raw_band *bands;
    unsigned bands_count;
};

static const cyaml_strval_t band_words[] = {
    { "swiss-foot", PIS_SWISS_FOOT },         { "other-foot", PIS_OTHER_FOOT },
    { "enfants-perdus", PIS_ENFANTS_PERDUS }, { "heavy-horse", PIS_HEAVY_HORSE },
    { "medium-horse", PIS_MEDIUM_HORSE },     { "reiters", PIS_REITERS },
    { "light-horse", PIS_LIGHT_HORSE },       { "light-guns", PIS_LIGHT_GUNS },
    { "medium-guns", PIS_MEDIUM_GUNS },       { "heavy-guns", PIS_HEAVY_GUNS },
};
static const cyaml_schema_field_t band_fields[] = {
    WORD("band", struct raw_band, band, band_words),
    TEXT("march", struct raw_band, march),
    MAY("double", struct raw_band, dbl),
    MAY("charge", struct raw_band, charge),
    MAY_INT("double_disorder", struct raw_band, dbl_disorder),
    MAY_INT("charge_disorder", struct raw_band, charge_disorder),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t band_value = ENTRY(struct raw_band, band_fields);
static const cyaml_schema_field_t movement_fields[] = {
    BOOK_TABLE_HEAD(struct raw_movement),
    LIST("bands", 0, struct raw_movement, bands, band_value, PIS_BANDS, PIS_BANDS),
    CYAML_FIELD_END
};
SCHEMA(movement);
static const struct book_limit movement_limits[] = {
    HEAD_LIMITS,
    { "march", BOOK_LENGTH, 0, 24000 },
    { "double", BOOK_LENGTH, 0, 36000 },
    { "charge", BOOK_LENGTH, 0, 48000 },
    { "double_disorder", BOOK_INT, 0, 5 },
    { "charge_disorder", BOOK_INT, 0, 5 },
    END_LIMITS,
};

static void fill_movement(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_movement *r = raw;
    const struct book_node *rows = book_child(rd->doc->root, "bands");
    bool seen[PIS_BANDS] = { false };

    for (unsigned i = 0; i < r->bands_count; i++) {
        const struct raw_band *b = &r->bands[i];
        struct pis_band *t = &book_pis_of(out)->t.band[b->band];

        if (seen[b->band])
            book_wrong(rd, TC_E_KEY, book_item(rows, (int)i), "this band stands here twice.");
        seen[b->band] = true;
        *t = (struct pis_band){ book_length(b->march), book_length(b->dbl),
                                book_length(b->charge), b->dbl_disorder, b->charge_disorder };
        if (b->band < PIS_LIGHT_GUNS && (t->dbl < t->march || t->charge < t->dbl))
            book_wrong(rd, TC_E_RANGE, book_item(rows, (int)i),
                       "double must not be less than march, nor charge less than double.");
    }
}

/* --- ranges.yaml --- */

struct raw_class {
    int cls;
    const char *limit[PIS_RANGES];
    int8_t intensity[PIS_RANGES];
};
struct raw_ranges {
    struct book_head head;
    struct raw_class *classes;
    unsigned classes_count;
};

static const cyaml_strval_t class_words[] = {
    { "common-shotte", PIS_COMMON_SHOTTE },
    { "good-shotte", PIS_GOOD_SHOTTE },
    { "skirmish-shotte", PIS_SKIRMISH_SHOTTE },
    { "pistol", PIS_PISTOL },
    { "petronel", PIS_PETRONELS },
    { "light-gun", PIS_LIGHT_GUN },
    { "medium-gun", PIS_MEDIUM_GUN },
    { "heavy-gun", PIS_HEAVY_GUN },
};
static const cyaml_schema_field_t class_fields[] = {
    WORD("class", struct raw_class, cls, class_words),
    TEXT("point_blank", struct raw_class, limit[PIS_POINT_BLANK]),
    MAY("close", struct raw_class, limit[PIS_CLOSE]),
    MAY("long", struct raw_class, limit[PIS_LONG]),
    INT("point_blank_intensity", struct raw_class, intensity[PIS_POINT_BLANK]),
    MAY_INT("close_intensity", struct raw_class, intensity[PIS_CLOSE]),
    MAY_INT("long_intensity", struct raw_class, intensity[PIS_LONG]),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t class_value = ENTRY(struct raw_class, class_fields);
static const cyaml_schema_field_t ranges_fields[] = {
    BOOK_TABLE_HEAD(struct raw_ranges),
    LIST("classes", 0, struct raw_ranges, classes, class_value, PIS_CLASSES, PIS_CLASSES),
    CYAML_FIELD_END
};
SCHEMA(ranges);
static const struct book_limit ranges_limits[] = {
    HEAD_LIMITS,
    { "point_blank", BOOK_LENGTH, 0, 60000 },
    { "close", BOOK_LENGTH, 0, 60000 },
    { "long", BOOK_LENGTH, 0, 60000 },
    { "point_blank_intensity", BOOK_INT, -6, 9 },
    { "close_intensity", BOOK_INT, -6, 9 },
    { "long_intensity", BOOK_INT, -6, 9 },
    END_LIMITS,
};

static void fill_ranges(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_ranges *r = raw;
    const struct book_node *rows = book_child(rd->doc->root, "classes");
    bool seen[PIS_CLASSES] = { false };

    for (unsigned i = 0; i < r->classes_count; i++) {
        const struct raw_class *c = &r->classes[i];
        struct pis_range *t = &book_pis_of(out)->t.range[c->cls];

        if (seen[c->cls])
            book_wrong(rd, TC_E_KEY, book_item(rows, (int)i), "this class stands here twice.");
        seen[c->cls] = true;
        for (int k = 0; k < PIS_RANGES; k++) {
            t->limit[k] = book_length(c->limit[k]);
            t->intensity[k] = c->intensity[k];
            if (k && t->limit[k] &&
                (t->limit[k] <= t->limit[k - 1] || t->intensity[k] > t->intensity[k - 1]))
                book_wrong(rd, TC_E_RANGE, book_item(rows, (int)i),
                           "a farther band must reach farther and be no stronger.");
        }
    }
}

/* --- fire-modifiers.yaml --- */

struct raw_fire_modifiers {
    struct book_head head;
    struct pis_fire_mods v;
};
#define F(KEY, M) INT(KEY, struct raw_fire_modifiers, v.M)
static const cyaml_schema_field_t fire_modifiers_fields[] = {
    BOOK_TABLE_HEAD(struct raw_fire_modifiers),
    F("veteran", grade[PIS_VETERAN]),
    F("seasoned", grade[PIS_SEASONED]),
    F("levy", grade[PIS_LEVY]),
    F("marched", marched),
    F("doubled", doubled),
    F("deep_target", deep),
    F("deep_ranks", deep_ranks),
    F("loose_target", loose),
    F("big_target", big),
    F("big_companies", big_companies),
    F("small_target", small),
    F("small_companies", small_companies),
    F("soft_cover", cover[PIS_SOFT]),
    F("hard_cover", cover[PIS_HARD]),
    F("flank_or_rear", flank),
    F("rain", rain),
    F("light_gun_companies", gun_strength[PIS_GUN_LIGHT]),
    F("medium_gun_companies", gun_strength[PIS_GUN_MEDIUM]),
    F("heavy_gun_companies", gun_strength[PIS_GUN_HEAVY]),
    CYAML_FIELD_END
};
#undef F
SCHEMA(fire_modifiers);
static const struct book_limit fire_modifiers_limits[] = {
    HEAD_LIMITS,
    { "deep_ranks", BOOK_INT, 1, 12 },
    { "big_companies", BOOK_INT, 1, 60 },
    { "small_companies", BOOK_INT, 0, 60 },
    { "light_gun_companies", BOOK_INT, 0, 12 },
    { "medium_gun_companies", BOOK_INT, 0, 12 },
    { "heavy_gun_companies", BOOK_INT, 0, 12 },
    { "*", BOOK_INT, -6, 6 },
    END_LIMITS,
};

static void fill_fire_modifiers(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    (void)rd;
    book_pis_of(out)->t.fire = ((const struct raw_fire_modifiers *)raw)->v;
}

/* --- fire-results.yaml --- */

struct raw_fire_row {
    uint8_t companies;
    const char *results;
};
struct raw_fire_results {
    struct book_head head;
    int8_t shift[6];
    struct raw_fire_row *rows;
    unsigned rows_count;
    int8_t small_regiment, plus, small_plus, plus_plus, small_plus_plus, plus_plus_sure,
        small_plus_plus_sure;
};
static const cyaml_schema_field_t fire_row_fields[] = {
    CYAML_FIELD_UINT("up_to", CYAML_FLAG_OPTIONAL, struct raw_fire_row, companies),
    TEXT("results", struct raw_fire_row, results), CYAML_FIELD_END
};
static const cyaml_schema_value_t fire_row_value = ENTRY(struct raw_fire_row, fire_row_fields);
#define F(KEY, M) INT(KEY, struct raw_fire_results, M)
static const cyaml_schema_field_t fire_results_fields[] = {
    BOOK_TABLE_HEAD(struct raw_fire_results),
    INTS("column_shift", struct raw_fire_results, shift, 6),
    LIST("rows", 0, struct raw_fire_results, rows, fire_row_value, PIS_FIRE_ROWS,
         PIS_FIRE_ROWS),
    F("small_regiment", small_regiment),
    F("plus_on", plus),
    F("small_plus_on", small_plus),
    F("plus_plus_on", plus_plus),
    F("small_plus_plus_on", small_plus_plus),
    F("plus_plus_sure", plus_plus_sure),
    F("small_plus_plus_sure", small_plus_plus_sure),
    CYAML_FIELD_END
};
#undef F
SCHEMA(fire_results);
static const struct book_limit fire_results_limits[] = {
    HEAD_LIMITS,
    { "column_shift", BOOK_INT, -6, 6 },
    { "up_to", BOOK_INT, 1, 60 },
    { "small_regiment", BOOK_INT, 0, 60 },
    { "plus_plus_sure", BOOK_INT, 0, 3 },
    { "small_plus_plus_sure", BOOK_INT, 0, 3 },
    { "plus_on", BOOK_INT, 1, 7 },
    { "small_plus_on", BOOK_INT, 1, 7 },
    { "plus_plus_on", BOOK_INT, 1, 7 },
    { "small_plus_plus_on", BOOK_INT, 1, 7 },
    END_LIMITS,
};

static void fill_fire_results(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_fire_results *r = raw;
    struct pis_fire_results *t = &book_pis_of(out)->t.result;
    const struct book_node *rows = book_child(rd->doc->root, "rows");
    struct tc_why why;
    bool whole = true;

    memcpy(t->shift, r->shift, sizeof t->shift);
    for (int i = 0; i < PIS_FIRE_ROWS; i++) {
        t->most[i] = r->rows[i].companies;
        if ((t->most[i] == 0) != (i == PIS_FIRE_ROWS - 1))
            book_wrong(rd, TC_E_KEY, book_item(rows, i),
                       "every row but the last has the key \"up_to\".");
        whole &= book_pis_row(rd, book_item(rows, i), r->rows[i].results, pis_fire_words,
                              t->result[i], PIS_FIRE_COLS);
    }
    t->small_regiment = r->small_regiment;
    t->plus_on[0] = r->plus;
    t->plus_on[1] = r->small_plus;
    t->plus_plus_on[0] = r->plus_plus;
    t->plus_plus_on[1] = r->small_plus_plus;
    t->plus_plus_sure[0] = r->plus_plus_sure;
    t->plus_plus_sure[1] = r->small_plus_plus_sure;
    if (whole)
        unsound(rd, pis_fire_sound(t, &why), &why);
}

/* --- cohesion.yaml, losses.yaml --- */

struct raw_cohesion {
    struct book_head head;
    struct pis_cohesion v;
};
#define F(KEY, M) INT(KEY, struct raw_cohesion, v.M)
static const cyaml_schema_field_t cohesion_fields[] = {
    BOOK_TABLE_HEAD(struct raw_cohesion),
    INTS("waver", struct raw_cohesion, v.waver, PIS_LEVELS),
    INTS("combat", struct raw_cohesion, v.combat, PIS_LEVELS),
    INTS("fire", struct raw_cohesion, v.fire, PIS_LEVELS),
    F("minor_obstacle", obstacle[0][0]),
    F("minor_obstacle_failed", obstacle[0][1]),
    F("major_obstacle", obstacle[1][0]),
    F("major_obstacle_failed", obstacle[1][1]),
    F("melee_winner", winner),
    F("melee_gave_ground", gave_ground),
    F("melee_undecided", undecided),
    F("marshalling_failed", marshalling_failed),
    CYAML_FIELD_END
};
#undef F
SCHEMA(cohesion);
static const struct book_limit cohesion_limits[] = {
    HEAD_LIMITS,
    { "waver", BOOK_INT, -6, 6 },
    { "combat", BOOK_INT, -6, 6 },
    { "fire", BOOK_INT, -6, 6 },
    { "*", BOOK_INT, 0, 5 },
    END_LIMITS,
};

static void fill_cohesion(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    struct pis_cohesion *t = &book_pis_of(out)->t.cohesion;
    struct tc_why why;

    *t = ((const struct raw_cohesion *)raw)->v;
    unsound(rd, pis_cohesion_sound(t, &why), &why);
}

struct raw_losses {
    struct book_head head;
    struct pis_losses v;
};
static const cyaml_schema_field_t losses_fields[] = {
    BOOK_TABLE_HEAD(struct raw_losses),
    INTS("percent_from", struct raw_losses, v.percent, PIS_LOSS_STEPS),
    INTS("waver", struct raw_losses, v.waver, PIS_LOSS_STEPS),
    INTS("combat", struct raw_losses, v.combat, PIS_LOSS_STEPS),
    INTS("fire", struct raw_losses, v.fire, PIS_LOSS_STEPS),
    CYAML_FIELD_END
};
SCHEMA(losses);
static const struct book_limit losses_limits[] = {
    HEAD_LIMITS,
    { "percent_from", BOOK_INT, 0, 100 },
    { "*", BOOK_INT, -6, 6 },
    END_LIMITS,
};

static void fill_losses(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    struct pis_losses *t = &book_pis_of(out)->t.losses;
    struct tc_why why;

    *t = ((const struct raw_losses *)raw)->v;
    unsound(rd, pis_losses_sound(t, &why), &why);
}

/* --- waver-modifiers.yaml, status.yaml, pursuit.yaml --- */

struct raw_waver_modifiers {
    struct book_head head;
    struct pis_waver_mods v;
};
#define F(KEY, M) INT(KEY, struct raw_waver_modifiers, v.M)
static const cyaml_schema_field_t waver_modifiers_fields[] = {
    BOOK_TABLE_HEAD(struct raw_waver_modifiers),
    F("pike_column_by_horse", pike_column),
    F("pike_hedgehog_by_horse", pike_hedgehog),
    F("shot_forward_by_horse", shot_forward),
    F("charged_in_flank", flank),
    F("charged_in_rear", rear),
    F("defends_obstacle", obstacle),
    F("charges_flank_or_rear", into_flank),
    F("charges_ragged_or_mob", into_wreck),
    F("horse_charges_pikes", into_pikes),
    F("veteran_rallies_from_rout", veteran_rally),
    CYAML_FIELD_END
};
#undef F
SCHEMA(waver_modifiers);
static const struct book_limit waver_modifiers_limits[] = { HEAD_LIMITS,
                                                            { "*", BOOK_INT, -6, 6 },
                                                            END_LIMITS };

static void fill_waver_modifiers(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    (void)rd;
    book_pis_of(out)->t.waver = ((const struct raw_waver_modifiers *)raw)->v;
}

struct raw_status {
    struct book_head head;
    const char *order[PIS_ORDERS];
};
static const cyaml_schema_field_t status_fields[] = {
    BOOK_TABLE_HEAD(struct raw_status),
    TEXT("assault", struct raw_status, order[PIS_ASSAULT]),
    TEXT("harass", struct raw_status, order[PIS_HARASS]),
    TEXT("hold", struct raw_status, order[PIS_HOLD]),
    TEXT("manoeuvre", struct raw_status, order[PIS_MANOEUVRE]),
    TEXT("withdraw", struct raw_status, order[PIS_WITHDRAW]),
    CYAML_FIELD_END
};
SCHEMA(status);
static const struct book_limit status_limits[] = { HEAD_LIMITS, END_LIMITS };

static void fill_status(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_status *r = raw;

    for (int o = 0; o < PIS_ORDERS; o++) {
        const char *text = r->order[o], *w;
        const struct book_node *at = book_spot(rd->doc->root, pis_order_words[o]);
        size_t n;
        int found = 0;

        for (; (w = book_pis_word(&text, &n)) != NULL; found++) {
            int k = tc_find_word(pis_status_words, w, n);

            if (k == TC_NONE)
                book_wrong(rd, TC_E_NAME, at,
                           "\"%.*s\" is no status; allowed: defend, march, "
                           "double, rally, charge.",
                           (int)n, w);
            else
                book_pis_of(out)->t.status[o][k] = true;
        }
        if (!found)
            book_wrong(rd, TC_E_RANGE, at, "an order must allow a status.");
    }
}

struct raw_pursuit {
    struct book_head head;
    int8_t halt, veteran, reiter;
};
static const cyaml_schema_field_t pursuit_fields[] = {
    BOOK_TABLE_HEAD(struct raw_pursuit), INT("halts_on", struct raw_pursuit, halt),
    INT("veteran", struct raw_pursuit, veteran), INT("reiter", struct raw_pursuit, reiter),
    CYAML_FIELD_END
};
SCHEMA(pursuit);
static const struct book_limit pursuit_limits[] = {
    HEAD_LIMITS, { "halts_on", BOOK_INT, 1, 7 }, { "*", BOOK_INT, -6, 6 }, END_LIMITS
};

static void fill_pursuit(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_pursuit *r = raw;
    struct pis_tables *t = &book_pis_of(out)->t;

    (void)rd;
    t->halt_pursuit = r->halt;
    t->halt_veteran = r->veteran;
    t->halt_reiter = r->reiter;
}

#define PART(NAME, FILE) PIS_PART(NAME, FILE)
PART(movement, "movement");
PART(ranges, "ranges");
PART(fire_modifiers, "fire-modifiers");
PART(fire_results, "fire-results");
PART(cohesion, "cohesion");
PART(losses, "losses");
PART(waver_modifiers, "waver-modifiers");
PART(status, "status");
PART(pursuit, "pursuit");
