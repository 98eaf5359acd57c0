/* players/prospect.c - what may come of the best answers, in the battle's own money.
 *
 * Each is played on to the thinker's next turn a few times, both sides doing what is natural.
 * Counted are the strength both sides lose and who holds the grounds then, as the scene tells
 * them, so that every system has it.
 */
#include "players/prospect.h"

#include <stdlib.h>
#include <string.h>

#include "players/deeds.h"

enum { LONGEST = 2000, TENTHS = 10, KINDS = 6, OTHERS = 24, TOLD = 3, MOSTLY = 60 };

/* How often a command did what, in all courses of an answer. */
struct habit {
    struct plr_done done[KINDS];
    int times[KINDS];
    int n;
};

struct walk {
    const struct tc_act *first;
    struct tc_scene *scene;
    struct plr_field before, after;
    struct habit habit[PLR_COMMANDS];
    bool asked, seen, counted;
    int left;
};

static void at_question(void *ctx, struct plr_think *t, const struct tc_view *v,
                        struct tc_act *out)
{
    struct walk *w = ctx;

    if (!w->asked) {
        w->asked = true;
        plr_field_read(t->book, v->state, w->scene, &w->before);
        *out = *w->first;
        plr_full_turn(t, v, &w->seen);
    } else if (plr_full_turn(t, v, &w->seen) || w->left-- == 0) {
        plr_field_read(t->book, v->state, w->scene, &w->after);
        w->counted = true;
        plr_stop(t, v, out);
    } else {
        plr_settle(t, v, out);
    }
}

static int lost(const struct walk *w, int side)
{
    return tc_max(0, w->before.strength[side] - w->after.strength[side]);
}

static void note_deeds(struct walk *w, int side)
{
    for (int c = 0; c < w->before.commands; c++) {
        struct habit *h = &w->habit[c];
        int i = 0;
        if (w->before.command[c].side != side)
            continue;
        struct plr_done d = plr_deed_of(&w->before, &w->after, c);
        while (i < h->n && (h->done[i].deed != d.deed || h->done[i].target != d.target))
            i++;
        if (i == KINDS)
            continue;
        h->done[i] = d;
        h->times[i]++;
        h->n = tc_max(h->n, i + 1);
    }
}

static int most_often(const struct habit *h)
{
    int best = 0;

    for (int i = 1; i < h->n; i++)
        if (h->times[i] > h->times[best])
            best = i;
    return best;
}

/* The command an answer, or the question, names first. */
static int command_asked(const struct plr_think *t, const struct walk *w)
{
    const struct tc_ruleset *r = t->book->rules;
    const struct tc_decl *decl[2] = { &r->verbs[w->first->verb],
                                      &r->questions[t->root.question].decl };
    const int32_t *arg[2] = { w->first->arg, t->root.arg };

    for (int k = 0; k < 2; k++)
        for (int i = 0; decl[k]->param[i].kind != TC_K_END; i++) {
            int list = decl[k]->param[i].list, at = arg[k][tc_decl_place(decl[k], i)];
            if (decl[k]->param[i].kind != TC_K_NAME || at < 0 || at >= r->names(t->book, list))
                continue;
            int c = plr_command_named(&w->before, t->side, r->name_of(t->book, list, at));
            if (c != TC_NONE)
                return c;
        }
    return TC_NONE;
}

static void say_command(const struct walk *w, int c, struct tc_text *out, int told)
{
    const struct habit *h = &w->habit[c];

    tc_text_str(out, told ? ", " : "");
    plr_say_name(w->before.command[c].name, !told, out);
    tc_text_char(out, ' ');
    plr_say_deed(&w->before, &h->done[most_often(h)], tc_is_plural(w->before.command[c].name),
                 out);
}

/* What the command that is asked about mostly does, and up to two others that do not hold. */
static void say_plan(const struct plr_think *t, const struct walk *w, struct plr_prospect *p)
{
    struct tc_text out = tc_text_on(p->plan, sizeof p->plan);
    int asked = command_asked(t, w), told = 0;

    if (asked != TC_NONE && w->habit[asked].n)
        say_command(w, asked, &out, told++);
    for (int c = 0; c < w->before.commands && told < TOLD; c++) {
        const struct habit *h = &w->habit[c];
        int i = most_often(h);
        if (c == asked || !h->n || h->done[i].deed == PLR_HOLDS ||
            h->done[i].deed == PLR_MOVES || 100 * h->times[i] < MOSTLY * p->courses)
            continue;
        say_command(w, c, &out, told++);
    }
}

static void note_grounds(const struct walk *w, int side, const int *held,
                         struct plr_prospect *p)
{
    p->grounds = tc_min(w->before.places, PLR_GROUNDS);
    for (int i = 0; i < p->grounds; i++) {
        struct tc_text name = tc_text_on(p->ground[i].name, sizeof p->ground[i].name);
        plr_say_name(w->before.place[i].name, false, &name);
        p->ground[i].mine = w->before.place[i].holder == side;
        p->ground[i].held = 100 * held[i] / p->courses;
    }
}

/* What a course came to, added up. */
struct sums {
    int held[PLR_GROUNDS], lost[TC_SIDES], won, beaten, points;
    double value;
};

static void add_course(struct plr_think *t, struct walk *w, struct sums *s)
{
    const struct tc_head *h = t->state;
    int me = t->side;

    if (!w->counted)
        plr_field_read(t->book, t->state, w->scene, &w->after);
    for (int side = 0; side < TC_SIDES; side++)
        s->lost[side] += lost(w, side);
    for (int i = 0; i < w->after.places && i < PLR_GROUNDS; i++)
        s->held[i] += w->after.place[i].holder == me;
    s->points += (w->after.points[me] - w->after.points[!me]) -
                 (w->before.points[me] - w->before.points[!me]);
    s->won += !w->counted && h->over && h->winner == me;
    s->beaten += !w->counted && h->over && h->winner == !me;
    s->value += t->value;
    note_deeds(w, me);
}

static void look_on(struct plr_think *t, uint64_t seed, int courses, struct walk *w,
                    struct plr_thought *c, struct plr_prospect *p)
{
    struct sums s = { .won = 0 };

    memset(p, 0, sizeof *p);
    memset(w->habit, 0, sizeof w->habit);
    for (int k = 0; k < courses; k++) {
        w->asked = w->seen = w->counted = false;
        w->left = LONGEST;
        if (!plr_course(t, plr_seed(seed, (uint64_t)k), at_question, w))
            continue;
        p->courses++;
        add_course(t, w, &s);
    }
    if (!p->courses)
        return;
    p->word = t->book->rules->strength_word;
    p->counts = t->book->rules->points != NULL;
    p->points = TENTHS * s.points / p->courses;
    p->lost = TENTHS * s.lost[t->side] / p->courses;
    p->enemy_lost = TENTHS * s.lost[!t->side] / p->courses;
    p->won = 100 * s.won / p->courses;
    p->beaten = 100 * s.beaten / p->courses;
    note_grounds(w, t->side, s.held, p);
    say_plan(t, w, p);
    if (!c->visits) { /* it was taken without a try: now it has had some */
        c->mean = s.value / p->courses;
        c->visits = (uint32_t)p->courses;
    }
}

void plr_prospects(struct plr_think *t, uint64_t seed, int courses, struct plr_advice *a)
{
    struct walk *w = calloc(1, sizeof *w);

    TC_BUG_ON(!w);
    w->scene = malloc(sizeof *w->scene);
    TC_BUG_ON(!w->scene);
    t->playing = true;
    for (int i = 0; i < a->n && i < PLR_EXPLAINED; i++) {
        w->first = &a->thought[i].act;
        look_on(t, seed, courses, w, &a->thought[i], &a->prospect[i]);
        a->courses += (uint64_t)a->prospect[i].courses;
    }
    t->playing = false;
    free(w->scene);
    free(w);
}

void plr_add_others(struct plr_think *t, const struct tc_game *g, uint64_t seed,
                    struct plr_advice *a)
{
    struct tc_view v = { g->u.book, tc_game_state(g), &g->u.open };
    bool free = g->u.rules->questions[v.q->question].decl.flags & TC_F_FREE;
    int (*say)(const struct tc_view *, const struct tc_act *) =
        t->eye->lean ? t->eye->lean : t->eye->settle;
    struct tc_stream lots = tc_stream_from(seed);
    struct tc_act some[OTHERS];
    int n = plr_choices(g, &lots, some, OTHERS), weight[PLR_EXPLAINED];

    for (int i = 0; i < n; i++) {
        int w = say ? say(&v, &some[i]) : 0, k = tc_min(a->n, PLR_EXPLAINED);
        if (tc_same_act(&some[i], &a->thought[0].act) ||
            plr_folly(t, &v, &some[i], free ? NULL : g->u.open_offers))
            continue;
        if (k == PLR_EXPLAINED && weight[--k] >= w)
            continue;
        for (; k > 1 && weight[k - 1] < w; k--) {
            weight[k] = weight[k - 1];
            a->thought[k] = a->thought[k - 1];
        }
        weight[k] = w;
        memset(&a->thought[k], 0, sizeof a->thought[k]);
        a->thought[k].act = some[i];
        a->n = tc_min(a->n + 1, PLR_EXPLAINED);
    }
}

/* --- In words --- */

static void say_tenths(int v, struct tc_text *out)
{
    tc_text_int(out, v / TENTHS);
    if (v < 10 * TENTHS && v % TENTHS) {
        tc_text_char(out, '.');
        tc_text_int(out, v % TENTHS);
    }
}

/* Grounds that may change hands, those most in doubt first; two are enough. */
static void say_grounds(const struct plr_prospect *p, struct tc_text *out)
{
    uint32_t told = 0;

    for (int n = 0; n < 2; n++) {
        int best = TC_NONE, most = 4;
        for (int i = 0; i < p->grounds; i++) {
            int change = p->ground[i].held - (p->ground[i].mine ? 100 : 0);
            change = change < 0 ? -change : change;
            if (change > most && !(told >> i & 1)) {
                most = change;
                best = i;
            }
        }
        if (best == TC_NONE)
            return;
        for (int i = 0; i < p->grounds; i++) /* hexes of one village: the one most in doubt */
            if (!strcmp(p->ground[i].name, p->ground[best].name))
                told |= UINT32_C(1) << i;
        tc_text_str(out, p->ground[best].mine ? tc_word("; keeps ") : tc_word("; has "));
        tc_text_str(out, p->ground[best].name);
        tc_text_str(out, tc_word(" in "));
        tc_text_int(out, p->ground[best].held);
        tc_text_str(out, "%");
    }
}

/* What losses are counted in, in the reader's language where it is known. */
static const char *counted_in(const char *word)
{
    if (!word)
        return tc_word("of strength");
    return strcmp(word, "figures") == 0 ? tc_word("figures") : word;
}

/* "+2.5 points" */
static void say_points(const struct plr_prospect *p, struct tc_text *out)
{
    int v = p->points < 0 ? -p->points : p->points;

    if (!p->counts || v == 0)
        return;
    tc_text_str(out, p->points < 0 ? "; -" : "; +");
    say_tenths(v, out);
    tc_text_str(out, v == TENTHS ? tc_word(" point") : tc_word(" points"));
}

/* "2 figures", "nothing" */
static void say_loss(int lost, bool with_word, const struct plr_prospect *p,
                     struct tc_text *out)
{
    if (lost == 0) {
        tc_text_str(out, tc_word("nothing"));
        return;
    }
    say_tenths(lost, out);
    if (!with_word)
        return;
    tc_text_char(out, ' ');
    tc_text_str(out, counted_in(p->word));
}

static void say_cost(int lost, const struct plr_prospect *p, struct tc_text *out)
{
    tc_text_str(out, lost ? tc_word("costs about ") : tc_word("costs us "));
    say_loss(lost, true, p, out);
}

void plr_say_prospect(const struct plr_prospect *p, struct tc_text *out)
{
    if (!p->courses)
        return;
    if (p->plan[0]) {
        tc_text_str(out, p->plan);
        tc_text_str(out, ": ");
    }
    if (p->lost == 0 && p->enemy_lost == 0) {
        tc_text_str(out, tc_word("nobody loses anything until the next turn"));
    } else {
        say_cost(p->lost, p, out);
        tc_text_str(out, tc_word(" until the next turn, and the enemy "));
        say_loss(p->enemy_lost, p->lost == 0, p, out);
    }
    say_grounds(p, out);
    say_points(p, out);
    if (p->won) {
        tc_text_str(out, tc_word("; wins the battle at once in "));
        tc_text_int(out, p->won);
        tc_text_str(out, "%");
    }
    if (p->beaten) {
        tc_text_str(out, tc_word("; loses it at once in "));
        tc_text_int(out, p->beaten);
        tc_text_str(out, "%");
    }
}
