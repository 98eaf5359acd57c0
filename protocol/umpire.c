/* protocol/umpire.c - the conversation, and requests that only look. */
#include "protocol/umpire.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/computer.h"
#include "protocol/record_own.h"
#include "protocol/session_own.h"
#include "protocol/review.h"
#include "protocol/show.h"

/* --- Looking ----------------------------------------------------------------------- */

void proto_put_question(struct proto_call *c)
{
    json_object_set_new(c->out, "question", ses_question_json(c->p->s, c->seat));
}

static enum tc_err ask_question(struct proto_call *c)
{
    proto_put_question(c);
    return TC_OK;
}

/* May this seat see what the open question offers? */
static enum tc_err may_see_offers(struct proto_call *c)
{
    const struct ses_game *s = c->p->s;

    if (c->seat == SES_UMPIRE || s->seat[c->seat].side == s->g.u.open.side)
        return TC_OK;
    return tc_fail(&c->why, TC_E_TURN, "seat", "{0} is not asked.", s->seat[c->seat].name);
}

static enum tc_err ask_offers(struct proto_call *c)
{
    struct ses_game *s = c->p->s;
    enum tc_err err = may_see_offers(c);

    if (err != TC_OK)
        return err;
    struct tc_offers *o = ses_alloc(sizeof *o);
    json_t *list = json_array();
    ses_list_answers(s, o);
    int manner = ses_manner(s);
    for (int i = 0; i < o->n; i++)
        json_array_append_new(list, js_offer(s->book, manner, o->act, o->n, i));
    free(o);
    json_object_set_new(c->out, "number", json_integer(ses_number(s)));
    json_object_set_new(c->out, "offers", list);
    return TC_OK;
}

static enum tc_err ask_why(struct proto_call *c)
{
    struct tc_act a;
    enum tc_err err = may_see_offers(c);

    if (err == TC_OK)
        err = js_read_act(c->p->book, json_object_get(c->in, "act"), &a, &c->why);
    if (err != TC_OK)
        return err;
    err = ses_why_not(c->p->s, &a, &c->refusal, &c->why);
    if (err != TC_OK && err != TC_E_ILLEGAL)
        return err;
    json_object_set_new(c->out, "legal", json_boolean(err == TC_OK));
    json_object_set_new(c->out, "act", js_answer(c->p->book, ses_manner(c->p->s), &a));
    if (err == TC_E_ILLEGAL)
        json_object_set_new(c->out, "refusal", js_refusal(c->p->book, &c->refusal));
    return TC_OK;
}

static enum tc_err ask_odds(struct proto_call *c)
{
    struct tc_act *a = NULL;
    int n = 0;
    enum tc_err err = may_see_offers(c);

    if (err == TC_OK)
        err = proto_read_act_or_acts(c->p->book, c->in, &a, &n, &c->why);
    if (err != TC_OK)
        return err;
    struct tc_odds *odds = ses_alloc(sizeof *odds);
    err = ses_odds_after(c->p->s, c->seat, a, n, odds, &c->refusal, &c->why);
    if (err == TC_OK)
        json_object_set_new(c->out, "odds", js_odds(c->p->book, &a[n - 1], odds));
    free(odds);
    free(a);
    return err;
}

static enum tc_err ask_suggest(struct proto_call *c)
{
    const json_t *player = json_object_get(c->in, "player");
    enum tc_err err = may_see_offers(c);

    if (err != TC_OK)
        return err;
    if (player && !json_is_string(player))
        return tc_fail(&c->why, TC_E_SYNTAX, "player", "The player is a string: {0}.",
                       plr_names);
    struct plr_advice *a = ses_alloc(sizeof *a);
    err = com_suggest(c->p->s, player ? json_string_value(player) : "level-4", a, &c->why);
    if (err == TC_OK) {
        json_object_set_new(c->out, "number", json_integer(ses_number(c->p->s)));
        json_object_set_new(c->out, "advice",
                            com_advice_json(c->p->book, ses_manner(c->p->s), a));
    }
    free(a);
    return err;
}

/* What a computer seat considered last: for its own side and the umpire, and for all at the
 * end. */
static enum tc_err ask_thoughts(struct proto_call *c)
{
    const json_t *of = json_object_get(c->in, "of");
    struct ses_game *s = c->p->s;
    json_int_t seat = json_is_integer(of) ? json_integer_value(of) : TC_NONE;

    if (seat < 0 || seat >= s->seats)
        return tc_fail(&c->why, TC_E_RANGE, "of", "There is no such seat.");
    if (c->seat != SES_UMPIRE && s->seat[c->seat].side != s->seat[seat].side &&
        ses_status(s) != TC_IS_OVER)
        return tc_fail(&c->why, TC_E_TURN, "of",
                       "{0} keeps its thoughts to itself until the battle is over.",
                       s->seat[seat].name);
    const struct plr_advice *a = com_thoughts(s, (int)seat);
    if (!a)
        return tc_fail(&c->why, TC_E_NAME, "of", "{0} is no computer player that thinks.",
                       s->seat[seat].name);
    json_object_set_new(c->out, "advice", com_advice_json(c->p->book, 0, a));
    return TC_OK;
}

static enum tc_err ask_state(struct proto_call *c)
{
    json_object_set_new(c->out, "state", ses_state_json(c->p->s, c->seat));
    json_object_set_new(c->out, "scenario", json_string(c->p->book->id));
    if (c->p->s->adjusted)
        json_object_set_new(c->out, "adjusted", json_integer(c->p->s->adjusted));
    return TC_OK;
}

static enum tc_err ask_scene(struct proto_call *c)
{
    const json_t *line = json_object_get(c->in, "line");
    json_int_t n = json_is_integer(line) ? json_integer_value(line) : -1;

    if (line && (n < 0 || n >= UINT32_MAX))
        return tc_fail(&c->why, TC_E_RANGE, "line", "line is the number of a line there is.");
    if (line)
        return show_line(c->out, c->p->s, c->seat, (uint32_t)n, &c->why);
    json_object_set_new(c->out, "scene", ses_scene_json(c->p->s, c->seat));
    return TC_OK;
}

/* How the battle stood after a line: for all when it is over, for the umpire at any time. */
static enum tc_err ask_outlook(struct proto_call *c)
{
    const json_t *line = json_object_get(c->in, "line");
    const struct ses_game *s = c->p->s;
    json_int_t n = json_is_integer(line) ? json_integer_value(line) : -1;
    int share;

    if (n < 0 || n >= s->lines)
        return tc_fail(&c->why, TC_E_RANGE, "line", "line is the number of a line there is.");
    if (c->seat != SES_UMPIRE && ses_status(s) != TC_IS_OVER)
        return tc_fail(&c->why, TC_E_TURN, "outlook",
                       "How it stands is told when the battle is over.");
    bool asked = show_outlook(s, (uint32_t)n, &share);
    json_object_set_new(c->out, "outlook", asked ? json_integer(share) : json_null());
    return TC_OK;
}

/* The battle looked back upon: for all when it is over, for the umpire at any time. */
static enum tc_err ask_review(struct proto_call *c)
{
    const json_t *chances = json_object_get(c->in, "chances");
    const struct ses_game *s = c->p->s;

    if (chances && !json_is_boolean(chances))
        return tc_fail(&c->why, TC_E_SYNTAX, "chances", "chances is true or false.");
    if (c->seat != SES_UMPIRE && ses_status(s) != TC_IS_OVER && !s->stopped)
        return tc_fail(&c->why, TC_E_TURN, "review",
                       "A battle is looked back upon when it is over.");
    json_object_set_new(c->out, "review", rvw_json(s, !json_is_false(chances), NULL));
    return TC_OK;
}

/* Computers that take their time move at once until their turn is over. */
static enum tc_err do_hurry(struct proto_call *c)
{
    int n = 0;

    for (int i = 0; i < c->p->s->seats; i++)
        n += com_hurry(c->p->s, i);
    json_object_set_new(c->out, "hurried", json_integer(n));
    return TC_OK;
}

/* They think while another side is asked; or are told what was thought elsewhere. */
static enum tc_err do_ahead(struct proto_call *c)
{
    const json_t *known = json_object_get(c->in, "known"), *ms = json_object_get(c->in, "ms");
    json_int_t most = ms ? json_integer_value(ms) : 300;
    bool more = false;

    if (c->seat != SES_UMPIRE)
        return tc_fail(&c->why, TC_E_TURN, "ahead",
                       "Only the umpire asks for this; name no seat.");
    if (known && ms)
        return tc_fail(&c->why, TC_E_SYNTAX, "known", "ms is not said with known.");
    if (ms && (!json_is_integer(ms) || most < 1 || most > 10000))
        return tc_fail(&c->why, TC_E_RANGE, "ms", "ms is a whole number from 1 to 10000.");
    if (known)
        return com_know(c->p->s, known, &c->why);
    json_t *noted = json_array();
    enum tc_err err = com_ahead(c->p->s, (double)most * 1e-3, NULL, &more, noted, &c->why);
    json_object_set_new(c->out, "noted", noted);
    json_object_set_new(c->out, "more", json_boolean(more));
    return err;
}

static enum tc_err ask_hash(struct proto_call *c)
{
    uint64_t hash;

    if (!ses_hash(c->p->s, c->seat, &hash))
        return tc_fail(&c->why, TC_E_TURN, "hash",
                       "It would betray a hidden choice before the reveal.");
    json_object_set_new(c->out, "hash", js_hex(hash));
    return TC_OK;
}

static enum tc_err read_from(struct proto_call *c, uint32_t *from)
{
    const json_t *j = json_object_get(c->in, "from");

    *from = 0;
    if (!j)
        return TC_OK;
    if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) > UINT32_MAX)
        return tc_fail(&c->why, TC_E_RANGE, "from", "from is a number from 0 on.");
    *from = (uint32_t)json_integer_value(j);
    return TC_OK;
}

static enum tc_err ask_log(struct proto_call *c)
{
    uint32_t from;
    enum tc_err err = read_from(c, &from);

    if (err == TC_OK)
        json_object_set_new(c->out, "log", ses_log_json(c->p->s, c->seat, from));
    return err;
}

static enum tc_err ask_lines(struct proto_call *c)
{
    const json_t *marks = json_object_get(c->in, "marks");
    uint32_t from;
    enum tc_err err = read_from(c, &from);

    if (err == TC_OK && marks && !json_is_boolean(marks))
        err = tc_fail(&c->why, TC_E_SYNTAX, "marks", "marks is true or false.");
    if (err != TC_OK)
        return err;
    json_object_set_new(c->out, "lines",
                        json_is_true(marks) ? show_marks(c->p->s, c->seat, from)
                                            : ses_view_lines(c->p->s, c->seat, from));
    return TC_OK;
}

static enum tc_err ask_messages(struct proto_call *c)
{
    json_object_set_new(c->out, "messages", js_messages(c->p->book->rules));
    return TC_OK;
}

static enum tc_err missing(struct proto_call *c)
{
    return tc_fail(&c->why, TC_E_FILE, "umpire", "This umpire has no data for that.");
}

static enum tc_err ask_list(struct proto_call *c)
{
    const struct proto_data *d = c->p->data;

    if (!d->list)
        return missing(c);
    json_object_set_new(c->out, "scenarios", d->list(d->ctx));
    return TC_OK;
}

static enum tc_err ask_rule(struct proto_call *c)
{
    const struct proto_data *d = c->p->data;
    const char *id = json_string_value(json_object_get(c->in, "rule"));
    json_t *text;

    if (!id)
        return tc_fail(&c->why, TC_E_KEY, "rule", "Name the rule: {0}.", "\"rule\":\"N-B10a\"");
    if (!d->rule)
        return missing(c);
    enum tc_err err = d->rule(d->ctx, id, &text, &c->why);
    if (err == TC_OK)
        json_object_set_new(c->out, "rule", text);
    return err;
}

/* The book of a record, by its header. */
static enum tc_err book_of(struct proto_call *c, const struct rec_header *h,
                           const struct tc_book **bk)
{
    return proto_book(c, h->scenario, bk);
}

static enum tc_err replay_file(struct proto_call *c, const char *path, struct rec_report *r)
{
    struct rec_header header;
    const struct tc_book *bk;
    enum tc_err err = rec_read_header(path, &header, &c->why);

    if (err == TC_OK)
        err = book_of(c, &header, &bk);
    if (err != TC_OK)
        return err;
    err = rec_replay(path, bk, r, &c->why);
    c->p->data->free_book(c->p->data->ctx, bk);
    return err;
}

static enum tc_err replay_text(struct proto_call *c, const json_t *text, struct rec_report *r)
{
    struct rec_lines l;
    const struct tc_book *bk;
    struct ses_game *s;
    enum tc_err err =
        rec_split("text", json_string_value(text), json_string_length(text), &l, &c->why);

    if (err != TC_OK)
        return err;
    err = book_of(c, &l.header, &bk);
    if (err == TC_OK) {
        err = rec_play(&l, bk, &s, r, &c->why);
        if (err == TC_OK)
            ses_free(s);
        c->p->data->free_book(c->p->data->ctx, bk);
    }
    rec_lines_free(&l);
    return err;
}

/* A record replayed: from a file or from the text itself. The game at hand stays. */
enum tc_err proto_replay(struct proto_call *c)
{
    const json_t *path = json_object_get(c->in, "path"), *text = json_object_get(c->in, "text");
    struct rec_report r;
    enum tc_err err;

    if (json_is_string(path))
        err = replay_file(c, json_string_value(path), &r);
    else if (json_is_string(text))
        err = replay_text(c, text, &r);
    else
        err = tc_fail(&c->why, TC_E_KEY, "replay", "Give a path or the text of a record.");
    if (err != TC_OK)
        return err;
    json_object_set_new(c->out, "replay",
                        json_pack("{sI sI sI sb sb so ss}", "lines", (json_int_t)r.lines,
                                  "answers", (json_int_t)r.answers, "faces_checked",
                                  (json_int_t)r.faces_checked, "torn", r.torn, "over", r.over,
                                  "hash", js_hex(r.hash), "note", r.note));
    return TC_OK;
}

static enum tc_err do_quit(struct proto_call *c)
{
    c->p->quit = true;
    return TC_OK;
}

#define GAME_KEYS "scenario", "seed", "seats", "dice", "force", "wait"

const struct proto_verb proto_verbs[] = {
    { "list", ask_list, false, { NULL } },
    { "rule", ask_rule, false, { "rule" } },
    { "new", proto_new, false, { GAME_KEYS } },
    { "load",
      proto_load,
      false,
      { GAME_KEYS, "state", "yaml", "partial", "map", "name", "tables" } },
    { "question", ask_question, true, { NULL } },
    { "offers", ask_offers, true, { NULL } },
    { "answer", proto_answer, true, { "number", "act", "wait" } },
    { "answers", proto_answers, true, { "number", "acts", "wait" } },
    { "reach", proto_reach, true, { "piece" } },
    { "threat", proto_threat, true, { "piece", "acts", "at", "facing", "box" } },
    { "away", proto_away, true, { NULL } },
    { "plan",
      proto_plan,
      true,
      { "pieces", "to", "by", "facing", "far", "manner", "flank", "turn", "formation",
        "target" } },
    { "preview", proto_preview, true, { "act" } },
    { "dice", proto_dice, true, { "number", "faces", "wait" } },
    { "play", proto_play, true, { "most" } },
    { "hurry", do_hurry, true, { NULL } },
    { "ahead", do_ahead, true, { "ms", "known" } },
    { "why", ask_why, true, { "act" } },
    { "odds", ask_odds, true, { "act", "acts" } },
    { "suggest", ask_suggest, true, { "player" } },
    { "thoughts", ask_thoughts, true, { "of" } },
    { "staff", proto_staff, true, { "until", "commands", "player", "back", "wait" } },
    { "undo", proto_undo, true, { "consent", "answers" } },
    { "adjust", proto_adjust, true, { "changes", "reason", "wait" } },
    { "stop", proto_stop, true, { "by" } },
    { "force", proto_force, true, { "faces" } },
    { "state", ask_state, true, { NULL } },
    { "scene", ask_scene, true, { "line" } },
    { "outlook", ask_outlook, true, { "line" } },
    { "review", ask_review, true, { "chances" } },
    { "hash", ask_hash, true, { NULL } },
    { "log", ask_log, true, { "from" } },
    { "lines", ask_lines, true, { "from", "marks" } },
    { "messages", ask_messages, true, { NULL } },
    { "record", proto_record, true, { "path" } },
    { "replay", proto_replay, false, { "path", "text", "yaml", "map", "tables" } },
    { "resume",
      proto_resume,
      false,
      { "path", "text", "wait", "branch", "yaml", "map", "tables" } },
    { "more", proto_more, true, { "text" } },
    { "adopt", proto_adopt, false, { "path", "text", "wait", "yaml", "map", "tables" } },
    { "schema", proto_schema, false, { "system" } },
    { "source", proto_source, false, { "scenario" } },
    { "check", proto_check, false, { "yaml", "map", "value", "map_value", "name", "tables" } },
    { "tonight", proto_tonight, false, { "system", "points", "armies", "ground", "seed" } },
    { "quit", do_quit, false, { NULL } },
    { "", NULL, false, { NULL } },
};

/* --- One request ---------------------------------------------------------------------- */

static const struct proto_verb *find_verb(const json_t *name)
{
    const struct proto_verb *v = proto_verbs;

    while (json_is_string(name) && v->run && strcmp(v->name, json_string_value(name)) != 0)
        v++;
    return json_is_string(name) && v->run ? v : NULL;
}

static enum tc_err unknown_verb(struct proto_call *c)
{
    char list[500];
    struct tc_text t = tc_text_on(list, sizeof list);

    for (const struct proto_verb *v = proto_verbs; v->run; v++) {
        tc_text_str(&t, v == proto_verbs ? "" : ", ");
        tc_text_str(&t, v->name);
    }
    return tc_fail(&c->why, TC_E_KEY, "do", "A request has a \"do\", one of {0}.", list);
}

static enum tc_err read_seat(struct proto_call *c)
{
    const json_t *j = json_object_get(c->in, "seat");
    int seats = c->p->s ? c->p->s->seats : TC_SEATS;

    c->seat = SES_UMPIRE;
    if (!j)
        return TC_OK;
    if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) >= seats)
        return tc_fail(&c->why, TC_E_RANGE, "seat", "There is no such seat.");
    c->seat = (int)json_integer_value(j);
    return TC_OK;
}

static enum tc_err check_keys(struct proto_call *c, const struct proto_verb *v)
{
    const char *keys[20] = { "do", "id", "v", "seat", "lang" };
    const json_t *version = json_object_get(c->in, "v");
    int n = 5;

    for (int i = 0; i < 12 && v->keys[i]; i++)
        keys[n++] = v->keys[i];
    if (!js_only_keys(c->in, keys, v->name, &c->why))
        return TC_E_KEY;
    if (version && json_integer_value(version) != JS_VERSION)
        return tc_fail(&c->why, TC_E_RANGE, "v", "This program speaks version 1.");
    return read_seat(c);
}

static enum tc_err run_call(struct proto_call *c)
{
    const struct proto_verb *v = find_verb(json_object_get(c->in, "do"));
    enum tc_err err;

    if (!json_is_object(c->in))
        return tc_fail(&c->why, TC_E_SYNTAX, "request", "A request is a JSON object.");
    if (!v)
        return unknown_verb(c);
    err = check_keys(c, v);
    const json_t *wait = json_object_get(c->in, "wait"), *lang = json_object_get(c->in, "lang");
    if (err == TC_OK && lang && !json_is_string(lang))
        err = tc_fail(&c->why, TC_E_SYNTAX, "lang", "lang is a language: \"de\", \"en\".");
    if (err == TC_OK && wait && !json_is_boolean(wait))
        err = tc_fail(&c->why, TC_E_SYNTAX, "wait", "wait is true or false.");
    if (err == TC_OK && c->p->sealed && json_object_get(c->in, "path"))
        err = tc_fail(&c->why, TC_E_FILE, "path",
                      "No file is read or written here; records come and go as text.");
    if (err == TC_OK && v->needs_game && !c->p->s)
        err = tc_fail(&c->why, TC_E_STALE, "{0}", "There is no game yet: begin one with {1}.",
                      v->name, "new or load");
    return err != TC_OK ? err : v->run(c);
}

/* The language of a request; NULL: that of the books. */
static const struct book_speech *speech_of(const struct proto *p, const json_t *request)
{
    const char *lang = json_string_value(json_object_get(request, "lang"));

    return lang && p->data->speech ? p->data->speech(p->data->ctx, lang) : NULL;
}

json_t *proto_handle(struct proto *p, const json_t *request)
{
    const struct book_speech *before = book_speech_use(speech_of(p, request));
    struct proto_call c = { .p = p, .in = request, .out = js_message(), .seat = SES_UMPIRE };
    const json_t *id = json_object_get(request, "id");

    if (id)
        json_object_set(c.out, "id", (json_t *)(uintptr_t)id);
    enum tc_err err = run_call(&c);
    if (err == TC_OK)
        json_object_set_new(c.out, "ok", json_true());
    else
        json_object_set_new(c.out, "error", js_error(p->book, &c.why, &c.refusal));
    book_speech_use(before);
    return c.out;
}

json_t *proto_line(struct proto *p, const char *line, size_t n)
{
    json_error_t e;
    json_t *in = n > PROTO_LINE ? NULL : json_loadb(line, n, JSON_REJECT_DUPLICATES, &e);
    struct tc_why why;

    if (in) {
        json_t *out = proto_handle(p, in);
        json_decref(in);
        return out;
    }
    if (n > PROTO_LINE)
        tc_fail(&why, TC_E_FULL, "request", "A request has at most 8 MiB.");
    else
        tc_fail(&why, TC_E_SYNTAX, "request", "The line is not JSON: {0}.", e.text);
    json_t *out = js_message();
    json_object_set_new(out, "error", js_error(NULL, &why, NULL));
    return out;
}

/* --- The conversation --------------------------------------------------------------------- */

void proto_init(struct proto *p, const struct proto_data *data)
{
    memset(p, 0, sizeof *p);
    p->data = data;
}

/* One line without its end into *buf; no more than PROTO_LINE + 1 bytes of it are kept. */
static bool read_line(FILE *in, char **buf, uint32_t *room, uint32_t *n)
{
    int ch = getc(in);

    *n = 0;
    if (ch == EOF)
        return false;
    for (; ch != EOF && ch != '\n'; ch = getc(in))
        if (*n <= PROTO_LINE) {
            *buf = ses_grow(*buf, *n, room, 1);
            (*buf)[(*n)++] = (char)ch;
        }
    return true;
}

static bool is_blank(const char *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r')
            return false;
    return true;
}

int proto_run(FILE *in, FILE *out, const struct proto_data *data)
{
    struct proto p;
    char *line = NULL;
    uint32_t room = 0, n;
    int rc = 0;

    proto_init(&p, data);
    while (rc == 0 && !p.quit && read_line(in, &line, &room, &n)) {
        if (is_blank(line, n))
            continue;
        json_t *answer = proto_line(&p, line, n);
        if (json_dumpf(answer, out, JSON_COMPACT) != 0 || fputc('\n', out) == EOF ||
            fflush(out) != 0)
            rc = 1;
        json_decref(answer);
    }
    free(line);
    proto_end(&p);
    return rc;
}
