/* rules/pistolado/load_cards.c - regiment cards: one file for each type and grade (P-TAB-13).
 */
#include <string.h>

#include "rules/pistolado/load_parts.h"
#include "rules/pistolado/load_raw.h"

struct raw_formation {
    int formation;
    int8_t melee, fire;
};
struct raw_card {
    struct book_head head;
    const char *label, *flags, *special;
    int grade, band, shoots;
    int8_t marshalling, ferocity, companies, pike, shot;
    struct raw_formation *formations;
    unsigned formations_count;
    int8_t rally[6];
    const char *row[PIS_TESTS];
    int8_t pistols, fades, leaderless;
    bool marches_and_fires;
};

static const cyaml_strval_t grade_words[] = { { "veteran", PIS_VETERAN },
                                              { "seasoned", PIS_SEASONED },
                                              { "levy", PIS_LEVY } };
static const cyaml_strval_t formation_words[] = {
    { "column", PIS_COLUMN },     { "shot-forward", PIS_SHOT_FORWARD },
    { "hedgehog", PIS_HEDGEHOG }, { "loose", PIS_LOOSE },
    { "en-haye", PIS_EN_HAYE },   { "caracole", PIS_CARACOLE },
    { "battery", PIS_BATTERY },
};
static const cyaml_strval_t band_words[] = {
    { "swiss-foot", PIS_SWISS_FOOT },         { "other-foot", PIS_OTHER_FOOT },
    { "enfants-perdus", PIS_ENFANTS_PERDUS }, { "heavy-horse", PIS_HEAVY_HORSE },
    { "medium-horse", PIS_MEDIUM_HORSE },     { "reiters", PIS_REITERS },
    { "light-horse", PIS_LIGHT_HORSE },       { "by-gun", PIS_BY_GUN },
};
static const cyaml_strval_t shooting_words[] = {
    { "common-shotte", PIS_COMMON_SHOTTE },
    { "good-shotte", PIS_GOOD_SHOTTE },
    { "skirmish-shotte", PIS_SKIRMISH_SHOTTE },
    { "pistol", PIS_PISTOL },
    { "petronel", PIS_PETRONELS },
    { "by-gun", PIS_SHOOTS_BY_GUN },
    { "none", PIS_SHOOTS_NOT },
};

static const cyaml_schema_field_t formation_fields[] = {
    WORD("formation", struct raw_formation, formation, formation_words),
    INT("melee", struct raw_formation, melee), INT("fire", struct raw_formation, fire),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t formation_value =
    ENTRY(struct raw_formation, formation_fields);

static const cyaml_schema_field_t card_fields[] = {
    BOOK_TABLE_HEAD(struct raw_card),
    TEXT("label", struct raw_card, label),
    WORD("grade", struct raw_card, grade, grade_words),
    TEXT("flags", struct raw_card, flags),
    INT("companies", struct raw_card, companies),
    MAY_INT("pike", struct raw_card, pike),
    MAY_INT("shot", struct raw_card, shot),
    WORD("moves_as", struct raw_card, band, band_words),
    WORD("shoots_as", struct raw_card, shoots, shooting_words),
    INT("marshalling", struct raw_card, marshalling),
    INT("ferocity", struct raw_card, ferocity),
    LIST("formations", 0, struct raw_card, formations, formation_value, 1, PIS_FORMATIONS),
    INTS("rally", struct raw_card, rally, 6),
    TEXT("to_charge", struct raw_card, row[PIS_TO_CHARGE]),
    TEXT("charged_by_cav", struct raw_card, row[PIS_BY_CAV]),
    TEXT("charged_by_foot", struct raw_card, row[PIS_BY_FOOT]),
    TEXT("disaster", struct raw_card, row[PIS_DISASTER]),
    MAY_INT("pistols", struct raw_card, pistols),
    MAY_INT("fades", struct raw_card, fades),
    MAY_INT("leaderless", struct raw_card, leaderless),
    CYAML_FIELD_BOOL("marches_and_fires", OPTIONAL, struct raw_card, marches_and_fires),
    MAY("special", struct raw_card, special),
    CYAML_FIELD_END
};
SCHEMA(card);
static const struct book_limit card_limits[] = {
    HEAD_LIMITS,
    { "companies", BOOK_INT, 1, 60 },
    { "pike", BOOK_INT, 0, 60 },
    { "shot", BOOK_INT, 0, 60 },
    { "marshalling", BOOK_INT, 0, 6 },
    { "ferocity", BOOK_INT, 0, 2 },
    { "melee", BOOK_INT, 0, 10 },
    { "fire", BOOK_INT, -6, 6 },
    { "rally", BOOK_INT, 0, 5 },
    { "pistols", BOOK_INT, -3, 3 },
    { "fades", BOOK_INT, -3, 3 },
    { "leaderless", BOOK_INT, -3, 3 },
    END_LIMITS,
};

static void read_flags(struct book_reader *rd, const char *text, struct pis_card *c)
{
    const char *w;
    size_t n;

    while ((w = book_pis_word(&text, &n)) != NULL) {
        int k = tc_find_word(pis_flag_words, w, n);

        if (k == TC_NONE)
            book_wrong(rd, TC_E_NAME, book_spot(rd->doc->root, "flags"),
                       "\"%.*s\" is no flag; allowed: foot, horse, art, pike, lance, reiter, "
                       "petronel, light, skirm, ep.",
                       (int)n, w);
        else
            c->flags = (uint16_t)(c->flags | 1u << k);
    }
}

/* One entry of a Waver row: "8 Ch" or "+ Ro". False when it is neither. */
static bool read_entry(const char **text, struct pis_row *r, bool *last)
{
    static const char *const brief[] = { "Ch", "Cc", "St", "-1", "Ev", "Ro", NULL };
    const char *w;
    size_t n;
    int64_t v = 0;

    if (!(w = book_pis_word(text, &n)) || r->n == PIS_ROW)
        return false;
    *last = n == 1 && *w == '+';
    if (!*last && (!tc_read_int(w, n, &v) || v < -9 || v > 30))
        return false;
    r->upto[r->n] = (int8_t)v;
    if (!(w = book_pis_word(text, &n)))
        return false;
    int k = tc_find_word(brief, w, n);
    if (k == TC_NONE)
        return false;
    r->result[r->n++] = (uint8_t)k;
    return true;
}

static void read_row(struct book_reader *rd, const char *key, const char *text,
                     struct pis_row *r)
{
    const struct book_node *at = book_spot(rd->doc->root, key);
    bool last = false;

    if (strcmp(text, "never") == 0)
        return;
    while (!last) {
        const char *w;
        size_t n;

        if (!read_entry(&text, r, &last)) {
            book_wrong(rd, TC_E_SYNTAX, at,
                       "a row is written \"8 Ch / 10 St / 12 -1 / + Ro\", or never.");
            return;
        }
        w = book_pis_word(&text, &n);
        if (last ? w != NULL : !w || n != 1 || *w != '/') {
            book_wrong(rd, TC_E_SYNTAX, at,
                       "entries are parted by / and the last begins with +.");
            return;
        }
    }
}

static void fill_card(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    static const char *const key[] = { "to_charge", "charged_by_cav", "charged_by_foot",
                                       "disaster" };
    const struct raw_card *r = raw;
    struct pis_book *bk = book_pis_of(out);
    struct pis_card *c = &bk->card[bk->cards++];
    struct tc_why why;

    c->name = book_keep(rd, r->head.table + strlen("card-"));
    c->label = book_keep(rd, r->label);
    c->note = book_keep(rd, r->special);
    c->grade = (uint8_t)r->grade;
    c->band = (uint8_t)r->band;
    c->shoots = (uint8_t)r->shoots;
    c->marshalling = r->marshalling;
    c->ferocity = r->ferocity;
    c->companies = (uint8_t)r->companies;
    c->pike = (uint8_t)r->pike;
    c->shot = (uint8_t)r->shot;
    c->pistols = r->pistols;
    c->fades = r->fades;
    c->leaderless = r->leaderless;
    c->marches_and_fires = r->marches_and_fires;
    memcpy(c->rally, r->rally, sizeof c->rally);
    read_flags(rd, r->flags, c);
    for (unsigned i = 0; i < r->formations_count; i++) {
        int f = r->formations[i].formation;

        c->formations = (uint8_t)(c->formations | 1u << f);
        c->melee[f] = r->formations[i].melee;
        c->fire[f] = r->formations[i].fire;
    }
    for (int t = 0; t < PIS_TESTS; t++)
        read_row(rd, key[t], r->row[t], &c->row[t]);
    if (!pis_card_sound(c, &why))
        book_wrong(rd, why.err, rd->doc->root, "%s", why.text);
}

#define CARD(NAME)                                                                             \
    {                                                                                          \
        "card-" NAME, &card_schema, card_limits, fill_card                                     \
    }
#define TYPE(NAME) CARD(NAME "-veteran"), CARD(NAME "-seasoned"), CARD(NAME "-levy")

const struct book_part book_pis_card[BOOK_PIS_CARDS] = {
    TYPE("swiss"),  TYPE("lands"), TYPE("tercio"), TYPE("bandes"),
    TYPE("states"), TYPE("arq"),   TYPE("ep"),     TYPE("militia"),
    TYPE("gend"),   TYPE("demi"),  TYPE("reiter"), TYPE("pistol"),
    TYPE("petro"),  TYPE("light"), TYPE("argo"),   TYPE("art"),
};
