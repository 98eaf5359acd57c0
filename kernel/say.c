/* kernel/say.c - sentences derived from declarations: acts, questions, events, reasons. */
#include <string.h>

#include "kernel/decl.h"
#include "kernel/place.h"

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
    .under = "less than ",
    .beside = { "the ", " side of " },
    .apart = { "a point ", " ", " of " },
    .way = { "north", "north-north-east", "north-east", "east-north-east", "east",
             "east-south-east", "south-east", "south-south-east", "south", "south-south-west",
             "south-west", "west-south-west", "west", "west-north-west", "north-west",
             "north-north-west" },
    .decimal = '.',
};

static const struct tc_tongue *tongue_of(const struct tc_ruleset *r)
{
    return r->tongue ? r->tongue : &english;
}

/* The nearest of the 16 points of the compass. */
static uint32_t point_of(int32_t angle)
{
    return ((uint32_t)angle + 2048) >> 12 & 15;
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

    if (!exact && size > 0 && tenths == 0) { /* not a march of 0 inches */
        tc_text_str(out, t->under);
        tenths = 1;
    }
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

    if (p->kind == TC_K_LENGTH) {
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

/* Ten dice of up to seven sides in a number. */
enum { FACE_BITS = 3, FACES = 10 };

int32_t tc_faces_of(const int8_t *face, int dice)
{
    int32_t faces = 0;

    for (int i = 0; i < dice && dice <= FACES; i++)
        faces |= (int32_t)face[i] << (FACE_BITS * i);
    return faces;
}

/* Dice by number, or by their faces where these are known, as people list them: 1, 2 and 4. */
static void print_dice(const struct tc_tongue *t, int32_t set, int32_t faces,
                       struct tc_text *out)
{
    bool first = true;

    for (int i = 0; i < 31 && set > 0; i++) {
        if (!(set & 1 << i))
            continue;
        set &= ~(1 << i);
        tc_text_str(out, first ? "" : set ? ", " : t->conjunction);
        tc_text_int(out, faces && i < FACES ? faces >> (FACE_BITS * i) & 7 : i + 1);
        first = false;
    }
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
    bool exact;  /* lengths and angles to the last digit */
    bool pinned; /* places with their numbers too */
    int manner;  /* TC_P_MANNER */
    bool legs;   /* of an act: a path follows */
};

/* The landmark by which a place is told; false: it is told by its numbers. */
static bool find_place(const struct tc_ruleset *r, const struct tc_book *bk, const int32_t *v,
                       struct tc_place *out)
{
    struct tc_ground g;

    tc_place_clear(out);
    for (int i = 0; r->ground && r->ground(bk, i, &g); i++)
        tc_place_try(out, i, &g, v[0], v[1]);
    return out->ground != TC_NONE;
}

/* "a point 4 inches north of Hahlen", or "29.3, 15" where no ground has a name. */
static void print_place(const struct sentence *s, const int32_t *v)
{
    const struct tc_tongue *t = tongue_of(s->r);
    struct tc_place place;
    bool known = find_place(s->r, s->bk, v, &place), pinned = s->exact || s->pinned;

    if (known)
        tc_say_place(t, &place, s->out);
    if (known && !pinned)
        return;
    tc_text_str(s->out, known ? " (" : "");
    print_coordinate(t, v[0], s->exact, s->out);
    tc_text_str(s->out, t->decimal == ',' ? "; " : ", ");
    print_coordinate(t, v[1], s->exact, s->out);
    tc_text_str(s->out, known ? ")" : "");
}

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
        print_dice(tongue_of(s->r), v, p->flags & TC_P_MANNER ? s->manner : 0, s->out);
    } else if (p->kind == TC_K_INT && p->flags & TC_P_MANNER && !(p->flags & TC_P_TOLD)) {
        int32_t all = 0;
        for (int i = 0; i < FACES && v >> (FACE_BITS * i); i++)
            all |= 1 << i;
        print_dice(tongue_of(s->r), all, v, s->out);
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
    if (!tongue_of(s->r)->no_article || s->out->len < from + 4 ||
        memcmp(s->out->buf + from, "the ", 4) != 0)
        return;
    s->out->len -= 4;
    memmove(s->out->buf + from, s->out->buf + from + 4, s->out->len + 1 - from);
    char *first = s->out->buf + from;
    if (*first >= 'a' && *first <= 'z') /* the left battery: Left battery */
        *first = (char)(*first - 'a' + 'A');
}

/* Does the sentence tell another length that would read the same and is not? Then both are
 * told exactly: "costs 6.04 inches; the dice allow 6 inches". */
static bool reads_like_another(const struct sentence *s, int i)
{
    const struct tc_param *p = &s->d->param[i];
    int32_t v = s->arg[tc_decl_place(s->d, i)];

    for (int k = 0; k < params(s->d) && p->kind == TC_K_LENGTH; k++) {
        const struct tc_param *other = &s->d->param[k];
        int32_t w = s->arg[tc_decl_place(s->d, k)];
        if (k != i && other->kind == TC_K_LENGTH && other->flags & TC_P_PLAIN && v != w &&
            (v + 50) / 100 == (w + 50) / 100)
            return true;
    }
    return false;
}

static void print_slot(const struct sentence *s, int i)
{
    const struct tc_param *p = &s->d->param[i];
    const int32_t *v = s->arg + tc_decl_place(s->d, i);
    const struct tc_ruleset *r = s->r;

    int at = !(p->flags & TC_P_MANNER) ? *v
             : *v >= 0 && *v < p->none ? *v + s->manner * p->none
                                       : TC_NONE;

    if (print_special(s, p, *v) || (p->flags & TC_P_TOLD && print_told(p->words, at, s->out)) ||
        (p->told && print_told(p->told, *v, s->out)))
        return;
    if (p->kind == TC_K_NAME && r->say_name && *v >= 0 && *v < r->names(s->bk, p->list))
        print_name(s, p->list, *v);
    else if (p->flags & TC_P_COMPASS && !s->exact)
        tc_text_str(s->out, tongue_of(r)->point[((uint32_t)*v + 2048) >> 12 & 15]);
    else if (p->flags & TC_P_COMPASS)
        print_degrees(tongue_of(r), *v & 0xffff, true, s->out);
    else if (p->kind == TC_K_POINT && p->flags & TC_P_PLAIN)
        print_place(s, v);
    else if (p->flags & (TC_P_PLAIN | TC_P_HAND | TC_P_FORE))
        print_plain(tongue_of(r), p, v, s->exact || reads_like_another(s, i), s->out);
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

/* {1|one|many} from p to end: the first or the second. */
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
    int32_t n = 0, sign = p < end && *p == '-' ? -1 : 1;

    for (p += sign < 0; p < end && *p >= '0' && *p <= '9'; p++)
        n = 10 * n + sign * (*p - '0');
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
    if (p->kind == TC_K_SIDE && (v == 0 || v == 1)) {
        char name[200];
        struct tc_text t = tc_text_on(name, sizeof name);
        tc_say_side(s->r, s->bk, v, &t);
        return !tc_is_plural(name);
    }
    if (p->kind == TC_K_DICE)
        return v > 0 && (v & (v - 1)) == 0;
    return p->kind == TC_K_NAME || v == 1 || v == -1;
}

/* What stands between p and its closing brace at end: {0}, {1|a|b}, {2?a}, {2!a}, {1#}, {1<a},
 * {1>a}, {0=3?a}, {0^a|b}, {1~}, {1@a}, {/a|b}. */
static void print_brace(const struct sentence *s, const char *p, const char *end)
{
    int i = p[1] - '0';

    if (p[1] == '/') {
        print_agreeing(s, s->legs, p + 2, end);
        return;
    }
    if (i < 0 || i >= params(s->d))
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
    case '^': print_agreeing(s, s->manner != 0, p + 3, end); break;
    case '@':
        if (s->pinned || s->exact)
            print_part(s, p + 3, end);
        break;
    case '=': print_if_equal(s, v, p + 3, end); break;
    case '|': print_agreeing(s, is_one(s, &s->d->param[i], v), p + 3, end); break;
    default: break;
    }
}

static void print_part(const struct sentence *s, const char *p, const char *end)
{
    for (; p < end; p++) {
        const char *close = *p == '{' && p[1] >= '/' && p[1] <= '7' ? closes(p) : end;
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

    print_sentence(
        &(struct sentence){ spoken, bk, decl_in(spoken, r, d), arg, out, false, false, 0 });
}

void tc_print_brief(const struct tc_ruleset *r, const struct tc_book *bk, int event,
                    const int32_t *arg, struct tc_text *out)
{
    const struct tc_ruleset *spoken = tc_spoken(r);
    struct tc_decl d = spoken->events[event];

    if (spoken->briefs && spoken->briefs[event].text)
        d.text = spoken->briefs[event].text;
    struct sentence s = { spoken, bk, &d, arg, out, false, false, 0 };
    print_part(&s, d.text, d.text + strlen(d.text));
}

void tc_say_inches(const struct tc_ruleset *r, int64_t mils, struct tc_text *out)
{
    print_inches(tongue_of(tc_spoken(r)), mils, false, out);
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
        const struct tc_leg *l = &r->legs[g->leg];
        const struct tc_param p = { .kind = l->kind, .flags = TC_P_PLAIN };
        const char *own = t->name ? t->name(t, l->name) : NULL;
        tc_text_str(out, before);
        before = ", ";
        tc_text_str(out, own ? own : l->name);
        tc_text_char(out, ' ');
        if (l->flags & TC_P_COMPASS && (!exact || g->value % 4096 == 0))
            tc_text_str(out, t->point[point_of(g->value)]);
        else
            print_plain(t, &p, &g->value, exact, out);
    }
}

/* How like another answer an answer is: not at all, told of the same place, or so near that
 * its lengths must be told to the last digit. */
enum likeness { UNLIKE, ONE_PLACE, NEAR };

static void say_act(const struct tc_ruleset *r, const struct tc_book *bk, int manner,
                    const struct tc_act *a, enum likeness twin, struct tc_text *out)
{
    const struct tc_ruleset *spoken = tc_spoken(r);
    bool exact = twin == NEAR;

    print_sentence(&(struct sentence){ spoken, bk, &spoken->verbs[a->verb], a->arg, out, exact,
                                       twin == ONE_PLACE, manner, a->segs > 0 });
    say_legs(spoken, a, exact, out);
}

int tc_manner_of(const struct tc_ruleset *r, int question, const int32_t *arg)
{
    const struct tc_decl *d = &r->questions[question].decl;

    for (int i = 0; i < params(d); i++)
        if (d->param[i].flags & TC_P_MANNER)
            return arg[tc_decl_place(d, i)];
    return 0;
}

void tc_say_answer(const struct tc_ruleset *r, const struct tc_book *bk, int manner,
                   const struct tc_act *a, struct tc_text *out)
{
    say_act(r, bk, manner, a, UNLIKE, out);
}

void tc_say_act(const struct tc_ruleset *r, const struct tc_book *bk, const struct tc_act *a,
                struct tc_text *out)
{
    say_act(r, bk, 0, a, UNLIKE, out);
}

/* So near that sentences may say the same of them. */
static bool is_near(int kind, int32_t a, int32_t b)
{
    int64_t by = a < b ? (int64_t)b - a : (int64_t)a - b;

    return a == b || (kind == TC_K_ANGLE ? by < 4096 : by < 101);
}

/* Do two acts that differ in a place only read alike? */
static bool read_alike(const struct tc_ruleset *r, const struct tc_book *bk,
                       const struct tc_act *a, const struct tc_act *b)
{
    char first[400], second[400];
    struct tc_text one = tc_text_on(first, sizeof first);
    struct tc_text two = tc_text_on(second, sizeof second);

    say_act(r, bk, 0, a, UNLIKE, &one);
    say_act(r, bk, 0, b, UNLIKE, &two);
    return !strcmp(first, second);
}

static enum likeness likeness_of(const struct tc_ruleset *r, const struct tc_book *bk,
                                 const struct tc_act *a, const struct tc_act *b)
{
    enum { ROUNDED = TC_P_PLAIN | TC_P_HAND | TC_P_FORE | TC_P_COMPASS };
    const struct tc_decl *d = &r->verbs[a->verb];
    bool elsewhere = false;

    if (a->verb != b->verb || a->segs != b->segs)
        return UNLIKE;
    for (int i = 0; i < params(d); i++) {
        const struct tc_param *p = &d->param[i];
        int at = tc_decl_place(d, i), last = at + (p->kind == TC_K_POINT);
        for (int k = at; k <= last; k++) {
            if (a->arg[k] == b->arg[k] ||
                (p->flags & ROUNDED && is_near(p->kind, a->arg[k], b->arg[k])))
                continue;
            if (p->kind != TC_K_POINT || !(p->flags & TC_P_PLAIN))
                return UNLIKE;
            elsewhere = true;
        }
    }
    for (int i = 0; i < a->segs && i < TC_SEGS; i++)
        if (a->seg[i].leg != b->seg[i].leg ||
            !is_near(r->legs[a->seg[i].leg].kind, a->seg[i].value, b->seg[i].value))
            return UNLIKE;
    if (!elsewhere)
        return NEAR;
    return read_alike(r, bk, a, b) ? ONE_PLACE : UNLIKE;
}

void tc_say_offer(const struct tc_ruleset *r, const struct tc_book *bk, int manner,
                  const struct tc_act *offer, int n, int i, struct tc_text *out)
{
    enum likeness twin = UNLIKE;

    for (int k = 0; k < n && twin != NEAR; k++) {
        enum likeness like = k == i ? UNLIKE : likeness_of(r, bk, &offer[i], &offer[k]);
        twin = like > twin ? like : twin;
    }
    say_act(r, bk, manner, &offer[i], twin, out);
}
