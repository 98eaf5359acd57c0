/* protocol/session_log.c - what was told, what may be seen, and the lines of the record. */
#include <stdlib.h>
#include <string.h>

#include "protocol/session.h"
#include "protocol/session_own.h"

/* A checkpoint is kept when this many answers lie behind the last one. */
enum { ANCHOR_EVERY = 16, ANCHOR_FAR = 1024, ANCHORS_NEAR = 8 };

/* --- Secrets --------------------------------------------------------------------- */

uint8_t ses_kept_from(uint8_t pending)
{
    return (uint8_t)((pending & 1u) << 1 | (pending >> 1 & 1u));
}

/* The sides from whom the system keeps an event, or (NULL) part of the position. */
static uint8_t kept_by_rules(const struct ses_game *s, const void *state,
                             const struct tc_event *e)
{
    const struct tc_ruleset *r = s->book->rules;
    uint8_t bits = 0;

    for (int side = 0; r->keeps && side < TC_SIDES; side++)
        if (r->keeps(s->book, state, side, e, NULL))
            bits = (uint8_t)(bits | 1u << side);
    return bits;
}

bool ses_asks_in_secret(const struct ses_game *s, int seat)
{
    const struct tc_ruleset *r = s->book->rules;
    const struct tc_query *q = &s->g.u.open;
    int side = ses_side_of(s, seat);

    if (!r->keeps || side == TC_NONE)
        return false;
    for (int i = 0; i < TC_SIDES; i++)
        if ((side == i || side == TC_SIDES) && i != q->side &&
            r->keeps(s->book, tc_game_state(&s->g), i, NULL, q))
            return true;
    return false;
}

/* What was kept by secret questions; `all`: and by the system. */
static void reveal(struct ses_game *s, bool all)
{
    s->pending = 0;
    s->hidden_from = UINT32_MAX;
    for (uint32_t i = 0; i < s->entries; i++)
        s->entry[i].hidden = all ? 0 : s->entry[i].kept;
    for (uint32_t i = 0; i < s->lines; i++) {
        if (all)
            s->line[i].kept = 0;
        s->line[i].hidden = s->line[i].kept >> 4;
        s->line[i].hash_hidden = s->line[i].kept >> 2 & 3;
        if (s->line[i].kept && s->hidden_from > i)
            s->hidden_from = i;
    }
}

/* The hidden choices that stand after an event. */
static void note_secrets(struct ses_game *s, const struct tc_event *e)
{
    const struct tc_ruleset *r = s->book->rules;

    if (e->kind == TC_EV_ANSWER && (r->questions[e->arg[1]].decl.flags & TC_F_SECRET))
        s->pending = (uint8_t)(s->pending | 1u << e->arg[0]);
    if (e->kind == TC_EV_TELL && (r->events[e->id].flags & TC_F_REVEALS))
        reveal(s, false);
}

static bool is_hidden(const struct ses_game *s, uint8_t hidden, int seat)
{
    int side = ses_side_of(s, seat);

    if (side == TC_SIDES)
        return hidden != 0;
    return side != TC_NONE && (hidden >> side & 1);
}

bool ses_entry_seen(const struct ses_game *s, const struct ses_entry *e, int seat)
{
    return !is_hidden(s, e->hidden, seat);
}

bool ses_hash(const struct ses_game *s, int seat, uint64_t *out)
{
    uint8_t kept = kept_by_rules(s, tc_game_state(&s->g), NULL);

    if (is_hidden(s, ses_kept_from(s->pending) | kept, seat))
        return false;
#if defined(TC_DEBUG) && TC_DEBUG
    TC_BUG_ON(s->has_hash && s->hash != tc_game_hash(&s->g));
#endif
    *out = s->has_hash ? s->hash : tc_game_hash(&s->g);
    return true;
}

/* --- The log ------------------------------------------------------------------------ */

static struct ses_entry *new_entry(struct ses_game *s, enum ses_entry_kind kind)
{
    s->entry = ses_grow(s->entry, s->entries, &s->entry_room, sizeof *s->entry);
    struct ses_entry *e = &s->entry[s->entries++];
    memset(e, 0, sizeof *e);
    e->kind = (uint8_t)kind;
    e->line = s->lines;
    return e;
}

void ses_free_entry(struct ses_entry *e)
{
    if (e->kind == SES_EVENT || e->kind == SES_UNDONE)
        free((void *)(uintptr_t)e->event.act);
    else if (e->kind != SES_STOPPED)
        free(e->text);
}

/* Most acts have no legs or few; there are as many as there are answers. */
static struct tc_act *copy_act(const struct tc_act *a)
{
    size_t n = offsetof(struct tc_act, seg) + (size_t)a->segs * sizeof a->seg[0];
    struct tc_act *copy = ses_alloc(n);

    memcpy(copy, a, n);
    return copy;
}

void ses_hear(void *ctx, const struct tc_event *e)
{
    struct ses_game *s = ctx;

    if (s->quiet) {
        s->quiet--;
        return;
    }
    note_secrets(s, e);
    struct ses_entry *n = new_entry(s, SES_EVENT);
    n->event = *e;
    n->event.act = NULL;
    uint8_t own = 0;
    n->kept = kept_by_rules(s, s->g.u.state, e);
    if (e->kind == TC_EV_ANSWER) {
        n->event.act = copy_act(e->act);
        own = (uint8_t)(1u << e->arg[0]);
        n->kept = (uint8_t)(n->kept & ~own);
        s->line_hidden |= n->kept;
    }
    n->hidden = (uint8_t)((ses_kept_from(s->pending) & ~own) | n->kept);
    s->line_kept |= n->kept;
    s->events++;
}

void ses_note(struct ses_game *s, enum ses_entry_kind kind, const char *text)
{
    struct ses_entry *e = new_entry(s, kind);

    e->text = strdup(text);
    TC_BUG_ON(!e->text);
}

int ses_manner_of(const struct ses_game *s, const struct tc_act *a)
{
    for (uint32_t i = s->entries; i-- > 0;) {
        const struct tc_event *e = &s->entry[i].event;
        if (s->entry[i].kind == SES_EVENT && e->kind == TC_EV_ANSWER && tc_same_act(e->act, a))
            return e->arg[2];
    }
    return 0;
}

void ses_note_undo(struct ses_game *s, const struct tc_taped *was, bool consent)
{
    int32_t manner = ses_manner_of(s, &was->act);
    struct ses_entry *e = new_entry(s, SES_UNDONE);

    e->event = (struct tc_event){ .kind = TC_EV_ANSWER,
                                  .arg = { was->side, was->question, consent, manner },
                                  .act = copy_act(&was->act) };
}

void ses_note_stop(struct ses_game *s, enum ses_stop by, int side)
{
    new_entry(s, SES_STOPPED)->event = (struct tc_event){ .arg = { by, side } };
}

void ses_cut_log(struct ses_game *s, uint32_t entry)
{
    uint32_t kept = entry;

    for (uint32_t i = entry; i < s->entries; i++) {
        if (s->entry[i].kind == SES_EVENT) {
            s->events--;
            ses_free_entry(&s->entry[i]);
        } else {
            s->entry[kept++] = s->entry[i];
        }
    }
    s->entries = kept;
    s->pending = 0;
    for (uint32_t i = 0; i < s->entries; i++) {
        const struct tc_event *e = &s->entry[i].event;
        const struct tc_ruleset *r = s->book->rules;
        if (s->entry[i].kind != SES_EVENT)
            continue;
        if (e->kind == TC_EV_ANSWER && (r->questions[e->arg[1]].decl.flags & TC_F_SECRET))
            s->pending = (uint8_t)(s->pending | 1u << e->arg[0]);
        if (e->kind == TC_EV_TELL && (r->events[e->id].flags & TC_F_REVEALS))
            s->pending = 0;
    }
}

static void say_undo(const struct ses_game *s, const struct tc_event *e, struct tc_text *out)
{
    const struct tc_ruleset *r = s->book->rules;
    const struct tc_question *q = &r->questions[e->arg[1]];

    tc_say_side(r, s->book, e->arg[0], out);
    tc_text_str(out,
                e->arg[2] ? tc_word(": taken back, by consent: ") : tc_word(": taken back: "));
    if (q->decl.flags & TC_F_SECRET)
        tc_text_str(out, q->decl.name);
    else
        tc_say_answer(r, s->book, e->arg[3], e->act, out);
}

/* "The {0} side resigns; the {1} side wins.": {0} is this side, {1} the other. */
static void say_sides(const struct ses_game *s, const char *text, int side, struct tc_text *out)
{
    for (; *text; text++)
        if (text[0] == '{') {
            tc_say_side(s->book->rules, s->book, text[1] == '0' ? side : !side, out);
            text += 2;
        } else {
            tc_text_char(out, *text);
        }
}

static void say_stop(const struct ses_game *s, const struct tc_event *e, struct tc_text *out)
{
    switch ((enum ses_stop)e->arg[0]) {
    case SES_NOT_STOPPED: break;
    case SES_RESIGNED:
        say_sides(s, tc_word("The {0} side resigns; the {1} side wins."), e->arg[1], out);
        break;
    case SES_AGREED: tc_text_str(out, tc_word("Both sides agree to a draw.")); break;
    case SES_FORFEITED:
        say_sides(s, tc_word("The {0} side runs out of time; the {1} side wins."), e->arg[1],
                  out);
        break;
    }
}

bool ses_say_entry(const struct ses_game *s, const struct ses_entry *e, struct tc_text *out)
{
    switch ((enum ses_entry_kind)e->kind) {
    case SES_EVENT: break;
    case SES_UNDONE: say_undo(s, &e->event, out); return true;
    case SES_STOPPED: say_stop(s, &e->event, out); return true;
    case SES_ADJUSTED:
    case SES_NOTE: tc_text_str(out, tc_word(e->text)); return true;
    }
    js_say_event(s->book, &e->event, NULL, out);
    return e->event.kind != TC_EV_TELL ||
           !(s->book->rules->events[e->event.id].flags & TC_F_QUIET);
}

bool ses_walk_log(struct ses_walk *w, struct ses_seen *out)
{
    while (w->i < w->s->entries) {
        const struct ses_entry *e = &w->s->entry[w->i++];
        bool seen = ses_entry_seen(w->s, e, w->seat), again = w->hidden && !seen;
        w->hidden = !seen;
        if (again) /* how much is hidden in a row must not show */
            continue;
        *out = (struct ses_seen){ e, w->n++, !seen };
        return true;
    }
    return false;
}

struct ses_walk ses_walk_from(const struct ses_game *s, int seat, uint32_t line)
{
    struct ses_walk w = { .s = s, .seat = seat };
    uint32_t low = 0, high = s->entries; /* entries are in the order of lines */

    if (s->hidden_from != UINT32_MAX || s->pending)
        return w;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (s->entry[mid].line < line)
            low = mid + 1;
        else
            high = mid;
    }
    w.i = w.n = low;
    return w;
}

json_t *ses_seen_json(const struct ses_game *s, const struct ses_seen *x)
{
    static const char *const word[] = { [SES_EVENT] = "event",
                                        [SES_UNDONE] = "undo",
                                        [SES_STOPPED] = "note",
                                        [SES_ADJUSTED] = "adjust",
                                        [SES_NOTE] = "note" };
    char text[640];
    struct tc_text t = tc_text_on(text, sizeof text);
    json_t *o;

    if (x->secret)
        o = json_pack("{sb}", "secret", 1);
    else if (x->e->kind == SES_EVENT)
        o = js_event(s->book, &x->e->event, NULL);
    else
        o = json_pack("{ss}", "kind", word[x->e->kind]);
    if (!x->secret && x->e->kind != SES_EVENT && ses_say_entry(s, x->e, &t))
        json_object_set_new(o, "text", json_string(text));
    json_object_set_new(o, "n", json_integer(x->n));
    json_object_set_new(o, "line", json_integer(x->e->line));
    return o;
}

json_t *ses_log_json(const struct ses_game *s, int seat, uint32_t from)
{
    struct ses_walk w = { .s = s, .seat = seat };
    struct ses_seen x;
    json_t *a = json_array();

    while (ses_walk_log(&w, &x))
        if (w.i > from)
            json_array_append_new(a, ses_seen_json(s, &x));
    return a;
}

/* --- Checkpoints ----------------------------------------------------------------------- */

/* Old anchors stand further apart: to go back there takes a little longer. */
static void thin_anchors(struct ses_game *s)
{
    if (s->anchors < ANCHORS_NEAR + 2)
        return;
    uint32_t i = s->anchors - ANCHORS_NEAR;
    if (s->anchor[i].act_at - s->anchor[i - 2].act_at > ANCHOR_FAR)
        return;
    free(s->anchor[i - 1].state);
    memmove(&s->anchor[i - 1], &s->anchor[i], (s->anchors - i) * sizeof *s->anchor);
    s->anchors--;
}

void ses_push_anchor(struct ses_game *s, const void *state, uint32_t events)
{
    size_t size = s->book->rules->state_size;

    s->anchor = ses_grow(s->anchor, s->anchors, &s->anchor_room, sizeof *s->anchor);
    struct ses_anchor *a = &s->anchor[s->anchors++];
    a->state = ses_alloc(size);
    memcpy(a->state, state, size);
    a->act_at = s->g.act_at;
    a->face_at = s->g.face_at;
    a->events = events;
    thin_anchors(s);
}

void ses_at_checkpoint(void *ctx, struct tc_game *g)
{
    struct ses_game *s = ctx;
    const struct tc_head *h = g->checkpoint;

    if (g->act_at >= s->anchor[s->anchors - 1].act_at + ANCHOR_EVERY)
        ses_push_anchor(s, g->checkpoint, s->events - s->quiet);
    if (h->turn == s->turn || h->over)
        return;
    s->turn = h->turn;
    if (!s->turn_state)
        s->turn_state = ses_alloc(s->book->rules->state_size);
    memcpy(s->turn_state, g->checkpoint, s->book->rules->state_size);
    s->has_turn_state = true;
}

/* --- Lines ------------------------------------------------------------------------------ */

struct ses_line ses_begin_line(struct ses_game *s, enum ses_line_kind kind)
{
    const struct tc_tape *t = &s->g.tape;
    struct ses_line l;

    memset(&l, 0, sizeof l);
    l.kind = (uint8_t)kind;
    l.side = l.seat = TC_NONE;
    l.question = TC_NONE;
    l.faces = t->faces - s->line_faces;
    l.forced = s->line_forced;
    if (l.faces) {
        l.face = ses_alloc(l.faces);
        memcpy(l.face, t->face + s->line_faces, l.faces);
    }
    if (l.faces && s->pledge.way) {
        l.die = ses_alloc(l.faces);
        memcpy(l.die, s->die + s->line_faces, l.faces);
    }
    l.draw = s->pledge.way ? s->line_faces : s->line_draw;
    l.hash = s->hash = tc_game_hash(&s->g);
    s->has_hash = true; /* until something is played */
    uint8_t part = kept_by_rules(s, tc_game_state(&s->g), NULL);
    l.kept = (uint8_t)(s->line_kept | part << 2 | s->line_hidden << 4);
    l.hidden = ses_kept_from(s->pending) | s->line_hidden;
    l.hash_hidden = ses_kept_from(s->pending) | part;
    s->line_hidden = s->line_kept = 0;
    s->line_faces = t->faces;
    s->line_forced = 0;
    s->line_draw = s->g.u.stream.next;
    return l;
}

enum tc_err ses_push_line(struct ses_game *s, const struct ses_line *l, struct tc_why *why)
{
    s->line = ses_grow(s->line, s->lines, &s->line_room, sizeof *s->line);
    s->line[s->lines] = *l;
    s->line[s->lines].n = s->lines;
    s->line[s->lines].turn = ((const struct tc_head *)tc_game_state(&s->g))->turn;
    s->line[s->lines].step = ((const struct tc_head *)tc_game_state(&s->g))->step;
    if ((l->hidden | l->hash_hidden | l->kept) && s->hidden_from > s->lines)
        s->hidden_from = s->lines;
    if (s->pledge.way)
        ses_chain_line(s, &s->line[s->lines]);
    s->lines++;
    if (!s->on_line || s->failed != TC_OK)
        return s->failed;
    s->failed = s->on_line(s->line_ctx, s, &s->line[s->lines - 1], why);
    free(s->line_text);
    s->line_text = NULL;
    return s->failed;
}

enum tc_err ses_push_position(struct ses_game *s, struct tc_why *why)
{
    size_t size = s->book->rules->state_size;
    struct ses_line l;

    if (!s->has_turn_state)
        return TC_OK;
    s->has_turn_state = false;
    memset(&l, 0, sizeof l);
    l.kind = SES_L_POSITION;
    l.side = l.seat = TC_NONE;
    l.question = TC_NONE;
    l.state = s->turn_state; /* it is the line's from now on */
    s->turn_state = NULL;
    l.hash = tc_hash(l.state, size, 0);
    uint8_t part = kept_by_rules(s, l.state, NULL);
    l.kept = (uint8_t)(part << 2);
    l.hash_hidden = ses_kept_from(s->pending) | part;
    return ses_push_line(s, &l, why);
}

enum tc_err ses_push_seed(struct ses_game *s, const uint64_t seed[2], uint32_t from,
                          struct tc_why *why)
{
    struct ses_line l;

    memset(&l, 0, sizeof l);
    l.kind = SES_L_SEED;
    l.side = l.seat = TC_NONE;
    l.question = TC_NONE;
    memcpy(l.seed, seed, sizeof l.seed);
    l.back_to = from;
    s->seed_known = true;
    return ses_push_line(s, &l, why);
}

enum tc_err ses_publish_seed(struct ses_game *s, struct tc_why *why)
{
    if (s->typed_dice || s->seed_known || s->pledge.way)
        return TC_OK;
    return ses_push_seed(s, s->seed, s->seed_line, why);
}

enum tc_err ses_push_end(struct ses_game *s, struct tc_why *why)
{
    struct ses_line end = ses_begin_line(s, SES_L_END);

    end.state = ses_alloc(s->book->rules->state_size);
    memcpy(end.state, tc_game_state(&s->g), s->book->rules->state_size);
    return ses_push_line(s, &end, why);
}

enum tc_err ses_end_line(struct ses_game *s, struct ses_line *l, struct tc_why *why)
{
    enum tc_err err = ses_push_line(s, l, why);

    if (s->g.status == TC_IS_OVER && s->book->rules->keeps)
        reveal(s, true);
    if (s->replaying)
        return err;
    if (err == TC_OK)
        err = ses_push_position(s, why);
    if (err != TC_OK || s->g.status != TC_IS_OVER)
        return err;
    err = ses_publish_seed(s, why);
    if (err == TC_OK)
        err = ses_publish_host(s, why);
    return err != TC_OK ? err : ses_push_end(s, why);
}

static json_t *faces_json(const struct ses_line *l)
{
    json_t *a = json_array();

    for (uint32_t i = 0; i < l->faces; i++)
        json_array_append_new(a, json_integer(l->face[i]));
    return a;
}

/* The place in the stream would count the dice the other side rolled in secret. */
static void add_faces(const struct ses_game *s, const struct ses_line *l, int seat, json_t *o)
{
    if (is_hidden(s, l->kept & 3, seat))
        return;
    json_object_set_new(o, l->kind == SES_L_DICE ? "dice" : "faces", faces_json(l));
    if (s->typed_dice)
        return;
    if (l->forced)
        json_object_set_new(o, "forced", json_integer(l->forced));
    if (l->faces > l->forced && !is_hidden(s, l->hash_hidden, seat))
        json_object_set_new(o, "draw", json_integer((json_int_t)l->draw));
}

static void add_answer(const struct ses_game *s, const struct ses_line *l, bool hidden,
                       json_t *o)
{
    char act[512];
    struct tc_text t = tc_text_on(act, sizeof act);

    json_object_set_new(o, "side", json_string(s->book->side_name[l->side]));
    json_object_set_new(o, "seat", json_integer(l->seat));
    json_object_set_new(o, "question",
                        json_string(s->book->rules->questions[l->question].decl.name));
    if (hidden)
        return;
    tc_print_act(s->book->rules, s->book, &l->act, &t);
    json_object_set_new(o, "act", json_string(act));
}

static void add_adjust(const struct ses_line *l, json_t *o)
{
    json_t *list = json_array();

    for (int i = 0; i < l->changes; i++)
        json_array_append_new(list, json_pack("[ss]", l->change[i].path, l->change[i].value));
    json_object_set_new(o, "adjust", list);
    json_object_set_new(o, "reason", json_string(l->text));
}

static void add_end(const struct ses_game *s, const struct ses_line *l, json_t *o)
{
    const struct tc_head *h = l->state;

    json_object_set_new(o, "end", json_string(s->book->rules->endings[h->ending]));
    json_object_set_new(o, "winner",
                        h->winner == 0 || h->winner == 1
                            ? json_string(s->book->side_name[h->winner])
                            : json_null());
    json_object_set_new(o, "turn", json_integer(h->turn));
}

static void add_stop(const struct ses_game *s, const struct ses_line *l, json_t *o)
{
    json_object_set_new(o, "stop", json_string(ses_stop_word((enum ses_stop)l->stop)));
    json_object_set_new(o, "seat", json_integer(l->seat));
    json_object_set_new(o, "winner",
                        l->winner == TC_NONE ? json_null()
                                             : json_string(s->book->side_name[l->winner]));
}

/* Unless part of it is kept from the seat by the system, or it is not wanted. */
static void add_state(const struct ses_game *s, const struct ses_line *l, int seat, bool wanted,
                      json_t *o)
{
    if (wanted && !is_hidden(s, l->kept >> 2 & 3, seat))
        json_object_set_new(o, "state", js_state(s->book, l->state, ses_side_of(s, seat)));
}

static void add_position(const struct ses_game *s, const struct ses_line *l, int seat,
                         bool state, json_t *o)
{
    char name[32];
    struct tc_text t = tc_text_on(name, sizeof name);

    tc_text_str(&t, "turn ");
    tc_text_int(&t, ((const struct tc_head *)l->state)->turn);
    json_object_set_new(o, "position", json_string(name));
    add_state(s, l, seat, state, o);
}

static json_t *line_json(const struct ses_game *s, const struct ses_line *l, int seat,
                         bool state)
{
    bool hidden = is_hidden(s, l->hidden, seat);
    json_t *o = json_pack("{sI}", "n", (json_int_t)l->n);

    switch ((enum ses_line_kind)l->kind) {
    case SES_L_START: json_object_set_new(o, "start", json_true()); break;
    case SES_L_ANSWER: add_answer(s, l, hidden, o); break;
    case SES_L_DICE: break;
    case SES_L_UNDO:
        json_object_set_new(o, "undo", json_integer(l->back_to));
        json_object_set_new(o, "seat", json_integer(l->seat));
        json_object_set_new(o, "consent", json_boolean(l->consent));
        break;
    case SES_L_ADJUST: add_adjust(l, o); break;
    case SES_L_POSITION: add_position(s, l, seat, state, o); break;
    case SES_L_SEED:
        json_object_set_new(o, "seed", js_seed(l->seed));
        json_object_set_new(o, "from", json_integer(l->back_to));
        break;
    case SES_L_END: add_end(s, l, o); break;
    case SES_L_STOP: add_stop(s, l, o); break;
    case SES_L_COMMIT:
    case SES_L_LINK:
    case SES_L_HOST: ses_add_word(l, o); break;
    }
    if (hidden)
        json_object_set_new(o, "secret", json_true());
    else if (l->kind <= SES_L_DICE || l->kind == SES_L_ADJUST || l->kind == SES_L_LINK)
        add_faces(s, l, seat, o);
    if (!hidden && !is_hidden(s, l->kept & 3, seat))
        ses_add_rolled(l, o);
    if (l->kind == SES_L_ANSWER && l->word)
        json_object_set_new(o, "link", js_word(l->word));
    if (l->kind == SES_L_START && l->state)
        add_state(s, l, seat, state, o);
    if (l->kind != SES_L_SEED && l->kind != SES_L_COMMIT && l->kind != SES_L_HOST &&
        !is_hidden(s, l->hash_hidden, seat))
        json_object_set_new(o, "hash", js_hex(l->hash));
    if (ses_shows_prev(s, l, seat))
        json_object_set_new(o, "prev", js_word(l->prev));
    return o;
}

json_t *ses_line_json(const struct ses_game *s, const struct ses_line *l, int seat)
{
    return line_json(s, l, seat, true);
}

json_t *ses_mark_json(const struct ses_game *s, const struct ses_line *l, int seat)
{
    return line_json(s, l, seat, false);
}

json_t *ses_view_lines(const struct ses_game *s, int seat, uint32_t from)
{
    json_t *a = json_array();

    for (uint32_t i = from; i < s->lines; i++)
        json_array_append_new(a, ses_line_json(s, &s->line[i], seat));
    return a;
}
