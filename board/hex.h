/* board/hex.h - hex geometry shared by the hex systems (bayonet, reason).
 *
 * Here: axial vectors, bounded maps with ccrr numbers, hex sets, facings and their zones,
 * fans, exact lines of sight, cheapest paths, bodies of several hexes.
 * Not here: what a terrain costs, who blocks a line, who may turn: that is rules.
 *
 * Axial (q,r), y grows downwards. Pointy-top: (+1,0) is E, (0,+1) SE, (+1,-1) NE.
 * Flat-top: the same turned 30 degrees clockwise, (+1,0) is SE, (0,+1) S, (+1,-1) NE.
 * Directions 0..5 start at (+1,0) and go counter-clockwise (B-8.0a) or clockwise (R-T-12a)
 * as the winding says. Hexside facing d looks along direction d; vertex facing f looks at
 * the vertex between directions f and f+1. Direction arguments may be any int; they are
 * taken modulo 6. A mask is six bits, bit d for direction d.
 * Functions are pure unless they take a non-const pointer.
 */
#ifndef TC_BOARD_HEX_H
#define TC_BOARD_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TC_HEX_SIDE_MAX = 128,                          /* columns or rows of a map */
    TC_HEX_CAP = TC_HEX_SIDE_MAX * TC_HEX_SIDE_MAX, /* hexes of a map */
    TC_HEX_NONE = -1,                               /* no hex: off the map */
    TC_HEX_BAD = -2,                                /* not the text of a hex */
    TC_HEX_TEXT = 8,                                /* bytes for a printed number */
    TC_HEX_BARRED = 255,                            /* a cost that forbids */
    TC_HEX_ALL = 63                                 /* mask of all six directions */
};

typedef int16_t tc_hex; /* index on a map, row by row; TC_HEX_NONE off it */

enum tc_hexwind {
    TC_HEX_CCW, /* directions grow counter-clockwise: B-8.0a */
    TC_HEX_CW   /* directions grow clockwise: R-T-12a */
};

struct tc_hexvec {
    int16_t q, r;
};

/* --- Vectors --------------------------------------------------------------- */

/* v = a D(sector) + b D(sector+1) with a > 0, b >= 0 (all zero for the zero vector). */
struct tc_hexwedge {
    int16_t a, b, sector;
};

/* Any direction brought to 0..5. */
static inline int tc_hex_mod6(int d)
{
    d %= 6;
    return d < 0 ? d + 6 : d;
}

/* The vector (q,r). */
static inline struct tc_hexvec tc_hex_vec(int q, int r)
{
    return (struct tc_hexvec){ (int16_t)q, (int16_t)r };
}

/* a + b. */
static inline struct tc_hexvec tc_hex_add(struct tc_hexvec a, struct tc_hexvec b)
{
    return tc_hex_vec(a.q + b.q, a.r + b.r);
}

/* a - b. */
static inline struct tc_hexvec tc_hex_sub(struct tc_hexvec a, struct tc_hexvec b)
{
    return tc_hex_vec(a.q - b.q, a.r - b.r);
}

/* True when a and b are the same vector. */
static inline bool tc_hex_same(struct tc_hexvec a, struct tc_hexvec b)
{
    return a.q == b.q && a.r == b.r;
}

/* Unit vector of direction d. */
struct tc_hexvec tc_hex_dir(enum tc_hexwind w, int d);

/* v moved n hexes in direction d. */
struct tc_hexvec tc_hex_go(enum tc_hexwind w, struct tc_hexvec v, int d, int n);

/* v turned about the origin so that direction d becomes d + steps. */
struct tc_hexvec tc_hex_turn(enum tc_hexwind w, struct tc_hexvec v, int steps);

/* Hexes from the origin to v. */
int tc_hex_length(struct tc_hexvec v);

/* Hexes from a to b, own hex not counted. */
int tc_hex_distance(struct tc_hexvec a, struct tc_hexvec b);

/* The sector v lies in and its coordinates there. */
struct tc_hexwedge tc_hex_wedge(enum tc_hexwind w, struct tc_hexvec v);

/* 2d when v lies straight in direction d, 2d+1 strictly between d and d+1, -1 for zero. */
int tc_hex_bearing(enum tc_hexwind w, struct tc_hexvec v);

/* Direction of v when it lies on a straight row, -1 otherwise. */
int tc_hex_direction(enum tc_hexwind w, struct tc_hexvec v);

/* Solve v = a D(f) + b D(f+1) for any f, signs free (B-T10); sector is f. */
struct tc_hexwedge tc_hex_solve(enum tc_hexwind w, struct tc_hexvec v, int f);

/* Half-hexes to the right of the axis through vertex f (B-8.0f x). */
int tc_hex_lateral(enum tc_hexwind w, struct tc_hexvec v, int f);

/* Rows in front of the origin for vertex facing f (B-8.0f y). */
int tc_hex_depth(enum tc_hexwind w, struct tc_hexvec v, int f);

/* Own hexsides by which the straight line to v leaves: one, or two when through a vertex. */
uint8_t tc_hex_sides_toward(enum tc_hexwind w, struct tc_hexvec v);

/* --- Masks and facings ----------------------------------------------------- */

/* Mask turned so that bit d becomes bit d + steps. */
static inline uint8_t tc_hexmask_turn(uint8_t mask, int steps)
{
    int n = tc_hex_mod6(steps);
    return (uint8_t)(((mask << n) | (mask >> (6 - n))) & TC_HEX_ALL);
}

/* True when direction d is in the mask. */
static inline bool tc_hexmask_has(uint8_t mask, int d)
{
    return (mask >> tc_hex_mod6(d)) & 1;
}

/* Number of directions in the mask. */
int tc_hexmask_count(uint8_t mask);

/* Vertices or hexsides between two facings, 0..3. */
int tc_hexface_turns(int from, int to);

/* Facing nearest to the present one (fewest turns) that has d in its front; of two equally
 * near the one with the higher turn index; the present one when front is empty (B-11.7b). */
int tc_hexface_nearest(uint8_t front, int facing, int d);

/* The two hexsides beside vertex v (R-8.1g.8). */
static inline uint8_t tc_hexface_sides(int v)
{
    return tc_hexmask_turn(3, v);
}

/* The two vertices beside hexside s (R-8.1g.8). */
static inline uint8_t tc_hexface_vertices(int s)
{
    return tc_hexmask_turn(3, s - 1);
}

/* Direction of the right (or left) flank hex of vertex facing f (B-8.0c, R-T-12a). */
static inline int tc_hexface_flank(enum tc_hexwind w, int f, bool right)
{
    return tc_hex_mod6(right == (w == TC_HEX_CW) ? f + 2 : f - 1);
}

/* Direction of the right (or left) front hex of vertex facing f (B-8.0c, R-T-12a). */
static inline int tc_hexface_front(enum tc_hexwind w, int f, bool right)
{
    return tc_hex_mod6(right == (w == TC_HEX_CW) ? f + 1 : f);
}

enum tc_hexzone { TC_HEX_OWN, TC_HEX_FRONT, TC_HEX_FLANK, TC_HEX_REAR };

/* Zones of a piece that faces 0; they part the six directions. A distant hex between two
 * rows of one zone is in that zone, between two zones it is in `mixed`. */
struct tc_hexzones {
    uint8_t front, flank, rear, mixed;
};

extern const struct tc_hexzones tc_hexzones_vertex; /* 2 front, 2 flank, 2 rear: B-8.0c */
extern const struct tc_hexzones tc_hexzones_loose;  /* vertex, 4 front, 2 flank: skirmish */
extern const struct tc_hexzones tc_hexzones_column; /* hexside, 1 front, 4 flank, 1 rear */
extern const struct tc_hexzones tc_hexzones_side;   /* hexside, 3 front, 2 flank, 1 rear */
extern const struct tc_hexzones tc_hexzones_square; /* all front */
extern const struct tc_hexzones tc_hexzones_rout;   /* all rear */

/* True when the three masks part the six directions. */
bool tc_hexzones_valid(const struct tc_hexzones *z);

/* The zones of a piece that faces f instead of 0. */
struct tc_hexzones tc_hexzones_turn(const struct tc_hexzones *z, int f);

/* Zone of the adjacent hex in direction d for facing f. */
enum tc_hexzone tc_hexzone_beside(const struct tc_hexzones *z, int f, int d);

/* Zone of the hex at v, however far, seen from a piece at the origin with facing f. */
enum tc_hexzone tc_hexzone_of(const struct tc_hexzones *z, enum tc_hexwind w, int f,
                              struct tc_hexvec v);

/* --- Maps ------------------------------------------------------------------- */

/* How the map is printed. "Lines" are columns when flat-top, rows when pointy-top; shoved
 * lines lie half a hex lower (flat-top) or to the right (pointy-top). */
struct tc_hexlayout {
    int16_t columns, rows; /* 1..TC_HEX_SIDE_MAX */
    bool flat_top;
    bool odd_shoved; /* lines with odd printed numbers are shoved, else those with even */
    uint8_t first;   /* number of the first column and row: 0 or 1 */
    uint8_t wind;    /* enum tc_hexwind */
    uint16_t paired; /* hexside flags: bit b set means that b and b+1 are one thing seen from
                        its two sides, and change places when read from the other side */
};

struct tc_hexmap {
    struct tc_hexlayout lay;
    int16_t count;  /* hexes */
    uint8_t digits; /* of each half of a printed number: 2, or 3 over 99 */
    bool odd_place; /* lines with odd places, counted from 0, are shoved */
    tc_hex next[TC_HEX_CAP][6];
    struct tc_hexvec at[TC_HEX_CAP];
    uint16_t side[TC_HEX_CAP][3]; /* hexside d of the hex, d < 3; use tc_hexmap_side */
    uint8_t terrain[TC_HEX_CAP];
    int8_t height[TC_HEX_CAP];
};

/* Build a map of clear, flat hexes; false, and the map untouched, when the layout is bad. */
bool tc_hexmap_build(struct tc_hexmap *m, const struct tc_hexlayout *lay);

/* Winding of the map's directions. */
static inline enum tc_hexwind tc_hexmap_wind(const struct tc_hexmap *m)
{
    return (enum tc_hexwind)m->lay.wind;
}

/* Hex at (q,r), TC_HEX_NONE off the map. */
tc_hex tc_hexmap_at(const struct tc_hexmap *m, struct tc_hexvec v);

/* Hex in a column and row counted from 0, TC_HEX_NONE off the map. */
tc_hex tc_hexmap_cell(const struct tc_hexmap *m, int column, int row);

/* Neighbour in direction d, TC_HEX_NONE off the map. */
static inline tc_hex tc_hexmap_next(const struct tc_hexmap *m, tc_hex h, int d)
{
    return m->next[h][tc_hex_mod6(d)];
}

/* Hex n steps in direction d, TC_HEX_NONE when the row leaves the map. */
tc_hex tc_hexmap_go(const struct tc_hexmap *m, tc_hex h, int d, int n);

/* Hexes from a to b. */
int tc_hexmap_distance(const struct tc_hexmap *m, tc_hex a, tc_hex b);

/* Direction from a to b on a straight row, -1 otherwise. */
int tc_hexmap_direction(const struct tc_hexmap *m, tc_hex a, tc_hex b);

/* Read a printed number: exactly 2 + 2 digits (3 + 3 on maps that number over 99) and no
 * more; TC_HEX_BAD for other text, TC_HEX_NONE for a number off the map. */
tc_hex tc_hexmap_parse(const struct tc_hexmap *m, const char *text);

/* Write the printed number of a hex, zero-terminated; returns its length. */
int tc_hexmap_print(const struct tc_hexmap *m, tc_hex h, char out[TC_HEX_TEXT]);

/* Flags of hexside d as seen from h; 0 at the edge of the map. */
uint16_t tc_hexmap_side(const struct tc_hexmap *m, tc_hex h, int d);

/* Set the flags of hexside d as seen from h; false at the edge of the map. */
bool tc_hexmap_set_side(struct tc_hexmap *m, tc_hex h, int d, uint16_t flags);

/* --- Sets of hexes: bits in uint64_t words ----------------------------------- */

#define TC_HEXSET_WORDS(hexes) (((hexes) + 63) / 64)

/* Words a set over the map needs. */
static inline int tc_hexset_words(const struct tc_hexmap *m)
{
    return TC_HEXSET_WORDS(m->count);
}

/* True when the set has h; false for TC_HEX_NONE. */
static inline bool tc_hexset_has(const uint64_t *set, tc_hex h)
{
    return h >= 0 && ((set[h >> 6] >> (h & 63)) & 1);
}

/* Put h in the set; TC_HEX_NONE is ignored. */
static inline void tc_hexset_add(uint64_t *set, tc_hex h)
{
    if (h >= 0)
        set[h >> 6] |= (uint64_t)1 << (h & 63);
}

/* Take h out of the set; TC_HEX_NONE is ignored. */
static inline void tc_hexset_drop(uint64_t *set, tc_hex h)
{
    if (h >= 0)
        set[h >> 6] &= ~((uint64_t)1 << (h & 63));
}

/* Empty the set. */
void tc_hexset_clear(uint64_t *set, int words);

/* set = set and other. */
void tc_hexset_and(uint64_t *set, const uint64_t *other, int words);

/* set = set or other. */
void tc_hexset_or(uint64_t *set, const uint64_t *other, int words);

/* set = set without other. */
void tc_hexset_minus(uint64_t *set, const uint64_t *other, int words);

/* True when the two sets share a hex. */
bool tc_hexset_meet(const uint64_t *a, const uint64_t *b, int words);

/* Number of hexes in the set. */
int tc_hexset_count(const uint64_t *set, int words);

/* First hex of the set that is >= from, TC_HEX_NONE when there is none. */
tc_hex tc_hexset_from(const uint64_t *set, int words, int from);

/* Add the neighbours of h that the mask names: a ZOC is its front mask. */
void tc_hexset_add_mask(uint64_t *set, const struct tc_hexmap *m, tc_hex h, uint8_t mask);

/* Mask of the neighbours of h that are in the set. */
uint8_t tc_hexset_around(const uint64_t *set, const struct tc_hexmap *m, tc_hex h);

/* --- Fans -------------------------------------------------------------------- */

/* All hexes from direction `first` through `sectors` sectors of 60 degrees, both border rows
 * included, at distances near..far. 0 sectors is one straight row, 6 are whole rings.
 * B-8.0d wedge and vertex arc: {f, 1}; skirmish {v-1, 3}; general order {s-1, 2} (R-T-12c). */
struct tc_hexfan {
    int8_t first;
    uint8_t sectors;
    uint8_t near, far;
};

/* True when v lies in the fan of a piece at the origin. */
bool tc_hexfan_has(const struct tc_hexfan *fan, enum tc_hexwind w, struct tc_hexvec v);

/* Hexes in the row at distance k >= 1: 1, k + 1, 2k + 1 .. and 6k for 6 sectors. */
int tc_hexfan_width(const struct tc_hexfan *fan, int k);

/* Hex i of the row at distance k >= 1, counted from direction `first` upwards. */
struct tc_hexvec tc_hexfan_hex(const struct tc_hexfan *fan, enum tc_hexwind w, int k, int i);

/* Add the fan of a piece at h to the set, as far as it lies on the map; returns how many
 * hexes of the fan are on the map. */
int tc_hexfan_mark(const struct tc_hexfan *fan, const struct tc_hexmap *m, tc_hex h,
                   uint64_t *set);

/* --- Lines of sight ------------------------------------------------------------ */

enum tc_hexcut {
    TC_HEXCUT_ONE,   /* one hex at this step */
    TC_HEXCUT_ALONG, /* the line runs along the hexside between the two hexes */
    TC_HEXCUT_EVEN,  /* it crosses that hexside at its middle: the two are equally near */
    TC_HEXCUT_CLIP   /* hex[0] is nearest, but the line also cuts a corner of hex[1] */
};

/* One step of a line: the point k/n of the way, the nearest hex or hexes. */
struct tc_hexstep {
    struct tc_hexvec hex[2];
    int16_t k, n;
    uint8_t cut, pad[3];
};

/* A centre-to-centre line under way; treat as opaque. */
struct tc_hexline {
    struct tc_hexvec at, high, low; /* floor hex, D(sector), D(sector+1) */
    int a, n, k, rest, slant;
};

/* Start the line between two hexes. */
void tc_hexline_begin(struct tc_hexline *line, struct tc_hexvec from, struct tc_hexvec to);

/* Go one step: k = 1 .. n, the last being the target itself; false when at the end. */
bool tc_hexline_step(struct tc_hexline *line, struct tc_hexstep *step);

/* What blocks. Heights are in units of the caller's choice, all the same. */
struct tc_hexsight {
    const int8_t *ground;  /* elevation by hex; NULL is flat */
    const int8_t *cover;   /* height of what grows or stands there; NULL is none */
    const uint64_t *units; /* hexes with units in them; NULL is none */
    int8_t unit_cover;     /* height of a unit; the higher of the covers counts */
    bool either;           /* of two hexes one that blocks is enough; else both must */
    bool clipped;          /* a hex cut at a corner blocks too */
    bool touching;         /* cover that just touches the line blocks too */
};

/* True when nothing between the hexes rises above the line between their grounds; the end
 * hexes never block. With no heights any cover > 0 blocks (B-10.3a), else by R-T-12c.
 * Where a line runs along the edge of the map the hex on the map decides. */
bool tc_hexsight_clear(const struct tc_hexmap *m, const struct tc_hexsight *s, tc_hex a,
                       tc_hex b);

/* Steps between the hexes that count as in the set; of two hexes both must be in it, or one
 * when `either` (B-RUL-48). */
int tc_hexsight_count(const struct tc_hexmap *m, tc_hex a, tc_hex b, const uint64_t *set,
                      bool either);

/* --- Cheapest paths -------------------------------------------------------------- */

/* One move out of a node: a step (to != from) or a turn (to == from). */
struct tc_hexhop {
    tc_hex from, to;
    int8_t dir;    /* of a step; of a turn the facing it ends with */
    int8_t facing; /* before the move; 0 in a flood without facings */
    uint16_t spent;
};

/* Cost 0..254 of a move, negative when forbidden. May depend on `spent` only so that coming
 * with less spent never arrives later. */
typedef int tc_hexcost(const void *ctx, const struct tc_hexhop *hop);

/* What it costs to leave a hex by each side; TC_HEX_BARRED forbids. */
struct tc_hexedge {
    uint8_t cost[6];
};

/* What a move costs. Steps: `step` when set, else the `edge` table; turns: `turning` when set,
 * else `turn`. */
struct tc_hexmove {
    int budget;                    /* no node dearer than this; up to 65534 */
    tc_hexcost *step;              /* NULL: use edge */
    tc_hexcost *turning;           /* NULL: use turn */
    const void *ctx;               /* for both */
    const struct tc_hexedge *edge; /* by hex */
    const uint64_t *barred;        /* hexes never entered; NULL is none */
    uint8_t ahead;                 /* directions a piece that faces 0 may step in */
    uint8_t turn[4];               /* cost of turning 1, 2, 3 (entry 0 unused) */
    uint8_t least;                 /* no move costs less: speeds up; 0 when not known */
};

struct tc_hexnode {
    int32_t next, prev;
    uint16_t cost;
    uint8_t via, state;
};

/* A flood over hexes (facings 1, node = hex), or over hexes and facings (6, node = hex * 6 +
 * f). A third kind (12, node = hex * 12 + f, + 6 once turned there) allows one turn in a hex.
 * It is needed where a half-turn costs more than a turn and another (R-T-11 reversal). */
struct tc_hexflood {
    const struct tc_hexmap *map;
    struct tc_hexnode *node; /* the caller's, hexes * facings of them */
    int32_t first;           /* settled nodes, cheapest first */
    int32_t top;             /* dearest start not yet run, -1 when none */
    int32_t facings;
    int32_t bucket[256];
};

/* Make a flood over the caller's nodes, done once; false when there are too few of them. */
bool tc_hexflood_init(struct tc_hexflood *f, const struct tc_hexmap *m, int facings,
                      struct tc_hexnode *node, int nodes);

/* Forget the last run; costs only what that run reached. */
void tc_hexflood_clear(struct tc_hexflood *f);

/* Add a node to start from (facing 0 in a flood without facings) with MP already spent; false
 * unless 0..255. A start counts as reached even when it has spent more than the budget. */
bool tc_hexflood_start(struct tc_hexflood *f, tc_hex h, int facing, int spent);

/* Flood from the starts as far as the budget goes. */
void tc_hexflood_run(struct tc_hexflood *f, const struct tc_hexmove *move);

/* Clear, start at one node, run. */
void tc_hexflood_go(struct tc_hexflood *f, tc_hex h, int facing, const struct tc_hexmove *move);

/* Hex of a node. */
static inline tc_hex tc_hexflood_hex(const struct tc_hexflood *f, int32_t n)
{
    return (tc_hex)(n / f->facings);
}

/* Facing of a node. */
static inline int tc_hexflood_facing(const struct tc_hexflood *f, int32_t n)
{
    return n % f->facings % 6;
}

/* Cheapest node of a hex and facing, -1 when not reached. */
int32_t tc_hexflood_node(const struct tc_hexflood *f, tc_hex h, int facing);

/* Least cost of a hex and facing, -1 when not reached. */
int tc_hexflood_cost(const struct tc_hexflood *f, tc_hex h, int facing);

/* Least cost of a hex over all facings, -1 when not reached; mask gets the facings that
 * have it (may be NULL). */
int tc_hexflood_best(const struct tc_hexflood *f, tc_hex h, uint8_t *mask);

/* First node reached, cheapest first, -1 when none. */
static inline int32_t tc_hexflood_first(const struct tc_hexflood *f)
{
    return f->first;
}

/* Node reached after n, -1 at the end. */
static inline int32_t tc_hexflood_after(const struct tc_hexflood *f, int32_t n)
{
    return f->node[n].next;
}

/* Node before n on its cheapest path, -1 at a start. */
int32_t tc_hexflood_before(const struct tc_hexflood *f, int32_t n);

/* Nodes of the cheapest path from its start to n, both included; returns how many, 0 when n
 * was not reached or out has no room. */
int tc_hexflood_path(const struct tc_hexflood *f, int32_t n, int32_t out[], int room);

/* Fill an edge table: terrain[of the hex entered] + side[of each flag of the hexside, seen
 * from the hex left]; TC_HEX_BARRED in either forbids, as do sums of 255 and more. */
void tc_hexedge_fill(const struct tc_hexmap *m, const uint8_t terrain[256],
                     const uint8_t side[16], struct tc_hexedge edge[]);

/* --- Bodies of several hexes -------------------------------------------------------- */

enum {
    TC_HEXBODY_MAX = 16,                       /* hexes of a body */
    TC_HEXBODY_PACES = 15,                     /* hexes entered in a wheel: 6 * 5 / 2 */
    TC_HEXBODY_LINE_MAX = 6,                   /* hexes of a line that wheels */
    TC_HEXBODY_AROUND = 4 * TC_HEXBODY_MAX + 2 /* hexes beside a body */
};

enum tc_hexshape {
    TC_HEXBODY_LINE,  /* vertex facing; anchor is the left end, runs along its right flank */
    TC_HEXBODY_COLUMN /* hexside facing; anchor is the head, runs to the rear */
};

enum tc_hexhook { TC_HEXHOOK_NONE, TC_HEXHOOK_LEFT, TC_HEXHOOK_RIGHT };

/* A straight body (R-T-12a). */
struct tc_hexbody {
    tc_hex anchor;
    uint8_t facing, length; /* length 1 .. TC_HEXBODY_MAX */
    uint8_t shape;          /* enum tc_hexshape */
    uint8_t hook;           /* enum tc_hexhook, lines only */
};

/* The hexes beside a body with their zones. */
struct tc_hexaround {
    int n;
    tc_hex hex[TC_HEXBODY_AROUND];
    uint8_t zone[TC_HEXBODY_AROUND]; /* enum tc_hexzone */
};

/* One hex entered by one part of a wheeling line; part 0 is the pivot. */
struct tc_hexpace {
    tc_hex from, to;
    int8_t dir;
    uint8_t part;
};

/* A wheel: where the line stands afterwards, and the hexes its parts enter, pivot outwards. */
struct tc_hexwheel {
    struct tc_hexbody body;
    int n;
    struct tc_hexpace pace[TC_HEXBODY_PACES];
};

/* Direction from one hex of the body to the next. */
int tc_hexbody_run(const struct tc_hexmap *m, const struct tc_hexbody *b);

/* Hexes of the body, left to right or head to tail; false when it leaves the map. */
bool tc_hexbody_hexes(const struct tc_hexmap *m, const struct tc_hexbody *b, tc_hex out[]);

/* Last hex of the body: right end or tail; TC_HEX_NONE when off the map. */
tc_hex tc_hexbody_end(const struct tc_hexmap *m, const struct tc_hexbody *b);

/* True when each hex is next to the one before and none comes twice. */
bool tc_hexbody_joined(const struct tc_hexmap *m, const tc_hex hex[], int n);

/* Direction of a straight unbroken row of n >= 2 hexes, -1 when it is none. */
int tc_hexbody_straight(const struct tc_hexmap *m, const tc_hex hex[], int n);

/* Hexes of a column not on the straight row from its head away from its facing (R-RUL-84). */
int tc_hexbody_bent(const struct tc_hexmap *m, const tc_hex hex[], int n, int facing);

/* Head steps to the next hex and each part follows into the hex before it (R-9.3a.2). */
void tc_hexbody_follow(tc_hex hex[], int n, tc_hex to);

/* The body moved one hex in direction d; false, *out untouched, when it leaves the map. */
bool tc_hexbody_step(const struct tc_hexmap *m, const struct tc_hexbody *b, int d,
                     struct tc_hexbody *out);

/* Line wheeled by one vertex (turn +1 or -1 in facing index) about its right or left end;
 * false when it is no line or any hex is off the map (R-9.3b, R-T-12b). */
bool tc_hexbody_wheel(const struct tc_hexmap *m, const struct tc_hexbody *b, int turn,
                      bool about_right, struct tc_hexwheel *out);

/* The facing turn that is a turn to the right: +1 or -1. */
static inline int tc_hexface_right(enum tc_hexwind w)
{
    return w == TC_HEX_CW ? 1 : -1;
}

/* Facing about on the same hexes; a column's tail becomes its head (R-9.6a). */
bool tc_hexbody_reverse(const struct tc_hexmap *m, const struct tc_hexbody *b,
                        struct tc_hexbody *out);

/* One hex longer: a line at its right or left end, a column at its head (R-11.5x1); false
 * when off the map or over TC_HEXBODY_MAX. taken gets the new hex. */
bool tc_hexbody_extend(const struct tc_hexmap *m, const struct tc_hexbody *b, bool right,
                       struct tc_hexbody *out, tc_hex *taken);

/* One hex shorter: a line at its right or left end, a column at its tail; false for a body of
 * one hex. left gets the hex given up. */
bool tc_hexbody_contract(const struct tc_hexmap *m, const struct tc_hexbody *b, bool right,
                         struct tc_hexbody *out, tc_hex *left);

/* Hexes beside a body of any number of hexes with one facing, by the zones of a single piece:
 * front of any part first, then rear, else flank; the body's own hexes left out. */
void tc_hexbody_around(const struct tc_hexmap *m, const tc_hex hex[], int n,
                       const struct tc_hexzones *z, int facing, struct tc_hexaround *out);

/* Hexes beside a column, straight or bent: one front hex before the head, one rear hex
 * straight on behind the tail, all others flank (R-T-12a, R-RUL-65). */
void tc_hexbody_around_column(const struct tc_hexmap *m, const tc_hex hex[], int n, int facing,
                              struct tc_hexaround *out);

/* Hexes beside a body; a hook makes the flank hex of its end a front hex (R-RUL-50). False
 * when the body is not wholly on the map. */
bool tc_hexbody_zones(const struct tc_hexmap *m, const struct tc_hexbody *b,
                      struct tc_hexaround *out);

/* Add the hexes of one zone to the set: FRONT gives the ZOC. */
void tc_hexset_add_zone(uint64_t *set, const struct tc_hexaround *around, enum tc_hexzone z);

#endif
