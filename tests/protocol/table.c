/* tests/protocol/table.c - what the protocol's tests share. */
#include "tests/protocol/table.h"

#include <unistd.h>

struct ses_game *game(uint64_t seed)
{
    struct ses_options o = { .has_seed = true, .seed = { seed, 99 } };
    struct ses_game *s;
    struct tc_why why;

    assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_OK);
    return s;
}

struct ses_game *typed_game(void)
{
    struct ses_options o = { .has_seed = true, .typed_dice = true };
    struct ses_game *s;
    struct tc_why why;

    assert_int_equal(ses_new(&toy_book, &o, &s, &why), TC_OK);
    return s;
}

void play(struct ses_game *s, const char *act)
{
    struct tc_refusal no;
    struct tc_why why = { .text = "" };

    if (ses_answer_text(s, SES_UMPIRE, SES_ANY_NUMBER, act, &no, &why) != TC_OK)
        fail_msg("%s: %s", act, why.text);
}

void play_plans(struct ses_game *s, const char *red, const char *blue)
{
    char act[64];

    snprintf(act, sizeof act, "plan %s", red);
    play(s, act);
    snprintf(act, sizeof act, "plan %s", blue);
    play(s, act);
}

void play_random(struct ses_game *s, uint64_t seed, uint32_t most)
{
    struct tc_stream lots = tc_stream_from(seed);
    struct tc_why why = { .text = "" };

    for (int i = 0; i < s->seats; i++)
        s->seat[i].player = (struct tc_player){ player_random, &lots };
    if (ses_play(s, most, &why) != TC_OK)
        fail_msg("%s", why.text);
    for (int i = 0; i < s->seats; i++)
        s->seat[i].player = (struct tc_player){ NULL, NULL };
}

uint64_t hash_of(const struct ses_game *s)
{
    uint64_t h;

    assert_true(ses_hash(s, SES_UMPIRE, &h));
    return h;
}

bool json_holds(const json_t *j, const char *text)
{
    char *s = json_dumps(j, JSON_COMPACT | JSON_ENCODE_ANY);
    bool found = strstr(s, text) != NULL;

    free(s);
    return found;
}

const char *temp_name(const char *name)
{
    static char folder[64], path[160];

    if (!folder[0]) {
        strcpy(folder, "/tmp/tricorne-XXXXXX");
        assert_non_null(mkdtemp(folder));
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
    return path;
}
