/* lib/play.c - what a game waits for, and answering it. */
#include <stdlib.h>
#include <string.h>

#include "lib/light.h"
#include "players/player.h"
#include "protocol/computer.h"
#include "protocol/session_own.h"

static bool begun(const tri_game *g)
{
    return g && !g->broken && g->p.s;
}

static int no_game(const tri_game *g)
{
    return !g ? TRI_E_ARGUMENT : g->broken ? TRI_E_BUG : TRI_E_STALE;
}

/* --- What it waits for ------------------------------------------------------------------- */

int tri_status(tri_game *g)
{
    if (!begun(g))
        return no_game(g);
    switch (ses_status(g->p.s)) {
    case TC_WAITS_ANSWER: return g->p.s->stopped ? TRI_IS_OVER : TRI_ASKS;
    case TC_WAITS_DICE: return TRI_WANTS_DICE;
    case TC_IS_OVER: return TRI_IS_OVER;
    case TC_DIFFERS: break;
    }
    return TRI_E_DIFFERS;
}

int tri_seat(tri_game *g)
{
    if (!begun(g))
        return no_game(g);
    return tri_status(g) == TRI_ASKS ? ses_seat_asked(g->p.s) : TRI_E_TURN;
}

int tri_side(tri_game *g)
{
    if (!begun(g))
        return no_game(g);
    return tri_status(g) == TRI_ASKS ? g->p.s->g.u.open.side : TRI_E_TURN;
}

static const struct tc_head *head_of(const tri_game *g)
{
    return tc_game_state(&g->p.s->g);
}

int tri_turn(tri_game *g)
{
    return begun(g) ? head_of(g)->turn : no_game(g);
}

int64_t tri_number(tri_game *g)
{
    return begun(g) ? (int64_t)ses_number(g->p.s) : no_game(g);
}

int tri_winner(tri_game *g)
{
    if (!begun(g))
        return no_game(g);
    if (g->p.s->g.status != TC_IS_OVER)
        return TRI_E_TURN;
    return head_of(g)->winner < 0 ? TC_SIDES : head_of(g)->winner;
}

int tri_score(tri_game *g, int *out)
{
    if (!begun(g) || !out)
        return begun(g) ? TRI_E_ARGUMENT : no_game(g);
    *out = g->p.s->book->rules->score(g->p.s->book, head_of(g));
    return TRI_OK;
}

static enum tc_err show_question(struct job *j)
{
    if (j->seat < TRI_WATCHER || j->seat >= j->g->p.s->seats)
        return tc_fail(&j->why, TC_E_RANGE, "seat", "There is no such seat.");
    text_json(j->out, ses_question_json(j->g->p.s, j->seat));
    return TC_OK;
}

int tri_question(tri_game *g, int seat, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .out = out };

    return out ? job_on_game(&j, show_question, e)
               : job_wrong(e, "out", "There must be a text to write into.");
}

/* --- Offers --------------------------------------------------------------------------------
 */

static bool is_free(const struct ses_game *s)
{
    return s->book->rules->questions[s->g.u.open.question].decl.flags & TC_F_FREE;
}

const struct tc_offers *offers_of(tri_game *g)
{
    const struct ses_game *s = g->p.s;

    if (ses_status(s) == TC_WAITS_ANSWER && !is_free(s))
        return s->open;
    if (!g->listed)
        g->listed = ses_alloc_offers();
    if (!g->is_listed)
        ses_list_answers(s, g->listed);
    g->is_listed = true;
    return g->listed;
}

static bool in_list(const struct tc_offers *o, const struct tc_act *a)
{
    for (int i = 0; i < o->n; i++)
        if (tc_same_act(&o->act[i], a))
            return true;
    return false;
}

/* Some answers of the free question, by lot: each candidate that is drawn and legal, once. */
static void sample(const struct ses_game *s, int most, struct tc_stream *lots,
                   struct tc_offers *out)
{
    const struct tc_question *q = &s->book->rules->questions[s->g.u.open.question];
    struct tc_view v = { s->book, s->g.snapshot, &s->g.u.open };
    int n = tc_drawn(q, &v);

    out->n = 0;
    for (int tries = 0; tries < 2 * most && out->n < most; tries++) {
        struct tc_act *a = &out->act[out->n];
        memset(a, 0, sizeof *a);
        out->n += q->nth(&v, (int)tc_draw(lots, (uint32_t)n), a) && !in_list(out, a) &&
                  q->judge(&v, a, NULL);
    }
    if (out->n == 0) {
        struct tc_umpire u = { .rules = s->book->rules };
        tc_random_answer(&u, &v, lots, &out->act[0]);
        out->n = 1;
    }
}

static enum tc_err menu(struct job *j)
{
    const struct ses_game *s = j->g->p.s;
    struct tc_stream lots = tc_stream_from((*j->lots)++);

    if (j->number_of < 1 || j->number_of > TC_OFFERS)
        return tc_fail(&j->why, TC_E_RANGE, "most", "A menu has 1 answer or more.");
    if (ses_status(s) == TC_WAITS_ANSWER && is_free(s)) {
        if (!j->g->listed)
            j->g->listed = ses_alloc_offers();
        sample(s, j->number_of, &lots, j->g->listed);
        j->g->is_listed = true;
    }
    j->number_of = offers_of(j->g)->n;
    return TC_OK;
}

int tri_menu(tri_game *g, int most, uint64_t *lots)
{
    struct job j = { .g = g, .number_of = most, .lots = lots };
    int code = lots ? job_on_game(&j, menu, NULL) : TRI_E_ARGUMENT;

    return code == TRI_OK ? j.number_of : code;
}

static enum tc_err count_offers(struct job *j)
{
    j->number_of = offers_of(j->g)->n;
    return TC_OK;
}

static enum tc_err show_offers(struct job *j)
{
    const struct tc_offers *o = offers_of(j->g);
    json_t *list = json_array();

    for (int i = 0; i < o->n; i++)
        json_array_append_new(
            list, js_offer(j->g->p.s->book, ses_manner(j->g->p.s), o->act, o->n, i));
    text_json(j->out, list);
    return TC_OK;
}

static enum tc_err no_offer(struct job *j)
{
    return tc_fail(&j->why, TC_E_RANGE, "offer", "There is no such offer.");
}

static enum tc_err show_offer(struct job *j)
{
    const struct tc_offers *o = offers_of(j->g);
    const struct tc_book *bk = j->g->p.s->book;
    char act[512];
    struct tc_text t = tc_text_on(act, sizeof act);

    if (j->number_of < 0 || j->number_of >= o->n)
        return no_offer(j);
    tc_print_act(bk->rules, bk, &o->act[j->number_of], &t);
    text_set(j->out, act, strlen(act));
    return TC_OK;
}

int tri_offer_count(tri_game *g)
{
    struct job j = { .g = g };
    int code = job_on_game(&j, count_offers, NULL);

    return code == TRI_OK ? j.number_of : code;
}

int tri_offers(tri_game *g, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .out = out };

    return out ? job_on_game(&j, show_offers, e)
               : job_wrong(e, "out", "There must be a text to write into.");
}

int tri_offer(tri_game *g, int i, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .number_of = i, .out = out };

    return out ? job_on_game(&j, show_offer, e)
               : job_wrong(e, "out", "There must be a text to write into.");
}

/* --- Judging and answering -----------------------------------------------------------------
 */

static enum tc_err parse(struct job *j, struct tc_act *a)
{
    const struct tc_book *bk = j->g->p.s->book;

    return tc_parse_act(bk->rules, bk, j->text, strlen(j->text), a, &j->why);
}

static enum tc_err judge(struct job *j)
{
    const struct ses_game *s = j->g->p.s;
    struct tc_act a;
    enum tc_err err = parse(j, &a);

    if (err != TC_OK)
        return err;
    err = ses_why_not(s, &a, &j->refusal, &j->why);
    if (!j->out || (err != TC_OK && err != TC_E_ILLEGAL))
        return err;
    json_t *o = json_pack("{s:b,s:o}", "legal", err == TC_OK, "act",
                          js_answer(s->book, ses_manner(s), &a));
    if (err != TC_OK)
        json_object_set_new(o, "refusal", js_refusal(s->book, &j->refusal));
    text_json(j->out, o);
    return err;
}

int tri_judge(tri_game *g, const char *act, tri_text *out, tri_error *e)
{
    struct job j = { .g = g, .text = act, .out = out };

    return act ? job_on_game(&j, judge, e) : job_wrong(e, "act", "The act is NULL.");
}

/* Give an answer, whatever kind the game is of. */
static enum tc_err give(struct job *j, int seat, uint32_t number, const struct tc_act *a)
{
    struct ses_game *s = j->g->p.s;

    j->g->is_listed = false;
    if (!j->g->light)
        return ses_answer(s, seat, number, a, &j->refusal, &j->why);
    if (number != SES_ANY_NUMBER && number != ses_number(s))
        return tc_fail(&j->why, TC_E_STALE, "answer", "Another question is open.");
    if (seat != SES_UMPIRE && seat != ses_seat_asked(s))
        return tc_fail(&j->why, TC_E_TURN, "seat", "Another seat is asked.");
    return light_answer(s, a, &j->refusal, &j->why);
}

/* The same for an answer of the list, or one that the judge has just accepted. */
static enum tc_err give_legal(struct job *j, const struct tc_act *a)
{
    if (!j->g->light)
        return give(j, SES_UMPIRE, SES_ANY_NUMBER, a);
    j->g->is_listed = false;
    light_take(j->g->p.s, a);
    return TC_OK;
}

static enum tc_err answer(struct job *j)
{
    struct tc_act a;
    enum tc_err err = TC_OK;

    if (j->number < -1 || j->number >= UINT32_MAX)
        return tc_fail(&j->why, TC_E_STALE, "number", "No question has that number.");
    err = parse(j, &a);
    return err != TC_OK
               ? err
               : give(j, j->seat, j->number < 0 ? SES_ANY_NUMBER : (uint32_t)j->number, &a);
}

int tri_answer(tri_game *g, int seat, int64_t number, const char *act, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .number = number, .text = act };

    return act ? job_on_game(&j, answer, e) : job_wrong(e, "act", "The act is NULL.");
}

static enum tc_err answer_offer(struct job *j)
{
    const struct tc_offers *o = offers_of(j->g);

    if (j->number_of < 0 || j->number_of >= o->n)
        return no_offer(j);
    struct tc_act a = o->act[j->number_of];
    return give_legal(j, &a);
}

int tri_answer_offer(tri_game *g, int i, tri_error *e)
{
    struct job j;

    job_clear(&j);
    j.g = g;
    j.number_of = i;
    return job_on_game(&j, answer_offer, e);
}

static enum tc_err answer_lot(struct job *j)
{
    struct ses_game *s = j->g->p.s;
    struct tc_view v = { s->book, s->g.snapshot, &s->g.u.open };
    struct tc_stream lots = tc_stream_from((*j->lots)++);
    struct tc_offers *work = s->g.u.offers;
    struct tc_act a;

    if (ses_status(s) != TC_WAITS_ANSWER)
        return tc_fail(&j->why, TC_E_TURN, "answer", "No question is open.");
    s->g.u.offers = s->open;
    tc_random_answer(&s->g.u, &v, &lots, &a);
    s->g.u.offers = work;
    return give_legal(j, &a);
}

int tri_answer_lot(tri_game *g, uint64_t *lots, tri_error *e)
{
    struct job j;

    job_clear(&j);
    j.g = g;
    j.lots = lots;
    return lots ? job_on_game(&j, answer_lot, e) : job_wrong(e, "lots", "lots is NULL.");
}

/* --- Dice ------------------------------------------------------------------------------------
 */

static enum tc_err dice(struct job *j)
{
    struct ses_game *s = j->g->p.s;

    j->g->is_listed = false;
    return j->g->light ? light_dice(s, j->faces, j->number_of, &j->why)
                       : ses_dice(s, SES_ANY_NUMBER, j->faces, j->number_of, &j->why);
}

int tri_dice(tri_game *g, const int8_t *faces, int n, tri_error *e)
{
    struct job j = { .g = g, .faces = faces, .number_of = n };

    return faces ? job_on_game(&j, dice, e) : job_wrong(e, "dice", "The faces are NULL.");
}

static enum tc_err is_light(struct job *j)
{
    tc_fail(&j->why, TC_E_TURN, "game", "A light game keeps no record and seats nobody.");
    return TC_ERRS; /* TRI_E_LIGHT */
}

static enum tc_err force(struct job *j)
{
    return j->g->light ? is_light(j)
                       : ses_force_dice(j->g->p.s, j->faces, j->number_of, &j->why);
}

int tri_force(tri_game *g, const int8_t *faces, int n, tri_error *e)
{
    struct job j = { .g = g, .faces = faces, .number_of = n };

    return faces ? job_on_game(&j, force, e) : job_wrong(e, "force", "The faces are NULL.");
}

/* --- Computers and second thoughts -----------------------------------------------------------
 */

static enum tc_err play(struct job *j)
{
    j->g->is_listed = false;
    return j->g->light ? is_light(j) : ses_play(j->g->p.s, j->flags, &j->why);
}

int tri_play(tri_game *g, uint32_t most, tri_error *e)
{
    struct job j = { .g = g, .flags = most };

    return job_on_game(&j, play, e);
}

static enum tc_err undo(struct job *j)
{
    j->g->is_listed = false;
    if (j->g->light)
        return is_light(j);
    if (j->seat < TRI_UMPIRE || j->seat >= j->g->p.s->seats)
        return tc_fail(&j->why, TC_E_RANGE, "seat", "There is no such seat.");
    return ses_undo(j->g->p.s, j->seat, j->flags, &j->why);
}

int tri_undo(tri_game *g, int seat, int consent, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .flags = consent != 0 };

    return job_on_game(&j, undo, e);
}

/* --- Players -------------------------------------------------------------------------------
 */

static enum tc_err open_player(struct job *j)
{
    struct plr_spec spec;
    enum tc_err err = plr_read(j->text, &spec, &j->why);

    if (err == TC_OK && spec.method == PLR_PROGRAM)
        err = tc_fail(&j->why, TC_E_NAME, "player", "No program is started here.");
    if (err == TC_OK)
        j->player->brain = plr_open(&spec, j->b->book, *j->lots);
    return err;
}

int tri_player_new(tri_book *b, const char *name, uint64_t seed, tri_player **out, tri_error *e)
{
    struct job j = { .b = b, .text = name, .lots = &seed };

    if (!b || !name || !out)
        return job_wrong(e, "player", "The book, the name or the place is NULL.");
    j.player = calloc(1, sizeof *j.player);
    if (!j.player)
        return TRI_E_BUG;
    j.player->book = book_hold(b);
    int code = job_run(&j, open_player, e);
    if (code == TRI_OK) {
        plr_alone(j.player->brain, true);
        *out = j.player;
    } else {
        tri_player_free(j.player);
    }
    return code;
}

void tri_player_free(tri_player *p)
{
    if (!p)
        return;
    plr_close(p->brain);
    tri_book_free(p->book);
    free(p);
}

static enum tc_err decide(struct job *j)
{
    const struct ses_game *s = j->g->p.s;
    char act[512];
    struct tc_text t = tc_text_on(act, sizeof act);
    struct tc_act a;

    if (ses_status(s) != TC_WAITS_ANSWER)
        return tc_fail(&j->why, TC_E_TURN, "decide", "No question is open.");
    if (s->book->hash != j->player->book->book->hash)
        return tc_fail(&j->why, TC_E_EDITION, "decide", "The player was made for {0}.",
                       j->player->book->book->id);
    plr_decide(j->player->brain, &s->g, &a);
    tc_print_act(s->book->rules, s->book, &a, &t);
    text_set(j->out, act, strlen(act));
    return TC_OK;
}

int tri_player_decide(tri_player *p, tri_game *g, tri_text *act, tri_error *e)
{
    struct job j = { .g = g, .player = p, .out = act };

    return p && act ? job_on_game(&j, decide, e)
                    : job_wrong(e, "decide", "The player or the text is NULL.");
}
