/* tests/fuzz/seeds.c - first inputs for the fuzz targets, from random battles of every book.
 *
 * usage: fuzz_seeds FOLDER
 *
 * Writes FOLDER/TARGET/BOOK-N: acts and fields in notation, positions, records, conversations
 * and games. tools/fuzz adds them to the kept inputs, so that a new system is reached from the
 * first run on.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "players/random.h"
#include "protocol/record.h"
#include "tests/fuzz/fuzz.h"

static const char *folder;
static int written;

static void put(const char *target, unsigned book, int n, const char *head, size_t heads,
                const char *text)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s", folder, target);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        exit(2);
    snprintf(path, sizeof path, "%s/%s/book%u-%d", folder, target, book, n);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(head, 1, heads, f) != heads || fputs(text, f) < 0 || fclose(f) != 0)
        exit(2);
    written++;
}

static void put_act(unsigned book, int n, const struct ses_game *s, const struct tc_act *a)
{
    char text[512], head = (char)book;
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_print_act(s->book->rules, s->book, a, &t);
    put("notation", book, n, &head, 1, text);
}

static void put_position(unsigned book, int n, const struct ses_game *s)
{
    const char head[2] = { (char)book, 0 };
    json_t *j = js_state(s->book, s->g.checkpoint, TC_NONE);
    char *text = json_dumps(j, JSON_COMPACT);

    put("position", book, n, head, 2, text);
    free(text);
    json_decref(j);
}

/* The battle as requests: what was answered, with looks in between. */
static void put_talk(unsigned book, int n, const struct ses_game *s)
{
    static const char *const looks[] = { "question", "offers", "state", "scene", "hash",
                                         "log",      "lines",  "undo",  "record" };
    char *text = NULL, act[512];
    size_t size;
    FILE *out = open_memstream(&text, &size);

    fprintf(out, "{\"do\":\"new\",\"scenario\":\"%s\",\"seed\":\"%032x\"}\n", s->book->id, 5);
    for (uint32_t i = 0; i < s->g.tape.acts && i < 12; i++) {
        struct tc_text t = tc_text_on(act, sizeof act);
        tc_print_act(s->book->rules, s->book, &s->g.tape.act[i].act, &t);
        fprintf(out, "{\"do\":\"%s\",\"seat\":%u}\n", looks[(i + (unsigned)n) % 9], i % 2);
        fprintf(out, "{\"do\":\"%s\",\"act\":\"%s\"}\n", i % 5 == 4 ? "odds" : "why", act);
        fprintf(out, "{\"do\":\"answer\",\"act\":\"%s\"}\n", act);
    }
    fclose(out);
    put("protocol", book, n, "", 0, text);
    const char head[2] = { '@', (char)book };
    put("protocol", book, n + 100, head, 2, strchr(text, '\n') + 1);
    free(text);
}

static void put_game(unsigned book, int n, struct tc_stream *lots)
{
    char head[2 + 300];

    head[0] = (char)book;
    head[1] = (char)n;
    for (size_t i = 2; i < sizeof head; i++)
        head[i] = (char)tc_draw(lots, 256);
    put("game", book, n, head, sizeof head, "");
}

static void one_battle(unsigned book, int n)
{
    struct ses_options o = { .has_seed = true, .seed = { 0, 5 } };
    struct tc_stream lots = tc_stream_from((uint64_t)n);
    struct ses_game *s;
    struct tc_why why;

    if (ses_new(fuzz_book(book), &o, &s, &why) != TC_OK)
        exit(1);
    for (int i = 0; i < s->seats; i++)
        s->seat[i].player = (struct tc_player){ player_random, &lots };
    for (int i = 0; i < 6 && ses_status(s) != TC_IS_OVER; i++) {
        if (ses_play(s, (uint32_t)(n * 4 + 1), &why) != TC_OK)
            exit(1);
        put_act(book, n * 10 + i, s, &s->g.tape.act[s->g.tape.acts - 1].act);
        put_position(book, n * 10 + i, s);
    }
    char *text = rec_text(s);
    put("record", book, n, "", 0, text);
    free(text);
    put_talk(book, n, s);
    put_game(book, n, &lots);
    ses_free(s);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: fuzz_seeds FOLDER\n");
        return 2;
    }
    folder = argv[1];
    for (unsigned book = 0; book < (unsigned)fuzz_books(); book++)
        for (int n = 1; n <= 4; n++)
            one_battle(book, n);
    printf("%d inputs in %s\n", written, folder);
    return 0;
}
