/* wasm/yaml.c - YAML as we write it, through libyaml's interface, for WebAssembly.
 *
 * Debian has libyaml for its own machines only. Here is the part of YAML that data, scenarios
 * and positions use: block and flow mappings and lists, plain, quoted and block scalars,
 * comments. Anchors, tags, aliases and directives are told as such, because book/ refuses them;
 * explicit keys (?) and mappings without braces inside a flow list are refused here. The same
 * texts give the same events as libyaml: tests/wasm/test_yaml.c compares them.
 */
#include "wasm/yaml_own.h"

/* --- Flow -----------------------------------------------------------------------------------
 */

static int read_flow(struct reader *r);

static int flow_scalar(struct reader *r)
{
    int c = peek(r, 0);

    if (c == '"' || c == '\'')
        return yaml_read_quoted(r);
    if (c == '&' || c == '!' || c == '*')
        return yaml_read_forbidden(r);
    if (!yaml_begins_plain(r, 1))
        return fail(r, "did not find expected node content");
    return yaml_read_plain(r, -1, 1, 0);
}

static int flow_node(struct reader *r)
{
    return peek(r, 0) == '[' || peek(r, 0) == '{' ? read_flow(r) : flow_scalar(r);
}

static int flow_value(struct reader *r)
{
    yaml_mark_t where;

    if (peek(r, 0) != ':')
        return add_empty(r, mark(r));
    step(r);
    where = mark(r);
    if (!skip(r))
        return 0;
    return peek(r, 0) == ',' || peek(r, 0) == '}' ? add_empty(r, where) : flow_node(r);
}

static int read_flow(struct reader *r)
{
    int map = peek(r, 0) == '{', end = map ? '}' : ']';

    if (++r->depth > DEEPEST)
        return fail(r, "nested too deep");
    add(r, map ? YAML_MAPPING_START_EVENT : YAML_SEQUENCE_START_EVENT, mark(r));
    step(r);
    for (;;) {
        if (!skip(r))
            return 0;
        if (peek(r, 0) == end)
            break;
        if (is_document_mark(r) || peek(r, 0) < 0 || !flow_node(r) || !skip(r))
            return fail(r, map ? "did not find expected ',' or '}'"
                               : "did not find expected ',' or ']'");
        if (!map && peek(r, 0) == ':')
            return fail(r, "a mapping in a list needs its braces here");
        if (map && (!flow_value(r) || !skip(r)))
            return 0;
        if (peek(r, 0) == ',')
            step(r);
        else if (peek(r, 0) != end)
            return fail(r, map ? "did not find expected ',' or '}'"
                               : "did not find expected ',' or ']'");
    }
    add(r, map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT, mark(r));
    step(r);
    r->depth--;
    return 1;
}

/* --- Blocks ---------------------------------------------------------------------------------
 */

static int read_block(struct reader *r, long parent, int inside_map);

static int is_item(const struct reader *r)
{
    return peek(r, 0) == '-' && ends_word(peek(r, 1));
}

/* Does a scalar that ends on this line, here, name a value? */
static int is_key(const struct reader *r)
{
    struct reader look = *r;
    size_t line = r->line;
    int c = peek(&look, 0);

    look.event = NULL;
    look.events = look.room = 0;
    look.failed[0] = 0;
    if (c == '"' || c == '\'')
        yaml_read_quoted(&look);
    else if (yaml_begins_plain(&look, 0))
        yaml_read_plain(&look, -1, 0, 1);
    for (size_t i = 0; i < look.events; i++)
        free(look.event[i].data.scalar.value);
    free(look.event);
    if (look.failed[0] || look.line != line || look.at == r->at)
        return 0;
    while (is_blank(peek(&look, 0)))
        step(&look);
    return peek(&look, 0) == ':' && ends_word(peek(&look, 1));
}

/* What stands on the line of a key or a dash, or below it. */
static int block_value(struct reader *r, long indent, int inside_map, yaml_mark_t empty)
{
    size_t line = r->line;

    if (!skip(r))
        return 0;
    if (peek(r, 0) < 0 || is_document_mark(r))
        return add_empty(r, empty);
    if (r->line != line && (long)r->column <= indent &&
        !(inside_map && (long)r->column == indent && is_item(r)))
        return add_empty(r, empty);
    if (r->line == line && inside_map) {
        if (is_item(r))
            return fail(r, "block sequence entries are not allowed in this context");
        if (is_key(r))
            return fail(r, "mapping values are not allowed in this context");
    }
    return read_block(r, indent, inside_map);
}

static int read_items(struct reader *r, long column)
{
    add(r, YAML_SEQUENCE_START_EVENT, mark(r));
    while ((long)r->column == column && is_item(r)) {
        yaml_mark_t empty;
        step(r);
        empty = mark(r);
        if (!block_value(r, column, 0, empty) || !skip(r))
            return 0;
    }
    add(r, YAML_SEQUENCE_END_EVENT, mark(r));
    return 1;
}

static int read_pairs(struct reader *r, long column)
{
    add(r, YAML_MAPPING_START_EVENT, mark(r));
    while ((long)r->column == column && peek(r, 0) >= 0 && !is_document_mark(r)) {
        yaml_mark_t empty;
        if (!is_key(r))
            return peek(r, 0) == '&' || peek(r, 0) == '!' || peek(r, 0) == '*'
                       ? yaml_read_forbidden(r)
                       : fail(r, peek(r, 0) == '?' ? "explicit keys are not read here"
                                                   : "could not find expected ':'");
        if (!(peek(r, 0) == '"' || peek(r, 0) == '\'' ? yaml_read_quoted(r)
                                                      : yaml_read_plain(r, -1, 0, 1)))
            return 0;
        skip_blanks(r);
        step(r);
        empty = mark(r);
        if (!block_value(r, column, 1, empty) || !skip(r))
            return 0;
    }
    if ((long)r->column > column && peek(r, 0) >= 0)
        return fail(r, "did not find expected key");
    add(r, YAML_MAPPING_END_EVENT, mark(r));
    return 1;
}

static int read_leaf(struct reader *r, long parent)
{
    int c = peek(r, 0), good;

    if (c == '&' || c == '!' || c == '*')
        return yaml_read_forbidden(r);
    if (c == '|' || c == '>')
        return yaml_read_block_scalar(r, parent);
    if (c == '[' || c == '{')
        good = read_flow(r);
    else if (c == '"' || c == '\'')
        good = yaml_read_quoted(r);
    else if (!yaml_begins_plain(r, 0))
        return fail(r, c == '%' || c == '@' || c == '`'
                           ? "found character that cannot start any token"
                           : "did not find expected node content");
    else
        good = yaml_read_plain(r, parent, 0, 0);
    if (good && !at_line_end(r))
        good = fail(r, "mapping values are not allowed in this context");
    return good;
}

static int read_block(struct reader *r, long parent, int inside_map)
{
    long column = (long)r->column;
    int good;

    (void)inside_map;
    if (++r->depth > DEEPEST)
        return fail(r, "nested too deep");
    if (is_item(r))
        good = read_items(r, column);
    else if (is_key(r))
        good = read_pairs(r, column);
    else
        good = read_leaf(r, parent);
    r->depth--;
    return good;
}

/* --- Documents ------------------------------------------------------------------------------
 */

/* UTF-8 without control characters? */
static int is_readable(struct reader *r)
{
    for (size_t i = 0, line = 0; i < r->n;) {
        unsigned c = r->s[i];
        size_t more = c < 0x80   ? 0
                      : c < 0xC2 ? 9
                      : c < 0xE0 ? 1
                      : c < 0xF0 ? 2
                      : c < 0xF5 ? 3
                                 : 9;
        const char *what = NULL;
        if (more == 9 || i + more >= r->n + (more == 0))
            what = "invalid leading UTF-8 octet";
        for (size_t k = 1; !what && k <= more; k++)
            if ((r->s[i + k] & 0xC0) != 0x80)
                what = "invalid trailing UTF-8 octet";
        if (!what && more == 2 &&
            ((c == 0xE0 && r->s[i + 1] < 0xA0) || (c == 0xED && r->s[i + 1] > 0x9F)))
            what = "invalid Unicode character";
        if (!what && more == 3 &&
            ((c == 0xF0 && r->s[i + 1] < 0x90) || (c == 0xF4 && r->s[i + 1] > 0x8F)))
            what = "invalid Unicode character";
        if (!what && ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F))
            what = "control characters are not allowed";
        if (what)
            return fail_at(r, (yaml_mark_t){ i, line, 0 }, what);
        line += c == '\n';
        i += more + 1;
    }
    return 1;
}

static void read_all(struct reader *r)
{
    add(r, YAML_STREAM_START_EVENT, mark(r));
    if (!is_readable(r))
        return;
    if (r->n >= 3 && memcmp(r->s, "\xEF\xBB\xBF", 3) == 0)
        r->at = 3;
    for (int first = 1; skip(r) && (peek(r, 0) >= 0); first = 0) {
        yaml_event_t *e = add(r, YAML_DOCUMENT_START_EVENT, mark(r));
        if (peek(r, 0) == '%') {
            static yaml_version_directive_t any;
            e->data.document_start.version_directive = &any;
            fail(r, "directives are not read here");
            return;
        }
        int marked = is_document_mark(r);
        if (marked && peek(r, 0) == '.') { /* the end of what has ended */
            r->events--;
            r->at += 3;
            r->column += 3;
            continue;
        }
        if (marked) {
            r->at += 3;
            r->column += 3;
        } else if (!first) {
            fail(r, "did not find expected <document start>");
            return;
        }
        if (!skip(r))
            return;
        if (peek(r, 0) < 0 || is_document_mark(r))
            add_empty(r, mark(r));
        else if (!read_block(r, -1, 0) || !skip(r))
            return;
        add(r, YAML_DOCUMENT_END_EVENT, mark(r));
    }
    if (!r->failed[0])
        add(r, YAML_STREAM_END_EVENT, mark(r));
}

/* --- libyaml's functions --------------------------------------------------------------------
 */

int yaml_parser_initialize(yaml_parser_t *y)
{
    memset(y, 0, sizeof *y);
    return 1;
}

void yaml_parser_set_input_string(yaml_parser_t *y, const unsigned char *s, size_t n)
{
    struct reader *r = calloc(1, sizeof *r);

    if (!r)
        abort();
    r->s = s;
    r->n = n;
    y->read_handler_data = r;
    read_all(r);
}

void yaml_parser_set_encoding(yaml_parser_t *y, yaml_encoding_t encoding)
{
    y->encoding = encoding;
}

int yaml_parser_parse(yaml_parser_t *y, yaml_event_t *event)
{
    struct reader *r = y->read_handler_data;

    memset(event, 0, sizeof *event);
    if (r->served < r->events) {
        *event = r->event[r->served++];
        return 1;
    }
    if (!r->failed[0])
        return 1; /* no event: the stream has ended */
    y->error = YAML_PARSER_ERROR;
    y->problem = r->failed;
    y->problem_mark = r->where;
    return 0;
}

void yaml_event_delete(yaml_event_t *e)
{
    if (e->type == YAML_SCALAR_EVENT) {
        free(e->data.scalar.value);
        free(e->data.scalar.anchor);
        free(e->data.scalar.tag);
    } else if (e->type == YAML_ALIAS_EVENT) {
        free(e->data.alias.anchor);
    }
    memset(e, 0, sizeof *e);
}

void yaml_parser_delete(yaml_parser_t *y)
{
    struct reader *r = y->read_handler_data;

    if (r) {
        for (size_t i = r->served; i < r->events; i++)
            yaml_event_delete(&r->event[i]);
        free(r->event);
        free(r);
    }
    memset(y, 0, sizeof *y);
}
