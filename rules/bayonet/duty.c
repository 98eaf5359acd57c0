/* rules/bayonet/duty.c - units that must move: back into the box (4.2.4), back to their brigade
 * (5.2). They choose among the places where the duty is best fulfilled.
 */
#include "rules/bayonet/move.h"
#include <string.h>

struct duty {
    bool box, lonely, excused;
    bool home; /* it can reach its box: nothing but that will do */
    int least; /* v it must reach, or distance to its brigade */
    int start_v;
    bool join; /* some place touches the brigade */
    struct bay_reach reach;
    const uint8_t *v; /* of the field */
    uint8_t
        part[BAY_WINDOW * BAY_WINDOW]; /* of a cell: 0 not looked at, 1 will not do, 2 will */
};

/* Told further down: */
static void plan_duty(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct bay_field *f, struct duty *d);
static int to_brigade(const struct bay_book *bk, const struct bay_state *s, int u, int h);
static bool can_get_home(const struct bay_book *bk, const struct bay_state *s, int u,
                         const struct bay_reach *r);
static bool does_duty(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct duty *d, int node);
static bool first_part(const struct bay_book *bk, const struct bay_state *s, int u,
                       const struct duty *d, int h);

void bay_do_duty(struct bay_turn *t, int u)
{
    struct bay_field own, *kept = t->u->shelf;
    struct duty d;
    bool many = false;

    own.n = 0;
    plan_duty(t->bk, t->s, u, kept ? kept : &own, &d);
    for (int i = 0; i < d.reach.n && t->u->offers->n < TC_OFFERS; i++) {
        int h = bay_reach_hex(&d.reach, d.reach.node[i]), f = d.reach.node[i] % 6;
        if (!does_duty(t->bk, t->s, u, &d, d.reach.node[i]))
            continue;
        struct tc_act a = { .verb = BAY_V_TO, .arg = { h, f } };
        tc_offer(t->u, &a);
        many = true;
    }
    TC_BUG_ON(!many);
    const struct tc_act *a = tc_ask(t->u, t->s->head.active, BAY_Q_GOAL,
                                    d.excused ? "B-4.2g"
                                    : d.box   ? "B-4.2.4b"
                                              : "B-5.2d",
                                    u, 0, 0);
    bay_walk(t, u, &d.reach, bay_reach_node(t->bk, &d.reach, a->arg[0], a->arg[1]), false);
    t->s->units[u].moved = 1;
    tc_tell_args(t->u, BAY_E_MOVED, d.lonely ? "B-5.2d" : "B-4.2.4b",
                 (int32_t[TC_ARGS]){ u, t->s->units[u].hex, t->s->units[u].facing, 2 });
}

static void plan_duty(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct bay_field *f, struct duty *d)
{
    int h = s->units[u].hex;

    d->box = !s->now.compliant && bay_astray(bk, s, u);
    d->excused = d->box && s->brigades[s->now.brigade].exempt_by >= 0;
    d->lonely = s->units[u].isolated;
    bay_reach(bk, s, u, d->box ? 0 : BAY_REACH_BOX, &d->reach);
    d->home = d->box && !d->excused && can_get_home(bk, s, u, &d->reach);
    if (d->box && !d->home)
        bay_compliance_field(bk, s, s->now.brigade, &d->reach, f);
    d->v = f->v;
    d->start_v = d->box && !d->home ? d->v[h] : 0;
    d->least = d->home ? 0 : 255;
    for (int i = 0; i < d->reach.n; i++) {
        int to = bay_reach_hex(&d->reach, d->reach.node[i]);
        int far = d->home ? 0 : d->box ? d->v[to] : to_brigade(bk, s, u, to);
        if (far < d->least && bay_may_end(bk, s, u, to, d->reach.node[i] % 6))
            d->least = far;
    }
    d->join = false;
    memset(d->part, 0, sizeof d->part);
    for (int i = 0; i < d->reach.n && d->box && d->lonely; i++) {
        int to = bay_reach_hex(&d->reach, d->reach.node[i]);
        d->join |= first_part(bk, s, u, d, to) && to_brigade(bk, s, u, to) == 1 &&
                   bay_may_end(bk, s, u, to, d->reach.node[i] % 6);
    }
}

/* Hexes from h to the nearest other unit of the brigade. */
static int to_brigade(const struct bay_book *bk, const struct bay_state *s, int u, int h)
{
    const struct bay_brigade_def *def = &bk->brigade[s->now.brigade];
    int best = 200;

    for (int w = def->first; w < def->first + def->units; w++)
        if (w != u && bay_fights(s, w) && bay_distance(bk, h, s->units[w].hex) < best)
            best = bay_distance(bk, h, s->units[w].hex);
    return best < 1 ? 1 : best;
}

bool bay_judge_goal(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = v->q->arg[0];
    struct bay_field f;
    struct duty d;

    if (!bay_on_map(bk, a->arg[0]) || a->arg[2])
        return tc_refuse(why, "B-7.0j", BAY_R_MAP_EDGE, 0, 0, 0);
    f.n = 0;
    plan_duty(bk, s, u, &f, &d);
    int node = bay_reach_node(bk, &d.reach, a->arg[0], a->arg[1]);
    if (node >= 0 && does_duty(bk, s, u, &d, node))
        return true;
    struct tc_act near = { .verb = BAY_V_TO };
    for (int i = 0; i < d.reach.n; i++) {
        near.arg[0] = bay_reach_hex(&d.reach, d.reach.node[i]);
        near.arg[1] = d.reach.node[i] % 6;
        if (does_duty(bk, s, u, &d, d.reach.node[i]))
            break;
    }
    return tc_refuse_near(why, &near,
                          d.excused     ? "B-4.2g"
                          : d.box       ? "B-4.2.4b"
                          : d.least > 1 ? "B-5.2f"
                                        : "B-5.2c",
                          BAY_R_FARTHER, u, a->arg[0]);
}

/* May it end its move inside its box? Then v is 0 there and the field need not be known. */
static bool can_get_home(const struct bay_book *bk, const struct bay_state *s, int u,
                         const struct bay_reach *r)
{
    for (int i = 0; i < r->n; i++) {
        int h = bay_reach_hex(r, r->node[i]);
        if (bay_now_holds(bk, s, h) && bay_may_end(bk, s, u, h, r->node[i] % 6))
            return true; /* B-RUL-19 */
    }
    return false;
}

static bool does_duty(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct duty *d, int node)
{
    int h = bay_reach_hex(&d->reach, node);
    uint8_t *part = &d->part[node / 6];

    if (!*part) { /* the hex alone says it, whatever the facing */
        /* B-RUL-91 */
        *part =
            first_part(bk, s, u, d, h) && (!d->join || to_brigade(bk, s, u, h) == 1) ? 2 : 1;
    }
    return *part == 2 && bay_may_end(bk, s, u, h, node % 6);
}

static bool first_part(const struct bay_book *bk, const struct bay_state *s, int u,
                       const struct duty *d, int h)
{
    if (d->excused)
        return d->v[h] <= d->start_v; /* B-RUL-92 */
    if (d->home)
        return bay_now_holds(bk, s, h);
    return d->box ? d->v[h] == d->least : to_brigade(bk, s, u, h) == d->least;
}
