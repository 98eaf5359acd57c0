/* rules/bayonet/eye.c - how a bayonet battle looks to a computer player.
 *
 * Brigades march until the enemy stands where they can charge him, then they charge; worn
 * ones dress their ranks out of his reach; guns fire; reserves come forward.
 */
#include "kernel/eye.h"
#include "rules/bayonet/bayonet.h"
#include "board/lines.h"
#include "rules/bayonet/board.h"
#include "rules/bayonet/inner.h"
#include "rules/bayonet/move.h"
#include "rules/bayonet/setup.h"

enum { HEX = 1000, FOOT_REACH = 2 * HEX, HORSE_REACH = 3 * HEX, GUN_RANGE = 6 * HEX };
enum { FIELD = 24 * HEX };

/* --- The numbers, which may be fitted by playing ------------------------------------------ */

enum taste {
    PRESS,     /* for having come to grips */
    SCORE,     /* what a position is worth: hundredths of the score */
    STAND,     /* and of how the lines stand */
    WING,      /* for what a wing has lost */
    APART,     /* against brigades that have come apart */
    GROUND,    /* for ground, the more the later */
    FIRST,     /* for having more of it at all, in hundredths */
    NEAR,      /* for being near it */
    MEN,       /* for more men fit to fight */
    WEAKER,    /* what a loss takes from strength */
    TO_CHARGE, /* orders: to charge */
    ALL_READY, /* with all ready */
    AT_ODDS,   /* with odds */
    WORN,      /* when most are worn */
    TO_DRESS,  /* to dress ranks when it is time */
    TO_MARCH,  /* to march when nobody can charge */
    ATTACK,    /* to attack */
    ODDS,      /* with odds */
    CHARGE,
    PACE,    /* a step nearer to what it goes for */
    ASTRIDE, /* to stand on ground */
    FACED,   /* to look at what it goes for */
    DEAR,    /* how many tenths of a hex nearer ground is than it is */
    ROUND,   /* to stand about the flank of an enemy */
    BEFORE,  /* against each hex before the rest of the brigade */
    NAMED
};

static const struct tc_taste taste[NAMED] = {
    [PRESS] = { "press", 400 },
    [SCORE] = { "score", 12 },
    [STAND] = { "stand", 15 },
    [WING] = { "wing", 6 },
    [APART] = { "apart", 400 },
    [GROUND] = { "ground", 5000 },
    [FIRST] = { "first", 8 },
    [NEAR] = { "near", 250 },
    [MEN] = { "men", 600 },
    [WEAKER] = { "weaker", 4 },
    [TO_CHARGE] = { "to charge", 50 },
    [ALL_READY] = { "all ready", 50 },
    [AT_ODDS] = { "at odds", 25 },
    [WORN] = { "worn", 50 },
    [TO_DRESS] = { "to dress", 60 },
    [TO_MARCH] = { "to march", 40 },
    [ATTACK] = { "attack", 40 },
    [ODDS] = { "odds", 20 },
    [CHARGE] = { "charge", 30 },
    [PACE] = { "pace", 3 },
    [ASTRIDE] = { "astride", 8 },
    [FACED] = { "faced", 1 },
    [DEAR] = { "dear", 10 },
    [ROUND] = { "round", 3 },
    [BEFORE] = { "before", 2 },
};

#define SAY(verb) [NAMED + BAY_V_##verb]

static const int16_t normal[NAMED + BAY_VERBS] = {
    [PRESS] = 1500,
    [SCORE] = 50,
    [STAND] = 50,
    [WING] = 20,
    [APART] = 1500,
    [GROUND] = 24000,
    [FIRST] = 25,
    [NEAR] = 1000,
    [MEN] = 0,
    [WEAKER] = 12,
    [TO_CHARGE] = 100,
    [ALL_READY] = 150,
    [AT_ODDS] = 80,
    [WORN] = 150,
    [TO_DRESS] = 200,
    [TO_MARCH] = 100,
    [ATTACK] = 100,
    [ODDS] = 60,
    [CHARGE] = 20,
    [PACE] = 10,
    [ASTRIDE] = 25,
    [FACED] = 3,
    [DEAR] = 30,
    [ROUND] = 0,
    [BEFORE] = 0,
    SAY(FIRE) = 150,
    SAY(CEASE) = -150,
    SAY(PASS) = -1000,
    SAY(PASS_WITH) = -1000,
    SAY(ACTIVATE_WC) = 20,
    SAY(COMMIT) = 100,
    SAY(WITHDRAW) = -200,
    SAY(SHIFT) = -200,
    SAY(TRANSFER) = -250,
    SAY(PASSAGE) = -150,
    SAY(RELIEVE) = -20,
    SAY(CHARGE) = 100,
    SAY(ATTACK) = 200,
    SAY(VOLLEY) = 60,
    SAY(HOLD_FIRE) = -60,
    SAY(ADVANCE) = 40,
    SAY(AGAIN) = 60,
    SAY(CONCEDE) = -10000,
    SAY(LIMBER) = -60,
    SAY(RECOVER) = 120,
    SAY(REFORM) = 120,
    SAY(GUN) = 40,
    SAY(BACK) = -60,
    SAY(SUFFER) = -40,
    SAY(HALT) = -20,
    SAY(THROUGH) = -20,
    SAY(REORDER) = -40,
};

#undef SAY

static int much(enum taste t)
{
    return tc_taste(normal, (int)t);
}

static int natural(int verb)
{
    return tc_taste(normal, NAMED + verb);
}

/* --- The ground ------------------------------------------------------------------------- */

static int power_of(const struct bay_unit_def *def, const struct bay_unit *x)
{
    if (def->kind == BAY_ART)
        return 30;
    int p =
        20 + 14 * (x->disordered ? def->cv_disordered : def->cv) - much(WEAKER) * x->casualties;

    return tc_max(p, 8);
}

static void place(const struct bay_book *bk, const struct bay_state *s, int u,
                  struct tc_line_body *b)
{
    const struct bay_unit *x = &s->units[u];

    tc_line_hex_place(bk->vec[x->hex], &b->x, &b->y);
    if (x->facing != BAY_NO_FACING)
        tc_line_hex_ahead(TC_HEX_CCW, 2 * x->facing + 1, b);
    b->power = (int16_t)power_of(&bk->unit[u], x);
    b->gun = bay_is_art(bk, u);
    b->reach = b->gun ? HEX : bay_is_horse(bk, u) ? HORSE_REACH : FOOT_REACH;
    b->range = b->gun && !x->limbered ? GUN_RANGE : 0;
    b->steady = !x->disordered && x->casualties < 3;
}

static void fill(const struct bay_book *bk, const struct bay_state *s, struct tc_lines *l)
{
    l->bodies = l->goals = 0;
    l->field = FIELD;
    for (int u = 0; u < bk->units; u++) {
        if (!bay_fights(s, u))
            continue;
        struct tc_line_body *b = tc_line_body(l, bk->unit[u].side);
        if (b)
            place(bk, s, u, b);
    }
    for (int g = 0; g < bk->goals; g++) {
        int32_t x, y;
        const struct bay_goal *o = &bk->goal[g];
        tc_line_hex_place(bk->vec[o->hex[o->hexes / 2]], &x, &y);
        tc_line_goal(l, x, y, o->side == 0 ? o->points : 0, o->side == 1 ? o->points : 0);
    }
}

/* How near a side is to having lost as many brigades as beat it: by those that suffered most.
 */
static int broken_worth(const struct bay_book *bk, const struct bay_state *s, int side)
{
    int most = bk->beaten_after[side], harm[BAY_BRIGADES] = { 0 }, n = 0, sum = 0;

    for (int b = bk->army[side]; most && b < bk->army[side + 1]; b++) {
        int own = s->brigades[b].gone ? 100 : 60 * s->brigades[b].lost / bk->brigade[b].units;
        int i = n++;
        for (; i > 0 && harm[i - 1] < own; i--)
            harm[i] = harm[i - 1];
        harm[i] = own;
    }
    for (int i = 0; i < most && i < n; i++)
        sum += harm[i];
    sum = most ? sum / most : 0;
    return sum * sum * much(WING) / 100;
}

/* How far each wing is from being lost, which loses the battle (B-2.1.1c). */
static int wings_worth(const struct bay_book *bk, const struct bay_state *s)
{
    int left[BAY_WINGS] = { 0 }, all[BAY_WINGS] = { 0 };
    int sum = broken_worth(bk, s, 1) - broken_worth(bk, s, 0);

    for (int b = 0; b < bk->brigades; b++) {
        int w = s->brigades[b].gone ? bk->brigade[b].wing : s->brigades[b].wing;
        all[w] += 100;
        left[w] +=
            s->brigades[b].gone ? 0 : 100 - 60 * s->brigades[b].lost / bk->brigade[b].units;
    }
    for (int w = 0; w < bk->wings && bk->lose_wing; w++) {
        if (bk->beaten_after[bk->wing[w].side])
            continue;
        int gone = all[w] ? 100 - 100 * left[w] / all[w] : 0;
        int v =
            gone * gone * much(WING) / 100; /* the last brigades of a wing are the dearest */
        sum += bk->wing[w].side == 0 ? -v : v;
    }
    return sum;
}

/* Brigades that have come apart (B-5.2): who is next to no unit of his own is pulled about. */
static int apart_worth(const struct bay_book *bk, const struct bay_state *s)
{
    int sum = 0;

    for (int b = 0; b < bk->brigades; b++) {
        const struct bay_brigade_def *def = &bk->brigade[b];
        for (int u = def->first; u < def->first + def->units; u++) {
            bool lonely = bay_fights(s, u), any = false;
            for (int k = def->first; lonely && k < def->first + def->units; k++)
                if (k != u && bay_fights(s, k)) {
                    any = true;
                    lonely = bay_distance(bk, s->units[u].hex, s->units[k].hex) > 1;
                }
            if (lonely && any)
                sum += def->side == 0 ? -1 : 1;
        }
    }
    return much(APART) * sum / bk->units;
}

/* Ground counts when the last turn ends: the nearer that is, the dearer it is to hold it, or to
 * be near it. */
static int ground_worth(const struct bay_book *bk, const struct bay_state *s,
                        const struct tc_lines *l)
{
    int held = bay_goal_points(bk, s, 0) - bay_goal_points(bk, s, 1), points = 1;
    int left = tc_max(0, bk->turns - s->head.turn);

    for (int side = 0; side < TC_SIDES; side++) /* B-RUL-95: this turn decides */
        if (bk->wins_ahead[side] && (side ? -held : held) >= bk->wins_ahead[side])
            left = 0;
    for (int g = 0; g < bk->goals; g++)
        points += bk->goal[g].points;
    int sure = much(GROUND) / (left + 4), near = tc_lines_nearness(l) / points;
    return sure * held / points +
           (held > 0   ? sure * much(FIRST) / 100
            : held < 0 ? -sure * much(FIRST) / 100
                       : 0) +
           (much(NEAR) + sure) * near / 100;
}

/* How much fighting still counts: in the last turns only what decides does. */
static int still(const struct bay_book *bk, const struct bay_state *s)
{
    int left = bk->turns - s->head.turn;

    return bk->goals == 0 || left >= 3 ? 100 : 30 + 25 * tc_max(0, left);
}

static int look(const struct tc_book *tbk, const void *state)
{
    const struct bay_book *bk = (const struct bay_book *)tbk;
    const struct bay_state *s = state;
    struct tc_lines l;

    fill(bk, s, &l);
    int v = (tbk->rules->score(tbk, state) * much(SCORE) / 100 +
             tc_lines_stand(&l) * much(STAND) / 100 + tc_lines_more(&l) * much(MEN) / 1000) *
                still(bk, s) / 100 +
            wings_worth(bk, s) + apart_worth(bk, s) + ground_worth(bk, s, &l);
    return tc_max(-9500, tc_min(9500, v));
}

static int press(const struct tc_book *tbk, const void *state, int side)
{
    const struct bay_book *bk = (const struct bay_book *)tbk;
    struct tc_lines l;

    fill(bk, state, &l);
    return much(PRESS) * tc_lines_pressing(&l, side) / 1000 * still(bk, state) / 100;
}

/* --- What is natural ------------------------------------------------------------------------
 */

/* Roughly the net value of u charging the troops in h from where it stands now. */
static int odds(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    int d = bay_troops(bk, s, h), from = 0;
    const struct bay_unit *x = &s->units[u];

    if (d == TC_NONE || bk->unit[d].side == bk->unit[u].side)
        return 2; /* guns alone, or those who run */
    for (int k = 1; k < 6; k++)
        if (bk->next[h][k] >= 0 &&
            (bk->next[h][from] < 0 || bay_distance(bk, bk->next[h][k], x->hex) <
                                          bay_distance(bk, bk->next[h][from], x->hex)))
            from = k;
    const struct bay_unit *y = &s->units[d];
    int mine = x->disordered ? bk->unit[u].cv_disordered : bk->unit[u].cv;
    int theirs = y->disordered ? bk->unit[d].cv_disordered : bk->unit[d].cv;
    bool foot = bay_is_foot(bk, d);
    int zone = y->facing == BAY_NO_FACING ? 0 : bay_zone(y->facing, from);
    const struct bay_ground_row *g = &bk->move.ground[bk->terrain[h]];

    int n = mine - x->casualties / 2 - theirs + (foot ? y->casualties / 2 : 0) + zone;
    n -= foot ? g->cv : g->cv_horse;
    n += bay_is_horse(bk, u) ? (foot ? -2 : 1) : 0;
    n += bay_impact_at(s, h) - bay_impact_at(s, x->hex);
    return tc_max(-4, tc_min(4, n));
}

/* Units of a brigade, and of them those that are worn, those with an enemy to charge, and with
 * what odds. */
struct muster {
    int units, worn, ready, odds;
};

static struct muster muster(const struct bay_book *bk, const struct bay_state *s, int b)
{
    const struct bay_brigade_def *def = &bk->brigade[b];
    struct muster m = { 0, 0, 0, 0 };

    for (int u = def->first; u < def->first + def->units; u++) {
        const struct bay_unit *x = &s->units[u];
        if (!bay_fights(s, u))
            continue;
        bool worn = x->disordered || x->casualties >= 2;
        m.units++;
        m.worn += worn;
        if (worn || !bay_enemy_in_priority(bk, s, u))
            continue;
        struct bay_targets t;
        bay_targets_of(bk, s, u, x->facing, &t);
        m.ready++;
        m.odds += t.n ? odds(bk, s, u, t.hex[0]) : -1;
    }
    return m;
}

static int lean_order(const struct bay_book *bk, const struct bay_state *s, int b, int order)
{
    struct muster m = muster(bk, s, b);

    if (order == BAY_CHARGE)
        return m.ready ? much(TO_CHARGE) + much(ALL_READY) * m.ready / tc_max(1, m.units) +
                             much(AT_ODDS) * m.odds - much(WORN) * (2 * m.worn > m.units)
                       : -200;
    if (order == BAY_DRESS)
        return m.ready == 0 && 2 * m.worn >= m.units && m.worn ? much(TO_DRESS) : -250;
    return m.ready ? -much(TO_MARCH) : much(TO_MARCH);
}

/* Guns are laid on troops, the denser the better, never on friends. */
static int lean_aim(const struct bay_book *bk, const struct bay_state *s, int side, int hex)
{
    if (bay_held_by(bk, s, hex, side))
        return -500;
    return bay_held_by(bk, s, hex, !side) ? 100 + 60 * bay_count(bk, s, hex) : 0;
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
    if (a->verb == BAY_V_ATTACK)
        return much(ATTACK) + much(ODDS) * odds(bk, s, a->arg[0], a->arg[1]);
    if (a->verb == BAY_V_CHARGE || a->verb == BAY_V_AGAIN)
        return much(CHARGE) + much(ODDS) * odds(bk, s, v->q->arg[0], a->arg[0]);
    if (a->verb == BAY_V_AT)
        return lean_aim(bk, s, v->q->side, a->arg[0]);
    return natural(a->verb);
}

/* --- What troops do that are left to themselves ----------------------------------------------
 */

enum { FAR_OFF = 40 };

/* Ground of a side that it does not hold, or holds with one unit only, has room for more. */
static bool wanted(const struct bay_book *bk, const struct bay_state *s, int g, int side, int u)
{
    const struct bay_goal *o = &bk->goal[g];
    int mine = 0;

    if (o->side != side)
        return false;
    for (int i = 0; i < o->hexes; i++) {
        if (bay_held_by(bk, s, o->hex[i], !side))
            return true;
        if (bay_held_by(bk, s, o->hex[i], side) && s->units[u].hex != o->hex[i])
            mine += bay_count(bk, s, o->hex[i]);
    }
    return mine < 2;
}

/* Where a unit wants to go: to the nearest enemy, or to ground that is wanted and as near. */
static int aim_of(const struct bay_book *bk, const struct bay_state *s, int u)
{
    int h = s->units[u].hex, side = bk->unit[u].side, best = FAR_OFF, aim = TC_NONE;
    int left = bk->turns - s->head.turn, dear = much(DEAR) * (left < 3 ? 2 : 1) / 10;

    for (int e = 0; e < bk->units; e++) {
        if (bk->unit[e].side == side || !bay_fights(s, e))
            continue;
        int d = bay_distance(bk, h, s->units[e].hex);
        if (d < best) {
            best = d;
            aim = s->units[e].hex;
        }
    }
    for (int g = 0; g < bk->goals; g++) {
        if (!wanted(bk, s, g, side, u))
            continue;
        for (int i = 0; i < bk->goal[g].hexes; i++) {
            int d = bay_distance(bk, h, bk->goal[g].hex[i]) - dear;
            if (d < best) {
                best = d;
                aim = bk->goal[g].hex[i];
            }
        }
    }
    return aim;
}

/* Is this ground its side wants to hold? */
static bool astride(const struct bay_book *bk, int side, int h)
{
    for (int g = 0; g < bk->goals; g++)
        for (int i = 0; bk->goal[g].side == side && i < bk->goal[g].hexes; i++)
            if (bk->goal[g].hex[i] == h)
                return true;
    return false;
}

/* How well it would stand there, looking that way: near its aim, which lies ahead. */
static int stands(const struct bay_book *bk, int side, int h, int facing, int aim)
{
    int v = astride(bk, side, h) ? much(ASTRIDE) : 0, ahead = TC_NONE;

    if (aim == TC_NONE)
        return v;
    int d = bay_distance(bk, h, aim);
    v -= much(PACE) * d;
    if (facing == BAY_NO_FACING || d == 0)
        return v;
    for (int k = 0; k < 6; k++)
        if (bk->next[h][k] >= 0 && bay_distance(bk, bk->next[h][k], aim) < d &&
            (ahead == TC_NONE || bay_zone(facing, k) < bay_zone(facing, ahead)))
            ahead = k;
    return ahead == TC_NONE ? v : v - much(FACED) * bay_zone(facing, ahead);
}

/* How far round the enemy in a hex somebody near is: 0 before him, more about his flank. */
static int round_of(const struct bay_book *bk, const struct bay_state *s, int h, int aim)
{
    int e = aim == TC_NONE ? TC_NONE : bay_troops(bk, s, aim), at = TC_NONE;

    if (e == TC_NONE || h == aim || s->units[e].facing == BAY_NO_FACING)
        return 0;
    for (int k = 0; k < 6; k++)
        if (bk->next[aim][k] >= 0 &&
            (at == TC_NONE ||
             bay_distance(bk, bk->next[aim][k], h) < bay_distance(bk, bk->next[aim][at], h)))
            at = k;
    return at == TC_NONE ? 0 : bay_zone(s->units[e].facing, at);
}

/* How many hexes it would be before the rest of its brigade on the way to its aim. */
static int before_mates(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                        int aim)
{
    const struct bay_brigade_def *def = &bk->brigade[bk->unit[u].brigade];
    int sum = 0, n = 0;

    for (int k = def->first; k < def->first + def->units; k++)
        if (k != u && bay_fights(s, k)) {
            sum += bay_distance(bk, s->units[k].hex, aim);
            n++;
        }
    return n ? tc_max(0, sum / n - bay_distance(bk, h, aim) - 1) : 0;
}

/* As it stands, and besides by the enemy's flank and its own brigade. */
static int would_stand(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                       int facing, int aim)
{
    int v = stands(bk, bk->unit[u].side, h, facing, aim);

    if (much(ROUND) && aim != TC_NONE && bay_distance(bk, h, aim) < 5)
        v += much(ROUND) * round_of(bk, s, h, aim);
    if (much(BEFORE) && aim != TC_NONE)
        v -= much(BEFORE) * before_mates(bk, s, u, h, aim);
    return v;
}

/* A step, a turn or a halt of the unit on the move. */
static int settle_leg(const struct bay_book *bk, const struct bay_state *s,
                      const struct tc_act *a)
{
    int u = s->now.mover;
    const struct bay_unit *x = &s->units[u];
    int aim = aim_of(bk, s, u);

    if (a->verb == BAY_V_HALT)
        return would_stand(bk, s, u, x->hex, x->facing, aim) + 1;
    if (a->verb == BAY_V_TURN)
        return would_stand(bk, s, u, x->hex, a->arg[0], aim);
    int to = a->verb == BAY_V_STEP ? bk->next[x->hex][a->arg[0] % 6] : TC_NONE;
    return to < 0 ? -10000
                  : would_stand(bk, s, u, to,
                                a->arg[1] == BAY_NO_FACING ? x->facing : a->arg[1], aim);
}

/* In imagined courses troops go straight for the enemy and the ground; whoever can fires,
 * attacks, stands. */
static int settle(const struct tc_view *v, const struct tc_act *a)
{
    const struct bay_book *bk = (const struct bay_book *)v->book;
    const struct bay_state *s = v->state;

    if (v->q->question == BAY_Q_LEG)
        return settle_leg(bk, s, a);
    if (v->q->question == BAY_Q_GOAL && a->verb == BAY_V_TO)
        return would_stand(bk, s, v->q->arg[0], a->arg[0], a->arg[1],
                           aim_of(bk, s, v->q->arg[0]));
    return lean(v, a);
}

#define PLAN(q) (UINT64_C(1) << (q))

static int pieces(const struct tc_book *tbk)
{
    return ((const struct bay_book *)tbk)->units;
}

static int left(const struct tc_book *tbk, const void *state)
{
    return ((const struct bay_book *)tbk)->turns - ((const struct bay_state *)state)->head.turn;
}

const struct tc_eye bay_eye = {
    .look = look,
    .press = press,
    .lean = lean,
    .settle = settle,
    .pieces = pieces,
    .left = left,
    .doubt = 60,
    .plans = ~UINT64_C(0),
    .steps = PLAN(BAY_Q_LEG) | PLAN(BAY_Q_GOAL) | PLAN(BAY_Q_HAUL_TO) | PLAN(BAY_Q_AIM) |
             PLAN(BAY_Q_LIMBER) | PLAN(BAY_Q_UNLIMBER) | PLAN(BAY_Q_RUN),
    .plain = PLAN(BAY_Q_MOVE) | PLAN(BAY_Q_NEXT) | PLAN(BAY_Q_FIRE) | PLAN(BAY_Q_HAUL),
    .tastes = NAMED + BAY_VERBS,
    .named = NAMED,
    .taste = taste,
    .normal = normal, /* no row has been found better than these, set by hand */
};
