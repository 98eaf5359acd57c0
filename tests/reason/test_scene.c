/* tests/reason/test_scene.c - the picture shows the ground, the troops and the panels. */
#include "tests/reason/lab.h"

static struct tc_scene scene;
static struct rea_state s;

static const struct tc_ground *ground(const char *kind)
{
    for (int i = 0; i < scene.grounds; i++)
        if (strcmp(scene.ground[i].kind, kind) == 0)
            return &scene.ground[i];
    return NULL;
}

static bool has(const struct tc_book *bk, const char *kind, int printed)
{
    const struct rea_book *b = rea_book(bk);
    struct tc_hexvec at = b->map.at[rea_index_of(b, printed)];

    for (int k = 0; k < scene.grounds; k++)
        for (int i = 0; i < scene.ground[k].points; i++)
            if (strcmp(scene.ground[k].kind, kind) == 0 && scene.ground[k].point[i].x == at.q &&
                scene.ground[k].point[i].y == at.r)
                return true;
    return false;
}

static int height(const struct tc_book *bk, const struct tc_scene_point *p)
{
    const struct rea_book *b = rea_book(bk);
    struct tc_hexvec at = { (int16_t)p->x, (int16_t)p->y };

    return b->map.height[tc_hexmap_at(&b->map, at)];
}

/* The upper hex of a slope comes first, and lies higher. */
static void slopes_fall(const struct tc_book *bk)
{
    for (int k = 0; k < scene.grounds; k++)
        for (int i = 0; i < scene.ground[k].points && strstr(scene.ground[k].kind, "slope");
             i += 2)
            assert_true(height(bk, &scene.ground[k].point[i]) >
                        height(bk, &scene.ground[k].point[i + 1]));
}

static void ground_is_shown(void **unused)
{
    const struct tc_book *bk = lab_book("reason/lobositz-1756");

    (void)unused;
    memset(&s, 0, sizeof s);
    bk->rules->setup(bk, &s);
    rea_scene(bk, &s, TC_NONE, &scene);
    assert_true(has(bk, "village", 2217));
    assert_false(has(bk, "village", 101));
    assert_true(has(bk, "marsh", 1526));
    assert_true(has(bk, "vineyard", 1514));
    assert_true(has(bk, "river", 2501));
    assert_true(has(bk, "hill", 1209));
    assert_true(has(bk, "road", 1117));
    const struct tc_ground *steep = ground("steep-slope");
    assert_non_null(steep);
    assert_int_equal(steep->form, TC_GROUND_SIDES);
    slopes_fall(bk);
    assert_true(scene.grounds < TC_SCENE_GROUNDS);
}

static void every_map_has_ground(void **unused)
{
    static const char *const id[] = { "reason/kolin-1757", "reason/zorndorf-1758",
                                      "reason/leuthen-1757", "reason/brandywine-1777",
                                      "reason/learning" };

    (void)unused;
    for (size_t i = 0; i < sizeof id / sizeof *id; i++) {
        const struct tc_book *bk = lab_book(id[i]);
        memset(&s, 0, sizeof s);
        bk->rules->setup(bk, &s);
        rea_scene(bk, &s, TC_NONE, &scene);
        assert_non_null(ground("village"));
        assert_non_null(ground("hill"));
        slopes_fall(bk);
        assert_true(rea_book(bk)->grounds < REA_GROUNDS);
    }
}

static void panels_tell_command_and_mover(void **unused)
{
    const struct tc_book *bk = lab_book("reason/learning");
    int commands = 0, movers = 0;

    (void)unused;
    memset(&s, 0, sizeof s);
    bk->rules->setup(bk, &s);
    s.mover = 0;
    s.was_hex = s.body[0].hex[0];
    s.command[0].finished = 1;
    s.unit[7].ooc = 1;
    rea_scene(bk, &s, TC_NONE, &scene);
    assert_string_equal(scene.piece[0].worth, "musketeers, ER 33, CV 6, MA 5");
    assert_string_equal(scene.piece[scene.pieces - 1].worth, "range 8, initiative 6");
    for (int p = 0; p < scene.panels; p++)
        for (int r = 0; r < scene.panel[p].rows; r++) {
            const struct tc_panel_row *row = &scene.row[scene.panel[p].first + r];
            if (strcmp(scene.panel[p].title, "Commands") == 0) {
                commands++;
                if (r == 0)
                    assert_string_equal(row->right, "finished");
                if (r == 2)
                    assert_string_equal(row->right, "to act, out of command: 1");
            }
            if (strcmp(scene.panel[p].title, "On the move") == 0 && r == 2) {
                movers++;
                assert_string_equal(row->left, "movement points left");
                assert_string_equal(row->right, "5 of 5");
            }
        }
    assert_int_equal(commands, 4);
    assert_int_equal(movers, 1);
}

/* Movement points are kept in sixths and told as players write them. */
static void sentences_tell_movement_points(void **unused)
{
    static const struct {
        int sixths;
        const char *text;
    } rows[] = { { 0, "Movement points needed: 0; left: 0." },
                 { 1, "Movement points needed: 1/6; left: 0." },
                 { 3, "Movement points needed: 1/2; left: 0." },
                 { 6, "Movement points needed: 1; left: 0." },
                 { 8, "Movement points needed: 1 1/3; left: 0." },
                 { 34, "Movement points needed: 5 2/3; left: 0." } };
    const struct tc_book *bk = lab_book("reason/learning");

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int32_t arg[TC_ARGS] = { rows[i].sixths, 0 };
        char buf[80];
        struct tc_text t = tc_text_on(buf, sizeof buf);
        tc_print_text(bk->rules, bk, &bk->rules->reasons[REA_R_COST], arg, &t);
        assert_string_equal(buf, rows[i].text);
    }
}

static const char *said(const struct tc_book *bk, int list, const char *key)
{
    static char buf[80];
    struct tc_text t = tc_text_on(buf, sizeof buf);

    bk->rules->say_name(bk, list, tc_find_name(bk->rules, bk, list, key, strlen(key)), &t);
    return buf;
}

/* Line, place and number of a unit, as people would put them. */
static void names_are_those_of_people(void **unused)
{
    const struct tc_book *leuthen = lab_book("reason/leuthen-1757");
    const struct tc_book *zorndorf = lab_book("reason/zorndorf-1758");
    const struct tc_book *brandywine = lab_book("reason/brandywine-1777");

    (void)unused;
    assert_string_equal(said(leuthen, REA_L_UNIT, "zieten-first-line-4"),
                        "Zieten (first line) 4");
    assert_string_equal(said(leuthen, REA_L_UNIT, "second-line-left-2"),
                        "Second Line (left) 2");
    assert_string_equal(said(leuthen, REA_L_UNIT, "first-line-brigade-2-5"),
                        "First Line Brigade 2 no. 5");
    assert_string_equal(said(zorndorf, REA_L_UNIT, "right-first-line-west-4"),
                        "Right (first line, west) 4");
    assert_string_equal(said(zorndorf, REA_L_LEADER, "manteuffel-first-line-leader"),
                        "the Commander of Manteuffel (first line)");
    assert_string_equal(
        said(lab_book("reason/lobositz-1756"), REA_L_LEADER, "cuirassiers-first-line-leader"),
        "the Commander of the Cuirassiers (first line)");
    assert_string_equal(said(brandywine, REA_L_UNIT, "light-infantry-1b"),
                        "Light Infantry 1 (company B)");
    assert_string_equal(said(brandywine, REA_L_UNIT, "16th-dragoons"), "the 16th Dragoons");
    assert_string_equal(said(brandywine, REA_L_LEADER, "light-infantry-leader"),
                        "the Commander of the Light Infantry");
    assert_string_equal(said(lab_book("reason/krzeczhorz"), REA_L_LEADER, "hulsen-general"),
                        "General Hulsen");
}

/* Where the question says how the unit faces, its answers tell only what holds. */
static void answers_tell_the_facing_that_holds(void **unused)
{
    static const char *const text[] = { "Face south-east (in line, south)", "Face south-east",
                                        "Face south" };
    const struct tc_book *bk = lab_book("reason/learning");
    struct tc_act a = { .verb = REA_V_TURN, .arg = { 1 } };

    (void)unused;
    for (int manner = 0; manner < 3; manner++) {
        char buf[80];
        struct tc_text t = tc_text_on(buf, sizeof buf);
        tc_say_answer(bk->rules, bk, manner, &a, &t);
        assert_string_equal(buf, text[manner]);
    }
    for (int form = REA_LINE; form <= REA_UA; form++)
        assert_int_equal(rea_faces(form),
                         form == REA_LINE || form == REA_SKIRMISH || form == REA_UA
                             ? REA_BY_POINT
                             : REA_BY_SIDE);
    int32_t arg[TC_ARGS] = { 0, 6, REA_BY_POINT };
    assert_int_equal(tc_manner_of(bk->rules, REA_Q_ACT, arg), REA_BY_POINT);
    assert_int_equal(tc_manner_of(bk->rules, REA_Q_PICK, arg), 0);
}

/* A facing is told by the compass, for columns and for lines, and written as a number. */
static void sentences_tell_facings(void **unused)
{
    static const struct {
        int32_t facing;
        const char *text;
    } rows[] = {
        { 0, "Face east (in line, east-south-east)" },
        { 1, "Face south-east (in line, south)" },
        { 2, "Face south-west (in line, west-south-west)" },
        { 3, "Face west (in line, west-north-west)" },
        { 4, "Face north-west (in line, north)" },
        { 5, "Face north-east (in line, east-north-east)" },
        { 6, "Face 6" },
        { -1, "Face -1" },
    };
    const struct tc_book *bk = lab_book("reason/learning");
    const struct tc_decl *d = &bk->rules->verbs[REA_V_TURN];

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int32_t arg[TC_ARGS] = { rows[i].facing, 0 };
        char buf[80];
        struct tc_text t = tc_text_on(buf, sizeof buf);
        tc_print_text(bk->rules, bk, d, arg, &t);
        assert_string_equal(buf, rows[i].text);
        t = tc_text_on(buf, sizeof buf);
        tc_print_value(bk->rules, bk, &d->param[0], arg, &t);
        assert_int_equal(atoi(buf), rows[i].facing);
    }
    for (int f = 0; f < 6; f++) /* the point lies between the two front hexsides of a Line */
        assert_int_equal(rea_front_mask(REA_LINE, f), 1u << f | 1u << (f + 1) % 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_is_shown),
        cmocka_unit_test(every_map_has_ground),
        cmocka_unit_test(panels_tell_command_and_mover),
        cmocka_unit_test(sentences_tell_movement_points),
        cmocka_unit_test(sentences_tell_facings),
        cmocka_unit_test(answers_tell_the_facing_that_holds),
        cmocka_unit_test(names_are_those_of_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
