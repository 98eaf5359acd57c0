/* book/load.c - tables, map and scenario into one book. */
#include "book/load.h"

#include "book/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/tongue.h"
#include "rules/registry.h"

bool book_data_path(char *buf, size_t cap, const char *data, const char *system,
                    const char *folder, const char *name, struct book_report *r)
{
    if ((size_t)snprintf(buf, cap, "%s/%s/%s/%s.yaml", data, system, folder, name) < cap)
        return true;
    book_problem_at(r, TC_E_FILE, name, 0, 0, "The name of its file is too long.");
    return false;
}

/* --- heads of files ------------------------------------------------------------------- */

enum book_format book_format_of(const struct book_doc *d, struct book_report *r)
{
    static const char *const word[] = { "", "table-1", "map-1", "scenario-1", "position-1" };
    const char *format = book_text(d->root, "format");

    for (int i = 1; format && i <= BOOK_POSITION; i++)
        if (strcmp(format, word[i]) == 0)
            return (enum book_format)i;
    book_problem(r, format ? TC_E_EDITION : TC_E_KEY, d->file, book_spot(d->root, "format"),
                 "the key \"format\" must say what the file is; allowed: table-1, map-1, "
                 "scenario-1, position-1.");
    return BOOK_NO_FORMAT;
}

const struct tc_ruleset *book_system_of(const struct book_doc *d, struct book_report *r)
{
    const char *name = book_text(d->root, "system");
    const struct tc_ruleset *s = name ? tc_find_ruleset(name) : NULL;
    char allowed[128] = "";
    size_t used = 0;

    if (s)
        return s;
    for (int i = 0; tc_rulesets[i] && used < sizeof allowed; i++)
        used += (size_t)snprintf(allowed + used, sizeof allowed - used, "%s%s", i ? ", " : "",
                                 tc_rulesets[i]->name);
    book_problem(r, name ? TC_E_NAME : TC_E_KEY, d->file, book_spot(d->root, "system"),
                 "the key \"system\" must name a rule system; allowed: %s.", allowed);
    return NULL;
}

/* Is this file what its place says it is? */
static bool has_head(const struct book_load *l, const struct book_doc *d, enum book_format want,
                     const char *table)
{
    const char *name = book_text(d->root, "table");
    enum book_format got = book_format_of(d, l->report);
    const struct tc_ruleset *s = book_system_of(d, l->report);

    if (got == BOOK_NO_FORMAT || s == NULL)
        return false;
    if (got != want || s != l->rules) {
        book_problem(l->report, TC_E_KEY, d->file, book_spot(d->root, "format"),
                     "found a %s of system %s, expected a %s of system %s.",
                     book_text(d->root, "format"), s->name,
                     want == BOOK_TABLE ? "table-1" : "map-1", l->rules->name);
        return false;
    }
    if (table == NULL || (name && strcmp(name, table) == 0))
        return true;
    book_problem(l->report, TC_E_NAME, d->file, book_spot(d->root, "table"),
                 "the file %s.yaml must hold the table \"%s\".", table, table);
    return false;
}

/* --- tables and maps -------------------------------------------------------------------- */

size_t book_size_of(const struct tc_ruleset *r)
{
    return r->schema->book_size;
}

int book_tables_of(const struct tc_ruleset *r)
{
    return r->schema->table_count;
}

const char *book_table_name(const struct tc_ruleset *r, int i)
{
    return r->schema->tables[i].name;
}

/* A file by its rows; false when anything is wrong with its shape. */
static bool fits_rows(struct book_load *l, const struct book_doc *d, enum book_format format,
                      const struct tc_mapping *shape)
{
    int before = l->report->count;

    book_rows_check(d, format, shape, l->report);
    return l->report->count == before;
}

static void fill_rows(struct book_load *l, const struct book_doc *d,
                      const struct tc_mapping *shape)
{
    struct book_filling f = { d, l->book, l->keep, &l->scratch, l->report };

    book_rows_fill(&f, shape, l->rules->schema->own_size);
}

void book_fill_table(struct book_load *l, const struct book_doc *d, int i)
{
    const struct tc_mapping *shape = &l->rules->schema->tables[i].mapping;

    if (fits_rows(l, d, BOOK_TABLE, shape))
        fill_rows(l, d, shape);
}

void book_fill_map(struct book_load *l, const struct book_doc *d)
{
    const struct tc_mapping *shape = &l->rules->schema->map;

    if (fits_rows(l, d, BOOK_MAP_FILE, shape))
        fill_rows(l, d, shape);
}

/* The hash that tables/SHIPPED notes for a table; false when it notes none. */
static bool shipped_hash(const char *list, const char *name, char hex[17])
{
    size_t n = strlen(name);

    for (const char *line = list; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, n) == 0 && line[n] == ' ' && strlen(line + n + 1) >= 16) {
            memcpy(hex, line + n + 1, 16);
            hex[16] = 0;
            return true;
        }
    }
    return false;
}

static void note_replaced(struct book_load *l, const char *list, const char *name,
                          const struct book_doc *d)
{
    char hex[17], now[17];
    size_t n = strlen(l->replaced);

    snprintf(now, sizeof now, "%016llx", (unsigned long long)tc_hash(d->bytes, d->size, 0));
    if (list && shipped_hash(list, name, hex) && strcmp(hex, now) == 0)
        return;
    snprintf(l->replaced + n, sizeof l->replaced - n, "%s%s", n ? ", " : "", name);
}

/* The table of this name that the draft brings; NULL: none. */
static const struct book_own_table *own_table(const struct book_load *l, const char *name)
{
    for (int i = 0; l->draft && i < l->draft->tables; i++)
        if (strcmp(l->draft->table[i].name, name) == 0)
            return &l->draft->table[i];
    return NULL;
}

static enum tc_err open_table(struct book_load *l, const char *name, struct book_doc *d)
{
    const struct book_own_table *own = own_table(l, name);
    char path[BOOK_PATH_MAX];

    if (own) {
        snprintf(path, sizeof path, "tables/%s", name);
        const char *called = book_copy_str(&l->scratch, path);
        return book_doc_text(d, &l->scratch, called ? called : "table", own->text, own->size,
                             l->report);
    }
    if (!book_data_path(path, sizeof path, l->data, l->rules->name, "tables", name, l->report))
        return TC_E_FILE;
    return book_doc_file(d, &l->scratch, path, l->report);
}

static void load_table(struct book_load *l, int i, const char *list)
{
    const char *name = book_table_name(l->rules, i);
    struct book_doc d;

    if (open_table(l, name, &d) != TC_OK || !has_head(l, &d, BOOK_TABLE, name))
        return;
    l->hash = tc_hash(d.bytes, d.size, l->hash);
    note_replaced(l, list, name, &d);
    book_fill_table(l, &d, i);
}

/* The list of shipped tables; NULL when the folder has none. */
static const char *read_shipped(struct book_load *l)
{
    struct book_report quiet = { 0 };
    char path[BOOK_PATH_MAX];
    size_t n;

    if ((size_t)snprintf(path, sizeof path, "%s/%s/tables/SHIPPED", l->data, l->rules->name) >=
        sizeof path)
        return NULL;
    return book_read_file(&l->scratch, path, 1 << 20, &n, &quiet);
}

/* In brief mode faults of other files are told in one sentence, not one by one. */
static void begin_part(struct book_load *l, struct book_report *own, struct book_report **was)
{
    *was = l->report;
    if (l->brief)
        l->report = own;
}

static void end_part(struct book_load *l, struct book_report *own, struct book_report *was,
                     const char *file, const char *what)
{
    l->report = was;
    if (own->count)
        book_problem_at(was, own->first.err, file, 0, 0,
                        "The %s it needs has %d faults; the first: %s: %.250s", what,
                        own->count, own->first.where, own->first.text);
}

/* Every table of the draft must be one that the system has. */
static void check_own_tables(struct book_load *l)
{
    char allowed[400] = "";
    size_t used = 0;
    int tables = book_tables_of(l->rules);

    for (int k = 0; k < tables && used < sizeof allowed; k++)
        used += (size_t)snprintf(allowed + used, sizeof allowed - used, "%s%s", k ? ", " : "",
                                 book_table_name(l->rules, k));
    for (int i = 0; l->draft && i < l->draft->tables; i++) {
        int k = 0;
        while (k < tables && strcmp(book_table_name(l->rules, k), l->draft->table[i].name) != 0)
            k++;
        if (k == tables)
            book_problem_at(l->report, TC_E_NAME, "tables", 0, 0,
                            "%s has no table \"%.40s\"; allowed: %s.", l->rules->name,
                            l->draft->table[i].name, allowed);
    }
}

static void read_tables(struct book_load *l)
{
    const char *list = read_shipped(l);

    check_own_tables(l);
    for (int i = 0; i < book_tables_of(l->rules); i++)
        load_table(l, i, list);
}

/* --- kept tables ------------------------------------------------------------------------- */

enum { KEPT = 16 };

static struct kept {
    const struct tc_ruleset *rules;
    struct tc_book *book; /* with its tables, without map and scenario */
    uint64_t hash;
    char replaced[sizeof(((struct book_load *)0)->replaced)];
} kept[KEPT];
static struct book_arena kept_arena;
static const char *kept_data;

void book_keep_tables(const char *data)
{
    kept_data = data;
    memset(kept, 0, sizeof kept);
    book_arena_free(&kept_arena);
}

static struct kept *kept_of(const struct book_load *l)
{
    int i = 0;

    if (kept_data == NULL || strcmp(l->data, kept_data) != 0)
        return NULL;
    while (i < KEPT - 1 && kept[i].rules && kept[i].rules != l->rules)
        i++;
    return &kept[i];
}

/* The tables as an earlier load left them; false when they must be read. */
static bool take_kept(struct book_load *l)
{
    const struct kept *k = kept_of(l);

    if (k == NULL || k->rules != l->rules)
        return false;
    memcpy(l->book, k->book, book_size_of(l->rules));
    memcpy(l->replaced, k->replaced, sizeof l->replaced);
    l->hash = k->hash;
    return true;
}

/* What tables refer to lives in the arena of their book, so they are read once more into ours.
 */
static void keep_tables(const struct book_load *from)
{
    struct kept *k = kept_of(from);
    struct book_report quiet = { 0 };
    struct book_load l = {
        .data = from->data, .rules = from->rules, .report = &quiet, .keep = &kept_arena
    };

    if (k == NULL || k->rules == from->rules)
        return;
    l.book = book_alloc(&kept_arena, book_size_of(l.rules));
    if (l.book == NULL)
        return;
    read_tables(&l);
    book_arena_free(&l.scratch);
    if (quiet.count)
        return;
    *k = (struct kept){ .rules = l.rules, .book = l.book, .hash = l.hash };
    memcpy(k->replaced, l.replaced, sizeof k->replaced);
}

void book_load_tables(struct book_load *l, const char *file)
{
    struct book_report own = { 0 }, *was;

    keep_tables(l);
    if (!(l->draft && l->draft->tables) && take_kept(l))
        return;
    begin_part(l, &own, &was);
    read_tables(l);
    end_part(l, &own, was, file, "set of tables");
}

/* --- maps that are not files --- */

enum { OWN_MAPS = 32 };
static struct own_map {
    const char *name, *text;
} own_map[OWN_MAPS];
static int own_maps;

void book_own_map(const char *name, const char *text)
{
    if (!name)
        own_maps = 0;
    else if (own_maps < OWN_MAPS)
        own_map[own_maps++] = (struct own_map){ name, text };
}

static const char *find_own_map(const char *name)
{
    for (int i = 0; i < own_maps; i++)
        if (strcmp(own_map[i].name, name) == 0)
            return own_map[i].text;
    return NULL;
}

/* A scenario file anywhere may have its map beside it; no map of the data folder is hidden by
 * that. */
static bool map_beside(const struct book_doc *scenario, const char *name, char *path,
                       size_t cap)
{
    const char *slash = scenario->from_file ? strrchr(scenario->file, '/') : NULL;
    int folder = slash ? (int)(slash - scenario->file) + 1 : 0;
    char beside[BOOK_PATH_MAX];

    if (!scenario->from_file ||
        (size_t)snprintf(beside, sizeof beside, "%.*s%s.yaml", folder, scenario->file, name) >=
            sizeof beside ||
        !book_is_file(beside))
        return false;
    snprintf(path, cap, "%s", beside);
    return true;
}

/* Where the file of a map is: in the system's folder of maps, whence no link may lead out of
 * the data, or beside its scenario. */
static bool find_map(struct book_load *l, const char *name, const struct book_node *at,
                     const struct book_doc *scenario, char *path, size_t cap)
{
    bool ours = book_is_file(path);

    if (!ours && !map_beside(scenario, name, path, cap))
        book_problem(l->report, TC_E_NAME, scenario->file, at,
                     "no map is named \"%s\"; its file would be %s.", name, path);
    else if (ours && !book_lies_below(path, l->data))
        book_problem(l->report, TC_E_NAME, scenario->file, at,
                     "the map \"%s\" is a link that leads out of the data folder; allowed: a "
                     "file, or a link to one, below %s.",
                     name, l->data);
    else
        return true;
    return false;
}

void book_load_map(struct book_load *l, const char *name, const struct book_node *at,
                   const struct book_doc *scenario)
{
    struct book_report own = { 0 }, *was;
    char path[BOOK_PATH_MAX];
    struct book_doc d;

    if (!book_is_name(name, strlen(name))) { /* no path leads out of the folder of maps */
        book_problem(l->report, TC_E_NAME, scenario->file, at,
                     "\"%s\" is not the name of a map; allowed: small letters, figures and "
                     "hyphens, such as blenheim.",
                     name);
        return;
    }
    if (!book_data_path(path, sizeof path, l->data, l->rules->name, "maps", name, l->report))
        return;
    const char *text = find_own_map(name), *called = name;
    size_t size = text ? strlen(text) : 0;
    if (l->draft && l->draft->map) {
        text = l->draft->map;
        size = l->draft->map_size;
        called = "map";
    }
    if (!text && !find_map(l, name, at, scenario, path, sizeof path))
        return;
    begin_part(l, &own, &was);
    enum tc_err err = text ? book_doc_text(&d, &l->scratch, called, text, size, l->report)
                           : book_doc_file(&d, &l->scratch, path, l->report);
    if (err == TC_OK && has_head(l, &d, BOOK_MAP_FILE, NULL)) {
        l->hash = tc_hash(d.bytes, d.size, l->hash);
        book_fill_map(l, &d);
    }
    end_part(l, &own, was, scenario->file, "map");
}

/* --- the scenario --- */

/* Where a line begins, 1-based; the end of the bytes when there are not so many. */
static size_t line_start(const struct book_doc *d, int line)
{
    size_t at = 0;

    while (--line > 0 && at < d->size) {
        const char *end = memchr(d->bytes + at, '\n', d->size - at);
        at = end ? (size_t)(end - d->bytes) + 1 : d->size;
    }
    return at;
}

/* The bytes of a scenario without its `state:` part, so that a position of a scenario is
 * played with the same book. Only a state in lines of its own can be left out. */
static uint64_t hash_scenario(struct book_load *l, const struct book_doc *d)
{
    const struct book_node *state = book_child(d->root, "state");
    size_t from, to;
    char *rest;

    if (state == NULL || state->column != 1)
        return tc_hash(d->bytes, d->size, l->hash);
    from = line_start(d, state->line);
    to = state->next ? line_start(d, state->next->line) : d->size;
    rest = book_copy(&l->scratch, d->bytes, d->size);
    if (rest == NULL) {
        book_problem_at(l->report, TC_E_FULL, d->file, 0, 0, "There is no memory left.");
        return 0;
    }
    memmove(rest + from, rest + to, d->size - to);
    return tc_hash(rest, d->size - (to - from), l->hash);
}

/* A book whose files were written anew keeps its name. */
static uint64_t known_by(const struct tc_schema *s, uint64_t hash)
{
    for (const struct tc_same_book *b = s->same; b && b->now; b++)
        if (b->now == hash)
            return b->known;
    return hash;
}

/* What the ruleset itself says to the position at the start. */
static void ask_rules(struct book_load *l, const struct book_doc *d)
{
    const struct tc_ruleset *rules = l->book->rules;
    struct tc_refusal why = { 0 };
    char text[400];
    struct tc_text t = tc_text_on(text, sizeof text);
    struct tc_head *state;

    if (rules == NULL || rules->setup == NULL || rules->check == NULL)
        return;
    state = calloc(1, rules->state_size);
    if (state == NULL) {
        book_problem_at(l->report, TC_E_FULL, d->file, 0, 0, "There is no memory left.");
        return;
    }
    state->book = l->book->hash;
    rules->setup(l->book, state);
    if (!rules->check(l->book, state, &why)) {
        tc_say_refusal(rules, l->book, &why, &t);
        book_problem_at(l->report, TC_E_ILLEGAL, d->file, 0, 0,
                        "The rules refuse the position at the start (%s): %s",
                        why.rule ? why.rule : "no rule", text);
    }
    free(state);
}

/* A copy that lives with the book; "" for NULL. */
static const char *keep_text(struct book_load *l, const char *s)
{
    const char *copy = s ? book_copy_str(l->keep, s) : "";

    if (copy)
        return copy;
    book_problem_at(l->report, TC_E_FULL, l->data, 0, 0, "There is no memory left.");
    return "";
}

static void fill_head(struct book_load *l, const struct book_doc *d, const char *id)
{
    struct tc_book *bk = l->book;

    bk->rules = book_tongue(l);
    bk->hash = known_by(l->rules->schema, hash_scenario(l, d));
    bk->id = keep_text(l, id);
    bk->title = keep_text(l, book_text(d->root, "title"));
    bk->battle = keep_text(l, book_text(d->root, "battle"));
    bk->replaced = keep_text(l, l->replaced);
}

/* What a scenario needs: tables, and the map it names. False when anything is wrong. */
static bool load_parts(struct book_load *l, const struct book_doc *d, const char *id)
{
    const char *map = book_text(d->root, "map");
    int before = l->report->count;

    book_load_tables(l, d->file);
    if (map)
        book_load_map(l, map, book_spot(d->root, "map"), d);
    if (l->report->count == before)
        fill_head(l, d, id);
    return l->report->count == before;
}

static void load_all(struct book_load *l, const struct book_doc *d, const char *id)
{
    const struct tc_schema *s = l->rules->schema;
    int before = l->report->count;

    if (!fits_rows(l, d, BOOK_SCENARIO, &s->scenario) || !load_parts(l, d, id))
        return;
    fill_rows(l, d, &s->scenario);
    if (l->report->count != before)
        return;
    if (s->finish)
        s->finish(l->book);
    ask_rules(l, d);
}

struct book_box *book_box_of(const struct tc_book *bk)
{
    return (struct book_box *)(void *)((char *)(uintptr_t)bk - offsetof(struct book_box, book));
}

struct tc_book *book_make(const struct book_how *how, const struct book_doc *d, const char *id,
                          struct book_arena *arena, struct book_report *r)
{
    const struct tc_ruleset *s = book_system_of(d, r);
    struct book_box *box = s ? calloc(1, sizeof *box + book_size_of(s)) : NULL;
    struct book_load l = { .data = how->data, .rules = s, .report = r, .brief = how->brief };
    int before = r->count;

    if (s == NULL)
        return NULL;
    if (box == NULL) {
        book_problem_at(r, TC_E_FULL, d->file, 0, 0, "There is no memory left.");
        return NULL;
    }
    box->keep = *arena;
    l.draft = how->draft;
    l.keep = &box->keep;
    l.book = (struct tc_book *)(void *)box->book;
    load_all(&l, d, id);
    book_arena_free(&l.scratch);
    *arena = (struct book_arena){ 0 };
    if (r->count == before)
        return l.book;
    book_arena_free(&box->keep);
    free(box);
    return NULL;
}
