/* cli/play.h - a battle in the terminal: the table, what is asked, what a person types. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "book/rules_text.h"
#include "cli/cli.h"
#include "protocol/session.h"

enum { PLAY_STANDING = 64 };

/* When this question is asked, answer with this verb. */
struct play_standing {
    int16_t question, verb;
    bool away; /* who runs goes the natural way; the verb does not matter */
};

struct play {
    struct cli *c;
    struct ses_game *s;
    FILE *out;           /* where what a person sees is written */
    bool mine[TC_SIDES]; /* sides commanded from this terminal */
    bool plain;          /* no pictures, no colours: good for reading aloud */
    bool quit;
    uint32_t shown;            /* log entries printed so far */
    struct tc_offers *answers; /* what can be picked by number now */
    struct tc_scene *scene;
    char *buf; /* DRAW_TEXT_ROOM bytes */
    struct book_rules rules;
    bool has_rules;
    int32_t view[4];    /* part of the table shown: x, y, w, h; w 0: all */
    const char *record; /* path, for people */
    struct play_standing standing[PLAY_STANDING];
    int standings;
    bool rests; /* the rest of this turn is let be */
    uint16_t rest_turn;
    int rest_side;
    bool no_ahead;          /* thinking ahead met a mistake of ours */
    uint32_t since;         /* log entries at one's own last answer */
    int strength[TC_SIDES]; /* of both armies then */
};

/* Lists, pictures, texts (play_show.c). */
void play_news(struct play *p);
void play_question(struct play *p);
void play_offers(struct play *p, const char *filter, int most);
void play_map(struct play *p);
void play_units(struct play *p);
void play_aloud(struct play *p);
void play_panels(struct play *p);
void play_log(struct play *p, int last);
void play_rule(struct play *p, const char *id);
void play_odds(struct play *p, const struct tc_act *a);
void play_refusal(struct play *p, const struct tc_why *why, const struct tc_refusal *r);
void play_what(struct play *p);
void play_glossary(struct play *p, const char *word);
void play_help(struct play *p);

/* Where a piece can go; an order for a piece or a brigade (play_plan.c). */
void play_reach(struct play *p, const char *piece);
void play_threat(struct play *p, const char *piece);
void play_box(struct play *p, const char *piece);
void play_can(struct play *p, const char *name);
void play_order(struct play *p, char *rest);

/* Standing orders, the rest of the turn, what the other side did (play_staff.c). */
void play_always(struct play *p, const struct tc_act *a);
void play_always_away(struct play *p);
void play_orders(struct play *p, const char *rest);
void play_rest(struct play *p);
/* Hand something to a computer player, look at what it did, take it back; and tell what a staff
 * did whose time has run out. */
void play_staff(struct play *p, char *rest);
bool play_staff_news(struct play *p);
/* Answer by orders, if there is one for the open question. */
bool play_by_orders(struct play *p);
/* Remember how things stand; tell what the other side did since, if it was so many answers. */
void play_mark(struct play *p);
void play_summary(struct play *p, int least);

/* Is there a computer player that thinks while a person does? Wait until somebody types, and
 * let it think meanwhile (play_ahead.c). Without a terminal it does not wait. */
bool play_has_thinker(const struct play *p);
void play_wait(struct play *p);

/* The seat through whose eyes the terminal looks. */
int play_viewer(const struct play *p);

/* The seat whose answer the terminal gives now. */
int play_seat(const struct play *p);

/* One line typed at a question (play_words.c). */
void play_line(struct play *p, char *line);

/* Faces typed for the open roll; what is wrong with them is written to p->out (play.c). */
void play_faces(struct play *p, char *line);
void play_end(struct play *p);
int play_lost_record(const struct play *p);

/* The whole screen instead of lines (screen.c): false when the terminal is too small or cannot
 * do it; else *code is the exit code. */
bool screen_play(struct play *p, int *code);

#endif
