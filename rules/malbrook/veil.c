/* rules/malbrook/veil.c - what a side may not know, what odds assume on the way, and what is
 * proposed instead of an act that is refused. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/malbrook.h"

/* --- Veil: unseen enemies may stand elsewhere (M-24.5, M-RUL-61) ------------------------ */

enum { DRIFT = 6000, TRIES = 6 };

/* Move one unseen unit a little, where it may stand and stays unseen. */
static void drift(const struct mal_book *bk, struct mal_state *s, int side, int unit,
                  struct tc_stream *d)
{
    struct mal_unit *m = &s->brigades[unit], old = *m;

    for (int i = 0; i < TRIES; i++) {
        struct mal_unit x = old;
        x.x += (int32_t)tc_draw(d, 2 * DRIFT + 1) - DRIFT;
        x.y += (int32_t)tc_draw(d, 2 * DRIFT + 1) - DRIFT;
        if (!mal_may_stand(bk, s, unit, &x, NULL) ||
            mal_enemy_near_rect(bk, s, x.side, &x, bk->tables.move.horse_stop))
            continue;
        mal_set_pose(bk, s, unit, x.x, x.y, x.heading);
        if (!mal_known(bk, s, side, unit))
            return;
        mal_set_pose(bk, s, unit, old.x, old.y, old.heading);
    }
}

void mal_veil(const struct tc_book *book, void *state, int side, struct tc_stream *stream)
{
    const struct mal_book *bk = mal_book_of(book);
    struct mal_state *s = state;
    bool unseen[MAL_UNITS];

    if (!bk->hidden)
        return;
    for (int i = 0; i < s->units; i++)
        unseen[i] = s->brigades[i].side != side && mal_on_table(&s->brigades[i]) &&
                    i != s->mover && !mal_in_close_combat(bk, s, i) &&
                    !mal_known(bk, s, side, i);
    for (int i = 0; i < s->units; i++)
        if (unseen[i])
            drift(bk, s, side, i, stream);
}

/* --- Odds: what is assumed on the way ------------------------------------------------------
 */

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
int mal_assume(const struct tc_view *v, const struct tc_act *offer, int offers)
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

/* Odds of dice declared for a move go on to the march. */
bool mal_goes_on(const struct tc_book *book, const void *state, const struct tc_act *a)
{
    const struct mal_state *s = state;

    (void)book;
    return a->verb == MAL_V_DICE &&
           (s->head.step == MAL_S_DECLARE || s->head.step == MAL_S_MARCH);
}

/* Odds of a charge and of how it is met look on to the result of its combat. */
void mal_look_ahead(struct mal_play *p)
{
    if (!p->u->assume || p->s->zero16)
        return;
    p->s->zero16 = 1; /* the steps below come here again; the state is thrown away */
    for (int i = 0; i < 400; i++) {
        int step = p->s->head.step;
        if (step < MAL_S_CHARGE || step > MAL_S_RESULT || p->s->head.over)
            return;
        mal_ruleset.steps[step].play(p->s, p->u);
    }
}
