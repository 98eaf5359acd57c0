/* rules/bayonet/attack.c - one attack from its beginning to the roll: 10.6, 11.1 to 11.6. */
#include "rules/bayonet/attack.h"
#include "rules/bayonet/move.h"
#include "rules/bayonet/result.h"

enum { AGAIN_FROM = 6, AGAIN_EACH = 3 * 2 };

/* Told further down: */
static void drop(struct bay_turn *t, int a, int h, const char *rule);
static void share_out(struct bay_turn *t, int h);
static void clash(struct bay_turn *t, int a, int d, int h);
static void take_guns(struct bay_turn *t, int a, int h);
static const char *void_by(const struct bay_turn *t, const struct bay_attack *x);
static bool has_volley(const struct bay_book *bk, const struct bay_state *s, int u);
static bool volleys(struct bay_turn *t, int *a, int *d, int h);
static void fire_volley(struct bay_turn *t, int u, int foe, const char *rule);
static bool wants_volley(struct bay_turn *t, int u, int foe, const char *rule);
static void draw_volley(struct bay_turn *t, int a, int d);
static void end_chain(struct bay_turn *t, int a);
static int again_from(const struct bay_book *bk, const struct bay_state *s, int u, int k);
static void look_ahead(const struct bay_turn *t, enum bay_sort held[BAY_ATTACKS]);
static bool judge_again(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                        int from, int facing, struct tc_refusal *why);
static void foot_on_horse(struct bay_turn *t, int a, int d);
static void drop_vacated(struct bay_turn *t, const enum bay_sort held[BAY_ATTACKS]);
static void chase_marker(struct bay_turn *t, int a, int h);
static void roll_crt(struct bay_turn *t, int a, int d, enum bay_crt table, int momentum);
static int garrison_unit(const struct bay_book *bk, const struct bay_state *s, int h, int k);

/* The defender, once its owner has said what he must. */
static int defender_of(struct bay_turn *t, int a, int h)
{
    int d = bay_dir(t->bk, h, t->s->units[a].hex), top = bay_troops(t->bk, t->s, h);

    if (bay_is_garrison(t->bk, t->s, h)) {
        if (bay_meets(t->bk, t->s, h, d) < 0)
            share_out(t, h);
    } else if (bay_meets(t->bk, t->s, h, d) < 0) {
        int hand =
            tc_ask(t->u, bay_side_of(t->bk, top), BAY_Q_REFUSE, "B-9.1.1k", h, 0, 0)->arg[0];
        int low = bay_next_troops(t->bk, t->s, top);
        t->s->units[top].refuse = t->s->units[low].refuse =
            hand ? BAY_REFUSES_RIGHT : BAY_REFUSES_LEFT;
    }
    return bay_meets(t->bk, t->s, h, d);
}

static void share_out(struct bay_turn *t, int h)
{
    int n = bay_count(t->bk, t->s, h), each = n == 2 ? 3 : 2;
    struct tc_act a = *tc_ask(t->u, bay_side_of(t->bk, bay_troops(t->bk, t->s, h)),
                              BAY_Q_SECTORS, "B-9.1.2b", h, 0, 0);

    for (int u = bay_troops(t->bk, t->s, h); u >= 0; u = bay_next_troops(t->bk, t->s, u)) {
        t->s->units[u].in_sectors = 1;
        t->s->units[u].sector = 0;
    }
    for (int i = 0; i < 6; i++)
        t->s->units[a.arg[i / each]].sector |= (uint8_t)(1 << (a.arg[3] + i) % 6);
}

/* One attack on a hex, whatever stands there. */
static void fight(struct bay_turn *t, int a, int h, bool charge)
{
    struct bay_state *s = t->s;
    enum bay_sort sort = bay_sort_of(t->bk, s, h, !bay_side_of(t->bk, a));

    s->now.further = 0;
    if (sort == BAY_SORT_MARKER) {
        chase_marker(t, a, h);
        return;
    }
    if (sort == BAY_SORT_GUNS) {
        s->brigades[bay_brigade_of(t->bk, a)].fought = 1;
        take_guns(t, a, h);
        return;
    }
    int top = bay_top(s, h);
    if (bay_is_art(t->bk, top))
        bay_lose_battery(t, top, "B-9.2f");
    int d = defender_of(t, a, h);
    struct tc_refusal why = { 0 }; /* B-RUL-57: whoever is left there meets it */
    if (!bay_attack_legal(t->bk, s, a, s->units[a].hex, h, charge, false, &why)) {
        drop(t, a, h, why.rule); /* what made it legal has gone */
        return;
    }
    clash(t, a, d, h);
}

static void take_guns(struct bay_turn *t, int a, int h)
{
    bay_lose_battery(t, bay_battery(t->bk, t->s, h), "B-10.5a");
    if (!bay_can_advance(t->bk, t->s, a, h)) /* B-11.6a */
        return;
    bay_advance_unhurt(t, a, h, "B-10.5b");
    if (t->s->units[a].facing == BAY_NO_FACING || bay_count(t->bk, t->s, h) > 1)
        return;
    int f = tc_ask(t->u, bay_side_of(t->bk, a), BAY_Q_TURN_ONE, "B-10.5b", a, 0, 0)->arg[0];
    t->s->units[a].facing = (uint8_t)f;
}

static void offer_gun(struct bay_turn *t, int u, int h, bool may)
{
    if (!may || !t->s->units[u].gun)
        return;
    const struct tc_act *a = tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_GUN, "B-10.6b", u, h, 0);
    if (a->verb != BAY_V_GUN)
        return;
    t->s->units[u].gun = 0;
    /* B-10.6a, B-10.6c; B-10.6d: h is the hex next to it */
    tc_tell(t->u, BAY_E_GUN, "B-10.6b", u, h, 0);
    bay_add_impact(t, h, BAY_HIT, u, "B-RUL-54");
}

/* Carry out the attack that is next in the sequence. */
static void fight_next(struct bay_turn *t)
{
    struct bay_state *s = t->s;
    int i = s->now.attacks - 1;

    for (int k = 0; k < s->now.attacks; k++)
        if (s->attacks[k].order == s->now.fought + 1)
            i = k;
    struct bay_attack x = s->attacks[i];
    if (x.target < 0)
        return; /* dropped before */
    const char *rule = void_by(t, &x);
    if (rule) {
        drop(t, x.unit, x.target, rule);
        return;
    }
    s->units[x.unit].attacked = 1; /* B-11.1b */
    s->now.attacker = x.unit;
    s->now.target = x.target;
    s->now.origin = s->units[x.unit].hex0;
    fight(t, x.unit, x.target, !x.counter);
    if (!s->now.further)
        end_chain(t, x.unit);
}

static void drop(struct bay_turn *t, int a, int h, const char *rule)
{
    tc_tell(t->u, BAY_E_DROPPED, rule, a, h, 0);
}

/* Troops against troops. */
static void clash(struct bay_turn *t, int a, int d, int h)
{
    struct bay_state *s = t->s;
    int from = s->units[a].hex, momentum = bay_momentum(t->bk, s, a, h);
    int dir = bay_dir(t->bk, h, from);
    bool horse_a = bay_is_horse(t->bk, a), horse_d = bay_is_horse(t->bk, d);

    tc_tell(t->u, BAY_E_MEETS, "B-11.1a", a, d, 0); /* B-11.2.3d */
    s->brigades[bay_brigade_of(t->bk, a)].fought = 1;
    s->brigades[bay_brigade_of(t->bk, d)].fought = 1;
    s->brigades[bay_brigade_of(t->bk, d)].attacked = 1;
    s->now.stage = 1;
    offer_gun(t, a, h, !horse_a);
    offer_gun(t, d, from, !horse_d && bay_attack_zone(t->bk, s, d, dir) == 0);
    if (!horse_a && horse_d) {
        foot_on_horse(t, a, d);
    } else if (horse_a && horse_d) {
        roll_crt(t, a, d, BAY_T_HORSE, momentum);
    } else if (horse_a) {
        if (has_volley(t->bk, s, d))
            draw_volley(t, a, d);
        else
            roll_crt(t, a, d, BAY_T_HORSE_FOOT, momentum);
    } else if (volleys(t, &a, &d, h)) {
        roll_crt(t, a, d, BAY_T_FOOT, 0);
    }
}

bool bay_judge_turn_one(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int f = s->units[v->q->arg[0]].facing;

    if (a->arg[0] > 5 || tc_hexface_turns(f, a->arg[0]) > 1)
        return tc_refuse(why, "B-10.5b", BAY_R_ONE_VERTEX, v->q->arg[0], 0, 0);
    return true;
}

int bay_count_turn_one(const struct tc_view *v)
{
    (void)v;
    return 3;
}

bool bay_nth_turn_one(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    out->verb = BAY_V_FACE;
    out->arg[0] = (s->units[v->q->arg[0]].facing + (i == 2 ? 5 : i)) % 6;
    return true;
}

/* Has something made the attack void before its turn (B-11.1g, B-11.1h)? */
static const char *void_by(const struct bay_turn *t, const struct bay_attack *x)
{
    const struct bay_unit *a = &t->s->units[x->unit];
    int foe = !bay_side_of(t->bk, x->unit);

    if (a->life != BAY_FIGHTS || bay_dir(t->bk, a->hex, x->target) < 0 || a->attacked ||
        (bay_is_horse(t->bk, x->unit) && a->disordered))
        return "B-11.1h"; /* B-RUL-84 */
    return bay_sort_of(t->bk, t->s, x->target, foe) == BAY_SORT_NONE ? "B-11.1g" : NULL;
}

static bool has_volley(const struct bay_book *bk, const struct bay_state *s, int u)
{
    return bay_def(bk, u)->kind == BAY_INF && !s->units[u].casualties; /* B-11.2.1a */
}

/* Volleys of infantry against infantry. False when the attack is over with them. */
static bool volleys(struct bay_turn *t, int *a, int *d, int h)
{
    struct bay_state *s = t->s;
    int from = s->units[*a].hex;

    if (wants_volley(t, *a, *d, "B-11.2.1c")) {
        fire_volley(t, *a, *d, "B-11.2.1c");
        bay_casualty(t, *d, "B-11.2.1f", 1, from); /* B-11.2.1h */
        if (bay_troops(t->bk, s, h) < 0) {
            if (bay_can_advance(t->bk, s, *a, h))
                bay_advance(t, *a, h, "B-11.2.1i");
            return false;
        }
        if (s->units[*d].life != BAY_FIGHTS)
            *d = defender_of(t, *a, h);
    } else if (wants_volley(t, *d, *a, "B-11.2.1d")) {
        fire_volley(t, *d, *a, "B-11.2.1d");
        bay_casualty(t, *a, "B-RUL-81", 1, h);
        if (s->units[*a].life != BAY_FIGHTS)
            return false;
    }
    return s->units[*d].life == BAY_FIGHTS; /* B-11.2.1j */
}

/* The battalion fires and is on its back for good (B-11.2.1b). */
static void fire_volley(struct bay_turn *t, int u, int foe, const char *rule)
{
    t->s->units[u].casualties = 1; /* B-11.2.4c; RUL-59: this never routs */
    t->s->units[foe].volleyed = 1;
    tc_tell(t->u, BAY_E_VOLLEY, rule, u, foe, 0); /* B-11.2.1b */
}

static bool wants_volley(struct bay_turn *t, int u, int foe, const char *rule)
{
    if (!has_volley(t->bk, t->s, u))
        return false;
    if (t->s->units[foe].volleyed)
        return false; /* B-11.2.1k, B-RUL-61 */
    return tc_ask(t->u, bay_side_of(t->bk, u), BAY_Q_VOLLEY, rule, u, foe, 0)->verb ==
           BAY_V_VOLLEY; /* B-11.2.1e */
}

/* Cavalry draws the volley of infantry (B-11.4b). */
static void draw_volley(struct bay_turn *t, int a, int d)
{
    int h = t->s->units[d].hex;

    fire_volley(t, d, a, "B-11.4b");
    if (!bay_combat_disorder(t, a, "B-11.2.1g", 1, h)) /* B-11.2.1h, B-RUL-60 */
        bay_retreat(t, a, 1, h, false, 1);             /* B-11.2.1m */
}

/* Every horse that fought is Disordered when its chain ends (B-11.3.3e, RUL-68). */
static void end_chain(struct bay_turn *t, int a)
{
    if (bay_is_horse(t->bk, a) && t->s->now.stage && t->s->units[a].life == BAY_FIGHTS)
        bay_disorder(t, a, "B-11.3.3e"); /* B-RUL-68 */
    t->s->now.further = 0;
    t->s->now.stage = 0;
    t->s->now.attacker = t->s->now.target = t->s->now.origin = TC_NONE;
}

bool bay_judge_again(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (a->verb == BAY_V_DONE)
        return true;
    if (!bay_on_map(bk, a->arg[0]) || !bay_on_map(bk, a->arg[1]))
        return tc_refuse(why, "B-11.3.5a", BAY_R_MAP_EDGE, 0, 0, 0);
    return judge_again(bk, s, v->q->arg[0], a->arg[0], a->arg[1], a->arg[2], why);
}

int bay_count_again(const struct tc_view *v)
{
    BAY_VIEW(v);
    return 1 + (s->now.further == BAY_SECTION ? AGAIN_FROM : 1) * AGAIN_EACH;
}

bool bay_nth_again(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int u = v->q->arg[0], f = s->units[u].facing, k = (i - 1) % AGAIN_EACH;

    if (i == 0) {
        out->verb = BAY_V_DONE;
        return true;
    }
    int from = again_from(bk, s, u, (i - 1) / AGAIN_EACH);
    int facing = (f + (k / 2 == 2 ? 5 : k / 2)) % 6;
    if (from < 0)
        return false;
    out->verb = BAY_V_AGAIN;
    out->arg[0] = bk->next[from][(facing + k % 2) % 6];
    out->arg[1] = from;
    out->arg[2] = facing;
    return out->arg[0] >= 0;
}

/* Ends of an advance: here, one hex on (2), two hexes on (3). */
static int again_from(const struct bay_book *bk, const struct bay_state *s, int u, int k)
{
    int h = s->units[u].hex, f = s->units[u].facing;
    int right = bk->next[h][f], left = bk->next[h][(f + 1) % 6];

    switch (k) {
    case 0: return h;
    case 1: return right;
    case 2: return left;
    case 3: return right < 0 ? TC_NONE : bk->next[right][f];
    case 4: return right < 0 ? TC_NONE : bk->next[right][(f + 1) % 6];
    default: return left < 0 ? TC_NONE : bk->next[left][(f + 1) % 6];
    }
}

static void go_on(struct bay_turn *t, int a)
{
    struct bay_state *s = t->s;
    struct tc_act x = *tc_ask(t->u, bay_side_of(t->bk, a), BAY_Q_AGAIN, "B-11.3.5b", a, 0, 0);

    if (x.verb == BAY_V_DONE) {
        end_chain(t, a);
        return;
    }
    s->now.origin = s->units[a].hex;
    s->units[a].obstacle = 0;
    while (s->units[a].hex != x.arg[1] && s->units[a].life == BAY_FIGHTS)
        bay_pursue_to(t, a, x.arg[1]);
    s->units[a].facing = (uint8_t)x.arg[2];
    s->now.target = (int16_t)x.arg[0];
    tc_tell(t->u, BAY_E_FURTHER, "B-11.3.5d", a, x.arg[0], 0);
    bool charge = s->brigades[bay_brigade_of(t->bk, a)].order == BAY_CHARGE;
    fight(t, a, x.arg[0], charge);
    if (!s->now.further)
        end_chain(t, a); /* B-11.3.5c */
}

void bay_step_fight(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;
    enum bay_sort held[BAY_ATTACKS];

    look_ahead(t, held);
    if (s->now.further)
        go_on(t, s->now.attacker);
    else
        fight_next(t);
    drop_vacated(t, held);
    if (s->now.further)
        return;
    if (++s->now.fought >= s->now.attacks)
        s->head.step = BAY_S_LEADERS;
}

/* Who stands in the hexes of the attacks still to come. */
static void look_ahead(const struct bay_turn *t, enum bay_sort held[BAY_ATTACKS])
{
    const struct bay_state *s = t->s;

    for (int i = 0; i < s->now.attacks; i++) {
        const struct bay_attack *x = &s->attacks[i];
        held[i] = x->target < 0 || x->order <= s->now.fought + 1
                      ? BAY_SORT_NONE
                      : bay_sort_of(t->bk, s, x->target, !bay_side_of(t->bk, x->unit));
    }
}

/* Infantry against cavalry: the volley and nothing else (11.5). */
static void foot_on_horse(struct bay_turn *t, int a, int d)
{
    int from = t->s->units[a].hex;

    fire_volley(t, a, d, "B-11.5f");
    if (t->s->units[d].disordered) {
        bay_rout_unit(t, d, 1, from, "B-11.5g");
        return;
    }
    bay_disorder(t, d, "B-11.2.1g");
    bool stuck = bay_impact_at(t->s, t->s->units[d].hex) == BAY_EFFECTIVE ||
                 bay_behind(t->bk, t->s, d) >= 0; /* B-11.5i */
    if (!stuck)
        bay_fall_back(t, d, 1, from); /* B-11.5h */
}

/* Later attacks on a hex that was vacated are off, whoever comes there after (B-11.1g). */
static void drop_vacated(struct bay_turn *t, const enum bay_sort held[BAY_ATTACKS])
{
    enum bay_sort now[BAY_ATTACKS];

    look_ahead(t, now);
    for (int i = 0; i < t->s->now.attacks; i++) {
        struct bay_attack *x = &t->s->attacks[i];
        if (held[i] == BAY_SORT_NONE || now[i] != BAY_SORT_NONE)
            continue;
        drop(t, x->unit, x->target, "B-11.1g");
        x->target = TC_NONE;
    }
}

static void chase_marker(struct bay_turn *t, int a, int h)
{
    bay_marker_flees(t, bay_top(t->s, h), 2);
    if (bay_can_advance(t->bk, t->s, a, h)) /* B-13.2a */
        bay_advance_unhurt(t, a, h, "B-13.2b");
}

/* May it go on from `from` (its hex, or up to two hexes farther after a section) at h? */
static bool judge_again(const struct bay_book *bk, const struct bay_state *s, int u, int h,
                        int from, int facing, struct tc_refusal *why)
{
    const struct bay_unit *x = &s->units[u];
    bool section = s->now.further == BAY_SECTION;
    int far = bay_distance(bk, x->hex, from), d;

    if (far > (section ? 2 : 0) || (far && !bay_pursuit(bk, s, u, from)))
        return tc_refuse(why, "B-RUL-66", BAY_R_UNREACHED, from, 0, 0);
    if (!bay_is_open(bk, from))
        return tc_refuse(why, "B-RUL-66", BAY_R_OPEN_GROUND, u, from, 0);
    if (facing > 5 || tc_hexface_turns(x->facing, facing) > 1)
        return tc_refuse(why, "B-RUL-66", BAY_R_ONE_VERTEX, u, 0, 0);
    if (!far && facing != x->facing && bay_count(bk, s, from) > 1)
        return tc_refuse(why, "B-RUL-66", BAY_R_STACK_TURNS, u, 0, 0);
    d = bay_dir(bk, from, h);
    if (d < 0 || !bay_in_front(facing, d))
        return tc_refuse(why, "B-11.3.5a", BAY_R_NOT_ADJACENT, u, h, 0);
    if (!section && bay_sort_of(bk, s, h, !bay_side_of(bk, u)) == BAY_SORT_FOOT)
        return tc_refuse(why, "B-RUL-66", BAY_R_DAGGER_FOOT, u, h, 0);
    bool charge = s->brigades[bay_brigade_of(bk, u)].order == BAY_CHARGE;
    return bay_attack_legal(bk, s, u, from, h, charge, true, why);
}

static void roll_crt(struct bay_turn *t, int a, int d, enum bay_crt table, int momentum)
{
    static const char *const rule[] = { "B-T4", "B-T5", "B-T6" };
    int net = bay_net(t->bk, t->s, t->u, a, d, table, momentum);
    int column = net < -4 ? -4 : net > 4 ? 4 : net;
    tc_hope(t->u, bay_side_of(t->bk, a), TC_HIGH);
    int die = tc_roll(t->u, TC_D10, rule[table]);
    int code = t->bk->crt[table][column + 4][die]; /* B-2.2a: 0 is zero; B-11.4f */

    tc_tell(t->u, BAY_E_RESULT, rule[table], a, d, code);
    bay_apply(t, a, d, table, (enum bay_code)code);
}

/* Sectors (RUL-40): first from side `start` on, then second, then third; the one not named of
 * four is the reserve. */
bool bay_judge_sectors(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int h = v->q->arg[0], n = bay_count(bk, s, h), used = n > 2 ? 3 : 2;

    for (int i = 0; i < 3; i++) {
        bool here =
            a->arg[i] >= 0 && s->units[a->arg[i]].hex == h && !bay_is_art(bk, a->arg[i]);
        if (i >= used && a->arg[i] >= 0)
            return tc_refuse(why, "B-RUL-40", BAY_R_ONLY_TWO, h, 0, 0);
        if (i < used && a->arg[i] < 0)
            return tc_refuse(why, "B-RUL-40", BAY_R_NAME_THREE, h, 0, 0);
        if (i < used && !here)
            return tc_refuse(why, "B-RUL-40", BAY_R_NOT_IN_GARRISON, a->arg[i], h, 0);
        for (int k = 0; k < i; k++)
            if (here && a->arg[k] == a->arg[i])
                return tc_refuse(why, "B-RUL-40", BAY_R_ATTACKED, a->arg[i], 0, 0);
    }
    return true;
}

int bay_count_sectors(const struct tc_view *v)
{
    BAY_VIEW(v);
    int n = bay_count(bk, s, v->q->arg[0]);

    return n == 2 ? 6 : n == 3 ? 12 : 48;
}

bool bay_nth_sectors(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int h = v->q->arg[0], n = bay_count(bk, s, h), u[3] = { TC_NONE, TC_NONE, TC_NONE }, k = 0,
        spare = n == 4 ? i / 12 : 4;

    for (int p = 0; p < n; p++)
        if (p != spare && k < 3)
            u[k++] = garrison_unit(bk, s, h, p);
    bool turn = n > 2 && (i / 6 & 1);
    out->verb = BAY_V_SECTORS;
    out->arg[0] = u[0];
    out->arg[1] = turn ? u[2] : u[1];
    out->arg[2] = n == 2 ? TC_NONE : turn ? u[1] : u[2];
    out->arg[3] = i % 6;
    return true;
}

/* The battalion in place k of a garrison, top first. */
static int garrison_unit(const struct bay_book *bk, const struct bay_state *s, int h, int k)
{
    int u = bay_troops(bk, s, h);

    while (k-- > 0 && u >= 0)
        u = bay_next_troops(bk, s, u);
    return u;
}
