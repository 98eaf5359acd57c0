/* protocol/course_lead.c - answers made up to bring a piece to a place. */
#include <stdlib.h>
#include <string.h>

#include "board/drill.h"
#include "board/plane.h"
#include "protocol/course_own.h"

/* --- Which verbs lead somewhere ----------------------------------------------------------- */

static int list_index(const struct crs *c, int list, const char *key)
{
    return tc_find_name(c->bk->rules, c->bk, list, key, strlen(key));
}

/* One parameter of a verb: known, left out, or what makes it a lead; false: of no use here. */
static bool take_param(const struct crs *c, const struct tc_decl *d, int i,
                       struct crs_lead *out)
{
    const struct tc_param *p = &d->param[i];
    int at = tc_decl_place(d, i);

    if (p->kind == TC_K_NAME && !(p->flags & TC_P_KEY)) { /* the piece itself */
        out->act.arg[at] = list_index(c, p->list, c->key);
        return out->act.arg[at] >= 0;
    }
    if (p->kind == TC_K_HEX && out->way == CRS_NO_WAY)
        return out->way = CRS_HEX, out->place = at, true;
    if (p->kind == TC_K_POINT && out->way == CRS_NO_WAY)
        return out->way = CRS_POINT, out->place = at, true;
    if (p->kind == TC_K_WORD && out->way == CRS_HEX && strcmp(p->name, "facing") == 0)
        return out->face = at, out->words = p->words, true;
    if (p->kind == TC_K_ANGLE && out->way == CRS_POINT && strcmp(p->name, "facing") == 0)
        return out->face = at, true;
    if (p->kind == TC_K_ANGLE && strcmp(p->name, "wheel") == 0)
        return out->way = CRS_WHEEL, out->turn = at, true;
    if (p->kind == TC_K_LENGTH && strcmp(p->name, "march") == 0 && out->way == CRS_WHEEL)
        return out->place = at, true;
    out->act.arg[at] = p->none;
    return (p->flags & TC_P_KEY) != 0;
}

static int find_leg(const struct crs *c, const char *name)
{
    for (int i = 0; i < c->bk->rules->leg_count; i++)
        if (c->bk->rules->legs[i].name && strcmp(c->bk->rules->legs[i].name, name) == 0)
            return i;
    return TC_NONE;
}

static bool make_lead(const struct crs *c, int verb, struct crs_lead *out)
{
    const struct tc_decl *d = &c->bk->rules->verbs[verb];

    if (d->flags & (TC_F_STRIKE | TC_F_ASIDE | TC_F_RESHAPE))
        return false;
    memset(out, 0, sizeof *out);
    out->act.verb = (int16_t)verb;
    out->face = TC_NONE;
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        if (!take_param(c, d, i, out))
            return false;
    if (out->way == CRS_NO_WAY && (d->flags & TC_F_PATH) && find_leg(c, "march") >= 0)
        out->way = CRS_PATH;
    return out->way != CRS_NO_WAY;
}

int crs_leads(const struct crs *c, const struct tc_query *q, struct crs_lead *out, int room)
{
    const struct tc_question *d = &c->bk->rules->questions[q->question];
    int n = 0;

    if (!(d->decl.flags & TC_F_FREE))
        return 0;
    for (int v = 0; v < c->bk->rules->verb_count && n < room; v++)
        if ((d->verbs >> v & 1) && make_lead(c, v, &out[n]))
            n++;
    return n;
}

/* --- How far from the goal ---------------------------------------------------------------- */

static int32_t hex_far(int32_t dq, int32_t dr)
{
    return (abs(dq) + abs(dr) + abs(dq + dr)) / 2;
}

int64_t crs_far(const struct crs *c, const struct crs_pose *p, const struct crs_goal *goal)
{
    int64_t turn = 0;

    if (!p->there)
        return INT64_MAX / 4;
    if (goal->facing >= 0 && p->facing >= 0)
        turn = tc_apart((uint16_t)p->facing, (uint16_t)goal->facing);
    if (c->scene->board == TC_BOARD_HEX)
        return 1000 * (int64_t)hex_far(p->x - goal->x, p->y - goal->y) + turn * 400 / TC_HALF;
    return tc_dist((struct tc_pt){ p->x, p->y }, (struct tc_pt){ goal->x, goal->y }) +
           turn * (goal->square ? 20000 : 3000) / TC_HALF;
}

/* --- Hexes ---------------------------------------------------------------------------------
 */

int32_t crs_hex_number(const struct crs *c, int32_t q, int32_t r)
{
    const struct tc_scene_hex *h = &c->scene->hex;
    struct tc_scene_point cell = tc_scene_hex_cell(h, q, r);
    int32_t ten = 1;

    if (cell.x < 0 || cell.y < 0 || cell.x >= c->scene->width || cell.y >= c->scene->height)
        return TC_NONE;
    for (int i = 0; i < h->digits; i++)
        ten *= 10;
    return (cell.x + h->first) * ten + cell.y + h->first;
}

static bool accepts(struct crs *c, int node, const struct tc_act *a, struct tc_refusal *why)
{
    crs_visit(c, node);
    struct tc_view v = { c->bk, c->here.g.snapshot, &c->here.g.u.open };
    return tc_judge_act(c->bk->rules, &v, c->here.open, a, why);
}

/* Every facing the piece may have in a hex; how many nodes were made. */
int crs_enter_hex(struct crs *c, int node, const struct crs_lead *lead, int32_t hex)
{
    struct tc_act a = lead->act;
    int made = 0;

    if (hex < 0)
        return 0;
    a.arg[lead->place] = hex;
    if (lead->face < 0)
        return crs_try(c, node, &a, false, NULL) >= 0;
    for (int w = 0; lead->words[w]; w++) {
        a.arg[lead->face] = w;
        if (accepts(c, node, &a, NULL))
            made += crs_try(c, node, &a, true, NULL) >= 0;
    }
    return made;
}

static void toward_hex(struct crs *c, int node, const struct crs_lead *lead,
                       const struct crs_goal *goal, struct tc_refusal *why)
{
    int32_t hex = crs_hex_number(c, goal->x, goal->y);
    struct tc_act a = lead->act;

    if (hex < 0 || crs_enter_hex(c, node, lead, hex) > 0)
        return;
    a.arg[lead->place] = hex;
    memset(why, 0, sizeof *why);
    if (accepts(c, node, &a, why) || !why->has_nearest)
        return;
    crs_enter_hex(c, node, lead, why->nearest.arg[lead->place]);
}

/* --- The free table
 * ---------------------------------------------------------------------------
 */

static struct tc_rect rect_of(const struct crs_pose *p)
{
    return tc_rect_at((struct tc_pt){ p->x, p->y }, (uint16_t)(p->facing < 0 ? 0 : p->facing),
                      p->w, p->d);
}

static struct tc_rect after(const struct crs_pose *p, int32_t turn, int32_t ahead)
{
    struct tc_rect r = rect_of(p);

    if (turn)
        r = turn < 0 ? tc_wheel_left(r, -turn) : tc_wheel_right(r, turn);
    return tc_march(r, ahead);
}

/* The wheel and the march ahead that bring the middle of the front nearest to a place. */
static void best_march(const struct crs_pose *p, const struct crs_goal *goal, int32_t *turn,
                       int32_t *ahead)
{
    int64_t least = INT64_MAX;

    for (int32_t t = -TC_QUARTER; t <= TC_QUARTER; t += 128) {
        struct tc_rect r = after(p, t, 0);
        int64_t dx = goal->x - r.x, dy = goal->y - r.y;
        int64_t along = (dx * tc_sin(r.facing) + dy * tc_cos(r.facing)) >> 30;
        if (along < 0)
            along = 0;
        struct tc_rect end = tc_march(r, (int32_t)along);
        int64_t miss =
            tc_dist((struct tc_pt){ end.x, end.y }, (struct tc_pt){ goal->x, goal->y });
        int64_t cost = miss * 3 + abs(t) / 16; /* a straight way is worth some paces */
        if (cost < least) {
            least = cost;
            *turn = t;
            *ahead = (int32_t)along;
        }
    }
}

void crs_march_act(const struct crs *c, const struct crs_lead *lead, int32_t turn,
                   int32_t ahead, struct tc_act *out)
{
    *out = lead->act;
    if (lead->way == CRS_WHEEL) {
        out->arg[lead->turn] = turn;
        out->arg[lead->place] = ahead;
        return;
    }
    if (turn)
        out->seg[out->segs++] =
            (struct tc_seg){ find_leg(c, turn < 0 ? "left" : "right"), abs(turn) };
    if (ahead || !turn)
        out->seg[out->segs++] = (struct tc_seg){ find_leg(c, "march"), ahead };
}

/* The farthest of a march on this wheel that is legal, or -1. */
int32_t crs_farthest(struct crs *c, int node, const struct crs_lead *lead, int32_t turn,
                     int32_t most, struct tc_refusal *why)
{
    struct tc_act a;
    int32_t low = -1, high = most + 1;

    memset(why, 0, sizeof *why);
    crs_march_act(c, lead, turn, most, &a);
    if (accepts(c, node, &a, why))
        return most;
    crs_march_act(c, lead, turn, turn ? 0 : 1, &a);
    if (accepts(c, node, &a, NULL))
        low = turn ? 0 : 1;
    while (high - low > 20) {
        int32_t mid = low < 0 ? high / 2 : (low + high) / 2;
        crs_march_act(c, lead, turn, mid, &a);
        if (accepts(c, node, &a, NULL))
            low = mid;
        else
            high = mid;
        if (low < 0 && high < 40)
            break;
    }
    return low;
}

static int try_march(struct crs *c, int node, const struct crs_lead *lead, int32_t turn,
                     int32_t ahead)
{
    struct crs_pose from = c->node[node].pose;
    struct tc_act a;

    crs_march_act(c, lead, turn, ahead, &a);
    int n = crs_try(c, node, &a, false, NULL);
    if (n < 0)
        return n;
    struct crs_pose *to = &c->node[n].pose;
    if (c->node[n].stop != CRS_ASKED && to->x == from.x && to->y == from.y) {
        struct tc_rect r = after(&from, turn, ahead); /* it will stand there if it gets there */
        to->x = r.x;
        to->y = r.y;
        to->facing = r.facing;
    }
    return n;
}

/* A wheel, a march and a second wheel that bring it to the goal, facing as it should. */
static bool square_march(const struct crs *c, const struct crs_lead *lead,
                         const struct crs_pose *p, const struct crs_goal *goal,
                         struct tc_act *out)
{
    int32_t turn = tc_turn((uint16_t)tc_max(p->facing, 0), (uint16_t)goal->facing);
    int64_t least = 400;
    bool found = false;

    for (int32_t t = -TC_QUARTER; t <= TC_QUARTER; t += 128) {
        int32_t rest = turn - t;
        if (abs(rest) > TC_QUARTER)
            continue;
        struct crs_pose mid = *p;
        struct tc_rect r = after(p, t, 0);
        mid.x = r.x;
        mid.y = r.y;
        mid.facing = r.facing;
        struct tc_rect second = after(&mid, rest, 0); /* what the second wheel adds */
        struct crs_goal before = { goal->x - (second.x - r.x), goal->y - (second.y - r.y), 0,
                                   false };
        int64_t dx = before.x - r.x, dy = before.y - r.y;
        int64_t along = (dx * tc_sin(r.facing) + dy * tc_cos(r.facing)) >> 30;
        if (along < 0)
            along = 0;
        struct tc_rect end = tc_march(r, (int32_t)along);
        int64_t miss =
            tc_dist((struct tc_pt){ end.x, end.y }, (struct tc_pt){ before.x, before.y }) +
            (abs(t) + abs(rest)) / 256;
        if (miss >= least)
            continue;
        least = miss;
        found = true;
        crs_march_act(c, lead, t, (int32_t)along, out);
        if (rest)
            out->seg[out->segs++] =
                (struct tc_seg){ find_leg(c, rest < 0 ? "left" : "right"), abs(rest) };
    }
    return found;
}

static void toward_march(struct crs *c, int node, const struct crs_lead *lead,
                         const struct crs_goal *goal, struct tc_refusal *why)
{
    struct crs_pose from = c->node[node].pose;
    int32_t turn = 0, ahead = 0;
    struct tc_refusal unused;
    struct tc_act act;

    if (goal->square && lead->way == CRS_PATH && square_march(c, lead, &from, goal, &act) &&
        crs_try(c, node, &act, false, why) >= 0)
        return;
    best_march(&from, goal, &turn, &ahead);
    if (try_march(c, node, lead, turn, ahead) >= 0)
        return;
    int32_t most = crs_farthest(c, node, lead, turn, ahead, why);
    if (most > 0 || (most == 0 && turn))
        try_march(c, node, lead, turn, most);
    else if (why->has_nearest && why->nearest.verb == lead->act.verb)
        crs_try(c, node, &why->nearest, false, NULL);
    for (int k = 3; turn && most < 0 && k > 0; k--) { /* too far round: a part of the wheel */
        int32_t less = turn * k / 4;
        most = crs_farthest(c, node, lead, less, ahead, &unused);
        if (most >= 0)
            try_march(c, node, lead, less, most);
    }
    if (turn) {
        most = crs_farthest(c, node, lead, 0, ahead, &unused);
        if (most > 0)
            try_march(c, node, lead, 0, most);
    }
}

static void toward_point(struct crs *c, int node, const struct crs_lead *lead,
                         const struct crs_goal *goal, struct tc_refusal *why)
{
    struct tc_act a = lead->act;

    a.arg[lead->place] = goal->x;
    a.arg[lead->place + 1] = goal->y;
    if (lead->face >= 0)
        a.arg[lead->face] = goal->facing >= 0 ? goal->facing : c->node[node].pose.facing;
    memset(why, 0, sizeof *why);
    if (crs_try(c, node, &a, false, why) < 0 && why->has_nearest)
        crs_try(c, node, &why->nearest, false, NULL);
}

void crs_toward(struct crs *c, int node, const struct crs_lead *lead,
                const struct crs_goal *goal, struct tc_refusal *why)
{
    switch (lead->way) {
    case CRS_HEX: toward_hex(c, node, lead, goal, why); break;
    case CRS_PATH:
    case CRS_WHEEL: toward_march(c, node, lead, goal, why); break;
    case CRS_POINT: toward_point(c, node, lead, goal, why); break;
    default: break;
    }
}

struct tc_pt crs_end_of(const struct crs_pose *p, int32_t turn, int32_t ahead)
{
    struct tc_rect r = after(p, turn, ahead);

    return (struct tc_pt){ r.x, r.y };
}
