/* protocol/record_read.c - a record taken apart: header and lines. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/record_own.h"
#include "protocol/session_own.h"

enum tc_err rec_bad(const struct rec_lines *l, uint32_t i, enum tc_err err, const char *text,
                    const char *a, const char *b, struct tc_why *why)
{
    struct tc_why inner;

    tc_fail(&inner, err, "", text, a, b);
    if (why) {
        why->err = err;
        snprintf(why->where, sizeof why->where, "%.150s, line %u", l->name, i + 2 + l->first);
        snprintf(why->text, sizeof why->text, "%s", inner.text);
    }
    return err;
}

static enum tc_err bad_header(const struct rec_lines *l, const char *text, const char *key,
                              struct tc_why *why)
{
    return rec_bad(l, UINT32_MAX, TC_E_SYNTAX, text, key, "", why);
}

static bool copy_text(const json_t *o, const char *key, char *out, size_t room)
{
    const json_t *j = json_object_get(o, key);

    if (!json_is_string(j) || json_string_length(j) >= room ||
        strlen(json_string_value(j)) != json_string_length(j))
        return false;
    memcpy(out, json_string_value(j), json_string_length(j) + 1);
    return true;
}

/* --- Header ------------------------------------------------------------------------ */

static bool read_commands(const json_t *list, uint64_t *out)
{
    *out = 0;
    if (!json_is_array(list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *j = json_array_get(list, i);
        json_int_t v = json_integer_value(j);
        if (!json_is_integer(j) || v < 0 || v > 63)
            return false;
        *out |= UINT64_C(1) << v;
    }
    return true;
}

static int find_side(const json_t *sides, const json_t *name)
{
    for (size_t i = 0; json_is_string(name) && i < TC_SIDES; i++)
        if (json_equal(json_array_get(sides, i), name))
            return (int)i;
    return TC_NONE;
}

static bool read_seat(const json_t *j, const json_t *sides, struct ses_seat *seat)
{
    int side = find_side(sides, json_object_get(j, "side"));

    if (side == TC_NONE || !copy_text(j, "name", seat->name, sizeof seat->name) ||
        !copy_text(j, "kind", seat->kind, sizeof seat->kind) ||
        !read_commands(json_object_get(j, "commands"), &seat->commands))
        return false;
    seat->side = (int8_t)side;
    return true;
}

static enum tc_err read_seats(struct rec_lines *l, const json_t *seats, struct tc_why *why)
{
    const json_t *sides = json_object_get(l->head, "sides");
    size_t n = json_array_size(seats);

    if (json_array_size(sides) != TC_SIDES)
        return bad_header(l, "The header must name its two sides.", "", why);
    if (!json_is_array(seats) || n < 1 || n > TC_SEATS)
        return bad_header(l, "The header must list 1 to 8 seats.", "", why);
    for (size_t i = 0; i < n; i++)
        if (!read_seat(json_array_get(seats, i), sides, &l->header.seat[i]))
            return bad_header(l,
                              "A seat of the header needs name, kind, side (by name) and "
                              "commands (a list of numbers 0 to 63).",
                              "", why);
    l->header.seats = (int)n;
    return TC_OK;
}

static enum tc_err read_dice(struct rec_lines *l, struct tc_why *why)
{
    struct rec_header *h = &l->header;
    char dice[16];

    if (!copy_text(l->head, "dice", dice, sizeof dice))
        dice[0] = '\0';
    if (strcmp(dice, "committed") == 0)
        h->way = SES_COMMITTED;
    else if (strcmp(dice, "interactive") == 0)
        h->way = SES_INTERACTIVE;
    else if (strcmp(dice, "fair") != 0 && strcmp(dice, "typed") != 0 &&
             strcmp(dice, "seeded") != 0)
        return bad_header(
            l, "The dice of the header are fair, typed, seeded, committed or interactive.", "",
            why);
    h->typed_dice = dice[0] == 't';
    h->seeded = dice[0] == 's';
    l->chained = h->way != SES_SEED;
    if (!l->chained)
        return TC_OK;
    if (!copy_text(l->head, "game", h->game, sizeof h->game) || !h->game[0] ||
        !js_read_word(json_object_get(l->head, "host"), h->host))
        return bad_header(l,
                          "With these dice the header needs game, a name, and host, the "
                          "host's commitment of 64 hex digits.",
                          "", why);
    return TC_OK;
}

static enum tc_err read_header(struct rec_lines *l, struct tc_why *why)
{
    static const char *const keys[] = { "v",       "format", "system",   "edition",  "scenario",
                                        "book",    "sides",  "replaced", "seats",    "dice",
                                        "adopted", "game",   "host",     "branched", NULL };
    static const char lacks[] = "The header needs its {0}.";
    struct rec_header *h = &l->header;
    const json_t *o = l->head, *edition = json_object_get(o, "edition");
    char format[32];
    struct tc_why key;

    if (!json_is_object(o) || !copy_text(o, "format", format, sizeof format) ||
        strcmp(format, "tricorne-record") != 0)
        return bad_header(l,
                          "This is not a record: its first line must be a header with "
                          "\"format\":\"tricorne-record\".",
                          "", why);
    if (json_integer_value(json_object_get(o, "v")) != JS_VERSION)
        return bad_header(l, "This program reads records of version 1.", "", why);
    if (!js_only_keys(o, keys, l->name, &key))
        return bad_header(l, "{0}", key.text, why);
    if (!copy_text(o, "system", h->system, sizeof h->system))
        return bad_header(l, lacks, "system, the name of a rule system", why);
    if (!copy_text(o, "scenario", h->scenario, sizeof h->scenario))
        return bad_header(l, lacks, "scenario, as in minden/first-battle", why);
    if (!copy_text(o, "replaced", h->replaced, sizeof h->replaced))
        return bad_header(l, lacks, "replaced, the names of changed tables or \"\"", why);
    if (!json_is_integer(edition) || json_integer_value(edition) < 0 ||
        json_integer_value(edition) > UINT16_MAX)
        return bad_header(l, lacks, "edition, a number from 0 to 65535", why);
    h->edition = (int)json_integer_value(edition);
    if (!js_read_hash(json_object_get(o, "book"), &h->book))
        return bad_header(l, lacks, "book, 16 hex digits", why);
    h->branched = json_is_true(json_object_get(o, "branched"));
    enum tc_err err = read_dice(l, why);
    if (err != TC_OK)
        return err;
    return read_seats(l, json_object_get(o, "seats"), why);
}

static json_t *commands_json(uint64_t set)
{
    json_t *a = json_array();

    for (int i = 0; i < 64; i++)
        if (set >> i & 1)
            json_array_append_new(a, json_integer(i));
    return a;
}

json_t *rec_header_json(const struct ses_game *s)
{
    const struct tc_ruleset *r = s->book->rules;
    json_t *seats = json_array();

    for (int i = 0; i < s->seats; i++)
        json_array_append_new(seats, json_pack("{ssssssso}", "name", s->seat[i].name, "kind",
                                               s->seat[i].kind, "side",
                                               s->book->side_name[s->seat[i].side], "commands",
                                               commands_json(s->seat[i].commands)));
    json_t *o =
        json_pack("{si ss ss si ss so s[ss] ss so ss}", "v", JS_VERSION, "format",
                  "tricorne-record", "system", r->name, "edition", (int)r->edition, "scenario",
                  s->book->id, "book", js_hex(s->book->hash), "sides", s->book->side_name[0],
                  s->book->side_name[1], "replaced", s->book->replaced ? s->book->replaced : "",
                  "seats", seats, "dice", ses_dice_word(s));
    if (s->pledge.way) {
        json_object_set_new(o, "game", json_string(s->pledge.game));
        json_object_set_new(o, "host", js_word(s->pledge.host));
    }
    if (s->branched)
        json_object_set_new(o, "branched", json_true());
    return o;
}

/* --- Lines ---------------------------------------------------------------------------- */

static enum tc_err add_line(struct rec_lines *l, const char *text, size_t n, bool header,
                            struct tc_why *why)
{
    json_error_t e;
    json_t *j = json_loadb(text, n, JSON_REJECT_DUPLICATES, &e);
    const json_t *number = json_object_get(j, "n");
    uint32_t i = l->lines, want = l->first + i;

    if (!j || !json_is_object(j)) {
        json_decref(j);
        return rec_bad(l, header ? UINT32_MAX : i, TC_E_SYNTAX,
                       "This line is not a JSON object{0}{1}.", j ? "" : ": ", j ? "" : e.text,
                       why);
    }
    if (header) {
        l->head = j;
        l->header_text = strndup(text, n);
        TC_BUG_ON(!l->header_text);
        tc_chain(l->start, text, n);
        return read_header(l, why);
    }
    if (!json_is_integer(number) || json_integer_value(number) != (json_int_t)want) {
        json_decref(j);
        return rec_bad(l, i, TC_E_SYNTAX,
                       "This line is out of order: its n does not follow on the line before.",
                       "", "", why);
    }
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
    l->line = ses_grow(l->line, l->lines, &l->room, sizeof *l->line);
    l->line[l->lines++] = j;
    if (!l->chained)
        return TC_OK;
    l->chain = ses_grow(l->chain, i, &l->chain_room, sizeof *l->chain);
    memcpy(l->chain[i], i ? l->chain[i - 1] : l->start, TC_SECRET);
    tc_chain(l->chain[i], text, n);
    return TC_OK;
}

enum tc_err rec_split(const char *name, const char *text, size_t n, struct rec_lines *out,
                      struct tc_why *why)
{
    struct rec_lines l;
    enum tc_err err = TC_OK;
    size_t at = 0;

    memset(&l, 0, sizeof l);
    l.name = name;
    while (err == TC_OK && at < n) {
        const char *end = memchr(text + at, '\n', n - at);
        if (!end)
            break; /* torn: it was never acknowledged */
        err = add_line(&l, text + at, (size_t)(end - text) - at, at == 0, why);
        at = (size_t)(end - text) + 1;
    }
    l.good = at;
    l.torn = at < n;
    if (err == TC_OK && !l.head)
        err = bad_header(&l, "This is not a record: it has no header.", "", why);
    if (err == TC_OK && l.lines == 0)
        err = rec_bad(&l, 0, TC_E_SYNTAX, "The record has no first line.", "", "", why);
    if (err != TC_OK)
        rec_lines_free(&l);
    else
        *out = l;
    return err;
}

enum tc_err rec_split_more(const char *name, const char *text, size_t n,
                           const struct ses_game *s, struct rec_lines *out, struct tc_why *why)
{
    struct rec_lines l = { .name = name, .first = s->lines, .chained = s->pledge.way };
    enum tc_err err = TC_OK;

    l.header.way = (enum ses_way)s->pledge.way;
    l.header.branched = s->branched;
    memcpy(l.start, s->pledge.head, sizeof l.start);

    for (size_t at = 0; err == TC_OK && at < n;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t size = end ? (size_t)(end - text) - at : n - at;
        err = add_line(&l, text + at, size, false, why);
        at += size + 1;
    }
    if (err != TC_OK)
        rec_lines_free(&l);
    else
        *out = l;
    return err;
}

void rec_lines_free(struct rec_lines *l)
{
    for (uint32_t i = 0; i < l->lines; i++)
        json_decref(l->line[i]);
    free(l->line);
    free(l->chain);
    free(l->header_text);
    json_decref(l->head);
    memset(l, 0, sizeof *l);
}

/* --- Files ------------------------------------------------------------------------------ */

enum tc_err rec_slurp(int fd, const char *path, char **text, size_t *n, struct tc_why *why)
{
    size_t room = 65536, got = 0;
    char *buf = ses_alloc(room);

    for (;;) {
        ssize_t k = pread(fd, buf + got, room - got, (off_t)got);
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0) {
            free(buf);
            return tc_fail(why, TC_E_FILE, "{0}", "{0} cannot be read: {1}.", path,
                           strerror(errno));
        }
        if (k == 0)
            break;
        got += (size_t)k;
        if (got == room) {
            char *more = realloc(buf, room *= 2);
            TC_BUG_ON(!more);
            buf = more;
        }
    }
    *text = buf;
    *n = got;
    return TC_OK;
}
