/* kernel/pledge.c - commitments, links, keys and faces by BLAKE2b. */
#include "kernel/pledge.h"

#include <string.h>

#include "kernel/blake.h"

/* What a hash is for stands first in it, so that none can be passed off as another. */
static void begin(struct tc_blake *b, const char *what, const char *game)
{
    tc_blake_begin(b, TC_SECRET, NULL, 0);
    tc_blake_add(b, what, strlen(what) + 1);
    tc_blake_add(b, game, strlen(game) + 1);
}

void tc_pledge_host(const char *game, const uint8_t secret[TC_SECRET], uint8_t out[TC_SECRET])
{
    struct tc_blake b;

    begin(&b, "tricorne host", game);
    tc_blake_add(&b, secret, TC_SECRET);
    tc_blake_end(&b, out);
}

void tc_pledge_link(const char *game, int seat, const uint8_t link[TC_SECRET],
                    uint8_t out[TC_SECRET])
{
    struct tc_blake b;
    uint8_t byte = (uint8_t)seat;

    begin(&b, "tricorne link", game);
    tc_blake_add(&b, &byte, 1);
    tc_blake_add(&b, link, TC_SECRET);
    tc_blake_end(&b, out);
}

bool tc_pledge_follows(const char *game, int seat, const uint8_t last[TC_SECRET],
                       const uint8_t link[TC_SECRET], int most)
{
    uint8_t at[TC_SECRET];

    memcpy(at, link, TC_SECRET);
    for (int i = 0; i < most; i++) {
        tc_pledge_link(game, seat, at, at);
        if (memcmp(at, last, TC_SECRET) == 0)
            return true;
    }
    return false;
}

void tc_pledge_begin(struct tc_pledge_key *k, const char *game, const uint8_t secret[TC_SECRET])
{
    struct tc_blake b;

    begin(&b, "tricorne key", game);
    tc_blake_add(&b, secret, TC_SECRET);
    tc_blake_end(&b, k->key);
}

void tc_pledge_mix(struct tc_pledge_key *k, int seat, const uint8_t link[TC_SECRET])
{
    struct tc_blake b;
    uint8_t byte = (uint8_t)seat;

    tc_blake_begin(&b, TC_SECRET, k->key, TC_SECRET);
    tc_blake_add(&b, &byte, 1);
    tc_blake_add(&b, link, TC_SECRET);
    tc_blake_end(&b, k->key);
}

void tc_chain(uint8_t at[TC_SECRET], const void *text, size_t n)
{
    struct tc_blake b;

    tc_blake_begin(&b, TC_SECRET, NULL, 0);
    tc_blake_add(&b, at, TC_SECRET);
    tc_blake_add(&b, text, n);
    tc_blake_end(&b, at);
}

void tc_pledge_dice(struct tc_blake *dice, const uint8_t key[TC_SECRET])
{
    tc_blake_begin(dice, TC_BLAKE_MOST, key, TC_SECRET);
    tc_blake_settle(dice);
}

int tc_pledge_face(const struct tc_blake *dice, const uint8_t acts[TC_SECRET], uint64_t place,
                   enum tc_die die)
{
    int sides = tc_die_kind[die].sides, fair = 256 - 256 % sides;

    for (uint64_t attempt = 0;; attempt++) {
        struct tc_blake b = *dice;
        uint8_t byte[TC_BLAKE_MOST];
        tc_blake_add(&b, acts, TC_SECRET);
        tc_blake_add(&b, &place, sizeof place);
        tc_blake_add(&b, &attempt, sizeof attempt);
        tc_blake_end(&b, byte);
        for (int i = 0; i < TC_BLAKE_MOST;
             i++) /* a byte that would favour a face is left out */
            if (byte[i] < fair)
                return tc_die_face(die, byte[i] % sides);
    }
}
