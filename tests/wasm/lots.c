/* tests/wasm/lots.c - the beginning of every battle by lot, as records: what the engine in
 * WebAssembly must write too (tests/wasm/test_wasm.mjs).
 *
 * usage: lots DATA ANSWERS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tricorne.h>

static tri_error e = TRI_ERROR;

static void must(int code)
{
    if (code >= 0)
        return;
    fprintf(stderr, "lots: %s: %s\n", tri_code_word(code), e.text);
    exit(1);
}

static void play(tri_data *d, const char *id, int answers, tri_text *text)
{
    uint64_t lots = 5;
    tri_options o;
    tri_book *b;
    tri_game *g;

    tri_options_init(&o, sizeof o);
    o.seed = "000102030405060708090a0b0c0d0e0f";
    must(tri_book_open(d, id, &b, &e));
    must(tri_game_new(b, &o, &g, &e));
    for (int i = 0; i < answers && tri_status(g) == TRI_ASKS; i++)
        must(tri_answer_lot(g, &lots, &e));
    must(tri_record(g, text, &e));
    printf("%s", tri_text_bytes(text));
    must(tri_question(g, TRI_UMPIRE, text, &e));
    printf("%s\n", tri_text_bytes(text));
    must(tri_scene(g, 0, text, &e));
    printf("%s\n", tri_text_bytes(text));
    tri_game_free(g);
    tri_book_free(b);
}

int main(int argc, char **argv)
{
    tri_data *d;
    tri_text *list = tri_text_new(), *text = tri_text_new();

    if (argc != 3)
        return 2;
    must(tri_data_open(argv[1], &d, &e));
    must(tri_data_list(d, list, &e));
    for (const char *at = tri_text_bytes(list); (at = strstr(at, "\"id\":\""));) {
        char id[100] = "";
        at += 6;
        snprintf(id, sizeof id, "%.*s", (int)strcspn(at, "\""), at);
        play(d, id, atoi(argv[2]), text);
    }
    tri_text_free(list);
    tri_text_free(text);
    tri_data_free(d);
    return 0;
}
