/* kernel/decl.h - what a system declares once: verbs, questions, events, reasons, labels.
 *
 * A declaration names its parameters and their kinds. Sentences, JSON and notation are all
 * derived from it; no verb or event has a printer of its own.
 */
#ifndef TC_DECL_H
#define TC_DECL_H

#include "kernel/text.h"

struct tc_book;
struct tc_ruleset;

enum tc_kind {
    TC_K_END, /* no more parameters */
    TC_K_INT,
    TC_K_LENGTH, /* thousandths of an inch, written in inches */
    TC_K_ANGLE,  /* 1/65536 turn, written in degrees or with a b */
    TC_K_BOOL,   /* no, yes */
    TC_K_SIDE,   /* named in the scenario */
    TC_K_WORD,   /* one of a fixed list of words */
    TC_K_NAME,   /* an entry of one of the system's name lists: units, brigades ... */
    TC_K_HEX,    /* a hex of the map, written ccrr */
    TC_K_POINT,  /* two numbers: x and y; takes two places in arg[] */
    TC_K_DICE,   /* a bit set of dice by number, written 1+3 */
    TC_K_MSG,    /* a label of the system, for texts within texts */
    TC_K_STEP,   /* fields only: a step of the sequence, by its name */
    TC_K_ENDING, /* fields only: a word of tc_ruleset.endings */
};

enum {
    TC_P_KEY = 1,      /* written key=value and left out when it is the default */
    TC_P_CLOCK = 2,    /* minutes since midnight: told as 12:30 in sentences */
    TC_P_SIXTHS = 4,   /* sixths of one: told as 1 1/2 in sentences */
    TC_P_TOLD = 8,     /* TC_K_INT: told by the text at its place in words in sentences */
    TC_P_PLAIN = 16,   /* told so: 3.7 inches, 22.5 degrees, a point to a tenth, +1 */
    TC_P_HAND = 32,    /* the same, its sign told as right (more than 0) or left */
    TC_P_COMPASS = 64, /* an angle told as a point of the compass */
    TC_P_FORE = 128,   /* as TC_P_PLAIN, its sign told as forward (more than 0) or back */
    TC_P_PARTS = 256,  /* hundredths of one: told as 2 or 2.75 in sentences */
    TC_P_MANNER =
        512, /* of a question: in which manner its answers are told, 0 unknown. Of a
                verb, with TC_P_TOLD: words holds, one manner after the other, as many
                words for each as none says; of dice: the manner is tc_faces_of them */
};

struct tc_param {
    const char *name;
    uint8_t kind;             /* enum tc_kind */
    uint8_t list;             /* TC_K_NAME: which list */
    uint16_t flags;           /* TC_P_ */
    int32_t none;             /* the default, for TC_P_KEY */
    const char *const *words; /* TC_K_WORD, TC_P_TOLD: the words, ended by NULL */
    const char *const *told;  /* what sentences say instead, by value; NULL: the words */
};

enum {
    TC_F_OUTCOME = 1,  /* event: a result worth a probability */
    TC_F_REVEALS = 2,  /* event: undo stops here; hidden choices come to light */
    TC_F_SECRET = 4,   /* question: its answer is hidden from the other side for a while */
    TC_F_PATH = 8,     /* verb: may be followed by legs of a path */
    TC_F_FREE = 16,    /* question: takes any act the judge accepts, not just the offers */
    TC_F_WORKING = 64, /* event: how a result is reached; odds show it with the modifiers */
    TC_F_QUIET = 32,   /* event: of use to programs, left out of the log people read */
    /* What a verb is for; faces and computer players know no verb by its name. */
    TC_F_REST = 128,     /* lets things be: pass, halt, hold fire */
    TC_F_STRIKE = 256,   /* goes against somebody: fires, charges, attacks */
    TC_F_ASIDE = 512,    /* no part of a plain march */
    TC_F_RESHAPE = 1024, /* changes the formation of a piece; no part of a march either */
    TC_F_ANY = 2048,     /* says who comes first where all must come: any will do */
    TC_F_THROW = 4096,   /* throws dice for movement */
    TC_F_PARTS = 8192,   /* label: the number it explains counts hundredths */
};

/* Up to TC_ARGS numbers as an array, the rest 0. */
#define TC_ARGS_OF(...) ((const int32_t[TC_ARGS + 1]){ __VA_ARGS__ })

/* One verb, question, event, reason or label. text holds {0} {1} ... for its parameters, and
 * for what goes with them
 *   {1|casualty|casualties}   the first if the number is 1 or -1, else the second; of a name
 *                             {0|is|are}: the second if it is that of many (tc_is_plural);
 *   {1#}                      the number without its sign;
 *   {1<left}{1>right}         only if it is less, or more, than 0;
 *   {0=3?..}{0=3!..}          only if it is 3, only if it is not;
 *   {0^Keep {0}|Die no. {0}}  the first if the manner of telling is known (TC_P_MANNER);
 *   {1~}                      TC_P_TOLD: by the list told instead of words;
 *   {3@, at {3}}              only if another answer would read the same but for places;
 *   {/Move|Stay}              of a verb: the first if a path follows, else the second;
 *   {2?, beside {3}}          only if there is such a thing: a name or hex that is not none, a
 *                             key that is given, a number or truth that is not 0;
 *   {2!, alone}               only if there is not. */
struct tc_decl {
    const char *name;
    const char *text;
    struct tc_param param[TC_ARGS + 1]; /* the last is of kind TC_K_END */
    uint16_t flags;
};

/* Legs of paths are declared too: "march" with a length, "left" with an angle. */
struct tc_leg {
    const char *name;
    uint8_t kind;   /* TC_K_LENGTH or TC_K_ANGLE */
    uint16_t flags; /* TC_P_COMPASS: an angle that is a facing */
};

struct tc_seg {
    int32_t leg, value;
};

/* One answer. Unused places are zero, so that acts compare with memcmp. */
struct tc_act {
    int16_t verb, segs;
    int32_t arg[TC_ARGS];
    struct tc_seg seg[TC_SEGS];
};

/* Why not: a declared reason with its numbers, the rule, and what would be legal. */
struct tc_refusal {
    const char *rule;
    int32_t reason;
    int32_t arg[TC_ARGS];
    bool has_nearest;
    struct tc_act nearest;
};

bool tc_same_act(const struct tc_act *a, const struct tc_act *b);

/* The place of parameter i in arg[]. */
int tc_decl_place(const struct tc_decl *d, int i);

/* One value of a parameter, as notation writes it. */
void tc_print_value(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_param *p, const int32_t *arg, struct tc_text *out);

/* Read one value; false with a sentence in why. */
bool tc_parse_value(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                    struct tc_why *why);

/* The sentence of a declaration with its values put in. */
void tc_print_text(const struct tc_ruleset *r, const struct tc_book *bk,
                   const struct tc_decl *d, const int32_t *arg, struct tc_text *out);

/* What the odds say of an outcome (struct tc_brief), without the name it is about. */
void tc_print_brief(const struct tc_ruleset *r, const struct tc_book *bk, int event,
                    const int32_t *arg, struct tc_text *out);

/* A length to a tenth of an inch. */
void tc_say_inches(const struct tc_ruleset *r, int64_t mils, struct tc_text *out);

/* `verb unit args key=value leg value ...`; both ways; the round trip is exact. */
void tc_print_act(const struct tc_ruleset *r, const struct tc_book *bk, const struct tc_act *a,
                  struct tc_text *out);
enum tc_err tc_parse_act(const struct tc_ruleset *r, const struct tc_book *bk, const char *line,
                         size_t n, struct tc_act *out, struct tc_why *why);

/* The act as a sentence for people, from the verb's text, legs behind it. */
void tc_say_act(const struct tc_ruleset *r, const struct tc_book *bk, const struct tc_act *a,
                struct tc_text *out);

/* The same for the answer to a question asked in this manner. */
void tc_say_answer(const struct tc_ruleset *r, const struct tc_book *bk, int manner,
                   const struct tc_act *a, struct tc_text *out);

/* The faces of dice as a number that tells them, 0 if they are too many. */
int32_t tc_faces_of(const int8_t *face, int dice);

/* The manner in which the answers to a question are told (TC_P_MANNER); 0: there is one. */
int tc_manner_of(const struct tc_ruleset *r, int question, const int32_t *arg);

/* One of several answers: to the last digit where another is so near that both would be told
 * alike. */
void tc_say_offer(const struct tc_ruleset *r, const struct tc_book *bk, int manner,
                  const struct tc_act *offer, int n, int i, struct tc_text *out);

/* The name of an army, as a sentence begins it. */
void tc_say_side(const struct tc_ruleset *r, const struct tc_book *bk, int side,
                 struct tc_text *out);

/* A name such as navarre-2 as people write it: Navarre 2; charles-of-lorraine: Charles of
 * Lorraine. */
void tc_say_key(const char *key, struct tc_text *out);

/* What people call an entry: its label, a comma within it turned into brackets (in the middle
 * of a sentence a comma would part it), or its key where it has none. */
void tc_say_label(const char *label, const char *key, struct tc_text *out);

bool tc_is_plural(const char *name);

/* Does a label take the article: the 20th Foot, the left battery, but Picardie? */
bool tc_takes_article(const char *label);

/* Look a word up in a NULL-ended list, or a name in a system's list; -1 if not there. */
int tc_find_word(const char *const *words, const char *s, size_t n);
int tc_find_name(const struct tc_ruleset *r, const struct tc_book *bk, int list, const char *s,
                 size_t n);

#endif
