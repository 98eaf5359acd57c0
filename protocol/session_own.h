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
};

/* Through whose eyes a seat looks: a side, TC_SIDES for a watcher, TC_NONE for the umpire. */
int ses_side_of(const struct ses_game *s, int seat);

/* Room for n + 1 elements of a growing array; dies when there is no memory left. */
void *ses_grow(void *array, uint32_t n, uint32_t *room, size_t size);
void *ses_alloc(size_t n);
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

/* Drop events from an entry on; what people did (undo, notes) stays. */
void ses_cut_log(struct ses_game *s, uint32_t entry);

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

/* Refuse a book whose system is not part of this program. */
enum tc_err ses_has_rules(const struct tc_book *bk, struct tc_why *why);

/* Refuse everything once the record has failed. */
enum tc_err ses_usable(const struct ses_game *s, struct tc_why *why);

#endif
