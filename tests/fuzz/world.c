/* tests/fuzz/world.c - books, bytes and a world without chance for the fuzz targets. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "book/book.h"
#include "book/load.h"
#include "kernel/umpire.h"
#include "players/random.h"
#include "protocol/trial.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/toy.h"

enum { BOOKS = 64, SMALL = 200, STAGES = 32, STRIDE = 12 };

static const struct tc_book *book[BOOKS]; /* the small ones first */
static int books, small_books;

_Noreturn void fuzz_found(const char *what, const char *more)
{
    fprintf(stderr, "FOUND: %s: %s\n", what, more ? more : "");
    abort();
}

static void bug(const char *file, int line, const char *what)
{
    char text[256];

    trial_bug(file, line, what);
    snprintf(text, sizeof text, "%s:%d", file, line);
    fuzz_found(what, text);
}

const char *fuzz_data(void)
{
    const char *data = getenv("TRICORNE_DATA");

    return data ? data : TEST_DATA;
}

static void add(void *ctx, const struct book_entry *e)
{
    const struct tc_book *bk = NULL;
    struct tc_why why;

    (void)ctx;
    if (books == BOOKS || book_load(fuzz_data(), e->id, &bk, &why) != TC_OK)
        return;
    if (bk->rules)
        book[books++] = bk;
    else
        book_free(bk);
}

/* Learning scenarios: everything in them is quick. */
static bool is_small(const struct tc_book *bk)
{
    const char *name = strchr(bk->id, '/');

    return !name || strncmp(name, "/first", 6) == 0 || strncmp(name, "/learning", 9) == 0;
}

static void small_first(void)
{
    for (int i = 0; i < books; i++)
        if (is_small(book[i])) {
            const struct tc_book *was = book[small_books];
            book[small_books++] = book[i];
            book[i] = was;
        }
}

int fuzz_books(void)
{
    if (books == 0) {
        tc_bug_hook = bug;
        mallopt(M_MMAP_THRESHOLD,
                1 << 26); /* large pieces come back at once, without the system */
        mallopt(M_TRIM_THRESHOLD, 1 << 28);
        book_keep_tables(fuzz_data());
        book[books++] = &toy_book;
        book_list(fuzz_data(), add, NULL);
        small_first();
    }
    return books;
}

int fuzz_small_books(void)
{
    fuzz_books();
    return small_books;
}

const struct tc_book *fuzz_book(unsigned i)
{
    unsigned all = (unsigned)fuzz_books(), at = i % (i < SMALL ? (unsigned)small_books : all);

    fuzz_note(FUZZ_BOOK, book[at]->id);
    return book[at];
}

const struct tc_book *fuzz_pick(const uint8_t *data, size_t size, uint8_t i, uint32_t n)
{
    bool any = tc_hash(data, size, n) % n == 0;

    return fuzz_book(any ? SMALL + i % (256u - SMALL) : i % (unsigned)SMALL);
}

const struct tc_book *fuzz_find(const char *id)
{
    for (int i = 0; i < fuzz_books(); i++)
        if (strcmp(book[i]->id, id) == 0) {
            fuzz_note(FUZZ_BOOK, id);
            return book[i];
        }
    return NULL;
}

const struct tc_book *fuzz_find_small(const char *id)
{
    const struct tc_book *bk = fuzz_find(id);

    return bk && is_small(bk) ? bk : NULL;
}

/* --- States under way, made once for each book ------------------------------------------- */

static void *stage[BOOKS][STAGES];

static void *new_state(const struct tc_book *bk)
{
    void *state = aligned_alloc(64, (bk->rules->state_size + 63u) / 64 * 64);

    FUZZ_MUST(state, "memory");
    memset(state, 0, bk->rules->state_size);
    return state;
}

static void make_stages(int at)
{
    static struct tc_offers offers;
    const struct tc_book *bk = book[at];
    struct tc_stream lots = tc_stream_from((uint64_t)at + 1);
    struct tc_umpire u = { .rules = bk->rules, .book = bk, .offers = &offers };
    void *state = new_state(bk);

    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    u.stream = tc_stream_from((uint64_t)at);
    u.player[0] = u.player[1] = (struct tc_player){ player_random, &lots };
    for (int i = 0; i < STAGES; i++) {
        stage[at][i] = new_state(bk);
        memcpy(stage[at][i], state, bk->rules->state_size);
        tc_play_out(&u, state, STRIDE);
    }
    free(state);
}

const void *fuzz_stage(const struct tc_book *bk, unsigned i)
{
    int at = 0;

    while (book[at] != bk)
        at++;
    if (!stage[at][0])
        make_stages(at);
    return stage[at][i % STAGES];
}

static char folder[64];

static void remove_folder(void)
{
    char path[80];

    snprintf(path, sizeof path, "%s/x", folder);
    unlink(path);
    rmdir(folder);
}

const char *fuzz_folder(void)
{
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "%s/tricorne-fuzz-XXXXXX",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
        if (!mkdtemp(folder))
            abort();
        atexit(remove_folder);
    }
    return folder;
}

uint8_t fuzz_byte(struct fuzz_bytes *b)
{
    if (b->left == 0)
        return 0;
    b->left--;
    return *b->at++;
}

uint32_t fuzz_below(struct fuzz_bytes *b, uint32_t n)
{
    uint32_t v = fuzz_byte(b);

    if (n > 256)
        v = v << 8 | fuzz_byte(b);
    return n ? v % n : 0;
}

bool fuzz_rarely(const uint8_t *data, size_t size, uint32_t n)
{
#ifdef FUZZ_DRIVEN
    return tc_hash(data, size, n) % n == 0;
#else
    (void)data;
    (void)size;
    (void)n;
    return true;
#endif
}

static uint8_t chance;

void fuzz_reset_random(void)
{
    chance = 0;
}

/* In place of the system's: seeds that are the same in every run. */
ssize_t getrandom(void *buf, size_t n, unsigned flags)
{
    uint8_t *b = buf;

    (void)flags;
    for (size_t i = 0; i < n; i++)
        b[i] = chance++;
    return (ssize_t)n;
}

#ifdef FUZZ_PLAIN_COMPARE
/* In place of libFuzzer's, which note what is compared and take longer than the game. */
int __wrap_memcmp(const void *a, const void *b, size_t n);
int __wrap_strcmp(const char *a, const char *b);
int __wrap_strncmp(const char *a, const char *b, size_t n);

int __wrap_memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *x = a, *y = b;

    for (; n >= 8; n -= 8, x += 8, y += 8) {
        uint64_t v, w;
        memcpy(&v, x, 8);
        memcpy(&w, y, 8);
        if (v != w)
            break;
    }
    for (; n; n--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}

int __wrap_strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (uint8_t)*a - (uint8_t)*b;
}

int __wrap_strncmp(const char *a, const char *b, size_t n)
{
    for (; n; n--, a++, b++)
        if (*a != *b || !*a)
            return (uint8_t)*a - (uint8_t)*b;
    return 0;
}
#endif

/* --- What an input shows ----------------------------------------------------------------- */

static char noted[FUZZ_NOTES][200];

#ifndef FUZZ_DRIVEN
void fuzz_note(enum fuzz_notes kind, const char *text)
{
    snprintf(noted[kind], sizeof noted[kind], "%.199s", text ? text : "");
}
#endif

const char *fuzz_noted(enum fuzz_notes kind)
{
    return noted[kind];
}

void fuzz_forget_notes(void)
{
    memset(noted, 0, sizeof noted);
}

void fuzz_check_why(const struct tc_why *why)
{
    fuzz_note(FUZZ_WHY, why->text);
    FUZZ_MUST(why->err > TC_OK && why->err < TC_ERRS, "a failure without its code");
    FUZZ_MUST(why->where[0], "a failure that does not say where");
    FUZZ_MUST(strlen(why->text) > 8, "a failure without a sentence");
}
