/* rules/pistolado/book.c - what every table must keep to, and a card as text. */
#include <string.h>
#include "rules/pistolado/words.h"

/* Told further down: */
static void line(struct tc_text *out, const char *head, const char *text);
static void show_strength(struct tc_text *out, const struct pis_card *c);
static void show_formations(struct tc_text *out, const struct pis_card *c);
static void show_row(struct tc_text *out, const struct pis_row *r);
static bool wrong(struct tc_why *why, const char *text, const char *word, int x, int y);
static bool row_sound(const struct pis_card *c, int test, struct tc_why *why);
static bool wrong_row(struct tc_why *why, const char *text, const char *card, const char *row);
static bool falls(int from, int to);
static bool runs(const int8_t *v, int n, int way);

void pis_card_text(const struct pis_card *c, struct tc_text *out)
{
    static const char *const test[] = { "To Charge:       ", "Charged by Cav:  ",
                                        "Charged by Foot: ", "Disaster:        " };

    tc_text_str(out, c->label); /* P-A1 */
    tc_text_str(out, ", ");
    line(out, pis_grade_words[c->grade], "");
    show_strength(out, c);
    tc_text_str(out, "Marshalling: ");
    tc_text_int(out, c->marshalling);
    tc_text_str(out, "   Ferocity: ");
    tc_text_int(out, c->ferocity);
    line(out, "\nMoves as: ", pis_band_words[c->band]);
    line(out, "Shoots as: ", pis_shooting_words[c->shoots]);
    line(out, "Formations:", "");
    show_formations(out, c);
    tc_text_str(out, "Rally 1-6:");
    for (int i = 0; i < 6; i++) {
        tc_text_char(out, ' ');
        tc_text_int(out, c->rally[i]);
    }
    tc_text_char(out, '\n');
    for (int t = 0; t < PIS_TESTS; t++) {
        tc_text_str(out, test[t]);
        show_row(out, &c->row[t]);
    }
    if (c->note && c->note[0])
        line(out, "Special: ", c->note);
}

static void line(struct tc_text *out, const char *head, const char *text)
{
    tc_text_str(out, head);
    tc_text_str(out, text);
    tc_text_char(out, '\n');
}

static void show_strength(struct tc_text *out, const struct pis_card *c)
{
    tc_text_str(out, "Companies: ");
    tc_text_int(out, c->companies);
    if (c->flags & PIS_FOOT) {
        tc_text_str(out, " (");
        tc_text_int(out, c->pike);
        tc_text_str(out, " pike, ");
        tc_text_int(out, c->shot);
        tc_text_str(out, " shot)");
    }
    tc_text_char(out, '\n');
}

static void show_formations(struct tc_text *out, const struct pis_card *c)
{
    for (int f = 0; f < PIS_FORMATIONS; f++) {
        if (!(c->formations >> f & 1))
            continue;
        tc_text_str(out, "  ");
        tc_text_str(out, pis_formation_words[f]);
        tc_text_str(out, ": melee ");
        tc_text_int(out, c->melee[f]);
        tc_text_str(out, ", fire ");
        tc_text_signed(out, c->fire[f]);
        tc_text_char(out, '\n');
    }
}

static void show_row(struct tc_text *out, const struct pis_row *r)
{
    static const char *const brief[] = { "Ch", "Cc", "St", "-1", "Ev", "Ro" };

    if (r->n == 0)
        tc_text_str(out, "never");
    for (int i = 0; i < r->n; i++) {
        if (i)
            tc_text_str(out, " / ");
        if (i < r->n - 1)
            tc_text_int(out, r->upto[i]);
        else
            tc_text_char(out, '+');
        tc_text_char(out, ' ');
        tc_text_str(out, brief[r->result[i]]);
    }
    tc_text_char(out, '\n');
}

bool pis_card_sound(const struct pis_card *c, struct tc_why *why)
{
    bool horse = (c->flags & PIS_HORSE) != 0;
    int arms = !!(c->flags & PIS_FOOT) + horse + !!(c->flags & PIS_ART);

    if (arms != 1) /* P-A3, P-TAB-13 */
        return wrong(why, "{0}: a regiment is foot, horse or art, just one of them.", c->name,
                     0, 0);
    if (!c->formations)
        return wrong(why, "{0}: there must be a formation.", c->name, 0, 0);
    if (c->row[PIS_BY_CAV].n == 0 || c->row[PIS_DISASTER].n == 0)
        return wrong(why, "{0}: the rows charged-by-cav and disaster are needed.", c->name, 0,
                     0);
    if (!horse && c->row[PIS_BY_FOOT].n == 0)
        return wrong(why, "{0}: the row charged-by-foot is needed.", c->name, 0, 0);
    if ((c->band == PIS_BY_GUN) != ((c->flags & PIS_ART) != 0))
        return wrong(why, "{0}: the measure by-gun is for artillery and only for it.", c->name,
                     0, 0);
    for (int i = 1; i < 6; i++)
        if (c->rally[i] < c->rally[i - 1])
            return wrong(why, "{0}: the Rally table falls at a die of {1}.", c->name, i + 1, 0);
    for (int t = 0; t < PIS_TESTS; t++)
        if (!row_sound(c, t, why))
            return false;
    return true;
}

/* {0} is a word, {1} and {2} are numbers. */
static bool wrong(struct tc_why *why, const char *text, const char *word, int x, int y)
{
    char a[16], b[16];
    struct tc_text ta = tc_text_on(a, sizeof a), tb = tc_text_on(b, sizeof b);

    tc_text_int(&ta, x);
    tc_text_int(&tb, y);
    tc_fail(why, TC_E_RANGE, "table", text, word, a, b);
    return false;
}

static bool row_sound(const struct pis_card *c, int test, struct tc_why *why)
{
    const struct pis_row *r = &c->row[test];

    for (int i = 1; i < r->n - 1; i++)
        if (r->upto[i] <= r->upto[i - 1])
            return wrong_row(why, "{0}: the numbers of the row {1} must rise.", c->name,
                             pis_test_words[test]);
    for (int i = 1; i < r->n; i++)
        if (r->result[i] <= r->result[i - 1])
            return wrong_row(why, "{0}: the results of the row {1} must get worse.", c->name,
                             pis_test_words[test]);
    return true;
}

static bool wrong_row(struct tc_why *why, const char *text, const char *card, const char *row)
{
    tc_fail(why, TC_E_RANGE, "card", text, card, row, "");
    return false;
}

bool pis_fire_sound(const struct pis_fire_results *t, struct tc_why *why)
{
    for (int i = 1; i < 6; i++) /* P-TAB-5 */
        if (t->shift[i] < t->shift[i - 1])
            return wrong(why, "The column shift falls at a die of {1}.", "", i + 1, 0);
    for (int row = 1; row < PIS_FIRE_ROWS - 1; row++)
        if (t->most[row] <= t->most[row - 1])
            return wrong(why, "The rows of shot companies do not rise at {1}.", "",
                         t->most[row], 0);
    for (int row = 0; row < PIS_FIRE_ROWS; row++)
        for (int col = 0; col < PIS_FIRE_COLS; col++) {
            if (t->result[row][col] >= PIS_FIRE_RESULTS)
                return wrong(why, "Row {1}, column {2} holds no result.", "", row + 1, col);
            if (col && falls(t->result[row][col - 1], t->result[row][col]))
                return wrong(why, "The result falls with the fire number in row {1} at {2}.",
                             "", row + 1, col);
            if (row && falls(t->result[row - 1][col], t->result[row][col]))
                return wrong(why, "The result falls with the strength in row {1} at {2}.", "",
                             row + 1, col);
        }
    return true;
}

/* Levels and pluses of a result: neither may fall. */
static bool falls(int from, int to)
{
    int levels = (to + 2) / 3 - (from + 2) / 3;
    int pluses = (to ? (to - 1) % 3 : 0) - (from ? (from - 1) % 3 : 0);

    return levels < 0 || (levels == 0 && pluses < 0);
}

bool pis_cohesion_sound(const struct pis_cohesion *t, struct tc_why *why)
{
    if (!runs(t->waver, PIS_LEVELS, 1)) /* P-TAB-6 */
        return wrong(why, "The Waver modifier must not fall from Sharp to Mob.", "", 0, 0);
    if (!runs(t->combat, PIS_LEVELS, -1) || !runs(t->fire, PIS_LEVELS, -1))
        return wrong(why, "Combat and fire modifiers must not rise from Sharp to Mob.", "", 0,
                     0);
    for (int k = 0; k < 2; k++)
        if (t->obstacle[k][1] < t->obstacle[k][0] || t->obstacle[1][k] < t->obstacle[0][k])
            return wrong(why, "A worse obstacle or a failed roll must not disorder less.", "",
                         0, 0);
    return true;
}

static bool runs(const int8_t *v, int n, int way)
{
    for (int i = 1; i < n; i++)
        if ((v[i] - v[i - 1]) * way < 0)
            return false;
    return true;
}

bool pis_losses_sound(const struct pis_losses *t, struct tc_why *why)
{
    if (t->percent[0] != 0 || !runs(t->percent, PIS_LOSS_STEPS, 1)) /* P-TAB-7 */
        return wrong(why, "The percentages begin at 0 and rise.", "", 0, 0);
    if (!runs(t->waver, PIS_LOSS_STEPS, 1) || !runs(t->combat, PIS_LOSS_STEPS, -1) ||
        !runs(t->fire, PIS_LOSS_STEPS, -1))
        return wrong(why, "More losses must not be better.", "", 0, 0);
    return true;
}

bool pis_type_sound(const struct pis_melee *t, struct tc_why *why)
{
    for (int a = 0; a < PIS_STRENGTHS; a++) /* P-TAB-10 */
        for (int b = 0; b < PIS_STRENGTHS; b++) {
            if (t->type[a][b] != t->type[b][a])
                return wrong(why, "{1} against {2} differs from the same the other way round.",
                             "", a, b);
            if (a == b && t->type[a][b] != PIS_A)
                return wrong(why, "{1} against {2} is at evens: A.", "", a, b);
            if (b > a && t->type[a][b] < t->type[a][b - 1])
                return wrong(why, "The type falls as the Stronger grows at {1} against {2}.",
                             "", a, b);
        }
    return true;
}

bool pis_outcome_sound(const struct pis_melee *t, struct tc_why *why)
{
    for (int e = 0; e < PIS_ENEMIES; e++) /* P-TAB-11 */
        for (int type = 0; type < PIS_TYPES; type++)
            for (int i = 0; i < 11; i++) {
                int x = t->outcome[e][type][i];

                if (i && x < t->outcome[e][type][i - 1])
                    return wrong(why,
                                 "{0}: a higher roll is worse for the Stronger side at {1}.",
                                 pis_enemies_words[e], i + 2, 0);
                if (type && x < t->outcome[e][type - 1][i])
                    return wrong(why,
                                 "{0}: a higher type is worse for the Stronger side at {1}.",
                                 pis_enemies_words[e], i + 2, 0);
            }
    return true;
}

bool pis_casualties_sound(const struct pis_melee *t, struct tc_why *why)
{
    for (int f = 0; f < PIS_FATES; f++) /* P-TAB-12 */
        for (int size = 0; size < 2; size++)
            for (int i = 0; i < PIS_TOTALS; i++) {
                if (i && t->loss[f][size][i] < t->loss[f][size][i - 1])
                    return wrong(why, "{0}: losses fall at a total of {1}.", pis_fate_words[f],
                                 i + 1, 0);
                if (f && t->loss[f][size][i] < t->loss[f - 1][size][i])
                    return wrong(why, "{0}: a worse fate costs less at a total of {1}.",
                                 pis_fate_words[f], i + 1, 0);
            }
    return true;
}
