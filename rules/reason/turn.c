/* rules/reason/turn.c - chapters 6 and 21: the start of a turn, reinforcements, initiative. */
#include "rules/reason/activate.h"
#include "rules/reason/loc.h"

/* Told further down: */
static int initiative(struct rea_ctx *c, int side);
static int rating(const struct rea_ctx *c, int side);
static bool entry_open(const struct rea_ctx *c, int unit, int hex, struct tc_refusal *why);
static bool edge_hex(const struct rea_ctx *c, int hex);
static bool any_entry(const struct rea_ctx *c, int unit);

void rea_step_initiative(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    int total[TC_SIDES];

    for (int side = 0; side < TC_SIDES; side++) {
        tc_wish(u, side, TC_HIGH);
        s->die[side] = (uint8_t)rea_roll(c, TC_D10, "R-6.1x1");
        total[side] = initiative(c, side);
    }
    if (total[0] != total[1])
        s->won = total[1] > total[0];
    else if (s->any_won)
        s->won = !s->last_won;
    else
        s->won =
            rating(c, 1) > rating(c, 0) || (rating(c, 1) == rating(c, 0) && c->bk->first == 1);
    s->last_won = s->won;
    s->any_won = 1;
    rea_tell(u, REA_E_INITIATIVE, "R-6.1x1", s->won, total[0], total[1]);
    if (s->die[0] + s->die[1] >= c->bk->lim.etn) {
        s->end_box = (uint8_t)(s->end_box + s->end_step);
        rea_tell(u, REA_E_END_MARKER, "R-6.7x1", s->end_box, c->bk->lim.end_boxes, 0);
        if (s->end_box >= c->bk->lim.end_boxes)
            s->ending = 1;
    }
    s->acting = s->won;
    bool doubles = s->die[0] == s->die[1] && c->bk->lim.specials;
    s->special = doubles; /* R-6.1x2 */
    s->head.step = doubles ? REA_ST_SPECIAL : REA_ST_CHOOSE;
}

/* The die of a side and the rating of its army leader. */
static int initiative(struct rea_ctx *c, int side)
{
    struct tc_sum sum = { c->u, 0 };

    tc_sum_add(&sum, c->s->die[side], "R-6.1x1", REA_LB_SIDE_DIE, side);
    if (rating(c, side))
        tc_sum_add(&sum, rating(c, side), "R-6.1x1", REA_LB_RATING, rea_army_leader(c, side));
    tc_sum_end(&sum, "R-6.1x1", REA_LB_INITIATIVE);
    return sum.total;
}

static int rating(const struct rea_ctx *c, int side)
{
    int army = rea_army_leader(c, side);

    return army < 0 || c->s->lapse[side] ? 0 : c->s->leader[army].rating;
}

void rea_step_special(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);

    c->s->head.step = REA_ST_CHOOSE;
    rea_run_special(c);
}

void rea_reset_body(struct rea_body *y)
{
    y->fired = y->prolonged = y->rapid = y->moved = y->done = y->road = y->last = 0;
    y->whole = y->wait_hex = y->wait_side = y->steps = y->charged = 0;
    y->d_taken = y->d_fresh = y->towed = y->pass = y->entered = y->square_moved = 0;
    y->mp = 0;
    y->er = 0;
    y->checks = 0;
}

void rea_step_turn(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    rea_tell(u, REA_E_TURN, "R-6.3x1", s->head.turn, 0, 0);
    for (int i = 0; i < c->bk->units; i++) {
        s->unit[i].used = s->unit[i].active = s->unit[i].ooc = s->unit[i].tried = 0;
        s->unit[i].rallied = 0;
        rea_reset_body(&s->body[i]);
    }
    memset(s->command, 0, sizeof s->command);
    memset(s->wing_done, 0, sizeof s->wing_done);
    memset(s->lapse, 0, sizeof s->lapse);
    for (int i = 0; i < c->bk->leaders; i++) {
        s->leader[i].in = s->leader[i].tried = s->leader[i].stunned = 0;
        s->leader[i].with = REA_NO;
    }
    rea_replace_leaders(c);
    s->end_box = 0;
    s->end_step = 1;
    s->ending = s->limited = s->special_mode = s->special = 0;
    s->cursor = 0;
    s->head.step = REA_ST_ENTER;
}

bool rea_legal_enter(const struct rea_ctx *c, int unit, const struct tc_act *a,
                     struct tc_refusal *why)
{
    if (a->verb == REA_V_DELAY)
        return true;
    if (!rea_on_map(c, a->arg[0]))
        return tc_refuse(why, "R-21.4", REA_R_NO_SUCH, 0, 0, 0);
    if (!rea_is_facing(a->arg[1]))
        return tc_refuse(why, "R-21.4", REA_R_SIX_FACINGS, 0, 0, 0);
    return entry_open(c, unit, a->arg[0], why);
}

static bool entry_open(const struct rea_ctx *c, int unit, int hex, struct tc_refusal *why)
{
    const struct rea_card *k = &c->bk->unit[unit];
    bool listed = false, beside = false;

    for (int i = 0; i < k->entries; i++) {
        listed |= k->entry[i] == hex;
        beside |= edge_hex(c, hex) && rea_dir_of(c, k->entry[i], hex) >= 0;
    }
    if (!listed && !(beside && c->s->head.turn > k->arrives))
        return tc_refuse(why, "R-21.x1", REA_R_ENTRY, hex, 0, 0); /* R-21.x1 */
    if (c->first[hex])
        return tc_refuse(why, "R-21.4", REA_R_OCCUPIED, hex, 0, 0);
    if (rea_in_zoc(c, k->side, hex))
        return tc_refuse(why, "R-21.4", REA_R_ZOC, hex, 0, 0);
    return true;
}

static bool edge_hex(const struct rea_ctx *c, int hex)
{
    for (int d = 0; d < 6; d++)
        if (c->bk->map.next[hex][d] < 0)
            return true;
    return false;
}

void rea_step_enter(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    while (s->cursor < c->bk->units &&
           (s->unit[s->cursor].where != REA_AWAIT ||
            c->bk->unit[s->cursor].arrives > s->head.turn || !any_entry(c, s->cursor)))
        s->cursor++;
    if (s->cursor >= c->bk->units) {
        s->cursor = 0;
        s->head.step = REA_ST_INITIATIVE;
        return;
    }
    int unit = s->cursor++;
    const struct rea_card *k = &c->bk->unit[unit];
    int form = k->arm == REA_GUNS            ? REA_LA
               : k->always || k->parent >= 0 ? REA_SKIRMISH
                                             : REA_MC;
    struct tc_act a = rea_ask(c, k->side, REA_Q_ENTER, "R-21.4", unit, rea_faces(form), 0);
    if (a.verb == REA_V_DELAY) {
        rea_tell(u, REA_E_DELAYED, "R-21.x1", unit, 0, 0);
        return;
    }
    const int16_t one[1] = { (int16_t)a.arg[0] };
    int b = rea_new_body(c, unit);
    rea_put(c, b, form, a.arg[1], one, 1);
    rea_tell(u, REA_E_ENTERS, "R-21.4", unit, one[0], 0);
}

static bool any_entry(const struct rea_ctx *c, int unit)
{
    for (int h = 0; h < c->bk->map.count; h++)
        if (edge_hex(c, h) && entry_open(c, unit, h, NULL))
            return true;
    return false;
}
