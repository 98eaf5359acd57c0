/* rules/minden/load_units.c - the order of battle of a minden scenario into cards. */
#include <stdio.h>
#include <string.h>

#include "rules/minden/load_scenario.h"

/* --- names ---------------------------------------------------------------------------------
 */

static void unit_name_is_new(struct min_filling *f, const char *name,
                             const struct book_node *at)
{
    for (int i = 0; i < f->bk->units; i++)
        if (strcmp(f->bk->unit[i].name, name) == 0)
            book_wrong(f->rd, TC_E_NAME, book_spot(at, "name"),
                       "two units are named \"%s\" (the first in line %d).", name,
                       f->node[i] ? f->node[i]->line : 0);
}

static int find_entry(const struct min_book *bk, const char *name)
{
    for (int i = 0; i < bk->entries; i++)
        if (strcmp(bk->entry[i].name, name) == 0)
            return i;
    return TC_NONE;
}

/* Room for one more unit, or NULL; said once. */
static struct min_unit_card *new_unit(struct min_filling *f, const char *name,
                                      const char *label, const struct book_node *at)
{
    struct min_unit_card *c;

    if (f->bk->units == MIN_UNITS) {
        if (!f->full)
            book_wrong(f->rd, TC_E_FULL, at,
                       "there is room for %d units, commands and parts of batteries included.",
                       MIN_UNITS);
        f->full = true;
        return NULL;
    }
    unit_name_is_new(f, name, at);
    f->node[f->bk->units] = at;
    c = &f->bk->unit[f->bk->units++];
    c->name = book_keep(f->rd, name);
    c->label = book_keep(f->rd, label ? label : name);
    c->side = (int8_t)f->side;
    c->brigade = (int8_t)f->brigade;
    c->division = (int8_t)f->division;
    c->regiment = (int8_t)f->regiment;
    c->entry = TC_NONE;
    c->spare_of = TC_NONE;
    c->sections = 1;
    return c;
}

/* --- places
 * ----------------------------------------------------------------------------------- */

/* Straight into the table from an edge. */
static int32_t inward(enum min_edge e)
{
    static const int32_t facing[] = {
        [MIN_NORTH] = 32768, [MIN_EAST] = 49152, [MIN_SOUTH] = 0, [MIN_WEST] = 16384
    };
    return facing[e];
}

static void enter(struct min_filling *f, const struct raw_enters *r, const struct book_node *at,
                  struct min_unit_card *c)
{
    int entry = find_entry(f->bk, r->at);

    if (entry == TC_NONE) {
        book_wrong(f->rd, TC_E_NAME, book_spot(at, "enters"),
                   "no entry is named \"%s\"; the key \"entries\" of the scenario lists them.",
                   r->at);
        return;
    }
    if (f->bk->turn_limit && r->turn > f->bk->turn_limit)
        book_wrong(f->rd, TC_E_RANGE, book_spot(at, "enters"),
                   "turn %d is after the last turn, %d.", r->turn, f->bk->turn_limit);
    c->entry = (int8_t)entry;
    c->entry_turn = (uint16_t)r->turn;
    c->entry_throw = r->diced ? *r->diced : true; /* N-L17 */
    c->facing = inward((enum min_edge)f->bk->entry[entry].edge);
}

/* Either a place (x, y, facing) or an entry; brigades lend facing and entry to their units. */
static void put(struct min_filling *f, struct min_unit_card *c, const struct book_node *at,
                const char *x, const char *y, const char *facing, const struct raw_enters *own,
                const struct raw_brigade *b)
{
    const struct raw_enters *enters = own ? own : b ? b->enters : NULL;
    const char *turn = facing ? facing : b ? b->facing : NULL;

    if (enters && (x || y || facing)) {
        book_wrong(f->rd, TC_E_KEY, at,
                   "a unit that enters has no x, y or facing of its own; it comes on at its "
                   "entry.");
    } else if (enters) {
        enter(f, enters, at, c);
    } else if (x == NULL || y == NULL) {
        book_wrong(f->rd, TC_E_KEY, at, "the key \"%s\" is missing (or the key \"enters\").",
                   x ? "y" : "x");
    } else {
        c->x = book_length(x);
        c->y = book_length(y);
        c->facing = turn ? book_angle(turn) & 65535
                         : inward((enum min_edge)f->bk->side[f->side].own_edge);
    }
}

/* --- what a unit is
 * ------------------------------------------------------------------------------ */

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

static void set_weapon(struct min_filling *f, const struct raw_unit *r,
                       const struct book_node *at, struct min_unit_card *c)
{
    static const uint8_t usual[MIN_KINDS] = {
        [MIN_LINE_INF] = MIN_MUSKET,   [MIN_LIGHT_INF] = MIN_MUSKET,
        [MIN_LINE_CAV] = MIN_CARBINE,  [MIN_LIGHT_CAV] = MIN_CARBINE,
        [MIN_GUN_MH] = MIN_GUN,        [MIN_GUN_LIGHT] = MIN_LIGHT_GUN,
        [MIN_COMMAND] = MIN_NO_WEAPON,
    };
    bool good;

    c->weapon = r->weapon ? (uint8_t)*r->weapon : usual[c->kind];
    good = c->weapon == usual[c->kind] || (is_horse(c->kind) && c->weapon == MIN_NO_WEAPON) ||
           (!is_horse(c->kind) && !is_gun(c->kind) && c->weapon == MIN_RIFLE);
    if (!good)
        book_wrong(
            f->rd, TC_E_RANGE, book_spot(at, "weapon"),
            "%s cannot have this weapon; allowed: musket or rifle for infantry, carbine or "
            "none for cavalry, gun for a gun, light-gun for a light gun.",
            r->name);
}

static void set_strength(struct min_filling *f, const struct raw_unit *r,
                         const struct book_node *at, struct min_unit_card *c)
{
    const struct min_base_table *b = &f->bk->t.base;
    int crew = c->kind == MIN_GUN_MH ? b->crew : b->light_crew; /* N-L12 */

    if (!is_gun(c->kind)) {
        if (r->guns)
            book_wrong(f->rd, TC_E_KEY, book_spot(at, "guns"), "only a battery has guns.");
        if (r->figures == NULL)
            book_wrong(f->rd, TC_E_KEY, at, "the key \"figures\" is missing.");
        c->figures = r->figures ? (uint8_t)*r->figures : 1;
        return;
    }
    if (r->guns == NULL)
        book_wrong(f->rd, TC_E_KEY, at, "the key \"guns\" is missing; allowed: 1 to 3.");
    c->guns = r->guns ? (uint8_t)*r->guns : 1;
    c->figures = (uint8_t)(crew * c->guns);
    if (r->figures && *r->figures != c->figures)
        book_wrong(f->rd, TC_E_RANGE, book_spot(at, "figures"),
                   "a battery starts with its whole crew, %d figures here; leave the key out.",
                   c->figures);
}

static uint8_t grade_or(const enum min_grade *own, int otherwise)
{
    return (uint8_t)(own ? (int)*own : otherwise);
}

/* N-Ka2: one grade for all, or one each; batteries are trained unless told otherwise (N-L11).
 */
static void set_grades(struct min_filling *f, const struct raw_unit *r,
                       const struct raw_brigade *b, const struct book_node *at,
                       struct min_unit_card *c)
{
    const enum min_grade *all = r->grade ? r->grade : b->grade;
    const struct raw_grades *g = r->grades;
    int usual = grade_or(all, MIN_TRAINED);
    bool each = g && g->clearing && g->testing && g->moving && g->shooting;

    if (all == NULL && !each && !is_gun(c->kind))
        book_wrong(
            f->rd, TC_E_KEY, at,
            "the key \"grade\" is missing; allowed: green, trained, veteran, here or for "
            "the brigade.");
    c->grade[MIN_CLEARING] = grade_or(g ? g->clearing : NULL, usual);
    c->grade[MIN_TESTING] = grade_or(g ? g->testing : NULL, usual);
    c->grade[MIN_MOVING] = grade_or(g ? g->moving : NULL, usual);
    c->grade[MIN_SHOOTING] = grade_or(g ? g->shooting : NULL, usual);
}

/* N-Kb4d: the mark of French regular infantry. */
static void set_regular(struct min_filling *f, const struct raw_unit *r,
                        const struct raw_brigade *b, const struct book_node *at,
                        struct min_unit_card *c)
{
    bool french = strcmp(c->nation, "french") == 0;

    if (r->regular)
        c->regular = *r->regular;
    else
        c->regular = b->regular && *b->regular && c->kind == MIN_LINE_INF && french;
    if (c->regular && (c->kind != MIN_LINE_INF || !french))
        book_wrong(f->rd, TC_E_RANGE, book_spot(at, "regular"),
                   "only line-infantry of nation french is regular (it may form attack column, "
                   "N-Kb4d).");
}

/* --- formations: N-Kb9, N-GEO-6
 * --------------------------------------------------------------------- */

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

static void set_files(struct min_filling *f, const struct raw_unit *r,
                      const struct book_node *at, struct min_unit_card *c)
{
    const struct min_base_table *b = &f->bk->t.base;
    int32_t gap = r->gap ? book_length(r->gap) : 1000;

    if (r->files && c->formation != MIN_MARCH_COLUMN)
        book_wrong(f->rd, TC_E_KEY, book_spot(at, "files"),
                   "only a march-column chooses its files.");
    if ((r->ranks || r->gap) && c->formation != MIN_OPEN)
        book_wrong(f->rd, TC_E_KEY, at,
                   "only open formation has the keys \"ranks\" and \"gap\".");
    if (c->formation == MIN_MARCH_COLUMN) {
        c->files = r->files ? (uint8_t)*r->files : (uint8_t)(b->column_files_max);
        if (c->files > b->column_files_max)
            book_wrong(f->rd, TC_E_RANGE, book_spot(at, "files"), "allowed: 1 to %d.",
                       b->column_files_max);
    }
    if (c->formation == MIN_OPEN) {
        c->ranks = r->ranks ? (uint8_t)*r->ranks : 1;
        c->gap = (uint16_t)gap;
        if (gap > b->open_gap_max) /* N-Kb1a */
            book_wrong(f->rd, TC_E_RANGE, book_spot(at, "gap"),
                       "figures stand at most %d.%03d inches apart.", b->open_gap_max / 1000,
                       b->open_gap_max % 1000);
    }
    if (c->formation == MIN_ATTACK_COLUMN) { /* N-GEO-6c */
        int files = (c->figures + 2) / 3;
        if ((c->figures + files - 1) / files != 3)
            book_wrong(f->rd, TC_E_RANGE, book_spot(at, "figures"),
                       "%d figures cannot stand three deep.", c->figures);
    }
}

static void set_wing(struct min_filling *f, const struct raw_wing *w,
                     const struct book_node *at, struct min_unit_card *c, int which)
{
    const struct min_base_table *b = &f->bk->t.base;
    int32_t bend = book_angle(w->bend);

    if (w->files < b->section_files_min)
        book_wrong(f->rd, TC_E_RANGE, at, "a wing has at least %d files.",
                   b->section_files_min);
    if (bend == 0 || bend > b->bend_forward_max || -bend > b->bend_back_max) /* N-Kb5b */
        book_wrong(f->rd, TC_E_RANGE, at,
                   "a wing is bent at most %d degrees forward, or %d back (then with a minus).",
                   b->bend_forward_max * 360 / 65536, b->bend_back_max * 360 / 65536);
    c->section_files[which * 2] = (uint8_t)w->files;
    c->bend[which] = (int16_t)bend;
    c->sections++;
}

/* N-GEO-15a: a line that starts bent. */
static void set_wings(struct min_filling *f, const struct raw_unit *r,
                      const struct book_node *at, struct min_unit_card *c)
{
    int files = (c->figures + 1) / 2;
    int centre = files - (r->left ? r->left->files : 0) - (r->right ? r->right->files : 0);

    if (r->left == NULL && r->right == NULL)
        return;
    if (c->formation != MIN_LINE || c->kind != MIN_LINE_INF) {
        book_wrong(f->rd, TC_E_KEY, at, "only a line of line-infantry has wings.");
        return;
    }
    if (r->left)
        set_wing(f, r->left, book_spot(at, "left_wing"), c, 0);
    if (r->right)
        set_wing(f, r->right, book_spot(at, "right_wing"), c, 1);
    if (centre < f->bk->t.base.section_files_min)
        book_wrong(f->rd, TC_E_RANGE, at,
                   "the line has %d files; its wings leave fewer than %d for the centre.",
                   files, f->bk->t.base.section_files_min);
    else
        c->section_files[1] = (uint8_t)centre;
}

static void set_formation(struct min_filling *f, const struct raw_unit *r,
                          const struct book_node *at, struct min_unit_card *c)
{
    int usual = is_gun(c->kind) ? MIN_UNLIMBERED : is_light(c->kind) ? MIN_OPEN : MIN_LINE;

    c->formation = r->formation ? (uint8_t)*r->formation : (uint8_t)usual;
    if (!may_form(c, (enum min_formation)c->formation)) {
        book_wrong(
            f->rd, TC_E_ILLEGAL, book_spot(at, "formation"),
            "%s cannot be in this formation (N-Kb9); allowed: line, march-column, square "
            "and (french regulars) attack-column for line infantry, line and march-column "
            "for line cavalry, incorrect (N-J5a) for both, open for light units, limbered and "
            "unlimbered for guns.",
            r->name);
        return;
    }
    set_files(f, r, at, c);
    set_wings(f, r, at, c);
}

/* --- units and commanders
 * ---------------------------------------------------------------------------- */

static void fill_unit(struct min_filling *f, const struct raw_unit *r,
                      const struct raw_brigade *b, const struct book_node *at)
{
    struct min_unit_card *c = new_unit(f, r->name, r->label, at);

    if (c == NULL)
        return;
    c->kind = (uint8_t)r->kind;
    c->nation = book_keep(f->rd, r->nation ? r->nation : b->nation);
    if (f->regiment != TC_NONE && c->kind != MIN_LINE_CAV)
        book_wrong(f->rd, TC_E_ILLEGAL, book_spot(at, "kind"),
                   "a regiment is made of line-cavalry (N-L1).");
    set_weapon(f, r, at, c);
    set_strength(f, r, at, c);
    set_grades(f, r, b, at, c);
    set_regular(f, r, b, at, c);
    set_formation(f, r, at, c);
    put(f, c, at, r->x, r->y, r->facing, r->enters, b);
}

/* A commander; returns the unit, or TC_NONE when there is none or no room. */
static int fill_commander(struct min_filling *f, const struct raw_commander *r,
                          const struct book_node *at, enum min_authority authority,
                          const struct raw_brigade *b)
{
    struct min_unit_card *c = r ? new_unit(f, r->name, r->label, at) : NULL;

    if (c == NULL)
        return TC_NONE;
    c->kind = MIN_COMMAND;
    c->weapon = MIN_NO_WEAPON;
    c->figures = 1;
    c->formation = MIN_MOUNTED_STAFF;
    c->authority = (uint8_t)authority;
    c->nation = book_keep(f->rd, r->nation ? r->nation : b ? b->nation : NULL);
    c->radius = r->radius ? book_length(r->radius) : f->bk->t.command_radius;
    if (c->radius > f->bk->t.command_radius) /* N-K2 */
        book_wrong(f->rd, TC_E_RANGE, book_spot(at, "radius"),
                   "a command radius may be shorter than %d.%03d inches, not longer.",
                   f->bk->t.command_radius / 1000, f->bk->t.command_radius % 1000);
    memset(c->grade, grade_or(r->grade, MIN_GREEN), sizeof c->grade);
    put(f, c, at, r->x, r->y, r->facing, r->enters, b);
    return f->bk->units - 1;
}

/* --- brigades, divisions, sides
 * ------------------------------------------------------------------------ */

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

static void set_arm(struct min_filling *f, const struct raw_brigade *r,
                    const struct book_node *at, struct min_brigade_card *c)
{
    enum min_arm is = arm_of(f->bk, f->brigade);

    c->arm = (uint8_t)(r->arm ? *r->arm : is);
    if (c->arm != is && c->arm != MIN_MIXED_BRIGADE)
        book_wrong(f->rd, TC_E_RANGE, book_spot(at, "arm"),
                   "the units make it another arm; leave the key out, or write mixed.");
}

static void fill_regiment(struct min_filling *f, const struct raw_regiment *r,
                          const struct raw_brigade *b, const struct book_node *at)
{
    const struct book_node *list = book_child(at, "units");

    if (f->bk->regiments == MIN_REGIMENTS) {
        book_wrong(f->rd, TC_E_FULL, at, "there is room for %d regiments.", MIN_REGIMENTS);
        return;
    }
    for (int i = 0; i < f->bk->regiments; i++)
        if (strcmp(f->bk->regiment[i].name, r->name) == 0)
            book_wrong(f->rd, TC_E_NAME, book_spot(at, "name"),
                       "two regiments are named \"%s\".", r->name);
    f->regiment = f->bk->regiments++;
    f->bk->regiment[f->regiment] =
        (struct min_group_card){ book_keep(f->rd, r->name),
                                 book_keep(f->rd, r->label ? r->label : r->name),
                                 (int8_t)f->side };
    for (unsigned i = 0; i < r->units_count; i++)
        fill_unit(f, &r->units[i], b, book_item(list, (int)i));
    f->regiment = TC_NONE;
}

static bool new_brigade(struct min_filling *f, const struct raw_brigade *r,
                        const struct book_node *at)
{
    if (f->bk->brigades == MIN_BRIGADES) {
        book_wrong(f->rd, TC_E_FULL, at, "there is room for %d brigades.", MIN_BRIGADES);
        return false;
    }
    for (int i = 0; i < f->bk->brigades; i++)
        if (strcmp(f->bk->brigade[i].name, r->name) == 0)
            book_wrong(f->rd, TC_E_NAME, book_spot(at, "name"),
                       "two brigades are named \"%s\".", r->name);
    if (r->units_count + r->regiments_count == 0)
        book_wrong(f->rd, TC_E_KEY, at, "a brigade needs the key \"units\" or \"regiments\".");
    f->brigade = f->bk->brigades++;
    f->bk->brigade[f->brigade] =
        (struct min_brigade_card){ .name = book_keep(f->rd, r->name),
                                   .label = book_keep(f->rd, r->label ? r->label : r->name),
                                   .side = (int8_t)f->side,
                                   .division = (int8_t)f->division,
                                   .command = TC_NONE };
    return true;
}

static void fill_brigades(struct min_filling *f, const struct raw_brigade *list, unsigned n,
                          const struct book_node *nodes)
{
    for (unsigned i = 0; i < n; i++) {
        const struct raw_brigade *r = &list[i];
        const struct book_node *at = book_item(nodes, (int)i);
        struct min_brigade_card *c;
        if (!new_brigade(f, r, at))
            return;
        c = &f->bk->brigade[f->brigade];
        c->command =
            (int16_t)fill_commander(f, r->command, book_spot(at, "command"), MIN_OF_BRIGADE, r);
        for (unsigned j = 0; j < r->units_count; j++)
            fill_unit(f, &r->units[j], r, book_item(book_child(at, "units"), (int)j));
        for (unsigned j = 0; j < r->regiments_count; j++)
            fill_regiment(f, &r->regiments[j], r,
                          book_item(book_child(at, "regiments"), (int)j));
        set_arm(f, r, at, c);
        f->brigade = TC_NONE;
    }
}

static void fill_division(struct min_filling *f, const struct raw_division *r,
                          const struct book_node *at)
{
    if (f->bk->divisions == MIN_DIVISIONS) {
        book_wrong(f->rd, TC_E_FULL, at, "there is room for %d divisions.", MIN_DIVISIONS);
        return;
    }
    for (int i = 0; i < f->bk->divisions; i++)
        if (strcmp(f->bk->division[i].name, r->name) == 0)
            book_wrong(f->rd, TC_E_NAME, book_spot(at, "name"),
                       "two divisions are named \"%s\".", r->name);
    f->division = f->bk->divisions++;
    f->bk->division[f->division] =
        (struct min_group_card){ book_keep(f->rd, r->name),
                                 book_keep(f->rd, r->label ? r->label : r->name),
                                 (int8_t)f->side };
    fill_commander(f, r->command, book_spot(at, "command"), MIN_OF_DIVISION, NULL);
    fill_brigades(f, r->brigades, r->brigades_count, book_child(at, "brigades"));
    f->division = TC_NONE;
}

void book_minden_fill_side(struct min_filling *f, const struct raw_side *r,
                           const struct book_node *at)
{
    f->division = f->brigade = f->regiment = TC_NONE;
    if (r->divisions_count + r->brigades_count == 0)
        book_wrong(f->rd, TC_E_KEY, at, "a side needs the key \"divisions\" or \"brigades\".");
    fill_commander(f, r->army, book_spot(at, "army"), MIN_OF_ARMY, NULL);
    for (unsigned i = 0; i < r->divisions_count; i++)
        fill_division(f, &r->divisions[i], book_item(book_child(at, "divisions"), (int)i));
    fill_brigades(f, r->brigades, r->brigades_count, book_child(at, "brigades"));
}

/* --- parts of batteries
 * --------------------------------------------------------------------------------- */

static void add_spare(struct min_filling *f, int battery, int part)
{
    struct min_unit_card whole = f->bk->unit[battery];
    const struct book_node *at = f->node[battery];
    struct min_unit_card *c;
    char name[64], label[128];

    snprintf(name, sizeof name, "%.50s-%d", whole.name, part);
    snprintf(label, sizeof label, "%.100s, part %d", whole.label, part);
    f->side = whole.side;
    c = new_unit(f, name, label, at);
    if (c == NULL)
        return;
    whole.name = c->name;
    whole.label = c->label;
    *c = whole;
    c->guns = 1;
    c->figures = (uint8_t)(whole.figures / whole.guns);
    c->spare_of = (int16_t)battery;
}

void book_minden_add_spares(struct min_filling *f)
{
    int units = f->bk->units;

    for (int i = 0; i < units; i++)
        for (int part = 2; part <= f->bk->unit[i].guns; part++)
            add_spare(f, i, part);
}
