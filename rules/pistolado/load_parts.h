/* rules/pistolado/load_parts.h - what the files of pistolado's schema share; private to them.
 */
#ifndef BOOK_PISTOLADO_PARTS_H
#define BOOK_PISTOLADO_PARTS_H

#include "book/schema.h"
#include "rules/pistolado/words.h"

extern const struct book_part book_pis_movement, book_pis_ranges, book_pis_fire_modifiers,
    book_pis_fire_results, book_pis_cohesion, book_pis_losses, book_pis_waver_modifiers,
    book_pis_melee_modifiers, book_pis_melee_type, book_pis_melee_outcome, book_pis_casualties,
    book_pis_officers, book_pis_status, book_pis_pursuit, book_pis_stands, book_pis_victory,
    book_pis_obstacles, book_pis_map, book_pis_scenario;

/* One part for each card, in the order of P-TAB-13. */
enum { BOOK_PIS_CARDS = 48 };
extern const struct book_part book_pis_card[BOOK_PIS_CARDS];

static inline struct pis_book *book_pis_of(struct tc_book *bk)
{
    return (struct pis_book *)(void *)bk;
}

/* Words with blanks between them into numbers by a NULL-ended list; false after telling what
 * is wrong. n is how many there must be. */
bool book_pis_row(struct book_reader *rd, const struct book_node *at, const char *text,
                  const char *const *words, uint8_t *out, int n);

/* The words of a NULL-ended list whose bit is set, with commas between them. */
void book_pis_list(const char *const *words, unsigned which, char *buf, size_t cap);

/* The next word of a text: its start, or NULL at the end. */
const char *book_pis_word(const char **text, size_t *n);

/* Kinds of ground: class and cover by name; filled by obstacles.yaml. */
const struct pis_ground *book_pis_kind(const struct pis_book *bk, const char *kind);

#endif
