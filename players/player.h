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

enum plr_method { PLR_RANDOM, PLR_GREEDY, PLR_PLAN, PLR_SEARCH, PLR_PROGRAM };

enum { PLR_NAME = 200, PLR_CHOICES = 64, PLR_LINE = 6, PLR_THREADS = 16 };

struct plr_spec {
    char name[PLR_NAME];   /* as it was written */
    uint8_t method;        /* enum plr_method */
    uint16_t choices;      /* answers it considers; more are drawn by lot */
    uint16_t samples;      /* greedy: courses for each */
    uint32_t iterations;   /* search: courses in all */
    uint32_t milliseconds; /* search: a cap on its time; 0: none */
    uint16_t depth;        /* search: answers by lot after what it keeps in its tree */
    uint16_t threads;      /* search */
    uint16_t settle;       /* 1: courses go on to the next own turn, things taking their course;
                              greedy: where its eye does not name the questions that need it */
    uint16_t wise;         /* 1: never takes an answer its staff calls a folly */
    uint16_t noise;        /* by how many points it may misjudge what an answer is worth */
    uint16_t lots;         /* percent of its answers that are by lot */
    char command[PLR_NAME]; /* program: what the shell is to run */
};

/* random, greedy, search, level-1 to level-4 (or 1 to 4), program:COMMAND. Behind a method
 * `:key=value,...` sets its numbers: choices, samples, iterations, ms, depth, threads, settle,
 * lots. */
enum tc_err plr_read(const char *text, struct plr_spec *out, struct tc_why *why);

/* Players with commas between them, as `random,search:depth=4,ms=20,2`: a word with = belongs
 * to the player before it. Returns how many, or 0 with why. */
int plr_read_list(const char *text, struct plr_spec *out, int most, struct tc_why *why);

/* What it does, in one sentence, for people. */
void plr_say(const struct plr_spec *spec, struct tc_text *out);

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

struct plr_advice {
    int n;
    struct plr_thought thought[PLR_CHOICES];
    uint64_t courses;
    double seconds;
};

/* --- Players -------------------------------------------------------------------------------
 */

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

/* What it considered for its last answer. Without choices when it did not think. */
const struct plr_advice *plr_why(const struct plr_player *p);

/* As a player of tc_game or a session: g must be the game that asks. */
struct tc_player plr_seat(struct plr_player *p, const struct tc_game *g);

/* Begin again, as if opened with this seed; for row upon row of battles. */
void plr_reseed(struct plr_player *p, uint64_t seed);

#endif
