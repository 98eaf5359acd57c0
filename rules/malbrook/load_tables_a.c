/* rules/malbrook/load_tables_a.c - data/malbrook/tables: shapes, limits, and into the book. */
#include "rules/malbrook/load_parts.h"

/* --- bases.yaml -------------------------------------------------------------------- */

struct raw_bases {
    struct book_head head;
    const char *traditional_foot_width;
    const char *traditional_foot_depth;
    const char *new_foot_width;
    const char *new_foot_depth;
    const char *traditional_horse_width;
    const char *traditional_horse_depth;
    const char *new_horse_width;
    const char *new_horse_depth;
    const char *dragoon_width;
    const char *dragoon_depth;
    const char *dismounted_width;
    const char *dismounted_depth;
    const char *hussar_width;
    const char *hussar_depth;
    const char *light_gun_width;
    const char *light_gun_depth;
    const char *medium_gun_width;
    const char *medium_gun_depth;
    const char *heavy_gun_width;
    const char *heavy_gun_depth;
    const char *howitzer_gun_width;
    const char *howitzer_gun_depth;
    const char *mortar_gun_width;
    const char *mortar_gun_depth;
    const char *wagon_width;
    const char *wagon_depth;
    const char *loose_gap;
    const char *loose_gap_most;
    int32_t foot_least;
    int32_t foot_most;
    int32_t horse_least;
    int32_t horse_most;
    int32_t men;
    int32_t squadrons;
    int32_t guns;
    int32_t grade_foot;
    int32_t grade_horse;
    int32_t grade_dragoon;
    int32_t grade_hussar;
    int32_t grade_civilian;
    int32_t grade_gun;
    int32_t grade_wagon;
};

static const cyaml_schema_field_t bases_fields[] = {
    BOOK_TABLE_HEAD(struct raw_bases),
    MAL_TEXT("traditional_foot_width", struct raw_bases, traditional_foot_width),
    MAL_TEXT("traditional_foot_depth", struct raw_bases, traditional_foot_depth),
    MAL_TEXT("new_foot_width", struct raw_bases, new_foot_width),
    MAL_TEXT("new_foot_depth", struct raw_bases, new_foot_depth),
    MAL_TEXT("traditional_horse_width", struct raw_bases, traditional_horse_width),
    MAL_TEXT("traditional_horse_depth", struct raw_bases, traditional_horse_depth),
    MAL_TEXT("new_horse_width", struct raw_bases, new_horse_width),
    MAL_TEXT("new_horse_depth", struct raw_bases, new_horse_depth),
    MAL_TEXT("dragoon_width", struct raw_bases, dragoon_width),
    MAL_TEXT("dragoon_depth", struct raw_bases, dragoon_depth),
    MAL_TEXT("dismounted_width", struct raw_bases, dismounted_width),
    MAL_TEXT("dismounted_depth", struct raw_bases, dismounted_depth),
    MAL_TEXT("hussar_width", struct raw_bases, hussar_width),
    MAL_TEXT("hussar_depth", struct raw_bases, hussar_depth),
    MAL_TEXT("light_gun_width", struct raw_bases, light_gun_width),
    MAL_TEXT("light_gun_depth", struct raw_bases, light_gun_depth),
    MAL_TEXT("medium_gun_width", struct raw_bases, medium_gun_width),
    MAL_TEXT("medium_gun_depth", struct raw_bases, medium_gun_depth),
    MAL_TEXT("heavy_gun_width", struct raw_bases, heavy_gun_width),
    MAL_TEXT("heavy_gun_depth", struct raw_bases, heavy_gun_depth),
    MAL_TEXT("howitzer_gun_width", struct raw_bases, howitzer_gun_width),
    MAL_TEXT("howitzer_gun_depth", struct raw_bases, howitzer_gun_depth),
    MAL_TEXT("mortar_gun_width", struct raw_bases, mortar_gun_width),
    MAL_TEXT("mortar_gun_depth", struct raw_bases, mortar_gun_depth),
    MAL_TEXT("wagon_width", struct raw_bases, wagon_width),
    MAL_TEXT("wagon_depth", struct raw_bases, wagon_depth),
    MAL_TEXT("loose_gap", struct raw_bases, loose_gap),
    MAL_TEXT("loose_gap_most", struct raw_bases, loose_gap_most),
    MAL_INT("foot_least", struct raw_bases, foot_least),
    MAL_INT("foot_most", struct raw_bases, foot_most),
    MAL_INT("horse_least", struct raw_bases, horse_least),
    MAL_INT("horse_most", struct raw_bases, horse_most),
    MAL_INT("men", struct raw_bases, men),
    MAL_INT("squadrons", struct raw_bases, squadrons),
    MAL_INT("guns", struct raw_bases, guns),
    MAL_INT("grade_foot", struct raw_bases, grade_foot),
    MAL_INT("grade_horse", struct raw_bases, grade_horse),
    MAL_INT("grade_dragoon", struct raw_bases, grade_dragoon),
    MAL_INT("grade_hussar", struct raw_bases, grade_hussar),
    MAL_INT("grade_civilian", struct raw_bases, grade_civilian),
    MAL_INT("grade_gun", struct raw_bases, grade_gun),
    MAL_INT("grade_wagon", struct raw_bases, grade_wagon),
    CYAML_FIELD_END
};

MAL_SCHEMA(bases);

static const struct book_limit bases_limits[] = {
    MAL_HEAD_LIMITS,
    { "traditional_foot_width", BOOK_LENGTH, 0, 96000 },
    { "traditional_foot_depth", BOOK_LENGTH, 0, 96000 },
    { "new_foot_width", BOOK_LENGTH, 0, 96000 },
    { "new_foot_depth", BOOK_LENGTH, 0, 96000 },
    { "traditional_horse_width", BOOK_LENGTH, 0, 96000 },
    { "traditional_horse_depth", BOOK_LENGTH, 0, 96000 },
    { "new_horse_width", BOOK_LENGTH, 0, 96000 },
    { "new_horse_depth", BOOK_LENGTH, 0, 96000 },
    { "dragoon_width", BOOK_LENGTH, 0, 96000 },
    { "dragoon_depth", BOOK_LENGTH, 0, 96000 },
    { "dismounted_width", BOOK_LENGTH, 0, 96000 },
    { "dismounted_depth", BOOK_LENGTH, 0, 96000 },
    { "hussar_width", BOOK_LENGTH, 0, 96000 },
    { "hussar_depth", BOOK_LENGTH, 0, 96000 },
    { "light_gun_width", BOOK_LENGTH, 0, 96000 },
    { "light_gun_depth", BOOK_LENGTH, 0, 96000 },
    { "medium_gun_width", BOOK_LENGTH, 0, 96000 },
    { "medium_gun_depth", BOOK_LENGTH, 0, 96000 },
    { "heavy_gun_width", BOOK_LENGTH, 0, 96000 },
    { "heavy_gun_depth", BOOK_LENGTH, 0, 96000 },
    { "howitzer_gun_width", BOOK_LENGTH, 0, 96000 },
    { "howitzer_gun_depth", BOOK_LENGTH, 0, 96000 },
    { "mortar_gun_width", BOOK_LENGTH, 0, 96000 },
    { "mortar_gun_depth", BOOK_LENGTH, 0, 96000 },
    { "wagon_width", BOOK_LENGTH, 0, 96000 },
    { "wagon_depth", BOOK_LENGTH, 0, 96000 },
    { "loose_gap", BOOK_LENGTH, 0, 96000 },
    { "loose_gap_most", BOOK_LENGTH, 0, 96000 },
    { "foot_least", BOOK_INT, 0, 100 },
    { "foot_most", BOOK_INT, 0, 100 },
    { "horse_least", BOOK_INT, 0, 100 },
    { "horse_most", BOOK_INT, 0, 100 },
    { "men", BOOK_INT, 1, 2000 },
    { "squadrons", BOOK_INT, 0, 100 },
    { "guns", BOOK_INT, 0, 100 },
    { "grade_foot", BOOK_INT, -99, 100 },
    { "grade_horse", BOOK_INT, -99, 100 },
    { "grade_dragoon", BOOK_INT, -99, 100 },
    { "grade_hussar", BOOK_INT, -99, 100 },
    { "grade_civilian", BOOK_INT, -99, 100 },
    { "grade_gun", BOOK_INT, -99, 100 },
    { "grade_wagon", BOOK_INT, -99, 100 },
    MAL_END_LIMITS,
};

static void fill_bases(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_bases *r = raw;
    struct mal_base_table *t = &book_malbrook_of(out)->tables.base;

    (void)rd;
    t->foot_w[MAL_TRADITIONAL] = book_length(r->traditional_foot_width);
    t->foot_d[MAL_TRADITIONAL] = book_length(r->traditional_foot_depth);
    t->foot_w[MAL_NEW] = book_length(r->new_foot_width);
    t->foot_d[MAL_NEW] = book_length(r->new_foot_depth);
    t->horse_w[MAL_TRADITIONAL] = book_length(r->traditional_horse_width);
    t->horse_d[MAL_TRADITIONAL] = book_length(r->traditional_horse_depth);
    t->horse_w[MAL_NEW] = book_length(r->new_horse_width);
    t->horse_d[MAL_NEW] = book_length(r->new_horse_depth);
    t->dragoon_w = book_length(r->dragoon_width);
    t->dragoon_d = book_length(r->dragoon_depth);
    t->dismounted_w = book_length(r->dismounted_width);
    t->dismounted_d = book_length(r->dismounted_depth);
    t->hussar_w = book_length(r->hussar_width);
    t->hussar_d = book_length(r->hussar_depth);
    t->gun_w[MAL_LIGHT] = book_length(r->light_gun_width);
    t->gun_d[MAL_LIGHT] = book_length(r->light_gun_depth);
    t->gun_w[MAL_MEDIUM] = book_length(r->medium_gun_width);
    t->gun_d[MAL_MEDIUM] = book_length(r->medium_gun_depth);
    t->gun_w[MAL_HEAVY] = book_length(r->heavy_gun_width);
    t->gun_d[MAL_HEAVY] = book_length(r->heavy_gun_depth);
    t->gun_w[MAL_HOWITZER] = book_length(r->howitzer_gun_width);
    t->gun_d[MAL_HOWITZER] = book_length(r->howitzer_gun_depth);
    t->gun_w[MAL_MORTAR] = book_length(r->mortar_gun_width);
    t->gun_d[MAL_MORTAR] = book_length(r->mortar_gun_depth);
    t->wagon_w = book_length(r->wagon_width);
    t->wagon_d = book_length(r->wagon_depth);
    t->loose_gap = book_length(r->loose_gap);
    t->loose_gap_most = book_length(r->loose_gap_most);
    t->foot_least = r->foot_least;
    t->foot_most = r->foot_most;
    t->horse_least = r->horse_least;
    t->horse_most = r->horse_most;
    t->men = r->men;
    t->squadrons = r->squadrons;
    t->guns = r->guns;
    t->grade[MAL_FOOT] = r->grade_foot;
    t->grade[MAL_HORSE] = r->grade_horse;
    t->grade[MAL_DRAGOON] = r->grade_dragoon;
    t->grade[MAL_HUSSAR] = r->grade_hussar;
    t->grade[MAL_CIVILIAN] = r->grade_civilian;
    t->grade[MAL_GUN] = r->grade_gun;
    t->grade[MAL_WAGON] = r->grade_wagon;
}

const struct book_part book_malbrook_bases = { "bases", &bases_schema, bases_limits,
                                               fill_bases };

/* --- command.yaml -------------------------------------------------------------------- */

struct raw_command {
    struct book_head head;
    int32_t actions_major_general;
    int32_t actions_lieutenant_general;
    int32_t actions_marshal;
    int32_t superior;
    int32_t incompetent;
    int32_t wounded_actions;
    const char *move;
    const char *far_move;
    const char *near;
    const char *reach_major_general;
    const char *reach_lieutenant_general;
    const char *reach_marshal;
    const char *rear_line;
    const char *conform_angle;
    const char *contact;
    const char *zone_radius;
    const char *zone_margin;
    int32_t halt_to;
    int32_t free_to;
    int32_t in_motion;
    int32_t choice;
    int32_t leader_hit;
    int32_t killed_to;
    int32_t wounded_to;
    const char *lone;
    const char *lone_shot;
    int32_t lone_hit;
    const char *refuge;
};

static const cyaml_schema_field_t command_fields[] = {
    BOOK_TABLE_HEAD(struct raw_command),
    MAL_INT("actions_major_general", struct raw_command, actions_major_general),
    MAL_INT("actions_lieutenant_general", struct raw_command, actions_lieutenant_general),
    MAL_INT("actions_marshal", struct raw_command, actions_marshal),
    MAL_INT("superior", struct raw_command, superior),
    MAL_INT("incompetent", struct raw_command, incompetent),
    MAL_INT("wounded_actions", struct raw_command, wounded_actions),
    MAL_TEXT("move", struct raw_command, move),
    MAL_TEXT("far_move", struct raw_command, far_move),
    MAL_TEXT("near", struct raw_command, near),
    MAL_TEXT("reach_major_general", struct raw_command, reach_major_general),
    MAL_TEXT("reach_lieutenant_general", struct raw_command, reach_lieutenant_general),
    MAL_TEXT("reach_marshal", struct raw_command, reach_marshal),
    MAL_TEXT("rear_line", struct raw_command, rear_line),
    MAL_TEXT("conform_angle", struct raw_command, conform_angle),
    MAL_TEXT("contact", struct raw_command, contact),
    MAL_TEXT("zone_radius", struct raw_command, zone_radius),
    MAL_TEXT("zone_margin", struct raw_command, zone_margin),
    MAL_INT("halt_to", struct raw_command, halt_to),
    MAL_INT("free_to", struct raw_command, free_to),
    MAL_INT("in_motion", struct raw_command, in_motion),
    MAL_INT("choice", struct raw_command, choice),
    MAL_INT("leader_hit", struct raw_command, leader_hit),
    MAL_INT("killed_to", struct raw_command, killed_to),
    MAL_INT("wounded_to", struct raw_command, wounded_to),
    MAL_TEXT("lone", struct raw_command, lone),
    MAL_TEXT("lone_shot", struct raw_command, lone_shot),
    MAL_INT("lone_hit", struct raw_command, lone_hit),
    MAL_TEXT("refuge", struct raw_command, refuge),
    CYAML_FIELD_END
};

MAL_SCHEMA(command);

static const struct book_limit command_limits[] = {
    MAL_HEAD_LIMITS,
    { "actions_major_general", BOOK_INT, 0, 100 },
    { "actions_lieutenant_general", BOOK_INT, 0, 100 },
    { "actions_marshal", BOOK_INT, 0, 100 },
    { "superior", BOOK_INT, 0, 100 },
    { "incompetent", BOOK_INT, 0, 100 },
    { "wounded_actions", BOOK_INT, 0, 100 },
    { "move", BOOK_LENGTH, 0, 96000 },
    { "far_move", BOOK_LENGTH, 0, 96000 },
    { "near", BOOK_LENGTH, 0, 96000 },
    { "reach_major_general", BOOK_LENGTH, 0, 96000 },
    { "reach_lieutenant_general", BOOK_LENGTH, 0, 96000 },
    { "reach_marshal", BOOK_LENGTH, 0, 96000 },
    { "rear_line", BOOK_LENGTH, 0, 96000 },
    { "conform_angle", BOOK_ANGLE, 0, 65535 },
    { "contact", BOOK_LENGTH, 0, 96000 },
    { "zone_radius", BOOK_LENGTH, 0, 96000 },
    { "zone_margin", BOOK_LENGTH, 0, 96000 },
    { "halt_to", BOOK_INT, 0, 100 },
    { "free_to", BOOK_INT, 0, 100 },
    { "in_motion", BOOK_INT, 0, 100 },
    { "choice", BOOK_INT, 0, 100 },
    { "leader_hit", BOOK_INT, 0, 100 },
    { "killed_to", BOOK_INT, 0, 100 },
    { "wounded_to", BOOK_INT, 0, 100 },
    { "lone", BOOK_LENGTH, 0, 96000 },
    { "lone_shot", BOOK_LENGTH, 0, 96000 },
    { "lone_hit", BOOK_INT, 0, 100 },
    { "refuge", BOOK_LENGTH, 0, 96000 },
    MAL_END_LIMITS,
};

static void fill_command(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_command *r = raw;
    struct mal_command_table *t = &book_malbrook_of(out)->tables.command;

    (void)rd;
    t->actions[MAL_MAJOR_GENERAL] = r->actions_major_general;
    t->actions[MAL_LIEUTENANT_GENERAL] = r->actions_lieutenant_general;
    t->actions[MAL_MARSHAL] = r->actions_marshal;
    t->superior = r->superior;
    t->incompetent = r->incompetent;
    t->wounded_actions = r->wounded_actions;
    t->move = book_length(r->move);
    t->far_move = book_length(r->far_move);
    t->near = book_length(r->near);
    t->reach[MAL_MAJOR_GENERAL] = book_length(r->reach_major_general);
    t->reach[MAL_LIEUTENANT_GENERAL] = book_length(r->reach_lieutenant_general);
    t->reach[MAL_MARSHAL] = book_length(r->reach_marshal);
    t->rear_line = book_length(r->rear_line);
    t->conform_angle = book_angle(r->conform_angle);
    t->contact = book_length(r->contact);
    t->zone_radius = book_length(r->zone_radius);
    t->zone_margin = book_length(r->zone_margin);
    t->halt_to = r->halt_to;
    t->free_to = r->free_to;
    t->in_motion = r->in_motion;
    t->choice = r->choice;
    t->leader_hit = r->leader_hit;
    t->killed_to = r->killed_to;
    t->wounded_to = r->wounded_to;
    t->lone = book_length(r->lone);
    t->lone_shot = book_length(r->lone_shot);
    t->lone_hit = r->lone_hit;
    t->refuge = book_length(r->refuge);
}

const struct book_part book_malbrook_command = { "command", &command_schema, command_limits,
                                                 fill_command };

/* --- sight.yaml -------------------------------------------------------------------- */

struct raw_sight {
    struct book_head head;
    const char *open;
    const char *high;
    const char *inside;
    const char *over;
    const char *beyond_unformed;
    const char *edge;
};

static const cyaml_schema_field_t sight_fields[] = {
    BOOK_TABLE_HEAD(struct raw_sight),
    MAL_TEXT("open", struct raw_sight, open),
    MAL_TEXT("high", struct raw_sight, high),
    MAL_TEXT("inside", struct raw_sight, inside),
    MAL_TEXT("over", struct raw_sight, over),
    MAL_TEXT("beyond_unformed", struct raw_sight, beyond_unformed),
    MAL_TEXT("edge", struct raw_sight, edge),
    CYAML_FIELD_END
};

MAL_SCHEMA(sight);

static const struct book_limit sight_limits[] = {
    MAL_HEAD_LIMITS,
    { "open", BOOK_LENGTH, 0, 96000 },
    { "high", BOOK_LENGTH, 0, 96000 },
    { "inside", BOOK_LENGTH, 0, 96000 },
    { "over", BOOK_LENGTH, 0, 96000 },
    { "beyond_unformed", BOOK_LENGTH, 0, 96000 },
    { "edge", BOOK_LENGTH, 0, 96000 },
    MAL_END_LIMITS,
};

static void fill_sight(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_sight *r = raw;
    struct mal_sight_table *t = &book_malbrook_of(out)->tables.sight;

    (void)rd;
    t->open = book_length(r->open);
    t->high = book_length(r->high);
    t->inside = book_length(r->inside);
    t->over = book_length(r->over);
    t->beyond_unformed = book_length(r->beyond_unformed);
    t->edge = book_length(r->edge);
}

const struct book_part book_malbrook_sight = { "sight", &sight_schema, sight_limits,
                                               fill_sight };

/* --- disorder.yaml -------------------------------------------------------------------- */

struct raw_disorder {
    struct book_head head;
    int32_t most;
    int32_t manoeuvre_most;
    int32_t dress_e;
    int32_t dress_d;
    int32_t dress_c;
    int32_t dress_b;
    int32_t dress_a;
    int32_t dress_quiet_e;
    int32_t dress_quiet_d;
    int32_t dress_quiet_c;
    int32_t dress_quiet_b;
    int32_t dress_quiet_a;
    int32_t dress_under_fire_e;
    int32_t dress_under_fire_d;
    int32_t dress_under_fire_c;
    int32_t dress_under_fire_b;
    int32_t dress_under_fire_a;
    int32_t dress_far_only_e;
    int32_t dress_far_only_d;
    int32_t dress_far_only_c;
    int32_t dress_far_only_b;
    int32_t dress_far_only_a;
    int32_t lower_rout;
    int32_t leader_falls;
    int32_t retires;
    int32_t equal_rout;
    int32_t relief;
};

static const cyaml_schema_field_t disorder_fields[] = {
    BOOK_TABLE_HEAD(struct raw_disorder),
    MAL_INT("most", struct raw_disorder, most),
    MAL_INT("manoeuvre_most", struct raw_disorder, manoeuvre_most),
    MAL_INT("dress_e", struct raw_disorder, dress_e),
    MAL_INT("dress_d", struct raw_disorder, dress_d),
    MAL_INT("dress_c", struct raw_disorder, dress_c),
    MAL_INT("dress_b", struct raw_disorder, dress_b),
    MAL_INT("dress_a", struct raw_disorder, dress_a),
    MAL_INT("dress_quiet_e", struct raw_disorder, dress_quiet_e),
    MAL_INT("dress_quiet_d", struct raw_disorder, dress_quiet_d),
    MAL_INT("dress_quiet_c", struct raw_disorder, dress_quiet_c),
    MAL_INT("dress_quiet_b", struct raw_disorder, dress_quiet_b),
    MAL_INT("dress_quiet_a", struct raw_disorder, dress_quiet_a),
    MAL_INT("dress_under_fire_e", struct raw_disorder, dress_under_fire_e),
    MAL_INT("dress_under_fire_d", struct raw_disorder, dress_under_fire_d),
    MAL_INT("dress_under_fire_c", struct raw_disorder, dress_under_fire_c),
    MAL_INT("dress_under_fire_b", struct raw_disorder, dress_under_fire_b),
    MAL_INT("dress_under_fire_a", struct raw_disorder, dress_under_fire_a),
    MAL_INT("dress_far_only_e", struct raw_disorder, dress_far_only_e),
    MAL_INT("dress_far_only_d", struct raw_disorder, dress_far_only_d),
    MAL_INT("dress_far_only_c", struct raw_disorder, dress_far_only_c),
    MAL_INT("dress_far_only_b", struct raw_disorder, dress_far_only_b),
    MAL_INT("dress_far_only_a", struct raw_disorder, dress_far_only_a),
    MAL_INT("lower_rout", struct raw_disorder, lower_rout),
    MAL_INT("leader_falls", struct raw_disorder, leader_falls),
    MAL_INT("retires", struct raw_disorder, retires),
    MAL_INT("equal_rout", struct raw_disorder, equal_rout),
    MAL_INT("relief", struct raw_disorder, relief),
    CYAML_FIELD_END
};

MAL_SCHEMA(disorder);

static const struct book_limit disorder_limits[] = {
    MAL_HEAD_LIMITS,
    { "most", BOOK_INT, 0, 100 },
    { "manoeuvre_most", BOOK_INT, 0, 100 },
    { "dress_e", BOOK_INT, 0, 100 },
    { "dress_d", BOOK_INT, 0, 100 },
    { "dress_c", BOOK_INT, 0, 100 },
    { "dress_b", BOOK_INT, 0, 100 },
    { "dress_a", BOOK_INT, 0, 100 },
    { "dress_quiet_e", BOOK_INT, 0, 100 },
    { "dress_quiet_d", BOOK_INT, 0, 100 },
    { "dress_quiet_c", BOOK_INT, 0, 100 },
    { "dress_quiet_b", BOOK_INT, 0, 100 },
    { "dress_quiet_a", BOOK_INT, 0, 100 },
    { "dress_under_fire_e", BOOK_INT, 0, 100 },
    { "dress_under_fire_d", BOOK_INT, 0, 100 },
    { "dress_under_fire_c", BOOK_INT, 0, 100 },
    { "dress_under_fire_b", BOOK_INT, 0, 100 },
    { "dress_under_fire_a", BOOK_INT, 0, 100 },
    { "dress_far_only_e", BOOK_INT, 0, 100 },
    { "dress_far_only_d", BOOK_INT, 0, 100 },
    { "dress_far_only_c", BOOK_INT, 0, 100 },
    { "dress_far_only_b", BOOK_INT, 0, 100 },
    { "dress_far_only_a", BOOK_INT, 0, 100 },
    { "lower_rout", BOOK_INT, 0, 100 },
    { "leader_falls", BOOK_INT, 0, 100 },
    { "retires", BOOK_INT, 0, 100 },
    { "equal_rout", BOOK_INT, 0, 100 },
    { "relief", BOOK_INT, 0, 100 },
    MAL_END_LIMITS,
};

static void fill_disorder(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_disorder *r = raw;
    struct mal_disorder_table *t = &book_malbrook_of(out)->tables.disorder;

    (void)rd;
    t->most = r->most;
    t->manoeuvre_most = r->manoeuvre_most;
    t->dress[MAL_E] = r->dress_e;
    t->dress[MAL_D] = r->dress_d;
    t->dress[MAL_C] = r->dress_c;
    t->dress[MAL_B] = r->dress_b;
    t->dress[MAL_A] = r->dress_a;
    t->dress_quiet[MAL_E] = r->dress_quiet_e;
    t->dress_quiet[MAL_D] = r->dress_quiet_d;
    t->dress_quiet[MAL_C] = r->dress_quiet_c;
    t->dress_quiet[MAL_B] = r->dress_quiet_b;
    t->dress_quiet[MAL_A] = r->dress_quiet_a;
    t->dress_always[MAL_E] = r->dress_under_fire_e;
    t->dress_always[MAL_D] = r->dress_under_fire_d;
    t->dress_always[MAL_C] = r->dress_under_fire_c;
    t->dress_always[MAL_B] = r->dress_under_fire_b;
    t->dress_always[MAL_A] = r->dress_under_fire_a;
    t->dress_far[MAL_E] = r->dress_far_only_e;
    t->dress_far[MAL_D] = r->dress_far_only_d;
    t->dress_far[MAL_C] = r->dress_far_only_c;
    t->dress_far[MAL_B] = r->dress_far_only_b;
    t->dress_far[MAL_A] = r->dress_far_only_a;
    t->lower_rout = r->lower_rout;
    t->leader_falls = r->leader_falls;
    t->retires = r->retires;
    t->equal_rout = r->equal_rout;
    t->relief = r->relief;
}

const struct book_part book_malbrook_disorder = { "disorder", &disorder_schema, disorder_limits,
                                                  fill_disorder };
