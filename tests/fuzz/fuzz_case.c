/* tests/fuzz/fuzz_case.c - files of text cases, read and played by the code of the command. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/case.h"
#include "tests/fuzz/fuzz.h"

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
