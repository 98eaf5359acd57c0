/* study/journal.h - results as they come, so that an interrupted study can go on. */
#ifndef STUDY_JOURNAL_H
#define STUDY_JOURNAL_H

#include "study/battle.h"

struct study_journal;

/* Open the journal of a study. With resume, results of the same match that are in the file are
 * put into result[] and done[]; a torn last one is cut off. A journal of another match, or an
 * existing one without resume, is refused. */
enum tc_err study_journal_open(const char *path, const struct study_match *m, bool resume,
                               struct study_result *result, uint8_t *done, uint64_t battles,
                               struct study_journal **out, struct tc_why *why);

void study_journal_add(struct study_journal *j, const struct study_result *r);

/* Close; false when something could not be written. remove: the study is whole. */
bool study_journal_close(struct study_journal *j, bool remove_it);

#endif
