/* book/yaml.c - one YAML file through the strict pass and libcyaml. */
#include "book/yaml.h"

#include <stdio.h>
#include <string.h>

#include "book/files.h"

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
    return book_doc_text(d, a, path, bytes, n, r);
}

/* --- libcyaml -------------------------------------------------------------------- */

/* What libcyaml last said, kept for the message. */
struct said {
    char line[256];
};

static void listen(cyaml_log_t level, void *ctx, const char *fmt, va_list args)
{
    struct said *s = ctx;
    char text[sizeof s->line];

    if (level < CYAML_LOG_ERROR || s->line[0])
        return;
    vsnprintf(text, sizeof text, fmt, args);
    text[strcspn(text, "\n")] = 0;
    memcpy(s->line, text, sizeof s->line);
}

void *book_bind(const struct book_doc *d, struct book_arena *a,
                const cyaml_schema_value_t *schema, const struct book_limit *limits,
                struct book_report *r)
{
    struct said said = { "" };
    const cyaml_config_t config = { .log_fn = listen,
                                    .log_ctx = &said,
                                    .mem_fn = book_cyaml_mem,
                                    .mem_ctx = a,
                                    .log_level = CYAML_LOG_ERROR,
                                    .flags = CYAML_CFG_NO_ALIAS };
    int before = r->count;
    cyaml_data_t *out = NULL;
    cyaml_err_t err;

    book_shape(d->file, d->root, schema, limits, r);
    if (r->count != before)
        return NULL;
    err = cyaml_load_data((const uint8_t *)d->bytes, d->size, &config, schema, &out, NULL);
    if (err == CYAML_OK)
        return out;
    book_problem_at(r, TC_E_SYNTAX, d->file, 0, 0, "libcyaml refuses the file: %s (%s).",
                    cyaml_strerror(err), said.line[0] ? said.line : "no more is known");
    return NULL;
}
