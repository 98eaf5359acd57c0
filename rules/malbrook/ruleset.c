/* rules/malbrook/ruleset.c - the system as one constant: steps, names, checks of a book. */
#include "rules/malbrook/malbrook.h"

#include <string.h>

#include "kernel/params.h"

#include "rules/malbrook/inner.h"

static const struct tc_step steps[MAL_STEPS] = {
    [MAL_S_TURN] = { "turn", "M-11.4", mal_step_turn },
    [MAL_S_BOMBARD] = { "bombard", "M-16.2a", mal_step_bombard },
    [MAL_S_LEADERS] = { "leaders", "M-11.8", mal_step_leaders },
    [MAL_S_MESSENGERS] = { "messengers", "M-5.18", mal_step_messengers },
    [MAL_S_CONTROL] = { "control", "M-7.4", mal_step_control },
    [MAL_S_COMPULSORY] = { "compulsory", "M-22.27", mal_step_compulsory },
    [MAL_S_PICK] = { "pick", "M-11.6", mal_step_pick },
    [MAL_S_DECLARE] = { "declare", "M-13.1", mal_step_declare },
    [MAL_S_MARCH] = { "march", "M-13.5", mal_step_march },
    [MAL_S_LEADERS_RIDE] = { "leaders-ride", "M-5.19", mal_step_leaders_ride },
    [MAL_S_CLOSE_FIRE] = { "close-fire", "M-16.2b", mal_step_close_fire },
    [MAL_S_CHARGE] = { "charge", "M-17.5", mal_step_charge },
    [MAL_S_RESPOND] = { "respond", "M-18.1", mal_step_respond },
    [MAL_S_CHARGE_DICE] = { "charge-dice", "M-17.10", mal_step_charge_dice },
    [MAL_S_CHARGE_MOVE] = { "charge-move", "M-17.11", mal_step_charge_move },
    [MAL_S_MUSKETRY] = { "musketry", "M-19.7", mal_step_musketry },
    [MAL_S_ABANDON] = { "abandon", "M-19.10", mal_step_abandon },
    [MAL_S_FIGHT] = { "fight", "M-20.1", mal_step_fight },
    [MAL_S_RESULT] = { "result", "M-21.1a", mal_step_result },
    [MAL_S_AFTER] = { "after", "M-22.1", mal_step_after },
    [MAL_S_ROUND_END] = { "round-end", "M-RUL-25", mal_step_round_end },
    [MAL_S_REDRESS] = { "re-dress", "M-10.7", mal_step_redress },
    [MAL_S_MORALE] = { "morale", "M-11.10", mal_step_morale },
    [MAL_S_VICTORY] = { "victory", "M-VIC-5", mal_step_victory },
};

static const char *const part_name[MAL_UNITS] = {
#define P10(t)                                                                                 \
    "part-" #t "0", "part-" #t "1", "part-" #t "2", "part-" #t "3", "part-" #t "4",            \
        "part-" #t "5", "part-" #t "6", "part-" #t "7", "part-" #t "8", "part-" #t "9"
    P10(1),     P10(2),     P10(3),     P10(4),     P10(5),     P10(6),     P10(7),
    P10(8),     P10(9),     P10(10),    P10(11),    P10(12),    "part-130", "part-131",
    "part-132", "part-133", "part-134", "part-135", "part-136", "part-137",
#undef P10
};

static const char *const messenger_name[MAL_MESSENGERS] = {
    "rider-1", "rider-2", "rider-3", "rider-4",  "rider-5",  "rider-6",
    "rider-7", "rider-8", "rider-9", "rider-10", "rider-11", "rider-12",
};

static const char *const part_title[MAL_UNITS] = {
#define P10(t)                                                                                 \
    "Detachment " #t "0", "Detachment " #t "1", "Detachment " #t "2", "Detachment " #t "3",    \
        "Detachment " #t "4", "Detachment " #t "5", "Detachment " #t "6",                      \
        "Detachment " #t "7", "Detachment " #t "8", "Detachment " #t "9"
    P10(1),           P10(2),           P10(3),           P10(4),           P10(5),
    P10(6),           P10(7),           P10(8),           P10(9),           P10(10),
    P10(11),          P10(12),          "Detachment 130", "Detachment 131", "Detachment 132",
    "Detachment 133", "Detachment 134", "Detachment 135", "Detachment 136", "Detachment 137",
#undef P10
};

static const char *const messenger_title[MAL_MESSENGERS] = {
    "Rider 1", "Rider 2", "Rider 3", "Rider 4",  "Rider 5",  "Rider 6",
    "Rider 7", "Rider 8", "Rider 9", "Rider 10", "Rider 11", "Rider 12",
};

/* Told further down: */
static int brigades_of_command(const struct mal_book *bk, int command);
static int brigades_of_side(const struct mal_book *bk, int side);

/* What sentences call it: the label of the scenario. */
static const char *label_of(const struct mal_book *bk, int list, int i)
{
    switch (list) {
    case MAL_L_UNIT: return i < bk->cards ? bk->card[i].label : part_title[i - bk->cards];
    case MAL_L_LEADER: return bk->leader[i].label;
    case MAL_L_COMMAND: return bk->command[i].label;
    case MAL_L_WING: return bk->wing[i].label;
    case MAL_L_GROUND: return bk->ground[i].label;
    default: return messenger_title[i];
    }
}

/* By label; where several bear the same one, by their number too. */
static void say_name(const struct tc_book *book, int list, int i, struct tc_text *out)
{
    const struct mal_book *bk = mal_book_of(book);
    const char *label = label_of(bk, list, i);
    int alike = 0, before = 0;

    if (strncmp(label, "behind ", 7) == 0) {
        tc_text_str(out, "the brigade ");
        tc_text_str(out, label);
    } else if (list == MAL_L_WING && !strncmp(label, "French ", 7) && label[7] < 'a') {
        tc_text_str(out, "the French wing at "); /* French Ramillies */
        tc_text_str(out, label + 7);
    } else {
        tc_say_label(label, mal_name_of(book, list, i), out);
    }
    for (int k = 0; k < mal_names(book, list); k++)
        if (strcmp(label_of(bk, list, k), label) == 0) {
            alike++;
            before += k < i;
        }
    if (alike < 2)
        return;
    tc_text_str(out, " no. ");
    tc_text_int(out, before + 1);
}

const char *mal_unit_name(const struct mal_book *bk, int unit)
{
    return unit < bk->cards ? bk->card[unit].name : part_name[unit - bk->cards];
}

const char *mal_rider_name(int messenger)
{
    return messenger_name[messenger];
}

/* M-24.1: each wing may have a player of its own. */
static int command_of(const struct tc_book *book, const void *state, const struct tc_query *q)
{
    const struct mal_book *bk = mal_book_of(book);
    const struct mal_state *s = state;
    const struct tc_param *p = &mal_questions[q->question].decl.param[0];

    if (p->kind != TC_K_NAME) /* M-24.1 */
        return 0;
    if (p->list == MAL_L_UNIT)
        return tc_max(0, mal_wing_of(bk, &s->brigades[q->arg[0]]));
    if (p->list == MAL_L_LEADER) {
        const struct mal_leader_card *l = &bk->leader[q->arg[0]];
        if (l->wing != TC_NONE)
            return l->wing;
        return l->command != TC_NONE ? tc_max(0, bk->command[l->command].wing) : 0;
    }
    return 0;
}

static int row_side(const struct tc_book *book, const void *state, const struct tc_field *f,
                    int row)
{
    const struct mal_state *s = state;

    (void)book;
    return f->keyed == MAL_L_UNIT ? s->brigades[row].side : TC_NONE;
}

/* --- Checks of a scenario: M-3.12, M-3.13, M-4 --- */

static bool bases_fit(const struct mal_book *bk, int i, struct tc_refusal *why)
{
    const struct mal_base_table *t = &bk->tables.base;
    const struct mal_card *c = &bk->card[i];

    if (c->type == MAL_FOOT && (c->bases < t->foot_least || c->bases > t->foot_most))
        return tc_refuse(why, "M-3.12", MAL_R_CARD_BASES, i, c->bases, 0);
    if ((c->type == MAL_HORSE || c->type == MAL_DRAGOON || c->type == MAL_HUSSAR) &&
        (c->bases < t->horse_least || c->bases > t->horse_most))
        return tc_refuse(why, "M-3.13", MAL_R_CARD_BASES, i, c->bases, 0);
    return true;
}

/* M-4.2, M-4.3: all foot or all cavalry; dragoons and guns go with either. */
static bool command_fits(const struct mal_book *bk, int command, struct tc_refusal *why)
{
    bool foot = false, horse = false;

    for (int i = 0; i < bk->cards; i++)
        if (bk->card[i].command == command) {
            foot |= bk->card[i].type == MAL_FOOT;
            /* M-4.3, M-4.4 */
            horse |= bk->card[i].type == MAL_HORSE || bk->card[i].type == MAL_HUSSAR;
        }
    if (foot && horse && !bk->mixed_commands)
        return tc_refuse(why, "M-4.2", MAL_R_CARD_MIXED, command, 0, 0);
    return true;
}

/* M-1.4, M-4.1, M-4.5, M-4.9, M-24.2, M-RUL-70: said, not refused. */
bool mal_book_warning(const struct mal_book *bk, int i, struct tc_refusal *out)
{
    int n = 0;

    if (bk->height > 72000 && n++ == i) {
        (void)tc_refuse(out, "M-1.4", MAL_R_WARN_TABLE, 0, 0, 0);
        return true;
    }
    for (int c = 0; c < bk->commands; c++)
        if (bk->command[c].leader != TC_NONE && brigades_of_command(bk, c) < 2 && n++ == i) {
            (void)tc_refuse(out, "M-RUL-70", MAL_R_WARN_SMALL, c, 0, 0); /* M-4.1, M-4.9 */
            return true;
        }
    for (int side = 0; side < 2; side++)
        if (brigades_of_side(bk, side) > 20 && n++ == i) {
            (void)tc_refuse(out, "M-24.2", MAL_R_WARN_SEATS, side, 0, 0);
            return true;
        }
    return false;
}

static int points(const struct tc_book *book, const void *state, int side)
{
    return mal_points(mal_book_of(book), state, side);
}

bool mal_book_check(const struct mal_book *bk, struct tc_refusal *why)
{
    for (int i = 0; i < bk->cards; i++)
        if (!bases_fit(bk, i, why))
            return false;
    for (int i = 0; i < bk->commands; i++) {
        if (!command_fits(bk, i, why))
            return false;
        if (bk->command[i].leader == TC_NONE && bk->command[i].wing == TC_NONE &&
            bk->command[i].marshal == TC_NONE)
            return tc_refuse(why, "M-4.9", MAL_R_CARD_LEADER, i, 0, 0);
    }
    for (int i = 0; i < bk->wings; i++)
        if (bk->wing[i].marshal == TC_NONE || bk->wing[i].leader == TC_NONE)
            return tc_refuse(why, "M-4.8", MAL_R_CARD_MARSHALS, i, 0, 0);
    return true; /* M-4.6 */
}

static int brigades_of_command(const struct mal_book *bk, int command)
{
    int n = 0;

    for (int i = 0; i < bk->cards; i++)
        n += bk->card[i].command == command && bk->card[i].type < MAL_GUN;
    return n;
}

static int brigades_of_side(const struct mal_book *bk, int side)
{
    int n = 0;

    for (int i = 0; i < bk->cards; i++)
        n += bk->card[i].side == side && bk->card[i].type < MAL_GUN;
    return n;
}

int mal_book_warnings(const struct mal_book *bk)
{
    struct tc_refusal why;
    int n = 0;

    while (mal_book_warning(bk, n, &why))
        n++;
    return n;
}

const struct tc_ruleset mal_ruleset = {
    .name = "malbrook",
    .title = "Malbrook s'en va-t-en guerre",
    .letter = 'M',
    .edition = 5,
    .state_size = sizeof(struct mal_state),
    .shelf = sizeof(struct mal_shelf),
    .own_book = mal_own_book,
    .fields = &mal_fields,
    .steps = steps,
    .step_count = MAL_STEPS,
    TC_WORDS_OF_RULESET,
    .say_name = say_name,
    .alike = mal_adjusts_nothing,
    .ground = mal_ground_at,
    .setup = mal_setup,
    .command_of = command_of,
    .scene = mal_scene,
    .score = mal_score,
    .points = points,
    .strength_word = "bases",
    .check = mal_check,
    .veil = mal_veil,
    .keeps = mal_keeps,
    .assume = mal_assume,
    .off = "brigades where=off-table",
    .goes_on = mal_goes_on,
    .follows = mal_follows,
    .outcomes = 12, /* a charge: contact, both results, DPs and bases of both sides */
    .row_side = row_side,
    .eye = &mal_eye,
    .staff = &mal_staff,
    .dangers = &mal_dangers,
    .schema = &mal_schema,
};
