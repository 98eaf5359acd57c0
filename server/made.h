/* server/made.h - battles that people made, and studies of battles.
 *
 * A battle is a file (protocol/battle.h), kept by its hash; as a scenario its name is b-HASH,
 * so that a game, its record and its branches name the very version they are of. What an
 * account has published is a row that points to one. A study is a queue of battles between
 * computers, fought one after another at the lowest rank. Each is stored when it is over, so
 * that a server that is stopped, killed or one of several goes on where it was.
 */
#ifndef SRV_MADE_H
#define SRV_MADE_H

#include "server/own.h"

enum {
    BATTLE_ID = 96,            /* bytes of minden/b-HASH */
    SRV_MADE_FILE = 256 << 10, /* bytes of a file that is kept */
    SRV_MADE_MOST = 50,        /* battles of an account */
    SRV_MADE_DAY = 100,        /* versions from one address in a day */
    SRV_MADE_LIST = 50,        /* of a reply */
    SRV_STUDY_BATTLES = 1000,  /* of a study */
    SRV_STUDY_WAITING = 4,     /* studies of one owner that are not over */
    SRV_STUDY_DAY = 10000,     /* battles of studies of one owner in a day */
    SRV_STUDY_GOALS = 24,      /* goals that the row of a battle tells */
    SRV_STUDY_SECONDS = 120,   /* of a processor for one battle; then it is broken off */
    SRV_STUDY_PLAYS = 20,      /* battles by which a published battle is described */
};

/* Is it the scenario of a battle that somebody made? */
bool srv_made_hash(const char *id, char hash[STO_TEXT]);
/* The scenario that a request names, by "scenario" or by "battle". */
enum tc_err srv_wished(struct srv_call *c, char id[BATTLE_ID]);
/* The file of a request, checked; its text (free() it) and hash. */
enum tc_err srv_read_file(struct srv_call *c, const char *origin, char **text,
                          char hash[STO_TEXT], char id[BATTLE_ID], const struct tc_book **book);

/* Keep it, if this address has not sent too many today and there is room. */
enum tc_err srv_keep_file(struct srv_call *c, const char *hash, const char *text);

/* Does a replay for the slider hold it? */
bool srv_films_show(const struct tc_book *bk);
void srv_shelf_tidy(double now);

/* A study waits from now on. owner: an account, or an address. */
enum tc_err srv_new_study(const char *owner, const char *scenario, const char *const player[2],
                          int battles, char id[STO_ID], struct tc_why *why);
/* When the store is there. */
void srv_study_open(void);
/* If any waits and none is under way, begin. */
void srv_study_tick(void);
/* What an owner may still use today, in milliseconds. */
enum tc_err srv_study_left(const char *owner, int64_t *left, int64_t *waiting,
                           struct tc_why *why);

srv_handler srv_api_battles, srv_api_battle, srv_api_file, srv_api_publish, srv_api_unpublish,
    srv_api_my_battles, srv_api_study, srv_api_study_rows, srv_api_study_end;

#endif
