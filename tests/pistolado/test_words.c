/* tests/pistolado/test_words.c - every sentence, with every kind of value, as people write it;
 * and the sentences of battles under way: no key of a file, no word of a program in any. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "kernel/decl.h"
#include "rules/pistolado/inner.h"
#include "rules/pistolado/pistolado.h"
#include "rules/pistolado/words.h"

enum { ROOM = 400 };

static const struct tc_book *bk;

/* What no sentence holds: words of programs, codes, numbers that do not agree. */
static const char *const never[] = {
    "none",     "true",      "false",       "  ",         " ,",
    " .",       "..",        "{",           "}",          "(s)",
    "()",       "1 levels",  "1 companies", "1 files",    "1 points",
    "2 level ", "2 file ",   "2 company ",  "2 point ",   "shot-forward",
    "en-haye",  "to-charge", "charged-by",  "disarrayed", "on-table",
    "-gg",      "-bi",       "-rt",
};

static void fill(const struct tc_decl *d, int32_t value, int32_t *arg)
{
    memset(arg, 0, TC_ARGS * sizeof *arg);
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        const struct tc_param *p = &d->param[i];
        int32_t v = p->kind == TC_K_LENGTH  ? value * 1000
                    : p->kind == TC_K_ANGLE ? 8192
                                            : value;

        if (p->kind == TC_K_WORD)
            v = value % 2;
        if (p->kind == TC_K_NAME)
            v = value % pis_names(bk, p->list);
        if (p->kind == TC_K_SIDE || p->kind == TC_K_BOOL)
            v = value % 2;
        arg[tc_decl_place(d, i)] = v;
    }
}

static bool ends(const char *text)
{
    size_t n = strlen(text);

    return n && strchr(".?!", text[n - 1]);
}

static void look_at(const char *name, const char *text)
{
    for (size_t k = 0; k < sizeof never / sizeof never[0]; k++)
        if (strstr(text, never[k]))
            fail_msg("%s holds \"%s\": %s", name, never[k], text);
}

static void read_all(const struct tc_decl *d, int n, bool sentence)
{
    for (int i = 0; i < n; i++)
        for (int32_t value = 0; value <= 4; value++) {
            char buf[ROOM];
            struct tc_text t = tc_text_on(buf, sizeof buf);
            int32_t arg[TC_ARGS];

            if (!d[i].name)
                continue;
            fill(&d[i], value, arg);
            tc_print_text(&pis_ruleset, bk, &d[i], arg, &t);
            look_at(d[i].name, buf);
            if (sentence && !ends(buf))
                fail_msg("%s does not end: %s", d[i].name, buf);
        }
}

static void open_book(const char *id)
{
    struct tc_why why;

    if (bk)
        book_free(bk);
    assert_int_equal(book_load(TEST_DATA, id, &bk, &why), TC_OK);
}

static void every_sentence_reads_well(void **unused)
{
    (void)unused;
    open_book("pistolado/drill-ground");
    read_all(pis_events, PIS_EVENTS, true);
    read_all(pis_reasons + TC_R_FIRST, PIS_REASONS - TC_R_FIRST, true);
    read_all(pis_labels, PIS_LABELS, false);
    for (int i = 0; i < PIS_QUESTIONS; i++)
        read_all(&pis_questions[i].decl, 1, true);
}

static const char *event(int id, int32_t a, int32_t b, int32_t c, int32_t d)
{
    static char buf[ROOM];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_print_text(&pis_ruleset, bk, &pis_events[id], (const int32_t[TC_ARGS]){ a, b, c, d },
                  &t);
    return buf;
}

static int regiment(const char *key)
{
    int i = tc_find_name(&pis_ruleset, bk, PIS_L_REGIMENT, key, strlen(key));

    assert_true(i >= 0);
    return i;
}

/* What a test means depends on which it was, and an even fight has no stronger side. */
static void fights_are_told_as_they_went(void **unused)
{
    (void)unused;
    open_book("pistolado/first-speech");
    int a = regiment("gendarmes"), b = regiment("gascons");

    assert_string_equal(event(PIS_E_WAVER, a, PIS_TO_CHARGE, PIS_ST, 0),
                        "The Gendarmes will not charge (To Charge test).");
    assert_string_equal(event(PIS_E_WAVER, b, PIS_BY_CAV, PIS_ST, 0),
                        "The Gascon shot will stand (Charged by Horse test).");
    assert_string_equal(event(PIS_E_WAVER, b, PIS_DISASTER, PIS_ST, 1),
                        "The Gascon shot took a Disaster test to rally.");
    assert_string_equal(event(PIS_E_TYPE, 0, 2, a, 0),
                        "The fight was even (horse against foot).");
    assert_string_equal(event(PIS_E_TYPE, 2, 2, a, 0),
                        "The Gendarmes had the upper hand (horse against foot).");
    assert_string_equal(event(PIS_E_OUTCOME, a, b, 5, 0),
                        "The Gendarmes broke into the Gascon shot.");
    assert_string_equal(event(PIS_E_CASUALTIES, a, 0, 0, 0),
                        "The Gendarmes, winning: no company lost.");
    assert_string_equal(event(PIS_E_FLEES, a, 3000, 1, 0),
                        "The Gendarmes ran 3 inches towards their own edge.");
}

static const char *name(int list, const char *key)
{
    static char buf[ROOM];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    for (int i = 0; i < pis_names(bk, list); i++)
        if (strcmp(pis_name_of(bk, list, i), key) == 0) {
            pis_ruleset.say_name(bk, list, i, &t);
            return buf;
        }
    fail_msg("no %s", key);
    return "";
}

static void names_are_labels_and_no_two_alike(void **unused)
{
    static const char *const id[] = { "pistolado/coutras-1587", "pistolado/dreux-1562",
                                      "pistolado/first-speech", "pistolado/nieuwpoort-1600" };

    (void)unused;
    open_book("pistolado/first-speech");
    assert_string_equal(name(PIS_L_REGIMENT, "gascons"), "the Gascon shot");
    assert_string_equal(name(PIS_L_REGIMENT, "perdus"), "the Enfants perdus (Royal)");
    assert_string_equal(name(PIS_L_BRIGADE, "royal-brigade"), "the Brigade of Biron");
    open_book("pistolado/coutras-1587");
    assert_string_equal(name(PIS_L_REGIMENT, "white-cornet-left"), "the White cornet (left)");
    open_book("pistolado/nieuwpoort-1600");
    assert_string_equal(name(PIS_L_GROUND, "hollow-two"), "the loose sand (Hollow Two)");
    for (size_t k = 0; k < sizeof id / sizeof id[0]; k++) {
        open_book(id[k]);
        for (int list = 0; list < PIS_LISTS; list++)
            for (int i = 0; i < pis_names(bk, list); i++) {
                char one[ROOM];

                snprintf(one, sizeof one, "%s", name(list, pis_name_of(bk, list, i)));
                for (int j = 0; j < i; j++)
                    if (strcmp(one, name(list, pis_name_of(bk, list, j))) == 0)
                        fail_msg("two are called %s", one);
            }
    }
}

/* --- Battles --- */

/* A key of the scenario that is no word of its label: it must not be in a sentence. */
static void look_for_keys(const char *text)
{
    for (int list = 0; list < PIS_LISTS; list++)
        for (int i = 0; i < pis_names(bk, list); i++) {
            const char *key = pis_name_of(bk, list, i);

            if (strchr(key, '-') && strstr(text, key))
                fail_msg("\"%s\" is a key: %s", key, text);
        }
}

static void read_one(const char *what, const char *text)
{
    look_at(what, text);
    look_for_keys(text);
    if (!ends(text) && strcmp(what, "act") != 0)
        fail_msg("%s does not end: %s", what, text);
    if (islower((unsigned char)text[0]) && strcmp(what, "log") != 0)
        fail_msg("%s begins small: %s", what, text);
    if (getenv("SHOW_SENTENCES"))
        printf("%s: %s\n", what, text);
}

static void hear(void *ctx, const struct tc_event *e)
{
    char buf[ROOM];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    (void)ctx;
    if (e->kind != TC_EV_TELL)
        return;
    tc_print_text(&pis_ruleset, bk, &pis_events[e->id], e->arg, &t);
    read_one("log", buf);
}

/* The same act by another regiment: most are refused, and say why. */
static void refuse_some(const struct tc_view *v, const struct tc_act *a)
{
    const struct tc_param *p = &pis_verbs[a->verb].param[0];

    for (int k = 0; k < 3; k++) {
        struct tc_act other = *a;
        struct tc_refusal why;
        char buf[ROOM];
        struct tc_text t = tc_text_on(buf, sizeof buf);

        other.arg[0] = (a->arg[0] + 1 + 3 * k) % pis_names(bk, p->list);
        if (other.segs)
            other.seg[0].value += 3000 * (k + 1);
        memset(&why, 0, sizeof why);
        if (pis_questions[v->q->question].judge(v, &other, &why))
            continue;
        tc_print_text(&pis_ruleset, bk, &pis_reasons[why.reason], why.arg, &t);
        read_one("refusal", buf);
    }
}

static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    char buf[ROOM];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_print_text(&pis_ruleset, bk, &pis_questions[v->q->question].decl, v->q->arg, &t);
    read_one("question", buf);
    tc_random_answer(u, v, ctx, out);
    t = tc_text_on(buf, sizeof buf);
    tc_say_act(&pis_ruleset, bk, out, &t);
    read_one("act", buf);
    refuse_some(v, out);
}

static void battles_read_well(void **unused)
{
    static const char *const id[] = { "pistolado/coutras-1587", "pistolado/dreux-1562",
                                      "pistolado/first-speech", "pistolado/nieuwpoort-1600" };

    (void)unused;
    for (size_t k = 0; k < sizeof id / sizeof id[0]; k++) {
        struct tc_stream stream = tc_stream_from(20 + k);
        struct tc_umpire u;

        open_book(id[k]);
        void *state = calloc(1, pis_ruleset.state_size);
        memset(&u, 0, sizeof u);
        u.rules = &pis_ruleset;
        u.book = bk;
        u.offers = calloc(1, sizeof *u.offers);
        u.stream = tc_stream_from(k + 1);
        u.sink = hear;
        u.player[0] = u.player[1] = (struct tc_player){ answer, &stream };
        pis_ruleset.setup(bk, state);
        tc_play_out(&u, state, 500);
        free(u.offers);
        free(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_reads_well),
        cmocka_unit_test(fights_are_told_as_they_went),
        cmocka_unit_test(names_are_labels_and_no_two_alike),
        cmocka_unit_test(battles_read_well),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    book_free(bk);
    return failed;
}
