/* protocol/record.c - records on disk: writing, locking, resuming, adopting. */
#include "protocol/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "protocol/record_own.h"
#include "protocol/session_own.h"

struct rec_file {
    int fd;
    off_t size;
    char path[512];
    struct ses_game *s;
};

static enum tc_err file_failed(const char *path, const char *text, struct tc_why *why)
{
    return tc_fail(why, TC_E_FILE, "{0}", text, path, strerror(errno));
}

/* --- Writing ------------------------------------------------------------------------ */

/* All of it or, as far as the disk lets us, nothing. */
static enum tc_err append(struct rec_file *f, const char *text, size_t n, struct tc_why *why)
{
    size_t done = 0;

    while (done < n) {
        ssize_t k = pwrite(f->fd, text + done, n - done, f->size + (off_t)done);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0) {
            enum tc_err err = file_failed(f->path, "{0} cannot be written: {1}.", why);
            if (ftruncate(f->fd, f->size) != 0)
                return err; /* the torn line is cut off when it is read again */
            return err;
        }
        done += (size_t)k;
    }
    f->size += (off_t)n;
    return TC_OK;
}

static enum tc_err append_json(struct rec_file *f, json_t *o, struct tc_why *why)
{
    char *text = json_dumps(o, JSON_COMPACT);
    size_t n = strlen(text);

    json_decref(o);
    text[n] = '\n'; /* in place of the zero */
    enum tc_err err = append(f, text, n + 1, why);
    free(text);
    return err;
}

static enum tc_err sync_file(struct rec_file *f, struct tc_why *why)
{
    if (fdatasync(f->fd) == 0 || errno == EINVAL) /* EINVAL: a pipe or the like */
        return TC_OK;
    return file_failed(f->path, "{0} cannot be written: {1}.", why);
}

static enum tc_err write_line(void *ctx, struct ses_game *s, const struct ses_line *l,
                              struct tc_why *why)
{
    struct rec_file *f = ctx;
    enum tc_err err = append_json(f, ses_line_json(s, l, SES_UMPIRE), why);

    return err != TC_OK ? err : sync_file(f, why);
}

/* --- Opening ---------------------------------------------------------------------------- */

static enum tc_err open_locked(const char *path, int flags, struct rec_file **out,
                               struct tc_why *why)
{
    struct rec_file *f;

    if (strlen(path) >= sizeof f->path)
        return tc_fail(why, TC_E_FILE, "record", "The name of the file is too long.");
    int fd = open(path, flags | O_CLOEXEC, 0666);
    if (fd < 0)
        return file_failed(path, "The record cannot be opened: {1}.", why);
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        enum tc_err err = TC_E_BUSY;
        if (errno == EWOULDBLOCK)
            tc_fail(why, err, "{0}", "Another program is playing {0}.", path);
        else
            err = file_failed(path, "{0} cannot be locked: {1}.", why);
        close(fd);
        return err;
    }
    f = ses_alloc(sizeof *f);
    f->fd = fd;
    strcpy(f->path, path);
    *out = f;
    return TC_OK;
}

static void drop(struct rec_file *f)
{
    close(f->fd);
    free(f);
}

static void attach(struct rec_file *f, struct ses_game *s)
{
    f->s = s;
    s->on_line = write_line;
    s->line_ctx = f;
}

enum tc_err rec_create(const char *path, struct ses_game *s, const json_t *adopted,
                       struct rec_file **out, struct tc_why *why)
{
    struct rec_file *f;
    json_t *head = rec_header_json(s);
    enum tc_err err = open_locked(path, O_RDWR | O_CREAT | O_EXCL, &f, why);

    if (err != TC_OK) {
        json_decref(head);
        return err;
    }
    if (adopted)
        json_object_set(head, "adopted", (json_t *)(uintptr_t)adopted);
    err = append_json(f, head, why);
    for (uint32_t i = 0; i < s->lines && err == TC_OK; i++)
        err = append_json(f, ses_line_json(s, &s->line[i], SES_UMPIRE), why);
    if (err == TC_OK)
        err = sync_file(f, why);
    if (err != TC_OK) {
        unlink(path);
        drop(f);
        return err;
    }
    attach(f, s);
    *out = f;
    return TC_OK;
}

enum tc_err rec_close(struct rec_file *f, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    if (!f)
        return TC_OK;
    if (f->s && f->s->failed == TC_OK)
        err = ses_publish_seed(f->s, why);
    if (f->s && f->s->line_ctx == f)
        f->s->on_line = NULL;
    drop(f);
    return err;
}

/* --- What is said of the dice ------------------------------------------------------------ */

static void say_number(struct tc_text *t, uint32_t n)
{
    tc_text_int(t, n);
}

/* Why some faces could not be verified. */
static const char *why_not(const struct rec_header *h)
{
    if (h->way)
        return "the host has not told its secret yet";
    return h->branched ? "they fell in the game this one branched off from"
                       : "no seed was published for them, or places of it were left out";
}

bool rec_say_dice(const struct rec_header *h, const struct rec_report *r, struct tc_text *out)
{
    uint32_t holes = r->faces - r->faces_checked - r->faces_typed;
    bool good = holes == 0;

    tc_text_str(out, "faces verified: ");
    say_number(out, r->faces_checked);
    tc_text_str(out, " of ");
    say_number(out, r->faces);
    if (r->faces_typed) {
        tc_text_str(out, ", typed or forced: ");
        say_number(out, r->faces_typed);
    }
    if (holes) {
        tc_text_str(out, ", NOT verified: ");
        say_number(out, holes);
        tc_text_str(out, ", the first in line ");
        say_number(out, r->hole + 2); /* of the file: the header is the first */
        tc_text_str(out, " (");
        tc_text_str(out, why_not(h));
        tc_text_str(out, ")");
    }
    if (h->way && r->opened != r->over) {
        tc_text_str(out, r->opened ? ". The host's secret is told but the end of the battle is "
                                     "missing"
                                   : ". The battle is over but the host's secret is missing");
        good = false;
    }
    if (r->over && !r->ended) {
        tc_text_str(out, ". The line that ends the battle is missing");
        good = false;
    }
    if (r->torn) {
        tc_text_str(out, ". The last line is not whole");
        good = false;
    }
    return good;
}

char *rec_header_text(const struct ses_game *s)
{
    json_t *o = rec_header_json(s);
    char *text = json_dumps(o, JSON_COMPACT);

    json_decref(o);
    return text;
}

char *rec_text(const struct ses_game *s)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    json_t *o = rec_header_json(s);

    TC_BUG_ON(!out);
    json_dumpf(o, out, JSON_COMPACT);
    json_decref(o);
    fputc('\n', out);
    for (uint32_t i = 0; i < s->lines; i++) {
        o = ses_line_json(s, &s->line[i], SES_UMPIRE);
        json_dumpf(o, out, JSON_COMPACT);
        json_decref(o);
        fputc('\n', out);
    }
    fclose(out);
    return text;
}

/* --- Reading again ------------------------------------------------------------------------ */

static enum tc_err read_lines(int fd, const char *path, struct rec_lines *l, struct tc_why *why)
{
    char *text;
    size_t n;
    enum tc_err err = rec_slurp(fd, path, &text, &n, why);

    if (err != TC_OK)
        return err;
    err = rec_split(path, text, n, l, why);
    free(text);
    return err;
}

static enum tc_err open_lines(const char *path, struct rec_lines *l, struct tc_why *why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return file_failed(path, "The record cannot be opened: {1}.", why);
    enum tc_err err = read_lines(fd, path, l, why);
    close(fd);
    return err;
}

enum tc_err rec_read_header(const char *path, struct rec_header *out, struct tc_why *why)
{
    struct rec_lines l;
    enum tc_err err = open_lines(path, &l, why);

    if (err != TC_OK)
        return err;
    *out = l.header;
    rec_lines_free(&l);
    return TC_OK;
}

enum tc_err rec_load(const char *path, const struct tc_book *bk, struct ses_game **out,
                     struct rec_report *report, struct tc_why *why)
{
    struct rec_lines l;
    enum tc_err err = open_lines(path, &l, why);

    if (err != TC_OK)
        return err;
    err = rec_play(&l, bk, out, report, why);
    rec_lines_free(&l);
    return err;
}

enum tc_err rec_replay(const char *path, const struct tc_book *bk, struct rec_report *report,
                       struct tc_why *why)
{
    struct ses_game *s;
    enum tc_err err = rec_load(path, bk, &s, report, why);

    if (err == TC_OK)
        ses_free(s);
    return err;
}

enum tc_err rec_replay_text(const char *name, const char *text, size_t n,
                            const struct tc_book *bk, struct ses_game **out,
                            struct rec_report *report, struct tc_why *why)
{
    struct rec_lines l;
    enum tc_err err = rec_split(name, text, n, &l, why);

    if (err != TC_OK)
        return err;
    err = rec_play(&l, bk, out, report, why);
    rec_lines_free(&l);
    return err;
}

enum tc_err rec_catch_up(struct ses_game *s, struct tc_why *why)
{
    enum tc_err err = ses_push_position(s, why);

    if (err != TC_OK || s->g.status != TC_IS_OVER || s->line[s->lines - 1].kind == SES_L_END)
        return err;
    return ses_push_end(s, why);
}

enum tc_err rec_resume(const char *path, const struct tc_book *bk, struct ses_game **out,
                       struct rec_file **file, struct rec_report *report, struct tc_why *why)
{
    struct rec_file *f;
    struct rec_lines l;
    enum tc_err err = open_locked(path, O_RDWR, &f, why);

    if (err != TC_OK)
        return err;
    err = read_lines(f->fd, path, &l, why);
    if (err != TC_OK) {
        drop(f);
        return err;
    }
    f->size = (off_t)l.good;
    err = rec_play(&l, bk, out, report, why);
    if (err == TC_OK && l.torn && ftruncate(f->fd, f->size) != 0) {
        err = file_failed(path, "{0} cannot be written: {1}.", why);
        ses_free(*out);
    }
    rec_lines_free(&l);
    if (err != TC_OK) {
        drop(f);
        return err;
    }
    attach(f, *out);
    err = rec_catch_up(*out, why);
    if (err != TC_OK) {
        ses_free(*out);
        drop(f);
        return err;
    }
    *file = f;
    return TC_OK;
}

/* --- Adopting -------------------------------------------------------------------------------
 */

/* The last line with a state that was not taken back. */
static int64_t last_position(const struct rec_lines *l)
{
    int64_t limit = l->lines;

    for (int64_t i = limit - 1; i >= 0; i--) {
        const json_t *undo = json_object_get(l->line[i], "undo");
        if (i < limit && json_object_get(l->line[i], "state"))
            return i;
        if (json_is_integer(undo) && json_integer_value(undo) < limit &&
            json_integer_value(undo) >= 0)
            limit = json_integer_value(undo);
    }
    return TC_NONE;
}

static json_t *origin_json(const struct rec_lines *l, int64_t i)
{
    const struct rec_header *h = &l->header;
    const json_t *name = i >= 0 ? json_object_get(l->line[i], "position") : NULL;
    const char *position = name ? json_string_value(name) : "start";

    return json_pack("{ss ss si so sI}", "scenario", h->scenario, "position",
                     position ? position : "start", "edition", h->edition, "book",
                     js_hex(h->book), "line", (json_int_t)(i < 0 ? 0 : i));
}

static enum tc_err adopt_state(const struct rec_lines *l, int64_t i, const struct tc_book *bk,
                               struct ses_game **out, struct tc_why *why)
{
    /* Shares given for another battle mean nothing here: the dice are drawn anew. */
    struct ses_options o = { .typed_dice = l->header.typed_dice,
                             .seeded = l->header.seeded,
                             .seats = l->header.seats };
    void *state = ses_alloc(bk->rules->state_size);
    struct tc_why fault;
    enum tc_err err = TC_OK;

    memcpy(o.seat, l->header.seat, sizeof o.seat);
    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    if (i >= 0)
        err = js_read_state(bk, json_object_get(l->line[i], "state"), JS_PARTIAL | JS_ADOPT,
                            state, &fault);
    if (err == TC_OK)
        err = ses_new_state(bk, &o, state, out, &fault);
    free(state);
    if (err == TC_OK)
        return err;
    return rec_bad(l, i < 0 ? 0 : (uint32_t)i, err, "{0}", fault.text, "", why);
}

/* The lines are given back, whatever happens. */
static enum tc_err adopt_lines(struct rec_lines *l, const struct tc_book *bk,
                               struct ses_game **out, json_t **adopted,
                               struct rec_report *report, struct tc_why *why)
{
    enum tc_err err = TC_OK;
    int64_t i = last_position(l);

    memset(report, 0, sizeof *report);
    if (strcmp(l->header.system, bk->rules->name) != 0)
        err = rec_bad(l, UINT32_MAX, TC_E_EDITION, "The record is of {0}, not of {1}.",
                      l->header.system, bk->rules->name, why);
    if (err == TC_OK)
        err = adopt_state(l, i, bk, out, why);
    if (err == TC_OK) {
        *adopted = origin_json(l, i);
        report->torn = l->torn;
        report->lines = l->lines + 1;
        report->hash = tc_game_hash(&(*out)->g);
        snprintf(report->note, sizeof report->note,
                 "Adopted from %.60s of a record of edition %d; what came later is left out.",
                 json_string_value(json_object_get(*adopted, "position")), l->header.edition);
    }
    rec_lines_free(l);
    return err;
}

enum tc_err rec_adopt(const char *path, const struct tc_book *bk, struct ses_game **out,
                      json_t **adopted, struct rec_report *report, struct tc_why *why)
{
    struct rec_lines l;
    enum tc_err err = ses_has_rules(bk, why);

    if (err == TC_OK)
        err = open_lines(path, &l, why);
    return err != TC_OK ? err : adopt_lines(&l, bk, out, adopted, report, why);
}

enum tc_err rec_adopt_text(const char *name, const char *text, size_t n,
                           const struct tc_book *bk, struct ses_game **out, json_t **adopted,
                           struct rec_report *report, struct tc_why *why)
{
    struct rec_lines l;
    enum tc_err err = ses_has_rules(bk, why);

    if (err == TC_OK)
        err = rec_split(name, text, n, &l, why);
    return err != TC_OK ? err : adopt_lines(&l, bk, out, adopted, report, why);
}
