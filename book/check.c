/* book/check.c - every file of a folder, every problem in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/load.h"
#include "book/rules_text.h"
#include "book/tongue.h"
#include "rules/registry.h"

enum { FOLDERS_DEEP = 8 };

struct checking {
    const char *data;
    struct book_report report;
    int files, older;
};

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);

    return n >= m && strcmp(s + n - m, end) == 0;
}

/* The name of the file without folder and ending. */
static void stem_of(const char *path, char *buf, size_t cap)
{
    const char *slash = strrchr(path, '/');

    snprintf(buf, cap, "%s", slash ? slash + 1 : path);
    buf[strcspn(buf, ".")] = 0;
}

/* A book to fill parts into, thrown away afterwards. */
static bool begin(struct book_load *l, struct checking *c, const struct tc_ruleset *s,
                  struct book_arena *keep)
{
    *l = (struct book_load){ .data = c->data, .rules = s, .report = &c->report };
    l->keep = keep;
    l->brief = true;
    l->book = book_alloc(keep, book_size_of(s));
    if (l->book == NULL)
        book_problem_at(&c->report, TC_E_FULL, s->name, 0, 0, "There is no memory left.");
    return l->book != NULL;
}

static void check_table(struct checking *c, const struct book_doc *d,
                        const struct tc_ruleset *s)
{
    const char *name = book_text(d->root, "table");
    struct book_arena keep = { 0 };
    struct book_load l;
    char allowed[256] = "", stem[64];
    size_t used = 0;

    stem_of(d->file, stem, sizeof stem);
    for (int i = 0; i < book_tables_of(s); i++) {
        if (name && strcmp(book_table_name(s, i), name) == 0) {
            if (strstr(d->file, "/tables/") && strcmp(stem, name) != 0)
                book_problem(&c->report, TC_E_NAME, d->file, book_spot(d->root, "table"),
                             "the file %s.yaml must hold the table \"%s\".", stem, stem);
            if (begin(&l, c, s, &keep))
                book_fill_table(&l, d, i);
            book_arena_free(&l.scratch);
            book_arena_free(&keep);
            return;
        }
        used +=
            (size_t)snprintf(allowed + used, used < sizeof allowed ? sizeof allowed - used : 0,
                             "%s%s", i ? ", " : "", book_table_name(s, i));
        used = used < sizeof allowed ? used : sizeof allowed - 1;
    }
    book_problem(&c->report, name ? TC_E_NAME : TC_E_KEY, d->file, book_spot(d->root, "table"),
                 "the key \"table\" must name a table of %s; allowed: %s.", s->name, allowed);
}

static void check_map(struct checking *c, const struct book_doc *d, const struct tc_ruleset *s)
{
    struct book_arena keep = { 0 };
    struct book_load l;
    int before = c->report.count;

    if (begin(&l, c, s, &keep)) {
        book_load_tables(&l, d->file);
        if (c->report.count == before)
            book_fill_map(&l, d);
    }
    book_arena_free(&l.scratch);
    book_arena_free(&keep);
}

static void check_scenario(struct checking *c, const char *path)
{
    const struct book_node *state;

    book_free(book_open(c->data, NULL, path, NULL, 0, &state, true, &c->report));
}

/* In data/<system>/scenarios and maps the file's name is the name people type. */
static void check_stem(struct checking *c, const struct book_doc *d)
{
    char stem[256];

    stem_of(d->file, stem, sizeof stem);
    if ((strstr(d->file, "/scenarios/") || strstr(d->file, "/maps/")) &&
        !book_is_name(stem, strlen(stem)))
        book_problem_at(&c->report, TC_E_NAME, d->file, 0, 0,
                        "The name of the file is no name; allowed: a-z, 0-9 and hyphens.");
}

static bool is_format(const struct book_doc *d, const char *name)
{
    const char *format = book_text(d->root, "format");

    return format && strcmp(format, name) == 0;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void check_aid_lines(struct checking *c, const struct book_doc *d,
                            const struct book_node *list)
{
    for (const struct book_node *n = list->first; n; n = n->next)
        if (n->kind == BOOK_MAP && book_child(n, "lines"))
            check_aid_lines(c, d, book_child(n, "lines"));
        else if (n->kind != BOOK_SCALAR)
            book_problem_at(&c->report, TC_E_SYNTAX, d->file, n->line, n->column,
                            "A line of a play aid is a text, or has lines of its own.");
}

/* Its lines; tricorne draw --play-aid says which of them no table fills. */
static void check_aid(struct checking *c, const struct book_doc *d)
{
    const struct book_node *sheet = book_child(d->root, "sheet");

    book_system_of(d, &c->report);
    if (sheet && sheet->kind == BOOK_LIST)
        check_aid_lines(c, d, sheet);
    else
        book_problem_at(&c->report, TC_E_KEY, d->file, 0, 0,
                        "A play aid has a list called sheet.");
}

static void check_yaml(struct checking *c, const char *path)
{
    struct book_arena a = { 0 };
    struct book_doc d;
    enum book_format f = BOOK_NO_FORMAT;
    const struct tc_ruleset *s = NULL;

    int before = c->report.older;
    bool read = book_doc_file(&d, &a, path, &c->report) == TC_OK;
    c->older += c->report.older - before; /* scenarios are read once more below */
    if (read) {
        if (is_format(&d, "play-aid-1")) {
            check_aid(c, &d);
            book_arena_free(&a);
            return;
        }
        if (is_format(&d, "tonight-1")) { /* patterns; the battles made of them are checked */
            book_system_of(&d, &c->report);
            book_arena_free(&a);
            return;
        }
        if (book_is_tongue(&d)) {
            book_check_tongue(&d, &c->report);
            book_arena_free(&a);
            return;
        }
        f = book_format_of(&d, &c->report);
        check_stem(c, &d);
        if (f == BOOK_TABLE || f == BOOK_MAP_FILE)
            s = book_system_of(&d, &c->report);
        if (f == BOOK_TABLE && s)
            check_table(c, &d, s);
        else if (f == BOOK_MAP_FILE && s)
            check_map(c, &d, s);
        else if (f == BOOK_SCENARIO || f == BOOK_POSITION)
            check_scenario(c, path);
    }
    book_arena_free(&a);
}

static void check_rules(struct checking *c, const char *path)
{
    struct book_rules rules;
    char letter = 0, part[80];

    for (int i = 0; tc_rulesets[i]; i++) {
        snprintf(part, sizeof part, "%s/rules.md", tc_rulesets[i]->name);
        if (ends_in(path, part))
            letter = tc_rulesets[i]->letter;
    }
    if (book_rules_file(path, letter, &rules, &c->report) == TC_OK)
        book_rules_free(&rules);
}

static void check_file(struct checking *c, const char *path)
{
    c->files++;
    if (ends_in(path, ".md"))
        check_rules(c, path);
    else
        check_yaml(c, path);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most FOLDERS_DEEP deep. */
static void check_folder(struct checking *c, const char *path, int deep)
{
    struct book_arena a = { 0 };
    const char **names;
    int n = book_list_folder(&a, path, &names);

    if (n < 0 || deep > FOLDERS_DEEP)
        book_problem_at(&c->report, TC_E_FILE, path, 0, 0, "The folder cannot be read.");
    for (int i = 0; i < n && deep <= FOLDERS_DEEP; i++) {
        char below[BOOK_PATH_MAX];
        if (!book_join(below, sizeof below, path, names[i]))
            book_problem_at(&c->report, TC_E_FILE, path, 0, 0, "A name in it is too long.");
        else if (book_is_folder(below))
            check_folder(c, below, deep + 1);
        else if (ends_in(below, ".yaml") || strcmp(names[i], "rules.md") == 0)
            check_file(c, below);
        else if (ends_in(below, ".yml"))
            book_problem_at(&c->report, TC_E_FILE, below, 0, 0,
                            "A file of this kind must end in .yaml to be read.");
    }
    book_arena_free(&a);
}

int book_check_path(const char *data, const char *path, book_tell *tell, void *ctx,
                    struct book_tally *n)
{
    struct checking c = { .data = data, .report = { .tell = tell, .ctx = ctx } };

    if (book_is_folder(path))
        check_folder(&c, path, 0);
    else
        check_file(&c, path);
    if (n) {
        n->files += c.files;
        n->older += c.older;
    }
    return c.report.count;
}
