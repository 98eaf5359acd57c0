/* protocol/show.h - what is shown of a battle beside its question: how an act would look, how a
 * line left the field. For the umpire's requests and the server's.
 */
#ifndef PROTO_SHOW_H
#define PROTO_SHOW_H

#include "protocol/write.h"

/* {"line","turn","phase","events","scene"} into out: how the field stood after a line. A line
 * that was taken back since is reached by a replay. */
enum tc_err show_line(json_t *out, const struct ses_game *s, int seat, uint32_t line,
                      struct tc_why *why);

/* The same with a scene that is known; takes it over. */
void show_moment(json_t *out, const struct ses_game *s, int seat, uint32_t line, json_t *scene);

/* A line for a slider: without its state, with "turn" and "phase" after it, and "undone". */
void show_mark(struct js_out *o, const struct ses_game *s, const struct ses_line *l, int seat);
json_t *show_marks(const struct ses_game *s, int seat, uint32_t from);

/* How it stood after a line at which somebody was asked: the share of the points side 0 takes
 * when both sides do what is natural from there, in hundredths. False where nobody was. */
int show_courses(
    const struct tc_book *bk); /* how many it is looked at; fewer in large battles */
bool show_outlook(const struct ses_game *s, uint32_t line, int *share);

/* "pieces", "chance" and "assumed" into out: the pieces that would stand elsewhere or otherwise
 * after the act, up to the next question. copy is a game of one's own with typed dice, as the
 * side may know it. It is played on. */
void show_preview(json_t *out, struct tc_game *copy, int side, const struct tc_act *a);

#endif
