/* rules/reason/scene.c - what is to be seen: ground, bodies, leaders, fights, panels. */
#include "kernel/scene.h"

#include "rules/reason/combat.h"
#include "rules/reason/flow.h"
#include "rules/reason/loc.h"

/* --- Pieces */

static void badge(struct tc_text *t, const char *word)
{
    if (t->len)
        tc_text_char(t, ',');
    tc_text_str(t, word);
}

static const char *badges(struct tc_scene *out, const struct rea_ctx *c, int unit)
{
    static const char *const hook[] = { "", "hook-left", "hook-right" };
    const struct rea_unit *x = &c->s->unit[unit];
    const struct rea_body *y = &c->s->body[x->body];
    struct tc_text t = tc_scene_text(out);

    if (x->disordered && x->morale != REA_ROUTED)
        badge(&t, "disordered");
    if (x->morale == REA_SHAKEN)
        badge(&t, "shaken");
    if (x->morale == REA_ROUTED)
        badge(&t, x->voluntary ? "routing-of-its-own-will" : "routing");
    if (x->ooc)
        badge(&t, "out-of-command");
    if (y->hook)
        badge(&t, hook[y->hook]);
    if (y->fired)
        badge(&t, "fired");
    if (y->under)
        badge(&t, "beneath");
    return tc_scene_keep(out, &t);
}

static int arm_of(const struct rea_card *k)
{
    if (k->arm == REA_GUNS)
        return TC_ARM_GUN;
    if (k->arm == REA_HORSE)
        return k->weight == REA_LIGHT_HORSE    ? TC_ARM_LIGHT_HORSE
               : k->weight == REA_MEDIUM_HORSE ? TC_ARM_DRAGOON
                                               : TC_ARM_HORSE;
    return k->skirmish || k->always ? TC_ARM_LIGHT_FOOT : TC_ARM_FOOT;
}

/* Units in a hex, and how many of them lie above this body. */
static int stack_in(const struct rea_ctx *c, int body, int hex, int *above)
{
    int n = 0;

    for (int b = c->first[hex] - 1; b >= 0; b = rea_below(c, b, hex)) {
        if (b == body)
            *above = n;
        n += c->s->body[b].units;
    }
    return n;
}

/* What its counter has printed: what it is, Effectiveness Rating, Combat Value, movement. */
static const char *worth_of(const struct rea_card *k, struct tc_scene *out)
{
    static const char *const foot[REA_KINDS] = { "musketeers", "fusiliers", "grenadiers",
                                                 "leibgarde",  "light",     "grenzers",
                                                 "jaegers",    "militia",   "rifles" };
    static const char *const horse[REA_WEIGHTS] = { "hussars", "dragoons", "cuirassiers" };
    static const char *const gun[] = { "battalion guns", "3-pounders",  "6-pounders",
                                       "12-pounders",    "24-pounders", "howitzers" };
    struct tc_text t = tc_scene_text(out);

    tc_text_str(&t, k->arm == REA_GUNS    ? gun[k->gun]
                    : k->arm == REA_HORSE ? horse[k->weight]
                                          : foot[k->kind]);
    tc_text_str(&t, ", ER ");
    tc_text_int(&t, k->er);
    if (k->arm != REA_GUNS) {
        tc_text_str(&t, ", CV ");
        tc_text_int(&t, k->cv);
    }
    tc_text_str(&t, ", MA ");
    tc_text_int(&t, k->ma);
    return tc_scene_keep(out, &t);
}

/* Range, initiative and, of an army's leader, rating. */
static const char *worth_of_leader(const struct rea_chief *k, struct tc_scene *out)
{
    struct tc_text t = tc_scene_text(out);

    tc_text_str(&t, "range ");
    tc_text_int(&t, k->range);
    tc_text_str(&t, ", initiative ");
    tc_text_int(&t, k->initiative);
    if (k->rating) {
        tc_text_str(&t, ", rating ");
        tc_text_int(&t, k->rating);
    }
    return tc_scene_keep(out, &t);
}

static void show_body(struct tc_scene *out, const struct rea_ctx *c, int b)
{
    static const char *const nation[] = { "Prussian",     "Austrian", "Russian", "Bavarian",
                                          "Wuerttemberg", "British",  "Hessian", "American" };
    const struct rea_body *y = &c->s->body[b];

    for (int h = 0; h < y->len; h++) {
        int above = 0, stack = stack_in(c, b, y->hex[h], &above);
        for (int i = 0; i < y->units; i++) {
            const struct rea_card *k = &c->bk->unit[y->unit[i]];
            struct tc_piece *p = tc_scene_piece(out);
            if (!p)
                return;
            p->id = y->unit[i];
            p->side = k->side;
            p->arm = (uint8_t)arm_of(k);
            p->key = k->name;
            p->label = k->label;
            p->nation = nation[k->nation];
            p->formation = rea_form_words[y->form];
            p->x = c->bk->map.at[y->hex[h]].q;
            p->y = c->bk->map.at[y->hex[h]].r;
            p->facing =
                y->form == REA_SQUARE || y->form == REA_ROUT
                    ? -1
                    : tc_scene_hex_facing(&out->hex, true, 2 * y->facing + rea_vertex(y->form));
            p->strength = c->s->unit[y->unit[i]].sp;
            p->strength0 = k->sp;
            p->badges = badges(out, c, y->unit[i]);
            p->worth = h == 0 ? worth_of(k, out) : ""; /* said once */
            if (k->command >= 0) {
                const struct rea_command *m = &c->bk->command[k->command];
                p->group = m->name;
                p->group_label = m->label;
                p->chief = m->leader >= 0 ? c->bk->leader[m->leader].label : "";
            }
            p->stack = (uint8_t)stack;
            p->order = (uint8_t)(above + i);
            p->active = c->s->unit[y->unit[i]].active;
        }
    }
}

static void show_leaders(struct tc_scene *out, const struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->leaders; i++) {
        const struct rea_leader *l = &c->s->leader[i];
        struct tc_piece *p = l->placed && l->fate == REA_FIT ? tc_scene_piece(out) : NULL;
        if (!p)
            continue;
        p->id = (int16_t)(REA_UNITS + i);
        p->side = c->bk->leader[i].side;
        p->arm = TC_ARM_LEADER;
        p->key = c->bk->leader[i].name;
        p->label = c->bk->leader[i].label;
        p->nation = "";
        p->formation = "";
        p->badges = l->stunned ? "unhorsed" : "";
        p->worth = worth_of_leader(&c->bk->leader[i], out);
        p->x = c->bk->map.at[l->hex].q;
        p->y = c->bk->map.at[l->hex].r;
        p->facing = -1;
        p->active = c->bk->leader[i].side == c->s->head.active;
    }
}

/* --- Overlays */

static void point(const struct rea_ctx *c, struct tc_overlay *o, int hex)
{
    o->point[o->points].x = c->bk->map.at[hex].q;
    o->point[o->points++].y = c->bk->map.at[hex].r;
}

static void show_goals(struct tc_scene *out, const struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->goals; i++) {
        struct tc_overlay *o = tc_scene_overlay(out);
        if (!o)
            return;
        o->kind = TC_OVERLAY_MARK;
        o->side = (int8_t)(c->s->goal[i] - 1);
        o->what = "objective";
        o->label = c->bk->goal[i].label;
        point(c, o, c->bk->goal[i].hex);
    }
}

/* Attacks that have been declared: from the attacker to whom he named. */
static void show_attacks(struct tc_scene *out, const struct rea_ctx *c)
{
    for (int i = 0; i < c->s->attacks; i++) {
        const struct rea_attack *a = &c->s->attack[i];
        if (a->body == REA_NO || !c->s->body[a->body].units || !c->s->body[a->target].units)
            continue;
        struct tc_overlay *o = tc_scene_overlay(out);
        if (!o)
            return;
        o->kind = TC_OVERLAY_LINE;
        o->side = (int8_t)c->s->body[a->body].side;
        o->what = a->charge ? "charge" : "melee";
        o->label = "";
        point(c, o, c->s->body[a->body].hex[0]);
        point(c, o, c->s->body[a->target].hex[0]);
    }
}

/* --- Panels */

static void row_int(struct tc_scene *out, int side, const char *left, int n)
{
    struct tc_text t = tc_scene_text(out);

    tc_text_int(&t, n);
    tc_scene_row(out, side, left, tc_scene_keep(out, &t));
}

static void row_of(struct tc_scene *out, int side, const char *left, int n, int of)
{
    struct tc_text t = tc_scene_text(out);

    tc_text_int(&t, n);
    tc_text_str(&t, " of ");
    tc_text_int(&t, of);
    tc_scene_row(out, side, left, tc_scene_keep(out, &t));
}

/* Ground that counts: what it is worth, and the side that holds it. */
static void show_prizes(struct tc_scene *out, const struct rea_ctx *c)
{
    if (c->bk->goals)
        tc_scene_panel(out, "To win");
    for (int i = 0; i < c->bk->goals; i++) {
        struct tc_text t = tc_scene_text(out);
        tc_text_int(&t, c->bk->goal[i].points);
        tc_text_str(&t, c->bk->goal[i].points == 1 ? " point" : " points");
        tc_scene_row(out, c->s->goal[i] - 1, c->bk->goal[i].label, tc_scene_keep(out, &t));
    }
}

static void show_armies(struct tc_scene *out, const struct rea_ctx *c)
{
    tc_scene_panel(out, "Armies");
    for (int side = 0; side < TC_SIDES; side++) {
        int army = rea_army_leader(c, side);
        row_of(out, side, "army morale", c->s->morale[side], c->bk->morale[side]);
        tc_scene_standing(out, side, rea_tally(c, side),
                          tc_max(0, c->bk->morale[side] - c->s->morale[side]),
                          c->bk->morale[side], "army morale lost");
        row_of(out, side, "strength points lost", rea_losses(c, side), c->s->start_sp[side]);
        if (army >= 0)
            row_int(out, side, "command rating",
                    c->s->lapse[side] ? 0 : c->s->leader[army].rating);
        if (c->s->lapse[side])
            tc_scene_row(out, side, "army leader", "lapse");
    }
}

static void show_turn(struct tc_scene *out, const struct rea_ctx *c)
{
    const struct rea_state *s = c->s;

    tc_scene_panel(out, "Turn");
    row_of(out, TC_NONE, "turn", s->head.turn, c->bk->turn_limit);
    row_of(out, TC_NONE, "end marker", s->end_box, c->bk->lim.end_boxes);
    row_int(out, TC_NONE, "end turn number", c->bk->lim.etn);
    if (s->any_won)
        tc_scene_row(out, s->won, "initiative", c->bk->head.side_name[s->won]);
    if (c->bk->lim.fog)
        row_of(out, TC_NONE, "fog", s->fog, c->bk->lim.fog);
}

static const char *state_of(const struct rea_ctx *c, int k)
{
    const struct rea_command_state *x = &c->s->command[k];

    if (!rea_command_has_units(c, k))
        return "gone";
    return x->active     ? "acts now"
           : x->finished ? "finished"
           : x->limited  ? "limited"
                         : "to act";
}

/* Every Command: whether it has acted, its leader, and how many of it are out of command. */
static void show_commands(struct tc_scene *out, const struct rea_ctx *c)
{
    tc_scene_panel(out, "Commands");
    for (int k = 0; k < c->bk->commands; k++) {
        const struct rea_command *d = &c->bk->command[k];
        struct tc_text t = tc_scene_text(out);
        int away = 0;
        tc_text_str(&t, state_of(c, k));
        if (d->leader >= 0 && c->s->leader[d->leader].fate != REA_FIT)
            tc_text_str(&t, ", without a leader");
        for (int i = 0; i < c->bk->units; i++)
            away += c->s->unit[i].ooc && c->bk->unit[i].command == k;
        if (away) {
            tc_text_str(&t, ", out of command: ");
            tc_text_int(&t, away);
        }
        tc_scene_row(out, d->side, d->label, tc_scene_keep(out, &t));
    }
}

/* The body on the move and what it has left. */
static void show_mover(struct tc_scene *out, const struct rea_ctx *c)
{
    int m = c->s->mover;

    if (m == REA_NO || !c->s->body[m].units)
        return;
    const struct rea_body *y = &c->s->body[m];
    tc_scene_panel(out, "On the move");
    tc_scene_row(out, y->side, "unit", rea_lead(c, m)->label);
    tc_scene_row(out, y->side, "formation", rea_form_words[y->form]);
    struct tc_text t = tc_scene_text(out);
    tc_text_sixths(&t, rea_left(c, m));
    tc_text_str(&t, " of ");
    tc_text_sixths(&t, rea_allowance(c, m));
    tc_scene_row(out, y->side, "movement points left", tc_scene_keep(out, &t));
    if (y->checks)
        row_int(out, y->side, "disorder check at the end, added to effectiveness", y->er);
}

/* --- The whole */

static const char *status(struct tc_scene *out, const struct rea_ctx *c)
{
    const struct rea_state *s = c->s;
    struct tc_text t = tc_scene_text(out);

    tc_text_str(&t, "Turn ");
    tc_text_int(&t, s->head.turn);
    if (s->head.active >= 0) {
        tc_text_str(&t, ", ");
        tc_say_side(c->bk->head.rules, &c->bk->head, s->head.active, &t);
        if (s->lead_command != REA_NO && s->lead_command < c->bk->commands &&
            c->bk->command[s->lead_command].side == s->head.active) {
            tc_text_str(&t, ": ");
            tc_text_str(&t, c->bk->command[s->lead_command].label);
        } else if (s->wing != REA_NO && s->wing < c->bk->wings &&
                   c->bk->wing[s->wing].side == s->head.active) {
            tc_text_str(&t, ": ");
            tc_text_str(&t, c->bk->wing[s->wing].label);
        }
    }
    tc_text_str(&t, ", ");
    tc_text_str(&t, s->head.step < REA_STEPS ? rea_steps[s->head.step].phase : "");
    return tc_scene_keep(out, &t);
}

void rea_scene(const struct tc_book *book, const void *state, int viewer, struct tc_scene *out)
{
    const struct rea_book *bk = rea_book(book);
    struct rea_state s;
    struct rea_ctx c;

    (void)viewer; /* nothing is hidden */
    memcpy(&s, state, sizeof s);
    rea_to_index(bk, &s);
    rea_look(&c, bk, &s, NULL);
    tc_scene_clear(out);
    out->board = TC_BOARD_HEX;
    out->width = bk->map.lay.columns;
    out->height = bk->map.lay.rows;
    out->hex = (struct tc_scene_hex){ false, bk->map.odd_place, (uint8_t)bk->map.lay.first,
                                      bk->map.digits };
    out->title = book->title;
    out->status = status(out, &c);
    for (int i = 0; i < bk->grounds; i++) {
        struct tc_ground *g = tc_scene_ground(out);
        if (g)
            *g = bk->shown[i];
    }
    for (int b = 0; b < bk->units; b++)
        if (s.body[b].units)
            show_body(out, &c, b);
    show_leaders(out, &c);
    show_goals(out, &c);
    show_attacks(out, &c);
    show_turn(out, &c);
    show_armies(out, &c);
    show_prizes(out, &c);
    show_mover(out, &c);
    show_commands(out, &c);
}
