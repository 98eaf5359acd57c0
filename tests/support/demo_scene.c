/* tests/support/demo_scene.c - scenes to look at: a free table and a hex map. */
#include "tests/support/demo_scene.h"

#include <string.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof(a)[0]))
#define IN(v)    ((int32_t)((v)*1000))
#define DEG(v)   ((int32_t)((v)*65536L / 360))

struct card {
    const char *key, *label, *nation, *formation, *badges;
    int16_t id;
    int8_t side;
    uint8_t arm;
    int32_t x, y, facing, w, d;
    int16_t strength, strength0;
    uint8_t active;
};

struct patch {
    const char *kind, *label;
    uint8_t form;
    int16_t points;
    int32_t level;
    struct tc_scene_point point[16];
};

/* --- The free table ------------------------------------------------------------- */

static const struct patch plane_ground[] = {
    { "hill",
      "Mill Hill",
      TC_GROUND_AREA,
      9,
      1,
      { { 31000, 27500 },
        { 36000, 25800 },
        { 42000, 26500 },
        { 46500, 29500 },
        { 47000, 34000 },
        { 43000, 37500 },
        { 36500, 38000 },
        { 31500, 35500 },
        { 29500, 31000 } } },
    { "hill",
      "",
      TC_GROUND_AREA,
      6,
      2,
      { { 37000, 29800 },
        { 41500, 30200 },
        { 43500, 32500 },
        { 41000, 34800 },
        { 36500, 34500 },
        { 34800, 32000 } } },
    { "hill",
      "Gallows Rise",
      TC_GROUND_AREA,
      6,
      1,
      { { 3000, 4000 },
        { 9000, 2500 },
        { 13500, 5000 },
        { 12500, 9500 },
        { 6500, 11000 },
        { 2500, 8500 } } },
    { "wood",
      "Bishop's Wood",
      TC_GROUND_AREA,
      8,
      0,
      { { 1500, 29000 },
        { 6000, 27000 },
        { 11500, 28500 },
        { 13500, 33000 },
        { 11500, 38500 },
        { 8500, 42500 },
        { 3000, 41500 },
        { 1000, 35500 } } },
    { "open wood",
      "",
      TC_GROUND_AREA,
      5,
      0,
      { { 49500, 40500 },
        { 55000, 39500 },
        { 58800, 42000 },
        { 57500, 46500 },
        { 51000, 46500 } } },
    { "marsh",
      "The Moss",
      TC_GROUND_AREA,
      7,
      0,
      { { 44500, 12800 },
        { 49500, 14200 },
        { 54500, 12500 },
        { 56000, 8500 },
        { 52000, 5500 },
        { 46500, 6500 },
        { 43500, 9000 } } },
    { "field",
      "",
      TC_GROUND_AREA,
      4,
      0,
      { { 15500, 3500 }, { 22500, 2500 }, { 23500, 7000 }, { 16500, 8000 } } },
    { "orchard",
      "",
      TC_GROUND_AREA,
      4,
      0,
      { { 26500, 15500 }, { 30000, 14800 }, { 30700, 17800 }, { 27200, 18500 } } },
    { "village",
      "Hahlen",
      TC_GROUND_AREA,
      6,
      0,
      { { 19800, 19000 },
        { 25500, 18200 },
        { 27000, 21500 },
        { 25500, 25000 },
        { 20500, 25200 },
        { 18500, 22000 } } },
    { "pond",
      "",
      TC_GROUND_AREA,
      6,
      0,
      { { 52000, 29000 },
        { 54500, 28200 },
        { 56500, 29500 },
        { 56000, 31800 },
        { 53500, 32500 },
        { 51500, 31000 } } },
    { "stream",
      "Bastau",
      TC_GROUND_LINE,
      9,
      0,
      { { 4500, 48000 },
        { 16500, 41500 },
        { 19000, 34500 },
        { 23500, 29500 },
        { 29000, 22500 },
        { 34500, 19500 },
        { 41000, 15500 },
        { 47500, 9500 },
        { 60000, 3500 } } },
    { "road",
      "to Minden",
      TC_GROUND_LINE,
      7,
      0,
      { { 0, 16500 },
        { 9500, 18000 },
        { 17500, 21000 },
        { 27000, 22500 },
        { 33000, 23500 },
        { 48500, 23500 },
        { 60000, 26500 } } },
    { "road",
      "",
      TC_GROUND_LINE,
      5,
      0,
      { { 23500, 0 }, { 24500, 9500 }, { 23000, 18000 }, { 23500, 27500 }, { 27000, 48000 } } },
    { "wall",
      "",
      TC_GROUND_LINE,
      4,
      0,
      { { 28500, 12500 }, { 33500, 13500 }, { 36500, 12500 }, { 37000, 9500 } } },
    { "hedge",
      "",
      TC_GROUND_LINE,
      4,
      0,
      { { 7000, 13500 }, { 12500, 14500 }, { 16000, 13500 }, { 17500, 10500 } } },
    { "fieldwork",
      "redoubt",
      TC_GROUND_LINE,
      5,
      0,
      { { 33500, 27800 },
        { 35300, 26400 },
        { 37500, 27000 },
        { 39700, 26400 },
        { 41500, 27800 } } },
    { "abatis",
      "",
      TC_GROUND_LINE,
      3,
      0,
      { { 9000, 26200 }, { 12800, 27200 }, { 14800, 30500 } } },
};

static const struct card plane_troops[] = {
    { "kingsley", "Kingsley", "British", "line", "disordered", 0, 0, TC_ARM_FOOT, IN(14.5),
      IN(22.5), DEG(8), IN(8), IN(1.3), 26, 32, 0 },
    { "napier", "Napier", "British", "line", "", 1, 0, TC_ARM_FOOT, IN(30.5), IN(20.5), DEG(4),
      IN(7.5), IN(1.3), 32, 32, 1 },
    /* A bent line: three pieces of one unit, the left wing refused. */
    { "stuart", "Stuart", "British", "line", "", 2, 0, TC_ARM_FOOT, IN(38.4), IN(18.2), DEG(25),
      IN(3.2), IN(1.3), 29, 32, 0 },
    { "stuart", "Stuart", "British", "line", "", 2, 0, TC_ARM_FOOT, IN(41.6), IN(17.3), DEG(6),
      IN(3.2), IN(1.3), 29, 32, 0 },
    { "stuart", "Stuart", "British", "line", "", 2, 0, TC_ARM_FOOT, IN(44.8), IN(17.6),
      DEG(-16), IN(3.2), IN(1.3), 29, 32, 0 },
    { "hardenberg", "Hardenberg", "Hanoverian", "attack column", "", 3, 0, TC_ARM_FOOT,
      IN(13.5), IN(16.6), DEG(20), IN(3), IN(3.4), 36, 36, 0 },
    { "hanover-guards", "Hanover Guards", "Hanoverian", "march column", "", 4, 0, TC_ARM_FOOT,
      IN(24), IN(14.5), DEG(0), IN(1.6), IN(7), 36, 36, 0 },
    { "jaegers", "Freytag Jäger", "Hanoverian", "open order", "", 5, 0, TC_ARM_LIGHT_FOOT,
      IN(8), IN(25.6), DEG(5), IN(6), IN(1), 14, 16, 0 },
    { "blues", "Royal Horse Guards", "British", "line", "", 6, 0, TC_ARM_HORSE, IN(50.5),
      IN(20.8), DEG(-12), IN(7), IN(1.8), 18, 18, 1 },
    { "inniskilling", "Inniskilling", "British", "line", "", 7, 0, TC_ARM_DRAGOON, IN(39),
      IN(12.6), DEG(10), IN(6), IN(1.8), 12, 12, 0 },
    { "luckner", "Luckner", "Hanoverian", "line", "", 8, 0, TC_ARM_LIGHT_HORSE, IN(5), IN(20.5),
      DEG(15), IN(5), IN(1.8), 10, 12, 0 },
    { "macbean", "Macbean", "British", "unlimbered", "", 9, 0, TC_ARM_GUN, IN(8.5), IN(9),
      DEG(20), IN(5), IN(2), 3, 3, 1 },
    { "foy", "Foy", "British", "limbered", "", 10, 0, TC_ARM_GUN, IN(28.5), IN(6), DEG(35),
      IN(1.5), IN(3.4), 2, 2, 0 },
    { "ferdinand", "Ferdinand", "Brunswick", "", "", 11, 0, TC_ARM_LEADER, IN(19), IN(12),
      DEG(0), IN(1.2), IN(1.2), 0, 0, 0 },
    { "spoercken", "Spörcken", "Hanoverian", "", "", 12, 0, TC_ARM_LEADER, IN(33.5), IN(16.5),
      DEG(0), IN(1.2), IN(1.2), 0, 0, 0 },

    { "touraine", "Touraine", "French", "line", "disordered,shaken", 20, 1, TC_ARM_FOOT, IN(15),
      IN(23.9), DEG(188), IN(7), IN(1.3), 19, 32, 0 },
    { "rouergue", "Rouergue", "French", "line", "", 21, 1, TC_ARM_FOOT, IN(30), IN(29),
      DEG(178), IN(7.5), IN(1.3), 31, 32, 0 },
    { "picardie", "Picardie", "French", "attack column", "", 22, 1, TC_ARM_FOOT, IN(24.5),
      IN(33.5), DEG(175), IN(3.2), IN(4), 40, 40, 0 },
    { "saxons", "Prince Xavier", "Saxon", "line", "", 23, 1, TC_ARM_FOOT, IN(38.5), IN(28.2),
      DEG(180), IN(8), IN(1.3), 28, 32, 0 },
    { "anhalt", "Anhalt", "French", "line", "routing", 24, 1, TC_ARM_FOOT, IN(28), IN(39.5),
      DEG(5), IN(6), IN(1.3), 11, 32, 0 },
    { "mestre-de-camp", "Mestre de Camp", "French", "line", "", 25, 1, TC_ARM_HORSE, IN(49),
      IN(30.5), DEG(190), IN(6.5), IN(1.8), 18, 18, 0 },
    { "gendarmerie", "Gendarmerie", "French", "line", "spent", 26, 1, TC_ARM_HORSE, IN(51),
      IN(36), DEG(185), IN(6.5), IN(1.8), 13, 18, 0 },
    { "colonel-general", "Colonel Général", "French", "march column", "", 27, 1, TC_ARM_DRAGOON,
      IN(41.5), IN(42.5), DEG(250), IN(2), IN(7), 16, 16, 0 },
    { "turpin", "Turpin", "French", "line", "", 28, 1, TC_ARM_LIGHT_HORSE, IN(16.5), IN(37),
      DEG(190), IN(5), IN(1.8), 12, 12, 0 },
    { "royal-artillerie", "Royal Artillerie", "French", "unlimbered", "", 29, 1, TC_ARM_GUN,
      IN(39), IN(31.5), DEG(200), IN(6), IN(2), 3, 3, 0 },
    { "chasseurs", "Fischer", "French", "open order", "", 30, 1, TC_ARM_LIGHT_FOOT, IN(8),
      IN(31), DEG(180), IN(6), IN(1), 12, 16, 0 },
    { "contades", "Contades", "French", "", "", 31, 1, TC_ARM_LEADER, IN(35), IN(41), DEG(180),
      IN(1.2), IN(1.2), 0, 0, 0 },
    { "broglie", "Broglie", "French", "", "", 32, 1, TC_ARM_LEADER, IN(45), IN(33.5), DEG(180),
      IN(1.2), IN(1.2), 0, 0, 0 },
};

static void add_ground(struct tc_scene *s, const struct patch *from, int n)
{
    for (int i = 0; i < n; i++) {
        struct tc_ground *g = tc_scene_ground(s);
        if (!g)
            return;
        g->kind = from[i].kind;
        g->label = from[i].label;
        g->form = from[i].form;
        g->points = from[i].points;
        g->point = from[i].point;
        g->level = from[i].level;
    }
}

static void add_troops(struct tc_scene *s, const struct card *from, int n)
{
    for (int i = 0; i < n; i++) {
        const struct card *c = &from[i];
        struct tc_piece *p = tc_scene_piece(s);
        if (!p)
            return;
        p->id = c->id;
        p->side = c->side;
        p->arm = c->arm;
        p->key = c->key;
        p->label = c->label;
        p->nation = c->nation;
        p->formation = c->formation;
        p->badges = c->badges;
        p->x = c->x;
        p->y = c->y;
        p->facing = c->facing < 0 && c->w ? c->facing + 65536 : c->facing;
        p->w = c->w;
        p->d = c->d;
        p->strength = c->strength;
        p->strength0 = c->strength0;
        p->active = c->active;
    }
}

static struct tc_overlay *add_overlay(struct tc_scene *s, int kind, int side, const char *what,
                                      const char *label)
{
    struct tc_overlay *o = tc_scene_overlay(s);
    o->kind = (uint8_t)kind;
    o->side = (int8_t)side;
    o->what = what;
    o->label = label;
    return o;
}

static void set_points(struct tc_overlay *o, int n, const struct tc_scene_point *p)
{
    o->points = (int16_t)n;
    memcpy(o->point, p, (size_t)n * sizeof *p);
}

static void plane_overlays(struct tc_scene *s)
{
    static const struct tc_scene_point arc[] = { { 6150, 9850 },   { 5500, 23800 },
                                                 { 9500, 23300 },  { 13300, 22200 },
                                                 { 17000, 20300 }, { 20300, 18500 },
                                                 { 10850, 8150 } };
    static const struct tc_scene_point fight[] = { { 14700, 23200 } };
    static const struct tc_scene_point chief[] = { { 33500, 15900 } };
    static const struct tc_scene_point path[] = { { 49000, 28700 },
                                                  { 49500, 26000 },
                                                  { 50800, 22200 } };
    static const struct tc_scene_point goal[] = { { 33500, 34000 } };
    set_points(add_overlay(s, TC_OVERLAY_AREA, 0, "arc", "canister"), COUNT(arc), arc);
    set_points(add_overlay(s, TC_OVERLAY_MARK, TC_NONE, "melee", ""), 1, fight);
    struct tc_overlay *ring = add_overlay(s, TC_OVERLAY_RING, 0, "command", "");
    set_points(ring, 1, chief);
    ring->radius = 9000;
    set_points(add_overlay(s, TC_OVERLAY_LINE, 1, "charge", "charge"), COUNT(path), path);
    set_points(add_overlay(s, TC_OVERLAY_MARK, TC_NONE, "objective", "Mill Hill"), 1, goal);
}

static void some_panels(struct tc_scene *s)
{
    tc_scene_panel(s, "Losses");
    tc_scene_row(s, 0, "Allied army", "17 of 274");
    tc_scene_row(s, 1, "French army", "43 of 262");
    tc_scene_panel(s, "The turn");
    tc_scene_row(s, TC_NONE, "turn", "3 of 12");
    tc_scene_row(s, TC_NONE, "phase", "fire");
    tc_scene_row(s, TC_NONE, "weather", "dead calm");
    tc_scene_panel(s, "Orders");
    tc_scene_row(s, 0, "Spörcken's wing", "attack");
    tc_scene_row(s, 0, "Wangenheim's corps", "hold");
    tc_scene_row(s, 1, "Broglie's corps", "attack");
    tc_scene_row(s, 1, "Guerchy's division", "support");
}

void demo_plane(struct tc_scene *s)
{
    tc_scene_clear(s);
    s->board = TC_BOARD_PLANE;
    s->width = 60000;
    s->height = 48000;
    s->title = "The Battle of Hahlen";
    s->status = "turn 3, French fire";
    s->side_name[0] = "Allies";
    s->side_name[1] = "French";
    s->side_colour[0] = "#a8322d";
    s->side_colour[1] = "#2f4f8f";
    add_ground(s, plane_ground, COUNT(plane_ground));
    add_troops(s, plane_troops, COUNT(plane_troops));
    plane_overlays(s);
    some_panels(s);
}

/* --- The hex map ------------------------------------------------------------------ */

enum { HEX_COLUMNS = 20, HEX_ROWS = 14 };

/* One letter a hex; digits are hills of that level. */
static const char *const hex_rows[HEX_ROWS] = {
    "....ww........1111..", "...www.......112211.", "...ww.......1122211.",
    "............1112211.", "......vv......111...", "......v......o......",
    "....................", "..mm..........t.....", ".mmm.....1......t...",
    "..m....1111..ww.....", "......112211.www....", "......11221...w.....",
    ".......111......p...", "...ww.............pp",
};

static const struct {
    char letter;
    const char *kind, *label;
    int level;
} hex_kinds[] = {
    { 'w', "wood", "", 0 },        { 'm', "marsh", "Moor", 0 },
    { 'o', "orchard", "", 0 },     { 'v', "village", "Lutzing", 0 },
    { 't', "walled farm", "", 0 }, { 'p', "pond", "", 0 },
    { '1', "hill", "", 1 },        { '2', "hill", "Windmill Height", 2 },
};

/* Cells of each kind, turned into axial points; filled by demo_hex. */
static struct tc_scene_point hex_points[2][COUNT(hex_kinds)][HEX_COLUMNS * HEX_ROWS];
enum { SIDES = 64 };
static struct tc_scene_point hex_lines[2][4][SIDES];

static void hex_terrain(struct tc_scene *s, int layout)
{
    for (int k = 0; k < COUNT(hex_kinds); k++) {
        struct tc_ground *g = tc_scene_ground(s);
        g->kind = hex_kinds[k].kind;
        g->label = hex_kinds[k].label;
        g->form = TC_GROUND_HEX;
        g->level = hex_kinds[k].level;
        g->point = hex_points[layout][k];
        for (int row = 0; row < HEX_ROWS; row++)
            for (int column = 0; column < HEX_COLUMNS; column++)
                if (hex_rows[row][column] == hex_kinds[k].letter)
                    hex_points[layout][k][g->points++] =
                        tc_scene_hex_axial(&s->hex, column, row);
    }
}

static void hex_road(struct tc_scene *s, int layout)
{
    static const int8_t cell[][2] = { { 0, 6 },  { 1, 6 },  { 2, 6 }, { 3, 6 }, { 4, 5 },
                                      { 5, 5 },  { 6, 4 },  { 7, 4 }, { 8, 4 }, { 9, 4 },
                                      { 10, 4 }, { 11, 5 }, { 12, 5 } };
    struct tc_ground *g = tc_scene_ground(s);
    g->kind = "road";
    g->form = TC_GROUND_LINE;
    g->point = hex_lines[layout][0];
    for (int i = 0; i < COUNT(cell); i++)
        hex_lines[layout][0][g->points++] = tc_scene_hex_axial(&s->hex, cell[i][0], cell[i][1]);
}

/* Every hexside between the cells of one row and those of the next row up, from one column
 * to another; the lower hex is the first of each pair. */
static void hex_border(struct tc_scene *s, int layout, int slot, const char *kind, int row,
                       int from, int to)
{
    static const int8_t around[6][2] = { { 1, 0 },  { 0, 1 },  { -1, 1 },
                                         { -1, 0 }, { 0, -1 }, { 1, -1 } };
    struct tc_ground *g = tc_scene_ground(s);
    struct tc_scene_point *out = hex_lines[layout][slot];
    g->kind = kind;
    g->form = TC_GROUND_SIDES;
    g->point = out;
    for (int column = from; column <= to; column++)
        for (int i = 0; i < 6; i++) {
            struct tc_scene_point a = tc_scene_hex_axial(&s->hex, column, row), n;
            n = (struct tc_scene_point){ a.x + around[i][0], a.y + around[i][1] };
            struct tc_scene_point c = tc_scene_hex_cell(&s->hex, n.x, n.y);
            if (c.y != row - 1 || c.x < from || c.x > to || g->points + 2 > SIDES)
                continue;
            out[g->points++] = a;
            out[g->points++] = n;
        }
}

static void hex_features(struct tc_scene *s, int layout)
{
    hex_road(s, layout);
    hex_border(s, layout, 1, "small stream", 7, 4, 12);
    hex_border(s, layout, 2, "hedge", 6, 14, 17);
    hex_border(s, layout, 3, "breastwork", 9, 6, 9);
}

static void hex_piece(struct tc_scene *s, const struct card *c, int order)
{
    struct tc_scene_point at = tc_scene_hex_axial(&s->hex, c->x, c->y);
    add_troops(s, c, 1);
    struct tc_piece *p = &s->piece[s->pieces - 1];
    p->x = at.x;
    p->y = at.y;
    p->facing = tc_scene_hex_facing(&s->hex, true, c->facing);
    p->order = (uint8_t)order;
}

void demo_hex(struct tc_scene *s, bool flat_top)
{
    static const struct card troops[] = {
        { "orkney", "Orkney", "English", "line", "", 0, 0, TC_ARM_FOOT, 6, 8, -3, 0, 0, 9, 10,
          1 },
        { "cutts", "Cutts", "English", "line", "disordered", 1, 0, TC_ARM_FOOT, 7, 9, -3, 0, 0,
          6, 10, 0 },
        { "row", "Row", "English", "line", "", 2, 0, TC_ARM_FOOT, 8, 9, -3, 0, 0, 10, 10, 0 },
        { "ferguson", "Ferguson", "Scots", "line", "", 3, 0, TC_ARM_FOOT, 8, 9, -3, 0, 0, 8, 8,
          0 },
        { "lumley", "Lumley", "English", "line", "", 4, 0, TC_ARM_HORSE, 13, 8, -3, 0, 0, 12,
          12, 0 },
        { "ross", "Ross", "English", "line", "", 5, 0, TC_ARM_DRAGOON, 12, 9, -3, 0, 0, 6, 6,
          0 },
        { "blood", "Blood", "English", "battery", "", 6, 0, TC_ARM_GUN, 8, 10, -3, 0, 0, 4, 4,
          1 },
        { "marlborough", "Marlborough", "English", "", "", 7, 0, TC_ARM_LEADER, 8, 10, -3, 0, 0,
          0, 0, 0 },
        { "danes", "Württemberg", "Danish", "line", "", 8, 0, TC_ARM_HORSE, 4, 9, -1, 0, 0, 10,
          10, 0 },
        { "navarre", "Navarre", "French", "line", "", 20, 1, TC_ARM_FOOT, 6, 4, 3, 0, 0, 12, 12,
          0 },
        { "artois", "Artois", "French", "garrison", "shaken", 21, 1, TC_ARM_FOOT, 7, 4, 3, 0, 0,
          8, 12, 0 },
        { "provence", "Provence", "French", "line", "", 22, 1, TC_ARM_FOOT, 7, 4, 3, 0, 0, 11,
          12, 0 },
        { "senneterre", "Senneterre", "French", "column", "", 23, 1, TC_ARM_DRAGOON, 9, 3, 3, 0,
          0, 8, 8, 0 },
        { "maison-du-roi", "Maison du Roi", "French", "line", "", 24, 1, TC_ARM_HORSE, 12, 4, 3,
          0, 0, 14, 14, 0 },
        { "bavarians", "Arco", "Bavarian", "line", "routed", 25, 1, TC_ARM_HORSE, 14, 3, 3, 0,
          0, 7, 14, 0 },
        { "la-frezeliere", "La Frézelière", "French", "battery", "", 26, 1, TC_ARM_GUN, 14, 2,
          3, 0, 0, 4, 4, 0 },
        { "tallard", "Tallard", "French", "", "", 27, 1, TC_ARM_LEADER, 12, 4, 3, 0, 0, 0, 0,
          0 },
    };
    tc_scene_clear(s);
    s->board = TC_BOARD_HEX;
    s->width = HEX_COLUMNS;
    s->height = HEX_ROWS;
    s->hex = (struct tc_scene_hex){ flat_top, true, 1, 2 };
    s->title = "Lutzing on the Nebel";
    s->status = "turn 2, English movement";
    s->side_name[0] = "English";
    s->side_name[1] = "French";
    hex_terrain(s, flat_top);
    hex_features(s, flat_top);
    for (int i = 0; i < COUNT(troops); i++) {
        bool second = i > 0 && troops[i].x == troops[i - 1].x && troops[i].y == troops[i - 1].y;
        hex_piece(s, &troops[i], second ? 1 : 0);
    }
    some_panels(s);
}

/* --- Scenes that try the drawing ---------------------------------------------------- */

void demo_full(struct tc_scene *s)
{
    static const char *const kind[] = { "wood",      "hill",          "village", "marsh",
                                        "wall",      "stream",        "road",    "hedge",
                                        "fieldwork", "something else" };
    static struct tc_scene_point square[TC_SCENE_GROUNDS][4];
    struct tc_piece *p;
    struct tc_ground *g;
    struct tc_overlay *o;
    tc_scene_clear(s);
    s->width = s->height = 100000;
    s->title = "Everything at once";
    for (int i = 0; (g = tc_scene_ground(s)); i++) {
        int32_t x = i % 16 * 6000, y = i / 16 * 6000;
        struct tc_scene_point corner[4] = {
            { x, y }, { x + 5000, y }, { x + 5000, y + 5000 }, { x, y + 5000 }
        };
        memcpy(square[i], corner, sizeof corner);
        g->kind = kind[i % COUNT(kind)];
        g->form = i % 2 ? TC_GROUND_LINE : TC_GROUND_AREA;
        g->points = 4;
        g->point = square[i];
    }
    for (int i = 0; (p = tc_scene_piece(s)); i++) {
        *p = (struct tc_piece){ .id = (int16_t)i,
                                .side = (int8_t)(i % 2),
                                .arm = (uint8_t)(i % 8),
                                .key = "unit",
                                .label = "Unit",
                                .nation = "",
                                .formation = "line",
                                .badges = "worn",
                                .x = i % 20 * 5000,
                                .y = i / 20 * 5000,
                                .facing = i * 997 % 65536,
                                .w = 1000 + i * 10,
                                .d = 1000,
                                .strength = (int16_t)i,
                                .strength0 = 400 };
    }
    for (int i = 0; (o = tc_scene_overlay(s)); i++) {
        o->kind = (uint8_t)(i % 4);
        o->points = TC_SCENE_POINTS;
        for (int k = 0; k < TC_SCENE_POINTS; k++)
            o->point[k] = (struct tc_scene_point){ i * 700 + k * 300, k * k * 100 };
        o->radius = i * 100;
    }
    for (int i = 0; i < TC_SCENE_PANELS; i++)
        tc_scene_panel(s, "Panel");
    for (int i = 0; i < TC_SCENE_ROWS; i++)
        tc_scene_row(s, i % 2, "left", "right");
}

void demo_hostile(struct tc_scene *s)
{
    static char endless[3000];
    static const struct tc_scene_point square[] = {
        { 1000, 1000 }, { 5000, 1000 }, { 5000, 5000 }, { 1000, 5000 }
    };
    const char *const label[] = {
        "</title><script>alert(1)</script>", "\"' & <b> &amp;",    "Хольтей 奥 Ünïcode",
        "broken \xff\xfe \xc3 utf",          "bell\a esc\033[31m", endless
    };
    memset(endless, 'W', sizeof endless - 1);
    tc_scene_clear(s);
    s->width = 30000;
    s->height = 20000;
    s->title = label[0];
    s->status = endless;
    s->side_name[0] = label[1];
    s->side_name[1] = label[3];
    s->side_colour[0] = "red\"/><script>";
    for (int i = 0; i < COUNT(label); i++) {
        struct tc_piece *p = tc_scene_piece(s);
        p->id = (int16_t)i;
        p->side = (int8_t)(i % 2);
        p->key = p->label = p->nation = p->formation = p->badges = label[i];
        p->x = 4000 + 4000 * i;
        p->y = 10000;
        p->w = 3000;
        p->d = 1000;
        p->strength = 10;
        p->strength0 = 5;
        struct tc_ground *g = tc_scene_ground(s);
        g->kind = g->label = label[i];
        g->points = COUNT(square);
        g->point = square;
        struct tc_overlay *o = add_overlay(s, i % 4, i % 2, label[i], label[i]);
        set_points(o, COUNT(square), square);
        tc_scene_panel(s, label[i]);
        tc_scene_row(s, i % 2, label[i], label[i]);
    }
}
