/* board/trig.c - sines, bearings and square roots in integers. */
#include "board/plane.h"
#include "board/trig_table.h"
#include "board/wide.h"

/* Sine of h half brads of the first quarter (0..32768), scaled by 2^124. */
static tc_wide quarter_sine(uint32_t h)
{
    uint32_t i = h >> 7, j = h & 127;
    return wide_plus(wide_product(sin_coarse[i], cos_fine[j]),
                     wide_product(sin_coarse[256 - i], sin_fine[j]));
}

static int32_t sine30(uint32_t brads)
{
    const tc_wide half = wide_product((int64_t)1 << 62, (int64_t)1 << 31);
    return (int32_t)wide_shifted(wide_plus(quarter_sine(2 * brads), half), 94);
}

/* Without branches: headings of units are no pattern a processor could guess. */
int32_t tc_sin(uint16_t a)
{
    int32_t falling = a >> 14 & 1, minus = a >> 15, in = a & (TC_QUARTER - 1);
    int32_t up = (in ^ -falling) + falling * (TC_QUARTER + 1); /* in, or quarter - in */
    int32_t s = sine30((uint32_t)up);
    return (s ^ -minus) + minus;
}

int32_t tc_cos(uint16_t a)
{
    return tc_sin((uint16_t)(a + TC_QUARTER));
}

/* v, or -v if minus is 1. */
static int32_t signed_by(int32_t v, uint32_t minus)
{
    return (v ^ -(int32_t)minus) + (int32_t)minus;
}

/* Both at once by the sums of angles, from the same four table entries. The upper halves of the
 * products are enough. They are scaled by 2^60 and lack less than 2, and no sum is that near to
 * a change of the rounded 30 bits. A test compares all 65536 with tc_sin and tc_cos. */
struct tc_dir tc_forward_of(uint16_t a)
{
    uint32_t h = 2 * (a & (TC_QUARTER - 1u)), i = h >> 7, j = h & 127, quarter = a >> 14;
    int64_t si = sin_coarse[i], ci = sin_coarse[256 - i], sj = sin_fine[j], cj = cos_fine[j];
    int64_t s = wide_upper(si, cj) + wide_upper(ci, sj);
    int64_t c = wide_upper(ci, cj) - wide_upper(si, sj);
    int32_t x = (int32_t)((s + (1 << 29)) >> 30), y = (int32_t)((c + (1 << 29)) >> 30);
    int32_t turned = -(int32_t)(quarter & 1), change = (x ^ y) & turned;

    return (struct tc_dir){ signed_by(x ^ change, quarter >> 1),
                            signed_by(y ^ change, (quarter ^ quarter >> 1) & 1) };
}

struct tc_dir tc_right_of(uint16_t a)
{
    struct tc_dir f = tc_forward_of(a);

    return (struct tc_dir){ f.y, -f.x };
}

int32_t tc_along(int32_t d, int32_t unit)
{
    return (int32_t)near_shift((int64_t)d * unit, 30);
}

struct tc_pt tc_step(struct tc_pt p, uint16_t a, int32_t d)
{
    struct tc_dir f = tc_forward_of(a);
    return (struct tc_pt){ p.x + tc_along(d, f.x), p.y + tc_along(d, f.y) };
}

/* Is the direction (x, y), x and y >= 0, at h half brads or more from north? */
static bool at_least(int64_t x, int64_t y, uint32_t h)
{
    int64_t s = wide_shifted(quarter_sine(h), 62);
    int64_t c = wide_shifted(quarter_sine(32768 - h), 62);
    return !wide_less(wide_product(x, c), wide_product(y, s));
}

/* The greatest coarse step (64 brads) of the first quarter not beyond (x, y). */
static uint32_t coarse_step(int64_t x, int64_t y)
{
    uint32_t lo = 0, hi = 255;
    while (lo < hi) {
        uint32_t mid = (lo + hi + 1) / 2;
        if (!wide_less(wide_product(x, sin_coarse[256 - mid]),
                       wide_product(y, sin_coarse[mid])))
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

uint16_t tc_bearing_of(int64_t x, int64_t y)
{
    uint32_t base = 0;
    if (x == 0 && y == 0)
        return 0;
    while (x < 0 || y <= 0) { /* turn back by quarters into north..east */
        int64_t t = x;
        x = -y;
        y = t;
        base += TC_QUARTER;
    }
    uint32_t lo = 64 * coarse_step(x, y), hi = lo + 64;
    while (lo < hi) { /* the greatest brad whose lower half-brad bound is reached */
        uint32_t mid = (lo + hi + 1) / 2;
        if (at_least(x, y, 2 * mid - 1))
            lo = mid;
        else
            hi = mid - 1;
    }
    return (uint16_t)(base + lo);
}

uint16_t tc_bearing(struct tc_pt from, struct tc_pt to)
{
    return tc_bearing_of((int64_t)to.x - from.x, (int64_t)to.y - from.y);
}

int32_t tc_turn(uint16_t a, uint16_t b)
{
    int32_t t = (uint16_t)(b - a);
    return t >= TC_HALF ? t - 2 * TC_HALF : t;
}

int32_t tc_apart(uint16_t a, uint16_t b)
{
    int32_t t = tc_turn(a, b);
    return t < 0 ? -t : t;
}

/* Newton's steps on ever more of the upper bits, one more than the root at most: all but the
 * last divide short numbers, which is what costs the time. n is pushed up to 62 bits or more
 * first. */
uint32_t tc_isqrt(uint64_t n)
{
    if (n < 2)
        return (uint32_t)n;
    int up = __builtin_clzll(n) & ~1;
    uint64_t m = n << up;
    uint32_t u = 1 + (uint32_t)(m >> 62);
    u = (u << 1) + (uint32_t)(m >> 59) / u;
    u = (u << 3) + (uint32_t)(m >> 53) / u;
    u = (u << 7) + (uint32_t)(m >> 41) / u;
    uint64_t root = (((uint64_t)u << 15) + (m >> 17) / u) >> (up / 2);
    return (uint32_t)(root - (root > UINT32_MAX || root * root > n));
}

int64_t tc_dist2(struct tc_pt a, struct tc_pt b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
    return x * x + y * y;
}

int32_t tc_dist(struct tc_pt a, struct tc_pt b)
{
    return (int32_t)tc_isqrt((uint64_t)tc_dist2(a, b));
}
