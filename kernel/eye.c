/* kernel/eye.c - whose numbers an eye goes by. */
#include "kernel/eye.h"

const int16_t *(*tc_taster)(void);

int tc_taste(const int16_t *normal, int i)
{
    const int16_t *row = tc_taster ? tc_taster() : NULL;

    return row ? row[i] : normal[i];
}
