/* rules/pistolado/flow.c - P-S2: the sequence of play, and the ruleset itself. */
#include "rules/pistolado/pistolado.h"

#include <string.h>

#include "rules/pistolado/play.h"

void pis_go(struct pis_play *p, int step)
{
    struct pis_state *s = p->s;

    pis_tidy_melees(p);
    if (s->dues == 0) {
        s->head.step = (uint16_t)step;
        return;
    }
    s->resume = (uint8_t)step;
    s->head.step = PIS_STEP_DISASTER;
}

void pis_begin_phase(struct pis_play *p, int phase)
{
    p->s->phase = (uint8_t)phase;
    for (int r = 0; r < p->bk->regiments; r++)
        if (p->s->regiment[r].disaster == PIS_TESTED)
            p->s->regiment[r].disaster = PIS_NOT_DUE;
}

/* --- Turns ---------------------------------------------------------------------------- */

static void refresh(struct pis_regiment *g)
{
    g->moved = g->pushed = 0;
    g->rate = PIS_R_NONE;
    g->acted = g->faced = g->frontage_changed = g->formation_changed = g->backed_up = 0;
    g->fired = g->fired_if_charged = g->rallied = 0;
    g->charged = g->reacted = g->held = g->evaded = g->broke = 0;
    g->target = g->aim = TC_NONE;
    g->wheel = 0;
}

/* Reinforcements come on where the scenario says, as soon as there is room. */
static void arrive(struct pis_play *p, int r)
{
    const struct pis_regiment_card *c = &p->bk->regiment[r];
    struct pis_regiment *g = &p->s->regiment[r];
    struct tc_box b;

    g->x = c->x;
    g->y = c->y;
    g->facing = (uint16_t)c->facing;
    pis_refit(p->bk, p->s, r);
    pis_box(p->s, r, &b);
    bool room = !pis_overlaps(p->s, p->bk->regiments, r, &b, TC_NONE);
    for (int o = 0; o < p->bk->regiments && room; o++) {
        struct tc_box e;

        if (!pis_here(p->s, o) || !pis_enemies(p->bk, r, o))
            continue;
        pis_box(p->s, o, &e);
        room = !tc_nearer(&b, &e, p->bk->t.stand.point_blank);
    }
    if (!room) {
        g->w = g->d = 0;
        return;
    }
    g->place = PIS_ON_TABLE;
    tc_tell(p->u, PIS_E_ARRIVES, "P-S2", r, 0, 0);
}

void pis_turn_step(struct pis_play *p)
{
    struct pis_state *s = p->s;

    TC_RULE("P-RUL-2");
    tc_tell(p->u, PIS_E_TURN, "P-S2", s->head.turn, 0, 0);
    for (int r = 0; r < p->bk->regiments; r++) {
        refresh(&s->regiment[r]);
        if (s->regiment[r].place == PIS_AWAITED && s->head.turn >= p->bk->regiment[r].arrives)
            arrive(p, r);
    }
    for (int b = 0; b < p->bk->brigades; b++) {
        s->brigade[b].closed_in = 0;
        s->brigade[b].initiative = 0;
        s->brigade[b].status = PIS_DEFEND;
    }
    pis_begin_phase(p, PIS_P_ORDERS);
    s->side = 0;
    s->at = 0;
    pis_go(p, PIS_STEP_ORDER);
}

void pis_end_step(struct pis_play *p)
{
    pis_officers_replace(p);
    pis_judge_battle(p);
    if (p->s->head.over)
        return;
    p->s->head.turn++;
    pis_go(p, PIS_STEP_TURN);
}

/* --- Steps for the kernel ------------------------------------------------------------------
 */

#define STEP(NAME)                                                                             \
    static void NAME(void *state, struct tc_umpire *u)                                         \
    {                                                                                          \
        struct pis_play p = { pis_book_of(u->book), state, u };                                \
        pis_##NAME(&p);                                                                        \
    }

STEP(turn_step)
STEP(order_step)
STEP(officer_step)
STEP(reveal_step)
STEP(initiative_step)
STEP(move_step)
STEP(fire_step)
STEP(shot_step)
STEP(hits_step)
STEP(rally_step)
STEP(charge_order_step)
STEP(declare_step)
STEP(to_charge_step)
STEP(react_step)
STEP(charged_step)
STEP(evade_step)
STEP(return_fire_step)
STEP(contact_step)
STEP(melee_step)
STEP(follow_step)
STEP(pursuit_step)
STEP(rout_step)
STEP(end_step)
STEP(disaster_step)

static const struct tc_step steps[PIS_STEPS] = {
    [PIS_STEP_TURN] = { "turn", "P-S2", turn_step },
    [PIS_STEP_ORDER] = { "orders", "P-O1", order_step },
    [PIS_STEP_OFFICER] = { "officers", "P-K3", officer_step },
    [PIS_STEP_REVEAL] = { "reveal", "P-S3", reveal_step },
    [PIS_STEP_INITIATIVE] = { "initiative", "P-S4", initiative_step },
    [PIS_STEP_MOVE] = { "movement", "P-M1", move_step },
    [PIS_STEP_FIRE] = { "aim", "P-F1", fire_step },
    [PIS_STEP_SHOT] = { "fire", "P-F10", shot_step },
    [PIS_STEP_HITS] = { "hits", "P-S6", hits_step },
    [PIS_STEP_RALLY] = { "rally", "P-C10", rally_step },
    [PIS_STEP_CHARGE_ORDER] = { "charge-order", "P-S5", charge_order_step },
    [PIS_STEP_DECLARE] = { "declare", "P-H2", declare_step },
    [PIS_STEP_TO_CHARGE] = { "to-charge", "P-H3", to_charge_step },
    [PIS_STEP_REACT] = { "react", "P-H12a", react_step },
    [PIS_STEP_CHARGED] = { "charged", "P-W2", charged_step },
    [PIS_STEP_EVADE] = { "evade", "P-R2", evade_step },
    [PIS_STEP_RETURN_FIRE] = { "fire-if-charged", "P-F6f", return_fire_step },
    [PIS_STEP_CONTACT] = { "contact", "P-H4", contact_step },
    [PIS_STEP_MELEE] = { "melee", "P-L5", melee_step },
    [PIS_STEP_FOLLOW] = { "follow", "P-L16", follow_step },
    [PIS_STEP_PURSUIT] = { "pursuit", "P-R7", pursuit_step },
    [PIS_STEP_ROUT] = { "rout", "P-R5", rout_step },
    [PIS_STEP_END] = { "end", "P-VIC3", end_step },
    [PIS_STEP_DISASTER] = { "disaster", "P-W4", disaster_step },
};

/* --- Names
 * ------------------------------------------------------------------------------------ */

static int names(const struct tc_book *book, int list)
{
    const struct pis_book *bk = pis_book_of(book);

    switch (list) {
    case PIS_L_REGIMENT: return bk->regiments;
    case PIS_L_BRIGADE: return bk->brigades;
    case PIS_L_OFFICER: return bk->officers;
    default: return bk->grounds;
    }
}

static const char *name_of(const struct tc_book *book, int list, int i)
{
    const struct pis_book *bk = pis_book_of(book);

    switch (list) {
    case PIS_L_REGIMENT: return bk->regiment[i].name;
    case PIS_L_BRIGADE: return bk->brigade[i].name;
    case PIS_L_OFFICER: return bk->officer[i].name;
    default: return bk->ground[i].name;
    }
}

/* Seats that share a side divide its brigades; the general's seat is that of command 0. */
static int command_of(const struct tc_book *book, const void *state, const struct tc_query *q)
{
    const struct pis_book *bk = pis_book_of(book);

    (void)state;
    switch (q->question) {
    case PIS_Q_ORDER:
    case PIS_Q_STATUS:
    case PIS_Q_NEXT: return q->arg[0];
    case PIS_Q_OFFICER: return tc_max(0, bk->officer[q->arg[0]].brigade);
    default: return bk->regiment[q->arg[0]].brigade;
    }
}

static const char *card_name(const struct tc_book *bk, int i)
{
    const struct pis_book *b = (const struct pis_book *)bk;

    return i >= 0 && i < b->cards ? b->card[i].name : NULL;
}

static void card_text(const struct tc_book *bk, int i, struct tc_text *out)
{
    pis_card_text(&((const struct pis_book *)bk)->card[i], out);
}

const struct tc_ruleset pis_ruleset = {
    .name = "pistolado",
    .title = "Battle! Pistolado",
    .letter = 'P',
    .edition = 2,
    .state_size = sizeof(struct pis_state),
    .fields = &pis_fields,
    .steps = steps,
    .step_count = PIS_STEPS,
    .endings = pis_endings,
    .questions = pis_questions,
    .verbs = pis_verbs,
    .events = pis_events,
    .reasons = pis_reasons,
    .labels = pis_labels,
    .question_count = PIS_QUESTIONS,
    .verb_count = PIS_VERBS,
    .event_count = PIS_EVENTS,
    .reason_count = PIS_REASONS,
    .label_count = PIS_LABELS,
    .legs = pis_legs,
    .leg_count = PIS_LEGS,
    .lists = pis_lists,
    .list_count = PIS_LISTS,
    .names = names,
    .name_of = name_of,
    .setup = pis_setup,
    .command_of = command_of,
    .scene = pis_scene,
    .score = pis_score,
    .check = pis_check,
    .veil = pis_veil,
    .assume = pis_assume,
    .goes_on = pis_goes_on,
    .off = "regiment place=left w=0 d=0",
    .row_side = pis_row_side,
    .card_name = card_name,
    .card_text = card_text,
    .eye = &pis_eye,
};
