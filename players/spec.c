/* players/spec.c - computer players: their names, levels and numbers. */
#include <string.h>

#include "players/player.h"
#include "players/think.h"
#include "rules/registry.h"

/* --- Names -------------------------------------------------------------------------------- */

const char plr_names[] =
    "random, stander, greedy, yardstick, plan, search, level-1, level-2, level-3, level-4 "
    "(each "
    "level and "
    "greedy also with -bold, -careful or -stubborn behind it) or program:COMMAND";

static const struct {
    const char *name;
    struct plr_spec spec;
} known[] = {
    { "random", { .method = PLR_RANDOM } },
    { "stander", { .method = PLR_STAND } },
    { "greedy",
      { .method = PLR_GREEDY,
        .choices = 32,
        .samples = 4,
        .wise = 1,
        .taste = 1,
        .imagined = 1 } },
    { "yardstick", { .method = PLR_GREEDY, .choices = 32, .samples = 4 } },
    { "plan",
      { .method = PLR_GREEDY,
        .choices = 24,
        .samples = 3,
        .wise = 1,
        .taste = 1,
        .imagined = 1,
        .settle = 1,
        .plans = 300,
        .horizon = 1,
        .sure = 100,
        .vast = 1000,
        .broad = 4 } },
    { "search", { .method = PLR_SEARCH, .choices = 24, .iterations = 200, .settle = 1 } },
    { "level-1",
      { .method = PLR_GREEDY,
        .choices = 3,
        .samples = 1,
        .wise = 1,
        .imagined = 1,
        .noise = 6000 } },
    { "level-2",
      { .method = PLR_GREEDY,
        .choices = 16,
        .samples = 2,
        .wise = 1,
        .imagined = 1,
        .noise = 700,
        .by_system = 1 } },
    { "level-3",
      { .method = PLR_GREEDY,
        .choices = 32,
        .samples = 4,
        .wise = 1,
        .taste = 1,
        .imagined = 1,
        .noise = 250,
        .by_system = 2 } },
    { "level-4",
      { .method = PLR_GREEDY,
        .choices = 24,
        .samples = 3,
        .wise = 1,
        .taste = 1,
        .imagined = 1,
        .settle = 1,
        .second = 1,
        .vast = 1000,
        .broad = 4 } },
};

enum { KNOWN = sizeof known / sizeof known[0], FIRST_LEVEL = 6 };

const char *const plr_character_names[PLR_CHARACTERS] = { "even", "bold", "careful",
                                                          "stubborn" };

/* How much a character makes of having come to grips, and how sure it must be to leave the
 * natural answer. */
static const struct {
    uint16_t bold, doubt;
} nature[PLR_CHARACTERS] = {
    [PLR_BOLD] = { 250, 0 }, [PLR_CAREFUL] = { 30, 0 }, [PLR_STUBBORN] = { 0, 150 }
};

struct number {
    const char *key;
    int64_t least, most;
    size_t offset, size;
};

#define NUMBER(KEY, M, LEAST, MOST)                                                            \
    {                                                                                          \
        KEY, LEAST, MOST, offsetof(struct plr_spec, M), sizeof(((struct plr_spec *)0)->M)      \
    }

static const struct number numbers[] = {
    NUMBER("choices", choices, 2, PLR_CHOICES),
    NUMBER("samples", samples, 0, 1000),
    NUMBER("iterations", iterations, 1, 100000000),
    NUMBER("ms", milliseconds, 1, 3600000),
    NUMBER("depth", depth, 0, 1000),
    NUMBER("threads", threads, 1, PLR_THREADS),
    NUMBER("settle", settle, 0, 2),
    NUMBER("wise", wise, 0, 1),
    NUMBER("noise", noise, 0, 20000),
    NUMBER("lots", lots, 0, 100),
    NUMBER("trials", trials, 0, 10000),
    NUMBER("ahead", ahead, 1, 99),
    NUMBER("keep", keep, 2, 16),
    NUMBER("doubt", doubt, 0, 1000),
    NUMBER("nature", nature, 0, 1),
    NUMBER("second", second, 0, 1),
    NUMBER("bold", bold, 1, 1000),
    NUMBER("play", play, 0, 1),
    NUMBER("reply", reply, 0, 1),
    NUMBER("taste", taste, 0, 1),
    NUMBER("imagined", imagined, 0, 1),
    NUMBER("turn", turn, 0, 600000),
    NUMBER("vast", vast, 1, 10000),
    NUMBER("broad", broad, 1, 100),
    NUMBER("dear", dear, 0, 20000),
    NUMBER("cruel", cruel, 0, 20000),
    NUMBER("plans", plans, 0, 100000),
    NUMBER("horizon", horizon, 1, 99),
    NUMBER("sure", sure, 0, 1000),
};

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* A character behind a name of n letters; the name is shorter then. */
static int read_character(const char *text, size_t *n)
{
    for (int i = 1; i < PLR_CHARACTERS; i++) {
        size_t size = strlen(plr_character_names[i]);
        if (*n <= size + 1 || text[*n - size - 1] != '-' ||
            strncmp(text + *n - size, plr_character_names[i], size) != 0)
            continue;
        *n -= size + 1;
        return i;
    }
    return PLR_EVEN;
}

static enum tc_err unknown(const char *text, struct tc_why *why)
{
    return tc_fail(why, TC_E_NAME, "player", "There is no player \"{0}\"; there are {1}.", text,
                   plr_names);
}

static void put_number(struct plr_spec *spec, const struct number *n, int64_t v)
{
    uint16_t small = (uint16_t)v;
    uint32_t wide = (uint32_t)v;

    memcpy((char *)spec + n->offset, n->size == 2 ? (void *)&small : (void *)&wide, n->size);
}

static enum tc_err bad_number(const char *part, struct tc_why *why)
{
    return tc_fail(why, TC_E_RANGE, "player",
                   "\"{0}\" does not set a player's number; allowed are choices=2..64, "
                   "samples=0..1000, iterations=1..100000000, ms=1..3600000, depth=0..1000, "
                   "threads=1..16, settle=0..2, wise=0..1, noise=0..20000, lots=0..100, "
                   "trials=0..10000, ahead=1..99, keep=2..16, doubt=0..1000, nature=0..1, "
                   "bold=1..1000, play=0..1, reply=0..1, taste=0..1, imagined=0..1, "
                   "turn=0..600000, vast=1..10000, broad=1..100, dear=0..20000, "
                   "cruel=0..20000, plans=0..100000, horizon=1..99, sure=0..1000.",
                   part);
}

/* key=value,key=value; a bare number is iterations. */
static enum tc_err read_numbers(const char *text, struct plr_spec *spec, struct tc_why *why)
{
    while (*text) {
        size_t n = strcspn(text, ","), key = strcspn(text, "="), at = 0; /* of the number */
        char part[PLR_NAME] = "";
        int64_t v = 0;
        int i = 0;
        memcpy(part, text, n < sizeof part ? n : sizeof part - 1);
        if (key >= n) {
            i = 2;
        } else {
            at = key + 1;
            while (i < NUMBERS &&
                   (strlen(numbers[i].key) != key || strncmp(numbers[i].key, text, key) != 0))
                i++;
        }
        if (i == NUMBERS || !tc_read_int(text + at, n - at, &v) || v < numbers[i].least ||
            v > numbers[i].most)
            return bad_number(part, why);
        put_number(spec, &numbers[i], v);
        if (numbers[i].offset == offsetof(struct plr_spec, milliseconds))
            spec->iterations = 100000000; /* the time is the limit */
        if (numbers[i].offset == offsetof(struct plr_spec, noise))
            spec->by_system = 0; /* so many, wherever it is */
        text += n + (text[n] == ',');
    }
    return TC_OK;
}

enum tc_err plr_read(const char *text, struct plr_spec *out, struct tc_why *why)
{
    size_t n = strcspn(text, ":"), full = strlen(text), name = n;
    int found = TC_NONE, character = read_character(text, &name);

    if (full >= PLR_NAME)
        return tc_fail(why, TC_E_FULL, "player", "The name of a player is too long.");
    memset(out, 0, sizeof *out);
    if (strncmp(text, "program:", 8) == 0 && text[8]) {
        out->method = PLR_PROGRAM;
        memcpy(out->command, text + 8, full - 8);
        memcpy(out->name, text, full);
        return TC_OK;
    }
    for (int i = 0; i < KNOWN; i++)
        if (strlen(known[i].name) == name && strncmp(known[i].name, text, name) == 0)
            found = i;
    if (name == 1 && text[0] >= '1' && text[0] <= '4')
        found = FIRST_LEVEL + text[0] - '1';
    if (found == TC_NONE || (character && known[found].spec.method != PLR_GREEDY))
        return unknown(text, why);
    *out = known[found].spec;
    out->character = (uint8_t)character;
    out->bold = nature[character].bold;
    out->doubt = nature[character].doubt;
    out->threads = 1;
    size_t base = name == 1 ? strlen(known[found].name) : 0; /* "3" is told as "level-3" */
    if (full - name + base >= PLR_NAME)
        return tc_fail(why, TC_E_FULL, "player", "The name of a player is too long.");
    memcpy(out->name, known[found].name, base);
    memcpy(out->name + base, text + (base ? name : 0), full - (base ? name : 0));
    return text[n] ? read_numbers(text + n + 1, out, why) : TC_OK;
}

/* The end of the first player in a list. */
static size_t one_player(const char *text)
{
    size_t n = strcspn(text, ",");

    while (text[n] == ',' && strcspn(text + n + 1, "=") < strcspn(text + n + 1, ",:"))
        n += 1 + strcspn(text + n + 1, ",");
    return n;
}

int plr_read_list(const char *text, struct plr_spec *out, int most, struct tc_why *why)
{
    int n = 0;

    while (*text) {
        size_t size = one_player(text);
        char one[PLR_NAME] = "";
        if (n == most || size >= sizeof one) {
            tc_fail(why, TC_E_FULL, "players", "There are too many players in the list.");
            return 0;
        }
        memcpy(one, text, size);
        if (plr_read(one, &out[n++], why) != TC_OK)
            return 0;
        text += size + (text[size] == ',');
    }
    if (n == 0)
        tc_fail(why, TC_E_NAME, "players", "No player is named; there are {0}.", plr_names);
    return n;
}

int plr_misjudging(const struct plr_spec *spec, const struct tc_ruleset *r)
{
    int here = spec->by_system ? plr_eye_of(r)->misjudging[spec->by_system - 1] : 0;

    return here ? here : spec->noise;
}

/* By how much it misjudges, and in which systems by less. */
static void say_misjudging(const struct plr_spec *spec, struct tc_text *out)
{
    const char *before = " (";

    tc_text_str(out, "; misjudges each by up to ");
    tc_text_int(out, spec->noise);
    tc_text_str(out, " points of 10000");
    for (int k = 0; tc_rulesets[k] && spec->by_system; k++) {
        int here = plr_misjudging(spec, tc_rulesets[k]);
        if (here == spec->noise)
            continue;
        tc_text_str(out, before);
        tc_text_str(out, tc_rulesets[k]->name);
        tc_text_char(out, ' ');
        tc_text_int(out, here);
        before = ", ";
    }
    if (before[0] == ',')
        tc_text_char(out, ')');
}

static void say_lots(const struct plr_spec *spec, struct tc_text *out)
{
    if (spec->noise)
        say_misjudging(spec, out);
    if (spec->character == PLR_BOLD)
        tc_text_str(out, "; bold: seeks the fight");
    if (spec->character == PLR_CAREFUL)
        tc_text_str(out, "; careful: does not seek the fight");
    if (spec->character == PLR_STUBBORN)
        tc_text_str(out, "; stubborn: does what comes first to mind unless sure of better");
    if (spec->turn)
        tc_text_str(out, "; takes its time: thinks longer about its best few answers");
    if (spec->wise)
        tc_text_str(out, "; never gives away what is free");
    if (spec->lots) {
        tc_text_str(out, "; ");
        tc_text_int(out, spec->lots);
        tc_text_str(out, " of 100 answers are random");
    }
    tc_text_char(out, '.');
}

/* The systems in which a second look made level 4 stronger. */
static void say_where(struct tc_text *out)
{
    int n = 0, i = 0;

    for (int k = 0; tc_rulesets[k]; k++)
        n += plr_eye_of(tc_rulesets[k])->second.units > 0;
    tc_text_str(out, "; in small battles of ");
    for (int k = 0; tc_rulesets[k]; k++) {
        if (plr_eye_of(tc_rulesets[k])->second.units == 0)
            continue;
        tc_text_str(out, i == 0 ? "" : i == n - 1 ? " and " : ", ");
        tc_text_str(out, tc_rulesets[k]->name);
        i++;
    }
    tc_text_char(out, ' ');
}

static void say_plans(const struct plr_spec *spec, struct tc_text *out)
{
    tc_text_str(out, "; once a turn chooses in up to ");
    tc_text_int(out, (int)spec->plans);
    tc_text_str(out, " imagined courses of ");
    tc_text_int(out, spec->horizon);
    tc_text_str(out, spec->horizon == 1 ? " turn" : " turns");
    tc_text_str(out, " what its commands are drawn to");
}

void plr_say(const struct plr_spec *spec, struct tc_text *out)
{
    switch ((enum plr_method)spec->method) {
    case PLR_RANDOM: tc_text_str(out, "takes any legal answer at random."); return;
    case PLR_STAND:
        tc_text_str(out, "stands still, shoots at the first target and rallies.");
        return;
    case PLR_PROGRAM:
        tc_text_str(out, "asks the program ");
        tc_text_str(out, spec->command);
        tc_text_char(out, '.');
        return;
    case PLR_GREEDY:
        if (spec->samples == 0) {
            tc_text_str(out, "takes the answer that is most natural, without trying any");
            say_lots(spec, out);
            return;
        }
        tc_text_str(out, "tries up to ");
        tc_text_int(out, spec->choices);
        tc_text_str(out, " answers with dice of its own, ");
        tc_text_int(out, spec->samples);
        tc_text_str(out, spec->samples == 1 ? " time" : " times");
        tc_text_str(out, " each up to its next question, ");
        tc_text_str(out, spec->settle ? "whatever shows only later" : "orders and charges");
        tc_text_str(out, " up to its next turn and more often");
        tc_text_str(out, ", and takes the one that scores best");
        if (spec->trials)
            tc_text_str(out, "; ");
        else if (spec->second)
            say_where(out);
        if (spec->second || spec->trials)
            tc_text_str(out, "plays its best few on for turns and takes another if that is "
                             "surely better");
        if (spec->plans)
            say_plans(spec, out);
        say_lots(spec, out);
        return;
    case PLR_SEARCH: break;
    }
    tc_text_str(out, "searches a tree of answers ");
    if (spec->milliseconds) {
        tc_text_str(out, "for ");
        tc_text_int(out, spec->milliseconds);
        tc_text_str(out, " milliseconds");
    } else {
        tc_text_str(out, "by ");
        tc_text_int(out, spec->iterations);
        tc_text_str(out, " imagined courses of the battle");
    }
    tc_text_str(out, " and takes the answer it came back to most often");
    say_lots(spec, out);
}
