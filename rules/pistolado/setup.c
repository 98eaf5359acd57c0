/* rules/pistolado/setup.c - the position at the start, what is hidden, what odds assume. */
#include <string.h>
#include "kernel/dice.h"
#include "rules/pistolado/inner.h"

/* Told further down: */
static void set_none(struct pis_regiment *g);
static void set_regiment(const struct pis_book *bk, struct pis_state *s, int r);

static void set_officer(const struct pis_book *bk, struct pis_state *s, int o)
{
    const struct pis_officer_card *c = &bk->officer[o];
    struct pis_officer *f = &s->officer[o];

    f->strategy = c->strategy; /* P-K2 */
    f->valour = c->valour;
    f->attached = c->attached;
    f->x = c->x;
    f->y = c->y;
    if (c->attached != TC_NONE) {
        struct tc_rect at = pis_rect(s, c->attached);
        struct tc_pt m = tc_rect_centre(&at);
        f->x = m.x;
        f->y = m.y;
    }
}

void pis_setup(const struct tc_book *book, void *state)
{
    const struct pis_book *bk = pis_book_of(book);
    struct pis_state *s = state;

    s->head.turn = 1;
    s->head.winner = TC_NONE;
    s->head.active = TC_NONE;
    s->rain = bk->rain;
    s->unit = TC_NONE;
    s->loser = TC_NONE;
    for (int r = 0; r < bk->regiments; r++)
        set_none(&s->regiment[r]);
    for (int o = 0; o < bk->officers; o++)
        s->officer[o].attached = s->officer[o].plan_to = TC_NONE;
    for (int r = 0; r < bk->regiments; r++) { /* P-A1, P-A6 */
        set_regiment(bk, s, r);
        s->army[pis_side_of(bk, r)].companies0 =
            (int16_t)(s->army[pis_side_of(bk, r)].companies0 + bk->regiment[r].companies);
    }
    for (int b = 0; b < bk->brigades; b++)
        s->brigade[b].order = bk->brigade[b].order;
    for (int o = 0; o < bk->officers; o++)
        set_officer(bk, s, o);
}

static void set_none(struct pis_regiment *g)
{
    g->target = g->aim = g->quarry = g->foe = TC_NONE;
    g->melee = TC_NONE;
}

static void set_regiment(const struct pis_book *bk, struct pis_state *s, int r)
{
    const struct pis_regiment_card *c = &bk->regiment[r];
    struct pis_regiment *g = &s->regiment[r];

    g->x = c->x;
    g->y = c->y;
    g->facing = (uint16_t)c->facing;
    g->companies = c->companies;
    g->pike = c->pike;
    g->shot = c->shot;
    g->formation = c->formation;
    g->files = c->files;
    g->cohesion = c->cohesion;
    g->place = c->arrives > 1 ? PIS_AWAITED : PIS_ON_TABLE;
    if (g->place == PIS_ON_TABLE)
        pis_refit(bk, s, r);
}

static void veil_brigade(const struct pis_book *bk, struct pis_state *s, int b,
                         struct tc_stream *d)
{
    struct pis_brigade *g = &s->brigade[b];
    int wanted = (int)tc_draw(d, PIS_ORDERS), die = tc_draw_face(d, TC_D6);
    int status;

    g->plan_try = g->plan_die = 0;
    g->plan_order = g->order;
    if (tc_draw(d, 4) == 0 && wanted != g->order) {
        g->plan_try = (uint8_t)(wanted + 1);
        g->plan_die = (uint8_t)die;
        if (die <= tc_max(1, pis_strategy(bk, s, b)))
            g->plan_order = (uint8_t)wanted;
    }
    do
        status = (int)tc_draw(d, PIS_STATUSES);
    while (!bk->t.status[g->plan_order][status]);
    g->plan_status = (uint8_t)(status + 1);
}

static void veil_officer(const struct pis_book *bk, struct pis_state *s, int o,
                         struct tc_stream *d)
{
    struct pis_officer *f = &s->officer[o];
    struct tc_query q = { .side = bk->officer[o].side,
                          .question = PIS_Q_OFFICER,
                          .arg = { o } };
    struct tc_view v = { &bk->head, s, &q };
    struct tc_act a;

    memset(&a, 0, sizeof a);
    f->plan = PIS_PLAN_STAY;
    f->plan_to = TC_NONE;
    f->plan_x = f->plan_y = 0;
    int n = pis_count_officer(&v);
    if (pis_nth_officer(&v, (int)tc_draw(d, (uint32_t)n), &a) &&
        pis_judge_officer(&v, &a, NULL) && a.verb == PIS_V_ATTACH) {
        f->plan = PIS_PLAN_ATTACH;
        f->plan_to = (pis_unit)a.arg[1];
    }
}

void pis_veil(const struct tc_book *book, void *state, int side, struct tc_stream *stream)
{
    const struct pis_book *bk = pis_book_of(book);
    struct pis_state *s = state;

    for (int b = 0; b < bk->brigades; b++)
        if (bk->brigade[b].side != side && s->brigade[b].plan_status)
            veil_brigade(bk, s, b, stream);
    for (int o = 0; o < bk->officers; o++)
        if (bk->officer[o].side != side && s->officer[o].plan)
            veil_officer(bk, s, o, stream);
}

/* The plain course: no hasty change, fire when charged, follow up, rally, run straight on. */
int pis_assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
               int offers)
{
    static const int8_t wanted[PIS_QUESTIONS] = {
        [PIS_Q_ORDER] = PIS_V_KEEP,       [PIS_Q_STATUS] = PIS_V_SPEAK,
        [PIS_Q_OFFICER] = PIS_V_STAY,     [PIS_Q_NEXT] = PIS_V_NEXT,
        [PIS_Q_MOVE] = PIS_V_STAND,       [PIS_Q_SHOOT] = PIS_V_FIRE,
        [PIS_Q_RALLY] = PIS_V_RALLY,      [PIS_Q_CHARGE] = PIS_V_NO_CHARGE,
        [PIS_Q_REACT] = PIS_V_AWAIT,      [PIS_Q_EVADE] = PIS_V_EVADE,
        [PIS_Q_RETURN_FIRE] = PIS_V_FIRE, [PIS_Q_FOLLOW] = PIS_V_FOLLOW,
        [PIS_Q_ROUT] = PIS_V_RALLY,
    };

    (void)d;
    for (int i = 0; i < offers; i++)
        if (offer[i].verb == wanted[v->q->question])
            return i;
    return 0;
}

/* A charge that is awaited goes on to the test of the charged regiment, an answer to "fire if
 * charged" to the contact. */
bool pis_goes_on(const struct tc_book *book, const void *state, const struct tc_deed *d)
{
    const struct pis_state *s = state;
    int step = s->head.step == PIS_S_DISASTER ? s->resume : s->head.step;

    (void)book;
    switch (d->act.verb) {
    case PIS_V_AWAIT:
    case PIS_V_FACE:
    case PIS_V_FORM: return step == PIS_S_CHARGED;
    case PIS_V_FIRE:
    case PIS_V_HOLD_FIRE: return step == PIS_S_CONTACT;
    default: return false;
    }
}

/* The Disaster tests of those whom a flight passes come by themselves. */
bool pis_follows(const struct tc_book *book, const void *state, const struct tc_deed *d)
{
    (void)book;
    return (d->act.verb == PIS_V_RUN || d->act.verb == PIS_V_RALLY) &&
           ((const struct pis_state *)state)->head.step == PIS_S_DISASTER;
}
