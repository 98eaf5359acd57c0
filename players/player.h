/* players/player.h - computer players: how they are called, asked, and asked why.
 *
 * A player is a method and some numbers, nothing hidden. It looks at a game through forks
 * only (think.h): it sees what its seat may see and never the dice to come. With a number of
 * courses for a limit, the same seed and question give the same answer on every run; with a
 * time for a limit they need not.
 */
#ifndef PLR_PLAYER_H
#define PLR_PLAYER_H

#include "kernel/game.h"
#include "players/budget.h"

/* What it is like: another plan, not another strength. */
enum plr_character { PLR_EVEN, PLR_BOLD, PLR_CAREFUL, PLR_STUBBORN, PLR_CHARACTERS };

extern const char *const plr_character_names[PLR_CHARACTERS]; /* "even", "bold" ... */

enum plr_method { PLR_RANDOM, PLR_GREEDY, PLR_SEARCH, PLR_STAND, PLR_PROGRAM };

enum {
    PLR_NAME = 200,
    PLR_CHOICES = 64,
    PLR_LINE = 6,
    PLR_THREADS = 16,
    PLR_GROUNDS = 12,
    PLR_EXPLAINED = 3
};

struct plr_spec {
    char name[PLR_NAME];   /* as it was written */
    uint8_t method;        /* enum plr_method */
    uint8_t character;     /* enum plr_character */
    uint16_t choices;      /* answers it considers; more are drawn by lot */
    uint16_t samples;      /* greedy: courses for each */
    uint32_t iterations;   /* search: courses in all */
    uint32_t milliseconds; /* search: a cap on its time; 0: none */
    uint16_t depth;        /* search: answers by lot after what it keeps in its tree */
    uint16_t threads;      /* search */
    uint16_t settle;       /* 1: courses go on to the next own turn, things taking their course;
                              greedy: where its eye does not name the questions that need it */
    uint16_t wise;         /* 1: never takes an answer its staff calls a folly */
    uint16_t noise;        /* by how many points it may misjudge what an answer is worth, */
    uint16_t by_system;    /* or by number by_system - 1 of its eye's, if any; 0: not */
    uint16_t trials;       /* greedy: courses for a second look at its best answers; 0: none */
    uint16_t ahead;        /* how many turns those go on; 90 and more: to the end */
    uint16_t keep;         /* how many of its best answers get it */
    uint16_t doubt;        /* errors of the mean, in hundredths, another must be better by */
    uint16_t second;       /* 1: the second look that was found good for its system, if any */
    uint16_t nature;       /* 1: what is natural stands unless another is surely better */
    uint16_t play;         /* 1: in imagined courses both sides march and close (eye.h) */
    uint16_t bold;         /* what it is worth to come to grips, in hundredths; 0: as 100 */
    uint16_t reply;    /* 1: in courses to its next question the enemy does what is natural */
    uint16_t taste;    /* 1: judges by the eye's fitted numbers, where there are any */
    uint16_t imagined; /* 1: so do both sides in its imagined courses */
    const int16_t *row[2]; /* or by these, which outlive the player: for fitting */
    uint32_t turn;         /* greedy: milliseconds more for a turn; 1: by the size of the
                              battle; 0: none */
    uint16_t vast;  /* greedy: in battles of more pieces it does what is natural; 0: 100 */
    uint16_t broad; /* greedy: courses for each answer in a large battle at first; 0: 1 */
    uint16_t dear, cruel; /* points for all of its own strength, and against the enemy's */
    uint32_t plans;   /* greedy: imagined turns, to choose the manner to fight in; 0: none */
    uint16_t horizon; /* how many turns those go on; 90 and more: to the end */
    uint16_t sure;    /* errors of the mean, in hundredths, a manner must be better by */
    uint16_t lots;    /* percent of its answers that are by lot */
    char command[PLR_NAME]; /* program: what the shell is to run */
};

/* random, stander, greedy, search, level-1 to level-4 (or 1 to 4), program:COMMAND. Behind a
 * player that thinks -bold, -careful or -stubborn gives it a character, as in level-3-bold;
 * then
 * `:key=value,...` sets its numbers: choices, samples, iterations, ms, depth, threads, settle,
 * lots and so on (docs/study.md). */
enum tc_err plr_read(const char *text, struct plr_spec *out, struct tc_why *why);

/* Players with commas between them, as `random,search:depth=4,ms=20,2`: a word with = belongs
 * to the player before it. Returns how many, or 0 with why. */
int plr_read_list(const char *text, struct plr_spec *out, int most, struct tc_why *why);

/* What it does, in one sentence, for people. */
void plr_say(const struct plr_spec *spec, struct tc_text *out);

/* By how many points it may misjudge an answer in that system. */
int plr_misjudging(const struct plr_spec *spec, const struct tc_ruleset *r);

/* "random, greedy, ...", for messages and help. */
extern const char plr_names[];

/* --- Advice: what was considered, best first ------------------------------------------ */

struct plr_thought {
    struct tc_act act;
    double mean;     /* expected score for the seat, -10000 to 10000 */
    int lean;        /* what the eye says for it beforehand, in points (eye.h) */
    uint32_t visits; /* courses that began with it */
    int lines;       /* the answers expected next */
    int8_t line_side[PLR_LINE];
    struct tc_act line[PLR_LINE];
};

/* What came of an answer until the thinker's next turn, in imagined courses. */
struct plr_prospect {
    int courses;          /* 0: nothing is known */
    int lost, enemy_lost; /* strength, as the pieces of the scene tell it, in tenths */
    int points;           /* by how much its lead in points grew, in tenths */
    bool counts;          /* the system counts points */
    int won, beaten;      /* of 100: the battle was over then */
    char plan[240];   /* what its commands mostly did: "Kingsley's brigade takes the mill" */
    const char *word; /* what strength is counted in, or NULL */
    int grounds;
    struct {
        char name[48];
        bool mine; /* before the answer */
        int held;  /* of 100: by the thinker's side then */
    } ground[PLR_GROUNDS];
};

struct plr_advice {
    int n;
    struct plr_thought thought[PLR_CHOICES];
    struct plr_prospect prospect[PLR_EXPLAINED]; /* of the first; by plr_explain */
    uint64_t courses;
    double seconds;
};

/* --- Players --- */

struct plr_player;

/* The player of spec for games with this book. For PLR_PROGRAM see protocol/program.h. */
struct plr_player *plr_open(const struct plr_spec *spec, const struct tc_book *bk,
                            uint64_t seed);
void plr_close(struct plr_player *p);

/* Its answer to the open question of a game; always a legal one. */
void plr_decide(struct plr_player *p, const struct tc_game *g, struct tc_act *out);

/* Think in the thread that asks and in no other: what the rules trip over is met there. The
 * answer is the same, unless the clock ends the search. */
void plr_alone(struct plr_player *p, bool alone);

/* Where its time for a turn is counted: by whoever opens a player for every answer. */
void plr_lend(struct plr_player *p, struct plr_budget *b);

/* Move now: no longer thought until its turn is over. From any thread. */
void plr_hurry(struct plr_player *p);

/* What it considered for its last answer. Without choices when it did not think. */
const struct plr_advice *plr_why(const struct plr_player *p);

/* Look at what may come of the best answers it considered for the open question of a game;
 * plr_why has it then. For one that does not search. */
void plr_explain(struct plr_player *p, const struct tc_game *g);

/* "costs about 3.5 of strength until the next turn, the enemy 6; has the village in 62%" */
void plr_say_prospect(const struct plr_prospect *p, struct tc_text *out);

/* The share of the points side 0 takes, 0 to 1, when both sides do what is natural from the
 * open question of a game to the end; a draw is a half. */
double plr_outlook(const struct tc_game *g, int courses, uint64_t seed);

/* As a player of tc_game or a session: g must be the game that asks. */
struct tc_player plr_seat(struct plr_player *p, const struct tc_game *g);

/* Begin again, as if opened with this seed; for row upon row of battles. */
void plr_reseed(struct plr_player *p, uint64_t seed);

#endif
