/* protocol/course_json.c - reach and plan, as people and programs ask for them. */
#include <stdlib.h>
#include <string.h>

#include "protocol/course_seek.h"

/* --- The piece ---------------------------------------------------------------------------- */

static const struct tc_piece *find_in_scene(struct crs *c, const char *key)
{
    crs_visit(c, 0);
    tc_scene_clear(c->scene);
    c->bk->rules->scene(c->bk, tc_game_state(&c->here.g), c->side, c->scene);
    for (int i = 0; i < c->scene->pieces; i++)
        if (c->scene->piece[i].key && strcmp(c->scene->piece[i].key, key) == 0)
            return &c->scene->piece[i];
    return NULL;
}

static enum tc_err take_piece(struct crs *c, const char *key, struct tc_why *why)
{
    const struct tc_piece *p = find_in_scene(c, key);

    if (!p)
        return tc_fail(why, TC_E_NAME, "piece", "No piece \"{0}\" is to be seen.", key);
    c->key = p->key;
    c->group = p->group && *p->group ? p->group : NULL;
    c->node[0].expanded = false;
    crs_find(c, 0, c->key, &c->node[0].pose);
    return TC_OK;
}

static json_t *act_text(const struct crs *c, const struct tc_act *a)
{
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_print_act(c->bk->rules, c->bk, a, &t);
    return json_string(text);
}

static json_t *course_json(const struct crs *c, int node)
{
    static _Thread_local struct tc_act act[CRS_DEEP];
    int n = crs_course(c, node, act, CRS_DEEP);
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(list, act_text(c, &act[i]));
    return list;
}

/* --- Reach on hexes -------------------------------------------------------------------------
 */

/* Rings of hexes round the piece, out to the first that cannot be entered at all. */
static void flood(struct crs *c, int node, const struct crs_lead *lead)
{
    static const int way[6][2] = { { 1, 0 },  { 0, 1 },  { -1, 1 },
                                   { -1, 0 }, { 0, -1 }, { 1, -1 } };
    struct crs_pose p = c->node[node].pose;
    int made = crs_enter_hex(c, node, lead, crs_hex_number(c, p.x, p.y));

    for (int r = 1, empty = 0; r < 24 && empty < 2; r++) {
        int q = p.x, s = p.y - r;
        made = 0;
        for (int side = 0; side < 6; side++)
            for (int k = 0; k < r; k++) {
                made += crs_enter_hex(c, node, lead, crs_hex_number(c, q, s));
                q += way[side][0];
                s += way[side][1];
            }
        empty = made ? 0 : empty + 1;
    }
}

static int next_cheapest(struct crs *c)
{
    int best = TC_NONE;

    for (int i = 0; i < c->n; i++)
        if (crs_worth_a_look(c, i) && (best < 0 || c->node[i].left > c->node[best].left))
            best = i;
    return best;
}

enum { REACH_TRIES = 4000, LOOSE_TRIES = 1500 };

/* Everything the piece can come to before a die or an answer of the other side; *path is the
 * node where a free march is asked for, if one is met. */
static void spread_out(struct crs *c, int *path, struct crs_lead *march)
{
    struct crs_lead lead[8];
    int i;

    *path = TC_NONE;
    int most = c->loose ? LOOSE_TRIES : REACH_TRIES;
    while (c->tries < most && (i = next_cheapest(c)) >= 0) {
        int leads = 0;
        if (c->loose && *path >= 0)
            break;
        c->node[i].expanded = true;
        if (crs_about(c, &c->node[i].query, c->key))
            leads = crs_leads(c, &c->node[i].query, lead, 8);
        for (int k = 0; k < leads; k++) {
            if (lead[k].way == CRS_HEX)
                flood(c, i, &lead[k]);
            else if ((lead[k].way == CRS_PATH || lead[k].way == CRS_WHEEL) && *path < 0) {
                *path = i;
                *march = lead[k];
            }
        }
        if (leads == 0)
            crs_spread(c, i);
    }
}

static bool moved(const struct crs *c, int i)
{
    const struct crs_pose *a = &c->node[0].pose, *b = &c->node[i].pose;

    return b->there && (a->x != b->x || a->y != b->y || a->facing != b->facing) &&
           strcmp(a->formation, b->formation) == 0;
}

static bool any_moved(const struct crs *c)
{
    for (int i = 1; i < c->n; i++)
        if (moved(c, i))
            return true;
    return false;
}

/* The first node that stands so; later ones cost more or as much. */
static bool is_first(const struct crs *c, int i)
{
    for (int k = 1; k < i; k++)
        if (moved(c, k) && c->node[k].pose.x == c->node[i].pose.x &&
            c->node[k].pose.y == c->node[i].pose.y &&
            c->node[k].pose.facing == c->node[i].pose.facing)
            return false;
    return true;
}

/* What the piece has spent, where its row of the state says so. */
static int64_t spent_at(struct crs *c, int node)
{
    char path[96] = "units.";
    const struct tc_field *f;
    struct tc_why why;
    size_t base = 0;
    int i;

    strncat(path, c->key, 60);
    strcat(path, ".spent");
    if (tc_field_path(c->bk->rules, c->bk, path, strlen(path), &base, &f, &i, &why) != TC_OK)
        return -1;
    crs_visit(c, node);
    return tc_field_get((const char *)tc_game_state(&c->here.g) + base, f, i);
}

static json_t *way_json(struct crs *c, int i)
{
    json_t *o = json_object();
    int64_t cost = spent_at(c, i);
    int end = crs_halt(c, i);

    if (c->node[i].pose.facing >= 0)
        json_object_set_new(o, "facing", json_integer(c->node[i].pose.facing));
    if (c->node[i].left >= 0)
        json_object_set_new(o, "left", json_integer(c->node[i].left));
    if (cost >= 0)
        json_object_set_new(o, "cost", json_integer(cost));
    json_object_set_new(o, "acts", course_json(c, end));
    return o;
}

static json_t *place_of(json_t *places, const struct crs *c, const struct crs_pose *p)
{
    size_t k;
    json_t *o;

    json_array_foreach(places, k, o)
    {
        const json_t *at = json_object_get(o, "at");
        if (json_integer_value(json_array_get(at, 0)) == p->x &&
            json_integer_value(json_array_get(at, 1)) == p->y)
            return o;
    }
    o = json_pack("{s[ii]s[]}", "at", (int)p->x, (int)p->y, "ways");
    int32_t hex = c->scene->board == TC_BOARD_HEX ? crs_hex_number(c, p->x, p->y) : TC_NONE;
    if (hex >= 0) {
        json_object_set_new(o, "hex", json_sprintf("%0*d", 2 * c->scene->hex.digits, hex));
    }
    json_array_append_new(places, o);
    return o;
}

static json_t *places_json(struct crs *c)
{
    json_t *places = json_array();
    int n = c->n;

    for (int i = 1; i < n; i++) {
        if (!moved(c, i) || !is_first(c, i))
            continue;
        struct crs_pose p = c->node[i].pose;
        json_array_append_new(json_object_get(place_of(places, c, &p), "ways"), way_json(c, i));
    }
    return places;
}

/* --- Reach on the free table ----------------------------------------------------------------
 */

enum { RAY = 1365, RAYS = 12 }; /* 7.5 degrees, to either side */

static json_t *edge_json(struct crs *c, int path, const struct crs_lead *march)
{
    json_t *edge = json_array();
    struct crs_pose p = c->node[path].pose;
    int32_t most = c->node[path].left > 0 ? c->node[path].left : 40000;
    struct tc_refusal why;

    for (int k = -RAYS; k <= RAYS; k++) {
        int32_t far = crs_farthest(c, path, march, k * RAY, most, &why);
        if (far < 0)
            continue;
        struct tc_pt at = crs_end_of(&p, k * RAY, far);
        json_t *o = json_pack("{s[ii]sisi}", "at", (int)at.x, (int)at.y, "turn", k * RAY,
                              "ahead", (int)far);
        if (why.rule)
            json_object_set_new(o, "refusal", js_refusal(c->bk, &why));
        json_array_append_new(edge, o);
    }
    return edge;
}

enum tc_err crs_reach_json(const struct ses_game *s, const struct tc_game *from, int side,
                           const char *piece, json_t **out, struct tc_why *why)
{
    struct crs c;
    struct crs_lead march;
    int path;

    crs_open(&c, s, from, side);
    enum tc_err err = take_piece(&c, piece, why);
    if (err == TC_OK) {
        spread_out(&c, &path, &march);
        if (path < 0 && !any_moved(&c)) { /* not now: what it could do when it is its turn */
            crs_rebase(&c, 0);
            c.loose = true;
            spread_out(&c, &path, &march);
        }
        json_t *o = js_message();
        json_object_set_new(o, "imagined", json_boolean(c.loose));
        json_object_set_new(o, "piece", json_string(piece));
        json_object_set_new(o, "places", places_json(&c));
        if (path >= 0) {
            json_object_set_new(o, "lead", course_json(&c, path));
            json_object_set_new(o, "edge", edge_json(&c, path, &march));
        }
        *out = o;
    }
    crs_close(&c);
    return err;
}

/* --- Plans
 * ------------------------------------------------------------------------------------ */

struct plan {
    struct crs c;
    const struct crs_order *o;
    struct crs_pose start[128];
    struct crs_goal goal[128];
    int turn[128]; /* in which they move: the foremost first */
    json_t *acts, *ends;
    bool chance, stopped;
    const char *group; /* of all of them, if it is one */
    int16_t pick;      /* the question at which they are picked */
};

static void set_goals(struct plan *p)
{
    const struct crs_order *o = p->o;
    int32_t dx = o->x, dy = o->y;

    if (o->to) {
        dx -= p->start[0].x;
        dy -= p->start[0].y;
    }
    for (int i = 0; i < o->pieces; i++)
        p->goal[i] = (struct crs_goal){ p->start[i].x + dx, p->start[i].y + dy,
                                        o->facing >= 0 ? o->facing : p->start[i].facing };
    for (int i = 0; i < o->pieces; i++)
        p->turn[i] = i;
    for (int i = 1; i < o->pieces; i++) /* by how far forward they stand, stable */
        for (int k = i; k > 0; k--) {
            const struct crs_pose *a = &p->start[p->turn[k - 1]], *b = &p->start[p->turn[k]];
            if ((int64_t)a->x * dx + (int64_t)a->y * dy >=
                (int64_t)b->x * dx + (int64_t)b->y * dy)
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

static json_t *end_json(const struct plan *p, int i, const struct crs_pose *at,
                        const struct tc_refusal *why)
{
    const struct crs_goal *g = &p->goal[i];
    json_t *o = json_pack("{sss[ii]s[ii]}", "piece", p->o->piece[i], "wanted", (int)g->x,
                          (int)g->y, "at", (int)at->x, (int)at->y);

    if (at->facing >= 0)
        json_object_set_new(o, "facing", json_integer(at->facing));
    bool near = p->c.scene->board == TC_BOARD_HEX ? at->x == g->x && at->y == g->y
                                                  : crs_far(&p->c, at, g) < 250;
    if (!near && why->rule)
        json_object_set_new(o, "refusal", js_refusal(p->c.bk, why));
    json_object_set_new(o, "there", json_boolean(near));
    return o;
}

static void lead_piece(struct plan *p, int i)
{
    struct tc_refusal why;
    struct tc_why unused;
    struct crs_pose at = p->start[i];

    memset(&why, 0, sizeof why);
    if (!p->stopped && take_piece(&p->c, p->o->piece[i], &unused) == TC_OK) {
        struct crs_goal g = p->goal[i];
        int end = crs_far(&p->c, &p->c.node[0].pose, &g) == 0
                      ? TC_NONE
                      : crs_seek(&p->c, &g, p->group && p->o->pieces > 1, &why);
        if (end > 0) {
            if (p->pick < 0)
                p->pick = p->c.node[end].query.question;
            at = p->c.node[end].pose;
            add_acts(p, end);
        }
    }
    json_array_append_new(p->ends, end_json(p, i, &at, &why));
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
        const struct tc_piece *x = find_in_scene(&p->c, o->piece[i]);
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
        enum tc_err err = take_piece(&p->c, p->o->piece[i], why);
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

static bool all_there(const json_t *ends)
{
    size_t i;
    const json_t *e;

    json_array_foreach(ends, i, e) if (!json_is_true(json_object_get(e, "there"))) return false;
    return true;
}

static enum tc_err make_plan(const struct ses_game *s, const struct tc_game *from, int side,
                             const struct crs_order *o, json_t **out, bool *hexes,
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
        set_goals(p);
        for (int i = 0; i < o->pieces; i++)
            lead_piece(p, p->turn[i]);
        finish(p);
        *hexes = p->c.scene->board == TC_BOARD_HEX;
        *out = js_message();
        json_object_set(*out, "acts", p->acts);
        json_object_set(*out, "ends", p->ends);
        json_object_set_new(*out, "chance", json_boolean(p->chance));
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

/* On hexes several pieces keep their line: where not all can go the whole way, they all go as
 * far as all can. "short" says who could not, and why. */
enum tc_err crs_plan_json(const struct ses_game *s, const struct tc_game *from, int side,
                          const struct crs_order *o, json_t **out, struct tc_why *why)
{
    bool hexes = false;
    enum tc_err err = make_plan(s, from, side, o, out, &hexes, why);
    int n = (abs(o->x) + abs(o->y) + abs(o->x + o->y)) / 2;

    if (err != TC_OK || !hexes || o->to || o->pieces < 2 || o->far || n > 12 ||
        all_there(json_object_get(*out, "ends")))
        return err;
    json_t *stopped = first_refusal(json_object_get(*out, "ends"));
    for (int k = n - 1; k > 0; k--) {
        struct crs_order less = *o;
        json_t *other = NULL;
        part_way(o->x, o->y, k, n, &less.x, &less.y);
        if (make_plan(s, from, side, &less, &other, &hexes, why) != TC_OK)
            break;
        if (all_there(json_object_get(other, "ends"))) {
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
    if (!to == !by || !read_pair(to ? to : by, &out->x, &out->y))
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
