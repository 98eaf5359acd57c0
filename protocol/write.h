/* protocol/write.h - JSON written straight into a growing text.
 *
 * The same bytes as the objects of json.h and session.h dumped without blanks, for a few
 * percent of the work: nothing is allocated but the text. tests/protocol/test_write.c
 * compares them. For reading, and where speed does not matter, use the objects.
 */
#ifndef JS_WRITE_H
#define JS_WRITE_H

#include "protocol/session.h"

/* Starts from { 0 }; free text when done. */
struct js_out {
    char *text;
    size_t n, room;
    bool comma; /* a value stands before: the next needs a comma */
};

/* --- Pieces of JSON ----------------------------------------------------------------- */

void js_put_raw(struct js_out *o, const char *text, size_t n);   /* as it is, a value or not */
void js_put_plain(struct js_out *o, const char *text);           /* the same, to its end */
void js_put_value(struct js_out *o, const char *text, size_t n); /* a value made before */
void js_put_open(struct js_out *o, char bracket);
void js_put_close(struct js_out *o, char bracket);
void js_put_key(struct js_out *o, const char *key); /* plain letters */
void js_put_string(struct js_out *o, const char *text);
void js_put_int(struct js_out *o, int64_t v);
void js_put_bool(struct js_out *o, bool v);
void js_put_null(struct js_out *o);
void js_put_hex(struct js_out *o, uint64_t v);
void js_put_json(struct js_out *o, json_t *j); /* takes j over */

/* --- What json.h makes ---------------------------------------------------------------- */

/* One of several answers, told so that no other of them reads the same. */
void js_put_offer(struct js_out *o, const struct tc_book *bk, int manner,
                  const struct tc_act *offer, int n, int i);
void js_put_query(struct js_out *o, const struct tc_book *bk, const struct tc_query *q,
                  const struct tc_offers *offers); /* its members, without brackets */
void js_put_event(struct js_out *o, const struct tc_book *bk, const struct tc_event *e,
                  const struct tc_act *act); /* the same */
void js_put_scene(struct js_out *o, const struct tc_scene *s, int adjusted);
void js_put_state(struct js_out *o, const struct tc_book *bk,
                  const void *state); /* for eyes that see all */

/* --- What session.h makes ---------------------------------------------------------------
 */

void ses_put_seen(struct js_out *o, const struct ses_game *s, const struct ses_seen *x);
void ses_put_question(struct js_out *o, const struct ses_game *s, int seat);
void ses_put_line(struct js_out *o, const struct ses_game *s, const struct ses_line *l,
                  int seat);

/* The newest line as the record has it, for whoever hears of it (on_line); the caller frees it.
 */
char *ses_line_text(struct ses_game *s, const struct ses_line *l);

/* --- What has changed in a scene ----------------------------------------------------------
 */

/* The parts of a scene by their hashes. Starts from { 0 }: nothing is known. */
struct js_seen_scene {
    bool known;
    uint64_t head, grounds, overlays, panels, status, standing;
    int pieces;
    struct js_seen_piece {
        uint64_t name, hash; /* which piece it is; how it stands */
    } * piece;
};

/* {"status","sides","pieces":[[place, piece]..],"overlays","panels"}: what is not as it was.
 * False, with nothing written, where only a whole scene will do: pieces came, went or changed
 * places. *seen is as s afterwards. */
bool js_put_change(struct js_out *o, const struct tc_scene *s, struct js_seen_scene *seen);
void js_see_scene(const struct tc_scene *s, struct js_seen_scene *seen);
void js_forget_scene(struct js_seen_scene *seen);

#endif
