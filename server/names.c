/* server/names.c - names of accounts: what they may hold, and which look alike.
 *
 * A name is of one script, without invisible characters. Its form is what a reader takes it
 * for: case, spaces and stops left out, letters that look like Latin ones read as those. Two
 * accounts never have the same form.
 */
#include <string.h>

#include "server/own.h"

enum script { S_COMMON, S_LATIN, S_GREEK, S_CYRILLIC, S_EAST_ASIA, S_OTHER, S_NONE };

static const struct {
    uint32_t from, to;
    enum script script;
} scripts[] = {
    { ' ', ' ', S_COMMON },          { '\'', '\'', S_COMMON },
    { '-', '.', S_COMMON },          { '0', '9', S_COMMON },
    { 'A', 'Z', S_LATIN },           { '_', '_', S_COMMON },
    { 'a', 'z', S_LATIN },           { 0xc0, 0xd6, S_LATIN },
    { 0xd8, 0xf6, S_LATIN },         { 0xf8, 0x24f, S_LATIN },
    { 0x370, 0x3ff, S_GREEK },       { 0x400, 0x52f, S_CYRILLIC },
    { 0x530, 0x10ff, S_OTHER },      { 0x1e00, 0x1eff, S_LATIN },
    { 0x1f00, 0x1fff, S_GREEK },     { 0x3041, 0x30ff, S_EAST_ASIA },
    { 0x3400, 0x9fff, S_EAST_ASIA }, { 0xac00, 0xd7a3, S_EAST_ASIA },
};

static enum script script_of(uint32_t c)
{
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
        if (c >= scripts[i].from && c <= scripts[i].to)
            return scripts[i].script;
    return S_NONE;
}

/* Marks and signs without a shape of their own inside the ranges above. */
static bool is_shapeless(uint32_t c)
{
    return (c >= 0x483 && c <= 0x489) || (c >= 0x591 && c <= 0x5bd) || c == 0x5bf ||
           (c >= 0x600 && c <= 0x605) || (c >= 0x610 && c <= 0x61c) ||
           (c >= 0x64b && c <= 0x65f) || c == 0x670 || (c >= 0x6d6 && c <= 0x6dd) || c == 0x70f;
}

enum tc_err srv_check_name(const json_t *j, struct tc_why *why)
{
    enum tc_err err = srv_check_text(j, "name", 1, SRV_NAME_CHARS, why);
    const char *s = json_string_value(j);
    enum script all = S_COMMON;
    bool letters = false, space = true;

    if (err != TC_OK)
        return err;
    while (*s) {
        uint32_t c = srv_next_char(&s);
        enum script k = is_shapeless(c) ? S_NONE : script_of(c);
        if (k == S_NONE)
            return tc_fail(why, TC_E_SYNTAX, "name",
                           "A name has letters, digits, single spaces and - . _ ' only.");
        if (k != S_COMMON && all != S_COMMON && k != all)
            return tc_fail(why, TC_E_SYNTAX, "name", "A name mixes letters of two scripts.");
        if (c == ' ' && space)
            return tc_fail(why, TC_E_SYNTAX, "name",
                           "A name does not begin with a space, or hold two in a row.");
        all = k == S_COMMON ? all : k;
        space = c == ' ';
        letters = letters || k != S_COMMON || (c >= '0' && c <= '9');
    }
    if (space || !letters)
        return tc_fail(
            why, TC_E_SYNTAX, "name",
            "A name ends in something other than a space, and has a letter or digit.");
    return TC_OK;
}

/* --- How it looks ---------------------------------------------------------------------------
 */

static uint32_t small(uint32_t c)
{
    bool plus32 = (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) ||
                  (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f);

    if (plus32)
        return c + 0x20;
    if (c >= 0x400 && c <= 0x40f)
        return c + 0x50;
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14a && c <= 0x177) ||
        (c >= 0x460 && c <= 0x481) || (c >= 0x48a && c <= 0x4bf) ||
        (c >= 0x4d0 && c <= 0x52f) || (c >= 0x1e00 && c <= 0x1eff))
        return c | 1;
    if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e))
        return c % 2 ? c + 1 : c;
    return c;
}

/* The Latin letter it is taken for. */
static uint32_t looks_like(uint32_t c)
{
    static const struct {
        uint32_t c;
        char like;
    } pair[] = {
        { '0', 'o' },   { '1', 'i' },   { 'l', 'i' },   { 0x131, 'i' }, { 0x3b1, 'a' },
        { 0x3b2, 'b' }, { 0x3b5, 'e' }, { 0x3b6, 'z' }, { 0x3b7, 'n' }, { 0x3b9, 'i' },
        { 0x3ba, 'k' }, { 0x3bc, 'm' }, { 0x3bd, 'v' }, { 0x3bf, 'o' }, { 0x3c1, 'p' },
        { 0x3c4, 't' }, { 0x3c5, 'u' }, { 0x3c7, 'x' }, { 0x430, 'a' }, { 0x432, 'b' },
        { 0x435, 'e' }, { 0x43a, 'k' }, { 0x43c, 'm' }, { 0x43d, 'h' }, { 0x43e, 'o' },
        { 0x440, 'p' }, { 0x441, 'c' }, { 0x442, 't' }, { 0x443, 'y' }, { 0x445, 'x' },
        { 0x455, 's' }, { 0x456, 'i' }, { 0x458, 'j' }, { 0x4bb, 'h' }, { 0x501, 'd' },
        { 0x51b, 'q' }, { 0x51d, 'w' },
    };

    for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++)
        if (pair[i].c == c)
            return (uint32_t)pair[i].like;
    return c;
}

static char *put_char(char *at, uint32_t c)
{
    if (c < 0x80) {
        *at++ = (char)c;
    } else if (c < 0x800) {
        *at++ = (char)(0xc0 | c >> 6);
        *at++ = (char)(0x80 | (c & 0x3f));
    } else {
        *at++ = (char)(0xe0 | c >> 12);
        *at++ = (char)(0x80 | (c >> 6 & 0x3f));
        *at++ = (char)(0x80 | (c & 0x3f));
    }
    return at;
}

void srv_name_form(const char *name, char out[STO_NAME])
{
    char *at = out;

    while (*name && at < out + STO_NAME - 4) {
        uint32_t c = srv_next_char(&name);
        if (c < 0x80 && strchr(" '-._", (int)c))
            continue;
        at = put_char(at, looks_like(small(c)) & 0xffff);
    }
    *at = '\0';
}
