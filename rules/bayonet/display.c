/* rules/bayonet/display.c - the Command Display and its hold on the map: chapter 4. */
#include "rules/bayonet/display.h"
#include "rules/bayonet/move.h"
#include <string.h>

enum { WANTED = 253 }; /* a hex whose value is asked for and not known yet */

/* Told further down: */
static void narrow(const struct bay_book *bk, const struct bay_state *s, int x, int y,
                   struct bay_box *box);
static void narrow_by(const struct bay_brigade *me, const struct bay_brigade *o, int y, int ux,
                      int uy, struct bay_box *box);
static bool bounds(const struct bay_state *s, int y, int x);
static void push_forward(struct bay_turn *t, int wing, int from, const char *rule);
static int free_slot(const struct bay_book *bk, const struct bay_state *s, int wing, int line,
                     int place, int wish);
static bool same_box(const struct bay_box *a, const struct bay_box *b);
static void begin_field(const struct bay_book *bk, const struct bay_state *s, int b,
                        const struct bay_box *box, struct bay_field *f);
static int seed_field(const struct bay_book *bk, const struct bay_state *s, int b,
                      const struct bay_box *box, uint8_t v[BAY_IDS], int16_t *queue);
static int mark_wanted(const struct bay_reach *want, uint8_t v[BAY_IDS]);

int bay_brigade_at(const struct bay_book *bk, const struct bay_state *s, int wing, int line,
                   int slot)
{
    int side = bk->wing[wing].side;

    for (int b = bk->army[side]; b < bk->army[side + 1]; b++) {
        const struct bay_brigade *x = &s->brigades[b];
        if (!x->gone && x->wing == wing && x->line == line && x->slot == slot)
            return b; /* B-4.1d */
    }
    return TC_NONE;
}

int bay_line_count(const struct bay_book *bk, const struct bay_state *s, int wing, int line)
{
    int n = 0, side = bk->wing[wing].side;

    for (int b = bk->army[side]; b < bk->army[side + 1]; b++)
        n += !s->brigades[b].gone && s->brigades[b].wing == wing && s->brigades[b].line == line;
    return n;
}

void bay_set_place(struct bay_turn *t, int b, int wing, int line, int slot, const char *rule)
{
    struct bay_brigade *x = &t->s->brigades[b];

    x->wing = (uint8_t)wing;
    x->line = (uint8_t)line;
    x->slot = (uint8_t)slot;
    tc_tell_args(t->u, BAY_E_DISPLAY, rule, (int32_t[TC_ARGS]){ b, wing, line, slot });
}

/* The test of B-4.2e without its reasons. */
static inline bool inside(const struct bay_book *bk, const struct bay_state *s, int b,
                          const struct bay_box *box, int h)
{
    int wing = s->brigades[b].wing, front = bk->wing[wing].front;

    if (!(bk->wings_at[bk->brigade[b].side][h] >> wing & 1))
        return false;
    int x = bay_x(bk, h, front), y = bay_y(bk, h, front);
    return x >= box->x_low && x <= box->x_high && y >= box->y_low && y <= box->y_high;
}

bool bay_compliant(const struct bay_book *bk, const struct bay_state *s, int b)
{
    const struct bay_brigade_def *def = &bk->brigade[b];
    struct bay_box box;

    bay_box_of(bk, s, b, &box); /* B-4.2e */
    for (int u = def->first; u < def->first + def->units; u++)
        if (bay_fights(s, u) && !bay_box_holds(bk, s, b, &box, s->units[u].hex, NULL))
            return false;
    return true;
}

void bay_box_of(const struct bay_book *bk, const struct bay_state *s, int b,
                struct bay_box *box)
{
    *box = (struct bay_box){ -4000, 4000, -4000, 4000, { TC_NONE, TC_NONE, TC_NONE, TC_NONE } };
    int side = bk->brigade[b].side; /* B-4.2a */
    for (int y = bk->army[side]; y < bk->army[side + 1]; y++)
        if (bounds(s, y, b))
            narrow(bk, s, b, y, box); /* B-4.2.1e: all of them, near and far */
}

static void narrow(const struct bay_book *bk, const struct bay_state *s, int x, int y,
                   struct bay_box *box)
{
    const struct bay_brigade_def *def = &bk->brigade[y];
    int front = bk->wing[s->brigades[x].wing].front;

    for (int u = def->first; u < def->first + def->units; u++) {
        if (!bay_fights(s, u))
            continue;
        int ux = bay_x(bk, s->units[u].hex, front), uy = bay_y(bk, s->units[u].hex, front);
        narrow_by(&s->brigades[x], &s->brigades[y], y, ux, uy, box);
    }
}

/* A unit of brigade y at ux, uy bounds the box of another on one of its four sides. */
static void narrow_by(const struct bay_brigade *me, const struct bay_brigade *o, int y, int ux,
                      int uy, struct bay_box *box)
{
    if (o->line == me->line && o->slot < me->slot && ux > box->x_low) {
        /* B-4.1c, B-4.2.1a; B-4.2.1d: the rows do not matter; B-4.2.1h: nor empty slots between
         */
        box->x_low = (int16_t)ux;
        box->by[0] = (int16_t)y;
    } else if (o->line == me->line && o->slot > me->slot && ux < box->x_high) {
        box->x_high = (int16_t)ux;
        box->by[1] = (int16_t)y;
    } else if (o->line > me->line && uy + 1 > box->y_low) {
        box->y_low = (int16_t)(uy + 1); /* B-4.2.2a */
        box->by[2] = (int16_t)y;
    } else if (o->line < me->line && uy - 1 < box->y_high) {
        box->y_high = (int16_t)(uy - 1);
        box->by[3] = (int16_t)y;
    }
}

bool bay_box_holds(const struct bay_book *bk, const struct bay_state *s, int b,
                   const struct bay_box *box, int h, struct tc_refusal *why)
{
    int wing = s->brigades[b].wing, front = bk->wing[wing].front;
    int x = bay_x(bk, h, front), y = bay_y(bk, h, front);

    /* B-4.2d; B-4.2.3d: by the front of its own Wing */
    if (!(bk->wings_at[bk->brigade[b].side][h] >> wing & 1))
        return tc_refuse(why, "B-4.2.3a", BAY_R_WING_BOUNDARY, h, wing, b);
    if (x < box->x_low) /* B-4.2f; on the line: B-4.2.1b, B-RUL-16; along it: B-4.2.1c */
        return tc_refuse(why, "B-4.2.1f", BAY_R_LEFT_OF, h, box->by[0], b);
    if (x > box->x_high)
        return tc_refuse(why, "B-4.2.1f", BAY_R_RIGHT_OF, h, box->by[1], b);
    if (y < box->y_low) /* B-4.2.2b, B-RUL-17: even with a unit of another Line */
        return tc_refuse(why, "B-4.2.2c", BAY_R_BEHIND_LINE, h, box->by[2], b);
    if (y > box->y_high)
        return tc_refuse(why, "B-4.2.2c", BAY_R_AHEAD_LINE, h, box->by[3], b);
    return true;
}

bool bay_now_holds(const struct bay_book *bk, const struct bay_state *s, int h)
{
    const struct bay_now *n = &s->now;
    struct bay_box box = {
        n->x_low, n->x_high, n->y_low, n->y_high, { TC_NONE, TC_NONE, TC_NONE, TC_NONE }
    };

    return inside(bk, s, n->brigade, &box, h);
}

/* Who bounds whom (RUL-18). */
static bool bounds(const struct bay_state *s, int y, int x)
{
    const struct bay_brigade *o = &s->brigades[y];

    if (y == x || o->gone)
        return false;
    if (o->wing != s->brigades[x].wing)
        return false; /* B-4.2.3c */
    if (o->liable && o->cause != BAY_C_COMBAT)
        return false; /* B-RUL-18 */
    return o->exempt_by < 0 || o->exempt_by == x;
}

void bay_mark_liable(struct bay_turn *t, int b, enum bay_cause cause)
{
    struct bay_brigade *x = &t->s->brigades[b];

    if (bay_compliant(t->bk, t->s, b))
        return;
    if (x->liable && cause == BAY_C_COMBAT)
        return; /* a combat mark never replaces another */
    x->liable = 1;
    x->cause = (uint8_t)cause;
    tc_tell(t->u, BAY_E_LIABLE, cause == BAY_C_COMBAT ? "B-4.2.4g" : "B-4.2.4d", b,
            (int32_t)cause, 0);
}

void bay_involuntary(struct bay_turn *t, int wing, bool lost_front, bool committed)
{
    bool front = bay_line_count(t->bk, t->s, wing, BAY_FRONT) > 0;
    bool support = bay_line_count(t->bk, t->s, wing, BAY_SUPPORT) > 0;

    /* B-4.3.2g: emptied by Transfer or rout: the Reserve stays; B-RUL-13 */
    if (lost_front && !front) {
        push_forward(t, wing, BAY_SUPPORT, "B-4.3.2a");
        push_forward(t, wing, BAY_RESERVE, "B-4.3.2f");
        return;
    }
    if (committed && !support)
        push_forward(t, wing, BAY_RESERVE, "B-4.3.2b");
}

bool bay_is_ours(const struct bay_book *bk, const struct bay_state *s, int b, int side,
                 const char *rule, struct tc_refusal *why)
{
    if (bk->brigade[b].side != side)
        return tc_refuse(why, rule, BAY_R_ENEMY_BRIGADE, b, 0, 0);
    return !s->brigades[b].gone || tc_refuse(why, rule, BAY_R_BRIGADE_GONE, b, 0, 0);
}

/* Move the brigades of a Line one Line forward, from the left, as far as there is room. */
static void push_forward(struct bay_turn *t, int wing, int from, const char *rule)
{
    int moved[BAY_SLOTS], n = 0;

    /* B-4.3.2c: never beyond the slots there are; B-RUL-14 */
    for (int slot = 1; slot <= t->bk->wing[wing].capacity; slot++) {
        int b = bay_brigade_at(t->bk, t->s, wing, from, slot);
        if (b < 0)
            continue;
        if (bay_brigade_at(t->bk, t->s, wing, from - 1, slot) >= 0)
            continue; /* no room, it stays */
        if (!n)       /* B-4.3.2e: no die, no leader */
            tc_tell(t->u, BAY_E_INVOLUNTARY, rule, wing, from - 1, 0);
        bay_set_place(t, b, wing, from - 1, slot, "B-4.3.2d");
        for (int l = 0; l < t->bk->leaders; l++)
            if (t->s->leaders[l].direct == b)
                t->s->leaders[l].line = (uint8_t)(from - 1); /* B-6.1d */
        moved[n++] = b;
    }
    for (int i = 0; i < n; i++) /* B-RUL-93 */
        bay_mark_liable(t, moved[i], BAY_C_COMMITTED);
}

void bay_brigade_leaves(struct bay_turn *t, int b)
{
    struct bay_brigade *x = &t->s->brigades[b];
    bool front = x->line == BAY_FRONT;

    x->gone = 1;
    x->finished = 1;
    t->s->wings[x->wing].lost_here++; /* RUL-75 */
    tc_tell(t->u, BAY_E_BRIGADE_GONE, "B-12.0f", b, 0, 0);
    for (int l = 0; l < t->bk->leaders; l++)
        if (t->s->leaders[l].direct == b) {
            t->s->leaders[l].direct = TC_NONE;
            tc_tell_args(t->u, BAY_E_LEADER_TO, "B-6.4.3c",
                         (int32_t[TC_ARGS]){ l, x->wing, x->line, TC_NONE });
        }
    bay_involuntary(t, x->wing, front, false);
}

/* No free slot there: neighbours slide by one into the free slot nearest the place, those on
 * the right if both are as near (RUL-11). */
static int make_room(struct bay_turn *t, int wing, int line, int place)
{
    const struct bay_book *bk = t->bk;
    int capacity = bk->wing[wing].capacity, slot = 1, left = 0;

    for (; slot <= capacity && left < place; slot++)
        left += bay_brigade_at(bk, t->s, wing, line, slot) >= 0;
    /* slot is now the first to the right of `place` brigades */
    int up = slot, down = slot - 1;
    while (up <= capacity && bay_brigade_at(bk, t->s, wing, line, up) >= 0)
        up++;
    while (down >= 1 && bay_brigade_at(bk, t->s, wing, line, down) >= 0)
        down--;
    if (down < 1 || (up <= capacity && up - slot <= slot - 1 - down)) { /* B-RUL-11 */
        for (; up > slot; up--)
            bay_set_place(t, bay_brigade_at(bk, t->s, wing, line, up - 1), wing, line, up,
                          "B-RUL-11");
        return slot;
    }
    for (; down < slot - 1; down++)
        bay_set_place(t, bay_brigade_at(bk, t->s, wing, line, down + 1), wing, line, down,
                      "B-RUL-11");
    return slot - 1;
}

void bay_insert(struct bay_turn *t, int b, int wing, int line, int place, const char *rule)
{
    int wish = t->s->brigades[b].slot;

    t->s->brigades[b].gone = 1; /* out of the count while others slide */
    int slot = free_slot(t->bk, t->s, wing, line, place, wish);
    if (slot < 0)
        slot = make_room(t, wing, line, place);
    t->s->brigades[b].gone = 0;
    bay_set_place(t, b, wing, line, slot, rule);
}

/* The free slot nearest to `wish` that has exactly `place` brigades left of it. */
static int free_slot(const struct bay_book *bk, const struct bay_state *s, int wing, int line,
                     int place, int wish)
{
    int best = TC_NONE, left = 0;

    for (int slot = 1; slot <= bk->wing[wing].capacity; slot++) {
        if (bay_brigade_at(bk, s, wing, line, slot) >= 0) {
            left++;
            continue;
        }
        int far = slot > wish ? slot - wish : wish - slot;
        int was = best > wish ? best - wish : wish - best;
        if (left == place && (best < 0 || far < was))
            best = slot;
    }
    return best;
}

void bay_compliance_field(const struct bay_book *bk, const struct bay_state *s, int b,
                          const struct bay_reach *want, struct bay_field *f)
{
    uint8_t *v = f->v;
    struct bay_box box;

    bay_box_of(bk, s, b, &box);
    if (f->n == 0 || f->wing != s->brigades[b].wing || !same_box(&f->box, &box))
        begin_field(bk, s, b, &box, f);
    int left = want ? mark_wanted(want, v) : INT16_MAX; /* B-RUL-19 */
    for (; f->at < f->n && left > 0; f->at++) {
        int h = f->queue[f->at];
        for (int d = 0; d < 6; d++) {
            int to = bk->next[h][d];
            if (to < 0 || v[to] < WANTED || v[h] >= WANTED - 1)
                continue;
            left -= v[to] == WANTED;
            v[to] = (uint8_t)(v[h] + 1);
            f->queue[f->n++] = (int16_t)to;
        }
    }
}

static bool same_box(const struct bay_box *a, const struct bay_box *b)
{
    return a->x_low == b->x_low && a->x_high == b->x_high && a->y_low == b->y_low &&
           a->y_high == b->y_high;
}

static void begin_field(const struct bay_book *bk, const struct bay_state *s, int b,
                        const struct bay_box *box, struct bay_field *f)
{
    struct bay_box left = *box;

    f->box = *box;
    f->wing = s->brigades[b].wing;
    f->at = 0;
    f->n = (int16_t)seed_field(bk, s, b, &left, f->v, f->queue);
    if (!f->n) { /* RUL-19: first the depth is left out, then the width */
        left.y_low = -4000;
        left.y_high = 4000;
        f->n = (int16_t)seed_field(bk, s, b, &left, f->v, f->queue);
    }
    if (!f->n) {
        left.x_low = -4000;
        left.x_high = 4000;
        f->n = (int16_t)seed_field(bk, s, b, &left, f->v, f->queue);
    }
}

/* Passable hexes within what is left of the box; how many. */
static int seed_field(const struct bay_book *bk, const struct bay_state *s, int b,
                      const struct bay_box *box, uint8_t v[BAY_IDS], int16_t *queue)
{
    int n = 0;

    memset(v, 255, BAY_IDS);
    for (int c = 1; c <= bk->columns; c++)
        for (int r = 1; r <= bk->rows; r++) {
            int h = c * 100 + r;
            if (bk->terrain[h] == BAY_IMPASSABLE || !inside(bk, s, b, box, h))
                continue;
            v[h] = 0;
            queue[n++] = (int16_t)h;
        }
    return n;
}

/* Mark the hexes that were asked for; how many. */
static int mark_wanted(const struct bay_reach *want, uint8_t v[BAY_IDS])
{
    int n = 0;

    for (int i = 0; i < want->n; i++) {
        int h = bay_reach_hex(want, want->node[i]);
        if (v[h] == 255) {
            v[h] = WANTED;
            n++;
        }
    }
    return n;
}
