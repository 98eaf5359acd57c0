/* cli/join_dice.c - this seat's share of dice that nobody has to trust (docs/dice.md).
 *
 * The secret is drawn here, and lies in a file that only its owner reads: the server knows the
 * seat's token, so nothing that follows from that would be a secret.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/join.h"
#include "kernel/pledge.h"

enum { LINKS = 10000, AHEAD = 60, PATH = 1024 };

struct share {
    char path[PATH];
    uint8_t secret[TC_SECRET];
    int64_t told; /* links that went out */
};

/* Make every folder on the way. */
static void make_folders(char *path)
{
    for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = '\0';
        mkdir(path, 0700);
        *p = '/';
    }
}

static void name_file(const struct join *j, char out[PATH])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

    if (state && *state)
        snprintf(out, PATH, "%s/tricorne/dice/%s-%d.json", state, j->game, j->seat);
    else
        snprintf(out, PATH, "%s/.local/state/tricorne/dice/%s-%d.json", home ? home : ".",
                 j->game, j->seat);
}

static bool load(struct share *s)
{
    json_t *o = json_load_file(s->path, 0, NULL);
    bool good = js_read_word(json_object_get(o, "secret"), s->secret);

    s->told = json_integer_value(json_object_get(o, "told"));
    json_decref(o);
    return good;
}

/* On disk before it is told to anybody. */
static bool save(struct share *s)
{
    char next[PATH + 8];
    json_t *o = json_pack("{so sI}", "secret", js_word(s->secret), "told", (json_int_t)s->told);
    char *text = json_dumps(o, JSON_COMPACT);

    json_decref(o);
    make_folders(s->path);
    snprintf(next, sizeof next, "%s.new", s->path);
    int fd = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = fd >= 0 && text && write(fd, text, strlen(text)) == (ssize_t)strlen(text) &&
                fsync(fd) == 0;
    if (fd >= 0)
        good = close(fd) == 0 && good;
    good = good && rename(next, s->path) == 0;
    if (!good)
        fprintf(stderr, SAY("tricorne join: %s cannot be written: %s\n"), s->path,
                strerror(errno));
    free(text);
    return good;
}

/* Link number `at` of the chain; 0 is the commitment. */
static void link_at(const struct join *j, const struct share *s, int64_t n, int64_t at,
                    uint8_t out[TC_SECRET])
{
    memcpy(out, s->secret, TC_SECRET);
    for (; n > at; n--) {
        uint8_t before[TC_SECRET];
        tc_pledge_link(j->game, j->seat, out, before);
        memcpy(out, before, TC_SECRET);
    }
}

/* Where in the chain the server stands: the number of the link it has; -1: it is not ours. */
static int64_t find_link(const struct join *j, const struct share *s, int64_t n,
                         const json_t *newest)
{
    uint8_t want[TC_SECRET], at[TC_SECRET], before[TC_SECRET];

    if (!js_read_word(newest, want))
        return 0;
    memcpy(at, s->secret, TC_SECRET);
    for (int64_t i = n; i >= 0; i--) {
        if (memcmp(at, want, TC_SECRET) == 0)
            return i;
        tc_pledge_link(j->game, j->seat, at, before);
        memcpy(at, before, TC_SECRET);
    }
    return -1;
}

static void commit(struct join *j, struct share *s, int64_t n)
{
    uint8_t word[TC_SECRET];
    struct tc_why why;

    if (!load(s)) {
        s->told = 0;
        if (getrandom(s->secret, TC_SECRET, 0) != TC_SECRET || !save(s))
            return;
    }
    link_at(j, s, n, 0, word);
    json_t *got = join_post(j, ".commit", json_pack("{so}", "commit", js_word(word)), &why);
    if (!got)
        join_say(why.text);
    json_decref(got);
}

static void give_link(struct join *j, struct share *s, int64_t n)
{
    uint8_t word[TC_SECRET];
    struct tc_why why;
    json_t *view = join_get(j, ".view", &why);
    const json_t *seats = json_object_get(json_object_get(view, "pledge"), "seats"), *row;
    const json_t *newest = NULL;
    size_t i;

    json_array_foreach(seats, i, row) if (json_integer_value(json_object_get(row, "seat")) ==
                                          j->seat) newest = json_object_get(row, "newest");
    bool have = view && load(s);
    int64_t known = have ? find_link(j, s, n, newest) : -1;
    if (view && known < 0)
        join_say(
            SAY("The dice wait for the secret of this seat. It lies where the seat was taken: "
                "in that browser, or on that machine."));
    json_decref(view);
    if (known < 0)
        return;
    int64_t at = n == 1 ? 1 : (s->told > known ? s->told : known) + 1;
    if (at > known + AHEAD)
        at = known + AHEAD;
    if (at > n) {
        join_say(SAY("All links of this seat's dice are used up."));
        return;
    }
    s->told = at;
    if (!save(s))
        return;
    link_at(j, s, n, at, word);
    json_t *got = join_post(j, ".link", json_pack("{so}", "link", js_word(word)), &why);
    if (!got)
        join_say(why.text);
    json_decref(got);
}

void join_shares(struct join *j)
{
    const json_t *shares = json_object_get(j->question, "shares"), *seat;
    const char *what = json_string_value(json_object_get(shares, "what"));
    const char *dice = json_string_value(json_object_get(j->view, "dice"));
    struct share s = { .told = 0 };
    bool mine = false;
    size_t i;

    json_array_foreach(json_object_get(shares, "owes"), i, seat) mine |=
        json_integer_value(seat) == j->seat;
    if (!mine || j->seat < 0 || !what)
        return;
    int64_t n = dice && strcmp(dice, "interactive") == 0 ? LINKS : 1;
    name_file(j, s.path);
    if (strcmp(what, "commit") == 0)
        commit(j, &s, n);
    else
        give_link(j, &s, n);
}
