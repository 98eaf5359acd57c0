/* protocol/session_own.h - what the files of the session share among themselves. */
#ifndef SES_SESSION_OWN_H
#define SES_SESSION_OWN_H

#include "protocol/session.h"

/* A checkpoint to rebuild from. */
struct ses_anchor {
    void *state;
    uint32_t act_at, face_at; /* tape at that moment */
    uint32_t events;          /* told before it */
};

/* An answer of the tape: where it stands in log and lines, and who gave it. */
struct ses_answered {
    uint32_t entry, line, events;
    int8_t seat;
    uint8_t acts[TC_SECRET]; /* chain of the acts before it */
};

/* Through whose eyes a seat looks: a side, TC_SIDES for a watcher, TC_NONE for the umpire. */
/* What an entry holds. */
void ses_free_entry(struct ses_entry *e);

int ses_side_of(const struct ses_game *s, int seat);

/* Room for n + 1 elements of a growing array; dies when there is no memory left. */
void *ses_grow(void *array, uint32_t n, uint32_t *room, size_t size);
void *ses_alloc(size_t n);

/* Whether all answers of the open question come to the same. */
bool ses_alike(const struct ses_game *s);
struct tc_offers *ses_alloc_offers(void); /* empty; the acts are not cleared */

/* What both sides may see: of each side what the other sees of it. */
void ses_watch_scene(const struct ses_game *s, struct tc_scene *out);

/* Offers are many bytes; copy those there are. */
void ses_copy_offers(struct tc_offers *to, const struct tc_offers *from);

/* Go on to the next stop with the dice there are. */
void ses_run(struct ses_game *s);

/* Before ses_run in a game from outside: can it? Nothing but the copy is played. */
enum tc_err ses_try(struct ses_game *s, struct tc_why *why);

/* Call run(ctx), which changes nothing of the game; from outside, under a watch (trial.h). */
enum tc_err ses_guard(const struct ses_game *s, void (*run)(void *ctx), void *ctx,
                      struct tc_why *why);

/* A seed that was made known may not roll again. */
void ses_fresh_seed(struct ses_game *s);

/* The sink of the game, and its checkpoint hook. */
void ses_hear(void *ctx, const struct tc_event *e);
void ses_at_checkpoint(void *ctx, struct tc_game *g);
void ses_push_anchor(struct ses_game *s, const void *state, uint32_t events);

/* Add a sentence of our own to the log. */
void ses_note(struct ses_game *s, enum ses_entry_kind kind, const char *text);
void ses_note_undo(struct ses_game *s, const struct tc_taped *was, bool consent);
void ses_note_stop(struct ses_game *s, enum ses_stop by, int side);

/* Drop events from an entry on; what people did (undo, notes) stays. */
void ses_cut_log(struct ses_game *s, uint32_t entry);

/* Is the open question kept from this seat? Then only who is asked is told. */
bool ses_asks_in_secret(const struct ses_game *s, int seat);

/* The sides from whom a pending choice keeps things. */
uint8_t ses_kept_from(uint8_t pending);

/* Begin a line, with faces and hash; then push it, and the lines that follow from it. */
struct ses_line ses_begin_line(struct ses_game *s, enum ses_line_kind kind);
enum tc_err ses_end_line(struct ses_game *s, struct ses_line *l, struct tc_why *why);

/* Lines that a replay pushes by itself. */
enum tc_err ses_push_position(struct ses_game *s, struct tc_why *why);
enum tc_err ses_push_seed(struct ses_game *s, const uint64_t seed[2], uint32_t from,
                          struct tc_why *why);
enum tc_err ses_push_end(struct ses_game *s, struct tc_why *why);
enum tc_err ses_push_stop(struct ses_game *s, enum ses_stop by, int seat, struct tc_why *why);
enum tc_err ses_push_line(struct ses_game *s, const struct ses_line *l, struct tc_why *why);

/* Take back to before answer k of the tape. */
enum tc_err ses_undo_to(struct ses_game *s, uint32_t k, bool consent, struct tc_why *why);

/* A seed nobody knows. */
bool ses_draw_seed(uint64_t seed[2]);
bool ses_draw_bytes(void *out, size_t n);

/* Dice by commitments. Begin them; the name and the header of a new game are known. */
enum tc_err ses_pledge_begin(struct ses_game *s, const struct ses_options *o,
                             struct tc_why *why);
bool ses_is_person(const struct ses_game *s, int seat);
/* The secret of the host and all shares are there. */
bool ses_pledge_ready(struct ses_game *s);
int ses_pledged_face(struct ses_game *s, uint32_t place, enum tc_die die);
/* The die of n faces that are about to join the tape. */
void ses_note_dice(struct ses_game *s, uint32_t n, enum tc_die die);
/* The chain of acts goes on; an answer of a seat, or a change by the umpire. */
void ses_chain_answer(struct ses_game *s, int seat, int question, const struct tc_act *a);
void ses_chain_adjust(struct ses_game *s, const struct ses_change *change, int n);
/* Check and take a share; then ses_put_link if all goes well, or it is as if nothing was. */
enum tc_err ses_check_link(const struct ses_game *s, int seat, const uint8_t link[TC_SECRET],
                           struct tc_why *why);
void ses_put_link(struct ses_game *s, int seat, const uint8_t link[TC_SECRET], uint32_t line);
/* The line about to be pushed takes its place in the chain of lines. */
void ses_chain_line(struct ses_game *s, struct ses_line *l);
/* A secret, commitment, link or chain of a line; free() it. */
uint8_t *ses_copy_word(const uint8_t word[TC_SECRET]);
enum tc_err ses_publish_host(struct ses_game *s, struct tc_why *why);
enum tc_err ses_push_word(struct ses_game *s, enum ses_line_kind kind, int seat,
                          const uint8_t word[TC_SECRET], struct tc_why *why);
/* Keys of a line that only dice by commitments have. */
void ses_add_word(const struct ses_line *l, json_t *o);
void ses_add_rolled(const struct ses_line *l, json_t *o);
/* May the seat see the chain of what came before this line? It would betray what is hidden. */
bool ses_shows_prev(const struct ses_game *s, const struct ses_line *l, int seat);

/* Refuse a book whose system is not part of this program. */
enum tc_err ses_has_rules(const struct tc_book *bk, struct tc_why *why);

/* Refuse everything once the record has failed. */
enum tc_err ses_usable(const struct ses_game *s, struct tc_why *why);

#endif
