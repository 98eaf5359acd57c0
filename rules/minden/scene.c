/* rules/minden/scene.c - what is to be seen: pieces, ground, overlays, panels. */
#include "rules/minden/inner.h"

/* --- Ground --- */

bool min_ground_at(const struct tc_book *book, int i, struct tc_ground *out)
{
    const struct min_book *bk = min_book_of(book);

    if (i >= bk->grounds)
        return false;
    const struct min_ground *g = &bk->ground[i];
    out->kind = g->kind;
    out->label = g->label;
    out->form = min_is_linear(g) ? TC_GROUND_LINE : TC_GROUND_AREA;
    out->level = g->cls == MIN_HILL;
    out->points = g->points;
    out->point = g->point;
    return true;
}

/* --- Pieces --- */

static uint8_t arm_of(const struct min_book *bk, int unit)
{
    switch ((enum min_kind)min_kind_of(bk, unit)) {
    case MIN_LINE_INF: return TC_ARM_FOOT;
    case MIN_LIGHT_INF: return TC_ARM_LIGHT_FOOT;
    case MIN_LINE_CAV: return TC_ARM_HORSE;
    case MIN_LIGHT_CAV: return TC_ARM_LIGHT_HORSE;
    case MIN_GUN_MH:
    case MIN_GUN_LIGHT: return TC_ARM_GUN;
    case MIN_COMMAND: return TC_ARM_LEADER;
    case MIN_KINDS: break;
    }
    return TC_ARM_OTHER;
}

static void badge(struct tc_text *t, bool on, const char *word)
{
    if (!on)
        return;
    if (t->len)
        tc_text_char(t, ',');
    tc_text_str(t, word);
}

static const char *badges_of(const struct min_state *s, int unit, struct tc_scene *out)
{
    const struct min_unit *m = &s->units[unit];
    struct tc_text t = tc_scene_text(out);

    badge(&t, m->marker == MIN_RED, "reforming");
    badge(&t, m->marker == MIN_ORANGE, "disordered");
    badge(&t, m->morale == MIN_RETREATING, "retreating");
    badge(&t, m->morale == MIN_ROUTING, "routing");
    badge(&t, m->melee != TC_NONE, "melee");
    badge(&t, m->charge_bonus > 0, "charging");
    badge(&t, m->moved, "moved");
    badge(&t, m->fire_count > 0, "fired");
    badge(&t, m->response_fired, "response-fired");
    badge(&t, m->fire_twice > 0, "fires-twice");
    badge(&t, m->terrain_stop, "stopped");
    return tc_scene_keep(out, &t);
}

/* N-Ka1, N-Ka2: its grade, and what it has another one for; a staff, how far it commands. */
static const char *worth_of(const struct min_book *bk, int unit, struct tc_scene *out)
{
    static const char *const skill[MIN_SKILLS] = { "clearing", "tests", "moving", "shooting" };
    static const char *const arms[MIN_WEAPONS] = { "", ", rifles", ", carbines", "", "", "" };
    struct tc_text t = tc_scene_text(out);
    const struct min_unit_card *c = &bk->unit[unit];

    if (min_is_command(bk, unit)) {
        tc_text_str(&t, c->radius ? "commands within " : "");
        if (c->radius)
            tc_text_length(&t, c->radius);
        tc_text_str(&t, c->radius ? " inches" : "");
        return tc_scene_keep(out, &t);
    }
    tc_text_str(&t, min_grade_words[c->grade[MIN_TESTING]]);
    for (int i = 0; i < MIN_SKILLS; i++)
        if (c->grade[i] != c->grade[MIN_TESTING]) {
            tc_text_str(&t, ", ");
            tc_text_str(&t, skill[i]);
            tc_text_char(&t, ' ');
            tc_text_str(&t, min_grade_words[c->grade[i]]);
        }
    tc_text_str(&t, arms[c->weapon]);
    if (c->guns) {
        tc_text_str(&t, ", guns: ");
        tc_text_int(&t, c->guns);
    }
    return tc_scene_keep(out, &t);
}

static void show_unit(const struct min_book *bk, const struct min_state *s, int unit,
                      struct tc_scene *out)
{
    const struct min_unit *m = &s->units[unit];
    const char *badges = badges_of(s, unit, out), *worth = worth_of(bk, unit, out);
    struct min_body b;

    min_body(bk, s, unit, &b);
    for (int i = 0; i < b.n; i++) {
        struct tc_piece *p = tc_scene_piece(out);
        if (!p)
            return;
        p->id = (int16_t)unit;
        p->side = (int8_t)min_side_of(bk, unit);
        p->arm = arm_of(bk, unit);
        p->key = bk->unit[unit].name;
        p->label = bk->unit[unit].label;
        p->formation = min_formation_words[m->formation];
        p->x = b.rect[i].x;
        p->y = b.rect[i].y;
        p->facing = b.rect[i].facing;
        p->w = b.rect[i].w;
        p->d = b.rect[i].d;
        p->strength = m->fig; /* of the whole, on each of its parts (kernel/scene.h) */
        p->strength0 = m->fig0;
        if (min_is_command(bk, unit)) /* a staff is not counted in figures */
            p->strength = p->strength0 = 0;
        p->nation = bk->unit[unit].nation;
        p->badges = badges;
        p->worth = worth;
        if (bk->unit[unit].brigade >= 0) {
            const struct min_brigade_card *own = &bk->brigade[bk->unit[unit].brigade];
            p->group = own->name;
            p->group_label = own->label;
            p->chief = own->command >= 0 ? bk->unit[own->command].label : "";
        }
        p->active = s->mover.unit == unit;
        p->order = min_is_command(bk, unit) ? 1 : 0;
    }
}

/* --- Overlays --- */

static void ring(struct tc_scene *out, const char *what, int side, struct tc_pt at, int32_t r,
                 const char *label)
{
    struct tc_overlay *o = tc_scene_overlay(out);

    if (!o)
        return;
    o->kind = TC_OVERLAY_RING;
    o->side = (int8_t)side;
    o->what = what;
    o->label = label;
    o->points = 1;
    o->point[0] = (struct tc_scene_point){ at.x, at.y };
    o->radius = r;
}

static void line(struct tc_scene *out, const char *what, int side, struct tc_pt a,
                 struct tc_pt b)
{
    struct tc_overlay *o = tc_scene_overlay(out);

    if (!o)
        return;
    o->kind = TC_OVERLAY_LINE;
    o->side = (int8_t)side;
    o->what = what;
    o->label = what;
    o->points = 2;
    o->point[0] = (struct tc_scene_point){ a.x, a.y };
    o->point[1] = (struct tc_scene_point){ b.x, b.y };
}

static void show_overlays(const struct min_book *bk, const struct min_state *s,
                          struct tc_scene *out)
{
    const struct min_mover *mv = &s->mover;

    for (int i = 0; i < bk->units; i++) {
        if (!min_on_table(s, i))
            continue;
        int side = min_side_of(bk, i);
        if (min_is_command(bk, i) && mv->unit != TC_NONE &&
            min_has_authority(bk, i, mv->unit)) {
            int32_t r =
                min_card(bk, i)->radius ? min_card(bk, i)->radius : bk->t.command_radius;
            ring(out, "command", side, min_centre(bk, s, i), r, bk->unit[i].label);
        }
        if (s->units[i].foe != TC_NONE)
            line(out, "melee", side, min_centre(bk, s, i), min_centre(bk, s, s->units[i].foe));
    }
    if (mv->unit != TC_NONE && mv->purpose == MIN_CHARGES && min_on_table(s, mv->unit) &&
        min_on_table(s, mv->target))
        line(out, "charge", min_side_of(bk, mv->unit), min_centre(bk, s, mv->unit),
             min_centre(bk, s, mv->target));
    for (int i = 0; i < bk->objectives; i++)
        ring(out, "objective", min_holder_of(bk, s, &bk->objective[i]),
             (struct tc_pt){ bk->objective[i].x, bk->objective[i].y }, bk->objective[i].radius,
             bk->objective[i].label);
}

/* --- Panels --- */

/* How a brigade stands: figures, and those in trouble. */
static void show_brigade(const struct min_book *bk, const struct min_state *s, int brigade,
                         struct tc_scene *out)
{
    int fig = 0, fig0 = 0, orange = 0, fleeing = 0;
    struct tc_text t;

    for (int i = 0; i < bk->units; i++) {
        if (bk->quick[i].brigade != brigade || min_is_command(bk, i))
            continue;
        if (bk->unit[i].spare_of < 0)
            fig0 += bk->unit[i].figures;
        fig += s->units[i].fig;
        orange += s->units[i].marker == MIN_ORANGE;
        fleeing += s->units[i].morale != MIN_STEADY;
    }
    t = tc_scene_text(out);
    tc_text_int(&t, fig);
    tc_text_str(&t, tc_word(" of "));
    tc_text_int(&t, fig0);
    if (orange) {
        tc_text_str(&t, tc_word(", disordered "));
        tc_text_int(&t, orange);
    }
    if (fleeing) {
        tc_text_str(&t, tc_word(", in flight "));
        tc_text_int(&t, fleeing);
    }
    tc_scene_row(out, bk->brigade[brigade].side, bk->brigade[brigade].label,
                 tc_scene_keep(out, &t));
}

static void show_weather(const struct min_state *s, struct tc_scene *out)
{
    tc_scene_panel(out, "Fog of war");
    tc_scene_row(out, TC_NONE, "in force", min_effect_said_words[s->fog_effect]);
    tc_scene_row(out, TC_NONE, "weather",
                 s->rain        ? "heavy rain"
                 : s->dead_calm ? "dead calm"
                                : "fair");
}

static void number_row(struct tc_scene *out, int side, const char *left, int n)
{
    struct tc_text t = tc_scene_text(out);

    tc_text_int(&t, n);
    tc_scene_row(out, side, left, tc_scene_keep(out, &t));
}

static void show_losses(const struct min_book *bk, const struct min_state *s,
                        struct tc_scene *out)
{
    tc_scene_panel(out, "Losses");
    for (int side = 0; side < TC_SIDES; side++) {
        int lost = 0, figures = 0;
        struct min_tally all;
        min_count_side(bk, s, side, &all); /* N-VIC2 */
        tc_scene_standing(out, side, min_points(bk, s, side), all.lost,
                          (bk->t.victory.broken_percent * all.units + 99) / 100, "units lost");
        for (int i = 0; i < bk->units; i++) {
            if (min_side_of(bk, i) != side || min_is_command(bk, i))
                continue;
            lost += bk->unit[i].spare_of < 0 && min_is_lost(s, i);
            figures += (bk->unit[i].spare_of < 0 ? bk->unit[i].figures : 0) - s->units[i].fig;
        }
        number_row(out, side, "units lost", lost);
        number_row(out, side, "figures lost", figures);
        number_row(out, side, "points", min_points(bk, s, side));
    }
}

static void show_panels(const struct min_book *bk, const struct min_state *s,
                        struct tc_scene *out)
{
    struct tc_text t;

    tc_scene_panel(out, "Turn");
    t = tc_scene_text(out);
    tc_text_int(&t, s->head.turn);
    if (bk->turn_limit) {
        tc_text_str(&t, tc_word(" of "));
        tc_text_int(&t, bk->turn_limit);
    }
    tc_scene_row(out, s->head.active, "turn", tc_scene_keep(out, &t));
    tc_scene_row(out, s->head.active, "phase", min_phase_said_words[s->phase]);
    tc_scene_panel(out, "Brigades");
    for (int i = 0; i < bk->brigades; i++)
        show_brigade(bk, s, i, out);
    show_weather(s, out);
    show_losses(bk, s, out);
}

void min_scene(const struct tc_book *tbk, const void *state, int viewer, struct tc_scene *out)
{
    const struct min_book *bk = min_book_of(tbk);
    const struct min_state *s = state;
    struct tc_text t;

    (void)viewer; /* everything is open */
    tc_scene_clear(out);
    out->board = TC_BOARD_PLANE;
    out->width = bk->width;
    out->height = bk->height;
    out->title = tbk->title;
    t = tc_scene_text(out);
    tc_text_str(&t, tc_word("Turn "));
    tc_text_int(&t, s->head.turn);
    if (s->head.active >= 0) {
        tc_text_str(&t, ", ");
        tc_say_side(tbk->rules, tbk, s->head.active, &t);
        tc_text_str(&t, ": ");
        tc_text_str(&t, tc_word(min_phase_said_words[s->phase]));
    }
    out->status = tc_scene_keep(out, &t);
    tc_scene_grounds(out, &bk->head, min_ground_at);
    for (int i = 0; i < bk->units; i++)
        if (min_on_table(s, i))
            show_unit(bk, s, i, out);
    show_overlays(bk, s, out);
    show_panels(bk, s, out);
}
