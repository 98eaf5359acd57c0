/* tests/random/drive.c - random games stopped at every question (drive.h). */
#include "tests/random/drive.h"

#include <ctype.h>

static void *must(void *p)
{
    if (!p)
        abort();
    return p;
}

void drive_open(struct tc_game *g, void **mem, const struct tc_book *bk)
{
    struct tc_offers *work = must(calloc(1, sizeof *work)),
                     *open = must(calloc(1, sizeof *open));

    *mem = must(aligned_alloc(64, tc_game_memory(bk->rules)));
    tc_game_init(g, bk, *mem, work, open);
    g->tape.act_room = 8 * TC_TAPE_ROOM;
    g->tape.face_room = 32 * TC_TAPE_ROOM;
    g->tape.act = must(malloc(g->tape.act_room * sizeof *g->tape.act));
    g->tape.face = must(malloc(g->tape.face_room));
}

void drive_close(struct tc_game *g, void *mem)
{
    free(g->u.offers);
    free(g->u.open_offers);
    free(g->tape.act);
    free(g->tape.face);
    free(mem);
}

void drive_say(const struct drive *d, const struct tc_act *a, char *buf, size_t n)
{
    struct tc_text t = tc_text_on(buf, n);

    tc_print_act(d->bk->rules, d->bk, a, &t);
}

/* --- Faults --- */

static bool is_told(struct drive *d, const char *key)
{
    for (int i = 0; i < d->tolds; i++)
        if (strcmp(d->told[i], key) == 0)
            return true;
    if (d->tolds < 64)
        snprintf(d->told[d->tolds++], DRIVE_KEY, "%s", key);
    return false;
}

void drive_fault(struct drive *d, const struct tc_act *a, const char *kind, const char *text)
{
    const struct tc_ruleset *r = d->bk->rules;
    char key[DRIVE_KEY], act[256];

    snprintf(key, sizeof key, "%s %s %s %s", r->name,
             r->questions[d->g.u.open.question].decl.name, r->verbs[a->verb].name, kind);
    for (int i = 0; i < *d->knowns; i++)
        if (strcmp(d->known[i].key, key) == 0) {
            d->known[i].seen++;
            return;
        }
    d->faults++;
    if (is_told(d, key))
        return;
    drive_say(d, a, act, sizeof act);
    printf("# %s | %s seed %llu question %u \"%s\": %s\n", key, d->bk->id,
           (unsigned long long)d->seed, d->asked, act, text);
}

static void read_known(struct drive_run *run)
{
    FILE *in = run->list ? fopen(run->list, "r") : NULL;
    char line[256];

    while (in && fgets(line, sizeof line, in) && run->knowns < DRIVE_KNOWN) {
        line[strcspn(line, "#\n")] = 0;
        for (size_t n = strlen(line); n && isspace((unsigned char)line[n - 1]); n--)
            line[n - 1] = 0;
        if (*line)
            snprintf(run->known[run->knowns++].key, DRIVE_KEY, "%.119s", line);
    }
    if (in)
        fclose(in);
}

/* --- Battles --- */

void drive_answer(struct drive *d, struct tc_act *out)
{
    struct tc_umpire *u = &d->g.u;
    struct tc_view v = { d->bk, tc_game_state(&d->g), &u->open };

    memset(out, 0, sizeof *out);
    *u->offers = *u->open_offers;
    if (d->bk->rules->questions[u->open.question].decl.flags & TC_F_FREE)
        u->offers->n = 0;
    tc_random_answer(u, &v, &d->draw, out);
    u->offers->n = 0;
}

/* The tape is only needed since the last checkpoint: begin a new game there now and then. */
static void forget_the_tape(struct drive *d)
{
    struct tc_tape tape = d->g.tape;
    struct tc_offers *work = d->g.u.offers, *open = d->g.u.open_offers;
    struct tc_stream dice = d->g.u.stream;
    void *state;

    if (tape.acts < TC_TAPE_ROOM && tape.faces < 8 * TC_TAPE_ROOM)
        return;
    state = must(malloc(d->bk->rules->state_size));
    memcpy(state, d->g.checkpoint, d->bk->rules->state_size);
    tc_game_init_from(&d->g, d->bk, d->mem, work, open, state);
    tape.acts = tape.faces = 0;
    d->g.tape = tape;
    d->g.u.stream = dice;
    d->g.u.ask_single = d->single;
    free(state);
    tc_game_go(&d->g);
}

static uint64_t one_battle(struct drive *d, drive_look *look, uint64_t most)
{
    struct tc_refusal refusal;
    struct tc_why why;
    struct tc_act a;
    uint64_t n = 0;

    drive_open(&d->g, &d->mem, d->bk);
    d->draw = tc_stream_from(d->seed ^ UINT64_C(0xD1CE));
    d->g.u.stream = tc_stream_from(d->seed);
    d->g.u.ask_single = d->single;
    d->asked = 0;
    while (n < most && tc_game_go(&d->g) == TC_WAITS_ANSWER) {
        if (tc_game_at_checkpoint(&d->g))
            forget_the_tape(d);
        d->asked++;
        n++;
        look(d);
        drive_answer(d, &a);
        if (tc_game_answer(&d->g, &a, &refusal, &why) != TC_OK) {
            drive_fault(d, &a, "random-answer-refused", why.text);
            break;
        }
    }
    drive_close(&d->g, d->mem);
    return n;
}

static void one_scenario(void *ctx, const struct book_entry *e)
{
    struct drive_run *run = ctx;
    struct drive d = { .known = run->known, .knowns = &run->knowns };
    struct tc_why why;
    uint64_t n = 0;

    if ((run->only && strcmp(run->only, e->id) != 0) ||
        (run->system && (strncmp(run->system, e->id, strlen(run->system)) != 0 ||
                         e->id[strlen(run->system)] != '/')))
        return;
    run->tests++;
    if (book_load(run->data, e->id, &d.bk, &why) != TC_OK) {
        printf("not ok %d - %s: %s\n", run->tests, e->id, why.text);
        run->failed++;
        return;
    }
    for (uint64_t i = 0; i < run->battles && n < run->asks; i++) {
        d.seed = run->seed + i;
        d.single = !run->as_played || d.seed % 2 == 0;
        n += one_battle(&d, run->look, run->asks - n);
    }
    printf("%s %d - %s: %llu questions, %d faults\n", d.faults ? "not ok" : "ok", run->tests,
           e->id, (unsigned long long)n, d.faults);
    fflush(stdout);
    run->failed += d.faults > 0;
    book_free(d.bk);
}

int drive_all(struct drive_run *run, bool strict)
{
    read_known(run);
    book_list(run->data, one_scenario, run);
    for (int i = 0; strict && i < run->knowns; i++)
        if (!run->known[i].seen) {
            run->tests++;
            run->failed++;
            printf("not ok %d - known fault not seen any more, take it out: %s\n", run->tests,
                   run->known[i].key);
        }
    printf("1..%d\n", run->tests);
    return run->failed || run->tests == 0;
}

void drive_options(struct drive_run *run, int argc, char **argv)
{
    run->data = option(argc, argv, "--data", "data");
    run->only = option(argc, argv, "--scenario", NULL);
    run->system = option(argc, argv, "--system", NULL);
    run->list = option(argc, argv, "--known", NULL);
    run->battles = option_number(argc, argv, "--battles", "100");
    run->asks = option_number(argc, argv, "--asks", "300");
    run->seed = option_number(argc, argv, "--seed", "1");
}
