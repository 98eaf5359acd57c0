/* protocol/commands.c - several seats a side: who leads what.
 *
 * A ruleset says to which command a question belongs (command_of). What a command is called is
 * read from the scene: the brigades of its troops.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/commands.h"
#include "protocol/session_own.h"

static int unit_question(const struct tc_ruleset *r)
{
    for (int i = 0; i < r->question_count; i++)
        if (r->questions[i].decl.param[0].kind == TC_K_NAME &&
            r->questions[i].decl.param[0].list == 0)
            return i;
    return TC_NONE;
}

/* The command of a unit of a brigade; TC_NONE for markers, and for those whom the side's first
 * seat leads anyhow. */
static int command_of(const struct tc_book *bk, const void *state, const struct tc_piece *p)
{
    const struct tc_ruleset *r = bk->rules;
    struct tc_query q = { .question = (int16_t)unit_question(r),
                          .side = (int8_t)p->side,
                          .rule = "",
                          .arg = { p->id } };

    if (!r->command_of || q.question < 0 || !p->group || !p->group[0] || p->id < 0 ||
        p->id >= r->names(bk, 0) || strcmp(r->name_of(bk, 0, p->id), p->key) != 0)
        return TC_NONE;
    int c = r->command_of(bk, state, &q);
    return c >= 0 && c < 64 ? c : TC_NONE;
}

/* The brigade's name is added, unless it is there or there are enough. */
static void add_name(struct ses_command *c, const struct tc_piece *p)
{
    const char *name = p->group_label && p->group_label[0] ? p->group_label : p->group;
    size_t n = strlen(c->name);

    if (!name || !name[0] || strstr(c->name, name) || n + strlen(name) + 3 > sizeof c->name)
        return;
    snprintf(c->name + n, sizeof c->name - n, "%s%s", n ? ", " : "", name);
}

static struct ses_command *find(struct ses_command *list, int *n, int side, int number)
{
    for (int i = 0; i < *n; i++)
        if (list[i].side == side && list[i].number == number)
            return &list[i];
    if (*n == SES_COMMANDS)
        return NULL;
    list[*n] = (struct ses_command){ .side = (int8_t)side, .number = (int8_t)number };
    return &list[(*n)++];
}

int ses_commands(const struct tc_book *bk, struct ses_command out[SES_COMMANDS])
{
    struct tc_scene *s = ses_alloc(sizeof *s);
    void *state = ses_alloc(bk->rules->state_size);
    int n = 0;

    memset(state, 0, bk->rules->state_size);
    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    tc_scene_clear(s);
    bk->rules->scene(bk, state, TC_NONE, s);
    for (int i = 0; i < s->pieces; i++) {
        const struct tc_piece *p = &s->piece[i];
        int number = p->side >= 0 ? command_of(bk, state, p) : TC_NONE;
        struct ses_command *c = number == TC_NONE ? NULL : find(out, &n, p->side, number);
        if (c)
            add_name(c, p);
    }
    free(s);
    free(state);
    return n;
}

/* The seats of a side, if there are several and none has been given a command. */
static int seats_to_deal(const struct ses_options *o, int side, int seat[TC_SEATS])
{
    int n = 0;

    for (int i = 0; i < o->seats; i++)
        if (o->seat[i].side == side) {
            if (o->seat[i].commands)
                return 0;
            seat[n++] = i;
        }
    return n > 1 ? n : 0;
}

void ses_deal(const struct tc_book *bk, struct ses_options *o)
{
    struct ses_command list[SES_COMMANDS];
    int n = ses_commands(bk, list), seat[TC_SEATS];

    for (int side = 0; side < TC_SIDES; side++) {
        int seats = seats_to_deal(o, side, seat), own = 0, at = 0;
        for (int i = 0; i < n; i++)
            own += list[i].side == side;
        for (int i = 0; i < n && seats; i++)
            if (list[i].side == side)
                o->seat[seat[at++ * seats / own]].commands |= UINT64_C(1) << list[i].number;
    }
}

json_t *ses_commands_json(const struct tc_book *bk, const struct ses_seat *seat)
{
    struct ses_command list[SES_COMMANDS];
    int n = ses_commands(bk, list);
    json_t *a = json_array();

    for (int i = 0; i < n; i++)
        if (list[i].side == seat->side && (seat->commands >> list[i].number & 1))
            json_array_append_new(
                a, json_pack("{si ss}", "command", list[i].number, "name", list[i].name));
    return a;
}
