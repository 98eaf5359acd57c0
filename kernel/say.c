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

/* Tenths of something, without a nought behind the point. */
static void print_tenths(int64_t tenths, struct tc_text *out)
{
    tc_text_int(out, tenths / 10);
    if (tenths % 10) {
        tc_text_char(out, '.');
        tc_text_int(out, tenths % 10);
    }
}

static void print_compass(int32_t v, struct tc_text *out)
{
    static const char *const point[16] = {
        "north", "north-north-east", "north-east", "east-north-east",
        "east",  "east-south-east",  "south-east", "south-south-east",
        "south", "south-south-west", "south-west", "west-south-west",
        "west",  "west-north-west",  "north-west", "north-north-west",
    };

    tc_text_str(out, point[((uint32_t)v + 2048) >> 12 & 15]);
}

/* A coordinate to a tenth. */
static void print_coordinate(int32_t v, struct tc_text *out)
{
    if (v < -49)
        tc_text_char(out, '-');
    print_tenths(((v < 0 ? -(int64_t)v : v) + 50) / 100, out);
}

/* Numbers as people say them (TC_P_PLAIN, TC_P_HAND). */
static void print_plain(const struct tc_param *p, const int32_t *v, struct tc_text *out)
{
    int64_t size = *v < 0 ? -(int64_t)*v : *v, inches = (size + 50) / 100;

    if (p->kind == TC_K_POINT) {
        print_coordinate(v[0], out);
        tc_text_str(out, ", ");
        print_coordinate(v[1], out);
    } else if (p->kind == TC_K_LENGTH) {
        print_tenths(inches, out);
        tc_text_str(out, inches == 10 ? " inch" : " inches");
    } else if (p->kind == TC_K_ANGLE) {
        print_tenths((size * 3600 + 32768) >> 16, out);
        tc_text_str(out, " degrees");
    } else {
        if (!(p->flags & TC_P_HAND))
            tc_text_str(out, *v > 0 ? "+" : *v < 0 ? "-" : "");
        tc_text_int(out, size);
    }
    if (p->flags & TC_P_HAND)
        tc_text_str(out, *v < 0 ? " to the left" : " to the right");
}

static bool has_title(const struct tc_ruleset *r, const struct tc_book *bk,
                      const struct tc_param *p, int32_t v)
{
    return p->kind == TC_K_NAME && r->title_of && v >= 0 && v < r->names(bk, p->list);
}

static void print_slot(const struct tc_ruleset *r, const struct tc_book *bk,
                       const struct tc_decl *d, int i, const int32_t *arg, struct tc_text *out)
{
    if (i >= params(d))
        return;
    const struct tc_param *p = &d->param[i];
    const int32_t *v = arg + tc_decl_place(d, i);
    if (p->kind == TC_K_SIDE && (*v == 0 || *v == 1)) {
        print_capital(bk->side_name[*v], out);
    } else if (p->flags & TC_P_CLOCK) {
        tc_text_int(out, *v / 60);
        tc_text_str(out, *v % 60 < 10 ? ":0" : ":");
        tc_text_int(out, *v % 60);
    } else if (p->flags & TC_P_SIXTHS) {
        tc_text_sixths(out, *v);
    } else if (p->flags & TC_P_TOLD && print_told(p->words, *v, out)) {
        return;
    } else if (p->told && print_told(p->told, *v, out)) {
        return;
    } else if (p->kind == TC_K_NAME && r->say_name && *v >= 0 && *v < r->names(bk, p->list)) {
        r->say_name(bk, p->list, *v, out);
    } else if (has_title(r, bk, p, *v)) {
        tc_text_str(out, r->title_of(bk, p->list, *v));
    } else if (p->flags & TC_P_COMPASS) {
        print_compass(*v, out);
    } else if (p->flags & (TC_P_PLAIN | TC_P_HAND)) {
        print_plain(p, v, out);
    } else {
        tc_print_value(r, bk, p, v, out);
    }
}

struct sentence {
    const struct tc_ruleset *r;
    const struct tc_book *bk;
    const struct tc_decl *d;
    const int32_t *arg;
    struct tc_text *out;
};

/* Where the brace that opens at p is closed, or the next bar of the same brace. */
static const char *closes(const char *p, char bar)
{
    for (int deep = 0; *p; p++) {
        if (*p == '{')
            deep++;
        else if (deep == 1 && (*p == '}' || (bar && *p == bar)))
            return p;
        else if (*p == '}')
            deep--;
    }
    return p;
}

static void print_part(const struct sentence *s, const char *p, const char *end);

/* What stands between p and its closing brace at end: {0}, {1|a|b}, {2?a}, {2!a}. */
static void print_brace(const struct sentence *s, const char *p, const char *end)
{
    int i = p[1] - '0';
    const char *bar = closes(p, '|');

    if (i >= params(s->d))
        return;
    int32_t v = s->arg[tc_decl_place(s->d, i)];
    if (p + 2 == end)
        print_slot(s->r, s->bk, s->d, i, s->arg, s->out);
    else if (p[2] == '?' || p[2] == '!') {
        if (is_given(&s->d->param[i], v) == (p[2] == '?'))
            print_part(s, p + 3, end);
    } else if (p[2] == '|' && bar < end) {
        const char *mid = p + 3;
        while (mid < end && *mid != '|')
            mid++;
        if (v == 1)
            print_part(s, p + 3, mid);
        else if (mid < end)
            print_part(s, mid + 1, end);
    }
}

static void print_part(const struct sentence *s, const char *p, const char *end)
{
    for (; p < end; p++) {
        const char *close = *p == '{' && p[1] >= '0' && p[1] <= '7' ? closes(p, 0) : end;
        if (close < end) {
            print_brace(s, p, close);
            p = close;
        } else {
            tc_text_char(s->out, *p);
        }
    }
}

void tc_print_text(const struct tc_ruleset *r, const struct tc_book *bk,
                   const struct tc_decl *d, const int32_t *arg, struct tc_text *out)
{
    const struct sentence s = { r, bk, d, arg, out };
    uint32_t from = out->len;

    print_part(&s, d->text, d->text + strlen(d->text));
    if (r->say_name && out->len > from && out->buf[from] >= 'a' && out->buf[from] <= 'z' &&
        d->text[0] == '{') /* a name begins the sentence */
        out->buf[from] = (char)(out->buf[from] - 'a' + 'A');
}
