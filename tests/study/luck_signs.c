/* tests/study/luck_signs.c - is what the rules say to be good for a side really good for it?
 *
 * usage: luck_signs DATA SCENARIO BATTLES
 *
 * Battles by lot in which the dice of one rule fall as one side hopes, then as the other hopes,
 * from the same seeds: who wins more often? A rule whose lucky side loses is named wrongly.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/study/luck_battle.h"

enum { RULES = 200 };

static const char *rule[RULES];
static uint64_t thrown[RULES];
static int good[RULES], rules;

static void note(void *ctx, const struct tc_event *e)
{
    int i = 0;

    (void)ctx;
    if ((e->kind != TC_EV_DIE && e->kind != TC_EV_POOL) || !e->rule)
        return;
    while (i < rules && strcmp(rule[i], e->rule) != 0)
        i++;
    if (i == RULES)
        return;
    rule[i] = e->rule;
    good[i] = e->good;
    thrown[i]++;
    rules = i == rules ? rules + 1 : rules;
}

/* Points of the lucky side, both sides in turn; 0 to 1. */
static double share(const struct tc_book *bk, const char *only, int battles)
{
    double points = 0;

    for (int i = 0; i < 2 * battles; i++) {
        struct luck_battle b = {
            .bk = bk, .seed = (uint64_t)(i / 2) * 7 + 3, .lucky = i & 1, .rule = only
        };
        luck_battle(&b);
        points += b.winner == TC_NONE ? 0.5 : b.winner == b.lucky;
    }
    return points / (2 * battles);
}

int main(int argc, char **argv)
{
    const struct tc_book *bk;
    struct tc_why why;
    int battles = argc > 3 ? atoi(argv[3]) : 50;

    if (argc < 3 || book_load(argv[1], argv[2], &bk, &why) != TC_OK)
        return 2;
    for (int i = 0; i < 20; i++) {
        struct luck_battle b = {
            .bk = bk, .seed = (uint64_t)i * 7 + 3, .lucky = TC_NONE, .hear = note
        };
        luck_battle(&b);
        if (b.unsaid)
            printf("nothing said: %s\n", b.unsaid_rule);
    }
    printf("%-10s %8s %-7s %s\n", "rule", "thrown", "good", "points of the lucky side");
    printf("%-10s %8s %-7s %.3f\n", "all", "", "", share(bk, NULL, battles));
    for (int i = 0; i < rules; i++) {
        if (good[i] == TC_NO_FACE || good[i] == TC_UNSAID)
            continue;
        double s = share(bk, rule[i], battles), sd = 0.5 / sqrt(2.0 * battles);
        printf("%-10s %8llu %-7s %.3f%s\n", rule[i], (unsigned long long)thrown[i],
               lck_word(good[i]), s, s < 0.5 - 2 * sd ? "  WRONG?" : "");
    }
    book_free(bk);
    return 0;
}
