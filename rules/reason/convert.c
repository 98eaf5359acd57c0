/* rules/reason/convert.c - printed numbers outside, indices of the map inside.
 *
 * Between steps, in questions, acts, events and refusals hexes are ccrr, as people write them;
 * while a step runs they are indices of the map. These functions stand at the border.
 */
#include "rules/reason/inner.h"

int rea_printed_of(const struct rea_book *bk, int hex)
{
    return hex < 0 ? TC_NONE : bk->printed[hex];
}

int rea_index_of(const struct rea_book *bk, int printed)
{
    const struct tc_hexlayout *l = &bk->map.lay;
    int col = printed / 100 - l->first, row = printed % 100 - l->first;

    if (printed < 0 || col < 0 || row < 0 || col >= l->columns || row >= l->rows)
        return TC_NONE;
    return row * l->columns + col;
}

static void turn(const struct rea_book *bk, int16_t *h, bool in)
{
    *h = (int16_t)(in ? rea_index_of(bk, *h) : rea_printed_of(bk, *h));
}

/* Bodies are many and their hexes have been checked (ruleset.c): the short way for them. */
static void turn_bodies(const struct rea_book *bk, struct rea_state *s, bool in)
{
    const int16_t *printed = bk->printed;
    int columns = bk->map.lay.columns, first = bk->map.lay.first;

    for (int b = 0; b < bk->units; b++) {
        struct rea_body *y = &s->body[b];
        for (int i = 0; i < y->len && y->units; i++) {
            int h = y->hex[i];
            y->hex[i] =
                (int16_t)(in ? (h % 100 - first) * columns + h / 100 - first : printed[h]);
        }
    }
}

static void turn_all(const struct rea_book *bk, struct rea_state *s, bool in)
{
    turn_bodies(bk, s, in);
    for (int b = 0; b < bk->units; b++)
        if (s->unit[b].where == REA_CAPTURED)
            turn(bk, &s->unit[b].hex, in);
    for (int i = 0; i < bk->leaders; i++)
        if (s->leader[i].placed)
            turn(bk, &s->leader[i].hex, in);
    for (int i = 0; i < s->queued; i++)
        turn(bk, &s->queue[i].start, in);
    for (int i = 0; i < s->path_len; i++)
        turn(bk, &s->path[i], in);
    for (int i = 0; i < s->attacks; i++)
        turn(bk, &s->attack[i].hex, in);
    for (int i = 0; i < s->defences * REA_WIDE; i++)
        turn(bk, &s->vacated[i], in);
    for (int i = 0; i < s->fights; i++)
        for (int k = 0; k < s->run_len[i]; k++)
            turn(bk, &s->run[i * REA_PATH + k], in);
    if (s->mover != REA_NO)
        turn(bk, &s->was_hex, in);
    if (s->joins)
        turn(bk, &s->fire_hex, in);
}

void rea_to_index(const struct rea_book *bk, struct rea_state *s)
{
    turn_all(bk, s, true);
}

void rea_to_printed(const struct rea_book *bk, struct rea_state *s)
{
    turn_all(bk, s, false);
}

void rea_turn_args(const struct rea_book *bk, const struct tc_decl *d, int32_t *arg, bool in)
{
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        if (d->param[i].kind == TC_K_HEX)
            arg[i] = in ? rea_index_of(bk, arg[i]) : rea_printed_of(bk, arg[i]);
}

/* Tell an event; hexes go out as they are printed. */
void rea_tell(struct tc_umpire *u, int event, const char *rule, int32_t a, int32_t b, int32_t c)
{
    int32_t arg[TC_ARGS] = { a, b, c };

    rea_turn_args(rea_book(u->book), &rea_events[event], arg, false);
    tc_tell_args(u, event, rule, arg);
}

/* A die; whoever must be asked for it sees the position as it is printed. */
int rea_roll(struct rea_ctx *c, enum tc_die die, const char *rule)
{
    bool seen = c->u->snapshot != NULL && !c->u->inside;

    if (seen)
        rea_to_printed(c->bk, c->s);
    int face = tc_roll(c->u, die, rule);
    if (seen)
        rea_to_index(c->bk, c->s);
    return face;
}
