/* server/study.c - battles by the dozen between computers, one after another.
 *
 * One thread of the lowest rank. It takes the study that has had least of those that wait, so
 * that a long one does not keep short ones waiting. It fights one battle of it, and stores what
 * came of it together with the processor time it took. A study is claimed for less than a
 * minute, and claimed again while its battle goes on: several servers on one store share the
 * work, and what a dead one had claimed is taken up again. A battle that was broken off when
 * the server stopped is fought anew.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/trial.h"
#include "server/made.h"
#include "study/battle.h"

enum { DAY = 24 * 3600, LEASE = 45, RENEWED = 10, MOMENTS = 40 };

struct srv_studies {
    atomic_bool working;
};

/* --- One battle ----------------------------------------------------------------------------
 */

struct fight {
    char id[STO_ID], owner[STO_NAME], scenario[BATTLE_ID], player[2][64];
    int64_t battles, n, left; /* of battles, which is next, milliseconds of the budget */
    double began;             /* srv_used_so_far */
    double renewed;           /* srv_clock when the claim was renewed */
    bool stopped;             /* because the server stops */
    const struct tc_book *book;
    struct tc_scene *scene;
    json_t *course; /* the standing at the beginning of each turn */
    json_t *row;
    enum tc_err err;
    struct tc_why why;
};

static double used(const struct fight *f)
{
    return srv_used_so_far() - f->began;
}

static bool enough(void *ctx)
{
    struct fight *f = ctx;

    f->stopped = srv->stopping;
    if (srv_clock() - f->renewed > RENEWED) {
        struct tc_why why;
        f->renewed = srv_clock();
        sto_hold_study(srv->store, f->id, srv_now() + LEASE, &why);
    }
    return f->stopped || used(f) > SRV_STUDY_SECONDS;
}

static void look(struct fight *f, const void *state)
{
    tc_scene_clear(f->scene);
    f->book->rules->scene(f->book, state, TC_NONE, f->scene);
}

static void strengths(const struct tc_scene *s, int64_t out[TC_SIDES])
{
    int last = TC_NONE;

    memset(out, 0, TC_SIDES * sizeof *out);
    for (int i = 0; i < s->pieces; i++) {
        const struct tc_piece *p = &s->piece[i];
        if (p->id != last && p->side >= 0 && p->side < TC_SIDES)
            out[p->side] += p->strength;
        last = p->id; /* one body of several */
    }
}

static bool is_goal(const struct tc_overlay *o)
{
    return strcmp(o->what, "objective") == 0 || strcmp(o->what, "goal") == 0;
}

/* As the scene says, or on hexes who stands there; else as before. */
static json_t *holder(const struct tc_scene *s, const struct tc_overlay *o, json_t *before)
{
    int side = o->side;

    for (int i = 0; s->board == TC_BOARD_HEX && o->points && i < s->pieces; i++) {
        const struct tc_piece *p = &s->piece[i];
        if (p->x == o->point[0].x && p->y == o->point[0].y && p->side >= 0 &&
            p->arm != TC_ARM_LEADER) {
            side = p->side;
            break;
        }
    }
    return side >= 0 ? json_integer(side) : before ? json_incref(before) : json_null();
}

static void at_turn(void *ctx, const void *state)
{
    struct fight *f = ctx;
    const struct tc_head *h = state;
    size_t moments = json_array_size(f->course);
    json_t *before =
        json_object_get(moments ? json_array_get(f->course, moments - 1) : NULL, "held");
    json_t *held = json_array();
    int64_t left[TC_SIDES];
    int goals = 0;

    look(f, state);
    strengths(f->scene, left);
    for (int i = 0; i < f->scene->overlays && goals < SRV_STUDY_GOALS; i++)
        if (is_goal(&f->scene->overlay[i]))
            json_array_append_new(held, holder(f->scene, &f->scene->overlay[i],
                                               json_array_get(before, (size_t)goals++)));
    if (moments < MOMENTS)
        json_array_append_new(f->course, json_pack("{si s[II] so}", "turn", (int)h->turn,
                                                   "left", (json_int_t)left[0],
                                                   (json_int_t)left[1], "held", held));
    else
        json_decref(held);
}

static double lost_share(const struct study_result *r, int side)
{
    double start = 0, lost = 0;

    for (int k = 0; k < STUDY_ARMS; k++) {
        start += r->start[side][k];
        lost += r->lost[side][k];
    }
    return start > 0 ? lost / start : 0;
}

static json_t *goals_json(const struct fight *f)
{
    json_t *list = json_array();

    for (int i = 0; i < f->scene->overlays && json_array_size(list) < SRV_STUDY_GOALS; i++)
        if (is_goal(&f->scene->overlay[i]))
            json_array_append_new(list, json_string(f->scene->overlay[i].label));
    return list;
}

static json_t *row_json(const struct fight *f, const struct study_result *r)
{
    const struct tc_book *bk = f->book;
    json_t *o = json_pack(
        "{so ss si sI s[ff] so sO}", "winner",
        r->winner == TC_NONE || r->cut ? json_null() : json_string(bk->side_name[r->winner]),
        "ending", r->cut ? "" : bk->rules->endings[r->ending], "turns", (int)r->turns,
        "answers", (json_int_t)r->answers, "lost", lost_share(r, 0), lost_share(r, 1), "goals",
        goals_json(f), "course", f->course);

    if (r->cut)
        json_object_set_new(o, "cut", json_true());
    return o;
}

static enum tc_err open_match(struct fight *f, struct study_match *m)
{
    enum tc_err err = srv_book(f->scenario, &f->book, &f->why);

    m->book = f->book;
    m->seed = 1;
    for (int i = 0; i < 2 && err == TC_OK; i++)
        err = plr_read(f->player[i], &m->spec[i], &f->why);
    return err;
}

/* Battle n has the dice of n, whoever fights it and whenever. */
static void fight_one(void *ctx)
{
    struct fight *f = ctx;
    struct study_match m = { 0 };
    struct study_table *t = NULL;
    struct study_result *r = calloc(1, sizeof *r);

    TC_BUG_ON(!r);
    f->err = open_match(f, &m);
    if (f->err == TC_OK)
        f->err = study_table_open(&m, &t, &f->why);
    if (f->err == TC_OK) {
        f->scene = calloc(1, sizeof *f->scene);
        TC_BUG_ON(!f->scene);
        f->course = json_array();
        study_watch(t, at_turn, f);
        study_until(t, enough, f);
        study_battle_seed(t, (uint64_t)f->n + 1, r);
        if (!f->stopped)
            f->row = row_json(f, r);
    }
    study_table_close(t);
    json_decref(f->course);
    free(f->scene);
    free(r);
}

/* A mistake of ours in a battle that somebody made ends this study and nothing else: all it
 * can have spoilt is memory of its own. It does not count among those after which the server
 * starts anew (fault.c), or a stranger's file could make it. */
static bool fight_apart(struct fight *f)
{
    static const char *const spared[] = { "server/", "store/", NULL };
    struct trial_met met;

    if (trial_watch(fight_one, f, spared, &met))
        return true;
    srv_count(SRV_C_FAULTS);
    srv_log("error", "fault",
            json_pack("{ss ss si ss}", "study", f->id, "file", met.file, "line", met.line,
                      "bug", met.what));
    f->row = NULL;
    return false;
}

/* --- How it plays --------------------------------------------------------------------------
 */

struct plays {
    int battles, cut, drawn;
    double turns, answers;
    json_t *wins, *endings;
};

static void add_one(json_t *o, const char *key)
{
    json_object_set_new(o, key, json_integer(json_integer_value(json_object_get(o, key)) + 1));
}

static bool add_row(void *ctx, int64_t n, const char *text)
{
    struct plays *p = ctx;
    json_t *row = json_loads(text, 0, NULL);
    const char *winner = json_string_value(json_object_get(row, "winner")),
               *ending = json_string_value(json_object_get(row, "ending"));

    (void)n;
    p->battles++;
    p->turns += json_number_value(json_object_get(row, "turns"));
    p->answers += json_number_value(json_object_get(row, "answers"));
    if (json_is_true(json_object_get(row, "cut")))
        p->cut++;
    else if (winner)
        add_one(p->wins, winner);
    else
        p->drawn++;
    if (ending && *ending)
        add_one(p->endings, ending);
    json_decref(row);
    return true;
}

/* A battle that somebody made is described by the last study of it that was fought to its end.
 */
static void describe(const struct fight *f)
{
    struct plays p = { .wins = json_object(), .endings = json_object() };
    char hash[STO_TEXT], *text = NULL;
    struct tc_why why;

    if (srv_made_hash(f->scenario, hash) &&
        sto_each_study_row(srv->store, f->id, 0, add_row, &p, &why) == TC_OK && p.battles) {
        json_t *o = json_pack("{si s[ss] sO si si sf sf sO}", "battles", p.battles, "players",
                              f->player[0], f->player[1], "wins", p.wins, "drawn", p.drawn,
                              "cut", p.cut, "turns", p.turns / p.battles, "answers",
                              p.answers / p.battles, "endings", p.endings);
        text = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(6));
        json_decref(o);
    }
    if (text && sto_put_plays(srv->store, hash, text, &why) != TC_OK)
        srv_log_why("study", &why);
    free(text);
    json_decref(p.wins);
    json_decref(p.endings);
}

/* --- The queue -----------------------------------------------------------------------------
 */

static bool take_study(void *ctx, const struct sto_study *s)
{
    struct fight *f = ctx;
    json_t *wish = json_loads(s->wish, 0, NULL);
    const char *scenario = json_string_value(json_object_get(wish, "scenario"));

    if (scenario && s->lease <= srv_now()) {
        snprintf(f->id, sizeof f->id, "%s", s->id);
        snprintf(f->owner, sizeof f->owner, "%s", s->owner);
        snprintf(f->scenario, sizeof f->scenario, "%s", scenario);
        for (size_t i = 0; i < 2; i++) {
            const char *p =
                json_string_value(json_array_get(json_object_get(wish, "players"), i));
            snprintf(f->player[i], sizeof f->player[i], "%s", p ? p : "level-1");
        }
        f->battles = s->battles;
    }
    json_decref(wish);
    return !f->id[0];
}

/* The next battle that waits, claimed; false: there is none. */
static bool next_fight(struct fight *f)
{
    int64_t now = srv_now(), waiting;
    bool mine = false;

    if (sto_each_study(srv->store, NULL, take_study, f, &f->why) != TC_OK || !f->id[0] ||
        sto_claim_study(srv->store, f->id, now, now + LEASE, &mine, &f->why) != TC_OK || !mine)
        return false;
    return sto_study_next(srv->store, f->id, &f->n, &f->why) == TC_OK &&
           srv_study_left(f->owner, &f->left, &waiting, &f->why) == TC_OK;
}

/* Store what came of it; used is the time it took. */
static void end_fight(struct fight *f, bool fault)
{
    char *text = f->row ? json_dumps(f->row, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    const char *state = fault || f->err != TC_OK                ? "failed"
                        : f->left <= 0                          ? "stopped"
                        : f->n + (f->row != NULL) >= f->battles ? "done"
                                                                : "waits";
    struct tc_why why;

    int64_t ms = 1 + (int64_t)(used(f) * 1000); /* begun is used: none is for nothing */
    if (sto_study_row(srv->store, f->id, f->n, text, ms, state, &why) != TC_OK)
        srv_log_why("study", &why);
    else if (strcmp(state, "done") == 0)
        describe(f);
    if (f->err != TC_OK)
        srv_log("warning", "study", json_pack("{ss ss}", "study", f->id, "text", f->why.text));
    free(text);
    json_decref(f->row);
}

static void work(void *ctx)
{
    struct srv_studies *s = srv->studies;

    (void)ctx;
    while (!srv->stopping) {
        struct fight *f = calloc(1, sizeof *f);
        bool fault = false;
        TC_BUG_ON(!f);
        f->began = srv_used_so_far();
        if (!next_fight(f)) {
            free(f);
            break;
        }
        f->renewed = srv_clock();
        if (f->left > 0 && f->n < f->battles)
            fault = !fight_apart(f);
        end_fight(f, fault);
        free(f);
    }
    atomic_store(&s->working, false);
}

struct srv_studies *srv_studies_new(void)
{
    struct srv_studies *s = calloc(1, sizeof *s);

    TC_BUG_ON(!s);
    return s;
}

void srv_studies_free(struct srv_studies *s)
{
    free(s);
}

void srv_study_open(void)
{
    struct tc_why why;

    /* a SQLite store belongs to one server: whoever had claimed any is gone */
    if (strcmp(sto_kind(srv->store), "sqlite") == 0 &&
        sto_hold_study(srv->store, NULL, 0, &why) != TC_OK)
        srv_log_why("study", &why);
}

void srv_study_tick(void)
{
    if (srv->o.study > 0 && !atomic_exchange(&srv->studies->working, true) &&
        !srv_pool_add(srv->pool[SRV_STUDY], work, NULL))
        atomic_store(&srv->studies->working, false);
}

enum tc_err srv_study_left(const char *owner, int64_t *left, int64_t *waiting,
                           struct tc_why *why)
{
    struct sto_use use;
    enum tc_err err = sto_study_used(srv->store, owner, srv_now() - DAY, &use, why);

    *left = use.fought < SRV_STUDY_DAY ? (int64_t)srv->o.study * 1000 - use.used : 0;
    *waiting = use.waiting;
    return err;
}

enum tc_err srv_new_study(const char *owner, const char *scenario, const char *const player[2],
                          int battles, char id[STO_ID], struct tc_why *why)
{
    json_t *wish =
        json_pack("{ss s[ss]}", "scenario", scenario, "players", player[0], player[1]);
    char *text = json_dumps(wish, JSON_COMPACT);

    TC_BUG_ON(!text);
    srv_new_id(id);
    struct sto_study s = {
        .id = id, .owner = owner, .wish = text, .at = srv_now(), .battles = battles
    };
    enum tc_err err = sto_new_study(srv->store, &s, why);
    free(text);
    json_decref(wish);
    return err;
}
