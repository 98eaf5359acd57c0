/* cli/play_words.c - the lines a person types at a question. */
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "protocol/computer.h"
#include "protocol/staff.h"

static bool read_act(struct play *p, const char *text, struct tc_act *a)
{
    const struct tc_book *bk = p->s->book;
    struct tc_why why;
    int64_t n;

    if (tc_read_int(text, strlen(text), &n)) {
        if (n < 1 || n > p->answers->n) {
            fprintf(p->out, SAY("  Answers are numbered 1 to %d.\n"), p->answers->n);
            return false;
        }
        *a = p->answers->act[n - 1];
        return true;
    }
    if (tc_parse_act(bk->rules, bk, text, strlen(text), a, &why) == TC_OK)
        return true;
    fprintf(p->out, SAY("  %s  (\"help\" lists what can be typed.)\n"), why.text);
    return false;
}

/* False if it was refused. */
static bool give(struct play *p, const struct tc_act *a)
{
    struct tc_refusal refusal;
    struct tc_why why;

    memset(&refusal, 0, sizeof refusal);
    play_mark(p);
    if (ses_answer(p->s, play_seat(p), ses_number(p->s), a, &refusal, &why) == TC_OK)
        return true;
    play_refusal(p, &why, &refusal);
    return false;
}

static void print_advice(const struct play *p, int manner, const struct plr_advice *a)
{
    const struct tc_book *bk = p->s->book;
    char text[1024];

    for (int i = 0; i < a->n && i < 8; i++) {
        struct tc_text t = tc_text_on(text, sizeof text);
        com_say_thought(bk, manner, &a->thought[i], &t);
        fprintf(p->out, "  %d. %s\n", i + 1, text);
        t = tc_text_on(text, sizeof text);
        tc_print_act(bk->rules, bk, &a->thought[i].act, &t);
        fprintf(p->out, "       = %s\n", text);
        if (i >= PLR_EXPLAINED || !a->prospect[i].courses)
            continue;
        t = tc_text_on(text, sizeof text);
        plr_say_prospect(&a->prospect[i], &t);
        fprintf(p->out, "     %s\n", text);
    }
    if (a->n == 0)
        fprintf(p->out, SAY("  It did not think: one answer, or a random one.\n"));
}

/* What the computer considered for its last answer. */
static void thoughts_word(const struct play *p)
{
    for (int i = 0; i < p->s->seats; i++) {
        const struct plr_advice *a = com_thoughts(p->s, i);
        if (!a || p->mine[p->s->seat[i].side])
            continue;
        char side[80];
        struct tc_text t = tc_text_on(side, sizeof side);
        tc_say_side(p->s->book->rules, p->s->book, p->s->seat[i].side, &t);
        fprintf(p->out, SAY("  %s considered for the last answer, best first:\n"), side);
        print_advice(p, a->n ? ses_manner_of(p->s, &a->thought[0].act) : 0, a);
        return;
    }
    fprintf(p->out, SAY("  No computer plays here that could say why.\n"));
}

static void suggest_word(const struct play *p, const char *player)
{
    struct plr_advice *a = malloc(sizeof *a);
    struct tc_why why;

    if (!a)
        abort();
    if (com_suggest(p->s, *player ? player : "level-4", a, &why) == TC_OK)
        print_advice(p, ses_manner(p->s), a);
    else
        fprintf(p->out, "  %s\n", why.text);
    free(a);
}

static void why_word(struct play *p, const char *rest)
{
    struct tc_refusal refusal;
    struct tc_why why;
    struct tc_act a;

    if (!*rest) {
        thoughts_word(p);
        return;
    }
    if (!read_act(p, rest, &a))
        return;
    memset(&refusal, 0, sizeof refusal);
    if (ses_why_not(p->s, &a, &refusal, &why) == TC_OK)
        fprintf(p->out, SAY("  That is legal.\n"));
    else
        play_refusal(p, &why, &refusal);
}

static void undo_word(struct play *p, bool consent)
{
    struct tc_why why;

    if (ses_undo(p->s, consent ? SES_UMPIRE : play_seat(p), consent, &why) != TC_OK) {
        fprintf(p->out, "  %s%s\n", why.text,
                consent ? "" : SAY(" (\"takeback\" asks the other side, who is courteous.)"));
        return;
    }
    fprintf(p->out, SAY("  Taken back.\n"));
    for (int i = 0; i < p->s->seats; i++) /* or it would be answered again at once */
        if (p->mine[p->s->seat[i].side] && stf_back(p->s, i))
            fprintf(p->out, SAY("  What was handed to the staff is yours again.\n"));
}

/* adjust PATH VALUE REASON... */
static void adjust_word(struct play *p, char *rest)
{
    struct ses_change change;
    struct tc_why why;
    char *save = NULL, *path = strtok_r(rest, " ", &save), *value = strtok_r(NULL, " ", &save);

    if (!path || !value || !save || !*save) {
        fprintf(p->out,
                SAY("  Write: adjust PATH VALUE REASON, as in: adjust units.kingsley.fig "
                    "20 miscounted\n"));
        return;
    }
    snprintf(change.path, sizeof change.path, "%s", path);
    snprintf(change.value, sizeof change.value, "%s", value);
    if (ses_adjust(p->s, &change, 1, save, &why) != TC_OK)
        fprintf(p->out, "  %s\n", why.text);
    else
        fprintf(p->out, SAY("  Done, and marked in the record.\n"));
}

static void auto_word(struct play *p, const char *rest)
{
    static struct tc_stream stream;
    int64_t n = 1;

    if (*rest && (!tc_read_int(rest, strlen(rest), &n) || n < 1 || n > 1000000)) {
        fprintf(p->out, SAY("  Write: auto, or auto N.\n"));
        return;
    }
    if (stream.seed[0] == 0)
        stream = tc_stream_from((uint64_t)ses_number(p->s) + 77);
    while (n-- && ses_status(p->s) == TC_WAITS_ANSWER && ses_seat_asked(p->s) != TC_NONE &&
           p->mine[p->s->g.u.open.side]) {
        const struct tc_game *g = &p->s->g;
        struct tc_view v = { p->s->book, tc_game_state(g), &g->u.open };
        struct tc_umpire u = g->u; /* draws what computers draw: nobody concedes by chance */
        struct tc_act a;
        struct tc_why why;
        u.offers = g->u.open_offers;
        memset(&a, 0, sizeof a);
        tc_random_answer(&u, &v, &stream, &a);
        if (!give(p, &a) || ses_play(p->s, 0, &why) != TC_OK)
            return;
    }
}

static void zoom_word(struct play *p, char *rest)
{
    char *save = NULL;
    int32_t v[4] = { 0, 0, 0, 0 };
    int n = 0;

    for (char *s = strtok_r(rest, " ", &save); s && n < 4; s = strtok_r(NULL, " ", &save))
        if (!tc_read_length(s, strlen(s), &v[n++])) {
            fprintf(p->out, SAY("  Write: zoom X Y W H in inches, or zoom alone.\n"));
            return;
        }
    if (n != 0 && n != 4) {
        fprintf(p->out, SAY("  Write: zoom X Y W H in inches, or zoom alone.\n"));
        return;
    }
    memcpy(p->view, v, sizeof v);
    play_map(p);
}

static bool is(const char *word, const char *a)
{
    return strcmp(word, a) == 0;
}

/* Words that only look; true if it was one. */
static bool looking(struct play *p, const char *word, char *rest)
{
    int64_t n = 30;

    if (is(word, "help") || is(word, "?"))
        play_help(p);
    else if (is(word, "map"))
        play_map(p);
    else if (is(word, "aloud"))
        play_aloud(p);
    else if (is(word, "units"))
        play_units(p);
    else if (is(word, "panels"))
        play_panels(p);
    else if (is(word, "offers"))
        play_offers(p, *rest ? rest : NULL, TC_OFFERS);
    else if (is(word, "rule"))
        play_rule(p, rest);
    else if (is(word, "what"))
        play_what(p);
    else if (is(word, "glossary"))
        play_glossary(p, rest);
    else if (is(word, "why"))
        why_word(p, rest);
    else if (is(word, "reach"))
        play_reach(p, rest);
    else if (is(word, "threat"))
        play_threat(p, rest);
    else if (is(word, "box"))
        play_box(p, rest);
    else if (is(word, "can"))
        play_can(p, rest);
    else if (is(word, "suggest"))
        suggest_word(p, rest);
    else if (is(word, "orders"))
        play_orders(p, rest);
    else if (is(word, "summary"))
        play_summary(p, 0);
    else if (is(word, "zoom"))
        zoom_word(p, rest);
    else if (is(word, "save"))
        fprintf(p->out, SAY("  The battle is in %s, up to your last answer.\n"), p->record);
    else if (is(word, "log"))
        play_log(p, tc_read_int(rest, strlen(rest), &n) && n > 0 ? (int)(n % 100000) : 30);
    else
        return false;
    return true;
}

void play_line(struct play *p, char *line)
{
    struct tc_act a;
    char word[32];
    char *rest = line + strcspn(line, " ");

    snprintf(word, sizeof word, "%.*s", (int)(rest - line), line);
    rest += strspn(rest, " ");
    if (looking(p, word, rest))
        return;
    if (is(word, "quit") || is(word, "exit"))
        p->quit = true;
    else if (is(word, "undo"))
        undo_word(p, false);
    else if (is(word, "takeback"))
        undo_word(p, true);
    else if (is(word, "adjust"))
        adjust_word(p, rest);
    else if (is(word, "auto"))
        auto_word(p, rest);
    else if (is(word, "order"))
        play_order(p, rest);
    else if (is(word, "rest"))
        play_rest(p);
    else if (is(word, "staff"))
        play_staff(p, rest);
    else if (is(word, "always")) {
        if (is(rest, "away"))
            play_always_away(p);
        else if (read_act(p, rest, &a)) {
            play_always(p, &a);
            give(p, &a);
        }
    } else if (is(word, "odds")) {
        if (read_act(p, rest, &a))
            play_odds(p, &a);
    } else if (read_act(p, line, &a))
        give(p, &a);
}
