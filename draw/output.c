/* draw/output.c - surfaces of the three formats, and what an SVG carries besides lines. */
#include "draw/output.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool draw_buffer_add(struct draw_buffer *b, const void *bytes, size_t n)
{
    if (b->failed || n > SIZE_MAX / 4 - b->used)
        return false;
    if (b->used + n + 1 > b->cap) {
        size_t cap = (b->used + n + 1) * 2;
        char *more = realloc(b->bytes, cap);
        if (!more) {
            b->failed = true;
            return false;
        }
        b->bytes = more;
        b->cap = cap;
    }
    memcpy(b->bytes + b->used, bytes, n);
    b->used += n;
    b->bytes[b->used] = '\0';
    return true;
}

void draw_buffer_text(struct draw_buffer *b, const char *text)
{
    draw_buffer_add(b, text, strlen(text));
}

void draw_buffer_escaped(struct draw_buffer *b, const char *text)
{
    char clean[1024];
    draw_clean(text, clean, sizeof clean, 300);
    for (const char *s = clean; *s; s++) {
        switch (*s) {
        case '<': draw_buffer_text(b, "&lt;"); break;
        case '>': draw_buffer_text(b, "&gt;"); break;
        case '&': draw_buffer_text(b, "&amp;"); break;
        case '"': draw_buffer_text(b, "&quot;"); break;
        case '\'': draw_buffer_text(b, "&#39;"); break;
        default: draw_buffer_add(b, s, 1); break;
        }
    }
}

static cairo_status_t collect(void *to, const unsigned char *bytes, unsigned n)
{
    return draw_buffer_add(to, bytes, n) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

cairo_surface_t *draw_surface(enum draw_format format, double w, double h,
                              struct draw_buffer *b)
{
    cairo_surface_t *s = NULL;
    switch (format) {
    case DRAW_SVG:
        s = cairo_svg_surface_create_for_stream(collect, b, w, h);
        cairo_svg_surface_set_document_unit(s, CAIRO_SVG_UNIT_PX);
        break;
    case DRAW_PNG: s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)w, (int)h); break;
    case DRAW_PDF:
        s = cairo_pdf_surface_create_for_stream(collect, b, w, h);
        /* A date of its own would make every copy differ. */
        cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "1970-01-01T00:00:00Z");
        cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_CREATOR, "tricorne");
        break;
    }
    return s;
}

bool draw_surface_end(cairo_surface_t *s, enum draw_format format, struct draw_buffer *b)
{
    cairo_status_t status = CAIRO_STATUS_SUCCESS;
    if (format == DRAW_PNG)
        status = cairo_surface_write_to_png_stream(s, collect, b);
    cairo_surface_finish(s);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(s);
    cairo_surface_destroy(s);
    return status == CAIRO_STATUS_SUCCESS && !b->failed;
}

/* --- What is added to an SVG ------------------------------------------------------------- */

/* Where a mark first stands between two places; end when it does not. */
static const char *seek(const char *from, const char *end, const char *mark)
{
    size_t n = strlen(mark);
    while (from < end) {
        const char *hit = memchr(from, mark[0], (size_t)(end - from));
        if (!hit)
            return end;
        if ((size_t)(end - hit) >= n && memcmp(hit, mark, n) == 0)
            return hit;
        from = hit + 1;
    }
    return end;
}

/* Cairo numbers its surfaces through the life of a program ("surface42"); one fixed name
 * keeps the same scene the same bytes. */
static void copy_named(struct draw_buffer *out, const char *from, const char *end)
{
    static const char mark[] = "\"surface";
    while (from < end) {
        const char *hit = seek(from, end, mark);
        draw_buffer_add(out, from, (size_t)(hit - from));
        if (hit == end)
            return;
        draw_buffer_text(out, "\"plan");
        from = hit + sizeof mark - 1;
        while (from < end && *from >= '0' && *from <= '9')
            from++;
    }
}

/* Path data with two decimals in place of six: half the size, a hundredth of a pixel. */
static const char *copy_path(struct draw_buffer *out, const char *from, const char *end)
{
    int decimals = -1;
    for (; from < end && *from != '"'; from++) {
        bool digit = *from >= '0' && *from <= '9';
        decimals = *from == '.' ? 0 : digit && decimals >= 0 ? decimals + 1 : -1;
        if (decimals <= 2)
            draw_buffer_add(out, from, 1);
    }
    return from;
}

static void copy_plain(struct draw_buffer *out, const char *from, size_t n)
{
    static const char mark[] = " d=\"";
    const char *end = from + n;
    while (from < end) {
        const char *hit = seek(from, end, mark);
        if (hit < end)
            hit += sizeof mark - 1;
        copy_named(out, from, hit);
        from = copy_path(out, hit, end);
    }
}

bool draw_svg_finish(struct draw_buffer *raw, const char *title,
                     const struct draw_buffer *layer, struct draw_buffer *out)
{
    const char *root = raw->bytes ? strstr(raw->bytes, "<svg") : NULL;
    const char *open = root ? strchr(root, '>') : NULL;
    const char *close = NULL;
    for (const char *s = open; s && (s = strstr(s, "</svg>")); s++)
        close = s;
    if (!open || !close)
        return false;
    copy_plain(out, raw->bytes, (size_t)(open + 1 - raw->bytes));
    draw_buffer_text(out, "\n<title>");
    draw_buffer_escaped(out, title);
    draw_buffer_text(out, "</title>");
    copy_plain(out, open + 1, (size_t)(close - open - 1));
    if (layer->bytes)
        draw_buffer_add(out, layer->bytes, layer->used);
    draw_buffer_text(out, "</svg>\n");
    return !out->failed;
}

/* --- Files --- */

bool draw_to_file(void *to, const void *bytes, size_t n)
{
    return fwrite(bytes, 1, n, to) == n;
}

enum tc_err draw_file_end(FILE *f, enum tc_err err, const char *path, struct tc_why *why)
{
    bool closed = fclose(f) == 0;
    if (err == TC_OK && closed)
        return TC_OK;
    remove(path);
    if (err == TC_OK || err == TC_E_FILE)
        return tc_fail(why, TC_E_FILE, "{0}", "The picture could not be written to its end.",
                       path);
    return err;
}

FILE *draw_file_start(const char *path, struct tc_why *why)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        tc_fail(why, TC_E_FILE, "{0}",
                "The picture cannot be written: name a file in a directory that exists and "
                "that you may write to.",
                path);
    return f;
}

bool draw_format_of(const char *name, enum draw_format *out)
{
    static const char *const word[] = { "svg", "png", "pdf" };
    const char *end = strrchr(name, '.');
    end = end ? end + 1 : name;
    for (int i = 0; i < 3; i++) {
        size_t k = 0;
        while (k < 3 && (end[k] | 32) == word[i][k])
            k++;
        if (k == 3 && end[3] == '\0') {
            *out = (enum draw_format)i;
            return true;
        }
    }
    return false;
}
