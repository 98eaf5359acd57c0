/* tests/wasm/test_yaml.c - wasm/yaml.c gives the same events as libyaml, or refuses.
 *
 * usage: test_yaml DATA
 *
 * Every YAML file of the data, whole, then with bytes cut out, doubled and exchanged; and texts
 * made by hand. Where libyaml gives events ours are the same, but for what ours does not read;
 * and ours never reads what libyaml refuses in whole files.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

int own_yaml_parser_initialize(yaml_parser_t *y);
void own_yaml_parser_set_input_string(yaml_parser_t *y, const unsigned char *s, size_t n);
int own_yaml_parser_parse(yaml_parser_t *y, yaml_event_t *e);
void own_yaml_event_delete(yaml_event_t *e);
void own_yaml_parser_delete(yaml_parser_t *y);

static int files, texts, refused;

struct list {
    char *text;
    size_t n, room;
    int whole;
};

static void put(struct list *l, const char *s, size_t n)
{
    if (l->n + n + 1 > l->room) {
        l->room = 2 * (l->n + n) + 1000;
        l->text = realloc(l->text, l->room);
        if (!l->text)
            abort();
    }
    memcpy(l->text + l->n, s, n);
    l->n += n;
    l->text[l->n] = 0;
}

/* One line for each event: what, where, and what it says. */
static void put_event(struct list *l, const yaml_event_t *e)
{
    char line[100];
    int scalar = e->type == YAML_SCALAR_EVENT;
    /* The style of an empty scalar's surroundings, and marks of what nobody wrote, may differ.
     */
    int plain = scalar && e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    int written = e->type == YAML_MAPPING_START_EVENT || e->type == YAML_SEQUENCE_START_EVENT ||
                  (scalar && (!plain || e->data.scalar.length));

    snprintf(line, sizeof line, "%d %d:%d %s", e->type, written ? (int)e->start_mark.line : 0,
             written ? (int)e->start_mark.column : 0,
             scalar ? plain ? "plain " : "quoted " : "");
    put(l, line, strlen(line));
    if (scalar)
        put(l, (const char *)e->data.scalar.value, e->data.scalar.length);
    put(l, "\n", 1);
}

static struct list events(const char *s, size_t n, int own)
{
    struct list l = { 0 };
    yaml_parser_t y;

    if (own)
        own_yaml_parser_initialize(&y);
    else
        yaml_parser_initialize(&y);
    if (own)
        own_yaml_parser_set_input_string(&y, (const unsigned char *)s, n);
    else
        yaml_parser_set_input_string(&y, (const unsigned char *)s, n);
    if (!own)
        yaml_parser_set_encoding(&y, YAML_UTF8_ENCODING);
    for (;;) {
        yaml_event_t e;
        if (!(own ? own_yaml_parser_parse(&y, &e) : yaml_parser_parse(&y, &e)))
            break;
        l.whole = e.type == YAML_STREAM_END_EVENT;
        put_event(&l, &e);
        if (own)
            own_yaml_event_delete(&e);
        else
            yaml_event_delete(&e);
        if (l.whole)
            break;
    }
    if (own)
        own_yaml_parser_delete(&y);
    else
        yaml_parser_delete(&y);
    return l;
}

/* False, and said, when both read the whole text and differently. strict: both must read it. */
static int same(const char *name, const char *s, size_t n, int strict)
{
    struct list a = events(s, n, 0), b = events(s, n, 1);
    int good = !(a.whole && b.whole) || strcmp(a.text, b.text) == 0;

    if (strict && a.whole != b.whole)
        good = 0;
    texts++;
    refused += a.whole && !b.whole;
    if (!good) {
        size_t i = 0;
        while (a.text[i] && a.text[i] == b.text[i])
            i++;
        while (i && a.text[i - 1] != '\n')
            i--;
        printf("%s: libyaml %s, ours %s\n  libyaml: %.60s\n  ours:    %.60s\n", name,
               a.whole ? "reads it" : "refuses", b.whole ? "reads it" : "refuses", a.text + i,
               b.text + i);
    }
    free(a.text);
    free(b.text);
    return good;
}

static unsigned lots = 1;

static unsigned lot(unsigned n)
{
    lots = lots * 1664525u + 1013904223u;
    return (lots >> 8) % n;
}

/* A text with one thing changed. */
static int try_changed(const char *name, const char *s, size_t n)
{
    static const char marks[] = ":-#,[]{}'\"\n \t|>?&*!%.x0";
    size_t at = lot((unsigned)n), k = lot(3);
    char *t = malloc(n + 2);
    size_t m = n;

    if (!t)
        abort();
    memcpy(t, s, n);
    if (k == 0) { /* out */
        memmove(t + at, t + at + 1, n - at - 1);
        m--;
    } else if (k == 1) { /* in */
        memmove(t + at + 1, t + at, n - at);
        t[at] = marks[lot(sizeof marks - 1)];
        m++;
    } else {
        t[at] = marks[lot(sizeof marks - 1)];
    }
    int good = same(name, t, m, 0);
    if (!good)
        printf("  at byte %zu, change %zu: %.*s\n", at, k, 40, t + (at > 20 ? at - 20 : 0));
    free(t);
    return good;
}

static int try_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    static char s[4 << 20];
    size_t n = f ? fread(s, 1, sizeof s, f) : 0;
    int good;

    if (!f)
        return 0;
    fclose(f);
    files++;
    good = same(path, s, n, 1);
    for (int i = 0; good && i < 60 && n > 2; i++)
        good = try_changed(path, s, n < 6000 ? n : 6000);
    return good;
}

static int try_folder(const char *path)
{
    struct dirent *d;
    DIR *dir = opendir(path);
    int good = 1;

    while (dir && (d = readdir(dir))) {
        char below[1000];
        size_t n = strlen(d->d_name);
        if (d->d_name[0] == '.')
            continue;
        snprintf(below, sizeof below, "%s/%s", path, d->d_name);
        if (n > 5 && strcmp(d->d_name + n - 5, ".yaml") == 0)
            good &= try_file(below);
        else
            good &= try_folder(below);
    }
    if (dir)
        closedir(dir);
    return good;
}

static const char *const by_hand[] = {
    "a: 1\nb: [1, 2, {c: d}]\n",
    "a:\n- 1\n- 2\nb: 3\n",
    "a:\n  - x: 1\n    y: 2\n  -\n    z: 3\n  - - 1\n    - 2\n",
    "a: |\n  one\n   two\n\n  three\nb: >\n  one\n  two\n\n  three\n   four\n  five\n",
    "a: |-\n  one\n\nb: |+\n  two\n\nc: >-\n  x\n  y\n",
    "a: one\n  two\n\n  three # c\nb: 'it''s\n  long'\nc: \"a\\tb\\\n  c \\u00e9\"\n",
    "---\na: 1\n...\n",
    "a:\nb: ~\nc: ''\nd: \"\"\n",
    "\"a b\": 1\n'c': 2\n-x: 3\n",
    "a: [\n  1, # one\n  2,\n]\nb: {x: , y: 1}\n",
    "# nothing\na: b#c\nd: e #f\n",
    "a: http://x:80/y\nb: a:b\nc: -1\nd: - 1\n",
    "a: 1\n b: 2\n", /* refused by both */
    "a: b: c\n",
    "a: [1, 2\n",
    "a\nb\n",
    "a: 'open\n",
    "\ta: 1\n",
    "a: @x\n",
    "- 1\n- 2\n",
    "[1, 2]\n",
    "a:  \r\n  b: 1\r\nc: \"x\"\r\n",
};

int main(int argc, char **argv)
{
    int good = 1;
    char name[40];

    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        snprintf(name, sizeof name, "text %zu", i);
        good &= same(name, by_hand[i], strlen(by_hand[i]), 1);
    }
    for (int i = 1; i < argc; i++)
        good &= try_folder(argv[i]);
    printf("%d files, %d texts; %d that only libyaml reads\n", files, texts, refused);
    return good && (argc < 2 || files > 100) ? 0 : 1;
}
