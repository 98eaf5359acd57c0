/* cli/screen.c - `tricorne play` on the whole screen: keys, and what they do.
 *
 * Every function of the lines is here: what a key does is a line given to play_line, and what
 * that writes is shown in one line or on a page.
 */
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/screen.h"

enum { CTRL_L = 12, CTRL_U = 21 };

/* --- What is written goes into memory ------------------------------------------------- */

struct capture {
    char *text;
    size_t n;
    FILE *before;
};

static void capture_begin(struct screen *s, struct capture *c)
{
    memset(c, 0, sizeof(*c));
    c->before = s->p->out;
    s->p->out = open_memstream(&c->text, &c->n);
    if (!s->p->out)
        abort();
}

/* The text is the caller's to free. */
static char *capture_end(struct screen *s, struct capture *c)
{
    fclose(s->p->out);
    s->p->out = c->before;
    return c->text;
}

/* One line is a message, more are a page. */
static void show(struct screen *s, char *text)
{
    char *end = strchr(text, '\n');

    free(s->page);
    s->page = NULL;
    s->page_top = 0;
    if (!end || !end[1]) {
        const char *from = text + strspn(text, " ");
        snprintf(s->message, sizeof(s->message), "%.*s", (int)strcspn(from, "\n"), from);
        if ((int)strlen(s->message) < s->columns) {
            free(text);
            return;
        }
    }
    s->message[0] = 0;
    s->page = text;
}

static void add_news(struct screen *s)
{
    struct capture c;

    capture_begin(s, &c);
    play_news(s->p);
    if (play_staff_news(s->p))
        s->message[0] = 0; /* that it sees to it */
    if (ses_status(s->p->s) == TC_WAITS_ANSWER && s->listed != ses_number(s->p->s))
        play_summary(s->p, 3);
    char *text = capture_end(s, &c);
    if (s->news_n + c.n + 1 > s->news_room) {
        s->news_room = 2 * (s->news_n + c.n + 1);
        s->news = realloc(s->news, s->news_room);
        if (!s->news)
            abort();
    }
    memcpy(s->news + s->news_n, text, c.n + 1);
    s->news_n += c.n;
    free(text);
}

/* --- The list of answers ------------------------------------------------------------------ */

static bool passes(const struct screen *s, int i)
{
    const struct tc_book *bk = s->p->s->book;
    char act[SCREEN_LINE], say[SCREEN_LINE];
    struct tc_text ta = tc_text_on(act, sizeof(act)), ts = tc_text_on(say, sizeof(say));

    if (!s->filter[0])
        return true;
    tc_print_act(bk->rules, bk, &s->p->answers->act[i], &ta);
    tc_say_answer(bk->rules, bk, ses_manner(s->p->s), &s->p->answers->act[i], &ts);
    return strstr(act, s->filter) || strstr(say, s->filter);
}

static void list_answers(struct screen *s)
{
    s->n = s->pick = s->top = 0;
    for (int i = 0; i < s->p->answers->n; i++)
        if (passes(s, i))
            s->list[s->n++] = i;
}

static void see_question(struct screen *s)
{
    if (ses_status(s->p->s) != TC_WAITS_ANSWER) {
        s->p->answers->n = 0;
    } else if (s->listed != ses_number(s->p->s)) {
        ses_list_answers(s->p->s, s->p->answers);
        s->filter[0] = 0;
    } else {
        return;
    }
    s->listed = ses_number(s->p->s);
    list_answers(s);
}

static void move_pick(struct screen *s, int by)
{
    int rows = screen_list_rows(s);

    s->pick += by;
    if (s->pick >= s->n)
        s->pick = s->n - 1;
    if (s->pick < 0)
        s->pick = 0;
    if (s->pick < s->top)
        s->top = s->pick;
    if (s->pick >= s->top + rows)
        s->top = s->pick - rows + 1;
}

/* --- Typing
 * ----------------------------------------------------------------------------------- */

/* A line typed at the foot of the screen; false if it was left with Escape or is empty. */
static bool type_line(struct screen *s, const char *prompt, char *line, int room)
{
    int n = 0;

    line[0] = 0;
    for (;;) {
        move(s->rows - 2, 0);
        clrtoeol();
        mvprintw(s->rows - 2, 0, "%s%s", prompt, line);
        refresh();
        int key = getch();
        if (key == 27 || key == ERR)
            return false;
        if (key == '\n' || key == '\r' || key == KEY_ENTER)
            return n > 0;
        if (key == KEY_BACKSPACE || key == 127 || key == 8) {
            while (n > 0 && ((unsigned char)line[--n] & 0xC0) == 0x80)
                ;
        } else if (key == CTRL_U) {
            n = 0;
        } else if (key >= ' ' && key < 256 && n < room - 1) {
            line[n++] = (char)key;
        }
        line[n] = 0;
    }
}

static void say_line(struct screen *s, char *line)
{
    struct capture c;

    capture_begin(s, &c);
    if (ses_status(s->p->s) == TC_WAITS_DICE && strchr("0123456789 ", line[0]))
        play_faces(s->p, line);
    else
        play_line(s->p, line);
    show(s, capture_end(s, &c));
}

static void say_words(struct screen *s, const char *words)
{
    char line[SCREEN_LINE];

    snprintf(line, sizeof(line), "%s", words);
    say_line(s, line);
}

/* A word about the chosen answer: "odds 3". */
static void say_of_pick(struct screen *s, const char *word)
{
    char line[SCREEN_LINE];

    if (s->n == 0)
        return;
    snprintf(line, sizeof(line), "%s%d", word, s->list[s->pick] + 1);
    say_line(s, line);
}

static void ask_line(struct screen *s, const char *prompt, const char *word)
{
    char line[SCREEN_LINE], whole[SCREEN_LINE + 16];

    if (!type_line(s, prompt, line, sizeof(line)))
        return;
    snprintf(whole, sizeof(whole), "%s%s", word, line);
    say_line(s, whole);
}

static void help(struct screen *s)
{
    struct capture c;

    capture_begin(s, &c);
    fprintf(
        s->p->out,
        SAY("Keys\n"
            "  up, down, page up, page down   choose an answer; its unit is marked on the "
            "table\n"
            "  Enter      give it\n"
            "  /          list only answers with a word; / and Enter lists all again\n"
            "  :          type an answer or a word of the list below; faces of real dice\n"
            "  o          odds of the chosen answer\n"
            "  w          why the computer answered as it did\n"
            "  s          what a computer would answer for you\n"
            "  u          take your last answer back\n"
            "  p, l, a    panels; log; the table in sentences\n"
            "  r          the text of a rule\n"
            "  + - 0      look closer, look from farther off, all of the table\n"
            "  h j k l    left, down, up, right when looking closer (l is the log otherwise)\n"
            "  Ctrl-L     draw the screen anew\n"
            "  q          leave; the battle is kept\n\n"
            "Words to type after :\n"));
    play_help(s->p);
    show(s, capture_end(s, &c));
}

/* --- Keys
 * ------------------------------------------------------------------------------------------ */

static void find(struct screen *s)
{
    char line[sizeof(s->filter)];

    snprintf(s->filter, sizeof(s->filter), "%s",
             type_line(s, SAY("find: "), line, sizeof(line)) ? line : "");
    list_answers(s);
    if (s->n == 0) {
        snprintf(s->message, sizeof(s->message), SAY("No answer has \"%.60s\"."), s->filter);
        s->filter[0] = 0;
        list_answers(s);
    }
}

static void zoom(struct screen *s, int to)
{
    s->zoom = to < 1 ? 1 : to > 8 ? 8 : to;
}

/* Keys that move the view; true if it was one. */
static bool view_key(struct screen *s, int key)
{
    if (key == '+' || key == '=')
        zoom(s, s->zoom + 1);
    else if (key == '-')
        zoom(s, s->zoom - 1);
    else if (key == '0')
        zoom(s, 1);
    else if (s->zoom > 1 && (key == 'h' || key == KEY_LEFT))
        s->at_x -= 10;
    else if (s->zoom > 1 && (key == 'l' || key == KEY_RIGHT))
        s->at_x += 10;
    else if (s->zoom > 1 && key == 'k')
        s->at_y -= 10;
    else if (s->zoom > 1 && key == 'j')
        s->at_y += 10;
    else
        return false;
    return true;
}

static bool list_key(struct screen *s, int key)
{
    switch (key) {
    case KEY_UP: move_pick(s, -1); break;
    case KEY_DOWN: move_pick(s, 1); break;
    case KEY_PPAGE: move_pick(s, -screen_list_rows(s)); break;
    case KEY_NPAGE: move_pick(s, screen_list_rows(s)); break;
    case KEY_HOME: move_pick(s, -TC_OFFERS); break;
    case KEY_END: move_pick(s, TC_OFFERS); break;
    case '\n':
    case '\r':
    case KEY_ENTER: say_of_pick(s, ""); break;
    case '/': find(s); break;
    default: return false;
    }
    return true;
}

static void word_key(struct screen *s, int key)
{
    switch (key) {
    case ':': ask_line(s, ": ", ""); break;
    case 'o': say_of_pick(s, "odds "); break;
    case 'w': say_words(s, "why"); break;
    case 's': say_words(s, "suggest"); break;
    case 'u': say_words(s, "undo"); break;
    case 'p': say_words(s, "panels"); break;
    case 'l': say_words(s, "log 200"); break;
    case 'a': say_words(s, "aloud"); break;
    case 'r': ask_line(s, SAY("rule: "), "rule "); break;
    case '?':
    case KEY_F(1): help(s); break;
    case 'q': s->p->quit = true; break;
    default: break;
    }
}

/* Keys on a page: turn it or put it away. */
static void page_key(struct screen *s, int key)
{
    int rows = s->rows - 3, lines = 0;

    for (const char *c = s->page; *c; c++)
        lines += *c == '\n';
    if (key == KEY_DOWN || key == KEY_UP)
        s->page_top += key == KEY_DOWN ? 1 : -1;
    else if ((key == ' ' || key == KEY_NPAGE) && s->page_top + rows < lines)
        s->page_top += rows;
    else if (key == KEY_PPAGE)
        s->page_top -= rows;
    else {
        free(s->page);
        s->page = NULL;
    }
    if (s->page_top > lines - rows)
        s->page_top = lines - rows;
    if (s->page_top < 0)
        s->page_top = 0;
}

/* --- The loop
 * ----------------------------------------------------------------------------------------- */

/* A key; until it is pressed computers that take their time think. */
static int waited_key(struct play *p)
{
    timeout(0);
    int key = getch();
    timeout(-1);
    if (key != ERR)
        return key;
    play_wait(p);
    return getch();
}

static int loop(struct screen *s)
{
    struct play *p = s->p;
    struct tc_why why;

    while (!p->quit) {
        if (p->s->failed != TC_OK) {
            endwin();
            return play_lost_record(p);
        }
        if (ses_status(p->s) == TC_WAITS_ANSWER && !p->mine[p->s->g.u.open.side]) {
            snprintf(s->message, sizeof(s->message), SAY("The other side considers ..."));
            screen_draw(s);
            s->message[0] = 0;
        }
        if (ses_play(p->s, 0, &why) != TC_OK) {
            endwin();
            return cli_fail(&why);
        }
        if (play_by_orders(p))
            continue;
        add_news(s);
        see_question(s);
        screen_draw(s);
        int key = waited_key(p);
        if (key == ERR)
            p->quit = true; /* the terminal is gone */
        else if (key == CTRL_L || key == KEY_RESIZE)
            clearok(stdscr, true);
        else if (s->page)
            page_key(s, key);
        else if (!view_key(s, key) && !list_key(s, key))
            word_key(s, key);
    }
    return CLI_OK;
}

/* Can this terminal do it? It must be one, have a size and a description. */
static bool able(void)
{
    const char *term = getenv("TERM");
    struct winsize w;

    return isatty(0) && isatty(1) && term && *term && strlen(term) < 64 &&
           strcmp(term, "dumb") != 0 && ioctl(1, TIOCGWINSZ, &w) == 0 &&
           w.ws_row >= SCREEN_ROWS_MIN && w.ws_col >= SCREEN_COLUMNS_MIN && w.ws_row <= 500 &&
           w.ws_col <= 1000;
}

static void leave(struct play *p)
{
    if (ses_status(p->s) == TC_IS_OVER)
        play_end(p);
    else
        printf(SAY("The battle is kept in %s; go on with: tricorne play %s\n"), p->record,
               p->record);
}

bool screen_play(struct play *p, int *code)
{
    struct screen s = { .p = p, .listed = UINT32_MAX, .zoom = 1, .at_x = 50, .at_y = 50 };

    if (!able() || !screen_known_terminal())
        return false;
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    s.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    SCREEN *term = newterm(NULL, stdout, stdin);
    if (!term)
        return false;
    cbreak();
    noecho();
    keypad(stdscr, true);
    set_escdelay(50);
    curs_set(0);
    snprintf(s.message, sizeof(s.message),
             SAY("Choose with the arrows, Enter gives; ? is help."));
    *code = loop(&s);
    if (!isendwin())
        endwin();
    delscreen(term);
    if (*code == CLI_OK)
        leave(p);
    free(s.news);
    free(s.page);
    return true;
}
