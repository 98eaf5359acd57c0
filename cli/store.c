/* cli/store.c - `tricorne store`: verify, export, import, adopt and back up the server's games.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "book/book.h"
#include "cli/cli.h"
#include "cli/where.h"
#include "protocol/battle.h"
#include "protocol/record.h"
#include "store/store.h"

struct names {
    char (*id)[STO_ID];
    int n, room;
};

static bool add_name(void *ctx, const char *id)
{
    struct names *l = ctx;

    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->id = realloc(l->id, (size_t)l->room * sizeof *l->id);
        TC_BUG_ON(!l->id);
    }
    snprintf(l->id[l->n++], STO_ID, "%s", id);
    return true;
}

static bool add_line(void *ctx, uint32_t n, const char *text)
{
    (void)n;
    fprintf(ctx, "%s\n", text);
    return true;
}

/* The record of a game as one text; free() it. */
static enum tc_err read_record(struct sto *st, const char *id, char **text, size_t *size,
                               struct tc_why *why)
{
    char *header = NULL;
    enum tc_err err = sto_header(st, id, &header, why);

    if (err != TC_OK)
        return err;
    FILE *out = open_memstream(text, size);
    TC_BUG_ON(!out);
    fprintf(out, "%s\n", header);
    free(header);
    err = sto_each_line(st, id, 0, add_line, out, why);
    fclose(out);
    if (err != TC_OK)
        free(*text);
    return err;
}

/* --- Replaying ------------------------------------------------------------------------------
 */

/* Books are loaded once; most stores hold many games of few scenarios. */
struct shelf {
    const struct tc_book *book[256];
    int n;
    struct sto *st; /* which keeps the battles that people made */
};

/* A scenario, or a battle that somebody made: b-HASH (server/made.h). */
static enum tc_err load(struct cli *c, const struct shelf *shelf, const char *id,
                        const struct tc_book **out, struct tc_why *why)
{
    const char *made = strstr(id, "/b-");
    struct battle b;
    char *text = NULL;
    enum tc_err err = made ? sto_text(shelf->st, made + 3, &text, why) : TC_OK;

    if (err != TC_OK || !text)
        return err != TC_OK ? err : book_load(c->data, id, out, why);
    err = battle_read(text, strlen(text), &b, why);
    if (err == TC_OK) {
        b.draft.name = made + 1;
        err = battle_book(c->data, &b, out, why);
        battle_free(&b);
    }
    free(text);
    return err;
}

static enum tc_err book_of(struct cli *c, struct shelf *shelf, const char *text, size_t size,
                           const struct tc_book **out, struct tc_why *why)
{
    json_t *head = json_loadb(text, size ? strcspn(text, "\n") : 0, 0, NULL);
    const char *id = json_string_value(json_object_get(head, "scenario"));
    enum tc_err err = TC_OK;

    *out = NULL;
    if (!id)
        err = tc_fail(why, TC_E_SYNTAX, "header", SAY("The record has no readable header."));
    for (int i = 0; err == TC_OK && i < shelf->n && !*out; i++)
        if (strcmp(shelf->book[i]->id, id) == 0)
            *out = shelf->book[i];
    if (err == TC_OK && !*out) {
        err = load(c, shelf, id, out, why);
        if (err == TC_OK && shelf->n < 256)
            shelf->book[shelf->n++] = *out;
    }
    json_decref(head);
    return err;
}

static enum tc_err replay(struct cli *c, struct shelf *shelf, const char *name,
                          const char *text, size_t size, struct rec_report *report,
                          struct tc_why *why)
{
    const struct tc_book *bk;
    struct ses_game *s;
    enum tc_err err = book_of(c, shelf, text, size, &bk, why);

    if (err == TC_OK)
        err = rec_replay_text(name, text, size, bk, &s, report, why);
    if (err == TC_OK)
        ses_free(s);
    return err;
}

static void free_shelf(struct shelf *shelf)
{
    for (int i = 0; i < shelf->n; i++)
        book_free(shelf->book[i]);
}

/* --- verify ----------------------------------------------------------------------------------
 */

static int verify(struct cli *c, struct sto *st, bool json)
{
    struct names l = { NULL, 0, 0 };
    struct shelf shelf = { .st = st };
    struct tc_why why;
    int bad = 0;
    uint64_t answers = 0, lines = 0;
    json_t *faults = json ? json_array() : NULL;

    if (sto_each_game(st, add_name, &l, &why) != TC_OK)
        return cli_fail(&why);
    for (int i = 0; i < l.n; i++) {
        char *text;
        size_t size;
        struct rec_report report;
        cli_progress("games", (uint64_t)i, (uint64_t)l.n);
        enum tc_err err = read_record(st, l.id[i], &text, &size, &why);
        if (err == TC_OK) {
            err = replay(c, &shelf, l.id[i], text, size, &report, &why);
            free(text);
        }
        if (err != TC_OK) {
            if (faults)
                json_array_append_new(faults, json_pack("{ss ss ss}", "game", l.id[i], "where",
                                                        why.where, "text", why.text));
            else
                printf("%s: %s: %s\n", l.id[i], why.where, why.text);
            bad++;
        } else {
            answers += report.answers;
            lines += report.lines;
        }
    }
    if (faults)
        cli_json(json_pack("{si sI sI so}", "games", l.n, "lines", (json_int_t)lines, "answers",
                           (json_int_t)answers, "faults", faults));
    else
        printf(SAY("%d games, %llu lines, %llu answers, %d faults\n"), l.n,
               (unsigned long long)lines, (unsigned long long)answers, bad);
    free(l.id);
    free_shelf(&shelf);
    return bad ? CLI_REFUSED : CLI_OK;
}

/* --- export
 * ------------------------------------------------------------------------------------ */

static bool add_key(void *ctx, const char *key, const char *text)
{
    if (strcmp(key, "origin") != 0) /* the record holds its lines */
        json_object_set_new(ctx, key, json_string(text));
    return true;
}

static bool add_note(void *ctx, const struct sto_note *n)
{
    json_array_append_new(ctx, json_pack("{sI sI sI si ss ss}", "n", (json_int_t)n->n, "line",
                                         (json_int_t)n->line, "at", (json_int_t)n->at, "seat",
                                         n->seat, "kind", n->kind, "text", n->text));
    return true;
}

static enum tc_err cannot_write(const char *path, struct tc_why *why)
{
    return tc_fail(why, TC_E_FILE, "{0}", SAY("{0} cannot be written: {1}."), path,
                   strerror(errno));
}

static enum tc_err write_file(const char *path, const char *text, size_t n, struct tc_why *why)
{
    FILE *f = fopen(path, "we");

    if (!f)
        return cannot_write(path, why);
    bool good = fwrite(text, 1, n, f) == n;
    if (fclose(f) != 0 || !good)
        return cannot_write(path, why);
    return TC_OK;
}

static enum tc_err export_beside(struct sto *st, const char *id, const char *path,
                                 struct tc_why *why)
{
    json_t *keys = json_object(), *notes = json_array();
    enum tc_err err = sto_each_key(st, id, add_key, keys, why);

    if (err == TC_OK)
        err = sto_each_note(st, id, 1, add_note, notes, why);
    json_t *o = json_pack("{ss ss so so}", "format", "tricorne-game", "game", id, "keys", keys,
                          "notes", notes);
    char *text = json_dumps(o, JSON_INDENT(1));
    if (err == TC_OK)
        err = write_file(path, text, strlen(text), why);
    free(text);
    json_decref(o);
    return err;
}

static enum tc_err export_one(struct sto *st, const char *id, const char *folder,
                              struct tc_why *why)
{
    char path[1200], *text;
    size_t size;
    enum tc_err err = read_record(st, id, &text, &size, why);

    if (err != TC_OK)
        return err;
    snprintf(path, sizeof path, "%s/%s.jsonl", folder, id);
    err = write_file(path, text, size, why);
    free(text);
    if (err != TC_OK)
        return err;
    snprintf(path, sizeof path, "%s/%s.json", folder, id);
    return export_beside(st, id, path, why);
}

/* HASH.battle.json. */
struct texts {
    const char *folder;
    enum tc_err err;
    struct tc_why *why;
};

static bool export_text(void *ctx, const char *hash, const char *text)
{
    struct texts *t = ctx;
    char path[1200];

    snprintf(path, sizeof path, "%s/%s.battle.json", t->folder, hash);
    t->err = write_file(path, text, strlen(text), t->why);
    return t->err == TC_OK;
}

static enum tc_err export_texts(struct sto *st, const char *folder, struct tc_why *why)
{
    struct texts t = { folder, TC_OK, why };
    enum tc_err err = sto_each_text(st, export_text, &t, why);

    return err != TC_OK ? err : t.err;
}

static int export_all(struct sto *st, const char *folder)
{
    struct names l = { NULL, 0, 0 };
    struct tc_why why;
    int code = CLI_OK;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        cannot_write(folder, &why);
        return cli_fail(&why);
    }
    if (sto_each_game(st, add_name, &l, &why) != TC_OK)
        return cli_fail(&why);
    for (int i = 0; i < l.n && code == CLI_OK; i++)
        if (export_one(st, l.id[i], folder, &why) != TC_OK)
            code = cli_fail(&why);
    if (code == CLI_OK && export_texts(st, folder, &why) != TC_OK)
        code = cli_fail(&why);
    if (code == CLI_OK)
        printf(SAY("%d games written to %s; tokens and accounts are not exported\n"), l.n,
               folder);
    free(l.id);
    return code;
}

/* --- import
 * ---------------------------------------------------------------------------------------- */

static enum tc_err slurp(const char *path, char **text, size_t *size, struct tc_why *why)
{
    FILE *in = fopen(path, "re"), *out;
    char block[65536];
    size_t n;

    if (!in)
        return tc_fail(why, TC_E_FILE, "{0}", SAY("{0} cannot be read: {1}."), path,
                       strerror(errno));
    out = open_memstream(text, size);
    TC_BUG_ON(!out);
    while ((n = fread(block, 1, sizeof block, in)) > 0)
        fwrite(block, 1, n, out);
    fclose(in);
    fclose(out);
    return TC_OK;
}

/* Cut a record into its lines in place; the header stays at the beginning of the text. *out is
 * to be freed. */
static int cut_lines(char *text, struct sto_line **out)
{
    struct sto_line *line = NULL;
    int n = 0;
    char *at = strchr(text, '\n');

    *at++ = '\0';
    while (*at) {
        char *end = strchr(at, '\n');
        if (n % 256 == 0) {
            struct sto_line *more = realloc(line, (size_t)(n + 256) * sizeof *line);
            TC_BUG_ON(!more);
            line = more;
        }
        line[n] = (struct sto_line){ (uint32_t)n, at };
        n++;
        if (!end)
            break;
        *end = '\0';
        at = end + 1;
    }
    *out = line;
    return n;
}

static enum tc_err store_record(struct sto *st, const char *id, char *text,
                                const struct sto_pair *key, int keys, struct tc_why *why)
{
    struct sto_line *line;
    int n = cut_lines(text, &line);
    enum tc_err err = sto_new_game(st, id, text, line, n, key, keys, why);

    free(line);
    return err;
}

static enum tc_err store_notes(struct sto *st, const char *id, const json_t *notes,
                               struct tc_why *why)
{
    enum tc_err err = TC_OK;
    size_t i;
    json_t *o;

    json_array_foreach(notes, i, o)
    {
        const char *kind = json_string_value(json_object_get(o, "kind"));
        const char *text = json_string_value(json_object_get(o, "text"));
        struct sto_note n = {
            .line = (uint32_t)json_integer_value(json_object_get(o, "line")),
            .at = json_integer_value(json_object_get(o, "at")),
            .seat = (int)json_integer_value(json_object_get(o, "seat")),
            .kind = kind ? kind : "chat",
            .text = text ? text : "",
        };
        if (err == TC_OK)
            err = sto_add_note(st, id, &n, why);
    }
    return err;
}

/* What lies beside the record; a record alone is a game as well. */
static enum tc_err read_beside(const char *path, json_t **out, struct tc_why *why)
{
    json_error_t e;

    *out = json_load_file(path, JSON_REJECT_DUPLICATES, &e);
    if (*out || access(path, F_OK) != 0)
        return TC_OK;
    return tc_fail(why, TC_E_SYNTAX, "{0}", SAY("{0} is not JSON: {1}."), path, e.text);
}

static enum tc_err store_game(struct sto *st, const char *id, char *text, const json_t *beside,
                              struct tc_why *why)
{
    const json_t *keys = json_object_get(beside, "keys");
    struct sto_pair pair[64];
    int n = 0;
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)keys, key, value)
    {
        if (n < 64 && json_is_string(value))
            pair[n++] = (struct sto_pair){ key, json_string_value(value) };
    }
    enum tc_err err = store_record(st, id, text, pair, n, why);
    return err != TC_OK ? err : store_notes(st, id, json_object_get(beside, "notes"), why);
}

static enum tc_err import_one(struct cli *c, struct shelf *shelf, struct sto *st,
                              const char *folder, const char *id, struct tc_why *why)
{
    char path[1200], *text;
    size_t size;
    struct rec_report report;
    json_t *beside = NULL;

    snprintf(path, sizeof path, "%s/%s.jsonl", folder, id);
    enum tc_err err = slurp(path, &text, &size, why);
    if (err != TC_OK)
        return err;
    err = replay(c, shelf, path, text, size, &report, why);
    if (err == TC_OK && report.torn) /* an unfinished last line was never acknowledged */
        *(strrchr(text, '\n') + 1) = '\0';
    snprintf(path, sizeof path, "%s/%s.json", folder, id);
    if (err == TC_OK)
        err = read_beside(path, &beside, why);
    if (err == TC_OK)
        err = store_game(st, id, text, beside, why);
    json_decref(beside);
    free(text);
    return err;
}

/* The files of battles that people made, before the games that are of them. */
static enum tc_err import_texts(struct sto *st, const char *folder, struct tc_why *why)
{
    DIR *d = opendir(folder);
    const struct dirent *e;
    enum tc_err err = TC_OK;

    while (d && err == TC_OK && (e = readdir(d))) {
        char path[1200], hash[STO_TEXT], *text = NULL;
        size_t size;
        if (strlen(e->d_name) != STO_TEXT - 1 + 12 ||
            strcmp(e->d_name + STO_TEXT - 1, ".battle.json") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        snprintf(hash, sizeof hash, "%.32s", e->d_name);
        err = slurp(path, &text, &size, why);
        if (err == TC_OK)
            err = sto_put_text(st, hash, text, time(NULL), why);
        free(text);
    }
    if (d)
        closedir(d);
    return err;
}

static int import_all(struct cli *c, struct sto *st, const char *folder)
{
    DIR *dir = opendir(folder);
    struct shelf shelf = { .st = st };
    struct tc_why why;
    int done = 0, bad = 0;

    if (!dir) {
        tc_fail(&why, TC_E_FILE, "{0}", SAY("{0} cannot be read: {1}."), folder,
                strerror(errno));
        return cli_fail(&why);
    }
    if (import_texts(st, folder, &why) != TC_OK) {
        closedir(dir);
        return cli_fail(&why);
    }
    for (struct dirent *e; (e = readdir(dir));) {
        char id[STO_ID];
        size_t n = strlen(e->d_name);
        if (n < 7 || strcmp(e->d_name + n - 6, ".jsonl") != 0)
            continue;
        if (n - 6 >= STO_ID) {
            printf(SAY("%s: the name of a game has at most %d characters\n"), e->d_name,
                   STO_ID - 1);
            bad++;
            continue;
        }
        snprintf(id, sizeof id, "%.*s", (int)(n - 6), e->d_name);
        if (import_one(c, &shelf, st, folder, id, &why) == TC_OK) {
            done++;
        } else {
            printf("%s: %s: %s\n", id, why.where, why.text);
            bad++;
        }
    }
    closedir(dir);
    free_shelf(&shelf);
    printf(SAY("%d games imported, %d refused\n"), done, bad);
    return bad ? CLI_REFUSED : CLI_OK;
}

/* --- adopt
 * ---------------------------------------------------------------------------------------- */

/* The record of a game that goes on under the rules of today; free() it. */
static enum tc_err adopt_text(struct cli *c, struct shelf *shelf, const char *id,
                              const char *text, size_t size, const char *folder, char **out,
                              struct rec_report *report, struct tc_why *why)
{
    const struct tc_book *bk;
    struct rec_file *file = NULL;
    struct ses_game *s;
    json_t *adopted = NULL;
    char path[1200];
    size_t n;
    enum tc_err err = book_of(c, shelf, text, size, &bk, why);

    if (err == TC_OK)
        err = rec_adopt_text(id, text, size, bk, &s, &adopted, report, why);
    if (err != TC_OK)
        return err;
    snprintf(path, sizeof path, "%s/%s.new", folder, id);
    unlink(path);
    err = rec_create(path, s, adopted, &file, why);
    if (err == TC_OK)
        err = rec_close(file, why);
    if (err == TC_OK)
        err = slurp(path, out, &n, why);
    unlink(path);
    json_decref(adopted);
    ses_free(s);
    return err;
}

/* Is the battle over, by its last line or by what older servers laid beside it? */
static enum tc_err is_over(struct sto *st, const char *id, const char *text, size_t size,
                           bool *over, struct tc_why *why)
{
    size_t from = size && text[size - 1] == '\n' ? size - 1 : size;
    char *key = NULL;
    enum tc_err err = sto_get(st, id, "over", &key, why);

    while (from && text[from - 1] != '\n')
        from--;
    json_t *last = json_loadb(text + from, size - from, 0, NULL);
    *over = key || json_object_get(last, "end") || json_object_get(last, "stop");
    json_decref(last);
    free(key);
    return err;
}

/* 1: it goes on; 0: there was no need; -1: it cannot. */
static int adopt_one(struct cli *c, struct shelf *shelf, struct sto *st, const char *id,
                     const char *folder)
{
    char *text, *anew = NULL;
    size_t size;
    struct rec_report report;
    struct tc_why why;
    struct sto_line *line = NULL;
    bool over = false;
    enum tc_err err = read_record(st, id, &text, &size, &why);

    if (err == TC_OK) {
        err = replay(c, shelf, id, text, size, &report, &why);
        if (err != TC_E_EDITION) {
            free(text);
            return 0;
        }
        err = is_over(st, id, text, size, &over, &why);
        if (err == TC_OK && over)
            printf(SAY("%s: it is over, and stays as it is.\n"), id);
        if (err == TC_OK && !over)
            err = adopt_text(c, shelf, id, text, size, folder, &anew, &report, &why);
        free(text);
    }
    if (err == TC_OK && anew)
        err = export_one(st, id, folder, &why); /* before it is gone */
    if (err == TC_OK && anew) {
        int n = cut_lines(anew, &line);
        err = sto_rewrite(st, id, anew, line, n, &why);
    }
    if (err != TC_OK)
        printf("%s: %s: %s\n", id, why.where, why.text);
    else if (anew)
        printf("%s: %s\n", id, report.note);
    free(line);
    int done = err != TC_OK ? -1 : anew ? 1 : 0;
    free(anew);
    return done;
}

static int adopt_all(struct cli *c, struct sto *st, const char *folder)
{
    struct names l = { NULL, 0, 0 };
    struct shelf shelf = { .st = st };
    struct tc_why why;
    int done = 0, bad = 0;

    if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
        cannot_write(folder, &why);
        return cli_fail(&why);
    }
    if (sto_each_game(st, add_name, &l, &why) != TC_OK)
        return cli_fail(&why);
    for (int i = 0; i < l.n; i++) {
        cli_progress("games", (uint64_t)i, (uint64_t)l.n);
        int got = adopt_one(c, &shelf, st, l.id[i], folder);
        done += got > 0;
        bad += got < 0;
    }
    printf(SAY("%d games go on under the rules of today, %d cannot; what they were is in %s\n"),
           done, bad, folder);
    free(l.id);
    free_shelf(&shelf);
    return bad ? CLI_REFUSED : CLI_OK;
}

/* --- The command
 * ------------------------------------------------------------------------------------- */

static int run(struct cli *c, struct sto *st, const char *what, bool json)
{
    struct tc_why why;

    if (strcmp(what, "verify") == 0)
        return verify(c, st, json);
    if (strcmp(what, "export") == 0)
        return export_all(st, c->argv[2]);
    if (strcmp(what, "import") == 0)
        return import_all(c, st, c->argv[2]);
    if (strcmp(what, "adopt") == 0)
        return adopt_all(c, st, c->argv[2]);
    return sto_backup(st, c->argv[2], &why) == TC_OK ? CLI_OK : cli_fail(&why);
}

int cmd_store(struct cli *c)
{
    struct sto *st;
    struct tc_why why;

    bool json = cli_flag(c, "json");
    cli_words(c, 2, 3);
    const char *what = c->argv[0];
    bool known = strcmp(what, "export") == 0 || strcmp(what, "import") == 0 ||
                 strcmp(what, "backup") == 0 || strcmp(what, "adopt") == 0;
    bool is_verify = strcmp(what, "verify") == 0;
    if ((!known && !is_verify) || c->argc != (is_verify ? 2 : 3)) {
        fprintf(stderr, SAY("tricorne: it is store verify STORE, store export, import or adopt "
                            "STORE FOLDER, or store backup STORE FILE\n"));
        return CLI_USAGE;
    }
    const char *where;
    if (cli_where(c->argv[1], NULL, &where, &why) != TC_OK ||
        sto_open(where, &st, &why) != TC_OK)
        return cli_fail(&why);
    int code = run(c, st, what, json);
    sto_close(st);
    return code;
}
