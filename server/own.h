/* server/own.h - what the files of the server share among themselves.
 *
 * Threads: a few threads of libmicrohttpd read and write sockets and never wait for anything
 * else. Workers carry requests out, and wait for the store. Lookers do what grows with the
 * length of a battle (logs, records, streams from the start, scenes, pictures). Computer
 * players, people's questions (odds, advice), passwords and notices have threads and queues
 * apart, so that none of them waits for another. A ticker looks after time. A game has
 * one lock. It is held while an answer is judged, stored and handed to the streams, so
 * everybody sees the same order; it is never held while a computer player thinks.
 */
#ifndef SRV_OWN_H
#define SRV_OWN_H

#include <jansson.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

#include "players/player.h"
#include "protocol/session.h"
#include "protocol/staff.h"
#include "protocol/write.h"
#include "server/base.h"
#include "server/server.h"
#include "server/tongue.h"
#include "store/store.h"

/* --- The server --------------------------------------------------------------------------- */

enum srv_pools {
    SRV_WORK,  /* workers: what is quick, and what waits for the store */
    SRV_LOOK,  /* lookers: what grows with the length of a battle */
    SRV_PLAN,  /* planners: what people try out on the map, which may take a second */
    SRV_PLAY,  /* computer players */
    SRV_ASK,   /* people's questions: odds, advice */
    SRV_DOOR,  /* passwords */
    SRV_POST,  /* notices on their way out */
    SRV_CARE,  /* what must answer when all others wait: healthz, metrics */
    SRV_AHEAD, /* computers that think while people think */
    SRV_STUDY, /* battles by the dozen, when nobody needs the processor */
    SRV_POOLS
};

/* What each file keeps for a server; every one has NAME_new and NAME_free. */
struct srv_crowd;    /* crowd.c: what each address has open */
struct srv_desk;     /* desk.c: bans, and what operators did */
struct srv_films;    /* api_look.c: replays for the slider */
struct srv_games;    /* games.c: the registry */
struct srv_gates;    /* gate.c: who waits for a game */
struct srv_hosts;    /* pause.c: hosts that did not answer */
struct srv_journal;  /* log.c: the log and the figures */
struct srv_limits;   /* limit.c: the buckets */
struct srv_links;    /* http.c: connections */
struct srv_net;      /* daemon.c: threads that read and write */
struct srv_odds;     /* api_ask.c: odds that are remembered */
struct srv_page;     /* page.c: files of the page */
struct srv_pictures; /* api_look.c: pictures that were drawn */
struct srv_ping;     /* health.c: is the store well? */
struct srv_shelf;    /* books.c: scenarios, systems, rules */
struct srv_studies;  /* study.c: is one under way? */

struct srv {
    struct srv_options o;
    struct sto *store;
    char base[128]; /* begins and ends in / */
    char here[300]; /* where it listens, as an address of the page */
    char url[300];  /* of the page, as people reach it */
    struct srv_pool *pool[SRV_POOLS];
    atomic_bool stopping;
    atomic_bool said_bye; /* to every stream: what is open still ends when it has been sent */
    atomic_int faults;    /* mistakes of ours met so far */
    _Atomic int64_t down; /* seconds without service, ever (clock.c) */
    double beaten;        /* when the last sign of life was given */
    bool ticking;
    pthread_t ticker;
    sem_t enough; /* the ticker's word to end */
    struct srv_crowd *crowd;
    struct srv_desk *desk;
    struct srv_films *films;
    struct srv_games *games;
    struct srv_gates *gates;
    struct srv_hosts *hosts;
    struct srv_journal *journal;
    struct srv_limits *limits;
    struct srv_links *links;
    struct srv_net *net;
    struct srv_odds *odds;
    struct srv_page *page;
    struct srv_pictures *pictures;
    struct srv_ping *ping;
    struct srv_shelf *shelf;
    struct srv_studies *studies;
    struct srv_tongues *tongues;
};

/* The server this thread works for. Every thread belongs to one; who calls srv_open, srv_close
 * and the like works for that one meanwhile. */
extern _Thread_local struct srv *srv;

#define SRV_PART(name)                                                                         \
    struct srv_##name *srv_##name##_new(void);                                                 \
    void srv_##name##_free(struct srv_##name *p)
SRV_PART(crowd);
SRV_PART(desk);
SRV_PART(films);
SRV_PART(games);
SRV_PART(gates);
SRV_PART(hosts);
SRV_PART(journal);
SRV_PART(limits);
SRV_PART(links);
SRV_PART(net);
SRV_PART(odds);
SRV_PART(page);
SRV_PART(pictures);
SRV_PART(ping);
SRV_PART(shelf);
SRV_PART(studies);
#undef SRV_PART

int64_t srv_now(void);  /* seconds since 1970 */
double srv_clock(void); /* seconds of a clock that does not jump */

/* --- Books (books.c) ---------------------------------------------------------------------- */

/* A scenario's book, loaded once and kept. */
enum tc_err srv_book(const char *id, const struct tc_book **out, struct tc_why *why);
json_t *srv_scenarios(void);
json_t *srv_system(const struct tc_ruleset *r);
enum tc_err srv_rule(const char *id, json_t **out, struct tc_why *why);

/* --- Games (games.c) ---------------------------------------------------------------------- */

struct srv_stream;

struct srv_game {
    char id[STO_ID];
    struct srv_game *next; /* registry's own */
    int refs;

    pthread_mutex_t lock; /* guards all below */
    struct ses_game *s;   /* NULL: not in memory */
    const struct tc_book *book;
    char *header;
    bool has_keys; /* what lies beside the record has been read */
    char title[SRV_TITLE];
    char name[TC_SEATS][SRV_NAME];
    int maker;
    bool firm;        /* begun without take-backs past dice */
    uint32_t brought; /* lines that came with a record: their dice were not thrown here */
    json_t *orders[TC_SEATS];
    struct stf *staff[TC_SEATS]; /* what is handed to a computer player; or NULL */
    json_t *over;                /* resigned or drawn: {"by","winner"}; else NULL */
    json_t *clock, *time;        /* what the maker chose, and what is left; or NULL (clock.c) */
    char sub[TC_SEATS][64];      /* the computer that sits in for a person, or "" */
    bool late[TC_SEATS];         /* it does because time ran out */
    bool put[TC_SEATS];          /* it does because somebody else put it there */
    atomic_bool looked;          /* its clock is about to be looked at */
    json_t *undo, *draw;         /* offers that wait: {"seat"}; or NULL */
    bool taken[TC_SEATS], silenced[TC_SEATS];
    uint16_t noticed[TC_SEATS]; /* turn of the last notice */
    int64_t touched, touched_kept;
    struct sto_now now; /* how new all this is */
    struct srv_pass {
        uint8_t hash[STO_HASH];
        int seat;
    } pass[TC_SEATS]; /* tokens of seats, as the store has them since `beside` changed last */
    int passes;
    bool shared; /* other servers write to it too */
    bool quick;  /* who has the lock did not ask the store: the commit is to compare */
    uint64_t seed_kept[2]; /* the seed as the store has it; 0, 0: none */

    struct srv_fresh {
        uint32_t n;
        char *text;
    } * fresh; /* lines made, not yet stored */
    int fresh_n, fresh_room;

    bool known;                                            /* lines and notes below are right */
    uint32_t lines, notes;                                 /* that streams have been told */
    struct js_seen_scene shown[SRV_TONGUES][TC_SIDES + 1]; /* when streams were told last */
    struct srv_stream *stream;
    bool here_due; /* watchers have come or gone */
    bool thinking;
    int faults;              /* mistakes of ours met in it */
    bool tired;              /* memory is short: computers wait */
    uint64_t lots;           /* of the computer players, drawn when first needed */
    _Atomic double asked_at; /* srv_clock of the last request of a person */
    char source[64];         /* whose: its computers think on this address's account */
    double rests;            /* until when they wait because that is used up; 0: they do not */
    struct plr_advice *advice[TC_SEATS];
    struct plr_budget budget[TC_SEATS]; /* time computers take for a turn */
    struct srv_ahead *ahead; /* what they thought while people thought (ahead.c); or NULL */
    _Atomic double used;     /* srv_clock of the last request */
    atomic_size_t bytes;     /* what it takes in memory, about */
};

/* The lock of a game. A thread holds one at most. */
void srv_game_lock(struct srv_game *g);
bool srv_game_trylock(struct srv_game *g);
void srv_game_unlock(struct srv_game *g);

/* Call run(ctx) so that a mistake of ours (TC_BUG_ON) in the rules, players, protocol or
 * drawing ends the call and not the server (fault.c). */
enum srv_end {
    SRV_FINE,
    SRV_FAULT,      /* met on a copy, or before a game was there */
    SRV_GAME_FAULT, /* met with a game's lock held: it was let go of */
};
enum srv_end srv_contain(void (*run)(void *ctx), void *ctx);
/* With this lock held, which is let go of even then. */
void srv_locked(pthread_mutex_t *m, void (*run)(void *ctx), void *ctx);
/* In debug builds $TRICORNE_TRIP names a rule at which such a mistake is made. */
void srv_trip_open(void);
/* With the lock held: see srv_contain. The game is set aside after SRV_FAULTS of them. */
void srv_game_fault(struct srv_game *g);

void srv_games_close(void); /* puts every game away */

/* The game's place in the registry, whether it exists or not. */
struct srv_game *srv_game_get(const char *id);
/* The same, held, only if it has one; else NULL. */
struct srv_game *srv_game_find(const char *id);
void srv_game_put(struct srv_game *g);
void srv_game_hold(struct srv_game *g); /* one reference more */

/* With the lock held: read it from the store if it is not in memory. */
enum tc_err srv_game_load(struct srv_game *g, struct tc_why *why);
/* A new game, just stored: go on with it, and with its dice. Takes s over. */
enum tc_err srv_game_begin(struct srv_game *g, struct ses_game *s, struct tc_why *why);
/* Let go of it as it is in memory; the store is right. */
void srv_game_forget(struct srv_game *g);
/* A key beside the record. */
enum tc_err srv_game_set(struct srv_game *g, const char *key, const json_t *value,
                         struct tc_why *why);
/* Every game with a place, each held; free() the list. */
struct srv_game **srv_games_list(int *n);
/* Delete what nobody has touched for --forget days. */
void srv_games_sweep(void);
/* Put away what is idle or too much; called by the ticker. */
void srv_games_tidy(double now);
int srv_games_loaded(void);
/* Another process has added to it; ctx is the server. */
void srv_game_news(void *ctx, const char *id);

/* Does a person play this seat now, and is it a person's at all? A computer may sit in. */
bool srv_is_person(const struct srv_game *g, int seat);
bool srv_is_persons(const struct srv_game *g, int seat);
bool srv_seat_here(const struct srv_game *g, int seat);

/* {"by","ending","winner"} or NULL. */
json_t *srv_game_over(const struct srv_game *g);

/* What another process has added is taken up from where the game stands (news.c). */
enum tc_err srv_game_take_up(struct srv_game *g, struct tc_why *why);
/* The same when `now`, just read from the store, is newer than what is in memory. */
enum tc_err srv_game_current(struct srv_game *g, const struct sto_now *now, struct tc_why *why);
/* It was deleted: let go of it, and end its streams. */
void srv_game_drop(struct srv_game *g);
/* After a write of our own to the store; beside: not lines or notes. */
void srv_game_wrote(struct srv_game *g, bool beside);
enum tc_err srv_game_read_keys(struct srv_game *g, struct tc_why *why);
/* Roll on with the seed the store keeps. */
enum tc_err srv_game_seed(struct srv_game *g, struct tc_why *why);
/* Do the lines from `from` on only keep the record: seeds made known, positions? */
bool srv_only_keeps(const struct ses_game *s, uint32_t from);
/* The offer to take back, if it still holds: nothing was answered since; or NULL. */
const json_t *srv_undo_offer(const struct srv_game *g);
/* Does a person sit on the other side? */
bool srv_has_opponent(const struct srv_call *c);
/* The offer of a draw, if it still holds: the other side has not answered since; or NULL. */
const json_t *srv_draw_offer(const struct srv_game *g);
/* Resigned, agreed or out of time: as the last line says. */
void srv_take_stop(struct srv_game *g);

/* The record as the store has it, to its end; free() it. */
enum tc_err srv_game_text(struct srv_game *g, char **text, size_t *size, struct tc_why *why);

/* A record up to line n, replayed; ses_free it. */
enum tc_err srv_game_at(struct srv_game *g, uint32_t n, struct ses_game **out,
                        struct tc_why *why);

/* --- Playing (play.c) --------------------------------------------------------------------- */

/* Store the fresh lines, then tell the streams. On failure the game is forgotten. */
enum tc_err srv_commit(struct srv_game *g, struct tc_why *why);

/* Gather a line of the session: its on_line. */
enum tc_err srv_collect(void *ctx, struct ses_game *s, const struct ses_line *l,
                        struct tc_why *why);
void srv_drop_fresh(struct srv_game *g);

/* If a computer or a standing order answers next, see to it. */
void srv_go_on(struct srv_game *g);
/* With the lock held, now and then: computers that waited for their budget go on. */
void srv_rested(struct srv_game *g, double now);
/* Seconds of a processor this thread has used. */
double srv_used_so_far(void);
/* In the midst of a request that may be long: what it has used counts now. Has its address, or
 * its token, used up what it may? */
bool srv_used_up(struct srv_call *c);

/* A copy of the game at its open question, to think about without the lock. */
struct srv_copy {
    struct ses_fork f;
    bool same; /* it came to the same question */
};
void srv_copy_game(const struct srv_game *g, int seat, struct srv_copy *out);
void srv_copy_free(struct srv_copy *c);

/* --- Thinking while people think (ahead.c) -------------------------------------------- */

struct plr_recalled;
/* All with the lock held. If a person is asked and a computer takes its time, it thinks. */
void srv_think_ahead(struct srv_game *g);
/* The battle goes on: what is being thought ends soon. */
void srv_ahead_stop(struct srv_game *g);
void srv_ahead_free(struct srv_game *g);
/* What a seat thought about the open question of this copy before it was asked. */
bool srv_ahead_recall(const struct srv_game *g, int seat, const struct tc_game *at,
                      struct plr_recalled *out);
/* Without a lock: every thought ends soon, because the server stops. */
void srv_ahead_end(void);

/* --- Clocks (clock.c) ------------------------------------------------------------------- */

struct srv_time {
    int64_t left[TC_SIDES]; /* seconds, at `since` */
    int64_t since;          /* in time of service */
    int side;               /* whose clock runs, or TC_NONE */
    bool warned;
    int64_t far;            /* answers behind the farthest question so far */
    int64_t back[TC_SIDES]; /* how often somebody sat down anew after time had run out */
    int64_t sat, sat_at;    /* 1 + the question at which a side left its seat to a computer */
};

/* A clock as a maker may choose it; NULL and null are none. */
enum tc_err srv_read_clock(const json_t *j, struct tc_why *why);
/* After a line: the key "time" from now on (free it), and when to look. False: no clock. */
bool srv_clock_turn(const struct srv_game *g, char **text, int64_t *due);
/* Somebody has sat down: if all have, time begins to run. */
void srv_clock_start(struct srv_game *g);
/* A person takes the seat back from the computer that sat in. */
enum tc_err srv_sit_in(struct srv_game *g, int seat, const char *player, bool late,
                       struct tc_why *why);
enum tc_err srv_clock_sit(struct srv_game *g, int seat, struct tc_why *why);
json_t *srv_clock_json(const struct srv_game *g);
void srv_clock_tick(double now);
/* Who plays this seat: "person", or a computer player. */
const char *srv_kind(const struct srv_game *g, int seat);

/* --- Streams (stream.c) ------------------------------------------------------------------- */

struct MHD_Connection;
struct MHD_Response;

/* With the game's lock held: a stream behind line.note, or all of it. */
struct srv_stream *srv_stream_open(struct srv_game *g, int seat, int link, int64_t line,
                                   int64_t note, struct tc_why *why);
/* Its response; the stream ends with it. */
struct MHD_Response *srv_stream_response(struct srv_stream *st, struct MHD_Connection *con);
void srv_stream_drop(struct srv_stream *st); /* if it never got a response */
/* The token it was opened with: when that is revoked, anywhere, the stream ends. */
void srv_stream_token(struct srv_stream *st, const uint8_t hash[STO_HASH]);

/* A scene and a list of offers to work on, one for each thread that needs it. */
struct tc_scene *srv_scratch_scene(void);
struct tc_offers *srv_scratch_offers(void);

/* With the game's lock held, of what is stored: what is asked, as this seat may know it. Made
 * once in a row for the same eyes. */
void srv_put_question(struct js_out *o, const struct srv_game *g, int seat);
/* The events of the newest line, if they were just written and nothing is kept from anybody. */
bool srv_put_news(struct js_out *o, const struct srv_game *g, uint32_t line);
void srv_memo_free(void); /* at the end of a thread */

/* With the game's lock held: tell what is new. */
void srv_stream_lines(struct srv_game *g);
enum tc_err srv_note(struct srv_game *g, int seat, const char *kind, const char *text,
                     struct tc_why *why);
void srv_stream_notes(struct srv_game *g);
void srv_stream_here(struct srv_game *g);
/* End the streams of a token that is dead; link is its row in the store. */
void srv_stream_end_link(struct srv_game *g, int link);
/* With the game's lock held: end the streams whose token is not valid any more. */
void srv_stream_check(struct srv_game *g);
void srv_stream_end_all(struct srv_game *g);
json_t *srv_note_json(const struct srv_game *g, const struct sto_note *n);
bool srv_may_hear(const struct srv_game *g, int seat, const struct sto_note *n);
void srv_streams_beat(double now);
void srv_streams_bye(void);

/* --- Requests (http.c, api*.c) ------------------------------------------------------------ */

enum srv_flags {
    SRV_R_SEAT = 1,      /* needs the token of a seat */
    SRV_R_LOOK = 2,      /* needs the token of a seat or of a watcher */
    SRV_R_ACCOUNT = 4,   /* needs the token of a session */
    SRV_R_ASK = 8,       /* a question of a seat: one at a time, the newest wins */
    SRV_R_DOOR = 512,    /* a password is to be judged */
    SRV_R_LONG = 256,    /* to be done by a looker */
    SRV_R_GAME = 16,     /* the game must be in memory */
    SRV_R_COSTLY = 32,   /* counts ten times against the limits */
    SRV_R_LOGIN = 64,    /* counts fifty times: passwords are not to be guessed */
    SRV_R_INVITE = 128,  /* needs an invitation */
    SRV_R_CARE = 1024,   /* has threads of its own, and no limit */
    SRV_R_RECORD = 2048, /* its body may be as large as a record */
    SRV_R_QUICK = 4096,  /* what it does is a commit, which can do the comparing */
    SRV_R_PLAN = 8192    /* to be done by a planner */
};

typedef enum tc_err srv_handler(struct srv_call *c);

struct srv_route {
    const char *method, *path; /* "games/{}/answer" */
    unsigned flags;
    srv_handler *run;
    const char *const *keys; /* of the body; NULL: none is read */
};

struct srv_call {
    struct MHD_Connection *con;
    const struct srv_route *route;
    char *path;        /* behind base and api/v1/ */
    char part[2][128]; /* what stood for {} */
    char address[64];  /* who asks, for the log */
    char source[64];   /* the same for limits: of IPv6 the network, /64 */
    bool known;        /* the token is somebody's */
    char token[SRV_TOKEN + 1];
    bool has_token, gzip, packed;
    char *query_from, *query_line, *query_of, *last_event;
    char *body;
    size_t size, room;
    bool too_large, is_json;
    bool large, crowded; /* one of the few large bodies; there are too many */
    json_t *in;

    int seat; /* SES_WATCHER, or a seat */
    int link; /* row of the token in the store: a seat, an invitation, a link to watch */
    uint8_t hash[STO_HASH]; /* of the token */
    struct sto_now now;     /* of the game, read with the token */
    char account[STO_NAME];
    bool again;         /* a request that was carried out before, by its key */
    bool lent;          /* the token is an account's for this session */
    struct srv_game *g; /* locked while a handler with SRV_R_GAME, SEAT or LOOK runs */
    bool locked;

    int status; /* 0: by what the handler returned */
    json_t *out;
    char *text; /* in place of out */
    size_t text_size;
    const char *type;
    struct srv_stream *stream;
    struct tc_why why;
    struct tc_refusal refusal;
    bool refused;
    int retry;
    double start;
    double began, spent; /* of the thread's processor: when it began, what is counted already */
    int stage, tongue;
    size_t under_way;       /* bytes of the answer, counted in crowd.c */
    struct srv_call *after; /* that waits for the same game */
};

extern const struct srv_route srv_routes[];

/* A few requests of one game at a time, and one question of a seat (gate.c). *older is a
 * question that gave way to this one, or NULL. Each that may go leaves again, and is
 * answered with the one whose turn it is then, or NULL. */
enum srv_entry { SRV_GO, SRV_WAIT, SRV_FULL };
enum srv_entry srv_gate_enter(struct srv_call *c, struct srv_call **older);
struct srv_call *srv_gate_leave(const struct srv_call *c);

/* Fill route and parts; 404 or 405 is set in *status when there is none. */
bool srv_find_route(struct srv_call *c, const char *method, int *status);
/* Carry it out: authorise, lock, run, make the answer's text. */
void srv_serve(struct srv_call *c);
void srv_unlock(struct srv_call *c);

/* Fail with a status of its own. */
enum tc_err srv_refuse(struct srv_call *c, int status, enum tc_err err, const char *where,
                       const char *text);

bool srv_read_number(const json_t *j, int64_t most, int64_t *out);

/* The number of the open question, of a game that is not over. */
enum tc_err srv_read_question(struct srv_call *c, uint32_t *number);
/* Store what was answered; out gets the news from this entry on, and the question. */
enum tc_err srv_after_answer(struct srv_call *c, uint32_t entry);

/* Handlers. */
srv_handler srv_api_health, srv_api_metrics, srv_api_scenarios, srv_api_players, srv_api_system,
    srv_api_rule, srv_api_new, srv_api_records, srv_api_branch, srv_api_view, srv_api_scene,
    srv_api_log, srv_api_lines, srv_api_offers, srv_api_answer, srv_api_answers, srv_api_reach,
    srv_api_plan, srv_api_threat, srv_api_dice, srv_api_why, srv_api_preview, srv_api_odds,
    srv_api_suggest, srv_api_thoughts, srv_api_outlook, srv_api_review, srv_api_now,
    srv_api_undo, srv_api_draw, srv_api_consent, srv_api_resign, srv_api_chat, srv_api_orders,
    srv_api_join, srv_api_invite, srv_api_withdraw, srv_api_revoke, srv_api_watch,
    srv_api_record, srv_api_picture, srv_api_stream, srv_api_account, srv_api_session,
    srv_api_session_end, srv_api_my_games, srv_api_add_game, srv_api_notice;

/* For questions about an act: it is this side's to answer; the act of the body. */
enum tc_err srv_need_side(struct srv_call *c);
enum tc_err srv_read_act(struct srv_call *c, struct tc_act *a);

/* Shares of the dice (api_shares.c). */
srv_handler srv_api_commit, srv_api_link;
void srv_put_word(const uint8_t word[TC_SECRET], char out[SRV_WORD]);
/* The host's secret as the store has it; false: it is not what the host committed to. */
bool srv_take_host(struct srv_game *g, const char *text);
/* The first seat that owes a share for the dice that wait, or TC_NONE. */
int srv_owing_seat(const struct srv_game *g);

/* Staffs (api_staff.c). As the store has it; what is at work now, or NULL; take it back; tell.
 */
srv_handler srv_api_staff, srv_api_adjust, srv_api_sit_in; /* api_hand.c, api_sit.c */
void srv_take_staff(struct srv_game *g, int seat, const json_t *kept);
struct stf *srv_staff_at_work(const struct srv_game *g, int seat);
enum tc_err srv_staff_back(struct srv_game *g, int seat, struct tc_why *why);
json_t *srv_staff_json(const struct srv_game *g, int seat);

/* Seats and links (api_seats.c). */
void srv_take_seat(struct srv_game *g, int seat);
enum tc_err srv_read_commands(const json_t *j, struct ses_seat *seat, struct tc_why *why);
enum tc_err srv_give_token(const char *id, int row, char out[SRV_TOKEN], struct tc_why *why);

void srv_health_close(void);

/* --- People (people.c, account.c), mail (mail.c), operators (desk.c) -----------------------
 */

srv_handler srv_api_substitute, srv_api_resume, srv_api_me, srv_api_my_sessions,
    srv_api_end_sessions, srv_api_end_one, srv_api_new_password, srv_api_reset_password,
    srv_api_set_password, srv_api_drop_me, srv_api_mail_confirm, srv_api_mail_stop,
    srv_api_drop_my_game, srv_api_delete;

/* Is it the password of this account? Wrong guesses are counted; 429 when they are too many. */
enum tc_err srv_check_password(struct srv_call *c, const char *name, const char *password);
enum tc_err srv_hash_password(struct srv_call *c, const char *password, char *out);
enum tc_err srv_read_password(struct srv_call *c, const char *key, const char **out);

bool srv_is_mail(const char *text);
/* False: too many today, or the address wants none. */
bool srv_mail_confirm(const char *account, const char *to);
bool srv_mail_reset(const char *account, const char *to);
/* what: "move" or "clock". */
void srv_mail_move(const char *account, const char *to, const char *battle, const char *what,
                   int turn);
enum tc_err srv_read_reset(struct srv_call *c, char *name);

enum tc_err srv_desk_open(struct tc_why *why);
void srv_desk_tick(double now);
bool srv_banned(const char *kind, const char *name);

/* A new game for --ready; the token of its first person. */
enum tc_err srv_ready_game(const char *scenario, char id[STO_ID], char token[SRV_TOKEN],
                           struct tc_why *why);

enum tc_err srv_http_open(struct tc_why *why);
int srv_http_port(void);
void srv_http_close(void);
void srv_http_tick(double now);
/* Resume a connection that sleeps. */
void srv_http_wake(struct MHD_Connection *con);
/* Until srv_http_ring the thread's wakes are gathered. */
void srv_http_hold(void);
void srv_http_ring(void);

/* --- The page (page.c) -------------------------------------------------------------------- */

struct srv_file {
    char *bytes, *packed; /* packed: gzip, or NULL */
    size_t size, packed_size;
    char tag[40];
    const char *type;
    bool forever;
};

void srv_page_open(void);
/* The file of a path; "" is index.html. The bytes stay until the server is closed. */
bool srv_page_find(const char *path, struct srv_file *out);
bool srv_gzip(const char *bytes, size_t n, char **out, size_t *size);

/* --- Limits (limit.c) --------------------------------------------------------------------- */

/* The thoughts of computers have a bucket of their own: whoever plays against slow ones may
 * still ask. */
enum srv_who { SRV_ADDRESS, SRV_BEARER, SRV_THOUGHT };

/* Seconds to wait, 0: go ahead, and cost requests are counted. */
int srv_limit(enum srv_who kind, const char *who, double cost, double now);
/* Seconds to wait until processor time may be used again. */
int srv_limit_work(enum srv_who kind, const char *who, double now);
/* Is more than half of it left? */
bool srv_limit_spare(enum srv_who kind, const char *who, double now);
/* Processor time was used. */
void srv_limit_spend(enum srv_who kind, const char *who, double seconds, double now);
/* One game more; seconds to wait, 0: go ahead. */
int srv_limit_games(const char *who, double games, double now);
int srv_limit_accounts(const char *who, double now);
void srv_limit_tidy(double now);

/* --- What each address has open (crowd.c) ------------------------------------------------- */

/* Bytes of all answers that wait to be read; one address may have a quarter. */
enum { SRV_UNDER_WAY = 64 << 20 };

bool srv_crowd_room(const char *source); /* for one more connection */
void srv_crowd_connection(const char *source, int change);
bool srv_crowd_send(const char *source, size_t n); /* false: too much is under way */
void srv_crowd_sent(const char *source, size_t n);

/* --- Notices (notice.c) ------------------------------------------------------------------- */

/* With the game's lock held: if somebody's turn has begun and they are away, tell them. */
void srv_notice(struct srv_game *g);
/* That their time is running out. */
void srv_notice_clock(struct srv_game *g, int seat);
bool srv_hook_ok(const char *url);
/* A host that fails is left alone, longer each time (pause.c). */
bool srv_host_ready(const char *url, double now);
void srv_host_told(const char *url, bool good, double now);
void srv_notice_open(void);
void srv_notice_close(void);

#endif
