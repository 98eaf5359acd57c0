/* cli/join.c - `tricorne join`: a seat in a battle on a server, from the terminal. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/join.h"

static bool is_word(const char *s, size_t n)
{
    return n && n < JOIN_WORD &&
           strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") >= n;
}

/* PAGE#/g/GAME/TOKEN or PAGE#/j/GAME/INVITE, perhaps with @LINE behind it. */
static bool read_link(const char *text, struct join *j, bool *invite)
{
    const char *hash = strchr(text, '#');
    size_t n = hash ? (size_t)(hash - text) : 0;

    if (!hash || n + 2 > sizeof j->base || hash[1] != '/' || hash[3] != '/' ||
        (strncmp(text, "http://", 7) != 0 && strncmp(text, "https://", 8) != 0))
        return false;
    memcpy(j->base, text, n);
    j->base[n] = '\0';
    if (j->base[n - 1] != '/') {
        char *slash = strrchr(j->base, '/'); /* .../index.html */
        if (slash < strstr(j->base, "//") + 2)
            strcpy(j->base + n, "/");
        else
            slash[1] = '\0';
    }
    *invite = hash[2] == 'j';
    const char *game = hash + 4, *token = strchr(game, '/');
    if ((hash[2] != 'g' && hash[2] != 'j') || !token || !is_word(game, (size_t)(token - game)))
        return false;
    size_t m = strcspn(token + 1, "@ \t\r\n");
    if (!is_word(token + 1, m))
        return false;
    snprintf(j->game, sizeof j->game, "%.*s", (int)(token - game), game);
    snprintf(j->token, sizeof j->token, "%.*s", (int)m, token + 1);
    return true;
}

/* The link of the command line, of a file, or asked for: it is a secret, and others on this
 * machine can read command lines. */
static bool find_link(struct cli *c, char *out, size_t n)
{
    FILE *f = stdin;

    if (c->argc && c->argv[0][0] != '@') {
        snprintf(out, n, "%s", c->argv[0]);
        return true;
    }
    if (c->argc && !(f = fopen(c->argv[0] + 1, "r"))) {
        fprintf(stderr, SAY("tricorne join: %s cannot be read.\n"), c->argv[0] + 1);
        return false;
    }
    if (f == stdin && isatty(0)) {
        printf(SAY("Link to your seat: "));
        fflush(stdout);
    }
    if (f == stdin) { /* not by stdio: what comes behind it is read elsewhere */
        size_t used = 0;
        while (used + 1 < n && read(0, out + used, 1) == 1 && out[used] != '\n')
            used++;
        out[used] = '\0';
        return true;
    }
    if (!fgets(out, (int)n, f))
        out[0] = '\0';
    fclose(f);
    return true;
}

/* An invitation becomes a seat. */
static enum tc_err sit_down(struct join *j, struct tc_why *why)
{
    json_t *got = join_post(j, ".join", NULL, why);
    const char *token = json_string_value(json_object_get(got, "token"));

    if (got && !token)
        tc_fail(why, TC_E_ILLEGAL, j->base, SAY("The server gave no token for the seat."));
    if (token) {
        snprintf(j->token, sizeof j->token, "%s", token);
        printf(SAY("The seat is yours. The invitation is used up; come back with\n  "
                   "%s#/g/%s/%s\n"),
               j->base, j->game, j->token);
    }
    json_decref(got);
    return token ? TC_OK : why->err;
}

static enum tc_err look(struct join *j, struct tc_why *why)
{
    j->view = join_get(j, ".view", why);
    if (!j->view)
        return why->err;
    j->seat = (int)json_integer_value(json_object_get(j->view, "seat"));
    j->question = json_deep_copy(json_object_get(j->view, "question"));
    j->sharing = json_object_get(j->question, "shares") != NULL;
    if (json_is_object(json_object_get(j->view, "over")))
        j->over = json_deep_copy(json_object_get(j->view, "over"));
    join_clock_take(j, json_object_get(j->view, "clock"));
    join_listen(j, json_integer_value(json_object_get(j->view, "lines")) - 1,
                json_integer_value(json_object_get(j->view, "noted")));
    return TC_OK;
}

/* --- The loop
 * ----------------------------------------------------------------------------------- */

struct typed {
    char text[2048];
    size_t used;
    bool skip; /* the rest of a line that was too long */
};

static void prompt(void)
{
    if (isatty(0)) {
        printf("> ");
        fflush(stdout);
    }
}

static void one_line(struct join *j, struct typed *t)
{
    while (t->used && strchr("\r \t", t->text[t->used - 1]))
        t->used--;
    t->text[t->used] = '\0';
    if (t->skip)
        join_say(SAY("That line is too long."));
    else if (t->used)
        join_line(j, t->text);
    t->used = 0;
    t->skip = false;
    fflush(stdout);
    if (!j->quit)
        prompt();
}

/* What was typed, line by line. */
static void read_typed(struct join *j, struct typed *t)
{
    char got[512];
    ssize_t n = read(0, got, sizeof got);

    if (n <= 0)
        j->quit = true;
    for (ssize_t i = 0; i < n && !j->quit; i++) {
        if (got[i] == '\n')
            one_line(j, t);
        else if (t->used + 1 < sizeof t->text)
            t->text[t->used++] = got[i];
        else
            t->skip = true;
    }
}

static void loop(struct join *j)
{
    struct typed t = { .used = 0 };

    while (!j->quit) {
        if (j->sharing) {
            j->sharing = false;
            join_shares(j);
        }
        if (!j->over &&
            j->asked != json_integer_value(json_object_get(j->question, "number"))) {
            join_question(j);
            prompt();
        }
        join_clock_tick(j);
        if (join_wait(j, j->clock && !j->over ? 1000 : 5000))
            read_typed(j, &t);
    }
}

static void begin(struct join *j)
{
    const char *side = json_string_value(json_object_get(j->view, "side"));

    join_put(json_string_value(json_object_get(j->view, "title")));
    printf(". ");
    if (j->seat < 0)
        printf(SAY("You watch."));
    else
        join_put(side ? side : "");
    printf(SAY("%s \"help\" lists what you can type.\n"), j->seat < 0 ? "" : SAY(" is yours."));
    const char *dice = json_string_value(json_object_get(j->view, "dice"));
    if (json_object_get(j->view, "brought"))
        printf(SAY("This battle goes on from a record that its maker brought; nobody can prove "
                   "its first dice.\n"));
    if (dice && strcmp(dice, "seeded") == 0)
        printf(SAY("Seeded dice: the seed of this battle was chosen by its maker.\n"));
    join_look(j, j->plain ? "aloud" : "map");
    if (j->over) {
        join_over(j);
        prompt();
    }
}

int cmd_join(struct cli *c)
{
    struct join j = { .c = c, .plain = cli_flag(c, "plain"), .asked = -1 };
    char link[2 * JOIN_URL];
    struct tc_why why;
    bool invite;

    cli_words(c, 0, 1);
    if (!find_link(c, link, sizeof link))
        return CLI_REFUSED;
    if (!read_link(link, &j, &invite)) {
        fprintf(stderr, SAY("tricorne join: a link to a seat is http://HOST/#/g/GAME/TOKEN, or "
                            "http://HOST/#/j/GAME/INVITE for an invitation.\n"));
        return CLI_USAGE;
    }
    int code = CLI_OK;
    if (join_open(&j, &why) != TC_OK || (invite && sit_down(&j, &why) != TC_OK) ||
        look(&j, &why) != TC_OK) {
        code = cli_fail(&why);
    } else {
        begin(&j);
        loop(&j);
        join_top_close();
        printf(SAY("\nYour seat stays yours; come back with the same link.\n"));
    }
    join_close(&j);
    json_decref(j.view);
    json_decref(j.question);
    json_decref(j.clock);
    json_decref(j.over);
    json_decref(j.offers);
    return code;
}
