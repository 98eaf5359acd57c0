/* protocol/tonight_army.c - two armies of the same points, and where they stand. */
#include <stdio.h>
#include <string.h>

#include "protocol/tonight.h"

/* --- Buying ------------------------------------------------------------------------------- */

/* What an army may have of each kind: how many are left to buy, and what one costs. */
struct shop {
    int n;
    int cost[TN_KINDS], left[TN_KINDS];
    bool reach[TN_POINTS + 1]; /* sums that what is left can make */
};

static void find_sums(struct shop *s)
{
    memset(s->reach, 0, sizeof s->reach);
    s->reach[0] = true;
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < s->left[k]; i++)
            for (int v = TN_POINTS; v >= s->cost[k]; v--)
                s->reach[v] |= s->reach[v - s->cost[k]];
}

/* The least and the most of a kind that an army of so many points has; the data say it for
 * 100. */
static void read_bounds(struct tn *t, const json_t *bounds, int points, int *least, int *most)
{
    int64_t v[2] = { 0, 0 };

    for (size_t i = 0; i < 2 && bounds; i++) {
        const char *s = tn_text(json_array_get(bounds, i));
        if (!tc_read_int(s, strlen(s), &v[i]) || v[i] < 0 || v[i] > TN_UNITS)
            tn_fault(t, "has", "a kind has the least and the most for 100 points: [1, 4].");
    }
    *least = (int)v[0] * points / 100;
    *most = ((int)v[1] * points + 99) / 100;
    if (v[0] > 0 && *least == 0)
        *least = 1;
}

/* The shop of a side, with the least of everything bought; what that, the general and its way
 * of fighting cost. */
static int open_shop(struct tn *t, struct tn_side *side, struct shop *s)
{
    const json_t *kinds = tn_part(t, t->data, "kinds"), *has = tn_part(t, side->army, "has");
    int spent = side->cost + side->style;

    memset(s, 0, sizeof *s);
    s->n = (int)json_array_size(kinds);
    if (s->n > TN_KINDS || s->n == 0)
        tn_fault(t, "kinds", "there are 1 to 32 of them.");
    for (int k = 0; k < s->n && !t->bad; k++) {
        const json_t *kind = json_array_get(kinds, (size_t)k);
        int least, most;
        read_bounds(t, json_object_get(has, tn_word(t, kind, "name")), side->points, &least,
                    &most);
        s->cost[k] = tn_number(t, kind, "cost", 0);
        if (s->cost[k] < 1 || s->cost[k] > TN_POINTS)
            tn_fault(t, "cost", "a kind costs 1 to 1000 points.");
        side->count[k] = least;
        s->left[k] = most > least ? most - least : 0;
        spent += least * s->cost[k];
    }
    if (!t->bad)
        find_sums(s);
    return spent;
}

/* One more of a kind, drawn by what is left, so that the rest can still be spent. */
static int draw_kind(struct tn *t, struct shop *s, int rest)
{
    bool good[TN_KINDS];
    uint32_t all = 0;

    for (int k = 0; k < s->n; k++) {
        good[k] = false;
        if (s->left[k] == 0 || s->cost[k] > rest)
            continue;
        s->left[k]--;
        find_sums(s);
        good[k] = s->reach[rest - s->cost[k]];
        s->left[k]++;
        all += good[k] ? (uint32_t)s->left[k] : 0;
    }
    uint32_t lot = tn_draw(t, all);
    for (int k = 0; k < s->n && all > 0; k++) {
        if (!good[k])
            continue;
        if (lot < (uint32_t)s->left[k])
            return k;
        lot -= (uint32_t)s->left[k];
    }
    return -1;
}

static void spend(struct tn *t, struct tn_side *side, struct shop *s, int rest)
{
    while (rest > 0) {
        int k = draw_kind(t, s, rest);
        if (k < 0)
            return;
        side->count[k]++;
        s->left[k]--;
        rest -= s->cost[k];
    }
}

static void draw_general(struct tn *t, struct tn_side *side)
{
    const json_t *list = json_object_get(t->data, "chiefs");
    const json_t *chief = list ? tn_pick(t, list) : NULL;
    json_t *words = (json_t *)json_object_get(chief, "words");

    side->cost = tn_number(t, chief, "cost", 0);
    side->style = tn_number(t, side->army, "worth", 0);
    if (side->style < 0 || side->style > 50)
        tn_fault(t, "worth", "an army's way of fighting is worth 0 to 50 points.");
    if (words)
        json_object_update(side->words, words);
}

/* Nobody can make so few points of this army. */
static void refuse_poor(struct tn *t, const struct tn_side *side, int needs)
{
    char least[16];

    snprintf(least, sizeof least, "%d", needs);
    if (!t->bad)
        tc_fail(t->why, TC_E_RANGE, "points",
                "That is too little for this army, {0}: it needs {1} points.",
                tn_text(json_object_get(side->army, "name")), least);
    t->bad = true;
}

void tn_raise(struct tn *t)
{
    struct shop shop[2];
    int rest[2];

    for (int i = 0; i < 2; i++) {
        draw_general(t, &t->side[i]);
        int spent = open_shop(t, &t->side[i], &shop[i]);
        rest[i] = t->side[i].points - spent;
        if (rest[i] < 0)
            refuse_poor(t, &t->side[i], spent);
    }
    if (t->bad)
        return;
    /* Both spend the same, as near to what they may as both can. */
    int less = 0;
    while (less < rest[0] && less < rest[1] &&
           (!shop[0].reach[rest[0] - less] || !shop[1].reach[rest[1] - less]))
        less++;
    for (int i = 0; i < 2; i++) {
        t->side[i].points -= less;
        spend(t, &t->side[i], &shop[i], rest[i] - less);
    }
}

/* --- Commands ----------------------------------------------------------------------------- */

static bool is_arm(const json_t *spec, const char *arm)
{
    const json_t *arms = json_object_get(spec, "arms");

    for (size_t i = 0; i < json_array_size(arms); i++)
        if (strcmp(tn_text(json_array_get(arms, i)), arm) == 0)
            return true;
    return false;
}

/* The units of one kind of command, in the order of its arms, dealt to as few commands as will
 * do. */
static void deal(struct tn *t, struct tn_side *side, const json_t *spec)
{
    const json_t *kinds = json_object_get(t->data, "kinds");
    int first = side->units, most = tn_number(t, spec, "most", 4);

    for (size_t k = 0; k < json_array_size(kinds); k++) {
        const json_t *kind = json_array_get(kinds, k);
        bool here = is_arm(spec, tn_word(t, kind, "arm"));
        for (int i = 0; here && i < side->count[k]; i++) {
            if (side->units == TN_UNITS) {
                tn_fault(t, "kinds", "the armies are too large: at most 80 units a side.");
                return;
            }
            side->unit[side->units++] = (struct tn_unit){ .kind = (int)k };
        }
    }
    int n = side->units - first, commands = most > 0 ? (n + most - 1) / most : n;
    if (side->commands + commands > TN_COMMANDS) {
        tn_fault(t, "commands", "there are too many: at most 24 a side.");
        return;
    }
    for (int i = 0; i < n; i++) {
        side->unit[first + i].command = side->commands + i % commands;
        side->command[side->commands + i % commands].spec = spec;
        side->command[side->commands + i % commands].units++;
    }
    side->commands += commands;
}

/* --- Places ------------------------------------------------------------------------------- */

static int32_t width_of(struct tn *t, const struct tn_unit *u)
{
    const json_t *kinds = json_object_get(t->data, "kinds");

    return tn_length(t, json_array_get(kinds, (size_t)u->kind), "width", t->hex ? 1 : 1000);
}

/* How wide a command is when it stands in so many lines, and which unit stands where. */
static void line_up(struct tn *t, struct tn_side *side, int command, int depth)
{
    struct tn_command *c = &side->command[command];
    int deep = tn_number(t, c->spec, "deep", 1), seen = 0;

    deep = deep > depth ? deep : depth;
    int row = (c->units + deep - 1) / deep;
    int32_t at = 0;
    c->width = 0;
    for (int i = 0; i < side->units; i++) {
        struct tn_unit *u = &side->unit[i];
        if (u->command != command)
            continue;
        if (seen % row == 0)
            at = 0;
        u->line = seen++ / row;
        u->at.right = at + width_of(t, u) / 2;
        at += width_of(t, u);
        c->width = at > c->width ? at : c->width;
    }
}

static int32_t width_in(struct tn *t, struct tn_side *side, int depth, int32_t gap)
{
    int32_t all = 0;

    for (int c = 0; c < side->commands; c++) {
        line_up(t, side, c, depth);
        all += side->command[c].width + (c ? gap : 0);
    }
    return all;
}

/* Commands from left to right: wings at both ends in turn, the centre between them. */
static int order(const struct tn_side *side, int *to)
{
    int n = 0, wing = 0;

    for (int pass = 0; pass < 3; pass++) {
        wing = 0;
        for (int c = 0; c < side->commands; c++) {
            bool wings =
                strcmp(tn_text(json_object_get(side->command[c].spec, "place")), "wings") == 0;
            int here = !wings ? 1 : wing++ % 2 ? 0 : 2;
            if (here == pass)
                to[n++] = c;
        }
    }
    return n;
}

static const char *list_of(const struct tn *t, const struct tn_unit *u)
{
    const json_t *kinds = json_object_get(t->data, "kinds");

    return tn_text(json_object_get(json_array_get(kinds, (size_t)u->kind), "into"));
}

/* Which it is in its line, from the left, among those of its own list. */
static int slot_of(const struct tn *t, const struct tn_side *side, int unit)
{
    const struct tn_unit *u = &side->unit[unit];
    int slot = 1;

    for (int i = 0; i < side->units; i++) {
        const struct tn_unit *v = &side->unit[i];
        slot += v->line == u->line && v->at.right < u->at.right &&
                strcmp(list_of(t, v), list_of(t, u)) == 0;
    }
    return slot;
}

static void place(struct tn *t, struct tn_side *side, int32_t gap)
{
    const json_t *field = json_object_get(t->data, "field");
    const json_t *lines = tn_part(t, field, "lines");
    int list[TN_COMMANDS], n = order(side, list);
    int32_t all = width_in(t, side, side->depth, gap), left = (t->width - all) / 2 + t->hex;

    for (int k = 0; k < n; k++) {
        struct tn_command *c = &side->command[list[k]];
        c->left = left;
        for (int i = 0; i < side->units; i++) {
            struct tn_unit *u = &side->unit[i];
            const json_t *kinds = json_object_get(t->data, "kinds");
            if (u->command != list[k])
                continue;
            u->at.right += left;
            u->at.forward = tn_length_of(t, json_array_get(lines, (size_t)u->line)) +
                            tn_length(t, json_array_get(kinds, (size_t)u->kind), "ahead", 0);
        }
        left += c->width + gap;
    }
    for (int i = 0; i < side->units; i++)
        side->unit[i].slot = slot_of(t, side, i);
}

void tn_lay_out(struct tn *t)
{
    const json_t *field = tn_part(t, t->data, "field"),
                 *specs = tn_part(t, t->data, "commands");
    int32_t margin = tn_length(t, field, "margin", 0), gap = tn_length(t, field, "gap", 0);
    int32_t widest = tn_length(t, field, "widest", 0), step = tn_length(t, field, "step", 2);
    int lines = (int)json_array_size(json_object_get(field, "lines"));

    t->width = tn_length(t, field, "width", 0);
    t->height = tn_length(t, field, "height", 0);
    for (int i = 0; i < 2 && !t->bad; i++) {
        struct tn_side *side = &t->side[i];
        for (size_t s = 0; s < json_array_size(specs) && !t->bad; s++)
            deal(t, side, json_array_get(specs, s));
        side->depth = 1;
        while (side->depth < lines && width_in(t, side, side->depth, gap) + 2 * margin > widest)
            side->depth++;
        int32_t need = width_in(t, side, side->depth, gap) + 2 * margin;
        if (need > widest)
            tn_fault(t, "field", "the armies are too wide for the field; take fewer points.");
        while (need > t->width && step > 0)
            t->width += step;
    }
    for (int i = 0; i < 2 && !t->bad; i++)
        place(t, &t->side[i], gap);
}

/* --- Into the lists of the battle ----------------------------------------------------------
 */

/* The next name of a list: they follow each other from a place that is drawn. */
static void draw_label(struct tn *t, struct tn_side *side, const char *arm, char *buf,
                       size_t cap)
{
    const json_t *names = json_object_get(tn_part(t, side->army, "names"), arm);
    size_t n = json_array_size(names);
    char key[40];

    if (n == 0) {
        tn_fault(t, "names", "an army has names for each arm of its troops.");
        return;
    }
    snprintf(key, sizeof key, ".%.30s", arm);
    json_t *at = json_object_get(side->words, key);
    long long i = at ? json_integer_value(at) + 1 : (long long)tn_draw(t, n);
    json_object_set_new(side->words, key, json_integer(i));
    snprintf(key, sizeof key, "-%.30s", arm);
    if (!at)
        json_object_set_new(side->words, key, json_integer(i));
    long long first = json_integer_value(json_object_get(side->words, key));
    const char *label = tn_text(json_array_get(names, (size_t)i % n));
    snprintf(buf, cap, i - first >= (long long)n ? "%s, second" : "%s", label);
}

static void muster_unit(struct tn *t, int s, const struct tn_unit *u, json_t *command)
{
    struct tn_side *side = &t->side[s];
    const json_t *kind = json_array_get(json_object_get(t->data, "kinds"), (size_t)u->kind);
    const json_t *field = json_object_get(t->data, "field");
    const json_t *set = json_object_get(kind, "set");
    char label[80] = "", name[48], slot[12];

    draw_label(t, side, tn_word(t, kind, "arm"), label, sizeof label);
    tn_name(t, label, name, sizeof name);
    snprintf(slot, sizeof slot, "%d", u->slot);
    const char *line =
        tn_text(json_array_get(json_object_get(field, "words"), (size_t)u->line));
    json_t *own =
        json_pack("{ss ss ss ss}", "name", name, "label", label, "slot", slot, "line", line);
    if (!json_object_get(command, "first")) {
        json_object_set_new(command, "first", json_string(name));
        if (!json_object_get(side->words, "first"))
            json_object_set_new(side->words, "first", json_string(name));
    }
    struct tn_scope scope = { { own, command, side->words, t->words }, s, u->at };
    json_t *lists[] = { command, side->words, t->words };
    const json_t *into = json_object_get(tn_part(t, t->data, "into"), tn_word(t, kind, "into"));
    json_t *adds = json_object();
    json_object_set_new(adds, tn_word(t, kind, "into"), json_incref((json_t *)into));
    tn_add(t, adds, set, &scope, lists, 3);
    json_decref(adds);
    json_decref(own);
}

/* The middle of a command: its leader stands there. */
static struct tn_spot middle(const struct tn_side *side, int command)
{
    struct tn_spot at = { 0, 0 };
    int seen = 0;

    for (int i = 0; i < side->units; i++)
        if (side->unit[i].command == command &&
            seen++ == (side->command[command].units - 1) / 2)
            at = side->unit[i].at;
    return at;
}

static void muster_command(struct tn *t, int s, int command)
{
    struct tn_side *side = &t->side[s];
    const struct tn_command *c = &side->command[command];
    struct tn_scope scope = { { NULL, NULL, side->words, t->words }, s, middle(side, command) };
    char leader[80] = "", label[120], name[48], staff[48];
    json_t *own = json_object();

    draw_label(t, side, "leaders", leader, sizeof leader);
    tn_name(t, leader, staff, sizeof staff);
    json_object_set_new(own, "leader", json_string(leader));
    json_object_set_new(own, "staff", json_string(staff));
    scope.words[0] = own;
    tn_fill_text(t, tn_word(t, c->spec, "label"), &scope, label, sizeof label);
    tn_name(t, label, name, sizeof name);
    json_object_set_new(own, "commandlabel", json_string(label));
    json_object_set_new(own, "command", json_string(name));
    for (int i = 0; i < side->units; i++)
        if (side->unit[i].command == command)
            muster_unit(t, s, &side->unit[i], own);
    json_t *lists[] = { side->words, t->words };
    tn_add(t, tn_part(t, c->spec, "adds"), NULL, &scope, lists, 2);
    json_decref(own);
}

void tn_muster(struct tn *t)
{
    const json_t *spec = tn_part(t, t->data, "side");

    for (int s = 0; s < 2 && !t->bad; s++) {
        struct tn_side *side = &t->side[s];
        const json_t *field = json_object_get(t->data, "field");
        struct tn_scope scope = { { NULL, NULL, side->words, t->words }, s, { 0, 0 } };
        json_t *lists[] = { t->words };
        for (int c = 0; c < side->commands && !t->bad; c++)
            muster_command(t, s, c);
        if (side->units > 0) {
            struct tn_spot on = tn_on_map(t, s, side->unit[(side->units - 1) / 2].at);
            char hex[8];
            tn_put_hex(hex, on);
            json_object_set_new(side->words, "where", json_string(hex));
        }
        scope.at.right = (t->width + t->hex) / 2;
        scope.at.forward = tn_length(t, field, "general", 1);
        if (!t->bad)
            tn_add(t, json_object_get(spec, "adds"), NULL, &scope, lists, 1);
    }
}
