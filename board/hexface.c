/* board/hexface.c - facings, their zones, fans. */
#include "board/hex.h"

/* --- Masks and facings ----------------------------------------------------- */

int tc_hexmask_count(uint8_t mask)
{
    return __builtin_popcount(mask);
}

int tc_hexface_turns(int from, int to)
{
    int n = tc_hex_mod6(to - from);
    return n > 3 ? 6 - n : n;
}

int tc_hexface_nearest(uint8_t front, int facing, int d)
{
    for (int n = 0; n <= 3; n++) {
        if (tc_hexmask_has(front, d - (facing + n)))
            return tc_hex_mod6(facing + n);
        if (tc_hexmask_has(front, d - (facing - n)))
            return tc_hex_mod6(facing - n);
    }
    return tc_hex_mod6(facing);
}

/* --- Zones ------------------------------------------------------------------ */

/* Bits of directions 0 to 5, seen from facing 0. */
const struct tc_hexzones tc_hexzones_vertex = { 0x03, 0x24, 0x18, TC_HEX_FLANK }; /* B-8.0c */
const struct tc_hexzones tc_hexzones_loose = { 0x27, 0x18, 0x00, TC_HEX_FLANK };  /* R-T-12a */
const struct tc_hexzones tc_hexzones_column = { 0x01, 0x36, 0x08, TC_HEX_FLANK };
const struct tc_hexzones tc_hexzones_side = { 0x23, 0x14, 0x08, TC_HEX_FLANK };
const struct tc_hexzones tc_hexzones_square = { 0x3f, 0x00, 0x00, TC_HEX_FRONT };
const struct tc_hexzones tc_hexzones_rout = { 0x00, 0x00, 0x3f, TC_HEX_REAR }; /* */

bool tc_hexzones_valid(const struct tc_hexzones *z)
{
    return (z->front | z->flank | z->rear) == TC_HEX_ALL && !(z->front & z->flank) &&
           !(z->front & z->rear) && !(z->flank & z->rear);
}

struct tc_hexzones tc_hexzones_turn(const struct tc_hexzones *z, int f)
{
    return (struct tc_hexzones){ tc_hexmask_turn(z->front, f), tc_hexmask_turn(z->flank, f),
                                 tc_hexmask_turn(z->rear, f), z->mixed };
}

enum tc_hexzone tc_hexzone_beside(const struct tc_hexzones *z, int f, int d)
{
    if (tc_hexmask_has(z->front, d - f))
        return TC_HEX_FRONT;
    return tc_hexmask_has(z->flank, d - f) ? TC_HEX_FLANK : TC_HEX_REAR;
}

enum tc_hexzone tc_hexzone_of(const struct tc_hexzones *z, enum tc_hexwind w, int f,
                              struct tc_hexvec v)
{
    int bearing = tc_hex_bearing(w, v);
    enum tc_hexzone first, second;

    if (bearing < 0)
        return TC_HEX_OWN;
    first = tc_hexzone_beside(z, f, bearing / 2);
    if (bearing % 2 == 0)
        return first;
    second = tc_hexzone_beside(z, f, bearing / 2 + 1);
    return first == second ? first : (enum tc_hexzone)z->mixed;
}

/* --- Fans -------------------------------------------------------------------- */

bool tc_hexfan_has(const struct tc_hexfan *fan, enum tc_hexwind w, struct tc_hexvec v)
{
    struct tc_hexwedge x = tc_hex_wedge(w, v);
    int k = x.a + x.b, turn = tc_hex_mod6(x.sector - fan->first);

    if (k < 1 || k < fan->near || k > fan->far)
        return false;
    return turn < fan->sectors || (turn == fan->sectors && x.b == 0);
}

int tc_hexfan_width(const struct tc_hexfan *fan, int k)
{
    return fan->sectors >= 6 ? 6 * k : fan->sectors * k + 1;
}

struct tc_hexvec tc_hexfan_hex(const struct tc_hexfan *fan, enum tc_hexwind w, int k, int i)
{
    int d = fan->first + i / k, b = i % k;
    struct tc_hexvec zero = { 0, 0 };

    return tc_hex_go(w, tc_hex_go(w, zero, d, k - b), d + 1, b);
}

/* Mark row k of the fan, walking from its first hex to its last. */
static int mark_row(const struct tc_hexfan *fan, const struct tc_hexmap *m, tc_hex h, int k,
                    uint64_t *set)
{
    enum tc_hexwind w = tc_hexmap_wind(m);
    struct tc_hexvec v = tc_hex_go(w, m->at[h], fan->first, k), along = { 0, 0 };
    int n = 0, width = tc_hexfan_width(fan, k);

    for (int i = 0, in_sector = 0, d = fan->first + 2; i < width; i++, in_sector--) {
        tc_hex to = tc_hexmap_at(m, v);

        tc_hexset_add(set, to);
        n += to >= 0;
        if (in_sector == 0) {
            along = tc_hex_dir(w, d++);
            in_sector = k;
        }
        v = tc_hex_add(v, along);
    }
    return n;
}

int tc_hexfan_mark(const struct tc_hexfan *fan, const struct tc_hexmap *m, tc_hex h,
                   uint64_t *set)
{
    int n = 0;

    for (int k = fan->near > 0 ? fan->near : 1; k <= fan->far; k++)
        n += mark_row(fan, m, h, k, set);
    return n;
}
