/* draw/textgrid.c - ground and troops laid on a grid of characters. */
#include "draw/textgrid.h"

#include <string.h>

#include "draw/plan.h"

/* --- Scale -------------------------------------------------------------------------------- */

static int32_t clamp(int32_t v, int32_t low, int32_t high)
{
    return v < low ? low : v > high ? high : v;
}

static void scale_plane(struct draw_grid *g, int columns, int rows)
{
    int64_t by_width = tc_div_up(g->w, columns), by_height = tc_div_up(g->h, 2 * rows);
    g->unit = (int32_t)(by_width > by_height ? by_width : by_height);
    if (g->unit < 1)
        g->unit = 1;
    g->columns = (int)tc_div_up(g->w, g->unit);
    g->rows = (int)tc_div_up(g->h, 2 * (int64_t)g->unit);
}

/* Three characters a hex hold a symbol and its arrow; fewer are better than none. */
static void scale_hex(struct draw_grid *g, int columns, int rows)
{
    bool flat = g->s->hex.flat_top;
    g->w = clamp(g->w, 1, columns - 1);
    g->across = clamp(columns / (g->w + 1), 1, 6);
    g->down = rows >= 2 * g->h + 1 ? 2 : 1;
    g->h = clamp(g->h, 1, flat && g->down == 2 ? (rows - 1) / 2 : rows / g->down);
    g->columns = clamp(g->w * g->across + (flat ? 0 : g->across / 2), 1, columns);
    g->rows = g->h * g->down + (flat && g->down == 2 ? 1 : 0);
}

void draw_grid_start(struct draw_grid *g, const struct tc_scene *s,
                     const struct draw_text_options *o)
{
    int columns = clamp(o->columns, DRAW_TEXT_COLUMNS_MIN, DRAW_TEXT_COLUMNS_MAX);
    int rows = clamp(o->rows, DRAW_TEXT_ROWS_MIN, DRAW_TEXT_ROWS_MAX);
    bool all = o->w <= 0 || o->h <= 0;
    memset(g, 0, sizeof *g);
    g->s = s;
    g->o = *o;
    g->x = all ? 0 : o->x;
    g->y = all ? 0 : o->y;
    g->w = all ? s->width : o->w;
    g->h = all ? s->height : o->h;
    /* Off the frame: figures and two edges; title, two edges and figures. */
    if (s->board == TC_BOARD_HEX)
        scale_hex(g, columns - DRAW_TEXT_LABEL - 2, rows - 4);
    else
        scale_plane(g, columns - DRAW_TEXT_LABEL - 2, rows - 4);
    for (int y = 0; y < g->rows; y++)
        for (int x = 0; x < g->columns; x++)
            g->cell[y][x].body = g->cell[y][x].mark_side = TC_NONE;
}

void draw_grid_find(const struct draw_grid *g, int32_t x, int32_t y, int *column, int *row)
{
    if (g->s->board == TC_BOARD_PLANE) {
        *column = (int)tc_div_down((int64_t)x - g->x, g->unit);
        *row = g->rows - 1 - (int)tc_div_down((int64_t)y - g->y, 2 * (int64_t)g->unit);
        return;
    }
    struct tc_scene_point c = tc_scene_hex_cell(&g->s->hex, x, y);
    bool flat = g->s->hex.flat_top;
    bool shoved = ((flat ? c.x : c.y) & 1) == (g->s->hex.odd_place ? 1 : 0);
    *column = (c.x - g->x) * g->across + (!flat && shoved ? g->across / 2 : 0);
    *row = (c.y - g->y) * g->down + (flat && shoved ? g->down - 1 : 0);
}

struct draw_cell *draw_grid_cell(struct draw_grid *g, int column, int row)
{
    if (column < 0 || row < 0 || column >= g->columns || row >= g->rows)
        return NULL;
    return &g->cell[row][column];
}

/* --- Ground --- */

/* Even-odd, in whole numbers. */
static bool inside(const struct tc_ground *g, int64_t x, int64_t y)
{
    bool in = false;
    for (int i = 0, j = g->points - 1; i < g->points; j = i++) {
        int64_t ax = g->point[i].x, ay = g->point[i].y, bx = g->point[j].x, by = g->point[j].y;
        if ((ay > y) == (by > y))
            continue;
        /* x < (bx - ax) * (y - ay) / (by - ay) + ax, without the division */
        int64_t left = (x - ax) * (by - ay), right = (bx - ax) * (y - ay);
        if (by > ay ? left < right : left > right)
            in = !in;
    }
    return in;
}

static void put_ground(struct draw_grid *g, int column, int row, enum draw_kind kind)
{
    struct draw_cell *c = draw_grid_cell(g, column, row);
    if (c)
        c->ground = (uint8_t)(kind + 1);
}

static void area(struct draw_grid *g, const struct tc_ground *ground, enum draw_kind kind)
{
    for (int row = 0; row < g->rows; row++)
        for (int column = 0; column < g->columns; column++) {
            int64_t x = g->x + (int64_t)column * g->unit + g->unit / 2;
            int64_t y = g->y + (int64_t)(g->rows - 1 - row) * 2 * g->unit + g->unit;
            if (inside(ground, x, y))
                put_ground(g, column, row, kind);
        }
}

/* Walk each stretch in steps of half a column at most. */
static void line(struct draw_grid *g, const struct tc_ground *ground, enum draw_kind kind)
{
    for (int i = 0; i + 1 < ground->points; i++) {
        struct tc_scene_point a = ground->point[i], b = ground->point[i + 1];
        int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y, far = dx < 0 ? -dx : dx;
        far = (dy < 0 ? -dy : dy) > far ? (dy < 0 ? -dy : dy) : far;
        int64_t parts = g->s->board == TC_BOARD_PLANE ? far * 2 / g->unit + 1 : far;
        if (parts > 4096)
            parts = 4096;
        for (int64_t k = 0; k <= parts && parts > 0; k++) {
            int column, row;
            draw_grid_find(g, (int32_t)(a.x + dx * k / parts), (int32_t)(a.y + dy * k / parts),
                           &column, &row);
            int middle = g->s->board == TC_BOARD_HEX ? (g->across - 1) / 2 : 0;
            put_ground(g, column + middle, row, kind);
        }
    }
}

static void hexes(struct draw_grid *g, const struct tc_ground *ground, enum draw_kind kind)
{
    for (int i = 0; i < ground->points; i++) {
        int column, row;
        struct tc_scene_point c =
            tc_scene_hex_cell(&g->s->hex, ground->point[i].x, ground->point[i].y);
        if (c.x < g->x || c.y < g->y || c.x >= g->x + g->w || c.y >= g->y + g->h)
            continue;
        draw_grid_find(g, ground->point[i].x, ground->point[i].y, &column, &row);
        int wide = g->across > 2 ? g->across - 1 : g->across;
        for (int k = 0; k < wide; k++)
            put_ground(g, column + k, row, kind);
    }
}

static void dots(struct draw_grid *g)
{
    for (int32_t y = g->y; y < g->y + g->h; y++)
        for (int32_t x = g->x; x < g->x + g->w; x++) {
            int column, row;
            struct tc_scene_point a = tc_scene_hex_axial(&g->s->hex, x, y);
            draw_grid_find(g, a.x, a.y, &column, &row);
            struct draw_cell *c = draw_grid_cell(g, column + (g->across - 1) / 2, row);
            if (c && x < g->s->width && y < g->s->height)
                c->dot = true;
        }
}

void draw_grid_grounds(struct draw_grid *g)
{
    if (g->s->board == TC_BOARD_HEX)
        dots(g);
    for (int k = 0; k < DRAW_KINDS; k++)
        for (int i = 0; i < g->s->grounds; i++) {
            const struct tc_ground *ground = &g->s->ground[i];
            enum draw_kind kind = (enum draw_kind)k;
            if (draw_kind_of(ground->kind) != kind || !ground->point)
                continue;
            if (ground->form == TC_GROUND_AREA && g->s->board == TC_BOARD_PLANE)
                area(g, ground, kind);
            else if (ground->form == TC_GROUND_LINE)
                line(g, ground, kind);
            else if (ground->form == TC_GROUND_HEX && g->s->board == TC_BOARD_HEX)
                hexes(g, ground, kind);
        }
}

/* --- Troops --- */

/* Sine of a facing by 16384: a parabola, good to a sixteenth, which is finer than any cell. */
static int64_t sine(int32_t a)
{
    int64_t t = ((a % 65536) + 65536) % 65536;
    bool down = t >= 32768;
    t &= 32767;
    int64_t v = t * (32768 - t) / 16384; /* 0..16384 */
    return down ? -v : v;
}

/* Cells whose middle lies under the rectangle, tried on points a cell apart. */
static void cover(struct draw_grid *g, const struct tc_piece *p)
{
    int32_t facing = p->facing < 0 ? 0 : p->facing;
    int64_t sn = sine(facing), cs = sine(facing + 16384),
            step = g->unit / 2 > 0 ? g->unit / 2 : 1;
    for (int64_t v = -p->w / 2 + step / 2; v < p->w / 2; v += step)
        for (int64_t h = step / 2; h < p->d; h += step) {
            int column, row;
            draw_grid_find(g, (int32_t)(p->x + (v * cs - h * sn) / 16384),
                           (int32_t)(p->y - (v * sn + h * cs) / 16384), &column, &row);
            struct draw_cell *c = draw_grid_cell(g, column, row);
            if (c) {
                c->body = p->side;
                c->lit = c->lit || (g->o.highlight >= 0 && g->o.highlight == p->id);
            }
        }
}

static bool is_free(struct draw_grid *g, int column, int row, int n)
{
    for (int i = 0; i < n; i++) {
        struct draw_cell *c = draw_grid_cell(g, column + i, row);
        if (!c || c->mark[0])
            return false;
    }
    return true;
}

/* The nearest free run of cells: the wanted one, then rings about it. */
static bool find_room(struct draw_grid *g, int n, int *column, int *row)
{
    for (int far = 0; far <= 6; far++)
        for (int dy = -far; dy <= far; dy++)
            for (int dx = -far; dx <= far; dx++) {
                bool ring = dx == far || dx == -far || dy == far || dy == -far;
                if (ring && is_free(g, *column + dx, *row + dy, n)) {
                    *column += dx;
                    *row += dy;
                    return true;
                }
            }
    return false;
}

static void set_mark(struct draw_grid *g, int column, int row, const char *letter, int side,
                     bool lit)
{
    struct draw_cell *c = draw_grid_cell(g, column, row);
    size_t n = strlen(letter);
    if (!c)
        return;
    memcpy(c->mark, letter, n < sizeof c->mark ? n + 1 : sizeof c->mark);
    c->mark_side = (int8_t)side;
    c->lit = c->lit || lit;
}

/* The middle of the body. */
static void middle_of(const struct draw_grid *g, const struct tc_piece *p, int *column,
                      int *row)
{
    int32_t facing = p->facing < 0 ? 0 : p->facing;
    int64_t back = p->d / 2;
    draw_grid_find(g, (int32_t)(p->x - back * sine(facing) / 16384),
                   (int32_t)(p->y - back * sine(facing + 16384) / 16384), column, row);
}

/* Letters of a symbol, the last of them the arrow or the sign of a stack. */
static void set_symbol(struct draw_grid *g, int piece, const char *last, int column, int row)
{
    const struct tc_piece *p = &g->s->piece[piece];
    bool lit = g->o.highlight >= 0 && g->o.highlight == p->id;
    char buf[16];
    struct tc_text t = tc_text_on(buf, sizeof buf);
    draw_symbol(g->s, piece, &t);
    int n = (int)t.len + (last[0] ? 1 : 0);
    if (g->s->board == TC_BOARD_PLANE) {
        column -= n / 2;
        column = column + n > g->columns ? g->columns - n : column;
        column = column < 0 ? 0 : column;
        if (!find_room(g, n, &column, &row))
            return;
    }
    for (int i = 0; i < n; i++) {
        char letter[2] = { buf[i], '\0' };
        set_mark(g, column + i, row, i < (int)t.len ? letter : last, p->side, lit);
    }
}

static void put_on_table(struct draw_grid *g, int piece)
{
    int column, row;
    const struct tc_piece *p = &g->s->piece[piece];
    middle_of(g, p, &column, &row);
    if (draw_grid_cell(g, column, row))
        set_symbol(g, piece, draw_arrow(p->facing, g->o.utf8), column, row);
}

/* The top piece of a hex stands for all in it; '+' says that there are more. */
static void put_in_hex(struct draw_grid *g, int piece)
{
    const struct tc_piece *p = &g->s->piece[piece];
    int column, row, more = 0;
    for (int i = 0; i < g->s->pieces; i++) {
        const struct tc_piece *o = &g->s->piece[i];
        if (i == piece || o->x != p->x || o->y != p->y)
            continue;
        if (o->order < p->order || (o->order == p->order && i < piece))
            return;
        more++;
    }
    draw_grid_find(g, p->x, p->y, &column, &row);
    if (draw_grid_cell(g, column, row))
        set_symbol(g, piece, more ? "+" : draw_arrow(p->facing, g->o.utf8), column, row);
}

/* Bodies first, then the symbols; leaders last, they make way. */
void draw_grid_troops(struct draw_grid *g)
{
    const struct tc_scene *s = g->s;
    if (s->board == TC_BOARD_HEX) {
        for (int i = 0; i < s->pieces; i++)
            put_in_hex(g, i);
        return;
    }
    for (int i = 0; i < s->pieces; i++)
        if (s->piece[i].arm != TC_ARM_LEADER)
            cover(g, &s->piece[i]);
    for (int leaders = 0; leaders < 2; leaders++)
        for (int i = 0; i < s->pieces; i++)
            if ((s->piece[i].arm == TC_ARM_LEADER) == leaders && draw_widest_of_unit(s, i) == i)
                put_on_table(g, i);
}
