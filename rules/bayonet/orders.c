/* rules/bayonet/orders.c - which brigade acts, and under which order: 3.3, 5.0 to 5.2. */
#include "rules/bayonet/move.h"
#include "rules/bayonet/wings.h"

/* Told further down: */
static int waiting(const struct bay_book *bk, const struct bay_state *s, int side, int order);
static bool waits(const struct bay_state *s, int b, int order);
static int best_wc(const struct bay_book *bk, const struct bay_state *s, int side);
static int next_tier(int tier);
static void forget_combat(struct bay_turn *t);
static void begin(struct bay_turn *t, int b);
static void fresh_units(struct bay_turn *t, int b);
static void cache_box(struct bay_state *s, const struct bay_box *box);
static void test_integrity(struct bay_turn *t, int b);
static void change_order(struct bay_turn *t, int b, int want);
static bool worn(const struct bay_book *bk, const struct bay_state *s, int b);

/* --- 3.0 Sequence of play --- */

/* May this brigade be named now, to act or to pass? */
static bool judge_named(const struct tc_view *v, int b, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (!bay_is_ours(bk, s, b, v->q->side, "B-3.3e", why))
        return false;
    if (s->brigades[b].finished)
        return tc_refuse(why, "B-2.3e", BAY_R_FINISHED, b, 0, 0);
    if (s->brigades[b].order != s->now.tier)
        return tc_refuse(why, "B-3.3a", BAY_R_TIER, b, s->now.tier, 0);
    return true;
}

void bay_step_brigades_first(void *state, struct tc_umpire *u)
{
    BAY_TURN_BARE(t);
    struct bay_state *s = t->s;
    const char *rule = "B-3.3b";
    int a = waiting(t->bk, s, 0, BAY_CHARGE), b = waiting(t->bk, s, 1, BAY_CHARGE);

    if (a == b) {
        rule = "B-3.3c";
        a = best_wc(t->bk, s, 0);
        b = best_wc(t->bk, s, 1);
    }
    while (a == b) { /* RUL-22 */
        rule = "B-3.3d";
        tc_wish(u, 0, TC_HIGH); /* B-RUL-22 */
        a = tc_roll(u, TC_D10, "B-3.3d");
        tc_wish(u, 1, TC_HIGH);
        b = tc_roll(u, TC_D10, "B-3.3d");
    }
    s->head.active = (int8_t)(b > a);
    s->now.first = s->head.active;
    s->now.last = TC_NONE;
    s->now.passed = 0;
    s->now.tier = BAY_CHARGE;
    s->now.brigade = TC_NONE;
    tc_tell(u, BAY_E_FIRST, rule, s->head.active, 2);
    s->head.step = BAY_S_BRIGADE;
}

static int waiting(const struct bay_book *bk, const struct bay_state *s, int side, int order)
{
    int n = 0;

    for (int b = bk->army[side]; b < bk->army[side + 1]; b++)
        n += waits(s, b, order);
    return n;
}

static bool waits(const struct bay_state *s, int b, int order)
{
    return !s->brigades[b].gone && !s->brigades[b].finished && s->brigades[b].order == order;
}

/* The best WC among those with a Charge brigade in their Wing, or -1 (B-3.3c). */
static int best_wc(const struct bay_book *bk, const struct bay_state *s, int side)
{
    int best = -1;

    for (int l = 0; l < bk->leaders; l++) {
        const struct bay_leader *x = &s->leaders[l];
        if (bk->leader[l].rank != BAY_WC || bk->leader[l].side != side ||
            x->post != BAY_IN_PLAY || x->rating <= best)
            continue;
        for (int b = 0; b < bk->brigades; b++)
            if (waits(s, b, BAY_CHARGE) && s->brigades[b].wing == x->wing)
                best = x->rating;
    }
    return best;
}

/* Find tier and side of the next activation; false when the phase is over. */
static bool find_turn(const struct bay_book *bk, struct bay_state *s)
{
    for (; s->now.tier != BAY_ORDERS; s->now.tier = (uint8_t)next_tier(s->now.tier)) {
        int n[TC_SIDES] = { waiting(bk, s, 0, s->now.tier), waiting(bk, s, 1, s->now.tier) };
        int side = s->now.last < 0 ? s->now.first : !s->now.last;
        if (!n[0] && !n[1])
            continue;
        s->head.active = (int8_t)(n[side] ? side : !side); /* B-3.3e, B-3.3f, B-3.3g */
        return true;
    }
    return false;
}

/* The tier after this one: Charge, March, Dress Ranks. */
static int next_tier(int tier)
{
    return tier == BAY_CHARGE ? BAY_MARCH : tier == BAY_MARCH ? BAY_DRESS : BAY_ORDERS;
}

bool bay_judge_brigade(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);

    if (a->verb == BAY_V_ACTIVATE)
        return judge_named(v, a->arg[0], why);
    return s->now.tier == BAY_CHARGE ? tc_refuse(why, "B-3.3.6c", BAY_R_CHARGE_PASS, 0, 0, 0)
                                     : true;
}

int bay_count_brigade(const struct tc_view *v)
{
    BAY_VIEW(v);
    return 1 + bk->army[v->q->side + 1] - bk->army[v->q->side];
}

bool bay_nth_brigade(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    int b = bk->army[v->q->side] + i;
    bool brigade = b < bk->army[v->q->side + 1];

    out->verb = brigade ? BAY_V_ACTIVATE : BAY_V_PASS;
    out->arg[0] = brigade ? b : 0;
    return !brigade || waits(s, b, s->now.tier);
}

bool bay_judge_pass(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    return judge_named(v, a->arg[0], why);
}

int bay_count_pass(const struct tc_view *v)
{
    BAY_VIEW(v);
    return bk->army[v->q->side + 1] - bk->army[v->q->side];
}

bool bay_nth_pass(const struct tc_view *v, int i, struct tc_act *out)
{
    BAY_VIEW(v);
    out->verb = BAY_V_PASS_WITH;
    out->arg[0] = bk->army[v->q->side] + i;
    return waits(s, out->arg[0], s->now.tier);
}

void bay_step_order(void *state, struct tc_umpire *u)
{
    BAY_TURN(t);
    struct bay_state *s = t->s;
    int b = s->now.brigade;

    const struct tc_act *a = tc_ask(u, s->head.active, BAY_Q_ORDER, "B-3.3.1a", b, 0, 0);
    if (a->verb == BAY_V_CHANGE)
        change_order(t, b, a->arg[0]);
    s->head.step = s->brigades[b].order == BAY_DRESS ? BAY_S_DRESS : BAY_S_MOVE; /* B-5.0e */
}

void bay_step_brigade_done(void *state, struct tc_umpire *u)
{
    BAY_TURN_BARE(t);
    struct bay_state *s = t->s;
    int b = s->now.brigade;
    struct bay_brigade *x = &s->brigades[b];

    if (s->now.shown)
        forget_combat(t);
    if (!x->gone) {
        if (bay_compliant(t->bk, s, b)) {
            if (x->liable || x->exempt_by >= 0)
                tc_tell(u, BAY_E_COMPLIANT, "B-4.2.4f", b, 0, 0);
            x->liable = x->cause = 0;
            x->exempt_by = TC_NONE;
        } else if (x->exempt_by < 0) {
            bay_mark_liable(t, b, BAY_C_COMBAT); /* B-4.2.4e: no time limit */
        }
        x->finished = 1;
        tc_tell(u, BAY_E_FINISHED, "B-3.3.5a", b, 0, 0);
    }
    s->now.brigade = s->now.mover = s->now.mate = TC_NONE;
    s->now.attacker = s->now.target = s->now.origin = TC_NONE;
    s->now.attacks = s->now.stage = 0;
    for (int i = 0; i < BAY_ATTACKS; i++)
        s->attacks[i] = (struct bay_attack){ 0 };
    s->head.step = BAY_S_BRIGADE;
}

static void forget_combat(struct bay_turn *t)
{
    for (int u = 0; u < t->bk->units; u++) {
        struct bay_unit *x = &t->s->units[u];
        x->volleyed = x->open = x->refuse = x->sector = x->in_sectors = x->attacked = 0;
    }
    for (int b = 0; b < t->bk->brigades; b++)
        t->s->brigades[b].fought = t->s->brigades[b].attacked = t->s->brigades[b].lost_now = 0;
    t->s->now.shown = 0;
}

void bay_step_brigade(void *state, struct tc_umpire *u)
{
    BAY_TURN_BARE(t);
    struct bay_state *s = t->s;

    if (!find_turn(t->bk, s)) {
        s->now.brigade = TC_NONE;
        s->now.stage = 0;
        s->head.active = s->now.first;
        s->head.step = BAY_S_ROUT;
        return;
    }
    const struct tc_act *a =
        tc_ask(u, s->head.active, BAY_Q_BRIGADE, "B-3.3a", s->now.tier, 0, 0);
    int b = a->arg[0];
    bool passes = a->verb == BAY_V_PASS,
         second = s->now.passed && s->now.last != s->head.active;
    s->now.last = s->head.active;
    s->now.passed = passes;
    if (!passes) {
        begin(t, b);
        s->head.step = BAY_S_ORDER;
        return;
    }
    b = tc_ask(u, s->head.active, BAY_Q_PASS, "B-3.3.6a", s->now.tier, 0, 0)->arg[0];
    s->brigades[b].finished = 1;
    tc_tell(u, BAY_E_PASSED, "B-3.3.6a", b, 0, 0);
    if (!second)
        return;
    /* B-RUL-23; B-3.3.6b: the two sides in direct succession (RUL-23) */
    s->now.tier = BAY_ORDERS;
}

static void begin(struct bay_turn *t, int b)
{
    struct bay_state *s = t->s;
    struct bay_brigade *x = &s->brigades[b];
    struct bay_box box;

    fresh_units(t, b); /* B-5.1a: the display, then integrity, then the order */
    s->now.brigade = (int16_t)b;
    s->now.mover = s->now.mate = TC_NONE;
    s->now.isolated_turn = s->now.attacks = s->now.fought = s->now.broke = 0;
    s->now.shown = s->now.stage = s->now.further = 0;
    bay_box_of(t->bk, s, b, &box);
    cache_box(s, &box);
    s->now.compliant = bay_compliant(t->bk, s, b);
    tc_tell(t->u, BAY_E_ACTIVATED, "B-3.3h", b, 0, 0);
    if (s->now.compliant && x->liable) {
        x->liable = x->cause = 0;
        tc_tell(t->u, BAY_E_COMPLIANT, "B-4.2.4f", b, 0, 0);
    }
    test_integrity(t, b);
    if (!s->now.compliant && x->exempt_by < 0) {
        x->order = BAY_MARCH; /* B-4.2.1g, B-4.2.2d */
        tc_tell(t->u, BAY_E_ORDER_SET, "B-4.2.4a", b, BAY_MARCH, 0);
    } else if (s->now.scattered) {
        x->order = BAY_DRESS; /* B-RUL-25 */
        tc_tell(t->u, BAY_E_ORDER_SET, "B-5.2b", b, BAY_DRESS, 0);
    }
}

static void fresh_units(struct bay_turn *t, int b)
{
    const struct bay_brigade_def *def = &t->bk->brigade[b];

    for (int u = def->first; u < def->first + def->units; u++) {
        struct bay_unit *x = &t->s->units[u];
        x->hex0 = x->hex;
        x->target = TC_NONE;
        x->facing0 = x->facing;
        x->disordered0 = x->disordered;
        x->moved = x->spent = x->isolated = x->priority = x->obstacle = x->deed = 0;
        x->attacked = 0;
    }
}

static void cache_box(struct bay_state *s, const struct bay_box *box)
{
    s->now.x_low = box->x_low;
    s->now.x_high = box->x_high;
    s->now.y_low = box->y_low;
    s->now.y_high = box->y_high;
}

/* --- 5.0 Changing the order (T2) --- */

bool bay_judge_order(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    BAY_VIEW(v);
    int b = v->q->arg[0], want = a->arg[0];
    const struct bay_brigade_def *def = &bk->brigade[b];
    const struct tc_act keep = { .verb = BAY_V_KEEP };

    if (a->verb == BAY_V_KEEP)
        return true;
    if (want == s->brigades[b].order) /* B-5.0a */
        return tc_refuse(why, "B-5.0b", BAY_R_SAME_ORDER, b, want, 0);
    if (!s->now.compliant && s->brigades[b].exempt_by < 0)
        return tc_refuse_near(why, &keep, want == BAY_CHARGE ? "B-5.1b" : "B-4.2.4c",
                              BAY_R_NOT_COMPLIANT, b);
    if (want != BAY_CHARGE)
        return true;
    if (s->brigades[b].exempt_by >= 0)
        return tc_refuse_near(why, &keep, "B-4.3.3h", BAY_R_RELIEVED, b);
    /* B-RUL-32; B-RUL-21: any Line may charge; the box will hold it back */
    for (int u = def->first; u < def->first + def->units; u++)
        if (bay_fights(s, u) && !(bay_is_horse(bk, u) && s->units[u].disordered) &&
            bay_enemy_in_priority(bk, s, u))
            return true;
    return tc_refuse_near(why, &keep, "B-5.4u", BAY_R_NO_ENEMY_AHEAD, b);
}

static bool touches_own(const struct bay_book *bk, const struct bay_state *s, int u)
{
    const struct bay_brigade_def *def = &bk->brigade[bay_brigade_of(bk, u)];

    for (int v = def->first; v < def->first + def->units; v++)
        if (v != u && bay_fights(s, v) &&
            bay_distance(bk, s->units[u].hex, s->units[v].hex) <= 1)
            return true; /* B-5.2a */
    return false;
}

/* Note who is isolated; B-5.2b when nobody touches anybody, which a single unit never does. */
static void test_integrity(struct bay_turn *t, int b)
{
    const struct bay_brigade_def *def = &t->bk->brigade[b];
    int units = 0, lonely = 0;

    for (int u = def->first; u < def->first + def->units; u++)
        if (bay_fights(t->s, u)) {
            units++;
            t->s->units[u].isolated = !touches_own(t->bk, t->s, u);
            lonely += t->s->units[u].isolated;
        }
    t->s->now.scattered = units > 1 && lonely == units;
    bool excused = t->s->now.compliant || t->s->brigades[b].exempt_by >= 0; /* B-5.2g */
    for (int u = def->first; u < def->first + def->units; u++)
        if (units == 1 || (t->s->now.scattered && excused))
            t->s->units[u].isolated = 0; /* RUL-26 */
        else if (t->s->units[u].isolated)
            tc_tell(t->u, BAY_E_ISOLATED, "B-5.2c", u, 0, 0);
}

/* Leaders who count for the brigade's order (B-6.3g, B-6.3h, RUL-24). */
static void add_leaders(struct bay_turn *t, struct tc_sum *sum, int b)
{
    const struct bay_brigade *x = &t->s->brigades[b];

    for (int l = 0; l < t->bk->leaders; l++) {
        const struct bay_leader *y = &t->s->leaders[l];
        if (y->post != BAY_IN_PLAY || t->bk->leader[l].side != t->bk->brigade[b].side ||
            !y->rating)
            continue;
        bool general = y->direct < 0 && y->wing == x->wing && y->line == x->line;
        if (!general && y->direct != b)
            continue;
        /* B-6.3g, B-6.3h; B-RUL-24: his rating and the WC's add up */
        tc_sum_add(sum, -y->rating, "B-T2a", BAY_LB_RATING, l, 0);
    }
}

static void change_order(struct bay_turn *t, int b, int want)
{
    const struct bay_order_table *t2 = &t->bk->order;
    struct bay_brigade *x = &t->s->brigades[b];
    int kind = t->bk->brigade[b].kind;
    struct tc_sum sum = { t->u, 0 };

    tc_wish(t->u, t->bk->brigade[b].side, TC_LOW);
    tc_sum_add(&sum, tc_roll(t->u, TC_D10, "B-5.0b"), "B-5.0b", BAY_LB_DIE, 0, 0);
    add_leaders(t, &sum, b);
    if (want == BAY_CHARGE && (kind == BAY_K_CAV || kind == BAY_K_MOUNTED))
        tc_sum_add(&sum, t2->horse_charges, "B-T2b", BAY_LB_HORSE, 0, 0);
    if (want != BAY_CHARGE && bay_brigade_near_enemy(t->bk, t->s, b))
        tc_sum_add(&sum, t2->near, "B-T2c", BAY_LB_NEAR, 0, 0);
    if (want == BAY_DRESS && worn(t->bk, t->s, b))
        tc_sum_add(&sum, t2->worn, "B-T2d", BAY_LB_WORN, 0, 0);
    if (want == BAY_CHARGE && bay_brigade_in_impact(t->bk, t->s, b, BAY_HIT))
        tc_sum_add(&sum, t2->under_fire, "B-T2e", BAY_LB_UNDER_FIRE, 0, 0);
    tc_sum_end(&sum, "B-2.2d", BAY_LB_TOTAL);
    bool works = sum.total <= t2->number[x->order][want];
    if (works)
        x->order = (uint8_t)want;
    tc_tell(t->u, BAY_E_ORDER, works ? "B-5.0c" : "B-5.0d", b, want, works);
}

/* More than half of what it had at first is lost, Disordered or badly hurt (B-T2d). */
static bool worn(const struct bay_book *bk, const struct bay_state *s, int b)
{
    const struct bay_brigade_def *def = &bk->brigade[b];
    int n = 0;

    for (int u = def->first; u < def->first + def->units; u++)
        n += s->units[u].life != BAY_FIGHTS || s->units[u].disordered ||
             s->units[u].casualties >= 2;
    return 2 * n > def->units;
}
