/* Domino Loo as in loo.c, seats on the default line-up, which is inlined. */
#define PLAYER "loo_default.h"
#include "loo.c"
