/* kernel/scene.c - room for what is to be seen. */
#include "kernel/scene.h"

#include <string.h>

void tc_scene_clear(struct tc_scene *s)
{
    memset(s, 0, offsetof(struct tc_scene, piece));
    s->text_used = 0;
    s->title = s->status = "";
    for (int i = 0; i < TC_SIDES; i++) {
        s->side_name[i] = s->side_colour[i] = s->standing[i].text = "";
        s->standing[i].points = TC_NONE;
    }
}

int32_t tc_scene_hex_facing(const struct tc_scene_hex *hex, bool clockwise, int half)
{
    /* Twelfths of a turn from north: east is 3; flat-top maps are turned one more. */
    int twelfth = (hex->flat_top ? 4 : 3) + (clockwise ? half : -half);
    twelfth = ((twelfth % 12) + 12) % 12;
    return (65536 * twelfth + 6) / 12;
}

/* How far a line is slanted against the axial axis. */
static int32_t slant(const struct tc_scene_hex *hex, int32_t line)
{
    return (int32_t)tc_div_down((int64_t)line + (hex->odd_place ? 0 : 1), 2);
}

struct tc_scene_point tc_scene_hex_cell(const struct tc_scene_hex *hex, int32_t q, int32_t r)
{
    if (hex->flat_top)
        return (struct tc_scene_point){ q, r + slant(hex, q) };
    return (struct tc_scene_point){ q + slant(hex, r), r };
}

struct tc_scene_point tc_scene_hex_axial(const struct tc_scene_hex *hex, int32_t column,
                                         int32_t row)
{
    if (hex->flat_top)
        return (struct tc_scene_point){ column, row - slant(hex, column) };
    return (struct tc_scene_point){ column - slant(hex, row), row };
}

struct tc_piece *tc_scene_piece(struct tc_scene *s)
{
    if (s->pieces == TC_SCENE_PIECES)
        return NULL;
    struct tc_piece *p = &s->piece[s->pieces++];
    memset(p, 0, sizeof *p);
    p->key = p->label = p->nation = p->formation = p->badges = "";
    return p;
}

struct tc_ground *tc_scene_ground(struct tc_scene *s)
{
    if (s->grounds == TC_SCENE_GROUNDS)
        return NULL;
    struct tc_ground *g = &s->ground[s->grounds++];
    memset(g, 0, sizeof *g);
    g->kind = g->label = "";
    return g;
}

void tc_scene_grounds(struct tc_scene *s, const struct tc_book *bk,
                      bool (*ground)(const struct tc_book *bk, int i, struct tc_ground *out))
{
    static const struct tc_ground none = { .kind = "", .label = "" };
    struct tc_ground g = none, *to;

    for (int i = 0; ground(bk, i, &g) && (to = tc_scene_ground(s)) != NULL; i++) {
        *to = g;
        g = none;
    }
}

struct tc_overlay *tc_scene_overlay(struct tc_scene *s)
{
    if (s->overlays == TC_SCENE_OVERLAYS)
        return NULL;
    struct tc_overlay *o = &s->overlay[s->overlays++];
    memset(o, 0, sizeof *o);
    o->what = o->label = "";
    return o;
}

void tc_scene_panel(struct tc_scene *s, const char *title)
{
    if (s->panels == TC_SCENE_PANELS)
        return;
    s->panel[s->panels++] = (struct tc_panel){ title, (int16_t)s->rows, 0 };
}

void tc_scene_row(struct tc_scene *s, int side, const char *left, const char *right)
{
    if (s->panels == 0 || s->rows == TC_SCENE_ROWS)
        return;
    s->row[s->rows++] = (struct tc_panel_row){ left, right, NULL, NULL, 0, (int8_t)side };
    s->panel[s->panels - 1].rows++;
}

void tc_scene_placed(struct tc_scene *s, const char *line, int place, const char *state)
{
    if (s->rows == 0)
        return;
    s->row[s->rows - 1].line = line;
    s->row[s->rows - 1].place = (int16_t)place;
    s->row[s->rows - 1].state = state;
}

struct tc_text tc_scene_text(struct tc_scene *s)
{
    if (s->text_used + 2 > TC_SCENE_TEXT)
        s->text_used = TC_SCENE_TEXT - 2;
    return tc_text_on(s->text + s->text_used, TC_SCENE_TEXT - s->text_used);
}

const char *tc_scene_keep(struct tc_scene *s, const struct tc_text *t)
{
    s->text_used += t->len + 1;
    return t->buf;
}

void tc_scene_standing(struct tc_scene *s, int side, int points, int lost, int breaks,
                       const char *words)
{
    struct tc_text t = tc_scene_text(s);

    tc_text_int(&t, lost);
    tc_text_str(&t, tc_word(" of "));
    tc_text_int(&t, breaks);
    tc_text_char(&t, ' ');
    tc_text_str(&t, tc_word(words));
    s->standing[side] = (struct tc_standing){ points, lost, breaks, tc_scene_keep(s, &t) };
}
