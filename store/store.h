/* store/store.h - where games are kept: one interface over SQLite and PostgreSQL.
 *
 * A game is its record: a header and lines, the same texts a record file holds. Beside it lie
 * notes (chat, offers), keys (settings, standing orders), tokens of seats and accounts.
 * Whatever a function has returned TC_OK for survives a kill -9. All functions may be called
 * from any thread; they block until the data are safe. Writers of lines are gathered into
 * common commits.
 *
 * A line is written once: (game, n) is unique. Two servers on one database that both answer
 * line 12 find out here: the second gets TC_E_STALE, drops its game and reads it anew.
 */
#ifndef STO_STORE_H
#define STO_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/base.h"
#include "kernel/text.h"

enum {
    STO_ID = 24,    /* bytes of a game's name, its end included */
    STO_HASH = 32,  /* bytes of a token's hash */
    STO_NAME = 164, /* bytes of an account's name: 40 characters of UTF-8 */
};

struct sto;

/* FILE, sqlite:FILE or postgres://...; made if it is not there. */
enum tc_err sto_open(const char *where, struct sto **out, struct tc_why *why);
void sto_close(struct sto *st);
const char *sto_kind(const struct sto *st); /* "sqlite" or "postgres" */

/* How long a statement on a PostgreSQL database may take before it is given up as TC_E_FILE;
 * 0, as it is at first: as long as it likes. After one that was given up, the others fail at
 * once until the database answers again. */
void sto_patience(struct sto *st, int milliseconds);

/* Can it be read and written? */
enum tc_err sto_ping(struct sto *st, struct tc_why *why);

/* --- Games and their lines ------------------------------------------------------- */

struct sto_line {
    uint32_t n;
    const char *text; /* JSON, without its line end */
};

/* A new game: id must be new. header is the first line of its record; the lines and keys are
 * stored with it or nothing is. */
struct sto_pair {
    const char *key, *text;
};
enum tc_err sto_new_game(struct sto *st, const char *id, const char *header,
                         const struct sto_line *line, int lines, const struct sto_pair *key,
                         int keys, struct tc_why *why);

/* Lines one after another, all or none. TC_E_STALE: one of them is there already.
 * TC_E_NAME: no such game. */
enum tc_err sto_add_lines(struct sto *st, const char *id, const struct sto_line *line,
                          int lines, struct tc_why *why);

/* The token of a seat, as sto_put_token takes it. */
struct sto_pass {
    int seat;
    uint8_t hash[STO_HASH];
};

/* Lines, keys, tokens and the seed of the dice in one commit: all or none. TC_E_STALE: a line,
 * or a game of this name, is there already. */
struct sto_add {
    const char *id, *header; /* header NULL: a game that is there */
    const struct sto_line *line;
    int lines;
    const struct sto_pass *pass;
    int passes;
    const struct sto_pair *key;
    int keys;
    const char *seed;   /* kept secret, in place of the one before; NULL: as it is */
    uint32_t seed_line; /* the first line it was rolled for */
    bool has_due;       /* due is meant, and not as it is */
    int64_t due;        /* when its clock is to be looked at, in time of service; 0: never */
    uint64_t after;     /* TC_E_DIFFERS unless the count of changes stands here; 0: anywhere */
};
enum tc_err sto_add(struct sto *st, const struct sto_add *add, struct tc_why *why);

/* *out is NULL when there is none; free() it. */
enum tc_err sto_seed(struct sto *st, const char *id, char **out, uint32_t *line,
                     struct tc_why *why);

/* --- Clocks --------------------------------------------------------------------------- */

enum tc_err sto_put_due(struct sto *st, const char *id, int64_t at, struct tc_why *why);
/* Games that are due, the longest first. */
enum tc_err sto_each_due(struct sto *st, int64_t now, int most,
                         bool (*fn)(void *, const char *), void *ctx, struct tc_why *why);
/* A sign of life at this moment (seconds since 1970), to be given every ten seconds. *down is
 * how many seconds there were, ever, without one from any server: time of service is
 * `now` less those. */
enum tc_err sto_beat(struct sto *st, int64_t now, int64_t *down, struct tc_why *why);

/* --- How new a game is -------------------------------------------------------------- */

/* Counts that grow: rev with every change of the game by anybody, beside with those that are
 * not lines and notes. */
struct sto_now {
    uint64_t rev, beside;
};
/* TC_E_NAME: no such game. */
enum tc_err sto_now(struct sto *st, const char *id, struct sto_now *out, struct tc_why *why);

/* rev of the game after the last change this thread has made in the store, errno-like: when
 * it is one more than before, nobody else has changed the game meanwhile. */
uint64_t sto_my_rev(void);

/* Whose token is it, and how new is its game? As sto_find_token, in one question. */
enum tc_err sto_look(struct sto *st, const uint8_t hash[STO_HASH], char *id, int *seat,
                     struct sto_now *now, struct tc_why *why);

/* The header; free() it. TC_E_NAME: no such game. */
enum tc_err sto_header(struct sto *st, const char *id, char **out, struct tc_why *why);

/* Called for each row of an answer; false stops. */
typedef bool sto_line_fn(void *ctx, uint32_t n, const char *text);
enum tc_err sto_each_line(struct sto *st, const char *id, uint32_t from, sto_line_fn *fn,
                          void *ctx, struct tc_why *why);

/* Every game's name, in the order of names. */
typedef bool sto_game_fn(void *ctx, const char *id);
enum tc_err sto_each_game(struct sto *st, sto_game_fn *fn, void *ctx, struct tc_why *why);

/* Games that branch off it get the lines they shared. */
enum tc_err sto_drop_game(struct sto *st, const char *id, struct tc_why *why);

/* Another record for a game that is there: its seats, notes and accounts stay. The secret seed
 * and offers that wait are gone; games that branch off it get the lines they shared. */
enum tc_err sto_rewrite(struct sto *st, const char *id, const char *header,
                        const struct sto_line *line, int lines, struct tc_why *why);

/* What the key "origin" of a game that goes on from a line of another is: that line's own
 * game. sto_each_line reads through it. */
enum tc_err sto_origin(struct sto *st, const char *id, uint32_t line, char *out, size_t room,
                       struct tc_why *why);

/* Games whose key "touched" is below it; at most 200. */
enum tc_err sto_each_stale(struct sto *st, int64_t before, sto_game_fn *fn, void *ctx,
                           struct tc_why *why);

/* --- Notes: chat, offers, resignations ------------------------------------------------ */

struct sto_note {
    uint32_t n;       /* from 1 on, without a gap, set by the store */
    uint32_t line;    /* of the record, after which it came */
    int64_t at;       /* seconds since 1970 */
    int seat;         /* -1: nobody's */
    const char *kind; /* "chat", "draw-offer" ... */
    const char *text; /* "" if none */
};

enum tc_err sto_add_note(struct sto *st, const char *id, struct sto_note *note,
                         struct tc_why *why);
enum tc_err sto_last_note(struct sto *st, const char *id, uint32_t *n, struct tc_why *why);
typedef bool sto_note_fn(void *ctx, const struct sto_note *note);
enum tc_err sto_each_note(struct sto *st, const char *id, uint32_t from, sto_note_fn *fn,
                          void *ctx, struct tc_why *why);

/* --- Keys of a game: settings, orders, what was seen last ------------------------------- */

/* text NULL takes the key away. */
enum tc_err sto_put(struct sto *st, const char *id, const char *key, const char *text,
                    struct tc_why *why);
/* *out is NULL when there is none; free() it. */
enum tc_err sto_get(struct sto *st, const char *id, const char *key, char **out,
                    struct tc_why *why);
typedef bool sto_key_fn(void *ctx, const char *key, const char *text);
enum tc_err sto_each_key(struct sto *st, const char *id, sto_key_fn *fn, void *ctx,
                         struct tc_why *why);

/* --- Tokens ------------------------------------------------------------------------------ */

/* Seats below 0 are of watchers; STO_INVITE + seat is an invitation to that seat. */
enum { STO_INVITE = 64 };

/* The seat's token from now on; any older one of this seat is dead. */
enum tc_err sto_put_token(struct sto *st, const char *id, int seat,
                          const uint8_t hash[STO_HASH], struct tc_why *why);
/* Every token of a game. */
typedef bool sto_token_fn(void *ctx, int seat, const uint8_t hash[STO_HASH]);
enum tc_err sto_each_token(struct sto *st, const char *id, sto_token_fn *fn, void *ctx,
                           struct tc_why *why);
/* TC_E_NAME: nobody's. id has STO_ID bytes. */
enum tc_err sto_find_token(struct sto *st, const uint8_t hash[STO_HASH], char *id, int *seat,
                           struct tc_why *why);

/* An invitation becomes the token of its seat, once. TC_E_NAME: it has been used or withdrawn.
 */
enum tc_err sto_use_invite(struct sto *st, const uint8_t invite[STO_HASH],
                           const uint8_t token[STO_HASH], char *id, int *seat,
                           struct tc_why *why);
enum tc_err sto_drop_token(struct sto *st, const char *id, int seat, struct tc_why *why);

/* --- Accounts --- */

/* TC_E_NAME: the name is taken. secret is what the password check needs (Argon2id text). */
enum tc_err sto_new_account(struct sto *st, const char *name, const char *secret,
                            struct tc_why *why);
/* TC_E_NAME: no such account. free() *secret. */
enum tc_err sto_account(struct sto *st, const char *name, char **secret, struct tc_why *why);
enum tc_err sto_account_put(struct sto *st, const char *name, const char *key, const char *text,
                            struct tc_why *why);
enum tc_err sto_account_get(struct sto *st, const char *name, const char *key, char **out,
                            struct tc_why *why);
/* The newest fifty of an account are good. */
enum tc_err sto_put_session(struct sto *st, const uint8_t hash[STO_HASH], const char *name,
                            int64_t until, struct tc_why *why);
/* name has STO_NAME bytes. TC_E_NAME: no such session, or it is past. */
enum tc_err sto_find_session(struct sto *st, const uint8_t hash[STO_HASH], int64_t now,
                             char *name, struct tc_why *why);
enum tc_err sto_drop_session(struct sto *st, const uint8_t hash[STO_HASH], struct tc_why *why);

/* Every session of an account: the hash as hex digits, and when it ends. */
typedef bool sto_session_fn(void *ctx, const char *hash, int64_t until);
enum tc_err sto_each_session(struct sto *st, const char *name, int64_t now, sto_session_fn *fn,
                             void *ctx, struct tc_why *why);
/* End those whose hash begins so ("": all), but not `but` (NULL: all of them). *n: how many. */
enum tc_err sto_drop_sessions(struct sto *st, const char *name, const char *begin,
                              const uint8_t *but, int *n, struct tc_why *why);
enum tc_err sto_put_secret(struct sto *st, const char *name, const char *secret,
                           struct tc_why *why);
/* With its sessions, settings and list of games. TC_E_NAME: no such account. */
enum tc_err sto_drop_account(struct sto *st, const char *name, struct tc_why *why);
/* The form a name has for those who only look; TC_E_NAME: another account looks like that. */
enum tc_err sto_put_alike(struct sto *st, const char *name, const char *form,
                          struct tc_why *why);
typedef bool sto_name_fn(void *ctx, const char *name);
/* Accounts whose name holds the text; "" is all. */
enum tc_err sto_each_account(struct sto *st, const char *text, sto_name_fn *fn, void *ctx,
                             struct tc_why *why);

/* --- Codes that were sent by mail, and counts --- */

enum tc_err sto_put_code(struct sto *st, const uint8_t hash[STO_HASH], const char *kind,
                         const char *name, const char *text, int64_t until, struct tc_why *why);
/* Whose is it? name has STO_NAME bytes; free() *text. once: it is gone afterwards. TC_E_NAME:
 * there is no such code, or not any more. */
enum tc_err sto_find_code(struct sto *st, const uint8_t hash[STO_HASH], const char *kind,
                          int64_t now, bool once, char *name, char **text, struct tc_why *why);
enum tc_err sto_drop_codes(struct sto *st, const char *name, const char *kind,
                           struct tc_why *why);
/* Take the mail away from every account that has it. */
enum tc_err sto_drop_mail(struct sto *st, const char *mail, struct tc_why *why);
/* One more of this in this span of seconds; *n is how many there are now. */
enum tc_err sto_tally(struct sto *st, const char *what, int64_t now, int span, int *n,
                      struct tc_why *why);
/* How many, without one more. */
enum tc_err sto_tallied(struct sto *st, const char *what, int64_t now, int span, int *n,
                        struct tc_why *why);
/* Sessions, codes, counts and bans that are past. */
enum tc_err sto_sweep(struct sto *st, int64_t now, struct tc_why *why);

/* --- What operators do (desk.c) ----------------------------------------------------------- */

struct sto_ban {
    const char *kind, *name, *reason; /* kind: "address", "account" or "mail" */
    int64_t until;
};
enum tc_err sto_put_ban(struct sto *st, const struct sto_ban *ban, struct tc_why *why);
/* TC_E_NAME: there was none. */
enum tc_err sto_drop_ban(struct sto *st, const char *kind, const char *name,
                         struct tc_why *why);
typedef bool sto_ban_fn(void *ctx, const struct sto_ban *ban);
enum tc_err sto_each_ban(struct sto *st, int64_t now, sto_ban_fn *fn, void *ctx,
                         struct tc_why *why);

/* Every deed is kept, and changes sto_deeds, by which a server that runs sees it. */
enum tc_err sto_deed(struct sto *st, int64_t at, const char *who, const char *what,
                     struct tc_why *why);
enum tc_err sto_deeds(struct sto *st, int64_t *n, struct tc_why *why);
typedef bool sto_deed_fn(void *ctx, int64_t at, const char *who, const char *what);
enum tc_err sto_each_deed(struct sto *st, sto_deed_fn *fn, void *ctx, struct tc_why *why);

struct sto_about {
    const char *id, *header, *meta; /* meta: the key of that name, or NULL */
    int64_t touched, lines;         /* touched: 0 if never */
};
typedef bool sto_about_fn(void *ctx, const struct sto_about *about);
/* Games whose name, title or players hold the text ("": all), not touched since `before`
 * (0: whenever). */
enum tc_err sto_find_games(struct sto *st, const char *text, int64_t before, sto_about_fn *fn,
                           void *ctx, struct tc_why *why);

/* --- Battles that people made (battles.c) ------------------------------------------------- */

enum { STO_TEXT = 33 }; /* bytes of a file's hash in hex digits, its end included */

/* A file, by its hash; one that is there is only noted as wanted. */
enum tc_err sto_put_text(struct sto *st, const char *hash, const char *text, int64_t now,
                         struct tc_why *why);
/* *out is NULL when there is none; free() it. */
enum tc_err sto_text(struct sto *st, const char *hash, char **out, struct tc_why *why);
/* How it plays, a text of JSON. */
enum tc_err sto_put_plays(struct sto *st, const char *hash, const char *plays,
                          struct tc_why *why);
/* Bytes of all files. */
enum tc_err sto_texts_size(struct sto *st, int64_t *out, struct tc_why *why);
typedef bool sto_text_fn(void *ctx, const char *hash, const char *text);
enum tc_err sto_each_text(struct sto *st, sto_text_fn *fn, void *ctx, struct tc_why *why);
/* Those that no battle and no game needs, and nobody has wanted since. */
enum tc_err sto_sweep_texts(struct sto *st, int64_t before, struct tc_why *why);

struct sto_battle {
    const char *id, *account, *hash, *system, *title;
    const char *origin, *origin_text; /* what it was made from: a battle's id, and in words */
    bool listed;
    int64_t made, changed, bytes;
    const char *plays; /* "" if nobody has looked */
};

enum tc_err sto_new_battle(struct sto *st, const struct sto_battle *b, struct tc_why *why);
/* Another version: TC_E_NAME when it is gone, or somebody else's. */
enum tc_err sto_put_battle(struct sto *st, const struct sto_battle *b, struct tc_why *why);
/* account NULL: whoever's it is. TC_E_NAME: there is none. */
enum tc_err sto_drop_battle(struct sto *st, const char *id, const char *account,
                            struct tc_why *why);
typedef bool sto_battle_fn(void *ctx, const struct sto_battle *b);
struct sto_choice {
    const char *id, *account, *system; /* NULL: any */
    const char *text;                  /* held by title or account; NULL: any */
    bool all;                          /* those that are not listed too */
    int from, most;
};
/* The newest first. */
enum tc_err sto_each_battle(struct sto *st, const struct sto_choice *c, sto_battle_fn *fn,
                            void *ctx, struct tc_why *why);

/* --- Studies (studies.c) ------------------------------------------------------------------ */

struct sto_study {
    const char *id, *owner, *wish;
    const char *state;                /* "waits", "done", "stopped" or "failed" */
    int64_t at, battles, used, lease; /* used: milliseconds of a processor */
};
enum tc_err sto_new_study(struct sto *st, const struct sto_study *s, struct tc_why *why);
typedef bool sto_study_fn(void *ctx, const struct sto_study *s);
/* id NULL: all that wait, the one that has had least first. */
enum tc_err sto_each_study(struct sto *st, const char *id, sto_study_fn *fn, void *ctx,
                           struct tc_why *why);
/* It is this server's until then, if it waits and is nobody's now: *mine. */
enum tc_err sto_claim_study(struct sto *st, const char *id, int64_t now, int64_t until,
                            bool *mine, struct tc_why *why);
/* It still is. id NULL: none is any server's, where there was one server only. */
enum tc_err sto_hold_study(struct sto *st, const char *id, int64_t until, struct tc_why *why);
/* Battle n was fought (text NULL: none was); so much was used, and the study stands so. */
enum tc_err sto_study_row(struct sto *st, const char *id, int64_t n, const char *text,
                          int64_t used, const char *state, struct tc_why *why);
/* It is ended, if it waits. */
enum tc_err sto_end_study(struct sto *st, const char *id, const char *state,
                          struct tc_why *why);
typedef bool sto_row_text_fn(void *ctx, int64_t n, const char *text);
enum tc_err sto_each_study_row(struct sto *st, const char *id, int64_t from,
                               sto_row_text_fn *fn, void *ctx, struct tc_why *why);
/* The number of the next battle of a study. */
enum tc_err sto_study_next(struct sto *st, const char *id, int64_t *n, struct tc_why *why);
/* What an owner has used: milliseconds, studies that wait, battles fought. */
struct sto_use {
    int64_t used, waiting, fought;
};
enum tc_err sto_study_used(struct sto *st, const char *owner, int64_t since,
                           struct sto_use *out, struct tc_why *why);
/* Those begun before a time, and of the others the oldest, until what was fought in all of them
 * fits into so many bytes. */
enum tc_err sto_sweep_studies(struct sto *st, int64_t before, int64_t most, struct tc_why *why);

/* --- The games of an account --- */

/* A token that opens a seat as long as the session is good and the seat's own token, whose
 * hash is `token` (hex), is. */
enum tc_err sto_lend(struct sto *st, const uint8_t loan[STO_HASH],
                     const uint8_t session[STO_HASH], const char *id, int seat,
                     const char *token, struct tc_why *why);
/* As sto_look, for a token that was lent. */
enum tc_err sto_look_lent(struct sto *st, const uint8_t loan[STO_HASH], int64_t now, char *id,
                          int *seat, struct sto_now *out, struct tc_why *why);
/* The seat has a new token: the account that asked through a loan keeps it. */
enum tc_err sto_keep_lent(struct sto *st, const uint8_t loan[STO_HASH],
                          const uint8_t token[STO_HASH], struct tc_why *why);

/* token is the hash of the seat's token, in hex digits, by which the account can open the
 * seat again; in what is given back it is "" when the seat has another token by now. */
enum tc_err sto_account_game(struct sto *st, const char *name, const char *id, int seat,
                             const char *token, struct tc_why *why);
typedef bool sto_seat_fn(void *ctx, const char *name, const char *id, int seat,
                         const char *token);
enum tc_err sto_each_account_game(struct sto *st, const char *name, sto_seat_fn *fn, void *ctx,
                                  struct tc_why *why);
enum tc_err sto_drop_account_game(struct sto *st, const char *name, const char *id,
                                  struct tc_why *why);
/* Was the store made by version 1, and have tokens and names not been seen to since? */
enum tc_err sto_was_old(struct sto *st, bool *old, struct tc_why *why);
enum tc_err sto_not_old(struct sto *st, struct tc_why *why);
/* Those of a store of version 1, where the token itself was kept. */
enum tc_err sto_each_plain(struct sto *st, sto_seat_fn *fn, void *ctx, struct tc_why *why);
/* The accounts that hold a seat in a game. */
enum tc_err sto_each_holder(struct sto *st, const char *id, sto_seat_fn *fn, void *ctx,
                            struct tc_why *why);

/* --- News from other servers on the same database --- */

/* fn is called from a thread of the store whenever another process has added to a game; with
 * "" when it may have been any, because the connection was lost for a while. SQLite has none:
 * its file belongs to one server. */
typedef void sto_news_fn(void *ctx, const char *id);
enum tc_err sto_listen(struct sto *st, sto_news_fn *fn, void *ctx, struct tc_why *why);

/* No news any more: when it returns fn is not called again. */
void sto_deaf(struct sto *st);

/* --- Care --- */

/* A consistent copy of a SQLite store while it is in use; PostgreSQL says what to run. */
enum tc_err sto_backup(struct sto *st, const char *file, struct tc_why *why);

#endif
