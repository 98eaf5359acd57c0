/* rules/minden/fire.c - chapter D: fire.
 *
 * Here: arcs, ranges, the number of dice, casualties and the TEST they cause. Not here: the
 * Fire phase (fire_phase.c), who may answer a move with fire (response.c), sight (sight.c).
 */
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

struct count {
    int full, half;
};

/* Told further down: */
static int best_part(const struct min_book *bk, const struct min_state *s, int firer,
                     const struct min_body *to);
static bool in_arc(const struct min_book *bk, const struct min_state *s, int firer,
                   const struct min_body *from, int part, const struct min_body *to);
static int count_dice(struct min_play *p, int firer, int part, const struct min_body *from,
                      int target, const struct min_body *to, int mode, int bonus,
                      const char *rule);
static bool in_canister(const struct min_book *bk, int firer, const struct min_body *from,
                        const struct min_body *to, int mode);
static struct count count_figures(const struct min_book *bk, const struct min_state *s,
                                  int firer, int part, const struct min_body *from,
                                  const struct min_body *to);
static void take_halves(const struct min_book *bk, const struct min_state *s, int firer,
                        const struct min_body *from, int target, const struct min_body *to,
                        int mode, struct tc_sum *sum);
static bool straight_ahead(const struct min_book *bk, int firer, const struct min_body *from,
                           const struct min_body *to);
static void halve(struct tc_sum *sum, const char *rule, int label);
static void take_hits(struct min_play *p, int firer, const struct min_body *from, int target,
                      int hits);
static bool is_dense(const struct min_book *bk, const struct min_state *s, int target,
                     const struct min_body *to, struct tc_pt from);
static void take_weather(struct min_play *p, struct tc_sum *sum);
static bool section_in_arc(const struct min_book *bk, const struct min_state *s, int firer,
                           const struct min_body *from, int part, const struct tc_box *to);
static bool in_range(const struct min_body *from, const struct min_body *to, int32_t range);

/* Fire with what the mode allows. section: enum MIN_FROM_, or TC_NONE; bonus: experience dice,
 * or TC_NONE for all of them. */
void min_volley(struct min_play *p, int firer, int section, int target, int mode, int bonus,
                const char *rule)
{
    struct min_body from, to;

    min_disturb(p, firer);              /* N-C5 */
    min_body(p->bk, p->s, target, &to); /* N-C2b */
    if (section == TC_NONE)
        section = best_part(p->bk, p->s, firer, &to);
    TC_BUG_ON(!min_fire_body(p->bk, p->s, firer, section, &from));
    if (bonus == TC_NONE)
        bonus = min_fire_bonus(p->bk, p->s, firer);
    tc_tell(p->u, MIN_E_FIRES, rule, firer, target);
    int n = count_dice(p, firer, section, &from, target, &to, mode,
                       tc_min(bonus, min_fire_bonus(p->bk, p->s, firer)), rule);
    tc_hope(p->u, min_side_of(p->bk, firer), TC_HIGH); /* N-X5 */
    take_hits(p, firer, &from, target, tc_pool(p->u, n, TC_D6, p->bk->t.fire.hit_on, "N-D2"));
}

/* The part that has the target before it; the first if none has (contact on flank or rear). */
static int best_part(const struct min_book *bk, const struct min_state *s, int firer,
                     const struct min_body *to)
{
    struct min_body from;
    int part[4], n = min_fire_parts(s, firer, part);

    for (int i = 0; i < n; i++)
        if (min_fire_body(bk, s, firer, part[i], &from) &&
            in_arc(bk, s, firer, &from, part[i], to) &&
            in_range(&from, to, min_max_range(bk, min_card(bk, firer)->weapon)))
            return part[i];
    return part[0];
}

static bool in_arc(const struct min_book *bk, const struct min_state *s, int firer,
                   const struct min_body *from, int part, const struct min_body *to)
{
    for (int i = 0; i < to->n; i++)
        if (section_in_arc(bk, s, firer, from, part, &to->box[i]))
            return true;
    return false;
}

static int count_dice(struct min_play *p, int firer, int part, const struct min_body *from,
                      int target, const struct min_body *to, int mode, int bonus,
                      const char *rule)
{
    const struct min_fire_table *t = &p->bk->t.fire;
    struct tc_sum sum = { p->u, 0 };

    if (mode == MIN_F_REDUCED) { /* N-X6 */
        /* N-RUL-14 */
        tc_sum_add(&sum, t->reduced_dice, rule, MIN_LB_REDUCED); /* N-C3a, N-C3b or N-C3c */
    } else {
        struct count c = count_figures(p->bk, p->s, firer, part, from, to);
        tc_sum_add(&sum, (2 * c.full + c.half) / 2, "N-D1", MIN_LB_FIGURES, c.full, c.half);
        take_halves(p->bk, p->s, firer, from, target, to, mode, &sum);
    }
    if (bonus)
        tc_sum_add(&sum, bonus, "N-D7", MIN_LB_FIRE_GRADE);
    if (mode != MIN_F_REDUCED) {
        if (is_dense(p->bk, p->s, target, to, from->box[0].anchor)) /* N-D13 */
            tc_sum_add(&sum, t->dense_dice, "N-D8", MIN_LB_DENSE);
        if (in_canister(p->bk, firer, from, to, mode))
            tc_sum_add(&sum, t->canister_dice, "N-D9", MIN_LB_CANISTER); /* N-L14 */
    }
    take_weather(p, &sum);
    tc_sum_end(&sum, "N-D1", MIN_LB_FIRE_DICE);
    return tc_min(sum.total, TC_POOL);
}

static bool in_canister(const struct min_book *bk, int firer, const struct min_body *from,
                        const struct min_body *to, int mode)
{
    int32_t range = bk->t.fire.canister[min_card(bk, firer)->weapon];

    return range > 0 && (mode == MIN_F_CONTACT || in_range(from, to, range));
}

/* Figures of file i that fire: the first two ranks, all of them for light troops; rows are
 * filled from the left (N-D4a, N-D4b, N-GEO-33). */
static int in_file(int fig, int files, int ranks, int i)
{
    int n = 0;

    for (int r = 0; r < ranks; r++)
        n += i < fig - r * files;
    return n;
}

/* N-D6, N-E5, N-E6 */
static void take_halves(const struct min_book *bk, const struct min_state *s, int firer,
                        const struct min_body *from, int target, const struct min_body *to,
                        int mode, struct tc_sum *sum)
{
    int weapon = min_card(bk, firer)->weapon;

    if (min_disordered(s, firer))
        halve(sum, "N-D6a", MIN_LB_HALF_DISORDER); /* N-I3 */
    if (min_is_gun(bk, firer) && !straight_ahead(bk, firer, from, to))
        halve(sum, "N-E5", MIN_LB_HALF_ASKEW); /* N-E6 */
    if (mode == MIN_F_CONTACT)
        return;
    if (!in_range(from, to, bk->t.fire.short_range[weapon]))
        halve(sum, "N-D6b", MIN_LB_HALF_LONG);
    if (min_cover_of(bk, s, target, to, from->box[0].anchor) != MIN_NO_COVER)
        halve(sum, "N-D6c", MIN_LB_HALF_COVER);
}

static bool straight_ahead(const struct min_book *bk, int firer, const struct min_body *from,
                           const struct min_body *to)
{
    int32_t range = min_max_range(bk, min_card(bk, firer)->weapon);

    for (int i = 0; i < to->n; i++)
        if (tc_in_fan(&from->box[0], 0, range, &to->box[i]))
            return true;
    return false;
}

int min_max_range(const struct min_book *bk, int weapon)
{
    const struct min_fire_table *t = &bk->t.fire;

    return t->long_range[weapon] ? t->long_range[weapon] : t->short_range[weapon]; /* N-D11 */
}

/* Everything about the shot itself; not whether the unit may fire at all. */
bool min_can_shoot(struct min_crowd *c, int firer, const struct min_body *from, int part,
                   int target, const struct min_body *to, struct min_memory *memory,
                   struct tc_refusal *why)
{
    const struct min_book *bk = c->bk;
    const struct min_state *s = c->s;
    int weapon = min_card(bk, firer)->weapon;
    int32_t range = min_max_range(bk, weapon);

    if (min_is_command(bk, target))
        return tc_refuse(why, "N-K4", MIN_R_COMMAND_TARGET, target);
    if (s->units[target].melee != TC_NONE)
        return tc_refuse(why, "N-D15", MIN_R_TARGET_IN_MELEE, target);
    if (!why && !in_arc(bk, s, firer, from, part, to))
        return false; /* the cheaper question first */
    if (!in_range(from, to, range))
        return tc_refuse(why, "N-D12", MIN_R_OUT_OF_RANGE, target, range); /* N-L13 */
    if (why && !in_arc(bk, s, firer, from, part, to))
        return tc_refuse(why, min_is_gun(bk, firer) ? "N-D5c" : "N-D5a", MIN_R_OUT_OF_ARC,
                         target);
    if (!in_range(from, to, bk->t.fire.short_range[weapon]) &&
        min_cover_of(bk, s, target, to, from->box[0].anchor) == MIN_HARD_COVER) {
        return tc_refuse(why, "N-D10", MIN_R_HARD_COVER, target,
                         bk->t.fire.short_range[weapon]); /* N-Jd7 */
    }
    if (!min_sees_in(c, firer, from, target, to, memory))
        return tc_refuse(why, "N-D17", MIN_R_NO_SIGHT, firer, target);
    if (!min_gap_open(c, firer, from, target, to))
        return tc_refuse(why, "N-E4", MIN_R_GAP_CLOSED, firer, target);
    return true;
}

/* Disorder and the TEST of two or more casualties in a player turn. */
static void suffer(struct min_play *p, int unit, int from)
{
    struct min_unit *m = &p->s->units[unit];
    const struct min_test_table *t = &p->bk->t.test;

    if (min_beyond_help(p, unit) || m->cas_turn < p->bk->t.fire.test_at)
        return;
    min_disorder(p, unit, "N-J1");
    if (m->casualty_tested)
        return;
    m->casualty_tested = 1;
    if (min_test(p, unit, MIN_T_CASUALTY, "N-H1") <= t->rout_at) /* N-X8, N-D3, N-RUL-4 */
        min_rout(p, unit, from, "N-H7");                         /* N-H7 */
}

/* N-D5b, N-GEO-17 */
static struct count count_files(const struct min_book *bk, const struct min_state *s, int firer,
                                const struct min_body *from, int fig, const struct min_body *to)
{
    struct count c = { 0, 0 };
    struct min_size z;
    int32_t range = min_max_range(bk, min_card(bk, firer)->weapon);
    uint64_t ahead = 0;

    if (s->units[firer].sections > 1)
        min_section_size(bk, firer, fig, &z);
    else
        min_size_of(bk, firer, &s->units[firer], &z);
    for (int i = 0; i < to->n; i++)
        ahead |= tc_files_ahead(&from->box[0], tc_min(z.files, 64), &to->box[i], range);
    /* N-D4a, N-D4b, N-D5b, N-GEO-17, N-GEO-33 */
    int ranks = min_is_light(bk, firer) ? z.ranks : tc_min(z.ranks, 2);
    for (int i = 0; i < z.files; i++)
        *(ahead >> tc_min(i, 63) & 1 ? &c.full : &c.half) += in_file(fig, z.files, ranks, i);
    return c;
}

/* One halving, logged as the dice it takes away. Halving what was rounded down already comes
 * to the same as one rounding at the end (N-RUL-17). */
static void halve(struct tc_sum *sum, const char *rule, int label)
{
    tc_sum_add(sum, -((sum->total + 1) / 2), rule, label); /* N-D6d, N-RUL-17 */
}

/* N-D8, N-RUL-18: three or more deep as the firer sees it. */
static bool is_dense(const struct min_book *bk, const struct min_state *s, int target,
                     const struct min_body *to, struct tc_pt from)
{
    const struct min_unit *m = &s->units[target];
    struct min_size z;
    int section;

    /* N-RUL-18 */
    if (min_is_light(bk, target) || min_is_gun(bk, target) || min_is_command(bk, target))
        return false; /* N-Kb1c */
    if (m->formation == MIN_SQUARE)
        return true;
    enum min_contact zone = min_zone(bk, s, target, to, from, &section);
    if (m->sections > 1)
        min_section_size(bk, target, m->section_fig[section], &z);
    else
        min_size_of(bk, target, m, &z);
    /* N-Kb4c */
    return (zone == MIN_CONTACT_FLANK ? z.files : z.ranks) >= bk->t.fire.dense_depth;
}

/* Rain and calm take dice from the final number, never below none (N-M7a, N-M8). */
static void take_weather(struct min_play *p, struct tc_sum *sum)
{
    const struct min_fire_table *t = &p->bk->t.fire;

    if (p->s->rain)
        tc_sum_add(sum, -tc_min(t->rain_dice, sum->total), "N-M7a", MIN_LB_RAIN);
    if (p->s->dead_calm)
        tc_sum_add(sum, -tc_min(t->calm_dice, sum->total), "N-M8", MIN_LB_CALM);
}

/* Is this section of the target in the arc of the part that fires? */
static bool section_in_arc(const struct min_book *bk, const struct min_state *s, int firer,
                           const struct min_body *from, int part, const struct tc_box *to)
{
    if (min_is_gun(bk, firer)) {
        /* N-D5c, N-GEO-16b, N-RUL-15 */
        return tc_arc_cone(&from->box[0], to, bk->t.fire.gun_half_angle);
    }
    if (s->units[firer].formation == MIN_SQUARE) {
        struct tc_rect square = min_rect(bk, s, firer);

        return tc_arc_side(&square, part - MIN_FROM_FRONT, to); /* N-GEO-16c */
    }
    return tc_arc_front(&from->box[0], to); /* N-D5a, N-GEO-16a */
}

static bool in_range(const struct min_body *from, const struct min_body *to, int32_t range)
{
    for (int i = 0; i < to->n; i++) /* N-GEO-18 */
        if (tc_front_within(&from->box[0], &to->box[i], range))
            return true;
    return false;
}

/* Might a shot find something in the box, by arc and range alone? For a unit that fires as a
 * whole; false is certain also for all that lies in the box. */
bool min_could_hit(const struct min_book *bk, int firer, const struct min_body *from,
                   const struct tc_box *box)
{
    bool ahead = min_is_gun(bk, firer)
                     ? tc_arc_cone(&from->box[0], box, bk->t.fire.gun_half_angle)
                     : tc_arc_front(&from->box[0], box);

    return ahead &&
           tc_front_within(&from->box[0], box, min_max_range(bk, min_card(bk, firer)->weapon));
}

int min_fire_parts(const struct min_state *s, int firer, int part[4])
{
    const struct min_unit *m = &s->units[firer];
    int n = 0;

    if (m->formation == MIN_SQUARE) {
        for (int i = 0; i < 4; i++)
            part[n++] = MIN_FROM_FRONT + i;
    } else if (m->sections > 1) {
        for (int i = 0; i < MIN_SECTIONS; i++)
            if (m->section_fig[i])
                part[n++] = MIN_FROM_LEFT + i;
    } else {
        part[n++] = MIN_FROM_WHOLE;
    }
    return n;
}

/* The ground of the part, its firing front first; false if the unit has no such part. */
bool min_fire_body(const struct min_book *bk, const struct min_state *s, int firer, int from,
                   struct min_body *out)
{
    struct min_body b;

    min_body(bk, s, firer, &b);
    out->anchor = b.anchor;
    out->n = 1;
    if (from >= MIN_FROM_FRONT && s->units[firer].formation == MIN_SQUARE) {
        out->section[0] = 1;
        out->rect[0] = tc_face_side(b.rect[0], from - MIN_FROM_FRONT);
        tc_box_make(&out->box[0], &out->rect[0]);
        min_body_bounds(out);
        return true;
    }
    for (int i = 0; i < b.n; i++)
        if (from == MIN_FROM_WHOLE ? b.n == 1 && s->units[firer].formation != MIN_SQUARE
                                   : b.n > 1 && b.section[i] == from - MIN_FROM_LEFT) {
            out->section[0] = b.section[i];
            out->rect[0] = b.rect[i];
            out->box[0] = b.box[i];
            min_body_bounds(out);
            return true;
        }
    return false;
}

int min_fire_bonus(const struct min_book *bk, const struct min_state *s, int firer)
{
    if (min_disordered(s, firer))
        return 0;                                                           /* N-I4, N-RUL-54 */
    return bk->t.fire.grade_dice[min_card(bk, firer)->grade[MIN_SHOOTING]]; /* N-RUL-16 */
}

static struct count count_figures(const struct min_book *bk, const struct min_state *s,
                                  int firer, int part, const struct min_body *from,
                                  const struct min_body *to)
{
    const struct min_unit *m = &s->units[firer];

    if (min_is_gun(bk, firer)) {                /* N-D1 */
        bool again = m->fired && m->fire_twice; /* N-RUL-30 */
        return (struct count){ again ? m->fig * m->fire_twice / tc_max(m->guns, 1) : m->fig,
                               0 };
    }
    if (m->formation == MIN_SQUARE)
        return (struct count){ m->fig / 4, 0 };
    if (part >= MIN_FROM_LEFT && part <= MIN_FROM_RIGHT)
        return count_files(bk, s, firer, from, m->section_fig[part - MIN_FROM_LEFT], to);
    return count_files(bk, s, firer, from, m->fig, to);
}

static void take_hits(struct min_play *p, int firer, const struct min_body *from, int target,
                      int hits)
{
    struct min_unit *m = &p->s->units[target];
    struct min_body to;
    int zone, section;

    tc_tell(p->u, MIN_E_CASUALTIES, "N-D2", firer, target, hits);
    if (hits == 0)
        return;
    min_body(p->bk, p->s, target, &to);
    zone = (int)min_zone(p->bk, p->s, target, &to, from->box[0].anchor, &section);
    if (zone != MIN_CONTACT_FRONT)
        m->cas_flank_rear = 1;
    if (min_is_gun(p->bk, firer))
        m->cas_by_art = 1;
    min_remove_figures(p, target, hits, section); /* N-RUL-55 */
    suffer(p, target, firer);
}
