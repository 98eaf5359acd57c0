/* cli/case_play.c - playing one text case and comparing. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/case.h"
#include "kernel/odds.h"
#include "protocol/trial.h"

void case_fault(struct case_play *p, const char *format, ...)
{
    va_list ap;

    p->faults++;
    fprintf(p->out, "%s:%d: %s: ", p->file, p->line, p->name);
    va_start(ap, format);
    vfprintf(p->out, format, ap);
    va_end(ap);
    fputc('\n', p->out);
}

/* --- Beginning and end --------------------------------------------------------- */

static void hear(void *ctx, const struct tc_event *e)
{
    struct case_play *p = ctx;

    if (p->events == p->event_room) {
        p->event_room = p->event_room ? 2 * p->event_room : 64;
        p->event = realloc(p->event, (size_t)p->event_room * sizeof *p->event);
        if (!p->event)
            abort();
    }
    struct case_event *c = &p->event[p->events++];
    c->e = *e;
    c->act[0] = 0;
    if (e->act) {
        struct tc_text t = tc_text_on(c->act, sizeof c->act);
        tc_print_act(p->bk->rules, p->bk, e->act, &t);
        c->e.act = NULL;
    }
}

static void give_room(struct tc_game *g)
{
    g->tape.act_room = 2 * TC_TAPE_ROOM;
    g->tape.face_room = 8 * TC_TAPE_ROOM;
    g->tape.act = malloc(g->tape.act_room * sizeof *g->tape.act);
    g->tape.face = malloc(g->tape.face_room);
    if (!g->tape.act || !g->tape.face)
        abort();
}

static void *must(void *p)
{
    if (!p)
        abort();
    return p;
}

static void open_game(struct tc_game *g, void **mem, const struct tc_book *bk)
{
    struct tc_offers *work = must(malloc(sizeof *work)), *open = must(malloc(sizeof *open));

    *mem = must(aligned_alloc(64, tc_game_memory(bk->rules)));
    tc_game_init(g, bk, *mem, work, open);
    give_room(g);
}

static void close_game(struct tc_game *g, void *mem)
{
    free(g->u.offers);
    free(g->u.open_offers);
    free(g->tape.act);
    free(g->tape.face);
    free(mem);
}

void case_begin(struct case_play *p, const struct tc_book *bk, const char *file,
                const char *name, FILE *out)
{
    memset(p, 0, sizeof *p);
    p->bk = bk;
    p->file = file;
    p->name = name;
    p->out = out;
    open_game(&p->g, &p->mem, bk);
    p->g.u.dice = TC_DICE_TYPED;
    p->g.u.sink = hear;
    p->g.u.sink_ctx = p;
}

/* Feed forced dice as long as dice are wanted and there. */
static void go(struct case_play *p)
{
    struct tc_why why;

    p->steps = 0;
    while (tc_game_go(&p->g) == TC_WAITS_DICE && p->faces - p->used >= p->g.u.open_dice) {
        if (tc_game_dice(&p->g, p->face + p->used, p->g.u.open_dice, &why) != TC_OK) {
            case_fault(p, "%s (for %s)", why.text, p->g.u.open_rule);
            return;
        }
        p->used += p->g.u.open_dice;
    }
}

static void count_step(void *ctx, struct tc_game *g)
{
    struct case_play *p = ctx;

    trial_step(g, &p->steps);
}

/* The first line that plays or expects ends the set-up. */
void case_start(struct case_play *p)
{
    struct tc_refusal why;
    char text[256];
    struct tc_text t = tc_text_on(text, sizeof text);

    if (p->begun)
        return;
    p->begun = true;
    memset(&why, 0, sizeof why);
    if (!p->bk->rules->check(p->bk, p->g.checkpoint, &why)) {
        tc_say_refusal(p->bk->rules, p->bk, &why, &t);
        case_fault(p, "the position is not a legal one: %s (%s)", text,
                   why.rule ? why.rule : "?");
        p->dead = true;
        return;
    }
    memcpy(p->g.snapshot, p->g.checkpoint, p->bk->rules->state_size);
    go(p);
}

/* --- Words of a line -------------------------------------------------------------- */

static void split(struct case_words *w, const char *text)
{
    char *save = NULL;

    w->n = 0;
    snprintf(w->text, sizeof w->text, "%s", text);
    for (char *s = strtok_r(w->text, " \t", &save); s && w->n < 40;
         s = strtok_r(NULL, " \t", &save))
        w->w[w->n++] = s;
}

const char *case_take_rule(struct case_words *w)
{
    if (w->n < 2 || strcmp(w->w[w->n - 2], "by") != 0)
        return NULL;
    w->n -= 2;
    return w->w[w->n + 1];
}

bool case_same_rule(const char *want, const char *got)
{
    return !want || (got && strcmp(want, got) == 0);
}

static const char *say_status(const struct case_play *p, char *buf, size_t n)
{
    const struct tc_umpire *u = &p->g.u;

    switch (p->g.status) {
    case TC_WAITS_ANSWER:
        snprintf(buf, n, "%s is asked %s", p->bk->side_name[u->open.side],
                 p->bk->rules->questions[u->open.question].decl.name);
        break;
    case TC_WAITS_DICE:
        snprintf(buf, n, "%d x %s wanted for %s", u->open_dice, tc_die_kind[u->open_die].name,
                 u->open_rule);
        break;
    case TC_IS_OVER: snprintf(buf, n, "the battle is over"); break;
    case TC_DIFFERS: snprintf(buf, n, "the tape differs"); break;
    }
    return buf;
}

/* --- Setting up --------------------------------------------------------------------- */

static void set_one(struct case_play *p, const char *path, const char *value)
{
    const struct tc_field *f;
    struct tc_why why;
    size_t base;
    int64_t v;
    int i;

    if (tc_field_path(p->bk->rules, p->bk, path, strlen(path), &base, &f, &i, &why) ||
        tc_field_parse(p->bk->rules, p->bk, f, value, strlen(value), &v, &why)) {
        case_fault(p, "%s", why.text);
        return;
    }
    if (!tc_field_set((char *)p->g.checkpoint + base, f, i, v))
        case_fault(p, "%s cannot be %s: it does not fit", path, value);
    p->outside = true;
}

/* set PATH = VALUE, or set PATH key=value key=value ... */
static void do_set(struct case_play *p, struct case_words *w)
{
    char path[256];

    if (p->begun) {
        case_fault(p, "set comes before anything is done");
        return;
    }
    if (w->n == 4 && strcmp(w->w[2], "=") == 0) {
        set_one(p, w->w[1], w->w[3]);
        return;
    }
    if (w->n < 3)
        case_fault(p, "write: set PATH = VALUE, or set PATH key=value ...");
    for (int i = 2; i < w->n; i++) {
        char *eq = strchr(w->w[i], '=');
        if (!eq) {
            case_fault(p, "\"%s\" is not key=value", w->w[i]);
            return;
        }
        *eq = 0;
        snprintf(path, sizeof path, "%s.%s", w->w[1], w->w[i]);
        set_one(p, path, eq + 1);
    }
}

static void do_at(struct case_play *p, struct case_words *w)
{
    const struct tc_ruleset *r = p->bk->rules;

    if (p->begun || w->n != 2) {
        case_fault(p, "write: at STEP, before anything is done");
        return;
    }
    for (int i = 0; i < r->step_count; i++)
        if (strcmp(r->steps[i].name, w->w[1]) == 0) {
            ((struct tc_head *)p->g.checkpoint)->step = (uint16_t)i;
            p->outside = true;
            return;
        }
    case_fault(p, "%s has no step \"%s\"", r->name, w->w[1]);
}

static void do_dice(struct case_play *p, struct case_words *w)
{
    memmove(p->face, p->face + p->used, (size_t)(p->faces - p->used));
    p->faces -= p->used;
    p->used = 0;
    for (int i = 1; i < w->n; i++) {
        char *star = strchr(w->w[i], 'x'); /* 5x1: five ones */
        int64_t times = 1, face;
        const char *s = star ? star + 1 : w->w[i];
        if ((star && (!tc_read_int(w->w[i], (size_t)(star - w->w[i]), &times) || times < 0)) ||
            !tc_read_int(s, strlen(s), &face) || face < 0 || face > 99 ||
            p->faces + times > (int)sizeof p->face) {
            case_fault(p, "\"%s\" is not a die face", w->w[i]);
            return;
        }
        while (times--)
            p->face[p->faces++] = (int8_t)face;
    }
    if (p->begun && p->g.status == TC_WAITS_DICE)
        go(p);
}

/* --- Doing ---------------------------------------------------------------------------- */

static bool read_act(struct case_play *p, const char *text, struct tc_act *a)
{
    struct tc_why why;

    if (tc_parse_act(p->bk->rules, p->bk, text, strlen(text), a, &why) == TC_OK)
        return true;
    case_fault(p, "%s", why.text);
    return false;
}

static void do_do(struct case_play *p, const char *text)
{
    struct tc_act a;
    struct tc_refusal refusal;
    struct tc_why why;
    char now[160];

    case_start(p);
    if (!read_act(p, text, &a))
        return;
    if (p->g.status != TC_WAITS_ANSWER) {
        case_fault(p, "cannot do \"%s\": %s", text, say_status(p, now, sizeof now));
        return;
    }
    if (tc_game_answer(&p->g, &a, &refusal, &why) != TC_OK) {
        case_fault(p, "\"%s\" is refused: %s (%s; %s)", text, why.text, refusal.rule,
                   say_status(p, now, sizeof now));
        return;
    }
    p->events = 0;
    go(p);
}

/* --- Expecting positions, questions, refusals ----------------------------------------------
 */

static void expect_field(struct case_play *p, struct case_words *w)
{
    const struct tc_field *f;
    struct tc_why why;
    char got[96];
    struct tc_text t = tc_text_on(got, sizeof got);
    size_t base;
    int64_t want, is;
    int i;

    case_start(p);
    if (w->n != 4 || strcmp(w->w[2], "=") != 0) {
        case_fault(p, "write: field PATH = VALUE");
        return;
    }
    if (tc_field_path(p->bk->rules, p->bk, w->w[1], strlen(w->w[1]), &base, &f, &i, &why) ||
        tc_field_parse(p->bk->rules, p->bk, f, w->w[3], strlen(w->w[3]), &want, &why)) {
        case_fault(p, "%s", why.text);
        return;
    }
    is = tc_field_get((const char *)tc_game_state(&p->g) + base, f, i);
    if (is == want)
        return;
    tc_field_print(p->bk->rules, p->bk, f, is, &t);
    case_fault(p, "%s is %s, not %s", w->w[1], got, w->w[3]);
}

/* ask SIDE QUESTION [ARGS...] */
static void expect_ask(struct case_play *p, struct case_words *w, int first, bool wanted)
{
    const struct tc_query *q = &p->g.u.open;
    char now[160];
    bool same;

    case_start(p);
    if (w->n < first + 3) {
        case_fault(p, "write: ask SIDE QUESTION");
        return;
    }
    const char *rule = case_take_rule(w);
    same = p->g.status == TC_WAITS_ANSWER &&
           strcmp(p->bk->side_name[q->side], w->w[first + 1]) == 0 &&
           strcmp(p->bk->rules->questions[q->question].decl.name, w->w[first + 2]) == 0 &&
           case_same_rule(rule, q->rule);
    for (int i = first + 3, k = 0; same && i < w->n; i++, k++) {
        const struct tc_decl *d = &p->bk->rules->questions[q->question].decl;
        same = k < TC_ARGS && d->param[k].kind != TC_K_END &&
               case_same_value(p, &d->param[k], q->arg + tc_decl_place(d, k), w->w[i]);
    }
    if (same != wanted)
        case_fault(p, "%s", say_status(p, now, sizeof now));
}

static bool judge_now(struct case_play *p, const struct tc_act *a, struct tc_refusal *why)
{
    struct tc_view v = { p->bk, tc_game_state(&p->g), &p->g.u.open };

    return tc_judge_act(p->bk->rules, &v, p->g.u.open_offers, a, why);
}

static void expect_offer(struct case_play *p, const char *text, bool wanted)
{
    struct tc_act a;
    struct tc_refusal why;
    char now[160], said[256];
    struct tc_text t = tc_text_on(said, sizeof said);

    case_start(p);
    if (!read_act(p, text, &a))
        return;
    if (p->g.status != TC_WAITS_ANSWER) {
        case_fault(p, "nothing is offered: %s", say_status(p, now, sizeof now));
        return;
    }
    bool legal = judge_now(p, &a, &why);
    if (legal == wanted)
        return;
    if (!legal)
        tc_say_refusal(p->bk->rules, p->bk, &why, &t);
    case_fault(p, legal ? "\"%s\" is legal%s%s" : "\"%s\" is refused: %s (%s)", text,
               legal ? "" : said, legal ? "" : why.rule);
}

/* refuse ACT by RULE [near ACT] */
static void expect_refuse(struct case_play *p, const char *text)
{
    char act[512], near[512] = "", got[512] = "", now[160];
    struct tc_text t = tc_text_on(got, sizeof got);
    struct tc_refusal why;
    struct tc_act a;

    case_start(p);
    snprintf(act, sizeof act, "%s", text);
    char *by = strstr(act, " by "), *alt = strstr(act, " near ");
    if (alt) {
        snprintf(near, sizeof near, "%s", alt + 6);
        *alt = 0;
    }
    if (!by || p->g.status != TC_WAITS_ANSWER) {
        case_fault(p, "%s", by ? say_status(p, now, sizeof now) : "write: refuse ACT by RULE");
        return;
    }
    *by = 0;
    by += 4;
    if (!read_act(p, act, &a))
        return;
    memset(&why, 0, sizeof why);
    if (judge_now(p, &a, &why)) {
        case_fault(p, "\"%s\" is legal; it should be refused by %s", act, by);
        return;
    }
    if (!why.rule || strcmp(by, why.rule) != 0) {
        tc_say_refusal(p->bk->rules, p->bk, &why, &t);
        case_fault(p, "refused by %s, not %s: %s", why.rule ? why.rule : "no rule", by, got);
        return;
    }
    if (why.has_nearest)
        tc_print_act(p->bk->rules, p->bk, &why.nearest, &t);
    if (near[0] && strcmp(near, got) != 0)
        case_fault(p, "the nearest legal act is \"%s\", not \"%s\"", got, near);
}

static void expect_over(struct case_play *p, struct case_words *w)
{
    const struct tc_head *h = tc_game_state(&p->g);
    char now[160];

    case_start(p);
    if (p->g.status != TC_IS_OVER) {
        case_fault(p, "it is not over: %s", say_status(p, now, sizeof now));
        return;
    }
    const char *winner = h->winner == TC_NONE ? "draw" : p->bk->side_name[h->winner];
    if (w->n < 2 || strcmp(w->w[1], winner) != 0)
        case_fault(p, "it ends with: %s", winner);
}

static void expect_wants(struct case_play *p, struct case_words *w)
{
    char now[160];
    const char *rule = case_take_rule(w);
    int64_t n = 0;

    case_start(p);
    bool ok = w->n == 3 && tc_read_int(w->w[1], strlen(w->w[1]), &n) &&
              p->g.status == TC_WAITS_DICE && p->g.u.open_dice == n &&
              strcmp(tc_die_kind[p->g.u.open_die].name, w->w[2]) == 0 &&
              case_same_rule(rule, p->g.u.open_rule);
    if (!ok)
        case_fault(p, "%s", say_status(p, now, sizeof now));
}

/* --- Expecting odds ------------------------------------------------------------------------
 */

/* The chance of all rows in which the event occurs, added up exactly. */
static void sum_rows(struct case_play *p, const struct tc_odds *o, struct case_words *w,
                     uint64_t *num, uint64_t *den)
{
    *num = 0;
    *den = 1;
    for (int r = 0; r < o->rows; r++) {
        bool hit = false;
        for (int i = 0; i < o->row[r].n; i++) {
            struct case_event c = { .e = o->row[r].event[i] };
            hit |= case_same_event(p, &c, w, 0, NULL);
        }
        if (!hit)
            continue;
        /* dens are divisors of each other's multiples and small: cross-add, then reduce */
        uint64_t n = *num * o->row[r].den + o->row[r].num * *den, d = *den * o->row[r].den;
        uint64_t a = n, b = d;
        while (b) {
            uint64_t t = a % b;
            a = b;
            b = t;
        }
        *num = n / (a ? a : 1);
        *den = d / (a ? a : 1);
    }
}

/* odds ACT : EVENT = N/D */
static void expect_odds(struct case_play *p, const char *text)
{
    static struct tc_odds odds;
    char act[512], event[512], now[160];
    unsigned long long num, den;
    struct case_words w;
    struct tc_act a;
    struct tc_refusal refusal;
    struct tc_why why;
    uint64_t n, d;

    case_start(p);
    if (sscanf(text, "%511[^:]: %511[^=]= %llu/%llu", act, event, &num, &den) != 4 ||
        den == 0) {
        case_fault(p, "write: odds ACT : EVENT = N/D");
        return;
    }
    if (p->g.status != TC_WAITS_ANSWER || !read_act(p, act, &a)) {
        case_fault(p, "%s", say_status(p, now, sizeof now));
        return;
    }
    struct tc_game work;
    void *mem;
    open_game(&work, &mem, p->bk);
    if (tc_odds_of(&p->g, &a, &work, 2000000, 1000, 1, &odds, &refusal, &why) != TC_OK) {
        case_fault(p, "%s", why.text);
    } else if (!odds.exact) {
        case_fault(p, "the odds are too wide to be exact");
    } else {
        split(&w, event);
        sum_rows(p, &odds, &w, &n, &d);
        if (n * den != num * d)
            case_fault(p, "the odds are %llu/%llu", (unsigned long long)n,
                       (unsigned long long)d);
    }
    close_game(&work, mem);
}

/* --- One line
 * ----------------------------------------------------------------------------------- */

static const char *after(const char *text, int words)
{
    while (words--) {
        text += strspn(text, " \t");
        text += strcspn(text, " \t");
    }
    return text + strspn(text, " \t");
}

static bool is_event_word(const char *s)
{
    static const char *const word[] = { "event", "mod", "sum", "roll", "pool", NULL };

    return tc_find_word(word, s, strlen(s)) != TC_NONE;
}

/* Lines that may stand before the play begins. */
static bool is_setup_word(const char *s)
{
    static const char *const word[] = { "set", "at", "dice", NULL };

    return tc_find_word(word, s, strlen(s)) != TC_NONE;
}

/* Lines that may carry a `not` before them. */
static bool expectation(struct case_play *p, struct case_words *w, const char *text,
                        bool wanted)
{
    int first = !wanted;
    const char *word = w->w[first];

    if (is_event_word(word))
        case_expect_event(p, w, first, wanted);
    else if (strcmp(word, "ask") == 0)
        expect_ask(p, w, first, wanted);
    else if (strcmp(word, "offer") == 0)
        expect_offer(p, after(text, first + 1), wanted);
    else
        return false;
    return true;
}

static bool play_line(struct case_play *p, const char *text)
{
    struct case_words w;

    split(&w, text);
    if (w.n == 0 || w.w[0][0] == '"')
        return true;
    if (!is_setup_word(w.w[0]))
        case_start(p);
    if (p->dead)
        return true;
    if (strcmp(w.w[0], "not") == 0)
        return w.n > 1 && expectation(p, &w, text, false);
    if (expectation(p, &w, text, true))
        return true;
    if (strcmp(w.w[0], "set") == 0)
        do_set(p, &w);
    else if (strcmp(w.w[0], "at") == 0)
        do_at(p, &w);
    else if (strcmp(w.w[0], "dice") == 0)
        do_dice(p, &w);
    else if (strcmp(w.w[0], "do") == 0)
        do_do(p, after(text, 1));
    else if (strcmp(w.w[0], "field") == 0)
        expect_field(p, &w);
    else if (strcmp(w.w[0], "refuse") == 0)
        expect_refuse(p, after(text, 1));
    else if (strcmp(w.w[0], "over") == 0)
        expect_over(p, &w);
    else if (strcmp(w.w[0], "wants") == 0)
        expect_wants(p, &w);
    else if (strcmp(w.w[0], "odds") == 0)
        expect_odds(p, after(text, 1));
    else
        return false;
    return true;
}

/* --- A position that was set is played under a watch (trial.h) ------------------------------
 */

struct watched {
    struct case_play *p;
    const char *text; /* NULL: the end */
    bool known;
};

static void play_watched(void *ctx)
{
    struct watched *w = ctx;

    if (w->text)
        w->known = play_line(w->p, w->text);
    else
        case_start(w->p);
}

static bool watch(struct case_play *p, const char *text)
{
    struct watched w = { p, text, true };
    struct tc_why why;

    if (!p->outside) {
        play_watched(&w);
        return w.known;
    }
    p->g.on_checkpoint = count_step;
    p->g.ctx = p;
    if (trial_call(play_watched, &w, &why) != TC_OK) {
        case_fault(p, "%s", why.text);
        p->begun = p->dead = true;
    }
    return w.known;
}

bool case_line(struct case_play *p, const char *text)
{
    return watch(p, text);
}

void case_end(struct case_play *p)
{
    watch(p, NULL);
    if (p->used != p->faces && !p->faults)
        case_fault(p, "%d forced dice were not used", p->faces - p->used);
    free(p->event);
    close_game(&p->g, p->mem);
}
