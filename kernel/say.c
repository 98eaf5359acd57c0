/* kernel/say.c - sentences derived from declarations: acts, questions, events, reasons. */
#include <string.h>

#include "kernel/decl.h"
#include "kernel/ruleset.h"

static int params(const struct tc_decl *d)
{
    int n = 0;

    while (n < TC_ARGS && d->param[n].kind != TC_K_END)
        n++;
    return n;
}

/* Armies are called by names of peoples: in a sentence they begin with a capital. */
static void print_capital(const char *name, struct tc_text *out)
{
    char c = name[0];

    tc_text_char(out, c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c);
    tc_text_str(out, c ? name + 1 : "");
}

/* A number that has a text; false: none. */
static bool print_told(const char *const *words, int32_t v, struct tc_text *out)
{
    for (int32_t i = 0; words[i]; i++)
        if (i == v) {
            tc_text_str(out, words[i]);
            return true;
        }
    return false;
}

/* Is there such a thing: not none, not the default, not 0? */
static bool is_given(const struct tc_param *p, int32_t v)
{
    if (p->flags & TC_P_KEY)
        return v != p->none;
    switch ((enum tc_kind)p->kind) {
    case TC_K_NAME:
    case TC_K_HEX:
    case TC_K_WORD:
    case TC_K_SIDE: return v >= 0;
    case TC_K_END:
    case TC_K_INT:
    case TC_K_LENGTH:
    case TC_K_ANGLE:
    case TC_K_BOOL:
    case TC_K_POINT:
    case TC_K_DICE:
    case TC_K_MSG:
    case TC_K_STEP:
    case TC_K_ENDING: break;
    }
    return v != 0;
}

static const struct tc_tongue english = {
    .code = "en",
    .point = { "north", "north-north-east", "north-east", "east-north-east", "east",
               "east-south-east", "south-east", "south-south-east", "south", "south-south-west",
               "south-west", "west-south-west", "west", "west-north-west", "north-west",
               "north-north-west" },
    .inch = " inch",
    .inches = " inches",
    .degree = " degree",
    .degrees = " degrees",
    .left = " to the left",
    .right = " to the right",
    .forward = " forward",
    .back = " back",
    .conjunction = " and ",
    .decimal = '.',
};

static const struct tc_tongue *tongue_of(const struct tc_ruleset *r)
{
    return r->tongue ? r->tongue : &english;
}

/* Tenths of something, without a nought behind the point. */
static void print_tenths(const struct tc_tongue *t, int64_t tenths, struct tc_text *out)
{
    tc_text_int(out, tenths / 10);
    if (tenths % 10) {
        tc_text_char(out, t->decimal);
        tc_text_int(out, tenths % 10);
    }
}

/* Thousandths to the last digit, with the point of the language. */
static void print_exact(const struct tc_tongue *t, int32_t v, struct tc_text *out)
{
    uint32_t from = out->len;

    tc_text_length(out, v);
    for (uint32_t i = from; i < out->len; i++)
        if (out->buf[i] == '.')
            out->buf[i] = t->decimal;
}

/* A coordinate to a tenth, or exactly. */
static void print_coordinate(const struct tc_tongue *t, int32_t v, bool exact,
                             struct tc_text *out)
{
    if (exact) {
        print_exact(t, v, out);
        return;
    }
    if (v < -49)
        tc_text_char(out, '-');
    print_tenths(t, ((v < 0 ? -(int64_t)v : v) + 50) / 100, out);
}

/* Inches to a tenth; exactly, to a thousandth. */
static void print_inches(const struct tc_tongue *t, int64_t size, bool exact,
                         struct tc_text *out)
{
    int64_t tenths = (size + 50) / 100;

    if (exact)
        print_exact(t, (int32_t)size, out);
    else
        print_tenths(t, tenths, out);
    tc_text_str(out, (exact ? size == 1000 : tenths == 10) ? t->inch : t->inches);
}

/* Degrees to a tenth; exactly, to a thousandth: fine enough to tell any two angles apart. */
static void print_degrees(const struct tc_tongue *t, int64_t size, bool exact,
                          struct tc_text *out)
{
    int64_t mils = (size * 360000 + 32768) >> 16, tenths = (size * 3600 + 32768) >> 16;

    if (exact)
        print_exact(t, (int32_t)mils, out);
    else
        print_tenths(t, tenths, out);
    tc_text_str(out, (exact ? mils == 1000 : tenths == 10) ? t->degree : t->degrees);
}

/* Numbers as people say them (TC_P_PLAIN, TC_P_HAND, TC_P_FORE). */
static void print_plain(const struct tc_tongue *t, const struct tc_param *p, const int32_t *v,
                        bool exact, struct tc_text *out)
{
    int64_t size = *v < 0 ? -(int64_t)*v : *v;

    if (p->kind == TC_K_POINT) {
        print_coordinate(t, v[0], exact, out);
        tc_text_str(out, t->decimal == ',' ? "; " : ", ");
        print_coordinate(t, v[1], exact, out);
    } else if (p->kind == TC_K_LENGTH) {
        print_inches(t, size, exact, out);
    } else if (p->kind == TC_K_ANGLE) {
        print_degrees(t, size, exact, out);
    } else {
        if (!(p->flags & TC_P_HAND))
            tc_text_str(out, *v > 0 ? "+" : *v < 0 ? "-" : "");
        tc_text_int(out, size);
    }
    if (p->flags & TC_P_HAND)
        tc_text_str(out, *v < 0 ? t->left : t->right);
    if (p->flags & TC_P_FORE)
        tc_text_str(out, *v < 0 ? t->back : t->forward);
}

/* Dice by number, as people list them: 1, 2 and 4. */
static void print_dice(const struct tc_tongue *t, int32_t set, struct tc_text *out)
{
    bool first = true;

    for (int i = 0; i < 31 && set > 0; i++) {
        if (!(set & 1 << i))
            continue;
        set &= ~(1 << i);
        tc_text_str(out, first ? "" : set ? ", " : t->conjunction);
        tc_text_int(out, i + 1);
        first = false;
    }
}

/* --- Names --- */

/* Little words within a name stay small. */
static bool is_small_word(const char *s, size_t n)
{
    static const char *const small[] = { "of", "the", "and", "de",  "du",
                                         "la", "von", "der", "van", "den" };

    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
        if (strlen(small[i]) == n && !strncmp(small[i], s, n))
            return true;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void tc_say_key(const char *key, struct tc_text *out)
{
    for (const char *p = key; *p;) {
        size_t n = strcspn(p, "-");
        bool capital = *p >= 'a' && *p <= 'z' && (p == key || !is_small_word(p, n));

        for (size_t i = 0; i < n; i++)
            tc_text_char(out, i == 0 && capital ? (char)(p[i] - 'a' + 'A') : p[i]);
        p += n;
        if (*p == '-') {
            tc_text_str(out, is_digit(p[-1]) && is_digit(p[1]) ? " no. " : " ");
            p++;
        }
    }
}

/* Is a name that of several people or things: Baranyay Hussars, the Gendarmes of Guise? Its
 * head is what stands before "of" or a bracket; a number behind it makes it one of them. */
bool tc_is_plural(const char *name)
{
    static const char *const tail[] = {
        "ers",      "eurs",     "ussars",   "agoons",  "guns",     "bands",  "ances",
        "quadrons", "uards",    "roats",    "ossacks", "reys",     "perdus", "knechts",
        "quenets",  "atteries", "lions",    "darmes",  "alcons",   "ermans", "oulets",
        "lbanians", "selets",   "brigades", "pikes",   "anoniers",
    };
    size_t n = strlen(name);
    const char *of = strstr(name, " of "), *bracket = strstr(name, " (");

    if (of)
        n = (size_t)(of - name);
    if (bracket && (size_t)(bracket - name) < n)
        n = (size_t)(bracket - name);
    for (size_t i = 0; i < sizeof tail / sizeof tail[0]; i++) {
        size_t long_ = strlen(tail[i]);
        if (n >= long_ && !strncmp(name + n - long_, tail[i], long_))
            return true;
    }
    return false;
}

/* Does what stands before n end in one of the words? */
static bool ends_in(const char *text, size_t n, const char *const *word)
{
    for (; *word; word++) {
        size_t k = strlen(*word);
        if (n >= k && !strncmp(text + n - k, *word, k) && (n == k || text[n - k - 1] == ' '))
            return true;
    }
    return false;
}

/* Who or what a name describes takes the article: the Duke of Marlborough, the left guns, the
 * Major General (centre), the Gendarmes of Guise. A name alone does not: Picardie, 20th Foot,
 * Marshal Tallard, Ferdinand of Brunswick. */
static bool takes_article(const char *label)
{
    static const char *const rank[] = { "General", "Brigadier", NULL };
    static const char *const what[] = {
        "Duke",    "Count",    "Earl",   "Marquis",   "Elector",   "Prince",   "King",
        "Marshal", "Admiral",  "Sieur",  "Viscount",  "Chevalier", "Comte",    "Duc",
        "Baron",   "Lord",     "Chief",  "Commander", "Landgrave", "Margrave", "Constable",
        "Brigade", "Horse",    "Foot",   "Shot",      "Reserve",   "Rear",     "Squadron",
        "Battery", "Tercio",   "Wing",   "Regiment",  "Garrison",  "Corps",    "Van",
        "Head",    "Vanguard", "Battle", "Company",   "Swiss",     "Bands",    "cornet",
        "horse",   "foot",     NULL,
    };
    static const char *const officer[] = { "general", "colonel", "captain", "Prior", NULL };
    const char *of = strstr(label, " of "), *comma = strstr(label, ", ");

    of = of ? of : strstr(label, " de ");
    if (ends_in(label, strlen(label), officer) && strchr(label, ' '))
        return true; /* the Red general */
    if (!strncmp(label, "The ", 4) || !strncmp(label, "the ", 4))
        return false;
    if (label[0] >= 'a' && label[0] <= 'z')
        return true;
    if (comma && ends_in(label, (size_t)(comma - label), rank))
        return true;
    return of && (!comma || of - label < comma - label) &&
           (ends_in(label, (size_t)(of - label), what) || tc_is_plural(label));
}

void tc_say_label(const char *label, const char *key, struct tc_text *out)
{
    if (!label || !label[0] || !strcmp(label, key)) {
        tc_say_key(key, out);
        return;
    }
    if (takes_article(label))
        tc_text_str(out, "the ");
    else if (!strncmp(label, "The ", 4)) {
        tc_text_str(out, "the");
        label += 3;
    }
    const char *comma = strstr(label, ", ");
    bool plain =
        !comma || strchr(label, '(') || strstr(comma + 2, ", ") || strstr(comma, " and ");
    for (const char *p = label; *p && (plain || p != comma); p++) {
        bool number = *p == ' ' && p != label && is_digit(p[-1]) && is_digit(p[1]);
        tc_text_str(out, number ? " no." : ""); /* Dutch brigade 2 no. 1 */
        tc_text_char(out, *p);
    }
    if (plain)
        return;
    tc_text_str(out, " (");
    tc_text_str(out, comma + 2);
    tc_text_char(out, ')');
}

void tc_say_side(const struct tc_ruleset *r, const struct tc_book *bk, int side,
                 struct tc_text *out)
{
    const struct tc_tongue *t = tc_spoken(r)->tongue;
    const char *name = bk->side_name[side], *own = t && t->name ? t->name(t, name) : NULL;

    if (own)
        tc_text_str(out, own);
    else
        print_capital(name, out);
}

struct sentence {
    const struct tc_ruleset *r;
    const struct tc_book *bk;
    const struct tc_decl *d;
    const int32_t *arg;
    struct tc_text *out;
    bool exact; /* lengths and angles to the last digit */
};

static bool print_special(const struct sentence *s, const struct tc_param *p, int32_t v)
{
    if (p->kind == TC_K_SIDE && (v == 0 || v == 1)) {
        tc_say_side(s->r, s->bk, v, s->out);
    } else if (p->flags & TC_P_CLOCK) {
        tc_text_int(s->out, v / 60);
        tc_text_str(s->out, v % 60 < 10 ? ":0" : ":");
        tc_text_int(s->out, v % 60);
    } else if (p->flags & TC_P_SIXTHS) {
        tc_text_sixths(s->out, v);
    } else if (p->flags & TC_P_PARTS) {
        tc_text_parts(s->out, v);
    } else if (p->kind == TC_K_DICE) {
        print_dice(tongue_of(s->r), v, s->out);
    } else {
        return false;
    }
    return true;
}

/* A name; other languages do without the English article. */
static void print_name(const struct sentence *s, int list, int i)
{
    uint32_t from = s->out->len;

    s->r->say_name(s->bk, list, i, s->out);
    if (!s->r->tongue || s->out->len < from + 4 || memcmp(s->out->buf + from, "the ", 4) != 0)
        return;
    s->out->len -= 4;
    memmove(s->out->buf + from, s->out->buf + from + 4, s->out->len + 1 - from);
}

static void print_slot(const struct sentence *s, int i)
{
    const struct tc_param *p = &s->d->param[i];
    const int32_t *v = s->arg + tc_decl_place(s->d, i);
    const struct tc_ruleset *r = s->r;

    if (print_special(s, p, *v) || (p->flags & TC_P_TOLD && print_told(p->words, *v, s->out)) ||
        (p->told && print_told(p->told, *v, s->out)))
        return;
    if (p->kind == TC_K_NAME && r->say_name && *v >= 0 && *v < r->names(s->bk, p->list))
        print_name(s, p->list, *v);
    else if (p->flags & TC_P_COMPASS && !s->exact)
        tc_text_str(s->out, tongue_of(r)->point[((uint32_t)*v + 2048) >> 12 & 15]);
    else if (p->flags & TC_P_COMPASS)
        print_degrees(tongue_of(r), *v & 0xffff, true, s->out);
    else if (p->flags & (TC_P_PLAIN | TC_P_HAND | TC_P_FORE))
        print_plain(tongue_of(r), p, v, s->exact, s->out);
    else
        tc_print_value(r, s->bk, p, v, s->out);
}

/* Where the brace that opens at p is closed. */
static const char *closes(const char *p)
{
    for (int deep = 0; *p; p++) {
        if (*p == '{')
            deep++;
        else if (deep == 1 && *p == '}')
            return p;
        else if (*p == '}')
            deep--;
    }
    return p;
}

static void print_part(const struct sentence *s, const char *p, const char *end);

/* {1|one|many} from p to end: 1 and -1 are one; of dice, a single one. */
static void print_agreeing(const struct sentence *s, bool one, const char *p, const char *end)
{
    const char *mid = p;

    while (mid < end && *mid != '|')
        mid++;
    if (one)
        print_part(s, p, mid);
    else if (mid < end)
        print_part(s, mid + 1, end);
}

/* {0=3?a}, {0=3!a}, from behind the sign of equality. */
static void print_if_equal(const struct sentence *s, int32_t v, const char *p, const char *end)
{
    int32_t n = 0;

    for (; p < end && *p >= '0' && *p <= '9'; p++)
        n = 10 * n + (*p - '0');
    if (p < end && (v == n) == (*p == '?'))
        print_part(s, p + 1, end);
}

static bool is_one(const struct sentence *s, const struct tc_param *p, int32_t v)
{
    if (p->kind == TC_K_NAME && s->r->say_name && v >= 0 && v < s->r->names(s->bk, p->list)) {
        char name[200];
        struct tc_text t = tc_text_on(name, sizeof name);
        s->r->say_name(s->bk, p->list, v, &t);
        return !tc_is_plural(name);
    }
    if (p->kind == TC_K_DICE)
        return v > 0 && (v & (v - 1)) == 0;
    return p->kind == TC_K_NAME || v == 1 || v == -1;
}

/* What stands between p and its closing brace at end: {0}, {1|a|b}, {2?a}, {2!a}, {1#}, {1<a},
 * {1>a}, {0=3?a}, {1~}. */
static void print_brace(const struct sentence *s, const char *p, const char *end)
{
    int i = p[1] - '0';

    if (i >= params(s->d))
        return;
    int32_t v = s->arg[tc_decl_place(s->d, i)];
    if (p + 2 == end) {
        print_slot(s, i);
        return;
    }
    switch (p[2]) {
    case '?':
    case '!':
        if (is_given(&s->d->param[i], v) == (p[2] == '?'))
            print_part(s, p + 3, end);
        break;
    case '<':
    case '>':
        if (p[2] == '<' ? v < 0 : v > 0)
            print_part(s, p + 3, end);
        break;
    case '#': tc_text_int(s->out, v < 0 ? -(int64_t)v : v); break;
    case '~':
        if (s->d->param[i].told)
            print_told(s->d->param[i].told, v, s->out);
        break;
    case '=': print_if_equal(s, v, p + 3, end); break;
    case '|': print_agreeing(s, is_one(s, &s->d->param[i], v), p + 3, end); break;
    default: break;
    }
}

static void print_part(const struct sentence *s, const char *p, const char *end)
{
    for (; p < end; p++) {
        const char *close = *p == '{' && p[1] >= '0' && p[1] <= '7' ? closes(p) : end;
        if (close < end) {
            print_brace(s, p, close);
            p = close;
        } else {
            tc_text_char(s->out, *p);
        }
    }
}

static void print_sentence(const struct sentence *s)
{
    const char *text = s->d->text;
    struct tc_text *out = s->out;
    uint32_t from = out->len;

    print_part(s, text, text + strlen(text));
    if (s->r->say_name && out->len > from && out->buf[from] >= 'a' && out->buf[from] <= 'z' &&
        text[0] == '{') /* a name begins the sentence */
        out->buf[from] = (char)(out->buf[from] - 'a' + 'A');
}

/* The declaration in the list `in` that stands where d stands in the list `of`; NULL: d is not
 * one of that list. */
static const struct tc_decl *same_in(const struct tc_decl *in, const struct tc_decl *of, int n,
                                     const struct tc_decl *d)
{
    for (int i = 0; i < n; i++)
        if (d == &of[i])
            return &in[i];
    return NULL;
}

/* The declaration with the text to say, of those of the ruleset spoken. */
static const struct tc_decl *decl_in(const struct tc_ruleset *spoken,
                                     const struct tc_ruleset *r, const struct tc_decl *d)
{
    const struct tc_decl *own = NULL;

    if (spoken == r)
        return d;
    for (int i = 0; i < r->question_count && !own; i++)
        if (d == &r->questions[i].decl)
            own = &spoken->questions[i].decl;
    if (!own)
        own = same_in(spoken->events, r->events, r->event_count, d);
    if (!own)
        own = same_in(spoken->labels, r->labels, r->label_count, d);
    if (!own)
        own = same_in(spoken->reasons, r->reasons, r->reason_count, d);
    if (!own)
        own = same_in(spoken->verbs, r->verbs, r->verb_count, d);
    return own ? own : d;
}

void tc_print_text(const struct tc_ruleset *r, const struct tc_book *bk,
                   const struct tc_decl *d, const int32_t *arg, struct tc_text *out)
{
    const struct tc_ruleset *spoken = tc_spoken(r);

    print_sentence(&(struct sentence){ spoken, bk, decl_in(spoken, r, d), arg, out, false });
}

/* --- Acts --- */

/* Legs in a sentence: ": right 45 degrees, march 2.8 inches". */
static void say_legs(const struct tc_ruleset *r, const struct tc_act *a, bool exact,
                     struct tc_text *out)
{
    const struct tc_tongue *t = tongue_of(r);
    const char *before = ": ";

    for (int i = 0; i < a->segs && i < TC_SEGS; i++) {
        const struct tc_seg *g = &a->seg[i];
        if (g->leg < 0 || g->leg >= r->leg_count)
            continue;
        const struct tc_param p = { .kind = r->legs[g->leg].kind, .flags = TC_P_PLAIN };
        const char *own = t->name ? t->name(t, r->legs[g->leg].name) : NULL;
        tc_text_str(out, before);
        before = ", ";
        tc_text_str(out, own ? own : r->legs[g->leg].name);
        tc_text_char(out, ' ');
        print_plain(t, &p, &g->value, exact, out);
    }
}

static void say_act(const struct tc_ruleset *r, const struct tc_book *bk,
                    const struct tc_act *a, bool exact, struct tc_text *out)
{
    const struct tc_ruleset *spoken = tc_spoken(r);

    print_sentence(
        &(struct sentence){ spoken, bk, &spoken->verbs[a->verb], a->arg, out, exact });
    say_legs(spoken, a, exact, out);
}

void tc_say_act(const struct tc_ruleset *r, const struct tc_book *bk, const struct tc_act *a,
                struct tc_text *out)
{
    say_act(r, bk, a, false, out);
}

/* So near that sentences may say the same of them. */
static bool is_near(int kind, int32_t a, int32_t b)
{
    int64_t by = a < b ? (int64_t)b - a : (int64_t)a - b;

    return a == b || (kind == TC_K_ANGLE ? by < 4096 : by < 101);
}

static bool are_alike(const struct tc_ruleset *r, const struct tc_act *a,
                      const struct tc_act *b)
{
    enum { ROUNDED = TC_P_PLAIN | TC_P_HAND | TC_P_FORE | TC_P_COMPASS };

    if (a->verb != b->verb || a->segs != b->segs)
        return false;
    const struct tc_decl *d = &r->verbs[a->verb];
    for (int i = 0; i < params(d); i++) {
        const struct tc_param *p = &d->param[i];
        int at = tc_decl_place(d, i), last = at + (p->kind == TC_K_POINT);
        for (; at <= last; at++)
            if (a->arg[at] != b->arg[at] &&
                !(p->flags & ROUNDED && is_near(p->kind, a->arg[at], b->arg[at])))
                return false;
    }
    for (int i = 0; i < a->segs && i < TC_SEGS; i++)
        if (a->seg[i].leg != b->seg[i].leg ||
            !is_near(r->legs[a->seg[i].leg].kind, a->seg[i].value, b->seg[i].value))
            return false;
    return true;
}

void tc_say_offer(const struct tc_ruleset *r, const struct tc_book *bk,
                  const struct tc_act *offer, int n, int i, struct tc_text *out)
{
    bool twin = false;

    for (int k = 0; k < n && !twin; k++)
        twin = k != i && are_alike(r, &offer[i], &offer[k]);
    say_act(r, bk, &offer[i], twin, out);
}
