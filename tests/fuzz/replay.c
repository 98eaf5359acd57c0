/* tests/fuzz/replay.c - runs a fuzz target on kept inputs, and on bent ones, without libFuzzer.
 *
 * usage: fuzz_NAME [--bend N] [--seed S] [--name] FILE|FOLDER...
 *
 * An input is named by what it shows: a name of figures, or the digest that libFuzzer gives, is
 * refused. --name gives such inputs names: of which book they are, what happens, what is said
 * against it.
 *
 * With --bend, N inputs more are made from the files: bytes changed, cut out, doubled, spliced.
 * Each is written to NAME.bent in the working folder before it is tried, so that a crash leaves
 * it behind; when all went well the file is removed.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/dice.h"
#include "tests/fuzz/fuzz.h"

enum { MOST = 4096, LONGEST = 1 << 18 };

struct input {
    uint8_t *bytes;
    size_t n;
    char path[512]; /* where it must have another name, else empty */
};

static struct input input[MOST];
static uint32_t inputs;

/* Figures alone, or forty of a digest: that says nothing. */
static bool says_nothing(const char *name)
{
    size_t n = strlen(name);

    return strspn(name, "0123456789") == n ||
           (n == 40 && strspn(name, "0123456789abcdef") == n);
}

static bool naming;

static void look_at_name(struct input *in, const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!says_nothing(slash ? slash + 1 : path))
        return;
    if (!naming) {
        fprintf(stderr, "%s: an input is named by what it shows; --name finds a name\n", path);
        exit(2);
    }
    snprintf(in->path, sizeof in->path, "%s", path);
}

static void read_one(const char *path)
{
    FILE *f = fopen(path, "rb");
    uint8_t *bytes = malloc(LONGEST);

    if (!f || !bytes || inputs == MOST) {
        fprintf(stderr, "%s cannot be read, or there are too many inputs\n", path);
        exit(2);
    }
    size_t n = fread(bytes, 1, LONGEST, f);
    fclose(f);
    /* exactly as long as it is, so that one byte too far is noticed */
    input[inputs] = (struct input){ malloc(n ? n : 1), n, "" };
    look_at_name(&input[inputs], path);
    memcpy(input[inputs++].bytes, bytes, n);
    free(bytes);
}

static void read_path(const char *path)
{
    struct dirent **list;
    struct stat s;
    char below[4096];

    if (stat(path, &s) != 0 || !S_ISDIR(s.st_mode)) {
        read_one(path);
        return;
    }
    int n = scandir(path, &list, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(below, sizeof below, "%s/%s", path, list[i]->d_name);
        if (list[i]->d_name[0] != '.')
            read_one(below);
        free(list[i]);
    }
    free(list);
}

/* --- Bending ---------------------------------------------------------------------------- */

static struct tc_stream lots;

static uint32_t below(size_t n)
{
    return n ? tc_draw(&lots, (uint32_t)n) : 0;
}

static void bend(uint8_t *b, size_t *n)
{
    static const char odd[] = "{}[]\":,0123456789-+.eE\\\n\t #x\0\xff\x7f";
    size_t at = below(*n), len = 1 + below(8), to = below(*n);

    if (*n == 0)
        return;
    switch (below(6)) {
    case 0: b[at] = (uint8_t)(b[at] ^ 1u << below(8)); break;
    case 1: b[at] = (uint8_t)odd[below(sizeof odd)]; break;
    case 2: *n = below(8) ? *n : at; break; /* cut off */
    case 3:
        if (at + len < *n) {
            memmove(b + at, b + at + len, *n - at - len);
            *n -= len;
        }
        break;
    case 4:
        if (at + len < *n && *n + len < LONGEST) {
            memmove(b + at + len, b + at, *n - at);
            *n += len;
        }
        break;
    default:
        if (at + len < *n && to + len < *n)
            memmove(b + to, b + at, len);
    }
}

static void splice(uint8_t *b, size_t *n)
{
    const struct input *o = &input[below(inputs)];
    size_t from = below(o->n + 1), at = below(*n + 1), len = o->n - from;

    if (at + len > LONGEST)
        len = LONGEST - at;
    memcpy(b + at, o->bytes + from, len);
    *n = at + len;
}

static char bent_name[256];

static void keep(const uint8_t *b, size_t n)
{
    FILE *f = fopen(bent_name, "wb");

    if (f) {
        fwrite(b, 1, n, f);
        fclose(f);
    }
}

static void run_bent(void)
{
    uint8_t *b = malloc(LONGEST), *exact;
    const struct input *from = &input[below(inputs)];
    size_t n = from->n;

    memcpy(b, from->bytes, n);
    if (below(8) == 0)
        splice(b, &n);
    for (uint32_t i = 1 + below(6); i > 0; i--)
        bend(b, &n);
    exact = malloc(n ? n : 1);
    memcpy(exact, b, n);
    free(b);
    keep(exact, n);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
}

/* --- Names ---------------------------------------------------------------------------------
 */

/* One word in small letters and figures; how many bytes of the text it takes. */
static size_t read_word(const char *text, char word[24])
{
    size_t at = 0, n = 0;

    for (char c; (c = text[at]) != 0; at++) {
        c = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
        bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!good && c != '\'')
            break;
        if (good && n < 23)
            word[n++] = c;
    }
    word[n] = 0;
    return at ? at : 1;
}

/* At most `most` words of a sentence, with hyphens between them; very long ones, which only an
 * input has, are left out. */
static void put_words(char *buf, size_t cap, const char *text, int most)
{
    enum { LONGEST_WORD = 16 };
    char word[24];

    while (*text && most > 0) {
        text += read_word(text, word);
        size_t n = strlen(buf), k = strlen(word);
        if (k == 0 || k > LONGEST_WORD)
            continue;
        if (n + k + 2 > cap)
            return;
        snprintf(buf + n, cap - n, "%s%s", n ? "-" : "", word);
        most--;
    }
}

static void give_name(const struct input *in)
{
    char stem[160] = "", path[700];
    int folder = (int)(strrchr(in->path, '/') - in->path);

    put_words(stem, 50, fuzz_noted(FUZZ_BOOK), 9);
    put_words(stem, 80, fuzz_noted(FUZZ_WHAT), 6);
    put_words(stem, 110, fuzz_noted(FUZZ_WHY), 7);
    if (!stem[0])
        snprintf(stem, sizeof stem, "nothing-is-said");
    snprintf(path, sizeof path, "%.*s/%s", folder, in->path, stem);
    for (int i = 1; access(path, F_OK) == 0 && i < 26 * 26; i++)
        snprintf(path, sizeof path, "%.*s/%s-%s%c", folder, in->path, stem,
                 i < 26 ? "" : (const char[2]){ (char)('a' + i / 26 - 1), 0 }, 'a' + i % 26);
    if (rename(in->path, path) != 0)
        fprintf(stderr, "%s cannot be named %s\n", in->path, path);
}

int main(int argc, char **argv)
{
    unsigned long bent = 0, seed = 1;
    const char *slash = strrchr(argv[0], '/');

    snprintf(bent_name, sizeof bent_name, "%s.bent", slash ? slash + 1 : argv[0]);

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--bend") == 0 && i + 1 < argc)
            bent = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--name") == 0)
            naming = true;
        else
            read_path(argv[i]);
    }
    lots = tc_stream_from(seed);
    for (uint32_t i = 0; i < inputs; i++) {
        fuzz_forget_notes();
        LLVMFuzzerTestOneInput(input[i].bytes, input[i].n);
        if (input[i].path[0])
            give_name(&input[i]);
    }
    for (unsigned long i = 0; i < bent && inputs; i++)
        run_bent();
    if (bent)
        remove(bent_name);
    for (uint32_t i = 0; i < inputs; i++)
        free(input[i].bytes);
    printf("%u kept inputs and %lu bent ones: nothing found\n", inputs, bent);
    return inputs == 0;
}
