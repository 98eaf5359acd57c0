/* lib/base.c - codes, errors, texts, and the watch over every call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/own.h"
#include "protocol/trial.h"

const char *tri_version(void)
{
    return TRI_VERSION;
}

int tri_abi(void)
{
    return TRI_ABI;
}

/* --- Codes ----------------------------------------------------------------------------- */

static const struct code {
    int code;
    const char *word, *text;
} codes[] = {
#define TRI_CODE_ROW(name, code, word, text) { name, word, text },
    TRI_CODES(TRI_CODE_ROW){ TRI_OK, "ok", "all is well" },
};

static const struct code *find_code(int code)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            return &codes[i];
    return NULL;
}

const char *tri_code_word(int code)
{
    const struct code *c = find_code(code);

    return c ? c->word : "unknown";
}

const char *tri_code_text(int code)
{
    const struct code *c = find_code(code);

    return c ? c->text : "there is no such code";
}

/* --- Errors ------------------------------------------------------------------------------ */

int tri_error_init(tri_error *e, size_t size)
{
    if (!e || size < sizeof(uint32_t) + sizeof(int32_t) || size > UINT16_MAX)
        return TRI_E_ARGUMENT;
    memset(e, 0, size);
    e->size = (uint32_t)size;
    return TRI_OK;
}

int tri_options_init(tri_options *o, size_t size)
{
    if (!o || size < sizeof(uint32_t) || size > UINT16_MAX)
        return TRI_E_ARGUMENT;
    memset(o, 0, size);
    o->size = (uint32_t)size;
    return TRI_OK;
}

/* A caller whose struct is of another size gets the code alone. */
static int fail(tri_error *e, int code, const char *where, const char *text)
{
    if (!e)
        return code;
    if (e->size >= offsetof(tri_error, where))
        e->code = code;
    if (e->size >= sizeof *e) {
        snprintf(e->where, sizeof e->where, "%s", where);
        snprintf(e->text, sizeof e->text, "%s", text);
    }
    return code;
}

int job_wrong(tri_error *e, const char *where, const char *text)
{
    return fail(e, TRI_E_ARGUMENT, where, text);
}

/* --- The watch --------------------------------------------------------------------------- */

/* Set before any thread is there, so that nobody has to set it later. */
__attribute__((constructor)) static void set_watch(void)
{
    if (!tc_bug_hook)
        tc_bug_hook = trial_bug;
}

struct watched {
    struct job *j;
    job_fn *fn;
    enum tc_err err;
};

static void call(void *ctx)
{
    struct watched *w = ctx;

    w->err = w->fn(w->j);
}

int job_run(struct job *j, job_fn *fn, tri_error *e)
{
    struct watched w = { j, fn, TC_OK };
    struct trial_met met;

    j->why.err = TC_OK;
    j->why.where[0] = j->why.text[0] = 0;
    if (!trial_watch(call, &w, NULL, &met)) {
        if (j->g)
            j->g->broken = true;
        snprintf(j->why.text, sizeof j->why.text,
                 "A mistake of ours, or no memory: %.200s (%.100s:%d).", met.what, met.file,
                 met.line);
        return fail(e, TRI_E_BUG, met.file, j->why.text);
    }
    if (w.err == TC_OK)
        return TRI_OK;
    return fail(e, w.err == TC_ERRS ? TRI_E_LIGHT : -(int)w.err, j->why.where, j->why.text);
}

int job_on_game(struct job *j, job_fn *fn, tri_error *e)
{
    if (!j->g)
        return job_wrong(e, "game", "The game is NULL.");
    if (j->g->broken)
        return fail(e, TRI_E_BUG, "game", "This game tripped over a mistake of ours; free it.");
    if (!j->g->p.s)
        return fail(e, TRI_E_STALE, "game", "There is no game yet; begin one by a request.");
    return job_run(j, fn, e);
}

/* --- Texts ---------------------------------------------------------------------------------
 */

tri_text *tri_text_new(void)
{
    return calloc(1, sizeof(tri_text));
}

void tri_text_free(tri_text *t)
{
    if (!t)
        return;
    free(t->bytes);
    free(t);
}

const char *tri_text_bytes(const tri_text *t)
{
    return t && t->bytes ? t->bytes : "";
}

size_t tri_text_size(const tri_text *t)
{
    return t ? t->n : 0;
}

static void make_room(tri_text *t, size_t n)
{
    if (n < t->room)
        return;
    size_t room = n + n / 2 + 256;
    char *bytes = realloc(t->bytes, room);
    TC_BUG_ON(!bytes);
    t->bytes = bytes;
    t->room = room;
}

void text_set(tri_text *out, const char *bytes, size_t n)
{
    make_room(out, n);
    memcpy(out->bytes, bytes, n);
    out->bytes[n] = 0;
    out->n = n;
}

static int put(const char *bytes, size_t n, void *ctx)
{
    tri_text *t = ctx;

    make_room(t, t->n + n);
    memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
    t->bytes[t->n] = 0;
    return 0;
}

void text_json(tri_text *out, json_t *j)
{
    text_set(out, "", 0);
    json_dump_callback(j, put, out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(j);
}
