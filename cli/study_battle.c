/* cli/study_battle.c - the same battle under several rulebooks, beside what happened. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "book/book.h"
#include "cli/study.h"
#include "study/write.h"

enum { MOST = 16 };

struct found {
    const char *battle;
    char id[MOST][96];
    int n;
};

static void note(void *ctx, const struct book_entry *e)
{
    struct found *f = ctx;

    if (!e->broken && strcmp(e->battle, f->battle) == 0 && f->n < MOST)
        snprintf(f->id[f->n++], sizeof f->id[0], "%s", e->id);
}

/* data/history/BATTLE.json: what happened, as text for people; NULL if nobody wrote it. */
static json_t *history_of(const struct cli *c, const char *battle)
{
    char path[1200];
    json_error_t error;

    snprintf(path, sizeof path, "%.1000s/history/%.100s.json", c->data, battle);
    return json_load_file(path, JSON_REJECT_DUPLICATES, &error);
}

static void html_history(FILE *f, const json_t *h)
{
    const char *key;
    json_t *v;

    if (!h) {
        fprintf(f, "<p class=\"note\">Nobody has written down what happened.</p>\n");
        return;
    }
    fprintf(f, "<table>");
    json_object_foreach((json_t *)(uintptr_t)h, key, v)
    {
        if (!json_is_string(v))
            continue;
        fprintf(f, "<tr><th>");
        study_escape(f, key);
        fprintf(f, "</th><td>");
        study_escape(f, json_string_value(v));
        fprintf(f, "</td></tr>\n");
    }
    fprintf(f, "</table>\n");
}

static void html_study(FILE *f, const struct study_sum *s)
{
    const struct tc_book *bk = s->match->book;
    double n = s->battles ? (double)s->battles : 1;
    struct study_interval t = study_mean(s->turns, s->turns_squares, (double)s->battles);

    fprintf(f, "<section><h2>");
    study_escape(f, bk->rules->title);
    fprintf(f, "</h2>\n");
    for (int side = 0; side < TC_SIDES; side++)
        study_bar(f, bk->side_name[side], study_wilson(s->won[side], n),
                  bk->side_colour[side][0] ? bk->side_colour[side] : "#8a7a4a");
    study_bar(f, "drawn", study_wilson(s->drawn, n), "#b8b2a3");
    fprintf(f,
            "<table><tr><th>battles</th><td>%llu</td></tr><tr><th>length</th><td>%.1f turns "
            "(%.1f to %.1f)</td></tr>",
            (unsigned long long)s->battles, t.value, t.low, t.high);
    for (int side = 0; side < TC_SIDES; side++) {
        struct study_interval l = study_mean(s->lost_share[side], s->lost_squares[side], n);
        fprintf(f, "<tr><th>");
        study_escape(f, bk->side_name[side]);
        fprintf(f, " lost</th><td>%.1f%% (%.1f to %.1f) of its strength</td></tr>",
                100 * l.value, 100 * l.low, 100 * l.high);
    }
    fprintf(f, "</table></section>\n");
}

static bool write_page(const struct study_wish *w, const struct study_sum *s, int n,
                       const json_t *history, struct tc_why *why)
{
    FILE *f = study_file(w, "battle.html", why);
    char title[160];

    if (!f)
        return false;
    snprintf(title, sizeof title, "%.100s under %d rulebook%s", w->battle, n,
             n == 1 ? "" : "s");
    study_page_begin(f, title);
    fprintf(f, "<h1>");
    study_escape(f, title);
    fprintf(f, "</h1><p class=\"sub\">");
    study_escape(f, w->spec[0].name);
    fprintf(f, " against ");
    study_escape(f, w->spec[1].name);
    fprintf(f, ", sides changed in every pair</p>\n<div class=\"grid\">\n"
               "<section class=\"wide\"><h2>What happened</h2>\n");
    html_history(f, history);
    fprintf(f, "</section>\n");
    for (int i = 0; i < n; i++)
        html_study(f, &s[i]);
    fprintf(f, "</div>\n");
    study_page_end(f);
    return fclose(f) == 0;
}

static bool write_both(const struct study_wish *w, const struct study_sum *s, int n,
                       json_t *history, struct tc_why *why)
{
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(list, study_json(&s[i]));
    json_t *j = json_pack("{s:i,s:s,s:s,s:O?,s:o}", "v", 1, "format", "tricorne-battle",
                          "battle", w->battle, "history", history, "studies", list);
    bool ok = study_put_json(w, "battle.json", j, why) && write_page(w, s, n, history, why);
    json_decref(j);
    return ok;
}

int study_battles(struct cli *c, const struct study_wish *w)
{
    struct found f = { .battle = w->battle };
    static struct study_work k[MOST];
    static struct study_sum s[MOST];
    struct tc_why why;
    enum tc_err err = TC_OK;
    int n = 0;

    book_list(c->data, note, &f);
    if (f.n == 0) {
        tc_fail(&why, TC_E_NAME, "--battle",
                "No scenario is of the battle \"{0}\"; tricorne list shows the scenarios.",
                w->battle);
        return cli_fail(&why);
    }
    for (; n < f.n && err == TC_OK && !study_interrupted; n++) {
        study_work_open(&k[n], w, cli_book(c, f.id[n]), w->battles);
        err = study_run(&k[n], &why);
    }
    json_t *history = history_of(c, w->battle);
    bool ok = err == TC_OK;
    if (ok && study_rank() == 0) {
        for (int i = 0; i < n; i++) {
            study_add_up(&k[i].match, k[i].result, k[i].done, k[i].battles, &s[i]);
            study_print(&s[i]);
        }
        mkdir(w->out, 0777);
        ok = write_both(w, s, n, history, &why);
    }
    for (int i = 0; i < n; i++) {
        study_sum_free(&s[i]);
        book_free(k[i].match.book);
        study_work_close(&k[i]);
    }
    json_decref(history);
    if (!ok)
        return cli_fail(&why);
    return study_interrupted ? CLI_REFUSED : CLI_OK;
}
