/* bench/load.h - what the files of the load share. */
#ifndef LOAD_H
#define LOAD_H

#include <stdbool.h>
#include <stddef.h>

enum { LOAD_NAME = 64 };

double load_now(void);
_Noreturn void load_die(const char *what);
int load_dial(void);
void load_send(int fd, const char *text, size_t n);
/* Seconds of processor time a process has used; 0: none is named. */
double load_spent(int pid);

struct load_game {
    char id[LOAD_NAME], token[2][LOAD_NAME], watch[LOAD_NAME];
    int number, seat; /* of the open question */
    char act[512];
    int lines; /* that were acknowledged */
    bool over;
};

/* Games of two persons, each of whom has sat down; free() them. */
struct load_game *load_make_games(int n);

/* Counts the lines of a stream; anything out of order is a fault. */
struct load_ear {
    int fd, next;
    struct load_game *g;
    char rest[64]; /* the beginning of a line of text that is not whole yet */
    int kept;
};

extern long load_faults, load_heard;

void load_open_ear(struct load_ear *e, struct load_game *g, const char *token);
void load_hear(struct load_ear *e, const char *bytes, size_t n);

/* load HOST PORT answers GAMES RATE SECONDS [PID] */
int load_answers(int games, double rate, double seconds, int pid);

#endif
