/* rules/minden/move.c - chapter B: picking units, throwing for movement, what is kept.
 *
 * Here: N-B6 to N-B9, brigades and regiments that move as one, and the steps. Not here: who may
 * be picked and for what (pick.c), paths (path.c), walking them (walk.c), formations
 * (formation.c), guns (guns.c), entry (entry.c).
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"
#include <string.h>

/* What a throw for one unit, a brigade or a regiment is made of. */
struct throw
{
    int rate, grade;
    bool disordered, commanded;
};

enum { TOTALS = 6 * MIN_DICE + 1 };

/* Told further down: */
static void offer_totals(struct min_play *p, const uint32_t first[TOTALS]);
static int kept_sum(const struct min_mover *mv, uint32_t set);
static void nobody_moves(struct min_play *p);
static void act_on(struct min_play *p, int unit, int back);
static void dice_for(struct min_play *p, int unit, int back);
static void weigh_unit(const struct min_book *bk, const struct min_state *s, int unit,
                       struct throw *t);
static void fall_back(struct min_play *p, int unit);
static void move_brigade(struct min_play *p, int brigade);
static void begin_group(struct min_play *p, const struct throw *t, int speaker);
static int count_dice(struct min_play *p, const struct throw *t);
static bool in_column(const struct min_state *s, int unit);
static bool all_in_column(const struct min_book *bk, const struct min_state *s, int brigade);
static void move_regiment(struct min_play *p, int regiment, int formation);
static void pick_unit(struct min_play *p, int unit);
static void enter_with(struct min_play *p, int unit, int back);
static int distinct_totals(const struct min_mover *mv, uint32_t first[TOTALS]);
static int count_bits(uint32_t set);
static bool still_moves(const struct min_state *s, int i);
static void note_supports(struct min_play *p);

void min_step_pick(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    const struct tc_act *a;
    int first, second;

    nobody_moves(&p);
    min_offer_picks(&p, "N-B3b"); /* N-X3 */
    a = tc_ask(u, p.s->head.active, MIN_Q_PICK, "N-B3b");
    first = a->arg[0];
    second = a->arg[1];
    switch (a->verb) {
    case MIN_V_PICK: pick_unit(&p, first); break;
    case MIN_V_BRIGADE: move_brigade(&p, first); break;
    case MIN_V_REGIMENT: move_regiment(&p, first, second); break;
    default:
        min_begin_phase(&p, MIN_P_COMMAND_MOVE, "N-K11"); /* N-S4 */
        min_go(&p, MIN_S_COMMAND);
    }
}

/* Throw for the unit or group in the mover and let the player keep. */
static void throw_and_keep(struct min_play *p, const struct throw *t, int unit)
{
    struct min_mover *mv = &p->s->mover;
    uint32_t first[TOTALS], set;

    /* N-X4, N-RUL-8 */
    mv->owed_grade = (uint8_t)(min_is_command(p->bk, unit) ? MIN_VETERAN : t->grade);
    mv->dice = (uint8_t)count_dice(p, t);
    mv->rate = (uint8_t)t->rate;
    tc_wish(p->u, p->s->head.active, TC_HIGH);
    tc_rolls(p->u, mv->dice, TC_D6, mv->face, "N-B6");
    tc_tell(p->u, MIN_E_THROW, "N-B9", unit, mv->dice, mv->rate); /* N-X1 */
    if (distinct_totals(mv, first) > 1) {
        offer_totals(p, first);
        set = (uint32_t)tc_ask(p->u, p->s->head.active, MIN_Q_KEEP, "N-B9", unit, mv->dice,
                               mv->rate, tc_faces_of(mv->face, mv->dice))
                  ->arg[0];
    } else {
        set = 1;
    }
    mv->kept = 1000 * kept_sum(mv, set);
    tc_tell(p->u, MIN_E_KEPT, "N-B9", unit, mv->kept);
}

/* The same as the candidates, worked out once. */
static void offer_totals(struct min_play *p, const uint32_t first[TOTALS])
{
    struct tc_act a = { .verb = MIN_V_KEEP };

    for (int sum = TOTALS - 1; sum > 0; sum--)
        if (first[sum]) {
            a.arg[0] = (int32_t)first[sum];
            tc_offer(p->u, &a);
        }
}

static int kept_sum(const struct min_mover *mv, uint32_t set)
{
    int sum = 0;

    for (int i = 0; i < mv->dice; i++)
        if (set >> i & 1)
            sum += mv->face[i];
    return sum;
}

/* Commands, last of all, one by one. */
void min_step_command(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    const struct tc_act *a;

    nobody_moves(&p);
    min_offer_picks(&p, "N-K11");
    a = tc_ask(u, p.s->head.active, MIN_Q_PICK, "N-K11");
    if (a->verb == MIN_V_PICK) {
        int unit = a->arg[0];

        if (p.s->units[unit].where == MIN_OFF_TABLE) /* N-RUL-37 */
            enter_with(&p, unit, MIN_S_COMMAND);
        else
            act_on(&p, unit, MIN_S_COMMAND);
        return;
    }
    min_begin_phase(&p, MIN_P_FIRE, "N-S3");
    min_go(&p, MIN_S_FIRE);
}

/* Of a position taken in the midst of an entry: the entry ends here. */
static void nobody_moves(struct min_play *p)
{
    if (p->s->mover.entering)
        min_settle_entry(p, p->s->mover.unit);
    min_clear_mover(p->s);
}

static void act_on(struct min_play *p, int unit, int back)
{
    struct min_unit *m = &p->s->units[unit];
    int verb = tc_ask(p->u, p->s->head.active, MIN_Q_ACTION, "N-B3a", unit)->verb;

    switch (verb) {
    case MIN_V_DICE: dice_for(p, unit, back); return;
    case MIN_V_CHANGE: min_change_formation(p, unit); break;
    case MIN_V_LIMBER: min_limber(p, unit, true); break;
    case MIN_V_UNLIMBER: min_limber(p, unit, false); break;
    case MIN_V_MANHANDLE: min_manhandle(p, unit); break;
    case MIN_V_FALL_BACK: fall_back(p, unit); break;
    default: /* N-B3c, N-RUL-10: it stands and throws nothing */
        tc_tell(p->u, MIN_E_STANDS, "N-B3c", unit); /* N-RUL-10 */
        break;
    }
    m->acted = 1;
}

static void dice_for(struct min_play *p, int unit, int back)
{
    struct throw t = { INT32_MAX, MIN_VETERAN, false, true };
    struct min_mover *mv = &p->s->mover;

    p->s->units[unit].acted = 1;
    weigh_unit(p->bk, p->s, unit, &t);
    throw_and_keep(p, &t, unit);
    mv->unit = (int16_t)unit;
    mv->back = (int16_t)back;
    min_go(p, MIN_S_COURSE);
}

static void weigh_unit(const struct min_book *bk, const struct min_state *s, int unit,
                       struct throw *t)
{
    t->rate = tc_min(t->rate, min_rate(bk, s, unit));
    t->grade = tc_min(t->grade, min_card(bk, unit)->grade[MIN_MOVING]);
    t->disordered |= min_disordered(s, unit);
    t->commanded &= min_commanded(bk, s, unit);
}

void min_clear_mover(struct min_state *s)
{
    memset(&s->mover, 0, sizeof s->mover);
    s->mover.unit = s->mover.target = s->mover.brigade = s->mover.regiment = TC_NONE;
    s->mover.charger = TC_NONE;
    s->mover.back = MIN_S_PICK;
}

/* N-B5: the unit falls back as if it had lost a melee by one. */
static void fall_back(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];
    int from = min_flight_enemy(p->bk, p->s, unit);
    int lost = p->bk->t.melee.figures_per_factor * p->bk->t.melee.made_retreat_factors;

    m->acted = 1; /* N-B5a, N-RUL-31 */
    min_disturb(p, unit);
    if (m->melee != TC_NONE)
        min_leave_melee(p, unit); /* N-B5f */
    tc_tell(p->u, MIN_E_LOSES_FIGURES, "N-B5b", unit, tc_min(lost, m->fig));
    min_remove_figures(p, unit, lost, TC_NONE);
    if (!min_lose_melee(p, unit, from, "N-B5b"))
        return; /* N-B5c */
    bool routs = m->morale == MIN_ROUTING;
    if (!min_flee(p, unit, from, routs ? MIN_ROUT : MIN_RETREAT, "N-B5d")) /* N-B5d */
        return;
    m->moved = 1; /* N-B5e */
    m->first_flight_done = routs;
    if (!routs) {
        m->morale = MIN_STEADY;
        m->flight_from = TC_NONE;
    }
}

int min_rate(const struct min_book *bk, const struct min_state *s, int unit)
{
    if (s->units[unit].formation == MIN_UNLIMBERED) /* N-B6 */
        return 0;                                   /* N-B6b */
    return bk->t.move.rate[min_kind_of(bk, unit)];
}

static int32_t column_bonus(struct min_play *p, int unit)
{
    int brigade = p->s->mover.brigade;

    if (min_kind_of(p->bk, unit) != MIN_LINE_INF || !in_column(p->s, unit))
        return 0;
    if (brigade != TC_NONE && !all_in_column(p->bk, p->s, brigade))
        return 0;
    return p->bk->t.move.column_bonus; /* N-B7 */
}

static bool in_column(const struct min_state *s, int unit)
{
    int f = s->units[unit].formation;

    return f == MIN_MARCH_COLUMN || f == MIN_ATTACK_COLUMN;
}

static bool all_in_column(const struct min_book *bk, const struct min_state *s, int brigade)
{
    for (int i = 0; i < bk->units; i++)
        if (min_on_table(s, i) && bk->quick[i].brigade == brigade &&
            min_kind_of(bk, i) == MIN_LINE_INF && !in_column(s, i))
            return false;
    return true;
}

/* N-B8a, N-B8e: a brigade moves as one on a single throw. */
static void move_brigade(struct min_play *p, int brigade)
{
    struct throw t = { INT32_MAX, MIN_VETERAN, false, true };
    int speaker = TC_NONE;

    p->s->mover.brigade = (int16_t)brigade; /* N-B8e, N-RUL-9 */
    p->s->brigades[brigade].move_as_one = 1;
    for (int i = 0; i < p->bk->units; i++) {
        if (!min_on_table(p->s, i) || p->bk->quick[i].brigade != brigade ||
            min_is_command(p->bk, i))
            continue;
        min_put(p->s->mover.group, i);
        p->s->units[i].acted = 1;
        weigh_unit(p->bk, p->s, i, &t);
        speaker = speaker == TC_NONE ? i : speaker;
    }
    begin_group(p, &t, speaker);
}

static void begin_group(struct min_play *p, const struct throw *t, int speaker)
{
    throw_and_keep(p, t, speaker);
    p->s->mover.back = MIN_S_PICK;
    min_go(p, MIN_S_GROUP);
}

/* The dice of a throw, each part told. A group has the worst of everything (N-RUL-9). */
static int count_dice(struct min_play *p, const struct throw *t)
{
    const struct min_move_table *mt = &p->bk->t.move;
    struct tc_sum sum = { p->u, 0 };

    tc_sum_add(&sum, t->rate, "N-B6", MIN_LB_RATE);
    if (t->disordered) {
        if (t->commanded) /* N-X10, N-B8d, N-I2: only Fog 9 commands the disordered */
            tc_sum_add(&sum, mt->command_dice, "N-M9", MIN_LB_MOVE_COMMAND);
    } else {
        if (p->s->mover.brigade != TC_NONE)
            tc_sum_add(&sum, mt->brigade_dice, "N-B8a", MIN_LB_MOVE_BRIGADE);
        if (t->commanded)
            tc_sum_add(&sum, mt->command_dice, "N-B8b", MIN_LB_MOVE_COMMAND);
        if (mt->grade_dice[t->grade])
            tc_sum_add(&sum, mt->grade_dice[t->grade], "N-B8c", MIN_LB_MOVE_GRADE); /* N-Ka3 */
    }
    tc_sum_end(&sum, "N-B9", MIN_LB_MOVE_DICE);
    return tc_min(sum.total, MIN_DICE);
}

static int32_t hill_bonus(struct min_play *p, int unit)
{
    const struct min_unit *m = &p->s->units[unit];
    int hill = min_hill_under(p->bk, (struct tc_pt){ m->x, m->y });

    if (hill == TC_NONE || p->bk->ground[hill].hill_move == 0)
        return 0;
    return p->bk->ground[hill].hill_move; /* N-Jd13 */
}

/* N-L5: the squadrons of a regiment share one throw. */
static void move_regiment(struct min_play *p, int regiment, int formation)
{
    struct throw t = { INT32_MAX, MIN_VETERAN, false, true };
    int speaker = TC_NONE;

    p->s->mover.regiment = (int16_t)regiment; /* N-L4, N-L5, N-L5b */
    p->s->regiments[regiment] = (struct min_regiment){ (uint8_t)formation, 1 };
    for (int i = 0; i < p->bk->units; i++) {
        if (!min_rides_along(p->bk, p->s, i, regiment))
            continue;
        min_put(p->s->mover.group, i); /* N-L1 */
        weigh_unit(p->bk, p->s, i, &t);
        speaker = speaker == TC_NONE ? i : speaker;
    }
    for (int i = 0; i < p->bk->units; i++)
        if (min_has(p->s->mover.group, i))
            p->s->units[i].acted = 1;
    begin_group(p, &t, speaker);
}

void min_step_group(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);
    struct min_mover *mv = &p.s->mover;
    struct tc_act a = { .verb = MIN_V_PICK };
    int left = 0;

    for (int i = 0; i < p.bk->units; i++)
        if (still_moves(p.s, i)) {
            a.arg[0] = i;
            tc_offer(u, &a);
            left++;
        }
    if (left == 0) {
        if (mv->regiment != TC_NONE)
            note_supports(&p);
        min_go(&p, MIN_S_PICK);
        return;
    }
    int unit =
        tc_ask(u, p.s->head.active, MIN_Q_NEXT, mv->brigade != TC_NONE ? "N-B8e" : "N-L6")
            ->arg[0];
    min_drop(mv->group, unit);
    mv->unit = (int16_t)unit;
    mv->back = MIN_S_GROUP;
    min_go(&p, MIN_S_COURSE);
}

static void pick_unit(struct min_play *p, int unit)
{
    if (p->s->units[unit].where == MIN_OFF_TABLE) {
        enter_with(p, unit, MIN_S_PICK);
        return;
    }
    if (min_may_split(p->bk, p->s, unit, NULL) &&
        tc_ask(p->u, p->s->head.active, MIN_Q_SPLIT, "N-L9b", unit)->verb == MIN_V_SPLIT) {
        min_split(p, unit);
        return;
    }
    act_on(p, unit, MIN_S_PICK);
}

/* N-L20: it comes on and makes an ordinary move. */
static void enter_with(struct min_play *p, int unit, int back)
{
    min_come_on(p, unit);
    dice_for(p, unit, back);
}

/* N-CAND-1: the first set of dice for every total; returns how many totals there are. */
static int distinct_totals(const struct min_mover *mv, uint32_t first[TOTALS])
{
    int n = 0;

    memset(first, 0, TOTALS * sizeof first[0]); /* N-CAND-1 */
    for (uint32_t set = 1; set < 1u << mv->dice; set++) {
        if (count_bits(set) > mv->rate)
            continue;
        int sum = kept_sum(mv, set);
        n += first[sum] == 0;
        if (!first[sum])
            first[sum] = set;
    }
    return n;
}

static int count_bits(uint32_t set)
{
    int n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

int min_count_keep(const struct tc_view *v)
{
    uint32_t first[TOTALS];

    return distinct_totals(&((const struct min_state *)v->state)->mover, first);
}

bool min_nth_keep(const struct tc_view *v, int i, struct tc_act *out)
{
    uint32_t first[TOTALS];

    distinct_totals(&((const struct min_state *)v->state)->mover, first);
    out->verb = MIN_V_KEEP;
    for (int sum = TOTALS - 1; sum > 0; sum--)
        if (first[sum] && i-- == 0) {
            out->arg[0] = (int32_t)first[sum];
            return true;
        }
    return false;
}

bool min_judge_keep(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    const struct min_mover *mv = &((const struct min_state *)v->state)->mover;
    uint32_t set = (uint32_t)a->arg[0];

    if (set == 0)
        return tc_refuse(why, "N-B9", MIN_R_NO_DIE);
    if (set >> mv->dice)
        return tc_refuse(why, "N-B9", MIN_R_NO_SUCH_DIE, mv->dice);
    if (count_bits(set) > mv->rate)
        return tc_refuse(why, "N-B9", MIN_R_TOO_MANY_DICE, count_bits(set), mv->rate);
    return true;
}

bool min_judge_next(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why)
{
    if (still_moves(v->state, a->arg[0]))
        return true;
    return tc_refuse(why, "N-B8e", MIN_R_NOT_PENDING, a->arg[0]);
}

static bool still_moves(const struct min_state *s, int i)
{
    const struct min_unit *m = &s->units[i];

    return min_has(s->mover.group, i) && m->where == MIN_ON_TABLE && m->morale == MIN_STEADY &&
           m->melee == TC_NONE;
}

/* N-RUL-45: squadrons that end near the one that charged support it. */
static void note_supports(struct min_play *p)
{
    const struct min_mover *mv = &p->s->mover;

    if (mv->charger == TC_NONE || !min_on_table(p->s, mv->charger) ||
        p->s->units[mv->charger].melee == TC_NONE)
        return;
    for (int i = 0; i < p->bk->units; i++) {
        if (i == mv->charger || !min_on_table(p->s, i) ||
            p->bk->quick[i].regiment != mv->regiment || p->s->units[i].melee != TC_NONE ||
            min_disordered(p->s, i) ||
            !min_within(p->bk, p->s, i, mv->charger, p->bk->t.move.support_distance))
            continue;
        p->s->units[i].supports = mv->charger; /* N-RUL-45 */
        tc_tell(p->u, MIN_E_SUPPORT, "N-L7", i, mv->charger);
    }
}

void min_set_value(struct min_play *p, int unit)
{
    int brigade = p->bk->quick[unit].brigade;
    int32_t value = p->s->mover.kept + column_bonus(p, unit) + hill_bonus(p, unit);

    value = tc_max(value, 0);
    if (brigade != TC_NONE && p->s->brigades[brigade].half_rate)
        value /= 2; /* N-M6, N-RUL-50 */
    p->s->mover.value = value;
}

int32_t min_owed(const struct min_book *bk, const struct min_state *s)
{
    int percent = bk->t.move.owed_percent[s->mover.owed_grade];

    return (int32_t)tc_div_up((int64_t)s->mover.value * percent, 100);
}
