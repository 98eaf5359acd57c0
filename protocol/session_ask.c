/* protocol/session_ask.c - looking at a game without changing it. */
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"
#include "protocol/session_own.h"

/* Branches walked before odds are sampled, and samples then: so many that a chance is good to
 * two in a hundred, and no more, for a charge of reason at Leuthen plays a long fight in each.
 */
enum { ODDS_LIMIT = 200000, ODDS_SAMPLES = 3000 };

/* --- Why not, odds ------------------------------------------------------------------ */

static enum tc_err need_question(const struct ses_game *s, struct tc_why *why)
{
    if (s->g.status == TC_WAITS_ANSWER)
        return TC_OK;
    if (s->g.status == TC_IS_OVER)
        return tc_fail(why, TC_E_OVER, "act", "The battle is over.");
    return tc_fail(why, TC_E_STALE, "act", "Dice are wanted now, not an answer.");
}

enum tc_err ses_why_not(const struct ses_game *s, const struct tc_act *a,
                        struct tc_refusal *refusal, struct tc_why *why)
{
    struct tc_view v = { s->book, s->g.snapshot, &s->g.u.open };
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);
    enum tc_err err = need_question(s, why);

    if (err != TC_OK)
        return err;
    memset(refusal, 0, sizeof *refusal);
    if (tc_judge_act(s->book->rules, &v, s->open, a, refusal))
        return TC_OK;
    tc_say_refusal(s->book->rules, s->book, refusal, &t);
    return tc_fail(why, TC_E_ILLEGAL, refusal->rule, "{0}", text);
}

/* A veiled fork may come to another question; then the odds hang on what is hidden. */
static enum tc_err same_question(const struct ses_game *s, const struct tc_game *g,
                                 struct tc_why *why)
{
    const struct tc_query *a = &s->g.u.open, *b = &g->u.open;

    if (g->status == TC_WAITS_ANSWER && a->question == b->question && a->side == b->side)
        return TC_OK;
    return tc_fail(why, TC_E_TURN, "odds", "The odds hang on what this seat does not know.");
}

enum tc_err ses_lead_to(struct tc_game *copy, const struct tc_act *a, int n,
                        struct tc_refusal *refusal, struct tc_why *why)
{
    int side = copy->u.open.side;

    for (int i = 0; i < n; i++) {
        enum tc_err err = tc_game_answer(copy, &a[i], refusal, why);
        if (err != TC_OK)
            return err;
        tc_game_go(copy);
        if (copy->status != TC_WAITS_ANSWER || copy->u.open.side != side)
            return tc_fail(
                why, TC_E_TURN, "odds",
                "These answers come to a die, or to the other side, before the last.");
    }
    return TC_OK;
}

struct weighing {
    const struct ses_game *s;
    const struct tc_act *a;
    int n;
    struct ses_fork seen, work;
    struct tc_odds *out;
    struct tc_refusal *refusal;
    struct tc_why *why;
    enum tc_err err;
};

static void weigh(void *ctx)
{
    struct weighing *w = ctx;

    tc_game_go(&w->seen.g);
    w->err = same_question(w->s, &w->seen.g, w->why);
    if (w->err == TC_OK)
        w->err = ses_lead_to(&w->seen.g, w->a, w->n - 1, w->refusal, w->why);
    if (w->err == TC_OK)
        w->err = tc_odds_of(&w->seen.g, &w->a[w->n - 1], &w->work.g, ODDS_LIMIT, ODDS_SAMPLES,
                            2, w->out, w->refusal, w->why);
}

enum tc_err ses_odds(const struct ses_game *s, int seat, const struct tc_act *a,
                     struct tc_odds *out, struct tc_refusal *refusal, struct tc_why *why)
{
    return ses_odds_after(s, seat, a, 1, out, refusal, why);
}

enum tc_err ses_odds_after(const struct ses_game *s, int seat, const struct tc_act *a, int n,
                           struct tc_odds *out, struct tc_refusal *refusal, struct tc_why *why)
{
    struct tc_refusal local;
    struct weighing w = { .s = s, .a = a, .n = n, .out = out, .why = why };
    w.refusal = refusal ? refusal : &local;
    enum tc_err err = ses_why_not(s, a, w.refusal, why);

    if (err != TC_OK)
        return err;
    ses_fork_init(s, &w.seen);
    ses_fork_init(s, &w.work);
    ses_fork_fill(s, seat, 1, &w.seen);
    w.seen.g.u.dice = TC_DICE_TYPED; /* nothing new is rolled on the way to the question */
    err = ses_guard(s, weigh, &w, why);
    ses_fork_free(&w.seen);
    ses_fork_free(&w.work);
    return err != TC_OK ? err : w.err;
}

void ses_list_answers(const struct ses_game *s, struct tc_offers *out)
{
    struct tc_view v = { s->book, s->g.snapshot, &s->g.u.open };

    out->n = 0;
    if (s->g.status != TC_WAITS_ANSWER)
        return;
    if (s->book->rules->questions[s->g.u.open.question].decl.flags & TC_F_FREE)
        tc_list_answers(s->book->rules, &v, out);
    else
        ses_copy_offers(out, s->open);
}

/* --- Forks ----------------------------------------------------------------------------- */

void ses_fork_init(const struct ses_game *s, struct ses_fork *f)
{
    memset(f, 0, sizeof *f);
    f->mem = ses_alloc(tc_game_memory(s->book->rules));
    f->work = ses_alloc_offers();
    f->open = ses_alloc_offers();
    tc_game_init_from(&f->g, s->book, f->mem, f->work, f->open, s->g.checkpoint);
    f->g.tape.act = ses_alloc(TC_TAPE_ROOM * sizeof *f->g.tape.act);
    f->g.tape.act_room = TC_TAPE_ROOM;
    f->g.tape.face = ses_alloc(2 * TC_TAPE_ROOM);
    f->g.tape.face_room = 2 * TC_TAPE_ROOM;
}

void ses_fork_fill(const struct ses_game *s, int seat, uint64_t seed, struct ses_fork *f)
{
    tc_fork(&s->g, ses_side_of(s, seat), seed, &f->g, f->mem, f->work, f->open);
}

void ses_fork_free(struct ses_fork *f)
{
    free(f->g.tape.act);
    free(f->g.tape.face);
    free(f->mem);
    free(f->work);
    free(f->open);
    memset(f, 0, sizeof *f);
}

/* --- As JSON ------------------------------------------------------------------------------ */

bool ses_alike(const struct ses_game *s)
{
    struct tc_view v = { s->book, s->g.snapshot, &s->g.u.open };

    return s->book->rules->alike && s->book->rules->alike(&v);
}

static void add_question(const struct ses_game *s, int seat, json_t *o)
{
    const struct tc_query *q = &s->g.u.open;
    int asked = ses_seat_asked(s), side = ses_side_of(s, seat);
    bool mine = side == TC_NONE || side == q->side;
    json_t *query = ses_asks_in_secret(s, seat) ? js_secret_query(s->book, q)
                                                : js_query(s->book, q, mine ? s->open : NULL);

    json_object_set_new(o, "kind", json_string("question"));
    json_object_set_new(o, "seat", json_integer(asked));
    json_object_set_new(o, "seat_name", json_string(s->seat[asked].name));
    json_object_update(o, query);
    json_decref(query);
    if (mine && ses_alike(s))
        json_object_set_new(o, "alike", json_true());
}

/* What a die can show, each once. */
static json_t *faces_of(int die)
{
    json_t *list = json_array();
    int last = TC_NONE;

    for (int i = 0; i < tc_die_kind[die].sides; i++) {
        int face = tc_die_face(die, i);
        if (face != last)
            json_array_append_new(list, json_integer(face));
        last = face;
    }
    return list;
}

static void add_dice(const struct ses_game *s, json_t *o)
{
    const struct tc_umpire *u = &s->g.u;

    json_object_set_new(o, "kind", json_string(s->pledge.way ? "shares" : "dice"));
    json_object_set_new(o, "die", json_string(tc_die_kind[u->open_die].name));
    json_object_set_new(o, "dice", json_integer(u->open_dice));
    json_object_set_new(o, "faces", faces_of(u->open_die));
    json_object_set_new(o, "rule", json_string(u->open_rule));
}

static void add_over(const struct ses_game *s, json_t *o)
{
    const struct tc_head *h = tc_game_state(&s->g);

    json_object_set_new(o, "kind", json_string("over"));
    json_object_set_new(o, "ending", json_string(s->book->rules->endings[h->ending]));
    json_object_set_new(o, "winner",
                        h->winner == 0 || h->winner == 1
                            ? json_string(s->book->side_name[h->winner])
                            : json_null());
    json_object_set_new(o, "score",
                        json_integer(s->book->rules->score(s->book, tc_game_state(&s->g))));
}

/* Who owes a share of the dice. */
static void add_shares(const struct ses_game *s, json_t *o)
{
    const char *what;
    uint32_t owes = ses_owes(s, &what);
    json_t *list = json_array();

    for (int i = 0; i < s->seats; i++)
        if (owes >> i & 1)
            json_array_append_new(list, json_integer(i));
    if (owes)
        json_object_set_new(o, "shares", json_pack("{ss sO}", "what", what, "owes", list));
    json_decref(list);
}

json_t *ses_question_json(const struct ses_game *s, int seat)
{
    json_t *o = js_message();
    uint64_t hash;

    json_object_set_new(o, "number", json_integer(ses_number(s)));
    json_object_set_new(o, "turn",
                        json_integer(((const struct tc_head *)tc_game_state(&s->g))->turn));
    if (s->g.status == TC_WAITS_ANSWER)
        add_question(s, seat, o);
    else if (s->g.status == TC_WAITS_DICE)
        add_dice(s, o);
    else
        add_over(s, o);
    add_shares(s, o);
    if (ses_hash(s, seat, &hash))
        json_object_set_new(o, "hash", js_hex(hash));
    if (s->pledge.way && s->hidden_from == UINT32_MAX)
        json_object_set_new(o, "chain", js_word(s->pledge.head));
    if (s->adjusted)
        json_object_set_new(o, "adjusted", json_integer(s->adjusted));
    return o;
}

json_t *ses_state_json(const struct ses_game *s, int seat)
{
    const struct tc_ruleset *r = s->book->rules;
    int side = ses_side_of(s, seat);
    bool kept = false;

    for (int i = 0; r->keeps && side != TC_NONE && i < TC_SIDES; i++)
        kept |= (side == i || side == TC_SIDES) &&
                r->keeps(s->book, tc_game_state(&s->g), i, NULL, NULL);
    return kept ? json_null() : js_state(s->book, tc_game_state(&s->g), side);
}

void ses_scene(const struct ses_game *s, int seat, struct tc_scene *out)
{
    tc_scene_clear(out);
    if (seat == SES_WATCHER && s->book->rules->veil)
        ses_watch_scene(s, out);
    else /* where everything is open a watcher sees what a side sees */
        s->book->rules->scene(s->book, tc_game_state(&s->g),
                              seat == SES_WATCHER ? 0 : ses_side_of(s, seat), out);
    for (int side = 0; side < TC_SIDES; side++) { /* the same in every system */
        out->side_name[side] = s->book->side_name[side];
        out->side_colour[side] = s->book->side_colour[side];
    }
}

json_t *ses_scene_json(const struct ses_game *s, int seat)
{
    struct tc_scene *scene = ses_alloc(sizeof *scene);

    ses_scene(s, seat, scene);
    json_t *o = js_scene(scene);
    if (s->adjusted)
        json_object_set_new(o, "adjusted", json_integer(s->adjusted));
    free(scene);
    return o;
}
