/* server/tongue.h - the languages a server speaks. */
#ifndef SRV_TONGUE_H
#define SRV_TONGUE_H

enum { SRV_TONGUES = 3 }; /* that of the books, and two more */

struct srv_tongues;
struct srv_tongues *srv_tongues_new(void);
void srv_tongues_free(struct srv_tongues *t);
void srv_tongues_open(void); /* those of the data folder */

/* Which of them Accept-Language asks for; 0 if it asks for none. */
int srv_tongue_wanted(const char *accept);

/* This thread says everything in it from here on; gives back which it spoke before. */
int srv_speak(int tongue);
int srv_speaking(void);

#endif
