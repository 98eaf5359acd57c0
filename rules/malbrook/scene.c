/* rules/malbrook/scene.c - what is to be seen (M-2). */
#include "kernel/scene.h"

#include "rules/malbrook/inner.h"

static const char *const kind_word[MAL_GROUND_KINDS] = {
    "hill",    "hill",  "hill",   "wood",      "wood",    "marsh",    "marsh",
    "village", "road",  "stream", "hedge",     "river",   "ditch",    "wall",
    "river",   "cliff", "abatis", "fieldwork", "rampart", "position",
};

/* Told further down: */
static void show_leaders(const struct mal_book *bk, const struct mal_state *s, int viewer,
                         struct tc_scene *out);
static void show_marks(const struct mal_book *bk, const struct mal_state *s, int viewer,
                       struct tc_scene *out);
static void show_objectives(const struct mal_book *bk, const struct mal_state *s,
                            struct tc_scene *out);
static void show_panels(const struct mal_book *bk, const struct mal_state *s,
                        struct tc_scene *out);

static int arm_of(const struct mal_book *bk, const struct mal_unit *m)
{
    static const uint8_t arm[MAL_TYPES] = { TC_ARM_FOOT,        TC_ARM_HORSE, TC_ARM_DRAGOON,
                                            TC_ARM_LIGHT_HORSE, TC_ARM_OTHER, TC_ARM_GUN,
                                            TC_ARM_OTHER };

    return mal_is_dismounted(bk, m) ? TC_ARM_LIGHT_FOOT : arm[mal_type_of(bk, m)];
}

static void badge(struct tc_text *t, const char *word, int number)
{
    if (t->len)
        tc_text_char(t, ',');
    tc_text_str(t, word);
    if (number) {
        tc_text_char(t, ' ');
        tc_text_int(t, number);
    }
}

/* M-2.1: the markers of the table. */
static const char *badges(const struct mal_book *bk, const struct mal_unit *m,
                          struct tc_scene *out)
{
    struct tc_text t = tc_scene_text(out);

    if (m->dp) /* M-2.1 */
        badge(&t, "dp", m->dp);
    if (m->status != MAL_NORMAL)
        badge(&t, mal_status_words[m->status], 0);
    if (m->steadied || m->control == MAL_HALT)
        badge(&t, "halt", 0);
    if (m->inspired)
        badge(&t, "inspired", 0);
    if (mal_is_gun(bk, m) && m->fired)
        badge(&t, "fired", 0);
    if (mal_is_gun(bk, m) && m->limbered)
        badge(&t, "limbered", 0);
    if (mal_is_gun(bk, m) && m->crew == MAL_ELIMINATED)
        badge(&t, "lost", 0);
    if (mal_is_gun(bk, m) && m->crew == MAL_REFUGE && m->refuge >= 0) {
        badge(&t, "crew with ", 0);
        tc_text_str(&t, mal_unit_name(bk, m->refuge));
    }
    if (m->locked)
        badge(&t, "in combat", 0);
    return tc_scene_keep(out, &t);
}

/* M-3.16, M-5: what its base would say on its back. */
static const char *worth_of(const struct mal_book *bk, const struct mal_unit *m,
                            struct tc_scene *out)
{
    static const char *const gun[] = { "light", "medium", "heavy", "howitzer", "mortar" };
    struct tc_text t = tc_scene_text(out);
    const struct mal_card *c = mal_card(bk, m);

    if (mal_is_gun(bk, m))
        tc_text_str(&t, c->gun_class < 5 ? gun[c->gun_class] : "");
    if (mal_is_brigade(bk, m) && m->grade != MAL_NO_GRADE) {
        tc_text_str(&t, "grade ");
        tc_text_char(&t, (char)('A' + MAL_A - m->grade));
        tc_text_str(&t, c->style == MAL_NEW ? ", new style" : ", traditional");
        tc_text_str(&t, c->mixed ? ", mixed" : "");
        tc_text_str(&t, c->outrance ? ", a outrance" : "");
    }
    return tc_scene_keep(out, &t);
}

static void show_unit(const struct mal_book *bk, const struct mal_state *s, int i,
                      struct tc_scene *out)
{
    const struct mal_unit *m = &s->brigades[i];
    struct mal_body b;

    const char *worth = worth_of(bk, m, out);

    mal_body(bk, m, &b);
    for (int k = 0; k < b.n; k++) {
        struct tc_piece *p = tc_scene_piece(out);
        if (!p)
            return;
        p->worth = worth;
        p->id = (int16_t)i;
        p->side = m->side;
        p->arm = (uint8_t)arm_of(bk, m);
        p->key = mal_unit_name(bk, i);
        p->label = mal_card(bk, m)->label;
        p->formation = mal_formation_words[m->formation];
        p->x = b.box[k].anchor.x;
        p->y = b.box[k].anchor.y;
        p->facing = b.box[k].facing;
        p->w = b.box[k].w;
        p->d = b.box[k].d;
        p->strength = m->n;
        p->strength0 = mal_card(bk, m)->bases;
        p->badges = badges(bk, m, out);
        if (m->command >= 0) {
            const struct mal_command_card *c = &bk->command[m->command];
            p->group = c->name;
            p->group_label = c->label;
            p->chief = c->leader >= 0 ? bk->leader[c->leader].label : "";
        }
        p->active = i == s->group || i == s->mover;
    }
}

void mal_scene(const struct tc_book *book, const void *state, int viewer, struct tc_scene *out)
{
    const struct mal_book *bk = mal_book_of(book);
    const struct mal_state *s = state;
    struct tc_text t;

    tc_scene_clear(out);
    out->board = TC_BOARD_PLANE; /* M-1.6 */
    out->width = bk->width;
    out->height = bk->height;
    out->title = book->title;
    t = tc_scene_text(out);
    tc_text_str(&t, "Turn ");
    tc_text_int(&t, s->head.turn);
    tc_text_str(&t, ", ");
    tc_text_str(&t, mal_phase_said_words[s->phase]);
    out->status = tc_scene_keep(out, &t);
    tc_scene_grounds(out, &bk->head, mal_ground_at);
    for (int i = 0; i < s->units; i++)
        if (mal_on_table(&s->brigades[i]) && (viewer == TC_NONE || mal_known(bk, s, viewer, i)))
            show_unit(bk, s, i, out);
    show_leaders(bk, s, viewer, out); /* M-24.4 */
    show_marks(bk, s, viewer, out);
    show_objectives(bk, s, out);
    show_panels(bk, s, out);
}

/* M-24.5: of a hidden enemy one sees the leaders with troops one sees, and those in the open
 * near one's own. */
bool mal_leader_known(const struct mal_book *bk, const struct mal_state *s, int viewer,
                      int leader)
{
    const struct mal_leader *l = &s->leaders[leader];
    int side = bk->leader[leader].side;

    if (viewer == TC_NONE || viewer == side || !bk->hidden)
        return true;
    if (l->attached != TC_NONE)
        return mal_known(bk, s, viewer, l->attached);
    return mal_enemy_near_point(bk, s, side, (struct tc_pt){ l->x, l->y },
                                bk->tables.command.near);
}

/* M-2.2, M-GEO-13: leaders by rank, points that never block. */
static void show_leaders(const struct mal_book *bk, const struct mal_state *s, int viewer,
                         struct tc_scene *out)
{
    static const char *const figures[] = { "one figure", "two figures", "three figures" };

    for (int i = 0; i < bk->leaders; i++) {
        struct tc_piece *p;
        if (!mal_leader_there(s, i) || !mal_leader_known(bk, s, viewer, i) ||
            !(p = tc_scene_piece(out)))
            continue;
        p->id = (int16_t)(MAL_UNITS + i); /* M-2.2, M-GEO-13 */
        p->side = bk->leader[i].side;
        p->arm = TC_ARM_LEADER;
        p->key = bk->leader[i].name;
        p->label = bk->leader[i].label;
        p->formation = figures[bk->leader[i].rank];
        p->worth = bk->leader[i].rating > 0   ? "superior"
                   : bk->leader[i].rating < 0 ? "incompetent"
                                              : "";
        p->x = s->leaders[i].x;
        p->y = s->leaders[i].y;
        p->w = p->d = 600 + 200 * bk->leader[i].rank;
        p->strength = p->strength0 = (int16_t)(bk->leader[i].rank + 1);
        p->badges = s->leaders[i].health == MAL_WOUNDED ? "wounded" : "";
    }
}

static void mark(struct tc_scene *out, int side, const char *what, int32_t x, int32_t y)
{
    struct tc_overlay *o = tc_scene_overlay(out);

    if (!o)
        return;
    o->kind = TC_OVERLAY_MARK;
    o->side = (int8_t)side;
    o->what = what;
    o->label = what;
    o->points = 1;
    o->point[0] = (struct tc_scene_point){ x, y };
}

/* M-24.5: messengers of a hidden enemy are seen near one's own troops. */
static bool rider_known(const struct mal_book *bk, const struct mal_state *s, int viewer,
                        const struct mal_messenger *r)
{
    int side = bk->leader[r->sender].side;

    return viewer == TC_NONE || viewer == side || !bk->hidden ||
           mal_enemy_near_point(bk, s, side, (struct tc_pt){ r->x, r->y },
                                bk->tables.command.near);
}

static void show_marks(const struct mal_book *bk, const struct mal_state *s, int viewer,
                       struct tc_scene *out)
{
    for (int i = 0; i < MAL_MESSENGERS; i++)
        if (s->messengers[i].live && !s->messengers[i].carried &&
            rider_known(bk, s, viewer, &s->messengers[i]))
            mark(out, bk->leader[s->messengers[i].sender].side, "messenger", s->messengers[i].x,
                 s->messengers[i].y);
    for (int i = 0; i < s->units; i++)
        if (s->brigades[i].holders && mal_on_table(&s->brigades[i]) &&
            (viewer == TC_NONE || mal_known(bk, s, viewer, i)))
            mark(out, s->brigades[i].side, "horses", s->brigades[i].holder_x,
                 s->brigades[i].holder_y);
}

bool mal_ground_at(const struct tc_book *book, int i, struct tc_ground *out)
{
    const struct mal_book *bk = mal_book_of(book);

    if (i >= bk->grounds)
        return false;
    const struct mal_ground *g = &bk->ground[i];
    out->kind = kind_word[g->kind];
    out->label = g->label;
    out->form = g->line ? TC_GROUND_LINE : TC_GROUND_AREA;
    out->level = g->level;
    out->points = g->points;
    out->point = g->point;
    return true;
}

/* Ground that counts at night, and who held it last. */
static void show_objectives(const struct mal_book *bk, const struct mal_state *s,
                            struct tc_scene *out)
{
    for (int i = 0; i < bk->grounds; i++) {
        const struct mal_ground *g = &bk->ground[i];
        struct tc_overlay *o = g->value ? tc_scene_overlay(out) : NULL;
        int64_t x = 0, y = 0;
        if (!o)
            continue;
        for (int k = 0; k < g->points; k++) {
            x += g->point[k].x;
            y += g->point[k].y;
        }
        o->kind = TC_OVERLAY_MARK;
        o->side = s->holders[i];
        o->what = "objective";
        o->label = g->label;
        o->points = 1;
        o->point[0] =
            (struct tc_scene_point){ (int32_t)(x / g->points), (int32_t)(y / g->points) };
    }
}

static const char *number_text(struct tc_scene *out, int a, const char *mid, int b)
{
    struct tc_text t = tc_scene_text(out);

    tc_text_int(&t, a);
    tc_text_str(&t, mid);
    if (b != TC_NONE)
        tc_text_int(&t, b);
    return tc_scene_keep(out, &t);
}

static void show_panels(const struct mal_book *bk, const struct mal_state *s,
                        struct tc_scene *out)
{
    if (bk->turns) {
        tc_scene_panel(out, "To win");
        tc_scene_row(out, TC_NONE, "turn", number_text(out, s->head.turn, " of ", bk->turns));
        for (int side = 0; side < 2; side++)
            tc_scene_row(out, side, "points now",
                         number_text(out, mal_points(bk, s, side), "", TC_NONE));
        for (int i = 0; i < bk->grounds; i++)
            if (bk->ground[i].value)
                tc_scene_row(out, s->holders[i], bk->ground[i].label,
                             number_text(out, bk->ground[i].value,
                                         bk->ground[i].value == 1 ? " point" : " points",
                                         TC_NONE));
    }
    tc_scene_panel(out, "Losses");
    for (int side = 0; side < 2; side++) {
        int lost, start;
        mal_losses(bk, s, TC_NONE, side, &lost, &start);
        /* M-VIC-5 */
        tc_scene_standing(out, side, mal_points(bk, s, side), lost,
                          (bk->tables.victory.army_percent * start + 99) / 100, "bases lost");
        tc_scene_row(out, side, bk->head.side_name[side],
                     number_text(out, lost, " of ", start));
        /* M-1.7 */
        tc_scene_row(out, side, "men lost, about",
                     number_text(out, lost * bk->tables.base.men, " in bases: ", lost));
    }
    tc_scene_panel(out, "Wings");
    for (int w = 0; w < bk->wings; w++)
        tc_scene_row(out, bk->wing[w].side, bk->wing[w].label,
                     s->wings[w].broken ? "broken" : mal_order_words[s->wings[w].order]);
    if (bk->centimetres) {
        tc_scene_panel(out, "Scale"); /* M-1.5 */
        tc_scene_row(out, TC_NONE, "1 inch", "shown as 2 cm");
    }
    for (int side = 0; side < 2; side++)
        if (bk->personal[side] && bk->personal[side][0]) {
            tc_scene_panel(out, "Personal aims"); /* M-24.3 */
            tc_scene_row(out, side, bk->head.side_name[side], bk->personal[side]);
        }
}
