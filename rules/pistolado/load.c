/* rules/pistolado/load.c - pistolado's files, for the registry. */
#include "rules/pistolado/load_parts.h"

#define C(I)   &book_pis_card[I]
#define C4(I)  C(I), C((I) + 1), C((I) + 2), C((I) + 3)
#define C16(I) C4(I), C4((I) + 4), C4((I) + 8), C4((I) + 12)

static const struct book_part *const tables[] = {
    &book_pis_movement,
    &book_pis_ranges,
    &book_pis_fire_modifiers,
    &book_pis_fire_results,
    &book_pis_cohesion,
    &book_pis_losses,
    &book_pis_waver_modifiers,
    &book_pis_melee_modifiers,
    &book_pis_melee_type,
    &book_pis_melee_outcome,
    &book_pis_casualties,
    &book_pis_officers,
    &book_pis_status,
    &book_pis_pursuit,
    &book_pis_obstacles,
    &book_pis_stands,
    &book_pis_victory,
    C16(0),
    C16(16),
    C16(32),
};

extern const struct book_schema book_pistolado;

const struct book_schema book_pistolado = {
    .system = "pistolado",
    .book_size = sizeof(struct pis_book),
    .tables = tables,
    .table_count = sizeof tables / sizeof tables[0],
    .map = &book_pis_map,
    .scenario = &book_pis_scenario,
};
