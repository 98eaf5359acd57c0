/* tests/unit/test_sentences.c - every sentence of every system, with every kind of value: 0, 1,
 * 2, less than 0, and nobody where there may be nobody; every name; help for every question. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "book/book.h"
#include "book/rules_text.h"
#include "rules/registry.h"

/* One battle of each system whose names are many. */
static const char *const battle[] = { "minden/minden-1759", "pistolado/dreux-1562",
                                      "malbrook/blenheim-1704", "bayonet/blenheim-1704",
                                      "reason/leuthen-1757" };
enum { BATTLES = sizeof battle / sizeof battle[0] };

static const struct tc_book *book_of[BATTLES];

/* --- What no sentence holds --- */

static const char *const never[] = {
    "none",
    " yes.",
    " yes)",
    ": no.",
    " no)",
    ": no,",
    "true",
    "false",
    "  ",
    " ,",
    " .",
    " ?",
    " ;",
    "..",
    ",,",
    "{",
    "}",
    "(s)",
    "()",
    "1 figures",
    "1 dice",
    "1 hits",
    "1 guns",
    "1 inches",
    "1 files",
    "1 ranks",
    "1 points",
    "1 hexes",
    "1 bases",
    "1 DPs",
    "1 actions",
    "1 units",
    "1 losses",
    "1 casualties",
    "1 companies",
    "1 brigades",
    "2 figure ",
    "2 die ",
    "2 hit ",
    "2 gun ",
    "2 base ",
    "2 hex ",
    "2 point ",
    "2 DP ",
    "-column",
    "-order",
    "-dagger",
    "-section",
    "-plus",
    "driven-back",
    "whoever",
    " is no ",
    "hundredths",
    " a attack",
    " a advance",
    " a enemy",
    "the the ",
    "of of ",
    "The the",
    "facing none",
    "to join none",
    "after 0 inches",
    ", after 0\"",
    "after 0\" more",
    " for 0 inches",
    "ran 0 inches.",
    "retired 0 ",
    "moved 0 ",
    "forward 0 ",
    "went on 0 ",
    "evaded, 0",
    "through, 0",
    "position, 0",
    "only 0 inches",
    "go 0 inches at most",
};

/* An angle in brads, as 43691b. */
static bool has_brads(const char *t)
{
    for (; *t; t++)
        if (t[0] >= '0' && t[0] <= '9' && t[1] == 'b' && (t[2] == 0 || strchr(" .,;)", t[2])))
            return true;
    return false;
}

/* A count below 0: "-2 hexes". A sum or a score may be below 0. */
static bool has_negative_count(const char *t)
{
    static const char *const unit[] = { "figure", "die",     "dice", "hit",   "gun",
                                        "inch",   "file",    "rank", "hex",   "base",
                                        "unit",   "casualt", "turn", "compan" };

    for (; *t; t++) {
        if (*t != '-' || t[1] < '0' || t[1] > '9')
            continue;
        const char *p = t + 1;
        while ((*p >= '0' && *p <= '9') || *p == '.')
            p++;
        for (size_t i = 0; *p == ' ' && i < sizeof unit / sizeof unit[0]; i++)
            if (!strncmp(p + 1, unit[i], strlen(unit[i])))
                return true;
    }
    return false;
}

/* Does a name end here, as in "Guard 1"? Then its last word begins with a capital, or it is a
 * number behind a bracket. */
static bool ends_name(const char *t, const char *p)
{
    const char *word = p - (p > t);

    while (word > t && word[-1] != ' ')
        word--;
    return p > t && ((*word >= 'A' && *word <= 'Z') || (p > t + 1 && p[-2] == ')') ||
                     !strncmp(word, "turn ", 5) || !strncmp(word, "no. ", 4));
}

/* "1 turns": a 1 that counts, and a word of many behind it. */
static bool has_one_of_many(const char *t)
{
    for (const char *p = strstr(t, "1 "); p; p = strstr(p + 1, "1 ")) {
        size_t n = strspn(p + 2, "abcdefghijklmnopqrstuvwxyz");
        bool counts = p == t || p[-1] == ' ' || p[-1] == '(';
        bool many = n > 2 && p[1 + n] == 's' && p[n] != 's' &&
                    strncmp(p + 2, "bonus", 5) != 0 && strncmp(p + 2, "was", n) != 0 &&
                    strncmp(p + 2, "has", n) != 0;
        if (counts && many && !ends_name(t, p))
            return true;
    }
    return false;
}

/* Does a text hold this, and not as the end of a number: 21 inches? */
static bool holds(const char *t, const char *what)
{
    for (const char *p = strstr(t, what); p; p = strstr(p + 1, what))
        if (what[0] < '0' || what[0] > '9' || p == t || p[-1] < '0' || p[-1] > '9')
            return true;
    return false;
}

static void read_text(const struct tc_ruleset *r, const struct tc_decl *d, const char *t)
{
    for (size_t k = 0; k < sizeof never / sizeof never[0]; k++)
        if (holds(t, never[k]) && !(!strcmp(never[k], " is no ") && strstr(t, "here is no ")))
            fail_msg("%s %s holds \"%s\": %s", r->name, d->name, never[k], t);
    if (has_brads(t))
        fail_msg("%s %s tells brads: %s", r->name, d->name, t);
    if (has_negative_count(t))
        fail_msg("%s %s tells a count below 0: %s", r->name, d->name, t);
    if (has_one_of_many(t))
        fail_msg("%s %s counts one as many: %s", r->name, d->name, t);
    if (!t[0])
        fail_msg("%s %s says nothing", r->name, d->name);
}

/* --- Every kind of value --- */

static int words_in(const char *const *words)
{
    int n = 0;

    while (words && words[n])
        n++;
    return n;
}

/* Does the text ask whether there is such a thing, or whether it is more or less than 0? */
static bool asks(const struct tc_decl *d, int i, const char *marks)
{
    for (const char *p = d->text; *p; p++)
        if (p[0] == '{' && p[1] == '0' + i && p[2] && strchr(marks, p[2]))
            return true;
    return false;
}

static int32_t value_of(const struct tc_ruleset *r, const struct tc_book *bk,
                        const struct tc_decl *d, int i, int32_t value)
{
    const struct tc_param *p = &d->param[i];
    enum { SIGNED = TC_P_PLAIN | TC_P_HAND | TC_P_FORE };

    switch ((enum tc_kind)p->kind) {
    case TC_K_NAME:
        if (value < 0)
            return asks(d, i, "?!") ? TC_NONE : 0;
        return r->names(bk, p->list) ? value % r->names(bk, p->list) : TC_NONE;
    case TC_K_HEX: return value < 0 && asks(d, i, "?!") ? TC_NONE : 1010 + value;
    case TC_K_SIDE: return value < 0 && asks(d, i, "?!") ? TC_NONE : value & 1;
    case TC_K_WORD: return value < 0 ? 0 : value % words_in(p->words);
    case TC_K_BOOL: return value > 0;
    case TC_K_DICE: return value > 0 ? value : 3;
    case TC_K_LENGTH: return p->flags & SIGNED ? value * 1000 : (value < 0 ? 0 : value) * 1000;
    case TC_K_ANGLE: return value * 2506;
    case TC_K_MSG: return 0;
    case TC_K_INT:
        if (p->flags & TC_P_TOLD)
            return value < 0 ? 0 : value % words_in(p->words);
        if (p->flags & TC_P_CLOCK)
            return 600 + value;
        if (asks(d, i, "<>"))
            return value ? value : 1;
        return p->flags & SIGNED || value > 0 ? value : 0;
    case TC_K_END:
    case TC_K_POINT:
    case TC_K_STEP:
    case TC_K_ENDING: break;
    }
    return value * 1000;
}

/* All parameters alike, then each in turn by itself, so that conditions meet every neighbour.
 */
static void read_decl(const struct tc_ruleset *r, const struct tc_book *bk,
                      const struct tc_decl *d, bool sentence)
{
    int n = 0;

    while (n < TC_ARGS && d->param[n].kind != TC_K_END)
        n++;
    for (int alone = -1; alone < n; alone++)
        for (int32_t value = -2; value <= 3; value++) {
            char buf[600];
            struct tc_text t = tc_text_on(buf, sizeof buf);
            int32_t arg[TC_ARGS + 1] = { 0 };
            for (int i = 0; i < n; i++)
                arg[tc_decl_place(d, i)] =
                    value_of(r, bk, d, i, alone < 0 || alone == i ? value : 2);
            tc_print_text(r, bk, d, arg, &t);
            read_text(r, d, buf);
            size_t len = strlen(buf);
            if (sentence && !strchr(".?!", buf[len - 1]))
                fail_msg("%s %s does not end: %s", r->name, d->name, buf);
        }
}

static void read_decls(const struct tc_ruleset *r, const struct tc_book *bk,
                       const struct tc_decl *d, int n, bool sentence)
{
    for (int i = 0; i < n; i++)
        if (d[i].name)
            read_decl(r, bk, &d[i], sentence);
}

static void every_sentence_reads_well(void **unused)
{
    (void)unused;
    for (int b = 0; b < BATTLES; b++) {
        const struct tc_book *bk = book_of[b];
        const struct tc_ruleset *r = bk->rules;
        read_decls(r, bk, r->verbs, r->verb_count, false);
        read_decls(r, bk, r->events, r->event_count, true);
        read_decls(r, bk, r->reasons, r->reason_count, true);
        read_decls(r, bk, r->labels, r->label_count, false);
        for (int i = 0; i < r->question_count; i++)
            read_decl(r, bk, &r->questions[i].decl, true);
    }
}

/* --- Answers --- */

static bool same_params(const struct tc_decl *a, const struct tc_decl *b)
{
    for (int i = 0; i < TC_ARGS; i++)
        if (a->param[i].kind != b->param[i].kind || a->param[i].list != b->param[i].list)
            return false;
    return true;
}

/* No two verbs of a question read alike, and no two words of a verb. */
static void no_two_answers_read_alike(void **unused)
{
    (void)unused;
    for (int b = 0; b < BATTLES; b++) {
        const struct tc_ruleset *r = book_of[b]->rules;
        for (int q = 0; q < r->question_count; q++)
            for (int i = 0; i < r->verb_count && i < 64; i++)
                for (int k = 0; k < i; k++) {
                    uint64_t both = TC_VERB(i) | TC_VERB(k);
                    if ((r->questions[q].verbs & both) == both &&
                        !strcmp(r->verbs[i].text, r->verbs[k].text) &&
                        same_params(&r->verbs[i], &r->verbs[k]))
                        fail_msg("%s: %s and %s read alike", r->name, r->verbs[i].name,
                                 r->verbs[k].name);
                }
        for (int i = 0; i < r->verb_count; i++)
            for (int p = 0; p < TC_ARGS && r->verbs[i].param[p].kind != TC_K_END; p++) {
                const struct tc_param *w = &r->verbs[i].param[p];
                const char *const *said = w->told ? w->told : w->words;
                for (int a = 0; w->kind == TC_K_WORD && a < words_in(said); a++)
                    for (int c = 0; c < a; c++)
                        if (!strcmp(said[a], said[c]))
                            fail_msg("%s %s: two words are told as \"%s\"", r->name,
                                     r->verbs[i].name, said[a]);
            }
    }
}

/* --- Names, in every battle --- */

/* A key: small letters and figures parted by hyphens. */
static bool is_key(const char *name)
{
    bool hyphen = false;

    for (const char *p = name; *p; p++) {
        if ((*p >= 'A' && *p <= 'Z') || *p == ' ')
            return false;
        hyphen |= *p == '-' || *p == '_';
    }
    return hyphen;
}

static void read_names(const struct tc_book *bk)
{
    static char name[512][120];
    const struct tc_ruleset *r = bk->rules;

    assert_non_null(r->say_name);
    for (int list = 0; list < r->list_count; list++) {
        int n = r->names(bk, list);
        assert_true(n <= 512);
        for (int i = 0; i < n; i++) {
            struct tc_text t = tc_text_on(name[i], sizeof name[i]);
            r->say_name(bk, list, i, &t);
            if (!name[i][0] || is_key(name[i]))
                fail_msg("%s: %s is called \"%s\"", bk->id, r->name_of(bk, list, i), name[i]);
            for (int k = 0; k < i; k++)
                if (!strcmp(name[i], name[k]))
                    fail_msg("%s: %s and %s are both called \"%s\"", bk->id,
                             r->name_of(bk, list, i), r->name_of(bk, list, k), name[i]);
        }
    }
}

static void open_and_read(void *unused, const struct book_entry *e)
{
    const struct tc_book *bk;
    struct tc_why why;

    (void)unused;
    assert_null(e->broken);
    assert_int_equal(book_load(TEST_DATA, e->id, &bk, &why), TC_OK);
    read_names(bk);
    book_free(bk);
}

static void everybody_has_a_name(void **unused)
{
    (void)unused;
    assert_true(book_list(TEST_DATA, open_and_read, NULL) > 20);
}

/* --- Help and glossary --- */

static int sentences_in(const char *t)
{
    int n = 0;

    for (; *t; t++)
        n += strchr(".?!", *t) && (t[1] == 0 || t[1] == ' ');
    return n;
}

static bool is_rule(const struct book_rules *rules, const char *id)
{
    for (int i = 0; id && i < rules->count; i++)
        if (!strcmp(rules->rule[i].id, id))
            return true;
    return false;
}

static void read_help(const struct tc_ruleset *r, const struct book_rules *rules)
{
    for (int i = 0; i < r->question_count; i++) {
        const struct tc_help *h = &r->help[i];
        if (!h->text)
            fail_msg("%s: %s has no help", r->name, r->questions[i].decl.name);
        int n = sentences_in(h->text);
        if (n < 2 || n > 3)
            fail_msg("%s: the help of %s has %d sentences", r->name, r->questions[i].decl.name,
                     n);
        if (!is_rule(rules, h->rule))
            fail_msg("%s: the help of %s leads to no rule: %s", r->name,
                     r->questions[i].decl.name, h->rule);
    }
    for (const struct tc_term *t = r->terms; t->word; t++) {
        if (!t->text || !is_rule(rules, t->rule))
            fail_msg("%s: %s is not explained or leads to no rule: %s", r->name, t->word,
                     t->rule);
        if (t > r->terms && strcmp(t[-1].word, t->word) >= 0)
            fail_msg("%s: %s does not stand where the alphabet puts it", r->name, t->word);
    }
    assert_non_null(r->terms[0].word);
}

static void every_question_has_help(void **unused)
{
    (void)unused;
    for (int b = 0; b < BATTLES; b++) {
        struct book_rules rules;
        struct tc_why why;
        const struct tc_ruleset *r = book_of[b]->rules;
        assert_non_null(r->help);
        assert_int_equal(book_rules_load(TEST_DATA, r->name, &rules, &why), TC_OK);
        read_help(r, &rules);
        book_rules_free(&rules);
    }
}

static int open_books(void **unused)
{
    struct tc_why why;

    (void)unused;
    for (int b = 0; b < BATTLES; b++)
        if (book_load(TEST_DATA, battle[b], &book_of[b], &why) != TC_OK)
            return -1;
    return 0;
}

static int close_books(void **unused)
{
    (void)unused;
    for (int b = 0; b < BATTLES; b++)
        book_free(book_of[b]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_reads_well),
        cmocka_unit_test(no_two_answers_read_alike),
        cmocka_unit_test(everybody_has_a_name),
        cmocka_unit_test(every_question_has_help),
    };

    return cmocka_run_group_tests(tests, open_books, close_books);
}
