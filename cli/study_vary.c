/* cli/study_vary.c - what if: variants of a scenario beside it, battle by battle. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "book/book.h"
#include "cli/study.h"
#include "study/vary.h"
#include "study/write.h"

enum { MOST = 512, BATCH = 200 };

/* A variant with what came out. */
struct outcome {
    struct study_variant v;
    bool refused; /* the files do not allow it */
    char why[200];
    uint64_t battles;
    struct study_interval share;                 /* side 0's points */
    struct study_interval difference;            /* of them from the scenario as it is */
    struct study_interval turns, lost[TC_SIDES]; /* differences */
    double z;
};

static double points(const struct study_result *r)
{
    return r->winner == TC_NONE ? 0.5 : r->winner == 0 ? 1 : 0;
}

static double lost(const struct study_result *r, int side)
{
    double start = 0, n = 0;

    for (int arm = 0; arm < STUDY_ARMS; arm++) {
        start += r->start[side][arm];
        n += r->lost[side][arm];
    }
    return start > 0 ? n / start : 0;
}

struct moments {
    double sum, squares, n;
};

static void add(struct moments *m, double v)
{
    m->sum += v;
    m->squares += v * v;
    m->n++;
}

/* The same battle with and without the change. */
static void compare(const struct study_work *base, const struct study_work *k,
                    struct outcome *o)
{
    struct moments d = { 0 }, t = { 0 }, l[TC_SIDES] = { { 0 } };
    double all = 0;

    for (uint64_t i = 0; i < k->battles; i++) {
        if (!k->done[i] || !base->done[i])
            continue;
        const struct study_result *a = &base->result[i], *b = &k->result[i];
        all += points(b);
        add(&d, points(b) - points(a));
        add(&t, b->turns - a->turns);
        for (int side = 0; side < TC_SIDES; side++)
            add(&l[side], lost(b, side) - lost(a, side));
    }
    o->battles = (uint64_t)d.n;
    o->share = study_wilson(all, d.n);
    o->difference = study_mean(d.sum, d.squares, d.n);
    o->turns = study_mean(t.sum, t.squares, t.n);
    for (int side = 0; side < TC_SIDES; side++)
        o->lost[side] = study_mean(l[side].sum, l[side].squares, l[side].n);
    double half = (o->difference.high - o->difference.low) / 2;
    o->z = half > 0 ? fabs(o->difference.value) / half * STUDY_Z : 0;
}

/* Rank 0 decides for all whether to go on. */
static bool precise(const struct study_wish *w, const struct study_work *base,
                    const struct study_work *k, struct outcome *o)
{
    uint8_t stop = 0;

    if (study_rank() == 0) {
        compare(base, k, o);
        double half = (o->difference.high - o->difference.low) / 2;
        stop =
            study_interrupted || (w->precision > 0 && half <= w->precision && o->battles > 1);
    }
    study_mpi_tell(&stop, 1);
    return stop;
}

static enum tc_err up_to(struct study_work *k, uint64_t until, struct tc_why *why)
{
    k->until = until < k->battles ? until : k->battles;
    return study_run(k, why);
}

static enum tc_err try_variant(struct cli *c, const struct study_wish *w, const char *scenario,
                               struct study_work *base, struct outcome *o, struct tc_why *why)
{
    const struct tc_book *bk;
    struct study_work k;
    struct tc_why refused;
    enum tc_err err = TC_OK;

    if (study_vary_book(c->data, scenario, &o->v, &bk, &refused) != TC_OK) {
        o->refused = true;
        snprintf(o->why, sizeof o->why, "%.190s", refused.text);
        return TC_OK;
    }
    study_work_open(&k, w, bk, w->battles);
    for (uint64_t n = w->precision > 0 ? BATCH : w->battles;; n += BATCH) {
        err = up_to(base, n, why);
        if (err == TC_OK)
            err = up_to(&k, n, why);
        if (err != TC_OK || precise(w, base, &k, o) || n >= w->battles)
            break;
    }
    study_work_close(&k);
    book_free(bk);
    return err;
}

/* --- Out
 * ---------------------------------------------------------------------------------------- */

static int by_effect(const void *a, const void *b)
{
    const struct outcome *x = a, *y = b;

    if (x->refused != y->refused)
        return x->refused - y->refused;
    return (x->z < y->z) - (x->z > y->z);
}

static void print_one(const struct outcome *o)
{
    if (o->refused)
        printf("  %s:%s = %s: not allowed: %s\n", o->v.file, o->v.path, o->v.value, o->why);
    else
        printf("  %s:%s %s -> %s: %+.1f%% (%+.1f to %+.1f) of the points, %llu battles%s\n",
               o->v.file, o->v.path, o->v.was, o->v.value, 100 * o->difference.value,
               100 * o->difference.low, 100 * o->difference.high,
               (unsigned long long)o->battles,
               o->difference.low > 0 || o->difference.high < 0 ? "  *" : "");
    fflush(stdout);
}

static json_t *outcome_json(const struct outcome *o)
{
    json_t *j = json_pack("{s:s,s:s,s:s,s:s}", "file", o->v.file, "path", o->v.path, "was",
                          o->v.was, "value", o->v.value);

    if (o->refused) {
        json_object_set_new(j, "refused", json_string(o->why));
        return j;
    }
    json_object_set_new(j, "battles", json_integer((json_int_t)o->battles));
    json_object_set_new(j, "side_share", study_interval_json(o->share));
    json_object_set_new(j, "difference", study_interval_json(o->difference));
    json_object_set_new(j, "turns_difference", study_interval_json(o->turns));
    json_object_set_new(
        j, "lost_difference",
        json_pack("[o,o]", study_interval_json(o->lost[0]), study_interval_json(o->lost[1])));
    return j;
}

static void html_row(FILE *f, const struct outcome *o, double most)
{
    double middle = 160, scale = 150 / most;

    fprintf(f, "<tr><td>");
    study_escape(f, o->v.path);
    fprintf(f, "</td><td class=\"n\">");
    study_escape(f, o->v.was);
    fprintf(f, " &rarr; ");
    study_escape(f, o->v.value);
    if (o->refused) {
        fprintf(f, "</td><td colspan=\"4\" style=\"color:#6b7280\">");
        study_escape(f, o->why);
        fprintf(f, "</td></tr>\n");
        return;
    }
    bool matters = o->difference.low > 0 || o->difference.high < 0;
    fprintf(
        f,
        "</td><td class=\"n\">%s%+.1f%%%s</td><td class=\"n\">%+.1f to %+.1f</td>"
        "<td class=\"n\">%llu</td><td style=\"width:34%%\"><svg viewBox=\"0 0 320 16\" "
        "preserveAspectRatio=\"none\" style=\"height:16px\"><rect x=\"159.5\" y=\"0\" "
        "width=\"1\" height=\"16\" fill=\"#8a8474\"/><rect x=\"%.1f\" y=\"7\" width=\"%.1f\" "
        "height=\"2\" fill=\"#22262b\"/><rect x=\"%.1f\" y=\"3\" width=\"5\" height=\"10\" "
        "fill=\"%s\"/></svg></td></tr>\n",
        matters ? "<b>" : "", 100 * o->difference.value, matters ? "</b>" : "",
        100 * o->difference.low, 100 * o->difference.high, (unsigned long long)o->battles,
        middle + scale * o->difference.low,
        fmax(1, scale * (o->difference.high - o->difference.low)),
        middle + scale * o->difference.value - 2.5, matters ? "#9c3b2e" : "#b8b2a3");
}

static void write_html(FILE *f, const struct study_wish *w, const struct study_work *base,
                       const struct outcome *o, int n)
{
    const struct tc_book *bk = base->match.book;
    double most = 0.01;
    char title[256];

    for (int i = 0; i < n; i++)
        if (!o[i].refused)
            most = fmax(most, fmax(fabs(o[i].difference.low), fabs(o[i].difference.high)));
    snprintf(title, sizeof title, "%.160s: what if", bk->title);
    study_page_begin(f, title);
    fprintf(f, "<h1>");
    study_escape(f, title);
    fprintf(f,
            "</h1><p class=\"sub\">%s &middot; up to %llu battles each, paired with the "
            "scenario as it is &middot; ",
            bk->id, (unsigned long long)w->battles);
    study_escape(f, w->spec[0].name);
    fprintf(f, " against ");
    study_escape(f, w->spec[1].name);
    fprintf(f, "</p>\n<section><h2>Change in the points of ");
    study_escape(f, bk->side_name[0]);
    fprintf(
        f,
        "</h2><table><tr><th>value</th><th class=\"n\">change</th><th class=\"n\">difference"
        "</th><th class=\"n\">95%% interval</th><th class=\"n\">battles</th><th></th></tr>\n");
    for (int i = 0; i < n; i++)
        html_row(f, &o[i], most);
    fprintf(f,
            "</table><p class=\"note\">%sThe same battle, with "
            "the same dice, is played with and without the change; the interval is of the mean "
            "difference. Red: it does not hold zero.%s</p></section>\n",
            w->sensitivity ? "Those that matter most come first. " : "",
            n > 20 ? " Of many cells one in twenty does so by chance." : "");
    study_page_end(f);
}

static bool write_out(const struct study_wish *w, const struct study_work *base,
                      const struct outcome *o, int n, struct tc_why *why)
{
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(list, outcome_json(&o[i]));
    json_t *j = json_pack("{s:i,s:s,s:s,s:[s,s],s:I,s:o}", "v", 1, "format", "tricorne-what-if",
                          "scenario", base->match.book->id, "players", w->spec[0].name,
                          w->spec[1].name, "seed", (json_int_t)w->seed, "variants", list);
    bool ok = study_put_json(w, "what-if.json", j, why);
    json_decref(j);
    FILE *f = ok ? study_file(w, "what-if.html", why) : NULL;
    if (!f)
        return false;
    write_html(f, w, base, o, n);
    return fclose(f) == 0;
}

int study_what_if(struct cli *c, const struct study_wish *w, const char *scenario)
{
    static struct study_variant v[MOST];
    static struct outcome o[MOST];
    const struct tc_book *bk = cli_book(c, scenario);
    struct study_work base;
    struct tc_why why;
    int tried = 0;
    enum tc_err err = TC_OK;
    int n = w->sensitivity ? study_all_cells(c->data, scenario, w->sensitivity, v, MOST, &why)
                           : study_read_vary(c->data, scenario, w->vary, v, MOST, &why);

    if (n < 0)
        return cli_fail(&why);
    study_work_open(&base, w, bk, w->battles);
    double start = cli_seconds();
    for (int i = 0; i < n && err == TC_OK && !study_interrupted; i++) {
        o[i].v = v[i];
        err = try_variant(c, w, scenario, &base, &o[i], &why);
        tried += err == TC_OK;
        if (study_rank() == 0)
            cli_progress_left("variants", (uint64_t)i + 1, (uint64_t)n, cli_seconds() - start);
    }
    bool ok = err == TC_OK;
    if (ok && study_rank() == 0) {
        if (w->sensitivity)
            qsort(o, (size_t)tried, sizeof o[0], by_effect);
        printf("%s, %s against %s: change in the points of %s\n", bk->id, w->spec[0].name,
               w->spec[1].name, bk->side_name[0]);
        for (int i = 0; i < tried; i++)
            print_one(&o[i]);
        mkdir(w->out, 0777);
        ok = write_out(w, &base, o, tried, &why);
    }
    study_work_close(&base);
    book_free(bk);
    if (!ok)
        return cli_fail(&why);
    return study_interrupted ? CLI_REFUSED : CLI_OK;
}
