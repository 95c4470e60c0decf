/* The default line-up, `pot-chaser`, `blank-hunter`, `save-doubles` and `best-odds` in turn: strategies/casino/greedy.py and
 * patient.py, with the odds of strategies/casino/odds.py. */
enum { ALL = (1 << SET) - 1, DOUBLE_BLANK = 1 };

static const double FULL_POT = 10, PREY = 0.2, FAT = 5;
static mask DOUBLES;
static double rival_bets[8][SET + 1]; /* [tiles][unseen]: rivals' bets that will be among some of the tiles unseen */

static inline void prepare(void)
{
    for (int t = 0; t < SET; t++)
        if (HI[t] == LO[t])
            DOUBLES |= BIT(t);
    for (int tiles = 0; tiles < 8; tiles++)
        for (int unseen = 1; unseen <= SET; unseen++)
            rival_bets[tiles][unseen] = (double)((n - 1) * tiles) / unseen;
}

static inline double among(mask tiles, mask unseen) { return rival_bets[count(tiles & unseen)][count(unseen)]; }

/* The tiles that a bet wins on average. */
static inline double expected(int t, int pot, mask unseen)
{
    int high = HI[t], low = LO[t];
    if (high == 0)
        return 0;
    double quiet = 1 - among(DOUBLE_BLANK, unseen);
    if (low == 0)
        return 11 / 36.0 * quiet * (1 + among(SHOWS[high], unseen));
    double stolen_high = among(BIT(TILE(high, 0)), unseen);
    if (high == low)
        return (n + pot) / 36.0 + 10 / 36.0 * quiet * (1 - stolen_high);
    double stolen_low = among(BIT(TILE(low, 0)), unseen);
    return quiet * (2 / 36.0 * (n + pot) + 9 / 36.0 * (2 - stolen_high - stolen_low));
}

static inline int best(mask tiles, int pot, mask unseen)
{
    int chosen = __builtin_ctz(tiles);
    double most = -1;
    for (; tiles; tiles &= tiles - 1) {
        int t = __builtin_ctz(tiles);
        double wins = expected(t, pot, unseen);
        if (wins > most)
            most = wins, chosen = t;
    }
    return chosen;
}

static inline int save_doubles(mask hand, int pot, mask unseen)
{
    mask doubles = hand & DOUBLES & ~DOUBLE_BLANK, called = pot >= FULL_POT ? doubles : hand & ~doubles;
    return best(called ? called : hand, pot, unseen);
}

static inline int hunt_blanks(mask hand, int pot, mask unseen)
{
    mask blanks = hand & SHOWS[0] & ~DOUBLE_BLANK, others = hand & ~blanks;
    int chosen = -1;
    double most = PREY;
    for (; blanks; blanks &= blanks - 1) {
        int t = __builtin_ctz(blanks);
        double prey = among(SHOWS[HI[t]], unseen);
        if (prey >= most)
            most = prey, chosen = t;
    }
    return chosen >= 0 ? chosen : best(others ? others : hand, pot, unseen);
}

static inline int chase_pot(mask tiles, int pot)
{
    int chosen = __builtin_ctz(tiles);
    double most = -SET;
    for (; tiles; tiles &= tiles - 1) {
        int t = __builtin_ctz(tiles);
        double chance = LO[t] == 0 ? 0 : HI[t] == LO[t] ? 1 / 36.0 : 2 / 36.0, worth = chance * (pot - FAT);
        if (worth > most)
            most = worth, chosen = t;
    }
    return chosen;
}

static inline int choose_bet(mask hand, int seat, const int *stash, int pot, mask seen)
{
    (void)stash;
    if (!(hand & (hand - 1)))
        return __builtin_ctz(hand);
    mask unseen = ALL & ~(hand | seen);
    switch (seat % 4) {
    case 0: return chase_pot(hand, pot);
    case 1: return hunt_blanks(hand, pot, unseen);
    case 2: return save_doubles(hand, pot, unseen);
    default: return best(hand, pot, unseen);
    }
}
