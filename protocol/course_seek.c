/* protocol/course_seek.c - looking for the course that brings a piece to a place. */
#include <string.h>

#include "protocol/course_own.h"
#include "protocol/course_seek.h"

/* --- Which answers are tried ----------------------------------------------------------------
 */

/* A march is not to become an attack, a flight or another formation by the way. */
static bool is_march(const struct crs *c, const struct tc_act *a)
{
    return !(c->bk->rules->verbs[a->verb].flags & (TC_F_ASIDE | TC_F_STRIKE | TC_F_RESHAPE));
}

static bool names_it(const struct crs *c, const struct tc_act *a)
{
    const struct tc_decl *d = &c->bk->rules->verbs[a->verb];

    return crs_names(c, d, a->arg, c->key) || crs_names(c, d, a->arg, c->group);
}

static bool any_names_it(const struct crs *c, const struct tc_offers *list)
{
    for (int i = 0; i < list->n; i++)
        if (names_it(c, &list->act[i]) && is_march(c, &list->act[i]))
            return true;
    return false;
}

/* An answer that lets things be; what everybody says on the way to the piece's own turn. */
static bool lets_be(const struct tc_ruleset *r, const struct tc_act *a)
{
    return r->verbs[a->verb].flags & TC_F_REST;
}

bool crs_let_be(struct tc_game *g, struct tc_offers *list)
{
    const struct tc_ruleset *r = g->u.rules;
    struct tc_view v = { g->u.book, g->snapshot, &g->u.open };
    struct tc_why why;

    if (r->questions[g->u.open.question].decl.flags & TC_F_FREE)
        tc_list_answers(r, &v, list);
    else
        ses_copy_offers(list, g->u.open_offers);
    for (int i = 0; i < list->n; i++)
        if (lets_be(r, &list->act[i]) &&
            tc_game_answer(g, &list->act[i], NULL, &why) == TC_OK) {
            tc_game_go(g);
            return true;
        }
    return false;
}

static bool wanted(const struct crs *c, const struct tc_query *q, const struct tc_act *a,
                   bool named)
{
    const struct tc_decl *d = &c->bk->rules->verbs[a->verb];
    bool dice = d->flags & TC_F_THROW;

    if (!is_march(c, a) || (!dice && crs_names_other(c, d, a->arg)))
        return false;
    if (names_it(c, a))
        return true;
    if (crs_about(c, q, c->key))
        return true;
    return !named && crs_plain(c, a) && crs_about(c, q, c->group);
}

enum { CANDIDATES = 40 }; /* of a free question without a lead, tried at most */

void crs_spread(struct crs *c, int node)
{
    const struct tc_query q = c->node[node].query;
    bool free = c->bk->rules->questions[q.question].decl.flags & TC_F_FREE;
    int tried = 0;

    crs_visit(c, node);
    struct tc_view v = { c->bk, c->here.g.snapshot, &c->here.g.u.open };
    if (free)
        tc_list_answers(c->bk->rules, &v, c->list);
    else
        ses_copy_offers(c->list, c->here.open);
    bool named = any_names_it(c, c->list);
    for (int i = 0; c->loose && !named && !crs_about(c, &q, c->key) && i < c->list->n; i++)
        if (lets_be(c->bk->rules, &c->list->act[i])) {
            crs_try(c, node, &c->list->act[i], true, NULL);
            return;
        }
    for (int i = 0; i < c->list->n && (!free || tried < CANDIDATES); i++)
        if (wanted(c, &q, &c->list->act[i], named)) {
            crs_try(c, node, &c->list->act[i], true, NULL);
            tried++;
        }
    /* What if: who must be answered and is not meant is answered as comes first. */
    if (c->loose && tried == 0 && c->list->n > 0)
        crs_try(c, node, &c->list->act[0], true, NULL);
}

/* --- Which position is looked at next
 * ---------------------------------------------------------
 */

/* On the free table less is not always worse: who has much left may owe more. */
static bool same_place(const struct crs *c, const struct crs_node *a, const struct crs_node *b)
{
    bool free = c->bk->rules->questions[a->query.question].decl.flags & TC_F_FREE;

    if (free ? a->left != b->left : a->left > b->left)
        return false;
    return a->query.question == b->query.question && a->pose.x == b->pose.x &&
           a->pose.y == b->pose.y && a->pose.facing == b->pose.facing &&
           strcmp(a->pose.formation, b->pose.formation) == 0 &&
           memcmp(a->query.arg, b->query.arg, sizeof a->query.arg[0]) == 0;
}

bool crs_seen_before(const struct crs *c, int node)
{
    for (int i = 0; i < c->n; i++)
        if (i != node && c->node[i].expanded && same_place(c, &c->node[node], &c->node[i]))
            return true;
    return false;
}

bool crs_worth_a_look(struct crs *c, int i)
{
    struct crs_node *n = &c->node[i];

    if (n->expanded || n->stop != CRS_ASKED)
        return false;
    /* Who has just been chosen, with its command, is meant by a question that names nobody. */
    bool chosen = n->parent == 0 && names_it(c, &n->act);
    if (i > 0 && !c->loose && !chosen && !crs_about(c, &n->query, c->key) &&
        !crs_about(c, &n->query, c->group))
        return false;
    if (i > 0 && strcmp(n->pose.formation, c->node[0].pose.formation) != 0)
        return false;
    bool own = crs_about(c, &n->query, c->key) || crs_about(c, &n->query, c->group);
    if (!own && c->loose)
        return true; /* a chain of answers: nothing comes twice */
    if (crs_seen_before(c, i)) {
        n->expanded = true;
        return false;
    }
    return true;
}

static int depth_of(const struct crs *c, int i)
{
    int n = 0;

    for (; c->node[i].parent != TC_NONE; i = c->node[i].parent)
        n++;
    return n;
}

static int next_open(struct crs *c)
{
    int best = TC_NONE;

    for (int i = 0; i < c->n; i++)
        if (crs_worth_a_look(c, i) &&
            (best < 0 || c->node[i].far < c->node[best].far ||
             (c->node[i].far == c->node[best].far && c->node[i].left > c->node[best].left)))
            best = i;
    return best;
}

static void look(struct crs *c, int i, const struct crs_goal *goal, struct tc_refusal *why)
{
    struct crs_lead lead[8];
    int from = c->n, leads = 0;

    c->node[i].expanded = true;
    if (crs_about(c, &c->node[i].query, c->key))
        leads = crs_leads(c, &c->node[i].query, lead, 8);
    for (int k = 0; k < leads; k++)
        crs_toward(c, i, &lead[k], goal, why);
    if (leads == 0)
        crs_spread(c, i);
    for (int k = from; k < c->n; k++)
        c->node[k].far = crs_far(c, &c->node[k].pose, goal);
}

/* --- The best of them ------------------------------------------------------------------------
 */

/* It has said that it will throw for its move; others may be asked before the die falls. */
static bool rolls_to_move(const struct crs *c, int i)
{
    const struct crs_node *n = &c->node[i];

    return (c->bk->rules->verbs[n->act.verb].flags & TC_F_THROW) &&
           (n->stop != CRS_ASKED || !crs_about(c, &n->query, c->key));
}

enum { FAR_GOAL = 5000 }; /* on the free table: farther than most throws reach */

/* A throw with a yes in it is for a farther march (malbrook: double distance); one that names
 * somebody else is for halting beside him. */
static int unfit_throw(const struct crs *c, const struct tc_act *a)
{
    const struct tc_decl *d = &c->bk->rules->verbs[a->verb];
    bool far = c->scene->board != TC_BOARD_HEX && c->node[0].far > FAR_GOAL, yes = false;

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        yes |= d->param[i].kind == TC_K_BOOL && a->arg[tc_decl_place(d, i)] > 0;
    return (yes != far) + (crs_names_other(c, d, a->arg) ? 10 : 0);
}

/* Nothing leads nearer before a die: then the throw for movement, of the whole brigade where
 * it moves as one. */
static int best_throw(const struct crs *c, bool whole)
{
    int best = TC_NONE, least = 0;

    for (int i = 1; i < c->n; i++) {
        if (!rolls_to_move(c, i))
            continue;
        int first = i;
        while (c->node[first].parent > 0)
            first = c->node[first].parent;
        const struct tc_act *a = &c->node[first].act;
        bool one = crs_names(c, &c->bk->rules->verbs[a->verb], a->arg, c->group);
        int cost =
            20 * depth_of(c, i) + (one == whole ? 0 : 2000) + unfit_throw(c, &c->node[i].act);
        if (best < 0 || cost < least) {
            best = i;
            least = cost;
        }
    }
    return best;
}

static int nearest(const struct crs *c)
{
    int best = 0;

    for (int i = 1; i < c->n; i++)
        if (c->node[i].stays != 2 && (c->node[i].far < c->node[best].far ||
                                      (c->node[i].far == c->node[best].far && best > 0 &&
                                       depth_of(c, i) < depth_of(c, best))))
            best = i;
    return best;
}

/* The nearest where it may stay, too. */
static int best_place(struct crs *c)
{
    int best = nearest(c);

    while (best > 0 && c->node[best].far < c->node[0].far && !crs_may_stay(c, best))
        best = nearest(c);
    return best;
}

/* Where a question still waits for the piece, it says that it stays there. */
int crs_halt(struct crs *c, int node)
{
    if (node <= 0 || c->node[node].stop != CRS_ASKED ||
        c->node[node].query.question != c->node[c->node[node].parent].query.question ||
        !crs_about(c, &c->node[node].query, c->key))
        return node;
    crs_visit(c, node);
    struct tc_view v = { c->bk, c->here.g.snapshot, &c->here.g.u.open };
    if (c->bk->rules->questions[c->node[node].query.question].decl.flags & TC_F_FREE)
        tc_list_answers(c->bk->rules, &v, c->list);
    else
        ses_copy_offers(c->list, c->here.open);
    for (int i = 0; i < c->list->n; i++)
        if (crs_plain(c, &c->list->act[i]) && lets_be(c->bk->rules, &c->list->act[i])) {
            int next = crs_try(c, node, &c->list->act[i], true, NULL);
            return next < 0 ? node : next;
        }
    return node;
}

int crs_fire_first(const struct crs *c)
{
    const struct tc_ruleset *r = c->bk->rules;

    for (int i = 1; i < c->n; i++) {
        const char *chore = js_chore(r, c->node[i].query.question);
        if (c->node[i].parent == 0 && c->node[i].stop == CRS_ASKED && chore &&
            !strcmp(chore, "fire") && names_it(c, &c->node[i].act))
            return i;
    }
    return TC_NONE;
}

/* --- What keeps it from going on ------------------------------------------------------------
 */

/* A word of the compass as a direction: x to the east, y to the north. */
static bool compass(const char *word, int64_t *x, int64_t *y)
{
    *x = *y = 0;
    for (; *word; word++)
        switch (*word) {
        case 'n': *y += 1000; break;
        case 's': *y -= 1000; break;
        case 'e': *x += 1000; break;
        case 'w': *x -= 1000; break;
        default: return false;
        }
    return *x || *y;
}

/* How well a direction leads along (dx, dy): the square of the cosine, with its sign. */
static int64_t leads_along(int64_t x, int64_t y, int64_t dx, int64_t dy)
{
    int64_t dot = (x * dx + y * dy) / 1000, len = (x * x + y * y) / 1000;

    return dot < 0 ? -1 : dot * dot / (len > 0 ? len : 1);
}

/* Without a trace: nothing is added to what has been looked at. */
static void ask_judge(struct crs *c, int node, const struct tc_act *a, struct tc_refusal *why)
{
    crs_visit(c, node);
    struct tc_view v = { c->bk, c->here.g.snapshot, &c->here.g.u.open };
    tc_judge_act(c->bk->rules, &v, c->here.open, a, why);
}

/* Where steps are named by the compass (one hex east) the step towards the goal says why it is
 * refused. */
static void ask_step(struct crs *c, int node, const struct crs_goal *goal,
                     struct tc_refusal *why)
{
    const struct tc_ruleset *r = c->bk->rules;
    const struct crs_pose *p = &c->node[node].pose;
    int32_t q = goal->x - p->x, s = goal->y - p->y;
    bool flat = c->scene->hex.flat_top;
    int64_t dx = flat ? 1500 * q : 1732 * q + 866 * s,
            dy = flat ? -1732 * s - 866 * q : -1500 * s;

    for (int v = 0; v < r->verb_count && v < 64; v++) {
        const struct tc_param *word = &r->verbs[v].param[0];
        struct tc_act a = { .verb = (int16_t)v };
        int64_t most = 0, x, y;
        if (!(r->questions[c->node[node].query.question].verbs >> v & 1) ||
            word->kind != TC_K_WORD || word[1].kind != TC_K_END || !is_march(c, &a))
            continue;
        for (int w = 0; word->words[w]; w++)
            if (compass(word->words[w], &x, &y) && leads_along(x, y, dx, dy) > most) {
                most = leads_along(x, y, dx, dy);
                a.arg[0] = w;
            }
        if (most > 0) {
            ask_judge(c, node, &a, why);
            return;
        }
    }
}

/* It could go there and may not stay there: why not? */
static void ask_stay(struct crs *c, struct tc_refusal *why)
{
    const struct tc_ruleset *r = c->bk->rules;

    for (int k = 1; k < c->n && !why->rule; k++)
        for (int v = 0; c->node[k].stays == 2 && v < r->verb_count && v < 64; v++) {
            struct tc_act a = { .verb = (int16_t)v };
            if ((r->questions[c->node[k].query.question].verbs >> v & 1) && !why->rule &&
                (r->verbs[v].flags & TC_F_REST) && r->verbs[v].param[0].kind == TC_K_END)
                ask_judge(c, k, &a, why);
        }
}

/* Nothing that was tried says why it cannot come to the goal. */
static void ask_why_not(struct crs *c, int best, const struct crs_goal *goal,
                        struct tc_refusal *why)
{
    int last = best;

    /* Where it has been chosen and has not gone anywhere yet, too. */
    for (int k = 1; k < c->n && last == 0; k++)
        if (c->node[k].stop == CRS_ASKED && crs_about(c, &c->node[k].query, c->key) &&
            c->node[k].far == c->node[0].far)
            last = k;
    ask_stay(c, why);
    if (!why->rule && c->node[last].stop == CRS_ASKED)
        ask_step(c, last, goal, why);
}

void crs_why_not_asked(struct crs *c, struct tc_refusal *why)
{
    const struct tc_ruleset *r = c->bk->rules;
    uint64_t verbs = r->questions[c->node[0].query.question].verbs;

    for (int v = 0; v < r->verb_count && v < 64 && !why->rule; v++) {
        const struct tc_param *p = &r->verbs[v].param[0];
        struct tc_act a = { .verb = (int16_t)v };
        if (!(verbs >> v & 1) || p->kind != TC_K_NAME || p[1].kind != TC_K_END ||
            !is_march(c, &a))
            continue;
        a.arg[0] = tc_find_name(r, c->bk, p->list, c->key, strlen(c->key));
        if (a.arg[0] >= 0)
            ask_judge(c, 0, &a, why);
    }
}

enum { SEEK_TRIES = 900 };

int crs_seek(struct crs *c, const struct crs_goal *goal, bool whole, struct tc_refusal *why)
{
    int i;

    memset(why, 0, sizeof *why);
    c->tries = 0;
    crs_find(c, 0, c->key, &c->node[0].pose);
    c->node[0].far = crs_far(c, &c->node[0].pose, goal);
    while (c->tries < SEEK_TRIES && (i = next_open(c)) >= 0) {
        look(c, i, goal, why);
        if (c->node[best_place(c)].far == 0)
            break;
    }
    int best = best_place(c);
    if (c->scene->board == TC_BOARD_HEX && !why->rule && c->node[best].far > 0)
        ask_why_not(c, best, goal, why);
    if (best > 0 && c->node[best].far < c->node[0].far)
        return crs_halt(c, best);
    return best_throw(c, whole);
}
