/* book/files.c - files and folders. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "book/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/text.h"

#ifndef TRICORNE_PREFIX_DATA
#define TRICORNE_PREFIX_DATA "/usr/local/share/tricorne"
#endif

static char *cannot_read(struct book_report *r, const char *path)
{
    book_problem_at(r, TC_E_FILE, path, 0, 0, "The file cannot be read: %s.", strerror(errno));
    return NULL;
}

/* Read an open file; the limit is checked on what arrives, not on what is promised. */
static char *read_open(struct book_arena *a, FILE *f, const char *path, size_t max,
                       size_t *size, struct book_report *r)
{
    char *buf = malloc(max + 1), *kept = NULL;
    size_t n;

    if (buf == NULL) {
        book_problem_at(r, TC_E_FULL, path, 0, 0, "There is no memory left for this file.");
        return NULL;
    }
    n = fread(buf, 1, max + 1, f);
    if (ferror(f))
        cannot_read(r, path);
    else if (n > max)
        book_problem_at(r, TC_E_FULL, path, 0, 0, "The file is larger than %zu MB.", max >> 20);
    else if ((kept = book_copy(a, buf, n)) == NULL)
        book_problem_at(r, TC_E_FULL, path, 0, 0, "There is no memory left for this file.");
    else
        *size = n;
    free(buf);
    return kept;
}

char *book_read_file(struct book_arena *a, const char *path, size_t max, size_t *size,
                     struct book_report *r)
{
    FILE *f;
    char *bytes;

    if (book_is_folder(path)) {
        errno = EISDIR;
        return cannot_read(r, path);
    }
    f = fopen(path, "rb");
    if (f == NULL)
        return cannot_read(r, path);
    bytes = read_open(a, f, path, max, size, r);
    fclose(f);
    return bytes;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int count_names(DIR *d)
{
    int n = 0;

    while (readdir(d))
        n++;
    rewinddir(d);
    return n;
}

int book_list_folder(struct book_arena *a, const char *path, const char ***names)
{
    DIR *d = opendir(path);
    int n = 0, room;
    const struct dirent *e;

    if (d == NULL)
        return -1;
    room = count_names(d);
    *names = book_alloc(a, (size_t)(room + 1) * sizeof **names);
    while (*names && n < room && (e = readdir(d)) != NULL) {
        const char *copy;
        if (e->d_name[0] == '.')
            continue;
        copy = book_copy_str(a, e->d_name);
        if (copy)
            (*names)[n++] = copy;
    }
    closedir(d);
    if (*names == NULL)
        return -1;
    qsort(*names, (size_t)n, sizeof **names, by_bytes);
    return n;
}

bool book_is_folder(const char *path)
{
    struct stat s;

    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool book_is_file(const char *path)
{
    struct stat s;

    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

#ifdef __wasi__
/* There are no links in what a page hands the engine, and no realpath. */
bool book_lies_below(const char *path, const char *folder)
{
    return book_is_file(path) && strncmp(path, folder, strlen(folder)) == 0;
}
#else
bool book_lies_below(const char *path, const char *folder)
{
    char *file = realpath(path, NULL), *top = realpath(folder, NULL);
    size_t n = top ? strlen(top) : 0;
    bool below = file && top && strncmp(file, top, n) == 0 && (n == 1 || file[n] == '/');

    free(file);
    free(top);
    return below;
}
#endif

bool book_join(char *buf, size_t cap, const char *a, const char *b)
{
    size_t n = strlen(a);
    const char *slash = n && a[n - 1] == '/' ? "" : "/";

    return (size_t)snprintf(buf, cap, "%s%s%s", a, slash, b) < cap;
}

/* --- where the data is ------------------------------------------------------------- */

/* A folder with one folder in it that has scenarios or rules. */
static bool holds_data(const char *path)
{
    struct book_arena a = { 0 };
    const char **names;
    int n = book_list_folder(&a, path, &names);
    bool found = false;

    for (int i = 0; i < n && !found; i++) {
        char system[BOOK_PATH_MAX], part[BOOK_PATH_MAX + 16];
        if (!book_join(system, sizeof system, path, names[i]))
            continue;
        found = (book_join(part, sizeof part, system, "scenarios") && book_is_folder(part)) ||
                (book_join(part, sizeof part, system, "rules.md") && book_is_file(part));
    }
    book_arena_free(&a);
    return found;
}

static bool try_data(const char *folder, const char *below, char *buf, size_t cap)
{
    return book_join(buf, cap, folder, below) && holds_data(buf);
}

/* The folder of the running program; what the system says first, then argv0. */
static bool program_folder(const char *argv0, char *buf, size_t cap)
{
    ssize_t n = readlink("/proc/self/exe", buf, cap - 1);
    char *slash;

    if (n > 0)
        buf[n] = 0;
    else if (argv0 == NULL || (size_t)snprintf(buf, cap, "%s", argv0) >= cap)
        return false;
    slash = strrchr(buf, '/');
    if (slash == NULL)
        return false;
    *slash = 0;
    return true;
}

static enum tc_err named(const char *who, const char *path, char *buf, size_t cap,
                         struct tc_why *why)
{
    if ((size_t)snprintf(buf, cap, "%s", path) < cap && holds_data(buf))
        return TC_OK;
    return tc_fail(
        why, TC_E_FILE, "{0}",
        "The data folder {1} named by {0} holds no system; it must hold a folder such "
        "as minden with rules.md or scenarios in it.",
        who, path, NULL);
}

enum tc_err book_find_data(const char *argv0, const char *option, char *buf, size_t cap,
                           struct tc_why *why)
{
    static const char *const below[] = { "data", "../data", "../../data", "../share/tricorne" };
    const char *variable = getenv("TRICORNE_DATA");
    char program[BOOK_PATH_MAX];

    if (option)
        return named("--data", option, buf, cap, why);
    if (variable && variable[0])
        return named("$TRICORNE_DATA", variable, buf, cap, why);
    if (program_folder(argv0, program, sizeof program))
        for (size_t i = 0; i < sizeof below / sizeof *below; i++)
            if (try_data(program, below[i], buf, cap))
                return TC_OK;
    if ((size_t)snprintf(buf, cap, "%s", TRICORNE_PREFIX_DATA) < cap && holds_data(buf))
        return TC_OK;
    return tc_fail(why, TC_E_FILE, "data",
                   "The data folder is not found beside the program nor in {0}; name it with "
                   "--data FOLDER or $TRICORNE_DATA.",
                   TRICORNE_PREFIX_DATA, NULL, NULL);
}
