/* board/hexbody.c - bodies of several hexes: lines, columns, wheels, zones. */
#include "board/hex.h"

/* --- Hexes of a body --------------------------------------------------------- */

int tc_hexbody_run(const struct tc_hexmap *m, const struct tc_hexbody *b)
{
    if (b->shape == TC_HEXBODY_COLUMN)
        return tc_hex_mod6(b->facing + 3);
    return tc_hexface_flank(tc_hexmap_wind(m), b->facing, true); /* R-T-12a */
}

bool tc_hexbody_hexes(const struct tc_hexmap *m, const struct tc_hexbody *b, tc_hex out[])
{
    int run = tc_hexbody_run(m, b);

    for (int i = 0; i < b->length; i++) {
        out[i] = i == 0 ? b->anchor : m->next[out[i - 1]][run];
        if (out[i] < 0)
            return false;
    }
    return true;
}

tc_hex tc_hexbody_end(const struct tc_hexmap *m, const struct tc_hexbody *b)
{
    return tc_hexmap_go(m, b->anchor, tc_hexbody_run(m, b), b->length - 1);
}

bool tc_hexbody_joined(const struct tc_hexmap *m, const tc_hex hex[], int n)
{
    for (int i = 0; i < n; i++) {
        if (i > 0 && tc_hexmap_distance(m, hex[i - 1], hex[i]) != 1)
            return false;
        for (int j = 0; j < i; j++)
            if (hex[j] == hex[i])
                return false;
    }
    return true;
}

int tc_hexbody_straight(const struct tc_hexmap *m, const tc_hex hex[], int n)
{
    int d;

    if (n < 2 || tc_hexmap_distance(m, hex[0], hex[1]) != 1)
        return -1;
    d = tc_hexmap_direction(m, hex[0], hex[1]);
    for (int i = 2; i < n; i++)
        if (m->next[hex[i - 1]][d] != hex[i])
            return -1;
    return d;
}

int tc_hexbody_bent(const struct tc_hexmap *m, const tc_hex hex[], int n, int facing)
{
    int i = 1;

    while (i < n && tc_hexmap_next(m, hex[i - 1], facing + 3) == hex[i])
        i++;
    return n - i;
}

void tc_hexbody_follow(tc_hex hex[], int n, tc_hex to)
{
    for (int i = n - 1; i > 0; i--)
        hex[i] = hex[i - 1];
    hex[0] = to;
}

/* --- Movement of a body -------------------------------------------------------- */

bool tc_hexbody_step(const struct tc_hexmap *m, const struct tc_hexbody *b, int d,
                     struct tc_hexbody *out)
{
    struct tc_hexbody moved = *b;

    moved.anchor = tc_hexmap_next(m, b->anchor, d);
    if (moved.anchor < 0 || tc_hexbody_end(m, &moved) < 0)
        return false;
    *out = moved;
    return true;
}

/* The direction the parts of a line move in when it wheels; R-T-12b when the pivot is on the
 * side of the turn, else the outer end falls back. */
static int wheel_direction(int facing, int turn, bool high_pivot)
{
    if (turn > 0)
        return tc_hex_mod6(high_pivot ? facing + 1 : facing + 4);
    return tc_hex_mod6(high_pivot ? facing + 3 : facing);
}

/* Part i of the line marches i hexes; false when it leaves the map. */
static bool wheel_part(const struct tc_hexmap *m, tc_hex h, int i, int d,
                       struct tc_hexwheel *out)
{
    for (int k = 0; k < i; k++) {
        tc_hex to = m->next[h][d];

        if (to < 0)
            return false;
        out->pace[out->n++] = (struct tc_hexpace){ h, to, (int8_t)d, (uint8_t)i };
        h = to;
    }
    return true;
}

bool tc_hexbody_wheel(const struct tc_hexmap *m, const struct tc_hexbody *b, int turn,
                      bool about_right, struct tc_hexwheel *out)
{
    bool high = about_right == (tc_hexmap_wind(m) == TC_HEX_CW);
    int d = wheel_direction(b->facing, turn, high), last = b->length - 1;
    tc_hex hex[TC_HEXBODY_MAX];

    out->n = 0;
    out->body = *b;
    if (b->shape != TC_HEXBODY_LINE || b->length > TC_HEXBODY_LINE_MAX ||
        !tc_hexbody_hexes(m, b, hex))
        return false;
    for (int i = 0; i <= last; i++)
        if (!wheel_part(m, hex[about_right ? last - i : i], i, d, out))
            return false;
    out->body.facing = (uint8_t)tc_hex_mod6(b->facing + turn);
    if (about_right && out->n > 0)
        out->body.anchor = out->pace[out->n - 1].to; /* the outermost part is the left end */
    return true;
}

bool tc_hexbody_reverse(const struct tc_hexmap *m, const struct tc_hexbody *b,
                        struct tc_hexbody *out)
{
    tc_hex end = tc_hexbody_end(m, b);

    if (end < 0)
        return false;
    *out = *b;
    out->anchor = end;
    out->facing = (uint8_t)tc_hex_mod6(b->facing + 3);
    if (b->hook != TC_HEXHOOK_NONE) /* the same end, now on the other hand */
        out->hook = b->hook == TC_HEXHOOK_LEFT ? TC_HEXHOOK_RIGHT : TC_HEXHOOK_LEFT;
    return true;
}

bool tc_hexbody_extend(const struct tc_hexmap *m, const struct tc_hexbody *b, bool right,
                       struct tc_hexbody *out, tc_hex *taken)
{
    bool at_end = b->shape == TC_HEXBODY_LINE && right;
    int run = tc_hexbody_run(m, b);
    tc_hex from = at_end ? tc_hexbody_end(m, b) : b->anchor;
    tc_hex to = from < 0 ? TC_HEX_NONE : tc_hexmap_next(m, from, at_end ? run : run + 3);

    if (to < 0 || b->length >= TC_HEXBODY_MAX)
        return false;
    *out = *b;
    out->length++;
    if (!at_end)
        out->anchor = to;
    *taken = to;
    return true;
}

bool tc_hexbody_contract(const struct tc_hexmap *m, const struct tc_hexbody *b, bool right,
                         struct tc_hexbody *out, tc_hex *left)
{
    bool at_end = b->shape == TC_HEXBODY_COLUMN || right;

    if (b->length < 2)
        return false;
    *left = at_end ? tc_hexbody_end(m, b) : b->anchor;
    *out = *b;
    out->length--;
    if (!at_end)
        out->anchor = tc_hexmap_next(m, b->anchor, tc_hexbody_run(m, b));
    return true;
}

/* --- Zones of a body ------------------------------------------------------------- */

static bool among(tc_hex h, const tc_hex hex[], int n)
{
    for (int i = 0; i < n; i++)
        if (hex[i] == h)
            return true;
    return false;
}

/* Order in which zones win where two parts of a body disagree: front, rear, flank. */
static int rank(enum tc_hexzone z)
{
    return z == TC_HEX_FRONT ? 2 : z == TC_HEX_REAR;
}

/* Note a hex beside the body, or raise the zone it already has. */
static void note(struct tc_hexaround *out, tc_hex h, enum tc_hexzone z)
{
    int i = 0;

    while (i < out->n && out->hex[i] != h)
        i++;
    if (i == out->n) {
        out->hex[i] = h;
        out->zone[i] = (uint8_t)z;
        out->n++;
    } else if (rank(z) > rank((enum tc_hexzone)out->zone[i])) {
        out->zone[i] = (uint8_t)z;
    }
}

void tc_hexbody_around(const struct tc_hexmap *m, const tc_hex hex[], int n,
                       const struct tc_hexzones *z, int facing, struct tc_hexaround *out)
{
    out->n = 0;
    for (int i = 0; i < n; i++) {
        for (int d = 0; d < 6; d++) {
            tc_hex h = m->next[hex[i]][d];
            if (h >= 0 && !among(h, hex, n))
                note(out, h, tc_hexzone_beside(z, facing, d));
        }
    }
}

void tc_hexbody_around_column(const struct tc_hexmap *m, const tc_hex hex[], int n, int facing,
                              struct tc_hexaround *out)
{
    static const struct tc_hexzones flank_only = { 0, TC_HEX_ALL, 0, TC_HEX_FLANK };
    int back = n < 2 ? tc_hex_mod6(facing + 3) : tc_hexmap_direction(m, hex[n - 2], hex[n - 1]);
    tc_hex front = tc_hexmap_next(m, hex[0], facing), rear = m->next[hex[n - 1]][back];

    tc_hexbody_around(m, hex, n, &flank_only, 0, out);
    if (rear >= 0 && !among(rear, hex, n))
        note(out, rear, TC_HEX_REAR);
    if (front >= 0 && !among(front, hex, n))
        note(out, front, TC_HEX_FRONT);
}

bool tc_hexbody_zones(const struct tc_hexmap *m, const struct tc_hexbody *b,
                      struct tc_hexaround *out)
{
    tc_hex hex[TC_HEXBODY_MAX], end;
    bool right = b->hook == TC_HEXHOOK_RIGHT;

    if (!tc_hexbody_hexes(m, b, hex))
        return false;
    if (b->shape == TC_HEXBODY_COLUMN) {
        tc_hexbody_around_column(m, hex, b->length, b->facing, out);
        return true;
    }
    tc_hexbody_around(m, hex, b->length, &tc_hexzones_vertex, b->facing, out);
    if (b->hook == TC_HEXHOOK_NONE)
        return true;
    end = hex[right ? b->length - 1 : 0]; /* R-RUL-50 */
    end = m->next[end][tc_hexface_flank(tc_hexmap_wind(m), b->facing, right)];
    if (end >= 0)
        note(out, end, TC_HEX_FRONT);
    return true;
}
