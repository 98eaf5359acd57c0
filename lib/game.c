/* lib/game.c - games: begun, resumed, cloned, let go. */
#include <stdlib.h>
#include <string.h>

#include "lib/learn.h"
#include "lib/light.h"
#include "players/player.h"
#include "protocol/session_own.h"
#include "protocol/trial.h"

/* --- The world of a game: its data, and the book it was begun with -------------------------
 */

static struct world *world_of(void *ctx)
{
    return &((tri_game *)ctx)->data->world;
}

static bool is_own(const tri_game *g, const struct tc_book *bk)
{
    return g->book && g->book->book == bk;
}

static enum tc_err load(void *ctx, const char *id, const struct tc_book **out,
                        struct tc_why *why)
{
    const tri_game *g = ctx;

    if (g->book && strcmp(g->book->book->id, id) == 0) {
        *out = g->book->book;
        return TC_OK;
    }
    return world_of(ctx)->proto.load(world_of(ctx), id, out, why);
}

static void free_book(void *ctx, const struct tc_book *bk)
{
    if (!is_own(ctx, bk))
        world_of(ctx)->proto.free_book(world_of(ctx), bk);
}

static enum tc_err load_text(void *ctx, const char *text, size_t n, const struct tc_book **out,
                             json_t **state, struct tc_why *why)
{
    return world_of(ctx)->proto.load_text(world_of(ctx), text, n, out, state, why);
}

static json_t *list(void *ctx)
{
    return world_of(ctx)->proto.list(world_of(ctx));
}

static enum tc_err rule(void *ctx, const char *id, json_t **out, struct tc_why *why)
{
    return world_of(ctx)->proto.rule(world_of(ctx), id, out, why);
}

static enum tc_err player(void *ctx, struct ses_game *s, int seat, struct tc_why *why)
{
    return world_of(ctx)->proto.player(world_of(ctx), s, seat, why);
}

static void drop(void *ctx, struct ses_game *s)
{
    world_of(ctx)->proto.drop(world_of(ctx), s);
}

static enum tc_err draft(void *ctx, const struct book_draft *d, const struct tc_book **out,
                         struct book_report *r)
{
    return world_of(ctx)->proto.draft(world_of(ctx), d, out, r);
}

static enum tc_err source(void *ctx, const char *id, json_t **out, struct tc_why *why)
{
    return world_of(ctx)->proto.source(world_of(ctx), id, out, why);
}

static void seen(void *ctx, const struct tc_ruleset *r, json_t *schema)
{
    world_of(ctx)->proto.seen(world_of(ctx), r, schema);
}

static enum tc_err tonight(void *ctx, const char *system, json_t **out, struct tc_why *why)
{
    return world_of(ctx)->proto.tonight(world_of(ctx), system, out, why);
}

static const struct book_speech *speech(void *ctx, const char *language)
{
    return world_of(ctx)->proto.speech(world_of(ctx), language);
}

static tri_game *new_game(tri_data *d, tri_book *b)
{
    tri_game *g = ses_alloc(sizeof *g);

    g->data = data_hold(d);
    g->book = b ? book_hold(b) : NULL;
    g->world = (struct proto_data){ g,    load,  free_book, load_text, list,    rule,  player,
                                    drop, draft, source,    seen,      tonight, speech };
    proto_init(&g->p, &g->world);
    g->p.sealed = true;
    return g;
}

/* What a broken game holds may be half made: it is left alone. */
void tri_game_free(tri_game *g)
{
    if (!g)
        return;
    if (g->light)
        light_free(g->p.s);
    else if (!g->broken)
        proto_end(&g->p);
    free(g->listed);
    learn_plan_free(g->plan);
    tri_book_free(g->book);
    tri_data_free(g->data);
    free(g);
}

struct ses_game *game_of(const tri_game *g)
{
    return g->p.s;
}

/* --- Beginning ------------------------------------------------------------------------------
 */

static enum tc_err add_json(struct job *j, json_t *request, const char *key, const char *text)
{
    json_error_t e;

    if (!text)
        return TC_OK;
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (!value)
        return tc_fail(&j->why, TC_E_SYNTAX, key, "{0} is not JSON: {1}.", key, e.text);
    json_object_set_new(request, key, value);
    return TC_OK;
}

/* The options as the request of docs/protocol.md. */
static enum tc_err make_request(struct job *j, json_t *request)
{
    const tri_options *o = j->options;

    json_object_set_new(request, "scenario", json_string(j->b->book->id));
    if (o->seed)
        json_object_set_new(request, "seed", json_string(o->seed));
    if (o->flags & TRI_TYPED_DICE)
        json_object_set_new(request, "dice", json_string("typed"));
    if (o->state || j->b->state)
        json_object_set_new(request, "partial",
                            json_boolean(!o->state || o->flags & TRI_PARTIAL));
    if (!o->state && j->b->state)
        json_object_set(request, "state", j->b->state);
    enum tc_err err = add_json(j, request, "seats", o->seats);
    return err != TC_OK ? err : add_json(j, request, "state", o->state);
}

static enum tc_err ask_proto(struct job *j, tri_game *g, proto_do *run, const json_t *request)
{
    struct proto_call c = {
        .p = &g->p, .in = request, .out = js_message(), .seat = SES_UMPIRE
    };
    enum tc_err err = run(&c);

    j->why = c.why;
    json_decref(c.out);
    return err;
}

static enum tc_err begin(struct job *j)
{
    json_t *request = json_object();
    tri_game *g = new_game(j->b->data, j->b);
    enum tc_err err = make_request(j, request);

    if (err == TC_OK && j->options->flags & TRI_LIGHT) {
        g->light = true;
        err = light_begin(g, j->b->book, request, &j->why);
    } else if (err == TC_OK) {
        err = ask_proto(j, g, json_object_get(request, "state") ? proto_load : proto_new,
                        request);
    }
    json_decref(request);
    if (err == TC_OK)
        j->made = g;
    else
        tri_game_free(g);
    return err;
}

/* The caller's options in our size; those it does not know are as initialised. */
static bool take_options(const tri_options *from, tri_options *to)
{
    tri_options_init(to, sizeof *to);
    if (!from)
        return true;
    if (from->size < sizeof(uint32_t) || from->size > UINT16_MAX)
        return false;
    memcpy(to, from, from->size < sizeof *to ? from->size : sizeof *to);
    to->size = sizeof *to;
    return !(to->flags & ~(uint32_t)(TRI_TYPED_DICE | TRI_LIGHT | TRI_PARTIAL));
}

int tri_game_new(tri_book *b, const tri_options *o, tri_game **out, tri_error *e)
{
    tri_options options;
    struct job j = { .b = b, .options = &options };

    if (!b || !out)
        return job_wrong(e, "game", "The book or the place for the game is NULL.");
    if (!take_options(o, &options))
        return job_wrong(e, "options", "The options have no size, or a flag nobody knows.");
    int code = job_run(&j, begin, e);
    if (code == TRI_OK)
        *out = j.made;
    return code;
}

static enum tc_err resume(struct job *j)
{
    tri_game *g = new_game(j->d, NULL);
    json_t *text = json_stringn(j->text, j->n);
    enum tc_err err = TC_OK;

    if (!text) {
        err = tc_fail(&j->why, TC_E_SYNTAX, "record", "The record is not UTF-8.");
    } else {
        json_t *request = json_pack("{s:o}", "text", text);
        err = ask_proto(j, g, j->flags & TRI_ADOPT ? proto_adopt : proto_resume, request);
        json_decref(request);
    }
    if (err == TC_OK)
        j->made = g;
    else
        tri_game_free(g);
    return err;
}

int tri_game_resume(tri_data *d, const char *record, size_t n, uint32_t flags, tri_game **out,
                    tri_error *e)
{
    struct job j = { .d = d, .text = record, .n = n, .flags = flags };

    if (!d || !record || !out || flags & ~(uint32_t)TRI_ADOPT)
        return job_wrong(e, "resume",
                         "The data, record or place for the game is NULL, or a "
                         "flag is none of this call.");
    int code = job_run(&j, resume, e);
    if (code == TRI_OK)
        *out = j.made;
    return code;
}

static enum tc_err only_talk(struct job *j)
{
    j->made = new_game(j->d, NULL);
    return TC_OK;
}

int tri_game_umpire(tri_data *d, tri_game **out, tri_error *e)
{
    struct job j = { .d = d };

    if (!d || !out)
        return job_wrong(e, "umpire", "The data or the place for the game is NULL.");
    int code = job_run(&j, only_talk, e);
    if (code == TRI_OK)
        *out = j.made;
    return code;
}

/* --- Clones ------------------------------------------------------------------------------ */

/* A book that the game itself loaded goes with the game: the clone needs one of its own. */
static tri_book *book_for_clone(struct job *j)
{
    tri_game *g = j->g;

    if (g->book && is_own(g, g->p.s->book))
        return book_hold(g->book);
    if (tri_book_open(g->data, g->p.s->book->id, &j->made_book, NULL) != TRI_OK)
        return NULL;
    if (j->made_book->book->hash == g->p.s->book->hash)
        return j->made_book;
    tri_book_free(j->made_book);
    return NULL;
}

static enum tc_err clone(struct job *j)
{
    const struct ses_game *s = j->g->p.s;
    tri_book *b;

    if (j->seat < TRI_UMPIRE || j->seat >= s->seats)
        return tc_fail(&j->why, TC_E_RANGE, "seat", "There is no such seat.");
    b = book_for_clone(j);
    if (!b)
        return tc_fail(&j->why, TC_E_NAME, "clone",
                       "The battle {0} is not in the data any more as it was.", s->book->id);
    j->made = new_game(j->g->data, b);
    tri_book_free(b); /* the game holds it */
    j->made->light = true;
    light_clone(j->made, b->book, s, j->seat, *j->lots);
    return TC_OK;
}

int tri_game_clone(tri_game *g, int seat, uint64_t seed, tri_game **out, tri_error *e)
{
    struct job j = { .g = g, .seat = seat, .lots = &seed };

    if (!out)
        return job_wrong(e, "clone", "There must be a place for the game.");
    int code = job_on_game(&j, clone, e);
    if (code == TRI_OK)
        *out = j.made;
    return code;
}
