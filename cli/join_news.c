/* cli/join_news.c - events of a server's stream. */
#include <string.h>

#include "cli/join.h"

static const char *str(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s ? s : "";
}

static void take(json_t **at, const json_t *value)
{
    if (!value || json_is_null(value))
        return;
    json_decref(*at);
    *at = json_deep_copy(value);
}

static void on_line(struct join *j, const json_t *d)
{
    bool was_over = j->over != NULL;

    if (json_is_true(json_object_get(d, "again")))
        join_say(SAY("What was told before has changed; \"log\" shows it as it stands now."));
    join_events(json_object_get(d, "events"));
    join_clock_take(j, json_object_get(d, "clock"));
    take(&j->over, json_object_get(d, "over"));
    if (json_is_object(json_object_get(d, "question"))) {
        take(&j->question, json_object_get(d, "question"));
        j->sharing = json_object_get(j->question, "shares") != NULL;
    }
    if (j->over && !was_over)
        join_over(j);
}

static void on_note(struct join *j, const json_t *d)
{
    static const struct {
        const char *kind, *says;
    } words[] = {
        { "chat", SAID("says: ") },
        { "aside", SAID("says to our side: ") },
        { "resign", SAID("resigns.") },
        { "draw-offer", SAID("offers a draw; \"yes draw\" or \"no draw\".") },
        { "draw", SAID("agrees to a draw.") },
        { "draw-refused", SAID("wants no draw.") },
        { "undo-asked", SAID("asks to take back; \"yes undo\" or \"no undo\".") },
        { "undo-refused", SAID("does not let it be taken back.") },
        { "orders", SAID("has changed standing orders.") },
        { "join", SAID("has sat down.") },
        { "clock", SAID("has little time left.") },
        { "forfeit", SAID("has run out of time.") },
        { "substitute", SAID("is away, and a computer sits in.") },
        { "resume", SAID("is back.") },
    };
    const char *kind = str(d, "kind"), *says = kind;

    (void)j;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].kind, kind) == 0)
            says = SAY(words[i].says);
    printf("  * ");
    join_put(str(d, "name"));
    printf(" ");
    join_put(says);
    if (strcmp(kind, "chat") == 0 || strcmp(kind, "aside") == 0)
        join_put(str(d, "text"));
    putchar('\n');
    fflush(stdout);
}

/* Who is connected: told when somebody of another seat comes or goes. */
static void on_here(struct join *j, const json_t *d)
{
    const json_t *seats = json_object_get(j->view, "seats"),
                 *list = json_object_get(d, "seats");
    json_t *s;
    const json_t *k;
    size_t i, n;

    json_array_foreach(seats, i, s)
    {
        bool here = false, was = json_is_true(json_object_get(s, "here"));
        json_array_foreach(list, n, k) here |= json_integer_value(k) == (json_int_t)i;
        if (here != was && (int)i != j->seat && strcmp(str(s, "kind"), "person") == 0) {
            printf("  * ");
            join_put(str(s, "name"));
            printf("%s\n", here ? SAY(" is here.") : SAY(" has gone away."));
            fflush(stdout);
        }
        json_object_set_new(s, "here", json_boolean(here));
    }
}

void join_event(struct join *j, const char *kind, const json_t *data)
{
    if (strcmp(kind, "line") == 0)
        on_line(j, data);
    else if (strcmp(kind, "note") == 0)
        on_note(j, data);
    else if (strcmp(kind, "here") == 0)
        on_here(j, data);
    else if (strcmp(kind, "bye") == 0)
        join_say(SAY("The server stops; waiting for it to come back."));
}
