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
    begin(o);
    put_char(o, '"');
    js_put_plain(o, key);
    js_put_raw(o, "\":", 2);
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

void js_put_string(struct js_out *o, const char *text)
{
    const char *from = text;

    begin(o);
    put_char(o, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        js_put_raw(o, from, (size_t)(text - from));
        put_escaped(o, c);
        from = text + 1;
    }
    js_put_raw(o, from, (size_t)(text - from));
    put_char(o, '"');
}

void js_put_int(struct js_out *o, int64_t v)
{
    char buf[32];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    begin(o);
    tc_text_int(&t, v);
    js_put_raw(o, buf, t.len);
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
