/* Domino Loo as in loo.c, every seat on the strategy `book`, which is inlined. */
#define PLAYER "loo_book.h"
#include "loo.c"
