/* kernel/text.c - bounded text. */
#include "kernel/text.h"

#include <string.h>

struct tc_text tc_text_on(char *buf, size_t cap)
{
    TC_BUG_ON(cap == 0);
    buf[0] = 0;
    return (struct tc_text){ buf, (uint32_t)cap, 0, false };
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* No room for c: if it is the middle of a character of several bytes, its head goes too. */
static void cut_before(struct tc_text *t, char c)
{
    uint32_t n = t->len;

    t->cut = true;
    if (!continues(c))
        return;
    while (n > 0 && t->len - n < 2 && continues(t->buf[n - 1]))
        n--;
    if (n > 0 && ((unsigned char)t->buf[n - 1] & 0x80))
        n--;
    t->len = n;
    t->buf[n] = 0;
}

void tc_text_char(struct tc_text *t, char c)
{
    if (t->cut)
        return;
    if (t->len + 1 >= t->cap) {
        cut_before(t, c);
        return;
    }
    t->buf[t->len++] = c;
    t->buf[t->len] = 0;
}

/* What fits is copied at once, for texts are made by the hundred for each answer. */
void tc_text_bytes(struct tc_text *t, const char *s, size_t n)
{
    if (!t->cut && n < t->cap - t->len) {
        memcpy(t->buf + t->len, s, n);
        t->len += (uint32_t)n;
        t->buf[t->len] = 0;
        return;
    }
    for (size_t i = 0; i < n; i++)
        tc_text_char(t, s[i]);
}

void tc_text_str(struct tc_text *t, const char *s)
{
    if (s)
        tc_text_bytes(t, s, strlen(s));
}

void tc_text_int(struct tc_text *t, int64_t v)
{
    char d[24];
    int n = sizeof d;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

    do {
        d[--n] = (char)('0' + u % 10);
        u /= 10;
    } while (u);
    if (v < 0)
        d[--n] = '-';
    tc_text_bytes(t, d + n, sizeof d - (size_t)n);
}

void tc_text_signed(struct tc_text *t, int64_t v)
{
    if (v >= 0)
        tc_text_char(t, '+');
    tc_text_int(t, v);
}

void tc_text_hex(struct tc_text *t, uint64_t v)
{
    char d[16];

    for (int i = 0; i < 16; i++)
        d[i] = "0123456789abcdef"[v >> (60 - 4 * i) & 15];
    tc_text_bytes(t, d, sizeof d);
}

/* v thousandths, trailing zeros dropped. */
static void thousandths(struct tc_text *t, int64_t v)
{
    int64_t u = v < 0 ? -v : v;

    if (v < 0)
        tc_text_char(t, '-');
    tc_text_int(t, u / 1000);
    if (u % 1000 == 0)
        return;
    tc_text_char(t, '.');
    tc_text_char(t, (char)('0' + u / 100 % 10));
    if (u % 100)
        tc_text_char(t, (char)('0' + u / 10 % 10));
    if (u % 10)
        tc_text_char(t, (char)('0' + u % 10));
}

void tc_text_length(struct tc_text *t, int32_t v)
{
    thousandths(t, v);
}

void tc_text_sixths(struct tc_text *t, int32_t v)
{
    static const char *const part[6] = { "", "1/6", "1/3", "1/2", "2/3", "5/6" };

    if (v < 0)
        v = 0;
    if (v >= 6 || v == 0)
        tc_text_int(t, v / 6);
    if (v > 6 && v % 6)
        tc_text_char(t, ' ');
    tc_text_str(t, part[v % 6]);
}

void tc_text_parts(struct tc_text *t, int32_t v)
{
    thousandths(t, (int64_t)v * 10);
}

void tc_text_angle(struct tc_text *t, int32_t v)
{
    if (v % 1024 == 0) { /* 1024/65536 of a turn is 5.625 degrees exactly */
        thousandths(t, (int64_t)v / 1024 * 5625);
        return;
    }
    tc_text_int(t, v);
    tc_text_char(t, 'b');
}

bool tc_read_int(const char *s, size_t n, int64_t *out)
{
    bool minus = n && s[0] == '-';
    size_t i = minus || (n && s[0] == '+');
    int64_t v = 0;

    if (i >= n || n - i > 18)
        return false;
    for (; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        v = v * 10 + (s[i] - '0');
    }
    *out = minus ? -v : v;
    return true;
}

/* A decimal with up to three places, in thousandths. */
static bool read_thousandths(const char *s, size_t n, int64_t *out)
{
    bool minus = n && s[0] == '-';
    size_t i = minus, places = 0, digits = 0;
    bool dot = false;
    int64_t v = 0;

    for (; i < n; i++) {
        if (s[i] == '.' && !dot) {
            dot = true;
            continue;
        }
        if (s[i] < '0' || s[i] > '9' || (dot && ++places > 3) || ++digits > 10)
            return false;
        v = v * 10 + (s[i] - '0');
    }
    if (digits == 0 || (dot && places == 0))
        return false;
    for (; places < 3; places++)
        v *= 10;
    *out = minus ? -v : v;
    return true;
}

bool tc_read_length(const char *s, size_t n, int32_t *out)
{
    int64_t v;

    if (n && s[n - 1] == '"')
        n--;
    if (!read_thousandths(s, n, &v) || v > 2000000 || v < -2000000)
        return false;
    *out = (int32_t)v;
    return true;
}

bool tc_read_angle(const char *s, size_t n, int32_t *out)
{
    int64_t v;

    if (n && s[n - 1] == 'b') {
        if (!tc_read_int(s, n - 1, &v) || v > 65536 || v < -65536)
            return false;
        *out = (int32_t)v;
        return true;
    }
    if (!read_thousandths(s, n, &v) || v > 360000 || v < -360000)
        return false;
    /* thousandths of a degree to brads, to the nearest, halves away from zero */
    *out = (int32_t)((v * 65536 * 2 + (v < 0 ? -360000 : 360000)) / 720000);
    return true;
}

bool tc_read_hex(const char *s, size_t n, uint64_t *out)
{
    uint64_t v = 0;

    if (n == 0 || n > 16)
        return false;
    for (size_t i = 0; i < n; i++) {
        char c = s[i];
        int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (d < 0)
            return false;
        v = v << 4 | (uint64_t)d;
    }
    *out = v;
    return true;
}

static void fill(char *buf, size_t cap, const char *text, const char *const s[3])
{
    struct tc_text t = tc_text_on(buf, cap);

    for (; text && *text; text++) {
        if (text[0] == '{' && text[1] >= '0' && text[1] <= '2' && text[2] == '}') {
            tc_text_str(&t, s[text[1] - '0']);
            text += 2;
        } else {
            tc_text_char(&t, *text);
        }
    }
}

const char *(*tc_wording)(const char *english);

const struct tc_speaker *tc_speaker;

const struct tc_ruleset *tc_spoken(const struct tc_ruleset *r)
{
    return tc_speaker ? tc_speaker->rules(r) : r;
}

const char *tc_word(const char *english)
{
    const char *own = tc_speaker ? tc_speaker->word(english) : NULL;

    if (own)
        return own;
    return tc_wording ? tc_wording(english) : english;
}

enum tc_err tc_fail_args(struct tc_why *why, enum tc_err err, const char *where,
                         const char *text, const char *const *s)
{
    if (why) {
        why->err = err;
        fill(why->where, sizeof why->where, where, s);
        fill(why->text, sizeof why->text, tc_word(text), s);
    }
    return err;
}
