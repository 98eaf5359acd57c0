/* cli/look.c - list, rule, check, show: looking at what there is. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "book/book.h"
#include "book/rules_text.h"
#include "cli/case.h"
#include "cli/cli.h"
#include "cli/position.h"
#include "draw/textmap.h"
#include "protocol/battle.h"
#include "protocol/record.h"
#include "rules/registry.h"

/* --- list ------------------------------------------------------------------------ */

static void list_one(void *ctx, const struct book_entry *e)
{
    json_t *list = ctx; /* NULL: to be printed */

    if (e->broken)
        fprintf(stderr, SAY("tricorne: %s: %s\n"), e->broken->where, e->broken->text);
    else if (list)
        json_array_append_new(list, json_pack("{ss ss ss}", "id", e->id, "title", e->title,
                                              "battle", e->battle ? e->battle : ""));
    else
        printf("%s\t%s\n", e->id, e->title);
}

static const struct tc_ruleset *system_named(const char *name)
{
    const struct tc_ruleset *r = tc_find_ruleset(name);

    if (r)
        return r;
    fprintf(stderr, SAY("tricorne: there is no system \"%s\"; there are"), name);
    for (int i = 0; tc_rulesets[i]; i++)
        fprintf(stderr, " %s", tc_rulesets[i]->name);
    fputc('\n', stderr);
    exit(CLI_USAGE);
}

static void print_params(const struct tc_decl *d)
{
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        printf(d->param[i].flags & TC_P_KEY ? " [%s=...]" : " %s", d->param[i].name);
}

static void print_decls(const char *what, const struct tc_decl *d, int n)
{
    printf("%s\n", what);
    for (int i = 0; i < n; i++) {
        if (!d[i].name)
            continue;
        printf("  %s", d[i].name);
        print_params(&d[i]);
        printf("\t%s\n", d[i].text);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): structs nest three deep at the most. */
static void print_fields(const struct tc_ruleset *r, const struct tc_fields *t, int indent)
{
    for (int i = 0; i < t->count; i++) {
        const struct tc_field *f = &t->field[i];
        if (f->type == TC_T_PAD)
            continue;
        printf("%*s%s", indent, "", f->name);
        if (f->keyed != TC_NONE)
            printf(".<%s>", r->lists[f->keyed].name);
        else if (f->count > 1)
            printf(".<0..%d>", f->count - 1);
        for (int k = 0; f->words && f->words[k]; k++)
            printf("%s%s", k ? "|" : "\t", f->words[k]);
        putchar('\n');
        if (f->type == TC_T_STRUCT)
            print_fields(r, f->sub, indent + 2);
    }
}

static int list_words(const struct tc_ruleset *r)
{
    print_decls("verbs", r->verbs, r->verb_count);
    printf("questions\n");
    for (int i = 0; i < r->question_count; i++) {
        printf("  %s", r->questions[i].decl.name);
        print_params(&r->questions[i].decl);
        printf("\t%s\n", r->questions[i].decl.text);
    }
    print_decls("events", r->events, r->event_count);
    printf(SAY("legs of a path\n"));
    for (int i = 0; i < r->leg_count; i++)
        printf("  %s\t%s\n", r->legs[i].name,
               r->legs[i].kind == TC_K_ANGLE ? "angle" : "length");
    printf("steps\n");
    for (int i = 0; i < r->step_count; i++)
        printf("  %s\t%s\n", r->steps[i].name, r->steps[i].rule);
    printf("fields\n");
    print_fields(r, r->fields, 2);
    return CLI_OK;
}

int cmd_list(struct cli *c)
{
    const char *words = cli_option(c, "words"), *messages = cli_option(c, "messages");
    bool json = cli_flag(c, "json");

    cli_words(c, 0, 0);
    if (words)
        return list_words(system_named(words));
    if (messages) {
        cli_json(js_messages(system_named(messages)));
        return CLI_OK;
    }
    json_t *list = json ? json_array() : NULL;
    int found = book_list(c->data, list_one, list);
    if (json)
        cli_json(list);
    return found > 0 ? CLI_OK : CLI_REFUSED;
}

/* --- rule -------------------------------------------------------------------------- */

static void print_rule(const struct book_rule *r, json_t *list)
{
    if (list)
        json_array_append_new(
            list, json_pack("{ss ss ss}", "id", r->id, "heading", r->heading, "text", r->text));
    else
        printf("%s  %s\n", r->id, r->text);
}

int cmd_rule(struct cli *c)
{
    enum { MOST = 2000 };
    static int hit[MOST];
    struct tc_why why;
    int found = 0;
    json_t *list = cli_flag(c, "json") ? json_array() : NULL;

    cli_words(c, 1, 1);
    for (int i = 0; tc_rulesets[i]; i++) {
        struct book_rules rules;
        if (tc_rulesets[i]->letter != (c->argv[0][0] & ~0x20))
            continue;
        if (book_rules_load(c->data, tc_rulesets[i]->name, &rules, &why) != TC_OK)
            return cli_fail(&why);
        const struct book_rule *r = book_rules_find(&rules, c->argv[0]);
        if (r) {
            print_rule(r, list);
            found = 1;
        } else {
            found = book_rules_prefix(&rules, c->argv[0], hit, MOST);
            for (int k = 0; k < found; k++)
                print_rule(&rules.rule[hit[k]], list);
        }
        book_rules_free(&rules);
    }
    if (found && list)
        cli_json(list);
    else
        json_decref(list);
    if (found)
        return CLI_OK;
    fprintf(stderr, SAY("tricorne: there is no rule \"%s\"; IDs look like N-B10a\n"),
            c->argv[0]);
    return CLI_REFUSED;
}

/* --- check ------------------------------------------------------------------------------ */

struct check_report {
    int faults;
    json_t *list; /* NULL: to be printed */
};

static void report(void *ctx, const struct tc_why *why)
{
    struct check_report *r = ctx;

    r->faults++;
    if (r->list)
        json_array_append_new(r->list,
                              json_pack("{ss ss}", "where", why->where, "text", why->text));
    else
        printf("%s: %s\n", why->where, why->text);
}

static bool is_record(const char *path)
{
    size_t n = strlen(path);

    return n > 6 && strcmp(path + n - 6, ".jsonl") == 0;
}

/* A battle that is one file: every fault of its texts. How many entries are in an older form.
 */
static int check_battle(struct cli *c, const char *path, struct check_report *r)
{
    struct book_report all = { .ctx = r, .tell = report };
    const struct tc_book *bk = NULL;
    struct tc_why why;
    struct battle b;

    if (battle_open(path, &b, &why) != TC_OK) {
        report(r, &why);
        return 0;
    }
    book_load_draft(c->data, &b.draft, &bk, &all);
    if (bk && strcmp(bk->rules->name, b.system) != 0) {
        tc_fail(&why, TC_E_NAME, "system", SAY("The scenario is of another system than {0}."),
                b.system);
        report(r, &why);
    }
    book_free(bk);
    battle_free(&b);
    return all.older;
}

int cmd_check(struct cli *c)
{
    struct check_report r = { 0, cli_flag(c, "json") ? json_array() : NULL };
    struct book_tally n = { 0, 0 };

    cli_words(c, 1, 10000);
    for (int i = 0; i < c->argc; i++) {
        struct tc_why why;
        if (is_record(c->argv[i])) {
            n.files++;
            if (position_replay(c, c->argv[i], false, NULL, &why) != TC_OK)
                report(&r, &why);
        } else if (battle_is_file(c->argv[i])) {
            n.files++;
            n.older += check_battle(c, c->argv[i], &r);
        } else {
            book_check_path(c->data, c->argv[i], report, &r, &n);
        }
    }
    if (r.list)
        cli_json(json_pack("{si so si}", "files", n.files, "faults", r.list, "older", n.older));
    else
        printf(SAY("%d %s, %d %s\n"), n.files, n.files == 1 ? SAY("file") : SAY("files"),
               r.faults, r.faults == 1 ? SAY("fault") : SAY("faults"));
    if (n.older && !r.list)
        printf(SAY("%d entries are in the older form (rows of words). They are read. The "
                   "workshop saves them in the form of today.\n"),
               n.older);
    return r.faults || n.files == 0 ? CLI_REFUSED : CLI_OK;
}

/* --- case -------------------------------------------------------------------------------- */

/* {"passed","failed","lines":[..]}: what would have been printed, a line each. */
static void cases_json(struct case_run *run, char **said)
{
    json_t *lines = json_array();
    char *save = NULL;

    fclose(run->out);
    for (char *s = strtok_r(*said, "\n", &save); s; s = strtok_r(NULL, "\n", &save))
        json_array_append_new(lines, json_string(s));
    free(*said);
    cli_json(json_pack("{si si so}", "passed", run->totals.passed, "failed", run->totals.failed,
                       "lines", lines));
}

int cmd_case(struct cli *c)
{
    struct case_run run = { .data = c->data, .out = stdout, .names = cli_flag(c, "names") };
    const char *keep = cli_option(c, "keep"), *with = cli_option(c, "kept");
    struct case_kept kept = { .path = keep ? keep : with, .writing = keep != NULL };
    bool json = cli_flag(c, "json");
    char *said = NULL;
    size_t size;

    run.only = cli_option(c, "only");
    run.kept = kept.path ? &kept : NULL;
    cli_words(c, 1, 10000);
    if (keep && with) {
        fputs(SAY("tricorne case: --keep writes what --kept compares with: give one of them\n"),
              stderr);
        return CLI_USAGE;
    }
    if (json && !(run.out = open_memstream(&said, &size)))
        abort();
    if (run.kept)
        case_kept_open(&run);
    for (int i = 0; i < c->argc; i++)
        case_run_file(&run, c->argv[i]);
    if (run.only && run.totals.passed + run.totals.failed == 0) {
        fprintf(run.out, SAY("no case is named %s\n"), run.only);
        run.totals.failed++;
    }
    if (run.kept)
        case_kept_end(&run, c->argv, c->argc);
    if (json)
        cases_json(&run, &said);
    else
        printf(SAY("%d passed, %d failed\n"), run.totals.passed, run.totals.failed);
    return run.totals.failed ? CLI_REFUSED : CLI_OK;
}

/* --- show ----------------------------------------------------------------------------------
 */

static void picture_size(struct cli *c, struct draw_text_options *o)
{
    struct winsize w;
    bool tty = isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col > 20;

    o->columns = (int)cli_number(c, "columns", tty ? w.ws_col : 100, DRAW_TEXT_COLUMNS_MAX);
    o->rows = (int)cli_number(c, "rows", tty && w.ws_row > 30 ? w.ws_row - 4u : 34,
                              DRAW_TEXT_ROWS_MAX);
}

/* --- show --card ----------------------------------------------------------------------------
 */

struct card_search {
    const char *data, *name;
    const struct tc_ruleset *rules; /* being looked through; NULL: not begun */
    bool found;
    struct tc_text *out;
};

/* Cards are tables of a system: any scenario of it carries them all. */
static void card_in_scenario(void *ctx, const struct book_entry *e)
{
    struct card_search *q = ctx;
    char system[32];
    const struct tc_book *bk;
    struct tc_why why;

    snprintf(system, sizeof system, "%.*s", (int)strcspn(e->id, "/"), e->id);
    const struct tc_ruleset *k = tc_find_ruleset(system);
    if (!k || !k->card_name || k == q->rules || q->found ||
        book_load(q->data, e->id, &bk, &why) != TC_OK)
        return;
    q->rules = k;
    for (int i = 0; k->card_name(bk, i); i++) {
        if (strcmp(k->card_name(bk, i), q->name) == 0) {
            q->found = true;
            k->card_text(bk, i, q->out);
        }
    }
    for (int i = 0; !q->found && k->card_name(bk, i); i++)
        fprintf(stderr, "%s%s", i ? " " : SAY("tricorne: there are cards "),
                k->card_name(bk, i));
    book_free(bk);
}

static int show_card(struct cli *c, const char *name)
{
    char *buf = malloc(DRAW_TEXT_ROOM);

    if (!buf)
        abort();
    struct tc_text t = tc_text_on(buf, DRAW_TEXT_ROOM);
    struct card_search q = { .data = c->data, .name = name, .out = &t };
    cli_words(c, 0, 0);
    book_list(c->data, card_in_scenario, &q);
    if (q.found)
        fputs(buf, stdout);
    else
        fprintf(stderr, SAY("\ntricorne: there is no card \"%s\"\n"), name);
    free(buf);
    return q.found ? CLI_OK : CLI_REFUSED;
}

int cmd_show(struct cli *c)
{
    struct draw_text_options o = draw_text_defaults();
    const char *card = cli_option(c, "card");
    bool aloud = cli_flag(c, "aloud"), json = cli_flag(c, "json"), state = cli_flag(c, "state");
    char *buf = malloc(DRAW_TEXT_ROOM);
    struct tc_scene *scene = malloc(sizeof *scene);
    struct tc_why why;
    struct ses_game *s;

    if (!buf || !scene)
        abort();
    if (card) {
        free(buf);
        free(scene);
        return show_card(c, card);
    }
    struct tc_text t = tc_text_on(buf, DRAW_TEXT_ROOM);
    picture_size(c, &o);
    o.utf8 = !cli_flag(c, "plain");
    o.colour = o.utf8 && cli_colour();
    cli_words(c, 1, 1);
    if (position_open(c, c->argv[0], &s, &why) != TC_OK) {
        free(scene);
        free(buf);
        return cli_fail(&why);
    }
    ses_scene(s, SES_UMPIRE, scene);
    if (state)
        cli_json(ses_state_json(s, SES_UMPIRE));
    else if (json)
        cli_json(js_scene(scene));
    else if (aloud)
        draw_text_speak(scene, &t);
    else {
        draw_text_map(scene, &o, &t);
        draw_text_panels(scene, o.columns, &t);
    }
    fputs(buf, stdout);
    position_close(s);
    free(scene);
    free(buf);
    return CLI_OK;
}
