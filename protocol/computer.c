/* protocol/computer.c - computer players in the seats of a session. */
#include "protocol/computer.h"

#include <stdlib.h>
#include <string.h>

#include "players/ahead.h"
#include "protocol/program.h"
#include "protocol/session_own.h"

struct com {
    const struct ses_game *s;
    struct plr_player *brain;
    struct prog *program;
    struct tc_player inner;
    struct plr_spec spec;
    struct plr_ahead *ahead; /* what it thought about questions to come; or NULL */
    uint32_t number, walks;  /* the question of another behind which it did, and how often */
};

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct com *c = ctx;

    if (c->brain) /* a watch sees one thread (session_try.c) */
        plr_alone(c->brain, c->s->outside);
    if (c->brain && c->ahead)
        plr_remind(c->brain, plr_recall(c->ahead, plr_key(&c->s->g)));
    c->inner.answer(c->inner.ctx, u, v, out);
}

static bool is_ours(const struct ses_seat *seat)
{
    return seat->player.answer == answer;
}

enum tc_err com_sit(struct ses_game *s, int seat, struct tc_why *why)
{
    struct plr_spec spec;
    struct prog *program = NULL;
    enum tc_err err = plr_read(s->seat[seat].kind, &spec, why);

    if (err == TC_OK && spec.method == PLR_PROGRAM)
        err = prog_open(spec.command, s->book, &program, why);
    if (err != TC_OK)
        return err;
    struct com *c = calloc(1, sizeof *c);
    TC_BUG_ON(!c);
    c->s = s;
    c->program = program;
    c->spec = spec;
    if (!program)
        c->brain = plr_open(&spec, s->book,
                            tc_hash(s->seed, sizeof s->seed, (uint64_t)seat + 1) ^ s->lines);
    c->inner = program ? prog_seat(program, &s->g) : plr_seat(c->brain, &s->g);
    s->seat[seat].player = (struct tc_player){ answer, c };
    /* cppcheck-suppress memleak ; the seat holds it */
    return TC_OK;
}

void com_reseed(struct ses_game *s, int seat, uint64_t seed)
{
    struct ses_seat *who = &s->seat[seat];

    if (!is_ours(who))
        return;
    struct com *c = who->player.ctx;
    if (c->brain)
        plr_reseed(c->brain, seed);
}

void com_rise(struct ses_game *s, int seat)
{
    struct ses_seat *who = &s->seat[seat];

    if (!is_ours(who))
        return;
    struct com *c = who->player.ctx;
    plr_close(c->brain);
    prog_close(c->program);
    free(c->ahead);
    free(c);
    who->player = (struct tc_player){ NULL, NULL };
}

bool com_hurry(struct ses_game *s, int seat)
{
    const struct ses_seat *who = &s->seat[seat];
    const struct com *c = is_ours(who) ? who->player.ctx : NULL;

    if (!c || !c->brain)
        return false;
    plr_hurry(c->brain);
    return true;
}

/* --- Thinking ahead ----------------------------------------------------------------------- */

static struct com *thinker(const struct ses_game *s, int seat)
{
    const struct ses_seat *who = &s->seat[seat];
    struct com *c = is_ours(who) ? who->player.ctx : NULL;

    return c && c->brain && plr_thinks_ahead(&c->spec) ? c : NULL;
}

bool com_thinks_ahead(const struct ses_game *s, int seat)
{
    return thinker(s, seat) != NULL;
}

static struct plr_ahead *memory_of(struct com *c)
{
    if (!c->ahead)
        c->ahead = calloc(1, sizeof *c->ahead);
    TC_BUG_ON(!c->ahead);
    return c->ahead;
}

struct walk {
    struct com *c;
    int side;
    uint32_t walk;
    double share, most;
    const atomic_bool *stop;
    struct plr_ahead seen;
};

static void walk(void *ctx)
{
    struct walk *w = ctx;
    struct plr_walker *p = plr_walk_open(&w->c->spec, w->c->s->book, 1);
    atomic_bool never;

    atomic_init(&never, false);
    plr_walk(p, &w->c->s->g, w->side, w->walk, w->share, w->most, w->stop ? w->stop : &never,
             &w->seen);
    plr_walk_close(p);
}

static json_t *note_json(const struct tc_book *bk, int seat, const struct plr_recalled *r)
{
    json_t *best = json_array();

    for (int i = 0; i < r->n; i++)
        json_array_append_new(best,
                              json_pack("{s:o,s:f,s:i,s:I}", "act", js_act(bk, &r->best[i].act),
                                        "score", r->best[i].mean, "lean", r->best[i].lean,
                                        "visits", (json_int_t)r->best[i].visits));
    return json_pack("{s:i,s:o,s:f,s:I,s:o}", "seat", seat, "key", js_hex(r->key), "seconds",
                     r->seconds, "courses", (json_int_t)r->courses, "best", best);
}

static void add_new(const struct ses_game *s, int seat, const struct plr_ahead *was,
                    const struct plr_ahead *now, json_t *noted)
{
    for (int i = 0; noted && i < now->n; i++) {
        const struct plr_recalled *old = plr_recall(was, now->seen[i].key);
        if (!old || old->seconds < now->seen[i].seconds)
            json_array_append_new(noted, note_json(s->book, seat, &now->seen[i]));
    }
}

enum tc_err com_ahead(struct ses_game *s, double most, const atomic_bool *stop, bool *more,
                      json_t *noted, struct tc_why *why)
{
    *more = false;
    if (ses_status(s) != TC_WAITS_ANSWER)
        return TC_OK;
    for (int i = 0; i < s->seats; i++) {
        struct com *c = thinker(s, i);
        struct walk w = { .c = c, .side = ses_side_of(s, i), .most = most, .stop = stop };
        if (!c || w.side == s->g.u.open.side)
            continue;
        if (c->number != ses_number(s) + 1)
            c->walks = 0;
        c->number = ses_number(s) + 1;
        w.share = plr_walk_share(plr_budget_of(c->brain), plr_turn_of(&c->spec, s->book),
                                 c->walks++, &w.walk);
        if (w.share <= 0)
            continue;
        w.seen = *memory_of(c);
        enum tc_err err = ses_guard(s, walk, &w, why);
        if (err != TC_OK)
            return err;
        add_new(s, i, c->ahead, &w.seen, noted);
        *c->ahead = w.seen;
        *more = true;
    }
    return TC_OK;
}

static enum tc_err bad_note(struct tc_why *why)
{
    return tc_fail(why, TC_E_SYNTAX, "known",
                   "known is a list of what \"ahead\" has given as noted.");
}

static enum tc_err read_note(const struct tc_book *bk, const json_t *j, struct plr_recalled *r,
                             struct tc_why *why)
{
    const json_t *best = json_object_get(j, "best");
    size_t n = json_array_size(best);

    memset(r, 0, sizeof *r);
    r->seconds = json_number_value(json_object_get(j, "seconds"));
    r->courses = (uint64_t)json_integer_value(json_object_get(j, "courses"));
    if (!js_read_hash(json_object_get(j, "key"), &r->key) || n == 0 || n > PLR_RECALLED ||
        !(r->seconds >= 0))
        return bad_note(why);
    for (r->n = 0; r->n < (int)n; r->n++) {
        const json_t *b = json_array_get(best, (size_t)r->n);
        json_int_t lean = json_integer_value(json_object_get(b, "lean"));
        json_int_t visits = json_integer_value(json_object_get(b, "visits"));
        if (js_read_act(bk, json_object_get(b, "act"), &r->best[r->n].act, why) != TC_OK ||
            lean < INT16_MIN || lean > INT16_MAX || visits < 0 || visits > INT32_MAX)
            return bad_note(why);
        r->best[r->n].mean = json_number_value(json_object_get(b, "score"));
        r->best[r->n].lean = (int)lean;
        r->best[r->n].visits = (uint32_t)visits;
    }
    return TC_OK;
}

enum tc_err com_know(struct ses_game *s, const json_t *known, struct tc_why *why)
{
    struct plr_recalled r;
    const json_t *j;
    size_t i;

    if (!json_is_array(known))
        return bad_note(why);
    json_array_foreach(known, i, j)
    {
        const json_t *seat = json_object_get(j, "seat");
        json_int_t at = json_is_integer(seat) ? json_integer_value(seat) : -1;
        struct com *c = at >= 0 && at < s->seats ? thinker(s, (int)at) : NULL;
        enum tc_err err = c ? read_note(s->book, j, &r, why) : bad_note(why);
        if (err != TC_OK)
            return err;
        plr_note(memory_of(c), &r);
    }
    return TC_OK;
}

const struct plr_advice *com_thoughts(const struct ses_game *s, int seat)
{
    const struct ses_seat *who = &s->seat[seat];

    if (seat < 0 || seat >= s->seats || !is_ours(who))
        return NULL;
    const struct com *c = who->player.ctx;
    return c->brain ? plr_why(c->brain) : NULL;
}

struct suggestion {
    struct plr_player *p;
    const struct tc_game *g;
};

static void suggest(void *ctx)
{
    struct suggestion *u = ctx;
    struct tc_act a;

    plr_decide(u->p, u->g, &a);
    plr_explain(u->p, u->g);
}

static json_t *prospect_json(const struct plr_prospect *p)
{
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);
    json_t *ground = json_array();

    plr_say_prospect(p, &t);
    for (int i = 0; i < p->grounds; i++)
        json_array_append_new(ground,
                              json_pack("{s:s,s:b,s:i}", "name", p->ground[i].name, "mine",
                                        (int)p->ground[i].mine, "held", p->ground[i].held));
    json_t *o = json_pack("{s:i,s:f,s:f,s:i,s:i,s:o,s:s,s:s}", "courses", p->courses, "lost",
                          p->lost / 10.0, "enemy_lost", p->enemy_lost / 10.0, "won", p->won,
                          "beaten", p->beaten, "ground", ground, "plan", p->plan, "text", text);
    if (p->counts)
        json_object_set_new(o, "points", json_real(p->points / 10.0));
    return o;
}

enum tc_err com_suggest(const struct ses_game *s, const char *player, struct plr_advice *out,
                        struct tc_why *why)
{
    struct plr_spec spec;
    enum tc_err err = plr_read(player, &spec, why);

    if (err != TC_OK)
        return err;
    if (ses_status(s) != TC_WAITS_ANSWER)
        return tc_fail(why, TC_E_TURN, "suggest", "No question is open.");
    if (spec.method != PLR_GREEDY && spec.method != PLR_SEARCH)
        return tc_fail(why, TC_E_NAME, "suggest",
                       "\"{0}\" does not think; ask greedy, search or a level.", player);
    spec.lots = 0;
    struct suggestion u = { plr_open(&spec, s->book, ses_number(s)), &s->g };
    plr_alone(u.p, s->outside);
    err = ses_guard(s, suggest, &u, why);
    if (err == TC_OK)
        *out = *plr_why(u.p);
    plr_close(u.p);
    return err;
}

json_t *com_advice_json(const struct tc_book *bk, int manner, const struct plr_advice *a)
{
    json_t *list = json_array();

    for (int i = 0; i < a->n; i++) {
        const struct plr_thought *t = &a->thought[i];
        json_t *line = json_array();
        for (int k = 0; k < t->lines; k++)
            json_array_append_new(line,
                                  json_pack("{s:s,s:o}", "side", bk->side_name[t->line_side[k]],
                                            "act", js_act(bk, &t->line[k])));
        json_array_append_new(
            list, json_pack("{s:o,s:i,s:I,s:o}", "act", js_answer(bk, manner, &t->act), "score",
                            (int)t->mean, "visits", (json_int_t)t->visits, "line", line));
        if (i < PLR_EXPLAINED && a->prospect[i].courses)
            json_object_set_new(json_array_get(list, (size_t)i), "prospect",
                                prospect_json(&a->prospect[i]));
    }
    return json_pack("{s:I,s:o}", "courses", (json_int_t)a->courses, "choices", list);
}

void com_say_thought(const struct tc_book *bk, int manner, const struct plr_thought *t,
                     struct tc_text *out)
{
    tc_say_answer(bk->rules, bk, manner, &t->act, out);
    tc_text_str(out, tc_word("  (score "));
    tc_text_signed(out, (int64_t)t->mean);
    tc_text_str(out, ", ");
    tc_text_int(out, t->visits);
    tc_text_str(out, t->visits == 1 ? tc_word(" course)") : tc_word(" courses)"));
    for (int k = 0; k < t->lines; k++) {
        tc_text_str(out, k ? "; " : tc_word(", then "));
        tc_say_side(bk->rules, bk, t->line_side[k], out);
        tc_text_str(out, ": ");
        tc_say_act(bk->rules, bk, &t->line[k], out);
    }
}
