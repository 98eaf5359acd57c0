/* protocol/gist.c - chances in one line: what matters first. */
#include "protocol/gist.h"

#include <string.h>

#include "kernel/ruleset.h"

enum { KINDS = 64, TOLD = 6, COUNTED = 2 };

/* Outcomes of one kind: the same event, about the same thing. */
struct kind {
    struct tc_event first;
    uint64_t chance; /* millionths */
    uint64_t sum;    /* of chance times the number it counts */
    bool counts;     /* it says how many: hits, figures, points */
    bool varies;     /* other numbers differ from row to row */
    int row;         /* the last one that told it */
};

/* Which parameter says how many; -1: none. */
static int count_param(const struct tc_decl *d)
{
    static const char *const word[] = { "hits",       "figures", "points",    "losses",
                                        "casualties", "fall",    "companies", "levels",
                                        "bases",      "dps",     "men" };

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        for (size_t k = 0; d->param[i].kind == TC_K_INT && k < sizeof word / sizeof word[0];
             k++)
            if (!strcmp(d->param[i].name, word[k]))
                return i;
    return -1;
}

/* Do two events tell the same, numbers apart? *exactly: numbers too. */
static bool same_kind(const struct tc_decl *d, const struct tc_event *a,
                      const struct tc_event *b, bool *exactly)
{
    *exactly = true;
    if (a->id != b->id)
        return false;
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        int at = tc_decl_place(d, i);
        bool number = d->param[i].kind == TC_K_INT || d->param[i].kind == TC_K_LENGTH;
        if (a->arg[at] == b->arg[at])
            continue;
        if (!number || d->param[i].flags & TC_P_TOLD)
            return false;
        *exactly = false;
    }
    return true;
}

/* The kind an event belongs to, made if there is none yet; NULL: there is no room. */
static struct kind *kind_of(const struct tc_ruleset *r, struct kind *kind, int *n,
                            const struct tc_event *e)
{
    const struct tc_decl *d = &r->events[e->id];
    bool exactly = true;
    int i = 0;

    while (i < *n && !same_kind(d, &kind[i].first, e, &exactly))
        i++;
    if (i == KINDS)
        return NULL;
    if (i == *n)
        kind[(*n)++] =
            (struct kind){ .first = *e, .counts = count_param(d) >= 0, .row = TC_NONE };
    else
        kind[i].varies |= !exactly;
    return &kind[i];
}

/* A row counts once for the chance of a kind, however often it tells it; what is counted adds
 * up. */
static void add_row(const struct tc_ruleset *r, struct kind *kind, int *n,
                    const struct tc_odds_row *row, int number)
{
    for (int i = 0; i < row->n; i++) {
        const struct tc_event *e = &row->event[i];
        struct kind *k = kind_of(r, kind, n, e);
        int counts = count_param(&r->events[e->id]);
        if (!k)
            continue;
        k->chance += k->row == number ? 0 : row->millionths;
        k->varies |= k->row == number && counts >= 0;
        k->row = number;
        if (counts >= 0 && e->arg[tc_decl_place(&r->events[e->id], counts)] > 0)
            k->sum +=
                row->millionths * (uint64_t)e->arg[tc_decl_place(&r->events[e->id], counts)];
    }
}

/* What decides a fight comes before what merely happened, that nothing happened last. */
static int gravity(const char *name)
{
    static const char *const grave[] = {
        "routs",      "routed",    "retreats", "destroyed",     "eliminated", "captured",
        "left-table", "shaken",    "left-map", "leader-killed", "broken",     "disordered",
        "evades",     "melee-won", "result",   "leader-falls",  "fell-back",  "gun-captured",
    };
    static const char *const calm[] = { "stood",        "kept-order",    "halts",
                                        "melee-result", "fire-result",   "fight-over",
                                        "not-cleared",  "pursuit-points" };

    for (size_t i = 0; i < sizeof grave / sizeof grave[0]; i++)
        if (!strcmp(name, grave[i]))
            return 2;
    for (size_t i = 0; i < sizeof calm / sizeof calm[0]; i++)
        if (!strcmp(name, calm[i]))
            return 0;
    return 1;
}

static void print_percent(uint64_t millionths, struct tc_text *out)
{
    if (millionths > 995000 && millionths < 1000000)
        tc_text_str(out, tc_word("over 99"));
    else
        tc_text_int(out, (int64_t)((millionths + 5000) / 10000));
    tc_text_char(out, '%');
}

/* Who or what it is about, if it is somebody. */
static bool say_subject(const struct tc_book *bk, const struct tc_decl *d,
                        const struct tc_event *e, struct tc_text *out)
{
    const struct tc_param *p = &d->param[0];

    if (p->kind != TC_K_NAME || !bk->rules->say_name || e->arg[0] < 0 ||
        e->arg[0] >= bk->rules->names(bk, p->list))
        return false;
    bk->rules->say_name(bk, p->list, e->arg[0], out);
    return true;
}

static void print_words(const char *name, struct tc_text *out)
{
    for (; *name; name++)
        tc_text_char(out, *name == '-' ? ' ' : *name);
}

/* "expected hits 2.1"; of several such, "Waldeck 1: expected points 1.4". */
static void say_count(const struct tc_book *bk, const struct kind *k, bool alone,
                      struct tc_text *out)
{
    const struct tc_decl *d = &bk->rules->events[k->first.id];
    uint64_t tenths = (k->sum + 50000) / 100000;

    if (!alone && say_subject(bk, d, &k->first, out))
        tc_text_str(out, ": ");
    tc_text_str(out, tc_word("expected "));
    tc_text_str(out, tc_word(d->param[count_param(d)].name));
    tc_text_char(out, ' ');
    tc_text_int(out, (int64_t)(tenths / 10));
    tc_text_char(out, '.');
    tc_text_int(out, (int64_t)(tenths % 10));
}

/* Its sentence without the stop; where its numbers differ, who and what. */
static void say_kind(const struct tc_book *bk, const struct kind *k, struct tc_text *out)
{
    const struct tc_decl *d = &bk->rules->events[k->first.id];

    if (k->varies) {
        if (say_subject(bk, d, &k->first, out))
            tc_text_str(out, ": ");
        print_words(tc_word(d->name), out);
    } else {
        tc_print_text(bk->rules, bk, d, k->first.arg, out);
        while (out->len && (out->buf[out->len - 1] == '.' || out->buf[out->len - 1] == ' '))
            out->buf[--out->len] = 0;
    }
    tc_text_char(out, ' ');
    print_percent(k->chance, out);
}

/* The gravest of those not told yet, of these the likeliest; -1: none that is likely enough. */
static int next_kind(const struct tc_ruleset *r, const struct kind *kind, int n, bool counts)
{
    int best = -1;

    for (int i = 0; i < n; i++) {
        if (kind[i].counts != counts || kind[i].chance < ODDS_RARE ||
            (counts && kind[i].sum < 50000))
            continue;
        int by = best < 0 ? 1
                          : gravity(r->events[kind[i].first.id].name) -
                                gravity(r->events[kind[best].first.id].name);
        if (by > 0 || (by == 0 && kind[i].chance > kind[best].chance))
            best = i;
    }
    return best;
}

/* Counts first where they are fire or losses, then what they bring about. */
void js_gist(const struct tc_book *bk, const struct tc_odds *o, struct tc_text *out)
{
    struct kind kind[KINDS];
    int n = 0, counts = 0, told = 0;

    for (int i = 0; i < o->rows; i++)
        add_row(bk->rules, kind, &n, &o->row[i], i);
    for (int i = 0; i < n; i++) {
        kind[i].counts &= kind[i].varies; /* a number that is always the same is in the text */
        counts += kind[i].counts && kind[i].sum >= 50000;
    }
    for (int pass = 1; pass >= 0; pass--) {
        int most = pass ? COUNTED : TOLD;
        for (int i; told < most && (i = next_kind(bk->rules, kind, n, pass)) >= 0; told++) {
            tc_text_str(out, told ? "; " : "");
            if (pass)
                say_count(bk, &kind[i], counts == 1, out);
            else
                say_kind(bk, &kind[i], out);
            kind[i].chance = 0;
        }
    }
}

int js_rare(const struct tc_odds *o, uint64_t *millionths)
{
    int n = 0;

    *millionths = 0;
    for (int i = 0; i < o->rows; i++)
        if (o->row[i].millionths < ODDS_RARE) {
            n++;
            *millionths += o->row[i].millionths;
        }
    return n;
}
