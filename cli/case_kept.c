/* cli/case_kept.c - the file of what every text case came to (docs/cases.md, "What is kept").
 *
 * One line a case, sorted: FILE CASE, and a hash for each part of its mark (case_mark.c); `-`
 * where there was nothing.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/case.h"

enum { HASH_DIGITS = 8 };

struct kept_row {
    char *file, *name;
    char part[CASE_PARTS][HASH_DIGITS + 1];
    int line; /* 0: it was not in the file */
    bool run;
};

static void *must(void *p)
{
    if (!p)
        abort();
    return p;
}

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static struct kept_row *add_row(struct case_kept *k, const char *file, const char *name)
{
    if (k->rows == k->room) {
        k->room = k->room ? 2 * k->room : 256;
        k->row = must(realloc(k->row, (size_t)k->room * sizeof *k->row));
    }
    struct kept_row *row = &k->row[k->rows++];
    memset(row, 0, sizeof *row);
    row->file = must(strdup(file));
    row->name = must(strdup(name));
    return row;
}

static int by_name(const void *a, const void *b)
{
    const struct kept_row *one = a, *other = b;
    int file = strcmp(one->file, other->file);

    return file ? file : strcmp(one->name, other->name);
}

static struct kept_row *find_row(struct case_kept *k, const char *file, const char *name)
{
    struct kept_row key = { .file = (char *)file, .name = (char *)name };

    for (int i = k->sorted; i < k->rows; i++) /* those that have come since */
        if (by_name(&key, &k->row[i]) == 0)
            return &k->row[i];
    return k->sorted ? bsearch(&key, k->row, (size_t)k->sorted, sizeof key, by_name) : NULL;
}

/* --- Reading ------------------------------------------------------------------------------ */

/* Take the last word off a line; NULL if it is the only one. */
static char *take_last(char *line)
{
    char *blank = strrchr(line, ' ');

    if (!blank)
        return NULL;
    *blank = 0;
    return blank + 1;
}

static bool is_hash(const char *s)
{
    return strcmp(s, "-") == 0 ||
           (strlen(s) == HASH_DIGITS && strspn(s, "0123456789abcdef") == HASH_DIGITS);
}

/* FILE CASE HASH HASH ...; a name may have blanks in it. */
static bool read_row(struct case_kept *k, char *line, int number)
{
    char *part[CASE_PARTS], *name = strchr(line, ' ');

    for (int i = CASE_PARTS; i--;) {
        part[i] = take_last(line);
        if (!part[i] || !is_hash(part[i]))
            return false;
    }
    if (!name || *name != ' ') /* the blank behind FILE is the blank of a hash */
        return false;
    *name++ = 0;
    struct kept_row *row = add_row(k, line, name);
    row->line = number;
    for (int i = 0; i < CASE_PARTS; i++)
        strcpy(row->part[i], part[i]);
    return true;
}

static void complain(struct case_run *run, int line, const char *what)
{
    fprintf(run->out, "%s:%d: %s\n", run->kept->path, line, what);
    run->totals.failed++;
}

static void sort_rows(struct case_run *run)
{
    struct case_kept *k = run->kept;

    if (k->rows)
        qsort(k->row, (size_t)k->rows, sizeof *k->row, by_name);
    k->sorted = k->rows;
    for (int i = 1; i < k->rows; i++)
        if (!k->writing && by_name(&k->row[i - 1], &k->row[i]) == 0)
            complain(run, k->row[i].line, "this case has a line already");
}

void case_kept_open(struct case_run *run)
{
    struct case_kept *k = run->kept;
    char line[1024];
    FILE *in = fopen(k->path, "r");

    if (!in && !k->writing)
        complain(run, 0, "cannot be read; --keep in place of --kept writes it");
    if (!in)
        return;
    for (int n = 1; fgets(line, sizeof line, in); n++) {
        line[strcspn(line, "\n")] = 0;
        if (*line != '#' && *line && !read_row(k, line, n) && !k->writing)
            complain(run, n, "a line is: FILE CASE and five hashes of eight digits, or -");
    }
    fclose(in);
    sort_rows(run);
}

/* --- One case ----------------------------------------------------------------------------- */

static void print_part(uint64_t hash, char *out)
{
    if (hash)
        snprintf(out, HASH_DIGITS + 1, "%08x", (unsigned)(hash ^ hash >> 32));
    else
        strcpy(out, "-");
}

/* Which parts differ, as "positions, events". */
static bool say_differing(const struct kept_row *row, const struct case_mark *mark,
                          struct tc_text *out)
{
    char now[HASH_DIGITS + 1];
    bool any = false;

    for (int i = 0; i < CASE_PARTS; i++) {
        print_part(mark->part[i], now);
        if (strcmp(now, row->part[i]) == 0)
            continue;
        tc_text_str(out, any ? ", " : "");
        tc_text_str(out, case_part_name[i]);
        any = true;
    }
    return any;
}

static void compare_row(struct case_run *run, struct case_play *p, const struct kept_row *row,
                        const struct case_mark *mark)
{
    char text[128];
    struct tc_text t = tc_text_on(text, sizeof text);

    if (!row)
        case_fault(p, "it is not kept in %s", run->kept->path);
    else if (say_differing(row, mark, &t))
        case_fault(p, "differs from what was kept (%s:%d): %s", run->kept->path, row->line,
                   text);
    run->kept->differ |= p->faults > 0;
}

void case_kept_case(struct case_run *run, struct case_play *p, const struct case_mark *mark)
{
    struct case_kept *k = run->kept;
    const char *file = file_of(p->file);
    struct kept_row *row = find_row(k, file, p->name);

    if (row && row->run) {
        case_fault(p, "another case of this file has its name, so that it cannot be kept");
        return;
    }
    if (row)
        row->run = true;
    if (p->faults)
        return;
    if (!k->writing) {
        compare_row(run, p, row, mark);
        return;
    }
    if (!row)
        row = add_row(k, file, p->name);
    row->run = true;
    for (int i = 0; i < CASE_PARTS; i++)
        print_part(mark->part[i], row->part[i]);
}

/* --- When all have been run ----------------------------------------------------------------
 */

/* A line whose case was not run: is it of a file that was run, or that is gone? Lines of other
 * files beside those that were run stay as they are. */
static bool is_stale(const struct kept_row *row, char **files, int n)
{
    char path[4096];

    for (int i = 0; i < n; i++)
        if (strcmp(file_of(files[i]), row->file) == 0)
            return true;
    for (int i = 0; i < n; i++) {
        int folder = (int)(file_of(files[i]) - files[i]);

        snprintf(path, sizeof path, "%.*s%s", folder, files[i], row->file);
        if (access(path, F_OK) == 0)
            return false;
    }
    return true;
}

static bool write_rows(const struct case_run *run, const char *path, char **files, int n)
{
    const struct case_kept *k = run->kept;
    FILE *out = fopen(path, "w");

    if (!out)
        return false;
    fprintf(out, "# What each case came to: docs/cases.md, \"What is kept\"; `make regold` "
                 "writes it.\n# file case");
    for (int i = 0; i < CASE_PARTS; i++)
        fprintf(out, " %s", case_part_name[i]);
    for (int i = 0; i < k->rows; i++) {
        const struct kept_row *row = &k->row[i];

        if (!row->run && !run->only && is_stale(row, files, n))
            continue;
        fprintf(out, "\n%s %s", row->file, row->name);
        for (int part = 0; part < CASE_PARTS; part++)
            fprintf(out, " %s", row->part[part]);
    }
    fputc('\n', out);
    bool good = !ferror(out);
    return fclose(out) == 0 && good;
}

/* All of it or nothing: the file takes the place of the old one when it is whole. */
static void keep(struct case_run *run, char **files, int n)
{
    struct case_kept *k = run->kept;
    char path[4096];

    if (run->totals.failed) {
        fprintf(run->out, "%s: not written: first let every case pass\n", k->path);
        return;
    }
    if (k->rows)
        qsort(k->row, (size_t)k->rows, sizeof *k->row, by_name);
    snprintf(path, sizeof path, "%s.new", k->path);
    if (write_rows(run, path, files, n) && rename(path, k->path) == 0)
        return;
    remove(path);
    complain(run, 0, "cannot be written");
}

static void end_compare(struct case_run *run, char **files, int n)
{
    struct case_kept *k = run->kept;

    for (int i = 0; i < k->rows && !run->only; i++) {
        const struct kept_row *row = &k->row[i];

        if (row->run || !is_stale(row, files, n))
            continue;
        fprintf(run->out, "%s:%d: %s has no case %s\n", k->path, row->line, row->file,
                row->name);
        run->totals.failed++;
        k->differ = true;
    }
    if (k->differ)
        fprintf(run->out,
                "If what differs is meant: tricorne case --keep %s FILE... writes it anew "
                "(make regold, all files); see docs/cases.md.\n",
                k->path);
}

void case_kept_end(struct case_run *run, char **files, int n)
{
    struct case_kept *k = run->kept;

    if (k->writing)
        keep(run, files, n);
    else
        end_compare(run, files, n);
    for (int i = 0; i < k->rows; i++) {
        free(k->row[i].file);
        free(k->row[i].name);
    }
    free(k->row);
    k->row = NULL;
    k->rows = k->room = k->sorted = 0;
}
