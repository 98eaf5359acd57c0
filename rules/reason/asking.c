/* rules/reason/asking.c - the questions: one predicate for offering, judging and explaining.
 *
 * A question lists raw candidates; those its predicate accepts are offered, and the same
 * predicate judges what comes from outside.
 */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"
#include "rules/reason/loc.h"
#include "rules/reason/step.h"
#include "rules/reason/params.h"

/* --- The predicates */

static bool legal_hex_of(const struct rea_ctx *c, int body, int hex, struct tc_refusal *why)
{
    for (int i = 0; i < c->s->body[body].len; i++)
        if (c->s->body[body].hex[i] == hex)
            return true;
    return tc_refuse(why, "R-8.2c.2", REA_R_NOT_ITS_HEX, 0, 0, 0);
}

/* T-2c: the stack itself, or a friend of it next to it. */
static bool legal_wild(const struct rea_ctx *c, int hex, int to, struct tc_refusal *why)
{
    int b = c->first[hex] - 1;

    if (b >= 0 && to >= 0 && to < c->bk->map.count && to != hex &&
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

static bool facing_ok(int f, const char *rule, struct tc_refusal *why)
{
    return (f >= 0 && f <= 5) || tc_refuse(why, rule, REA_R_NO_SUCH, 0, 0, 0);
}

/* T-2c, Lobositz: a unit of the stack that was shot at. */
static bool legal_victim(const struct rea_ctx *c, int hex, int unit, struct tc_refusal *why)
{
    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex))
        if (c->s->unit[unit].body == b)
            return true;
    return tc_refuse(why, "R-T-2c", REA_R_NOT_IN_STACK, unit, 0, 0);
}

/* R-8.1g.8: one of the two hexsides beside the hexpoint it faced. */
static bool legal_go_face(const struct rea_ctx *c, int unit, int f, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[c->s->unit[unit].body];

    return (f >= 0 && f <= 5 && tc_hexmask_has(tc_hexface_sides(y->facing), f)) ||
           tc_refuse(why, "R-8.1g.8", REA_R_BESIDE, 0, 0, 0);
}

static bool legal_small(const struct rea_ctx *c, const struct tc_query *q,
                        const struct tc_act *a, struct tc_refusal *why)
{
    int x = a->arg[0];

    switch ((int)q->question) {
    case REA_Q_FACE: return facing_ok(x, "R-8.2d.1", why);
    case REA_Q_COLLAPSE: return legal_hex_of(c, c->s->unit[q->arg[0]].body, x, why);
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
    case REA_Q_CHARGE: return rea_legal_charge(c, body, a, why);
    case REA_Q_VOLLEY: return rea_legal_volley(c, q->arg[0], a, why);
    case REA_Q_ADVANCE: return rea_legal_advance(c, q->arg[0], a, why);
    case REA_Q_RALLY_FORM: return rea_legal_rally_form(c, unit, a, why);
    case REA_Q_RALLY: return rea_legal_rally(c, q->side, a, why);
    case REA_Q_LIMITED: return rea_legal_limited(c, q->side, a, why);
    default: return legal_small(c, q, a, why);
    }
}

/* --- Judging and asking */

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

static bool judge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
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

    c->u->offers->n = 0;
    rea_offer_all(&k);
    TC_BUG_ON(c->u->offers->n == 0);
    if (c->u->offers->n == 1) { /* forced: nobody is asked, nobody looks */
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

/* --- The table of questions */

/* clang-format off */

const struct tc_question rea_questions[REA_QUESTIONS] = {
    [REA_Q_ENTER] = { .decl = { "enter", "Where does {0} come on?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_ENTER) | TC_VERB(REA_V_DELAY) },
    [REA_Q_CHOOSE] = { .decl = { "choose", "What do you activate?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_COMMAND) | TC_VERB(REA_V_WING) | TC_VERB(REA_V_SOLO) | TC_VERB(REA_V_TRY) },
    [REA_Q_SPECIAL] = { .decl = { "special", "Special result: {0}. Which command?", { INITW("result") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_COMMAND) | TC_VERB(REA_V_FREE_FIRE) | TC_VERB(REA_V_FREE_ASSAULT) | TC_VERB(REA_V_DONE) },
    [REA_Q_TEMPO] = { .decl = { "tempo", "Battle tempo: which way does the end marker move?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_TEMPO) },
    [REA_Q_ATTACH] = { .decl = { "attach", "Which independent units join?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_ATTACH) | TC_VERB(REA_V_DONE) },
    [REA_Q_CONTROL] = { .decl = { "control", "Who acts on his own initiative?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_TRY) | TC_VERB(REA_V_TRY_UNIT) | TC_VERB(REA_V_DONE) },
    [REA_Q_RECOVER] = { .decl = { "recover", "Who recovers from disorder?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_RECOVER) | TC_VERB(REA_V_DONE) },
    [REA_Q_FIRE] = { .decl = { "fire", "Who fires at what?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_FIRE) | TC_VERB(REA_V_SQUARE_FIRE) | TC_VERB(REA_V_DONE) },
    [REA_Q_JOIN] = { .decl = { "join", "Who joins the fire at {0}?", { HEX("target") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_JOIN) | TC_VERB(REA_V_DONE) },
    [REA_Q_WILD] = { .decl = { "wild", "Wild fire at {0}: which of your stacks is hit?", { HEX("target") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_COLLAPSE) },
    [REA_Q_VICTIM] = { .decl = { "victim", "Accurate fire at {0}: which unit is hit?", { HEX("target") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_HIT) },
    [REA_Q_GO_FACE] = { .decl = { "go-face", "{0} goes to general order: which hexside does it face?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_TURN) },
    [REA_Q_FACE] = { .decl = { "face", "{0} becomes a line: facing?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_TURN) },
    [REA_Q_GIVE_UP] = { .decl = { "give-up", "{0} contracts: which end is given up?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_GIVE_UP) },
    [REA_Q_COLLAPSE] = { .decl = { "collapse", "{0} routs: in which hex does it gather?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_COLLAPSE) },
    [REA_Q_RETREAT] = { .decl = { "retreat", "{0} falls back, {1} hexes to go. Where?", { UNIT("unit"), NUMBER("left") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_FALL_BACK) | TC_VERB(REA_V_STOP) },
    [REA_Q_VOLUNTEER] = { .decl = { "volunteer", "Who routs of its own will?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_ROUT) | TC_VERB(REA_V_FLEE) | TC_VERB(REA_V_DONE) },
    [REA_Q_PICK] = { .decl = { "pick", "Who moves?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_MOVE) | TC_VERB(REA_V_RIDE) | TC_VERB(REA_V_VOLUNTEER) | TC_VERB(REA_V_DONE) },
    [REA_Q_ACT] = { .decl = { "act", "What does {0} do? {1} MP left.", { UNIT("unit"), MPS("left") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_STEP) | TC_VERB(REA_V_ROAD) | TC_VERB(REA_V_EMERGE) |
            TC_VERB(REA_V_COLLECT) | TC_VERB(REA_V_TURN) | TC_VERB(REA_V_FORM) |
            TC_VERB(REA_V_EXTEND) | TC_VERB(REA_V_CONTRACT) | TC_VERB(REA_V_HOOK) |
            TC_VERB(REA_V_RAPID) | TC_VERB(REA_V_BACK_UP) | TC_VERB(REA_V_PROLONGE) |
            TC_VERB(REA_V_BACK_STEP) | TC_VERB(REA_V_LIMBER) | TC_VERB(REA_V_UNLIMBER) |
            TC_VERB(REA_V_BREAK_DOWN) | TC_VERB(REA_V_REFORM) | TC_VERB(REA_V_DETACH) |
            TC_VERB(REA_V_TOP) | TC_VERB(REA_V_LEAD) | TC_VERB(REA_V_END) },
    [REA_Q_ORDER_OF_STACK] = { .decl = { "order-of-stack", "{0} joins {1}: on top or beneath?", { UNIT("unit"), UNIT("other") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_TOP) | TC_VERB(REA_V_STAY) },
    [REA_Q_PLACE] = { .decl = { "place", "Where do the skirmishers of {0} stand?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_PLACE) },
    [REA_Q_RIDE] = { .decl = { "ride", "Where does {0} ride?", { LEADER("leader") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_STEP) | TC_VERB(REA_V_STOP) },
    [REA_Q_SHOOT] = { .decl = { "shoot", "{1} moves in the sight of {0}: fire?", { UNIT("unit"), UNIT("mover") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_SHOOT) | TC_VERB(REA_V_HOLD) },
    [REA_Q_OPP_CHARGE] = { .decl = { "opportunity-charge", "{1} moves before {0}: charge?", { UNIT("unit"), UNIT("mover") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_CHARGE) | TC_VERB(REA_V_HOLD) },
    [REA_Q_DECLARE] = { .decl = { "declare", "Who attacks whom?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_ATTACK) | TC_VERB(REA_V_CHARGE_AT) | TC_VERB(REA_V_DONE) },
    [REA_Q_ANSWER] = { .decl = { "answer", "{1} charges {0}: how do you answer?", { UNIT("unit"), UNIT("charger") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_TURN) | TC_VERB(REA_V_FORM) | TC_VERB(REA_V_HOOK) | TC_VERB(REA_V_COUNTER) |
            TC_VERB(REA_V_HOLD) },
    [REA_Q_CHARGE] = { .decl = { "charge", "{0} charges {1}: where?", { UNIT("unit"), UNIT("target") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_STEP) | TC_VERB(REA_V_CONTRACT) | TC_VERB(REA_V_STOP) },
    [REA_Q_EVADE] = { .decl = { "evade", "Does {0} retreat before combat?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_WITHDRAW) | TC_VERB(REA_V_HOLD) },
    [REA_Q_VOLLEY] = { .decl = { "volley", "Defensive fire of {1}?", { NUMBER("defence"), UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_FIRE) | TC_VERB(REA_V_SQUARE_FIRE) | TC_VERB(REA_V_HOLD) },
    [REA_Q_REFIGHT] = { .decl = { "refight", "Round {0} was not decisive: fight on?", { NUMBER("round") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_FIGHT_ON) | TC_VERB(REA_V_BREAK_OFF) },
    [REA_Q_ADVANCE] = { .decl = { "advance", "Does {1} advance?", { NUMBER("attack"), UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_ADVANCE) | TC_VERB(REA_V_STAY) },
    [REA_Q_RECALL] = { .decl = { "recall", "{0} pursues, {1} points left: recall?", { UNIT("unit"), NUMBER("points") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_RECALL) | TC_VERB(REA_V_HOLD) },
    [REA_Q_RALLY_FORM] = { .decl = { "rally-form", "{0} rallies: in which formation?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_RALLY_FORM) },
    [REA_Q_DECLINE] = { .decl = { "decline", "Does {0} try to rally?", { UNIT("unit") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_RALLY) | TC_VERB(REA_V_DECLINE) },
    [REA_Q_RALLY] = { .decl = { "rally", "Which shaken units rally?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_RALLY) | TC_VERB(REA_V_DONE) },
    [REA_Q_SACRIFICE] = { .decl = { "sacrifice", "Army morale of {0}: how much of the command rating is spent?",
            { SIDE("side"), NUMBER("rating") }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_SACRIFICE) },
    [REA_Q_LIMITED] = { .decl = { "limited", "Limited activation of which command?", { { 0 } }, 0 },
        .judge = judge,
        .verbs = TC_VERB(REA_V_COMMAND) | TC_VERB(REA_V_DONE) },
};
/* clang-format on */
