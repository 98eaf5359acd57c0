/* cli/screen.h - the whole-screen face of `tricorne play`: what its files share. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "cli/play.h"

enum { SCREEN_ROWS_MIN = 16, SCREEN_COLUMNS_MIN = 60, SCREEN_LINE = 512 };

struct screen {
    struct play *p;
    bool utf8;
    char *news; /* everything told so far, line by line */
    size_t news_n, news_room;
    char *page; /* a text shown over the table, or NULL */
    int page_top;
    int list[TC_OFFERS], n; /* answers that pass the filter */
    int pick, top;          /* the chosen one; the first shown */
    char filter[64];
    char message[SCREEN_LINE]; /* one line for the last thing done */
    uint32_t listed;           /* the question whose answers are listed */
    int32_t zoom, at_x, at_y;  /* 1: all; else the view is so many times smaller */
    int rows, columns;
};

/* Draw everything anew (screen_draw.c). */
void screen_draw(struct screen *s);

/* Rows of the list of answers. */
int screen_list_rows(const struct screen *s);

/* The part of the table that is shown, by zoom and place. */
void screen_set_view(struct screen *s);

/* Is there a description of this terminal (terminal.c)? */
bool screen_known_terminal(void);

#endif
