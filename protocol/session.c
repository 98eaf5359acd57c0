/* protocol/session.c - a game with its memory: beginning, answering, playing on. */
#include "protocol/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "protocol/session_own.h"
#include "protocol/staff.h"
#include "protocol/trial.h"

/* --- Memory ------------------------------------------------------------------- */

void *ses_alloc(size_t n)
{
    void *p = calloc(1, n ? n : 1);

    TC_BUG_ON(!p);
    return p;
}

struct tc_offers *ses_alloc_offers(void)
{
    struct tc_offers *o = malloc(sizeof *o);

    TC_BUG_ON(!o);
    o->n = 0;
    return o;
}

void *ses_grow(void *array, uint32_t n, uint32_t *room, size_t size)
{
    if (n < *room)
        return array;
    uint32_t more = n < 32 ? 64 : n < 2048 ? n * 2 : n + n / 8;
    void *p = realloc(array, more * size);
    TC_BUG_ON(!p);
    *room = more; /* not touched: what is never used takes no memory */
    return p;
}

void ses_copy_offers(struct tc_offers *to, const struct tc_offers *from)
{
    to->n = from->n;
    memcpy(to->act, from->act, (size_t)from->n * sizeof from->act[0]);
}

/* Whole pages of it go back to the system; what stood there is lost. */
static void give_back(void *from, size_t n)
{
#ifdef __linux__
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)from + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)from + n) / page * page;

    if (end > begin)
        madvise((void *)begin, end - begin, MADV_DONTNEED);
#else
    (void)from;
    (void)n;
#endif
}

static void give_back_offers(struct tc_offers *o)
{
    give_back(&o->act[o->n], (size_t)(TC_OFFERS - o->n) * sizeof o->act[0]);
}

void ses_give_back(struct ses_game *s)
{
    give_back_offers(s->work);
    give_back_offers(s->open);
    give_back(s->entry + s->entries, (s->entry_room - s->entries) * sizeof *s->entry);
    give_back(s->line + s->lines, (s->line_room - s->lines) * sizeof *s->line);
}

/* Room on the tape for whatever one call may play: many faces, but one answer, because players
 * of a session answer outside the step. */
static void reserve(struct ses_game *s)
{
    struct tc_tape *t = &s->g.tape;

    t->act = ses_grow(t->act, t->acts + 1, &t->act_room, sizeof t->act[0]);
    t->face = ses_grow(t->face, t->faces + TC_TAPE_ROOM, &t->face_room, 1);
}

static void free_line(struct ses_line *l)
{
    free(l->face);
    if (l->kind == SES_L_ADJUST) {
        free(l->text);
        free(l->change);
    }
    free(l->state);
    free(l->die);
    free(l->word);
    free(l->prev);
}

void ses_free(struct ses_game *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->entries; i++)
        ses_free_entry(&s->entry[i]);
    for (uint32_t i = 0; i < s->lines; i++)
        free_line(&s->line[i]);
    for (uint32_t i = 0; i < s->anchors; i++)
        free(s->anchor[i].state);
    free(s->entry);
    free(s->line);
    free(s->anchor);
    free(s->answered);
    free(s->forced);
    free(s->die);
    free(s->turn_state);
    free(s->g.tape.act);
    free(s->g.tape.face);
    free(s->mem);
    free(s->work);
    free(s->open);
    stf_free(s);
    free(s);
}

/* --- Dice ------------------------------------------------------------------------ */

bool ses_draw_bytes(void *out, size_t size)
{
    size_t got = 0;

    while (got < size) {
        ssize_t n = getrandom((char *)out + got, size - got, 0);
        if (n < 0 && errno != EINTR)
            return false;
        got += n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool ses_draw_seed(uint64_t seed[2])
{
    return ses_draw_bytes(seed, 16);
}

void ses_fresh_seed(struct ses_game *s)
{
    if (!s->seed_known || s->typed_dice || s->pledge.way)
        return;
    TC_BUG_ON(!ses_draw_seed(s->seed));
    memset(&s->g.u.stream, 0, sizeof s->g.u.stream);
    memcpy(s->g.u.stream.seed, s->seed, sizeof s->seed);
    s->line_draw = 0;
    s->seed_line = s->lines;
    s->seed_known = false;
}

/* Can dice fall behind the faces that are forced? In a replay all are. */
static bool can_roll(struct ses_game *s)
{
    if (s->typed_dice || s->replaying)
        return false;
    return !s->pledge.way || ses_pledge_ready(s);
}

static int roll_face(struct ses_game *s, uint32_t i, enum tc_die die)
{
    return s->pledge.way ? ses_pledged_face(s, s->g.tape.faces + i, die)
                         : tc_draw_face(&s->g.u.stream, die);
}

/* Do the faces that are forced fit the die? If one does not, none of those left is used. */
static bool forced_fit(struct ses_game *s, const int8_t *face, uint32_t n, enum tc_die die)
{
    for (uint32_t i = 0; i < n; i++)
        if (tc_die_weight(die, face[i]) == 0) {
            s->forced_at = s->forced_n;
            ses_note(s, SES_NOTE,
                     s->pledge.way
                         ? "A forced face does not fit the die that is rolled."
                         : "A forced face does not fit the die that is rolled; type the faces "
                           "in.");
            return false;
        }
    return true;
}

/* The faces of a roll, in the step itself: the forced ones, then those of the key or the
 * stream. False: there are none, and the step waits for them. */
static bool feed_dice(void *ctx, int n, enum tc_die die, int8_t *out)
{
    struct ses_game *s = ctx;
    uint32_t left = s->forced_n - s->forced_at, want = (uint32_t)n;
    uint32_t mine = left < want ? left : want;

    if (left < want && !can_roll(s))
        return false;
    if (mine)
        memcpy(out, s->forced + s->forced_at, mine);
    if (!forced_fit(s, out, mine, die)) {
        if (!s->pledge.way || !can_roll(s))
            return false;
        mine = 0;
    }
    for (uint32_t i = mine; i < want; i++)
        out[i] = (int8_t)roll_face(s, i, die);
    s->forced_at += mine;
    s->line_forced += mine;
    ses_note_dice(s, want, die);
    return true;
}

void ses_run(struct ses_game *s)
{
    bool fed = s->typed_dice || s->forced_at < s->forced_n || s->pledge.way;

    ses_fresh_seed(s);
    s->has_hash = false;
    s->g.u.private_stream = tc_stream_from(1); /* the same tape runs out alike */
    s->g.u.dice = fed ? TC_DICE_TYPED : TC_DICE_FAIR;
    s->g.u.feed = feed_dice;
    s->g.u.feed_ctx = s;
    reserve(s);
    tc_game_go(&s->g);
    TC_BUG_ON(s->g.status == TC_DIFFERS);
}

enum tc_err ses_force_dice(struct ses_game *s, const int8_t *face, int n, struct tc_why *why)
{
    enum tc_err err = ses_usable(s, why);

    if (err != TC_OK)
        return err;
    if (n < 0 || n > 100000)
        return tc_fail(why, TC_E_RANGE, "force", "Up to 100000 faces may be forced.");
    for (int i = 0; i < n; i++) {
        s->forced = ses_grow(s->forced, s->forced_n, &s->forced_room, 1);
        s->forced[s->forced_n++] = face[i];
    }
    return TC_OK;
}

/* --- Beginning ----------------------------------------------------------------------- */

enum tc_err ses_has_rules(const struct tc_book *bk, struct tc_why *why)
{
    if (bk->rules)
        return TC_OK;
    return tc_fail(why, TC_E_NAME, "{0}", "This program does not know the rules of {0}.",
                   bk->id);
}

static enum tc_err check_seats(const struct tc_book *bk, const struct ses_options *o,
                               struct tc_why *why)
{
    bool held[TC_SIDES] = { false };

    if (o->seats < 0 || o->seats > TC_SEATS)
        return tc_fail(why, TC_E_FULL, "seats", "There are at most 8 seats.");
    for (int i = 0; i < o->seats; i++) {
        if (o->seat[i].side < 0 || o->seat[i].side >= TC_SIDES)
            return tc_fail(why, TC_E_RANGE, "seats", "Seat \"{0}\" must be of side {1} or {2}.",
                           o->seat[i].name, bk->side_name[0], bk->side_name[1]);
        held[o->seat[i].side] = true;
    }
    for (int side = 0; o->seats && side < TC_SIDES; side++)
        if (!held[side])
            return tc_fail(why, TC_E_KEY, "seats", "Nobody sits for {0}.", bk->side_name[side]);
    return TC_OK;
}

static void take_seats(struct ses_game *s, const struct ses_options *o)
{
    if (o->seats) {
        s->seats = o->seats;
        memcpy(s->seat, o->seat, sizeof s->seat);
        return;
    }
    s->seats = TC_SIDES;
    for (int i = 0; i < TC_SIDES; i++) {
        snprintf(s->seat[i].name, SES_NAME, "%s", s->book->side_name[i]);
        snprintf(s->seat[i].kind, SES_KIND, "person");
        s->seat[i].side = (int8_t)i;
    }
}

static enum tc_err take_seed(struct ses_game *s, const struct ses_options *o,
                             struct tc_why *why)
{
    if (o->has_seed)
        memcpy(s->seed, o->seed, sizeof s->seed);
    else if (!ses_draw_seed(s->seed))
        return tc_fail(why, TC_E_FILE, "seed", "The system gives no random numbers.");
    memcpy(s->g.u.stream.seed, s->seed, sizeof s->seed);
    return TC_OK;
}

static enum tc_err begin(struct ses_game *s, bool from_position, struct tc_why *why)
{
    const struct tc_head *h = s->g.checkpoint;
    enum tc_err err;

    s->outside = from_position;
    err = ses_try(s, why);
    if (err != TC_OK)
        return err;
    s->g.u.sink = ses_hear;
    s->g.u.sink_ctx = s;
    s->g.on_checkpoint = ses_at_checkpoint;
    s->g.ctx = s;
    s->turn = h->turn;
    ses_push_anchor(s, s->g.checkpoint, 0);
    void *start = NULL;
    if (from_position) {
        start = ses_alloc(s->book->rules->state_size);
        memcpy(start, s->g.checkpoint, s->book->rules->state_size);
    }
    ses_run(s);
    struct ses_line l = ses_begin_line(s, SES_L_START);
    l.state = start;
    return ses_end_line(s, &l, why);
}

static enum tc_err make(const struct tc_book *bk, const struct ses_options *o,
                        const void *state, struct ses_game **out, struct tc_why *why)
{
    static const struct ses_options plain;
    struct ses_game *s;
    enum tc_err err = check_seats(bk, o ? o : &plain, why);

    if (err != TC_OK)
        return err;
    s = ses_alloc(sizeof *s);
    s->book = bk;
    s->mem = ses_alloc(tc_game_memory(bk->rules));
    s->work = ses_alloc_offers();
    s->open = ses_alloc_offers();
    if (state)
        tc_game_init_from(&s->g, bk, s->mem, s->work, s->open, state);
    else
        tc_game_init(&s->g, bk, s->mem, s->work, s->open);
    s->typed_dice = o && o->typed_dice;
    s->seeded = o && o->seeded;
    s->replaying = o && o->replaying;
    s->hidden_from = UINT32_MAX;
    take_seats(s, o ? o : &plain);
    err = take_seed(s, o ? o : &plain, why);
    if (err == TC_OK)
        err = ses_pledge_begin(s, o ? o : &plain, why);
    if (err == TC_OK && o)
        err = ses_force_dice(s, o->force, o->forced, why);
    if (err == TC_OK)
        err = begin(s, state != NULL, why);
    if (err == TC_OK)
        *out = s;
    else
        ses_free(s);
    return err;
}

enum tc_err ses_new(const struct tc_book *bk, const struct ses_options *o,
                    struct ses_game **out, struct tc_why *why)
{
    enum tc_err err = ses_has_rules(bk, why);

    return err != TC_OK ? err : make(bk, o, NULL, out, why);
}

enum tc_err ses_new_state(const struct tc_book *bk, const struct ses_options *o,
                          const void *state, struct ses_game **out, struct tc_why *why)
{
    const struct tc_head *h = state;
    enum tc_err err = ses_has_rules(bk, why);

    if (err != TC_OK)
        return err;
    if (h->book != bk->hash)
        return tc_fail(why, TC_E_EDITION, "position",
                       "The position was made with other tables than those of {0}.", bk->id);
    if (h->step >= bk->rules->step_count)
        return tc_fail(why, TC_E_RANGE, "position", "There is no such step of play.");
    err = trial_position(bk, state, why);
    return err != TC_OK ? err : make(bk, o, state, out, why);
}

enum tc_err ses_new_position(const struct tc_book *bk, const struct ses_options *o,
                             const json_t *state, bool partial, struct ses_game **out,
                             struct tc_why *why)
{
    const json_t *inner = json_object_get(state, "state");
    enum tc_err err = ses_has_rules(bk, why);

    if (err != TC_OK)
        return err;
    void *bytes = ses_alloc(bk->rules->state_size);
    if (partial) {
        ((struct tc_head *)bytes)->book = bk->hash;
        bk->rules->setup(bk, bytes);
    }
    err = js_read_state(bk, inner ? inner : state, partial ? JS_PARTIAL | JS_TEXT : 0, bytes,
                        why);
    if (err == TC_OK)
        err = ses_new_state(bk, o, bytes, out, why);
    free(bytes);
    return err;
}

/* --- Seats ------------------------------------------------------------------------------ */

int ses_side_of(const struct ses_game *s, int seat)
{
    if (seat == SES_WATCHER)
        return TC_SIDES;
    return seat >= 0 && seat < s->seats ? s->seat[seat].side : TC_NONE;
}

int ses_seat_of(const struct ses_game *s, const struct tc_query *q)
{
    const struct tc_ruleset *r = s->book->rules;
    int command = r->command_of ? r->command_of(s->book, s->g.snapshot, q) : TC_NONE;
    int first = TC_NONE;

    for (int i = 0; i < s->seats; i++) {
        if (s->seat[i].side != q->side)
            continue;
        if (first == TC_NONE)
            first = i;
        if (command >= 0 && command < 64 && (s->seat[i].commands >> command & 1))
            return i;
    }
    return first;
}

int ses_seat_asked(const struct ses_game *s)
{
    return s->g.status == TC_WAITS_ANSWER ? ses_seat_of(s, &s->g.u.open) : TC_NONE;
}

enum tc_status ses_status(const struct ses_game *s)
{
    return s->g.status;
}

uint32_t ses_number(const struct ses_game *s)
{
    return s->lines;
}

int ses_manner(const struct ses_game *s)
{
    const struct tc_query *q = &s->g.u.open;

    return s->g.status == TC_WAITS_ANSWER ? tc_manner_of(s->book->rules, q->question, q->arg)
                                          : 0;
}

/* --- Answering -----------------------------------------------------------------------------
 */

enum tc_err ses_usable(const struct ses_game *s, struct tc_why *why)
{
    if (s->stopped)
        return tc_fail(why, TC_E_OVER, "game", "The battle is over.");
    if (s->failed == TC_OK)
        return TC_OK;
    return tc_fail(why, s->failed, "record",
                   "The record of this game could not be written; it cannot go on.");
}

static enum tc_err check_number(const struct ses_game *s, uint32_t number, struct tc_why *why)
{
    char want[16], got[16];
    struct tc_text tw = tc_text_on(want, sizeof want), tg = tc_text_on(got, sizeof got);

    if (s->g.status == TC_IS_OVER)
        return tc_fail(why, TC_E_OVER, "answer", "The battle is over.");
    if (number == SES_ANY_NUMBER || number == ses_number(s))
        return TC_OK;
    tc_text_int(&tw, ses_number(s));
    tc_text_int(&tg, number);
    return tc_fail(why, TC_E_STALE, "answer", "Question {0} is not open; {1} is.", got, want);
}

static enum tc_err check_seat(const struct ses_game *s, int seat, struct tc_why *why)
{
    int asked = ses_seat_asked(s);

    if (seat == SES_UMPIRE || asked == TC_NONE || seat == asked)
        return TC_OK;
    if (seat < 0 || seat >= s->seats)
        return tc_fail(why, TC_E_RANGE, "seat", "There is no such seat.");
    return tc_fail(why, TC_E_TURN, "seat", "{0} is asked, not {1}.", s->seat[asked].name,
                   s->seat[seat].name);
}

enum tc_err ses_answer(struct ses_game *s, int seat, uint32_t number, const struct tc_act *a,
                       struct tc_refusal *refusal, struct tc_why *why)
{
    return ses_answer_link(s, seat, number, a, NULL, refusal, why);
}

enum tc_err ses_answer_link(struct ses_game *s, int seat, uint32_t number,
                            const struct tc_act *a, const uint8_t *link,
                            struct tc_refusal *refusal, struct tc_why *why)
{
    enum tc_err err = ses_usable(s, why);
    int asked = ses_seat_asked(s);
    struct ses_pledge was = s->pledge;

    if (err == TC_OK)
        err = check_number(s, number, why);
    if (err == TC_OK)
        err = check_seat(s, seat, why);
    if (err == TC_OK && link)
        err = ses_check_link(s, asked, link, why);
    if (err != TC_OK)
        return err;
    reserve(s);
    int16_t side = s->g.u.open.side, question = s->g.u.open.question;
    err = tc_game_answer(&s->g, a, refusal, why);
    if (err != TC_OK)
        return err;
    s->pledge.since = s->lines;
    ses_chain_answer(s, asked, question, a);
    if (link)
        ses_put_link(s, asked, link, s->lines);
    err = ses_try(s, why);
    if (err != TC_OK) {
        s->g.tape.acts--;
        s->pledge = was;
        return err;
    }
    s->answered = ses_grow(s->answered, s->answers, &s->answered_room, sizeof *s->answered);
    struct ses_answered *done = &s->answered[s->answers++];
    *done = (struct ses_answered){ s->entries, s->lines, s->events, (int8_t)asked, { 0 } };
    memcpy(done->acts, was.acts, sizeof done->acts);
    ses_run(s);
    struct ses_line l = ses_begin_line(s, SES_L_ANSWER);
    l.side = (int8_t)side;
    l.seat = (int8_t)asked;
    l.question = question;
    l.act = *a;
    l.hidden = (uint8_t)(l.hidden & ~(1u << side));
    if (link)
        l.word = ses_copy_word(link);
    return ses_end_line(s, &l, why);
}

enum tc_err ses_answer_text(struct ses_game *s, int seat, uint32_t number, const char *act,
                            struct tc_refusal *refusal, struct tc_why *why)
{
    struct tc_act a;
    enum tc_err err = tc_parse_act(s->book->rules, s->book, act, strlen(act), &a, why);

    return err != TC_OK ? err : ses_answer(s, seat, number, &a, refusal, why);
}

enum tc_err ses_dice(struct ses_game *s, uint32_t number, const int8_t *face, int n,
                     struct tc_why *why)
{
    enum tc_err err = ses_usable(s, why);

    if (err == TC_OK)
        err = check_number(s, number, why);
    if (err == TC_OK && s->pledge.way)
        err = tc_fail(why, TC_E_TURN, "dice",
                      "The dice of this battle are rolled from everybody's shares; nobody may "
                      "type them.");
    if (err != TC_OK)
        return err;
    reserve(s);
    err = tc_game_dice(&s->g, face, n, why);
    if (err != TC_OK)
        return err;
    err = ses_try(s, why);
    if (err != TC_OK) {
        s->g.tape.faces -= (uint32_t)n;
        return err;
    }
    s->line_forced += (uint32_t)n;
    ses_run(s);
    struct ses_line l = ses_begin_line(s, SES_L_DICE);
    return ses_end_line(s, &l, why);
}

/* --- Computer seats --------------------------------------------------------------------------
 */

/* What a player is asked, and what it says. */
struct thought {
    const struct tc_player *p;
    struct tc_umpire u;
    struct tc_view v;
    struct tc_act a;
};

static void think(void *ctx)
{
    struct thought *t = ctx;

    t->p->answer(t->p->ctx, &t->u, &t->v, &t->a);
}

/* A player may look, not write. */
static enum tc_err ask_player(struct ses_game *s, const struct tc_player *p, struct tc_act *out,
                              struct tc_why *why)
{
    struct thought t = { p, s->g.u, { s->book, s->g.snapshot, &s->g.u.open }, { 0 } };

    memset(&t.a, 0, sizeof t.a);
    ses_copy_offers(s->work, s->open);
    t.u.offers = s->work;
    t.u.state = s->g.snapshot;
    t.u.tape = NULL;
    t.u.sink = NULL;
    enum tc_err err = ses_guard(s, think, &t, why);
    s->work->n = 0;
    *out = t.a;
    return err;
}

enum tc_err ses_play(struct ses_game *s, uint32_t most, struct tc_why *why)
{
    for (uint32_t n = 0; s->g.status == TC_WAITS_ANSWER && (most == 0 || n < most); n++) {
        int seat = ses_seat_asked(s);
        const struct tc_player *p = &s->seat[seat].player;
        struct tc_act a;
        bool gives = true;
        enum tc_err err =
            p->answer ? ask_player(s, p, &a, why) : stf_answer(s, seat, &a, &gives, why);
        if (!gives)
            return err;
        if (err == TC_OK)
            err = ses_answer(s, seat, SES_ANY_NUMBER, &a, NULL, why);
        if (err != TC_OK)
            return err;
    }
    return TC_OK;
}
