/* rules/pistolado/staff.c - what no captain of the religious wars does. */
#include "board/staff.h"

#include "board/lines.h"
#include "board/plane.h"
#include "rules/pistolado/pistolado.h"
#include "rules/pistolado/inner.h"

enum { NEAR = 12000 };

/* Is an enemy near and ahead of it? */
static bool faces_enemy(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_dir f = tc_forward_of(g->facing);

    for (int e = 0; e < bk->regiments; e++) {
        if (!pis_enemies(bk, r, e) || !pis_here(s, e))
            continue;
        int32_t dx = s->regiment[e].x - g->x, dy = s->regiment[e].y - g->y;
        int32_t d = tc_line_apart(dx, dy);
        if (d > 0 && d <= NEAR && (((int64_t)dx * f.x + (int64_t)dy * f.y) >> 20) / d >= 720)
            return true;
    }
    return false;
}

static bool folly(const struct tc_view *v, const struct tc_act *a, const struct tc_offers *o)
{
    const struct pis_book *bk = pis_book_of(v->book);
    const struct pis_state *s = v->state;

    switch (a->verb) {
    case PIS_V_HOLD_FIRE: return tc_is_offered(o, PIS_V_FIRE);
    case PIS_V_REST: return tc_is_offered(o, PIS_V_RALLY);
    case PIS_V_BACK: return false;
    case PIS_V_FRONT: /* guns and shot that look at the enemy do not turn away */
        return pis_has(bk, v->q->arg[0], PIS_ART) && faces_enemy(bk, s, v->q->arg[0]);
    default: return false;
    }
}

static int commands(const struct tc_book *tbk, int side)
{
    (void)side;
    return pis_book_of(tbk)->brigades;
}

const struct tc_staff pis_staff = { .commands = commands,
                                    .muster = pis_muster,
                                    .folly = folly };
