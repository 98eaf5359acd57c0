/* protocol/gist.c - chances in one line: what matters first. */
#include "protocol/gist.h"

#include <string.h>

#include "kernel/ruleset.h"

enum { ITEMS = 96, TOLD = 6, AVERAGES = 2, TEXT = 120, NOBODY = -1 };

/* One thing that may come of it: the same words about the same name, or a number to expect. */
struct item {
    char text[TEXT];
    int list, who;   /* list NOBODY: the words say it all */
    uint64_t chance; /* millionths */
    uint64_t sum;    /* of chance times the number */
    int32_t low, high;
    int grade, row; /* the last row that told it */
    bool average, length, fails;
};

struct gist {
    const struct tc_book *bk;
    const struct tc_ruleset *r;
    const struct tc_odds *odds;
    int n;
    struct item item[ITEMS];
};

static const struct tc_brief *brief_of(const struct tc_ruleset *r, const struct tc_event *e)
{
    static const struct tc_brief none = { .kind = TC_BRIEF_FACT, .grade = 1 };

    return r->briefs && r->briefs[e->id].text ? &r->briefs[e->id] : &none;
}

/* Whom an event is about, by parameter i; a list of NOBODY: no name. */
static void find_subject(const struct gist *g, const struct tc_event *e, int i, int *list,
                         int *who)
{
    const struct tc_decl *d = &g->r->events[e->id];
    const struct tc_param *p = &d->param[i];
    int at = tc_decl_place(d, i);

    *list = *who = NOBODY;
    if (p->kind != TC_K_NAME || !brief_of(g->r, e)->text || e->arg[at] < 0 ||
        e->arg[at] >= g->r->names(g->bk, p->list))
        return;
    *list = p->list;
    *who = e->arg[at];
}

static struct item *item_of(struct gist *g, const struct item *like)
{
    int i = 0;

    while (i < g->n &&
           (g->item[i].list != like->list || g->item[i].who != like->who ||
            g->item[i].average != like->average || strcmp(g->item[i].text, like->text) != 0))
        i++;
    if (i == ITEMS)
        return NULL;
    if (i == g->n) {
        g->item[g->n++] = *like;
        g->item[i].row = NOBODY;
    }
    return &g->item[i];
}

/* The words of an event without its stop. */
static void say_brief(const struct gist *g, const struct tc_event *e, char *buf)
{
    struct tc_text t = tc_text_on(buf, TEXT);

    tc_print_brief(g->r, g->bk, e->id, e->arg, &t);
    while (t.len && t.buf[t.len - 1] == '.')
        t.buf[--t.len] = 0;
}

/* Does something graver happen to the same name in this row, or as grave and later? */
static bool is_outdone(const struct gist *g, const struct tc_odds_row *row, int i)
{
    int list, who, grade = brief_of(g->r, &row->event[i])->grade;

    find_subject(g, &row->event[i], 0, &list, &who);
    for (int k = 0; k < row->n; k++) {
        const struct tc_brief *b = brief_of(g->r, &row->event[k]);
        int other_list, other;
        find_subject(g, &row->event[k], 0, &other_list, &other);
        if (k != i && b->kind == TC_BRIEF_FATE && other_list == list && other == who &&
            (b->grade > grade || (b->grade == grade && k > i)))
            return true;
    }
    return false;
}

/* A fact that is told yes or no, and here it is no. */
static bool tells_no(const struct gist *g, const struct tc_event *e)
{
    const struct tc_decl *d = &g->r->events[e->id];

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        if (d->param[i].kind == TC_K_BOOL)
            return !e->arg[tc_decl_place(d, i)];
    return false;
}

/* A row counts once for the chance of an item, however often it tells it. */
static void add_chance(struct gist *g, int number, int i)
{
    const struct tc_odds_row *row = &g->odds->row[number];
    const struct tc_brief *b = brief_of(g->r, &row->event[i]);
    struct item like = { .grade = b->grade };
    like.fails = b->kind == TC_BRIEF_FACT && b->text && tells_no(g, &row->event[i]);

    if (b->kind == TC_BRIEF_FATE && is_outdone(g, row, i))
        return;
    find_subject(g, &row->event[i], 0, &like.list, &like.who);
    say_brief(g, &row->event[i], like.text);
    struct item *it = item_of(g, &like);
    if (it && it->row != number) {
        it->row = number;
        it->chance += row->millionths;
    }
}

/* What this row adds up to, of the number that event i counts. */
static void add_number(struct gist *g, int number, int i)
{
    const struct tc_odds_row *row = &g->odds->row[number];
    const struct tc_event *e = &row->event[i];
    const struct tc_brief *b = brief_of(g->r, e);
    const struct tc_decl *d = &g->r->events[e->id];
    struct item like = { .average = true, .low = INT32_MAX };
    int32_t sum = 0;

    like.length = b->which >= 0 && d->param[b->which].kind == TC_K_LENGTH;
    find_subject(g, e, b->whose, &like.list, &like.who);
    say_brief(g, e, like.text);
    struct item *it = item_of(g, &like);
    if (!it || it->row == number)
        return;
    for (int k = i; k < row->n; k++) {
        struct item other = { 0 };
        find_subject(g, &row->event[k], b->whose, &other.list, &other.who);
        if (row->event[k].id == e->id && other.list == it->list && other.who == it->who)
            sum += b->which < 0 ? 1 : row->event[k].arg[tc_decl_place(d, b->which)];
    }
    sum = sum < 0 ? 0 : sum;
    it->row = number;
    it->chance += row->millionths;
    it->sum += row->millionths * (uint64_t)sum;
    it->low = sum < it->low ? sum : it->low;
    it->high = sum > it->high ? sum : it->high;
}

static void add_row(struct gist *g, int number)
{
    const struct tc_odds_row *row = &g->odds->row[number];

    for (int i = 0; i < row->n; i++) {
        const struct tc_brief *b = brief_of(g->r, &row->event[i]);
        if (b->kind == TC_BRIEF_AVERAGE)
            add_number(g, number, i);
        else if (b->kind != TC_BRIEF_UNSAID)
            add_chance(g, number, i);
    }
}

/* --- Words --- */

static void print_percent(uint64_t millionths, struct tc_text *out)
{
    if (millionths > 995000 && millionths < 1000000)
        tc_text_str(out, tc_word("over 99"));
    else
        tc_text_int(out, (int64_t)((millionths + 5000) / 10000));
    tc_text_char(out, '%');
}

static void print_tenths(int64_t tenths, struct tc_text *out)
{
    tc_text_int(out, tenths / 10);
    if (tenths % 10) {
        tc_text_char(out, '.');
        tc_text_int(out, tenths % 10);
    }
}

static void say_who(const struct gist *g, const struct item *it, struct tc_text *out)
{
    if (g->r->say_name)
        g->r->say_name(g->bk, it->list, it->who, out);
    else
        tc_text_str(out, g->r->name_of(g->bk, it->list, it->who));
}

/* "expected hits 2.1", "expected 5.1 inches (2 to 6), DPs 0.2"; of several names, "Waldeck 1:
 * expected ...". */
static void say_average(const struct gist *g, const struct item *it, bool named, bool goes_on,
                        struct tc_text *out)
{
    uint64_t tenths = (it->sum + 50000) / 100000;

    if (named && it->list != NOBODY) {
        say_who(g, it, out);
        tc_text_str(out, ": ");
    }
    tc_text_str(out, goes_on ? "" : tc_word("expected "));
    tc_text_str(out, it->text);
    tc_text_str(out, it->text[0] ? " " : "");
    if (it->length) {
        tc_say_inches(g->r, (int64_t)(it->sum / 1000000), out);
        if (it->low < it->high) {
            tc_text_str(out, " (");
            print_tenths((it->low + 50) / 100, out);
            tc_text_str(out, tc_word(" to "));
            print_tenths((it->high + 50) / 100, out);
            tc_text_char(out, ')');
        }
        return;
    }
    print_tenths((int64_t)tenths, out);
}

static bool is_told(const struct item *it, bool average)
{
    return it->average == average && it->chance >= ODDS_RARE && (!average || it->sum >= 50000);
}

/* Are there numbers to expect of more than one name? */
static bool of_several(const struct gist *g)
{
    const struct item *first = NULL;

    for (int i = 0; i < g->n; i++) {
        if (!is_told(&g->item[i], true))
            continue;
        if (first && (first->list != g->item[i].list || first->who != g->item[i].who))
            return true;
        first = first ? first : &g->item[i];
    }
    return false;
}

/* The graver first; of equal grade success before failure, then the likelier. */
static bool before(const struct item *a, const struct item *b)
{
    if (a->grade != b->grade)
        return a->grade > b->grade;
    return a->fails != b->fails ? b->fails : a->chance > b->chance;
}

/* The gravest of those not told yet, of these the likeliest; of one name where one is given. */
static struct item *next_item(struct gist *g, bool average, const struct item *of)
{
    struct item *best = NULL;

    for (int i = 0; i < g->n; i++) {
        struct item *it = &g->item[i];
        if (!is_told(it, average) || (of && (it->list != of->list || it->who != of->who)))
            continue;
        if (!best || before(it, best))
            best = it;
    }
    return best;
}

/* "Kheul 1 routs 80%, is shaken 8%": all that may become of one name. */
static int say_fates(struct gist *g, struct item *first, int most, struct tc_text *out)
{
    int told = 0;

    if (first->list != NOBODY)
        say_who(g, first, out);
    for (struct item *it = first; it && told < most;
         told++, it = first->list == NOBODY ? NULL : next_item(g, false, first)) {
        const char *text = it->text;
        if (told)
            tc_text_str(out, ", ");
        else if (it->list != NOBODY && text[0] != ':')
            tc_text_char(out, ' ');
        tc_text_str(out, told && text[0] == ':' ? text + 2 : text);
        tc_text_char(out, ' ');
        print_percent(it->chance, out);
        it->chance = 0;
    }
    return told;
}

/* What is to be expected first where it is fire or losses, then what it brings about. */
void js_gist(const struct tc_book *bk, const struct tc_odds *o, struct tc_text *out)
{
    struct gist g = { .bk = bk, .r = bk->rules, .odds = o };
    int told = 0;
    uint32_t from = out->len;

    for (int i = 0; i < o->rows; i++)
        add_row(&g, i);
    bool named = of_several(&g);
    for (struct item *it; told < AVERAGES && (it = next_item(&g, true, NULL)); told++) {
        tc_text_str(out, !told ? "" : named ? "; " : ", ");
        say_average(&g, it, named, told && !named, out);
        it->chance = 0;
    }
    int numbers = told;
    for (struct item *it; told < TOLD && (it = next_item(&g, false, NULL));) {
        if (told > numbers && it->grade == 0 && it->chance >= 1000000 - ODDS_RARE)
            break; /* sure, and of no account */
        tc_text_str(out, told ? "; " : "");
        told += say_fates(&g, it, TOLD - told, out);
    }
    if (out->len > from && out->buf[from] >= 'a' && out->buf[from] <= 'z')
        out->buf[from] = (char)(out->buf[from] - 'a' + 'A');
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
