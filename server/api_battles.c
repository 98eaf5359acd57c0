/* server/api_battles.c - battles that people made: published, listed, opened, taken away. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/battle.h"
#include "server/made.h"

enum { DAY = 24 * 3600, ORIGIN = SRV_TITLE + STO_NAME + 16 };

bool srv_made_hash(const char *id, char hash[STO_TEXT])
{
    const char *name = strchr(id, '/');

    if (!name || strncmp(name, "/b-", 3) != 0 || strlen(name + 3) != STO_TEXT - 1 ||
        strspn(name + 3, "0123456789abcdef") != STO_TEXT - 1)
        return false;
    memcpy(hash, name + 3, STO_TEXT);
    return true;
}

/* --- Finding one -------------------------------------------------------------------------- */

/* What is wanted of the rows: all of them as a list, or one of them. */
struct rows {
    json_t *list;
    int n;
    char scenario[BATTLE_ID], account[STO_NAME], title[SRV_TITLE];
    char origin[STO_ID], origin_text[ORIGIN];
    int64_t made;
};

static json_t *plays_json(const char *text)
{
    json_t *j = *text ? json_loads(text, 0, NULL) : NULL;

    return j ? j : json_null();
}

static json_t *battle_json(const struct sto_battle *b)
{
    char scenario[BATTLE_ID];

    snprintf(scenario, sizeof scenario, "%s/b-%s", b->system, b->hash);
    json_t *origin = *b->origin_text
                         ? json_pack("{ss ss}", "battle", b->origin, "text", b->origin_text)
                         : json_null();
    return json_pack("{ss ss ss ss ss ss sb sI sI sI so so}", "battle", b->id, "system",
                     b->system, "title", b->title, "by", b->account, "file", b->hash,
                     "scenario", scenario, "listed", b->listed, "made", (json_int_t)b->made,
                     "changed", (json_int_t)b->changed, "bytes", (json_int_t)b->bytes, "origin",
                     origin, "plays", plays_json(b->plays));
}

static bool take_row(void *ctx, const struct sto_battle *b)
{
    struct rows *r = ctx;

    r->n++;
    if (r->list)
        json_array_append_new(r->list, battle_json(b));
    snprintf(r->scenario, sizeof r->scenario, "%s/b-%s", b->system, b->hash);
    snprintf(r->account, sizeof r->account, "%s", b->account);
    snprintf(r->title, sizeof r->title, "%.*s", (int)sizeof r->title - 1, b->title);
    snprintf(r->origin, sizeof r->origin, "%s", b->origin);
    snprintf(r->origin_text, sizeof r->origin_text, "%.*s", ORIGIN - 1, b->origin_text);
    r->made = b->made;
    return true;
}

static enum tc_err find_one(struct srv_call *c, const char *id, struct rows *out)
{
    struct sto_choice one = { .id = id, .all = true, .most = 1 };

    if (!id || !srv_is_id(id))
        return srv_refuse(c, 404, TC_E_NAME, "battle", "There is no such battle.");
    enum tc_err err = sto_each_battle(srv->store, &one, take_row, out, &c->why);
    if (err == TC_OK && !out->n)
        err = srv_refuse(c, 404, TC_E_NAME, "battle", "There is no such battle.");
    return err;
}

enum tc_err srv_wished(struct srv_call *c, char id[BATTLE_ID])
{
    const json_t *battle = json_object_get(c->in, "battle");
    const char *scenario = json_string_value(json_object_get(c->in, "scenario"));
    struct rows r = { 0 };

    if (!battle == !scenario || (scenario && strlen(scenario) >= BATTLE_ID))
        return tc_fail(&c->why, TC_E_KEY, "scenario",
                       "Name the scenario, as in minden/first-battle, or a battle.");
    if (scenario) {
        snprintf(id, BATTLE_ID, "%s", scenario);
        return TC_OK;
    }
    enum tc_err err = find_one(c, json_string_value(battle), &r);
    snprintf(id, BATTLE_ID, "%s", r.scenario);
    return err;
}

/* --- Looking ------------------------------------------------------------------------------ */

static enum tc_err list(struct srv_call *c, struct sto_choice *choice)
{
    struct rows r = { .list = json_array() };
    char *end = NULL;
    long from = c->query_from ? strtol(c->query_from, &end, 10) : 0;

    if (from < 0 || from > 1000000 || (end && (*end || end == c->query_from))) {
        json_decref(r.list);
        return tc_fail(&c->why, TC_E_RANGE, "from", "from is a number from 0 on.");
    }
    choice->from = (int)from;
    choice->most = SRV_MADE_LIST;
    enum tc_err err = sto_each_battle(srv->store, choice, take_row, &r, &c->why);
    c->out = json_pack("{si so}", "v", JS_VERSION, "battles", r.list);
    return err;
}

enum tc_err srv_api_battles(struct srv_call *c)
{
    return list(c, &(struct sto_choice){ .system = c->query_of });
}

enum tc_err srv_api_my_battles(struct srv_call *c)
{
    return list(c, &(struct sto_choice){ .account = c->account, .all = true });
}

static enum tc_err put_file(struct srv_call *c, const char *hash)
{
    char *text;
    enum tc_err err = sto_text(srv->store, hash, &text, &c->why);
    json_t *file = text ? json_loads(text, 0, NULL) : NULL;

    free(text);
    if (err != TC_OK)
        return err;
    if (!file)
        return srv_refuse(c, 404, TC_E_NAME, "file", "There is no such file.");
    if (!c->out)
        c->out = js_message();
    json_object_set_new(c->out, "file", file);
    return TC_OK;
}

enum tc_err srv_api_file(struct srv_call *c)
{
    return put_file(c, c->part[0]);
}

enum tc_err srv_api_battle(struct srv_call *c)
{
    struct rows r = { .list = json_array() };
    char hash[STO_TEXT] = "";
    enum tc_err err = find_one(c, c->part[0], &r);

    if (err == TC_OK && srv_made_hash(r.scenario, hash)) {
        c->out = js_message();
        json_object_set(c->out, "about", json_array_get(r.list, 0));
        err = put_file(c, hash);
    }
    json_decref(r.list);
    return err;
}

/* --- Publishing --------------------------------------------------------------------------- */

static void hash_of(const char *text, char out[STO_TEXT])
{
    uint8_t bytes[(STO_TEXT - 1) / 2];

    crypto_generichash(bytes, sizeof bytes, (const uint8_t *)text, strlen(text), NULL, 0);
    sodium_bin2hex(out, STO_TEXT, bytes, sizeof bytes);
}

/* What people see of it in lists: a text without what hides or moves others. */
static enum tc_err check_title(struct srv_call *c, const struct tc_book *bk)
{
    json_t *title = json_string(bk->title);
    enum tc_err err = srv_check_text(title, "title", 1, SRV_TITLE_CHARS, &c->why);

    json_decref(title);
    return err;
}

enum tc_err srv_read_file(struct srv_call *c, const char *origin, char **text,
                          char hash[STO_TEXT], char id[BATTLE_ID], const struct tc_book **book)
{
    struct battle b;
    const struct tc_book *bk = NULL;
    enum tc_err err = battle_take(json_object_get(c->in, "file"), &b, &c->why);

    *text = NULL;
    if (err != TC_OK)
        return err;
    err = battle_book(srv->o.data, &b, &bk, &c->why);
    if (err == TC_OK)
        err = check_title(c, bk);
    if (err == TC_OK) {
        b.title = bk->title;
        if (origin)
            b.origin = origin;
        json_t *file = battle_write(&b);
        *text = json_dumps(file, JSON_COMPACT);
        json_decref(file);
        TC_BUG_ON(!*text);
        hash_of(*text, hash);
        snprintf(id, BATTLE_ID, "%s/b-%s", b.system, hash);
    }
    if (err == TC_OK && strlen(*text) > SRV_MADE_FILE)
        err = srv_refuse(c, 413, TC_E_FULL, "file", "This server keeps files up to 256 KiB.");
    battle_free(&b);
    if (err == TC_OK && book) {
        *book = bk;
        return TC_OK;
    }
    book_free(bk);
    if (err != TC_OK) {
        free(*text);
        *text = NULL;
    }
    return err;
}

enum tc_err srv_keep_file(struct srv_call *c, const char *hash, const char *text)
{
    char what[80];
    int64_t all;
    int today;

    snprintf(what, sizeof what, "battles:%.60s", c->source);
    enum tc_err err = sto_texts_size(srv->store, &all, &c->why);
    if (err == TC_OK && all + (int64_t)strlen(text) > (int64_t)srv->o.shelf << 20)
        return srv_refuse(c, 503, TC_E_FULL, "server", "There is no room for more battles.");
    if (err == TC_OK && srv->o.rate > 0)
        err = sto_tally(srv->store, what, srv_now(), DAY, &today, &c->why);
    if (err != TC_OK)
        return err;
    if (srv->o.rate <= 0 || today <= SRV_MADE_DAY)
        return sto_put_text(srv->store, hash, text, srv_now(), &c->why);
    c->retry = (int)(DAY - srv_now() % DAY);
    return srv_refuse(c, 429, TC_E_BUSY, "battles",
                      "This address has sent as many battles as it may in a day.");
}

/* Room for one more battle of this account. */
static enum tc_err check_room(struct srv_call *c)
{
    struct rows r = { 0 };
    struct sto_choice mine = { .account = c->account, .all = true, .most = SRV_MADE_MOST };
    enum tc_err err = sto_each_battle(srv->store, &mine, take_row, &r, &c->why);

    if (err == TC_OK && r.n >= SRV_MADE_MOST)
        err = srv_refuse(c, 409, TC_E_FULL, "battles",
                         "An account keeps 50 battles here; take one away first.");
    return err;
}

/* What it was made from, as it is known here. */
static enum tc_err read_origin(struct srv_call *c, struct rows *from)
{
    const json_t *j = json_object_get(c->in, "origin");
    char text[ORIGIN];

    if (!j || json_is_null(j))
        return TC_OK;
    enum tc_err err = find_one(c, json_string_value(j), from);
    if (err != TC_OK)
        return err;
    snprintf(text, sizeof text, "%s, by %s", from->title, from->account);
    struct tc_text t = tc_text_on(from->origin_text, BATTLE_TITLE + 1);
    tc_text_str(&t, text);
    snprintf(from->origin, sizeof from->origin, "%s", json_string_value(j));
    return TC_OK;
}

/* What the file says that it was made from, where no battle of this server is named. */
static enum tc_err take_words(struct srv_call *c, struct rows *r)
{
    const json_t *words = json_object_get(json_object_get(c->in, "file"), "origin");

    if (r->n || !words)
        return TC_OK;
    enum tc_err err = srv_check_text(words, "origin", 0, BATTLE_TITLE, &c->why);
    if (err == TC_OK)
        snprintf(r->origin_text, sizeof r->origin_text, "%.*s", BATTLE_TITLE,
                 json_string_value(words));
    return err;
}

/* The row that is there, which must be one's own; or what a new one is made from. */
static enum tc_err read_place(struct srv_call *c, bool fresh, struct rows *r)
{
    if (fresh)
        return read_origin(c, r);
    enum tc_err err = find_one(c, c->part[0], r);
    if (err == TC_OK && strcmp(r->account, c->account) != 0)
        err = srv_refuse(c, 403, TC_E_TURN, "battle", "This battle is somebody else's.");
    return err;
}

/* So that the list says how it plays; on the maker's account, as far as it goes. */
static void have_it_tried(struct srv_call *c, const char *scenario)
{
    static const char *const player[2] = { "level-1", "level-1" };
    char study[STO_ID];
    int64_t left, waiting;
    struct tc_why why;

    if (srv_study_left(c->account, &left, &waiting, &why) != TC_OK || left <= 0 ||
        waiting >= SRV_STUDY_WAITING)
        return;
    if (srv_new_study(c->account, scenario, player, SRV_STUDY_PLAYS, study, &why) != TC_OK)
        srv_log_why("study", &why);
}

static enum tc_err store_battle(struct srv_call *c, bool fresh, const struct rows *r,
                                const char *hash, size_t bytes, const struct tc_book *bk)
{
    const json_t *listed = json_object_get(c->in, "listed");
    char id[STO_ID];

    snprintf(id, sizeof id, "%.*s", STO_ID - 1, fresh ? "" : c->part[0]);
    if (fresh)
        srv_new_id(id);
    struct sto_battle b = { .id = id,
                            .account = c->account,
                            .hash = hash,
                            .system = bk->rules->name,
                            .title = bk->title,
                            .origin = r->origin,
                            .origin_text = r->origin_text,
                            .listed = !json_is_false(listed),
                            .made = fresh ? srv_now() : r->made,
                            .changed = srv_now(),
                            .bytes = (int64_t)bytes,
                            .plays = "" };
    enum tc_err err = fresh ? sto_new_battle(srv->store, &b, &c->why)
                            : sto_put_battle(srv->store, &b, &c->why);
    if (err == TC_E_NAME) /* taken away meanwhile: it does not come back */
        return srv_refuse(c, 404, err, "battle", "There is no such battle.");
    if (err == TC_OK) {
        c->status = fresh ? 201 : 200;
        c->out = js_message();
        json_object_set_new(c->out, "about", battle_json(&b));
    }
    return err;
}

enum tc_err srv_api_publish(struct srv_call *c)
{
    bool fresh = strcmp(c->route->method, "POST") == 0;
    const json_t *listed = json_object_get(c->in, "listed");
    struct rows r = { 0 };
    const struct tc_book *bk = NULL;
    char *text = NULL, hash[STO_TEXT], scenario[BATTLE_ID];

    if (listed && !json_is_boolean(listed))
        return tc_fail(&c->why, TC_E_SYNTAX, "listed", "listed is true or false.");
    enum tc_err err = read_place(c, fresh, &r);
    if (err == TC_OK)
        err = srv_read_file(c, r.n ? r.origin_text : NULL, &text, hash, scenario, &bk);
    if (err == TC_OK)
        err = take_words(c, &r);
    if (err == TC_OK && fresh)
        err = check_room(c);
    if (err == TC_OK)
        err = srv_keep_file(c, hash, text);
    if (err == TC_OK)
        err = store_battle(c, fresh, &r, hash, strlen(text), bk);
    if (err == TC_OK)
        have_it_tried(c, scenario);
    book_free(bk);
    free(text);
    return err;
}

enum tc_err srv_api_unpublish(struct srv_call *c)
{
    struct rows r = { 0 };
    enum tc_err err = read_place(c, false, &r);

    if (err == TC_OK)
        err = sto_drop_battle(srv->store, c->part[0], c->account, &c->why);
    return err;
}
