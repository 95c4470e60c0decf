/* The strategy `solved`: strategies/loo/solved.py declares, by the classes of simulate/solving/loo/hand_classes.py; all
 * else is done as by `book`. scripts/bench/solved_for_c.py writes the table: how many entries and nodes it has, the
 * entry for each pool, the node by position, those who took the miss and those who dropped, and the chances of the first
 * and of the second move by entry, node and class. */
#define declare declare_by_book
#define prepare prepare_book
#define begin begin_book
#include "loo_book.h"
#undef declare
#undef prepare
#undef begin

enum { CLASSES = 240, POOLS = 1024, HELD_RANKS = 1 << 7 };
static int32_t size[2], entry_of[POOLS], node_of[4][16][16];
static double *chances;
static int class_of_ranks[HELD_RANKS], entry;

static inline int least(int a, int b) { return a < b ? a : b; }

/* The class of trumps held, by their ranks: how many trumps out or held are higher. */
static int trump_class(unsigned ranks)
{
    int held = __builtin_popcount(ranks), best = held ? __builtin_ctz(ranks) : 0;
    int second = held > 1 ? __builtin_ctz(ranks & (ranks - 1)) : 0;
    switch (held) {
    case 0: return 0;
    case 1: return 1 + least(best, 4);
    case 2: return 6 + (best == 0 ? least(second - 1, 2) : best == 1 ? 3 + least(second - 2, 1) : 3 + least(best, 3));
    case 3: return 13 + (best == 0 ? least(second - 1, 2) : 2 + least(best, 2));
    default: return 18 + least(best, 1);
    }
}

static void take_in(void *into, size_t bytes)
{
    if (fread(into, 1, bytes, stdin) != bytes) {
        fprintf(stderr, "loo_solved: the table on standard input is too short\n");
        exit(2);
    }
}

static void prepare(void)
{
    prepare_book();
    for (unsigned ranks = 0; ranks < HELD_RANKS; ranks++)
        class_of_ranks[ranks] = trump_class(ranks);
    take_in(size, sizeof size);
    take_in(entry_of, sizeof entry_of);
    take_in(node_of, sizeof node_of);
    size_t bytes = (size_t)size[0] * (size_t)size[1] * CLASSES * 2 * sizeof *chances;
    chances = malloc(bytes);
    take_in(chances, bytes);
}

static inline void begin(const mask *hands, int64_t pool)
{
    begin_book(hands, pool);
    entry = entry_of[pool < POOLS ? pool : POOLS - 1];
}

static inline int class_of(mask hand, int dealer)
{
    mask seen = hand | BIT(turn_up), all = SHOWS[trump];
    if (dealer) {
        mask plain = hand & ~all, spare = plain & ~DOUBLES;
        spare = spare ? spare : plain ? plain : hand & ~DOUBLES;
        hand = (hand & ~BIT(__builtin_ctz(spare))) | BIT(turn_up);
    }
    mask trumps = hand & all, plain = hand & ~all, out = ALL & ~(seen | hand), known = trumps | (out & all);
    unsigned ranks = 0;
    for (mask rest = trumps; rest; rest &= rest - 1)
        ranks |= 1u << above(__builtin_ctz(rest), known);
    int high = 0;
    for (mask rest = plain & ~DOUBLES; rest; rest &= rest - 1) {
        int t = __builtin_ctz(rest);
        mask as_high = BETTER[trump][HI[t]][t] & out, as_low = BETTER[trump][LO[t]][t] & out;
        high |= !(as_high & (as_high - 1)) || !(as_low & (as_low - 1));
    }
    int held = (class_of_ranks[ranks] * 3 + least(count(plain & DOUBLES), 2)) * 2 + high;
    return held * 2 + ((DOUBLES & BIT(turn_up)) != 0);
}

static inline int declare(const int *legal, int options, mask hand, int p, int m, const int *in, const int *declared)
{
    (void)options, (void)m, (void)in;
    unsigned missed = 0, dropped = 0;
    for (int before = 0; before < p; before++) {
        missed |= (unsigned)(declared[before] == MISS) << before;
        dropped |= (unsigned)(declared[before] == DROP) << before;
    }
    int node = entry * size[1] + node_of[p][missed][dropped];
    const double *at = &chances[2 * (node * CLASSES + class_of(hand, p == n - 1))];
    double chance = (double)(next64() >> 33) / 2147483648.0;
    return legal[(chance >= at[0]) + (chance >= at[0] + at[1])];
}
