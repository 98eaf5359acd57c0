/* book/yaml.c - one YAML file through the strict pass. */
#include "book/yaml.h"

#include "book/files.h"
#include "book/older.h"

enum tc_err book_doc_text(struct book_doc *d, struct book_arena *a, const char *name,
                          const char *bytes, size_t n, struct book_report *r)
{
    struct book_doc doc = { .size = n };

    doc.file = book_copy_str(a, name);
    doc.bytes = n <= BOOK_FILE_MAX ? book_copy(a, bytes, n) : bytes;
    if (doc.file == NULL || doc.bytes == NULL) {
        book_problem_at(r, TC_E_FULL, name, 0, 0, "There is no memory left for this file.");
        return TC_E_FULL;
    }
    doc.root = book_strict(a, doc.file, doc.bytes, n, r);
    if (doc.root == NULL)
        return r->first.err;
    r->older += book_older(a, doc.root);
    *d = doc;
    return TC_OK;
}

enum tc_err book_doc_file(struct book_doc *d, struct book_arena *a, const char *path,
                          struct book_report *r)
{
    size_t n = 0;
    char *bytes = book_read_file(a, path, BOOK_FILE_MAX, &n, r);

    if (bytes == NULL)
        return r->first.err;
    enum tc_err err = book_doc_text(d, a, path, bytes, n, r);
    if (err == TC_OK)
        d->from_file = true;
    return err;
}
