/* cli/chances.c - `tricorne replay --chances`: how a battle stood at every turn, and where it
 * turned.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/position.h"
#include "protocol/show.h"

enum { WIDTH = 40, TURNED = 3, LEAST = 10 };

struct moment {
    uint32_t line;
    int turn, chance; /* of side 0, in hundredths */
};

static int find_moments(const struct ses_game *s, struct moment **out)
{
    const struct tc_head *h = tc_game_state(&s->g);
    struct moment *m = calloc(s->lines + 2, sizeof *m);
    int n = 0, turn = TC_NONE;

    if (!m)
        abort();
    for (uint32_t i = 0; i < s->lines; i++) {
        const struct ses_line *l = &s->line[i];
        if (l->undone || l->turn == turn || !show_outlook(s, i, &m[n].chance))
            continue;
        turn = l->turn;
        m[n].turn = turn;
        m[n++].line = i;
        cli_progress("chances", i, s->lines);
    }
    if (n && ses_status(s) == TC_IS_OVER) {
        m[n].line = s->lines - 1;
        m[n].turn = h->turn;
        m[n++].chance = h->winner == 0 ? 100 : h->winner == 1 ? 0 : 50;
    }
    *out = m;
    return n;
}

static int swing(const struct moment *m, int i)
{
    int v = m[i].chance - m[i - 1].chance;

    return v < 0 ? -v : v;
}

/* The places where it changed most, in the order of the battle. */
static int find_turns(const struct moment *m, int n, int at[TURNED])
{
    int found = 0;

    for (int i = 1; i < n; i++) {
        int better = 0;
        for (int k = 1; k < n; k++)
            better += swing(m, k) > swing(m, i) || (k < i && swing(m, k) == swing(m, i));
        if (better < TURNED && swing(m, i) >= LEAST)
            at[found++] = i;
    }
    return found;
}

json_t *cli_chances_json(const struct ses_game *s)
{
    struct moment *m;
    json_t *all = json_array(), *turned = json_array();
    int at[TURNED], n = find_moments(s, &m), turns = find_turns(m, n, at);

    for (int i = 0; i < n; i++)
        json_array_append_new(all, json_pack("{sI si si}", "line", (json_int_t)m[i].line,
                                             "turn", m[i].turn, "chance", m[i].chance));
    for (int i = 0; i < turns; i++)
        json_array_append_new(turned, json_integer(m[at[i] - 1].line));
    free(m);
    return json_pack("{ss si so so}", "side", s->book->side_name[0], "courses",
                     show_courses(s->book), "moments", all, "turned", turned);
}

void cli_print_chances(const struct ses_game *s)
{
    struct moment *m;
    int at[TURNED], n = find_moments(s, &m), turns = find_turns(m, n, at);

    printf(SAY("The chance of the %s side, if both do what is natural from there (%d courses "
               "each):\n"),
           s->book->side_name[0], show_courses(s->book));
    for (int i = 0; i < n; i++)
        printf(SAY("  turn %2d, line %5u  %3d%%  %.*s\n"), m[i].turn, m[i].line, m[i].chance,
               m[i].chance * WIDTH / 100, "########################################");
    for (int i = 0; i < turns; i++)
        printf(SAY("It turned between line %u (turn %d) and line %u: %d%% became %d%%.\n"),
               m[at[i] - 1].line, m[at[i] - 1].turn, m[at[i]].line, m[at[i] - 1].chance,
               m[at[i]].chance);
    free(m);
}
