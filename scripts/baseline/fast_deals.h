/* Random numbers and the deck of a program that is to be fast. */
static uint8_t deck[SET];
static int dealt;
static uint64_t state[4];

/* xoshiro256** */
static inline uint64_t next64(void)
{
    uint64_t x = state[1] * 5, t = state[1] << 17, result = (x << 7 | x >> 57) * 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = state[3] << 45 | state[3] >> 19;
    return result;
}

static inline void seed_deals(uint64_t seed)
{
    for (int i = 0; i < 4; i++) { /* splitmix64, so that any seed gives a well mixed state */
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        state[i] = z ^ z >> 31;
    }
    for (int t = 0; t < SET; t++)
        deck[t] = (uint8_t)t;
}

/* Uniform in 0..n-1; for these small n the bias is below one part in 10^8. */
static inline int below(int n) { return (int)((next64() >> 32) * (uint64_t)n >> 32); }

/* One step of a Fisher-Yates shuffle: only the tiles that are needed get shuffled. The deck keeps its order from the
 * hand before, which is as good a start as any. */
static inline int draw(void)
{
    int j = dealt + below(SET - dealt), t = deck[j];
    deck[j] = deck[dealt];
    deck[dealt++] = (uint8_t)t;
    return t;
}

/* Which hand it is, what is taken out of the set and which lots come next matter to same_deals.h only. */
static inline void shuffle(int64_t session, int64_t hand) { (void)session, (void)hand, dealt = 0; }
static inline void set_aside(int tiles) { (void)tiles; }
static inline void next_lots(int which) { (void)which; }
