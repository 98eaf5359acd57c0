/* protocol/session_stop.c - a battle that ends before its end; a seed taken up again. */
#include <string.h>

#include "protocol/session_own.h"

/* --- Stopping --------------------------------------------------------------------------- */

const char *ses_stop_word(enum ses_stop by)
{
    static const char *const word[] = { "", "resign", "draw", "forfeit" };

    return word[by];
}

enum tc_err ses_push_stop(struct ses_game *s, enum ses_stop by, int seat, struct tc_why *why)
{
    ses_note_stop(s, by, s->seat[seat].side);
    struct ses_line l = ses_begin_line(s, SES_L_STOP);

    l.stop = (uint8_t)by;
    l.seat = (int8_t)seat;
    l.winner = by == SES_AGREED ? TC_NONE : (int8_t)!s->seat[seat].side;
    s->stopped = l.stop;
    return ses_push_line(s, &l, why);
}

enum tc_err ses_stop(struct ses_game *s, enum ses_stop by, int seat, struct tc_why *why)
{
    enum tc_err err = ses_usable(s, why);

    if (err != TC_OK)
        return err;
    if (s->g.status == TC_IS_OVER)
        return tc_fail(why, TC_E_OVER, "game", "The battle is over.");
    if (seat < 0 || seat >= s->seats || by == SES_NOT_STOPPED)
        return tc_fail(why, TC_E_RANGE, "seat", "There is no such seat.");
    err = ses_publish_seed(s, why);
    if (err == TC_OK)
        err = ses_publish_host(s, why);
    return err != TC_OK ? err : ses_push_stop(s, by, seat, why);
}

/* --- Seeds ------------------------------------------------------------------------------ */

static bool is_published(const struct ses_game *s, const uint64_t seed[2])
{
    for (uint32_t i = 0; i < s->lines; i++)
        if (s->line[i].kind == SES_L_SEED && memcmp(s->line[i].seed, seed, 16) == 0)
            return true;
    return false;
}

bool ses_take_seed(struct ses_game *s, const uint64_t seed[2], uint32_t from)
{
    uint64_t next = 0;

    if (s->typed_dice || s->pledge.way || is_published(s, seed))
        return false;
    for (uint32_t i = from; i < s->lines; i++) {
        const struct ses_line *l = &s->line[i];
        if (l->faces > l->forced && l->draw + (l->faces - l->forced) > next)
            next = l->draw + (l->faces - l->forced);
    }
    memcpy(s->seed, seed, sizeof s->seed);
    memcpy(s->g.u.stream.seed, seed, sizeof s->seed);
    s->g.u.stream.next = s->line_draw = next;
    s->seed_line = from;
    s->seed_known = false;
    return true;
}
