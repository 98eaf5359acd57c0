/* rules/minden/schema_places.c - when the order of battle is in the book: parts of batteries,
 * and whether everybody stands where the rules let him stand. */
#include <string.h>

#include "rules/minden/schema.h"

/* --- Parts of batteries: N-L9 --- */

static const char *numbered(struct tc_reading *r, const char *name, const char *between, int n)
{
    char buf[128];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    tc_text_bytes(&t, name, strlen(name) < 100 ? strlen(name) : 100);
    tc_text_str(&t, between);
    tc_text_int(&t, n);
    return tc_keep(r, buf);
}

static void add_spare(struct tc_reading *r, struct min_book *bk, int battery, int part)
{
    struct min_reading *o = r->own;
    struct min_unit_card *c = &bk->unit[bk->units];
    const char *name = numbered(r, bk->unit[battery].name, "-", part);

    if (bk->units == MIN_UNITS) {
        if (!o->full)
            tc_wrong_at(r, o->node[battery], NULL, TC_E_FULL,
                        "there is room for %d units, commands and parts of batteries included.",
                        MIN_UNITS);
        o->full = true;
        return;
    }
    for (int i = 0; i < bk->units; i++)
        if (strcmp(bk->unit[i].name, name) == 0)
            tc_wrong_at(r, o->node[battery], "name", TC_E_NAME,
                        "two units are named \"%s\" (the first in line %d).", name,
                        tc_line(r, o->node[i]));
    *c = bk->unit[battery];
    c->name = name;
    c->label = numbered(r, bk->unit[battery].label, ", part ", part);
    c->figures = (uint8_t)(c->figures / c->guns);
    c->guns = 1;
    c->spare_of = (int16_t)battery;
    o->node[bk->units++] = o->node[battery];
}

/* Batteries of two or three guns get cards for the parts they may be split into. */
static void add_spares(struct tc_reading *r, struct min_book *bk)
{
    int units = bk->units;

    for (int i = 0; i < units; i++)
        for (int part = 2; part <= bk->unit[i].guns; part++)
            add_spare(r, bk, i, part);
}

/* --- Room on the table --- */

static void check_on_table(struct tc_reading *r, const struct min_book *bk, int unit,
                           const struct min_body *b)
{
    const struct book_node *at = ((struct min_reading *)r->own)->node[unit];

    if (!min_body_on_table(bk, b)) /* N-GEO-8 */
        tc_wrong_at(r, at, NULL, TC_E_RANGE,
                    "%s does not stand wholly on the table of %d by %d inches (it is %s wide "
                    "and %s deep).",
                    bk->unit[unit].name, bk->width / 1000, bk->height / 1000,
                    tc_inches(b->box[0].w).text, tc_inches(b->box[0].d).text);
}

static void check_ground(struct tc_reading *r, const struct min_book *bk, int unit,
                         const struct min_body *b)
{
    int ground = min_blocked_by(bk, b);

    if (ground != TC_NONE)
        tc_wrong_at(r, ((struct min_reading *)r->own)->node[unit], NULL, TC_E_ILLEGAL,
                    "%s stands in %s, which nobody can enter.", bk->unit[unit].name,
                    bk->ground[ground].name);
}

static void check_zone(struct tc_reading *r, const struct min_book *bk, int unit,
                       const struct min_body *b)
{
    for (int z = 0; z < bk->zones; z++) {
        const struct min_zone_card *zone = &bk->zone[z];
        if (zone->side == bk->unit[unit].side && b->min_x >= zone->x0 && b->min_y >= zone->y0 &&
            b->max_x <= zone->x1 && b->max_y <= zone->y1)
            return;
    }
    tc_wrong_at(r, ((struct min_reading *)r->own)->node[unit], NULL, TC_E_ILLEGAL,
                "%s does not stand wholly in a zone of its side.", bk->unit[unit].name);
}

static bool is_there(const struct min_unit_card *c)
{
    return c->entry == TC_NONE && c->spare_of == TC_NONE;
}

/* The rules' own footprints (N-GEO-6) on the rules' own table. */
static void check_places(struct tc_reading *r, const struct min_book *bk)
{
    struct min_reading *o = r->own;
    struct min_body *body = o->body;

    for (int i = 0; i < bk->units; i++) {
        if (!is_there(&bk->unit[i]))
            continue;
        min_body(bk, &o->opening, i, &body[i]);
        check_on_table(r, bk, i, &body[i]);
        check_ground(r, bk, i, &body[i]);
        if (bk->deploy)
            check_zone(r, bk, i, &body[i]);
        for (int j = 0; j < i; j++) /* N-GEO-13 */
            if (is_there(&bk->unit[j]) && min_bodies_overlap(&body[i], &body[j]))
                tc_wrong_at(r, o->node[i], NULL, TC_E_ILLEGAL,
                            "%s stands on the ground of %s (line %d).", bk->unit[i].name,
                            bk->unit[j].name, tc_line(r, o->node[j]));
    }
}

void min_end_order_of_battle(struct tc_reading *r, struct min_book *bk)
{
    struct min_reading *o = r->own;

    add_spares(r, bk);
    if (tc_wrongs(r) > 0)
        return;
    min_book_finish(&bk->head);
    min_setup(&bk->head, &o->opening);
    check_places(r, bk);
}
