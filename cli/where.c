/* cli/where.c - the address of a store, and who may read what is written there. */
#include "cli/where.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static enum tc_err from_file(const char *path, const char **out, struct tc_why *why)
{
    static char line[1024];
    FILE *f = fopen(path, "re");

    if (!f)
        return tc_fail(why, TC_E_FILE, "{0}", "{0} cannot be read: {1}.", path,
                       strerror(errno));
    bool good = fgets(line, sizeof line, f) != NULL;
    fclose(f);
    line[strcspn(line, "\r\n")] = '\0';
    *out = line;
    if (good && line[0])
        return TC_OK;
    return tc_fail(why, TC_E_SYNTAX, "{0}",
                   "The first line of {0} is the address of the store.", path);
}

static enum tc_err from_environment(const char **out, struct tc_why *why)
{
    *out = getenv("TRICORNE_STORE");
    if (*out && **out)
        return TC_OK;
    return tc_fail(why, TC_E_KEY, "store",
                   "TRICORNE_STORE is empty; it is to hold the address of the store.");
}

/* postgres://NAME:PASSWORD@..., or ?password=... */
static bool has_password(const char *where)
{
    if (strncmp(where, "postgres", 8) != 0)
        return false;
    const char *name = strstr(where, "://"), *at = strchr(where, '@');
    const char *colon = name ? strchr(name + 3, ':') : NULL;

    return (at && colon && colon < at) || strstr(where, "password=");
}

enum tc_err cli_where(const char *word, const char *none, const char **out, struct tc_why *why)
{
    umask(077);
    if (!word && getenv("TRICORNE_STORE"))
        word = "@";
    if (!word)
        word = none;
    if (strcmp(word, "@") == 0)
        return from_environment(out, why);
    if (word[0] == '@')
        return from_file(word + 1, out, why);
    *out = word;
    if (!has_password(word))
        return TC_OK;
    return tc_fail(why, TC_E_SYNTAX, "store",
                   "Everybody on this machine can read a password on a command line. Write the "
                   "address into a file and name it as @FILE, or into TRICORNE_STORE.");
}
