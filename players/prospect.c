/* players/prospect.c - what may come of the best answers, in the battle's own money.
 *
 * Each is played on to the thinker's next turn a few times, both sides doing what is natural.
 * Counted are the strength both sides lose and who holds the grounds then, as the scene tells
 * them, so that every system has it.
 */
#include "players/prospect.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/scene.h"

enum { LONGEST = 2000, TENTHS = 10 };

struct count {
    int32_t strength[TC_SIDES];
    int grounds;
    int8_t holder[PLR_GROUNDS];
};

struct walk {
    const struct tc_act *first;
    struct tc_scene *scene;
    struct count before, after;
    bool asked, seen, counted;
    int left;
};

static bool is_ground(const struct tc_overlay *o)
{
    return strcmp(o->what, "objective") == 0;
}

static void count_up(const struct plr_think *t, const void *state, struct tc_scene *scene,
                     struct count *out)
{
    int last = TC_NONE;

    memset(out, 0, sizeof *out);
    tc_scene_clear(scene);
    t->book->rules->scene(t->book, state, TC_NONE, scene);
    for (int i = 0; i < scene->pieces; i++) {
        const struct tc_piece *p = &scene->piece[i];
        if (p->id == last || p->side < 0 || p->side >= TC_SIDES)
            continue; /* one body of several */
        last = p->id;
        out->strength[p->side] += p->strength;
    }
    for (int i = 0; i < scene->overlays && out->grounds < PLR_GROUNDS; i++)
        if (is_ground(&scene->overlay[i]))
            out->holder[out->grounds++] = scene->overlay[i].side;
}

static void at_question(void *ctx, struct plr_think *t, const struct tc_view *v,
                        struct tc_act *out)
{
    struct walk *w = ctx;

    if (!w->asked) {
        w->asked = true;
        count_up(t, v->state, w->scene, &w->before);
        *out = *w->first;
        plr_full_turn(t, v, &w->seen);
    } else if (plr_full_turn(t, v, &w->seen) || w->left-- == 0) {
        count_up(t, v->state, w->scene, &w->after);
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

static void note_names(const struct walk *w, int side, struct plr_prospect *p)
{
    int n = 0;

    for (int i = 0; i < w->scene->overlays && n < PLR_GROUNDS; i++) {
        const struct tc_overlay *o = &w->scene->overlay[i];
        if (!is_ground(o))
            continue;
        struct tc_text name = tc_text_on(p->ground[n].name, sizeof p->ground[n].name);
        tc_text_str(&name, o->label);
        p->ground[n].mine = w->before.holder[n] == side;
        n++;
    }
    p->grounds = n;
}

static void look_on(struct plr_think *t, uint64_t seed, int courses, struct walk *w,
                    struct plr_prospect *p)
{
    const struct tc_head *h = t->state;
    int held[PLR_GROUNDS] = { 0 }, won = 0, beaten = 0, sum[TC_SIDES] = { 0, 0 };

    memset(p, 0, sizeof *p);
    for (int k = 0; k < courses; k++) {
        w->asked = w->seen = w->counted = false;
        w->left = LONGEST;
        if (!plr_course(t, plr_seed(seed, (uint64_t)k), at_question, w))
            continue;
        if (!w->counted)
            count_up(t, t->state, w->scene, &w->after);
        p->courses++;
        for (int side = 0; side < TC_SIDES; side++)
            sum[side] += lost(w, side);
        for (int i = 0; i < w->after.grounds; i++)
            held[i] += w->after.holder[i] == t->side;
        won += !w->counted && h->over && h->winner == t->side;
        beaten += !w->counted && h->over && h->winner == !t->side;
    }
    if (!p->courses)
        return;
    note_names(w, t->side, p);
    p->lost = TENTHS * sum[t->side] / p->courses;
    p->enemy_lost = TENTHS * sum[!t->side] / p->courses;
    p->won = 100 * won / p->courses;
    p->beaten = 100 * beaten / p->courses;
    for (int i = 0; i < p->grounds; i++)
        p->ground[i].held = 100 * held[i] / p->courses;
}

void plr_prospects(struct plr_think *t, uint64_t seed, int courses, struct plr_advice *a)
{
    struct walk w = { .scene = malloc(sizeof *w.scene) };

    TC_BUG_ON(!w.scene);
    t->playing = true;
    for (int i = 0; i < a->n && i < PLR_EXPLAINED; i++) {
        w.first = &a->thought[i].act;
        look_on(t, seed, courses, &w, &a->prospect[i]);
    }
    t->playing = false;
    free(w.scene);
}

/* --- In words ------------------------------------------------------------------------------
 */

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
        told |= UINT32_C(1) << best;
        tc_text_str(out, p->ground[best].mine ? tc_word("; keeps ") : tc_word("; has "));
        tc_text_str(out, p->ground[best].name);
        tc_text_str(out, tc_word(" in "));
        tc_text_int(out, p->ground[best].held);
        tc_text_str(out, "%");
    }
}

void plr_say_prospect(const struct plr_prospect *p, struct tc_text *out)
{
    if (!p->courses)
        return;
    if (p->lost == 0 && p->enemy_lost == 0) {
        tc_text_str(out, tc_word("nobody loses anything until the next turn"));
    } else {
        tc_text_str(out, tc_word("costs about "));
        say_tenths(p->lost, out);
        tc_text_str(out, tc_word(" of strength until the next turn, the enemy "));
        say_tenths(p->enemy_lost, out);
    }
    say_grounds(p, out);
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
