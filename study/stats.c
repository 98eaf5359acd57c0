/* study/stats.c - intervals and ratings. */
#include "study/stats.h"

#include <math.h>

struct study_interval study_wilson(double wins, double n)
{
    const double z = STUDY_Z;
    struct study_interval r = { 0, 0, 1 };

    if (n <= 0)
        return r;
    double p = wins / n, d = 1 + z * z / n;
    double middle = (p + z * z / (2 * n)) / d;
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d;
    r.value = p;
    r.low = wins <= 0 ? 0 : middle - half;
    r.high = wins >= n ? 1 : middle + half;
    return r;
}

struct study_interval study_mean(double sum, double squares, double n)
{
    struct study_interval r = { 0, 0, 0 };

    if (n <= 0)
        return r;
    r.value = sum / n;
    double variance = n > 1 ? (squares - sum * sum / n) / (n - 1) : 0;
    double half = STUDY_Z * sqrt(variance > 0 ? variance / n : 0);
    r.low = r.value - half;
    r.high = r.value + half;
    return r;
}

double study_elo(double share)
{
    const double most = 1200;

    if (share <= 0)
        return -most;
    if (share >= 1)
        return most;
    double e = 400 * log10(share / (1 - share));
    return e > most ? most : e < -most ? -most : e;
}

/* One round of the usual fixed point; a half game against an average player keeps those who
 * never lost within bounds. */
static void improve(int n, double points[][STUDY_RATED], double games[][STUDY_RATED], double *g)
{
    double next[STUDY_RATED], sum = 0;

    for (int i = 0; i < n; i++) {
        double won = 0.25, weight = 0.5 / (g[i] + 1);
        for (int j = 0; j < n; j++) {
            won += points[i][j];
            if (j != i && games[i][j] > 0)
                weight += games[i][j] / (g[i] + g[j]);
        }
        next[i] = won / weight;
        sum += log(next[i]);
    }
    for (int i = 0; i < n; i++)
        g[i] = next[i] / exp(sum / n);
}

void study_ratings(int n, double points[][STUDY_RATED], double games[][STUDY_RATED],
                   double *rating, double *se)
{
    double g[STUDY_RATED];

    for (int i = 0; i < n; i++)
        g[i] = 1;
    for (int round = 0; round < 2000; round++)
        improve(n, points, games, g);
    for (int i = 0; i < n; i++) {
        double information = 0;
        for (int j = 0; j < n; j++) {
            double p = g[i] / (g[i] + g[j]);
            if (j != i)
                information += games[i][j] * p * (1 - p);
        }
        rating[i] = 400 * log10(g[i]);
        se[i] = information > 0 ? 400 / log(10) / sqrt(information) : 0;
    }
}
