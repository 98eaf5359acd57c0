/* draw/badge.c - the words of badges and the marks they are shown by. */
#include "draw/plan.h"

#include <string.h>

/* Words that mean a body is the worse for it; they get a red seal. */
static bool is_bad(const char *word)
{
    static const char *const part[] = { "rout",  "broken", "disorder", "shaken",
                                        "waver", "spent",  "retreat",  "flee",
                                        "panic", "worn",   "mob",      "disarray" };
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        if (strstr(word, part[i]))
            return true;
    return false;
}

/* Copy the next word of a badge list; false at its end. */
static bool next_word(const char **rest, char out[32])
{
    const char *s = *rest;
    char raw[32];
    size_t n = 0;
    while (*s == ',' || *s == ' ')
        s++;
    if (!*s)
        return false;
    for (; *s && *s != ','; s++)
        if (n + 1 < sizeof raw)
            raw[n++] = *s;
    raw[n] = '\0';
    *rest = s;
    draw_clean(raw, out, 32, 24);
    return true;
}

static int find(const struct draw_plan *p, const char *word)
{
    for (int i = 0; i < p->badges; i++)
        if (strcmp(p->badge[i].word, word) == 0)
            return i;
    return -1;
}

static bool mark_taken(const struct draw_plan *p, const char *mark)
{
    for (int i = 0; i < p->badges; i++)
        if (strcmp(p->badge[i].mark, mark) == 0)
            return true;
    return false;
}

static char capital(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

/* One capital; if another word has it, a second letter that tells them apart. */
static void choose_mark(struct draw_plan *p, struct draw_badge *b)
{
    b->mark[0] = (unsigned char)b->word[0] < 0x80 ? capital(b->word[0]) : '*';
    b->mark[1] = '\0';
    for (int i = 1; b->word[i] && mark_taken(p, b->mark); i++)
        if ((unsigned char)b->word[i] > ' ' && (unsigned char)b->word[i] < 0x7f) {
            b->mark[1] = b->word[i];
            b->mark[2] = '\0';
        }
}

void draw_find_badges(struct draw_plan *p)
{
    char word[32];
    p->badges = 0;
    for (int i = 0; i < p->s->pieces; i++) {
        const char *rest = p->s->piece[i].badges;
        while (next_word(&rest, word)) {
            if (find(p, word) >= 0 || p->badges == DRAW_BADGES)
                continue;
            struct draw_badge b = { .bad = is_bad(word) };
            memcpy(b.word, word, sizeof word);
            choose_mark(p, &b);
            p->badge[p->badges++] = b;
        }
    }
}

int draw_badge_next(const struct draw_plan *p, const char **rest)
{
    char word[32];
    while (next_word(rest, word)) {
        int i = find(p, word);
        if (i >= 0)
            return i;
    }
    return -1;
}
