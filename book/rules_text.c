/* book/rules_text.c - the rules in our own words. */
#include "book/rules_text.h"

#include <stdio.h>
#include <string.h>

enum { RULES_FILE_MAX = 4 << 20 };

struct reading {
    struct book_rules *rules;
    const char *path, *heading;
    struct book_report *report;
    int line;
    char letter;
};

static bool is_id_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '.';
}

/* `- **ID** text`: split the line in place; false when it is none. */
static bool split_rule(char *line, char **id, char **text)
{
    char *end;

    if (strncmp(line, "- **", 4) != 0)
        return false;
    *id = line + 4;
    end = *id;
    while (is_id_char(*end))
        end++;
    if (end - *id < 3 || (*id)[1] != '-' || strncmp(end, "**", 2) != 0)
        return false;
    *text = end + 2;
    *end = 0;
    while (**text == ' ')
        ++*text;
    return true;
}

static void take_rule(struct reading *rd, const char *id, const char *text)
{
    struct book_rules *rules = rd->rules;
    const struct book_rule *twin = book_rules_find(rules, id);

    if (twin && strcmp(twin->id, id) != 0)
        twin = NULL;
    if (rd->letter && id[0] != rd->letter)
        book_problem_at(rd->report, TC_E_NAME, rd->path, rd->line, 5,
                        "%s: a rule of this system begins with %c-.", id, rd->letter);
    if (twin)
        book_problem_at(rd->report, TC_E_KEY, rd->path, rd->line, 5,
                        "%s stands here a second time (first in line %d).", id, twin->line);
    if (text[0] == 0)
        book_problem_at(rd->report, TC_E_SYNTAX, rd->path, rd->line, 5, "%s has no text.", id);
    rules->rule[rules->count++] = (struct book_rule){ id, text, rd->heading, rd->line };
}

static void take_line(struct reading *rd, char *line)
{
    size_t n = strlen(line);
    char *id, *text;

    while (n && (line[n - 1] == '\r' || line[n - 1] == ' '))
        line[--n] = 0;
    if (line[0] == '#')
        rd->heading = line + strspn(line, "# ");
    else if (split_rule(line, &id, &text))
        take_rule(rd, id, text);
}

static int count_lines(const char *s, size_t n)
{
    int lines = 1;

    for (size_t i = 0; i < n; i++)
        lines += s[i] == '\n';
    return lines;
}

static void take_lines(struct reading *rd, char *text)
{
    while (text) {
        char *next = strchr(text, '\n');
        if (next)
            *next++ = 0;
        rd->line++;
        take_line(rd, text);
        text = next;
    }
}

enum tc_err book_rules_file(const char *path, char letter, struct book_rules *out,
                            struct book_report *r)
{
    struct book_rules rules = { 0 };
    struct reading rd = { &rules, path, "", r, 0, letter };
    size_t n = 0;
    char *text = book_read_file(&rules.arena, path, RULES_FILE_MAX, &n, r);
    int before = r->count;

    memset(out, 0, sizeof *out);
    if (text == NULL)
        goto bad;
    rules.rule = book_alloc(&rules.arena, (size_t)count_lines(text, n) * sizeof *rules.rule);
    if (memchr(text, 0, n))
        book_problem_at(r, TC_E_SYNTAX, path, 0, 0, "The file holds a zero byte.");
    else if (rules.rule == NULL)
        book_problem_at(r, TC_E_FULL, path, 0, 0, "There is no memory left for this file.");
    else
        take_lines(&rd, text);
    if (rules.count == 0 && r->count == before)
        book_problem_at(r, TC_E_SYNTAX, path, 0, 0,
                        "The file holds no rule; a rule is a line `- **ID** text`.");
    if (r->count == before) {
        *out = rules;
        return TC_OK;
    }
bad:
    book_arena_free(&rules.arena);
    return r->first.err;
}

enum tc_err book_rules_load(const char *data, const char *system, struct book_rules *out,
                            struct tc_why *why)
{
    struct book_report r = { 0 };
    char folder[BOOK_PATH_MAX], path[BOOK_PATH_MAX];

    memset(out, 0, sizeof *out);
    if (!book_join(folder, sizeof folder, data, system) ||
        !book_join(path, sizeof path, folder, "rules.md"))
        book_problem_at(&r, TC_E_FILE, data, 0, 0, "The name of the data folder is too long.");
    else
        book_rules_file(path, 0, out, &r);
    return book_verdict(&r, why);
}

void book_rules_free(struct book_rules *rules)
{
    book_arena_free(&rules->arena);
    memset(rules, 0, sizeof *rules);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* How much of an ID matches a prefix, letters of either case: the rest, or NULL. */
static const char *rest_of(const char *id, const char *prefix)
{
    while (*prefix)
        if (lower(*id++) != lower(*prefix++))
            return NULL;
    return id;
}

const struct book_rule *book_rules_find(const struct book_rules *rules, const char *id)
{
    const struct book_rule *loose = NULL;

    for (int i = 0; i < rules->count; i++) {
        const char *rest = rest_of(rules->rule[i].id, id);
        if (strcmp(rules->rule[i].id, id) == 0)
            return &rules->rule[i];
        if (rest && *rest == 0 && loose == NULL)
            loose = &rules->rule[i];
    }
    return loose;
}

int book_rules_prefix(const struct book_rules *rules, const char *prefix, int *out, int max)
{
    size_t n = strlen(prefix);
    bool figure = n && prefix[n - 1] >= '0' && prefix[n - 1] <= '9';
    int found = 0;

    for (int i = 0; i < rules->count; i++) {
        const char *rest = rest_of(rules->rule[i].id, prefix);
        if (rest == NULL || (figure && *rest >= '0' && *rest <= '9'))
            continue;
        if (found < max)
            out[found] = i;
        found++;
    }
    return found;
}
