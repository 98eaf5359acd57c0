/* study/write.h - a study on paper: CSV, JSON, HTML. docs/study.md describes the columns. */
#ifndef STUDY_WRITE_H
#define STUDY_WRITE_H

#include <jansson.h>
#include <stdio.h>

#include "study/sum.h"

/* One line a battle, in the order of their numbers. */
void study_write_csv(FILE *out, const struct study_match *m, const struct study_result *r,
                     const uint8_t *done, uint64_t battles);

/* The sums as JSON. */
json_t *study_json(const struct study_sum *s);

/* One page with plots, needing no other file. */
void study_write_html(FILE *out, const struct study_sum *s);

/* Parts of pages, for other reports. */
void study_page_begin(FILE *out, const char *title);
void study_page_end(FILE *out);
void study_escape(FILE *out, const char *text);

/* A share with its interval, as a bar from 0 to 100%. */
void study_bar(FILE *out, const char *label, struct study_interval i, const char *colour);

/* A share rounded for reading. */
json_t *study_interval_json(struct study_interval i);

#endif
