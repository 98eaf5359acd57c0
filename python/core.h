/* python/core.h - what core.c and vector.c share. */
#ifndef TRICORNE_CORE_H
#define TRICORNE_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <tricorne.h>

struct data {
    PyObject_HEAD tri_data *h;
};

struct game {
    PyObject_HEAD tri_game *h;
    int busy;
};

extern PyTypeObject *core_data_type, *core_game_type;

/* Failures: as tricorne.Error; because another thread is at it. */
PyObject *core_raise(int code, const tri_error *e);
PyObject *core_busy(void);
PyObject *core_done(int code, const tri_error *e); /* None, or raised */

/* The text as str, or the failure; frees the text. */
PyObject *core_text(int code, tri_text *t, const tri_error *e);

/* An object of a type; the end of one. */
PyObject *core_make(PyTypeObject *type);
void core_let_go(PyObject *self);

/* A game for Python; the handle is taken over. */
PyObject *core_game(int code, tri_game *h, const tri_error *e);

/* A buffer of 32-bit numbers to write into. */
int core_ints(PyObject *o, Py_buffer *b);

/* game.c */
extern PyMethodDef game_methods[];
void game_free(PyObject *self);

/* vector.c */
extern const size_t vector_size;
extern PyMethodDef vector_methods[];
PyObject *vector_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
void vector_free(PyObject *self);

#endif
