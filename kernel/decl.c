/* kernel/decl.c - notation derived from declarations; sentences are in say.c. */
#include "kernel/decl.h"

#include <string.h>

#include "kernel/ruleset.h"

/* Legs behind the last are not looked at: an act that is kept need not have room for them. */
bool tc_same_act(const struct tc_act *a, const struct tc_act *b)
{
    return memcmp(a, b, offsetof(struct tc_act, seg)) == 0 &&
           memcmp(a->seg, b->seg, (size_t)a->segs * sizeof a->seg[0]) == 0;
}

int tc_decl_place(const struct tc_decl *d, int i)
{
    int at = 0;

    for (int k = 0; k < i; k++)
        at += d->param[k].kind == TC_K_POINT ? 2 : 1;
    return at;
}

static int params(const struct tc_decl *d)
{
    int n = 0;

    while (n < TC_ARGS && d->param[n].kind != TC_K_END)
        n++;
    return n;
}

int tc_find_word(const char *const *words, const char *s, size_t n)
{
    for (int i = 0; words && words[i]; i++)
        if (strlen(words[i]) == n && memcmp(words[i], s, n) == 0)
            return i;
    return TC_NONE;
}

int tc_find_name(const struct tc_ruleset *r, const struct tc_book *bk, int list, const char *s,
                 size_t n)
{
    int count = r->names(bk, list);

    for (int i = 0; i < count; i++) {
        const char *name = r->name_of(bk, list, i);
        if (strlen(name) == n && memcmp(name, s, n) == 0)
            return i;
    }
    return TC_NONE;
}

/* --- Values --------------------------------------------------------------- */

static void print_name(const struct tc_ruleset *r, const struct tc_book *bk, int list,
                       int32_t v, struct tc_text *out)
{
    if (v < 0 || v >= r->names(bk, list))
        tc_text_str(out, "none");
    else
        tc_text_str(out, r->name_of(bk, list, v));
}

static void print_word(const char *const *words, int32_t v, struct tc_text *out)
{
    for (int32_t i = 0; words && words[i]; i++)
        if (i == v) {
            tc_text_str(out, words[i]);
            return;
        }
    if (v == TC_NONE)
        tc_text_str(out, "none");
    else
        tc_text_int(out, v);
}

/* A set of dice by their place in the throw: 1+3; none is 0. */
static void print_dice(int32_t set, struct tc_text *out)
{
    bool some = false;

    for (int i = 0; i < 30; i++)
        if (set >> i & 1) {
            if (some)
                tc_text_char(out, '+');
            tc_text_int(out, i + 1);
            some = true;
        }
    if (!some)
        tc_text_char(out, '0');
}

static void print_hex(int32_t v, struct tc_text *out)
{
    if (v < 0) {
        tc_text_str(out, "none");
        return;
    }
    for (int32_t d = v >= 10000 ? 100000 : 1000; d; d /= 10)
        tc_text_char(out, (char)('0' + v / d % 10));
}

void tc_print_value(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_param *p, const int32_t *arg, struct tc_text *out)
{
    switch ((enum tc_kind)p->kind) {
    case TC_K_END: break;
    case TC_K_INT: tc_text_int(out, *arg); break;
    case TC_K_LENGTH: tc_text_length(out, *arg); break;
    case TC_K_ANGLE: tc_text_angle(out, *arg); break;
    case TC_K_BOOL: tc_text_str(out, *arg ? "yes" : "no"); break;
    case TC_K_SIDE:
        tc_text_str(out, *arg == 0 || *arg == 1 ? bk->side_name[*arg] : "none");
        break;
    case TC_K_WORD: print_word(p->words, *arg, out); break;
    case TC_K_NAME: print_name(r, bk, p->list, *arg, out); break;
    case TC_K_HEX: print_hex(*arg, out); break;
    case TC_K_POINT:
        tc_text_length(out, arg[0]);
        tc_text_char(out, ',');
        tc_text_length(out, arg[1]);
        break;
    case TC_K_DICE: print_dice(*arg, out); break;
    case TC_K_MSG:
        if (*arg >= 0 && *arg < r->label_count)
            tc_text_str(out, r->labels[*arg].text);
        break;
    case TC_K_STEP:
        tc_text_str(out, *arg >= 0 && *arg < r->step_count ? r->steps[*arg].name : "none");
        break;
    case TC_K_ENDING: print_word(r->endings, *arg, out); break;
    }
}

static bool bad_value(struct tc_why *why, const struct tc_param *p, const char *s, size_t n,
                      const char *allowed)
{
    char got[64];
    struct tc_text t = tc_text_on(got, sizeof got);

    tc_text_bytes(&t, s, n);
    tc_fail(why, TC_E_SYNTAX, p->name, "{0} cannot be \"{1}\": {2}.", p->name, got, allowed);
    return false;
}

static bool parse_word(const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                       struct tc_why *why)
{
    char list[256];
    struct tc_text t = tc_text_on(list, sizeof list);

    *arg = tc_find_word(p->words, s, n);
    if (*arg != TC_NONE || (n == 4 && memcmp(s, "none", 4) == 0))
        return true;
    tc_text_str(&t, "it is one of ");
    uint32_t first = t.len;
    for (int i = 0; p->words[i]; i++) {
        if (strcmp(p->words[i], "none") == 0)
            continue; /* it can be left out instead */
        tc_text_str(&t, t.len > first ? ", " : "");
        tc_text_str(&t, p->words[i]);
    }
    return bad_value(why, p, s, n, list);
}

static bool parse_name(const struct tc_ruleset *r, const struct tc_book *bk,
                       const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                       struct tc_why *why)
{
    char text[96];
    struct tc_text t = tc_text_on(text, sizeof text);

    *arg = tc_find_name(r, bk, p->list, s, n);
    if (*arg != TC_NONE || (n == 4 && memcmp(s, "none", 4) == 0))
        return true;
    tc_text_str(&t, "there is no ");
    tc_text_str(&t, r->lists[p->list].name);
    tc_text_str(&t, " of that name in this battle");
    return bad_value(why, p, s, n, text);
}

static bool parse_dice(const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                       struct tc_why *why)
{
    int32_t set = 0, at = 0;

    for (size_t i = 0; i <= n; i++) {
        if (i < n && s[i] >= '0' && s[i] <= '9' && at < 30) {
            at = at * 10 + (s[i] - '0');
            continue;
        }
        if ((i < n && s[i] != '+') || at > 30)
            return bad_value(why, p, s, n, "dice are named by their place, as in 1+3");
        if (at)
            set |= (int32_t)1 << (at - 1);
        at = 0;
    }
    *arg = set;
    return true;
}

static bool parse_point(const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                        struct tc_why *why)
{
    const char *comma = memchr(s, ',', n);

    if (!comma || !tc_read_length(s, (size_t)(comma - s), &arg[0]) ||
        !tc_read_length(comma + 1, n - (size_t)(comma - s) - 1, &arg[1]))
        return bad_value(why, p, s, n, "a place is two numbers in inches, as in 12.5,30");
    return true;
}

static bool parse_int(const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                      struct tc_why *why)
{
    int64_t v;

    if (!tc_read_int(s, n, &v) || v > INT32_MAX || v < INT32_MIN)
        return bad_value(why, p, s, n, "it must be a whole number");
    *arg = (int32_t)v;
    return true;
}

static bool is_none(const char *s, size_t n)
{
    return n == 4 && memcmp(s, "none", 4) == 0;
}

static bool parse_hex(const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                      struct tc_why *why)
{
    int64_t v;

    *arg = TC_NONE;
    if (is_none(s, n))
        return true;
    if ((n != 4 && n != 6) || !tc_read_int(s, n, &v) || s[0] == '-' || s[0] == '+')
        return bad_value(why, p, s, n, "a hex is four digits, as in 0712, or six on wide maps");
    *arg = (int32_t)v;
    return true;
}

static bool parse_step(const struct tc_ruleset *r, const struct tc_param *p, const char *s,
                       size_t n, int32_t *arg, struct tc_why *why)
{
    for (int i = 0; i < r->step_count; i++)
        if (strlen(r->steps[i].name) == n && memcmp(r->steps[i].name, s, n) == 0) {
            *arg = i;
            return true;
        }
    return bad_value(why, p, s, n, "there is no such step in the sequence of play");
}

static bool parse_ending(const struct tc_ruleset *r, const struct tc_param *p, const char *s,
                         size_t n, int32_t *arg, struct tc_why *why)
{
    *arg = tc_find_word(r->endings, s, n);
    return *arg != TC_NONE || bad_value(why, p, s, n, "no battle of this system ends so");
}

static bool parse_side(const struct tc_book *bk, const struct tc_param *p, const char *s,
                       size_t n, int32_t *arg, struct tc_why *why)
{
    for (int side = 0; side < TC_SIDES; side++)
        if (strlen(bk->side_name[side]) == n && memcmp(bk->side_name[side], s, n) == 0) {
            *arg = side;
            return true;
        }
    *arg = TC_NONE;
    return is_none(s, n) || bad_value(why, p, s, n, "that is no side of this battle");
}

bool tc_parse_value(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_param *p, const char *s, size_t n, int32_t *arg,
                    struct tc_why *why)
{
    switch ((enum tc_kind)p->kind) {
    case TC_K_END:
    case TC_K_MSG: return false;
    case TC_K_INT: return parse_int(p, s, n, arg, why);
    case TC_K_HEX: return parse_hex(p, s, n, arg, why);
    case TC_K_STEP: return parse_step(r, p, s, n, arg, why);
    case TC_K_ENDING: return parse_ending(r, p, s, n, arg, why);
    case TC_K_LENGTH:
        return tc_read_length(s, n, arg) ||
               bad_value(why, p, s, n, "it must be a length in inches with up to 3 decimals");
    case TC_K_ANGLE:
        return tc_read_angle(s, n, arg) ||
               bad_value(why, p, s, n, "it must be an angle in degrees");
    case TC_K_BOOL:
        *arg = n == 3 && memcmp(s, "yes", 3) == 0;
        return *arg || (n == 2 && memcmp(s, "no", 2) == 0) ||
               bad_value(why, p, s, n, "it must be yes or no");
    case TC_K_SIDE: return parse_side(bk, p, s, n, arg, why);
    case TC_K_WORD: return parse_word(p, s, n, arg, why);
    case TC_K_NAME: return parse_name(r, bk, p, s, n, arg, why);
    case TC_K_POINT: return parse_point(p, s, n, arg, why);
    case TC_K_DICE: return parse_dice(p, s, n, arg, why);
    }
    return false;
}

/* --- Notation --------------------------------------------------------------- */

static void print_legs(const struct tc_ruleset *r, const struct tc_act *a, struct tc_text *out)
{
    for (int i = 0; i < a->segs && i < TC_SEGS; i++) {
        const struct tc_seg *g = &a->seg[i];
        if (g->leg < 0 || g->leg >= r->leg_count)
            continue;
        tc_text_char(out, ' ');
        tc_text_str(out, r->legs[g->leg].name);
        tc_text_char(out, ' ');
        if (r->legs[g->leg].kind == TC_K_ANGLE)
            tc_text_angle(out, g->value);
        else
            tc_text_length(out, g->value);
    }
}

void tc_print_act(const struct tc_ruleset *r, const struct tc_book *bk, const struct tc_act *a,
                  struct tc_text *out)
{
    if (a->verb < 0 || a->verb >= r->verb_count) {
        tc_text_str(out, "none");
        return;
    }
    const struct tc_decl *d = &r->verbs[a->verb];
    tc_text_str(out, d->name);
    for (int i = 0; i < params(d); i++) {
        const struct tc_param *p = &d->param[i];
        const int32_t *v = a->arg + tc_decl_place(d, i);
        if ((p->flags & TC_P_KEY) && *v == p->none)
            continue;
        tc_text_char(out, ' ');
        if (p->flags & TC_P_KEY) {
            tc_text_str(out, p->name);
            tc_text_char(out, '=');
        }
        tc_print_value(r, bk, p, v, out);
    }
    print_legs(r, a, out);
}

struct words {
    const char *p, *end;
};

/* The next blank-separated word; false at the end. */
static bool next_word(struct words *w, const char **s, size_t *n)
{
    while (w->p < w->end && (*w->p == ' ' || *w->p == '\t'))
        w->p++;
    *s = w->p;
    while (w->p < w->end && *w->p != ' ' && *w->p != '\t')
        w->p++;
    *n = (size_t)(w->p - *s);
    return *n > 0;
}

static int find_leg(const struct tc_ruleset *r, const char *s, size_t n)
{
    for (int i = 0; i < r->leg_count; i++)
        if (strlen(r->legs[i].name) == n && memcmp(r->legs[i].name, s, n) == 0)
            return i;
    return TC_NONE;
}

static int find_verb(const struct tc_ruleset *r, const char *s, size_t n)
{
    for (int i = 0; i < r->verb_count; i++)
        if (strlen(r->verbs[i].name) == n && memcmp(r->verbs[i].name, s, n) == 0)
            return i;
    return TC_NONE;
}

static enum tc_err bad_word(struct tc_why *why, enum tc_err err, const char *text,
                            const char *s, size_t n, const char *more)
{
    char got[64];
    struct tc_text t = tc_text_on(got, sizeof got);

    tc_text_bytes(&t, s, n);
    return tc_fail(why, err, "act", text, got, more);
}

/* key=value: find the parameter called key. */
static int find_key(const struct tc_decl *d, const char *s, size_t n)
{
    for (int i = 0; i < params(d); i++)
        if (strlen(d->param[i].name) == n && memcmp(d->param[i].name, s, n) == 0)
            return i;
    return TC_NONE;
}

static enum tc_err parse_leg(const struct tc_ruleset *r, struct words *w, int leg,
                             struct tc_act *out, struct tc_why *why)
{
    const char *s;
    size_t n;
    int32_t v;

    if (out->segs == TC_SEGS)
        return tc_fail(why, TC_E_FULL, "act", "A path has at most 12 legs.");
    if (!next_word(w, &s, &n))
        return tc_fail(why, TC_E_SYNTAX, "act", "{0} needs a number behind it.",
                       r->legs[leg].name);
    bool ok =
        r->legs[leg].kind == TC_K_ANGLE ? tc_read_angle(s, n, &v) : tc_read_length(s, n, &v);
    if (!ok)
        return bad_word(why, TC_E_SYNTAX, "{1} cannot be \"{0}\": it takes a number.", s, n,
                        r->legs[leg].name);
    out->seg[out->segs++] = (struct tc_seg){ leg, v };
    return TC_OK;
}

static void put_defaults(const struct tc_decl *d, struct tc_act *out)
{
    for (int i = 0; i < params(d); i++)
        if (d->param[i].flags & TC_P_KEY)
            out->arg[tc_decl_place(d, i)] = d->param[i].none;
}

/* The value of a parameter from its word; the parameter may be given once. */
static enum tc_err put_param(const struct tc_ruleset *r, const struct tc_book *bk,
                             const struct tc_decl *d, int i, const char *s, size_t n,
                             unsigned *seen, struct tc_act *out, struct tc_why *why)
{
    if (*seen >> i & 1)
        return tc_fail(why, TC_E_KEY, "act", "{0} is given twice.", d->param[i].name);
    *seen |= 1u << i;
    if (tc_parse_value(r, bk, &d->param[i], s, n, out->arg + tc_decl_place(d, i), why))
        return TC_OK;
    return why ? why->err : TC_E_SYNTAX;
}

static enum tc_err parse_rest(const struct tc_ruleset *r, const struct tc_book *bk,
                              const struct tc_decl *d, struct words *w, struct tc_act *out,
                              struct tc_why *why)
{
    const char *s;
    size_t n;
    int at = 0;
    unsigned seen = 0;

    while (next_word(w, &s, &n)) {
        const char *eq = memchr(s, '=', n);
        int leg = d->flags & TC_F_PATH ? find_leg(r, s, n) : TC_NONE;
        int key = eq ? find_key(d, s, (size_t)(eq - s)) : TC_NONE;
        enum tc_err err;

        while (at < params(d) && (d->param[at].flags & TC_P_KEY || seen >> at & 1))
            at++;
        if (key != TC_NONE)
            err = put_param(r, bk, d, key, eq + 1, n - (size_t)(eq - s) - 1, &seen, out, why);
        else if (leg != TC_NONE)
            err = parse_leg(r, w, leg, out, why);
        else if (at < params(d))
            err = put_param(r, bk, d, at, s, n, &seen, out, why);
        else
            err = bad_word(why, TC_E_SYNTAX, "\"{0}\" is one word too many for {1}.", s, n,
                           d->name);
        if (err != TC_OK)
            return err;
    }
    for (int i = 0; i < params(d); i++)
        if (!(d->param[i].flags & TC_P_KEY) && !(seen >> i & 1))
            return tc_fail(why, TC_E_SYNTAX, "act", "{0} needs its {1}.", d->name,
                           d->param[i].name);
    return TC_OK;
}

enum tc_err tc_parse_act(const struct tc_ruleset *r, const struct tc_book *bk, const char *line,
                         size_t n, struct tc_act *out, struct tc_why *why)
{
    struct words w = { line, line + n };
    struct tc_act a;
    const char *s;
    size_t len;

    memset(&a, 0, sizeof a);
    if (memchr(line, 0, n))
        return tc_fail(why, TC_E_SYNTAX, "act", "An act holds no zero bytes.");
    if (!next_word(&w, &s, &len))
        return tc_fail(why, TC_E_SYNTAX, "act", "An act begins with a verb.");
    int verb = find_verb(r, s, len);
    if (verb == TC_NONE)
        return bad_word(why, TC_E_NAME, "There is no verb \"{0}\" in {1}.", s, len, r->name);
    a.verb = (int16_t)verb;
    put_defaults(&r->verbs[verb], &a);
    enum tc_err err = parse_rest(r, bk, &r->verbs[verb], &w, &a, why);
    if (err == TC_OK)
        *out = a;
    return err;
}

/* --- Refusals ---------------------------------------------------------------- */

bool tc_refuse_args(struct tc_refusal *why, const char *rule, int reason, const int32_t *arg)
{
    TC_NAMED(rule);
    if (why) {
        memset(why, 0, sizeof *why);
        why->rule = rule;
        why->reason = reason;
        memcpy(why->arg, arg, sizeof why->arg);
    }
    return false;
}

bool tc_refuse_near_args(struct tc_refusal *why, const struct tc_act *nearest, const char *rule,
                         int reason, const int32_t *arg)
{
    tc_refuse_args(why, rule, reason, arg);
    if (why) {
        why->has_nearest = true;
        why->nearest = *nearest;
    }
    return false;
}

void tc_say_refusal(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_refusal *why, struct tc_text *out)
{
    if (why->reason < 0 || why->reason >= r->reason_count)
        return;
    tc_print_text(r, bk, &r->reasons[why->reason], why->arg, out);
}
