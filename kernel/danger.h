/* kernel/danger.h - who could shoot at whom or close with him, as both stand.
 *
 * A system answers with its own judges, on a copy of the state in which it is the time for it:
 * nobody has fired or moved this turn, and whoever may ever do it is asked. So it says what
 * ranges, arcs, sight and formations allow, not whose turn it is.
 */
#ifndef TC_DANGER_H
#define TC_DANGER_H

#include "kernel/ruleset.h"
#include "kernel/scene.h"

enum { TC_BANDS = 6, TC_DANGERS = 600 };

/* What one unit could do to another; units by their place in the system's first name list. */
struct tc_danger {
    int16_t from, to;
    bool shoots, strikes; /* with fire; hand to hand, by a charge or an attack */
    int32_t far;          /* between them: thousandths of an inch, or hexes */
    const char *band;     /* of the range of its fire; "" */
};

/* How far a unit shoots or charges, and to which sides of its facing. */
struct tc_band {
    const char *what; /* "fire", "charge" */
    const char *name; /* "short", "long" ... */
    int32_t far;      /* thousandths of an inch, or hexes */
    int32_t arc;      /* to either side, 1/65536 turn; TC_HALF: all round */
};

struct tc_dangers {
    /* Everything between this unit and its enemies, both ways; how many were found. */
    int (*between)(const struct tc_book *bk, const void *state, int unit, struct tc_danger *out,
                   int room);
    int (*bands)(const struct tc_book *bk, const void *state, int unit,
                 struct tc_band out[TC_BANDS]);
    /* Free table: as if the unit stood there. NULL on hexes: march it there instead. */
    void (*put)(const struct tc_book *bk, void *state, int unit, int32_t x, int32_t y,
                int32_t facing);
    /* The ground that the unit's command must keep to, where a rule says so: its places, and
     * the rule; how many were found. NULL: there is no such rule. */
    int (*box)(const struct tc_book *bk, const void *state, int unit,
               struct tc_scene_point *out, int room, const char **rule);
};

#endif
