/* rules/bayonet/scene.c - what is to be seen: the map and the Command Display. */
#include "kernel/scene.h"

#include "rules/bayonet/move.h"
#include "rules/bayonet/setup.h"

static void badge(struct tc_text *t, const char *word)
{
    if (t->len)
        tc_text_char(t, ',');
    tc_text_str(t, word);
}

static void unit_badges(const struct bay_book *bk, const struct bay_state *s, int u,
                        struct tc_text *t)
{
    static const char *const charge[] = { "", "priority-1", "priority-2", "priority-3",
                                          "priority-4" };
    const struct bay_unit *x = &s->units[u];

    if (x->disordered)
        badge(t, "disordered");
    if (bay_def(bk, u)->kind == BAY_INF)
        badge(t, x->casualties ? "volley-fired" : "volley");
    if (x->casualties > 1)
        badge(t, x->casualties == 2 ? "casualties-2" : "casualties-3");
    if (x->depth)
        badge(t, x->depth == 1 ? "depth-1" : "depth-2");
    if (x->locks)
        badge(t, "firefight");
    if (x->gun)
        badge(t, "gun");
    if (x->limbered)
        badge(t, "limbered");
    if (x->fired)
        badge(t, "fired");
    if (x->isolated)
        badge(t, "isolated");
    if (x->target >= 0)
        badge(t, charge[x->priority > 4 ? 0 : x->priority]);
}

static void brigade_badges(const struct bay_brigade *b, struct tc_text *t)
{
    if (b->finished)
        badge(t, "finished");
    if (b->order != BAY_MARCH)
        badge(t, bay_order_words[b->order]);
    if (b->liable)
        badge(t, "out-of-place");
}

static const char *badges_of(const struct bay_book *bk, const struct bay_state *s, int u,
                             struct tc_scene *out)
{
    int b = bay_brigade_of(bk, u);
    struct tc_text t = tc_scene_text(out);

    if (bay_is_marker(s, u)) {
        badge(&t, s->units[u].life == BAY_ROUTED_1 ? "routed-1" : "routed-2");
        return tc_scene_keep(out, &t);
    }
    if (b >= 0)
        badge(&t, bay_line_words[s->brigades[b].line]);
    unit_badges(bk, s, u, &t);
    if (b >= 0)
        brigade_badges(&s->brigades[b], &t);
    return tc_scene_keep(out, &t);
}

/* Its brigade, and who leads that: a leader with it, else one who holds its Wing. */
static void name_brigade(const struct bay_book *bk, const struct bay_state *s, int b,
                         struct tc_piece *p)
{
    int side = bk->brigade[b].side, with = TC_NONE, wing = TC_NONE;

    for (int l = 0; l < bk->leaders; l++) {
        if (bk->leader[l].side != side || s->leaders[l].post != BAY_IN_PLAY)
            continue;
        if (s->leaders[l].direct == b)
            with = l;
        if (wing < 0 && bk->leader[l].rank == BAY_WC &&
            s->leaders[l].wing == s->brigades[b].wing)
            wing = l;
    }
    p->group = bk->brigade[b].name;
    p->group_label = bk->brigade[b].label;
    p->chief = with >= 0 ? bk->leader[with].label : wing >= 0 ? bk->leader[wing].label : "";
}

static void show_unit(const struct bay_book *bk, const struct bay_state *s, int u,
                      struct tc_scene *out)
{
    static const uint8_t arm[BAY_CLASSES] = { TC_ARM_FOOT, TC_ARM_HORSE, TC_ARM_DRAGOON,
                                              TC_ARM_DRAGOON, TC_ARM_GUN };
    const struct bay_unit *x = &s->units[u];
    const struct bay_unit_def *def = bay_def(bk, u);
    struct tc_piece *p = x->hex < 0 ? NULL : tc_scene_piece(out);

    if (!p)
        return;
    p->id = (int16_t)u;
    p->side = def->side;
    p->arm = bay_is_marker(s, u) ? TC_ARM_OTHER : arm[def->kind];
    p->key = def->name;
    p->label = def->label;
    p->formation = bay_is_marker(s, u) ? "routed" : x->limbered ? "limbered" : "line";
    p->x = bk->vec[x->hex].q;
    p->y = bk->vec[x->hex].r;
    p->facing = x->facing == BAY_NO_FACING
                    ? -1
                    : tc_scene_hex_facing(&out->hex, false, 2 * x->facing + 1);
    p->nation = def->nation < BAY_NATIONS ? bay_nation_words[def->nation] : ""; /* B-2.1.2g */
    p->strength = (int16_t)(bay_is_art(bk, u) ? 1 : def->cv - x->casualties);   /* B-2.1.2g */
    p->strength0 = (int16_t)(bay_is_art(bk, u) ? 1 : def->cv);
    p->badges = badges_of(bk, s, u, out);
    if (bay_brigade_of(bk, u) >= 0)
        name_brigade(bk, s, bay_brigade_of(bk, u), p);
    for (int v = bay_top(s, x->hex); v >= 0; v = bay_below(s, v))
        p->stack++;
    p->order = x->pos;
    p->active = bay_brigade_of(bk, u) >= 0 && bay_brigade_of(bk, u) == s->now.brigade;
}

static void point(struct tc_overlay *o, const struct bay_book *bk, int h)
{
    if (h < 0 || o->points >= TC_SCENE_POINTS)
        return;
    o->point[o->points].x = bk->vec[h].q;
    o->point[o->points++].y = bk->vec[h].r;
}

/* Impacts, charges named, firefights, the fan of a battery that could fire. */
static void show_overlays(const struct bay_book *bk, const struct bay_state *s,
                          struct tc_scene *out)
{
    struct tc_overlay *o;

    for (int i = 0; i < BAY_IMPACTS && s->impacts[i].level; i++)
        if ((o = tc_scene_overlay(out))) {
            o->kind = TC_OVERLAY_MARK;
            o->side = TC_NONE;
            o->what = s->impacts[i].level == BAY_HIT ? "impact-hit" : "impact-effective";
            o->label = s->impacts[i].level == BAY_HIT ? "hit" : "effective";
            point(o, bk, s->impacts[i].hex);
        }
    for (int u = 0; u < bk->units; u++) {
        const struct bay_unit *x = &s->units[u];
        if (x->life != BAY_FIGHTS || (x->target < 0 && x->firefight < 0))
            continue;
        if (!(o = tc_scene_overlay(out)))
            return;
        o->kind = TC_OVERLAY_LINE;
        o->side = bk->unit[u].side;
        o->what = x->target >= 0 ? "charge" : "firefight";
        o->label = "";
        point(o, bk, x->hex);
        point(o, bk, x->target >= 0 ? x->target : s->units[x->firefight].hex);
    }
}

/* Priority hexes of the unit on the move, marked 1 to 4 (B-5.4d to g). */
static void show_priorities(const struct bay_book *bk, const struct bay_state *s,
                            struct tc_scene *out)
{
    static const char *const what[] = { "", "priority-1", "priority-2", "priority-3",
                                        "priority-4" };
    static const char *const label[] = { "", "1", "2", "3", "4" };
    int u = s->now.mover;

    if (u < 0 || !bay_fights(s, u) || bay_brigade_of(bk, u) < 0 ||
        s->brigades[bay_brigade_of(bk, u)].order != BAY_CHARGE)
        return;
    for (int h = 101; h < BAY_IDS; h++) {
        int k = bay_on_map(bk, h)
                    ? bay_priority(bk, s, u, s->units[u].hex, s->units[u].facing, h)
                    : 0;
        struct tc_overlay *o = k ? tc_scene_overlay(out) : NULL;
        if (!o)
            continue;
        o->kind = TC_OVERLAY_MARK;
        o->side = bk->unit[u].side;
        o->what = what[k];
        o->label = label[k];
        point(o, bk, h);
    }
}

/* The fan of an unlimbered battery: its two edges to seven hexes. */
static void show_fans(const struct bay_book *bk, const struct bay_state *s,
                      struct tc_scene *out)
{
    for (int u = 0; u < bk->units; u++) {
        const struct bay_unit *x = &s->units[u];
        if (!bay_is_art(bk, u) || x->hex < 0 || x->limbered || x->fired)
            continue;
        struct tc_overlay *o = tc_scene_overlay(out);
        if (!o)
            return;
        o->kind = TC_OVERLAY_AREA;
        o->side = bk->unit[u].side;
        o->what = "fan";
        o->label = bk->unit[u].label;
        point(o, bk, x->hex);
        for (int k = 0; k < 2; k++) {
            struct tc_hexvec v =
                tc_hex_go(TC_HEX_CCW, bk->vec[x->hex], x->facing + k, BAY_RANGES);
            o->point[o->points].x = v.q;
            o->point[o->points++].y = v.r;
        }
    }
}

/* Where two Wings of a side meet: a mark on each hex that belongs to both. */
static void show_boundaries(const struct bay_book *bk, struct tc_scene *out)
{
    for (int side = 0; side < TC_SIDES; side++)
        for (int w = 0; w + 1 < bk->wings; w++) {
            if (bk->wing[w].side != side || bk->wing[w + 1].side != side)
                continue;
            struct tc_overlay *o = tc_scene_overlay(out);
            if (!o)
                return;
            o->kind = TC_OVERLAY_LINE;
            o->side = (int8_t)side;
            o->what = "wing-boundary";
            o->label = bk->wing[w].label;
            int step = 1 + bk->rows / (TC_SCENE_POINTS - 1);
            for (int r = 1; r <= bk->rows; r += step)
                for (int c = 1; c < bk->columns; c++) {
                    unsigned both = 3u << w;
                    unsigned here = bk->wings_at[side][c * 100 + r] & both;
                    unsigned next = bk->wings_at[side][c * 100 + 100 + r] & both;
                    if (here != next && here && next) {
                        point(o, bk, c * 100 + r);
                        break;
                    }
                }
        }
}

/* The ground that counts, once a place, whoever wants it. */
static void show_goals(const struct bay_book *bk, const struct bay_state *s,
                       struct tc_scene *out)
{
    for (int g = 0; g < bk->goals; g++) {
        bool shown = false;
        for (int k = 0; k < g; k++)
            shown |= bk->goal[k].hex[0] == bk->goal[g].hex[0];
        struct tc_overlay *o = shown ? NULL : tc_scene_overlay(out);
        if (!o)
            continue;
        o->kind = TC_OVERLAY_MARK;
        o->side = bay_goal_holds(bk, s, g, 0) ? 0 : bay_goal_holds(bk, s, g, 1) ? 1 : TC_NONE;
        o->what = "objective";
        o->label = bk->goal[g].label;
        point(o, bk, bk->goal[g].hex[0]);
    }
}

static void show_brigade(const struct bay_book *bk, const struct bay_state *s, int b,
                         struct tc_scene *out)
{
    const struct bay_brigade *x = &s->brigades[b];
    struct tc_text t = tc_scene_text(out);
    size_t state;

    tc_text_str(&t, bay_line_words[x->line]);
    tc_text_char(&t, ' ');
    tc_text_int(&t, x->slot);
    tc_text_str(&t, ": ");
    state = t.len;
    tc_text_str(&t, bay_order_words[x->order]);
    tc_text_str(&t, ", morale ");
    tc_text_int(&t, bk->brigade[b].morale - x->lost);
    if (x->lost) {
        tc_text_str(&t, ", lost ");
        tc_text_int(&t, x->lost);
    }
    if (x->finished)
        tc_text_str(&t, ", finished");
    if (x->liable)
        tc_text_str(&t, ", out of place");
    if (x->exempt_by >= 0)
        tc_text_str(&t, ", relieved");
    for (int l = 0; l < bk->leaders; l++)
        if (s->leaders[l].post == BAY_IN_PLAY && s->leaders[l].direct == b) {
            tc_text_str(&t, ", with ");
            tc_text_str(&t, bk->leader[l].label);
        }
    const char *right = tc_scene_keep(out, &t);
    tc_scene_row(out, bk->brigade[b].side, bk->brigade[b].label, right);
    if (t.len > state)
        tc_scene_placed(out, bay_line_words[x->line], x->slot, right + state);
}

/* The Command Display: a panel a side, Wings from its left, Lines from the front. */
static const char *number_row(struct tc_scene *out, int a, const char *mid, int b)
{
    struct tc_text t = tc_scene_text(out);

    tc_text_int(&t, a);
    tc_text_str(&t, mid);
    if (b >= 0)
        tc_text_int(&t, b);
    return tc_scene_keep(out, &t);
}

/* A lost Wing loses the battle (2.1.1): the Wing that is nearest to it. */
static void show_standing(const struct bay_book *bk, const struct bay_state *s, int side,
                          struct tc_scene *out)
{
    int least = 0, of = 0, points = bk->goals ? bay_goal_points(bk, s, side) : TC_NONE;

    if (bk->beaten_after[side]) {
        tc_scene_standing(out, side, points, bay_brigades_gone(bk, s, side),
                          bk->beaten_after[side], "brigades lost");
        return;
    }
    for (int w = 0; w < bk->wings && bk->lose_wing; w++) {
        int left = 0, start = 0;
        if (bk->wing[w].side != side)
            continue;
        for (int line = 0; line < BAY_LINES; line++)
            left += bay_line_count(bk, s, w, line);
        for (int b = bk->army[side]; b < bk->army[side + 1]; b++)
            start += bk->brigade[b].wing == w;
        start = tc_max(start, left);
        if (start && (!of || left * of < least * start)) {
            least = left;
            of = start;
        }
    }
    tc_scene_standing(out, side, points, of - least, of, "brigades of a Wing lost");
}

/* What decides the battle at the end of any turn, where the battle says so (RUL-95). */
static void show_at_once(const struct bay_book *bk, const struct bay_state *s, int side,
                         struct tc_scene *out)
{
    if (bk->wins_ahead[side])
        tc_scene_row(out, side, "wins at the end of a turn",
                     number_row(out, bk->wins_ahead[side],
                                bk->wins_ahead[side] == 1 ? " point for ground ahead"
                                                          : " points for ground ahead",
                                -1));
    if (bk->beaten_after[side])
        tc_scene_row(out, side, "brigades lost",
                     number_row(out, bay_brigades_gone(bk, s, side), "; beaten when it is ",
                                bk->beaten_after[side]));
}

/* What decides the battle (3.5, RUL-75): the clock, ground, Wings. */
static void show_victory(const struct bay_book *bk, const struct bay_state *s,
                         struct tc_scene *out)
{
    tc_scene_panel(out, "To win");
    tc_scene_row(out, TC_NONE, "turn", number_row(out, s->head.turn, " of ", bk->turns));
    for (int side = 0; side < TC_SIDES && bk->goals; side++)
        tc_scene_row(out, side, "points for ground now",
                     number_row(out, bay_goal_points(bk, s, side), "", -1));
    for (int g = 0; g < bk->goals; g++)
        tc_scene_row(out, bk->goal[g].side, bk->goal[g].label,
                     number_row(out, bk->goal[g].points,
                                bk->goal[g].points == 1 ? " point, if held alone at the end"
                                                        : " points, if held alone at the end",
                                -1));
    for (int side = 0; side < TC_SIDES; side++) {
        show_standing(bk, s, side, out);
        show_at_once(bk, s, side, out);
    }
    for (int w = 0; w < bk->wings && bk->lose_wing; w++) {
        int left = 0;
        for (int line = 0; line < BAY_LINES; line++)
            left += bay_line_count(bk, s, w, line);
        tc_scene_row(
            out, bk->wing[w].side, bk->wing[w].label,
            left == 1
                ? "1 brigade left; without any the battle is lost"
                : number_row(out, left, " brigades left; without any the battle is lost", -1));
    }
}

static void show_display(const struct bay_book *bk, const struct bay_state *s, int side,
                         struct tc_scene *out)
{
    tc_scene_panel(out, bk->head.side_name[side]);
    for (int w = 0; w < bk->wings; w++) {
        if (bk->wing[w].side != side)
            continue;
        struct tc_text t = tc_scene_text(out);
        tc_text_str(&t, "capacity ");
        tc_text_int(&t, bk->wing[w].capacity);
        for (int l = 0; l < bk->leaders; l++)
            if (s->leaders[l].post == BAY_IN_PLAY && s->leaders[l].wing == w) {
                tc_text_str(&t, ", ");
                tc_text_str(&t, bk->leader[l].label);
                tc_text_char(&t, ' ');
                tc_text_int(&t, s->leaders[l].rating);
                tc_text_char(&t, ' ');
                tc_text_str(&t, bay_line_words[s->leaders[l].line]);
            }
        tc_scene_row(out, side, bk->wing[w].label, tc_scene_keep(out, &t));
        for (int line = 0; line < BAY_LINES; line++)
            for (int slot = 1; slot <= bk->wing[w].capacity; slot++) {
                int b = bay_brigade_at(bk, s, w, line, slot);
                if (b >= 0)
                    show_brigade(bk, s, b, out);
            }
    }
}

static void show(const struct bay_book *bk, const struct bay_state *s, struct tc_scene *out)
{
    tc_scene_clear(out);
    out->board = TC_BOARD_HEX;
    out->width = bk->columns;
    out->height = bk->rows;
    out->title = bk->head.title;
    out->hex = (struct tc_scene_hex){ .flat_top = bk->map.lay.flat_top,
                                      .odd_place = bk->map.odd_place,
                                      .first = bk->map.lay.first,
                                      .digits = bk->map.digits };
    for (int side = 0; side < TC_SIDES; side++) {
        out->side_name[side] = bk->head.side_name[side];
        out->side_colour[side] = bk->head.side_colour[side];
    }
    struct tc_text t = tc_scene_text(out);
    int clock = bk->start + 30 * (s->head.turn - 1);
    tc_text_str(&t, "Turn ");
    tc_text_int(&t, s->head.turn);
    tc_text_str(&t, ", ");
    tc_text_int(&t, clock / 60);
    tc_text_str(&t, clock % 60 < 10 ? ":0" : ":");
    tc_text_int(&t, clock % 60);
    tc_text_str(&t, ", ");
    tc_text_str(&t, s->head.step < BAY_STEPS ? bay_ruleset_step(s->head.step) : "");
    out->status = tc_scene_keep(out, &t);
    for (int i = 0; i < bk->grounds; i++) {
        struct tc_ground *g = tc_scene_ground(out);
        if (g)
            *g = bk->ground[i];
    }
    for (int u = 0; u < bk->units; u++)
        show_unit(bk, s, u, out);
    show_overlays(bk, s, out);
    show_priorities(bk, s, out);
    show_fans(bk, s, out);
    show_boundaries(bk, out);
    show_goals(bk, s, out);
    for (int side = 0; side < TC_SIDES; side++)
        show_display(bk, s, side, out);
    show_victory(bk, s, out);
}

void bay_scene(const struct tc_book *book, const void *state, int viewer, struct tc_scene *out)
{
    const struct bay_book *bk = (const struct bay_book *)book;
    const struct bay_state *s = state;
    struct bay_state edited;

    (void)viewer;                  /* nothing is hidden */
    if (!bay_index_fresh(bk, s)) { /* edited by hand, and no step has been played since */
        edited = *s;
        bay_index(bk, &edited);
        s = &edited;
    }
    show(bk, s, out);
}
