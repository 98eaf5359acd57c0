/* tricorne.h - the referee in your program.
 *
 * Open the data, load a battle, begin a game; then ask what it waits for, and answer. What
 * varies crosses as text that is described elsewhere: questions, acts, states and requests in
 * docs/protocol.md, records in docs/record.md, scenes in docs/scene.md. docs/library.md shows a
 * whole program.
 *
 *   - What is not in this file is not public.
 *   - A function returns 0 or more, or a negative code of the table below. Those that can fail
 *     in many ways take a tri_error last; it may be NULL. What failed has changed nothing, but
 *     after TRI_E_BUG the game can only be freed.
 *   - A tri_text is yours: a function writes its answer into it, over what it held.
 *   - Strings are UTF-8 and end with a zero. NULL, where it is not allowed, gives
 *     TRI_E_ARGUMENT; freeing NULL does nothing.
 *   - There is no global state: nothing is printed, no thread is started, no signal is touched,
 *     no callback is called. Several threads may use several games, texts and players, each by
 *     one thread at a time; data and books are shared freely.
 *   - A program made with this header runs with every later library of the same tri_abi().
 */
#ifndef TRICORNE_H
#define TRICORNE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TRICORNE_API __attribute__((visibility("default")))
#else
#define TRICORNE_API
#endif

#define TRI_VERSION "0.1.0"
#define TRI_ABI     0

/* --- What can go wrong: one table of names, codes, words and meanings ----------------------
 */

#define TRI_CODES(X)                                                                           \
    X(TRI_E_FILE, -1, "file", "cannot be read or written")                                     \
    X(TRI_E_SYNTAX, -2, "syntax", "not the form it should have")                               \
    X(TRI_E_KEY, -3, "key", "a key unknown, missing or doubled")                               \
    X(TRI_E_NAME, -4, "name", "a name nobody bears")                                           \
    X(TRI_E_RANGE, -5, "range", "a value out of range")                                        \
    X(TRI_E_FULL, -6, "full", "more than there is room for")                                   \
    X(TRI_E_ILLEGAL, -7, "illegal", "the rules refuse it")                                     \
    X(TRI_E_TURN, -8, "turn", "not for this seat, or not at this moment")                      \
    X(TRI_E_STALE, -9, "stale", "the question answered is not the one that is open")           \
    X(TRI_E_OVER, -10, "over", "the battle is over")                                           \
    X(TRI_E_DIFFERS, -11, "differs", "a record that does not replay")                          \
    X(TRI_E_EDITION, -12, "edition", "made by other rules or tables")                          \
    X(TRI_E_BUSY, -13, "busy", "somebody else holds it")                                       \
    X(TRI_E_ARGUMENT, -14, "argument", "the call itself is wrong: a NULL, a struct's size")    \
    X(TRI_E_LIGHT, -15, "light", "a light game keeps no record")                               \
    X(TRI_E_BUG, -16, "bug", "a mistake of ours, or no memory; the game can only be freed")

#define TRI_CODE_ENUM(name, code, word, text) name = code,
enum tri_code { TRI_CODES(TRI_CODE_ENUM) TRI_OK = 0 };

/* Its size is set before use, once: tri_error e = TRI_ERROR; or by tri_error_init. */
typedef struct tri_error {
    uint32_t size;
    int32_t code;
    char where[192]; /* the rule that refuses, the file, the key */
    char text[512];  /* a whole sentence */
} tri_error;

#define TRI_ERROR                                                                              \
    {                                                                                          \
        sizeof(tri_error), 0, "", ""                                                           \
    }

TRICORNE_API const char *tri_version(void);
TRICORNE_API int tri_abi(void);
TRICORNE_API const char *tri_code_word(int code);
TRICORNE_API const char *tri_code_text(int code);
TRICORNE_API int tri_error_init(tri_error *e, size_t size);

/* --- Text that comes out ---------------------------------------------------------------------
 */

typedef struct tri_text tri_text;

TRICORNE_API tri_text *tri_text_new(void); /* NULL: no memory */
TRICORNE_API void tri_text_free(tri_text *t);
TRICORNE_API const char *tri_text_bytes(const tri_text *t); /* a zero behind; until written */
TRICORNE_API size_t tri_text_size(const tri_text *t);

/* --- Data and battles ------------------------------------------------------------------------
 */

typedef struct tri_data tri_data;
typedef struct tri_book tri_book;

/* The folder of data; NULL: $TRICORNE_DATA, or where it was installed. Freed things live on
 * while games or books still need them. */
TRICORNE_API int tri_data_open(const char *folder, tri_data **out, tri_error *e);
TRICORNE_API void tri_data_free(tri_data *d);

/* Every battle: [{"id","title","battle"}]. The text of a rule: {"id","heading","text"}. */
TRICORNE_API int tri_data_list(tri_data *d, tri_text *out, tri_error *e);
TRICORNE_API int tri_data_rule(tri_data *d, const char *rule, tri_text *out, tri_error *e);

/* A battle by its name, such as "minden/first-battle"; or a scenario of your own, as YAML. */
TRICORNE_API int tri_book_open(tri_data *d, const char *id, tri_book **out, tri_error *e);
TRICORNE_API int tri_book_read(tri_data *d, const char *yaml, size_t n, tri_book **out,
                               tri_error *e);
TRICORNE_API void tri_book_free(tri_book *b);

/* {"id","title","battle","system","edition","hash","replaced","sides","state_bytes"} */
TRICORNE_API int tri_book_about(tri_book *b, tri_text *out, tri_error *e);

/* Every sentence of its system, for translators. */
TRICORNE_API int tri_book_messages(tri_book *b, tri_text *out, tri_error *e);

/* How it is played, as a number: the ends of eight seeded battles by lot. *all is 0 at first,
 * and is changed with each book: over all battles in the order of tri_data_list it is what
 * `tricorne bench --signature` prints. Alike on every machine and compiler. A large battle
 * takes seconds.
 */
TRICORNE_API int tri_signature(tri_book *b, uint64_t *all, tri_error *e);

/* --- Games ---------------------------------------------------------------------------------
 */

typedef struct tri_game tri_game;

enum tri_flag {
    TRI_TYPED_DICE = 1, /* faces are asked for */
    TRI_LIGHT = 2,      /* no record, no log, no undo, no players in its seats: for thinking */
    TRI_PARTIAL = 4,    /* state names some fields, over the beginning of the battle */
    TRI_ADOPT = 8       /* tri_game_resume: from its last position, whatever rules made it */
};

/* What tri_game_new may be told. Only ever appended to; a smaller size is an older caller. */
typedef struct tri_options {
    uint32_t size;
    uint32_t flags;    /* TRI_TYPED_DICE, TRI_LIGHT, TRI_PARTIAL */
    const char *seed;  /* 32 hex digits; NULL: the system's own random numbers */
    const char *seats; /* JSON, as "seats" of docs/protocol.md; NULL: a person for each side */
    const char *state; /* JSON, a position; NULL: the beginning */
} tri_options;

TRICORNE_API int tri_options_init(tri_options *o, size_t size);

TRICORNE_API int tri_game_new(tri_book *b, const tri_options *o, tri_game **out, tri_error *e);

/* Play a record again, compare every line, and go on from its end. flags: TRI_ADOPT or 0. */
TRICORNE_API int tri_game_resume(tri_data *d, const char *record, size_t n, uint32_t flags,
                                 tri_game **out, tri_error *e);

/* A conversation without a game yet: tri_request with "new", "load" or "resume" begins one. */
TRICORNE_API int tri_game_umpire(tri_data *d, tri_game **out, tri_error *e);

/* A light game of its own from here: for a seat as that seat may imagine it, with other dice.
 */
TRICORNE_API int tri_game_clone(tri_game *g, int seat, uint64_t seed, tri_game **out,
                                tri_error *e);
TRICORNE_API void tri_game_free(tri_game *g);

/* --- What a game waits for -------------------------------------------------------------------
 */

enum tri_status { TRI_ASKS = 0, TRI_WANTS_DICE = 1, TRI_IS_OVER = 2 };

enum {
    TRI_UMPIRE = -1,
    TRI_WATCHER = -2
}; /* as a seat: sees all, answers for anybody; looks on */

TRICORNE_API int tri_status(tri_game *g);          /* enum tri_status, or negative */
TRICORNE_API int tri_seat(tri_game *g);            /* the seat that is asked, or negative */
TRICORNE_API int tri_side(tri_game *g);            /* the side that is asked, or negative */
TRICORNE_API int tri_turn(tri_game *g);            /* 1 and on */
TRICORNE_API int64_t tri_number(tri_game *g);      /* of the open question; never comes twice */
TRICORNE_API int tri_winner(tri_game *g);          /* a side; 2: nobody; negative: not over */
TRICORNE_API int tri_score(tri_game *g, int *out); /* how side 0 stands, -10000 to 10000 */

/* The question as JSON, and every answer it takes (of a free one: those a computer weighs). */
TRICORNE_API int tri_question(tri_game *g, int seat, tri_text *out, tri_error *e);
TRICORNE_API int tri_offers(tri_game *g, tri_text *out, tri_error *e);

/* The same one by one: how many, and number i in notation. */
TRICORNE_API int tri_offer_count(tri_game *g);
TRICORNE_API int tri_offer(tri_game *g, int i, tri_text *out, tri_error *e);

/* Of a free question a sample: at most so many of its answers, drawn by lot from a number of
 * yours that is changed. Until it is answered tri_offers and its like know these and no others.
 * A question that is not free keeps all its answers. Returns how many there are. To list
 * hundreds of marches, each judged, takes a hundred times as long as an answer. */
TRICORNE_API int tri_menu(tri_game *g, int most, uint64_t *lots);

/* --- Answering -------------------------------------------------------------------------------
 */

/* Would this act be taken? 0, or TRI_E_ILLEGAL; out (or NULL) is {"legal","act","refusal"}. */
TRICORNE_API int tri_judge(tri_game *g, const char *act, tri_text *out, tri_error *e);

/* Acts are notation, as "march keith ahead 4.5". number is tri_number, or -1. */
TRICORNE_API int tri_answer(tri_game *g, int seat, int64_t number, const char *act,
                            tri_error *e);

/* Offer i of the list; one drawn by lot, from a number of yours that is changed. */
TRICORNE_API int tri_answer_offer(tri_game *g, int i, tri_error *e);
TRICORNE_API int tri_answer_lot(tri_game *g, uint64_t *lots, tri_error *e);

/* Faces of the roll that waits; faces for the next rolls, before the fair ones. */
TRICORNE_API int tri_dice(tri_game *g, const int8_t *faces, int n, tri_error *e);
TRICORNE_API int tri_force(tri_game *g, const int8_t *faces, int n, tri_error *e);

/* Let computer seats answer, at most so many times (0: until a person is asked). Games with
 * computer seats do so by themselves when they begin, never after tri_answer or tri_dice. */
TRICORNE_API int tri_play(tri_game *g, uint32_t most, tri_error *e);

/* Take back the seat's last answer. consent: also past dice and what was revealed. */
TRICORNE_API int tri_undo(tri_game *g, int seat, int consent, tri_error *e);

/* --- Looking ---------------------------------------------------------------------------------
 */

TRICORNE_API int tri_state(tri_game *g, int seat, tri_text *out,
                           tri_error *e); /* by field names */
TRICORNE_API int tri_scene(tri_game *g, int seat, tri_text *out,
                           tri_error *e); /* docs/scene.md */
TRICORNE_API int tri_hash(tri_game *g, uint64_t *out, tri_error *e);
TRICORNE_API int tri_odds(tri_game *g, int seat, const char *act, tri_text *out, tri_error *e);
TRICORNE_API int tri_log(tri_game *g, int seat, uint32_t from, tri_text *out, tri_error *e);

/* The flat bytes of the position, all of them: what tri_hash names. Returns their number, and
 * copies them if cap is enough. The same on every machine for the same book. */
TRICORNE_API int64_t tri_bytes(tri_game *g, void *out, size_t cap);

/* --- Numbers, for programs that learn
 * ---------------------------------------------------------
 */

/* What a side may not know, where a number would stand. */
#define TRI_HIDDEN INT32_MIN

/* The position as numbers, through the eyes of a seat: what is asked, then every field of the
 * state. Returns how many there are, always the same for a book, and writes them if cap is
 * enough. */
TRICORNE_API int64_t tri_observe(tri_game *g, int seat, int32_t *out, size_t cap);

/* The answers of tri_offers as rows of numbers, at most cap of them. Returns how many answers
 * there are. */
TRICORNE_API int tri_offer_rows(tri_game *g, int32_t *out, size_t cap);

/* Where everything stands:
 * {"values","observation":[{"at","count","name","kind","seen","words"}],
 * "width","columns","offers","questions","verbs"}. width: numbers of a row; offers: most rows.
 */
TRICORNE_API int tri_layout(tri_book *b, tri_text *out, tri_error *e);

/* --- Records and requests --------------------------------------------------------------------
 */

TRICORNE_API int tri_record(tri_game *g, tri_text *out, tri_error *e); /* docs/record.md */

/* Replay a record and compare every line: {"lines","answers","faces_checked",...}. */
TRICORNE_API int tri_verify(tri_data *d, const char *record, size_t n, tri_text *out,
                            tri_error *e);

/* Any request of docs/protocol.md that names no file. Failures stand in the answer; 0. */
TRICORNE_API int tri_request(tri_game *g, const char *json, size_t n, tri_text *out,
                             tri_error *e);

/* --- Computer players ------------------------------------------------------------------------
 */

typedef struct tri_player tri_player;

/* "level-1" to "level-4", "random", "greedy", "search:iterations=500" ... (docs/study.md) */
TRICORNE_API int tri_player_new(tri_book *b, const char *name, uint64_t seed, tri_player **out,
                                tri_error *e);

/* Its answer to the open question, in notation. It sees what its side may see. */
TRICORNE_API int tri_player_decide(tri_player *p, tri_game *g, tri_text *act, tri_error *e);
TRICORNE_API void tri_player_free(tri_player *p);

#ifdef __cplusplus
}
#endif

#endif
