/* draw/kind.c - words for ground, and how each is shown. */
#include "draw/kind.h"

#include <string.h>

/* By the words of tc_ground_sort. */
enum draw_kind draw_kind_of(const char *kind)
{
    static const char *const sort[DRAW_KINDS] = {
        [DRAW_HILL] = "hill",   [DRAW_FIELD] = "field",     [DRAW_ROUGH] = "rough",
        [DRAW_MARSH] = "marsh", [DRAW_WATER] = "water",     [DRAW_STREAM] = "stream",
        [DRAW_ROAD] = "road",   [DRAW_FORD] = "ford",       [DRAW_BRIDGE] = "bridge",
        [DRAW_OTHER] = "other", [DRAW_VILLAGE] = "village", [DRAW_ORCHARD] = "orchard",
        [DRAW_WOOD] = "wood",   [DRAW_DITCH] = "ditch",     [DRAW_HEDGE] = "hedge",
        [DRAW_WALL] = "wall",   [DRAW_ABATIS] = "abatis",   [DRAW_WORKS] = "works",
        [DRAW_CLIFF] = "cliff",
    };
    const char *s = tc_ground_sort(kind);

    for (int i = 0; i < DRAW_KINDS; i++)
        if (strcmp(s, sort[i]) == 0)
            return (enum draw_kind)i;
    return DRAW_KINDS;
}

static const struct {
    char letter;
    const char *word;
} shown[DRAW_KINDS] = {
    [DRAW_HILL] = { 'n', "hill" },          [DRAW_FIELD] = { ',', "field" },
    [DRAW_ROUGH] = { ';', "rough ground" }, [DRAW_MARSH] = { '"', "marsh" },
    [DRAW_WATER] = { 'w', "water" },        [DRAW_STREAM] = { '~', "stream" },
    [DRAW_ROAD] = { ':', "road" },          [DRAW_FORD] = { '%', "ford" },
    [DRAW_BRIDGE] = { ')', "bridge" },      [DRAW_OTHER] = { '?', "other ground" },
    [DRAW_VILLAGE] = { '#', "village" },    [DRAW_ORCHARD] = { 'o', "orchard" },
    [DRAW_WOOD] = { 't', "wood" },          [DRAW_DITCH] = { '_', "ditch" },
    [DRAW_HEDGE] = { '&', "hedge" },        [DRAW_WALL] = { '=', "wall" },
    [DRAW_ABATIS] = { 'x', "abatis" },      [DRAW_WORKS] = { 'M', "fieldwork" },
    [DRAW_CLIFF] = { '/', "steep slope" },
};

char draw_kind_letter(enum draw_kind kind)
{
    return shown[kind].letter;
}

const char *draw_kind_word(enum draw_kind kind)
{
    return shown[kind].word;
}

const char *draw_arm_word(unsigned arm)
{
    static const char *const word[] = { "foot",     "light foot", "horse",  "light horse",
                                        "dragoons", "guns",       "leader", "troops" };
    return arm < sizeof word / sizeof word[0] ? word[arm] : "troops";
}
