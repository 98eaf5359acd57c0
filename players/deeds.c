/* players/deeds.c - what each command did between two looks at the field. */
#include "players/deeds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "board/lines.h"

enum {
    NEAR_INCHES = 4500, /* so near is a fight */
    NEAR_HEXES = 1200,
    STEP_INCHES = 1500, /* so far is a move */
    STEP_HEXES = 700,
    CLAUSES = 6
};

const char *const plr_deed_names[PLR_DEEDS] = { "holds",   "moves",   "advances", "goes-for",
                                                "takes",   "attacks", "fights",   "falls-back",
                                                "arrives", "gone" };

/* --- Looking ------------------------------------------------------------------------------
 */

static void put(char out[PLR_LABEL], const char *text)
{
    struct tc_text t = tc_text_on(out, PLR_LABEL);

    out[0] = 0;
    tc_text_str(&t, text ? text : "");
}

static void lay_at(bool hex, int32_t x, int32_t y, int32_t *px, int32_t *py)
{
    *px = hex ? 1000 * x + 500 * y : x;
    *py = hex ? 866 * y : y;
}

static int find_command(const struct plr_field *f, int side, const char *key)
{
    for (int i = 0; i < f->commands; i++)
        if (f->command[i].side == side && strcmp(f->command[i].key, key) == 0)
            return i;
    return TC_NONE;
}

static int command_of(struct plr_field *f, const struct tc_piece *p)
{
    char key[PLR_LABEL];

    if (!p->group || !p->group[0])
        return TC_NONE;
    put(key, p->group);
    int i = find_command(f, p->side, key);
    if (i != TC_NONE || f->commands == PLR_COMMANDS)
        return i;
    struct plr_command *c = &f->command[f->commands];
    memset(c, 0, sizeof *c);
    put(c->key, p->group);
    put(c->name, p->group_label && p->group_label[0] ? p->group_label : p->group);
    c->side = p->side;
    return f->commands++;
}

static bool is_same_unit(const struct tc_piece *a, const struct tc_piece *b)
{
    return a->side == b->side && a->id == b->id && strcmp(a->key, b->key) == 0;
}

static void add_piece(struct plr_field *f, const struct tc_piece *p,
                      const struct tc_piece *last)
{
    if (p->side < 0 || p->side >= TC_SIDES || p->arm == TC_ARM_LEADER ||
        (last && is_same_unit(p, last)))
        return; /* one body of several tells the strength of the whole */
    struct plr_body *b = &f->body[f->bodies++];
    lay_at(f->hex, p->x, p->y, &b->x, &b->y);
    b->id = p->id;
    b->side = p->side;
    put(b->key, p->key);
    b->command = (int16_t)command_of(f, p);
    f->strength[p->side] += p->strength;
    if (b->command != TC_NONE) {
        f->command[b->command].bodies++;
        f->command[b->command].strength += p->strength;
    }
}

void plr_field_read(const struct tc_book *bk, const void *state, struct tc_scene *scene,
                    struct plr_field *out)
{
    tc_scene_clear(scene);
    bk->rules->scene(bk, state, TC_NONE, scene);
    memset(out, 0, sizeof *out);
    out->hex = scene->board == TC_BOARD_HEX;
    for (int i = 0; i < scene->pieces; i++)
        add_piece(out, &scene->piece[i], i ? &scene->piece[i - 1] : NULL);
    for (int i = 0; i < scene->overlays && out->places < PLR_PLACES; i++) {
        const struct tc_overlay *o = &scene->overlay[i];
        if (strcmp(o->what, "objective") != 0 || o->points < 1)
            continue;
        struct plr_place *p = &out->place[out->places++];
        put(p->name, o->label);
        p->holder = o->side;
        lay_at(out->hex, o->point[0].x, o->point[0].y, &p->x, &p->y);
    }
    for (int side = 0; side < TC_SIDES && bk->rules->points; side++)
        out->points[side] = bk->rules->points(bk, state, side);
}

int plr_command_in(const struct plr_field *f, const struct plr_command *c)
{
    return find_command(f, c->side, c->key);
}

int plr_command_named(const struct plr_field *f, int side, const char *name)
{
    for (int i = 0; i < f->bodies; i++)
        if (f->body[i].side == side && strcmp(f->body[i].key, name) == 0)
            return f->body[i].command;
    return find_command(f, side, name);
}

/* --- Deeds --------------------------------------------------------------------------------
 */

static const struct plr_body *same_body(const struct plr_field *f, const struct plr_body *b)
{
    for (int i = 0; i < f->bodies; i++)
        if (f->body[i].id == b->id && f->body[i].side == b->side &&
            strcmp(f->body[i].key, b->key) == 0)
            return &f->body[i];
    return NULL;
}

/* A command as it was and as it is: the middle of those who are there both times. */
struct way {
    int64_t x0, y0, x1, y1;
    int n;
    int32_t near0, near1; /* the nearest enemy then and now */
    int foe;              /* his command */
};

static int32_t nearest_foe(const struct plr_field *f, const struct plr_body *b, int *command)
{
    int32_t best = INT32_MAX;

    for (int i = 0; i < f->bodies; i++) {
        const struct plr_body *e = &f->body[i];
        int32_t d = e->side == b->side ? INT32_MAX : tc_line_apart(e->x - b->x, e->y - b->y);
        if (d >= best)
            continue;
        best = d;
        *command = e->command;
    }
    return best;
}

static bool has_moved(const struct plr_body *a, const struct plr_body *b, int32_t step)
{
    return tc_line_apart(b->x - a->x, b->y - a->y) >= step;
}

/* Have enough of a command moved that they speak for it: a third? */
static bool some_moved(const struct plr_field *before, const struct plr_field *after, int c,
                       int32_t step)
{
    int moved = 0;

    for (int i = 0; i < before->bodies; i++) {
        const struct plr_body *a = &before->body[i],
                              *b = a->command == c ? same_body(after, a) : NULL;
        moved += b && has_moved(a, b, step);
    }
    return moved && 3 * moved >= before->command[c].bodies;
}

static struct way way_of(const struct plr_field *before, const struct plr_field *after, int c,
                         int32_t step)
{
    struct way w = { .near0 = INT32_MAX, .near1 = INT32_MAX, .foe = TC_NONE };
    bool part = some_moved(before, after, c, step);

    for (int i = 0; i < before->bodies; i++) {
        const struct plr_body *a = &before->body[i], *b;
        int foe = TC_NONE;
        if (a->command != c || !(b = same_body(after, a)) || (part && !has_moved(a, b, step)))
            continue;
        w.x0 += a->x;
        w.y0 += a->y;
        w.x1 += b->x;
        w.y1 += b->y;
        w.n++;
        w.near0 = tc_min(w.near0, nearest_foe(before, a, &foe));
        int32_t d = nearest_foe(after, b, &foe);
        if (d < w.near1) {
            w.near1 = d;
            w.foe = foe;
        }
    }
    if (w.n) {
        w.x0 /= w.n;
        w.y0 /= w.n;
        w.x1 /= w.n;
        w.y1 /= w.n;
    }
    return w;
}

static int32_t far_from(const struct plr_place *p, int64_t x, int64_t y)
{
    return tc_line_apart(p->x - (int32_t)x, p->y - (int32_t)y);
}

/* A place its side has come to hold, with this command on it or next to it. */
static int place_taken(const struct plr_field *before, const struct plr_field *after, int c,
                       int32_t near)
{
    int side = before->command[c].side;

    for (int p = 0; p < before->places && p < after->places; p++) {
        if (before->place[p].holder == side || after->place[p].holder != side)
            continue;
        for (int i = 0; i < after->bodies; i++) {
            const struct plr_body *b = &after->body[i], *was = same_body(before, b);
            if (b->side == side && was && was->command == c &&
                far_from(&after->place[p], b->x, b->y) <= near)
                return p;
        }
    }
    return TC_NONE;
}

/* The place that is not its side's and that it came nearer to, the nearest of several. */
static int place_sought(const struct plr_field *before, int side, const struct way *w,
                        int32_t step)
{
    int best = TC_NONE;
    int32_t least = INT32_MAX;

    for (int p = 0; p < before->places; p++) {
        const struct plr_place *k = &before->place[p];
        int32_t was = far_from(k, w->x0, w->y0), is = far_from(k, w->x1, w->y1);
        if (k->holder == side || was - is < step * 2 / 3 || is >= least)
            continue;
        least = is;
        best = p;
    }
    return best;
}

/* The enemy's command by its number in the look before. */
static int foe_before(const struct plr_field *before, const struct plr_field *after, int foe)
{
    return foe == TC_NONE ? TC_NONE : plr_command_in(before, &after->command[foe]);
}

static int lost_by(const struct plr_field *before, const struct plr_field *after, int c)
{
    int now = c == TC_NONE ? TC_NONE : plr_command_in(after, &before->command[c]);

    return c == TC_NONE ? 0
                        : tc_max(0, before->command[c].strength -
                                        (now == TC_NONE ? 0 : after->command[now].strength));
}

struct plr_done plr_deed_of(const struct plr_field *before, const struct plr_field *after,
                            int c)
{
    int32_t near = before->hex ? NEAR_HEXES : NEAR_INCHES;
    int32_t step = before->hex ? STEP_HEXES : STEP_INCHES;
    struct way w = way_of(before, after, c, step);
    int side = before->command[c].side, foe = foe_before(before, after, w.foe);
    int32_t moved = tc_line_apart((int32_t)(w.x1 - w.x0), (int32_t)(w.y1 - w.y0));
    struct plr_done d = { PLR_HOLDS, TC_NONE, lost_by(before, after, c) };
    int place = place_taken(before, after, c, 2 * near);

    if (w.n == 0) {
        d.deed = PLR_GONE;
    } else if (place != TC_NONE) {
        d.deed = PLR_TAKES;
        d.target = (int16_t)place;
    } else if (foe != TC_NONE && w.near1 <= near &&
               (moved >= step || d.lost || lost_by(before, after, foe))) {
        d.deed = w.near0 > near ? PLR_ATTACKS : PLR_FIGHTS;
        d.target = (int16_t)foe;
    } else if (moved >= step) {
        place = place_sought(before, side, &w, step);
        d.target = (int16_t)place;
        d.deed = place != TC_NONE                                 ? PLR_GOES_FOR
                 : foe != TC_NONE && w.near1 < w.near0 - step / 2 ? PLR_ADVANCES
                 : w.near1 > w.near0 + step / 2                   ? PLR_FALLS_BACK
                                                                  : PLR_MOVES;
        if (d.deed == PLR_ADVANCES)
            d.target = (int16_t)foe;
    }
    return d;
}

/* --- Words --------------------------------------------------------------------------------
 */

/* A name of the scene as people say it: with its article, and with a capital where it begins
 * what is told. */
void plr_say_name(const char *name, bool begins, struct tc_text *out)
{
    char own[160];
    struct tc_text t = tc_text_on(own, sizeof own);

    tc_say_label(name, "", &t);
    bool article = !strncmp(own, "the ", 4);
    uint32_t from = out->len;
    const char *the = article ? tc_word("the ") : "";
    if (article && !the[0] && own[4] >= 'a' && own[4] <= 'z')
        own[4] = (char)(own[4] - 'a' + 'A'); /* a language without it */
    tc_text_str(out, the);
    tc_text_str(out, own + (article ? 4 : 0));
    if (begins && out->len > from && out->buf[from] >= 'a' && out->buf[from] <= 'z')
        out->buf[from] = (char)(out->buf[from] - 'a' + 'A');
}

/* A name both sides have is told apart. */
static void say_foe(const struct plr_field *f, int foe, struct tc_text *out)
{
    for (int i = 0; i < f->commands; i++)
        if (f->command[i].side != f->command[foe].side &&
            strcmp(f->command[i].name, f->command[foe].name) == 0) {
            tc_text_str(out, tc_word("the enemy's "));
            tc_text_str(out, f->command[foe].name);
            return;
        }
    plr_say_name(f->command[foe].name, false, out);
}

static const char *deed_word(int deed, bool several)
{
    switch ((enum plr_deed)deed) {
    case PLR_HOLDS: return several ? tc_word("hold") : tc_word("holds");
    case PLR_MOVES: return several ? tc_word("move") : tc_word("moves");
    case PLR_ADVANCES:
        return several ? tc_word("advance against ") : tc_word("advances against ");
    case PLR_GOES_FOR: return several ? tc_word("go for ") : tc_word("goes for ");
    case PLR_TAKES: return several ? tc_word("take ") : tc_word("takes ");
    case PLR_ATTACKS: return several ? tc_word("attack ") : tc_word("attacks ");
    case PLR_FIGHTS: return several ? tc_word("fight ") : tc_word("fights ");
    case PLR_FALLS_BACK: return several ? tc_word("fall back") : tc_word("falls back");
    case PLR_ARRIVES: return several ? tc_word("arrive") : tc_word("arrives");
    case PLR_GONE:
        return several ? tc_word("are gone from the field") : tc_word("is gone from the field");
    case PLR_DEEDS: break;
    }
    return "";
}

void plr_say_deed(const struct plr_field *before, const struct plr_done *d, bool several,
                  struct tc_text *out)
{
    tc_text_str(out, deed_word(d->deed, several));
    if (d->deed == PLR_GOES_FOR || d->deed == PLR_TAKES)
        plr_say_name(before->place[d->target].name, false, out);
    else if (d->target != TC_NONE)
        say_foe(before, d->target, out);
}

static bool alike(const struct plr_done *a, const struct plr_done *b)
{
    return a->deed == b->deed && a->target == b->target;
}

/* Those who did the same as command c, itself first. */
static int say_names(const struct plr_field *f, const struct plr_done *done, int c, bool begins,
                     struct tc_text *out)
{
    int all = 0, n = 0;

    for (int i = c; i < f->commands; i++)
        all += f->command[i].side == f->command[c].side && alike(&done[i], &done[c]);
    for (int i = c; i < f->commands; i++) {
        if (f->command[i].side != f->command[c].side || !alike(&done[i], &done[c]))
            continue;
        tc_text_str(out, n == 0 ? "" : n == all - 1 ? tc_word(" and ") : ", ");
        plr_say_name(f->command[i].name, n == 0 && begins, out);
        n++;
    }
    return all;
}

static bool is_first(const struct plr_field *f, const struct plr_done *done, int c)
{
    for (int i = 0; i < c; i++)
        if (f->command[i].side == f->command[c].side && alike(&done[i], &done[c]))
            return false;
    return true;
}

/* What matters most is told first; who only held comes last. */
static int weight(const struct plr_done *d)
{
    static const int8_t by_deed[PLR_DEEDS] = { 0, 2, 4, 6, 9, 8, 7, 5, 3, 10 };

    return by_deed[d->deed];
}

void plr_say_side(const struct plr_field *before, const struct plr_field *after, int side,
                  struct tc_text *out)
{
    struct plr_done done[PLR_COMMANDS] = { { 0 } };
    int told = 0;

    for (int c = 0; c < before->commands; c++)
        if (before->command[c].side == side)
            done[c] = plr_deed_of(before, after, c);
    for (int w = 10; w >= 0; w--)
        for (int c = 0; c < before->commands && told < CLAUSES; c++) {
            if (before->command[c].side != side || weight(&done[c]) != w ||
                !is_first(before, done, c))
                continue;
            tc_text_str(out, told ? "; " : "");
            bool several = say_names(before, done, c, told++ == 0, out) > 1 ||
                           tc_is_plural(before->command[c].name);
            tc_text_char(out, ' ');
            plr_say_deed(before, &done[c], several, out);
        }
}
