/* players/manner.c - the manner in which a side fights. */
#include "players/manner.h"

#include <string.h>

enum { NEARBY = 2, FLIGHT = 3, PULL = 50 };

void plr_natural_manner(struct plr_manner *m, const struct plr_posts *posts, int commands)
{
    memset(m, 0, sizeof *m);
    m->posts = posts;
    m->plan.commands = commands;
    for (int c = 0; c < commands; c++)
        m->plan.mission[c] = (struct tc_mission){ TC_NATURAL, TC_NONE };
}

void plr_note_posts(const struct tc_lines *l, int side, struct plr_posts *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        if (b->side != side || b->unit < 0 || b->unit >= PLR_POSTS)
            continue;
        out->known[b->unit] = true;
        out->x[b->unit] = b->x;
        out->y[b->unit] = b->y;
    }
}

/* --- What it is worth --------------------------------------------------------------------- */

/* How far the nearest body of the enemy is, of one command or of any; -1: there is none. */
static int32_t enemy_far(const struct tc_lines *l, const struct tc_line_body *b, int command)
{
    int32_t best = -1;

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *e = &l->body[i];
        if (e->side == b->side || (command != TC_NONE && e->command != command))
            continue;
        int32_t d = tc_line_apart(e->x - b->x, e->y - b->y);
        if (best < 0 || d < best)
            best = d;
    }
    return best;
}

/* How far a body is from where its mission wants it. */
static int32_t amiss(const struct plr_manner *m, const struct tc_lines *l,
                     const struct tc_line_body *b, const struct tc_mission *is)
{
    int32_t d;

    switch ((enum tc_task)is->task) {
    case TC_HOLD:
        if (!m->posts || b->unit < 0 || b->unit >= PLR_POSTS || !m->posts->known[b->unit])
            return 0;
        return tc_line_apart(b->x - m->posts->x[b->unit], b->y - m->posts->y[b->unit]);
    case TC_ADVANCE:
        if (is->target < 0 || is->target >= l->goals)
            return 0;
        return tc_line_apart(b->x - l->goal[is->target].x, b->y - l->goal[is->target].y);
    case TC_ASSAULT:
        d = enemy_far(l, b, is->target);
        if (d < 0)
            return 0;
        return tc_max(0, d - tc_max(b->range / 2, b->stand));
    case TC_FALL_BACK:
        d = enemy_far(l, b, TC_NONE);
        return d < 0 ? 0 : tc_max(0, FLIGHT * b->reach - d);
    case TC_NATURAL:
    case TC_TASKS: break;
    }
    return 0;
}

static int fit(const struct tc_line_body *b)
{
    return b->steady ? b->power : b->power / 2;
}

void plr_note_strength(struct plr_manner *m, const struct tc_lines *l, int dear, int cruel)
{
    m->dear = dear;
    m->cruel = cruel;
    m->whole[0] = m->whole[1] = 0;
    for (int i = 0; i < l->bodies; i++)
        m->whole[l->body[i].side] += fit(&l->body[i]);
}

int plr_manner_worth(const struct plr_manner *m, const struct tc_lines *l, int side)
{
    int64_t all = 0, sum = 0, left[TC_SIDES] = { 0, 0 };
    int32_t span = tc_max(1, l->field / 4);

    for (int i = 0; i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        left[b->side] += fit(b);
        if (b->side != side)
            continue;
        all += b->power;
        if (b->command < 0 || b->command >= m->plan.commands ||
            m->plan.mission[b->command].task == TC_NATURAL)
            continue;
        int32_t d = amiss(m, l, b, &m->plan.mission[b->command]);
        sum -= (int64_t)b->power * m->will * tc_min(d, 4 * span) / span;
    }
    int v = all ? (int)(sum / all) : 0;
    if (m->dear)
        v += (int)(m->dear * left[side] / tc_max(1, m->whole[side]));
    if (m->cruel)
        v -= (int)(m->cruel * left[!side] / tc_max(1, m->whole[!side]));
    return v;
}

bool plr_has_mission(const struct plr_manner *m)
{
    for (int c = 0; c < m->plan.commands; c++)
        if (m->plan.mission[c].task != TC_NATURAL)
            return true;
    return false;
}

int plr_manner_pull(const struct plr_manner *m, const struct tc_lines *l,
                    const struct tc_view *v, const struct tc_act *a)
{
    const struct tc_staff *staff = v->book->rules->staff;
    struct tc_pose pose;

    if (!staff->pose || !staff->pose(v, a, &pose))
        return 0;
    for (int i = 0; i < l->bodies; i++) {
        struct tc_line_body at = l->body[i];
        if (at.side != v->q->side || at.unit != pose.unit)
            continue;
        if (at.command < 0 || at.command >= m->plan.commands)
            return 0;
        at.x = pose.x;
        at.y = pose.y;
        return (int)(-(int64_t)PULL * amiss(m, l, &at, &m->plan.mission[at.command]) /
                     tc_max(1, staff->pace));
    }
    return 0;
}

/* --- What a command might do -------------------------------------------------------------- */

struct mass {
    int64_t x, y, power;
    int bodies, guns;
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
        m.power += b->power;
    }
    if (m.bodies) {
        m.x /= m.bodies;
        m.y /= m.bodies;
    }
    return m;
}

/* The few nearest of several things. */
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

static struct near near_enemies(const struct tc_lines *l, int side, const struct mass *me)
{
    struct near n = { 0, { 0 }, { 0 } };
    int most = -1;

    for (int i = 0; i < l->bodies; i++)
        if (l->body[i].side != side)
            most = tc_max(most, l->body[i].command);
    for (int e = 0; e <= most; e++) {
        struct mass m = mass_of(l, !side, e);
        if (m.bodies)
            note_near(&n, e, tc_line_apart((int32_t)(me->x - m.x), (int32_t)(me->y - m.y)));
    }
    return n;
}

static struct near near_goals(const struct tc_lines *l, int side, const struct mass *me)
{
    struct near n = { 0, { 0 }, { 0 } };

    for (int g = 0; g < l->goals; g++)
        if (l->goal[g].points[side] > 0 || l->goal[g].points[!side] > 0)
            note_near(
                &n, g,
                tc_line_apart((int32_t)me->x - l->goal[g].x, (int32_t)me->y - l->goal[g].y));
    return n;
}

int plr_missions(const struct tc_lines *l, int side, int command,
                 struct tc_mission out[PLR_LINES])
{
    struct mass me = mass_of(l, side, command);
    int n = 0;

    if (!me.bodies)
        return 0;
    out[n++] = (struct tc_mission){ TC_HOLD, TC_NONE };
    struct near enemy = near_enemies(l, side, &me), goal = near_goals(l, side, &me);
    for (int i = 0; i < goal.n; i++)
        out[n++] = (struct tc_mission){ TC_ADVANCE, (int16_t)goal.which[i] };
    for (int i = 0; i < enemy.n; i++)
        out[n++] = (struct tc_mission){ TC_ASSAULT, (int16_t)enemy.which[i] };
    out[n++] = (struct tc_mission){ TC_FALL_BACK, TC_NONE };
    return n;
}
