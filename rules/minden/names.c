/* rules/minden/names.c - the names of units, brigades, divisions, regiments and ground. */
#include "rules/minden/inner.h"

int min_names(const struct tc_book *tbk, int list)
{
    const struct min_book *bk = min_book_of(tbk);

    switch (list) {
    case MIN_L_UNIT: return bk->units;
    case MIN_L_BRIGADE: return bk->brigades;
    case MIN_L_DIVISION: return bk->divisions;
    case MIN_L_REGIMENT: return bk->regiments;
    case MIN_L_GROUND: return bk->grounds;
    default: return 0;
    }
}

const char *min_name_of(const struct tc_book *tbk, int list, int i)
{
    const struct min_book *bk = min_book_of(tbk);

    switch (list) {
    case MIN_L_UNIT: return bk->unit[i].name;
    case MIN_L_BRIGADE: return bk->brigade[i].name;
    case MIN_L_DIVISION: return bk->division[i].name;
    case MIN_L_REGIMENT: return bk->regiment[i].name;
    case MIN_L_GROUND: return bk->ground[i].name;
    default: return "";
    }
}
