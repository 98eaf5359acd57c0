/* board/hex.c - vectors, maps, printed numbers, hexsides. */
#include "board/hex.h"

#include <string.h>

/* --- Vectors --------------------------------------------------------------- */

static const struct tc_hexvec unit[2][6] = {
    [TC_HEX_CCW] = { { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, 0 }, { -1, 1 }, { 0, 1 } }, /* B-8.0a
                                                                                        */
    [TC_HEX_CW] = { { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 }, { 1, -1 } }, /* R-T-12a
                                                                                       */
};

struct tc_hexvec tc_hex_dir(enum tc_hexwind w, int d)
{
    return unit[w][tc_hex_mod6(d)];
}

struct tc_hexvec tc_hex_go(enum tc_hexwind w, struct tc_hexvec v, int d, int n)
{
    struct tc_hexvec u = tc_hex_dir(w, d);
    return tc_hex_vec(v.q + n * u.q, v.r + n * u.r);
}

struct tc_hexvec tc_hex_turn(enum tc_hexwind w, struct tc_hexvec v, int steps)
{
    int n = tc_hex_mod6(w == TC_HEX_CW ? steps : -steps);

    while (n-- > 0)
        v = tc_hex_vec(-v.r, v.q + v.r); /* 60 degrees clockwise */
    return v;
}

static int magnitude(int n)
{
    return n < 0 ? -n : n;
}

/* Half the sum of the three cube coordinates' sizes. */
static int span(int q, int r)
{
    return (magnitude(q) + magnitude(r) + magnitude(q + r)) / 2;
}

int tc_hex_length(struct tc_hexvec v)
{
    return span(v.q, v.r);
}

int tc_hex_distance(struct tc_hexvec a, struct tc_hexvec b)
{
    return span(a.q - b.q, a.r - b.r);
}

/* v = a D(f) + b D(f+1), clockwise directions, f 0..5. */
static struct tc_hexwedge solve_clockwise(int q, int r, int f)
{
    static const int8_t by[8][2] = { { 1, 0 },   { 1, 1 },  { 0, 1 }, { -1, 0 },
                                     { -1, -1 }, { 0, -1 }, { 1, 0 }, { 1, 1 } };
    const int8_t *a = by[f], *b = by[f + 2];

    return (struct tc_hexwedge){ (int16_t)(a[0] * q + a[1] * r), (int16_t)(b[0] * q + b[1] * r),
                                 (int16_t)f };
}

struct tc_hexwedge tc_hex_solve(enum tc_hexwind w, struct tc_hexvec v, int f)
{
    struct tc_hexwedge c;

    f = tc_hex_mod6(f);
    if (w == TC_HEX_CW)
        return solve_clockwise(v.q, v.r, f);
    c = solve_clockwise(v.q, v.r, 5 - f); /* ccw f, f+1 are cw -f, -f-1 */
    return (struct tc_hexwedge){ c.b, c.a, (int16_t)f };
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* Bearing in clockwise directions, by the signs of q, r and q + r. */
static int bearing_clockwise(int q, int r)
{
    static const int8_t by[3][3][3] = {
        { { 7, -1, -1 }, { 6, -1, -1 }, { 5, 4, 3 } },    /* q < 0 */
        { { 8, -1, -1 }, { -1, -1, -1 }, { -1, -1, 2 } }, /* q = 0 */
        { { 9, 10, 11 }, { -1, -1, 0 }, { -1, -1, 1 } },  /* q > 0 */
    };
    return by[sign(q) + 1][sign(r) + 1][sign(q + r) + 1];
}

int tc_hex_bearing(enum tc_hexwind w, struct tc_hexvec v)
{
    int bearing = bearing_clockwise(v.q, v.r);

    return w == TC_HEX_CW || bearing <= 0 ? bearing : 12 - bearing;
}

struct tc_hexwedge tc_hex_wedge(enum tc_hexwind w, struct tc_hexvec v)
{
    int bearing = tc_hex_bearing(w, v);

    return bearing < 0 ? (struct tc_hexwedge){ 0, 0, 0 } : tc_hex_solve(w, v, bearing / 2);
}

int tc_hex_direction(enum tc_hexwind w, struct tc_hexvec v)
{
    int bearing = tc_hex_bearing(w, v);
    return bearing < 0 || bearing % 2 ? -1 : bearing / 2;
}

int tc_hex_lateral(enum tc_hexwind w, struct tc_hexvec v, int f)
{
    struct tc_hexwedge x = tc_hex_solve(w, v, f);
    return w == TC_HEX_CW ? x.b - x.a : x.a - x.b;
}

int tc_hex_depth(enum tc_hexwind w, struct tc_hexvec v, int f)
{
    struct tc_hexwedge x = tc_hex_solve(w, v, f);
    return x.a + x.b;
}

uint8_t tc_hex_sides_toward(enum tc_hexwind w, struct tc_hexvec v)
{
    struct tc_hexwedge x = tc_hex_wedge(w, v);

    if (x.a == 0)
        return 0;
    if (x.a == x.b)
        return tc_hexmask_turn(3, x.sector);
    return tc_hexmask_turn(1, x.a > x.b ? x.sector : x.sector + 1);
}

/* --- Maps ------------------------------------------------------------------- */

static bool valid_layout(const struct tc_hexlayout *lay)
{
    return lay->columns >= 1 && lay->columns <= TC_HEX_SIDE_MAX && lay->rows >= 1 &&
           lay->rows <= TC_HEX_SIDE_MAX && lay->first <= 1 && lay->wind <= TC_HEX_CW &&
           !(lay->paired & (lay->paired << 1)) && !(lay->paired & 0x8000);
}

/* Hexes by which a line lies off the axial slant: (0, 1, 1, 2 ..) or (0, 0, 1, 1 ..). */
static int slant(const struct tc_hexmap *m, int line)
{
    return (line + (m->odd_place ? 0 : 1)) >> 1;
}

static struct tc_hexvec cell_vector(const struct tc_hexmap *m, int column, int row)
{
    if (m->lay.flat_top)
        return tc_hex_vec(column, row - slant(m, column));
    return tc_hex_vec(column - slant(m, row), row);
}

tc_hex tc_hexmap_cell(const struct tc_hexmap *m, int column, int row)
{
    if (column < 0 || column >= m->lay.columns || row < 0 || row >= m->lay.rows)
        return TC_HEX_NONE;
    return (tc_hex)(row * m->lay.columns + column);
}

tc_hex tc_hexmap_at(const struct tc_hexmap *m, struct tc_hexvec v)
{
    if (m->lay.flat_top)
        return tc_hexmap_cell(m, v.q, v.r + slant(m, v.q));
    return tc_hexmap_cell(m, v.q + slant(m, v.r), v.r);
}

static void join_neighbours(struct tc_hexmap *m)
{
    for (int h = 0; h < m->count; h++)
        for (int d = 0; d < 6; d++)
            m->next[h][d] = tc_hexmap_at(m, tc_hex_add(m->at[h], unit[m->lay.wind][d]));
}

bool tc_hexmap_build(struct tc_hexmap *m, const struct tc_hexlayout *lay)
{
    int greatest;

    if (!valid_layout(lay))
        return false;
    memset(m, 0, sizeof *m);
    m->lay = *lay;
    m->count = (int16_t)(lay->columns * lay->rows);
    greatest = (lay->columns > lay->rows ? lay->columns : lay->rows) - 1 + lay->first;
    m->digits = greatest > 99 ? 3 : 2;
    m->odd_place = lay->odd_shoved == (lay->first == 0);
    for (int h = 0; h < m->count; h++)
        m->at[h] = cell_vector(m, h % lay->columns, h / lay->columns);
    join_neighbours(m);
    return true;
}

tc_hex tc_hexmap_go(const struct tc_hexmap *m, tc_hex h, int d, int n)
{
    d = tc_hex_mod6(d);
    while (n-- > 0 && h >= 0)
        h = m->next[h][d];
    return h;
}

int tc_hexmap_distance(const struct tc_hexmap *m, tc_hex a, tc_hex b)
{
    return tc_hex_distance(m->at[a], m->at[b]);
}

int tc_hexmap_direction(const struct tc_hexmap *m, tc_hex a, tc_hex b)
{
    return tc_hex_direction(tc_hexmap_wind(m), tc_hex_sub(m->at[b], m->at[a]));
}

/* --- Printed numbers ---------------------------------------------------------- */

/* The number in exactly so many digits, -1 when one is no digit. */
static int read_digits(const char *text, int digits)
{
    int n = 0;

    for (int i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        n = 10 * n + (text[i] - '0');
    }
    return n;
}

tc_hex tc_hexmap_parse(const struct tc_hexmap *m, const char *text)
{
    int column = read_digits(text, m->digits), row;

    if (column < 0)
        return TC_HEX_BAD;
    row = read_digits(text + m->digits, m->digits);
    if (row < 0 || text[2 * m->digits] != '\0')
        return TC_HEX_BAD;
    return tc_hexmap_cell(m, column - m->lay.first, row - m->lay.first);
}

static void write_digits(char *out, int digits, int n)
{
    while (digits-- > 0) {
        out[digits] = (char)('0' + n % 10);
        n /= 10;
    }
}

int tc_hexmap_print(const struct tc_hexmap *m, tc_hex h, char out[TC_HEX_TEXT])
{
    int length = 2 * m->digits;

    write_digits(out, m->digits, h % m->lay.columns + m->lay.first);
    write_digits(out + m->digits, m->digits, h / m->lay.columns + m->lay.first);
    out[length] = '\0';
    return length;
}

/* --- Hexsides ------------------------------------------------------------------ */

/* Flags as seen from the other side: paired bits change places. */
static uint16_t mirrored(const struct tc_hexmap *m, uint16_t flags)
{
    unsigned low = m->lay.paired, high = low << 1;
    return (uint16_t)((flags & ~(low | high)) | ((flags & low) << 1) | ((flags & high) >> 1));
}

uint16_t tc_hexmap_side(const struct tc_hexmap *m, tc_hex h, int d)
{
    tc_hex over;

    d = tc_hex_mod6(d);
    if (d < 3)
        return m->side[h][d];
    over = m->next[h][d];
    return over < 0 ? 0 : mirrored(m, m->side[over][d - 3]);
}

bool tc_hexmap_set_side(struct tc_hexmap *m, tc_hex h, int d, uint16_t flags)
{
    tc_hex over = tc_hexmap_next(m, h, d);

    d = tc_hex_mod6(d);
    if (over < 0)
        return false;
    if (d < 3)
        m->side[h][d] = flags;
    else
        m->side[over][d - 3] = mirrored(m, flags);
    return true;
}
