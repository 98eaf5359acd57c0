/* rules/pistolado/schema.c - the files of pistolado: tables, and the scenario as a whole. */
#include "rules/pistolado/schema.h"

#include <string.h>

#include "rules/pistolado/pistolado.h"

/* --- Words in texts --- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

const char *pis_next_word(const char **text, size_t *n)
{
    const char *s = *text, *end;

    while (is_blank(*s))
        s++;
    for (end = s; *end && !is_blank(*end); end++)
        continue;
    *n = (size_t)(end - s);
    *text = end;
    return *n ? s : NULL;
}

void pis_list_words(const char *const *words, unsigned which, char *buf, size_t cap)
{
    struct tc_text t = tc_text_on(buf, cap);

    for (int i = 0; words[i] != NULL; i++)
        if (which >> i & 1) {
            tc_text_str(&t, t.len ? ", " : "");
            tc_text_str(&t, words[i]);
        }
}

void pis_no_word(struct tc_reading *r, const char *key, const char *word, size_t n,
                 const char *what, const char *const *words)
{
    char said[41], all[160];
    size_t most = n < sizeof said - 1 ? n : sizeof said - 1;

    memcpy(said, word, most);
    said[most] = 0;
    pis_list_words(words, ~0u, all, sizeof all);
    tc_wrong(r, TC_E_NAME, key, "\"%s\" is no %s; allowed: %s.", said, what, all);
}

/* A row of a printed table: so many words, as numbers. */
static void put_words(struct tc_reading *r, const char *key, const char *text,
                      const char *const *words, uint8_t *out, int n)
{
    const char *w;
    size_t len;
    int i = 0;

    for (; (w = pis_next_word(&text, &len)) != NULL; i++) {
        int k = tc_find_word(words, w, len);

        if (k == TC_NONE) {
            pis_no_word(r, key, w, len, "word of this table", words);
            return;
        }
        if (i < n)
            out[i] = (uint8_t)k;
    }
    if (i != n)
        tc_wrong(r, TC_E_RANGE, key, "the row has %d entries; it must have %d.", i, n);
}

void pis_need_sound(struct tc_reading *r, bool sound, const struct tc_why *why)
{
    if (!sound)
        tc_wrong(r, why->err, NULL, "%s", why->text);
}

/* --- movement.yaml: P-TAB-1 --- */

struct band_file {
    uint8_t band;
    struct pis_band v;
};

static bool seen_before(struct tc_reading *r, int which)
{
    uint32_t bit = UINT32_C(1) << which;
    bool was = pis_reading_of(r)->seen & bit;

    pis_reading_of(r)->seen |= bit;
    return was;
}

static void put_band(struct tc_reading *r, void *entry)
{
    const struct band_file *f = entry;

    if (seen_before(r, f->band))
        tc_wrong(r, TC_E_KEY, NULL, "this band stands here twice.");
    if (f->band < PIS_LIGHT_GUNS && (f->v.dbl < f->v.march || f->v.charge < f->v.dbl))
        tc_wrong(r, TC_E_RANGE, NULL,
                 "double must not be less than march, nor charge less than double.");
    pis_book_being_read(r)->t.band[f->band] = f->v;
}

#define AT struct band_file
static const struct tc_key band_keys[] = {
    WORD_OF("band", band, pis_band_words, PIS_BANDS),
    LENGTH("march", v.march, 0, 24000),
    MAY_LENGTH("double", v.dbl, 0, 36000),
    MAY_LENGTH("charge", v.charge, 0, 48000),
    MAY_COUNT("double_disorder", v.dbl_disorder, 0, 5),
    MAY_COUNT("charge_disorder", v.charge_disorder, 0, 5),
    KEYS_END,
};
static const struct tc_mapping band = MAPPING(band_keys, struct band_file, put_band, NULL);
#undef AT
static const struct tc_key movement_keys[] = {
    EACH("bands", band, PIS_BANDS, PIS_BANDS),
    KEYS_END,
};

/* --- ranges.yaml: P-TAB-2 --- */

struct class_file {
    uint8_t cls;
    struct pis_range v;
};

static void put_class(struct tc_reading *r, void *entry)
{
    const struct class_file *f = entry;
    const struct pis_range *v = &f->v;

    if (seen_before(r, f->cls))
        tc_wrong(r, TC_E_KEY, NULL, "this class stands here twice.");
    for (int k = 1; k < PIS_RANGES; k++)
        if (v->limit[k] &&
            (v->limit[k] <= v->limit[k - 1] || v->intensity[k] > v->intensity[k - 1]))
            tc_wrong(r, TC_E_RANGE, NULL,
                     "a farther band must reach farther and be no stronger.");
    pis_book_being_read(r)->t.range[f->cls] = *v;
}

#define AT struct class_file
static const struct tc_key class_keys[] = {
    WORD_OF("class", cls, pis_shooting_words, PIS_CLASSES),
    LENGTH("point_blank", v.limit[PIS_POINT_BLANK], 0, 60000),
    MAY_LENGTH("close", v.limit[PIS_CLOSE], 0, 60000),
    MAY_LENGTH("long", v.limit[PIS_LONG], 0, 60000),
    COUNT("point_blank_intensity", v.intensity[PIS_POINT_BLANK], -6, 9),
    MAY_COUNT("close_intensity", v.intensity[PIS_CLOSE], -6, 9),
    MAY_COUNT("long_intensity", v.intensity[PIS_LONG], -6, 9),
    KEYS_END,
};
static const struct tc_mapping class = MAPPING(class_keys, struct class_file, put_class, NULL);
#undef AT
static const struct tc_key ranges_keys[] = {
    EACH("classes", class, PIS_CLASSES, PIS_CLASSES),
    KEYS_END,
};

/* --- fire-modifiers.yaml: P-TAB-3, P-F8 --- */

#define AT struct pis_book
static const struct tc_key fire_modifiers_keys[] = {
    COUNT("veteran", t.fire.grade[PIS_VETERAN], -6, 6),
    COUNT("seasoned", t.fire.grade[PIS_SEASONED], -6, 6),
    COUNT("levy", t.fire.grade[PIS_LEVY], -6, 6),
    COUNT("marched", t.fire.marched, -6, 6),
    COUNT("doubled", t.fire.doubled, -6, 6),
    COUNT("deep_target", t.fire.deep, -6, 6),
    COUNT("deep_ranks", t.fire.deep_ranks, 1, 12),
    COUNT("loose_target", t.fire.loose, -6, 6),
    COUNT("big_target", t.fire.big, -6, 6),
    COUNT("big_companies", t.fire.big_companies, 1, 60),
    COUNT("small_target", t.fire.small, -6, 6),
    COUNT("small_companies", t.fire.small_companies, 0, 60),
    COUNT("soft_cover", t.fire.cover[PIS_SOFT], -6, 6),
    COUNT("hard_cover", t.fire.cover[PIS_HARD], -6, 6),
    COUNT("flank_or_rear", t.fire.flank, -6, 6),
    COUNT("rain", t.fire.rain, -6, 6),
    COUNT("light_gun_companies", t.fire.gun_strength[PIS_GUN_LIGHT], 0, 12),
    COUNT("medium_gun_companies", t.fire.gun_strength[PIS_GUN_MEDIUM], 0, 12),
    COUNT("heavy_gun_companies", t.fire.gun_strength[PIS_GUN_HEAVY], 0, 12),
    KEYS_END,
};
#undef AT

/* --- fire-results.yaml: P-TAB-4, P-TAB-5, P-F13 --- */

struct fire_row_file {
    uint8_t up_to;
    const char *results;
};

static void put_fire_row(struct tc_reading *r, void *entry)
{
    const struct fire_row_file *f = entry;
    struct pis_fire_results *t = &pis_book_being_read(r)->t.result;

    t->most[r->index] = f->up_to;
    if ((f->up_to == 0) != (r->index == PIS_FIRE_ROWS - 1))
        tc_wrong(r, TC_E_KEY, NULL, "every row but the last has the key \"up_to\".");
    put_words(r, "results", f->results, pis_fire_words, t->result[r->index], PIS_FIRE_COLS);
}

static void check_fire_results(struct tc_reading *r, void *book)
{
    struct tc_why why;

    if (tc_wrongs(r) == 0)
        pis_need_sound(r, pis_fire_sound(&((struct pis_book *)book)->t.result, &why), &why);
}

#define AT struct fire_row_file
static const struct tc_key fire_row_keys[] = {
    MAY_COUNT("up_to", up_to, 1, 60),
    TEXT("results", results),
    KEYS_END,
};
static const struct tc_mapping fire_row =
    MAPPING(fire_row_keys, struct fire_row_file, put_fire_row, NULL);
#undef AT

#define AT struct pis_book
static const struct tc_key fire_results_keys[] = {
    COUNTS("column_shift", t.result.shift, 6, -6, 6),
    EACH("rows", fire_row, PIS_FIRE_ROWS, PIS_FIRE_ROWS),
    COUNT("small_regiment", t.result.small_regiment, 0, 60),
    COUNT("plus_on", t.result.plus_on[0], 1, 7),
    COUNT("small_plus_on", t.result.plus_on[1], 1, 7),
    COUNT("plus_plus_on", t.result.plus_plus_on[0], 1, 7),
    COUNT("small_plus_plus_on", t.result.plus_plus_on[1], 1, 7),
    COUNT("plus_plus_sure", t.result.plus_plus_sure[0], 0, 3),
    COUNT("small_plus_plus_sure", t.result.plus_plus_sure[1], 0, 3),
    KEYS_END,
};

/* --- cohesion.yaml: P-TAB-6, P-C8, P-C9; losses.yaml: P-TAB-7 --- */

static void check_cohesion(struct tc_reading *r, void *book)
{
    struct tc_why why;

    pis_need_sound(r, pis_cohesion_sound(&((struct pis_book *)book)->t.cohesion, &why), &why);
}

static const struct tc_key cohesion_keys[] = {
    COUNTS("waver", t.cohesion.waver, PIS_LEVELS, -6, 6),
    COUNTS("combat", t.cohesion.combat, PIS_LEVELS, -6, 6),
    COUNTS("fire", t.cohesion.fire, PIS_LEVELS, -6, 6),
    COUNT("minor_obstacle", t.cohesion.obstacle[0][0], 0, 5),
    COUNT("minor_obstacle_failed", t.cohesion.obstacle[0][1], 0, 5),
    COUNT("major_obstacle", t.cohesion.obstacle[1][0], 0, 5),
    COUNT("major_obstacle_failed", t.cohesion.obstacle[1][1], 0, 5),
    COUNT("melee_winner", t.cohesion.winner, 0, 5),
    COUNT("melee_gave_ground", t.cohesion.gave_ground, 0, 5),
    COUNT("melee_undecided", t.cohesion.undecided, 0, 5),
    COUNT("marshalling_failed", t.cohesion.marshalling_failed, 0, 5),
    KEYS_END,
};

static void check_losses(struct tc_reading *r, void *book)
{
    struct tc_why why;

    pis_need_sound(r, pis_losses_sound(&((struct pis_book *)book)->t.losses, &why), &why);
}

static const struct tc_key losses_keys[] = {
    COUNTS("percent_from", t.losses.percent, PIS_LOSS_STEPS, 0, 100),
    COUNTS("waver", t.losses.waver, PIS_LOSS_STEPS, -6, 6),
    COUNTS("combat", t.losses.combat, PIS_LOSS_STEPS, -6, 6),
    COUNTS("fire", t.losses.fire, PIS_LOSS_STEPS, -6, 6),
    KEYS_END,
};

/* --- waver-modifiers.yaml: P-TAB-8 --- */

static const struct tc_key waver_modifiers_keys[] = {
    COUNT("pike_column_by_horse", t.waver.pike_column, -6, 6),
    COUNT("pike_hedgehog_by_horse", t.waver.pike_hedgehog, -6, 6),
    COUNT("shot_forward_by_horse", t.waver.shot_forward, -6, 6),
    COUNT("charged_in_flank", t.waver.flank, -6, 6),
    COUNT("charged_in_rear", t.waver.rear, -6, 6),
    COUNT("defends_obstacle", t.waver.obstacle, -6, 6),
    COUNT("charges_flank_or_rear", t.waver.into_flank, -6, 6),
    COUNT("charges_ragged_or_mob", t.waver.into_wreck, -6, 6),
    COUNT("horse_charges_pikes", t.waver.into_pikes, -6, 6),
    COUNT("veteran_rallies_from_rout", t.waver.veteran_rally, -6, 6),
    KEYS_END,
};

/* --- melee-modifiers.yaml: P-TAB-9 --- */

static const struct tc_key melee_modifiers_keys[] = {
    COUNT("charge", t.melee_mod.charge, -10, 10),
    COUNT("deep_horse", t.melee_mod.deep_horse, -10, 10),
    COUNT("deep_ranks", t.melee_mod.deep_ranks, 1, 12),
    COUNT("lance", t.melee_mod.lance, -10, 10),
    COUNT("horse_on_pikes", t.melee_mod.pikes, -10, 10),
    COUNT("lance_on_pikes", t.melee_mod.pikes_lance, -10, 10),
    COUNT("horse_on_shot_forward", t.melee_mod.pikes_shot_forward, -10, 10),
    COUNT("higher_ferocity", t.melee_mod.ferocity, -10, 10),
    COUNT("twice_the_companies", t.melee_mod.twice, -10, 10),
    COUNT("thrice_the_companies", t.melee_mod.thrice, -10, 10),
    COUNT("further_regiment", t.melee_mod.further, -10, 10),
    COUNT("further_most", t.melee_mod.further_most, -10, 10),
    COUNT("defends_obstacle", t.melee_mod.obstacle, -10, 10),
    COUNT("broken_into", t.melee_mod.broken_into, -10, 10),
    COUNT("gave_ground", t.melee_mod.gave_ground, -10, 10),
    KEYS_END,
};
#undef AT

/* --- melee-type.yaml: P-TAB-10 --- */

struct line_file {
    const char *row;
};

static void put_type_row(struct tc_reading *r, void *entry)
{
    put_words(r, "row", ((const struct line_file *)entry)->row, pis_type_words,
              pis_book_being_read(r)->t.melee.type[r->index], PIS_STRENGTHS);
}

static void check_melee_type(struct tc_reading *r, void *book)
{
    struct tc_why why;

    if (tc_wrongs(r) == 0)
        pis_need_sound(r, pis_type_sound(&((struct pis_book *)book)->t.melee, &why), &why);
}

#define AT struct line_file
static const struct tc_key line_keys[] = {
    TEXT("row", row),
    KEYS_END,
};
static const struct tc_mapping line = MAPPING(line_keys, struct line_file, put_type_row, NULL);
#undef AT
static const struct tc_key melee_type_keys[] = {
    EACH("rows", line, PIS_STRENGTHS, PIS_STRENGTHS),
    KEYS_END,
};

/* --- melee-outcome.yaml: P-TAB-11 --- */

/* The rows of one kind of enemies, as they lie in the book. */
struct outcome_rows {
    uint8_t of[PIS_TYPES][11];
};
_Static_assert(sizeof(struct outcome_rows) == sizeof((struct pis_melee *)0)->outcome[0],
               "the rows lie as in the book");

#define PUT_OUTCOME(NAME, TYPE)                                                                \
    static void put_##NAME(struct tc_reading *r, void *entry, const char *text,                \
                           int32_t number)                                                     \
    {                                                                                          \
        (void)number;                                                                          \
        put_words(r, NULL, text, pis_outcome_words, ((struct outcome_rows *)entry)->of[TYPE],  \
                  11);                                                                         \
    }
PUT_OUTCOME(a, PIS_A)
PUT_OUTCOME(es, PIS_ES)
PUT_OUTCOME(us, PIS_US)
PUT_OUTCOME(ds, PIS_DS)
PUT_OUTCOME(ov, PIS_OV)

static void check_melee_outcome(struct tc_reading *r, void *book)
{
    struct tc_why why;

    if (tc_wrongs(r) == 0)
        pis_need_sound(r, pis_outcome_sound(&((struct pis_book *)book)->t.melee, &why), &why);
}

static const struct tc_key outcome_keys[] = {
    CALL_TEXT("A", put_a),   CALL_TEXT("ES", put_es), CALL_TEXT("US", put_us),
    CALL_TEXT("DS", put_ds), CALL_TEXT("OV", put_ov), KEYS_END,
};
static const struct tc_mapping outcome = MAPPING(outcome_keys, struct outcome_rows, NULL, NULL);

#define AT struct pis_book
static const struct tc_key melee_outcome_keys[] = {
    MAP("inf-inf", t.melee.outcome[PIS_INF_INF], outcome),
    MAP("inf-cav", t.melee.outcome[PIS_INF_CAV], outcome),
    MAP("cav-inf", t.melee.outcome[PIS_CAV_INF], outcome),
    MAP("cav-cav", t.melee.outcome[PIS_CAV_CAV], outcome),
    KEYS_END,
};
#undef AT

/* --- casualties.yaml: P-TAB-12 --- */

struct fate_rows {
    uint8_t of[2][PIS_TOTALS]; /* large, small */
};
_Static_assert(sizeof(struct fate_rows) == sizeof((struct pis_melee *)0)->loss[0],
               "the rows lie as in the book");

static void check_casualties(struct tc_reading *r, void *book)
{
    struct tc_why why;

    pis_need_sound(r, pis_casualties_sound(&((struct pis_book *)book)->t.melee, &why), &why);
}

#define AT struct fate_rows
static const struct tc_key fate_keys[] = {
    COUNTS("large", of[0], PIS_TOTALS, 0, 20),
    COUNTS("small", of[1], PIS_TOTALS, 0, 20),
    KEYS_END,
};
static const struct tc_mapping fate = MAPPING(fate_keys, struct fate_rows, NULL, NULL);
#undef AT

#define AT struct pis_book
static const struct tc_key casualties_keys[] = {
    COUNT("small_regiment", t.melee.small_regiment, 0, 60),
    MAP("winner", t.melee.loss[PIS_F_WINNER], fate),
    MAP("locked", t.melee.loss[PIS_F_LOCKED], fate),
    MAP("give-ground", t.melee.loss[PIS_F_GG], fate),
    MAP("broken-into", t.melee.loss[PIS_F_BI], fate),
    MAP("rout", t.melee.loss[PIS_F_RT], fate),
    KEYS_END,
};
#undef AT

/* --- officers.yaml: P-TAB-14, P-K3, P-K7, P-O3 --- */

/* One column of the three rows of the book, from the place of its first figure on. */
struct risk_rows {
    int8_t killed[PIS_RISKS], captured[PIS_RISKS], wounded[PIS_RISKS];
};
_Static_assert(offsetof(struct risk_rows, captured) ==
                       offsetof(struct pis_officers, captured) -
                           offsetof(struct pis_officers, killed) &&
                   offsetof(struct risk_rows, wounded) ==
                       offsetof(struct pis_officers, wounded) -
                           offsetof(struct pis_officers, killed),
               "the rows lie as in the book");

static void check_risk(struct tc_reading *r, void *entry)
{
    const struct risk_rows *v = entry;
    int killed = v->killed[0], captured = v->captured[0], wounded = v->wounded[0];

    if ((captured && captured <= killed) ||
        (wounded && wounded <= (captured ? captured : killed)))
        tc_wrong(r, TC_E_RANGE, NULL, "killed, captured and wounded must rise in every row.");
}

#define AT struct risk_rows
static const struct tc_key risk_keys[] = {
    MAY_COUNT("killed", killed[0], 0, 12),
    MAY_COUNT("captured", captured[0], 0, 12),
    MAY_COUNT("wounded", wounded[0], 0, 12),
    KEYS_END,
};
static const struct tc_mapping risk = MAPPING(risk_keys, struct risk_rows, check_risk, NULL);
#undef AT

#define AT struct pis_book
static const struct tc_key officers_keys[] = {
    LENGTH("reach", t.officer.reach, 0, 60000),
    COUNT("far_from_general", t.officer.far_from_general, 0, 12),
    COUNT("no_officer_needs", t.officer.no_officer_needs, 0, 12),
    COUNT("successor_less", t.officer.successor_less, 0, 12),
    MAP("fire", t.officer.killed[PIS_RISK_FIRE], risk),
    MAP("even", t.officer.killed[PIS_RISK_EVEN], risk),
    MAP("give-ground", t.officer.killed[PIS_RISK_GG], risk),
    MAP("broken-into", t.officer.killed[PIS_RISK_BI], risk),
    MAP("rout", t.officer.killed[PIS_RISK_RT], risk),
    KEYS_END,
};
#undef AT

/* --- status.yaml: P-TAB-15 --- */

static void allow(struct tc_reading *r, int order, const char *text)
{
    const char *w;
    size_t n;
    int found = 0;

    for (; (w = pis_next_word(&text, &n)) != NULL; found++) {
        int k = tc_find_word(pis_status_words, w, n);

        if (k == TC_NONE)
            pis_no_word(r, NULL, w, n, "status", pis_status_words);
        else
            pis_book_being_read(r)->t.status[order][k] = true;
    }
    if (!found)
        tc_wrong(r, TC_E_RANGE, NULL, "an order must allow a status.");
}

#define PUT_STATUS(NAME, ORDER)                                                                \
    static void put_##NAME(struct tc_reading *r, void *book, const char *text, int32_t number) \
    {                                                                                          \
        (void)book;                                                                            \
        (void)number;                                                                          \
        allow(r, ORDER, text);                                                                 \
    }
PUT_STATUS(assault, PIS_ASSAULT)
PUT_STATUS(harass, PIS_HARASS)
PUT_STATUS(hold, PIS_HOLD)
PUT_STATUS(manoeuvre, PIS_MANOEUVRE)
PUT_STATUS(withdraw, PIS_WITHDRAW)

static const struct tc_key status_keys[] = {
    CALL_TEXT("assault", put_assault),   CALL_TEXT("harass", put_harass),
    CALL_TEXT("hold", put_hold),         CALL_TEXT("manoeuvre", put_manoeuvre),
    CALL_TEXT("withdraw", put_withdraw), KEYS_END,
};

/* --- pursuit.yaml: P-R7; stands.yaml: chapter GEO; victory.yaml: chapter VIC --- */

#define AT struct pis_book
static const struct tc_key pursuit_keys[] = {
    COUNT("halts_on", t.halt_pursuit, 1, 7),
    COUNT("veteran", t.halt_veteran, -6, 6),
    COUNT("reiter", t.halt_reiter, -6, 6),
    KEYS_END,
};

static const struct tc_key stands_keys[] = {
    LENGTH("foot_width", t.stand.foot_w, 100, 24000),
    LENGTH("foot_depth", t.stand.foot_d, 100, 24000),
    LENGTH("horse_width", t.stand.horse_w, 100, 24000),
    LENGTH("horse_depth", t.stand.horse_d, 100, 24000),
    LENGTH("gun_width", t.stand.gun_w, 100, 24000),
    LENGTH("gun_depth", t.stand.gun_d, 100, 24000),
    LENGTH("officer", t.stand.officer, 0, 24000),
    LENGTH("point_blank", t.stand.point_blank, 0, 24000),
    LENGTH("hold_distance", t.stand.hold_distance, 0, 24000),
    LENGTH("leader_distance", t.stand.leader_distance, 0, 24000),
    LENGTH("defended_edge", t.stand.defended_edge, 0, 24000),
    ANGLE("fire_arc", t.stand.fire_arc, 0, 16384),
    ANGLE("battery_arc", t.stand.battery_arc, 0, 16384),
    ANGLE("charge_wheel", t.stand.charge_wheel, 0, 16384),
    COUNT("horse_ranks_most", t.stand.horse_ranks_most, 2, 12),
    COUNT("caracole_files_most", t.stand.caracole_files_most, 1, 12),
    KEYS_END,
};

static const struct tc_key victory_keys[] = {
    COUNT("broken_brigade_percent", t.victory.broken_brigade, 0, 120),
    COUNT("broken_army_percent", t.victory.broken_army, 0, 120),
    COUNT("army_losses_percent", t.victory.army_losses, 0, 120),
    COUNT("share_num", t.victory.share_num, 0, 120),
    COUNT("share_den", t.victory.share_den, 1, 100),
    COUNT("company", t.victory.company, 0, 120),
    COUNT("regiment", t.victory.regiment, 0, 120),
    COUNT("officer", t.victory.officer, 0, 120),
    COUNT("general", t.victory.general, 0, 120),
    COUNT("gun", t.victory.gun, 0, 120),
    COUNT("lead_percent", t.victory.lead, 0, 120),
    KEYS_END,
};
#undef AT

/* --- The scenario --- */

static void put_objective(struct tc_reading *r, void *entry)
{
    struct pis_objective_card *o = entry;
    const struct pis_book *bk = pis_book_being_read(r);

    if (!o->label)
        o->label = o->name;
    for (int i = 0; i < r->index; i++)
        if (strcmp(bk->objective[i].name, o->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two objectives are named \"%s\".", o->name);
}

#define AT struct pis_objective_card
static const struct tc_key objective_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    LENGTH("x", x, 0, PIS_TABLE_MOST),
    LENGTH("y", y, 0, PIS_TABLE_MOST),
    LENGTH("radius", radius, 0, 120000),
    COUNTS("points", points, TC_SIDES, 0, 100),
    KEYS_END,
};
static const struct tc_mapping objective =
    MAPPING(objective_keys, struct pis_objective_card, put_objective, NULL);
#undef AT

static void begin_scenario(struct tc_reading *r, void *book)
{
    (void)book;
    if (tc_has(r, "map") == tc_has(r, "table"))
        tc_wrong(r, TC_E_KEY, NULL,
                 "a scenario names a map or carries a table of its own, one of them.");
}

static void end_scenario(struct tc_reading *r, void *book)
{
    pis_end_armies(r, book);
}

static const struct tc_mapping table = MAPPING(pis_map_keys, struct pis_book, NULL, NULL);

#define AT struct pis_book
static const struct tc_key scenario_keys[] = {
    MAY_CALL_NAME("map", NULL),
    MAY_MAP_SELF("table", table),
    COUNT("turns", turn_limit, 1, 100),
    MAY_YES("rain", rain),
    EACH("sides", pis_side_keys, 2, 2),
    MAY_LIST("objectives", objective, objectives, objective, 1, PIS_OBJECTIVES),
    KEYS_END,
};
#undef AT

/* --- All files --- */

#define TABLE_FILE(NAME, KEYS, CHECK)                                                          \
    {                                                                                          \
        NAME, MAPPING(KEYS, struct pis_book, NULL, CHECK)                                      \
    }
#define CARD(NAME)                                                                             \
    {                                                                                          \
        "card-" NAME, MAPPING(pis_card_keys, struct pis_book, NULL, pis_end_card)              \
    }
#define TYPE(NAME) CARD(NAME "-veteran"), CARD(NAME "-seasoned"), CARD(NAME "-levy")

static const struct tc_table_file tables[] = {
    TABLE_FILE("movement", movement_keys, NULL),
    TABLE_FILE("ranges", ranges_keys, NULL),
    TABLE_FILE("fire-modifiers", fire_modifiers_keys, NULL),
    TABLE_FILE("fire-results", fire_results_keys, check_fire_results),
    TABLE_FILE("cohesion", cohesion_keys, check_cohesion),
    TABLE_FILE("losses", losses_keys, check_losses),
    TABLE_FILE("waver-modifiers", waver_modifiers_keys, NULL),
    TABLE_FILE("melee-modifiers", melee_modifiers_keys, NULL),
    TABLE_FILE("melee-type", melee_type_keys, check_melee_type),
    TABLE_FILE("melee-outcome", melee_outcome_keys, check_melee_outcome),
    TABLE_FILE("casualties", casualties_keys, check_casualties),
    TABLE_FILE("officers", officers_keys, NULL),
    TABLE_FILE("status", status_keys, NULL),
    TABLE_FILE("pursuit", pursuit_keys, NULL),
    TABLE_FILE("obstacles", pis_obstacle_keys, NULL),
    TABLE_FILE("stands", stands_keys, NULL),
    TABLE_FILE("victory", victory_keys, NULL),
    TYPE("swiss"),
    TYPE("lands"),
    TYPE("tercio"),
    TYPE("bandes"),
    TYPE("states"),
    TYPE("arq"),
    TYPE("ep"),
    TYPE("militia"),
    TYPE("gend"),
    TYPE("demi"),
    TYPE("reiter"),
    TYPE("pistol"),
    TYPE("petro"),
    TYPE("light"),
    TYPE("argo"),
    TYPE("art"),
};

static void finish(struct tc_book *bk)
{
    pis_book_ready((struct pis_book *)(void *)bk);
}

const struct tc_schema pis_schema = {
    .book_size = sizeof(struct pis_book),
    .own_size = sizeof(struct pis_reading),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = MAPPING(pis_map_keys, struct pis_book, NULL, NULL),
    .scenario = MAPPING(scenario_keys, struct pis_book, begin_scenario, end_scenario),
    .finish = finish,
};
