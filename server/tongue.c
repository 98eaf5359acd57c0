/* server/tongue.c - each request and each stream is answered in its own language.
 *
 * Tongue 0 is the one the books were loaded in (--lang); the others are those of data/lang, and
 * English. Which one a request wants stands in Accept-Language. What is stored or sent by
 * mail is in tongue 0.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/book.h"
#include "book/files.h"
#include "book/speech.h"
#include "server/own.h"

struct srv_tongues {
    struct book_speech *speech[SRV_TONGUES]; /* 0: NULL */
};

static _Thread_local int speaking;

static void add(struct srv_tongues *t, const char *code)
{
    int n = 1;

    while (n < SRV_TONGUES && t->speech[n])
        n++;
    if (n < SRV_TONGUES && strcmp(code, book_speaks()) != 0)
        t->speech[n] = book_speech_open(srv->o.data, code);
}

struct srv_tongues *srv_tongues_new(void)
{
    struct srv_tongues *t = calloc(1, sizeof *t);

    TC_BUG_ON(!t);
    return t;
}

void srv_tongues_open(void)
{
    struct srv_tongues *t = srv->tongues;
    struct book_arena a = { 0 };
    char path[BOOK_PATH_MAX];
    const char **names;

    add(t, "en");
    if ((size_t)snprintf(path, sizeof path, "%s/lang", srv->o.data) < sizeof path) {
        int n = book_is_folder(path) ? book_list_folder(&a, path, &names) : 0;
        for (int i = 0; i < n; i++)
            add(t, names[i]);
    }
    book_arena_free(&a);
}

void srv_tongues_free(struct srv_tongues *t)
{
    for (int i = 0; t && i < SRV_TONGUES; i++)
        book_speech_close(t->speech[i]);
    free(t);
}

/* The tongue of a tag as browsers write it ("de-AT"); -1: it is not spoken here. */
static int tongue_of(const char *tag)
{
    const struct srv_tongues *t = srv->tongues;

    if (strncmp(tag, book_speaks(), 2) == 0)
        return 0;
    for (int i = 1; i < SRV_TONGUES; i++)
        if (t->speech[i] && strncmp(tag, book_speech_code(t->speech[i]), 2) == 0)
            return i;
    return -1;
}

/* "de-AT,de;q=0.9,en;q=0.8": thousandths of its q; 1000 where there is none. */
static int weight_of(const char *tag, const char *end)
{
    const char *q = strstr(tag, ";q=");
    int w = 0, unit = 1000;

    if (!q || q >= end)
        return 1000;
    for (q += 3; q < end && ((*q >= '0' && *q <= '9') || *q == '.'); q++)
        if (*q != '.') {
            w += unit * (*q - '0');
            unit /= 10;
        }
    return w;
}

int srv_tongue_wanted(const char *accept)
{
    int best = 0, most = 0;

    for (const char *p = accept; p && *p;) {
        p += strspn(p, " ,");
        const char *end = p + strcspn(p, ",");
        size_t n = strcspn(p, ",;- ");
        int k = n == 2 ? tongue_of(p) : -1, w = weight_of(p, end);
        if (k >= 0 && w > most) {
            most = w;
            best = k;
        }
        p = end;
    }
    return best;
}

int srv_speak(int tongue)
{
    int before = speaking;

    speaking = tongue;
    book_speech_use(srv->tongues->speech[tongue]);
    return before;
}

int srv_speaking(void)
{
    return speaking;
}
