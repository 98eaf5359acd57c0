/* tests/minden/test_words.c - every sentence, with every kind of value, as people write it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "book/book.h"
#include "rules/minden/inner.h"
#include "rules/minden/minden.h"

static const struct tc_book *loaded;

/* What no sentence holds: words of programs, codes, numbers that do not agree. */
static const char *const never[] = {
    "none",     " yes",      " no)",      "true",      "  ",        " ,",        " .",
    "..",       "{",         "}",         "(s)",       "1 figures", "1 dice",    "1 hits",
    "1 guns",   "1 inches",  "1 files",   "1 ranks",   "1 points",  "2 figure ", "2 die ",
    "2 hit ",   "2 gun ",    "-column",   "-firing",   "-killed",   "-orders",   "-side",
    "-command", "-infantry", "commands ", "undecided", "stands-",
};

static int words_in(const char *const *words)
{
    int n = 0;

    while (words[n])
        n++;
    return n;
}

static void fill(const struct tc_decl *d, int32_t value, int32_t *arg)
{
    memset(arg, 0, TC_ARGS * sizeof *arg);
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        const struct tc_param *p = &d->param[i];
        bool length = p->kind == TC_K_LENGTH, angle = p->kind == TC_K_ANGLE;
        int32_t v = length ? value * 1000 : angle ? value * 2506 : value;
        bool signed_too = p->flags & (TC_P_PLAIN | TC_P_HAND | TC_P_FORE);

        if ((p->kind == TC_K_NAME || p->kind == TC_K_WORD || length) && v < 0)
            v = 0;
        if (p->kind == TC_K_INT && !signed_too && v < 0)
            v = 0; /* counts */
        if (p->kind == TC_K_NAME)
            v %= min_names(loaded, p->list);
        if (p->kind == TC_K_WORD)
            v %= words_in(p->words);
        if (p->kind == TC_K_DICE)
            v = 3;
        if (p->kind == TC_K_SIDE)
            v = value < 0 && strcmp(d->name, "over") == 0 ? TC_NONE : value & 1; /* a draw */
        if (p->kind == TC_K_BOOL)
            v = v > 0;
        arg[tc_decl_place(d, i)] = v;
    }
}

/* An angle in brads: a digit with a b behind it. */
static bool has_brads(const char *t)
{
    for (; *t; t++)
        if (t[0] >= '0' && t[0] <= '9' && t[1] == 'b' &&
            (t[2] == 0 || t[2] == ' ' || t[2] == '.'))
            return true;
    return false;
}

static void read_all(const struct tc_decl *d, int n, bool sentence)
{
    for (int i = 0; i < n; i++)
        for (int32_t value = -2; value <= 3; value++) {
            char buf[400];
            struct tc_text t = tc_text_on(buf, sizeof buf);
            int32_t arg[TC_ARGS];
            if (!d[i].name)
                continue;
            fill(&d[i], value, arg);
            tc_print_text(&min_ruleset, loaded, &d[i], arg, &t);
            for (size_t k = 0; k < sizeof never / sizeof never[0]; k++)
                if (strstr(buf, never[k]))
                    fail_msg("%s holds \"%s\": %s", d[i].name, never[k], buf);
            if (has_brads(buf))
                fail_msg("%s tells brads: %s", d[i].name, buf);
            size_t len = strlen(buf);
            bool ends = len > 0 && strchr(".?", buf[len - 1]);
            if (sentence && !ends && !(d[i].flags & TC_F_PATH))
                fail_msg("%s does not end: %s", d[i].name, buf);
        }
}

static void every_sentence_reads_well(void **unused)
{
    (void)unused;
    read_all(min_verbs, MIN_VERBS, true);
    read_all(min_events, MIN_EVENTS, true);
    read_all(min_reasons + TC_R_FIRST, MIN_REASONS - TC_R_FIRST, true);
    read_all(min_labels, MIN_LABELS, false);
    for (int i = 0; i < MIN_QUESTIONS; i++)
        read_all(&min_questions[i].decl, 1, true);
}

static const char *said(const struct tc_decl *d, const int32_t *arg)
{
    static char buf[300];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_print_text(&min_ruleset, loaded, d, arg, &t);
    return buf;
}

static int unit(const char *name)
{
    for (int i = 0; i < min_names(loaded, MIN_L_UNIT); i++)
        if (strcmp(min_name_of(loaded, MIN_L_UNIT, i), name) == 0)
            return i;
    fail_msg("no unit is named %s", name);
    return 0;
}

#define EVENT_SAYS(text, id, ...)                                                              \
    assert_string_equal(said(&min_events[MIN_E_##id], (int32_t[TC_ARGS]){ __VA_ARGS__ }), text)
#define REASON_SAYS(text, id, ...)                                                             \
    assert_string_equal(said(&min_reasons[MIN_R_##id], (int32_t[TC_ARGS]){ __VA_ARGS__ }), text)

static void the_log_is_told_as_it_was(void **unused)
{
    int a = unit("20th-foot"), b = unit("jaegers");

    (void)unused;
    EVENT_SAYS("The 20th Foot scored 1 hit on the Hanoverian Jaegers.", CASUALTIES, a, b, 1);
    EVENT_SAYS("The 20th Foot scored no hit on the Hanoverian Jaegers.", CASUALTIES, a, b, 0);
    EVENT_SAYS("The Hanoverian Jaegers lost 2 figures.", LOSES_FIGURES, b, 2);
    EVENT_SAYS("The Hanoverian Jaegers lost 1 figure.", LOSES_FIGURES, b, 1);
    EVENT_SAYS("The Hanoverian Jaegers took a TEST for losses.", TESTS, b, MIN_T_CASUALTY);
    EVENT_SAYS("The melee of the 20th Foot and the Hanoverian Jaegers was drawn.", MELEE_DRAWN,
               -1, a, b);
    EVENT_SAYS("The 20th Foot ran in rout 6 inches.", FLIGHT, a, MIN_ROUT, 6000);
    EVENT_SAYS("The 20th Foot ran in rout, but had no room.", FLIGHT, a, MIN_ROUT, 0);
    EVENT_SAYS("The 20th Foot evaded 2.5 inches.", FLIGHT, a, MIN_EVADE, 2501);
    EVENT_SAYS("The 20th Foot let them go and halted at once.", HALTS, a, 0);
    EVENT_SAYS("The 20th Foot stood, ready to fire.", REACTION, a, MIN_STANDS_FIRING);
    EVENT_SAYS("The 20th Foot struck the Hanoverian Jaegers in the rear.", CONTACT, a, b,
               MIN_CONTACT_REAR);
    EVENT_SAYS("The battle is over: a draw.", OVER, TC_NONE);
    EVENT_SAYS("The 20th Foot formed square.", FORMED, a, MIN_SQUARE, 0);
    EVENT_SAYS("The 20th Foot bent a wing.", FORMED, a, MIN_LINE, 1);
    EVENT_SAYS("The 20th Foot turned.", FORMED, a, MIN_LINE, 2);
    EVENT_SAYS("The 20th Foot moved, using less than 0.1 inches.", MOVED, a, 24);
    EVENT_SAYS("The 20th Foot scored -3 in the TEST for losses (a rout at -6 or less).", TEST,
               a, MIN_T_CASUALTY, -3, -6);
}

static void refusals_say_what_is_allowed(void **unused)
{
    int a = unit("20th-foot");

    (void)unused;
    REASON_SAYS("The dice demand at least 5 inches; this is 3 inches.", OWED, 5000, 3000, 0);
    REASON_SAYS(
        "The dice demand at least 5 inches, or 4 inches, where the move must stop; this is 3 "
        "inches.",
        OWED, 5000, 3000, 4000);
    REASON_SAYS("The halt may come after 0 to 6.999 inches, not 7 inches.", HALT_RANGE, 7000,
                6999);
    REASON_SAYS("There is no enemy within 6 inches of the 20th Foot.", NONE_IN_RANGE, a, 6000);
    REASON_SAYS("Only 1 die was rolled.", NO_SUCH_DIE, 1);
    REASON_SAYS("Only 3 dice were rolled.", NO_SUCH_DIE, 3);
}

static const char *say(const char *act)
{
    static char buf[300];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct tc_why why;
    struct tc_act a;

    assert_int_equal(tc_parse_act(&min_ruleset, loaded, act, strlen(act), &a, &why), TC_OK);
    tc_say_act(&min_ruleset, loaded, &a, &t);
    return buf;
}

static void answers_say_what_they_do(void **unused)
{
    (void)unused;
    assert_string_equal(say("pick 20th-foot"), "The 20th Foot next.");
    assert_string_equal(say("form march-column files=1"), "Form march column, 1 file wide.");
    assert_string_equal(say("form open ranks=2 gap=1"),
                        "Form open order, 2 ranks deep, 1 inch apart.");
    assert_string_equal(say("bend left-files=4 left=-45"),
                        "Bend 4 files of the left wing 45 degrees back.");
    assert_string_equal(
        say("bend left-files=4 left=45 right-files=3 right=-90"),
        "Bend 4 files of the left wing 45 degrees forward, and 3 files of the right wing "
        "90 degrees back.");
    assert_string_equal(say("columns no"), "Advance as they stand.");
    assert_string_equal(say("at jaegers"), "Fire at the Hanoverian Jaegers.");
    assert_string_equal(say("at jaegers from=left"),
                        "Fire at the Hanoverian Jaegers from the left wing.");
    assert_string_equal(say("move right 1513b march 0.385"),
                        "Move: right 8.3 degrees, march 0.4 inches");
    assert_string_equal(say("move"), "Go no farther");
    assert_string_equal(say("place 31.25,10.8 0"),
                        "Deploy at the east side of the high road, facing north.");
    assert_string_equal(say("halt 6.999"), "Halt after 7 inches more.");
    assert_string_equal(say("halt 0"), "Halt at once.");
    assert_string_equal(say("bonus 0"), "No bonus dice here.");
}

static int open_book(void **unused)
{
    struct tc_why why;

    (void)unused;
    return book_load(TEST_DATA, "minden/first-battle", &loaded, &why) == TC_OK ? 0 : -1;
}

static int close_book(void **unused)
{
    (void)unused;
    book_free(loaded);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_reads_well),
        cmocka_unit_test(the_log_is_told_as_it_was),
        cmocka_unit_test(refusals_say_what_is_allowed),
        cmocka_unit_test(answers_say_what_they_do),
    };

    return cmocka_run_group_tests(tests, open_book, close_book);
}
