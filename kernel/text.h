/* kernel/text.h - bounded text without stdio; numbers as people write them. */
#ifndef TC_TEXT_H
#define TC_TEXT_H

#include "kernel/base.h"

/* A line under construction: always ends in a zero, never overflows; cut says it was short,
 * and then no character is left in half. */
struct tc_text {
    char *buf;
    uint32_t cap, len;
    bool cut;
};

struct tc_text tc_text_on(char *buf, size_t cap);
void tc_text_char(struct tc_text *t, char c);
void tc_text_str(struct tc_text *t, const char *s);
void tc_text_bytes(struct tc_text *t, const char *s, size_t n);
void tc_text_int(struct tc_text *t, int64_t v);
void tc_text_signed(struct tc_text *t, int64_t v); /* always with its sign */
void tc_text_hex(struct tc_text *t, uint64_t v);   /* 16 digits */
void tc_text_length(struct tc_text *t, int32_t v); /* thousandths as inches: 4500 -> 4.5 */
void tc_text_angle(struct tc_text *t,
                   int32_t v); /* degrees if exact, else brads: 22.5, 1000b */
void tc_text_sixths(struct tc_text *t, int32_t v); /* not below 0: 9 -> 1 1/2 */
void tc_text_parts(struct tc_text *t, int32_t v);  /* hundredths: 275 -> 2.75, 300 -> 3 */

/* Whole-string readers: false if the text is not exactly such a number. */
bool tc_read_int(const char *s, size_t n, int64_t *out);
bool tc_read_length(const char *s, size_t n, int32_t *out);
bool tc_read_angle(const char *s, size_t n, int32_t *out);
bool tc_read_hex(const char *s, size_t n, uint64_t *out);

/* What is said in another language than English: the hook looks a sentence or a phrase up and
 * gives it back in the language spoken, or as it is. It must be one for all threads; what it
 * gives back must stay. NULL: English. tc_word asks it. Nothing that is kept or compared is
 * told by it. */
extern const char *(*tc_wording)(const char *english);
const char *tc_word(const char *english);

/* The same for those who speak several languages at once: who is spoken to is for the speaker
 * to know (book/speech.h). Set before the first sentence; NULL: there is none. */
struct tc_ruleset;
struct tc_speaker {
    const char *(*word)(const char *english); /* NULL: tc_wording is asked */
    /* The ruleset with the texts to say, alike in all else; r itself: its own. */
    const struct tc_ruleset *(*rules)(const struct tc_ruleset *r);
};
extern const struct tc_speaker *tc_speaker;
const struct tc_ruleset *tc_spoken(const struct tc_ruleset *r);

/* Fill a tc_why; where and text may hold {0} {1} {2} for up to three strings behind them:
 * return tc_fail(why, TC_E_NAME, "{0}", "There is no unit {1}.", file, name); */
#define tc_fail(why, err, where, ...) tc_fail_with(why, err, where, __VA_ARGS__, "", "", "")
#define tc_fail_with(why, err, where, text, ...)                                               \
    tc_fail_args(why, err, where, text, (const char *const[]){ __VA_ARGS__ })
enum tc_err tc_fail_args(struct tc_why *why, enum tc_err err, const char *where,
                         const char *text, const char *const *s);

#endif
