/* The strategy `book`: strategies/loo/book.py declares, strategies/loo/base.py plays the tiles. */
enum { ALL = (1 << SET) - 1, GIVEN = 9 };

static mask BETTER[7][7][SET]; /* [trump][suit][tile]: the tiles of the suit that beat a tile of it */
static mask CAUGHT[7][SET];    /* [trump][tile]: the plain tiles that a plain tile beats when they are led */
static mask DOUBLES;
static double MISSING[6][SET + 1][GIVEN]; /* [held][unseen][given]: the chance that a hand holds none of the given */
static const double LATER[7] = {0.95, 0.6, 0.4, 0.2, 0.13, 0.1, 0.08};

/* The numbers of `book` that Rounce has others for. */
static int second_trump = 5, each_more = 4, for_turned = 13;

/* What a hand is known to have been: tiles out of play for each position, voids it showed, tiles played. */
static mask thrown[4], dealt_to[4], played;
static unsigned voids[4];
static int taken;

static inline mask suit_of(int suit) { return suit == trump ? SHOWS[trump] : SHOWS[suit] & ~SHOWS[trump]; }

static void prepare(void)
{
    for (int t = 0; t < SET; t++)
        if (HI[t] == LO[t])
            DOUBLES |= BIT(t);
    for (trump = 0; trump < 7; trump++) {
        for (int suit = 0; suit < 7; suit++)
            for (int t = 0; t < SET; t++)
                for (int other = 0; other < SET; other++)
                    if (suit_of(suit) & BIT(t) && suit_of(suit) & BIT(other) &&
                        POWER[trump][suit][other] > POWER[trump][suit][t])
                        BETTER[trump][suit][t] |= BIT(other);
        for (int led = 0; led < SET; led++)
            for (int t = 0; t < SET; t++)
                if (HI[led] != LO[led] && !(SHOWS[trump] & BIT(led)) && BETTER[trump][LO[led]][led] & BIT(t))
                    CAUGHT[trump][t] |= BIT(led);
    }
    for (int held = 0; held < 6; held++)
        for (int unseen = held; unseen <= SET; unseen++)
            for (int given = 0; given < GIVEN && given <= unseen - held; given++)
                MISSING[held][unseen][given] = ways(unseen - given, held) / ways(unseen, held);
}

static inline void begin(const mask *hands, int64_t pool)
{
    (void)pool;
    played = 0, taken = 0;
    for (int p = 0; p < n; p++)
        thrown[p] = 0, voids[p] = 0, dealt_to[p] = hands[p];
}

static inline int above(int tile, mask out) { return count(out & BETTER[trump][trump][tile]); }

static inline double plain_worth(int t, mask unseen)
{
    int high = count(unseen & BETTER[trump][HI[t]][t]), low = count(unseen & BETTER[trump][LO[t]][t]);
    return 0.03 * count(unseen & CAUGHT[trump][t]) + 0.03 / (1 + (high < low ? high : low));
}

static inline double worth_later(int t, mask unseen)
{
    return SHOWS[trump] & BIT(t) ? LATER[above(t, unseen)] : plain_worth(t, unseen);
}

static inline int declare(const int *legal, int options, mask hand, int p, int m, const int *in, const int *declared)
{
    int dealer = p == n - 1, faces = !dealer && (DOUBLES & BIT(turn_up)) != 0;
    mask held = dealer ? hand | BIT(turn_up) : hand, ranked = dealer ? ALL : ALL & ~BIT(turn_up);
    mask trumps = held & SHOWS[trump];
    int trumps_held = count(trumps), points = count(held & ~trumps & DOUBLES);
    points += trumps_held > 1 ? each_more * (trumps_held - 1) : 0;
    for (; trumps; trumps &= trumps - 1) {
        int higher = above(__builtin_ctz(trumps), ranked);
        points += higher == 0 ? 10 : higher == 1 ? second_trump : higher == 2 ? 3 : 1;
    }
    int needed = dealer ? 9 : faces ? for_turned : m == 0 ? 11 : 10;
    if (points >= needed)
        return PLAY;
    int stayed = 0, may[KINDS] = {0};
    for (int i = 0; i < m; i++)
        stayed += declared[in[i]] == PLAY;
    for (int i = 0; i < options; i++)
        may[legal[i]] = 1;
    int shuns = faces && p < n - 2;
    if (may[MISS] && !shuns && (stayed <= dealer || !may[DROP]))
        return MISS;
    return may[FOR_POOL] ? FOR_POOL : may[DROP] ? DROP : PLAY;
}

static inline int least_useful(mask tiles, mask unseen)
{
    mask trumps = tiles & SHOWS[trump], choice = tiles == trumps ? tiles : tiles & ~trumps;
    int least = __builtin_ctz(choice);
    double lowest = 99;
    for (; choice; choice &= choice - 1) {
        int t = __builtin_ctz(choice);
        double worth = tiles == trumps ? -(double)above(t, ALL) : plain_worth(t, unseen) + (DOUBLES & BIT(t) ? 0.28 : 0);
        if (worth < lowest)
            lowest = worth, least = t;
    }
    return least;
}

static inline mask keep(mask tiles, int p)
{
    mask drawn = tiles, unseen = ALL & ~(tiles | dealt_to[p] | BIT(turn_up));
    while (count(tiles) > 5)
        tiles &= ~BIT(least_useful(tiles, unseen));
    thrown[p] = (drawn & ~tiles) | dealt_to[p];
    return tiles;
}

static inline mask take_turn_up(mask hand, int p)
{
    mask both = hand | BIT(turn_up);
    int tile = least_useful(both, ALL & ~both);
    taken = tile != turn_up;
    thrown[p] = taken ? BIT(tile) : 0;
    return both & ~BIT(tile);
}

static inline void note_lead(int tile, int led, int trick, int p)
{
    played |= BIT(tile);
    if (led != trump && trick > 0)
        voids[p] |= 1u << trump;
}

static inline void note_follow(int tile, int led, int p)
{
    played |= BIT(tile);
    if (!(suit_of(led) & BIT(tile)))
        voids[p] |= ROUNCE || SHOWS[trump] & BIT(tile) ? 1u << led : 1u << led | 1u << trump;
}

static inline mask unseen_by(int p, mask hand)
{
    return ALL & ~(hand | played | thrown[p] | (taken ? 0 : BIT(turn_up)));
}

/* The chance that none of the seats still to play beats a tile: `some` of them from index `from` on, clockwise. */
static inline double stands(int tile, int suit, mask unseen, int held, const int *seats, int m, int from, int some)
{
    const double *missing = MISSING[held][count(unseen)];
    mask shown = taken ? BIT(turn_up) & ~played : 0, followers = unseen & suit_of(suit);
    int is_trump = (SHOWS[trump] & BIT(tile)) != 0;
    mask better = is_trump ? BETTER[trump][trump][tile] : followers & BETTER[trump][suit][tile];
    double none_better = missing[is_trump ? count(unseen & better) : count(better) + (better & DOUBLES ? 2 : 0)];
    double none_of_suit = missing[is_trump ? count(followers) : count(followers & ~better)];
    double none_of_trumps = missing[count(unseen & SHOWS[trump])], chance = 1;
    for (int at = from; some--; at = at + 1 == m ? 0 : at + 1) {
        int p = seats[at];
        mask his = p == n - 1 ? shown : 0;
        int without = voids[p] >> suit & 1, trumpless = voids[p] >> trump & 1;
        if (is_trump) {
            double cannot = his & better ? 0 : trumpless ? 1 : none_better;
            chance *= suit == trump ? cannot : 1 - (without ? 1 : none_of_suit) * (1 - cannot);
        } else {
            double no_trump = his ? 0 : trumpless ? 1 : none_of_trumps;
            chance *= (without ? 1 : none_better) * (1 - (without ? 1 : none_of_suit) * (1 - no_trump));
        }
    }
    return chance;
}

static inline int lead(mask legal, mask hand, int trick, const int *seats, int m, int at, int *led)
{
    mask unseen = unseen_by(seats[at], hand);
    int next = at + 1 == m ? 0 : at + 1;
    if (!(legal & ~SHOWS[trump])) {
        int high = __builtin_ctz(legal), low = high;
        for (mask rest = legal & (legal - 1); rest; rest &= rest - 1) {
            int t = __builtin_ctz(rest), power = POWER[trump][trump][t];
            high = power > POWER[trump][trump][high] ? t : high;
            low = power < POWER[trump][trump][low] ? t : low;
        }
        *led = trump;
        if (trick == 0 && count(legal) == 2)
            return low;
        return m == 2 || above(high, unseen) == 0 ? high : low;
    }
    double best = -9;
    int tile = 0;
    for (; legal; legal &= legal - 1) {
        int t = __builtin_ctz(legal), is_trump = (SHOWS[trump] & BIT(t)) != 0;
        double worth = worth_later(t, unseen);
        for (int end = 0; end < (is_trump || HI[t] == LO[t] ? 1 : 2); end++) {
            int suit = is_trump ? trump : end ? HI[t] : LO[t];
            double value = stands(t, suit, unseen, 5 - trick, seats, m, next, m - 1) - worth;
            if (value > best)
                best = value, tile = t, *led = suit;
        }
    }
    return tile;
}

static inline int answer(mask legal, mask hand, int trick, int led, int winning, const int *seats, int m, int i, int at)
{
    if (!(legal & (legal - 1)))
        return __builtin_ctz(legal);
    mask unseen = unseen_by(seats[at], hand), trumps = SHOWS[trump];
    int last = i == m - 1, next = at + 1 == m ? 0 : at + 1;
    if (trick == 0 && last && led == trump && count(legal) == 2 && trumps & BIT(__builtin_ctz(legal))) {
        int low = __builtin_ctz(legal), high = __builtin_ctz(legal & (legal - 1));
        if (POWER[trump][trump][low] > POWER[trump][trump][high]) {
            int t = low;
            low = high, high = t;
        }
        if (POWER[trump][trump][low] <= POWER[trump][trump][winning] && above(high, unseen) == 0 && above(low, unseen) >= 3)
            return low;
    }
    mask winners = trumps & BIT(winning) ? BETTER[trump][trump][winning] : BETTER[trump][led][winning] | trumps;
    double best = -9;
    int tile = 0;
    for (; legal; legal &= legal - 1) {
        int t = __builtin_ctz(legal);
        double value = -worth_later(t, unseen);
        if (winners & BIT(t))
            value += stands(t, led, unseen, 5 - trick, seats, m, next, m - 1 - i);
        if (value > best)
            best = value, tile = t;
    }
    return tile;
}
