/* players/worth.c - a position in a few numbers. */
#include "players/worth.h"

#include <string.h>

const char *const plr_feature_names[PLR_FEATURES] = {
    "score",      "power",       "steady",     "stand",      "ground",
    "press",      "close",       "score late", "power late", "steady late",
    "stand late", "ground late", "press late", "close late"
};

static int part(int64_t a, int64_t b)
{
    int64_t all = a + b;

    return all > 0 ? (int)(1000 * (a - b) / all) : 0;
}

static int held(int v)
{
    return tc_max(-1000, tc_min(1000, v));
}

/* Weight of each side about the middle between the armies: who has massed where it counts. */
static void close_in(const struct tc_lines *l, int64_t sum[TC_SIDES])
{
    int64_t x = 0, y = 0, n = 0;

    for (int i = 0; i < l->bodies; i++) {
        x += l->body[i].x;
        y += l->body[i].y;
        n++;
    }
    for (int i = 0; n && i < l->bodies; i++) {
        const struct tc_line_body *b = &l->body[i];
        int32_t d = tc_line_apart(b->x - (int32_t)(x / n), b->y - (int32_t)(y / n));
        if (b->steady && d < l->field)
            sum[b->side] += (int64_t)b->power * (l->field - d) / l->field;
    }
}

/* How late it is: 0 at the beginning to 1000 in the last turn; half way where nobody knows. */
static int late(const struct tc_book *bk, const struct tc_staff *staff, const void *state)
{
    const struct tc_head *h = state;
    int left = staff->left(bk, state);

    if (left < 0)
        return 500;
    return 1000 * h->turn / tc_max(1, h->turn + left);
}

void plr_features(const struct tc_book *bk, const struct tc_staff *staff, const void *state,
                  int out[PLR_FEATURES])
{
    static _Thread_local struct tc_lines l;
    int64_t power[TC_SIDES] = { 0, 0 }, steady[TC_SIDES] = { 0, 0 }, mid[TC_SIDES] = { 0, 0 };
    int points = 0, when = late(bk, staff, state);

    staff->muster(bk, state, &l);
    for (int i = 0; i < l.bodies; i++) {
        const struct tc_line_body *b = &l.body[i];
        power[b->side] += b->steady ? b->power : b->power / 3;
        steady[b->side] += b->steady;
    }
    for (int i = 0; i < l.goals; i++)
        points += l.goal[i].points[0] + l.goal[i].points[1];
    close_in(&l, mid);
    out[PLR_F_SCORE] = held(bk->rules->score(bk, state) / 10);
    out[PLR_F_POWER] = part(power[0], power[1]);
    out[PLR_F_STEADY] = part(steady[0], steady[1]);
    out[PLR_F_STAND] = tc_lines_stand(&l);
    out[PLR_F_GROUND] = points ? held(tc_lines_nearness(&l) * 20 / points) : 0;
    out[PLR_F_PRESS] = tc_lines_pressing(&l, 0) - tc_lines_pressing(&l, 1);
    out[PLR_F_CLOSE] = part(mid[0], mid[1]);
    for (int i = 0; i < PLR_F_KINDS; i++)
        out[PLR_F_KINDS + i] = out[i] * when / 1000;
}
