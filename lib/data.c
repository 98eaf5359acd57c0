/* lib/data.c - the folder of data and the battles in it. */
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/files.h"
#include "lib/learn.h"
#include "players/arena.h"
#include "protocol/session_own.h"

/* --- The folder -------------------------------------------------------------------------- */

static enum tc_err find_data(struct job *j)
{
    enum tc_err err = book_find_data("", j->text, j->d->folder, sizeof j->d->folder, &j->why);

    if (err == TC_OK)
        world_open(&j->d->world, j->d->folder, false);
    return err;
}

int tri_data_open(const char *folder, tri_data **out, tri_error *e)
{
    struct job j = { .text = folder };

    if (!out)
        return job_wrong(e, "out", "There must be a place for the data.");
    tri_data *d = calloc(1, sizeof *d);
    if (!d)
        return TRI_E_BUG;
    atomic_init(&d->held, 1);
    j.d = d;
    int code = job_run(&j, find_data, e);
    if (code == TRI_OK)
        *out = d;
    else
        free(d);
    return code;
}

tri_data *data_hold(tri_data *d)
{
    atomic_fetch_add(&d->held, 1);
    return d;
}

void tri_data_free(tri_data *d)
{
    if (!d || atomic_fetch_sub(&d->held, 1) != 1)
        return;
    world_close(&d->world);
    free(d);
}

static enum tc_err list_data(struct job *j)
{
    text_json(j->out, j->d->world.proto.list(&j->d->world));
    return TC_OK;
}

static enum tc_err show_rule(struct job *j)
{
    json_t *text;
    enum tc_err err = j->d->world.proto.rule(&j->d->world, j->text, &text, &j->why);

    if (err == TC_OK)
        text_json(j->out, text);
    return err;
}

int tri_data_list(tri_data *d, tri_text *out, tri_error *e)
{
    struct job j = { .d = d, .out = out };

    if (!d || !out)
        return job_wrong(e, "list", "The data or the text is NULL.");
    return job_run(&j, list_data, e);
}

int tri_data_rule(tri_data *d, const char *rule, tri_text *out, tri_error *e)
{
    struct job j = { .d = d, .text = rule, .out = out };

    if (!d || !rule || !out)
        return job_wrong(e, "rule", "The data, the rule or the text is NULL.");
    return job_run(&j, show_rule, e);
}

/* --- Battles ----------------------------------------------------------------------------- */

static tri_book *new_book(struct job *j, const struct tc_book *bk, json_t *state)
{
    tri_book *b = ses_alloc(sizeof *b);

    atomic_init(&b->held, 1);
    b->data = data_hold(j->d);
    b->book = bk;
    b->state = state;
    b->plan = learn_plan(bk);
    return b;
}

static enum tc_err open_book(struct job *j)
{
    const struct tc_book *bk;
    enum tc_err err = book_load(j->d->folder, j->text, &bk, &j->why);

    if (err == TC_OK)
        j->made_book = new_book(j, bk, NULL);
    return err;
}

static enum tc_err read_book(struct job *j)
{
    const struct tc_book *bk;
    json_t *state = NULL;
    enum tc_err err =
        j->d->world.proto.load_text(&j->d->world, j->text, j->n, &bk, &state, &j->why);

    if (err == TC_OK)
        j->made_book = new_book(j, bk, state);
    return err;
}

int tri_book_open(tri_data *d, const char *id, tri_book **out, tri_error *e)
{
    struct job j = { .d = d, .text = id };

    if (!d || !id || !out)
        return job_wrong(e, "book", "The data, the name or the place for the book is NULL.");
    int code = job_run(&j, open_book, e);
    if (code == TRI_OK)
        *out = j.made_book;
    return code;
}

int tri_book_read(tri_data *d, const char *yaml, size_t n, tri_book **out, tri_error *e)
{
    struct job j = { .d = d, .text = yaml, .n = n };

    if (!d || !yaml || !out)
        return job_wrong(e, "book", "The data, the YAML or the place for the book is NULL.");
    int code = job_run(&j, read_book, e);
    if (code == TRI_OK)
        *out = j.made_book;
    return code;
}

tri_book *book_hold(tri_book *b)
{
    atomic_fetch_add(&b->held, 1);
    return b;
}

void tri_book_free(tri_book *b)
{
    if (!b || atomic_fetch_sub(&b->held, 1) != 1)
        return;
    json_decref(b->state);
    learn_plan_free(b->plan);
    book_free(b->book);
    tri_data_free(b->data);
    free(b);
}

static enum tc_err tell_book(struct job *j)
{
    const struct tc_book *bk = j->b->book;
    json_t *sides = json_array();

    for (int i = 0; i < TC_SIDES; i++)
        json_array_append_new(sides, json_pack("{s:s,s:s}", "name", bk->side_name[i], "colour",
                                               bk->side_colour[i]));
    text_json(j->out, json_pack("{s:s,s:s,s:s,s:s,s:i,s:o,s:s,s:o,s:i}", "id", bk->id, "title",
                                bk->title, "battle", bk->battle, "system", bk->rules->name,
                                "edition", (int)bk->rules->edition, "hash", js_hex(bk->hash),
                                "replaced", bk->replaced, "sides", sides, "state_bytes",
                                (int)bk->rules->state_size));
    return TC_OK;
}

static enum tc_err tell_messages(struct job *j)
{
    text_json(j->out, js_messages(j->b->book->rules));
    return TC_OK;
}

int tri_book_about(tri_book *b, tri_text *out, tri_error *e)
{
    struct job j = { .b = b, .out = out };

    if (!b || !out)
        return job_wrong(e, "book", "The book or the text is NULL.");
    return job_run(&j, tell_book, e);
}

int tri_book_messages(tri_book *b, tri_text *out, tri_error *e)
{
    struct job j = { .b = b, .out = out };

    if (!b || !out)
        return job_wrong(e, "book", "The book or the text is NULL.");
    return job_run(&j, tell_messages, e);
}

/* --- The signature --------------------------------------------------------------------------
 */

static enum tc_err sign_book(struct job *j)
{
    struct plr_arena a;

    plr_arena_open(&a, j->b->book);
    *j->lots = plr_signature_add(*j->lots, plr_signature(&a));
    plr_arena_close(&a);
    return TC_OK;
}

int tri_signature(tri_book *b, uint64_t *all, tri_error *e)
{
    struct job j = { .b = b, .lots = all };

    if (!b || !all)
        return job_wrong(e, "signature", "The book or the number is NULL.");
    return job_run(&j, sign_book, e);
}
