/* rules/malbrook/fight.c - chapter 20: who fights whom, and with how many dice. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/probe.h"

struct muster {
    struct mal_play *p;
    int combat, side;
};

typedef bool holds_fn(const struct mal_play *p, int unit);

/* Told further down: */
static void roll_side(struct mal_play *p, int combat, int side);
static int dice_of(const struct muster *k);
static bool has_ground(const struct mal_play *p, int unit);
static const struct mal_unit *foe_of(const struct mal_play *p, int unit);
static bool meets_fieldwork(const struct mal_play *p, int unit);
static bool is_outrance(const struct mal_play *p, int unit);
static bool rides_after(const struct mal_play *p, int unit);
static bool is_pursuing(const struct mal_play *p, int unit);
static bool is_flanked(const struct mal_play *p, int unit);
static void add_platoons(const struct muster *k, struct tc_sum *sum);
static int share(const struct muster *k, holds_fn *holds, int *of);
static bool is_infantry_there(const struct mal_play *p, int unit);
static bool caught_moving(const struct mal_play *p, int unit);
static bool charged_by_cavalry(const struct mal_play *p, int unit);
static int hit_number(const struct muster *k, const char **rule);
static bool is_loose(const struct mal_play *p, int unit);
static bool in_march_column(const struct mal_play *p, int unit);
static bool meets_fortress(const struct mal_play *p, int unit);
static bool is_supported(const struct mal_play *p, int unit);
static int grade_of(const struct muster *k);
static void form(struct mal_play *p);
static int principal_of(const struct mal_book *bk, const struct mal_state *s, int unit);
static bool may_fight(const struct mal_book *bk, const struct mal_state *s, int a, int b);
static void link(struct mal_state *s, int a, int b);
static void number(struct mal_play *p);
static void count_all(struct mal_play *p);
static void note_ranks(struct mal_play *p);
static bool is_charging(const struct mal_play *p, int unit);
static bool meets_work(const struct mal_play *p, int unit, int kind);
static bool mostly(const struct muster *k, holds_fn *holds);

/* --- Dice --- */

static bool fires_by_platoon(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    return mal_is_infantry(p->bk, m) && mal_card(p->bk, m)->style == MAL_NEW; /* M-3.3 */
}

void mal_step_fight(void *state, struct tc_umpire *u)
{
    struct mal_play p = mal_play_of(state, u);
    struct mal_state *s = p.s;

    if (s->cursor == 0) {
        form(&p);
        s->cursor = 1;
    }
    int c = s->cursor - 1;
    if (c >= s->combats) {
        mal_enter(&p, MAL_S_RESULT, MAL_P_COMBAT, s->first_side);
        return;
    }
    s->cursor++;
    if (s->combat[c].guns_only)
        return;                                      /* M-21.22 */
    tc_tell(u, MAL_E_COMBAT, "M-20.1", c + 1, 0, 0); /* M-11.7 */
    roll_side(&p, c, s->first_side);
    roll_side(&p, c, !s->first_side);
}

static void roll_side(struct mal_play *p, int combat, int side)
{
    struct muster k = { p, combat, side };
    const char *rule;
    int dice = dice_of(&k), on = hit_number(&k, &rule);
    tc_hope(p->u, side, TC_HIGH);
    int hits = dice ? tc_pool(p->u, dice, TC_D6, on, rule) : 0;

    p->s->combat[combat].dice[side] = (uint8_t)dice;
    p->s->combat[combat].hits[side] = (uint8_t)hits;
    tc_tell(p->u, MAL_E_HITS, rule, side, dice, hits);
}

static void add_bases(const struct muster *k, struct tc_sum *sum)
{
    static const char *const rule[] = { "M-20.10", "M-20.12", "M-20.11",
                                        "M-20.10", "M-20.10", "M-20.9" };
    const struct mal_combat_table *t = &k->p->bk->tables.combat;
    int bases = 0, inspired = 0, dps = 0, men = 0, grade = grade_of(k);

    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat != k->combat || m->side != k->side)
            continue;
        bases += m->counted;
        inspired += m->inspired;
        dps += m->dp;
        men++;
    }
    tc_sum_add(sum, bases, "M-20.2", MAL_LB_BASES, 0, 0); /* M-20.6 */
    if (t->grade[grade])
        tc_sum_add(sum, t->grade[grade], rule[grade], MAL_LB_GRADE, grade, 0);
    if (inspired)
        tc_sum_add(sum, inspired * t->inspire, "M-20.13", MAL_LB_INSPIRED, 0, 0);
    if (dps) /* M-20.35 */
        tc_sum_add(sum, -(dps + men - 1) / men * t->per_dp, "M-20.25", MAL_LB_DPS, 0, 0);
}

static int dice_of(const struct muster *k)
{
    const struct mal_combat_table *t = &k->p->bk->tables.combat;
    struct tc_sum sum = { k->p->u, 0 };

    add_bases(k, &sum);
    if (mostly(k, has_ground))
        tc_sum_add(&sum, t->ground, "M-20.14", MAL_LB_GROUND, 0, 0);
    if (mostly(k, meets_fieldwork))
        tc_sum_add(&sum, t->works, "M-20.15", MAL_LB_ENEMY_WORKS, 0, 0);
    if (mostly(k, is_charging))
        tc_sum_add(&sum, t->charge, "M-20.16", MAL_LB_CHARGING, 0, 0);
    bool wild = mostly(k, is_outrance), after = mostly(k, rides_after);
    if (wild)
        tc_sum_add(&sum, t->outrance, "M-20.17", MAL_LB_OUTRANCE, 0, 0);
    if (after)
        tc_sum_add(&sum, t->pursuit, "M-20.18", MAL_LB_PURSUING, 0, 0);
    if (!wild && !mostly(k, is_pursuing) && mostly(k, is_supported))
        tc_sum_add(&sum, t->supported, "M-20.19", MAL_LB_SUPPORTED, 0, 0);
    add_platoons(k, &sum);
    if (mostly(k, caught_moving))
        tc_sum_add(&sum, t->moved_foot, "M-20.22", MAL_LB_MOVED_FOOT, 0, 0);
    if (mostly(k, is_flanked))
        tc_sum_add(&sum, t->flank, "M-20.24", MAL_LB_FLANK, 0, 0);
    tc_sum_end(&sum, "M-20.2", MAL_LB_DICE);
    if (sum.total <= 0)
        return 0; /* M-20.3, M-RUL-30 */
    return tc_min(sum.total, TC_POOL);
}

static bool has_ground(const struct mal_play *p, int unit)
{
    const struct mal_unit *e = foe_of(p, unit);

    return e && mal_advantage(p->bk, &p->s->brigades[unit], e);
}

static const struct mal_unit *foe_of(const struct mal_play *p, int unit)
{
    int e = p->s->brigades[unit].principal;

    return e == TC_NONE ? NULL : &p->s->brigades[e];
}

static bool meets_fieldwork(const struct mal_play *p, int unit)
{
    return meets_work(p, unit, MAL_FIELDWORK);
}

static bool is_outrance(const struct mal_play *p, int unit)
{
    const struct mal_unit *e = foe_of(p, unit), *m = &p->s->brigades[unit];

    return m->charged && m->outrance && e &&
           (mal_is_cavalry(p->bk, e) ||
            (mal_is_foot(p->bk, e) && e->formation == MAL_UNFORMED));
}

static bool rides_after(const struct mal_play *p, int unit)
{
    return is_pursuing(p, unit) && mal_is_cavalry(p->bk, &p->s->brigades[unit]);
}

static bool is_pursuing(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].status == MAL_PURSUING && p->s->brigades[unit].met;
}

static bool is_flanked(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].flanked && mal_is_formed(p->bk, &p->s->brigades[unit]);
}

/* M-20.20, M-RUL-31: a die for every three bases, against infantry. */
static void add_platoons(const struct muster *k, struct tc_sum *sum)
{
    struct muster other = { k->p, k->combat, !k->side };
    int dice = 0, all, foot = share(&other, is_infantry_there, &all);

    if (2 * foot <= all) /* half of them are not most */
        return;
    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat == k->combat && m->side == k->side && m->formation == MAL_LINE &&
            m->n == m->front && fires_by_platoon(k->p, i))
            dice += m->counted / k->p->bk->tables.combat.platoon_bases;
    }
    if (dice) /* M-RUL-31 */
        tc_sum_add(sum, dice * k->p->bk->tables.combat.platoon, "M-20.20", MAL_LB_PLATOON, 0,
                   0);
}

/* How many bases in combat are of brigades that qualify (of brigades, if no base counts), and
 * how many there are. */
static int share(const struct muster *k, holds_fn *holds, int *of)
{
    int all = 0, some = 0, men = 0, few = 0;

    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat != k->combat || m->side != k->side)
            continue;
        bool yes = holds(k->p, i);
        all += m->counted;
        some += yes ? m->counted : 0;
        men++;
        few += yes;
    }
    *of = all ? all : men;
    return all ? some : few;
}

static bool is_infantry_there(const struct mal_play *p, int unit)
{
    return mal_is_infantry(p->bk, &p->s->brigades[unit]); /* M-20.21 */
}

static bool caught_moving(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    return mal_is_foot(p->bk, m) && m->moved && charged_by_cavalry(p, unit); /* M-20.23 */
}

static bool charged_by_cavalry(const struct mal_play *p, int unit)
{
    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *e = &p->s->brigades[i];
        if (mal_on_table(e) && mal_came_on(e) && e->target == unit && mal_is_cavalry(p->bk, e))
            return true;
    }
    return false;
}

static int hit_number(const struct muster *k, const char **rule)
{
    const struct mal_combat_table *t = &k->p->bk->tables.combat;

    if (mostly(k, is_loose))
        *rule = "M-20.26";
    else if (mostly(k, in_march_column))
        *rule = "M-20.27";
    else if (mostly(k, meets_fortress))
        *rule = "M-20.28";
    else {
        *rule = "M-20.29";
        return t->hit;
    }
    return t->hard_hit;
}

static bool is_loose(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].formation == MAL_UNFORMED;
}

static bool in_march_column(const struct mal_play *p, int unit)
{
    return p->s->brigades[unit].formation == MAL_MARCH_COLUMN;
}

static bool meets_fortress(const struct mal_play *p, int unit)
{
    return meets_work(p, unit, MAL_FORTIFICATION);
}

/* M-20.30 to M-20.33 */
static bool is_supported(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];
    int front = mal_front_files(m), second;

    if (fires_by_platoon(p, unit))
        return false; /* M-20.33 */
    if (m->outrance && m->charged)
        return false; /* M-20.32 */
    if (mal_ranks(m) < 2 || m->counted == 0)
        return false;
    second = m->n - front < front ? m->n - front : front;
    return 2 * second >= front; /* M-20.30, M-20.31 */
}

/* M-20.34: the grade of most bases in combat (of brigades, if none is); a tie is averaged,
 * rounded up. */
static int grade_of(const struct muster *k)
{
    int bases[MAL_GRADES] = { 0 }, most = 0, sum = 0, ties = 0, all = 0;

    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        all += m->combat == k->combat && m->side == k->side ? m->counted : 0;
    }
    for (int i = 0; i < k->p->s->units; i++) {
        const struct mal_unit *m = &k->p->s->brigades[i];
        if (m->combat == k->combat && m->side == k->side)
            bases[m->grade] += all ? m->counted : 1;
    }
    for (int g = MAL_E; g <= MAL_A; g++)
        most = tc_max(most, bases[g]);
    for (int g = MAL_E; g <= MAL_A; g++)
        if (most && bases[g] == most) {
            sum += g;
            ties++;
        }
    return ties ? (sum + ties - 1) / ties : MAL_C; /* M-20.34 */
}

/* --- 5f: forming the combats --- */

static void form(struct mal_play *p)
{
    struct mal_state *s = p->s;

    for (int i = 0; i < s->units; i++) { /* M-20.1, M-RUL-28 */
        struct mal_unit *m = &s->brigades[i];
        m->combat = TC_NONE;
        m->after = MAL_UNDECIDED;
        m->result = 0;
        m->counted = 0;
        m->principal = TC_NONE;
    }
    for (int i = 0; i < s->units; i++) {
        struct mal_unit *m = &s->brigades[i];
        if (!mal_on_table(m) || !mal_is_brigade(p->bk, m))
            continue;
        int e = principal_of(p->bk, s, i);
        m->principal = (int16_t)e;
        if (e != TC_NONE || m->only_guns)
            m->combat = (int8_t)i;
    }
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].principal != TC_NONE) {
            if (s->brigades[s->brigades[i].principal].combat == TC_NONE)
                s->brigades[s->brigades[i].principal].combat = (int8_t)s->brigades[i].principal;
            link(s, i, s->brigades[i].principal);
        }
    number(p);
    count_all(p);
    note_ranks(p);
}

static int principal_of(const struct mal_book *bk, const struct mal_state *s, int unit)
{
    const struct mal_unit *m = &s->brigades[unit];
    struct tc_gap near = { 0, 0, 1 };
    int32_t reach = bk->tables.move.foot_stop + MAL_EPS;
    int best = TC_NONE, most = -1;
    struct mal_probe p;

    mal_probe(&p, bk, m);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *e = &s->brigades[i];
        if (e->side == m->side || mal_probe_far(&p, e, reach) || !may_fight(bk, s, unit, i))
            continue;
        int n = mal_count_bases(bk, s, m, e, NULL);
        struct tc_gap g = mal_gap(bk, m, e);
        if (n > most || (n == most && tc_gap_cmp(g, near) < 0)) {
            most = n;
            near = g;
            best = i;
        }
    }
    return best;
}

static bool may_fight(const struct mal_book *bk, const struct mal_state *s, int a, int b)
{
    const struct mal_unit *x = &s->brigades[a], *y = &s->brigades[b];

    if (mal_type_of(bk, x) == MAL_CIVILIAN || mal_type_of(bk, y) == MAL_CIVILIAN)
        return false;
    if (s->round && !x->met && !y->met)
        return false;
    return mal_engaged(bk, s, a, b);
}

static void link(struct mal_state *s, int a, int b)
{
    int from = s->brigades[b].combat, to = s->brigades[a].combat;

    for (int i = 0; from != to && i < s->units; i++)
        if (s->brigades[i].combat == from)
            s->brigades[i].combat = (int8_t)to;
}

/* Numbers without gaps; guns-only attackers get a combat of their own. */
static void number(struct mal_play *p)
{
    struct mal_state *s = p->s;
    int8_t name[MAL_UNITS];
    int n = 0;

    memset(name, TC_NONE, sizeof name);
    for (int i = 0; i < s->units; i++) {
        struct mal_unit *m = &s->brigades[i];
        if (m->combat == TC_NONE)
            continue;
        if (name[(int)m->combat] == TC_NONE && n < MAL_COMBATS)
            name[(int)m->combat] = (int8_t)n++;
        m->combat = name[(int)m->combat];
    }
    s->combats = (uint8_t)n;
    memset(s->combat, 0, sizeof s->combat);
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->combat != TC_NONE)
            s->combat[(int)m->combat].guns_only = m->only_guns && m->principal == TC_NONE;
    }
}

static void count_all(struct mal_play *p)
{
    for (int i = 0; i < p->s->units; i++) {
        struct mal_unit *m = &p->s->brigades[i];
        uint64_t mask = 0;
        if (m->combat == TC_NONE)
            continue;
        for (int j = 0; j < p->s->units; j++)
            if (p->s->brigades[j].combat == m->combat && p->s->brigades[j].side != m->side)
                (void)mal_count_bases(p->bk, p->s, m, &p->s->brigades[j], &mask);
        m->counted = m->file_first = m->file_last = 0;
        for (int k = 0; k < MAL_BASES; k++)
            if (mask >> k & 1) {
                if (!m->counted)
                    m->file_first = (uint8_t)k;
                m->file_last = (uint8_t)k;
                m->counted++;
            }
    }
}

/* M-21.13: whom they charged counts, not who is left after the dice. */
static void note_ranks(struct mal_play *p)
{
    int deep[MAL_COMBATS][TC_SIDES] = { { 0 } };

    for (int i = 0; i < p->s->units; i++) {
        const struct mal_unit *m = &p->s->brigades[i];
        if (m->combat == TC_NONE || !mal_is_cavalry(p->bk, m))
            continue;
        int *d = &deep[(int)m->combat][(int)m->side];
        *d = mal_ranks(m) > 1 && *d >= 0 ? 1 : -1; /* all of them */
    }
    for (int c = 0; c < p->s->combats; c++)
        p->s->combat[c].stage = (uint8_t)((deep[c][0] > 0) | (deep[c][1] > 0) << 1);
}

/* --- Dice, continued --- */

static bool is_charging(const struct mal_play *p, int unit)
{
    const struct mal_unit *m = &p->s->brigades[unit];

    /* M-22.10, M-RUL-32 */
    return (m->struck && m->charged) || m->countered || is_pursuing(p, unit);
}

static bool meets_work(const struct mal_play *p, int unit, int kind)
{
    const struct mal_unit *e = foe_of(p, unit), *m = &p->s->brigades[unit];

    return e && mal_defends_line(p->bk, e, (struct tc_pt){ m->x, m->y }, kind, kind, false) !=
                    TC_NONE; /* M-23.11 */
}

/* M-RUL-29: brigades with at least half of the bases in combat qualify. */
static bool mostly(const struct muster *k, holds_fn *holds)
{
    int all, some = share(k, holds, &all);

    return some && 2 * some >= all; /* M-RUL-29 */
}
