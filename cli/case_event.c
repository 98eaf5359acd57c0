/* cli/case_event.c - what a text case expects to be told. */
#include <string.h>

#include "cli/case.h"

const char *case_take_within(struct case_words *w)
{
    if (w->n < 2 || strcmp(w->w[w->n - 2], "within") != 0)
        return NULL;
    w->n -= 2;
    return w->w[w->n + 1];
}

/* Is this the word, with hyphens for its blanks? */
static bool same_word(const char *word, const char *written)
{
    while (*word && (*word == *written || (*word == ' ' && *written == '-')))
        word++, written++;
    return *word == 0 && *written == 0;
}

/* A value as a case writes it: one word, so the words of a list have hyphens for blanks. */
static bool read_value(struct case_play *p, const struct tc_param *param, const char *word,
                       int32_t *arg, struct tc_why *why)
{
    for (int i = 0; param->kind == TC_K_WORD && param->words[i]; i++)
        if (same_word(param->words[i], word)) {
            arg[0] = i;
            return true;
        }
    return tc_parse_value(p->bk->rules, p->bk, param, word, strlen(word), arg, why);
}

static bool is_measure(const struct tc_param *param)
{
    return param->kind == TC_K_LENGTH || param->kind == TC_K_ANGLE || param->kind == TC_K_POINT;
}

/* As far apart as `within` allows? Only lengths, angles and places may differ at all. */
static bool near_enough(struct case_play *p, const struct tc_param *param, int32_t want,
                        int32_t got)
{
    struct tc_param one = *param;
    int64_t apart = (int64_t)want - got;
    int32_t slack[2] = { 0, 0 };
    struct tc_why why;

    if (one.kind == TC_K_POINT)
        one.kind = TC_K_LENGTH;
    if (p->within && is_measure(param))
        tc_parse_value(p->bk->rules, p->bk, &one, p->within, strlen(p->within), slack, &why);
    return apart <= slack[0] && -apart <= slack[0];
}

bool case_same_value(struct case_play *p, const struct tc_param *param, const int32_t *arg,
                     const char *word)
{
    int32_t want[2] = { 0, 0 };
    struct tc_why why;

    if (strcmp(word, "*") == 0)
        return true;
    if (!read_value(p, param, word, want, &why))
        return false;
    return near_enough(p, param, want[0], arg[0]) &&
           (param->kind != TC_K_POINT || near_enough(p, param, want[1], arg[1]));
}

/* Each value must be one the parameter at its place can have. */
static bool values_fit(struct case_play *p, const struct tc_decl *d, struct case_words *w,
                       int first)
{
    int32_t arg[2];
    struct tc_why why;

    for (int i = first, k = 0; i < w->n; i++, k++) {
        if (k >= TC_ARGS || d->param[k].kind == TC_K_END) {
            case_fault(p, "%s has only %d values", d->name, k);
            return false;
        }
        if (strcmp(w->w[i], "*") != 0 && !read_value(p, &d->param[k], w->w[i], arg, &why)) {
            case_fault(p, "%s", why.text);
            return false;
        }
    }
    return true;
}

const struct tc_decl *case_event_decl(struct case_play *p, struct case_words *w, int first)
{
    const struct tc_ruleset *r = p->bk->rules;

    for (int i = 0; i < r->event_count; i++)
        if (strcmp(r->events[i].name, w->w[first]) == 0)
            return values_fit(p, &r->events[i], w, first + 1) ? &r->events[i] : NULL;
    case_fault(p, "%s has no event \"%s\"", r->name, w->w[first]);
    return NULL;
}

bool case_same_event(struct case_play *p, const struct case_event *c, struct case_words *w,
                     int first, const char *rule)
{
    const struct tc_decl *d;

    if (c->e.kind != TC_EV_TELL || !case_same_rule(rule, c->e.rule))
        return false;
    d = &p->bk->rules->events[c->e.id];
    if (strcmp(d->name, w->w[first]) != 0)
        return false;
    for (int i = first + 1, k = 0; i < w->n; i++, k++)
        if (k >= TC_ARGS || d->param[k].kind == TC_K_END ||
            !case_same_value(p, &d->param[k], c->e.arg + tc_decl_place(d, k), w->w[i]))
            return false;
    return true;
}

static bool same_number(const char *word, int32_t got)
{
    int64_t v;

    return strcmp(word, "*") == 0 || (tc_read_int(word, strlen(word), &v) && v == got);
}

/* The forms of lines about numbers, and what they may name besides. */
struct number_form {
    const char *word;
    uint8_t kind, args, at[2];
    bool label;
};

static const struct number_form *form_of(const char *word)
{
    static const struct number_form form[] = { { "mod", TC_EV_MOD, 1, { 0 }, true },
                                               { "sum", TC_EV_SUM, 1, { 0 }, true },
                                               { "roll", TC_EV_DIE, 1, { 1 }, false },
                                               { "pool", TC_EV_POOL, 2, { 1, 3 }, false } };

    for (size_t k = 0; k < sizeof form / sizeof form[0]; k++)
        if (strcmp(form[k].word, word) == 0)
            return &form[k];
    return NULL;
}

/* LABEL [VALUES...] of a modifier or a sum. */
static bool same_label(struct case_play *p, const struct tc_event *e, struct case_words *w,
                       int first)
{
    const struct tc_decl *d = &p->bk->rules->labels[e->id];

    if (first >= w->n)
        return true;
    if (strcmp(d->name, w->w[first]) != 0)
        return false;
    for (int i = first + 1, k = 0; i < w->n; i++, k++)
        if (k >= TC_ARGS - 1 || d->param[k].kind == TC_K_END ||
            !case_same_value(p, &d->param[k], e->arg + 1 + tc_decl_place(d, k), w->w[i]))
            return false;
    return true;
}

/* Name number k of an event, or the last one it has; NULL if it has none. */
static const char *name_in(struct case_play *p, const struct tc_event *e, int k)
{
    const struct tc_decl *d = &p->bk->rules->events[e->id];
    const char *name = NULL;

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        int at = e->arg[tc_decl_place(d, i)];

        if (d->param[i].kind != TC_K_NAME || at < 0)
            continue;
        name = p->bk->rules->name_of(p->bk, d->param[i].list, at);
        if (k-- == 0)
            break;
    }
    return name;
}

/* Whose modifier or sum it is: sums come before the event that tells what they were for; the
 * first belongs to the first name in it, the second to the second. */
static bool is_of(struct case_play *p, int at, const char *name)
{
    int sums = 0, i = at;

    while (i > 0 && p->event[i - 1].e.kind != TC_EV_TELL)
        sums += p->event[--i].e.kind == TC_EV_SUM;
    for (i = at; i < p->events && p->event[i].e.kind != TC_EV_TELL;)
        i++;
    const char *got = i < p->events ? name_in(p, &p->event[i].e, sums) : NULL;
    return got && strcmp(got, name) == 0;
}

/* mod VALUE, sum TOTAL, roll FACE, pool DICE HITS; the rest of an event line */
static bool same_number_event(struct case_play *p, int at, struct case_words *w, int first,
                              const char *rule, const char *of)
{
    const struct tc_event *e = &p->event[at].e;
    const struct number_form *form = form_of(w->w[first]);

    if (e->kind != form->kind || !case_same_rule(rule, e->rule))
        return false;
    for (int i = 0; first + 1 + i < w->n && i < form->args; i++)
        if (!same_number(w->w[first + 1 + i], e->arg[form->at[i]]))
            return false;
    return (!form->label || same_label(p, e, w, first + 1 + form->args)) &&
           (!of || is_of(p, at, of));
}

/* The label of a line about a modifier or a sum must be one of the system's. */
static bool number_line_fits(struct case_play *p, struct case_words *w, int first)
{
    const struct number_form *form = form_of(w->w[first]);
    int at = first + 1 + form->args;

    if (at >= w->n)
        return true;
    for (int i = 0; form->label && i < p->bk->rules->label_count; i++)
        if (p->bk->rules->labels[i].name && strcmp(p->bk->rules->labels[i].name, w->w[at]) == 0)
            return true;
    case_fault(p, form->label ? "%s has no label \"%s\"" : "%s: \"%s\" is one word too many",
               p->bk->rules->name, w->w[at]);
    return false;
}

/* The events since the last act, for a person who wonders why. */
void case_list_events(struct case_play *p)
{
    char line[512];

    for (int i = 0; i < p->events; i++) {
        const struct tc_event *e = &p->event[i].e;
        struct tc_text t = tc_text_on(line, sizeof line);
        switch ((enum tc_event_kind)e->kind) {
        case TC_EV_TELL:
            tc_text_str(&t, "event ");
            tc_text_str(&t, p->bk->rules->events[e->id].name);
            for (int k = 0; k < TC_ARGS; k++) {
                const struct tc_decl *d = &p->bk->rules->events[e->id];
                if (d->param[k].kind == TC_K_END)
                    break;
                tc_text_char(&t, ' ');
                tc_print_value(p->bk->rules, p->bk, &d->param[k], e->arg + tc_decl_place(d, k),
                               &t);
            }
            break;
        case TC_EV_DIE:
            tc_text_str(&t, "roll ");
            tc_text_int(&t, e->arg[1]);
            break;
        case TC_EV_POOL:
            tc_text_str(&t, "pool ");
            tc_text_int(&t, e->arg[1]);
            tc_text_char(&t, ' ');
            tc_text_int(&t, e->arg[3]);
            break;
        case TC_EV_MOD:
        case TC_EV_SUM:
            tc_text_str(&t, e->kind == TC_EV_MOD ? "mod " : "sum ");
            if (e->kind == TC_EV_MOD)
                tc_text_signed(&t, e->arg[0]);
            else
                tc_text_int(&t, e->arg[0]);
            tc_text_char(&t, ' ');
            tc_text_str(&t, p->bk->rules->labels[e->id].name);
            break;
        case TC_EV_ANSWER: tc_text_str(&t, p->event[i].act); break;
        }
        fprintf(p->out, "    | %s by %s\n", line, e->rule ? e->rule : "-");
    }
}

/* Take `of NAME` off the end; NULL if there is none. */
static const char *take_owner(struct case_words *w)
{
    if (w->n < 2 || strcmp(w->w[w->n - 2], "of") != 0)
        return NULL;
    w->n -= 2;
    return w->w[w->n + 1];
}

void case_expect_event(struct case_play *p, struct case_words *w, int first,
                       enum case_order order)
{
    static const char *const said[] = { "did not happen; what happened:",
                                        "did not happen behind the event above; what happened:",
                                        "happened; what happened:" };
    const char *rule = case_take_rule(w);
    bool tell = strcmp(w->w[first], "event") == 0, found = false;
    const char *of = tell ? NULL : take_owner(w);
    int i = order == CASE_LATER ? p->place : 0;

    p->within = tell ? case_take_within(w) : NULL;
    if (tell && first + 1 >= w->n) {
        case_fault(p, "event needs a name");
        return;
    }
    if (tell ? !case_event_decl(p, w, first + 1) : !number_line_fits(p, w, first))
        return;
    for (; i < p->events && !found; i++)
        found = tell ? case_same_event(p, &p->event[i], w, first + 1, rule)
                     : same_number_event(p, i, w, first, rule, of);
    p->within = NULL;
    if (found && order != CASE_NOWHERE)
        p->place = i;
    if (found == (order != CASE_NOWHERE))
        return;
    case_fault(p, "%s", said[order]);
    case_list_events(p);
}
