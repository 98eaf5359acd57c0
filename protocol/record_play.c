/* protocol/record_play.c - playing a record again, line by line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/record_own.h"
#include "protocol/session_own.h"

struct replay {
    const struct rec_lines *l;
    const struct tc_book *bk;
    struct ses_game *s;
    struct rec_report *report;
    struct tc_why *why;
    uint32_t i;       /* the line at hand */
    uint32_t seed_at; /* the first seed behind it, if it was looked for already */
    int8_t *face;     /* its faces */
    uint32_t faces, face_room;
};

static enum tc_err bad(struct replay *r, enum tc_err err, const char *text, const char *a,
                       const char *b)
{
    return rec_bad(r->l, r->i, err, text, a, b, r->why);
}

static enum tc_err differs(struct replay *r, const char *text)
{
    return bad(r, TC_E_DIFFERS, text, "", "");
}

/* An inner failure, told with the number of the line. */
static enum tc_err inner(struct replay *r, const struct tc_why *why)
{
    return bad(r, TC_E_DIFFERS, "{0}", why->text, "");
}

static const json_t *at(const struct replay *r, const char *key)
{
    return json_object_get(r->l->line[r->i], key);
}

static bool read_number(const json_t *j, json_int_t most, json_int_t *out)
{
    *out = json_integer_value(j);
    return json_is_integer(j) && *out >= 0 && *out <= most;
}

/* --- Faces ------------------------------------------------------------------------- */

static enum tc_err read_faces(struct replay *r, const char *key)
{
    const json_t *list = at(r, key);

    r->faces = 0;
    if (!json_is_array(list))
        return bad(r, TC_E_SYNTAX, "This line lacks its {0}, a list.", key, "");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_int_t v = json_integer_value(json_array_get(list, i));
        if (!json_is_integer(json_array_get(list, i)) || v < 0 || v > 99)
            return bad(r, TC_E_SYNTAX, "A face is a number from 0 to 99.", "", "");
        r->face = ses_grow(r->face, r->faces, &r->face_room, 1);
        r->face[r->faces++] = (int8_t)v;
    }
    return TC_OK;
}

/* The published seed that made the line at hand, or NULL. The next seed is looked for once, not
 * for every line before it. */
static const json_t *seed_line(struct replay *r)
{
    const struct rec_lines *l = r->l;

    if (r->seed_at <= r->i)
        for (r->seed_at = r->i + 1; r->seed_at < l->lines; r->seed_at++)
            if (json_object_get(l->line[r->seed_at], "seed"))
                break;
    if (r->seed_at == l->lines)
        return NULL;
    const json_t *from = json_object_get(l->line[r->seed_at], "from");
    return json_is_integer(from) && json_integer_value(from) <= l->first + r->i
               ? l->line[r->seed_at]
               : NULL;
}

/* The dice of the line at hand, one after another. */
struct thrown {
    const struct ses_game *s;
    uint32_t entry, left;
    int die;
};

static bool next_die(struct thrown *t)
{
    while (t->left == 0) {
        if (t->entry == t->s->entries)
            return false;
        const struct ses_entry *e = &t->s->entry[t->entry++];
        if (e->kind != SES_EVENT)
            continue;
        t->die = e->event.arg[0];
        if (e->event.kind == TC_EV_DIE)
            t->left = 1;
        else if (e->event.kind == TC_EV_POOL)
            t->left = (uint32_t)e->event.arg[1];
    }
    t->left--;
    return true;
}

/* Are the drawn faces those the published seed gives? */
static enum tc_err check_seed(struct replay *r, uint32_t entry, uint32_t forced, uint64_t draw)
{
    const json_t *line = seed_line(r);
    struct thrown t = { r->s, entry, 0, 0 };
    struct tc_stream stream = { { 0, 0 }, draw };

    if (!line || r->l->header.typed_dice)
        return TC_OK;
    if (!js_read_seed(json_object_get(line, "seed"), stream.seed))
        return TC_OK; /* told at its own line */
    for (uint32_t i = 0; i < r->faces && next_die(&t); i++) {
        if (i < forced)
            continue;
        if (tc_draw_face(&stream, (enum tc_die)t.die) != r->face[i])
            return differs(r, "A face is not the one the published seed gives.");
        r->report->faces_checked++;
    }
    return TC_OK;
}

/* --- After a line ------------------------------------------------------------------------ */

/* A game may stop where dice are to be typed in: they are, or the answer is taken back. */
static bool next_is_dice(const struct replay *r)
{
    for (uint32_t i = r->i + 1; i < r->l->lines; i++) {
        const json_t *line = r->l->line[i];
        if (!json_object_get(line, "position") && !json_object_get(line, "seed"))
            return json_object_get(line, "dice") || json_object_get(line, "undo");
    }
    return true;
}

static enum tc_err check_hash(struct replay *r, uint64_t hash)
{
    uint64_t want;

    if (!js_read_hash(at(r, "hash"), &want))
        return bad(r, TC_E_SYNTAX, "This line lacks its hash, 16 hex digits.", "", "");
    if (want != hash)
        return differs(r, "The position after this line is not the recorded one.");
    return TC_OK;
}

/* Everything a line with faces must fulfil once it is played. */
static enum tc_err settle(struct replay *r, uint32_t entry)
{
    struct ses_game *s = r->s;
    struct ses_line *l = &s->line[s->lines - 1];
    json_int_t forced = 0, draw = 0;

    if (at(r, "forced") && !read_number(at(r, "forced"), r->faces, &forced))
        return bad(r, TC_E_SYNTAX, "forced counts faces of this line.", "", "");
    if (at(r, "draw") && !read_number(at(r, "draw"), INT64_MAX, &draw))
        return bad(r, TC_E_SYNTAX, "draw is a place in the stream of the dice.", "", "");
    if (s->forced_at < s->forced_n || (s->g.status == TC_WAITS_DICE && l->faces < r->faces))
        return differs(r, "The line has faces that were not rolled.");
    if (s->g.status == TC_WAITS_DICE && !next_is_dice(r))
        return differs(r, "The line has fewer faces than were rolled.");
    enum tc_err err = check_hash(r, l->hash);
    if (err == TC_OK)
        err = check_seed(r, entry, (uint32_t)forced, (uint64_t)draw);
    r->report->faces += r->faces;
    l->forced = (uint32_t)forced;
    l->draw = (uint64_t)draw;
    return err;
}

/* --- Kinds of lines ------------------------------------------------------------------------
 */

static enum tc_err only(struct replay *r, const char *const *keys)
{
    struct tc_why why;

    if (js_only_keys(r->l->line[r->i], keys, "", &why))
        return TC_OK;
    return bad(r, TC_E_KEY, "{0}", why.text, "");
}

static enum tc_err begin(struct replay *r)
{
    static const char *const keys[] = { "n",    "start", "faces", "forced",
                                        "draw", "hash",  "state", NULL };
    struct ses_options o = { .has_seed = true, .typed_dice = true, .replaying = true };
    const json_t *state = at(r, "state");
    struct tc_why why;
    enum tc_err err = only(r, keys);

    if (err == TC_OK && !json_is_true(at(r, "start")))
        err = bad(r, TC_E_SYNTAX, "The line after the header must be the start.", "", "");
    if (err == TC_OK)
        err = read_faces(r, "faces");
    if (err != TC_OK)
        return err;
    o.seats = r->l->header.seats;
    memcpy(o.seat, r->l->header.seat, sizeof o.seat);
    o.force = r->face;
    o.forced = (int)r->faces;
    if (state)
        err = ses_new_position(r->bk, &o, state, false, &r->s, &why);
    else
        err = ses_new(r->bk, &o, &r->s, &why);
    return err != TC_OK ? bad(r, err, "{0}", why.text, "") : settle(r, 0);
}

static bool says(const json_t *j, const char *text)
{
    return json_is_string(j) && strcmp(json_string_value(j), text) == 0;
}

static enum tc_err play_answer(struct replay *r)
{
    static const char *const keys[] = { "n",     "side",   "seat", "question", "act",
                                        "faces", "forced", "draw", "hash",     NULL };
    const struct tc_query *q = &r->s->g.u.open;
    struct tc_act a;
    struct tc_why why;
    json_int_t seat;
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = read_faces(r, "faces");
    if (err != TC_OK)
        return err;
    if (r->s->g.status != TC_WAITS_ANSWER)
        return differs(r, "No question is open here.");
    if (!says(at(r, "question"), r->bk->rules->questions[q->question].decl.name) ||
        !says(at(r, "side"), r->bk->side_name[q->side]))
        return bad(r, TC_E_DIFFERS, "The question here is {0}, for {1}.",
                   r->bk->rules->questions[q->question].decl.name, r->bk->side_name[q->side]);
    if (!read_number(at(r, "seat"), r->s->seats - 1, &seat) || seat != ses_seat_asked(r->s))
        return differs(r, "Another seat is asked here.");
    if (!json_is_string(at(r, "act")))
        return bad(r, TC_E_SYNTAX, "This line lacks its act, a string.", "", "");
    if (js_read_act(r->bk, at(r, "act"), &a, &why) != TC_OK)
        return inner(r, &why);
    uint32_t entry = r->s->entries;
    ses_force_dice(r->s, r->face, (int)r->faces, &why);
    if (ses_answer(r->s, (int)seat, SES_ANY_NUMBER, &a, NULL, &why) != TC_OK)
        return inner(r, &why);
    r->report->answers++;
    return settle(r, entry);
}

static enum tc_err play_dice(struct replay *r)
{
    static const char *const keys[] = { "n", "dice", "forced", "draw", "hash", NULL };
    struct tc_why why;
    enum tc_err err = only(r, keys);
    uint32_t n = r->s->g.u.open_dice, entry = r->s->entries;

    if (err == TC_OK)
        err = read_faces(r, "dice");
    if (err != TC_OK)
        return err;
    if (r->s->g.status != TC_WAITS_DICE)
        return differs(r, "No dice are wanted here.");
    if (r->faces < n)
        return differs(r, "More dice are wanted here.");
    ses_force_dice(r->s, r->face + n, (int)(r->faces - n), &why);
    if (ses_dice(r->s, SES_ANY_NUMBER, r->face, (int)n, &why) != TC_OK)
        return inner(r, &why);
    return settle(r, entry);
}

static enum tc_err play_undo(struct replay *r)
{
    static const char *const keys[] = { "n", "undo", "seat", "consent", "hash", NULL };
    struct ses_game *s = r->s;
    struct tc_why why;
    json_int_t to;
    uint32_t k = 0;
    enum tc_err err = only(r, keys);

    if (err != TC_OK)
        return err;
    if (!read_number(at(r, "undo"), UINT32_MAX, &to) || !json_is_boolean(at(r, "consent")))
        return bad(r, TC_E_SYNTAX, "An undo names a line and whether there was consent.", "",
                   "");
    while (k < s->answers && s->answered[k].line != to)
        k++;
    if (k == s->answers)
        return differs(r, "There is no answer at the line that is taken back.");
    if (ses_undo_to(s, k, json_is_true(at(r, "consent")), &why) != TC_OK)
        return inner(r, &why);
    return check_hash(r, s->line[s->lines - 1].hash);
}

static enum tc_err read_change(struct replay *r, const json_t *j, struct ses_change *c)
{
    const char *path = json_string_value(json_array_get(j, 0));
    const char *value = json_string_value(json_array_get(j, 1));

    if (!json_is_array(j) || json_array_size(j) != 2 || !path || !value ||
        strlen(path) >= sizeof c->path || strlen(value) >= sizeof c->value)
        return bad(r, TC_E_SYNTAX, "A change is [field, value], both strings.", "", "");
    strcpy(c->path, path);
    strcpy(c->value, value);
    return TC_OK;
}

static enum tc_err play_adjust(struct replay *r)
{
    static const char *const keys[] = { "n",      "adjust", "reason", "faces",
                                        "forced", "draw",   "hash",   NULL };
    const json_t *list = at(r, "adjust"), *reason = at(r, "reason");
    size_t n = json_array_size(list);
    struct tc_why why;
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = read_faces(r, "faces");
    if (err == TC_OK && (!json_is_array(list) || n > 1000 || !json_is_string(reason)))
        err = bad(r, TC_E_SYNTAX, "An adjust has a list of changes and a reason.", "", "");
    if (err != TC_OK)
        return err;
    struct ses_change *c = ses_alloc(n * sizeof *c);
    for (size_t i = 0; i < n && err == TC_OK; i++)
        err = read_change(r, json_array_get(list, i), &c[i]);
    uint32_t entry = r->s->entries;
    if (err == TC_OK) {
        ses_force_dice(r->s, r->face, (int)r->faces, &why);
        if (ses_adjust(r->s, c, (int)n, json_string_value(reason), &why) != TC_OK)
            err = inner(r, &why);
    }
    free(c);
    return err != TC_OK ? err : settle(r, entry);
}

static enum tc_err play_position(struct replay *r)
{
    static const char *const keys[] = { "n", "position", "state", "hash", NULL };
    struct ses_game *s = r->s;
    void *state = ses_alloc(r->bk->rules->state_size);
    struct tc_why why;
    enum tc_err err = only(r, keys);

    if (err == TC_OK && !s->has_turn_state)
        err = differs(r, "No turn begins here.");
    if (err == TC_OK && js_read_state(r->bk, at(r, "state"), 0, state, &why) != TC_OK)
        err = inner(r, &why);
    if (err == TC_OK && memcmp(state, s->turn_state, r->bk->rules->state_size) != 0)
        err = differs(r, "The position is not the one that was reached.");
    free(state);
    if (err == TC_OK)
        err = ses_push_position(s, r->why);
    return err != TC_OK ? err : check_hash(r, s->line[s->lines - 1].hash);
}

static enum tc_err play_seed(struct replay *r)
{
    static const char *const keys[] = { "n", "seed", "from", NULL };
    uint64_t seed[2];
    json_int_t from;
    enum tc_err err = only(r, keys);

    if (err != TC_OK)
        return err;
    if (!js_read_seed(at(r, "seed"), seed) ||
        !read_number(at(r, "from"), r->l->first + r->i, &from))
        return bad(r, TC_E_SYNTAX, "A seed is 32 hex digits, from an earlier line on.", "", "");
    return ses_push_seed(r->s, seed, (uint32_t)from, r->why);
}

static enum tc_err play_end(struct replay *r)
{
    static const char *const keys[] = { "n", "end", "winner", "turn", "hash", NULL };
    const struct tc_head *h = tc_game_state(&r->s->g);
    enum tc_err err = only(r, keys);
    json_int_t turn;

    if (err != TC_OK)
        return err;
    if (r->s->g.status != TC_IS_OVER)
        return differs(r, "The battle is not over here.");
    bool won = h->winner == 0 || h->winner == 1;
    if (!says(at(r, "end"), r->bk->rules->endings[h->ending]) ||
        !(won ? says(at(r, "winner"), r->bk->side_name[h->winner])
              : json_is_null(at(r, "winner"))) ||
        !read_number(at(r, "turn"), UINT16_MAX, &turn) || turn != h->turn)
        return differs(r, "The battle ended otherwise.");
    err = ses_push_end(r->s, r->why);
    return err != TC_OK ? err : check_hash(r, r->s->line[r->s->lines - 1].hash);
}

static enum ses_stop read_stop(const json_t *j)
{
    for (int by = SES_RESIGNED; by <= SES_FORFEITED; by++)
        if (says(j, ses_stop_word((enum ses_stop)by)))
            return (enum ses_stop)by;
    return SES_NOT_STOPPED;
}

static enum tc_err play_stop(struct replay *r)
{
    static const char *const keys[] = { "n", "stop", "seat", "winner", "hash", NULL };
    enum ses_stop by = read_stop(at(r, "stop"));
    struct ses_game *s = r->s;
    enum tc_err err = only(r, keys);
    json_int_t seat;

    if (err != TC_OK)
        return err;
    if (by == SES_NOT_STOPPED || !read_number(at(r, "seat"), s->seats - 1, &seat))
        return bad(r, TC_E_SYNTAX, "A stop is resign, draw or forfeit, and names a seat.", "",
                   "");
    if (s->g.status == TC_IS_OVER)
        return differs(r, "The battle was over before this line.");
    err = ses_push_stop(s, by, (int)seat, r->why);
    if (err != TC_OK)
        return err;
    const struct ses_line *l = &s->line[s->lines - 1];
    if (l->winner == TC_NONE ? !json_is_null(at(r, "winner"))
                             : !says(at(r, "winner"), r->bk->side_name[l->winner]))
        return differs(r, "Another side won by this stop.");
    return check_hash(r, l->hash);
}

static enum tc_err play_line(struct replay *r)
{
    if (r->s->stopped)
        return differs(r, "The battle was over before this line.");
    if (r->s->has_turn_state && !at(r, "position"))
        return differs(r, "A turn has begun: its position is missing here.");
    if (at(r, "act"))
        return play_answer(r);
    if (at(r, "dice"))
        return play_dice(r);
    if (at(r, "undo"))
        return play_undo(r);
    if (at(r, "adjust"))
        return play_adjust(r);
    if (at(r, "position"))
        return play_position(r);
    if (at(r, "seed"))
        return play_seed(r);
    if (at(r, "end"))
        return play_end(r);
    if (at(r, "stop"))
        return play_stop(r);
    return bad(r, TC_E_SYNTAX,
               "A line has one of act, dice, undo, adjust, position, seed, end or stop.", "",
               "");
}

/* --- The whole ------------------------------------------------------------------------------
 */

static enum tc_err check_edition(const struct rec_lines *l, const struct tc_book *bk,
                                 struct tc_why *why)
{
    const struct rec_header *h = &l->header;

    if (strcmp(h->system, bk->rules->name) != 0)
        return rec_bad(l, UINT32_MAX, TC_E_EDITION, "The record is of {0}, not of {1}.",
                       h->system, bk->rules->name, why);
    if (strcmp(h->scenario, bk->id) != 0)
        return rec_bad(l, UINT32_MAX, TC_E_EDITION, "The record is of {0}, not of {1}.",
                       h->scenario, bk->id, why);
    if (h->edition != bk->rules->edition)
        return rec_bad(l, UINT32_MAX, TC_E_EDITION,
                       "The record was made with another edition of the rules of {0}; it can "
                       "be adopted from its last position.",
                       h->system, "", why);
    if (h->book != bk->hash)
        return rec_bad(l, UINT32_MAX, TC_E_EDITION,
                       "The record was made with other tables or another version of {0}; it "
                       "can be adopted from its last position.",
                       h->scenario, "", why);
    return TC_OK;
}

enum tc_err rec_play(const struct rec_lines *l, const struct tc_book *bk, struct ses_game **out,
                     struct rec_report *report, struct tc_why *why)
{
    struct replay r = { .l = l, .bk = bk, .report = report, .why = why };
    enum tc_err err = ses_has_rules(bk, why);

    if (err == TC_OK)
        err = check_edition(l, bk, why);
    memset(report, 0, sizeof *report);
    report->torn = l->torn;
    if (l->torn)
        snprintf(report->note, sizeof report->note,
                 "The last line was not finished and is left out.");
    if (err == TC_OK)
        err = begin(&r);
    for (r.i = 1; err == TC_OK && r.i < l->lines; r.i++)
        err = play_line(&r);
    free(r.face);
    if (err != TC_OK) {
        ses_free(r.s);
        return err;
    }
    report->lines = l->lines + 1;
    report->hash = tc_game_hash(&r.s->g);
    report->over = r.s->g.status == TC_IS_OVER || r.s->stopped;
    r.s->typed_dice = l->header.typed_dice;
    r.s->seeded = l->header.seeded;
    r.s->replaying = false;
    r.s->seed_known = true; /* the next roll needs a seed of its own */
    *out = r.s;
    return TC_OK;
}

/* --- Going on with a game in memory --------------------------------------------------------
 */

/* The hooks and dice of the game, put aside while lines are played. */
static enum tc_err play_more(struct replay *r)
{
    struct ses_game *s = r->s;
    bool typed = s->typed_dice;
    enum tc_err (*on_line)(void *, struct ses_game *, const struct ses_line *,
                           struct tc_why *) = s->on_line;
    enum tc_err err = TC_OK;

    s->on_line = NULL;
    s->typed_dice = s->replaying = true;
    for (r->i = 0; err == TC_OK && r->i < r->l->lines; r->i++)
        err = play_line(r);
    s->typed_dice = typed;
    s->replaying = false;
    s->on_line = on_line;
    return err;
}

enum tc_err rec_more_text(struct ses_game *s, const char *name, const char *text, size_t n,
                          struct tc_why *why)
{
    struct rec_report report;
    struct rec_lines l;
    uint64_t seed[2] = { s->seed[0], s->seed[1] };
    uint32_t from = s->seed_line;
    bool had = !s->seed_known;
    enum tc_err err = rec_split_more(name, text, n, s->lines, &l, why);

    if (err != TC_OK)
        return err;
    memset(&report, 0, sizeof report);
    l.header.typed_dice = s->typed_dice;
    struct replay r = { .l = &l, .bk = s->book, .s = s, .report = &report, .why = why };
    err = play_more(&r);
    free(r.face);
    rec_lines_free(&l);
    s->seed_known = true;
    if (err == TC_OK && had)
        ses_take_seed(s, seed, from);
    return err;
}
