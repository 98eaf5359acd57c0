/* players/think.c - imagined courses of a battle. */
#include "players/think.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board/staff.h"
#include "players/manner.h"

enum {
    FACE_ROOM = 4 * TC_TAPE_ROOM,
    DRAWN = 3,
    STEPPED = 12,
    PLANNED = 200,
    FEW = 24,
    QUIET = 2000
};

static _Thread_local const int16_t *row_now;

static const int16_t *taster(void)
{
    return row_now;
}

/* Before any thread is there. */
__attribute__((constructor)) static void taste(void)
{
    tc_taster = taster;
}

void plr_go_by(const int16_t *row)
{
    row_now = row;
}

uint64_t plr_seed(uint64_t seed, uint64_t i)
{
    return tc_hash(&i, sizeof i, seed);
}

double plr_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool plr_late(const struct plr_think *t)
{
    return (t->hurry && atomic_load(t->hurry)) || (t->until > 0 && plr_clock() >= t->until);
}

static void *room(size_t n)
{
    void *p = calloc(1, n);

    TC_BUG_ON(!p);
    return p;
}

/* Every question of a course passes here. */
static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct plr_think *t = ctx;

    memset(out, 0, sizeof *out);
    t->quiet = 0;
    if (!t->begun) {
        t->begun = true;
        u->tape = NULL; /* from here on nothing needs to be kept */
        if (v->q->question != t->root.question || v->q->side != t->root.side ||
            memcmp(v->q->arg, t->root.arg, sizeof t->root.arg) != 0) {
            t->lost = true;
            plr_stop(t, v, out);
            return;
        }
    }
    t->at(t->ctx, t, v, out);
}

const struct tc_eye *plr_eye_of(const struct tc_ruleset *r)
{
    static const struct tc_eye plain;

    return r->eye ? r->eye : &plain;
}

void plr_think_open(struct plr_think *t, const struct tc_book *bk)
{
    size_t size = (bk->rules->state_size + 63) / 64 * 64;

    memset(t, 0, sizeof *t);
    t->book = bk;
    t->eye = plr_eye_of(bk->rules);
    t->bold = 100;
    t->offers = room(sizeof *t->offers);
    t->state = room(size);
    t->checkpoint = room(size);
    t->tape.act = room(TC_STEP_ASKS * 4 * sizeof *t->tape.act);
    t->tape.act_room = TC_STEP_ASKS * 4;
    t->tape.face = room(FACE_ROOM);
    t->tape.face_room = FACE_ROOM;
    t->u.rules = bk->rules;
    t->u.book = bk;
    t->u.offers = t->offers;
    t->u.private_stream = tc_stream_from(3);
    t->u.differs_at = -1;
    for (int side = 0; side < TC_SIDES; side++)
        t->u.player[side] = (struct tc_player){ answer, t };
}

void plr_think_close(struct plr_think *t)
{
    free(t->offers);
    free(t->state);
    free(t->checkpoint);
    free(t->tape.act);
    free(t->tape.face);
    plr_go_by(NULL);
    memset(t, 0, sizeof *t);
}

void plr_think_about(struct plr_think *t, const struct tc_game *g)
{
    uint32_t acts = g->tape.acts - g->act_at, faces = g->tape.faces - g->face_at;

    TC_BUG_ON(acts > t->tape.act_room || faces > t->tape.face_room);
    memcpy(t->checkpoint, g->checkpoint, t->book->rules->state_size);
    memcpy(t->tape.act, g->tape.act + g->act_at, acts * sizeof *t->tape.act);
    memcpy(t->tape.face, g->tape.face + g->face_at, faces);
    t->acts = acts;
    t->faces = faces;
    plr_go_by(t->taste);
    t->root = g->u.open;
    t->side = g->u.open.side;
    t->courses = 0;
    t->until = 0;
}

/* To have come to grips is worth something to one who is bold, where the eye says nothing. */
static int grips(const struct tc_book *bk, const struct tc_eye *eye, const void *state,
                 int side, int bold)
{
    static _Thread_local struct tc_lines l;
    const struct tc_staff *staff = bk->rules->staff;

    if (eye->press)
        return eye->press(bk, state, side) * bold / 100;
    if (bold == 100 || !staff || !staff->muster)
        return 0;
    staff->muster(bk, state, &l);
    return tc_lines_pressing(&l, side) * (bold - 100) / 100;
}

int plr_look(const struct tc_book *bk, const struct tc_eye *eye, const void *state, int side,
             int bold)
{
    const struct tc_head *h = state;
    int v;

    if (h->over)
        v = h->winner == TC_NONE ? 0 : h->winner == 0 ? 10000 : -10000;
    else
        v = eye->look ? eye->look(bk, state) : bk->rules->score(bk, state);
    v = side == 0 ? v : -v;
    if (!h->over) /* a battle that is not won is worth less than one that is */
        v = tc_max(-9900, tc_min(9900, v + grips(bk, eye, state, side, bold)));
    return v;
}

/* Its manner adds what it is drawn to. */
static int mannered(const struct plr_think *t, const void *state)
{
    static _Thread_local struct tc_lines l;

    t->book->rules->staff->muster(t->book, state, &l);
    return plr_manner_worth(t->manner, &l, t->side);
}

/* The course is worth what the position shows. */
static void value_of(struct plr_think *t, const void *state)
{
    t->value = plr_look(t->book, t->eye, state, t->side, t->bold);
    if (t->manner && !((const struct tc_head *)state)->over)
        t->value += mannered(t, state);
    t->certain = !t->chance && t->u.stream.next == t->first_die;
    t->stopped = true;
}

/* Any legal answer, found quickly: the first candidates are the plainest. */
static void plain_answer(struct plr_think *t, const struct tc_view *v, struct tc_act *out)
{
    const struct tc_question *q = &t->book->rules->questions[v->q->question];

    for (int i = 0; (q->decl.flags & TC_F_FREE) && i < 4 && i < tc_drawn(q, v); i++) {
        memset(out, 0, sizeof *out);
        if (q->nth(v, i, out) && q->judge(v, out, NULL))
            return;
    }
    tc_random_answer(&t->u, v, &t->u.private_stream, out);
}

void plr_stop(struct plr_think *t, const struct tc_view *v, struct tc_act *out)
{
    value_of(t, v->state);
    plain_answer(t, v, out);
    t->u.running_out = true;
}

void plr_lot(struct plr_think *t, const struct tc_view *v, struct tc_act *out)
{
    const struct tc_question *q = &t->book->rules->questions[v->q->question];
    struct tc_act other;

    t->chance = true;
    tc_random_answer(&t->u, v, &t->lots, out);
    if (!t->eye->lean || (q->decl.flags & TC_F_FREE))
        return; /* a candidate of a free question is dear */
    int best = t->eye->lean(v, out);
    for (int i = 1; i < DRAWN; i++) {
        tc_random_answer(&t->u, v, &t->lots, &other);
        int w = t->eye->lean(v, &other);
        if (w <= best)
            continue;
        best = w;
        *out = other;
    }
}

bool plr_folly(const struct plr_think *t, const struct tc_view *v, const struct tc_act *a,
               const struct tc_offers *o)
{
    const struct tc_staff *staff = t->book->rules->staff;

    return t->wise && staff && staff->folly && staff->folly(v, a, o);
}

int plr_misjudged(struct plr_think *t, int weight, struct tc_stream *lots)
{
    if (!t->noise)
        return weight;
    return weight + (int)tc_draw(lots, (uint32_t)(2 * t->noise + 1)) - t->noise;
}

static _Thread_local struct tc_lines drawn_lines;

void plr_draw_near(struct plr_think *t, const struct tc_view *v)
{
    t->drawn = t->manner && v->q->side == t->side && v->book->rules->staff->pose &&
               plr_has_mission(t->manner);
    if (t->drawn)
        v->book->rules->staff->muster(v->book, v->state, &drawn_lines);
}

int plr_drawn_by(const struct plr_think *t, const struct tc_view *v, const struct tc_act *a)
{
    return t->drawn ? plr_manner_pull(t->manner, &drawn_lines, v, a) : 0;
}

static int settles(const struct plr_think *t, const struct tc_view *v, const struct tc_act *a)
{
    int w = t->playing && t->eye->play ? t->eye->play(v, a)
            : t->eye->settle           ? t->eye->settle(v, a)
                                       : t->eye->lean(v, a);

    return w + plr_drawn_by(t, v, a);
}

/* Of the plainest candidates and a few by lot the one that settles best; of all where they are
 * few or the question is one of plan. */
static void settle_free(struct plr_think *t, const struct tc_question *q,
                        const struct tc_view *v, struct tc_act *out)
{
    int n = tc_drawn(q, v), best = INT_MIN;
    bool step = t->eye->steps >> v->q->question & 1;
    bool all = n <= FEW || t->thorough || (plr_is_plan(t->eye, v->q->question) && !step);
    int most = all ? PLANNED : step ? STEPPED : DRAWN;
    struct tc_act a;

    for (int i = 0; i < most && i < n; i++) {
        memset(&a, 0, sizeof a);
        int k = i < 2 || all ? i : (int)tc_draw(&t->lots, (uint32_t)n);
        t->chance |= i >= 2 && !all;
        if (!q->nth(v, k, &a))
            continue;
        int w = settles(t, v, &a);
        if (t->thorough)
            w = plr_misjudged(t, w, &t->lots);
        if (w <= best || plr_folly(t, v, &a, NULL) || !q->judge(v, &a, NULL))
            continue;
        best = w;
        *out = a;
    }
    if (best == INT_MIN) {
        t->chance = true;
        tc_random_answer(&t->u, v, &t->lots, out);
    }
}

static void settle(struct plr_think *t, const struct tc_view *v, struct tc_act *out)
{
    const struct tc_question *q = &t->book->rules->questions[v->q->question];
    const struct tc_offers *o = t->offers;
    int best = INT_MIN, ties = 0, pick = 0;

    if (!t->eye->settle && !t->eye->lean) {
        t->chance = true;
        tc_random_answer(&t->u, v, &t->lots, out);
        return;
    }
    if (q->decl.flags & TC_F_FREE) {
        settle_free(t, q, v, out);
        return;
    }
    for (int i = 0; i < o->n; i++) {
        int w = settles(t, v, &o->act[i]);
        if (t->thorough)
            w = plr_misjudged(t, w, &t->lots);
        if (w < best)
            continue;
        if (plr_folly(t, v, &o->act[i], o))
            continue;
        ties = w > best ? 1 : ties + 1;
        best = w;
        if (tc_draw(&t->lots, (uint32_t)ties) == 0)
            pick = i;
    }
    t->chance |= ties > 1;
    *out = o->act[pick];
}

void plr_settle(struct plr_think *t, const struct tc_view *v, struct tc_act *out)
{
    plr_go_by(t->imagined);
    plr_draw_near(t, v);
    settle(t, v, out);
    plr_go_by(t->taste);
}

void plr_natural(struct plr_think *t, const struct tc_game *g, const struct tc_view *v,
                 struct tc_stream *lots, struct tc_act *out)
{
    memset(out, 0, sizeof *out);
    t->lots = *lots;
    t->offers->n = g->u.open_offers->n;
    memcpy(t->offers->act, g->u.open_offers->act,
           (size_t)t->offers->n * sizeof t->offers->act[0]);
    t->thorough = true;
    plr_settle(t, v, out);
    t->thorough = false;
    t->offers->n = 0;
}

bool plr_full_turn(const struct plr_think *t, const struct tc_view *v, bool *seen)
{
    const struct tc_head *h = v->state, *began = t->checkpoint;
    bool mine = h->active == t->side || h->active == TC_NONE;

    if (h->turn >= began->turn + 2)
        return true;
    if (h->turn > began->turn || !mine)
        *seen = true;
    return *seen && mine && v->q->side == t->side;
}

static void lay_out(struct plr_think *t, uint64_t seed)
{
    const struct tc_ruleset *r = t->book->rules;

    memcpy(t->state, t->checkpoint, r->state_size);
    t->chance = false;
    if (r->veil) {
        struct tc_stream s = tc_stream_from(~seed);
        uint64_t first = s.next;
        r->veil(t->book, t->state, t->side, &s);
        t->chance = s.next != first;
    }
    t->tape.acts = t->acts;
    t->tape.faces = t->faces;
    t->u.tape = &t->tape;
    t->u.act_at = t->u.face_at = 0;
    t->u.state = t->state;
    t->u.stream = tc_stream_from(seed);
    t->first_die = t->u.stream.next;
    t->lots = tc_stream_from(seed ^ UINT64_C(0x1075000000000000));
    t->begun = t->stopped = t->lost = false;
    t->quiet = 0;
}

bool plr_course(struct plr_think *t, uint64_t seed, plr_at *at, void *ctx)
{
    const struct tc_head *h = t->state;

    t->at = at;
    t->ctx = ctx;
    lay_out(t, seed);
    t->courses++;
    while (!t->stopped) {
        tc_play_step(&t->u);
        t->u.tape = NULL;
        if (!t->begun)
            return false;
        /* Over; or so long without a question that it goes round in a ring. */
        if (!t->stopped && (h->over || ++t->quiet > QUIET))
            value_of(t, t->state);
    }
    return !t->lost;
}

/* --- What may be answered ---------------------------------------------------------------- */

static bool among(const struct tc_act *list, int n, const struct tc_act *a)
{
    for (int i = 0; i < n; i++)
        if (tc_same_act(&list[i], a))
            return true;
    return false;
}

/* Some offers by lot; all of them when there are few. */
static int some_offers(const struct tc_offers *o, struct tc_stream *lots, struct tc_act *out,
                       int most)
{
    int n = 0;

    for (int i = 0; i < o->n; i++) {
        /* Each of those left has the same chance to be among those wanted. */
        if ((int)tc_draw(lots, (uint32_t)(o->n - i)) < most - n)
            out[n++] = o->act[i];
    }
    return n;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t c = a % b;
        a = b;
        b = c;
    }
    return a;
}

/* Candidates of a free question: the first two, which are the plainest, then the rest in an
 * order by lot, until enough are legal. */
static int some_candidates(const struct tc_question *q, const struct tc_view *v,
                           struct tc_stream *lots, struct tc_act *out, int most)
{
    uint32_t all = (uint32_t)tc_drawn(q, v), at = tc_draw(lots, all), step = 1;
    int n = 0, tries = 6 * most;

    if (all > 2)
        step = 1 + tc_draw(lots, all - 1);
    while (common_divisor(step, all) != 1)
        step++;
    for (uint32_t i = 0; i < all + 2 && n < most && tries--; i++) {
        uint32_t k = i < 2 ? i : (at + i * step) % all;
        memset(&out[n], 0, sizeof out[n]);
        if (k < all && q->nth(v, (int)k, &out[n]) && q->judge(v, &out[n], NULL) &&
            !among(out, n, &out[n]))
            n++;
    }
    return n;
}

int plr_choices(const struct tc_game *g, struct tc_stream *lots, struct tc_act *out, int most)
{
    const struct tc_question *q = &g->u.rules->questions[g->u.open.question];
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };

    if (!(q->decl.flags & TC_F_FREE))
        return some_offers(g->u.open_offers, lots, out, most);
    int n = some_candidates(q, &v, lots, out, most);
    if (n == 0) {
        struct tc_umpire u = g->u;
        tc_random_answer(&u, &v, lots, &out[n++]);
    }
    return n;
}
