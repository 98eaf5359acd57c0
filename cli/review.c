/* cli/review.c - `tricorne review`: a battle looked back upon. */
#include <string.h>

#include "cli/cli.h"
#include "cli/position.h"
#include "book/book.h"
#include "protocol/record.h"
#include "protocol/review.h"

enum { WIDTH = 40 };

static int number(const json_t *o, const char *key)
{
    return (int)json_integer_value(json_object_get(o, key));
}

static const char *text_of(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s ? s : "";
}

static void print_side(const json_t *review, const json_t *side)
{
    const char *word = text_of(review, "strength"), *text = text_of(side, "text");

    printf("  %s: %s", text_of(side, "side"), text[0] ? text : SAY("nothing to tell"));
    if (number(side, "lost"))
        printf(word[0] ? SAY("; lost %d (%s)") : SAY("; lost %d"), number(side, "lost"),
               SAY(word));
    if (json_is_true(json_object_get(review, "counts")))
        printf(SAY("; points now %d"), number(side, "points"));
    printf(".\n");
}

static void print_turn(const json_t *review, const json_t *turn)
{
    const json_t *chance = json_object_get(turn, "chance"), *side;
    size_t i;

    printf(SAY("Turn %d, line %d"), number(turn, "turn"), number(turn, "line"));
    if (json_is_integer(chance))
        printf("  %3d%%  %.*s", (int)json_integer_value(chance),
               (int)json_integer_value(chance) * WIDTH / 100,
               "########################################");
    printf("\n");
    json_array_foreach(json_object_get(turn, "sides"), i, side) print_side(review, side);
}

static void print_review(const json_t *review)
{
    const json_t *o;
    size_t i;

    if (number(review, "courses"))
        printf(
            SAY("The chance is that of the %s side at the start of a turn, if both do what is "
                "natural from there (%d courses each).\n"),
            text_of(review, "side"), number(review, "courses"));
    json_array_foreach(json_object_get(review, "turns"), i, o) print_turn(review, o);
    json_array_foreach(json_object_get(review, "turned"), i, o)
        printf(SAY("It turned in turn %d (from line %d): %d%% became %d%%.\n"),
               number(o, "turn"), number(o, "line"), number(o, "from"), number(o, "to"));
}

static uint32_t lines;

static void told(uint32_t line)
{
    cli_progress("review", line, lines);
}

int cmd_review(struct cli *c)
{
    bool json = cli_flag(c, "json"), quick = cli_flag(c, "no-chances");
    struct rec_header header;
    struct rec_report report;
    struct ses_game *s = NULL;
    struct tc_why why;
    const struct tc_book *bk;

    cli_words(c, 1, 1);
    if (rec_read_header(c->argv[0], &header, &why) != TC_OK ||
        book_load(c->data, header.scenario, &bk, &why) != TC_OK)
        return cli_fail(&why);
    if (rec_load(c->argv[0], bk, &s, &report, &why) != TC_OK) {
        book_free(bk);
        return cli_fail(&why);
    }
    lines = s->lines;
    json_t *review = rvw_json(s, !quick, told);
    if (json) {
        cli_json(review);
    } else {
        print_review(review);
        json_decref(review);
    }
    position_close(s);
    return CLI_OK;
}
