/* tests/reason/test_odds.c - chances before the act, with strengths, multiples, modifiers
 * and columns: a volley, and an attack to the end of its fight. */
#include <stdlib.h>

#include "kernel/odds.h"
#include "tests/reason/lab.h"

struct table {
    struct tc_game g;
    void *mem;
    struct tc_offers work, open;
    struct tc_taped act[TC_TAPE_ROOM];
    int8_t face[TC_TAPE_ROOM];
};

static const struct tc_book *bk;
static struct rea_state s;
static struct table game, scratch;
static struct tc_odds odds;

static struct rea_body *body(const char *name)
{
    return &s.body[s.unit[lab_unit(bk, name)].body];
}

/* itzenplitz-1 in front of kheul-1, its Command active; hexes as printed. */
static int face_to_face(void **unused)
{
    (void)unused;
    bk = lab_book("reason/learning");
    ((struct rea_book *)rea_book(bk))->lim.specials = 0;
    memset(&s, 0, sizeof s);
    bk->rules->setup(bk, &s);
    s.head.book = bk->hash;
    s.head.active = 0;
    s.acting = 0;
    body("warasdiner-2")->hex[0] = 101;
    body("kheul-1")->hex[0] = 611;
    s.unit[lab_unit(bk, "itzenplitz-1")].active = 1;
    return 0;
}

static int put_away(void **unused)
{
    (void)unused;
    free(game.mem);
    free(scratch.mem);
    return 0;
}

static void seat(struct table *t)
{
    memset(t, 0, sizeof *t);
    t->mem = malloc(tc_game_memory(bk->rules));
    assert_non_null(t->mem);
    tc_game_init_from(&t->g, bk, t->mem, &t->work, &t->open, &s);
    t->g.tape = (struct tc_tape){
        .act = t->act, .act_room = TC_TAPE_ROOM, .face = t->face, .face_room = TC_TAPE_ROOM
    };
    t->g.u.dice = TC_DICE_TYPED;
}

static void ask_odds(int step, const char *act, uint64_t limit)
{
    struct tc_refusal refusal = { 0 };
    struct tc_why why = { 0 };
    struct tc_act a;

    s.head.step = (uint16_t)step;
    seat(&game);
    seat(&scratch);
    assert_int_equal(tc_game_go(&game.g), TC_WAITS_ANSWER);
    assert_int_equal(tc_parse_act(bk->rules, bk, act, strlen(act), &a, &why), TC_OK);
    if (tc_odds_of(&game.g, &a, &scratch.g, limit, 20000, 1, &odds, &refusal, &why) != TC_OK)
        fail_msg("%s: %s", act, why.text);
}

/* Millionths of all rows that hold this event about this unit. */
static uint64_t chance(int event, const char *unit)
{
    uint64_t sum = 0;
    int u = lab_unit(bk, unit);

    for (int i = 0; i < odds.rows; i++)
        for (int k = 0; k < odds.row[i].n; k++)
            if (odds.row[i].event[k].id == event && odds.row[i].event[k].arg[0] == u) {
                sum += odds.row[i].millionths;
                break;
            }
    return sum;
}

static const struct tc_event *working(int event)
{
    for (int i = 0; i < odds.mods; i++)
        if (odds.mod[i].kind == TC_EV_TELL && odds.mod[i].id == event)
            return &odds.mod[i];
    fail_msg("no working of event %d", event);
    return NULL;
}

static int modifier(const char *rule)
{
    for (int i = 0; i < odds.mods; i++)
        if (odds.mod[i].kind == TC_EV_MOD && strcmp(odds.mod[i].rule, rule) == 0)
            return odds.mod[i].arg[0];
    fail_msg("no modifier of %s", rule);
    return 0;
}

/* R-12.x1, T-3: four points at a multiple of 4 against the ten of open ground. */
static void a_volley(void **unused)
{
    (void)unused;
    ask_odds(REA_ST_FIRE, "fire itzenplitz-1 all 0611", 200000);
    assert_true(odds.exact);
    assert_int_equal(working(REA_E_STRENGTH)->arg[1], 4);
    assert_int_equal(working(REA_E_STRENGTH)->arg[2], 400);
    assert_int_equal(working(REA_E_COLUMN)->arg[0], 3);
    assert_int_equal(working(REA_E_COLUMN)->arg[1], 2);
    assert_int_equal(modifier("R-T-3"), 400);
    assert_true(chance(REA_E_LOSES, "kheul-1") > 300000);
}

/* The odds of an attack are those of its fight: the attacker's check, the defender's, his
 * volley, the values, the column and the result. */
static void an_attack(void **unused)
{
    (void)unused;
    ask_odds(REA_ST_DECLARE, "attack itzenplitz-1 kheul-1", 20000);
    assert_false(odds.exact);
    assert_int_equal(odds.leaves, 20000);
    uint64_t stands = chance(REA_E_STOOD, "itzenplitz-1");
    assert_in_range(stands, 750000, 790000); /* R-13.2x1: ER 33, a supported Line */
    assert_true(chance(REA_E_STOOD, "kheul-1") > 200000); /* R-13.7x1 */
    const struct tc_event *fight = working(REA_E_FIGHT);
    assert_int_equal(fight->arg[1], 6);                  /* the defenders; R-13.10a */
    assert_true(fight->arg[4] > 0 && fight->arg[5] > 0); /* the column of T-6 */
    assert_int_equal(working(REA_E_STRENGTH)->arg[0], lab_unit(bk, "kheul-1")); /* R-13.9x1 */
    assert_true(modifier("R-14.x1") > 0); /* a printed close combat value */
    uint64_t over = 0;
    for (int i = 0; i < odds.rows; i++)
        over += odds.row[i].millionths;
    assert_true(over > 990000 || odds.more_rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_volley, face_to_face, put_away),
        cmocka_unit_test_setup_teardown(an_attack, face_to_face, put_away),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
