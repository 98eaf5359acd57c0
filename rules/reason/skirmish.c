/* rules/reason/skirmish.c - 8.4e: parents break down into skirmishers, and reform. */
#include "rules/reason/asking.h"
#include "rules/reason/step.h"

/* Told further down: */
static int places(const struct rea_ctx *c, int body);
static void parent_is_done(struct rea_ctx *c);
static int to_place(const struct rea_ctx *c);
static bool open_place(const struct rea_ctx *c, int side, int hex, bool own);
static bool joins_at(const struct rea_ctx *c, int b, int hex, int facing,
                     struct tc_refusal *why);

bool rea_may_break(const struct rea_ctx *c, int body, struct tc_refusal *why)
{
    const struct rea_body *y = &c->s->body[body];
    const struct rea_card *k = rea_lead(c, body);
    int room = 0, parts = 0;
    bool fits = true;

    if (y->units != 1 || !k->skirmish || k->parent >= 0 || k->always)
        return tc_refuse(why, "R-8.4e.1", REA_R_NO_SKIRMISH, y->unit[0], 0, 0);
    if (y->form == REA_ROUT || rea_morale_is(c, body, REA_ROUTED))
        return tc_refuse(why, "R-8.4e.11", REA_R_ROUTED, y->unit[0], 0, 0);
    for (int i = 0; i < c->bk->units; i++)
        if (c->bk->unit[i].parent == y->unit[0] && c->s->unit[i].where == REA_RESERVE) {
            room += c->bk->unit[i].sp;
            parts++;
            fits &= c->bk->unit[i].sp <= rea_skirmish_room(c);
        }
    if (!fits || room < c->s->unit[y->unit[0]].sp)
        return tc_refuse(why, "R-RUL-72", REA_R_PARTS_FEW, y->unit[0], 0, 0);
    if (places(c, body) < parts)
        return tc_refuse(why, "R-RUL-72", REA_R_PARTS_ROOM, y->unit[0], 0, 0);
    return true; /* R-8.3b.2, R-8.4e.3 */
}

/* Hexes for skirmishers in and around a body, those of its own included. */
static int places(const struct rea_ctx *c, int body)
{
    const struct rea_body *y = &c->s->body[body];
    uint64_t seen[REA_HEXWORDS] = { 0 };
    int n = 0;

    for (int i = 0; i < y->len; i++)
        for (int d = -1; d < 6; d++) {
            int h = d < 0 ? y->hex[i] : c->bk->map.next[y->hex[i]][d];
            if (h < 0 || tc_hexset_has(seen, (tc_hex)h))
                continue;
            tc_hexset_add(seen, (tc_hex)h);
            bool own = rea_body_distance(c, body, h) == 0;
            bool empty =
                own ? c->first[h] - 1 == body && rea_below(c, body, h) < 0 : !c->first[h];
            n += empty && open_place(c, y->side, h, own);
        }
    return n;
}

void rea_step_place(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    int unit = to_place(c);

    if (unit < 0) {
        parent_is_done(c);
        return;
    }
    struct tc_act a = rea_ask(c, c->s->acting, REA_Q_PLACE, "R-8.4e.10", unit, REA_BY_POINT, 0);
    const int16_t one[1] = { (int16_t)a.arg[0] };
    c->s->unit[unit].tried = 0;
    rea_put(c, c->s->unit[unit].body, REA_SKIRMISH, a.arg[1], one, 1);
    rea_tell(c->u, REA_E_PLACED, "R-8.4e.10", unit, a.arg[0], 0);
}

/* The parent's move ends here: whom it passed checks, whom it left behind comes to rest. */
static void parent_is_done(struct rea_ctx *c)
{
    c->s->mover = REA_NO;
    c->s->path_len = 0;
    memset(c->s->path, 0, sizeof c->s->path);
    c->s->head.step = REA_ST_MOVE;
    rea_rest_guns(c);
    rea_check_passed(c, "R-10.4b.1");
}

/* The skirmisher that is to be placed next, or TC_NONE. */
static int to_place(const struct rea_ctx *c)
{
    for (int i = 0; i < c->bk->units; i++)
        if (c->s->unit[i].where == REA_ON && c->s->unit[i].tried == 2)
            return i;
    return TC_NONE;
}

/* The components share the parent's strength and stand, for the moment, where it stood; the
 * owner then places each one (R-8.4e.10). */
bool rea_break_down(struct rea_ctx *c, int body)
{
    struct rea_body old = c->s->body[body];
    int parent = old.unit[0], left = c->s->unit[parent].sp, n = 0, k = 0;
    struct rea_unit *x = &c->s->unit[parent];

    for (int i = 0; i < c->bk->units; i++)
        n += c->bk->unit[i].parent == parent && c->s->unit[i].where == REA_RESERVE;
    rea_leaders_leave(c, body);
    rea_drop_unit(c, parent, REA_RESERVE);
    rea_again(c);
    rea_draw_together(c); /* R-10.5d.1: those it leaves in a long body, or in a Square */
    for (int i = 0; i < c->bk->units && left > 0; i++) {
        if (c->bk->unit[i].parent != parent || c->s->unit[i].where != REA_RESERVE)
            continue;
        int share = tc_min(c->bk->unit[i].sp, (left + n - k - 1) / (n - k));
        struct rea_unit *z = &c->s->unit[i];
        z->sp = (uint8_t)share;
        left -= share;
        k++;
        z->morale = x->morale;
        z->kept = x->disordered; /* R-RUL-72: Disorder sleeps */
        z->disordered = 0;
        z->active = 1;
        z->used = x->used;
        z->ooc = x->ooc;
        int b = rea_new_body(c, i);
        c->s->body[b].mp = old.mp;
        rea_put(c, b, REA_SKIRMISH, old.facing, old.hex, 1);
        z->tried = 2; /* to be placed */
    }
    memcpy(c->s->path, old.hex, (size_t)tc_min(old.len, REA_PATH) * sizeof *c->s->path);
    c->s->path_len = (uint8_t)tc_min(old.len, REA_PATH); /* where the parent stood */
    x->sp = 0;
    rea_tell(c->u, REA_E_BROKE_DOWN, "R-8.4e.1", parent, 0, 0);
    rea_again(c); /* R-8.4e.2, R-8.4e.11 */
    return true;
}

static bool component_ready(const struct rea_ctx *c, int i, int hex, struct tc_refusal *why)
{
    const struct rea_unit *x = &c->s->unit[i];

    if (x->where == REA_RESERVE || x->where == REA_GONE || x->where == REA_CAPTURED)
        return true;
    if (x->where != REA_ON || x->morale == REA_ROUTED)
        return tc_refuse(why, "R-RUL-72", REA_R_ROUTED, i, 0, 0);
    const struct rea_body *y = &c->s->body[x->body];
    if (y->mp > 0 || y->moved)
        return tc_refuse(why, "R-8.4e.4", REA_R_MOVED, i, 0, 0);
    if (tc_hexmap_distance(&c->bk->map, y->hex[0], (tc_hex)hex) != 1)
        return tc_refuse(why, "R-8.4e.4", REA_R_NOT_NEXT, i, hex, 0);
    return true;
}

bool rea_may_reform(const struct rea_ctx *c, int parent, int hex, int form, int facing,
                    struct tc_refusal *why)
{
    const struct rea_unit *x = &c->s->unit[parent];
    int on = 0;

    if (x->where != REA_RESERVE || c->bk->unit[parent].parent >= 0)
        return tc_refuse(why, "R-RUL-72", REA_R_NOT_BROKEN, parent, 0, 0);
    if (x->tried)
        return tc_refuse(why, "R-RUL-72", REA_R_TRIED, parent, 0, 0);
    if (form == REA_RC || form == REA_SQUARE || form == REA_SKIRMISH)
        return tc_refuse(why, "R-8.4e.7", REA_R_REFORM_INTO, form, 0, 0);
    if (!rea_on_map(c, hex))
        return tc_refuse(why, "R-8.4e.6", REA_R_NO_SUCH, 0, 0, 0);
    if (!rea_is_facing(facing))
        return tc_refuse(why, "R-8.4e.6", REA_R_SIX_FACINGS, 0, 0, 0);
    if (c->first[hex])
        return tc_refuse(why, "R-8.4e.6", REA_R_OCCUPIED, hex, 0, 0);
    for (int i = 0; i < c->bk->units; i++) {
        if (c->bk->unit[i].parent != parent)
            continue;
        if (!component_ready(c, i, hex, why))
            return false;
        on += c->s->unit[i].where == REA_ON;
    }
    if (!on)
        return tc_refuse(why, "R-8.4e.7", REA_R_NO_PARTS, parent, 0, 0);
    if (!rea_form_legal_here(c, parent, form, hex, c->s->unit[parent].sp))
        return tc_refuse(why, "R-8.4e.7", REA_R_FORM_HERE, form, 0, 0);
    return rea_led(c, parent, form, hex, why);
}

/* R-8.4e.5: the worst ER among the components must be passed. */
bool rea_reform(struct rea_ctx *c, int parent, int hex, int form, int facing)
{
    struct rea_unit *x = &c->s->unit[parent];
    int er = 0, sp = 0, morale = REA_GOOD, kept = 0, ooc = 0;
    const int16_t one[1] = { (int16_t)hex };

    x->tried = 1;
    for (int i = 0; i < c->bk->units; i++)
        if (c->bk->unit[i].parent == parent && c->s->unit[i].where == REA_ON) {
            const struct rea_unit *z = &c->s->unit[i];
            er = tc_max(er, c->bk->unit[i].er);
            sp += z->sp;
            morale = tc_max(morale, z->morale);
            kept |= z->kept;
            ooc |= z->ooc;
        }
    if (rea_plain_check(c, c->bk->unit[parent].side, er, "R-8.4e.5") > 0) { /* R-RUL-12 */
        rea_tell(c->u, REA_E_NOT_REFORMED, "R-8.4e.12", parent, 0, 0);
        return false;
    }
    for (int i = 0; i < c->bk->units; i++)
        if (c->bk->unit[i].parent == parent && c->s->unit[i].where == REA_ON) {
            rea_drop_unit(c, i, REA_RESERVE);
            c->s->unit[i].sp = 0;
            c->s->unit[i].disordered = 0;
            c->s->unit[i].morale = REA_GOOD;
            c->s->unit[i].kept = 0;
        }
    x->sp = (uint8_t)sp;
    x->morale = (uint8_t)morale;
    x->disordered = (uint8_t)kept;
    x->ooc = (uint8_t)ooc;
    x->active = 1;
    int b = rea_new_body(c, parent);
    rea_put(c, b, form, facing, one, 1);
    rea_tell(c->u, REA_E_REFORMED, "R-8.4e.6", parent, hex, 0);
    return true;
}

bool rea_legal_place(const struct rea_ctx *c, int unit, const struct tc_act *a,
                     struct tc_refusal *why)
{
    int b = rea_body_of(c, unit), hex = a->arg[0], near = 99;

    if (!rea_on_map(c, hex))
        return tc_refuse(why, "R-8.4e.10", REA_R_NO_SUCH, 0, 0, 0);
    if (!rea_is_facing(a->arg[1]))
        return tc_refuse(why, "R-8.4e.10", REA_R_SIX_FACINGS, 0, 0, 0);
    for (int i = 0; i < c->s->path_len; i++)
        near = tc_min(near, tc_hexmap_distance(&c->bk->map, c->s->path[i], (tc_hex)hex));
    if (near > 1)
        return tc_refuse(why, "R-8.4e.10", REA_R_NOT_BESIDE, hex, 0, 0);
    if (near > 0 && rea_enemy_at(c, c->s->body[b].side, hex) >= 0)
        return tc_refuse(why, "R-RUL-72", REA_R_ENEMY_THERE, hex, 0, 0);
    if (near > 0 && rea_in_zoc(c, c->s->body[b].side, hex))
        return tc_refuse(why, "R-RUL-72", REA_R_ZOC, hex, 0, 0);
    if (!open_place(c, c->s->body[b].side, hex, near == 0))
        return tc_refuse(why, "R-RUL-72", REA_R_CLOSED, hex, 0, 0);
    return joins_at(c, b, hex, a->arg[1], why);
}

/* R-8.4e.10, R-RUL-72: may a skirmisher of this side be put into the hex? own: the parent
 * stood there. */
static bool open_place(const struct rea_ctx *c, int side, int hex, bool own)
{
    if (own)
        return true;
    return rea_enemy_at(c, side, hex) < 0 && !rea_in_zoc(c, side, hex) &&
           rea_hex_cost(c, REA_C_SKIRMISH, hex) >= 0;
}

/* Friends who stand in the hex for good: may the skirmishers of body b join them? */
static bool joins_at(const struct rea_ctx *c, int b, int hex, int facing,
                     struct tc_refusal *why)
{
    const int16_t one[1] = { (int16_t)hex };
    int sp = rea_sp(c, b);

    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex)) {
        if (o == b || c->s->unit[rea_lead_unit(c, o)].tried == 2)
            continue;
        if (!rea_may_stack(c, REA_SKIRMISH, REA_FOOT, facing, one, 1, o))
            return tc_refuse(why, "R-10.x1", REA_R_STACK, rea_lead_unit(c, o), 0, 0);
        sp += rea_sp(c, o);
    }
    return sp <= rea_skirmish_room(c) ||
           tc_refuse(why, "R-TEC-ST.11", REA_R_ROOM, hex, sp, rea_skirmish_room(c));
}
