/* draw/ink.c - colours, strokes and lettering of the sheet. */
#include "draw/ink.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

const struct draw_rgb draw_paper = { 0.953, 0.914, 0.816 };
const struct draw_rgb draw_ink = { 0.145, 0.110, 0.086 };
const struct draw_rgb draw_sepia = { 0.380, 0.286, 0.196 };
const struct draw_rgb draw_green = { 0.455, 0.525, 0.318 };
const struct draw_rgb draw_blue = { 0.565, 0.690, 0.722 };
const struct draw_rgb draw_brick = { 0.722, 0.341, 0.290 };
const struct draw_rgb draw_ochre = { 0.843, 0.722, 0.486 };
const struct draw_rgb draw_gold = { 0.827, 0.620, 0.145 };

static const char families[] = "EB Garamond, IM FELL English, Baskerville, Libre Caslon Text, "
                               "Georgia, DejaVu Serif, serif";

/* --- Colours ---------------------------------------------------------------------- */

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    if (c >= 'A' && c <= 'F')
        c = (char)(c - 'A' + 'a');
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

bool draw_read_colour(const char *text, struct draw_rgb *out)
{
    int v[6];
    if (!text || text[0] != '#' || strlen(text) != 7)
        return false;
    for (int i = 0; i < 6; i++)
        if ((v[i] = hex_digit(text[i + 1])) < 0)
            return false;
    *out = (struct draw_rgb){ (v[0] * 16 + v[1]) / 255.0, (v[2] * 16 + v[3]) / 255.0,
                              (v[4] * 16 + v[5]) / 255.0 };
    return true;
}

struct draw_rgb draw_mix(struct draw_rgb a, struct draw_rgb b, double t)
{
    return (struct draw_rgb){ a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t,
                              a.b + (b.b - a.b) * t };
}

double draw_brightness(struct draw_rgb c)
{
    return 0.3 * c.r + 0.59 * c.g + 0.11 * c.b;
}

/* Words a nation's name may begin with, in small letters. */
static const struct {
    const char *word, *colour;
} coats[] = {
    { "british", "#b3342f" }, { "english", "#b3342f" },   { "scot", "#3f5f3f" },
    { "irish", "#c0504a" },   { "french", "#e4e2da" },    { "prussia", "#27406f" },
    { "austria", "#f2efe6" }, { "imperial", "#f2efe6" },  { "hanover", "#d8a63a" },
    { "hess", "#4a6fa5" },    { "brunswick", "#5b6f8f" }, { "saxon", "#7d9a6a" },
    { "bavaria", "#8fb4d6" }, { "dutch", "#d9822b" },     { "danish", "#8f9a94" },
    { "dane", "#8f9a94" },    { "russia", "#47694a" },    { "swed", "#e0c040" },
    { "swiss", "#b04038" },   { "german", "#3a3a3a" },    { "spanish", "#e8d48a" },
    { "hugueno", "#f4f1e8" }, { "catholic", "#8f2f3f" },  { "royalist", "#f0ead8" },
    { "america", "#34507c" }, { "polish", "#a03040" },    { "wurttemberg", "#d0b060" },
    { "palatin", "#b8b0a0" }, { "walloon", "#c8a070" },   { "savoy", "#5878a0" },
};

bool draw_coat(const char *nation, struct draw_rgb *out)
{
    char small[24] = "";
    for (size_t i = 0; nation && nation[i] && i + 1 < sizeof small; i++)
        small[i] = nation[i] >= 'A' && nation[i] <= 'Z' ? (char)(nation[i] + 32) : nation[i];
    for (size_t i = 0; i < sizeof coats / sizeof coats[0]; i++)
        if (strncmp(small, coats[i].word, strlen(coats[i].word)) == 0)
            return draw_read_colour(coats[i].colour, out);
    return false;
}

void draw_set(cairo_t *cr, struct draw_rgb c, double alpha)
{
    if (alpha >= 1)
        cairo_set_source_rgb(cr, c.r, c.g, c.b);
    else
        cairo_set_source_rgba(cr, c.r, c.g, c.b, alpha);
}

void draw_trace(cairo_t *cr, const struct draw_shape *s)
{
    cairo_new_sub_path(cr);
    for (int i = 0; i < s->n; i++)
        cairo_line_to(cr, s->p[i].x, s->p[i].y);
    if (s->closed && s->n)
        cairo_close_path(cr);
}

/* --- Lettering --------------------------------------------------------------------- */

/* Metrics must not depend on the kind of surface, or SVG and PNG would be laid out apart. */
static void plain_metrics(PangoContext *context)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    pango_context_set_round_glyph_positions(context, FALSE);
    cairo_font_options_destroy(options);
}

static void set_spacing(PangoLayout *layout, double size)
{
    PangoAttrList *list = pango_attr_list_new();
    pango_attr_list_insert(list,
                           pango_attr_letter_spacing_new((int)(size * 0.14 * PANGO_SCALE)));
    pango_layout_set_attributes(layout, list);
    pango_attr_list_unref(list);
}

/* Fonts are kept as long as the picture is drawn and no longer: the library's own store
 * would grow with every size of picture ever asked for. */
static PangoLayout *new_layout(cairo_t *cr)
{
    static const cairo_user_data_key_t key;
    PangoContext *context = cairo_get_user_data(cr, &key);
    if (!context) {
        PangoFontMap *fonts = pango_cairo_font_map_new();
        context = pango_font_map_create_context(fonts);
        g_object_unref(fonts);
        plain_metrics(context);
        cairo_set_user_data(cr, &key, context, g_object_unref);
    }
    pango_cairo_update_context(cr, context);
    return pango_layout_new(context);
}

static PangoLayout *compose(cairo_t *cr, const struct draw_letters *l, const char *text)
{
    char clean[1024];
    PangoLayout *layout = new_layout(cr);
    PangoFontDescription *font = pango_font_description_from_string(families);
    /* Quarters of a pixel: each size costs a search for its font. */
    pango_font_description_set_absolute_size(font, ceil(l->size * 4) / 4 * PANGO_SCALE);
    if (l->type & DRAW_BOLD)
        pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    if (l->type & DRAW_ITALIC)
        pango_font_description_set_style(font, PANGO_STYLE_ITALIC);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    if (l->type & DRAW_SPACED)
        set_spacing(layout, l->size);
    if (l->width > 0) {
        pango_layout_set_width(layout, (int)(l->width * PANGO_SCALE));
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
        if (l->lines > 0) {
            pango_layout_set_height(layout, -l->lines);
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
        }
        if (l->type & DRAW_CENTRE)
            pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
        if (l->type & DRAW_RIGHT)
            pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT);
    }
    draw_clean(text, clean, sizeof clean, 240);
    pango_layout_set_text(layout, clean, -1);
    return layout;
}

static struct draw_pt size_of(PangoLayout *layout)
{
    PangoRectangle box;
    pango_layout_get_extents(layout, NULL, &box);
    return (struct draw_pt){ (double)box.width / PANGO_SCALE,
                             (double)box.height / PANGO_SCALE };
}

struct draw_pt draw_measure(cairo_t *cr, const struct draw_letters *l, const char *text)
{
    PangoLayout *layout = compose(cr, l, text);
    struct draw_pt size = size_of(layout);
    g_object_unref(layout);
    return size;
}

double draw_say(cairo_t *cr, const struct draw_letters *l, double x, double y, const char *text)
{
    PangoLayout *layout = compose(cr, l, text);
    struct draw_pt size = size_of(layout);
    double width = l->width > 0 ? l->width : size.x;
    if (l->type & DRAW_CENTRE)
        x -= width / 2;
    else if (l->type & DRAW_RIGHT)
        x -= width;
    if (l->type & DRAW_HALO) {
        cairo_move_to(cr, x, y);
        pango_cairo_layout_path(cr, layout);
        draw_set(cr, draw_paper, 0.85);
        cairo_set_line_width(cr, l->size * 0.30);
        cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
        cairo_stroke(cr);
    }
    draw_set(cr, l->colour, 1);
    cairo_move_to(cr, x, y);
    pango_cairo_show_layout(cr, layout);
    cairo_new_path(cr);
    g_object_unref(layout);
    return size.y;
}
