/* The strategy `random`: every decision uniform among what is legal. It keeps nothing in mind. */
static inline void prepare(void) {}
static inline void note_lead(int tile) { (void)tile; }
static inline void note_follow(int p, int tile, int led, mask follow) { (void)p, (void)tile, (void)led, (void)follow; }
static inline int discard(mask tiles, int trump) { (void)trump; return pick(tiles); }

static inline void begin_tricks(int maker, int turn_up, int taken, int thrown)
{
    (void)maker, (void)turn_up, (void)taken, (void)thrown;
}

/* A call is 0 to pass, else one of `kinds` times the suits on offer; the even ones are alone. */
static inline int accept(mask hand, int p, int turn_up, int *alone)
{
    (void)hand, (void)p, (void)turn_up;
    int called = below(1 + kinds);
    *alone = called == 2;
    return called != 0;
}

static inline int name_suit(mask hand, int p, int turned, int turn_up, int *suit, int *alone)
{
    (void)hand, (void)p, (void)turn_up;
    int called = below(1 + 6 * kinds);
    if (!called)
        return 0;
    int other = (called - 1) / kinds; /* counts the suits without the one turned down */
    *suit = other + (other >= turned);
    *alone = (called - 1) % kinds;
    return 1;
}

static inline int lead(mask hand, int trump, int trick, const int *seats, int m, int at, int *led)
{
    (void)trick, (void)seats, (void)m, (void)at;
    int tile = pick(hand);
    *led = HI[tile];
    if (BIT(tile) & TRUMPS[trump])
        *led = trump;
    else if (HI[tile] != LO[tile] && below(2))
        *led = LO[tile];
    return tile;
}

static inline int answer(mask legal, mask hand, int trump, int trick, int led, int winning, int winner, const int *seats,
                         int m, int i, int at)
{
    (void)hand, (void)trump, (void)trick, (void)led, (void)winning, (void)winner, (void)seats, (void)m, (void)i, (void)at;
    return pick(legal);
}
