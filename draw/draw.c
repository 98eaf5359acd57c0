/* draw/draw.c - pictures of a scene: the plan, and the clear layer an SVG carries. */
#include "draw/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/output.h"
#include "draw/speak.h"

enum { TABLE_MAX = 1 << 20, HEX_MAX = 128 };

struct draw_options draw_defaults(void)
{
    return (struct draw_options){ .width = 1400,
                                  .title = true,
                                  .legend = true,
                                  .panels = true,
                                  .labels = true,
                                  .highlight = TC_NONE };
}

/* --- What can be drawn ----------------------------------------------------------------- */

static enum tc_err refuse_number(struct tc_why *why, const char *where, const char *text,
                                 int64_t v)
{
    char buf[32];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    tc_text_int(&t, v);
    return tc_fail(why, TC_E_RANGE, where, text, buf);
}

static enum tc_err check(const struct tc_scene *s, const struct draw_options *o,
                         struct tc_why *why)
{
    int32_t most = s->board == TC_BOARD_HEX ? HEX_MAX : TABLE_MAX;
    if (o->width != 0 && (o->width < DRAW_WIDTH_MIN || o->width > DRAW_WIDTH_MAX))
        return refuse_number(why, "width",
                             "A picture {0} pixels wide is not drawn: 200 to 8000 is allowed.",
                             o->width);
    if (o->scale < 0 || o->scale > 1000)
        return refuse_number(why, "scale",
                             "A scale of {0} pixels is not drawn: 1 to 1000 is allowed.",
                             o->scale);
    if (s->width < 1 || s->width > most)
        return refuse_number(why, "scene",
                             "The scene has no table that can be drawn: its width is {0}.",
                             s->width);
    if (s->height < 1 || s->height > most)
        return refuse_number(why, "scene",
                             "The scene has no table that can be drawn: its height is {0}.",
                             s->height);
    return TC_OK;
}

/* --- The plan --- */

static void draw_map(struct draw_plan *p)
{
    cairo_save(p->cr);
    cairo_rectangle(p->cr, p->x, p->y, p->w, p->h);
    cairo_clip(p->cr);
    draw_grounds(p);
    draw_overlays(p, false);
    draw_troops(p);
    draw_overlays(p, true);
    draw_labels(p);
    cairo_restore(p->cr);
}

/* Column and band around the map; returns where the lower of the two ends. */
static double draw_margins(struct draw_plan *p)
{
    double end = p->y + p->h, band = p->y + p->h + 34 * p->u;
    if (p->column > 0)
        end = draw_column(p, p->width - p->column - 22 * p->u, p->y - 9 * p->u, p->column);
    if (p->o.legend)
        end = fmax(end, draw_legend(p, p->x - 9 * p->u, band, p->w + 18 * p->u));
    return end;
}

static void draw_all(struct draw_plan *p)
{
    draw_sheet(p);
    draw_map(p);
    draw_frame(p);
    draw_margins(p);
}

/* Column and band may be longer than the sheet: set them once on nothing to learn. */
static void fit_margins(struct draw_plan *p)
{
    cairo_surface_t *nothing = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    p->cr = cairo_create(nothing);
    p->height = ceil(fmax(p->height, draw_margins(p) + 22 * p->u));
    cairo_destroy(p->cr);
    cairo_surface_destroy(nothing);
    p->cr = NULL;
}

/* --- The clear layer --- */

static void add_number(struct draw_buffer *b, double v)
{
    char buf[32];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    tc_text_length(&t, (int32_t)lround(v * 1000) / 10 * 10);
    draw_buffer_text(b, buf);
}

static void add_corner(struct draw_buffer *b, const struct draw_block *k, double v, double h)
{
    add_number(b, k->at.x + k->right.x * v + k->rear.x * h);
    draw_buffer_text(b, ",");
    add_number(b, k->at.y + k->right.y * v + k->rear.y * h);
    draw_buffer_text(b, " ");
}

static void add_polygon(struct draw_plan *p, int piece, struct draw_buffer *b)
{
    struct draw_block k = draw_block_of(p, piece);
    draw_buffer_text(b, "<polygon points=\"");
    add_corner(b, &k, -k.w / 2, 0);
    add_corner(b, &k, k.w / 2, 0);
    add_corner(b, &k, k.w / 2, k.d);
    add_corner(b, &k, -k.w / 2, k.d);
    draw_buffer_text(b, "\"/>");
}

/* A name that may stand in an id: other characters become '-'. */
static void add_key(struct draw_buffer *b, const char *key)
{
    for (int i = 0; i < 64 && key[i]; i++) {
        char c = key[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        draw_buffer_add(b, plain ? &c : "-", 1);
    }
}

static void add_unit(struct draw_plan *p, int first, struct draw_buffer *b)
{
    const struct tc_scene *s = p->s;
    const struct tc_piece *o = &s->piece[first];
    char buf[1024];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    draw_buffer_text(b, "<g id=\"unit-");
    add_key(b, o->key);
    draw_buffer_text(b, "\" data-unit=\"");
    tc_text_int(&t, o->id);
    draw_buffer_text(b, buf);
    draw_buffer_text(b, o->side == 0   ? "\" data-side=\"0\">"
                        : o->side == 1 ? "\" data-side=\"1\">"
                                       : "\">");
    t = tc_text_on(buf, sizeof buf);
    draw_speak_unit(s, first, &t);
    draw_buffer_text(b, "<title>");
    draw_buffer_escaped(b, buf);
    draw_buffer_text(b, "</title>");
    for (int i = first; i < s->pieces; i++)
        if (s->piece[i].id == o->id && s->piece[i].side == o->side)
            add_polygon(p, i, b);
    draw_buffer_text(b, "</g>\n");
}

static void clear_layer(struct draw_plan *p, struct draw_buffer *b)
{
    draw_buffer_text(b, "<g id=\"units\" fill=\"#ffffff\" fill-opacity=\"0\">\n");
    for (int i = 0; i < p->s->pieces; i++)
        if (draw_first_of_unit(p->s, i))
            add_unit(p, i, b);
    draw_buffer_text(b, "</g>\n");
}

/* --- Out --- */

enum tc_err draw_send(struct draw_buffer *raw, enum draw_format format, const char *title,
                      struct draw_buffer *layer, draw_sink *sink, void *to, struct tc_why *why)
{
    struct draw_buffer svg = { 0 };
    bool good = format != DRAW_SVG || draw_svg_finish(raw, title, layer, &svg);
    const struct draw_buffer *out = format == DRAW_SVG ? &svg : raw;
    enum tc_err err = TC_OK;
    if (!good || layer->failed)
        err =
            tc_fail(why, TC_E_FULL, "picture", "There is not enough memory for this picture.");
    else if (!sink(to, out->bytes, out->used))
        err =
            tc_fail(why, TC_E_FILE, "picture", "The picture could not be written to its end.");
    free(svg.bytes);
    return err;
}

enum tc_err draw_scene(const struct tc_scene *s, const struct draw_options *opt,
                       enum draw_format format, draw_sink *sink, void *to, struct tc_why *why)
{
    struct draw_options o = opt ? *opt : draw_defaults();
    struct draw_plan p = { 0 };
    struct draw_buffer raw = { 0 }, layer = { 0 };
    enum tc_err err = check(s, &o, why);
    if (err != TC_OK)
        return err;
    p.way = malloc(DRAW_WAYS * sizeof *p.way);
    if (!p.way)
        return tc_fail(why, TC_E_FULL, "picture",
                       "There is not enough memory for this picture.");
    draw_plan_start(&p, s, &o);
    fit_margins(&p);
    cairo_surface_t *surface = draw_surface(format, p.width, p.height, &raw);
    p.cr = cairo_create(surface);
    draw_all(&p);
    if (format == DRAW_SVG)
        clear_layer(&p, &layer);
    cairo_destroy(p.cr);
    if (draw_surface_end(surface, format, &raw))
        err = draw_send(&raw, format, s->title, &layer, sink, to, why);
    else
        err =
            tc_fail(why, TC_E_FULL, "picture", "There is not enough memory for this picture.");
    free(raw.bytes);
    free(layer.bytes);
    free(p.way);
    return err;
}

enum tc_err draw_scene_file(const struct tc_scene *s, const struct draw_options *opt,
                            enum draw_format format, const char *path, struct tc_why *why)
{
    FILE *f = draw_file_start(path, why);
    if (!f)
        return TC_E_FILE;
    return draw_file_end(f, draw_scene(s, opt, format, draw_to_file, f, why), path, why);
}
