/* cli/screen_draw.c - the panes of the screen: table, news, question, answers. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "cli/screen.h"
#include "draw/textmap.h"

enum { QUESTION_ROWS = 5, PAIRS = 8 };

static int list_columns(const struct screen *s)
{
    int n = s->columns * 2 / 5;

    return n < 30 ? 30 : n > 72 ? 72 : n;
}

static int map_rows(const struct screen *s)
{
    return (s->rows - 3) * 2 / 3;
}

int screen_list_rows(const struct screen *s)
{
    return s->rows - 3 - QUESTION_ROWS;
}

/* Bytes of at most `columns` characters. */
static int fit(const char *text, int columns)
{
    int n = 0;

    while (text[n] && text[n] != '\n') {
        if (((unsigned char)text[n] & 0xC0) != 0x80 && columns-- == 0)
            break;
        n++;
    }
    return n;
}

static void put(int y, int x, const char *text, int columns)
{
    mvaddnstr(y, x, text, fit(text, columns));
}

/* --- The table ----------------------------------------------------------------------- */

/* "\033[1;31m": the numbers of one colour code of the picture. */
static const char *colour(const char *s)
{
    attr_t attr = 0;
    short pair = 0;

    s += 2;
    while (*s && *s != 'm') {
        int n = (int)strtol(s, (char **)&s, 10);
        if (n == 1)
            attr |= A_BOLD;
        else if (n == 7)
            attr |= A_REVERSE;
        else if (n >= 30 && n < 38)
            pair = (short)(n - 30);
        if (*s == ';')
            s++;
    }
    attr_set(attr, has_colors() ? pair : 0, NULL);
    return *s ? s + 1 : s;
}

static const char *picture_line(const char *s, int y, int columns)
{
    move(y, 0);
    while (*s && *s != '\n') {
        if (s[0] == '\033' && s[1] == '[') {
            s = colour(s);
            continue;
        }
        int n = 1;
        while (((unsigned char)s[n] & 0xC0) == 0x80)
            n++;
        if (columns-- > 0)
            addnstr(s, n);
        s += n;
    }
    attr_set(0, 0, NULL);
    return *s ? s + 1 : s;
}

/* The piece that the chosen answer is about. */
static int chosen_piece(const struct screen *s)
{
    const struct play *p = s->p;
    const struct tc_book *bk = p->s->book;

    if (s->n == 0)
        return TC_NONE;
    const struct tc_act *a = &p->answers->act[s->list[s->pick]];
    const struct tc_decl *d = &bk->rules->verbs[a->verb];
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        char name[64];
        struct tc_text t = tc_text_on(name, sizeof(name));
        if (d->param[i].kind != TC_K_NAME)
            continue;
        tc_print_value(bk->rules, bk, &d->param[i], &a->arg[tc_decl_place(d, i)], &t);
        for (int k = 0; k < p->scene->pieces; k++)
            if (strcmp(p->scene->piece[k].key, name) == 0)
                return p->scene->piece[k].id;
    }
    return TC_NONE;
}

void screen_set_view(struct screen *s)
{
    struct play *p = s->p;

    ses_scene(p->s, play_viewer(p), p->scene);
    memset(p->view, 0, sizeof(p->view));
    if (s->zoom <= 1)
        return;
    int32_t w = p->scene->width / s->zoom, h = p->scene->height / s->zoom;
    if (w < 1 || h < 1)
        return;
    s->at_x = s->at_x < 0 ? 0 : s->at_x > 100 ? 100 : s->at_x;
    s->at_y = s->at_y < 0 ? 0 : s->at_y > 100 ? 100 : s->at_y;
    p->view[0] = (int32_t)((int64_t)(p->scene->width - w) * s->at_x / 100);
    p->view[1] = (int32_t)((int64_t)(p->scene->height - h) * s->at_y / 100);
    p->view[2] = w;
    p->view[3] = h;
}

static void draw_table(struct screen *s, int rows, int columns)
{
    struct play *p = s->p;
    struct draw_text_options o = draw_text_defaults();
    struct tc_text t = tc_text_on(p->buf, DRAW_TEXT_ROOM);

    screen_set_view(s);
    o.columns = columns;
    o.rows = rows;
    o.utf8 = s->utf8;
    o.colour = has_colors() && cli_colour();
    o.legend = o.units = false;
    o.highlight = chosen_piece(s);
    o.x = p->view[0];
    o.y = p->view[1];
    o.w = p->view[2];
    o.h = p->view[3];
    draw_text_map(p->scene, &o, &t);
    const char *line = p->buf;
    for (int y = 0; y < rows && *line; y++)
        line = picture_line(line, 1 + y, columns);
}

/* --- Texts ------------------------------------------------------------------------------ */

/* Print a text in lines of so many columns, broken at blanks; gives the rows used. */
static int wrap(const char *text, int y, int x, int rows, int columns)
{
    int used = 0;

    while (*text && used < rows) {
        int n = fit(text, columns);
        if (text[n] && text[n] != '\n') {
            int back = n;
            while (back > 0 && text[back] != ' ')
                back--;
            n = back > 0 ? back : n;
        }
        mvaddnstr(y + used++, x, text, n);
        text += n;
        while (*text == ' ' || *text == '\n')
            text++;
    }
    return used;
}

/* The last lines of the news. */
static void draw_news(const struct screen *s, int y, int rows, int columns)
{
    const char *at = s->news;
    int lines = 0;

    if (!s->news) /* the other side begins, and nothing has been told yet */
        return;
    at += s->news_n;
    while (at > s->news && lines <= rows) {
        at--;
        if (*at == '\n')
            lines++;
    }
    if (lines > rows)
        at++;
    for (; *at && rows > 0; rows--) {
        put(y++, 0, at, columns);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
}

static void draw_question(const struct screen *s, int x, int columns)
{
    const struct play *p = s->p;
    const struct tc_book *bk = p->s->book;
    const struct tc_query *q = &p->s->g.u.open;
    char text[SCREEN_LINE];
    struct tc_text t = tc_text_on(text, sizeof(text));

    if (ses_status(p->s) == TC_WAITS_DICE) {
        const struct tc_umpire *u = &p->s->g.u;
        snprintf(text, sizeof(text), SAY("Roll %d x %s [%s]; press : and type what they show."),
                 u->open_dice, tc_die_kind[u->open_die].name, u->open_rule);
    } else if (ses_status(p->s) == TC_WAITS_ANSWER) {
        tc_say_side(bk->rules, bk, q->side, &t);
        tc_text_str(&t, ": ");
        tc_print_text(bk->rules, bk, &bk->rules->questions[q->question].decl, q->arg, &t);
        tc_text_str(&t, " [");
        tc_text_str(&t, q->rule);
        tc_text_str(&t, "]");
    } else {
        snprintf(text, sizeof(text), SAY("The battle is over. q leaves."));
    }
    attron(A_BOLD);
    wrap(text, 1, x, QUESTION_ROWS - 1, columns);
    attroff(A_BOLD);
}

static void draw_answers(struct screen *s, int x, int columns)
{
    const struct play *p = s->p;
    int rows = screen_list_rows(s);

    mvprintw(QUESTION_ROWS, x, SAY("%d answers%s%.40s"), s->n,
             s->filter[0] ? SAY(" with ") : "", s->filter);
    for (int i = 0; i < rows && s->top + i < s->n; i++) {
        char text[SCREEN_LINE];
        struct tc_text t = tc_text_on(text, sizeof(text));
        int k = s->top + i;
        tc_say_offer(p->s->book->rules, p->s->book, ses_manner(p->s), p->answers->act,
                     p->answers->n, s->list[k], &t);
        if (k == s->pick)
            attron(A_REVERSE);
        mvprintw(QUESTION_ROWS + 1 + i, x, "%3d ", s->list[k] + 1);
        put(QUESTION_ROWS + 1 + i, x + 4, text, columns - 4);
        attroff(A_REVERSE);
    }
}

static void draw_page(const struct screen *s)
{
    const char *at = s->page;
    int row = 0;

    for (int skip = s->page_top; skip > 0 && *at; skip--) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    for (; *at && row < s->rows - 3; row++) {
        put(1 + row, 1, at, s->columns - 2);
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    put(s->rows - 2, 0,
        *at ? SAY("-- more: space or arrows; any other key goes back --")
            : SAY("-- end: any key goes back --"),
        s->columns);
}

static void draw_head(const struct screen *s)
{
    const struct play *p = s->p;

    attron(A_REVERSE);
    mvhline(0, 0, ' ', s->columns);
    put(0, 1, p->scene->title, s->columns - 2);
    int x = (int)strlen(p->scene->title) + 4;
    if (x < s->columns)
        put(0, x, p->scene->status, s->columns - x);
    attroff(A_REVERSE);
}

void screen_draw(struct screen *s)
{
    static bool ready;

    if (!ready && has_colors()) {
        start_color();
        use_default_colors();
        for (int i = 1; i < PAIRS; i++)
            init_pair((short)i, (short)i, -1);
    }
    ready = true;
    getmaxyx(stdscr, s->rows, s->columns);
    erase();
    ses_scene(s->p->s, play_viewer(s->p), s->p->scene);
    draw_head(s);
    if (s->page) {
        draw_page(s);
    } else if (s->rows >= SCREEN_ROWS_MIN && s->columns >= SCREEN_COLUMNS_MIN) {
        int right = list_columns(s), left = s->columns - right - 1, rows = map_rows(s);
        draw_table(s, rows, left);
        draw_news(s, 1 + rows, s->rows - 3 - rows, left);
        mvvline(1, left, 0, s->rows - 3);
        draw_question(s, left + 1, right);
        draw_answers(s, left + 1, right);
        put(s->rows - 2, 0, s->message, s->columns);
    } else {
        put(1, 0, SAY("The window is too small; make it larger, or press q."), s->columns);
    }
    put(s->rows - 1, 0,
        SAY("arrows Enter  / find  : type  o odds  w why  s suggest  u undo  p panels  l log  "
            "r "
            "rule"
            "  +- hjkl zoom  ? help  q quit"),
        s->columns - 1);
    refresh();
}
