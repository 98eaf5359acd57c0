/* tests/unit/test_tongue.c - German is complete for minden, and says what English says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <strings.h>

#include "book/book.h"
#include "book/speech.h"
#include "rules/registry.h"

static const struct tc_book *english, *german;

/* Which parameters a text shows, as a bit set. */
static unsigned shown(const char *text)
{
    unsigned set = 0;

    for (const char *p = text; *p; p++)
        if (p[0] == '{' && p[1] >= '0' && p[1] <= '7')
            set |= 1U << (p[1] - '0');
    return set;
}

static bool has_letters(const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '{' && p[1] && p[2] == '}')
            p += 2;
        else if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))
            return true;
    }
    return false;
}

static void compare(const struct tc_decl *en, const struct tc_decl *de, int n)
{
    for (int i = 0; i < n; i++) {
        if (!en[i].name)
            continue;
        if (has_letters(en[i].text) && !strcmp(en[i].text, de[i].text) &&
            strcmp(en[i].text, "TEST") != 0)
            fail_msg("%s is not translated: %s", en[i].name, en[i].text);
        if (shown(en[i].text) != shown(de[i].text) && shown(en[i].text) & ~shown(de[i].text))
            fail_msg("%s leaves something out: %s", en[i].name, de[i].text);
    }
}

static void every_sentence_is_there(void **unused)
{
    const struct tc_ruleset *e = english->rules, *d = german->rules;

    (void)unused;
    assert_ptr_not_equal(e, d);
    assert_string_equal(d->tongue->code, "de");
    compare(e->verbs, d->verbs, e->verb_count);
    compare(e->events, d->events, e->event_count);
    compare(e->reasons, d->reasons, e->reason_count);
    compare(e->labels, d->labels, e->label_count);
    for (int i = 0; i < e->question_count; i++)
        compare(&e->questions[i].decl, &d->questions[i].decl, 1);
}

/* Help and glossary: all there, in German, in the order of its alphabet, each with its rule. */
static void help_and_glossary_are_there(void **unused)
{
    const struct tc_ruleset *e = english->rules, *d = german->rules;
    int words = 0, own = 0;

    (void)unused;
    for (int i = 0; i < e->question_count; i++) {
        assert_string_not_equal(e->help[i].text, d->help[i].text);
        assert_string_equal(e->help[i].rule, d->help[i].rule);
    }
    while (e->terms[words].word)
        words++;
    for (; d->terms[own].word; own++) {
        assert_non_null(d->terms[own].rule);
        if (own && strcasecmp(d->terms[own - 1].word, d->terms[own].word) >= 0)
            fail_msg("%s does not come before %s", d->terms[own - 1].word, d->terms[own].word);
    }
    assert_int_equal(own, words);
}

static const char *say(const struct tc_book *bk, const char *act)
{
    static char buf[300];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct tc_why why;
    struct tc_act a;

    assert_int_equal(tc_parse_act(bk->rules, bk, act, strlen(act), &a, &why), TC_OK);
    tc_say_act(bk->rules, bk, &a, &t);
    return buf;
}

static void answers_in_german(void **unused)
{
    (void)unused;
    assert_string_equal(say(german, "pick 20th-foot"), "Als Nächstes: 20th Foot.");
    assert_string_equal(say(german, "pick granby"), "Als Nächstes: Marquis of Granby.");
    assert_string_equal(say(english, "pick granby"), "The Marquis of Granby next.");
    assert_string_equal(say(german, "place 31.25,10.8 0"),
                        "Aufstellen: dicht östlich von High road, Front nach Norden.");
    assert_string_equal(say(english, "place 31.25,10.8 0"),
                        "Deploy at the east side of the high road, facing north.");
    assert_string_equal(
        say(german, "place 34,20 0"),
        "Aufstellen: 1 Zoll südsüdöstlich von Hahlen Cross, Front nach Norden.");
    assert_string_equal(
        say(english, "place 34,20 0"),
        "Deploy at a point 1 inch south-south-east of Hahlen Cross, facing north.");
    assert_string_equal(say(german, "form march-column files=1"),
                        "Marschkolonne bilden, 1 Rotte breit.");
    assert_string_equal(say(german, "move right 45 march 2.5"),
                        "Bewegung: rechts 45 Grad, Marsch 2,5 Zoll");
    assert_string_equal(say(german, "move"), "Nicht weiter marschieren");
    assert_string_equal(say(german, "keep 1+3"), "Die Würfel Nr. 1 und 3 behalten.");
    assert_string_equal(say(english, "pick 20th-foot"), "The 20th Foot next.");
    assert_string_equal(say(english, "handle 29.5,15 182b"),
                        "Drag the guns to the west side of the high road, facing north.");
}

/* The notation, and so the record, is the same in every language. */
static void notation_is_not_translated(void **unused)
{
    static const char line[] = "form march-column files=1";
    char buf[100];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct tc_why why;
    struct tc_act a;

    (void)unused;
    assert_int_equal(tc_parse_act(german->rules, german, line, sizeof line - 1, &a, &why),
                     TC_OK);
    tc_print_act(german->rules, german, &a, &t);
    assert_string_equal(buf, line);
    assert_int_equal(german->hash, english->hash);
}

static void what_has_no_catalogue_is_english(void **unused)
{
    const struct tc_book *bk;
    struct tc_why why;

    (void)unused;
    book_speak("de_DE.UTF-8");
    assert_int_equal(book_load(TEST_DATA, "reason/learning", &bk, &why), TC_OK);
    assert_null(bk->rules->tongue);
    book_free(bk);
    book_speak("../../etc");
    assert_int_equal(book_load(TEST_DATA, "minden/first-battle", &bk, &why), TC_OK);
    assert_null(bk->rules->tongue);
    book_free(bk);
    book_speak(NULL);
}

static void status_now(char *out, size_t cap)
{
    struct tc_text t = tc_text_on(out, cap);

    tc_say_side(english->rules, english, 0, &t);
    tc_text_char(&t, ' ');
    tc_print_text(english->rules, english, &english->rules->questions[0].decl,
                  (const int32_t[TC_ARGS]){ 0 }, &t);
    tc_text_str(&t, tc_word(" of "));
}

/* A book loaded in English, said in German and in English again; and the other way round. */
static void a_thread_speaks_what_it_likes(void **unused)
{
    struct book_speech *de = book_speech_open(TEST_DATA, "de-AT"),
                       *en = book_speech_open(TEST_DATA, "en_GB.UTF-8");
    char before[300], spoken[300], after[300], back[300];

    (void)unused;
    assert_non_null(de);
    assert_non_null(en);
    assert_string_equal(book_speech_code(de), "de");
    assert_string_equal(book_speech_code(en), "en");
    status_now(before, sizeof before);
    assert_null(book_speech_use(de));
    status_now(spoken, sizeof spoken);
    assert_ptr_equal(tc_spoken(german->rules)->tongue, tc_spoken(english->rules)->tongue);
    assert_ptr_equal(book_speech_use(en), de);
    status_now(back, sizeof back);
    assert_null(tc_spoken(german->rules)->tongue);
    book_speech_use(NULL);
    status_now(after, sizeof after);
    assert_ptr_equal(tc_spoken(german->rules), german->rules);
    assert_string_equal(before, after);
    assert_string_equal(before, back);
    assert_memory_equal(spoken, "Alliierte ", 10);
    assert_memory_equal(before, "Allied ", 7);
    assert_true(strlen(spoken) > 5 && !strcmp(spoken + strlen(spoken) - 5, " von "));
    book_speech_close(de);
    book_speech_close(en);
    assert_null(book_speech_open(TEST_DATA, "fr"));
    assert_null(book_speech_open(TEST_DATA, "../de"));
    assert_null(book_speech_open(TEST_DATA, ""));
    assert_null(book_speech_open(TEST_DATA, NULL));
}

static int open_books(void **unused)
{
    struct tc_why why;

    (void)unused;
    if (book_load(TEST_DATA, "minden/first-battle", &english, &why) != TC_OK)
        return -1;
    book_speak("de_AT.UTF-8");
    enum tc_err err = book_load(TEST_DATA, "minden/first-battle", &german, &why);
    return err == TC_OK ? 0 : -1;
}

static int close_books(void **unused)
{
    (void)unused;
    book_free(english);
    book_free(german);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_there),
        cmocka_unit_test(help_and_glossary_are_there),
        cmocka_unit_test(answers_in_german),
        cmocka_unit_test(notation_is_not_translated),
        cmocka_unit_test(a_thread_speaks_what_it_likes),
        cmocka_unit_test(what_has_no_catalogue_is_english),
    };

    return cmocka_run_group_tests(tests, open_books, close_books);
}
