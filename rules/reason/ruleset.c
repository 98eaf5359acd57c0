/* rules/reason/ruleset.c - the system as the kernel sees it: names, setup, score, check, scene.
 */
#include "rules/reason/reason.h"
#include "kernel/params.h"
#include "rules/reason/flow.h"

/* Told further down: */
static void set_unit(struct rea_ctx *c, int i);
static bool act_of_mover(int verb);

static void setup(const struct tc_book *book, void *state)
{
    const struct rea_book *bk = rea_book(book);
    struct rea_state *s = state;
    struct rea_ctx c = { .bk = bk, .s = s };

    s->head.turn = 1;
    s->head.winner = s->head.active = TC_NONE;
    s->head.step = REA_ST_TURN;
    memset(s->router, REA_NO, sizeof s->router);
    s->mover = s->chased = s->pursuer = s->mover_leader = REA_NO;
    s->wing = s->lead_command = REA_NO;
    s->end_step = 1;
    s->fog = (uint8_t)bk->lim.fog;
    for (int side = 0; side < TC_SIDES; side++) /* R-GEN.5 */
        s->morale[side] = bk->morale[side];
    for (int i = 0; i < bk->units; i++)
        set_unit(&c, i);
    for (int i = 0; i < bk->leaders; i++) {
        struct rea_leader *l = &s->leader[i];
        l->placed = bk->leader[i].hex >= 0;
        l->hex = bk->leader[i].hex;
        l->initiative = bk->leader[i].initiative;
        l->range = bk->leader[i].range;
        l->rating = bk->leader[i].rating;
        l->with = REA_NO;
    }
    for (int i = 0; i < bk->goals; i++)
        s->goal[i] = (uint8_t)(bk->goal[i].side + 1);
    rea_to_printed(bk, s);
}

static void set_unit(struct rea_ctx *c, int i)
{
    const struct rea_card *k = &c->bk->unit[i];
    struct rea_unit *x = &c->s->unit[i];

    x->body = REA_NO;
    x->sp = k->parent >= 0 && !k->len ? 0 : k->sp;
    if (k->parent >= 0 && !k->len) {
        x->where = REA_RESERVE;
        return;
    }
    c->s->start_sp[k->side] = (int16_t)(c->s->start_sp[k->side] + k->sp);
    if (k->arrives) {
        x->where = REA_AWAIT;
        return;
    }
    if (k->with >= 0 && k->with < i) {
        int b = c->s->unit[k->with].body;
        struct rea_body *y = &c->s->body[b];
        const struct rea_card *w = &c->bk->unit[k->with];
        bool same = w->arm == k->arm && w->command == k->command &&
                    (k->command >= 0 || (k->regiment >= 0 && k->regiment == w->regiment));
        if (same && y->units < REA_STACK) {
            y->unit[y->units++] = (uint8_t)i;
            x->body = (uint8_t)b;
            x->where = REA_ON;
            return;
        }
    }
    int b = rea_new_body(c, i);
    struct rea_body *y = &c->s->body[b];
    y->form = k->form;
    y->facing = k->facing;
    y->hook = k->hook;
    y->len = k->len;
    y->under = k->under;
    memcpy(y->hex, k->hex, (size_t)k->len * sizeof *y->hex);
}

/* Which steps still belong to an act: what is due, a fight to its end, the check a move ends
 * with, the rest of a pursuit. */
static bool goes_on(const struct tc_book *bk, const void *state, const struct tc_deed *d)
{
    const struct rea_state *s = state;
    int verb = d->act.verb, step = s->head.step == REA_ST_DUE ? s->back : s->head.step;
    bool due = s->head.step == REA_ST_DUE;

    (void)bk;
    switch (step) {
    case REA_ST_MOVING:
    case REA_ST_REACT:
    case REA_ST_STOP: return act_of_mover(verb) && !s->opp;
    case REA_ST_MOVE: return due && act_of_mover(verb);
    case REA_ST_PURSUE: return true; /* who wins must roll: R-15.2x1 */
    case REA_ST_DECLARE: return verb == REA_V_ATTACK || verb == REA_V_CHARGE_AT;
    case REA_ST_EVADE: return true;
    default: return step >= REA_ST_STEADY && step <= REA_ST_OUTCOME && s->attacks > 0;
    }
}

/* What comes by itself before anybody is asked again: retreats and checks that are due, the
 * fights that are left, pursuits. */
static bool follows(const struct tc_book *bk, const void *state, const struct tc_deed *d)
{
    const struct rea_state *s = state;

    (void)bk;
    (void)d;
    return s->head.step == REA_ST_DUE ||
           (s->head.step >= REA_ST_STEADY && s->head.step <= REA_ST_AFTER);
}

static int command_of(const struct tc_book *book, const void *state, const struct tc_query *q)
{
    const struct rea_book *bk = rea_book(book);
    const struct tc_param *p = &rea_questions[q->question].decl.param[0];

    (void)state;
    if (p->kind != TC_K_NAME || p->list != REA_L_UNIT || q->arg[0] < 0 ||
        q->arg[0] >= bk->units)
        return 0;
    return tc_max(0, bk->unit[q->arg[0]].command);
}

/* Whoever is asked on the way does the least, but a defender fires at those who come on. */
static int assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
                  int offers)
{
    (void)d;
    for (int i = 0; i < offers && v->q->question == REA_Q_VOLLEY; i++)
        if (offer[i].verb == REA_V_FIRE || offer[i].verb == REA_V_SQUARE_FIRE)
            return i;
    for (int i = 0; i < offers; i++)
        switch ((int)offer[i].verb) {
        case REA_V_DONE:
        case REA_V_HOLD:
        case REA_V_END:
        case REA_V_STAY:
        case REA_V_STOP:
        case REA_V_BREAK_OFF: return i;
        default: break;
        }
    return 0;
}

/* What a mover does: the check at the end of its move belongs to it (R-17.1c.1). */
static bool act_of_mover(int verb)
{
    return verb >= REA_V_STEP && verb <= REA_V_END;
}

static int worth(const struct rea_ctx *c, int side)
{
    int sum = 20 * tc_max(0, c->s->morale[side]);

    for (int i = 0; i < c->bk->units; i++) {
        const struct rea_unit *x = &c->s->unit[i];
        if (c->bk->unit[i].side != side || x->where == REA_GONE || x->where == REA_CAPTURED)
            continue;
        int each = x->morale == REA_ROUTED ? 3 : x->morale == REA_SHAKEN ? 8 : 10;
        sum += x->sp * (each - (x->disordered ? 1 : 0));
    }
    for (int i = 0; i < c->bk->goals; i++)
        if (c->s->goal[i] == side + 1)
            sum += 10 * c->bk->goal[i].points;
    return sum;
}

static int score(const struct tc_book *book, const void *state)
{
    struct rea_ctx c = { .bk = rea_book(book), .s = (struct rea_state *)state };
    int a = worth(&c, 0), b = worth(&c, 1);

    return a + b ? (int)(10000 * (int64_t)(a - b) / (a + b)) : 0;
}

static void take_in(const struct tc_book *bk, void *state)
{
    rea_to_index(rea_book(bk), state);
}

static void bring_out(const struct tc_book *bk, void *state)
{
    rea_to_printed(rea_book(bk), state);
}

/* What sentences call it: the label made of its name. */
static void say_name(const struct tc_book *book, int list, int i, struct tc_text *out)
{
    const struct rea_book *bk = (const struct rea_book *)(const void *)book;

    switch (list) {
    case REA_L_UNIT: tc_say_label(bk->unit[i].label, "", out); break;
    case REA_L_LEADER: tc_say_label(bk->leader[i].label, "", out); break;
    case REA_L_COMMAND: tc_say_label(bk->command[i].label, "", out); break;
    default: tc_say_label(bk->wing[i].label, "", out); break;
    }
}

static int points(const struct tc_book *book, const void *state, int side)
{
    struct rea_ctx c = { .bk = rea_book(book), .s = (struct rea_state *)state };

    return rea_tally(&c, side);
}

const struct tc_ruleset rea_ruleset = {
    .name = "reason",
    .title = "Battles from the Age of Reason",
    .letter = 'R',
    .edition = 8,
    .state_size = sizeof(struct rea_state),
    .fields = &rea_fields,
    .steps = rea_steps,
    .step_count = REA_STEPS,
    TC_WORDS_OF_RULESET,
    .say_name = say_name,
    .setup = setup,
    .command_of = command_of,
    .scene = rea_scene,
    .score = score,
    .points = points,
    .strength_word = "strength points",
    .check = rea_check,
    .assume = assume,
    .off = "unit where=gone sp=0 body=255; body units=0 len=0",
    .goes_on = goes_on,
    .follows = follows,
    .shelf = sizeof(struct rea_ctx),
    .take_in = take_in,
    .bring_out = bring_out,
    .eye = &rea_eye,
    .staff = &rea_staff,
    .dangers = &rea_dangers,
    .schema = &rea_schema,
};
