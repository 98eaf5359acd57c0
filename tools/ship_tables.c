/* tools/ship_tables.c - note the hashes of a system's tables as the shipped ones.
 *
 * ship-tables DATA/SYSTEM ... writes tables/SHIPPED: a line `name hash` for each table. Run it
 * when a table that ships has been changed on purpose; a test fails until it has been run.
 */
#include <stdio.h>
#include <string.h>

#include "book/files.h"

/* One line for each table; false with a message when a file cannot be read. */
static bool write_lines(FILE *out, const char *folder, struct book_arena *a)
{
    struct book_report r = { 0 };
    const char **names;
    int n = book_list_folder(a, folder, &names);

    for (int i = 0; i < n; i++) {
        const char *dot = strstr(names[i], ".yaml");
        char path[BOOK_PATH_MAX];
        size_t size = 0;
        char *bytes;
        if (dot == NULL || !book_join(path, sizeof path, folder, names[i]))
            continue;
        bytes = book_read_file(a, path, 4 << 20, &size, &r);
        if (bytes == NULL) {
            fprintf(stderr, "ship-tables: %s: %s\n", r.first.where, r.first.text);
            return false;
        }
        fprintf(out, "%.*s %016llx\n", (int)(dot - names[i]), names[i],
                (unsigned long long)tc_hash(bytes, size, 0));
    }
    return n >= 0;
}

static bool ship(const char *system)
{
    struct book_arena a = { 0 };
    char folder[BOOK_PATH_MAX], path[BOOK_PATH_MAX];
    FILE *out;
    bool good;

    if (!book_join(folder, sizeof folder, system, "tables") ||
        !book_join(path, sizeof path, folder, "SHIPPED") || !book_is_folder(folder)) {
        fprintf(stderr, "ship-tables: %s holds no folder of tables\n", system);
        return false;
    }
    out = fopen(path, "wb");
    if (out == NULL) {
        fprintf(stderr, "ship-tables: %s cannot be written\n", path);
        return false;
    }
    good = write_lines(out, folder, &a);
    good = fclose(out) == 0 && good;
    book_arena_free(&a);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: ship-tables DATA/SYSTEM ...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (!ship(argv[i]))
            return 1;
    return 0;
}
