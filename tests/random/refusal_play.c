/* tests/random/refusal_play.c - refusals tell the truth, for every system.
 *
 * usage: refusal_play [--asks N] [--tries K] [--mends FILE] [--seed S] [--scenario ID] ...
 *
 * At N questions of random battles of each scenario K acts are made up from offered ones:
 * another name, word, number or leg, another verb of the question. Of each that is refused: it
 * cites a rule of the system's rules.md; the reason is one of the system's own, not the
 * catch-all of the kernel; the act proposed instead is legal and another; and where the file of
 * mends knows how to mend the condition it names, the mended position no longer gives that
 * reason. Where it does not, and the refusal names one whom the act names too, the same act
 * with somebody in his place whom an offered act names there, or with one or two more values of
 * that offered act, is legal or refused for another reason at least once. Where neither can be
 * done, values or the way of an offered act of the same verb are lent to it, and it is counted
 * whether the reason goes. --reasons 1 lists how often each reason was given and could not be
 * mended. No two offers read alike.
 */
#include "kernel/reasons.h"
#include "tests/random/drive.h"

enum { MENDS = 400, ALIKE = 80 };

struct mend {
    char system[16], reason[40], set[160];
    int used;
};

static struct mend mend[MENDS];
static int mends;
static uint64_t tries = 8, judged, refused, mended, renamed, revalued;
static char *rules_text;
static const struct tc_ruleset *rules_of;

/* --- The file of mends: SYSTEM REASON PATH=VALUE ... --- */

static void read_mends(const char *path)
{
    FILE *in = path ? fopen(path, "r") : NULL;
    char line[256];

    while (in && fgets(line, sizeof line, in) && mends < MENDS) {
        struct mend *m = &mend[mends];

        line[strcspn(line, "#\n")] = 0;
        if (sscanf(line, "%15s %39s %159[^\n]", m->system, m->reason, m->set) == 3)
            mends++;
    }
    if (in)
        fclose(in);
}

/* {b0}: the body in which the unit at the refusal's first place stands (reason). */
static void put_body(const struct drive *d, const struct tc_param *p, const int32_t *arg,
                     struct tc_text *t)
{
    const struct tc_field *f;
    char path[80], name[64];
    struct tc_text n = tc_text_on(name, sizeof name);
    struct tc_why why;
    size_t base;
    int i;

    tc_print_value(d->bk->rules, d->bk, p, arg, &n);
    snprintf(path, sizeof path, "unit.%s.body", name);
    if (tc_field_path(d->bk->rules, d->bk, path, strlen(path), &base, &f, &i, &why) == TC_OK)
        tc_text_str(t, d->bk->rules->name_of(
                           d->bk, p->list,
                           (int)tc_field_get((const char *)tc_game_state(&d->g) + base, f, i)));
}

/* {m}: the body that is moving (reason); bodies go by the names of units. */
static void put_mover(const struct drive *d, struct tc_text *t)
{
    const struct tc_ruleset *r = d->bk->rules;
    const struct tc_field *f;
    struct tc_why why;
    size_t base;
    int i, list = 0;

    while (strcmp(r->reasons[list].param[0].name ? r->reasons[list].param[0].name : "", "unit"))
        list++;
    if (tc_field_path(r, d->bk, "mover", 5, &base, &f, &i, &why) == TC_OK)
        tc_text_str(
            t, r->name_of(d->bk, r->reasons[list].param[0].list,
                          (int)tc_field_get((const char *)tc_game_state(&d->g) + base, f, i)));
}

/* {0} is the name at the refusal's first place. */
static void put_names(const struct drive *d, const struct tc_refusal *why, const char *from,
                      char *to, size_t room)
{
    const struct tc_decl *decl = &d->bk->rules->reasons[why->reason];
    struct tc_text t = tc_text_on(to, room);

    for (; *from; from++) {
        bool body = strncmp(from, "{b", 2) == 0;
        int k = from[0] == '{' && from[2 + body] == '}' ? from[1 + body] - '0' : TC_NONE;

        if (strncmp(from, "{m}", 3) == 0) {
            put_mover(d, &t);
            from += 2;
            continue;
        }
        if (k < 0 || k >= TC_ARGS || decl->param[k].kind == TC_K_END) {
            tc_text_char(&t, *from);
            continue;
        }
        if (body)
            put_body(d, &decl->param[k], why->arg + tc_decl_place(decl, k), &t);
        else
            tc_print_value(d->bk->rules, d->bk, &decl->param[k],
                           why->arg + tc_decl_place(decl, k), &t);
        from += 2 + body;
    }
}

static bool set_one(const struct drive *d, void *state, const char *path, const char *value)
{
    const struct tc_field *f;
    struct tc_why why;
    size_t base;
    int64_t v;
    int i;

    return tc_field_path(d->bk->rules, d->bk, path, strlen(path), &base, &f, &i, &why) ==
               TC_OK &&
           tc_field_parse(d->bk->rules, d->bk, f, value, strlen(value), &v, &why) == TC_OK &&
           tc_field_set((char *)state + base, f, i, v);
}

static bool mend_state(struct drive *d, const struct tc_refusal *why, const char *set,
                       void *state)
{
    char all[512], *save = NULL;

    put_names(d, why, set, all, sizeof all);
    for (char *s = strtok_r(all, " ", &save); s; s = strtok_r(NULL, " ", &save)) {
        char *eq = strchr(s, '=');

        if (!eq)
            return false;
        *eq = 0;
        if (!set_one(d, state, s, eq + 1))
            return false;
    }
    return true;
}

static bool try_mends(struct drive *d, const struct tc_act *a, const struct tc_refusal *why)
{
    const char *reason = d->bk->rules->reasons[why->reason].name;
    static char state[1 << 17];
    char text[300];

    for (int i = 0; i < mends; i++) {
        struct tc_view v = { d->bk, state, &d->g.u.open };
        struct tc_refusal now = { 0 };

        if (strcmp(mend[i].system, d->bk->rules->name) != 0 ||
            strcmp(mend[i].reason, reason) != 0)
            continue;
        memcpy(state, tc_game_state(&d->g), d->bk->rules->state_size);
        if (!mend_state(d, why, mend[i].set, state)) {
            drive_fault(d, a, "mend-cannot-be-set", mend[i].set);
            return false;
        }
        mend[i].used++;
        mended++;
        if (!tc_judge_act(d->bk->rules, &v, NULL, a, &now) && now.reason == why->reason &&
            memcmp(now.arg, why->arg, sizeof now.arg) == 0) {
            snprintf(text, sizeof text, "mend-%s", reason);
            drive_fault(d, a, text, mend[i].set);
        }
        return true;
    }
    return false;
}

/* --- Somebody else in the place of whom the refusal names --- */

/* All that may be answered now, listed once a question. */
static const struct tc_offers *answers(struct drive *d)
{
    static struct tc_offers all;
    static uint64_t seed;
    static uint32_t asked;
    struct tc_view v = { d->bk, tc_game_state(&d->g), &d->g.u.open };

    if (!(d->bk->rules->questions[d->g.u.open.question].decl.flags & TC_F_FREE))
        return d->g.u.open_offers;
    if (seed != d->seed || asked != d->asked || rules_of != d->bk->rules) {
        tc_list_answers(d->bk->rules, &v, &all);
        seed = d->seed;
        asked = d->asked;
    }
    return &all;
}

/* Is the act's i-th value the name that the refusal's k-th word is about? */
static bool names_it(const struct drive *d, const struct tc_act *a,
                     const struct tc_refusal *why, int k, int i)
{
    const struct tc_decl *said = &d->bk->rules->reasons[why->reason];
    const struct tc_decl *verb = &d->bk->rules->verbs[a->verb];

    return said->param[k].kind == TC_K_NAME && verb->param[i].kind == TC_K_NAME &&
           said->param[k].list == verb->param[i].list &&
           why->arg[tc_decl_place(said, k)] == a->arg[tc_decl_place(verb, i)];
}

/* Legal now, or refused for another reason; or for the same of another, whom the act named
 * before. */
static bool told_otherwise(struct drive *d, const struct tc_act *a, const struct tc_act *b,
                           const struct tc_refusal *why)
{
    const struct tc_decl *verb = &d->bk->rules->verbs[a->verb];
    struct tc_view v = { d->bk, tc_game_state(&d->g), &d->g.u.open };
    struct tc_refusal now = { 0 };

    if (tc_judge_act(d->bk->rules, &v, d->g.u.open_offers, b, &now) ||
        now.reason != why->reason)
        return true;
    if (memcmp(now.arg, why->arg, sizeof now.arg) == 0)
        return false;
    for (int i = 0; i < TC_ARGS && verb->param[i].kind != TC_K_END; i++)
        for (int k = 0; k < TC_ARGS; k++) {
            if (d->bk->rules->reasons[now.reason].param[k].kind == TC_K_END)
                break;
            if (names_it(d, b, &now, k, i) &&
                a->arg[tc_decl_place(verb, i)] == b->arg[tc_decl_place(verb, i)])
                return true;
        }
    return false;
}

/* The act with the names of one of the same verb that is offered; and, where that one is about
 * the same names, with one other value of it at a time. True: the reason goes. */
static bool mended_by(struct drive *d, const struct tc_act *a, const struct tc_act *o,
                      const struct tc_refusal *why, int *others)
{
    const struct tc_decl *verb = &d->bk->rules->verbs[a->verb];
    struct tc_act b = *a;
    bool named = false, same = true;

    for (int i = 0; i < TC_ARGS && verb->param[i].kind != TC_K_END; i++)
        for (int k = 0; k < TC_ARGS; k++) {
            int at = tc_decl_place(verb, i);

            if (d->bk->rules->reasons[why->reason].param[k].kind == TC_K_END)
                break;
            if (!names_it(d, a, why, k, i))
                continue;
            named = true;
            same &= o->arg[at] == a->arg[at];
            b.arg[at] = o->arg[at];
        }
    *others += named;
    if (!named || (!same && told_otherwise(d, a, &b, why)))
        return named;
    for (int i = 0; i < TC_ARGS * TC_ARGS; i++) {
        struct tc_act one = b;

        one.arg[i % TC_ARGS] = o->arg[i % TC_ARGS];
        one.arg[i / TC_ARGS] = o->arg[i / TC_ARGS];
        if (i % TC_ARGS <= i / TC_ARGS && told_otherwise(d, a, &one, why))
            return true;
    }
    b.segs = o->segs; /* the way alone */
    memcpy(b.seg, o->seg, sizeof b.seg);
    return told_otherwise(d, a, &b, why);
}

static bool try_names(struct drive *d, const struct tc_act *a, const struct tc_refusal *why)
{
    const struct tc_offers *o = answers(d);
    char text[300];
    int others = 0;

    for (int i = 0; i < o->n; i++)
        if (o->act[i].verb == a->verb && mended_by(d, a, &o->act[i], why, &others))
            return true;
    if (!others)
        return false;
    snprintf(text, sizeof text, "name-%s", d->bk->rules->reasons[why->reason].name);
    drive_fault(d, a, text, "whatever is put in its place is told the same");
    return true;
}

/* A refusal that is about a value: the act proposed instead, or one offered with the same verb,
 * lends one value, two of three or more, or its way. True: the reason goes. */
static bool lends_values(struct drive *d, const struct tc_act *a, const struct tc_act *o,
                         const struct tc_refusal *why)
{
    const struct tc_decl *verb = &d->bk->rules->verbs[a->verb];
    bool many = verb->param[1].kind != TC_K_END && verb->param[2].kind != TC_K_END;
    struct tc_act b = *a;

    for (int i = 0; i < TC_ARGS; i++)
        for (int k = i; k < TC_ARGS && (many || k == i); k++) {
            struct tc_act two = *a;

            two.arg[i] = o->arg[i];
            two.arg[k] = o->arg[k];
            if (memcmp(two.arg, a->arg, sizeof two.arg) != 0 && told_otherwise(d, a, &two, why))
                return true;
        }
    b.segs = o->segs;
    memcpy(b.seg, o->seg, sizeof b.seg);
    return o->segs && told_otherwise(d, a, &b, why);
}

static bool try_values(struct drive *d, const struct tc_act *a, const struct tc_refusal *why)
{
    const struct tc_offers *o = answers(d);

    if (why->has_nearest && why->nearest.verb == a->verb &&
        lends_values(d, a, &why->nearest, why))
        return true;
    for (int i = 0; i < o->n; i++)
        if (o->act[i].verb == a->verb && lends_values(d, a, &o->act[i], why))
            return true;
    return false;
}

/* --- The rules a refusal may cite --- */

static bool is_rule(const struct drive *d, const char *data, const char *rule)
{
    char path[300], key[64];

    if (rules_of != d->bk->rules) {
        snprintf(path, sizeof path, "%s/%s/rules.md", data, d->bk->rules->name);
        FILE *in = fopen(path, "r");

        free(rules_text);
        rules_text = calloc(1, 1 << 20);
        if (in && rules_text)
            rules_text[fread(rules_text, 1, (1 << 20) - 1, in)] = 0;
        if (in)
            fclose(in);
        rules_of = d->bk->rules;
    }
    /* a rule, or a table or chart that the page heads without the letter of the system */
    snprintf(key, sizeof key, "**%s**", rule);
    return rules_text && (strstr(rules_text, key) || strstr(rules_text, rule) ||
                          (strchr(rule, '-') && strstr(rules_text, strchr(rule, '-') + 1)));
}

static const char *data_folder;

/* --- Acts made up --- */

static int32_t draw(struct drive *d, int n)
{
    return n > 0 ? (int32_t)tc_draw(&d->draw, (uint32_t)n) : 0;
}

static int words_in(const char *const *words)
{
    int n = 0;

    while (words && words[n])
        n++;
    return n;
}

static void bend_value(struct drive *d, const struct tc_param *p, int32_t *arg)
{
    static const int32_t by[] = { 1, -1, 250, -250, 1000, -1000, 4000, -4000, 8192, 16384 };

    if (p->kind == TC_K_NAME)
        *arg = draw(d, d->bk->rules->names(d->bk, p->list));
    else if (p->kind == TC_K_WORD)
        *arg = draw(d, words_in(p->words));
    else if (p->kind == TC_K_BOOL)
        *arg = !*arg;
    else if (p->kind == TC_K_LENGTH || p->kind == TC_K_ANGLE)
        *arg += by[draw(d, 10)];
    else if (p->kind == TC_K_POINT)
        arg[draw(d, 2)] += by[draw(d, 10)];
    else if (p->kind == TC_K_INT)
        *arg += draw(d, 2) ? 1 : -1;
}

static void bend(struct drive *d, struct tc_act *a)
{
    const struct tc_decl *decl = &d->bk->rules->verbs[a->verb];
    int params = 0;

    while (params < TC_ARGS && decl->param[params].kind != TC_K_END)
        params++;
    if (a->segs && draw(d, 2)) {
        struct tc_seg *g = &a->seg[draw(d, a->segs)];

        g->value += draw(d, 2) ? 1 + draw(d, 6000) : -draw(d, 1000);
    } else if (params) {
        int k = draw(d, params);

        bend_value(d, &decl->param[k], a->arg + tc_decl_place(decl, k));
    }
}

static void other_verb(struct drive *d, struct tc_act *a)
{
    uint64_t verbs = d->bk->rules->questions[d->g.u.open.question].verbs;
    int v = draw(d, d->bk->rules->verb_count);

    for (int i = 0; i < d->bk->rules->verb_count; i++, v = (v + 1) % d->bk->rules->verb_count)
        if (verbs >> v & 1)
            break;
    const struct tc_decl *decl = &d->bk->rules->verbs[v];
    int32_t first = a->arg[0];
    memset(a, 0, sizeof *a);
    a->verb = (int16_t)v;
    for (int k = 0; k < TC_ARGS && decl->param[k].kind != TC_K_END; k++)
        bend_value(d, &decl->param[k], a->arg + tc_decl_place(decl, k));
    if (decl->param[0].kind == TC_K_NAME && draw(d, 4))
        a->arg[0] = first < d->bk->rules->names(d->bk, decl->param[0].list) ? first : 0;
}

/* --- One question --- */

/* How often each reason was given, for whoever writes mends. */
static struct tally {
    char reason[64];
    uint64_t times, untried;
} tally[600];

static void count_reason(const struct drive *d, const struct tc_refusal *why, bool tried)
{
    char key[64];

    snprintf(key, sizeof key, "%s %s", d->bk->rules->name,
             d->bk->rules->reasons[why->reason].name);
    for (size_t i = 0; i < sizeof tally / sizeof tally[0]; i++)
        if (!tally[i].times || strcmp(tally[i].reason, key) == 0) {
            memcpy(tally[i].reason, key, sizeof key);
            tally[i].times++;
            tally[i].untried += !tried;
            return;
        }
}

/* Sentences that would fit any act. */
static bool says_nothing(const char *text)
{
    static const char *const empty[] = { "cannot do that now",    "has no part in this",
                                         "not allowed",           "is in a state",
                                         "not possible",          "fall back that way",
                                         "cannot go with it",     "not yours to command now",
                                         "Another name is asked", NULL };

    for (int i = 0; empty[i]; i++)
        if (strstr(text, empty[i]))
            return true;
    return false;
}

static void check_refusal(struct drive *d, const struct tc_act *a, const struct tc_refusal *why)
{
    struct tc_view v = { d->bk, tc_game_state(&d->g), &d->g.u.open };
    char text[300] = "";
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_say_refusal(d->bk->rules, d->bk, why, &t);
    if (!why->rule)
        drive_fault(d, a, "no-rule", text);
    else if (!is_rule(d, data_folder, why->rule))
        drive_fault(d, a, "unknown-rule", why->rule);
    if (why->reason < TC_R_FIRST || says_nothing(text))
        drive_fault(d, a, "catch-all", text);
    if (why->has_nearest &&
        (tc_same_act(a, &why->nearest) ||
         !tc_judge_act(d->bk->rules, &v, d->g.u.open_offers, &why->nearest, NULL))) {
        drive_say(d, &why->nearest, text, sizeof text);
        drive_fault(d, a, "nearest-is-refused", text);
    }
    bool state = try_mends(d, a, why), name = !state && try_names(d, a, why);
    bool value = !state && !name && try_values(d, a, why);
    renamed += name;
    revalued += value;
    count_reason(d, why, state || name || value);
}

static void check_alike(struct drive *d)
{
    static char text[ALIKE][256];
    const struct tc_offers *o = d->g.u.open_offers;

    for (int i = 0; i < o->n && o->n <= ALIKE; i++) {
        struct tc_text t = tc_text_on(text[i], sizeof text[i]);

        tc_say_act(d->bk->rules, d->bk, &o->act[i], &t);
        for (int k = 0; k < i; k++)
            if (strcmp(text[i], text[k]) == 0) {
                drive_fault(d, &o->act[i], "same-text", text[i]);
                return;
            }
    }
}

static void look(struct drive *d)
{
    struct tc_view v = { d->bk, tc_game_state(&d->g), &d->g.u.open };
    bool free_one = (d->bk->rules->questions[d->g.u.open.question].decl.flags & TC_F_FREE) != 0;

    if (!free_one)
        check_alike(d);
    for (uint64_t i = 0; i < tries; i++) {
        struct tc_refusal why = { 0 };
        struct tc_act a;

        drive_answer(d, &a);
        if (draw(d, 3) == 0)
            other_verb(d, &a);
        else
            bend(d, &a);
        judged++;
        if (tc_judge_act(d->bk->rules, &v, d->g.u.open_offers, &a, &why))
            continue;
        refused++;
        check_refusal(d, &a, &why);
    }
}

int main(int argc, char **argv)
{
    static struct drive_run run = { .look = look };

    if (!options_well_said(argc, argv, "usage: refusal_play [--asks N] [--tries K] ...\n"))
        return 2;
    drive_options(&run, argc, argv);
    data_folder = run.data;
    tries = option_number(argc, argv, "--tries", "8");
    read_mends(option(argc, argv, "--mends", NULL));
    int failed = drive_all(&run, option(argc, argv, "--strict", NULL) != NULL);
    for (int i = 0; i < mends; i++)
        if (!mend[i].used)
            printf("# mend never used: %s %s\n", mend[i].system, mend[i].reason);
    for (int i = 0; option(argc, argv, "--reasons", NULL) && tally[i].times; i++)
        printf("# %6llu of %6llu not mended: %s\n", (unsigned long long)tally[i].untried,
               (unsigned long long)tally[i].times, tally[i].reason);
    printf("# %llu acts judged, %llu refused; %llu tried with the condition mended, %llu more "
           "with another name, %llu with another value\n",
           (unsigned long long)judged, (unsigned long long)refused, (unsigned long long)mended,
           (unsigned long long)renamed, (unsigned long long)revalued);
    free(rules_text);
    return failed;
}
