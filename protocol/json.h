/* protocol/json.h - everything a game knows, as JSON and back.
 *
 * One function for each kind of thing; the server, the Python module and bots speak these
 * objects. Lengths are integers in thousandths of an inch and angles integers in 1/65536 of a
 * turn; the same values as strings are read as notation writes them ("4.5", "22.5"). Hashes
 * and seeds are strings of hex digits. None is null. docs/protocol.md shows them all.
 */
#ifndef JS_JSON_H
#define JS_JSON_H

#include <jansson.h>

#include "kernel/odds.h"
#include "kernel/scene.h"

enum { JS_VERSION = 1, JS_SCENE_VERSION = 1 };

/* --- States ------------------------------------------------------------------ */

/* The state as one side may see it; TC_NONE: all of it. What is hidden is null. */
json_t *js_state(const struct tc_book *bk, const void *state, int viewer);

enum {
    JS_PARTIAL = 1, /* only the fields named are set, over what *state holds already */
    JS_TEXT = 2,    /* values may be strings throughout, as they come out of YAML */
    JS_ADOPT = 4,   /* made with another book: take this one's hash */
};

/* Read a state. On failure *state is as it was and why names the path of the fault. A whole
 * state names every field; head.book must be the hash of bk, or left out if partial. */
enum tc_err js_read_state(const struct tc_book *bk, const json_t *j, unsigned flags,
                          void *state, struct tc_why *why);

/* --- Acts, questions, events --------------------------------------------------- */

/* {"verb":"march","args":{"unit":"keith"},"path":[["ahead",4500]],
 * "act":"march keith ahead 4.5","text":"Keith marches: ahead 4.5"} */
/* What a verb is for, in a word of the protocol; how it leads a piece by hand; the chore a
 * question belongs to. NULL: nothing of the kind. */
const char *js_means(const struct tc_decl *verb);
const char *js_hand(const struct tc_decl *verb);
const char *js_chore(const struct tc_ruleset *r, int question);
json_t *js_act(const struct tc_book *bk, const struct tc_act *a);
/* The answer to a question, told in its manner (tc_manner_of). */
json_t *js_answer(const struct tc_book *bk, int manner, const struct tc_act *a);

/* Read an act, an object as above (its "act" and "text" are not looked at) or a string in
 * notation. */
enum tc_err js_read_act(const struct tc_book *bk, const json_t *j, struct tc_act *out,
                        struct tc_why *why);

/* The question with its arguments; offers if not NULL. */
/* For those who may not know about whom it is asked. */
json_t *js_secret_query(const struct tc_book *bk, const struct tc_query *q);
json_t *js_query(const struct tc_book *bk, const struct tc_query *q,
                 const struct tc_offers *offers);

/* act is used by TC_EV_ANSWER in place of e->act, which does not outlive its call. */
json_t *js_event(const struct tc_book *bk, const struct tc_event *e, const struct tc_act *act);

/* The event in one sentence, as the log shows it. */
void js_say_event(const struct tc_book *bk, const struct tc_event *e, const struct tc_act *act,
                  struct tc_text *out);

json_t *js_refusal(const struct tc_book *bk, const struct tc_refusal *r);
json_t *js_odds(const struct tc_book *bk, const struct tc_act *a, const struct tc_odds *o);
json_t *js_scene(const struct tc_scene *s);

/* {"code":"illegal","where":"...","text":"..."} with the refusal inside if there is one. */
json_t *js_error(const struct tc_book *bk, const struct tc_why *why,
                 const struct tc_refusal *refusal);

/* --- Tables ---------------------------------------------------------------------- */

/* Every text a system shows to people, for translators. */
/* One of several answers: told so that no two read alike (tc_say_offer). */
json_t *js_offer(const struct tc_book *bk, int manner, const struct tc_act *offer, int n,
                 int i);
json_t *js_messages(const struct tc_ruleset *r);

/* --- Small things ------------------------------------------------------------------ */

json_t *js_hex(uint64_t v);
json_t *js_seed(const uint64_t seed[2]);
bool js_read_hash(const json_t *j, uint64_t *out); /* 16 hex digits */
/* 32 bytes as 64 hex digits: secrets, commitments, links, chains. */
json_t *js_word(const uint8_t word[32]);
bool js_read_word(const json_t *j, uint8_t out[32]);

bool js_read_seed(const json_t *j, uint64_t seed[2]); /* 32 hex digits */

/* A new object with its version: {"v":1}. */
json_t *js_message(void);

/* A parameter or field value. */
json_t *js_value(const struct tc_ruleset *r, const struct tc_book *bk, const struct tc_param *p,
                 const int32_t *arg);
enum tc_err js_read_value(const struct tc_ruleset *r, const struct tc_book *bk,
                          const struct tc_param *p, const json_t *j, unsigned flags,
                          int32_t *arg, struct tc_why *why);

/* The arguments of a declaration by name. */
json_t *js_args(const struct tc_book *bk, const struct tc_decl *d, const int32_t *arg);

/* True for keys[] (ended by NULL) only; else why names the stranger. */
bool js_only_keys(const json_t *j, const char *const *keys, const char *where,
                  struct tc_why *why);

#endif
