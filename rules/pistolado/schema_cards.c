/* rules/pistolado/schema_cards.c - regiment cards: one file for each type and grade (P-TAB-13).
 */
#include "rules/pistolado/schema.h"

#include <string.h>

/* What a card may move and shoot as; in the order of the enums, but for the last ones. */
static const char *const moves_words[] = { "swiss-foot",  "other-foot",   "enfants-perdus",
                                           "heavy-horse", "medium-horse", "reiters",
                                           "light-horse", "by-gun",       NULL };
static const char *const shoots_words[] = { "common-shotte", "good-shotte", "skirmish-shotte",
                                            "pistol",        "petronel",    "by-gun",
                                            "none",          NULL };
enum { MOVES_BY_GUN = 7, SHOOTS_BY_GUN = 5, SHOOTS_NONE = 6 };

static struct pis_card *card_of(const struct tc_reading *r)
{
    return &pis_reading_of(r)->card;
}

/* "card-swiss-veteran" is the card swiss-veteran. */
static void put_name(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    (void)book;
    (void)number;
    card_of(r)->name = tc_keep(r, strncmp(text, "card-", 5) == 0 ? text + 5 : text);
}

static void put_moves(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    (void)book;
    (void)text;
    card_of(r)->band = (uint8_t)(number == MOVES_BY_GUN ? PIS_BY_GUN : number);
}

static void put_shoots(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    (void)book;
    (void)text;
    card_of(r)->shoots = (uint8_t)(number == SHOOTS_BY_GUN ? PIS_SHOOTS_BY_GUN
                                   : number == SHOOTS_NONE ? PIS_SHOOTS_NOT
                                                           : number);
}

static void put_flags(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    const char *w;
    size_t n;

    (void)book;
    (void)number;
    while ((w = pis_next_word(&text, &n)) != NULL) {
        int k = tc_find_word(pis_flag_words, w, n);

        if (k == TC_NONE)
            pis_no_word(r, NULL, w, n, "flag", pis_flag_words);
        else
            card_of(r)->flags = (uint16_t)(card_of(r)->flags | 1u << k);
    }
}

/* --- Waver rows --- */

/* One entry of a row: "8 Ch" or "+ Ro". False when it is neither. */
static bool read_entry(const char **text, struct pis_row *row, bool *last)
{
    static const char *const brief[] = { "Ch", "Cc", "St", "-1", "Ev", "Ro", NULL };
    const char *w;
    size_t n;
    int64_t v = 0;

    if (!(w = pis_next_word(text, &n)) || row->n == PIS_ROW)
        return false;
    *last = n == 1 && *w == '+';
    if (!*last && (!tc_read_int(w, n, &v) || v < -9 || v > 30))
        return false;
    row->upto[row->n] = (int8_t)v;
    if (!(w = pis_next_word(text, &n)))
        return false;
    int k = tc_find_word(brief, w, n);
    if (k == TC_NONE)
        return false;
    row->result[row->n++] = (uint8_t)k;
    return true;
}

static void read_row(struct tc_reading *r, const char *text, struct pis_row *row)
{
    bool last = false;

    if (strcmp(text, "never") == 0)
        return;
    while (!last) {
        const char *w;
        size_t n;

        if (!read_entry(&text, row, &last)) {
            tc_wrong(r, TC_E_SYNTAX, NULL,
                     "a row is written \"8 Ch / 10 St / 12 -1 / + Ro\", or never; allowed: at "
                     "most %d entries, numbers from -9 to 30, Ch, Cc, St, -1, Ev, Ro.",
                     PIS_ROW);
            return;
        }
        w = pis_next_word(&text, &n);
        if (last ? w != NULL : !w || n != 1 || *w != '/') {
            tc_wrong(r, TC_E_SYNTAX, NULL,
                     "entries are parted by / and the last begins with +.");
            return;
        }
    }
}

#define PUT_ROW(NAME, TEST)                                                                    \
    static void put_##NAME(struct tc_reading *r, void *book, const char *text, int32_t number) \
    {                                                                                          \
        (void)book;                                                                            \
        (void)number;                                                                          \
        read_row(r, text, &card_of(r)->row[TEST]);                                             \
    }
PUT_ROW(to_charge, PIS_TO_CHARGE)
PUT_ROW(by_cav, PIS_BY_CAV)
PUT_ROW(by_foot, PIS_BY_FOOT)
PUT_ROW(disaster, PIS_DISASTER)

/* --- Formations --- */

struct formation_file {
    uint8_t formation;
    int8_t melee, fire;
};

static void put_formation(struct tc_reading *r, void *entry)
{
    const struct formation_file *f = entry;
    struct pis_card *c = card_of(r);

    if (c->formations >> f->formation & 1)
        tc_wrong(r, TC_E_KEY, "formation", "this formation stands here twice.");
    c->formations = (uint8_t)(c->formations | 1u << f->formation);
    c->melee[f->formation] = f->melee;
    c->fire[f->formation] = f->fire;
}

#define AT struct formation_file
static const struct tc_key formation_keys[] = {
    WORD("formation", formation, pis_formation_words),
    COUNT("melee", melee, 0, 10),
    COUNT("fire", fire, -6, 6),
    KEYS_END,
};
static const struct tc_mapping formation =
    MAPPING(formation_keys, struct formation_file, put_formation, NULL);
#undef AT

/* --- The card: single values lie in a part of their own until it is whole --- */

void pis_end_card(struct tc_reading *r, void *book)
{
    struct pis_book *bk = book;
    struct pis_card *c = &bk->being_read;
    const struct pis_card *own = card_of(r);
    struct tc_why why;

    c->name = own->name;
    c->band = own->band;
    c->shoots = own->shoots;
    c->flags = own->flags;
    c->formations = own->formations;
    memcpy(c->melee, own->melee, sizeof c->melee);
    memcpy(c->fire, own->fire, sizeof c->fire);
    memcpy(c->row, own->row, sizeof c->row);
    if (!c->note)
        c->note = "";
    if (tc_wrongs(r) == 0)
        pis_need_sound(r, pis_card_sound(c, &why), &why);
    bk->card[bk->cards++] = *c;
    memset(c, 0, sizeof *c);
}

#define AT struct pis_book
const struct tc_key pis_card_keys[] = {
    MAY_CALL_NAME("table", put_name),
    TEXT("label", being_read.label),
    WORD("grade", being_read.grade, pis_grade_words),
    CALL_TEXT("flags", put_flags),
    COUNT("companies", being_read.companies, 1, 60),
    MAY_COUNT("pike", being_read.pike, 0, 60),
    MAY_COUNT("shot", being_read.shot, 0, 60),
    CALL_WORD("moves_as", moves_words, put_moves),
    CALL_WORD("shoots_as", shoots_words, put_shoots),
    COUNT("marshalling", being_read.marshalling, 0, 6),
    COUNT("ferocity", being_read.ferocity, 0, 2),
    EACH("formations", formation, 1, PIS_FORMATIONS),
    COUNTS("rally", being_read.rally, 6, 0, 5),
    CALL_TEXT("to_charge", put_to_charge),
    CALL_TEXT("charged_by_cav", put_by_cav),
    CALL_TEXT("charged_by_foot", put_by_foot),
    CALL_TEXT("disaster", put_disaster),
    MAY_COUNT("pistols", being_read.pistols, -3, 3),
    MAY_COUNT("fades", being_read.fades, -3, 3),
    MAY_COUNT("leaderless", being_read.leaderless, -3, 3),
    MAY_YES("marches_and_fires", being_read.marches_and_fires),
    MAY_TEXT("special", being_read.note),
    KEYS_END,
};
