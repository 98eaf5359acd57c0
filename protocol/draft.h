/* protocol/draft.h - battles being made: the keys a system's files have, and scenarios that are
 * values or texts, not files.
 *
 * A value is a file as JSON: mappings are objects, lists arrays, and what stands behind a key
 * is a string as it is written ("38.5", "yes"). docs/workshop.md tells about it.
 */
#ifndef PROTO_DRAFT_H
#define PROTO_DRAFT_H

#include "book/rows.h"
#include "protocol/write.h"

/* {"system","edition","scenario":0,"map":3,"shapes":[{"keys":[..]}],"hex":{..}}: every key of
 * the system's scenarios and maps. shapes[i] are the keys of one kind of mapping; "of" of a key
 * is the shape of what is below it. */
json_t *draft_schema(const struct tc_ruleset *r);

/* Adds to the keys of a schema what a file has there: "seen", texts and names that have no
 * words of their own. */
void draft_note_seen(json_t *schema, enum book_format format, const struct book_node *root);

/* A key has so many texts at most; with more of them it is not helped by a list. */
enum { DRAFT_SEEN = 40 };
void draft_end_seen(json_t *schema);

/* A value as YAML, in the order of the schema: the same values give the same bytes. False with
 * why when it cannot be written: too deep, or something that is no value. */
bool draft_write(struct js_out *out, const struct tc_ruleset *r, enum book_format format,
                 const json_t *value, struct tc_why *why);

#endif
