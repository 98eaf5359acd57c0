/* draw/who.c - which pieces are one unit, and what a side is called: for pictures and for text,
 * so that text needs no library of pictures. */
#include "draw/plan.h"

bool draw_first_of_unit(const struct tc_scene *s, int piece)
{
    for (int i = 0; i < piece; i++)
        if (s->piece[i].id == s->piece[piece].id && s->piece[i].side == s->piece[piece].side)
            return false;
    return true;
}

int draw_widest_of_unit(const struct tc_scene *s, int piece)
{
    const struct tc_piece *own = &s->piece[piece];
    int best = -1, n = 0, seen = 0;
    for (int i = 0; i < s->pieces; i++)
        n += s->piece[i].id == own->id && s->piece[i].side == own->side;
    /* The middle one of a bent line carries the name, unless another is broader. */
    for (int i = 0; i < s->pieces; i++) {
        if (s->piece[i].id != own->id || s->piece[i].side != own->side)
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
