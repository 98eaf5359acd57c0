/* cli/cli.h - what the subcommands of `tricorne` share. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdio.h>

#include "kernel/game.h"
#include "protocol/json.h"

/* Exit codes: fine; refused or differs; wrong usage; internal error. */
enum { CLI_OK = 0, CLI_REFUSED = 1, CLI_USAGE = 2, CLI_BUG = 3 };

struct cli {
    const char *data; /* the folder of data files */
    const char *program;
    const char *lang;        /* --lang; NULL: not given */
    const char *name, *args; /* of the subcommand, as --help has them */
    int argc;                /* words after the subcommand */
    char **argv;
};

struct cli_command {
    const char *name, *args, *help;
    int (*run)(struct cli *c);
    const char *more; /* options and examples, for --help */
};

/* --- The language of what the command says itself ---------------------------------- */

/* Speak this language from here on, if data/lang/<language>/command.yaml is there; NULL, or no
 * such file: English. data: the folder of data files. */
void cli_speak(const char *data, const char *language);

/* The sentence in the language spoken; English is what it is known by. SAY says it; SAID marks
 * one that is said later. tests/tools/test_lang.py reads both. */
#if defined(__GNUC__)
__attribute__((format_arg(1)))
#endif
const char *
cli_say(const char *english);
#define SAY(english)  cli_say(english)
#define SAID(english) english

/* --- Options: each is taken out of argv when found ------------------------------- */

/* --name VALUE or --name=VALUE; NULL if it is not there. Exits with usage if the value is
 * missing. */
const char *cli_option(struct cli *c, const char *name);
bool cli_flag(struct cli *c, const char *name);
uint64_t cli_number(struct cli *c, const char *name, uint64_t none, uint64_t most);

/* After all options: an option left over, or a wrong number of words, is a usage error. */
void cli_words(struct cli *c, int least, int most);

/* Print the failure once, as `tricorne: where: text`; returns the exit code for it. */
int cli_fail(const struct tc_why *why);

/* Load a scenario by id or a file by path, or print why not and exit. */
const struct tc_book *cli_book(struct cli *c, const char *what);
/* The book of a battle that is one file (protocol/battle.h). */
enum tc_err cli_battle(const char *data, const char *path, const struct tc_book **out,
                       struct tc_why *why);

/* May what is written here be coloured: on a terminal, and NO_COLOR is not set. */
bool cli_colour(void);

struct draw_text_options;
/* How a table is drawn in this terminal: part of it (x, y, w, h), or with w 0 all. */
struct draw_text_options cli_picture(bool plain, const int32_t part[4]);

/* Print JSON with a line's end; takes it over. */
void cli_json(json_t *j);

/* Seconds of a clock that does not jump. */
double cli_seconds(void);

/* The same with the time that is left, for long work. */
void cli_progress_left(const char *what, uint64_t done, uint64_t all, double seconds);

/* A bar on a terminal's stderr; nothing when stderr is not one. */
void cli_progress(const char *what, uint64_t done, uint64_t all);

/* --- The subcommands ----------------------------------------------------------------- */

int cmd_play(struct cli *c);
int cmd_tonight(struct cli *c);
int cmd_umpire(struct cli *c);
int cmd_replay(struct cli *c);
int cmd_review(struct cli *c);
int cmd_verify(struct cli *c);
int cmd_case(struct cli *c);
int cmd_odds(struct cli *c);
int cmd_check(struct cli *c);
int cmd_rule(struct cli *c);
int cmd_list(struct cli *c);
int cmd_show(struct cli *c);
int cmd_draw(struct cli *c);
int cmd_bench(struct cli *c);
int cmd_selfplay(struct cli *c);
int cmd_tune(struct cli *c);
int cmd_arena(struct cli *c);
int cmd_study(struct cli *c);
int cmd_export(struct cli *c);
int cmd_serve(struct cli *c);
int cmd_join(struct cli *c);
int cmd_store(struct cli *c);
int cmd_admin(struct cli *c);

/* --- How a battle stood (chances.c) --------------------------------------------------------
 */

struct ses_game;
void cli_print_chances(const struct ses_game *s);
json_t *cli_chances_json(const struct ses_game *s);

#endif
