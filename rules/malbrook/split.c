/* rules/malbrook/split.c - parts of brigades: cut off where they stand (M-GEO-46). */
#include "rules/malbrook/inner.h"

/* Told further down: */
static struct mal_unit files_only(const struct mal_book *bk, const struct mal_unit *m, int from,
                                  int to, int rear);
static int rear_over(const struct mal_unit *m, int from, int to);

int mal_split_files(struct mal_play *p, int unit, int from, int to, const char *rule)
{
    struct mal_unit *m = &p->s->brigades[unit];
    int spare = mal_spare(p->s);

    if (spare == TC_NONE || m->formation != MAL_LINE || (m->refuse_k[0] | m->refuse_k[1]) ||
        (from > 0 && to < m->front) || to - from >= m->front)
        return TC_NONE;
    int keep_from = from == 0 ? to : 0, keep_to = from == 0 ? m->front : from; /* M-GEO-46 */
    int rear = rear_over(m, from, to);
    int kept = m->n - m->front - rear;
    struct mal_unit part = files_only(p->bk, m, from, to, rear);
    struct mal_unit rest = files_only(p->bk, m, keep_from, keep_to, kept);
    part.parent = (int16_t)unit;
    part.split_turn = p->s->head.turn;
    part.combat = TC_NONE;
    part.counted = 0;
    part.inspired = 0; /* M-5.10: the leader stays with the rest */
    part.principal = TC_NONE;
    part.target = part.quarry = part.pursued_by = part.volley_by = TC_NONE;
    rest.parent = m->parent;
    *m = rest;
    p->s->brigades[spare] = part;
    if (p->s->units <= spare)
        p->s->units = (int16_t)(spare + 1);
    for (int i = 0; i < p->s->units; i++) { /* M-RUL-16: the part was shaken with the whole */
        uint64_t *by = p->s->brigades[i].shaken;
        if (by[unit >> 6] >> (unit & 63) & 1)
            by[spare >> 6] |= UINT64_C(1) << (spare & 63);
    }
    mal_leaders_follow(p->bk, p->s, unit);
    tc_tell(p->u, MAL_E_SPLITS, rule, unit, spare, part.n);
    mal_edge(p, unit);
    mal_edge(p, spare);
    return spare;
}

/* The same brigade reduced to these files, its bases where they are. */
static struct mal_unit files_only(const struct mal_book *bk, const struct mal_unit *m, int from,
                                  int to, int rear)
{
    struct mal_unit x = *m;
    int32_t w, d;

    mal_base_size(bk, m, &w, &d);
    x.n = (uint8_t)(to - from + rear);
    x.front = (uint8_t)(to - from);
    struct tc_rect r = mal_rect(bk, m);
    r = tc_side_step(r, (from + to - m->front) * w / 2);
    x.x = r.x;
    x.y = r.y;
    return x;
}

bool mal_in_one_rank(const struct mal_book *bk, const struct mal_state *s, int unit,
                     const char *rule, struct tc_refusal *why)
{
    const struct mal_unit *m = &s->brigades[unit];

    if (!mal_is_brigade(bk, m))
        return tc_refuse(why, rule, MAL_R_NO_FORMATION, unit, 0, 0);
    if (m->formation != MAL_LINE)
        return tc_refuse(why, rule, MAL_R_NOT_LINE, unit, 0, 0);
    if (m->n < 2)
        return tc_refuse(why, rule, MAL_R_ONE_BASE, unit, 0, 0);
    return m->n == m->front || tc_refuse(why, rule, MAL_R_NOT_ONE_RANK, unit, 0, 0);
}

int mal_spare(const struct mal_state *s)
{
    for (int i = 0; i < MAL_UNITS; i++)
        if (s->brigades[i].where == MAL_SPARE)
            return i;
    return TC_NONE;
}

/* The rear bases whose middle lies over files [from, to): M-GEO-46. */
static int rear_over(const struct mal_unit *m, int from, int to)
{
    int rear = m->formation == MAL_LINE ? m->n - m->front : 0, got = 0;

    for (int i = 0; i < rear; i++) {
        int twice = (m->front - rear) + 2 * i + 1; /* its middle, in half files */
        got += twice >= 2 * from && twice < 2 * to;
    }
    return got;
}
