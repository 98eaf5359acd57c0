/* protocol/computer.h - computer players in the seats of a session, and their advice. */
#ifndef COM_COMPUTER_H
#define COM_COMPUTER_H

#include "players/player.h"
#include "protocol/session.h"

/* Give a seat the player its kind names (players/player.h: plr_read). Its lots come from a
 * hash of the game's seed, never from the dice themselves. */
enum tc_err com_sit(struct ses_game *s, int seat, struct tc_why *why);

/* The player of a seat draws its lots from this seed from now on; programs are left alone. */
void com_reseed(struct ses_game *s, int seat, uint64_t seed);

/* Take the player away; persons are left alone. */
void com_rise(struct ses_game *s, int seat);

/* Move now: a computer that takes its time does not until its turn is over. False: none sits
 * there. */
bool com_hurry(struct ses_game *s, int seat);

/* Does the computer player of this seat, if there is one, think while another side is asked? */
bool com_thinks_ahead(const struct ses_game *s, int seat);

/* Computers that take their time think while another side is asked: one look at how the battle
 * may go on, of `most` seconds or little more, or until *stop is set (stop may be NULL). What
 * is new of it is added to `noted` (for com_know, also in another program), or only kept if
 * that is NULL; *more: there may be more to see. */
enum tc_err com_ahead(struct ses_game *s, double most, const atomic_bool *stop, bool *more,
                      json_t *noted, struct tc_why *why);
enum tc_err com_know(struct ses_game *s, const json_t *known, struct tc_why *why);

/* What the player of a seat considered for its last answer; NULL for persons and programs. */
const struct plr_advice *com_thoughts(const struct ses_game *s, int seat);

/* What a player would answer to the open question on behalf of the side that is asked. *out is
 * large: allocate it. */
enum tc_err com_suggest(const struct ses_game *s, const char *player, struct plr_advice *out,
                        struct tc_why *why);

/* {"courses":..,"choices":[{"act","score","visits","line":[{"side","act"}]}]}, best first; the
 * first three with "prospect" where plr_explain has looked. */
json_t *com_advice_json(const struct tc_book *bk, int manner, const struct plr_advice *a);

/* One choice in a line for people: "Keith: advance 4 inches.  (score +120, 31 courses), then
 * ..."; as the answer to a question asked in this manner, 0 if that is not known. */
void com_say_thought(const struct tc_book *bk, int manner, const struct plr_thought *t,
                     struct tc_text *out);

#endif
