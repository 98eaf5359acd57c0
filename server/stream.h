/* server/stream.h - what the files of the streams share among themselves. */
#ifndef SRV_STREAM_H
#define SRV_STREAM_H

#include "server/own.h"

/* A text that several streams share. */
struct srv_chunk {
    atomic_int refs;
    size_t n;
    char bytes[];
};

struct srv_chunk *srv_new_chunk(const char *text, size_t n);

/* The last line and note told; line -1: none. */
struct srv_place {
    int64_t line;
    uint32_t note;
};

/* Through whose eyes a seat looks: those of a side, or a watcher's. */
int srv_eyes_of(const struct srv_game *g, int seat);
/* Does it look the same to everybody? */
bool srv_is_open(const struct srv_game *g);

/* No stream of the game was told how it looks. */
void srv_stream_unseen(struct srv_game *g);

/* "event: KIND", its data, an empty line. */
void srv_put_event(struct js_out *o, const char *kind, const json_t *data);

/* With the game's lock held: what a seat has not been told between two places, or the first
 * part of it, a little more than `most` bytes. *at moves to the last thing told. shown is how
 * the scene looked when the streams were told last, or NULL: then the whole scene is told. */
enum tc_err srv_text_behind(const struct srv_game *g, int seat, struct srv_place *at,
                            const struct srv_place *end, size_t most,
                            struct js_seen_scene *shown, struct srv_chunk **out,
                            struct tc_why *why);

#endif
