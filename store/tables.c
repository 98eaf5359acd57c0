/* store/tables.c - the tables of a store, the same in every database. */
#include <stdlib.h>
#include <string.h>

#include "store/own.h"

#define VERSION "2"

/* In this order: later ones hang on earlier ones. */
#define OF_GAME    "game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE"
#define OF_ACCOUNT "account TEXT NOT NULL REFERENCES account(name) ON DELETE CASCADE"
#define TABLE      "CREATE TABLE IF NOT EXISTS "
#define INDEX      "CREATE INDEX IF NOT EXISTS "

static const char *const table[] = {
    TABLE "about (name TEXT PRIMARY KEY, text TEXT NOT NULL)",
    TABLE "game (id TEXT PRIMARY KEY, header TEXT NOT NULL)",
    TABLE "line (" OF_GAME ", n BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, n))",
    TABLE "note (" OF_GAME ", n BIGINT NOT NULL, line BIGINT NOT NULL, at BIGINT NOT NULL,"
          " seat BIGINT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,"
          " PRIMARY KEY (game, n))",
    TABLE "setting (" OF_GAME ", name TEXT NOT NULL, text TEXT NOT NULL,"
          " PRIMARY KEY (game, name))",
    TABLE "token (" OF_GAME ", seat BIGINT NOT NULL, hash TEXT NOT NULL UNIQUE,"
          " PRIMARY KEY (game, seat))",
    TABLE "account (name TEXT PRIMARY KEY, secret TEXT NOT NULL)",
    TABLE "account_setting (" OF_ACCOUNT ", name TEXT NOT NULL, text TEXT NOT NULL,"
          " PRIMARY KEY (account, name))",
    TABLE "session (hash TEXT PRIMARY KEY, " OF_ACCOUNT ", until BIGINT NOT NULL)",
    TABLE "account_game (" OF_ACCOUNT ", " OF_GAME ", seat BIGINT NOT NULL,"
          " token TEXT NOT NULL, PRIMARY KEY (account, game, seat))",
    /* How often a game was written to, and how often what lies beside its lines and notes. */
    TABLE "pulse (game TEXT PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,"
          " rev BIGINT NOT NULL, beside BIGINT NOT NULL)",
    /* Secret: what the dice of a game are rolled from, until it is published as a line. */
    TABLE "seed (game TEXT PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,"
          " text TEXT NOT NULL, line BIGINT NOT NULL)",
    /* A token of a seat that is good as long as a session is, and the seat's own token. */
    TABLE "loan (hash TEXT PRIMARY KEY,"
          " session TEXT NOT NULL REFERENCES session(hash) ON DELETE CASCADE,"
          " " OF_GAME ", seat BIGINT NOT NULL, token TEXT NOT NULL)",
    TABLE "alike (form TEXT PRIMARY KEY, " OF_ACCOUNT ")",
    TABLE "code (hash TEXT PRIMARY KEY, kind TEXT NOT NULL, " OF_ACCOUNT ","
          " text TEXT NOT NULL, until BIGINT NOT NULL)",
    TABLE "tally (name TEXT NOT NULL, span BIGINT NOT NULL, n BIGINT NOT NULL,"
          " until BIGINT NOT NULL, PRIMARY KEY (name, span))",
    /* kind: address, account or mail. */
    TABLE "ban (kind TEXT NOT NULL, name TEXT NOT NULL, until BIGINT NOT NULL,"
          " reason TEXT NOT NULL, PRIMARY KEY (kind, name))",
    /* When the clock of a game is to be looked at, in time of service. */
    TABLE "due (game TEXT PRIMARY KEY REFERENCES game(id) ON DELETE CASCADE,"
          " at BIGINT NOT NULL)",
    /* The file of a battle by its hash, and how it plays; `at`: when it was wanted last. */
    TABLE "battle_text (hash TEXT PRIMARY KEY, text TEXT NOT NULL, bytes BIGINT NOT NULL,"
          " at BIGINT NOT NULL, plays TEXT NOT NULL)",
    TABLE "battle (id TEXT PRIMARY KEY, " OF_ACCOUNT ", hash TEXT NOT NULL,"
          " system TEXT NOT NULL, title TEXT NOT NULL, origin TEXT NOT NULL,"
          " origin_text TEXT NOT NULL, listed BIGINT NOT NULL, made BIGINT NOT NULL,"
          " changed BIGINT NOT NULL)",
    /* Battles by the dozen between computers: what was wished, and how far it has come. */
    TABLE "study (id TEXT PRIMARY KEY, owner TEXT NOT NULL, wish TEXT NOT NULL,"
          " state TEXT NOT NULL, at BIGINT NOT NULL, battles BIGINT NOT NULL,"
          " used BIGINT NOT NULL, lease BIGINT NOT NULL)",
    TABLE "study_row (study TEXT NOT NULL REFERENCES study(id) ON DELETE CASCADE,"
          " n BIGINT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (study, n))",
    TABLE "deed (n BIGINT PRIMARY KEY, at BIGINT NOT NULL, who TEXT NOT NULL,"
          " what TEXT NOT NULL)",
    /* By what rows are looked for beside their first column, and by what they go when the row
     * they hang on goes. */
    INDEX "account_game_of ON account_game (game)",
    INDEX "session_of ON session (account)",
    INDEX "loan_of_session ON loan (session)",
    INDEX "loan_of_game ON loan (game)",
    INDEX "code_of ON code (account)",
    INDEX "alike_of ON alike (account)",
    INDEX "battle_of ON battle (account)",
    INDEX "due_at ON due (at)",
};

/* A store of an earlier version becomes one of today: the tables above that it lacked are
 * there now, and what is otherwise is changed here, in the same commit. */
static enum tc_err upgrade(const struct sto_driver *d, void *conn, char **version,
                           struct tc_why *why)
{
    static const char *const step[] = {
        "UPDATE about SET text = '" VERSION "' WHERE name = 'version'",
        /* for the server, which knows how tokens are hashed and names read */
        "INSERT INTO about (name, text) VALUES ('old', '1') ON CONFLICT (name) DO NOTHING",
        /* nobody had confirmed that the address is theirs */
        "UPDATE account_setting SET name = 'mail-wanted' WHERE name = 'mail'",
    };
    enum tc_err err = TC_OK;

    if (*version && strcmp(*version, "1") == 0)
        for (size_t i = 0; i < sizeof(step) / sizeof(*step) && !err; i++)
            err = d->run(conn, step[i], NULL, 0, NULL, NULL, why);
    if (!err)
        err = d->run(conn, "SELECT text FROM about WHERE name = 'version'", NULL, 0,
                     sto_keep_text, version, why);
    return err;
}

enum tc_err sto_make_tables(const struct sto_driver *d, void *conn, struct tc_why *why)
{
    char *version = NULL;
    enum tc_err err = TC_OK;

    for (size_t i = 0; i < sizeof(table) / sizeof(*table) && !err; i++)
        err = d->run(conn, table[i], NULL, 0, NULL, NULL, why);
    if (!err)
        err = d->run(conn,
                     "INSERT INTO about (name, text) VALUES ('version', '" VERSION "')"
                     " ON CONFLICT (name) DO NOTHING",
                     NULL, 0, NULL, NULL, why);
    if (!err)
        err = d->run(conn, "SELECT text FROM about WHERE name = 'version'", NULL, 0,
                     sto_keep_text, &version, why);
    if (!err)
        err = upgrade(d, conn, &version, why);
    if (!err && (!version || strcmp(version, VERSION) != 0))
        err = sto_fail(why, TC_E_EDITION, "store",
                       "The store is of version %s; this program writes version " VERSION ".",
                       version ? version : "unknown");
    free(version);
    return err;
}

enum tc_err sto_was_old(struct sto *st, bool *old, struct tc_why *why)
{
    char *text = NULL;
    enum tc_err err = sto_read(st, "SELECT text FROM about WHERE name = 'old'", NULL, 0,
                               sto_keep_text, &text, why);

    *old = text != NULL;
    free(text);
    return err;
}

enum tc_err sto_not_old(struct sto *st, struct tc_why *why)
{
    return sto_write_one(st, NULL, "DELETE FROM about WHERE name = 'old'", NULL, 0, why);
}
