/* rules/minden/danger.c - who could shoot at whom, or charge him, as they stand. */
#include "kernel/danger.h"
#include "rules/minden/inner.h"
#include "rules/minden/questions.h"

/* It is the time of both: nobody has moved or fired. */
static void make_ready(struct min_state *s, int unit)
{
    struct min_unit *m = &s->units[unit];

    m->moved = m->compulsory = 0;
    m->fired = 0;
    m->fire_count = 0;
}

static bool is_armed(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];

    return m->where == MIN_ON_TABLE && m->morale == MIN_STEADY && m->melee == TC_NONE &&
           m->formation != MIN_MARCH_COLUMN && m->formation != MIN_LIMBERED &&
           !min_is_command(bk, unit) && !min_is_horse(bk, unit) &&
           min_max_range(bk, min_card(bk, unit)->weapon) > 0;
}

static bool shoots(const struct min_book *bk, const struct min_state *s, int unit, int foe)
{
    struct tc_query q = { .side = (int16_t)min_side_of(bk, unit),
                          .question = MIN_Q_TARGET,
                          .arg = { unit } };
    struct tc_view v = { &bk->head, s, &q };
    int part[4], n = is_armed(bk, s, unit) ? min_fire_parts(s, unit, part) : 0;

    for (int i = 0; i < n; i++) {
        struct tc_act a = { .verb = MIN_V_AT, .arg = { foe, part[i] } };
        if (min_judge_target(&v, &a, NULL))
            return true;
    }
    return false;
}

/* As far as the best dice would take it. */
static int32_t longest_move(const struct min_book *bk, int unit)
{
    return bk->t.move.rate[min_kind_of(bk, unit)] * 6 * 1000;
}

static bool may_strike(const struct min_book *bk, const struct min_state *s, int unit)
{
    const struct min_unit *m = &s->units[unit];

    return m->where == MIN_ON_TABLE && m->morale == MIN_STEADY && m->melee == TC_NONE &&
           m->formation != MIN_MARCH_COLUMN && m->formation != MIN_SQUARE &&
           !min_is_command(bk, unit) && !min_is_gun(bk, unit);
}

static bool strikes(const struct min_book *bk, struct min_state *s, int unit, int foe,
                    int32_t far)
{
    struct tc_query q = { .side = (int16_t)min_side_of(bk, unit), .question = MIN_Q_PATH };
    struct tc_desk desk;
    struct tc_view v = { &bk->head, s, &q, &desk };
    bool found = false;

    if (!may_strike(bk, s, unit) || far > longest_move(bk, unit))
        return false;
    struct min_mover was = s->mover;
    min_clear_mover(s);
    s->mover.unit = (int16_t)unit;
    s->mover.value = longest_move(bk, unit);
    desk.laid = 0;
    int n = min_count_path(&v);
    for (int i = 0; i < n && !found; i++) {
        struct tc_act a = { 0 };
        found = min_nth_path(&v, i, &a) && a.verb == MIN_V_CHARGE && a.arg[0] == foe &&
                min_judge_path(&v, &a, NULL);
    }
    s->mover = was;
    return found;
}

static const char *band_of(const struct min_book *bk, int unit, int32_t far)
{
    int weapon = min_card(bk, unit)->weapon;

    return far <= bk->t.fire.short_range[weapon] ? "short" : "long";
}

static bool look(const struct min_book *bk, struct min_state *s, int unit, int foe,
                 struct tc_danger *out)
{
    int32_t far = tc_gap_ceil(min_gap(bk, s, unit, foe));

    make_ready(s, unit);
    *out = (struct tc_danger){ .from = (int16_t)unit, .to = (int16_t)foe, .far = far };
    out->shoots = shoots(bk, s, unit, foe);
    out->strikes = strikes(bk, s, unit, foe, far);
    out->band = out->shoots ? band_of(bk, unit, far) : "";
    return out->shoots || out->strikes;
}

static int between(const struct tc_book *book, const void *state, int unit,
                   struct tc_danger *out, int room)
{
    const struct min_book *bk = min_book_of(book);
    struct min_state s = *(const struct min_state *)state;
    int n = 0, enemy = 1 - min_side_of(bk, unit);

    if (!min_on_table(&s, unit) || min_is_command(bk, unit))
        return 0;
    for (int i = bk->first_of[enemy]; i < bk->end_of[enemy] && n + 2 <= room; i++) {
        if (min_side_of(bk, i) != enemy || !min_on_table(&s, i) || min_is_command(bk, i))
            continue;
        n += look(bk, &s, unit, i, &out[n]);
        n += look(bk, &s, i, unit, &out[n]);
    }
    return n;
}

static int bands(const struct tc_book *book, const void *state, int unit,
                 struct tc_band out[TC_BANDS])
{
    const struct min_book *bk = min_book_of(book);
    const struct min_state *s = state;
    const struct min_fire_table *t = &bk->t.fire;
    int weapon = min_card(bk, unit)->weapon, n = 0;
    int32_t arc = min_is_gun(bk, unit) ? t->gun_half_angle : TC_QUARTER / 2;

    if (is_armed(bk, s, unit) && t->short_range[weapon])
        out[n++] = (struct tc_band){ "fire", "short", t->short_range[weapon], arc };
    if (is_armed(bk, s, unit) && t->long_range[weapon] > t->short_range[weapon])
        out[n++] = (struct tc_band){ "fire", "long", t->long_range[weapon], arc };
    if (may_strike(bk, s, unit))
        out[n++] = (struct tc_band){ "charge", "at most", longest_move(bk, unit), TC_QUARTER };
    return n;
}

static void put(const struct tc_book *bk, void *state, int unit, int32_t x, int32_t y,
                int32_t facing)
{
    struct min_unit *m = &((struct min_state *)state)->units[unit];

    (void)bk;
    m->x = x;
    m->y = y;
    m->facing = (uint16_t)facing;
}

const struct tc_dangers min_dangers = { between, bands, put, NULL };
