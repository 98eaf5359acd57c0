/* rules/minden/load_bases.c - bases of figures, footprints of units, and whether they have
 * room. */
#include <stdlib.h>
#include <string.h>

#include "board/area.h"
#include "board/plane.h"
#include "rules/minden/load_parts.h"

/* --- bases.yaml: N-GEO-4, N-L12, N-Kb1a, N-Kb5b, N-GEO-6b, N-GEO-15a
 * --------------------------- */

struct raw_crew {
    int8_t gun, light_gun;
};

struct raw_bases {
    struct book_head head;
    struct raw_sizes bases;
    struct raw_crew crew;
    const char *open_gap_max, *bend_forward_max, *bend_back_max;
    int8_t column_files_max, section_files_min;
};

static const cyaml_schema_field_t one_size_fields[] = {
    BOOK_FIELD_TEXT("width", CYAML_FLAG_DEFAULT, struct raw_size, width),
    BOOK_FIELD_TEXT("depth", CYAML_FLAG_DEFAULT, struct raw_size, depth), CYAML_FIELD_END
};

#define SIZE(KEY, M)                                                                           \
    CYAML_FIELD_MAPPING_PTR(KEY, CYAML_FLAG_OPTIONAL, struct raw_sizes, M, one_size_fields)

const cyaml_schema_field_t book_minden_size_fields[] = {
    SIZE("foot", foot),     SIZE("horse", horse),     SIZE("gun", gun),
    SIZE("limber", limber), SIZE("command", command), CYAML_FIELD_END
};

static const cyaml_schema_field_t crew_fields[] = {
    CYAML_FIELD_INT("gun", CYAML_FLAG_DEFAULT, struct raw_crew, gun),
    CYAML_FIELD_INT("light-gun", CYAML_FLAG_DEFAULT, struct raw_crew, light_gun),
    CYAML_FIELD_END
};

#define TEXT(M) BOOK_FIELD_TEXT(#M, CYAML_FLAG_DEFAULT, struct raw_bases, M)
#define INT(M)  CYAML_FIELD_INT(#M, CYAML_FLAG_DEFAULT, struct raw_bases, M)

static const cyaml_schema_field_t bases_fields[] = {
    BOOK_TABLE_HEAD(struct raw_bases),
    CYAML_FIELD_MAPPING("bases", CYAML_FLAG_DEFAULT, struct raw_bases, bases,
                        book_minden_size_fields),
    CYAML_FIELD_MAPPING("crew", CYAML_FLAG_DEFAULT, struct raw_bases, crew, crew_fields),
    TEXT(open_gap_max),
    TEXT(bend_forward_max),
    TEXT(bend_back_max),
    INT(column_files_max),
    INT(section_files_min),
    CYAML_FIELD_END
};
static const cyaml_schema_value_t bases_schema = { CYAML_VALUE_MAPPING(
    CYAML_FLAG_POINTER, struct raw_bases, bases_fields) };

static const struct book_limit bases_limits[] = {
    { "system", BOOK_NAME, 0, 0 },
    { "table", BOOK_NAME, 0, 0 },
    { "rule", BOOK_RULE, 0, 0 },
    BOOK_MINDEN_SIZE_LIMITS,
    { "crew.*", BOOK_INT, 1, 20 },
    { "open_gap_max", BOOK_LENGTH, 0, 12000 },
    { "bend_forward_max", BOOK_ANGLE, 0, 16384 },
    { "bend_back_max", BOOK_ANGLE, 0, 16384 },
    { "column_files_max", BOOK_INT, 1, 20 },
    { "section_files_min", BOOK_INT, 1, 20 },
    { NULL, BOOK_LIMIT_END, 0, 0 },
};

static void fill_size(struct book_reader *rd, const struct raw_size *r,
                      const struct book_node *at, const char *key, int32_t *w, int32_t *d)
{
    if (r == NULL)
        return;
    *w = book_length(r->width);
    *d = book_length(r->depth);
    if (*w % 2) /* N-GEO-4 */
        book_wrong(rd, TC_E_RANGE, book_spot(book_spot(at, key), "width"),
                   "a width must be an even number of thousandths, so that it has a middle.");
}

void book_minden_fill_sizes(struct book_reader *rd, const struct raw_sizes *raw,
                            const struct book_node *at, struct min_base_table *t)
{
    fill_size(rd, raw->foot, at, "foot", &t->foot_w, &t->foot_d);
    fill_size(rd, raw->horse, at, "horse", &t->horse_w, &t->horse_d);
    fill_size(rd, raw->gun, at, "gun", &t->gun_w, &t->gun_d);
    fill_size(rd, raw->limber, at, "limber", &t->limber_w, &t->limber_d);
    fill_size(rd, raw->command, at, "command", &t->command_w, &t->command_d);
}

static void fill_bases(struct book_reader *rd, const void *raw, struct tc_book *out)
{
    static const char *const needed[] = { "foot", "horse", "gun", "limber", "command" };
    const struct raw_bases *r = raw;
    const struct book_node *sizes = book_child(rd->doc->root, "bases");
    struct min_base_table *t = &((struct min_book *)(void *)out)->t.base;

    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (book_child(sizes, needed[i]) == NULL)
            book_wrong(rd, TC_E_KEY, sizes, "the key \"%s\" is missing.", needed[i]);
    book_minden_fill_sizes(rd, &r->bases, sizes, t);
    t->crew = r->crew.gun;
    t->light_crew = r->crew.light_gun;
    t->open_gap_max = book_length(r->open_gap_max);
    t->bend_forward_max = book_angle(r->bend_forward_max);
    t->bend_back_max = book_angle(r->bend_back_max);
    t->column_files_max = r->column_files_max;
    t->section_files_min = r->section_files_min;
}

const struct book_part book_minden_bases = { "bases", &bases_schema, bases_limits, fill_bases };

/* --- footprints: N-GEO-6
 * ------------------------------------------------------------------------- */

struct size {
    int32_t w, d;
};

static int div_up(int a, int b)
{
    return (a + b - 1) / b;
}

/* N-GEO-6d: figures along one side of a square. */
static int square_side(int figures)
{
    int m = 1;

    if (figures >= 16)
        return div_up(figures + 16, 8);
    while (m * m < figures)
        m++;
    return m;
}

static struct size body(int files, int ranks, int32_t w, int32_t d, int32_t gap)
{
    return (struct size){ files * w + (files - 1) * gap, ranks * d + (ranks - 1) * gap };
}

static struct size size_of(const struct min_base_table *b, const struct min_unit_card *c)
{
    bool horse = c->kind == MIN_LINE_CAV || c->kind == MIN_LIGHT_CAV;
    int32_t w = horse ? b->horse_w : b->foot_w, d = horse ? b->horse_d : b->foot_d;
    int n = c->figures;

    switch ((enum min_formation)c->formation) {
    case MIN_MARCH_COLUMN: return body(c->files, div_up(n, c->files), w, d, 0);
    case MIN_ATTACK_COLUMN: return body(div_up(n, 3), 3, w, d, 0);
    case MIN_SQUARE: return body(square_side(n), square_side(n), w, d, 0);
    case MIN_OPEN: return body(div_up(n, c->ranks), c->ranks, w, d, c->gap);
    case MIN_LIMBERED: return body(c->guns, 1, b->limber_w, b->limber_d, 0);
    case MIN_UNLIMBERED: return body(c->guns, 1, b->gun_w, b->gun_d, 0);
    case MIN_MOUNTED_STAFF: return body(1, 1, b->command_w, b->command_d, 0);
    case MIN_LINE:
    case MIN_INCORRECT:
    case MIN_FORMATIONS: break;
    }
    return body(div_up(n, 2), n > 1 ? 2 : 1, w, d, 0);
}

/* The rectangles a unit covers, 1 to 3 (N-GEO-5, N-GEO-15a); the anchor of a bent line is that
 * of the straight one. */
static int footprint(const struct min_base_table *b, const struct min_unit_card *c,
                     struct tc_box box[3])
{
    struct size s = size_of(b, c);
    uint16_t facing = (uint16_t)c->facing;
    struct tc_rect r = tc_rect_at((struct tc_pt){ c->x, c->y }, facing, s.w, s.d);
    struct tc_box whole;
    int32_t w[3], n = 0;

    if (c->sections < 2) {
        tc_box_make(&box[0], &r);
        return 1;
    }
    tc_box_make(&whole, &r);
    for (int i = 0; i < 3; i++)
        w[i] = c->section_files[i] * (s.w / div_up(c->figures, 2));
    r = tc_rect_hung(TC_FL, tc_place(&whole, -s.w / 2 + w[0], 0), facing, w[1], s.d);
    tc_box_make(&box[n++], &r);
    if (w[0]) {
        r = tc_rect_hung(TC_FR, tc_place(&whole, -s.w / 2 + w[0], 0),
                         (uint16_t)(c->facing + c->bend[0]), w[0], s.d);
        tc_box_make(&box[n++], &r);
    }
    if (w[2]) {
        r = tc_rect_hung(TC_FL, tc_place(&whole, s.w / 2 - w[2], 0),
                         (uint16_t)(c->facing - c->bend[1]), w[2], s.d);
        tc_box_make(&box[n++], &r);
    }
    return n;
}

/* --- room on the table
 * ------------------------------------------------------------------------------ */

struct stand {
    int boxes;
    struct tc_box box[3];
};

static void check_on_table(struct book_reader *rd, const struct min_book *bk,
                           const struct min_unit_card *c, const struct stand *s,
                           const struct book_node *at)
{
    for (int i = 0; i < s->boxes; i++) {
        const struct tc_box *b = &s->box[i];
        if (b->min_x >= 0 && b->min_y >= 0 && b->max_x <= bk->width && b->max_y <= bk->height)
            continue;
        book_wrong(
            rd, TC_E_RANGE, at, /* N-GEO-8 */
            "%s does not stand wholly on the table of %d by %d inches (it is %d.%03d wide "
            "and %d.%03d deep).",
            c->name, bk->width / 1000, bk->height / 1000, b->w / 1000, b->w % 1000, b->d / 1000,
            b->d % 1000);
        return;
    }
}

static void check_ground(struct book_reader *rd, const struct min_book *bk,
                         const struct min_unit_card *c, const struct stand *s,
                         const struct book_node *at)
{
    for (int g = 0; g < bk->grounds; g++) {
        const struct min_ground *ground = &bk->ground[g];
        struct tc_pt v[MIN_POINTS];
        struct tc_shape shape;
        bool meets = false;
        if (!ground->impassable)
            continue;
        for (int i = 0; i < ground->points; i++)
            v[i] = (struct tc_pt){ ground->point[i].x, ground->point[i].y };
        tc_shape_make(&shape, v, ground->points);
        for (int i = 0; i < s->boxes; i++)
            meets = meets || (ground->line ? tc_line_within(&shape, &s->box[i], 0)
                                           : tc_poly_meets(&shape, &s->box[i]));
        if (meets)
            book_wrong(rd, TC_E_ILLEGAL, at, "%s stands in %s, which nobody can enter.",
                       c->name, ground->name);
    }
}

static bool overlap(const struct stand *a, const struct stand *b)
{
    for (int i = 0; i < a->boxes; i++)
        for (int j = 0; j < b->boxes; j++)
            if (tc_overlap(&a->box[i], &b->box[j], 0))
                return true;
    return false;
}

static void check_zone(struct book_reader *rd, const struct min_book *bk,
                       const struct min_unit_card *c, const struct stand *s,
                       const struct book_node *at)
{
    for (int z = 0; z < bk->zones; z++) {
        const struct min_zone_card *zone = &bk->zone[z];
        const struct tc_box *b = &s->box[0];
        if (zone->side == c->side && b->min_x >= zone->x0 && b->min_y >= zone->y0 &&
            b->max_x <= zone->x1 && b->max_y <= zone->y1)
            return;
    }
    book_wrong(rd, TC_E_ILLEGAL, at, "%s does not stand wholly in a zone of its side.",
               c->name);
}

static bool is_there(const struct min_unit_card *c)
{
    return c->entry == TC_NONE && c->spare_of == TC_NONE;
}

void book_minden_check_places(struct book_reader *rd, const struct min_book *bk,
                              const struct book_node *const *nodes)
{
    struct stand *s = calloc(MIN_UNITS, sizeof *s);

    if (s == NULL) {
        book_wrong(rd, TC_E_FULL, NULL, "There is no memory left.");
        return;
    }
    for (int i = 0; i < bk->units; i++) {
        const struct min_unit_card *c = &bk->unit[i];
        if (!is_there(c))
            continue;
        s[i].boxes = footprint(&bk->t.base, c, s[i].box);
        check_on_table(rd, bk, c, &s[i], nodes[i]);
        check_ground(rd, bk, c, &s[i], nodes[i]);
        if (bk->deploy)
            check_zone(rd, bk, c, &s[i], nodes[i]);
        for (int j = 0; j < i; j++) /* N-GEO-13 */
            if (is_there(&bk->unit[j]) && overlap(&s[i], &s[j]))
                book_wrong(rd, TC_E_ILLEGAL, nodes[i],
                           "%s stands on the ground of %s (line %d).", c->name,
                           bk->unit[j].name, nodes[j]->line);
    }
    free(s);
}
