/* The strategy `random`: every decision uniform among what is legal. It keeps nothing in mind. */
static inline void prepare(void) {}
static inline void begin(const mask *hands, int64_t pool) { (void)hands, (void)pool; }
static inline void note_lead(int tile, int led, int trick, int p) { (void)tile, (void)led, (void)trick, (void)p; }
static inline void note_follow(int tile, int led, int p) { (void)tile, (void)led, (void)p; }

static inline int declare(const int *legal, int options, mask hand, int p, int m, const int *in, const int *declared)
{
    (void)hand, (void)p, (void)m, (void)in, (void)declared;
    return legal[below(options)];
}

static inline mask keep(mask tiles, int p)
{
    (void)p;
    while (count(tiles) > 5)
        tiles ^= BIT(pick(tiles));
    return tiles;
}

static inline mask take_turn_up(mask hand, int p)
{
    (void)p;
    return below(2) ? hand ^ (BIT(pick(hand)) | BIT(turn_up)) : hand;
}

static inline int lead(mask legal, mask hand, int trick, const int *seats, int m, int at, int *led)
{
    (void)hand, (void)trick, (void)seats, (void)m, (void)at;
    int tile = pick(legal);
    *led = HI[tile];
    if (BIT(tile) & SHOWS[trump])
        *led = trump;
    else if (HI[tile] != LO[tile] && below(2))
        *led = LO[tile];
    return tile;
}

static inline int answer(mask legal, mask hand, int trick, int led, int winning, const int *seats, int m, int i, int at)
{
    (void)hand, (void)trick, (void)led, (void)winning, (void)seats, (void)m, (void)i, (void)at;
    return pick(legal);
}
