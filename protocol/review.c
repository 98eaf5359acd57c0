/* protocol/review.c - a battle looked back upon. */
#include "protocol/review.h"

#include <stdlib.h>
#include <string.h>

#include "players/deeds.h"
#include "protocol/session_own.h"
#include "protocol/show.h"

/* A turn as it began. */
struct turn {
    uint32_t line;
    int number, chance; /* of side 0, of 100; -1: nobody knows */
    struct plr_field *field;
};

struct review {
    const struct ses_game *s;
    struct tc_scene *scene;
    struct turn *turn;
    int n;
};

/* --- Looking back --------------------------------------------------------------------------
 */

static void add_turn(struct review *r, uint32_t line, int number, const void *state)
{
    struct turn *t = &r->turn[r->n++];

    t->line = line;
    t->number = number;
    t->chance = -1;
    t->field = ses_alloc(sizeof *t->field);
    plr_field_read(r->s->book, state, r->scene, t->field);
}

/* The first line of every turn that can be gone back to; then the last position. */
static void find_turns(struct review *r, bool chances, void (*told)(uint32_t line))
{
    const struct ses_game *s = r->s;
    const struct tc_head *h = tc_game_state(&s->g);
    int number = TC_NONE;

    for (uint32_t i = 0; i < s->lines; i++) {
        const struct ses_line *l = &s->line[i];
        struct ses_fork f;
        if (l->undone || l->turn == number || !ses_at(s, i, &f))
            continue;
        number = l->turn;
        add_turn(r, i, number, tc_game_state(&f.g));
        ses_fork_free(&f);
        if (chances && !show_outlook(s, i, &r->turn[r->n - 1].chance))
            r->turn[r->n - 1].chance = -1;
        if (told)
            told(i);
    }
    if (r->n == 0)
        return;
    add_turn(r, s->lines - 1, h->turn, tc_game_state(&s->g));
    if (h->over)
        r->turn[r->n - 1].chance = h->winner == 0 ? 100 : h->winner == 1 ? 0 : 50;
}

/* --- As JSON -------------------------------------------------------------------------------
 */

static json_t *deeds_json(const struct plr_field *a, const struct plr_field *b, int side)
{
    json_t *list = json_array();

    for (int c = 0; c < a->commands; c++) {
        char text[200];
        struct tc_text t = tc_text_on(text, sizeof text);
        if (a->command[c].side != side)
            continue;
        struct plr_done d = plr_deed_of(a, b, c);
        plr_say_deed(a, &d, false, &t);
        json_array_append_new(list,
                              json_pack("{ss ss ss si ss}", "command", a->command[c].key,
                                        "name", a->command[c].name, "deed",
                                        plr_deed_names[d.deed], "lost", d.lost, "text", text));
    }
    return list;
}

static json_t *side_json(const struct review *r, const struct turn *a, const struct turn *b,
                         int side)
{
    char text[1200];
    struct tc_text t = tc_text_on(text, sizeof text);
    json_t *took = json_array();
    const struct plr_field *f = a->field, *g = b->field;

    text[0] = 0;
    plr_say_side(f, g, side, &t);
    for (int i = 0; i < f->places && i < g->places; i++)
        if (f->place[i].holder != side && g->place[i].holder == side)
            json_array_append_new(took, json_string(f->place[i].name));
    return json_pack("{ss ss so si si so}", "side", r->s->book->side_name[side], "text", text,
                     "commands", deeds_json(f, g, side), "lost",
                     tc_max(0, f->strength[side] - g->strength[side]), "points",
                     g->points[side], "took", took);
}

static json_t *turn_json(const struct review *r, int i)
{
    const struct turn *a = &r->turn[i], *b = &r->turn[i + 1];
    json_t *sides = json_array();

    for (int side = 0; side < TC_SIDES; side++)
        json_array_append_new(sides, side_json(r, a, b, side));
    json_t *o =
        json_pack("{sI si so}", "line", (json_int_t)a->line, "turn", a->number, "sides", sides);
    json_object_set_new(o, "chance", a->chance < 0 ? json_null() : json_integer(a->chance));
    return o;
}

static int swing(const struct review *r, int i)
{
    int a = r->turn[i].chance, b = r->turn[i + 1].chance;

    return a < 0 || b < 0 ? 0 : a < b ? b - a : a - b;
}

/* The turns in which it changed most, in their order. */
static json_t *turned_json(const struct review *r)
{
    json_t *list = json_array();

    for (int i = 0; i + 1 < r->n; i++) {
        int better = 0, from = r->turn[i].chance, to = r->turn[i + 1].chance;
        for (int k = 0; k + 1 < r->n; k++)
            better += swing(r, k) > swing(r, i) || (k < i && swing(r, k) == swing(r, i));
        if (better < RVW_TURNED && swing(r, i) >= RVW_LEAST)
            json_array_append_new(list, json_pack("{sI si si si}", "line",
                                                  (json_int_t)r->turn[i].line, "turn",
                                                  r->turn[i].number, "from", from, "to", to));
    }
    return list;
}

json_t *rvw_json(const struct ses_game *s, bool chances, void (*told)(uint32_t line))
{
    const struct tc_ruleset *rules = s->book->rules;
    struct review r = { s, ses_alloc(sizeof *r.scene), NULL, 0 };
    json_t *turns = json_array();

    r.turn = ses_alloc((s->lines + 2) * sizeof *r.turn);
    find_turns(&r, chances, told);
    for (int i = 0; i + 1 < r.n; i++)
        json_array_append_new(turns, turn_json(&r, i));
    json_t *o = json_pack("{ss si so so}", "side", s->book->side_name[0], "courses",
                          chances ? show_courses(s->book) : 0, "turns", turns, "turned",
                          turned_json(&r));
    if (r.n && r.turn[r.n - 1].chance >= 0)
        json_object_set_new(o, "end", json_integer(r.turn[r.n - 1].chance));
    if (rules->strength_word)
        json_object_set_new(o, "strength", json_string(rules->strength_word));
    json_object_set_new(o, "counts", json_boolean(rules->points != NULL));
    for (int i = 0; i < r.n; i++)
        free(r.turn[i].field);
    free(r.turn);
    free(r.scene);
    return o;
}
