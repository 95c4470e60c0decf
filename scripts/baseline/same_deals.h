/* The deals of boneyard itself, in place of a fast generator: for a test that players who leave nothing to chance come
 * to the same totals. Compiled with -DSAME_DEALS; see simulate/domino/deck.py and simulate/machine/randomness.py. */
static uint64_t seed_of_all, words[4], lots[4], from_word, from_lots;
static mask undealt;
static int dealt;

enum { DECISIONS_A_HAND = 64, A_SEAT_THAT_NO_TABLE_HAS = 6 };

static inline void seed_deals(uint64_t seed) { seed_of_all = seed; }

static inline uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
}

/* Philox4x64-10 */
static void block(int64_t session, int64_t hand, int number, uint64_t *c)
{
    uint64_t k0 = seed_of_all, k1 = 0;
    c[0] = (uint64_t)session, c[1] = (uint64_t)hand, c[2] = (uint64_t)number, c[3] = 0;
    for (int i = 0; i < 10; i++) {
        uint64_t low0, low1, high0 = multiply(0xD2E7470EE14C6C93u, c[0], &low0);
        uint64_t high1 = multiply(0xCA5A826395121157u, c[2], &low1);
        c[0] = high1 ^ c[1] ^ k0, c[1] = low1, c[2] = high0 ^ c[3] ^ k1, c[3] = low0;
        k0 += 0x9E3779B97F4A7C15u, k1 += 0xBB67AE8584CAA73Bu;
    }
}

/* The upper 32 bits of a decision's word, which is what lots are drawn with. */
static uint64_t decision_word(uint64_t key, int number)
{
    uint64_t state = key + (uint64_t)number * 0xA0761D6478BD642Fu, low;
    uint64_t high = multiply(state, state ^ 0xE7037ED1A0B428DBu, &low);
    return (high ^ low) >> 32 << 32;
}

static inline void shuffle(int64_t session, int64_t hand)
{
    uint64_t first[4], second[4];
    block(session, hand, 0, first);
    block(session, hand, 1, second);
    for (int i = 0; i < 3; i++)
        words[i] = first[i], lots[i] = second[i + 1];
    words[3] = second[0];
    lots[LEADER] = decision_word(first[3], A_SEAT_THAT_NO_TABLE_HAS * DECISIONS_A_HAND);
    undealt = ((mask)1 << SET) - 1;
    dealt = 0;
}

static inline void next_lots(int which) { from_lots = lots[which]; }
static inline int below(int n) { return (int)multiply(from_lots, (uint64_t)n, &from_lots); }

static inline int draw(void)
{
    if (dealt % 7 == 0)
        from_word = words[dealt / 7];
    int before = (int)multiply(from_word, (uint64_t)(SET - dealt++), &from_word);
    mask left = undealt;
    while (before--)
        left &= left - 1;
    undealt ^= left & -left;
    return __builtin_ctz(left);
}

static inline void set_aside(int tiles)
{
    while (tiles--)
        draw();
}
