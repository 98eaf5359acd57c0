/* tests/random/options.h - options of the random programs: pairs of --NAME VALUE. */
#ifndef TESTS_RANDOM_OPTIONS_H
#define TESTS_RANDOM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline const char *option(int argc, char **argv, const char *name, const char *none)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return argv[i + 1];
    return none;
}

static inline uint64_t option_number(int argc, char **argv, const char *name, const char *none)
{
    return strtoull(option(argc, argv, name, none), NULL, 10);
}

/* False, and the usage told, when they do not go in pairs. */
static inline bool options_well_said(int argc, char **argv, const char *usage)
{
    for (int i = 1; i < argc; i += 2)
        if (strncmp(argv[i], "--", 2) != 0 || i + 1 == argc) {
            fputs(usage, stderr);
            return false;
        }
    return true;
}

#endif
