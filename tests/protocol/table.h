/* tests/protocol/table.h - what the protocol's tests share. */
#ifndef TESTS_PROTOCOL_TABLE_H
#define TESTS_PROTOCOL_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/random.h"
#include "protocol/record.h"
#include "protocol/session.h"
#include "tests/support/toy.h"

/* A game of the toy with both seats held by persons. */
struct ses_game *game(uint64_t seed);

/* The same with typed dice. */
struct ses_game *typed_game(void);

/* Answer for whoever is asked; the test fails if it is refused. */
void play(struct ses_game *s, const char *act);

/* A few answers: both plan, the plans are revealed, the first side is asked to move. */
void play_plans(struct ses_game *s, const char *red, const char *blue);

/* Random answers until the end or so many. */
void play_random(struct ses_game *s, uint64_t seed, uint32_t most);

uint64_t hash_of(const struct ses_game *s);

/* Does any string or key of a JSON value hold this text? */
bool json_holds(const json_t *j, const char *text);

/* The name of a fresh file in a folder of its own. */
const char *temp_name(const char *name);

#endif
