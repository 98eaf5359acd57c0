/* tests/unit/test_positions.c - positions from outside that no battle can reach are refused.
 *
 * Each row is the setup of a scenario with some fields changed. The fuzz target for positions
 * found most of them: they passed the check, and a later step tripped over them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "book/book.h"
#include "kernel/field.h"
#include "kernel/ruleset.h"
#include "protocol/trial.h"

struct row {
    const char *scenario;
    const char *set; /* path=value, separated by blanks */
    const char *rule;
};

static const struct row good[] = {
    { "minden/first-battle", "head.step=fire", "" },
    { "pistolado/drill-ground",
      "officer.red-colonel.plan=attach officer.red-colonel.plan_to=swiss", "" },
    { "bayonet/learning", "head.active=french units.guards-1.target=0408", "" },
    { "malbrook/first-command", "head.active=french side=1", "" },
    { "malbrook/first-command", "head.step=pick head.active=french side=1", "" },
};

static const struct row bad[] = {
    { "minden/first-battle", "head.step=draw", "N-S3" },
    { "minden/first-battle", "melee_now=2", "N-S3" },
    { "minden/first-battle", "head.step=clash mover.unit=reden", "N-B4a" },
    { "minden/first-battle", "head.step=walk mover.unit=reden mover.purpose=idle", "N-B4a" },
    { "minden/first-battle", "mover.unit=reden mover.entering=yes", "N-B4a" },
    { "minden/first-battle", "mover.unit=reden mover.purpose=moves", "N-B4a" },
    { "minden/first-battle", "units.reden.where=off-table", "N-X3" },
    { "minden/first-battle", "units.reden.fire_count=1", "N-X3" },
    { "minden/first-battle", "mover.unit=reden mover.back=draw", "N-B4a" },
    { "pistolado/drill-ground", "officer.red-colonel.plan=attach", "P-S2" },
    { "pistolado/drill-ground", "regiment.swiss.aim=lands", "P-S2" },
    { "pistolado/drill-ground", "regiment.swiss.files=0", "P-S2" },
    { "pistolado/drill-ground", "head.step=movement at=1", "P-S2" },
    { "pistolado/drill-ground", "head.step=follow", "P-S2" },
    { "pistolado/drill-ground", "head.step=disaster", "P-S2" },
    { "pistolado/drill-ground", "head.step=charged unit=0", "P-S2" },
    { "pistolado/drill-ground", "head.step=contact unit=0", "P-S2" },
    { "bayonet/learning", "units.guards-1.target=9999", "B-7.0j" },
    { "bayonet/learning",
      "head.active=allied now.first=allied now.brigade=foot-guards head.step=fight",
      "B-11.1f" },
    { "bayonet/learning", "head.active=allied now.attacks=1", "B-11.1f" },
    { "bayonet/learning", "now.origin=9999", "B-11.1f" },
    { "bayonet/learning",
      "head.active=allied now.first=allied now.brigade=foot-guards head.step=attacks "
      "units.guards-1.target=0408",
      "B-11.1f" },
    { "bayonet/learning", "impacts.0.level=hit impacts.0.hex=9999", "B-10.2s" },
    { "reason/learning", "fights=31", "R-14.2b" },
    { "reason/learning", "head.step=ride mover_leader=0 leader.moritz.placed=0", "R-11.x1" },
    { "reason/learning", "run_len.3=11", "R-14.2b" },
    { "reason/learning", "queued=1 queue.0.body=255", "R-19.2a.4" },
    { "reason/learning", "attacks=1 attack.0.body=0 attack.0.target=255", "R-19.2a.4" },
    { "malbrook/first-command", "head.active=french", "M-11.1" },
    { "malbrook/first-command", "head.step=march", "M-11.6" },
    { "malbrook/first-command", "brigades.blood.crew=refuge", "M-19.15" },
    { "malbrook/first-command", "messengers.rider-1.live=yes messengers.rider-1.sender=none",
      "M-6.6" },
    { "malbrook/first-command", "events=1 log.0.unit=none", "M-10.15" },
    { "malbrook/first-command",
      "head.step=pick head.active=french side=1 brigades.picardie.declared=yes", "M-11.6" },
};

static void set(const struct tc_book *bk, unsigned char *state, const char *text)
{
    char copy[256], *save = NULL;

    snprintf(copy, sizeof copy, "%s", text);
    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        char *value = strchr(w, '=');
        const struct tc_field *f;
        struct tc_why why;
        size_t base;
        int64_t v = 0;
        int i;

        *value++ = 0;
        if (tc_field_path(bk->rules, bk, w, strlen(w), &base, &f, &i, &why) != TC_OK ||
            tc_field_parse(bk->rules, bk, f, value, strlen(value), &v, &why) != TC_OK)
            fail_msg("%s: %s: %s", bk->id, w, why.text);
        assert_true(tc_field_set(state + base, f, i, v));
    }
}

static bool check(const struct row *r, struct tc_refusal *why, char *text, size_t n)
{
    const struct tc_book *bk = NULL;
    struct tc_why fault;
    struct tc_text t = tc_text_on(text, n);

    if (book_load(TEST_DATA, r->scenario, &bk, &fault) != TC_OK)
        fail_msg("%s: %s", r->scenario, fault.text);
    void *state = calloc(1, bk->rules->state_size);
    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    memset(why, 0, sizeof *why);
    assert_true(bk->rules->check(bk, state, why));
    set(bk, state, r->set);
    bool ok = bk->rules->check(bk, state, why);
    if (!ok)
        tc_say_refusal(bk->rules, bk, why, &t);
    else if (trial_position(bk, state, &fault) != TC_OK)
        fail_msg("%s, %s: %s", r->scenario, r->set, fault.text);
    free(state);
    book_free(bk);
    return ok;
}

static void possible_ones_pass(void **unused)
{
    struct tc_refusal why;
    char text[300] = "";

    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!check(&good[i], &why, text, sizeof text))
            fail_msg("%s, %s: refused: %s", good[i].scenario, good[i].set, text);
}

static void impossible_ones_are_refused(void **unused)
{
    struct tc_refusal why;
    char text[300] = "";

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (check(&bad[i], &why, text, sizeof text))
            fail_msg("%s, %s: accepted", bad[i].scenario, bad[i].set);
        if (!why.rule || strcmp(why.rule, bad[i].rule) != 0 || strlen(text) < 12)
            fail_msg("%s, %s: refused by %s: %s", bad[i].scenario, bad[i].set, why.rule, text);
    }
}

struct limit {
    const char *scenario, *path;
    int least, most;
};

static void has_limits(const struct limit *l)
{
    const struct tc_book *bk = NULL;
    const struct tc_field *f;
    struct tc_why why;
    size_t base;
    int i;

    assert_int_equal(book_load(TEST_DATA, l->scenario, &bk, &why), TC_OK);
    unsigned char *state = calloc(1, bk->rules->state_size);
    assert_int_equal(
        tc_field_path(bk->rules, bk, l->path, strlen(l->path), &base, &f, &i, &why), TC_OK);
    for (int v = l->least; v <= l->most; v++)
        assert_true(tc_field_set(state + base, f, i, v));
    assert_false(tc_field_set(state + base, f, i, l->most + 1));
    assert_false(tc_field_set(state + base, f, i, l->least - 1));
    assert_int_equal(tc_field_get(state + base, f, i), l->most);
    free(state);
    book_free(bk);
}

/* Numbers that stand for a side have no third. */
static void a_side_is_one_of_two(void **unused)
{
    static const struct limit limit[] = {
        { "reason/learning", "won", 0, 1 },
        { "reason/learning", "last_won", 0, 1 },
        { "reason/learning", "acting", 0, 1 },
        { "reason/learning", "special_side", 0, 1 },
        { "reason/learning", "goal.0", 0, 2 }, /* nobody, then the sides */
        { "malbrook/first-command", "holders.0", -1, 1 },
    };

    (void)unused;
    for (size_t k = 0; k < sizeof limit / sizeof limit[0]; k++)
        has_limits(&limit[k]);
}

/* What is always something. */
static void a_word_is_not_none(void **unused)
{
    static const char *const word[][2] = {
        { "minden/first-battle", "units.reden.formation" },
        { "bayonet/learning", "brigades.foot-guards.order" },
        { "reason/learning", "body.itzenplitz-1.form" },
    };

    (void)unused;
    for (size_t k = 0; k < sizeof word / sizeof word[0]; k++) {
        const struct tc_book *bk = NULL;
        const struct tc_field *f;
        struct tc_why why;
        size_t base;
        int64_t v;
        int i;

        assert_int_equal(book_load(TEST_DATA, word[k][0], &bk, &why), TC_OK);
        assert_int_equal(
            tc_field_path(bk->rules, bk, word[k][1], strlen(word[k][1]), &base, &f, &i, &why),
            TC_OK);
        assert_int_equal(tc_field_parse(bk->rules, bk, f, "none", 4, &v, &why), TC_E_RANGE);
        assert_non_null(strstr(why.text, "cannot be none"));
        book_free(bk);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_side_is_one_of_two),
        cmocka_unit_test(a_word_is_not_none),
        cmocka_unit_test(possible_ones_pass),
        cmocka_unit_test(impossible_ones_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
