/* cli/say.c - what the command says itself, in another language. */
#include <stdlib.h>

#include "book/tongue.h"
#include "cli/cli.h"

static struct book_words *words;

static void forget(void)
{
    book_words_close(words);
    words = NULL;
}

void cli_speak(const char *data, const char *language)
{
    static bool told;

    forget();
    words = book_words_open(data, language, "command");
    tc_wording = words ? cli_say : NULL;
    if (!told)
        atexit(forget);
    told = true;
}

const char *cli_say(const char *english)
{
    const char *own = words ? book_words_find(words, english) : NULL;

    return own ? own : english;
}
