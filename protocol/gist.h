/* protocol/gist.h - chances in one line: what matters first. */
#ifndef PROTO_GIST_H
#define PROTO_GIST_H

#include "kernel/odds.h"

/* Rows below this chance, in millionths, are told as one. */
enum { ODDS_RARE = 5000 };

/* "Kheul 1 routs 80%, Itzenplitz 1 is shaken 8%"; "expected hits 2.1; Picardie falls into
 * disorder 42%". Empty when nothing can happen. */
void js_gist(const struct tc_book *bk, const struct tc_odds *o, struct tc_text *out);

/* How many rows are below ODDS_RARE, and their chance in all, in millionths. */
int js_rare(const struct tc_odds *o, uint64_t *millionths);

#endif
