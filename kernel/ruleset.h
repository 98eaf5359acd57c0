/* kernel/ruleset.h - what a rule system gives the kernel.
 *
 * A system is one constant of type struct tc_ruleset. Its step() plays from one checkpoint to
 * the next in straight-line C, and meets the world only through tc_ask, tc_roll and tc_tell
 * (umpire.h). Nothing here allocates or reads a file, a clock or the environment.
 */
#ifndef TC_RULESET_H
#define TC_RULESET_H

#include "kernel/decl.h"
#include "kernel/field.h"

struct tc_umpire;
struct tc_eye;
struct tc_schema;
struct tc_staff;
struct tc_dangers;
struct tc_scene;
struct tc_stream;
struct tc_ground;

/* Every state begins with this. Flat, no pointers, no hidden padding. */
struct tc_head {
    uint64_t book;  /* hash of the book it is played with */
    uint16_t step;  /* where in the sequence of play: index into tc_ruleset.steps */
    uint16_t turn;  /* for people; 1-based */
    uint8_t over;   /* 1 when the battle has ended */
    int8_t winner;  /* a side, or TC_NONE for a draw */
    int8_t active;  /* the side whose turn it is, or TC_NONE */
    uint8_t ending; /* system's word for how it ended (tc_ruleset.endings) */
};

/* Every book begins with this. The rest is the system's own (rules/<sys>/tables.h). */
struct tc_book {
    const struct tc_ruleset *rules;
    uint64_t hash;  /* of every file it was read from */
    const char *id; /* "minden/first-battle" */
    const char *title;
    const char *battle; /* "minden-1759", or "" */
    const char *side_name[TC_SIDES];
    const char *side_colour[TC_SIDES]; /* "#aabbcc" */
    const char *replaced; /* names of tables that differ from the shipped ones, or "" */
};

struct tc_event;

/* The question that is open. */
struct tc_query {
    int16_t side;
    int16_t question;     /* index into tc_ruleset.questions */
    const char *rule;     /* the rule that asks */
    int32_t arg[TC_ARGS]; /* by the question's parameters: which unit ... */
};

/* An answer and what it answered. */
struct tc_deed {
    struct tc_query q;
    struct tc_act act;
};

/* What the candidates of one question have in common is worked out for the first of them and
 * remembered for the others. Every question has a clean desk; while it is open the state does
 * not change. Only what follows from book, state and question may lie on it. */
enum { TC_DESK = 3072 };

struct tc_desk {
    uint64_t laid; /* 0: nothing; else what the system wants */
    uint64_t room[TC_DESK / 8];
};

/* What a judge or a generator of candidates may look at. */
struct tc_view {
    const struct tc_book *book;
    const void *state;
    const struct tc_query *q;
    struct tc_desk *desk; /* NULL: everything is worked out anew */
};

/* The one check of an act: true, or false with the reason. why may be NULL (be quick then). */
typedef bool tc_judge(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);

struct tc_question {
    struct tc_decl decl;
    tc_judge *judge;
    /* Candidates: a closed question's are all that could be legal; the kernel offers those
     * the judge accepts. A free question's are those a computer player may draw. NULL when
     * the step makes its own offers with tc_offer. */
    int (*count)(const struct tc_view *v);
    bool (*nth)(const struct tc_view *v, int i, struct tc_act *out);
    uint64_t verbs; /* bit set of verbs that can answer it */
    /* Of a free question: how many of the first candidates computer players draw from; the
     * rest are listed for people, as a march to a far hex or giving up. NULL: all of them. */
    int (*drawn)(const struct tc_view *v);
};

/* Questions that a player who lets one of them be lets be together (kernel/words.def). */
enum { TC_CHORE = 8 };
struct tc_chore {
    const char *name;
    int16_t question[TC_CHORE]; /* TC_NONE: no more */
};

/* What is at stake in a question: two or three sentences, and the rule to read on. */
struct tc_help {
    const char *rule, *text;
};

/* What the odds say of an outcome in one line: "routs 6%", "expected hits 2.1". The text is
 * what follows the event's first name; one that begins with a colon stands right behind it. */
enum tc_brief_kind {
    TC_BRIEF_FATE, /* one thing happens to somebody: of several the one of the highest grade */
    TC_BRIEF_FACT, /* holds by itself, whatever else happens */
    TC_BRIEF_AVERAGE,
    TC_BRIEF_UNSAID
};

struct tc_brief {
    const char *text;    /* NULL: the sentence of the event */
    uint8_t kind, grade; /* enum tc_brief_kind; how grave: 0, nothing came of it, to 6 */
    int8_t whose, which; /* TC_BRIEF_AVERAGE: parameters: of whom, how many; which -1: one */
};

/* A word of the period or of the rules. */
struct tc_term {
    const char *word, *rule, *text;
};

/* What the kernel adds to sentences in another language than English. */
struct tc_tongue {
    const char *code; /* "de" */
    const char *point[16];
    const char *inch, *inches, *degree, *degrees, *left, *right, *forward, *back;
    const char *conjunction; /* between the last two of a list */
    const char *under;       /* less than, before the smallest length that is told */
    /* Round the name of a place: "the " north " side of " Hahlen; "a point " 4 inches " " north
     * " of " Hahlen. */
    const char *beside[2], *apart[3], *way[16];
    bool no_article; /* names do without the English one */
    char decimal;
    /* The name of a side or a thing by its English name; NULL: as it is. */
    const char *(*name)(const struct tc_tongue *t, const char *english);
    const void *own;
};

struct tc_name_list {
    const char *name; /* "unit", "brigade": the word people use */
};

/* One place in the sequence of play. */
struct tc_step {
    const char *name;
    const char *rule;
    void (*play)(void *state, struct tc_umpire *u);
    const char
        *phase; /* the part of a turn it belongs to; NULL: what the scene's status says */
};

struct tc_ruleset {
    const char *name; /* "minden": its folder under rules/ and data/ */
    const char *title;
    char letter;      /* first letter of its rule IDs */
    uint16_t edition; /* raised when old records would play differently */
    uint32_t state_size;
    uint32_t shelf; /* bytes a playout lends its steps for what follows from the state, to be
                     * found there by the next step; 0: none */
    /* The book a playout plays with, on its shelf: the same, with room of its own for what a
     * system keeps beside the state. NULL: bk itself. */
    const struct tc_book *(*own_book)(const struct tc_book *bk, void *shelf);
    const struct tc_fields *fields;

    const struct tc_step *steps;
    uint16_t step_count;
    const char *const *endings; /* NULL-ended words for tc_head.ending; [0] is "" */

    const struct tc_question *questions;
    const struct tc_chore *chores; /* ended by a name that is NULL; or NULL */
    const struct tc_decl *verbs, *events, *reasons, *labels;
    uint16_t question_count, verb_count, event_count, reason_count, label_count;
    const struct tc_leg *legs;
    uint16_t leg_count;

    const struct tc_name_list *lists;
    uint16_t list_count;

    /* All answers of this question come to the same, so that people need not be asked; it may
     * overlook some. NULL: none do. */
    bool (*alike)(const struct tc_view *v);

    /* Entries of a name list, and their names (kebab case). */
    int (*names)(const struct tc_book *bk, int list);
    const char *(*name_of)(const struct tc_book *bk, int list, int i);
    /* The name that sentences say: a label, a rank; tc_say_label helps. No two entries of a
     * list are called alike. NULL: the name of notation. */
    void (*say_name)(const struct tc_book *bk, int list, int i, struct tc_text *out);
    /* The ground of a free table, by which sentences tell places; false: there is no more.
     * NULL: places are told by their numbers. */
    bool (*ground)(const struct tc_book *bk, int i, struct tc_ground *out);

    /* What odds say of each event that is an outcome. NULL: their sentences. */
    const struct tc_brief *briefs;
    /* What is this? For each question, in its order. NULL: it has no help. */
    const struct tc_help *help;
    /* The glossary: in the order of the alphabet, ended by an entry without a word. May be
     * NULL. */
    const struct tc_term *terms;
    /* The words the kernel adds to sentences. NULL: English. */
    const struct tc_tongue *tongue;

    /* Fill *state, already zeroed, as the scenario says. */
    void (*setup)(const struct tc_book *bk, void *state);

    /* Who commands the subject of a question: 0..63, for seats that share a side. May be NULL.
     */
    int (*command_of)(const struct tc_book *bk, const void *state, const struct tc_query *q);

    /* What is to be seen, for one side or TC_NONE for the umpire. */
    void (*scene)(const struct tc_book *bk, const void *state, int viewer,
                  struct tc_scene *out);

    /* How side 0 stands, -10000 to 10000; side 1 stands at the negative. */
    int (*score)(const struct tc_book *bk, const void *state);
    /* Victory points of a side, were they counted now. NULL: the system counts none. */
    int (*points)(const struct tc_book *bk, const void *state, int side);
    /* What the strength of a piece is counted in: "figures", "steps". NULL: no word. */
    const char *strength_word;

    /* All that must hold between two answers; false names what is broken. */
    bool (*check)(const struct tc_book *bk, const void *state, struct tc_refusal *why);

    /* Re-draw what this side may not know. NULL: everything is open. */
    void (*veil)(const struct tc_book *bk, void *state, int side, struct tc_stream *s);

    /* As the state stands, is this kept from a side: what is told (e), what the other side is
     * asked (q), or, with both NULL, part of the position itself? It is told when the battle is
     * over. NULL: nothing is kept but the answers to secret questions. */
    bool (*keeps)(const struct tc_book *bk, const void *state, int side,
                  const struct tc_event *e, const struct tc_query *q);

    /* Odds of d: the answer assumed at a question met on the way; NULL: the first offer. */
    int (*assume)(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
                  int offers);

    /* Odds: does the step the state has come to still belong to the act, as the fight to its
     * declaration? NULL: an act ends with its step. */
    bool (*goes_on)(const struct tc_book *bk, const void *state, const struct tc_deed *d);
    /* Odds: how many outcomes of an act tell its rows apart; at most TC_ODDS_MOST. 0:
     * TC_ODDS_KEY. */
    int outcomes;

    /* Text cases: the table and values of a unit that is not on the table, as "units where=off;
     * bodies units=0"; NULL: cases cannot put one off. */
    const char *off;

    /* Odds: does the step the state has come to follow from the act by itself? It counts up to
     * the next question, as a charge that must be made when the last unit has moved. NULL: no.
     */
    bool (*follows)(const struct tc_book *bk, const void *state, const struct tc_deed *d);

    /* Into the form that a state has while a step works on it, and back to the one everybody
     * else sees; the steps do both themselves, unless tc_umpire.inside says it is done. NULL:
     * there is one form. */
    void (*take_in)(const struct tc_book *bk, void *state);
    void (*bring_out)(const struct tc_book *bk, void *state);

    /* Whose row of a table it is, for fields only the owner sees: a side, TC_SIDES when both
     * may see it, TC_NONE when neither may. NULL: the rows of an array of two belong to the
     * sides in order, all else is nobody's. */
    int (*row_side)(const struct tc_book *bk, const void *state, const struct tc_field *f,
                    int row);

    /* How its files are read (schema.h). */
    const struct tc_schema *schema;

    /* Systems with regiment cards: the name of card i (NULL past the last) and its text. */
    const char *(*card_name)(const struct tc_book *bk, int i);
    void (*card_text)(const struct tc_book *bk, int i, struct tc_text *out);

    /* What helps computer players (eye.h). NULL: its score and its candidates are enough. */
    const struct tc_eye *eye;
    /* What a player who plans needs (board/staff.h). NULL: nobody plans. */
    const struct tc_staff *staff;
    /* Who could shoot at whom (danger.h). NULL: nobody knows. */
    const struct tc_dangers *dangers;
};

/* The fields of struct tc_head, for the first row of every system's field table:
 * TC_FIELD_STRUCTS(struct x_state, head, &tc_head_fields, 1, TC_NONE). */
extern const struct tc_fields tc_head_fields;

/* For declarations. */
#define TC_VERB(v) (UINT64_C(1) << (v))

/* The candidates of a question by its verbs' own parameters: for each verb one act, or one for
 * each entry, word or side that its first parameter can be; other parameters stay at their
 * defaults. And the judge of a question where any of them will do. */
int tc_count_each(const struct tc_view *v);
bool tc_nth_each(const struct tc_view *v, int i, struct tc_act *out);
bool tc_accept(const struct tc_view *v, const struct tc_act *a, struct tc_refusal *why);

/* Write a refusal and be false: return tc_refuse(why, "N-B3", R_MOVED, unit); the numbers of
 * the reason that are left out are 0. */
#define tc_refuse(why, rule, ...) tc_refuse_with(why, rule, __VA_ARGS__, 0)
#define tc_refuse_with(why, rule, reason, ...)                                                 \
    tc_refuse_args(why, rule, reason, TC_ARGS_OF(__VA_ARGS__))

/* The same with a legal act to propose instead: tc_refuse_near(why, &near, "N-B3", ...). */
#define tc_refuse_near(why, nearest, rule, ...)                                                \
    tc_refuse_near_with(why, nearest, rule, __VA_ARGS__, 0)
#define tc_refuse_near_with(why, nearest, rule, reason, ...)                                   \
    tc_refuse_near_args(why, nearest, rule, reason, TC_ARGS_OF(__VA_ARGS__))

bool tc_refuse_args(struct tc_refusal *why, const char *rule, int reason, const int32_t *arg);
bool tc_refuse_near_args(struct tc_refusal *why, const struct tc_act *nearest, const char *rule,
                         int reason, const int32_t *arg);

/* The sentence of a refusal. */
void tc_say_refusal(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_refusal *why, struct tc_text *out);

#endif
