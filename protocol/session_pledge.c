/* protocol/session_pledge.c - dice by commitments: shares, chains, keys.
 *
 * A game by commitments stops at a roll like one with typed dice, until the secret of the host
 * and all shares are there; then ses_run feeds it faces of the key (kernel/pledge.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/record.h"
#include "protocol/session_own.h"
#include "protocol/write.h"

/* --- Beginning ---------------------------------------------------------------------------- */

const char *ses_dice_word(const struct ses_game *s)
{
    static const char *const word[SES_WAYS] = { "fair", "committed", "interactive" };

    if (s->pledge.way)
        return word[s->pledge.way];
    return s->typed_dice ? "typed" : s->seeded ? "seeded" : "fair";
}

bool ses_is_person(const struct ses_game *s, int seat)
{
    return seat >= 0 && seat < s->seats && strcmp(s->seat[seat].kind, "person") == 0;
}

enum tc_err ses_pledge_begin(struct ses_game *s, const struct ses_options *o,
                             struct tc_why *why)
{
    struct ses_pledge *p = &s->pledge;

    if (o->way == SES_SEED)
        return TC_OK;
    p->way = (uint8_t)o->way;
    memcpy(p->game, o->game, sizeof p->game);
    s->seed_known = true; /* there is none */
    if (o->host)
        memcpy(p->host, o->host, sizeof p->host);
    if (o->secret)
        memcpy(p->secret, o->secret, sizeof p->secret);
    else if (!s->replaying && !ses_draw_bytes(p->secret, sizeof p->secret))
        return tc_fail(why, TC_E_FILE, "seed", "The system gives no random numbers.");
    p->has_secret = o->secret || !s->replaying;
    if (!o->host)
        tc_pledge_host(p->game, p->secret, p->host);
    char *text = o->header_text ? NULL : rec_header_text(s);
    const char *header = text ? text : o->header_text;
    tc_chain(p->head, header, strlen(header));
    memcpy(p->acts, p->head, sizeof p->acts);
    free(text);
    return TC_OK;
}

bool ses_take_host(struct ses_game *s, const uint8_t secret[TC_SECRET])
{
    struct ses_pledge *p = &s->pledge;
    uint8_t commit[TC_SECRET];

    tc_pledge_host(p->game, secret, commit);
    if (!p->way || memcmp(commit, p->host, sizeof commit) != 0)
        return false;
    memcpy(p->secret, secret, sizeof p->secret);
    p->has_secret = true;
    p->has_key = false;
    return true;
}

/* --- Who owes what --------------------------------------------------------------------- */

static uint32_t not_committed(const struct ses_game *s)
{
    uint32_t set = 0;

    for (int i = 0; i < s->seats; i++)
        if (ses_is_person(s, i) && !s->pledge.seat[i].committed)
            set |= 1u << i;
    return set;
}

static uint32_t not_linked(const struct ses_game *s)
{
    const struct ses_pledge *p = &s->pledge;
    uint32_t set = 0;

    for (int i = 0; i < s->seats; i++) {
        const struct ses_share *x = &p->seat[i];
        bool old = p->way == SES_INTERACTIVE && x->line < p->since;
        if (ses_is_person(s, i) && (x->links == 0 || old))
            set |= 1u << i;
    }
    return set;
}

uint32_t ses_owes(const struct ses_game *s, const char **what)
{
    uint32_t set;

    *what = NULL;
    if (!s->pledge.way || s->stopped || s->g.status == TC_IS_OVER)
        return 0;
    set = not_committed(s);
    *what = set ? "commit" : NULL;
    if (set || (s->pledge.way == SES_INTERACTIVE && s->g.status != TC_WAITS_DICE))
        return set;
    set = not_linked(s);
    *what = set ? "link" : NULL;
    return set;
}

bool ses_pledge_ready(struct ses_game *s)
{
    struct ses_pledge *p = &s->pledge;
    struct tc_pledge_key k;

    if (!p->has_secret || not_committed(s) || not_linked(s))
        return false;
    if (p->has_key)
        return true;
    tc_pledge_begin(&k, p->game, p->secret);
    for (int i = 0; i < s->seats; i++)
        if (ses_is_person(s, i))
            tc_pledge_mix(&k, i, p->seat[i].link);
    tc_pledge_dice(&p->dice, k.key);
    p->has_key = true;
    return true;
}

/* --- Faces and chains ------------------------------------------------------------------ */

int ses_pledged_face(struct ses_game *s, uint32_t place, enum tc_die die)
{
    TC_BUG_ON(!ses_pledge_ready(s));
    return tc_pledge_face(&s->pledge.dice, s->pledge.acts, s->place_base + place, die);
}

void ses_note_dice(struct ses_game *s, uint32_t n, enum tc_die die)
{
    if (!s->pledge.way)
        return;
    for (uint32_t i = 0; i < n; i++) {
        s->die = ses_grow(s->die, s->g.tape.faces + i, &s->die_room, 1);
        s->die[s->g.tape.faces + i] = (uint8_t)die;
    }
}

void ses_chain_answer(struct ses_game *s, int seat, int question, const struct tc_act *a)
{
    char text[640];
    struct tc_text t = tc_text_on(text, sizeof text);

    if (!s->pledge.way)
        return;
    tc_text_int(&t, seat);
    tc_text_char(&t, ' ');
    tc_text_str(&t, s->book->rules->questions[question].decl.name);
    tc_text_char(&t, ' ');
    tc_print_act(s->book->rules, s->book, a, &t);
    tc_chain(s->pledge.acts, text, strlen(text));
}

void ses_chain_adjust(struct ses_game *s, const struct ses_change *change, int n)
{
    if (!s->pledge.way)
        return;
    tc_chain(s->pledge.acts, "adjust", 6);
    for (int i = 0; i < n; i++) {
        tc_chain(s->pledge.acts, change[i].path, strlen(change[i].path));
        tc_chain(s->pledge.acts, change[i].value, strlen(change[i].value));
    }
}

uint8_t *ses_copy_word(const uint8_t word[TC_SECRET])
{
    uint8_t *copy = ses_alloc(TC_SECRET);

    memcpy(copy, word, TC_SECRET);
    return copy;
}

void ses_chain_line(struct ses_game *s, struct ses_line *l)
{
    struct js_out o = { 0 };

    l->prev = ses_copy_word(s->pledge.head);
    if (s->replaying) /* the text is in the file: who replays sets the head */
        return;
    ses_put_line(&o, s, l, SES_UMPIRE);
    tc_chain(s->pledge.head, o.text, o.n);
    if (s->on_line && s->failed == TC_OK)
        s->line_text = o.text; /* until on_line has heard of it */
    else
        free(o.text);
}

char *ses_line_text(struct ses_game *s, const struct ses_line *l)
{
    struct js_out o = { .text = l->n + 1 == s->lines ? s->line_text : NULL };

    if (o.text)
        s->line_text = NULL;
    else
        ses_put_line(&o, s, l, SES_UMPIRE);
    return o.text;
}

/* --- Shares ------------------------------------------------------------------------------ */

static enum tc_err need_pledge(const struct ses_game *s, int seat, struct tc_why *why)
{
    enum tc_err err = ses_usable(s, why);

    if (err != TC_OK)
        return err;
    if (s->g.status == TC_IS_OVER)
        return tc_fail(why, TC_E_OVER, "dice", "The battle is over.");
    if (!s->pledge.way)
        return tc_fail(why, TC_E_STALE, "dice",
                       "The dice of this battle need no shares: they are {0}.",
                       ses_dice_word(s));
    if (!ses_is_person(s, seat))
        return tc_fail(why, TC_E_RANGE, "seat", "Only a person's seat has a share.");
    return TC_OK;
}

enum tc_err ses_push_word(struct ses_game *s, enum ses_line_kind kind, int seat,
                          const uint8_t word[TC_SECRET], struct tc_why *why)
{
    struct ses_line l;

    memset(&l, 0, sizeof l);
    l.kind = (uint8_t)kind;
    l.side = TC_NONE;
    l.seat = (int8_t)seat;
    l.question = TC_NONE;
    l.word = ses_copy_word(word);
    return ses_push_line(s, &l, why);
}

enum tc_err ses_commit(struct ses_game *s, int seat, const uint8_t commit[TC_SECRET],
                       struct tc_why *why)
{
    struct ses_pledge *p = &s->pledge;
    enum tc_err err = need_pledge(s, seat, why);

    if (err != TC_OK)
        return err;
    if (p->seat[seat].committed)
        return tc_fail(why, TC_E_STALE, "commit", "This seat has committed already.");
    for (int i = 0; i < s->seats; i++)
        if ((p->seat[i].committed && memcmp(p->seat[i].link, commit, TC_SECRET) == 0) ||
            memcmp(p->host, commit, TC_SECRET) == 0)
            return tc_fail(why, TC_E_RANGE, "commit",
                           "This is the commitment of somebody else.");
    p->seat[seat].committed = true;
    memcpy(p->seat[seat].link, commit, TC_SECRET);
    return ses_push_word(s, SES_L_COMMIT, seat, commit, why);
}

enum tc_err ses_check_link(const struct ses_game *s, int seat, const uint8_t link[TC_SECRET],
                           struct tc_why *why)
{
    const struct ses_pledge *p = &s->pledge;
    enum tc_err err = need_pledge(s, seat, why);
    int gap = p->way == SES_INTERACTIVE ? SES_LINK_GAP : 1;

    if (err != TC_OK)
        return err;
    if (not_committed(s))
        return tc_fail(why, TC_E_STALE, "link", "Not every seat has committed yet.");
    if (p->way == SES_COMMITTED && p->seat[seat].links)
        return tc_fail(why, TC_E_STALE, "link", "This seat has opened its secret already.");
    if (tc_pledge_follows(p->game, seat, p->seat[seat].link, link, gap))
        return TC_OK;
    return tc_fail(why, TC_E_RANGE, "link", "This is not what the seat has committed to.");
}

void ses_put_link(struct ses_game *s, int seat, const uint8_t link[TC_SECRET], uint32_t line)
{
    struct ses_share *x = &s->pledge.seat[seat];

    memcpy(x->link, link, sizeof x->link);
    x->links++;
    x->line = line;
    s->pledge.has_key = false;
}

enum tc_err ses_link(struct ses_game *s, int seat, const uint8_t link[TC_SECRET],
                     struct tc_why *why)
{
    struct ses_pledge was = s->pledge;
    const char *what;
    enum tc_err err = ses_check_link(s, seat, link, why);

    if (err != TC_OK)
        return err;
    if (!(ses_owes(s, &what) >> seat & 1))
        return tc_fail(why, TC_E_STALE, "link", "No share of this seat is wanted now.");
    ses_put_link(s, seat, link, s->lines);
    err = ses_try(s, why);
    if (err != TC_OK) {
        s->pledge = was;
        return err;
    }
    if (s->g.status == TC_WAITS_DICE)
        ses_run(s);
    struct ses_line l = ses_begin_line(s, SES_L_LINK);
    l.seat = (int8_t)seat;
    l.word = ses_copy_word(link);
    return ses_end_line(s, &l, why);
}

enum tc_err ses_publish_host(struct ses_game *s, struct tc_why *why)
{
    struct ses_pledge *p = &s->pledge;

    if (!p->way || !p->has_secret || p->opened)
        return TC_OK;
    p->opened = true;
    return ses_push_word(s, SES_L_HOST, TC_NONE, p->secret, why);
}

enum tc_err ses_leave_pledge(struct ses_game *s, struct tc_why *why)
{
    if (!s->pledge.way)
        return TC_OK;
    if (s->g.status == TC_WAITS_DICE)
        return tc_fail(why, TC_E_STALE, "line",
                       "Dice are about to fall at this moment; choose another.");
    memset(&s->pledge, 0, sizeof s->pledge);
    s->branched = true;
    s->seed_known = true; /* the next roll draws one */
    return TC_OK;
}

/* --- As JSON ------------------------------------------------------------------------------ */

/* [[3,"d6"],[1,"d10"]]: the dice, in the order thrown. */
static json_t *dice_json(const struct ses_line *l)
{
    json_t *list = json_array();

    for (uint32_t i = 0, n; i < l->faces; i += n) {
        for (n = 1; i + n < l->faces && l->die[i + n] == l->die[i]; n++)
            continue;
        json_array_append_new(list,
                              json_pack("[Is]", (json_int_t)n, tc_die_kind[l->die[i]].name));
    }
    return list;
}

void ses_add_word(const struct ses_line *l, json_t *o)
{
    json_object_set_new(o,
                        l->kind == SES_L_COMMIT ? "commit"
                        : l->kind == SES_L_HOST ? "host"
                                                : "link",
                        js_word(l->word));
    if (l->kind == SES_L_COMMIT || l->kind == SES_L_LINK)
        json_object_set_new(o, "seat", json_integer(l->seat));
}

void ses_add_rolled(const struct ses_line *l, json_t *o)
{
    if (l->die)
        json_object_set_new(o, "rolled", dice_json(l));
}

bool ses_shows_prev(const struct ses_game *s, const struct ses_line *l, int seat)
{
    return l->prev && (ses_side_of(s, seat) == TC_NONE || l->n <= s->hidden_from);
}

static json_t *set_json(uint32_t set)
{
    json_t *a = json_array();

    for (int i = 0; i < TC_SEATS; i++)
        if (set >> i & 1)
            json_array_append_new(a, json_integer(i));
    return a;
}

json_t *ses_pledge_json(const struct ses_game *s)
{
    const struct ses_pledge *p = &s->pledge;
    const char *what;
    json_t *seats = json_array();

    if (!p->way) {
        json_decref(seats);
        return NULL;
    }
    for (int i = 0; i < s->seats; i++)
        if (ses_is_person(s, i))
            json_array_append_new(
                seats,
                json_pack("{si sb sI so}", "seat", i, "committed", p->seat[i].committed,
                          "links", (json_int_t)p->seat[i].links, "newest",
                          p->seat[i].committed ? js_word(p->seat[i].link) : json_null()));
    uint32_t owes = ses_owes(s, &what);
    return json_pack("{ss so so so ss?}", "way", ses_dice_word(s), "host", js_word(p->host),
                     "seats", seats, "owes", set_json(owes), "what", what);
}
