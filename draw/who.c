/* draw/who.c - which pieces are one unit, and what a side is called: for pictures and for text,
 * so that text needs no library of pictures. */
#include "draw/plan.h"

/* Are two pieces one unit? Who has no number, as an officer, is one by himself. */
static bool same_unit(const struct tc_scene *s, int a, int b)
{
    const struct tc_piece *p = &s->piece[a], *q = &s->piece[b];

    return a == b || (p->id != TC_NONE && p->id == q->id && p->side == q->side);
}

bool draw_first_of_unit(const struct tc_scene *s, int piece)
{
    for (int i = 0; i < piece; i++)
        if (same_unit(s, i, piece))
            return false;
    return true;
}

int draw_widest_of_unit(const struct tc_scene *s, int piece)
{
    int best = -1, n = 0, seen = 0;
    for (int i = 0; i < s->pieces; i++)
        n += same_unit(s, i, piece);
    /* The middle one of a bent line carries the name, unless another is broader. */
    for (int i = 0; i < s->pieces; i++) {
        if (!same_unit(s, i, piece))
            continue;
        bool middle = seen++ == n / 2;
        if (best < 0 || s->piece[i].w > s->piece[best].w ||
            (middle && s->piece[i].w == s->piece[best].w))
            best = i;
    }
    return best;
}

const char *draw_side_name(const struct tc_scene *s, int side)
{
    static const char *const plain[] = { "side A", "side B" };
    if (side < 0 || side >= TC_SIDES)
        return "nobody";
    return s->side_name[side] && s->side_name[side][0] ? s->side_name[side] : plain[side];
}
