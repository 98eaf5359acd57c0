/* rules/malbrook/load_tables_b.c - data/malbrook/tables: shapes, limits, and into the book. */
#include "rules/malbrook/load_parts.h"

/* --- movement.yaml -------------------------------------------------------------------- */

struct raw_movement {
    struct book_head head;
    const char *pip;
    const char *deviation;
    const char *foot_stop;
    const char *horse_stop;
    const char *short_stop;
    const char *line_up;
    const char *road_light;
    const char *road_medium;
    const char *road_heavy;
    const char *road_howitzer;
    const char *road_mortar;
    const char *road_limbered;
    const char *road_march;
    const char *road_near;
    const char *road_angle;
    const char *gun_shift;
    const char *pivot;
    int32_t speed_change;
    const char *withdraw;
    const char *withdraw_angle;
    const char *step;
    const char *refuse_angle;
    int32_t refuse_most;
    const char *wheel_most;
    const char *wheel_sample;
    int32_t good_dp;
    int32_t column_dp;
    int32_t line_dp;
    int32_t horse_dp;
    int32_t wheel_cost;
    int32_t change_cost;
    int32_t unlimber_cost;
    int32_t unlimber_fire;
    int32_t cross_cost;
    int32_t cross_fire;
    int32_t hard_extra;
    int32_t face_cost;
    int32_t mount_cost;
    int32_t pass_cost;
    int32_t gap_cost;
    const char *holders;
    const char *remount;
    const char *merge_angle;
};

static const cyaml_schema_field_t movement_fields[] = {
    BOOK_TABLE_HEAD(struct raw_movement),
    MAL_TEXT("pip", struct raw_movement, pip),
    MAL_TEXT("deviation", struct raw_movement, deviation),
    MAL_TEXT("foot_stop", struct raw_movement, foot_stop),
    MAL_TEXT("horse_stop", struct raw_movement, horse_stop),
    MAL_TEXT("short_stop", struct raw_movement, short_stop),
    MAL_TEXT("line_up", struct raw_movement, line_up),
    MAL_TEXT("road_light", struct raw_movement, road_light),
    MAL_TEXT("road_medium", struct raw_movement, road_medium),
    MAL_TEXT("road_heavy", struct raw_movement, road_heavy),
    MAL_TEXT("road_howitzer", struct raw_movement, road_howitzer),
    MAL_TEXT("road_mortar", struct raw_movement, road_mortar),
    MAL_TEXT("road_limbered", struct raw_movement, road_limbered),
    MAL_TEXT("road_march", struct raw_movement, road_march),
    MAL_TEXT("road_near", struct raw_movement, road_near),
    MAL_TEXT("road_angle", struct raw_movement, road_angle),
    MAL_TEXT("gun_shift", struct raw_movement, gun_shift),
    MAL_TEXT("pivot", struct raw_movement, pivot),
    MAL_INT("speed_change", struct raw_movement, speed_change),
    MAL_TEXT("withdraw", struct raw_movement, withdraw),
    MAL_TEXT("withdraw_angle", struct raw_movement, withdraw_angle),
    MAL_TEXT("step", struct raw_movement, step),
    MAL_TEXT("refuse_angle", struct raw_movement, refuse_angle),
    MAL_INT("refuse_most", struct raw_movement, refuse_most),
    MAL_TEXT("wheel_most", struct raw_movement, wheel_most),
    MAL_TEXT("wheel_sample", struct raw_movement, wheel_sample),
    MAL_INT("good_dp", struct raw_movement, good_dp),
    MAL_INT("column_dp", struct raw_movement, column_dp),
    MAL_INT("line_dp", struct raw_movement, line_dp),
    MAL_INT("horse_dp", struct raw_movement, horse_dp),
    MAL_INT("wheel_cost", struct raw_movement, wheel_cost),
    MAL_INT("change_cost", struct raw_movement, change_cost),
    MAL_INT("unlimber_cost", struct raw_movement, unlimber_cost),
    MAL_INT("unlimber_fire", struct raw_movement, unlimber_fire),
    MAL_INT("cross_cost", struct raw_movement, cross_cost),
    MAL_INT("cross_fire", struct raw_movement, cross_fire),
    MAL_INT("hard_extra", struct raw_movement, hard_extra),
    MAL_INT("face_cost", struct raw_movement, face_cost),
    MAL_INT("mount_cost", struct raw_movement, mount_cost),
    MAL_INT("pass_cost", struct raw_movement, pass_cost),
    MAL_INT("gap_cost", struct raw_movement, gap_cost),
    MAL_TEXT("holders", struct raw_movement, holders),
    MAL_TEXT("remount", struct raw_movement, remount),
    MAL_TEXT("merge_angle", struct raw_movement, merge_angle),
    CYAML_FIELD_END
};

MAL_SCHEMA(movement);

static const struct book_limit movement_limits[] = {
    MAL_HEAD_LIMITS,
    { "pip", BOOK_LENGTH, 0, 96000 },
    { "deviation", BOOK_ANGLE, 0, 65535 },
    { "foot_stop", BOOK_LENGTH, 0, 96000 },
    { "horse_stop", BOOK_LENGTH, 0, 96000 },
    { "short_stop", BOOK_LENGTH, 0, 96000 },
    { "line_up", BOOK_LENGTH, 0, 96000 },
    { "road_light", BOOK_LENGTH, 0, 96000 },
    { "road_medium", BOOK_LENGTH, 0, 96000 },
    { "road_heavy", BOOK_LENGTH, 0, 96000 },
    { "road_howitzer", BOOK_LENGTH, 0, 96000 },
    { "road_mortar", BOOK_LENGTH, 0, 96000 },
    { "road_limbered", BOOK_LENGTH, 0, 96000 },
    { "road_march", BOOK_LENGTH, 0, 96000 },
    { "road_near", BOOK_LENGTH, 0, 96000 },
    { "road_angle", BOOK_ANGLE, 0, 65535 },
    { "gun_shift", BOOK_LENGTH, 0, 96000 },
    { "pivot", BOOK_ANGLE, 0, 65535 },
    { "speed_change", BOOK_INT, 0, 100 },
    { "withdraw", BOOK_LENGTH, 0, 96000 },
    { "withdraw_angle", BOOK_ANGLE, 0, 65535 },
    { "step", BOOK_LENGTH, 0, 96000 },
    { "refuse_angle", BOOK_ANGLE, 0, 65535 },
    { "refuse_most", BOOK_INT, 0, 100 },
    { "wheel_most", BOOK_ANGLE, 0, 65535 },
    { "wheel_sample", BOOK_ANGLE, 0, 65535 },
    { "good_dp", BOOK_INT, 0, 100 },
    { "column_dp", BOOK_INT, 0, 100 },
    { "line_dp", BOOK_INT, 0, 100 },
    { "horse_dp", BOOK_INT, 0, 100 },
    { "wheel_cost", BOOK_INT, 0, 100 },
    { "change_cost", BOOK_INT, 0, 100 },
    { "unlimber_cost", BOOK_INT, 0, 100 },
    { "unlimber_fire", BOOK_INT, 0, 100 },
    { "cross_cost", BOOK_INT, 0, 100 },
    { "cross_fire", BOOK_INT, 0, 100 },
    { "hard_extra", BOOK_INT, 0, 100 },
    { "face_cost", BOOK_INT, 0, 100 },
    { "mount_cost", BOOK_INT, 0, 100 },
    { "pass_cost", BOOK_INT, 0, 100 },
    { "gap_cost", BOOK_INT, 0, 100 },
    { "holders", BOOK_LENGTH, 0, 96000 },
    { "remount", BOOK_LENGTH, 0, 96000 },
    { "merge_angle", BOOK_ANGLE, 0, 65535 },
    MAL_END_LIMITS,
};

static void fill_movement(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_movement *r = raw;
    struct mal_move_table *t = &book_malbrook_of(out)->tables.move;

    (void)rd;
    t->pip = book_length(r->pip);
    t->deviation = book_angle(r->deviation);
    t->foot_stop = book_length(r->foot_stop);
    t->horse_stop = book_length(r->horse_stop);
    t->short_stop = book_length(r->short_stop);
    t->line_up = book_length(r->line_up);
    t->road[MAL_LIGHT] = book_length(r->road_light);
    t->road[MAL_MEDIUM] = book_length(r->road_medium);
    t->road[MAL_HEAVY] = book_length(r->road_heavy);
    t->road[MAL_HOWITZER] = book_length(r->road_howitzer);
    t->road[MAL_MORTAR] = book_length(r->road_mortar);
    t->road_limbered = book_length(r->road_limbered);
    t->road_march = book_length(r->road_march);
    t->road_near = book_length(r->road_near);
    t->road_angle = book_angle(r->road_angle);
    t->gun_shift = book_length(r->gun_shift);
    t->pivot = book_angle(r->pivot);
    t->speed_change = r->speed_change;
    t->withdraw = book_length(r->withdraw);
    t->withdraw_angle = book_angle(r->withdraw_angle);
    t->step = book_length(r->step);
    t->refuse_angle = book_angle(r->refuse_angle);
    t->refuse_most = r->refuse_most;
    t->wheel_most = book_angle(r->wheel_most);
    t->wheel_sample = book_angle(r->wheel_sample);
    t->good_dp = r->good_dp;
    t->column_dp = r->column_dp;
    t->line_dp = r->line_dp;
    t->horse_dp = r->horse_dp;
    t->wheel_cost = r->wheel_cost;
    t->change_cost = r->change_cost;
    t->unlimber_cost = r->unlimber_cost;
    t->unlimber_fire = r->unlimber_fire;
    t->cross_cost = r->cross_cost;
    t->cross_fire = r->cross_fire;
    t->hard_extra = r->hard_extra;
    t->face_cost = r->face_cost;
    t->mount_cost = r->mount_cost;
    t->pass_cost = r->pass_cost;
    t->gap_cost = r->gap_cost;
    t->holders = book_length(r->holders);
    t->remount = book_length(r->remount);
    t->merge_angle = book_angle(r->merge_angle);
}

const struct book_part book_malbrook_movement = { "movement", &movement_schema, movement_limits,
                                                  fill_movement };

/* --- fire.yaml -------------------------------------------------------------------- */

struct raw_fire {
    struct book_head head;
    const char *range_light;
    const char *range_medium;
    const char *range_heavy;
    const char *range_howitzer;
    const char *range_mortar;
    const char *indirect_light;
    const char *indirect_medium;
    const char *indirect_heavy;
    const char *indirect_howitzer;
    const char *indirect_mortar;
    int32_t mod_light;
    int32_t mod_medium;
    int32_t mod_heavy;
    int32_t mod_howitzer;
    int32_t mod_mortar;
    const char *effective;
    const char *close;
    const char *friends;
    const char *arc;
    int32_t far_mod;
    int32_t new_mod;
    int32_t exposed_mod;
    int32_t fort_mod;
    int32_t work_mod;
    int32_t same_mod;
    int32_t one_dp;
    int32_t two_dp;
    int32_t casualty;
    int32_t far_dp;
    int32_t scatter_hit;
    const char *scatter_step;
    const char *direction_1;
    const char *direction_2;
    const char *direction_3;
    const char *direction_4;
    const char *direction_5;
    const char *direction_6;
    const char *direction_7;
    const char *direction_8;
    int32_t volley_hit;
};

static const cyaml_schema_field_t fire_fields[] = {
    BOOK_TABLE_HEAD(struct raw_fire),
    MAL_TEXT("range_light", struct raw_fire, range_light),
    MAL_TEXT("range_medium", struct raw_fire, range_medium),
    MAL_TEXT("range_heavy", struct raw_fire, range_heavy),
    MAL_TEXT("range_howitzer", struct raw_fire, range_howitzer),
    MAL_TEXT("range_mortar", struct raw_fire, range_mortar),
    MAL_TEXT("indirect_light", struct raw_fire, indirect_light),
    MAL_TEXT("indirect_medium", struct raw_fire, indirect_medium),
    MAL_TEXT("indirect_heavy", struct raw_fire, indirect_heavy),
    MAL_TEXT("indirect_howitzer", struct raw_fire, indirect_howitzer),
    MAL_TEXT("indirect_mortar", struct raw_fire, indirect_mortar),
    MAL_INT("mod_light", struct raw_fire, mod_light),
    MAL_INT("mod_medium", struct raw_fire, mod_medium),
    MAL_INT("mod_heavy", struct raw_fire, mod_heavy),
    MAL_INT("mod_howitzer", struct raw_fire, mod_howitzer),
    MAL_INT("mod_mortar", struct raw_fire, mod_mortar),
    MAL_TEXT("effective", struct raw_fire, effective),
    MAL_TEXT("close", struct raw_fire, close),
    MAL_TEXT("friends", struct raw_fire, friends),
    MAL_TEXT("arc", struct raw_fire, arc),
    MAL_INT("far_mod", struct raw_fire, far_mod),
    MAL_INT("new_mod", struct raw_fire, new_mod),
    MAL_INT("exposed_mod", struct raw_fire, exposed_mod),
    MAL_INT("fort_mod", struct raw_fire, fort_mod),
    MAL_INT("work_mod", struct raw_fire, work_mod),
    MAL_INT("same_mod", struct raw_fire, same_mod),
    MAL_INT("one_dp", struct raw_fire, one_dp),
    MAL_INT("two_dp", struct raw_fire, two_dp),
    MAL_INT("casualty", struct raw_fire, casualty),
    MAL_INT("far_dp", struct raw_fire, far_dp),
    MAL_INT("scatter_hit", struct raw_fire, scatter_hit),
    MAL_TEXT("scatter_step", struct raw_fire, scatter_step),
    MAL_TEXT("direction_1", struct raw_fire, direction_1),
    MAL_TEXT("direction_2", struct raw_fire, direction_2),
    MAL_TEXT("direction_3", struct raw_fire, direction_3),
    MAL_TEXT("direction_4", struct raw_fire, direction_4),
    MAL_TEXT("direction_5", struct raw_fire, direction_5),
    MAL_TEXT("direction_6", struct raw_fire, direction_6),
    MAL_TEXT("direction_7", struct raw_fire, direction_7),
    MAL_TEXT("direction_8", struct raw_fire, direction_8),
    MAL_INT("volley_hit", struct raw_fire, volley_hit),
    CYAML_FIELD_END
};

MAL_SCHEMA(fire);

static const struct book_limit fire_limits[] = {
    MAL_HEAD_LIMITS,
    { "range_light", BOOK_LENGTH, 0, 96000 },
    { "range_medium", BOOK_LENGTH, 0, 96000 },
    { "range_heavy", BOOK_LENGTH, 0, 96000 },
    { "range_howitzer", BOOK_LENGTH, 0, 96000 },
    { "range_mortar", BOOK_LENGTH, 0, 96000 },
    { "indirect_light", BOOK_LENGTH, 0, 96000 },
    { "indirect_medium", BOOK_LENGTH, 0, 96000 },
    { "indirect_heavy", BOOK_LENGTH, 0, 96000 },
    { "indirect_howitzer", BOOK_LENGTH, 0, 96000 },
    { "indirect_mortar", BOOK_LENGTH, 0, 96000 },
    { "mod_light", BOOK_INT, -99, 100 },
    { "mod_medium", BOOK_INT, -99, 100 },
    { "mod_heavy", BOOK_INT, -99, 100 },
    { "mod_howitzer", BOOK_INT, -99, 100 },
    { "mod_mortar", BOOK_INT, -99, 100 },
    { "effective", BOOK_LENGTH, 0, 96000 },
    { "close", BOOK_LENGTH, 0, 96000 },
    { "friends", BOOK_LENGTH, 0, 96000 },
    { "arc", BOOK_ANGLE, 0, 65535 },
    { "far_mod", BOOK_INT, -99, 100 },
    { "new_mod", BOOK_INT, -99, 100 },
    { "exposed_mod", BOOK_INT, -99, 100 },
    { "fort_mod", BOOK_INT, -99, 100 },
    { "work_mod", BOOK_INT, -99, 100 },
    { "same_mod", BOOK_INT, -99, 100 },
    { "one_dp", BOOK_INT, 0, 100 },
    { "two_dp", BOOK_INT, 0, 100 },
    { "casualty", BOOK_INT, 0, 100 },
    { "far_dp", BOOK_INT, 0, 100 },
    { "scatter_hit", BOOK_INT, 0, 100 },
    { "scatter_step", BOOK_LENGTH, 0, 96000 },
    { "direction_1", BOOK_ANGLE, 0, 65535 },
    { "direction_2", BOOK_ANGLE, 0, 65535 },
    { "direction_3", BOOK_ANGLE, 0, 65535 },
    { "direction_4", BOOK_ANGLE, 0, 65535 },
    { "direction_5", BOOK_ANGLE, 0, 65535 },
    { "direction_6", BOOK_ANGLE, 0, 65535 },
    { "direction_7", BOOK_ANGLE, 0, 65535 },
    { "direction_8", BOOK_ANGLE, 0, 65535 },
    { "volley_hit", BOOK_INT, 0, 100 },
    MAL_END_LIMITS,
};

static void fill_fire(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_fire *r = raw;
    struct mal_fire_table *t = &book_malbrook_of(out)->tables.fire;

    (void)rd;
    t->range[MAL_LIGHT] = book_length(r->range_light);
    t->range[MAL_MEDIUM] = book_length(r->range_medium);
    t->range[MAL_HEAVY] = book_length(r->range_heavy);
    t->range[MAL_HOWITZER] = book_length(r->range_howitzer);
    t->range[MAL_MORTAR] = book_length(r->range_mortar);
    t->indirect[MAL_LIGHT] = book_length(r->indirect_light);
    t->indirect[MAL_MEDIUM] = book_length(r->indirect_medium);
    t->indirect[MAL_HEAVY] = book_length(r->indirect_heavy);
    t->indirect[MAL_HOWITZER] = book_length(r->indirect_howitzer);
    t->indirect[MAL_MORTAR] = book_length(r->indirect_mortar);
    t->mod[MAL_LIGHT] = r->mod_light;
    t->mod[MAL_MEDIUM] = r->mod_medium;
    t->mod[MAL_HEAVY] = r->mod_heavy;
    t->mod[MAL_HOWITZER] = r->mod_howitzer;
    t->mod[MAL_MORTAR] = r->mod_mortar;
    t->effective = book_length(r->effective);
    t->close = book_length(r->close);
    t->friends = book_length(r->friends);
    t->arc = book_angle(r->arc);
    t->far_mod = r->far_mod;
    t->new_mod = r->new_mod;
    t->exposed_mod = r->exposed_mod;
    t->fort_mod = r->fort_mod;
    t->work_mod = r->work_mod;
    t->same_mod = r->same_mod;
    t->one_dp = r->one_dp;
    t->two_dp = r->two_dp;
    t->casualty = r->casualty;
    t->far_dp = r->far_dp;
    t->scatter_hit = r->scatter_hit;
    t->scatter_step = book_length(r->scatter_step);
    t->direction[0] = book_angle(r->direction_1);
    t->direction[1] = book_angle(r->direction_2);
    t->direction[2] = book_angle(r->direction_3);
    t->direction[3] = book_angle(r->direction_4);
    t->direction[4] = book_angle(r->direction_5);
    t->direction[5] = book_angle(r->direction_6);
    t->direction[6] = book_angle(r->direction_7);
    t->direction[7] = book_angle(r->direction_8);
    t->volley_hit = r->volley_hit;
}

const struct book_part book_malbrook_fire = { "fire", &fire_schema, fire_limits, fill_fire };

/* --- combat.yaml -------------------------------------------------------------------- */

struct raw_combat {
    struct book_head head;
    int32_t grade_e;
    int32_t grade_d;
    int32_t grade_c;
    int32_t grade_b;
    int32_t grade_a;
    int32_t inspire;
    int32_t ground;
    int32_t works;
    int32_t charge;
    int32_t outrance;
    int32_t pursuit;
    int32_t supported;
    int32_t platoon;
    int32_t platoon_bases;
    int32_t moved_foot;
    int32_t flank;
    int32_t per_dp;
    int32_t hit;
    int32_t hard_hit;
    int32_t outrance_dps;
    int32_t no_pursuit_dp;
    int32_t hack_hit;
    const char *take_most;
    const char *clear_move;
    const char *surrender;
    const char *rout_clear;
    int32_t evade_cost;
    const char *evade_angle;
    const char *gun_refuge;
    int32_t breakthrough_from;
    int32_t breakthrough_dps;
    int32_t breakthrough_casualties;
    int32_t victory_from;
    int32_t victory_dps;
    int32_t victory_casualties;
    int32_t success_from;
    int32_t success_dps;
    int32_t success_casualties;
    int32_t inconclusive_from;
    int32_t inconclusive_dps;
    int32_t inconclusive_casualties;
    int32_t driven_back_from;
    int32_t driven_back_dps;
    int32_t driven_back_casualties;
    int32_t defeat_from;
    int32_t defeat_dps;
    int32_t defeat_casualties;
    int32_t break_from;
    int32_t break_dps;
    int32_t break_casualties;
};

static const cyaml_schema_field_t combat_fields[] = {
    BOOK_TABLE_HEAD(struct raw_combat),
    MAL_INT("grade_e", struct raw_combat, grade_e),
    MAL_INT("grade_d", struct raw_combat, grade_d),
    MAL_INT("grade_c", struct raw_combat, grade_c),
    MAL_INT("grade_b", struct raw_combat, grade_b),
    MAL_INT("grade_a", struct raw_combat, grade_a),
    MAL_INT("inspire", struct raw_combat, inspire),
    MAL_INT("ground", struct raw_combat, ground),
    MAL_INT("works", struct raw_combat, works),
    MAL_INT("charge", struct raw_combat, charge),
    MAL_INT("outrance", struct raw_combat, outrance),
    MAL_INT("pursuit", struct raw_combat, pursuit),
    MAL_INT("supported", struct raw_combat, supported),
    MAL_INT("platoon", struct raw_combat, platoon),
    MAL_INT("platoon_bases", struct raw_combat, platoon_bases),
    MAL_INT("moved_foot", struct raw_combat, moved_foot),
    MAL_INT("flank", struct raw_combat, flank),
    MAL_INT("per_dp", struct raw_combat, per_dp),
    MAL_INT("hit", struct raw_combat, hit),
    MAL_INT("hard_hit", struct raw_combat, hard_hit),
    MAL_INT("outrance_dps", struct raw_combat, outrance_dps),
    MAL_INT("no_pursuit_dp", struct raw_combat, no_pursuit_dp),
    MAL_INT("hack_hit", struct raw_combat, hack_hit),
    MAL_TEXT("take_most", struct raw_combat, take_most),
    MAL_TEXT("clear_move", struct raw_combat, clear_move),
    MAL_TEXT("surrender", struct raw_combat, surrender),
    MAL_TEXT("rout_clear", struct raw_combat, rout_clear),
    MAL_INT("evade_cost", struct raw_combat, evade_cost),
    MAL_TEXT("evade_angle", struct raw_combat, evade_angle),
    MAL_TEXT("gun_refuge", struct raw_combat, gun_refuge),
    MAL_INT("breakthrough_from", struct raw_combat, breakthrough_from),
    MAL_INT("breakthrough_dps", struct raw_combat, breakthrough_dps),
    MAL_INT("breakthrough_casualties", struct raw_combat, breakthrough_casualties),
    MAL_INT("victory_from", struct raw_combat, victory_from),
    MAL_INT("victory_dps", struct raw_combat, victory_dps),
    MAL_INT("victory_casualties", struct raw_combat, victory_casualties),
    MAL_INT("success_from", struct raw_combat, success_from),
    MAL_INT("success_dps", struct raw_combat, success_dps),
    MAL_INT("success_casualties", struct raw_combat, success_casualties),
    MAL_INT("inconclusive_from", struct raw_combat, inconclusive_from),
    MAL_INT("inconclusive_dps", struct raw_combat, inconclusive_dps),
    MAL_INT("inconclusive_casualties", struct raw_combat, inconclusive_casualties),
    MAL_INT("driven_back_from", struct raw_combat, driven_back_from),
    MAL_INT("driven_back_dps", struct raw_combat, driven_back_dps),
    MAL_INT("driven_back_casualties", struct raw_combat, driven_back_casualties),
    MAL_INT("defeat_from", struct raw_combat, defeat_from),
    MAL_INT("defeat_dps", struct raw_combat, defeat_dps),
    MAL_INT("defeat_casualties", struct raw_combat, defeat_casualties),
    MAL_INT("break_from", struct raw_combat, break_from),
    MAL_INT("break_dps", struct raw_combat, break_dps),
    MAL_INT("break_casualties", struct raw_combat, break_casualties),
    CYAML_FIELD_END
};

MAL_SCHEMA(combat);

static const struct book_limit combat_limits[] = {
    MAL_HEAD_LIMITS,
    { "grade_e", BOOK_INT, -99, 100 },
    { "grade_d", BOOK_INT, -99, 100 },
    { "grade_c", BOOK_INT, -99, 100 },
    { "grade_b", BOOK_INT, -99, 100 },
    { "grade_a", BOOK_INT, -99, 100 },
    { "inspire", BOOK_INT, 0, 100 },
    { "ground", BOOK_INT, 0, 100 },
    { "works", BOOK_INT, -99, 100 },
    { "charge", BOOK_INT, 0, 100 },
    { "outrance", BOOK_INT, 0, 100 },
    { "pursuit", BOOK_INT, 0, 100 },
    { "supported", BOOK_INT, 0, 100 },
    { "platoon", BOOK_INT, 0, 100 },
    { "platoon_bases", BOOK_INT, 0, 100 },
    { "moved_foot", BOOK_INT, -99, 100 },
    { "flank", BOOK_INT, -99, 100 },
    { "per_dp", BOOK_INT, 0, 100 },
    { "hit", BOOK_INT, 0, 100 },
    { "hard_hit", BOOK_INT, 0, 100 },
    { "outrance_dps", BOOK_INT, 0, 100 },
    { "no_pursuit_dp", BOOK_INT, 0, 100 },
    { "hack_hit", BOOK_INT, 0, 100 },
    { "take_most", BOOK_LENGTH, 0, 96000 },
    { "clear_move", BOOK_LENGTH, 0, 96000 },
    { "surrender", BOOK_LENGTH, 0, 96000 },
    { "rout_clear", BOOK_LENGTH, 0, 96000 },
    { "evade_cost", BOOK_INT, 0, 100 },
    { "evade_angle", BOOK_ANGLE, 0, 65535 },
    { "gun_refuge", BOOK_LENGTH, 0, 96000 },
    { "breakthrough_from", BOOK_INT, -99, 100 },
    { "breakthrough_dps", BOOK_INT, 0, 100 },
    { "breakthrough_casualties", BOOK_INT, 0, 100 },
    { "victory_from", BOOK_INT, -99, 100 },
    { "victory_dps", BOOK_INT, 0, 100 },
    { "victory_casualties", BOOK_INT, 0, 100 },
    { "success_from", BOOK_INT, -99, 100 },
    { "success_dps", BOOK_INT, 0, 100 },
    { "success_casualties", BOOK_INT, 0, 100 },
    { "inconclusive_from", BOOK_INT, -99, 100 },
    { "inconclusive_dps", BOOK_INT, 0, 100 },
    { "inconclusive_casualties", BOOK_INT, 0, 100 },
    { "driven_back_from", BOOK_INT, -99, 100 },
    { "driven_back_dps", BOOK_INT, 0, 100 },
    { "driven_back_casualties", BOOK_INT, 0, 100 },
    { "defeat_from", BOOK_INT, -99, 100 },
    { "defeat_dps", BOOK_INT, 0, 100 },
    { "defeat_casualties", BOOK_INT, 0, 100 },
    { "break_from", BOOK_INT, -99, 100 },
    { "break_dps", BOOK_INT, 0, 100 },
    { "break_casualties", BOOK_INT, 0, 100 },
    MAL_END_LIMITS,
};

static void fill_combat(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_combat *r = raw;
    struct mal_combat_table *t = &book_malbrook_of(out)->tables.combat;

    (void)rd;
    t->grade[MAL_E] = r->grade_e;
    t->grade[MAL_D] = r->grade_d;
    t->grade[MAL_C] = r->grade_c;
    t->grade[MAL_B] = r->grade_b;
    t->grade[MAL_A] = r->grade_a;
    t->inspire = r->inspire;
    t->ground = r->ground;
    t->works = r->works;
    t->charge = r->charge;
    t->outrance = r->outrance;
    t->pursuit = r->pursuit;
    t->supported = r->supported;
    t->platoon = r->platoon;
    t->platoon_bases = r->platoon_bases;
    t->moved_foot = r->moved_foot;
    t->flank = r->flank;
    t->per_dp = r->per_dp;
    t->hit = r->hit;
    t->hard_hit = r->hard_hit;
    t->outrance_dps = r->outrance_dps;
    t->no_pursuit_dp = r->no_pursuit_dp;
    t->hack_hit = r->hack_hit;
    t->take_most = book_length(r->take_most);
    t->clear_move = book_length(r->clear_move);
    t->surrender = book_length(r->surrender);
    t->rout_clear = book_length(r->rout_clear);
    t->evade_cost = r->evade_cost;
    t->evade_angle = book_angle(r->evade_angle);
    t->gun_refuge = book_length(r->gun_refuge);
    t->row[MAL_BREAKTHROUGH].from = r->breakthrough_from;
    t->row[MAL_BREAKTHROUGH].dps = r->breakthrough_dps;
    t->row[MAL_BREAKTHROUGH].casualties = r->breakthrough_casualties;
    t->row[MAL_VICTORY].from = r->victory_from;
    t->row[MAL_VICTORY].dps = r->victory_dps;
    t->row[MAL_VICTORY].casualties = r->victory_casualties;
    t->row[MAL_SUCCESS].from = r->success_from;
    t->row[MAL_SUCCESS].dps = r->success_dps;
    t->row[MAL_SUCCESS].casualties = r->success_casualties;
    t->row[MAL_INCONCLUSIVE].from = r->inconclusive_from;
    t->row[MAL_INCONCLUSIVE].dps = r->inconclusive_dps;
    t->row[MAL_INCONCLUSIVE].casualties = r->inconclusive_casualties;
    t->row[MAL_DRIVEN_BACK].from = r->driven_back_from;
    t->row[MAL_DRIVEN_BACK].dps = r->driven_back_dps;
    t->row[MAL_DRIVEN_BACK].casualties = r->driven_back_casualties;
    t->row[MAL_DEFEAT].from = r->defeat_from;
    t->row[MAL_DEFEAT].dps = r->defeat_dps;
    t->row[MAL_DEFEAT].casualties = r->defeat_casualties;
    t->row[MAL_BREAK].from = r->break_from;
    t->row[MAL_BREAK].dps = r->break_dps;
    t->row[MAL_BREAK].casualties = r->break_casualties;
}

const struct book_part book_malbrook_combat = { "combat", &combat_schema, combat_limits,
                                                fill_combat };

/* --- victory.yaml -------------------------------------------------------------------- */

struct raw_victory {
    struct book_head head;
    int32_t wing_percent;
    int32_t army_percent;
    int32_t loss_points;
    int32_t wing_points;
    int32_t lieutenant_points;
    int32_t marshal_points;
    int32_t decisive;
    int32_t clear;
};

static const cyaml_schema_field_t victory_fields[] = {
    BOOK_TABLE_HEAD(struct raw_victory),
    MAL_INT("wing_percent", struct raw_victory, wing_percent),
    MAL_INT("army_percent", struct raw_victory, army_percent),
    MAL_INT("loss_points", struct raw_victory, loss_points),
    MAL_INT("wing_points", struct raw_victory, wing_points),
    MAL_INT("lieutenant_points", struct raw_victory, lieutenant_points),
    MAL_INT("marshal_points", struct raw_victory, marshal_points),
    MAL_INT("decisive", struct raw_victory, decisive),
    MAL_INT("clear", struct raw_victory, clear),
    CYAML_FIELD_END
};

MAL_SCHEMA(victory);

static const struct book_limit victory_limits[] = {
    MAL_HEAD_LIMITS,
    { "wing_percent", BOOK_INT, 0, 100 },
    { "army_percent", BOOK_INT, 0, 100 },
    { "loss_points", BOOK_INT, 0, 100 },
    { "wing_points", BOOK_INT, 0, 100 },
    { "lieutenant_points", BOOK_INT, 0, 100 },
    { "marshal_points", BOOK_INT, 0, 100 },
    { "decisive", BOOK_INT, 0, 100 },
    { "clear", BOOK_INT, 0, 100 },
    MAL_END_LIMITS,
};

static void fill_victory(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    const struct raw_victory *r = raw;
    struct mal_victory_table *t = &book_malbrook_of(out)->tables.victory;

    (void)rd;
    t->wing_percent = r->wing_percent;
    t->army_percent = r->army_percent;
    t->loss_points = r->loss_points;
    t->wing_points = r->wing_points;
    t->lieutenant_points = r->lieutenant_points;
    t->marshal_points = r->marshal_points;
    t->decisive = r->decisive;
    t->clear = r->clear;
}

const struct book_part book_malbrook_victory = { "victory", &victory_schema, victory_limits,
                                                 fill_victory };
