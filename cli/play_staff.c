/* cli/play_staff.c - what a staff does for a commander at the terminal: standing orders, the
 * rest of a turn, a summary of what the other side did.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "protocol/course.h"
#include "protocol/staff.h"

/* --- Standing orders -------------------------------------------------------------------- */

static const char *question_name(const struct play *p, int question)
{
    return p->s->book->rules->questions[question].decl.name;
}

static const char *order_name(const struct play *p, const struct play_standing *o)
{
    return o->away ? "away" : p->s->book->rules->verbs[o->verb].name;
}

static void keep_order(struct play *p, struct play_standing o)
{
    int i = 0;

    while (i < p->standings && p->standing[i].question != o.question)
        i++;
    if (i == PLAY_STANDING) {
        fprintf(p->out, SAY("  There are as many standing orders as there may be.\n"));
        return;
    }
    p->standing[i] = o;
    if (i == p->standings)
        p->standings++;
    fprintf(p->out, SAY("  Whenever \"%s\" is asked: %s. \"orders\" lists and ends it.\n"),
            question_name(p, o.question), order_name(p, &o));
}

void play_always(struct play *p, const struct tc_act *a)
{
    keep_order(p, (struct play_standing){ (int16_t)p->s->g.u.open.question, a->verb, false });
}

/* Whoever runs: the natural way, for every question that asks it. */
void play_always_away(struct play *p)
{
    const struct tc_ruleset *r = p->s->book->rules;
    bool any = false;

    for (int q = 0; q < r->question_count; q++)
        if (crs_is_flight(r, q)) {
            keep_order(p, (struct play_standing){ (int16_t)q, 0, true });
            any = true;
        }
    if (!any)
        fprintf(p->out, SAY("  These rules do not ask which way who runs.\n"));
}

void play_orders(struct play *p, const char *rest)
{
    int64_t n;

    if (*rest && tc_read_int(rest, strlen(rest), &n) && n >= 1 && n <= p->standings) {
        p->standings--;
        memmove(&p->standing[n - 1], &p->standing[n],
                (size_t)(p->standings - n + 1) * sizeof p->standing[0]);
        fprintf(p->out, SAY("  That order has ended.\n"));
        return;
    }
    if (*rest) {
        fprintf(p->out, SAY("  Write: orders, or orders N to end order N of %d.\n"),
                p->standings);
        return;
    }
    for (int i = 0; i < p->standings; i++)
        fprintf(p->out, "  %d. %s: %s\n", i + 1, question_name(p, p->standing[i].question),
                order_name(p, &p->standing[i]));
    if (p->standings == 0)
        fprintf(p->out, SAY("  There are no standing orders; \"always N\" gives one.\n"));
}

static bool ordered(const struct play *p, struct tc_act *out)
{
    int question = p->s->g.u.open.question, verb = TC_NONE;

    for (int i = 0; i < p->standings; i++)
        if (p->standing[i].question == question && p->standing[i].away)
            return crs_away(p->s, play_seat(p), out);

    for (int i = 0; i < p->standings; i++)
        if (p->standing[i].question == question)
            verb = p->standing[i].verb;
    if (verb == TC_NONE)
        return false;
    ses_list_answers(p->s, p->answers);
    for (int i = 0; i < p->answers->n; i++)
        if (p->answers->act[i].verb == verb) {
            *out = p->answers->act[i];
            return true;
        }
    return false;
}

/* --- The rest of the turn ----------------------------------------------------------------- */

/* The answer that lets things be, found on a copy. */
static bool let_be(const struct play *p, struct tc_act *out)
{
    struct ses_fork f;
    struct tc_offers *list = calloc(1, sizeof *list);
    bool found = false;

    if (!list)
        abort();
    ses_fork_init(p->s, &f);
    ses_fork_fill(p->s, play_seat(p), 1, &f);
    f.g.u.dice = TC_DICE_TYPED;
    tc_game_go(&f.g);
    uint32_t acts = f.g.tape.acts;
    if (f.g.status == TC_WAITS_ANSWER && crs_let_be(&f.g, list) && f.g.tape.acts > acts) {
        *out = f.g.tape.act[acts].act;
        found = true;
    }
    ses_fork_free(&f);
    free(list);
    return found;
}

void play_rest(struct play *p)
{
    const struct tc_head *h = tc_game_state(&p->s->g);

    p->rest_turn = h->turn;
    p->rest_side = p->s->g.u.open.side;
    p->rests = true;
}

/* The order for the rest of a turn ends with the turn, or when the other side acts. */
static bool resting(struct play *p, struct tc_act *out)
{
    const struct tc_head *h = tc_game_state(&p->s->g);

    if (!p->rests)
        return false;
    p->rests = h->turn == p->rest_turn && p->s->g.u.open.side == p->rest_side && let_be(p, out);
    return p->rests;
}

bool play_by_orders(struct play *p)
{
    struct tc_act a;
    struct tc_why why;

    if (ses_status(p->s) != TC_WAITS_ANSWER || !p->mine[p->s->g.u.open.side] ||
        (!resting(p, &a) && !ordered(p, &a)))
        return false;
    if (ses_answer(p->s, play_seat(p), ses_number(p->s), &a, NULL, &why) == TC_OK)
        return true;
    p->rests = false;
    return false;
}

/* --- Handed to a computer player ------------------------------------------------------------
 */

static void tell_staff(const struct play *p, int seat)
{
    json_t *o = stf_json(stf_of(p->s, seat), p->s, seat);
    const json_t *events = json_object_get(o, "events");
    json_int_t more = json_integer_value(json_object_get(o, "more"));

    fprintf(p->out, "  %s\n", json_string_value(json_object_get(o, "text")));
    for (size_t i = 0; i < json_array_size(events); i++)
        fprintf(p->out, "  - %s\n", json_string_value(json_array_get(events, i)));
    if (more)
        fprintf(p->out, SAY("  ... and %lld more; \"log\" lists everything.\n"),
                (long long)more);
    json_decref(o);
}

bool play_staff_news(struct play *p)
{
    bool news = false;

    for (int i = 0; i < p->s->seats; i++)
        if (p->mine[p->s->seat[i].side] && stf_settle(p->s, i)) {
            tell_staff(p, i);
            news = true;
        }
    return news;
}

static void look_at_staff(const struct play *p, int seat)
{
    const struct stf *f = stf_of(p->s, seat);

    if (!f)
        fprintf(p->out,
                SAY("  Nothing is handed to the staff. Write: staff turn, staff phase or "
                    "staff BRIGADE, and a player if you like.\n"));
    else
        tell_staff(p, seat);
}

/* staff WHAT [PLAYER]: WHAT is turn, phase, or a brigade or command. */
static void hand_over(struct play *p, int seat, char *rest)
{
    char *save = NULL, *what = strtok_r(rest, " ", &save), *player = strtok_r(NULL, " ", &save);
    bool all = strcmp(what, "turn") == 0 || strcmp(what, "phase") == 0;
    json_t *in = all ? json_pack("{ss}", "until", what) : json_pack("{s[s]}", "commands", what);
    struct tc_why why;
    struct stf f;

    if (player)
        json_object_set_new(in, "player", json_string(player));
    if (stf_read(p->s, seat, in, &f, &why) == TC_OK &&
        stf_hand(p->s, seat, &f, &why) == TC_OK) {
        play_mark(p);
        fprintf(p->out, SAY("  The staff (%s) sees to it%s. \"staff back\" takes it back.\n"),
                f.player,
                f.until == STF_TURN    ? SAY(" until the turn is over")
                : f.until == STF_PHASE ? SAY(" until the phase is over")
                                       : "");
    } else {
        fprintf(p->out, "  %s\n", why.text);
    }
    json_decref(in);
}

void play_staff(struct play *p, char *rest)
{
    int seat = play_seat(p);

    if (!*rest)
        look_at_staff(p, seat);
    else if (strcmp(rest, "back") != 0)
        hand_over(p, seat, rest);
    else if (stf_back(p->s, seat))
        tell_staff(p, seat);
    else
        fprintf(p->out, SAY("  Nothing is handed to the staff now.\n"));
}

/* --- What the other side did ---------------------------------------------------------------
 */

void play_mark(struct play *p)
{
    p->since = p->s->entries;
    stf_strengths(p->s, play_viewer(p), p->strength);
}

static bool is_answer_of_other(const struct play *p, const struct ses_entry *e)
{
    if (e->kind != SES_EVENT || e->event.kind != TC_EV_ANSWER || e->line >= p->s->lines)
        return false;
    int side = p->s->line[e->line].side;
    return side >= 0 && side < TC_SIDES && !p->mine[side];
}

static bool matters(const struct play *p, const struct ses_entry *e)
{
    return e->kind == SES_EVENT && e->event.kind == TC_EV_TELL &&
           (p->s->book->rules->events[e->event.id].flags & TC_F_OUTCOME) &&
           ses_entry_seen(p->s, e, play_viewer(p));
}

static void tell_lost(const struct play *p, int side, int lost, int of)
{
    char name[80];
    struct tc_text t = tc_text_on(name, sizeof name);

    tc_say_side(p->s->book->rules, p->s->book, side, &t);
    fprintf(p->out, SAY("  %s: %d of %d lost.\n"), name, lost, of);
}

static void tell_losses(struct play *p)
{
    int now[TC_SIDES];

    stf_strengths(p->s, play_viewer(p), now);
    for (int side = 0; side < TC_SIDES; side++)
        if (now[side] < p->strength[side])
            tell_lost(p, side, p->strength[side] - now[side], p->strength[side]);
}

void play_summary(struct play *p, int least)
{
    enum { MOST = 12 };
    int answers = 0, told = 0;
    uint32_t from = p->since;
    char line[1024];

    /* What one's own staff and standing orders did before is not the other side's. */
    while (from < p->s->entries && !is_answer_of_other(p, &p->s->entry[from]))
        from++;
    for (uint32_t i = from; i < p->s->entries; i++)
        answers += is_answer_of_other(p, &p->s->entry[i]);
    if (answers < least)
        return;
    fprintf(p->out,
            answers == 1 ? SAY("  Since your last answer the other side gave %d answer.\n")
                         : SAY("  Since your last answer the other side gave %d answers.\n"),
            answers);
    for (uint32_t i = from; i < p->s->entries && told < MOST; i++) {
        struct tc_text t = tc_text_on(line, sizeof line);
        if (!matters(p, &p->s->entry[i]) || !ses_say_entry(p->s, &p->s->entry[i], &t))
            continue;
        fprintf(p->out, "  - %s\n", line);
        told++;
    }
    tell_losses(p);
}
