/* protocol/commands.h - several seats a side: who leads what. */
#ifndef SES_COMMANDS_H
#define SES_COMMANDS_H

#include "protocol/session.h"

enum { SES_COMMANDS = 64 };

struct ses_command {
    int8_t side, number; /* as tc_ruleset.command_of has it */
    char name[120];      /* its brigades, for people */
};

/* The commands of both sides, in the order of their troops. */
int ses_commands(const struct tc_book *bk, struct ses_command out[SES_COMMANDS]);

/* Where a side has several seats, and none of them a command: each gets its share. */
void ses_deal(const struct tc_book *bk, struct ses_options *o);

/* What a seat leads: [{"command","name"}]. Empty: whatever nobody else does. */
json_t *ses_commands_json(const struct tc_book *bk, const struct ses_seat *seat);

#endif
