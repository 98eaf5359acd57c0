/* protocol/staff.c - what is handed to the staff, what it answers, and what it has done. */
#include "protocol/staff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/session_own.h"

static const char *const until_words[STF_UNTILS] = { "phase", "turn", "battle" };

static const struct tc_head *head_of(const struct ses_game *s)
{
    return tc_game_state(&s->g);
}

/* The phase of the turn, as people call it. */
static void phase_of(const struct ses_game *s, int seat, char out[STF_KEY])
{
    const char *phase = s->book->rules->steps[head_of(s)->step].phase;

    if (phase) {
        snprintf(out, STF_KEY, "%s", phase);
        return;
    }
    struct tc_scene *scene = ses_alloc(sizeof *scene);
    ses_scene(s, seat, scene);
    snprintf(out, STF_KEY, "%s", scene->status ? scene->status : "");
    free(scene);
}

/* --- Commands --------------------------------------------------------------------------- */

static bool has_group(const struct tc_piece *k)
{
    return k->group && k->group[0];
}

/* The one command this leader is the chief of, or NULL. */
static const char *led_by(const struct tc_scene *scene, const struct tc_piece *leader)
{
    const char *found = NULL;

    for (int i = 0; leader->label && i < scene->pieces; i++) {
        const struct tc_piece *k = &scene->piece[i];
        if (k->side != leader->side || !has_group(k) || !k->chief ||
            strcmp(k->chief, leader->label) != 0)
            continue;
        if (found && strcmp(found, k->group) != 0)
            return NULL;
        found = k->group;
    }
    return found;
}

/* The command of a side that a name belongs to: a piece of it, its leader or itself. */
static const char *group_of(const struct tc_scene *scene, int side, const char *name)
{
    for (int i = 0; i < scene->pieces; i++) {
        const struct tc_piece *k = &scene->piece[i];
        if (k->side != side)
            continue;
        if (k->key && strcmp(k->key, name) == 0)
            return has_group(k) ? k->group : led_by(scene, k);
        if (has_group(k) && strcmp(k->group, name) == 0)
            return k->group;
    }
    return NULL;
}

/* The first name a question or an answer has among its values. */
static const char *first_name(const struct tc_book *bk, const struct tc_decl *d,
                              const int32_t *arg)
{
    for (int i = 0; d->param[i].kind != TC_K_END; i++) {
        int32_t at = arg[tc_decl_place(d, i)];
        if (d->param[i].kind == TC_K_NAME && at >= 0 &&
            at < bk->rules->names(bk, d->param[i].list))
            return bk->rules->name_of(bk, d->param[i].list, at);
    }
    return NULL;
}

/* What the staff looks at to know whom something concerns. */
struct eyes {
    const struct ses_game *s;
    struct tc_scene *scene;
    int side;
};

static struct eyes open_eyes(const struct ses_game *s, int seat)
{
    struct eyes e = { s, ses_alloc(sizeof *e.scene), ses_side_of(s, seat) };

    ses_scene(s, seat, e.scene);
    return e;
}

static const char *group_named(const struct eyes *e, const struct tc_decl *d,
                               const int32_t *arg)
{
    const char *name = first_name(e->s->book, d, arg);

    return name ? group_of(e->scene, e->side, name) : NULL;
}

static const char *question_group(const struct eyes *e)
{
    const struct tc_query *q = &e->s->g.u.open;

    return group_named(e, &e->s->book->rules->questions[q->question].decl, q->arg);
}

static const char *act_group(const struct eyes *e, const struct tc_act *a)
{
    return group_named(e, &e->s->book->rules->verbs[a->verb], a->arg);
}

static bool is_handed(const struct stf *f, const char *group)
{
    for (int i = 0; group && i < f->commands; i++)
        if (strcmp(f->command[i], group) == 0)
            return true;
    return false;
}

/* --- Reading ------------------------------------------------------------------------------ */

static enum tc_err no_command(const struct eyes *e, const char *name, struct tc_why *why)
{
    char list[600];
    struct tc_text t = tc_text_on(list, sizeof list);
    const char *last = "";

    for (int i = 0; i < e->scene->pieces; i++) {
        const struct tc_piece *k = &e->scene->piece[i];
        if (k->side != e->side || !has_group(k) || strcmp(k->group, last) == 0)
            continue;
        bool before = false;
        for (int j = 0; j < i && !before; j++)
            before = e->scene->piece[j].side == e->side && has_group(&e->scene->piece[j]) &&
                     strcmp(e->scene->piece[j].group, k->group) == 0;
        last = k->group;
        if (before)
            continue;
        tc_text_str(&t, list[0] ? ", " : "");
        tc_text_str(&t, k->group);
    }
    return tc_fail(why, TC_E_NAME, "commands",
                   "There is no command \"{0}\" on this side; there are: {1}.", name,
                   list[0] ? list : "none");
}

static enum tc_err read_command(const struct eyes *e, const json_t *j, struct stf *f,
                                struct tc_why *why)
{
    const char *name = json_is_string(j) ? json_string_value(j) : "";
    const char *group = group_of(e->scene, e->side, name);

    if (!group)
        return no_command(e, name, why);
    if (is_handed(f, group))
        return TC_OK;
    if (f->commands == STF_COMMANDS || strlen(group) >= STF_KEY)
        return tc_fail(why, TC_E_FULL, "commands", "Hand over 16 commands at most.");
    strcpy(f->command[f->commands++], group);
    return TC_OK;
}

static enum tc_err read_commands(const struct ses_game *s, int seat, const json_t *list,
                                 struct stf *f, struct tc_why *why)
{
    enum tc_err err = TC_OK;

    if (!list)
        return TC_OK;
    if (!json_is_array(list) || json_array_size(list) < 1)
        return tc_fail(why, TC_E_SYNTAX, "commands", "commands is a list of names.");
    struct eyes e = open_eyes(s, seat);
    for (size_t i = 0; i < json_array_size(list) && err == TC_OK; i++)
        err = read_command(&e, json_array_get(list, i), f, why);
    free(e.scene);
    return err;
}

static enum tc_err read_until(const json_t *j, struct stf *f, struct tc_why *why)
{
    const char *word = json_is_string(j) ? json_string_value(j) : "";

    f->until = STF_BATTLE;
    if (!j && f->commands)
        return TC_OK;
    for (f->until = 0; f->until < STF_UNTILS; f->until++)
        if (strcmp(word, until_words[f->until]) == 0)
            return TC_OK;
    return tc_fail(why, TC_E_SYNTAX, "until",
                   "Hand it over until the end of the phase, the turn or the battle: \"until\" "
                   "is phase, turn or battle.");
}

static enum tc_err read_player(const json_t *j, struct stf *f, struct tc_why *why)
{
    const char *name = !j ? STF_PLAYER : json_is_string(j) ? json_string_value(j) : "";
    struct plr_spec spec;
    enum tc_err err = plr_read(name, &spec, why);

    if (err == TC_OK && (spec.method == PLR_PROGRAM || strlen(name) >= sizeof f->player))
        err = tc_fail(why, TC_E_NAME, "player", "The staff is one of our own players: {0}.",
                      plr_names);
    if (err == TC_OK)
        strcpy(f->player, name);
    return err;
}

enum tc_err stf_read(const struct ses_game *s, int seat, const json_t *in, struct stf *out,
                     struct tc_why *why)
{
    struct stf f = { .on = true };

    if (ses_status(s) == TC_IS_OVER || s->stopped)
        return tc_fail(why, TC_E_OVER, "staff", "The battle is over.");
    if (strcmp(s->seat[seat].kind, "person") != 0 && strcmp(s->seat[seat].kind, "program") != 0)
        return tc_fail(why, TC_E_TURN, "seat", "{0} is played by a computer already.",
                       s->seat[seat].name);
    enum tc_err err = read_commands(s, seat, json_object_get(in, "commands"), &f, why);
    if (err == TC_OK)
        err = read_until(json_object_get(in, "until"), &f, why);
    if (err == TC_OK)
        err = read_player(json_object_get(in, "player"), &f, why);
    if (err != TC_OK)
        return err;
    f.turn = head_of(s)->turn;
    phase_of(s, seat, f.phase);
    f.line = s->lines;
    stf_strengths(s, seat, f.strength);
    *out = f;
    return TC_OK;
}

/* --- Answering ---------------------------------------------------------------------------- */

bool stf_ended(const struct stf *f, const struct ses_game *s, int seat)
{
    const struct tc_head *h = head_of(s);

    if (ses_status(s) == TC_IS_OVER || s->stopped)
        return true;
    if (f->until == STF_BATTLE)
        return false;
    if (h->turn != f->turn || f->until == STF_TURN || ses_seat_asked(s) != seat)
        return h->turn != f->turn;
    char phase[STF_KEY];
    phase_of(s, seat, phase);
    return strcmp(phase, f->phase) != 0;
}

/* Does an answer to a question for the whole army concern what is handed over? */
static bool offers_some(const struct stf *f, const struct eyes *e)
{
    struct tc_offers *o = ses_alloc_offers();
    bool found = false;

    ses_list_answers(e->s, o);
    for (int i = 0; i < o->n && !found; i++)
        found = is_handed(f, act_group(e, &o->act[i]));
    free(o);
    return found;
}

bool stf_asked(const struct stf *f, const struct ses_game *s, int seat)
{
    if (!f->on || ses_status(s) != TC_WAITS_ANSWER || ses_seat_asked(s) != seat ||
        f->left == ses_number(s) + 1 || stf_ended(f, s, seat))
        return false;
    if (!f->commands)
        return true;
    struct eyes e = open_eyes(s, seat);
    const char *group = question_group(&e);
    bool ours = group ? is_handed(f, group) : offers_some(f, &e);
    free(e.scene);
    return ours;
}

/* Of a question for the whole army: the best answer for what is handed over, unless it is
 * better that nobody does anything. */
static bool best_of_ours(const struct stf *f, const struct eyes *e,
                         const struct plr_advice *why, struct tc_act *a)
{
    const struct plr_thought *ours = NULL, *nobody = NULL;

    if (!why || why->n == 0)
        return is_handed(f, act_group(e, a));
    for (int i = why->n - 1; i >= 0; i--) { /* best first */
        const char *group = act_group(e, &why->thought[i].act);
        if (is_handed(f, group))
            ours = &why->thought[i];
        else if (!group)
            nobody = &why->thought[i];
    }
    if (!ours || (nobody && nobody->mean > ours->mean))
        return false;
    *a = ours->act;
    return true;
}

bool stf_choose(struct stf *f, const struct ses_game *s, int seat, const struct plr_advice *why,
                struct tc_act *a)
{
    if (!f->commands)
        return true;
    struct eyes e = open_eyes(s, seat);
    bool ours = is_handed(f, question_group(&e)) || best_of_ours(f, &e, why, a);
    free(e.scene);
    if (!ours)
        f->left = ses_number(s) + 1;
    return ours;
}

void stf_gave(struct stf *f, const struct tc_act *a)
{
    f->answers++;
    if (a->verb >= 0 && a->verb < STF_VERBS)
        f->did[a->verb]++;
}

/* --- Telling ------------------------------------------------------------------------------ */

void stf_strengths(const struct ses_game *s, int seat, int out[TC_SIDES])
{
    struct tc_scene *scene = ses_alloc(sizeof *scene);

    out[0] = out[1] = 0;
    ses_scene(s, seat, scene);
    for (int i = 0; i < scene->pieces; i++) {
        const struct tc_piece *k = &scene->piece[i];
        bool again = false;
        for (int j = 0; j < i && !again; j++)
            again = scene->piece[j].id == k->id && scene->piece[j].side == k->side;
        if (!again && k->side >= 0 && k->side < TC_SIDES && !k->hidden_strength)
            out[k->side] += k->strength;
    }
    free(scene);
}

static json_t *did_json(const struct stf *f, const struct tc_ruleset *r)
{
    json_t *list = json_array();

    for (int v = 0; v < r->verb_count && v < STF_VERBS; v++) {
        if (!f->did[v])
            continue;
        json_t *o = json_object();
        json_object_set_new(o, "verb", json_string(r->verbs[v].name));
        json_object_set_new(o, "times", json_integer(f->did[v]));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *lost_json(const struct stf *f, const struct ses_game *s, int seat,
                         struct tc_text *t)
{
    json_t *o = json_object();
    int now[TC_SIDES];

    stf_strengths(s, seat, now);
    for (int side = 0; side < TC_SIDES; side++) {
        int lost = f->strength[side] - now[side];
        json_object_set_new(o, s->book->side_name[side], json_integer(lost > 0 ? lost : 0));
        if (lost <= 0)
            continue;
        tc_text_str(t, " ");
        tc_say_side(s->book->rules, s->book, side, t);
        tc_text_str(t, tc_word(" lost "));
        tc_text_int(t, lost);
        tc_text_str(t, tc_word(" of "));
        tc_text_int(t, f->strength[side]);
        tc_text_str(t, ".");
    }
    return o;
}

/* What came of it: the sentences of results, the first of them. */
static json_t *events_json(const struct stf *f, const struct ses_game *s, int seat, int *more)
{
    enum { MOST = 12 };
    json_t *list = json_array();
    char line[1024];

    *more = 0;
    for (uint32_t i = 0; i < s->entries; i++) {
        const struct ses_entry *e = &s->entry[i];
        struct tc_text t = tc_text_on(line, sizeof line);
        if (e->line < f->line || e->kind != SES_EVENT || e->event.kind != TC_EV_TELL ||
            !(s->book->rules->events[e->event.id].flags & TC_F_OUTCOME) ||
            !ses_entry_seen(s, e, seat) || !ses_say_entry(s, e, &t))
            continue;
        if (json_array_size(list) < MOST)
            json_array_append_new(list, json_string(line));
        else
            ++*more;
    }
    return list;
}

/* "The staff gave 14 answers: march 8, stand 6. Allied lost 2 of 90." */
static void say_did(const struct stf *f, const struct tc_ruleset *r, struct tc_text *t)
{
    bool any = false;

    tc_text_str(t, f->on ? tc_word("The staff has given ") : tc_word("The staff gave "));
    tc_text_int(t, f->answers);
    tc_text_str(t, f->answers == 1 ? tc_word(" answer") : tc_word(" answers"));
    for (int v = 0; v < r->verb_count && v < STF_VERBS; v++) {
        if (!f->did[v])
            continue;
        tc_text_str(t, any ? ", " : ": ");
        tc_text_str(t, r->verbs[v].name);
        tc_text_str(t, " ");
        tc_text_int(t, f->did[v]);
        any = true;
    }
    tc_text_str(t, ".");
}

/* What is handed over, to whom, since when. */
static json_t *handed_json(const struct stf *f)
{
    json_t *o = json_object(), *commands = json_array();

    for (int i = 0; i < f->commands; i++)
        json_array_append_new(commands, json_string(f->command[i]));
    json_object_set_new(o, "on", json_boolean(f->on));
    json_object_set_new(o, "commands", commands);
    json_object_set_new(o, "until", json_string(until_words[f->until]));
    json_object_set_new(o, "player", json_string(f->player));
    json_object_set_new(o, "turn", json_integer(f->turn));
    json_object_set_new(o, "phase", json_string(f->phase));
    json_object_set_new(o, "line", json_integer(f->line));
    json_object_set_new(o, "answers", json_integer(f->answers));
    return o;
}

json_t *stf_json(const struct stf *f, const struct ses_game *s, int seat)
{
    json_t *o = handed_json(f);
    char text[800];
    struct tc_text t = tc_text_on(text, sizeof text);
    int more;

    say_did(f, s->book->rules, &t);
    json_object_set_new(o, "seat", json_integer(seat));
    json_object_set_new(o, "did", did_json(f, s->book->rules));
    json_object_set_new(o, "lost", lost_json(f, s, seat, &t));
    json_object_set_new(o, "events", events_json(f, s, seat, &more));
    json_object_set_new(o, "more", json_integer(more));
    json_object_set_new(o, "text", json_string(text));
    return o;
}

/* --- Keeping ------------------------------------------------------------------------------ */

json_t *stf_keep(const struct stf *f)
{
    json_t *o = handed_json(f), *strength = json_array(), *did = json_array();

    for (int side = 0; side < TC_SIDES; side++)
        json_array_append_new(strength, json_integer(f->strength[side]));
    for (int v = 0; v < STF_VERBS; v++)
        json_array_append_new(did, json_integer(f->did[v]));
    json_object_set_new(o, "strength", strength);
    json_object_set_new(o, "did", did);
    return o;
}

bool stf_take(const json_t *kept, struct stf *out)
{
    const json_t *commands = json_object_get(kept, "commands");
    struct stf f = { .on = json_is_true(json_object_get(kept, "on")) };
    struct tc_why why;

    for (size_t i = 0; i < json_array_size(commands) && i < STF_COMMANDS; i++) {
        const char *name = json_string_value(json_array_get(commands, i));
        if (!name || strlen(name) >= STF_KEY)
            return false;
        strcpy(f.command[f.commands++], name);
    }
    if (!json_is_object(kept) ||
        read_until(json_object_get(kept, "until"), &f, &why) != TC_OK ||
        read_player(json_object_get(kept, "player"), &f, &why) != TC_OK)
        return false;
    f.turn = (uint16_t)json_integer_value(json_object_get(kept, "turn"));
    const char *phase = json_string_value(json_object_get(kept, "phase"));
    snprintf(f.phase, sizeof f.phase, "%s", phase ? phase : "");
    f.line = (uint32_t)json_integer_value(json_object_get(kept, "line"));
    f.answers = (uint32_t)json_integer_value(json_object_get(kept, "answers"));
    for (int side = 0; side < TC_SIDES; side++)
        f.strength[side] = (int)json_integer_value(
            json_array_get(json_object_get(kept, "strength"), (size_t)side));
    for (size_t v = 0; v < STF_VERBS; v++)
        f.did[v] =
            (uint16_t)json_integer_value(json_array_get(json_object_get(kept, "did"), v));
    *out = f;
    return true;
}

/* --- In a session ---------------------------------------------------------------------------
 */

struct ses_staff {
    struct stf f;
    struct plr_player *brain;
    bool untold; /* its time has run out, and nobody knows yet */
};

static void dismiss(struct ses_staff *w)
{
    if (!w)
        return;
    plr_close(w->brain);
    w->brain = NULL;
    w->f.on = false;
}

enum tc_err stf_hand(struct ses_game *s, int seat, const struct stf *f, struct tc_why *why)
{
    struct plr_spec spec;
    enum tc_err err = plr_read(f->player, &spec, why);

    if (err != TC_OK)
        return err;
    dismiss(s->staff[seat]);
    if (!s->staff[seat])
        s->staff[seat] = ses_alloc(sizeof *s->staff[seat]);
    *s->staff[seat] = (struct ses_staff){
        .f = *f,
        .brain = plr_open(&spec, s->book,
                          tc_hash(s->seed, sizeof s->seed, (uint64_t)seat + 1) ^ s->lines),
    };
    return TC_OK;
}

bool stf_back(struct ses_game *s, int seat)
{
    struct ses_staff *w = s->staff[seat];

    if (!w || !w->f.on)
        return false;
    dismiss(w);
    return true;
}

const struct stf *stf_of(const struct ses_game *s, int seat)
{
    return s->staff[seat] ? &s->staff[seat]->f : NULL;
}

static void settle(struct ses_staff *w, const struct ses_game *s, int seat)
{
    if (!w->f.on || !stf_ended(&w->f, s, seat))
        return;
    dismiss(w);
    w->untold = true;
}

bool stf_settle(struct ses_game *s, int seat)
{
    struct ses_staff *w = s->staff[seat];

    if (!w)
        return false;
    settle(w, s, seat);
    bool news = w->untold;
    w->untold = false;
    return news;
}

struct staff_thought {
    struct plr_player *brain;
    const struct tc_game *g;
    struct tc_act a;
};

static void think(void *ctx)
{
    struct staff_thought *t = ctx;

    plr_decide(t->brain, t->g, &t->a);
}

enum tc_err stf_answer(struct ses_game *s, int seat, struct tc_act *a, bool *gives,
                       struct tc_why *why)
{
    struct ses_staff *w = s->staff[seat];

    *gives = false;
    if (w)
        settle(w, s, seat);
    if (!w || !stf_asked(&w->f, s, seat))
        return TC_OK;
    struct staff_thought t = { w->brain, &s->g, { 0 } };
    plr_alone(w->brain, s->outside); /* a watch sees one thread (session_try.c) */
    enum tc_err err = ses_guard(s, think, &t, why);
    if (err != TC_OK) {
        dismiss(w);
        return err;
    }
    *gives = stf_choose(&w->f, s, seat, plr_why(w->brain), &t.a);
    if (*gives)
        stf_gave(&w->f, &t.a);
    *a = t.a;
    return TC_OK;
}

void stf_free(struct ses_game *s)
{
    for (int i = 0; i < TC_SEATS; i++) {
        dismiss(s->staff[i]);
        free(s->staff[i]);
    }
}
