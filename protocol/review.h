/* protocol/review.h - a battle looked back upon: what each side did turn by turn, how it stood,
 * where it turned. Worked out from the record when it is asked for.
 */
#ifndef PROTO_REVIEW_H
#define PROTO_REVIEW_H

#include "protocol/session.h"

enum { RVW_TURNED = 3, RVW_LEAST = 10 }; /* changes of less than so much of 100 are not told */

/* docs/protocol.md, Review. With chances the outlook of every turn is worked out too, which
 * takes longer; told, if not NULL, hears after each turn how far it is. */
json_t *rvw_json(const struct ses_game *s, bool chances, void (*told)(uint32_t line));

#endif
