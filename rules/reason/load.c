/* rules/reason/load.c - reason's files, for the registry. */
#include "rules/reason/load_parts.h"

static const struct book_part *const tables[] = {
    &book_reason_terrain, &book_reason_hexsides, &book_reason_multiples, &book_reason_fire,
    &book_reason_combat,  &book_reason_specials, &book_reason_drill,
};

extern const struct book_schema book_reason;

const struct book_schema book_reason = {
    .system = "reason",
    .book_size = sizeof(struct rea_book),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = &book_reason_map,
    .scenario = &book_reason_scenario,
};
