/* players/stander.c - an army that stands still and shoots: a measure for attackers.
 *
 * It goes by the names of the verbs alone, so that it plays every system: it shoots, rallies,
 * lets things be, and takes the first answer there is where none of these is offered.
 */
#include "players/stander.h"

#include <string.h>

#include "players/player.h"
#include "players/think.h"

enum { OTHER, MOVES, RESTS, RALLIES, SHOOTS };

static const struct {
    const char *name;
    int kind;
} known[] = {
    { "fire", SHOOTS },        { "shoot", SHOOTS },     { "volley", SHOOTS },
    { "square-fire", SHOOTS }, { "free-fire", SHOOTS }, { "stand-and-fire", SHOOTS },
    { "gun", SHOOTS },         { "lob", SHOOTS },       { "join", SHOOTS },
    { "rally", RALLIES },      { "recover", RALLIES },  { "dice-to-clear", RALLIES },
    { "re-dress", RALLIES },   { "reform", RALLIES },   { "fight-on", RALLIES },
    { "go-on", RALLIES },      { "keep", RESTS },       { "halt", RESTS },
    { "stay", RESTS },         { "await", RESTS },      { "stand-fast", RESTS },
    { "no-charge", RESTS },    { "step", MOVES },       { "move", MOVES },
    { "charge", MOVES },       { "attack", MOVES },     { "charge-at", MOVES },
    { "dice", MOVES },         { "concede", MOVES },    { "fall-back", MOVES },
    { "volunteer", MOVES },    { "rout", MOVES },
};

static int kind_of(const struct tc_decl *verb)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(known[i].name, verb->name) == 0)
            return known[i].kind == MOVES ? -1 : known[i].kind;
    return verb->flags & TC_F_REST ? RESTS : OTHER;
}

void plr_stand(const struct tc_game *g, struct tc_stream *lots, struct tc_act *out)
{
    struct tc_act act[PLR_CHOICES];
    const struct tc_question *q = &g->u.rules->questions[g->u.open.question];
    const struct tc_offers *o = g->u.open_offers;
    bool free = q->decl.flags & TC_F_FREE;
    int n = free ? plr_choices(g, lots, act, PLR_CHOICES) : o->n, best = -2;

    for (int i = 0; i < n; i++) {
        const struct tc_act *a = free ? &act[i] : &o->act[i];
        int kind = kind_of(&g->u.rules->verbs[a->verb]);
        if (kind > best) {
            best = kind;
            *out = *a;
        }
    }
}
