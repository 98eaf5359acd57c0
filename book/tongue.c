/* book/tongue.c - sentences in another language. */
#include "book/tongue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"

static char speaks[8]; /* "": English */

void book_read_language(const char *language, char *out, size_t cap)
{
    size_t n = language ? strcspn(language, "_.-@") : 0;
    bool plain = n >= 2 && n < cap;

    for (size_t i = 0; i < n && plain; i++)
        plain = language[i] >= 'a' && language[i] <= 'z';
    if (plain && strncmp(language, "en", n) != 0)
        snprintf(out, cap, "%.*s", (int)n, language);
    else
        out[0] = 0;
}

void book_speak(const char *language)
{
    book_read_language(language, speaks, sizeof speaks);
}

const char *book_speaks(void)
{
    return speaks[0] ? speaks : "en";
}

/* --- Reading --- */

/* The entry [from, to] of a list of pairs; NULL: there is none. */
static const char *find(const struct book_node *list, const char *from)
{
    for (const struct book_node *n = list ? list->first : NULL; n; n = n->next) {
        const struct book_node *key = book_item(n, 0), *text = book_item(n, 1);
        if (key && key->text && text && text->text && !strcmp(key->text, from))
            return text->text;
    }
    return NULL;
}

struct tongue {
    struct tc_tongue base;
    const struct book_node *words;
};

static const char *name_in(const struct tc_tongue *t, const char *english)
{
    return find(((const struct tongue *)t->own)->words, english);
}

static const char *text_or(const struct book_node *root, const char *key, const char *other)
{
    const char *text = book_text(root, key);

    return text ? text : other;
}

static const char *item_or(const struct book_node *list, int i, const char *other)
{
    const struct book_node *n = list ? book_item(list, i) : NULL;

    return n && n->text ? n->text : other;
}

static void *room(struct book_tongue_of *l, size_t size)
{
    void *at = book_alloc(l->keep, size);

    if (at)
        memset(at, 0, size);
    else
        book_problem_at(l->report, TC_E_FULL, l->data, 0, 0, "There is no memory left.");
    return at;
}

/* How a place is told by what is near it. */
static void read_places(const struct book_node *root, struct tc_tongue *t)
{
    const struct book_node *ways = book_child(root, "ways");
    const struct book_node *beside = book_child(root, "beside"),
                           *apart = book_child(root, "apart");

    for (int i = 0; i < 2; i++)
        t->beside[i] = item_or(beside, i, " ");
    for (int i = 0; i < 3; i++)
        t->apart[i] = item_or(apart, i, " ");
    for (int i = 0; i < 16; i++)
        t->way[i] = item_or(ways, i, t->point[i]);
}

static const struct tc_tongue *make_tongue(struct book_tongue_of *l,
                                           const struct book_node *root)
{
    struct tongue *t = room(l, sizeof *t);
    const struct book_node *points = book_child(root, "points");

    if (!t)
        return NULL;
    t->words = book_child(root, "words");
    t->base = (struct tc_tongue){
        .code = l->code,
        .inch = text_or(root, "inch", " inch"),
        .inches = text_or(root, "inches", " inches"),
        .degree = text_or(root, "degree", " degree"),
        .degrees = text_or(root, "degrees", " degrees"),
        .left = text_or(root, "left", " to the left"),
        .right = text_or(root, "right", " to the right"),
        .forward = text_or(root, "forward", " forward"),
        .back = text_or(root, "back", " back"),
        .conjunction = text_or(root, "and", " and "),
        .under = text_or(root, "under", "less than "),
        .no_article = true,
        .decimal = text_or(root, "decimal", ".")[0],
        .name = name_in,
        .own = t,
    };
    for (int i = 0; i < 16; i++) {
        const struct book_node *n = book_item(points, i);
        t->base.point[i] = n && n->text ? n->text : "?";
    }
    read_places(root, &t->base);
    return &t->base;
}

/* A list of words with each one translated. */
static const char *const *translate_words(struct book_tongue_of *l,
                                          const struct book_node *words,
                                          const char *const *list)
{
    size_t n = 0;

    while (list[n])
        n++;
    const char **out = room(l, (n + 1) * sizeof *out);
    for (size_t i = 0; out && i < n; i++) {
        const char *own = find(words, list[i]);
        out[i] = own ? own : list[i];
    }
    return out ? out : list;
}

static void translate(struct book_tongue_of *l, const struct book_node *root,
                      const char *section, struct tc_decl *d)
{
    const struct book_node *words = book_child(root, "words");
    const char *text = d->name ? find(book_child(root, section), d->name) : NULL;

    if (text)
        d->text = text;
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        struct tc_param *p = &d->param[i];
        if (p->flags & TC_P_TOLD && p->words)
            p->words = translate_words(l, words, p->words);
        else if (p->kind == TC_K_WORD && p->words)
            p->told = translate_words(l, words, p->told ? p->told : p->words);
    }
}

static const struct tc_decl *translate_all(struct book_tongue_of *l,
                                           const struct book_node *root, const char *section,
                                           const struct tc_decl *d, int n)
{
    struct tc_decl *out = room(l, (size_t)n * sizeof *out);

    if (!out)
        return d;
    memcpy(out, d, (size_t)n * sizeof *out);
    for (int i = 0; i < n; i++)
        translate(l, root, section, &out[i]);
    return out;
}

/* The help of every question by its name; the rule stays. */
static const struct tc_help *translate_help(struct book_tongue_of *l,
                                            const struct book_node *root)
{
    const struct tc_ruleset *from = l->rules;
    struct tc_help *out = room(l, from->question_count * sizeof *out);

    if (!out || !from->help)
        return from->help;
    for (int i = 0; i < from->question_count; i++) {
        const char *text = find(book_child(root, "help"), from->questions[i].decl.name);
        out[i] = from->help[i];
        out[i].text = text ? text : out[i].text;
    }
    return out;
}

/* What odds say of outcomes, by the names of the events. */
static const struct tc_brief *translate_briefs(struct book_tongue_of *l,
                                               const struct book_node *root)
{
    const struct tc_ruleset *from = l->rules;
    struct tc_brief *out = room(l, from->event_count * sizeof *out);

    if (!out || !from->briefs)
        return from->briefs;
    for (int i = 0; i < from->event_count; i++) {
        const char *text = find(book_child(root, "briefs"), from->events[i].name);
        out[i] = from->briefs[i];
        out[i].text = text && out[i].text ? text : out[i].text;
    }
    return out;
}

static const struct tc_term *find_term(const struct tc_term *t, const struct book_node *word)
{
    while (t && t->word && (!word || !word->text || strcmp(t->word, word->text) != 0))
        t++;
    return t && t->word ? t : NULL;
}

/* The glossary, in the order of the catalogue's own alphabet: [word, translation, text]. */
static const struct tc_term *translate_terms(struct book_tongue_of *l,
                                             const struct book_node *root)
{
    const struct book_node *list = book_child(root, "glossary");
    struct tc_term *out = list ? room(l, (size_t)(list->count + 1) * sizeof *out) : NULL;
    int n = 0;

    if (!out)
        return l->rules->terms;
    for (const struct book_node *e = list->first; e; e = e->next) {
        const struct tc_term *t = find_term(l->rules->terms, book_item(e, 0));
        const struct book_node *word = book_item(e, 1), *text = book_item(e, 2);
        if (t && word && word->text && text && text->text)
            out[n++] = (struct tc_term){ word->text, t->rule, text->text };
    }
    return out;
}

static const struct tc_ruleset *make_ruleset(struct book_tongue_of *l,
                                             const struct book_node *root)
{
    const struct tc_ruleset *from = l->rules;
    struct tc_ruleset *r = room(l, sizeof *r);
    struct tc_question *q = room(l, from->question_count * sizeof *q);

    if (!r || !q)
        return from;
    *r = *from;
    memcpy(q, from->questions, from->question_count * sizeof *q);
    for (int i = 0; i < from->question_count; i++)
        translate(l, root, "questions", &q[i].decl);
    r->questions = q;
    r->verbs = translate_all(l, root, "verbs", from->verbs, from->verb_count);
    r->events = translate_all(l, root, "events", from->events, from->event_count);
    r->reasons = translate_all(l, root, "reasons", from->reasons, from->reason_count);
    r->labels = translate_all(l, root, "labels", from->labels, from->label_count);
    r->briefs = translate_briefs(l, root);
    r->help = translate_help(l, root);
    r->terms = translate_terms(l, root);
    r->tongue = make_tongue(l, root);
    return r;
}

const struct tc_ruleset *book_tongue_in(struct book_tongue_of *l)
{
    struct book_doc d;
    char path[1024];

    snprintf(path, sizeof path, "%s/lang/%s/%s.yaml", l->data, l->code, l->rules->name);
    if (!l->code[0] || !book_is_file(path))
        return l->rules;
    return book_doc_file(&d, l->keep, path, l->report) == TC_OK ? make_ruleset(l, d.root)
                                                                : l->rules;
}

const struct tc_ruleset *book_tongue(struct book_load *l)
{
    return book_tongue_in(
        &(struct book_tongue_of){ l->data, speaks, l->rules, l->keep, l->report });
}

/* --- Sentences by their English --- */

struct pair {
    const char *english, *own;
};

struct book_words {
    struct book_arena keep;
    struct pair *pair; /* in the order of their English */
    size_t n;
};

static int by_english(const void *a, const void *b)
{
    return strcmp(((const struct pair *)a)->english, ((const struct pair *)b)->english);
}

/* Those of a list that are not there yet: a sentence goes before a word. */
static void add_pairs(struct book_words *w, const struct book_node *list)
{
    size_t before = w->n;

    for (const struct book_node *n = list ? list->first : NULL; n; n = n->next) {
        const struct book_node *key = book_item(n, 0), *text = book_item(n, 1);
        if (key && key->text && text && text->text &&
            !bsearch(&(struct pair){ key->text, NULL }, w->pair, before, sizeof *w->pair,
                     by_english))
            w->pair[w->n++] = (struct pair){ key->text, text->text };
    }
    qsort(w->pair, w->n, sizeof *w->pair, by_english);
}

static bool index_words(struct book_words *w, const struct book_node *root)
{
    const struct book_node *sentences = book_child(root, "sentences"),
                           *words = book_child(root, "words");
    size_t n = (sentences ? (size_t)sentences->count : 0) + (words ? (size_t)words->count : 0);

    w->pair = book_alloc(&w->keep, (n + 1) * sizeof *w->pair);
    if (!w->pair)
        return false;
    add_pairs(w, sentences);
    add_pairs(w, words);
    return true;
}

struct book_words *book_words_open(const char *data, const char *language, const char *name)
{
    struct book_report report = { 0 };
    struct book_words *w;
    struct book_doc d;
    char code[8], path[1024];

    book_read_language(language, code, sizeof code);
    snprintf(path, sizeof path, "%s/lang/%s/%s.yaml", data, code, name);
    if (!code[0] || !book_is_file(path) || !(w = calloc(1, sizeof *w)))
        return NULL;
    if (book_doc_file(&d, &w->keep, path, &report) != TC_OK || !index_words(w, d.root)) {
        book_words_close(w);
        return NULL;
    }
    return w;
}

void book_words_close(struct book_words *w)
{
    if (w)
        book_arena_free(&w->keep);
    free(w);
}

const char *book_words_find(const struct book_words *w, const char *english)
{
    const struct pair *p =
        bsearch(&(struct pair){ english, NULL }, w->pair, w->n, sizeof *w->pair, by_english);

    return p ? p->own : NULL;
}

/* --- Checking --- */

bool book_is_tongue(const struct book_doc *d)
{
    const char *format = book_text(d->root, "format");

    return format && (!strcmp(format, "tongue-1") || !strcmp(format, "sentences-1"));
}

static bool is_named(const struct tc_decl *d, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (d[i].name && !strcmp(d[i].name, name))
            return true;
    return false;
}

static bool asks(const struct tc_ruleset *r, const char *name)
{
    for (int i = 0; i < r->question_count; i++)
        if (!strcmp(r->questions[i].decl.name, name))
            return true;
    return false;
}

static void check_section(const struct book_doc *d, const struct tc_ruleset *r, int section,
                          struct book_report *report)
{
    static const char *const key[] = { "verbs",  "questions", "events", "reasons",
                                       "labels", "briefs",    "help" };
    const struct tc_decl *decl[] = { r->verbs,  NULL,      r->events, r->reasons,
                                     r->labels, r->events, NULL };
    const int count[] = { r->verb_count,  0, r->event_count, r->reason_count, r->label_count,
                          r->event_count, 0 };
    const struct book_node *list = book_child(d->root, key[section]);

    for (const struct book_node *n = list ? list->first : NULL; n; n = n->next) {
        const struct book_node *name = book_item(n, 0), *text = book_item(n, 1);
        if (!name || !name->text || !text || !text->text)
            book_problem(report, TC_E_SYNTAX, d->file, n,
                         "an entry is a pair: ['name', 'text'].");
        else if (!(decl[section] ? is_named(decl[section], count[section], name->text)
                                 : asks(r, name->text)))
            book_problem(report, TC_E_NAME, d->file, n, "%s has no %s named \"%s\".", r->name,
                         key[section], name->text);
    }
}

static void check_glossary(const struct book_doc *d, const struct tc_ruleset *rules,
                           struct book_report *r)
{
    const struct book_node *list = book_child(d->root, "glossary");

    for (const struct book_node *n = list ? list->first : NULL; n; n = n->next)
        if (n->count != 3 || !find_term(rules->terms, book_item(n, 0)))
            book_problem(r, TC_E_NAME, d->file, n,
                         "an entry is ['word of the glossary', 'translation', 'text'].");
}

/* Pairs of texts; that each is said somewhere is for a test to find. */
static void check_sentences(const struct book_doc *d, const char *key, struct book_report *r)
{
    const struct book_node *list = book_child(d->root, key);

    for (const struct book_node *n = list ? list->first : NULL; n; n = n->next)
        if (n->count != 2 || !n->first->text || !n->last->text)
            book_problem(r, TC_E_SYNTAX, d->file, n,
                         "an entry is a pair: ['English', 'translation'].");
}

void book_check_tongue(const struct book_doc *d, struct book_report *r)
{
    if (!strcmp(book_text(d->root, "format"), "sentences-1")) {
        check_sentences(d, "sentences", r);
        check_sentences(d, "words", r);
        return;
    }
    const struct tc_ruleset *rules = book_system_of(d, r);
    const struct book_node *points = book_child(d->root, "points");

    if (!rules)
        return;
    for (int i = 0; i < 7; i++)
        check_section(d, rules, i, r);
    check_glossary(d, rules, r);
    if (points && points->count != 16)
        book_problem(r, TC_E_RANGE, d->file, points,
                     "there are 16 points of the compass, from north eastwards.");
}
