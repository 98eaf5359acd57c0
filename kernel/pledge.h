/* kernel/pledge.h - dice that nobody has to trust.
 *
 * The host and every person commit to a secret before the first die. The key of the dice is
 * made from all secrets and the name of the game. A face is a function of the key, of the acts
 * so far and of its place. docs/dice.md has the same in words, with test values.
 */
#ifndef TC_PLEDGE_H
#define TC_PLEDGE_H

#include "kernel/blake.h"
#include "kernel/dice.h"

enum { TC_SECRET = 32 }; /* bytes of secrets, commitments, links, keys and chains */

/* What the host says of its secret before the first die. */
void tc_pledge_host(const char *game, const uint8_t secret[TC_SECRET], uint8_t out[TC_SECRET]);

/* The link before this one in the chain of a seat; before the first link stands the
 * commitment. The seat is hashed in: a commitment copied from another seat cannot be opened. */
void tc_pledge_link(const char *game, int seat, const uint8_t link[TC_SECRET],
                    uint8_t out[TC_SECRET]);

/* Does `link` come behind `last`, at most `most` links further? */
bool tc_pledge_follows(const char *game, int seat, const uint8_t last[TC_SECRET],
                       const uint8_t link[TC_SECRET], int most);

/* The key: begun with the host's secret, then each person's newest link by rising seat. */
struct tc_pledge_key {
    uint8_t key[TC_SECRET];
};
void tc_pledge_begin(struct tc_pledge_key *k, const char *game,
                     const uint8_t secret[TC_SECRET]);
void tc_pledge_mix(struct tc_pledge_key *k, int seat, const uint8_t link[TC_SECRET]);

/* The chain of texts: of the lines of a record, and of the acts. at is what it was. */
void tc_chain(uint8_t at[TC_SECRET], const void *text, size_t n);

/* Faces from a key: what all of them begin with, worked out once. */
void tc_pledge_dice(struct tc_blake *dice, const uint8_t key[TC_SECRET]);

/* Face number `place` of the game, by the acts so far. */
int tc_pledge_face(const struct tc_blake *dice, const uint8_t acts[TC_SECRET], uint64_t place,
                   enum tc_die die);

#endif
