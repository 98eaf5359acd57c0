/* protocol/umpire_game.c - requests that begin a game or move it on. */
#include <stdlib.h>
#include <string.h>

#include "protocol/record_own.h"
#include "protocol/session_own.h"
#include "protocol/staff.h"
#include "protocol/umpire.h"

/* --- Reading options ------------------------------------------------------------------ */

bool proto_read_faces(struct proto_call *c, const char *key, int8_t **face, int *n)
{
    const json_t *list = json_object_get(c->in, key);
    size_t size = json_array_size(list);

    *face = NULL;
    *n = 0;
    if (!json_is_array(list) || size > 100000) {
        tc_fail(&c->why, TC_E_SYNTAX, key, "{0} is a list of up to 100000 faces.", key);
        return false;
    }
    int8_t *out = ses_alloc(size);
    for (size_t i = 0; i < size; i++) {
        const json_t *j = json_array_get(list, i);
        json_int_t v = json_integer_value(j);
        if (!json_is_integer(j) || v < 0 || v > 99) {
            tc_fail(&c->why, TC_E_RANGE, key, "A face is a number from 0 to 99.");
            free(out);
            return false;
        }
        out[i] = (int8_t)v;
    }
    *face = out;
    *n = (int)size;
    return true;
}

static enum tc_err read_commands(struct proto_call *c, const json_t *list, uint64_t *out)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *j = json_array_get(list, i);
        if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) > 63)
            return tc_fail(&c->why, TC_E_RANGE, "seats", "Commands are numbers from 0 to 63.");
        *out |= UINT64_C(1) << json_integer_value(j);
    }
    return TC_OK;
}

static enum tc_err copy_name(struct proto_call *c, const json_t *j, const char *key,
                             const char *other, char *out, size_t room)
{
    const json_t *text = json_object_get(j, key);
    char most[16];
    struct tc_text t = tc_text_on(most, sizeof most);

    tc_text_int(&t, (int64_t)room - 1);
    if (text && (!json_is_string(text) || json_string_length(text) >= room))
        return tc_fail(&c->why, TC_E_RANGE, "seats",
                       "The {0} of a seat is a string of up to {1} bytes.", key, most);
    strcpy(out, text ? json_string_value(text) : other);
    return TC_OK;
}

static int find_side(const struct tc_book *bk, const json_t *j)
{
    for (int side = 0; json_is_string(j) && side < TC_SIDES; side++)
        if (strcmp(bk->side_name[side], json_string_value(j)) == 0)
            return side;
    return TC_NONE;
}

static enum tc_err read_seat(struct proto_call *c, const struct tc_book *bk, const json_t *j,
                             struct ses_seat *out)
{
    static const char *const keys[] = { "name", "kind", "side", "commands", NULL };
    const json_t *commands = json_object_get(j, "commands");
    int side = find_side(bk, json_object_get(j, "side"));

    if (!json_is_object(j) || side == TC_NONE)
        return tc_fail(&c->why, TC_E_KEY, "seats", "A seat has a side, {0} or {1}.",
                       bk->side_name[0], bk->side_name[1]);
    if (!js_only_keys(j, keys, "seats", &c->why))
        return TC_E_KEY;
    if (commands && !json_is_array(commands))
        return tc_fail(&c->why, TC_E_SYNTAX, "seats", "Commands are a list of numbers.");
    out->side = (int8_t)side;
    enum tc_err err = copy_name(c, j, "name", bk->side_name[side], out->name, sizeof out->name);
    if (err == TC_OK)
        err = copy_name(c, j, "kind", "person", out->kind, sizeof out->kind);
    return err != TC_OK ? err : read_commands(c, commands, &out->commands);
}

static enum tc_err read_seats(struct proto_call *c, const struct tc_book *bk,
                              struct ses_options *o)
{
    const json_t *list = json_object_get(c->in, "seats");

    if (!list)
        return TC_OK;
    if (!json_is_array(list) || json_array_size(list) < 1 || json_array_size(list) > TC_SEATS)
        return tc_fail(&c->why, TC_E_RANGE, "seats", "seats is a list of 1 to 8 seats.");
    for (size_t i = 0; i < json_array_size(list); i++) {
        enum tc_err err = read_seat(c, bk, json_array_get(list, i), &o->seat[i]);
        if (err != TC_OK)
            return err;
    }
    o->seats = (int)json_array_size(list);
    return TC_OK;
}

/* o->force is to be freed, also after a failure. */
static enum tc_err read_options(struct proto_call *c, const struct tc_book *bk,
                                struct ses_options *o)
{
    const json_t *seed = json_object_get(c->in, "seed"), *dice = json_object_get(c->in, "dice");
    int8_t *force = NULL;

    if (seed && !js_read_seed(seed, o->seed))
        return tc_fail(&c->why, TC_E_SYNTAX, "seed", "seed is a string of 32 hex digits.");
    o->has_seed = seed != NULL;
    if (dice) {
        const char *word = json_is_string(dice) ? json_string_value(dice) : "";
        if (strcmp(word, "fair") != 0 && strcmp(word, "typed") != 0)
            return tc_fail(&c->why, TC_E_SYNTAX, "dice", "dice are fair or typed.");
        o->typed_dice = word[0] == 't';
    }
    if (json_object_get(c->in, "force") && !proto_read_faces(c, "force", &force, &o->forced))
        return c->why.err;
    o->force = force;
    return read_seats(c, bk, o);
}

/* --- Beginning ---------------------------------------------------------------------------- */

void proto_end(struct proto *p)
{
    struct tc_why why;

    rec_close(p->file, &why);
    if (p->s && p->data->drop)
        p->data->drop(p->data->ctx, p->s);
    ses_free(p->s);
    if (p->book)
        p->data->free_book(p->data->ctx, p->book);
    p->book = NULL;
    p->s = NULL;
    p->file = NULL;
}

static void forget(struct proto *p, struct ses_game *s)
{
    if (p->data->drop)
        p->data->drop(p->data->ctx, s);
    ses_free(s);
}

static bool is_outside(const char *kind)
{
    return strcmp(kind, "person") == 0 || strcmp(kind, "program") == 0;
}

static enum tc_err seat_players(struct proto_call *c, struct ses_game *s)
{
    const struct proto_data *d = c->p->data;

    for (int i = 0; i < s->seats; i++) {
        enum tc_err err = TC_OK;
        if (is_outside(s->seat[i].kind))
            continue;
        if (d->player)
            err = d->player(d->ctx, s, i, &c->why);
        else
            err = tc_fail(&c->why, TC_E_NAME, "seats",
                          "There is no player \"{0}\" here; person and program are.",
                          s->seat[i].kind);
        if (err != TC_OK)
            return err;
    }
    return TC_OK;
}

/* Computers answer, unless the request says that they wait for "play". */
static enum tc_err let_computers(struct proto_call *c)
{
    if (json_is_true(json_object_get(c->in, "wait")))
        return TC_OK;
    return ses_play(c->p->s, 0, &c->why);
}

/* The new game takes the place of the old one, and computers answer. If that fails, the game
 * with its book and record is let go. */
static enum tc_err take_over(struct proto_call *c, const struct tc_book *bk, struct ses_game *s,
                             struct rec_file *file)
{
    struct proto *p = c->p;
    struct tc_why why;
    enum tc_err err = seat_players(c, s);

    if (err != TC_OK) {
        rec_close(file, &why);
        forget(p, s);
        p->data->free_book(p->data->ctx, bk);
        return err;
    }
    proto_end(p);
    p->book = bk;
    p->s = s;
    p->file = file;
    err = let_computers(c);
    if (err == TC_OK)
        proto_put_question(c);
    return err;
}

static enum tc_err load_book(struct proto_call *c, const struct tc_book **bk)
{
    const json_t *id = json_object_get(c->in, "scenario");

    if (!json_is_string(id) || strlen(json_string_value(id)) != json_string_length(id))
        return tc_fail(&c->why, TC_E_KEY, "scenario", "Name the scenario: {0}.",
                       "\"scenario\":\"minden/first-battle\"");
    return c->p->data->load(c->p->data->ctx, json_string_value(id), bk, &c->why);
}

static enum tc_err begin(struct proto_call *c, const struct tc_book *bk, const json_t *state,
                         bool partial)
{
    struct ses_options o;
    struct ses_game *s = NULL;

    memset(&o, 0, sizeof o);
    enum tc_err err = read_options(c, bk, &o);
    if (err == TC_OK && state)
        err = ses_new_position(bk, &o, state, partial, &s, &c->why);
    else if (err == TC_OK)
        err = ses_new(bk, &o, &s, &c->why);
    free((void *)(uintptr_t)o.force);
    if (err == TC_OK)
        return take_over(c, bk, s, NULL);
    c->p->data->free_book(c->p->data->ctx, bk);
    return err;
}

enum tc_err proto_new(struct proto_call *c)
{
    const struct tc_book *bk;
    enum tc_err err = load_book(c, &bk);

    return err != TC_OK ? err : begin(c, bk, NULL, false);
}

/* A position in YAML names its scenario itself. */
static enum tc_err load_yaml(struct proto_call *c, const json_t *yaml)
{
    const struct proto_data *d = c->p->data;
    const struct tc_book *bk;
    json_t *state = NULL;
    enum tc_err err;

    if (json_object_get(c->in, "map") || json_object_get(c->in, "name")) {
        err = proto_book(c, NULL, &bk);
        return err != TC_OK ? err : begin(c, bk, NULL, false);
    }
    if (!d->load_text)
        return tc_fail(&c->why, TC_E_FILE, "yaml", "This umpire reads no YAML.");
    if (!json_is_string(yaml))
        return tc_fail(&c->why, TC_E_SYNTAX, "yaml", "yaml is the text of a position.");
    err = d->load_text(d->ctx, json_string_value(yaml), json_string_length(yaml), &bk, &state,
                       &c->why);
    if (err != TC_OK)
        return err;
    err = begin(c, bk, state, true);
    json_decref(state);
    return err;
}

enum tc_err proto_load(struct proto_call *c)
{
    const json_t *state = json_object_get(c->in, "state"),
                 *yaml = json_object_get(c->in, "yaml");
    const json_t *partial = json_object_get(c->in, "partial");
    const struct tc_book *bk;

    if (yaml)
        return load_yaml(c, yaml);
    if (!json_is_object(state) || (partial && !json_is_boolean(partial)))
        return tc_fail(&c->why, TC_E_KEY, "load",
                       "Give the state, an object, with its scenario; or yaml.");
    enum tc_err err = load_book(c, &bk);
    return err != TC_OK ? err : begin(c, bk, state, json_is_true(partial));
}

/* The record a request names: a file, or its text. */
struct named {
    const char *path, *text;
    size_t n;
    const struct tc_book *bk;
};

static enum tc_err read_head(struct proto_call *c, const struct named *r, struct rec_header *h)
{
    struct rec_lines l;

    if (!r->text)
        return rec_read_header(r->path, h, &c->why);
    enum tc_err err = rec_split("text", r->text, r->n, &l, &c->why);
    if (err == TC_OK) {
        *h = l.header;
        rec_lines_free(&l);
    }
    return err;
}

static enum tc_err open_record(struct proto_call *c, struct named *r)
{
    const json_t *text = json_object_get(c->in, "text");
    struct rec_header header;

    r->path = json_string_value(json_object_get(c->in, "path"));
    r->text = json_string_value(text);
    r->n = json_string_length(text);
    if (!r->path == !r->text)
        return tc_fail(&c->why, TC_E_KEY, "path",
                       "Name the file of the record, or give its text.");
    enum tc_err err = read_head(c, r, &header);
    return err != TC_OK ? err : proto_book(c, header.scenario, &r->bk);
}

/* A record in memory is played again and goes on there. */
static enum tc_err resume_text(struct proto_call *c, const struct named *r, struct ses_game **s,
                               struct rec_report *report)
{
    enum tc_err err = rec_replay_text("text", r->text, r->n, r->bk, s, report, &c->why);

    if (err != TC_OK)
        return err;
    if (json_is_true(json_object_get(c->in, "branch")))
        err = ses_leave_pledge(*s, &c->why);
    if (err == TC_OK)
        err = rec_catch_up(*s, &c->why);
    if (err != TC_OK)
        ses_free(*s);
    return err;
}

enum tc_err proto_resume(struct proto_call *c)
{
    struct named r = { 0 };
    struct rec_report report;
    struct rec_file *file = NULL;
    struct ses_game *s;
    const json_t *branch = json_object_get(c->in, "branch");
    enum tc_err err = open_record(c, &r);

    if (err == TC_OK && branch && (!json_is_boolean(branch) || !r.text)) {
        c->p->data->free_book(c->p->data->ctx, r.bk);
        err = tc_fail(&c->why, TC_E_SYNTAX, "branch",
                      "branch is true or false, and the record is given as text.");
    }
    if (err != TC_OK)
        return err;
    err = r.text ? resume_text(c, &r, &s, &report)
                 : rec_resume(r.path, r.bk, &s, &file, &report, &c->why);
    if (err != TC_OK) {
        c->p->data->free_book(c->p->data->ctx, r.bk);
        return err;
    }
    err = take_over(c, r.bk, s, file);
    if (err == TC_OK)
        json_object_set_new(c->out, "note", json_string(report.note));
    return err;
}

/* Lines that another program added to the record: the game follows it. */
enum tc_err proto_more(struct proto_call *c)
{
    const json_t *text = json_object_get(c->in, "text");

    if (!json_is_string(text))
        return tc_fail(&c->why, TC_E_KEY, "text", "Give the lines, as the record has them.");
    if (c->p->file)
        return tc_fail(&c->why, TC_E_BUSY, "text", "The game is being recorded already.");
    enum tc_err err = rec_more_text(c->p->s, "text", json_string_value(text),
                                    json_string_length(text), &c->why);
    if (err == TC_OK)
        proto_put_question(c);
    else
        proto_end(c->p); /* it stands between two lines: of no use */
    return err;
}

/* Go on from the last position of a record under the rules and tables of today. */
enum tc_err proto_adopt(struct proto_call *c)
{
    struct named r = { 0 };
    struct rec_report report;
    struct ses_game *s;
    json_t *adopted;
    enum tc_err err = open_record(c, &r);

    if (err != TC_OK)
        return err;
    err = r.text ? rec_adopt_text("text", r.text, r.n, r.bk, &s, &adopted, &report, &c->why)
                 : rec_adopt(r.path, r.bk, &s, &adopted, &report, &c->why);
    if (err != TC_OK) {
        c->p->data->free_book(c->p->data->ctx, r.bk);
        return err;
    }
    err = take_over(c, r.bk, s, NULL);
    if (err == TC_OK) {
        json_object_set(c->out, "adopted", adopted);
        json_object_set_new(c->out, "note", json_string(report.note));
    }
    json_decref(adopted);
    return err;
}

enum tc_err proto_record(struct proto_call *c)
{
    const json_t *path = json_object_get(c->in, "path");
    enum tc_err err = TC_OK;

    if (c->seat != SES_UMPIRE)
        return tc_fail(&c->why, TC_E_TURN, "seat",
                       "The record shows what is hidden; a seat may ask for its lines.");
    if (!path) {
        char *text = rec_text(c->p->s);
        json_object_set_new(c->out, "record", json_string(text));
        free(text);
        return TC_OK;
    }
    if (!json_is_string(path))
        return tc_fail(&c->why, TC_E_SYNTAX, "path", "path is a string.");
    if (c->p->file)
        return tc_fail(&c->why, TC_E_BUSY, "path", "The game is being recorded already.");
    err = rec_create(json_string_value(path), c->p->s, NULL, &c->p->file, &c->why);
    return err;
}

/* --- Moving on
 * -------------------------------------------------------------------------------- */

static enum tc_err read_number(struct proto_call *c, uint32_t *number)
{
    const json_t *j = json_object_get(c->in, "number");

    *number = SES_ANY_NUMBER;
    if (!j)
        return TC_OK;
    if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) >= UINT32_MAX)
        return tc_fail(&c->why, TC_E_RANGE, "number", "number is that of the open question.");
    *number = (uint32_t)json_integer_value(j);
    return TC_OK;
}

/* What was told since, and the question that is open now. */
enum tc_err proto_go_on(struct proto_call *c, uint32_t from)
{
    enum tc_err err = let_computers(c);

    if (err != TC_OK)
        return err;
    if (from > c->p->s->entries)
        from = c->p->s->entries;
    json_object_set_new(c->out, "news", ses_log_json(c->p->s, c->seat, from));
    proto_put_staff(c);
    proto_put_question(c);
    return TC_OK;
}

enum tc_err proto_answer(struct proto_call *c)
{
    struct ses_game *s = c->p->s;
    uint32_t number, from = s->entries;
    struct tc_act a;
    enum tc_err err = read_number(c, &number);

    if (err == TC_OK && !json_object_get(c->in, "act"))
        err = tc_fail(&c->why, TC_E_KEY, "answer", "An answer needs its act.");
    if (err == TC_OK)
        err = js_read_act(c->p->book, json_object_get(c->in, "act"), &a, &c->why);
    if (err == TC_OK)
        err = ses_answer(s, c->seat, number, &a, &c->refusal, &c->why);
    return err != TC_OK ? err : proto_go_on(c, from);
}

/* A list of answers, as a plan gives it. */
enum tc_err proto_answers(struct proto_call *c)
{
    struct ses_game *s = c->p->s;
    uint32_t number, from = s->entries;
    struct tc_act *act = NULL;
    const char *stopped = NULL;
    int n = 0, played = 0;
    enum tc_err err = read_number(c, &number);

    if (err == TC_OK)
        err = proto_read_acts(c->p->book, json_object_get(c->in, "acts"), &act, &n, &c->why);
    if (err == TC_OK)
        err = ses_answers(s, c->seat == SES_UMPIRE ? ses_seat_asked(s) : c->seat, number, act,
                          n, &played, &stopped, &c->refusal, &c->why);
    free(act);
    if (err == TC_OK)
        err = proto_go_on(c, from);
    if (err != TC_OK)
        return err;
    json_object_set_new(c->out, "played", json_integer(played));
    json_object_set_new(c->out, "stopped", stopped ? json_string(stopped) : json_null());
    if (stopped && strcmp(stopped, "refused") == 0)
        json_object_set_new(c->out, "refusal", js_refusal(c->p->book, &c->refusal));
    return TC_OK;
}

enum tc_err proto_dice(struct proto_call *c)
{
    struct ses_game *s = c->p->s;
    uint32_t number, from = s->entries;
    int8_t *face = NULL;
    int n = 0;
    enum tc_err err = read_number(c, &number);

    if (err == TC_OK && !proto_read_faces(c, "faces", &face, &n))
        err = c->why.err;
    if (err == TC_OK)
        err = ses_dice(s, number, face, n, &c->why);
    free(face);
    return err != TC_OK ? err : proto_go_on(c, from);
}

enum tc_err proto_force(struct proto_call *c)
{
    int8_t *face;
    int n;

    if (!proto_read_faces(c, "faces", &face, &n))
        return c->why.err;
    enum tc_err err = ses_force_dice(c->p->s, face, n, &c->why);
    free(face);
    return err;
}

enum tc_err proto_play(struct proto_call *c)
{
    const json_t *most = json_object_get(c->in, "most");
    uint32_t from = c->p->s->entries;

    if (most && (!json_is_integer(most) || json_integer_value(most) < 0 ||
                 json_integer_value(most) > UINT32_MAX))
        return tc_fail(&c->why, TC_E_RANGE, "most", "most is a number of answers.");
    enum tc_err err = ses_play(c->p->s, (uint32_t)json_integer_value(most), &c->why);
    if (err != TC_OK)
        return err;
    json_object_set_new(c->out, "news", ses_log_json(c->p->s, c->seat, from));
    proto_put_staff(c);
    proto_put_question(c);
    return TC_OK;
}

/* Who takes an answer back sees to things himself again. */
static void staffs_stop(struct proto_call *c)
{
    for (int i = 0; i < c->p->s->seats; i++)
        if (c->seat == SES_UMPIRE || c->seat == i)
            stf_back(c->p->s, i);
}

enum tc_err proto_undo(struct proto_call *c)
{
    const json_t *consent = json_object_get(c->in, "consent");

    if (consent && !json_is_boolean(consent))
        return tc_fail(&c->why, TC_E_SYNTAX, "consent", "consent is true or false.");
    const json_t *many = json_object_get(c->in, "answers");
    int taken = 1;
    if (many && (!json_is_integer(many) || json_integer_value(many) < 1 ||
                 json_integer_value(many) > 400))
        return tc_fail(&c->why, TC_E_RANGE, "answers", "answers is a number from 1 to 400.");
    enum tc_err err =
        many ? ses_undo_many(c->p->s, c->seat, (int)json_integer_value(many), &taken, &c->why)
             : ses_undo(c->p->s, c->seat, json_is_true(consent), &c->why);
    if (err == TC_OK && many)
        json_object_set_new(c->out, "taken", json_integer(taken));
    if (err == TC_OK)
        staffs_stop(c);
    if (err == TC_OK)
        proto_put_question(c);
    return err;
}

/* End the battle before its end: {"over":{"by","winner"}}. */
enum tc_err proto_stop(struct proto_call *c)
{
    const char *by = json_string_value(json_object_get(c->in, "by"));
    struct ses_game *s = c->p->s;
    bool resigns = by && strcmp(by, "resign") == 0;

    if (!resigns && !(by && strcmp(by, "draw") == 0))
        return tc_fail(&c->why, TC_E_SYNTAX, "by", "by is resign or draw.");
    if (c->seat == SES_UMPIRE && resigns)
        return tc_fail(&c->why, TC_E_KEY, "seat", "Name the seat that resigns.");
    enum tc_err err = ses_stop(s, resigns ? SES_RESIGNED : SES_AGREED,
                               c->seat == SES_UMPIRE ? 0 : c->seat, &c->why);
    if (err != TC_OK)
        return err;
    json_t *winner =
        resigns ? json_string(s->book->side_name[!s->seat[c->seat].side]) : json_null();
    json_object_set_new(c->out, "over", json_pack("{ss so}", "by", by, "winner", winner));
    return TC_OK;
}

/* A value of a change as notation: strings as they are, numbers and truth in words. */
static bool change_value(const json_t *j, char *out, size_t room)
{
    if (json_is_string(j))
        return snprintf(out, room, "%s", json_string_value(j)) < (int)room;
    if (json_is_boolean(j))
        return snprintf(out, room, "%s", json_is_true(j) ? "yes" : "no") < (int)room;
    if (json_is_null(j))
        return snprintf(out, room, "none") < (int)room;
    return false;
}

/* An integer is what the state would show: thousandths of an inch for a length. */
static void integer_value(struct proto_call *c, const char *path, json_int_t v, char *out,
                          size_t room)
{
    const struct tc_book *bk = c->p->book;
    const struct tc_field *f;
    struct tc_text t = tc_text_on(out, room);
    struct tc_why why;
    size_t base;
    int i;

    if (v >= INT32_MIN && v <= INT32_MAX &&
        tc_field_path(bk->rules, bk, path, strlen(path), &base, &f, &i, &why) == TC_OK &&
        (f->kind == TC_K_LENGTH || f->kind == TC_K_ANGLE))
        tc_field_print(bk->rules, bk, f, v, &t);
    else
        tc_text_int(&t, v);
}

static enum tc_err read_change(struct proto_call *c, const json_t *j, struct ses_change *out)
{
    const char *path = json_string_value(json_array_get(j, 0));

    const json_t *value = json_array_get(j, 1);

    if (json_array_size(j) != 2 || !path || strlen(path) >= sizeof out->path ||
        !(json_is_integer(value) || change_value(value, out->value, sizeof out->value)))
        return tc_fail(&c->why, TC_E_SYNTAX, "changes",
                       "A change is [field, value], as in {0}.",
                       "[\"units.orkney.x\",\"12.5\"]");
    strcpy(out->path, path);
    if (json_is_integer(value))
        integer_value(c, path, json_integer_value(value), out->value, sizeof out->value);
    return TC_OK;
}

enum tc_err proto_adjust(struct proto_call *c)
{
    const json_t *list = json_object_get(c->in, "changes");
    const char *reason = json_string_value(json_object_get(c->in, "reason"));
    size_t n = json_array_size(list);
    uint32_t from = c->p->s->entries;
    enum tc_err err = TC_OK;

    if (c->seat != SES_UMPIRE)
        return tc_fail(&c->why, TC_E_TURN, "seat", "Only the umpire adjusts; name no seat.");
    if (!json_is_array(list) || n < 1 || n > 1000 || !reason)
        return tc_fail(&c->why, TC_E_KEY, "adjust",
                       "An adjustment needs changes, 1 to 1000, and a reason.");
    struct ses_change *change = ses_alloc(n * sizeof *change);
    for (size_t i = 0; i < n && err == TC_OK; i++)
        err = read_change(c, json_array_get(list, i), &change[i]);
    if (err == TC_OK)
        err = ses_adjust(c->p->s, change, (int)n, reason, &c->why);
    free(change);
    return err != TC_OK ? err : proto_go_on(c, from);
}
