/* rules/malbrook/veil.c - what a side may not know, what odds assume on the way, and what is
 * proposed instead of an act that is refused. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/malbrook.h"

enum { DRIFT = 6000, NEAR_HOME = 8, ANYWHERE = 24 };

/* --- Odds: what is assumed on the way --- */

/* The choice of modifiers that comes nearest to "as the player wishes" (M-RUL-7). */
static int best_adjust(const struct tc_view *v, const struct tc_act *offer, int offers)
{
    const struct mal_command_table *t = &mal_book_of(v->book)->tables.command;
    int best = 0, least = 99;

    for (int i = 0; i < offers; i++) {
        int roll = v->q->arg[1] + offer[i].arg[0] + offer[i].arg[1];
        int off = roll > t->free_to    ? roll - t->free_to
                  : roll <= t->halt_to ? t->halt_to + 1 - roll
                                       : 0;
        if (off < least) {
            least = off;
            best = i;
        }
    }
    return best;
}

/* The plain course: the charged stand, nobody else charges or shoots at riders, chargers roll
 * two dice, troops conform, test and re-dress where they may. */
int mal_assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
               int offers)
{
    static const uint8_t wanted[MAL_QUESTIONS] = {
        [MAL_Q_FIRE] = MAL_V_HOLD,         [MAL_Q_LEADER] = MAL_V_PASS,
        [MAL_Q_MESSENGER] = MAL_V_STAY,    [MAL_Q_CONFORM] = MAL_V_CONFORM,
        [MAL_Q_CEASE] = MAL_V_TEST,        [MAL_Q_PICK] = MAL_V_PICK,
        [MAL_Q_DECLARE] = MAL_V_HALT,      [MAL_Q_PATH] = MAL_V_MOVE,
        [MAL_Q_WITHDRAW] = MAL_V_WITHDRAW, [MAL_Q_VOLLEY] = MAL_V_VOLLEY,
        [MAL_Q_RIDE] = MAL_V_PASS,         [MAL_Q_HOLDERS] = MAL_V_STAY,
        [MAL_Q_RETIRED] = MAL_V_HALT,      [MAL_Q_CHARGE] = MAL_V_NO_CHARGE,
        [MAL_Q_RESPOND] = MAL_V_STAND,     [MAL_Q_SHOOT] = MAL_V_HOLD,
        [MAL_Q_REDRESS] = MAL_V_DRESS,
    };

    (void)d;
    if (v->q->question == MAL_Q_ADJUST)
        return best_adjust(v, offer, offers);
    for (int i = 0; i < offers; i++) {
        if (v->q->question == MAL_Q_CHARGE_DICE && offer[i].arg[1] == MAL_TWO)
            return i;
        if (wanted[v->q->question] && offer[i].verb == wanted[v->q->question])
            return i;
    }
    return 0;
}

/* Odds of dice declared for a move go on to the march, those of a charge and of how it is met
 * to the result of its combat. */
bool mal_goes_on(const struct tc_book *book, const void *state, const struct tc_deed *d)
{
    const struct mal_state *s = state;
    int step = s->head.step;

    (void)book;
    switch (d->q.question) {
    case MAL_Q_DECLARE:
        return d->act.verb == MAL_V_DICE && (step == MAL_S_DECLARE || step == MAL_S_MARCH);
    case MAL_Q_CHARGE:
        if (d->act.verb != MAL_V_CHARGE)
            return false;
        break;
    case MAL_Q_RESPOND:
    case MAL_Q_CHARGE_DICE: break;
    default: return false;
    }
    return s->round == 0 && step >= MAL_S_CHARGE && step <= MAL_S_RESULT;
}

/* What comes before anybody is asked again: those who have no choice after a combat, and its
 * further rounds; the move of the group that was picked. A shot leaves the fights out. */
bool mal_follows(const struct tc_book *book, const void *state, const struct tc_deed *d)
{
    const struct mal_state *s = state;
    int step = s->head.step;

    if (step == MAL_S_AFTER)
        return mal_has_no_choice(mal_book_of(book), s);
    switch (d->q.question) {
    case MAL_Q_PICK: return step == MAL_S_DECLARE || step == MAL_S_MARCH;
    case MAL_Q_FIRE:
        if (d->act.verb != MAL_V_HOLD)
            return false;
        break;
    default: break;
    }
    return step >= MAL_S_CHARGE && step <= MAL_S_ROUND_END;
}

/* --- What is kept from a side --- */

static bool unseen(const struct mal_book *bk, const struct mal_state *s, int side, int unit)
{
    return unit >= 0 && unit < s->units && s->brigades[unit].side != side &&
           mal_on_table(&s->brigades[unit]) && !mal_known(bk, s, side, unit);
}

/* Is one of its units or leaders unseen? */
static bool names_unseen(const struct mal_book *bk, const struct mal_state *s, int side,
                         const struct tc_decl *d, const int32_t *arg)
{
    for (int i = 0; d->param[i].kind != TC_K_END; i++) {
        int n = arg[tc_decl_place(d, i)], list = d->param[i].list;
        if (d->param[i].kind != TC_K_NAME)
            continue;
        if (list == MAL_L_UNIT && unseen(bk, s, side, n))
            return true;
        if (list == MAL_L_LEADER && n >= 0 && n < bk->leaders && mal_leader_there(s, n) &&
            !mal_leader_known(bk, s, side, n))
            return true;
    }
    return false;
}

static bool any_unseen(const struct mal_book *bk, const struct mal_state *s, int side)
{
    for (int i = 0; i < s->units; i++)
        if (unseen(bk, s, side, i))
            return true;
    return false;
}

/* Dice and what is added to them: while the other side commands and marches, nobody knows of
 * whom they are. */
static bool keeps_numbers(const struct mal_book *bk, const struct mal_state *s, int side)
{
    bool quiet =
        s->phase == MAL_P_COMMAND || s->phase == MAL_P_MOVE || s->phase == MAL_P_MORALE;

    return quiet && s->side != side && any_unseen(bk, s, side);
}

static bool keeps_event(const struct mal_book *bk, const struct mal_state *s, int side,
                        const struct tc_event *e)
{
    const struct tc_ruleset *r = &mal_ruleset;

    if (e->kind == TC_EV_ANSWER)
        return e->arg[0] != side &&
               names_unseen(bk, s, side, &r->verbs[e->act->verb], e->act->arg);
    if (e->kind == TC_EV_TELL)
        return names_unseen(bk, s, side, &r->events[e->id], e->arg);
    return keeps_numbers(bk, s, side);
}

/* What unseen troops do is not told, nor who of them is asked, nor where they are; dice and
 * modifiers go with whoever moves. */
bool mal_keeps(const struct tc_book *book, const void *state, int side,
               const struct tc_event *e, const struct tc_query *q)
{
    const struct mal_book *bk = mal_book_of(book);
    const struct mal_state *s = state;

    if (!bk->hidden || s->head.over)
        return false;
    if (q)
        return names_unseen(bk, s, side, &mal_ruleset.questions[q->question].decl, q->arg);
    if (e)
        return unseen(bk, s, side, s->mover) || unseen(bk, s, side, s->group) ||
               keeps_event(bk, s, side, e);
    return any_unseen(bk, s, side);
}

/* --- Veil: unseen enemies may stand anywhere unseen --- */

/* Set it down where it may stand and is not seen: near where it began the battle, or anywhere.
 * Nothing hangs on where it truly is. */
static void set_down(const struct mal_book *bk, struct mal_state *s, int side, int unit,
                     struct tc_stream *d)
{
    struct mal_unit *m = &s->brigades[unit];
    const struct mal_card *card = &bk->card[m->card];

    m->where = MAL_ON_TABLE;
    for (int i = 0; i < NEAR_HOME + ANYWHERE; i++) {
        struct mal_unit x = *m;
        bool near = i < NEAR_HOME && card->turn == 0;
        x.x = near ? card->x + (int32_t)tc_draw(d, 2 * DRIFT + 1) - DRIFT
                   : (int32_t)tc_draw(d, (uint32_t)bk->width);
        x.y = near ? card->y + (int32_t)tc_draw(d, 2 * DRIFT + 1) - DRIFT
                   : (int32_t)tc_draw(d, (uint32_t)bk->height);
        x.heading = card->heading;
        if (!mal_may_stand(bk, s, unit, &x, NULL) ||
            mal_enemy_near_rect(bk, s, x.side, &x, bk->tables.move.horse_stop))
            continue;
        mal_set_pose(bk, s, unit, x.x, x.y, x.heading);
        if (!mal_known(bk, s, side, unit))
            return;
    }
    mal_set_pose(bk, s, unit, card->x, card->y, card->heading);
    m->where = MAL_OFF_TABLE;
}

void mal_veil(const struct tc_book *book, void *state, int side, struct tc_stream *stream)
{
    const struct mal_book *bk = mal_book_of(book);
    struct mal_state *s = state;
    bool away[MAL_UNITS];

    if (!bk->hidden)
        return;
    for (int i = 0; i < s->units; i++)
        away[i] = i != s->mover && unseen(bk, s, side, i) && !mal_in_close_combat(bk, s, i);
    for (int i = 0; i < s->units; i++)
        if (away[i])
            s->brigades[i].where = MAL_OFF_TABLE;
    for (int i = 0; i < s->units; i++)
        if (away[i])
            set_down(bk, s, side, i, stream);
}
