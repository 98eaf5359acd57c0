/* protocol/json_event.c - events, refusals, errors, odds. */
#include <string.h>

#include "protocol/gist.h"
#include "protocol/json.h"
#include "protocol/luck.h"

static const char *const kind_word[] = {
    [TC_EV_TELL] = "tell",    [TC_EV_DIE] = "die", [TC_EV_POOL] = "pool",
    [TC_EV_MOD] = "modifier", [TC_EV_SUM] = "sum", [TC_EV_ANSWER] = "answer",
};

/* --- Sentences -------------------------------------------------------------------- */

static void say_answer(const struct tc_book *bk, const struct tc_event *e,
                       const struct tc_act *act, struct tc_text *out)
{
    int side = e->arg[0];

    if (side >= 0 && side < TC_SIDES) {
        tc_say_side(bk->rules, bk, side, out);
        tc_text_str(out, ": ");
    }
    tc_say_answer(bk->rules, bk, e->arg[2], act ? act : e->act, out);
}

static void say_pool(const struct tc_event *e, struct tc_text *out)
{
    if (e->arg[1] == 0) {
        tc_text_str(out, tc_word("no dice to roll"));
        return;
    }
    tc_text_int(out, e->arg[1]);
    tc_text_str(out, tc_die_kind[e->arg[0]].name);
    tc_text_str(out, ", ");
    tc_text_int(out, e->arg[2]);
    bool highest = e->arg[2] == tc_die_kind[e->arg[0]].low + tc_die_kind[e->arg[0]].sides - 1;
    tc_text_str(out, highest ? tc_word(" needed: ") : tc_word(" or more: "));
    tc_text_int(out, e->arg[3]);
}

/* "+1 friends in sight"; "= 4 control test"; hundredths as 2.75. */
static void say_part(const struct tc_book *bk, const struct tc_event *e, struct tc_text *out)
{
    const struct tc_decl *d = &bk->rules->labels[e->id];

    if (e->kind == TC_EV_SUM)
        tc_text_str(out, "= ");
    else if (d->flags & TC_F_PARTS)
        tc_text_str(out, e->arg[0] < 0 ? "" : "+");
    if (d->flags & TC_F_PARTS)
        tc_text_parts(out, e->arg[0]);
    else if (e->kind == TC_EV_SUM)
        tc_text_int(out, e->arg[0]);
    else
        tc_text_signed(out, e->arg[0]);
    tc_text_char(out, ' ');
    tc_print_text(bk->rules, bk, d, e->arg + 1, out);
}

void js_say_event(const struct tc_book *bk, const struct tc_event *e, const struct tc_act *act,
                  struct tc_text *out)
{
    const struct tc_ruleset *r = bk->rules;

    switch ((enum tc_event_kind)e->kind) {
    case TC_EV_TELL: tc_print_text(r, bk, &r->events[e->id], e->arg, out); break;
    case TC_EV_DIE:
        tc_text_str(out, tc_die_kind[e->arg[0]].said);
        tc_text_str(out, ": ");
        tc_text_int(out, e->arg[1]);
        break;
    case TC_EV_POOL: say_pool(e, out); break;
    case TC_EV_MOD:
    case TC_EV_SUM: say_part(bk, e, out); break;
    case TC_EV_ANSWER: say_answer(bk, e, act, out); break;
    }
}

/* --- Events -------------------------------------------------------------------------- */

static void add_tell(const struct tc_book *bk, const struct tc_event *e, json_t *o)
{
    const struct tc_decl *d = &bk->rules->events[e->id];

    json_object_set_new(o, "event", json_string(d->name));
    json_object_set_new(o, "args", js_args(bk, d, e->arg));
    if (d->flags & TC_F_OUTCOME)
        json_object_set_new(o, "outcome", json_true());
    if (d->flags & TC_F_REVEALS)
        json_object_set_new(o, "reveals", json_true());
    if (d->flags & TC_F_QUIET)
        json_object_set_new(o, "quiet", json_true());
}

static void add_dice(const struct tc_book *bk, const struct tc_event *e, json_t *o)
{
    const char *good = lck_word(e->good);

    if (good)
        json_object_set_new(o, "side", json_string(bk->side_name[e->side]));
    if (good)
        json_object_set_new(o, "good", json_string(good));
    if (good && e->march)
        json_object_set_new(o, "march", json_true());
    json_object_set_new(o, "die", json_string(tc_die_kind[e->arg[0]].name));
    if (e->kind == TC_EV_DIE) {
        json_object_set_new(o, "face", json_integer(e->arg[1]));
        return;
    }
    json_object_set_new(o, "dice", json_integer(e->arg[1]));
    json_object_set_new(o, "target", json_integer(e->arg[2]));
    json_object_set_new(o, "hits", json_integer(e->arg[3]));
}

static void add_label(const struct tc_book *bk, const struct tc_event *e, json_t *o)
{
    const struct tc_decl *d = &bk->rules->labels[e->id];

    json_object_set_new(o, "label", json_string(d->name));
    json_object_set_new(o, e->kind == TC_EV_MOD ? "value" : "total", json_integer(e->arg[0]));
    if (e->kind == TC_EV_MOD)
        json_object_set_new(o, "args", js_args(bk, d, e->arg + 1));
}

static void add_answer(const struct tc_book *bk, const struct tc_event *e,
                       const struct tc_act *act, json_t *o)
{
    json_object_set_new(o, "side", json_string(bk->side_name[e->arg[0]]));
    json_object_set_new(o, "question", json_string(bk->rules->questions[e->arg[1]].decl.name));
    json_object_set_new(o, "act", js_answer(bk, e->arg[2], act ? act : e->act));
}

json_t *js_event(const struct tc_book *bk, const struct tc_event *e, const struct tc_act *act)
{
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);
    json_t *o;

    js_say_event(bk, e, act, &t);
    o = json_pack("{ssssss}", "kind", kind_word[e->kind], "rule", e->rule ? e->rule : "",
                  "text", text);
    switch ((enum tc_event_kind)e->kind) {
    case TC_EV_TELL: add_tell(bk, e, o); break;
    case TC_EV_DIE:
    case TC_EV_POOL: add_dice(bk, e, o); break;
    case TC_EV_MOD:
    case TC_EV_SUM: add_label(bk, e, o); break;
    case TC_EV_ANSWER: add_answer(bk, e, act, o); break;
    }
    return o;
}

/* --- Refusals and errors ---------------------------------------------------------------- */

json_t *js_refusal(const struct tc_book *bk, const struct tc_refusal *why)
{
    const struct tc_decl *d = &bk->rules->reasons[why->reason];
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);
    json_t *o;

    tc_say_refusal(bk->rules, bk, why, &t);
    o = json_pack("{sssssoss}", "rule", why->rule ? why->rule : "", "reason", d->name, "args",
                  js_args(bk, d, why->arg), "text", text);
    if (why->has_nearest)
        json_object_set_new(o, "nearest", js_act(bk, &why->nearest));
    return o;
}

json_t *js_error(const struct tc_book *bk, const struct tc_why *why,
                 const struct tc_refusal *refusal)
{
    json_t *o = json_pack("{ss}", "code", tc_err_word(why->err));

    /* texts may quote bad input: what is not UTF-8 is not repeated */
    if (json_object_set_new(o, "where", json_string(why->where)))
        json_object_set_new(o, "where", json_string("input"));
    if (json_object_set_new(o, "text", json_string(why->text)))
        json_object_set_new(o, "text", json_string("The input is not valid UTF-8."));
    if (bk && refusal && why->err == TC_E_ILLEGAL)
        json_object_set_new(o, "refusal", js_refusal(bk, refusal));
    return o;
}

/* --- Odds -----------------------------------------------------------------------------------
 */

static json_t *odds_row(const struct tc_book *bk, const struct tc_odds_row *row)
{
    json_t *events = json_array(), *o = json_object();

    for (int i = 0; i < row->n; i++)
        json_array_append_new(events, js_event(bk, &row->event[i], NULL));
    json_object_set_new(o, "events", events);
    json_object_set_new(o, "millionths", json_integer((json_int_t)row->millionths));
    if (row->den && row->den <= INT64_MAX) {
        json_object_set_new(o, "num", json_integer((json_int_t)row->num));
        json_object_set_new(o, "den", json_integer((json_int_t)row->den));
    }
    return o;
}

json_t *js_odds(const struct tc_book *bk, const struct tc_act *a, const struct tc_odds *odds)
{
    json_t *rows = json_array(), *assumed = json_array(), *mods = json_array();

    for (int i = 0; i < odds->rows; i++)
        json_array_append_new(rows, odds_row(bk, &odds->row[i]));
    for (int i = 0; i < odds->assumed; i++) {
        const struct tc_query *q = &odds->asked[i];
        json_array_append_new(
            assumed,
            json_pack("{ssssssso}", "question", bk->rules->questions[q->question].decl.name,
                      "side", bk->side_name[q->side], "rule", q->rule ? q->rule : "", "act",
                      js_answer(bk, odds->manner[i], &odds->answer[i])));
    }
    for (int i = 0; i < odds->mods; i++)
        json_array_append_new(mods, js_event(bk, &odds->mod[i], NULL));
    char gist[1024];
    struct tc_text t = tc_text_on(gist, sizeof gist);
    js_gist(bk, odds, &t);
    return json_pack("{siss so sb sI sb sososo}", "v", JS_VERSION, "gist", gist, "act",
                     js_act(bk, a), "exact", odds->exact, "leaves", (json_int_t)odds->leaves,
                     "more_rows", odds->more_rows, "rows", rows, "assumed", assumed,
                     "modifiers", mods);
}
