/* cli/case_event.c - what a text case expects to be told. */
#include <string.h>

#include "cli/case.h"

bool case_same_value(struct case_play *p, const struct tc_param *param, const int32_t *arg,
                     const char *word)
{
    int32_t want[2] = { 0, 0 };
    struct tc_why why;

    if (strcmp(word, "*") == 0)
        return true;
    if (!tc_parse_value(p->bk->rules, p->bk, param, word, strlen(word), want, &why))
        return false;
    return want[0] == arg[0] && (param->kind != TC_K_POINT || want[1] == arg[1]);
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

/* mod VALUE, sum TOTAL, roll FACE, pool DICE HITS; the rest of an event line */
static bool same_number_event(const struct case_event *c, struct case_words *w, int first,
                              const char *rule)
{
    static const struct {
        const char *word;
        uint8_t kind, args, at[2];
    } form[] = { { "mod", TC_EV_MOD, 1, { 0 } },
                 { "sum", TC_EV_SUM, 1, { 0 } },
                 { "roll", TC_EV_DIE, 1, { 1 } },
                 { "pool", TC_EV_POOL, 2, { 1, 3 } } };

    for (size_t k = 0; k < sizeof form / sizeof form[0]; k++) {
        if (strcmp(form[k].word, w->w[first]) != 0)
            continue;
        if (c->e.kind != form[k].kind || !case_same_rule(rule, c->e.rule))
            return false;
        for (int i = 0; first + 1 + i < w->n && i < form[k].args; i++)
            if (!same_number(w->w[first + 1 + i], c->e.arg[form[k].at[i]]))
                return false;
        return true;
    }
    return false;
}

/* The events since the last act, for a person who wonders why. */
static void list_events(struct case_play *p)
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
            tc_text_str(&t, "mod ");
            tc_text_signed(&t, e->arg[0]);
            break;
        case TC_EV_SUM:
            tc_text_str(&t, "sum ");
            tc_text_int(&t, e->arg[0]);
            break;
        case TC_EV_ANSWER: tc_text_str(&t, p->event[i].act); break;
        }
        fprintf(p->out, "    | %s by %s\n", line, e->rule ? e->rule : "-");
    }
}

void case_expect_event(struct case_play *p, struct case_words *w, int first, bool wanted)
{
    const char *rule = case_take_rule(w);
    bool tell = strcmp(w->w[first], "event") == 0, found = false;

    case_start(p);
    if (tell && first + 1 >= w->n) {
        case_fault(p, "event needs a name");
        return;
    }
    for (int i = 0; i < p->events && !found; i++)
        found = tell ? case_same_event(p, &p->event[i], w, first + 1, rule)
                     : same_number_event(&p->event[i], w, first, rule);
    if (found == wanted)
        return;
    case_fault(p, wanted ? "did not happen; what happened:" : "happened; what happened:");
    list_events(p);
}
