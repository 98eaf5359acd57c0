/* cli/play_plan.c - where a piece can go, and orders for pieces and brigades, by words. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "protocol/course.h"

/* A copy of the game as this side knows it; free it when true. */
static bool copy_game(struct play *p, struct ses_fork *f)
{
    if (p->s->g.status != TC_WAITS_ANSWER)
        return false;
    ses_fork_init(p->s, f);
    ses_fork_fill(p->s, play_seat(p), 1, f);
    f->g.u.dice = TC_DICE_TYPED;
    tc_game_go(&f->g);
    if (f->g.status == TC_WAITS_ANSWER && f->g.u.open.question == p->s->g.u.open.question)
        return true;
    ses_fork_free(f);
    return false;
}

static void print_place(struct play *p, const json_t *place)
{
    const json_t *ways = json_object_get(place, "ways");
    json_int_t cost = json_integer_value(json_object_get(json_array_get(ways, 0), "cost"));

    for (size_t i = 0; i < json_array_size(ways); i++) {
        const json_t *c = json_object_get(json_array_get(ways, i), "cost");
        if (c && json_integer_value(c) < cost)
            cost = json_integer_value(c);
    }
    fprintf(p->out, "  %s", json_string_value(json_object_get(place, "hex")));
    if (json_object_get(json_array_get(ways, 0), "cost"))
        fprintf(p->out, " (%d)", (int)cost);
}

static void print_edge(struct play *p, const json_t *e)
{
    json_int_t turn = json_integer_value(json_object_get(e, "turn"));
    json_int_t ahead = json_integer_value(json_object_get(e, "ahead"));
    const json_t *why = json_object_get(json_object_get(e, "refusal"), "text");

    fprintf(p->out, SAY("  %s %d degrees, ahead %d.%03d"),
            turn < 0 ? SAY("left") : SAY("right"), (int)(llabs(turn) * 360 / 65536),
            (int)(ahead / 1000), (int)(ahead % 1000));
    if (why)
        fprintf(p->out, SAY("; no farther: %s"), json_string_value(why));
    fputc('\n', p->out);
}

void play_reach(struct play *p, const char *piece)
{
    struct ses_fork f;
    struct tc_why why;
    json_t *reach, *e;
    size_t i;

    if (!copy_game(p, &f)) {
        fprintf(p->out, SAY("  No question is open.\n"));
        return;
    }
    if (crs_reach_json(p->s, &f.g, f.g.u.open.side, piece, &reach, &why) != TC_OK) {
        fprintf(p->out, "  %s\n", why.text);
        ses_fork_free(&f);
        return;
    }
    const json_t *places = json_object_get(reach, "places"),
                 *edge = json_object_get(reach, "edge");
    if (json_is_true(json_object_get(reach, "imagined")))
        fprintf(p->out, SAY("  Not now; when it is its turn it could come to:\n"));
    json_array_foreach(places, i, e) if (json_object_get(e, "hex")) print_place(p, e);
    if (json_array_size(places))
        fprintf(p->out, "\n");
    json_array_foreach(edge, i, e) print_edge(p, e);
    if (!json_array_size(places) && !json_array_size(edge))
        fprintf(p->out, SAY("  Nowhere before a die is thrown.\n"));
    json_decref(reach);
    ses_fork_free(&f);
}

static void print_dangers(struct play *p, const char *what, const json_t *list)
{
    size_t i, k;
    const json_t *e, *how;

    if (!json_array_size(list))
        return;
    fprintf(p->out, "  %s\n", what);
    json_array_foreach(list, i, e)
    {
        json_int_t far = json_integer_value(json_object_get(e, "far"));
        fprintf(p->out, "    %s:", json_string_value(json_object_get(e, "piece")));
        json_array_foreach(json_object_get(e, "how"), k, how)
            fprintf(p->out, "%s %s", k ? SAY(" and") : "", SAY(json_string_value(how)));
        if (p->scene->board == TC_BOARD_HEX)
            fprintf(p->out, ", %d %s\n", (int)far, far == 1 ? SAY("hex") : SAY("hexes"));
        else
            fprintf(p->out, ", %d.%d\"\n", (int)(far / 1000), (int)(far % 1000 / 100));
    }
}

void play_threat(struct play *p, const char *piece)
{
    struct ses_fork f;
    struct tc_why why;
    json_t *in = json_pack("{ss}", "piece", piece), *threat = NULL;

    if (!copy_game(p, &f)) {
        fprintf(p->out, SAY("  No question is open.\n"));
    } else {
        ses_scene(p->s, play_seat(p), p->scene);
        if (crs_threat_json(p->s, &f.g, f.g.u.open.side, in, &threat, &why) == TC_OK) {
            const json_t *can = json_object_get(threat, "can"),
                         *by = json_object_get(threat, "by");
            print_dangers(p, SAY("It could act against:"), can);
            print_dangers(p, SAY("It is threatened by:"), by);
            if (!json_array_size(can) && !json_array_size(by))
                fprintf(p->out, SAY("  Nobody can shoot or charge here, either way.\n"));
            json_decref(threat);
        } else {
            fprintf(p->out, "  %s\n", why.text);
        }
        ses_fork_free(&f);
    }
    json_decref(in);
}

/* The hexes its brigade must keep to, by their numbers. */
static void print_box(struct play *p, const json_t *box)
{
    const struct tc_scene_hex *h = &p->scene->hex;
    const json_t *at = json_object_get(box, "at"), *e;
    size_t i;

    fprintf(p->out, SAY("  Its brigade keeps to (%s):\n "),
            json_string_value(json_object_get(box, "rule")));
    json_array_foreach(at, i, e)
    {
        struct tc_scene_point c =
            tc_scene_hex_cell(h, (int32_t)json_integer_value(json_array_get(e, 0)),
                              (int32_t)json_integer_value(json_array_get(e, 1)));
        fprintf(p->out, " %0*d%0*d", h->digits, (int)c.x + h->first, h->digits,
                (int)c.y + h->first);
    }
    fprintf(p->out, "\n");
}

void play_box(struct play *p, const char *piece)
{
    struct ses_fork f;
    struct tc_why why;
    json_t *in = json_pack("{ss sb}", "piece", piece, "box", true), *threat = NULL;

    if (!copy_game(p, &f)) {
        fprintf(p->out, SAY("  No question is open.\n"));
        json_decref(in);
        return;
    }
    ses_scene(p->s, play_seat(p), p->scene);
    if (crs_threat_json(p->s, &f.g, f.g.u.open.side, in, &threat, &why) != TC_OK)
        fprintf(p->out, "  %s\n", why.text);
    else if (json_object_get(threat, "box"))
        print_box(p, json_object_get(threat, "box"));
    else
        fprintf(p->out, SAY("  No rule binds it to a part of the field.\n"));
    json_decref(threat);
    json_decref(in);
    ses_fork_free(&f);
}

/* "0712", or "12.5,30" in inches. */
static bool read_place(const struct tc_scene *s, const char *text, int32_t *x, int32_t *y)
{
    const char *comma = strchr(text, ',');
    int64_t n;

    if (s->board == TC_BOARD_PLANE)
        return comma && tc_read_length(text, (size_t)(comma - text), x) &&
               tc_read_length(comma + 1, strlen(comma + 1), y);
    if (!tc_read_int(text, strlen(text), &n) || n < 0)
        return false;
    int32_t ten = 1;
    for (int i = 0; i < s->hex.digits; i++)
        ten *= 10;
    struct tc_scene_point at = tc_scene_hex_axial(&s->hex, (int32_t)(n / ten) - s->hex.first,
                                                  (int32_t)(n % ten) - s->hex.first);
    *x = at.x;
    *y = at.y;
    return true;
}

/* The piece of that name, or all of the brigade of that name, the first of them first. */
static void take_pieces(const struct tc_scene *s, const char *name, struct crs_order *o)
{
    for (int i = 0; i < s->pieces && o->pieces < 128; i++) {
        const struct tc_piece *x = &s->piece[i];
        bool one = strcmp(x->key, name) == 0;
        bool all = x->group && strcmp(x->group, name) == 0 && x->arm != TC_ARM_LEADER &&
                   x->arm != TC_ARM_OTHER;
        if ((one || all) && (o->pieces == 0 || strcmp(o->piece[o->pieces - 1], x->key) != 0))
            o->piece[o->pieces++] = x->key;
    }
}

void play_can(struct play *p, const char *name)
{
    struct crs_order o = { .which = true, .manner = CRS_HALT, .facing = TC_NONE };
    struct ses_fork f;
    struct tc_why why;
    json_t *plan = NULL;
    const json_t *e;
    size_t i;

    ses_scene(p->s, play_seat(p), p->scene);
    take_pieces(p->scene, name, &o);
    if (o.pieces == 0) {
        fprintf(p->out, SAY("  Say: can UNIT or can BRIGADE.\n"));
        return;
    }
    if (!copy_game(p, &f)) {
        fprintf(p->out, SAY("  No question is open.\n"));
        return;
    }
    if (crs_plan_json(p->s, &f.g, f.g.u.open.side, &o, &plan, &why) != TC_OK)
        fprintf(p->out, "  %s\n", why.text);
    json_array_foreach(json_object_get(plan, "orders"), i, e)
    {
        const json_t *r = json_object_get(e, "refusal");
        const char *text = json_string_value(json_object_get(r, "text"));
        fprintf(p->out, "  %-7s %s%s%s%s\n", json_string_value(json_object_get(e, "manner")),
                json_is_true(json_object_get(e, "can")) ? SAY("yes")
                : text                                  ? text
                                                        : SAY("no: nobody asks for it now"),
                r ? " (" : "", r ? json_string_value(json_object_get(r, "rule")) : "",
                r ? ")" : "");
    }
    json_decref(plan);
    ses_fork_free(&f);
}

static void carry_out(struct play *p, const json_t *plan)
{
    const json_t *acts = json_object_get(plan, "acts"), *e;
    const char *stopped = NULL;
    struct tc_act act[CRS_DEEP];
    struct tc_refusal refusal;
    struct tc_why why;
    int n = 0, played = 0;
    size_t i;

    json_array_foreach(json_object_get(plan, "ends"), i, e)
    {
        const json_t *r = json_object_get(json_object_get(e, "refusal"), "text");
        if (r)
            fprintf(p->out, "  %s: %s\n", json_string_value(json_object_get(e, "piece")),
                    json_string_value(r));
    }
    json_array_foreach(acts, i, e) if (n < CRS_DEEP &&
                                       js_read_act(p->s->book, e, &act[n], &why) == TC_OK) n++;
    if (n == 0)
        fprintf(p->out, SAY("  Nothing leads there now.\n"));
    else if (ses_answers(p->s, play_seat(p), ses_number(p->s), act, n, &played, &stopped,
                         &refusal, &why) != TC_OK)
        fprintf(p->out, "  %s\n", why.text);
}

/* What is no place: "halt", "form square", "charge navarre-1", "face 90", "wheel left 60". */
static bool read_manner(const char *text, struct crs_order *o)
{
    static const char *const word[] = { "face ", "wheel left ", "wheel right ",
                                        "form ", "charge ",     "halt" };
    int32_t angle = 0;

    for (int i = 0; i < 6; i++) {
        size_t n = strlen(word[i]);
        if (strncmp(text, word[i], n) != 0)
            continue;
        const char *rest = text + n;
        if (i < 3 && !tc_read_angle(rest, strlen(rest), &angle))
            return false;
        o->manner = i < 3 ? CRS_TURN : i == 3 ? CRS_FORM : i == 4 ? CRS_CHARGE : CRS_HALT;
        o->wheels = i == 1 || i == 2;
        o->left = i == 1;
        o->turn = !o->wheels ? TC_NONE : o->left ? -angle : angle;
        o->facing = i == 0 ? angle & 65535 : TC_NONE;
        o->formation = i == 3 ? rest : NULL;
        o->target = i == 4 ? rest : NULL;
        o->to = false;
        return i == 5 ? !*rest : *rest != '\0';
    }
    return false;
}

void play_order(struct play *p, char *rest)
{
    char *place = rest + strcspn(rest, " ");
    struct crs_order o = { .to = true, .facing = TC_NONE, .turn = TC_NONE };
    struct ses_fork f;
    struct tc_why why;
    json_t *plan;

    if (*place)
        *place++ = '\0';
    ses_scene(p->s, play_seat(p), p->scene);
    take_pieces(p->scene, rest, &o);
    if (o.pieces == 0 ||
        (!read_manner(place, &o) && !read_place(p->scene, place, &o.x, &o.y))) {
        fprintf(p->out,
                SAY("  Say: order UNIT|BRIGADE PLACE, a hex number or x,y in inches; or halt, "
                    "form FORMATION, charge ENEMY, face DEGREES, wheel left|right DEGREES "
                    "instead of the place.\n"));
        return;
    }
    if (!copy_game(p, &f)) {
        fprintf(p->out, SAY("  No question is open.\n"));
        return;
    }
    if (crs_plan_json(p->s, &f.g, f.g.u.open.side, &o, &plan, &why) == TC_OK) {
        carry_out(p, plan);
        json_decref(plan);
    } else {
        fprintf(p->out, "  %s\n", why.text);
    }
    ses_fork_free(&f);
}
