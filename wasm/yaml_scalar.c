/* wasm/yaml_scalar.c - scalars of YAML: plain, quoted, blocks. */
#include "wasm/yaml_own.h"

/* --- Scalars --------------------------------------------------------------------------------
 */

/* A break in a quoted or plain text, and the empty lines behind it: a blank, or line ends. */
static void fold(struct reader *r, struct text *t)
{
    int breaks = 0;

    while (t->n && is_blank(t->bytes[t->n - 1]))
        t->n--;
    for (; is_blank(peek(r, 0)) || is_break(peek(r, 0));) {
        breaks += peek(r, 0) == '\n' || (peek(r, 0) == '\r' && peek(r, 1) != '\n');
        step(r);
    }
    if (breaks == 1)
        gather(t, " ", 1);
    for (int i = 1; i < breaks; i++)
        gather(t, "\n", 1);
}

static int put_code(struct reader *r, struct text *t, int digits)
{
    unsigned c = 0;
    char s[4];

    for (int i = 0; i < digits; i++) {
        int d = peek(r, 0);
        int v = d >= '0' && d <= '9'   ? d - '0'
                : d >= 'a' && d <= 'f' ? d - 'a' + 10
                : d >= 'A' && d <= 'F' ? d - 'A' + 10
                                       : -1;
        if (v < 0)
            return fail(r, "did not find expected hexdecimal number");
        c = c * 16 + (unsigned)v;
        step(r);
    }
    if ((c >= 0xD800 && c <= 0xDFFF) || c > 0x10FFFF)
        return fail(r, "found invalid Unicode character escape code");
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6)
        s[i] = (char)(0x80 | (c & 0x3F));
    s[0] = (char)(n == 1 ? c : (0xF00u >> n & 0xF0) | c);
    gather(t, s, n);
    return 1;
}

static int read_escape(struct reader *r, struct text *t)
{
    static const char letter[] = "0abt\tnvfre \"/\\", plain[] = "\0\a\b\t\t\n\v\f\r\033 \"/\\";
    int c = peek(r, 0);
    const char *known = c > 0 ? memchr(letter, c, sizeof letter - 1) : NULL;

    if (c < 0)
        return fail(r, "found unexpected end of stream");
    if (is_break(c)) { /* the line goes on */
        step(r);
        if (c == '\r' && peek(r, 0) == '\n')
            step(r);
        while (is_blank(peek(r, 0)))
            step(r);
        return 1;
    }
    step(r);
    if (c == 'x' || c == 'u' || c == 'U')
        return put_code(r, t, c == 'x' ? 2 : c == 'u' ? 4 : 8);
    if (c == 'N' || c == '_' || c == 'L' || c == 'P') {
        static const char *const more[] = { "\xC2\x85", "\xC2\xA0", "\xE2\x80\xA8",
                                            "\xE2\x80\xA9" };
        const char *s = more[c == 'N' ? 0 : c == '_' ? 1 : c == 'L' ? 2 : 3];
        gather(t, s, strlen(s));
        return 1;
    }
    if (!known)
        return fail(r, "found unknown escape character");
    gather(t, plain + (known - letter), 1);
    return 1;
}

int yaml_read_quoted(struct reader *r)
{
    int quote = peek(r, 0);
    yaml_mark_t where = mark(r);
    struct text t = { 0 };
    int good = 1;

    step(r);
    while (good) {
        int c = peek(r, 0);
        if (c < 0 || is_document_mark(r)) {
            good = fail(r, "found unexpected end of stream");
        } else if (c == quote && quote == '\'' && peek(r, 1) == '\'') {
            gather(&t, "'", 1);
            step(r);
            step(r);
        } else if (c == quote) {
            step(r);
            break;
        } else if (c == '\\' && quote == '"') {
            step(r);
            good = read_escape(r, &t);
        } else if (is_break(c)) {
            fold(r, &t);
        } else if (is_blank(c)) {
            size_t i = 0;
            while (is_blank(peek(r, i)))
                i++;
            if (is_break(peek(r, i))) {
                fold(r, &t);
            } else {
                gather(&t, r->s + r->at, 1);
                step(r);
            }
        } else {
            gather(&t, r->s + r->at, 1);
            step(r);
        }
    }
    if (good)
        return add_scalar(r, &t,
                          quote == '"' ? YAML_DOUBLE_QUOTED_SCALAR_STYLE
                                       : YAML_SINGLE_QUOTED_SCALAR_STYLE,
                          where);
    free(t.bytes);
    return 0;
}

int yaml_begins_plain(const struct reader *r, int flow)
{
    int c = peek(r, 0), d = peek(r, 1);

    if (c < 0 || strchr(",[]{}#&*!|>'\"%@`", c))
        return 0;
    if (flow && c == '?')
        return 0;
    if (c == '-' || c == '?' || c == ':')
        return !ends_word(d) && !(flow && is_flow_mark(d));
    return 1;
}

/* Plain characters of this line into t. */
static void read_plain_line(struct reader *r, struct text *t, int flow)
{
    for (;;) {
        int c = peek(r, 0), d = peek(r, 1);
        if (c < 0 || is_break(c) || (flow && is_flow_mark(c)))
            break;
        if (c == ':' && (ends_word(d) || (flow && is_flow_mark(d))))
            break;
        if (c == '#' && t->n && is_blank(t->bytes[t->n - 1]))
            break;
        gather(t, r->s + r->at, 1);
        step(r);
    }
    while (t->n && is_blank(t->bytes[t->n - 1]))
        t->n--;
}

/* Does a plain text go on in the next line? Its indent must be over `indent`. */
static int goes_on(const struct reader *r, long indent, int flow)
{
    struct reader look = *r;

    while (is_blank(peek(&look, 0)))
        step(&look);
    if (!is_break(peek(&look, 0)))
        return 0;
    while (is_blank(peek(&look, 0)) || is_break(peek(&look, 0)))
        step(&look);
    if (peek(&look, 0) < 0 || peek(&look, 0) == '#' || is_document_mark(&look) ||
        (!flow && (long)look.column <= indent))
        return 0;
    if (flow && is_flow_mark(peek(&look, 0)))
        return 0;
    return !(peek(&look, 0) == ':' && ends_word(peek(&look, 1)));
}

int yaml_read_plain(struct reader *r, long indent, int flow, int key)
{
    yaml_mark_t where = mark(r);
    struct text t = { 0 };

    read_plain_line(r, &t, flow);
    while (!key && peek(r, 0) != ':' && peek(r, 0) != '#' && goes_on(r, indent, flow)) {
        fold(r, &t);
        read_plain_line(r, &t, flow);
    }
    return add_scalar(r, &t, YAML_PLAIN_SCALAR_STYLE, where);
}

/* Behind | or >: how it ends, and how far it is indented. */
static int read_block_head(struct reader *r, int *chomp, long *indent, long parent)
{
    step(r);
    for (;; step(r)) {
        int c = peek(r, 0);
        if (c == '+' || c == '-')
            *chomp = c;
        else if (c >= '1' && c <= '9')
            *indent = (parent < 0 ? 0 : parent) + (c - '0');
        else
            break;
    }
    if (!at_line_end(r))
        return fail(r, "did not find expected comment or line break");
    while (peek(r, 0) >= 0 && !is_break(peek(r, 0)))
        step(r);
    if (peek(r, 0) == '\r' && peek(r, 1) == '\n')
        step(r);
    if (peek(r, 0) >= 0)
        step(r);
    return 1;
}

static long block_indent(const struct reader *r, long parent)
{
    struct reader look = *r;
    long most = 0;

    for (;;) {
        while (peek(&look, 0) == ' ')
            step(&look);
        if ((long)look.column > most)
            most = (long)look.column;
        if (!is_break(peek(&look, 0)))
            break;
        step(&look);
    }
    most = most > parent + 1 ? most : parent + 1;
    return most < 1 ? 1 : most;
}

int yaml_read_block_scalar(struct reader *r, long parent)
{
    yaml_mark_t where = mark(r);
    int folded = peek(r, 0) == '>', chomp = 0, breaks = 0, was_blank = 0, any = 0;
    struct text t = { 0 };
    long indent = 0;

    if (!read_block_head(r, &chomp, &indent, parent))
        return 0;
    if (indent == 0)
        indent = block_indent(r, parent);
    for (;;) {
        while ((long)r->column < indent && peek(r, 0) == ' ')
            step(r);
        if (is_break(peek(r, 0))) {
            breaks++;
            if (peek(r, 0) == '\r' && peek(r, 1) == '\n')
                step(r);
            step(r);
            continue;
        }
        if ((long)r->column < indent || peek(r, 0) < 0 || is_document_mark(r))
            break;
        int blank = is_blank(peek(r, 0));
        if (folded && any && breaks && !blank && !was_blank) {
            if (breaks == 1)
                gather(&t, " ", 1);
            breaks--;
        }
        for (; breaks > 0; breaks--)
            gather(&t, "\n", 1);
        while (peek(r, 0) >= 0 && !is_break(peek(r, 0))) {
            gather(&t, r->s + r->at, 1);
            step(r);
        }
        was_blank = blank;
        any = 1;
    }
    if (chomp == 0 && any && breaks)
        gather(&t, "\n", 1);
    for (; chomp == '+' && breaks > 0; breaks--)
        gather(&t, "\n", 1);
    return add_scalar(r, &t, folded ? YAML_FOLDED_SCALAR_STYLE : YAML_LITERAL_SCALAR_STYLE,
                      where);
}

/* &name, !tag or *name: told, and refused by whoever listens. */
int yaml_read_forbidden(struct reader *r)
{
    int c = peek(r, 0);
    yaml_event_t *e = add(r, c == '*' ? YAML_ALIAS_EVENT : YAML_SCALAR_EVENT, mark(r));
    yaml_char_t *name = malloc(2);

    if (!name)
        abort();
    memcpy(name, "x", 2);
    if (c == '*') {
        e->data.alias.anchor = name;
        return fail(r, "aliases are not read here");
    }
    e->data.scalar.value = calloc(1, 1);
    if (c == '&')
        e->data.scalar.anchor = name;
    else
        e->data.scalar.tag = name;
    return fail(r, "anchors and tags are not read here");
}
