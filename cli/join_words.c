/* cli/join_words.c - the lines a person types in a battle on a server. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/join.h"

typedef void word_fn(struct join *j, char *rest);

/* The act a number stands for, or the text itself. NULL: there is no such number. */
static const char *act_of(const struct join *j, const char *text)
{
    int64_t n;

    if (!tc_read_int(text, strlen(text), &n))
        return text;
    const json_t *o = n > 0 ? json_array_get(j->offers, (size_t)n - 1) : NULL;
    if (!o)
        printf(SAY("  Answers are numbered 1 to %d.\n"), (int)json_array_size(j->offers));
    return json_string_value(json_object_get(o, "act"));
}

/* Ask, and say why not if it was refused. */
static json_t *post(struct join *j, const char *path, json_t *body)
{
    struct tc_why why;
    json_t *got = join_post(j, path, body, &why);

    if (!got)
        join_say(why.text);
    return got;
}

static void done(json_t *got, const char *text)
{
    if (got)
        join_say(text);
    json_decref(got);
}

static json_int_t number_of(const struct join *j)
{
    return json_integer_value(json_object_get(j->question, "number"));
}

static void say_refusal(const json_t *r)
{
    const char *rule = json_string_value(json_object_get(r, "rule"));
    const char *near = json_string_value(json_object_get(json_object_get(r, "nearest"), "act"));

    printf(SAY("  Refused: "));
    join_put(json_string_value(json_object_get(r, "text"))
                 ? json_string_value(json_object_get(r, "text"))
                 : SAY("the rules forbid it"));
    if (rule) {
        printf(" [");
        join_put(rule);
        printf("]");
    }
    printf("\n");
    if (near) {
        printf(SAY("  Nearest legal: "));
        join_put(near);
        printf("\n");
    }
}

static void answer(struct join *j, const char *text)
{
    const char *act = act_of(j, text);

    if (act)
        json_decref(
            post(j, ".answer", json_pack("{sI ss}", "number", number_of(j), "act", act)));
}

static void faces(struct join *j, char *line)
{
    json_t *list = json_array();
    char *save = NULL;

    for (char *s = strtok_r(line, " ,", &save); s; s = strtok_r(NULL, " ,", &save)) {
        int64_t v;
        if (!tc_read_int(s, strlen(s), &v) || v < 0 || v > 100) {
            join_say(SAY("Type the faces with blanks between them, as in: 3 5 1"));
            json_decref(list);
            return;
        }
        json_array_append_new(list, json_integer(v));
    }
    json_decref(post(j, ".dice", json_pack("{sI so}", "number", number_of(j), "faces", list)));
}

/* --- Words
 * ------------------------------------------------------------------------------------- */

static void help_word(struct join *j, char *rest)
{
    (void)j;
    (void)rest;
    printf(
        SAY("  NUMBER          give the answer with that number\n"
            "  ACT             give an answer in words, as shown behind the = sign\n"
            "  offers [WORD]   list the answers\n"
            "  why ACT         would it be legal, and if not, which rule forbids it\n"
            "  odds NUMBER|ACT what it may lead to\n"
            "  suggest [PLAYER]  what a computer player would answer for you\n"
            "  rule ID         the text of a rule\n"
            "  map, units, aloud, panels     look at the table\n"
            "  zoom X Y W H    show a part of it in inches; zoom alone: all\n"
            "  log [N]         the last N things that happened\n"
            "  ask             the question again\n"
            "  clock           the time that is left\n"
            "  who             the players\n"
            "  say TEXT        speak to the others\n"
            "  undo            take back your last answer, or ask the other side to let you\n"
            "  draw            offer a draw;  yes|no undo|draw: consent or not\n"
            "  resign yes      give the battle up\n"
            "  resume          take your seat back from the computer that sat in\n"
            "  substitute N    an invitation to seat N, in which a computer sits in\n"
            "  link            the link of your seat, to come back with\n"
            "  record FILE     write the record of the battle to a file\n"
            "  quit            go away; your seat stays yours\n"));
}

static void offers_word(struct join *j, char *rest)
{
    join_offers(j, *rest ? rest : NULL, 100000);
}

static void why_word(struct join *j, char *rest)
{
    const char *act = act_of(j, rest);
    json_t *got = act ? post(j, ".why", json_pack("{ss}", "act", act)) : NULL;

    if (got && json_is_true(json_object_get(got, "legal")))
        join_say(SAY("That is legal."));
    else if (got)
        say_refusal(json_object_get(got, "refusal"));
    json_decref(got);
}

static void odds_word(struct join *j, char *rest)
{
    const char *act = act_of(j, rest);
    json_t *got = act ? post(j, ".odds", json_pack("{ss}", "act", act)) : NULL;

    if (got)
        join_odds(json_object_get(got, "odds"));
    json_decref(got);
}

static void suggest_word(struct join *j, char *rest)
{
    json_t *got = post(j, ".suggest", json_pack("{ss}", "player", *rest ? rest : "level-4"));

    if (got)
        join_advice(json_object_get(got, "advice"));
    json_decref(got);
}

static void rule_word(struct join *j, char *rest)
{
    char path[128] = "rules/";
    struct tc_why why;
    size_t n = strlen(rest);

    if (!n || n > 60 ||
        strspn(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                     "0123456789-.") != n) {
        join_say(SAY("Write the ID of a rule, as in: rule N-B10a"));
        return;
    }
    memcpy(path + 6, rest, n + 1);
    json_t *got = join_get(j, path, &why);
    join_say(got ? json_string_value(json_object_get(got, "text")) : why.text);
    json_decref(got);
}

static void map_word(struct join *j, char *rest)
{
    (void)rest;
    join_look(j, "map");
}

static void units_word(struct join *j, char *rest)
{
    (void)rest;
    join_look(j, "units");
}

static void aloud_word(struct join *j, char *rest)
{
    (void)rest;
    join_look(j, "aloud");
}

static void panels_word(struct join *j, char *rest)
{
    (void)rest;
    join_look(j, "panels");
}

static void zoom_word(struct join *j, char *rest)
{
    char *save = NULL;
    int32_t v[4] = { 0, 0, 0, 0 };
    int got = 0;

    for (char *s = strtok_r(rest, " ,", &save); s; s = strtok_r(NULL, " ,", &save)) {
        int64_t n;
        if (got == 4 || !tc_read_int(s, strlen(s), &n) || n < 0 || n > 100000) {
            join_say(SAY("Write: zoom X Y W H in whole inches, as in: zoom 10 0 24 18"));
            return;
        }
        v[got++] = (int32_t)n;
    }
    const json_t *scene = json_object_get(j->view, "scene");
    const char *board = json_string_value(json_object_get(scene, "board"));
    int32_t unit = board && strcmp(board, "hex") == 0 ? 1 : 1000;
    for (int i = 0; i < 4; i++)
        j->part[i] = got == 4 ? v[i] * unit : 0;
    join_look(j, "map");
}

static void log_word(struct join *j, char *rest)
{
    int64_t n = 20;
    struct tc_why why;
    json_t *tail = json_array();

    if (*rest && (!tc_read_int(rest, strlen(rest), &n) || n < 1 || n > 200))
        n = 200;
    json_t *view = join_get(j, ".view", &why);
    const json_t *log = json_object_get(view, "log");
    size_t all = json_array_size(log);
    for (size_t i = all > (size_t)n ? all - (size_t)n : 0; i < all; i++)
        json_array_append(tail, json_array_get(log, i));
    if (view)
        join_events(tail);
    else
        join_say(why.text);
    json_decref(tail);
    json_decref(view);
}

static void ask_word(struct join *j, char *rest)
{
    (void)rest;
    if (j->over)
        join_over(j);
    else
        join_question(j);
}

static void clock_word(struct join *j, char *rest)
{
    char text[256];

    (void)rest;
    join_clock_text(j, text, sizeof text);
    join_say(text[0] ? text : SAY("There is no clock in this battle."));
}

static void who_word(struct join *j, char *rest)
{
    (void)rest;
    join_who(j);
}

static void say_word(struct join *j, char *rest)
{
    json_decref(post(j, ".chat", json_pack("{ss}", "text", rest)));
}

static void undo_word(struct join *j, char *rest)
{
    json_t *got = post(j, ".undo", json_pack("{sI}", "number", number_of(j)));
    bool asked = json_is_true(json_object_get(got, "asked"));

    (void)rest;
    done(got, asked ? SAY("The other side is asked.") : SAY("Taken back."));
}

static void draw_word(struct join *j, char *rest)
{
    (void)rest;
    done(post(j, ".draw", NULL), "Offered.");
}

static void consent(struct join *j, const char *what, bool yes)
{
    if (strcmp(what, "undo") != 0 && strcmp(what, "draw") != 0) {
        join_say(SAY("Write: yes undo, no undo, yes draw or no draw."));
        return;
    }
    json_decref(post(j, ".consent", json_pack("{ss sb}", "what", what, "yes", yes)));
}

static void yes_word(struct join *j, char *rest)
{
    consent(j, rest, true);
}

static void no_word(struct join *j, char *rest)
{
    consent(j, rest, false);
}

static void resign_word(struct join *j, char *rest)
{
    if (strcmp(rest, "yes") == 0)
        json_decref(post(j, ".resign", NULL));
    else
        join_say(SAY("To give the battle up, type: resign yes"));
}

static void resume_word(struct join *j, char *rest)
{
    (void)rest;
    done(post(j, ".resume", NULL), SAY("The seat is yours again."));
}

static void substitute_word(struct join *j, char *rest)
{
    int64_t n;

    if (!tc_read_int(rest, strlen(rest), &n)) {
        join_say(SAY("Write the number of the seat, as \"who\" shows it: substitute 1"));
        return;
    }
    json_t *got = post(j, ".substitute", json_pack("{sI}", "seat", (json_int_t)n));
    const char *invite = json_string_value(json_object_get(got, "invite"));
    if (invite)
        printf(SAY("  Who uses this link first takes the seat: %s#/j/%s/%s\n"), j->base,
               j->game, invite);
    json_decref(got);
}

static void link_word(struct join *j, char *rest)
{
    (void)rest;
    printf("  %s#/g/%s/%s\n", j->base, j->game, j->token);
}

static void record_word(struct join *j, char *rest)
{
    struct tc_why why;
    char *text = *rest ? join_text(j, ".record", &why) : NULL;

    if (!*rest) {
        join_say(SAY("Write: record FILE"));
        return;
    }
    if (!text) {
        join_say(why.text);
        return;
    }
    FILE *f = fopen(rest, "wx");
    bool good = f && fputs(text, f) >= 0;
    if (f)
        good = fclose(f) == 0 && good;
    if (good)
        printf(SAY("  Written to %s.\n"), rest);
    else
        printf(SAY("  %s cannot be written: %s\n"), rest, strerror(errno));
    free(text);
}

static void quit_word(struct join *j, char *rest)
{
    (void)rest;
    j->quit = true;
}

static const struct {
    const char *name;
    word_fn *run;
    bool seat; /* not for watchers */
} words[] = {
    { "help", help_word, false },
    { "offers", offers_word, true },
    { "why", why_word, true },
    { "odds", odds_word, true },
    { "suggest", suggest_word, true },
    { "rule", rule_word, false },
    { "map", map_word, false },
    { "units", units_word, false },
    { "aloud", aloud_word, false },
    { "panels", panels_word, false },
    { "zoom", zoom_word, false },
    { "log", log_word, false },
    { "ask", ask_word, false },
    { "clock", clock_word, false },
    { "who", who_word, false },
    { "say", say_word, true },
    { "undo", undo_word, true },
    { "draw", draw_word, true },
    { "yes", yes_word, true },
    { "no", no_word, true },
    { "resign", resign_word, true },
    { "resume", resume_word, true },
    { "substitute", substitute_word, true },
    { "link", link_word, false },
    { "record", record_word, false },
    { "quit", quit_word, false },
};

void join_line(struct join *j, char *line)
{
    const char *kind = json_string_value(json_object_get(j->question, "kind"));
    char *rest = line + strcspn(line, " ");

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].name) != (size_t)(rest - line) ||
            strncmp(words[i].name, line, (size_t)(rest - line)) != 0)
            continue;
        if (words[i].seat && j->seat < 0)
            join_say(SAY("You watch; only who has a seat can do that."));
        else
            words[i].run(j, rest + strspn(rest, " "));
        return;
    }
    if (j->seat < 0)
        join_say(SAY("You watch. \"help\" lists what can be typed."));
    else if (kind && strcmp(kind, "dice") == 0)
        faces(j, line);
    else
        answer(j, line);
}
