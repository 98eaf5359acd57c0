/* tests/fuzz/replay.c - runs a fuzz target on kept inputs, and on bent ones, without libFuzzer.
 *
 * usage: fuzz_NAME [--bend N] [--seed S] FILE|FOLDER...
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

#include "kernel/dice.h"
#include "tests/fuzz/fuzz.h"

enum { MOST = 4096, LONGEST = 1 << 18 };

struct input {
    uint8_t *bytes;
    size_t n;
};

static struct input input[MOST];
static uint32_t inputs;

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
    input[inputs] = (struct input){ malloc(n ? n : 1), n };
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
        else
            read_path(argv[i]);
    }
    lots = tc_stream_from(seed);
    for (uint32_t i = 0; i < inputs; i++)
        LLVMFuzzerTestOneInput(input[i].bytes, input[i].n);
    for (unsigned long i = 0; i < bent && inputs; i++)
        run_bent();
    if (bent)
        remove(bent_name);
    for (uint32_t i = 0; i < inputs; i++)
        free(input[i].bytes);
    printf("%u kept inputs and %lu bent ones: nothing found\n", inputs, bent);
    return inputs == 0;
}
