/* python/vector.c - tricorne._core.Vector: many light games, stepped in C. */
#include "python/core.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MOST_THREADS = 64 };

struct vector {
    PyObject_HEAD tri_book *book;
    tri_game **game;
    int32_t *offers; /* how many answers each has; -1: not counted */
    uint64_t *episode, *lots, *menus;
    uint64_t seed;
    int64_t values;
    int n, width, threads, busy;
    int menu; /* answers of a free question, by lot; 0: all of them */
};

static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static int begin(struct vector *v, int i, tri_error *e)
{
    uint64_t a = mix(v->seed ^ mix((uint64_t)i << 32 ^ v->episode[i]++));
    char seed[33];
    tri_options o;

    snprintf(seed, sizeof seed, "%016llx%016llx", (unsigned long long)a,
             (unsigned long long)mix(a));
    tri_game_free(v->game[i]);
    v->game[i] = NULL;
    v->offers[i] = -1;
    tri_options_init(&o, sizeof o);
    o.flags = TRI_LIGHT;
    o.seed = seed;
    return tri_game_new(v->book, &o, &v->game[i], e);
}

static int begin_all(struct vector *v, tri_error *e)
{
    int code = 0;

    for (int i = 0; i < v->n; i++) {
        v->lots[i] = mix(v->seed + mix((uint64_t)i));
        v->menus[i] = mix(v->lots[i]);
    }
    for (int i = 0; i < v->n && code >= 0; i++)
        code = begin(v, i, e);
    return code;
}

void vector_free(PyObject *self)
{
    struct vector *v = (struct vector *)self;

    for (int i = 0; v->game && i < v->n; i++)
        tri_game_free(v->game[i]);
    PyMem_Free(v->game);
    PyMem_Free(v->offers);
    PyMem_Free(v->episode);
    PyMem_Free(v->lots);
    PyMem_Free(v->menus);
    tri_book_free(v->book);
    core_let_go(self);
}

/* Another handle of the same book lives with the Python object: it must outlive us. */
PyObject *vector_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    struct data *d;
    const char *id;
    unsigned long long seed;
    int n, width, threads, menu;
    tri_error e = TRI_ERROR;

    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!siKiii", core_data_type, &d, &id, &n, &seed, &width,
                          &threads, &menu))
        return NULL;
    if (menu < 0) {
        PyErr_SetString(PyExc_ValueError, "a menu has 1 answer or more, or is None");
        return NULL;
    }
    if (n < 1 || n > 1000000) {
        PyErr_SetString(PyExc_ValueError, "a vector has 1 to 1000000 games");
        return NULL;
    }
    struct vector *v = (struct vector *)core_make(type);
    if (!v)
        return NULL;
    v->n = n;
    v->width = width;
    v->threads = threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
    v->seed = seed;
    v->menu = menu;
    v->game = PyMem_Calloc((size_t)n, sizeof *v->game);
    v->offers = PyMem_Calloc((size_t)n, sizeof *v->offers);
    v->episode = PyMem_Calloc((size_t)n, sizeof *v->episode);
    v->lots = PyMem_Calloc((size_t)n, sizeof *v->lots);
    v->menus = PyMem_Calloc((size_t)n, sizeof *v->menus);
    int code = v->game && v->offers && v->episode && v->lots && v->menus
                   ? tri_book_open(d->h, id, &v->book, &e)
                   : TRI_E_BUG;
    if (code >= 0)
        code = begin_all(v, &e);
    if (code >= 0) {
        v->values = tri_observe(v->game[0], TRI_UMPIRE, NULL, 0);
        return (PyObject *)v;
    }
    Py_DECREF(v);
    return core_raise(code, &e);
}

/* What a step writes; each may be NULL. */
struct wanted {
    Py_buffer buffer[7];
    int held;
    int32_t *obs, *rows, *counts, *sides, *rewards, *dones;
    uint8_t *mask;
    size_t most; /* columns of the mask, and rows of answers, for each game */
};

static void drop_wanted(struct wanted *w)
{
    for (int i = 0; i < w->held; i++)
        PyBuffer_Release(&w->buffer[i]);
}

static void *take_buffer(struct wanted *w, PyObject *o, size_t item, size_t least, int *good)
{
    if (o == Py_None || !*good)
        return NULL;
    Py_buffer *b = &w->buffer[w->held];
    if (PyObject_GetBuffer(o, b, PyBUF_CONTIG) < 0) {
        *good = 0;
        return NULL;
    }
    w->held++;
    if ((size_t)b->itemsize == item && (size_t)b->len >= item * least)
        return b->buf;
    PyErr_SetString(PyExc_ValueError, "a buffer is too small, or of the wrong kind");
    *good = 0;
    return NULL;
}

static int read_wanted(struct vector *v, PyObject *into, struct wanted *w)
{
    PyObject *o[7];
    size_t n = (size_t)v->n;
    int good = 1;
    unsigned int most;

    memset(w, 0, sizeof *w);
    if (!PyArg_ParseTuple(into, "OOOOOOOI", &o[0], &o[1], &o[2], &o[3], &o[4], &o[5], &o[6],
                          &most))
        return 0;
    w->most = most;
    w->obs = take_buffer(w, o[0], 4, n * (size_t)v->values, &good);
    w->rows = take_buffer(w, o[1], 4, n * most * (size_t)v->width, &good);
    w->mask = take_buffer(w, o[2], 1, n * most, &good);
    w->counts = take_buffer(w, o[3], 4, n, &good);
    w->sides = take_buffer(w, o[4], 4, n, &good);
    w->rewards = take_buffer(w, o[5], 4, n, &good);
    w->dones = take_buffer(w, o[6], 4, n, &good);
    if (!good)
        drop_wanted(w);
    return good;
}

/* How game i stands, into what is wanted. */
static int look(struct vector *v, const struct wanted *w, int i)
{
    tri_game *g = v->game[i];
    int side = tri_side(g), n = 0;

    if (side < 0)
        return side;
    if (w->sides)
        w->sides[i] = side;
    if (v->menu && (w->rows || w->mask || w->counts))
        n = tri_menu(g, v->menu, &v->menus[i]);
    else if (!w->rows && (w->mask || w->counts))
        n = tri_offer_count(g);
    if (w->rows && n >= 0)
        n = tri_offer_rows(g, w->rows + (size_t)i * w->most * (size_t)v->width, w->most);
    if (n < 0)
        return n;
    v->offers[i] = w->rows || w->mask || w->counts ? n : -1;
    if (w->counts)
        w->counts[i] = n;
    if (w->mask) {
        size_t legal = (size_t)n < w->most ? (size_t)n : w->most;
        memset(w->mask + (size_t)i * w->most, 1, legal);
        memset(w->mask + (size_t)i * w->most + legal, 0, w->most - legal);
    }
    if (w->obs) {
        int64_t all = tri_observe(g, side, w->obs + (int64_t)i * v->values, (size_t)v->values);
        if (all < 0)
            return (int)all;
    }
    return 0;
}

/* By lot: among the answers of the menu, if there is one. */
static int answer_lot(struct vector *v, int i, tri_error *e)
{
    if (!v->menu || v->offers[i] <= 0)
        return tri_answer_lot(v->game[i], &v->lots[i], e);
    return tri_answer_offer(v->game[i], (int)(mix(v->lots[i]++) % (uint64_t)v->offers[i]), e);
}

static int step_one(struct vector *v, const struct wanted *w, int i, int32_t action,
                    tri_error *e)
{
    int code = action < 0 ? answer_lot(v, i, e) : tri_answer_offer(v->game[i], action, e);
    int over = code >= 0 && tri_status(v->game[i]) == TRI_IS_OVER;

    if (code >= 0 && w->rewards) {
        int winner = over ? tri_winner(v->game[i]) : 2;
        w->rewards[i] = winner == 0 ? 1 : winner == 1 ? -1 : 0;
    }
    if (code >= 0 && w->dones)
        w->dones[i] = over;
    if (over)
        code = begin(v, i, e);
    return code < 0 ? code : look(v, w, i);
}

static int check_actions(const struct vector *v, const int32_t *action)
{
    for (int i = 0; i < v->n; i++)
        if (action[i] >= 0 && v->offers[i] >= 0 && action[i] >= v->offers[i]) {
            PyErr_Format(PyExc_ValueError, "game %d has %d answers; there is no number %d", i,
                         (int)v->offers[i], (int)action[i]);
            return 0;
        }
    return 1;
}

/* A part of a vector, stepped by one thread: no game is touched by two. */
struct part {
    struct vector *v;
    const struct wanted *w;
    const int32_t *action;
    int from, to, code;
    tri_error e;
    pthread_t thread;
    int begun;
};

static void *step_part(void *ctx)
{
    struct part *p = ctx;

    for (int i = p->from; i < p->to && p->code >= 0; i++)
        p->code = step_one(p->v, p->w, i, p->action ? p->action[i] : -1, &p->e);
    return NULL;
}

static int step_all(struct vector *v, const struct wanted *w, const int32_t *action,
                    tri_error *e)
{
    struct part part[MOST_THREADS];
    int threads = v->threads < v->n ? v->threads : v->n, code = 0;

    for (int k = 0; k < threads; k++) {
        part[k] = (struct part){ .v = v, .w = w, .action = action, .e = TRI_ERROR };
        part[k].from = (int)((long long)v->n * k / threads);
        part[k].to = (int)((long long)v->n * (k + 1) / threads);
        part[k].begun =
            k > 0 && pthread_create(&part[k].thread, NULL, step_part, &part[k]) == 0;
    }
    for (int k = 0; k < threads; k++)
        if (!part[k].begun)
            step_part(&part[k]);
    for (int k = 0; k < threads; k++) {
        if (part[k].begun)
            pthread_join(part[k].thread, NULL);
        if (part[k].code < 0 && code >= 0) {
            code = part[k].code;
            *e = part[k].e;
        }
    }
    return code;
}

static PyObject *vector_step(PyObject *self, PyObject *args)
{
    struct vector *v = (struct vector *)self;
    PyObject *actions, *into;
    Py_buffer a = { 0 };
    struct wanted w;
    tri_error e = TRI_ERROR;
    int code = 0;

    if (v->busy)
        return core_busy();
    if (!PyArg_ParseTuple(args, "OO", &actions, &into))
        return NULL;
    if (actions != Py_None && !core_ints(actions, &a))
        return NULL;
    const int32_t *action = actions != Py_None ? a.buf : NULL;
    if (action && a.len < 4 * (Py_ssize_t)v->n)
        PyErr_SetString(PyExc_ValueError, "there must be an action for each game");
    if (PyErr_Occurred() || (action && !check_actions(v, action)) ||
        !read_wanted(v, into, &w)) {
        if (action)
            PyBuffer_Release(&a);
        return NULL;
    }
    v->busy = 1;
    Py_BEGIN_ALLOW_THREADS code = step_all(v, &w, action, &e);
    Py_END_ALLOW_THREADS v->busy = 0;
    drop_wanted(&w);
    if (action)
        PyBuffer_Release(&a);
    return core_done(code, &e);
}

static PyObject *vector_look(PyObject *self, PyObject *args)
{
    struct vector *v = (struct vector *)self;
    PyObject *into;
    struct wanted w;
    int code = 0;

    if (v->busy)
        return core_busy();
    if (!PyArg_ParseTuple(args, "O", &into) || !read_wanted(v, into, &w))
        return NULL;
    for (int i = 0; i < v->n && code >= 0; i++)
        code = look(v, &w, i);
    drop_wanted(&w);
    return core_done(code, NULL);
}

static PyObject *vector_reset(PyObject *self, PyObject *args)
{
    struct vector *v = (struct vector *)self;
    unsigned long long seed;
    tri_error e = TRI_ERROR;

    if (v->busy)
        return core_busy();
    if (!PyArg_ParseTuple(args, "K", &seed))
        return NULL;
    v->seed = seed;
    memset(v->episode, 0, (size_t)v->n * sizeof *v->episode);
    return core_done(begin_all(v, &e), &e);
}

/* Game i as a game of its own, to look at or to play on; the vector's stays. */
static PyObject *vector_game(PyObject *self, PyObject *args)
{
    struct vector *v = (struct vector *)self;
    unsigned long long seed;
    tri_error e = TRI_ERROR;
    tri_game *made = NULL;
    int i;

    if (v->busy)
        return core_busy();
    if (!PyArg_ParseTuple(args, "iK", &i, &seed))
        return NULL;
    if (i < 0 || i >= v->n) {
        PyErr_SetString(PyExc_IndexError, "there is no such game");
        return NULL;
    }
    int code = tri_game_clone(v->game[i], TRI_UMPIRE, seed, &made, &e);
    return core_game(code, made, &e);
}

PyMethodDef vector_methods[] = {
    { "step", vector_step, METH_VARARGS, "step(actions, buffers)" },
    { "look", vector_look, METH_VARARGS, "look(buffers)" },
    { "reset", vector_reset, METH_VARARGS, "reset(seed)" },
    { "game", vector_game, METH_VARARGS, "game(i, seed): a copy" },
    { NULL, NULL, 0, NULL },
};

const size_t vector_size = sizeof(struct vector);
