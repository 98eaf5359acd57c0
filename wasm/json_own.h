/* wasm/json_own.h - how JSON lies in memory; for json.c and json_text.c. */
#ifndef WASM_JSON_OWN_H
#define WASM_JSON_OWN_H

#include <jansson.h>
#include <stdint.h>

enum { DEEPEST = 512, INDEX_FROM = 12 };

struct pair {
    json_t *value;
    uint32_t hash, at; /* at: its place in the object */
    size_t n;
    char key[];
};

struct object {
    json_t j;
    size_t n, room;
    struct pair **pair;
    uint32_t *slot; /* places plus one, by hash; NULL while there are few */
    size_t slots;
};

struct array {
    json_t j;
    size_t n, room;
    json_t **item;
};

struct string {
    json_t j;
    size_t n;
    char text[];
};

struct integer {
    json_t j;
    json_int_t value;
};

struct real {
    json_t j;
    double value;
};

/* realloc() that does not fail. */
void *json_grown(void *p, size_t n);

/* Bytes of the UTF-8 character at s, 0 when it is none. */
size_t json_character(const unsigned char *s, size_t n);

/* Set a key of n bytes; takes value over. */
void json_put_pair(struct object *o, const char *key, size_t n, json_t *value);

#endif
