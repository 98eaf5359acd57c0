/* book/book.c - opening, listing and closing books. */
#include "book/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/load.h"
#include "rules/registry.h"

/* --- ids -------------------------------------------------------------------------------- */

/* `system/name` made from a file's name; what is no kebab case becomes a hyphen. The system is
 * what the file says, as long as it likes: no id comes of a name that is none. */
static void id_from(const char *system, const char *path, char *buf, size_t cap)
{
    const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
    size_t n = (size_t)snprintf(buf, cap, "%.47s/", system), start = n;

    for (; *stem && *stem != '.' && n + 1 < cap && n < start + 40; stem++) {
        bool good = (*stem >= 'a' && *stem <= 'z') || (*stem >= '0' && *stem <= '9');
        if (good)
            buf[n++] = *stem;
        else if (n > start && buf[n - 1] != '-')
            buf[n++] = '-';
    }
    while (n > start && buf[n - 1] == '-')
        n--;
    buf[n] = 0;
    if (n == start)
        snprintf(buf + n, cap - n, "scenario");
}

/* --- opening ------------------------------------------------------------------------------ */

static bool state_is_fine(const struct book_doc *d, enum book_format f, bool wanted,
                          struct book_report *r)
{
    const struct book_node *state = book_child(d->root, "state");

    if (state && state->kind != BOOK_MAP)
        book_problem(r, TC_E_SYNTAX, d->file, state, "must be a mapping of `key: value`.");
    else if (state && !wanted)
        book_problem(r, TC_E_KEY, d->file, state,
                     "a position cannot be used here; leave the key \"state\" out.");
    else if (state == NULL && f == BOOK_POSITION)
        book_problem(r, TC_E_KEY, d->file, d->root,
                     "the key \"state\" is missing, which makes a position of a scenario.");
    else
        return true;
    return false;
}

/* What the file is, if it may be opened: a scenario, or a position where one is wanted. */
static enum book_format opened_as(const struct book_doc *d, bool position,
                                  struct book_report *r)
{
    enum book_format f = book_format_of(d, r);

    if (f == BOOK_TABLE || f == BOOK_MAP_FILE)
        book_problem(r, TC_E_KEY, d->file, book_spot(d->root, "format"),
                     "a scenario-1 or position-1 is wanted here.");
    if ((f != BOOK_SCENARIO && f != BOOK_POSITION) || !state_is_fine(d, f, position, r))
        return BOOK_NO_FORMAT;
    return f;
}

/* The book of a document that holds a whole scenario. */
static struct tc_book *open_whole(const char *data, const char *id, const struct book_doc *d,
                                  struct book_arena *arena, bool brief, struct book_report *r)
{
    const char *system = book_text(d->root, "system");
    char made[128];

    id_from(system ? system : "", d->file, made, sizeof made);
    return book_make(&(struct book_how){ .data = data, .brief = brief }, d, id ? id : made,
                     arena, r);
}

/* A scenario of the data folder; never a position. */
static struct tc_book *open_id(const char *data, const char *id, bool brief,
                               struct book_report *r, const char *file,
                               const struct book_node *at)
{
    char system[48], path[BOOK_PATH_MAX];
    const char *slash = strchr(id, '/');
    struct book_arena arena = { 0 };
    struct book_doc d;
    struct tc_book *bk = NULL;

    snprintf(system, sizeof system, "%.*s", (int)(slash - id), id);
    if (!book_data_path(path, sizeof path, data, system, "scenarios", slash + 1, r))
        return NULL;
    if (!book_is_file(path)) {
        book_problem(r, TC_E_NAME, file, at, "no scenario is named %s; its file would be %s.",
                     id, path);
        return NULL;
    }
    if (book_doc_file(&d, &arena, path, r) == TC_OK && opened_as(&d, false, r))
        bk = open_whole(data, id, &d, &arena, brief, r);
    book_arena_free(&arena);
    return bk;
}

/* The scenario a position names, with the position's tree attached to it. */
static struct tc_book *open_based(const char *data, const struct book_doc *d,
                                  struct book_arena *arena, bool brief, struct book_report *r)
{
    const char *id = book_text(d->root, "scenario"), *system = book_text(d->root, "system");
    struct tc_book *bk = NULL;
    int before = r->count;

    book_rows_check(d, BOOK_POSITION, NULL, r);
    if (r->count == before)
        bk = open_id(data, id, brief, r, d->file, book_child(d->root, "scenario"));
    if (bk && system && (strncmp(id, system, strlen(system)) || id[strlen(system)] != '/')) {
        book_problem(r, TC_E_NAME, d->file, book_spot(d->root, "system"),
                     "the scenario %s is of another system.", id);
        book_free(bk);
        bk = NULL;
    }
    if (bk) {
        book_box_of(bk)->extra = *arena;
        *arena = (struct book_arena){ 0 };
    }
    return bk;
}

struct tc_book *book_open(const char *data, const char *id, const char *path, const char *bytes,
                          size_t n, const struct book_node **state, bool brief,
                          struct book_report *r)
{
    struct book_arena arena = { 0 };
    struct book_doc d;
    struct tc_book *bk = NULL;
    enum tc_err err = bytes ? book_doc_text(&d, &arena, path, bytes, n, r)
                            : book_doc_file(&d, &arena, path, r);

    if (err == TC_OK && opened_as(&d, state != NULL, r))
        bk = book_child(d.root, "scenario") ? open_based(data, &d, &arena, brief, r)
                                            : open_whole(data, id, &d, &arena, brief, r);
    if (bk && state)
        *state = book_child(d.root, "state");
    book_arena_free(&arena);
    return bk;
}

enum tc_err book_load(const char *data, const char *id, const struct tc_book **out,
                      struct tc_why *why)
{
    struct book_report r = { 0 };
    struct tc_book *bk = NULL;

    if (!book_is_id(id))
        book_problem_at(&r, TC_E_NAME, "scenario", 0, 0,
                        "\"%.80s\" is no id of a scenario; allowed: system/name, such as "
                        "minden/first-battle; tricorne list shows them all.",
                        id);
    else
        bk = open_id(data, id, false, &r, id, NULL);
    if (bk)
        *out = bk;
    return book_verdict(&r, why);
}

enum tc_err book_load_file(const char *data, const char *path, const struct tc_book **out,
                           const struct book_node **state, struct tc_why *why)
{
    struct book_report r = { 0 };
    struct tc_book *bk = book_open(data, NULL, path, NULL, 0, state, false, &r);

    if (bk)
        *out = bk;
    return book_verdict(&r, why);
}

enum tc_err book_load_text(const char *data, const char *name, const char *bytes, size_t n,
                           const struct tc_book **out, const struct book_node **state,
                           struct tc_why *why)
{
    struct book_report r = { 0 };
    struct tc_book *bk = book_open(data, NULL, name, bytes, n, state, false, &r);

    if (bk)
        *out = bk;
    return book_verdict(&r, why);
}

/* The map alone, so that its faults are told whatever the scenario is. */
static void check_given_map(const char *data, const struct book_draft *d, struct book_report *r)
{
    struct book_arena keep = { 0 };
    struct book_load l = { .data = data, .report = r, .keep = &keep, .draft = d };
    struct book_doc doc;

    if (book_doc_text(&doc, &l.scratch, "map", d->map, d->map_size, r) == TC_OK) {
        enum book_format f = book_format_of(&doc, r);
        l.rules = book_system_of(&doc, r);
        if (f != BOOK_NO_FORMAT && f != BOOK_MAP_FILE)
            book_problem(r, TC_E_KEY, doc.file, book_spot(doc.root, "format"),
                         "a map-1 is wanted here.");
        l.book = l.rules ? book_alloc(&keep, book_size_of(l.rules)) : NULL;
        if (f == BOOK_MAP_FILE && l.book) {
            book_load_tables(&l, doc.file);
            book_fill_map(&l, &doc);
        }
    }
    book_arena_free(&l.scratch);
    book_arena_free(&keep);
}

/* The scenario of a draft; where its map is wrong only its shape is looked at. */
static struct tc_book *open_draft(const char *data, const struct book_draft *d,
                                  const struct book_doc *doc, struct book_arena *arena,
                                  struct book_report *r)
{
    const struct tc_ruleset *s = book_system_of(doc, r);
    char id[128];

    if (s && r->count == 0) {
        id_from(s->name, d->name, id, sizeof id);
        return book_make(&(struct book_how){ .data = data, .draft = d }, doc, id, arena, r);
    }
    if (s)
        book_rows_check(doc, BOOK_SCENARIO, &s->schema->scenario, r);
    return NULL;
}

enum tc_err book_load_draft(const char *data, const struct book_draft *d,
                            const struct tc_book **out, struct book_report *r)
{
    struct book_arena arena = { 0 };
    struct book_doc doc;
    struct tc_book *bk = NULL;

    if (d->map)
        check_given_map(data, d, r);
    if (book_doc_text(&doc, &arena, "scenario", d->text, d->size, r) == TC_OK &&
        opened_as(&doc, false, r) == BOOK_SCENARIO)
        bk = open_draft(data, d, &doc, &arena, r);
    book_arena_free(&arena);
    if (bk)
        *out = bk;
    return book_verdict(r, NULL);
}

void book_free(const struct tc_book *bk)
{
    struct book_box *box;

    if (bk == NULL)
        return;
    box = book_box_of(bk);
    book_arena_free(&box->keep);
    book_arena_free(&box->extra);
    free(box);
}

/* --- listing --- */

static bool is_yaml(const char *name)
{
    size_t n = strlen(name);

    return n > 5 && strcmp(name + n - 5, ".yaml") == 0;
}

/* The head of one scenario file. */
static void list_one(const char *path, const char *id,
                     void (*entry)(void *ctx, const struct book_entry *e), void *ctx)
{
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    struct book_entry e = { id, "", "", NULL };
    struct book_doc d;

    if (book_doc_file(&d, &a, path, &r) == TC_OK) {
        const char *title = book_text(d.root, "title"), *battle = book_text(d.root, "battle");
        e.title = title ? title : "";
        e.battle = battle ? battle : "";
        if (title == NULL)
            book_problem(&r, TC_E_KEY, path, d.root, "the key \"title\" is missing.");
    }
    if (r.count)
        e.broken = &r.first;
    entry(ctx, &e);
    book_arena_free(&a);
}

static int list_system(const char *data, const char *system,
                       void (*entry)(void *ctx, const struct book_entry *e), void *ctx)
{
    struct book_arena a = { 0 };
    char folder[BOOK_PATH_MAX], path[BOOK_PATH_MAX + 300], id[128];
    const char **names;
    int n, count = 0;

    if ((size_t)snprintf(folder, sizeof folder, "%s/%s/scenarios", data, system) >=
        sizeof folder)
        return 0;
    n = book_list_folder(&a, folder, &names);
    for (int i = 0; i < n; i++) {
        size_t stem = is_yaml(names[i]) ? strlen(names[i]) - 5 : 0;
        if (!book_is_name(names[i], stem) || !book_join(path, sizeof path, folder, names[i]))
            continue;
        snprintf(id, sizeof id, "%s/%.*s", system, (int)stem, names[i]);
        list_one(path, id, entry, ctx);
        count++;
    }
    book_arena_free(&a);
    return count;
}

int book_list(const char *data, void (*entry)(void *ctx, const struct book_entry *e), void *ctx)
{
    int count = 0;

    for (int i = 0; tc_rulesets[i]; i++)
        count += list_system(data, tc_rulesets[i]->name, entry, ctx);
    return count;
}
