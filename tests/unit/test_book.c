/* tests/unit/test_book.c - good files give a book with exactly their values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "book/book.h"
#include "book/files.h"
#include "kernel/schema.h"
#include "rules/minden/tables.h"
#include "rules/registry.h"

static const struct tc_book *load(const char *id)
{
    const struct tc_book *bk = NULL;
    struct tc_why why = { 0 };

    if (book_load(TEST_DATA, id, &bk, &why) != TC_OK)
        fail_msg("%s: %s", why.where, why.text);
    return bk;
}

static int unit(const struct min_book *bk, const char *name)
{
    for (int i = 0; i < bk->units; i++)
        if (strcmp(bk->unit[i].name, name) == 0)
            return i;
    fail_msg("no unit named %s", name);
    return TC_NONE;
}

/* --- tables ------------------------------------------------------------------------------ */

static void tables_hold_the_sheets_figures(void **unused)
{
    const struct tc_book *bk = load("minden/first-battle");
    const struct min_tables *t = &min_book_of(bk)->t;
    static const int8_t rate[MIN_KINDS] = { 1, 2, 3, 4, 1, 2, 3 };

    (void)unused;
    assert_memory_equal(t->move.rate, rate, sizeof rate);       /* N-B6 */
    assert_int_equal(t->move.column_bonus, 2000);               /* N-B7 */
    assert_int_equal(t->move.enemy_limit, 3000);                /* N-B10 */
    assert_int_equal(t->move.charge_distance, 6000);            /* N-B12a */
    assert_int_equal(t->move.charge_angle, 1024);               /* N-GEO-20b */
    assert_int_equal(t->move.owed_percent[MIN_TRAINED], 50);    /* N-B11 */
    assert_int_equal(t->clear[0][MIN_VETERAN].second_needs, 2); /* N-A2d */
    assert_int_equal(t->clear[1][MIN_VETERAN].second_needs, 6); /* N-A2h */
    assert_int_equal(t->clear[1][MIN_GREEN].second_dice, 0);    /* N-A2f */
    assert_int_equal(t->fire.short_range[MIN_MUSKET], 3000);    /* N-D11 */
    assert_int_equal(t->fire.long_range[MIN_RIFLE], 10000);
    assert_int_equal(t->fire.long_range[MIN_CARBINE], 0);
    assert_int_equal(t->fire.long_range[MIN_GUN], 36000);
    assert_int_equal(t->fire.canister[MIN_LIGHT_GUN], 6000);
    assert_int_equal(t->fire.short_range[MIN_NO_WEAPON], 0);
    assert_int_equal(t->fire.gun_half_angle, 4096);    /* N-D5c */
    assert_int_equal(t->test.loss_percent[2], 33);     /* N-Jb3 */
    assert_int_equal(t->test.loss_percent[4], 75);     /* N-Jb5 */
    assert_int_equal(t->test.loss_value[3], -2);       /* N-Jb4 */
    assert_int_equal(t->test.friend_lost_same, -3);    /* N-Jb11 */
    assert_int_equal(t->test.die[MIN_TRAINED][0], -1); /* N-F5 */
    assert_int_equal(t->test.die[MIN_TRAINED][5], 1);
    assert_int_equal(t->test.die[MIN_GREEN][5], 0);
    assert_int_equal(t->test.distance, 18000);
    assert_int_equal(t->base.horse_w, 750);                                /* N-GEO-4 */
    assert_int_equal(t->base.bend_back_max, 16384);                        /* N-Kb5b */
    assert_int_equal(t->fog.row[MIN_ALLIED][5], MIN_FOG_HORSE_HOLDS_BACK); /* N-M5a */
    assert_int_equal(t->fog.row[MIN_FRENCH][10], MIN_FOG_GUNS_FIRE_TWICE); /* N-M10b */
    assert_int_equal(t->fog.row[MIN_FRENCH][12], MIN_FOG_ORDER_RESTORED);  /* N-M12 */
    assert_int_equal(t->fog.advance[MIN_FRENCH], 2000);                    /* N-M11b */
    assert_int_equal(t->victory.broken_percent, 50);                       /* N-VIC2 */
    assert_int_equal(t->command_radius, 18000);                            /* N-K1 */
    assert_int_equal(t->entry_needs, 6);                                   /* N-L17 */
    book_free(bk);
}

/* --- a whole scenario ------------------------------------------------------------------------
 */

static void first_battle_has_its_ground(void **unused)
{
    const struct tc_book *bk = load("minden/first-battle");
    const struct min_book *m = min_book_of(bk);

    (void)unused;
    assert_string_equal(bk->id, "minden/first-battle");
    assert_string_equal(bk->title, "First battle");
    assert_string_equal(bk->battle, "");
    assert_string_equal(bk->side_name[0], "allied");
    assert_string_equal(bk->side_colour[1], "#2e5fa3");
    assert_string_equal(bk->replaced, "");
    assert_int_equal(m->width, 60000);
    assert_int_equal(m->height, 48000);
    assert_int_equal(m->turn_limit, 12);
    assert_int_equal(m->first_side, 0);
    assert_int_equal(m->grounds, 5);
    assert_string_equal(m->ground[0].name, "cross-village");
    assert_int_equal(m->ground[0].cls, MIN_BUILDING);
    assert_int_equal(m->ground[0].cover, MIN_HARD_COVER);
    assert_true(m->ground[0].stops && m->ground[0].disorders && m->ground[0].blocks);
    assert_int_equal(m->ground[0].points, 4);
    assert_int_equal(m->ground[0].point[1].x, 33500);
    assert_int_equal(m->ground[0].point[3].y, 27000);
    assert_true(m->ground[3].line && m->ground[4].line && !m->ground[2].line);
    assert_int_equal(m->ground[2].cls, MIN_HILL);
    assert_int_equal(m->objectives, 2);
    assert_int_equal(m->objective[0].x, 30250);
    assert_int_equal(m->objective[1].points[1], 10);
    assert_int_equal(m->side[1].own_edge, MIN_NORTH);
    assert_int_equal(m->side[1].edge_to, 60000);
    book_free(bk);
}

static void first_battle_has_its_units(void **unused)
{
    const struct tc_book *bk = load("minden/first-battle");
    const struct min_book *m = min_book_of(bk);
    const struct min_unit_card *u = &m->unit[unit(m, "25th-foot")];

    (void)unused;
    assert_int_equal(m->units, 8 + 9 + 8 + 2); /* troops, commanders, spare parts */
    assert_string_equal(u->label, "25th Foot");
    assert_string_equal(u->nation, "british");
    assert_int_equal(u->kind, MIN_LINE_INF);
    assert_int_equal(u->weapon, MIN_MUSKET);
    assert_int_equal(u->figures, 32);
    assert_int_equal(u->grade[MIN_SHOOTING], MIN_VETERAN);
    assert_int_equal(u->x, 43000);
    assert_int_equal(u->facing, 0);
    assert_int_equal(u->formation, MIN_LINE);
    assert_int_equal(u->files, 0);
    assert_false(u->regular);
    assert_string_equal(m->brigade[u->brigade].name, "kingsley");
    assert_string_equal(m->division[u->division].name, "allied-foot");
    assert_int_equal(u->regiment, TC_NONE);
    u = &m->unit[unit(m, "picardie-2")];
    assert_true(u->regular);
    assert_int_equal(u->grade[MIN_MOVING], MIN_TRAINED);
    assert_int_equal(u->facing, 32768);
    u = &m->unit[unit(m, "jaegers")];
    assert_int_equal(u->weapon, MIN_RIFLE);
    assert_int_equal(u->formation, MIN_OPEN);
    assert_int_equal(u->gap, 500);
    assert_int_equal(u->ranks, 1);
    book_free(bk);
}

static void commands_and_spare_parts(void **unused)
{
    const struct tc_book *bk = load("minden/first-battle");
    const struct min_book *m = min_book_of(bk);
    int army = unit(m, "granby"), staff = unit(m, "kingsley-staff"), foy = unit(m, "foy");
    const struct min_unit_card *part = &m->unit[unit(m, "foy-2")];
    const struct min_unit_card *squadron = &m->unit[unit(m, "cravates-b")];

    (void)unused;
    assert_int_equal(m->unit[army].authority, MIN_OF_ARMY);
    assert_int_equal(m->unit[army].brigade, TC_NONE);
    assert_int_equal(m->unit[army].radius, 18000);
    assert_int_equal(m->unit[staff].authority, MIN_OF_BRIGADE);
    assert_int_equal(m->brigade[m->unit[staff].brigade].command, staff);
    assert_int_equal(m->unit[foy].guns, 2);
    assert_int_equal(m->unit[foy].figures, 12); /* N-L12 */
    assert_int_equal(m->unit[foy].spare_of, TC_NONE);
    assert_int_equal(part->spare_of, foy); /* N-L9 */
    assert_int_equal(part->guns, 1);
    assert_int_equal(part->figures, 6);
    assert_int_equal(part->brigade, m->unit[foy].brigade);
    assert_string_equal(m->regiment[squadron->regiment].name, "cravates");
    assert_int_equal(m->brigade[m->unit[foy].brigade].arm, MIN_GUN_BRIGADE);
    assert_int_equal(m->brigade[squadron->brigade].arm, MIN_HORSE_BRIGADE);
    book_free(bk);
}

static void late_troops_wait_at_their_entry(void **unused)
{
    const struct tc_book *bk = load("minden/meeting-engagement");
    const struct min_book *m = min_book_of(bk);
    const struct min_unit_card *u = &m->unit[unit(m, "laffert")];

    (void)unused;
    assert_int_equal(m->first_side, TC_NONE);
    assert_string_equal(m->entry[u->entry].name, "east-road");
    assert_int_equal(m->entry[u->entry].edge, MIN_EAST);
    assert_int_equal(m->entry[u->entry].to, 20000);
    assert_int_equal(u->entry_turn, 2);
    assert_true(u->entry_throw);
    assert_int_equal(u->facing, 49152); /* west, straight in */
    assert_false(m->unit[unit(m, "braun")].entry_throw);
    assert_int_equal(m->unit[unit(m, "braun")].formation, MIN_LIMBERED);
    assert_int_equal(m->unit[unit(m, "grenadiers")].entry, TC_NONE);
    assert_int_equal(m->unit[unit(m, "grenadiers")].facing, 53248); /* the brigade's 292.5 */
    book_free(bk);
}

static void minden_is_all_there(void **unused)
{
    const struct tc_book *bk = load("minden/minden-1759");
    const struct min_book *m = min_book_of(bk);
    int troops[TC_SIDES] = { 0, 0 };

    (void)unused;
    assert_string_equal(bk->battle, "minden-1759");
    assert_true(m->units <= 120);
    for (int i = 0; i < m->units; i++)
        if (m->unit[i].spare_of == TC_NONE && m->unit[i].kind != MIN_COMMAND)
            troops[m->unit[i].side]++;
    assert_in_range(troops[0], 35, 45);
    assert_in_range(troops[1], 35, 45);
    assert_int_equal(m->unit[unit(m, "sackville-staff")].radius, 3000);
    book_free(bk);
}

/* --- scenarios of their own
 * -------------------------------------------------------------------- */

static const char small[] = "format: scenario-1\n"
                            "system: minden\n"
                            "title: Small\n"
                            "source: \"A test.\"\n"
                            "turns: 0\n"
                            "command_radius: 12.5\n"
                            "bases: {foot: {width: 0.6, depth: 0.8}}\n"
                            "table: {width: 24, height: 18.25}\n"
                            "sides:\n"
                            "  - name: red\n"
                            "    colour: \"#ff0000\"\n"
                            "    fog: french\n"
                            "    edge: west\n"
                            "    brigades:\n"
                            "      - name: a\n"
                            "        nation: french\n"
                            "        regular: yes\n"
                            "        command: {name: chief, x: 2, y: 4, radius: 6}\n"
                            "        units:\n"
                            "          - name: bent\n"
                            "            kind: line-infantry\n"
                            "            figures: 20\n"
                            "            grades: {clearing: green, testing: veteran,\n"
                            "                     moving: trained, shooting: green}\n"
                            "            left_wing: {files: 3, bend: -90}\n"
                            "            right_wing: {files: 2, bend: 22.5}\n"
                            "            x: 8\n"
                            "            y: 9.125\n"
                            "            facing: 16383b\n"
                            "  - name: blue\n"
                            "    colour: \"#0000ff\"\n"
                            "    fog: allied\n"
                            "    edge: east\n"
                            "    brigades:\n"
                            "      - name: b\n"
                            "        grade: green\n"
                            "        units:\n"
                            "          - {name: cav, kind: light-cavalry, weapon: none, "
                            "figures: 5, ranks: 2, gap: 0, x: 20, y: 9}\n";

static const struct tc_book *load_text(const char *text, const struct book_node **state)
{
    const struct tc_book *bk = NULL;
    struct tc_why why = { 0 };

    if (book_load_text(TEST_DATA, "here.case", text, strlen(text), &bk, state, &why) != TC_OK)
        fail_msg("%s: %s", why.where, why.text);
    return bk;
}

static void inline_scenario_loads(void **unused)
{
    const struct tc_book *bk = load_text(small, NULL);
    const struct min_book *m = min_book_of(bk);
    const struct min_unit_card *u = &m->unit[unit(m, "bent")];

    (void)unused;
    assert_string_equal(bk->id, "minden/here");
    assert_int_equal(m->height, 18250);
    assert_int_equal(m->turn_limit, 0);
    assert_int_equal(m->t.command_radius, 12500);
    assert_int_equal(m->t.base.foot_w, 600);
    assert_int_equal(m->t.base.horse_w, 750);
    assert_int_equal(m->unit[unit(m, "chief")].radius, 6000);
    assert_int_equal(u->grade[MIN_CLEARING], MIN_GREEN);
    assert_int_equal(u->grade[MIN_TESTING], MIN_VETERAN);
    assert_int_equal(u->grade[MIN_MOVING], MIN_TRAINED);
    assert_int_equal(u->sections, 3);
    assert_int_equal(u->section_files[0], 3);
    assert_int_equal(u->section_files[1], 5);
    assert_int_equal(u->section_files[2], 2);
    assert_int_equal(u->bend[0], -16384);
    assert_int_equal(u->bend[1], 4096);
    assert_int_equal(u->y, 9125);
    assert_int_equal(u->facing, 16383);
    u = &m->unit[unit(m, "cav")];
    assert_int_equal(u->weapon, MIN_NO_WEAPON);
    assert_int_equal(u->ranks, 2);
    assert_int_equal(u->gap, 0);
    assert_int_equal(u->facing, 49152);
    assert_int_equal(m->side[0].edge_to, 18250);
    book_free(bk);
}

/* --- positions
 * --------------------------------------------------------------------------------- */

static void position_names_its_scenario(void **unused)
{
    const struct book_node *state = NULL, *units;
    const struct tc_book *base = load("minden/first-battle");
    const struct tc_book *bk = load_text("format: position-1\n"
                                         "scenario: minden/first-battle\n"
                                         "state:\n"
                                         "  turn: 3\n"
                                         "  units:\n"
                                         "    reden: {fig: 20, x: 12.5, marker: orange}\n",
                                         &state);

    (void)unused;
    assert_string_equal(bk->id, "minden/first-battle");
    assert_true(bk->hash == base->hash);
    assert_non_null(state);
    assert_int_equal(state->line, 3);
    assert_string_equal(book_text(state, "turn"), "3");
    units = book_child(state, "units");
    assert_string_equal(book_text(book_child(units, "reden"), "x"), "12.5");
    assert_int_equal(book_child(units, "reden")->line, 6);
    book_free(bk);
    book_free(base);
}

static void position_holds_its_scenario(void **unused)
{
    const struct book_node *state = NULL;
    const struct tc_book *base = load_text(small, NULL), *bk;
    char text[sizeof small + 100];

    (void)unused;
    snprintf(text, sizeof text, "%sstate:\n  turn: 2\n", small);
    bk = load_text(text, &state);
    assert_non_null(state);
    assert_true(bk->hash == base->hash); /* the state is no part of the book */
    book_free(bk);
    snprintf(text, sizeof text, "state:\n  turn: 2\n%s", small);
    bk = load_text(text, &state);
    assert_non_null(state);
    assert_true(bk->hash == base->hash);
    book_free(bk);
    bk = load_text(small, &state);
    assert_null(state);
    book_free(bk);
    book_free(base);
}

static void position_is_refused_where_none_is_wanted(void **unused)
{
    static const char text[] = "format: position-1\nscenario: minden/first-battle\nstate: {}\n";
    const struct tc_book *bk = NULL;
    struct tc_why why = { 0 };

    (void)unused;
    assert_int_equal(book_load_text(TEST_DATA, "p", text, sizeof text - 1, &bk, NULL, &why),
                     TC_E_KEY);
    assert_null(bk);
    assert_non_null(strstr(why.text, "a position cannot be used here"));
}

/* --- hashes and replaced tables
 * ------------------------------------------------------------------- */

static void copy_file(const char *from, const char *to, const char *more)
{
    struct book_arena a = { 0 };
    struct book_report r = { 0 };
    size_t n = 0;
    char *bytes = book_read_file(&a, from, 4 << 20, &n, &r);
    FILE *f = fopen(to, "wb");

    assert_non_null(bytes);
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fputs(more, f);
    assert_int_equal(fclose(f), 0);
    book_arena_free(&a);
}

/* A copy of data/minden in a new folder; one table gets more text at its end. */
static void copy_data(const char *to, const char *table, const char *more)
{
    static const char *const below[] = { "tables", "maps", "scenarios" };
    char from[BOOK_PATH_MAX], dest[BOOK_PATH_MAX], a[BOOK_PATH_MAX + 64], b[BOOK_PATH_MAX + 64];

    snprintf(dest, sizeof dest, "%s/minden", to);
    assert_int_equal(mkdir(dest, 0700), 0);
    for (int i = 0; i < 3; i++) {
        struct book_arena arena = { 0 };
        const char **names;
        int n;
        snprintf(from, sizeof from, "%s/minden/%s", TEST_DATA, below[i]);
        snprintf(dest, sizeof dest, "%s/minden/%s", to, below[i]);
        assert_int_equal(mkdir(dest, 0700), 0);
        n = book_list_folder(&arena, from, &names);
        for (int j = 0; j < n; j++) {
            assert_true(book_join(a, sizeof a, from, names[j]));
            assert_true(book_join(b, sizeof b, dest, names[j]));
            copy_file(a, b, table && strcmp(names[j], table) == 0 ? more : "");
        }
        book_arena_free(&arena);
    }
}

static void remove_tree(const char *path)
{
    struct book_arena a = { 0 };
    const char **names;
    int n = book_list_folder(&a, path, &names);
    char below[BOOK_PATH_MAX];

    for (int i = 0; i < n; i++) {
        assert_true(book_join(below, sizeof below, path, names[i]));
        if (book_is_folder(below))
            remove_tree(below);
        else
            remove(below);
    }
    rmdir(path);
    book_arena_free(&a);
}

static void replaced_tables_are_named(void **unused)
{
    char folder[] = "/tmp/tricorne-book-XXXXXX";
    const struct tc_book *ours = load("minden/first-battle"), *bk = NULL;
    struct tc_why why = { 0 };

    (void)unused;
    assert_non_null(mkdtemp(folder));
    copy_data(folder, "fire.yaml", "# my own copy\n");
    assert_int_equal(book_load(folder, "minden/first-battle", &bk, &why), TC_OK);
    assert_string_equal(bk->replaced, "fire");
    assert_true(bk->hash != ours->hash);
    book_free(bk);
    remove_tree(folder);
    book_free(ours);
}

static void hash_does_not_depend_on_the_place(void **unused)
{
    char folder[] = "/tmp/tricorne-book-XXXXXX";
    const struct tc_book *ours = load("minden/first-battle"), *bk = NULL;
    const struct tc_book *other = load("minden/village-assault");
    struct tc_why why = { 0 };

    (void)unused;
    assert_non_null(mkdtemp(folder));
    copy_data(folder, NULL, "");
    assert_int_equal(book_load(folder, "minden/first-battle", &bk, &why), TC_OK);
    assert_string_equal(bk->replaced, "");
    assert_true(bk->hash == ours->hash);
    assert_true(other->hash != ours->hash);
    book_free(bk);
    remove_tree(folder);
    book_free(other);
    book_free(ours);
}

static enum tc_err load_first(const char *data, struct tc_why *why)
{
    const struct tc_book *bk = NULL;
    enum tc_err err = book_load(data, "minden/first-battle", &bk, why);

    book_free(bk);
    return err;
}

/* A link inside the data is followed, and so is one to the whole of it; one that leads out is
 * refused, be it the map or the folder of maps. */
static void no_map_leads_out_of_the_data(void **unused)
{
    char folder[] = "/tmp/tricorne-book-XXXXXX", data[64], link[64], map[128], maps[96];
    char outside[128], inside[128];
    struct tc_why why = { 0 };

    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(data, sizeof data, "%s/data", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    snprintf(maps, sizeof maps, "%s/minden/maps", data);
    snprintf(map, sizeof map, "%s/first-battle.yaml", maps);
    snprintf(inside, sizeof inside, "%s/kept.yaml", maps);
    snprintf(outside, sizeof outside, "%s/data-outside.yaml", folder);
    assert_int_equal(mkdir(data, 0700), 0);
    copy_data(data, NULL, "");
    assert_int_equal(rename(map, inside), 0);
    assert_int_equal(symlink("kept.yaml", map), 0);
    assert_int_equal(load_first(data, &why), TC_OK);
    assert_int_equal(symlink("data", link), 0);
    assert_int_equal(load_first(link, &why), TC_OK);
    assert_int_equal(rename(inside, outside), 0);
    assert_int_equal(remove(map), 0);
    assert_int_equal(symlink(outside, map), 0);
    assert_int_equal(load_first(data, &why), TC_E_NAME);
    assert_non_null(strstr(why.text, "a link that leads out of the data folder"));
    assert_int_equal(remove(map), 0);
    assert_int_equal(rename(outside, map), 0);
    assert_int_equal(load_first(data, &why), TC_OK);
    snprintf(outside, sizeof outside, "%s/elsewhere", folder);
    assert_int_equal(rename(maps, outside), 0);
    assert_int_equal(symlink(outside, maps), 0);
    assert_int_equal(load_first(data, &why), TC_E_NAME);
    assert_int_equal(remove(maps), 0);
    assert_int_equal(remove(link), 0);
    remove_tree(folder);
}

/* --- names and lists
 * ------------------------------------------------------------------------------- */

static void bad_ids_are_refused(void **unused)
{
    static const char *const bad[] = { "first-battle",        "minden/",   "/etc/passwd",
                                       "minden/../x",         "minden/No", "minden/nowhere",
                                       "waterloo/hougoumont", "" };

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct tc_book *bk = NULL;
        struct tc_why why = { 0 };
        assert_int_equal(book_load(TEST_DATA, bad[i], &bk, &why), TC_E_NAME);
        assert_null(bk);
        assert_true(why.text[0]);
    }
}

struct listing {
    int count;
    char last[64], battle[64];
};

static void note(void *ctx, const struct book_entry *e)
{
    struct listing *l = ctx;

    assert_null(e->broken);
    assert_true(strcmp(l->last, e->id) < 0); /* sorted */
    snprintf(l->last, sizeof l->last, "%s", e->id);
    if (strcmp(e->id, "minden/minden-1759") == 0)
        snprintf(l->battle, sizeof l->battle, "%s", e->battle);
    l->count++;
}

static void list_is_sorted_and_complete(void **unused)
{
    struct listing l = { 0 };
    int count;

    (void)unused;
    count = book_list(TEST_DATA, note, &l);
    assert_int_equal(count, l.count);
    assert_true(count >= 4);
    assert_string_equal(l.battle, "minden-1759");
    assert_int_equal(book_list("/nowhere", note, &l), 0);
}

static void never(void *ctx, const struct tc_why *why)
{
    (void)ctx;
    fail_msg("%s: %s", why->where, why->text);
}

static void our_data_is_faultless(void **unused)
{
    struct book_tally n = { 0, 0 };

    (void)unused;
    assert_int_equal(book_check_path(TEST_DATA, TEST_DATA, never, NULL, &n), 0);
    assert_true(n.files >= 19);
    assert_int_equal(n.older, 0); /* all in the form of today */
}

/* Every number a row lets through fits where the row puts it. */
static void check_rows(const struct tc_key *k)
{
    static const int64_t least[] = { 0, -128, 0, -32768, 0, INT32_MIN };
    static const int64_t most[] = { 255, 127, 65535, 32767, INT32_MAX, INT32_MAX };

    for (; k->kind != TC_KEY_END; k++) {
        bool number =
            k->kind == TC_KEY_INT || k->kind == TC_KEY_LENGTH || k->kind == TC_KEY_ANGLE;
        if ((number || k->kind == TC_KEY_ROW || k->kind == TC_KEY_BY) && k->at != TC_NOWHERE &&
            k->type <= TC_T_I32) {
            assert_true(k->min <= k->max);
            assert_true(k->min >= least[k->type] && k->max <= most[k->type]);
        }
        if (k->of)
            check_rows(k->of->keys);
    }
}

static void rows_fit_their_places(void **unused)
{
    (void)unused;
    for (int i = 0; tc_rulesets[i]; i++) {
        const struct tc_schema *s = tc_rulesets[i]->schema;
        for (int t = 0; s && t < s->table_count; t++)
            check_rows(s->tables[t].mapping.keys);
        if (s) {
            check_rows(s->map.keys);
            check_rows(s->scenario.keys);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_hold_the_sheets_figures),
        cmocka_unit_test(first_battle_has_its_ground),
        cmocka_unit_test(first_battle_has_its_units),
        cmocka_unit_test(commands_and_spare_parts),
        cmocka_unit_test(late_troops_wait_at_their_entry),
        cmocka_unit_test(minden_is_all_there),
        cmocka_unit_test(inline_scenario_loads),
        cmocka_unit_test(position_names_its_scenario),
        cmocka_unit_test(position_holds_its_scenario),
        cmocka_unit_test(position_is_refused_where_none_is_wanted),
        cmocka_unit_test(replaced_tables_are_named),
        cmocka_unit_test(hash_does_not_depend_on_the_place),
        cmocka_unit_test(no_map_leads_out_of_the_data),
        cmocka_unit_test(bad_ids_are_refused),
        cmocka_unit_test(list_is_sorted_and_complete),
        cmocka_unit_test(our_data_is_faultless),
        cmocka_unit_test(rows_fit_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
