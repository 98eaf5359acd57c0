/* rules/minden/test.c - chapters H and Jb: the TEST, one list for melee and morale (N-X9).
 *
 * Every modifier is worked out by itself, so that a melee side can take the best of each
 * (N-F10a), and is told with its own rule.
 */
#include "rules/minden/inner.h"
#include <string.h>

enum mod {
    M_DISORDERED,
    M_LOSS_10,
    M_LOSS_25,
    M_LOSS_33,
    M_LOSS_50,
    M_ARTILLERY,
    M_FLANK_FIRE,
    M_CONTACT,
    M_GRADE,
    M_SELF_RETREAT,
    M_FRIEND_RETREAT,
    M_SELF_ROUT,
    M_FRIEND_ROUT,
    M_FRIEND_LOST,
    M_CHARGE,
    M_FRIENDS,
    M_COMMAND,
    MODS
};

struct mods {
    int value[MODS];
    int label[MODS]; /* where one modifier has several names */
};

/* Told further down: */
static int add_up(struct min_play *p, const struct mods *m, int grade, int unit,
                  const char *rule);
static void find_mods(struct min_crowd *c, int unit, int kind, struct mods *m);
static void mod_losses(const struct min_book *bk, const struct min_state *s, int unit,
                       struct mods *m);
static void mod_friends_in_trouble(const struct min_book *bk, const struct min_state *s,
                                   int unit, struct mods *m);
static bool same_brigade(const struct min_book *bk, int a, int b);
static void find_troubles(const struct min_book *bk, const struct min_state *s, int unit,
                          uint8_t worst[MIN_UNITS]);
static bool passed_near(const struct min_event *e, const struct min_body *b, int32_t r);
static void mod_self(const struct min_book *bk, const struct min_state *s, int unit,
                     struct mods *m);
static void mod_melee(const struct min_book *bk, const struct min_state *s, int unit,
                      struct mods *m);
static bool is_supported(const struct min_book *bk, const struct min_state *s, int unit);
static bool cheers(struct min_crowd *c, int unit, int i);
static bool lies_within(const struct tc_shape *area, const struct tc_box *box);

/* --- All together --- */

/* N-F10, N-RUL-23: the best of each modifier among the units of one side, one die of the
 * best grade. */
int min_side_score(struct min_play *p, int melee, int side, const char *rule)
{
    struct mods best, m;
    struct min_crowd c;
    int first = TC_NONE, grade = MIN_GREEN;

    min_crowd_begin(&c, p->bk, p->s);

    for (int i = min_melee_unit(p->bk, p->s, melee, side, TC_NONE); i != TC_NONE;
         i = min_melee_unit(p->bk, p->s, melee, side, i)) {
        find_mods(&c, i, MIN_T_MELEE, &m);
        grade = tc_max(grade, min_card(p->bk, i)->grade[MIN_TESTING]);
        if (first == TC_NONE) {
            best = m;
            first = i;
            continue;
        }
        for (int k = 0; k < MODS; k++) /* N-F10a, N-F10b, N-F10c, N-RUL-57 */
            if (m.value[k] > best.value[k]) {
                best.value[k] = m.value[k];
                best.label[k] = m.label[k];
            }
    }
    TC_BUG_ON(first == TC_NONE);
    tc_tell(p->u, MIN_E_TESTS, rule, first, MIN_T_MELEE);
    int total = add_up(p, &best, grade, first, rule);
    tc_tell(p->u, MIN_E_MELEE_SCORE, rule, side, total, first); /* N-H5 */
    return total;
}

int min_test(struct min_play *p, int unit, int kind, const char *rule)
{
    struct min_crowd own, *c = p->crowd;
    struct mods m;

    if (!c) {
        min_crowd_begin(&own, p->bk, p->s);
        c = &own;
    }
    find_mods(c, unit, kind, &m);
    tc_tell(p->u, MIN_E_TESTS, rule, unit, kind);
    int total = add_up(p, &m, min_card(p->bk, unit)->grade[MIN_TESTING], unit, rule);
    tc_tell(p->u, MIN_E_TEST, rule, unit, kind, total, p->bk->t.test.rout_at);
    return total; /* N-H4 */
}

/* from: the enemy that caused it, or TC_NONE for a Moral rout. */
void min_rout(struct min_play *p, int unit, int from, const char *rule)
{
    struct min_unit *m = &p->s->units[unit];
    bool fresh = m->morale != MIN_ROUTING;

    if (m->melee != TC_NONE)
        min_leave_melee(p, unit);
    m->morale = MIN_ROUTING;
    if (!fresh)
        return;
    m->flight_from = (int16_t)from;
    m->first_flight_done = 0;
    tc_tell(p->u, MIN_E_ROUTS, rule, unit);
    min_note_event(p->s, p->bk, unit, MIN_ROUT, m, 0);
    min_disorder(p, unit, "N-J5d");
}

static const struct {
    const char *rule;
    int label;
} mod_decl[MODS] = {
    [M_DISORDERED] = { "N-Jb0", MIN_LB_DISORDERED },
    [M_LOSS_10] = { "N-Jb1", MIN_LB_LOSS_10 },
    [M_LOSS_25] = { "N-Jb2", MIN_LB_LOSS_25 },
    [M_LOSS_33] = { "N-Jb3", MIN_LB_LOSS_33 },
    [M_LOSS_50] = { "N-Jb4", MIN_LB_LOSS_50 },
    [M_ARTILLERY] = { "N-Jb6", MIN_LB_BY_ARTILLERY },
    [M_FLANK_FIRE] = { "N-Jb6", MIN_LB_FLANK_REAR_FIRE },
    [M_CONTACT] = { "N-Jb7", MIN_LB_CONTACT_FLANK },
    [M_GRADE] = { "N-Jb8", MIN_LB_GREEN },
    [M_SELF_RETREAT] = { "N-Jb9", MIN_LB_SELF_RETREAT },
    [M_FRIEND_RETREAT] = { "N-Jb9", MIN_LB_FRIEND_RETREAT },
    [M_SELF_ROUT] = { "N-Jb10", MIN_LB_SELF_ROUT },
    [M_FRIEND_ROUT] = { "N-Jb10", MIN_LB_FRIEND_ROUT },
    [M_FRIEND_LOST] = { "N-Jb11", MIN_LB_FRIEND_LOST },
    [M_CHARGE] = { "N-Jb12a", MIN_LB_CHARGE },
    [M_FRIENDS] = { "N-Jb13a", MIN_LB_FRIENDS },
    [M_COMMAND] = { "N-Jb14", MIN_LB_COMMAND },
};

static int add_up(struct min_play *p, const struct mods *m, int grade, int unit,
                  const char *rule)
{
    struct tc_sum sum = { p->u, 0 };

    for (int i = 0; i < MODS; i++) /* N-X9, N-RUL-2, N-TAB-1 */
        if (m->value[i] || i == M_GRADE)
            tc_sum_add(&sum, m->value[i], mod_decl[i].rule, m->label[i], unit);
    tc_hope(p->u, min_side_of(p->bk, unit), TC_HIGH); /* N-X2, N-H6 */
    int face = min_d6(p, "N-F5");
    tc_sum_add(&sum, p->bk->t.test.die[grade][face - 1], "N-F5", MIN_LB_DIE, face);
    tc_sum_end(&sum, rule, MIN_LB_TEST);
    return sum.total;
}

static void find_mods(struct min_crowd *c, int unit, int kind, struct mods *m)
{
    const struct min_book *bk = c->bk;
    const struct min_state *s = c->s;

    static const int grade_label[MIN_GRADES] = { MIN_LB_GREEN, MIN_LB_TRAINED, MIN_LB_VETERAN };
    const struct min_test_table *t = &bk->t.test;
    const struct min_unit *u = &s->units[unit];
    int grade = min_card(bk, unit)->grade[MIN_TESTING];

    memset(m->value, 0, sizeof m->value);
    for (int i = 0; i < MODS; i++)
        m->label[i] = mod_decl[i].label;
    if (min_disordered(s, unit))
        m->value[M_DISORDERED] = t->disordered; /* N-I7 */
    mod_losses(bk, s, unit, m);
    m->value[M_ARTILLERY] = u->cas_by_art ? t->by_artillery : 0;
    m->value[M_FLANK_FIRE] = u->cas_flank_rear ? t->in_flank_or_rear : 0;
    m->value[M_GRADE] = t->grade[grade];
    m->label[M_GRADE] = grade_label[grade];
    mod_self(bk, s, unit, m); /* N-F15, N-Ka1, N-Ka2 */
    mod_friends_in_trouble(bk, s, unit, m);
    if (kind == MIN_T_MELEE || kind == MIN_T_LOSER)
        mod_melee(bk, s, unit, m);
    m->value[M_FRIENDS] = min_friend_in_sight(c, unit) ? t->friends : 0;
    m->value[M_COMMAND] = min_commanded(bk, s, unit) ? t->command : 0;
}

/* --- G. Moral --- */

static void mod_losses(const struct min_book *bk, const struct min_state *s, int unit,
                       struct mods *m)
{
    const struct min_test_table *t = &bk->t.test;
    int lost = min_losses(s, unit);

    for (int i = 0; i < 4 && lost > 0; i++)
        if (lost >= min_loss_threshold(s->units[unit].fig0, t->loss_percent[i]))
            m->value[M_LOSS_10 + i] = t->loss_value[i];
}

static void mod_friends_in_trouble(const struct min_book *bk, const struct min_state *s,
                                   int unit, struct mods *m)
{
    const struct min_test_table *t = &bk->t.test;
    uint8_t worst[MIN_UNITS];

    find_troubles(bk, s, unit, worst);
    for (int i = 0; i < bk->units && s->events > 0; i++) {
        if (worst[i] == 0)
            continue;
        bool same = same_brigade(bk, i, unit);
        if (worst[i] == MIN_DESTROYED + 1)
            m->value[M_FRIEND_LOST] += same ? t->friend_lost_same : t->friend_lost_other;
        else if (worst[i] == MIN_ROUT + 1)
            m->value[M_FRIEND_ROUT] += same ? t->friend_rout_same : t->friend_rout_other;
        else
            m->value[M_FRIEND_RETREAT] += t->friend_retreat;
    }
}

static bool same_brigade(const struct min_book *bk, int a, int b)
{
    int brigade = bk->quick[a].brigade;

    return min_is_command(bk, a) || (brigade != TC_NONE && brigade == bk->quick[b].brigade);
}

/* Each friend counts once, at its worst within 18 inches: enum min_happening + 1, or 0. */
static void find_troubles(const struct min_book *bk, const struct min_state *s, int unit,
                          uint8_t worst[MIN_UNITS])
{
    struct min_body b;

    memset(worst, 0, MIN_UNITS);
    if (s->events == 0)
        return;
    min_body(bk, s, unit, &b);
    for (int i = 0; i < s->events; i++) {
        const struct min_event *e = &s->log[i];
        if (e->unit == unit || min_side_of(bk, e->unit) != min_side_of(bk, unit) ||
            worst[e->unit] > e->kind || !min_concerns(bk, e->unit, unit) ||
            !passed_near(e, &b, bk->t.test.distance))
            continue;
        worst[e->unit] = (uint8_t)(e->kind + 1); /* N-G9, N-RUL-61 */
    }
}

static bool passed_near(const struct min_event *e, const struct min_body *b, int32_t r)
{
    int64_t x = e->x - b->anchor.x, y = e->y - b->anchor.y, near = r - MIN_SLACK;

    struct tc_box box;
    struct tc_rect rect = tc_rect_at((struct tc_pt){ e->x, e->y }, e->facing, e->w, e->d);
    int32_t reach = r + e->travel + e->w / 2 + e->d + MIN_SLACK;

    if (e->x + reach < b->min_x || e->x - reach > b->max_x || e->y + reach < b->min_y ||
        e->y - reach > b->max_y)
        return false;
    if (b->n == 1 && x * x + y * y < near * near)
        return true; /* both anchors belong to what is measured */
    tc_box_make(&box, &rect);
    for (int i = 0; i < b->n; i++)
        if (!tc_box_far(&box, &b->box[i], r + e->travel) &&
            tc_sweep_within(&box, e->facing, e->travel, &b->box[i], r))
            return true;
    return false;
}

/* N-G10 */
static void mod_self(const struct min_book *bk, const struct min_state *s, int unit,
                     struct mods *m)
{
    bool rout = s->units[unit].morale == MIN_ROUTING;
    bool retreat = s->units[unit].morale == MIN_RETREATING;

    for (int i = 0; i < s->events; i++)
        if (s->log[i].unit == unit) {
            rout |= s->log[i].kind == MIN_ROUT;
            retreat |= s->log[i].kind == MIN_RETREAT;
        }
    if (!rout && !retreat)
        return;
    if (rout) /* N-G10 */
        m->value[M_SELF_ROUT] = bk->t.test.self_rout;
    else
        m->value[M_SELF_RETREAT] = bk->t.test.self_retreat;
}

static void mod_melee(const struct min_book *bk, const struct min_state *s, int unit,
                      struct mods *m)
{
    const struct min_unit *u = &s->units[unit];
    const struct min_test_table *t = &bk->t.test;

    if (u->contacted_edge == MIN_CONTACT_FLANK) /* N-H9; N-RUL-51: depth counts for nothing */
        m->value[M_CONTACT] = t->contact_flank;
    if (u->contacted_edge == MIN_CONTACT_REAR) {
        m->value[M_CONTACT] = t->contact_rear;
        m->label[M_CONTACT] = MIN_LB_CONTACT_REAR;
    }
    if (u->charge_bonus) {
        m->value[M_CHARGE] = t->charge * u->charge_bonus; /* N-Jb12d */
    } else if (min_kind_of(bk, unit) == MIN_LINE_CAV && is_supported(bk, s, unit)) {
        m->value[M_CHARGE] = t->charge; /* N-L7 */
        m->label[M_CHARGE] = MIN_LB_SUPPORTED;
    }
}

/* N-L7: a squadron of the regiment that supports it. */
static bool is_supported(const struct min_book *bk, const struct min_state *s, int unit)
{
    for (int i = 0; i < bk->units; i++)
        if (s->units[i].supports == unit && min_on_table(s, i) && !min_disordered(s, i) &&
            s->units[i].melee == TC_NONE)
            return true;
    return false;
}

/* May this friend be one that cheers? Where it stands is looked at afterwards. */
static bool may_cheer(const struct min_book *bk, const struct min_state *s, int unit, int i)
{
    if (i == unit || min_side_of(bk, i) != min_side_of(bk, unit) || min_is_command(bk, i))
        return false;
    if (!min_disordered(s, i))
        return true;
    return false; /* N-Jb13b */
}

/* N-Jb13c: deep in a wood or a village, not at its edge, nobody is seen or sees. */
static bool is_deep_in_ground(const struct min_book *bk, const struct min_body *b)
{
    for (int i = 0; i < bk->grounds; i++) {
        const struct min_ground *g = &bk->ground[i];
        struct tc_shape area;
        int k = 0;
        if (!g->blocks || g->line || g->cls == MIN_HILL || b->min_x < g->min_x ||
            b->max_x > g->max_x || b->min_y < g->min_y || b->max_y > g->max_y)
            continue;
        min_shape(g, &area);
        while (k < b->n && lies_within(&area, &b->box[k]))
            k++;
        if (k == b->n)
            return true;
    }
    return false;
}

/* Does the box lie wholly within the area, clear of its edge? */
static bool lies_within(const struct tc_shape *area, const struct tc_box *box)
{
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++)
            if (tc_poly_side(area, box->c[i]) != TC_INSIDE ||
                tc_poly_edge_crossed(area, box->c[i], box->c[k]))
                return false;
    return true;
}

/* Does the loss of this unit count for the tester? Commands only for those they lead. */
bool min_concerns(const struct min_book *bk, int unit, int tester)
{
    if (!min_is_command(bk, unit))
        return true;
    return min_has_authority(bk, unit, tester); /* N-K9, N-K10, N-RUL-65 */
}

/* Any will do, and the nearest is the least likely to be hidden: it is looked for first. */
bool min_friend_in_sight(struct min_crowd *c, int unit)
{
    const struct min_body *b = min_crowd_body(c, unit);
    int16_t near[MIN_UNITS];
    int n = 0, best = 0;
    int64_t least = INT64_MAX;

    int side = min_side_of(c->bk, unit); /* N-RUL-27 */
    for (int i = c->first[side]; i < c->end[side]; i++) {
        int64_t x = c->disc[i].x - b->anchor.x, y = c->disc[i].y - b->anchor.y;
        if (tc_disc_off_bounds(c->disc[i], min_bounds(b), c->bk->t.test.distance) ||
            !may_cheer(c->bk, c->s, unit, c->unit[i]))
            continue;
        if (x * x + y * y < least) {
            least = x * x + y * y;
            best = n;
        }
        near[n++] = c->unit[i];
    }
    if (n > 0 && cheers(c, unit, near[best]))
        return true;
    for (int i = 0; i < n; i++)
        if (i != best && cheers(c, unit, near[i]))
            return true;
    return false;
}

static bool cheers(struct min_crowd *c, int unit, int i)
{
    const struct min_body *b = min_crowd_body(c, unit), *f = min_crowd_body(c, i);

    return min_bodies_within(b, f, c->bk->t.test.distance) && !is_deep_in_ground(c->bk, b) &&
           !is_deep_in_ground(c->bk, f) && min_sees_in(c, unit, b, i, f, NULL);
}
