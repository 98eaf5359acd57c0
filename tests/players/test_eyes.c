/* tests/players/test_eyes.c - how positions look to computer players: better is more, the other
 * side sees the opposite, and nothing hidden is seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "book/book.h"
#include "kernel/game.h"
#include "players/think.h"
#include "board/lines.h"
#include "players/player.h"
#include "players/random.h"
#include "rules/bayonet/bayonet.h"
#include "rules/bayonet/board.h"
#include "rules/bayonet/inner.h"
#include "rules/malbrook/words.h"
#include "rules/malbrook/malbrook.h"
#include "rules/minden/words.h"
#include "rules/minden/minden.h"
#include "rules/minden/state.h"
#include "rules/pistolado/words.h"
#include "rules/pistolado/pistolado.h"
#include "rules/pistolado/state.h"
#include "rules/reason/reason.h"

static const struct tc_book *book(const char *id)
{
    const struct tc_book *bk;
    struct tc_why why;

    assert_int_equal(book_load(TEST_DATA, id, &bk, &why), TC_OK);
    return bk;
}

static void *room(size_t n)
{
    void *p = calloc(1, n);

    assert_non_null(p);
    return p;
}

/* The position after so many answers by lot. */
static void *position(const struct tc_book *bk, uint64_t seed, uint64_t answers)
{
    void *state = room(bk->rules->state_size);
    struct tc_offers *offers = room(sizeof *offers);
    struct tc_stream lots = tc_stream_from(seed);
    struct tc_umpire u = { .rules = bk->rules, .book = bk, .offers = offers, .differs_at = -1 };

    u.stream = tc_stream_from(seed + 1);
    u.private_stream = tc_stream_from(seed + 2);
    for (int side = 0; side < TC_SIDES; side++)
        u.player[side] = (struct tc_player){ player_random, &lots };
    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    if (answers)
        tc_play_out(&u, state, answers);
    free(offers);
    return state;
}

/* --- The other side sees the opposite: book and state with their sides changed */

#define FLIP(x) ((x) = (int8_t)((x) == 0 ? 1 : (x) == 1 ? 0 : (x)))
#define SWAP(a)                                                                                \
    do {                                                                                       \
        unsigned char swap_[sizeof(a)[0]];                                                     \
        memcpy(swap_, &(a)[0], sizeof swap_);                                                  \
        memcpy(&(a)[0], &(a)[1], sizeof swap_);                                                \
        memcpy(&(a)[1], swap_, sizeof swap_);                                                  \
    } while (0)

static void flip_bayonet(struct tc_book *tbk, void *state)
{
    struct bay_book *bk = (struct bay_book *)tbk;

    (void)state;
    for (int i = 0; i < bk->units; i++)
        FLIP(bk->unit[i].side);
    for (int i = 0; i < bk->brigades; i++)
        FLIP(bk->brigade[i].side);
    for (int i = 0; i < bk->wings; i++)
        FLIP(bk->wing[i].side);
    for (int i = 0; i < bk->goals; i++)
        FLIP(bk->goal[i].side);
}

static void flip_malbrook(struct tc_book *tbk, void *state)
{
    struct mal_book *bk = (struct mal_book *)tbk;
    struct mal_state *s = state;

    for (int i = 0; i < bk->cards; i++)
        FLIP(bk->card[i].side);
    for (int i = 0; i < bk->wings; i++)
        FLIP(bk->wing[i].side);
    for (int i = 0; i < bk->commands; i++)
        FLIP(bk->command[i].side);
    for (int i = 0; i < bk->leaders; i++)
        FLIP(bk->leader[i].side);
    for (int i = 0; i < s->units; i++)
        FLIP(s->brigades[i].side);
    for (int i = 0; i < bk->grounds; i++)
        FLIP(s->holders[i]);
}

static void flip_minden(struct tc_book *tbk, void *state)
{
    struct min_book *bk = (struct min_book *)tbk;

    (void)state;
    for (int i = 0; i < bk->units; i++) {
        FLIP(bk->unit[i].side);
        FLIP(bk->quick[i].side);
    }
    for (int i = 0; i < bk->objectives; i++)
        SWAP(bk->objective[i].points);
    SWAP(bk->first_of);
    SWAP(bk->end_of);
}

static void flip_pistolado(struct tc_book *tbk, void *state)
{
    struct pis_book *bk = (struct pis_book *)tbk;
    struct pis_state *s = state;

    for (int i = 0; i < bk->regiments; i++)
        FLIP(bk->regiment[i].side);
    for (int i = 0; i < bk->brigades; i++)
        FLIP(bk->brigade[i].side);
    for (int i = 0; i < bk->objectives; i++)
        SWAP(bk->objective[i].points);
    SWAP(s->army);
}

static void flip_reason(struct tc_book *tbk, void *state)
{
    struct rea_book *bk = (struct rea_book *)tbk;
    struct rea_state *s = state;

    for (int i = 0; i < bk->units; i++)
        FLIP(bk->unit[i].side);
    for (int i = 0; i < REA_BODIES; i++)
        s->body[i].side ^= s->body[i].units ? 1 : 0;
    for (int i = 0; i < bk->goals; i++)
        s->goal[i] = (uint8_t)(s->goal[i] ? 3 - s->goal[i] : 0);
    SWAP(s->morale);
}

static const struct {
    const char *id;
    const struct tc_eye *eye;
    size_t book_size;
    void (*flip)(struct tc_book *bk, void *state);
} systems[] = {
    { "bayonet/learning", &bay_eye, sizeof(struct bay_book), flip_bayonet },
    { "malbrook/first-command", &mal_eye, sizeof(struct mal_book), flip_malbrook },
    { "minden/first-battle", &min_eye, sizeof(struct min_book), flip_minden },
    { "pistolado/first-speech", &pis_eye, sizeof(struct pis_book), flip_pistolado },
    { "reason/learning", &rea_eye, sizeof(struct rea_book), flip_reason },
    { "malbrook/malplaquet-1709", &mal_eye, sizeof(struct mal_book), flip_malbrook },
    { "reason/lobositz-1756", &rea_eye, sizeof(struct rea_book), flip_reason },
};

enum { SYSTEMS = sizeof systems / sizeof systems[0] };
static void sides_see_the_opposite(void **state)
{
    (void)state;
    for (int i = 0; i < SYSTEMS; i++) {
        const struct tc_book *bk = book(systems[i].id);
        struct tc_book *other = room(systems[i].book_size);
        int told = 0;
        assert_ptr_equal(plr_eye_of(bk->rules), systems[i].eye);
        for (uint64_t n = 0; n < 400; n += 57) {
            void *s = position(bk, 11 + n, n);
            void *t = room(bk->rules->state_size);
            memcpy(other, bk, systems[i].book_size);
            memcpy(t, s, bk->rules->state_size);
            systems[i].flip(other, t);
            int v = systems[i].eye->look(bk, s);
            if (!((struct tc_head *)s)->over) {
                assert_int_equal(systems[i].eye->look(other, t), -v);
                assert_in_range(v + 10000, 1, 19999);
                told += v != 0;
            }
            free(s);
            free(t);
        }
        assert_true(told >= 3);
        free(other);
        book_free(bk);
    }
}

/* --- Better is more */

/* Take from side 1 about half of what it has: that looks better for side 0. */
static void weaken_bayonet(const struct tc_book *tbk, void *state)
{
    const struct bay_book *bk = (const struct bay_book *)tbk;
    struct bay_state *s = state;

    for (int i = 0; i < bk->units; i++)
        if (bk->unit[i].side == 1 && bk->unit[i].kind != BAY_ART)
            s->units[i].casualties = 2;
}

static void weaken_malbrook(const struct tc_book *bk, void *state)
{
    struct mal_state *s = state;

    (void)bk;
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].side == 1)
            s->brigades[i].dp = 4;
}

static void weaken_minden(const struct tc_book *tbk, void *state)
{
    const struct min_book *bk = min_book_of(tbk);
    struct min_state *s = state;

    for (int i = 0; i < bk->units; i++)
        if (bk->unit[i].side == 1)
            s->units[i].morale = MIN_RETREATING;
}

static void weaken_pistolado(const struct tc_book *tbk, void *state)
{
    const struct pis_book *bk = pis_book_of(tbk);
    struct pis_state *s = state;

    for (int i = 0; i < bk->regiments; i++)
        if (bk->regiment[i].side == 1)
            s->regiment[i].cohesion = PIS_RAGGED;
}

static void weaken_reason(const struct tc_book *tbk, void *state)
{
    const struct rea_book *bk = rea_book(tbk);
    struct rea_state *s = state;

    for (int i = 0; i < bk->units; i++)
        if (bk->unit[i].side == 1)
            s->unit[i].morale = REA_SHAKEN;
}

static void better_is_more(void **state)
{
    static void (*const weaken[SYSTEMS])(const struct tc_book *, void *) = {
        weaken_bayonet, weaken_malbrook, weaken_minden, weaken_pistolado,
        weaken_reason,  weaken_malbrook, weaken_reason
    };

    (void)state;
    for (int i = 0; i < SYSTEMS; i++) {
        const struct tc_book *bk = book(systems[i].id);
        for (uint64_t n = 0; n < 200; n += 60) {
            void *s = position(bk, 5 + n, n);
            int before = systems[i].eye->look(bk, s);
            weaken[i](bk, s);
            assert_true(systems[i].eye->look(bk, s) > before);
            free(s);
        }
        book_free(bk);
    }
}

/* A side that has come up to the enemy presses more than one that stands far off. */
static void near_is_pressing(void **state)
{
    const struct tc_book *tbk = book("pistolado/first-speech");
    const struct pis_book *bk = pis_book_of(tbk);
    struct pis_state *s = position(tbk, 1, 0);
    int far = pis_eye.press(tbk, s, 0), theirs = pis_eye.look(tbk, s);

    (void)state;
    for (int i = 0; i < bk->regiments; i++)
        if (bk->regiment[i].side == 0)
            s->regiment[i].y += 6000;
    assert_true(pis_eye.press(tbk, s, 0) > far);
    for (int i = 0; i < bk->regiments; i++) /* with their backs to the enemy */
        if (bk->regiment[i].side == 0)
            s->regiment[i].facing = (uint16_t)(s->regiment[i].facing + 32768);
    assert_true(pis_eye.look(tbk, s) < theirs);
    free(s);
    book_free(tbk);
}

static void ground_is_wanted(void **state)
{
    const struct tc_book *tbk = book("bayonet/learning");
    const struct bay_book *bk = (const struct bay_book *)tbk;
    struct bay_state *s = position(tbk, 1, 0);
    int before = bay_eye.look(tbk, s), late;

    (void)state;
    s->head.turn = bk->turns;
    late = bay_eye.look(tbk, s);
    assert_true(late < before); /* the French hold the village when it ends */
    for (int u = 0; u < bk->units; u++)
        if (s->units[u].hex == 906) {
            bay_lift(s, u);
            bay_put(bk, s, u, 903, BAY_ON_TOP);
        }
    assert_true(bay_eye.look(tbk, s) > late);
    free(s);
    book_free(tbk);
}

/* Who stands in the hamlet alone will have its points, which are all that counts at night. */
static void ground_is_counted(void **state)
{
    const struct tc_book *tbk = book("malbrook/first-command");
    const struct mal_book *bk = (const struct mal_book *)tbk;
    struct mal_state *s = position(tbk, 1, 0);
    int before = mal_eye.look(tbk, s), early, i = 0;

    (void)state;
    while (s->brigades[i].side != 1 || bk->card[s->brigades[i].card].type != MAL_FOOT)
        i++;
    s->brigades[i].x = 36000;
    s->brigades[i].y = 24000;
    early = mal_eye.look(tbk, s);
    assert_true(early < before - 500);
    s->head.turn = (uint16_t)bk->turns;
    assert_true(mal_eye.look(tbk, s) < early - 1000);
    free(s);
    book_free(tbk);
}

/* A work is had by who stands at it, as a village is. */
static void works_are_counted(void **state)
{
    const struct tc_book *tbk = book("malbrook/malplaquet-1709");
    const struct mal_book *bk = (const struct mal_book *)tbk;
    struct mal_state *s = position(tbk, 1, 0);
    int foot = 0;

    (void)state;
    for (int i = 0; i < s->units; i++) /* all French are far behind them */
        if (s->brigades[i].side == 1)
            s->brigades[i].y -= 20000;
    while (s->brigades[foot].side != 0 || bk->card[s->brigades[foot].card].type != MAL_FOOT)
        foot++;
    s->brigades[foot].x = 40420;
    s->brigades[foot].y = 28000;
    int before = mal_eye.look(tbk, s);
    s->brigades[foot].y = 30832;
    assert_true(mal_eye.look(tbk, s) > before + 1000);
    free(s);
    book_free(tbk);
}

/* --- Lines */

static struct tc_line_body *put(struct tc_lines *l, int side, int x, int y, int dy)
{
    struct tc_line_body *b = tc_line_body(l, side);

    assert_non_null(b);
    b->x = x;
    b->y = y;
    b->dy = dy;
    b->reach = 3000;
    b->power = 40;
    b->steady = 1;
    return b;
}

static void flanks_and_friends(void **state)
{
    struct tc_lines l = { .field = 40000 };

    (void)state;
    put(&l, 0, 0, 0, 1024);
    put(&l, 1, 0, 2500, -1024);
    assert_int_equal(tc_lines_stand(&l), 0); /* face to face */
    l.body[1].dy = 1024;
    assert_true(tc_lines_stand(&l) > 0); /* the enemy shows his back */
    l.body[1].dy = -1024;
    put(&l, 0, 2000, 0, 1024);
    assert_true(tc_lines_stand(&l) > 0); /* two against one */
    l.body[2].steady = 0;
    assert_true(tc_lines_stand(&l) < 0); /* one of them is broken within his reach */
    l.bodies = 1;
    assert_int_equal(tc_lines_pressing(&l, 1), 0);
    tc_line_goal(&l, 0, 0, 10, 10);
    assert_true(tc_lines_nearness(&l) > 900);
    l.body[0].side = 1;
    assert_true(tc_lines_nearness(&l) < -900);
    for (int i = 0; i < 2 * TC_LINE_BODIES; i++)
        (void)tc_line_body(&l, 0);
    assert_int_equal(l.bodies, TC_LINE_BODIES);
    assert_null(tc_line_body(&l, 0));
}

static void hexes_lie_where_they_should(void **state)
{
    int32_t x, y;
    struct tc_line_body b = { 0 };

    (void)state;
    for (int d = 0; d < 6; d++) {
        tc_line_hex_place(tc_hex_dir(TC_HEX_CCW, d), &x, &y);
        assert_in_range(tc_line_apart(x, y), 900, 1100);
        tc_line_hex_ahead(TC_HEX_CCW, 2 * d, &b);
        assert_true(tc_line_ahead_of(&b, x, y, 1000) > 1000);
        assert_true(tc_line_ahead_of(&b, -x, -y, 1000) < -1000);
        tc_line_hex_ahead(TC_HEX_CCW, 2 * d + 1, &b);
        assert_in_range(tc_line_ahead_of(&b, x, y, 1000), 860, 910); /* thirty degrees */
    }
}

/* --- What is natural
 * ------------------------------------------------------------------------------ */

static int leans(const struct tc_eye *eye, const struct tc_book *bk, const void *s,
                 int question, int verb, int32_t a, int32_t b)
{
    struct tc_query q = { .question = (int16_t)question };
    struct tc_view v = { bk, s, &q };
    struct tc_act act = { .verb = (int16_t)verb, .arg = { a, b } };

    return eye->lean(&v, &act);
}

/* The leader of a command rides to his men and then no more; battalions go before him. */
static void leaders_keep_to_their_men(const struct tc_book *bk, struct rea_state *s)
{
    const struct tc_eye *e = &rea_eye;
    const int who = 1; /* hautcharmoy, whose men stand about 0712 */

    s->leader[who].hex = 712;
    assert_true(leans(e, bk, s, REA_Q_PICK, REA_V_RIDE, who, 0) <
                leans(e, bk, s, REA_Q_PICK, REA_V_DONE, 0, 0));
    s->leader[who].hex = 1512;
    assert_true(leans(e, bk, s, REA_Q_PICK, REA_V_RIDE, who, 0) >
                leans(e, bk, s, REA_Q_PICK, REA_V_DONE, 0, 0));
    assert_true(leans(e, bk, s, REA_Q_PICK, REA_V_RIDE, who, 0) <
                leans(e, bk, s, REA_Q_PICK, REA_V_MOVE, 0, 0));
    struct tc_query q = { .question = REA_Q_RIDE, .arg = { who } };
    struct tc_view v = { bk, s, &q };
    struct tc_act stop = { .verb = REA_V_STOP }, west = { .verb = REA_V_STEP, .arg = { 3 } },
                  east = { .verb = REA_V_STEP };
    assert_true(e->lean(&v, &west) > e->lean(&v, &stop));
    assert_true(e->lean(&v, &east) < e->lean(&v, &stop));
    s->leader[who].hex = 712;
    assert_true(e->lean(&v, &stop) > e->lean(&v, &west));
}

static void natural_answers(void **state)
{
    const struct tc_book *bk = book("bayonet/learning");
    void *s = position(bk, 1, 0);
    const struct tc_eye *e = &bay_eye;

    (void)state;
    assert_true(leans(e, bk, s, BAY_Q_FIRE, BAY_V_FIRE, 0, 0) >
                leans(e, bk, s, BAY_Q_FIRE, BAY_V_CEASE, 0, 0));
    assert_true(leans(e, bk, s, BAY_Q_CONCEDE, BAY_V_CONCEDE, 0, 0) < -5000);
    /* Guns are laid on the enemy, never on friends. */
    assert_true(leans(e, bk, s, BAY_Q_AIM, BAY_V_AT, 906, 0) >
                leans(e, bk, s, BAY_Q_AIM, BAY_V_AT, 808, 0));
    assert_true(leans(e, bk, s, BAY_Q_AIM, BAY_V_AT, 808, 0) >
                leans(e, bk, s, BAY_Q_AIM, BAY_V_AT, 409, 0));
    free(s);
    book_free(bk);
    bk = book("pistolado/first-speech");
    s = position(bk, 1, 0);
    /* Nobody to charge at the start: they march. */
    assert_true(leans(&pis_eye, bk, s, PIS_Q_STATUS, PIS_V_SPEAK, 0, PIS_MARCH) >
                leans(&pis_eye, bk, s, PIS_Q_STATUS, PIS_V_SPEAK, 0, PIS_CHARGE));
    free(s);
    book_free(bk);
    bk = book("reason/learning");
    s = position(bk, 1, 0);
    assert_true(leans(&rea_eye, bk, s, REA_Q_RALLY, REA_V_RALLY, 0, 0) >
                leans(&rea_eye, bk, s, REA_Q_RALLY, REA_V_DONE, 0, 0));
    leaders_keep_to_their_men(bk, s);
    free(s);
    book_free(bk);
    bk = book("malbrook/first-command");
    s = position(bk, 1, 0);
    assert_true(leans(&mal_eye, bk, s, MAL_Q_FIRE, MAL_V_FIRE, 0, 1) >
                leans(&mal_eye, bk, s, MAL_Q_FIRE, MAL_V_HOLD, 0, 0));
    free(s);
    book_free(bk);
}

/* Troops left to themselves go for the enemy, look at him, and stay on ground they want. */
static void troops_know_where_to_go(void **state)
{
    const struct tc_book *bk = book("bayonet/learning");
    struct bay_state *s = position(bk, 1, 0);
    struct tc_query q = { 0, BAY_Q_LEG, "", { 3, 0, 0 } };
    struct tc_view v = { bk, s, &q };
    int32_t f = s->units[3].facing;
    struct tc_act step = { .verb = BAY_V_STEP, .arg = { f, BAY_NO_FACING } },
                  halt = { .verb = BAY_V_HALT },
                  about = { .verb = BAY_V_TURN, .arg = { (f + 3) % 6 } };

    (void)state;
    s->now.mover = 3;
    assert_true(bay_eye.settle(&v, &step) > bay_eye.settle(&v, &halt));
    assert_true(bay_eye.settle(&v, &halt) > bay_eye.settle(&v, &about));
    q.side = 1; /* a battalion of the village */
    for (int u = 0; u < 15; u++)
        if (s->units[u].hex == 906)
            s->now.mover = (int16_t)u;
    assert_true(s->now.mover != 3);
    for (int d = 0; d < 6; d++) {
        struct tc_act leave = { .verb = BAY_V_STEP, .arg = { d, 0 } };
        assert_true(bay_eye.settle(&v, &halt) > bay_eye.settle(&v, &leave));
    }
    free(s);
    book_free(bk);
}

/* --- Nothing hidden is seen
 * ------------------------------------------------------------------------ */

struct table {
    struct tc_game g;
    struct tc_offers work, open;
    void *mem;
};

static struct table *sit_down(const struct tc_book *bk)
{
    struct table *t = room(sizeof *t);

    t->mem = aligned_alloc(64, (tc_game_memory(bk->rules) + 63) / 64 * 64);
    assert_non_null(t->mem);
    tc_game_init(&t->g, bk, t->mem, &t->work, &t->open);
    t->g.tape.act = room(2 * TC_TAPE_ROOM * sizeof *t->g.tape.act);
    t->g.tape.act_room = 2 * TC_TAPE_ROOM;
    t->g.tape.face = room(2 * TC_TAPE_ROOM);
    t->g.tape.face_room = 2 * TC_TAPE_ROOM;
    t->g.u.stream = tc_stream_from(9);
    assert_int_equal(tc_game_go(&t->g), TC_WAITS_ANSWER);
    return t;
}

static void get_up(struct table *t)
{
    free(t->g.tape.act);
    free(t->g.tape.face);
    free(t->mem);
    free(t);
}

static struct plr_player *called(const char *name, const struct tc_book *bk)
{
    struct plr_spec spec;
    struct tc_why why;

    assert_int_equal(plr_read(name, &spec, &why), TC_OK);
    return plr_open(&spec, bk, 3);
}

/* One answer; what was thought for it. */
static const struct plr_advice *go_on(struct plr_player *p, struct table *t)
{
    struct tc_why why;
    struct tc_act a = { 0 };

    plr_decide(p, &t->g, &a);
    assert_int_equal(tc_game_answer(&t->g, &a, NULL, &why), TC_OK);
    assert_int_equal(tc_game_go(&t->g), TC_WAITS_ANSWER);
    return plr_why(p);
}

/* The natural player answers without a course; in the largest battles greedy does too. */
static void natural_players_try_nothing(void **state)
{
    static const char *const cases[][2] = { { "bayonet/learning", "greedy:samples=0" },
                                            { "pistolado/first-speech", "greedy:samples=0" },
                                            { "bayonet/blenheim-1704", "greedy" } };

    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct tc_book *bk = book(cases[i][0]);
        struct table *t = sit_down(bk);
        struct plr_player *p = called(cases[i][1], bk);
        for (int n = 0; n < 40; n++)
            assert_int_equal(go_on(p, t)->courses, 0);
        plr_close(p);
        get_up(t);
        book_free(bk);
    }
}

/* A course without dice and lots is not played again; in large battles few are played. */
static void courses_are_few(void **state)
{
    static const char *const cases[] = { "malbrook/first-command", "malbrook/ramillies-1706",
                                         "reason/kolin-1757" };

    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct tc_book *bk = book(cases[i]);
        struct table *t = sit_down(bk);
        struct plr_player *p = called("greedy", bk);
        uint64_t played = 0, told = 0, answers = 0;
        for (int n = 0; n < 60; n++) {
            const struct plr_advice *said = go_on(p, t);
            played += said->courses;
            for (int k = 0; k < said->n; k++, answers++)
                told += said->thought[k].visits;
        }
        assert_true(played > 0 && told > played);
        assert_true(i == 0 ? told > 3 * answers : played < 3 * answers);
        plr_close(p);
        get_up(t);
        book_free(bk);
    }
}

/* What the royal brigade has called in secret makes no difference to the huguenot player. */
static void a_secret_call_is_not_seen(void **state)
{
    const struct tc_book *bk = book("pistolado/first-speech");
    struct tc_act first = { 0 };

    (void)state;
    for (int call = PIS_MARCH; call <= PIS_CHARGE; call++) {
        struct table *t = sit_down(bk);
        struct tc_why why;
        struct tc_act a;
        while (t->g.u.open.side == 0) {
            const struct tc_query *q = &t->g.u.open;
            memset(&a, 0, sizeof a);
            a.verb = q->question == PIS_Q_ORDER    ? PIS_V_KEEP
                     : q->question == PIS_Q_STATUS ? PIS_V_SPEAK
                                                   : PIS_V_STAY;
            a.arg[0] = q->arg[0];
            a.arg[1] = q->question == PIS_Q_STATUS ? call : 0;
            assert_int_equal(tc_game_answer(&t->g, &a, NULL, &why), TC_OK);
            assert_int_equal(tc_game_go(&t->g), TC_WAITS_ANSWER);
        }
        struct plr_player *p = called("greedy", bk);
        for (int n = 0; n < 2; n++) /* its order and its call */
            a = go_on(p, t)->thought[0].act;
        if (call == PIS_MARCH)
            first = a;
        assert_true(tc_same_act(&first, &a));
        plr_close(p);
        get_up(t);
    }
    book_free(bk);
}

/* The same position with other dice to come: the same answer, in every system. */
static void dice_to_come_are_not_seen(void **state)
{
    (void)state;
    for (int i = 0; i < SYSTEMS; i++) {
        const struct tc_book *bk = book(systems[i].id);
        struct tc_act first = { 0 };
        for (uint64_t k = 0; k < 2; k++) {
            struct table *t = sit_down(bk);
            struct tc_act a = { 0 };
            t->g.u.stream = tc_stream_from(1000 + k);
            struct plr_player *p = called("greedy:samples=2", bk);
            plr_decide(p, &t->g, &a);
            if (k == 0)
                first = a;
            assert_true(tc_same_act(&first, &a));
            plr_close(p);
            get_up(t);
        }
        book_free(bk);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_see_the_opposite),
        cmocka_unit_test(better_is_more),
        cmocka_unit_test(near_is_pressing),
        cmocka_unit_test(ground_is_wanted),
        cmocka_unit_test(ground_is_counted),
        cmocka_unit_test(works_are_counted),
        cmocka_unit_test(flanks_and_friends),
        cmocka_unit_test(hexes_lie_where_they_should),
        cmocka_unit_test(natural_answers),
        cmocka_unit_test(troops_know_where_to_go),
        cmocka_unit_test(natural_players_try_nothing),
        cmocka_unit_test(courses_are_few),
        cmocka_unit_test(a_secret_call_is_not_seen),
        cmocka_unit_test(dice_to_come_are_not_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
