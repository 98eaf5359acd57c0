/* tests/unit/test_pledge.c - the hash by its published vectors; committed dice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "kernel/blake.h"
#include "kernel/pledge.h"

enum { THROWS = 60000 };

static const char *hex(const uint8_t *bytes, int n)
{
    static char text[2 * TC_BLAKE_MOST + 1];

    for (int i = 0; i < n; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return text;
}

static const char *hash_of(const void *bytes, size_t n, int size, const void *key, int key_size)
{
    static uint8_t out[TC_BLAKE_MOST];
    struct tc_blake b;

    tc_blake_begin(&b, size, key, key_size);
    tc_blake_add(&b, bytes, n);
    tc_blake_end(&b, out);
    return hex(out, size);
}

/* RFC 7693, appendix A. */
static void test_abc(void **x)
{
    (void)x;
    assert_string_equal(hash_of("abc", 3, 64, NULL, 0),
                        "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                        "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

/* The keyed vectors published with BLAKE2: key 00..3f, input 00..n-1. */
static void test_keyed(void **x)
{
    static const struct {
        int n;
        const char *hash;
    } known[] = {
        { 0, "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"
             "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568" },
        { 1, "961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4"
             "187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd" },
        { 127, "76d2d819c92bce55fa8e092ab1bf9b9eab237a25267986cacf2b8ee14d214d73"
               "0dc9a5aa2d7b596e86a1fd8fa0804c77402d2fcd45083688b218b1cdfa0dcbcb" },
        { 128, "72065ee4dd91c2d8509fa1fc28a37c7fc9fa7d5b3f8ad3d0d7a25626b57b1b44"
               "788d4caf806290425f9890a3a2a35a905ab4b37acfd0da6e4517b2525c9651e4" },
        { 129, "64475dfe7600d7171bea0b394e27c9b00d8e74dd1e416a79473682ad3dfdbb70"
               "6631558055cfc8a40e07bd015a4540dcdea15883cbbf31412df1de1cd4152b91" },
        { 255, "142709d62e28fcccd0af97fad0f8465b971e82201dc51070faa0372aa43e9248"
               "4be1c1e73ba10906d5d1853db6a4106e0a7bf9800d373d6dee2d46d62ef2a461" },
    };
    uint8_t key[64], in[256];

    (void)x;
    for (int i = 0; i < 256; i++)
        in[i] = (uint8_t)i;
    memcpy(key, in, sizeof key);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_string_equal(hash_of(in, (size_t)known[i].n, 64, key, 64), known[i].hash);
}

/* RFC 7693, appendix E: a hash of hashes over sizes, lengths and keys. */
static void sequence(uint8_t *out, int n, uint32_t seed)
{
    uint32_t a = 0xDEAD4BADu * seed, b = 1;

    for (int i = 0; i < n; i++) {
        uint32_t t = a + b;
        a = b;
        b = t;
        out[i] = (uint8_t)(t >> 24);
    }
}

static void test_rfc_self_test(void **x)
{
    static const int sizes[] = { 20, 32, 48, 64 }, lengths[] = { 0, 3, 128, 129, 255, 1024 };
    uint8_t in[1024], key[64], out[64];
    struct tc_blake all, b;

    (void)x;
    tc_blake_begin(&all, 32, NULL, 0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++) {
            sequence(in, lengths[j], (uint32_t)lengths[j]);
            sequence(key, sizes[i], (uint32_t)sizes[i]);
            for (int keyed = 0; keyed < 2; keyed++) {
                tc_blake_begin(&b, sizes[i], key, keyed ? sizes[i] : 0);
                for (int k = 0; k < lengths[j]; k += 77) /* in pieces */
                    tc_blake_add(&b, in + k, (size_t)tc_min(77, lengths[j] - k));
                tc_blake_end(&b, out);
                tc_blake_add(&all, out, (size_t)sizes[i]);
            }
        }
    tc_blake_end(&all, out);
    assert_string_equal(hex(out, 32),
                        "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
}

static void fill(uint8_t out[TC_SECRET], int first, int step)
{
    for (int i = 0; i < TC_SECRET; i++)
        out[i] = (uint8_t)(first + i * step);
}

static int face_of(const uint8_t key[TC_SECRET], const uint8_t acts[TC_SECRET], uint64_t place,
                   enum tc_die die)
{
    struct tc_blake dice;

    tc_pledge_dice(&dice, key);
    return tc_pledge_face(&dice, acts, place, die);
}

/* Pinned, and computed by another program (Python's hashlib): records hang on them. */
static void test_pinned(void **x)
{
    static const int8_t d6[12] = { 0, 5, 0, 1, 0, 5, 2, 1, 5, 3, 4, 2 };
    static const int8_t d100[12] = { 8, 53, 96, 39, 20, 83, 68, 3, 61, 3, 10, 74 };
    uint8_t secret[TC_SECRET], a[TC_SECRET], b[TC_SECRET], out[TC_SECRET];
    uint8_t acts[TC_SECRET] = { 0 };
    struct tc_pledge_key k;

    (void)x;
    fill(secret, 0, 1);
    fill(a, 1, 0);
    fill(b, 2, 0);
    tc_pledge_host("abc", secret, out);
    assert_string_equal(hex(out, TC_SECRET),
                        "1af49cc96e84590bfc0a50399f167df1a20a63b36296e8318f6aa6e656ef8393");
    tc_pledge_link("abc", 1, secret, out);
    assert_string_equal(hex(out, TC_SECRET),
                        "6ac980dd4fe2158f4e47aba1df982a13cec5d09f86db0f12ddfede25500941f7");
    tc_pledge_begin(&k, "abc", secret);
    tc_pledge_mix(&k, 0, a);
    tc_pledge_mix(&k, 1, b);
    assert_string_equal(hex(k.key, TC_SECRET),
                        "07ec4ec32ec1f6beae963bc3fabb50f8609a6962fef5a17251a6624d723d36ff");
    tc_chain(acts, "fire red-oak", 12);
    assert_string_equal(hex(acts, TC_SECRET),
                        "a3e51418fec5abfdf7a9862ccbdb2fdade12d64dab36534a6e19813431221c1a");
    for (uint64_t i = 0; i < 12; i++) {
        assert_int_equal(face_of(k.key, acts, i, TC_D6), 1 + d6[i]);
        assert_int_equal(face_of(k.key, acts, i, TC_D100), d100[i]);
    }
}

static void test_links(void **x)
{
    uint8_t chain[6][TC_SECRET];

    (void)x;
    fill(chain[5], 9, 3);
    for (int i = 5; i > 0; i--)
        tc_pledge_link("g", 1, chain[i], chain[i - 1]);
    assert_true(tc_pledge_follows("g", 1, chain[0], chain[1], 1));
    assert_true(tc_pledge_follows("g", 1, chain[0], chain[5], 5));
    assert_false(tc_pledge_follows("g", 1, chain[0], chain[5], 4));
    assert_false(tc_pledge_follows("g", 1, chain[1], chain[1], 5)); /* the same again */
    assert_false(tc_pledge_follows("g", 1, chain[2], chain[1], 5)); /* backwards */
    assert_false(tc_pledge_follows("g", 0, chain[0], chain[1], 5)); /* another seat's */
    assert_false(tc_pledge_follows("h", 1, chain[0], chain[1], 5)); /* another game's */
}

/* Every face as often as its sides say, whatever the die. */
static void test_fair(void **x)
{
    uint8_t key[TC_SECRET], acts[TC_SECRET];

    (void)x;
    fill(key, 5, 7);
    fill(acts, 1, 11);
    for (int die = 0; die < TC_DICE; die++) {
        const struct tc_die_kind *k = &tc_die_kind[die];
        int seen[100] = { 0 };
        int64_t chi = 0;
        for (int i = 0; i < THROWS; i++)
            seen[face_of(key, acts, (uint64_t)i, (enum tc_die)die)]++;
        for (int face = k->low; face <= k->high; face++) {
            int64_t want = (int64_t)THROWS * tc_die_weight((enum tc_die)die, face) / k->sides;
            int64_t off = seen[face] - want;
            chi += off * off * 100 / want;
        }
        assert_true(chi < 100 * (k->faces + 5 * k->faces / 2 + 20));
    }
}

/* Another place, another act, another key: other dice. */
static void test_hangs_on_all(void **x)
{
    uint8_t key[TC_SECRET], acts[TC_SECRET], other[TC_SECRET];
    int same[3] = { 0 };

    (void)x;
    fill(key, 5, 7);
    fill(acts, 1, 11);
    fill(other, 2, 11);
    for (uint64_t i = 0; i < 600; i++) {
        int face = face_of(key, acts, i, TC_D6);
        assert_int_equal(face, face_of(key, acts, i, TC_D6));
        same[0] += face == face_of(key, acts, i + 1, TC_D6);
        same[1] += face == face_of(key, other, i, TC_D6);
        same[2] += face == face_of(other, acts, i, TC_D6);
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(same[i], 60, 140);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_abc),          cmocka_unit_test(test_keyed),
        cmocka_unit_test(test_links),        cmocka_unit_test(test_rfc_self_test),
        cmocka_unit_test(test_pinned),       cmocka_unit_test(test_fair),
        cmocka_unit_test(test_hangs_on_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
