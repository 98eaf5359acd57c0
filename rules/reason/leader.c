/* rules/reason/leader.c - chapter 20 and T-15: leaders under fire, displaced, replaced. */
#include "rules/reason/inner.h"

/* Told further down: */
static void lost(struct rea_ctx *c, int leader, int fate, int event);
static void join_nearest(struct rea_ctx *c, int leader, bool away);
static int nearest_body(const struct rea_ctx *c, int side, int hex, bool away);

/* T-15: leaders in a hex under fire or in a fight. broken: their stack Routed or died. */
void rea_leader_risk(struct rea_ctx *c, int hex, int side, bool broken, const char *rule)
{
    for (int i = 0; i < c->bk->leaders; i++) {
        struct rea_leader *l = &c->s->leader[i];
        if (!l->placed || l->fate != REA_FIT || l->hex != hex || c->bk->leader[i].side != side)
            continue;
        tc_hope(c->u, side, TC_HIGH);
        int roll = rea_roll(c, TC_D10, rule);
        if (roll == 0 || (broken && roll == 1))
            lost(c, i, REA_KILLED, REA_E_LEADER_KILLED);
        else if (broken && roll <= 3)
            lost(c, i, REA_TAKEN, REA_E_LEADER_TAKEN);
        else if (broken)
            join_nearest(c, i, true);
        else if (roll <= 2)
            lost(c, i, REA_WOUNDED, REA_E_LEADER_WOUNDED);
        else if (roll == 3)
            l->stunned = 1;
    }
}

static void lost(struct rea_ctx *c, int leader, int fate, int event)
{
    struct rea_leader *l = &c->s->leader[leader];

    l->fate = (uint8_t)fate;
    l->replaced = 1;
    l->with = REA_NO;
    rea_tell(c->u, event, "R-T-15", leader, 0, 0);
    if (c->bk->leader[leader].rank == REA_RANK_ARMY && fate == REA_KILLED)
        c->s->due_check[c->bk->leader[leader].side] |= 2;
}

/* R-20.x2: a leader alone in a hex the enemy enters rides to the nearest friends. */
void rea_displace_leaders(struct rea_ctx *c, int hex, int side)
{
    if (rea_friend_at(c, side, hex) >= 0)
        return;
    for (int i = 0; i < c->bk->leaders; i++) {
        const struct rea_leader *l = &c->s->leader[i];
        if (l->placed && l->fate == REA_FIT && l->hex == hex && c->bk->leader[i].side == side)
            join_nearest(c, i, false);
    }
}

/* R-RUL-107: leaders go with the troops they are stacked with, if no friends stay with them.
 * T-15: who is unhorsed does not move. */
void rea_leaders_follow(struct rea_ctx *c, int body, const int16_t *old, int len)
{
    const struct rea_body *y = &c->s->body[body];

    for (int h = 0; h < len; h++)
        for (int i = 0; i < c->bk->leaders; i++) {
            struct rea_leader *l = &c->s->leader[i];
            if (l->placed && l->fate == REA_FIT && !l->stunned && l->hex == old[h] &&
                c->bk->leader[i].side == y->side && rea_friend_at(c, y->side, old[h]) < 0)
                l->hex = y->hex[0];
        }
}

/* a move is over; who led it stays where it ended. */
void rea_leaders_leave(struct rea_ctx *c, int body)
{
    for (int i = 0; i < c->bk->leaders; i++)
        if (c->s->leader[i].with == body)
            c->s->leader[i].with = REA_NO;
}

static void join_nearest(struct rea_ctx *c, int leader, bool away)
{
    struct rea_leader *l = &c->s->leader[leader];
    int b = nearest_body(c, c->bk->leader[leader].side, l->hex, away);

    if (b < 0) {
        l->placed = 0;
        return;
    }
    l->hex = c->s->body[b].hex[0];
    rea_tell(c->u, REA_E_RODE, "R-20.x2", leader, l->hex, 0);
}

/* The nearest friends who are not Routed; beyond their own hex when they have left it. */
static int nearest_body(const struct rea_ctx *c, int side, int hex, bool away)
{
    int best = TC_NONE, least = 9999;

    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &c->s->body[b];
        if (!y->units || y->side != side || y->form == REA_ROUT)
            continue;
        int n = rea_body_distance(c, b, hex);
        if (n < least && (n > 0 || !away)) {
            least = n;
            best = b;
        }
    }
    return best;
}

static int senior_wing(const struct rea_ctx *c, int side)
{
    for (int i = 0; i < c->bk->leaders; i++)
        if (c->bk->leader[i].side == side && c->bk->leader[i].rank == REA_RANK_WING &&
            rea_leader_lives(c, i))
            return i;
    return TC_NONE;
}

static void replace(struct rea_ctx *c, int i)
{
    struct rea_leader *l = &c->s->leader[i];
    int wing = c->bk->leader[i].rank == REA_RANK_ARMY ? senior_wing(c, c->bk->leader[i].side)
                                                      : TC_NONE;

    l->fate = REA_FIT;
    l->replaced = 0;
    if (wing >= 0) {
        l->hex = c->s->leader[wing].hex;
        l->initiative = c->s->leader[wing].initiative;
        l->range = (uint8_t)tc_max(1, l->range - 1);
        l->rating = 0;
    } else {
        l->initiative = (uint8_t)tc_max(0, l->initiative - 1);
        l->range = (uint8_t)tc_max(1, l->range - 1);
        l->rating = (uint8_t)tc_max(0, l->rating - 1);
        join_nearest(c, i, false);
    }
    rea_tell(c->u, REA_E_LEADER_REPLACED, "R-T-15", i, 0, 0);
}

/* Replacements come at the start of the next turn. */
void rea_replace_leaders(struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->leaders; i++)
        if (c->s->leader[i].placed && c->s->leader[i].fate != REA_FIT &&
            c->s->leader[i].replaced)
            replace(c, i);
}
