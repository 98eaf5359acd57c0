/* cli/umpire.c - `tricorne umpire`: the protocol with the tree's own data behind it. */
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/rules_text.h"
#include "cli/cli.h"
#include "cli/position.h"
#include "protocol/computer.h"
#include "protocol/umpire.h"
#include "rules/registry.h"

static enum tc_err load(void *ctx, const char *id, const struct tc_book **out,
                        struct tc_why *why)
{
    return book_load(((struct cli *)ctx)->data, id, out, why);
}

static void free_book(void *ctx, const struct tc_book *bk)
{
    (void)ctx;
    book_free(bk);
}

static enum tc_err load_text(void *ctx, const char *text, size_t n, const struct tc_book **out,
                             json_t **state, struct tc_why *why)
{
    const struct book_node *node = NULL;
    enum tc_err err =
        book_load_text(((struct cli *)ctx)->data, "text", text, n, out, &node, why);

    if (err == TC_OK)
        *state = node ? position_node_json(node) : NULL;
    return err;
}

static void list_one(void *ctx, const struct book_entry *e)
{
    if (!e->broken)
        json_array_append_new(ctx, json_pack("{s:s,s:s,s:s}", "id", e->id, "title", e->title,
                                             "battle", e->battle));
}

static json_t *list(void *ctx)
{
    json_t *j = json_array();

    book_list(((struct cli *)ctx)->data, list_one, j);
    return j;
}

static enum tc_err rule(void *ctx, const char *id, json_t **out, struct tc_why *why)
{
    for (int i = 0; tc_rulesets[i]; i++) {
        struct book_rules rules;
        if (tc_rulesets[i]->letter != (id[0] & ~0x20))
            continue;
        enum tc_err err =
            book_rules_load(((struct cli *)ctx)->data, tc_rulesets[i]->name, &rules, why);
        if (err != TC_OK)
            return err;
        const struct book_rule *r = book_rules_find(&rules, id);
        if (r)
            *out =
                json_pack("{s:s,s:s,s:s}", "id", r->id, "text", r->text, "heading", r->heading);
        book_rules_free(&rules);
        if (r)
            return TC_OK;
    }
    return tc_fail(why, TC_E_NAME, "rule", "There is no rule \"{0}\".", id);
}

static enum tc_err player(void *ctx, struct ses_game *s, int seat, struct tc_why *why)
{
    (void)ctx;
    return com_sit(s, seat, why);
}

static void drop(void *ctx, struct ses_game *s)
{
    (void)ctx;
    for (int i = 0; i < s->seats; i++)
        com_rise(s, i);
}

int cmd_umpire(struct cli *c)
{
    struct proto_data data = { c, load, free_book, load_text, list, rule, player, drop };

    cli_words(c, 0, 0);
    return proto_run(stdin, stdout, &data) ? CLI_REFUSED : CLI_OK;
}
