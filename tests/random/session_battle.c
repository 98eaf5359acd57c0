/* tests/random/session_battle.c - undo, forks, veils and records under random play. */
#include "tests/random/session_battle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/random.h"
#include "protocol/record.h"
#include "protocol/session.h"

enum { ANSWERS_MOST = 4000, FACES_A_STEP = TC_TAPE_ROOM / 4, BACK_MOST = 5 };

struct table {
    const struct tc_book *bk;
    struct ses_game *s;
    struct tc_stream lots, look;
    struct ses_fork fork;
    unsigned char *copy[2];
    char *fault;
    size_t room;
};

static bool fault(struct table *t, const char *what, const char *more)
{
    if (!t->fault[0])
        snprintf(t->fault, t->room, "line %u: %s%s%s", t->s ? t->s->lines : 0, what,
                 *more ? ": " : "", more);
    return false;
}

static size_t size_of(const struct table *t)
{
    return t->bk->rules->state_size;
}

static bool answer(struct table *t)
{
    struct tc_why why = { TC_OK, "", "" };
    uint32_t faces = t->s->g.tape.faces;

    for (int i = 0; i < t->s->seats; i++)
        t->s->seat[i].player = (struct tc_player){ player_random, &t->lots };
    if (ses_play(t->s, 1, &why) != TC_OK)
        return fault(t, "a random answer is refused", why.text);
    if (t->s->g.tape.faces - faces > FACES_A_STEP)
        return fault(t, "very many dice between two questions", "");
    return true;
}

/* Taken back, everything is as it was: the bytes, the question, the offers, the number of log
 * entries but for the notes. */
static bool there_and_back(struct table *t)
{
    struct tc_query open = t->s->g.u.open;
    struct tc_offers *offers = malloc(sizeof *offers);
    struct tc_why why = { TC_OK, "", "" };
    uint32_t events = t->s->events;
    int answers = 1 + (int)tc_draw(&t->look, BACK_MOST), given = 0;
    bool good = true;

    memcpy(t->copy[0], tc_game_state(&t->s->g), size_of(t));
    *offers = *t->s->open;
    for (; given < answers && ses_status(t->s) == TC_WAITS_ANSWER && good; given++)
        good = answer(t);
    for (; given > 0 && good; given--)
        if (ses_undo(t->s, SES_UMPIRE, true, &why) != TC_OK)
            good = fault(t, "cannot be taken back", why.text);
    if (good && memcmp(t->copy[0], tc_game_state(&t->s->g), size_of(t)) != 0)
        good = fault(t, "taking back leaves something behind", "");
    if (good &&
        (open.question != t->s->g.u.open.question || open.side != t->s->g.u.open.side ||
         memcmp(open.arg, t->s->g.u.open.arg, sizeof open.arg) != 0 ||
         offers->n != t->s->open->n || events != t->s->events ||
         memcmp(offers->act, t->s->open->act, (size_t)offers->n * sizeof offers->act[0]) != 0))
        good = fault(t, "another question after taking back", "");
    free(offers);
    return good;
}

/* A fork goes its own way, and the game stays. */
static bool fork_plays(struct table *t)
{
    int seat = (int)tc_draw(&t->look, 3) - 1;

    memcpy(t->copy[0], tc_game_state(&t->s->g), size_of(t));
    memcpy(t->copy[1], t->s->g.checkpoint, size_of(t));
    ses_fork_fill(t->s, seat, tc_draw(&t->look, 1000), &t->fork);
    t->fork.g.u.player[0] = t->fork.g.u.player[1] =
        (struct tc_player){ player_random, &t->lots };
    tc_play_out(&t->fork.g.u, t->fork.g.checkpoint, 60);
    if (memcmp(t->copy[0], tc_game_state(&t->s->g), size_of(t)) != 0 ||
        memcmp(t->copy[1], t->s->g.checkpoint, size_of(t)) != 0)
        return fault(t, "a fork has changed its game", "");
    return true;
}

/* What a side may not know is drawn anew: still a position, and nothing it may see differs. */
static bool veil_holds(struct table *t)
{
    const struct tc_ruleset *r = t->bk->rules;
    int side = (int)tc_draw(&t->look, TC_SIDES);
    bool good = true;

    if (!r->veil)
        return true;
    memcpy(t->copy[0], t->s->g.checkpoint, size_of(t));
    r->veil(t->bk, t->copy[0], side, &t->look);
    if (!r->check(t->bk, t->copy[0], NULL))
        return fault(t, "the veil breaks an invariant", "");
    json_t *was = js_state(t->bk, t->s->g.checkpoint, side);
    json_t *now = js_state(t->bk, t->copy[0], side);
    if (!json_equal(was, now))
        good = fault(t, "the veil changes what may be seen", "");
    json_decref(was);
    json_decref(now);
    return good;
}

static bool look_around(struct table *t)
{
    int seat = (int)tc_draw(&t->look, 3) - 1;
    int score = t->bk->rules->score(t->bk, tc_game_state(&t->s->g));
    json_t *scene = ses_scene_json(t->s, seat);
    bool good = scene != NULL;

    json_decref(scene);
    if (!good)
        return fault(t, "nothing to see", "");
    if (score < -10000 || score > 10000)
        return fault(t, "the score is out of bounds", "");
    return true;
}

static bool something_else(struct table *t)
{
    switch (tc_draw(&t->look, 40)) {
    case 0: return there_and_back(t);
    case 1: return fork_plays(t);
    case 2: return veil_holds(t);
    case 3: return look_around(t);
    default: return true;
    }
}

static bool replays(struct table *t)
{
    char *text = rec_text(t->s);
    struct ses_game *again = NULL;
    struct rec_report report;
    struct tc_why why = { TC_OK, "", "" };
    bool good = true;

    if (rec_replay_text("record", text, strlen(text), t->bk, &again, &report, &why) != TC_OK)
        good = fault(t, why.where, why.text);
    else if (report.hash != tc_game_hash(&t->s->g) || !report.over)
        good = fault(t, "the record ends otherwise", "");
    ses_free(again);
    free(text);
    return good;
}

bool session_battle(const struct tc_book *bk, uint64_t seed, char *text, size_t n)
{
    struct ses_options o = { .has_seed = true, .seed = { seed, 1 } };
    struct table t = { .bk = bk, .fault = text, .room = n };
    struct tc_why why = { TC_OK, "", "" };
    bool good = true;

    t.lots = tc_stream_from(seed ^ 3);
    t.look = tc_stream_from(seed ^ 5);
    if (ses_new(bk, &o, &t.s, &why) != TC_OK)
        return fault(&t, "cannot begin", why.text);
    t.copy[0] = malloc(size_of(&t));
    t.copy[1] = malloc(size_of(&t));
    ses_fork_init(t.s, &t.fork);
    for (int i = 0; good && ses_status(t.s) != TC_IS_OVER; i++) {
        good = something_else(&t) && answer(&t);
        if (i == ANSWERS_MOST)
            good = fault(&t, "the battle does not end", "");
    }
    good = good && replays(&t);
    ses_fork_free(&t.fork);
    free(t.copy[0]);
    free(t.copy[1]);
    ses_free(t.s);
    return good;
}
