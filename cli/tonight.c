/* cli/tonight.c - tonight: a battle from a seed, as two files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/cli.h"
#include "protocol/world.h"

/* --- What is asked for ------------------------------------------------------------------ */

/* "100" or "100,80" as the protocol has it; what is no number is refused there. */
static json_t *points_json(const char *s)
{
    json_t *list = json_array();

    while (*s) {
        size_t n = strcspn(s, ",");
        int64_t v;
        json_array_append_new(list,
                              tc_read_int(s, n, &v) ? json_integer(v) : json_stringn(s, n));
        s += n + (s[n] == ',');
    }
    if (json_array_size(list) != 1)
        return list;
    json_t *one = json_incref(json_array_get(list, 0));
    json_decref(list);
    return one;
}

static json_t *words_json(const char *s)
{
    json_t *list = json_array();

    while (*s) {
        size_t n = strcspn(s, ",");
        json_array_append_new(list, json_stringn(s, n));
        s += n + (s[n] == ',');
    }
    return list;
}

static json_t *read_request(struct cli *c, bool list)
{
    const char *system = cli_option(c, "system"), *armies = cli_option(c, "armies");
    const char *ground = cli_option(c, "ground"), *points = cli_option(c, "points");
    uint64_t seed = cli_number(c, "seed", (uint64_t)time(NULL) % 1000000, UINT32_MAX);
    json_t *in = json_pack("{ss ss}", "do", "tonight", "system", system ? system : "minden");

    if (list)
        return in;
    json_object_set_new(in, "seed", json_integer((json_int_t)seed));
    if (armies && (!strchr(armies, ',') || strchr(armies, ',') != strrchr(armies, ','))) {
        fprintf(stderr,
                SAY("tricorne tonight: --armies is A,B, not \"%s\"; --list shows them\n"),
                armies);
        exit(CLI_USAGE);
    }
    if (armies)
        json_object_set_new(in, "armies", words_json(armies));
    if (ground)
        json_object_set_new(in, "ground", json_string(ground));
    if (points)
        json_object_set_new(in, "points", points_json(points));
    return in;
}

/* --- What comes of it --------------------------------------------------------------------- */

static const char *text(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));

    return s ? s : "";
}

static void print_choices(const json_t *out)
{
    static const char *const lists[] = { "armies", "grounds", "kinds" };
    const json_t *points = json_object_get(out, "points");

    puts("points");
    printf("  %s-%s\n", text(points, "least"), text(points, "most"));
    for (int k = 0; k < 3; k++) {
        const json_t *list = json_object_get(out, lists[k]);
        printf("%s\n", lists[k]);
        for (size_t i = 0; i < json_array_size(list); i++) {
            const json_t *e = json_array_get(list, i);
            printf("  %-12s %s", text(e, "name"), text(e, "label"));
            printf(json_object_get(e, "cost") ? ", %s\n" : "%s\n", text(e, "cost"));
        }
    }
}

static bool write_file(const char *folder, const char *name, const char *bytes, char *path,
                       size_t cap)
{
    FILE *f = (size_t)snprintf(path, cap, "%s/%s.yaml", folder, name) < cap ? fopen(path, "we")
                                                                            : NULL;
    bool good = f && fputs(bytes, f) >= 0;

    if (f && fclose(f) != 0)
        good = false;
    if (!good)
        fprintf(stderr, SAY("tricorne: %s cannot be written: %s\n"), path, strerror(errno));
    return good;
}

static int write_both(const json_t *out, const char *folder)
{
    const json_t *sides = json_object_get(out, "sides");
    char path[1100], map[1100];

    (void)mkdir(folder, 0777); /* where it fails and was not there, the first file says so */
    if (!write_file(folder, text(out, "map_name"), text(out, "map"), map, sizeof map) ||
        !write_file(folder, text(out, "name"), text(out, "yaml"), path, sizeof path))
        return CLI_REFUSED;
    printf("%s\n%s\n", text(out, "title"), text(out, "text"));
    for (size_t i = 0; i < json_array_size(sides); i++) {
        const json_t *s = json_array_get(sides, i);
        printf(SAY("%s, %s: %d points\n"), text(s, "label"), text(s, "general"),
               (int)json_integer_value(json_object_get(s, "points")));
    }
    printf(SAY("Written: %s and %s\n"), path, map);
    return CLI_OK;
}

int cmd_tonight(struct cli *c)
{
    bool list = cli_flag(c, "list"), json = cli_flag(c, "json");
    const char *folder = cli_option(c, "out");
    json_t *in = read_request(c, list);
    struct world w;
    struct proto p;
    int code = CLI_OK;

    cli_words(c, 0, 0);
    world_open(&w, c->data, false);
    proto_init(&p, &w.proto);
    json_t *out = proto_handle(&p, in);
    const json_t *wrong = json_object_get(out, "error");
    if (wrong) {
        fprintf(stderr, "tricorne: %s: %s\n", text(wrong, "where"), text(wrong, "text"));
        code = CLI_REFUSED;
    } else if (json) {
        cli_json(json_incref(out));
    } else if (list) {
        print_choices(out);
    } else {
        code = write_both(out, folder ? folder : ".");
    }
    json_decref(out);
    json_decref(in);
    proto_end(&p);
    return code;
}
