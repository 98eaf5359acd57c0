/* rules/malbrook/schema_troops.c - brigades and guns of a scenario. */
#include "rules/malbrook/schema.h"

#include <string.h>

const char *const mal_style_words[] = { "traditional", "new", NULL };

/* M-3.2: nations of the old way of fighting, then those of the new. */
const char *const mal_nation_words[] = {
    "french",   "bavarian",   "austrian", "imperial", "spanish", "savoyard",
    "italian",  "portuguese", "swedish",  "dutch",    "english", "danish",
    "prussian", "hanoverian", "hessian",  NULL,
};
enum { FIRST_NEW_NATION = 8 };

uint8_t mal_style_of_nation(int nation)
{
    return nation < FIRST_NEW_NATION ? MAL_TRADITIONAL : MAL_NEW; /* M-3.1, M-3.2 */
}

static struct mal_card *new_card(struct tc_reading *r, const char *name, const char *label)
{
    struct mal_book *bk = mal_book_being_read(r);

    if (bk->cards == MAL_CARDS) {
        tc_wrong(r, TC_E_FULL, NULL, "there are more than %d brigades and guns.", MAL_CARDS);
        return &bk->card[0];
    }
    mal_reading_of(r)->card[bk->cards] = r->at;
    struct mal_card *c = &bk->card[bk->cards++];
    c->name = name;
    c->label = label ? label : name;
    c->side = (int8_t)mal_reading_of(r)->side;
    c->command = (int16_t)mal_reading_of(r)->command;
    for (int i = 0; i + 1 < bk->cards; i++)
        if (strcmp(bk->card[i].name, c->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two units are named %s.", c->name);
    if (strncmp(c->name, "part-", 5) == 0)
        tc_wrong(r, TC_E_NAME, "name",
                 "%s: names that begin with part- are kept for parts of brigades.", c->name);
    return c;
}

/* --- Brigades --- */

/* Words of the file, in the order of the enums; a wagon comes behind the guns. */
static const char *const type_words[] = { "foot",      "horse", "dragoons", "hussars",
                                          "civilians", "wagon", NULL };
static const char *const grade_words[] = { "a", "b", "c", "d", "e", NULL };
static const char *const form_words[] = { "line", "field-column", "march-column", "unformed",
                                          NULL };

struct brigade_file {
    const char *name, *label;
    int32_t bases, front, x, y, facing, base_width, base_depth, dp, turn;
    uint8_t type, style, nation, grade, formation;
    bool mixed, outrance, as_cavalry, dismounted;
};

/* Hussars and new-style horse charge with cold steel by right (M-17.15). */
static bool outrance_by_right(const struct mal_card *c)
{
    return (c->type == MAL_HUSSAR && !c->mixed) ||
           (c->type == MAL_HORSE && c->style == MAL_NEW);
}

/* Its style and grade: its own, or those of its nation, side and type. */
static void grade_card(const struct tc_reading *r, struct mal_card *c,
                       const struct brigade_file *f)
{
    c->style = tc_has(r, "style")    ? f->style
               : tc_has(r, "nation") ? mal_style_of_nation(f->nation)
                                     : mal_reading_of(r)->style;
    /* M-3.21, M-3.20; M-23.19: converged grenadiers are this and nothing more */
    c->grade = tc_has(r, "grade") ? (uint8_t)(MAL_A - f->grade)
                                  : (uint8_t)mal_book_being_read(r)->tables.base.grade[c->type];
}

/* Does it charge with cold steel? */
static void steel_card(struct tc_reading *r, struct mal_card *c, const struct brigade_file *f)
{
    c->outrance = tc_has(r, "outrance") ? f->outrance : outrance_by_right(c);
    if (c->outrance && !outrance_by_right(c) &&
        !(c->type == MAL_DRAGOON && c->style == MAL_NEW))
        tc_wrong(r, TC_E_RANGE, "outrance", "%s does not charge with cold steel (M-17.15).",
                 c->name);
}

static void form_card(struct tc_reading *r, struct mal_card *c, const struct brigade_file *f)
{
    bool loose = (c->type == MAL_HUSSAR && !c->mixed) || c->type == MAL_CIVILIAN ||
                 (c->type == MAL_DRAGOON && !c->mounted);

    c->formation = tc_has(r, "formation") ? f->formation : loose ? MAL_UNFORMED : MAL_LINE;
    if (c->formation == MAL_LINE)
        c->front = tc_has(r, "front") ? (uint8_t)f->front : c->bases;
    if (loose != (c->formation == MAL_UNFORMED) && c->type != MAL_WAGON)
        tc_wrong(r, TC_E_RANGE, "formation",
                 "%s: only hussars, civilians and dragoons on foot are unformed, and always "
                 "(M-12.7, M-12.9).",
                 c->name);
    if (c->formation == MAL_LINE &&
        (c->front < 1 || c->front > c->bases || c->bases > 2 * c->front))
        tc_wrong(r, TC_E_RANGE, "front", "%s: a line of %d bases cannot be %d wide.", c->name,
                 c->bases, c->front);
    if (c->formation == MAL_FIELD_COLUMN && c->bases < 3)
        tc_wrong(r, TC_E_RANGE, "bases", "%s: a field column needs three bases (M-GEO-9).",
                 c->name);
}

/* Bases of a size of their own; 0: as the tables say. */
static void size_card(const struct tc_reading *r, struct mal_card *c,
                      const struct brigade_file *f)
{
    c->base_w = f->base_width;
    c->base_d = !c->base_w ? 0 : tc_has(r, "base_depth") ? f->base_depth : c->base_w;
}

static void put_brigade(struct tc_reading *r, void *entry)
{
    const struct brigade_file *f = entry;
    struct mal_card *c = new_card(r, f->name, f->label);

    c->type = f->type == MAL_GUN ? MAL_WAGON : f->type;
    c->mixed = f->mixed;
    c->as_cavalry = f->as_cavalry;
    grade_card(r, c, f);
    steel_card(r, c, f);
    c->bases = (uint8_t)(c->type == MAL_WAGON ? 1 : f->bases);
    c->mounted = c->type != MAL_DRAGOON || !f->dismounted;
    c->dp = (uint8_t)f->dp;
    c->turn = (uint16_t)f->turn;
    c->x = f->x;
    c->y = f->y;
    c->heading = tc_has(r, "facing") ? (uint16_t)f->facing : mal_reading_of(r)->front;
    size_card(r, c, f);
    c->limbered = c->type == MAL_WAGON;
    form_card(r, c, f);
}

#define AT struct brigade_file
static const struct tc_key brigade_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    WORD("type", type, type_words),
    MAY_WORD("style", style, mal_style_words),
    MAY_WORD("nation", nation, mal_nation_words),
    MAY_WORD("grade", grade, grade_words),
    COUNT("bases", bases, 1, 12),
    MAY_WORD("formation", formation, form_words),
    MAY_COUNT("front", front, 1, 12),
    LENGTH("x", x, 0, MAL_WIDTH_MOST),
    LENGTH("y", y, 0, MAL_HEIGHT_MOST),
    MAY_ANGLE("facing", facing, 0, 65535),
    MAY_LENGTH("base_width", base_width, 250, 4000),
    MAY_LENGTH("base_depth", base_depth, 250, 4000),
    MAY_COUNT("dp", dp, 0, 6),
    MAY_COUNT("turn", turn, 1, 99),
    MAY_YES("mixed", mixed),
    MAY_YES("outrance", outrance),
    MAY_YES("as_cavalry", as_cavalry),
    MAY_YES("dismounted", dismounted),
    KEYS_END,
};
const struct tc_mapping mal_brigade_keys =
    MAPPING(brigade_keys, struct brigade_file, put_brigade, NULL);
#undef AT

/* --- Guns --- */

static const char *const class_words[] = { "light",    "medium", "heavy",
                                           "howitzer", "mortar", NULL };

struct gun_file {
    const char *name, *label;
    int32_t x, y, facing, dp, turn;
    uint8_t cls;
    bool limbered;
};

static void put_gun(struct tc_reading *r, void *entry)
{
    const struct gun_file *f = entry;
    struct mal_card *c = new_card(r, f->name, f->label);

    c->type = MAL_GUN;
    c->style = mal_reading_of(r)->style;
    c->grade = (uint8_t)mal_book_being_read(r)->tables.base.grade[MAL_GUN];
    c->gun_class = f->cls;
    c->bases = 1;
    c->formation = MAL_NO_FORMATION;
    c->limbered = f->limbered;
    c->dp = (uint8_t)f->dp;
    c->turn = (uint16_t)f->turn;
    c->x = f->x;
    c->y = f->y;
    c->heading = tc_has(r, "facing") ? (uint16_t)f->facing : mal_reading_of(r)->front;
}

#define AT struct gun_file
static const struct tc_key gun_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    WORD("class", cls, class_words),
    MAY_YES("limbered", limbered),
    LENGTH("x", x, 0, MAL_WIDTH_MOST),
    LENGTH("y", y, 0, MAL_HEIGHT_MOST),
    MAY_ANGLE("facing", facing, 0, 65535),
    MAY_COUNT("dp", dp, 0, 6),
    MAY_COUNT("turn", turn, 1, 99),
    KEYS_END,
};
const struct tc_mapping mal_gun_keys = MAPPING(gun_keys, struct gun_file, put_gun, NULL);
