/* protocol/session_undo.c - taking back, and the umpire's hand. */
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"
#include "protocol/session_own.h"
#include "protocol/trial.h"

/* --- Undo ----------------------------------------------------------------------- */

static int64_t last_answer(const struct ses_game *s, int seat)
{
    for (uint32_t k = s->answers; k > 0; k--)
        if (seat == SES_UMPIRE || s->answered[k - 1].seat == seat)
            return k - 1;
    return TC_NONE;
}

static bool revealed_since(const struct ses_game *s, uint32_t entry)
{
    for (uint32_t i = entry; i < s->entries; i++) {
        const struct ses_entry *e = &s->entry[i];
        if (e->kind == SES_EVENT && e->event.kind == TC_EV_TELL &&
            (s->book->rules->events[e->event.id].flags & TC_F_REVEALS))
            return true;
    }
    return false;
}

static bool adjusted_since(const struct ses_game *s, uint32_t line)
{
    for (uint32_t i = line; i < s->lines; i++)
        if (s->line[i].kind == SES_L_ADJUST && !s->line[i].undone)
            return true;
    return false;
}

/* What stands in the way without consent, or NULL. */
static const char *what_forbids(const struct ses_game *s, uint32_t k)
{
    if (k + 1 < s->answers)
        return "Another seat has answered since; it takes consent to go back.";
    if (s->g.tape.faces > s->g.tape.act[k].face)
        return "Dice were rolled since; it takes consent to go back.";
    if (revealed_since(s, s->answered[k].entry))
        return "Something was revealed since; it takes consent to go back.";
    if (adjusted_since(s, s->answered[k].line))
        return "The umpire has changed the position since; it takes consent to go back.";
    return NULL;
}

static void drop_anchors(struct ses_game *s, uint32_t act)
{
    while (s->anchors > 1 && s->anchor[s->anchors - 1].act_at > act)
        free(s->anchor[--s->anchors].state);
}

/* Put the game back to its last anchor and let it run on the tape there is, in silence. */
static void rebuild(struct ses_game *s)
{
    const struct ses_anchor *a = &s->anchor[s->anchors - 1];
    struct tc_game *g = &s->g;

    memcpy(g->checkpoint, a->state, s->book->rules->state_size);
    g->act_at = a->act_at;
    g->face_at = a->face_at;
    g->u.told = 0;
    s->quiet = s->events - a->events;
    s->turn = ((const struct tc_head *)a->state)->turn;
    ses_run(s);
    TC_BUG_ON(s->quiet != 0);
    s->has_turn_state = false; /* its line stands already */
}

static void mark_undone(struct ses_game *s, uint32_t line)
{
    for (uint32_t i = line; i < s->lines; i++)
        s->line[i].undone = true;
}

enum tc_err ses_undo(struct ses_game *s, int seat, bool consent, struct tc_why *why)
{
    enum tc_err err = ses_usable(s, why);
    int64_t k = last_answer(s, seat);

    if (err != TC_OK)
        return err;
    if (seat != SES_UMPIRE && (seat < 0 || seat >= s->seats))
        return tc_fail(why, TC_E_RANGE, "seat", "There is no such seat.");
    if (k == TC_NONE)
        return tc_fail(why, TC_E_STALE, "undo", "There is no answer to take back.");
    const char *no = consent ? NULL : what_forbids(s, (uint32_t)k);
    if (no)
        return tc_fail(why, TC_E_TURN, "undo", no);
    return ses_undo_to(s, (uint32_t)k, consent, why);
}

enum tc_err ses_undo_to(struct ses_game *s, uint32_t k, bool consent, struct tc_why *why)
{
    struct tc_taped was = s->g.tape.act[k];
    struct ses_answered at = s->answered[k];
    mark_undone(s, at.line);
    ses_cut_log(s, at.entry);
    s->answers = s->g.tape.acts = k;
    memcpy(s->pledge.acts, at.acts, sizeof at.acts);
    s->g.tape.faces = s->line_faces = was.face;
    s->forced_at = s->forced_n = s->line_forced = 0;
    drop_anchors(s, k);
    rebuild(s);
    TC_BUG_ON(s->g.status != TC_WAITS_ANSWER || tc_game_hash(&s->g) != was.hash);
    s->undone++;
    ses_note_undo(s, &was, consent);
    struct ses_line l = ses_begin_line(s, SES_L_UNDO);
    l.side = (int8_t)was.side;
    l.seat = at.seat;
    l.back_to = at.line;
    l.consent = consent;
    return ses_end_line(s, &l, why);
}

/* --- Adjust ------------------------------------------------------------------------- */

static enum tc_err change_one(const struct ses_game *s, const struct ses_change *c,
                              unsigned char *state, struct tc_why *why)
{
    const struct tc_ruleset *r = s->book->rules;
    const struct tc_field *f;
    size_t base;
    int i;
    int64_t v;
    enum tc_err err = tc_field_path(r, s->book, c->path, strlen(c->path), &base, &f, &i, why);

    if (err == TC_OK && base == 0 && f->offset == offsetof(struct tc_head, book))
        return tc_fail(why, TC_E_ILLEGAL, "head.book", "The book of a game cannot be changed.");
    if (err == TC_OK)
        err = tc_field_parse(r, s->book, f, c->value, strlen(c->value), &v, why);
    if (err == TC_OK && !tc_field_set(state + base, f, i, v))
        err = tc_fail(why, TC_E_RANGE, "{0}", "{0} cannot be {1}: it does not fit.", c->path,
                      c->value);
    return err;
}

static enum tc_err change_all(const struct ses_game *s, const struct ses_change *change, int n,
                              unsigned char *state, struct tc_why *why)
{
    struct tc_refusal broken;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&broken, 0, sizeof broken);
    for (int i = 0; i < n; i++) {
        enum tc_err err = change_one(s, &change[i], state, why);
        if (err != TC_OK)
            return err;
    }
    if (s->book->rules->check(s->book, state, &broken))
        return trial_plays(s->book, state, why);
    tc_say_refusal(s->book->rules, s->book, &broken, &t);
    return tc_fail(why, TC_E_ILLEGAL, "adjust", "Then the position could not be: {0}", text);
}

static void log_adjust(struct ses_game *s, const struct ses_change *change, int n,
                       const char *reason)
{
    char text[640];
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_text_str(&t, "The umpire sets ");
    for (int i = 0; i < n; i++) {
        tc_text_str(&t, i ? ", " : "");
        tc_text_str(&t, change[i].path);
        tc_text_str(&t, " to ");
        tc_text_str(&t, change[i].value);
    }
    tc_text_str(&t, ": ");
    tc_text_str(&t, reason);
    ses_note(s, SES_ADJUSTED, text);
}

/* What stands in a record must be JSON. */
static bool is_utf8(const char *text)
{
    json_t *j = json_string(text);

    json_decref(j);
    return j != NULL;
}

static enum tc_err may_adjust(const struct ses_game *s, int n, const char *reason,
                              struct tc_why *why)
{
    enum tc_err err = ses_usable(s, why);

    if (err != TC_OK)
        return err;
    if (n <= 0 || !reason || !*reason)
        return tc_fail(why, TC_E_KEY, "adjust", "An adjustment needs changes and a reason.");
    if (!is_utf8(reason))
        return tc_fail(why, TC_E_SYNTAX, "adjust", "The reason is not valid UTF-8.");
    if (s->g.status == TC_IS_OVER)
        return tc_fail(why, TC_E_OVER, "adjust", "The battle is over.");
    if (!tc_game_at_checkpoint(&s->g))
        return tc_fail(why, TC_E_TURN, "adjust",
                       "Something is under way; the position can be changed before the first "
                       "answer or die of the next step.");
    return TC_OK;
}

/* The checkpoint is changed, unless play could not go on from there. */
static enum tc_err put_position(struct ses_game *s, const void *state, struct tc_why *why)
{
    size_t size = s->book->rules->state_size;
    void *was = ses_alloc(size);
    bool outside = s->outside;

    memcpy(was, s->g.checkpoint, size);
    memcpy(s->g.checkpoint, state, size);
    s->outside = true;
    enum tc_err err = ses_try(s, why);
    if (err != TC_OK) {
        memcpy(s->g.checkpoint, was, size);
        s->outside = outside;
    }
    free(was);
    return err;
}

enum tc_err ses_adjust(struct ses_game *s, const struct ses_change *change, int n,
                       const char *reason, struct tc_why *why)
{
    size_t size = s->book->rules->state_size;
    enum tc_err err = may_adjust(s, n, reason, why);

    if (err != TC_OK)
        return err;
    unsigned char *state = ses_alloc(size);
    memcpy(state, s->g.checkpoint, size);
    err = change_all(s, change, n, state, why);
    if (err != TC_OK) {
        free(state);
        return err;
    }
    err = put_position(s, state, why);
    free(state);
    if (err != TC_OK)
        return err;
    s->g.u.told = 0; /* what the step tells first may be different now */
    s->adjusted++;
    s->pledge.since = s->lines;
    ses_chain_adjust(s, change, n);
    log_adjust(s, change, n, reason);
    ses_push_anchor(s, s->g.checkpoint, s->events);
    ses_run(s);
    struct ses_line l = ses_begin_line(s, SES_L_ADJUST);
    l.text = strdup(reason);
    l.change = ses_alloc((size_t)n * sizeof *change);
    memcpy(l.change, change, (size_t)n * sizeof *change);
    l.changes = n;
    return ses_end_line(s, &l, why);
}
