/* rules/bayonet/schema_units.c - brigades, their units, and batteries, into the book. */
#include "rules/bayonet/schema.h"

#include <string.h>

const char *const bay_army_words[] = { "british", "dutch",  "german",        "danish",
                                       "spanish", "french", "french-allies", NULL };
static const char *const kind_words[] = { "infantry", "cavalry", "dragoons",
                                          "dismounted-dragoons", NULL };
/* As on the counters, in the order of bay_nation_words. */
static const char *const counter_words[] = { "Al", "An", "Au", "Ba", "Ce", "Co", "Da", "Du",
                                             "En", "Fn", "Fr", "Ha", "He", "Ho", "Lu", "Im",
                                             "Ir", "It", "Lr", "Me", "Mu", "Mz", "Pa", "Pf",
                                             "Pm", "Pr", "Sb", "Sc", "Sd", "Sp", "Sw", "Sx",
                                             "Wa", "We", "Wt", "Wz", NULL };

int16_t bay_put_hex(struct tc_reading *r, const char *key, const char *text, const char *what)
{
    const struct bay_book *bk = bay_book_being_read(r);
    const struct book_node *at = r->at;

    r->at = key ? r->reader->child(at, key) : at;
    tc_hex h = tc_hexfile_hex(r, &bk->map, text, what);
    r->at = at;
    return (int16_t)bay_id(bk, h);
}

/* --- Units --- */

static void check_value(struct tc_reading *r, const struct bay_unit_def *x)
{
    /* B-2.1.2c: 1 to 4 (limits); guns have none; B-2.1.2d, B-11.2.6a */
    if (x->underlined && x->kind != BAY_INF)
        tc_wrong(r, TC_E_RANGE, NULL, "%s: only infantry battalions have an underlined value.",
                 x->name);
    if ((x->depth || x->gun) && x->kind != BAY_INF)
        tc_wrong(r, TC_E_RANGE, NULL, "%s: only infantry battalions have depth or a gun.",
                 x->name);
    if (x->casualties >= (x->cv ? x->cv : 1))
        tc_wrong(r, TC_E_RANGE, NULL, "%s: %d casualties would have routed it.", x->name,
                 x->casualties);
    if (x->disordered && x->kind != BAY_CAV && x->kind != BAY_MOUNTED)
        tc_wrong(r, TC_E_RANGE, NULL, "%s: only mounted units can be disordered.", x->name);
}

/* What the brigade says; without a word the British and Dutch infantry of the War of the
 * Spanish Succession (B-11.2.2t), by the colour of their army (B-2.1.2h). */
static bool is_underlined(const struct bay_book *bk, const struct bay_brigade_file *b,
                          const struct bay_unit_def *x)
{
    if (x->kind != BAY_INF)
        return false;
    if (b->has_underlined)
        return b->underlined;
    return bk->year >= 1701 && bk->year <= 1714 &&
           (x->army == BAY_BRITISH || x->army == BAY_DUTCH); /* B-11.2.2t */
}

/* Guns are of no brigade: b is NULL for them in what follows. */
static void put_place(struct tc_reading *r, const struct bay_unit_file *f,
                      const struct bay_brigade_file *b, struct bay_unit_def *x)
{
    bool own = tc_has(r, "facing"), of_brigade = b && b->has_facing;

    x->hex = bay_put_hex(r, "hex", f->hex, f->name);
    x->facing = own ? f->facing : of_brigade ? b->facing : 0;
    if (!own && !of_brigade && !f->limbered)
        tc_wrong(r, TC_E_KEY, NULL, "%s needs a facing, its own or its brigade's.", f->name);
}

static void put_army(const struct tc_reading *r, const struct bay_unit_file *f,
                     const struct bay_brigade_file *b, struct bay_unit_def *x)
{
    x->nation = tc_has(r, "nation")  ? f->nation
                : b && b->has_nation ? b->nation
                                     : BAY_NO_NATION;
    x->army = tc_has(r, "army")  ? f->army
              : b && b->has_army ? b->army
              : x->side          ? BAY_FRENCH
                                 : BAY_GERMAN;
}

static void put_strength(struct tc_reading *r, const struct bay_unit_file *f,
                         const struct bay_brigade_file *b, struct bay_unit_def *x)
{
    x->cv = (uint8_t)(!b ? 0 : f->cv ? f->cv : b->cv);
    if (b && !x->cv)
        tc_wrong(r, TC_E_KEY, NULL, "%s needs a cv, its own or its brigade's.", f->name);
    x->cv_disordered = (uint8_t)(tc_has(r, "cv-disordered") ? f->cv_disordered : x->cv);
    x->underlined = tc_has(r, "underlined") ? f->underlined
                                            : b && is_underlined(bay_book_being_read(r), b, x);
    x->squadrons = (uint8_t)f->squadrons;
    x->pos = (uint8_t)f->pos;
    x->casualties = (uint8_t)f->casualties;
    x->disordered = f->disordered;
    x->depth = (uint8_t)f->depth;
    x->gun = f->gun;
    x->limbered = f->limbered;
}

void bay_put_unit(struct tc_reading *r, const struct bay_unit_file *f, bool battery)
{
    struct bay_book *bk = bay_book_being_read(r);
    struct bay_reading *own = bay_reading_of(r);
    const struct bay_brigade_file *b = battery ? NULL : &own->brigade;

    if (bk->units == BAY_UNITS) {
        tc_wrong(r, TC_E_FULL, NULL, "a battle has at most %d units.", BAY_UNITS);
        return;
    }
    own->unit[bk->units] = r->at;
    struct bay_unit_def *x = &bk->unit[bk->units++];
    /* B-1.0b, B-2.1.3a, B-2.1.3c, B-2.1.2a; B-2.1.2b: dragoons are of one class or the other,
     * for good; B-2.1.2f */
    x->name = f->name;
    x->label = f->label ? f->label : f->name;
    x->regiment = f->regiment ? f->regiment : "";
    x->side = (int8_t)own->side;
    x->brigade = (int16_t)(b ? bk->brigades : TC_NONE);
    x->kind = (uint8_t)(!b ? BAY_ART : tc_has(r, "kind") ? f->kind : b->kind);
    put_place(r, f, b, x);
    put_army(r, f, b, x);
    put_strength(r, f, b, x);
    check_value(r, x);
}

static void end_unit(struct tc_reading *r, void *entry)
{
    const struct bay_book *bk = bay_book_being_read(r);
    int units = bk->units;

    bay_put_unit(r, entry, false);
    if (bk->units == units)
        return;
    int kind = bk->unit[units].kind, all = bay_reading_of(r)->brigade.kind;
    /* B-2.1.3b: 2 to 10 of them (shape); B-2.3h, B-RUL-79 */
    if (kind != all && !(kind == BAY_MOUNTED && all == BAY_K_CAV))
        tc_wrong(r, TC_E_RANGE, NULL,
                 "a brigade is of one kind; cavalry may have mounted dragoons.");
}

/* They wait until both sides are read. */
static void end_battery(struct tc_reading *r, void *entry)
{
    struct bay_reading *own = bay_reading_of(r);

    memcpy(&own->battery[own->batteries].unit, entry, sizeof(struct bay_unit_file));
    own->battery[own->batteries].at = r->at;
    own->battery[own->batteries++].side = own->side;
}

#define AT struct bay_unit_file
static const struct tc_key unit_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    TEXT("hex", hex),
    MAY_WORD_OF("facing", facing, bay_facing_words, BAY_FACINGS),
    MAY_WORD("nation", nation, counter_words),
    MAY_WORD("army", army, bay_army_words),
    MAY_WORD("kind", kind, kind_words),
    MAY_TEXT("regiment", regiment),
    MAY_COUNT("cv", cv, 1, 4),
    MAY_COUNT("cv-disordered", cv_disordered, 0, 4),
    MAY_COUNT("squadrons", squadrons, 1, 6),
    MAY_COUNT("pos", pos, 0, 4),
    MAY_COUNT("casualties", casualties, 0, 3),
    MAY_COUNT("depth", depth, 0, 2),
    MAY_YES("underlined", underlined),
    MAY_YES("disordered", disordered),
    MAY_YES("gun", gun),
    MAY_YES("limbered", limbered),
    KEYS_END,
};
#undef AT
static const struct tc_mapping unit = MAPPING(unit_keys, struct bay_unit_file, NULL, end_unit);
const struct tc_mapping bay_battery_shape =
    MAPPING(unit_keys, struct bay_unit_file, NULL, end_battery);

/* --- Brigades --- */

/* Its slot is one of its Wing's, and nobody else's. */
static void check_slot(struct tc_reading *r, const struct bay_brigade_def *x)
{
    const struct bay_book *bk = bay_book_being_read(r);

    if (x->slot > bk->wing[x->wing].capacity)
        tc_wrong(r, TC_E_RANGE, "slot", "%s has %d slots a Line.", bk->wing[x->wing].name,
                 bk->wing[x->wing].capacity);
    for (int b = 0; b < bk->brigades; b++)
        if (bk->brigade[b].wing == x->wing && bk->brigade[b].line == x->line &&
            bk->brigade[b].slot == x->slot)
            tc_wrong(r, TC_E_RANGE, "slot", "%s stands there already.", bk->brigade[b].name);
}

static void begin_brigade(struct tc_reading *r, void *entry)
{
    struct bay_brigade_file *f = entry;
    struct bay_book *bk = bay_book_being_read(r);
    struct bay_reading *own = bay_reading_of(r);
    struct bay_brigade_def *x = &bk->brigade[bk->brigades];

    f->has_nation = tc_has(r, "nation");
    f->has_army = tc_has(r, "army");
    f->has_facing = tc_has(r, "facing");
    f->has_underlined = tc_has(r, "underlined");
    own->brigade = *f;
    own->of_brigade[bk->brigades] = r->at;
    x->name = f->name;
    x->label = f->label ? f->label : f->name;
    x->side = (int8_t)own->side;
    x->kind = f->kind;
    x->morale = (uint8_t)f->morale;
    x->wing = (uint8_t)bay_find_wing(r, f->wing, "wing");
    x->line = f->line;
    x->slot = (uint8_t)f->slot;
    x->order = tc_has(r, "order") ? f->order : BAY_MARCH;
    x->historic_wing =
        f->old_wing ? (uint8_t)bay_find_wing(r, f->old_wing, "historic-wing") : x->wing;
    x->historic_line = tc_has(r, "historic-line") ? f->old_line : x->line;
    x->first = bk->units;
    check_slot(r, x);
}

static void end_brigade(struct tc_reading *r, void *entry)
{
    struct bay_book *bk = bay_book_being_read(r);
    struct bay_brigade_def *x = &bk->brigade[bk->brigades++];

    (void)entry;
    x->units = (int16_t)(bk->units - x->first);
}

#define AT struct bay_brigade_file
static const struct tc_key brigade_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    WORD("kind", kind, kind_words),
    TEXT("wing", wing),
    WORD("line", line, bay_line_words),
    COUNT("slot", slot, 1, BAY_SLOTS),
    COUNT("morale", morale, 1, 12),
    MAY_WORD("order", order, bay_order_words),
    MAY_WORD("nation", nation, counter_words),
    MAY_WORD("army", army, bay_army_words),
    MAY_WORD_OF("facing", facing, bay_facing_words, BAY_FACINGS),
    MAY_TEXT("historic-wing", old_wing),
    MAY_WORD("historic-line", old_line, bay_line_words),
    MAY_COUNT("cv", cv, 1, 4),
    MAY_YES("underlined", underlined),
    EACH("units", unit, 2, BAY_BRIGADE_MOST),
    KEYS_END,
};
#undef AT
const struct tc_mapping bay_brigade_shape =
    MAPPING(brigade_keys, struct bay_brigade_file, begin_brigade, end_brigade);
