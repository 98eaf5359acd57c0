/* rules/malbrook/load.c - malbrook's files, for the registry. */
#include "rules/malbrook/load_parts.h"

static const struct book_part *const tables[] = {
    &book_malbrook_bases,    &book_malbrook_command,  &book_malbrook_sight,
    &book_malbrook_disorder, &book_malbrook_movement, &book_malbrook_fire,
    &book_malbrook_combat,   &book_malbrook_terrain,  &book_malbrook_victory,
};

extern const struct book_schema book_malbrook;

const struct book_schema book_malbrook = {
    .system = "malbrook",
    .book_size = sizeof(struct mal_book),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = &book_malbrook_map,
    .scenario = &book_malbrook_scenario,
};
