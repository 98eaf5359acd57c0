/* tests/random/rule_hunt.c - random play that steers toward rules not yet reached.
 *
 * usage: rule_hunt [--asks N] [--seed S] [--system NAME] [--data DIR] [--source DIR]
 *
 * States from which a step named a rule to the players for the first time are kept; play starts
 * again from them, the least tried first, with other dice and answers. For each system it
 * prints how many of the rule IDs that its code names (in quotes) were reached, and lists the
 * others. Prints TAP: a system fails when an invariant breaks on the way or when nothing at all
 * is reached. A broken invariant names scenario, seed and ask.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "kernel/umpire.h"
#include "tests/random/options.h"

enum { RULES = 4096, NAME = 32, POOL = 512, ASKS_A_TRY = 120 };

/* --- Rule IDs --------------------------------------------------------------------------------
 */

struct rule {
    char name[NAME];
    uint64_t reached;
};

static struct rule rule[RULES];
static int rules;
static bool news; /* a rule was reached for the first time */

static struct rule *find_rule(const char *name, size_t n)
{
    for (int i = 0; i < rules; i++)
        if (strncmp(rule[i].name, name, n) == 0 && rule[i].name[n] == 0)
            return &rule[i];
    return NULL;
}

/* Rules are named by literals: the same address, the same rule. */
static void hear(const char *name)
{
    static struct {
        const char *name;
        struct rule *r;
    } seen[1 << 14];
    size_t at = ((size_t)name >> 1) % (sizeof seen / sizeof seen[0]);

    if (!name)
        return;
    if (seen[at].name != name) {
        seen[at].name = name;
        seen[at].r = find_rule(name, strlen(name));
    }
    if (seen[at].r && seen[at].r->reached++ == 0)
        news = true;
}

/* Every "N-..." in quotes is a citation. */
static void cite(const char *text, char letter)
{
    char head[4] = { '"', letter, '-', 0 };

    for (const char *at = strstr(text, head); at; at = strstr(at + 1, head)) {
        size_t n = strcspn(at + 1, "\"");
        if (n >= NAME || rules == RULES || find_rule(at + 1, n))
            continue;
        memcpy(rule[rules].name, at + 1, n);
        rule[rules].name[n] = 0;
        rule[rules++].reached = 0;
    }
}

static void cite_file(const char *path, char letter)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;

    if (f && getdelim(&text, &room, '\0', f) > 0)
        cite(text, letter);
    free(text);
    if (f)
        fclose(f);
}

static void cite_system(const char *source, const struct tc_ruleset *r)
{
    char folder[1024], path[2048];
    struct dirent **list;

    rules = 0;
    snprintf(folder, sizeof folder, "%s/rules/%s", source, r->name);
    int n = scandir(folder, &list, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        size_t len = strlen(list[i]->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
        if (len > 2 && strcmp(list[i]->d_name + len - 2, ".c") == 0)
            cite_file(path, r->letter);
        free(list[i]);
    }
    if (n >= 0)
        free(list);
}

/* --- The pool
 * ----------------------------------------------------------------------------------- */

struct found {
    const struct tc_book *bk;
    void *state;
    uint64_t tried;
};

struct hunt {
    const struct tc_ruleset *rules;
    const struct tc_book *book[64];
    int books;
    struct found pool[POOL];
    int n;
    struct tc_umpire u;
    struct tc_offers *offers;
    void *state, *before;
    struct tc_stream lots, choice;
    uint64_t asks, seed;
    char fault[256];
};

static void *must(void *p)
{
    if (!p)
        abort();
    return p;
}

static void *new_state(const struct tc_ruleset *r)
{
    return must(aligned_alloc(64, (r->state_size + 63u) / 64 * 64));
}

static void keep(struct hunt *h, const struct tc_book *bk, const void *state)
{
    struct found *f =
        &h->pool[h->n < POOL
                     ? h->n
                     : h->books + (int)tc_draw(&h->choice, (uint32_t)(POOL - h->books))];

    if (h->n < POOL) {
        h->n++;
        f->state = new_state(h->rules);
    }
    f->bk = bk;
    f->tried = 0;
    memcpy(f->state, state, h->rules->state_size);
}

/* Of a few drawn at random, the one tried least. */
static struct found *pick(struct hunt *h)
{
    struct found *best = &h->pool[tc_draw(&h->choice, (uint32_t)h->n)];

    for (int i = 0; i < 4; i++) {
        struct found *f = &h->pool[tc_draw(&h->choice, (uint32_t)h->n)];
        if (f->tried < best->tried)
            best = f;
    }
    best->tried++;
    return best;
}

static void by_lot(void *ctx, struct tc_umpire *u, const struct tc_view *v, struct tc_act *out)
{
    tc_random_answer(u, v, ctx, out);
}

static void check(struct hunt *h, const struct tc_book *bk)
{
    struct tc_refusal why;

    memset(&why, 0, sizeof why);
    if (!h->rules->check(bk, h->state, &why) && !h->fault[0])
        snprintf(h->fault, sizeof h->fault, "%s, seed %llu, ask %llu: %s", bk->id,
                 (unsigned long long)h->seed, (unsigned long long)h->u.asks,
                 h->rules->reasons[why.reason].name);
}

/* Play a while from a kept state; keep the states whose steps reach something new. */
static void one_try(struct hunt *h)
{
    struct found *from = pick(h);
    const struct tc_head *head = h->state;
    const struct tc_book *bk = from->bk;
    uint64_t end = h->u.asks + ASKS_A_TRY, began = h->u.asks;

    memcpy(h->state, from->state, h->rules->state_size);
    h->u.book = bk;
    h->u.state = h->state;
    for (int steps = 0; !head->over && h->u.asks < end && steps < 4 * ASKS_A_TRY; steps++) {
        memcpy(h->before, h->state, h->rules->state_size);
        news = false;
        tc_play_step(&h->u);
        check(h, bk);
        if (news)
            keep(h, bk, h->before);
    }
    h->asks += h->u.asks - began + 1;
}

static void begin(struct hunt *h, uint64_t seed)
{
    h->seed = seed;
    h->offers = must(calloc(1, sizeof *h->offers));
    h->state = new_state(h->rules);
    h->before = new_state(h->rules);
    h->lots = tc_stream_from(seed);
    h->choice = tc_stream_from(seed ^ 77);
    h->u.rules = h->rules;
    h->u.offers = h->offers;
    h->u.stream = tc_stream_from(seed ^ 99);
    h->u.player[0] = h->u.player[1] = (struct tc_player){ by_lot, &h->lots };
    for (int i = 0; i < h->books; i++) {
        memset(h->state, 0, h->rules->state_size);
        ((struct tc_head *)h->state)->book = h->book[i]->hash;
        h->rules->setup(h->book[i], h->state);
        keep(h, h->book[i], h->state);
    }
}

static void end(struct hunt *h)
{
    for (int i = 0; i < h->n; i++)
        free(h->pool[i].state);
    for (int i = 0; i < h->books; i++)
        book_free(h->book[i]);
    free(h->offers);
    free(h->state);
    free(h->before);
}

/* --- One system
 * ------------------------------------------------------------------------------------ */

struct run {
    const char *data, *source, *only;
    uint64_t asks, seed;
    struct hunt *hunt[16];
    int systems, failed;
};

static struct hunt *hunt_of(struct run *r, const struct tc_ruleset *rules_)
{
    for (int i = 0; i < r->systems; i++)
        if (r->hunt[i]->rules == rules_)
            return r->hunt[i];
    r->hunt[r->systems] = must(calloc(1, sizeof *r->hunt[0]));
    r->hunt[r->systems]->rules = rules_;
    return r->hunt[r->systems++];
}

static void add_book(void *ctx, const struct book_entry *e)
{
    struct run *r = ctx;
    const struct tc_book *bk = NULL;
    struct tc_why why;

    if (book_load(r->data, e->id, &bk, &why) != TC_OK || !bk->rules)
        return;
    if (r->only && strcmp(r->only, bk->rules->name) != 0) {
        book_free(bk);
        return;
    }
    struct hunt *h = hunt_of(r, bk->rules);
    h->book[h->books++] = bk;
}

static void report(struct run *r, int n, const struct hunt *h)
{
    int reached = 0;

    for (int i = 0; i < rules; i++)
        reached += rule[i].reached > 0;
    bool good = !h->fault[0] && reached > 0;
    printf("%s %d - %s: %d of %d rules named in code were reached in %llu asks%s%s\n",
           good ? "ok" : "not ok", n, h->rules->name, reached, rules,
           (unsigned long long)h->asks, h->fault[0] ? "; " : "", h->fault);
    for (int i = 0; i < rules; i++)
        if (rule[i].reached == 0)
            printf("# never reached: %s\n", rule[i].name);
    fflush(stdout);
    r->failed += !good;
}

static void hunt_system(struct run *r, int n, struct hunt *h)
{
    cite_system(r->source, h->rules);
    tc_rule_hook = hear;
    begin(h, r->seed);
    while (h->asks < r->asks && !h->fault[0])
        one_try(h);
    tc_rule_hook = NULL;
    report(r, n, h);
    end(h);
    free(h);
}

int main(int argc, char **argv)
{
    static const char usage[] = "usage: rule_hunt [--data FOLDER] [--source FOLDER] [--system "
                                "NAME] [--asks N] [--seed S]\n";

    if (!options_well_said(argc, argv, usage))
        return 2;
    struct run r = { .data = option(argc, argv, "--data", "data"),
                     .source = option(argc, argv, "--source", "."),
                     .only = option(argc, argv, "--system", NULL),
                     .asks = option_number(argc, argv, "--asks", "1000000"),
                     .seed = option_number(argc, argv, "--seed", "1") };

    book_list(r.data, add_book, &r);
    if (r.systems == 0)
        fprintf(stderr, "There is no such system; `tricorne list` names those there are.\n");
    printf("1..%d\n", r.systems);
    for (int i = 0; i < r.systems; i++)
        hunt_system(&r, i + 1, r.hunt[i]);
    return r.failed || r.systems == 0;
}
