/* tests/support/toy.c - the toy rule system. */
#include "tests/support/toy.h"

#include <string.h>

#include "kernel/scene.h"
#include "kernel/umpire.h"
#include "tests/support/toy_own.h"

#define U struct toy_unit
#define S struct toy_state

static int names(const struct tc_book *bk, int list)
{
    (void)bk;
    return list == 0 ? TOY_UNITS : 0;
}

static const char *name_of(const struct tc_book *bk, int list, int i)
{
    (void)bk;
    (void)list;
    return toy_unit_name[i];
}

/* --- Small questions ---------------------------------------------------------------- */

static const S *st(const struct tc_view *v)
{
    return v->state;
}

static bool alive(const S *s, int u)
{
    return s->units[u].strength > 0;
}

static int32_t absolute(int32_t v)
{
    return v < 0 ? -v : v;
}

/* Kings' distance is enough for a toy. */
static int32_t distance(const S *s, int a, int b)
{
    return tc_max(absolute(s->units[a].x - s->units[b].x),
                  absolute(s->units[a].y - s->units[b].y));
}

int32_t toy_path_length(const struct tc_act *a)
{
    int32_t n = 0;

    for (int i = 0; i < a->segs; i++)
        if (a->seg[i].leg == TOY_AHEAD)
            n += a->seg[i].value;
    return n;
}

/* --- Judges and candidates ------------------------------------------------------------ */

static int plan_count(const struct tc_view *v)
{
    (void)v;
    return 3;
}

static bool plan_nth(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    out->verb = TOY_V_PLAN;
    out->arg[0] = i;
    return true;
}

/* */
static bool judge_move(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    int32_t u = v->q->arg[0], far = toy_path_length(a);

    if (a->arg[0] != u)
        return tc_refuse(why, "X-3.2", TOY_R_OTHER, u);
    if (a->verb == TOY_V_HALT)
        return true;
    for (int i = 0; i < a->segs; i++)
        if (a->seg[i].value <= 0 || a->seg[i].value > 16384)
            return tc_refuse(why, "X-3.2", TOY_R_NO_PATH);
    if (a->segs == 0)
        return tc_refuse(why, "X-3.2", TOY_R_NO_PATH);
    if (far > TOY_MARCH) {
        struct tc_act near = { .verb = TOY_V_MARCH, .segs = 1, .arg = { u } };
        near.seg[0] = (struct tc_seg){ TOY_AHEAD, TOY_MARCH };
        return tc_refuse_near(why, &near, "X-3.2", TOY_R_FAR, u, TOY_MARCH, far);
    }
    return true;
}

static int move_count(const struct tc_view *v)
{
    (void)v;
    return 10;
}

static bool move_nth(const struct tc_view *v, int i, struct tc_act *out)
{
    out->arg[0] = v->q->arg[0];
    if (i == 0) {
        out->verb = TOY_V_HALT;
        return true;
    }
    out->verb = TOY_V_MARCH;
    if (i > 3) {
        out->seg[out->segs++] =
            (struct tc_seg){ i > 6 ? TOY_LEFT : TOY_RIGHT, i % 2 ? 4096 : 1000 };
    }
    out->seg[out->segs++] = (struct tc_seg){ TOY_AHEAD, 2500 * (i % 3 + 1) };
    return true;
}

/* */
static bool judge_fire(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const S *s = st(v);

    if (a->verb == TOY_V_HOLD)
        return true;
    if (!alive(s, a->arg[0]))
        return tc_refuse(why, "X-4.1", TOY_R_GONE, a->arg[0]);
    if (s->units[a->arg[0]].side != v->q->side)
        return tc_refuse(why, "X-4.1", TOY_R_FRIEND, a->arg[0]);
    if (!alive(s, a->arg[1]))
        return tc_refuse(why, "X-4.1", TOY_R_GONE, a->arg[1]);
    if (s->units[a->arg[1]].side == v->q->side)
        return tc_refuse(why, "X-4.1", TOY_R_FRIEND, a->arg[1]);
    if (distance(s, a->arg[0], a->arg[1]) > TOY_RANGE)
        return tc_refuse(why, "X-4.1", TOY_R_RANGE, a->arg[1],
                         distance(s, a->arg[0], a->arg[1]));
    return true;
}

static int fire_count(const struct tc_view *v)
{
    (void)v;
    return 1 + TOY_UNITS * TOY_UNITS * 3;
}

static bool fire_nth(const struct tc_view *v, int i, struct tc_act *out)
{
    (void)v;
    if (i == 0) {
        out->verb = TOY_V_HOLD;
        return true;
    }
    i--;
    out->verb = TOY_V_FIRE;
    out->arg[0] = i % TOY_UNITS;
    out->arg[1] = i / TOY_UNITS % TOY_UNITS;
    out->arg[2] = i / TOY_UNITS / TOY_UNITS == 1 ? 2 : 1;
    out->arg[3] = i / TOY_UNITS / TOY_UNITS == 2;
    return true;
}

static int signal_count(const struct tc_view *v)
{
    (void)v;
    return 4;
}

static bool signal_nth(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = TOY_V_SIGNAL;
    out->arg[0] = i % 2 ? v->q->side : 1 - v->q->side;
    out->arg[1] = i == 3 ? TC_NONE : 105 + i * 1000;
    out->arg[2] = 1250 * i;
    out->arg[3] = 36000 - i;
    out->arg[4] = i == 1 ? 1000 : 4096 * i;
    out->arg[5] = i * 10;
    out->arg[6] = i == 2;
    return true;
}

static const struct tc_question questions[TOY_QUESTIONS] = {
    [TOY_Q_PLAN] = { .decl = { "plan",
                               "{0} plans the turn in secret.",
                               { SIDE("side") },
                               TC_F_SECRET },
                     .count = plan_count,
                     .nth = plan_nth,
                     .verbs = TC_VERB(TOY_V_PLAN) },
    [TOY_Q_PICK] = { .decl = { "pick", "Which company moves?", { { 0 } }, 0 },
                     .verbs = TC_VERB(TOY_V_PICK) | TC_VERB(TOY_V_DONE) },
    [TOY_Q_MOVE] = { .decl = { "move", "Where does {0} go?", { UNIT("unit") }, TC_F_FREE },
                     .judge = judge_move,
                     .count = move_count,
                     .nth = move_nth,
                     .verbs = TC_VERB(TOY_V_MARCH) | TC_VERB(TOY_V_HALT) },
    [TOY_Q_FIRE] = { .decl = { "fire", "Who fires at whom?", { { 0 } }, 0 },
                     .judge = judge_fire,
                     .count = fire_count,
                     .nth = fire_nth,
                     .verbs = TC_VERB(TOY_V_FIRE) | TC_VERB(TOY_V_HOLD) },
    [TOY_Q_REACT] = { .decl = { "react", "What does {0} do under fire?", { UNIT("unit") }, 0 },
                      .verbs = TC_VERB(TOY_V_REACT) },
    [TOY_Q_SIGNAL] = { .decl = { "signal", "Which signal is given?", { { 0 } }, 0 },
                       .count = signal_count,
                       .nth = signal_nth,
                       .verbs = TC_VERB(TOY_V_SIGNAL) },
};

/* --- The sequence of play ---------------------------------------------------------------- */

/* each side plans, a checkpoint between them. */
static void plan(S *s, struct tc_umpire *u, int side)
{
    if (side == 0)
        tc_tell(u, TOY_E_TURN, "X-1", s->head.turn);
    s->plan[side] = (uint8_t)tc_ask(u, side, TOY_Q_PLAN, "X-1", side)->arg[0];
    s->head.step++;
}

static void plan_red(void *state, struct tc_umpire *u)
{
    plan(state, u, 0);
}

static void plan_blue(void *state, struct tc_umpire *u)
{
    plan(state, u, 1);
}

/* the bolder plan moves first; equal plans throw two dice. */
static void reveal(void *state, struct tc_umpire *u)
{
    S *s = state;
    int8_t d[2];

    tc_tell(u, TOY_E_REVEAL, "X-2", s->plan[0], s->plan[1]);
    s->revealed = 1;
    if (s->plan[0] != s->plan[1]) {
        s->head.active = s->plan[0] < s->plan[1] ? 0 : 1;
    } else {
        tc_hope(u, 0, TC_NO_FACE);
        tc_rolls(u, 2, TC_D6, d, "X-2.1");
        s->head.active = d[0] >= d[1] ? 0 : 1;
    }
    s->moved = 0;
    s->head.step = TOY_S_MOVE;
}

static void walk(S *s, int unit, const struct tc_act *a, struct tc_umpire *u)
{
    struct toy_unit *t = &s->units[unit];

    for (int i = 0; i < a->segs; i++) {
        int32_t v = a->seg[i].value;
        if (a->seg[i].leg == TOY_AHEAD)
            t->x = tc_max(0, tc_min(48000, t->x + (t->side ? -v : v)));
        else
            t->facing = (t->facing + (a->seg[i].leg == TOY_RIGHT ? v : -v)) & 65535;
    }
    tc_tell(u, TOY_E_MOVED, "X-3.2", unit, toy_path_length(a), t->facing);
}

/* a company at a time, or done. With nobody left to move it is a forced answer. */
static void move(void *state, struct tc_umpire *u)
{
    S *s = state;
    struct tc_act a = { .verb = TOY_V_DONE };

    tc_offer(u, &a);
    a.verb = TOY_V_PICK;
    for (int i = 0; i < TOY_UNITS; i++) {
        a.arg[0] = i;
        if (alive(s, i) && s->units[i].side == s->head.active && !(s->moved >> i & 1))
            tc_offer(u, &a);
    }
    a = *tc_ask(u, s->head.active, TOY_Q_PICK, "X-3");
    if (a.verb == TOY_V_DONE) {
        s->head.step = TOY_S_FIRE;
        return;
    }
    int unit = a.arg[0];
    s->moved = (uint8_t)(s->moved | 1u << unit);
    walk(s, unit, tc_ask(u, s->head.active, TOY_Q_MOVE, "X-3.2", unit), u);
}

/* steadiness on a ten-sided die, with losses and plan. */
static void morale(S *s, struct tc_umpire *u, int unit, int lost)
{
    struct toy_unit *t = &s->units[unit];
    struct tc_sum sum = { .u = u };
    struct tc_act a = { .verb = TOY_V_REACT, .arg = { unit, 0, 5 } };

    tc_hope(u, t->side, TC_HIGH);
    tc_sum_add(&sum, tc_roll(u, TC_D10, "X-4.3"), "X-4.3", TOY_L_BASE);
    tc_sum_add(&sum, -lost, "X-4.3a", TOY_L_LOSSES, unit);
    if (s->plan[t->side] == TOY_DEFEND)
        tc_sum_add(&sum, 2, "X-4.3b", TOY_L_PLAN, TOY_DEFEND);
    tc_sum_end(&sum, "X-4.3", TOY_L_MORALE);
    if (sum.total >= 4) {
        tc_tell(u, TOY_E_HOLDS, "X-4.3", unit);
        return;
    }
    t->mood = 1;
    tc_tell(u, TOY_E_BREAKS, "X-4.3", unit);
    tc_offer(u, &a);
    a.arg[1] = 1;
    a.arg[2] = 0;
    tc_offer(u, &a);
    a = *tc_ask(u, t->side, TOY_Q_REACT, "X-4.4", unit);
    tc_tell(u, TOY_E_REACTS, "X-4.4", unit, a.arg[1]);
    if (a.arg[1])
        t->x += t->side ? 2000 : -2000;
    t->x = tc_max(0, tc_min(48000, t->x));
}

static void end_battle(S *s, struct tc_umpire *u, int winner, int ending)
{
    s->head.over = 1;
    s->head.winner = (int8_t)winner;
    s->head.ending = (uint8_t)ending;
    s->head.active = TC_NONE;
    tc_tell(u, TOY_E_END, "X-6", winner);
}

static int strength_of(const S *s, int side)
{
    int n = 0;

    for (int i = 0; i < TOY_UNITS; i++)
        if (s->units[i].side == side)
            n += s->units[i].strength;
    return n;
}

/* a pool of dice, 4 or more hits; two hits are a loss. */
static void shoot(S *s, struct tc_umpire *u, const struct tc_act *a)
{
    int at = a->arg[1], dice = s->units[a->arg[0]].strength * a->arg[2];
    struct toy_unit *t = &s->units[at];
    tc_hope(u, s->units[a->arg[0]].side, TC_HIGH);
    int lost = tc_pool(u, dice, TC_D6, a->arg[3] ? 3 : 4, "X-4.2") / 2;

    s->units[a->arg[0]].target = (int8_t)at;
    lost = tc_min(lost, t->strength);
    t->strength = (int16_t)(t->strength - lost);
    tc_tell(u, TOY_E_LOSS, "X-4.2", at, lost);
    if (t->strength == 0)
        tc_tell(u, TOY_E_GONE, "X-4.2", at);
    else if (lost)
        morale(s, u, at, lost);
}

static void fire(void *state, struct tc_umpire *u)
{
    S *s = state;
    struct tc_act a = *tc_ask(u, s->head.active, TOY_Q_FIRE, "X-4");

    if (a.verb == TOY_V_FIRE)
        shoot(s, u, &a);
    if (strength_of(s, 1 - s->head.active) == 0)
        end_battle(s, u, s->head.active, 1);
    else
        s->head.step = TOY_S_SIGNAL;
}

/* a signal, then the other side or the night. */
static void signals(void *state, struct tc_umpire *u)
{
    S *s = state;
    const struct tc_act *a = tc_ask(u, s->head.active, TOY_Q_SIGNAL, "X-5");

    s->dispatch = s->dispatch * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)(a->arg[2] + 1);
    tc_tell(u, TOY_E_SIGNAL, "X-5", a->arg[2], a->arg[3]);
    bool second = s->moved >> 7 & 1;
    s->head.active = (int8_t)(1 - s->head.active);
    s->moved = second ? 0 : 0x80;
    s->head.step = second ? TOY_S_NIGHT : TOY_S_MOVE;
}

/* weather, then the next turn or the end. */
static void night(void *state, struct tc_umpire *u)
{
    S *s = state;
    int32_t arg[TC_ARGS] = { 0 };

    tc_hope(u, 0, TC_NO_FACE);
    arg[0] = tc_roll(u, TC_AVERAGE, "X-6.1");
    tc_hope(u, 0, TC_NO_FACE);
    arg[1] = tc_roll(u, TC_DIRECTION, "X-6.1");
    tc_hope(u, 0, TC_NO_FACE);
    arg[2] = tc_roll(u, TC_SCATTER, "X-6.1");
    tc_hope(u, 0, TC_NO_FACE);
    arg[3] = tc_roll(u, TC_D100, "X-6.1");
    tc_tell_args(u, TOY_E_WEATHER, "X-6.1", arg);
    tc_tell(u, TOY_E_REMARK, "X-6.1", TOY_L_BASE);
    s->luck = (uint8_t)arg[3];
    s->revealed = 0;
    s->plan[0] = s->plan[1] = TOY_WAIT;
    s->head.active = TC_NONE;
    s->head.step = TOY_S_PLAN_RED;
    int red = strength_of(s, 0), blue = strength_of(s, 1);
    if (s->head.turn++ == TOY_TURNS)
        end_battle(s, u, red == blue ? TC_NONE : red > blue ? 0 : 1, 2);
}

static const struct tc_step steps[TOY_STEPS] = {
    [TOY_S_PLAN_RED] = { "plan-red", "X-1", plan_red },
    [TOY_S_PLAN_BLUE] = { "plan-blue", "X-1", plan_blue },
    [TOY_S_REVEAL] = { "reveal", "X-2", reveal },
    [TOY_S_MOVE] = { "move", "X-3", move },
    [TOY_S_FIRE] = { "fire", "X-4", fire },
    [TOY_S_SIGNAL] = { "signal", "X-5", signals },
    [TOY_S_NIGHT] = { "night", "X-6", night },
};

/* --- The rest of the interface ----------------------------------------------------------- */

static void setup(const struct tc_book *bk, void *state)
{
    S *s = state;

    (void)bk;
    s->head.turn = 1;
    s->head.active = TC_NONE;
    s->head.winner = TC_NONE;
    s->luck = 7;
    s->dispatch = UINT64_C(0xFEDCBA9876543210);
    s->plan[0] = s->plan[1] = TOY_WAIT;
    for (int i = 0; i < TOY_UNITS; i++)
        s->units[i] = (U){ .x = i < 3 ? 10000 : 30000,
                           .y = 9000 * (i % 3 + 1) + 125,
                           .facing = i < 3 ? 16384 : 49152,
                           .strength = (int16_t)(i % 3 == 2 ? 6 : 4),
                           .side = (int8_t)(i / 3),
                           .target = TC_NONE };
}

/* The guard is a command of its own, the line is another. */
static int command_of(const struct tc_book *bk, const void *state, const struct tc_query *q)
{
    (void)bk;
    (void)state;
    if (q->question == TOY_Q_MOVE || q->question == TOY_Q_REACT)
        return q->arg[0] % 3 == 2;
    return TC_NONE;
}

static void scene_pieces(const S *s, struct tc_scene *out)
{
    for (int i = 0; i < TOY_UNITS; i++) {
        struct tc_piece *p = alive(s, i) ? tc_scene_piece(out) : NULL;
        if (!p)
            continue;
        p->id = (int16_t)i;
        p->side = s->units[i].side;
        p->arm = i % 3 == 2 ? TC_ARM_HORSE : TC_ARM_FOOT;
        p->key = p->label = toy_unit_name[i];
        p->formation = "line";
        p->x = s->units[i].x;
        p->y = s->units[i].y;
        p->facing = s->units[i].facing;
        p->w = 4000;
        p->d = 1000;
        p->strength = s->units[i].strength;
        p->strength0 = i % 3 == 2 ? 6 : 4;
        p->badges = s->units[i].mood ? "shaken" : "";
    }
}

static void scene(const struct tc_book *bk, const void *state, int viewer, struct tc_scene *out)
{
    static const struct tc_scene_point wood[] = { { 20000, 9000 },
                                                  { 26000, 9000 },
                                                  { 23000, 15000 } };
    const S *s = state;

    out->board = TC_BOARD_PLANE;
    out->width = 48000;
    out->height = 36000;
    out->title = bk->title;
    for (int side = 0; side < TC_SIDES; side++) {
        out->side_name[side] = bk->side_name[side];
        out->side_colour[side] = bk->side_colour[side];
    }
    struct tc_text t = tc_scene_text(out);
    tc_text_str(&t, "turn ");
    tc_text_int(&t, s->head.turn);
    out->status = tc_scene_keep(out, &t);
    struct tc_ground *g = tc_scene_ground(out);
    *g = (struct tc_ground){ "wood", "The Copse", TC_GROUND_AREA, 3, wood, 1 };
    scene_pieces(s, out);
    struct tc_overlay *o = tc_scene_overlay(out);
    o->kind = TC_OVERLAY_RING;
    o->side = 0;
    o->what = "range";
    o->label = "musket range";
    o->points = 1;
    o->point[0] = (struct tc_scene_point){ s->units[0].x, s->units[0].y };
    o->radius = TOY_RANGE;
    tc_scene_panel(out, "Plans");
    for (int side = 0; side < TC_SIDES; side++)
        tc_scene_row(out, side, bk->side_name[side],
                     s->revealed || viewer == side || viewer == TC_NONE
                         ? toy_plan_words[s->plan[side]]
                         : "hidden");
}

static int score(const struct tc_book *bk, const void *state)
{
    int64_t v = ((int64_t)strength_of(state, 0) - strength_of(state, 1)) * 500;

    (void)bk;
    return v > 10000 ? 10000 : v < -10000 ? -10000 : (int)v;
}

static bool check(const struct tc_book *bk, const void *state, struct tc_refusal *why)
{
    const S *s = state;

    (void)bk;
    if (!s->head.over && s->head.step >= TOY_S_MOVE && s->head.step <= TOY_S_SIGNAL &&
        s->head.active != 0 && s->head.active != 1)
        return tc_refuse(why, "X-0", TOY_R_NO_SIDE);
    for (int i = 0; i < TOY_UNITS; i++)
        if (s->units[i].side != 0 && s->units[i].side != 1)
            return tc_refuse(why, "X-0", TOY_R_NO_SIDE);
    for (int i = 0; i < TOY_UNITS; i++)
        if (s->units[i].strength < 0 || s->units[i].strength > 12)
            return tc_refuse(why, "X-0", TOY_R_BAD_STATE, i, s->units[i].strength);
    return true;
}

static void veil(const struct tc_book *bk, void *state, int side, struct tc_stream *r)
{
    S *s = state;

    (void)bk;
    if (!s->revealed)
        s->plan[1 - side] = (uint8_t)tc_draw(r, 3);
    s->luck = (uint8_t)tc_draw(r, 100);
}

/* The steadfast answer is assumed, which is not the first offer's place by chance. */
static int assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
                  int offers)
{
    (void)d;
    if (v->q->question == TOY_Q_REACT)
        for (int i = 0; i < offers; i++)
            if (offer[i].arg[1] == 1)
                return i;
    return 0;
}

/* After the reveal both may see the plans. */
static int row_side(const struct tc_book *bk, const void *state, const struct tc_field *f,
                    int row)
{
    const S *s = state;

    (void)bk;
    (void)f;
    return s->revealed ? TC_SIDES : row;
}

const struct tc_ruleset toy_rules = {
    .name = "toy",
    .title = "The Toy Battle",
    .letter = 'X',
    .edition = 1,
    .state_size = sizeof(S),
    .fields = &toy_fields,
    .steps = steps,
    .step_count = TOY_STEPS,
    .endings = toy_endings,
    .questions = questions,
    .verbs = toy_verbs,
    .events = toy_events,
    .reasons = toy_reasons,
    .labels = toy_labels,
    .question_count = TOY_QUESTIONS,
    .verb_count = TOY_VERBS,
    .event_count = TOY_EVENTS,
    .reason_count = TOY_REASONS,
    .label_count = TOY_LABELS,
    .legs = toy_legs,
    .leg_count = TOY_LEGS,
    .lists = toy_lists,
    .list_count = 1,
    .names = names,
    .name_of = name_of,
    .setup = setup,
    .command_of = command_of,
    .scene = scene,
    .score = score,
    .check = check,
    .veil = veil,
    .assume = assume,
    .row_side = row_side,
};

const struct tc_book toy_book = {
    .rules = &toy_rules,
    .hash = UINT64_C(0x0123456789ABCDEF),
    .id = "toy/skirmish",
    .title = "A skirmish",
    .battle = "",
    .side_name = { "red", "blue" },
    .side_colour = { "#aa2222", "#2222aa" },
    .replaced = "",
};

const struct tc_book toy_other = {
    .rules = &toy_rules,
    .hash = UINT64_C(0x1111222233334444),
    .id = "toy/skirmish",
    .title = "A skirmish",
    .battle = "",
    .side_name = { "red", "blue" },
    .side_colour = { "#aa2222", "#2222aa" },
    .replaced = "fire",
};
