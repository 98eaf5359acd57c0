/* protocol/course_manner.c - orders that are no march: form, halt, charge. */
#include <stdlib.h>
#include <string.h>

#include "kernel/danger.h"
#include "protocol/course_seek.h"

enum {
    MANNER_TRIES = 700,
    FREE_COST = 40
}; /* listing the answers of a free question is dear */

static const struct tc_decl *verb_of(const struct crs *c, const struct tc_act *a)
{
    return &c->bk->rules->verbs[a->verb];
}

/* The answers to the question of a node, as many as there is room for. */
static void list_answers(struct crs *c, int node)
{
    crs_visit(c, node);
    struct tc_view v = { c->bk, c->here.g.snapshot, &c->here.g.u.open };

    if (c->bk->rules->questions[c->node[node].query.question].decl.flags & TC_F_FREE)
        tc_list_answers(c->bk->rules, &v, c->list);
    else
        ses_copy_offers(c->list, c->here.open);
}

static bool is_about_it(const struct crs *c, int node, const struct tc_act *a)
{
    const struct tc_decl *d = verb_of(c, a);

    return crs_names(c, d, a->arg, c->key) || crs_names(c, d, a->arg, c->group) ||
           crs_about(c, &c->node[node].query, c->key) ||
           (crs_about(c, &c->node[node].query, c->group) && !crs_names_other(c, d, a->arg));
}

/* Does it go against that piece, or the hex it stands in? */
static bool is_against(const struct crs *c, const struct tc_act *a, const struct crs_foe *foe)
{
    const struct tc_decl *d = verb_of(c, a);

    if (crs_names(c, d, a->arg, foe->key))
        return true;
    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++)
        if (d->param[i].kind == TC_K_HEX && a->arg[tc_decl_place(d, i)] == foe->hex)
            return true;
    return false;
}

/* An order that is called so, as "charge". */
static bool says(const struct crs *c, const struct tc_act *a, const char *word)
{
    const struct tc_decl *d = verb_of(c, a);

    for (int i = 0; i < TC_ARGS && d->param[i].kind != TC_K_END; i++) {
        int32_t v = a->arg[tc_decl_place(d, i)];
        if (d->param[i].kind == TC_K_WORD && v >= 0 && strcmp(d->param[i].words[v], word) == 0)
            return true;
    }
    return false;
}

/* May this answer be on the way to what is wanted? */
static bool leads_on(const struct crs *c, const struct tc_act *a, const struct crs_wish *w)
{
    uint16_t flags = verb_of(c, a)->flags;

    if (a->segs && w->manner != CRS_CHARGE)
        return false; /* a march leads to no other formation and to no halt */
    if (flags & TC_F_STRIKE)
        return w->manner == CRS_CHARGE && !w->foe.key;
    if (flags & TC_F_RESHAPE)
        return w->manner == CRS_FORM;
    if (w->manner == CRS_CHARGE && says(c, a, "charge"))
        return true;
    return !(flags & TC_F_ASIDE) && (w->manner == CRS_HALT || !(flags & TC_F_REST));
}

static bool is_it(const struct crs *c, int node, const struct crs_wish *w)
{
    const struct crs_node *n = &c->node[node];
    uint16_t flags = verb_of(c, &n->act)->flags;

    if (w->manner == CRS_FORM) /* without a name all of them are looked at */
        return w->formation && strcmp(n->pose.formation, w->formation) == 0;
    if (w->manner == CRS_HALT)
        return flags & TC_F_REST;
    return (flags & TC_F_STRIKE) && is_against(c, &n->act, &w->foe);
}

static bool has_moved(const struct crs *c, int node)
{
    const struct crs_pose *a = &c->node[0].pose, *b = &c->node[node].pose;

    return a->x != b->x || a->y != b->y;
}

/* The k-th node to look at, the shortest courses first. */
static int next_node(const struct crs *c)
{
    for (int i = 0; i < c->n; i++)
        if (!c->node[i].expanded && c->node[i].stop == CRS_ASKED &&
            (i == 0 || ((crs_about(c, &c->node[i].query, c->key) ||
                         crs_about(c, &c->node[i].query, c->group)) &&
                        !has_moved(c, i))))
            return i;
    return TC_NONE;
}

/* A wheel or an about turn that keeps its ground is no new formation worth the name; the one
 * that turns it least is best. */
static int32_t turned(const struct crs *c, int node)
{
    int32_t a = c->node[0].pose.facing, b = c->node[node].pose.facing;

    return a < 0 || b < 0 ? 0 : tc_apart((uint16_t)a, (uint16_t)b);
}

/* The order that is called so is not offered here: why not? */
static void ask_why(struct crs *c, int node, const char *word, struct tc_refusal *why)
{
    const struct tc_ruleset *r = c->bk->rules;
    uint64_t verbs = r->questions[c->node[node].query.question].verbs;

    for (int v = 0; v < r->verb_count && v < 64; v++) {
        const struct tc_param *p = &r->verbs[v].param[0];
        int at = verbs >> v & 1 && p->kind == TC_K_WORD && p[1].kind == TC_K_END
                     ? tc_find_word(p->words, word, strlen(word))
                     : TC_NONE;
        struct tc_act a = { .verb = (int16_t)v, .arg = { at } };
        if (at >= 0)
            crs_try(c, node, &a, false, why);
    }
}

static void expand(struct crs *c, int i, const struct crs_wish *w, int *best,
                   struct tc_refusal *why)
{
    c->node[i].expanded = true;
    list_answers(c, i);
    if (c->bk->rules->questions[c->node[i].query.question].decl.flags & TC_F_FREE)
        c->tries += FREE_COST;
    int n = c->list->n;
    struct tc_act *act = ses_alloc(sizeof *act * (size_t)(n + 1)); /* trying uses the list */
    memcpy(act, c->list->act, sizeof *act * (size_t)n);
    for (int k = 0; k < n && c->tries < MANNER_TRIES; k++) {
        struct tc_act a = act[k];
        bool strike = w->manner == CRS_CHARGE && (verb_of(c, &a)->flags & TC_F_STRIKE) &&
                      is_against(c, &a, &w->foe);
        bool rest = w->manner == CRS_HALT && (verb_of(c, &a)->flags & TC_F_REST);
        if (!is_about_it(c, i, &a) || !(strike || rest || leads_on(c, &a, w)))
            continue;
        int at = crs_try(c, i, &a, true, why);
        if (at < 0)
            continue;
        if (is_it(c, at, w) && (*best < 0 || turned(c, at) < turned(c, *best)))
            *best = at;
        if (*best >= 0 && w->manner != CRS_FORM)
            break;
    }
    free(act);
    if (*best < 0 && w->manner == CRS_CHARGE && !why->rule &&
        crs_about(c, &c->node[i].query, c->group))
        ask_why(c, i, "charge", why);
}

/* It throws for its move, or for its order, before it can do so. */
static int first_die(const struct crs *c)
{
    for (int i = 1; i < c->n; i++)
        if (c->node[i].stop == CRS_DICE)
            return i;
    return TC_NONE;
}

/* As both stand, by ranges and arcs: no die is thrown for a charge that cannot be. */
static bool could_strike(struct crs *c, const struct crs_foe *foe)
{
    const struct tc_ruleset *r = c->bk->rules;
    int unit = tc_find_name(r, c->bk, 0, c->key, strlen(c->key));
    int other = foe->key ? tc_find_name(r, c->bk, 0, foe->key, strlen(foe->key)) : TC_NONE;
    bool found = false;

    if (!r->dangers || unit < 0 || other < 0)
        return false;
    struct tc_danger *list = ses_alloc(TC_DANGERS * sizeof *list);
    crs_visit(c, 0);
    int n = r->dangers->between(c->bk, tc_game_state(&c->here.g), unit, list, TC_DANGERS);
    for (int i = 0; i < n; i++)
        found |= list[i].strikes && list[i].from == unit && list[i].to == other;
    free(list);
    return found;
}

int crs_do(struct crs *c, const struct crs_wish *w, struct tc_refusal *why)
{
    int best = TC_NONE, i;

    memset(why, 0, sizeof *why);
    c->tries = 0;
    crs_find(c, 0, c->key, &c->node[0].pose);
    if (w->manner == CRS_FORM && w->formation &&
        strcmp(c->node[0].pose.formation, w->formation) == 0)
        return TC_NONE;
    while (c->tries < MANNER_TRIES && (i = next_node(c)) >= 0) {
        expand(c, i, w, &best, why);
        if (best >= 0)
            return best;
    }
    return w->manner == CRS_CHARGE && could_strike(c, &w->foe) ? first_die(c) : TC_NONE;
}

void crs_formations(struct crs *c, json_t *out)
{
    struct crs_wish w = { .manner = CRS_FORM };
    struct tc_refusal why;

    crs_do(c, &w, &why);
    for (int i = 1; i < c->n; i++) {
        const char *f = c->node[i].pose.formation;
        bool known = !*f || strcmp(f, c->node[0].pose.formation) == 0;
        size_t k;
        const json_t *o;
        json_array_foreach(out, k, o) known |= strcmp(json_string_value(o), f) == 0;
        if (!known)
            json_array_append_new(out, json_string(f));
    }
}
