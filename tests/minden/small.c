/* tests/minden/small.c - a small battle by hand for tests of minden. */
#include "tests/minden/small.h"

#include <string.h>

#include "rules/minden/minden.h"

/* --- Tables: the figures of the sheet ------------------------------------------------------
 */

static void fill_moves(struct min_tables *t)
{
    static const int8_t rate[MIN_KINDS] = { 1, 2, 3, 4, 1, 2, 3 };

    memcpy(t->move.rate, rate, sizeof rate);
    t->move.grade_dice[MIN_TRAINED] = 1;
    t->move.grade_dice[MIN_VETERAN] = 2;
    t->move.brigade_dice = t->move.command_dice = t->move.counter_dice = 1;
    t->move.owed_percent[MIN_GREEN] = 100;
    t->move.owed_percent[MIN_TRAINED] = 50;
    t->move.column_bonus = 2000;
    t->move.enemy_limit = t->move.support_distance = 3000;
    t->move.charge_distance = 6000;
    t->move.charge_angle = 1024;
    t->move.carry_over = 1000;
    for (int i = 0; i < 2; i++) {
        t->clear[i][MIN_GREEN] = (struct min_clear_row){ 2, 0, 0 };
        t->clear[i][MIN_TRAINED] = (struct min_clear_row){ 2, 1, (int8_t)(i ? 6 : 2) };
        t->clear[i][MIN_VETERAN] = (struct min_clear_row){ 2, 2, (int8_t)(i ? 6 : 2) };
    }
}

static void fill_fire(struct min_fire_table *f)
{
    static const int32_t near[MIN_WEAPONS] = { 3000, 5000, 3000, 12000, 12000, 0 };
    static const int32_t far[MIN_WEAPONS] = { 6000, 10000, 0, 36000, 0, 0 };

    memcpy(f->short_range, near, sizeof near);
    memcpy(f->long_range, far, sizeof far);
    f->canister[MIN_GUN] = f->canister[MIN_LIGHT_GUN] = 6000;
    f->hit_on = 6;
    f->grade_dice[MIN_TRAINED] = 1;
    f->grade_dice[MIN_VETERAN] = 2;
    f->dense_dice = f->canister_dice = 2;
    f->dense_depth = 3;
    f->reduced_dice = 1;
    f->test_at = 2;
    f->rain_dice = 2;
    f->calm_dice = 1;
    f->gun_half_angle = 4096;
    f->over_heads = 12000;
    f->gap_near = 2000;
    f->gap_factor = 2;
}

static void fill_test(struct min_test_table *t)
{
    static const int8_t percent[5] = { 10, 25, 33, 50, 75 }, value[4] = { -1, -1, -1, -2 };

    memcpy(t->loss_percent, percent, sizeof percent);
    memcpy(t->loss_value, value, sizeof value);
    t->disordered = -2;
    t->by_artillery = t->in_flank_or_rear = t->contact_flank = -1;
    t->contact_rear = -2;
    t->grade[MIN_GREEN] = -2;
    t->grade[MIN_TRAINED] = -1;
    t->self_retreat = t->friend_retreat = -1;
    t->self_rout = t->friend_rout_same = -2;
    t->friend_rout_other = -1;
    t->friend_lost_same = -3;
    t->friend_lost_other = -2;
    t->charge = t->friends = t->command = 1;
    t->rout_at = -6;
    t->die[MIN_GREEN][0] = t->die[MIN_TRAINED][0] = -1;
    t->die[MIN_TRAINED][5] = t->die[MIN_VETERAN][5] = 1;
    t->distance = 18000;
}

static void fill_bases(struct min_base_table *b)
{
    b->foot_w = b->foot_d = 500;
    b->horse_w = 750;
    b->horse_d = 1000;
    b->gun_w = b->gun_d = 1500;
    b->limber_w = 1000;
    b->limber_d = 3000;
    b->command_w = b->command_d = 1000;
    b->open_gap_max = 6000;
    b->crew = 6;
    b->light_crew = 3;
    b->column_files_max = 4;
    b->bend_forward_max = 8192;
    b->bend_back_max = 16384;
    b->section_files_min = 2;
}

static void fill_fog(struct min_fog_table *f)
{
    static const uint8_t row[2][13] = {
        { 0, 0, MIN_FOG_COMMANDER_KILLED, MIN_FOG_COMMANDER_UNHORSED, MIN_FOG_CRISIS_MEETING,
          MIN_FOG_HORSE_HOLDS_BACK, MIN_FOG_LOST_ORDERS, MIN_FOG_HEAVY_RAIN, MIN_FOG_DEAD_CALM,
          MIN_FOG_INSPIRED_COMMAND, MIN_FOG_SHIFT_GUNS, MIN_FOG_BRIGADE_ADVANCES,
          MIN_FOG_ORDER_RESTORED },
        { 0, 0, MIN_FOG_COMMANDER_KILLED, MIN_FOG_COMMANDER_UNHORSED, MIN_FOG_CRISIS_MEETING,
          MIN_FOG_HORSE_OUT_OF_COMMAND, MIN_FOG_LOST_ORDERS, MIN_FOG_HEAVY_RAIN,
          MIN_FOG_DEAD_CALM, MIN_FOG_INSPIRED_COMMAND, MIN_FOG_GUNS_FIRE_TWICE,
          MIN_FOG_BRIGADE_ATTACKS, MIN_FOG_ORDER_RESTORED },
    };

    memcpy(f->row, row, sizeof row);
    f->happens_on = f->rain_goes_on = 1;
    f->shift_guns = 2;
    f->twice_guns = 3;
    f->advance[0] = 3000;
    f->advance[1] = 2000;
}

static void fill_tables(struct min_tables *t)
{
    fill_moves(t);
    fill_fire(&t->fire);
    fill_test(&t->test);
    fill_bases(&t->base);
    fill_fog(&t->fog);
    t->melee.figures_per_factor = 3;
    t->melee.made_retreat_factors = 1;
    t->melee.draw_back = 3000;
    t->victory = (struct min_victory_table){ 50, 1, 10, 10, 20 };
    t->command_radius = 18000;
    t->entry_needs = 6;
}

/* --- Ground
 * -------------------------------------------------------------------------------------- */

static void square(struct min_ground *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    g->points = 4;
    g->point[0] = (struct tc_scene_point){ x0, y0 };
    g->point[1] = (struct tc_scene_point){ x1, y0 };
    g->point[2] = (struct tc_scene_point){ x1, y1 };
    g->point[3] = (struct tc_scene_point){ x0, y1 };
}

static void fill_ground(struct min_book *bk)
{
    struct min_ground *g = bk->ground;

    bk->grounds = SMALL_GROUNDS;
    g[SMALL_WOOD] = (struct min_ground){ .name = "wood",
                                         .label = "Wood",
                                         .kind = "wood",
                                         .cls = MIN_AREA,
                                         .cover = MIN_SOFT_COVER,
                                         .stops = true,
                                         .disorders = true,
                                         .blocks = true };
    square(&g[SMALL_WOOD], 2000, 15000, 8000, 21000);
    g[SMALL_HILL] = (struct min_ground){
        .name = "hill", .label = "Hill", .kind = "hill", .cls = MIN_HILL, .blocks = true
    };
    square(&g[SMALL_HILL], 34000, 28000, 44000, 34000);
    g[SMALL_VILLAGE] = (struct min_ground){ .name = "village",
                                            .label = "Village",
                                            .kind = "village",
                                            .cls = MIN_BUILDING,
                                            .cover = MIN_HARD_COVER,
                                            .stops = true,
                                            .disorders = true,
                                            .blocks = true };
    square(&g[SMALL_VILLAGE], 40000, 15000, 45000, 20000);
    g[SMALL_WALL] = (struct min_ground){ .name = "wall",
                                         .label = "Wall",
                                         .kind = "wall",
                                         .cls = MIN_LINEAR,
                                         .cover = MIN_HARD_COVER,
                                         .stops = true,
                                         .line = true,
                                         .points = 2 };
    g[SMALL_WALL].point[0] = (struct tc_scene_point){ 9000, 25500 };
    g[SMALL_WALL].point[1] = (struct tc_scene_point){ 13000, 25500 };
}

/* --- Orders of battle
 * --------------------------------------------------------------------------- */

static const char *const names[2][SMALL_SIDE] = {
    { "foot-a", "foot-b", "foot-c", "light", "horse-a", "horse-b", "hussars", "guns", "guns-2",
      "staff", "army", "reserve" },
    { "e-foot-a", "e-foot-b", "e-foot-c", "e-light", "e-horse-a", "e-horse-b", "e-hussars",
      "e-guns", "e-guns-2", "e-staff", "e-army", "e-reserve" },
};

struct post {
    uint8_t kind, weapon, grade, figures, formation;
    int8_t brigade, regiment;
    int32_t x, y; /* from the own edge */
};

static const struct post posts[SMALL_SIDE] = {
    [SMALL_FOOT_A] = { MIN_LINE_INF, MIN_MUSKET, MIN_TRAINED, 24, MIN_LINE, 0, -1, 16000,
                       13000 },
    [SMALL_FOOT_B] = { MIN_LINE_INF, MIN_MUSKET, MIN_VETERAN, 24, MIN_LINE, 0, -1, 23000,
                       13000 },
    [SMALL_FOOT_C] = { MIN_LINE_INF, MIN_MUSKET, MIN_GREEN, 12, MIN_LINE, 0, -1, 29000, 13000 },
    [SMALL_LIGHT] = { MIN_LIGHT_INF, MIN_RIFLE, MIN_TRAINED, 7, MIN_OPEN, 0, -1, 11000, 14000 },
    [SMALL_HORSE_A] = { MIN_LINE_CAV, MIN_CARBINE, MIN_TRAINED, 7, MIN_LINE, 1, 0, 34000,
                        13000 },
    [SMALL_HORSE_B] = { MIN_LINE_CAV, MIN_CARBINE, MIN_TRAINED, 7, MIN_LINE, 1, 0, 37500,
                        13000 },
    [SMALL_HUSSARS] = { MIN_LIGHT_CAV, MIN_CARBINE, MIN_VETERAN, 7, MIN_OPEN, 1, -1, 34000,
                        9000 },
    [SMALL_GUNS] = { MIN_GUN_MH, MIN_GUN, MIN_TRAINED, 12, MIN_UNLIMBERED, -1, -1, 20000,
                     9000 },
    [SMALL_SPARE] = { MIN_GUN_MH, MIN_GUN, MIN_TRAINED, 0, MIN_UNLIMBERED, -1, -1, 0, 0 },
    [SMALL_STAFF] = { MIN_COMMAND, MIN_NO_WEAPON, MIN_GREEN, 1, MIN_MOUNTED_STAFF, 0, -1, 25000,
                      9000 },
    [SMALL_ARMY] = { MIN_COMMAND, MIN_NO_WEAPON, MIN_GREEN, 1, MIN_MOUNTED_STAFF, -1, -1, 28000,
                     6000 },
    [SMALL_RESERVE] = { MIN_LINE_INF, MIN_MUSKET, MIN_TRAINED, 12, MIN_MARCH_COLUMN, 0, -1, 0,
                        0 },
};

static void fill_unit(struct min_book *bk, int side, int i)
{
    const struct post *p = &posts[i];
    struct min_unit_card *c = &bk->unit[i + side * SMALL_SIDE];

    c->name = c->label = names[side][i];
    c->nation = side ? "french" : "british";
    c->side = (int8_t)side;
    c->brigade = (int8_t)(p->brigade < 0 ? TC_NONE : p->brigade + 2 * side);
    c->division = TC_NONE;
    c->regiment = (int8_t)(p->regiment < 0 ? TC_NONE : p->regiment + side);
    c->kind = p->kind;
    c->weapon = p->weapon;
    memset(c->grade, p->grade, sizeof c->grade);
    c->regular = side == 1;
    c->figures = p->figures;
    c->formation = p->formation;
    c->guns = i == SMALL_GUNS ? 2 : 0;
    c->authority = i == SMALL_STAFF ? MIN_OF_BRIGADE : i == SMALL_ARMY ? MIN_OF_ARMY : 0;
    c->files = p->formation == MIN_MARCH_COLUMN ? 4 : 0;
    c->ranks = p->formation == MIN_OPEN ? 1 : 0;
    c->gap = p->formation == MIN_OPEN ? 100 : 0;
    c->x = side ? bk->width - p->x : p->x;
    c->y = side ? bk->height - p->y : p->y;
    c->facing = side ? 32768 : 0;
    c->entry = (int8_t)(i == SMALL_RESERVE ? side : TC_NONE);
    c->entry_turn = i == SMALL_RESERVE ? 2 : 0;
    c->entry_throw = i == SMALL_RESERVE;
    c->spare_of = (int16_t)(i == SMALL_SPARE ? SMALL_GUNS + side * SMALL_SIDE : TC_NONE);
    c->sections = 1;
}

static void fill_side(struct min_book *bk, int side)
{
    static const char *const brigade[] = { "foot", "horse", "e-foot", "e-horse" };
    static const char *const regiment[] = { "dragoons", "e-dragoons" };

    bk->side[side] = (struct min_side_card){ .fog_column = side ? MIN_FRENCH : MIN_ALLIED,
                                             .own_edge = side ? MIN_NORTH : MIN_SOUTH,
                                             .edge_to = bk->width };
    for (int i = 0; i < SMALL_SIDE; i++)
        fill_unit(bk, side, i);
    for (int i = 0; i < 2; i++)
        bk->brigade[2 * side + i] = (struct min_brigade_card){
            .name = brigade[2 * side + i],
            .label = brigade[2 * side + i],
            .side = (int8_t)side,
            .division = TC_NONE,
            .arm = i ? MIN_HORSE_BRIGADE : MIN_FOOT_BRIGADE,
            .command = (int16_t)(i ? TC_NONE : SMALL_STAFF + side * SMALL_SIDE),
        };
    bk->regiment[side] =
        (struct min_group_card){ regiment[side], regiment[side], (int8_t)side };
    bk->entry[side] =
        (struct min_entry_card){ "entry", side ? MIN_NORTH : MIN_SOUTH, 4000, 44000 };
}

void small_book(struct min_book *bk)
{
    memset(bk, 0, sizeof *bk);
    bk->head = (struct tc_book){ .rules = &min_ruleset,
                                 .hash = 1,
                                 .id = "minden/small",
                                 .title = "Small",
                                 .battle = "",
                                 .side_name = { "allied", "french" },
                                 .side_colour = { "#b03a2e", "#2e5fa3" },
                                 .replaced = "" };
    fill_tables(&bk->t);
    bk->width = 48000;
    bk->height = 36000;
    bk->turn_limit = 12;
    bk->first_side = 0;
    fill_ground(bk);
    bk->units = 2 * SMALL_SIDE;
    bk->brigades = 4;
    bk->regiments = bk->entries = 2;
    fill_side(bk, 0);
    fill_side(bk, 1);
    bk->objectives = 1;
    bk->objective[0] =
        (struct min_objective_card){ "village", "Village", 42000, 17500, 4000, { 20, 20 } };
    min_book_finish(&bk->head);
}

void small_state(const struct min_book *bk, struct min_state *s)
{
    memset(s, 0, sizeof *s);
    s->head.book = bk->head.hash;
    bk->head.rules->setup(&bk->head, s);
    s->first_side = s->head.active = 0;
}
