/* cli/play_show.c - what a person at the terminal sees. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/play.h"
#include "cli/telling.h"
#include "draw/textmap.h"
#include "protocol/gist.h"

int play_seat(const struct play *p)
{
    int seat = ses_seat_asked(p->s);

    return seat == TC_NONE ? 0 : seat;
}

/* Both sides at one terminal see what the umpire sees; a single commander his own view. */
int play_viewer(const struct play *p)
{
    if (p->mine[0] && p->mine[1])
        return SES_UMPIRE;
    for (int i = 0; i < p->s->seats; i++)
        if (p->mine[p->s->seat[i].side])
            return i;
    return SES_UMPIRE;
}

static bool print_entry(const void *ctx, const struct ses_entry *e)
{
    const struct play *p = ctx;
    char line[1024];
    struct tc_text t = tc_text_on(line, sizeof line);

    if (!ses_entry_seen(p->s, e, play_viewer(p)) || !ses_say_entry(p->s, e, &t))
        return false;
    fprintf(p->out, "%s%s", cli_is_working(e) ? "      " : "  ", line);
    if (e->kind == SES_EVENT && e->event.rule && !strstr(line, e->event.rule))
        fprintf(p->out, "  [%s]", e->event.rule);
    fputc('\n', p->out);
    return true;
}

void play_news(struct play *p)
{
    if (p->shown > p->s->entries)
        p->shown = p->s->entries;
    cli_tell_entries(p->s, p->shown, p->s->entries, print_entry, p);
    p->shown = p->s->entries;
}

void play_log(struct play *p, int last)
{
    uint32_t from = p->s->entries > (uint32_t)last ? p->s->entries - (uint32_t)last : 0;

    cli_tell_entries(p->s, from, p->s->entries, print_entry, p);
}

/* --- The question and its answers ----------------------------------------------------- */

static bool print_offer(const struct play *p, int i, const char *filter)
{
    const struct tc_book *bk = p->s->book;
    char act[512], say[512];
    struct tc_text ta = tc_text_on(act, sizeof act), ts = tc_text_on(say, sizeof say);

    tc_print_act(bk->rules, bk, &p->answers->act[i], &ta);
    tc_say_offer(bk->rules, bk, ses_manner(p->s), p->answers->act, p->answers->n, i, &ts);
    if (filter && !strstr(act, filter) && !strstr(say, filter))
        return false;
    fprintf(p->out, "  %3d  %s\n       = %s\n", i + 1, say, act);
    return true;
}

void play_offers(struct play *p, const char *filter, int most)
{
    int n = 0;

    for (int i = 0; i < p->answers->n; i++) {
        if (n == most) {
            fprintf(p->out,
                    SAY("  ... %d in all; \"offers\" lists them, \"offers WORD\" those with a "
                        "word\n"),
                    p->answers->n);
            return;
        }
        n += print_offer(p, i, filter);
    }
    if (n == 0)
        fprintf(p->out, SAY("  none%s%s\n"), filter ? SAY(" with ") : "", filter ? filter : "");
}

void play_question(struct play *p)
{
    const struct tc_book *bk = p->s->book;
    const struct tc_query *q = &p->s->g.u.open;
    const struct tc_decl *d = &bk->rules->questions[q->question].decl;
    const struct tc_head *h = tc_game_state(&p->s->g);
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    tc_print_text(bk->rules, bk, d, q->arg, &t);
    char side[80];
    struct tc_text ts = tc_text_on(side, sizeof side);
    tc_say_side(bk->rules, bk, q->side, &ts);
    fprintf(p->out, SAY("\nTurn %u, %s: %s [%s]\n"), h->turn, side, text, q->rule);
    ses_list_answers(p->s, p->answers);
    if (d->flags & TC_F_FREE)
        fprintf(p->out, SAY("  (any legal act may be typed; these are some)\n"));
    play_offers(p, NULL, 12);
}

void play_refusal(struct play *p, const struct tc_why *why, const struct tc_refusal *r)
{
    const struct tc_book *bk = p->s->book;
    char act[512];
    struct tc_text t = tc_text_on(act, sizeof act);

    fprintf(p->out, SAY("  Refused: %s"), why->text);
    if (why->err == TC_E_ILLEGAL && r->rule)
        fprintf(p->out, " [%s]", r->rule);
    fputc('\n', p->out);
    if (why->err == TC_E_ILLEGAL && r->has_nearest) {
        tc_print_act(bk->rules, bk, &r->nearest, &t);
        fprintf(p->out, SAY("  Nearest legal: %s\n"), act);
    }
}

/* --- Pictures ------------------------------------------------------------------------------
 */

struct draw_text_options cli_picture(bool plain, const int32_t part[4])
{
    struct draw_text_options o = draw_text_defaults();
    struct winsize w;
    bool tty = isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col >= 40;

    o.columns = tty ? w.ws_col : 100;
    o.rows = tty && w.ws_row > 30 ? w.ws_row - 6 : 34;
    o.utf8 = !plain;
    o.colour = !plain && cli_colour();
    o.x = part[0];
    o.y = part[1];
    o.w = part[2];
    o.h = part[3];
    return o;
}

void play_map(struct play *p)
{
    struct draw_text_options o = cli_picture(p->plain, p->view);
    struct tc_text t = tc_text_on(p->buf, DRAW_TEXT_ROOM);

    ses_scene(p->s, play_viewer(p), p->scene);
    draw_text_map(p->scene, &o, &t);
    fputs(p->buf, p->out);
}

/* Every unit under the name one types, as in `order UNIT`. */
void play_units(struct play *p)
{
    struct draw_text_options o = cli_picture(p->plain, p->view);
    struct tc_text t = tc_text_on(p->buf, DRAW_TEXT_ROOM);

    ses_scene(p->s, play_viewer(p), p->scene);
    draw_text_units(p->scene, &o, &t);
    fputs(p->buf, p->out);
}

void play_aloud(struct play *p)
{
    struct tc_text t = tc_text_on(p->buf, DRAW_TEXT_ROOM);

    ses_scene(p->s, play_viewer(p), p->scene);
    draw_text_speak(p->scene, &t);
    fputs(p->buf, p->out);
}

void play_panels(struct play *p)
{
    struct tc_text t = tc_text_on(p->buf, DRAW_TEXT_ROOM);

    ses_scene(p->s, play_viewer(p), p->scene);
    draw_text_panels(p->scene, cli_picture(p->plain, p->view).columns, &t);
    fputs(p->buf, p->out);
}

/* --- Rules and odds
 * ----------------------------------------------------------------------------- */

void play_rule(struct play *p, const char *id)
{
    const struct book_rule *r = p->has_rules ? book_rules_find(&p->rules, id) : NULL;

    if (r)
        fprintf(p->out, "  %s  %s\n", r->id, r->text);
    else
        fprintf(p->out, SAY("  There is no rule \"%s\" in %s.\n"), id,
                p->s->book->rules->title);
}

static void print_row(const struct play *p, const struct tc_odds_row *r)
{
    const struct tc_book *bk = p->s->book;
    char text[512];
    struct tc_text t = tc_text_on(text, sizeof text);

    for (int i = 0; i < r->n; i++) {
        if (i)
            tc_text_str(&t, "; ");
        tc_print_text(bk->rules, bk, &bk->rules->events[r->event[i].id], r->event[i].arg, &t);
    }
    fprintf(p->out, "  %7.3f%%  %s\n", (double)r->millionths / 10000,
            r->n ? text : SAY("nothing happens"));
}

/* What matters in one line, then the table; results rarer than 0.5% as one. */
static void print_table(const struct play *p, const struct tc_odds *o)
{
    char gist[1024];
    struct tc_text t = tc_text_on(gist, sizeof gist);
    uint64_t rare;
    int rares = js_rare(o, &rare), n = 0;

    js_gist(p->s->book, o, &t);
    if (gist[0])
        fprintf(p->out, "  %s.\n", gist);
    fprintf(p->out, SAY("  %s, %llu %s:\n"), o->exact ? SAY("Exact") : SAY("Sampled"),
            (unsigned long long)o->leaves, o->exact ? SAY("branches") : SAY("samples"));
    for (int i = 0; i < o->rows && n < 20; i++)
        if (rares < 2 || o->row[i].millionths >= ODDS_RARE) {
            print_row(p, &o->row[i]);
            n++;
        }
    if (rares > 1)
        fprintf(p->out, SAY("  %7.3f%%  %d rarer results together\n"), (double)rare / 10000,
                rares);
}

void play_odds(struct play *p, const struct tc_act *a)
{
    struct tc_odds *o = malloc(sizeof *o);
    struct tc_refusal refusal;
    struct tc_why why;

    if (!o)
        abort();
    memset(&refusal, 0, sizeof refusal);
    if (ses_odds(p->s, play_seat(p), a, o, &refusal, &why) != TC_OK) {
        play_refusal(p, &why, &refusal);
        free(o);
        return;
    }
    print_table(p, o);
    for (int i = 0; i < o->assumed; i++) {
        char text[256];
        struct tc_text t = tc_text_on(text, sizeof text);
        tc_say_answer(p->s->book->rules, p->s->book, o->manner[i], &o->answer[i], &t);
        fprintf(p->out, SAY("  assumed: %s\n"), text);
    }
    free(o);
}

/* --- What is this? --- */

void play_what(struct play *p)
{
    const struct tc_ruleset *r = p->s->book->rules;
    const struct tc_query *q = &p->s->g.u.open;

    if (p->s->g.status != TC_WAITS_ANSWER || !r->help) {
        fprintf(p->out, SAY("  Nothing is asked now.\n"));
        return;
    }
    const struct tc_help *h = &r->help[q->question];
    fprintf(p->out, "  %s\n", h->text);
    play_rule(p, h->rule);
    if (q->rule && strcmp(q->rule, h->rule) != 0)
        play_rule(p, q->rule);
}

void play_glossary(struct play *p, const char *word)
{
    const struct tc_term *t = p->s->book->rules->terms;
    int n = 0;

    for (; t && t->word; t++)
        if (!*word || strcasestr(t->word, word)) {
            fprintf(p->out, "  %s: %s (%s)\n", t->word, t->text, t->rule);
            n++;
        }
    if (!n)
        fprintf(p->out, SAY("  The glossary has no \"%s\"; glossary alone lists it.\n"), word);
}

void play_help(struct play *p)
{
    fprintf(
        p->out,
        SAY("  NUMBER          give the answer with that number\n"
            "  ACT             give an answer in words, as shown behind the = sign\n"
            "  offers [WORD]   list the answers\n"
            "  why ACT         would it be legal, and if not, which rule forbids it\n"
            "  why             what the computer considered for its last answer\n"
            "  suggest [PLAYER]  what a computer player would answer for you, and why\n"
            "  odds NUMBER|ACT what it may lead to\n"
            "  reach UNIT      every place it can come to\n"
            "  threat UNIT     whom it could shoot at or charge, and who it\n"
            "  can UNIT|BRIGADE   which orders it can be given now, and what forbids the "
            "others\n"
            "  box UNIT        the ground that its brigade must keep to, where a rule says so\n"
            "  order UNIT|BRIGADE PLACE   lead it there, or as near as it can; a hex, or x,y\n"
            "  always NUMBER|ACT   give it, now and whenever this is asked; orders [N]: list, "
            "end\n"
            "  always away     who runs goes the natural way, away from the enemy\n"
            "  rest            let things be until this turn of yours is over\n"
            "  staff turn|phase|BRIGADE [PLAYER]   hand that to a computer; staff back: take "
            "it "
            "back\n"
            "  staff           what it has done so far\n"
            "  summary         what the other side did since your last answer\n"
            "  what            what is asked here, what is at stake, and the rule\n"
            "  glossary [WORD] words of the period and of the rules\n"
            "  rule ID         the text of a rule\n"
            "  map, panels     look at the table; units: by the names one types; aloud: in "
            "sentences\n"
            "  zoom X Y W H    show a part of it in inches; zoom alone: all\n"
            "  log [N]         the last N things that happened\n"
            "  undo            take back your last answer; takeback: past dice, by consent\n"
            "  adjust PATH VALUE REASON   correct the position (marked in the record)\n"
            "  auto [N]        let the computer answer for you, once or N times\n"
            "  save            say where the record is (every answer is on disk already)\n"
            "  quit            stop; the battle goes on with: tricorne play RECORD\n"));
}
