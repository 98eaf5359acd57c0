/* rules/bayonet/load_parts.h - bayonet's files; private to its schema. */
#ifndef BOOK_BAYONET_PARTS_H
#define BOOK_BAYONET_PARTS_H

#include "book/hexmap.h"
#include "rules/bayonet/tables.h"

extern const char *const book_bayonet_terrain_words[];
extern const char *const book_bayonet_side_words[];
extern const char *const book_bayonet_army_words[];

extern const struct book_part book_bayonet_actions, book_bayonet_orders, book_bayonet_artillery,
    book_bayonet_combat, book_bayonet_terrain, book_bayonet_momentum, book_bayonet_map,
    book_bayonet_scenario;

/* What no single line shows: names told twice, colours of two camps, hexes that cannot be
 * shared. */
void book_bayonet_check(struct book_reader *rd, const struct bay_book *bk);

#endif
