/* kernel/umpire.c - ask, roll, tell. */
#include "kernel/umpire.h"

#include <string.h>

#include "kernel/reasons.h"

enum { OFFERED = 512 }; /* lists of offers that are looked through by hash */

/* --- Tell ------------------------------------------------------------------ */

/* Nobody listens, or they have heard it already in an earlier run of the step. */
static bool unheard(struct tc_umpire *u)
{
    if (u->running_out)
        return true;
    return u->events++ < u->told || !u->sink;
}

static void send(struct tc_umpire *u, struct tc_event *e)
{
    u->sink(u->sink_ctx, e);
}

void tc_tell_args(struct tc_umpire *u, int event, const char *rule, const int32_t *arg)
{
    struct tc_event e = { .kind = TC_EV_TELL, .id = (int16_t)event, .rule = rule };

    TC_NAMED(rule);
    if (unheard(u))
        return;
    memcpy(e.arg, arg, sizeof e.arg);
    send(u, &e);
}

void tc_sum_add_args(struct tc_sum *s, int value, const char *rule, int label, int32_t a,
                     int32_t b)
{
    struct tc_event e = { .kind = TC_EV_MOD, .id = (int16_t)label, .rule = rule };

    s->total += value;
    if (!s->u)
        return;
    TC_NAMED(rule);
    if (unheard(s->u))
        return;
    e.arg[0] = value;
    e.arg[1] = a;
    e.arg[2] = b;
    send(s->u, &e);
}

void tc_sum_end(struct tc_sum *s, const char *rule, int label)
{
    struct tc_event e = { .kind = TC_EV_SUM, .id = (int16_t)label, .rule = rule };

    if (!s->u)
        return;
    TC_NAMED(rule);
    if (unheard(s->u))
        return;
    e.arg[0] = s->total;
    send(s->u, &e);
}

static void tell_answer(struct tc_umpire *u, const struct tc_query *q)
{
    struct tc_event e = { .kind = TC_EV_ANSWER, .id = u->answer.verb, .rule = q->rule };

    TC_NAMED(q->rule);
    if (unheard(u))
        return;
    e.arg[0] = q->side;
    e.arg[1] = q->question;
    e.arg[2] = tc_manner_of(u->rules, q->question, q->arg);
    e.act = &u->answer;
    send(u, &e);
}

/* --- Roll ------------------------------------------------------------------- */

/* Something is missing and noted: what follows in the step is played for nothing, or left. */
static void run_out(struct tc_umpire *u)
{
    if (u->leave)
        u->leave(u->leave_ctx);
    if (u->snapshot)
        memcpy(u->snapshot, u->state, u->rules->state_size);
    u->running_out = true;
}

static void note_roll(struct tc_umpire *u, int n, enum tc_die die, const char *rule)
{
    u->pending = TC_PENDING_ROLL;
    u->open_die = (uint8_t)die;
    u->open_dice = (uint8_t)n;
    u->open_rule = rule;
    u->open_thrower = u->thrower;
    u->open_good = u->good;
    run_out(u);
}

/* Has somebody the faces that would be asked for? */
static bool fed(struct tc_umpire *u, int n, enum tc_die die, int8_t *out)
{
    return !u->running_out && u->tape && u->feed && u->feed(u->feed_ctx, n, die, out);
}

static void draw_faces(struct tc_umpire *u, int n, enum tc_die die, int8_t *out)
{
    struct tc_stream *s = u->running_out ? &u->private_stream : &u->stream;

    for (int i = 0; i < n; i++)
        out[i] = (int8_t)tc_draw_face(s, die);
}

/* Put n faces into out, from wherever this game's faces come. */
static void take_faces(struct tc_umpire *u, int n, enum tc_die die, int8_t *out,
                       const char *rule)
{
    struct tc_tape *t = u->tape;

    if (!u->running_out && t && t->faces - u->face_at >= (uint32_t)n) {
        memcpy(out, t->face + u->face_at, (size_t)n);
        u->face_at += (uint32_t)n;
        return;
    }
    if (u->dice != TC_DICE_TYPED || !fed(u, n, die, out)) {
        if (!u->running_out && u->dice == TC_DICE_TYPED)
            note_roll(u, n, die, rule);
        draw_faces(u, n, die, out);
    }
    if (u->running_out || !t)
        return;
    TC_BUG_ON(t->faces + (uint32_t)n > t->face_room);
    memcpy(t->face + t->faces, out, (size_t)n);
    t->faces += (uint32_t)n;
    u->face_at = t->faces;
}

/* The next fork of the dice tree: which branch is being walked. */
static int walk(struct tc_umpire *u, struct tc_fork_point fork)
{
    struct tc_enum *w = u->walk;

    if (w->depth == TC_ENUM_DEPTH) {
        w->too_deep = true;
        return 0;
    }
    if (w->depth == w->known) {
        fork.branch = 0;
        w->at[w->known++] = fork;
    }
    return w->at[w->depth++].branch;
}

static bool walking(const struct tc_umpire *u)
{
    return u->dice == TC_DICE_ENUM && !u->running_out &&
           !(u->tape && u->face_at < u->tape->faces);
}

static int walk_die(struct tc_umpire *u, enum tc_die die)
{
    const struct tc_die_kind *k = &tc_die_kind[die];

    return k->low +
           walk(u, (struct tc_fork_point){ .die = (uint8_t)die, .branches = k->faces });
}

static struct tc_event roll_event(const struct tc_umpire *u, enum tc_event_kind kind,
                                  const char *rule)
{
    return (struct tc_event){ .kind = (uint8_t)kind,
                              .side = u->thrower,
                              .good = u->good,
                              .march = u->march,
                              .rule = rule };
}

int tc_roll(struct tc_umpire *u, enum tc_die die, const char *rule)
{
    struct tc_event e = roll_event(u, TC_EV_DIE, rule);
    int8_t face;

    TC_NAMED(rule);
    u->rolls++;
    if (walking(u))
        face = (int8_t)walk_die(u, die);
    else
        take_faces(u, 1, die, &face, rule);
    if (!unheard(u)) {
        e.arg[0] = (int32_t)die;
        e.arg[1] = face;
        send(u, &e);
    }
    u->good = TC_UNSAID;
    return face;
}

void tc_rolls(struct tc_umpire *u, int n, enum tc_die die, int8_t *out, const char *rule)
{
    TC_NAMED(rule);
    TC_BUG_ON(n < 0 || n > TC_POOL);
    u->rolls += (uint64_t)n;
    if (walking(u))
        for (int i = 0; i < n; i++)
            out[i] = (int8_t)walk_die(u, die);
    else
        take_faces(u, n, die, out, rule);
    for (int i = 0; i < n; i++) {
        struct tc_event e = roll_event(u, TC_EV_DIE, rule);
        if (unheard(u))
            continue;
        e.arg[0] = (int32_t)die;
        e.arg[1] = out[i];
        send(u, &e);
    }
    u->good = TC_UNSAID;
}

static int good_sides(enum tc_die die, int target)
{
    int good = 0;

    for (int side = 0; side < tc_die_kind[die].sides; side++)
        good += tc_die_face(die, side) >= target;
    return good;
}

static int walk_pool(struct tc_umpire *u, int n, enum tc_die die, int target)
{
    int good = good_sides(die, target);

    if (n == 0 || good == 0)
        return 0;
    return walk(u, (struct tc_fork_point){ .die = (uint8_t)die,
                                           .dice = (uint8_t)n,
                                           .good = (uint8_t)good,
                                           .pool = 1,
                                           .branches = (uint16_t)(n + 1) });
}

static int throw_pool(struct tc_umpire *u, int n, enum tc_die die, int target, const char *rule)
{
    int8_t face[TC_POOL];
    int hits = 0;

    take_faces(u, n, die, face, rule);
    for (int i = 0; i < n; i++)
        hits += face[i] >= target;
    return hits;
}

int tc_pool(struct tc_umpire *u, int n, enum tc_die die, int target, const char *rule)
{
    struct tc_event e = roll_event(u, TC_EV_POOL, rule);

    TC_NAMED(rule);
    TC_BUG_ON(n < 0 || n > TC_POOL);
    u->rolls += (uint64_t)n;
    int hits = walking(u) ? walk_pool(u, n, die, target) : throw_pool(u, n, die, target, rule);
    if (!unheard(u)) {
        e.arg[0] = (int32_t)die;
        e.arg[1] = n;
        e.arg[2] = target;
        e.arg[3] = hits;
        send(u, &e);
    }
    u->good = TC_UNSAID;
    return hits;
}

/* --- Judging ------------------------------------------------------------------ */

static bool value_in_range(const struct tc_ruleset *r, const struct tc_book *bk,
                           const struct tc_param *p, int32_t v)
{
    int n = 0;

    if ((p->flags & TC_P_KEY) && v == p->none)
        return true;
    switch ((enum tc_kind)p->kind) {
    case TC_K_NAME: return v >= 0 && v < r->names(bk, p->list);
    case TC_K_BOOL: return v == 0 || v == 1;
    case TC_K_SIDE: return v == 0 || v == 1;
    case TC_K_WORD:
        while (p->words[n])
            n++;
        return v >= 0 && v < n;
    case TC_K_END:
    case TC_K_STEP:
    case TC_K_ENDING:
    case TC_K_MSG: return false;
    case TC_K_INT:
    case TC_K_LENGTH:
    case TC_K_ANGLE:
    case TC_K_HEX:
    case TC_K_POINT:
    case TC_K_DICE: break;
    }
    return true;
}

/* Names that exist, words of the list, legs of a path only where there may be some. */
static bool well_formed(const struct tc_ruleset *r, const struct tc_book *bk,
                        const struct tc_act *a)
{
    const struct tc_decl *d = &r->verbs[a->verb];

    if (a->segs < 0 || a->segs > TC_SEGS || (a->segs && !(d->flags & TC_F_PATH)))
        return false;
    for (int i = 0; i < a->segs; i++)
        if (a->seg[i].leg < 0 || a->seg[i].leg >= r->leg_count)
            return false;
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        if (!value_in_range(r, bk, &d->param[i], a->arg[tc_decl_place(d, i)]))
            return false;
    return true;
}

static bool is_offered(const struct tc_offers *o, const struct tc_act *a)
{
    for (int i = 0; i < o->n; i++)
        if (tc_same_act(&o->act[i], a))
            return true;
    return false;
}

bool tc_judge_act(const struct tc_ruleset *r, const struct tc_view *v,
                  const struct tc_offers *offers, const struct tc_act *a,
                  struct tc_refusal *why)
{
    const struct tc_question *q = &r->questions[v->q->question];

    if (a->verb < 0 || a->verb >= r->verb_count || !(q->verbs >> a->verb & 1))
        return tc_refuse(why, v->q->rule, TC_R_NOT_NOW);
    if (!well_formed(r, v->book, a))
        return tc_refuse(why, v->q->rule, TC_R_NOT_OFFERED);
    if (q->judge && !q->judge(v, a, why))
        return false;
    if (!(q->decl.flags & TC_F_FREE) && offers && !is_offered(offers, a))
        return tc_refuse(why, v->q->rule, TC_R_NOT_OFFERED);
    return true;
}

/* --- Offers -------------------------------------------------------------------- */

void tc_offer(struct tc_umpire *u, const struct tc_act *a)
{
    TC_BUG_ON(u->offers->n == TC_OFFERS);
    u->offers->act[u->offers->n++] = *a;
}

/* What has been offered, to be found by its hash: places in the list, chained. */
struct offered {
    int16_t first[OFFERED], next[TC_OFFERS];
};

static int16_t *bucket(struct offered *o, const struct tc_act *a)
{
    size_t n = offsetof(struct tc_act, seg);

    if (a->segs > 0 && a->segs <= TC_SEGS)
        n += (size_t)a->segs * sizeof a->seg[0];
    return &o->first[tc_hash(a, n, 0) % OFFERED];
}

/* Candidates repeat each other, and to compare is cheaper than to judge. */
static bool was_offered(struct offered *o, const struct tc_offers *list, const struct tc_act *a)
{
    for (int i = *bucket(o, a); i != TC_NONE; i = o->next[i])
        if (tc_same_act(&list->act[i], a))
            return true;
    return false;
}

static void note_offered(struct offered *o, const struct tc_act *a, int place)
{
    int16_t *b = bucket(o, a);

    o->next[place] = *b;
    *b = (int16_t)place;
}

/* Make the place ready for a candidate; legs: some may be left from an earlier one. */
static void wipe(struct tc_act *a, bool legs)
{
    memset(a, 0, offsetof(struct tc_act, seg));
    if (legs)
        memset(a->seg, 0, sizeof a->seg);
}

/* Every candidate the judge accepts; known: each once. */
static void collect(const struct tc_question *q, const struct tc_view *v, struct tc_offers *out,
                    struct offered *known)
{
    int n = q->count ? q->count(v) : 0;
    bool legs = true;

    out->n = 0;
    for (int i = 0; i < n && out->n < TC_OFFERS; i++) {
        struct tc_act *a = &out->act[out->n];
        wipe(a, legs);
        bool good = q->nth(v, i, a) && (!known || !was_offered(known, out, a)) &&
                    (!q->judge || q->judge(v, a, NULL));
        legs = a->segs != 0;
        if (!good)
            continue;
        if (known)
            note_offered(known, a, out->n);
        out->n++;
        legs = true;
    }
}

void tc_list_answers(const struct tc_ruleset *r, const struct tc_view *v, struct tc_offers *out)
{
    struct tc_desk desk; /* what they share is worked out once */
    struct tc_view at = { v->book, v->state, v->q, v->desk ? v->desk : &desk };
    struct offered known;

    desk.laid = 0;
    for (int i = 0; i < OFFERED; i++)
        known.first[i] = TC_NONE;
    collect(&r->questions[v->q->question], &at, out, &known);
}

int tc_drawn(const struct tc_question *q, const struct tc_view *v)
{
    return q->drawn ? q->drawn(v) : q->count(v);
}

/* A free question: draw candidates until the judge accepts one. */
static void random_candidate(const struct tc_question *q, const struct tc_view *v,
                             struct tc_stream *s, struct tc_act *out)
{
    int n = tc_drawn(q, v);

    TC_BUG_ON(n <= 0);
    for (int tries = 0; tries < 12; tries++) {
        memset(out, 0, sizeof *out);
        if (q->nth(v, (int)tc_draw(s, (uint32_t)n), out) && q->judge(v, out, NULL))
            return;
    }
    int start = (int)tc_draw(s, (uint32_t)n);
    for (int i = 0; i < n; i++) {
        memset(out, 0, sizeof *out);
        if (q->nth(v, (start + i) % n, out) && q->judge(v, out, NULL))
            return;
    }
    tc_bug(__FILE__, __LINE__, "a free question without a legal candidate");
}

void tc_random_answer(struct tc_umpire *u, const struct tc_view *v, struct tc_stream *s,
                      struct tc_act *out)
{
    const struct tc_question *q = &u->rules->questions[v->q->question];

    if (q->decl.flags & TC_F_FREE)
        random_candidate(q, v, s, out);
    else
        *out = u->offers->act[tc_draw(s, (uint32_t)u->offers->n)];
}

/* --- Ask -------------------------------------------------------------------------- */

static void note_question(struct tc_umpire *u, const struct tc_query *q)
{
    u->pending = TC_PENDING_ASK;
    u->open = *q;
    if (u->open_offers) {
        u->open_offers->n = u->offers->n;
        memcpy(u->open_offers->act, u->offers->act,
               (size_t)u->offers->n * sizeof u->offers->act[0]);
    }
    run_out(u);
}

static void put_on_tape(struct tc_umpire *u, const struct tc_query *q)
{
    struct tc_tape *t = u->tape;

    if (!t)
        return;
    TC_BUG_ON(t->acts == t->act_room);
    struct tc_taped *e = &t->act[t->acts++];
    memset(e, 0, sizeof *e);
    e->act = u->answer;
    e->hash = tc_hash(u->state, u->rules->state_size, 0);
    e->face = u->face_at;
    e->question = q->question;
    e->side = q->side;
    u->act_at = t->acts;
}

/* Replay: does the answer on the tape belong to this question and position? */
static bool fits_tape(struct tc_umpire *u, const struct tc_view *v, const struct tc_taped *e)
{
    memset(&u->differs_why, 0, sizeof u->differs_why);
    if (e->question != v->q->question || e->side != v->q->side || e->face != u->face_at)
        return false;
    if (e->hash && e->hash != tc_hash(u->state, u->rules->state_size, 0))
        return false;
    return tc_judge_act(u->rules, v, u->offers, &e->act, &u->differs_why);
}

static bool take_from_tape(struct tc_umpire *u, const struct tc_view *v)
{
    const struct tc_taped *e;

    if (u->running_out || !u->tape || u->act_at >= u->tape->acts)
        return false;
    e = &u->tape->act[u->act_at];
    if (u->judge_tape && !fits_tape(u, v, e)) {
        u->differs_at = u->act_at;
        note_question(u, v->q);
        return false;
    }
    u->answer = e->act;
    u->act_at++;
    return true;
}

static void assume_answer(struct tc_umpire *u, const struct tc_view *v)
{
    const struct tc_question *q = &u->rules->questions[v->q->question];
    int i = 0;

    if (q->decl.flags & TC_F_FREE)
        tc_list_answers(u->rules, v, u->offers);
    TC_BUG_ON(u->offers->n == 0);
    if (u->rules->assume)
        i = u->rules->assume(v, u->deed, u->offers->act, u->offers->n);
    u->answer = u->offers->act[i];
}

static void get_answer(struct tc_umpire *u, const struct tc_view *v)
{
    const struct tc_player *p = &u->player[v->q->side];

    if (take_from_tape(u, v))
        return;
    if (!u->running_out && u->assume) {
        assume_answer(u, v);
        return;
    }
    if (!u->running_out && p->answer) {
        p->answer(p->ctx, u, v, &u->answer);
        put_on_tape(u, v->q);
        return;
    }
    if (!u->running_out)
        note_question(u, v->q);
    tc_random_answer(u, v, &u->private_stream, &u->answer);
}

const struct tc_act *tc_ask_args(struct tc_umpire *u, int side, int question, const char *rule,
                                 const int32_t *arg)
{
    const struct tc_question *decl = &u->rules->questions[question];
    struct tc_query q = { (int16_t)side, (int16_t)question, rule, { 0 } };
    struct tc_desk own, *desk = u->desk ? u->desk : &own;
    struct tc_view v = { u->book, u->state, &q, desk };

    desk->laid = 0;
    u->desk = NULL;
    memcpy(q.arg, arg, sizeof q.arg);
    TC_BUG_ON(side < 0 || side >= TC_SIDES);
    if (!(decl->decl.flags & TC_F_FREE)) {
        if (u->offers->n == 0)
            collect(decl, &v, u->offers, NULL);
        TC_BUG_ON(u->offers->n == 0);
        if (u->offers->n == 1 && !u->ask_single) { /* forced: played without being asked */
            u->answer = u->offers->act[0];
            u->offers->n = 0;
            return &u->answer;
        }
    }
    u->asks++;
    u->step_asks++;
    get_answer(u, &v);
    u->offers->n = 0;
    tell_answer(u, &q);
    return &u->answer;
}

/* --- Playing on ---------------------------------------------------------------------- */

void tc_play_step(struct tc_umpire *u)
{
    const struct tc_head *h = u->state;

    TC_BUG_ON(h->over || h->step >= u->rules->step_count);
    u->pending = TC_PENDING_NONE;
    u->running_out = false;
    u->events = 0;
    u->step_asks = 0;
    u->offers->n = 0;
    u->rules->steps[h->step].play(u->state, u);
}

void tc_play_out(struct tc_umpire *u, void *state, uint64_t limit)
{
    const struct tc_head *h = state;
    uint64_t end = limit ? u->asks + limit : UINT64_MAX;

    u->state = state;
    u->told = 0;
    u->inside = u->blind && u->rules->take_in;
    if (u->inside)
        u->rules->take_in(u->book, state);
    for (; !h->over && u->asks < end; u->going = true)
        tc_play_step(u);
    u->going = false;
    if (u->inside)
        u->rules->bring_out(u->book, state);
    u->inside = false;
}
