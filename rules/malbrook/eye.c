/* rules/malbrook/eye.c - how a malbrook battle looks to a computer player.
 *
 * Brigades go on until they can charge, charge what is worse than they are or shows a flank,
 * meet charges standing or riding; guns fire; worn brigades dress their ranks; leaders keep
 * near their men.
 */
#include "board/plane.h"
#include "kernel/eye.h"
#include "rules/malbrook/malbrook.h"
#include "board/lines.h"
#include "rules/malbrook/inner.h"

enum { INCH = 1000, FOOT_REACH = 4 * INCH, HORSE_REACH = 7 * INCH };
enum { SIGHT = 24 * INCH, DANGER = 12 * INCH, SEVERAL = 30, COUNTED = 8 };
enum {
    BENT = 3, /* a bent line cannot march: as bad as so many DPs */
    CLOSE = 4 * INCH,
    GUARD = 12 * INCH, /* whoever keeps a ground is within this */
    WORN = 5,          /* DPs with which nobody is sent for a ground */
    BEST = 4,          /* brigades that go for a ground */
    TAKE = 80,         /* for these on the ground, in hundredths of its points */
    KEEP = 20,         /* for the holder's near it */
    SURE = 120,        /* for a ground somebody of its holder stands on */
    STAY = 250,        /* for him to halt there */
};

/* What things are worth. In a large battle a brigade is a small part of the army, and what is
 * natural would outweigh all that is seen of one: there more is made of ground, disorder and
 * coming on, and less of the chance to charge. */
struct weights {
    int16_t press, disorder, worn, charge, odds, gun;
    int16_t near, nearest; /* ground by what stands near it: in hundredths, and at most */
};

static const struct weights many = { 4000, 3500, 3000, 0, 10, -1, 150, 3000 };

/* --- The numbers, which may be fitted by playing ------------------------------------------ */

enum taste {
    PRESS,    /* in small battles: for having come to grips */
    DISORDER, /* against disorder */
    WORN_OUT, /* against an army near to breaking */
    CHARGE,   /* to charge */
    ODDS,     /* with odds */
    GUN,      /* what guns are against a charge, in grades */
    NEAR,     /* hundredths of how near the ground is */
    NEAREST,
    TONIGHT,  /* tenths of the margin of points */
    LATE,     /* and in the last turns */
    STAND,    /* hundredths of how the lines stand */
    BROKEN,   /* against broken brigades */
    MEN,      /* for more men fit to fight */
    WEAR,     /* what a DP takes from strength, in hundredths */
    AT_FLANK, /* to charge a flank */
    AT_FOOT,  /* against horse at the front of foot */
    ALIKE,    /* to charge one alike */
    BOTH,     /* to roll two dice */
    TWICE,    /* to double the move */
    FLIGHT,   /* after a fight: to flee */
    BACK,     /* to go back */
    TAKE_ON,  /* to take the ground */
    NAMED
};

static const struct tc_taste taste[NAMED] = {
    [PRESS] = { "press", 400 },       [DISORDER] = { "disorder", 150 },
    [WORN_OUT] = { "worn out", 500 }, [CHARGE] = { "charge", 30 },
    [ODDS] = { "odds", 15 },          [GUN] = { "gun", 1 },
    [NEAR] = { "near", 8 },           [NEAREST] = { "nearest", 200 },
    [TONIGHT] = { "tonight", 8 },     [LATE] = { "late", 20 },
    [STAND] = { "stand", 15 },        [BROKEN] = { "broken", 500 },
    [MEN] = { "men", 600 },           [WEAR] = { "wear", 3 },
    [AT_FLANK] = { "at flank", 1 },   [AT_FOOT] = { "at foot", 1 },
    [ALIKE] = { "alike", 1 },         [BOTH] = { "both", 20 },
    [TWICE] = { "twice", 30 },        [FLIGHT] = { "flight", 50 },
    [BACK] = { "back", 30 },          [TAKE_ON] = { "take on", 30 },
};

#define SAY(verb) [NAMED + MAL_V_##verb]

static const int16_t normal[NAMED + MAL_VERBS] = {
    [PRESS] = 1500,
    [DISORDER] = 400,
    [WORN_OUT] = 0,
    [CHARGE] = 40,
    [ODDS] = 40,
    [GUN] = -3,
    [NEAR] = 25,
    [NEAREST] = 800,
    [TONIGHT] = 30,
    [LATE] = 60,
    [STAND] = 50,
    [BROKEN] = 2000,
    [MEN] = 0,
    [WEAR] = 10,
    [AT_FLANK] = 4,
    [AT_FOOT] = 2,
    [ALIKE] = 1,
    [BOTH] = 20,
    [TWICE] = 0,
    [FLIGHT] = -150,
    [BACK] = -80,
    [TAKE_ON] = 40,
    SAY(FIRE) = 100,
    SAY(LOB) = 60,
    SAY(HOLD) = -60,
    SAY(CONCEDE) = -10000,
    SAY(TRANSFER) = -200,
    SAY(SEND) = -100,
    SAY(ISSUE) = -100,
    SAY(INSPIRE) = 40,
    SAY(STEADY) = 40,
    SAY(HALT) = -60,
    SAY(DICE) = 60,
    SAY(CHANGE) = -30,
    SAY(TWICE) = -80,
    SAY(ABOUT) = -80,
    SAY(SIDE_STEP) = -40,
    SAY(STEP_BACK) = -80,
    SAY(REFUSE) = -60,
    SAY(DISMOUNT) = -80,
    SAY(UNLIMBER) = 30,
    SAY(SPLIT) = -150,
    SAY(MERGE) = -80,
    SAY(BEND) = -60,
    SAY(STAY) = -30,
    SAY(VOLLEY) = 60,
    SAY(RETIRE) = -60,
    SAY(REFORM) = 80,
    SAY(EVADE) = -60,
    SAY(COUNTER) = 60,
    SAY(SHOOT) = 40,
    SAY(SHOOT_RIDER) = 40,
    SAY(DRESS) = 100,
    SAY(RECREW) = 60,
    SAY(CARRY_ON) = -20,
    SAY(TAKE_GUN) = -20,
    SAY(MOVE) = 10,
};

#undef SAY

static int much(enum taste t)
{
    return tc_taste(normal, t);
}

static int natural(int verb)
{
    return tc_taste(normal, NAMED + verb);
}

static int cards(const struct tc_book *tbk)
{
    return mal_book_of(tbk)->cards;
}

static bool is_large(const struct mal_book *bk)
{
    return bk->cards > SEVERAL;
}

static struct weights weights_of(const struct mal_book *bk)
{
    if (is_large(bk))
        return many;
    return (struct weights){ (int16_t)much(PRESS),    (int16_t)much(DISORDER),
                             (int16_t)much(WORN_OUT), (int16_t)much(CHARGE),
                             (int16_t)much(ODDS),     (int16_t)much(GUN),
                             (int16_t)much(NEAR),     (int16_t)much(NEAREST) };
}

/* --- The ground ------------------------------------------------------------------------- */

static bool on_table(const struct mal_unit *m)
{
    return m->where == MAL_ON_TABLE;
}

static bool is_horse(const struct mal_card *c, const struct mal_unit *m)
{
    return c->type == MAL_HORSE || c->type == MAL_HUSSAR ||
           (c->type == MAL_DRAGOON && (m->mounted || c->as_cavalry));
}

static bool is_broken(const struct mal_unit *m)
{
    return m->status == MAL_ROUTING || m->status == MAL_RETIRING;
}

static int power_of(const struct mal_card *c, const struct mal_unit *m)
{
    if (c->type == MAL_GUN)
        return m->crew == MAL_CREWED && m->captured_by == TC_NONE ? 40 : 0;
    if (c->type == MAL_WAGON || c->type == MAL_CIVILIAN)
        return 0;
    int whole = tc_max(0, 100 - much(WEAR) * tc_min(6, m->dp));
    int p = m->n * (14 + 3 * m->grade) * whole / 100;

    return is_broken(m) ? p / 3 : p;
}

static void place(const struct mal_book *bk, const struct mal_card *c, const struct mal_unit *m,
                  struct tc_line_body *b)
{
    struct tc_dir f = tc_forward_of(m->heading);

    b->x = m->x;
    b->y = m->y;
    if (m->formation != MAL_UNFORMED) {
        b->dx = f.x >> 20;
        b->dy = f.y >> 20;
    }
    b->gun = c->type == MAL_GUN;
    b->reach = b->gun ? INCH : is_horse(c, m) ? HORSE_REACH : FOOT_REACH;
    b->range = b->gun && !m->limbered ? bk->tables.fire.range[c->gun_class] / 2 : 0;
    b->power = (int16_t)power_of(c, m);
    b->steady = b->power && !is_broken(m) && m->dp < 4;
}

static void fill(const struct mal_book *bk, const struct mal_state *s, struct tc_lines *l)
{
    l->bodies = l->goals = 0;
    l->field = tc_max(bk->width, bk->height);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (!on_table(m))
            continue;
        struct tc_line_body *b = tc_line_body(l, m->side);
        if (!b)
            continue;
        place(bk, &bk->card[m->card], m, b);
        b->unit = (int16_t)i;
        b->command = m->command;
    }
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        int whose = is_large(bk) ? s->holders[i] : TC_NONE; /* nobody goes for what he has */
        if (g->value)
            tc_line_goal(l, (g->min_x + g->max_x) / 2, (g->min_y + g->max_y) / 2,
                         g->value * (whose == 0   ? 0
                                     : whose == 1 ? 2
                                                  : 1),
                         g->value * (whose == 1   ? 0
                                     : whose == 0 ? 2
                                                  : 1));
    }
}

void mal_muster(const struct tc_book *bk, const void *state, struct tc_lines *l)
{
    fill(mal_book_of(bk), state, l);
}

/* --- Winning ---------------------------------------------------------------------------- */

/* Whose a ground will be at the end of the turn as things stand: M-VIC-7. Held by somebody who
 * stands there it is surer than by one who has gone on. */
static int holder_soon(const struct mal_book *bk, const struct mal_state *s, int ground,
                       bool *stands)
{
    const struct mal_ground *g = &bk->ground[ground];
    int there[TC_SIDES] = { 0, 0 }, holder = s->holders[ground];

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (on_table(m) && mal_is_formed(bk, m) && m->status != MAL_ROUTING &&
            mal_stands_in(bk, g, m))
            there[m->side]++;
    }
    if (!there[0] != !there[1])
        holder = there[0] ? 0 : 1;
    *stands = holder != TC_NONE && there[holder];
    return holder;
}

/* Points a side would have now, in hundredths: M-VIC-8. */
static int points_of(const struct mal_book *bk, const struct mal_state *s, int side)
{
    const struct mal_victory_table *t = &bk->tables.victory;
    int lost, start, v;

    mal_losses(bk, s, TC_NONE, !side, &lost, &start);
    v = start ? 100 * t->loss_points * lost / start : 0;
    for (int w = 0; w < bk->wings; w++)
        v += bk->wing[w].side != side && s->wings[w].broken ? 100 * t->wing_points : 0;
    for (int i = 0; i < bk->leaders; i++) {
        if (bk->leader[i].side == side || s->leaders[i].health < MAL_KILLED)
            continue;
        v += 100 * (bk->leader[i].rank == MAL_MARSHAL              ? t->marshal_points
                    : bk->leader[i].rank == MAL_LIEUTENANT_GENERAL ? t->lieutenant_points
                                                                   : 0);
    }
    return v;
}

/* The margin side 0 would win by tonight, in score; the last turns make it dearer. */
static int margin(const struct mal_book *bk, const struct mal_state *s)
{
    int v = points_of(bk, s, 0) - points_of(bk, s, 1), left = bk->turns - s->head.turn;

    int sure = 0;
    for (int i = 0; i < bk->grounds; i++) {
        bool stands = false;
        int holder = bk->ground[i].value ? holder_soon(bk, s, i, &stands) : TC_NONE;
        int worth = (holder == 0 ? 100 : -100) * bk->ground[i].value;
        if (holder == TC_NONE)
            continue;
        v += worth;
        if (stands)
            sure += worth;
    }
    int late = left > 2 ? 0 : 3 - left;
    return v * much(TONIGHT) / 10 + late * tc_max(-200, tc_min(200, v)) * much(LATE) / 10 +
           (is_large(bk) ? SURE * sure / 100 : 0);
}

/* How near a side is to breaking, 0 to 1000, and more with each step: M-VIC-3 to M-VIC-5. */
static int worn(const struct mal_book *bk, const struct mal_state *s, int side)
{
    const struct mal_victory_table *t = &bk->tables.victory;
    int lost, start, wings = 0, sum = 0;

    for (int w = 0; w < bk->wings; w++) {
        if (bk->wing[w].side != side)
            continue;
        wings++;
        mal_losses(bk, s, w, side, &lost, &start);
        int part = start ? 100000 * lost / (t->wing_percent * start) : 0;
        sum += s->wings[w].broken ? 1000 : tc_min(900, part);
    }
    mal_losses(bk, s, TC_NONE, side, &lost, &start);
    int army = start ? 100000 * lost / (t->army_percent * start) : 0;
    int v = tc_min(1000, tc_max(army, wings ? sum / (wings / 2 + 1) : 0));
    return v * v / 1000;
}

/* How far a brigade is from a ground: from its box, and within CLOSE of a line from that. */
static int32_t away(const struct mal_ground *g, const struct mal_unit *m)
{
    int32_t dx = tc_max(0, tc_max(g->min_x - m->x, m->x - g->max_x));
    int32_t dy = tc_max(0, tc_max(g->min_y - m->y, m->y - g->max_y));
    int32_t best = tc_line_apart(dx, dy);

    if (!g->line || best >= CLOSE)
        return best;
    best = INT32_MAX;
    for (int i = 0; i + 1 < g->points; i++) {
        int64_t ax = g->point[i].x, ay = g->point[i].y, lx = g->point[i + 1].x - ax,
                ly = g->point[i + 1].y - ay, all = lx * lx + ly * ly,
                along = (m->x - ax) * lx + (m->y - ay) * ly;
        int64_t part = all == 0 || along <= 0 ? 0 : along >= all ? 1024 : 1024 * along / all;
        best = tc_min(best, tc_line_apart((int32_t)(m->x - ax - lx * part / 1024),
                                          (int32_t)(m->y - ay - ly * part / 1024)));
    }
    return best;
}

/* How near the best brigades of a side are to a ground, the best of them for most, 0 to 1000.
 */
static int best_near(const struct mal_book *bk, const struct mal_state *s, int ground, int side,
                     int32_t reach)
{
    const struct mal_ground *g = &bk->ground[ground];
    int32_t best[BEST];
    int64_t sum = 0;

    for (int k = 0; k < BEST; k++)
        best[k] = reach;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->side != side || !on_table(m) || is_broken(m) || m->dp >= WORN ||
            !mal_is_formed(bk, m) || !mal_is_brigade(bk, m) ||
            (g->closed && !mal_is_foot(bk, m)))
            continue;
        int32_t d = away(g, m);
        for (int k = 0; k < BEST && d < reach; k++)
            if (d < best[k]) {
                int32_t x = best[k];
                best[k] = d;
                d = x;
            }
    }
    for (int k = 0; k < BEST; k++)
        sum += (int64_t)(BEST - k) * (reach - best[k]);
    return (int)(1000 * sum / ((int64_t)reach * BEST * (BEST + 1) / 2));
}

/* Who does not hold a ground comes on with his best brigades; who holds it leaves somebody. */
static int grip(const struct mal_book *bk, const struct mal_state *s)
{
    int v = 0;

    for (int i = 0; i < bk->grounds; i++) {
        int worth = 3 * bk->ground[i].value, holder = s->holders[i];
        if (worth == 0)
            continue;
        for (int side = 0; side < TC_SIDES; side++) {
            int part = side == holder ? KEEP * best_near(bk, s, i, side, GUARD)
                                      : TAKE * best_near(bk, s, i, side, SIGHT);
            v += (side == 0 ? worth : -worth) * part / 1000;
        }
    }
    return v;
}

/* Is an enemy so near that it may have to fight? */
static bool in_danger(const struct mal_state *s, const struct mal_unit *m)
{
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *k = &s->brigades[i];
        if (k->side != m->side && on_table(k) && !is_broken(k) &&
            tc_line_apart(k->x - m->x, k->y - m->y) < DANGER)
            return true;
    }
    return false;
}

/* Disorder of large brigades counts for more; of those far from the enemy, who have time to
 * dress their ranks, for less. In a small battle nobody has time. */
static int disorder(const struct mal_book *bk, const struct mal_state *s)
{
    bool large = is_large(bk);
    int v = 0, all = 1;

    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (!on_table(m))
            continue;
        int part = large ? 10 * tc_min(m->n, COUNTED) : 1, d = m->dp * part;
        all += part;
        if (large && m->dp && !in_danger(s, m))
            d = d * 6 / 10;
        if (large && (m->refuse_k[0] | m->refuse_k[1]))
            d += BENT * part;
        v += m->side == 0 ? -d : d;
    }
    return weights_of(bk).disorder * v / all;
}

static int look(const struct tc_book *tbk, const void *state)
{
    const struct mal_book *bk = mal_book_of(tbk);
    const struct mal_state *s = state;
    const struct weights is = weights_of(bk);
    struct tc_lines l;
    int broken = 0, units = 1;

    fill(bk, s, &l);
    for (int i = 0; i < s->units; i++)
        if (on_table(&s->brigades[i])) {
            units++;
            if (is_broken(&s->brigades[i]))
                broken += s->brigades[i].side == 0 ? -1 : 1;
        }
    int near = tc_lines_nearness(&l) * is.near / 100;
    int v = margin(bk, s) + disorder(bk, s) + tc_lines_stand(&l) * much(STAND) / 100 +
            much(BROKEN) * broken / units + tc_lines_more(&l) * much(MEN) / 1000 +
            tc_max(-is.nearest, tc_min(is.nearest, near));
    if (is_large(bk))
        v += grip(bk, s);
    if (is.worn)
        v += is.worn * (worn(bk, s, 1) - worn(bk, s, 0)) / 1000;

    return tc_max(-9500, tc_min(9500, v));
}

/* On a large field, what is within sight counts most: else to look at somebody far away would
 * be worth as much as to come nearer. */
static int press(const struct tc_book *tbk, const void *state, int side)
{
    const struct mal_book *bk = mal_book_of(tbk);
    struct tc_lines l;

    fill(bk, state, &l);
    int v = tc_lines_pressing(&l, side);
    if (is_large(bk)) {
        l.field = tc_min(l.field, SIGHT);
        v = (v + 2 * tc_lines_pressing(&l, side)) / 3;
    }
    return weights_of(bk).press * v / 1000;
}

/* --- What is natural ------------------------------------------------------------------------
 */

/* Fighting worth of one unit against another, in steps of a grade. */
static int quality(const struct mal_book *bk, const struct mal_unit *m)
{
    const struct mal_card *c = &bk->card[m->card];

    if (c->type == MAL_GUN || c->type == MAL_WAGON)
        return weights_of(bk).gun;
    return m->grade - m->dp + (m->n >= 5) - 4 * is_broken(m) - 2 * (m->formation != MAL_LINE);
}

/* How well it would do to charge: flanks and what is broken are worth riding at. */
static int match(const struct mal_book *bk, const struct mal_state *s, int unit, int target)
{
    const struct mal_unit *m = &s->brigades[unit], *k = &s->brigades[target];
    struct tc_dir f = tc_forward_of(k->heading);
    int64_t ahead = (int64_t)(m->x - k->x) * f.x + (int64_t)(m->y - k->y) * f.y;
    int v = much(ALIKE) + quality(bk, m) - quality(bk, k);

    if (is_horse(&bk->card[m->card], m) && bk->card[k->card].type == MAL_FOOT &&
        k->formation == MAL_LINE && ahead > 0)
        v -= much(AT_FOOT);
    return ahead < 0 ? v + much(AT_FLANK) : v;
}

/* Whoever stands farthest forward goes first, so that those behind him have room. */
static int forward(const struct mal_book *bk, const struct mal_unit *m)
{
    struct tc_dir f = tc_forward_of(bk->front[m->side]);

    return (int)(((int64_t)m->x * (f.x >> 20) + (int64_t)m->y * (f.y >> 20)) / 102400);
}

/* Is it the only one that keeps a ground for its side? Whoever rolls dice has to march, so that
 * only one who halts keeps it: M-13.5. */
static bool keeps(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];

    for (int i = 0; is_large(bk) && i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        bool stands, other = false;
        if (!g->value || !mal_is_brigade(bk, m) || !mal_stands_in(bk, g, m) ||
            holder_soon(bk, s, i, &stands) != m->side)
            continue;
        for (int k = 0; k < s->units; k++) {
            const struct mal_unit *f = &s->brigades[k];
            other |= k != unit && f->side == m->side && on_table(f) && mal_is_formed(bk, f) &&
                     !is_broken(f) && mal_stands_in(bk, g, f);
        }
        if (!other)
            return true;
    }
    return false;
}

static int lean(const struct tc_view *v, const struct tc_act *a)
{
    const struct mal_book *bk = mal_book_of(v->book);
    const struct mal_state *s = v->state;

    switch (a->verb) {
    case MAL_V_PICK: return forward(bk, &s->brigades[a->arg[0]]);
    case MAL_V_CHARGE:
        return weights_of(bk).charge + weights_of(bk).odds * match(bk, s, a->arg[0], a->arg[1]);
    case MAL_V_DICE:
        return (v->q->question == MAL_Q_DECLARE && keeps(bk, s, v->q->arg[0])
                    ? -STAY
                    : natural(MAL_V_DICE)) +
               (a->arg[1] == MAL_TWO ? much(BOTH) : 0) +
               (a->arg[2] ? is_large(bk) ? 60 : much(TWICE)
                          : 0); /* M-13.14: a double move costs nothing */
    case MAL_V_AFTER:
        return a->arg[1] == MAL_FLEE      ? much(FLIGHT)
               : a->arg[1] == MAL_GO_BACK ? much(BACK)
               : a->arg[1] == MAL_TAKE    ? much(TAKE_ON)
                                          : 0;
    case MAL_V_HALT:
        return v->q->question == MAL_Q_DECLARE && keeps(bk, s, v->q->arg[0])
                   ? STAY
                   : natural(MAL_V_HALT);
    default: return natural(a->verb);
    }
}

/* Nobody sets out on a new move; what is under way goes on. */
static int settle(const struct tc_view *v, const struct tc_act *a)
{
    if (v->q->question == MAL_Q_DECLARE)
        return a->verb == MAL_V_HALT;
    if (v->q->question == MAL_Q_LEADER || v->q->question == MAL_Q_RIDE)
        return a->verb == MAL_V_PASS || a->verb == MAL_V_STAY;
    return lean(v, a);
}

/* Brigades go straight on and leaders stay with them. */
static int play(const struct tc_view *v, const struct tc_act *a)
{
    if (v->q->question == MAL_Q_LEADER || v->q->question == MAL_Q_RIDE)
        return settle(v, a);
    return lean(v, a);
}

#define PLAN(q) (UINT64_C(1) << (q))

const struct tc_eye mal_eye = {
    .look = look,
    .press = press,
    .lean = lean,
    .settle = settle,
    .play = play,
    .plans =
        PLAN(MAL_Q_CHARGE) | PLAN(MAL_Q_RESPOND) | PLAN(MAL_Q_CHARGE_DICE) | PLAN(MAL_Q_AFTER),
    .habits = PLAN(MAL_Q_PICK),
    .pieces = cards,
    .round = 40,
    .brief = SEVERAL,
    .brief_round = 1,
    .misjudging = { 210, 40 },
    .tastes = NAMED + MAL_VERBS,
    .named = NAMED,
    .taste = taste,
    .normal = normal, /* no row has been found better than these, set by hand */
    .second = { 40, 300, 3, 3, 150, 2500, 2500 },
};
