/* cli/join_show.c - what a server tells, written for a person at the terminal. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/join.h"
#include "draw/textmap.h"

static const char *str(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s ? s : "";
}

void join_put(const char *text)
{
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p, d = (unsigned char)p[1];
        if (c < ' ' || c == 0x7f) {
            putchar('?');
        } else if (c == 0xc2 && d >= 0x80 && d < 0xa0) { /* control characters too */
            putchar('?');
            p++;
        } else {
            putchar(c);
        }
    }
}

void join_say(const char *text)
{
    printf("  ");
    join_put(text);
    putchar('\n');
    fflush(stdout);
}

/* Dice, what is added to them and what it comes to: told behind the sentence they lead to. */
static bool is_working(const json_t *e)
{
    static const char *const kinds[] = { "die", "pool", "modifier", "sum" };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(str(e, "kind"), kinds[i]) == 0)
            return true;
    return false;
}

static bool put_event(const json_t *e)
{
    const char *rule = str(e, "rule"), *text = str(e, "text");

    if (!*text || json_is_true(json_object_get(e, "quiet")))
        return false;
    printf("%s", is_working(e) ? "      " : "  ");
    join_put(text);
    if (*rule && !strstr(text, rule)) {
        printf("  [");
        join_put(rule);
        putchar(']');
    }
    putchar('\n');
    return true;
}

static void put_working(const json_t *list, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is_working(json_array_get(list, i)))
            put_event(json_array_get(list, i));
}

/* First what came of it, then the dice and sums it came of; what led to no sentence stands
 * before the next answer. */
void join_events(const json_t *list)
{
    const json_t *e;
    size_t i, held = 0;

    json_array_foreach(list, i, e)
    {
        if (is_working(e))
            continue;
        if (strcmp(str(e, "kind"), "tell") != 0) {
            put_working(list, held, i);
            put_event(e);
        } else if (put_event(e)) {
            put_working(list, held, i);
        } else {
            continue;
        }
        held = i;
    }
    put_working(list, held, json_array_size(list));
    fflush(stdout);
}

/* --- The question ----------------------------------------------------------------------------
 */

static bool put_offer(const json_t *o, size_t i, const char *filter)
{
    const char *act = str(o, "act"), *text = str(o, "text");

    if (filter && !strstr(act, filter) && !strstr(text, filter))
        return false;
    printf("  %3d  ", (int)i + 1);
    join_put(text);
    printf("\n       = ");
    join_put(act);
    putchar('\n');
    return true;
}

void join_offers(const struct join *j, const char *filter, int most)
{
    const json_t *o;
    size_t i;
    int n = 0;

    json_array_foreach(j->offers, i, o)
    {
        if (n == most) {
            printf(SAY("  ... %d in all; \"offers\" lists them, \"offers WORD\" those with a "
                       "word\n"),
                   (int)json_array_size(j->offers));
            return;
        }
        n += put_offer(o, i, filter);
    }
    if (n == 0)
        printf(SAY("  none%s%s\n"), filter ? SAY(" with ") : "", filter ? filter : "");
}

/* What this seat may answer: with the question, or asked for. */
static void take_offers(struct join *j)
{
    struct tc_why why;
    json_t *got = NULL;
    const json_t *list = json_object_get(j->question, "offers");

    json_decref(j->offers);
    if (!json_is_array(list) || json_is_true(json_object_get(j->question, "free"))) {
        got = join_get(j, ".offers", &why);
        list = json_object_get(got, "offers");
    }
    j->offers = json_is_array(list) ? json_deep_copy(list) : json_array();
    json_decref(got);
}

static void put_clock(const struct join *j)
{
    char text[256];

    join_clock_text(j, text, sizeof text);
    if (text[0]) {
        printf(SAY("Time left: "));
        join_put(text);
        putchar('\n');
    }
}

static void put_asked(const struct join *j)
{
    const json_t *q = j->question;

    printf(SAY("\nTurn %d, "), (int)json_integer_value(json_object_get(q, "turn")));
    join_put(str(q, "side"));
    printf(": ");
    join_put(str(q, "text"));
    printf(" [");
    join_put(str(q, "rule"));
    printf("]\n");
    put_clock(j);
}

void join_question(struct join *j)
{
    const json_t *q = j->question;
    const char *kind = str(q, "kind");
    int seat = (int)json_integer_value(json_object_get(q, "seat"));

    j->asked = json_integer_value(json_object_get(q, "number"));
    json_decref(j->offers);
    j->offers = json_array();
    if (strcmp(kind, "dice") == 0) {
        printf(SAY("\nRoll %d x "), (int)json_integer_value(json_object_get(q, "dice")));
        join_put(str(q, "die"));
        printf(" [");
        join_put(str(q, "rule"));
        printf("]%s\n", j->seat >= 0 ? SAY(" and type what they show.") : ".");
    } else if (strcmp(kind, "shares") == 0) {
        printf(SAY("\nThe dice wait for the shares of all players.\n"));
    } else if (strcmp(kind, "question") == 0 && seat == j->seat) {
        put_asked(j);
        take_offers(j);
        if (json_is_true(json_object_get(q, "free")))
            printf(SAY("  (any legal act may be typed; these are some)\n"));
        join_offers(j, NULL, 12);
    } else if (strcmp(kind, "question") == 0) {
        put_asked(j);
        printf(SAY("  It is for "));
        join_put(str(q, "seat_name"));
        printf(SAY(" to answer.\n"));
    }
    fflush(stdout);
}

void join_over(const struct join *j)
{
    const char *by = str(j->over, "by"), *winner = str(j->over, "winner");

    printf(SAY("\nThe battle is over: "));
    join_put(*winner ? winner : SAY("a draw"));
    printf("%s (", *winner ? SAY(" has won") : "");
    join_put(strcmp(by, "battle") == 0 ? str(j->over, "ending") : by);
    printf(").\n");
    put_clock(j);
    fflush(stdout);
}

/* --- Chances and advice
 * ----------------------------------------------------------------------- */

void join_odds(const json_t *odds)
{
    const json_t *rows = json_object_get(odds, "rows"), *r, *e;
    size_t i, k;

    printf(SAY("  %s, %lld branches:\n"),
           json_is_true(json_object_get(odds, "exact")) ? SAY("Exact") : SAY("Sampled"),
           (long long)json_integer_value(json_object_get(odds, "leaves")));
    json_array_foreach(rows, i, r)
    {
        const json_t *events = json_object_get(r, "events");
        if (i == 20) {
            printf(SAY("  ... and %d rarer results\n"), (int)json_array_size(rows) - 20);
            break;
        }
        printf("  %7.3f%%  ",
               (double)json_integer_value(json_object_get(r, "millionths")) / 10000);
        json_array_foreach(events, k, e)
        {
            printf("%s", k ? "; " : "");
            join_put(str(e, "text"));
        }
        printf("%s\n", json_array_size(events) ? "" : SAY("nothing happens"));
    }
}

void join_advice(const json_t *advice)
{
    const json_t *c;
    size_t i;

    json_array_foreach(json_object_get(advice, "choices"), i, c)
    {
        const json_t *act = json_object_get(c, "act");
        if (i == 8)
            break;
        printf("  %d. ", (int)i + 1);
        join_put(str(act, "text"));
        printf("\n       = ");
        join_put(str(act, "act"));
        putchar('\n');
        const char *plan = str(json_object_get(c, "prospect"), "text");
        if (*plan) {
            printf("     ");
            join_put(plan);
            putchar('\n');
        }
    }
    if (!json_array_size(json_object_get(advice, "choices")))
        printf(SAY("  It did not think: one answer, or a random one.\n"));
}

void join_who(const struct join *j)
{
    const json_t *s;
    size_t i;

    json_array_foreach(json_object_get(j->view, "seats"), i, s)
    {
        printf("  %d  ", (int)json_integer_value(json_object_get(s, "seat")));
        join_put(str(s, "side"));
        printf(": ");
        join_put(str(s, "name"));
        printf(", ");
        join_put(str(s, "kind"));
        printf("%s%s%s\n", (int)i == j->seat ? SAY(" (you)") : "",
               json_is_true(json_object_get(s, "here")) ? SAY(", here") : "",
               json_is_true(json_object_get(s, "sits_in")) ? SAY(", a computer sits in") : "");
    }
}

/* --- Pictures
 * ---------------------------------------------------------------------------------- */

void join_look(struct join *j, const char *what)
{
    struct tc_scene *scene = calloc(1, sizeof *scene);
    struct tc_scene_point *points = NULL;
    char *buf = malloc(DRAW_TEXT_ROOM);
    struct draw_text_options o = cli_picture(j->plain, j->part);
    struct tc_why why;
    json_t *view = scene && buf ? join_get(j, ".view", &why) : NULL;

    if (scene && buf && !view)
        join_say(why.text);
    if (view && join_scene(json_object_get(view, "scene"), scene, &points)) {
        struct tc_text t = tc_text_on(buf, DRAW_TEXT_ROOM);
        if (strcmp(what, "map") == 0)
            draw_text_map(scene, &o, &t);
        else if (strcmp(what, "units") == 0)
            draw_text_units(scene, &o, &t);
        else if (strcmp(what, "aloud") == 0)
            draw_text_speak(scene, &t);
        else
            draw_text_panels(scene, o.columns, &t);
        fputs(buf, stdout);
    } else if (view) {
        join_say(SAY("The server's scene cannot be read by this version."));
    }
    fflush(stdout);
    free(points);
    free(buf);
    free(scene);
    json_decref(view);
}
