/* board/crowd.c - bodies of several boxes, and how far a march gets before a body stops it. */
#include "board/crowd.h"

#include "board/sweep.h"

bool tc_bodies_within(const struct tc_box *a, int n, const struct tc_box *b, int m, int32_t r)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (tc_within(&a[i], &b[k], r))
                return true;
    return false;
}

bool tc_bodies_overlap(const struct tc_box *a, int n, const struct tc_box *b, int m,
                       int32_t eps)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (tc_overlap(&a[i], &b[k], eps))
                return true;
    return false;
}

struct tc_gap tc_bodies_gap(const struct tc_box *a, int n, const struct tc_box *b, int m)
{
    struct tc_gap best = tc_gap_of(&a[0], &b[0]);

    for (int i = 0; i < n; i++)
        for (int k = i == 0; k < m; k++) {
            struct tc_gap g = tc_gap_of(&a[i], &b[k]);
            if (tc_gap_cmp(g, best) < 0)
                best = g;
        }
    return best;
}

int32_t tc_bodies_reach(const struct tc_box *a, int n, uint16_t heading, int32_t max,
                        const struct tc_box *b, int m, int32_t r)
{
    int32_t best = -1;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) {
            int32_t d = tc_sweep_reach(&a[i], heading, best < 0 ? max : best, &b[k], r);
            best = d < 0 ? best : d;
        }
    return best;
}

bool tc_bodies_sweep(const struct tc_box *a, int n, uint16_t heading, int32_t d,
                     const struct tc_box *b, int m, int32_t eps)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (tc_sweep_overlap(&a[i], heading, d, &b[k], eps))
                return true;
    return false;
}

int32_t tc_stop_short(const struct tc_box *a, uint16_t heading, int32_t max,
                      const struct tc_box *b, int32_t keep, int32_t eps)
{
    int32_t gap = tc_gap_floor(tc_gap_of(a, b));

    if (gap < keep)
        keep = gap;
    if (keep <= 1)
        return tc_sweep_overlap(a, heading, max, b, eps) ? 0 : max;
    return tc_sweep_clear(a, heading, max, b, keep);
}

int32_t tc_stop_upon(const struct tc_box *a, uint16_t heading, int32_t max,
                     const struct tc_box *b, int32_t eps)
{
    if (tc_overlap(a, b, eps) || !tc_sweep_overlap(a, heading, max, b, eps))
        return max;
    return tc_sweep_reach(a, heading, max, b, 0);
}

int32_t tc_stop_touching(const struct tc_box *a, uint16_t heading, int32_t max,
                         const struct tc_box *b, int32_t touch)
{
    if (!tc_within(a, b, touch))
        return tc_sweep_reach(a, heading, max, b, touch);
    return tc_overlap(a, b, 0) || !tc_sweep_overlap(a, heading, max, b, touch) ? -1 : 0;
}

int32_t tc_stop_over(const struct tc_box *a, uint16_t heading, int32_t max,
                     const struct tc_box *b, int32_t eps)
{
    int32_t low = 0, high = max;

    if (!tc_sweep_overlap(a, heading, max, b, eps))
        return max;
    while (high - low > 1) {
        int32_t mid = low + (high - low) / 2;
        if (tc_sweep_overlap(a, heading, mid, b, eps))
            high = mid;
        else
            low = mid;
    }
    return low;
}
