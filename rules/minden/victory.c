/* rules/minden/victory.c - VIC: who has won, and how the sides stand. */
#include "rules/minden/inner.h"

enum { BROKEN = 1, TIME = 2 };

/* Told further down: */
static void end_game_turn(struct min_play *p);
static bool somebody_broke(struct min_play *p);
static bool is_lost_with_parts(const struct min_book *bk, const struct min_state *s, int unit);
static void finish(struct min_play *p, int winner, int ending, const char *rule);
static void count_points(struct min_play *p);

/* N-S2, N-S5: the other side's player turn, or the next game turn. */
void min_step_end(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);

    if (p.s->head.active == p.s->first_side) { /* N-S2 */
        p.s->head.active = (int8_t)!p.s->first_side;
    } else {
        end_game_turn(&p);
        if (p.s->head.over)
            return;
        p.s->head.active = p.s->first_side;
    }
    min_go(&p, MIN_S_START);
}

static void end_game_turn(struct min_play *p)
{
    int limit = p->bk->turn_limit ? p->bk->turn_limit : MIN_TURNS_MOST;

    tc_tell(p->u, MIN_E_TURN_ENDS, "N-S5", p->s->head.turn);
    if (somebody_broke(p))
        return;
    if (p->s->head.turn >= limit) {
        count_points(p);
        return;
    }
    p->s->head.turn++;
}

bool min_is_lost(const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];

    /* N-VIC1 */
    return m->where == MIN_REMOVED || (m->where == MIN_ON_TABLE && m->morale == MIN_ROUTING);
}

/* N-VIC2: a broken side loses; of two broken ones the less broken wins. */
static bool somebody_broke(struct min_play *p)
{
    struct min_tally t[TC_SIDES];
    bool broken[TC_SIDES];

    for (int i = 0; i < TC_SIDES; i++) { /* N-VIC2 */
        min_count_side(p->bk, p->s, i, &t[i]);
        broken[i] =
            t[i].units > 0 && 100 * t[i].lost >= p->bk->t.victory.broken_percent * t[i].units;
        if (broken[i])
            tc_tell(p->u, MIN_E_BROKEN, "N-VIC2", i, t[i].lost, t[i].units);
    }
    if (!broken[0] && !broken[1])
        return false;
    int winner = broken[0] ? 1 : 0;
    if (broken[0] && broken[1]) {
        int64_t a = (int64_t)t[0].lost * t[1].units, b = (int64_t)t[1].lost * t[0].units;
        winner = a == b ? TC_NONE : a < b ? 0 : 1;
    }
    finish(p, winner, BROKEN, "N-VIC2");
    return true;
}

void min_count_side(const struct min_book *bk, const struct min_state *s, int side,
                    struct min_tally *t)
{
    *t = (struct min_tally){ 0 };
    for (int i = 0; i < bk->units; i++) {
        if (min_side_of(bk, i) != side)
            continue;
        if (min_is_command(bk, i)) {
            t->commanders += s->units[i].where == MIN_REMOVED;
            continue;
        }
        t->removed -= s->units[i].fig;
        if (bk->unit[i].spare_of >= 0)
            continue;
        t->units++;
        t->figures += bk->unit[i].figures;
        t->removed += bk->unit[i].figures;
        t->lost += is_lost_with_parts(bk, s, i);
    }
}

/* A battery that has been split is lost when all its parts are. */
static bool is_lost_with_parts(const struct min_book *bk, const struct min_state *s, int unit)
{
    if (!min_is_lost(s, unit))
        return false;
    for (int i = 0; i < bk->units; i++)
        if (bk->unit[i].spare_of == unit && s->units[i].where != MIN_SPARE &&
            !min_is_lost(s, i))
            return false;
    return true;
}

static void finish(struct min_play *p, int winner, int ending, const char *rule)
{
    p->s->head.over = 1;
    p->s->head.winner = (int8_t)winner;
    p->s->head.ending = (uint8_t)ending;
    tc_tell(p->u, MIN_E_OVER, rule, winner);
}

/* N-VIC3: points at the turn limit. */
static void count_points(struct min_play *p)
{
    int a = min_points(p->bk, p->s, 0), b = min_points(p->bk, p->s, 1);
    int lead = a > b ? a - b : b - a, larger = tc_max(a, b);

    tc_tell(p->u, MIN_E_POINTS, "N-VIC3", 0, a);
    tc_tell(p->u, MIN_E_POINTS, "N-VIC3", 1, b);
    bool wins =
        lead > 0 && 100 * (int64_t)lead >= (int64_t)p->bk->t.victory.lead_percent * larger;
    finish(p, !wins ? TC_NONE : a > b ? 0 : 1, TIME, "N-VIC3");
}

/* Held by the side with the only steady unit within. */
int min_holder_of(const struct min_book *bk, const struct min_state *s,
                  const struct min_objective_card *o)
{
    struct min_body b;
    bool there[TC_SIDES] = { false, false };

    for (int i = 0; i < bk->units; i++) {
        const struct min_unit *m = &s->units[i];
        if (!min_on_table(s, i) || min_is_command(bk, i) || m->morale != MIN_STEADY ||
            tc_disc_off_square(min_disc(bk, i, m), (struct tc_pt){ o->x, o->y }, o->radius))
            continue;
        min_body(bk, s, i, &b);
        for (int k = 0; k < b.n; k++)
            if (tc_point_within(&b.box[k], (struct tc_pt){ o->x, o->y }, o->radius))
                there[min_side_of(bk, i)] = true;
    }
    if (there[0] == there[1])
        return TC_NONE;
    return there[0] ? 0 : 1;
}

int min_points(const struct min_book *bk, const struct min_state *s, int side)
{
    const struct min_victory_table *t = &bk->t.victory;
    struct min_tally enemy;
    int points;

    min_count_side(bk, s, !side, &enemy);
    points = enemy.removed * t->per_figure + enemy.lost * t->per_unit +
             enemy.commanders * t->per_commander;
    for (int i = 0; i < bk->objectives; i++)
        if (min_holder_of(bk, s, &bk->objective[i]) == side)
            points += bk->objective[i].points[side];
    return points;
}

int min_score(const struct tc_book *tbk, const void *state)
{
    const struct min_book *bk = min_book_of(tbk);
    const struct min_state *s = state;

    if (s->head.over)
        return s->head.winner == TC_NONE ? 0 : s->head.winner == 0 ? 10000 : -10000;
    int64_t a = min_points(bk, s, 0), b = min_points(bk, s, 1);
    return (int)(9000 * (a - b) / (a + b + 100));
}
