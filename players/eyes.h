/* players/eyes.h - the eyes of the systems; private to players/. */
#ifndef PLR_EYES_H
#define PLR_EYES_H

#include "players/eye.h"

extern const struct plr_eye plr_bayonet_eye, plr_malbrook_eye, plr_minden_eye,
    plr_pistolado_eye, plr_reason_eye;

#endif
