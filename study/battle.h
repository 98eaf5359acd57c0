/* study/battle.h - one battle between two players, and what is kept of it.
 *
 * Battles come in pairs: both of a pair have the same dice, and the players change sides.
 * Battle i of a study is the same whoever plays it: thread, rank or a later run.
 */
#ifndef STUDY_BATTLE_H
#define STUDY_BATTLE_H

#include "kernel/scene.h"
#include "players/player.h"
#include "protocol/program.h"

enum {
    STUDY_TURNS = 64, /* turns whose standing is kept */
    STUDY_OBJECTIVES = 12,
    STUDY_COMMANDS = 96, /* brigades of the largest battle */
    STUDY_ARMS = TC_ARM_OTHER + 1,
};

/* Dice of fire, melee, morale; dice for how far, who obeys, who is first. */
enum study_lucks { STUDY_FIGHT, STUDY_MARCH, STUDY_LUCKS };

/* What is kept of a battle: plain numbers, so that it can be sent and written down. */
struct study_result {
    uint64_t index;
    uint64_t seed;
    uint64_t hash; /* of the last position */
    int32_t score; /* of side 0 at the end, by the system's own score */
    uint32_t answers, rolls;
    /* Of the dice a side has thrown, against what was good for it: millionths of their
     * standard deviations (protocol/luck.h). */
    int64_t luck[STUDY_LUCKS][TC_SIDES];
    uint32_t luck_dice[STUDY_LUCKS][TC_SIDES];
    int16_t turns;
    int8_t winner; /* a side or TC_NONE */
    uint8_t ending;
    uint8_t swapped; /* player A has side 1 */
    uint8_t failed;  /* an outside program did not answer: bit set of sides */
    uint8_t cut;     /* it was broken off: study_until */
    int16_t start[TC_SIDES][STUDY_ARMS], lost[TC_SIDES][STUDY_ARMS]; /* strength by arm */
    int16_t command_start[STUDY_COMMANDS], command_lost[STUDY_COMMANDS];
    int16_t standing[STUDY_TURNS];                /* score at the end of each turn */
    int8_t holder[STUDY_TURNS][STUDY_OBJECTIVES]; /* side or TC_NONE */
};

/* The two players, A and B, of a study. */
struct study_match {
    const struct tc_book *book;
    struct plr_spec spec[2];
    uint64_t seed;
};

/* One worker's table. */
struct study_table;

enum tc_err study_table_open(const struct study_match *m, struct study_table **out,
                             struct tc_why *why);
void study_table_close(struct study_table *t);

/* Be shown the position after every turn of the battles to come. */
void study_watch(struct study_table *t, void (*at_turn)(void *ctx, const void *state),
                 void *ctx);

/* Be asked before every answer of the battles to come whether it is enough: then the battle is
 * broken off. */
void study_until(struct study_table *t, bool (*enough)(void *ctx), void *ctx);

/* Play battle `index`. */
void study_battle(struct study_table *t, uint64_t index, struct study_result *out);

/* The same with player A on side 0 and these dice. */
void study_battle_seed(struct study_table *t, uint64_t seed, struct study_result *out);

/* Where a player's lots and imagined dice come from in the battle with this seed. */
uint64_t study_player_seed(uint64_t seed, int player);

/* 1, 0.5 or 0 for player A. */
double study_points(const struct study_result *r);

/* Names for the report: objectives as the scene shows them, commands by the system's list. */
int study_objectives(const struct tc_book *bk, const char *name[STUDY_OBJECTIVES]);
const char *study_command_name(const struct tc_book *bk, int command, char *buf, size_t n);

/* The side a command belongs to, or TC_NONE. */
int study_command_side(const struct tc_book *bk, int command);

extern const char *const study_arm_names[STUDY_ARMS];

#endif
