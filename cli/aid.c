/* cli/aid.c - the play aid of a scenario: the sheet of its system, with the numbers of its
 * tables. What it says and in which order is written in data/SYSTEM/play-aid.yaml; docs/data.md
 * explains the lines. */
#include "cli/aid.h"
#include "cli/aid_fill.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/files.h"
#include "protocol/battle.h"

enum { TEXT = 1024 };

/* Lines that grow; their texts live in the arena. */
struct lines {
    struct book_arena arena;
    struct aid_files files;
    struct draw_aid_line *line;
    int n, room;
};

static const char *keep(struct lines *l, const char *text)
{
    const char *copy = book_copy_str(&l->arena, text);

    if (!copy)
        abort();
    return copy;
}

static void add(struct lines *l, enum draw_aid_kind kind, const char *left, const char *right)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 256;
        l->line = realloc(l->line, (size_t)l->room * sizeof *l->line);
        if (!l->line)
            abort();
    }
    l->line[l->n].kind = kind;
    l->line[l->n].left = keep(l, left);
    l->line[l->n++].right = right ? keep(l, right) : NULL;
}

/* --- Files ------------------------------------------------------------------------------- */

/* A file of that name, in place of one that was there before. */
static void file_add(struct lines *l, const char *name, const struct book_node *root)
{
    struct aid_files *f = &l->files;
    int i = 0;

    while (i < f->n && strcmp(f->table[i].name, name) != 0)
        i++;
    if (i == AID_TABLES)
        return;
    f->table[i].name = keep(l, name);
    f->table[i].root = root;
    f->n = i < f->n ? f->n : i + 1;
}

static enum tc_err read_yaml(struct lines *l, const char *path, struct book_doc *doc,
                             struct tc_why *why)
{
    struct book_report report = { 0 };

    if (book_doc_file(doc, &l->arena, path, &report) != TC_OK)
        return book_verdict(&report, why);
    return TC_OK;
}

static enum tc_err read_tables(struct lines *l, const char *data, const char *system,
                               struct tc_why *why)
{
    char folder[BOOK_PATH_MAX], path[2 * BOOK_PATH_MAX], stem[64];
    const char **name;
    struct book_doc doc;

    snprintf(folder, sizeof folder, "%s/%s/tables", data, system);
    int n = book_list_folder(&l->arena, folder, &name);
    if (n < 0)
        return tc_fail(why, TC_E_FILE, "{0}", SAY("The folder of tables cannot be read."),
                       folder);
    for (int i = 0; i < n; i++) {
        const char *dot = strstr(name[i], ".yaml");
        if (!dot || dot[5])
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, name[i]);
        enum tc_err err = read_yaml(l, path, &doc, why);
        if (err != TC_OK)
            return err;
        snprintf(stem, sizeof stem, "%.*s", (int)(dot - name[i]), name[i]);
        file_add(l, stem, doc.root);
    }
    return TC_OK;
}

/* A battle that somebody made brings its scenario, and tables of its own. */
static enum tc_err read_battle(struct lines *l, const char *path, struct tc_why *why)
{
    struct book_report r = { 0 };
    struct book_doc doc;
    struct battle b;
    enum tc_err err = battle_open(path, &b, why);

    if (err != TC_OK)
        return err;
    if (book_doc_text(&doc, &l->arena, "scenario", keep(l, b.draft.text), b.draft.size, &r) ==
        TC_OK)
        file_add(l, "scenario", doc.root);
    for (int i = 0; i < b.draft.tables; i++)
        if (book_doc_text(&doc, &l->arena, b.table[i].name, keep(l, b.table[i].text),
                          b.table[i].size, &r) == TC_OK)
            file_add(l, b.table[i].name, doc.root);
    battle_free(&b);
    return TC_OK;
}

/* The scenario is looked into where it is a file; of a record it is the one it names. */
static enum tc_err read_scenario(struct lines *l, const char *data, const struct tc_book *bk,
                                 const char *what, struct tc_why *why)
{
    char path[BOOK_PATH_MAX];
    struct book_report r = { 0 };
    struct book_doc doc;
    const char *name = strchr(bk->id, '/');

    if (access(what, R_OK) == 0 && battle_is_file(what))
        return read_battle(l, what, why);
    snprintf(path, sizeof path, "%s/%s/scenarios%s.yaml", data, bk->rules->name,
             name ? name : "");
    if (access(what, R_OK) == 0 && !strstr(what, ".jsonl"))
        snprintf(path, sizeof path, "%s", what);
    if (access(path, R_OK) == 0 && book_doc_file(&doc, &l->arena, path, &r) == TC_OK)
        file_add(l, "scenario", doc.root);
    return TC_OK;
}

/* The sheet in the language spoken, else in English. */
static enum tc_err read_sheet(struct lines *l, const char *data, const char *system,
                              struct book_doc *doc, struct tc_why *why)
{
    char path[BOOK_PATH_MAX];

    snprintf(path, sizeof path, "%s/lang/%s/aid-%s.yaml", data, book_speaks(), system);
    if (access(path, R_OK) != 0)
        snprintf(path, sizeof path, "%s/%s/play-aid.yaml", data, system);
    enum tc_err err = read_yaml(l, path, doc, why);
    if (err == TC_OK && !book_child(doc->root, "sheet"))
        return tc_fail(why, TC_E_KEY, "{0}", SAY("A play aid has a list called sheet."), path);
    return err;
}

/* --- Lines of the sheet --------------------------------------------------------------------
 */

/* Cut a text at a mark with blanks around it; what is behind it is returned. */
static char *cut(char *text, const char *mark)
{
    char *at = strstr(text, mark);

    if (at)
        *at = 0;
    return at ? at + strlen(mark) : NULL;
}

static void say_line(struct lines *l, char *text)
{
    static const struct {
        const char *sign;
        enum draw_aid_kind kind;
    } signs[] = {
        { "# ", DRAW_AID_HEAD },
        { "> ", DRAW_AID_NOTE },
        { "= ", DRAW_AID_TOP },
        { "| ", DRAW_AID_GRID },
    };
    char *right;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i].sign, 2) == 0) {
            right = signs[i].kind == DRAW_AID_HEAD ? cut(text, " | ") : NULL;
            add(l, signs[i].kind, text + 2, right);
            return;
        }
    if ((right = cut(text, " :: ")))
        add(l, DRAW_AID_TERM, text, right);
    else if ((right = cut(text, " | ")))
        add(l, DRAW_AID_ROW, text, right);
    else
        add(l, DRAW_AID_TEXT, text, NULL);
}

static enum tc_err fill(struct lines *l, const struct book_node *entry, const char *text,
                        char out[TEXT], struct tc_why *why)
{
    struct tc_text t = tc_text_on(out, TEXT);

    return aid_fill(&l->files, entry, text, &t, why);
}

/* Is a word the value of a key anywhere below? Where there is no scenario, all are.
 * NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static bool names(const struct book_node *n, const char *key, const char *word)
{
    if (!n || (n->key && n->text && strcmp(n->key, key) == 0 && strcmp(n->text, word) == 0))
        return true;
    for (const struct book_node *c = n->first; c; c = c->next)
        if (names(c, key, word))
            return true;
    return false;
}

static enum tc_err say(struct lines *l, const struct book_node *n,
                       const struct book_node *entry, struct tc_why *why);

/* Are the two texts of "when" equal? True where there is none. */
static enum tc_err wanted(struct lines *l, const struct book_node *n,
                          const struct book_node *entry, bool *is, struct tc_why *why)
{
    const struct book_node *when = book_child(n, "when");
    char one[TEXT] = "", two[TEXT] = "";
    enum tc_err err = when ? fill(l, entry, book_item(when, 0)->text, one, why) : TC_OK;

    if (when && err == TC_OK)
        err = fill(l, entry, book_item(when, 1)->text, two, why);
    *is = strcmp(one, two) == 0;
    return err;
}

/* Once for every entry from the first wanted.
 * NOLINTNEXTLINE(misc-no-recursion): loops stand in each other as in the file. */
static enum tc_err loop(struct lines *l, const struct book_node *n,
                        const struct book_node *entry, struct tc_why *why)
{
    const char *path = book_text(n, "each"), *from = book_text(n, "from");
    const struct book_node *in = aid_find(&l->files, entry, path, strlen(path));
    enum tc_err err = TC_OK;
    bool is;

    if (!in)
        return tc_fail(why, TC_E_NAME, "{0}",
                       SAY("A loop of the play aid is over something that is in no table."),
                       path);
    for (const struct book_node *c = in->first; c && err == TC_OK; c = c->next) {
        if (from && c->index < atoi(from))
            continue;
        err = wanted(l, n, c, &is, why);
        if (err == TC_OK && is)
            err = say(l, book_child(n, "lines"), c, why);
    }
    return err;
}

/* Once for every table whose name begins so, if the scenario names it without that.
 * NOLINTNEXTLINE(misc-no-recursion): loops stand in each other as in the file. */
static enum tc_err over_tables(struct lines *l, const struct book_node *n, struct tc_why *why)
{
    const char *begins = book_text(n, "tables"), *named = book_text(n, "named");
    const struct book_node *scenario = aid_table(&l->files, "scenario", 8);
    enum tc_err err = TC_OK;
    size_t len = strlen(begins);

    for (int i = 0; i < l->files.n && err == TC_OK; i++) {
        const char *name = l->files.table[i].name;
        if (strncmp(name, begins, len) == 0 && (!named || names(scenario, named, name + len)))
            err = say(l, book_child(n, "lines"), l->files.table[i].root, why);
    }
    return err;
}

/* The lines of a list, loops among them.
 * NOLINTNEXTLINE(misc-no-recursion): loops stand in each other as in the file. */
static enum tc_err say(struct lines *l, const struct book_node *n,
                       const struct book_node *entry, struct tc_why *why)
{
    enum tc_err err = TC_OK;
    char text[TEXT];
    bool is;

    for (const struct book_node *c = n ? n->first : NULL; c && err == TC_OK; c = c->next) {
        if (c->kind == BOOK_SCALAR && (err = fill(l, entry, c->text, text, why)) == TC_OK)
            say_line(l, text);
        else if (book_text(c, "each"))
            err = loop(l, c, entry, why);
        else if (book_text(c, "tables"))
            err = over_tables(l, c, why);
        else if (c->kind == BOOK_MAP && (err = wanted(l, c, entry, &is, why)) == TC_OK && is)
            err = say(l, book_child(c, "lines"), entry, why);
    }
    return err;
}

/* Lists of words, and signs: "$" is "{scenario/module}". */
static enum tc_err read_signs(struct lines *l, const struct book_node *root, struct tc_why *why)
{
    const struct book_node *list = book_child(root, "signs");
    struct aid_files *f = &l->files;
    enum tc_err err = TC_OK;
    char text[TEXT];

    f->words = book_child(root, "words");
    for (const struct book_node *c = list ? list->first : NULL; c && err == TC_OK;
         c = c->next) {
        if (f->signs == AID_SIGNS)
            break;
        err = fill(l, NULL, book_item(c, 1)->text, text, why);
        f->sign[f->signs].sign = book_item(c, 0)->text[0];
        snprintf(f->sign[f->signs++].word, sizeof f->sign->word, "%.31s", text);
    }
    return err;
}

static void glossary(struct lines *l, const struct tc_ruleset *r)
{
    if (!r->terms)
        return;
    add(l, DRAW_AID_HEAD, SAY("Words"), NULL);
    for (const struct tc_term *t = r->terms; t->word; t++)
        add(l, DRAW_AID_TERM, t->word, t->text);
}

/* --- The aid --------------------------------------------------------------------------------
 */

bool aid_is_text(const char *path)
{
    size_t n = strlen(path);

    return n > 4 && strcmp(path + n - 4, ".txt") == 0;
}

/* Pictures are numbered from the second page on: aid.png, aid-2.png. */
static enum tc_err pages(const struct draw_aid *a, int width, enum draw_format format,
                         const char *path, struct tc_why *why)
{
    int n = format == DRAW_PDF ? 1 : draw_aid_pages(a);
    const char *dot = strrchr(path, '.');
    enum tc_err err = TC_OK;
    char name[BOOK_PATH_MAX];

    for (int page = 0; page < n && err == TC_OK; page++) {
        if (page == 0)
            snprintf(name, sizeof name, "%s", path);
        else
            snprintf(name, sizeof name, "%.*s-%d%s", (int)(dot - path), path, page + 1, dot);
        err = draw_aid_file(a, width, format, page, name, why);
    }
    return err;
}

/* The same as plain text: for who reads by ear, and for programs. */
static enum tc_err write_text(const struct draw_aid *a, const char *path, struct tc_why *why)
{
    FILE *f = fopen(path, "w");

    if (!f)
        return tc_fail(why, TC_E_FILE, "{0}", SAY("The file cannot be written."), path);
    fprintf(f, "%s\n%s\n", a->title, a->subtitle);
    for (int i = 0; i < a->lines; i++) {
        const struct draw_aid_line *l = &a->line[i];
        bool head = l->kind == DRAW_AID_HEAD;
        fprintf(f, "%s%s%s%s%s\n", head ? "\n# " : "", l->left,
                l->right ? (head ? " (" : ": ") : "", l->right ? l->right : "",
                head && l->right ? ")" : "");
    }
    if (fclose(f) != 0)
        return tc_fail(why, TC_E_FILE, "{0}", SAY("The file cannot be written."), path);
    return TC_OK;
}

enum tc_err aid_draw(const char *data, const struct tc_book *bk, const char *what, int width,
                     enum draw_format format, const char *path, struct tc_why *why)
{
    struct lines l = { 0 };
    struct book_doc sheet;
    char sub[TEXT];

    snprintf(sub, sizeof sub, SAY("Play aid for %s"), bk->rules->title);
    enum tc_err err = read_tables(&l, data, bk->rules->name, why);
    if (err == TC_OK)
        err = read_scenario(&l, data, bk, what, why);
    if (err == TC_OK)
        err = read_sheet(&l, data, bk->rules->name, &sheet, why);
    if (err == TC_OK)
        err = read_signs(&l, sheet.root, why);
    if (err == TC_OK)
        err = say(&l, book_child(sheet.root, "sheet"), NULL, why);
    if (err == TC_OK) {
        glossary(&l, bk->rules);
        struct draw_aid a = { bk->title, sub, l.line, l.n };
        err =
            aid_is_text(path) ? write_text(&a, path, why) : pages(&a, width, format, path, why);
    }
    free(l.line);
    book_arena_free(&l.arena);
    return err;
}
