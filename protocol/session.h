/* protocol/session.h - a game with its memory, seats, log and lines.
 *
 * A session wraps struct tc_game: it owns the memory, knows who sits where, keeps every event
 * and every line of the record, takes answers back, and keeps secrets. Nothing here plays by
 * itself: after ses_new, ses_answer and ses_dice the game stands at its next question, and
 * ses_play lets computer seats answer.
 *
 * Lines are what a record holds: one for each answer, typed roll, undo, adjust and position.
 * They only ever grow. The number of the open question is the number its line will have, so
 * no number comes twice.
 */
#ifndef SES_SESSION_H
#define SES_SESSION_H

#include "kernel/pledge.h"
#include "protocol/json.h"

enum {
    SES_UMPIRE = TC_NONE, /* as a seat: sees all and may answer for anybody */
    SES_WATCHER = -2,     /* as a seat: sees what both sides may see, answers nowhere */
    SES_NAME = 40,
    SES_KIND = 200, /* the longest name of a player (players/player.h) */
};

#define SES_ANY_NUMBER UINT32_MAX /* as a question number: whichever is open */

/* --- Seats -------------------------------------------------------------------- */

struct ses_seat {
    char name[SES_NAME]; /* "red", "anna": for people */
    char kind[SES_KIND]; /* "person", "random", "greedy" ... as the record tells it */
    int8_t side;
    uint64_t commands;       /* bit set by tc_ruleset.command_of; 0: none in particular */
    struct tc_player player; /* answer is NULL for persons and programs outside */
};

/* --- Dice by commitments (session_pledge.c, docs/dice.md) ----------------------------- */

enum ses_way {
    SES_SEED,        /* from a seed, or typed */
    SES_COMMITTED,   /* host and persons commit; each person's secret is opened once */
    SES_INTERACTIVE, /* each person's chain gives a link for every roll */
    SES_WAYS
};

/* A link may be left out now and then, as when a request failed. */
enum { SES_LINK_GAP = 64 };

struct ses_pledge {
    uint8_t way; /* enum ses_way */
    char game[SES_NAME];
    uint8_t host[TC_SECRET];   /* the host's commitment */
    uint8_t secret[TC_SECRET]; /* and what it opens to, once it is known here */
    bool has_secret, opened;   /* opened: a line of the record tells it */
    struct ses_share {
        bool committed;
        uint8_t link[TC_SECRET]; /* the newest; before the first the commitment */
        uint32_t links, line;    /* how many; where the newest stands */
    } seat[TC_SEATS];
    uint32_t since; /* shares for the open roll stand at this line or behind */
    bool has_key;
    struct tc_blake dice;    /* what begins with the key */
    uint8_t acts[TC_SECRET]; /* chain of the acts on the tape */
    uint8_t head[TC_SECRET]; /* chain of the header and all lines */
};

struct ses_options {
    bool has_seed; /* else 128 bits from the system */
    uint64_t seed[2];
    enum ses_way way;
    char game[SES_NAME];     /* its name, hashed into all commitments */
    const uint8_t *host;     /* the host's commitment: of a replay; else NULL */
    const uint8_t *secret;   /* the host's secret; NULL: drawn, or of a replay not known */
    const char *header_text; /* of a replay: as it stands in the file */
    bool seeded;             /* somebody chose the seed: the header says so */
    bool typed_dice;         /* real dice: faces are asked for */
    int seats;               /* 0: one for each side, both persons */
    struct ses_seat seat[TC_SEATS];
    const int8_t *force; /* faces for the first rolls, as ses_force_dice gives them */
    int forced;
    bool replaying; /* for protocol/record.c: positions, seeds and ends come from the file */
};

/* --- Log and lines --------------------------------------------------------------- */

enum ses_entry_kind { SES_EVENT, SES_UNDONE, SES_STOPPED, SES_ADJUSTED, SES_NOTE };

struct ses_entry {
    uint8_t kind;   /* enum ses_entry_kind */
    uint8_t hidden; /* bit set of sides it is kept from */
    uint8_t kept;   /* those of them from whom the system keeps it, to the end */
    uint32_t line;  /* of the record, to which it belongs */
    union {
        /* SES_EVENT, and SES_UNDONE: the answer that was taken back; its act is the entry's
         * own, with the legs there are. SES_STOPPED: how (enum ses_stop) and whose side. */
        struct tc_event event;
        char *text; /* the others: a sentence */
    };
};

enum ses_line_kind {
    SES_L_START, /* faces rolled before the first question */
    SES_L_ANSWER,
    SES_L_DICE, /* faces typed in */
    SES_L_UNDO,
    SES_L_ADJUST,
    SES_L_POSITION, /* the state at the first checkpoint of a turn */
    SES_L_SEED,     /* a seed that is not used any more, made known */
    SES_L_END,
    SES_L_STOP,   /* ended before its end: somebody resigned, both agreed, time ran out */
    SES_L_COMMIT, /* a seat commits to its secret */
    SES_L_LINK,   /* a seat opens its secret, or the next link of its chain; dice may fall */
    SES_L_HOST,   /* the host's secret, when the battle is over */
};

enum ses_stop { SES_NOT_STOPPED, SES_RESIGNED, SES_AGREED, SES_FORFEITED };

struct ses_change {
    char path[96], value[64]; /* "units.orkney.strength", "4" */
};

struct ses_line {   /* there are thousands: no holes */
    uint8_t kind;   /* enum ses_line_kind */
    uint8_t hidden; /* bit set of sides it is kept from */
    uint8_t kept;   /* bit set of sides its dice are kept from; << 2: part of its position */
    bool undone;    /* taken back by a later line */
    uint32_t n;
    uint16_t turn, step; /* where play stood after it */
    int8_t side, seat;
    int16_t question;
    struct tc_act act;
    uint32_t faces, forced; /* the first `forced` were typed or forced */
    uint32_t back_to;       /* UNDO: the first line taken back; SEED: first line it made */
    int8_t *face;
    uint64_t draw;       /* place of the first drawn face in the stream of the seed */
    uint64_t hash;       /* of the state at the next stop */
    uint8_t hash_hidden; /* bit set of sides to whom it would betray a choice */
    bool consent;        /* UNDO */
    uint8_t stop;        /* STOP: enum ses_stop */
    int8_t winner;       /* STOP: a side, or TC_NONE */
    int changes;         /* ADJUST */
    union {
        struct {        /* ADJUST */
            char *text; /* the reason */
            struct ses_change *change;
        };
        uint64_t seed[2]; /* SEED */
    };
    void *state;   /* POSITION, END, and START of a game from a position */
    uint8_t *die;  /* enum tc_die of each face, where dice are by commitments */
    uint8_t *word; /* COMMIT, LINK, HOST; ANSWER with a link: what it tells; else NULL */
    uint8_t *prev; /* chain of all before this line, where dice are by commitments; or NULL */
};

/* --- The game ---------------------------------------------------------------------- */

struct ses_anchor;
struct ses_answered;
struct ses_staff;

struct ses_game {
    const struct tc_book *book;
    struct tc_game g; /* to look at; changed by the functions below only */
    struct ses_seat seat[TC_SEATS];
    struct ses_staff *staff[TC_SEATS]; /* what a person has handed over (staff.h), or NULL */
    int seats;
    bool typed_dice, seeded, replaying;
    bool outside; /* it began from a position, or was changed: no battle need reach it */
    uint64_t seed[2];
    bool seed_known; /* published: the next roll needs another one */
    struct ses_pledge pledge;
    bool branched; /* its first lines come from another game: their shares mean nothing here */

    struct ses_entry *entry;
    uint32_t entries, entry_room;
    struct ses_line *line;
    uint32_t lines, line_room;
    uint32_t adjusted, undone; /* how often; marked in every export */
    uint8_t stopped;           /* enum ses_stop: nothing more is taken */

    /* Called for every new line, once it is whole. A failure is returned by the function that
     * made the line, and refuses every later one: the record must not fall behind. */
    enum tc_err (*on_line)(void *ctx, struct ses_game *s, const struct ses_line *l,
                           struct tc_why *why);
    void *line_ctx;
    char *line_text; /* of the line on_line hears of, where the chain needed it; NULL else */

    /* Own business. */
    void *mem;
    struct tc_offers *work, *open;
    struct ses_anchor *anchor;
    uint32_t anchors, anchor_room;
    int8_t *forced;
    uint32_t forced_n, forced_at, forced_room;
    uint8_t *die; /* of each face on the tape, where dice are by commitments */
    uint32_t die_room, place_base;
    uint32_t hidden_from; /* the first line with something hidden; UINT32_MAX: none */
    uint32_t line_faces;  /* faces of the tape that stand in lines already */
    uint32_t line_forced; /* of the next line */
    bool has_hash;        /* of the position now, from the newest line on */
    uint64_t hash;
    uint64_t line_draw;
    uint32_t events;               /* SES_EVENT entries */
    struct ses_answered *answered; /* beside the tape: where each answer stands */
    uint32_t answers, answered_room;
    uint32_t seed_line; /* first line that used this seed */
    uint16_t turn;      /* of the last position line */
    void *turn_state;   /* waits to become a position line */
    bool has_turn_state;
    uint8_t line_hidden, line_kept; /* of the answer, of anything, since the last line */
    uint8_t pending;                /* bit set of sides with a hidden choice not yet revealed */
    uint32_t quiet;                 /* events told before: do not log them again */
    enum tc_err failed;             /* the record could not be written */
};

/* A new game at its setup, gone on to its first question. o may be NULL. */
enum tc_err ses_new(const struct tc_book *bk, const struct ses_options *o,
                    struct ses_game **out, struct tc_why *why);

/* The same from a position: {"state":{...}} or the state itself, in full or (partial) some
 * fields over the setup. */
enum tc_err ses_new_position(const struct tc_book *bk, const struct ses_options *o,
                             const json_t *state, bool partial, struct ses_game **out,
                             struct tc_why *why);

/* The same from bytes. */
enum tc_err ses_new_state(const struct tc_book *bk, const struct ses_options *o,
                          const void *state, struct ses_game **out, struct tc_why *why);

void ses_free(struct ses_game *s);

/* Where many games stay in memory: its lists are large and mostly empty, and of what malloc has
 * given them much was in use before. The pages that hold nothing go back to the system. */
void ses_give_back(struct ses_game *s);

/* --- Playing ------------------------------------------------------------------------- */

enum tc_status ses_status(const struct ses_game *s);

/* The number of the open question or roll. */
uint32_t ses_number(const struct ses_game *s);

/* In which manner the answers to the open question are told (tc_manner_of). */
int ses_manner(const struct ses_game *s);

/* In which manner an answer was told when it was given. */
int ses_manner_of(const struct ses_game *s, const struct tc_act *a);

/* The seat that must answer the open question; TC_NONE when none is open. */
int ses_seat_asked(const struct ses_game *s);

/* The seat that holds a question: the one with the subject's command, else the side's first. */
int ses_seat_of(const struct ses_game *s, const struct tc_query *q);

/* Answer the open question. TC_E_TURN: not this seat's; TC_E_STALE: another number is open;
 * TC_E_ILLEGAL with *refusal. On failure nothing has changed. */
enum tc_err ses_answer(struct ses_game *s, int seat, uint32_t number, const struct tc_act *a,
                       struct tc_refusal *refusal, struct tc_why *why);

/* The same in notation. */
enum tc_err ses_answer_text(struct ses_game *s, int seat, uint32_t number, const char *act,
                            struct tc_refusal *refusal, struct tc_why *why);

/* The answers of a list, one after the other, until a die has fallen, another seat is asked or
 * an answer is refused; *stopped says which ("dice", "other", "refused", "over"), or is NULL.
 * When the first is refused the call fails, and nothing has changed. */
enum tc_err ses_answers(struct ses_game *s, int seat, uint32_t number, const struct tc_act *a,
                        int n, int *played, const char **stopped, struct tc_refusal *refusal,
                        struct tc_why *why);

/* Take back up to n answers of a seat, as far as no consent is needed. */
enum tc_err ses_undo_many(struct ses_game *s, int seat, int n, int *taken, struct tc_why *why);

/* Typed dice: the faces of the open roll. Any seat may type them. */
enum tc_err ses_dice(struct ses_game *s, uint32_t number, const int8_t *face, int n,
                     struct tc_why *why);

/* Let computer seats and staffs answer until a person is asked, dice are wanted, the battle is
 * over, or `most` answers were given (0: no limit). */
enum tc_err ses_play(struct ses_game *s, uint32_t most, struct tc_why *why);

/* Faces for the next rolls, before the fair ones; for tests and problems. A face that does
 * not fit the die leaves the roll open, to be typed in. */
enum tc_err ses_force_dice(struct ses_game *s, const int8_t *face, int n, struct tc_why *why);

/* Take back the last answer of a seat (SES_UMPIRE: of anybody). Without consent not past a
 * die, another seat's answer or something revealed. The dice go on where they were. */
enum tc_err ses_undo(struct ses_game *s, int seat, bool consent, struct tc_why *why);

/* Set fields of the position; only where no answer or die has been given since the
 * checkpoint. All or nothing; a position that breaks an invariant is refused. */
enum tc_err ses_adjust(struct ses_game *s, const struct ses_change *change, int n,
                       const char *reason, struct tc_why *why);

/* End the battle before its end: a seat resigns or lets its time run out, or both sides agree
 * (then nobody wins). The seed is made known, and no line can follow. */
enum tc_err ses_stop(struct ses_game *s, enum ses_stop by, int seat, struct tc_why *why);

/* "resign", "draw" or "forfeit", as the record writes it. */
const char *ses_stop_word(enum ses_stop by);

/* --- Shares of the dice (session_pledge.c) ------------------------------------------- */

/* A person's commitment: once, before anything is opened. */
enum tc_err ses_commit(struct ses_game *s, int seat, const uint8_t commit[TC_SECRET],
                       struct tc_why *why);

/* A person's secret, or the next link of the chain; if it was the last share that was owed,
 * dice fall. */
enum tc_err ses_link(struct ses_game *s, int seat, const uint8_t link[TC_SECRET],
                     struct tc_why *why);

/* The same with an answer: the link is told with it. NULL: none. */
enum tc_err ses_answer_link(struct ses_game *s, int seat, uint32_t number,
                            const struct tc_act *a, const uint8_t *link,
                            struct tc_refusal *refusal, struct tc_why *why);

/* The seats that owe something, as a bit set; *what is "commit" or "link". 0: none does. */
uint32_t ses_owes(const struct ses_game *s, const char **what);

/* The host's secret, as it was kept; false when it is not what the host committed to. */
bool ses_take_host(struct ses_game *s, const uint8_t secret[TC_SECRET]);

/* A branch: the shares of the game it comes from mean nothing any more, its dice are drawn by
 * a seed. Not while dice wait. */
enum tc_err ses_leave_pledge(struct ses_game *s, struct tc_why *why);

/* "fair", "typed", "seeded", "committed" or "interactive". */
const char *ses_dice_word(const struct ses_game *s);

/* {"way","host","seats":[{"seat","commit","links"}],"owes","what"}; NULL: dice from a seed. */
json_t *ses_pledge_json(const struct ses_game *s);

/* --- Asking --------------------------------------------------------------------------- */

/* Would this act be accepted now? TC_OK, or why not. Changes nothing. */
enum tc_err ses_why_not(const struct ses_game *s, const struct tc_act *a,
                        struct tc_refusal *refusal, struct tc_why *why);

/* The chances of an act, as far as the seat may know. out is large: allocate it. */
enum tc_err ses_odds(const struct ses_game *s, int seat, const struct tc_act *a,
                     struct tc_odds *out, struct tc_refusal *refusal, struct tc_why *why);

/* The same of the last of n answers, the others given before it on a copy. */
enum tc_err ses_odds_after(const struct ses_game *s, int seat, const struct tc_act *a, int n,
                           struct tc_odds *out, struct tc_refusal *refusal, struct tc_why *why);

/* Gives n answers of the side that is asked to a copy; each must lead to its next question. */
enum tc_err ses_lead_to(struct tc_game *copy, const struct tc_act *a, int n,
                        struct tc_refusal *refusal, struct tc_why *why);

/* {"v":1,"number":7,"kind":"question"|"dice"|"over",...}: what the game waits for, with offers
 * for those who may see them. */
json_t *ses_question_json(const struct ses_game *s, int seat);

/* Every answer the open question takes: its offers, or the accepted candidates of a free one.
 */
void ses_list_answers(const struct ses_game *s, struct tc_offers *out);

json_t *ses_state_json(const struct ses_game *s, int seat);
void ses_scene(const struct ses_game *s, int seat, struct tc_scene *out);
json_t *ses_scene_json(const struct ses_game *s, int seat);

/* The scene as it stood after a line; NULL where only a replay of the record tells (the line
 * was taken back, or an umpire changed the position). */
json_t *ses_scene_at(const struct ses_game *s, uint32_t line, int seat);

/* The name of the position; false while it would betray a hidden choice to this seat. */
bool ses_hash(const struct ses_game *s, int seat, uint64_t *out);

/* May this seat see it? */
bool ses_entry_seen(const struct ses_game *s, const struct ses_entry *e, int seat);

/* A log entry in one sentence; false for those that are of use to programs only. */
bool ses_say_entry(const struct ses_game *s, const struct ses_entry *e, struct tc_text *out);

/* Log entries from `from` on, as {"n":..,"line":..,"text":..,...}. What is hidden from the seat
 * stands as one "secret" entry, however much it is, and n counts as the seat sees it. */
json_t *ses_log_json(const struct ses_game *s, int seat, uint32_t from);

/* The same one by one, in a single pass: start from { s, seat }. False at the end. */
struct ses_walk {
    const struct ses_game *s;
    int seat;
    uint32_t i, n;
    bool hidden;
};
struct ses_seen {
    const struct ses_entry *e;
    uint32_t n;  /* as the seat counts */
    bool secret; /* e is the first of what is hidden */
};
bool ses_walk_log(struct ses_walk *w, struct ses_seen *out);
/* The same from the first entry of a line on; entries before it are passed over where nothing
 * was ever hidden, and may come else. */
struct ses_walk ses_walk_from(const struct ses_game *s, int seat, uint32_t line);
json_t *ses_seen_json(const struct ses_game *s, const struct ses_seen *x);

/* Lines from `from` on as the record writes them; what is hidden from the seat is left out
 * and marked "secret". */
json_t *ses_view_lines(const struct ses_game *s, int seat, uint32_t from);
json_t *ses_line_json(const struct ses_game *s, const struct ses_line *l, int seat);
json_t *ses_mark_json(const struct ses_game *s, const struct ses_line *l,
                      int seat); /* without its state */

/* --- Forks for players ------------------------------------------------------------------ */

/* A game of one's own with its memory. */
struct ses_fork {
    struct tc_game g;
    void *mem;
    struct tc_offers *work, *open;
};

/* Fork for a seat: veiled, with dice of its own. Made once, it may be filled again. */
void ses_fork_init(const struct ses_game *s, struct ses_fork *f);
void ses_fork_fill(const struct ses_game *s, int seat, uint64_t seed, struct ses_fork *f);
void ses_fork_free(struct ses_fork *f);

/* The game as it stood after a line, to look at; false where ses_scene_at gives NULL. */
bool ses_at(const struct ses_game *s, uint32_t line, struct ses_fork *f);

/* --- For protocol/record.c ------------------------------------------------------------- */

/* Publish the seed in use as a line; the next roll draws a new one. Called at the end and
 * before a program lets go of a game. Forced and typed games have none to publish. */
enum tc_err ses_publish_seed(struct ses_game *s, struct tc_why *why);

/* Roll on with a seed that another program, or an earlier run of this one, rolled with from
 * line `from` on. Places that stand in the lines are not used again. False, and nothing is
 * changed: the dice are typed, or the seed was published. */
bool ses_take_seed(struct ses_game *s, const uint64_t seed[2], uint32_t from);

#endif
