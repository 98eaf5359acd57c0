/* players/bayonet_eye.c - how a bayonet battle looks to a computer player.
 *
 * Brigades march until the enemy stands where they can charge him, then they charge; worn
 * ones dress their ranks out of his reach; guns fire; reserves come forward.
 */
#include "players/eyes.h"
#include "players/lines.h"
#include "rules/bayonet/board.h"
#include "rules/bayonet/decl.h"
#include "rules/bayonet/move.h"
#include "rules/bayonet/setup.h"

enum { HEX = 1000, FOOT_REACH = 2 * HEX, HORSE_REACH = 3 * HEX, GUN_RANGE = 6 * HEX };
enum { FIELD = 24 * HEX, PRESS = 1500 };

/* --- The ground ------------------------------------------------------------------------- */

static int power_of(const struct bay_unit_def *def, const struct bay_unit *x)
{
    if (def->kind == BAY_ART)
        return 30;
    int p = 20 + 14 * (x->disordered ? def->cv_disordered : def->cv) - 12 * x->casualties;

    return tc_max(p, 8);
}

static void place(const struct bay_book *bk, const struct bay_state *s, int u,
                  struct plr_body *b)
{
    const struct bay_unit *x = &s->units[u];

    plr_hex_place(bk->vec[x->hex], &b->x, &b->y);
    if (x->facing != BAY_NO_FACING)
        plr_hex_ahead(TC_HEX_CCW, 2 * x->facing + 1, b);
    b->power = (int16_t)power_of(&bk->unit[u], x);
    b->gun = bay_is_art(bk, u);
    b->reach = b->gun ? HEX : bay_is_horse(bk, u) ? HORSE_REACH : FOOT_REACH;
    b->range = b->gun && !x->limbered ? GUN_RANGE : 0;
    b->steady = !x->disordered && x->casualties < 3;
}

static void fill(const struct bay_book *bk, const struct bay_state *s, struct plr_lines *l)
{
    l->bodies = l->goals = 0;
    l->field = FIELD;
    for (int u = 0; u < bk->units; u++) {
        if (!bay_fights(s, u))
            continue;
        struct plr_body *b = plr_body(l, bk->unit[u].side);
        if (b)
            place(bk, s, u, b);
    }
    for (int g = 0; g < bk->goals; g++) {
        int32_t x, y;
        const struct bay_goal *o = &bk->goal[g];
        plr_hex_place(bk->vec[o->hex[o->hexes / 2]], &x, &y);
        plr_goal(l, x, y, o->side == 0 ? o->points : 0, o->side == 1 ? o->points : 0);
    }
}

/* How far each wing is from being lost, which loses the battle (B-2.1.1c). */
static int wings_worth(const struct bay_book *bk, const struct bay_state *s)
{
    int left[BAY_WINGS] = { 0 }, all[BAY_WINGS] = { 0 }, sum = 0;

    for (int b = 0; b < bk->brigades; b++) {
        int w = s->brigades[b].gone ? bk->brigade[b].wing : s->brigades[b].wing;
        all[w] += 100;
        left[w] += s->brigades[b].gone ? 0
                                       : 100 - 60 * s->brigades[b].lost / bk->brigade[b].units;
    }
    for (int w = 0; w < bk->wings && bk->lose_wing; w++) {
        int gone = all[w] ? 100 - 100 * left[w] / all[w] : 0;
        int v = gone * gone / 5; /* the last brigades of a wing are the dearest */
        sum += bk->wing[w].side == 0 ? -v : v;
    }
    return sum;
}

/* Ground counts when the last turn ends: the nearer that is, the dearer it is to hold it, or to
 * be near it. */
static int ground_worth(const struct bay_book *bk, const struct bay_state *s,
                        const struct plr_lines *l)
{
    int held = bay_goal_points(bk, s, 0) - bay_goal_points(bk, s, 1), points = 1;
    int left = tc_max(0, bk->turns - s->head.turn);

    for (int g = 0; g < bk->goals; g++)
        points += bk->goal[g].points;
    int sure = 8000 / (left + 2), near = plr_nearness(l) / points;
    return sure * held / points + (held > 0 ? sure / 4 : held < 0 ? -sure / 4 : 0) +
           sure * near / 200;
}

static int look(const struct tc_book *tbk, const void *state)
{
    const struct bay_book *bk = (const struct bay_book *)tbk;
    const struct bay_state *s = state;
    struct plr_lines l;

    fill(bk, s, &l);
    int v = tbk->rules->score(tbk, state) / 2 + wings_worth(bk, s) + plr_stand(&l) / 2 +
            ground_worth(bk, s, &l);
    return tc_max(-9500, tc_min(9500, v));
}

static int press(const struct tc_book *tbk, const void *state, int side)
{
    const struct bay_book *bk = (const struct bay_book *)tbk;
    struct plr_lines l;

    fill(bk, state, &l);
    return PRESS * plr_pressing(&l, side) / 1000;
}

/* --- What is natural ------------------------------------------------------------------------ */

static const int16_t natural[BAY_VERBS] = {
    [BAY_V_FIRE] = 150,      [BAY_V_CEASE] = -150,     [BAY_V_PASS] = -1000,
    [BAY_V_PASS_WITH] = -1000, [BAY_V_ACTIVATE_WC] = 20, [BAY_V_COMMIT] = 100,
    [BAY_V_WITHDRAW] = -200, [BAY_V_SHIFT] = -200,     [BAY_V_TRANSFER] = -250,
    [BAY_V_PASSAGE] = -150,  [BAY_V_RELIEVE] = -20,    [BAY_V_CHARGE] = 100,
    [BAY_V_ATTACK] = 200,    [BAY_V_VOLLEY] = 60,      [BAY_V_HOLD_FIRE] = -60,
    [BAY_V_ADVANCE] = 40,    [BAY_V_AGAIN] = 60,       [BAY_V_CONCEDE] = -10000,
    [BAY_V_LIMBER] = -60,    [BAY_V_RECOVER] = 120,    [BAY_V_REFORM] = 120,
    [BAY_V_GUN] = 40,        [BAY_V_BACK] = -60,       [BAY_V_SUFFER] = -40,
    [BAY_V_HALT] = -20,      [BAY_V_THROUGH] = -20,    [BAY_V_REORDER] = -40,
};

/* Units of a brigade, and of them those that are worn, and those with an enemy to charge. */
struct muster {
    int units, worn, ready;
};

static struct muster muster(const struct bay_book *bk, const struct bay_state *s, int b)
{
    const struct bay_brigade_def *def = &bk->brigade[b];
    struct muster m = { 0, 0, 0 };

    for (int u = def->first; u < def->first + def->units; u++) {
        const struct bay_unit *x = &s->units[u];
        if (!bay_fights(s, u))
            continue;
        bool worn = x->disordered || x->casualties >= 2;
        m.units++;
        m.worn += worn;
        m.ready += !worn && bay_enemy_in_priority(bk, s, u);
    }
    return m;
}

static int lean_order(const struct bay_book *bk, const struct bay_state *s, int b, int order)
{
    struct muster m = muster(bk, s, b);

    if (order == BAY_CHARGE)
        return m.ready ? 200 + 200 * m.ready / tc_max(1, m.units) - 150 * (2 * m.worn > m.units)
                       : -200;
    if (order == BAY_DRESS)
        return m.ready == 0 && 2 * m.worn >= m.units && m.worn ? 200 : -250;
    return m.ready ? -100 : 100;
}

static int lean(const struct tc_view *v, const struct tc_act *a)
{
    const struct bay_book *bk = (const struct bay_book *)v->book;
    const struct bay_state *s = v->state;

    if (v->q->question == BAY_Q_ORDER) {
        int b = v->q->arg[0];
        return lean_order(bk, s, b, a->verb == BAY_V_CHANGE ? a->arg[0] : s->brigades[b].order);
    }
    if (a->verb == BAY_V_DONE)
        return v->q->question == BAY_Q_ATTACK ? -100 : v->q->question == BAY_Q_MOVE ? -1000 : 0;
    return natural[a->verb];
}

/* Nobody moves but who charges; whoever can fires, attacks and stands. */
static int settle(const struct tc_view *v, const struct tc_act *a)
{
    if (v->q->question == BAY_Q_LEG)
        return a->verb == BAY_V_HALT;
    if (v->q->question == BAY_Q_MOVE)
        return a->verb == BAY_V_DONE;
    return lean(v, a);
}

#define PLAN(q) (UINT64_C(1) << (q))

const struct plr_eye plr_bayonet_eye = {
    .system = "bayonet",
    .look = look,
    .press = press,
    .lean = lean,
    .settle = settle,
    .plans = PLAN(BAY_Q_ORDER) | PLAN(BAY_Q_ATTACK) | PLAN(BAY_Q_BRIGADE) | PLAN(BAY_Q_TRY) |
             PLAN(BAY_Q_CHARGE) | PLAN(BAY_Q_AGAIN),
};
