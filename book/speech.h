/* book/speech.h - several languages at once: each thread speaks one for as long as it likes.
 *
 * Books are loaded in one language (book_speak). A server, a page or a program that talks to
 * people of several says before each answer in which: all that the kernel prints in this thread
 * is then in it, whatever language the book was loaded in. Notation, records and hashes stay.
 */
#ifndef BOOK_SPEECH_H
#define BOOK_SPEECH_H

#include <stdbool.h>

struct book_speech;

/* Everything of data/lang/<language>; "en" is always there. language may be as LANG or a
 * browser has it. NULL: there is no such language. */
struct book_speech *book_speech_open(const char *data, const char *language);
void book_speech_close(struct book_speech *s);
const char *book_speech_code(const struct book_speech *s); /* "de" */

/* Speak it in this thread from here on; NULL: as the books were loaded. What was spoken before
 * is given back. */
const struct book_speech *book_speech_use(const struct book_speech *s);

#endif
