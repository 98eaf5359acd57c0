/* protocol/course_which.c - which orders pieces can be given now, and what forbids the others.
 */
#include <stdlib.h>
#include <string.h>

#include "kernel/danger.h"
#include "protocol/course_seek.h"

enum { WHICH_PIECES = 8 }; /* of a large set the first ones speak for all */

static int64_t way(const struct tc_scene *s, const struct tc_piece *a, const struct tc_piece *b)
{
    int64_t dx = a->x - b->x, dy = a->y - b->y;

    return s->board == TC_BOARD_HEX ? (llabs(dx) + llabs(dy) + llabs(dx + dy)) / 2
                                    : dx * dx + dy * dy;
}

/* Whom it could charge as both stand, the nearest; else the nearest enemy, who says why not. */
static const char *pick_target(struct crs *c, const struct tc_piece *own)
{
    const struct tc_ruleset *r = c->bk->rules;
    int unit = tc_find_name(r, c->bk, 0, own->key, strlen(own->key));
    struct tc_danger *list = ses_alloc(TC_DANGERS * sizeof *list);
    int n = r->dangers && unit >= 0
                ? r->dangers->between(c->bk, tc_game_state(&c->here.g), unit, list, TC_DANGERS)
                : 0;
    int32_t least = INT32_MAX;
    const char *key = NULL;

    for (int i = 0; i < n; i++)
        if (list[i].strikes && list[i].from == unit && list[i].far < least) {
            least = list[i].far;
            key = r->name_of(c->bk, 0, list[i].to);
        }
    free(list);
    int64_t far = INT64_MAX;
    for (int i = 0; i < c->scene->pieces && least == INT32_MAX; i++) {
        const struct tc_piece *p = &c->scene->piece[i];
        if (p->side == own->side || p->side < 0 || p->arm == TC_ARM_LEADER ||
            p->arm == TC_ARM_OTHER || way(c->scene, own, p) >= far)
            continue;
        far = way(c->scene, own, p);
        key = p->key;
    }
    return key;
}

/* One row: can anybody, and if not, which rule stops the first who says so? */
static void add_row(json_t *rows, const char *manner, const json_t *plan)
{
    const json_t *ends = json_object_get(plan, "ends"), *e, *why = NULL;
    bool can = json_array_size(json_object_get(plan, "acts")) ||
               json_array_size(json_object_get(plan, "formations"));
    size_t i;

    json_array_foreach(ends, i, e) if (!why) why = json_object_get(e, "refusal");
    json_t *row = json_pack("{ss sb}", "manner", manner, "can", can);
    if (!can && why)
        json_object_set(row, "refusal", (json_t *)why);
    json_array_append_new(rows, row);
}

enum tc_err crs_which_json(const struct ses_game *s, const struct tc_game *from, int side,
                           const struct crs_order *o, json_t **out, struct tc_why *why)
{
    static const char *const name[] = { "face", "face", "wheel", "form", "halt", "charge" };
    struct crs c;
    json_t *rows = json_array();

    crs_open(&c, s, from, side);
    enum tc_err err = crs_take_piece(&c, o->piece[0], why);
    const struct tc_piece *own = err == TC_OK ? crs_find_in_scene(&c, o->piece[0]) : NULL;
    const char *target = own ? pick_target(&c, own) : NULL;
    int32_t step = c.scene->board == TC_BOARD_HEX ? TC_HALF / 3 : TC_HALF / 4;
    for (int i = 0; i < 6 && err == TC_OK; i++) {
        struct crs_order x = *o;
        json_t *plan = NULL;
        x.which = false;
        x.pieces = o->pieces < WHICH_PIECES ? o->pieces : WHICH_PIECES;
        x.manner = i < 3 ? CRS_TURN : i == 3 ? CRS_FORM : i == 4 ? CRS_HALT : CRS_CHARGE;
        x.wheels = i == 2;
        x.turn = i == 0 ? -step : step;
        x.facing = TC_NONE;
        x.target = i == 5 ? target : NULL;
        if ((i == 2 && o->pieces < 2) || (i == 5 && !target) ||
            (i == 1 && json_is_true(json_object_get(json_array_get(rows, 0), "can"))))
            continue;
        err = crs_plan_json(s, from, side, &x, &plan, why);
        if (i == 1 && err == TC_OK) /* to the right, if not to the left */
            json_array_clear(rows);
        if (err == TC_OK)
            add_row(rows, name[i], plan);
        json_decref(plan);
    }
    crs_close(&c);
    if (err != TC_OK) {
        json_decref(rows);
        return err;
    }
    *out = js_message();
    json_object_set_new(*out, "acts", json_array());
    json_object_set_new(*out, "ends", json_array());
    json_object_set_new(*out, "chance", json_false());
    json_object_set_new(*out, "orders", rows);
    return TC_OK;
}
