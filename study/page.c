/* study/page.c - one page with plots: SVG drawn here, no other file, no script. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/write.h"

enum { WIDE = 680, TALL = 230, LEFT = 46, RIGHT = 14, TOP = 12, BOTTOM = 30 };

static const char style[] =
    ":root{--ink:#22262b;--soft:#6b7280;--line:#d9d4c7;--paper:#fbf9f4;--card:#fff;--none:#"
    "b8b2a3}\n"
    "*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 Georgia,'Times New Roman',serif}\n"
    "main{max-width:1120px;margin:0 auto;padding:28px 20px 60px}\n"
    "h1{font-size:30px;margin:0 0 4px;font-weight:600}h2{font-size:19px;margin:0 0 10px;"
    "font-weight:600}\n"
    ".sub{color:var(--soft);margin:0 0 22px}.grid{display:grid;grid-template-columns:"
    "repeat(auto-fit,minmax(480px,1fr));gap:18px}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:6px;"
    "padding:16px 18px}section.wide{grid-column:1/-1}\n"
    "table{border-collapse:collapse;width:100%;font-size:14.5px}th{text-align:left;color:"
    "var(--soft);font-weight:normal;border-bottom:1px solid var(--line)}\n"
    "td,th{padding:4px 10px 4px 0;vertical-align:top}td.n,th.n{text-align:right;"
    "font-variant-numeric:tabular-nums}\n"
    ".bar{display:grid;grid-template-columns:150px 1fr 190px;gap:10px;align-items:center;"
    "margin:7px 0;font-size:15px}.bar span:last-child{font-variant-numeric:tabular-nums;"
    "color:var(--soft);font-size:14px}.bar b{font-weight:600;color:var(--ink)}\n"
    "svg{display:block;width:100%;height:auto}svg text{font:12px "
    "Georgia,serif;fill:var(--soft)}"
    ".axis{stroke:var(--line)}.key{font-size:13.5px;color:var(--soft);margin:6px 0 0}\n"
    ".key i{display:inline-block;width:11px;height:11px;border-radius:2px;margin:0 5px 0 12px;"
    "vertical-align:-1px}.key i:first-child{margin-left:0}\n"
    ".verdict{font-size:18px;margin:0 0 20px;padding:12px 16px;border-left:4px solid #8a7a4a;"
    "background:#f3efe2}p.note{color:var(--soft);font-size:14px;margin:8px 0 0}\n"
    "@media(max-width:560px){.grid{grid-template-columns:1fr}.bar{grid-template-columns:1fr}}"
    "\n";

void study_escape(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
}

void study_page_begin(FILE *out, const char *title)
{
    fprintf(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                 "<title>");
    study_escape(out, title);
    fprintf(out, "</title>\n<style>\n%s</style></head><body><main>\n", style);
}

void study_page_end(FILE *out)
{
    fprintf(out, "</main></body></html>\n");
}

static const char *colour(const struct study_sum *s, int side)
{
    static const char *const plain[] = { "#9c3b2e", "#2e5f8f" };
    const char *c = s->match->book->side_colour[side];

    return c[0] ? c : plain[side];
}

void study_bar(FILE *out, const char *label, struct study_interval i, const char *fill)
{
    fprintf(out, "<div class=\"bar\"><span>");
    study_escape(out, label);
    fprintf(out,
            "</span><svg viewBox=\"0 0 400 20\" preserveAspectRatio=\"none\" role=\"img\" "
            "style=\"height:20px\"><rect x=\"0\" y=\"3\" width=\"400\" height=\"14\" "
            "fill=\"#efece3\"/><rect x=\"0\" y=\"3\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>"
            "<rect x=\"%.1f\" y=\"8.6\" width=\"%.1f\" height=\"2.8\" fill=\"#22262b\"/>"
            "<rect x=\"199.5\" y=\"0\" width=\"1\" height=\"20\" fill=\"#8a8474\"/></svg>",
            400 * i.value, fill, 400 * i.low, fmax(1, 400 * (i.high - i.low)));
    fprintf(out, "<span><b>%.1f%%</b> &nbsp;%.1f to %.1f</span></div>\n", 100 * i.value,
            100 * i.low, 100 * i.high);
}

/* --- Plots over turns --- */

struct plot {
    FILE *out;
    double x0, x1, y0, y1;
    bool steps; /* one column a turn: x0 is the left edge of the first */
};

static double px(const struct plot *p, double x)
{
    return LEFT + (WIDE - LEFT - RIGHT) * (x - p->x0) / (p->x1 - p->x0);
}

static double py(const struct plot *p, double y)
{
    return TALL - BOTTOM - (TALL - TOP - BOTTOM) * (y - p->y0) / (p->y1 - p->y0);
}

static void plot_begin(const struct plot *p, const char *what, int turns, const char *unit,
                       double step)
{
    fprintf(p->out, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", WIDE, TALL,
            what);
    for (double y = p->y0; y <= p->y1 + step / 1e6; y += step)
        fprintf(
            p->out,
            "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/><text x=\"%d\" "
            "y=\"%.1f\" text-anchor=\"end\">%.0f%s</text>\n",
            LEFT, WIDE - RIGHT, py(p, y), py(p, y), LEFT - 6, py(p, y) + 4, y, unit);
    int every = turns > 24 ? 5 : turns > 12 ? 2 : 1;
    for (int t = 1; t <= turns; t += every)
        fprintf(p->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                px(p, p->steps ? t - 0.5 : t), TALL - BOTTOM + 17, t);
}

static void plot_end(const struct plot *p)
{
    fprintf(p->out, "</svg>\n");
}

static double nice_step(double range)
{
    double step = pow(10, floor(log10(range > 0 ? range : 1)));

    return range / step < 2 ? step / 2 : range / step < 5 ? step : step * 2;
}

static void draw_length(FILE *out, const struct study_sum *s)
{
    double most = 1;

    for (int t = 0; t < s->turn_count; t++)
        most = fmax(most, 100.0 * (double)s->length[t] / (double)s->battles);
    double step = nice_step(most);
    struct plot p = { out, 0, s->turn_count, 0, step * ceil(most / step), true };
    fprintf(out, "<section><h2>When battles end</h2>\n");
    plot_begin(&p, "battles by their last turn", s->turn_count, "%", step);
    for (int t = 0; t < s->turn_count; t++) {
        double v = 100.0 * (double)s->length[t] / (double)s->battles;
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#8a7a4a\">"
                "<title>turn %d: %.1f%%</title></rect>\n",
                px(&p, t + 0.12), py(&p, v), px(&p, t + 0.88) - px(&p, t + 0.12),
                py(&p, 0) - py(&p, v), t + 1, v);
    }
    plot_end(&p);
    struct study_interval m = study_mean(s->turns, s->turns_squares, (double)s->battles);
    fprintf(out,
            "<p class=\"note\">By last turn. Mean %.2f turns (%.2f to %.2f), %.0f answers and "
            "%.0f dice a battle.</p></section>\n",
            m.value, m.low, m.high, s->answers / (double)s->battles,
            s->rolls / (double)s->battles);
}

static void draw_score(FILE *out, const struct study_sum *s)
{
    double most = 100;
    int n = s->turn_count;

    while (n > 1 && s->turn[n - 1].open < 1)
        n--;
    for (int t = 0; t < n; t++)
        most = fmax(most, fmax(abs(s->turn[t].low), abs(s->turn[t].high)));
    double step = nice_step(2 * most), top = step * ceil(most / step);
    struct plot p = { out, 1, n > 1 ? n : 2, -top, top, false };
    fprintf(out, "<section><h2>How it stands, turn by turn</h2>\n");
    plot_begin(&p, "score by turn", n, "", step);
    fprintf(out, "<path fill=\"%s\" fill-opacity=\".18\" d=\"", colour(s, 0));
    for (int t = 0; t < n; t++)
        fprintf(out, "%c%.1f %.1f", t ? 'L' : 'M', px(&p, t + 1), py(&p, s->turn[t].high));
    for (int t = n - 1; t >= 0; t--)
        fprintf(out, "L%.1f %.1f", px(&p, t + 1), py(&p, s->turn[t].low));
    fprintf(out, "Z\"/>\n<path fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\" d=\"",
            colour(s, 0));
    for (int t = 0; t < n; t++)
        fprintf(out, "%c%.1f %.1f", t ? 'L' : 'M', px(&p, t + 1), py(&p, s->turn[t].middle));
    fprintf(out,
            "\"/>\n<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#8a8474\"/>\n",
            LEFT, WIDE - RIGHT, py(&p, 0), py(&p, 0));
    plot_end(&p);
    fprintf(out,
            "<p class=\"note\">The system's score after each turn of the battles that went on "
            "after it: above the line ");
    study_escape(out, s->match->book->side_name[0]);
    fprintf(out, " stands better. Line: median; band: the middle half.</p></section>\n");
}

/* --- Endings, losses, luck --- */

static void key(FILE *out, const struct study_sum *s, const char *third)
{
    fprintf(out, "<p class=\"key\">");
    for (int side = 0; side < TC_SIDES; side++) {
        fprintf(out, "<i style=\"background:%s\"></i>", colour(s, side));
        study_escape(out, s->match->book->side_name[side]);
    }
    if (third)
        fprintf(out, "<i style=\"background:var(--none)\"></i>%s", third);
    fprintf(out, "</p>\n");
}

/* Three shares side by side. */
static void split(FILE *out, const struct study_sum *s, const double v[3], double all)
{
    double x = 0;

    fprintf(out,
            "<svg viewBox=\"0 0 400 18\" preserveAspectRatio=\"none\" style=\"height:16px\">");
    for (int i = 0; i < 3; i++) {
        double w = all > 0 ? 400 * v[i] / all : 0;
        fprintf(out, "<rect x=\"%.1f\" y=\"2\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>", x,
                w, i < 2 ? colour(s, i) : "#b8b2a3");
        x += w;
    }
    fprintf(out, "</svg>");
}

static void draw_endings(FILE *out, const struct study_sum *s)
{
    const struct tc_ruleset *r = s->match->book->rules;

    fprintf(out,
            "<section><h2>How battles end</h2><table><tr><th>ending</th><th class=\"n\">share"
            "</th><th style=\"width:55%%\">won by</th></tr>\n");
    for (int i = 0; i < STUDY_ENDINGS && r->endings[i]; i++) {
        double all = s->ending[i][0] + s->ending[i][1] + s->ending[i][2];
        if (all <= 0)
            continue;
        fprintf(out, "<tr><td>");
        study_escape(out, r->endings[i]);
        fprintf(out, "</td><td class=\"n\">%.1f%%</td><td>", 100 * all / (double)s->battles);
        split(out, s, s->ending[i], all);
        fprintf(out, "</td></tr>\n");
    }
    fprintf(out, "</table>\n");
    key(out, s, "nobody");
    fprintf(out, "</section>\n");
}

static void loss_row(FILE *out, const char *name, double start, double lost, double battles,
                     const char *fill)
{
    double share = start > 0 ? lost / start : 0;

    fprintf(out, "<tr><td>");
    study_escape(out, name);
    fprintf(out,
            "</td><td class=\"n\">%.1f</td><td class=\"n\">%.1f</td><td class=\"n\">%.0f%%</td>"
            "<td style=\"width:36%%\"><svg viewBox=\"0 0 200 16\" preserveAspectRatio=\"none\" "
            "style=\"height:14px\"><rect y=\"2\" width=\"200\" height=\"12\" fill=\"#efece3\"/>"
            "<rect y=\"2\" width=\"%.1f\" height=\"12\" fill=\"%s\"/></svg></td></tr>\n",
            start / battles, lost / battles, 100 * share, 200 * fmax(0, fmin(1, share)), fill);
}

static void draw_arms(FILE *out, const struct study_sum *s)
{
    fprintf(out,
            "<section><h2>Losses by arm</h2><table><tr><th></th><th class=\"n\">strength</th>"
            "<th class=\"n\">lost</th><th class=\"n\">share</th><th></th></tr>\n");
    for (int side = 0; side < TC_SIDES; side++)
        for (int arm = 0; arm < STUDY_ARMS; arm++) {
            char name[96];
            if (s->start[side][arm] <= 0)
                continue;
            snprintf(name, sizeof name, "%.40s %s", s->match->book->side_name[side],
                     study_arm_names[arm]);
            loss_row(out, name, s->start[side][arm], s->lost[side][arm], (double)s->battles,
                     colour(s, side));
        }
    fprintf(out, "</table></section>\n");
}

static void draw_commands(FILE *out, const struct study_sum *s)
{
    bool any = false;
    char buf[32];

    for (int c = 0; c < STUDY_COMMANDS; c++)
        any |= s->command_start[c] > 0;
    if (!any)
        return;
    fprintf(out,
            "<section><h2>Losses by command</h2><table><tr><th></th><th class=\"n\">strength"
            "</th><th class=\"n\">lost</th><th class=\"n\">share</th><th></th></tr>\n");
    for (int c = 0; c < STUDY_COMMANDS; c++) {
        int side = s->command_start[c] > 0 ? study_command_side(s->match->book, c) : TC_NONE;
        if (side != TC_NONE)
            loss_row(out, study_command_name(s->match->book, c, buf, sizeof buf),
                     s->command_start[c], s->command_lost[c], (double)s->battles,
                     colour(s, side));
    }
    fprintf(out, "</table></section>\n");
}

static void draw_objective(FILE *out, const struct study_sum *s, int o)
{
    struct plot p = { out, 0, s->turn_count, 0, 100, true };

    fprintf(out, "<section><h2>Who holds ");
    study_escape(out, s->objective[o]);
    fprintf(out, "</h2>\n");
    plot_begin(&p, "who holds an objective by turn", s->turn_count, "%", 25);
    for (int t = 0; t < s->turn_count; t++) {
        double from = 0;
        static const int order[3] = { 0, 2, 1 };
        for (int k = 0; k < 3; k++) {
            double v = 100 * s->turn[t].held[o][order[k]] / s->turn[t].n;
            fprintf(out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" "
                    "fill-opacity=\"%s\"/>\n",
                    px(&p, t + 0.04), py(&p, from + v), px(&p, t + 0.96) - px(&p, t + 0.04),
                    py(&p, from) - py(&p, from + v),
                    order[k] < 2 ? colour(s, order[k]) : "#b8b2a3", order[k] < 2 ? "1" : ".45");
            from += v;
        }
    }
    plot_end(&p);
    key(out, s, "nobody");
    fprintf(out,
            "<p class=\"note\">Share of the battles still going on at the end of each turn."
            "</p></section>\n");
}

static void draw_luck(FILE *out, const struct study_sum *s)
{
    struct plot p = { out, 0, STUDY_BINS, 0, 100, true };
    double n = (double)s->battles;

    fprintf(out, "<section><h2>Dice luck</h2>\n");
    plot_begin(&p, "share of the points by luck", 0, "%", 25);
    for (int i = 0; i < STUDY_BINS; i++) {
        struct study_interval w = study_wilson(s->bin_won[i], s->bin[i]);
        double middle = (px(&p, i + 0.1) + px(&p, i + 0.9)) / 2;
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%+d</text>\n", middle,
                TALL - BOTTOM + 17, i - STUDY_BINS / 2);
        if (s->bin[i] < 1)
            continue;
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\">"
                "<title>%.0f battles</title></rect><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" "
                "y2=\"%.1f\" stroke=\"#22262b\" stroke-width=\"2\"/>\n",
                px(&p, i + 0.1), py(&p, 100 * w.value), px(&p, i + 0.9) - px(&p, i + 0.1),
                py(&p, 0) - py(&p, 100 * w.value), colour(s, 0), s->bin[i], middle, middle,
                py(&p, 100 * w.low), py(&p, 100 * w.high));
    }
    plot_end(&p);
    fprintf(out, "<p class=\"note\">Points of ");
    study_escape(out, s->match->book->side_name[0]);
    fprintf(out,
            " by how lucky it was in the fight, in standard deviations: its dice of fire, "
            "melee, morale and fate, each against what was good for it (a high die is not "
            "always a good one), less those of the other side. Correlation with the points: "
            "%+.2f; of the dice for moving, commanding and being first: %+.2f. Mean luck of "
            "the two sides in the fight %+.3f and %+.3f.</p></section>\n",
            study_luck_correlation(s, STUDY_FIGHT), study_luck_correlation(s, STUDY_MARCH),
            s->luck[STUDY_FIGHT][0] / n, s->luck[STUDY_FIGHT][1] / n);
}

/* --- The page --- */

static void verdict(FILE *out, const struct study_sum *s)
{
    enum study_balance b = study_balance_of(s);
    struct study_interval i = study_side_share(s);

    fprintf(out, "<p class=\"verdict\">");
    if (b == STUDY_EVEN) {
        fprintf(out, "No bias between the sides is found: ");
        study_escape(out, s->match->book->side_name[0]);
        fprintf(out, " takes %.1f%% of the points (%.1f%% to %.1f%%).", 100 * i.value,
                100 * i.low, 100 * i.high);
    } else {
        fprintf(out, "The scenario favours ");
        study_escape(out, s->match->book->side_name[b == STUDY_FAVOURS_0 ? 0 : 1]);
        fprintf(out, " between these players: ");
        study_escape(out, s->match->book->side_name[0]);
        fprintf(out, " takes %.1f%% of the points (%.1f%% to %.1f%%).", 100 * i.value,
                100 * i.low, 100 * i.high);
    }
    fprintf(out, "</p>\n");
}

static void draw_wins(FILE *out, const struct study_sum *s)
{
    double n = (double)s->battles;
    struct study_interval a = study_player_share(s);

    fprintf(out, "<section class=\"wide\"><h2>Who wins</h2>\n");
    for (int side = 0; side < TC_SIDES; side++)
        study_bar(out, s->match->book->side_name[side], study_wilson(s->won[side], n),
                  colour(s, side));
    study_bar(out, "drawn", study_wilson(s->drawn, n), "#b8b2a3");
    if (strcmp(s->match->spec[0].name, s->match->spec[1].name) != 0) {
        char label[PLR_NAME + 16];
        snprintf(label, sizeof label, "%.60s's points", s->match->spec[0].name);
        study_bar(out, label, a, "#8a7a4a");
    }
    fprintf(out,
            "<p class=\"note\">Dark lines: Wilson intervals at 95%%. Each pair of battles has "
            "the same dice; the players change sides.</p></section>\n");
}

void study_write_html(FILE *out, const struct study_sum *s)
{
    const struct study_match *m = s->match;
    char title[256];

    snprintf(title, sizeof title, "%.160s: a study", m->book->title);
    study_page_begin(out, title);
    fprintf(out, "<h1>");
    study_escape(out, m->book->title);
    fprintf(out, "</h1><p class=\"sub\">%s &middot; %llu battles &middot; ", m->book->id,
            (unsigned long long)s->battles);
    study_escape(out, m->spec[0].name);
    fprintf(out, " against ");
    study_escape(out, m->spec[1].name);
    fprintf(out, " &middot; seed %llu &middot; book %016llx</p>\n", (unsigned long long)m->seed,
            (unsigned long long)m->book->hash);
    if (s->battles == 0) {
        fprintf(out, "<p>No battle has been played.</p>\n");
        study_page_end(out);
        return;
    }
    verdict(out, s);
    fprintf(out, "<div class=\"grid\">\n");
    draw_wins(out, s);
    draw_endings(out, s);
    draw_length(out, s);
    draw_score(out, s);
    draw_luck(out, s);
    draw_arms(out, s);
    draw_commands(out, s);
    for (int o = 0; o < s->objectives; o++)
        draw_objective(out, s, o);
    fprintf(out, "</div>\n");
    study_page_end(out);
}
