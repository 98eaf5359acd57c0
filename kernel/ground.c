/* kernel/ground.c - words for ground, and the sort each is of. */
#include <string.h>

#include "kernel/scene.h"

/* Parts of words, the telling ones first: a "marshy stream" is a stream, a "walled farm" is
 * houses, a "hedgerow" a hedge. */
static const struct {
    const char *part, *sort;
} words[] = {
    { "bridge", "bridge" },    { "ford", "ford" },        { "stream", "stream" },
    { "brook", "stream" },     { "creek", "stream" },     { "river", "stream" },
    { "road", "road" },        { "track", "road" },       { "path", "road" },
    { "breastwork", "works" }, { "fieldwork", "works" },  { "redoubt", "works" },
    { "entrench", "works" },   { "fortif", "works" },     { "fleche", "works" },
    { "lunette", "works" },    { "berm", "works" },       { "trench", "works" },
    { "works", "works" },      { "abatis", "abatis" },    { "abattis", "abatis" },
    { "chevaux", "abatis" },   { "cheval", "abatis" },    { "precipice", "cliff" },
    { "cliff", "cliff" },      { "slope", "cliff" },      { "village", "village" },
    { "town", "village" },     { "farm", "village" },     { "church", "village" },
    { "cemetery", "village" }, { "building", "village" }, { "house", "village" },
    { "built", "village" },    { "chateau", "village" },  { "mill", "village" },
    { "hedge", "hedge" },      { "ditch", "ditch" },      { "sunken", "ditch" },
    { "gully", "ditch" },      { "ravine", "ditch" },     { "wall", "wall" },
    { "fence", "wall" },       { "orchard", "orchard" },  { "vineyard", "orchard" },
    { "brush", "orchard" },    { "scrub", "orchard" },    { "garden", "orchard" },
    { "wood", "wood" },        { "forest", "wood" },      { "copse", "wood" },
    { "tree", "wood" },        { "marsh", "marsh" },      { "bog", "marsh" },
    { "swamp", "marsh" },      { "soft", "marsh" },       { "fen", "marsh" },
    { "pond", "water" },       { "lake", "water" },       { "water", "water" },
    { "sea", "water" },        { "hill", "hill" },        { "height", "hill" },
    { "ridge", "hill" },       { "rise", "hill" },        { "level", "hill" },
    { "rough", "rough" },      { "rock", "rough" },       { "impass", "rough" },
    { "dune", "rough" },       { "field", "field" },      { "plough", "field" },
    { "crop", "field" },       { "corn", "field" },
};

const char *tc_ground_sort(const char *kind)
{
    if (kind && strncmp(kind, "name", 4) == 0)
        return "name";
    for (size_t i = 0; kind && i < sizeof words / sizeof words[0]; i++)
        if (strstr(kind, words[i].part))
            return words[i].sort;
    return "other";
}
