/* server/books.c - scenarios, systems and rules, as the server tells them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/files.h"
#include "book/rules_text.h"
#include "protocol/battle.h"
#include "protocol/commands.h"
#include "protocol/course.h"
#include "rules/registry.h"
#include "server/made.h"
#include "server/own.h"

struct kept {
    struct kept *next;
    const struct tc_book *book;
    bool made;   /* a battle that somebody made: it goes when nobody needs it */
    double used; /* srv_clock when it was wanted last */
};

/* Always the same, so it is made once. */
enum { SYSTEMS = 16 };

struct srv_shelf {
    pthread_mutex_t lock, system_lock, rules_lock;
    struct kept *books;
    json_t *scenarios;
    json_t *system_made[SYSTEMS][SRV_TONGUES];
    struct book_rules rules_read[SYSTEMS];
    bool rules_there[SYSTEMS];
};

struct srv_shelf *srv_shelf_new(void)
{
    struct srv_shelf *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_mutex_init(&p->system_lock, NULL);
    pthread_mutex_init(&p->rules_lock, NULL);
    return p;
}

static const struct tc_book *find(const char *id)
{
    for (struct kept *k = srv->shelf->books; k; k = k->next)
        if (strcmp(k->book->id, id) == 0) {
            k->used = srv_clock();
            return k->book;
        }
    return NULL;
}

/* The book of a file that the store has. */
static enum tc_err load_made(const char *id, const char *text, const struct tc_book **out,
                             struct tc_why *why)
{
    struct battle b;
    enum tc_err err = battle_read(text, strlen(text), &b, why);

    if (err != TC_OK)
        return err;
    b.draft.name = strchr(id, '/') + 1;
    err = battle_book(srv->o.data, &b, out, why);
    battle_free(&b);
    if (err == TC_OK && strcmp((*out)->id, id) != 0) {
        book_free(*out);
        err = tc_fail(why, TC_E_NAME, "scenario", "The battle {0} is of another system.", id);
    }
    return err;
}

/* With the lock held; text is the file of a battle that somebody made, or NULL. */
static enum tc_err book_of(const char *id, const char *text, const struct tc_book **out,
                           struct tc_why *why)
{
    enum tc_err err = TC_OK;

    *out = find(id);
    if (*out)
        return TC_OK;
    err = text ? load_made(id, text, out, why) : book_load(srv->o.data, id, out, why);
    if (err != TC_OK)
        return err;
    if (!(*out)->rules) {
        book_free(*out);
        return tc_fail(why, TC_E_NAME, "scenario",
                       "The rules of {0} are not part of this "
                       "program.",
                       id);
    }
    struct kept *k = calloc(1, sizeof *k);
    TC_BUG_ON(!k);
    k->book = *out;
    k->made = text != NULL;
    k->used = srv_clock();
    k->next = srv->shelf->books;
    srv->shelf->books = k;
    return TC_OK;
}

struct wanted {
    const char *id, *text;
    const struct tc_book **out;
    struct tc_why *why;
    enum tc_err err;
};

static void find_book(void *ctx)
{
    struct wanted *w = ctx;

    w->err = book_of(w->id, w->text, w->out, w->why);
}

static bool is_there(const char *id)
{
    pthread_mutex_lock(&srv->shelf->lock);
    bool there = find(id) != NULL;
    pthread_mutex_unlock(&srv->shelf->lock);
    return there;
}

enum tc_err srv_book(const char *id, const struct tc_book **out, struct tc_why *why)
{
    struct wanted w = { id, NULL, out, why, TC_OK };
    char hash[STO_TEXT], *text = NULL;

    if (srv_made_hash(id, hash) && !is_there(id)) {
        enum tc_err err = sto_text(srv->store, hash, &text, why);
        if (err == TC_OK && !text)
            err = tc_fail(why, TC_E_NAME, "scenario", "This server does not keep {0}.", id);
        if (err != TC_OK)
            return err;
    }
    w.text = text;
    srv_locked(&srv->shelf->lock, find_book, &w);
    free(text);
    return w.err;
}

/* --- Books of battles that people made: there may be many, and they go again ---------------
 */

enum { MADE_KEPT = 32, MADE_SECONDS = 600 };

/* Who has it in his hands? A game whose lock is taken may be about to. */
static bool in_hands(const struct tc_book *bk, struct srv_game **list, int n)
{
    if (srv_films_show(bk))
        return true;
    for (int i = 0; i < n; i++) {
        if (!srv_game_trylock(list[i]))
            return true;
        bool has = list[i]->book == bk;
        srv_game_unlock(list[i]);
        if (has)
            return true;
    }
    return false;
}

void srv_shelf_tidy(double now)
{
    int n, made = 0;
    struct srv_game **list = srv_games_list(&n);

    pthread_mutex_lock(&srv->shelf->lock);
    for (const struct kept *k = srv->shelf->books; k; k = k->next)
        made += k->made;
    for (struct kept **at = &srv->shelf->books; *at && made > MADE_KEPT;) {
        struct kept *k = *at;
        if (!k->made || now - k->used < MADE_SECONDS || in_hands(k->book, list, n)) {
            at = &k->next;
            continue;
        }
        *at = k->next;
        book_free(k->book);
        free(k);
        made--;
    }
    pthread_mutex_unlock(&srv->shelf->lock);
    for (int i = 0; i < n; i++)
        srv_game_put(list[i]);
    free(list);
}

/* --- The list of scenarios ------------------------------------------------------------------
 */

/* What the remarks at the head of a scenario's file say. */
static void head_text(const char *id, char *out, size_t room)
{
    char path[BOOK_PATH_MAX], line[512];
    struct tc_text t = tc_text_on(out, room);
    const char *name = strchr(id, '/');

    snprintf(path, sizeof path, "%s/%.*s/scenarios/%s.yaml", srv->o.data, (int)(name - id), id,
             name + 1);
    FILE *f = fopen(path, "re");
    if (!f)
        return;
    while (fgets(line, sizeof line, f) && line[0] == '#') {
        line[strcspn(line, "\n")] = '\0';
        const char *text = line + strspn(line, "# ");
        if (t.len && *text)
            tc_text_char(&t, ' ');
        tc_text_str(&t, text);
    }
    fclose(f);
}

static bool is_learning(const char *id)
{
    const char *name = strchr(id, '/') + 1;

    return strncmp(name, "first-", 6) == 0 || strncmp(name, "learning", 8) == 0;
}

/* What each side's seats may lead: [[{"command","name"}],[..]]. */
static json_t *commands_of(const struct tc_book *bk)
{
    json_t *a = json_array();

    for (int side = 0; side < TC_SIDES; side++) {
        struct ses_seat all = { .side = (int8_t)side, .commands = UINT64_MAX };
        json_array_append_new(a, ses_commands_json(bk, &all));
    }
    return a;
}

static void add_scenario(void *ctx, const struct book_entry *e)
{
    const struct tc_book *bk;
    struct tc_why why;
    char text[1024] = "";

    if (e->broken || !strchr(e->id, '/') || book_of(e->id, NULL, &bk, &why) != TC_OK)
        return;
    head_text(e->id, text, sizeof text);
    json_t *sides = json_array();
    for (int i = 0; i < TC_SIDES; i++)
        json_array_append_new(sides, json_pack("{ss ss}", "name", bk->side_name[i], "colour",
                                               bk->side_colour[i]));
    json_array_append_new(ctx, json_pack("{ss ss ss ss ss so so sb}", "id", e->id, "system",
                                         bk->rules->name, "title", e->title, "battle",
                                         e->battle ? e->battle : "", "text", text, "sides",
                                         sides, "commands", commands_of(bk), "learning",
                                         is_learning(e->id)));
}

/* The first sentence of a system's rules that is prose. */
static void system_text(const char *name, char *out, size_t room)
{
    char path[BOOK_PATH_MAX], line[2048];
    struct tc_text t = tc_text_on(out, room);

    snprintf(path, sizeof path, "%s/%s/rules.md", srv->o.data, name);
    FILE *f = fopen(path, "re");
    if (!f)
        return;
    while (fgets(line, sizeof line, f))
        if (strncmp(line, "# ", 2) == 0) {
            line[strcspn(line, "\n")] = '\0';
            tc_text_str(&t, line + 2);
            break;
        }
    fclose(f);
}

static json_t *make_scenarios(void)
{
    json_t *systems = json_array(), *list = json_array();

    for (int i = 0; tc_rulesets[i]; i++) {
        char text[512] = "";
        system_text(tc_rulesets[i]->name, text, sizeof text);
        json_array_append_new(systems, json_pack("{ss ss ss}", "id", tc_rulesets[i]->name,
                                                 "title", tc_rulesets[i]->title, "text", text));
    }
    book_list(srv->o.data, add_scenario, list);
    return json_pack("{si so so}", "v", JS_VERSION, "systems", systems, "scenarios", list);
}

static void copy_scenarios(void *ctx)
{
    if (!srv->shelf->scenarios)
        srv->shelf->scenarios = make_scenarios();
    *(json_t **)ctx = json_deep_copy(srv->shelf->scenarios);
}

json_t *srv_scenarios(void)
{
    json_t *copy;

    srv_locked(&srv->shelf->lock, copy_scenarios, &copy);
    return copy;
}

/* --- A system's questions, and which of them are reactions
 * ---------------------------------------- */

struct watch {
    uint64_t reaction[4]; /* bit set of questions */
    struct tc_stream lots;
};

static void note_reaction(void *ctx, struct tc_umpire *u, const struct tc_view *v,
                          struct tc_act *out)
{
    struct watch *w = ctx;
    const struct tc_head *h = v->state;

    if (h->active != TC_NONE && h->active != v->q->side && v->q->question < 256)
        w->reaction[v->q->question / 64] |= UINT64_C(1) << (v->q->question % 64);
    tc_random_answer(u, v, &w->lots, out);
}

/* Play some battles by lot and see which questions go to the side whose turn it is not. */
static void find_reactions(const struct tc_book *bk, struct watch *w)
{
    struct tc_offers *offers = calloc(1, sizeof *offers);
    void *state = calloc(1, bk->rules->state_size);

    TC_BUG_ON(!offers || !state);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct tc_umpire u = { .rules = bk->rules, .book = bk, .offers = offers };
        memset(state, 0, bk->rules->state_size);
        ((struct tc_head *)state)->book = bk->hash;
        bk->rules->setup(bk, state);
        u.differs_at = -1;
        u.stream = tc_stream_from(seed);
        u.private_stream = tc_stream_from(1);
        u.player[0] = u.player[1] = (struct tc_player){ note_reaction, w };
        tc_play_out(&u, state, 20000);
    }
    free(offers);
    free(state);
}

static json_t *verbs_of(const struct tc_ruleset *r, uint64_t set)
{
    json_t *a = json_array();

    for (int i = 0; i < r->verb_count && i < 64; i++)
        if (set >> i & 1 && r->verbs[i].name)
            json_array_append_new(a, json_string(r->verbs[i].name));
    return a;
}

static const struct tc_book *any_book(const struct tc_ruleset *r)
{
    const struct tc_book *bk = NULL;
    struct tc_why why;
    json_t *all = srv_scenarios(), *e;
    size_t i;
    const char *best = NULL;

    json_array_foreach(json_object_get(all, "scenarios"), i, e)
    {
        if (strcmp(json_string_value(json_object_get(e, "system")), r->name) != 0)
            continue;
        if (!best || json_is_true(json_object_get(e, "learning")))
            best = json_string_value(json_object_get(e, "id"));
    }
    if (best && srv_book(best, &bk, &why) != TC_OK)
        bk = NULL;
    json_decref(all);
    return bk;
}

static json_t *make_system(const struct tc_ruleset *plain)
{
    const struct tc_ruleset *r = tc_spoken(plain);
    struct watch w = { .lots = tc_stream_from(1) };
    json_t *questions = json_array(), *verbs = json_array();
    const struct tc_book *bk = any_book(plain);

    if (bk)
        find_reactions(bk, &w);
    for (int i = 0; i < r->question_count; i++) {
        const struct tc_question *q = &r->questions[i];
        json_t *names = verbs_of(r, q->verbs);
        if (crs_is_flight(r, i))
            json_array_append_new(names, json_string("away"));
        if (q->decl.name)
            json_array_append_new(questions,
                                  json_pack("{ss ss sO sb}", "name", q->decl.name, "text",
                                            q->decl.text ? q->decl.text : "", "verbs", names,
                                            "reaction",
                                            i < 256 && (w.reaction[i / 64] >> (i % 64) & 1)));
        json_decref(names);
    }
    for (int i = 0; i < r->verb_count; i++)
        if (r->verbs[i].name)
            json_array_append_new(verbs, json_pack("{ss ss}", "name", r->verbs[i].name, "text",
                                                   r->verbs[i].text ? r->verbs[i].text : ""));
    return json_pack("{si so so}", "v", JS_VERSION, "questions", questions, "verbs", verbs);
}

static int number_of(const struct tc_ruleset *r)
{
    int i = 0;

    while (tc_rulesets[i] != r)
        i++;
    TC_BUG_ON(i >= SYSTEMS);
    return i;
}

struct ask {
    const struct tc_ruleset *r;
    json_t *copy;
};

static void copy_system(void *ctx)
{
    struct ask *a = ctx;
    json_t **made = &srv->shelf->system_made[number_of(a->r)][srv_speaking()];

    if (!*made)
        *made = make_system(a->r);
    a->copy = json_deep_copy(*made);
}

json_t *srv_system(const struct tc_ruleset *r)
{
    struct ask a = { r, NULL };

    srv_locked(&srv->shelf->system_lock, copy_system, &a);
    return a.copy;
}

/* --- Rules
 * -------------------------------------------------------------------------------------------
 */

/* The rules of a system, read once. */
static enum tc_err rules_of(int i, const struct book_rules **out, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    TC_BUG_ON(i >= SYSTEMS);
    pthread_mutex_lock(&srv->shelf->rules_lock);
    if (!srv->shelf->rules_there[i])
        err =
            book_rules_load(srv->o.data, tc_rulesets[i]->name, &srv->shelf->rules_read[i], why);
    srv->shelf->rules_there[i] = err == TC_OK;
    pthread_mutex_unlock(&srv->shelf->rules_lock);
    *out = &srv->shelf->rules_read[i];
    return err;
}

enum tc_err srv_rule(const char *id, json_t **out, struct tc_why *why)
{
    for (int i = 0; tc_rulesets[i]; i++) {
        const struct book_rules *rules;
        if (tc_rulesets[i]->letter != (id[0] & ~0x20))
            continue;
        enum tc_err err = rules_of(i, &rules, why);
        if (err != TC_OK)
            return err;
        const struct book_rule *r = book_rules_find(rules, id);
        if (r) {
            *out = json_pack("{si ss ss ss}", "v", JS_VERSION, "id", r->id, "title", r->heading,
                             "text", r->text);
            return TC_OK;
        }
    }
    return tc_fail(why, TC_E_NAME, "rule", "There is no rule \"{0}\".", id);
}

void srv_shelf_free(struct srv_shelf *p)
{
    if (!p)
        return;
    while (p->books) {
        struct kept *k = p->books;
        p->books = k->next;
        book_free(k->book);
        free(k);
    }
    json_decref(p->scenarios);
    for (int i = 0; i < SYSTEMS; i++) {
        for (int t = 0; t < SRV_TONGUES; t++)
            json_decref(p->system_made[i][t]);
        if (p->rules_there[i])
            book_rules_free(&p->rules_read[i]);
    }
    free(p);
}
