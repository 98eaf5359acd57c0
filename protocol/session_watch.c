/* protocol/session_watch.c - the scene for those who watch: nothing that a side keeps to
 * itself.
 *
 * Of each side is shown what the other side sees of it; what belongs to nobody only if both
 * see it alike. No system needs to know of watchers.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/session_own.h"

/* A text of the other scene, taken over: it may lie in a store that goes away. */
static const char *take(struct tc_scene *out, const struct tc_scene *from, const char *text)
{
    if (!text || text < from->text || text >= from->text + TC_SCENE_TEXT)
        return text;
    struct tc_text t = tc_scene_text(out);
    tc_text_str(&t, text);
    return tc_scene_keep(out, &t);
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* --- Pieces --------------------------------------------------------------------------- */

static bool same_piece(const struct tc_piece *a, const struct tc_piece *b)
{
    return a->id == b->id && a->side == b->side && a->arm == b->arm && a->x == b->x &&
           a->y == b->y && a->facing == b->facing && a->strength == b->strength &&
           same_text(a->badges, b->badges) && same_text(a->key, b->key);
}

static bool has_piece(const struct tc_scene *s, const struct tc_piece *p)
{
    for (int i = 0; i < s->pieces; i++)
        if (same_piece(&s->piece[i], p))
            return true;
    return false;
}

static void add_piece(struct tc_scene *out, const struct tc_scene *from,
                      const struct tc_piece *p)
{
    struct tc_piece *n = tc_scene_piece(out);

    if (!n)
        return;
    *n = *p;
    n->key = take(out, from, p->key);
    n->label = take(out, from, p->label);
    n->nation = take(out, from, p->nation);
    n->formation = take(out, from, p->formation);
    n->badges = take(out, from, p->badges);
}

static void watch_pieces(struct tc_scene *out, const struct tc_scene eye[TC_SIDES])
{
    out->pieces = 0;
    for (int side = 0; side < TC_SIDES; side++) {
        const struct tc_scene *other = &eye[!side];
        for (int i = 0; i < other->pieces; i++)
            if (other->piece[i].side == side)
                add_piece(out, other, &other->piece[i]);
    }
    for (int i = 0; i < eye[0].pieces; i++)
        if (eye[0].piece[i].side < 0 && has_piece(&eye[1], &eye[0].piece[i]))
            add_piece(out, &eye[0], &eye[0].piece[i]);
}

/* --- Overlays --------------------------------------------------------------------------- */

static bool has_overlay(const struct tc_scene *s, const struct tc_overlay *o)
{
    for (int i = 0; i < s->overlays; i++) {
        const struct tc_overlay *p = &s->overlay[i];
        if (p->kind == o->kind && p->side == o->side && p->points == o->points &&
            p->radius == o->radius && same_text(p->what, o->what) &&
            same_text(p->label, o->label) &&
            memcmp(p->point, o->point, (size_t)o->points * sizeof o->point[0]) == 0)
            return true;
    }
    return false;
}

static void watch_overlays(struct tc_scene *out, const struct tc_scene eye[TC_SIDES])
{
    out->overlays = 0;
    for (int i = 0; i < eye[0].overlays; i++) {
        const struct tc_overlay *o = &eye[0].overlay[i];
        if (!has_overlay(&eye[1], o))
            continue;
        struct tc_overlay *n = tc_scene_overlay(out);
        if (!n)
            return;
        *n = *o;
        n->what = take(out, &eye[0], o->what);
        n->label = take(out, &eye[0], o->label);
    }
}

/* --- Panels ------------------------------------------------------------------------------- */

static const struct tc_panel *panel_named(const struct tc_scene *s, const char *title)
{
    for (int i = 0; i < s->panels; i++)
        if (same_text(s->panel[i].title, title))
            return &s->panel[i];
    return NULL;
}

static bool has_row(const struct tc_scene *s, const struct tc_panel *p,
                    const struct tc_panel_row *r)
{
    for (int i = 0; i < p->rows; i++) {
        const struct tc_panel_row *o = &s->row[p->first + i];
        if (o->side == r->side && same_text(o->left, r->left) && same_text(o->right, r->right))
            return true;
    }
    return false;
}

/* Rows of a side are those the other sees; a row of nobody must be in both. */
static void watch_rows(struct tc_scene *out, const struct tc_scene *eye, int viewer,
                       const struct tc_panel *p, const struct tc_scene *other_eye,
                       const struct tc_panel *other)
{
    for (int i = 0; i < p->rows; i++) {
        const struct tc_panel_row *r = &eye->row[p->first + i];
        bool nobodys = r->side < 0 || r->side >= TC_SIDES;
        if (nobodys ? viewer != 0 || !has_row(other_eye, other, r) : r->side == viewer)
            continue;
        const char *right = take(out, eye, r->right);
        tc_scene_row(out, r->side, take(out, eye, r->left), right);
        if (r->line)
            tc_scene_placed(out, r->line, r->place, right + (r->state - r->right));
    }
}

static void watch_panels(struct tc_scene *out, const struct tc_scene eye[TC_SIDES])
{
    out->panels = out->rows = 0;
    for (int i = 0; i < eye[0].panels; i++) {
        const struct tc_panel *a = &eye[0].panel[i], *b = panel_named(&eye[1], a->title);
        if (!b)
            continue;
        tc_scene_panel(out, take(out, &eye[0], a->title));
        watch_rows(out, &eye[1], 1, b, &eye[0], a);
        watch_rows(out, &eye[0], 0, a, &eye[1], b);
    }
}

/* How a side stands is told as the other sees it. */
static void watch_standing(struct tc_scene *out, const struct tc_scene eye[TC_SIDES])
{
    for (int side = 0; side < TC_SIDES; side++) {
        const struct tc_scene *other = &eye[!side];
        out->standing[side] = other->standing[side];
        out->standing[side].text = take(out, other, other->standing[side].text);
    }
}

void ses_watch_scene(const struct ses_game *s, struct tc_scene *out)
{
    struct tc_scene *eye = ses_alloc(TC_SIDES * sizeof *eye);

    for (int side = 0; side < TC_SIDES; side++) {
        tc_scene_clear(&eye[side]);
        s->book->rules->scene(s->book, tc_game_state(&s->g), side, &eye[side]);
    }
    *out = eye[0];
    out->text_used = 0;
    out->title = take(out, &eye[0], eye[0].title);
    out->status =
        same_text(eye[0].status, eye[1].status) ? take(out, &eye[0], eye[0].status) : "";
    for (int i = 0; i < out->grounds; i++) {
        out->ground[i].kind = take(out, &eye[0], eye[0].ground[i].kind);
        out->ground[i].label = take(out, &eye[0], eye[0].ground[i].label);
    }
    watch_standing(out, eye);
    watch_pieces(out, eye);
    watch_overlays(out, eye);
    watch_panels(out, eye);
    free(eye);
}
