/* tests/fuzz/fuzz_case.c - files of text cases, read and played by the code of the command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/case.h"
#include "tests/fuzz/fuzz.h"

/* The linker sends the case reader's calls here: scenarios are read once, not for each input.
 */
enum tc_err __real_book_load(const char *data, const char *id, const struct tc_book **out,
                             struct tc_why *why);
enum tc_err __wrap_book_load(const char *data, const char *id, const struct tc_book **out,
                             struct tc_why *why);
void __real_book_free(const struct tc_book *bk);
void __wrap_book_free(const struct tc_book *bk);

enum tc_err __wrap_book_load(const char *data, const char *id, const struct tc_book **out,
                             struct tc_why *why)
{
    const struct tc_book *bk = fuzz_find(id);

    if (!bk)
        return __real_book_load(data, id, out, why);
    *out = bk;
    return TC_OK;
}

void __wrap_book_free(const struct tc_book *bk)
{
    if (!bk || fuzz_find(bk->id) != bk)
        __real_book_free(bk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char said[1 << 16];

    if (size == 0)
        return 0;
    fuzz_books();
    FILE *in = fmemopen((void *)data, size, "rb"), *out = fmemopen(said, sizeof said, "wb");
    FUZZ_MUST(in && out, "memory");
    struct case_run run = { .data = fuzz_data(), .out = out, .names = true };
    case_run_stream(&run, "x", in);
    bool told = ftell(out) > 10;
    fclose(in);
    fclose(out);
    const char *what = strstr(said, ": ");
    fuzz_note(FUZZ_WHAT, run.totals.failed == 0 ? "passes" : what ? what + 2 : said);
    FUZZ_MUST(run.totals.failed == 0 || told, "a failure that is not told");
    return 0;
}
