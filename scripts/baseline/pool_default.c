/* Domino Pool as in pool.c, seats on the default line-up, which is inlined. */
#define PLAYER "pool_default.h"
#include "pool.c"
