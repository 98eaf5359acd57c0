/* protocol/write_play.c - acts, questions, events and lines, written straight away. */
#include <string.h>

#include "protocol/luck.h"
#include "protocol/session_own.h"
#include "protocol/write.h"

/* --- Values --------------------------------------------------------------------------- */

static void put_named(struct js_out *o, const char *key, const char *text)
{
    js_put_key(o, key);
    js_put_string(o, text);
}

static void put_number(struct js_out *o, const char *key, int64_t v)
{
    js_put_key(o, key);
    js_put_int(o, v);
}

static void put_true(struct js_out *o, const char *key)
{
    js_put_key(o, key);
    js_put_bool(o, true);
}

/* Values that are plain numbers or lists; the others as js_value makes them. */
static void put_value(struct js_out *o, const struct tc_book *bk, const struct tc_param *p,
                      const int32_t *arg)
{
    switch ((enum tc_kind)p->kind) {
    case TC_K_END:
    case TC_K_INT:
    case TC_K_LENGTH:
    case TC_K_ANGLE: js_put_int(o, *arg); return;
    case TC_K_BOOL: js_put_bool(o, *arg != 0); return;
    case TC_K_POINT:
        js_put_open(o, '[');
        js_put_int(o, arg[0]);
        js_put_int(o, arg[1]);
        js_put_close(o, ']');
        return;
    case TC_K_DICE:
    case TC_K_MSG:
    case TC_K_NAME:
    case TC_K_SIDE:
    case TC_K_WORD:
    case TC_K_HEX:
    case TC_K_STEP:
    case TC_K_ENDING: break;
    }
    js_put_json(o, js_value(bk->rules, bk, p, arg));
}

static void put_args(struct js_out *o, const struct tc_book *bk, const struct tc_decl *d,
                     const int32_t *arg)
{
    js_put_key(o, "args");
    js_put_open(o, '{');
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        js_put_key(o, d->param[i].name);
        put_value(o, bk, &d->param[i], arg + tc_decl_place(d, i));
    }
    js_put_close(o, '}');
}

/* --- Acts and questions ------------------------------------------------------------------- */

static void put_path(struct js_out *o, const struct tc_ruleset *r, const struct tc_act *a)
{
    js_put_key(o, "path");
    js_put_open(o, '[');
    for (int i = 0; i < a->segs && i < TC_SEGS; i++) {
        js_put_open(o, '[');
        js_put_string(o, r->legs[a->seg[i].leg].name);
        js_put_int(o, a->seg[i].value);
        js_put_close(o, ']');
    }
    js_put_close(o, ']');
}

void js_put_offer(struct js_out *o, const struct tc_book *bk, int manner,
                  const struct tc_act *offer, int n, int i)
{
    const struct tc_act *a = &offer[i];
    const struct tc_ruleset *r = bk->rules;
    const struct tc_decl *d = &r->verbs[a->verb];
    char act[512], text[512];
    struct tc_text ta = tc_text_on(act, sizeof act), tt = tc_text_on(text, sizeof text);

    tc_print_act(r, bk, a, &ta);
    tc_say_offer(r, bk, manner, offer, n, i, &tt);
    js_put_open(o, '{');
    put_named(o, "verb", d->name);
    put_args(o, bk, d, a->arg);
    put_named(o, "act", act);
    put_named(o, "text", text);
    if (d->flags & TC_F_PATH)
        put_path(o, r, a);
    if (js_means(d))
        put_named(o, "means", js_means(d));
    if (js_hand(d))
        put_named(o, "hand", js_hand(d));
    js_put_close(o, '}');
}

void js_put_query(struct js_out *o, const struct tc_book *bk, const struct tc_query *q,
                  const struct tc_offers *offers)
{
    const struct tc_decl *d = &bk->rules->questions[q->question].decl;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_print_text(bk->rules, bk, d, q->arg, &t);
    put_named(o, "question", d->name);
    put_named(o, "side", bk->side_name[q->side]);
    put_named(o, "rule", q->rule);
    put_args(o, bk, d, q->arg);
    put_named(o, "text", text);
    js_put_key(o, "free");
    js_put_bool(o, (d->flags & TC_F_FREE) != 0);
    js_put_key(o, "secret");
    js_put_bool(o, (d->flags & TC_F_SECRET) != 0);
    if (js_chore(bk->rules, q->question))
        put_named(o, "chore", js_chore(bk->rules, q->question));
    if (bk->rules->help)
        put_named(o, "help", tc_spoken(bk->rules)->help[q->question].text);
    if (!offers || (d->flags & TC_F_FREE))
        return;
    js_put_key(o, "offers");
    js_put_open(o, '[');
    int manner = tc_manner_of(bk->rules, q->question, q->arg);
    for (int i = 0; i < offers->n; i++)
        js_put_offer(o, bk, manner, offers->act, offers->n, i);
    js_put_close(o, ']');
}

/* --- Events ---------------------------------------------------------------------------------
 */

static void put_tell(struct js_out *o, const struct tc_book *bk, const struct tc_event *e)
{
    const struct tc_decl *d = &bk->rules->events[e->id];

    put_named(o, "event", d->name);
    put_args(o, bk, d, e->arg);
    if (d->flags & TC_F_OUTCOME)
        put_true(o, "outcome");
    if (d->flags & TC_F_REVEALS)
        put_true(o, "reveals");
    if (d->flags & TC_F_QUIET)
        put_true(o, "quiet");
}

static void put_dice(struct js_out *o, const struct tc_book *bk, const struct tc_event *e)
{
    const char *good = lck_word(e->good);

    if (good) {
        put_named(o, "side", bk->side_name[e->side]);
        put_named(o, "good", good);
        if (e->march)
            put_true(o, "march");
    }
    put_named(o, "die", tc_die_kind[e->arg[0]].name);
    if (e->kind == TC_EV_DIE) {
        put_number(o, "face", e->arg[1]);
        return;
    }
    put_number(o, "dice", e->arg[1]);
    put_number(o, "target", e->arg[2]);
    put_number(o, "hits", e->arg[3]);
}

static void put_label(struct js_out *o, const struct tc_book *bk, const struct tc_event *e)
{
    const struct tc_decl *d = &bk->rules->labels[e->id];

    put_named(o, "label", d->name);
    put_number(o, e->kind == TC_EV_MOD ? "value" : "total", e->arg[0]);
    if (e->kind == TC_EV_MOD)
        put_args(o, bk, d, e->arg + 1);
}

static void put_answer(struct js_out *o, const struct tc_book *bk, const struct tc_event *e,
                       const struct tc_act *act)
{
    put_named(o, "side", bk->side_name[e->arg[0]]);
    put_named(o, "question", bk->rules->questions[e->arg[1]].decl.name);
    js_put_key(o, "act");
    js_put_offer(o, bk, e->arg[2], act ? act : e->act, 1, 0);
}

void js_put_event(struct js_out *o, const struct tc_book *bk, const struct tc_event *e,
                  const struct tc_act *act)
{
    static const char *const word[] = {
        [TC_EV_TELL] = "tell",    [TC_EV_DIE] = "die", [TC_EV_POOL] = "pool",
        [TC_EV_MOD] = "modifier", [TC_EV_SUM] = "sum", [TC_EV_ANSWER] = "answer",
    };
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    js_say_event(bk, e, act, &t);
    put_named(o, "kind", word[e->kind]);
    put_named(o, "rule", e->rule ? e->rule : "");
    put_named(o, "text", text);
    switch ((enum tc_event_kind)e->kind) {
    case TC_EV_TELL: put_tell(o, bk, e); break;
    case TC_EV_DIE:
    case TC_EV_POOL: put_dice(o, bk, e); break;
    case TC_EV_MOD:
    case TC_EV_SUM: put_label(o, bk, e); break;
    case TC_EV_ANSWER: put_answer(o, bk, e, act); break;
    }
}

/* --- Of a session ----------------------------------------------------------------------------
 */

void ses_put_seen(struct js_out *o, const struct ses_game *s, const struct ses_seen *x)
{
    if (x->secret || x->e->kind != SES_EVENT) {
        js_put_json(o, ses_seen_json(s, x));
        return;
    }
    js_put_open(o, '{');
    js_put_event(o, s->book, &x->e->event, NULL);
    put_number(o, "n", x->n);
    put_number(o, "line", x->e->line);
    js_put_close(o, '}');
}

static void put_asked(struct js_out *o, const struct ses_game *s, int seat)
{
    const struct tc_query *q = &s->g.u.open;
    int asked = ses_seat_asked(s), side = ses_side_of(s, seat);
    bool mine = side == TC_NONE || side == q->side;

    put_named(o, "kind", "question");
    put_number(o, "seat", asked);
    put_named(o, "seat_name", s->seat[asked].name);
    if (ses_asks_in_secret(s, seat)) {
        json_t *who = js_secret_query(s->book, q);
        const char *key;
        json_t *value;
        json_object_foreach(who, key, value)
        {
            js_put_key(o, key);
            js_put_json(o, json_incref(value));
        }
        json_decref(who);
        return;
    }
    js_put_query(o, s->book, q, mine ? s->open : NULL);
    if (mine && ses_alike(s)) {
        js_put_key(o, "alike");
        js_put_json(o, json_true());
    }
}

static void put_word(struct js_out *o, const char *key, const uint8_t word[TC_SECRET])
{
    static const char digit[] = "0123456789abcdef";
    char text[2 * TC_SECRET + 1];

    for (int i = 0; i < TC_SECRET; i++) {
        text[2 * i] = digit[word[i] >> 4];
        text[2 * i + 1] = digit[word[i] & 15];
    }
    text[2 * TC_SECRET] = '\0';
    put_named(o, key, text);
}

void ses_put_question(struct js_out *o, const struct ses_game *s, int seat)
{
    uint64_t hash;
    const char *what;

    if (s->g.status != TC_WAITS_ANSWER || s->adjusted || ses_owes(s, &what)) {
        js_put_json(o, ses_question_json(s, seat));
        return;
    }
    js_put_open(o, '{');
    put_number(o, "v", JS_VERSION);
    put_number(o, "number", ses_number(s));
    put_number(o, "turn", ((const struct tc_head *)tc_game_state(&s->g))->turn);
    put_asked(o, s, seat);
    if (ses_hash(s, seat, &hash)) {
        js_put_key(o, "hash");
        js_put_hex(o, hash);
    }
    if (s->pledge.way && s->hidden_from == UINT32_MAX)
        put_word(o, "chain", s->pledge.head);
    js_put_close(o, '}');
}

static void put_rolled(struct js_out *o, const struct ses_line *l)
{
    js_put_key(o, "rolled");
    js_put_open(o, '[');
    for (uint32_t i = 0, n; i < l->faces; i += n) {
        for (n = 1; i + n < l->faces && l->die[i + n] == l->die[i]; n++)
            continue;
        js_put_open(o, '[');
        js_put_int(o, n);
        js_put_string(o, tc_die_kind[l->die[i]].name);
        js_put_close(o, ']');
    }
    js_put_close(o, ']');
}

/* An answer that nothing of is secret. */
static void put_open_answer(struct js_out *o, const struct ses_game *s,
                            const struct ses_line *l, int seat)
{
    char act[512];
    struct tc_text t = tc_text_on(act, sizeof act);

    tc_print_act(s->book->rules, s->book, &l->act, &t);
    js_put_open(o, '{');
    put_number(o, "n", l->n);
    put_named(o, "side", s->book->side_name[l->side]);
    put_number(o, "seat", l->seat);
    put_named(o, "question", s->book->rules->questions[l->question].decl.name);
    put_named(o, "act", act);
    js_put_key(o, "faces");
    js_put_open(o, '[');
    for (uint32_t i = 0; i < l->faces; i++)
        js_put_int(o, l->face[i]);
    js_put_close(o, ']');
    if (!s->typed_dice && l->forced)
        put_number(o, "forced", l->forced);
    if (!s->typed_dice && l->faces > l->forced)
        put_number(o, "draw", (int64_t)l->draw);
    if (l->die)
        put_rolled(o, l);
    if (l->word)
        put_word(o, "link", l->word);
    js_put_key(o, "hash");
    js_put_hex(o, l->hash);
    if (ses_shows_prev(s, l, seat))
        put_word(o, "prev", l->prev);
    js_put_close(o, '}');
}

/* The whole position of a turn, as the record has it. */
static void put_position(struct js_out *o, const struct ses_game *s, const struct ses_line *l)
{
    char name[32];
    struct tc_text t = tc_text_on(name, sizeof name);

    tc_text_str(&t, "turn ");
    tc_text_int(&t, ((const struct tc_head *)l->state)->turn);
    js_put_open(o, '{');
    put_number(o, "n", l->n);
    put_named(o, "position", name);
    js_put_key(o, "state");
    js_put_state(o, s->book, l->state);
    js_put_key(o, "hash");
    js_put_hex(o, l->hash);
    if (ses_shows_prev(s, l, SES_UMPIRE))
        put_word(o, "prev", l->prev);
    js_put_close(o, '}');
}

void ses_put_line(struct js_out *o, const struct ses_game *s, const struct ses_line *l,
                  int seat)
{
    if (l->kind == SES_L_POSITION && seat == SES_UMPIRE)
        put_position(o, s, l);
    else if (l->kind == SES_L_ANSWER &&
             (seat == SES_UMPIRE || !(l->hidden | l->hash_hidden | l->kept)))
        put_open_answer(o, s, l, seat);
    else
        js_put_json(o, ses_line_json(s, l, seat));
}
