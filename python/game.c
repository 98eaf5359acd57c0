/* python/game.c - tricorne._core.Game: a battle under way. */
#include "python/core.h"

static tri_game *handle(PyObject *self)
{
    struct game *g = (struct game *)self;

    if (g->busy)
        return (tri_game *)core_busy();
    return g->h;
}

void game_free(PyObject *self)
{
    tri_game_free(((struct game *)self)->h);
    core_let_go(self);
}

static PyObject *number(int code)
{
    return code < 0 ? core_raise(code, NULL) : PyLong_FromLong(code);
}

#define NUMBER(name, call)                                                                     \
    static PyObject *name(PyObject *self, PyObject *none)                                      \
    {                                                                                          \
        tri_game *h = handle(self);                                                            \
        (void)none;                                                                            \
        return h ? number(call(h)) : NULL;                                                     \
    }
NUMBER(game_status, tri_status)
NUMBER(game_seat, tri_seat)
NUMBER(game_side, tri_side)
NUMBER(game_turn, tri_turn)
NUMBER(game_winner, tri_winner)
NUMBER(game_offer_count, tri_offer_count)

static PyObject *game_number(PyObject *self, PyObject *none)
{
    tri_game *h = handle(self);

    (void)none;
    return h ? PyLong_FromLongLong(tri_number(h)) : NULL;
}

static PyObject *game_score(PyObject *self, PyObject *none)
{
    tri_game *h = handle(self);
    int score = 0;

    (void)none;
    if (!h)
        return NULL;
    int code = tri_score(h, &score);
    return code < 0 ? core_raise(code, NULL) : PyLong_FromLong(score);
}

static PyObject *game_hash(PyObject *self, PyObject *none)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    uint64_t hash = 0;

    (void)none;
    if (!h)
        return NULL;
    int code = tri_hash(h, &hash, &e);
    return code < 0 ? core_raise(code, &e) : PyLong_FromUnsignedLongLong(hash);
}

typedef int seat_text_fn(tri_game *g, int seat, tri_text *out, tri_error *e);

static PyObject *seat_text(PyObject *self, PyObject *args, seat_text_fn *fn)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    int seat;

    if (!h || !PyArg_ParseTuple(args, "i", &seat))
        return NULL;
    tri_text *t = tri_text_new();
    return core_text(fn(h, seat, t, &e), t, &e);
}

static PyObject *game_question(PyObject *self, PyObject *args)
{
    return seat_text(self, args, tri_question);
}

static PyObject *game_state(PyObject *self, PyObject *args)
{
    return seat_text(self, args, tri_state);
}

static PyObject *game_scene(PyObject *self, PyObject *args)
{
    return seat_text(self, args, tri_scene);
}

static PyObject *game_offers(PyObject *self, PyObject *none)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;

    (void)none;
    if (!h)
        return NULL;
    tri_text *t = tri_text_new();
    return core_text(tri_offers(h, t, &e), t, &e);
}

static PyObject *game_offer(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    int i;

    if (!h || !PyArg_ParseTuple(args, "i", &i))
        return NULL;
    tri_text *t = tri_text_new();
    return core_text(tri_offer(h, i, t, &e), t, &e);
}

static PyObject *game_judge(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    const char *act;

    if (!h || !PyArg_ParseTuple(args, "s", &act))
        return NULL;
    tri_text *t = tri_text_new();
    int code = tri_judge(h, act, t, &e);
    return core_text(code == TRI_E_ILLEGAL ? 0 : code, t, &e);
}

PyObject *core_done(int code, const tri_error *e)
{
    if (code < 0)
        return core_raise(code, e);
    Py_RETURN_NONE;
}

static PyObject *game_answer(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    const char *act;
    int seat;
    long long n;

    if (!h || !PyArg_ParseTuple(args, "siL", &act, &seat, &n))
        return NULL;
    return core_done(tri_answer(h, seat, n, act, &e), &e);
}

static PyObject *game_answer_offer(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    int i;

    if (!h || !PyArg_ParseTuple(args, "i", &i))
        return NULL;
    return core_done(tri_answer_offer(h, i, &e), &e);
}

static PyObject *game_answer_lot(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    unsigned long long lots;

    if (!h || !PyArg_ParseTuple(args, "K", &lots))
        return NULL;
    uint64_t next = lots;
    int code = tri_answer_lot(h, &next, &e);
    return code < 0 ? core_raise(code, &e) : PyLong_FromUnsignedLongLong(next);
}

typedef int faces_fn(tri_game *g, const int8_t *faces, int n, tri_error *e);

static PyObject *give_faces(PyObject *self, PyObject *args, faces_fn *fn)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    const char *faces;
    Py_ssize_t n;

    if (!h || !PyArg_ParseTuple(args, "y#", &faces, &n))
        return NULL;
    return core_done(fn(h, (const int8_t *)faces, (int)n, &e), &e);
}

static PyObject *game_dice(PyObject *self, PyObject *args)
{
    return give_faces(self, args, tri_dice);
}

static PyObject *game_force(PyObject *self, PyObject *args)
{
    return give_faces(self, args, tri_force);
}

static PyObject *game_play(PyObject *self, PyObject *args)
{
    struct game *g = (struct game *)self;
    tri_error e = TRI_ERROR;
    unsigned int most;
    int code;

    if (!PyArg_ParseTuple(args, "I", &most))
        return NULL;
    if (g->busy)
        return core_busy();
    g->busy = 1;
    Py_BEGIN_ALLOW_THREADS code = tri_play(g->h, most, &e);
    Py_END_ALLOW_THREADS g->busy = 0;
    return core_done(code, &e);
}

static PyObject *game_undo(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    int seat, consent;

    if (!h || !PyArg_ParseTuple(args, "ip", &seat, &consent))
        return NULL;
    return core_done(tri_undo(h, seat, consent, &e), &e);
}

static PyObject *game_odds(PyObject *self, PyObject *args)
{
    struct game *g = (struct game *)self;
    tri_error e = TRI_ERROR;
    const char *act;
    int seat, code;

    if (!PyArg_ParseTuple(args, "si", &act, &seat))
        return NULL;
    if (g->busy)
        return core_busy();
    tri_text *t = tri_text_new();
    g->busy = 1;
    Py_BEGIN_ALLOW_THREADS code = tri_odds(g->h, seat, act, t, &e);
    Py_END_ALLOW_THREADS g->busy = 0;
    return core_text(code, t, &e);
}

static PyObject *game_log(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;
    unsigned int from;
    int seat;

    if (!h || !PyArg_ParseTuple(args, "Ii", &from, &seat))
        return NULL;
    tri_text *t = tri_text_new();
    return core_text(tri_log(h, seat, from, t, &e), t, &e);
}

static PyObject *game_record(PyObject *self, PyObject *none)
{
    tri_game *h = handle(self);
    tri_error e = TRI_ERROR;

    (void)none;
    if (!h)
        return NULL;
    tri_text *t = tri_text_new();
    return core_text(tri_record(h, t, &e), t, &e);
}

static PyObject *game_request(PyObject *self, PyObject *args)
{
    struct game *g = (struct game *)self;
    tri_error e = TRI_ERROR;
    const char *json;
    Py_ssize_t n;
    int code;

    if (!PyArg_ParseTuple(args, "s#", &json, &n))
        return NULL;
    if (g->busy)
        return core_busy();
    tri_text *t = tri_text_new();
    g->busy = 1;
    Py_BEGIN_ALLOW_THREADS code = tri_request(g->h, json, (size_t)n, t, &e);
    Py_END_ALLOW_THREADS g->busy = 0;
    return core_text(code, t, &e);
}

static PyObject *game_clone(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self), *made = NULL;
    tri_error e = TRI_ERROR;
    unsigned long long seed;
    int seat;

    if (!h || !PyArg_ParseTuple(args, "iK", &seat, &seed))
        return NULL;
    int code = tri_game_clone(h, seat, seed, &made, &e);
    return core_game(code, made, &e);
}

static PyObject *game_bytes(PyObject *self, PyObject *none)
{
    tri_game *h = handle(self);

    (void)none;
    if (!h)
        return NULL;
    int64_t n = tri_bytes(h, NULL, 0);
    if (n < 0)
        return core_raise((int)n, NULL);
    PyObject *b = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)n);
    if (b)
        tri_bytes(h, PyBytes_AsString(b), (size_t)n);
    return b;
}

/* A buffer of 32-bit numbers to write into. */
int core_ints(PyObject *o, Py_buffer *b)
{
    if (PyObject_GetBuffer(o, b, PyBUF_CONTIG) < 0)
        return 0;
    if (b->itemsize == 4)
        return 1;
    PyBuffer_Release(b);
    PyErr_SetString(PyExc_TypeError, "a buffer of 32-bit integers is wanted");
    return 0;
}

static PyObject *game_observe(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    PyObject *into;
    Py_buffer b;
    int seat;

    if (!h || !PyArg_ParseTuple(args, "iO", &seat, &into) || !core_ints(into, &b))
        return NULL;
    int64_t n = tri_observe(h, seat, b.buf, (size_t)b.len / 4);
    PyBuffer_Release(&b);
    return n < 0 ? core_raise((int)n, NULL) : PyLong_FromLongLong(n);
}

static PyObject *game_offer_rows(PyObject *self, PyObject *args)
{
    tri_game *h = handle(self);
    PyObject *into;
    Py_buffer b;
    int width;

    if (!h || !PyArg_ParseTuple(args, "Oi", &into, &width) || !core_ints(into, &b))
        return NULL;
    int n = tri_offer_rows(h, b.buf, width > 0 ? (size_t)b.len / 4 / (size_t)width : 0);
    PyBuffer_Release(&b);
    return number(n);
}

PyMethodDef game_methods[] = {
    { "status", game_status, METH_NOARGS, "0: asks, 1: wants dice, 2: over." },
    { "seat", game_seat, METH_NOARGS, "The seat that is asked." },
    { "side", game_side, METH_NOARGS, "The side that is asked." },
    { "turn", game_turn, METH_NOARGS, "The turn." },
    { "winner", game_winner, METH_NOARGS, "A side; 2: nobody." },
    { "number", game_number, METH_NOARGS, "The number of the open question." },
    { "score", game_score, METH_NOARGS, "How side 0 stands." },
    { "hash", game_hash, METH_NOARGS, "The name of the position." },
    { "question", game_question, METH_VARARGS, "What is asked, as JSON." },
    { "state", game_state, METH_VARARGS, "The position, as JSON." },
    { "scene", game_scene, METH_VARARGS, "What is to be seen, as JSON." },
    { "offers", game_offers, METH_NOARGS, "The answers, as JSON." },
    { "offer", game_offer, METH_VARARGS, "Answer i in notation." },
    { "offer_count", game_offer_count, METH_NOARGS, "How many answers there are." },
    { "offer_rows", game_offer_rows, METH_VARARGS, "The answers as numbers." },
    { "judge", game_judge, METH_VARARGS, "Would this act be taken? As JSON." },
    { "answer", game_answer, METH_VARARGS, "answer(act, seat, number)" },
    { "answer_offer", game_answer_offer, METH_VARARGS, "Give answer i." },
    { "answer_lot", game_answer_lot, METH_VARARGS, "Give one by lot." },
    { "dice", game_dice, METH_VARARGS, "Faces, as bytes, of the roll that waits." },
    { "force", game_force, METH_VARARGS, "Faces, as bytes, for the next rolls." },
    { "play", game_play, METH_VARARGS, "Let computers answer, at most so many times." },
    { "undo", game_undo, METH_VARARGS, "undo(seat, consent)" },
    { "odds", game_odds, METH_VARARGS, "odds(act, seat), as JSON." },
    { "log", game_log, METH_VARARGS, "log(from, seat), as JSON." },
    { "record", game_record, METH_NOARGS, "The record." },
    { "request", game_request, METH_VARARGS, "Any request of docs/protocol.md." },
    { "clone", game_clone, METH_VARARGS, "clone(seat, seed)" },
    { "bytes", game_bytes, METH_NOARGS, "The flat bytes of the position." },
    { "observe", game_observe, METH_VARARGS, "observe(seat, buffer)" },
    { NULL, NULL, 0, NULL },
};
