/* cli/case_file.c - reading a file of text cases. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/case.h"

enum { LINE_MAX_BYTES = 4096, BASE_LINES = 64, MAPS = 32 };

struct reader {
    struct case_run *run;
    const char *path;
    FILE *in;
    int line;

    const struct tc_book *bk;
    char *base[BASE_LINES]; /* lines before the first case of a scenario */
    int base_line[BASE_LINES];
    int bases;
    char *map[MAPS]; /* maps written out above: name, 0, text, 0 */
    int maps;
    bool in_case, skipped, broken;
    char name[128];
    struct case_play play;
    struct case_mark mark; /* what it comes to */

    const struct tc_book *own; /* the scenario inside the case at hand */
    bool failed_load;          /* it could not be loaded, for this reason: */
    char why[1024];
};

static void complain(struct reader *r, const char *what, const char *more)
{
    fprintf(r->run->out, "%s:%d: %s%s\n", r->path, r->line, what, more);
    r->run->totals.failed++;
    r->broken = true;
}

/* --- Cases ------------------------------------------------------------------------------- */

static void end_case(struct reader *r)
{
    r->skipped = false;
    if (!r->in_case)
        return;
    r->play.line = r->line;
    if (r->failed_load)
        case_fault(&r->play, "the scenario cannot be loaded: %s", r->why);
    r->failed_load = false;
    case_end(&r->play);
    r->in_case = false;
    if (r->own)
        book_free(r->own);
    r->own = NULL;
    if (r->run->kept)
        case_kept_case(r->run, &r->play, &r->mark);
    if (r->play.faults)
        r->run->totals.failed++;
    else
        r->run->totals.passed++;
    if (r->run->names && !r->play.faults)
        fprintf(r->run->out, "ok %s\n", r->name);
}

static void begin_case(struct reader *r, const char *name)
{
    if (r->run->only && fnmatch(r->run->only, name, 0) != 0) {
        r->skipped = true;
        return;
    }
    if (!r->bk) {
        complain(r, "a case needs a scenario above it", "");
        return;
    }
    snprintf(r->name, sizeof r->name, "%s", name);
    case_begin(&r->play, r->bk, r->path, r->name, r->run->out);
    r->in_case = true;
    memset(&r->mark, 0, sizeof r->mark);
    r->play.mark = r->run->kept ? &r->mark : NULL;
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

/* --- Scenarios and maps ------------------------------------------------------------------ */

/* Is this line a lone `end`, whatever its indent? */
static bool is_end(const char *line)
{
    line += strspn(line, " ");
    return strcmp(line, "end\n") == 0 || strcmp(line, "end") == 0;
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
        if (is_end(line)) {
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
    complain(r, "a scenario or map written out ends with a line that says end", "");
    return NULL;
}

/* A scenario by its id, or written out. NULL with the reason in why. */
static const struct tc_book *load(struct reader *r, const char *what, char *why, size_t room)
{
    const struct tc_book *bk = NULL;
    struct tc_why w = { 0 };
    enum tc_err err;

    if (strcmp(what, "|") == 0) {
        char *text = read_block(r);

        if (!text)
            return NULL;
        err = book_load_text(r->run->data, r->path, text, strlen(text), &bk, NULL, &w);
        free(text);
    } else {
        err = book_load(r->run->data, what, &bk, &w);
    }
    if (err == TC_OK)
        return bk;
    snprintf(why, room, "%s: %s", w.where, w.text);
    return NULL;
}

/* scenario ID, scenario |: for the cases below */
static void read_scenario(struct reader *r, const char *what)
{
    char why[sizeof r->why];

    drop_scenario(r);
    r->bk = load(r, what, why, sizeof why);
    if (!r->bk && !r->broken) {
        fprintf(r->run->out, "%s\n", why);
        complain(r, "the scenario cannot be loaded", "");
    }
}

/* The same inside a case: it is played with this book alone, and without the lines above. */
static void own_scenario(struct reader *r, const char *what)
{
    int faults = r->play.faults;

    if (r->own || r->failed_load || r->play.begun) {
        case_fault(&r->play, "a scenario inside a case comes once, before anything is done");
        return;
    }
    r->own = load(r, what, r->why, sizeof r->why);
    r->failed_load = !r->own;
    if (!r->own)
        return;
    r->play.begun = r->play.dead = true;
    case_end(&r->play);
    case_begin(&r->play, r->own, r->path, r->name, r->run->out);
    r->play.faults = faults;
    r->play.mark = r->run->kept ? &r->mark : NULL;
    memset(&r->mark, 0, sizeof r->mark);
}

/* fails TEXT: the scenario inside the case could not be loaded, and the reason holds this. */
static void expect_failure(struct reader *r, const char *text)
{
    if (!r->failed_load)
        case_fault(&r->play, "no scenario inside this case failed to load");
    else if (!strstr(r->why, text))
        case_fault(&r->play, "it fails otherwise: %s", r->why);
    r->failed_load = false;
    r->play.begun = r->play.dead = true;
}

/* map NAME |: a map written out, for the scenarios below that name it */
static void read_map(struct reader *r, char *name)
{
    size_t n = strcspn(name, " ");
    char *text;

    if (strcmp(name + n, " |") != 0 || r->maps == MAPS) {
        complain(r, r->maps == MAPS ? "too many maps" : "write: map NAME |", "");
        return;
    }
    name[n] = 0;
    text = read_block(r);
    if (!text)
        return;
    r->map[r->maps] = malloc(n + strlen(text) + 2);
    if (!r->map[r->maps])
        abort();
    memcpy(r->map[r->maps], name, n + 1);
    memcpy(r->map[r->maps] + n + 1, text, strlen(text) + 1);
    free(text);
    book_own_map(r->map[r->maps], r->map[r->maps] + n + 1);
    r->maps++;
}

static void drop_maps(struct reader *r)
{
    book_own_map(NULL, NULL);
    for (int i = 0; i < r->maps; i++)
        free(r->map[i]);
    r->maps = 0;
}

/* --- Lines -------------------------------------------------------------------------------- */

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

/* Lines that only a case has which reads a scenario of its own. */
static bool own_line(struct reader *r, const char *s, bool indented)
{
    if (indented && strncmp(s, "scenario ", 9) == 0)
        own_scenario(r, s + 9 + strspn(s + 9, " "));
    else if (strncmp(s, "fails ", 6) == 0)
        expect_failure(r, s + 6 + strspn(s + 6, " "));
    else
        return false;
    return true;
}

static void case_body(struct reader *r, const char *s, bool indented)
{
    r->play.line = r->line;
    if (own_line(r, s, indented) || r->failed_load)
        return;
    if (!case_line(&r->play, s))
        case_fault(&r->play, "unknown line: %s", s);
}

static void one_line(struct reader *r, char *raw)
{
    bool indented = *raw == ' ' || *raw == '\t';
    char *s = trim(raw);

    if (*s == 0)
        return;
    if (strncmp(s, "case ", 5) == 0) {
        end_case(r);
        begin_case(r, s + 5 + strspn(s + 5, " "));
    } else if (r->skipped && (indented || strncmp(s, "scenario ", 9) != 0)) {
        if (strcmp(s, "scenario |") == 0)
            free(read_block(r));
    } else if (r->in_case && (indented || strncmp(s, "scenario ", 9) != 0)) {
        case_body(r, s, indented);
    } else if (strncmp(s, "scenario ", 9) == 0) {
        end_case(r);
        read_scenario(r, s + 9 + strspn(s + 9, " "));
    } else if (strncmp(s, "map ", 4) == 0) {
        read_map(r, s + 4 + strspn(s + 4, " "));
    } else {
        add_base(r, s);
    }
}

void case_run_stream(struct case_run *run, const char *path, FILE *in)
{
    struct reader r = { .run = run, .path = path, .in = in };
    char line[LINE_MAX_BYTES];
    int before = run->totals.passed + run->totals.failed;

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
    drop_maps(&r);
    if (!run->only && run->totals.passed + run->totals.failed == before)
        complain(&r, "holds no cases", "");
}

void case_run_file(struct case_run *run, const char *path)
{
    FILE *in = fopen(path, "r");

    if (!in) {
        fprintf(run->out, "%s: The file cannot be read.\n", path);
        run->totals.failed++;
        return;
    }
    case_run_stream(run, path, in);
    fclose(in);
}
