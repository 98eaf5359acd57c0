/* rules/minden/check.c - what must hold between any two answers.
 *
 * Overlaps the rules permit: a unit on the move passes over friends; units squared up in
 * contact, drawn back, set back or put down by a rule carry the crowd mark until they move.
 */
#include "rules/minden/inner.h"

/* No length on a table is longer, no place farther off: sums of them do not overflow. */
enum { LONGEST = 400000 };

/* Footprints made anew after losses are rounded anew (N-GEO-3, N-GEO-7): a unit that stood at
 * the very limit may then be a few mils over it. */
enum { ROUNDED_ANEW = 3 * MIN_SLACK };

/* Told further down: */
static bool on_its_way(const struct min_book *bk, const struct min_state *s);
static bool wheels(const struct min_mover *mv);
static bool is_near(const struct min_book *bk, int32_t at);
static bool broken(struct tc_refusal *why, const char *rule, int reason, int a, int b);
static bool check_mover(const struct min_book *bk, const struct min_state *s,
                        struct tc_refusal *why);
static bool is_length(int32_t d);
static bool step_has_mover(const struct min_book *bk, const struct min_state *s);
static bool comes_back(const struct min_book *bk, const struct min_state *s);
static bool check_melees(const struct min_book *bk, const struct min_state *s,
                         struct tc_refusal *why);
static bool check_melee(const struct min_book *bk, const struct min_state *s, int i,
                        struct tc_refusal *why);
static bool check_marker(const struct min_book *bk, const struct min_state *s, int i,
                         struct tc_refusal *why);
static bool check_figures(const struct min_book *bk, const struct min_state *s, int i,
                          struct tc_refusal *why);
static bool check_command(const struct min_book *bk, const struct min_state *s, int i,
                          struct tc_refusal *why);
static bool check_formation(const struct min_book *bk, const struct min_state *s, int i,
                            struct tc_refusal *why);
static bool check_ground(const struct min_book *bk, const struct min_state *s, int i,
                         struct tc_refusal *why);
static bool on_the_move(const struct min_state *s, int i);
static bool stands_upon(const struct min_body *a, const struct min_body *b);

static bool check_game(const struct min_book *bk, const struct min_state *s,
                       struct tc_refusal *why)
{
    bool ok = s->head.step < MIN_STEPS && s->head.turn >= 1 && s->head.over <= 1 &&
              s->head.winner >= TC_NONE && s->head.winner <= 1 && s->rain <= 1 &&
              s->dead_calm <= 1 && s->phase <= MIN_P_MORAL && s->first_side >= TC_NONE &&
              s->first_side <= 1 && s->head.active <= 1 && s->events <= MIN_HAPPENINGS &&
              s->fog_effect < MIN_FOG_EFFECTS && s->fog_row <= 12 && s->cursor >= 0 &&
              s->fog_brigade >= TC_NONE && s->fog_brigade < bk->brigades &&
              s->fog_commander >= TC_NONE && s->fog_commander < bk->units &&
              s->melee_now >= TC_NONE && s->melee_now < MIN_MELEES &&
              (s->head.step == MIN_S_DRAW) == (s->melee_now != TC_NONE);

    if (ok && s->melee_now != TC_NONE && s->melees[s->melee_now].attacker == TC_NONE)
        ok = false;
    if (s->head.step > MIN_S_FIRST && (s->first_side == TC_NONE || s->head.active < 0))
        ok = false;
    if (bk->turn_limit && s->head.turn > bk->turn_limit)
        ok = false;
    for (int i = 0; i < s->events && ok; i++)
        ok = s->log[i].unit >= 0 && s->log[i].unit < bk->units &&
             s->log[i].kind <= MIN_DESTROYED && is_length(s->log[i].travel) &&
             is_length(s->log[i].w) && is_length(s->log[i].d) && is_near(bk, s->log[i].x) &&
             is_near(bk, s->log[i].y);
    return ok || broken(why, "N-S3", MIN_R_C_GAME, 0, 0);
}

static bool check_flags(const struct min_book *bk, const struct min_state *s, int i,
                        struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[i];
    bool ok = m->where <= MIN_SPARE &&
              (m->where != MIN_OFF_TABLE || min_card(bk, i)->entry != TC_NONE) &&
              m->flight_from >= TC_NONE && m->flight_from < bk->units && m->foe >= TC_NONE &&
              m->foe < bk->units && m->supports >= TC_NONE && m->supports < bk->units &&
              is_near(bk, m->x) && is_near(bk, m->y) && m->acted <= 1 && m->moved <= 1 &&
              m->compulsory <= 1 && m->response_fired <= 1 && m->moral_tested <= 1 &&
              m->charge_bonus <= 2 && m->contacted_edge <= MIN_CONTACT_REAR &&
              m->edge <= MIN_CONTACT_REAR;

    bool fresh =
        s->head.step == MIN_S_START; /* the marks of the last player turn still stand */
    if (m->response_fired && min_side_of(bk, i) == s->head.active && !fresh)
        ok = false; /* only the other side responds (N-X3) */
    if (m->fire_count && min_side_of(bk, i) != s->head.active && !fresh)
        ok = false;
    if (m->fire_count && s->phase < MIN_P_FIRE && s->head.step < MIN_S_FIRE && !fresh)
        ok = false; /* nobody has fired before the fire phase but in response (N-S3) */
    if ((m->fire_count || m->response_fired) && s->head.step < MIN_S_START)
        ok = false; /* nor before the battle */
    if (m->moved && m->fire_count && !m->fire_twice && s->phase == MIN_P_FIRE &&
        m->melee == TC_NONE)
        ok = false; /* N-B2a */
    return ok || broken(why, "N-X3", MIN_R_C_FLAGS, i, 0);
}

bool min_check(const struct tc_book *tbk, const void *state, struct tc_refusal *why)
{
    const struct min_book *bk = min_book_of(tbk);
    const struct min_state *s = state;

    if (!check_game(bk, s, why) || !check_mover(bk, s, why))
        return false;
    for (int i = 0; i < bk->units; i++) /* of all, before anybody's ground is measured */
        if (!check_formation(bk, s, i, why))
            return false;
    for (int i = 0; i < bk->units; i++)
        if (!check_melee(bk, s, i, why) || !check_flags(bk, s, i, why) ||
            !check_marker(bk, s, i, why) || !check_command(bk, s, i, why) ||
            !check_figures(bk, s, i, why) || !check_ground(bk, s, i, why))
            return false;
    if (!on_its_way(bk, s))
        return broken(why, "N-B4a", MIN_R_C_MOVER, 0, 0);
    return check_melees(bk, s, why);
}

/* Whoever walks a stored path stands on it, and it leads nowhere off the table. A unit that
 * loses figures on its way wheels otherwise than it began. */
static bool on_its_way(const struct min_book *bk, const struct min_state *s)
{
    const struct min_mover *mv = &s->mover;

    if (s->head.step != MIN_S_WALK || mv->seg == mv->segs || wheels(mv))
        return true;
    struct min_unit m = s->units[mv->unit], now;
    struct min_body b;
    m.x = mv->leg_x;
    m.y = mv->leg_y;
    m.facing = mv->leg_facing;
    now = m;
    min_leg_end(bk, mv->unit, &now, mv->path[mv->seg].leg, mv->done, mv->heading);
    if (mv->done < 0 || mv->done > mv->path[mv->seg].value || now.x != s->units[mv->unit].x ||
        now.y != s->units[mv->unit].y || now.facing != s->units[mv->unit].facing)
        return false;
    for (int i = mv->seg; i < mv->segs; i++) {
        min_leg_end(bk, mv->unit, &m, mv->path[i].leg, mv->path[i].value, mv->heading);
        if (!is_near(bk, m.x) || !is_near(bk, m.y))
            return false;
    }
    min_body_of(bk, mv->unit, &m, &b);
    return mv->entering || min_body_on_table(bk, &b);
}

static bool wheels(const struct min_mover *mv)
{
    for (int i = mv->seg; i < mv->segs; i++)
        if (mv->path[i].leg != MIN_LEG_MARCH && mv->path[i].leg != MIN_LEG_SLIDE)
            return true;
    return false;
}

static bool is_near(const struct min_book *bk, int32_t at)
{
    return at >= -LONGEST && at <= tc_max(bk->width, bk->height) + LONGEST;
}

static bool broken(struct tc_refusal *why, const char *rule, int reason, int a, int b)
{
    return tc_refuse(why, rule, reason, a, b);
}

static bool check_mover(const struct min_book *bk, const struct min_state *s,
                        struct tc_refusal *why)
{
    const struct min_mover *mv = &s->mover;
    bool ok = mv->unit >= TC_NONE && mv->unit < bk->units && mv->target >= TC_NONE &&
              mv->target < bk->units && mv->brigade < bk->brigades &&
              mv->regiment < bk->regiments && mv->segs <= MIN_PATH && mv->seg <= mv->segs &&
              mv->dice <= MIN_DICE && mv->value >= 0 && mv->spent <= mv->value + 3000 &&
              mv->edge < 4 && mv->section < MIN_SECTIONS && mv->back >= 0 &&
              mv->back < MIN_STEPS && mv->owed_grade < MIN_GRADES;

    ok = ok && mv->brigade >= TC_NONE && mv->regiment >= TC_NONE && mv->charger >= TC_NONE &&
         mv->charger < bk->units && is_length(mv->value) && is_length(mv->run) &&
         is_near(bk, mv->start_x) && is_near(bk, mv->start_y) && is_near(bk, mv->leg_x) &&
         is_near(bk, mv->leg_y) && step_has_mover(bk, s) && comes_back(bk, s);
    ok = ok && is_length(mv->done) && is_length(mv->kept) && mv->spent >= 0 &&
         (mv->seg >= mv->segs || mv->done <= mv->path[mv->seg].value);
    if (mv->purpose != MIN_IDLE && mv->unit == TC_NONE)
        ok = false;
    if ((mv->purpose == MIN_CHARGES) && mv->target == TC_NONE)
        ok = false;
    if (mv->entering && (mv->unit == TC_NONE || min_card(bk, mv->unit)->entry == TC_NONE))
        ok = false;
    for (int i = 0; i < mv->segs && ok; i++)
        ok = mv->path[i].leg >= 0 && mv->path[i].leg <= MIN_LEG_SLIDE &&
             mv->path[i].value > 0 && is_length(mv->path[i].value);
    return ok || broken(why, "N-B4a", MIN_R_C_MOVER, 0, 0);
}

static bool is_length(int32_t d)
{
    return d >= 0 && d <= LONGEST;
}

/* Steps in the middle of a move need somebody on the move, and a charge needs its target. */
static bool step_has_mover(const struct min_book *bk, const struct min_state *s)
{
    const struct min_mover *mv = &s->mover;
    int step = s->head.step;

    bool charges = mv->unit >= 0 && mv->target >= 0 && mv->purpose == MIN_CHARGES &&
                   min_side_of(bk, mv->unit) != min_side_of(bk, mv->target);

    if (step == MIN_S_REACT || step == MIN_S_CONTACT || step == MIN_S_PURSUE)
        return charges && min_on_table(s, mv->unit);
    if (step == MIN_S_CLASH)
        return charges ? min_on_table(s, mv->unit) && min_on_table(s, mv->target)
                       : mv->unit >= 0 && mv->purpose == MIN_PURSUES;
    if (step == MIN_S_WALK)
        return mv->unit >= 0 && mv->purpose != MIN_IDLE;
    if (step == MIN_S_COURSE)
        return mv->unit >= 0 && mv->purpose == MIN_IDLE && min_on_table(s, mv->unit);
    return mv->purpose == MIN_IDLE &&
           (!mv->entering || step == MIN_S_PICK || step == MIN_S_COMMAND);
}

/* A move ends in the step that began it, and a group is of the side whose turn it is. */
static bool comes_back(const struct min_book *bk, const struct min_state *s)
{
    const struct min_mover *mv = &s->mover;

    if (mv->unit != TC_NONE && mv->back != MIN_S_PICK && mv->back != MIN_S_COMMAND &&
        mv->back != MIN_S_GROUP && mv->back != MIN_S_FOG_ADVANCE)
        return false;
    if (s->head.step != MIN_S_GROUP && (mv->unit == TC_NONE || mv->back != MIN_S_GROUP))
        return true;
    for (int i = 0; i < bk->units; i++)
        if (min_has(mv->group, i) && min_side_of(bk, i) != s->head.active)
            return false;
    return true;
}

static bool check_melees(const struct min_book *bk, const struct min_state *s,
                         struct tc_refusal *why)
{
    int n[MIN_MELEES][TC_SIDES] = { { 0 } };

    for (int i = 0; i < bk->units; i++)
        if (s->units[i].melee != TC_NONE)
            n[s->units[i].melee][min_side_of(bk, i)]++;
    for (int i = 0; i < MIN_MELEES; i++)
        if (s->melees[i].attacker != TC_NONE && (n[i][0] == 0 || n[i][1] == 0))
            return broken(why, "N-B5f", MIN_R_C_MELEE, TC_NONE, 0);
    return true;
}

static bool check_melee(const struct min_book *bk, const struct min_state *s, int i,
                        struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[i];
    bool ok = m->melee >= TC_NONE && m->melee < MIN_MELEES;

    if (ok && m->melee != TC_NONE)
        ok = m->where == MIN_ON_TABLE && s->melees[m->melee].attacker != TC_NONE &&
             (m->foe == TC_NONE || s->units[m->foe].melee == m->melee);
    if (ok && m->melee == TC_NONE)
        ok = m->foe == TC_NONE && m->contacted_edge == MIN_NO_CONTACT && m->charge_bonus == 0;
    (void)bk;
    return ok || broken(why, "N-F2", MIN_R_C_MELEE, i, 0);
}

static bool check_marker(const struct min_book *bk, const struct min_state *s, int i,
                         struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[i];
    bool ok = m->marker <= MIN_ORANGE && m->morale <= MIN_ROUTING;

    if (m->morale != MIN_STEADY)
        ok = ok && m->marker == MIN_ORANGE && m->where == MIN_ON_TABLE;
    if (m->formation == MIN_INCORRECT && m->where == MIN_ON_TABLE)
        ok = ok && m->marker == MIN_ORANGE;
    if (m->melee != TC_NONE)
        ok = ok && m->marker != MIN_RED;
    if (m->charge_bonus)
        ok = ok && m->marker != MIN_ORANGE && m->melee != TC_NONE;
    if (m->where == MIN_REMOVED)
        ok = ok && m->marker == MIN_NO_MARKER;
    (void)bk;
    return ok || broken(why, "N-I1", MIN_R_C_MARKER, i, 0);
}

static bool check_figures(const struct min_book *bk, const struct min_state *s, int i,
                          struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[i];
    int sections = m->section_fig[0] + m->section_fig[1] + m->section_fig[2];
    bool ok = m->fig <= m->fig0 && m->fig0 <= min_card(bk, i)->figures;

    if (m->where == MIN_ON_TABLE)
        ok = ok && m->fig > 0;
    if (m->where == MIN_REMOVED || m->where == MIN_SPARE)
        ok = ok && m->fig == 0 && m->guns == 0;
    if (m->where == MIN_ON_TABLE && !min_is_command(bk, i))
        ok =
            ok && (m->fig0 - m->fig < min_loss_threshold(m->fig0, bk->t.test.loss_percent[4]) ||
                   s->melee_now != TC_NONE || m->melee != TC_NONE);
    if (m->where == MIN_ON_TABLE && min_is_gun(bk, i))
        ok = ok && m->guns >= 1 && m->guns <= min_card(bk, i)->guns;
    if (!min_is_gun(bk, i))
        ok = ok && m->guns == 0;
    if (m->sections > 1)
        ok = ok && sections == m->fig;
    else
        ok = ok && sections == 0;
    return ok || broken(why, "N-Je4", MIN_R_C_FIGURES, i, 0);
}

static bool check_command(const struct min_book *bk, const struct min_state *s, int i,
                          struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[i];

    if (!min_is_command(bk, i))
        return true;
    if (m->marker == MIN_NO_MARKER && m->morale == MIN_STEADY && m->melee == TC_NONE &&
        !m->fired && !m->response_fired && !m->moral_tested)
        return true;
    return broken(why, "N-K14", MIN_R_C_COMMAND, i, 0);
}

static bool check_formation(const struct min_book *bk, const struct min_state *s, int i,
                            struct tc_refusal *why)
{
    const struct min_unit *m = &s->units[i];
    int f = m->formation;
    bool ok = false;

    switch ((enum min_kind)min_kind_of(bk, i)) {
    case MIN_LINE_INF:
        ok = f == MIN_LINE || f == MIN_MARCH_COLUMN || f == MIN_ATTACK_COLUMN ||
             f == MIN_SQUARE || f == MIN_INCORRECT;
        break;
    case MIN_LINE_CAV:
        ok = f == MIN_LINE || f == MIN_MARCH_COLUMN || f == MIN_INCORRECT; /* N-L2 */
        break;
    case MIN_LIGHT_INF:
    case MIN_LIGHT_CAV:
        ok = f == MIN_OPEN; /* N-Kb1b */
        break;
    case MIN_GUN_MH:
    case MIN_GUN_LIGHT: ok = f == MIN_LIMBERED || f == MIN_UNLIMBERED; break;
    case MIN_COMMAND: ok = f == MIN_MOUNTED_STAFF; break;
    case MIN_KINDS: break;
    }
    if (f == MIN_MARCH_COLUMN) /* N-Kb2 */
        ok = ok && m->files >= 1 && m->files <= bk->t.base.column_files_max;
    if (f == MIN_OPEN)
        ok = ok && (m->ranks == 1 || m->ranks == 2) && m->gap <= bk->t.base.open_gap_max;
    if (m->sections > 1)
        ok = ok && f == MIN_LINE && m->sections <= MIN_SECTIONS;
    ok = ok && m->sections >= 1;
    return ok || broken(why, "N-Kb9", MIN_R_C_FORMATION, i, 0);
}

static bool check_ground(const struct min_book *bk, const struct min_state *s, int i,
                         struct tc_refusal *why)
{
    struct min_body b, other;

    if (!min_on_table(s, i) || on_the_move(s, i))
        return true;
    min_body(bk, s, i, &b);
    if (!min_body_on_table(bk, &b))
        return broken(why, "N-GEO-8", MIN_R_C_TABLE, i, 0);
    if (s->units[i].crowd)
        return true;
    for (int k = i + 1; k < bk->units; k++) {
        if (!min_on_table(s, k) || s->units[k].crowd || on_the_move(s, k) ||
            min_far(bk, s, k, &b, 0))
            continue;
        min_body(bk, s, k, &other);
        if (stands_upon(&b, &other))
            return broken(why, "N-GEO-13", MIN_R_C_OVERLAP, i, k);
    }
    return true;
}

static bool on_the_move(const struct min_state *s, int i)
{
    return s->mover.unit == i && (s->mover.purpose != MIN_IDLE || s->mover.entering);
}

static bool stands_upon(const struct min_body *a, const struct min_body *b)
{
    for (int i = 0; i < a->n; i++)
        for (int k = 0; k < b->n; k++)
            if (!tc_box_far(&a->box[i], &b->box[k], 0) &&
                tc_overlap(&a->box[i], &b->box[k], ROUNDED_ANEW))
                return true;
    return false;
}
