/* rules/minden/load.c - minden's files, for the registry. */
#include "rules/minden/load_parts.h"

static const struct book_part *const tables[] = {
    &book_minden_movement, &book_minden_clearing, &book_minden_fire,  &book_minden_test,
    &book_minden_melee,    &book_minden_fog,      &book_minden_bases, &book_minden_command,
    &book_minden_terrain,  &book_minden_victory,
};

extern const struct book_schema book_minden;

const struct book_schema book_minden = {
    .system = "minden",
    .letter = 'N',
    .book_size = sizeof(struct min_book),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = &book_minden_map,
    .scenario = &book_minden_scenario,
    .map_of = book_minden_map_of,
    .finish = min_book_finish,
};
