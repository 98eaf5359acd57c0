/* rules/malbrook/schema.c - the keys of malbrook's files, and where they go in the book.
 *
 * Tables first, in the order they are read; then the scenario, whose order of battle is in
 * schema_armies.c and schema_troops.c. Maps are in schema_map.c.
 */
#include "rules/malbrook/schema.h"

#include <string.h>

#include "rules/malbrook/malbrook.h"

#define AT struct mal_book

/* --- bases.yaml: M-3.5 to M-3.10, M-GEO-5, M-GEO-12 --- */

static const struct tc_key bases_keys[] = {
    LENGTH("traditional_foot_width", tables.base.foot_w[MAL_TRADITIONAL], 0, 96000),
    LENGTH("traditional_foot_depth", tables.base.foot_d[MAL_TRADITIONAL], 0, 96000),
    LENGTH("new_foot_width", tables.base.foot_w[MAL_NEW], 0, 96000),
    LENGTH("new_foot_depth", tables.base.foot_d[MAL_NEW], 0, 96000),
    LENGTH("traditional_horse_width", tables.base.horse_w[MAL_TRADITIONAL], 0, 96000),
    LENGTH("traditional_horse_depth", tables.base.horse_d[MAL_TRADITIONAL], 0, 96000),
    LENGTH("new_horse_width", tables.base.horse_w[MAL_NEW], 0, 96000),
    LENGTH("new_horse_depth", tables.base.horse_d[MAL_NEW], 0, 96000),
    LENGTH("dragoon_width", tables.base.dragoon_w, 0, 96000),
    LENGTH("dragoon_depth", tables.base.dragoon_d, 0, 96000),
    LENGTH("dismounted_width", tables.base.dismounted_w, 0, 96000),
    LENGTH("dismounted_depth", tables.base.dismounted_d, 0, 96000),
    LENGTH("hussar_width", tables.base.hussar_w, 0, 96000),
    LENGTH("hussar_depth", tables.base.hussar_d, 0, 96000),
    LENGTH("light_gun_width", tables.base.gun_w[MAL_LIGHT], 0, 96000),
    LENGTH("light_gun_depth", tables.base.gun_d[MAL_LIGHT], 0, 96000),
    LENGTH("medium_gun_width", tables.base.gun_w[MAL_MEDIUM], 0, 96000),
    LENGTH("medium_gun_depth", tables.base.gun_d[MAL_MEDIUM], 0, 96000),
    LENGTH("heavy_gun_width", tables.base.gun_w[MAL_HEAVY], 0, 96000),
    LENGTH("heavy_gun_depth", tables.base.gun_d[MAL_HEAVY], 0, 96000),
    LENGTH("howitzer_gun_width", tables.base.gun_w[MAL_HOWITZER], 0, 96000),
    LENGTH("howitzer_gun_depth", tables.base.gun_d[MAL_HOWITZER], 0, 96000),
    LENGTH("mortar_gun_width", tables.base.gun_w[MAL_MORTAR], 0, 96000),
    LENGTH("mortar_gun_depth", tables.base.gun_d[MAL_MORTAR], 0, 96000),
    LENGTH("wagon_width", tables.base.wagon_w, 0, 96000),
    LENGTH("wagon_depth", tables.base.wagon_d, 0, 96000),
    LENGTH("loose_gap", tables.base.loose_gap, 0, 96000),
    LENGTH("loose_gap_most", tables.base.loose_gap_most, 0, 96000),
    COUNT("foot_least", tables.base.foot_least, 0, 100),
    COUNT("foot_most", tables.base.foot_most, 0, 100),
    COUNT("horse_least", tables.base.horse_least, 0, 100),
    COUNT("horse_most", tables.base.horse_most, 0, 100),
    COUNT("men", tables.base.men, 1, 2000),
    COUNT("squadrons", tables.base.squadrons, 0, 100),
    COUNT("guns", tables.base.guns, 0, 100),
    COUNT("grade_foot", tables.base.grade[MAL_FOOT], -99, 100),
    COUNT("grade_horse", tables.base.grade[MAL_HORSE], -99, 100),
    COUNT("grade_dragoon", tables.base.grade[MAL_DRAGOON], -99, 100),
    COUNT("grade_hussar", tables.base.grade[MAL_HUSSAR], -99, 100),
    COUNT("grade_civilian", tables.base.grade[MAL_CIVILIAN], -99, 100),
    COUNT("grade_gun", tables.base.grade[MAL_GUN], -99, 100),
    COUNT("grade_wagon", tables.base.grade[MAL_WAGON], -99, 100),
    KEYS_END,
};

/* --- command.yaml: M-5 to M-8 --- */

static const struct tc_key command_keys[] = {
    COUNT("actions_major_general", tables.command.actions[MAL_MAJOR_GENERAL], 0, 100),
    COUNT("actions_lieutenant_general", tables.command.actions[MAL_LIEUTENANT_GENERAL], 0, 100),
    COUNT("actions_marshal", tables.command.actions[MAL_MARSHAL], 0, 100),
    COUNT("superior", tables.command.superior, 0, 100),
    COUNT("incompetent", tables.command.incompetent, 0, 100),
    COUNT("wounded_actions", tables.command.wounded_actions, 0, 100),
    LENGTH("move", tables.command.move, 0, 96000),
    LENGTH("far_move", tables.command.far_move, 0, 96000),
    LENGTH("near", tables.command.near, 0, 96000),
    LENGTH("reach_major_general", tables.command.reach[MAL_MAJOR_GENERAL], 0, 96000),
    LENGTH("reach_lieutenant_general", tables.command.reach[MAL_LIEUTENANT_GENERAL], 0, 96000),
    LENGTH("reach_marshal", tables.command.reach[MAL_MARSHAL], 0, 96000),
    LENGTH("rear_line", tables.command.rear_line, 0, 96000),
    ANGLE("conform_angle", tables.command.conform_angle, 0, 65535),
    LENGTH("contact", tables.command.contact, 0, 96000),
    LENGTH("zone_radius", tables.command.zone_radius, 0, 96000),
    LENGTH("zone_margin", tables.command.zone_margin, 0, 96000),
    COUNT("halt_to", tables.command.halt_to, 0, 100),
    COUNT("free_to", tables.command.free_to, 0, 100),
    COUNT("in_motion", tables.command.in_motion, 0, 100),
    COUNT("choice", tables.command.choice, 0, 100),
    COUNT("leader_hit", tables.command.leader_hit, 0, 100),
    COUNT("killed_to", tables.command.killed_to, 0, 100),
    COUNT("wounded_to", tables.command.wounded_to, 0, 100),
    LENGTH("lone", tables.command.lone, 0, 96000),
    LENGTH("lone_shot", tables.command.lone_shot, 0, 96000),
    COUNT("lone_hit", tables.command.lone_hit, 0, 100),
    LENGTH("refuge", tables.command.refuge, 0, 96000),
    KEYS_END,
};

/* --- sight.yaml: M-9 --- */

static const struct tc_key sight_keys[] = {
    LENGTH("open", tables.sight.open, 0, 96000),
    LENGTH("high", tables.sight.high, 0, 96000),
    LENGTH("inside", tables.sight.inside, 0, 96000),
    LENGTH("over", tables.sight.over, 0, 96000),
    LENGTH("beyond_unformed", tables.sight.beyond_unformed, 0, 96000),
    LENGTH("edge", tables.sight.edge, 0, 96000),
    KEYS_END,
};

/* --- disorder.yaml: M-10 --- */

static const struct tc_key disorder_keys[] = {
    COUNT("most", tables.disorder.most, 0, 100),
    COUNT("manoeuvre_most", tables.disorder.manoeuvre_most, 0, 100),
    COUNT("dress_e", tables.disorder.dress[MAL_E], 0, 100),
    COUNT("dress_d", tables.disorder.dress[MAL_D], 0, 100),
    COUNT("dress_c", tables.disorder.dress[MAL_C], 0, 100),
    COUNT("dress_b", tables.disorder.dress[MAL_B], 0, 100),
    COUNT("dress_a", tables.disorder.dress[MAL_A], 0, 100),
    COUNT("dress_quiet_e", tables.disorder.dress_quiet[MAL_E], 0, 100),
    COUNT("dress_quiet_d", tables.disorder.dress_quiet[MAL_D], 0, 100),
    COUNT("dress_quiet_c", tables.disorder.dress_quiet[MAL_C], 0, 100),
    COUNT("dress_quiet_b", tables.disorder.dress_quiet[MAL_B], 0, 100),
    COUNT("dress_quiet_a", tables.disorder.dress_quiet[MAL_A], 0, 100),
    COUNT("dress_under_fire_e", tables.disorder.dress_always[MAL_E], 0, 100),
    COUNT("dress_under_fire_d", tables.disorder.dress_always[MAL_D], 0, 100),
    COUNT("dress_under_fire_c", tables.disorder.dress_always[MAL_C], 0, 100),
    COUNT("dress_under_fire_b", tables.disorder.dress_always[MAL_B], 0, 100),
    COUNT("dress_under_fire_a", tables.disorder.dress_always[MAL_A], 0, 100),
    COUNT("dress_far_only_e", tables.disorder.dress_far[MAL_E], 0, 100),
    COUNT("dress_far_only_d", tables.disorder.dress_far[MAL_D], 0, 100),
    COUNT("dress_far_only_c", tables.disorder.dress_far[MAL_C], 0, 100),
    COUNT("dress_far_only_b", tables.disorder.dress_far[MAL_B], 0, 100),
    COUNT("dress_far_only_a", tables.disorder.dress_far[MAL_A], 0, 100),
    COUNT("lower_rout", tables.disorder.lower_rout, 0, 100),
    COUNT("leader_falls", tables.disorder.leader_falls, 0, 100),
    COUNT("retires", tables.disorder.retires, 0, 100),
    COUNT("equal_rout", tables.disorder.equal_rout, 0, 100),
    COUNT("relief", tables.disorder.relief, 0, 100),
    KEYS_END,
};

/* --- movement.yaml: M-13 to M-15 --- */

static const struct tc_key movement_keys[] = {
    LENGTH("pip", tables.move.pip, 0, 96000),
    ANGLE("deviation", tables.move.deviation, 0, 65535),
    LENGTH("foot_stop", tables.move.foot_stop, 0, 96000),
    LENGTH("horse_stop", tables.move.horse_stop, 0, 96000),
    LENGTH("short_stop", tables.move.short_stop, 0, 96000),
    LENGTH("line_up", tables.move.line_up, 0, 96000),
    LENGTH("road_light", tables.move.road[MAL_LIGHT], 0, 96000),
    LENGTH("road_medium", tables.move.road[MAL_MEDIUM], 0, 96000),
    LENGTH("road_heavy", tables.move.road[MAL_HEAVY], 0, 96000),
    LENGTH("road_howitzer", tables.move.road[MAL_HOWITZER], 0, 96000),
    LENGTH("road_mortar", tables.move.road[MAL_MORTAR], 0, 96000),
    LENGTH("road_limbered", tables.move.road_limbered, 0, 96000),
    LENGTH("road_march", tables.move.road_march, 0, 96000),
    LENGTH("road_near", tables.move.road_near, 0, 96000),
    ANGLE("road_angle", tables.move.road_angle, 0, 65535),
    LENGTH("gun_shift", tables.move.gun_shift, 0, 96000),
    ANGLE("pivot", tables.move.pivot, 0, 65535),
    COUNT("speed_change", tables.move.speed_change, 0, 100),
    LENGTH("withdraw", tables.move.withdraw, 0, 96000),
    ANGLE("withdraw_angle", tables.move.withdraw_angle, 0, 65535),
    LENGTH("step", tables.move.step, 0, 96000),
    ANGLE("refuse_angle", tables.move.refuse_angle, 0, 65535),
    COUNT("refuse_most", tables.move.refuse_most, 0, 100),
    ANGLE("wheel_most", tables.move.wheel_most, 0, 65535),
    ANGLE("wheel_sample", tables.move.wheel_sample, 0, 65535),
    COUNT("good_dp", tables.move.good_dp, 0, 100),
    COUNT("column_dp", tables.move.column_dp, 0, 100),
    COUNT("line_dp", tables.move.line_dp, 0, 100),
    COUNT("horse_dp", tables.move.horse_dp, 0, 100),
    COUNT("wheel_cost", tables.move.wheel_cost, 0, 100),
    COUNT("change_cost", tables.move.change_cost, 0, 100),
    COUNT("unlimber_cost", tables.move.unlimber_cost, 0, 100),
    COUNT("unlimber_fire", tables.move.unlimber_fire, 0, 100),
    COUNT("cross_cost", tables.move.cross_cost, 0, 100),
    COUNT("cross_fire", tables.move.cross_fire, 0, 100),
    COUNT("hard_extra", tables.move.hard_extra, 0, 100),
    COUNT("face_cost", tables.move.face_cost, 0, 100),
    COUNT("mount_cost", tables.move.mount_cost, 0, 100),
    COUNT("pass_cost", tables.move.pass_cost, 0, 100),
    COUNT("gap_cost", tables.move.gap_cost, 0, 100),
    LENGTH("holders", tables.move.holders, 0, 96000),
    LENGTH("remount", tables.move.remount, 0, 96000),
    ANGLE("merge_angle", tables.move.merge_angle, 0, 65535),
    KEYS_END,
};

/* --- fire.yaml: M-16, M-TAB-1, M-TAB-4 --- */

static const struct tc_key fire_keys[] = {
    LENGTH("range_light", tables.fire.range[MAL_LIGHT], 0, 96000),
    LENGTH("range_medium", tables.fire.range[MAL_MEDIUM], 0, 96000),
    LENGTH("range_heavy", tables.fire.range[MAL_HEAVY], 0, 96000),
    LENGTH("range_howitzer", tables.fire.range[MAL_HOWITZER], 0, 96000),
    LENGTH("range_mortar", tables.fire.range[MAL_MORTAR], 0, 96000),
    LENGTH("indirect_light", tables.fire.indirect[MAL_LIGHT], 0, 96000),
    LENGTH("indirect_medium", tables.fire.indirect[MAL_MEDIUM], 0, 96000),
    LENGTH("indirect_heavy", tables.fire.indirect[MAL_HEAVY], 0, 96000),
    LENGTH("indirect_howitzer", tables.fire.indirect[MAL_HOWITZER], 0, 96000),
    LENGTH("indirect_mortar", tables.fire.indirect[MAL_MORTAR], 0, 96000),
    COUNT("mod_light", tables.fire.mod[MAL_LIGHT], -99, 100),
    COUNT("mod_medium", tables.fire.mod[MAL_MEDIUM], -99, 100),
    COUNT("mod_heavy", tables.fire.mod[MAL_HEAVY], -99, 100),
    COUNT("mod_howitzer", tables.fire.mod[MAL_HOWITZER], -99, 100),
    COUNT("mod_mortar", tables.fire.mod[MAL_MORTAR], -99, 100),
    LENGTH("effective", tables.fire.effective, 0, 96000),
    LENGTH("close", tables.fire.close, 0, 96000),
    LENGTH("friends", tables.fire.friends, 0, 96000),
    ANGLE("arc", tables.fire.arc, 0, 65535),
    COUNT("far_mod", tables.fire.far_mod, -99, 100),
    COUNT("new_mod", tables.fire.new_mod, -99, 100),
    COUNT("exposed_mod", tables.fire.exposed_mod, -99, 100),
    COUNT("fort_mod", tables.fire.fort_mod, -99, 100),
    COUNT("work_mod", tables.fire.work_mod, -99, 100),
    COUNT("same_mod", tables.fire.same_mod, -99, 100),
    COUNT("one_dp", tables.fire.one_dp, 0, 100),
    COUNT("two_dp", tables.fire.two_dp, 0, 100),
    COUNT("casualty", tables.fire.casualty, 0, 100),
    COUNT("far_dp", tables.fire.far_dp, 0, 100),
    COUNT("scatter_hit", tables.fire.scatter_hit, 0, 100),
    LENGTH("scatter_step", tables.fire.scatter_step, 0, 96000),
    ANGLE("direction_1", tables.fire.direction[0], 0, 65535),
    ANGLE("direction_2", tables.fire.direction[1], 0, 65535),
    ANGLE("direction_3", tables.fire.direction[2], 0, 65535),
    ANGLE("direction_4", tables.fire.direction[3], 0, 65535),
    ANGLE("direction_5", tables.fire.direction[4], 0, 65535),
    ANGLE("direction_6", tables.fire.direction[5], 0, 65535),
    ANGLE("direction_7", tables.fire.direction[6], 0, 65535),
    ANGLE("direction_8", tables.fire.direction[7], 0, 65535),
    COUNT("volley_hit", tables.fire.volley_hit, 0, 100),
    KEYS_END,
};

/* --- combat.yaml: M-17 to M-22 --- */

static const struct tc_key combat_keys[] = {
    COUNT("grade_e", tables.combat.grade[MAL_E], -99, 100),
    COUNT("grade_d", tables.combat.grade[MAL_D], -99, 100),
    COUNT("grade_c", tables.combat.grade[MAL_C], -99, 100),
    COUNT("grade_b", tables.combat.grade[MAL_B], -99, 100),
    COUNT("grade_a", tables.combat.grade[MAL_A], -99, 100),
    COUNT("inspire", tables.combat.inspire, 0, 100),
    COUNT("ground", tables.combat.ground, 0, 100),
    COUNT("works", tables.combat.works, -99, 100),
    COUNT("charge", tables.combat.charge, 0, 100),
    COUNT("outrance", tables.combat.outrance, 0, 100),
    COUNT("pursuit", tables.combat.pursuit, 0, 100),
    COUNT("supported", tables.combat.supported, 0, 100),
    COUNT("platoon", tables.combat.platoon, 0, 100),
    COUNT("platoon_bases", tables.combat.platoon_bases, 0, 100),
    COUNT("moved_foot", tables.combat.moved_foot, -99, 100),
    COUNT("flank", tables.combat.flank, -99, 100),
    COUNT("per_dp", tables.combat.per_dp, 0, 100),
    COUNT("hit", tables.combat.hit, 0, 100),
    COUNT("hard_hit", tables.combat.hard_hit, 0, 100),
    COUNT("outrance_dps", tables.combat.outrance_dps, 0, 100),
    COUNT("no_pursuit_dp", tables.combat.no_pursuit_dp, 0, 100),
    COUNT("hack_hit", tables.combat.hack_hit, 0, 100),
    LENGTH("take_most", tables.combat.take_most, 0, 96000),
    LENGTH("clear_move", tables.combat.clear_move, 0, 96000),
    LENGTH("surrender", tables.combat.surrender, 0, 96000),
    LENGTH("rout_clear", tables.combat.rout_clear, 0, 96000),
    COUNT("evade_cost", tables.combat.evade_cost, 0, 100),
    ANGLE("evade_angle", tables.combat.evade_angle, 0, 65535),
    LENGTH("gun_refuge", tables.combat.gun_refuge, 0, 96000),
    COUNT("breakthrough_from", tables.combat.row[MAL_BREAKTHROUGH].from, -99, 100),
    COUNT("breakthrough_dps", tables.combat.row[MAL_BREAKTHROUGH].dps, 0, 100),
    COUNT("breakthrough_casualties", tables.combat.row[MAL_BREAKTHROUGH].casualties, 0, 100),
    COUNT("victory_from", tables.combat.row[MAL_VICTORY].from, -99, 100),
    COUNT("victory_dps", tables.combat.row[MAL_VICTORY].dps, 0, 100),
    COUNT("victory_casualties", tables.combat.row[MAL_VICTORY].casualties, 0, 100),
    COUNT("success_from", tables.combat.row[MAL_SUCCESS].from, -99, 100),
    COUNT("success_dps", tables.combat.row[MAL_SUCCESS].dps, 0, 100),
    COUNT("success_casualties", tables.combat.row[MAL_SUCCESS].casualties, 0, 100),
    COUNT("inconclusive_from", tables.combat.row[MAL_INCONCLUSIVE].from, -99, 100),
    COUNT("inconclusive_dps", tables.combat.row[MAL_INCONCLUSIVE].dps, 0, 100),
    COUNT("inconclusive_casualties", tables.combat.row[MAL_INCONCLUSIVE].casualties, 0, 100),
    COUNT("driven_back_from", tables.combat.row[MAL_DRIVEN_BACK].from, -99, 100),
    COUNT("driven_back_dps", tables.combat.row[MAL_DRIVEN_BACK].dps, 0, 100),
    COUNT("driven_back_casualties", tables.combat.row[MAL_DRIVEN_BACK].casualties, 0, 100),
    COUNT("defeat_from", tables.combat.row[MAL_DEFEAT].from, -99, 100),
    COUNT("defeat_dps", tables.combat.row[MAL_DEFEAT].dps, 0, 100),
    COUNT("defeat_casualties", tables.combat.row[MAL_DEFEAT].casualties, 0, 100),
    COUNT("break_from", tables.combat.row[MAL_BREAK].from, -99, 100),
    COUNT("break_dps", tables.combat.row[MAL_BREAK].dps, 0, 100),
    COUNT("break_casualties", tables.combat.row[MAL_BREAK].casualties, 0, 100),
    KEYS_END,
};

/* --- victory.yaml: M-VIC --- */

static const struct tc_key victory_keys[] = {
    COUNT("wing_percent", tables.victory.wing_percent, 0, 100),
    COUNT("army_percent", tables.victory.army_percent, 0, 100),
    COUNT("loss_points", tables.victory.loss_points, 0, 100),
    COUNT("wing_points", tables.victory.wing_points, 0, 100),
    COUNT("lieutenant_points", tables.victory.lieutenant_points, 0, 100),
    COUNT("marshal_points", tables.victory.marshal_points, 0, 100),
    COUNT("decisive", tables.victory.decisive, 0, 100),
    COUNT("clear", tables.victory.clear, 0, 100),
    KEYS_END,
};

/* --- terrain.yaml: M-TAB-5 --- */

/* A kind of ground has eight keys that begin with its name: gentle_hill_line and so on. */
#define KIND(NAME, K)                                                                          \
    COUNT(NAME "_line", tables.ground[K].line, 0, 1),                                          \
        COUNT(NAME "_rough", tables.ground[K].rough, 0, 1),                                    \
        COUNT(NAME "_closed", tables.ground[K].closed, 0, 1),                                  \
        COUNT(NAME "_impassable", tables.ground[K].impassable, 0, 1),                          \
        COUNT(NAME "_blocks", tables.ground[K].blocks, 0, 1),                                  \
        COUNT(NAME "_obstacle", tables.ground[K].obstacle, 0, 3),                              \
        COUNT(NAME "_hill", tables.ground[K].hill, 0, 1),                                      \
        COUNT(NAME "_cover", tables.ground[K].cover, 0, 1)

static const struct tc_key terrain_keys[] = {
    KIND("gentle_hill", MAL_GENTLE_HILL),
    KIND("steep_hill", MAL_STEEP_HILL),
    KIND("rocky_hill", MAL_ROCKY_HILL),
    KIND("open_wood", MAL_OPEN_WOOD),
    KIND("dense_wood", MAL_DENSE_WOOD),
    KIND("marsh", MAL_MARSH),
    KIND("swamp", MAL_SWAMP),
    KIND("town", MAL_TOWN),
    KIND("road", MAL_ROAD),
    KIND("stream", MAL_STREAM),
    KIND("hedge", MAL_HEDGE),
    KIND("river", MAL_RIVER),
    KIND("ditch", MAL_DITCH),
    KIND("wall", MAL_WALL),
    KIND("deep_river", MAL_DEEP_RIVER),
    KIND("cliff", MAL_CLIFF),
    KIND("abatis", MAL_ABATIS),
    KIND("fieldwork", MAL_FIELDWORK),
    KIND("fortification", MAL_FORTIFICATION),
    KIND("position", MAL_POSITION),
    KEYS_END,
};

/* --- The scenario --- */

static const char *const battle_words[] = { "free", "meeting", "attack", NULL };

static void put_attacker(struct tc_reading *r, void *book, const char *text, int32_t number)
{
    (void)book;
    (void)number;
    mal_reading_of(r)->attacker = text;
}

/* M-RUL-2: on, unless it says otherwise; M-RUL-9: literally one DP. */
static void default_options(struct mal_book *bk, bool basing, bool limit)
{
    if (!basing)
        bk->new_style_basing = true;
    if (!limit)
        bk->gun_dp_limit = 1;
}

static void put_options(struct tc_reading *r, void *book)
{
    default_options(book, tc_has(r, "new_style_basing"), tc_has(r, "gun_dp_limit"));
}

static const struct tc_key option_keys[] = {
    MAY_YES("new_style_basing", new_style_basing),
    MAY_YES("orders_advisory", orders_advisory),
    MAY_YES("looting", looting),
    MAY_YES("hidden", hidden),
    MAY_YES("allow_mixed_commands", mixed_commands),
    MAY_YES("d6_as_average", d6_as_average),
    MAY_YES("centimetres", centimetres),
    MAY_COUNT("gun_dp_limit", gun_dp_limit, 1, 6),
    MAY_COUNT("break_percent", tables.victory.army_percent, 1, 100), /* M-VIC-11 */
    KEYS_END,
};
static const struct tc_mapping options =
    MAPPING(option_keys, struct mal_book, put_options, NULL);

static void begin_scenario(struct tc_reading *r, void *book)
{
    ((struct mal_book *)book)->attacker = TC_NONE;
    if (!tc_has(r, "options"))
        default_options(book, false, false);
}

/* The line of what the rules refuse in a scenario. */
static const struct book_node *place_of(const struct tc_reading *r,
                                        const struct tc_refusal *why)
{
    const struct mal_reading *own = mal_reading_of(r);

    switch (why->reason) {
    case MAL_R_CARD_BASES: return own->card[why->arg[0]];
    case MAL_R_CARD_MIXED:
    case MAL_R_CARD_LEADER: return own->of_command[why->arg[0]];
    case MAL_R_CARD_MARSHALS: return own->of_wing[why->arg[0]];
    default: return r->at;
    }
}

static void check_rules(struct tc_reading *r, const struct mal_book *bk)
{
    struct tc_refusal why;
    char text[400];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&why, 0, sizeof why);
    if (mal_book_check(bk, &why))
        return;
    tc_say_refusal(bk->head.rules, &bk->head, &why, &t);
    tc_wrong_at(r, place_of(r, &why), why.reason == MAL_R_CARD_BASES ? "bases" : NULL,
                TC_E_ILLEGAL, "%s (%s)", text, why.rule);
}

static void end_scenario(struct tc_reading *r, void *book)
{
    struct mal_book *bk = book;
    const char *attacker = mal_reading_of(r)->attacker;

    for (int s = 0; attacker && s < TC_SIDES; s++)
        if (strcmp(bk->head.side_name[s], attacker) == 0)
            bk->attacker = (int8_t)s;
    if (attacker && bk->attacker == TC_NONE)
        tc_wrong(r, TC_E_NAME, "attacker", "no side is named \"%s\".", attacker);
    mal_book_sizes(bk);
    if (tc_wrongs(r) == 0)
        check_rules(r, bk);
}

static const struct tc_key scenario_keys[] = {
    CALL_NAME("map", NULL),
    WORD("kind", kind, battle_words),
    MAY_CALL_NAME("attacker", put_attacker),
    COUNT("turns", turns, 1, 99),
    MAY_MAP_SELF("options", options),
    EACH("sides", mal_side_keys, 2, 2),
    KEYS_END,
};

/* --- All files --- */

#define TABLE_FILE(NAME)                                                                       \
    {                                                                                          \
#NAME, MAPPING(NAME##_keys, struct mal_book, NULL, NULL)                               \
    }

static const struct tc_table_file tables[] = {
    TABLE_FILE(bases),    TABLE_FILE(command),  TABLE_FILE(sight),
    TABLE_FILE(disorder), TABLE_FILE(movement), TABLE_FILE(fire),
    TABLE_FILE(combat),   TABLE_FILE(terrain),  TABLE_FILE(victory),
};

const struct tc_schema mal_schema = {
    .book_size = sizeof(struct mal_book),
    .own_size = sizeof(struct mal_reading),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = MAPPING(mal_map_keys, struct mal_book, NULL, NULL),
    .scenario = MAPPING(scenario_keys, struct mal_book, begin_scenario, end_scenario),
};
