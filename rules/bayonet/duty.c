/* rules/bayonet/duty.c - units that must move: back into the box (4.2.4), back to their brigade
 * (5.2). They choose among the places where the duty is best fulfilled.
 */
#include "rules/bayonet/move.h"

/* --- Duties: back into the box, back to the brigade (RUL-19, RUL-26, RUL-91, RUL-92)
 * --------------- */

struct duty {
    bool box, lonely, excused;
    int least; /* v it must reach, or distance to its brigade */
    int start_v;
    bool join; /* some place touches the brigade */
    struct bay_reach reach;
    uint8_t v[BAY_IDS];
};

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

static bool first_part(const struct bay_book *bk, const struct bay_state *s, int u,
                       const struct duty *d, int h)
{
    if (d->excused)
        return TC_RULE("B-RUL-92"), d->v[h] <= d->start_v;
    return d->box ? d->v[h] == d->least : to_brigade(bk, s, u, h) == d->least;
}

static void plan_duty(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct duty *d)
{
    int h = s->units[u].hex;

    d->box = !s->now.compliant && bay_astray(bk, s, u);
    d->excused = d->box && s->brigades[s->now.brigade].exempt_by >= 0;
    d->lonely = s->units[u].isolated;
    if (d->box)
        bay_compliance_field(bk, s, s->now.brigade, d->v);
    d->start_v = d->box ? d->v[h] : 0;
    bay_reach(bk, s, u, d->box ? 0 : BAY_REACH_BOX, &d->reach);
    d->least = 255;
    for (int i = 0; i < d->reach.n; i++) {
        int to = bay_reach_hex(bk, &d->reach, d->reach.node[i]);
        int far = d->box ? d->v[to] : to_brigade(bk, s, u, to);
        if (far < d->least && bay_may_end(bk, s, u, to, d->reach.node[i] % 6))
            d->least = far;
    }
    d->join = false;
    for (int i = 0; i < d->reach.n && d->box && d->lonely; i++) {
        int to = bay_reach_hex(bk, &d->reach, d->reach.node[i]);
        d->join |= first_part(bk, s, u, d, to) && to_brigade(bk, s, u, to) == 1 &&
                   bay_may_end(bk, s, u, to, d->reach.node[i] % 6);
    }
}

static bool does_duty(const struct bay_book *bk, const struct bay_state *s, int u,
                      const struct duty *d, int h, int facing)
{
    if (bay_reach_node(bk, &d->reach, h, facing) < 0 || !bay_may_end(bk, s, u, h, facing) ||
        !first_part(bk, s, u, d, h))
        return false;
    if (d->join)
        TC_RULE("B-RUL-91");
    return !d->join || to_brigade(bk, s, u, h) == 1;
}

bool bay_judge_goal(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int u = v->q->arg[0];
    struct duty d;

    if (!bay_on_map(bk, a->arg[0]) || a->arg[2])
        return tc_refuse(why, "B-7.0j", BAY_R_MAP_EDGE, 0, 0, 0);
    plan_duty(bk, s, u, &d);
    if (does_duty(bk, s, u, &d, a->arg[0], a->arg[1]))
        return true;
    struct tc_act near = { .verb = BAY_V_TO };
    for (int i = 0; i < d.reach.n; i++) {
        near.arg[0] = bay_reach_hex(bk, &d.reach, d.reach.node[i]);
        near.arg[1] = d.reach.node[i] % 6;
        if (does_duty(bk, s, u, &d, near.arg[0], near.arg[1]))
            break;
    }
    return tc_refuse_near(why,
                          d.excused     ? "B-4.2g"
                          : d.box       ? "B-4.2.4b"
                          : d.least > 1 ? "B-5.2f"
                                        : "B-5.2c",
                          BAY_R_FARTHER, u, a->arg[0], 0, &near);
}

void bay_do_duty(struct bay_turn *t, int u)
{
    struct duty d;
    bool many = false;

    plan_duty(t->bk, t->s, u, &d);
    for (int i = 0; i < d.reach.n && t->u->offers->n < TC_OFFERS; i++) {
        int h = bay_reach_hex(t->bk, &d.reach, d.reach.node[i]), f = d.reach.node[i] % 6;
        struct tc_act a = { .verb = BAY_V_TO, .arg = { h, f } };
        if (does_duty(t->bk, t->s, u, &d, h, f)) {
            tc_offer(t->u, &a);
            many = true;
        }
    }
    TC_BUG_ON(!many);
    const struct tc_act *a = tc_ask(t->u, t->s->head.active, BAY_Q_GOAL,
                                    d.excused ? "B-4.2g"
                                    : d.box   ? "B-4.2.4b"
                                              : "B-5.2d",
                                    u, 0, 0);
    bay_walk(t, u, &d.reach, bay_reach_node(t->bk, &d.reach, a->arg[0], a->arg[1]), false);
    t->s->units[u].moved = 1;
    tc_tell(t->u, BAY_E_MOVED, d.lonely ? "B-5.2d" : "B-4.2.4b", u, t->s->units[u].hex,
            t->s->units[u].facing);
}
