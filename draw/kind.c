/* draw/kind.c - words for ground, and how each is shown. */
#include "draw/kind.h"

#include <string.h>

/* Parts of words, the telling ones first: a "marshy stream" is a stream, a "walled farm" is
 * houses, a "hedgerow" a hedge. */
static const struct {
    const char *part;
    enum draw_kind kind;
} words[] = {
    { "bridge", DRAW_BRIDGE },    { "ford", DRAW_FORD },        { "stream", DRAW_STREAM },
    { "brook", DRAW_STREAM },     { "creek", DRAW_STREAM },     { "river", DRAW_STREAM },
    { "road", DRAW_ROAD },        { "track", DRAW_ROAD },       { "path", DRAW_ROAD },
    { "breastwork", DRAW_WORKS }, { "fieldwork", DRAW_WORKS },  { "redoubt", DRAW_WORKS },
    { "entrench", DRAW_WORKS },   { "fortif", DRAW_WORKS },     { "fleche", DRAW_WORKS },
    { "lunette", DRAW_WORKS },    { "berm", DRAW_WORKS },       { "trench", DRAW_WORKS },
    { "works", DRAW_WORKS },      { "abatis", DRAW_ABATIS },    { "abattis", DRAW_ABATIS },
    { "chevaux", DRAW_ABATIS },   { "cheval", DRAW_ABATIS },    { "precipice", DRAW_CLIFF },
    { "cliff", DRAW_CLIFF },      { "slope", DRAW_CLIFF },      { "village", DRAW_VILLAGE },
    { "town", DRAW_VILLAGE },     { "farm", DRAW_VILLAGE },     { "church", DRAW_VILLAGE },
    { "cemetery", DRAW_VILLAGE }, { "building", DRAW_VILLAGE }, { "house", DRAW_VILLAGE },
    { "built", DRAW_VILLAGE },    { "chateau", DRAW_VILLAGE },  { "mill", DRAW_VILLAGE },
    { "hedge", DRAW_HEDGE },      { "ditch", DRAW_DITCH },      { "sunken", DRAW_DITCH },
    { "gully", DRAW_DITCH },      { "ravine", DRAW_DITCH },     { "wall", DRAW_WALL },
    { "fence", DRAW_WALL },       { "orchard", DRAW_ORCHARD },  { "vineyard", DRAW_ORCHARD },
    { "brush", DRAW_ORCHARD },    { "scrub", DRAW_ORCHARD },    { "garden", DRAW_ORCHARD },
    { "wood", DRAW_WOOD },        { "forest", DRAW_WOOD },      { "copse", DRAW_WOOD },
    { "tree", DRAW_WOOD },        { "marsh", DRAW_MARSH },      { "bog", DRAW_MARSH },
    { "swamp", DRAW_MARSH },      { "soft", DRAW_MARSH },       { "fen", DRAW_MARSH },
    { "pond", DRAW_WATER },       { "lake", DRAW_WATER },       { "water", DRAW_WATER },
    { "sea", DRAW_WATER },        { "hill", DRAW_HILL },        { "height", DRAW_HILL },
    { "ridge", DRAW_HILL },       { "rise", DRAW_HILL },        { "rough", DRAW_ROUGH },
    { "rock", DRAW_ROUGH },       { "impass", DRAW_ROUGH },     { "dune", DRAW_ROUGH },
    { "field", DRAW_FIELD },      { "plough", DRAW_FIELD },     { "crop", DRAW_FIELD },
    { "corn", DRAW_FIELD },
};

enum draw_kind draw_kind_of(const char *kind)
{
    if (kind && strncmp(kind, "name", 4) == 0)
        return DRAW_KINDS;
    for (size_t i = 0; kind && i < sizeof words / sizeof words[0]; i++)
        if (strstr(kind, words[i].part))
            return words[i].kind;
    return DRAW_OTHER;
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
