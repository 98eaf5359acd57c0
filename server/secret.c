/* server/secret.c - tokens, names of games, and what texts of people may hold. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/own.h"

/* 24 random bytes are 32 characters. */
static void spell_token(uint8_t bytes[24], char out[SRV_TOKEN])
{
    sodium_bin2base64(out, SRV_TOKEN, bytes, 24, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, 24);
}

void srv_new_token(char out[SRV_TOKEN])
{
    uint8_t bytes[24];

    randombytes_buf(bytes, sizeof bytes);
    spell_token(bytes, out);
}

static void spell_id(const uint8_t bytes[16], char out[STO_ID])
{
    static const char digit[] = "abcdefghijkmnpqrstuvwxyz23456789";

    for (size_t i = 0; i < 16; i++)
        out[i] = digit[bytes[i] & 31];
    out[16] = '\0';
}

void srv_new_id(char out[STO_ID])
{
    uint8_t bytes[16];

    randombytes_buf(bytes, sizeof bytes);
    spell_id(bytes, out);
}

/* --- What a client's own key stands for ----------------------------------------------------
 *
 * A client that is not sure whether its request arrived sends it again with the same key. The
 * name of the game and the tokens are made from the key, so that the second reply is the first
 * one though the store has only hashes.
 */

static void from_key(const char *key, const char *what, uint8_t *out, size_t n)
{
    crypto_generichash(out, n, (const uint8_t *)what, strlen(what), (const uint8_t *)key,
                       strlen(key));
}

void srv_key_id(const char *key, char out[STO_ID])
{
    uint8_t bytes[16];

    from_key(key, "game", bytes, sizeof bytes);
    spell_id(bytes, out);
}

void srv_key_token(const char *key, const char *what, char out[SRV_TOKEN])
{
    uint8_t bytes[24];

    from_key(key, what, bytes, sizeof bytes);
    spell_token(bytes, out);
}

enum tc_err srv_read_key(struct srv_call *c, const char **out)
{
    const json_t *j = json_object_get(c->in, "key");

    *out = json_string_value(j);
    if (!j || (*out && srv_is_token(*out) && json_string_length(j) == SRV_TOKEN - 1))
        return TC_OK;
    return tc_fail(&c->why, TC_E_SYNTAX, "key",
                   "key is 32 letters, digits, - and _ that you made by lot.");
}

enum tc_err srv_make_code(char code[33], uint8_t hash[32], struct tc_why *why)
{
    if (sodium_init() < 0)
        return tc_fail(why, TC_E_FILE, "server", "The system gives no random numbers.");
    srv_new_token(code);
    srv_hash_token(code, hash);
    return TC_OK;
}

void srv_token_hex(const char *token, char out[2 * STO_HASH + 1])
{
    uint8_t hash[STO_HASH];

    srv_hash_token(token, hash);
    sodium_bin2hex(out, 2 * STO_HASH + 1, hash, STO_HASH);
}

void srv_put_seed(const uint64_t seed[2], char out[33])
{
    json_t *j = js_seed(seed);

    snprintf(out, 33, "%s", json_string_value(j));
    json_decref(j);
}

void srv_hash_token(const char *token, uint8_t out[STO_HASH])
{
    crypto_generichash(out, STO_HASH, (const uint8_t *)token, strlen(token), NULL, 0);
}

static bool all_of(const char *text, size_t n, const char *extra)
{
    if (strlen(text) != n)
        return false;
    for (; *text; text++) {
        bool plain = (*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9');
        if (!plain && !(*text >= 'A' && *text <= 'Z' && *extra) && !strchr(extra, *text))
            return false;
    }
    return true;
}

bool srv_is_token(const char *text)
{
    return all_of(text, SRV_TOKEN - 1, "-_");
}

bool srv_is_id(const char *text)
{
    return all_of(text, 16, "");
}

/* --- Texts ------------------------------------------------------------------------------ */

/* The next character of valid UTF-8. */
uint32_t srv_next_char(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    int more = s[0] < 0x80 ? 0 : s[0] < 0xe0 ? 1 : s[0] < 0xf0 ? 2 : 3;
    uint32_t v = more ? s[0] & (0x3fu >> more) : s[0];

    for (int i = 1; i <= more; i++)
        v = v << 6 | (s[i] & 0x3fu);
    *at += more + 1;
    return v;
}

/* Control characters, those that cannot be seen, and those that turn the direction of what
 * follows. */
static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
           c == 0xad || (c >= 0x200b && c <= 0x200f) || c == 0x180e || c == 0x61c;
}

enum tc_err srv_check_text(const json_t *j, const char *key, int least, int most,
                           struct tc_why *why)
{
    const char *s = json_string_value(j);
    int n = 0;
    char limit[16];
    struct tc_text t = tc_text_on(limit, sizeof limit);

    tc_text_int(&t, most);
    if (!s)
        return tc_fail(why, TC_E_SYNTAX, key, "{0} is a text.", key);
    for (const char *end = s + json_string_length(j); s < end; n++)
        if (is_control(srv_next_char(&s)))
            return tc_fail(why, TC_E_SYNTAX, key, "{0} holds a control character.", key);
    if (n >= least && n <= most)
        return TC_OK;
    return tc_fail(why, TC_E_RANGE, key, "{0} has {2} to {1} characters.", key, limit,
                   least ? "1" : "0");
}
