/* cli/replay.c - `tricorne replay` and `tricorne odds`. */
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/cli.h"
#include "cli/position.h"
#include "protocol/json.h"
#include "protocol/record.h"

/* --- replay ---------------------------------------------------------------------------- */

enum tc_err position_replay(struct cli *c, const char *path, bool adopt, struct ses_game **out,
                            struct tc_why *why)
{
    struct rec_header header;
    struct rec_report report;
    struct ses_game *s = NULL;
    const struct tc_book *bk;
    json_t *adopted = NULL;
    enum tc_err err = rec_read_header(path, &header, why);

    if (err == TC_OK)
        err = book_load(c->data, header.scenario, &bk, why);
    if (err != TC_OK)
        return err;
    err = adopt ? rec_adopt(path, bk, &s, &adopted, &report, why)
                : rec_load(path, bk, &s, &report, why);
    if (adopted)
        json_decref(adopted);
    if (err != TC_OK) {
        book_free(bk);
        return err;
    }
    if (out)
        *out = s;
    else
        position_close(s);
    return TC_OK;
}

static void print_log(const struct ses_game *s)
{
    char line[1024];

    for (uint32_t i = 0; i < s->entries; i++) {
        struct tc_text t = tc_text_on(line, sizeof line);
        if (ses_say_entry(s, &s->entry[i], &t))
            printf("%5u  %s\n", s->entry[i].line, line);
    }
}

/* Write the adopted game beside the old record. */
static int adopt_one(struct cli *c, const char *path)
{
    struct rec_header header;
    struct rec_report report;
    struct rec_file *file = NULL;
    struct ses_game *s;
    struct tc_why why;
    const struct tc_book *bk;
    json_t *adopted = NULL;
    char name[1024];

    snprintf(name, sizeof name, "%s.adopted.jsonl", path);
    if (rec_read_header(path, &header, &why) != TC_OK ||
        book_load(c->data, header.scenario, &bk, &why) != TC_OK)
        return cli_fail(&why);
    if (rec_adopt(path, bk, &s, &adopted, &report, &why) != TC_OK) {
        book_free(bk);
        return cli_fail(&why);
    }
    int code = CLI_OK;
    if (rec_create(name, s, adopted, &file, &why) != TC_OK || rec_close(file, &why) != TC_OK)
        code = cli_fail(&why);
    else
        printf("%s: %s Goes on in %s\n", path, report.note, name);
    json_decref(adopted);
    position_close(s);
    return code;
}

static int replay_one(struct cli *c, const char *path, bool log)
{
    struct rec_header header;
    struct rec_report report;
    struct ses_game *s = NULL;
    struct tc_why why;
    const struct tc_book *bk;

    if (rec_read_header(path, &header, &why) != TC_OK ||
        book_load(c->data, header.scenario, &bk, &why) != TC_OK)
        return cli_fail(&why);
    if (rec_load(path, bk, &s, &report, &why) != TC_OK) {
        book_free(bk);
        return cli_fail(&why);
    }
    if (log)
        print_log(s);
    printf("%s: %s, %u answers, %s, faces verified: %u of %u, last hash %016llx%s%s\n", path,
           header.scenario, report.answers, report.over ? "over" : "not over",
           report.faces_checked, report.faces, (unsigned long long)report.hash,
           report.note[0] ? ". " : "", report.note);
    position_close(s);
    return CLI_OK;
}

int cmd_replay(struct cli *c)
{
    bool adopt = cli_flag(c, "adopt"), log = cli_flag(c, "log");
    int worst = CLI_OK;

    cli_words(c, 1, 10000);
    for (int i = 0; i < c->argc; i++) {
        int code = adopt ? adopt_one(c, c->argv[i]) : replay_one(c, c->argv[i], log);
        worst = code > worst ? code : worst;
    }
    return worst;
}

/* --- odds ----------------------------------------------------------------------------------
 */

static void print_row(const struct tc_book *bk, const struct tc_odds_row *r, bool exact)
{
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    for (int i = 0; i < r->n; i++) {
        if (i)
            tc_text_str(&t, "; ");
        tc_print_text(bk->rules, bk, &bk->rules->events[r->event[i].id], r->event[i].arg, &t);
    }
    printf("%8.4f%%  ", (double)r->millionths / 10000);
    if (exact && r->den && r->den < 1000000)
        printf("%6llu/%-7llu", (unsigned long long)r->num, (unsigned long long)r->den);
    printf("  %s\n", r->n ? text : "nothing happens");
}

static void print_odds(const struct tc_book *bk, const struct tc_odds *o)
{
    char text[256];

    printf(o->exact ? "exact, %llu branches\n" : "sampled %llu times\n",
           (unsigned long long)o->leaves);
    for (int i = 0; i < o->rows; i++)
        print_row(bk, &o->row[i], o->exact);
    if (o->more_rows)
        printf("... and rarer results\n");
    for (int i = 0; i < o->mods; i++) {
        struct tc_text t = tc_text_on(text, sizeof text);
        js_say_event(bk, &o->mod[i], NULL, &t);
        printf("%s: %s (%s)\n", o->mod[i].kind == TC_EV_TELL ? "working" : "modifier", text,
               o->mod[i].rule ? o->mod[i].rule : "");
    }
    for (int i = 0; i < o->assumed; i++) {
        struct tc_text t = tc_text_on(text, sizeof text);
        tc_say_act(bk->rules, bk, &o->answer[i], &t);
        printf("assumed: %s\n", text);
    }
}

int cmd_odds(struct cli *c)
{
    bool json = cli_flag(c, "json");
    struct tc_odds *o = malloc(sizeof *o);
    struct tc_refusal refusal;
    struct tc_act a;
    struct tc_why why;
    struct ses_game *s;
    char act[1024];
    struct tc_text t = tc_text_on(act, sizeof act);

    if (!o)
        abort();
    cli_words(c, 2, 64);
    for (int i = 1; i < c->argc; i++) {
        if (i > 1)
            tc_text_char(&t, ' ');
        tc_text_str(&t, c->argv[i]);
    }
    enum tc_err err = position_open(c, c->argv[0], &s, &why);
    if (err != TC_OK) {
        free(o);
        return cli_fail(&why);
    }
    err = tc_parse_act(s->book->rules, s->book, act, t.len, &a, &why);
    if (err == TC_OK)
        err = ses_odds(s, SES_UMPIRE, &a, o, &refusal, &why);
    if (err == TC_OK && json) {
        json_t *j = js_odds(s->book, &a, o);
        json_dumpf(j, stdout, JSON_INDENT(1));
        putchar('\n');
        json_decref(j);
    } else if (err == TC_OK) {
        print_odds(s->book, o);
    }
    position_close(s);
    free(o);
    return err == TC_OK ? CLI_OK : cli_fail(&why);
}
