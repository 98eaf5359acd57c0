/* protocol/write.c - JSON written straight into a growing text: the pieces it is made of. */
#include "protocol/write.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 };

static void make_room(struct js_out *o, size_t n)
{
    if (o->n + n < o->room)
        return;
    size_t room = o->room ? o->room : FIRST_ROOM;
    while (room <= o->n + n)
        room *= 2;
    o->text = realloc(o->text, room);
    TC_BUG_ON(!o->text);
    o->room = room;
}

void js_put_raw(struct js_out *o, const char *text, size_t n)
{
    make_room(o, n);
    memcpy(o->text + o->n, text, n);
    o->n += n;
    o->text[o->n] = '\0';
}

void js_put_plain(struct js_out *o, const char *text)
{
    js_put_raw(o, text, strlen(text));
}

static void put_char(struct js_out *o, char c)
{
    make_room(o, 1);
    o->text[o->n++] = c;
    o->text[o->n] = '\0';
}

/* Before a value: the comma behind the one before it. */
static void begin(struct js_out *o)
{
    if (o->comma)
        put_char(o, ',');
    o->comma = true;
}

void js_put_value(struct js_out *o, const char *text, size_t n)
{
    begin(o);
    js_put_raw(o, text, n);
}

void js_put_open(struct js_out *o, char bracket)
{
    begin(o);
    put_char(o, bracket);
    o->comma = false;
}

void js_put_close(struct js_out *o, char bracket)
{
    put_char(o, bracket);
    o->comma = true;
}

void js_put_key(struct js_out *o, const char *key)
{
    size_t n = strlen(key);

    make_room(o, n + 4);
    char *at = o->text + o->n;
    if (o->comma)
        *at++ = ',';
    *at++ = '"';
    memcpy(at, key, n);
    memcpy(at + n, "\":", 3);
    o->n = (size_t)(at - o->text) + n + 2;
    o->comma = false;
}

static void put_escaped(struct js_out *o, unsigned char c)
{
    static const char digit[] = "0123456789ABCDEF";
    char code[6] = { '\\', 'u', '0', '0', digit[c >> 4], digit[c & 15] };
    const char *at = strchr("\b\f\n\r\t\"\\", c);

    if (!at || !c) {
        js_put_raw(o, code, sizeof code);
        return;
    }
    put_char(o, '\\');
    put_char(o, "bfnrt\"\\"[at - strchr("\b\f\n\r\t\"\\", '\b')]);
}

/* Letters before the next that is written otherwise, or before the end. */
static size_t plain_letters(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at >= 0x20 && *at != '"' && *at != '\\')
        at++;
    return (size_t)(at - (const unsigned char *)text);
}

void js_put_string(struct js_out *o, const char *text)
{
    size_t n = plain_letters(text);

    make_room(o, n + 3);
    char *at = o->text + o->n;
    if (o->comma)
        *at++ = ',';
    *at++ = '"';
    memcpy(at, text, n);
    o->n = (size_t)(at - o->text) + n;
    o->comma = true;
    for (text += n; *text; text += n) {
        put_escaped(o, (unsigned char)*text++);
        n = plain_letters(text);
        js_put_raw(o, text, n);
    }
    put_char(o, '"');
}

void js_put_int(struct js_out *o, int64_t v)
{
    make_room(o, 24);
    struct tc_text t = { o->text + o->n, 24, 0, false };
    if (o->comma)
        tc_text_char(&t, ',');
    tc_text_int(&t, v);
    o->n += t.len;
    o->comma = true;
}

void js_put_bool(struct js_out *o, bool v)
{
    begin(o);
    js_put_plain(o, v ? "true" : "false");
}

void js_put_null(struct js_out *o)
{
    begin(o);
    js_put_raw(o, "null", 4);
}

void js_put_hex(struct js_out *o, uint64_t v)
{
    char buf[20];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_text_hex(&t, v);
    js_put_string(o, buf);
}

static int add_bytes(const char *bytes, size_t n, void *ctx)
{
    js_put_raw(ctx, bytes, n);
    return 0;
}

void js_put_json(struct js_out *o, json_t *j)
{
    begin(o);
    json_dump_callback(j, add_bytes, o, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(j);
}
