/* cli/case_file.c - reading a file of text cases. */
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/case.h"

enum { LINE_MAX_BYTES = 4096, BASE_LINES = 64 };

struct reader {
    const char *data, *path;
    FILE *in, *out;
    bool names;
    int line;
    struct case_totals *totals;

    const struct tc_book *bk;
    char *base[BASE_LINES]; /* lines before the first case of a scenario */
    int base_line[BASE_LINES];
    int bases;
    bool in_case, broken;
    char name[128];
    struct case_play play;
};

static void complain(struct reader *r, const char *what, const char *more)
{
    fprintf(r->out, "%s:%d: %s%s\n", r->path, r->line, what, more);
    r->totals->failed++;
    r->broken = true;
}

static void end_case(struct reader *r)
{
    if (!r->in_case)
        return;
    r->play.line = r->line;
    case_end(&r->play);
    r->in_case = false;
    if (r->play.faults)
        r->totals->failed++;
    else
        r->totals->passed++;
    if (r->names && !r->play.faults)
        fprintf(r->out, "ok %s\n", r->name);
}

static void begin_case(struct reader *r, const char *name)
{
    if (!r->bk) {
        complain(r, "a case needs a scenario above it", "");
        return;
    }
    snprintf(r->name, sizeof r->name, "%s", name);
    case_begin(&r->play, r->bk, r->path, r->name, r->out);
    r->in_case = true;
    for (int i = 0; i < r->bases; i++) {
        r->play.line = r->base_line[i];
        if (!case_line(&r->play, r->base[i]))
            case_fault(&r->play, "unknown line: %s", r->base[i]);
    }
}

static void drop_scenario(struct reader *r)
{
    for (int i = 0; i < r->bases; i++)
        free(r->base[i]);
    r->bases = 0;
    if (r->bk)
        book_free(r->bk);
    r->bk = NULL;
}

/* The lines up to a lone `end`, with their common place in the file kept for messages. */
static char *read_block(struct reader *r)
{
    char line[LINE_MAX_BYTES];
    size_t n = 0, room = 4096;
    char *text = malloc(room);

    if (!text)
        return NULL;
    while (fgets(line, sizeof line, r->in)) {
        size_t len = strlen(line);
        r->line++;
        if (strcmp(line, "end\n") == 0 || strcmp(line, "end") == 0) {
            text[n] = 0;
            return text;
        }
        if (n + len + 1 > room) {
            char *more = realloc(text, room = 2 * (n + len + 1));
            if (!more)
                break;
            text = more;
        }
        memcpy(text + n, line, len);
        n += len;
    }
    free(text);
    return NULL;
}

static void read_scenario(struct reader *r, const char *what)
{
    struct tc_why why;
    enum tc_err err;

    drop_scenario(r);
    if (strcmp(what, "|") == 0) {
        char *text = read_block(r);
        if (!text) {
            complain(r, "an inline scenario ends with a line that says end", "");
            return;
        }
        err = book_load_text(r->data, r->path, text, strlen(text), &r->bk, NULL, &why);
        free(text);
    } else {
        err = book_load(r->data, what, &r->bk, &why);
    }
    if (err != TC_OK) {
        r->bk = NULL;
        fprintf(r->out, "%s: ", why.where);
        complain(r, why.text, "");
    }
}

static void add_base(struct reader *r, const char *text)
{
    if (r->bases == BASE_LINES) {
        complain(r, "too many lines before the first case", "");
        return;
    }
    r->base_line[r->bases] = r->line;
    r->base[r->bases] = strdup(text);
    if (!r->base[r->bases++])
        abort();
}

/* Cut the comment and the blanks at both ends. */
static char *trim(char *s)
{
    char *hash = s[strspn(s, " \t")] == '#' ? s : strstr(s, " #");

    if (hash)
        *hash = 0;
    s += strspn(s, " \t");
    for (size_t n = strlen(s); n && strchr(" \t\r\n", s[n - 1]); n--)
        s[n - 1] = 0;
    return s;
}

static void one_line(struct reader *r, char *raw)
{
    char *s = trim(raw);

    if (*s == 0)
        return;
    if (strncmp(s, "scenario ", 9) == 0) {
        end_case(r);
        read_scenario(r, s + 9 + strspn(s + 9, " "));
    } else if (strncmp(s, "case ", 5) == 0) {
        end_case(r);
        begin_case(r, s + 5 + strspn(s + 5, " "));
    } else if (r->in_case) {
        r->play.line = r->line;
        if (!case_line(&r->play, s))
            case_fault(&r->play, "unknown line: %s", s);
    } else {
        add_base(r, s);
    }
}

void case_run_stream(const char *data, const char *path, FILE *in, FILE *out, bool names,
                     struct case_totals *totals)
{
    struct reader r = {
        .data = data, .path = path, .in = in, .out = out, .names = names, .totals = totals
    };
    char line[LINE_MAX_BYTES];
    int before = totals->passed + totals->failed;

    while (!r.broken && fgets(line, sizeof line, r.in)) {
        r.line++;
        if (!strchr(line, '\n') && !feof(r.in)) {
            complain(&r, "a line is longer than 4095 bytes", "");
            break;
        }
        one_line(&r, line);
    }
    end_case(&r);
    drop_scenario(&r);
    if (totals->passed + totals->failed == before)
        complain(&r, "holds no cases", "");
}

void case_run_file(const char *data, const char *path, FILE *out, bool names,
                   struct case_totals *totals)
{
    FILE *in = fopen(path, "r");

    if (!in) {
        fprintf(out, "%s:0: cannot be read\n", path);
        totals->failed++;
        return;
    }
    case_run_stream(data, path, in, out, names, totals);
    fclose(in);
}
