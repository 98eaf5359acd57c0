/* tests/reason/chart.h - a book of each title whose map may be changed. */
#ifndef REA_CHART_H
#define REA_CHART_H

#include "tests/reason/lab.h"

enum { A = REA_COST_ALL, P = REA_COST_NO, RC = REA_COST_RC };
enum { K = 1 << REA_K, Z = 1 << REA_Z, LE = 1 << REA_LE, LO = 1 << REA_LO, B = 1 << REA_B };

static const char *const scenario[REA_TITLES] = { "reason/kolin-1757", "reason/zorndorf-1758",
                                                  "reason/leuthen-1757", "reason/lobositz-1756",
                                                  "reason/brandywine-1777" };
static struct rea_book book[REA_TITLES];
static struct rea_state s;
static struct rea_ctx c;

/* A copy of the book whose map may be changed, everything cleared away around hex `here`. */
static inline int field(int title)
{
    const struct tc_book *bk = lab_book(scenario[title]);

    book[title] = *rea_book(bk);
    memset(&s, 0, sizeof s);
    bk->rules->setup(bk, &s);
    rea_to_index(&book[title], &s);
    rea_look(&c, &book[title], &s, NULL);
    int here = rea_index_of(&book[title], 1010);
    for (int h = 0; h < book[title].map.count; h++) {
        book[title].map.terrain[h] = 0;
        for (int d = 0; d < 6; d++)
            tc_hexmap_set_side(&book[title].map, (tc_hex)h, d, 0);
    }
    memset(book[title].road, 0, sizeof book[title].road);
    memset(book[title].major, 0, sizeof book[title].major);
    memset(book[title].bridge, 0, sizeof book[title].bridge);
    return here;
}

static inline int terrain_named(int title, const char *name)
{
    for (int k = 0; k < REA_TERRAINS; k++)
        if (book[title].terrain[k].name && strcmp(book[title].terrain[k].name, name) == 0)
            return k;
    fail_msg("no terrain %s", name);
    return 0;
}

#endif
