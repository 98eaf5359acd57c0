/* python/core.c - tricorne._core: tricorne.h for Python.
 *
 * A thin layer: text goes out as str, what fails raises tricorne.Error. python/tricorne has the
 * classes that people use. Limited API: one build serves Python 3.11 and later.
 */
#include "python/core.h"

#include <stdio.h>
#include <string.h>

static PyObject *error_class; /* tricorne.Error, told by set_error */

PyObject *core_raise(int code, const tri_error *e)
{
    const char *text = e && e->text[0] ? e->text : tri_code_text(code);
    PyObject *args = Py_BuildValue("(sss)", tri_code_word(code), e ? e->where : "", text);

    if (args) {
        PyErr_SetObject(error_class ? error_class : PyExc_RuntimeError, args);
        Py_DECREF(args);
    }
    return NULL;
}

PyObject *core_busy(void)
{
    PyErr_SetString(PyExc_RuntimeError,
                    "Another thread is using this; a game is for one thread "
                    "at a time.");
    return NULL;
}

/* The text as str; frees it. */
PyObject *core_text(int code, tri_text *t, const tri_error *e)
{
    PyObject *s = code < 0 ? core_raise(code, e)
                           : PyUnicode_DecodeUTF8(tri_text_bytes(t),
                                                  (Py_ssize_t)tri_text_size(t), "strict");

    tri_text_free(t);
    return s;
}

/* --- Objects ----------------------------------------------------------------------------- */

struct book {
    PyObject_HEAD tri_book *h;
};
struct player {
    PyObject_HEAD tri_player *h;
    int busy;
};

PyTypeObject *core_data_type;
PyTypeObject *core_game_type;
static PyTypeObject *book_type, *player_type;

void core_let_go(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc f = (freefunc)PyType_GetSlot(type, Py_tp_free);

    f(self);
    Py_DECREF(type);
}

PyObject *core_make(PyTypeObject *type)
{
    allocfunc f = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);

    return f(type, 0);
}

static PyObject *no_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)type;
    (void)args;
    (void)kwargs;
    PyErr_SetString(PyExc_TypeError, "made by Data, Book or Game");
    return NULL;
}

PyObject *core_game(int code, tri_game *h, const tri_error *e)
{
    if (code < 0)
        return core_raise(code, e);
    struct game *g = (struct game *)core_make(core_game_type);
    if (g)
        g->h = h;
    else
        tri_game_free(h);
    return (PyObject *)g;
}

static PyObject *wrap_book(int code, tri_book *h, const tri_error *e)
{
    if (code < 0)
        return core_raise(code, e);
    struct book *b = (struct book *)core_make(book_type);
    if (b)
        b->h = h;
    else
        tri_book_free(h);
    return (PyObject *)b;
}

/* --- Data ----------------------------------------------------------------------------------
 */

static PyObject *data_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    const char *folder = NULL;
    tri_error e = TRI_ERROR;
    tri_data *h;

    (void)kwargs;
    if (!PyArg_ParseTuple(args, "|z", &folder))
        return NULL;
    int code = tri_data_open(folder, &h, &e);
    if (code < 0)
        return core_raise(code, &e);
    struct data *d = (struct data *)core_make(type);
    if (d)
        d->h = h;
    else
        tri_data_free(h);
    return (PyObject *)d;
}

static void data_free(PyObject *self)
{
    tri_data_free(((struct data *)self)->h);
    core_let_go(self);
}

static PyObject *data_list(PyObject *self, PyObject *none)
{
    tri_error e = TRI_ERROR;
    tri_text *t = tri_text_new();

    (void)none;
    return core_text(tri_data_list(((struct data *)self)->h, t, &e), t, &e);
}

static PyObject *data_rule(PyObject *self, PyObject *args)
{
    const char *id;
    tri_error e = TRI_ERROR;

    if (!PyArg_ParseTuple(args, "s", &id))
        return NULL;
    tri_text *t = tri_text_new();
    return core_text(tri_data_rule(((struct data *)self)->h, id, t, &e), t, &e);
}

static PyObject *data_verify(PyObject *self, PyObject *args)
{
    const char *record;
    Py_ssize_t n;
    tri_error e = TRI_ERROR;
    int code;

    if (!PyArg_ParseTuple(args, "s#", &record, &n))
        return NULL;
    tri_text *t = tri_text_new();
    Py_BEGIN_ALLOW_THREADS code =
        tri_verify(((struct data *)self)->h, record, (size_t)n, t, &e);
    Py_END_ALLOW_THREADS return core_text(code, t, &e);
}

static PyObject *data_book(PyObject *self, PyObject *args)
{
    const char *id;
    tri_error e = TRI_ERROR;
    tri_book *b = NULL;

    if (!PyArg_ParseTuple(args, "s", &id))
        return NULL;
    int code = tri_book_open(((struct data *)self)->h, id, &b, &e);
    return wrap_book(code, b, &e);
}

static PyObject *data_read(PyObject *self, PyObject *args)
{
    const char *yaml;
    Py_ssize_t n;
    tri_error e = TRI_ERROR;
    tri_book *b = NULL;

    if (!PyArg_ParseTuple(args, "s#", &yaml, &n))
        return NULL;
    int code = tri_book_read(((struct data *)self)->h, yaml, (size_t)n, &b, &e);
    return wrap_book(code, b, &e);
}

static PyObject *data_resume(PyObject *self, PyObject *args)
{
    const char *record;
    Py_ssize_t n;
    int adopt, code;
    tri_error e = TRI_ERROR;
    tri_game *g = NULL;

    if (!PyArg_ParseTuple(args, "s#p", &record, &n, &adopt))
        return NULL;
    Py_BEGIN_ALLOW_THREADS code = tri_game_resume(((struct data *)self)->h, record, (size_t)n,
                                                  adopt ? TRI_ADOPT : 0, &g, &e);
    Py_END_ALLOW_THREADS return core_game(code, g, &e);
}

static PyObject *data_umpire(PyObject *self, PyObject *none)
{
    tri_error e = TRI_ERROR;
    tri_game *g = NULL;

    (void)none;
    int code = tri_game_umpire(((struct data *)self)->h, &g, &e);
    return core_game(code, g, &e);
}

static PyMethodDef data_methods[] = {
    { "list", data_list, METH_NOARGS, "Every battle, as JSON." },
    { "rule", data_rule, METH_VARARGS, "The text of a rule, as JSON." },
    { "verify", data_verify, METH_VARARGS, "Replay a record; what was found, as JSON." },
    { "book", data_book, METH_VARARGS, "A battle by its name." },
    { "read", data_read, METH_VARARGS, "A battle or position from YAML." },
    { "resume", data_resume, METH_VARARGS, "Go on with a record: resume(text, adopt)." },
    { "umpire", data_umpire, METH_NOARGS, "A conversation without a game." },
    { NULL, NULL, 0, NULL },
};

/* --- Book ----------------------------------------------------------------------------------
 */

static void book_free(PyObject *self)
{
    tri_book_free(((struct book *)self)->h);
    core_let_go(self);
}

typedef int book_text_fn(tri_book *b, tri_text *out, tri_error *e);

static PyObject *book_text(PyObject *self, book_text_fn *fn)
{
    tri_error e = TRI_ERROR;
    tri_text *t = tri_text_new();

    return core_text(fn(((struct book *)self)->h, t, &e), t, &e);
}

static PyObject *book_about(PyObject *self, PyObject *none)
{
    (void)none;
    return book_text(self, tri_book_about);
}

static PyObject *book_messages(PyObject *self, PyObject *none)
{
    (void)none;
    return book_text(self, tri_book_messages);
}

static PyObject *book_layout(PyObject *self, PyObject *none)
{
    (void)none;
    return book_text(self, tri_layout);
}

static PyObject *book_game(PyObject *self, PyObject *args)
{
    const char *seed, *seats, *state;
    unsigned int flags;
    int code;
    tri_options o;
    tri_error e = TRI_ERROR;
    tri_game *g = NULL;

    if (!PyArg_ParseTuple(args, "Izzz", &flags, &seed, &seats, &state))
        return NULL;
    tri_options_init(&o, sizeof o);
    o.flags = flags;
    o.seed = seed;
    o.seats = seats;
    o.state = state;
    Py_BEGIN_ALLOW_THREADS code = tri_game_new(((struct book *)self)->h, &o, &g, &e);
    Py_END_ALLOW_THREADS return core_game(code, g, &e);
}

static PyObject *book_player(PyObject *self, PyObject *args)
{
    const char *name;
    unsigned long long seed;
    tri_error e = TRI_ERROR;
    tri_player *h;

    if (!PyArg_ParseTuple(args, "sK", &name, &seed))
        return NULL;
    int code = tri_player_new(((struct book *)self)->h, name, seed, &h, &e);
    if (code < 0)
        return core_raise(code, &e);
    struct player *p = (struct player *)core_make(player_type);
    if (p)
        p->h = h;
    else
        tri_player_free(h);
    return (PyObject *)p;
}

static PyMethodDef book_methods[] = {
    { "about", book_about, METH_NOARGS, "What it is, as JSON." },
    { "messages", book_messages, METH_NOARGS, "Every sentence of its system, as JSON." },
    { "layout", book_layout, METH_NOARGS, "Which number stands where, as JSON." },
    { "game", book_game, METH_VARARGS, "A new game: game(flags, seed, seats, state)." },
    { "player", book_player, METH_VARARGS, "A computer player: player(name, seed)." },
    { NULL, NULL, 0, NULL },
};

/* --- Player --------------------------------------------------------------------------------
 */

static void player_free(PyObject *self)
{
    tri_player_free(((struct player *)self)->h);
    core_let_go(self);
}

static PyObject *player_decide(PyObject *self, PyObject *args)
{
    struct player *p = (struct player *)self;
    struct game *g;
    tri_error e = TRI_ERROR;
    int code;

    if (!PyArg_ParseTuple(args, "O!", core_game_type, &g))
        return NULL;
    if (p->busy || g->busy)
        return core_busy();
    tri_text *t = tri_text_new();
    p->busy = g->busy = 1;
    Py_BEGIN_ALLOW_THREADS code = tri_player_decide(p->h, g->h, t, &e);
    Py_END_ALLOW_THREADS p->busy = g->busy = 0;
    return core_text(code, t, &e);
}

static PyMethodDef player_methods[] = {
    { "decide", player_decide, METH_VARARGS, "Its answer to the open question." },
    { NULL, NULL, 0, NULL },
};

/* --- The module ----------------------------------------------------------------------------
 */

static PyObject *set_error(PyObject *self, PyObject *args)
{
    PyObject *type;

    (void)self;
    if (!PyArg_ParseTuple(args, "O", &type))
        return NULL;
    Py_XDECREF(error_class);
    Py_INCREF(type);
    error_class = type;
    Py_RETURN_NONE;
}

static PyObject *version(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    return PyUnicode_FromString(tri_version());
}

static PyMethodDef functions[] = {
    { "set_error", set_error, METH_VARARGS, "The class that failures are raised as." },
    { "version", version, METH_NOARGS, "The version of the library." },
    { NULL, NULL, 0, NULL },
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "tricorne._core", NULL, -1, functions, NULL, NULL, NULL, NULL
};

static PyTypeObject *add_type(PyObject *m, const char *name, size_t size, newfunc fresh,
                              destructor gone, PyMethodDef *methods)
{
    PyType_Slot slots[] = { { Py_tp_new, (void *)fresh },
                            { Py_tp_dealloc, (void *)gone },
                            { Py_tp_methods, methods },
                            { 0, NULL } };
    PyType_Spec spec = { name, (int)size, 0, Py_TPFLAGS_DEFAULT, slots };
    PyObject *t = PyType_FromSpec(&spec);

    if (t)
        PyModule_AddObjectRef(m, strrchr(name, '.') + 1, t);
    return (PyTypeObject *)t;
}

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *m = PyModule_Create(&module);

    if (!m)
        return NULL;
    core_data_type = add_type(m, "tricorne._core.Data", sizeof(struct data), data_new,
                              data_free, data_methods);
    book_type = add_type(m, "tricorne._core.Book", sizeof(struct book), no_new, book_free,
                         book_methods);
    core_game_type = add_type(m, "tricorne._core.Game", sizeof(struct game), no_new, game_free,
                              game_methods);
    player_type = add_type(m, "tricorne._core.Player", sizeof(struct player), no_new,
                           player_free, player_methods);
    add_type(m, "tricorne._core.Vector", vector_size, vector_new, vector_free, vector_methods);
    PyModule_AddIntConstant(m, "TYPED_DICE", TRI_TYPED_DICE);
    PyModule_AddIntConstant(m, "LIGHT", TRI_LIGHT);
    PyModule_AddIntConstant(m, "PARTIAL", TRI_PARTIAL);
    PyModule_AddIntConstant(m, "HIDDEN", TRI_HIDDEN);
    return m;
}
