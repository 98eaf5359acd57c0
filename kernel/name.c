/* kernel/name.c - names as people write them: articles, brackets, whether one or many. */
#include <string.h>

#include "kernel/decl.h"

/* Little words within a name stay small. */
static bool is_small_word(const char *s, size_t n)
{
    static const char *const small[] = { "of", "the", "and", "de",  "du",
                                         "la", "von", "der", "van", "den" };

    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
        if (strlen(small[i]) == n && !strncmp(small[i], s, n))
            return true;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void tc_say_key(const char *key, struct tc_text *out)
{
    for (const char *p = key; *p;) {
        size_t n = strcspn(p, "-");
        bool capital = *p >= 'a' && *p <= 'z' && (p == key || !is_small_word(p, n));

        for (size_t i = 0; i < n; i++)
            tc_text_char(out, i == 0 && capital ? (char)(p[i] - 'a' + 'A') : p[i]);
        bool elided = n == 1 && (*p == 'l' || *p == 'd') && p[1] == '-' && !is_digit(p[2]);
        p += n;
        if (elided) { /* l-epinay: L'Epinay */
            tc_text_char(out, '\'');
            p++;
        } else if (*p == '-') {
            bool number = p != key && is_digit(p[-1]) && is_digit(p[1]);
            tc_text_str(out, number ? " no. " : " ");
            p++;
        }
    }
}

/* The end of a name's head: what stands before "of", "de", "behind", a comma or a bracket. */
static size_t head_of(const char *name)
{
    static const char *const behind[] = { " of ", " de ", " behind ", " in ",
                                          " on ", " (",   ", ",       NULL };
    size_t n = strlen(name);

    for (int i = 0; behind[i]; i++) {
        const char *at = strstr(name, behind[i]);
        if (at && (size_t)(at - name) < n)
            n = (size_t)(at - name);
    }
    return n;
}

/* Does what stands before n end in one of the words? */
static bool ends_in(const char *text, size_t n, const char *const *word)
{
    for (; *word; word++) {
        size_t k = strlen(*word);
        if (n >= k && !strncmp(text + n - k, *word, k) && (n == k || text[n - k - 1] == ' '))
            return true;
    }
    return false;
}

static bool begins_in(const char *text, const char *const *word)
{
    for (; *word; word++) {
        size_t k = strlen(*word);
        if (!strncmp(text, *word, k) && (text[k] == ' ' || !text[k]))
            return true;
    }
    return false;
}

/* Where the last word before n begins. */
static size_t last_word(const char *text, size_t n)
{
    while (n > 0 && text[n - 1] != ' ')
        n--;
    return n;
}

static const char *const ranks[] = {
    "Marshal",   "Field",   "General", "Lieutenant", "Major", "Colonel", "Lord",
    "Count",     "Prince",  "Duke",    "Earl",       "Sir",   "King",    "Admiral",
    "Constable", "Elector", "Baron",   "Captain",    "Henry", NULL,
};

/* Troops or guns of which a name is that of many. */
static bool ends_as_many(const char *name, size_t n)
{
    static const char *const tail[] = {
        "ers",       "eurs",       "ussars",   "agoons",  "guns",     "bands",    "ances",
        "quadrons",  "uards",      "roats",    "ossacks", "reys",     "perdus",   "knechts",
        "quenets",   "atteries",   "lions",    "darmes",  "alcons",   "ermans",   "oulets",
        "lbanians",  "selets",     "brigades", "pikes",   "anoniers", "ontaires", "talians",
        "utineers",  "Guns",       "ickets",   "varians", "risians",  "retons",   "etronels",
        "ascons",    "alloons",    "arties",   "icards",  "latoons",  "axons",    "ravates",
        "Gardes",    "Bands",      "Perdus",   "Swiss",   "Blues",    "killings", "ers Royaux",
        "rancaises", "s du Corps", "meadows",  "woods",   "Gardens",  "redoubts", "mills",
        "villages",
    };

    for (size_t i = 0; i < sizeof tail / sizeof tail[0]; i++) {
        size_t long_ = strlen(tail[i]);
        if (n >= long_ && !strncmp(name + n - long_, tail[i], long_))
            return true;
    }
    return (n == 6 && (!strncmp(name, "French", n) || !strncmp(name, "Allies", n))) ||
           (n == 7 && !strncmp(name, "English", n));
}

/* Is a name that of several people or things: Baranyay Hussars, the Gendarmes of Guise, Imhoff
 * and Behr, but the Swabian and Franconian horse is one? A number behind a name makes it one.
 */
bool tc_is_plural(const char *name)
{
    static const char *const one[] = { "brigade", "horse", "foot", "shot", NULL };
    bool the = !strncmp(name, "the ", 4);

    name += the ? 4 : 0;
    size_t n = head_of(name), whole = strlen(name);
    const char *and_ = strstr(name, " and "), *comma = strstr(name, ", ");
    bool numbered = whole && is_digit(name[whole - 1]);

    if (numbered && n == whole && name[0] >= 'a' && name[0] <= 'z' && last_word(name, n) > 0)
        n = last_word(name, n) - 1; /* the light guns 2 fire; Croats 2 fires */
    else if (numbered || !strcmp(name, "Taviers") || begins_in(name, ranks))
        return false; /* Taviers is a village */
    bool listed = and_ && comma && strstr(comma, " and ") == and_;
    if (listed && comma[2] >= 'A' && comma[2] <= 'Z' && !strchr(name, '('))
        return true; /* Oberg, Laffert and Scheither */
    if (and_ && (size_t)(and_ - name) < n && !ends_in(name, n, one))
        return !strstr(name, "' and ") && !strstr(name, "'s "); /* Phillips' and Braun's guns */
    return ends_as_many(name, n);
}

/* Two together take the article when the first are many, or what they are stands at the end:
 * the Grenadiers and Erbprinz, the Normann and Meinicke Dragoons, Imhoff and Behr. */
static bool pair_takes_article(const char *label, size_t n, const char *and_)
{
    static const char *const first[] = { "Dutch", "Gendarmerie", "brigade", NULL };
    size_t before = (size_t)(and_ - label), last = last_word(label, n);

    if (ends_as_many(label, before) || ends_in(label, before, first))
        return true;
    return last > before + strlen(" and ") && ends_as_many(label, n);
}

/* Does a number at the end single one out: Croats 4, but not Great battery, part 2? */
static bool is_numbered(const char *label, size_t n)
{
    size_t last = last_word(label, n);

    return is_digit(label[n - 1]) && (last < 5 || strncmp(label + last - 5, "part ", 5) != 0);
}

/* Are they called by what they are, and not by somebody's or a place's name: the 20th Foot, the
 * Carabiniers, the left battery, the Danish horse? */
static bool is_described(const char *label)
{
    static const char *const what[] = {
        "Battery", "Brigade",  "Line",  "Horse",    "Foot",     "Wing",    "Garrison", "Corps",
        "Body",    "Infantry", "Guard", "Division", "Staff",    "Cavalry", "Reserve",  "Column",
        "Centre",  "Left",     "Right", "Militia",  "Vanguard", "Tercio",  "Copse",    "Hedge",
        "Pond",    "Wood",     "Knoll", "Jersey",   "Scots",    "Second",  NULL,
    };
    static const char *const crown[] = { "Queen's", "King's", NULL };
    size_t n = head_of(label), whole = strlen(label), last = last_word(label, n);
    const char *and_ = strstr(label, " and "), *the = strstr(label, " the ");
    bool paired = and_ && (size_t)(and_ - label) < n;

    if (is_numbered(label, whole) || begins_in(label, ranks) || !strcmp(label, "Taviers"))
        return false;
    if (is_digit(label[0]) || begins_in(label, crown))
        return true;
    if (strstr(label, "'s ") || strstr(label, "s' ") || (the && (size_t)(the - label) < n))
        return false;
    if (last > 0 && label[last] >= 'a' && label[last] <= 'z')
        return true; /* the Danish horse */
    return paired ? pair_takes_article(label, n, and_)
                  : ends_as_many(label, n) || ends_in(label, n, what);
}

/* Who or what a name describes takes the article: the Duke of Marlborough, the left guns, the
 * Major General (centre), the Gendarmes of Guise. A name alone does not: Picardie, Marshal
 * Tallard, Ferdinand of Brunswick. */
bool tc_takes_article(const char *label)
{
    static const char *const rank[] = { "General", "Brigadier", NULL };
    static const char *const what[] = {
        "Duke",     "Count",     "Earl",    "Marquis",  "Elector",   "Prince",    "King",
        "Marshal",  "Admiral",   "Sieur",   "Viscount", "Chevalier", "Comte",     "Duc",
        "Baron",    "Lord",      "Chief",   "General",  "Guard",     "Commander", "Landgrave",
        "Margrave", "Constable", "Brigade", "Horse",    "Foot",      "Shot",      "Reserve",
        "Rear",     "Squadron",  "Battery", "Tercio",   "Wing",      "Regiment",  "Garrison",
        "Corps",    "Van",       "Head",    "Vanguard", "Battle",    "Company",   "Swiss",
        "Bands",    "cornet",    "horse",   "foot",     "Colonel",   "Rest",      "Staff",
        "battery",  "shot",      "Tomb",    "Maison",   "Highway",   "Meadows",   NULL,
    };
    static const char *const officer[] = { "general", "colonel", "captain", "Prior", NULL };
    const char *of = strstr(label, " of "), *comma = strstr(label, ", ");

    of = of ? of : strstr(label, " de ");
    of = of ? of : strstr(label, " du ");
    of = of ? of : strstr(label, " to ");
    if (ends_in(label, strlen(label), officer) && strchr(label, ' '))
        return true; /* the Red general */
    if (!label[0] || !strncmp(label, "The ", 4) || !strncmp(label, "the ", 4))
        return false;
    if (label[0] >= 'a' && label[0] <= 'z')
        return true;
    if (comma && ends_in(label, (size_t)(comma - label), rank))
        return true;
    if (of && (!comma || of - label < comma - label))
        return !is_numbered(label, strlen(label)) &&
               (ends_in(label, (size_t)(of - label), what) || tc_is_plural(label));
    return is_described(label);
}

/* A word that begins a description and no name: Left battery, Great battery. */
static bool is_plain_word(const char *label)
{
    static const char *const word[] = {
        "Left",  "Right",   "Centre",  "First", "Second",  "Third",    "Great", "Advance",
        "Light", "Heavy",   "Old",     "Raw",   "Picked",  "Mounted",  "Line",  "Rear",
        "Siege", "Forlorn", "Forward", "Loose", "Black",   "Combined", "Low",   "East",
        "West",  "North",   "South",   "High",  "Village", NULL,
    };
    static const char *const alone[] = { "Copse", "Hedge", "Hedges",  "Pond",
                                         "Wood",  "Knoll", "Gardens", NULL };
    const char *space = strchr(label, ' ');

    if (!space || space[1] == '(')
        return begins_in(label, alone);
    return space[1] >= 'a' && space[1] <= 'z' && begins_in(label, word);
}

/* Does what stands behind the comma go into brackets: not in Oberg, Laffert and Scheither? */
static bool is_bracketed(const char *label, const char *comma)
{
    if (!comma || strchr(label, '('))
        return false;
    bool list = strstr(comma + 2, ", ") || strstr(comma, " and ");
    return !list || comma[2] < 'A' || comma[2] > 'Z';
}

static void say_plain(const char *label, const char *end, struct tc_text *out)
{
    if (!strncmp(label, "L ", 2) && end - label > 2) { /* L Epinay: L'Epinay */
        tc_text_str(out, "L'");
        label += 2;
    }
    for (const char *p = label; p < end; p++) {
        if (!strncmp(p, " - ", 3)) { /* Ramillies - Merdorp road: Ramillies to Merdorp */
            tc_text_str(out, " to ");
            p += 2;
            continue;
        }
        bool number = *p == ' ' && p != label && is_digit(p[-1]) && is_digit(p[1]);
        tc_text_str(out, number ? " no." : ""); /* Dutch brigade 2 no. 1 */
        tc_text_char(out, *p);
    }
}

/* What stands behind the comma: (centre), (first line) 3, (part 2). */
static void say_bracket(const char *text, struct tc_text *out)
{
    size_t n = strlen(text), number = n;

    while (number > 0 && is_digit(text[number - 1]))
        number--;
    bool counts = number > 1 && number < n && text[number - 1] == ' ' &&
                  (number < 5 || strncmp(text + number - 5, "part ", 5) != 0);
    tc_text_str(out, " (");
    tc_text_bytes(out, text, counts ? number - 1 : n);
    tc_text_char(out, ')');
    tc_text_str(out, counts ? text + number - 1 : ""); /* Dutch horse (first line) 3 */
}

void tc_say_label(const char *label, const char *key, struct tc_text *out)
{
    char own[120];

    if (!label || !label[0] || !strcmp(label, key)) {
        struct tc_text t = tc_text_on(own, sizeof own);
        tc_say_key(key, &t);
        label = own;
    }
    if (tc_takes_article(label)) {
        tc_text_str(out, "the ");
        if (is_plain_word(label)) {
            tc_text_char(out, (char)(label[0] - 'A' + 'a'));
            label++;
        }
    } else if (!strncmp(label, "The ", 4)) {
        tc_text_str(out, "the");
        label += 3;
    }
    const char *comma = strstr(label, ", ");
    bool bracket = is_bracketed(label, comma);
    say_plain(label, bracket ? comma : label + strlen(label), out);
    if (bracket)
        say_bracket(comma + 2, out);
}
