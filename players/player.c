/* players/player.c - computer players: names, levels, deciding. */
#include "players/player.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "players/foresee.h"
#include "players/greedy.h"
#include "players/marshal.h"
#include "players/prospect.h"
#include "players/search.h"
#include "players/stander.h"
#include "players/worth.h"

/* --- Names -------------------------------------------------------------------------------- */

const char plr_names[] =
    "random, stander, greedy, yardstick, plan, search, level-1, level-2, level-3, level-4 "
    "(each "
    "level and "
    "greedy also with -bold, -careful or -stubborn behind it) or program:COMMAND";

static const struct {
    const char *name;
    struct plr_spec spec;
} known[] = {
    { "random", { .method = PLR_RANDOM } },
    { "stander", { .method = PLR_STAND } },
    { "greedy",
      { .method = PLR_GREEDY,
        .choices = 32,
        .samples = 4,
        .wise = 1,
        .taste = 1,
        .imagined = 1 } },
    { "yardstick", { .method = PLR_GREEDY, .choices = 32, .samples = 4 } },
    { "plan",
      { .method = PLR_PLAN,
        .choices = 32,
        .wise = 1,
        .taste = 1,
        .imagined = 1,
        .iterations = 600,
        .samples = 6 } },
    { "search", { .method = PLR_SEARCH, .choices = 24, .iterations = 200, .settle = 1 } },
    { "level-1",
      { .method = PLR_GREEDY,
        .choices = 3,
        .samples = 1,
        .wise = 1,
        .imagined = 1,
        .noise = 6000 } },
    { "level-2",
      { .method = PLR_GREEDY,
        .choices = 16,
        .samples = 2,
        .wise = 1,
        .imagined = 1,
        .noise = 700 } },
    { "level-3",
      { .method = PLR_GREEDY,
        .choices = 32,
        .samples = 4,
        .wise = 1,
        .taste = 1,
        .imagined = 1,
        .noise = 250 } },
    { "level-4",
      { .method = PLR_GREEDY,
        .choices = 24,
        .samples = 3,
        .wise = 1,
        .taste = 1,
        .imagined = 1,
        .settle = 1,
        .second = 1 } },
};

/* The second look at its best answers that made level 4 stronger, by system (docs/arena.md). In
 * battles of more units there is no time for it. */
static const struct {
    const char *system;
    int units;
    uint16_t trials, ahead, keep, doubt;
} second[] = {
    { "malbrook", 40, 96, 3, 3, 150 },
    { "pistolado", 40, 96, 2, 4, 200 },
    { "reason", 40, 96, 1, 4, 200 },
};

/* What is natural is said in fewer points than what a course comes to. */
enum {
    NATURE = 8,
    EXPLAIN = 24,
    LONGER_KEEP = 4,
    LONGER_DOUBT = 200,
    KNOWN = sizeof known / sizeof known[0],
    FIRST_LEVEL = 6
};

const char *const plr_character_names[PLR_CHARACTERS] = { "even", "bold", "careful",
                                                          "stubborn" };

/* How much a character makes of having come to grips, and how sure it must be to leave the
 * natural answer. */
static const struct {
    uint16_t bold, doubt;
} nature[PLR_CHARACTERS] = {
    [PLR_BOLD] = { 250, 0 }, [PLR_CAREFUL] = { 30, 0 }, [PLR_STUBBORN] = { 0, 150 }
};

struct number {
    const char *key;
    int64_t least, most;
    size_t offset, size;
};

#define NUMBER(KEY, M, LEAST, MOST)                                                            \
    {                                                                                          \
        KEY, LEAST, MOST, offsetof(struct plr_spec, M), sizeof(((struct plr_spec *)0)->M)      \
    }

static const struct number numbers[] = {
    NUMBER("choices", choices, 2, PLR_CHOICES),
    NUMBER("samples", samples, 0, 1000),
    NUMBER("iterations", iterations, 1, 100000000),
    NUMBER("ms", milliseconds, 1, 3600000),
    NUMBER("depth", depth, 0, 1000),
    NUMBER("threads", threads, 1, PLR_THREADS),
    NUMBER("settle", settle, 0, 2),
    NUMBER("wise", wise, 0, 1),
    NUMBER("noise", noise, 0, 20000),
    NUMBER("lots", lots, 0, 100),
    NUMBER("trials", trials, 0, 10000),
    NUMBER("ahead", ahead, 1, 99),
    NUMBER("keep", keep, 2, 16),
    NUMBER("doubt", doubt, 0, 1000),
    NUMBER("nature", nature, 0, 1),
    NUMBER("second", second, 0, 1),
    NUMBER("bold", bold, 1, 1000),
    NUMBER("play", play, 0, 1),
    NUMBER("reply", reply, 0, 1),
    NUMBER("taste", taste, 0, 1),
    NUMBER("imagined", imagined, 0, 1),
    NUMBER("turn", turn, 0, 600000),
};

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* A character behind a name of n letters; the name is shorter then. */
static int read_character(const char *text, size_t *n)
{
    for (int i = 1; i < PLR_CHARACTERS; i++) {
        size_t size = strlen(plr_character_names[i]);
        if (*n <= size + 1 || text[*n - size - 1] != '-' ||
            strncmp(text + *n - size, plr_character_names[i], size) != 0)
            continue;
        *n -= size + 1;
        return i;
    }
    return PLR_EVEN;
}

static enum tc_err unknown(const char *text, struct tc_why *why)
{
    return tc_fail(why, TC_E_NAME, "player", "There is no player \"{0}\"; there are {1}.", text,
                   plr_names);
}

static void put_number(struct plr_spec *spec, const struct number *n, int64_t v)
{
    uint16_t small = (uint16_t)v;
    uint32_t wide = (uint32_t)v;

    memcpy((char *)spec + n->offset, n->size == 2 ? (void *)&small : (void *)&wide, n->size);
}

static enum tc_err bad_number(const char *part, struct tc_why *why)
{
    return tc_fail(why, TC_E_RANGE, "player",
                   "\"{0}\" does not set a player's number; allowed are choices=2..64, "
                   "samples=0..1000, iterations=1..100000000, ms=1..3600000, depth=0..1000, "
                   "threads=1..16, settle=0..2, wise=0..1, noise=0..20000, lots=0..100, "
                   "trials=0..10000, ahead=1..99, keep=2..16, doubt=0..1000, nature=0..1, "
                   "bold=1..1000, play=0..1, reply=0..1, taste=0..1, imagined=0..1, "
                   "turn=0..600000.",
                   part);
}

/* key=value,key=value; a bare number is iterations. */
static enum tc_err read_numbers(const char *text, struct plr_spec *spec, struct tc_why *why)
{
    while (*text) {
        size_t n = strcspn(text, ","), key = strcspn(text, "="), at = 0; /* of the number */
        char part[PLR_NAME] = "";
        int64_t v = 0;
        int i = 0;
        memcpy(part, text, n < sizeof part ? n : sizeof part - 1);
        if (key >= n) {
            i = 2;
        } else {
            at = key + 1;
            while (i < NUMBERS &&
                   (strlen(numbers[i].key) != key || strncmp(numbers[i].key, text, key) != 0))
                i++;
        }
        if (i == NUMBERS || !tc_read_int(text + at, n - at, &v) || v < numbers[i].least ||
            v > numbers[i].most)
            return bad_number(part, why);
        put_number(spec, &numbers[i], v);
        if (numbers[i].offset == offsetof(struct plr_spec, milliseconds))
            spec->iterations = 100000000; /* the time is the limit */
        text += n + (text[n] == ',');
    }
    return TC_OK;
}

enum tc_err plr_read(const char *text, struct plr_spec *out, struct tc_why *why)
{
    size_t n = strcspn(text, ":"), full = strlen(text), name = n;
    int found = TC_NONE, character = read_character(text, &name);

    if (full >= PLR_NAME)
        return tc_fail(why, TC_E_FULL, "player", "The name of a player is too long.");
    memset(out, 0, sizeof *out);
    if (strncmp(text, "program:", 8) == 0 && text[8]) {
        out->method = PLR_PROGRAM;
        memcpy(out->command, text + 8, full - 8);
        memcpy(out->name, text, full);
        return TC_OK;
    }
    for (int i = 0; i < KNOWN; i++)
        if (strlen(known[i].name) == name && strncmp(known[i].name, text, name) == 0)
            found = i;
    if (name == 1 && text[0] >= '1' && text[0] <= '4')
        found = FIRST_LEVEL + text[0] - '1';
    if (found == TC_NONE || (character && known[found].spec.method != PLR_GREEDY))
        return unknown(text, why);
    *out = known[found].spec;
    out->character = (uint8_t)character;
    out->bold = nature[character].bold;
    out->doubt = nature[character].doubt;
    out->threads = 1;
    size_t base = name == 1 ? strlen(known[found].name) : 0; /* "3" is told as "level-3" */
    if (full - name + base >= PLR_NAME)
        return tc_fail(why, TC_E_FULL, "player", "The name of a player is too long.");
    memcpy(out->name, known[found].name, base);
    memcpy(out->name + base, text + (base ? name : 0), full - (base ? name : 0));
    return text[n] ? read_numbers(text + n + 1, out, why) : TC_OK;
}

/* The end of the first player in a list. */
static size_t one_player(const char *text)
{
    size_t n = strcspn(text, ",");

    while (text[n] == ',' && strcspn(text + n + 1, "=") < strcspn(text + n + 1, ",:"))
        n += 1 + strcspn(text + n + 1, ",");
    return n;
}

int plr_read_list(const char *text, struct plr_spec *out, int most, struct tc_why *why)
{
    int n = 0;

    while (*text) {
        size_t size = one_player(text);
        char one[PLR_NAME] = "";
        if (n == most || size >= sizeof one) {
            tc_fail(why, TC_E_FULL, "players", "There are too many players in the list.");
            return 0;
        }
        memcpy(one, text, size);
        if (plr_read(one, &out[n++], why) != TC_OK)
            return 0;
        text += size + (text[size] == ',');
    }
    if (n == 0)
        tc_fail(why, TC_E_NAME, "players", "No player is named; there are {0}.", plr_names);
    return n;
}

static void say_lots(const struct plr_spec *spec, struct tc_text *out)
{
    if (spec->noise) {
        tc_text_str(out, "; misjudges each by up to ");
        tc_text_int(out, spec->noise);
        tc_text_str(out, " points of 10000");
    }
    if (spec->character == PLR_BOLD)
        tc_text_str(out, "; bold: seeks the fight");
    if (spec->character == PLR_CAREFUL)
        tc_text_str(out, "; careful: does not seek the fight");
    if (spec->character == PLR_STUBBORN)
        tc_text_str(out, "; stubborn: does what comes first to mind unless sure of better");
    if (spec->turn)
        tc_text_str(out, "; takes its time: thinks longer about its best few answers");
    if (spec->wise)
        tc_text_str(out, "; never gives away what is free");
    if (spec->lots) {
        tc_text_str(out, "; ");
        tc_text_int(out, spec->lots);
        tc_text_str(out, " of 100 answers are random");
    }
    tc_text_char(out, '.');
}

void plr_say(const struct plr_spec *spec, struct tc_text *out)
{
    switch ((enum plr_method)spec->method) {
    case PLR_RANDOM: tc_text_str(out, "takes any legal answer at random."); return;
    case PLR_STAND:
        tc_text_str(out, "stands still, shoots at the first target and rallies.");
        return;
    case PLR_PROGRAM:
        tc_text_str(out, "asks the program ");
        tc_text_str(out, spec->command);
        tc_text_char(out, '.');
        return;
    case PLR_GREEDY:
        if (spec->samples == 0) {
            tc_text_str(out, "takes the answer that is most natural, without trying any");
            say_lots(spec, out);
            return;
        }
        tc_text_str(out, "tries up to ");
        tc_text_int(out, spec->choices);
        tc_text_str(out, " answers with dice of its own, ");
        tc_text_int(out, spec->samples);
        tc_text_str(out, spec->samples == 1 ? " time" : " times");
        tc_text_str(out, " each up to its next question, ");
        tc_text_str(out, spec->settle ? "whatever shows only later" : "orders and charges");
        tc_text_str(out, " up to its next turn and more often");
        tc_text_str(out, ", and takes the one that scores best");
        if (spec->second || spec->trials)
            tc_text_str(out, spec->trials ? "; plays its best few on for turns"
                                          : "; in small battles of malbrook, pistolado and "
                                            "reason plays its best few on for turns");
        if (spec->second || spec->trials)
            tc_text_str(out, " and takes another if that is surely better");
        say_lots(spec, out);
        return;
    case PLR_PLAN:
        tc_text_str(out, "plans each turn for every command, with ");
        tc_text_int(out, spec->iterations);
        tc_text_str(out, " imagined turns");
        say_lots(spec, out);
        return;
    case PLR_SEARCH: break;
    }
    tc_text_str(out, "searches a tree of answers ");
    if (spec->milliseconds) {
        tc_text_str(out, "for ");
        tc_text_int(out, spec->milliseconds);
        tc_text_str(out, " milliseconds");
    } else {
        tc_text_str(out, "by ");
        tc_text_int(out, spec->iterations);
        tc_text_str(out, " imagined courses of the battle");
    }
    tc_text_str(out, " and takes the answer it came back to most often");
    say_lots(spec, out);
}

/* --- Players --- */

struct plr_player {
    struct plr_spec spec;
    const struct tc_book *book;
    uint64_t seed, asked;
    struct tc_stream lots;
    struct plr_think think;
    struct plr_tree *tree[PLR_THREADS];
    struct plr_marshal *marshal;
    struct plr_advice advice, part[PLR_THREADS];
    const struct tc_game *game;
    bool alone;
    struct plr_budget own, *budget;
};

/* The numbers of the second look, where none are given and one is known to be good. */
static void take_second_look(struct plr_spec *spec, const struct tc_book *bk)
{
    const struct tc_eye *eye = plr_eye_of(bk->rules);
    int units = eye->pieces ? eye->pieces(bk) : bk->rules->names(bk, 0);

    for (size_t i = 0; i < sizeof second / sizeof second[0]; i++) {
        if (!spec->second || spec->trials || strcmp(second[i].system, bk->rules->name) != 0 ||
            units > second[i].units)
            continue;
        spec->trials = second[i].trials;
        spec->ahead = second[i].ahead;
        spec->keep = second[i].keep;
        spec->doubt = second[i].doubt;
    }
}

static void take_tastes(struct plr_player *p, const struct plr_spec *spec)
{
    const struct tc_eye *eye = plr_eye_of(p->book->rules);

    p->think.taste = spec->row[0];
    p->think.imagined = spec->row[1];
    if (eye->fitted && spec->taste && !spec->row[0])
        p->think.taste = eye->fitted(p->book, false);
    if (eye->fitted && spec->imagined && !spec->row[1])
        p->think.imagined = eye->fitted(p->book, true);
}

struct plr_player *plr_open(const struct plr_spec *spec, const struct tc_book *bk,
                            uint64_t seed)
{
    struct plr_player *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p || spec->method == PLR_PROGRAM);
    p->spec = *spec;
    p->book = bk;
    p->budget = &p->own;
    take_second_look(&p->spec, bk);
    if (spec->method == PLR_GREEDY || spec->method == PLR_PLAN)
        plr_think_open(&p->think, bk);
    take_tastes(p, spec);
    p->think.wise = spec->wise;
    p->think.noise = spec->noise / NATURE;
    p->think.bold = spec->bold ? spec->bold : 100;
    if (spec->method == PLR_PLAN && bk->rules->staff && bk->rules->staff->muster)
        p->marshal = plr_marshal_open(bk, bk->rules->staff);
    if (p->marshal)
        p->think.weights = plr_weights_of(bk->rules);
    for (int i = 0; spec->method == PLR_SEARCH && i < spec->threads; i++)
        p->tree[i] = plr_tree_open(bk);
    plr_reseed(p, seed);
    return p;
}

void plr_close(struct plr_player *p)
{
    if (!p)
        return;
    plr_think_close(&p->think);
    plr_marshal_close(p->marshal);
    for (int i = 0; i < PLR_THREADS; i++)
        plr_tree_close(p->tree[i]);
    free(p);
}

void plr_reseed(struct plr_player *p, uint64_t seed)
{
    p->seed = seed;
    p->asked = 0;
    if (p->marshal)
        plr_marshal_forget(p->marshal);
    p->lots = tc_stream_from(seed);
}

void plr_lend(struct plr_player *p, struct plr_budget *b)
{
    p->budget = b;
}

void plr_hurry(struct plr_player *p)
{
    atomic_store(&p->budget->hurry, true);
}

void plr_alone(struct plr_player *p, bool alone)
{
    p->alone = alone;
}

const struct plr_advice *plr_why(const struct plr_player *p)
{
    return &p->advice;
}

/* --- Searching with several threads: each a tree of its own, the visits added up --- */

struct share {
    struct plr_player *p;
    const struct tc_game *g;
    uint32_t iterations;
    double until;
    uint64_t seed;
    int i;
};

static void *search_share(void *arg)
{
    struct share *s = arg;

    plr_search(s->p->tree[s->i], s->g, &s->p->spec, s->iterations, s->until, s->seed,
               &s->p->part[s->i]);
    return NULL;
}

static void add_thought(struct plr_advice *a, const struct plr_thought *c)
{
    for (int i = 0; i < a->n; i++) {
        struct plr_thought *o = &a->thought[i];
        if (!tc_same_act(&o->act, &c->act))
            continue;
        uint32_t all = o->visits + c->visits;
        if (all)
            o->mean = (o->mean * o->visits + c->mean * c->visits) / all;
        o->visits = all;
        return;
    }
    if (a->n < PLR_CHOICES)
        a->thought[a->n++] = *c;
}

static void search(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    int n = p->spec.threads;
    double until = p->spec.milliseconds ? plr_clock() + p->spec.milliseconds * 1e-3 : 0;
    struct share share[PLR_THREADS] = { { .p = p } };
    pthread_t thread[PLR_THREADS];

    for (int i = 0; i < n; i++) {
        share[i] = (struct share){
            p, g, p->spec.iterations / (uint32_t)n, until, plr_seed(seed, (uint64_t)i), i
        };
        if (i > 0 && !p->alone &&
            pthread_create(&thread[i], NULL, search_share, &share[i]) != 0)
            TC_BUG_ON(true);
    }
    search_share(&share[0]);
    p->advice = p->part[0];
    for (int i = 1; i < n; i++) {
        if (p->alone)
            search_share(&share[i]);
        else
            pthread_join(thread[i], NULL);
        for (int k = 0; k < p->part[i].n; k++)
            add_thought(&p->advice, &p->part[i].thought[k]);
        p->advice.courses += p->part[i].courses;
    }
    if (n > 1)
        plr_sort(&p->advice, true);
}

/* The natural answer comes before what greedy would take. */
static void nature_first(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
    struct tc_stream lots = tc_stream_from(plr_seed(seed, 6));
    struct plr_advice *a = &p->advice;
    struct plr_thought x = { 0 };
    int at = 0;

    p->think.playing = true;
    plr_natural(&p->think, g, &v, &lots, &x.act);
    p->think.playing = false;
    while (at < a->n && !tc_same_act(&a->thought[at].act, &x.act))
        at++;
    if (at < a->n)
        x = a->thought[at];
    else if (a->n < PLR_CHOICES)
        a->n++;
    else
        at--;
    memmove(&a->thought[1], &a->thought[0], (size_t)at * sizeof x);
    a->thought[0] = x;
}

/* The time that is left for this question goes to its best few answers, played on for turns:
 * the first stands unless another is surely better. */
static void think_longer(struct plr_player *p, const struct tc_game *g, uint64_t seed)
{
    struct plr_spec more = p->spec;
    double start = plr_clock();

    if (!more.turn || p->advice.n < 2 || plr_is_habit(p->think.eye, g->u.open.question))
        return;
    int all = more.turn == 1 ? plr_turn_time(p->book) : (int)more.turn;
    double share = plr_budget_share(p->budget, g, all * 1e-3);
    if (share <= 0)
        return;
    more.keep = more.keep ? more.keep : LONGER_KEEP;
    more.ahead = more.ahead ? more.ahead : 1;
    more.doubt = (uint16_t)tc_max(more.doubt, LONGER_DOUBT);
    p->think.until = start + share;
    p->think.hurry = &p->budget->hurry;
    plr_foresee_longer(&p->think, &more, plr_seed(seed, 8), &p->advice);
    p->think.until = 0;
    p->think.hurry = NULL;
    p->budget->spent += plr_clock() - start;
}

void plr_decide(struct plr_player *p, const struct tc_game *g, struct tc_act *out)
{
    uint64_t seed = plr_seed(p->seed, p->asked++);
    double start = plr_clock();

    p->advice.n = 0;
    memset(p->advice.prospect, 0, sizeof p->advice.prospect);
    if (p->spec.method == PLR_RANDOM || tc_draw(&p->lots, 100) < p->spec.lots) {
        struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
        struct tc_umpire u = g->u;
        u.offers = g->u.open_offers;
        tc_random_answer(&u, &v, &p->lots, out);
        return;
    }
    if (p->spec.method == PLR_STAND) {
        plr_stand(g, &p->lots, out);
        return;
    }
    if (p->marshal) {
        plr_think_about(&p->think, g);
        plr_marshal(p->marshal, &p->think, g, &p->spec, seed, &p->advice);
    } else if (p->spec.method == PLR_GREEDY || p->spec.method == PLR_PLAN) {
        plr_think_about(&p->think, g);
        plr_greedy(&p->think, g, &p->spec, seed, &p->advice);
        if (p->spec.trials && !plr_is_habit(p->think.eye, g->u.open.question)) {
            if (p->spec.nature)
                nature_first(p, g, seed);
            plr_foresee(&p->think, &p->spec, plr_seed(seed, 5), &p->advice);
        }
        if (p->spec.method == PLR_GREEDY)
            think_longer(p, g, seed);
    } else {
        search(p, g, seed);
    }
    p->advice.seconds = plr_clock() - start;
    *out = p->advice.thought[0].act;
}

void plr_explain(struct plr_player *p, const struct tc_game *g)
{
    bool opened = p->think.book != NULL;

    if (p->advice.n == 0)
        return;
    if (!opened)
        plr_think_open(&p->think, p->book);
    plr_think_about(&p->think, g);
    if (p->advice.n == 1)
        plr_add_others(&p->think, g, plr_seed(p->seed, p->asked + 78), &p->advice);
    plr_prospects(&p->think, plr_seed(p->seed, p->asked + 77), EXPLAIN, &p->advice);
}

/* A random player may answer inside a step; one that thinks is asked with the game at rest. */
static void answer(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    struct plr_player *p = ctx;

    if (p->spec.method == PLR_RANDOM)
        tc_random_answer(u, v, &p->lots, out);
    else
        plr_decide(p, p->game, out);
}

struct tc_player plr_seat(struct plr_player *p, const struct tc_game *g)
{
    p->game = g;
    return (struct tc_player){ answer, p };
}
