/* rules/reason/eye.c - how a reason battle looks to a computer player.
 *
 * Commands go forward in line, fire when they can, close with what is weaker, shaken or shows a
 * flank; nobody runs of his own will; the disordered recover and the shaken rally.
 */
#include "kernel/eye.h"
#include "rules/reason/reason.h"
#include "board/lines.h"
#include "rules/reason/inner.h"

enum { HEX = 1000, FOOT_REACH = 2 * HEX, HORSE_REACH = 4 * HEX, GUN_RANGE = 6 * HEX };
enum { SEVERAL = 64, SIGHT = 16 * HEX, AT_POST = 2 * HEX, FAR_OFF = 3 * HEX };

/* From how far one goes for ground, what counts as about it, and what both sides have there in
 * any case. */
enum { GRASP = 14 * HEX, ABOUT = 5 * HEX, FEW_MEN = 20 * HEX };

/* --- The numbers, which may be fitted by playing ------------------------------------------ */

enum taste {
    PRESS, /* for having come to grips */
    SCORE, /* what a position is worth: in hundredths of the score, */
    LATER, /* more of it the later it is, */
    STAND, /* hundredths of how the lines stand, */
    NERVE, /* for each step of army morale, */
    NEAR,  /* hundredths of how near the ground is, */
    NEAREST,
    TAKEN, /* of the worth of the enemy's ground, in thousandths: when one stands in it, */
    OPEN,  /* when one is next to it and nobody does, */
    BESET, /* and when he does */
    SHAKEN,
    DISORDERED,
    IN_COLUMN,
    UNREADY, /* how fit for a fight, in tenths */
    SHAKES,  /* for each strength point shaken or disordered, in thousandths of the army */
    ODDS,    /* what is natural: to close with odds, */
    EVEN,    /* with one's equal, */
    AT_GUNS, /* with guns: how strong they are, in hundredths, */
    RIDE_AT, /* of horse at foot, in hundredths, */
    AT_FLANK,
    PACE, /* a step nearer, in courses of several turns, */
    TURNED,
    TO_GROUND, /* nearer to ground by so many tenths of a hex, */
    FOOT_HALT, /* to come so near, in tenths of a hex, */
    HORSE_HALT,
    BEFORE, /* against each hex before the rest of the command */
    LEAVE,  /* to be content with what is done */
    ROUND,  /* for each hex face towards the flank of the enemy */
    NAMED
};

static const struct tc_taste taste[NAMED] = {
    [PRESS] = { "press", 600 },
    [SCORE] = { "score", 20 },
    [LATER] = { "later", 20 },
    [STAND] = { "stand", 15 },
    [NERVE] = { "nerve", 60 },
    [NEAR] = { "near", 8 },
    [NEAREST] = { "nearest", 200 },
    [TAKEN] = { "taken", 200 },
    [OPEN] = { "open", 150 },
    [BESET] = { "beset", 100 },
    [SHAKEN] = { "shaken", 2 },
    [DISORDERED] = { "disordered", 1 },
    [IN_COLUMN] = { "in column", 1 },
    [UNREADY] = { "unready", 1 },
    [SHAKES] = { "shakes", 600 },
    [ODDS] = { "odds", 60 },
    [EVEN] = { "even", 40 },
    [AT_GUNS] = { "at guns", 20 },
    [RIDE_AT] = { "ride at", 20 },
    [AT_FLANK] = { "at flank", 40 },
    [PACE] = { "pace", 5 },
    [TURNED] = { "turned", 2 },
    [TO_GROUND] = { "to ground", 10 },
    [FOOT_HALT] = { "foot halt", 5 },
    [HORSE_HALT] = { "horse halt", 5 },
    [BEFORE] = { "before", 4 },
    [LEAVE] = { "leave", 20 },
    [ROUND] = { "round", 4 },
};

static const int16_t normal[NAMED + REA_VERBS] = {
    [PRESS] = 3000,
    [SCORE] = 100,
    [LATER] = 0,
    [STAND] = 50,
    [NERVE] = 150,
    [NEAR] = 25,
    [NEAREST] = 800,
    [TAKEN] = 900,
    [OPEN] = 600,
    [BESET] = 300,
    [SHAKEN] = 6,
    [DISORDERED] = 2,
    [IN_COLUMN] = 3,
    [UNREADY] = 3,
    [SHAKES] = 0,
    [ODDS] = 200,
    [EVEN] = 60,
    [AT_GUNS] = 50,
    [RIDE_AT] = 67,
    [AT_FLANK] = 200,
    [PACE] = 20,
    [TURNED] = 4,
    [TO_GROUND] = 20,
    [FOOT_HALT] = 0,
    [HORSE_HALT] = 0,
    [BEFORE] = 0,
    [LEAVE] = -10,
    [ROUND] = 0,
#define SAY(verb) [NAMED + REA_V_##verb]
    SAY(DELAY) = -100,
    SAY(COMMAND) = 20,
    SAY(WING) = 40,
    SAY(SOLO) = -20,
    SAY(TRY) = 20,
    SAY(TRY_UNIT) = 20,
    SAY(ATTACH) = 20,
    SAY(RECOVER) = 100,
    SAY(FIRE) = 150,
    SAY(SQUARE_FIRE) = 150,
    SAY(JOIN) = 40,
    SAY(ROUT) = -2000,
    SAY(FLEE) = -50,
    SAY(MOVE) = 30,
    SAY(RIDE) = -5,
    SAY(BREAK_DOWN) = -80,
    SAY(SHOOT) = 120,
    SAY(CHARGE) = 40,
    SAY(COUNTER) = 60,
    SAY(WITHDRAW) = -150,
    SAY(FALL_BACK) = 0,
    SAY(GIVE_UP) = -10,
    SAY(BREAK_OFF) = -60,
    SAY(FIGHT_ON) = 40,
    SAY(ADVANCE) = 60,
    SAY(RALLY) = 200,
    SAY(DECLINE) = -100,
    SAY(FREE_FIRE) = 60,
    SAY(FREE_ASSAULT) = 60,
    SAY(VOLUNTEER) = -2000,
    SAY(RAPID) = -60,
    SAY(DETACH) = -60,
    SAY(CONTRACT) = -40,
    SAY(HOOK) = -40,
    SAY(LIMBER) = -60,
    SAY(BACK_UP) = -60,
    SAY(BACK_STEP) = -60,
    SAY(RECALL) = 10,
    SAY(SACRIFICE) = -20,
#undef SAY
};

static int much(enum taste t)
{
    return tc_taste(normal, t);
}

static int natural(int verb)
{
    return tc_taste(normal, NAMED + verb);
}

/* --- The ground ------------------------------------------------------------------------- */

/* The middle hex of a body, as an index of the map. */
static int middle(const struct rea_book *bk, const struct rea_body *y)
{
    return rea_index_of(bk, y->hex[y->len / 2]);
}

static int body_sp(const struct rea_state *s, const struct rea_body *y)
{
    int sp = 0;

    for (int i = 0; i < y->units; i++)
        sp += s->unit[y->unit[i]].sp;
    return sp;
}

/* How fit for a fight, in tenths: by morale, order and formation. */
static int fitness(const struct rea_book *bk, const struct rea_state *s,
                   const struct rea_body *y)
{
    const struct rea_unit *x = &s->unit[y->unit[0]];
    int f = x->morale == REA_ROUTED || y->form == REA_ROUT ? 1
            : x->morale == REA_SHAKEN                      ? much(SHAKEN)
                                                           : 10;

    f -= x->disordered ? much(DISORDERED) : 0;
    if (y->form == REA_MC || y->form == REA_RC)
        f -= bk->unit[y->unit[0]].arm == REA_FOOT ? much(IN_COLUMN) : 1;
    if (y->form == REA_GO || y->form == REA_LA || y->form == REA_SQUARE)
        f -= much(UNREADY);
    return tc_max(f, 1);
}

static void place(const struct rea_book *bk, const struct rea_state *s,
                  const struct rea_body *y, int hex, struct tc_line_body *b)
{
    const struct rea_card *c = &bk->unit[y->unit[0]];
    const struct rea_unit *x = &s->unit[y->unit[0]];

    tc_line_hex_place(bk->map.at[hex], &b->x, &b->y);
    if (y->form != REA_SQUARE)
        tc_line_hex_ahead(TC_HEX_CW, 2 * y->facing + (rea_vertex(y->form) ? 1 : 0), b);
    b->gun = c->arm == REA_GUNS;
    b->reach = b->gun ? HEX : c->arm == REA_HORSE ? HORSE_REACH : FOOT_REACH;
    b->range = b->gun && y->form == REA_UA ? GUN_RANGE : 0;
    b->power = (int16_t)(body_sp(s, y) * fitness(bk, s, y));
    b->steady = x->morale == REA_GOOD && y->form != REA_ROUT;
}

static void fill(const struct rea_book *bk, const struct rea_state *s, struct tc_lines *l)
{
    l->bodies = l->goals = 0;
    l->field = HEX * tc_max(bk->map.lay.columns, bk->map.lay.rows);
    for (int i = 0; i < REA_BODIES; i++) {
        const struct rea_body *y = &s->body[i];
        int hex = y->units ? middle(bk, y) : TC_NONE;
        struct tc_line_body *b = hex >= 0 ? tc_line_body(l, y->side) : NULL;
        if (!b)
            continue;
        place(bk, s, y, hex, b);
        b->unit = y->unit[0];
        b->command = bk->unit[y->unit[0]].command;
    }
    for (int i = 0; i < bk->goals; i++) {
        int32_t x, y;
        tc_line_hex_place(bk->map.at[bk->goal[i].hex], &x, &y);
        int points = bk->goal[i].points, holder = s->goal[i] - 1;
        tc_line_goal(l, x, y, holder == 0 ? 0 : points, holder == 1 ? 0 : points);
    }
}

void rea_muster(const struct tc_book *bk, const void *state, struct tc_lines *l)
{
    fill(rea_book(bk), state, l);
}

/* Who stands in each goal, 1 and 2 for the sides, and would have it at the end of the turn. */
static void tenants(const struct rea_book *bk, const struct rea_state *s, uint8_t *in)
{
    for (int g = 0; g < bk->goals; g++)
        in[g] = 0;
    for (int i = 0; i < REA_BODIES; i++) {
        const struct rea_body *y = &s->body[i];
        if (!y->units || y->form == REA_ROUT)
            continue;
        for (int k = 0; k < y->len; k++) {
            int hex = rea_index_of(bk, y->hex[k]);
            for (int g = 0; g < bk->goals; g++)
                if (hex == bk->goal[g].hex)
                    in[g] = (uint8_t)(y->side + 1);
        }
    }
}

/* How near a side is to having a goal that is not its own, in thousandths: by its nearest body,
 * and by what both sides have about it. */
static int within_grasp(const struct tc_lines *l, const struct tc_line_goal *g, int side)
{
    int64_t force[TC_SIDES] = { 0 };
    int32_t best = GRASP;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        if (!b->steady || b->gun)
            continue;
        int32_t d = tc_line_apart(b->x - g->x, b->y - g->y);
        if (b->side == side)
            best = tc_min(best, d);
        if (d < ABOUT)
            force[b->side] += (int64_t)b->power * (ABOUT - d);
    }
    if (best >= GRASP)
        return 0;
    int64_t mine = force[side] + FEW_MEN, theirs = force[!side] + FEW_MEN;
    return (int)((GRASP - best) * (int64_t)1000 / GRASP * mine / (mine + theirs));
}

/* What the ground will be worth beyond what the score says: it changes hands when the turn
 * ends, for whoever stands in it then. For side 0. */
static int ground(const struct rea_book *bk, const struct rea_state *s,
                  const struct tc_lines *l)
{
    int all = 10 * (s->start_sp[0] + s->start_sp[1]); /* about what the score divides by */
    uint8_t in[REA_GOALS];
    int64_t sum = 0;

    tenants(bk, s, in);
    for (int g = 0; g < l->goals; g++) {
        int owner = s->goal[g] ? s->goal[g] - 1 : TC_NONE, points = bk->goal[g].points;
        for (int side = 0; side < TC_SIDES; side++) {
            if (side == owner)
                continue;
            int part = in[g] == side + 1 ? much(TAKEN)
                                         : within_grasp(l, &l->goal[g], side) *
                                               (in[g] ? much(BESET) : much(OPEN)) / 1000;
            sum += (side ? -1 : 1) * part * points * (owner == TC_NONE ? 1 : 2);
        }
    }
    return (int)(sum * 100 / tc_max(1, all));
}

/* What is shaken or in disorder is half lost. */
static int shaky(const struct rea_book *bk, const struct rea_state *s)
{
    int v = 0, all = s->start_sp[0] + s->start_sp[1];

    for (int i = 0; much(SHAKES) && i < REA_BODIES; i++) {
        const struct rea_body *y = &s->body[i];
        if (!y->units)
            continue;
        int sp = body_sp(s, y) * (10 - fitness(bk, s, y));
        v += y->side == 0 ? -sp : sp;
    }
    return much(SHAKES) * v / tc_max(1, 10 * all);
}

static int look(const struct tc_book *tbk, const void *state)
{
    const struct rea_book *bk = rea_book(tbk);
    const struct rea_state *s = state;
    struct tc_lines l;

    fill(bk, s, &l);
    int part = much(SCORE) + much(LATER) * s->head.turn / tc_max(1, bk->turn_limit),
        most = much(NEAREST);
    int v = tbk->rules->score(tbk, state) * part / 100 +
            tc_lines_stand(&l) * much(STAND) / 100 +
            much(NERVE) * (s->morale[0] - s->morale[1]) +
            tc_max(-most, tc_min(most, tc_lines_nearness(&l) * much(NEAR) / 100)) +
            ground(bk, s, &l) + shaky(bk, s);

    return tc_max(-9500, tc_min(9500, v));
}

static int press(const struct tc_book *tbk, const void *state, int side)
{
    struct tc_lines l;

    fill(rea_book(tbk), state, &l);
    int v = tc_lines_pressing(&l, side);
    l.field = tc_min(l.field, SIGHT);
    return much(PRESS) * (v + 2 * tc_lines_pressing(&l, side)) / 3000;
}

/* --- What is natural ------------------------------------------------------------------------
 */

/* What to expect of closing with a target: by strength, fitness and flank. */
static int match(const struct rea_book *bk, const struct rea_state *s, int unit, int target)
{
    if (s->unit[unit].body == REA_NO || s->unit[target].body == REA_NO)
        return 0;
    const struct rea_body *y = &s->body[s->unit[unit].body],
                          *k = &s->body[s->unit[target].body];
    int from = middle(bk, y), at = middle(bk, k);
    struct tc_line_body b = { 0 };

    if (from < 0 || at < 0)
        return 0;
    int32_t x, yy, dx, dy;
    tc_line_hex_place(bk->map.at[from], &x, &yy);
    place(bk, s, k, at, &b);
    dx = x - b.x;
    dy = yy - b.y;
    int mine = body_sp(s, y) * fitness(bk, s, y), theirs = tc_max(1, b.power);
    if (b.gun)
        theirs = theirs * much(AT_GUNS) / 100 + 1;
    if (bk->unit[y->unit[0]].arm == REA_HORSE && bk->unit[k->unit[0]].arm == REA_FOOT)
        mine = much(RIDE_AT) == 67 ? mine * 2 / 3 : mine * much(RIDE_AT) / 100;
    if (tc_line_ahead_of(&b, dx, dy, tc_line_apart(dx, dy)) < 300)
        mine = mine * much(AT_FLANK) / 100;
    return tc_max(-200,
                  tc_min(250, much(ODDS) * (mine - theirs) / (mine + theirs) * 2 + much(EVEN)));
}

/* Where a leader belongs: amid his command, his wing, or the army. */
static bool post(const struct rea_book *bk, const struct rea_state *s, int leader, int32_t *x,
                 int32_t *y)
{
    const struct rea_chief *l = &bk->leader[leader];
    int n = 0;
    int64_t sx = 0, sy = 0;

    for (int i = 0; i < bk->units; i++) {
        const struct rea_card *c = &bk->unit[i];
        int k = c->command;
        if (c->side != l->side || s->unit[i].where != REA_ON || s->unit[i].body == REA_NO ||
            (l->command != TC_NONE && k != l->command) ||
            (l->wing != TC_NONE && (k == TC_NONE || bk->command[k].wing != l->wing)))
            continue;
        int hex = middle(bk, &s->body[s->unit[i].body]);
        if (hex < 0)
            continue;
        tc_line_hex_place(bk->map.at[hex], x, y);
        sx += *x;
        sy += *y;
        n++;
    }
    if (!n)
        return false;
    *x = (int32_t)(sx / n);
    *y = (int32_t)(sy / n);
    return true;
}

/* How far a leader who stands in a hex would be from his post. */
static int32_t away(const struct rea_book *bk, const struct rea_state *s, int leader, int hex)
{
    int32_t px, py, x, y;

    if (hex < 0 || !post(bk, s, leader, &px, &py))
        return 0;
    tc_line_hex_place(bk->map.at[hex], &x, &y);
    return tc_line_apart(px - x, py - y);
}

/* He rides until he is with his men. */
static int ride(const struct tc_view *v, const struct tc_act *a)
{
    const struct rea_book *bk = rea_book(v->book);
    const struct rea_state *s = v->state;
    int leader = v->q->arg[0], at = rea_index_of(bk, s->leader[leader].hex);
    int32_t now = away(bk, s, leader, at);

    if (a->verb != REA_V_STEP)
        return now <= AT_POST ? 1000 : 0;
    return (now - away(bk, s, leader, tc_hexmap_next(&bk->map, (tc_hex)at, a->arg[0]))) / 10;
}

/* Those nearest the enemy move first and make room; leaders only when far from their men. */
static int pick(const struct tc_view *v, const struct tc_act *a)
{
    const struct rea_book *bk = rea_book(v->book);
    const struct rea_state *s = v->state;
    int32_t x, y, ex, ey, best = 99 * HEX;

    if (a->verb == REA_V_RIDE) {
        int at = rea_index_of(bk, s->leader[a->arg[0]].hex);
        return away(bk, s, a->arg[0], at) > FAR_OFF ? -20 : -1500;
    }
    if (a->verb != REA_V_MOVE || s->unit[a->arg[0]].body == REA_NO)
        return a->verb == REA_V_DONE ? -1000 : natural(a->verb);
    const struct rea_body *b = &s->body[s->unit[a->arg[0]].body];
    int hex = middle(bk, b);
    if (hex < 0)
        return natural(REA_V_MOVE);
    tc_line_hex_place(bk->map.at[hex], &x, &y);
    for (int i = 0; i < REA_BODIES; i++) {
        int at =
            s->body[i].units && s->body[i].side != b->side ? middle(bk, &s->body[i]) : TC_NONE;
        if (at < 0)
            continue;
        tc_line_hex_place(bk->map.at[at], &ex, &ey);
        best = tc_min(best, tc_line_apart(ex - x, ey - y));
    }
    return natural(REA_V_MOVE) + 100 - best / HEX;
}

static int lean(const struct tc_view *v, const struct tc_act *a)
{
    if (v->q->question == REA_Q_RIDE)
        return ride(v, a);
    if (v->q->question == REA_Q_PICK)
        return pick(v, a);
    if (a->verb == REA_V_ATTACK || a->verb == REA_V_CHARGE_AT)
        return match(rea_book(v->book), v->state, a->arg[0], a->arg[1]);
    if (a->verb == REA_V_DONE) /* what may be done is looked at before it is left undone */
        return v->q->question == REA_Q_FIRE ? -300 : much(LEAVE);
    if (a->verb == REA_V_HOLD)
        return v->q->question == REA_Q_VOLLEY || v->q->question == REA_Q_SHOOT ? -60 : 0;
    return natural(a->verb);
}

/* Nobody sets out on a new move; what can fires, attacks and stands. */
static int settle(const struct tc_view *v, const struct tc_act *a)
{
    if (v->q->question == REA_Q_PICK)
        return a->verb == REA_V_DONE;
    if (v->q->question == REA_Q_ACT && a->verb == REA_V_END)
        return 1000;
    return lean(v, a);
}

/* --- What troops do that mean to win --------------------------------------------------------
 */

/* Where a body wants to go: to the nearest enemy, or to ground that is not its own and about as
 * near; TC_NONE: nowhere. */
static int aim_of(const struct rea_book *bk, const struct rea_state *s,
                  const struct rea_body *y, int from)
{
    int best = INT16_MAX, aim = TC_NONE;

    for (int i = 0; i < REA_BODIES; i++) {
        const struct rea_body *e = &s->body[i];
        int at = e->units && e->side != y->side ? middle(bk, e) : TC_NONE;
        if (at < 0)
            continue;
        int d = tc_hexmap_distance(&bk->map, (tc_hex)from, (tc_hex)at);
        if (e->form == REA_ROUT)
            d += 6;
        if (d < best) {
            best = d;
            aim = at;
        }
    }
    for (int g = 0; g < bk->goals; g++) {
        if (s->goal[g] == y->side + 1)
            continue;
        int d =
            tc_hexmap_distance(&bk->map, (tc_hex)from, bk->goal[g].hex) - much(TO_GROUND) / 10;
        if (d < best) {
            best = d;
            aim = bk->goal[g].hex;
        }
    }
    return aim;
}

/* Six times the angle between a facing and the way to a hex, 0 ahead to 3 behind. */
static int turned(const struct rea_book *bk, int from, int facing, int aim)
{
    int best = 3, now = tc_hexmap_distance(&bk->map, (tc_hex)from, (tc_hex)aim);

    for (int d = 0; d < 6; d++) {
        int to = tc_hexmap_next(&bk->map, (tc_hex)from, d);
        if (to < 0 || tc_hexmap_distance(&bk->map, (tc_hex)to, (tc_hex)aim) >= now)
            continue;
        int off = (d - facing + 6) % 6;
        best = tc_min(best, off > 3 ? 6 - off : off);
    }
    return best;
}

/* How far the rest of its command is from a hex, in the mean; -1: there is nobody else. */
static int mates_from(const struct rea_book *bk, const struct rea_state *s,
                      const struct rea_body *y, int aim)
{
    int sum = 0, n = 0, command = bk->unit[y->unit[0]].command;

    for (int i = 0; i < REA_BODIES; i++) {
        const struct rea_body *k = &s->body[i];
        if (k == y || !k->units || k->side != y->side || k->form == REA_ROUT ||
            bk->unit[k->unit[0]].command != command)
            continue;
        int at = middle(bk, k);
        if (at < 0)
            continue;
        sum += tc_hexmap_distance(&bk->map, (tc_hex)at, (tc_hex)aim);
        n++;
    }
    return n ? sum / n : -1;
}

/* How far round the enemy at a hex somebody at another is: 0 before him to 3 behind him. */
static int round_of(const struct rea_book *bk, const struct rea_state *s, int aim, int from)
{
    for (int i = 0; i < REA_BODIES; i++) {
        const struct rea_body *k = &s->body[i];
        if (k->units && middle(bk, k) == aim)
            return from == aim ? 0 : turned(bk, aim, k->facing, from);
    }
    return 0;
}

/* How well a body would stand in a hex, looking that way, with this to go for. */
static int stands(const struct rea_book *bk, const struct rea_state *s,
                  const struct rea_body *y, int hex, int facing, int aim)
{
    bool horse = bk->unit[y->unit[0]].arm == REA_HORSE;
    int d = tc_hexmap_distance(&bk->map, (tc_hex)hex, (tc_hex)aim);
    int left = 10 * d - much(horse ? HORSE_HALT : FOOT_HALT);
    int v = -much(PACE) * (left < 0 ? -left : left) / 10 -
            much(TURNED) * turned(bk, hex, facing, aim);

    if (much(ROUND) && d < 8)
        v += much(ROUND) * round_of(bk, s, aim, hex);
    int mates = much(BEFORE) ? mates_from(bk, s, y, aim) : -1;
    return mates > d + 1 ? v - much(BEFORE) * (mates - d - 1) : v;
}

/* A step, a turn or the end of the move of the body on the march. */
static int march(const struct rea_book *bk, const struct rea_state *s, const struct tc_act *a)
{
    const struct rea_body *y = &s->body[s->mover];
    int from = y->units ? middle(bk, y) : TC_NONE;

    if (from < 0 || bk->unit[y->unit[0]].arm == REA_GUNS)
        return a->verb == REA_V_END ? 1000 : natural(a->verb);
    int aim = aim_of(bk, s, y, from);
    if (aim < 0)
        return a->verb == REA_V_END ? 1000 : natural(a->verb);
    if (a->verb == REA_V_END)
        return stands(bk, s, y, from, y->facing, aim) + 1;
    if (a->verb == REA_V_TURN)
        return stands(bk, s, y, from, a->arg[0], aim) - 1;
    if (a->verb != REA_V_STEP && a->verb != REA_V_ROAD)
        return stands(bk, s, y, from, y->facing, aim) - 1000 + natural(a->verb);
    int to = tc_hexmap_next(&bk->map, (tc_hex)from, a->arg[0]);
    return to < 0 ? -30000 : stands(bk, s, y, to, y->facing, aim);
}

static int play(const struct tc_view *v, const struct tc_act *a)
{
    if (v->q->question == REA_Q_ACT)
        return march(rea_book(v->book), v->state, a);
    return lean(v, a);
}

static int pieces(const struct tc_book *tbk)
{
    return rea_book(tbk)->units;
}

#define PLAN(q) (UINT64_C(1) << (q))

const struct tc_eye rea_eye = {
    .look = look,
    .press = press,
    .lean = lean,
    .settle = settle,
    .play = play,
    .plans =
        PLAN(REA_Q_DECLARE) | PLAN(REA_Q_ANSWER) | PLAN(REA_Q_REFIGHT) | PLAN(REA_Q_CHOOSE),
    .deeds = PLAN(REA_Q_ACT) | PLAN(REA_Q_ORDER_OF_STACK) | PLAN(REA_Q_GO_FACE) |
             PLAN(REA_Q_GIVE_UP),
    .habits = PLAN(REA_Q_PICK) | PLAN(REA_Q_RIDE),
    .pieces = pieces,
    .round = 40,
    .brief = SEVERAL,
    .brief_round = 12,
    .tastes = NAMED + REA_VERBS,
    .named = NAMED,
    .taste = taste,
    .normal = normal, /* no row has been found better than these, set by hand */
    .second = { 40, 400, 1, 4, 200, 2500, 2500 },
};
