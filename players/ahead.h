/* players/ahead.h - thinking while the other side thinks.
 *
 * From a question of the other side its likeliest answers are tried on copies, until the
 * player's own next question; there it thinks as it would think if it were asked. If the battle
 * comes to that very position, what was thought counts towards its time; if not, it is thrown
 * away. Only for players whose limit is a time: others would answer otherwise than without it.
 */
#ifndef PLR_AHEAD_H
#define PLR_AHEAD_H

#include "players/player.h"

enum { PLR_AHEAD = 24, PLR_RECALLED = 6 };

/* What was thought about a question nobody had asked yet. */
struct plr_recalled {
    uint64_t key; /* of position and question */
    double seconds;
    uint64_t courses;
    int n;
    struct {
        struct tc_act act;
        double mean;
        int lean;
        uint32_t visits;
    } best[PLR_RECALLED];
};

/* The last few of them. All zero to begin with. */
struct plr_ahead {
    int n, next;
    struct plr_recalled seen[PLR_AHEAD];
};

/* Does it make sense for this player to think ahead? */
bool plr_thinks_ahead(const struct plr_spec *spec);

/* The key of the open question of a game. */
uint64_t plr_key(const struct tc_game *g);

/* What was thought about it, or NULL. */
const struct plr_recalled *plr_recall(const struct plr_ahead *a, uint64_t key);
void plr_note(struct plr_ahead *a, const struct plr_recalled *r);

/* For the next answer of a player: it has thought about that already. */
void plr_remind(struct plr_player *p, const struct plr_recalled *r);

/* Decide about a question that may come: for so many seconds in all, those of what is known
 * counted, until *stop is set. */
void plr_decide_ahead(struct plr_player *p, const struct tc_game *g,
                      const struct plr_recalled *known, double seconds, const atomic_bool *stop,
                      struct tc_act *out);

/* Walks: plr_walk begins at an open question of the other side and takes the answer to it that
 * is the walk'th likeliest. At the next question of this side it thinks for `share` seconds,
 * those counted that it has thought there before. It goes on to the questions of its own that
 * follow without a die, until `most` seconds have gone by, and notes what it thought. It ends
 * early when *stop is set. Returned is how many questions of its own it came to. */
struct plr_walker;
struct plr_walker *plr_walk_open(const struct plr_spec *spec, const struct tc_book *bk,
                                 uint64_t seed);
void plr_walk_close(struct plr_walker *w);
int plr_walk(struct plr_walker *w, const struct tc_game *g, int side, uint32_t walk,
             double share, double most, const atomic_bool *stop, struct plr_ahead *a);

/* The time of a player, and how much of it a turn has, in seconds. */
const struct plr_budget *plr_budget_of(const struct plr_player *p);
double plr_turn_of(const struct plr_spec *spec, const struct tc_book *bk);

/* What a walk number n is to do, in seconds a question, of `all` for a turn; 0: it is enough.
 */
double plr_walk_share(const struct plr_budget *b, double all, uint32_t n, uint32_t *walk);

#endif
