/* rules/malbrook/danger.c - who could shoot at whom, or charge him, as they stand. */
#include "kernel/danger.h"
#include "rules/malbrook/inner.h"

enum { MOST_PIPS = 15 }; /* of two dice and a half */

static int32_t longest_charge(const struct mal_book *bk)
{
    return MOST_PIPS * bk->tables.move.pip;
}

static struct tc_query query_of(const struct mal_state *s, int unit, int question)
{
    return (struct tc_query){ .side = s->brigades[unit].side,
                              .question = (int16_t)question,
                              .arg = { unit } };
}

static bool shoots(const struct mal_book *bk, const struct mal_state *s, int gun, int foe)
{
    struct tc_query q = query_of(s, gun, MAL_Q_FIRE);
    struct tc_view v = { &bk->head, s, &q };
    struct tc_act fire = { .verb = MAL_V_FIRE, .arg = { gun, foe } };
    struct tc_act lob = { .verb = MAL_V_LOB, .arg = { gun, foe } };

    return mal_is_gun(bk, &s->brigades[gun]) &&
           (mal_may_fire(&v, &fire, NULL) || mal_may_fire(&v, &lob, NULL));
}

static bool strikes(const struct mal_book *bk, const struct mal_state *s, int unit, int foe,
                    int32_t far)
{
    struct tc_query q = query_of(s, unit, MAL_Q_CHARGE);
    struct tc_view v = { &bk->head, s, &q };

    if (far > longest_charge(bk) || !mal_can_charge(bk, s, unit, NULL))
        return false;
    for (int i = 0; i < mal_count_charge(&v); i++) {
        struct tc_act a = { 0 };
        if (mal_nth_charge(&v, i, &a) && a.verb == MAL_V_CHARGE && a.arg[1] == foe &&
            mal_may_charge(&v, &a, NULL))
            return true;
    }
    return false;
}

static bool look(const struct mal_book *bk, const struct mal_state *s, int unit, int foe,
                 struct tc_danger *out)
{
    const struct mal_fire_table *t = &bk->tables.fire;
    struct mal_body a, b;

    mal_body(bk, &s->brigades[unit], &a);
    mal_body(bk, &s->brigades[foe], &b);
    int32_t far = tc_gap_ceil(tc_gap_of(&a.box[0], &b.box[0]));
    *out = (struct tc_danger){ .from = (int16_t)unit, .to = (int16_t)foe, .far = far };
    out->shoots = shoots(bk, s, unit, foe);
    out->strikes = strikes(bk, s, unit, foe, far);
    out->band = !out->shoots          ? ""
                : far <= t->close     ? "close"
                : far <= t->effective ? "effective"
                                      : "long";
    return out->shoots || out->strikes;
}

/* It is the time of everybody: nobody is bound, and the guns begin. */
static void make_ready(struct mal_state *s)
{
    s->phase = MAL_P_BOMBARD;
    for (int i = 0; i < s->units; i++) {
        s->brigades[i].control = MAL_WISH;
        s->brigades[i].must_charge = s->brigades[i].bombarded = 0;
    }
}

static int between(const struct tc_book *book, const void *state, int unit,
                   struct tc_danger *out, int room)
{
    const struct mal_book *bk = mal_book_of(book);
    struct mal_state s = *(const struct mal_state *)state;
    int n = 0;

    if (unit >= s.units || !mal_counts(bk, &s.brigades[unit]))
        return 0;
    make_ready(&s);
    for (int i = 0; i < s.units && n + 2 <= room; i++) {
        if (s.brigades[i].side == s.brigades[unit].side || !mal_counts(bk, &s.brigades[i]))
            continue;
        n += look(bk, &s, unit, i, &out[n]);
        n += look(bk, &s, i, unit, &out[n]);
    }
    return n;
}

static int bands(const struct tc_book *book, const void *state, int unit,
                 struct tc_band out[TC_BANDS])
{
    const struct mal_book *bk = mal_book_of(book);
    const struct mal_state *s = state;
    const struct mal_unit *m = &s->brigades[unit];
    const struct mal_fire_table *t = &bk->tables.fire;
    int n = 0;

    if (unit >= s->units || !mal_counts(bk, m))
        return 0;
    if (mal_is_gun(bk, m) && !m->limbered) {
        int32_t far = t->range[mal_gun_class(bk, m)];
        if (far > t->close)
            out[n++] = (struct tc_band){ "fire", "close", t->close, t->arc };
        if (far > t->effective)
            out[n++] = (struct tc_band){ "fire", "effective", t->effective, t->arc };
        if (far)
            out[n++] = (struct tc_band){ "fire", "long", far, t->arc };
    }
    if (mal_is_cavalry(bk, m) && m->status == MAL_NORMAL)
        out[n++] = (struct tc_band){ "charge", "at most", longest_charge(bk),
                                     bk->tables.move.deviation };
    return n;
}

static void put(const struct tc_book *bk, void *state, int unit, int32_t x, int32_t y,
                int32_t facing)
{
    struct mal_unit *m = &((struct mal_state *)state)->brigades[unit];

    (void)bk;
    m->x = x;
    m->y = y;
    m->heading = (uint16_t)facing;
}

const struct tc_dangers mal_dangers = { between, bands, put, NULL };
