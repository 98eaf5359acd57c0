/* rules/pistolado/danger.c - who could shoot at whom, or charge him, as they stand. */
#include "kernel/danger.h"
#include "rules/pistolado/inner.h"

static struct tc_query query_of(const struct pis_book *bk, int r, int question)
{
    return (struct tc_query){ .side = bk->regiment[r].side,
                              .question = (int16_t)question,
                              .arg = { r } };
}

static bool has_shot(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const char *rule;

    return pis_here(s, r) && pis_class_of(bk, r) < PIS_CLASSES &&
           !pis_why_not_free(s, r, &rule);
}

static bool shoots(const struct pis_book *bk, const struct pis_state *s, int r, int foe)
{
    struct tc_query q = query_of(bk, r, PIS_Q_SHOOT);
    struct tc_view v = { &bk->head, s, &q };
    struct tc_act a = { .verb = PIS_V_FIRE, .arg = { r, foe } };

    return has_shot(bk, s, r) && pis_judge_shot(&v, &a, NULL);
}

static bool may_charge(const struct pis_book *bk, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];

    return pis_steady(s, r) && g->melee == TC_NONE && !pis_has(bk, r, PIS_ART) &&
           g->formation != PIS_HEDGEHOG && g->formation != PIS_CARACOLE &&
           pis_card_of(bk, r)->row[PIS_TO_CHARGE].n > 0;
}

static bool strikes(const struct pis_book *bk, const struct pis_state *s, int r, int foe)
{
    struct tc_query q = query_of(bk, r, PIS_Q_CHARGE);
    struct tc_view v = { &bk->head, s, &q };

    for (int i = may_charge(bk, s, r) ? 1 + 3 * foe : 0; i > 0 && i < 4 + 3 * foe; i++) {
        struct tc_act a = { 0 };
        if (pis_nth_charge(&v, i, &a) && a.arg[1] == foe && pis_judge_charge(&v, &a, NULL))
            return true;
    }
    return false;
}

static const char *const range_word[PIS_RANGES] = { "close", "effective", "long" };

static const char *band_of(const struct pis_book *bk, const struct pis_state *s, int r, int foe)
{
    struct tc_box b;

    pis_box(s, foe, &b);
    for (int i = 0; i < PIS_RANGES; i++) {
        int32_t far = bk->t.range[pis_class_of(bk, r)].limit[i];
        if (far && pis_in_range(s, r, &b, far))
            return range_word[i];
    }
    return "";
}

static bool look(const struct pis_book *bk, const struct pis_state *s, int r, int foe,
                 struct tc_danger *out)
{
    struct tc_box a, b;

    pis_box(s, r, &a);
    pis_box(s, foe, &b);
    *out = (struct tc_danger){ .from = (int16_t)r,
                               .to = (int16_t)foe,
                               .far = tc_gap_ceil(tc_gap_of(&a, &b)) };
    out->shoots = shoots(bk, s, r, foe);
    out->strikes = strikes(bk, s, r, foe);
    out->band = out->shoots ? band_of(bk, s, r, foe) : "";
    return out->shoots || out->strikes;
}

static int between(const struct tc_book *book, const void *state, int unit,
                   struct tc_danger *out, int room)
{
    const struct pis_book *bk = pis_book_of(book);
    struct pis_state s = *(const struct pis_state *)state;
    int n = 0;

    if (!pis_here(&s, unit))
        return 0;
    for (int i = 0; i < bk->brigades; i++)
        s.brigade[i].status = PIS_CHARGE; /* as if everybody were called to it */
    for (int i = 0; i < bk->regiments && n + 2 <= room; i++) {
        if (!pis_enemies(bk, unit, i) || !pis_here(&s, i))
            continue;
        n += look(bk, &s, unit, i, &out[n]);
        n += look(bk, &s, i, unit, &out[n]);
    }
    return n;
}

static int32_t arc_of(const struct pis_book *bk, const struct pis_state *s, int r)
{
    switch (s->regiment[r].formation) {
    case PIS_HEDGEHOG: return TC_HALF;
    case PIS_LOOSE: return TC_QUARTER / 2;
    case PIS_BATTERY: return bk->t.stand.battery_arc;
    default: return bk->t.stand.fire_arc;
    }
}

static int bands(const struct tc_book *book, const void *state, int unit,
                 struct tc_band out[TC_BANDS])
{
    const struct pis_book *bk = pis_book_of(book);
    const struct pis_state *s = state;
    int n = 0;

    for (int i = 0; has_shot(bk, s, unit) && i < PIS_RANGES; i++) {
        int32_t far = bk->t.range[pis_class_of(bk, unit)].limit[i];
        if (far)
            out[n++] = (struct tc_band){ "fire", range_word[i], far, arc_of(bk, s, unit) };
    }
    if (may_charge(bk, s, unit))
        out[n++] = (struct tc_band){ "charge", "at most", pis_charge_rate(bk, unit),
                                     bk->t.stand.charge_wheel };
    return n;
}

static void put(const struct tc_book *bk, void *state, int unit, int32_t x, int32_t y,
                int32_t facing)
{
    struct pis_regiment *g = &((struct pis_state *)state)->regiment[unit];

    (void)bk;
    g->x = x;
    g->y = y;
    g->facing = (uint16_t)facing;
}

const struct tc_dangers pis_dangers = { between, bands, put, NULL };
