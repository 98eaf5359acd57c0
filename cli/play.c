/* cli/play.c - `tricorne play`: a battle in the terminal, kept answer by answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/book.h"
#include "cli/play.h"
#include "cli/position.h"
#include "draw/textmap.h"
#include "protocol/computer.h"
#include "protocol/record.h"

/* What the command line asks for. */
struct wishes {
    const char *what, *side, *against, *dice, *seed, *record;
    bool plain;
};

static int usage(const char *text, const char *got)
{
    fprintf(stderr, SAY("tricorne play: %s%s\n"), text, got);
    return CLI_USAGE;
}

static bool is_record(const char *path)
{
    size_t n = strlen(path);

    return n > 6 && strcmp(path + n - 6, ".jsonl") == 0;
}

/* --- Setting the table ---------------------------------------------------------------- */

/* The sides this terminal commands; false if there is no such side. */
static bool choose_sides(struct play *p, const struct tc_book *bk, const char *side,
                         bool person)
{
    p->mine[0] = p->mine[1] = person;
    if (person || (side && strcmp(side, "both") == 0)) {
        p->mine[0] = p->mine[1] = true;
        return true;
    }
    if (!side) {
        p->mine[0] = true;
        return true;
    }
    for (int i = 0; i < TC_SIDES; i++)
        if (strcmp(bk->side_name[i], side) == 0)
            return p->mine[i] = true;
    fprintf(stderr, SAY("tricorne play: --side is %s, %s or both, not \"%s\"\n"),
            bk->side_name[0], bk->side_name[1], side);
    return false;
}

static void seat_players(const struct play *p, const struct tc_book *bk, const char *against,
                         struct ses_options *o)
{
    o->seats = TC_SIDES;
    for (int i = 0; i < TC_SIDES; i++) {
        struct ses_seat *seat = &o->seat[i];
        snprintf(seat->name, sizeof seat->name, "%s", bk->side_name[i]);
        snprintf(seat->kind, sizeof seat->kind, "%s", p->mine[i] ? "person" : against);
        seat->side = (int8_t)i;
    }
}

/* Give the computer seats of a game their players. */
static enum tc_err wake_players(struct play *p, struct tc_why *why)
{
    for (int i = 0; i < p->s->seats; i++) {
        struct ses_seat *seat = &p->s->seat[i];
        if (strcmp(seat->kind, "person") == 0 || strcmp(seat->kind, "program") == 0) {
            p->mine[seat->side] = true;
            continue;
        }
        enum tc_err err = com_sit(p->s, i, why);
        if (err != TC_OK)
            return err;
    }
    return TC_OK;
}

static bool read_seed(const char *text, struct ses_options *o)
{
    size_t n = strlen(text);

    if (n == 32) {
        o->has_seed =
            tc_read_hex(text, 16, &o->seed[0]) && tc_read_hex(text + 16, 16, &o->seed[1]);
    } else if (n && n <= 16) {
        uint64_t v;
        o->has_seed = tc_read_hex(text, n, &v);
        struct tc_stream s = tc_stream_from(v);
        memcpy(o->seed, s.seed, sizeof o->seed);
    }
    return o->has_seed;
}

/* A free name here: first-battle-1.jsonl, -2 ... */
static bool free_name(const char *id, char *buf, size_t n)
{
    const char *slash = strrchr(id, '/');

    for (int i = 1; i < 10000; i++) {
        snprintf(buf, n, "%s-%d.jsonl", slash ? slash + 1 : id, i);
        if (access(buf, F_OK) != 0 && errno == ENOENT)
            return true;
    }
    return false;
}

static int new_game(struct play *p, const struct wishes *w, struct rec_file **file)
{
    static char name[256];
    struct ses_options o = { .typed_dice = w->dice && strcmp(w->dice, "typed") == 0 };
    struct tc_why why;

    if (w->dice && !o.typed_dice && strcmp(w->dice, "fair") != 0)
        return usage(SAY("--dice is fair or typed, not "), w->dice);
    const char *against = w->against ? w->against : "level-2";
    struct plr_spec spec;
    if (strcmp(against, "person") != 0 && plr_read(against, &spec, &why) != TC_OK)
        return cli_fail(&why);
    if (strlen(against) >= SES_KIND)
        return usage(SAY("--against is too long: "), against);
    if (w->seed && !read_seed(w->seed, &o))
        return usage(SAY("--seed is up to 32 hex digits, not "), w->seed);
    const struct tc_book *bk = cli_book(p->c, w->what);
    if (!choose_sides(p, bk, w->side, w->against && strcmp(w->against, "person") == 0)) {
        book_free(bk);
        return CLI_USAGE;
    }
    seat_players(p, bk, against, &o);
    p->record = w->record;
    if (!p->record && !free_name(bk->id, name, sizeof name)) {
        book_free(bk);
        return usage(SAY("no free name for the record here; give one with --record"), "");
    }
    if (!p->record)
        p->record = name;
    if (ses_new(bk, &o, &p->s, &why) != TC_OK) {
        book_free(bk);
        return cli_fail(&why);
    }
    if (rec_create(p->record, p->s, NULL, file, &why) == TC_OK)
        return CLI_OK;
    position_close(p->s);
    return cli_fail(&why);
}

static int old_game(struct play *p, const struct wishes *w, struct rec_file **file)
{
    struct rec_header header;
    struct rec_report report;
    struct tc_why why;

    p->record = w->what;
    if (rec_read_header(w->what, &header, &why) != TC_OK)
        return cli_fail(&why);
    const struct tc_book *bk = cli_book(p->c, header.scenario);
    if (rec_resume(w->what, bk, &p->s, file, &report, &why) != TC_OK) {
        book_free(bk);
        return cli_fail(&why);
    }
    printf(SAY("%s goes on after %u answers. %s\n"), bk->title, report.answers, report.note);
    p->shown = p->s->entries > 12 ? p->s->entries - 12 : 0;
    return CLI_OK;
}

/* --- The loop ------------------------------------------------------------------------------
 */

static bool read_line(char *line, size_t n)
{
    if (!fgets(line, (int)n, stdin))
        return false;
    size_t len = strlen(line);
    if (len && line[len - 1] != '\n') { /* a line that is too long is not half read */
        int ch;
        while ((ch = getchar()) != EOF && ch != '\n')
            ;
        snprintf(line, n, "?");
        printf(SAY("  That line is too long.\n"));
        return true;
    }
    while (len && strchr("\r\n \t", line[len - 1]))
        line[--len] = 0;
    return true;
}

void play_faces(struct play *p, char *line)
{
    int8_t face[TC_POOL];
    struct tc_why why;
    int got = 0;
    char *save = NULL;

    for (char *s = strtok_r(line, " ,", &save); s; s = strtok_r(NULL, " ,", &save)) {
        int64_t v;
        if (got == TC_POOL || !tc_read_int(s, strlen(s), &v) || v < 0 || v > 100) {
            fprintf(p->out, SAY("  Type the faces with blanks between them, as in: 3 5 1\n"));
            return;
        }
        face[got++] = (int8_t)v;
    }
    if (ses_dice(p->s, ses_number(p->s), face, got, &why) != TC_OK)
        fprintf(p->out, "  %s\n", why.text);
}

static void ask_dice(struct play *p, char *line, size_t n)
{
    const struct tc_umpire *u = &p->s->g.u;

    printf(SAY("\nRoll %d x %s [%s] and type what they show: "), u->open_dice,
           tc_die_kind[u->open_die].name, u->open_rule);
    fflush(stdout);
    if (!read_line(line, n) || strcmp(line, "quit") == 0)
        p->quit = true;
    else
        play_faces(p, line);
}

static void ask_person(struct play *p, uint32_t *asked, char *line, size_t n)
{
    if (*asked != ses_number(p->s)) {
        *asked = ses_number(p->s);
        play_summary(p, 3);
        play_question(p);
    }
    printf("> ");
    fflush(stdout);
    play_wait(p);
    if (!read_line(line, n))
        p->quit = true;
    else if (line[0])
        play_line(p, line);
}

void play_end(struct play *p)
{
    const struct tc_head *h = tc_game_state(&p->s->g);
    const struct tc_book *bk = p->s->book;
    char side[80] = "";
    struct tc_text t = tc_text_on(side, sizeof side);

    if (h->winner != TC_NONE)
        tc_say_side(bk->rules, bk, h->winner, &t);
    fprintf(p->out,
            h->winner == TC_NONE ? SAY("\nThe battle is over after turn %u: a draw%s (%s).\n")
                                 : SAY("\nThe battle is over after turn %u: won by %s (%s).\n"),
            h->turn, side, SAY(bk->rules->endings[h->ending]));
    play_panels(p);
}

/* The game has stopped because its record cannot follow. */
int play_lost_record(const struct play *p)
{
    struct tc_why why;

    tc_fail(&why, p->s->failed, "{0}",
            SAY("The record cannot be written any more; it holds the battle up to the answer "
                "before. "
                "Make room and go on with: tricorne play {0}"),
            p->record);
    return cli_fail(&why);
}

static int loop(struct play *p)
{
    char line[2048];
    uint32_t asked = UINT32_MAX;
    struct tc_why why;

    while (!p->quit) {
        if (p->s->failed != TC_OK)
            return play_lost_record(p);
        if (ses_play(p->s, 0, &why) != TC_OK)
            return cli_fail(&why);
        if (play_by_orders(p))
            continue;
        play_news(p);
        play_staff_news(p);
        if (ses_status(p->s) == TC_IS_OVER) {
            play_end(p);
            return CLI_OK;
        }
        if (ses_status(p->s) == TC_WAITS_DICE)
            ask_dice(p, line, sizeof line);
        else
            ask_person(p, &asked, line, sizeof line);
    }
    printf(SAY("\nThe battle is kept in %s; go on with: tricorne play %s\n"), p->record,
           p->record);
    return CLI_OK;
}

static void open_tools(struct play *p)
{
    struct tc_why why;

    p->answers = calloc(1, sizeof *p->answers);
    p->scene = calloc(1, sizeof *p->scene);
    p->buf = malloc(DRAW_TEXT_ROOM);
    if (!p->answers || !p->scene || !p->buf)
        abort();
    p->has_rules =
        book_rules_load(p->c->data, p->s->book->rules->name, &p->rules, &why) == TC_OK;
}

static void close_tools(struct play *p)
{
    free(p->answers);
    free(p->scene);
    free(p->buf);
    if (p->has_rules)
        book_rules_free(&p->rules);
}

static int play_lines(struct play *p)
{
    printf(SAY("%s. \"help\" lists what you can type.\n"), p->s->book->title);
    if (play_has_thinker(p) && isatty(0))
        printf(SAY("The computer thinks while you do.\n"));
    if (!p->plain)
        play_map(p);
    else
        play_aloud(p);
    return loop(p);
}

int cmd_play(struct cli *c)
{
    struct play p = { .c = c, .out = stdout };
    struct wishes w = { .side = cli_option(c, "side"),
                        .against = cli_option(c, "against"),
                        .dice = cli_option(c, "dice"),
                        .seed = cli_option(c, "seed"),
                        .record = cli_option(c, "record"),
                        .plain = cli_flag(c, "plain") };
    struct rec_file *file = NULL;
    struct tc_why why;

    cli_words(c, 1, 1);
    w.what = c->argv[0];
    p.plain = w.plain;
    int code = is_record(w.what) ? old_game(&p, &w, &file) : new_game(&p, &w, &file);
    if (code != CLI_OK)
        return code;
    if (wake_players(&p, &why) != TC_OK) {
        struct tc_why closing;
        code = cli_fail(&why);
        rec_close(file, &closing);
        for (int i = 0; i < p.s->seats; i++)
            com_rise(p.s, i);
        position_close(p.s);
        return code;
    }
    open_tools(&p);
    play_mark(&p);
    if (p.plain || !screen_play(&p, &code))
        code = play_lines(&p);
    if (rec_close(file, &why) != TC_OK)
        code = cli_fail(&why);
    close_tools(&p);
    for (int i = 0; i < p.s->seats; i++)
        com_rise(p.s, i);
    position_close(p.s);
    return code;
}
