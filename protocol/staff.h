/* protocol/staff.h - the staff: a person hands something to a computer player and takes it
 * back.
 *
 * Handed over is everything a seat is asked, or what concerns some commands (the groups of its
 * scene), until the phase or the turn ends or until it is taken back. The staff answers for the
 * seat: in the record its answers are the seat's own. Programs that think elsewhere (the
 * server) use struct stf alone; in a session ses_play asks the staff by itself.
 */
#ifndef PROTO_STAFF_H
#define PROTO_STAFF_H

#include "players/player.h"
#include "protocol/session.h"

enum stf_until { STF_PHASE, STF_TURN, STF_BATTLE, STF_UNTILS };

enum { STF_COMMANDS = 16, STF_KEY = 64, STF_VERBS = 64 };

#define STF_PLAYER "level-3" /* who it is when nobody is named */

struct stf {
    bool on;
    char player[SES_KIND];
    int commands; /* 0: everything the seat is asked */
    char command[STF_COMMANDS][STF_KEY];
    uint8_t until;           /* enum stf_until */
    uint16_t turn;           /* where play stood when it was handed over */
    char phase[STF_KEY];     /* the phase of that turn, in words */
    uint32_t line;           /* and how many lines there were */
    int strength[TC_SIDES];  /* and how strong both armies, as the seat sees them */
    uint32_t answers;        /* given since */
    uint16_t did[STF_VERBS]; /* by verb */
    uint32_t left;           /* a question it leaves to the person, its number + 1 */
};

/* {"commands","until","player"}: what is to be handed over by this seat now. */
enum tc_err stf_read(const struct ses_game *s, int seat, const json_t *in, struct stf *out,
                     struct tc_why *why);

/* Has its time run out? */
bool stf_ended(const struct stf *f, const struct ses_game *s, int seat);

/* Is the open question, which this seat is asked, one that the staff should think about? */
bool stf_asked(const struct stf *f, const struct ses_game *s, int seat);

/* It has thought: *a is its player's answer, with what it considered. True: *a is the answer to
 * give. False: it is for the person to answer this one. */
bool stf_choose(struct stf *f, const struct ses_game *s, int seat, const struct plr_advice *why,
                struct tc_act *a);

/* The answer was given. */
void stf_gave(struct stf *f, const struct tc_act *a);

/* What is handed over, and what the staff has done with it, as the seat may see it:
 * docs/protocol.md, Staff. */
json_t *stf_json(const struct stf *f, const struct ses_game *s, int seat);

/* As it is kept between two runs of a program; and back: false for nothing of the kind. */
json_t *stf_keep(const struct stf *f);
bool stf_take(const json_t *kept, struct stf *out);

/* How strong each side is, as a seat sees it; a unit of several pieces counts once. */
void stf_strengths(const struct ses_game *s, int seat, int out[TC_SIDES]);

/* --- In a session ------------------------------------------------------------------------ */

/* From now on ses_play asks the staff of this seat too. */
enum tc_err stf_hand(struct ses_game *s, int seat, const struct stf *f, struct tc_why *why);

/* Take it back; false: nothing was handed over. What it did can still be read. */
bool stf_back(struct ses_game *s, int seat);

/* The staff of a seat, at work or not; NULL: there never was one. */
const struct stf *stf_of(const struct ses_game *s, int seat);

/* If the staff's time has run out, it stops. True, once, when nobody was told of it yet. */
bool stf_settle(struct ses_game *s, int seat);

/* For ses_play: *gives is false when the person must answer. */
enum tc_err stf_answer(struct ses_game *s, int seat, struct tc_act *a, bool *gives,
                       struct tc_why *why);
void stf_free(struct ses_game *s);

#endif
