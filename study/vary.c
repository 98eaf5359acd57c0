/* study/vary.c - what if: one value of a table or scenario changed. */
#include "study/vary.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "book/book.h"
#include "book/files.h"

enum { PATHS = 2048, RANGE_MOST = 200 };

#define MAPS "maps"

struct file {
    struct book_arena arena;
    struct book_report report;
    char path[PATHS];
    char *bytes;
    size_t n;
    const struct book_node *root;
};

static enum tc_err bad(struct tc_why *why, const char *text, const char *a, const char *b)
{
    return tc_fail(why, TC_E_NAME, "--vary", text, a, b);
}

/* minden/first-battle and tables/fire.yaml -> data/minden/tables/fire.yaml */
static void path_of(const char *data, const char *scenario, const char *file, char *out)
{
    int system = (int)strcspn(scenario, "/");

    if (strcmp(file, "scenario") == 0)
        snprintf(out, PATHS, "%s/%.*s/scenarios/%s.yaml", data, system, scenario,
                 scenario + system + 1);
    else
        snprintf(out, PATHS, "%s/%.*s/%s", data, system, scenario, file);
}

static enum tc_err open_file(struct file *f, const char *data, const char *scenario,
                             const char *name, struct tc_why *why)
{
    memset(f, 0, sizeof *f);
    if (!strchr(scenario, '/'))
        return bad(why,
                   "The scenario must be one of the data folder, as minden/first-battle; "
                   "\"{0}\" is not.",
                   scenario, "");
    path_of(data, scenario, name, f->path);
    f->bytes = book_read_file(&f->arena, f->path, BOOK_FILE_MAX, &f->n, &f->report);
    if (f->bytes)
        f->root = book_strict(&f->arena, f->path, f->bytes, f->n, &f->report);
    if (f->root)
        return TC_OK;
    enum tc_err err = book_verdict(&f->report, why);
    book_arena_free(&f->arena);
    return err;
}

/* --- Finding a cell --- */

static const struct book_node *entry(const struct book_node *n, const char *name, size_t len)
{
    int64_t i;
    char key[96] = "";

    if (!n || n->kind == BOOK_SCALAR || len >= sizeof key)
        return NULL;
    memcpy(key, name, len);
    if (n->kind == BOOK_MAP)
        return book_child(n, key);
    for (const struct book_node *c = n->first; c; c = c->next) {
        const char *own = c->kind == BOOK_MAP ? book_text(c, "name") : NULL;
        if (own && strcmp(own, key) == 0)
            return c;
    }
    return tc_read_int(key, len, &i) && i >= 0 && i < n->count ? book_item(n, (int)i) : NULL;
}

static const struct book_node *follow(const struct book_node *n, const char *path)
{
    while (n && *path) {
        size_t len = strcspn(path, ".");
        n = entry(n, path, len);
        path += len + (path[len] == '.');
    }
    return n;
}

/* NAME.KEY wherever an entry of that name stands.
 * NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static const struct book_node *seek(const struct book_node *n, const char *path)
{
    const struct book_node *found = n->kind == BOOK_SCALAR ? NULL : follow(n, path);

    for (const struct book_node *c = n->first; c && !found; c = c->next)
        found = seek(c, path);
    return found;
}

static const struct book_node *find_cell(const struct file *f, const char *path)
{
    const struct book_node *n = follow(f->root, path);

    if (!n && strncmp(path, "units.", 6) == 0)
        n = seek(f->root, path + 6);
    return n && n->kind == BOOK_SCALAR ? n : NULL;
}

/* Where the text of a scalar begins and ends in the file; false if it is not plain to see. */
static bool place_of(const struct file *f, const struct book_node *n, size_t *from, size_t *to)
{
    const char *p = f->bytes, *end = f->bytes + f->n;
    size_t len = strlen(n->text);

    for (int line = 1; line < n->line; line++) {
        p = memchr(p, '\n', (size_t)(end - p));
        if (!p++)
            return false;
    }
    p += n->column - 1;
    if (n->key) {
        if (strncmp(p, n->key, strlen(n->key)) != 0)
            return false;
        p += strlen(n->key);
        p += strspn(p, "\"': \t");
    }
    p += strspn(p, "\"'");
    if (strncmp(p, n->text, len) != 0)
        return false;
    *from = (size_t)(p - f->bytes);
    *to = *from + len;
    return true;
}

/* --- Reading wishes --- */

static void put(struct study_variant *v, const char *file, const char *path, size_t path_n,
                const char *was, const char *value, size_t value_n)
{
    memset(v, 0, sizeof *v);
    snprintf(v->file, sizeof v->file, "%s", file);
    snprintf(v->path, sizeof v->path, "%.*s", (int)path_n, path);
    snprintf(v->was, sizeof v->was, "%s", was);
    snprintf(v->value, sizeof v->value, "%.*s", (int)value_n, value);
}

static int put_range(const struct study_variant *v, const char *value,
                     struct study_variant *out, int most)
{
    const char *dots = strstr(value, "..");
    int64_t low, high;
    int n = 0;
    char text[24];

    if (!dots || !tc_read_int(value, (size_t)(dots - value), &low) ||
        !tc_read_int(dots + 2, strlen(dots + 2), &high) || high < low ||
        high - low > RANGE_MOST)
        return -1;
    for (int64_t i = low; i <= high && n < most; i++) {
        snprintf(text, sizeof text, "%lld", (long long)i);
        if (strcmp(text, v->was) != 0)
            put(&out[n++], v->file, v->path, strlen(v->path), v->was, text, strlen(text));
    }
    return n;
}

int study_read_vary(const char *data, const char *scenario, const char *text,
                    struct study_variant *out, int most, struct tc_why *why)
{
    size_t file_n = strcspn(text, ":"), path_n = strcspn(text, "=");
    struct study_variant v;
    struct file f;
    char name[96] = "";
    int n = 0;

    if (!text[file_n] || !text[path_n] || path_n < file_n || file_n >= sizeof name) {
        bad(why,
            "\"{0}\" is not FILE:PATH=VALUE, as in tables/fire.yaml:hit_on=5 or "
            "scenario:units.reden.figures=28..32.",
            text, "");
        return -1;
    }
    memcpy(name, text, file_n);
    put(&v, name, text + file_n + 1, path_n - file_n - 1, "", "", 0);
    if (open_file(&f, data, scenario, name, why) != TC_OK)
        return -1;
    const struct book_node *cell = find_cell(&f, v.path);
    if (cell)
        snprintf(v.was, sizeof v.was, "%s", cell->text);
    book_arena_free(&f.arena);
    if (!cell) {
        bad(why, "{0} has no value at \"{1}\".", name, v.path);
        return -1;
    }
    const char *value = text + path_n + 1;
    n = put_range(&v, value, out, most);
    if (n >= 0)
        return n;
    for (n = 0; *value && n < most; value += strcspn(value, ","), value += *value == ',')
        if (strlen(v.was) != strcspn(value, ",") ||
            strncmp(v.was, value, strcspn(value, ",")) != 0)
            put(&out[n++], name, v.path, strlen(v.path), v.was, value, strcspn(value, ","));
    if (n == 0)
        bad(why, "\"{0}\" changes nothing: {1} is the value that is there.", text, v.was);
    return n ? n : -1;
}

/* Keys that are no cells. */
static bool is_head(const char *key)
{
    static const char *const heads[] = { "format", "system", "table", "title",
                                         "rule",   "source", "note",  NULL };

    for (int i = 0; heads[i]; i++)
        if (key && strcmp(key, heads[i]) == 0)
            return true;
    return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static int add_cells(const struct book_node *n, const char *file, const char *path,
                     struct study_variant *out, int have, int most)
{
    char own[160], value[24];
    int64_t v;

    for (const struct book_node *c = n->first; c; c = c->next) {
        if (!n->parent && is_head(c->key))
            continue;
        const char *name = c->key ? c->key : book_text(c, "name");
        if (name)
            snprintf(own, sizeof own, "%s%s%s", path, path[0] ? "." : "", name);
        else
            snprintf(own, sizeof own, "%s%s%d", path, path[0] ? "." : "", c->index);
        if (c->kind != BOOK_SCALAR) {
            have = add_cells(c, file, own, out, have, most);
            continue;
        }
        if (c->quoted || !tc_read_int(c->text, strlen(c->text), &v))
            continue;
        for (int d = -1; d <= 1 && have < most; d += 2) {
            snprintf(value, sizeof value, "%lld", (long long)v + d);
            put(&out[have++], file, own, strlen(own), c->text, value, strlen(value));
        }
    }
    return have;
}

int study_all_cells(const char *data, const char *scenario, const char *file,
                    struct study_variant *out, int most, struct tc_why *why)
{
    struct file f;

    if (open_file(&f, data, scenario, file, why) != TC_OK)
        return -1;
    int n = add_cells(f.root, file, "", out, 0, most);
    book_arena_free(&f.arena);
    if (n == 0)
        bad(why, "{0} has no whole numbers to change.", file, "");
    return n ? n : -1;
}

/* --- A folder of one's own --- */

static bool copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
    char part[4096];
    bool ok = out != NULL;
    size_t n;

    while (ok && (n = fread(part, 1, sizeof part, in)) > 0)
        ok = fwrite(part, 1, n, out) == n;
    ok = ok && !ferror(in);
    if (out)
        ok = fclose(out) == 0 && ok;
    if (in)
        fclose(in);
    return ok;
}

static bool link_to(const char *from, const char *to)
{
    return symlink(from, to) == 0;
}

/* Every file of a folder again in another, but two. */
static bool lay_all(const char *from, const char *to, const char *but, const char *and_but,
                    bool lay(const char *, const char *))
{
    char a[PATHS + 300], b[PATHS + 300], full[PATHS];
    DIR *d = opendir(from);
    struct dirent *e;
    bool ok = true;

    if (!d || !realpath(from, full)) {
        if (d)
            closedir(d);
        return false;
    }
    while ((e = readdir(d)) != NULL) {
        if (e->d_name[0] == '.' || strcmp(e->d_name, but) == 0 ||
            strcmp(e->d_name, and_but) == 0)
            continue;
        snprintf(a, sizeof a, "%s/%s", full, e->d_name);
        snprintf(b, sizeof b, "%s/%s", to, e->d_name);
        ok = ok && lay(a, b);
    }
    closedir(d);
    return ok;
}

static void remove_folder(const char *path)
{
    char one[PATHS + 300];
    DIR *d = opendir(path);
    struct dirent *e;

    while (d && (e = readdir(d)) != NULL) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(one, sizeof one, "%s/%s", path, e->d_name);
        unlink(one);
    }
    if (d)
        closedir(d);
    rmdir(path);
}

static bool write_changed(const struct file *f, size_t from, size_t to, const char *value,
                          const char *path)
{
    FILE *out = fopen(path, "wb");

    if (!out)
        return false;
    fwrite(f->bytes, 1, from, out);
    fputs(value, out);
    fwrite(f->bytes + to, 1, f->n - to, out);
    return fclose(out) == 0;
}

/* TMP/system/SUB with all files of SYSTEM/SUB but one. */
static bool furnish_folder(const char *system, const char *own, const char *sub,
                           const char *but, bool lay(const char *, const char *))
{
    char from[PATHS], to[PATHS];

    snprintf(from, sizeof from, "%.1000s/%.40s", system, sub);
    snprintf(to, sizeof to, "%.1000s/%.40s", own, sub);
    return mkdir(to, 0700) == 0 && lay_all(from, to, but, "", lay);
}

/* TMP/system with links to everything, but the changed file a file, and the maps copies, since
 * no link may lead a map out of the data. */
static bool furnish(const struct file *f, size_t from, size_t to, const char *data,
                    const char *scenario, const struct study_variant *v, const char *top,
                    const char *sub)
{
    char system[PATHS], own[PATHS], name[PATHS];
    const char *base = strrchr(f->path, '/') + 1;
    bool of_maps = strcmp(sub, MAPS) == 0;

    snprintf(system, sizeof system, "%s/%.*s", data, (int)strcspn(scenario, "/"), scenario);
    snprintf(own, sizeof own, "%.900s/%.*s", top, (int)strcspn(scenario, "/"), scenario);
    if (mkdir(own, 0700) != 0 || !lay_all(system, own, sub, MAPS, link_to))
        return false;
    if (!furnish_folder(system, own, MAPS, of_maps ? base : "", copy))
        return false;
    if (!of_maps && !furnish_folder(system, own, sub, base, link_to))
        return false;
    snprintf(name, sizeof name, "%.1000s/%.40s/%.200s", own, sub, base);
    return write_changed(f, from, to, v->value, name);
}

static enum tc_err load_changed(const struct file *f, size_t from, size_t to, const char *data,
                                const char *scenario, const struct study_variant *v,
                                const struct tc_book **out, struct tc_why *why)
{
    const char *tmp = getenv("TMPDIR"),
               *sub = strcmp(v->file, "scenario") == 0 ? "scenarios" : "tables";
    char top[512], path[1024];
    enum tc_err err;

    snprintf(top, sizeof top, "%.400s/tricorne-vary-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(top))
        return tc_fail(why, TC_E_FILE, top, "The folder cannot be made.");
    if (strncmp(v->file, "maps/", 5) == 0)
        sub = MAPS;
    if (furnish(f, from, to, data, scenario, v, top, sub))
        err = book_load(top, scenario, out, why);
    else
        err = tc_fail(why, TC_E_FILE, top, "The files cannot be written.");
    snprintf(path, sizeof path, "%s/%.*s/%s", top, (int)strcspn(scenario, "/"), scenario, sub);
    remove_folder(path);
    snprintf(path, sizeof path, "%s/%.*s/" MAPS, top, (int)strcspn(scenario, "/"), scenario);
    remove_folder(path);
    snprintf(path, sizeof path, "%s/%.*s", top, (int)strcspn(scenario, "/"), scenario);
    remove_folder(path);
    rmdir(top);
    return err;
}

enum tc_err study_vary_book(const char *data, const char *scenario,
                            const struct study_variant *v, const struct tc_book **out,
                            struct tc_why *why)
{
    struct file f;
    size_t from, to;
    enum tc_err err = open_file(&f, data, scenario, v->file, why);

    if (err != TC_OK)
        return err;
    const struct book_node *cell = find_cell(&f, v->path);
    if (cell && place_of(&f, cell, &from, &to))
        err = load_changed(&f, from, to, data, scenario, v, out, why);
    else
        err = bad(why, "{0}: the value at \"{1}\" cannot be changed.", v->file, v->path);
    book_arena_free(&f.arena);
    return err;
}
