/* rules/bayonet/ruleset.c - the sequence of play (3.0) and what the kernel needs to know. */
#include "rules/bayonet/bayonet.h"
#include "rules/bayonet/setup.h"

#include <string.h>

#include "kernel/params.h"

static const struct tc_step steps[BAY_STEPS] = {
    [BAY_S_TURN] = { "turn", "B-3.0a", bay_step_turn, "artillery" },
    [BAY_S_GUNS_FIRST] = { "artillery", "B-3.1a", bay_step_guns_first, "artillery" },
    [BAY_S_UNLIMBER] = { "unlimber", "B-10.4a", bay_step_unlimber, "artillery" },
    [BAY_S_HAUL] = { "haul", "B-10.4b", bay_step_haul, "artillery" },
    [BAY_S_LIMBER] = { "limber", "B-10.4c", bay_step_limber, "artillery" },
    [BAY_S_FIRE] = { "fire", "B-10.2a", bay_step_fire, "artillery" },
    [BAY_S_WINGS_FIRST] = { "wings", "B-3.2a", bay_step_wings_first, "wings" },
    [BAY_S_WC] = { "wing-commander", "B-3.2d", bay_step_wc, "wings" },
    [BAY_S_WING] = { "wing", "B-3.2e", bay_step_wing, "wings" },
    [BAY_S_BRIGADES_FIRST] = { "brigades", "B-3.3b", bay_step_brigades_first, "brigades" },
    [BAY_S_BRIGADE] = { "brigade", "B-3.3e", bay_step_brigade, "brigades" },
    [BAY_S_ORDER] = { "order", "B-3.3.1a", bay_step_order, "brigades" },
    [BAY_S_MOVE] = { "move", "B-3.3.2a", bay_step_move, "brigades" },
    [BAY_S_DRESS] = { "dress", "B-5.5a", bay_step_dress, "brigades" },
    [BAY_S_ATTACKS] = { "attacks", "B-3.3.3a", bay_step_attacks, "brigades" },
    [BAY_S_FIGHT] = { "fight", "B-11.1a", bay_step_fight, "brigades" },
    [BAY_S_LEADERS] = { "leaders", "B-6.4.2a", bay_step_leaders, "brigades" },
    [BAY_S_MORALE] = { "morale", "B-3.3.4a", bay_step_morale, "brigades" },
    [BAY_S_BRIGADE_DONE] = { "brigade-done", "B-3.3.5a", bay_step_brigade_done, "brigades" },
    [BAY_S_ROUT] = { "rout", "B-3.4a", bay_step_rout, "end" },
    [BAY_S_VICTORY] = { "victory", "B-3.5a", bay_step_victory, "end" },
    [BAY_S_CLEAN_UP] = { "clean-up", "B-3.6a", bay_step_clean_up, "end" },
};

/* The label the scenario gives an entry. */
static const char *label_of(const struct bay_book *bk, int list, int i)
{
    switch (list) {
    case BAY_L_UNIT: return bk->unit[i].label;
    case BAY_L_BRIGADE: return bk->brigade[i].label;
    case BAY_L_WING: return bk->wing[i].label;
    default: return bk->leader[i].label;
    }
}

static int side_of(const struct bay_book *bk, int list, int i)
{
    switch (list) {
    case BAY_L_UNIT: return bk->unit[i].side;
    case BAY_L_BRIGADE: return bk->brigade[i].side;
    case BAY_L_WING: return bk->wing[i].side;
    default: return bk->leader[i].side;
    }
}

/* By label; by its number where two of a side bear the same one, else by its side. */
static void say_name(const struct tc_book *book, int list, int i, struct tc_text *out)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const char *label = label_of(bk, list, i), *name = bay_name_of(book, list, i);
    char numbered[120];
    struct tc_text t = tc_text_on(numbered, sizeof numbered);

    if (!label || !label[0] || !strcmp(label, name)) {
        tc_say_label(label, name, out);
        return;
    }
    int number = 1, same = 0, other = 0;
    for (int k = 0; k < bay_names(book, list); k++)
        if (k != i && label_of(bk, list, k) && !strcmp(label_of(bk, list, k), label)) {
            bool mine = side_of(bk, list, k) == side_of(bk, list, i);
            number += mine && k < i;
            same += mine;
            other += !mine;
        }
    tc_text_str(&t, label);
    if (same && !other) {
        tc_text_char(&t, ' ');
        tc_text_int(&t, number);
    }
    tc_say_label(numbered, name, out);
    if (!other)
        return;
    tc_text_str(out, " (");
    tc_say_side(&bay_ruleset, book, side_of(bk, list, i), out);
    tc_text_char(out, ')');
    if (same) {
        tc_text_char(out, ' ');
        tc_text_int(out, number);
    }
}

/* Seats share a side by Wing: the Wing of the brigade, unit or leader a question is about. */
static int command_of(const struct tc_book *book, const void *state, const struct tc_query *q)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const struct bay_state *s = state;
    int kind = bay_questions[q->question].decl.param[0].kind;
    int list = bay_questions[q->question].decl.param[0].list, i = q->arg[0];

    if (kind == TC_K_NAME && list == BAY_L_UNIT && i >= 0)
        i = bk->unit[i].brigade, list = BAY_L_BRIGADE;
    if (kind == TC_K_NAME && list == BAY_L_BRIGADE && i >= 0)
        return bk->wing[s->brigades[i].wing].index;
    if (kind == TC_K_NAME && list == BAY_L_LEADER)
        return bk->wing[s->leaders[i].wing].index;
    return 0;
}

/* How side 0 stands: units lost, casualties, brigades, ground (antisymmetric by making). */
static int strength(const struct bay_book *bk, const struct bay_state *s, int side)
{
    int sum = 0;

    for (int u = 0; u < bk->units; u++) {
        const struct bay_unit *x = &s->units[u];
        if (bk->unit[u].side != side || x->life != BAY_FIGHTS)
            continue;
        sum += bk->unit[u].kind == BAY_ART
                   ? 6
                   : 4 + 4 * bk->unit[u].cv - 3 * x->casualties - 3 * x->disordered;
    }
    return sum + 5 * bay_goal_points(bk, s, side);
}

int bay_score(const struct tc_book *book, const void *state)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const struct bay_state *s = state;

    if (s->head.over)
        return s->head.winner < 0 ? 0 : s->head.winner ? -10000 : 10000;
    int a = strength(bk, s, 0), b = strength(bk, s, 1);
    return a + b ? 9000 * (a - b) / (a + b) : 0;
}

static int points(const struct tc_book *book, const void *state, int side)
{
    return bay_goal_points((const struct bay_book *)book, state, side);
}

const struct tc_ruleset bay_ruleset = {
    .name = "bayonet",
    .title = "Bayonet and Musket battles, 1670 to 1720",
    .letter = 'B',
    .edition = 2,
    .state_size = sizeof(struct bay_state),
    .shelf = sizeof(struct bay_field),
    .fields = &bay_fields,
    .steps = steps,
    .step_count = BAY_STEPS,
    TC_WORDS_OF_RULESET,
    .say_name = say_name,
    .setup = bay_setup,
    .command_of = command_of,
    .scene = bay_scene,
    .score = bay_score,
    .points = points,
    .strength_word = "steps",
    .check = bay_check,
    .assume = bay_assume,
    .off = "units life=gone hex=none",
    .goes_on = bay_goes_on,
    .follows = bay_follows,
    .outcomes = 12,
    .eye = &bay_eye,
    .staff = &bay_staff,
    .dangers = &bay_dangers,
    .schema = &bay_schema,
};

const char *bay_ruleset_step(int step)
{
    return steps[step].phase;
}
