/* kernel/scene.h - what is to be seen, in neutral terms.
 *
 * A system describes pieces, ground, overlays and panels; page, pictures and terminal draw
 * them and know no rules. Texts point into the book or into the scene's own store.
 */
#ifndef TC_SCENE_H
#define TC_SCENE_H

#include "kernel/text.h"

enum {
    TC_SCENE_PIECES = 400,
    TC_SCENE_GROUNDS = 256,
    TC_SCENE_OVERLAYS = 128,
    TC_SCENE_POINTS = 16, /* of an overlay */
    TC_SCENE_PANELS = 12,
    TC_SCENE_ROWS = 300,
    TC_SCENE_TEXT = 32768,
};

enum tc_board { TC_BOARD_PLANE, TC_BOARD_HEX };

enum tc_arm {
    TC_ARM_FOOT,
    TC_ARM_LIGHT_FOOT,
    TC_ARM_HORSE,
    TC_ARM_LIGHT_HORSE,
    TC_ARM_DRAGOON,
    TC_ARM_GUN,
    TC_ARM_LEADER,
    TC_ARM_OTHER,
};

struct tc_scene_point {
    int32_t x, y;
};

/* One body on the table. A bent line, or a unit of several hexes, is several pieces with the
 * same id; each tells the strength of the whole. */
struct tc_piece {
    int16_t id; /* unit, for clicks */
    int8_t side;
    uint8_t arm;             /* enum tc_arm */
    const char *key, *label; /* kebab name; name for people */
    const char *nation;      /* "British", or "" */
    const char *group; /* brigade or command it belongs to, by its key; "" or NULL: none */
    const char *group_label; /* its name for people */
    const char *chief;       /* who leads that brigade or command, his name for people */
    const char *formation;
    const char
        *worth;     /* what stays of it and is not seen: "grade b, traditional"; "" or NULL */
    int32_t x, y;   /* plane: middle of the front edge; hex: axial q, r */
    int32_t facing; /* 1/65536 turn, 0 north, clockwise, on both boards; negative:
                       none. tc_scene_hex_facing turns hex facings into it */
    int32_t w, d;   /* plane: width and depth */
    int16_t strength, strength0;
    const char *badges; /* words with commas: "disordered,routing" */
    uint8_t stack;      /* pieces in its stack; 0 or 1: alone */
    uint8_t active;     /* 1: may act now */
    uint8_t order;      /* place in the stack, 0 at the top */
    bool hidden_strength;
};

struct tc_book;

/* On the plane AREA is a closed polygon and LINE a polyline. On hexes points are axial q, r.
 * There HEX is a list of hexes and LINE a path through hex centres (roads, rivers). SIDES is a
 * list of pairs of neighbours with the feature on the side between them. Its inner or upper
 * side (breastwork, slope), if it has one, is towards the first of the pair. */
enum tc_ground_form { TC_GROUND_AREA, TC_GROUND_LINE, TC_GROUND_HEX, TC_GROUND_SIDES };

struct tc_ground {
    const char *kind; /* "wood", "hill", "village", "stream", "road", "wall" ... */
    const char *label;
    uint8_t form; /* enum tc_ground_form */
    int16_t points;
    const struct tc_scene_point *point; /* in the book */
    int32_t level;
};

/* The sort of ground a word means, for those who draw: "forest" and "dense wood" are "wood".
 * Sorts are hill field rough marsh water stream road ford bridge village orchard wood ditch
 * hedge wall abatis works cliff. A word we do not know is "other". What is written and not
 * drawn is "name". */
const char *tc_ground_sort(const char *kind);

/* What a word of state means, for those who draw. The sort is harm, acted, fired, ready, fight,
 * charge or limbered, and "" for what is no sign on the field (a line of the display, an
 * order). The mark is the letter or figure that stands for it and for nothing else in its
 * system. */
struct tc_sign {
    const char *sort, *mark;
};
struct tc_sign tc_badge_sign(const char *badge);

/* The shape a formation has: line, march, attack, square, open; "" for none. */
const char *tc_formation_sort(const char *formation);

enum tc_overlay_kind {
    TC_OVERLAY_LINE, /* a path or sight line */
    TC_OVERLAY_AREA, /* an arc of fire, a zone */
    TC_OVERLAY_RING, /* points[0] and radius */
    TC_OVERLAY_MARK, /* a cross or star at points[0] */
};

struct tc_overlay {
    uint8_t kind; /* enum tc_overlay_kind */
    int8_t side;
    const char *what; /* "melee", "command", "arc" ... */
    const char *label;
    int16_t points;
    struct tc_scene_point point[TC_SCENE_POINTS];
    int32_t radius;
};

/* A side panel: a title and rows of two texts. */
struct tc_panel {
    const char *title;
    int16_t first, rows; /* into tc_scene.row */
};

struct tc_panel_row {
    const char *left, *right;
    const char *line;  /* of a command display: the line it stands in; NULL: none */
    const char *state; /* the part of `right` behind line and place */
    int16_t place;     /* in that line, from the left, from 1 */
    int8_t side;
};

/* How a hex map is printed, as in board/hex.h. The cell in column 0, row 0 is axial 0, 0. */
struct tc_scene_hex {
    bool flat_top;
    bool odd_place; /* lines at odd places, counted from 0, are shoved */
    uint8_t first;  /* number of the first column and row */
    uint8_t digits; /* of each half of a printed number; 0: no numbers */
};

/* How a side stands: what it would score now, and how near its army is to breaking. */
struct tc_standing {
    int32_t points;       /* TC_NONE: nothing is counted */
    int32_t lost, breaks; /* it breaks when `lost` is `breaks`; 0: nothing breaks it */
    const char *text;     /* the same in words: "3 of 50 bases lost" */
};

struct tc_scene {
    uint8_t board;         /* enum tc_board */
    int32_t width, height; /* plane: the table; hex: columns and rows */
    struct tc_scene_hex hex;
    int32_t north;              /* where north is, 1/65536 turn clockwise from the top */
    const char *title, *status; /* "Minden", "turn 3, French fire" */
    const char *side_name[TC_SIDES];
    const char *side_colour[TC_SIDES]; /* "#aabbcc", or "" */
    struct tc_standing standing[TC_SIDES];
    int pieces, grounds, overlays, panels, rows;
    struct tc_piece piece[TC_SCENE_PIECES];
    struct tc_ground ground[TC_SCENE_GROUNDS];
    struct tc_overlay overlay[TC_SCENE_OVERLAYS];
    struct tc_panel panel[TC_SCENE_PANELS];
    struct tc_panel_row row[TC_SCENE_ROWS];
    char text[TC_SCENE_TEXT];
    uint32_t text_used;
};

/* Start an empty scene. */
void tc_scene_clear(struct tc_scene *s);

/* The angle of a hex facing: direction d of board/hex.h is half = 2d, the vertex between
 * directions d and d + 1 is half = 2d + 1; clockwise says how directions are counted. */
int32_t tc_scene_hex_facing(const struct tc_scene_hex *hex, bool clockwise, int half);

/* The column and row, counted from 0, of axial q, r. */
struct tc_scene_point tc_scene_hex_cell(const struct tc_scene_hex *hex, int32_t q, int32_t r);

/* The axial q, r of a column and row counted from 0. */
struct tc_scene_point tc_scene_hex_axial(const struct tc_scene_hex *hex, int32_t column,
                                         int32_t row);

/* Room for one more; NULL when full (the scene then simply shows less). */
struct tc_piece *tc_scene_piece(struct tc_scene *s);
struct tc_ground *tc_scene_ground(struct tc_scene *s);
/* All the ground of a free table, as tc_ruleset.ground tells it; what there is no room for is
 * left out. */
void tc_scene_grounds(struct tc_scene *s, const struct tc_book *bk,
                      bool (*ground)(const struct tc_book *bk, int i, struct tc_ground *out));
struct tc_overlay *tc_scene_overlay(struct tc_scene *s);
void tc_scene_panel(struct tc_scene *s, const char *title);
void tc_scene_row(struct tc_scene *s, int side, const char *left, const char *right);
/* The row that was written last stands at a place of a line; state is the end of its `right`.
 */
void tc_scene_placed(struct tc_scene *s, const char *line, int place, const char *state);

/* Text kept in the scene: begin, write, end gives the pointer. */
struct tc_text tc_scene_text(struct tc_scene *s);
const char *tc_scene_keep(struct tc_scene *s, const struct tc_text *t);

/* Say how a side stands; the text is "3 of 50" and the words behind it. */
void tc_scene_standing(struct tc_scene *s, int side, int points, int lost, int breaks,
                       const char *words);

#endif
