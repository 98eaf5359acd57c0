/* book/registry.c - the systems whose files can be read. */
#include <string.h>

#include "book/schema.h"

extern const struct book_schema book_bayonet;
extern const struct book_schema book_malbrook;
extern const struct book_schema book_minden;
extern const struct book_schema book_pistolado;
extern const struct book_schema book_reason;

const struct book_schema *const book_schemas[] = {
    &book_bayonet, &book_malbrook, &book_minden, &book_pistolado, &book_reason, NULL,
};

const struct book_schema *book_find_schema(const char *system)
{
    for (int i = 0; book_schemas[i]; i++)
        if (strcmp(book_schemas[i]->system, system) == 0)
            return book_schemas[i];
    return NULL;
}
