/* rules/pistolado/scene.c - what is to be seen, and by whom. */
#include "kernel/scene.h"

#include <string.h>

#include "rules/pistolado/inner.h"

/* --- Pieces --- */

static int arm_of(const struct pis_book *bk, int r)
{
    if (pis_has(bk, r, PIS_ART))
        return TC_ARM_GUN;
    if (pis_has(bk, r, PIS_HORSE))
        return pis_has(bk, r, PIS_LIGHT | PIS_SKIRM) ? TC_ARM_LIGHT_HORSE : TC_ARM_HORSE;
    return pis_has(bk, r, PIS_EP) ? TC_ARM_LIGHT_FOOT : TC_ARM_FOOT;
}

static void badge(struct tc_text *t, const char *word)
{
    if (t->len)
        tc_text_char(t, ',');
    tc_text_str(t, word);
}

static const char *badges(struct tc_scene *out, const struct pis_state *s, int r)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_text t = tc_scene_text(out);

    if (g->cohesion)
        badge(&t, pis_level_words[g->cohesion]);
    if (g->condition == PIS_ROUTING)
        badge(&t, "routing");
    if (g->condition == PIS_PURSUING)
        badge(&t, "pursuing");
    if (g->melee != TC_NONE)
        badge(&t, "melee");
    if (g->broken_into)
        badge(&t, "broken into");
    if (g->evaded)
        badge(&t, "evaded");
    if (g->fired || g->fired_if_charged)
        badge(&t, "fired");
    if (g->target != TC_NONE)
        badge(&t, "to charge");
    return tc_scene_keep(out, &t);
}

static void regiment_piece(const struct pis_book *bk, const struct pis_state *s, int r,
                           struct tc_scene *out)
{
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_piece *p = tc_scene_piece(out);

    if (!p)
        return;
    p->id = (int16_t)r;
    p->side = bk->regiment[r].side;
    p->arm = (uint8_t)arm_of(bk, r);
    p->key = bk->regiment[r].name;
    p->label = bk->regiment[r].label;
    p->formation = pis_formation_words[g->formation];
    p->x = g->x;
    p->y = g->y;
    p->w = g->w;
    p->d = g->d;
    p->facing = g->facing;
    p->strength = g->companies;
    p->strength0 = bk->regiment[r].companies;
    p->badges = badges(out, s, r);
    if (bk->regiment[r].brigade >= 0) {
        const struct pis_brigade_card *b = &bk->brigade[bk->regiment[r].brigade];
        p->group = b->name;
        p->group_label = b->label;
        p->chief = b->officer >= 0 ? bk->officer[b->officer].label : "";
    }
    p->active = !g->acted;
}

static void officer_piece(const struct pis_book *bk, const struct pis_state *s, int o,
                          struct tc_scene *out)
{
    const struct pis_officer *f = &s->officer[o];
    struct tc_piece *p;

    if (!pis_officer_fit(s, o) || !(p = tc_scene_piece(out)))
        return;
    p->id = TC_NONE;
    p->side = bk->officer[o].side;
    p->arm = TC_ARM_LEADER;
    p->key = bk->officer[o].name;
    p->label = bk->officer[o].label;
    p->formation = f->attached == TC_NONE ? "alone" : "attached";
    p->x = f->x;
    p->y = f->y;
    p->w = p->d = bk->t.stand.officer;
    p->strength = p->strength0 = 1;
    p->badges = f->condition == PIS_WOUNDED ? "wounded" : "";
    p->stack = 1;
}

/* --- Ground and overlays --- */

bool pis_ground_at(const struct tc_book *book, int i, struct tc_ground *out)
{
    const struct pis_book *bk = pis_book_of(book);

    if (i >= bk->grounds)
        return false;
    const struct pis_ground *g = &bk->ground[i];
    out->kind = g->kind;
    out->label = g->label;
    out->form = g->line ? TC_GROUND_LINE : TC_GROUND_AREA;
    out->level = g->cls == PIS_HILL;
    out->points = g->points;
    out->point = g->point;
    return true;
}

static void show_line(struct tc_scene *out, const struct pis_state *s, int from, int to,
                      int side, const char *what)
{
    struct tc_overlay *o = tc_scene_overlay(out);

    if (!o)
        return;
    o->kind = TC_OVERLAY_LINE;
    o->side = (int8_t)side;
    o->what = what;
    o->label = "";
    o->points = 2;
    o->point[0] = (struct tc_scene_point){ s->regiment[from].x, s->regiment[from].y };
    o->point[1] = (struct tc_scene_point){ s->regiment[to].x, s->regiment[to].y };
}

static void show_overlays(const struct pis_book *bk, const struct pis_state *s,
                          struct tc_scene *out)
{
    for (int r = 0; r < bk->regiments; r++) {
        const struct pis_regiment *g = &s->regiment[r];
        int side = bk->regiment[r].side;

        if (!pis_here(s, r))
            continue;
        if (g->target != TC_NONE)
            show_line(out, s, r, g->target, side, "charge");
        if (g->aim != TC_NONE)
            show_line(out, s, r, g->aim, side, "fire");
        if (g->condition == PIS_PURSUING && g->quarry != TC_NONE)
            show_line(out, s, r, g->quarry, side, "pursuit");
        if (g->melee != TC_NONE && g->foe != TC_NONE && g->role == PIS_CHARGER)
            show_line(out, s, r, g->foe, side, "melee");
    }
    for (int i = 0; i < bk->objectives; i++) {
        struct tc_overlay *o = tc_scene_overlay(out);

        if (!o)
            return;
        o->kind = TC_OVERLAY_RING;
        o->side = TC_NONE;
        o->what = "objective";
        o->label = bk->objective[i].label;
        o->points = 1;
        o->point[0] = (struct tc_scene_point){ bk->objective[i].x, bk->objective[i].y };
        o->radius = bk->objective[i].radius;
    }
}

/* --- Panels --- */

/* "assault, march" as far as the viewer may know it. */
static const char *orders_text(struct tc_scene *out, const struct pis_book *bk,
                               const struct pis_state *s, int b, int viewer)
{
    const struct pis_brigade *g = &s->brigade[b];
    struct tc_text t = tc_scene_text(out);
    bool own = viewer == TC_NONE || viewer == bk->brigade[b].side;

    tc_text_str(&t, pis_order_words[g->order]);
    if (s->phase != PIS_P_ORDERS) {
        tc_text_str(&t, ", ");
        tc_text_str(&t, pis_status_words[g->status]);
    } else if (own && g->plan_status) {
        tc_text_str(&t, ", planned: ");
        tc_text_str(&t, pis_order_words[g->plan_order]);
        tc_text_char(&t, ' ');
        tc_text_str(&t, pis_status_words[g->plan_status - 1]);
    }
    if (g->broken)
        tc_text_str(&t, ", broken");
    return tc_scene_keep(out, &t);
}

static const char *officer_text(struct tc_scene *out, const struct pis_book *bk,
                                const struct pis_state *s, int o)
{
    static const char *const how[] = { "", ", wounded", ", killed", ", captured" };
    const struct pis_officer *f = &s->officer[o];
    struct tc_text t = tc_scene_text(out);

    tc_text_str(&t, "Strategy ");
    tc_text_int(&t, f->strategy);
    tc_text_str(&t, ", Valour ");
    tc_text_int(&t, f->valour);
    tc_text_str(&t, how[f->condition]);
    if (f->successor)
        tc_text_str(&t, ", successor");
    if (f->attached != TC_NONE) {
        tc_text_str(&t, ", with ");
        tc_text_str(&t, bk->regiment[f->attached].label);
    }
    return tc_scene_keep(out, &t);
}

static const char *regiment_text(struct tc_scene *out, const struct pis_book *bk,
                                 const struct pis_state *s, int r)
{
    static const char *const place[] = { "awaited", "", "no more", "left the table",
                                         "guns taken" };
    const struct pis_regiment *g = &s->regiment[r];
    struct tc_text t = tc_scene_text(out);

    tc_text_str(&t, pis_card_of(bk, r)->name);
    tc_text_str(&t, ", ");
    if (g->place != PIS_ON_TABLE) {
        tc_text_str(&t, place[g->place]);
        return tc_scene_keep(out, &t);
    }
    tc_text_int(&t, g->companies);
    tc_text_char(&t, '/');
    tc_text_int(&t, bk->regiment[r].companies);
    tc_text_str(&t, " companies, ");
    tc_text_str(&t, pis_formation_words[g->formation]);
    tc_text_str(&t, ", ");
    tc_text_str(&t, pis_level_words[g->cohesion]);
    if (g->condition != PIS_STEADY)
        tc_text_str(&t, g->condition == PIS_ROUTING ? ", routing" : ", pursuing");
    return tc_scene_keep(out, &t);
}

static void brigade_rows(const struct pis_book *bk, const struct pis_state *s, int b,
                         int viewer, struct tc_scene *out)
{
    int side = bk->brigade[b].side, o = bk->brigade[b].officer;

    tc_scene_row(out, side, bk->brigade[b].label, orders_text(out, bk, s, b, viewer));
    if (o != TC_NONE)
        tc_scene_row(out, side, bk->officer[o].label, officer_text(out, bk, s, o));
    for (int r = 0; r < bk->regiments; r++)
        if (bk->regiment[r].brigade == b)
            tc_scene_row(out, side, bk->regiment[r].label, regiment_text(out, bk, s, r));
}

static const char *chances_text(struct tc_scene *out, const struct pis_book *bk,
                                const struct pis_match *m)
{
    int chance[PIS_OUTCOMES];
    struct tc_text t = tc_scene_text(out);

    pis_melee_chances(bk, m, chance);
    tc_text_int(&t, m->strength[0]);
    tc_text_str(&t, " to ");
    tc_text_int(&t, m->strength[1]);
    tc_text_str(&t, ", type ");
    tc_text_str(&t, pis_type_words[m->type]);
    tc_text_str(&t, "; of 36:");
    for (int i = 0; i < PIS_OUTCOMES; i++)
        if (chance[i]) {
            tc_text_char(&t, ' ');
            tc_text_str(&t, pis_outcome_words[i]);
            tc_text_char(&t, ' ');
            tc_text_int(&t, chance[i]);
        }
    return tc_scene_keep(out, &t);
}

static void melee_rows(const struct pis_book *bk, const struct pis_state *s,
                       struct tc_scene *out)
{
    for (int m = 0; m < s->melees; m++) {
        bool there[TC_SIDES] = { false, false };
        struct pis_match match;

        for (int r = 0; r < bk->regiments; r++)
            if (s->regiment[r].melee == m)
                there[pis_side_of(bk, r)] = true;
        if (!there[0] || !there[1])
            continue;
        pis_match_up(bk, s, NULL, m, &match);
        struct tc_text t = tc_scene_text(out);
        tc_text_str(&t, bk->regiment[match.lead[0]].label);
        tc_text_str(&t, " - ");
        tc_text_str(&t, bk->regiment[match.lead[1]].label);
        const char *left = tc_scene_keep(out, &t);
        tc_scene_row(out, match.stronger, left, chances_text(out, bk, &match));
    }
}

static void points_rows(const struct pis_book *bk, const struct pis_state *s,
                        struct tc_scene *out)
{
    for (int side = 0; side < TC_SIDES; side++) {
        struct tc_text t = tc_scene_text(out);

        tc_text_int(&t, pis_points(bk, s, side));
        tc_text_str(&t, " points");
        tc_scene_row(out, side, bk->head.side_name[side], tc_scene_keep(out, &t));
        /* P-VIC3 */
        tc_scene_standing(out, side, pis_points(bk, s, side), pis_companies_lost(bk, s, side),
                          (bk->t.victory.army_losses * s->army[side].companies0 + 99) / 100,
                          "companies lost");
    }
}

static const char *status_text(struct tc_scene *out, const struct pis_book *bk,
                               const struct pis_state *s)
{
    static const char *const phase[] = { "orders",   "movement", "firing",           "cohesion",
                                         "charging", "melee",    "rout and pursuit", "end" };
    struct tc_text t = tc_scene_text(out);

    tc_text_str(&t, "Turn ");
    tc_text_int(&t, s->head.turn);
    tc_text_str(&t, " of ");
    tc_text_int(&t, bk->turn_limit);
    tc_text_str(&t, ", ");
    tc_text_str(&t, phase[s->phase]);
    if (s->rain)
        tc_text_str(&t, ", rain");
    return tc_scene_keep(out, &t);
}

void pis_scene(const struct tc_book *book, const void *state, int viewer, struct tc_scene *out)
{
    const struct pis_book *bk = pis_book_of(book);
    const struct pis_state *s = state;

    tc_scene_clear(out);
    out->board = TC_BOARD_PLANE;
    out->width = bk->width;
    out->height = bk->height;
    out->title = bk->head.title;
    out->status = status_text(out, bk, s);
    tc_scene_grounds(out, &bk->head, pis_ground_at);
    for (int r = 0; r < bk->regiments; r++)
        if (pis_here(s, r))
            regiment_piece(bk, s, r, out);
    for (int o = 0; o < bk->officers; o++)
        officer_piece(bk, s, o, out);
    show_overlays(bk, s, out);
    for (int side = 0; side < TC_SIDES; side++) {
        tc_scene_panel(out, bk->head.side_name[side]);
        for (int o = 0; o < bk->officers; o++)
            if (bk->officer[o].side == side && bk->officer[o].brigade == TC_NONE)
                tc_scene_row(out, side, bk->officer[o].label, officer_text(out, bk, s, o));
        for (int b = 0; b < bk->brigades; b++)
            if (bk->brigade[b].side == side)
                brigade_rows(bk, s, b, viewer, out);
    }
    if (s->melees) {
        tc_scene_panel(out, "Melees");
        melee_rows(bk, s, out);
    }
    tc_scene_panel(out, "Points");
    points_rows(bk, s, out);
}
