/* rules/bayonet/ruleset.c - the sequence of play (3.0) and what the kernel needs to know. */
#include "rules/bayonet/bayonet.h"
#include "rules/bayonet/setup.h"

#include <string.h>

#include "kernel/params.h"

static const struct tc_step steps[BAY_STEPS] = {
    [BAY_S_TURN] = { "turn", "B-3.0a", bay_step_turn },
    [BAY_S_GUNS_FIRST] = { "artillery", "B-3.1a", bay_step_guns_first },
    [BAY_S_UNLIMBER] = { "unlimber", "B-10.4a", bay_step_unlimber },
    [BAY_S_HAUL] = { "haul", "B-10.4b", bay_step_haul },
    [BAY_S_LIMBER] = { "limber", "B-10.4c", bay_step_limber },
    [BAY_S_FIRE] = { "fire", "B-10.2a", bay_step_fire },
    [BAY_S_WINGS_FIRST] = { "wings", "B-3.2a", bay_step_wings_first },
    [BAY_S_WC] = { "wing-commander", "B-3.2d", bay_step_wc },
    [BAY_S_WING] = { "wing", "B-3.2e", bay_step_wing },
    [BAY_S_BRIGADES_FIRST] = { "brigades", "B-3.3b", bay_step_brigades_first },
    [BAY_S_BRIGADE] = { "brigade", "B-3.3e", bay_step_brigade },
    [BAY_S_ORDER] = { "order", "B-3.3.1a", bay_step_order },
    [BAY_S_MOVE] = { "move", "B-3.3.2a", bay_step_move },
    [BAY_S_DRESS] = { "dress", "B-5.5a", bay_step_dress },
    [BAY_S_ATTACKS] = { "attacks", "B-3.3.3a", bay_step_attacks },
    [BAY_S_FIGHT] = { "fight", "B-11.1a", bay_step_fight },
    [BAY_S_LEADERS] = { "leaders", "B-6.4.2a", bay_step_leaders },
    [BAY_S_MORALE] = { "morale", "B-3.3.4a", bay_step_morale },
    [BAY_S_BRIGADE_DONE] = { "brigade-done", "B-3.3.5a", bay_step_brigade_done },
    [BAY_S_ROUT] = { "rout", "B-3.4a", bay_step_rout },
    [BAY_S_VICTORY] = { "victory", "B-3.5a", bay_step_victory },
    [BAY_S_CLEAN_UP] = { "clean-up", "B-3.6a", bay_step_clean_up },
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

/* A name such as navarre-2 as people write it: Navarre 2. */
static void say_key(const char *name, struct tc_text *out)
{
    bool first = true;

    for (; *name; name++) {
        bool small = *name >= 'a' && *name <= 'z';
        tc_text_char(out, *name == '-'     ? ' '
                          : first && small ? (char)(*name - 'a' + 'A')
                                           : *name);
        first = *name == '-';
    }
}

/* By label; by its key too where two bear the same one. */
static void say_name(const struct tc_book *book, int list, int i, struct tc_text *out)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const char *label = label_of(bk, list, i), *name = bay_name_of(book, list, i);

    if (!label || !label[0] || !strcmp(label, name)) {
        say_key(name, out);
        return;
    }
    tc_text_str(out, label);
    for (int k = 0; k < bay_names(book, list); k++)
        if (k != i && label_of(bk, list, k) && !strcmp(label_of(bk, list, k), label)) {
            tc_text_str(out, " (");
            say_key(name, out);
            tc_text_char(out, ')');
            return;
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

/* Odds: volleys are fired, guns kept, ground is given, and the first of equal places taken. */
static int assume(const struct tc_view *v, const struct tc_act *offer, int offers)
{
    (void)v;
    for (int i = 0; i < offers; i++)
        if (offer[i].verb == BAY_V_VOLLEY || offer[i].verb == BAY_V_KEEP_GUN ||
            offer[i].verb == BAY_V_STAY || offer[i].verb == BAY_V_GIVE_GROUND ||
            offer[i].verb == BAY_V_DONE)
            return i;
    return 0;
}

/* Odds of an attack that is put in its place: all fights up to its own; of any other act that
 * leads to fights: the first. */
static bool goes_on(const struct tc_book *book, const void *state, const struct tc_act *a)
{
    const struct bay_state *s = state;
    int until = 1;

    (void)book;
    for (int i = 0; i < s->now.attacks; i++)
        if (a->verb == BAY_V_NEXT && s->attacks[i].unit == a->arg[0])
            until = s->attacks[i].order;
    return s->head.step == BAY_S_FIGHT && s->now.fought < until;
}

/* Odds: nobody may be asked again between an act and the charge that must be made. The odds of
 * naming a charge or an attack have fought it already. */
static bool follows(const struct tc_book *book, const void *state, const struct tc_act *a)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const struct bay_state *s = state;

    (void)a;
    for (int u = 0; u < bk->units; u++)
        if (s->units[u].attacked)
            return false;
    return s->head.step >= BAY_S_ORDER && s->head.step <= BAY_S_ATTACKS;
}

const struct tc_ruleset bay_ruleset = {
    .name = "bayonet",
    .title = "Bayonet and Musket battles, 1670 to 1720",
    .letter = 'B',
    .edition = 2,
    .state_size = sizeof(struct bay_state),
    .fields = &bay_fields,
    .steps = steps,
    .step_count = BAY_STEPS,
    TC_WORDS_OF_RULESET,
    .say_name = say_name,
    .setup = bay_setup,
    .command_of = command_of,
    .scene = bay_scene,
    .score = bay_score,
    .check = bay_check,
    .assume = assume,
    .off = "units life=gone hex=none",
    .goes_on = goes_on,
    .follows = follows,
    .eye = &bay_eye,
    .staff = &bay_staff,
};

const char *bay_ruleset_step(int step)
{
    return steps[step].name;
}
