/* protocol/course_plan.c - orders for several pieces, as people and programs give them. */
#include <stdlib.h>
#include <string.h>

#include "protocol/course_seek.h"

/* --- Plans
 * ------------------------------------------------------------------------------------ */

struct plan {
    struct crs c;
    const struct crs_order *o;
    struct crs_pose start[128];
    struct crs_goal goal[128];
    int turn[128]; /* in which they move: the foremost first */
    json_t *acts, *ends;
    bool chance, stopped, asks;
    const char *group; /* of all of them, if it is one */
    int16_t pick;      /* the question at which they are picked */
};

/* --- Wheels ------------------------------------------------------------------------------- */

/* On hexes by sixths of a turn. */
static int sixths(int32_t turn)
{
    int32_t sixth = 2 * TC_HALF / 6;

    return (turn >= 0 ? turn + sixth / 2 : turn - sixth / 2) / sixth;
}

/* The piece on the flank: the one farthest to that hand, seen as they face. */
static int flank_of(const struct plan *p)
{
    struct tc_dir r = tc_right_of((uint16_t)tc_max(p->start[0].facing, 0));
    bool hexes = p->c.scene->board == TC_BOARD_HEX;
    int64_t most = INT64_MIN;
    int best = 0;

    for (int i = 0; i < p->o->pieces; i++) {
        /* Hexes lie on a slanted grid whose y grows downwards. */
        int64_t x = p->start[i].x, y = p->start[i].y;
        int64_t ex = hexes ? (p->c.scene->hex.flat_top ? 1500 * x : 1732 * x + 866 * y) : x;
        int64_t ny = hexes ? (p->c.scene->hex.flat_top ? -1732 * y - 866 * x : -1500 * y) : y;
        int64_t far = (ex * r.x + ny * r.y) >> 20;
        if (p->o->left)
            far = -far;
        if (far > most) {
            most = far;
            best = i;
        }
    }
    return best;
}

static struct crs_goal wheeled_hex(const struct crs_pose *a, const struct crs_pose *hub, int k)
{
    int32_t q = a->x - hub->x, r = a->y - hub->y;

    for (int i = 0; i < (k % 6 + 6) % 6; i++) {
        int32_t t = q + r;
        q = -r;
        r = t;
    }
    int32_t facing = a->facing < 0 ? a->facing : (a->facing + k * (2 * TC_HALF / 6)) & 65535;
    return (struct crs_goal){ hub->x + q, hub->y + r, facing, false };
}

static struct tc_pt turned_about(struct tc_pt hub, struct tc_pt p, int32_t turn)
{
    int64_t x = p.x - hub.x, y = p.y - hub.y, s = tc_sin((uint16_t)turn),
            c = tc_cos((uint16_t)turn);

    /* Clockwise, y to the north. */
    return (struct tc_pt){ hub.x + (int32_t)((x * c + y * s) >> 30),
                           hub.y + (int32_t)((y * c - x * s) >> 30) };
}

/* About the outer end of the front of the piece on the flank. */
static struct crs_goal wheeled(const struct plan *p, const struct crs_pose *a,
                               const struct crs_pose *hub)
{
    struct tc_pt end = crs_end_of(hub, 0, 0), from = { a->x, a->y };
    struct tc_dir r = tc_right_of((uint16_t)tc_max(hub->facing, 0));
    int32_t half = p->o->left ? -hub->w / 2 : hub->w / 2;

    end.x += (int32_t)(((int64_t)half * r.x) >> 30);
    end.y += (int32_t)(((int64_t)half * r.y) >> 30);
    struct tc_pt at = turned_about(end, from, p->o->turn);
    return (struct crs_goal){ at.x, at.y, (tc_max(a->facing, 0) + p->o->turn) & 65535, true };
}

static void set_turns(struct plan *p)
{
    const struct crs_order *o = p->o;
    const struct crs_pose hub = p->start[flank_of(p)];
    bool hexes = p->c.scene->board == TC_BOARD_HEX;

    for (int i = 0; i < o->pieces; i++) {
        const struct crs_pose *a = &p->start[i];
        int32_t turn = o->turn != TC_NONE ? o->turn
                       : a->facing < 0    ? 0
                                          : tc_turn((uint16_t)a->facing, (uint16_t)o->facing);
        p->turn[i] = i;
        if (o->wheels)
            p->goal[i] = hexes ? wheeled_hex(a, &hub, sixths(turn)) : wheeled(p, a, &hub);
        else if (hexes)
            p->goal[i] =
                (struct crs_goal){ a->x, a->y,
                                   a->facing < 0
                                       ? a->facing
                                       : (a->facing + sixths(turn) * (2 * TC_HALF / 6)) & 65535,
                                   false };
        else {
            struct tc_pt at = crs_end_of(a, turn, 0);
            p->goal[i] =
                (struct crs_goal){ at.x, at.y, (tc_max(a->facing, 0) + turn) & 65535, true };
        }
    }
}

/* How far forward a piece stands on the way they go; hexes lie on a slanted grid. */
static int64_t forward(const struct plan *p, int i, int64_t dx, int64_t dy)
{
    int64_t x = p->start[i].x, y = p->start[i].y, straight = x * dx + y * dy;

    return p->c.scene->board == TC_BOARD_HEX ? 2 * straight + x * dy + y * dx : straight;
}

static void set_goals(struct plan *p)
{
    const struct crs_order *o = p->o;
    int32_t dx = o->x, dy = o->y;

    if (o->to) {
        dx -= p->start[0].x;
        dy -= p->start[0].y;
    }
    for (int i = 0; i < o->pieces; i++)
        p->goal[i] =
            (struct crs_goal){ p->start[i].x + dx, p->start[i].y + dy,
                               o->facing >= 0 ? o->facing : p->start[i].facing, false };
    for (int i = 0; i < o->pieces; i++)
        p->turn[i] = i;
    for (int i = 1; i < o->pieces; i++) /* by how far forward they stand, stable */
        for (int k = i; k > 0; k--) {
            if (forward(p, p->turn[k - 1], dx, dy) >= forward(p, p->turn[k], dx, dy))
                break;
            int t = p->turn[k];
            p->turn[k] = p->turn[k - 1];
            p->turn[k - 1] = t;
        }
}

static void add_acts(struct plan *p, int node)
{
    static _Thread_local struct tc_act act[CRS_DEEP];
    int n = crs_course(&p->c, node, act, CRS_DEEP);

    for (int i = 0; i < n; i++)
        json_array_append_new(p->acts, js_act(p->c.bk, &act[i]));
    p->chance = p->c.node[node].stop == CRS_DICE;
    p->stopped = p->c.node[node].stop != CRS_ASKED;
    crs_rebase(&p->c, node);
}

static json_t *end_json(const struct plan *p, int i, const struct crs_pose *at, bool done,
                        const struct tc_refusal *why)
{
    const struct crs_goal *g = &p->goal[i];
    json_t *o = json_pack("{sss[ii]s[ii]}", "piece", p->o->piece[i], "wanted", (int)g->x,
                          (int)g->y, "at", (int)at->x, (int)at->y);

    if (at->facing >= 0)
        json_object_set_new(o, "facing", json_integer(at->facing));
    bool near = p->c.scene->board == TC_BOARD_HEX ? at->x == g->x && at->y == g->y
                                                  : crs_far(&p->c, at, g) < 250;
    if (p->o->manner > CRS_TURN)
        near = done || (p->o->manner == CRS_HALT && json_array_size(p->acts));
    if (*at->formation)
        json_object_set_new(o, "formation", json_string(at->formation));
    if (!near && why->rule)
        json_object_set_new(o, "refusal", js_refusal(p->c.bk, why));
    json_object_set_new(o, "there", json_boolean(near));
    return o;
}

/* What is no march: form, halt, charge. */
static int do_manner(struct plan *p, struct tc_refusal *why)
{
    struct crs_wish w = { .manner = p->o->manner, .formation = p->o->formation };

    if (p->o->target) {
        const char *key = p->c.key, *group = p->c.group;
        const struct tc_piece *foe = crs_find_in_scene(&p->c, p->o->target);
        w.foe.key = p->o->target;
        w.foe.hex = foe && p->c.scene->board == TC_BOARD_HEX
                        ? crs_hex_number(&p->c, foe->x, foe->y)
                        : TC_NONE;
        p->c.key = key;
        p->c.group = group;
    }
    return crs_do(&p->c, &w, why);
}

static void lead_piece(struct plan *p, int i)
{
    struct tc_refusal why;
    struct tc_why unused;
    struct crs_pose at = p->start[i];
    bool done = false;

    memset(&why, 0, sizeof why);
    if (!p->stopped && crs_take_piece(&p->c, p->o->piece[i], &unused) == TC_OK) {
        struct crs_goal g = p->goal[i];
        bool stays = p->o->manner <= CRS_TURN && crs_far(&p->c, &p->c.node[0].pose, &g) == 0;
        int end = stays ? TC_NONE
                  : p->o->manner > CRS_TURN
                      ? do_manner(p, &why)
                      : crs_seek(&p->c, &g, p->group && p->o->pieces > 1, &why);
        if (end < 0 && !stays && p->o->manner <= CRS_TURN && (end = crs_fire_first(&p->c)) > 0)
            p->asks = true;
        if (end < 0 && !stays && p->o->manner <= CRS_TURN && p->o->pieces == 1 && !why.rule &&
            p->c.scene->board == TC_BOARD_HEX) /* on the free table the order is kept */
            crs_why_not_asked(&p->c, &why);
        if (end > 0 && p->o->manner == CRS_FORM)
            end = crs_halt(&p->c, end);
        done = end > 0 && p->c.node[end].stop != CRS_DICE;
        if (end > 0) {
            if (p->pick < 0)
                p->pick = p->c.node[end].query.question;
            at = p->c.node[end].pose;
            add_acts(p, end);
            p->stopped |= p->asks; /* what it does after that is planned then */
        }
    }
    json_array_append_new(p->ends, end_json(p, i, &at, done, &why));
}

/* The whole brigade has its orders: nobody else of it moves. */
static void finish(struct plan *p)
{
    for (int k = 0; k < 3 && !p->stopped && p->pick >= 0 && p->group; k++) {
        struct crs *c = &p->c;
        int done = TC_NONE;
        c->group = p->group;
        if (c->node[0].stop != CRS_ASKED || c->node[0].query.question != p->pick ||
            !crs_about(c, &c->node[0].query, p->group))
            return;
        crs_visit(c, 0);
        for (int i = 0; i < c->here.open->n; i++)
            if (crs_plain(c, &c->here.open->act[i]))
                done = i;
        if (done < 0)
            return;
        int next = crs_try(c, 0, &c->here.open->act[done], true, NULL);
        if (next < 0)
            return;
        add_acts(p, next);
    }
}

/* All pieces of their brigade are in the order: it is an order of the brigade. */
static const char *whole_group(struct plan *p)
{
    const struct crs_order *o = p->o;
    const char *group = NULL;
    int members = 0;

    for (int i = 0; i < o->pieces; i++) {
        const struct tc_piece *x = crs_find_in_scene(&p->c, o->piece[i]);
        if (!x || !x->group || (group && strcmp(group, x->group) != 0))
            return NULL;
        group = x->group;
    }
    for (int i = 0; i < p->c.scene->pieces; i++) {
        const struct tc_piece *x = &p->c.scene->piece[i];
        bool again = i > 0 && p->c.scene->piece[i - 1].id == x->id;
        members += x->group && group && strcmp(x->group, group) == 0 && !again &&
                   x->arm != TC_ARM_LEADER && x->arm != TC_ARM_OTHER;
    }
    return o->pieces >= members ? group : NULL;
}

static enum tc_err read_starts(struct plan *p, struct tc_why *why)
{
    for (int i = 0; i < p->o->pieces; i++) {
        enum tc_err err = crs_take_piece(&p->c, p->o->piece[i], why);
        if (err != TC_OK)
            return err;
        p->start[i] = p->c.node[0].pose;
    }
    p->group = whole_group(p);
    return TC_OK;
}

static json_t *first_refusal(const json_t *ends)
{
    size_t i;
    const json_t *e;

    json_array_foreach(ends, i, e) if (json_object_get(e, "refusal")) return json_pack(
        "{sOsO}", "piece", json_object_get(e, "piece"), "refusal",
        json_object_get(e, "refusal"));
    return NULL;
}

/* Of a set of brigades those that are not asked now wait for their turn: nothing stops them. */
static bool all_there(const json_t *ends, bool set)
{
    size_t i;
    const json_t *e;
    bool any = false;

    json_array_foreach(ends, i, e)
    {
        bool there = json_is_true(json_object_get(e, "there"));
        if (!there && (!set || json_object_get(e, "refusal")))
            return false;
        any |= there;
    }
    return any;
}

static enum tc_err make_plan(const struct ses_game *s, const struct tc_game *from, int side,
                             const struct crs_order *o, json_t **out, bool *hexes, bool *set,
                             struct tc_why *why)
{
    struct plan *p = ses_alloc(sizeof *p);

    memset(p, 0, sizeof *p);
    p->o = o;
    p->pick = TC_NONE;
    p->acts = json_array();
    p->ends = json_array();
    crs_open(&p->c, s, from, side);
    enum tc_err err = read_starts(p, why);
    if (err == TC_OK) {
        if (o->manner == CRS_TURN)
            set_turns(p);
        else
            set_goals(p);
        for (int i = 0; i < o->pieces; i++)
            lead_piece(p, p->turn[i]);
        if (o->manner <= CRS_TURN)
            finish(p);
        *hexes = p->c.scene->board == TC_BOARD_HEX;
        *set = !p->group;
        *out = js_message();
        json_object_set(*out, "acts", p->acts);
        json_object_set(*out, "ends", p->ends);
        json_object_set_new(*out, "chance", json_boolean(p->chance));
        if (p->asks)
            json_object_set_new(*out, "asks", json_true());
    }
    json_decref(p->acts);
    json_decref(p->ends);
    crs_close(&p->c);
    free(p);
    return err;
}

/* The k-th of n steps along the straight line of hexes to (x, y). */
static void part_way(int32_t x, int32_t y, int k, int n, int32_t *px, int32_t *py)
{
    int32_t z = -x - y, at[3], full[3] = { x, y, z };
    int32_t off[3];

    for (int i = 0; i < 3; i++) {
        int32_t twice = 2 * full[i] * k;
        at[i] = (twice >= 0 ? twice + n : twice - n) / (2 * n);
        off[i] = abs(twice - 2 * n * at[i]);
    }
    if (off[0] > off[1] && off[0] > off[2])
        at[0] = -at[1] - at[2];
    else if (off[1] > off[2])
        at[1] = -at[0] - at[2];
    *px = at[0];
    *py = at[1];
}

/* Which formations the first of the pieces could take. */
static enum tc_err tell_formations(const struct ses_game *s, const struct tc_game *from,
                                   int side, const struct crs_order *o, json_t **out,
                                   struct tc_why *why)
{
    struct crs c;

    crs_open(&c, s, from, side);
    enum tc_err err = crs_take_piece(&c, o->piece[0], why);
    if (err == TC_OK) {
        json_t *list = json_array();
        crs_formations(&c, list);
        *out = js_message();
        json_object_set_new(*out, "acts", json_array());
        json_object_set_new(*out, "ends", json_array());
        json_object_set_new(*out, "chance", json_false());
        json_object_set_new(*out, "formations", list);
    }
    crs_close(&c);
    return err;
}

/* On hexes several pieces keep their line: where not all can go the whole way, they all go as
 * far as all can. "short" says who could not, and why. */
enum tc_err crs_plan_json(const struct ses_game *s, const struct tc_game *from, int side,
                          const struct crs_order *o, json_t **out, struct tc_why *why)
{
    bool hexes = false, set = false;
    if (o->which)
        return crs_which_json(s, from, side, o, out, why);
    if (o->manner == CRS_FORM && !o->formation)
        return tell_formations(s, from, side, o, out, why);
    enum tc_err err = make_plan(s, from, side, o, out, &hexes, &set, why);
    int n = (abs(o->x) + abs(o->y) + abs(o->x + o->y)) / 2;

    if (err != TC_OK || !hexes || o->manner != CRS_MARCH || o->to || o->pieces < 2 || o->far ||
        n > 12 || json_object_get(*out, "asks") ||
        all_there(json_object_get(*out, "ends"), set))
        return err;
    json_t *stopped = first_refusal(json_object_get(*out, "ends"));
    for (int k = n - 1; k > 0; k--) {
        struct crs_order less = *o;
        json_t *other = NULL;
        part_way(o->x, o->y, k, n, &less.x, &less.y);
        if (make_plan(s, from, side, &less, &other, &hexes, &set, why) != TC_OK)
            break;
        if (all_there(json_object_get(other, "ends"), set)) {
            json_decref(*out);
            *out = other;
            break;
        }
        json_decref(other);
    }
    if (stopped)
        json_object_set_new(*out, "short", stopped);
    return TC_OK;
}

/* --- Reading an order
 * -------------------------------------------------------------------------
 */

static bool read_pair(const json_t *j, int32_t *x, int32_t *y)
{
    const json_t *a = json_array_get(j, 0), *b = json_array_get(j, 1);

    if (json_array_size(j) != 2 || !json_is_integer(a) || !json_is_integer(b) ||
        llabs(json_integer_value(a)) > TC_FIELD_FAR ||
        llabs(json_integer_value(b)) > TC_FIELD_FAR)
        return false;
    *x = (int32_t)json_integer_value(a);
    *y = (int32_t)json_integer_value(b);
    return true;
}

static enum tc_err read_manner(const json_t *in, struct crs_order *out, struct tc_why *why)
{
    static const char *const words[] = { "march",  "face",  "form", "halt",
                                         "charge", "wheel", NULL };
    const json_t *manner = json_object_get(in, "manner"), *turn = json_object_get(in, "turn");
    const char *word = json_string_value(manner);
    const char *flank = json_string_value(json_object_get(in, "flank"));
    if (word && strcmp(word, "which") == 0) {
        out->which = true;
        out->manner = CRS_HALT;
        return TC_OK;
    }
    int at = !manner ? 0 : word ? tc_find_word(words, word, strlen(word)) : TC_NONE;

    if (at < 0)
        return tc_fail(why, TC_E_SYNTAX, "manner",
                       "manner is march, face, form, halt, charge, wheel or which.");
    out->wheels = at == CRS_MANNERS;
    out->manner = out->wheels ? CRS_TURN : (enum crs_manner)at;
    out->turn = TC_NONE;
    out->formation = json_string_value(json_object_get(in, "formation"));
    out->target = json_string_value(json_object_get(in, "target"));
    if (out->wheels && (!flank || (strcmp(flank, "left") != 0 && strcmp(flank, "right") != 0)))
        return tc_fail(why, TC_E_SYNTAX, "flank", "A wheel is on the left or the right flank.");
    out->left = flank && strcmp(flank, "left") == 0;
    if (turn && (!json_is_integer(turn) || llabs(json_integer_value(turn)) > TC_HALF))
        return tc_fail(why, TC_E_RANGE, "turn", "turn is a number from -32768 to 32768.");
    if (turn)
        out->turn = (int32_t)json_integer_value(turn);
    if (out->manner == CRS_TURN && (turn != NULL) == (json_object_get(in, "facing") != NULL))
        return tc_fail(why, TC_E_KEY, "turn", "Say turn, by how much, or facing, to where.");
    if (out->wheels && !turn)
        return tc_fail(why, TC_E_KEY, "turn", "Say by how much they wheel: turn.");
    if (out->manner == CRS_CHARGE && !out->target)
        return tc_fail(why, TC_E_KEY, "target", "Name whom they are to charge: target.");
    return TC_OK;
}

enum tc_err crs_read_order(const json_t *in, struct crs_order *out, struct tc_why *why)
{
    const json_t *list = json_object_get(in, "pieces"), *to = json_object_get(in, "to");
    const json_t *by = json_object_get(in, "by"), *facing = json_object_get(in, "facing");

    const json_t *far = json_object_get(in, "far");

    memset(out, 0, sizeof *out);
    out->facing = TC_NONE;
    out->to = to != NULL;
    out->far = json_is_true(far);
    if (far && !json_is_boolean(far))
        return tc_fail(why, TC_E_SYNTAX, "far", "far is true or false.");
    if (json_array_size(list) < 1 || json_array_size(list) > 128)
        return tc_fail(why, TC_E_KEY, "pieces", "pieces is a list of 1 to 128 names.");
    for (size_t i = 0; i < json_array_size(list); i++) {
        out->piece[i] = json_string_value(json_array_get(list, i));
        if (!out->piece[i])
            return tc_fail(why, TC_E_SYNTAX, "pieces", "A piece is named by a string.");
    }
    out->pieces = (int)json_array_size(list);
    enum tc_err err = read_manner(in, out, why);
    if (err != TC_OK)
        return err;
    if (out->manner != CRS_MARCH && (to || by))
        return tc_fail(why, TC_E_KEY, "to", "to and by belong to a march.");
    if (out->manner == CRS_MARCH && (!to == !by || !read_pair(to ? to : by, &out->x, &out->y)))
        return tc_fail(why, TC_E_SYNTAX, "to",
                       "Say to [x, y], for the first piece, or by "
                       "[x, y], for all of them.");
    if (facing && !json_is_null(facing)) {
        if (!json_is_integer(facing) || json_integer_value(facing) < 0 ||
            json_integer_value(facing) > 65535)
            return tc_fail(why, TC_E_RANGE, "facing", "facing is a number from 0 to 65535.");
        out->facing = (int32_t)json_integer_value(facing);
    }
    return TC_OK;
}
