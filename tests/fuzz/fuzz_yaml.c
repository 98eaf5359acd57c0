/* tests/fuzz/fuzz_yaml.c - scenario, position, map and table files.
 *
 * What is refused says where and why and leaves no book; what is accepted is a book whose
 * setup passes the system's own check.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/book.h"
#include "tests/fuzz/fuzz.h"

static void heard(void *ctx, const struct tc_why *why)
{
    (void)ctx;
    fuzz_check_why(why);
}

static void set_up(const struct tc_book *bk)
{
    if (!bk->rules)
        return;
    void *state = calloc(1, bk->rules->state_size);
    struct tc_refusal broken;
    char text[400];
    struct tc_text t = tc_text_on(text, sizeof text);

    memset(&broken, 0, sizeof broken);
    ((struct tc_head *)state)->book = bk->hash;
    bk->rules->setup(bk, state);
    if (!bk->rules->check(bk, state, &broken)) {
        tc_say_refusal(bk->rules, bk, &broken, &t);
        fuzz_found("a book whose setup breaks an invariant", text);
    }
    free(state);
}

/* Tables, maps and rules are checked as files. */
static void check_file(const uint8_t *data, size_t size)
{
    char path[80];
    struct book_tally n = { 0, 0 };

    snprintf(path, sizeof path, "%s/x.yaml", fuzz_folder());
    FILE *f = fopen(path, "wb");
    FUZZ_MUST(f && fwrite(data, 1, size, f) == size, path);
    fclose(f);
    book_check_path(fuzz_data(), path, heard, NULL, &n);
    FUZZ_MUST(n.files == 1, path);
    unlink(path);
}

static bool holds(const uint8_t *data, size_t size, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; i + n <= size; i++)
        if (memcmp(data + i, word, n) == 0)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tc_book *bk = NULL;
    const struct book_node *state = NULL;
    struct tc_why why = { TC_OK, "", "" };

    fuzz_books();
    if (holds(data, size, "table-1") || holds(data, size, "map-1")) {
        check_file(data, size);
        return 0;
    }
    if (book_load_text(fuzz_data(), "fuzz", (const char *)data, size, &bk, &state, &why) !=
        TC_OK) {
        fuzz_check_why(&why);
        FUZZ_MUST(bk == NULL, "a refused file left a book");
        return 0;
    }
    fuzz_note(FUZZ_BOOK, bk->id);
    fuzz_note(FUZZ_WHAT, state ? "a position" : "a battle");
    set_up(bk);
    book_free(bk);
    return 0;
}
