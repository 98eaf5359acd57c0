/* tests/draw/capture.c - pictures caught in memory, and a look at them. */
#include "tests/draw/capture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Fontconfig keeps one list of its own until the program ends; it is not ours to free. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig";
}

bool capture_sink(void *to, const void *bytes, size_t n)
{
    struct capture *c = to;
    c->bytes = realloc(c->bytes, c->used + n + 1);
    assert_non_null(c->bytes);
    memcpy(c->bytes + c->used, bytes, n);
    c->used += n;
    c->bytes[c->used] = '\0';
    return true;
}

struct capture capture_scene(const struct tc_scene *s, const struct draw_options *o,
                             enum draw_format f)
{
    struct capture c = { NULL, 0 };
    struct tc_why why = { 0 };
    assert_int_equal(draw_scene(s, o, f, capture_sink, &c, &why), TC_OK);
    assert_non_null(c.bytes);
    return c;
}

struct capture capture_order(const struct tc_scene *s, enum draw_format f, int page)
{
    struct capture c = { NULL, 0 };
    struct tc_why why = { 0 };
    assert_int_equal(draw_order_of_battle(s, NULL, f, page, capture_sink, &c, &why), TC_OK);
    assert_non_null(c.bytes);
    return c;
}

/* --- XML ------------------------------------------------------------------------------ */

struct reader {
    const char *at, *end;
    int depth, roots;
    char name[64][40];
};

static bool starts(const struct reader *r, const char *text)
{
    size_t n = strlen(text);
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, text, n) == 0;
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == ':' || c == '_';
}

static bool read_name(struct reader *r, char out[40])
{
    int n = 0;
    while (r->at < r->end && is_name(*r->at) && n < 39)
        out[n++] = *r->at++;
    out[n] = '\0';
    return n > 0;
}

static bool read_entity(struct reader *r)
{
    static const char *const known[] = { "&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#39;" };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (starts(r, known[i])) {
            r->at += strlen(known[i]);
            return true;
        }
    return false;
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at))
        r->at++;
}

static const char *read_attribute(struct reader *r)
{
    char name[40];
    if (!read_name(r, name))
        return "an attribute without a name";
    if (r->at + 1 >= r->end || r->at[0] != '=' || r->at[1] != '"')
        return "an attribute without a quoted value";
    for (r->at += 2; r->at < r->end && *r->at != '"';) {
        if (*r->at == '<')
            return "'<' in an attribute";
        if (*r->at == '&') {
            if (!read_entity(r))
                return "a bare '&' in an attribute";
        } else {
            r->at++;
        }
    }
    return r->at++ < r->end ? NULL : "an attribute that does not end";
}

static const char *read_tag(struct reader *r)
{
    char name[40];
    bool closing = r->at[1] == '/';
    r->at += closing ? 2 : 1;
    if (!read_name(r, name))
        return "a tag without a name";
    if (closing) {
        if (r->depth == 0 || strcmp(r->name[--r->depth], name) != 0)
            return "a closing tag that does not fit";
        return r->at < r->end && *r->at++ == '>' ? NULL : "a closing tag that does not end";
    }
    r->roots += r->depth == 0;
    for (skip_blanks(r); r->at < r->end && *r->at != '>' && *r->at != '/'; skip_blanks(r)) {
        const char *fault = read_attribute(r);
        if (fault)
            return fault;
    }
    if (starts(r, "/>")) {
        r->at += 2;
        return NULL;
    }
    if (!starts(r, ">") || r->depth == 64)
        return "a tag that does not end";
    r->at++;
    memcpy(r->name[r->depth++], name, sizeof name);
    return NULL;
}

const char *xml_fault(const char *text, size_t n)
{
    struct reader r = { .at = text, .end = text + n };
    const char *fault = NULL;
    while (r.at < r.end && !fault) {
        if (starts(&r, "<?")) {
            const char *end = strstr(r.at, "?>");
            if (!end)
                return "an instruction that does not end";
            r.at = end + 2;
        } else if (*r.at == '<') {
            fault = read_tag(&r);
        } else if (*r.at == '&') {
            fault = read_entity(&r) ? NULL : "a bare '&'";
        } else if ((unsigned char)*r.at < 0x20 && !strchr("\t\r\n", *r.at)) {
            fault = "a control character";
        } else {
            r.at++;
        }
    }
    if (!fault && r.depth > 0)
        return "a tag left open";
    return fault ? fault : r.roots == 1 ? NULL : "not one root";
}

int count_of(const struct capture *c, const char *what)
{
    int n = 0;
    for (const char *s = c->bytes; (s = strstr(s, what)); s++)
        n++;
    return n;
}

/* --- PNG -------------------------------------------------------------------------------- */

static cairo_status_t feed(void *from, unsigned char *to, unsigned n)
{
    struct capture *c = from;
    if (c->used < n)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, c->bytes, n);
    c->bytes += n;
    c->used -= n;
    return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t *decode_png(const struct capture *c)
{
    struct capture rest = *c;
    cairo_surface_t *s = cairo_image_surface_create_from_png_stream(feed, &rest);
    assert_int_equal(cairo_surface_status(s), CAIRO_STATUS_SUCCESS);
    return s;
}

int colours_of(cairo_surface_t *s, int limit)
{
    uint32_t seen[256];
    int n = 0, h = cairo_image_surface_get_height(s), w = cairo_image_surface_get_width(s);
    const unsigned char *data = cairo_image_surface_get_data(s);
    int stride = cairo_image_surface_get_stride(s);
    for (int y = 0; y < h; y += 3)
        for (int x = 0; x < w; x += 3) {
            uint32_t v;
            bool old = false;
            memcpy(&v, data + (size_t)y * (size_t)stride + (size_t)x * 4, 4);
            for (int i = 0; i < n && !old; i++)
                old = seen[i] == v;
            if (!old)
                seen[n++] = v;
            if (n == limit || n == 256)
                return n;
        }
    return n;
}
