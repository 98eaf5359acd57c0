/* tests/support/rulecov.c - which rules were named to players while a program ran.
 *
 * Part of every program of a debug build. When $TRICORNE_RULECOV names a folder, each rule ID
 * that passes tc_rule_hook is kept once and written at exit to FOLDER/PROGRAM-PID.txt, one a
 * line. `make rulecov` joins them with the tags on executed lines. Nothing here is exported, so
 * that a program may hold it twice; the first to be set up does the work.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/base.h"

enum { ROOM = 16384, LONGEST = 32 };

static char kept[ROOM][LONGEST]; /* a hash set; "" is a free place */
static int count, left_out;
static atomic_flag busy = ATOMIC_FLAG_INIT; /* studies play in several threads */
static const char *folder;

static size_t place_of(const char *rule)
{
    size_t at = (size_t)tc_hash(rule, strlen(rule), 0) % ROOM;

    while (kept[at][0] && strcmp(kept[at], rule) != 0)
        at = (at + 1) % ROOM;
    return at;
}

/* Keep the text, not the pointer: the rule may be named in a book that is gone at exit. */
static void keep(const char *rule)
{
    if (!rule || !rule[0])
        return;
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        continue;
    if (strlen(rule) >= LONGEST || count == ROOM - 1) {
        left_out++;
    } else {
        size_t at = place_of(rule);
        if (!kept[at][0]) {
            strcpy(kept[at], rule);
            count++;
        }
    }
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

static void write_kept(void)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s-%ld.txt", folder, program_invocation_short_name,
             (long)getpid());
    f = fopen(path, "a");
    if (!f) {
        fprintf(stderr, "rule coverage: cannot write %s: %s\n", path, strerror(errno));
        return;
    }
    for (size_t i = 0; i < ROOM; i++)
        if (kept[i][0])
            fprintf(f, "%s\n", kept[i]);
    if (left_out)
        fprintf(stderr, "rule coverage: %d sightings found no room\n", left_out);
    fclose(f);
}

__attribute__((constructor)) static void set_up(void)
{
    folder = getenv("TRICORNE_RULECOV");
    if (!folder || !folder[0] || tc_rule_hook)
        return;
    tc_rule_hook = keep;
    atexit(write_kept);
}
