/* The default line-up, `hoyle` and `threshold` in turn: strategies/euchre/callers.py has how they call,
 * and both play the tiles by strategies/euchre/base.py. */
enum { ALL = (1 << SET) - 1, GIVEN = 9 };

static mask BETTER[7][7][SET]; /* [trump][suit][tile]: the tiles of the suit that beat a tile of it */
static mask DOUBLES;
static double MISSING[6][SET + 1][GIVEN]; /* [held][unseen][given]: the chance that a hand holds none of the given */

/* Tricks that a tile is worth later, by the number of tiles out that beat it. */
static const double TRUMP_LATER[8] = {0.95, 0.8, 0.65, 0.55, 0.5, 0.5, 0.45, 0.45};
static const double PLAIN_LATER[7] = {0.2, 0.1, 0.06, 0.04, 0.03, 0.02, 0.01};

/* Tricks of a maker against one rival, against two, or with a partner: for a trump by the number of trumps out that beat
 * it, for the number of trumps, for a plain double, and for the turn-up by who takes it. */
enum { ONE_RIVAL, TWO_RIVALS, WITH_PARTNER };
enum { MAKER_TAKES, PARTNER_TAKES, RIVAL_TAKES, NOBODY_TAKES };
static const double TRUMP_VALUE[3][8] = {{0.47, 0.29, 0.17, 0.09, 0.03, 0.01, 0, 0},
                                         {0.93, 0.44, 0.24, 0.13, 0.08, 0.03, 0, 0},
                                         {0.67, 0.29, 0.17, 0.08, 0.04, 0.01, 0, 0}};
static const double LENGTH_VALUE[3][6] = {{1.02, 1.96, 2.78, 3.32, 3.56, 3.59},
                                          {0.35, 0.88, 1.56, 2.23, 2.62, 2.62},
                                          {1.71, 1.94, 2.34, 2.83, 3.12, 3.17}};
static const double DOUBLE_VALUE[3] = {0.32, 0.3, 0.2};
static const double TURN_UP_VALUE[3][4] = {{0, 0, -0.77, -0.04}, {0, 0, -0.44, -0.15}, {0, 0.65, -0.54, 0}};

/* hoyle: points to order up a rival, to assist the partner, to take the turn-up up, to name a suit, to go alone. */
enum { ORDER = 10, ASSIST = 5, TAKE = 7, TAKE_OF_TWO = 4, NAME = 6, ALONE = 8, BRIDGE = 4 };
/* threshold: tricks to accept by position, to name a suit, and of one's own to go alone. */
static const double ACCEPT[4] = {3.3, 3.2, 3.2, 2.9}, NAME_WITH = 2.3, ALONE_WITH = 3;

/* What is known of the hand at the tricks. */
static mask played, side_of_makers, held_turn_up, out_for_dealer, out_for_others;
static unsigned lacks[4];

static inline void prepare(void)
{
    for (int t = 0; t < SET; t++)
        if (HI[t] == LO[t])
            DOUBLES |= BIT(t);
    for (int trump = 0; trump < 7; trump++)
        for (int suit = 0; suit < 7; suit++) {
            mask members = suit == trump ? TRUMPS[trump] : SHOWS[suit] & ~TRUMPS[trump];
            for (int t = 0; t < SET; t++)
                for (int other = 0; other < SET; other++)
                    if (members & BIT(t) && members & BIT(other) && POWER[trump][suit][other] > POWER[trump][suit][t])
                        BETTER[trump][suit][t] |= BIT(other);
        }
    for (int held = 0; held < 6; held++)
        for (int unseen = held; unseen <= SET; unseen++)
            for (int given = 0; given < GIVEN && given <= unseen - held; given++)
                MISSING[held][unseen][given] = ways(unseen - given, held) / ways(unseen, held);
}

static inline double worth_later(int t, int trump, mask unseen)
{
    if (TRUMPS[trump] & BIT(t))
        return TRUMP_LATER[count(unseen & BETTER[trump][trump][t])];
    int high = count(unseen & BETTER[trump][HI[t]][t]), low = count(unseen & BETTER[trump][LO[t]][t]);
    return PLAIN_LATER[high < low ? high : low];
}

static inline int discard(mask tiles, int trump)
{
    mask unseen = ALL & ~tiles;
    int chosen = 0;
    double least = 9;
    for (; tiles; tiles &= tiles - 1) {
        int t = __builtin_ctz(tiles);
        double worth = worth_later(t, trump, unseen);
        if (worth < least)
            least = worth, chosen = t;
    }
    return chosen;
}

static inline int who_takes(int round, int p, int alone)
{
    int behind = n - 1 - p, partner_deals = n == 4 && behind == 2;
    if (round == 2 || (partner_deals && alone))
        return NOBODY_TAKES;
    return behind == 0 ? MAKER_TAKES : partner_deals ? PARTNER_TAKES : RIVAL_TAKES;
}

/* The tricks to be expected if a seat makes a suit trump. */
static inline double tricks_with(mask hand, int suit, int turn_up, int round, int p, int alone)
{
    int company = n == 2 ? ONE_RIVAL : n == 3 || alone ? TWO_RIVALS : WITH_PARTNER, takes = who_takes(round, p, alone);
    mask out = ALL & ~hand;
    if (takes == NOBODY_TAKES)
        out &= ~BIT(turn_up);
    if (takes == MAKER_TAKES) {
        hand |= BIT(turn_up);
        out &= ~hand;
        hand ^= BIT(discard(hand, suit));
    }
    mask trumps = hand & TRUMPS[suit];
    double value = LENGTH_VALUE[company][count(trumps)] + TURN_UP_VALUE[company][takes];
    value += DOUBLE_VALUE[company] * count(hand & ~trumps & DOUBLES);
    for (; trumps; trumps &= trumps - 1)
        value += TRUMP_VALUE[company][count(out & BETTER[suit][suit][__builtin_ctz(trumps)])];
    return value;
}

static inline int thumb_points(mask hand, int suit)
{
    mask trumps = hand & TRUMPS[suit];
    return 2 * count(trumps) + count(trumps & DOUBLES) + count(hand & DOUBLES);
}

static inline int own_points(int p) { return score[seat_at(p) % sides]; }

/* Going alone is of no use to a side that needs one point. */
static inline int may_go_alone(int p) { return n == 4 && own_points(p) < 4; }

static inline int at_the_bridge(mask hand, int p, int suit)
{
    if (n != 4 || p != 0 || own_points(p) != BRIDGE || hand & BIT(TILE(suit, suit)))
        return 0;
    int others = score[1 - seat_at(p) % 2];
    return others == 1 || others == 2;
}

static inline int plays_hoyle(int p) { return seat_at(p) % 2 == 0; }

static inline int accept(mask hand, int p, int turn_up, int *alone)
{
    int suit = HI[turn_up];
    if (!plays_hoyle(p)) {
        if (tricks_with(hand, suit, turn_up, 1, p, 0) < ACCEPT[p])
            return 0;
        *alone = may_go_alone(p) && tricks_with(hand, suit, turn_up, 1, p, 1) >= ALONE_WITH;
        return 1;
    }
    int takes = who_takes(1, p, 0), points = thumb_points(takes == MAKER_TAKES ? hand | BIT(turn_up) : hand, suit);
    int needed = takes == MAKER_TAKES ? n == 2 ? TAKE_OF_TWO : TAKE : takes == PARTNER_TAKES ? ASSIST : ORDER;
    if (takes == RIVAL_TAKES && at_the_bridge(hand, p, suit))
        needed = 0;
    *alone = points >= ALONE && may_go_alone(p);
    return points >= needed;
}

static inline int name_suit(mask hand, int p, int turned, int turn_up, int *suit, int *alone)
{
    double most = -9;
    int hoyle = plays_hoyle(p), best = 0;
    for (int k = 0; k < 7; k++) {
        if (k == turned)
            continue;
        double worth = hoyle ? thumb_points(hand, k) : tricks_with(hand, k, turn_up, 2, p, 0);
        if (worth > most)
            most = worth, best = k;
    }
    if (most < (hoyle ? NAME : NAME_WITH))
        return 0;
    *suit = best;
    *alone = may_go_alone(p) && (hoyle ? most >= ALONE : tricks_with(hand, best, turn_up, 2, p, 1) >= ALONE_WITH);
    return 1;
}

static inline void begin_tricks(int maker, int turn_up, int taken, int thrown)
{
    played = 0;
    side_of_makers = n == 4 ? 5u << (maker & 1) : 1u << maker;
    held_turn_up = taken ? BIT(turn_up) : 0;
    out_for_dealer = taken ? BIT(thrown) : BIT(turn_up);
    out_for_others = taken ? 0 : BIT(turn_up);
    for (int p = 0; p < n; p++)
        lacks[p] = 0;
}

static inline void note_lead(int tile) { played |= BIT(tile); }

static inline void note_follow(int p, int tile, int led, mask follow)
{
    played |= BIT(tile);
    if (!(follow & BIT(tile)))
        lacks[p] |= 1u << led;
}

static inline mask unseen_by(int p, mask hand) { return ALL & ~(hand | played | (p == n - 1 ? out_for_dealer : out_for_others)); }

static inline int are_partners(int p, int q) { return (side_of_makers >> p & 1) == (side_of_makers >> q & 1); }

/* The rivals among `some` seats from index `from` on, clockwise. */
static inline unsigned rivals_of(int p, const int *seats, int m, int from, int some)
{
    unsigned rivals = 0;
    for (int at = from; some--; at = at + 1 == m ? 0 : at + 1)
        if (!are_partners(p, seats[at]))
            rivals |= 1u << seats[at];
    return rivals;
}

/* The chance that no rival still to play beats a tile. */
static inline double stands(int tile, int suit, int trump, mask unseen, unsigned rivals, int held)
{
    const double *missing = MISSING[held][count(unseen)];
    int is_trump = (TRUMPS[trump] & BIT(tile)) != 0;
    double chance = 1;
    for (; rivals; rivals &= rivals - 1) {
        int p = __builtin_ctz(rivals);
        mask trumps = lacks[p] >> trump & 1 ? 0 : unseen & TRUMPS[trump];
        mask over = is_trump ? trumps & BETTER[trump][trump][tile] : trumps;
        double no_trump = p == n - 1 && held_turn_up & ~played & over ? 0 : missing[count(over)];
        if (suit == trump) {
            chance *= no_trump;
            continue;
        }
        mask followers = lacks[p] >> suit & 1 ? 0 : unseen & SHOWS[suit] & ~TRUMPS[trump];
        mask better = is_trump ? 0 : followers & BETTER[trump][suit][tile];
        chance *= missing[count(better)] * (1 - missing[count(followers ^ better)] * (1 - no_trump));
    }
    return chance;
}

static inline int lead(mask hand, int trump, int trick, const int *seats, int m, int at, int *led)
{
    int p = seats[at], makes = side_of_makers >> p & 1, chosen = 0;
    mask unseen = unseen_by(p, hand);
    unsigned rivals = rivals_of(p, seats, m, at + 1 == m ? 0 : at + 1, m - 1);
    double best = -9;
    *led = 0;
    for (mask left = hand; left; left &= left - 1) {
        int t = __builtin_ctz(left), is_trump = (TRUMPS[trump] & BIT(t)) != 0;
        if (trick == 4 && (is_trump || HI[t] == LO[t])) { /* nothing to choose */
            *led = is_trump ? trump : HI[t];
            return t;
        }
        double value = -worth_later(t, trump, unseen);
        if (makes && is_trump && unseen & TRUMPS[trump])
            value += 0.4; /* drawing trumps */
        for (int end = 0; end < (is_trump || HI[t] == LO[t] ? 1 : 2); end++) {
            int suit = is_trump ? trump : end ? HI[t] : LO[t];
            double chance = stands(t, suit, trump, unseen, rivals, 5 - trick);
            if (value + chance > best)
                best = value + chance, chosen = t, *led = suit;
        }
    }
    return chosen;
}

static inline int answer(mask legal, mask hand, int trump, int trick, int led, int winning, int winner, const int *seats,
                         int m, int i, int at)
{
    if (!(legal & (legal - 1)))
        return __builtin_ctz(legal);
    int p = seats[at], chosen = 0, to_beat = POWER[trump][led][winning];
    mask unseen = unseen_by(p, hand);
    unsigned rivals = rivals_of(p, seats, m, at + 1 == m ? 0 : at + 1, m - 1 - i);
    double best = -9, left_alone = 0;
    if (are_partners(p, seats[winner]))
        left_alone = stands(winning, led, trump, unseen, rivals, 5 - trick);
    for (; legal; legal &= legal - 1) {
        int t = __builtin_ctz(legal);
        double chance = POWER[trump][led][t] > to_beat ? stands(t, led, trump, unseen, rivals, 5 - trick) : left_alone;
        double value = chance - worth_later(t, trump, unseen);
        if (value > best)
            best = value, chosen = t;
    }
    return chosen;
}
