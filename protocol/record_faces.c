/* protocol/record_faces.c - what a line of a record must fulfil: its faces, its hash. */
#include <string.h>

#include "protocol/record_own.h"
#include "protocol/session_own.h"

enum tc_err rec_wrong(struct rec_replay *r, enum tc_err err, const char *text, const char *a,
                      const char *b)
{
    return rec_bad(r->l, r->i, err, text, a, b, r->why);
}

enum tc_err rec_differs(struct rec_replay *r, const char *text)
{
    return rec_wrong(r, TC_E_DIFFERS, text, "", "");
}

/* An inner failure, told with the number of the line. */
enum tc_err rec_inner(struct rec_replay *r, const struct tc_why *why)
{
    return rec_wrong(r, TC_E_DIFFERS, "{0}", why->text, "");
}

const json_t *rec_at(const struct rec_replay *r, const char *key)
{
    return json_object_get(r->l->line[r->i], key);
}

bool rec_read_number(const json_t *j, json_int_t most, json_int_t *out)
{
    *out = json_integer_value(j);
    return json_is_integer(j) && *out >= 0 && *out <= most;
}
/* --- Faces ------------------------------------------------------------------------- */

enum tc_err rec_read_faces(struct rec_replay *r, const char *key)
{
    const json_t *list = rec_at(r, key);

    r->faces = 0;
    if (!json_is_array(list))
        return rec_wrong(r, TC_E_SYNTAX, "This line lacks its {0}, a list.", key, "");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_int_t v = json_integer_value(json_array_get(list, i));
        if (!json_is_integer(json_array_get(list, i)) || v < 0 || v > 99)
            return rec_wrong(r, TC_E_SYNTAX, "A face is a number from 0 to 99.", "", "");
        r->face = ses_grow(r->face, r->faces, &r->face_room, 1);
        r->face[r->faces++] = (int8_t)v;
    }
    return TC_OK;
}

/* The published seed that made the line at hand, or NULL. The next seed is looked for once, not
 * for every line before it. */
static const json_t *seed_line(struct rec_replay *r)
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

/* Places of a stream are used one after another: else faces could be picked from it. */
static bool in_order(struct rec_replay *r, const json_t *seed, uint32_t n, uint64_t draw)
{
    if (r->seed != seed)
        r->draw = 0;
    r->seed = seed;
    bool good = n == 0 || draw == r->draw;
    if (n && draw + n > r->draw)
        r->draw = draw + n;
    return good;
}

/* Are the drawn faces those the published seed gives? */
static enum tc_err check_seed(struct rec_replay *r, uint32_t entry, uint32_t forced,
                              uint64_t draw)
{
    const json_t *line = seed_line(r);
    struct thrown t = { r->s, entry, 0, 0 };
    struct tc_stream stream = { { 0, 0 }, draw };

    if (!line || r->l->header.typed_dice)
        return TC_OK;
    bool counts = in_order(r, line, r->faces - forced, draw);
    if (!js_read_seed(json_object_get(line, "seed"), stream.seed))
        return TC_OK; /* told at its own line */
    for (uint32_t i = 0; i < r->faces && next_die(&t); i++) {
        if (i < forced)
            continue;
        if (tc_draw_face(&stream, (enum tc_die)t.die) != r->face[i])
            return rec_differs(r, "A face is not the one the published seed gives.");
        r->report->faces_checked += counts;
    }
    return TC_OK;
}

/* --- Faces by commitments ------------------------------------------------------------------
 */

static bool same_dice(const struct rec_replay *r, const struct ses_line *l)
{
    const json_t *list = rec_at(r, "rolled");
    uint32_t i = 0;

    if (l->faces == 0)
        return !list;
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *n = json_array_get(json_array_get(list, k), 0);
        const char *name = json_string_value(json_array_get(json_array_get(list, k), 1));
        json_int_t left = json_integer_value(n);
        if (!name || left < 1 || (k && l->die[i - 1] == l->die[i]))
            return false;
        for (; left > 0; left--, i++)
            if (i >= l->faces || strcmp(tc_die_kind[l->die[i]].name, name) != 0)
                return false;
        if (k + 1 < json_array_size(list) && i >= l->faces)
            return false;
    }
    return i == l->faces;
}

/* Are the faces those of the key, the acts and their places? */
static enum tc_err check_shares(struct rec_replay *r, const struct ses_line *l, uint32_t forced,
                                uint64_t draw)
{
    struct ses_game *s = r->s;
    const char *what;
    uint32_t n = r->faces - forced;
    uint32_t first = s->g.tape.faces - l->faces;

    if (!same_dice(r, l))
        return rec_differs(r, "rolled does not name the dice that were thrown here.");
    if (n == 0)
        return TC_OK;
    if (draw != first)
        return rec_differs(r, "draw is not the place of the first face of this line.");
    uint8_t status = (uint8_t)s->g.status; /* what is owed for a roll, not for a question */
    s->g.status = TC_WAITS_DICE;
    uint32_t owes = ses_owes(s, &what);
    s->g.status = (enum tc_status)status;
    if (owes)
        return rec_differs(r, "Dice fell here before every seat had given its share.");
    if (!ses_pledge_ready(s))
        return TC_OK;
    for (uint32_t i = forced; i < r->faces; i++) {
        if (ses_pledged_face(s, first + i, (enum tc_die)l->die[i]) != r->face[i]) {
            char which[16];
            struct tc_text t = tc_text_on(which, sizeof which);
            tc_text_int(&t, i + 1);
            return rec_wrong(r, TC_E_DIFFERS,
                             "Face {0} of this line is not the one the shares give.", which,
                             "");
        }
        r->report->faces_checked++;
    }
    return TC_OK;
}

/* --- After a line ------------------------------------------------------------------------ */

/* A game may stop where dice are to be typed in: they are, or the answer is taken back. */
static bool next_is_dice(const struct rec_replay *r)
{
    for (uint32_t i = r->i + 1; i < r->l->lines; i++) {
        const json_t *line = r->l->line[i];
        if (!json_object_get(line, "position") && !json_object_get(line, "seed") &&
            !json_object_get(line, "commit") && !json_object_get(line, "host"))
            return json_object_get(line, "dice") || json_object_get(line, "undo") ||
                   json_object_get(line, "stop") ||
                   (json_object_get(line, "link") && !json_object_get(line, "act"));
    }
    return true;
}

enum tc_err rec_check_hash(struct rec_replay *r, uint64_t hash)
{
    uint64_t want;

    if (!js_read_hash(rec_at(r, "hash"), &want))
        return rec_wrong(r, TC_E_SYNTAX, "This line lacks its hash, 16 hex digits.", "", "");
    if (want != hash)
        return rec_differs(r, "The position after this line is not the recorded one.");
    return TC_OK;
}

/* Everything a line with faces must fulfil once it is played. */
enum tc_err rec_settle(struct rec_replay *r, uint32_t entry)
{
    struct ses_game *s = r->s;
    struct ses_line *l = &s->line[s->lines - 1];
    json_int_t forced = 0, draw = 0;

    if (rec_at(r, "forced") && !rec_read_number(rec_at(r, "forced"), r->faces, &forced))
        return rec_wrong(r, TC_E_SYNTAX, "forced counts faces of this line.", "", "");
    if (rec_at(r, "draw") && !rec_read_number(rec_at(r, "draw"), INT64_MAX, &draw))
        return rec_wrong(r, TC_E_SYNTAX, "draw is a place in the stream of the dice.", "", "");
    if (s->forced_at < s->forced_n || (s->g.status == TC_WAITS_DICE && l->faces < r->faces))
        return rec_differs(r, "The line has faces that were not rolled.");
    if (s->g.status == TC_WAITS_DICE && !next_is_dice(r))
        return rec_differs(r, "The line has fewer faces than were rolled.");
    uint32_t before = r->report->faces_checked;
    enum tc_err err = rec_check_hash(r, l->hash);
    if (err == TC_OK)
        err = s->pledge.way ? check_shares(r, l, (uint32_t)forced, (uint64_t)draw)
                            : check_seed(r, entry, (uint32_t)forced, (uint64_t)draw);
    if (r->l->header.typed_dice)
        forced = r->faces;
    r->report->faces += r->faces;
    r->report->faces_typed += (uint32_t)forced;
    if (r->report->faces_checked - before + (uint32_t)forced < r->faces &&
        r->report->hole == UINT32_MAX)
        r->report->hole = l->n;
    if (r->l->header.typed_dice)
        forced = 0;
    l->forced = (uint32_t)forced;
    l->draw = (uint64_t)draw;
    return err;
}
