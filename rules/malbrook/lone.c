/* rules/malbrook/lone.c - chapter 8: leaders and messengers far from friends. */
#include "rules/malbrook/inner.h"

/* Told further down: */
static struct tc_pt at(const struct mal_state *s, int leader);

/* M-8.9, M-8.12: farther than four inches from every brigade and crewed gun of his side. */
bool mal_is_lone(const struct mal_book *bk, const struct mal_state *s, int side, struct tc_pt p)
{
    if (mal_friend_near_point(bk, s, side, p, bk->tables.command.lone + MAL_EPS) != TC_NONE)
        return false; /* M-8.12 */
    return true;
}

/* M-8.11: cavalry that comes upon a lone leader or messenger takes him at once. */
void mal_capture_lone(struct mal_play *p, int unit, const struct tc_rect *from,
                      uint16_t heading, int32_t d)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    struct tc_box b, dot;

    if (!mal_is_cavalry(p->bk, m))
        return;
    tc_box_make(&b, from);
    for (int i = 0; i < p->bk->leaders; i++) {
        struct mal_leader *l = &p->s->leaders[i];
        if (p->bk->leader[i].side == m->side || !mal_leader_there(p->s, i) ||
            l->attached != TC_NONE)
            continue;
        tc_box_point(&dot, at(p->s, i));
        if (tc_sweep_within(&b, heading, d, &dot, p->bk->tables.command.contact + MAL_EPS) &&
            mal_is_lone(p->bk, p->s, p->bk->leader[i].side, at(p->s, i)))
            mal_leader_falls(p, i, MAL_CAPTURED, "M-8.11");
    }
    for (int i = 0; i < MAL_MESSENGERS; i++) {
        struct mal_messenger *g = &p->s->messengers[i];
        struct tc_pt where = { g->x, g->y };
        if (!g->live || g->carried || p->bk->leader[g->sender].side == m->side)
            continue;
        tc_box_point(&dot, where);
        if (!tc_sweep_within(&b, heading, d, &dot, p->bk->tables.command.contact + MAL_EPS) ||
            !mal_is_lone(p->bk, p->s, p->bk->leader[g->sender].side, where))
            continue;
        memset(g, 0, sizeof *g);
        tc_tell(p->u, MAL_E_MESSENGER_LOST, "M-8.14", i, 0, 0);
    }
}

static struct tc_pt at(const struct mal_state *s, int leader)
{
    return (struct tc_pt){ s->leaders[leader].x, s->leaders[leader].y };
}
