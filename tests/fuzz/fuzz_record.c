/* tests/fuzz/fuzz_record.c - records as hostile hands write them.
 *
 * The input is a record. What is refused says where and why; what is accepted is written again
 * and replays to the same hash.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/record.h"
#include "protocol/record_own.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/toy.h"

static const struct tc_book *book_of(const char *text, size_t n)
{
    struct rec_lines l;
    struct tc_why why = { TC_OK, "", "" };

    if (rec_split("fuzz", text, n, &l, &why) != TC_OK) {
        fuzz_check_why(&why);
        return NULL;
    }
    const struct tc_book *bk = fuzz_find(l.header.scenario);
    rec_lines_free(&l);
    return bk ? bk : &toy_book;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const struct tc_book *bk = book_of(text, size);
    struct ses_game *s = NULL, *again = NULL;
    struct rec_report report, second;
    struct tc_why why = { TC_OK, "", "" };

    if (!bk)
        return 0;
    fuzz_reset_random();
    if (rec_replay_text("fuzz", text, size, bk, &s, &report, &why) != TC_OK) {
        fuzz_check_why(&why);
        FUZZ_MUST(strstr(why.where, "fuzz, line "), why.where);
        return 0;
    }
    fuzz_note(FUZZ_WHAT, "replays");
    char *copy = rec_text(s);
    if (rec_replay_text("copy", copy, strlen(copy), bk, &again, &second, &why) != TC_OK)
        fuzz_found(why.text, why.where);
    FUZZ_MUST(report.hash == second.hash, "the copy ends otherwise");
    free(copy);
    ses_free(again);
    ses_free(s);
    return 0;
}
