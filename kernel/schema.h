/* kernel/schema.h - which keys a system's files have, and where they go in its book.
 *
 * A schema is plain data: one row a key (rows.h has the short words for them). book/ reads the
 * files, checks every key against its row, and puts the values where the rows say. Checks that
 * only the system can make are functions that hang on a key or an entry; they report with
 * tc_wrong, which knows the line.
 */
#ifndef TC_SCHEMA_H
#define TC_SCHEMA_H

#include "kernel/field.h"
#include "kernel/ruleset.h"

struct book_node; /* a place in a file */
struct tc_reading;

enum tc_key_kind {
    TC_KEY_END,
    /* single values */
    TC_KEY_INT,
    TC_KEY_LENGTH, /* limits in thousandths of an inch */
    TC_KEY_ANGLE,  /* limits in 1/65536 of a turn */
    TC_KEY_YES,    /* yes, no, true, false */
    TC_KEY_WORD,   /* one of words */
    TC_KEY_NAME,   /* kebab case */
    TC_KEY_TEXT,
    TC_KEY_ID,     /* system/name */
    TC_KEY_COLOUR, /* "#aabbcc" */
    TC_KEY_RULE,   /* rule IDs */
    TC_KEY_ANY,    /* not looked into: a position's state */
    /* mappings and lists */
    TC_KEY_MAP,  /* a mapping, into a part of the entry (or the entry itself) */
    TC_KEY_ONE,  /* a mapping that its own functions put into the book, as an entry of a list */
    TC_KEY_BY,   /* a mapping with one key for each of words, values of kind `each` */
    TC_KEY_LIST, /* a list of mappings */
    TC_KEY_ROW,  /* a list of values of kind `each` */
    TC_KEY_POINTS, /* a list of [x, y]: lengths */
    TC_KEY_SET,    /* a list of words, as a bit set */
    TC_KEY_GRID,   /* a list of rows of words */
};

enum { TC_NOWHERE = -1 };

/* One key. min and max limit numbers; least and most the entries of a list; of
 * words only the first `most` are allowed, 0: all. */
struct tc_key {
    const char *name;
    uint8_t kind, each; /* enum tc_key_kind */
    uint8_t type;       /* enum tc_ftype: what lies at `at` */
    uint8_t may;        /* it may be left out: then nothing is changed */
    int32_t at;         /* where in the entry, or TC_NOWHERE */
    int32_t count_at;   /* lists: where the number of entries goes (an int), or TC_NOWHERE */
    int32_t min, max, least, most;
    uint16_t stride, rows; /* bytes from one value to the next; grids: of one row */
    const char *const *words;
    const struct tc_mapping *of;
    /* Lists whose entries were texts once: the keys of the words at their places, then
     * "old=new" for keys that had another name. Such texts are read as mappings. Or NULL. */
    const char *const *row;
    /* Called with each value when it has been put; the number is 0 for texts. */
    void (*put)(struct tc_reading *r, void *entry, const char *text, int32_t number);
};

/* The keys of one kind of mapping. */
struct tc_mapping {
    const struct tc_key *keys; /* ended by a row of kind TC_KEY_END */
    uint32_t size;             /* of the entry; lists without a place get a zeroed one */
    /* When its values are in, before the entries of its lists; and after those. */
    void (*put)(struct tc_reading *r, void *entry);
    void (*done)(struct tc_reading *r, void *entry);
};

struct tc_table_file {
    const char *name; /* "movement": tables/movement.yaml */
    struct tc_mapping mapping;
};

/* The hash that the bytes of the files make, and the one that records know the book by. */
struct tc_same_book {
    uint64_t now, known;
};

/* The files of a system. Entries of the whole of a file are the book itself. */
struct tc_schema {
    uint32_t book_size;
    uint32_t own_size; /* bytes of its own that functions have while one file is read */
    const struct tc_table_file *tables; /* read in this order, before map and scenario */
    int table_count;
    struct tc_mapping map, scenario;
    /* Hex maps: the words of hexes and of hexsides; NULL on a free table. */
    const char *const *hex_words, *const *side_words;
    /* Books that play as before though a file of theirs was written anew; ended by zeroes. */
    const struct tc_same_book *same;
    /* Work out what follows from the rest of a faultless book; NULL: nothing does. */
    void (*finish)(struct tc_book *bk);
};

/* A file being read. */
struct tc_reading {
    struct tc_book *book;
    void *own;                  /* tc_schema.own_size bytes, zeroed for each file */
    const struct book_node *at; /* the mapping or value being read */
    int index, count;           /* its place in its list, and how long that is */
    int wrongs;                 /* problems told so far */
    /* Of book/: how it is done. */
    const struct tc_reader *reader;
    void *ctx;
};

struct tc_reader {
    void (*wrong)(struct tc_reading *r, enum tc_err err, const struct book_node *at,
                  const char *text);
    const char *(*keep)(struct tc_reading *r, const char *text);
    const struct book_node *(*child)(const struct book_node *at, const char *key);
    const struct book_node *(*item)(const struct book_node *at, int i);
    int (*line)(const struct book_node *at);
    void *(*room)(struct tc_reading *r, size_t bytes);
};

#if defined(__GNUC__)
#define TC_PRINTF(text, args) __attribute__((format(printf, text, args)))
#else
#define TC_PRINTF(text, args)
#endif

/* One more problem: at a key of what is being read (NULL: at all of it). %s and %d only. */
TC_PRINTF(4, 5)
void tc_wrong(struct tc_reading *r, enum tc_err err, const char *key, const char *text, ...);

/* The same at another place: one that was remembered, with the key or entry below it. */
TC_PRINTF(5, 6)
void tc_wrong_at(struct tc_reading *r, const struct book_node *at, const char *key,
                 enum tc_err err, const char *text, ...);

/* How many problems this file has so far. */
static inline int tc_wrongs(const struct tc_reading *r)
{
    return r->wrongs;
}

/* Is the key there? A copy of a text that lives as long as the book. The line of a place.
 * Entry i of the list under a key, for tc_wrong_at. */
bool tc_has(const struct tc_reading *r, const char *key);
const char *tc_keep(struct tc_reading *r, const char *text);
void *tc_room(struct tc_reading *r, size_t bytes); /* zeroed, as long as the book; or NULL */
int tc_line(const struct tc_reading *r, const struct book_node *at);
const struct book_node *tc_item(const struct tc_reading *r, const char *key, int i);

/* A length in inches, for messages: tc_inches(4500).text is "4.5". */
struct tc_inches {
    char text[16];
};
struct tc_inches tc_inches(int32_t v);

#endif
