/* tests/unit/test_notation.c - acts as words and back; numbers as people write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "kernel/dice.h"
#include "kernel/ruleset.h"
#include "tests/support/toy.h"

/* --- Round trips of random acts ------------------------------------------------------- */

static int32_t between(struct tc_stream *s, int32_t low, int32_t high)
{
    return low + (int32_t)tc_draw(s, (uint32_t)(high - low + 1));
}

static void random_value(struct tc_stream *s, const struct tc_param *p, int32_t *arg)
{
    int words = 0;

    switch ((enum tc_kind)p->kind) {
    case TC_K_INT: *arg = between(s, -1000000000, 1000000000); break;
    case TC_K_LENGTH: *arg = between(s, -2000000, 2000000); break;
    case TC_K_ANGLE: *arg = between(s, -65536, 65536); break;
    case TC_K_BOOL:
    case TC_K_SIDE: *arg = between(s, 0, 1); break;
    case TC_K_NAME: *arg = between(s, TC_NONE, TOY_UNITS - 1); break;
    case TC_K_HEX: *arg = between(s, 0, 3) ? between(s, TC_NONE, 9999) : 120034; break;
    case TC_K_DICE: *arg = between(s, 0, (1 << 30) - 1); break;
    case TC_K_POINT:
        arg[0] = between(s, -2000000, 2000000);
        arg[1] = between(s, -2000000, 2000000);
        break;
    case TC_K_WORD:
        while (p->words[words])
            words++;
        *arg = between(s, 0, words - 1);
        break;
    case TC_K_END:
    case TC_K_MSG:
    case TC_K_STEP:
    case TC_K_ENDING: fail();
    }
}

static struct tc_act random_act(struct tc_stream *s)
{
    struct tc_act a;

    memset(&a, 0, sizeof a);
    a.verb = (int16_t)between(s, 0, TOY_VERBS - 1);
    const struct tc_decl *d = &toy_rules.verbs[a.verb];
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        random_value(s, &d->param[i], a.arg + tc_decl_place(d, i));
    if (d->flags & TC_F_PATH)
        a.segs = (int16_t)between(s, 0, TC_SEGS);
    for (int i = 0; i < a.segs; i++) {
        a.seg[i].leg = between(s, 0, TOY_LEGS - 1);
        a.seg[i].value = a.seg[i].leg == TOY_AHEAD ? between(s, -2000000, 2000000)
                                                   : between(s, -65536, 65536);
    }
    return a;
}

static void test_round_trips(void **x)
{
    struct tc_stream s = tc_stream_from(1);

    (void)x;
    for (int i = 0; i < 20000; i++) {
        struct tc_act a = random_act(&s), b;
        struct tc_why why = { .text = "" };
        char line[512];
        struct tc_text t = tc_text_on(line, sizeof line);
        tc_print_act(&toy_rules, &toy_book, &a, &t);
        assert_false(t.cut);
        if (tc_parse_act(&toy_rules, &toy_book, line, t.len, &b, &why) != TC_OK)
            fail_msg("%s: %s", line, why.text);
        if (!tc_same_act(&a, &b))
            fail_msg("%s", line);
    }
}

/* A log keeps acts without the legs they do not have: what lies there is not theirs. */
static void test_acts_kept_short_are_the_same(void **x)
{
    struct tc_act a = { .verb = TOY_MARCH, .segs = 1, .seg = { { TOY_AHEAD, 700 } } };
    struct tc_act b = a, c = a;

    (void)x;
    b.seg[1].value = 5;
    assert_true(tc_same_act(&a, &b));
    assert_true(tc_same_act(&b, &a));
    c.seg[0].value = 701;
    assert_false(tc_same_act(&a, &c));
    c = a;
    c.segs = 2;
    assert_false(tc_same_act(&a, &c));
    assert_false(tc_same_act(&c, &a));
}

static void check_print(const char *in, const char *out)
{
    struct tc_act a;
    struct tc_why why = { .text = "" };
    char line[256];
    struct tc_text t = tc_text_on(line, sizeof line);

    if (tc_parse_act(&toy_rules, &toy_book, in, strlen(in), &a, &why) != TC_OK)
        fail_msg("%s: %s", in, why.text);
    tc_print_act(&toy_rules, &toy_book, &a, &t);
    assert_string_equal(line, out);
}

static void test_one_way_to_write(void **x)
{
    (void)x;
    check_print("  fire\tred-one   blue-one ", "fire red-one blue-one");
    check_print("fire red-one blue-one volleys=1", "fire red-one blue-one");
    check_print("fire red-one blue-one boldly=yes volleys=2",
                "fire red-one blue-one volleys=2 boldly=yes");
    check_print("fire at=blue-one unit=red-one", "fire red-one blue-one");
    check_print("march red-one ahead 4.500 left 22.5", "march red-one ahead 4.5 left 22.5");
    check_print("march red-one ahead 4\" right 1000b", "march red-one ahead 4 right 1000b");
    check_print("react red-one stand 3+1", "react red-one stand 1+3");
    check_print("signal blue 0105 1.25,-36 90 0", "signal blue 0105 1.25,-36 90 0");
}

static void test_sentences(void **x)
{
    struct tc_act a = { .verb = TOY_V_MARCH, .segs = 1, .arg = { 2 } };
    char line[256];
    struct tc_text t = tc_text_on(line, sizeof line);

    (void)x;
    a.seg[0] = (struct tc_seg){ TOY_AHEAD, 2500 };
    tc_say_act(&toy_rules, &toy_book, &a, &t);
    assert_string_equal(line, "red-guard marches: ahead 2.5 inches");
}

/* --- What cannot be read --------------------------------------------------------------------
 */

static void refuse(const char *line, enum tc_err want, const char *say)
{
    struct tc_act a = { .verb = 77 };
    struct tc_why why = { .text = "" };

    assert_int_equal(tc_parse_act(&toy_rules, &toy_book, line, strlen(line), &a, &why), want);
    if (!strstr(why.text, say))
        fail_msg("%s: %s", line, why.text);
    assert_int_equal(a.verb, 77); /* untouched */
    assert_int_equal(tc_parse_act(&toy_rules, &toy_book, line, strlen(line), &a, NULL), want);
}

static void test_parse_errors(void **x)
{
    struct tc_act a;
    struct tc_why why;

    (void)x;
    refuse("", TC_E_SYNTAX, "begins with a verb");
    refuse("   ", TC_E_SYNTAX, "begins with a verb");
    refuse("dance", TC_E_NAME, "no verb \"dance\" in toy");
    refuse("Fire red-one blue-one", TC_E_NAME, "no verb");
    refuse("fire red-one", TC_E_SYNTAX, "fire needs its at");
    refuse("fire red-one blue-one now", TC_E_SYNTAX, "one word too many for fire");
    refuse("fire red-one nobody", TC_E_SYNTAX, "no company of that name");
    refuse("fire red-one blue-one volleys=two", TC_E_SYNTAX, "must be a whole number");
    refuse("fire red-one blue-one volleys=", TC_E_SYNTAX, "must be a whole number");
    refuse("fire red-one blue-one volleys=1 volleys=2", TC_E_KEY, "given twice");
    refuse("fire red-one blue-one unit=red-two", TC_E_KEY, "given twice");
    refuse("fire red-one blue-one boldly=perhaps", TC_E_SYNTAX, "yes or no");
    refuse("plan retreat", TC_E_SYNTAX, "one of attack, defend, wait");
    refuse("march red-one ahead", TC_E_SYNTAX, "needs a number");
    refuse("march red-one ahead far", TC_E_SYNTAX, "takes a number");
    refuse("march red-one ahead 4.5555", TC_E_SYNTAX, "takes a number");
    refuse("halt red-one ahead 4", TC_E_SYNTAX, "too many");
    refuse("march red-one ahead 1 ahead 1 ahead 1 ahead 1 ahead 1 ahead 1 ahead 1 ahead 1 "
           "ahead 1 ahead 1 ahead 1 ahead 1 ahead 1",
           TC_E_FULL, "12 legs");
    refuse("signal green 0105 1,2 0 0", TC_E_SYNTAX, "no side");
    refuse("signal red 105 1,2 0 0", TC_E_SYNTAX, "four digits");
    refuse("signal red -105 1,2 0 0", TC_E_SYNTAX, "four digits");
    refuse("signal red 0105 12 0 0", TC_E_SYNTAX, "two numbers");
    refuse("react red-one stand 1+31", TC_E_SYNTAX, "dice are named");
    refuse("react red-one stand 1-2", TC_E_SYNTAX, "dice are named");
    assert_int_equal(tc_parse_act(&toy_rules, &toy_book, "ho\0ld", 5, &a, &why), TC_E_SYNTAX);
}

/* Any bytes: refused or read, never a crash, and never another act when printed again. */
static void test_random_bytes(void **x)
{
    static const char *const word[] = { "fire", "march", "red-one",  "blue-one", "ahead",
                                        "left", "=",     "volleys=", "4.5",      "1000b",
                                        "0105", "1,2",   "none",     "react",    "stand",
                                        "1+3",  "-",     "\"" };
    struct tc_stream s = tc_stream_from(9);

    (void)x;
    for (int i = 0; i < 20000; i++) {
        char line[256], again[512];
        struct tc_text t = tc_text_on(line, sizeof line), u = tc_text_on(again, sizeof again);
        struct tc_act a, b;
        struct tc_why why;
        for (uint32_t k = tc_draw(&s, 8); k > 0; k--) {
            if (tc_draw(&s, 6) == 0)
                tc_text_char(&t, (char)(1 + tc_draw(&s, 255)));
            else
                tc_text_str(&t, word[tc_draw(&s, sizeof word / sizeof word[0])]);
            tc_text_char(&t, ' ');
        }
        if (tc_parse_act(&toy_rules, &toy_book, line, t.len, &a, &why) != TC_OK)
            continue;
        tc_print_act(&toy_rules, &toy_book, &a, &u);
        assert_int_equal(tc_parse_act(&toy_rules, &toy_book, again, u.len, &b, &why), TC_OK);
        assert_true(tc_same_act(&a, &b));
    }
}

/* --- Numbers
 * ------------------------------------------------------------------------------------ */

static void check_length(int32_t v, const char *want)
{
    char buf[32];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    int32_t back;

    tc_text_length(&t, v);
    assert_string_equal(buf, want);
    assert_true(tc_read_length(buf, t.len, &back));
    assert_int_equal(back, v);
}

static void check_angle(int32_t v, const char *want)
{
    char buf[32];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    int32_t back;

    tc_text_angle(&t, v);
    assert_string_equal(buf, want);
    assert_true(tc_read_angle(buf, t.len, &back));
    assert_int_equal(back, v);
}

static void test_numbers(void **x)
{
    static const char *const bad[] = { "",    "-",  ".",  "1.",  "1..2",
                                       "1e3", " 1", "1 ", "+-1", "0x1" };
    int32_t v;
    int64_t w;

    (void)x;
    check_length(0, "0");
    check_length(4500, "4.5");
    check_length(-125, "-0.125");
    check_length(1010, "1.01");
    check_length(2000000, "2000");
    check_angle(16384, "90");
    check_angle(1024, "5.625");
    check_angle(-8192, "-45");
    check_angle(1000, "1000b");
    check_angle(65536, "360");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(tc_read_length(bad[i], strlen(bad[i]), &v));
        assert_false(tc_read_angle(bad[i], strlen(bad[i]), &v));
        assert_false(tc_read_int(bad[i], strlen(bad[i]), &w));
    }
    assert_false(tc_read_length("2000.001", 8, &v));
    assert_false(tc_read_angle("361", 3, &v));
    assert_false(tc_read_angle("70000b", 6, &v));
    assert_false(tc_read_int("9999999999999999999", 19, &w));
    assert_true(tc_read_angle("0.01", 4, &v)); /* to the nearest 1/65536 of a turn */
    assert_int_equal(v, 2);
}

static void test_text_is_bounded(void **x)
{
    char buf[8];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    (void)x;
    tc_text_str(&t, "abcdefghij");
    assert_string_equal(buf, "abcdefg");
    assert_true(t.cut);
    t = tc_text_on(buf, sizeof buf);
    tc_text_int(&t, INT64_MIN);
    assert_string_equal(buf, "-922337");
    t = tc_text_on(buf, sizeof buf);
    tc_text_signed(&t, 0);
    assert_string_equal(buf, "+0");
    assert_false(t.cut);
}

/* --- Sentences: number, what there is and what there is not, told words ----------------- */

static const char *said(const char *text, int32_t a, int32_t b)
{
    static const char *const word[] = { "ene", "n", NULL };
    static const char *const told[] = { "east-north-east", "north", NULL };
    static char out[120];
    const struct tc_decl d = { "x",
                               text,
                               { { "count", TC_K_INT, 0, 0, 0, NULL, NULL },
                                 { "facing", TC_K_WORD, 0, 0, 0, word, told } },
                               0 };
    struct tc_text t = tc_text_on(out, sizeof out);
    const int32_t arg[TC_ARGS] = { a, b };

    tc_print_text(&toy_rules, &toy_book, &d, arg, &t);
    return out;
}

static const char *called(const char *label, const char *key)
{
    static char out[120];
    struct tc_text t = tc_text_on(out, sizeof out);

    tc_say_label(label, key, &t);
    return out;
}

static void names_as_people_write_them(void **unused)
{
    (void)unused;
    assert_string_equal(called(NULL, "navarre-2"), "Navarre 2");
    assert_string_equal(called("", "charles-of-lorraine"), "Charles of Lorraine");
    assert_string_equal(called(NULL, "first-line-brigade-1-2"), "First Line Brigade 1 no. 2");
    assert_string_equal(called("Dutch brigade 2 2", "dutch-2-2"), "Dutch brigade 2 no. 2");
    assert_string_equal(called(NULL, &"7-1"[1]), " 1"); /* what stands before is not read */
    assert_string_equal(called("20th Foot", "20th-foot"), "the 20th Foot");
    assert_string_equal(called("White cornet, left", "w"), "the White cornet (left)");
    assert_string_equal(called("Picardie", "picardie"), "Picardie");
    assert_string_equal(called("Carabiniers", "c"), "the Carabiniers");
    assert_string_equal(called("Carabiniers 3", "c"), "Carabiniers 3");
    assert_string_equal(called("Left battery, right part, part 3", "b"),
                        "the left battery (right part, part 3)");
    assert_string_equal(called("Macbean's battery, part 2", "b"), "Macbean's battery (part 2)");
    assert_string_equal(called("Queen's Horse", "q"), "the Queen's Horse");
    assert_string_equal(called("Imhoff and Behr", "i"), "Imhoff and Behr");
    assert_string_equal(called("Foot Guards and Hardenberg", "g"),
                        "the Foot Guards and Hardenberg");
    assert_string_equal(called("Oberg, Laffert and Scheither", "o"),
                        "Oberg, Laffert and Scheither");
    assert_string_equal(called("Dutch Guards, 3rd and 4th", "d"),
                        "the Dutch Guards (3rd and 4th)");
    assert_string_equal(called("Ramillies - Merdorp road", "r"),
                        "the Ramillies to Merdorp road");
    assert_string_equal(called("L Epinay", "e"), "L'Epinay");
    assert_string_equal(called("Taviers", "t"), "Taviers");
    assert_string_equal(called("Marshal Boufflers", "b"), "Marshal Boufflers");
    assert_string_equal(called("Danish horse, left of the first line", "d"),
                        "the Danish horse (left of the first line)");
    assert_string_equal(called("Allied centre", "a"), "the Allied centre");
    assert_string_equal(called("Ogden New Jersey", "n"), "the Ogden New Jersey");
    assert_string_equal(called("Duke of Marlborough", "m"), "the Duke of Marlborough");
    assert_string_equal(called("Colonel of Greder", "g"), "the Colonel of Greder");
    assert_string_equal(called("Staff of the first line", "s"), "the Staff of the first line");
    assert_string_equal(called("Rest of Mouy's company", "r"), "the Rest of Mouy's company");
    assert_string_equal(called("left guns", "l"), "the left guns");
    assert_string_equal(called("Major General, centre", "c"), "the Major General (centre)");
    assert_string_equal(called("Ferdinand of Brunswick", "f"), "Ferdinand of Brunswick");
    assert_string_equal(called("The last squadrons", "s"), "the last squadrons");
    assert_string_equal(called(NULL, "l-epinay"), "L'Epinay");
    assert_string_equal(called("Dutch horse, first line 3", "d"), "Dutch horse (first line) 3");
    assert_string_equal(called("General of the household", "g"),
                        "the General of the household");
    assert_true(tc_is_plural("Imhoff and Behr"));
    assert_true(tc_is_plural("Oberg, Laffert and Scheither"));
    assert_true(tc_is_plural("Dragoons on foot (first)"));
    assert_false(tc_is_plural("Marshal Boufflers"));
    assert_false(tc_is_plural("Swabian and Franconian horse"));
    assert_false(tc_is_plural("Phillips' and Braun's battery"));
    assert_true(tc_is_plural("Heavy Guns"));
    assert_false(tc_is_plural("Taviers"));
    assert_true(tc_is_plural("English (forward parties)"));
    assert_false(tc_is_plural("English horse"));
    assert_true(tc_is_plural("light guns 2"));
    assert_true(tc_is_plural("left dragoons 5"));
    assert_false(tc_is_plural("first-line horse 6"));
    assert_false(tc_is_plural("great battery (part 2)"));
    assert_false(tc_is_plural("Croats 2"));
    assert_false(tc_is_plural("c1"));
    assert_false(tc_is_plural("4"));
    assert_true(tc_is_plural("Frisians (right)"));
    assert_true(tc_is_plural("Pickets (first)"));
    assert_true(tc_is_plural("Chasseurs de Fischer"));
    assert_true(tc_is_plural("Dutch Guards, 3rd and 4th"));
    assert_true(tc_is_plural("Baranyay Hussars"));
    assert_false(tc_is_plural("Hussars (second line) 3"));
    assert_true(tc_is_plural("the Gendarmes of the household"));
    assert_false(tc_is_plural("Zieten Hussars 3"));
    assert_false(tc_is_plural("Lord Cutts"));
    assert_false(tc_is_plural("the Duke of the Hussars"));
}

static void near_answers_are_told_apart(void **unused)
{
    struct tc_act a[2] = { { .verb = TOY_V_MARCH, .segs = 1, .arg = { 2 } } };
    char line[2][256];

    (void)unused;
    a[1] = a[0];
    a[0].seg[0] = (struct tc_seg){ TOY_AHEAD, 2500 };
    a[1].seg[0] = (struct tc_seg){ TOY_AHEAD, 2512 };
    for (int i = 0; i < 2; i++) {
        struct tc_text t = tc_text_on(line[i], sizeof line[i]);
        tc_say_offer(&toy_rules, &toy_book, 0, a, 2, i, &t);
    }
    assert_string_equal(line[0], "red-guard marches: ahead 2.5 inches");
    assert_string_equal(line[1], "red-guard marches: ahead 2.512 inches");
}

static void sentences(void **unused)
{
    (void)unused;
    assert_string_equal(said("{0} {0|casualty|casualties}", 1, 0), "1 casualty");
    assert_string_equal(said("{0} {0|casualty|casualties}", 0, 0), "0 casualties");
    assert_string_equal(said("{0} {0|casualty|casualties}", 2, 0), "2 casualties");
    assert_string_equal(said("{0} {0|man falls|men fall}.", -1, 0), "-1 man falls.");
    assert_string_equal(said("{0#} {0|base|bases} on the {0<left}{0>right}", -3, 0),
                        "3 bases on the left");
    assert_string_equal(said("{0#} {0|base|bases} on the {0<left}{0>right}", 1, 0),
                        "1 base on the right");
    assert_string_equal(said("{0=3?three}{0=3!not three}", 3, 0), "three");
    assert_string_equal(said("{0=3?three}{0=3!not three}", 13, 0), "not three");
    assert_string_equal(said("One hex{1?, facing {1}}.", 0, 1), "One hex, facing north.");
    assert_string_equal(said("One hex{1?, facing {1}}.", 0, TC_NONE), "One hex.");
    assert_string_equal(said("{0?{0} left}{0!none left}", 3, 0), "3 left");
    assert_string_equal(said("{0?{0} left}{0!none left}", 0, 0), "none left");
    assert_string_equal(said("{0?{0} {0|gun|guns}{1?, {1}}}", 1, 0), "1 gun, east-north-east");
    assert_string_equal(said("{5}{7?x}a{", 1, 0), "a{"); /* what is not there says nothing */
    assert_string_equal(said("{0", 1, 0), "{0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(names_as_people_write_them),
        cmocka_unit_test(near_answers_are_told_apart),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_acts_kept_short_are_the_same),
        cmocka_unit_test(test_one_way_to_write),
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_parse_errors),
        cmocka_unit_test(test_random_bytes),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_text_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
