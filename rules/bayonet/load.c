/* rules/bayonet/load.c - bayonet's files, for the registry. */
#include "rules/bayonet/load_parts.h"

static const struct book_part *const tables[] = {
    &book_bayonet_actions, &book_bayonet_orders,  &book_bayonet_artillery,
    &book_bayonet_combat,  &book_bayonet_terrain, &book_bayonet_momentum,
};

static void finish(struct tc_book *bk)
{
    bay_book_finish((struct bay_book *)(void *)bk);
}

extern const struct book_schema book_bayonet;

const struct book_schema book_bayonet = {
    .system = "bayonet",
    .book_size = sizeof(struct bay_book),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = &book_bayonet_map,
    .scenario = &book_bayonet_scenario,
    .finish = finish,
};
