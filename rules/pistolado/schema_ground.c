/* rules/pistolado/schema_ground.c - kinds of ground (P-TAB-16), and the ground of a map. */
#include "rules/pistolado/schema.h"

#include <string.h>

/* --- obstacles.yaml --- */

static const char *const shape_words[] = { "area", "line", NULL };

struct kind_file {
    const char *kind;
    uint8_t cls, cover, line;
    bool blocks;
};

static const struct pis_ground *find_kind(const struct pis_book *bk, const char *kind)
{
    for (int i = 0; i < bk->kinds; i++)
        if (strcmp(bk->kind[i].kind, kind) == 0)
            return &bk->kind[i];
    return NULL;
}

static void put_kind(struct tc_reading *r, void *entry)
{
    const struct kind_file *f = entry;
    struct pis_book *bk = pis_book_being_read(r);

    if (find_kind(bk, f->kind))
        tc_wrong(r, TC_E_KEY, NULL, "this kind stands here twice.");
    if (f->line && f->cls == PIS_HILL)
        tc_wrong(r, TC_E_RANGE, "shape", "a hill is an area.");
    bk->kind[bk->kinds++] = (struct pis_ground){ .name = "",
                                                 .label = "",
                                                 .kind = f->kind,
                                                 .cls = f->cls,
                                                 .cover = f->cover,
                                                 .line = f->line == 1,
                                                 .blocks = f->blocks };
}

#define AT struct kind_file
static const struct tc_key kind_keys[] = {
    NAME("kind", kind),
    WORD("class", cls, pis_class_words),
    WORD("cover", cover, pis_cover_words),
    WORD("shape", line, shape_words),
    MAY_YES("blocks", blocks),
    KEYS_END,
};
static const struct tc_mapping kind = MAPPING(kind_keys, struct kind_file, put_kind, NULL);
#undef AT

const struct tc_key pis_obstacle_keys[] = {
    EACH("kinds", kind, 1, PIS_KINDS),
    KEYS_END,
};

/* --- Maps --- */

struct piece_file {
    const char *name, *label, *kind;
    int points;
    struct tc_scene_point point[PIS_POINTS];
};

static void put_points(struct tc_reading *r, struct pis_ground *g, const struct piece_file *f)
{
    const struct pis_book *bk = pis_book_being_read(r);

    g->points = (int16_t)f->points;
    for (int i = 0; i < f->points; i++) {
        g->point[i] = f->point[i];
        if (g->point[i].x > bk->width || g->point[i].y > bk->height)
            tc_wrong_at(r, tc_item(r, "points", i), NULL, TC_E_RANGE,
                        "the point lies off the table; allowed: up to [%s, %s].",
                        tc_inches(bk->width).text, tc_inches(bk->height).text);
    }
}

static void put_piece(struct tc_reading *r, void *entry)
{
    const struct piece_file *f = entry;
    struct pis_book *bk = pis_book_being_read(r);
    const struct pis_ground *is = find_kind(bk, f->kind);

    if (!is) {
        tc_wrong(r, TC_E_NAME, "kind",
                 "no kind of ground is called \"%s\"; tables/obstacles.yaml lists them.",
                 f->kind);
        return;
    }
    for (int i = 0; i < bk->grounds; i++)
        if (strcmp(bk->ground[i].name, f->name) == 0)
            tc_wrong(r, TC_E_NAME, "name", "two pieces are named \"%s\".", f->name);
    if (!is->line && f->points < 3)
        tc_wrong(r, TC_E_RANGE, "points", "an area has at least three points.");
    struct pis_ground *g = &bk->ground[bk->grounds++];
    *g = *is;
    g->name = f->name;
    g->label = f->label ? f->label : f->name;
    put_points(r, g, f);
}

#define AT struct piece_file
static const struct tc_key piece_keys[] = {
    NAME("name", name), MAY_TEXT("label", label),
    NAME("kind", kind), POINTS("points", point, points, 2, PIS_POINTS, 0, PIS_TABLE_MOST),
    KEYS_END,
};
static const struct tc_mapping piece = MAPPING(piece_keys, struct piece_file, put_piece, NULL);
#undef AT

#define AT struct pis_book
const struct tc_key pis_map_keys[] = {
    LENGTH("width", width, PIS_TABLE_LEAST, PIS_TABLE_MOST),
    LENGTH("height", height, PIS_TABLE_LEAST, PIS_TABLE_MOST),
    MAY_EACH("terrain", piece, 0, PIS_GROUNDS),
    KEYS_END,
};
