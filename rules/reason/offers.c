/* rules/reason/offers.c - the raw candidates of every question; those its predicate accepts are
 * offered, or the one nearest to a refused answer is sought among them. */
#include "rules/reason/asking.h"
#include "rules/reason/combat.h"
#include "rules/reason/step.h"

/* How far one answer is from another of the same verb: units first, then formations, places,
 * facings, numbers. */
static int act_distance(const struct rea_ctx *c, const struct tc_act *a, const struct tc_act *b)
{
    const struct tc_decl *d = &rea_verbs[a->verb];
    int n = 0;

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        int x = a->arg[i], y = b->arg[i];
        bool facing = strcmp(d->param[i].name, "facing") == 0 ||
                      strcmp(d->param[i].name, "direction") == 0;
        if (x == y)
            continue;
        if (d->param[i].kind == TC_K_NAME)
            n += 1000;
        else if (d->param[i].kind == TC_K_HEX)
            n += x < 0 || y < 0 ? 300
                                : 10 * tc_hexmap_distance(&c->bk->map, (tc_hex)x, (tc_hex)y);
        else if (facing)
            n += 3 * tc_hexface_turns(tc_hex_mod6(x), tc_hex_mod6(y));
        else if (d->param[i].kind == TC_K_WORD)
            n += 40 + tc_min(9, x > y ? x - y : y - x);
        else
            n += tc_min(9, x > y ? x - y : y - x);
    }
    return n;
}

static void seek(struct rea_collector *k, const struct tc_act *a)
{
    if (a->verb != k->wish->verb)
        return;
    int n = act_distance(k->c, k->wish, a);
    if ((k->far >= 0 && n >= k->far) || !rea_legal(k->c, k->q, a, NULL))
        return;
    k->far = n;
    k->near = *a;
}

static bool offered(const struct tc_offers *o, const struct tc_act *a)
{
    for (int i = 0; i < o->n; i++)
        if (o->act[i].verb == a->verb && memcmp(o->act[i].arg, a->arg, 16) == 0)
            return true;
    return false;
}

/* One candidate: offered when it is legal, once. */
static void emit(void *to, int verb, int a, int b, int d, int e)
{
    struct rea_collector *k = to;
    struct tc_act *act = &k->act;

    act->verb = (int16_t)verb;
    act->arg[0] = a;
    act->arg[1] = b;
    act->arg[2] = d;
    act->arg[3] = e;
    if (k->wish) {
        seek(k, act);
        return;
    }
    struct tc_offers *o = k->c->u->offers;
    if (o->n >= TC_OFFERS || !((rea_questions[k->q->question].verbs >> verb) & 1) ||
        !rea_legal(k->c, k->q, act, NULL))
        return;
    rea_turn_args(k->c->bk, &rea_verbs[verb], act->arg, false);
    /* One change may come up for several reasons, one hex for several attackers in it. */
    bool again = verb == REA_V_FORM || k->q->question == REA_Q_VOLLEY;
    if (!again || !offered(o, act))
        tc_offer(k->c->u, act);
}

static void put(struct rea_collector *k, int verb, int a, int b, int d, int e)
{
    emit(k, verb, a, b, d, e);
}

/* A verb with every entry of a list. */
static void each(struct rea_collector *k, int verb, int n)
{
    for (int i = 0; i < n; i++)
        put(k, verb, i, 0, 0, 0);
}

/* Units that no judge would accept with this verb; for the others he is asked. */
static bool hopeless(const struct rea_ctx *c, int verb, int unit)
{
    const struct rea_unit *x = &c->s->unit[unit];

    switch (verb) {
    case REA_V_MOVE:
    case REA_V_RECOVER:
    case REA_V_ROUT:
    case REA_V_JOIN: return !x->active;
    case REA_V_SOLO:
    case REA_V_ATTACH: return c->bk->unit[unit].command >= 0;
    case REA_V_TRY_UNIT: return !x->active || c->bk->unit[unit].command >= 0;
    case REA_V_RALLY: return x->morale != REA_SHAKEN;
    case REA_V_FLEE: return x->morale != REA_ROUTED;
    default: return false;
    }
}

static void each_unit(struct rea_collector *k, int verb)
{
    for (int i = 0; i < k->c->bk->units; i++)
        if (k->c->s->unit[i].where == REA_ON && !hopeless(k->c, verb, i))
            put(k, verb, i, 0, 0, 0);
}

/* Might a hex of one be within n of a hex of the other? By their first hexes and lengths. */
static bool within(const struct rea_ctx *c, const struct rea_body *x, const struct rea_body *y,
                   int n)
{
    return tc_hexmap_distance(&c->bk->map, x->hex[0], y->hex[0]) <= n + x->len + y->len - 2;
}

/* Every part of a body at every hex of its target. */
static void shots_at(struct rea_collector *k, const struct rea_body *y,
                     const struct rea_body *x)
{
    for (int i = 0; i < x->len; i++)
        for (int part = 0; part <= (y->form == REA_LINE ? 3 : 0); part++)
            put(k, REA_V_FIRE, y->unit[0], part, x->hex[i], 0);
}

static void fire_offers(struct rea_collector *k)
{
    const struct rea_ctx *c = k->c;

    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (!y->units || y->side != c->s->acting || !rea_active(c, b) ||
            rea_lead(c, b)->arm == REA_HORSE || y->form == REA_MC || y->form == REA_RC ||
            y->form == REA_LA || y->form == REA_ROUT)
            continue;
        int far = rea_is_guns(c, b) ? 12 : 3, unit = y->unit[0];
        if (y->form == REA_SQUARE) {
            put(k, REA_V_SQUARE_FIRE, unit, 0, 0, 0);
            put(k, REA_V_SQUARE_FIRE, unit, 1, 0, 0);
            continue;
        }
        for (int e = 0; e < c->bk->units; e++) {
            const struct rea_body *x = &c->s->body[e];
            if (!x->units || x->side == y->side || c->first[x->hex[0]] - 1 != e ||
                !within(c, x, y, far))
                continue;
            shots_at(k, y, x);
        }
    }
}

static void declare_offers(struct rea_collector *k)
{
    const struct rea_ctx *c = k->c;

    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (!y->units || y->side != c->s->acting || !rea_active(c, b))
            continue;
        bool may = rea_may_attack_now(c, y->unit[0], NULL);
        bool horse = may && rea_lead(c, b)->arm == REA_HORSE;
        for (int e = 0; may && e < c->bk->units; e++) {
            const struct rea_body *x = &c->s->body[e];
            if (!x->units || x->side == y->side || c->first[x->hex[0]] - 1 != e)
                continue;
            if (within(c, x, y, 1))
                put(k, REA_V_ATTACK, y->unit[0], x->unit[0], 0, 0);
            if (horse && tc_hexmap_distance(&c->bk->map, x->hex[0], y->hex[0]) <= 24)
                put(k, REA_V_CHARGE_AT, y->unit[0], x->unit[0], 0, 0);
        }
    }
}

static void volley_offers(struct rea_collector *k)
{
    const struct rea_ctx *c = k->c;
    const struct rea_defence *d = &c->s->defence[k->q->arg[0]];
    int top = rea_mate_first(c, d->body);

    for (int i = 0; i < c->s->attacks; i++) {
        if (c->s->attack[i].body == REA_NO || c->s->attack[i].fight != d->fight)
            continue;
        const struct rea_body *y = &c->s->body[c->s->attack[i].body];
        for (int h = 0; h < y->len; h++)
            for (int part = 0; part <= REA_PART_HOOK; part++)
                put(k, REA_V_FIRE, rea_lead_unit(c, top), part, y->hex[h], 0);
    }
    for (int o = top; o >= 0; o = rea_mate_below(c, top, o, c->s->body[d->body].hex[0]))
        for (int set = 0; set < 2; set++)
            put(k, REA_V_SQUARE_FIRE, rea_lead_unit(c, o), set, 0, 0);
}

static void facings(struct rea_collector *k, int verb, int x)
{
    for (int f = 0; f < 6; f++)
        put(k, verb, x, f, 0, 0);
}

static void enter_offers(struct rea_collector *k)
{
    const struct rea_card *card = &k->c->bk->unit[k->q->arg[0]];

    for (int h = 0; h < k->c->bk->map.count; h++) {
        int col = h % k->c->bk->map.lay.columns, row = h / k->c->bk->map.lay.columns;
        bool edge = col == 0 || row == 0 || col == k->c->bk->map.lay.columns - 1 ||
                    row == k->c->bk->map.lay.rows - 1;
        bool listed = false;
        for (int i = 0; i < card->entries; i++)
            listed |= card->entry[i] == h;
        if (edge || listed)
            facings(k, REA_V_ENTER, h);
    }
}

static void body_offers(struct rea_collector *k, int body, bool forms)
{
    const struct rea_ctx *c = k->c;

    for (int f = 0; f < 6; f++)
        put(k, REA_V_TURN, f, 0, 0, 0);
    if (forms)
        rea_form_candidates(c, body, emit, k);
}

static void movement_offers(struct rea_collector *k)
{
    const struct rea_ctx *c = k->c;
    int body = c->s->unit[k->q->arg[0]].body;

    switch ((int)k->q->question) {
    case REA_Q_ACT: rea_move_candidates(c, body, emit, k); break;
    case REA_Q_ANSWER:
        put(k, REA_V_HOLD, 0, 0, 0, 0);
        put(k, REA_V_COUNTER, 0, 0, 0, 0);
        each(k, REA_V_HOOK, 3);
        body_offers(k, body, true);
        break;
    case REA_Q_PLACE:
        for (int h = 0; h < c->bk->map.count; h++)
            for (int i = 0; i < c->s->path_len; i++)
                if (tc_hexmap_distance(&c->bk->map, c->s->path[i], (tc_hex)h) <= 1) {
                    facings(k, REA_V_PLACE, h);
                    break;
                }
        break;
    case REA_Q_COLLAPSE:
        for (int i = 0; i < c->s->body[body].len; i++)
            put(k, REA_V_COLLAPSE, c->s->body[body].hex[i], 0, 0, 0);
        break;
    case REA_Q_RALLY_FORM:
        for (int form = 0; form < REA_FORMS; form++)
            facings(k, REA_V_RALLY_FORM, form);
        break;
    case REA_Q_SHOOT: {
        const struct rea_body *m = &c->s->body[c->s->mover];
        for (int i = 0; i < m->len; i++)
            put(k, REA_V_SHOOT, m->hex[i], 0, 0, 0);
        put(k, REA_V_HOLD, 0, 0, 0, 0);
        break;
    }
    default: break;
    }
}

static void advance_offers(struct rea_collector *k)
{
    const struct rea_ctx *c = k->c;

    put(k, REA_V_STAY, 0, 0, 0, 0);
    for (int i = 0; i < c->s->defences * REA_WIDE; i++) {
        bool twice = c->s->vacated[i] < 0;
        for (int j = 0; j < i; j++)
            twice |= c->s->vacated[j] == c->s->vacated[i];
        if (!twice)
            facings(k, REA_V_ADVANCE, c->s->vacated[i]);
    }
}

/* Raw candidates of the questions that are lists of names. */
static bool list_offers(struct rea_collector *k)
{
    const struct rea_book *bk = k->c->bk;

    switch ((int)k->q->question) {
    case REA_Q_CHOOSE:
        each(k, REA_V_COMMAND, bk->commands);
        each(k, REA_V_WING, bk->wings);
        each_unit(k, REA_V_SOLO);
        each(k, REA_V_TRY, bk->leaders);
        return true;
    case REA_Q_SPECIAL:
        each(k, REA_V_COMMAND, bk->commands);
        each(k, REA_V_FREE_FIRE, bk->commands);
        each(k, REA_V_FREE_ASSAULT, bk->commands);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_LIMITED:
        each(k, REA_V_COMMAND, bk->commands);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_ATTACH:
        each_unit(k, REA_V_ATTACH);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_CONTROL:
        each(k, REA_V_TRY, bk->leaders);
        each_unit(k, REA_V_TRY_UNIT);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_RECOVER:
        each_unit(k, REA_V_RECOVER);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_JOIN:
        each_unit(k, REA_V_JOIN);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_VOLUNTEER:
        each_unit(k, REA_V_ROUT);
        each_unit(k, REA_V_FLEE);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_PICK:
        each_unit(k, REA_V_MOVE);
        each(k, REA_V_RIDE, bk->leaders);
        put(k, REA_V_VOLUNTEER, 0, 0, 0, 0);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    case REA_Q_RALLY:
        each_unit(k, REA_V_RALLY);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return true;
    default: return false;
    }
}

/* Questions with a handful of answers. */
static void few_offers(struct rea_collector *k)
{
    const struct rea_ctx *c = k->c;
    uint64_t verbs = rea_questions[k->q->question].verbs;

    if (k->q->question == REA_Q_WILD) {
        put(k, REA_V_COLLAPSE, k->q->arg[0], 0, 0, 0);
        for (int d = 0; d < 6; d++)
            put(k, REA_V_COLLAPSE, c->bk->map.next[k->q->arg[0]][d], 0, 0, 0);
        return;
    }
    if (k->q->question == REA_Q_VICTIM) {
        each_unit(k, REA_V_HIT);
        return;
    }
    if (k->q->question == REA_Q_SACRIFICE) {
        each(k, REA_V_SACRIFICE, k->q->arg[1] + 1);
        return;
    }
    for (int v = 0; v < REA_VERBS; v++) {
        if (!((verbs >> v) & 1))
            continue;
        bool dir = v == REA_V_STEP || v == REA_V_FALL_BACK || v == REA_V_TURN;
        bool end = v == REA_V_CONTRACT || v == REA_V_GIVE_UP || v == REA_V_TEMPO;
        if (dir || end)
            each(k, v, dir ? 6 : 2);
        else if (v == REA_V_RALLY || v == REA_V_TOP)
            put(k, v, k->q->arg[0], 0, 0, 0);
        else
            put(k, v, 0, 0, 0, 0);
    }
}

void rea_offer_all(struct rea_collector *k)
{
    if (list_offers(k))
        return;
    switch ((int)k->q->question) {
    case REA_Q_ENTER:
        put(k, REA_V_DELAY, 0, 0, 0, 0);
        enter_offers(k);
        return;
    case REA_Q_FIRE:
        fire_offers(k);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return;
    case REA_Q_DECLARE:
        declare_offers(k);
        put(k, REA_V_DONE, 0, 0, 0, 0);
        return;
    case REA_Q_VOLLEY:
        volley_offers(k);
        put(k, REA_V_HOLD, 0, 0, 0, 0);
        return;
    case REA_Q_ADVANCE: advance_offers(k); return;
    case REA_Q_ACT:
    case REA_Q_ANSWER:
    case REA_Q_PLACE:
    case REA_Q_COLLAPSE:
    case REA_Q_RALLY_FORM:
    case REA_Q_SHOOT: movement_offers(k); return;
    default: few_offers(k); return;
    }
}
