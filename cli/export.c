/* cli/export.c - `tricorne export`: games as data, one line an answer. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "cli/cli.h"
#include "protocol/record.h"

struct out {
    bool csv, features;
    const char *record;
    const struct tc_book *bk;
    char head_of[96]; /* CSV: the scenario whose head line was printed */
};

/* --- Numbers of a position: every plain field of its table, by its path ------------------- */

typedef void each_number(void *ctx, const char *path, int64_t v);

/* NOLINTNEXTLINE(misc-no-recursion): structs nest three deep at the most. */
static void walk(const struct tc_book *bk, const struct tc_fields *t, const char *base,
                 const char *path, each_number *each, void *ctx)
{
    char own[256];

    for (int i = 0; i < t->count; i++) {
        const struct tc_field *f = &t->field[i];
        int rows = f->keyed >= 0 ? tc_min(f->count, bk->rules->names(bk, f->keyed)) : f->count;
        for (int k = 0; f->type != TC_T_PAD && k < rows; k++) {
            if (f->keyed >= 0)
                snprintf(own, sizeof own, "%.100s%.60s.%.60s", path, f->name,
                         bk->rules->name_of(bk, f->keyed, k));
            else if (f->count > 1)
                snprintf(own, sizeof own, "%.100s%.60s.%d", path, f->name, k);
            else
                snprintf(own, sizeof own, "%.100s%.60s", path, f->name);
            if (f->type == TC_T_STRUCT) {
                strncat(own, ".", sizeof own - strlen(own) - 1);
                walk(bk, f->sub, base + f->offset + (size_t)k * f->sub->size, own, each, ctx);
            } else if (strcmp(own, "head.book") != 0) {
                each(ctx, own, tc_field_get(base, f, k));
            }
        }
    }
}

static void csv_name(void *ctx, const char *path, int64_t v)
{
    (void)ctx;
    (void)v;
    printf(",%s", path);
}

static void csv_value(void *ctx, const char *path, int64_t v)
{
    (void)ctx;
    (void)path;
    printf(",%lld", (long long)v);
}

static void json_value(void *ctx, const char *path, int64_t v)
{
    json_object_set_new(ctx, path, json_integer(v));
}

/* --- Rows
 * ------------------------------------------------------------------------------------- */

static void csv_text(const char *s)
{
    fputs(",\"", stdout);
    for (; *s; s++) {
        if (*s == '"')
            putchar('"');
        putchar(*s);
    }
    putchar('"');
}

/* An answer, with the game standing at its question. */
static void put_csv(struct out *o, const struct ses_game *s, const struct ses_line *l,
                    const struct tc_head *end)
{
    const struct tc_book *bk = o->bk;
    const void *state = tc_game_state(&s->g);
    char act[512];
    struct tc_text t = tc_text_on(act, sizeof act);

    if (strcmp(o->head_of, bk->id) != 0) {
        snprintf(o->head_of, sizeof o->head_of, "%s", bk->id);
        printf("record,scenario,n,turn,side,question,act,offers,score,winner");
        if (o->features)
            walk(bk, bk->rules->fields, state, "", csv_name, NULL);
        putchar('\n');
    }
    tc_print_act(bk->rules, bk, &l->act, &t);
    printf("%s,%s,%u,%u,%s,%s", o->record, bk->id, l->n, ((const struct tc_head *)state)->turn,
           bk->side_name[l->side], bk->rules->questions[l->question].decl.name);
    csv_text(act);
    printf(",%d,%d,%s", s->open->n, bk->rules->score(bk, state),
           end->over && end->winner != TC_NONE ? bk->side_name[end->winner] : "");
    if (o->features)
        walk(bk, bk->rules->fields, state, "", csv_value, NULL);
    putchar('\n');
}

static void put_json(struct out *o, const struct ses_game *s, const struct ses_line *l,
                     const struct tc_head *end)
{
    const struct tc_book *bk = o->bk;
    const void *state = tc_game_state(&s->g);
    json_t *offers = json_array();
    bool won = end->over && end->winner != TC_NONE;
    char act[512];

    for (int i = 0; i < s->open->n; i++) {
        struct tc_text t = tc_text_on(act, sizeof act);
        tc_print_act(bk->rules, bk, &s->open->act[i], &t);
        json_array_append_new(offers, json_string(act));
    }
    json_t *j = json_pack(
        "{s:i,s:s,s:s,s:I,s:i,s:s,s:o,s:o,s:o,s:i,s:s?}", "v", 1, "record", o->record,
        "scenario", bk->id, "n", (json_int_t)l->n, "turn",
        (int)((const struct tc_head *)state)->turn, "side", bk->side_name[l->side], "question",
        js_query(bk, &s->g.u.open, NULL), "act", js_act(bk, &l->act), "offers", offers, "score",
        bk->rules->score(bk, state), "winner", won ? bk->side_name[end->winner] : NULL);
    if (o->features) {
        json_t *f = json_object();
        walk(bk, bk->rules->fields, state, "", json_value, f);
        json_object_set_new(j, "features", f);
    }
    json_dumpf(j, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(j);
}

/* --- Playing a record again
 * -------------------------------------------------------------------- */

/* The lines that were not taken back are played anew in a game of their own. */
static enum tc_err export_game(struct out *o, const struct ses_game *done, struct tc_why *why)
{
    const struct tc_head *end = tc_game_state(&done->g);
    struct ses_options opt = { .has_seed = true, .typed_dice = true };
    struct ses_game *s = NULL;
    enum tc_err err;

    if (done->adjusted)
        return tc_fail(why, TC_E_EDITION, o->record,
                       "The record has corrections of the umpire's hand; it is not exported.");
    const struct ses_line *first = &done->line[0];
    err = first->state ? ses_new_state(o->bk, &opt, first->state, &s, why)
                       : ses_new(o->bk, &opt, &s, why);
    for (uint32_t i = 0; i < done->lines && err == TC_OK; i++) {
        const struct ses_line *l = &done->line[i];
        if (l->undone ||
            (l->kind != SES_L_ANSWER && l->kind != SES_L_DICE && l->kind != SES_L_START))
            continue;
        if (l->kind == SES_L_ANSWER) {
            if (o->csv)
                put_csv(o, s, l, end);
            else
                put_json(o, s, l, end);
            err = ses_answer(s, SES_UMPIRE, SES_ANY_NUMBER, &l->act, NULL, why);
        }
        for (uint32_t at = 0;
             err == TC_OK && at < l->faces && ses_status(s) == TC_WAITS_DICE;) {
            int n = s->g.u.open_dice;
            if (at + (uint32_t)n > l->faces)
                break;
            err = ses_dice(s, SES_ANY_NUMBER, l->face + at, n, why);
            at += (uint32_t)n;
        }
    }
    ses_free(s);
    return err;
}

static int export_one(struct cli *c, struct out *o, const char *path)
{
    struct rec_header header;
    struct rec_report report;
    struct ses_game *done;
    struct tc_why why;

    if (rec_read_header(path, &header, &why) != TC_OK)
        return cli_fail(&why);
    o->record = path;
    o->bk = cli_book(c, header.scenario);
    enum tc_err err = rec_load(path, o->bk, &done, &report, &why);
    if (err == TC_OK) {
        err = export_game(o, done, &why);
        ses_free(done);
    }
    book_free(o->bk);
    return err == TC_OK ? CLI_OK : cli_fail(&why);
}

int cmd_export(struct cli *c)
{
    struct out o = { .csv = cli_flag(c, "csv"), .features = cli_flag(c, "features") };
    int code = CLI_OK;

    cli_words(c, 1, 100000);
    for (int i = 0; i < c->argc && code == CLI_OK; i++)
        code = export_one(c, &o, c->argv[i]);
    return code;
}
