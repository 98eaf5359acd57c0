/* rules/minden/ruleset.c - the sequence of play, as one table in rulebook order (chapter S). */
#include "rules/minden/inner.h"
#include "kernel/params.h"
#include "rules/minden/minden.h"

#include <string.h>

void min_go(struct min_play *p, enum min_step step)
{
    p->s->head.step = (uint16_t)step;
}

void min_begin_phase(struct min_play *p, int phase, const char *rule)
{
    p->s->phase = (uint8_t)phase;
    tc_tell(p->u, MIN_E_PHASE, rule, phase, p->s->head.active);
}

/* --- Phase 0: everything of the last player turn is forgotten --- */

static void clear_unit(struct min_unit *m)
{
    m->acted = m->moved = m->compulsory = 0;
    m->fired = m->fire_count = m->bonus_used = m->fire_twice = 0;
    m->response_fired = m->casualty_tested = m->moral_tested = 0;
    m->cas_turn = m->cas_by_art = m->cas_flank_rear = 0;
    m->terrain_stop = 0;
}

void min_step_start(void *state, struct tc_umpire *u)
{
    struct min_play p = min_play_of(state, u);

    for (int i = 0; i < p.bk->units; i++) /* N-RUL-5 */
        clear_unit(&p.s->units[i]);
    memset(p.s->brigades, 0, sizeof p.s->brigades);
    for (int i = 0; i < MIN_REGIMENTS; i++)
        p.s->regiments[i].regimental_move = 0;
    for (int i = 0; i < MIN_MELEES; i++)
        p.s->melees[i].fought = 0;
    memset(p.s->log, 0, sizeof p.s->log);
    p.s->events = 0;
    p.s->fog_row = p.s->fog_effect = p.s->fog_left = p.s->dead_calm = 0;
    p.s->fog_brigade = TC_NONE;
    p.s->fog_commander = TC_NONE;
    p.s->player_turn++;
    p.s->cursor = 0;
    tc_tell(u, MIN_E_PLAYER_TURN, "N-S2", p.s->head.active, p.s->head.turn);
    min_begin_phase(&p, MIN_P_FOG, "N-S3");
    min_go(&p, MIN_S_FOG);
}

/* --- The table --- */

static const struct tc_step steps[MIN_STEPS] = {
    [MIN_S_FIRST] = { "first-side", "N-S7", min_step_first },
    [MIN_S_DEPLOY] = { "deploy", "N-GEO-8", min_step_deploy },
    [MIN_S_START] = { "start", "N-S2", min_step_start },
    [MIN_S_FOG] = { "fog", "N-M0a", min_step_fog },
    [MIN_S_FOG_GUNS] = { "fog-guns", "N-M10a", min_step_fog_guns },
    [MIN_S_FOG_TWICE] = { "fog-twice", "N-M10b", min_step_fog_twice },
    [MIN_S_FOG_BRIGADE] = { "fog-brigade", "N-M11a", min_step_fog_brigade },
    [MIN_S_FOG_ADVANCE] = { "fog-advance", "N-M11a", min_step_fog_advance },
    [MIN_S_COMPULSORY] = { "compulsory", "N-A1a", min_step_compulsory },
    [MIN_S_CLEAR] = { "clear", "N-A2a", min_step_clear },
    [MIN_S_ENTRY] = { "entry", "N-L19", min_step_entry },
    [MIN_S_PICK] = { "pick", "N-B3a", min_step_pick },
    [MIN_S_GROUP] = { "group", "N-B8e", min_step_group },
    [MIN_S_COURSE] = { "course", "N-B4a", min_step_course },
    [MIN_S_WALK] = { "walk", "N-C1", min_step_walk },
    [MIN_S_REACT] = { "react", "N-B13d", min_step_react },
    [MIN_S_PURSUE] = { "pursue", "N-C10a", min_step_pursue },
    [MIN_S_CONTACT] = { "contact", "N-C2", min_step_contact },
    [MIN_S_CLASH] = { "clash", "N-F2", min_step_clash },
    [MIN_S_COMMAND] = { "command-move", "N-K11", min_step_command },
    [MIN_S_FIRE] = { "fire", "N-S3", min_step_fire },
    [MIN_S_MELEE] = { "melee", "N-F4", min_step_melee },
    [MIN_S_DRAW] = { "draw", "N-F11", min_step_draw },
    [MIN_S_MORAL] = { "moral", "N-G1", min_step_moral },
    [MIN_S_END] = { "end", "N-S5", min_step_end },
};

/* --- Names --- */

static const char *label_of(const struct min_book *bk, int list, int i)
{
    switch (list) {
    case MIN_L_UNIT: return bk->unit[i].label;
    case MIN_L_BRIGADE: return bk->brigade[i].label;
    case MIN_L_DIVISION: return bk->division[i].label;
    case MIN_L_REGIMENT: return bk->regiment[i].label;
    case MIN_L_GROUND: return bk->ground[i].label;
    default: return NULL;
    }
}

/* What sentences call it: the label of the scenario, or its key if it has none of its own. */
static void say_name(const struct tc_book *book, int list, int i, struct tc_text *out)
{
    const struct min_book *bk = min_book_of(book);
    const char *label = label_of(bk, list, i);
    bool twin = false;

    for (int k = 0; label && k < min_names(book, list) && !twin; k++) {
        const char *other = label_of(bk, list, k);
        twin = k != i && other && strcmp(other, label) == 0;
    }
    tc_say_label(twin ? NULL : label, min_name_of(book, list, i), out);
}

/* --- Odds, and who decides --- */

static int find_verb(const struct tc_act *offer, int offers, int verb)
{
    for (int i = 0; i < offers; i++)
        if (offer[i].verb == verb)
            return i;
    return 0;
}

/* The target of a charge stands and fires if it can, others hold their fire, melees go on,
 * dice are kept for the longest move, guns that may fire twice do not. */
static int assume(const struct tc_view *v, const struct tc_deed *d, const struct tc_act *offer,
                  int offers)
{
    (void)d;
    switch (v->q->question) {
    case MIN_Q_REACT: {
        int fire = find_verb(offer, offers, MIN_V_STAND_FIRE);
        return offer[fire].verb == MIN_V_STAND_FIRE
                   ? fire
                   : find_verb(offer, offers, MIN_V_STAND_FAST);
    }
    case MIN_Q_RESPOND: return find_verb(offer, offers, MIN_V_HOLD);
    case MIN_Q_DRAW: return find_verb(offer, offers, MIN_V_GO_ON);
    case MIN_Q_FOG_GUNS:
    case MIN_Q_TWICE:
    case MIN_Q_FOG_BRIGADE: return find_verb(offer, offers, MIN_V_DECLINE);
    default: return 0;
    }
}

/* A charge is looked at to its contact, and so is the answer of whom it strikes. */
static bool goes_on(const struct tc_book *bk, const void *state, const struct tc_deed *d)
{
    const struct min_state *s = state;

    (void)bk;
    switch (d->act.verb) {
    case MIN_V_CHARGE:
    case MIN_V_SECONDARY:
    case MIN_V_STAND_FAST:
    case MIN_V_STAND_FIRE:
    case MIN_V_COUNTER: return s->head.step >= MIN_S_WALK && s->head.step <= MIN_S_CLASH;
    default: return false;
    }
}

/* What comes before anybody is asked again: the rest of the move; the melee that must be fought
 * when all have fired, but not behind the shot or the melee of one; a flight behind the fog. */
static bool follows(const struct tc_book *bk, const void *state, const struct tc_deed *d)
{
    const struct min_state *s = state;
    int step = s->head.step, verb = d->act.verb;

    (void)bk;
    if (step >= MIN_S_COURSE && step <= MIN_S_CLASH)
        return true;
    if (step >= MIN_S_FIRE && step <= MIN_S_DRAW)
        return verb == MIN_V_CEASE || verb == MIN_V_DONE;
    return step == MIN_S_COMPULSORY && (verb == MIN_V_DECLINE || verb == MIN_V_TWICE ||
                                        verb == MIN_V_RELOCATE || verb == MIN_V_COLUMNS);
}

/* N-S6: one decider for each side, but seats may share it by brigades. */
static int command_of(const struct tc_book *tbk, const void *state, const struct tc_query *q)
{
    const struct min_book *bk = min_book_of(tbk);
    int unit = TC_NONE;

    (void)state;
    if (min_questions[q->question].decl.param[0].kind == TC_K_NAME &&
        min_questions[q->question].decl.param[0].list == MIN_L_UNIT) /* N-S6 */
        unit = q->arg[0];
    if (unit < 0 || unit >= bk->units || bk->quick[unit].brigade == TC_NONE)
        return 0;
    return bk->quick[unit].brigade;
}

static int points(const struct tc_book *book, const void *state, int side)
{
    return min_points(min_book_of(book), state, side);
}

const struct tc_ruleset min_ruleset = {
    .name = "minden",
    .title = "Minden: the one-page rules of the Seven Years War",
    .letter = 'N',
    .edition = 3,
    .state_size = sizeof(struct min_state),
    .shelf = sizeof(struct min_shelf),
    .own_book = min_own_book,
    .fields = &min_fields,
    .steps = steps,
    .step_count = MIN_STEPS,
    TC_WORDS_OF_RULESET,
    .say_name = say_name,
    .ground = min_ground_at,
    .setup = min_setup,
    .command_of = command_of,
    .scene = min_scene,
    .score = min_score,
    .points = points,
    .strength_word = "figures",
    .check = min_check,
    .assume = assume,
    .goes_on = goes_on,
    .follows = follows,
    .off = "units where=removed fig=0 guns=0",
    .schema = &min_schema,
    .eye = &min_eye,
    .staff = &min_staff,
    .dangers = &min_dangers,
};
