/* tests/bayonet/test_words.c - every sentence of the system with every kind of value: no keys,
 * no bare none, yes or no, no number that does not agree. */
#include "tests/bayonet/lab.h"

static struct lab lab;

static int open_lab(void **unused)
{
    (void)unused;
    lab_open(&lab, "bayonet/blenheim-1704");
    return 0;
}

static int close_lab(void **unused)
{
    (void)unused;
    lab_close(&lab);
    return 0;
}

/* Is it said only if there is such a thing? */
static bool is_optional(const struct tc_decl *d, int i)
{
    char mark[4] = { '{', (char)('0' + i), '?', 0 };

    return (d->param[i].flags & TC_P_KEY) || strstr(d->text, mark);
}

static int32_t value(const struct tc_param *p, int32_t v)
{
    int n = 0;

    if (p->kind == TC_K_NAME)
        return v % bay_names(&lab.bk->head, p->list);
    if (p->kind == TC_K_SIDE || p->kind == TC_K_BOOL)
        return v % 2;
    if (p->kind == TC_K_HEX)
        return 101 + v;
    while (p->kind == TC_K_WORD && p->words[n])
        n++;
    return n ? v % n : v;
}

static void read_one(const char *what, const struct tc_decl *d, const int32_t *arg)
{
    static const char *const bad[] = { "none", " yes",      " no.",        " no,",
                                       "{",    "}",         "  ",          " ,",
                                       " .",   " 1 points", " 1 brigades", " 1 casualties",
                                       "..",   "whoever" };
    char text[400];
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_print_text(&bay_ruleset, &lab.bk->head, d, arg, &t);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strstr(text, bad[i]))
            fail_msg("%s %s: \"%s\" in \"%s\"", what, d->name, bad[i], text);
    for (const char *p = text; *p; p++) /* a key: small letters, a hyphen, a number */
        if (p > text && *p == '-' && p[-1] >= 'a' && p[-1] <= 'z' && p[1] >= '0' && p[1] <= '9')
            fail_msg("%s %s: a key in \"%s\"", what, d->name, text);
    if (t.len == 0)
        fail_msg("%s %s says nothing", what, d->name);
}

static void read_all(const char *what, const struct tc_decl *d)
{
    for (int32_t v = 0; v < 70; v++) {
        int32_t arg[TC_ARGS] = { 0 };
        for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
            arg[i] = value(&d->param[i], v < 8 ? v : v + 3 * i);
        read_one(what, d, arg);
        for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
            if (is_optional(d, i) && d->param[i].kind != TC_K_BOOL)
                arg[i] = (d->param[i].flags & TC_P_KEY) ? d->param[i].none
                         : d->param[i].kind == TC_K_INT ? 0
                                                        : TC_NONE;
        read_one(what, d, arg);
    }
}

static void every_sentence(void **unused)
{
    const struct tc_ruleset *r = &bay_ruleset;

    (void)unused;
    for (int i = 0; i < r->verb_count; i++)
        read_all("verb", &r->verbs[i]);
    for (int i = 0; i < r->question_count; i++)
        read_all("question", &r->questions[i].decl);
    for (int i = 0; i < r->event_count; i++)
        read_all("event", &r->events[i]);
    for (int i = TC_R_FIRST; i < r->reason_count; i++)
        read_all("reason", &r->reasons[i]);
    for (int i = 0; i < r->label_count; i++)
        read_all("label", &r->labels[i]);
}

static void says(const char *want, const struct tc_decl *d, int32_t a, int32_t b, int32_t c,
                 int32_t e)
{
    char text[200];
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_print_text(&bay_ruleset, &lab.bk->head, d, (const int32_t[TC_ARGS]){ a, b, c, e }, &t);
    assert_string_equal(text, want);
}

/* Names and ranks, results in words, compass points, number. */
static void in_plain_english(void **unused)
{
    int tallard = lab_find(&lab, BAY_L_LEADER, "tallard-marshal");
    int rowe = lab_find(&lab, BAY_L_BRIGADE, "rowe");

    (void)unused;
    says("Marshal Tallard fell.", &bay_events[BAY_E_LEADER_FALLS], tallard, 0, 0, 0);
    says("The command of Marshal Tallard passed to a colonel with a rating of 0, who is called "
         "Marshal Tallard from now on.",
         &bay_events[BAY_E_REPLACED], tallard, TC_NONE, 0, 0);
    says("Rowe did not hear the order to charge.", &bay_events[BAY_E_ORDER], rowe, BAY_CHARGE,
         0, 0);
    says("Rowe held: 5 or less was needed.", &bay_events[BAY_E_MORALE], rowe, 5, 1, 0);
    says("First to fire: French.", &bay_events[BAY_E_FIRST], 1, 0, 0, 0);
    says("One hex east, facing north", &bay_verbs[BAY_V_STEP], 0, 1, 0, 0);
    says("One hex east", &bay_verbs[BAY_V_STEP], 0, BAY_NO_FACING, 0, 0);
    says("Try for Charge", &bay_verbs[BAY_V_CHANGE], BAY_CHARGE, 0, 0, 0);
    says("That costs 1 movement point, and only 0 are left.", &bay_reasons[BAY_R_MP], 1, 0, 0,
         0);
    says("The battle is over and drawn.", &bay_events[BAY_E_OVER], TC_NONE, 0, 0, 0);
}

/* No two entries of a list are called alike, in any battle. */
static void names_differ(void **unused)
{
    static const char *const id[] = { "bayonet/blenheim-1704", "bayonet/blenheim-village",
                                      "bayonet/drill-ground", "bayonet/learning",
                                      "bayonet/neerwinden-1693" };

    (void)unused;
    for (size_t k = 0; k < sizeof id / sizeof *id; k++) {
        lab_close(&lab);
        lab_open(&lab, id[k]);
        for (int list = 0; list < BAY_LISTS; list++) {
            static char name[BAY_UNITS][80];
            for (int i = 0; i < bay_names(&lab.bk->head, list); i++) {
                struct tc_text t = tc_text_on(name[i], sizeof name[i]);
                bay_ruleset.say_name(&lab.bk->head, list, i, &t);
                for (int n = 0; n < i; n++)
                    if (!strcmp(name[i], name[n]))
                        fail_msg("%s: two are called %s", id[k], name[i]);
            }
        }
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(every_sentence),
        T(in_plain_english),
        T(names_differ),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
