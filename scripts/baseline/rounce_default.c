/* Domino Rounce as in rounce.c, seats on the default line-up, which is inlined. */
#define PLAYER "loo_default.h"
#include "rounce.c"
