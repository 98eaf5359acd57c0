/* server/log.c - the log (JSON lines) and the figures (Prometheus text). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/own.h"

/* --- Log ---------------------------------------------------------------------------- */

static const double bound[] = { 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5 };
enum { BOUNDS = sizeof bound / sizeof bound[0] };

struct srv_journal {
    pthread_mutex_t lock;
    FILE *file;
    atomic_uint_fast64_t counted[SRV_COUNTS];
    atomic_int streams;
    atomic_uint_fast64_t answered[BOUNDS + 1], answer_micros;
};

struct srv_journal *srv_journal_new(void)
{
    struct srv_journal *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_journal_free(struct srv_journal *p)
{
    if (p && p->file && p->file != stderr)
        fclose(p->file);
    free(p);
}

enum tc_err srv_log_open(const char *file, struct tc_why *why)
{
    if (!file)
        return TC_OK;
    srv->journal->file = strcmp(file, "-") == 0 ? stderr : fopen(file, "ae");
    if (srv->journal->file)
        return TC_OK;
    return tc_fail(why, TC_E_FILE, "log", "{0} cannot be written: {1}.", file, strerror(errno));
}

static void stamp(char *out, size_t room)
{
    struct timespec now;
    struct tm tm;
    char day[32];

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(out, room, "%s.%03ldZ", day, now.tv_nsec / 1000000);
}

static void write_line(FILE *out, const char *text, size_t n)
{
    pthread_mutex_lock(&srv->journal->lock);
    fwrite(text, 1, n, out);
    fputc('\n', out);
    fflush(out);
    pthread_mutex_unlock(&srv->journal->lock);
}

static void put_field(struct js_out *o, const char *key, const char *text)
{
    js_put_key(o, key);
    js_put_string(o, text);
}

void srv_log_request(const struct srv_call *c, int status)
{
    struct js_out o = { 0 };
    char at[64];

    if (!srv->journal->file)
        return;
    stamp(at, sizeof at);
    js_put_open(&o, '{');
    put_field(&o, "at", at);
    put_field(&o, "level", "info");
    put_field(&o, "what", "request");
    put_field(&o, "method", c->route ? c->route->method : "");
    put_field(&o, "route", c->route ? c->route->path : "");
    js_put_key(&o, "status");
    js_put_int(&o, status);
    js_put_key(&o, "micros");
    js_put_int(&o, (int64_t)((srv_clock() - c->start) * 1e6));
    put_field(&o, "from", c->address);
    js_put_close(&o, '}');
    write_line(srv->journal->file, o.text, o.n);
    free(o.text);
}

void srv_log(const char *level, const char *what, json_t *more)
{
    bool serious = strcmp(level, "info") != 0;
    FILE *out = srv->journal->file ? srv->journal->file : serious ? stderr : NULL;
    char at[64];

    if (out) {
        stamp(at, sizeof at);
        json_t *o = json_pack("{ss ss ss}", "at", at, "level", level, "what", what);
        json_object_update(o, more);
        char *text = json_dumps(o, JSON_COMPACT);
        write_line(out, text, strlen(text));
        free(text);
        json_decref(o);
    }
    json_decref(more);
}

void srv_log_why(const char *what, const struct tc_why *why)
{
    srv_log("error", what,
            json_pack("{ss ss ss}", "code", tc_err_word(why->err), "where", why->where, "text",
                      why->text));
}

/* --- Figures --------------------------------------------------------------------------- */

void srv_count(enum srv_count what)
{
    atomic_fetch_add_explicit(&srv->journal->counted[what], 1, memory_order_relaxed);
}

void srv_gauge_streams(int change)
{
    atomic_fetch_add(&srv->journal->streams, change);
}

int srv_gauge_streams_now(void)
{
    return atomic_load(&srv->journal->streams);
}

void srv_time_answer(double seconds)
{
    int i = 0;

    while (i < BOUNDS && seconds > bound[i])
        i++;
    atomic_fetch_add(&srv->journal->answered[i], 1);
    atomic_fetch_add(&srv->journal->answer_micros, (uint_fast64_t)(seconds * 1e6));
}

static void put_times(FILE *out)
{
    uint64_t sum = 0;

    fprintf(out, "# HELP tricorne_answer_seconds Time from an answer's arrival to its being "
                 "stored.\n# TYPE tricorne_answer_seconds histogram\n");
    for (int i = 0; i < BOUNDS; i++) {
        sum += atomic_load(&srv->journal->answered[i]);
        fprintf(out, "tricorne_answer_seconds_bucket{le=\"%g\"} %llu\n", bound[i],
                (unsigned long long)sum);
    }
    sum += atomic_load(&srv->journal->answered[BOUNDS]);
    fprintf(out, "tricorne_answer_seconds_bucket{le=\"+Inf\"} %llu\n", (unsigned long long)sum);
    fprintf(out, "tricorne_answer_seconds_sum %.6f\n",
            (double)atomic_load(&srv->journal->answer_micros) * 1e-6);
    fprintf(out, "tricorne_answer_seconds_count %llu\n", (unsigned long long)sum);
}

static double resident(void)
{
    FILE *f = fopen("/proc/self/statm", "re");
    unsigned long all = 0, here = 0;

    if (!f)
        return 0;
    if (fscanf(f, "%lu %lu", &all, &here) != 2)
        here = 0;
    fclose(f);
    return (double)here * 4096;
}

char *srv_metrics(void)
{
    static const struct {
        const char *name, *help;
    } row[SRV_COUNTS] = {
        [SRV_C_REQUESTS] = { "requests_total", "Requests." },
        [SRV_C_OK] = { "responses_ok_total", "Responses 2xx and 3xx." },
        [SRV_C_CLIENT] = { "responses_client_total", "Responses 4xx." },
        [SRV_C_SERVER] = { "responses_server_total", "Responses 5xx." },
        [SRV_C_ANSWERS] = { "answers_total", "Answers and typed dice of people." },
        [SRV_C_COMPUTER] = { "computer_answers_total", "Answers of computer players." },
        [SRV_C_AHEAD] = { "ahead_walks_total",
                          "Positions computer players looked at while people thought." },
        [SRV_C_KNOWN] = { "ahead_known_total",
                          "Questions to computer players they had thought about before." },
        [SRV_C_ORDERS] = { "orders_answers_total", "Answers by standing orders." },
        [SRV_C_STALE] = { "stale_total", "Answers that came too late." },
        [SRV_C_STORE_FAILED] = { "store_failures_total", "Lines that could not be stored." },
        [SRV_C_LOADED] = { "games_loaded_total", "Games read from the store." },
        [SRV_C_UNLOADED] = { "games_unloaded_total", "Games put away." },
        [SRV_C_EVENTS] = { "events_total", "Events put into streams." },
        [SRV_C_SLOW_STREAMS] = { "slow_streams_total", "Streams cut off as too slow." },
        [SRV_C_LIMITED] = { "limited_total", "Requests refused by a rate limit." },
        [SRV_C_NOTICES] = { "notices_total", "Notices sent." },
        [SRV_C_FAULTS] = { "faults_total",
                           "Faults of the program itself that were contained." },
        [SRV_C_NOTICES_FAILED] = { "notices_failed_total", "Notices that failed." },
    };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    TC_BUG_ON(!out);
    for (int i = 0; i < SRV_COUNTS; i++)
        fprintf(out, "# HELP tricorne_%s %s\n# TYPE tricorne_%s counter\ntricorne_%s %llu\n",
                row[i].name, row[i].help, row[i].name, row[i].name,
                (unsigned long long)atomic_load(&srv->journal->counted[i]));
    fprintf(out,
            "# HELP tricorne_streams Open streams.\n# TYPE tricorne_streams gauge\n"
            "tricorne_streams %d\n",
            srv_gauge_streams_now());
    fprintf(out,
            "# HELP tricorne_games Games in memory.\n# TYPE tricorne_games gauge\n"
            "tricorne_games %d\n",
            srv_games_loaded());
    fprintf(out,
            "# HELP process_resident_memory_bytes Memory in use.\n"
            "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes %.0f\n",
            resident());
    put_times(out);
    fclose(out);
    return text;
}
