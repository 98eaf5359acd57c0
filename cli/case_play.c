/* cli/case_play.c - playing one text case and comparing. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/case.h"
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

    case_mark_event(p, e);
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

void case_open_game(struct tc_game *g, void **mem, const struct tc_book *bk)
{
    struct tc_offers *work = must(malloc(sizeof *work)), *open = must(malloc(sizeof *open));

    *mem = must(aligned_alloc(64, tc_game_memory(bk->rules)));
    tc_game_init(g, bk, *mem, work, open);
    give_room(g);
}

void case_close_game(struct tc_game *g, void *mem)
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
    case_open_game(&p->g, &p->mem, bk);
    p->g.u.dice = TC_DICE_TYPED;
    p->g.u.ask_single = false;
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
        p->wanted = false;
    }
    case_mark_stop(p);
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

void case_split(struct case_words *w, const char *text)
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

const char *case_status(const struct case_play *p, char *buf, size_t n)
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

/* off NAME: the unit is not on the table; the system says which values of which tables that is.
 */
static void do_off(struct case_play *p, struct case_words *w)
{
    char all[256], line[256], *save = NULL;
    struct case_words one;

    if (p->begun || w->n != 2) {
        case_fault(p, "write: off NAME, before anything is done");
        return;
    }
    if (!p->bk->rules->off) {
        case_fault(p, "%s does not say how a unit is put off the table", p->bk->rules->name);
        return;
    }
    snprintf(all, sizeof all, "%s", p->bk->rules->off);
    for (char *s = strtok_r(all, ";", &save); s; s = strtok_r(NULL, ";", &save)) {
        s += strspn(s, " ");
        size_t list = strcspn(s, " ");
        snprintf(line, sizeof line, "set %.*s.%s%s", (int)list, s, w->w[1], s + list);
        case_split(&one, line);
        do_set(p, &one);
    }
}

static void do_ask_single(struct case_play *p)
{
    if (p->begun)
        case_fault(p, "ask-single comes before anything is done");
    p->g.u.ask_single = true;
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

bool case_read_act(struct case_play *p, const char *text, struct tc_act *a)
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
    struct tc_refusal refusal = { 0 }; /* a judge with a fault may leave it so */
    struct tc_why why;
    char now[160];

    case_start(p);
    if (!case_read_act(p, text, &a))
        return;
    if (p->g.status != TC_WAITS_ANSWER) {
        case_fault(p, "cannot do \"%s\": %s", text, case_status(p, now, sizeof now));
        return;
    }
    if (tc_game_answer(&p->g, &a, &refusal, &why) != TC_OK) {
        case_fault(p, "\"%s\" is refused: %s (%s; %s)", text, why.text,
                   refusal.rule ? refusal.rule : "no rule", case_status(p, now, sizeof now));
        return;
    }
    p->events = p->place = 0;
    p->wanted = false;
    go(p);
}

/* --- One line --- */

const char *case_after(const char *text, int words)
{
    while (words--) {
        text += strspn(text, " \t");
        text += strcspn(text, " \t");
    }
    return text + strspn(text, " \t");
}

/* Lines that may stand before the play begins. */
static bool is_setup_word(const char *s)
{
    static const char *const word[] = { "set", "at", "dice", "off", "ask-single", NULL };

    return tc_find_word(word, s, strlen(s)) != TC_NONE;
}

static bool set_up(struct case_play *p, struct case_words *w)
{
    if (strcmp(w->w[0], "set") == 0)
        do_set(p, w);
    else if (strcmp(w->w[0], "at") == 0)
        do_at(p, w);
    else if (strcmp(w->w[0], "dice") == 0)
        do_dice(p, w);
    else if (strcmp(w->w[0], "off") == 0)
        do_off(p, w);
    else if (strcmp(w->w[0], "ask-single") == 0)
        do_ask_single(p);
    else
        return false;
    return true;
}

static bool play_line(struct case_play *p, const char *text)
{
    struct case_words w;

    case_split(&w, text);
    if (w.n == 0 || w.w[0][0] == '"')
        return true;
    if (!is_setup_word(w.w[0]))
        case_start(p);
    if (p->dead)
        return true;
    if (strcmp(w.w[0], "do") == 0) {
        do_do(p, case_after(text, 1));
        return true;
    }
    return set_up(p, &w) || case_expect(p, &w, text);
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
    char now[160];

    watch(p, NULL);
    if (!p->faults && p->g.status == TC_WAITS_DICE && !p->wanted)
        case_fault(p, "ends while %s: give the dice, or say it with `wants`",
                   case_status(p, now, sizeof now));
    if (p->used != p->faces && !p->faults)
        case_fault(p, "%d forced dice were not used", p->faces - p->used);
    free(p->event);
    case_close_game(&p->g, p->mem);
}
