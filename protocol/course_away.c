/* protocol/course_away.c - the natural way of one who runs: as far from the enemy as he comes.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/course.h"
#include "protocol/json.h"
#include "protocol/session_own.h"

bool crs_is_flight(const struct tc_ruleset *r, int question)
{
    const char *chore = js_chore(r, question);

    return chore && strcmp(chore, "flight") == 0;
}

static void see(struct crs *c, int node)
{
    crs_visit(c, node);
    tc_scene_clear(c->scene);
    c->bk->rules->scene(c->bk, tc_game_state(&c->here.g), c->side, c->scene);
}

/* The piece the question is about; false: none that is to be seen. */
static bool find_runner(struct crs *c, struct tc_piece *out, char key[64])
{
    see(c, 0);
    for (int i = 0; i < c->scene->pieces; i++) {
        const struct tc_piece *p = &c->scene->piece[i];
        if (p->side != c->side || !p->key || strlen(p->key) > 63 ||
            !crs_about(c, &c->node[0].query, p->key))
            continue;
        strcpy(key, p->key);
        *out = *p;
        return true;
    }
    return false;
}

static int64_t far_apart(const struct tc_scene *s, const struct tc_piece *a,
                         const struct tc_piece *b)
{
    int64_t x = (int64_t)a->x - b->x, y = (int64_t)a->y - b->y;

    if (s->board == TC_BOARD_HEX)
        return (llabs(x) + llabs(y) + llabs(x + y)) / 2;
    return x * x + y * y;
}

/* From the nearest body of the enemy; who has left the map counts as
 * standing where he was. */
static int64_t from_enemy(struct crs *c, int node, const char *key,
                          const struct tc_piece *before)
{
    struct tc_piece at = *before;
    int64_t least = INT64_MAX;

    see(c, node);
    for (int i = 0; i < c->scene->pieces; i++)
        if (c->scene->piece[i].key && strcmp(c->scene->piece[i].key, key) == 0) {
            at = c->scene->piece[i];
            break;
        }
    for (int i = 0; i < c->scene->pieces; i++) {
        const struct tc_piece *p = &c->scene->piece[i];
        if (p->side < 0 || p->side == c->side || p->arm == TC_ARM_LEADER ||
            p->arm == TC_ARM_OTHER)
            continue;
        int64_t d = far_apart(c->scene, &at, p);
        least = d < least ? d : least;
    }
    return least;
}

/* Of the offers, the one that leads farthest; the first of those that are alike. */
static bool choose(struct crs *c, const struct tc_offers *list, struct tc_act *out)
{
    struct tc_piece before;
    char key[64];
    int64_t most = -1;

    if (!find_runner(c, &before, key))
        return false;
    for (int i = 0; i < list->n; i++) {
        struct tc_refusal why;
        int node = crs_try(c, 0, &list->act[i], false, &why);
        if (node == TC_NONE)
            continue;
        int64_t d = from_enemy(c, node, key, &before);
        if (d > most) {
            most = d;
            *out = list->act[i];
        }
    }
    return most >= 0;
}

bool crs_away(const struct ses_game *s, int seat, struct tc_act *out)
{
    struct tc_offers *list;
    struct ses_fork f;
    struct crs c;
    bool found = false;

    if (s->g.status != TC_WAITS_ANSWER || !crs_is_flight(s->book->rules, s->g.u.open.question))
        return false;
    ses_fork_init(s, &f);
    ses_fork_fill(s, seat, 1, &f);
    f.g.u.dice = TC_DICE_TYPED; /* nothing is rolled on the way to the question */
    tc_game_go(&f.g);
    if (f.g.status == TC_WAITS_ANSWER && f.g.u.open.question == s->g.u.open.question) {
        crs_open(&c, s, &f.g, f.g.u.open.side);
        list = ses_alloc_offers();
        ses_list_answers(s, list);
        found = choose(&c, list, out);
        free(list);
        crs_close(&c);
    }
    ses_fork_free(&f);
    return found;
}
