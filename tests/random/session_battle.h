/* tests/random/session_battle.h - a random battle by way of a session, with all its turns back.
 */
#ifndef TEST_SESSION_BATTLE_H
#define TEST_SESSION_BATTLE_H

#include "kernel/ruleset.h"

/* Play a battle from this seed: answers are taken back and given again, forks play beside it,
 * the veil is drawn, clones are compared, and the record replays. False with what is wrong. */
bool session_battle(const struct tc_book *bk, uint64_t seed, char *fault, size_t n);

#endif
