/* protocol/session_many.c - several answers at once, and taking them back together. */
#include "protocol/session_own.h"

/* Why the list goes no farther, or NULL. */
static const char *what_stops(const struct ses_game *s, int seat, uint32_t faces)
{
    if (s->g.status == TC_IS_OVER)
        return "over";
    if (s->g.tape.faces != faces || s->g.status == TC_WAITS_DICE)
        return "dice";
    if (s->g.status != TC_WAITS_ANSWER || (seat >= 0 && ses_seat_asked(s) != seat))
        return "other";
    return NULL;
}

enum tc_err ses_answers(struct ses_game *s, int seat, uint32_t number, const struct tc_act *a,
                        int n, int *played, const char **stopped, struct tc_refusal *refusal,
                        struct tc_why *why)
{
    uint32_t faces = s->g.tape.faces;

    *played = 0;
    *stopped = NULL;
    for (int i = 0; i < n; i++) {
        *stopped = i ? what_stops(s, seat, faces) : NULL;
        if (*stopped)
            return TC_OK;
        enum tc_err err = ses_answer(s, seat, i ? SES_ANY_NUMBER : number, &a[i], refusal, why);
        if (err == TC_E_ILLEGAL && i > 0)
            return *stopped = "refused", TC_OK;
        if (err != TC_OK)
            return err;
        ++*played;
    }
    return TC_OK;
}

enum tc_err ses_undo_many(struct ses_game *s, int seat, int n, int *taken, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    for (*taken = 0; *taken < n; ++*taken) {
        err = ses_undo(s, seat, false, why);
        if (err != TC_OK)
            break;
    }
    return *taken ? TC_OK : err;
}
