/* server/api_look.c - requests that look at a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "protocol/computer.h"
#include "protocol/show.h"
#include "protocol/review.h"
#include "protocol/commands.h"
#include "server/made.h"
#include "server/own.h"

/* A number of the query; false when it is none. */
static bool query_number(const char *text, int64_t most, int64_t *out)
{
    return text && tc_read_int(text, strlen(text), out) && *out >= 0 && *out <= most;
}

static int shown_seat(const struct srv_call *c)
{
    return c->seat == SES_WATCHER ? -1 : c->seat;
}

/* --- View -------------------------------------------------------------------------------- */

static json_t *seats_json(const struct srv_game *g)
{
    json_t *a = json_array();

    for (int i = 0; i < g->s->seats; i++) {
        const struct ses_seat *seat = &g->s->seat[i];
        json_t *o =
            json_pack("{si ss ss ss sb sb}", "seat", i, "side", g->book->side_name[seat->side],
                      "kind", srv_kind(g, i), "name", g->name[i][0] ? g->name[i] : seat->name,
                      "here", srv_seat_here(g, i) || !srv_is_person(g, i), "taken",
                      g->taken[i] || !srv_is_person(g, i));
        if (g->sub[i][0]) /* a computer, for a person */
            json_object_set_new(o, "sits_in", json_true());
        if (g->sub[i][0] && g->late[i])
            json_object_set_new(o, "late", json_true());
        if (seat->commands)
            json_object_set_new(o, "commands", ses_commands_json(g->book, seat));
        json_array_append_new(a, o);
    }
    return a;
}

struct notes {
    const struct srv_game *g;
    json_t *list;
    int seat;
};

static bool add_note(void *ctx, const struct sto_note *n)
{
    struct notes *notes = ctx;

    if (n->n > notes->g->notes)
        return false; /* the stream tells it */
    if (srv_may_hear(notes->g, notes->seat, n))
        json_array_append_new(notes->list, srv_note_json(notes->g, n));
    return true;
}

static json_t *or_null(json_t *j)
{
    return j ? j : json_null();
}

static json_t *offer_json(const json_t *offer)
{
    return offer ? json_pack("{sO}", "seat", json_object_get(offer, "seat")) : json_null();
}

enum tc_err srv_api_view(struct srv_call *c)
{
    char hash[STO_TEXT];
    struct srv_game *g = c->g;
    const struct ses_game *s = g->s;
    uint32_t entry = s->entries > SRV_LOG ? s->entries - SRV_LOG : 0;
    struct notes notes = { g, json_array(), c->seat };

    srv_take_seat(g, c->seat);
    uint32_t note = g->notes > SRV_LOG ? g->notes - SRV_LOG + 1 : 1;
    enum tc_err err = sto_each_note(srv->store, g->id, note, add_note, &notes, &c->why);
    if (err != TC_OK) {
        json_decref(notes.list);
        return err;
    }
    json_t *o = js_message();
    json_object_set_new(o, "game", json_string(g->id));
    json_object_set_new(o, "scenario", json_string(g->book->id));
    json_object_set_new(o, "system", json_string(g->book->rules->name));
    if (srv_made_hash(g->book->id, hash))
        json_object_set_new(o, "file", json_string(hash));
    json_object_set_new(o, "title", json_string(g->title[0] ? g->title : g->book->title));
    json_object_set_new(o, "seat", json_integer(shown_seat(c)));
    json_object_set_new(o, "side",
                        c->seat >= 0 ? json_string(g->book->side_name[s->seat[c->seat].side])
                                     : json_null());
    json_object_set_new(o, "dice", json_string(ses_dice_word(s)));
    if (g->brought)
        json_object_set_new(o, "brought", json_integer(g->brought));
    json_object_set_new(o, "pledge", or_null(ses_pledge_json(s)));
    json_object_set_new(o, "seats", seats_json(g));
    json_object_set_new(o, "question", ses_question_json(s, c->seat));
    json_object_set_new(o, "scene", ses_scene_json(s, c->seat));
    json_object_set_new(o, "lines", json_integer(s->lines));
    json_object_set_new(o, "log", ses_log_json(s, c->seat, entry));
    json_object_set_new(o, "notes", notes.list);
    json_object_set_new(o, "noted", json_integer(g->notes));
    json_object_set_new(o, "orders",
                        c->seat >= 0 && g->orders[c->seat] ? json_deep_copy(g->orders[c->seat])
                                                           : json_array());
    json_object_set_new(o, "staff", srv_staff_json(g, c->seat));
    json_object_set_new(o, "pending",
                        json_pack("{so so}", "undo", offer_json(srv_undo_offer(g)), "draw",
                                  offer_json(srv_draw_offer(g))));
    json_object_set_new(o, "over", or_null(srv_game_over(g)));
    json_object_set_new(o, "clock", srv_clock_json(g));
    json_object_set_new(o, "maker", json_boolean(c->seat >= 0 && c->seat == g->maker));
    json_object_set_new(o, "take_backs", json_boolean(!g->firm));
    c->out = o;
    return TC_OK;
}

/* --- Log, lines, record ----------------------------------------------------------------------
 */

enum tc_err srv_api_log(struct srv_call *c)
{
    struct ses_walk w = { .s = c->g->s, .seat = c->seat };
    struct ses_seen x;
    int64_t from = 0;

    if (c->query_from && !query_number(c->query_from, UINT32_MAX, &from))
        return tc_fail(&c->why, TC_E_RANGE, "from", "from is the number of an event.");
    struct js_out o = { 0 };
    js_put_plain(&o, "{\"v\":1,\"log\":");
    js_put_open(&o, '[');
    while (ses_walk_log(&w, &x))
        if (x.n >= from)
            ses_put_seen(&o, c->g->s, &x);
    js_put_close(&o, ']');
    js_put_close(&o, '}');
    c->text = o.text;
    c->text_size = o.n;
    return TC_OK;
}

enum tc_err srv_api_lines(struct srv_call *c)
{
    const struct ses_game *s = c->g->s;
    struct js_out o = { 0 };
    int64_t from = 0;

    if (c->query_from && !query_number(c->query_from, UINT32_MAX, &from))
        return tc_fail(&c->why, TC_E_RANGE, "from", "from is the number of a line.");
    js_put_plain(&o, "{\"v\":1,\"lines\":");
    js_put_open(&o, '[');
    for (int64_t i = from; i < s->lines; i++)
        show_mark(&o, s, &s->line[i], c->seat);
    js_put_close(&o, ']');
    js_put_close(&o, '}');
    c->text = o.text;
    c->text_size = o.n;
    return TC_OK;
}

enum tc_err srv_api_record(struct srv_call *c)
{
    const struct ses_game *s = c->g->s;
    struct js_out o = { 0 };
    int64_t from = 0;

    if (c->query_from && !query_number(c->query_from, UINT32_MAX, &from))
        return tc_fail(&c->why, TC_E_RANGE, "from", "from is the number of a line.");
    c->type = "text/plain; charset=utf-8";
    if (!c->query_from && s->pledge.way &&
        (s->stopped || ses_status(s) == TC_IS_OVER)) /* to be verified */
        return srv_game_text(c->g, &c->text, &c->text_size, &c->why);
    js_put_plain(&o, c->query_from ? "" : c->g->header);
    js_put_plain(&o, c->query_from ? "" : "\n");
    for (int64_t i = from; i < s->lines; i++) {
        o.comma = false;
        ses_put_line(&o, s, &s->line[i], c->seat);
        js_put_plain(&o, "\n");
    }
    c->text = o.text;
    c->text_size = o.n;
    return TC_OK;
}

/* --- The scene at a line
 * ------------------------------------------------------------------------ */

/* The last few replays, for a slider that goes back and forth. */
enum { FILMS = 8 };

struct film {
    char game[STO_ID];
    uint32_t line, stamp;
    struct ses_game *s;
};

struct srv_films {
    pthread_mutex_t lock;
    struct film film[FILMS];
    uint32_t stamp;
};

struct srv_films *srv_films_new(void)
{
    struct srv_films *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

static struct film *find_film(const char *game, uint32_t line)
{
    struct film *film = srv->films->film, *oldest = &film[0];

    for (int i = 0; i < FILMS; i++) {
        if (film[i].s && film[i].line == line && strcmp(film[i].game, game) == 0)
            return &film[i];
        if (!film[i].s || (oldest->s && film[i].stamp < oldest->stamp))
            oldest = &film[i];
    }
    ses_free(oldest->s);
    oldest->s = NULL;
    return oldest;
}

static json_t *moment_json(const struct ses_game *s, int seat, uint32_t line, json_t *scene)
{
    json_t *o = js_message();

    show_moment(o, s, seat, line, scene);
    return o;
}

struct show {
    struct srv_call *c;
    uint32_t line;
    enum tc_err err;
};

static void show(void *ctx)
{
    struct show *w = ctx;
    struct srv_call *c = w->c;
    struct srv_game *g = c->g; /* the header is read; lines only grow: no lock is needed */
    struct film *f = find_film(g->id, w->line);

    if (!f->s)
        w->err = srv_game_at(g, w->line, &f->s, &c->why);
    if (w->err == TC_OK) {
        memcpy(f->game, g->id, sizeof f->game);
        f->line = w->line;
        f->stamp = ++srv->films->stamp;
        c->out = moment_json(f->s, c->seat, w->line, ses_scene_json(f->s, c->seat));
    } else {
        f->s = NULL;
    }
}

/* What was taken back since: the record is replayed up to there. */
static enum tc_err show_film(struct srv_call *c, uint32_t line)
{
    struct show w = { c, line, TC_OK };

    srv_unlock(c);
    srv_locked(&srv->films->lock, show, &w);
    return w.err;
}

enum tc_err srv_api_scene(struct srv_call *c)
{
    const struct ses_game *s = c->g->s;
    int64_t line = (int64_t)s->lines - 1;
    bool last;

    if (c->query_line && !query_number(c->query_line, line, &line))
        return tc_fail(&c->why, TC_E_RANGE, "line", "line is the number of a line there is.",
                       "", "", "");
    last = line == (int64_t)s->lines - 1;
    json_t *scene =
        last ? ses_scene_json(s, c->seat) : ses_scene_at(s, (uint32_t)line, c->seat);
    if (!scene)
        return show_film(c, (uint32_t)line);
    c->out = moment_json(s, c->seat, (uint32_t)line, scene);
    return TC_OK;
}

bool srv_films_show(const struct tc_book *bk)
{
    bool any = false;

    pthread_mutex_lock(&srv->films->lock);
    for (int i = 0; i < FILMS; i++)
        any |= srv->films->film[i].s && srv->films->film[i].s->book == bk;
    pthread_mutex_unlock(&srv->films->lock);
    return any;
}

void srv_films_free(struct srv_films *p)
{
    for (int i = 0; p && i < FILMS; i++)
        ses_free(p->film[i].s);
    free(p);
}

/* --- The question
 * ----------------------------------------------------------------------------------- */

static enum tc_err need_question(struct srv_call *c)
{
    if (c->g->over || ses_status(c->g->s) == TC_IS_OVER)
        return tc_fail(&c->why, TC_E_OVER, "act", "The battle is over.");
    if (ses_status(c->g->s) != TC_WAITS_ANSWER)
        return tc_fail(&c->why, TC_E_STALE, "act", "Dice are wanted now, not an answer.");
    return TC_OK;
}

/* What could be done is for the side that is asked to know. */
enum tc_err srv_need_side(struct srv_call *c)
{
    enum tc_err err = need_question(c);

    if (err != TC_OK)
        return err;
    if (c->seat < 0 || c->g->s->seat[c->seat].side != c->g->s->g.u.open.side)
        return tc_fail(&c->why, TC_E_TURN, "seat", "The other side is asked.");
    return TC_OK;
}

enum tc_err srv_api_offers(struct srv_call *c)
{
    enum tc_err err = srv_need_side(c);

    if (err != TC_OK)
        return err;
    struct tc_offers *offers = srv_scratch_offers();
    struct js_out o = { 0 };
    ses_list_answers(c->g->s, offers);
    js_put_plain(&o, "{\"v\":1,\"number\":");
    js_put_int(&o, ses_number(c->g->s));
    js_put_key(&o, "offers");
    js_put_open(&o, '[');
    const struct tc_query *q = &c->g->s->g.u.open;
    int manner = tc_manner_of(c->g->book->rules, q->question, q->arg);
    for (int i = 0; i < offers->n; i++)
        js_put_offer(&o, c->g->book, manner, offers->act, offers->n, i);
    js_put_close(&o, ']');
    js_put_close(&o, '}');
    c->text = o.text;
    c->text_size = o.n;
    return TC_OK;
}

enum tc_err srv_read_act(struct srv_call *c, struct tc_act *a)
{
    const json_t *j = json_object_get(c->in, "act");

    if (!j)
        return tc_fail(&c->why, TC_E_KEY, "act", "Name the act.");
    memset(a, 0, sizeof *a);
    return js_read_act(c->g->book, j, a, &c->why);
}

/* {"legal":true} or false with the refusal. *legal says which. */
static enum tc_err judge(struct srv_call *c, struct tc_act *a, bool *legal)
{
    enum tc_err err = srv_need_side(c);

    if (err == TC_OK)
        err = srv_read_act(c, a);
    if (err == TC_OK)
        err = ses_why_not(c->g->s, a, &c->refusal, &c->why);
    if (err != TC_OK && err != TC_E_ILLEGAL)
        return err;
    *legal = err == TC_OK;
    c->out = json_pack("{si sb so}", "v", JS_VERSION, "legal", *legal, "refusal",
                       *legal ? json_null() : js_refusal(c->g->book, &c->refusal));
    return TC_OK;
}

enum tc_err srv_api_why(struct srv_call *c)
{
    struct tc_act a;
    bool legal;

    return judge(c, &a, &legal);
}

/* --- Preview
 * --------------------------------------------------------------------------------------------
 */

enum tc_err srv_api_preview(struct srv_call *c)
{
    struct srv_game *g = c->g;
    struct srv_copy copy;
    struct tc_act a;
    bool legal;
    enum tc_err err = judge(c, &a, &legal);

    if (err != TC_OK)
        return err;
    json_object_set_new(c->out, "pieces", json_array());
    json_object_set_new(c->out, "chance", json_false());
    if (!legal)
        return TC_OK;
    int side = g->s->seat[c->seat].side;
    srv_copy_game(g, c->seat, &copy);
    srv_unlock(c);
    if (copy.same)
        show_preview(c->out, &copy.f.g, side, &a);
    srv_copy_free(&copy);
    return TC_OK;
}

/* --- What computers thought
 * ------------------------------------------------------------ */

enum tc_err srv_api_thoughts(struct srv_call *c)
{
    const struct srv_game *g = c->g;
    int64_t of;

    if (!query_number(c->query_of, g->s->seats - 1, &of))
        return tc_fail(&c->why, TC_E_RANGE, "of", "of is the number of a seat.");
    bool over = g->over || ses_status(g->s) == TC_IS_OVER;
    bool own = c->seat >= 0 && g->s->seat[c->seat].side == g->s->seat[of].side;
    if (!over && !own)
        return tc_fail(&c->why, TC_E_TURN, "of",
                       "What the other side thinks is told when the battle is over.");
    c->out =
        json_pack("{si so}", "v", JS_VERSION, "advice",
                  g->advice[of] ? com_advice_json(g->book, 0, g->advice[of]) : json_null());
    return TC_OK;
}

/* --- How it stood
 * -----------------------------------------------------------------
 */

enum tc_err srv_api_outlook(struct srv_call *c)
{
    const struct srv_game *g = c->g;
    int64_t line;
    int share;

    if (!query_number(c->query_line, (int64_t)g->s->lines - 1, &line))
        return tc_fail(&c->why, TC_E_RANGE, "line", "line is the number of a line there is.");
    if (!g->over && ses_status(g->s) != TC_IS_OVER)
        return tc_fail(&c->why, TC_E_TURN, "outlook",
                       "How it stands is told when the battle is over.");
    bool asked = show_outlook(g->s, (uint32_t)line, &share);
    c->out = json_pack("{si so}", "v", JS_VERSION, "outlook",
                       asked ? json_integer(share) : json_null());
    return TC_OK;
}

/* What each side did, turn by turn; how it stood is asked turn by turn, as it takes longer. */
enum tc_err srv_api_review(struct srv_call *c)
{
    const struct srv_game *g = c->g;

    if (!g->over && ses_status(g->s) != TC_IS_OVER)
        return tc_fail(&c->why, TC_E_TURN, "review",
                       "A battle is looked back upon when it is over.");
    c->out = json_pack("{si so}", "v", JS_VERSION, "review", rvw_json(g->s, false, NULL));
    return TC_OK;
}

/* --- Picture
 * ------------------------------------------------------------
 */

static bool to_memory(void *to, const void *bytes, size_t n)
{
    return fwrite(bytes, 1, n, to) == n;
}

struct sketch {
    struct srv_call *c;
    struct tc_scene *scene;
    FILE *out;
    enum tc_err err;
};

static void sketch(void *ctx)
{
    struct sketch *k = ctx;
    struct draw_options o = draw_defaults();

    o.panels = k->scene->rows <= 40;
    k->err = draw_scene(k->scene, &o, DRAW_SVG, to_memory, k->out, &k->c->why);
}

/* The last few pictures, as long as nobody has answered since. */
enum { PICTURES = 4, PICTURE_MOST = 4 << 20 };

/* One for all servers of a process: fonts are the process's. */
static pthread_mutex_t pen = PTHREAD_MUTEX_INITIALIZER;

struct picture {
    char game[STO_ID];
    uint32_t lines;
    int seat, tongue;
    char *text;
    size_t size;
};

struct srv_pictures {
    pthread_mutex_t lock;
    struct picture picture[PICTURES];
};

struct srv_pictures *srv_pictures_new(void)
{
    struct srv_pictures *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

/* One that is there, copied; else NULL. */
static char *find_picture(const struct srv_call *c, size_t *size)
{
    char *copy = NULL;

    pthread_mutex_lock(&srv->pictures->lock);
    for (int i = 0; i < PICTURES && !copy; i++) {
        const struct picture *p = &srv->pictures->picture[i];
        if (!p->text || strcmp(p->game, c->g->id) != 0 || p->lines != c->g->s->lines ||
            p->seat != c->seat || p->tongue != c->tongue)
            continue;
        copy = malloc(p->size + 1);
        TC_BUG_ON(!copy);
        memcpy(copy, p->text, p->size + 1);
        *size = p->size;
    }
    pthread_mutex_unlock(&srv->pictures->lock);
    return copy;
}

/* In place of the oldest, or of the same game's. */
static void keep_picture(const struct srv_call *c, uint32_t lines)
{
    int i = 0;

    if (c->text_size > PICTURE_MOST)
        return;
    char *copy = malloc(c->text_size + 1);
    TC_BUG_ON(!copy);
    memcpy(copy, c->text, c->text_size + 1);
    struct picture *picture = srv->pictures->picture;
    pthread_mutex_lock(&srv->pictures->lock);
    while (i < PICTURES - 1 && (strcmp(picture[i].game, c->g->id) != 0 ||
                                picture[i].seat != c->seat || picture[i].tongue != c->tongue))
        i++;
    free(picture[i].text);
    memmove(&picture[1], &picture[0], (size_t)i * sizeof picture[0]);
    picture[0] = (struct picture){
        .lines = lines, .seat = c->seat, .tongue = c->tongue, .text = copy, .size = c->text_size
    };
    snprintf(picture[0].game, sizeof picture[0].game, "%s", c->g->id);
    pthread_mutex_unlock(&srv->pictures->lock);
}

void srv_pictures_free(struct srv_pictures *p)
{
    for (int i = 0; p && i < PICTURES; i++)
        free(p->picture[i].text);
    free(p);
}

enum tc_err srv_api_picture(struct srv_call *c)
{
    uint32_t lines = c->g->s->lines;

    c->type = "image/svg+xml";
    c->text = find_picture(c, &c->text_size);
    if (c->text)
        return TC_OK;
    struct sketch k = { .c = c, .scene = calloc(1, sizeof *k.scene) };
    TC_BUG_ON(!k.scene);
    ses_scene(c->g->s, c->seat, k.scene);
    srv_unlock(c);
    k.out = open_memstream(&c->text, &c->text_size);
    TC_BUG_ON(!k.out);
    srv_locked(&pen, sketch, &k);
    fclose(k.out);
    free(k.scene);
    if (k.err == TC_OK)
        keep_picture(c, lines);
    return k.err;
}

/* --- Stream
 * ------------------------------------------------------------
 */

/* "12.3": behind line 12 and note 3; "12" is 12.0. */
static bool read_place(const char *text, int64_t *line, int64_t *note)
{
    size_t dot = strcspn(text, ".");

    *note = 0;
    if (!tc_read_int(text, dot, line) || *line < -1 || *line > UINT32_MAX - 1)
        return false;
    if (!text[dot])
        return true;
    return tc_read_int(text + dot + 1, strlen(text + dot + 1), note) && *note >= 0 &&
           *note <= UINT32_MAX - 1;
}

enum tc_err srv_api_stream(struct srv_call *c)
{
    const char *from = c->last_event ? c->last_event : c->query_from;
    int64_t line = -1, note = 0;

    if (from && *from && !read_place(from, &line, &note))
        return tc_fail(&c->why, TC_E_RANGE, "from",
                       "A place in the stream is line.note, as 12.3.");
    if (srv->stopping)
        return tc_fail(&c->why, TC_E_FILE, "server", "The server is about to stop.");
    c->stream = srv_stream_open(c->g, c->seat, c->link, line, note, &c->why);
    if (!c->stream)
        return c->why.err;
    uint8_t hash[STO_HASH];
    srv_hash_token(c->token, hash);
    srv_stream_token(c->stream, hash);
    return TC_OK;
}
