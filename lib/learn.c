/* lib/learn.c - positions and answers as rows of numbers, for programs that learn. */
#include "lib/learn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/session_own.h"

/* --- Which number stands where -------------------------------------------------------------
 */

enum { NAME = 160 };

/* Equal neighbours of the state: one field, or an array of plain values. */
struct run {
    uint32_t offset;
    uint16_t count;
    uint8_t type, show;
    int16_t row;                /* of the table below the state it belongs to */
    const struct tc_field *top; /* that table */
    const struct tc_field *field;
    char name[NAME];
};

/* The same for copying: neighbours of one type, again and again at equal distances, such as the
 * marks of every unit. */
struct sweep {
    uint32_t from, to;    /* byte of the state, number of the observation, of the first */
    int32_t step, stride; /* from row to row: bytes, numbers */
    uint16_t width, rows;
    uint8_t type;
};

/* Values that not everybody sees are copied one run at a time. */
struct secret {
    struct sweep all;
    int run;
};

struct learn_plan {
    struct run *run;
    struct sweep *sweep;
    struct secret *secret;
    int runs, room, values, sweeps, secrets;
};

static void add_run(struct learn_plan *p, const struct run *from)
{
    if (p->runs == p->room) {
        p->room = p->room ? 2 * p->room : 256;
        struct run *grown = realloc(p->run, (size_t)p->room * sizeof *grown);
        TC_BUG_ON(!grown);
        p->run = grown;
    }
    p->run[p->runs++] = *from;
    p->values += from->count;
}

/* Rows that have no name in this battle hold nothing. */
static int rows_of(const struct tc_book *bk, const struct tc_field *f)
{
    int named = f->keyed == TC_NONE ? f->count : bk->rules->names(bk, f->keyed);

    return named < f->count ? named : f->count;
}

/* "units.keith", "bag.3", "turn": behind what stands before it. */
static void row_name(const struct tc_book *bk, const struct tc_field *f, int row,
                     const char *before, char out[NAME])
{
    struct tc_text t = tc_text_on(out, NAME);

    tc_text_str(&t, before);
    tc_text_str(&t, f->name);
    if (row == TC_NONE || (f->keyed == TC_NONE && f->count == 1))
        return;
    tc_text_char(&t, '.');
    if (f->keyed != TC_NONE)
        tc_text_str(&t, bk->rules->name_of(bk, f->keyed, row));
    else
        tc_text_int(&t, row);
}

/* The recursion follows the nesting of the field tables, three deep at the most.
 * NOLINTBEGIN(misc-no-recursion) */
static void add_table(struct learn_plan *p, const struct tc_book *bk, const struct tc_fields *t,
                      uint32_t base, const struct run *above, const char *before);

static void add_structs(struct learn_plan *p, const struct tc_book *bk,
                        const struct tc_field *f, uint32_t base, const struct run *above,
                        const char *before)
{
    for (int row = 0; row < rows_of(bk, f); row++) {
        struct run in = *above;
        char dotted[NAME];
        if (!in.top) {
            in.top = f;
            in.row = (int16_t)row;
        }
        if (f->show > in.show)
            in.show = f->show;
        row_name(bk, f, row, before, dotted);
        strncat(dotted, ".", sizeof dotted - strlen(dotted) - 1);
        add_table(p, bk, f->sub, base + f->offset + (uint32_t)row * f->sub->size, &in, dotted);
    }
}

static void add_plain(struct learn_plan *p, const struct tc_book *bk, const struct tc_field *f,
                      uint32_t base, const struct run *above, const char *before)
{
    bool by_row = f->keyed != TC_NONE || (f->show != TC_SHOW_ALL && !above->top);
    int rows = rows_of(bk, f);

    for (int row = 0; row < (by_row ? rows : 1); row++) {
        struct run r = *above;
        r.offset = base + f->offset + (uint32_t)row * tc_field_size(f);
        r.count = by_row ? 1 : (uint16_t)rows;
        r.type = f->type;
        r.field = f;
        if (f->show > r.show)
            r.show = f->show;
        if (!r.top) {
            r.top = f;
            r.row = (int16_t)row;
        }
        row_name(bk, f, by_row ? row : TC_NONE, before, r.name);
        add_run(p, &r);
    }
}

static void add_table(struct learn_plan *p, const struct tc_book *bk, const struct tc_fields *t,
                      uint32_t base, const struct run *above, const char *before)
{
    for (int i = 0; i < t->count; i++) {
        const struct tc_field *f = &t->field[i];
        if (f->type == TC_T_STRUCT)
            add_structs(p, bk, f, base, above, before);
        else if (f->type != TC_T_PAD && f->type != TC_T_U64)
            add_plain(p, bk, f, base, above, before);
    }
}
/* NOLINTEND(misc-no-recursion) */

static uint32_t size_of(uint8_t type)
{
    return type <= TC_T_I8 ? 1 : type <= TC_T_I16 ? 2 : 4;
}

/* One row of a sweep, and what it is of: so that equal rows become neighbours. */
struct part {
    const struct tc_field *field;
    uint32_t from, to;
    uint16_t width;
    uint8_t type;
};

static int by_field(const void *a, const void *b)
{
    const struct part *x = a, *y = b;

    if (x->field != y->field)
        return (uintptr_t)x->field < (uintptr_t)y->field ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static bool goes_on(const struct sweep *w, const struct part *v)
{
    if (w->type != v->type || w->width != v->width || w->rows == UINT16_MAX)
        return false;
    return w->rows == 1 || (w->from + (uint32_t)w->step * w->rows == v->from &&
                            w->to + (uint32_t)w->stride * w->rows == v->to);
}

static void add_part(struct learn_plan *p, const struct part *v)
{
    struct sweep *w = p->sweeps ? &p->sweep[p->sweeps - 1] : NULL;

    if (!w || !goes_on(w, v)) {
        p->sweep[p->sweeps++] = (struct sweep){ v->from, v->to, 0, 0, v->width, 1, v->type };
        return;
    }
    if (w->rows++ == 1) {
        w->step = (int32_t)(v->from - w->from);
        w->stride = (int32_t)(v->to - w->to);
    }
}

/* The run joins the part before it where both are neighbours of one type and one row. */
static int join_part(struct part *part, int n, const struct run *r, uint32_t to)
{
    struct part *last = n ? &part[n - 1] : NULL;

    if (last && last->type == r->type && last->to + last->width == to &&
        last->from + last->width * size_of(r->type) == r->offset &&
        last->width + r->count <= UINT16_MAX && (uintptr_t)r->field > (uintptr_t)last->field) {
        last->width = (uint16_t)(last->width + r->count);
        return n;
    }
    part[n] = (struct part){ r->field, r->offset, to, r->count, r->type };
    return n + 1;
}

/* Every value that all may see into sweeps, the others into a list of their own. */
static void plan_copies(struct learn_plan *p)
{
    size_t most = (size_t)p->runs + 1;
    struct part *part = ses_alloc(most * sizeof *part);
    uint32_t to = 0;
    int n = 0;

    p->sweep = ses_alloc(most * sizeof *p->sweep);
    p->secret = ses_alloc(most * sizeof *p->secret);
    for (int i = 0; i < p->runs; i++) {
        const struct run *r = &p->run[i];
        if (r->show == TC_SHOW_ALL)
            n = join_part(part, n, r, to);
        else
            p->secret[p->secrets++] =
                (struct secret){ { r->offset, to, 0, 0, r->count, 1, r->type }, i };
        to += r->count;
    }
    qsort(part, (size_t)n, sizeof *part, by_field);
    for (int i = 0; i < n; i++)
        add_part(p, &part[i]);
    free(part);
}

struct learn_plan *learn_plan(const struct tc_book *bk)
{
    struct learn_plan *p = ses_alloc(sizeof *p);

    add_table(p, bk, bk->rules->fields, 0, &(struct run){ 0 }, "");
    plan_copies(p);
    return p;
}

void learn_plan_free(struct learn_plan *p)
{
    if (p) {
        free(p->run);
        free(p->sweep);
        free(p->secret);
    }
    free(p);
}

static struct learn_plan *plan_of(tri_game *g)
{
    if (g->book && g->book->plan && g->book->book == g->p.s->book)
        return g->book->plan;
    if (!g->plan)
        g->plan = learn_plan(g->p.s->book);
    return g->plan;
}

/* --- Observations --------------------------------------------------------------------------
 */

enum { HEAD = 4 + TC_ARGS };

/* Rows of values of one type of C; every field of a state lies where its type may lie. */
#define GET(ctype, at) (*(const ctype *)(const void *)(at))
#define SWEEP(ctype)                                                                           \
    if (w->width == 1) {                                                                       \
        for (int row = 0; row < w->rows; row++, from += w->step, to += w->stride)              \
            to[0] = (int32_t)GET(ctype, from);                                                 \
        break;                                                                                 \
    }                                                                                          \
    for (int row = 0; row < w->rows; row++, from += w->step, to += w->stride)                  \
        for (int i = 0; i < w->width; i++)                                                     \
            to[i] = (int32_t)GET(ctype, from + (size_t)i * sizeof(ctype));                     \
    break

static void sweep(int32_t *restrict out, const struct sweep *restrict w,
                  const unsigned char *restrict state)
{
    const unsigned char *from = state + w->from;
    int32_t *to = out + w->to;

    switch ((enum tc_ftype)w->type) {
    case TC_T_U8: SWEEP(uint8_t);
    case TC_T_I8: SWEEP(int8_t);
    case TC_T_U16: SWEEP(uint16_t);
    case TC_T_I16: SWEEP(int16_t);
    case TC_T_U32:
    case TC_T_I32: SWEEP(int32_t);
    case TC_T_U64:
    case TC_T_STRUCT:
    case TC_T_PAD: break;
    }
}

static void hide(int32_t *out, const struct sweep *w)
{
    for (int i = 0; i < w->width; i++)
        out[w->to + (uint32_t)i] = TRI_HIDDEN;
}

static bool is_hidden(const struct run *r, const struct tc_book *bk, const void *state,
                      int viewer)
{
    if (viewer == TC_NONE || r->show == TC_SHOW_ALL)
        return false;
    if (r->show == TC_SHOW_NONE)
        return true;
    int owner = bk->rules->row_side ? bk->rules->row_side(bk, state, r->top, r->row)
                : r->top->count == TC_SIDES && r->top->keyed == TC_NONE ? r->row
                                                                        : TC_NONE;
    return owner != viewer && owner != TC_SIDES;
}

static int32_t *put_head(int32_t *to, const struct ses_game *s, int status)
{
    const struct tc_query *q = &s->g.u.open;
    bool asks = status == TRI_ASKS;

    *to++ = status;
    *to++ = asks ? q->side : -1;
    *to++ = asks ? q->question : -1;
    *to++ = ((const struct tc_head *)tc_game_state(&s->g))->turn;
    for (int i = 0; i < TC_ARGS; i++)
        *to++ = asks ? q->arg[i] : 0;
    return to;
}

/* The position as the side may know it: its own copy where a system keeps part of it. */
static const void *seen_state(const struct ses_game *s, int viewer, void **copy)
{
    const struct tc_ruleset *r = s->book->rules;
    const void *state = tc_game_state(&s->g);

    *copy = NULL;
    if (viewer == TC_NONE || !r->keeps || !r->veil || s->g.status == TC_IS_OVER ||
        !r->keeps(s->book, state, viewer, NULL, NULL))
        return state;
    struct tc_stream lots = tc_stream_from(1);
    *copy = ses_alloc(r->state_size);
    memcpy(*copy, state, r->state_size);
    r->veil(s->book, *copy, viewer, &lots);
    return *copy;
}

static enum tc_err observe(struct job *j)
{
    const struct ses_game *s = j->g->p.s;
    const struct learn_plan *p = plan_of(j->g);
    void *copy;

    if (j->seat < TRI_UMPIRE || j->seat >= s->seats)
        return tc_fail(&j->why, TC_E_RANGE, "seat", "There is no such seat.");
    j->number = HEAD + p->values;
    if (!j->rows || j->n < (size_t)j->number)
        return TC_OK;
    int viewer =
        j->seat == TRI_UMPIRE || s->g.status == TC_IS_OVER ? TC_NONE : s->seat[j->seat].side;
    const unsigned char *state = seen_state(s, viewer, &copy);
    int32_t *to = put_head(j->rows, s, tri_status(j->g));
    for (int i = 0; i < p->sweeps; i++)
        sweep(to, &p->sweep[i], state);
    for (int i = 0; i < p->secrets; i++) {
        const struct secret *k = &p->secret[i];
        if (is_hidden(&p->run[k->run], s->book, state, viewer))
            hide(to, &k->all);
        else
            sweep(to, &k->all, state);
    }
    free(copy);
    return TC_OK;
}

int64_t tri_observe(tri_game *g, int seat, int32_t *out, size_t cap)
{
    struct job j = { .g = g, .seat = seat, .rows = out, .n = cap };
    int code = job_on_game(&j, observe, NULL);

    return code == TRI_OK ? j.number : code;
}

/* --- Answers ---------------------------------------------------------------------------------
 */

enum { LEGS = 4, WIDTH = 2 + TC_ARGS + 2 * LEGS };

static void put_offer(int32_t *to, const struct tc_act *a)
{
    *to++ = a->verb;
    *to++ = a->segs;
    memcpy(to, a->arg, sizeof a->arg);
    to += TC_ARGS;
    for (int i = 0; i < LEGS; i++) {
        *to++ = i < a->segs ? a->seg[i].leg : -1;
        *to++ = i < a->segs ? a->seg[i].value : 0;
    }
}

static enum tc_err offer_rows(struct job *j)
{
    const struct tc_offers *o = offers_of(j->g);

    for (int i = 0; i < o->n && (size_t)i < j->n; i++)
        put_offer(j->rows + (size_t)i * WIDTH, &o->act[i]);
    j->number_of = o->n;
    return TC_OK;
}

int tri_offer_rows(tri_game *g, int32_t *out, size_t cap)
{
    struct job j = { .g = g, .rows = out, .n = out ? cap : 0 };
    int code = job_on_game(&j, offer_rows, NULL);

    return code == TRI_OK ? j.number_of : code;
}

/* --- The layout, told
 * --------------------------------------------------------------------------
 */

static json_t *names_of(const struct tc_decl *d, int n)
{
    json_t *a = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(a, json_string(d[i].name ? d[i].name : ""));
    return a;
}

static json_t *columns(void)
{
    json_t *a = json_array();
    char name[24];

    json_array_append_new(a, json_string("verb"));
    json_array_append_new(a, json_string("legs"));
    for (int i = 0; i < TC_ARGS; i++) {
        snprintf(name, sizeof name, "arg.%d", i);
        json_array_append_new(a, json_string(name));
    }
    for (int i = 0; i < 2 * LEGS; i++) {
        snprintf(name, sizeof name, "%s.%d", i % 2 ? "length" : "leg", i / 2);
        json_array_append_new(a, json_string(name));
    }
    return a;
}

static const char *kind_word(const struct tc_field *f)
{
    static const char *const word[] = { [TC_K_LENGTH] = "length",
                                        [TC_K_ANGLE] = "angle",
                                        [TC_K_BOOL] = "bool",
                                        [TC_K_WORD] = "word",
                                        [TC_K_NAME] = "name" };

    return f->kind < sizeof word / sizeof word[0] && word[f->kind] ? word[f->kind] : "number";
}

static json_t *words_of(const struct tc_field *f)
{
    json_t *a = json_array();

    for (const char *const *w = f->words; w && *w; w++)
        json_array_append_new(a, json_string(*w));
    return a;
}

static json_t *run_json(const struct run *r, int at)
{
    json_t *o = json_pack("{si si ss ss}", "at", at, "count", r->count, "name", r->name, "kind",
                          kind_word(r->field));

    if (r->show != TC_SHOW_ALL)
        json_object_set_new(o, "seen",
                            json_string(r->show == TC_SHOW_OWNER ? "owner" : "umpire"));
    if (r->field->words)
        json_object_set_new(o, "words", words_of(r->field));
    return o;
}

static json_t *head_json(void)
{
    static const char *const name[] = { "game.status", "asked.side", "asked.question",
                                        "game.turn" };
    json_t *a = json_array();

    for (int i = 0; i < 4; i++)
        json_array_append_new(a, json_pack("{si si ss ss}", "at", i, "count", 1, "name",
                                           name[i], "kind", "number"));
    json_array_append_new(a, json_pack("{si si ss ss}", "at", 4, "count", (int)TC_ARGS, "name",
                                       "asked.about", "kind", "number"));
    return a;
}

static enum tc_err layout(struct job *j)
{
    const struct tc_ruleset *r = j->b->book->rules;
    const struct learn_plan *p = j->b->plan;
    json_t *list = head_json(), *questions = json_array();
    int at = HEAD;

    for (int i = 0; i < p->runs; i++) {
        json_array_append_new(list, run_json(&p->run[i], at));
        at += p->run[i].count;
    }
    for (int i = 0; i < r->question_count; i++)
        json_array_append_new(
            questions, json_string(r->questions[i].decl.name ? r->questions[i].decl.name : ""));
    text_json(j->out,
              json_pack("{si so si so si so so}", "values", at, "observation", list, "width",
                        (int)WIDTH, "columns", columns(), "offers", (int)TC_OFFERS, "questions",
                        questions, "verbs", names_of(r->verbs, r->verb_count)));
    return TC_OK;
}

int tri_layout(tri_book *b, tri_text *out, tri_error *e)
{
    struct job j = { .b = b, .out = out };

    if (!b || !out)
        return job_wrong(e, "layout", "The book or the text is NULL.");
    return job_run(&j, layout, e);
}
