/* rules/reason/pursuit.c - chapter 15: advance after combat, pursuit, the end of a fight. */
#include "rules/reason/combat.h"

/* Told further down: */
static int riders(const struct rea_ctx *c, int body, uint8_t *out);
static bool can_advance(const struct rea_ctx *c, int i);
static bool vacated_by(const struct rea_ctx *c, int fight, int hex);
static bool pursues(const struct rea_ctx *c, int body);
static void ride_to(struct rea_ctx *c, int body, const int16_t *hex);
static void roll_points(struct rea_ctx *c, int body);
static int table_points(const struct rea_ctx *c, int body, int roll);
static int pursuit_hex(const struct rea_ctx *c, int n);
static bool pursuit_open(const struct rea_ctx *c, int body, int hex);
static void ride_on(struct rea_ctx *c, int body, int hex);
static void eliminate_at(struct rea_ctx *c, int side, int hex);
static void end_pursuit(struct rea_ctx *c, bool recalled);
static bool joins_at(const struct rea_ctx *c, int body, int form, int facing, int hex,
                     struct tc_refusal *why);
static void settle_all(struct rea_ctx *c);

/* --- 14. Close combat results --- */

/* T-2f. */
static int special_points(struct rea_ctx *c, int body, int roll)
{
    static const int8_t points[] = { 0, 1, 2, 6 };
    int row = roll <= 1 ? 0 : roll <= 5 ? 1 : roll <= 7 ? 2 : 3;

    /* R-GEN.6 */
    rea_tell(c->u, REA_E_SPECIAL_PURSUIT, "R-T-2f", rea_lead_unit(c, body), row, 0);
    if (row == 0)
        rea_lose_from(c, rea_lead_unit(c, body), 1);
    c->s->no_recall = roll == 6 || roll == 7;
    c->s->recall_er = roll >= 8 ? 20 : 0;
    return points[row];
}

/* R-10.x1: is there room in an empty hex for all who ride together? */
static bool riders_fit(const struct rea_ctx *c, int body, int hex)
{
    const int16_t one[1] = { (int16_t)hex };
    const char *rule = NULL;
    uint8_t all[REA_STACK];
    int n = riders(c, body, all), sp = 0;

    if (n < 2)
        return rea_room(c, body, c->s->body[body].form, one, 1, NULL);
    for (int i = 0; i < n; i++)
        sp += rea_sp(c, all[i]);
    return !rea_has(c, REA_HORSE_BY_UNITS) &&
           sp <= rea_limit(c, REA_HORSE, c->s->body[body].form, hex, &rule);
}

/* Those in one formation with a pursuer who fought with it ride with it. */
static int riders(const struct rea_ctx *c, int body, uint8_t *out)
{
    int h = c->s->body[body].hex[0], n = 0;

    for (int o = c->first[h] - 1; o >= 0 && n < REA_STACK; o = rea_below(c, o, h)) {
        bool fought = rea_defenders_left(c, c->s->fight) > 0;
        for (int i = 0; i < c->s->attacks; i++)
            fought |= c->s->attack[i].body == o && rea_attacks_in(c->s, i, c->s->fight);
        if (o == body || (fought && rea_one_formation(c, o, body)))
            out[n++] = (uint8_t)o;
    }
    return n;
}

/* R-14.3a: guns with attackers who all went forward keep their order. */
static void guns_keep_order(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    bool all = rea_attackers_left(c, s->fight) > 0;

    for (int i = 0; i < s->attacks; i++)
        if (rea_attacks_in(s, i, s->fight))
            all &= s->attack[i].retreated == 2;
    for (int b = 0; b < c->bk->units; b++) {
        struct rea_body *y = &s->body[b];
        if (!y->units || !y->d_fresh || !rea_is_guns(c, b))
            continue;
        y->d_fresh = 0;
        for (int i = 0; i < y->units && all; i++) {
            s->unit[y->unit[i]].disordered = 0;
            rea_tell(c->u, REA_E_RECOVERED, "R-14.3a", y->unit[i], 0, 0);
        }
    }
}

/* R-14.5x1: laid down their arms; they stay under guard until the Rally Phase. */
void rea_surrender(struct rea_ctx *c, int body, const char *rule)
{
    while (c->s->body[body].units) {
        int k = c->s->body[body].unit[0];
        rea_tell(c->u, REA_E_CAPTURED, rule, k, 0, 0);
        rea_drop_unit(c, k, REA_CAPTURED);
        c->s->unit[k].morale = REA_SHAKEN; /* R-14.5x1 */
    }
}

/* R-14.3d.2: cavalry is Disordered after close combat, whoever won; each body once, wherever
 * it has come to stand. */
static void cavalry_disordered(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    bool fought[REA_BODIES] = { false };

    for (int i = 0; i < s->attacks; i++)
        if (s->attack[i].body != REA_NO && s->attack[i].fight == s->fight)
            fought[s->attack[i].body] = true;
    for (int i = 0; i < s->defences; i++)
        if (s->defence[i].fight == s->fight && s->defence[i].done != 2)
            fought[s->defence[i].body] = true;
    for (int b = 0; b < c->bk->units; b++) {
        const struct rea_body *y = &s->body[b];
        if (!fought[b] || !y->units || y->form == REA_ROUT || rea_lead(c, b)->arm != REA_HORSE)
            continue;
        rea_disorder(c, b, "R-14.3d.2"); /* R-RUL-51, R-RUL-77 */
        for (int o = c->first[y->hex[0]] - 1; o >= 0; o = rea_below(c, o, y->hex[0]))
            fought[o] = false; /* its whole stack has been */
    }
}

/* --- 15. Advance and pursuit --- */

bool rea_legal_advance(const struct rea_ctx *c, int attack, const struct tc_act *a,
                       struct tc_refusal *why)
{
    int b = c->s->attack[attack].body, hex = a->arg[0];
    const struct rea_body *y = &c->s->body[b];

    if (a->verb == REA_V_STAY)
        return true;
    if (!rea_on_map(c, hex) || !vacated_by(c, c->s->attack[attack].fight, hex))
        return tc_refuse(why, "R-15.1x1", REA_R_NOT_VACATED, hex, 0, 0);
    if (!rea_in_front(c, b, hex))
        return tc_refuse(why, "R-15.1x1", REA_R_NOT_FRONT, 0, 0, 0);
    int from = TC_NONE;
    for (int i = 0; i < y->len; i++)
        if (rea_dir_of(c, y->hex[i], hex) >= 0)
            from = y->hex[i];
    int column = rea_column_of(rea_lead(c, b)->arm, y->form);
    struct rea_price p = rea_price(c, column, y->form, from, rea_dir_of(c, from, hex), false);
    if (p.no || p.rc_only)
        return tc_refuse(why, p.rule, REA_R_CLOSED, hex, 0, 0);
    if (y->form == REA_GO && !p.general && !rea_has(c, REA_OUT_OF_ORDER))
        return tc_refuse(why, "R-15.1x2", REA_R_CLOSED, hex, 0, 0); /* R-RUL-78 */
    /* R-8.1g.8: a hexpoint between two hexsides; who goes to GO faces one of them. */
    bool point = y->form == REA_LINE || y->form == REA_AC;
    bool beside = p.general && point && a->arg[1] == tc_hex_mod6(y->facing + 2);
    if (!rea_is_facing(a->arg[1]) || (tc_hexface_turns(y->facing, a->arg[1]) > 1 && !beside))
        return tc_refuse(why, "R-15.1x1", REA_R_ONE_STEP, 0, 0, 0);
    return joins_at(c, b, p.general ? REA_GO : y->form, a->arg[1], hex, why);
}

static bool vacated_by(const struct rea_ctx *c, int fight, int hex)
{
    for (int i = 0; i < c->s->defences * REA_WIDE; i++)
        if (c->s->defence[i / REA_WIDE].fight == fight && c->s->vacated[i] == hex)
            return true;
    return false;
}

static void advance(struct rea_ctx *c, int attack, const struct tc_act *a)
{
    int b = c->s->attack[attack].body;
    struct rea_body *y = &c->s->body[b];
    int column = rea_column_of(rea_lead(c, b)->arm, y->form);
    const int16_t one[1] = { (int16_t)a->arg[0] };
    const struct rea_body old = *y;
    bool general = rea_hex_general(c, one[0], column) && y->form != REA_SKIRMISH;
    int form = general ? REA_GO : y->form; /* R-15.1x2 */

    if (y->form == REA_GO && !general) /* R-15.1d */
        y->loose = 1;                  /* R-B2.14 */
    rea_put(c, b, form, a->arg[1], one, 1);
    c->s->attack[attack].retreated = 2; /* has advanced: R-14.3a */
    rea_leaders_follow(c, b, old.hex, old.len);
    rea_displace_leaders(c, one[0], !y->side);
    rea_tell(c->u, REA_E_ADVANCED, "R-15.1x1", rea_lead_unit(c, b), one[0], 0);
    rea_draw_together(c); /* R-10.5d.1: those it leaves behind in a long Line */
    rea_take_place(c, b);
}

/* Each victorious attacker advances or stays, one a step; cavalry that can pursues instead. */
void rea_step_advance(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    while (s->cursor < s->attacks &&
           (!rea_attacks_in(s, s->cursor, s->fight) || pursues(c, s->attack[s->cursor].body) ||
            !can_advance(c, s->cursor)))
        s->cursor++;
    if (s->cursor >= s->attacks) { /* R-15.1a */
        s->cursor = 0;
        s->head.step = REA_ST_AFTER;
        return;
    }
    int i = s->cursor++;
    struct tc_act a = rea_ask(c, s->body[s->attack[i].body].side, REA_Q_ADVANCE, "R-15.1x1", i,
                              rea_lead_unit(c, s->attack[i].body),
                              rea_faces(s->body[s->attack[i].body].form)); /* R-RUL-38 */
    if (a.verb == REA_V_ADVANCE)
        advance(c, i, &a);
}

static bool can_advance(const struct rea_ctx *c, int i)
{
    const struct rea_state *s = c->s;
    int b = s->attack[i].body;

    for (int k = 0; k < s->defences * REA_WIDE; k++)
        for (int turn = -1; turn <= 2; turn++) {
            struct tc_act a = rea_act(REA_V_ADVANCE, s->vacated[k],
                                      tc_hex_mod6(s->body[b].facing + turn), 0, 0);
            if (rea_legal_advance(c, i, &a, NULL))
                return true;
        }
    return false;
}

static bool pursues(const struct rea_ctx *c, int body)
{
    const struct rea_state *s = c->s;

    if (rea_lead(c, body)->arm != REA_HORSE || s->router[s->fight] == REA_NO ||
        !s->run_len[s->fight])
        return false;
    if (rea_disordered(c, body))
        return false; /* R-15.2a.1 */
    if (rea_morale_is(c, body, REA_SHAKEN))
        return false; /* R-15.2a.2 */
    return true;
}

static void begin_pursuit(struct rea_ctx *c, int body)
{
    struct rea_state *s = c->s;

    s->pursuer = (uint8_t)body;
    s->chased = s->router[s->fight];
    roll_points(c, body);
    if (!s->body[body].units) {
        s->pursuer = REA_NO;
        return;
    }
    if (s->body[body].len > 1)
        ride_to(c, body, s->body[body].hex); /* R-15.2e.1 */
}

static void ride_to(struct rea_ctx *c, int body, const int16_t *hex)
{
    uint8_t all[REA_STACK];
    const struct rea_body old = c->s->body[body];
    int n = riders(c, body, all);

    for (int i = 0; i < n; i++)
        rea_put(c, all[i], c->s->body[all[i]].form, c->s->body[all[i]].facing, hex, 1);
    rea_leaders_follow(c, body, old.hex, old.len);
}

static void roll_points(struct rea_ctx *c, int body)
{
    struct rea_state *s = c->s;
    int roll = rea_percent(c, s->body[body].side, "R-15.2x1");

    s->no_recall = 0;
    s->recall_er = 0;
    int points = roll < 10 && c->bk->lim.specials ? special_points(c, body, roll)
                                                  : table_points(c, body, roll);
    if (s->body[body].units && s->body[body].d_taken && points)
        points = rea_half(points); /* R-15.2c.1 */
    s->points_left = (uint8_t)points;
    s->points_used = 0;
    rea_tell(c->u, REA_E_PURSUIT_POINTS, "R-T-14",
             s->body[body].units ? rea_lead_unit(c, body) : 0, points, 0);
}

/* T-14. */
static int table_points(const struct rea_ctx *c, int body, int roll)
{
    int points = 1;

    for (int i = 0; i < 4; i++)
        if (roll >= c->bk->t14_least[i])
            points = c->bk->t14_points[i];
    if (rea_lead(c, body)->weight == REA_LIGHT_HORSE)
        points++;
    if (rea_lead(c, body)->weight == REA_HEAVY_HORSE)
        points = tc_max(1, points - 1);
    return points; /* R-T-14 */
}

/* One hex of one pursuit a step. */
static void pursue(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    int body = s->pursuer, hex = pursuit_hex(c, s->points_used);

    if (!s->points_left || !s->body[body].units || !pursuit_open(c, body, hex)) {
        end_pursuit(c, false);
        return;
    }
    if (s->points_used > 0 && !s->no_recall) {
        struct tc_act a = rea_ask(c, s->body[body].side, REA_Q_RECALL, "R-15.2x1",
                                  rea_lead_unit(c, body), s->points_left, 0);
        int er = rea_lead(c, body)->er + s->recall_er - (rea_has_leader(c, body) ? 10 : 0);
        if (a.verb == REA_V_RECALL &&
            rea_plain_check(c, s->body[body].side, er, "R-T-14") <= 0) {
            rea_tell(c->u, REA_E_RECALLED, "R-15.2x1", rea_lead_unit(c, body), 0, 0);
            end_pursuit(c, true);
            return;
        }
    }
    ride_on(c, body, hex);
    if (rea_body_in_zoc(c, body))
        end_pursuit(c, false);
}

/* Where hex number n of the pursuit lies: the vacated hex, then along the rout. Of a beaten
 * defence in several hexes it is the one before the pursuer. */
static int pursuit_hex(const struct rea_ctx *c, int n)
{
    const struct rea_state *s = c->s;
    const int16_t *run = s->run + s->fight * REA_PATH;
    int len = s->run_len[s->fight], vacated = run[0];

    if (n > 0)
        return n < len ? run[n] : TC_NONE;
    for (int i = 0; i < s->defences * REA_WIDE; i++)
        if (s->defence[i / REA_WIDE].fight == s->fight && s->vacated[i] >= 0 && len > 1 &&
            rea_dir_of(c, s->vacated[i], run[1]) >= 0 && rea_attackers_left(c, s->fight) > 0 &&
            rea_body_distance(c, s->pursuer, s->vacated[i]) == 1)
            vacated = s->vacated[i];
    return vacated;
}

static bool pursuit_open(const struct rea_ctx *c, int body, int hex)
{
    const struct rea_body *y = &c->s->body[body];

    if (hex < 0 || hex == y->hex[0])
        return false;
    int e = rea_enemy_at(c, y->side, hex);
    if (e >= 0 && c->s->body[e].form != REA_ROUT)
        return false;
    if (rea_friend_at(c, y->side, hex) >= 0)
        return false;
    int column = rea_column_of(REA_HORSE, y->form), d = rea_dir_of(c, y->hex[0], hex);
    int cost = rea_hex_cost(c, column, hex);
    if ((cost < 0 && cost != REA_COST_ALL) || !riders_fit(c, body, hex))
        return false;
    return d < 0 || !rea_price(c, column, y->form, y->hex[0], d, false).no;
}

/* The bodies of the winning side, attackers or defenders, one after the other. */
void rea_step_pursue(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;
    bool attack = rea_attackers_left(c, s->fight) > 0;
    int n = attack ? s->attacks : s->defences;

    if (s->pursuer != REA_NO) {
        pursue(c);
        rea_then(c, REA_ST_PURSUE);
        return;
    }
    while (s->cursor2 < n) {
        int i = s->cursor2++;
        bool in = attack ? rea_attacks_in(s, i, s->fight) : rea_defends_in(s, i, s->fight);
        int b = attack ? s->attack[i].body : s->defence[i].body;
        bool rode = false; /* with the first of its stack */
        for (int k = 0; k < i && attack; k++)
            rode |=
                rea_attacks_in(s, k, s->fight) && rea_one_formation(c, s->attack[k].body, b);
        if (in && !rode && pursues(c, b)) {
            begin_pursuit(c, b);
            rea_then(c, REA_ST_PURSUE);
            return;
        }
    }
    s->cursor = s->cursor2 = 0;
    rea_then(c, attack ? REA_ST_ADVANCE : REA_ST_AFTER);
}

static void ride_on(struct rea_ctx *c, int body, int hex)
{
    struct rea_state *s = c->s;
    const int16_t one[1] = { (int16_t)hex };

    if (s->chased != REA_NO && s->body[s->chased].units && s->body[s->chased].form == REA_ROUT)
        rea_lose_each(c, s->chased, 1, "R-15.2e.2"); /* R-RUL-102 */
    eliminate_at(c, s->body[body].side, hex);
    ride_to(c, body, one);
    rea_displace_leaders(c, hex, !s->body[body].side);
    s->points_used++;
    s->points_left--;
    rea_tell(c->u, REA_E_PURSUES, "R-T-14", rea_lead_unit(c, body), hex, 0);
}

static void eliminate_at(struct rea_ctx *c, int side, int hex)
{
    int e = rea_enemy_at(c, side, hex);

    while (e >= 0 && c->s->body[e].units) {
        int k = c->s->body[e].unit[0];
        rea_tell(c->u, REA_E_ELIMINATED, "R-15.2e.3", k, 0, 0);
        c->s->unit[k].sp = 0;
        rea_drop_unit(c, k, REA_GONE);
    }
}

static void end_pursuit(struct rea_ctx *c, bool recalled)
{
    struct rea_state *s = c->s;
    int body = s->pursuer;

    s->pursuer = REA_NO;
    s->points_left = 0;
    if (!s->body[body].units || recalled || !s->points_used)
        return;
    rea_disorder_check(c, body, 5 * s->points_used, "R-15.2e.4");
}

/* All fights are over: back to the mover, or on to the end of the activation. */
void rea_end_combat(struct rea_ctx *c)
{
    struct rea_state *s = c->s;
    bool opp = s->opp;

    for (int b = 0; b < c->bk->units; b++) {
        s->body[b].charged = 0;
        s->body[b].d_taken = s->body[b].d_fresh = 0;
    }
    memset(s->attack, 0, sizeof s->attack);
    memset(s->defence, 0, sizeof s->defence);
    memset(s->vacated, 0, sizeof s->vacated);
    memset(s->run, 0, sizeof s->run);
    memset(s->run_len, 0, sizeof s->run_len);
    memset(s->router, REA_NO, sizeof s->router);
    s->attacks = s->defences = s->fights = s->fight = s->round = s->opp = 0;
    s->chased = s->pursuer = REA_NO;
    s->cursor = 0;
    if (!opp) {
        rea_then(c, REA_ST_FINISH);
        return;
    }
    int m = s->mover;
    s->cursor = (uint8_t)c->bk->units;
    bool gone = m == REA_NO || !s->body[m].units || s->body[m].form == REA_ROUT; /* R-16.2x1 */
    if (gone || rea_disordered(c, m)) {
        s->cursor = 0; /* R-16.2d */
        rea_then(c, REA_ST_STOP);
        return;
    }
    rea_then(c, REA_ST_REACT);
}

/* R-15.1x1: may it stand there with those who have advanced before it? */
static bool joins_at(const struct rea_ctx *c, int body, int form, int facing, int hex,
                     struct tc_refusal *why)
{
    const int16_t one[1] = { (int16_t)hex };
    int e = rea_enemy_at(c, c->s->body[body].side, hex);

    if (e >= 0)
        return tc_refuse(why, "R-15.1x1", REA_R_ENEMY_THERE, hex, 0, 0);
    for (int o = c->first[hex] - 1; o >= 0; o = rea_below(c, o, hex))
        if (!rea_may_stack(c, form, rea_lead(c, body)->arm, facing, one, 1, o))
            return tc_refuse(why, "R-10.x1", REA_R_STACK, rea_lead_unit(c, o), 0, 0);
    return rea_room(c, body, form, one, 1, why); /* R-RUL-103 */
}

void rea_step_after(void *state, struct tc_umpire *u)
{
    struct rea_ctx ctx, *c = rea_begin(&ctx, state, u);
    struct rea_state *s = c->s;

    cavalry_disordered(c);
    guns_keep_order(c);
    settle_all(c);
    s->fight++;
    s->round = 0;
    s->cursor = 0;
    rea_then(c, REA_ST_ROUND);
}

static void settle_all(struct rea_ctx *c)
{
    for (int b = 0; b < c->bk->units; b++)
        if (c->s->body[b].units && rea_is_guns(c, b) && c->s->body[b].len > 1 &&
            c->s->body[b].form != REA_RC && rea_alone(c, b))
            rea_put(c, b, c->s->body[b].form, c->s->body[b].facing, c->s->body[b].hex, 1);
}
