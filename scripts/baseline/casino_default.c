/* Domino Casino as in casino.c, seats on the default line-up, which is inlined. */
#define PLAYER "casino_default.h"
#include "casino.c"
