/* study/journal.c - results as they come. */
#include "study/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct head {
    char magic[16];
    uint64_t book, seed, size;
    char a[PLR_NAME], b[PLR_NAME];
};

struct study_journal {
    FILE *f;
    char path[1024];
    bool failed;
};

static void fill_head(struct head *h, const struct study_match *m)
{
    memset(h, 0, sizeof *h);
    memcpy(h->magic, "tricorne-study-2", 16);
    h->book = m->book->hash;
    h->seed = m->seed;
    h->size = sizeof(struct study_result);
    memcpy(h->a, m->spec[0].name, sizeof h->a);
    memcpy(h->b, m->spec[1].name, sizeof h->b);
}

static enum tc_err fail(const char *path, const char *text, struct tc_why *why)
{
    return tc_fail(why, TC_E_FILE, path, text);
}

/* Results of the file; where the whole ones end. */
static long read_results(FILE *f, struct study_result *result, uint8_t *done, uint64_t battles)
{
    struct study_result r;
    long end = ftell(f);

    while (fread(&r, sizeof r, 1, f) == 1) {
        if (r.index < battles) {
            result[r.index] = r;
            done[r.index] = 1;
        }
        end = ftell(f);
    }
    return end;
}

static enum tc_err go_on(struct study_journal *j, const struct head *want,
                         struct study_result *result, uint8_t *done, uint64_t battles,
                         struct tc_why *why)
{
    struct head h;

    if (fread(&h, sizeof h, 1, j->f) != 1 || memcmp(&h, want, sizeof h) != 0)
        return fail(
            j->path,
            "The journal is of another study: scenario, tables, players or seed differ.", why);
    long end = read_results(j->f, result, done, battles);
    if (fseek(j->f, end, SEEK_SET) != 0 || ftruncate(fileno(j->f), end) != 0)
        return fail(j->path, "The journal cannot be written.", why);
    return TC_OK;
}

enum tc_err study_journal_open(const char *path, const struct study_match *m, bool resume,
                               struct study_result *result, uint8_t *done, uint64_t battles,
                               struct study_journal **out, struct tc_why *why)
{
    struct study_journal *j = calloc(1, sizeof *j);
    struct head want;
    enum tc_err err = TC_OK;

    TC_BUG_ON(!j);
    fill_head(&want, m);
    snprintf(j->path, sizeof j->path, "%s", path);
    bool there = access(path, F_OK) == 0;
    if (there && !resume) {
        free(j);
        return fail(path,
                    "An interrupted study lies here; go on with --resume, or remove the "
                    "file.",
                    why);
    }
    j->f = fopen(path, there ? "r+b" : "w+b");
    if (!j->f)
        err = fail(path, "The journal cannot be written.", why);
    else if (there)
        err = go_on(j, &want, result, done, battles, why);
    else if (fwrite(&want, sizeof want, 1, j->f) != 1)
        err = fail(path, "The journal cannot be written.", why);
    if (err == TC_OK) {
        *out = j;
        return TC_OK;
    }
    if (j->f)
        fclose(j->f);
    free(j);
    return err;
}

void study_journal_add(struct study_journal *j, const struct study_result *r)
{
    j->failed |= fwrite(r, sizeof *r, 1, j->f) != 1 || fflush(j->f) != 0;
}

bool study_journal_close(struct study_journal *j, bool remove_it)
{
    bool ok;

    if (!j)
        return true;
    ok = fclose(j->f) == 0 && !j->failed;
    if (ok && remove_it)
        remove(j->path);
    free(j);
    return ok;
}
