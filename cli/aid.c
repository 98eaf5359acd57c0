/* cli/aid.c - the play aid of a scenario: sequence, acts, and every table of its system. */
#include "cli/aid.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/files.h"
#include "book/yaml.h"

enum { TEXT = 512 };

/* Lines that grow; their texts live in the arena. */
struct lines {
    struct book_arena arena;
    struct draw_aid_line *line;
    int n, room;
};

static void add(struct lines *l, enum draw_aid_kind kind, const char *left, const char *right)
{
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 256;
        l->line = realloc(l->line, (size_t)l->room * sizeof *l->line);
        if (!l->line)
            abort();
    }
    l->line[l->n].kind = kind;
    l->line[l->n].left = book_copy_str(&l->arena, left);
    l->line[l->n].right = right ? book_copy_str(&l->arena, right) : NULL;
    if (!l->line[l->n++].left)
        abort();
}

/* --- Sequence and acts ------------------------------------------------------------------- */

static void sequence(struct lines *l, const struct tc_ruleset *r)
{
    add(l, DRAW_AID_HEAD, SAY("Sequence of play"), NULL);
    for (int i = 0; i < r->step_count; i++) {
        char name[TEXT];
        snprintf(name, sizeof name, "%s", r->steps[i].name);
        for (char *c = name; *c; c++)
            *c = *c == '-' ? ' ' : *c;
        if (name[0] >= 'a' && name[0] <= 'z')
            name[0] = (char)(name[0] - 'a' + 'A');
        add(l, DRAW_AID_ROW, name, r->steps[i].rule);
    }
}

static const char *closing(const char *c)
{
    for (int deep = 0; *c; c++) {
        deep += *c == '{';
        deep -= *c == '}';
        if (deep == 0)
            return c;
    }
    return c;
}

static void part(const struct tc_decl *d, const char *c, const char *end, struct tc_text *out);

/* One brace, from behind its number: what may be said is said, for many rather than for one. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as the braces of a text. */
static void brace(const struct tc_decl *d, int i, const char *c, const char *end,
                  struct tc_text *out)
{
    const char *bar = c + 1;

    switch (*c) {
    case '?':
    case '>': part(d, c + 1, end, out); break;
    case '|':
        while (bar < end && *bar != '|')
            bar++;
        if (d->param[i].kind == TC_K_NAME)
            part(d, c + 1, bar, out);
        else
            part(d, bar < end ? bar + 1 : end, end, out);
        break;
    case '!':
    case '<':
    case '=':
    case '~': break;
    default:
        tc_text_char(out, '<');
        tc_text_str(out, d->param[i].name ? d->param[i].name : "?");
        tc_text_char(out, '>');
        break;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the braces of a text. */
static void part(const struct tc_decl *d, const char *c, const char *end, struct tc_text *out)
{
    for (; c < end; c++) {
        bool opens = *c == '{' && (c[1] == '/' || (c[1] >= '0' && c[1] < '0' + TC_ARGS));
        const char *close = opens ? closing(c) : end;
        if (close < end && c[1] == '/') {
            const char *bar = memchr(c, '|', (size_t)(close - c));
            part(d, c + 2, bar ? bar : close, out);
            c = close;
        } else if (close < end) {
            brace(d, c[1] - '0', c + 2, close, out);
            c = close;
        } else {
            tc_text_char(out, *c);
        }
    }
}

/* The sentence of a declaration with the names of its parameters in the gaps. */
static void sentence(const struct tc_decl *d, struct tc_text *out)
{
    part(d, d->text, d->text + strlen(d->text), out);
}

static void glossary(struct lines *l, const struct tc_ruleset *r)
{
    if (!r->terms)
        return;
    add(l, DRAW_AID_HEAD, SAY("Words"), NULL);
    for (const struct tc_term *t = r->terms; t->word; t++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%s: %s", t->word, t->text);
        add(l, DRAW_AID_ROW, text, t->rule);
    }
}

static void acts(struct lines *l, const struct tc_ruleset *r)
{
    add(l, DRAW_AID_HEAD, SAY("Acts to type"), NULL);
    for (int i = 0; i < r->verb_count; i++) {
        const struct tc_decl *d = &r->verbs[i];
        char form[TEXT], say[TEXT];
        struct tc_text tf = tc_text_on(form, sizeof form), ts = tc_text_on(say, sizeof say);
        tc_text_str(&tf, d->name);
        for (int k = 0; k < TC_ARGS && d->param[k].kind != TC_K_END; k++) {
            tc_text_str(&tf, d->param[k].flags & TC_P_KEY ? " [" : " ");
            tc_text_str(&tf, d->param[k].name);
            tc_text_str(&tf, d->param[k].flags & TC_P_KEY ? "=]" : "");
        }
        tc_text_str(&tf, d->flags & TC_F_PATH ? SAY(" legs") : "");
        sentence(d, &ts);
        add(l, DRAW_AID_ROW, say, form);
    }
    if (r->leg_count) {
        char legs[TEXT];
        struct tc_text t = tc_text_on(legs, sizeof legs);
        for (int i = 0; i < r->leg_count; i++) {
            tc_text_str(&t, i ? ", " : "");
            tc_text_str(&t, r->legs[i].name);
            tc_text_str(&t, r->legs[i].kind == TC_K_LENGTH ? SAY(" inches") : SAY(" degrees"));
        }
        add(l, DRAW_AID_ROW, SAY("legs of a path"), legs);
    }
}

/* --- Tables ---------------------------------------------------------------------------------
 */

/* A key for people: "second_needs" is second needs. */
static void words(const char *key, struct tc_text *out)
{
    for (; *key; key++)
        tc_text_char(out, *key == '_' ? ' ' : *key);
}

/* A node in one line: "short 3, long 6".
 * NOLINTNEXTLINE(misc-no-recursion): at most BOOK_DEPTH_MAX deep (book/strict.c). */
static void flat(const struct book_node *n, struct tc_text *out)
{
    if (n->kind == BOOK_SCALAR) {
        tc_text_str(out, n->text);
        return;
    }
    for (const struct book_node *c = n->first; c; c = c->next) {
        if (c != n->first)
            tc_text_str(out, ", ");
        if (c->key) {
            words(c->key, out);
            tc_text_char(out, ' ');
        }
        bool deep = c->kind != BOOK_SCALAR;
        tc_text_str(out, deep ? "(" : "");
        flat(c, out);
        tc_text_str(out, deep ? ")" : "");
    }
}

static bool has_blank(const struct book_node *n)
{
    return n->kind == BOOK_SCALAR && strchr(n->text, ' ');
}

static void entry(struct lines *l, const struct book_node *n, int depth);

/* NOLINTNEXTLINE(misc-no-recursion): entry() goes three deep. */
static void children(struct lines *l, const struct book_node *n, int depth)
{
    for (const struct book_node *c = n->first; c; c = c->next)
        entry(l, c, depth);
}

/* A map of maps, or a list of rows, gets a line of its own for each child.
 * NOLINTNEXTLINE(misc-no-recursion): not below a depth of three. */
static void entry(struct lines *l, const struct book_node *n, int depth)
{
    char left[TEXT], right[TEXT * 4];
    struct tc_text tl = tc_text_on(left, sizeof left), tr = tc_text_on(right, sizeof right);

    for (int i = 0; i < depth; i++)
        tc_text_str(&tl, "   ");
    words(n->key ? n->key : "", &tl);
    bool deep =
        n->kind != BOOK_SCALAR && n->first &&
        (n->first->kind != BOOK_SCALAR || (n->kind == BOOK_LIST && has_blank(n->first)));
    if (deep && n->key && depth < 3) {
        add(l, DRAW_AID_ROW, left, NULL);
        children(l, n, depth + 1);
        return;
    }
    if (n->kind == BOOK_MAP && !n->key && n->first && n->first->kind == BOOK_SCALAR) {
        struct book_node rest = *n; /* an entry of a list: its first key names it */
        rest.first = n->first->next;
        words(n->first->key, &tl);
        tc_text_char(&tl, ' ');
        tc_text_str(&tl, n->first->text);
        flat(&rest, &tr);
        add(l, DRAW_AID_ROW, left, right);
        return;
    }
    flat(n, &tr);
    if (n->kind == BOOK_SCALAR && !n->key)
        add(l, DRAW_AID_GRID, right, NULL);
    else
        add(l, DRAW_AID_ROW, n->key ? left : "", right);
}

static void table(struct lines *l, const char *name, const struct book_node *root)
{
    static const char *const known[] = { "format", "system", "table", "rule",
                                         "source", "note",   NULL };
    char title[64];

    snprintf(title, sizeof title, "%.*s", (int)strcspn(name, "."), name);
    add(l, DRAW_AID_HEAD, title, book_text(root, "rule"));
    if (book_text(root, "note"))
        add(l, DRAW_AID_NOTE, book_text(root, "note"), NULL);
    if (book_text(root, "source"))
        add(l, DRAW_AID_NOTE, book_text(root, "source"), NULL);
    for (const struct book_node *c = root->first; c; c = c->next)
        if (c->key && tc_find_word(known, c->key, strlen(c->key)) < 0)
            entry(l, c, 0);
}

static bool is_yaml(const char *name)
{
    size_t n = strlen(name);

    return n > 5 && strcmp(name + n - 5, ".yaml") == 0;
}

static enum tc_err tables(struct lines *l, const char *data, const char *system,
                          struct tc_why *why)
{
    char folder[BOOK_PATH_MAX], path[2 * BOOK_PATH_MAX];
    struct book_report report = { 0 };
    const char **name;

    snprintf(folder, sizeof folder, "%s/%s/tables", data, system);
    int n = book_list_folder(&l->arena, folder, &name);
    for (int i = 0; i < n; i++) {
        struct book_doc doc;
        if (!is_yaml(name[i]))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, name[i]);
        if (book_doc_file(&doc, &l->arena, path, &report) != TC_OK)
            return book_verdict(&report, why);
        table(l, name[i], doc.root);
    }
    if (n < 0)
        return tc_fail(why, TC_E_FILE, "{0}", SAY("The folder of tables cannot be read."),
                       folder);
    return TC_OK;
}

/* --- The aid
 * ---------------------------------------------------------------------------------- */

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

enum tc_err aid_draw(const char *data, const struct tc_book *bk, int width,
                     enum draw_format format, const char *path, struct tc_why *why)
{
    struct lines l = { 0 };
    char sub[TEXT];

    snprintf(sub, sizeof sub, SAY("Play aid for %s"), bk->rules->title);
    sequence(&l, bk->rules);
    acts(&l, bk->rules);
    glossary(&l, bk->rules);
    enum tc_err err = tables(&l, data, bk->rules->name, why);
    struct draw_aid a = { bk->title, sub, l.line, l.n };
    if (err == TC_OK)
        err = pages(&a, width, format, path, why);
    free(l.line);
    book_arena_free(&l.arena);
    return err;
}
