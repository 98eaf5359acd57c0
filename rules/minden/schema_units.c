/* rules/minden/schema_units.c - the order of battle of a scenario into cards: divisions,
 * brigades, regiments, commanders, units. */
#include <string.h>

#include "rules/minden/schema.h"
#include "rules/minden/words.h"

/* Where and when a unit comes on. */
struct min_enters_file {
    const char *at;
    uint16_t turn;
    bool diced;
};

struct min_brigade_file {
    const char *name, *label, *nation;
    uint8_t arm, grade;
    bool regular, has_grade, has_facing, has_enters;
    int32_t facing;
    struct min_enters_file enters;
};

struct unit_file {
    struct min_unit_card card;
    uint8_t grade;     /* of all skills */
    uint8_t own_grade; /* bit set of the skills with a grade of their own */
    struct min_enters_file enters;
};

static struct min_book *book_of(struct tc_reading *r)
{
    return (struct min_book *)(void *)r->book;
}

static struct min_reading *own(struct tc_reading *r)
{
    return r->own;
}

static const char *or_name(const char *label, const char *name)
{
    return label ? label : name;
}

/* --- Places --- */

#define AT struct min_enters_file
static const struct tc_key enters_keys[] = {
    NAME("at", at),
    COUNT("turn", turn, 1, 100),
    MAY_YES("throw", diced),
    KEYS_END,
};
#undef AT

static void begin_enters(struct tc_reading *r, void *entry)
{
    if (!tc_has(r, "throw"))
        ((struct min_enters_file *)entry)->diced = true; /* N-L17 */
}

static const struct tc_mapping enters_of =
    MAPPING(enters_keys, struct min_enters_file, begin_enters, NULL);

/* Straight into the table from an edge. */
static int32_t inward(enum min_edge e)
{
    static const int32_t facing[] = {
        [MIN_NORTH] = 32768, [MIN_EAST] = 49152, [MIN_SOUTH] = 0, [MIN_WEST] = 16384
    };
    return facing[e];
}

static int find_entry(const struct min_book *bk, const char *name)
{
    for (int i = 0; i < bk->entries; i++)
        if (strcmp(bk->entry[i].name, name) == 0)
            return i;
    return TC_NONE;
}

static void enter(struct tc_reading *r, const struct min_enters_file *e,
                  struct min_unit_card *c)
{
    const struct min_book *bk = book_of(r);
    int entry = find_entry(bk, e->at);

    if (entry == TC_NONE) {
        tc_wrong(r, TC_E_NAME, "enters",
                 "no entry is named \"%s\"; the key \"entries\" of the scenario lists them.",
                 e->at);
        return;
    }
    if (bk->turn_limit && e->turn > bk->turn_limit)
        tc_wrong(r, TC_E_RANGE, "enters", "turn %d is after the last turn, %d.", e->turn,
                 bk->turn_limit);
    c->entry = (int8_t)entry;
    c->entry_turn = e->turn;
    c->entry_throw = e->diced;
    c->facing = inward((enum min_edge)bk->entry[entry].edge);
}

/* Either a place (x, y, facing) or an entry; brigades lend facing and entry to their units. */
static void put_place(struct tc_reading *r, struct min_unit_card *c,
                      const struct min_enters_file *enters, const struct min_brigade_file *b)
{
    bool x = tc_has(r, "x"), y = tc_has(r, "y"), facing = tc_has(r, "facing");

    if (!tc_has(r, "enters"))
        enters = b && b->has_enters ? &b->enters : NULL;
    if (enters && (x || y || facing)) {
        tc_wrong(r, TC_E_KEY, NULL,
                 "a unit that enters has no x, y or facing of its own; it comes on at its "
                 "entry.");
    } else if (enters) {
        enter(r, enters, c);
    } else if (!x || !y) {
        tc_wrong(r, TC_E_KEY, NULL, "the key \"%s\" is missing (or the key \"enters\").",
                 x ? "y" : "x");
    } else if (!facing) {
        c->facing = b && b->has_facing
                        ? b->facing
                        : inward((enum min_edge)book_of(r)->side[own(r)->side].own_edge);
    }
}

/* --- Units --- */

static void name_is_new(struct tc_reading *r, const char *name)
{
    const struct min_book *bk = book_of(r);

    for (int i = 0; i < bk->units; i++)
        if (strcmp(bk->unit[i].name, name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two units are named \"%s\" (the first in line %d).",
                     name, tc_line(r, own(r)->node[i]));
}

/* Room for one more unit, or NULL; said once. */
static struct min_unit_card *new_unit(struct tc_reading *r, const struct min_unit_card *from)
{
    struct min_book *bk = book_of(r);
    struct min_reading *o = own(r);
    struct min_unit_card *c;

    if (bk->units == MIN_UNITS) {
        if (!o->full)
            tc_wrong(r, TC_E_FULL, NULL,
                     "there is room for %d units, commands and parts of batteries included.",
                     MIN_UNITS);
        o->full = true;
        return NULL;
    }
    name_is_new(r, from->name);
    o->node[bk->units] = r->at;
    c = &bk->unit[bk->units++];
    *c = *from;
    c->label = or_name(c->label, c->name);
    c->side = (int8_t)o->side;
    c->brigade = (int8_t)o->brigade;
    c->division = (int8_t)o->division;
    c->regiment = (int8_t)o->regiment;
    c->entry = TC_NONE;
    c->spare_of = TC_NONE;
    c->sections = 1;
    return c;
}

static bool is_gun(int kind)
{
    return kind == MIN_GUN_MH || kind == MIN_GUN_LIGHT;
}

static bool is_light(int kind)
{
    return kind == MIN_LIGHT_INF || kind == MIN_LIGHT_CAV;
}

static bool is_horse(int kind)
{
    return kind == MIN_LINE_CAV || kind == MIN_LIGHT_CAV;
}

static void set_weapon(struct tc_reading *r, struct min_unit_card *c)
{
    static const uint8_t usual[MIN_KINDS] = {
        [MIN_LINE_INF] = MIN_MUSKET,   [MIN_LIGHT_INF] = MIN_MUSKET,
        [MIN_LINE_CAV] = MIN_CARBINE,  [MIN_LIGHT_CAV] = MIN_CARBINE,
        [MIN_GUN_MH] = MIN_GUN,        [MIN_GUN_LIGHT] = MIN_LIGHT_GUN,
        [MIN_COMMAND] = MIN_NO_WEAPON,
    };
    bool good;

    if (!tc_has(r, "weapon"))
        c->weapon = usual[c->kind];
    good = c->weapon == usual[c->kind] || (is_horse(c->kind) && c->weapon == MIN_NO_WEAPON) ||
           (!is_horse(c->kind) && !is_gun(c->kind) && c->weapon == MIN_RIFLE);
    if (!good)
        tc_wrong(
            r, TC_E_RANGE, "weapon",
            "%s cannot have this weapon; allowed: musket or rifle for infantry, carbine or "
            "none for cavalry, gun for a gun, light-gun for a light gun.",
            c->name);
}

static void set_strength(struct tc_reading *r, struct min_unit_card *c)
{
    const struct min_base_table *b = &book_of(r)->t.base;
    int crew = c->kind == MIN_GUN_MH ? b->crew : b->light_crew; /* N-L12 */
    int figures = c->figures;

    if (!is_gun(c->kind)) {
        if (tc_has(r, "guns"))
            tc_wrong(r, TC_E_KEY, "guns", "only a battery has guns.");
        if (!tc_has(r, "figures"))
            tc_wrong(r, TC_E_KEY, NULL, "the key \"figures\" is missing.");
        c->figures = (uint8_t)tc_max(figures, 1);
        c->guns = 0;
        return;
    }
    if (!tc_has(r, "guns"))
        tc_wrong(r, TC_E_KEY, NULL, "the key \"guns\" is missing; allowed: 1 to 3.");
    c->guns = (uint8_t)tc_max(c->guns, 1);
    c->figures = (uint8_t)(crew * c->guns);
    if (tc_has(r, "figures") && figures != c->figures)
        tc_wrong(r, TC_E_RANGE, "figures",
                 "a battery starts with its whole crew, %d figures here; leave the key out.",
                 c->figures);
}

/* N-Ka2: one grade for all, or one each; batteries are trained unless told otherwise (N-L11).
 */
static void set_grades(struct tc_reading *r, const struct unit_file *f, struct min_unit_card *c)
{
    const struct min_brigade_file *b = own(r)->of_brigade;
    bool all = tc_has(r, "grade") || b->has_grade;
    int usual = tc_has(r, "grade") ? f->grade : b->has_grade ? b->grade : MIN_TRAINED;

    if (!all && f->own_grade != (1 << MIN_SKILLS) - 1 && !is_gun(c->kind))
        tc_wrong(r, TC_E_KEY, NULL,
                 "the key \"grade\" is missing; allowed: green, trained, veteran, here or for "
                 "the brigade.");
    for (int i = 0; i < MIN_SKILLS; i++)
        if (!(f->own_grade >> i & 1))
            c->grade[i] = (uint8_t)usual;
}

/* N-Kb4d: the mark of French regular infantry. */
static void set_regular(struct tc_reading *r, struct min_unit_card *c)
{
    bool french = strcmp(c->nation, "french") == 0;

    if (!tc_has(r, "regular"))
        c->regular = own(r)->of_brigade->regular && c->kind == MIN_LINE_INF && french;
    if (c->regular && (c->kind != MIN_LINE_INF || !french))
        tc_wrong(r, TC_E_RANGE, "regular",
                 "only line-infantry of nation french is regular (it may form attack column, "
                 "N-Kb4d).");
}

/* --- Formations: N-Kb9, N-GEO-6 --- */

static bool may_form(const struct min_unit_card *c, enum min_formation f)
{
    switch (f) {
    case MIN_LINE:
    case MIN_INCORRECT:
    case MIN_MARCH_COLUMN: return c->kind == MIN_LINE_INF || c->kind == MIN_LINE_CAV;
    case MIN_ATTACK_COLUMN: return c->kind == MIN_LINE_INF && c->regular;
    case MIN_SQUARE: return c->kind == MIN_LINE_INF;
    case MIN_OPEN: return is_light(c->kind);
    case MIN_LIMBERED:
    case MIN_UNLIMBERED: return is_gun(c->kind);
    case MIN_MOUNTED_STAFF:
    case MIN_FORMATIONS: break;
    }
    return false;
}

static void set_open(struct tc_reading *r, struct min_unit_card *c)
{
    const struct min_base_table *b = &book_of(r)->t.base;

    c->ranks = (uint8_t)tc_max(c->ranks, 1);
    if (!tc_has(r, "gap"))
        c->gap = 1000;
    if (c->gap > b->open_gap_max) /* N-Kb1a */
        tc_wrong(r, TC_E_RANGE, "gap", "figures stand at most %s inches apart.",
                 tc_inches(b->open_gap_max).text);
}

static void set_files(struct tc_reading *r, struct min_unit_card *c)
{
    int most = book_of(r)->t.base.column_files_max, files = (c->figures + 2) / 3;

    if (tc_has(r, "files") && c->formation != MIN_MARCH_COLUMN)
        tc_wrong(r, TC_E_KEY, "files", "only a march-column chooses its files.");
    if ((tc_has(r, "ranks") || tc_has(r, "gap")) && c->formation != MIN_OPEN)
        tc_wrong(r, TC_E_KEY, NULL, "only open formation has the keys \"ranks\" and \"gap\".");
    if (c->formation == MIN_MARCH_COLUMN && !tc_has(r, "files"))
        c->files = (uint8_t)most;
    if (c->formation == MIN_MARCH_COLUMN && c->files > most)
        tc_wrong(r, TC_E_RANGE, "files", "allowed: 1 to %d.", most);
    if (c->formation == MIN_OPEN)
        set_open(r, c);
    if (c->formation == MIN_ATTACK_COLUMN && (c->figures + files - 1) / files != 3)
        tc_wrong(r, TC_E_RANGE, "figures", "%d figures cannot stand three deep.",
                 c->figures); /* N-GEO-6c */
}

/* One wing: 0 left, 1 right. */
static void set_wing(struct tc_reading *r, const char *key, struct min_unit_card *c, int which)
{
    const struct min_base_table *b = &book_of(r)->t.base;
    int32_t bend = c->bend[which];

    if (!tc_has(r, key))
        return;
    if (c->section_files[which * 2] < b->section_files_min)
        tc_wrong(r, TC_E_RANGE, key, "a wing has at least %d files.", b->section_files_min);
    if (bend == 0 || bend > b->bend_forward_max || -bend > b->bend_back_max) /* N-Kb5b */
        tc_wrong(r, TC_E_RANGE, key,
                 "a wing is bent at most %d degrees forward, or %d back (then with a minus).",
                 b->bend_forward_max * 360 / 65536, b->bend_back_max * 360 / 65536);
    c->sections++;
}

/* N-GEO-15a: a line that starts bent. */
static void set_wings(struct tc_reading *r, struct min_unit_card *c)
{
    int least = book_of(r)->t.base.section_files_min, files = (c->figures + 1) / 2;
    int centre = files - c->section_files[0] - c->section_files[2];

    if (!tc_has(r, "left_wing") && !tc_has(r, "right_wing"))
        return;
    if (c->formation != MIN_LINE || c->kind != MIN_LINE_INF) {
        tc_wrong(r, TC_E_KEY, NULL, "only a line of line-infantry has wings.");
        return;
    }
    set_wing(r, "left_wing", c, 0);
    set_wing(r, "right_wing", c, 1);
    if (centre < least)
        tc_wrong(r, TC_E_RANGE, NULL,
                 "the line has %d files; its wings leave fewer than %d for the centre.", files,
                 least);
    else
        c->section_files[1] = (uint8_t)centre;
}

static void set_formation(struct tc_reading *r, struct min_unit_card *c)
{
    int usual = is_gun(c->kind) ? MIN_UNLIMBERED : is_light(c->kind) ? MIN_OPEN : MIN_LINE;

    if (!tc_has(r, "formation"))
        c->formation = (uint8_t)usual;
    if (!may_form(c, (enum min_formation)c->formation)) {
        tc_wrong(r, TC_E_ILLEGAL, "formation",
                 "%s cannot be in this formation (N-Kb9); allowed: line, march-column, square "
                 "and (french regulars) attack-column for line infantry, line and march-column "
                 "for line cavalry, incorrect (N-J5a) for both, open for light units, limbered "
                 "and unlimbered for guns.",
                 c->name);
        return;
    }
    set_files(r, c);
    set_wings(r, c);
}

/* --- Units and commanders --- */

#define AT struct unit_file
static const struct tc_key grades_keys[] = {
    MAY_WORD("clearing", card.grade[MIN_CLEARING], min_grade_words),
    MAY_WORD("testing", card.grade[MIN_TESTING], min_grade_words),
    MAY_WORD("moving", card.grade[MIN_MOVING], min_grade_words),
    MAY_WORD("shooting", card.grade[MIN_SHOOTING], min_grade_words),
    KEYS_END,
};

static void note_grades(struct tc_reading *r, void *entry)
{
    for (int i = 0; i < MIN_SKILLS; i++)
        if (tc_has(r, grades_keys[i].name))
            ((struct unit_file *)entry)->own_grade |= (uint8_t)(1 << i);
}

static const struct tc_mapping grades_of =
    MAPPING(grades_keys, struct unit_file, note_grades, NULL);

static const struct tc_key left_wing_keys[] = {
    COUNT("files", card.section_files[0], 1, 60),
    ANGLE("bend", card.bend[0], -16384, 16384),
    KEYS_END,
};
static const struct tc_mapping left_wing =
    MAPPING(left_wing_keys, struct unit_file, NULL, NULL);
static const struct tc_key right_wing_keys[] = {
    COUNT("files", card.section_files[2], 1, 60),
    ANGLE("bend", card.bend[1], -16384, 16384),
    KEYS_END,
};
static const struct tc_mapping right_wing =
    MAPPING(right_wing_keys, struct unit_file, NULL, NULL);

static void put_unit(struct tc_reading *r, void *entry)
{
    const struct unit_file *f = entry;
    struct min_unit_card *c = new_unit(r, &f->card);

    if (c == NULL)
        return;
    if (c->nation == NULL)
        c->nation = own(r)->of_brigade->nation ? own(r)->of_brigade->nation : "";
    if (own(r)->regiment != TC_NONE && c->kind != MIN_LINE_CAV)
        tc_wrong(r, TC_E_ILLEGAL, "kind", "a regiment is made of line-cavalry (N-L1).");
    set_weapon(r, c);
    set_strength(r, c);
    set_grades(r, f, c);
    set_regular(r, c);
    set_formation(r, c);
    put_place(r, c, &f->enters, own(r)->of_brigade);
}

static const struct tc_key unit_keys[] = {
    NAME("name", card.name),
    MAY_TEXT("label", card.label),
    WORD_OF("kind", card.kind, min_kind_words, MIN_COMMAND),
    MAY_NAME("nation", card.nation),
    MAY_WORD("weapon", card.weapon, min_weapon_words),
    MAY_WORD("grade", grade, min_grade_words),
    MAY_MAP_SELF("grades", grades_of),
    MAY_YES("regular", card.regular),
    MAY_COUNT("figures", card.figures, 1, 60),
    MAY_COUNT("guns", card.guns, 1, 3),
    MAY_WORD("formation", card.formation, min_formation_words),
    MAY_COUNT("files", card.files, 1, 60),
    MAY_COUNT("ranks", card.ranks, 1, 2),
    MAY_LENGTH("gap", card.gap, 0, 12000),
    MAY_LENGTH("x", card.x, 0, MIN_TABLE_MOST),
    MAY_LENGTH("y", card.y, 0, MIN_TABLE_MOST),
    MAY_ANGLE("facing", card.facing, 0, 65535),
    MAY_MAP("enters", enters, enters_of),
    MAY_MAP_SELF("left_wing", left_wing),
    MAY_MAP_SELF("right_wing", right_wing),
    KEYS_END,
};
static const struct tc_mapping unit = MAPPING(unit_keys, struct unit_file, put_unit, NULL);

/* A commander; gives the unit, or TC_NONE when there is no room. */
static int put_commander(struct tc_reading *r, const struct unit_file *f,
                         enum min_authority authority, const struct min_brigade_file *b)
{
    struct min_unit_card *c = new_unit(r, &f->card);
    int32_t most = book_of(r)->t.command_radius;

    if (c == NULL)
        return TC_NONE;
    c->kind = MIN_COMMAND;
    c->weapon = MIN_NO_WEAPON;
    c->figures = 1;
    c->formation = MIN_MOUNTED_STAFF;
    c->authority = (uint8_t)authority;
    if (c->nation == NULL)
        c->nation = b && b->nation ? b->nation : "";
    if (!tc_has(r, "radius"))
        c->radius = most;
    if (c->radius > most) /* N-K2 */
        tc_wrong(r, TC_E_RANGE, "radius",
                 "a command radius may be shorter than %s inches, not longer.",
                 tc_inches(most).text);
    memset(c->grade, tc_has(r, "grade") ? f->grade : MIN_GREEN, sizeof c->grade);
    put_place(r, c, &f->enters, b);
    return book_of(r)->units - 1;
}

static void put_army(struct tc_reading *r, void *entry)
{
    put_commander(r, entry, MIN_OF_ARMY, NULL);
}

static void put_of_division(struct tc_reading *r, void *entry)
{
    put_commander(r, entry, MIN_OF_DIVISION, NULL);
}

static void put_of_brigade(struct tc_reading *r, void *entry)
{
    int c = put_commander(r, entry, MIN_OF_BRIGADE, own(r)->of_brigade);

    if (own(r)->brigade != TC_NONE)
        book_of(r)->brigade[own(r)->brigade].command = (int16_t)c;
}

static const struct tc_key commander_keys[] = {
    NAME("name", card.name),
    MAY_TEXT("label", card.label),
    MAY_NAME("nation", card.nation),
    MAY_LENGTH("x", card.x, 0, MIN_TABLE_MOST),
    MAY_LENGTH("y", card.y, 0, MIN_TABLE_MOST),
    MAY_ANGLE("facing", card.facing, 0, 65535),
    MAY_LENGTH("radius", card.radius, 0, 120000),
    MAY_WORD("grade", grade, min_grade_words),
    MAY_MAP("enters", enters, enters_of),
    KEYS_END,
};
#undef AT
const struct tc_mapping min_army_keys =
    MAPPING(commander_keys, struct unit_file, put_army, NULL);
static const struct tc_mapping of_division =
    MAPPING(commander_keys, struct unit_file, put_of_division, NULL);
static const struct tc_mapping of_brigade =
    MAPPING(commander_keys, struct unit_file, put_of_brigade, NULL);

/* --- Regiments, brigades, divisions --- */

/* One more group of a side in a list of cards; TC_NONE when the list is full. */
static int put_group(struct tc_reading *r, const struct min_group_card *from,
                     struct min_group_card *list, int *n, int most, const char *what)
{
    if (*n == most) {
        tc_wrong(r, TC_E_FULL, NULL, "there is room for %d %s.", most, what);
        return TC_NONE;
    }
    for (int i = 0; i < *n; i++)
        if (strcmp(list[i].name, from->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two %s are named \"%s\".", what, from->name);
    list[*n] = *from;
    list[*n].label = or_name(from->label, from->name);
    list[*n].side = (int8_t)own(r)->side;
    return (*n)++;
}

static void put_regiment(struct tc_reading *r, void *entry)
{
    own(r)->regiment = put_group(r, entry, book_of(r)->regiment, &book_of(r)->regiments,
                                 MIN_REGIMENTS, "regiments");
}

static void end_regiment(struct tc_reading *r, void *entry)
{
    (void)entry;
    own(r)->regiment = TC_NONE;
}

#define AT struct min_group_card
static const struct tc_key regiment_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    EACH("units", unit, 1, MIN_UNITS),
    KEYS_END,
};
#undef AT
static const struct tc_mapping regiment =
    MAPPING(regiment_keys, struct min_group_card, put_regiment, end_regiment);

static void put_brigade(struct tc_reading *r, void *entry)
{
    struct min_book *bk = book_of(r);
    struct min_brigade_file *f = entry;

    f->has_grade = tc_has(r, "grade");
    f->has_facing = tc_has(r, "facing");
    f->has_enters = tc_has(r, "enters");
    own(r)->of_brigade = f;
    own(r)->brigade = TC_NONE;
    if (bk->brigades == MIN_BRIGADES) {
        tc_wrong(r, TC_E_FULL, NULL, "there is room for %d brigades.", MIN_BRIGADES);
        return;
    }
    for (int i = 0; i < bk->brigades; i++)
        if (strcmp(bk->brigade[i].name, f->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two brigades are named \"%s\".", f->name);
    if (!tc_has(r, "units") && !tc_has(r, "regiments"))
        tc_wrong(r, TC_E_KEY, NULL, "a brigade needs the key \"units\" or \"regiments\".");
    own(r)->brigade = bk->brigades++;
    bk->brigade[own(r)->brigade] =
        (struct min_brigade_card){ .name = f->name,
                                   .label = or_name(f->label, f->name),
                                   .side = (int8_t)own(r)->side,
                                   .division = (int8_t)own(r)->division,
                                   .command = TC_NONE };
}

/* What the units of the brigade make it. */
static enum min_arm arm_of(const struct min_book *bk, int brigade)
{
    bool foot = false, horse = false;

    for (int i = 0; i < bk->units; i++) {
        const struct min_unit_card *c = &bk->unit[i];
        if (c->brigade != brigade || c->kind == MIN_COMMAND)
            continue;
        horse = horse || is_horse(c->kind);
        foot = foot || (!is_horse(c->kind) && !is_gun(c->kind));
    }
    return foot && horse ? MIN_MIXED_BRIGADE
           : foot        ? MIN_FOOT_BRIGADE
           : horse       ? MIN_HORSE_BRIGADE
                         : MIN_GUN_BRIGADE;
}

static void end_brigade(struct tc_reading *r, void *entry)
{
    const struct min_brigade_file *f = entry;
    enum min_arm is = arm_of(book_of(r), own(r)->brigade);
    uint8_t arm = tc_has(r, "arm") ? f->arm : (uint8_t)is;

    if (own(r)->brigade != TC_NONE)
        book_of(r)->brigade[own(r)->brigade].arm = arm;
    if (arm != is && arm != MIN_MIXED_BRIGADE)
        tc_wrong(r, TC_E_RANGE, "arm",
                 "the units make it another arm; leave the key out, or write mixed.");
    own(r)->brigade = TC_NONE;
}

#define AT struct min_brigade_file
static const struct tc_key brigade_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    MAY_WORD("arm", arm, min_arm_words),
    MAY_NAME("nation", nation),
    MAY_WORD("grade", grade, min_grade_words),
    MAY_YES("regular", regular),
    MAY_ANGLE("facing", facing, 0, 65535),
    MAY_MAP("enters", enters, enters_of),
    MAY_ONE("command", of_brigade),
    MAY_EACH("units", unit, 1, MIN_UNITS),
    MAY_EACH("regiments", regiment, 1, MIN_REGIMENTS),
    KEYS_END,
};
#undef AT
const struct tc_mapping min_brigade_keys =
    MAPPING(brigade_keys, struct min_brigade_file, put_brigade, end_brigade);

static void put_division(struct tc_reading *r, void *entry)
{
    own(r)->division = put_group(r, entry, book_of(r)->division, &book_of(r)->divisions,
                                 MIN_DIVISIONS, "divisions");
}

static void end_division(struct tc_reading *r, void *entry)
{
    (void)entry;
    own(r)->division = TC_NONE;
}

#define AT struct min_group_card
static const struct tc_key division_keys[] = {
    NAME("name", name),
    MAY_TEXT("label", label),
    MAY_ONE("command", of_division),
    EACH("brigades", min_brigade_keys, 1, MIN_BRIGADES),
    KEYS_END,
};
#undef AT
const struct tc_mapping min_division_keys =
    MAPPING(division_keys, struct min_group_card, put_division, end_division);
