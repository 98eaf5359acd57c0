/* rules/bayonet/display.h - the Command Display and its hold on the map: chapter 4.
 *
 * Here: lines and slots, the box of a brigade, compliance, involuntary commitment.
 * Not here: leaders' attempts (wings.c).
 */
#ifndef BAY_DISPLAY_H
#define BAY_DISPLAY_H

#include "rules/bayonet/board.h"
#include "rules/bayonet/inner.h"

/* The bounds of a brigade and who makes them (B-4.2a); by[] is TC_NONE where there is none. */
struct bay_box {
    int16_t x_low, x_high, y_low, y_high;
    int16_t by[4];
};

static inline bool bay_in_play(const struct bay_state *s, int b)
{
    return !s->brigades[b].gone;
}

/* Brigade in a slot, or TC_NONE; how many a Line holds. Pure. */
int bay_brigade_at(const struct bay_book *bk, const struct bay_state *s, int wing, int line,
                   int slot);
int bay_line_count(const struct bay_book *bk, const struct bay_state *s, int wing, int line);

/* The box (B-4.2e). Pure. */
void bay_box_of(const struct bay_book *bk, const struct bay_state *s, int b,
                struct bay_box *box);

/* May a unit of the brigade stand there? With why: which brigade or boundary forbids. Pure. */
bool bay_box_holds(const struct bay_book *bk, const struct bay_state *s, int b,
                   const struct bay_box *box, int h, struct tc_refusal *why);

/* Is every unit where it may be (B-4.2e)? Pure. */
bool bay_compliant(const struct bay_book *bk, const struct bay_state *s, int b);

/* The box kept for the active brigade. */
bool bay_now_holds(const struct bay_book *bk, const struct bay_state *s, int h);

/* How far it is to where the units of a brigade comply, as far as it has been looked for; good
 * for every brigade of that Wing with that box. */
struct bay_field {
    struct bay_box box;
    int16_t wing;
    int16_t at, n; /* of the queue: looked at, known */
    uint8_t v[BAY_IDS];
    int16_t queue[BAY_IDS];
};

/* Hexes from everywhere to the nearest hex where a unit of b would comply (RUL-19), in f->v; if
 * `want` is given, from the hexes reached there only. A field that was kept (n > 0) is used
 * again if it is the same. */
struct bay_reach;
void bay_compliance_field(const struct bay_book *bk, const struct bay_state *s, int b,
                          const struct bay_reach *want, struct bay_field *f);

/* Put a brigade on the display and tell of it. */
void bay_set_place(struct bay_turn *t, int b, int wing, int line, int slot, const char *rule);

/* Insert it in the left-right order: place counts the brigades that stand left of it. The
 * free slot nearest its old number there, others slide by one if they must (RUL-11). */
void bay_insert(struct bay_turn *t, int b, int wing, int line, int place, const char *rule);

/* Mark it if it does not comply (B-4.2.4d). */
void bay_mark_liable(struct bay_turn *t, int b, enum bay_cause cause);

/* Involuntary commitment (B-4.3.2). lost_front: the last Front brigade has been routed. */
void bay_involuntary(struct bay_turn *t, int wing, bool lost_front, bool committed);

/* A brigade leaves the display: its leaders go to General Command, the Wing counts it. */
/* A brigade of that side, still in play? rule is that of the question. */
bool bay_is_ours(const struct bay_book *bk, const struct bay_state *s, int b, int side,
                 const char *rule, struct tc_refusal *why);

void bay_brigade_leaves(struct bay_turn *t, int b);

#endif
