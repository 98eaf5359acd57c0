/* rules/malbrook/check.c - all that must hold between two answers. */
#include "rules/malbrook/inner.h"
#include "rules/malbrook/probe.h"

enum { MAL_FAR = 100000 }; /* no body reaches so far beyond its front */

/* Told further down: */
static bool check_turn(const struct mal_book *bk, const struct mal_state *s,
                       struct tc_refusal *why);
static bool check_unit(const struct mal_book *bk, const struct mal_state *s, int i,
                       struct tc_refusal *why);
static bool check_shape(const struct mal_book *bk, const struct mal_unit *m, int i,
                        struct tc_refusal *why);
static bool check_ties(const struct mal_book *bk, const struct mal_state *s, int i,
                       struct tc_refusal *why);
static bool check_leaders(const struct mal_book *bk, const struct mal_state *s,
                          struct tc_refusal *why);
static bool check_overlap(const struct mal_book *bk, const struct mal_state *s, int i,
                          struct tc_refusal *why);
static bool check_counts(const struct mal_book *bk, const struct mal_state *s,
                         struct tc_refusal *why);

/* A message has a sender and somebody of a wing, or a command, to change (M-6.6). */
static bool check_messengers(const struct mal_book *bk, const struct mal_state *s,
                             struct tc_refusal *why)
{
    for (int i = 0; i < MAL_MESSENGERS; i++) {
        const struct mal_messenger *g = &s->messengers[i];
        if (!g->live)
            continue;
        bool ok = g->sender >= 0 && g->sender < bk->leaders && g->addressee >= 0 &&
                  g->addressee < bk->leaders;
        ok = ok && (g->unit == TC_NONE ? bk->leader[g->addressee].wing >= 0 : g->to >= 0);
        if (!ok)
            return tc_refuse(why, "M-6.6", MAL_R_BAD_RIDER, i, 0, 0);
    }
    return true;
}

static bool check_events(const struct mal_book *bk, const struct mal_state *s,
                         struct tc_refusal *why)
{
    for (int i = 0; i < s->events; i++) {
        const struct mal_event *e = &s->log[i];
        if (e->kind == MAL_H_LEADER ? e->leader < 0 || e->leader >= bk->leaders
                                    : e->unit < 0 || e->unit >= MAL_UNITS)
            return tc_refuse(why, "M-10.15", MAL_R_BAD_EVENT, i, 0, 0);
    }
    return true;
}

bool mal_check(const struct tc_book *book, const void *state, struct tc_refusal *why)
{
    const struct mal_book *bk = mal_book_of(book);
    const struct mal_state *s = state;

    if (s->head.active != TC_NONE && s->head.active != s->side)
        return tc_refuse(why, "M-11.1", MAL_R_BAD_SIDE, s->side, 0, 0);
    if ((s->head.step == MAL_S_DECLARE || s->head.step == MAL_S_MARCH) &&
        (s->group < 0 || s->group >= s->units))
        return tc_refuse(why, "M-11.6", MAL_R_BAD_GROUP, 0, 0, 0);
    if (!check_turn(bk, s, why) || !check_messengers(bk, s, why) || !check_events(bk, s, why))
        return false;
    for (int i = 0; i < s->units; i++)
        if (mal_on_table(&s->brigades[i]) && !check_unit(bk, s, i, why))
            return false;
    for (int i = 0; i < s->units; i++) /* shapes are sound now, those of others too */
        if (mal_on_table(&s->brigades[i]) && !check_overlap(bk, s, i, why))
            return false;
    return check_counts(bk, s, why) && check_leaders(bk, s, why);
}

/* Whoever is still to be picked has declared nothing yet, or has dice left to march by: else it
 * would be picked for ever. */
static bool check_turn(const struct mal_book *bk, const struct mal_state *s,
                       struct tc_refusal *why)
{
    if (s->head.step != MAL_S_COMPULSORY && s->head.step != MAL_S_PICK)
        return true;
    for (int i = 0; i < s->units; i++) {
        const struct mal_unit *m = &s->brigades[i];
        if (m->side == s->side && mal_on_table(m) && m->declared && !m->dice && !m->acted &&
            mal_wants_move(bk, s, i))
            return tc_refuse(why, "M-11.6", MAL_R_BAD_TURN, i, 0, 0);
    }
    return true;
}

static bool check_unit(const struct mal_book *bk, const struct mal_state *s, int i,
                       struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[i];
    struct tc_table t = { bk->width, bk->height };

    if (m->x < -MAL_FAR || m->y < -MAL_FAR || m->x > t.w + MAL_FAR || m->y > t.h + MAL_FAR)
        return tc_refuse(why, "M-GEO-55", MAL_R_BAD_PLACE, i, 0, 0);
    if (!check_shape(bk, m, i, why) || !check_ties(bk, s, i, why))
        return false;
    int most = tc_max(tc_max(MAL_BASES, bk->tables.disorder.most), 3);
    if (m->dp > most || m->dp > tc_max(bk->tables.disorder.most, bk->gun_dp_limit + 3))
        return tc_refuse(why, "M-10.2", MAL_R_BAD_DP, i, m->dp, 0);
    struct tc_pt c = mal_centre(bk, m);
    if (c.x < -MAL_EPS || c.y < -MAL_EPS || c.x > t.w + MAL_EPS || c.y > t.h + MAL_EPS)
        return tc_refuse(why, "M-GEO-55", MAL_R_BAD_PLACE, i, 0, 0);
    return true;
}

static bool check_shape(const struct mal_book *bk, const struct mal_unit *m, int i,
                        struct tc_refusal *why)
{
    if (!mal_is_brigade(bk, m))
        return m->formation == MAL_NO_FORMATION && m->n == 1
                   ? true
                   : tc_refuse(why, "M-12.1", MAL_R_BAD_FORMATION, i, 0, 0);
    if (m->n < 1 || m->n > MAL_BASES)
        return tc_refuse(why, "M-10.22", MAL_R_BAD_BASES, i, m->n, 0);
    if (m->formation == MAL_LINE && (m->front < 1 || m->front > m->n || m->n > 2 * m->front))
        return tc_refuse(why, "M-GEO-7", MAL_R_BAD_FORMATION, i, 0, 0);
    if (m->formation == MAL_FIELD_COLUMN && m->n < 3)
        return tc_refuse(why, "M-GEO-9", MAL_R_BAD_FORMATION, i, 0, 0);
    if (m->formation == MAL_UNFORMED && (m->files < 1 || m->files > m->n))
        return tc_refuse(why, "M-GEO-11", MAL_R_BAD_FORMATION, i, 0, 0);
    if (mal_never_formed(bk, m) && m->formation != MAL_UNFORMED)
        return tc_refuse(why, "M-12.7", MAL_R_BAD_FORMATION, i, 0, 0);
    if ((m->status == MAL_ROUTING || m->status == MAL_RETIRING || m->status == MAL_PURSUING) &&
        m->formation != MAL_UNFORMED && m->fast_done)
        return tc_refuse(why, "M-12.8", MAL_R_BAD_FORMATION, i, 0, 0);
    if (m->refuse_k[0] + m->refuse_k[1] >= tc_max(1, m->front) &&
        (m->refuse_k[0] | m->refuse_k[1]))
        return tc_refuse(why, "M-GEO-31b", MAL_R_BAD_FORMATION, i, 0, 0);
    return true;
}

/* A crew in refuge is with somebody (M-19.15), a declared place is one of the table (M-13.6).
 */
static bool check_ties(const struct mal_book *bk, const struct mal_state *s, int i,
                       struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[i];

    if (mal_is_gun(bk, m) && m->crew == MAL_REFUGE && m->captured_by == TC_NONE &&
        (m->refuge < 0 || m->refuge >= MAL_UNITS))
        return tc_refuse(why, "M-19.15", MAL_R_BAD_TIE, i, 0, 0);
    int places = m->place_kind == MAL_PLACE_UNIT     ? MAL_UNITS
                 : m->place_kind == MAL_PLACE_GROUND ? bk->grounds
                                                     : 0;
    if (places && (m->place < 0 || m->place >= places))
        return tc_refuse(why, "M-13.6a", MAL_R_BAD_TIE, i, 0, 0);
    return true;
}

static bool check_leaders(const struct mal_book *bk, const struct mal_state *s,
                          struct tc_refusal *why)
{
    for (int i = 0; i < bk->leaders; i++) {
        const struct mal_leader *l = &s->leaders[i];
        if (l->attached == TC_NONE)
            continue;
        if (!mal_leader_there(s, i) || !mal_on_table(&s->brigades[l->attached]) ||
            s->brigades[l->attached].side != bk->leader[i].side)
            return tc_refuse(why, "M-23.5", MAL_R_BAD_LEADER, i, 0, 0);
    }
    return true;
}

/* Corners are rounded each time bases are taken off or turned: 5 mil of grace (M-GEO-39). */
static bool deep_overlap(struct mal_probe *p, const struct mal_unit *o)
{
    struct mal_body y;

    if (!mal_probe_overlaps(p, o))
        return false;
    mal_body(p->bk, o, &y);
    for (int i = 0; i < p->body.n; i++)
        for (int j = 0; j < y.n; j++)
            if (tc_overlap(&p->body.box[i], &y.box[j], MAL_EPS + 5))
                return true;
    return false;
}

static bool check_overlap(const struct mal_book *bk, const struct mal_state *s, int i,
                          struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[i];
    struct mal_probe p;

    if (!mal_is_formed(bk, m) || i == s->mover)
        return true;
    mal_probe(&p, bk, m);
    for (int j = i + 1; j < s->units; j++) {
        const struct mal_unit *o = &s->brigades[j];
        if (mal_on_table(o) && j != s->mover && !mal_probe_remote(&p, o, 0) &&
            mal_is_formed(bk, o) && deep_overlap(&p, o))
            return tc_refuse(why, "M-GEO-40", MAL_R_OVERLAPS, i, j, 0);
    }
    return true;
}

/* Bases are conserved: those there and those lost are those who came. */
static bool check_counts(const struct mal_book *bk, const struct mal_state *s,
                         struct tc_refusal *why)
{
    for (int side = 0; side < 2; side++) {
        int now = 0, start = 0;
        for (int i = 0; i < bk->cards; i++)
            if (bk->card[i].side == side && bk->card[i].type < MAL_GUN)
                start += bk->card[i].bases;
        for (int w = 0; w < bk->wings; w++)
            now += bk->wing[w].side == side ? s->wings[w].lost : 0;
        for (int i = 0; i < s->units; i++)
            if (s->brigades[i].where != MAL_SPARE && s->brigades[i].side == side &&
                mal_is_brigade(bk, &s->brigades[i]))
                now += s->brigades[i].n;
        if (now != start)
            return tc_refuse(why, "M-VIC-1", MAL_R_BAD_COUNT, side, now, start);
    }
    return true;
}
