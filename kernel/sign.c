/* kernel/sign.c - words of state and formations, and what those who draw make of them. */
#include <string.h>

#include "kernel/scene.h"

/* Beginnings of words, the longer first. No two that one system uses for different things have
 * the same mark: tests/unit/test_signs.c looks. */
static const struct {
    const char *word;
    struct tc_sign sign;
} words[] = {
    { "disordered", { "harm", "D" } },
    { "reforming", { "harm", "=" } },
    { "shaken", { "harm", "S" } },
    { "uneven", { "harm", "U" } },
    { "disarray", { "harm", "A" } },
    { "ragged", { "harm", "G" } },
    { "mob", { "harm", "M" } },
    { "broken-into", { "harm", "B" } },
    { "broken into", { "harm", "B" } },
    { "broken", { "harm", "X" } },
    { "retiring", { "harm", "<" } },
    { "retreating", { "harm", "<" } },
    { "rout", { "harm", "R" } },
    { "casualties-2", { "harm", "2" } },
    { "casualties-3", { "harm", "3" } },
    { "isolated", { "harm", "I" } },
    { "out-of-command", { "harm", "O" } },
    { "out-of-place", { "harm", "P" } },
    { "wounded", { "harm", "w" } },
    { "unhorsed", { "harm", "u" } },
    { "lost", { "harm", "?" } },
    { "finished", { "acted", "\xe2\x9c\x93" } }, /* a tick */
    { "moved", { "acted", "\xe2\x9c\x93" } },
    { "halt", { "acted", "H" } },
    { "stopped", { "acted", "H" } },
    { "evaded", { "acted", "E" } },
    { "volley-fired", { "", "" } },
    { "volley", { "ready", "V" } },
    { "inspired", { "ready", "+" } },
    { "fires-twice", { "ready", "T" } },
    { "gun", { "ready", "G" } },
    { "response-fired", { "fired", "F" } },
    { "fired", { "fired", "F" } },
    { "firefight", { "fight", "\xc3\x97" } }, /* crossed swords */
    { "melee", { "fight", "\xc3\x97" } },
    { "in combat", { "fight", "\xc3\x97" } },
    { "pursuing", { "fight", ">" } },
    { "looting", { "harm", "L" } },
    { "evading", { "acted", "E" } },
    { "charging", { "charge", "C" } },
    { "charge", { "charge", "C" } },
    { "to charge", { "charge", "C" } },
    { "priority-", { "charge", "C" } },
    { "limbered", { "limbered", "L" } },
};

static const char *const digit[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };

struct tc_sign tc_badge_sign(const char *badge)
{
    static const struct tc_sign none = { "", "" };

    if (!badge)
        return none;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(badge, words[i].word, strlen(words[i].word)) == 0)
            return words[i].sign;
    /* "dp 2": disruption points, by their number. */
    if (strncmp(badge, "dp ", 3) == 0 && badge[3] >= '1' && badge[3] <= '9')
        return (struct tc_sign){ "harm", digit[badge[3] - '0'] };
    return none;
}

/* Parts of words, the telling ones first. */
static const struct {
    const char *part, *sort;
} forms[] = {
    { "unlimbered", "line" }, { "limbered", "march" }, { "attack", "attack" },
    { "march", "march" },     { "column", "march" },   { "square", "square" },
    { "skirmish", "open" },   { "open", "open" },      { "loose", "open" },
};

const char *tc_formation_sort(const char *formation)
{
    if (!formation || !*formation || strcmp(formation, "none") == 0)
        return "";
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strstr(formation, forms[i].part))
            return forms[i].sort;
    return "line";
}
