/* tests/protocol/test_at.c - the scene as it stood after a line; what lines keep back. */
#include "tests/protocol/table.h"

#include <malloc.h>
#include <unistd.h>

enum { SCENES = 400 };

/* The scene after every line as it was then, for each seat, from the session's own eyes. */
struct seen_then {
    json_t *scene[SCENES][2];
};

static void keep_scenes(struct seen_then *t, const struct ses_game *s)
{
    for (int seat = 0; seat < 2 && s->lines <= SCENES; seat++) {
        json_decref(t->scene[s->lines - 1][seat]);
        t->scene[s->lines - 1][seat] = ses_scene_json(s, seat);
    }
}

/* Every line that was the last one at a stop is shown as it was. */
static void check_scenes(const struct seen_then *t, const struct ses_game *s)
{
    int shown = 0;

    for (uint32_t i = 0; i < s->lines && i < SCENES; i++) {
        for (int seat = 0; seat < 2; seat++) {
            json_t *o = t->scene[i][seat] ? ses_scene_at(s, i, seat) : NULL;
            assert_int_equal(t->scene[i][seat] && !s->line[i].undone, o != NULL);
            if (o)
                assert_true(json_equal(o, t->scene[i][seat]));
            shown += o != NULL;
            json_decref(o);
        }
    }
    assert_true(shown > 20);
    assert_null(ses_scene_at(s, s->lines, 0));
}

static void free_scenes(struct seen_then *t)
{
    for (int i = 0; i < SCENES; i++)
        for (int seat = 0; seat < 2; seat++)
            json_decref(t->scene[i][seat]);
}

static void test_scene_at_a_line(void **x)
{
    struct ses_game *s = game(5);
    struct seen_then t = { 0 };
    struct tc_why why;

    (void)x;
    keep_scenes(&t, s);
    for (int i = 0; i < 90 && s->g.status != TC_IS_OVER; i++) {
        play_random(s, (uint64_t)i, 1);
        keep_scenes(&t, s);
        if (i == 30 || i == 55) { /* taken back: those lines can only be replayed */
            assert_int_equal(ses_undo(s, SES_UMPIRE, true, &why), TC_OK);
            keep_scenes(&t, s);
        }
    }
    check_scenes(&t, s);
    free_scenes(&t);
    ses_free(s);
}

static bool has_draw(const struct ses_game *s, int seat)
{
    bool any = false;

    for (uint32_t i = 0; i < s->lines; i++) {
        json_t *o = ses_line_json(s, &s->line[i], seat);
        any = any || json_object_get(o, "draw");
        json_decref(o);
    }
    return any;
}

/* How many dice the other side rolled in secret must not show in one's own lines. */
static void test_places_of_dice_are_kept(void **x)
{
    struct ses_game *s = game(5);

    (void)x;
    s->line[0].faces = 1;
    s->line[0].face = calloc(1, 1);
    assert_true(has_draw(s, 0) && has_draw(s, 1) && has_draw(s, SES_UMPIRE));
    s->line[0].hash_hidden = 1; /* something of side 1 is pending */
    assert_false(has_draw(s, 0));
    assert_false(has_draw(s, SES_WATCHER));
    assert_true(has_draw(s, 1) && has_draw(s, SES_UMPIRE));
    ses_free(s);
}

/* --- Memory ------------------------------------------------------------------------ */

enum { MANY = 100 };

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
static size_t resident(void)
{
    unsigned long all = 0, here = 0;
    FILE *f = fopen("/proc/self/statm", "r");

    assert_non_null(f);
    assert_int_equal(fscanf(f, "%lu %lu", &all, &here), 2);
    fclose(f);
    return here * (size_t)sysconf(_SC_PAGESIZE);
}
#endif

/* Games in memory that was in use before, as a server has it after a while. */
static void test_unused_pages_go_back(void **x)
{
    struct ses_game *s[MANY], *twin = game(3);
    char *used[MANY];

    (void)x;
    mallopt(M_MMAP_THRESHOLD, 1 << 28);
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    for (int i = 0; i < MANY; i++) {
        used[i] = malloc(400000);
        memset(used[i], i, 400000);
    }
    for (int i = 0; i < MANY; i++)
        free(used[i]);
    for (int i = 0; i < MANY; i++)
        s[i] = game(3);
    play_random(twin, 8, 10);
    play_random(s[0], 8, 10);
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
    size_t before = resident();
#endif
    for (int i = 0; i < MANY; i++)
        ses_give_back(s[i]);
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
    assert_true(resident() + MANY * 200000 < before);
#endif
    play_random(twin, 9, 40);
    play_random(s[0], 9, 40);
    assert_int_equal(s[0]->lines, twin->lines);
    assert_true(hash_of(s[0]) == hash_of(twin));
    for (int i = 0; i < MANY; i++)
        ses_free(s[i]);
    ses_free(twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scene_at_a_line),
        cmocka_unit_test(test_places_of_dice_are_kept),
        cmocka_unit_test(test_unused_pages_go_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
