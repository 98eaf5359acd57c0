/* protocol/record_play.c - playing a record again, line by line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/record_own.h"
#include "protocol/session_own.h"
/* --- Kinds of lines ------------------------------------------------------------------------
 */

static enum tc_err only(struct rec_replay *r, const char *const *keys)
{
    const struct rec_header *h = &r->l->header;
    const char *all[20];
    struct tc_why why;
    int n = 0;

    while (keys[n]) {
        all[n] = keys[n];
        n++;
    }
    if (h->way || h->branched) {
        all[n++] = "prev";
        all[n++] = "rolled";
    }
    all[n] = NULL;
    if (js_only_keys(r->l->line[r->i], all, "", &why))
        return TC_OK;
    return rec_wrong(r, TC_E_KEY, "{0}", why.text, "");
}

/* Each line carries the chain of those before it. */
static enum tc_err check_chain(struct rec_replay *r)
{
    uint8_t prev[TC_SECRET];

    if (!r->l->chained)
        return TC_OK;
    if (!js_read_word(rec_at(r, "prev"), prev))
        return rec_wrong(
            r, TC_E_SYNTAX,
            "This line lacks its prev, 64 hex digits: the chain of the lines before.", "", "");
    if (memcmp(prev, r->i ? r->l->chain[r->i - 1] : r->l->start, sizeof prev) != 0)
        return rec_differs(r,
                           "prev does not fit: a line before this one was changed, left out or "
                           "put in.");
    return TC_OK;
}

static void take_chain(struct rec_replay *r)
{
    if (r->l->chained)
        memcpy(r->s->pledge.head, r->l->chain[r->i], sizeof r->s->pledge.head);
}

/* The host's secret, if a line tells it and it fits. */
static const uint8_t *find_secret(const struct rec_lines *l, uint8_t out[TC_SECRET])
{
    uint8_t commit[TC_SECRET];

    for (uint32_t i = l->lines; l->chained && i > 0; i--)
        if (js_read_word(json_object_get(l->line[i - 1], "host"), out)) {
            tc_pledge_host(l->header.game, out, commit);
            return memcmp(commit, l->header.host, sizeof commit) == 0 ? out : NULL;
        }
    return NULL;
}

static enum tc_err begin(struct rec_replay *r)
{
    static const char *const keys[] = { "n",    "start", "faces", "forced",
                                        "draw", "hash",  "state", NULL };
    struct ses_options o = { .has_seed = true, .typed_dice = true, .replaying = true };
    const json_t *state = rec_at(r, "state");
    uint8_t secret[TC_SECRET];
    struct tc_why why;
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = check_chain(r);

    if (err == TC_OK && !json_is_true(rec_at(r, "start")))
        err = rec_wrong(r, TC_E_SYNTAX, "The line after the header must be the start.", "", "");
    if (err == TC_OK)
        err = rec_read_faces(r, "faces");
    if (err != TC_OK)
        return err;
    o.seats = r->l->header.seats;
    memcpy(o.seat, r->l->header.seat, sizeof o.seat);
    o.force = r->face;
    o.forced = (int)r->faces;
    o.way = r->l->header.way;
    memcpy(o.game, r->l->header.game, sizeof o.game);
    o.host = r->l->header.host;
    o.secret = find_secret(r->l, secret);
    o.header_text = r->l->header_text;
    if (state)
        err = ses_new_position(r->bk, &o, state, false, &r->s, &why);
    else
        err = ses_new(r->bk, &o, &r->s, &why);
    if (err != TC_OK)
        return rec_wrong(r, err, "{0}", why.text, "");
    r->s->branched = r->l->header.branched;
    take_chain(r);
    return rec_settle(r, 0);
}

static bool says(const json_t *j, const char *text)
{
    return json_is_string(j) && strcmp(json_string_value(j), text) == 0;
}

static enum tc_err play_answer(struct rec_replay *r)
{
    static const char *const keys[] = { "n",      "side", "seat", "question", "act", "faces",
                                        "forced", "draw", "hash", "link",     NULL };
    const struct tc_query *q = &r->s->g.u.open;
    struct tc_act a;
    uint8_t link[TC_SECRET];
    struct tc_why why;
    json_int_t seat;
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = rec_read_faces(r, "faces");
    if (err == TC_OK && rec_at(r, "link") && !js_read_word(rec_at(r, "link"), link))
        err = rec_wrong(r, TC_E_SYNTAX, "A link is 64 hex digits.", "", "");
    if (err != TC_OK)
        return err;
    if (r->s->g.status != TC_WAITS_ANSWER)
        return rec_differs(r, "No question is open here.");
    if (!says(rec_at(r, "question"), r->bk->rules->questions[q->question].decl.name) ||
        !says(rec_at(r, "side"), r->bk->side_name[q->side]))
        return rec_wrong(r, TC_E_DIFFERS, "The question here is {0}, for {1}.",
                         r->bk->rules->questions[q->question].decl.name,
                         r->bk->side_name[q->side]);
    if (!rec_read_number(rec_at(r, "seat"), r->s->seats - 1, &seat) ||
        seat != ses_seat_asked(r->s))
        return rec_differs(r, "Another seat is asked here.");
    if (!json_is_string(rec_at(r, "act")))
        return rec_wrong(r, TC_E_SYNTAX, "This line lacks its act, a string.", "", "");
    if (js_read_act(r->bk, rec_at(r, "act"), &a, &why) != TC_OK)
        return rec_inner(r, &why);
    uint32_t entry = r->s->entries;
    ses_force_dice(r->s, r->face, (int)r->faces, &why);
    if (ses_answer_link(r->s, (int)seat, SES_ANY_NUMBER, &a,
                        r->s->pledge.way && rec_at(r, "link") ? link : NULL, NULL,
                        &why) != TC_OK)
        return rec_inner(r, &why);
    r->report->answers++;
    return rec_settle(r, entry);
}

static enum tc_err play_dice(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "dice", "forced", "draw", "hash", NULL };
    struct tc_why why;
    enum tc_err err = only(r, keys);
    uint32_t n = r->s->g.u.open_dice, entry = r->s->entries;

    if (err == TC_OK)
        err = rec_read_faces(r, "dice");
    if (err != TC_OK)
        return err;
    if (r->s->g.status != TC_WAITS_DICE)
        return rec_differs(r, "No dice are wanted here.");
    if (r->faces < n)
        return rec_differs(r, "More dice are wanted here.");
    ses_force_dice(r->s, r->face + n, (int)(r->faces - n), &why);
    if (ses_dice(r->s, SES_ANY_NUMBER, r->face, (int)n, &why) != TC_OK)
        return rec_inner(r, &why);
    return rec_settle(r, entry);
}

static enum tc_err play_undo(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "undo", "seat", "consent", "hash", NULL };
    struct ses_game *s = r->s;
    struct tc_why why;
    json_int_t to;
    uint32_t k = 0;
    enum tc_err err = only(r, keys);

    if (err != TC_OK)
        return err;
    if (!rec_read_number(rec_at(r, "undo"), UINT32_MAX, &to) ||
        !json_is_boolean(rec_at(r, "consent")))
        return rec_wrong(r, TC_E_SYNTAX, "An undo names a line and whether there was consent.",
                         "", "");
    while (k < s->answers && s->answered[k].line != to)
        k++;
    if (k == s->answers)
        return rec_differs(r, "There is no answer at the line that is taken back.");
    if (ses_undo_to(s, k, json_is_true(rec_at(r, "consent")), &why) != TC_OK)
        return rec_inner(r, &why);
    return rec_check_hash(r, s->line[s->lines - 1].hash);
}

static enum tc_err read_change(struct rec_replay *r, const json_t *j, struct ses_change *c)
{
    const char *path = json_string_value(json_array_get(j, 0));
    const char *value = json_string_value(json_array_get(j, 1));

    if (!json_is_array(j) || json_array_size(j) != 2 || !path || !value ||
        strlen(path) >= sizeof c->path || strlen(value) >= sizeof c->value)
        return rec_wrong(r, TC_E_SYNTAX, "A change is [field, value], both strings.", "", "");
    strcpy(c->path, path);
    strcpy(c->value, value);
    return TC_OK;
}

static enum tc_err play_adjust(struct rec_replay *r)
{
    static const char *const keys[] = { "n",      "adjust", "reason", "faces",
                                        "forced", "draw",   "hash",   NULL };
    const json_t *list = rec_at(r, "adjust"), *reason = rec_at(r, "reason");
    size_t n = json_array_size(list);
    struct tc_why why;
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = rec_read_faces(r, "faces");
    if (err == TC_OK && (!json_is_array(list) || n > 1000 || !json_is_string(reason)))
        err =
            rec_wrong(r, TC_E_SYNTAX, "An adjust has a list of changes and a reason.", "", "");
    if (err != TC_OK)
        return err;
    struct ses_change *c = ses_alloc(n * sizeof *c);
    for (size_t i = 0; i < n && err == TC_OK; i++)
        err = read_change(r, json_array_get(list, i), &c[i]);
    uint32_t entry = r->s->entries;
    if (err == TC_OK) {
        ses_force_dice(r->s, r->face, (int)r->faces, &why);
        if (ses_adjust(r->s, c, (int)n, json_string_value(reason), &why) != TC_OK)
            err = rec_inner(r, &why);
    }
    free(c);
    return err != TC_OK ? err : rec_settle(r, entry);
}

static enum tc_err play_position(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "position", "state", "hash", NULL };
    struct ses_game *s = r->s;
    void *state = ses_alloc(r->bk->rules->state_size);
    struct tc_why why;
    enum tc_err err = only(r, keys);

    if (err == TC_OK && !s->has_turn_state)
        err = rec_differs(r, "No turn begins here.");
    if (err == TC_OK && js_read_state(r->bk, rec_at(r, "state"), 0, state, &why) != TC_OK)
        err = rec_inner(r, &why);
    if (err == TC_OK && memcmp(state, s->turn_state, r->bk->rules->state_size) != 0)
        err = rec_differs(r, "The position is not the one that was reached.");
    free(state);
    if (err == TC_OK)
        err = ses_push_position(s, r->why);
    return err != TC_OK ? err : rec_check_hash(r, s->line[s->lines - 1].hash);
}

static enum tc_err play_seed(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "seed", "from", NULL };
    uint64_t seed[2];
    json_int_t from;
    enum tc_err err = only(r, keys);

    if (err != TC_OK)
        return err;
    if (!js_read_seed(rec_at(r, "seed"), seed) ||
        !rec_read_number(rec_at(r, "from"), r->l->first + r->i, &from))
        return rec_wrong(r, TC_E_SYNTAX, "A seed is 32 hex digits, from an earlier line on.",
                         "", "");
    return ses_push_seed(r->s, seed, (uint32_t)from, r->why);
}

static enum tc_err read_share(struct rec_replay *r, const char *key, uint8_t word[TC_SECRET],
                              json_int_t *seat)
{
    if (!js_read_word(rec_at(r, key), word))
        return rec_wrong(r, TC_E_SYNTAX, "{0} is 64 hex digits.", key, "");
    if (seat && !rec_read_number(rec_at(r, "seat"), r->s->seats - 1, seat))
        return rec_wrong(r, TC_E_SYNTAX, "This line lacks its seat.", "", "");
    return TC_OK;
}

static enum tc_err play_commit(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "commit", "seat", NULL };
    uint8_t word[TC_SECRET];
    struct tc_why why;
    json_int_t seat;
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = read_share(r, "commit", word, &seat);
    if (err != TC_OK)
        return err;
    if (!r->s->pledge.way)
        return ses_push_word(r->s, SES_L_COMMIT, (int)seat, word, r->why);
    return ses_commit(r->s, (int)seat, word, &why) != TC_OK ? rec_inner(r, &why) : TC_OK;
}

/* In a branch shares mean nothing any more, but the dice fell with them. */
static enum tc_err push_link(struct rec_replay *r, int seat, const uint8_t word[TC_SECRET])
{
    if (r->s->g.status == TC_WAITS_DICE)
        ses_run(r->s);
    struct ses_line l = ses_begin_line(r->s, SES_L_LINK);
    l.seat = (int8_t)seat;
    l.word = ses_copy_word(word);
    return ses_end_line(r->s, &l, r->why);
}

static enum tc_err play_link(struct rec_replay *r)
{
    static const char *const keys[] = { "n",      "link", "seat", "faces",
                                        "forced", "draw", "hash", NULL };
    uint8_t word[TC_SECRET];
    struct tc_why why;
    json_int_t seat;
    uint32_t entry = r->s->entries;
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = read_share(r, "link", word, &seat);
    if (err == TC_OK)
        err = rec_read_faces(r, "faces");
    if (err != TC_OK)
        return err;
    ses_force_dice(r->s, r->face, (int)r->faces, &why);
    if (!r->s->pledge.way)
        err = push_link(r, (int)seat, word);
    else if (ses_link(r->s, (int)seat, word, &why) != TC_OK)
        err = rec_inner(r, &why);
    return err != TC_OK ? err : rec_settle(r, entry);
}

static enum tc_err play_host(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "host", NULL };
    uint8_t word[TC_SECRET];
    enum tc_err err = only(r, keys);

    if (err == TC_OK)
        err = read_share(r, "host", word, NULL);
    if (err != TC_OK)
        return err;
    if (r->s->pledge.way && !ses_take_host(r->s, word))
        return rec_differs(r, "This is not the secret the host committed to.");
    r->s->pledge.opened = r->report->opened = true;
    return ses_push_word(r->s, SES_L_HOST, TC_NONE, word, r->why);
}

static enum tc_err play_end(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "end", "winner", "turn", "hash", NULL };
    const struct tc_head *h = tc_game_state(&r->s->g);
    enum tc_err err = only(r, keys);
    json_int_t turn;

    if (err != TC_OK)
        return err;
    if (r->s->g.status != TC_IS_OVER)
        return rec_differs(r, "The battle is not over here.");
    bool won = h->winner == 0 || h->winner == 1;
    if (!says(rec_at(r, "end"), r->bk->rules->endings[h->ending]) ||
        !(won ? says(rec_at(r, "winner"), r->bk->side_name[h->winner])
              : json_is_null(rec_at(r, "winner"))) ||
        !rec_read_number(rec_at(r, "turn"), UINT16_MAX, &turn) || turn != h->turn)
        return rec_differs(r, "The battle ended otherwise.");
    err = ses_push_end(r->s, r->why);
    return err != TC_OK ? err : rec_check_hash(r, r->s->line[r->s->lines - 1].hash);
}

static enum ses_stop read_stop(const json_t *j)
{
    for (int by = SES_RESIGNED; by <= SES_FORFEITED; by++)
        if (says(j, ses_stop_word((enum ses_stop)by)))
            return (enum ses_stop)by;
    return SES_NOT_STOPPED;
}

static enum tc_err play_stop(struct rec_replay *r)
{
    static const char *const keys[] = { "n", "stop", "seat", "winner", "hash", NULL };
    enum ses_stop by = read_stop(rec_at(r, "stop"));
    struct ses_game *s = r->s;
    enum tc_err err = only(r, keys);
    json_int_t seat;

    if (err != TC_OK)
        return err;
    if (by == SES_NOT_STOPPED || !rec_read_number(rec_at(r, "seat"), s->seats - 1, &seat))
        return rec_wrong(r, TC_E_SYNTAX, "A stop is resign, draw or forfeit, and names a seat.",
                         "", "");
    if (s->g.status == TC_IS_OVER)
        return rec_differs(r, "The battle was over before this line.");
    err = ses_push_stop(s, by, (int)seat, r->why);
    if (err != TC_OK)
        return err;
    const struct ses_line *l = &s->line[s->lines - 1];
    if (l->winner == TC_NONE ? !json_is_null(rec_at(r, "winner"))
                             : !says(rec_at(r, "winner"), r->bk->side_name[l->winner]))
        return rec_differs(r, "Another side won by this stop.");
    return rec_check_hash(r, l->hash);
}

/* Is the newest line the one that ends the battle? Only taking back may follow it. */
static bool has_ended(const struct ses_game *s)
{
    return s->lines && s->line[s->lines - 1].kind == SES_L_END;
}

static enum tc_err play_kind(struct rec_replay *r)
{
    if (r->s->stopped || (has_ended(r->s) && !rec_at(r, "undo")))
        return rec_differs(r, "The battle was over before this line.");
    if (r->s->pledge.opened && !rec_at(r, "end") && !rec_at(r, "stop"))
        return rec_differs(r,
                           "The host's secret was told before this line: no die may follow.");
    if (r->s->has_turn_state && !rec_at(r, "position"))
        return rec_differs(r, "A turn has begun: its position is missing here.");
    if (rec_at(r, "act"))
        return play_answer(r);
    if (rec_at(r, "dice"))
        return play_dice(r);
    if (rec_at(r, "undo"))
        return play_undo(r);
    if (rec_at(r, "adjust"))
        return play_adjust(r);
    if (rec_at(r, "position"))
        return play_position(r);
    if (rec_at(r, "seed"))
        return play_seed(r);
    if (rec_at(r, "end"))
        return play_end(r);
    if (rec_at(r, "stop"))
        return play_stop(r);
    if (rec_at(r, "commit"))
        return play_commit(r);
    if (rec_at(r, "link"))
        return play_link(r);
    if (rec_at(r, "host"))
        return play_host(r);
    return rec_wrong(
        r, TC_E_SYNTAX,
        "A line has one of act, dice, undo, adjust, position, seed, end, stop, commit, "
        "link or host.",
        "", "");
}

static enum tc_err play_line(struct rec_replay *r)
{
    enum tc_err err = check_chain(r);

    if (err == TC_OK)
        err = play_kind(r);
    if (err == TC_OK)
        take_chain(r);
    return err;
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
    struct rec_replay r = { .l = l, .bk = bk, .report = report, .why = why };
    enum tc_err err = ses_has_rules(bk, why);

    if (err == TC_OK)
        err = check_edition(l, bk, why);
    memset(report, 0, sizeof *report);
    report->hole = UINT32_MAX;
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
    uint8_t last = r.s->line[r.s->lines - 1].kind;
    report->ended = last == SES_L_END || last == SES_L_STOP;
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
static enum tc_err play_more(struct rec_replay *r)
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
    enum tc_err err = rec_split_more(name, text, n, s, &l, why);

    if (err != TC_OK)
        return err;
    memset(&report, 0, sizeof report);
    l.header.typed_dice = s->typed_dice;
    struct rec_replay r = { .l = &l, .bk = s->book, .s = s, .report = &report, .why = why };
    err = play_more(&r);
    free(r.face);
    rec_lines_free(&l);
    s->seed_known = true;
    if (err == TC_OK && had)
        ses_take_seed(s, seed, from);
    return err;
}
