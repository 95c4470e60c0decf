/* What the baseline programs share: random numbers, the double-six set, the clock and the output.
 * Each program is one file: gcc -std=c11 -O3 -march=native -o loo loo.c */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L
#endif
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { SET = 28 };
typedef uint32_t mask; /* a set of tiles: bit t stands for tile t */

/* Tile t is HI[t]-LO[t]; the order is 0-0, 1-0, 1-1, 2-0, ... so that a pair of ends is found by arithmetic. */
#define TILE(hi, lo) ((hi) * ((hi) + 1) / 2 + (lo))
#define BIT(t) ((mask)1 << (t))
static const uint8_t HI[SET] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6};
static const uint8_t LO[SET] = {0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6};
static mask SHOWS[7]; /* the seven tiles that show a number */

/* What lots are drawn for, where each has words of its own. */
enum { ROLLS_A_WORD = 5, LEADER = 3 };
/* shuffle begins a hand; draw returns its next tile, and below(n) a lot of 0..n-1. */
#ifdef SAME_DEALS
#include "same_deals.h"
#else
#include "fast_deals.h"
#endif

static inline int count(mask m) { return __builtin_popcount(m); }

/* The tile of m with k tiles of m before it. */
static inline int nth(mask m, int k)
{
#ifdef __BMI2__
    return __builtin_ctz(_pdep_u32(BIT(k), m));
#else
    while (k--)
        m &= m - 1;
    return __builtin_ctz(m);
#endif
}

/* Ways to choose some things from others; exact. */
static inline double ways(int from, int some)
{
    double product = 1;
    for (int k = 0; k < some; k++)
        product = product * (from - k) / (k + 1);
    return product;
}

static inline int pick(mask m) { return nth(m, below(count(m))); }

static inline mask draw_many(int k)
{
    mask m = 0;
    while (k--)
        m |= BIT(draw());
    return m;
}

static inline void start(uint64_t seed)
{
    seed_deals(seed);
    for (int t = 0; t < SET; t++) {
        SHOWS[HI[t]] |= BIT(t);
        SHOWS[LO[t]] |= BIT(t);
    }
}

/* Of processor time. */
static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int64_t number(const char *text, int64_t least, int64_t most)
{
    char *end;
    int64_t value = strtoll(text, &end, 10);
    if (end == text || *end || value < least || value > most) {
        fprintf(stderr, "%s: expected a whole number, %" PRId64 " to %" PRId64 "\n", text, least, most);
        exit(2);
    }
    return value;
}

static inline void print_array(const char *name, const int64_t *a, int length)
{
    printf(", \"%s\": [", name);
    for (int i = 0; i < length; i++)
        printf("%s%" PRId64, i ? ", " : "", a[i]);
    printf("]");
}

/* The first `rows` rows of a table with `width` columns. */
static inline void print_table(const char *name, const int64_t *a, int rows, int width)
{
    printf(", \"%s\": [", name);
    for (int r = 0; r < rows; r++) {
        printf("%s[", r ? ", " : "");
        for (int c = 0; c < width; c++)
            printf("%s%" PRId64, c ? ", " : "", a[r * width + c]);
        printf("]");
    }
    printf("]");
}
