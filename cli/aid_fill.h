/* cli/aid_fill.h - the sentences of a play aid, with the numbers of the tables in them. */
#ifndef CLI_AID_FILL_H
#define CLI_AID_FILL_H

#include "book/yaml.h"
#include "kernel/text.h"

enum { AID_TABLES = 96, AID_SIGNS = 4 };

/* The files that a sheet may speak of, and how their words are said. */
struct aid_files {
    struct {
        const char *name; /* as in a sheet: "fire", "scenario" */
        const struct book_node *root;
    } table[AID_TABLES];
    int n;
    const struct book_node *words; /* lists of pairs; NULL: none */
    struct {
        char sign;
        char word[32];
    } sign[AID_SIGNS]; /* what a sign in a path stands for: the title of the scenario */
    int signs;
};

const struct book_node *aid_table(const struct aid_files *f, const char *name, size_t n);

/* What a path leads to, from the files or, with @ in front, from the entry; NULL: nothing. */
const struct book_node *aid_find(const struct aid_files *f, const struct book_node *entry,
                                 const char *path, size_t n);

/* The line with what stands in braces replaced:
 *
 *     {fire/hit_on}           the value there
 *     {combat/infantry/3.2}   word 2 of entry 3, counted from 0
 *     {drill/rows/stack line.2}   word 2 of the entry that begins with "stack line"
 *     {fire/rows/$ foot.3}    the same, where $ is a sign of the sheet
 *     {@key} {@index} {@/short}  of the entry of a loop: its key, its number from 0, what is in
 * it {path:grades}           said as the list of words "grades" says it; with * word by word,
 *                             and a number with what the list has for "#" before it
 *     {path:signed}           with its sign
 *     {path#lk+2}             the places where the word "lk" stands, counted from 2: "6 to 8"
 *     {path?text}             the text, where the path leads to nothing
 *
 * A path that leads to nothing is a failure. */
enum tc_err aid_fill(const struct aid_files *f, const struct book_node *entry, const char *line,
                     struct tc_text *out, struct tc_why *why);

#endif
