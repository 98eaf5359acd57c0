/* study/sum.c - many battles added up. */
#include "study/sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/luck.h"

double study_luck(const struct study_result *r, enum study_lucks which, int side)
{
    struct lck l = { (double)r->luck[which][side] * 1e-6, r->luck_dice[which][side] };

    return lck_total(&l);
}

double study_net_luck(const struct study_result *r, enum study_lucks which)
{
    struct lck l = { (double)(r->luck[which][0] - r->luck[which][1]) * 1e-6,
                     r->luck_dice[which][0] + r->luck_dice[which][1] };

    return lck_total(&l);
}

static double side_points(const struct study_result *r)
{
    return r->winner == TC_NONE ? 0.5 : r->winner == 0 ? 1 : 0;
}

static void add_losses(struct study_sum *s, const struct study_result *r)
{
    for (int side = 0; side < TC_SIDES; side++) {
        double start = 0, lost = 0;
        for (int arm = 0; arm < STUDY_ARMS; arm++) {
            s->start[side][arm] += r->start[side][arm];
            s->lost[side][arm] += r->lost[side][arm];
            start += r->start[side][arm];
            lost += r->lost[side][arm];
        }
        double share = start > 0 ? lost / start : 0;
        s->lost_share[side] += share;
        s->lost_squares[side] += share * share;
    }
    for (int c = 0; c < STUDY_COMMANDS; c++) {
        s->command_start[c] += r->command_start[c];
        s->command_lost[c] += r->command_lost[c];
    }
}

static void add_turns(struct study_sum *s, const struct study_result *r)
{
    int last = r->turns < STUDY_TURNS ? r->turns : STUDY_TURNS;

    s->length[r->turns <= STUDY_TURNS && r->turns > 0 ? r->turns - 1 : STUDY_TURNS]++;
    s->turns += r->turns;
    s->turns_squares += (double)r->turns * r->turns;
    if (last > s->turn_count)
        s->turn_count = last;
    for (int t = 0; t < last; t++) {
        struct study_turn *at = &s->turn[t];
        at->n++;
        if (t + 1 < r->turns) {
            at->open++;
            at->sum += r->standing[t];
        }
        for (int o = 0; o < s->objectives; o++) {
            int h = r->holder[t][o];
            at->held[o][h == 0 || h == 1 ? h : 2]++;
        }
    }
}

static void add_luck(struct study_sum *s, const struct study_result *r)
{
    double p = side_points(r);

    for (int k = 0; k < STUDY_LUCKS; k++) {
        enum study_lucks which = (enum study_lucks)k;
        for (int side = 0; side < TC_SIDES; side++) {
            double l = study_luck(r, which, side);
            s->luck[k][side] += l;
            s->luck_squares[k][side] += l * l;
        }
        double d = study_net_luck(r, which);
        s->goes[k].x += d;
        s->goes[k].y += p;
        s->goes[k].xx += d * d;
        s->goes[k].yy += p * p;
        s->goes[k].xy += d * p;
    }
    int bin = (int)floor(study_net_luck(r, STUDY_FIGHT) + STUDY_BINS / 2.0);
    bin = bin < 0 ? 0 : bin >= STUDY_BINS ? STUDY_BINS - 1 : bin;
    s->bin[bin]++;
    s->bin_won[bin] += p;
}

static void add_one(struct study_sum *s, const struct study_result *r)
{
    int who = r->winner == TC_NONE ? 2 : r->winner;

    s->battles++;
    s->points_a += study_points(r);
    if (who == 2)
        s->drawn++;
    else
        s->won[who]++;
    s->ending[r->ending % STUDY_ENDINGS][who]++;
    s->answers += r->answers;
    s->rolls += r->rolls;
    s->failed += r->failed != 0;
    add_losses(s, r);
    add_turns(s, r);
    add_luck(s, r);
}

static int by_value(const void *a, const void *b)
{
    int16_t x = *(const int16_t *)a, y = *(const int16_t *)b;

    return (x > y) - (x < y);
}

static void add_quartiles(struct study_sum *s, const struct study_result *r,
                          const uint8_t *counts, uint64_t battles)
{
    int16_t *v = malloc((battles ? battles : 1) * sizeof *v);

    TC_BUG_ON(!v);
    for (int t = 0; t < s->turn_count; t++) {
        size_t n = 0;
        for (uint64_t i = 0; i < battles; i++)
            if (counts[i / 2] && r[i].turns > t + 1)
                v[n++] = r[i].standing[t];
        qsort(v, n, sizeof *v, by_value);
        if (n == 0)
            continue;
        s->turn[t].low = v[n / 4];
        s->turn[t].middle = v[n / 2];
        s->turn[t].high = v[n - 1 - n / 4];
    }
    free(v);
}

void study_add_up(const struct study_match *m, const struct study_result *r,
                  const uint8_t *done, uint64_t battles, struct study_sum *out)
{
    uint8_t *whole = calloc(battles / 2 + 1, 1);

    TC_BUG_ON(!whole);
    memset(out, 0, sizeof *out);
    out->match = m;
    out->objectives = study_objectives(m->book, out->objective);
    for (uint64_t i = 0; i + 1 < battles; i += 2) {
        if (!done[i] || !done[i + 1])
            continue;
        whole[i / 2] = 1;
        out->pairs++;
        add_one(out, &r[i]);
        add_one(out, &r[i + 1]);
    }
    add_quartiles(out, r, whole, battles / 2 * 2);
    free(whole);
}

void study_sum_free(struct study_sum *s)
{
    for (int i = 0; i < s->objectives; i++)
        free((void *)(uintptr_t)s->objective[i]);
    s->objectives = 0;
}

struct study_interval study_side_share(const struct study_sum *s)
{
    return study_wilson(s->won[0] + s->drawn / 2, (double)s->battles);
}

struct study_interval study_player_share(const struct study_sum *s)
{
    return study_wilson(s->points_a, (double)s->battles);
}

double study_luck_correlation(const struct study_sum *s, enum study_lucks which)
{
    double n = (double)s->battles, x = s->goes[which].x, y = s->goes[which].y;
    double xx = n * s->goes[which].xx - x * x, yy = n * s->goes[which].yy - y * y;

    return xx > 0 && yy > 0 ? (n * s->goes[which].xy - x * y) / sqrt(xx * yy) : 0;
}

enum study_balance study_balance_of(const struct study_sum *s)
{
    struct study_interval i = study_side_share(s);

    return i.low > 0.5 ? STUDY_FAVOURS_0 : i.high < 0.5 ? STUDY_FAVOURS_1 : STUDY_EVEN;
}
