/* tests/bayonet/test_scene.c - what a scene of bayonet carries: the map, the Command
 * Display, and every mark a player must see. */
#include "tests/bayonet/lab.h"

static struct lab lab;
static struct tc_scene scene;

static int open_lab(void **unused)
{
    (void)unused;
    lab_open(&lab, "bayonet/drill-ground");
    return 0;
}

static int close_lab(void **unused)
{
    (void)unused;
    lab_close(&lab);
    return 0;
}

static void look(void)
{
    bay_index(lab.bk, &lab.s);
    bay_scene(&lab.bk->head, &lab.s, TC_NONE, &scene);
}

static const struct tc_piece *piece(const char *key)
{
    for (int i = 0; i < scene.pieces; i++)
        if (strcmp(scene.piece[i].key, key) == 0)
            return &scene.piece[i];
    fail_msg("%s is not to be seen", key);
    return NULL;
}

/* Is the word one of the badges? */
static bool has(const char *key, const char *word)
{
    const char *all = piece(key)->badges;
    size_t n = strlen(word);

    for (const char *p = strstr(all, word); p; p = strstr(p + 1, word))
        if ((p == all || p[-1] == ',') && (p[n] == 0 || p[n] == ','))
            return true;
    return false;
}

static int overlays(const char *what)
{
    int n = 0;

    for (int i = 0; i < scene.overlays; i++)
        n += strcmp(scene.overlay[i].what, what) == 0;
    return n;
}

static const struct tc_overlay *overlay(const char *what)
{
    for (int i = 0; i < scene.overlays; i++)
        if (strcmp(scene.overlay[i].what, what) == 0)
            return &scene.overlay[i];
    fail_msg("no overlay %s", what);
    return NULL;
}

/* The right text of the row whose left text is this, of any panel. */
static const char *row(const char *left)
{
    for (int i = 0; i < scene.rows; i++)
        if (strcmp(scene.row[i].left, left) == 0)
            return scene.row[i].right;
    fail_msg("no row %s", left);
    return "";
}

/* Facings as angles: N is up, ENE a sixth on; the printed numbers; the nation's name
 * (B-2.1.2g). */
static void pieces(void **unused)
{
    static const int twelfth[6] = { 2, 0, 10, 8, 6, 4 };

    (void)unused;
    for (int f = 0; f < 6; f++) {
        lab_put(&lab, "f1", 2013, f);
        look();
        assert_int_equal(piece("f1")->facing, (65536 * twelfth[f] + 6) / 12);
    }
    struct tc_scene_point at = tc_scene_hex_cell(&scene.hex, piece("f1")->x, piece("f1")->y);
    assert_int_equal(at.x + scene.hex.first, 20);
    assert_int_equal(at.y + scene.hex.first, 13);
    assert_string_equal(piece("f1")->nation, "English");
    assert_string_equal(piece("k1")->nation, "Bavarian");
    assert_string_equal(piece("rg1")->nation, ""); /* its file names none */
    assert_int_equal(piece("rg3")->facing, -1);    /* B-8.0g: limbered */
    assert_true(has("rg3", "limbered"));
    assert_int_equal(piece("f1")->arm, TC_ARM_FOOT);
    assert_int_equal(piece("hd")->arm, TC_ARM_DRAGOON);
    assert_int_equal(piece("rg1")->arm, TC_ARM_GUN);
    for (int i = 0; i < scene.pieces; i++) /* B-2.1.4c, B-RUL-4: leaders have no hex */
        assert_int_not_equal(scene.piece[i].arm, TC_ARM_LEADER);
}

/* Volley side, casualties, Disorder, Depth, guns, Firefights, orders, Lines, finished marks. */
static void badges(void **unused)
{
    struct bay_unit *f1 = &lab.s.units[lab_unit(&lab, "f1")];
    int foot = lab_find(&lab, BAY_L_BRIGADE, "red-foot");

    (void)unused;
    look();
    assert_true(has("f1", "volley"));
    assert_true(has("f1", "front"));
    assert_true(has("g2", "depth-2"));
    assert_true(has("g3", "gun"));
    assert_false(has("d1", "volley")); /* B-11.2.1a */
    assert_int_equal(piece("f1")->strength, 3);
    f1->casualties = 2;
    lab.s.units[lab_unit(&lab, "h1")].disordered = 1;
    lab.s.brigades[foot].order = BAY_CHARGE;
    lab.s.brigades[foot].finished = 1;
    lab.s.brigades[foot].liable = 1;
    lab.s.brigades[foot].line = BAY_SUPPORT;
    look();
    assert_true(has("f1", "volley-fired"));
    assert_false(has("f1", "volley"));
    assert_true(has("f1", "casualties-2"));
    assert_int_equal(piece("f1")->strength, 1);
    assert_true(has("h1", "disordered"));
    assert_true(has("f2", "charge"));
    assert_true(has("f2", "finished"));
    assert_true(has("f2", "out-of-place"));
    assert_true(has("f2", "support"));
    f1->life = BAY_ROUTED_1;
    f1->facing = BAY_NO_FACING;
    look();
    assert_true(has("f1", "routed-1"));
    assert_int_equal(piece("f1")->arm, TC_ARM_OTHER);
}

static void stacks(void **unused)
{
    int f2 = lab_unit(&lab, "f2");

    (void)unused;
    lab.s.units[f2].hex = lab.s.units[lab_unit(&lab, "f1")].hex;
    lab.s.units[f2].pos = 1;
    look();
    assert_int_equal(piece("f1")->stack, 2);
    assert_int_equal(piece("f1")->order, 0);
    assert_int_equal(piece("f2")->order, 1);
    assert_int_equal(piece("f3")->stack, 1);
}

/* Impacts, fans, a named charge, a Firefight, priorities of the unit on the move. */
static void marks(void **unused)
{
    int f1 = lab_put(&lab, "f1", 2013, 1), b1 = lab_put(&lab, "b1", 2012, 4);

    (void)unused;
    lab.s.impacts[0] = (struct bay_impact){ .hex = 2011, .level = BAY_HIT };
    lab.s.impacts[1] = (struct bay_impact){ .hex = 2010, .level = BAY_EFFECTIVE };
    look();
    assert_int_equal(overlays("impact-hit"), 1);
    assert_int_equal(overlays("impact-effective"), 1);
    assert_int_equal(overlay("impact-hit")->point[0].x, lab.bk->vec[2011].q);
    assert_int_equal(overlays("fan"), 4); /* four unlimbered batteries */
    assert_int_equal(overlay("fan")->points, 3);
    lab.s.units[lab_unit(&lab, "rg1")].fired = 1;
    look();
    assert_int_equal(overlays("fan"), 3);
    lab.s.units[f1].target = 2012;
    look();
    assert_int_equal(overlays("charge"), 1);
    lab.s.units[f1].target = TC_NONE;
    lab.s.units[f1].firefight = (int16_t)b1;
    lab.s.units[f1].locks = lab.s.units[b1].locks = 1;
    look();
    assert_int_equal(overlays("firefight"), 1);
    assert_true(has("b1", "firefight"));
    assert_int_equal(overlays("priority-1"), 0);
    int h1 = lab_put(&lab, "h1", 1013, 1), horse = lab_find(&lab, BAY_L_BRIGADE, "red-horse");
    lab.s.brigades[horse].order = BAY_CHARGE;
    lab.s.now.brigade = (int16_t)horse;
    lab.s.now.mover = (int16_t)h1;
    look();
    assert_int_equal(overlays("priority-1"), 2);
    assert_int_equal(overlays("priority-2"), 4);
    assert_int_equal(overlays("priority-3"), 3);
    assert_int_equal(overlays("priority-4"), 4);
    assert_int_equal(piece("h1")->active, 1);
    assert_int_equal(piece("f1")->active, 0);
}

/* Two panels, Wings from the left, Lines, slots, orders, morale, leaders. */
static void command_display(void **unused)
{
    int foot = lab_find(&lab, BAY_L_BRIGADE, "red-foot");

    (void)unused;
    lab.s.leaders[lab_find(&lab, BAY_L_LEADER, "lord")].direct = (int16_t)foot;
    lab.s.brigades[foot].lost = 2;
    lab.s.brigades[foot].order = BAY_CHARGE;
    look();
    assert_int_equal(scene.panels, 3); /* and what decides the battle */
    assert_string_equal(piece("f1")->group, "red-foot");
    assert_string_equal(piece("f1")->group_label, "Red Foot");
    assert_string_equal(piece("f1")->chief, "Lord Lead");
    assert_string_equal(scene.side_name[0], "red");
    assert_string_equal(row("Red Foot"), "front 1: charge, morale 5, lost 2, with Lord Lead");
    assert_string_equal(row("Blue Second"), "front 1: march, morale 5");
    assert_non_null(strstr(row("First Wing"), "The Duke 3 front"));
    assert_non_null(strstr(row("First Wing"), "capacity "));
    assert_non_null(strstr(row("First Wing"), "Lord Lead 2 front"));
    lab.s.brigades[foot].finished = 1;
    lab.s.brigades[foot].exempt_by = 1;
    look();
    assert_non_null(strstr(row("Red Foot"), "finished"));
    assert_non_null(strstr(row("Red Foot"), "relieved"));
    assert_non_null(strstr(scene.status, "Turn 1, 10:00"));
}

/* Wing boundaries lie where the Wings of neighbouring hexes differ. */
static void boundaries(void **unused)
{
    struct lab big;

    (void)unused;
    lab_open(&big, "bayonet/blenheim-1704");
    bay_scene(&big.bk->head, &big.s, TC_NONE, &scene);
    assert_string_equal(row("turn"), "1 of 15");
    assert_string_equal(row("Oberglau"), "6 points, if held alone at the end");
    assert_string_equal(row("points for ground now"), "0"); /* the allies' */
    assert_int_equal(overlays("wing-boundary"),
                     5); /* two between three Wings, three between four */
    const struct tc_overlay *o = overlay("wing-boundary");
    assert_true(o->points > 4);
    for (int i = 0; i < o->points; i++) {
        struct tc_scene_point c = tc_scene_hex_cell(&scene.hex, o->point[i].x, o->point[i].y);
        int h = (c.x + 1) * 100 + c.y + 1;
        assert_int_not_equal(big.bk->wings_at[o->side][h], big.bk->wings_at[o->side][h + 100]);
    }
    assert_true(scene.pieces > 180);
    lab_close(&big);
}

/* Places and named hexsides are words on the map: a place at its hexes, a stream at one. */
static void names(void **unused)
{
    struct lab big;
    int places = 0, water = 0;

    (void)unused;
    lab_open(&big, "bayonet/blenheim-1704");
    bay_scene(&big.bk->head, &big.s, TC_NONE, &scene);
    for (int i = 0; i < scene.grounds; i++) {
        const struct tc_ground *g = &scene.ground[i];
        if (strcmp(g->kind, "name") == 0 && strcmp(g->label, "Blenheim") == 0) {
            struct tc_scene_point c =
                tc_scene_hex_cell(&scene.hex, g->point[0].x, g->point[0].y);
            assert_int_equal(g->points, 5);
            assert_int_equal((c.x + 1) * 100 + c.y + 1, 3116);
            places++;
        }
        if (strcmp(g->kind, "name of water") == 0 && strcmp(g->label, "Nebel") == 0) {
            assert_int_equal(g->points, 1);
            water++;
        }
    }
    assert_int_equal(places, 1);
    assert_int_equal(water, 1);
    lab_close(&big);
}

/* Sentences tell the hour as a clock does and armies with a capital. */
static void sentences(void **unused)
{
    const struct tc_decl *clock = &bay_ruleset.events[BAY_E_CLOCK];
    const struct tc_decl *over = &bay_ruleset.events[BAY_E_OVER];
    const int32_t noon[TC_ARGS] = { 1, 720 }, later[TC_ARGS] = { 4, 785 },
                  blue[TC_ARGS] = { 1 };
    char buf[120];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    (void)unused;
    tc_print_text(&bay_ruleset, &lab.bk->head, clock, noon, &t);
    assert_string_equal(buf, "Turn 1, 12:00.");
    t = tc_text_on(buf, sizeof buf);
    tc_print_text(&bay_ruleset, &lab.bk->head, clock, later, &t);
    assert_string_equal(buf, "Turn 4, 13:05.");
    t = tc_text_on(buf, sizeof buf);
    tc_print_text(&bay_ruleset, &lab.bk->head, over, blue, &t);
    assert_string_equal(buf, "The battle is over: the field belongs to the Blue side.");
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, open_lab, close_lab)
    const struct CMUnitTest tests[] = {
        T(pieces),          T(badges),     T(stacks), T(marks),
        T(command_display), T(boundaries), T(names),  T(sentences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
