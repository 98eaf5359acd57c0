/* server/api_play.c - requests that move a game on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/course.h"
#include "server/own.h"

/* --- Answers ---------------------------------------------------------------------------- */

static enum tc_err still_on(struct srv_call *c)
{
    if (c->g->sub[c->seat][0])
        return tc_fail(&c->why, TC_E_TURN, "answer",
                       "A computer sits in for you; resume takes the seat back.");
    if (!c->g->over)
        return TC_OK;
    return tc_fail(&c->why, TC_E_OVER, "answer", "The battle is over.");
}

/* Lines that only keep the record (a seed made known, a position) leave the question as it
 * was: its earlier number is still good. */
static uint32_t number_now(const struct ses_game *s, int64_t n)
{
    return n < s->lines && srv_only_keeps(s, (uint32_t)n) ? s->lines : (uint32_t)n;
}

/* The number of the open question, as the client names it. */
static enum tc_err read_number(struct srv_call *c, uint32_t *number)
{
    int64_t n;

    if (!srv_read_number(json_object_get(c->in, "number"), UINT32_MAX - 1, &n))
        return tc_fail(&c->why, TC_E_RANGE, "number", "number is that of the open question.");
    *number = number_now(c->g->s, n);
    return TC_OK;
}

/* The entries from this one on. */
static void put_news(struct js_out *o, const struct srv_call *c, uint32_t entry, uint32_t line)
{
    struct ses_walk w = ses_walk_from(c->g->s, c->seat, line);
    struct ses_seen x;

    js_put_open(o, '[');
    while (ses_walk_log(&w, &x))
        if (w.i > entry)
            ses_put_seen(o, c->g->s, &x);
    js_put_close(o, ']');
}

/* {"line","news","question"}: what came of the answer. */
static void put_reply(struct srv_call *c, uint32_t entry)
{
    const struct ses_game *s = c->g->s;
    uint32_t line = entry < s->entries ? s->entry[entry].line : s->lines;
    struct js_out o = { 0 };

    js_put_plain(&o, "{\"v\":1,\"line\":");
    js_put_int(&o, (int64_t)s->lines - 1);
    js_put_key(&o, "news");
    if (line + 1 != s->lines || !srv_put_news(&o, c->g, line))
        put_news(&o, c, entry, line);
    js_put_key(&o, "question");
    srv_put_question(&o, c->g, c->seat);
    js_put_close(&o, '}');
    c->text = o.text;
    c->text_size = o.n;
}

static enum tc_err go_on(struct srv_call *c, uint32_t entry)
{
    struct srv_game *g = c->g;
    enum tc_err err = srv_commit(g, &c->why);

    if (err != TC_OK)
        return err;
    srv_count(SRV_C_ANSWERS);
    srv_time_answer(srv_clock() - c->start);
    put_reply(c, entry);
    srv_go_on(g);
    return TC_OK;
}

enum tc_err srv_read_question(struct srv_call *c, uint32_t *number)
{
    enum tc_err err = still_on(c);

    return err != TC_OK ? err : read_number(c, number);
}

enum tc_err srv_after_answer(struct srv_call *c, uint32_t entry)
{
    return go_on(c, entry);
}

enum tc_err srv_api_answer(struct srv_call *c)
{
    struct tc_act a;
    uint32_t number;
    const json_t *act = json_object_get(c->in, "act"), *word = json_object_get(c->in, "link");
    uint8_t link[TC_SECRET];
    enum tc_err err = still_on(c);

    memset(&a, 0, sizeof a);
    if (err == TC_OK)
        err = read_number(c, &number);
    if (err == TC_OK && !act)
        err = tc_fail(&c->why, TC_E_KEY, "act", "An answer needs its act.");
    if (err == TC_OK && word && !js_read_word(word, link))
        err = tc_fail(&c->why, TC_E_SYNTAX, "link", "link is a string of 64 hex digits.");
    if (err == TC_OK)
        err = js_read_act(c->g->book, act, &a, &c->why);
    if (err != TC_OK)
        return err;
    uint32_t entry = c->g->s->entries;
    err =
        ses_answer_link(c->g->s, c->seat, number, &a, word ? link : NULL, &c->refusal, &c->why);
    if (err == TC_E_STALE)
        srv_count(SRV_C_STALE);
    return err != TC_OK ? err : go_on(c, entry);
}

enum tc_err srv_api_dice(struct srv_call *c)
{
    const json_t *list = json_object_get(c->in, "faces");
    int8_t face[TC_POOL];
    size_t n = json_array_size(list);
    uint32_t number;
    enum tc_err err = still_on(c);

    if (err == TC_OK)
        err = read_number(c, &number);
    if (err == TC_OK && (!json_is_array(list) || n < 1 || n > TC_POOL))
        err = tc_fail(&c->why, TC_E_SYNTAX, "faces", "faces is a list of faces.");
    for (size_t i = 0; err == TC_OK && i < n; i++) {
        int64_t v;
        if (!srv_read_number(json_array_get(list, i), 99, &v))
            err = tc_fail(&c->why, TC_E_RANGE, "faces", "A face is a number from 0 to 99.");
        else
            face[i] = (int8_t)v;
    }
    if (err != TC_OK)
        return err;
    uint32_t entry = c->g->s->entries;
    err = ses_dice(c->g->s, number, face, (int)n, &c->why);
    return err != TC_OK ? err : go_on(c, entry);
}

/* --- Taking back
 * -------------------------------------------------------------------------------- */

static int side_of(const struct srv_call *c, int seat)
{
    return c->g->s->seat[seat].side;
}

/* Does a person sit on the other side? */
bool srv_has_opponent(const struct srv_call *c)
{
    for (int i = 0; i < c->g->s->seats; i++)
        if (srv_is_persons(c->g, i) && side_of(c, i) != side_of(c, c->seat))
            return true;
    return false;
}

static enum tc_err take_back(struct srv_call *c, int seat, bool consent, int answers)
{
    int taken;
    enum tc_err err = answers > 1 ? ses_undo_many(c->g->s, seat, answers, &taken, &c->why)
                                  : ses_undo(c->g->s, seat, consent, &c->why);

    if (err == TC_OK)
        err = srv_commit(c->g, &c->why);
    if (err == TC_OK) /* or it would be answered again at once */
        err = srv_staff_back(c->g, seat, &c->why);
    if (err != TC_OK)
        return err;
    c->out = js_message();
    json_object_set_new(c->out, "line", json_integer(c->g->s->lines - 1));
    json_object_set_new(c->out, "question", ses_question_json(c->g->s, c->seat));
    srv_go_on(c->g);
    return TC_OK;
}

/* Who plays on declines: nobody keeps an offer in his pocket until the battle is lost. */
const json_t *srv_draw_offer(const struct srv_game *g)
{
    const json_t *o = g->draw;
    int64_t seat = json_integer_value(json_object_get(o, "seat"));
    int64_t line = json_integer_value(json_object_get(o, "line"));

    if (!o || seat < 0 || seat >= g->s->seats)
        return NULL;
    for (uint32_t i = (uint32_t)line; i < g->s->lines; i++)
        if (g->s->line[i].kind == SES_L_ANSWER && g->s->line[i].side != g->s->seat[seat].side)
            return NULL;
    return o;
}

/* Does it lie before the other side already? Nobody is pestered with it, nor the store. */
static bool asked_already(const struct srv_call *c, const json_t *was)
{
    int64_t seat = json_integer_value(json_object_get(was, "seat"));

    return was && json_integer_value(json_object_get(was, "line")) == c->g->s->lines &&
           side_of(c, (int)seat) == side_of(c, c->seat);
}

static enum tc_err too_much_said(struct srv_call *c, const char *where)
{
    return c->g->notes < SRV_NOTES ? TC_OK
                                   : tc_fail(&c->why, TC_E_FULL, where,
                                             "So much has been said that nothing more fits.");
}

static enum tc_err ask_other(struct srv_call *c, const char *key, const char *kind)
{
    const json_t *was = key[0] == 'u' ? srv_undo_offer(c->g) : srv_draw_offer(c->g);
    json_t *offer = json_pack("{si sI}", "seat", c->seat, "line", (json_int_t)c->g->s->lines);
    enum tc_err err = TC_OK;

    if (!asked_already(c, was)) {
        err = too_much_said(c, key);
        if (err == TC_OK)
            err = srv_game_set(c->g, key, offer, &c->why);
        if (err == TC_OK)
            err = srv_note(c->g, c->seat, kind, "", &c->why);
    }
    json_decref(offer);
    if (err == TC_OK)
        c->out = json_pack("{si sb}", "v", JS_VERSION, "asked", 1);
    return err;
}

/* A request that came twice takes back once: the number is that of the open question. */
static enum tc_err same_question(struct srv_call *c)
{
    uint32_t number;

    if (!json_object_get(c->in, "number"))
        return TC_OK;
    enum tc_err err = read_number(c, &number);
    if (err == TC_OK && number != ses_number(c->g->s))
        err = tc_fail(&c->why, TC_E_STALE, "number", "Another question is open now.");
    return err;
}

enum tc_err srv_api_undo(struct srv_call *c)
{
    const json_t *many = json_object_get(c->in, "answers");
    int64_t answers = 1;
    enum tc_err err = still_on(c);

    if (err == TC_OK && many && (!srv_read_number(many, 400, &answers) || answers < 1))
        err = tc_fail(&c->why, TC_E_RANGE, "answers", "answers is a number from 1 to 400.");
    if (err == TC_OK)
        err = same_question(c);
    if (err == TC_OK)
        err = take_back(c, c->seat, false, (int)answers);
    if (err != TC_E_TURN)
        return err;
    if (c->g->firm)
        return tc_fail(&c->why, TC_E_TURN, "undo",
                       "This battle was begun without take-backs: what a die or the other side "
                       "has answered stands.");
    if (!srv_has_opponent(c)) /* computers do not mind */
        return take_back(c, c->seat, true, 1);
    return ask_other(c, "undo", "undo-asked");
}

/* --- Draw, resign
 * ------------------------------------------------------------------------------------ */

static enum tc_err not_over(struct srv_call *c)
{
    if (!c->g->over && ses_status(c->g->s) != TC_IS_OVER)
        return TC_OK;
    return tc_fail(&c->why, TC_E_OVER, "game", "The battle is over.");
}

/* The end is a line like any other: of two servers that end the game, or go on with it, at
 * the same moment the store takes one. */
static enum tc_err end_game(struct srv_call *c, enum ses_stop by)
{
    enum tc_err err;

    for (int tries = 3;; tries--) { /* whatever was answered elsewhere, one may resign */
        err = ses_stop(c->g->s, by, c->seat, &c->why);
        if (err == TC_OK)
            err = srv_commit(c->g, &c->why);
        if (err != TC_E_STALE || by != SES_RESIGNED || tries == 1)
            break;
        err = srv_game_load(c->g, &c->why);
        if (err != TC_OK)
            return err;
    }
    if (err == TC_OK)
        err = srv_note(c->g, c->seat, ses_stop_word(by), "", &c->why);
    if (err == TC_OK)
        c->out = json_pack("{si so}", "v", JS_VERSION, "over", srv_game_over(c->g));
    return err;
}

enum tc_err srv_api_resign(struct srv_call *c)
{
    enum tc_err err = not_over(c);

    if (err != TC_OK)
        return err;
    return end_game(c, SES_RESIGNED);
}

enum tc_err srv_api_draw(struct srv_call *c)
{
    enum tc_err err = not_over(c);

    if (err != TC_OK)
        return err;
    if (!srv_has_opponent(c))
        return tc_fail(&c->why, TC_E_TURN, "draw",
                       "Computer players fight on; resign instead.");
    return ask_other(c, "draw", "draw-offer");
}

/* Only the other side may agree or decline. */
static enum tc_err find_offer(struct srv_call *c, const json_t *offer, int *seat)
{
    if (!offer)
        return tc_fail(&c->why, TC_E_STALE, "consent", "Nothing of the kind was asked.");
    *seat = (int)json_integer_value(json_object_get(offer, "seat"));
    if (side_of(c, *seat) == side_of(c, c->seat))
        return tc_fail(&c->why, TC_E_TURN, "consent", "It is for the other side to agree.");
    return TC_OK;
}

static enum tc_err clear_offer(struct srv_call *c, const char *key)
{
    json_t *none = json_null();

    return srv_game_set(c->g, key, none, &c->why);
}

static enum tc_err answer_undo(struct srv_call *c, bool yes)
{
    int seat = 0;
    enum tc_err err = find_offer(c, srv_undo_offer(c->g), &seat);

    if (err == TC_OK && yes)
        return take_back(c, seat, true, 1); /* by its line the offer lapses */
    if (err == TC_OK)
        err = clear_offer(c, "undo");
    return err != TC_OK ? err : srv_note(c->g, c->seat, "undo-refused", "", &c->why);
}

static enum tc_err answer_draw(struct srv_call *c, bool yes)
{
    int seat = 0;
    enum tc_err err = find_offer(c, srv_draw_offer(c->g), &seat);

    if (err == TC_OK && yes)
        return end_game(c, SES_AGREED);
    if (err == TC_OK)
        err = clear_offer(c, "draw");
    return err != TC_OK ? err : srv_note(c->g, c->seat, "draw-refused", "", &c->why);
}

enum tc_err srv_api_consent(struct srv_call *c)
{
    const char *what = json_string_value(json_object_get(c->in, "what"));
    const json_t *yes = json_object_get(c->in, "yes");
    enum tc_err err = not_over(c);

    if (err == TC_OK && (!what || !json_is_boolean(yes)))
        err = tc_fail(&c->why, TC_E_KEY, "consent", "Say what, undo or draw, and yes or no.");
    if (err != TC_OK)
        return err;
    if (strcmp(what, "undo") == 0)
        return answer_undo(c, json_is_true(yes));
    if (strcmp(what, "draw") == 0)
        return answer_draw(c, json_is_true(yes));
    return tc_fail(&c->why, TC_E_NAME, "what", "what is undo or draw.");
}

/* --- Chat, orders
 * ---------------------------------------------------------------------------------------- */

enum tc_err srv_api_chat(struct srv_call *c)
{
    const json_t *text = json_object_get(c->in, "text"), *to = json_object_get(c->in, "to");
    bool aside = to && json_is_string(to) && strcmp(json_string_value(to), "side") == 0;

    if (to && !aside)
        return tc_fail(&c->why, TC_E_NAME, "to", "to is side: only one's own side hears it.");
    if (c->g->silenced[c->seat])
        return tc_fail(&c->why, TC_E_TURN, "text",
                       "The operator of this server has silenced this seat.");
    enum tc_err err = srv_check_text(text, "text", 1, SRV_CHAT_CHARS, &c->why);

    if (err == TC_OK)
        err = too_much_said(c, "text");
    if (err == TC_OK)
        err =
            srv_note(c->g, c->seat, aside ? "aside" : "chat", json_string_value(text), &c->why);
    if (err == TC_OK)
        c->out = json_pack("{si sI}", "v", JS_VERSION, "n", (json_int_t)c->g->notes);
    return err;
}

static int find_question(const struct tc_ruleset *r, const char *name)
{
    for (int i = 0; name && i < r->question_count; i++)
        if (r->questions[i].decl.name && strcmp(r->questions[i].decl.name, name) == 0)
            return i;
    return TC_NONE;
}

static int find_verb(const struct tc_ruleset *r, const char *name)
{
    for (int i = 0; name && i < r->verb_count; i++)
        if (r->verbs[i].name && strcmp(r->verbs[i].name, name) == 0)
            return i;
    return TC_NONE;
}

static enum tc_err check_order(struct srv_call *c, const json_t *o)
{
    static const char *const keys[] = { "question", "verb", NULL };
    const struct tc_ruleset *r = c->g->book->rules;
    const char *question = json_string_value(json_object_get(o, "question"));
    const char *verb = json_string_value(json_object_get(o, "verb"));

    if (!json_is_object(o) || !question || !verb)
        return tc_fail(&c->why, TC_E_SYNTAX, "orders", "An order names a question and a verb.");
    if (!js_only_keys(o, keys, "orders", &c->why))
        return c->why.err;
    int q = find_question(r, question), v = find_verb(r, verb);
    if (q == TC_NONE)
        return tc_fail(&c->why, TC_E_NAME, "orders", "There is no question \"{0}\" in {1}.",
                       question, r->name);
    if (crs_is_flight(r, q) && strcmp(verb, "away") == 0)
        return TC_OK;
    if (v == TC_NONE || !(r->questions[q].verbs >> v & 1))
        return tc_fail(&c->why, TC_E_NAME, "orders", "\"{0}\" does not answer {1}.", verb,
                       question);
    return TC_OK;
}

enum tc_err srv_api_orders(struct srv_call *c)
{
    const json_t *list = json_object_get(c->in, "orders");
    enum tc_err err = TC_OK;
    char key[24];

    if (!json_is_array(list) || json_array_size(list) > SRV_ORDERS)
        return tc_fail(&c->why, TC_E_SYNTAX, "orders", "orders is a list of up to 64.");
    for (size_t i = 0; i < json_array_size(list) && err == TC_OK; i++)
        err = check_order(c, json_array_get(list, i));
    if (err != TC_OK)
        return err;
    snprintf(key, sizeof key, "orders.%d", c->seat);
    bool same = c->g->orders[c->seat] && json_equal(c->g->orders[c->seat], list);
    err = srv_game_set(c->g, key, list, &c->why);
    if (err == TC_OK && !same)
        err = srv_note(c->g, c->seat, "orders", "", &c->why);
    if (err != TC_OK)
        return err;
    c->out = json_pack("{si sO}", "v", JS_VERSION, "orders", list);
    srv_go_on(c->g);
    return TC_OK;
}
