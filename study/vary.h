/* study/vary.h - what if: one value of a table or scenario changed.
 *
 * The change is made in a copy of the file, in a folder of its own that lives only while the
 * book is read; everything is checked as any file is.
 */
#ifndef STUDY_VARY_H
#define STUDY_VARY_H

#include "kernel/ruleset.h"

struct study_variant {
    char file[96];  /* "tables/fire.yaml", or "scenario" */
    char path[160]; /* "ranges.musket.short" */
    char was[64], value[64];
};

/* FILE:PATH=VALUE,VALUE or FILE:PATH=LOW..HIGH: one variant for each value, without the value
 * that is there already. In a list an entry is called by its name or its number; `scenario`
 * finds units.NAME.KEY wherever the unit stands. Returns how many, or -1 with why. */
int study_read_vary(const char *data, const char *scenario, const char *text,
                    struct study_variant *out, int most, struct tc_why *why);

/* Every whole number of a table, once one up and once one down. */
int study_all_cells(const char *data, const char *scenario, const char *file,
                    struct study_variant *out, int most, struct tc_why *why);

/* The book with the change made. */
enum tc_err study_vary_book(const char *data, const char *scenario,
                            const struct study_variant *v, const struct tc_book **out,
                            struct tc_why *why);

#endif
