/* rules/malbrook/schema.h - what the files of malbrook's schema share; private to them. */
#ifndef MAL_SCHEMA_H
#define MAL_SCHEMA_H

#include "rules/malbrook/inner.h"

#include "kernel/rows.h" /* behind words.h: both have short words */

enum { MAL_WIDTH_MOST = 240000, MAL_HEIGHT_MOST = 120000 }; /* of a table */

/* What is remembered while a scenario is read. */
struct mal_reading {
    const char *attacker;
    int side, wing, command; /* those being read */
    int marshal, major;      /* the side's first Marshal; the command's leader, or TC_NONE */
    uint8_t style;           /* of the side */
    uint16_t front;          /* of the side */
    const char *with[MAL_LEADERS]; /* the brigade a leader is with, or NULL */
    const struct book_node *leader[MAL_LEADERS], *card[MAL_CARDS], *of_command[MAL_COMMANDS],
        *of_wing[MAL_WINGS]; /* where they stand in the file */
};

static inline struct mal_reading *mal_reading_of(const struct tc_reading *r)
{
    return r->own;
}

static inline struct mal_book *mal_book_being_read(const struct tc_reading *r)
{
    return (struct mal_book *)(void *)r->book;
}

extern const struct tc_key mal_map_keys[];                     /* schema_map.c */
extern const struct tc_mapping mal_side_keys;                  /* schema_armies.c */
extern const struct tc_mapping mal_brigade_keys, mal_gun_keys; /* schema_troops.c */
extern const char *const mal_style_words[], *const mal_nation_words[];
uint8_t mal_style_of_nation(int nation);

#endif
