/* protocol/course.c - positions and the answers that lead to them. */
#include "protocol/course.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/course_own.h"
#include "protocol/session_own.h"

/* --- Keeping positions ---------------------------------------------------------------- */

static void keep_game(struct crs_node *n, const struct tc_game *g)
{
    uint32_t acts = g->tape.acts - g->act_at, faces = g->tape.faces - g->face_at;

    n->state = ses_alloc(g->u.rules->state_size);
    memcpy(n->state, g->checkpoint, g->u.rules->state_size);
    n->acts = acts;
    n->faces = faces;
    n->taped = acts ? ses_alloc(acts * sizeof *n->taped) : NULL;
    n->face = faces ? ses_alloc(faces) : NULL;
    for (uint32_t i = 0; i < acts; i++) {
        n->taped[i] = g->tape.act[g->act_at + i];
        n->taped[i].face -= g->face_at;
    }
    if (faces)
        memcpy(n->face, g->tape.face + g->face_at, faces);
}

static void set_game(const struct crs *c, const struct crs_node *n, struct ses_fork *f)
{
    struct tc_tape tape = f->g.tape;

    tc_game_init_from(&f->g, c->bk, f->mem, f->work, f->open, n->state);
    f->g.tape = tape;
    if (n->acts)
        memcpy(f->g.tape.act, n->taped, n->acts * sizeof *n->taped);
    if (n->faces)
        memcpy(f->g.tape.face, n->face, n->faces);
    f->g.tape.acts = n->acts;
    f->g.tape.faces = n->faces;
    f->g.u.dice = c->loose ? TC_DICE_FAIR : TC_DICE_TYPED; /* a plan rolls nothing */
    f->g.u.stream = tc_stream_from(7);                     /* dice that are nobody's */
}

static struct crs_node *new_node(struct crs *c, int parent)
{
    if (c->n == CRS_NODES)
        return NULL;
    if (c->n == c->room) {
        c->room = c->room ? c->room * 2 : 64;
        c->node = realloc(c->node, (size_t)c->room * sizeof *c->node);
        TC_BUG_ON(!c->node);
    }
    memset(&c->node[c->n], 0, sizeof c->node[c->n]);
    c->node[c->n].parent = parent;
    return &c->node[c->n++];
}

static void drop_node(struct crs_node *n)
{
    free(n->state);
    free(n->taped);
    free(n->face);
}

void crs_open(struct crs *c, const struct ses_game *s, const struct tc_game *from, int side)
{
    memset(c, 0, sizeof *c);
    c->bk = from->u.book;
    c->side = side;
    c->at = TC_NONE;
    ses_fork_init(s, &c->here);
    ses_fork_init(s, &c->there);
    c->list = ses_alloc_offers();
    c->scene = ses_alloc(sizeof *c->scene);
    struct crs_node *n = new_node(c, TC_NONE);
    keep_game(n, from);
    n->query = from->u.open;
    n->stop = CRS_ASKED;
    n->left = -1;
}

void crs_close(struct crs *c)
{
    for (int i = 0; i < c->n; i++)
        drop_node(&c->node[i]);
    free(c->node);
    free(c->list);
    free(c->scene);
    ses_fork_free(&c->here);
    ses_fork_free(&c->there);
    memset(c, 0, sizeof *c);
}

void crs_rebase(struct crs *c, int node)
{
    struct crs_node keep = c->node[node];

    for (int i = 0; i < c->n; i++)
        if (i != node)
            drop_node(&c->node[i]);
    keep.parent = TC_NONE;
    keep.expanded = false;
    c->node[0] = keep;
    c->n = 1;
    c->at = TC_NONE;
    c->tries = 0;
}

void crs_visit(struct crs *c, int node)
{
    if (c->at == node)
        return;
    set_game(c, &c->node[node], &c->here);
    tc_game_go(&c->here.g);
    c->at = node;
}

/* --- Names ----------------------------------------------------------------------------------
 */

static const char *name_at(const struct crs *c, const struct tc_decl *d, const int32_t *arg,
                           int i)
{
    const struct tc_param *p = &d->param[i];
    int32_t v = arg[tc_decl_place(d, i)];

    if (p->kind != TC_K_NAME || v < 0 || v >= c->bk->rules->names(c->bk, p->list))
        return NULL;
    return c->bk->rules->name_of(c->bk, p->list, v);
}

bool crs_names(const struct crs *c, const struct tc_decl *d, const int32_t *arg,
               const char *key)
{
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        const char *name = name_at(c, d, arg, i);
        if (name && key && strcmp(name, key) == 0)
            return true;
    }
    return false;
}

bool crs_names_other(const struct crs *c, const struct tc_decl *d, const int32_t *arg)
{
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        const char *name = name_at(c, d, arg, i);
        if (name && strcmp(name, c->key) != 0 && (!c->group || strcmp(name, c->group) != 0))
            return true;
    }
    return false;
}

bool crs_about(const struct crs *c, const struct tc_query *q, const char *key)
{
    return crs_names(c, &c->bk->rules->questions[q->question].decl, q->arg, key);
}

bool crs_plain(const struct crs *c, const struct tc_act *a)
{
    const struct tc_decl *d = &c->bk->rules->verbs[a->verb];

    return a->segs == 0 && d->param[0].kind == TC_K_END;
}

/* --- Trying ----------------------------------------------------------------------------------
 */

/* What the question says is left to the piece, as its movement points. */
static int32_t left_of(const struct crs *c, const struct tc_query *q)
{
    const struct tc_decl *d = &c->bk->rules->questions[q->question].decl;

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        if (d->param[i].kind != TC_K_NAME && d->param[i].name &&
            (strcmp(d->param[i].name, "left") == 0 ||
             strcmp(d->param[i].name, "allowance") == 0 ||
             strcmp(d->param[i].name, "value") == 0))
            return q->arg[tc_decl_place(d, i)];
    return -1;
}

static bool find_piece(struct crs *c, const void *state, const char *key, struct crs_pose *out)
{
    memset(out, 0, sizeof *out);
    tc_scene_clear(c->scene);
    c->bk->rules->scene(c->bk, state, c->side, c->scene);
    for (int i = 0; i < c->scene->pieces; i++) {
        const struct tc_piece *p = &c->scene->piece[i];
        if (!p->key || strcmp(p->key, key) != 0)
            continue;
        *out = (struct crs_pose){
            .x = p->x, .y = p->y, .facing = p->facing, .w = p->w, .d = p->d, .there = true
        };
        strncpy(out->formation, p->formation ? p->formation : "", sizeof out->formation - 1);
        return true;
    }
    return false;
}

bool crs_find(struct crs *c, int node, const char *key, struct crs_pose *out)
{
    crs_visit(c, node);
    return find_piece(c, tc_game_state(&c->here.g), key, out);
}

static void push(struct tc_game *g, const struct tc_query *q, const struct tc_act *a)
{
    struct tc_taped *e = &g->tape.act[g->tape.acts++];

    memset(e, 0, sizeof *e);
    e->act = *a;
    e->face = g->tape.faces;
    e->question = q->question;
    e->side = q->side;
}

static void describe(struct crs *c, struct crs_node *n, const struct tc_game *g)
{
    n->left = -1;
    if (g->status == TC_WAITS_DICE) {
        n->stop = CRS_DICE;
    } else if (g->status != TC_WAITS_ANSWER) {
        n->stop = CRS_OVER;
    } else {
        n->query = g->u.open;
        n->stop = g->u.open.side == c->side || c->loose ? CRS_ASKED : CRS_OTHER;
        n->left = n->stop == CRS_ASKED ? left_of(c, &n->query) : -1;
    }
    if (c->key)
        find_piece(c, tc_game_state(g), c->key, &n->pose);
}

int crs_try(struct crs *c, int node, const struct tc_act *a, bool judged,
            struct tc_refusal *why)
{
    const struct tc_query q = c->node[node].query;

    if (c->node[node].stop != CRS_ASKED || c->tries >= CRS_TRIES)
        return TC_NONE;
    if (!judged) {
        crs_visit(c, node);
        struct tc_view v = { c->bk, c->here.g.snapshot, &c->here.g.u.open };
        if (!tc_judge_act(c->bk->rules, &v, c->here.open, a, why))
            return TC_NONE;
    }
    c->tries++;
    set_game(c, &c->node[node], &c->there);
    push(&c->there.g, &q, a);
    tc_game_go(&c->there.g);
    struct crs_node *n = new_node(c, node);
    if (!n)
        return TC_NONE;
    n->act = *a;
    keep_game(n, &c->there.g);
    describe(c, n, &c->there.g);
    return c->n - 1;
}

/* Is there an answer that ends the way, at the open question of a copy? */
static bool can_end(const struct crs *c, const struct tc_game *g)
{
    const struct tc_ruleset *r = c->bk->rules;
    const struct tc_offers *list = g->u.open_offers;

    if (g->status != TC_WAITS_ANSWER || g->u.open.side != c->side ||
        !crs_about(c, &g->u.open, c->key) ||
        (r->questions[g->u.open.question].decl.flags & TC_F_FREE))
        return true;
    for (int i = 0; i < list->n; i++)
        if (r->verbs[list->act[i].verb].flags & TC_F_REST)
            return true;
    return false;
}

bool crs_may_stay(struct crs *c, int node)
{
    struct crs_node *n = &c->node[node];
    struct tc_game *g = &c->there.g;

    if (n->stays)
        return n->stays == 1;
    n->stays = 1;
    if (n->parent == TC_NONE || n->stop == CRS_DICE || n->stop == CRS_OVER)
        return true;
    if (n->stop == CRS_ASKED && n->query.question != c->node[n->parent].query.question)
        return true;
    set_game(c, n, &c->there);
    tc_game_go(g);
    for (int i = 0; i < 8 && g->status == TC_WAITS_ANSWER && g->u.open.side != c->side; i++)
        if (!crs_let_be(g, c->list))
            return true;
    n->stays = can_end(c, g) ? 1 : 2;
    return n->stays == 1;
}

int crs_course(const struct crs *c, int node, struct tc_act *out, int room)
{
    int n = 0;

    for (int i = node; c->node[i].parent != TC_NONE; i = c->node[i].parent)
        n++;
    if (n > room)
        return TC_NONE;
    for (int i = node, k = n; c->node[i].parent != TC_NONE; i = c->node[i].parent)
        out[--k] = c->node[i].act;
    return n;
}
