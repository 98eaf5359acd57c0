/* rules/reason/morale.c - chapters 17 and 18: Disorder Checks, Morale Checks, what they bring.
 */
#include "rules/reason/inner.h"

enum outcome { PASSED, FAILED, FAILED_BADLY };

/* Told further down: */
static int top_foot(const struct rea_ctx *c, int body);
static int left_of(const struct rea_ctx *c, int body, int hex, int side, bool on_the_way);
static enum outcome special(struct rea_ctx *c, int body, int roll, int *er, const char *rule);
static void disorder_unit(struct rea_ctx *c, int k, const char *rule);
static int morale_er(struct rea_ctx *c, int body, int cause, int lost, bool enfiladed);
static void add_rebuilt(struct rea_ctx *c, struct tc_sum *sum, int body, int cause, int lost,
                        bool enfiladed);
static void add_state(struct rea_ctx *c, struct tc_sum *sum, int body, int cause);
static bool support_in(const struct rea_ctx *c, int body, tc_hex h);
static void add_formation(struct rea_ctx *c, struct tc_sum *sum, int body, int cause);
static bool in_combat(int cause);
static void rout_again(struct rea_ctx *c, int body);
static bool guns_lost(struct rea_ctx *c, int body, int cause);
static void good_fails(struct rea_ctx *c, int body, int cause, bool badly);
static int unit_of_stack(const struct rea_ctx *c, int body, bool skips);
static void some_run(struct rea_ctx *c, int body, int cause);
static void guns_beside(struct rea_ctx *c, int body, int cause);

/* --- 4.0 General conventions --- */

/* R-GEN.1: two ten-sided dice, tens then units; a side never throws too high. */
int rea_percent(struct rea_ctx *c, int side, const char *rule)
{
    tc_hope(c->u, side, TC_HIGH); /* R-GEN.1, R-RUL-1 */
    return rea_roll(c, TC_D100, rule);
}

/* A plain check against ER: how much the roll falls short, 0 or less when passed. */
int rea_plain_check(struct rea_ctx *c, int side, int er, const char *rule)
{
    int roll = rea_percent(c, side, rule);

    return er - roll; /* R-GEN.2, R-GEN.8, R-RUL-2 */
}

static enum outcome roll_check(struct rea_ctx *c, int body, int er, const char *rule)
{
    int roll = rea_percent(c, c->s->body[body].side, rule);
    bool plain = rea_is_guns(c, body) || c->s->body[body].form == REA_SKIRMISH;

    if (roll < 10 && c->bk->lim.specials && !plain) /* R-RUL-6 */
        return special(c, body, roll, &er, rule);
    return roll >= er ? PASSED : FAILED; /* R-GEN.4 */
}

static enum outcome special(struct rea_ctx *c, int body, int roll, int *er, const char *rule)
{
    int unit = rea_lead_unit(c, body);

    rea_tell(c->u, REA_E_SPECIAL_CHECK, "R-T-2g", unit,
             roll == 0   ? 0
             : roll <= 3 ? 1
             : roll <= 7 ? 2
                         : 3,
             0); /* R-GEN.6 */
    if (roll == 0)
        return FAILED_BADLY;
    if (roll <= 3) {
        rea_lose_from(c, unit, 1);
        return FAILED;
    }
    if (roll <= 7)
        return FAILED;
    *er -= 10;
    return rea_percent(c, c->s->body[body].side, rule) >= *er ? PASSED : FAILED;
}

/* R-17.4a: true when passed. er is what is added. */
bool rea_disorder_check(struct rea_ctx *c, int body, int er, const char *rule)
{
    struct tc_sum sum = { c->u, 0 };
    int foot = top_foot(c, body), unit = rea_lead_unit(c, body);

    if (c->s->body[body].form == REA_SKIRMISH)
        return true; /* R-17.1g.1 */
    tc_sum_add(&sum, rea_lead(c, foot)->er, "R-17.4a", REA_LB_ER, rea_lead_unit(c, foot), 0);
    if (er)
        tc_sum_add(&sum, er, rule, REA_LB_CAUSES, 0, 0);
    tc_sum_end(&sum, "R-GEN.2", REA_LB_MODIFIED_ER);
    int hex = c->s->body[body].hex[0], side = c->s->body[body].side;
    enum outcome o = roll_check(c, foot, sum.total, rule);
    body = left_of(c, body, hex, side, body == c->s->mover);
    if (body < 0)
        return false;
    if (o == PASSED) {
        rea_tell(c->u, REA_E_KEPT_ORDER, rule, unit, 0, 0);
        return true;
    }
    rea_tell(c->u, REA_E_CHECK_FAILED, rule, unit, 0, 0);
    rea_disorder(c, body, rule);
    if (o == FAILED_BADLY)
        rea_shake(c, body, "R-T-2g");
    return false;
}

static int top_foot(const struct rea_ctx *c, int body)
{
    for (int b = rea_mate_first(c, body); b >= 0;
         b = rea_mate_below(c, body, b, c->s->body[body].hex[0]))
        if (!rea_is_guns(c, b) && c->s->body[b].side == c->s->body[body].side)
            return b;
    return body;
}

/* The body itself, or, when its last unit has just gone, who is left of its stack; TC_NONE:
 * nobody. */
static int left_of(const struct rea_ctx *c, int body, int hex, int side, bool on_the_way)
{
    if (c->s->body[body].units || on_the_way)
        return c->s->body[body].units ? body : TC_NONE;
    for (int b = rea_friend_at(c, side, hex); b >= 0; b = rea_below(c, b, hex))
        if (b != c->s->mover)
            return b;
    return TC_NONE;
}

/* --- Rout --- */

/* R-8.2c.2: the hex of its own in which a unit that Routs gathers; its owner chooses. */
int rea_collapse_hex(struct rea_ctx *c, int unit)
{
    const struct rea_body *y = &c->s->body[c->s->unit[unit].body];
    uint8_t was[REA_BODIES];

    if (y->len == 1)
        return y->hex[0];
    rea_hold_long(c, was);
    int hex = rea_ask(c, y->side, REA_Q_COLLAPSE, "R-8.2c.2", unit, 0, 0).arg[0];
    rea_let_go(c, was);
    return hex;
}

/* R-12.7g: this body Routs, and nobody else in its hex. */
void rea_rout_alone(struct rea_ctx *c, int body, const char *rule)
{
    if (rea_is_guns(c, body) && guns_lost(c, body, REA_BY_OTHER))
        return;
    rea_rout_body(c, body, rea_collapse_hex(c, rea_lead_unit(c, body)), rule);
    rea_queue(c, REA_DUE_ROUT, body, rea_lead(c, body)->arm == REA_HORSE ? 6 : 4, REA_BY_OTHER);
}

void rea_rout_body(struct rea_ctx *c, int body, int hex, const char *rule)
{
    struct rea_body *y = &c->s->body[body];
    const int16_t one[1] = { (int16_t)hex };

    for (int i = 0; i < y->units; i++) {
        struct rea_unit *x = &c->s->unit[y->unit[i]];
        x->morale = REA_ROUTED;
        x->disordered = 1;
        x->kept = 0;
        rea_tell(c->u, REA_E_ROUTED, rule, y->unit[i], 0, 0); /* */
    }
    y->loose = 0; /* R-8.2c.1 */
    y->under = 0;
    rea_put(c, body, REA_ROUT, 0, one, 1);
}

/* --- 18. Morale and rally --- */

/* The whole stack is Disordered; once more makes it Shaken (R-17.2c, R-17.4a). */
void rea_disorder(struct rea_ctx *c, int body, const char *rule)
{
    int h = c->s->body[body].hex[0];

    if (!c->s->body[body].units)
        return;
    for (int b = rea_mate_first(c, body); b >= 0; b = rea_mate_below(c, body, b, h))
        for (int i = 0; i < c->s->body[b].units; i++)
            disorder_unit(c, c->s->body[b].unit[i], rule);
}

static void disorder_unit(struct rea_ctx *c, int k, const char *rule)
{
    struct rea_unit *x = &c->s->unit[k];

    if (c->s->body[x->body].form == REA_SKIRMISH)
        return; /* R-17.1g.2 */
    if (!x->disordered) {
        x->disordered = 1;
        rea_tell(c->u, REA_E_DISORDERED, rule, k, 0, 0);
    } else if (x->morale == REA_GOOD) {
        x->morale = REA_SHAKEN;
        rea_tell(c->u, REA_E_SHAKEN, "R-17.2c.1", k, 0, 0);
    } /* R-17.2c.2: nothing worse */
}

/* A Morale Check; true when passed. Failure has its normal effect on the whole stack. */
bool rea_morale_check(struct rea_ctx *c, int body, int cause, int lost, bool enfiladed,
                      const char *rule)
{
    if (!c->s->body[body].units)
        return false;
    int foot = top_foot(c, body), unit = rea_lead_unit(c, foot);
    int er = morale_er(c, body, cause, lost, enfiladed);
    int hex = c->s->body[body].hex[0], side = c->s->body[body].side;
    enum outcome o = roll_check(c, foot, er, rule);

    body = left_of(c, body, hex, side, body == c->s->mover);
    if (body < 0)
        return false;
    foot = top_foot(c, body);
    if (o == PASSED) {
        rea_tell(c->u, REA_E_STOOD, rule, unit, er, 0);
        return true;
    }
    rea_tell(c->u, REA_E_MORALE_FAILED, rule, unit, er, 0);
    if (cause == REA_BY_MELEE)
        return false; /* R-14.3b: the caller takes the loss and the Rout */
    if (rea_morale_is(c, foot, REA_ROUTED)) {
        rea_rout(c, body, cause, "R-18.1f"); /* R-18.1f */
    } else if (rea_morale_is(c, foot, REA_SHAKEN)) {
        rea_rout(c, body, cause, "R-18.1c");
    } else {
        good_fails(c, body, cause, o == FAILED_BADLY);
    }
    return false;
}

static int morale_er(struct rea_ctx *c, int body, int cause, int lost, bool enfiladed)
{
    struct tc_sum sum = { c->u, 0 };
    int foot = top_foot(c, body);
    int ground =
        rea_morale_mod(c, c->s->body[body].hex[0], c->s->body[foot].form == REA_SKIRMISH);

    tc_sum_add(&sum, rea_lead(c, foot)->er, cause == REA_BY_PRECOMBAT ? "R-13.7b" : "R-18.2a",
               REA_LB_ER, rea_lead_unit(c, foot), 0); /* R-18.2a */
    add_state(c, &sum, foot, cause);
    add_formation(c, &sum, foot, cause);
    if (ground)
        tc_sum_add(&sum, ground, "R-TEC-MC.1", REA_LB_TERRAIN, 0, 0);
    add_rebuilt(c, &sum, foot, cause, lost, enfiladed);
    tc_sum_end(&sum, "R-GEN.2", REA_LB_MODIFIED_ER);
    return sum.total;
}

/* The reconstructed lines of T-8, 18.6c to 18.6e, and army morale. */
static void add_rebuilt(struct rea_ctx *c, struct tc_sum *sum, int body, int cause, int lost,
                        bool enfiladed)
{
    const struct rea_body *y = &c->s->body[body];
    int leader = rea_leader_with(c, body);

    if (!c->bk->lim.rec_morale_mods)
        return;
    if (leader >= 0)
        tc_sum_add(sum, c->bk->leader[leader].rank == REA_RANK_ARMY ? -10 : -5, "R-T-8",
                   REA_LB_LEADER, leader, 0);
    bool fire = cause == REA_BY_FIRE || cause == REA_BY_MELEE;
    if (enfiladed && (fire || cause == REA_BY_PRECOMBAT))
        tc_sum_add(sum, 5, "R-T-8", REA_LB_ENFILADED, 0, 0);
    if (lost && fire)
        tc_sum_add(sum, 5 * lost, "R-T-8", REA_LB_LOST, lost, 0);
    if (c->s->morale[y->side] < c->bk->wavering)
        tc_sum_add(sum, 10, "R-T-13", REA_LB_FAILING, 0, 0);
    else if (c->s->morale[y->side] < c->bk->steady)
        tc_sum_add(sum, 5, "R-T-13", REA_LB_WAVERING, 0, 0);
}

static void add_state(struct rea_ctx *c, struct tc_sum *sum, int body, int cause)
{
    const struct rea_unit *x = &c->s->unit[rea_lead_unit(c, body)];

    if (x->morale == REA_SHAKEN)
        tc_sum_add(sum, 10, "R-18.6a", REA_LB_SHAKEN, 0, 0);
    if (x->morale == REA_ROUTED) {
        tc_sum_add(sum, 15, "R-18.6b.2", REA_LB_ROUTED, 0, 0); /* R-RUL-42 */
    } else if (x->disordered) {
        tc_sum_add(sum, 5, "R-18.6b.1", REA_LB_DISORDERED, 0, 0);
    }
    if (cause == REA_BY_MELEE)
        tc_sum_add(sum, 10, "R-14.3b", REA_LB_MELEE, 0, 0);
}

static bool gives_support(const struct rea_ctx *c, int b, const struct rea_body *y)
{
    const struct rea_body *x = &c->s->body[b];
    int turn = tc_hexface_turns(x->facing, y->facing);

    if (!rea_morale_is(c, b, REA_GOOD))
        return false; /* R-18.6f.2 */
    return x->side == y->side && x->form == REA_LINE && turn <= 1;
}

static void add_formation(struct rea_ctx *c, struct tc_sum *sum, int body, int cause)
{
    bool listed = cause == REA_BY_FIRE || cause == REA_BY_PRECOMBAT || cause == REA_BY_RETREAT;
    int form = c->s->body[body].form;
    bool horse = rea_lead(c, body)->arm == REA_HORSE;

    /* R-18.7x1, R-RUL-46 */
    if (!listed && cause != REA_BY_COUNTER && cause != REA_BY_OPPORTUNITY)
        return;
    if (form == REA_AC)
        tc_sum_add(sum, -5, "R-MCS.1", REA_LB_AC, 0, 0);
    if (form == REA_LINE && rea_supported(c, body) &&
        (listed || (horse && cause == REA_BY_OPPORTUNITY))) {
        tc_sum_add(sum, -10, "R-MCS.6", REA_LB_SUPPORTED, 0, 0); /* R-18.6f.1 */
    }
    if (!listed)
        return;
    if (form == REA_GO)
        tc_sum_add(sum, 5, "R-MCS.2", REA_LB_GO, 0, 0);
    if (form == REA_MC)
        tc_sum_add(sum, 5, "R-MCS.3", REA_LB_MC, 0, 0);
    if (form == REA_RC)
        tc_sum_add(sum, 10, "R-MCS.4", REA_LB_RC, 0, 0);
    if (form == REA_SQUARE)
        tc_sum_add(sum, -10, "R-MCS.5", REA_LB_SQUARE, 0, 0);
}

/* R-13.7b, R-17.4a, R-18.2a: a stack checks with its top unit that is not artillery. */
int rea_top_er(const struct rea_ctx *c, int body)
{
    return rea_lead(c, top_foot(c, body))->er;
}

/* The whole stack at this place Routs: guns are lost, the rest collapses and must retreat. */
void rea_rout(struct rea_ctx *c, int body, int cause, const char *rule)
{
    uint8_t list[REA_STACK];
    int n = 0, main = TC_NONE;

    for (int b = rea_mate_first(c, body); b >= 0 && n < REA_STACK;
         b = rea_mate_below(c, body, b, c->s->body[body].hex[0]))
        list[n++] = (uint8_t)b;
    if (in_combat(cause))
        rea_leader_risk(c, c->s->body[body].hex[0], c->s->body[body].side, true, "R-20.x1");
    int hex = TC_NONE;
    for (int i = 0; i < n; i++) {
        int b = list[i];
        if (rea_is_guns(c, b) && guns_lost(c, b, cause))
            continue;
        if (rea_morale_is(c, b, REA_ROUTED)) {
            rout_again(c, b);
            continue;
        }
        if (hex < 0)
            hex = rea_collapse_hex(c, rea_lead_unit(c, b));
        rea_rout_body(c, b, hex, rule);
        if (main < 0)
            main = b;
        else if (c->s->body[main].units + c->s->body[b].units <= REA_STACK &&
                 rea_is_guns(c, main) == rea_is_guns(c, b))
            rea_merge(c, main, b, false);
        else
            /* R-19.2c.1 */
            rea_queue(c, REA_DUE_ROUT, b, rea_lead(c, b)->arm == REA_HORSE ? 6 : 4, cause);
    }
    rea_again(c);
    if (main >= 0)
        rea_queue(c, REA_DUE_ROUT, main, rea_lead(c, main)->arm == REA_HORSE ? 6 : 4, cause);
}

static bool in_combat(int cause)
{
    return cause == REA_BY_MELEE || cause == REA_BY_PRECOMBAT;
}

static void rout_again(struct rea_ctx *c, int body)
{
    while (c->s->body[body].units) {
        int k = c->s->body[body].unit[0];
        rea_tell(c->u, REA_E_ELIMINATED, "R-18.1f", k, 0, 0);
        c->s->unit[k].sp = 0;
        rea_drop_unit(c, k, REA_GONE);
    }
}

/* R-19.2e, R-14.2d, R-B3.7, R-B3.8: what becomes of guns that would Rout. True: they are out.
 */
static bool guns_lost(struct rea_ctx *c, int body, int cause)
{
    if (in_combat(cause)) {
        rea_surrender(c, body, rea_has(c, REA_GUNS_ROUT) ? "R-B3.8" : "R-19.2e.1");
        return true; /* R-14.2d */
    }
    if (rea_has(c, REA_GUNS_ROUT))
        return false;                /* R-B3.7 */
    while (c->s->body[body].units) { /* */
        int k = c->s->body[body].unit[0];
        rea_tell(c->u, REA_E_ELIMINATED, "R-19.2e.2", k, 0, 0);
        c->s->unit[k].sp = 0;
        rea_drop_unit(c, k, REA_GONE);
    }
    return true;
}

void rea_shake(struct rea_ctx *c, int body, const char *rule)
{
    int h = c->s->body[body].hex[0];

    for (int b = rea_mate_first(c, body); b >= 0; b = rea_mate_below(c, body, b, h))
        for (int i = 0; i < c->s->body[b].units; i++) {
            struct rea_unit *x = &c->s->unit[c->s->body[b].unit[i]];
            if (x->morale != REA_GOOD)
                continue;
            x->morale = REA_SHAKEN;
            rea_tell(c->u, REA_E_SHAKEN, rule, c->s->body[b].unit[i], 0, 0);
        }
}

bool rea_supported(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    if (y->form != REA_LINE)
        return false;
    for (int i = 0; i < y->len; i++) /* R-18.6f.x1, R-RUL-43 */
        for (int a = 0; a <= 2; a++)
            for (int b = 0; a + b <= 2; b++) {
                tc_hex h = tc_hexmap_go(&c->bk->map, y->hex[i], y->facing + 3, a);
                if (h >= 0 && b > 0)
                    h = tc_hexmap_go(&c->bk->map, h, y->facing + 4, b);
                if (a + b > 0 && support_in(c, body, h))
                    return true;
            }
    return false;
}

static bool support_in(const struct rea_ctx *c, int body, tc_hex h)
{
    const struct rea_body *y = &c->s->body[body];

    for (int o = rea_friend_at(c, y->side, h); o >= 0; o = rea_below(c, o, h))
        if (o != body && !rea_is_guns(c, o) && gives_support(c, o, y))
            return true;
    return false;
}

/* --- Morale --- */

/* R-LE3.1, R-LE3.2: this unit skips Shaken. */
static bool brittle(const struct rea_ctx *c, int unit)
{
    int nation = c->bk->unit[unit].nation;

    return rea_has(c, REA_BRITTLE_ALLIES) &&
           (nation == REA_BAVARIAN || nation == REA_WUERTTEMBERG);
}

/* A Good stack has failed. */
static void good_fails(struct rea_ctx *c, int body, int cause, bool badly)
{
    int runs = unit_of_stack(c, body, true);

    if (badly) {
        rea_rout(c, body, cause, "R-T-2g");
    } else if (runs < 0) {
        rea_shake(c, body, "R-18.1x1");
    } else if (unit_of_stack(c, body, false) < 0) {
        /* R-LE3.3 */
        rea_rout(c, body, cause,
                 c->bk->unit[runs].nation == REA_BAVARIAN ? "R-LE3.1" : "R-LE3.2");
    } else {
        some_run(c, body, cause);
    }
}

/* A unit of the stack that skips Shaken, or one that does not, and is not guns; TC_NONE. */
static int unit_of_stack(const struct rea_ctx *c, int body, bool skips)
{
    for (int b = rea_mate_first(c, body); b >= 0;
         b = rea_mate_below(c, body, b, c->s->body[body].hex[0]))
        for (int i = 0; i < c->s->body[b].units && c->s->body[b].form != REA_ROUT; i++)
            if (!rea_is_guns(c, b) && brittle(c, c->s->body[b].unit[i]) == skips)
                return c->s->body[b].unit[i];
    return TC_NONE;
}

/* R-LE3.1, R-LE3.2: of a Good stack that has failed those who skip Shaken Rout at once; the
 * others are Shaken and stay. */
static void some_run(struct rea_ctx *c, int body, int cause)
{
    int unit, hex = TC_NONE, main = TC_NONE, stays = unit_of_stack(c, body, false);

    while ((unit = unit_of_stack(c, c->s->unit[stays].body, true)) >= 0) { /* R-LE3.3 */
        if (hex < 0)
            hex = rea_collapse_hex(c, unit);
        int b = rea_split(c, unit);
        for (int i = 0; i < c->s->defences; i++)
            if (c->s->defence[i].body == b)
                c->s->defence[i].body = c->s->unit[stays].body;
        rea_rout_body(c, b, hex,
                      c->bk->unit[unit].nation == REA_BAVARIAN ? "R-LE3.1" : "R-LE3.2");
        rea_again(c);
        if (main >= 0)
            rea_merge(c, main, b, false);
        else
            main = b;
        rea_again(c);
    }
    int left = c->s->unit[stays].body;
    rea_shake(c, left, "R-18.1x1");
    if (cause == REA_BY_PRECOMBAT)
        guns_beside(c, left, cause);
    rea_queue(c, REA_DUE_ROUT, main, rea_lead(c, main)->arm == REA_HORSE ? 6 : 4, cause);
}

/* R-14.2d: guns stacked with a unit that Routs in close combat. */
static void guns_beside(struct rea_ctx *c, int body, int cause)
{
    int h = c->s->body[body].hex[0], b = rea_mate_first(c, body);

    while (b >= 0) {
        int next = rea_mate_below(c, body, b, h);
        if (rea_is_guns(c, b))
            guns_lost(c, b, cause);
        b = next;
    }
}
