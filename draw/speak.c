/* draw/speak.c - a scene in sentences. */
#include "draw/speak.h"

#include <string.h>
#include <strings.h>

#include "draw/ink.h"
#include "draw/plan.h"
#include "draw/textmap.h"
#include "kernel/decl.h"
#include "kernel/place.h"

void draw_speak_text(struct tc_text *out, const char *text, int letters)
{
    char clean[1024];
    draw_clean(text, clean, sizeof clean, letters);
    tc_text_str(out, clean);
}

const char *draw_speak_wind(int32_t facing)
{
    static const char *const wind[16] = {
        "north", "north-north-east", "north-east", "east-north-east",
        "east",  "east-south-east",  "south-east", "south-south-east",
        "south", "south-south-west", "south-west", "west-south-west",
        "west",  "west-north-west",  "north-west", "north-north-west"
    };
    return facing < 0 ? "" : wind[((facing % 65536) + 2048) / 4096 % 16];
}

static void two_digits(struct tc_text *out, int32_t v, int digits)
{
    if (digits > 2 && v < 100 && v >= 0)
        tc_text_char(out, '0');
    if (v < 10 && v >= 0)
        tc_text_char(out, '0');
    tc_text_int(out, v);
}

void draw_speak_place(const struct tc_scene *s, const struct tc_piece *p, struct tc_text *out)
{
    if (s->board == TC_BOARD_PLANE) {
        tc_text_length(out, p->x);
        tc_text_char(out, ',');
        tc_text_length(out, p->y);
        return;
    }
    struct tc_scene_point c = tc_scene_hex_cell(&s->hex, p->x, p->y);
    two_digits(out, c.x + s->hex.first, s->hex.digits);
    two_digits(out, c.y + s->hex.first, s->hex.digits);
}

/* Thousandths of an inch as tenths. */
static void speak_tenths(struct tc_text *out, int32_t v)
{
    int32_t size = v < 0 ? -v : v;

    tc_text_length(out, (v < 0 ? -1 : 1) * ((size + 50) / 100 * 100));
}

/* A name of ground as people say it, with its article where the language has one. */
static void speak_ground(const char *label, struct tc_text *out)
{
    char clean[120], name[160];
    struct tc_text t = tc_text_on(name, sizeof name);

    draw_clean(label, clean, sizeof clean, 60);
    tc_say_label(clean, "", &t);
    bool article = !strncmp(name, "the ", 4);
    const char *the = article ? tc_word("the ") : "";
    if (article && !the[0] && name[4] >= 'a' && name[4] <= 'z')
        name[4] = (char)(name[4] - 'a' + 'A'); /* a language without it */
    tc_text_str(out, the);
    tc_text_str(out, name + (article ? 4 : 0));
}

/* The ground with a name that holds this hex, or NULL. */
static const struct tc_ground *ground_at(const struct tc_scene *s, const struct tc_piece *p)
{
    for (int i = 0; i < s->grounds; i++) {
        const struct tc_ground *g = &s->ground[i];
        if (g->form != TC_GROUND_HEX || !g->label || !g->label[0])
            continue;
        for (int k = 0; k < g->points; k++)
            if (g->point[k].x == p->x && g->point[k].y == p->y)
                return g;
    }
    return NULL;
}

static void speak_hex(const struct tc_scene *s, const struct tc_piece *p, struct tc_text *out)
{
    const struct tc_ground *g = ground_at(s, p);

    tc_text_str(out, g ? tc_word(", in ") : tc_word(", at "));
    if (g)
        speak_ground(g->label, out);
    tc_text_str(out, g ? " (" : "");
    draw_speak_place(s, p, out);
    tc_text_str(out, g ? ")" : "");
}

static const char *way_from(int32_t wind)
{
    static const char *const way[16] = {
        "north of ", "north-north-east of ", "north-east of ", "east-north-east of ",
        "east of ",  "east-south-east of ",  "south-east of ", "south-south-east of ",
        "south of ", "south-south-west of ", "south-west of ", "west-south-west of ",
        "west of ",  "west-north-west of ",  "north-west of ", "north-north-west of "
    };
    return tc_word(way[wind & 15]);
}

/* ", 14.5 inches from the west edge and 8 from the south edge": by the edges that are nearer.
 */
static void speak_edges(const struct tc_scene *s, const struct tc_piece *p, struct tc_text *out)
{
    bool east = p->x > s->width - p->x, north = p->y > s->height - p->y;

    tc_text_str(out, ", ");
    speak_tenths(out, east ? s->width - p->x : p->x);
    tc_text_str(out, east ? tc_word(" inches from the east edge and ")
                          : tc_word(" inches from the west edge and "));
    speak_tenths(out, north ? s->height - p->y : p->y);
    tc_text_str(out, north ? tc_word(" from the north edge") : tc_word(" from the south edge"));
}

/* A place to be listened to: ", at Hahlen", ", just north of Hahlen", ", 4 inches north of
 * Hahlen"; by the edges of the table where no ground has a name. */
static void speak_place(const struct tc_scene *s, const struct tc_piece *p, struct tc_text *out)
{
    struct tc_place place;

    if (s->board != TC_BOARD_PLANE) {
        speak_hex(s, p, out);
        return;
    }
    tc_place_clear(&place);
    for (int i = 0; i < s->grounds; i++)
        tc_place_try(&place, i, &s->ground[i], p->x, p->y);
    if (place.ground == TC_NONE) {
        speak_edges(s, p, out);
        return;
    }
    if (place.away == 0)
        tc_text_str(out, tc_word(", at "));
    int32_t inches = tc_place_inches(&place);
    if (place.away > 0 && inches == 0) {
        tc_text_str(out, tc_word(", just "));
    } else if (place.away > 0) {
        tc_text_str(out, ", ");
        tc_text_int(out, inches);
        tc_text_str(out, inches == 1 ? tc_word(" inch ") : tc_word(" inches "));
    }
    tc_text_str(out, place.away > 0 ? way_from(place.wind) : "");
    speak_ground(place.label, out);
}

static void speak_strength(const struct tc_piece *p, struct tc_text *out)
{
    if (p->hidden_strength) {
        tc_text_str(out, tc_word(", strength unknown"));
    } else if (p->strength0 > 1) {
        tc_text_str(out, p->strength == p->strength0 ? tc_word(", full strength ") : ", ");
        tc_text_int(out, p->strength);
        if (p->strength == p->strength0)
            return;
        tc_text_str(out, tc_word(" left of "));
        tc_text_int(out, p->strength0);
    }
}

/* A word of the rules as people say it: attack-column is attack column. */
static void speak_word(const char *word, struct tc_text *out)
{
    char clean[64];

    draw_clean(word, clean, sizeof clean, 40);
    for (const char *c = clean; *c; c++)
        tc_text_char(out, *c == '-' ? ' ' : *c);
}

/* "in line", "in open order", "unlimbered"; leaders and crews without one say nothing. */
static void speak_formation(const struct tc_piece *p, struct tc_text *out)
{
    static const char *const bare[] = { "limbered",   "unlimbered",  "attached",     "unformed",
                                        "one figure", "two figures", "three figures" };
    bool alone = !strcmp(p->formation, "en-haye") || !strcmp(p->formation, "shot-forward");

    if (!p->formation[0] || !strcmp(p->formation, "none") || !strcmp(p->formation, "staff") ||
        (p->arm == TC_ARM_GUN && !strcmp(p->formation, "line")))
        return;
    for (size_t i = 0; i < sizeof bare / sizeof bare[0]; i++)
        alone |= !strcmp(p->formation, bare[i]);
    if (alone && strstr(p->formation, "figure"))
        return;
    tc_text_str(out, alone ? ", " : tc_word(", in "));
    speak_word(tc_word(p->formation), out);
    if (!strcmp(p->formation, "open") || !strcmp(p->formation, "loose") ||
        !strcmp(p->formation, "skirmish"))
        tc_text_str(out, tc_word(" order"));
}

/* A name or a people with a capital. */
static void speak_capital(const char *text, int letters, struct tc_text *out)
{
    uint32_t from = out->len;

    draw_speak_text(out, text, letters);
    if (out->len > from && out->buf[from] >= 'a' && out->buf[from] <= 'z')
        out->buf[from] = (char)(out->buf[from] - 'a' + 'A');
}

/* A word beside a block that says too little when it is only heard; else as it is. */
static const char *heard_badge(const char *badge)
{
    static const char *const full[][2] = {
        { "front", "in the front line" },
        { "support", "in the support line" },
        { "reserve", "in the reserve" },
        { "volley", "first volley loaded" },
        { "volley-fired", "first volley fired" },
        { "gun", "battalion gun ready" },
        { "depth-1", "one in depth" },
        { "depth-2", "two in depth" },
        { "casualties-2", "two casualties" },
        { "casualties-3", "three casualties" },
        { "priority-1", "after a target of priority 1" },
        { "priority-2", "after a target of priority 2" },
        { "priority-3", "after a target of priority 3" },
        { "priority-4", "after a target of priority 4" },
        { "melee", "in melee" },
        { "response-fired", "response fire given" },
        { "march", "under orders to march" },
        { "charge", "under orders to charge" },
        { "dress", "under orders to dress ranks" },
        { "firefight", "in a firefight" },
        { "routed-1", "in flight" },
        { "routed-2", "in flight for a second turn" },
        { "halt", "to halt" },
        { "lost", "crew lost" },
        { "disarrayed", "in disarray" },
        { "mob", "a mob" },
        { "beneath", "beneath another unit" },
    };

    for (size_t i = 0; i < sizeof full / sizeof full[0]; i++)
        if (!strcmp(badge, full[i][0]))
            return full[i][1];
    return badge;
}

/* A word with a number behind it: "dp 1" is one disorder point. */
static bool speak_points(const char *badge, struct tc_text *out)
{
    bool points = strncmp(badge, "dp ", 3) == 0;

    if (points) {
        tc_text_str(out, badge + 3);
        tc_text_str(out, badge[3] == '1' && !badge[4] ? tc_word(" disorder point")
                                                      : tc_word(" disorder points"));
    }
    return points;
}

static void speak_badges(const char *badges, struct tc_text *out)
{
    char clean[512];

    draw_clean(badges, clean, sizeof clean, 200);
    for (char *c = clean, *next; *c; c = next) {
        next = c + strcspn(c, ",");
        if (*next)
            *next++ = '\0';
        tc_text_str(out, ", ");
        if (speak_points(c, out))
            continue;
        for (const char *w = tc_word(heard_badge(c)); *w; w++)
            tc_text_char(out, *w == '-' ? ' ' : *w);
    }
}

/* A name one types, as people write it. */
static void speak_key(const char *key, struct tc_text *out)
{
    char clean[256];

    draw_clean(key, clean, sizeof clean, 60);
    tc_say_key(clean, out);
}

/* "British foot"; in the list of a side the people that it is called by need not be told, nor
 * what the name says. */
static void speak_kind(const struct tc_scene *s, const struct tc_piece *p, bool listed,
                       struct tc_text *out)
{
    const char *side = draw_side_name(s, p->side), *arm = draw_arm_word(p->arm);
    const char *name = p->label[0] ? p->label : p->key;
    size_t n = strlen(name), k = strlen(arm);
    bool own = !p->nation[0] || strcasecmp(p->nation, side) == 0;

    if (listed && own && n >= k && strcasecmp(name + n - k, arm) == 0)
        return;
    tc_text_str(out, ", ");
    if (!listed || !own) {
        speak_capital(tc_word(p->nation[0] ? p->nation : side), 40, out);
        tc_text_str(out, tc_word(" "));
    }
    tc_text_str(out, tc_word(arm));
}

enum { NO_FACING = -1 };

/* The 16th of a turn that a piece faces; leaders look everywhere. */
static int facing_of(const struct tc_piece *p)
{
    return p->facing < 0 || p->arm == TC_ARM_LEADER ? NO_FACING
                                                    : (p->facing % 65536 + 2048) / 4096 % 16;
}

/* Of how many blocks it is, or how many hexes it covers; leaders are one each. */
static void speak_parts(const struct tc_scene *s, const struct tc_piece *p, struct tc_text *out)
{
    bool hexes = s->board != TC_BOARD_PLANE;
    int parts = 0;

    for (int i = 0; i < s->pieces; i++)
        parts += s->piece[i].id == p->id && s->piece[i].side == p->side;
    if (parts < 2 || p->id < 0)
        return;
    tc_text_str(out, hexes ? tc_word(" over ") : tc_word(" in "));
    tc_text_int(out, parts);
    tc_text_str(out, hexes ? tc_word(" hexes") : tc_word(" parts"));
}

/* One of a list; `known` is what has been said of how all of them face, or NO_FACING. */
static void speak_unit(const struct tc_scene *s, int piece, bool listed, int known,
                       struct tc_text *out)
{
    const struct tc_piece *p = &s->piece[piece];
    if (p->label[0] && strcmp(p->label, p->key) != 0)
        speak_capital(p->label, 60, out);
    else
        speak_key(p->key, out);
    speak_kind(s, p, listed, out);
    if (p->arm != TC_ARM_LEADER)
        speak_strength(p, out);
    speak_formation(p, out);
    speak_parts(s, p, out);
    speak_place(s, p, out);
    if (facing_of(p) != NO_FACING && facing_of(p) != known) {
        tc_text_str(out, tc_word(", facing "));
        tc_text_str(out, tc_word(draw_speak_wind(p->facing)));
    }
    speak_badges(p->badges, out);
}

void draw_speak_unit(const struct tc_scene *s, int piece, struct tc_text *out)
{
    speak_unit(s, piece, false, NO_FACING, out);
}

/* --- The whole scene ------------------------------------------------------------------ */

/* How most of a side face, if that is most of more than a few: it is said once. */
static int common_facing(const struct tc_scene *s, int side)
{
    int faces[16] = { 0 }, all = 0, best = 0;

    for (int i = 0; i < s->pieces; i++)
        if (s->piece[i].side == side && draw_first_of_unit(s, i) &&
            facing_of(&s->piece[i]) != NO_FACING) {
            faces[facing_of(&s->piece[i])]++;
            all++;
        }
    for (int f = 1; f < 16; f++)
        best = faces[f] > faces[best] ? f : best;
    return faces[best] > 2 && 2 * faces[best] > all ? best : NO_FACING;
}

/* May all troops of a side act, and are there more than a few? Then it is said once. */
static bool all_act(const struct tc_scene *s, int side)
{
    int all = 0;

    for (int i = 0; i < s->pieces; i++) {
        const struct tc_piece *p = &s->piece[i];
        if (p->side != side || p->arm == TC_ARM_LEADER || !draw_first_of_unit(s, i))
            continue;
        if (!p->active)
            return false;
        all++;
    }
    return all > 2;
}

static void speak_side(const struct tc_scene *s, int side, struct tc_text *out)
{
    int known = common_facing(s, side);
    bool act = all_act(s, side);
    int units = 0;
    for (int i = 0; i < s->pieces; i++)
        units += s->piece[i].side == side && draw_first_of_unit(s, i);
    speak_capital(tc_word(draw_side_name(s, side)), 60, out);
    tc_text_str(out, ": ");
    tc_text_int(out, units);
    tc_text_str(out, units == 1 ? tc_word(" unit on the field.\n")
                                : tc_word(" units on the field.\n"));
    if (known != NO_FACING) {
        tc_text_str(out, tc_word("Where nothing else is said they face "));
        tc_text_str(out, tc_word(draw_speak_wind(known * 4096)));
        tc_text_str(out, ".\n");
    }
    tc_text_str(out, act ? tc_word("All troops may act.\n") : "");
    for (int i = 0; i < s->pieces; i++) {
        const struct tc_piece *p = &s->piece[i];
        if (p->side != side || !draw_first_of_unit(s, i))
            continue;
        speak_unit(s, i, true, known, out);
        bool said = act && p->arm != TC_ARM_LEADER;
        tc_text_str(out, p->active && !said ? tc_word(", may act.\n") : ".\n");
    }
}

static void speak_grounds(const struct tc_scene *s, struct tc_text *out)
{
    int named = 0;
    for (int i = 0; i < s->grounds; i++) {
        if (!s->ground[i].label || !s->ground[i].label[0])
            continue;
        tc_text_str(out, named++ ? ", " : tc_word("Ground: "));
        draw_speak_text(out, s->ground[i].label, 40);
        if (strncmp(s->ground[i].kind, "name", 4) == 0 ||
            strcasecmp(s->ground[i].kind, s->ground[i].label) == 0)
            continue; /* Hedge needs no (hedge) */
        tc_text_str(out, " (");
        speak_word(tc_word(s->ground[i].kind), out);
        tc_text_char(out, ')');
    }
    if (named)
        tc_text_str(out, ".\n");
}

/* Features of hexsides, which the picture of the terminal has no room for. */
static void speak_sides(const struct tc_scene *s, struct tc_text *out)
{
    for (int i = 0; i < s->grounds; i++) {
        const struct tc_ground *g = &s->ground[i];
        uint32_t from = out->len;
        if (g->form != TC_GROUND_SIDES || !g->point || g->points < 2)
            continue;
        speak_capital(tc_word(g->kind), 30, out);
        for (uint32_t at = from; at < out->len; at++)
            if (out->buf[at] == '-')
                out->buf[at] = ' ';
        tc_text_str(out, tc_word(" between"));
        for (int k = 0; k + 1 < g->points; k += 2) {
            if (g->points > 8 && k > 2 && k + 3 < g->points)
                continue; /* the ends of a long one are enough */
            if (g->points > 8 && k > 2)
                tc_text_str(out, tc_word(" and so on to"));
            struct tc_piece a = { .x = g->point[k].x, .y = g->point[k].y };
            struct tc_piece b = { .x = g->point[k + 1].x, .y = g->point[k + 1].y };
            tc_text_str(out, k && (g->points <= 8 || k <= 2) ? ", " : " ");
            draw_speak_place(s, &a, out);
            tc_text_str(out, tc_word(" and "));
            draw_speak_place(s, &b, out);
        }
        tc_text_str(out, ".\n");
    }
}

/* Where something is, unless that is its own name: no "The hamlet, at the hamlet", and of
 * Rumsdorp only which hex of it. */
static void speak_place_but(const struct tc_scene *s, const struct tc_piece *p,
                            const char *name, struct tc_text *out)
{
    char buf[200], own[120];
    struct tc_text t = tc_text_on(buf, sizeof buf), n = tc_text_on(own, sizeof own);
    const struct tc_ground *g = s->board == TC_BOARD_PLANE ? NULL : ground_at(s, p);

    speak_place(s, p, &t);
    tc_text_str(&n, tc_word(", at "));
    speak_ground(name, &n);
    if (g && strcasecmp(g->label, name) == 0) {
        tc_text_str(out, tc_word(", at "));
        draw_speak_place(s, p, out);
    } else {
        tc_text_str(out, strcasecmp(buf, own) == 0 ? "" : buf);
    }
}

/* What a mark is called; NULL where its own word, with its label, says enough. */
static const char *heard_mark(const struct tc_overlay *o)
{
    static const char *const full[][2] = {
        { "impact-hit", "artillery fire that hits" },
        { "impact-effective", "effective artillery fire" },
    };

    for (size_t i = 0; i < sizeof full / sizeof full[0]; i++)
        if (!strcmp(o->what, full[i][0]))
            return full[i][1];
    return NULL;
}

static void speak_mark(const struct tc_overlay *o, struct tc_text *out)
{
    bool fan = strcmp(o->what, "fan") == 0, the = !fan && strncmp(o->label, "The ", 4) == 0;
    const char *heard = heard_mark(o);

    speak_capital(tc_word(heard ? heard : fan ? "field of fire" : o->what), 40, out);
    if (heard || !o->label[0] || strcasecmp(o->label, o->what) == 0)
        return;
    tc_text_str(out, fan ? tc_word(" of ") : the ? " the " : " ");
    draw_speak_text(out, the ? o->label + 4 : o->label, 40);
}

static void speak_overlays(const struct tc_scene *s, struct tc_text *out)
{
    for (int i = 0; i < s->overlays; i++) {
        const struct tc_overlay *o = &s->overlay[i];
        if (!o->what[0] || o->points < 1)
            continue;
        struct tc_piece at = { .x = o->point[0].x, .y = o->point[0].y };
        speak_mark(o, out);
        speak_place_but(s, &at, o->label, out);
        tc_text_str(out, ".\n");
    }
}

void draw_text_speak(const struct tc_scene *s, struct tc_text *out)
{
    if (s->title[0]) {
        draw_speak_text(out, s->title, 200);
        tc_text_str(out, s->status[0] ? ". " : ".\n");
    }
    if (s->status[0]) {
        speak_capital(s->status, 200, out);
        tc_text_str(out, ".\n");
    }
    for (int side = 0; side < TC_SIDES; side++)
        speak_side(s, side, out);
    speak_grounds(s, out);
    speak_sides(s, out);
    speak_overlays(s, out);
}
