/* protocol/luck.c - how lucky a throw was. */
#include "protocol/luck.h"

#include <math.h>

/* Mean and standard deviation of the faces of a die. */
static const struct {
    double mean, sd;
} of_die[TC_DICE] = {
    [TC_D6] = { 3.5, 1.7078251276599330 },        [TC_D10] = { 4.5, 2.8722813232690143 },
    [TC_AVERAGE] = { 3.5, 0.9574271077563381 },   [TC_SCATTER] = { 3.5, 1.7078251276599330 },
    [TC_DIRECTION] = { 4.5, 2.2912878474779200 }, [TC_D100] = { 49.5, 28.866070047722118 },
};

/* How near a face is to the middle of its die. */
static double deviation_inward(enum tc_die die, int face)
{
    int sides = tc_die_kind[die].sides;
    double mean = of_die[die].mean, sum = 0, squares = 0;

    for (int i = 0; i < sides; i++) {
        double far = fabs(tc_die_face(die, i) - mean);
        sum += far;
        squares += far * far;
    }
    sum /= sides;
    return (sum - fabs(face - mean)) / sqrt(squares / sides - sum * sum);
}

/* By how many standard deviations a face is better than the mean of the die. */
static double deviation(enum tc_die die, int face, int good)
{
    double z = (face - of_die[die].mean) / of_die[die].sd;

    return good == TC_HIGH ? z : good == TC_LOW ? -z : deviation_inward(die, face);
}

static bool of_pool(const struct tc_event *e, struct lck *out)
{
    int sides = tc_die_kind[e->arg[0]].sides, n = 0;

    for (int i = 0; i < sides; i++)
        n += tc_die_face((enum tc_die)e->arg[0], i) >= e->arg[2];
    double p = (double)n / sides, way = e->good == TC_LOW ? -1 : 1;
    if (n == 0 || n == sides || e->arg[1] < 1)
        return false;
    out->sum = way * (e->arg[3] - e->arg[1] * p) / sqrt(p * (1 - p));
    out->dice = (uint32_t)e->arg[1];
    return true;
}

bool lck_of(const struct tc_event *e, struct lck *out)
{
    bool rolled = e->kind == TC_EV_DIE || e->kind == TC_EV_POOL;

    *out = (struct lck){ 0, 0 };
    if (!rolled || e->good == TC_UNSAID || e->good == TC_NO_FACE || e->side < 0 ||
        e->side >= TC_SIDES)
        return false;
    if (e->kind == TC_EV_POOL)
        return of_pool(e, out);
    out->sum = deviation((enum tc_die)e->arg[0], e->arg[1], e->good);
    out->dice = 1;
    return true;
}

double lck_total(const struct lck *l)
{
    return l->dice ? l->sum / sqrt(l->dice) : 0;
}

const char *lck_word(int good)
{
    static const char *const word[] = { NULL, "high", "low", "middle", "none" };

    return word[good];
}
