/* rules/reason/retreat.c - chapter 19: retreats and routs, hex by hex; and what is due. */
#include "rules/reason/asking.h"
#include "rules/reason/inner.h"

enum { NEAR = 64 };

/* Enemies that were adjacent where the retreat began. */
struct foes {
    uint8_t body[NEAR];
    int n;
};

enum { FARTHEST = 40 }; /* hexes a flight goes on over friends before there is no room */

/* Told further down: */
static void all_have_run(struct rea_ctx *c);
static void pop(struct rea_state *s);
static void play_retreat(struct rea_ctx *c);
static uint8_t ways(const struct rea_ctx *c, int body, const struct rea_due_act *due);
static struct foes foes_at(const struct rea_ctx *c, int side, int start);
static bool can_go(const struct rea_ctx *c, int body, int d, const struct rea_due_act *due,
                   const struct foes *foes);
static bool leaves_map(const struct rea_ctx *c, int body, int d);
static bool nearer_enemy(const struct rea_ctx *c, const struct foes *f, int from, int to);
static bool occupied(const struct rea_ctx *c, int body, int to);
static bool goes_on(const struct rea_ctx *c, int body, int from, const struct foes *foes);
static uint8_t rear_mask(const struct rea_body *y, const struct rea_due_act *due);
static bool edgewards(const struct rea_ctx *c, int body, int d);
static void after_retreat(struct rea_ctx *c, const struct rea_due_act *d);
static void go_one(struct rea_ctx *c, struct rea_due_act *d, int dir);
static void note_run(struct rea_ctx *c, const struct rea_due_act *d, int hex);
static int fight_of(const struct rea_state *s, int body);
static void leave_map(struct rea_ctx *c, int body);
static void take_along(struct rea_ctx *c, int body, const int16_t *to);
static void stuck(struct rea_ctx *c, const struct rea_due_act *d);
static bool enterable(const struct rea_ctx *c, int body, int from, int d, bool rout);
static bool fits_general(const struct rea_ctx *c, int body, int to, struct tc_refusal *why);
static bool too_full(const struct rea_ctx *c, int body, int to, struct tc_refusal *why);
static void guns_break(struct rea_ctx *c, int body, int from, int d);
static bool goes_along(const struct rea_ctx *c, int other, const struct rea_due_act *d);

/* R-8.4f.1, R-8.4f.3: a formation that falls back into a town collapses there and stays. */
static void into_general(struct rea_ctx *c, struct rea_due_act *d)
{
    const struct rea_body *y = &c->s->body[d->body];
    int column = rea_column_of(rea_lead(c, d->body)->arm, y->form), at = TC_NONE;

    for (int i = 0; i < y->len && at < 0; i++)
        if (y->form != REA_GO && y->form != REA_SKIRMISH &&
            rea_hex_general(c, y->hex[i], column))
            at = y->hex[i];
    if (at < 0)
        return;
    const int16_t one[1] = { (int16_t)at };
    int facing = y->facing;
    if (rea_vertex(y->form))
        facing = rea_ask(c, y->side, REA_Q_GO_FACE, "R-8.1g.8", rea_lead_unit(c, d->body),
                         REA_BY_SIDE, 0)
                     .arg[0];
    uint8_t all[REA_STACK];
    int n = 0;
    for (int o = c->first[y->hex[0]] - 1; o >= 0 && n < REA_STACK;
         o = rea_below(c, o, y->hex[0]))
        if (rea_one_formation(c, o, d->body))
            all[n++] = (uint8_t)o;
    for (int i = 0; i < n; i++) {
        rea_put(c, all[i], REA_GO, facing, one, 1);
        rea_tell(c->u, REA_E_FORMED, "R-8.4f.1", rea_lead_unit(c, all[i]), REA_GO, 0);
    }
    d->left = 0;
}

/* R-19.1d: any hex of it that came through or into other than clear ground. */
static void non_clear_disorder(struct rea_ctx *c, const struct rea_due_act *d,
                               const int16_t *from, const int16_t *to, int len, int dir)
{
    bool clear = true;

    if (d->cause != REA_BY_OTHER || d->kind != REA_DUE_RETREAT)
        return;
    for (int i = 0; i < len; i++)
        clear &= rea_hex_open(c, to[i]) && rea_side_open(c, from[i], dir);
    if (!clear && !rea_disordered(c, d->body))
        rea_disorder(c, d->body, "R-19.1d");
}

static void play_check(struct rea_ctx *c)
{
    struct rea_due_act d = c->s->queue[0];

    pop(c->s);
    if (d.kind == REA_DUE_AFTER) {
        /* R-18.7x1 */
        rea_morale_check(c, d.body, REA_BY_OTHER, 0, false, d.left ? "R-18.7b" : "R-13.8.2");
        return;
    }
    rea_morale_check(c, d.body, REA_BY_RETREAT, 0, false, "R-19.2a.4"); /* R-RUL-87 */
}

/* Why one hex of the body cannot go there: (1) and (2) of T-16, and room. */
static bool refuse_hex(const struct rea_ctx *c, const struct rea_due_act *due, int from, int d,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[due->body];
    struct foes foes = foes_at(c, y->side, due->start);
    int to = tc_hexmap_next(&c->bk->map, (tc_hex)from, d);
    bool rout = due->kind != REA_DUE_RETREAT;

    if (to < 0)
        return tc_refuse(why, "R-T-16", REA_R_OFF_MAP, 0, 0, 0);
    if (rea_enemy_at(c, y->side, to) >= 0)
        return tc_refuse(why, "R-T-16", REA_R_ENEMY_THERE, to, 0, 0);
    if (!enterable(c, due->body, from, d, rout)) {
        struct rea_price p = rea_price(c, rea_column_of(rea_lead(c, due->body)->arm, y->form),
                                       y->form, from, d, false);
        if (p.no || (p.rc_only && !rea_on_road(c, to)))
            return tc_refuse(why, "R-T-16", REA_R_CLOSED, to, 0, 0);
        return tc_refuse(why, rout ? "R-19.2a.3" : "R-19.1a", REA_R_ZOC, to, 0, 0);
    }
    if (nearer_enemy(c, &foes, from, to))
        return tc_refuse(why, "R-T-16", REA_R_NEARER, to, 0, 0);
    if (rout)
        return true;
    if (!fits_general(c, due->body, to, why))
        return false;
    if (occupied(c, due->body, to) &&
        (y->len > 1 || due->left == 1 || !goes_on(c, due->body, to, &foes)))
        return tc_refuse(why, "R-T-16", REA_R_AMONG, to, 0, 0);
    return !too_full(c, due->body, to, why) ||
           (due->left > 1 && goes_on(c, due->body, to, &foes));
}

static void note_passed(struct rea_ctx *c, int body, int hex)
{
    struct rea_state *s = c->s;
    int o = c->first[hex] - 1;

    while (o == body || (o >= 0 && goes_along(c, o, &s->queue[0])))
        o = rea_below(c, o, hex);
    if (o < 0 || s->body[o].side != s->body[body].side)
        return;
    if (s->body[body].form == REA_SKIRMISH && s->body[o].form != REA_ROUT)
        return; /* R-19.1b: but the Routed run again: R-19.2b */
    for (int i = 0; i < s->passes; i++)
        if (s->passed[i] == o)
            return;
    if (s->passes < REA_PATH)
        s->passed[s->passes++] = (uint8_t)o;
}

/* One hex of a retreat, or one check, then back to where we were. */
void rea_step_due(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_due_act *d = &c->s->queue[0];

    if (!c->s->queued) {
        all_have_run(c);
        return;
    }
    bool run = d->kind == REA_DUE_ROUT || d->kind == REA_DUE_AGAIN;
    if (!c->s->body[d->body].units || (run && c->s->body[d->body].form != REA_ROUT)) {
        pop(c->s);
    } else if (run || d->kind == REA_DUE_RETREAT) {
        play_retreat(c); /* R-19.2b */
    } else {
        play_check(c);
    }
    rea_draw_together(c);
    if (!c->s->queued)
        all_have_run(c);
}

/* The chain is at its end. */
static void all_have_run(struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->units; i++)
        c->s->unit[i].again = 0;
    c->s->head.step = c->s->back;
}

static void pop(struct rea_state *s)
{
    memmove(s->queue, s->queue + 1, (REA_QUEUE - 1) * sizeof *s->queue);
    memset(&s->queue[REA_QUEUE - 1], 0, sizeof *s->queue);
    s->queued--;
}

/* Those who were run through check, or run again (R-19.2a.4, R-19.2b). */
/* R-19.2b: a router that is run into runs on, once in a chain: two in a blind alley would
 * drive each other to and fro for ever. */
static void run_on(struct rea_ctx *c, int body, int cause)
{
    struct rea_body *y = &c->s->body[body];

    if (c->s->unit[y->unit[0]].again)
        return;
    for (int i = 0; i < y->units; i++)
        c->s->unit[y->unit[i]].again = 1;
    rea_queue(c, REA_DUE_AGAIN, body, rea_lead(c, body)->arm == REA_HORSE ? 6 : 4, cause);
}

/* Does a body fall back together with the one that goes now, out of the same hexes? Friends
 * of the same form among whom that one has come do not: R-19.1x1. */
static bool goes_along(const struct rea_ctx *c, int other, const struct rea_due_act *d)
{
    for (int i = 1; i < c->s->queued; i++) {
        const struct rea_due_act *e = &c->s->queue[i];
        if (d->kind == REA_DUE_RETREAT && e->kind == REA_DUE_RETREAT && e->body == other &&
            e->start == d->start)
            return rea_one_formation(c, other, d->body);
    }
    return false;
}

static void play_retreat(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    struct rea_due_act *d = &s->queue[0];
    uint8_t can = ways(c, d->body, d);
    bool on_friend = occupied(c, d->body, s->body[d->body].hex[0]) &&
                     s->body[d->body].form == REA_ROUT && d->moved < FARTHEST;

    if (can && (d->left || on_friend)) { /* R-19.2a.1, R-19.2a.2 */
        struct tc_act a = rea_ask(c, s->body[d->body].side, REA_Q_RETREAT, "R-T-16",
                                  rea_lead_unit(c, d->body), d->left, 0);
        if (a.verb == REA_V_STOP && !on_friend) {
            d->left = 0;
        } else {
            go_one(c, d, a.verb == REA_V_STOP ? __builtin_ctz(can) : a.arg[0]);
            d->moved = (uint8_t)tc_min(d->moved + 1, FARTHEST);
            d->left = (uint8_t)tc_max(0, d->left - 1);
        }
        if (s->body[d->body].units &&
            (d->left || (occupied(c, d->body, s->body[d->body].hex[0]) &&
                         s->body[d->body].form == REA_ROUT)))
            return;
    } else if (s->body[d->body].units) {
        stuck(c, d);
    }
    struct rea_due_act done = *d;
    pop(s);
    after_retreat(c, &done);
}

/* The directions the owner may choose from: (3) and (4) yield when they must. */
static uint8_t ways(const struct rea_ctx *c, int body, const struct rea_due_act *due)
{
    const struct rea_body *y = &c->s->body[body];
    uint8_t can = 0, better = 0, best = 0;
    struct foes foes = foes_at(c, y->side, due->start);

    for (int d = 0; d < 6; d++) { /* R-T-16 */
        if (!can_go(c, body, d, due, &foes))
            continue;
        can |= (uint8_t)(1 << d);
    }
    if (can & rear_mask(y, due))
        can &= rear_mask(y, due);
    for (int d = 0; d < 6; d++)
        if (tc_hexmask_has(can, d) && edgewards(c, body, d))
            better |= (uint8_t)(1 << d);
    if (!better)
        better = can;
    for (int d = 0; d < 6; d++) {
        int to = tc_hexmap_next(&c->bk->map, y->hex[0], d);
        if (tc_hexmask_has(better, d) && (to < 0 || !occupied(c, body, to)))
            best |= (uint8_t)(1 << d);
    }
    return best ? best : better;
}

static struct foes foes_at(const struct rea_ctx *c, int side, int start)
{
    struct foes f;

    f.n = 0;
    for (int d = 0; d < 6 && start >= 0; d++) { /* a position may not say where it began */
        int h = c->bk->map.next[start][d];
        for (int b = rea_enemy_at(c, side, h); b >= 0 && f.n < NEAR; b = rea_below(c, b, h))
            if (rea_body_distance(c, b, start) == 1)
                f.body[f.n++] = (uint8_t)b;
    }
    return f;
}

/* May the body go one hex in direction d? (1) and (2) of T-16. */
static bool can_go(const struct rea_ctx *c, int body, int d, const struct rea_due_act *due,
                   const struct foes *foes)
{
    const struct rea_body *y = &c->s->body[body];
    bool rout = due->kind != REA_DUE_RETREAT;

    if (y->len == 1 && leaves_map(c, body, d))
        return true;
    for (int i = 0; i < y->len; i++) {
        int to = tc_hexmap_next(&c->bk->map, y->hex[i], d);
        if (!enterable(c, body, y->hex[i], d, rout) || nearer_enemy(c, foes, y->hex[i], to))
            return false;
        if (!rout && !fits_general(c, body, to, NULL))
            return false;
        if (!rout && (occupied(c, body, to) || too_full(c, body, to, NULL)) &&
            (y->len > 1 || due->left == 1 || !goes_on(c, body, to, foes)))
            return false;
    }
    return true;
}

/* The points of all who fall back in one formation with a body. */
static int strength_together(const struct rea_ctx *c, int body)
{
    int sp = rea_sp(c, body);

    for (int i = 1; i < c->s->queued; i++) {
        const struct rea_due_act *e = &c->s->queue[i];
        if (e->kind == REA_DUE_RETREAT && e->body != body &&
            rea_one_formation(c, e->body, body))
            sp += rea_sp(c, e->body);
    }
    return sp;
}

/* R-TEC-ST: more than the hex takes, of all who fall back in one formation of one hex. */
static bool too_full(const struct rea_ctx *c, int body, int to, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    const int16_t one[1] = { (int16_t)to };
    const char *rule = NULL;
    int sp = strength_together(c, body);

    if (y->len > 1)
        return false;
    if (sp == rea_sp(c, body))
        return !rea_room(c, body, y->form, one, 1, why);
    int most = rea_limit(c, rea_lead(c, body)->arm, y->form, to, &rule);
    if (rea_has(c, REA_HORSE_BY_UNITS) && rea_lead(c, body)->arm == REA_HORSE)
        return false; /* there they never stood together */
    return sp > most && !tc_refuse(why, rule, REA_R_ROOM, to, sp, most);
}

static bool leaves_map(const struct rea_ctx *c, int body, int d)
{
    const struct rea_body *y = &c->s->body[body];
    int next = tc_hexmap_next(&c->bk->map, y->hex[0], d);

    if (next >= 0 || rea_dist_to_edge(c, y->side, y->hex[0]) != 0)
        return false;
    switch ((enum rea_edge)c->bk->edge[y->side]) {
    case REA_NORTH: return d == 4 || d == 5;
    case REA_SOUTH: return d == 1 || d == 2;
    case REA_WEST: return d == 3;
    case REA_EAST:
    case REA_EDGES:
    default: return d == 0;
    }
}

static bool nearer_enemy(const struct rea_ctx *c, const struct foes *f, int from, int to)
{
    for (int i = 0; i < f->n; i++)
        if (rea_body_distance(c, f->body[i], to) < rea_body_distance(c, f->body[i], from))
            return true;
    return false;
}

static bool occupied(const struct rea_ctx *c, int body, int to)
{
    for (int o = c->first[to] - 1; o >= 0; o = rea_below(c, o, to))
        if (o != body)
            return true;
    return false;
}

/* Is there a free hex to go on to from one that friends hold? */
static bool goes_on(const struct rea_ctx *c, int body, int from, const struct foes *foes)
{
    for (int d = 0; d < 6; d++) {
        int to = tc_hexmap_next(&c->bk->map, (tc_hex)from, d);
        if (to >= 0 && enterable(c, body, from, d, false) && !occupied(c, body, to) &&
            !too_full(c, body, to, NULL) && !nearer_enemy(c, foes, from, to))
            return true;
    }
    return false;
}

/* T-16: the first hex of a retreat is a Rear hex if possible; Rout has nothing but rear. */
static uint8_t rear_mask(const struct rea_body *y, const struct rea_due_act *due)
{
    if (due->kind != REA_DUE_RETREAT || due->moved || y->form == REA_ROUT ||
        y->form == REA_SKIRMISH || y->form == REA_SQUARE)
        return 0;
    return tc_hexmask_turn(rea_vertex(y->form) ? 0x18 : 0x08, y->facing);
}

static bool edgewards(const struct rea_ctx *c, int body, int d)
{
    const struct rea_body *y = &c->s->body[body];
    int to = tc_hexmap_next(&c->bk->map, y->hex[0], d);

    return to < 0 ||
           rea_dist_to_edge(c, y->side, to) <= rea_dist_to_edge(c, y->side, y->hex[0]);
}

/* Is there a hex a plain retreat of this body could begin with? */
bool rea_can_fall_back(const struct rea_ctx *c, int body)
{
    struct rea_due_act due = { .kind = REA_DUE_RETREAT, .body = (uint8_t)body, .left = 2 };

    due.start = c->s->body[body].hex[0];
    return ways(c, body, &due) != 0;
}

static void after_retreat(struct rea_ctx *c, const struct rea_due_act *d)
{
    struct rea_state *s = c->s;

    for (int i = 0; i < s->passes; i++) {
        int o = s->passed[i];
        if (!s->body[o].units)
            continue;
        if (s->body[o].form == REA_ROUT)
            run_on(c, o, d->cause);
        else
            rea_queue(c, REA_DUE_MORALE, o, 0, REA_BY_RETREAT);
    }
    s->passes = 0;
    memset(s->passed, 0, sizeof s->passed);
    bool led = false; /* by another of its stack, who checks for all */
    for (int i = 0; i < s->queued; i++)
        led |= s->queue[i].kind == REA_DUE_AFTER &&
               rea_one_formation(c, s->queue[i].body, d->body);
    if (d->kind == REA_DUE_RETREAT && d->cause == REA_BY_OTHER && s->body[d->body].units &&
        !led)
        rea_queue(c, REA_DUE_AFTER, d->body, 0, REA_BY_OTHER);
    if (s->body[d->body].units && s->body[d->body].form == REA_ROUT)
        rea_contract(c, d->body);
}

/* Why it does not fall back that way: something bars it, or there is a better way: (3), (4). */
static bool refuse_way(const struct rea_ctx *c, const struct rea_due_act *due, int d,
                       struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[due->body];
    int to = tc_hexmap_next(&c->bk->map, y->hex[0], d);

    if (!why)
        return false;
    for (int i = 0; i < y->len; i++)
        if (!refuse_hex(c, due, y->hex[i], d, why))
            return false;
    if (rear_mask(y, due) && !tc_hexmask_has(rear_mask(y, due), d))
        return tc_refuse(why, "R-T-16", REA_R_NOT_REAR, 0, 0, 0);
    if (!edgewards(c, due->body, d))
        return tc_refuse(why, "R-T-16", REA_R_EDGEWARDS, to, 0, 0);
    return tc_refuse(why, due->left == 1 ? "R-19.2c.2" : "R-T-16", REA_R_FREE_WAY, to, 0, 0);
}

bool rea_legal_retreat(const struct rea_ctx *c, const struct tc_act *a, struct tc_refusal *why)
{
    const struct rea_due_act *due = &c->s->queue[0];

    if (a->verb == REA_V_STOP)
        return due->max || tc_refuse(why, "R-19.2d", REA_R_MUST_RETREAT, due->left, 0, 0);
    if (!rea_is_facing(a->arg[0]))
        return tc_refuse(why, "R-T-16", REA_R_SIX_FACINGS, 0, 0, 0);
    if (c->memo && c->memo->ways == TC_NONE)
        c->memo->ways = ways(c, due->body, due);
    return tc_hexmask_has(c->memo ? (uint8_t)c->memo->ways : ways(c, due->body, due),
                          a->arg[0]) ||
           refuse_way(c, due, a->arg[0], why);
}

static void go_one(struct rea_ctx *c, struct rea_due_act *d, int dir)
{
    struct rea_body *y = &c->s->body[d->body];
    int16_t to[REA_LONG], old[REA_LONG];
    int from = y->hex[0], len = y->len;

    memcpy(old, y->hex, sizeof old);
    if (d->moved == 0 && d->kind == REA_DUE_ROUT)
        note_run(c, d, from);
    if (y->len == 1 && leaves_map(c, d->body, dir)) {
        leave_map(c, d->body);
        return;
    }
    for (int i = 0; i < y->len; i++)
        to[i] = tc_hexmap_next(&c->bk->map, y->hex[i], dir);
    note_run(c, d, to[0]);
    if (d->kind == REA_DUE_RETREAT)
        take_along(c, d->body, to);
    rea_put(c, d->body, y->form, y->facing, to, y->len);
    if (d->kind == REA_DUE_RETREAT) {
        into_general(c, d);
        rea_leaders_follow(c, d->body, old, len);
    }
    for (int i = 0; i < y->len; i++)
        rea_displace_leaders(c, y->hex[i], !y->side);
    rea_tell(c->u, REA_E_FELL_BACK, d->kind == REA_DUE_RETREAT ? "R-19.1x1" : "R-19.2a.1",
             rea_lead_unit(c, d->body), to[0], 0);
    note_passed(c, d->body, to[0]); /* R-19.2f */
    if (rea_in_zoc(c, y->side, to[0]) && y->form == REA_ROUT)
        rea_lose_each(c, d->body, 1, "R-B3.6");
    if (c->s->body[d->body].units && y->form == REA_ROUT)
        guns_break(c, d->body, from, dir);
    if (c->s->body[d->body].units)
        non_clear_disorder(c, d, old, to, len, dir);
}

/* T-14: the way of the first who routs out of a fight, from where it stood. */
static void note_run(struct rea_ctx *c, const struct rea_due_act *d, int hex)
{
    struct rea_state *s = c->s;
    bool run = d->kind == REA_DUE_ROUT || d->kind == REA_DUE_AGAIN;
    int f = run && d->cause <= REA_BY_MELEE ? fight_of(s, d->body) : REA_NO;

    if (f == REA_NO)
        return;
    if (!s->run_len[f])
        s->router[f] = d->body;
    if (s->router[f] == d->body && s->run_len[f] < REA_PATH)
        s->run[f * REA_PATH + s->run_len[f]++] = (int16_t)hex;
}

/* The fight a body takes part in, or REA_NO. */
static int fight_of(const struct rea_state *s, int body)
{
    int at = s->body[body].hex[0], side = s->body[body].side;
    int attackers = s->opp ? !s->acting : s->acting;

    for (int i = 0; i < s->fights; i++)
        if (s->run_len[i] && s->router[i] == body)
            return i;
    for (int i = 0; i < s->attacks && s->fights; i++)
        if (s->attack[i].fight < s->fights &&
            (s->attack[i].body == body || (side == attackers && s->attack[i].hex == at)))
            return s->attack[i].fight;
    /* Who led the stack may be another: guns that lay on top of it, or a second Command. */
    for (int i = 0; i < s->defences * REA_WIDE && s->fights; i++) {
        const struct rea_defence *d = &s->defence[i / REA_WIDE];
        if (d->fight < s->fights &&
            (d->body == body || (side != attackers && s->vacated[i] == at)))
            return d->fight;
    }
    return REA_NO;
}

static void leave_map(struct rea_ctx *c, int body)
{
    while (c->s->body[body].units) {
        int k = c->s->body[body].unit[0];
        rea_tell(c->u, REA_E_LEFT_MAP, "R-T-16", k, 0, 0);
        c->s->unit[k].sp = 0;
        rea_drop_unit(c, k, REA_GONE);
    }
}

/* Those who stand in one formation with a body and must fall back too go with it. */
static void take_along(struct rea_ctx *c, int body, const int16_t *to)
{
    struct rea_state *s = c->s;
    struct rea_due_act *d = &s->queue[0];

    for (int i = 1; i < s->queued; i++) {
        struct rea_due_act *e = &s->queue[i];
        if (e->body == body || !goes_along(c, e->body, d))
            continue;
        rea_put(c, e->body, s->body[body].form, s->body[body].facing, to, s->body[body].len);
        e->moved = (uint8_t)(d->moved + 1);
        e->left = 0; /* it goes where the first goes */
    }
}

/* Every unit of a body loses points. */
void rea_lose_each(struct rea_ctx *c, int body, int n, const char *rule)
{
    struct rea_body was = c->s->body[body];

    for (int i = 0; i < was.units * n; i++) {
        int unit = was.unit[i % was.units];
        if (c->s->unit[unit].where != REA_ON)
            continue;
        rea_tell(c->u, REA_E_LOSES, rule, unit, 1, 0);
        rea_lose_from(c, unit, 1);
    }
}

/* R-B3.12: guns in rout may lose points in broken ground. */
static void guns_break(struct rea_ctx *c, int body, int from, int d)
{
    if (!rea_has(c, REA_GUNS_ROUT) || !rea_is_guns(c, body))
        return;
    int to = tc_hexmap_next(&c->bk->map, (tc_hex)from, d);
    int bad = !rea_hex_open(c, to) + !rea_side_open(c, from, d);
    struct rea_body was = c->s->body[body];
    for (int i = 0; i < bad * was.units; i++) {
        int unit = was.unit[i / bad];
        /* R-RUL-44 */
        if (c->s->unit[unit].where != REA_ON ||
            rea_plain_check(c, c->bk->unit[unit].side, c->bk->unit[unit].er, "R-B3.12") <= 0)
            continue;
        rea_tell(c->u, REA_E_LOSES, "R-B3.12", unit, 1, 0);
        rea_lose_from(c, unit, 1);
    }
}

/* Put something off until the present act is done. */
void rea_queue(struct rea_ctx *c, int kind, int body, int hexes, int cause)
{
    struct rea_state *s = c->s;

    if (s->queued >= REA_QUEUE || !s->body[body].units)
        return;
    struct rea_due_act *d = &s->queue[s->queued++];
    memset(d, 0, sizeof *d);
    d->kind = (uint8_t)kind;
    d->body = (uint8_t)body;
    d->left = (uint8_t)hexes;
    d->cause = (uint8_t)cause;
    d->start = s->body[body].hex[0];
}

/* Go on with a step, but see to what is due first. */
void rea_then(struct rea_ctx *c, int step)
{
    rea_draw_together(c);
    if (c->s->queued) {
        c->s->back = (uint8_t)step;
        c->s->head.step = REA_ST_DUE;
    } else {
        c->s->head.step = (uint16_t)step;
    }
}

static bool enterable(const struct rea_ctx *c, int body, int from, int d, bool rout)
{
    const struct rea_body *y = &c->s->body[body];
    int to = tc_hexmap_next(&c->bk->map, (tc_hex)from, d);

    if (to < 0 || rea_enemy_at(c, y->side, to) >= 0)
        return false;
    struct rea_price p =
        rea_price(c, rea_column_of(rea_lead(c, body)->arm, y->form), y->form, from, d, false);
    if (p.no || (p.rc_only && !rea_on_road(c, to)))
        return false;
    if (!rea_in_zoc(c, y->side, to))
        return true;
    if (rout && rea_has(c, REA_ROUT_PAST_ZONES))
        return true; /* R-B3.6 */
    return false;    /* R-19.1a, R-19.2a.3 */
}

/* R-RUL-67: would it have room where it must go to General Order? */
static bool fits_general(const struct rea_ctx *c, int body, int to, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    int column = rea_column_of(rea_lead(c, body)->arm, y->form);
    const int16_t one[1] = { (int16_t)to };
    const char *rule = "R-RUL-67";
    int arm = rea_lead(c, body)->arm, sp = strength_together(c, body);

    if (y->form == REA_GO || y->form == REA_SKIRMISH || !rea_hex_general(c, to, column))
        return true;
    if (occupied(c, body, to))
        return tc_refuse(why, rule, REA_R_AMONG, to, 0, 0);
    int most = rea_limit(c, arm, REA_GO, to, &rule);
    if (sp > rea_sp(c, body) && sp > most)
        return tc_refuse(why, "R-RUL-67", REA_R_ROOM, to, sp, most);
    return rea_room(c, body, REA_GO, one, 1, why);
}

/* R-19.2d: hexes not covered cost strength; a stack that cannot stand there is lost. */
static void stuck(struct rea_ctx *c, const struct rea_due_act *d)
{
    int body = d->body;

    if (d->kind == REA_DUE_RETREAT)
        return;
    if (d->cause == REA_BY_PRECOMBAT && !d->moved && c->s->fights) {
        rea_surrender(c, body, "R-13.7d");
        return;
    }
    if (!d->moved)
        note_run(c, d, c->s->body[body].hex[0]); /* who could not run is ridden down */
    if (!d->max)
        rea_lose_each(c, body, d->left, "R-19.2d"); /* R-RUL-91, R-RUL-102 */
    if (c->s->body[body].units && occupied(c, body, c->s->body[body].hex[0]))
        while (c->s->body[body].units) {
            int k = c->s->body[body].unit[0];
            rea_tell(c->u, REA_E_ELIMINATED, "R-19.2c.2", k, 0, 0);
            c->s->unit[k].sp = 0;
            rea_drop_unit(c, k, REA_GONE);
        }
}
