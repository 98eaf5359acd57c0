/* rules/reason/danger.c - who could shoot at whom, or attack him, as they stand. */
#include "board/plane.h"
#include "kernel/danger.h"
#include "rules/reason/combat.h"
#include "rules/reason/step.h"

static bool shoots(const struct rea_ctx *c, int body, int foe)
{
    for (int part = REA_PART_WHOLE; part <= REA_PART_Y; part++)
        for (int i = 0; i < c->s->body[foe].len; i++)
            if ((c->s->body[body].form == REA_SQUARE) == (part >= REA_PART_X) &&
                rea_may_fire(c, body, part, c->s->body[foe].hex[i], REA_FIRE_SEGMENT, NULL))
                return true;
    return false;
}

static bool may_strike(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];

    return !rea_is_guns(c, body) &&
           (y->form == REA_LINE || y->form == REA_AC || y->form == REA_GO) &&
           y->hook == REA_NO_HOOK && !rea_morale_is(c, body, REA_SHAKEN);
}

static bool strikes(const struct rea_ctx *c, int body, int foe, int far)
{
    if (!may_strike(c, body))
        return false;
    if (rea_touches(c, body, foe))
        return rea_can_reach(c, body, foe);
    return rea_lead(c, body)->arm == REA_HORSE &&
           far <= 2 * rea_charge_mp(c, body) / REA_MP + 1 &&
           rea_charge_path(c, body, foe, rea_charge_mp(c, body));
}

static bool look(const struct rea_ctx *c, int body, int foe, struct tc_danger *out)
{
    int far = 99;

    for (int i = 0; i < c->s->body[body].len; i++)
        far = tc_min(far, rea_body_distance(c, foe, c->s->body[body].hex[i]));
    *out = (struct tc_danger){ .from = (int16_t)rea_lead_unit(c, body),
                               .to = (int16_t)rea_lead_unit(c, foe),
                               .far = far,
                               .band = "" };
    if (far > 12)
        return false;
    out->shoots = shoots(c, body, foe);
    out->strikes = strikes(c, body, foe, far);
    return out->shoots || out->strikes;
}

static void set_up(const struct rea_book *bk, struct rea_state *s, struct rea_ctx *c)
{
    rea_to_index(bk, s);
    for (int b = 0; b < bk->units; b++)
        s->body[b].fired = 0;
    rea_look(c, bk, s, NULL);
}

static int between(const struct tc_book *book, const void *state, int unit,
                   struct tc_danger *out, int room)
{
    const struct rea_book *bk = (const struct rea_book *)book;
    struct rea_state s = *(const struct rea_state *)state;
    struct rea_ctx c;
    int n = 0;

    set_up(bk, &s, &c);
    int own = rea_body_of(&c, unit);
    for (int b = 0; own >= 0 && b < bk->units && n + 2 <= room; b++) {
        if (!s.body[b].units || s.body[b].side == s.body[own].side)
            continue;
        n += look(&c, own, b, &out[n]);
        n += look(&c, b, own, &out[n]);
    }
    for (int i = 0; i < n;
         i++) /* a body is spoken of by its first unit: here, by the one asked */
        *(s.unit[out[i].from].body == own ? &out[i].from : &out[i].to) = (int16_t)unit;
    return n;
}

static int range_of(const struct rea_ctx *c, int body)
{
    int far = 0;

    for (int r = 1; r <= 12; r++)
        for (int i = 0; i < c->s->body[body].units; i++)
            if (rea_base_fm(c, body, c->s->body[body].unit[i], r) > 0)
                far = r;
    return far;
}

static int bands(const struct tc_book *book, const void *state, int unit,
                 struct tc_band out[TC_BANDS])
{
    const struct rea_book *bk = (const struct rea_book *)book;
    struct rea_state s = *(const struct rea_state *)state;
    struct rea_ctx c;
    int n = 0;

    set_up(bk, &s, &c);
    int b = rea_body_of(&c, unit);
    if (b < 0)
        return 0;
    int form = s.body[b].form;
    bool fires = rea_fire_sp(&c, b, REA_PART_WHOLE) > 0 && rea_lead(&c, b)->arm != REA_HORSE;
    int32_t arc = form == REA_SQUARE     ? TC_HALF
                  : form == REA_SKIRMISH ? TC_QUARTER
                                         : TC_HALF / 6;
    if (fires && range_of(&c, b) > 0)
        out[n++] = (struct tc_band){ "fire", "at most", range_of(&c, b), arc };
    if (may_strike(&c, b))
        out[n++] = (struct tc_band){ "charge", "at most",
                                     rea_lead(&c, b)->arm == REA_HORSE
                                         ? rea_charge_mp(&c, b) / REA_MP + 1
                                         : 1,
                                     TC_HALF / 6 };
    return n;
}

const struct tc_dangers rea_dangers = { between, bands, NULL, NULL };
