/* players/eyes.h - the eyes of the systems; private to players/. */
#ifndef PLR_EYES_H
#define PLR_EYES_H

#include "players/eye.h"

extern const struct plr_eye plr_minden_eye;

#endif
