/* study/stats.h - intervals and ratings. Pure functions of doubles. */
#ifndef STUDY_STATS_H
#define STUDY_STATS_H

#include <stdint.h>

/* 95% in two tails. */
#define STUDY_Z 1.959963984540054

struct study_interval {
    double value, low, high;
};

/* Wilson's score interval for `wins` of n; wins may be a half (a draw). n 0: 0..1. */
struct study_interval study_wilson(double wins, double n);

/* The mean of n values from their sum and sum of squares, with its normal interval. */
struct study_interval study_mean(double sum, double squares, double n);

/* The difference in Elo points that a share of the points means: 400 log10(p / (1 - p)),
 * within plus and minus 1200. */
double study_elo(double share);

enum { STUDY_RATED = 16 };

/* Ratings of n players from points[i][j], what i took of games[i][j] against j: the most
 * likely ones (Bradley-Terry), the mean 0. se gets the standard error of each. */
void study_ratings(int n, double points[][STUDY_RATED], double games[][STUDY_RATED],
                   double *rating, double *se);

#endif
