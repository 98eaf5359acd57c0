/* rules/bayonet/schema_check.c - what a scenario may not say although each of its lines is
 * right. */
#include "rules/bayonet/schema.h"

#include <string.h>

/* A hex as printed: hex_name(203).text is "0203". */
struct hex_name {
    char text[5];
};

static struct hex_name hex_name(int hex)
{
    return (struct hex_name){ { (char)('0' + hex / 1000 % 10), (char)('0' + hex / 100 % 10),
                                (char)('0' + hex / 10 % 10), (char)('0' + hex % 10), 0 } };
}

/* Two names alike would make notation ambiguous. */
static void check_names(struct tc_reading *r, const struct bay_book *bk)
{
    const struct bay_reading *own = bay_reading_of(r);

    for (int u = 0; u < bk->units; u++)
        for (int v = 0; v < u; v++)
            if (strcmp(bk->unit[u].name, bk->unit[v].name) == 0)
                tc_wrong_at(r, own->unit[u], "name", TC_E_KEY, "two units are called %s.",
                            bk->unit[u].name);
    for (int a = 0; a < bk->brigades; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(bk->brigade[a].name, bk->brigade[b].name) == 0)
                tc_wrong_at(r, own->of_brigade[a], "name", TC_E_KEY,
                            "two brigades are called %s.", bk->brigade[a].name);
    for (int a = 0; a < bk->wings; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(bk->wing[a].name, bk->wing[b].name) == 0)
                tc_wrong_at(r, own->wing[a], "name", TC_E_KEY, "two Wings are called %s.",
                            bk->wing[a].name);
}

/* British to Spanish colours fight on one side, French and their allies on the other. */
static void check_colours(struct tc_reading *r, const struct bay_book *bk)
{
    int camp[TC_SIDES] = { TC_NONE, TC_NONE };

    for (int u = 0; u < bk->units; u++) { /* B-2.1.2h */
        const struct bay_unit_def *x = &bk->unit[u];
        int french = x->army == BAY_FRENCH || x->army == BAY_FRENCH_ALLIES;
        if (x->kind != BAY_ART && camp[x->side] < 0)
            camp[x->side] = french;
        if (x->kind != BAY_ART && camp[x->side] != french)
            tc_wrong_at(r, bay_reading_of(r)->unit[u], NULL, TC_E_RANGE,
                        "%s: French and Allied colours do not serve on one side.", x->name);
    }
}

/* Who may share a hex at the beginning (chapter 9). */
static void check_stacks(struct tc_reading *r, const struct bay_book *bk)
{
    for (int u = 0; u < bk->units; u++) {
        const struct bay_unit_def *x = &bk->unit[u];
        int mates = 0;
        if (x->hex < 0)
            continue;
        int terrain = bk->map.terrain[bay_cell(bk, x->hex)];
        if (terrain == BAY_IMPASSABLE)
            tc_wrong_at(r, bay_reading_of(r)->unit[u], "hex", TC_E_RANGE,
                        "%s stands in impassable hex %s.", x->name, hex_name(x->hex).text);
        for (int v = 0; v < u; v++) {
            const struct bay_unit_def *y = &bk->unit[v];
            if (y->hex != x->hex)
                continue;
            bool art = (x->kind == BAY_ART) != (y->kind == BAY_ART);
            bool garrison = terrain == BAY_VILLAGE && x->kind == BAY_INF;
            mates += !art;
            if (x->side != y->side || (!art && x->brigade != y->brigade) ||
                (!art && x->kind == BAY_ART) || (!art && !garrison && x->facing != y->facing))
                tc_wrong_at(r, bay_reading_of(r)->unit[u], "hex", TC_E_RANGE,
                            "%s and %s cannot share hex %s.", x->name, y->name,
                            hex_name(x->hex).text);
        }
        if (mates > (terrain == BAY_VILLAGE && x->kind == BAY_INF ? 3 : 1))
            tc_wrong_at(r, bay_reading_of(r)->unit[u], "hex", TC_E_RANGE,
                        "too many units in hex %s.", hex_name(x->hex).text);
    }
}

void bay_check_book(struct tc_reading *r)
{
    const struct bay_book *bk = bay_book_being_read(r);

    check_names(r, bk);
    check_colours(r, bk);
    check_stacks(r, bk);
}
