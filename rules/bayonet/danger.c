/* rules/bayonet/danger.c - who could shoot at whom, or attack him, as they stand. */
#include "board/plane.h"
#include "kernel/danger.h"
#include "rules/bayonet/artillery.h"
#include "rules/bayonet/move.h"

/* Told further down: */
static bool look(const struct bay_book *bk, const struct bay_state *s, int u, int foe,
                 struct tc_danger *out);
static bool shoots(const struct bay_book *bk, const struct bay_state *s, int u, int hex);
static bool strikes(const struct bay_book *bk, const struct bay_state *s, int u, int hex);

static int between(const struct tc_book *book, const void *state, int unit,
                   struct tc_danger *out, int room)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    struct bay_state s = *(const struct bay_state *)state;
    int n = 0;

    if (s.units[unit].hex < 0)
        return 0;
    bay_index(bk, &s);
    for (int i = 0; i < bk->units && n + 2 <= room; i++) {
        if (bk->unit[i].side == bk->unit[unit].side || s.units[i].hex < 0)
            continue;
        n += look(bk, &s, unit, i, &out[n]);
        n += look(bk, &s, i, unit, &out[n]);
    }
    return n;
}

static bool look(const struct bay_book *bk, const struct bay_state *s, int u, int foe,
                 struct tc_danger *out)
{
    int from = s->units[u].hex, hex = s->units[foe].hex;
    int32_t far = bay_distance(bk, from, hex);

    *out = (struct tc_danger){ .from = (int16_t)u, .to = (int16_t)foe, .far = far, .band = "" };
    if (far > BAY_RANGES)
        return false;
    out->shoots = shoots(bk, s, u, hex);
    out->strikes = far <= 3 && strikes(bk, s, u, hex);
    return out->shoots || out->strikes;
}

static bool shoots(const struct bay_book *bk, const struct bay_state *s, int u, int hex)
{
    struct tc_query q = { .side = bk->unit[u].side, .question = BAY_Q_AIM, .arg = { u } };
    struct tc_view v = { &bk->head, s, &q };

    if (!bay_is_art(bk, u) || s->units[u].limbered || bay_top(s, s->units[u].hex) != u ||
        bay_impact_at(s, s->units[u].hex) == BAY_EFFECTIVE)
        return false;
    for (int f = 0; f < 6; f++) {
        struct tc_act a = { .verb = BAY_V_AT, .arg = { hex, f } };
        if (bay_judge_aim(&v, &a, NULL))
            return true;
    }
    return false;
}

/* A charge that its order would let it make, or an attack on a neighbour. */
static bool strikes(const struct bay_book *bk, const struct bay_state *s, int u, int hex)
{
    int from = s->units[u].hex, d = bay_dir(bk, from, hex);

    if (bay_is_art(bk, u) || bay_is_marker(s, u) || !bay_can_charge(bk, s, u))
        return false;
    if (d >= 0 && bay_own_front(bk, s, u, d) &&
        bay_attack_legal(bk, s, u, from, hex, true, true, NULL))
        return true;
    struct tc_query q = { .side = bk->unit[u].side, .question = BAY_Q_CHARGE, .arg = { u } };
    struct tc_view v = { &bk->head, s, &q };
    for (int i = 0; i < bay_count_charge(&v); i++) {
        struct tc_act a = { 0 };
        if (bay_nth_charge(&v, i, &a) && a.verb == BAY_V_CHARGE && a.arg[0] == hex &&
            bay_judge_charge(&v, &a, NULL))
            return true;
    }
    return false;
}

static int bands(const struct tc_book *book, const void *state, int unit,
                 struct tc_band out[TC_BANDS])
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const struct bay_state *s = state;
    const struct bay_unit *x = &s->units[unit];
    int32_t sector = TC_HALF / 6; /* 30 degrees to either side of the vertex it faces */

    if (x->hex < 0 || bay_is_marker(s, unit))
        return 0;
    if (bay_is_art(bk, unit)) {
        if (x->limbered)
            return 0;
        out[0] = (struct tc_band){ "fire", "as it stands", BAY_RANGES, sector };
        out[1] = (struct tc_band){ "fire", "after a pivot", BAY_RANGES, sector + TC_HALF / 3 };
        return 2;
    }
    out[0] = (struct tc_band){ "charge", "at most", bay_charge_rows(bk, unit),
                               x->facing == BAY_NO_FACING ? TC_HALF : sector };
    return 1;
}

/* The box of its brigade: between its neighbours, the Wing's bounds and the other Lines. */
static int box(const struct tc_book *book, const void *state, int unit,
               struct tc_scene_point *out, int room, const char **rule)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    struct bay_state s = *(const struct bay_state *)state;
    struct bay_box bounds;
    int b = bay_brigade_of(bk, unit), n = 0;

    *rule = "B-4.2a";
    if (b < 0 || s.units[unit].hex < 0 || !bay_in_play(&s, b))
        return 0;
    bay_index(bk, &s);
    bay_box_of(bk, &s, b, &bounds); /* B-4.2a */
    for (int h = 101; h < BAY_IDS && n < room; h++)
        if (bay_on_map(bk, h) && bay_box_holds(bk, &s, b, &bounds, h, NULL))
            out[n++] = (struct tc_scene_point){ bk->vec[h].q, bk->vec[h].r };
    return n;
}

const struct tc_dangers bay_dangers = { between, bands, NULL, box };
