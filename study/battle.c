/* study/battle.c - one battle between two players. */
#include "study/battle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/luck.h"

const char *const study_arm_names[STUDY_ARMS] = { "foot",        "light-foot", "horse",
                                                  "light-horse", "dragoon",    "gun",
                                                  "leader",      "other" };

struct study_table {
    struct study_match match;
    struct tc_game g;
    void *mem;
    struct tc_offers *work, *open;
    struct tc_scene *scene;
    struct plr_player *brain[2];
    struct prog *program[2];
    struct study_result *now; /* the battle being played */
    int turn;
    void (*at_turn)(void *ctx, const void *state);
    void *turn_ctx;
    bool (*enough)(void *ctx);
    void *enough_ctx;
    int16_t arm[TC_SIDES][STUDY_ARMS], command[STUDY_COMMANDS]; /* strength when last counted */
};

static void *room(size_t n)
{
    void *p = calloc(1, n);

    TC_BUG_ON(!p);
    return p;
}

enum tc_err study_table_open(const struct study_match *m, struct study_table **out,
                             struct tc_why *why)
{
    struct study_table *t = room(sizeof *t);

    t->match = *m;
    t->mem = aligned_alloc(64, tc_game_memory(m->book->rules));
    TC_BUG_ON(!t->mem);
    t->work = room(sizeof *t->work);
    t->open = room(sizeof *t->open);
    t->scene = room(sizeof *t->scene);
    t->g.tape.act = room(TC_TAPE_ROOM * sizeof *t->g.tape.act);
    t->g.tape.face = room(2 * TC_TAPE_ROOM);
    for (int i = 0; i < 2; i++) {
        enum tc_err err = TC_OK;
        if (m->spec[i].method == PLR_PROGRAM)
            err = prog_open(m->spec[i].command, m->book, &t->program[i], why);
        else
            t->brain[i] = plr_open(&m->spec[i], m->book, 0);
        if (err != TC_OK) {
            study_table_close(t);
            return err;
        }
    }
    *out = t;
    return TC_OK;
}

void study_table_close(struct study_table *t)
{
    if (!t)
        return;
    for (int i = 0; i < 2; i++) {
        plr_close(t->brain[i]);
        prog_close(t->program[i]);
    }
    free(t->g.tape.act);
    free(t->g.tape.face);
    free(t->mem);
    free(t->work);
    free(t->open);
    free(t->scene);
    free(t);
}

/* --- Luck -------------------------------------------------------------------------------- */

static void hear(void *ctx, const struct tc_event *e)
{
    struct study_table *t = ctx;
    struct lck l;

    if (!lck_of(e, &l))
        return;
    t->now->luck[e->march][e->side] += llround(l.sum * 1e6);
    t->now->luck_dice[e->march][e->side] += l.dice;
}

/* --- What the scene shows --- */

static void show(struct study_table *t, const void *state)
{
    tc_scene_clear(t->scene);
    t->match.book->rules->scene(t->match.book, state, TC_NONE, t->scene);
}

/* A question about a unit, to learn who commands it. */
static int unit_question(const struct tc_ruleset *r)
{
    for (int i = 0; i < r->question_count; i++)
        if (r->questions[i].decl.param[0].kind == TC_K_NAME &&
            r->questions[i].decl.param[0].list == 0)
            return i;
    return TC_NONE;
}

static int command_of_unit(const struct tc_book *bk, const void *state, int unit)
{
    const struct tc_ruleset *r = bk->rules;
    struct tc_query q = { .question = (int16_t)unit_question(r), .rule = "", .arg = { unit } };

    if (!r->command_of || q.question < 0 || unit < 0 || unit >= r->names(bk, 0))
        return TC_NONE;
    int c = r->command_of(bk, state, &q);
    return c >= 0 && c < STUDY_COMMANDS ? c : TC_NONE;
}

/* The list whose entries are brigades or commands, or TC_NONE. */
static int command_list(const struct tc_ruleset *r)
{
    for (int list = 1; list < r->list_count; list++)
        if (strcmp(r->lists[list].name, "brigade") == 0 ||
            strcmp(r->lists[list].name, "command") == 0)
            return list;
    return TC_NONE;
}

static bool has_group(const struct tc_piece *p)
{
    return p->group && p->group[0];
}

/* Does the scene say to which brigade or command its pieces belong? */
static bool shows_groups(const struct tc_scene *s)
{
    for (int i = 0; i < s->pieces; i++)
        if (has_group(&s->piece[i]))
            return true;
    return false;
}

/* The brigade or command of a piece: as the scene shows it, else as seats share a side. */
static int command_of_piece(const struct tc_book *bk, const void *state,
                            const struct tc_scene *s, const struct tc_piece *p)
{
    int list = command_list(bk->rules);

    if (list == TC_NONE || !shows_groups(s))
        return command_of_unit(bk, state, p->id);
    for (int i = 0; has_group(p) && i < bk->rules->names(bk, list) && i < STUDY_COMMANDS; i++)
        if (strcmp(bk->rules->name_of(bk, list, i), p->group) == 0)
            return i;
    return TC_NONE;
}

static void add_up(struct study_table *t, const void *state)
{
    int last = TC_NONE;

    memset(t->arm, 0, sizeof t->arm);
    memset(t->command, 0, sizeof t->command);
    show(t, state);
    for (int i = 0; i < t->scene->pieces; i++) {
        const struct tc_piece *p = &t->scene->piece[i];
        if (p->id == last || p->side < 0 || p->side >= TC_SIDES)
            continue; /* one body of several */
        last = p->id;
        t->arm[p->side][p->arm] = (int16_t)(t->arm[p->side][p->arm] + p->strength);
        int c = command_of_piece(t->match.book, state, t->scene, p);
        if (c != TC_NONE)
            t->command[c] = (int16_t)(t->command[c] + p->strength);
    }
}

static void grow(int16_t *start, int16_t before, int16_t now)
{
    if (now > before)
        *start = (int16_t)(*start + now - before);
}

/* Count what is there; what is more than before has arrived, and is part of what could be
 * lost. */
static void count_strength(struct study_table *t, const void *state)
{
    int16_t arm[TC_SIDES][STUDY_ARMS], command[STUDY_COMMANDS];

    memcpy(arm, t->arm, sizeof arm);
    memcpy(command, t->command, sizeof command);
    add_up(t, state);
    for (int i = 0; i < TC_SIDES; i++)
        for (int k = 0; k < STUDY_ARMS; k++)
            grow(&t->now->start[i][k], arm[i][k], t->arm[i][k]);
    for (int i = 0; i < STUDY_COMMANDS; i++)
        grow(&t->now->command_start[i], command[i], t->command[i]);
}

static bool is_objective(const struct tc_overlay *o)
{
    return strcmp(o->what, "objective") == 0;
}

static void note_holders(const struct tc_scene *s, int8_t holder[STUDY_OBJECTIVES])
{
    int n = 0;

    for (int i = 0; i < s->overlays && n < STUDY_OBJECTIVES; i++)
        if (is_objective(&s->overlay[i]))
            holder[n++] = s->overlay[i].side;
}

int study_objectives(const struct tc_book *bk, const char *name[STUDY_OBJECTIVES])
{
    struct tc_scene *s = room(sizeof *s);
    void *state = room(bk->rules->state_size);
    int n = 0;

    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    tc_scene_clear(s);
    bk->rules->scene(bk, state, TC_NONE, s);
    for (int i = 0; i < s->overlays && n < STUDY_OBJECTIVES; i++)
        if (is_objective(&s->overlay[i])) {
            size_t size = strlen(s->overlay[i].label) + 1;
            char *kept = room(size);
            memcpy(kept, s->overlay[i].label, size);
            name[n++] = kept;
        }
    free(s);
    free(state);
    return n;
}

const char *study_command_name(const struct tc_book *bk, int command, char *buf, size_t n)
{
    int list = command_list(bk->rules);
    struct tc_text t = tc_text_on(buf, n);

    if (list != TC_NONE && command < bk->rules->names(bk, list))
        return bk->rules->name_of(bk, list, command);
    tc_text_str(&t, "command-");
    tc_text_int(&t, command);
    return buf;
}

int study_command_side(const struct tc_book *bk, int command)
{
    struct tc_scene *s = room(sizeof *s);
    void *state = room(bk->rules->state_size);
    int side = TC_NONE;

    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    tc_scene_clear(s);
    bk->rules->scene(bk, state, TC_NONE, s);
    for (int i = 0; i < s->pieces && side == TC_NONE; i++)
        if (command_of_piece(bk, state, s, &s->piece[i]) == command)
            side = s->piece[i].side;
    free(s);
    free(state);
    return side;
}

/* --- Playing --- */

/* At the end of a turn: how it stands, who holds what. */
static void note_turn(struct study_table *t, const void *state)
{
    const struct tc_head *h = state;
    struct study_result *r = t->now;

    while (t->turn < h->turn || (h->over && t->turn == h->turn)) {
        int i = t->turn++ - 1;
        if (i < 0 || i >= STUDY_TURNS)
            continue;
        r->standing[i] = (int16_t)t->match.book->rules->score(t->match.book, state);
        count_strength(t, state);
        note_holders(t->scene, r->holder[i]);
        if (t->at_turn && !h->over)
            t->at_turn(t->turn_ctx, state);
    }
}

void study_watch(struct study_table *t, void (*at_turn)(void *ctx, const void *state),
                 void *ctx)
{
    t->at_turn = at_turn;
    t->turn_ctx = ctx;
}

void study_until(struct study_table *t, bool (*enough)(void *ctx), void *ctx)
{
    t->enough = enough;
    t->enough_ctx = ctx;
}

static bool is_enough(struct study_table *t)
{
    if (t->enough && t->enough(t->enough_ctx))
        t->now->cut = 1;
    return t->now->cut;
}

/* Nothing before a checkpoint is ever needed again. */
static void at_checkpoint(void *ctx, struct tc_game *g)
{
    struct study_table *t = ctx;

    t->now->answers += g->tape.acts;
    t->now->rolls += g->tape.faces;
    g->tape.acts = g->tape.faces = 0;
    g->act_at = g->face_at = 0;
    note_turn(ctx, g->checkpoint);
}

static void think(struct study_table *t, int who)
{
    struct tc_act a;
    struct tc_why why;

    memset(&a, 0, sizeof a);
    if (t->program[who]) {
        if (!prog_decide(t->program[who], &t->g, &a)) {
            struct tc_view v = { t->match.book, t->g.snapshot, &t->g.u.open };
            struct tc_umpire u = t->g.u;
            struct tc_stream s = tc_stream_from(t->now->seed + t->now->answers);
            u.offers = t->open;
            tc_random_answer(&u, &v, &s, &a);
            t->now->failed = (uint8_t)(t->now->failed | 1u << t->g.u.open.side);
        }
    } else {
        plr_decide(t->brain[who], &t->g, &a);
    }
    enum tc_err err = tc_game_answer(&t->g, &a, NULL, &why);
    TC_BUG_ON(err != TC_OK);
}

uint64_t study_player_seed(uint64_t seed, int player)
{
    return seed ^ UINT64_C(0x5EA7) << 48 ^ (uint64_t)player << 44;
}

static void lay_out(struct study_table *t, uint64_t index, uint64_t seed)
{
    struct tc_tape tape = { .act = t->g.tape.act,
                            .act_room = TC_TAPE_ROOM,
                            .face = t->g.tape.face,
                            .face_room = 2 * TC_TAPE_ROOM };
    struct study_result *r = t->now;

    memset(r, 0, sizeof *r);
    memset(r->holder, TC_NONE, sizeof r->holder);
    r->index = index;
    r->swapped = (uint8_t)(index & 1);
    r->seed = seed;
    tc_game_init(&t->g, t->match.book, t->mem, t->work, t->open);
    t->g.tape = tape;
    t->g.u.stream = tc_stream_from(r->seed);
    t->g.u.sink = hear;
    t->g.u.sink_ctx = t;
    t->g.on_checkpoint = at_checkpoint;
    t->g.ctx = t;
    t->g.u.state = t->g.checkpoint;
    t->turn = ((struct tc_head *)t->g.checkpoint)->turn;
    for (int i = 0; i < 2; i++) {
        int side = r->swapped ? 1 - i : i;
        if (!t->brain[i])
            continue;
        plr_reseed(t->brain[i], study_player_seed(r->seed, i));
        if (t->match.spec[i].method == PLR_RANDOM)
            t->g.u.player[side] = plr_seat(t->brain[i], &t->g);
    }
}

/* Random against random: steps on the bare state, nothing is copied. */
static void play_bare(struct study_table *t)
{
    struct tc_umpire *u = &t->g.u;
    const struct tc_head *h = t->g.snapshot;

    u->state = t->g.snapshot;
    u->snapshot = NULL;
    u->tape = NULL;
    while (!h->over && !is_enough(t)) {
        u->told = 0;
        tc_play_step(u);
        note_turn(t, h);
    }
    t->now->answers = (uint32_t)u->asks;
    t->now->rolls = (uint32_t)u->rolls;
}

static void play_game(struct study_table *t)
{
    while (tc_game_go(&t->g) == TC_WAITS_ANSWER && !is_enough(t)) {
        int side = t->g.u.open.side;
        think(t, t->now->swapped ? 1 - side : side);
    }
}

static void battle(struct study_table *t, uint64_t index, uint64_t seed,
                   struct study_result *out)
{
    const struct tc_head *h;
    bool bare = t->match.spec[0].method == PLR_RANDOM && t->match.spec[1].method == PLR_RANDOM;

    t->now = out;
    lay_out(t, index, seed);
    memset(t->arm, 0, sizeof t->arm);
    memset(t->command, 0, sizeof t->command);
    count_strength(t, t->g.checkpoint);
    if (bare)
        play_bare(t);
    else
        play_game(t);
    h = tc_game_state(&t->g);
    note_turn(t, h);
    count_strength(t, h);
    for (int i = 0; i < TC_SIDES; i++)
        for (int k = 0; k < STUDY_ARMS; k++)
            out->lost[i][k] = (int16_t)(out->start[i][k] - t->arm[i][k]);
    for (int i = 0; i < STUDY_COMMANDS; i++)
        out->command_lost[i] = (int16_t)(out->command_start[i] - t->command[i]);
    out->hash = tc_hash(h, t->match.book->rules->state_size, 0);
    out->score = t->match.book->rules->score(t->match.book, h);
    out->winner = h->winner;
    out->ending = h->ending;
    out->turns = (int16_t)h->turn;
}

void study_battle(struct study_table *t, uint64_t index, struct study_result *out)
{
    uint64_t pair = index / 2;

    battle(t, index, tc_hash(&pair, sizeof pair, t->match.seed), out);
}

void study_battle_seed(struct study_table *t, uint64_t seed, struct study_result *out)
{
    battle(t, 0, seed, out);
}

double study_points(const struct study_result *r)
{
    if (r->winner == TC_NONE)
        return 0.5;
    return (r->winner == 1) == (r->swapped == 1) ? 1 : 0;
}
