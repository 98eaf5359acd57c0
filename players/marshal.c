/* players/marshal.c - in which manner a side is to fight.
 *
 * Once a turn, and once more when the battle has changed, some manners are tried on forks of
 * the battle: the natural one, last turn's, whole armies that are bolder, more careful, that
 * hold, go back, go for a ground or for a part of the enemy; and commands that do so alone. In
 * imagined turns both sides find their small answers as a quick greedy player does, all with
 * the same dice. What stands stays unless another comes out better by more than chance
 * explains: to take the best of many noisy means loses.
 */
#include "players/marshal.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/eye.h"
#include "players/greedy.h"

enum {
    TRIED = 48,
    COURSES = 128,
    LONGEST = 4000,
    TO_END = 90,
    ENDS = 2,
    BATCH = 4,
    SHORTEST = 8,
    SURE_AFTER = 16,
    ROUNDS = 3,
    FIRST_PART = 60, /* of 100 courses: for the first race */
    FRESH = 1 << 20,
    CHANGED = 700, /* points of score by which a battle has changed */
    AGAIN = 1,     /* thinks anew so often within a turn */
    WORTH = 40,    /* points that are worth a change of manner */
    ARMIES = 12,
    GOALS = 3,
    BOLD = 250,
    CAREFUL = 30,
    DEAR = 2500,
    WILL = 2000,
    ACTS = 8192,
    FACES = 32768
};

#define OUT  1.0 /* errors of the mean that one may lie behind and still be hoped for */
#define SURE 4.0 /* by which it must be ahead to be taken at once */

struct plr_marshal {
    const struct tc_book *book;
    const struct tc_staff *staff;
    struct plr_spec spec, small; /* small: how both sides answer in imagined turns */
    struct plr_think t[TC_SIDES];
    struct plr_advice advice;
    struct tc_game g; /* the imagined battle */
    void *mem;
    struct tc_offers *work, *open;
    struct tc_lines lines;
    struct plr_posts posts;
    bool planned, mine; /* mine: in its own turn */
    int turn, again, look;
    struct plr_manner manner;
    uint64_t courses;
    int tried;
    struct plr_manner choice[TRIED];
    int value[TRIED][COURSES], known[TRIED]; /* of that many courses */
};

/* What the race is about: the thinker, the battle, and the dice. */
struct trial {
    struct plr_marshal *m;
    const struct plr_think *t;
    const struct tc_game *g;
    uint64_t seed, end; /* no course after so many */
    int ahead;
};

static void *room(size_t n)
{
    void *p = calloc(1, n);

    TC_BUG_ON(!p);
    return p;
}

static void open_small(struct plr_marshal *m, const struct plr_spec *spec)
{
    const struct tc_eye *eye = m->book->rules->eye;
    struct tc_why why;

    TC_BUG_ON(plr_read("greedy:samples=1,choices=8,nature=1", &m->small, &why) != TC_OK);
    for (int side = 0; side < TC_SIDES; side++) {
        struct plr_think *t = &m->t[side];
        plr_think_open(t, m->book);
        t->wise = true;
        t->taste = spec->row[0];
        t->imagined = spec->row[1];
        if (eye->fitted && spec->taste && !t->taste)
            t->taste = eye->fitted(m->book, false);
        if (eye->fitted && spec->imagined && !t->imagined)
            t->imagined = eye->fitted(m->book, true);
    }
}

struct plr_marshal *plr_marshal_open(const struct tc_book *bk, const struct plr_spec *spec)
{
    const struct tc_staff *staff = bk->rules->staff;

    if (!staff || !staff->muster || !bk->rules->eye)
        return NULL;
    struct plr_marshal *m = room(sizeof *m);
    m->book = bk;
    m->staff = staff;
    m->spec = *spec;
    open_small(m, spec);
    m->mem = room(tc_game_memory(bk->rules));
    m->work = room(sizeof *m->work);
    m->open = room(sizeof *m->open);
    m->g.tape.act = room(ACTS * sizeof *m->g.tape.act);
    m->g.tape.act_room = ACTS;
    m->g.tape.face = room(FACES);
    m->g.tape.face_room = FACES;
    return m;
}

void plr_marshal_close(struct plr_marshal *m)
{
    if (!m)
        return;
    for (int side = 0; side < TC_SIDES; side++)
        plr_think_close(&m->t[side]);
    free(m->g.tape.act);
    free(m->g.tape.face);
    free(m->mem);
    free(m->work);
    free(m->open);
    free(m);
}

void plr_marshal_forget(struct plr_marshal *m)
{
    m->planned = false;
}

/* --- Imagined turns ----------------------------------------------------------------------- */

/* The tape begins at the checkpoint: nobody asks for what was played before it. */
static void trim(struct tc_game *g)
{
    uint32_t acts = g->tape.acts - g->act_at, faces = g->tape.faces - g->face_at;

    for (uint32_t i = 0; i < acts; i++) {
        g->tape.act[i] = g->tape.act[g->act_at + i];
        g->tape.act[i].face -= g->face_at;
    }
    memmove(g->tape.face, g->tape.face + g->face_at, faces);
    g->tape.acts = acts;
    g->tape.faces = faces;
    g->act_at = g->face_at = 0;
}

/* Has it come to where both sides have moved alike: an own question so many turns on? */
static bool is_far(const struct plr_marshal *m, int side, int until)
{
    const struct tc_head *h = tc_game_state(&m->g);
    bool mine = h->active == side || h->active == TC_NONE;

    return h->turn > until || (h->turn == until && mine && m->g.u.open.side == side);
}

static void small_answer(struct plr_marshal *m, uint64_t seed, struct tc_act *out)
{
    struct plr_think *t = &m->t[m->g.u.open.side];

    m->advice.n = 0;
    plr_think_about(t, &m->g);
    plr_greedy(t, &m->g, &m->small, seed, &m->advice);
    *out = m->advice.thought[0].act;
}

/* What a manner comes to with these dice. */
static int play_on(const struct trial *r, const struct plr_manner *manner, uint64_t seed)
{
    struct plr_marshal *m = r->m;
    const struct tc_head *h = tc_game_state(r->g);
    int until = r->ahead >= TO_END ? INT_MAX : h->turn + r->ahead, side = r->t->side;
    struct tc_act act;

    m->courses++;
    tc_fork(r->g, side, seed, &m->g, m->mem, m->work, m->open);
    m->t[side].manner = manner;
    m->t[side].bold = manner->bold;
    for (int i = 0; i < LONGEST; i++) {
        if (tc_game_go(&m->g) != TC_WAITS_ANSWER || is_far(m, side, until))
            break;
        if (m->g.act_at > ACTS / 4 || m->g.face_at > FACES / 4)
            trim(&m->g);
        small_answer(m, plr_seed(seed, (uint64_t)i), &act);
        tc_game_take(&m->g, &act);
    }
    m->t[side].manner = NULL;
    m->t[side].bold = 100;
    plr_go_by(r->t->taste);
    return plr_look(m->book, r->t->eye, tc_game_state(&m->g), side, 100);
}

/* --- A race ------------------------------------------------------------------------------- */

/* By how much a did better than b on the same dice, less `doubt` errors of that mean. */
static double more(const struct plr_marshal *m, int a, int b, double doubt)
{
    double sum = 0, squares = 0;
    int n = tc_min(m->known[a], m->known[b]);

    for (int k = 0; k < n; k++) {
        double d = m->value[a][k] - m->value[b][k];
        sum += d;
        squares += d * d;
    }
    if (n < 2)
        return a == b ? 0 : -1e9;
    double mean = sum / n, var = (squares - sum * mean) / (n - 1);
    return mean - doubt * sqrt((var > 0 ? var : 0) / n);
}

static void play_to(const struct trial *r, int i, int courses)
{
    struct plr_marshal *m = r->m;

    for (; m->known[i] < courses; m->known[i]++)
        m->value[i][m->known[i]] =
            play_on(r, &m->choice[i], plr_seed(r->seed, (uint64_t)m->known[i]));
}

/* Those stay that may still be worth a change, and may still be better than the best of them,
 * who comes first; how many. */
static int leave_out(const struct plr_marshal *m, int *alive, int n, int courses)
{
    int kept = 0, all = 0;

    for (int i = 0; i < n; i++) {
        int x = alive[i];
        if (more(m, x, 0, -OUT) < WORTH)
            continue;
        alive[kept++] = x;
        if (more(m, x, 0, 0) > more(m, alive[0], 0, 0)) {
            alive[kept - 1] = alive[0];
            alive[0] = x;
        }
    }
    for (int i = 0; i < kept; i++)
        if (i == 0 || courses < 2 * SHORTEST || more(m, alive[i], alive[0], -OUT) >= 0)
            alive[all++] = alive[i];
    return all;
}

/* The one that is surely better than the first, or that. */
static int surely_best(const struct plr_marshal *m)
{
    double most = 0;
    int best = 0;

    for (int i = 1; i < m->tried; i++) {
        double w = more(m, i, 0, m->spec.sure / 100.0);
        if (m->known[i] < SHORTEST || more(m, i, 0, 0) < WORTH || w <= most)
            continue;
        most = w;
        best = i;
    }
    return best;
}

/* All choices against the first, batch after batch; those that fall behind drop out, and what
 * that saves goes to the others. The one that stands then. */
static int race(const struct trial *r)
{
    struct plr_marshal *m = r->m;
    int alive[TRIED], n = 0;

    for (int i = 1; i < m->tried; i++)
        alive[n++] = i;
    for (int to = BATCH; n > 0 && to <= COURSES && !plr_late(r->t); to += BATCH) {
        if (m->courses + (uint64_t)(BATCH * n) > r->end)
            break;
        play_to(r, 0, to);
        for (int i = 0; i < n; i++)
            play_to(r, alive[i], to);
        n = leave_out(m, alive, n, to);
        if (n && to >= SURE_AFTER && more(m, alive[0], 0, SURE) > 0)
            break;
    }
    return surely_best(m);
}

/* --- What is tried ------------------------------------------------------------------------ */

static bool same_manner(const struct plr_manner *a, const struct plr_manner *b)
{
    if (a->bold != b->bold || a->dear != b->dear || a->cruel != b->cruel)
        return false;
    for (int c = 0; c < a->plan.commands; c++)
        if (a->plan.mission[c].task != b->plan.mission[c].task ||
            a->plan.mission[c].target != b->plan.mission[c].target)
            return false;
    return true;
}

/* One more to try, unless there is no room or it is there already. */
static void add(struct plr_marshal *m, const struct plr_manner *manner)
{
    for (int i = 0; i < m->tried; i++)
        if (same_manner(&m->choice[i], manner))
            return;
    if (m->tried == TRIED)
        return;
    m->known[m->tried] = 0;
    m->choice[m->tried++] = *manner;
}

static void add_with(struct plr_marshal *m, const struct plr_manner *like, int bold, int dear)
{
    struct plr_manner p = *like;

    p.bold = bold;
    p.dear += dear;
    add(m, &p);
}

/* All commands do the same. */
static void add_all(struct plr_marshal *m, const struct plr_manner *like,
                    struct tc_mission mission)
{
    struct plr_manner p = *like;

    for (int c = 0; c < p.plan.commands; c++)
        p.plan.mission[c] = mission;
    add(m, &p);
}

/* Whole armies: bolder, more careful, holding, going back, all for a ground or at a command. */
static void add_armies(struct plr_marshal *m, int side, const struct plr_manner *nature)
{
    add_with(m, nature, BOLD, 0);
    add_with(m, nature, CAREFUL, DEAR);
    add_with(m, nature, nature->bold, DEAR);
    add_all(m, nature, (struct tc_mission){ TC_HOLD, TC_NONE });
    add_all(m, nature, (struct tc_mission){ TC_FALL_BACK, TC_NONE });
    for (int g = 0; g < tc_min(m->lines.goals, GOALS); g++)
        add_all(m, nature, (struct tc_mission){ TC_ADVANCE, (int16_t)g });
    for (int i = 0; i < m->lines.bodies && m->tried < ARMIES; i++)
        if (m->lines.body[i].side != side && m->lines.body[i].command >= 0)
            add_all(m, nature, (struct tc_mission){ TC_ASSAULT, m->lines.body[i].command });
}

/* Like the one that stands but for one command. */
static void add_variations(struct plr_marshal *m, int side, const struct plr_manner *stands)
{
    for (int c = 0; c < stands->plan.commands; c++) {
        struct tc_mission line[PLR_LINES];
        int n = plr_missions(&m->lines, side, c, line);
        for (int i = 0; i < n; i++) {
            struct plr_manner p = *stands;
            p.plan.mission[c] = line[i];
            add(m, &p);
        }
        if (n) {
            struct plr_manner p = *stands;
            p.plan.mission[c] = (struct tc_mission){ TC_NATURAL, TC_NONE };
            add(m, &p);
        }
    }
}

/* The natural manner first, then last turn's. */
static void begin(struct plr_marshal *m, int side)
{
    struct plr_manner nature, last = m->manner;

    plr_natural_manner(&nature, &m->posts, m->staff->commands(m->book, side));
    plr_note_strength(&nature, &m->lines, m->spec.dear, m->spec.cruel);
    nature.bold = m->spec.bold ? m->spec.bold : 100;
    nature.will = WILL;
    m->tried = 0;
    add(m, &nature);
    if (m->planned) {
        plr_note_strength(&last, &m->lines, last.dear, last.cruel);
        add(m, &last);
    }
    add_armies(m, side, &nature);
}

/* The race goes on from this one. */
static void go_on_from(struct plr_marshal *m, int stands)
{
    m->choice[0] = m->choice[stands];
    memcpy(m->value[0], m->value[stands], sizeof m->value[0]);
    m->known[0] = m->known[stands];
    m->tried = 1;
}

static void think(struct plr_marshal *m, const struct plr_think *t, const struct tc_game *g,
                  uint64_t seed)
{
    int left = t->eye->left ? t->eye->left(m->book, tc_game_state(g)) : TO_END, stands;
    uint64_t all = m->spec.plans, end = m->courses + all;
    struct trial r = { m, t, g, seed, m->courses + all * FIRST_PART / 100, m->spec.horizon };

    if (left < ENDS)
        r.ahead = TO_END;
    m->staff->muster(m->book, tc_game_state(g), &m->lines);
    plr_note_posts(&m->lines, t->side, &m->posts);
    begin(m, t->side);
    stands = race(&r);
    for (int round = 0; round < ROUNDS && (round == 0 || stands) && m->courses < end; round++) {
        go_on_from(m, stands);
        add_variations(m, t->side, &m->choice[0]);
        r.end = m->courses + (end - m->courses) * 2 / 3;
        stands = race(&r);
    }
    m->manner = m->choice[stands];
}

const struct plr_manner *plr_marshal(struct plr_marshal *m, struct plr_think *t,
                                     const struct tc_game *g, uint64_t seed)
{
    const struct tc_head *h = tc_game_state(g);
    bool mine = h->active == t->side || h->active == TC_NONE;
    bool fresh = !m->planned || m->turn != h->turn || (mine && !m->mine);
    int look = plr_look(m->book, t->eye, h, t->side, 100), change = look - m->look;

    if (!fresh && (m->again >= AGAIN || (change < CHANGED && change > -CHANGED)))
        return &m->manner;
    m->again = fresh ? 0 : m->again + 1;
    m->look = look;
    think(m, t, g, plr_seed(seed, FRESH));
    m->planned = true;
    m->turn = h->turn;
    m->mine = mine || (!fresh && m->mine);
    plr_think_about(t, g);
    return &m->manner;
}
