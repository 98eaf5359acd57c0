/* players/plan.c - what commands might do, and answers that follow a plan. */
#include "players/plan.h"

#include <limits.h>
#include <string.h>

enum {
    HALF_RIGHT = 720, /* cosine of 45 degrees, of 1024 */
    ABREAST = 260,    /* of 75 degrees */
    NEARBY = 2,       /* grounds and enemy commands that are considered */
    SOME = 64,        /* candidates of a free question looked at in imagined courses */
    ALL = 2000,
    PACE = 100, /* points for coming a pace nearer */
    FACED = 60, /* for facing straight at what matters */
    SHOWN = 90, /* against showing the flank to an enemy who bears on it */
    AHEAD = 70, /* against each pace in front of the rest of the command */
    STAY = 160, /* against each pace from a place to be held */
    RANKED = 32
};

/* --- Commands on the ground --- */

struct mass {
    int64_t x, y;
    int power, bodies, guns;
};

static struct mass mass_of(const struct tc_lines *l, int side, int command)
{
    struct mass m = { 0, 0, 0, 0, 0 };

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        if (b->side != side || b->command != command)
            continue;
        m.x += b->x;
        m.y += b->y;
        m.bodies++;
        m.guns += b->gun;
        m.power += b->steady ? b->power : b->power / 3;
    }
    if (m.bodies) {
        m.x /= m.bodies;
        m.y /= m.bodies;
    }
    return m;
}

static int32_t apart(const struct mass *a, int32_t x, int32_t y)
{
    return tc_line_apart(x - (int32_t)a->x, y - (int32_t)a->y);
}

/* The few nearest of up to TC_COMMANDS things, by distance. */
struct near {
    int n, which[NEARBY];
    int32_t far[NEARBY];
};

static void note_near(struct near *n, int which, int32_t d)
{
    int at = n->n < NEARBY ? n->n++ : NEARBY;

    if (at == NEARBY) {
        if (d >= n->far[NEARBY - 1])
            return;
        at = NEARBY - 1;
    }
    for (; at > 0 && n->far[at - 1] > d; at--) {
        n->far[at] = n->far[at - 1];
        n->which[at] = n->which[at - 1];
    }
    n->far[at] = d;
    n->which[at] = which;
}

static int most_command(const struct tc_lines *l, int side)
{
    int most = -1;

    for (int i = 0; i < l->bodies; i++)
        if (l->body[i].side == side)
            most = tc_max(most, l->body[i].command);
    return most;
}

static struct near near_enemies(const struct tc_lines *l, int side, const struct mass *me)
{
    struct near n = { 0, { 0 }, { 0 } };

    for (int e = 0; e <= most_command(l, !side); e++) {
        struct mass m = mass_of(l, !side, e);
        if (m.bodies)
            note_near(&n, e, apart(me, (int32_t)m.x, (int32_t)m.y));
    }
    return n;
}

static struct near near_goals(const struct tc_lines *l, int side, const struct mass *me)
{
    struct near n = { 0, { 0 }, { 0 } };

    for (int g = 0; g < l->goals; g++)
        if (l->goal[g].points[side] > 0)
            note_near(&n, g, apart(me, l->goal[g].x, l->goal[g].y));
    return n;
}

int plr_missions(const struct tc_lines *l, int side, int command,
                 struct tc_mission out[PLR_LINES])
{
    struct mass me = mass_of(l, side, command);
    int n = 0;

    out[n++] = (struct tc_mission){ TC_NATURAL, TC_NONE };
    out[n++] = (struct tc_mission){ TC_HOLD, TC_NONE };
    if (!me.bodies)
        return n;
    struct near enemy = near_enemies(l, side, &me), goal = near_goals(l, side, &me);
    for (int i = 0; i < goal.n; i++)
        out[n++] = (struct tc_mission){ TC_ADVANCE, (int16_t)goal.which[i] };
    for (int i = 0; i < enemy.n && me.guns < me.bodies; i++)
        out[n++] = (struct tc_mission){ TC_ASSAULT, (int16_t)enemy.which[i] };
    out[n++] = (struct tc_mission){ TC_FALL_BACK, TC_NONE };
    return n;
}

/* Power of a side about a place. */
static int power_near(const struct tc_lines *l, int side, int32_t x, int32_t y, int32_t within)
{
    int sum = 0;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        if (b->side == side && b->steady && tc_line_apart(b->x - x, b->y - y) <= within)
            sum += b->power;
    }
    return sum;
}

static struct tc_mission draft_one(const struct tc_lines *l, int side, int command,
                                   int boldness)
{
    struct tc_mission hold = { TC_HOLD, TC_NONE };
    struct mass me = mass_of(l, side, command);

    if (!me.bodies || me.guns == me.bodies)
        return hold;
    struct near enemy = near_enemies(l, side, &me), goal = near_goals(l, side, &me);
    for (int i = 0; i < enemy.n; i++) {
        struct mass m = mass_of(l, !side, enemy.which[i]);
        int32_t x = (int32_t)m.x, y = (int32_t)m.y, within = l->field / 4;
        int ours = power_near(l, side, x, y, within),
            theirs = power_near(l, !side, x, y, within);
        if (enemy.far[i] <= l->field / 3 && ours * boldness >= theirs * 100)
            return (struct tc_mission){ TC_ASSAULT, (int16_t)enemy.which[i] };
    }
    if (goal.n && goal.far[0] > l->field / 20)
        return (struct tc_mission){ TC_ADVANCE, (int16_t)goal.which[0] };
    if (enemy.n && !goal.n && boldness > 100)
        return (struct tc_mission){ TC_ASSAULT, (int16_t)enemy.which[0] };
    return hold;
}

void plr_draft(const struct tc_lines *l, int side, int commands, int boldness,
               struct tc_plan *out)
{
    out->commands = commands;
    for (int c = 0; c < commands; c++)
        out->mission[c] = draft_one(l, side, c, boldness);
}

/* --- Where a piece should be --- */

static const struct tc_line_body *body_of(const struct tc_lines *l, int side, int unit)
{
    for (int i = 0; i < l->bodies; i++)
        if (l->body[i].side == side && l->body[i].unit == unit)
            return &l->body[i];
    return NULL;
}

static const struct tc_line_body *nearest(const struct tc_lines *l, int side, int command,
                                          int32_t x, int32_t y, int32_t *far)
{
    const struct tc_line_body *best = NULL;

    *far = INT32_MAX;
    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        if (b->side != side || (command != TC_NONE && b->command != command))
            continue;
        int32_t d = tc_line_apart(b->x - x, b->y - y);
        if (d >= *far)
            continue;
        *far = d;
        best = b;
    }
    return best;
}

/* How far the rest of its command is from a place, in the mean; -1: it is alone. */
static int32_t mates_from(const struct tc_lines *l, const struct tc_line_body *me, int32_t x,
                          int32_t y)
{
    int64_t sum = 0;
    int n = 0;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        if (b == me || b->side != me->side || b->command != me->command || !b->steady || b->gun)
            continue;
        sum += tc_line_apart(b->x - x, b->y - y);
        n++;
    }
    return n ? (int32_t)(sum / n) : -1;
}

/* Its place in the line: how far it stands to the side of its command's middle, seen towards
 * the place the command goes to. */
static void shift_aside(const struct tc_lines *l, const struct tc_line_body *me, int32_t *x,
                        int32_t *y)
{
    struct mass m = mass_of(l, me->side, me->command);
    int32_t dx = *x - (int32_t)m.x, dy = *y - (int32_t)m.y, d = tc_line_apart(dx, dy);

    if (d == 0)
        return;
    int64_t off = ((int64_t)(me->x - m.x) * -dy + (int64_t)(me->y - m.y) * dx) / d;
    int64_t most = l->field / 6;
    off = off > most ? most : off < -most ? -most : off;
    *x += (int32_t)(off * -dy / d);
    *y += (int32_t)(off * dx / d);
}

/* Enemies who bear on a piece that does not look at them. */
static int shown_to(const struct tc_lines *l, int side, const struct tc_line_body *at)
{
    int n = 0;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *e = &l->body[i];
        if (e->side == side || !e->steady || e->gun)
            continue;
        int32_t dx = at->x - e->x, dy = at->y - e->y;
        int32_t far = 2 * e->reach;
        if (dx > far || -dx > far || dy > far || -dy > far)
            continue;
        int32_t d = tc_line_apart(dx, dy);
        if (d <= far && tc_line_ahead_of(e, dx, dy, d) >= HALF_RIGHT &&
            tc_line_ahead_of(at, -dx, -dy, d) < ABREAST)
            n++;
    }
    return n;
}

/* How squarely a piece looks at a place, in points. */
static int faces(const struct tc_line_body *at, int32_t x, int32_t y)
{
    int32_t dx = x - at->x, dy = y - at->y, d = tc_line_apart(dx, dy);

    return FACED * tc_line_ahead_of(at, dx, dy, d) / 1024;
}

static int64_t paces(int32_t d, int32_t pace)
{
    return (int64_t)d * PACE / pace;
}

/* On the way to a place: nearer, in line with the rest. */
static int64_t on_the_way(const struct tc_lines *l, const struct tc_line_body *me,
                          const struct tc_line_body *at, int32_t x, int32_t y, int32_t keep,
                          int32_t pace)
{
    int32_t d = tc_line_apart(at->x - x, at->y - y), mates = mates_from(l, me, x, y);
    int64_t v = -paces(d > keep ? d - keep : keep - d, pace);

    if (mates > 0 && mates - d > pace)
        v -= (int64_t)(mates - d - pace) * AHEAD / pace;
    return v;
}

static int64_t stands(const struct tc_lines *l, const struct tc_mission *m,
                      const struct tc_line_body *me, const struct tc_line_body *at,
                      int32_t pace)
{
    int32_t far, x = at->x, y = at->y;
    const struct tc_line_body *e = nearest(l, !me->side, TC_NONE, at->x, at->y, &far), *prey;
    int64_t v = -(int64_t)SHOWN * shown_to(l, me->side, at);

    switch ((enum tc_task)m->task) {
    case TC_ADVANCE:
        if (m->target < 0 || m->target >= l->goals)
            break;
        x = l->goal[m->target].x;
        y = l->goal[m->target].y;
        if (tc_line_apart(me->x - x, me->y - y) > 3 * pace)
            shift_aside(l, me, &x, &y);
        v += on_the_way(l, me, at, x, y, 0, pace);
        if (e && far < 4 * me->reach) {
            x = e->x;
            y = e->y;
        }
        return v + faces(at, x, y);
    case TC_ASSAULT:
        prey = nearest(l, !me->side, m->target, at->x, at->y, &far);
        if (!prey)
            prey = e;
        if (!prey)
            return v;
        v += on_the_way(l, me, at, prey->x, prey->y, me->gun ? me->range / 2 : me->stand, pace);
        return v + faces(at, prey->x, prey->y);
    case TC_FALL_BACK:
        if (e)
            v += paces(tc_min(far, 6 * me->reach), pace) + faces(at, e->x, e->y);
        return v;
    case TC_NATURAL:
    case TC_HOLD:
    case TC_TASKS: break;
    }
    v -= (int64_t)tc_line_apart(at->x - me->x, at->y - me->y) * STAY / pace;
    return e ? v + faces(at, e->x, e->y) : v;
}

static int pose_worth(struct plr_orders *o, int side, const struct tc_pose *p)
{
    static const struct tc_mission hold = { TC_HOLD, TC_NONE };
    const struct tc_line_body *me = body_of(&o->lines, side, p->unit);

    if (!me)
        return 0;
    struct tc_line_body at = *me;
    at.x = p->x;
    at.y = p->y;
    at.dx = p->dx;
    at.dy = p->dy;
    const struct tc_mission *m = me->command >= 0 && me->command < o->plan[side].commands
                                     ? &o->plan[side].mission[me->command]
                                     : &hold;
    int64_t v = stands(&o->lines, m, me, &at, o->staff->pace);
    return (int)(v > 100000 ? 100000 : v < -100000 ? -100000 : v);
}

/* --- Answers --- */

static int weigh(struct plr_orders *o, const struct tc_view *v, const struct tc_act *a,
                 const struct tc_offers *offers)
{
    static const struct tc_mission hold = { TC_HOLD, TC_NONE };
    int side = v->q->side, c = o->staff->concerns(v, a);
    const struct tc_mission *m =
        c >= 0 && c < o->plan[side].commands ? &o->plan[side].mission[c] : &hold;
    struct tc_pose pose;

    if (o->staff->folly && o->staff->folly(v, a, offers))
        return TC_NEVER;
    if (m->task == TC_NATURAL)
        return o->natural(v, a);
    int w = o->staff->prior(v, a, m);
    if (o->staff->pose(v, a, &pose))
        w += pose_worth(o, side, &pose);
    return w;
}

struct ranking {
    int n, most;
    struct tc_act act[RANKED];
    int weight[RANKED];
};

static void note(struct ranking *r, const struct tc_act *a, int w)
{
    int at = r->n < r->most ? r->n : r->most - 1;

    if (r->n == r->most && w <= r->weight[at])
        return;
    r->n += r->n < r->most;
    for (; at > 0 && r->weight[at - 1] < w; at--) {
        r->act[at] = r->act[at - 1];
        r->weight[at] = r->weight[at - 1];
    }
    r->act[at] = *a;
    r->weight[at] = w;
}

/* Candidates of a free question, the best first, not judged yet. */
static void rank_free(struct plr_orders *o, const struct tc_view *v,
                      const struct tc_question *q, bool fine, struct ranking *r)
{
    int n = q->count(v), most = fine ? ALL : SOME;
    int step = n > most ? (n + most - 1) / most : 1;

    for (int i = 0; i < n; i += i < 2 ? 1 : step) {
        struct tc_act a;
        memset(&a, 0, sizeof a);
        if (!q->nth(v, i, &a))
            continue;
        note(r, &a, weigh(o, v, &a, NULL));
    }
}

int plr_rank(struct plr_think *t, struct plr_orders *o, const struct tc_view *v,
             const struct tc_offers *offers, bool fine, int most, struct tc_act *act,
             int *weight)
{
    const struct tc_question *q = &t->book->rules->questions[v->q->question];
    bool free = q->decl.flags & TC_F_FREE;
    struct ranking r = { .n = 0, .most = free ? RANKED : tc_min(most, RANKED) };
    int n = 0;

    o->staff->muster(v->book, v->state, &o->lines);
    if (free)
        rank_free(o, v, q, fine, &r);
    for (int i = 0; !free && i < offers->n; i++)
        note(&r, &offers->act[i], weigh(o, v, &offers->act[i], offers));
    for (int i = 0; i < r.n && n < most; i++) {
        if (n && r.weight[i] <= TC_NEVER)
            break;
        if ((i && tc_same_act(&r.act[i], &r.act[i - 1])) ||
            (free && !q->judge(v, &r.act[i], NULL)))
            continue;
        act[n] = r.act[i];
        weight[n++] = r.weight[i];
    }
    return n;
}

void plr_follow(struct plr_think *t, struct plr_orders *o, const struct tc_view *v, bool fine,
                struct tc_act *out)
{
    int weight;

    if (plr_rank(t, o, v, t->offers, fine, 1, out, &weight) == 0) {
        t->chance = true;
        tc_random_answer(&t->u, v, &t->lots, out);
    }
}
