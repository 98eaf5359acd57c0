/* rules/malbrook/load_scenario.c - scenarios of malbrook: armies, wings, commands, and into the
 * book.
 */
#include <string.h>

#include "rules/malbrook/load_parts.h"
#include "kernel/text.h"

#define OPTIONAL               CYAML_FLAG_OPTIONAL
#define MAY(KEY, S, M)         BOOK_FIELD_TEXT(KEY, OPTIONAL, S, M)
#define MAY_INT(KEY, S, M)     CYAML_FIELD_INT_PTR(KEY, OPTIONAL, S, M)
#define MAY_BOOL(KEY, S, M)    CYAML_FIELD_BOOL_PTR(KEY, OPTIONAL, S, M)
#define MAY_WORD(KEY, S, M, W) BOOK_FIELD_WORD_PTR(KEY, OPTIONAL, S, M, W)
#define LIST(KEY, FLAGS, S, M, V, MAX)                                                         \
    CYAML_FIELD_SEQUENCE(KEY, CYAML_FLAG_POINTER | (FLAGS), S, M, &(V), 0, MAX)
#define ENTRY(S, F)                                                                            \
    {                                                                                          \
        CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, S, F)                                          \
    }

static const cyaml_strval_t type_words[] = {
    { "foot", MAL_FOOT },      { "horse", MAL_HORSE },        { "dragoons", MAL_DRAGOON },
    { "hussars", MAL_HUSSAR }, { "civilians", MAL_CIVILIAN }, { "wagon", MAL_WAGON },
};
static const cyaml_strval_t class_words[] = {
    { "light", MAL_LIGHT },       { "medium", MAL_MEDIUM }, { "heavy", MAL_HEAVY },
    { "howitzer", MAL_HOWITZER }, { "mortar", MAL_MORTAR },
};
static const cyaml_strval_t style_words[] = { { "traditional", MAL_TRADITIONAL },
                                              { "new", MAL_NEW } };
/* M-3.2: nations of the old and of the new way of fighting. */
static const cyaml_strval_t nation_words[] = {
    { "french", MAL_TRADITIONAL },   { "bavarian", MAL_TRADITIONAL },
    { "austrian", MAL_TRADITIONAL }, { "imperial", MAL_TRADITIONAL },
    { "spanish", MAL_TRADITIONAL },  { "savoyard", MAL_TRADITIONAL },
    { "italian", MAL_TRADITIONAL },  { "portuguese", MAL_TRADITIONAL },
    { "swedish", MAL_NEW },          { "dutch", MAL_NEW },
    { "english", MAL_NEW },          { "danish", MAL_NEW },
    { "prussian", MAL_NEW },         { "hanoverian", MAL_NEW },
    { "hessian", MAL_NEW },
};
static const cyaml_strval_t grade_words[] = {
    { "a", MAL_A }, { "b", MAL_B }, { "c", MAL_C }, { "d", MAL_D }, { "e", MAL_E }
};
static const cyaml_strval_t form_words[] = { { "line", MAL_LINE },
                                             { "field-column", MAL_FIELD_COLUMN },
                                             { "march-column", MAL_MARCH_COLUMN },
                                             { "unformed", MAL_UNFORMED } };
static const cyaml_strval_t order_words[] = { { "defend", MAL_DEFEND },
                                              { "advance-defend", MAL_ADVANCE_DEFEND },
                                              { "attack", MAL_ATTACK } };
static const cyaml_strval_t battle_words[] = { { "free", MAL_FREE },
                                               { "meeting", MAL_MEETING },
                                               { "attack", MAL_ATTACK_SCENARIO } };
static const cyaml_strval_t rating_words[] = { { "incompetent", -1 },
                                               { "usual", 0 },
                                               { "superior", 1 } };

struct raw_leader {
    const char *name, *label, *x, *y, *with;
    int *rating;
    bool *exceptional;
    int *turn;
};

struct raw_brigade {
    const char *name, *label, *x, *y, *facing, *base_width, *base_depth;
    enum mal_type type;
    enum mal_style *style, *nation;
    enum mal_grade *grade;
    enum mal_formation *formation;
    int bases;
    int *front, *dp, *turn;
    bool *mixed, *outrance, *as_cavalry, *dismounted;
};

struct raw_gun {
    const char *name, *label, *x, *y, *facing;
    enum mal_gun_class cls;
    bool *limbered;
    int *dp, *turn;
};

struct raw_command {
    const char *name, *label;
    struct raw_leader *leader;
    struct raw_brigade *brigades;
    unsigned brigades_count;
    struct raw_gun *guns;
    unsigned guns_count;
};

struct raw_corner {
    const char *x, *y;
};

struct raw_zone { /* a disc, or corners */
    const char *x, *y, *radius;
    struct raw_corner *points;
    unsigned points_count;
};

struct raw_wing {
    const char *name, *label, *marshal;
    struct raw_leader *leader;
    enum mal_order order;
    struct raw_zone *zone;
    struct raw_command *commands;
    unsigned commands_count;
};

struct raw_side {
    const char *name, *colour, *front, *personal;
    enum mal_style *style, *nation;
    int *history_losses;
    struct raw_leader *marshals;
    unsigned marshals_count;
    struct raw_wing *wings;
    unsigned wings_count;
};

struct raw_options {
    bool *new_style_basing, *orders_advisory, *looting, *hidden, *mixed_commands,
        *d6_as_average, *centimetres;
    int *gun_dp_limit, *break_percent;
};

struct raw_scenario {
    struct book_head head;
    const char *map, *attacker;
    enum mal_scenario_kind kind;
    int turns;
    struct raw_options *options;
    struct raw_side *sides;
    unsigned sides_count;
};

static const cyaml_schema_field_t leader_fields[] = {
    MAL_TEXT("name", struct raw_leader, name),
    MAY("label", struct raw_leader, label),
    MAL_TEXT("x", struct raw_leader, x),
    MAL_TEXT("y", struct raw_leader, y),
    MAY("with", struct raw_leader, with),
    MAY_WORD("rating", struct raw_leader, rating, rating_words),
    MAY_BOOL("exceptional", struct raw_leader, exceptional),
    MAY_INT("turn", struct raw_leader, turn),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t leader_value = ENTRY(struct raw_leader, leader_fields);

static const cyaml_schema_field_t brigade_fields[] = {
    MAL_TEXT("name", struct raw_brigade, name),
    MAY("label", struct raw_brigade, label),
    BOOK_FIELD_WORD("type", CYAML_FLAG_DEFAULT, struct raw_brigade, type, type_words),
    MAY_WORD("style", struct raw_brigade, style, style_words),
    MAY_WORD("nation", struct raw_brigade, nation, nation_words),
    MAY_WORD("grade", struct raw_brigade, grade, grade_words),
    MAL_INT("bases", struct raw_brigade, bases),
    MAY_WORD("formation", struct raw_brigade, formation, form_words),
    MAY_INT("front", struct raw_brigade, front),
    MAL_TEXT("x", struct raw_brigade, x),
    MAL_TEXT("y", struct raw_brigade, y),
    MAY("facing", struct raw_brigade, facing),
    MAY("base_width", struct raw_brigade, base_width),
    MAY("base_depth", struct raw_brigade, base_depth),
    MAY_INT("dp", struct raw_brigade, dp),
    MAY_INT("turn", struct raw_brigade, turn),
    MAY_BOOL("mixed", struct raw_brigade, mixed),
    MAY_BOOL("outrance", struct raw_brigade, outrance),
    MAY_BOOL("as_cavalry", struct raw_brigade, as_cavalry),
    MAY_BOOL("dismounted", struct raw_brigade, dismounted),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t brigade_value = ENTRY(struct raw_brigade, brigade_fields);

static const cyaml_schema_field_t gun_fields[] = {
    MAL_TEXT("name", struct raw_gun, name),
    MAY("label", struct raw_gun, label),
    BOOK_FIELD_WORD("class", CYAML_FLAG_DEFAULT, struct raw_gun, cls, class_words),
    MAY_BOOL("limbered", struct raw_gun, limbered),
    MAL_TEXT("x", struct raw_gun, x),
    MAL_TEXT("y", struct raw_gun, y),
    MAY("facing", struct raw_gun, facing),
    MAY_INT("dp", struct raw_gun, dp),
    MAY_INT("turn", struct raw_gun, turn),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t gun_value = ENTRY(struct raw_gun, gun_fields);

static const cyaml_schema_field_t command_fields[] = {
    MAL_TEXT("name", struct raw_command, name),
    MAY("label", struct raw_command, label),
    CYAML_FIELD_MAPPING_PTR("leader", OPTIONAL, struct raw_command, leader, leader_fields),
    LIST("brigades", OPTIONAL, struct raw_command, brigades, brigade_value, MAL_CARDS),
    LIST("guns", OPTIONAL, struct raw_command, guns, gun_value, MAL_CARDS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t command_value = ENTRY(struct raw_command, command_fields);

static const cyaml_schema_field_t corner_fields[] = { MAL_TEXT("x", struct raw_corner, x),
                                                      MAL_TEXT("y", struct raw_corner, y),
                                                      CYAML_FIELD_END };
static const cyaml_schema_value_t corner_value = ENTRY(struct raw_corner, corner_fields);

static const cyaml_schema_field_t zone_fields[] = {
    MAY("x", struct raw_zone, x), MAY("y", struct raw_zone, y),
    MAY("radius", struct raw_zone, radius),
    CYAML_FIELD_SEQUENCE("points", CYAML_FLAG_POINTER | OPTIONAL, struct raw_zone, points,
                         &corner_value, 3, MAL_ZONE_POINTS),
    CYAML_FIELD_END
};

static const cyaml_schema_field_t wing_fields[] = {
    MAL_TEXT("name", struct raw_wing, name),
    MAY("label", struct raw_wing, label),
    MAY("marshal", struct raw_wing, marshal),
    CYAML_FIELD_MAPPING_PTR("leader", CYAML_FLAG_DEFAULT, struct raw_wing, leader,
                            leader_fields),
    BOOK_FIELD_WORD("order", CYAML_FLAG_DEFAULT, struct raw_wing, order, order_words),
    CYAML_FIELD_MAPPING_PTR("zone", OPTIONAL, struct raw_wing, zone, zone_fields),
    LIST("commands", 0, struct raw_wing, commands, command_value, MAL_COMMANDS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t wing_value = ENTRY(struct raw_wing, wing_fields);

static const cyaml_schema_field_t side_fields[] = {
    MAL_TEXT("name", struct raw_side, name),
    MAL_TEXT("colour", struct raw_side, colour),
    MAL_TEXT("front", struct raw_side, front),
    MAY_WORD("style", struct raw_side, style, style_words),
    MAY_WORD("nation", struct raw_side, nation, nation_words),
    MAY("personal", struct raw_side, personal),
    MAY_INT("history_losses", struct raw_side, history_losses),
    LIST("marshals", 0, struct raw_side, marshals, leader_value, 2),
    LIST("wings", 0, struct raw_side, wings, wing_value, MAL_WINGS),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t side_value = ENTRY(struct raw_side, side_fields);

static const cyaml_schema_field_t option_fields[] = {
    MAY_BOOL("new_style_basing", struct raw_options, new_style_basing),
    MAY_BOOL("orders_advisory", struct raw_options, orders_advisory),
    MAY_BOOL("looting", struct raw_options, looting),
    MAY_BOOL("hidden", struct raw_options, hidden),
    MAY_BOOL("allow_mixed_commands", struct raw_options, mixed_commands),
    MAY_BOOL("d6_as_average", struct raw_options, d6_as_average),
    MAY_BOOL("centimetres", struct raw_options, centimetres),
    MAY_INT("gun_dp_limit", struct raw_options, gun_dp_limit),
    MAY_INT("break_percent", struct raw_options, break_percent),
    CYAML_FIELD_END
};

static const cyaml_schema_field_t scenario_fields[] = {
    BOOK_SCENARIO_HEAD(struct raw_scenario),
    MAL_TEXT("map", struct raw_scenario, map),
    BOOK_FIELD_WORD("kind", CYAML_FLAG_DEFAULT, struct raw_scenario, kind, battle_words),
    MAY("attacker", struct raw_scenario, attacker),
    MAL_INT("turns", struct raw_scenario, turns),
    CYAML_FIELD_MAPPING_PTR("options", OPTIONAL, struct raw_scenario, options, option_fields),
    CYAML_FIELD_SEQUENCE("sides", CYAML_FLAG_POINTER, struct raw_scenario, sides, &side_value,
                         2, 2),
    CYAML_FIELD_END
};

MAL_SCHEMA(scenario);

static const struct book_limit scenario_limits[] = {
    { "brigades.front", BOOK_INT, 1, 12 },
    { "system", BOOK_NAME, 0, 0 },
    { "battle", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },
    { "map", BOOK_NAME, 0, 0 },
    { "name", BOOK_NAME, 0, 0 },
    { "colour", BOOK_COLOUR, 0, 0 },
    { "attacker", BOOK_NAME, 0, 0 },
    { "marshal", BOOK_NAME, 0, 0 },
    { "with", BOOK_NAME, 0, 0 },
    { "front", BOOK_ANGLE, 0, 65535 },
    { "x", BOOK_LENGTH, 0, 240000 },
    { "y", BOOK_LENGTH, 0, 120000 },
    { "facing", BOOK_ANGLE, 0, 65535 },
    { "radius", BOOK_LENGTH, 1000, 120000 },
    { "base_width", BOOK_LENGTH, 250, 4000 },
    { "base_depth", BOOK_LENGTH, 250, 4000 },
    { "turns", BOOK_INT, 1, 99 },
    { "turn", BOOK_INT, 1, 99 },
    { "bases", BOOK_INT, 1, 12 },
    { "dp", BOOK_INT, 0, 6 },
    { "gun_dp_limit", BOOK_INT, 1, 6 },
    { "break_percent", BOOK_INT, 1, 100 },
    { "history_losses", BOOK_INT, 1, 99 },
    MAL_END_LIMITS,
};

/* --- into the book ---------------------------------------------------------------------- */

struct filling {
    struct book_reader *rd;
    struct mal_book *bk;
    const struct raw_side *side;
    int s;
};

static const char *label_of(struct book_reader *rd, const char *label, const char *name)
{
    return book_keep(rd, label ? label : name);
}

static int add_leader(struct filling *f, const struct raw_leader *r, enum mal_rank rank)
{
    struct mal_book *bk = f->bk;

    if (bk->leaders == MAL_LEADERS) {
        book_wrong(f->rd, TC_E_FULL, f->rd->doc->root, "there are more than %d leaders.",
                   MAL_LEADERS);
        return 0;
    }
    struct mal_leader_card *l = &bk->leader[bk->leaders];
    l->name = book_keep(f->rd, r->name);
    l->label = label_of(f->rd, r->label, r->name);
    l->side = (int8_t)f->s;
    l->rank = (uint8_t)rank;
    l->rating = (int8_t)(r->rating ? *r->rating : 0);
    l->exceptional = r->exceptional && *r->exceptional;
    l->command = l->wing = l->attached = TC_NONE;
    l->x = book_length(r->x);
    l->y = book_length(r->y);
    l->turn = (uint16_t)(r->turn ? *r->turn : 0);
    if (rank == MAL_MAJOR_GENERAL && l->rating < 0)
        book_wrong(f->rd, TC_E_RANGE, f->rd->doc->root,
                   "%s is a Major General and cannot be incompetent (M-RUL-4).", l->name);
    for (int i = 0; i < bk->leaders; i++)
        if (strcmp(bk->leader[i].name, l->name) == 0)
            book_wrong(f->rd, TC_E_NAME, f->rd->doc->root, "two leaders are named %s.",
                       l->name);
    return bk->leaders++;
}

static struct mal_card *new_card(struct filling *f, const char *name, const char *label)
{
    struct mal_book *bk = f->bk;

    if (bk->cards == MAL_CARDS) {
        book_wrong(f->rd, TC_E_FULL, f->rd->doc->root,
                   "there are more than %d brigades and guns.", MAL_CARDS);
        return &bk->card[0];
    }
    struct mal_card *c = &bk->card[bk->cards++];
    c->name = book_keep(f->rd, name);
    c->label = label_of(f->rd, label, name);
    c->side = (int8_t)f->s;
    for (int i = 0; i + 1 < bk->cards; i++)
        if (strcmp(bk->card[i].name, c->name) == 0)
            book_wrong(f->rd, TC_E_NAME, f->rd->doc->root, "two units are named %s.", c->name);
    if (strncmp(c->name, "part-", 5) == 0)
        book_wrong(f->rd, TC_E_NAME, f->rd->doc->root,
                   "%s: names that begin with part- are kept for parts of brigades.", c->name);
    return c;
}

/* M-3.1, M-3.2: as the scenario says, or as the nation fought. */
static enum mal_style side_style(const struct filling *f)
{
    TC_RULE("M-3.2");
    TC_RULE("M-3.1");
    if (f->side->style)
        return *f->side->style;
    return f->side->nation ? *f->side->nation : MAL_TRADITIONAL;
}

/* Hussars and new-style horse charge with cold steel by right (M-17.15). */
static bool outrance_by_right(const struct mal_card *c)
{
    return (c->type == MAL_HUSSAR && !c->mixed) ||
           (c->type == MAL_HORSE && c->style == MAL_NEW);
}

static void form_card(struct filling *f, struct mal_card *c, const struct raw_brigade *r)
{
    bool loose = (c->type == MAL_HUSSAR && !c->mixed) || c->type == MAL_CIVILIAN ||
                 (c->type == MAL_DRAGOON && !c->mounted);

    c->formation = (uint8_t)(r->formation ? *r->formation : loose ? MAL_UNFORMED : MAL_LINE);
    c->front = (uint8_t)(c->formation == MAL_LINE ? (r->front ? *r->front : c->bases) : 0);
    if (loose != (c->formation == MAL_UNFORMED) && c->type != MAL_WAGON)
        book_wrong(f->rd, TC_E_RANGE, f->rd->doc->root,
                   "%s: only hussars, civilians and dragoons on foot are unformed, and always "
                   "(M-12.7, M-12.9).",
                   c->name);
    if (c->formation == MAL_LINE &&
        (c->front < 1 || c->front > c->bases || c->bases > 2 * c->front))
        book_wrong(f->rd, TC_E_RANGE, f->rd->doc->root,
                   "%s: a line of %d bases cannot be %d wide.", c->name, c->bases, c->front);
    if (c->formation == MAL_FIELD_COLUMN && c->bases < 3)
        book_wrong(f->rd, TC_E_RANGE, f->rd->doc->root,
                   "%s: a field column needs three bases (M-GEO-9).", c->name);
}

/* Its style and grade: its own, or those of its nation, side and type. */
static void grade_card(struct filling *f, struct mal_card *c, const struct raw_brigade *r)
{
    c->style = (uint8_t)(r->style ? *r->style : r->nation ? *r->nation : side_style(f));
    c->grade = (uint8_t)(r->grade ? (int32_t)*r->grade : f->bk->tables.base.grade[r->type]);
    if (!r->grade) {
        TC_RULE("M-3.21");
        TC_RULE("M-3.20");
    }
    if (r->type == MAL_FOOT && c->grade == MAL_B)
        TC_RULE("M-23.19"); /* converged grenadiers are this and nothing more */
}

/* Does it charge with cold steel? */
static void steel_card(struct filling *f, struct mal_card *c, const struct raw_brigade *r)
{
    c->outrance = r->outrance ? *r->outrance : outrance_by_right(c);
    if (c->outrance && !outrance_by_right(c) &&
        !(c->type == MAL_DRAGOON && c->style == MAL_NEW))
        book_wrong(f->rd, TC_E_RANGE, f->rd->doc->root,
                   "%s does not charge with cold steel (M-17.15).", c->name);
}

/* Bases of a size of their own; 0: as the tables say. */
static void size_card(struct mal_card *c, const struct raw_brigade *r)
{
    c->base_w = r->base_width ? book_length(r->base_width) : 0;
    c->base_d = r->base_depth ? book_length(r->base_depth) : c->base_w;
    if (!c->base_w)
        c->base_d = 0;
}

static void add_brigade(struct filling *f, int command, const struct raw_brigade *r)
{
    struct mal_card *c = new_card(f, r->name, r->label);

    c->type = (uint8_t)r->type;
    grade_card(f, c, r);
    c->mixed = r->mixed && *r->mixed;
    c->as_cavalry = r->as_cavalry && *r->as_cavalry;
    steel_card(f, c, r);
    c->bases = (uint8_t)(r->type == MAL_WAGON ? 1 : r->bases);
    c->mounted = r->type != MAL_DRAGOON || !(r->dismounted && *r->dismounted);
    c->dp = (uint8_t)(r->dp ? *r->dp : 0);
    c->command = (int16_t)command;
    c->turn = (uint16_t)(r->turn ? *r->turn : 0);
    c->x = book_length(r->x);
    c->y = book_length(r->y);
    c->heading = (uint16_t)(r->facing ? book_angle(r->facing) : book_angle(f->side->front));
    size_card(c, r);
    c->limbered = r->type == MAL_WAGON;
    form_card(f, c, r);
}

static void add_gun(struct filling *f, int command, const struct raw_gun *r)
{
    struct mal_card *c = new_card(f, r->name, r->label);

    c->type = MAL_GUN;
    c->style = (uint8_t)side_style(f);
    c->grade = (uint8_t)f->bk->tables.base.grade[MAL_GUN];
    c->gun_class = (uint8_t)r->cls;
    c->bases = 1;
    c->formation = MAL_NO_FORMATION;
    c->limbered = r->limbered && *r->limbered;
    c->mounted = false;
    c->dp = (uint8_t)(r->dp ? *r->dp : 0);
    c->command = (int16_t)command;
    c->turn = (uint16_t)(r->turn ? *r->turn : 0);
    c->x = book_length(r->x);
    c->y = book_length(r->y);
    c->heading = (uint16_t)(r->facing ? book_angle(r->facing) : book_angle(f->side->front));
}

static void attach(struct filling *f, int leader, const char *with)
{
    for (int i = 0; i < f->bk->cards; i++)
        if (with && strcmp(f->bk->card[i].name, with) == 0 && f->bk->card[i].side == f->s) {
            f->bk->leader[leader].attached = (int16_t)i;
            return;
        }
    if (with)
        book_wrong(f->rd, TC_E_NAME, f->rd->doc->root, "%s is with %s, whom nobody knows.",
                   f->bk->leader[leader].name, with);
}

static void add_command(struct filling *f, int wing, const struct raw_command *r)
{
    struct mal_book *bk = f->bk;

    if (bk->commands == MAL_COMMANDS) {
        book_wrong(f->rd, TC_E_FULL, f->rd->doc->root, "there are more than %d commands.",
                   MAL_COMMANDS);
        return;
    }
    int i = bk->commands++;
    struct mal_command_card *c = &bk->command[i];
    c->name = book_keep(f->rd, r->name);
    c->label = label_of(f->rd, r->label, r->name);
    c->side = (int8_t)f->s;
    c->wing = (int16_t)wing;
    c->leader = c->marshal = TC_NONE;
    for (unsigned k = 0; k < r->brigades_count; k++)
        add_brigade(f, i, &r->brigades[k]);
    for (unsigned k = 0; k < r->guns_count; k++)
        add_gun(f, i, &r->guns[k]);
    if (!r->leader)
        return;
    c->leader = (int16_t)add_leader(f, r->leader, MAL_MAJOR_GENERAL);
    bk->leader[c->leader].command = (int16_t)i;
    attach(f, c->leader, r->leader->with);
}

static int marshal_of(struct filling *f, const struct raw_wing *r, int first)
{
    for (unsigned i = 0; r->marshal && i < f->side->marshals_count; i++)
        if (strcmp(f->side->marshals[i].name, r->marshal) == 0)
            return first + (int)i;
    if (r->marshal)
        book_wrong(f->rd, TC_E_NAME, f->rd->doc->root, "%s answers to %s, who is no Marshal.",
                   r->name, r->marshal);
    return first;
}

/* M-RUL-6: what the wing's order is about. */
static void fill_zone(struct filling *f, struct mal_wing_card *w, const struct raw_zone *r)
{
    if (r->points ? r->x || r->y || r->radius : !r->x || !r->y || !r->radius) {
        book_wrong(f->rd, TC_E_KEY, f->rd->doc->root,
                   "The zone of %s is a disc (x, y and radius) or has corners (points).",
                   w->name);
        return;
    }
    w->zone_points = (int16_t)r->points_count;
    for (unsigned k = 0; k < r->points_count; k++)
        w->zone[k] =
            (struct tc_scene_point){ book_length(r->points[k].x), book_length(r->points[k].y) };
    if (r->points)
        return;
    w->x = book_length(r->x);
    w->y = book_length(r->y);
    w->radius = book_length(r->radius);
}

static void add_wing(struct filling *f, const struct raw_wing *r, int marshal)
{
    struct mal_book *bk = f->bk;

    if (bk->wings == MAL_WINGS) {
        book_wrong(f->rd, TC_E_FULL, f->rd->doc->root, "there are more than %d wings.",
                   MAL_WINGS);
        return;
    }
    int i = bk->wings++;
    struct mal_wing_card *w = &bk->wing[i];
    w->name = book_keep(f->rd, r->name);
    w->label = label_of(f->rd, r->label, r->name);
    TC_RULE("M-4.5");
    TC_RULE("M-23.18");
    w->side = (int8_t)f->s;
    w->order = (uint8_t)r->order;
    w->marshal = (int16_t)marshal_of(f, r, marshal);
    if (r->zone)
        fill_zone(f, w, r->zone);
    w->leader = (int16_t)add_leader(f, r->leader, MAL_LIEUTENANT_GENERAL);
    bk->leader[w->leader].wing = (int16_t)i;
    for (unsigned k = 0; k < r->commands_count; k++)
        add_command(f, i, &r->commands[k]);
    attach(f, w->leader, r->leader->with);
}

static void fill_options(struct mal_book *bk, const struct raw_options *o)
{
    bk->new_style_basing = !o || !o->new_style_basing || *o->new_style_basing;
    bk->gun_dp_limit = (uint8_t)(o && o->gun_dp_limit ? *o->gun_dp_limit : 1);
    bk->orders_advisory = o && o->orders_advisory && *o->orders_advisory;
    bk->looting = o && o->looting && *o->looting;
    bk->hidden = o && o->hidden && *o->hidden;
    bk->mixed_commands = o && o->mixed_commands && *o->mixed_commands;
    bk->d6_as_average = o && o->d6_as_average && *o->d6_as_average;
    bk->centimetres = o && o->centimetres && *o->centimetres;
    if (o && o->break_percent)
        bk->tables.victory.army_percent = *o->break_percent; /* M-VIC-11 */
}

static void fill_side(struct filling *f)
{
    struct mal_book *bk = f->bk;
    const struct raw_side *r = f->side;
    int first = bk->leaders;

    bk->head.side_name[f->s] = book_keep(f->rd, r->name);
    bk->head.side_colour[f->s] = book_keep(f->rd, r->colour);
    bk->front[f->s] = (uint16_t)book_angle(r->front);
    bk->personal[f->s] = book_keep(f->rd, r->personal);
    bk->history_losses[f->s] = r->history_losses ? *r->history_losses : 0;
    bk->seats[f->s] = 1;
    if (!r->style && !r->nation)
        book_wrong(f->rd, TC_E_KEY, f->rd->doc->root, "%s has no style and no nation (M-3.1).",
                   r->name);
    if (r->marshals_count == 0)
        book_wrong(f->rd, TC_E_KEY, f->rd->doc->root, "%s has no Marshal.", r->name);
    for (unsigned i = 0; i < r->marshals_count; i++)
        (void)add_leader(f, &r->marshals[i], MAL_MARSHAL);
    for (unsigned i = 0; i < r->wings_count; i++)
        add_wing(f, &r->wings[i], first);
    for (unsigned i = 0; i < r->marshals_count; i++)
        attach(f, first + (int)i, r->marshals[i].with);
}

/* What the rules themselves refuse in a scenario. */
static void check_rules(struct book_reader *rd, struct mal_book *bk)
{
    struct tc_refusal why;
    char text[400];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&why, 0, sizeof why);
    if (mal_book_check(bk, &why))
        return;
    tc_say_refusal(bk->head.rules, &bk->head, &why, &t);
    book_wrong(rd, TC_E_ILLEGAL, rd->doc->root, "%s (%s)", text, why.rule);
}

static void fill_scenario(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_scenario *r = raw;
    struct mal_book *bk = book_malbrook_of(out);

    bk->kind = (uint8_t)r->kind;
    bk->turns = (uint16_t)r->turns;
    bk->attacker = TC_NONE;
    fill_options(bk, r->options);
    for (int s = 0; s < 2; s++) {
        struct filling f = { rd, bk, &r->sides[s], s };
        fill_side(&f);
        if (r->attacker && strcmp(r->attacker, r->sides[s].name) == 0)
            bk->attacker = (int8_t)s;
    }
    if (r->attacker && bk->attacker == TC_NONE)
        book_wrong(rd, TC_E_NAME, book_spot(rd->doc->root, "attacker"),
                   "no side is named \"%s\".", r->attacker);
    mal_book_sizes(bk);
    if (rd->report->count == 0)
        check_rules(rd, bk);
}

const struct book_part book_malbrook_scenario = { "", &scenario_schema, scenario_limits,
                                                  fill_scenario };
