/* protocol/course_json.c - reach, as people and programs ask for it. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "protocol/course_seek.h"

/* --- The piece ---------------------------------------------------------------------------- */

const struct tc_piece *crs_find_in_scene(struct crs *c, const char *key)
{
    crs_visit(c, 0);
    tc_scene_clear(c->scene);
    c->bk->rules->scene(c->bk, tc_game_state(&c->here.g), c->side, c->scene);
    for (int i = 0; i < c->scene->pieces; i++)
        if (c->scene->piece[i].key && strcmp(c->scene->piece[i].key, key) == 0)
            return &c->scene->piece[i];
    for (int i = 0; i < c->scene->pieces; i++) { /* people type the name they read */
        const struct tc_piece *p = &c->scene->piece[i];
        if (p->key && p->label && strcasecmp(p->label, key) == 0)
            return p;
    }
    return NULL;
}

enum tc_err crs_take_piece(struct crs *c, const char *key, struct tc_why *why)
{
    const struct tc_piece *p = crs_find_in_scene(c, key);

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
    enum tc_err err = crs_take_piece(&c, piece, why);
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
