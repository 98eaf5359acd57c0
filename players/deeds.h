/* players/deeds.h - what each command did between two looks at the field, in words.
 *
 * Read from scenes, so that every system has it and it can be told of people as well as of
 * computers: who went for which ground, who attacked whom, who held, who fell back.
 */
#ifndef PLR_DEEDS_H
#define PLR_DEEDS_H

#include "kernel/ruleset.h"
#include "kernel/scene.h"

enum { PLR_COMMANDS = 96, PLR_PLACES = 12, PLR_LABEL = 48 };

struct plr_body {
    int32_t x, y; /* thousandths of an inch or of a hex */
    int16_t id, command;
    int8_t side;
    char key[PLR_LABEL];
};

struct plr_command {
    char key[PLR_LABEL], name[PLR_LABEL];
    int8_t side;
    int bodies, strength;
};

struct plr_place {
    char name[PLR_LABEL];
    int32_t x, y;
    int8_t holder;
};

/* A field as one look shows it; leaders are left out. */
struct plr_field {
    bool hex;
    int bodies, commands, places;
    int strength[TC_SIDES], points[TC_SIDES];
    struct plr_body body[TC_SCENE_PIECES];
    struct plr_command command[PLR_COMMANDS];
    struct plr_place place[PLR_PLACES];
};

enum plr_deed {
    PLR_HOLDS,
    PLR_MOVES,
    PLR_ADVANCES, /* target: a command of the enemy */
    PLR_GOES_FOR, /* target: a place */
    PLR_TAKES,    /* target: a place */
    PLR_ATTACKS,  /* target: a command of the enemy */
    PLR_FIGHTS,   /* target: a command of the enemy */
    PLR_FALLS_BACK,
    PLR_ARRIVES,
    PLR_GONE,
    PLR_DEEDS
};

extern const char *const plr_deed_names[PLR_DEEDS]; /* "holds", "goes-for" ... */

struct plr_done {
    uint8_t deed; /* enum plr_deed */
    int16_t target;
    int lost; /* strength */
};

/* scene is scratch. */
void plr_field_read(const struct tc_book *bk, const void *state, struct tc_scene *scene,
                    struct plr_field *out);

/* The same command of a later look; TC_NONE: it is not there any more. */
int plr_command_in(const struct plr_field *f, const struct plr_command *c);

/* The command a name belongs to: of a piece, or its own; TC_NONE: none of that side. */
int plr_command_named(const struct plr_field *f, int side, const char *name);

/* What command c of `before` did until `after`. Places and commands that are targets are
 * numbered as in `before`. */
struct plr_done plr_deed_of(const struct plr_field *before, const struct plr_field *after,
                            int c);

/* A name of the scene as people say it; begins: with a capital. */
void plr_say_name(const char *name, bool begins, struct tc_text *out);

/* "goes for Mill hill"; several: "go for Mill hill". */
void plr_say_deed(const struct plr_field *before, const struct plr_done *d, bool several,
                  struct tc_text *out);

/* What a whole side did: "Kingsley's brigade goes for Mill hill; the Guns and the Horse hold."
 * Without commands nothing. */
void plr_say_side(const struct plr_field *before, const struct plr_field *after, int side,
                  struct tc_text *out);

#endif
