/* rules/minden/guns.c - chapter L: batteries: limbering, manhandling, splitting. */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

/* Told further down: */
static int spare_parts(const struct min_book *bk, const struct min_state *s, int unit,
                       int16_t *out);
static void make_part(struct min_play *p, int unit, const struct min_unit *whole, int k);
static bool judge_placing(const struct tc_view *v, const struct tc_act *a, const char *rule,
                          struct tc_refusal *why);
static bool sane_place(const struct min_book *bk, const struct tc_act *a);
static void placed(const struct min_state *s, int unit, const struct tc_act *a,
                   struct min_unit *m);
static bool nth_place(const struct tc_view *v, int i, struct tc_act *out);
static void offer_place(const struct min_book *bk, const struct min_state *s, int unit,
                        uint16_t facing, uint16_t heading, int32_t d, struct tc_act *out);

/* N-TAB-4: half a d6 in any direction, turning freely on the centre. */
void min_manhandle(struct min_play *p, int unit)
{
    tc_wish(p->u, p->s->head.active, TC_HIGH);
    int32_t reach = 500 * min_d6(p, "N-TAB-4");

    tc_tell(p->u, MIN_E_HANDLE_REACH, "N-TAB-4", unit, reach);
    struct tc_act a = *tc_ask(p->u, p->s->head.active, MIN_Q_HANDLE, "N-TAB-4", unit, reach);

    min_put_guns(p, unit, &a);
    tc_tell(p->u, MIN_E_MANHANDLED, "N-B1b", unit);
    min_mark_red(p, unit, "N-B1b");
}

void min_limber(struct min_play *p, int unit, bool limber)
{
    p->s->units[unit].formation = limber ? MIN_LIMBERED : MIN_UNLIMBERED;
    /* N-B1c, N-GEO-6f */
    tc_tell(p->u, limber ? MIN_E_LIMBERED : MIN_E_UNLIMBERED, "N-B1b", unit);
    min_mark_red(p, unit, "N-B1b");
}

bool min_may_split(const struct min_book *bk, const struct min_state *s, int unit,
                   struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[unit];
    int16_t part[MIN_UNITS];

    if (!min_is_gun(bk, unit) || m->guns < 2)
        return tc_refuse(why, "N-L9b", MIN_R_ONE_GUN, unit);
    if (m->melee != TC_NONE)
        return tc_refuse(why, "N-B3d", MIN_R_IN_MELEE, unit);
    if (m->fig < m->guns || spare_parts(bk, s, unit, part) < m->guns - 1)
        return tc_refuse(why, "N-L9b", MIN_R_NO_SPARE, unit);
    return true;
}

/* The spare parts a battery can be split into. */
static int spare_parts(const struct min_book *bk, const struct min_state *s, int unit,
                       int16_t *out)
{
    int parent = bk->unit[unit].spare_of >= 0 ? bk->unit[unit].spare_of : unit, n = 0;

    for (int i = 0; i < bk->units; i++)
        if (bk->unit[i].spare_of == parent && s->units[i].where == MIN_SPARE)
            out[n++] = (int16_t)i;
    return n;
}

void min_split(struct min_play *p, int unit)
{
    struct min_unit whole = p->s->units[unit];
    int16_t part[MIN_UNITS];
    int n = whole.guns;

    spare_parts(p->bk, p->s, unit, part);
    for (int k = 0; k < n; k++) /* N-L8, N-L9, N-L10, N-L11 */
        make_part(p, k ? part[k - 1] : unit, &whole, k);
    for (int k = 0; k < n; k++) {
        int i = k ? part[k - 1] : unit;
        struct min_body b;
        min_body(p->bk, p->s, i, &b);
        if (min_overlapped(p->bk, p->s, &b, i) != TC_NONE)
            p->s->units[i].crowd = 1; /* by a mil or two of rounding */
    }
    tc_tell(p->u, MIN_E_SPLIT, "N-L9b", unit, n);
}

/* Part k of n takes its share of crew, losses and ground; an odd figure goes to the first. */
static void make_part(struct min_play *p, int unit, const struct min_unit *whole, int k)
{
    struct min_unit *m = &p->s->units[unit];
    struct min_size z;
    int n = whole->guns, crew = min_crew_of(p->bk, unit);

    *m = *whole;
    m->guns = 1;
    m->fig0 = (uint8_t)crew;
    m->fig = (uint8_t)tc_min(whole->fig / n + (k < whole->fig % n), crew);
    m->fire_twice = whole->fire_twice > k;
    min_size_of(p->bk, unit, whole, &z);
    struct tc_pt at =
        tc_step((struct tc_pt){ whole->x, whole->y }, (uint16_t)(whole->facing + TC_QUARTER),
                (2 * k + 1 - n) * (z.w / n) / 2);
    m->x = at.x;
    m->y = at.y;
    min_settle(p->bk, unit, m);
}

bool min_judge_relocate(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    return judge_placing(v, a, "N-M10a", why);
}

void min_put_guns(struct min_play *p, int unit, const struct tc_act *a)
{
    struct min_unit *m = &p->s->units[unit];
    struct min_body b;

    if (m->x != a->arg[0] || m->y != a->arg[1])
        m->clinch = 0;
    m->x = a->arg[0];
    m->y = a->arg[1];
    m->facing = (uint16_t)a->arg[2];
    min_body(p->bk, p->s, unit, &b);
    m->crowd = min_overlapped(p->bk, p->s, &b, unit) != TC_NONE;
}

/* Centre no farther than the reach; the footprint fits. */
static bool judge_placing(const struct tc_view *v, const struct tc_act *a, const char *rule,
                          struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = v->q->arg[0], reach = v->q->arg[1];
    struct tc_pt was = min_centre(bk, s, unit), is;
    struct min_size z;
    struct min_unit m;

    if (!sane_place(bk, a))
        return tc_refuse(why, rule, MIN_R_OFF_TABLE, unit);
    placed(s, unit, a, &m);
    min_size_of(bk, unit, &m, &z);
    is = tc_step((struct tc_pt){ m.x, m.y }, m.facing, -z.d / 2);
    int64_t most = reach + MIN_SLACK;
    if (tc_dist2(was, is) > most * most)
        return tc_refuse(why, rule, MIN_R_TOO_FAR, tc_dist(was, is), reach);
    if (memcmp(&m, &s->units[unit], sizeof m) == 0)
        return true;
    return min_fits(bk, s, unit, &m, "N-GEO-32", why);
}

static bool sane_place(const struct min_book *bk, const struct tc_act *a)
{
    return a->arg[0] >= 0 && a->arg[0] <= bk->width && a->arg[1] >= 0 &&
           a->arg[1] <= bk->height;
}

/* The unit with the anchor and facing an act names. */
static void placed(const struct min_state *s, int unit, const struct tc_act *a,
                   struct min_unit *m)
{
    *m = s->units[unit];
    m->x = a->arg[0];
    m->y = a->arg[1];
    m->facing = (uint16_t)a->arg[2];
}

bool min_judge_handle(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    return judge_placing(v, a, "N-TAB-4", why);
}

bool min_judge_limber(const struct min_book *bk, const struct min_state *s, int unit,
                      bool limber, struct tc_refusal *why)
{
    struct min_unit m = s->units[unit];

    m.formation = limber ? MIN_LIMBERED : MIN_UNLIMBERED;
    return min_fits(bk, s, unit, &m, "N-GEO-32", why);
}

bool min_judge_split(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    return a->verb == MIN_V_KEEP_WHOLE ||
           min_may_split(min_book_of(v->book), v->state, v->q->arg[0], why); /* N-CAND-8 */
}

int min_count_handle(const struct tc_view *v)
{
    return 7 + min_book_of(v->book)->units;
}

bool min_nth_handle(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = MIN_V_HANDLE; /* N-CAND-9 */
    return nth_place(v, i, out);
}

/* Stay; half and full ahead and back; turn left and right; then face each enemy. */
static bool nth_place(const struct tc_view *v, int i, struct tc_act *out)
{
    const struct min_book *bk = min_book_of(v->book);
    const struct min_state *s = v->state;
    int unit = v->q->arg[0], enemy = i - 7;
    uint16_t f = s->units[unit].facing;
    int32_t reach = v->q->arg[1];
    static const int8_t half[5] = { 0, 1, 2, -1, -2 };

    if (i < 5) {
        offer_place(bk, s, unit, f, f, half[i] * (reach / 2), out);
        return true;
    }
    if (i < 7) {
        offer_place(bk, s, unit, (uint16_t)(f + (i == 5 ? -8192 : 8192)), f, 0, out);
        return true;
    }
    if (!min_on_table(s, enemy) || min_side_of(bk, enemy) == v->q->side ||
        !min_within(bk, s, unit, enemy, bk->t.fire.long_range[MIN_GUN]))
        return false;
    offer_place(bk, s, unit, tc_bearing(min_centre(bk, s, unit), min_centre(bk, s, enemy)), f,
                0, out);
    return true;
}

/* Turned on the centre to a heading, then shifted along it. */
static void offer_place(const struct min_book *bk, const struct min_state *s, int unit,
                        uint16_t facing, uint16_t heading, int32_t d, struct tc_act *out)
{
    struct min_size z;
    const struct min_unit *m = &s->units[unit];

    min_size_of(bk, unit, m, &z);
    struct tc_rect r = tc_rect_at((struct tc_pt){ m->x, m->y }, m->facing, z.w, z.d);
    if (facing != m->facing)
        r = tc_turn_on_centre(r, facing);
    r = tc_move(r, heading, d);
    out->arg[0] = r.x;
    out->arg[1] = r.y;
    out->arg[2] = r.facing;
}

int min_count_relocate(const struct tc_view *v)
{
    return 7 + min_book_of(v->book)->units;
}

bool min_nth_relocate(const struct tc_view *v, int i, struct tc_act *out)
{
    out->verb = MIN_V_RELOCATE;
    return nth_place(v, i, out);
}
