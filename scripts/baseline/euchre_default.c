/* Domino Euchre as in euchre.c, seats on the default line-up, which is inlined. */
#define PLAYER "euchre_default.h"
#include "euchre.c"
