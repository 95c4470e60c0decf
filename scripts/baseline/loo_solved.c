/* Domino Loo as in loo.c, every seat on the strategy `solved`, which is inlined; its table is read from standard input. */
#define PLAYER "loo_solved.h"
#include "loo.c"
