/* draw/textmap.c - a scene for the terminal: the picture and its legend. */
#include "draw/textmap.h"

#include <stdlib.h>
#include <string.h>

#include "draw/ink.h"
#include "draw/plan.h"
#include "draw/speak.h"
#include "draw/textgrid.h"

struct draw_text_options draw_text_defaults(void)
{
    return (struct draw_text_options){
        .columns = 78, .rows = 24, .legend = true, .units = true, .highlight = TC_NONE
    };
}

/* --- Cells to characters ----------------------------------------------------------------- */

static const char *ground_sign(enum draw_kind kind, bool utf8, char ascii[2])
{
    if (utf8) {
        switch (kind) {
        case DRAW_HILL: return "∩";
        case DRAW_WOOD: return "♣";
        case DRAW_VILLAGE: return "⌂";
        case DRAW_STREAM: return "≈";
        case DRAW_ROAD: return "·";
        case DRAW_FIELD:
        case DRAW_ROUGH:
        case DRAW_MARSH:
        case DRAW_WATER:
        case DRAW_FORD:
        case DRAW_BRIDGE:
        case DRAW_OTHER:
        case DRAW_ORCHARD:
        case DRAW_DITCH:
        case DRAW_HEDGE:
        case DRAW_WALL:
        case DRAW_ABATIS:
        case DRAW_WORKS:
        case DRAW_CLIFF:
        case DRAW_KINDS: break;
        }
    }
    ascii[0] = draw_kind_letter(kind);
    ascii[1] = '\0';
    return ascii;
}

static const char *ground_colour(enum draw_kind kind)
{
    switch (kind) {
    case DRAW_WOOD:
    case DRAW_ORCHARD:
    case DRAW_HEDGE: return "\033[32m";
    case DRAW_WATER:
    case DRAW_STREAM:
    case DRAW_MARSH:
    case DRAW_FORD: return "\033[34m";
    case DRAW_VILLAGE:
    case DRAW_WALL:
    case DRAW_WORKS:
    case DRAW_ABATIS: return "\033[35m";
    case DRAW_HILL:
    case DRAW_FIELD:
    case DRAW_ROUGH:
    case DRAW_ROAD:
    case DRAW_BRIDGE:
    case DRAW_OTHER:
    case DRAW_DITCH:
    case DRAW_CLIFF:
    case DRAW_KINDS: return "\033[33m";
    }
    return "";
}

static const char *side_colour(int side)
{
    return side == 0 ? "\033[1;31m" : side == 1 ? "\033[1;36m" : "\033[1m";
}

static const char *body_sign(int side, bool utf8)
{
    if (utf8)
        return side == 0 ? "▓" : "░";
    return side == 0 ? "+" : "-";
}

static void write_cell(const struct draw_grid *g, const struct draw_cell *c,
                       struct tc_text *out)
{
    char ascii[2];
    bool plain = !c->mark[0] && c->body == TC_NONE && c->ground == 0;
    const char *colour = "", *sign = " ";
    if (c->mark[0]) {
        sign = c->mark;
        colour = side_colour(c->mark_side);
    } else if (c->body != TC_NONE) {
        sign = c->lit && !g->o.colour ? "*" : body_sign(c->body, g->o.utf8);
        colour = side_colour(c->body);
    } else if (c->ground) {
        sign = ground_sign((enum draw_kind)(c->ground - 1), g->o.utf8, ascii);
        colour = ground_colour((enum draw_kind)(c->ground - 1));
    } else if (c->dot) {
        sign = ".";
    }
    if (!g->o.colour || plain) {
        tc_text_str(out, sign);
        return;
    }
    tc_text_str(out, colour);
    if (c->lit)
        tc_text_str(out, "\033[7m");
    tc_text_str(out, sign);
    tc_text_str(out, "\033[0m");
}

/* --- Frame --- */

static void blanks(struct tc_text *out, int n)
{
    for (int i = 0; i < n; i++)
        tc_text_char(out, ' ');
}

static void edge(const struct draw_grid *g, bool top, struct tc_text *out)
{
    blanks(out, DRAW_TEXT_LABEL);
    tc_text_str(out, !g->o.utf8 ? "+" : top ? "┌" : "└");
    for (int i = 0; i < g->columns; i++)
        tc_text_str(out, g->o.utf8 ? "─" : "-");
    tc_text_str(out, !g->o.utf8 ? "+" : top ? "┐" : "┘");
    tc_text_char(out, '\n');
}

/* Inches of the row, or its number, right-aligned; only where there is something to say. */
static void row_label(const struct draw_grid *g, int row, struct tc_text *out)
{
    char buf[24];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    if (g->s->board == TC_BOARD_HEX) {
        if (row % g->down == 0 && row / g->down < g->h)
            tc_text_int(&t, g->y + row / g->down + g->s->hex.first);
    } else {
        int64_t low = g->y + (int64_t)(g->rows - 1 - row) * 2 * g->unit,
                high = low + 2 * g->unit;
        int64_t mark = tc_div_up(low, 6000) * 6000;
        if (mark < high && mark <= g->s->height)
            tc_text_length(&t, (int32_t)mark);
    }
    blanks(out, DRAW_TEXT_LABEL - 1 - (int)(t.len < 3 ? t.len : 3));
    tc_text_bytes(out, buf, t.len < 3 ? t.len : 3);
    tc_text_char(out, ' ');
}

/* Figures under the lower edge, as many as do not touch. */
static void foot(const struct draw_grid *g, struct tc_text *out)
{
    bool hex = g->s->board == TC_BOARD_HEX;
    int at = 0;
    int64_t step = hex ? 1 : 6000;
    int64_t from = hex ? g->x : tc_div_up(g->x, 6000) * 6000, to = (int64_t)g->x + g->w;
    blanks(out, DRAW_TEXT_LABEL + 1);
    for (int64_t v = from; v < to + (hex ? 0 : 1); v += step) {
        char buf[24];
        struct tc_text t = tc_text_on(buf, sizeof buf);
        int column = (int)(hex ? (v - g->x) * g->across : (v - g->x) / g->unit);
        if (hex)
            tc_text_int(&t, v + g->s->hex.first);
        else
            tc_text_length(&t, (int32_t)v);
        if (column < at || column + (int)t.len > g->columns)
            continue;
        blanks(out, column - at);
        tc_text_str(out, buf);
        at = column + (int)t.len + 1;
        tc_text_char(out, ' ');
    }
    tc_text_char(out, '\n');
}

static void title(const struct draw_grid *g, struct tc_text *out)
{
    char buf[700];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    int columns = g->o.columns < DRAW_TEXT_COLUMNS_MIN   ? DRAW_TEXT_COLUMNS_MIN
                  : g->o.columns > DRAW_TEXT_COLUMNS_MAX ? DRAW_TEXT_COLUMNS_MAX
                                                         : g->o.columns;
    draw_speak_text(&t, g->s->title, 100);
    if (g->s->title[0] && g->s->status[0])
        tc_text_str(&t, ": ");
    draw_speak_text(&t, g->s->status, 200);
    draw_pad(out, buf, columns, g->o.utf8);
    while (out->len && out->buf[out->len - 1] == ' ')
        out->buf[--out->len] = '\0';
    tc_text_char(out, '\n');
}

/* --- Legend --- */

/* Words one after the other, broken before they pass the last column. */
struct words {
    struct tc_text *out;
    int at, columns;
};

static void say(struct words *w, const char *text)
{
    int n = 0;
    for (const char *c = text; *c; c++)
        n += ((unsigned char)*c & 0xc0) != 0x80;
    if (w->at > 0 && w->at + 2 + n > w->columns) {
        tc_text_char(w->out, '\n');
        w->at = 0;
    }
    if (w->at > 0) {
        tc_text_str(w->out, "  ");
        w->at += 2;
    }
    tc_text_str(w->out, text);
    w->at += n;
}

static void side_words(const struct draw_grid *g, struct words *w)
{
    for (int side = 0; side < TC_SIDES; side++) {
        char buf[200], name[160];
        struct tc_text t = tc_text_on(buf, sizeof buf), n = tc_text_on(name, sizeof name);
        draw_pad(&n, tc_word(draw_side_name(g->s, side)), 24, g->o.utf8);
        while (n.len && name[n.len - 1] == ' ')
            name[--n.len] = '\0';
        if (g->s->board == TC_BOARD_PLANE) {
            tc_text_str(&t, body_sign(side, g->o.utf8));
            tc_text_char(&t, ' ');
        }
        tc_text_str(&t, side == 0 ? tc_word("CAPITALS ") : tc_word("small letters "));
        tc_text_str(&t, name);
        say(w, buf);
    }
}

static void legend(const struct draw_grid *g, struct tc_text *out)
{
    struct words w = { out, 0, g->o.columns };
    bool seen[DRAW_KINDS] = { false };
    side_words(g, &w);
    for (int i = 0; i < g->s->grounds; i++) {
        enum draw_kind kind = draw_kind_of(g->s->ground[i].kind);
        char buf[80], ascii[2];
        struct tc_text t = tc_text_on(buf, sizeof buf);
        if (kind == DRAW_KINDS || seen[kind] || g->s->ground[i].form == TC_GROUND_SIDES)
            continue;
        seen[kind] = true;
        tc_text_str(&t, ground_sign(kind, g->o.utf8, ascii));
        tc_text_char(&t, ' ');
        tc_text_str(&t, tc_word(draw_kind_word(kind)));
        say(&w, buf);
    }
    if (g->s->board == TC_BOARD_HEX)
        say(&w, tc_word("+ more in the hex"));
    if (g->s->board == TC_BOARD_HEX && g->s->hex.flat_top && g->down == 1)
        say(&w, (g->s->hex.first & 1) == g->s->hex.odd_place
                    ? tc_word("even columns lie half a hex lower")
                    : tc_word("odd columns lie half a hex lower"));
    tc_text_char(out, '\n');
}

void draw_text_map(const struct tc_scene *s, const struct draw_text_options *opt,
                   struct tc_text *out)
{
    struct draw_text_options o = opt ? *opt : draw_text_defaults();
    struct draw_grid *g;
    if (s->width < 1 || s->height < 1) {
        tc_text_str(out, tc_word("There is no table to show.\n"));
        return;
    }
    g = malloc(sizeof *g);
    if (!g) {
        tc_text_str(out, tc_word("There is not enough memory to show the table.\n"));
        return;
    }
    draw_grid_start(g, s, &o);
    draw_grid_grounds(g);
    draw_grid_troops(g);
    title(g, out);
    edge(g, true, out);
    for (int row = 0; row < g->rows; row++) {
        row_label(g, row, out);
        tc_text_str(out, o.utf8 ? "│" : "|");
        for (int column = 0; column < g->columns; column++)
            write_cell(g, &g->cell[row][column], out);
        tc_text_str(out, o.utf8 ? "│\n" : "|\n");
    }
    edge(g, false, out);
    foot(g, out);
    if (o.legend)
        legend(g, out);
    free(g);
    if (o.units)
        draw_text_units(s, &o, out);
}
