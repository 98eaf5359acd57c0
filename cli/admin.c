/* cli/admin.c - `tricorne admin`: an operator's desk on a store, also while it is served.
 *
 * Everything that changes something is kept in the store's log of deeds, by which servers
 * that run see it within two seconds.
 */
#include <arpa/inet.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/where.h"
#include "protocol/session.h"
#include "server/server.h"
#include "store/store.h"

enum { DAY = 24 * 3600, FOREVER = 36500 };

struct desk {
    struct sto *st;
    int argc;
    char **argv; /* the command and its words */
    int days;    /* 0: not given */
    bool json;
    const char *reason;
    struct tc_why why;
};

static const char *day_of(int64_t at, char out[32])
{
    time_t t = (time_t)at;
    struct tm tm;

    gmtime_r(&t, &tm);
    strftime(out, 32, "%Y-%m-%d %H:%M", &tm);
    return at ? out : "never";
}

static const char *who(void)
{
    const struct passwd *p = getpwuid(getuid());

    return p ? p->pw_name : "somebody";
}

/* Keep what was done, and say it. */
static int done(struct desk *d, const char *what, const char *a, const char *b)
{
    char text[512];

    snprintf(text, sizeof text, "%s %s%s%s%s%s", what, a, *b ? " " : "", b,
             d->reason ? ": " : "", d->reason ? d->reason : "");
    if (sto_deed(d->st, time(NULL), who(), text, &d->why) != TC_OK)
        return cli_fail(&d->why);
    printf("%s\n", text);
    return CLI_OK;
}

/* --- Looking ------------------------------------------------------------------------------ */

/* A text of people on a terminal: without what could move its cursor. */
static void put_plain(const char *text)
{
    for (; text && *text; text++)
        putchar((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text);
}

/* When it was last played, or else made: what a running server has seen it may not have
 * written down yet. */
static int64_t last_of(const struct sto_about *a)
{
    json_t *meta = a->meta ? json_loads(a->meta, 0, NULL) : NULL;
    int64_t made = json_integer_value(json_object_get(meta, "made"));

    json_decref(meta);
    return a->touched > made ? a->touched : made;
}

struct found {
    int n;
    int64_t before; /* those since are not meant; 0: all are */
    json_t *rows;   /* for programs; NULL: they are printed */
};

static struct found begin(const struct desk *d)
{
    return (struct found){ .rows = d->json ? json_array() : NULL };
}

/* All has been found: print it, if it was gathered. */
static int end(const struct desk *d, struct found *f, enum tc_err err)
{
    if (err != TC_OK) {
        json_decref(f->rows);
        return cli_fail(&d->why);
    }
    if (f->rows)
        cli_json(f->rows);
    return CLI_OK;
}

/* A text of people as JSON: what the store has, if it is a text at all. */
static json_t *text_json(const char *text)
{
    json_t *j = text ? json_string(text) : NULL;

    return j ? j : json_null();
}

static json_t *game_json(const struct sto_about *a, const json_t *head, const json_t *meta)
{
    json_t *o = json_pack("{ss sI sI}", "game", a->id, "touched", (json_int_t)last_of(a),
                          "lines", (json_int_t)a->lines);

    for (int i = 0; i < 3; i++) {
        static const char *const key[] = { "scenario", "title", "names" };
        json_t *v = json_object_get(i ? meta : head, key[i]);
        json_object_set_new(o, key[i], v ? json_deep_copy(v) : json_null());
    }
    return o;
}

static bool say_game(void *ctx, const struct sto_about *a)
{
    json_t *head = json_loads(a->header, 0, NULL),
           *meta = a->meta ? json_loads(a->meta, 0, NULL) : NULL;
    const char *scenario = json_string_value(json_object_get(head, "scenario"));
    const char *title = json_string_value(json_object_get(meta, "title"));
    const json_t *names = json_object_get(meta, "names");
    struct found *f = ctx;
    char day[32];

    if (f->before && last_of(a) >= f->before)
        goto out;
    f->n++;
    if (f->rows) {
        json_array_append_new(f->rows, game_json(a, head, meta));
        goto out;
    }
    printf(SAY("%s  %s  %5lld lines  %s"), a->id, day_of(last_of(a), day), (long long)a->lines,
           scenario ? scenario : "?");
    for (size_t i = 0; i < json_array_size(names); i++) {
        printf(i ? " / " : "  ");
        put_plain(json_string_value(json_array_get(names, i)));
    }
    if (title && *title) {
        printf("  \"");
        put_plain(title);
        printf("\"");
    }
    putchar('\n');
out:
    json_decref(head);
    json_decref(meta);
    return true;
}

static int list(struct desk *d)
{
    struct found f = begin(d);

    f.before = d->days ? time(NULL) - (int64_t)d->days * DAY : 0;
    int code = end(d, &f, sto_find_games(d->st, "", f.before, say_game, &f, &d->why));
    if (code == CLI_OK && !d->json)
        printf(SAY("%d games\n"), f.n);
    return code;
}

static bool say_account(void *ctx, const char *name)
{
    struct found *f = ctx;

    f->n++;
    if (f->rows) {
        json_array_append_new(f->rows, json_pack("{so}", "account", text_json(name)));
        return true;
    }
    printf(SAY("account "));
    put_plain(name);
    putchar('\n');
    return true;
}

static int find(struct desk *d)
{
    struct found f = begin(d);
    enum tc_err err = sto_find_games(d->st, d->argv[1], 0, say_game, &f, &d->why);

    if (err == TC_OK)
        err = sto_each_account(d->st, d->argv[1], say_account, &f, &d->why);
    int code = end(d, &f, err);
    if (code != CLI_OK)
        return code;
    if (!d->json)
        printf(SAY("%d found\n"), f.n);
    return f.n ? CLI_OK : CLI_REFUSED;
}

static bool say_note(void *ctx, const struct sto_note *n)
{
    struct found *f = ctx;
    char day[32];

    if (f->rows) {
        json_array_append_new(f->rows,
                              json_pack("{sI sI si ss so}", "at", (json_int_t)n->at, "line",
                                        (json_int_t)n->line, "seat", (int)n->seat, "kind",
                                        n->kind, "text", text_json(n->text)));
        return true;
    }
    printf(SAY("%s  line %u  seat %d  %s  "), day_of(n->at, day), n->line, n->seat, n->kind);
    put_plain(n->text);
    putchar('\n');
    return true;
}

static int show(struct desk *d)
{
    char *header = NULL;
    if (sto_header(d->st, d->argv[1], &header, &d->why) != TC_OK)
        return cli_fail(&d->why);
    free(header);
    struct found f = begin(d);
    enum tc_err err = sto_find_games(d->st, d->argv[1], 0, say_game, &f, &d->why);
    if (err == TC_OK)
        err = sto_each_note(d->st, d->argv[1], 1, say_note, &f, &d->why);
    return end(d, &f, err);
}

static bool say_deed(void *ctx, int64_t at, const char *name, const char *what)
{
    struct found *f = ctx;
    char day[32];

    if (f->rows) {
        json_array_append_new(f->rows, json_pack("{sI so so}", "at", (json_int_t)at, "who",
                                                 text_json(name), "what", text_json(what)));
        return true;
    }
    printf("%s  %s  ", day_of(at, day), name);
    put_plain(what);
    putchar('\n');
    return true;
}

static int say_log(struct desk *d)
{
    struct found f = begin(d);

    return end(d, &f, sto_each_deed(d->st, say_deed, &f, &d->why));
}

static bool say_ban(void *ctx, const struct sto_ban *b)
{
    struct found *f = ctx;
    char day[32];

    if (f->rows) {
        json_array_append_new(
            f->rows, json_pack("{ss so sI so}", "kind", b->kind, "name", text_json(b->name),
                               "until", (json_int_t)b->until, "reason", text_json(b->reason)));
        return true;
    }
    printf(SAY("%-8s %s  until %s  "), b->kind, b->name, day_of(b->until, day));
    put_plain(b->reason);
    putchar('\n');
    return true;
}

static int bans(struct desk *d)
{
    struct found f = begin(d);

    return end(d, &f, sto_each_ban(d->st, time(NULL), say_ban, &f, &d->why));
}

/* --- Deleting ------------------------------------------------------------------------------
 */

static int usage(const char *text)
{
    fprintf(stderr, SAY("tricorne admin: %s; see tricorne admin --help\n"), text);
    return CLI_USAGE;
}

static int delete (struct desk *d)
{
    const char *name = d->argv[2];
    enum tc_err err;

    if (strcmp(d->argv[1], "game") == 0)
        err = sto_drop_game(d->st, name, &d->why);
    else if (strcmp(d->argv[1], "account") == 0)
        err = sto_drop_account(d->st, name, &d->why);
    else if (strcmp(d->argv[1], "battle") == 0)
        err = sto_drop_battle(d->st, name, NULL, &d->why);
    else
        return usage(SAY("it is delete game GAME, delete account NAME or delete battle "
                         "BATTLE"));
    return err == TC_OK ? done(d, "delete", d->argv[1], name) : cli_fail(&d->why);
}

struct names {
    char (*id)[STO_ID];
    int n, room;
    int64_t before;
};

static bool add_name(void *ctx, const struct sto_about *a)
{
    struct names *l = ctx;

    if (last_of(a) >= l->before)
        return true;
    if (l->n == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->id = realloc(l->id, (size_t)l->room * sizeof *l->id);
        TC_BUG_ON(!l->id);
    }
    snprintf(l->id[l->n++], STO_ID, "%s", a->id);
    return true;
}

static int sweep(struct desk *d)
{
    char count[32], days[32];
    int64_t now = time(NULL);
    struct names l = { NULL, 0, 0, now - (int64_t)d->days * DAY };

    if (d->days <= 0)
        return usage(SAY("sweep needs --days N"));
    enum tc_err err = sto_sweep(d->st, now, &d->why);
    if (err == TC_OK)
        err = sto_find_games(d->st, "", l.before, add_name, &l, &d->why);
    for (int i = 0; i < l.n && err == TC_OK; i++) {
        err = sto_drop_game(d->st, l.id[i], &d->why);
        if (err == TC_E_NAME) /* the server sweeps too */
            err = TC_OK;
    }
    free(l.id);
    snprintf(count, sizeof count, SAY("%d games"), l.n);
    snprintf(days, sizeof days, SAY("not touched for %d days"), d->days);
    return err == TC_OK ? done(d, "sweep", count, days) : cli_fail(&d->why);
}

/* --- Bans, silence -------------------------------------------------------------------------
 */

static bool is_kind(const char *kind)
{
    return strcmp(kind, "address") == 0 || strcmp(kind, "account") == 0 ||
           strcmp(kind, "mail") == 0;
}

/* An address, or a network as 203.0.113.0/24: a ban of anything else would hold nobody off, and
 * one of /0 everybody. */
static bool is_network(const char *name)
{
    char text[64];
    uint8_t bytes[16];
    size_t n = strcspn(name, "/");
    bool six = strchr(name, ':') != NULL;
    char *end;

    snprintf(text, sizeof text, "%.*s", (int)n, name);
    if (n >= sizeof text || inet_pton(six ? AF_INET6 : AF_INET, text, bytes) != 1)
        return false;
    if (!name[n])
        return true;
    long bits = strtol(name + n + 1, &end, 10);
    return name[n + 1] >= '1' && name[n + 1] <= '9' && !*end && bits <= (six ? 128 : 32);
}

static enum tc_err need_account(struct desk *d, const char *name)
{
    char *secret = NULL;
    enum tc_err err = sto_account(d->st, name, &secret, &d->why);

    free(secret);
    return err;
}

/* Is it one that can be banned? */
static enum tc_err check_banned(struct desk *d, const char *kind, const char *name)
{
    if (strcmp(kind, "account") == 0)
        return need_account(d, name);
    if (strcmp(kind, "mail") == 0 && !strchr(name, '@'))
        return tc_fail(&d->why, TC_E_SYNTAX, "mail", SAY("\"{0}\" is no mail address."), name);
    if (strcmp(kind, "address") == 0 && !is_network(name))
        return tc_fail(&d->why, TC_E_SYNTAX, "address",
                       SAY("\"{0}\" is no address, as 203.0.113.7 is, and no network, as "
                           "203.0.113.0/24 or 2001:db8::/64."),
                       name);
    return TC_OK;
}

static int ban(struct desk *d)
{
    const char *kind = d->argv[1], *name = d->argv[2];
    int n;
    struct sto_ban b = { kind, name, d->reason ? d->reason : "",
                         time(NULL) + (int64_t)(d->days ? d->days : FOREVER) * DAY };

    if (!is_kind(kind))
        return usage(SAY("it is ban address, ban account or ban mail"));
    enum tc_err err = check_banned(d, kind, name);
    if (err == TC_OK)
        err = sto_put_ban(d->st, &b, &d->why);
    if (err == TC_OK && strcmp(kind, "account") == 0)
        err = sto_drop_sessions(d->st, name, "", NULL, &n, &d->why);
    if (err == TC_OK && strcmp(kind, "mail") == 0)
        err = sto_drop_mail(d->st, name, &d->why);
    return err == TC_OK ? done(d, "ban", kind, name) : cli_fail(&d->why);
}

static int unban(struct desk *d)
{
    if (!is_kind(d->argv[1]))
        return usage(SAY("it is unban address, unban account or unban mail"));
    return sto_drop_ban(d->st, d->argv[1], d->argv[2], &d->why) == TC_OK
               ? done(d, "unban", d->argv[1], d->argv[2])
               : cli_fail(&d->why);
}

/* The game has such a seat. */
static enum tc_err need_seat(struct desk *d, const char *id, int seat)
{
    char *header = NULL, most[16];
    enum tc_err err = sto_header(d->st, id, &header, &d->why);
    json_t *head = err == TC_OK ? json_loads(header, 0, NULL) : NULL;
    int seats = (int)json_array_size(json_object_get(head, "seats"));

    json_decref(head);
    free(header);
    if (err != TC_OK || seat < seats)
        return err;
    snprintf(most, sizeof most, "%d", seats - 1);
    return tc_fail(&d->why, TC_E_RANGE, "seat", SAY("This game has the seats 0 to {0}."), most);
}

static int set_silence(struct desk *d, const char *text)
{
    const char *seat = d->argv[2];
    char key[24];

    if (strlen(seat) != 1 || seat[0] < '0' || seat[0] >= '0' + TC_SEATS)
        return usage(SAY("SEAT is a number from 0 to 7"));
    if (need_seat(d, d->argv[1], seat[0] - '0') != TC_OK)
        return cli_fail(&d->why);
    snprintf(key, sizeof key, "silenced.%s", seat);
    return sto_put(d->st, d->argv[1], key, text, &d->why) == TC_OK
               ? done(d, d->argv[0], d->argv[1], seat)
               : cli_fail(&d->why);
}

static int silence(struct desk *d)
{
    return set_silence(d, "true");
}

static int unsilence(struct desk *d)
{
    return set_silence(d, NULL);
}

/* --- Accounts ------------------------------------------------------------------------------
 */

static int sessions(struct desk *d)
{
    char text[32];
    int n = 0;

    if (need_account(d, d->argv[1]) != TC_OK ||
        sto_drop_sessions(d->st, d->argv[1], "", NULL, &n, &d->why) != TC_OK)
        return cli_fail(&d->why);
    snprintf(text, sizeof text, SAY("(%d ended)"), n);
    return done(d, "sessions", d->argv[1], text);
}

static int reset(struct desk *d)
{
    uint8_t hash[STO_HASH];
    char code[33];

    if (need_account(d, d->argv[1]) != TC_OK || srv_make_code(code, hash, &d->why) != TC_OK ||
        sto_put_code(d->st, hash, "reset", d->argv[1], "", time(NULL) + DAY, &d->why) != TC_OK)
        return cli_fail(&d->why);
    printf("#/reset/%s\n", code);
    return done(d, "reset", d->argv[1], "");
}

/* --- Battles that people made --------------------------------------------------------------
 */

static bool say_battle(void *ctx, const struct sto_battle *b)
{
    struct found *f = ctx;
    char day[32];

    f->n++;
    if (f->rows) {
        json_array_append_new(f->rows,
                              json_pack("{ss so so ss sb sI sI}", "battle", b->id, "title",
                                        text_json(b->title), "by", text_json(b->account),
                                        "system", b->system, "listed", b->listed, "changed",
                                        (json_int_t)b->changed, "bytes", (json_int_t)b->bytes));
        return true;
    }
    printf("%s  %s  %s  ", b->id, day_of(b->changed, day), b->system);
    put_plain(b->title);
    printf(" (");
    put_plain(b->account);
    printf(")\n");
    return true;
}

static int battles(struct desk *d)
{
    struct found f = begin(d);
    struct sto_choice all = { .text = d->argv[1], .all = true, .most = 1000 };

    return end(d, &f, sto_each_battle(d->st, &all, say_battle, &f, &d->why));
}

/* --- The command ---------------------------------------------------------------------------
 */

static const struct {
    const char *name;
    int words;
    int (*run)(struct desk *d);
} deeds[] = {
    { "list", 1, list },         { "find", 2, find },       { "show", 2, show },
    { "delete", 3, delete },     { "ban", 3, ban },         { "unban", 3, unban },
    { "bans", 1, bans },         { "silence", 3, silence }, { "unsilence", 3, unsilence },
    { "sessions", 2, sessions }, { "reset", 2, reset },     { "sweep", 1, sweep },
    { "log", 1, say_log },       { "battles", 2, battles },
};

int cmd_admin(struct cli *c)
{
    struct desk d = { .days = (int)cli_number(c, "days", 0, FOREVER) };
    const char *where;

    d.reason = cli_option(c, "reason");
    d.json = cli_flag(c, "json");
    cli_words(c, 2, 4);
    d.argc = c->argc - 1;
    d.argv = c->argv + 1;
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        if (strcmp(deeds[i].name, d.argv[0]) != 0)
            continue;
        if (deeds[i].words != d.argc)
            return usage(SAY("wrong number of words"));
        if (cli_where(c->argv[0], NULL, &where, &d.why) != TC_OK ||
            sto_open(where, &d.st, &d.why) != TC_OK)
            return cli_fail(&d.why);
        int code = deeds[i].run(&d);
        sto_close(d.st);
        return code;
    }
    return usage(SAY("there is no such command"));
}
