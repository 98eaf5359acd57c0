/* tests/unit/test_signs.c - a mark means one thing in its system; formations have shapes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "kernel/scene.h"

/* The words of state of each system; those on one line, apart by "=", mean the same. */
static const char *const words[][20] = {
    { "front", "support", "reserve", "disordered", "volley", "volley-fired", "casualties-2",
      "casualties-3", "firefight", "gun", "limbered", "fired", "isolated",
      "priority-1=priority-4=charge", "finished", "dress", "out-of-place",
      "routed-1=routed-2" },
    { "dp 1", "dp 2", "dp 9", "retiring", "routing", "pursuing", "evading", "halt", "inspired",
      "fired", "limbered", "lost", "in combat", "wounded" },
    { "reforming", "disordered", "retreating", "routing", "melee", "charging", "moved",
      "fired=response-fired", "fires-twice", "stopped" },
    { "sharp", "trim", "uneven", "disarrayed", "ragged", "mob", "routing", "pursuing", "melee",
      "broken into", "evaded", "fired", "to charge" },
    { "disordered", "shaken", "routing=routing-of-its-own-will", "out-of-command", "hook-left",
      "hook-right", "fired", "beneath", "unhorsed" },
};

enum { SYSTEMS = sizeof words / sizeof words[0] };

static void test_a_mark_means_one_thing(void **x)
{
    (void)x;
    for (int s = 0; s < SYSTEMS; s++)
        for (int i = 0; i < 20 && words[s][i]; i++) {
            char list[80];
            strcpy(list, words[s][i]);
            char *first = strtok(list, "=");
            struct tc_sign a = tc_badge_sign(first);
            for (char *same = strtok(NULL, "="); same; same = strtok(NULL, "="))
                assert_string_equal(tc_badge_sign(same).mark, a.mark);
            for (int k = i + 1; k < 20 && words[s][k] && *a.mark; k++) {
                char other[80];
                strcpy(other, words[s][k]);
                if (strcmp(tc_badge_sign(strtok(other, "=")).mark, a.mark) == 0)
                    fail_msg("\"%s\" stands for %s and %s", a.mark, words[s][i], words[s][k]);
            }
        }
}

static void test_what_is_bad_is_harm(void **x)
{
    static const char *const bad[] = { "disordered", "routing",     "routed-1", "retreating",
                                       "retiring",   "shaken",      "mob",      "disarrayed",
                                       "dp 3",       "broken into", "isolated" };

    (void)x;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_string_equal(tc_badge_sign(bad[i]).sort, "harm");
    assert_string_equal(tc_badge_sign("finished").sort, "acted");
    assert_string_equal(tc_badge_sign("front").mark, "");
    assert_string_equal(tc_badge_sign(NULL).mark, "");
}

static void test_formations_have_shapes(void **x)
{
    (void)x;
    assert_string_equal(tc_formation_sort("march-column"), "march");
    assert_string_equal(tc_formation_sort("attack-column"), "attack");
    assert_string_equal(tc_formation_sort("unlimbered"), "line");
    assert_string_equal(tc_formation_sort("limbered"), "march");
    assert_string_equal(tc_formation_sort("open-order"), "open");
    assert_string_equal(tc_formation_sort("line"), "line");
    assert_string_equal(tc_formation_sort("none"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_mark_means_one_thing),
        cmocka_unit_test(test_what_is_bad_is_harm),
        cmocka_unit_test(test_formations_have_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
