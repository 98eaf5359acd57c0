/* rules/pistolado/geometry.h - chapter GEO: footprints, zones, arcs, sight, ground.
 *
 * Pure: everything here looks at the book and the state and changes nothing.
 */
#ifndef PIS_GEOMETRY_H
#define PIS_GEOMETRY_H

#include "board/crowd.h"
#include "board/drill.h"
#include "board/sight.h"
#include "board/sweep.h"
#include "rules/pistolado/state.h"

/* --- who is who --- */

static inline const struct pis_regiment_card *pis_unit_card(const struct pis_book *bk, int r)
{
    return &bk->regiment[r];
}
static inline const struct pis_card *pis_card_of(const struct pis_book *bk, int r)
{
    return &bk->card[bk->regiment[r].card];
}
static inline bool pis_has(const struct pis_book *bk, int r, unsigned flags)
{
    return (bk->card[bk->regiment[r].card].flags & flags) != 0;
}
static inline int pis_side_of(const struct pis_book *bk, int r)
{
    return bk->regiment[r].side;
}
static inline bool pis_enemies(const struct pis_book *bk, int a, int b)
{
    return bk->regiment[a].side != bk->regiment[b].side;
}

/* On the table: not awaited, eliminated, off or taken. */
static inline bool pis_here(const struct pis_state *s, int r)
{
    return s->regiment[r].place == PIS_ON_TABLE;
}

/* On the table and neither routing nor pursuing. */
static inline bool pis_steady(const struct pis_state *s, int r)
{
    return pis_here(s, r) && s->regiment[r].condition == PIS_STEADY;
}

/* May friends pass through it, and it through them (P-M13)? */
bool pis_passable(const struct pis_book *bk, const struct pis_state *s, int r);

/* --- footprints: P-GEO-4 to P-GEO-7 --- */

/* Files a regiment of n companies would have in a formation, asked for f (0: as may be). */
int pis_files_for(const struct pis_book *bk, int r, int formation, int n, int f);

/* May it stand in that many files? */
bool pis_files_ok(const struct pis_book *bk, int r, int formation, int n, int f);

/* Ranks as every rule about depth sees them: P-GEO-13b. */
int pis_ranks(const struct pis_regiment *g);

/* Width and depth of a regiment in a formation. */
void pis_size_of(const struct pis_book *bk, int r, int formation, int n, int files, int32_t *w,
                 int32_t *d);

/* Recompute the footprint around the same anchor and facing: P-GEO-7. */
void pis_refit(const struct pis_book *bk, struct pis_state *s, int r);

struct tc_rect pis_rect(const struct pis_state *s, int r);
void pis_box(const struct pis_state *s, int r, struct tc_box *b);
void pis_put(struct pis_state *s, int r, struct tc_rect at);

/* --- distances --- */

/* No point of it is farther from its anchor. */
static inline struct tc_disc pis_disc(const struct pis_regiment *g)
{
    return (struct tc_disc){ g->x, g->y, g->w / 2 + g->d };
}

/* Surely farther apart than reach, by the discs round them. */
static inline bool pis_far(const struct pis_regiment *a, const struct pis_regiment *b,
                           int32_t reach)
{
    return tc_discs_apart(pis_disc(a), pis_disc(b), reach);
}

/* Is it outside the square of that reach round a regiment? Looser, and part of what candidates
 * and sight are (P-CAND-2, P-GEO-17). */
static inline bool pis_off_square(const struct pis_regiment *a, const struct pis_regiment *b,
                                  int32_t reach)
{
    int32_t r = reach + pis_disc(a).r + pis_disc(b).r;
    int32_t dx = a->x - b->x, dy = a->y - b->y;

    return dx > r || dx < -r || dy > r || dy < -r;
}

/* The gap of two regiments, exact. */
struct tc_gap pis_gap(const struct pis_state *s, int a, int b);

/* Gap of a box to the nearest enemy of a side; false when there is none on the table. */
bool pis_nearest_enemy(const struct pis_book *bk, const struct pis_state *s, int side,
                       const struct tc_box *b, struct tc_gap *gap, pis_unit *who);

/* --- zones and arcs --- */

/* Where a point lies as a regiment sees it: P-GEO-14. A Hedgehog has only a front. */
enum tc_zone pis_zone(const struct pis_state *s, int r, struct tc_pt p);

/* Is the box in the regiment's fire arc: P-GEO-15? */
bool pis_in_arc(const struct pis_book *bk, const struct pis_state *s, int r,
                const struct tc_box *target);

/* Is the target no farther than limit from the firer's front: P-GEO-16? */
bool pis_in_range(const struct pis_state *s, int r, const struct tc_box *target, int32_t limit);

/* May a see b: P-GEO-18? */
bool pis_sees(const struct pis_book *bk, const struct pis_state *s, int a, int b);

/* --- ground --- */

/* The best cover a regiment has, by its anchor: P-GEO-19, P-TAB-16. */
int pis_cover_of(const struct pis_book *bk, const struct pis_state *s, int r, int firer);

/* Pieces (a bit set) of a class that a march along a heading touches; PIS_MINOR, PIS_MAJOR or
 * PIS_IMPASSABLE. */
uint64_t pis_ground_swept(const struct pis_book *bk, const struct tc_box *b, uint16_t heading,
                          int32_t d, unsigned classes);
uint64_t pis_ground_met(const struct pis_book *bk, const struct tc_box *b, unsigned classes);
/* Which of some pieces it stands in or on. */
uint64_t pis_ground_among(const struct pis_book *bk, const struct tc_box *b, uint64_t some);

/* The least travel after which the box touches a piece of those classes; -1 if none. */
int32_t pis_ground_reach(const struct pis_book *bk, const struct tc_box *b, uint16_t heading,
                         int32_t max, unsigned classes, int *which);

#define PIS_CLASS(c) (1u << (c))

struct tc_table pis_table(const struct pis_book *bk);

/* The heading of a side's own edge. */
uint16_t pis_own_edge(const struct pis_book *bk, int side);

/* Why a footprint cannot be taken up: off the table, on another regiment, in ground nobody
 * enters; 0 if it can. *who is the regiment or the ground. */
int pis_why_no_room(const struct pis_book *bk, const struct pis_state *s, int r,
                    const struct tc_rect *at, const char **rule, int32_t *who);

/* Does the box overlap a regiment other than r and those in the melee (TC_NONE: none)? */
bool pis_overlaps(const struct pis_state *s, int regiments, int r, const struct tc_box *b,
                  int melee);

#endif
