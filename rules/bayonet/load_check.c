/* rules/bayonet/load_check.c - what a scenario may not say although each of its lines is right.
 */
#include <string.h>

#include "rules/bayonet/load_parts.h"

/* The last entry of that name in a list of that key (wings, brigades, units, batteries) at or
 * below n, or NULL. */
static const struct book_node *find_entry(const struct book_node *n, const char *list,
                                          const char *name)
{
    const struct book_node *found = NULL;

    for (const struct book_node *k = n->first; k; k = k->next) {
        const char *own = n->key && !strcmp(n->key, list) ? book_text(k, "name") : NULL;
        if (own && !strcmp(own, name))
            found = k;
        const struct book_node *below = find_entry(k, list, name);
        found = below ? below : found;
    }
    return found;
}

/* Where a unit or battery stands in the file. */
static const struct book_node *entry_of(const struct book_reader *rd, const struct bay_book *bk,
                                        int u)
{
    const struct bay_unit_def *x = &bk->unit[u];
    const struct book_node *n =
        find_entry(rd->doc->root, x->kind == BAY_ART ? "batteries" : "units", x->name);

    return n ? n : rd->doc->root;
}

static void told_twice(struct book_reader *rd, const char *list, const char *what,
                       const char *name)
{
    const struct book_node *n = find_entry(rd->doc->root, list, name);

    book_wrong(rd, TC_E_KEY, n ? book_spot(n, "name") : rd->doc->root, "two %s are called %s.",
               what, name);
}

/* Two names alike would make notation ambiguous. */
static void check_names(struct book_reader *rd, const struct bay_book *bk)
{
    for (int u = 0; u < bk->units; u++)
        for (int v = 0; v < u; v++)
            if (strcmp(bk->unit[u].name, bk->unit[v].name) == 0)
                told_twice(rd, bk->unit[u].kind == BAY_ART ? "batteries" : "units", "units",
                           bk->unit[u].name);
    for (int a = 0; a < bk->brigades; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(bk->brigade[a].name, bk->brigade[b].name) == 0)
                told_twice(rd, "brigades", "brigades", bk->brigade[a].name);
    for (int a = 0; a < bk->wings; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(bk->wing[a].name, bk->wing[b].name) == 0)
                told_twice(rd, "wings", "Wings", bk->wing[a].name);
}

/* British to Spanish colours fight on one side, French and their allies on the other. */
static void check_colours(struct book_reader *rd, const struct bay_book *bk)
{
    int camp[TC_SIDES] = { TC_NONE, TC_NONE };

    TC_RULE("B-2.1.2h");
    for (int u = 0; u < bk->units; u++) {
        const struct bay_unit_def *x = &bk->unit[u];
        int french = x->army == BAY_FRENCH || x->army == BAY_FRENCH_ALLIES;
        if (x->kind != BAY_ART && camp[x->side] < 0)
            camp[x->side] = french;
        if (x->kind != BAY_ART && camp[x->side] != french)
            book_wrong(rd, TC_E_RANGE, entry_of(rd, bk, u),
                       "%s: French and Allied colours do not serve on one side.", x->name);
    }
}

/* Who may share a hex at the beginning (chapter 9). */
static void check_stacks(struct book_reader *rd, const struct bay_book *bk)
{
    for (int u = 0; u < bk->units; u++) {
        const struct bay_unit_def *x = &bk->unit[u];
        int mates = 0;
        if (x->hex < 0)
            continue;
        int terrain = bk->map.terrain[bay_cell(bk, x->hex)];
        if (terrain == BAY_IMPASSABLE)
            book_wrong(rd, TC_E_RANGE, book_spot(entry_of(rd, bk, u), "hex"),
                       "%s stands in impassable hex %04d.", x->name, x->hex);
        for (int v = 0; v < u; v++) {
            const struct bay_unit_def *y = &bk->unit[v];
            if (y->hex != x->hex)
                continue;
            bool art = (x->kind == BAY_ART) != (y->kind == BAY_ART);
            bool garrison = terrain == BAY_VILLAGE && x->kind == BAY_INF;
            mates += !art;
            if (x->side != y->side || (!art && x->brigade != y->brigade) ||
                (!art && x->kind == BAY_ART) || (!art && !garrison && x->facing != y->facing))
                book_wrong(rd, TC_E_RANGE, book_spot(entry_of(rd, bk, u), "hex"),
                           "%s and %s cannot share hex %04d.", x->name, y->name, x->hex);
        }
        if (mates > (terrain == BAY_VILLAGE && x->kind == BAY_INF ? 3 : 1))
            book_wrong(rd, TC_E_RANGE, book_spot(entry_of(rd, bk, u), "hex"),
                       "too many units in hex %04d.", x->hex);
    }
}

void book_bayonet_check(struct book_reader *rd, const struct bay_book *bk)
{
    check_names(rd, bk);
    check_colours(rd, bk);
    check_stacks(rd, bk);
}
