/* cli/join_clock.c - time to think, as the terminal shows it. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/join.h"

void join_clock_take(struct join *j, const json_t *clock)
{
    if (!json_is_object(clock))
        return;
    json_decref(j->clock);
    j->clock = json_deep_copy(clock);
    j->clock_at = cli_seconds();
    if (j->plain || j->top)
        return;
    join_top_open(j);
}

static int running(const struct join *j)
{
    const json_t *r = json_object_get(j->clock, "running");

    return json_is_integer(r) && !j->over ? (int)json_integer_value(r) : TC_NONE;
}

int64_t join_clock_left(const struct join *j, int side)
{
    const json_t *left = json_array_get(json_object_get(j->clock, "left"), (size_t)side);
    int64_t v = json_integer_value(left);

    if (side == running(j))
        v -= (int64_t)(cli_seconds() - j->clock_at);
    return v < 0 ? 0 : v;
}

/* 90061 is "1 d 1 h", 3661 "1:01:01", 75 "1:15": as on the page. */
static void put_time(int64_t s, char *out, size_t n)
{
    if (s >= 86400)
        snprintf(out, n, SAY("%lld d %lld h"), (long long)(s / 86400),
                 (long long)(s % 86400 / 3600));
    else if (s >= 3600)
        snprintf(out, n, "%lld:%02lld:%02lld", (long long)(s / 3600),
                 (long long)(s % 3600 / 60), (long long)(s % 60));
    else
        snprintf(out, n, "%lld:%02lld", (long long)(s / 60), (long long)(s % 60));
}

static const char *side_name(const struct join *j, int side)
{
    const json_t *sides = json_object_get(json_object_get(j->view, "scene"), "sides");
    const char *name =
        json_string_value(json_object_get(json_array_get(sides, (size_t)side), "name"));

    return name ? name : side ? SAY("second side") : SAY("first side");
}

void join_clock_text(const struct join *j, char *out, size_t n)
{
    int on = running(j);
    char time[TC_SIDES][32];

    out[0] = '\0';
    if (!j->clock)
        return;
    for (int i = 0; i < TC_SIDES; i++)
        put_time(join_clock_left(j, i), time[i], sizeof time[i]);
    snprintf(out, n, "%s %s%s, %s %s%s", side_name(j, 0), time[0],
             on == 0 ? SAY(" (runs)") : "", side_name(j, 1), time[1],
             on == 1 ? SAY(" (runs)") : "");
}

/* --- The top line ----------------------------------------------------------------------------
 */

/* The terminal's first line is taken out of what scrolls; the rest goes on as it was. */
static bool opened;

void join_top_close(void)
{
    if (!opened)
        return;
    opened = false;
    if (write(1, "\0337\033[r\033[1;1H\033[2K\0338", 18) < 0)
        return;
}

static void ended(int sign)
{
    join_top_close();
    signal(sign, SIG_DFL);
    raise(sign);
}

static int rows_now(void)
{
    struct winsize w;

    return isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0 ? w.ws_row : 0;
}

void join_top_open(struct join *j)
{
    const char *term = getenv("TERM");
    int rows = rows_now();

    if (rows < 10 || !isatty(0) || !term || strcmp(term, "dumb") == 0)
        return;
    j->top = opened = true;
    signal(SIGINT, ended);
    signal(SIGTERM, ended);
    signal(SIGHUP, ended);
    printf("\n\0337\033[2;%dr\0338", rows);
    fflush(stdout);
}

static void draw_top(struct join *j)
{
    static int rows;
    char text[256];

    if (rows != rows_now() && rows_now() >= 10) { /* another size: the part that scrolls too */
        rows = rows_now();
        printf("\0337\033[2;%dr\0338", rows);
    }
    join_clock_text(j, text, sizeof text);
    printf(SAY("\0337\033[1;1H\033[7m Time left: "));
    join_put(text);
    printf(" \033[0m\033[K\0338");
    fflush(stdout);
}

void join_clock_tick(struct join *j)
{
    static const int64_t marks[] = { 300, 60, 30, 10 };
    const char *mine = json_string_value(json_object_get(j->view, "side"));
    int on = running(j);

    if (!j->clock)
        return;
    if (j->top)
        draw_top(j);
    if (on == TC_NONE || !mine || strcmp(mine, side_name(j, on)) != 0) {
        j->warned = 0;
        return;
    }
    int64_t left = join_clock_left(j, on), now = 0;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (left <= marks[i])
            now = marks[i];
    if (now && (!j->warned || now < j->warned)) {
        char time[32];
        put_time(left, time, sizeof time);
        const char *then = json_string_value(json_object_get(j->clock, "then"));
        bool lost = then && strcmp(then, "forfeit") == 0;
        printf(SAY("\n  You have %s left; then %s.\n"), time,
               lost ? SAY("the battle is lost") : SAY("a computer sits in"));
        fflush(stdout);
    }
    j->warned = now;
}
