/* rules/pistolado/schema.h - what the files of pistolado's schema share; private to them. */
#ifndef PIS_SCHEMA_H
#define PIS_SCHEMA_H

#include "rules/pistolado/inner.h"

#include "kernel/rows.h" /* behind words.h: both have short words */

enum { PIS_TABLE_LEAST = 12000, PIS_TABLE_MOST = 400000 }; /* width and height */

/* What is remembered while a file is read. */
struct pis_reading {
    uint32_t seen; /* bands, classes: those that stood in the file before */
    struct pis_card card;
    int side, brigade;              /* those being read */
    int general;                    /* of the side, or TC_NONE */
    int32_t facing;                 /* of the brigade's regiments, unless they say otherwise */
    const char *with[PIS_OFFICERS]; /* the regiment an officer is with, or NULL */
    const struct book_node *officer[PIS_OFFICERS], *regiment[PIS_REGIMENTS]; /* in the file */
};

static inline struct pis_reading *pis_reading_of(const struct tc_reading *r)
{
    return r->own;
}

static inline struct pis_book *pis_book_being_read(const struct tc_reading *r)
{
    return (struct pis_book *)(void *)r->book;
}

/* The next word of a text, its length in n; NULL at the end. */
const char *pis_next_word(const char **text, size_t *n);

/* The words of a list whose bit is set, with commas between them. */
void pis_list_words(const char *const *words, unsigned which, char *buf, size_t cap);

/* A word that is not of a list: said at a key of what is being read (NULL: at all of it). */
void pis_no_word(struct tc_reading *r, const char *key, const char *word, size_t n,
                 const char *what, const char *const *words);

/* What a table must keep to, when its rows are all right. */
void pis_need_sound(struct tc_reading *r, bool sound, const struct tc_why *why);

extern const struct tc_key pis_card_keys[]; /* schema_cards.c */
void pis_end_card(struct tc_reading *r, void *book);
extern const struct tc_key pis_obstacle_keys[], pis_map_keys[]; /* schema_ground.c */
extern const struct tc_mapping pis_side_keys;                   /* schema_armies.c */
void pis_end_armies(struct tc_reading *r, struct pis_book *bk);

#endif
