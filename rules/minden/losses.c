/* rules/minden/losses.c - figures removed, units destroyed, and the log of what shakes friends.
 *
 * Je (percentages), N-Jb5, N-L15, N-RUL-46, N-GEO-15b, N-G7.
 */
#include "rules/minden/inner.h"
#include <string.h>

/* Told further down: */
static struct min_event *log_place(struct min_state *s, int unit);
static void straighten(const struct min_book *bk, int unit, struct min_unit *m);
static void close_up(struct min_play *p, int unit);
static void thin_sections(struct min_unit *m, int figures, int section);
static void lose_guns(struct min_play *p, int unit);

/* from: the unit as it stood when it happened; travel: how far it went straight ahead. */
void min_note_event(struct min_state *s, const struct min_book *bk, int unit, int kind,
                    const struct min_unit *from, int32_t travel)
{
    struct min_event *e;
    struct min_size z;

    if (min_is_command(bk, unit) && kind != MIN_DESTROYED)
        return;
    e = log_place(s, unit); /* N-G7, N-RUL-5 */
    min_size_of(bk, unit, from, &z);
    memset(e, 0, sizeof *e);
    e->unit = (int16_t)unit;
    e->kind = (uint8_t)kind;
    e->x = from->x;
    e->y = from->y;
    e->facing = from->facing;
    e->w = z.w;
    e->d = z.d;
    e->travel = travel;
}

/* A place in the log; when it is full the unit's older entry, or the mildest, gives way. */
static struct min_event *log_place(struct min_state *s, int unit)
{
    if (s->events < MIN_HAPPENINGS)
        return &s->log[s->events++];
    for (int i = 0; i < MIN_HAPPENINGS; i++)
        if (s->log[i].unit == unit)
            return &s->log[i];
    for (int i = 0; i < MIN_HAPPENINGS; i++)
        if (s->log[i].kind == MIN_EVADE)
            return &s->log[i];
    return &s->log[0];
}

/* N-Jb5: at three quarters lost the unit is gone. */
bool min_beyond_help(struct min_play *p, int unit)
{
    const struct min_unit *m = &p->s->units[unit];
    int most = p->bk->t.test.loss_percent[4];

    if (m->where != MIN_ON_TABLE)
        return true;
    if (m->fig > 0 && min_losses(p->s, unit) < min_loss_threshold(m->fig0, most))
        return false;
    min_destroy(p, unit, m->fig > 0 || !min_is_gun(p->bk, unit) ? "N-Jb5" : "N-L15");
    return true;
}

/* The least number of casualties that reaches p percent of an original strength. */
int min_loss_threshold(int figures, int percent)
{
    /* N-Je1, N-Je2, N-Je3, N-RUL-3, N-TAB-2 */
    return (figures * percent + 99) / 100;
}

int min_losses(const struct min_state *s, int unit)
{
    return s->units[unit].fig0 - s->units[unit].fig; /* N-Je4 */
}

void min_destroy(struct min_play *p, int unit, const char *rule)
{
    min_destroy_after(p, unit, 0, rule);
}

void min_destroy_after(struct min_play *p, int unit, int32_t travel, const char *rule)
{
    struct min_unit *m = &p->s->units[unit];

    if (m->where != MIN_ON_TABLE)
        return;
    min_note_event(p->s, p->bk, unit, MIN_DESTROYED, m, travel); /* N-K16 */
    tc_tell(p->u, MIN_E_DESTROYED, rule, unit);
    m->where = MIN_REMOVED;
    if (m->melee != TC_NONE)
        min_leave_melee(p, unit);
    m->fig = 0;
    m->guns = 0;
    m->sections = 1;
    memset(m->section_fig, 0, sizeof m->section_fig);
    memset(m->bend, 0, sizeof m->bend);
    m->marker = MIN_NO_MARKER;
    m->morale = MIN_STEADY;
    m->flight_from = m->supports = TC_NONE;
    m->first_flight_done = m->clinch = m->crowd = 0;
    for (int i = 0; i < p->bk->units; i++)
        if (p->s->units[i].supports == unit)
            p->s->units[i].supports = TC_NONE;
}

/* Take figures off; section: of a bent line, or TC_NONE. Destruction is not settled here. */
void min_remove_figures(struct min_play *p, int unit, int figures, int section)
{
    struct min_unit *m = &p->s->units[unit];

    figures = tc_min(figures, m->fig);
    bool bent = m->sections > 1; /* N-GEO-7 */
    if (bent) {
        thin_sections(m, figures, section);
        straighten(p->bk, unit, m);
    }
    m->fig = (uint8_t)(m->fig - figures);
    if (m->fig > 0)
        min_settle(p->bk, unit, m);
    if (bent && m->fig > 0)
        close_up(p, unit);
    m->cas_turn = (uint8_t)tc_min(m->cas_turn + figures, UINT8_MAX);
    if (min_is_gun(p->bk, unit))
        lose_guns(p, unit);
}

/* A bent line of which one section is left is a straight line where that section stands. */
static void straighten(const struct min_book *bk, int unit, struct min_unit *m)
{
    struct min_body b;
    int left = 0;

    for (int i = 0; i < MIN_SECTIONS; i++)
        left += m->section_fig[i] > 0;
    if (left == m->sections)
        return;
    if (left > 1) {
        m->sections = (uint8_t)left;
        return;
    }
    if (left == 1) {
        min_body_of(bk, unit, m, &b);
        m->x = b.rect[0].x;
        m->y = b.rect[0].y;
        m->facing = b.rect[0].facing;
    }
    m->sections = 1;
    memset(m->section_fig, 0, sizeof m->section_fig);
    memset(m->bend, 0, sizeof m->bend);
}

/* The sections of a bent line close up on its anchor and may crowd their neighbours. */
static void close_up(struct min_play *p, int unit)
{
    struct min_body b;

    min_body(p->bk, p->s, unit, &b);
    if (min_overlapped(p->bk, p->s, &b, unit) != TC_NONE)
        p->s->units[unit].crowd = 1;
}

/* Of a bent line the section hit loses first, then its neighbours (N-GEO-15b). */
static void thin_sections(struct min_unit *m, int figures, int section)
{
    static const int8_t order[MIN_SECTIONS][MIN_SECTIONS] = { { 0, 1, 2 },
                                                              { 1, 0, 2 },
                                                              { 2, 1, 0 } };
    int first = section >= 0 && section < MIN_SECTIONS ? section : 1;

    for (int i = 0; i < MIN_SECTIONS && figures > 0; i++) { /* N-GEO-15b */
        uint8_t *f = &m->section_fig[order[first][i]];
        int n = tc_min(*f, figures);
        *f = (uint8_t)(*f - n);
        figures -= n;
    }
}

/* N-RUL-46: a gun without its crew is removed. */
static void lose_guns(struct min_play *p, int unit)
{
    struct min_unit *m = &p->s->units[unit];

    while (m->guns > 1 && m->fig <= min_crew_of(p->bk, unit) * (m->guns - 1)) { /* N-RUL-46 */
        m->guns--;
        tc_tell(p->u, MIN_E_GUN_LOST, "N-L15", unit, m->guns);
    }
    if (m->fire_twice > m->guns)
        m->fire_twice = m->guns;
}
