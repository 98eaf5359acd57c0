/* cli/telling.c - the order in which the log of a battle is read. */
#include "cli/telling.h"

bool cli_is_working(const struct ses_entry *e)
{
    return e->kind == SES_EVENT && (e->event.kind == TC_EV_DIE || e->event.kind == TC_EV_POOL ||
                                    e->event.kind == TC_EV_MOD || e->event.kind == TC_EV_SUM);
}

static bool is_sentence(const struct ses_entry *e)
{
    return e->kind == SES_EVENT && e->event.kind == TC_EV_TELL;
}

static void tell_working(const struct ses_game *s, uint32_t from, uint32_t to,
                         cli_print_entry *print, const void *ctx)
{
    for (uint32_t i = from; i < to; i++)
        if (cli_is_working(&s->entry[i]))
            print(ctx, &s->entry[i]);
}

void cli_tell_entries(const struct ses_game *s, uint32_t from, uint32_t to,
                      cli_print_entry *print, const void *ctx)
{
    uint32_t held = from;

    for (uint32_t i = from; i < to; i++) {
        const struct ses_entry *e = &s->entry[i];
        if (cli_is_working(e))
            continue;
        if (!is_sentence(e)) {
            tell_working(s, held, i, print, ctx);
            print(ctx, e);
        } else if (print(ctx, e)) {
            tell_working(s, held, i, print, ctx);
        } else {
            continue;
        }
        held = i;
    }
    tell_working(s, held, to, print, ctx);
}
