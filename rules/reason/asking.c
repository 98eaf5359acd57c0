/* rules/reason/asking.c - the questions: one predicate for offering, judging and explaining.
 *
 * A question lists raw candidates; those its predicate accepts are offered, and the same
 * predicate judges what comes from outside.
 */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"
#include "rules/reason/loc.h"
#include "rules/reason/step.h"

/* Told further down: */
static bool facing_ok(int f, const char *rule, struct tc_refusal *why);
static bool legal_wild(const struct rea_ctx *c, int hex, int to, struct tc_refusal *why);
static bool legal_victim(const struct rea_ctx *c, int hex, int unit, struct tc_refusal *why);

/* R-8.1g.8: one of the two hexsides beside the hexpoint it faced. */
static bool legal_go_face(const struct rea_ctx *c, int unit, int f, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[c->s->unit[unit].body];

    return (rea_is_facing(f) && tc_hexmask_has(tc_hexface_sides(y->facing), f)) ||
           tc_refuse(why, "R-8.1g.8", REA_R_BESIDE, 0, 0, 0);
}

static bool legal_hex_of(const struct rea_ctx *c, int body, int hex, struct tc_refusal *why)
{
    for (int i = 0; i < c->s->body[body].len; i++)
        if (c->s->body[body].hex[i] == hex)
            return true;
    return tc_refuse(why, "R-8.2c.2", REA_R_NOT_ITS_HEX, 0, 0, 0);
}

static bool legal_small(const struct rea_ctx *c, const struct tc_query *q,
                        const struct tc_act *a, struct tc_refusal *why)
{
    int x = a->arg[0];

    switch ((int)q->question) {
    case REA_Q_FACE: return facing_ok(x, "R-8.2d.1", why);
    case REA_Q_COLLAPSE: return legal_hex_of(c, c->s->unit[q->arg[0]].body, x, why);
    case REA_Q_GIVE_UP: return rea_legal_give_up(c, c->s->unit[q->arg[0]].body, x, why);
    case REA_Q_WILD: return legal_wild(c, q->arg[0], x, why);
    case REA_Q_VICTIM: return legal_victim(c, q->arg[0], x, why);
    case REA_Q_GO_FACE: return legal_go_face(c, q->arg[0], x, why);
    case REA_Q_SACRIFICE:
        return (x >= 0 && x <= q->arg[1]) ||
               tc_refuse(why, "R-22.2b", REA_R_TOO_LONG, x, q->arg[1], 0);
    case REA_Q_ORDER_OF_STACK:
        return a->verb == REA_V_STAY || x == q->arg[0] ||
               tc_refuse(why, "R-10.x2", REA_R_ASKED, q->arg[0], 0, 0);
    case REA_Q_DECLINE:
        return a->verb == REA_V_DECLINE || x == q->arg[0] ||
               tc_refuse(why, "R-B2.11", REA_R_ASKED, q->arg[0], 0, 0);
    case REA_Q_RIDE: return a->verb == REA_V_STOP || rea_legal_ride(c, q->arg[0], x, why);
    default: return true; /* every word of the declaration is an answer */
    }
}

static bool facing_ok(int f, const char *rule, struct tc_refusal *why)
{
    return rea_is_facing(f) || tc_refuse(why, rule, REA_R_SIX_FACINGS, 0, 0, 0);
}

/* T-2c: the stack itself, or a friend of it next to it. */
static bool legal_wild(const struct rea_ctx *c, int hex, int to, struct tc_refusal *why)
{
    int b = c->first[hex] - 1;

    if (b >= 0 && rea_on_map(c, to) && to != hex &&
        tc_hexmap_distance(&c->bk->map, (tc_hex)hex, (tc_hex)to) == 1 &&
        rea_friend_at(c, c->s->body[b].side, to) >= 0)
        return true;
    if (to != hex)
        return tc_refuse(why, "R-T-2c", REA_R_WILD, hex, 0, 0);
    for (int d = 0; d < 6; d++) {
        int h = c->bk->map.next[hex][d];
        if (b >= 0 && h >= 0 && rea_friend_at(c, c->s->body[b].side, h) >= 0)
            return tc_refuse(why, "R-T-2c", REA_R_WILD, hex, 0, 0);
    }
    return true;
}

/* T-2c, Lobositz: a unit of the stack that was shot at. */
static bool legal_victim(const struct rea_ctx *c, int hex, int unit, struct tc_refusal *why)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (c->s->unit[unit].body == b)
            return true;
    return tc_refuse(why, "R-T-2c", REA_R_NOT_IN_STACK, unit, 0, 0);
}

/* May this question be answered so? */
bool rea_legal(const struct rea_ctx *c, const struct tc_query *q, const struct tc_act *a,
               struct tc_refusal *why)
{
    int unit = q->arg[0], body = TC_NONE;

    if (unit >= 0 && unit < c->bk->units && c->s->unit[unit].body != REA_NO)
        body = c->s->unit[unit].body;
    switch ((int)q->question) {
    case REA_Q_ENTER: return rea_legal_enter(c, unit, a, why);
    case REA_Q_CHOOSE: return rea_legal_choose(c, q->side, a, why);
    case REA_Q_SPECIAL: return rea_legal_special(c, q, a, why);
    case REA_Q_ATTACH: return rea_legal_attach(c, a, why);
    case REA_Q_CONTROL: return rea_legal_try(c, a, why);
    case REA_Q_RECOVER: return rea_legal_recover(c, a, why);
    case REA_Q_FIRE: return rea_legal_fire(c, a, why);
    case REA_Q_JOIN: return rea_legal_join(c, a, why);
    case REA_Q_RETREAT: return rea_legal_retreat(c, a, why);
    case REA_Q_VOLUNTEER: return rea_legal_volunteer(c, a, why);
    case REA_Q_PICK: return rea_legal_pick(c, a, why);
    case REA_Q_ACT: return rea_legal_move(c, body, a, why);
    case REA_Q_PLACE: return rea_legal_place(c, unit, a, why);
    case REA_Q_SHOOT: return rea_legal_shot(c, body, a, why);
    case REA_Q_DECLARE: return rea_legal_attack(c, a, why);
    case REA_Q_ANSWER: return rea_legal_answer(c, body, a, why);
    case REA_Q_CHARGE: return rea_legal_charge(c, body, c->s->unit[q->arg[1]].body, a, why);
    case REA_Q_VOLLEY: return rea_legal_volley(c, q->arg[0], a, why);
    case REA_Q_ADVANCE: return rea_legal_advance(c, q->arg[0], a, why);
    case REA_Q_RALLY_FORM: return rea_legal_rally_form(c, unit, a, why);
    case REA_Q_RALLY: return rea_legal_rally(c, q->side, a, why);
    case REA_Q_LIMITED: return rea_legal_limited(c, q->side, a, why);
    default: return legal_small(c, q, a, why);
    }
}

/* A judge names the nearest answer that is legal, when there is one of the same kind. */
static void name_nearest(const struct rea_ctx *c, const struct tc_query *q,
                         const struct tc_act *wish, struct tc_refusal *why)
{
    struct rea_collector k = { .c = c, .q = q, .wish = wish, .far = -1 };

    rea_offer_all(&k);
    if (k.far < 0)
        return;
    why->has_nearest = true;
    why->nearest = k.near;
    rea_turn_args(c->bk, &rea_verbs[k.near.verb], why->nearest.arg, false);
}

bool rea_judge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct rea_book *bk = rea_book(v->book);
    struct rea_ctx c;
    struct rea_state s;
    struct tc_act act = *a;
    struct tc_query q = *v->q;

    memcpy(&s, v->state, sizeof s);
    rea_to_index(bk, &s);
    rea_turn_args(bk, &rea_verbs[a->verb], act.arg, true);
    rea_turn_args(bk, &rea_questions[q.question].decl, q.arg, true);
    rea_look(&c, bk, &s, NULL);
    if (rea_legal(&c, &q, &act, why))
        return true;
    if (why && why->reason >= 0 && why->reason < REA_REASONS) {
        rea_turn_args(bk, &rea_reasons[why->reason], why->arg, false);
        name_nearest(&c, &q, &act, why);
    }
    return false;
}

/* Offer every legal answer and ask. */
struct tc_act rea_ask(struct rea_ctx *c, int side, int question, const char *rule, int a, int b,
                      int d)
{
    struct tc_query q = { (int16_t)side, (int16_t)question, rule, { a, b, d } };
    struct rea_collector k = { .c = c, .q = &q };
    struct rea_memo memo = { .near = TC_NONE, .paid = TC_NONE, .ways = TC_NONE };

    c->u->offers->n = 0;
    c->memo = question == REA_Q_ACT || question == REA_Q_RETREAT ? &memo : NULL;
    rea_offer_all(&k);
    c->memo = NULL;
    TC_BUG_ON(c->u->offers->n == 0);
    if (c->u->offers->n == 1 && !c->u->ask_single) { /* forced: nobody is asked or looks */
        k.act = c->u->offers->act[0];
        c->u->offers->n = 0;
        rea_turn_args(c->bk, &rea_verbs[k.act.verb], k.act.arg, true);
        return k.act;
    }
    int32_t arg[TC_ARGS] = { a, b, d };
    rea_turn_args(c->bk, &rea_questions[question].decl, arg, false);
    if (!c->u->inside)
        rea_to_printed(c->bk, c->s);
    struct tc_act act = *tc_ask(c->u, side, question, rule, arg[0], arg[1], arg[2]);
    if (!c->u->inside)
        rea_to_index(c->bk, c->s);
    rea_turn_args(c->bk, &rea_verbs[act.verb], act.arg, true);
    return act;
}
