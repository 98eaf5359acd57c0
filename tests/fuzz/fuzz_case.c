/* tests/fuzz/fuzz_case.c - files of text cases, read and played by the code of the command. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
    struct case_totals totals = { 0, 0 };
    char path[80], *said = NULL;
    size_t n;

    fuzz_books();
    snprintf(path, sizeof path, "%s/x", fuzz_folder());
    FILE *f = fopen(path, "wb"), *out = open_memstream(&said, &n);
    FUZZ_MUST(f && out && fwrite(data, 1, size, f) == size, path);
    fclose(f);
    case_run_file(fuzz_data(), path, out, true, &totals);
    fclose(out);
    FUZZ_MUST(totals.failed == 0 || n > 10, "a failure that is not told");
    free(said);
    unlink(path);
    return 0;
}
