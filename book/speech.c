/* book/speech.c - several languages at once. */
#include "book/speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/files.h"
#include "book/tongue.h"
#include "rules/registry.h"

enum { SYSTEMS = 16 };

struct book_speech {
    char code[8];
    struct book_arena keep;
    struct book_words *words;                /* NULL: English */
    const struct tc_ruleset *rules[SYSTEMS]; /* in the order of tc_rulesets */
};

static _Thread_local const struct book_speech *now;

static const char *word_now(const char *english)
{
    if (!now)
        return NULL;
    const char *own = now->words ? book_words_find(now->words, english) : NULL;
    return own ? own : english;
}

static const struct tc_ruleset *rules_now(const struct tc_ruleset *r)
{
    if (!now)
        return r;
    for (int i = 0; i < SYSTEMS && tc_rulesets[i]; i++)
        if (!strcmp(tc_rulesets[i]->name, r->name))
            return now->rules[i];
    return r;
}

static const struct tc_speaker speaker = { word_now, rules_now };

/* Before any thread is there. */
__attribute__((constructor)) static void take_the_floor(void)
{
    tc_speaker = &speaker;
}

static bool is_there(const char *data, const char *code)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/lang/%s", data, code);
    return book_is_folder(path);
}

static void open_rules(struct book_speech *s, const char *data)
{
    struct book_report quiet = { 0 };

    for (int i = 0; i < SYSTEMS && tc_rulesets[i]; i++)
        s->rules[i] = book_tongue_in(
            &(struct book_tongue_of){ data, s->code, tc_rulesets[i], &s->keep, &quiet });
}

struct book_speech *book_speech_open(const char *data, const char *language)
{
    char code[8];

    book_read_language(language, code, sizeof code);
    bool english = !code[0] && language && !strncmp(language, "en", 2);
    if (!english && (!code[0] || !is_there(data, code)))
        return NULL;
    struct book_speech *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    memcpy(s->code, code, sizeof code);
    open_rules(s, data);
    s->words = book_words_open(data, code, "command");
    return s;
}

void book_speech_close(struct book_speech *s)
{
    if (!s)
        return;
    book_words_close(s->words);
    book_arena_free(&s->keep);
    free(s);
}

const char *book_speech_code(const struct book_speech *s)
{
    return s->code[0] ? s->code : "en";
}

const struct book_speech *book_speech_use(const struct book_speech *s)
{
    const struct book_speech *before = now;

    now = s;
    return before;
}
