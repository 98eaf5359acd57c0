/* study/sum.h - many battles added up.
 *
 * A pure function of the results in the order of their numbers: the same bytes come out
 * whoever played them.
 */
#ifndef STUDY_SUM_H
#define STUDY_SUM_H

#include "study/battle.h"
#include "study/stats.h"

enum { STUDY_ENDINGS = 16, STUDY_BINS = 9 };

struct study_turn {
    double n;                         /* battles that reached it */
    double open, sum;                 /* those that went on after it; score of side 0 */
    int low, middle, high;            /* quartiles of the score */
    double held[STUDY_OBJECTIVES][3]; /* by side 0, side 1, nobody */
};

struct study_sum {
    const struct study_match *match;
    uint64_t battles, pairs;
    double points_a;                  /* player A */
    double won[TC_SIDES], drawn;      /* by side */
    double ending[STUDY_ENDINGS][3];  /* won by side 0, side 1, nobody */
    uint64_t length[STUDY_TURNS + 1]; /* battles by their last turn; the last: longer */
    double turns, turns_squares, answers, rolls;
    double start[TC_SIDES][STUDY_ARMS], lost[TC_SIDES][STUDY_ARMS];
    double lost_squares[TC_SIDES]; /* of all arms together, in shares of the start */
    double lost_share[TC_SIDES];
    double command_start[STUDY_COMMANDS], command_lost[STUDY_COMMANDS];
    struct study_turn turn[STUDY_TURNS];
    int turn_count; /* the longest battle, at most STUDY_TURNS */
    double luck[STUDY_LUCKS][TC_SIDES], luck_squares[STUDY_LUCKS][TC_SIDES];
    double bin[STUDY_BINS], bin_won[STUDY_BINS]; /* by the net luck of side 0 in the fight */
    struct {
        double x, y, xx, yy, xy;
    } goes[STUDY_LUCKS]; /* net luck of side 0 and its points */
    int objectives;
    const char *objective[STUDY_OBJECTIVES];
    uint64_t failed;
};

/* Add up the battles whose pair is whole. */
void study_add_up(const struct study_match *m, const struct study_result *r,
                  const uint8_t *done, uint64_t battles, struct study_sum *out);
void study_sum_free(struct study_sum *s);

/* Share of side 0 in the points (draws are halves), with its interval. */
struct study_interval study_side_share(const struct study_sum *s);
struct study_interval study_player_share(const struct study_sum *s);

/* The lucky side wins: correlation of net luck with points, -1 to 1. */
double study_luck_correlation(const struct study_sum *s, enum study_lucks which);

/* What a reader should know: the sides are uneven, or no sign that they are. */
enum study_balance { STUDY_EVEN, STUDY_FAVOURS_0, STUDY_FAVOURS_1 };
enum study_balance study_balance_of(const struct study_sum *s);

/* Luck of a side in one battle, in standard deviations. */
double study_luck(const struct study_result *r, enum study_lucks which, int side);

/* The same of the dice of both: those of side 1 count against side 0. */
double study_net_luck(const struct study_result *r, enum study_lucks which);

#endif
