/* rules/bayonet/leaders.c - leaders in combat: chapter 6.4. */
#include "rules/bayonet/combat.h"

/* Told further down: */
static void replace(struct bay_turn *t, int dead);
static int replacement_of(const struct bay_book *bk, const struct bay_state *s, int leader);

/* After the last combat, before morale: one roll a leader (B-6.4.2a, B-6.4.2c). */
void bay_step_leaders(void *state, struct tc_umpire *u)
{
    BAY_TURN_BARE(t);

    for (int b = 0; b < t->bk->brigades; b++)
        if (t->s->brigades[b].fought && bay_in_play(t->s, b)) {
            t->s->brigades[b].fought = 0;
            bay_leader_risk(t, b, "B-6.4.2a"); /* B-6.4.2c, B-RUL-34 */
        }
    t->s->head.step = BAY_S_MORALE;
}

void bay_leader_risk(struct bay_turn *t, int brigade, const char *rule)
{
    for (int l = 0; l < t->bk->leaders; l++) {
        if (t->s->leaders[l].post != BAY_IN_PLAY || t->s->leaders[l].direct != brigade)
            continue;
        tc_hope(t->u, t->bk->leader[l].side, TC_LOW);
        if (tc_roll(t->u, TC_D10, rule) < t->bk->leader_falls) {
            tc_tell(t->u, BAY_E_LEADER_SAFE, "B-6.4.2f", l, 0, 0);
            continue;
        }
        tc_tell(t->u, BAY_E_LEADER_FALLS, rule, l, 0, 0);
        replace(t, l);
    }
}

/* The next man stands in the dead one's Wing, with what he had done already (B-6.4.2g). */
static void replace(struct bay_turn *t, int dead)
{
    const struct bay_book *bk = t->bk;
    struct bay_leader *old = &t->s->leaders[dead];
    int next = replacement_of(bk, t->s, dead), side = bk->leader[dead].side;

    old->direct = TC_NONE;
    if (next < 0 && bk->leader[dead].rank == BAY_AC) {
        old->post = BAY_FALLEN;
        return; /* B-6.4.2e */
    }
    /* B-RUL-35 */
    int line = tc_ask(t->u, side, BAY_Q_LINE, "B-RUL-87", next < 0 ? dead : next, dead)->arg[0];
    if (next < 0) {
        old->rating = 0;
        old->stand_in = 1;
        old->line = (uint8_t)line;
        tc_tell(t->u, BAY_E_REPLACED, "B-6.4.2d", dead, TC_NONE, 0);
        return;
    }
    struct bay_leader *x = &t->s->leaders[next];
    x->post = BAY_IN_PLAY;
    x->wing = old->wing;
    x->line = (uint8_t)line;
    x->direct = TC_NONE;
    x->finished = old->finished;
    x->moved = old->moved;
    x->tried = old->tried;
    old->post = BAY_FALLEN;
    if (t->s->now.leader == dead)
        t->s->now.leader = (int16_t)next;
    tc_tell(t->u, BAY_E_REPLACED, "B-6.4.2g", dead, next, 0);
}

static int replacement_of(const struct bay_book *bk, const struct bay_state *s, int leader)
{
    for (int l = 0; l < bk->leaders; l++)
        if (bk->leader[l].replaces == leader && s->leaders[l].post == BAY_WAITS)
            return l;
    return TC_NONE;
}
