/* tests/malbrook/test_words.c - every sentence, with every kind of value, as people write it.
 */
#include "tests/malbrook/lab.h"

/* What no sentence holds: words of programs, codes, numbers that do not agree. */
static const char *const never[] = {
    "none",   " yes",      " no)",        "true",    "  ",      " ,",    " .",
    "..",     "{",         "}",           "(s)",     "1 bases", "1 DPs", "1 dice",
    "1 hits", "1 actions", "1 inches",    "2 base ", "2 die ",  "2 DP ", "0 wide",
    "-plus",  "-column",   "driven-back", "is no ",  "whoever",
};

static void fill(const struct tc_decl *d, int32_t value, int32_t *arg)
{
    memset(arg, 0, TC_ARGS * sizeof *arg);
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        const struct tc_param *p = &d->param[i];
        int32_t v = p->kind == TC_K_LENGTH  ? value * 1000
                    : p->kind == TC_K_ANGLE ? value * 2506
                                            : value;
        bool may_be_none = p->flags & TC_P_KEY && p->none == TC_NONE;
        if ((p->kind == TC_K_NAME || p->kind == TC_K_WORD || p->kind == TC_K_SIDE) && v < 0)
            v = may_be_none ? TC_NONE : 0;
        if (p->kind == TC_K_INT && !(p->flags & (TC_P_PLAIN | TC_P_HAND)))
            v = v < 0 ? 0 : v; /* counts */
        if (p->kind == TC_K_NAME && v > 0)
            v %= mal_names(&bk.head, p->list);
        if (p->flags & TC_P_HAND && p->kind == TC_K_INT && v == 0)
            v = 1; /* a side it must have */
        if (p->kind == TC_K_SIDE || p->kind == TC_K_BOOL)
            v = v > 0;
        arg[tc_decl_place(d, i)] = v;
    }
}

/* An angle in brads: a digit with a b behind it. */
static bool has_brads(const char *t)
{
    for (; *t; t++)
        if (t[0] >= '0' && t[0] <= '9' && t[1] == 'b' && (t[2] == 0 || t[2] == ' '))
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
            tc_print_text(&mal_ruleset, &bk.head, &d[i], arg, &t);
            for (size_t k = 0; k < sizeof never / sizeof never[0]; k++)
                if (strstr(buf, never[k]))
                    fail_msg("%s holds \"%s\": %s", d[i].name, never[k], buf);
            if (has_brads(buf))
                fail_msg("%s tells brads: %s", d[i].name, buf);
            size_t len = strlen(buf);
            if (sentence && (len == 0 || !strchr(".?", buf[len - 1])))
                fail_msg("%s does not end: %s", d[i].name, buf);
        }
}

static void every_sentence_reads_well(void **unused)
{
    (void)unused;
    read_all(mal_verbs, MAL_VERBS, true);
    read_all(mal_events, MAL_EVENTS, true);
    read_all(mal_reasons + TC_R_FIRST, MAL_REASONS - TC_R_FIRST, true);
    read_all(mal_labels, MAL_LABELS, false);
    for (int i = 0; i < MAL_QUESTIONS; i++)
        read_all(&mal_questions[i].decl, 1, true);
}

static const char *say(const char *act)
{
    static char buf[300];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    struct tc_why why;
    struct tc_act a;

    assert_int_equal(tc_parse_act(&mal_ruleset, &bk.head, act, strlen(act), &a, &why), TC_OK);
    tc_say_act(&mal_ruleset, &bk.head, &a, &t);
    return buf;
}

static void answers_say_what_they_do(void **unused)
{
    (void)unused;
    assert_string_equal(say("dice guards one-plus"),
                        "The English Guards: roll an average die and a D6.");
    assert_string_equal(
        say("dice guards two double=yes line-up=english"),
        "The English Guards: roll two average dice, for double distance, to line up "
        "with the English foot.");
    assert_string_equal(say("move guards veer=-2506b march=3.04"),
                        "The English Guards: veer 13.8 degrees to the left, march 3 inches.");
    assert_string_equal(say("move guards"), "The English Guards: stand.");
    assert_string_equal(say("shift howitzers -180 1"),
                        "The Howitzers: run the gun 1 inch straight back.");
    assert_string_equal(say("shift howitzers 0 1"),
                        "The Howitzers: run the gun 1 inch straight ahead.");
    assert_string_equal(say("split guards -3"),
                        "The English Guards: detach 3 bases on the left.");
    assert_string_equal(say("adjust"), "Leave the die as it is.");
    assert_string_equal(say("adjust troops=-1"), "-1 for the troops.");
    assert_string_equal(say("change guards field-column 0 30,20.05 90"),
                        "The English Guards: form field column, facing east.");
    assert_string_equal(say("ride marlborough 48.786,52.644"),
                        "The Duke of Marlborough: ride to a point 28 inches "
                        "north-north-east of the hamlet.");
    assert_string_equal(say("ride marlborough 48.786,52.644 attach=guards"),
                        "The Duke of Marlborough: ride to the English Guards and join them.");
}

static const char *event(int id, int32_t a, int32_t b, int32_t c)
{
    static char buf[200];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_print_text(&mal_ruleset, &bk.head, &mal_events[id], (const int32_t[TC_ARGS]){ a, b, c },
                  &t);
    return buf;
}

/* A side may be called by its people, and then no "side" stands behind it. */
static void events_have_verbs_and_sides(void **unused)
{
    int guards = tc_find_name(&mal_ruleset, &bk.head, MAL_L_UNIT, "guards", 6);

    (void)unused;
    assert_string_equal(event(MAL_E_INITIATIVE, 0, 0, 0), "The Allies won the initiative.");
    assert_string_equal(event(MAL_E_ARMY_BROKEN, 1, 0, 0), "The French broke.");
    assert_string_equal(event(MAL_E_CONTROL, guards, MAL_HALT, 0),
                        "The English Guards are to halt.");
    assert_string_equal(event(MAL_E_DP, guards, 1, 1),
                        "The English Guards took 1 disorder point from fire.");
}

/* What differs in its place only is told with the place, by what is near and by numbers. */
static void places_tell_answers_apart(void **unused)
{
    static const char *const line[] = { "change guards field-column 0 30,20 90",
                                        "change guards field-column 0 29.8,20 90",
                                        "change guards march-column 0 30,20 90" };
    struct tc_act offer[3];
    char told[3][200];
    struct tc_why why;

    (void)unused;
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            tc_parse_act(&mal_ruleset, &bk.head, line[i], strlen(line[i]), &offer[i], &why),
            TC_OK);
    for (int i = 0; i < 3; i++) {
        struct tc_text t = tc_text_on(told[i], sizeof told[i]);
        tc_say_offer(&mal_ruleset, &bk.head, 0, offer, 3, i, &t);
    }
    assert_string_equal(told[0], "The English Guards: form field column, facing east, at "
                                 "a point 4 inches west-south-west of the hamlet (30, 20).");
    assert_string_equal(told[1], "The English Guards: form field column, facing east, at "
                                 "a point 4 inches west-south-west of the hamlet (29.8, 20).");
    assert_string_equal(told[2], "The English Guards: form march column, facing east.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_sentence_reads_well, fresh),
        cmocka_unit_test_setup(answers_say_what_they_do, fresh),
        cmocka_unit_test_setup(events_have_verbs_and_sides, fresh),
        cmocka_unit_test_setup(places_tell_answers_apart, fresh),
    };

    return cmocka_run_group_tests(tests, open_book, close_book);
}
