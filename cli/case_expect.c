/* cli/case_expect.c - what a text case expects of positions, questions and refusals. */
#include <stdlib.h>
#include <string.h>

#include "cli/case.h"

/* field PATH = VALUE [within D] */
static void expect_field(struct case_play *p, struct case_words *w, int first, bool wanted)
{
    const char *within = case_take_within(w), *path = w->w[first + 1];
    const struct tc_field *f;
    struct tc_why why;
    char got[96];
    struct tc_text t = tc_text_on(got, sizeof got);
    int64_t want, slack = 0;
    size_t base;
    int i;

    if (w->n != first + 4 || strcmp(w->w[first + 2], "=") != 0) {
        case_fault(p, "write: field PATH = VALUE [within D]");
        return;
    }
    const char *value = w->w[first + 3];
    if (tc_field_path(p->bk->rules, p->bk, path, strlen(path), &base, &f, &i, &why) ||
        tc_field_parse(p->bk->rules, p->bk, f, value, strlen(value), &want, &why) ||
        (within &&
         tc_field_parse(p->bk->rules, p->bk, f, within, strlen(within), &slack, &why))) {
        case_fault(p, "%s", why.text);
        return;
    }
    int64_t is = tc_field_get((const char *)tc_game_state(&p->g) + base, f, i);
    int64_t apart = is < want ? want - is : is - want;
    if ((apart <= slack) == wanted)
        return;
    tc_field_print(p->bk->rules, p->bk, f, is, &t);
    case_fault(p, wanted ? "%s is %s, not %s" : "%s is %s", path, got, value);
}

/* ask SIDE QUESTION [ARGS...] */
static void expect_ask(struct case_play *p, struct case_words *w, int first, bool wanted)
{
    const struct tc_query *q = &p->g.u.open;
    char now[160];
    bool same;

    if (w->n < first + 3) {
        case_fault(p, "write: ask SIDE QUESTION");
        return;
    }
    const char *rule = case_take_rule(w);
    same = p->g.status == TC_WAITS_ANSWER &&
           strcmp(p->bk->side_name[q->side], w->w[first + 1]) == 0 &&
           strcmp(p->bk->rules->questions[q->question].decl.name, w->w[first + 2]) == 0 &&
           case_same_rule(rule, q->rule);
    for (int i = first + 3, k = 0; same && i < w->n; i++, k++) {
        const struct tc_decl *d = &p->bk->rules->questions[q->question].decl;
        same = k < TC_ARGS && d->param[k].kind != TC_K_END &&
               case_same_value(p, &d->param[k], q->arg + tc_decl_place(d, k), w->w[i]);
    }
    if (!wanted && p->g.status == TC_WAITS_DICE && !p->wanted)
        case_fault(p, "%s, so nothing is asked: give the dice, or say it with `wants` before",
                   case_status(p, now, sizeof now));
    else if (same != wanted)
        case_fault(p, "%s", case_status(p, now, sizeof now));
}

static bool judge_now(struct case_play *p, const struct tc_act *a, struct tc_refusal *why)
{
    struct tc_view v = { p->bk, tc_game_state(&p->g), &p->g.u.open };

    return tc_judge_act(p->bk->rules, &v, p->g.u.open_offers, a, why);
}

static void expect_offer(struct case_play *p, const char *text, bool wanted)
{
    struct tc_act a;
    struct tc_refusal why;
    char now[160], said[256];
    struct tc_text t = tc_text_on(said, sizeof said);

    memset(&why, 0, sizeof why);
    if (!case_read_act(p, text, &a))
        return;
    if (p->g.status != TC_WAITS_ANSWER) {
        case_fault(p, "nothing is offered: %s", case_status(p, now, sizeof now));
        return;
    }
    bool legal = judge_now(p, &a, &why);
    if (!legal)
        case_mark_refusal(p, &a, &why);
    if (legal == wanted)
        return;
    if (!legal)
        tc_say_refusal(p->bk->rules, p->bk, &why, &t);
    case_fault(p, legal ? "\"%s\" is legal%s%s" : "\"%s\" is refused: %s (%s)", text,
               legal ? "" : said, legal ? "" : why.rule);
}

/* The words of a refusal: ACT by RULE [as REASON] [near ACT]. A name of the act may be `near`
 * or `by`: the last ` by ` that a rule follows ends the act. */
struct refusal_words {
    char text[512];
    const char *act, *rule, *reason, *near;
};

static bool read_refusal(const char *text, struct refusal_words *r)
{
    char *by = NULL, *end;

    snprintf(r->text, sizeof r->text, "%s", text);
    for (char *at = strstr(r->text, " by "); at; at = strstr(at + 1, " by "))
        if (at[4] >= 'A' && at[4] <= 'Z')
            by = at;
    if (!by)
        return false;
    *by = 0;
    r->act = r->text;
    r->rule = by + 4;
    r->reason = r->near = NULL;
    end = by + 4 + strcspn(by + 4, " ");
    if (strncmp(end, " as ", 4) == 0) {
        *end = 0;
        r->reason = end + 4;
        end += 4 + strcspn(end + 4, " ");
    }
    if (strncmp(end, " near ", 6) == 0) {
        *end = 0;
        r->near = end + 6;
        return true;
    }
    return *end == 0;
}

static void compare_refusal(struct case_play *p, const struct refusal_words *r,
                            const struct tc_refusal *why)
{
    const char *reason = p->bk->rules->reasons[why->reason].name;
    char got[512] = "";
    struct tc_text t = tc_text_on(got, sizeof got);

    if (!why->rule || strcmp(r->rule, why->rule) != 0) {
        tc_say_refusal(p->bk->rules, p->bk, why, &t);
        case_fault(p, "refused by %s, not %s: %s", why->rule ? why->rule : "no rule", r->rule,
                   got);
        return;
    }
    if (r->reason && (!reason || strcmp(r->reason, reason) != 0)) {
        tc_say_refusal(p->bk->rules, p->bk, why, &t);
        case_fault(p, "refused as %s, not as %s: %s", reason ? reason : "-", r->reason, got);
        return;
    }
    if (why->has_nearest)
        tc_print_act(p->bk->rules, p->bk, &why->nearest, &t);
    if (r->near && strcmp(r->near, got) != 0)
        case_fault(p, "the nearest legal act is \"%s\", not \"%s\"", got, r->near);
}

static void expect_refuse(struct case_play *p, const char *text)
{
    struct refusal_words r;
    struct tc_refusal why;
    struct tc_act a;
    char now[160];

    if (!read_refusal(text, &r)) {
        case_fault(p, "write: refuse ACT by RULE [as REASON] [near ACT]");
        return;
    }
    if (p->g.status != TC_WAITS_ANSWER) {
        case_fault(p, "%s", case_status(p, now, sizeof now));
        return;
    }
    if (!case_read_act(p, r.act, &a))
        return;
    memset(&why, 0, sizeof why);
    if (judge_now(p, &a, &why)) {
        case_fault(p, "\"%s\" is legal; it should be refused by %s", r.act, r.rule);
    } else {
        case_mark_refusal(p, &a, &why);
        compare_refusal(p, &r, &why);
    }
}

/* --- The whole list of offers ------------------------------------------------------------ */

struct tc_offers *case_offers(struct case_play *p)
{
    struct tc_view v = { p->bk, tc_game_state(&p->g), &p->g.u.open };
    struct tc_offers *all = malloc(sizeof *all);

    if (!all)
        abort();
    *all = *p->g.u.open_offers;
    if (p->bk->rules->questions[v.q->question].decl.flags & TC_F_FREE)
        tc_list_answers(p->bk->rules, &v, all);
    return all;
}

static void print_offers(struct case_play *p, const struct tc_offers *all)
{
    char line[512];

    for (int i = 0; i < all->n; i++) {
        struct tc_text t = tc_text_on(line, sizeof line);

        tc_print_act(p->bk->rules, p->bk, &all->act[i], &t);
        fprintf(p->out, "    | offer %s\n", line);
    }
}

static bool is_offered(const struct tc_offers *all, const struct tc_act *a)
{
    for (int i = 0; i < all->n; i++)
        if (tc_same_act(&all->act[i], a))
            return true;
    return false;
}

/* Do the acts, divided by semicolons, make up the whole list? */
static bool same_list(struct case_play *p, const struct tc_offers *all, const char *text)
{
    char list[1024], *save = NULL;
    struct tc_act a;
    int n = 0;

    snprintf(list, sizeof list, "%s", text);
    for (char *s = strtok_r(list, ";", &save); s; s = strtok_r(NULL, ";", &save), n++) {
        s += strspn(s, " ");
        for (size_t k = strlen(s); k && s[k - 1] == ' '; k--)
            s[k - 1] = 0;
        if (!case_read_act(p, s, &a))
            return true; /* said already */
        if (!is_offered(all, &a))
            return false;
    }
    return n == all->n;
}

/* offers N, or offers ACT; ACT; ... */
static void expect_offers(struct case_play *p, const char *text)
{
    char now[160];
    int64_t n;

    if (p->g.status != TC_WAITS_ANSWER) {
        case_fault(p, "nothing is offered: %s", case_status(p, now, sizeof now));
        return;
    }
    struct tc_offers *all = case_offers(p);
    bool same = tc_read_int(text, strlen(text), &n) ? n == all->n : same_list(p, all, text);
    if (!same) {
        case_fault(p, "%d are offered:", all->n);
        print_offers(p, all);
    }
    free(all);
}

/* show offers, show events, show status: for the writer of a case; nothing is expected. */
static void show(struct case_play *p, struct case_words *w)
{
    char now[160];

    if (w->n == 2 && strcmp(w->w[1], "events") == 0) {
        case_list_events(p);
    } else if (w->n == 2 && strcmp(w->w[1], "offers") == 0 && p->g.status == TC_WAITS_ANSWER) {
        struct tc_offers *all = case_offers(p);

        print_offers(p, all);
        free(all);
    } else if (w->n == 2 &&
               (strcmp(w->w[1], "status") == 0 || strcmp(w->w[1], "offers") == 0)) {
        fprintf(p->out, "    | %s\n", case_status(p, now, sizeof now));
    } else {
        case_fault(p, "write: show offers, show events or show status");
    }
}

static void expect_over(struct case_play *p, struct case_words *w, int first, bool wanted)
{
    const struct tc_head *h = tc_game_state(&p->g);
    char now[160];
    bool over = p->g.status == TC_IS_OVER;
    const char *winner = !over                  ? ""
                         : h->winner == TC_NONE ? "draw"
                                                : p->bk->side_name[h->winner];
    bool same = over && (w->n == first + 1 ? !wanted : strcmp(w->w[first + 1], winner) == 0);

    if (same == wanted)
        return;
    if (over)
        case_fault(p, "it ends with: %s", winner);
    else
        case_fault(p, "it is not over: %s", case_status(p, now, sizeof now));
}

/* wants [N DIE] [by RULE]; `not wants` alone: no dice are wanted at all. */
static void expect_wants(struct case_play *p, struct case_words *w, int first, bool wanted)
{
    const char *rule = case_take_rule(w);
    int64_t n = 0;
    char now[160];
    bool plain = w->n == first + 1, waits = p->g.status == TC_WAITS_DICE;

    if (!plain &&
        (w->n != first + 3 || !tc_read_int(w->w[first + 1], strlen(w->w[first + 1]), &n))) {
        case_fault(p, "write: wants N DIE [by RULE]");
        return;
    }
    bool same = waits && case_same_rule(rule, p->g.u.open_rule) &&
                (plain || (p->g.u.open_dice == n &&
                           strcmp(tc_die_kind[p->g.u.open_die].name, w->w[first + 2]) == 0));
    p->wanted |= same && wanted && !plain;
    if (same != wanted)
        case_fault(p, "%s", case_status(p, now, sizeof now));
}

/* --- One line --- */

static bool is_event_word(const char *s)
{
    static const char *const word[] = { "event", "mod", "sum", "roll", "pool", NULL };

    return tc_find_word(word, s, strlen(s)) != TC_NONE;
}

/* Lines that may carry a `not` before them. */
static bool either_way(struct case_play *p, struct case_words *w, const char *text, bool wanted)
{
    int first = !wanted;
    const char *word = w->w[first];

    if (is_event_word(word))
        case_expect_event(p, w, first, wanted ? CASE_SOMEWHERE : CASE_NOWHERE);
    else if (strcmp(word, "ask") == 0)
        expect_ask(p, w, first, wanted);
    else if (strcmp(word, "offer") == 0)
        expect_offer(p, case_after(text, first + 1), wanted);
    else if (strcmp(word, "field") == 0)
        expect_field(p, w, first, wanted);
    else if (strcmp(word, "over") == 0)
        expect_over(p, w, first, wanted);
    else if (strcmp(word, "wants") == 0)
        expect_wants(p, w, first, wanted);
    else
        return false;
    return true;
}

bool case_expect(struct case_play *p, struct case_words *w, const char *text)
{
    if (strcmp(w->w[0], "not") == 0)
        return w->n > 1 && either_way(p, w, text, false);
    if (either_way(p, w, text, true))
        return true;
    if (strcmp(w->w[0], "then") == 0 && w->n > 1 && is_event_word(w->w[1]))
        case_expect_event(p, w, 1, CASE_LATER);
    else if (strcmp(w->w[0], "refuse") == 0)
        expect_refuse(p, case_after(text, 1));
    else if (strcmp(w->w[0], "offers") == 0)
        expect_offers(p, case_after(text, 1));
    else if (strcmp(w->w[0], "odds") == 0)
        case_expect_odds(p, case_after(text, 1));
    else if (strcmp(w->w[0], "show") == 0)
        show(p, w);
    else
        return false;
    return true;
}
