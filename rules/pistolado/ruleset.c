/* rules/pistolado/ruleset.c - P-S2: the sequence of play, and the ruleset itself. */
#include <string.h>

#include "kernel/params.h"
#include "rules/pistolado/inner.h"
#include "rules/pistolado/pistolado.h"

void pis_go(struct pis_play *p, int step)
{
    struct pis_state *s = p->s;

    pis_tidy_melees(p);
    if (s->dues == 0) {
        s->head.step = (uint16_t)step;
        return;
    }
    s->resume = (uint8_t)step;
    s->head.step = PIS_S_DISASTER;
}

void pis_begin_phase(struct pis_play *p, int phase)
{
    p->s->phase = (uint8_t)phase;
    for (int r = 0; r < p->bk->regiments; r++)
        if (p->s->regiment[r].disaster == PIS_TESTED)
            p->s->regiment[r].disaster = PIS_NOT_DUE;
}

/* --- Turns --- */

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

void pis_step_turn(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    struct pis_state *s = p->s;

    tc_tell(p->u, PIS_E_TURN, "P-S2", s->head.turn, 0, 0); /* P-RUL-2 */
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
    pis_go(p, PIS_S_ORDER);
}

void pis_step_end(void *state, struct tc_umpire *u)
{
    struct pis_play *p = PIS_PLAY(state, u);
    pis_officers_replace(p);
    pis_judge_battle(p);
    if (p->s->head.over)
        return;
    p->s->head.turn++;
    pis_go(p, PIS_S_TURN);
}

/* --- Steps for the kernel --- */

static const struct tc_step steps[PIS_STEPS] = {
    [PIS_S_TURN] = { "turn", "P-S2", pis_step_turn },
    [PIS_S_ORDER] = { "orders", "P-O1", pis_step_order },
    [PIS_S_OFFICER] = { "officers", "P-K3", pis_step_officer },
    [PIS_S_REVEAL] = { "reveal", "P-S3", pis_step_reveal },
    [PIS_S_INITIATIVE] = { "initiative", "P-S4", pis_step_initiative },
    [PIS_S_MOVE] = { "movement", "P-M1", pis_step_move },
    [PIS_S_FIRE] = { "aim", "P-F1", pis_step_fire },
    [PIS_S_SHOT] = { "fire", "P-F10", pis_step_shot },
    [PIS_S_HITS] = { "hits", "P-S6", pis_step_hits },
    [PIS_S_RALLY] = { "rally", "P-C10", pis_step_rally },
    [PIS_S_CHARGE_ORDER] = { "charge-order", "P-S5", pis_step_charge_order },
    [PIS_S_DECLARE] = { "declare", "P-H2", pis_step_declare },
    [PIS_S_TO_CHARGE] = { "to-charge", "P-H3", pis_step_to_charge },
    [PIS_S_REACT] = { "react", "P-H12a", pis_step_react },
    [PIS_S_CHARGED] = { "charged", "P-W2", pis_step_charged },
    [PIS_S_EVADE] = { "evade", "P-R2", pis_step_evade },
    [PIS_S_RETURN_FIRE] = { "fire-if-charged", "P-F6f", pis_step_return_fire },
    [PIS_S_CONTACT] = { "contact", "P-H4", pis_step_contact },
    [PIS_S_MELEE] = { "melee", "P-L5", pis_step_melee },
    [PIS_S_FOLLOW] = { "follow", "P-L16", pis_step_follow },
    [PIS_S_PURSUIT] = { "pursuit", "P-R7", pis_step_pursuit },
    [PIS_S_ROUT] = { "rout", "P-R5", pis_step_rout },
    [PIS_S_END] = { "end", "P-VIC3", pis_step_end },
    [PIS_S_DISASTER] = { "disaster", "P-W4", pis_step_disaster },
};

/* --- Who decides --- */

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

/* --- What sentences call things --- */

/* The label the scenario gives an entry. */
static const char *label_of(const struct pis_book *bk, int list, int i)
{
    switch (list) {
    case PIS_L_REGIMENT: return bk->regiment[i].label;
    case PIS_L_BRIGADE: return bk->brigade[i].label;
    case PIS_L_OFFICER: return bk->officer[i].label;
    default: return bk->ground[i].label;
    }
}

static int side_of(const struct pis_book *bk, int list, int i)
{
    switch (list) {
    case PIS_L_REGIMENT: return pis_side_of(bk, i);
    case PIS_L_BRIGADE: return bk->brigade[i].side;
    case PIS_L_OFFICER: return bk->officer[i].side;
    default: return TC_NONE;
    }
}

/* By label; where two bear the same one, by its side too, or by its key as people write it. */
static void say_name(const struct tc_book *book, int list, int i, struct tc_text *out)
{
    const struct pis_book *bk = pis_book_of(book);
    const char *label = label_of(bk, list, i);
    bool twin = false, twin_of_side = false;

    for (int k = 0; k < pis_names(book, list); k++)
        if (k != i && strcmp(label_of(bk, list, k), label) == 0) {
            twin = true;
            twin_of_side |= side_of(bk, list, k) == side_of(bk, list, i);
        }
    tc_say_label(label, pis_name_of(book, list, i), out);
    if (!twin)
        return;
    const char *by =
        twin_of_side ? pis_name_of(book, list, i) : book->side_name[side_of(bk, list, i)];
    tc_text_str(out, " (");
    tc_say_key(by, out);
    tc_text_char(out, ')');
}

/* --- Cards, for `show --card` --- */

static const char *card_name(const struct tc_book *book, int i)
{
    const struct pis_book *bk = pis_book_of(book);

    return i >= 0 && i < bk->cards ? bk->card[i].name : NULL;
}

static void card_text(const struct tc_book *book, int i, struct tc_text *out)
{
    pis_card_text(&pis_book_of(book)->card[i], out);
}

static int points(const struct tc_book *book, const void *state, int side)
{
    return pis_points(pis_book_of(book), state, side);
}

const struct tc_ruleset pis_ruleset = {
    .name = "pistolado",
    .title = "Battle! Pistolado",
    .letter = 'P',
    .edition = 4,
    .state_size = sizeof(struct pis_state),
    .fields = &pis_fields,
    .steps = steps,
    .step_count = PIS_STEPS,
    TC_WORDS_OF_RULESET,
    .schema = &pis_schema,
    .say_name = say_name,
    .ground = pis_ground_at,
    .setup = pis_setup,
    .command_of = command_of,
    .scene = pis_scene,
    .score = pis_score,
    .points = points,
    .strength_word = "companies",
    .check = pis_check,
    .veil = pis_veil,
    .assume = pis_assume,
    .goes_on = pis_goes_on,
    .follows = pis_follows,
    .off = "regiment place=left w=0 d=0",
    .row_side = pis_row_side,
    .card_name = card_name,
    .card_text = card_text,
    .eye = &pis_eye,
    .staff = &pis_staff,
    .dangers = &pis_dangers,
};
