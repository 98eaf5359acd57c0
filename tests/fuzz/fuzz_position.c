/* tests/fuzz/fuzz_position.c - positions from outside, as JSON or field by field.
 *
 * Byte 0 picks the book; the bytes from 2 on are pairs of a field and a value over a state
 * under way (byte 2 picks it), and now and then, as byte 1 says, they are read as JSON, in full
 * or over the setup. A position that the system's check lets pass is played on, as a trial and
 * now and then as a session: it goes on, or is refused with a sentence. Some are shown before,
 * to people and to the computer, or written and read back. FUZZ_SAY=1 lists what is set.
 *
 * FUZZ_SWEEP=FOLDER instead sets every plain value of states under way to a dozen values, one
 * at a time and then in pairs, goes on after a finding, and keeps each in that folder.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "players/think.h"
#include "protocol/json.h"
#include "protocol/session.h"
#include "protocol/trial.h"
#include "tests/fuzz/fuzz.h"

enum {
    DEEP = 8,
    SHORT = 2,
    LONG = 10,
    JSONS = 8,
    TRIPS = 256,
    LOOKS = 8,
    SESSIONS = 1021,
    BIG = 12
};

/* --- The plain values of a state, numbered -------------------------------------------- */

struct leaf {
    const struct tc_field *f;
    size_t base;
    int row;
};

struct walk {
    const struct tc_fields *t;
    size_t base;
    uint16_t field, row;
};

/* The leaves of a system, found once: walking the table for each value is slow. */
struct leaves {
    const struct tc_fields *t;
    struct leaf *leaf;
    uint32_t n, room;
};

static void add_leaves(struct leaves *l, const struct tc_field *f, size_t base)
{
    if (l->n + f->count > l->room) {
        l->room = 2 * l->room + f->count + 1024;
        l->leaf = realloc(l->leaf, l->room * sizeof *l->leaf);
        FUZZ_MUST(l->leaf, "memory");
    }
    for (int row = 0; row < (int)f->count; row++)
        l->leaf[l->n++] = (struct leaf){ f, base, row };
}

static void find_leaves(struct leaves *l)
{
    struct walk at[DEEP] = { { l->t, 0, 0, 0 } };
    int deep = 0;

    while (deep >= 0) {
        struct walk *w = &at[deep];
        if (w->field == w->t->count) {
            deep--;
            continue;
        }
        const struct tc_field *f = &w->t->field[w->field];
        if (f->type == TC_T_STRUCT && w->row < f->count && deep + 1 < DEEP) {
            at[++deep] =
                (struct walk){ f->sub, w->base + f->offset + w->row * f->sub->size, 0, 0 };
            w->row++;
            continue;
        }
        if (f->type != TC_T_STRUCT && f->type != TC_T_PAD)
            add_leaves(l, f, w->base);
        w->field++;
        w->row = 0;
    }
}

static const struct leaves *leaves_of(const struct tc_fields *t)
{
    static struct leaves known[16];
    int i = 0;

    while (known[i].t && known[i].t != t && i < 15)
        i++;
    if (known[i].t != t) {
        known[i] = (struct leaves){ .t = t };
        find_leaves(&known[i]);
    }
    return &known[i];
}

static int64_t value_from(struct fuzz_bytes *b)
{
    uint8_t kind = fuzz_byte(b);

    if (kind < 128)
        return (int64_t)kind - 8;
    if (kind < 224)
        return (int64_t)fuzz_byte(b) * 256 + fuzz_byte(b) - 8192;
    int64_t v = 0;
    for (int i = 0; i < 4; i++)
        v = v * 256 + fuzz_byte(b);
    return v - INT32_MAX;
}

/* Set what could also be typed; nothing else gets in from outside. */
static void set_value(const struct tc_book *bk, struct leaf l, int64_t v, void *base)
{
    char text[128];
    struct tc_text t = tc_text_on(text, sizeof text);
    struct tc_why why;
    int64_t back, was = tc_field_get(base, l.f, l.row);

    if (!tc_field_set(base, l.f, l.row, v))
        return;
    tc_field_print(bk->rules, bk, l.f, v, &t);
    if (tc_field_parse(bk->rules, bk, l.f, text, t.len, &back, &why) != TC_OK || back != v)
        tc_field_set(base, l.f, l.row, was);
    else if (v != was) {
        fuzz_note(FUZZ_WHAT, l.f->name);
        if (getenv("FUZZ_SAY"))
            fprintf(stderr, "%s (byte %zu, row %d) = %s\n", l.f->name, l.base + l.f->offset,
                    l.row, text);
    }
}

static void set_values(const struct tc_book *bk, struct fuzz_bytes *b, unsigned char *state)
{
    const struct leaves *all = leaves_of(bk->rules->fields);

    while (b->left >= 3) {
        uint32_t n = fuzz_below(b, all->n);
        struct leaf l = all->leaf[n];
        if (l.base + l.f->offset != offsetof(struct tc_head, book))
            set_value(bk, l, value_from(b), state + l.base);
    }
}

/* --- What must hold ----------------------------------------------------------------------- */

static void round_trip(const struct tc_book *bk, const void *state)
{
    json_t *j = js_state(bk, state, TC_NONE);
    void *back = calloc(1, bk->rules->state_size);
    struct tc_why why;
    char text[300];
    struct tc_text t = tc_text_on(text, sizeof text);

    FUZZ_MUST(j && back, "the state has no JSON");
    if (js_read_state(bk, j, 0, back, &why) != TC_OK)
        fuzz_found(why.text, why.where);
    if (tc_field_diff(bk->rules, bk, state, back, &t))
        fuzz_found("the state changes on its way through JSON", text);
    json_decref(j);
    free(back);
}

static void be_score(int v, const char *what)
{
    FUZZ_MUST(v >= -10000 && v <= 10000, what);
}

/* As the computer sees it. */
static void look_as_player(const struct tc_book *bk, const void *state)
{
    const struct tc_eye *eye = plr_eye_of(bk->rules);

    if (eye->look)
        be_score(eye->look(bk, state), "look");
    for (int side = 0; eye->press && side < TC_SIDES; side++)
        be_score(eye->press(bk, state, side), "press");
}

static void look(const struct tc_book *bk, const void *state, int side)
{
    static struct tc_scene scene;

    be_score(bk->rules->score(bk, state), "score");
    look_as_player(bk, state);
    tc_scene_clear(&scene);
    bk->rules->scene(bk, state, side, &scene);
    json_t *j = js_scene(&scene);
    FUZZ_MUST(j, "nothing to see");
    json_decref(j);
}

/* --- Playing on ------------------------------------------------------------------------------
 *
 * What passes the check is tried as the session tries it (protocol/trial.h). A position that is
 * refused there, because the rules cannot go on from it, means that the check could be
 * stricter. Those are counted and named at the end; FUZZ_STRICT=1 stops at the first.
 */

enum { KINDS = 64 };

static struct {
    char name[160];
    unsigned long n;
} met[KINDS];
static const struct fuzz_bytes *whole; /* the input under way */

static void tell_met(void)
{
    for (int i = 0; i < KINDS && met[i].n; i++)
        fprintf(stderr, "%lu positions passed the check, not the trial: %s\n", met[i].n,
                met[i].name);
}

/* FUZZ_KEEP=FOLDER keeps the first input of each kind there. */
static void keep_input(int kind)
{
    const char *folder = getenv("FUZZ_KEEP");
    char path[256];

    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/met-%d", folder, kind);
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(whole->at, 1, whole->left, f);
        fclose(f);
    }
}

static void refused(const struct tc_book *bk, const struct tc_why *why)
{
    const char *what = strstr(why->text, " on: ");
    char name[sizeof met[0].name];
    int i = 0;

    fuzz_check_why(why);
    FUZZ_MUST(why->err == TC_E_ILLEGAL && what, why->text);
    if (getenv("FUZZ_STRICT"))
        fuzz_found("a position passed the check and not the trial", why->text);
    if (met[0].n == 0)
        atexit(tell_met);
    snprintf(name, sizeof name, "%s: %.130s", bk->rules->name, what + 5);
    while (i < KINDS - 1 && met[i].n && strcmp(met[i].name, name) != 0)
        i++;
    if (!met[i].n)
        keep_input(i);
    memcpy(met[i].name, name, sizeof name);
    met[i].n++;
}

static void play_on(const struct tc_book *bk, const void *state, uint64_t answers)
{
    struct tc_why why = { TC_OK, "", "" };

    if (trial_play(bk, state, 9, answers, &why) != TC_OK)
        refused(bk, &why);
}

/* What the computer thinks of the answers. */
static void lean_on(const struct ses_game *s, const struct tc_offers *list)
{
    const struct tc_eye *eye = plr_eye_of(s->book->rules);
    struct tc_view v = { s->book, s->g.snapshot, &s->g.u.open };

    for (int i = 0; i < list->n; i++) {
        if (eye->lean)
            be_score(eye->lean(&v, &list->act[i]) / 10, "lean");
        if (eye->settle)
            be_score(eye->settle(&v, &list->act[i]) / 10, "settle");
    }
}

/* A game that goes on from there: an answer is taken or refused, and then nothing has changed.
 */
static void session(const struct tc_book *bk, const void *state)
{
    struct ses_options o = { .has_seed = true, .seed = { 1, 7 } };
    struct tc_why why = { TC_OK, "", "" };
    struct tc_stream lots = tc_stream_from(5);
    static struct tc_offers list;
    struct ses_game *s;

    if (ses_new_state(bk, &o, state, &s, &why) != TC_OK) {
        fuzz_check_why(&why);
        return;
    }
    for (int i = 0; i < LONG && ses_status(s) == TC_WAITS_ANSWER; i++) {
        uint64_t was = tc_game_hash(&s->g);
        ses_list_answers(s, &list);
        FUZZ_MUST(list.n > 0, "a question without an answer");
        lean_on(s, &list);
        const struct tc_act *a = &list.act[tc_draw(&lots, (uint32_t)list.n)];
        if (ses_answer(s, SES_UMPIRE, SES_ANY_NUMBER, a, NULL, &why) == TC_OK)
            continue;
        refused(bk, &why);
        FUZZ_MUST(was == tc_game_hash(&s->g), "a refused answer changed the game");
    }
    ses_free(s);
}

/* --- Both ways in ---------------------------------------------------------------------------
 */

/* Bit 1 of the way: JSON over the setup; bit 2: as text. */
static bool read_json(const struct tc_book *bk, uint8_t way, struct fuzz_bytes b, void *state)
{
    struct tc_why why = { TC_OK, "", "" };
    unsigned flags = way & 2 ? JS_PARTIAL | (way & 4 ? JS_TEXT : 0) : 0;
    uint64_t was = tc_hash(state, bk->rules->state_size, 0);
    json_t *j = json_loadb((const char *)b.at, b.left, JSON_REJECT_DUPLICATES, NULL);

    if (!j)
        return false;
    enum tc_err err = js_read_state(bk, j, flags, state, &why);
    json_decref(j);
    if (err == TC_OK)
        return true;
    fuzz_check_why(&why);
    FUZZ_MUST(was == tc_hash(state, bk->rules->state_size, 0), "half read");
    return false;
}

static bool holds(const struct tc_book *bk, const void *state)
{
    struct tc_refusal why = { 0 };

    if (bk->rules->check(bk, state, &why))
        return true;
    if (why.reason >= 0 && why.reason < bk->rules->reason_count)
        fuzz_note(FUZZ_WHY, bk->rules->reasons[why.reason].name);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static _Alignas(64) unsigned char state[1 << 18];
    struct fuzz_bytes b = { data, size };
    const struct fuzz_bytes input = b;
    const struct tc_book *bk = fuzz_pick(data, size, fuzz_byte(&b), BIG);
    uint8_t way = fuzz_byte(&b);

    whole = &input;
    FUZZ_MUST(bk->rules->state_size <= sizeof state, "room for the state");
    fuzz_reset_random();
    if (!(way & 1) && fuzz_rarely(data, size, JSONS)) {
        memcpy(state, fuzz_stage(bk, 0), bk->rules->state_size);
        if (read_json(bk, way, b, state) && bk->rules->check(bk, state, NULL))
            play_on(bk, state, LONG);
    }
    memcpy(state, fuzz_stage(bk, fuzz_byte(&b)), bk->rules->state_size);
    set_values(bk, &b, state);
    if (!holds(bk, state))
        return 0;
    if (fuzz_rarely(data, size, TRIPS))
        round_trip(bk, state);
    if (fuzz_rarely(data, size, LOOKS))
        look(bk, state, way % 3 - 1);
    if (fuzz_rarely(data, size, SESSIONS))
        session(bk, state);
    play_on(bk, state, way >> 5 ? SHORT : LONG);
    return 0;
}

#ifdef FUZZ_DRIVEN
/* --- The sweep ------------------------------------------------------------------------------
 *
 * Inputs like any other, made in order. A child tries them; when it dies, what it tried last is
 * a finding and the next child goes on behind it.
 */

enum { STEPS = 4, STAGES = 32, VALUES = 14, PAIRS = 100000, ENOUGH = 1000 };
enum { NONE_I16 = 1, NONE_U8 = 9 }; /* values, see put_value */

struct sweep {
    uint32_t book, stage, leaf, value; /* where it stands */
    uint32_t found, tried;
    uint8_t bytes[16];
    uint32_t size;
};

/* One value as value_from reads it; -100: the number of the row. */
static uint32_t put_value(uint8_t *to, uint32_t i, int row)
{
    static const int value[VALUES] = { -2, -1,  0,   1,    2,    3,     6,
                                       31, 119, 255, 1000, 9999, 32767, -100 };
    int v = value[i] == -100 ? row : value[i];

    if (v < 120) {
        to[0] = (uint8_t)(v + 8);
        return 1;
    }
    to[0] = 128;
    to[1] = (uint8_t)((v + 8192) >> 8);
    to[2] = (uint8_t)((v + 8192) & 255);
    return 3;
}

static uint32_t put_leaf(uint8_t *to, const struct leaves *all, uint32_t leaf, uint32_t value)
{
    uint32_t n = 0;

    if (all->n > 256)
        to[n++] = (uint8_t)(leaf >> 8);
    to[n++] = (uint8_t)(leaf & 255);
    return n + put_value(to + n, value, all->leaf[leaf].row);
}

static void sweep_try(struct sweep *w, const struct leaves *all, struct tc_stream *lots)
{
    uint32_t n = 0;

    w->bytes[n++] = (uint8_t)w->book;
    w->bytes[n++] = 33;
    w->bytes[n++] = (uint8_t)w->stage;
    n += put_leaf(w->bytes + n, all, w->leaf, w->value);
    if (lots)
        n += put_leaf(w->bytes + n, all, tc_draw(lots, all->n), tc_draw(lots, VALUES));
    w->size = n < 6 ? 6 : n;
    w->tried++;
    LLVMFuzzerTestOneInput(w->bytes, w->size);
}

/* All values in every fourth state; what stands for none, -1 and 255, in all of them. */
static bool is_due(const struct sweep *w)
{
    return w->stage % STEPS == 0 || w->value == NONE_I16 || w->value == NONE_U8;
}

/* Goes on behind what was tried last. */
static void sweep_book(struct sweep *w, const struct leaves *all)
{
    for (; w->stage < STAGES; w->stage++, w->leaf = 0)
        for (; w->leaf < all->n; w->leaf++, w->value = 0)
            for (; w->value < VALUES; w->value++)
                if (is_due(w))
                    sweep_try(w, all, NULL);
}

static void sweep_pairs(struct sweep *w, const struct leaves *all)
{
    struct tc_stream lots = tc_stream_from(w->tried);

    for (; w->stage < STAGES + PAIRS; w->stage++) {
        w->leaf = tc_draw(&lots, all->n);
        w->value = tc_draw(&lots, VALUES);
        sweep_try(w, all, &lots);
    }
}

static void sweep_child(struct sweep *w)
{
    for (; w->book < (uint32_t)fuzz_small_books();
         w->book++, w->stage = w->leaf = w->value = 0) {
        const struct leaves *all = leaves_of(fuzz_book(w->book)->rules->fields);
        sweep_book(w, all);
        sweep_pairs(w, all);
        printf("%s: %u tried, %u found\n", fuzz_book(w->book)->id, w->tried, w->found);
        fflush(stdout);
    }
    _exit(0);
}

static void sweep_keep(const struct sweep *w, const char *folder)
{
    char path[256];

    snprintf(path, sizeof path, "%s/sweep-%u", folder, w->found);
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(w->bytes, 1, w->size, f);
        fclose(f);
    }
}

static bool sweep(struct sweep *w, const char *folder)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        sweep_child(w);
    FUZZ_MUST(child > 0 && waitpid(child, &status, 0) == child, "a child");
    if (status == 0)
        return false;
    w->found++;
    sweep_keep(w, folder);
    if (w->stage < STAGES)
        w->value++;
    else
        w->stage++;
    return w->found < ENOUGH;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *folder = getenv("FUZZ_SWEEP");

    (void)argc;
    (void)argv;
    if (!folder)
        return 0;
    struct sweep *w =
        mmap(NULL, sizeof *w, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    FUZZ_MUST(w != MAP_FAILED, "memory");
    while (sweep(w, folder))
        continue;
    printf("%u tried, %u found\n", w->tried, w->found);
    exit(w->found > 0);
}
#endif
