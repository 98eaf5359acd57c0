/* cli/replay.c - `tricorne replay` and `tricorne odds`. */
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/cli.h"
#include "cli/position.h"
#include "cli/telling.h"
#include "protocol/gist.h"
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

static bool print_entry(const void *ctx, const struct ses_entry *e)
{
    char line[1024];
    struct tc_text t = tc_text_on(line, sizeof line);

    if (!ses_say_entry(ctx, e, &t))
        return false;
    printf("%5u  %s%s\n", e->line, cli_is_working(e) ? "    " : "", line);
    return true;
}

static void print_log(const struct ses_game *s)
{
    cli_tell_entries(s, 0, s->entries, print_entry, s);
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
        printf(SAY("%s: %s Goes on in %s\n"), path, report.note, name);
    json_decref(adopted);
    position_close(s);
    return code;
}

static json_t *report_json(const char *path, const struct rec_header *h,
                           const struct rec_report *r)
{
    return json_pack("{ss ss sI sI sb sb sI sI so ss}", "file", path, "scenario", h->scenario,
                     "lines", (json_int_t)r->lines, "answers", (json_int_t)r->answers, "over",
                     r->over, "torn", r->torn, "faces", (json_int_t)r->faces, "faces_checked",
                     (json_int_t)r->faces_checked, "hash", js_hex(r->hash), "note", r->note);
}

static int replay_one(struct cli *c, const char *path, bool log, bool chances, bool json)
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
    if (chances && !json)
        cli_print_chances(s);
    if (json) {
        json_t *o = report_json(path, &header, &report);
        if (chances)
            json_object_set_new(o, "chances", cli_chances_json(s));
        cli_json(o);
    } else
        printf(SAY("%s: %s, %u answers, %s, faces verified: %u of %u, last hash %016llx%s%s\n"),
               path, header.scenario, report.answers,
               report.over ? SAY("over") : SAY("not over"), report.faces_checked, report.faces,
               (unsigned long long)report.hash, report.note[0] ? ". " : "", report.note);
    position_close(s);
    return CLI_OK;
}

/* --- verify ---------------------------------------------------------------------------- */

/* Line N of the record is the one somebody was shown: the chain with it begins so. */
static bool was_seen(const struct ses_game *s, const char *seen)
{
    char *end;
    unsigned long n = strtoul(seen, &end, 10);
    size_t digits = *end == ':' ? strlen(end + 1) : 0;

    if (digits < 8 || digits > 64 || n >= s->lines || !s->pledge.way)
        return false;
    json_t *j = js_word(n + 1 < s->lines ? s->line[n + 1].prev : s->pledge.head);
    bool same = strncmp(json_string_value(j), end + 1, digits) == 0;
    json_decref(j);
    return same;
}

static int verify_one(struct cli *c, const char *path, const char *seen, bool json)
{
    struct rec_header header;
    struct rec_report report;
    struct ses_game *s = NULL;
    struct tc_why why;
    const struct tc_book *bk;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    if (rec_read_header(path, &header, &why) != TC_OK ||
        book_load(c->data, header.scenario, &bk, &why) != TC_OK)
        return cli_fail(&why);
    if (rec_load(path, bk, &s, &report, &why) != TC_OK) {
        book_free(bk);
        return cli_fail(&why);
    }
    bool good = rec_say_dice(&header, &report, &t);
    bool shown = !seen || was_seen(s, seen);
    if (json) {
        json_t *o = report_json(path, &header, &report);
        json_object_set_new(o, "dice", json_string(ses_dice_word(s)));
        json_object_set_new(o, "verified", json_boolean(good && shown));
        json_object_set_new(o, "text", json_string(text));
        cli_json(o);
        position_close(s);
        return good && shown ? CLI_OK : CLI_REFUSED;
    }
    printf(SAY("%s: dice %s, %s, %s.\n"), path, ses_dice_word(s),
           report.over ? SAY("over") : SAY("not over"), text);
    if (!shown) {
        printf(SAY("%s: %s is not in this record: it is not the battle you were shown.\n"),
               path, seen);
        good = false;
    }
    position_close(s);
    return good ? CLI_OK : CLI_REFUSED;
}

int cmd_verify(struct cli *c)
{
    const char *seen = cli_option(c, "seen");
    bool json = cli_flag(c, "json");
    int worst = CLI_OK;

    cli_words(c, 1, 10000);
    for (int i = 0; i < c->argc; i++) {
        int code = verify_one(c, c->argv[i], seen, json);
        worst = code > worst ? code : worst;
    }
    return worst;
}

int cmd_replay(struct cli *c)
{
    bool adopt = cli_flag(c, "adopt"), log = cli_flag(c, "log");
    bool json = cli_flag(c, "json"), chances = cli_flag(c, "chances");
    int worst = CLI_OK;

    cli_words(c, 1, 10000);
    for (int i = 0; i < c->argc; i++) {
        int code =
            adopt ? adopt_one(c, c->argv[i]) : replay_one(c, c->argv[i], log, chances, json);
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
    printf("  %s\n", r->n ? text : SAY("nothing happens"));
}

static void print_odds(const struct tc_book *bk, const struct tc_odds *o)
{
    char text[256];

    char gist[1024];
    struct tc_text tg = tc_text_on(gist, sizeof gist);
    uint64_t rare;
    int rares = js_rare(o, &rare);

    js_gist(bk, o, &tg);
    if (gist[0])
        printf("%s\n", gist);
    printf(o->exact ? SAY("exact, %llu branches\n") : SAY("sampled %llu times\n"),
           (unsigned long long)o->leaves);
    for (int i = 0; i < o->rows; i++)
        if (rares < 2 || o->row[i].millionths >= ODDS_RARE)
            print_row(bk, &o->row[i], o->exact);
    if (rares > 1)
        printf(SAY("%8.4f%%  %d rarer results together\n"), (double)rare / 10000, rares);
    if (o->more_rows)
        printf(SAY("... and results rarer still\n"));
    for (int i = 0; i < o->mods; i++) {
        struct tc_text t = tc_text_on(text, sizeof text);
        js_say_event(bk, &o->mod[i], NULL, &t);
        printf("%s: %s (%s)\n", o->mod[i].kind == TC_EV_TELL ? "working" : "modifier", text,
               o->mod[i].rule ? o->mod[i].rule : "");
    }
    for (int i = 0; i < o->assumed; i++) {
        struct tc_text t = tc_text_on(text, sizeof text);
        tc_say_answer(bk->rules, bk, o->manner[i], &o->answer[i], &t);
        printf(SAY("assumed: %s\n"), text);
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
        cli_json(js_odds(s->book, &a, o));
    } else if (err == TC_OK) {
        print_odds(s->book, o);
    }
    position_close(s);
    free(o);
    return err == TC_OK ? CLI_OK : cli_fail(&why);
}
