/* kernel/eye.h - what a system may add for computer players: a better look at a position
 * than its score, and which answers are natural.
 *
 * A system joins without one: its score and its candidates are enough. An eye reads public
 * state only and never rolls a die. All it says is in points of score.
 */
#ifndef TC_EYE_H
#define TC_EYE_H

#include "kernel/ruleset.h"

/* What an eye makes much or little of: a row of numbers, those with a name first, then what is
 * to be said for each verb. Each player may have a row of its own. */
enum { TC_TASTES = 192 };

struct tc_taste {
    const char *name;
    int16_t step; /* what is a small change of it */
};

/* Says the row of whoever thinks just now, or NULL; set by players before any thread is there.
 */
extern const int16_t *(*tc_taster)(void);

/* Number i of that row; where there is none, of those set by hand. */
int tc_taste(const int16_t *normal, int i);

/* A second look at the best answers: in battles of at most so many units (0: none), so many
 * courses a question, so many turns ahead, of so many answers; doubt as below. Who takes it
 * makes so many points more of all of its own strength, and of the enemy's. */
struct tc_second_look {
    int units;
    uint16_t trials, ahead, keep, doubt;
    uint16_t dear, cruel;
};

struct tc_eye {
    /* How side 0 stands, -10000 to 10000, antisymmetric as score is. NULL: score. */
    int (*look)(const struct tc_book *bk, const void *state);
    /* How well a side that means to decide the battle has come to grips: added to what the
     * thinker's own position is worth, 0 to 2000. NULL: 0. */
    int (*press)(const struct tc_book *bk, const void *state, int side);
    /* What is to be said for an answer before anything is tried: added to what courses that
     * begin with it are worth, and what imagined answers go by. NULL: nothing. */
    int (*lean)(const struct tc_view *v, const struct tc_act *a);
    /* How well an answer lets things take their course: no new moves, but all that is ready
     * fires, stands and fights. The heaviest is taken. NULL: as lean. */
    int (*settle)(const struct tc_view *v, const struct tc_act *a);
    /* How well an answer carries a battle on that both sides mean to win: they march, close,
     * charge. For courses of several turns. NULL: as settle. */
    int (*play)(const struct tc_view *v, const struct tc_act *a);
    /* Bit set of the questions whose answers show only later (orders, charges): courses for
     * them go on to the thinker's next turn. */
    uint64_t plans;
    /* Those with many answers that differ little (steps of a march): only the few are tried
     * that settle says most for. */
    uint64_t steps;
    /* Those that greedy answers by settle alone, without a try. By how many pieces there are,
     * in larger battles also the steps (over 20), in the largest all (over 100). */
    uint64_t plain;
    int (*pieces)(const struct tc_book *bk);
    /* Turns after this one; in the last two, courses go on to the end. NULL: they never do. */
    int (*left)(const struct tc_book *bk, const void *state);
    /* How many errors of the mean, in hundredths, an answer to a question of plan must be
     * better by than the most natural one; 0: the best mean is taken. */
    int doubt;
    /* Bit set of the questions that are parts of one deed (the steps of a move), whose price is
     * paid at its end: courses for them go on, settling, to the first own question of another
     * kind. */
    uint64_t deeds;
    /* Bit set of the questions nature answers (where a leader rides, who moves next): the most
     * natural few get one course each, to be shown, and the most natural is taken. */
    uint64_t habits;
    /* By how many points levels 2 and 3 misjudge an answer here; 0: as elsewhere. */
    uint16_t misjudging[2];
    int round; /* courses to the next turn that all answers share in the first round; 0: 160 */
    /* In battles of more pieces every answer gets one course first, and only the better half of
     * them more, and courses to the next turn go by brief_round instead of round. 0: never. */
    int brief, brief_round;
    /* The row of numbers: how many there are, how many of them have names, and those set by
     * hand. Behind them those that were fitted by playing, for what a position is worth and for
     * what is natural in imagined courses (NULL, or a row of NULL: as set by hand). */
    int tastes, named;
    const struct tc_taste *taste;
    const int16_t *normal;
    const int16_t *(*fitted)(const struct tc_book *bk, bool imagined);
    struct tc_second_look second; /* the one that was shown to make a player stronger */
};

#endif
