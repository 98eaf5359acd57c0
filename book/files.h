/* book/files.h - files and folders: reading whole files, sorted listings, where data is. */
#ifndef BOOK_FILES_H
#define BOOK_FILES_H

#include "book/arena.h"
#include "book/report.h"

enum { BOOK_PATH_MAX = 1024 };

/* The bytes of a file with a zero behind them, no more than max; NULL with a problem. */
char *book_read_file(struct book_arena *a, const char *path, size_t max, size_t *size,
                     struct book_report *r);

/* Names in a folder, sorted by bytes, without . and ..; -1 when it cannot be read. */
int book_list_folder(struct book_arena *a, const char *path, const char ***names);

bool book_is_folder(const char *path);
bool book_is_file(const char *path);

/* Is the file below the folder, once every symbolic link of both is followed? */
bool book_lies_below(const char *path, const char *folder);

/* a/b into buf; false when it does not fit. */
bool book_join(char *buf, size_t cap, const char *a, const char *b);

/* The data folder: the option if given, $TRICORNE_DATA, data/ beside the executable or
 * beside its folder, the install prefix. Only folders that hold a system's rules.md or
 * scenarios count, but an option or variable that does not is an error. */
enum tc_err book_find_data(const char *argv0, const char *option, char *buf, size_t cap,
                           struct tc_why *why);

#endif
