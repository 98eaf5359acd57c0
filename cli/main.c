/* cli/main.c - the `tricorne` command: finds the subcommand, its options, the data. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book/book.h"
#include "book/files.h"
#include "cli/cli.h"
#include "protocol/battle.h"
#include "protocol/trial.h"
#include "study/crew.h"

static const struct cli_command commands[] = {
    { "play", "SCENARIO | RECORD", SAID("play a battle in the terminal"), cmd_play,
      SAID(
          "  --side NAME       the side you command (default: the first; both: hot seat)\n"
          "  --against WHO     level-1 to level-4 (default level-2), random, person or another "
          "player\n"
          "  --dice fair|typed roll for me, or type in what real dice show\n"
          "  --seed HEX        play with these dice (32 hex digits)\n"
          "  --record FILE     where the battle is kept (default: NAME-N.jsonl here)\n"
          "  --plain           lines only, no pictures; good for reading aloud\n"
          "With a record, the battle goes on where it stopped.\n") },
    { "join", "[LINK | @FILE]", SAID("a seat on somebody's server, in the terminal"), cmd_join,
      SAID("  --plain           lines only, no pictures; good for reading aloud\n"
           "LINK is what the page shows: http://HOST/#/j/GAME/INVITE for an invitation, "
           "#/g/GAME/TOKEN\n"
           "for a seat or to watch. Without it, or with @FILE, it is read from the terminal or "
           "the "
           "file:\n"
           "who has the link has the seat, and command lines can be read by others on the "
           "machine.\n"
           "Clocks run in the first line of the terminal.\n") },
    { "serve", "", SAID("the page, and games over HTTP"), cmd_serve,
      SAID("  --bind ADDRESS --port N   where to listen (default 127.0.0.1, 8017; 0: any free "
           "port)\n"
           "  --store WHERE     FILE, sqlite:FILE or postgres://... (default TRICORNE_STORE, "
           "else\n"
           "                    tricorne.db); @FILE: the first line of the file says where\n"
           "  --url URL         of the page, as people reach it, for links in mail\n"
           "  --base-path PATH  when a proxy serves it below / (default /)\n"
           "  --page DIR        the files of the page (default: beside the program)\n"
           "  --ready           have a battle ready and print its link; --scenario ID: this "
           "one\n"
           "  --mail HOST:PORT --from ADDRESS   a mail relay for notices\n"
           "  --log FILE        every request as a JSON line; - for stderr\n"
           "  --rate N          requests a second and address (default 100; 0: no limit)\n"
           "  --work MS         of a processor, a second and address (default 500)\n"
           "  --games N         that one address may begin in a day (default 500; 0: any "
           "number)\n"
           "  --forget DAYS     delete games nobody touched for so long (default 0: never)\n"
           "  --study SECONDS   of a processor for studies, an address or account and day\n"
           "                    (default 600; 0: none)\n"
           "  --shelf MB        of battles that people made (default 128)\n"
           "  --connections N   open at once from one address (default 1000)\n"
           "  --memory MB --idle SECONDS   games kept in memory (default 256, 120)\n"
           "  --workers N --thinkers N --io N   threads\n"
           "  --proxy           believe X-Forwarded-For\n"
           "  --local-hooks     webhooks may go to this machine's own network\n"
           "SIGTERM and SIGINT stop it in order. docs/server.md describes the requests.\n") },
    { "admin", "STORE COMMAND ...", SAID("an operator's desk, also while the server runs"),
      cmd_admin,
      SAID(
          "  list [--days N]               games; with --days those not touched for N days\n"
          "  find TEXT                     games and accounts whose names hold the text\n"
          "  show GAME                     who plays it, how long it is, what was said\n"
          "  delete game GAME              with its record, notes and links\n"
          "  delete account NAME           with its sessions; its games stay\n"
          "  battles TEXT                  battles people made whose titles or makers hold it\n"
          "  delete battle BATTLE          from the list; games of it stay\n"
          "  ban address ADDRESS           or a network, as 203.0.113.0/24\n"
          "  ban account NAME              its sessions end\n"
          "  ban mail ADDRESS              no mail is sent there\n"
          "    --days N (default 36500), --reason TEXT\n"
          "  unban address|account|mail NAME\n"
          "  bans                          those in force\n"
          "  silence GAME SEAT, unsilence GAME SEAT    its chat\n"
          "  sessions NAME                 end all sessions of an account\n"
          "  reset NAME                    a code for a new password, good for a day: "
          "SERVER#/reset/CODE\n"
          "  sweep --days N                delete games not touched for N days, and what is "
          "past\n"
          "  log                           what was done here, when and by whom\n"
          "  --json            list, find, show, bans, battles and log as a list of objects\n"
          "STORE is FILE, postgres://..., @FILE that holds the address, or @ for "
          "TRICORNE_STORE.\n") },
    { "store", "export|import|adopt|backup|verify ...", SAID("care for the server's games"),
      cmd_store,
      SAID(
          "  tricorne store verify STORE            replay every game; --json: as JSON\n"
          "  tricorne store export STORE FOLDER     a record and its notes for each game\n"
          "  tricorne store import STORE FOLDER     read them into a store\n"
          "  tricorne store adopt STORE FOLDER      games of other editions go on from their "
          "last\n"
          "                                         position; FOLDER gets their records as "
          "they "
          "were\n"
          "  tricorne store backup STORE FILE       a copy of a SQLite store, also while it is "
          "used\n"
          "STORE is FILE, sqlite:FILE or postgres://...\n") },
    { "umpire", "", SAID("referee by JSON lines on stdin and stdout"), cmd_umpire,
      SAID("The protocol is described in docs/protocol.md.\n") },
    { "review", "RECORD", SAID("look back on a battle: what each side did, how it stood"),
      cmd_review,
      SAID("What the commands of each side did, turn by turn; how it stood at the "
           "start of each turn, if both\nsides did what is natural from there; and "
           "the three turns in which that changed most.\n\n"
           "  --no-chances      only what they did, which is quick\n"
           "  --json            as the request review gives it\n") },
    { "replay", "RECORD...", SAID("verify records to the last hash"), cmd_replay,
      SAID("  --adopt           go on under other rules from the last position, and say so\n"
           "  --log             print the log of the battle\n"
           "  --chances         how the battle stood at every turn, and where it turned\n"
           "  --json            an object for each record\n") },
    { "verify", "RECORD...", SAID("prove the dice of a battle"), cmd_verify,
      SAID("  --seen N:HASH     and that line N was the one you were shown: the first digits "
           "of the "
           "chain with it\n"
           "  --json            an object for each record, with verified\n"
           "Every line is played again; each face must be what the seed or the shares give. "
           "Ends "
           "with 1\n"
           "when a face could not be verified. docs/dice.md describes how it works.\n") },
    { "case", "FILE...", SAID("run text cases"), cmd_case,
      SAID("  --names           list the cases that pass too\n"
           "  --only NAME       only cases of this name; * stands for any letters\n"
           "  --kept FILE       compare what each comes to with what was kept there\n"
           "  --keep FILE       keep there what each comes to\n"
           "  --json            {\"passed\",\"failed\",\"lines\"}\n"
           "The format is described in docs/cases.md.\n") },
    { "odds", "POSITION ACT", SAID("the chances of an act"), cmd_odds,
      SAID("  --json            as JSON\n"
           "POSITION is a scenario id, a scenario or position file, or a record.\n") },
    { "check", "FILE|FOLDER...", SAID("validate tables, maps, scenarios, positions, records"),
      cmd_check,
      SAID("  --json            {\"files\",\"faults\":[{\"where\",\"text\"}],\"older\"}\n"
           "Names file, line or entry, key and what is allowed.\n") },
    { "rule", "ID", SAID("the text of a rule"), cmd_rule,
      SAID("  --json            [{\"id\",\"heading\",\"text\"}]\n"
           "tricorne rule N-B10a; tricorne rule N-B lists the chapter.\n") },
    { "list", "", SAID("the scenarios: id, tab, title"), cmd_list,
      SAID("  --json            [{\"id\",\"title\",\"battle\"}]\n"
           "  --words SYSTEM    the verbs, questions, events, steps and fields of a system\n"
           "  --messages SYSTEM all its sentences as JSON, for translators\n") },
    { "show", "SCENARIO | FILE", SAID("a text picture of a position"), cmd_show,
      SAID("  --columns N --rows N   size of the picture (default: the terminal, or 100x34)\n"
           "  --aloud           sentences instead of a picture\n"
           "  --plain           ASCII only\n"
           "  --json            the scene as JSON; --state: the state as JSON\n"
           "  --card NAME       a regiment's card of pistolado, with no SCENARIO\n") },
    { "draw", "SCENARIO | FILE OUT", SAID("a picture: OUT ends in .svg, .png or .pdf"),
      cmd_draw,
      SAID("  --width N         pixels (default 1400)\n"
           "  --no-labels       no names beside the troops\n"
           "  --panels, --no-panels  with or without the side panels (long ones are left out)\n"
           "  --order-of-battle a printable order of battle instead\n"
           "  --play-aid        a printable play aid: the turn and the tables; OUT may end in "
           ".txt\n") },
    { "bench", "[SCENARIO...]", SAID("measure, and print the signature of play"), cmd_bench,
      SAID("  --json            as JSON\n"
           "  --seconds N       a measurement (default 1)\n"
           "  --signature       the signature alone\n") },
    { "arena", "[SCENARIO...]", SAID("rate computer players against each other"), cmd_arena,
      SAID("  --players A,B,... (default level-1,level-2,level-3,level-4)\n"
           "  --battles N       of each two, in pairs with sides changed (default 200)\n"
           "  --pairs next|all  each with the next in the list (default), or all with all\n"
           "  --seed S --threads N\n"
           "  --json FILE       keep the table as JSON; runs already in FILE are not played "
           "again\n"
           "  --markdown FILE   write the table as Markdown\n"
           "  --row FILE --judge FILE   numbers by `tune --play` for the first player\n"
           "Players: random, stander, greedy, yardstick, plan, search, level-1 to level-4,\n"
           "program:COMMAND;\n"
           "with numbers as "
           "in search:iterations=500,depth=4,choices=32 or search:ms=2000,threads=2.\n") },
    { "tune", "SCENARIO...", SAID("fit what positions are worth to the results of battles"),
      cmd_tune,
      SAID("  --battles N       of each scenario, all of one system (default 200)\n"
           "  --players A,B     (default greedy,greedy)\n"
           "  --seed S --threads N\n"
           "  --out FILE        the weights with where they come from (default: printed)\n"
           "  --by-eye          only how well the system's own eye foretells the results\n"
           "  --play            fit the numbers of A's eye by playing against B instead;\n"
           "                    --imagined: those for imagined courses, --afresh: begin with\n"
           "                    those set by hand, --from FILE: with those, --pool: against\n"
           "                    its own numbers of some rounds ago too, --rounds N --pairs N\n"
           "                    --spread X --rate X --last N (battles for each of five\n"
           "                    lengths in the end)\n") },
    { "study", "SCENARIO", SAID("battles by the thousand: who wins, how, at what cost"),
      cmd_study,
      SAID("  --battles N       in pairs with the same dice and sides changed (default 1000)\n"
           "  --players A,B     (default greedy,greedy)\n"
           "  --out FOLDER      for battles.csv, study.json, report.html (default study-NAME)\n"
           "  --resume          go on with what Ctrl-C left in the folder\n"
           "  --seed S --threads N\n"
           "  --vary FILE:PATH=VALUES   what if: tables/fire.yaml:hit_on=5,\n"
           "                    scenario:units.reden.figures=24..28\n"
           "  --sensitivity FILE        every whole number of a table, up and down by one\n"
           "  --precision P     what if: stop when a difference is known within P percent\n"
           "  --battle NAME     the same battle in every system that has it (no SCENARIO)\n"
           "mpirun -n K tricorne study ... plays on several machines. docs/study.md describes "
           "the\n"
           "files.\n") },
    { "tonight", "", SAID("make a fair, small battle from a seed"), cmd_tonight,
      SAID("  --system SYSTEM   (default minden)\n"
           "  --armies A,B      whose; --points N or N,M; --ground KIND; --seed N\n"
           "  --list            what there is to choose, with the points of all troops\n"
           "  --out FOLDER      where the scenario and its map are written (default: here)\n"
           "  --json            what was made, or with --list what there is\n"
           "The same words and seed make the same files. Then: tricorne play "
           "./NAME.yaml\n") },
    { "export", "RECORD...", SAID("answers, questions and features of records as data"),
      cmd_export,
      SAID("  --csv             one line an answer (default: JSON lines)\n"
           "  --features        with the numbers of the position, by the names of its fields\n"
           "docs/study.md describes the columns.\n") },
    { "selfplay", "N", SAID("N battles between computer players"), cmd_selfplay,
      SAID(
          "  --scenario ID     (default minden/first-battle)\n"
          "  --players A,B     side by side as named (default random,random)\n"
          "  --seed S          of the first battle; the next have S+1 ...\n"
          "  --each            a line per battle: seed, winner, ending, turns, hash\n"
          "  --json            the summary as JSON\n"
          "  --record FILE     keep these same battles as records (slower: every answer is on\n"
          "                    disk)\n") },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void usage(FILE *out)
{
    fprintf(out, SAY("tricorne - play, referee and study battles of the linear age\n\n"
                     "usage: tricorne [--data DIR] [--lang LANGUAGE] COMMAND ...\n\n"));
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s %-20s %s\n", commands[i].name, commands[i].args,
                SAY(commands[i].help));
    fprintf(out, SAY("\ntricorne COMMAND --help tells more. Exit codes: 0 fine, 1 refused or "
                     "differs, 2 usage, 3 internal error.\n"));
}

static void command_help(const struct cli_command *k, FILE *out)
{
    fprintf(out, SAY("usage: tricorne %s%s%s\n%s.\n\n%s"), k->name, k->args[0] ? " " : "",
            k->args, SAY(k->help), SAY(k->more));
}

/* --- Options ------------------------------------------------------------------------ */

static void take_out(struct cli *c, int at, int n)
{
    for (int i = at; i + n < c->argc; i++)
        c->argv[i] = c->argv[i + n];
    c->argc -= n;
}

const char *cli_option(struct cli *c, const char *name)
{
    size_t n = strlen(name);

    for (int i = 0; i < c->argc; i++) {
        const char *a = c->argv[i];
        if (strncmp(a, "--", 2) != 0 || strncmp(a + 2, name, n) != 0)
            continue;
        if (a[2 + n] == '=') {
            const char *v = a + 3 + n;
            take_out(c, i, 1);
            return v;
        }
        if (a[2 + n])
            continue;
        if (i + 1 == c->argc) {
            fprintf(stderr, SAY("tricorne: --%s needs a value\n"), name);
            exit(CLI_USAGE);
        }
        const char *v = c->argv[i + 1];
        take_out(c, i, 2);
        return v;
    }
    return NULL;
}

bool cli_flag(struct cli *c, const char *name)
{
    for (int i = 0; i < c->argc; i++)
        if (strncmp(c->argv[i], "--", 2) == 0 && strcmp(c->argv[i] + 2, name) == 0) {
            take_out(c, i, 1);
            return true;
        }
    return false;
}

/* Digits only, none beyond 64 bits. */
static bool read_number(const char *s, uint64_t *v)
{
    *v = 0;
    for (const char *p = s; *p; p++) {
        unsigned digit = (unsigned)(*p - '0');
        if (digit > 9 || *v > (UINT64_MAX - digit) / 10)
            return false;
        *v = *v * 10 + digit;
    }
    return *s != '\0';
}

uint64_t cli_number(struct cli *c, const char *name, uint64_t none, uint64_t most)
{
    const char *s = cli_option(c, name);
    uint64_t v;

    if (!s)
        return none;
    if (!read_number(s, &v) || v > most) {
        fprintf(stderr, SAY("tricorne: --%s is a whole number from 0 to %llu, not \"%s\"\n"),
                name, (unsigned long long)most, s);
        exit(CLI_USAGE);
    }
    return v;
}

void cli_words(struct cli *c, int least, int most)
{
    for (int i = 0; i < c->argc; i++)
        if (strncmp(c->argv[i], "--", 2) == 0) {
            fprintf(stderr, SAY("tricorne: there is no option %s here; see --help\n"),
                    c->argv[i]);
            exit(CLI_USAGE);
        }
    if (c->argc < least || c->argc > most) {
        fprintf(stderr, SAY("tricorne: it is tricorne %s%s%s; see tricorne %s --help\n"),
                c->name, c->args[0] ? " " : "", c->args, c->name);
        exit(CLI_USAGE);
    }
}

int cli_fail(const struct tc_why *why)
{
    fflush(stdout);
    fprintf(stderr, "tricorne: %s%s%s\n", why->where, why->where[0] ? ": " : "", why->text);
    return CLI_REFUSED;
}

/* A battle that is one file (docs/workshop.md). */
enum tc_err cli_battle(const char *data, const char *path, const struct tc_book **out,
                       struct tc_why *why)
{
    struct battle b;
    enum tc_err err = battle_open(path, &b, why);

    if (err != TC_OK)
        return err;
    err = battle_book(data, &b, out, why);
    battle_free(&b);
    return err;
}

const struct tc_book *cli_book(struct cli *c, const char *what)
{
    const struct tc_book *bk = NULL;
    struct tc_why why;
    enum tc_err err = access(what, R_OK) != 0 ? book_load(c->data, what, &bk, &why)
                      : battle_is_file(what)  ? cli_battle(c->data, what, &bk, &why)
                                              : book_load_file(c->data, what, &bk, NULL, &why);

    if (err != TC_OK)
        exit(cli_fail(&why));
    return bk;
}

/* Fontconfig never gives back the rules it has read: that is no leak of ours. Asked by
 * LeakSanitizer in builds that have it. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig";
}

bool cli_colour(void)
{
    const char *no = getenv("NO_COLOR");

    return isatty(1) && !(no && *no);
}

void cli_json(json_t *j)
{
    json_dumpf(j, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(j);
}

/* --- Main --------------------------------------------------------------------------------- */

static void on_bug(const char *file, int line, const char *what)
{
    trial_bug(file, line, what);
    fflush(stdout);
    fprintf(stderr,
            SAY("tricorne: internal error at %s:%d: %s\n"
                "Please send the record and the command you gave.\n"),
            file, line, what);
    exit(CLI_BUG);
}

static const struct cli_command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* A record opened in the place of a closed stdout would be written over. */
static void open_standard_files(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= 2);
    if (fd > 2)
        close(fd);
}

/* A closed pipe and a file that may not grow are failures to be told, not deaths. */
static void ignore_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* What was printed must have arrived. */
static int finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, SAY("tricorne: the output could not be written\n"));
    return code == CLI_OK ? CLI_REFUSED : code;
}

/* Under mpirun the program with MPI in it takes over; it lies beside this one. */
static void become_mpi(char **argv)
{
    char path[BOOK_PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 5);

    if (!getenv("OMPI_COMM_WORLD_SIZE") || n <= 0 || study_mpi_here())
        return;
    memcpy(path + n, "-mpi", 5);
    if (access(path, X_OK) == 0)
        execv(path, argv);
}

/* What the environment says; NULL: nothing. */
static const char *from_environment(void)
{
    static const char *const from[] = { "LC_ALL", "LC_MESSAGES", "LANG" };

    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
        if (getenv(from[i]) && *getenv(from[i]))
            return getenv(from[i]);
    return NULL;
}

/* --lang, else what the environment says. Programs that read JSON get English unless they ask
 * for another language. */
static void speak(const char *data, const struct cli *c, const char *command, const char *lang)
{
    static const char *const talks[] = { "play", "show", "odds", "draw", "join" };
    const char *wanted = lang ? lang : from_environment();
    bool people = false;

    for (size_t i = 0; i < sizeof talks / sizeof talks[0]; i++)
        people |= !strcmp(command, talks[i]);
    for (int i = 0; i < c->argc && !lang; i++)
        if (!strcmp(c->argv[i], "--json"))
            wanted = NULL;
    cli_speak(data, wanted);
    book_speak(people || lang ? wanted : NULL);
}

int main(int argc, char **argv)
{
    struct cli c = { .program = argv[0], .argc = argc - 1, .argv = argv + 1 };
    static char folder[BOOK_PATH_MAX];
    struct tc_why why;

    become_mpi(argv);
    tc_bug_hook = on_bug;
    ignore_signals();
    open_standard_files();
    const char *data = cli_option(&c, "data"), *lang = cli_option(&c, "lang");
    c.lang = lang;
    bool found = book_find_data(argv[0], data, folder, sizeof folder, &why) == TC_OK;
    if (found)
        speak(folder, &c, c.argc ? c.argv[0] : "", lang);
    if (c.argc == 0 || strcmp(c.argv[0], "--help") == 0 || strcmp(c.argv[0], "help") == 0) {
        usage(c.argc == 0 ? stderr : stdout);
        return finish(c.argc == 0 ? CLI_USAGE : CLI_OK);
    }
    const struct cli_command *k = find(c.argv[0]);
    if (!k) {
        fprintf(stderr, SAY("tricorne: there is no command \"%s\"; see tricorne --help\n"),
                c.argv[0]);
        return CLI_USAGE;
    }
    c.argc--;
    c.argv++;
    if (cli_flag(&c, "help")) {
        command_help(k, stdout);
        return finish(CLI_OK);
    }
    if (!found)
        return cli_fail(&why);
    c.data = folder;
    c.name = k->name;
    c.args = k->args;
    study_mpi_begin(&argc, &argv);
    int code = finish(k->run(&c));
    study_mpi_end();
    return code;
}
