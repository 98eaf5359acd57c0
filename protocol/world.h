/* protocol/world.h - what a conversation is about: a folder of data and the computer players.
 */
#ifndef PROTO_WORLD_H
#define PROTO_WORLD_H

#include "book/strict.h"
#include "protocol/umpire.h"

struct world_speech;

struct world {
    const char *data; /* the folder */
    bool programs;    /* seats may be held by outside programs (program:COMMAND) */
    struct proto_data proto;
    _Atomic(struct world_speech *) speeches; /* opened when they are first asked for */
};

/* Fills w; data and w must outlive the conversations. */
void world_open(struct world *w, const char *data, bool programs);
void world_close(struct world *w);

/* A tree of a YAML file as JSON; scalars stay text, the field tables know what they are. */
json_t *world_node_json(const struct book_node *n);

#endif
