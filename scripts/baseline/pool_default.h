/* The default line-up, `counter`, `block-when-light`, `keep-options` and `doubles-first` in turn: strategies/pool/counting.py. */
enum { ALL = (1 << SET) - 1, LARGEST_HAND = 6 };

static mask DOUBLES;
static int seat_of[6], size[6];
static mask played, possible[6]; /* the tiles that a position may still hold, going by its passes */

/* [harmless][out][size]: the chance that a hand of that size out of those tiles holds harmless ones only. */
static double only_harmless[SET + 1][SET + 1][LARGEST_HAND + 1];

static inline void prepare(void)
{
    for (int t = 0; t < SET; t++)
        if (HI[t] == LO[t])
            DOUBLES |= BIT(t);
    for (int out = 1; out <= SET; out++)
        for (int harmless = 0; harmless <= out; harmless++) {
            double chance = only_harmless[harmless][out][0] = 1;
            for (int k = 0; k < LARGEST_HAND && k < out; k++)
                only_harmless[harmless][out][k + 1] = chance *= harmless > k ? (double)(harmless - k) / (out - k) : 0;
        }
}

static inline void begin(int leader)
{
    played = 0;
    for (int p = 0, seat = leader; p < n; p++, seat = seat + 1 == n ? 0 : seat + 1)
        seat_of[p] = seat, size[p] = 9 - n, possible[p] = ALL;
}

static inline void note_play(int p, int tile) { played |= BIT(tile), size[p]--; }
static inline void note_pass(int p, int left, int right) { possible[p] &= ~(SHOWS[left] | SHOWS[right]); }

static inline int pips(int tile) { return HI[tile] + LO[tile]; }

static inline int pips_of(mask tiles)
{
    int sum = 0;
    for (; tiles; tiles &= tiles - 1)
        sum += pips(__builtin_ctz(tiles));
    return sum;
}

static inline int numbers_in(mask tiles)
{
    int numbers = 0;
    for (int k = 0; k < 7; k++)
        numbers += (tiles & SHOWS[k]) != 0;
    return numbers;
}

/* The tiles that fit the line after an option. */
static inline mask fitting_after(int left, int right, int option)
{
    int tile = option % RIGHT;
    if (left == NO_LINE)
        return SHOWS[HI[tile]] | SHOWS[LO[tile]];
    return option < RIGHT ? SHOWS[pips(tile) - left] | SHOWS[right] : SHOWS[left] | SHOWS[pips(tile) - right];
}

static inline double worth_to_counter(int p, mask hand, int left, int right, int option)
{
    mask kept = hand & ~BIT(option % RIGHT), fitting = fitting_after(left, right, option), unseen = ALL & ~(hand | played);
    double worth = 0.06 * count(kept & fitting) + 0.05 * numbers_in(kept), weight = 1;
    worth += 0.025 * pips(option % RIGHT);
    for (int others = n - 1, q = p; others--; weight *= 0.7) {
        q = q + 1 == n ? 0 : q + 1;
        mask his = unseen & possible[q];
        worth += weight * only_harmless[count(his & ~fitting)][count(his)][size[q]];
    }
    return worth;
}

/* Tells whether a hand without its heaviest tile would have fewer than 1.5 times the pips that the smallest of the other
 * hands holds on average. */
static inline int is_light(int p, mask hand, int heavy)
{
    mask unseen = ALL & ~(hand | played);
    int fewest = SET;
    for (int q = 0; q < n; q++)
        if (q != p && size[q] < fewest)
            fewest = size[q];
    return pips_of(hand) - pips(heavy % RIGHT) < 1.5 * ((double)(pips_of(unseen) * fewest) / count(unseen));
}

static inline double worth_of_block(mask hand, int left, int right, int option)
{
    return 0.2 * pips(option % RIGHT) - count(ALL & ~(hand | played) & fitting_after(left, right, option));
}

static inline double worth_of_options(mask hand, int left, int right, int option)
{
    mask kept = hand & ~BIT(option % RIGHT);
    return numbers_in(kept) + 0.1 * count(kept & fitting_after(left, right, option)) + 0.1 * pips(option % RIGHT);
}

/* Of equally heavy tiles the one with the higher end. */
static inline int heaviest(mask at_left, mask at_right)
{
    int most = -1, chosen = 0;
    for (mask tiles = at_left | at_right; tiles; tiles &= tiles - 1) {
        int t = __builtin_ctz(tiles);
        if (pips(t) >= most)
            most = pips(t), chosen = t;
    }
    return at_left & BIT(chosen) ? chosen : chosen + RIGHT;
}

static inline int choose(int p, mask hand, mask at_left, mask at_right, int left, int right)
{
    if (count(at_left) + count(at_right) == 1)
        return at_left ? __builtin_ctz(at_left) : __builtin_ctz(at_right) + RIGHT;
    int seat = seat_of[p] % 4, chosen = 0;
    if (seat == 3)
        return (at_left | at_right) & DOUBLES ? heaviest(at_left & DOUBLES, at_right & DOUBLES)
                                              : heaviest(at_left, at_right);
    if (seat == 1) {
        int heavy = heaviest(at_left, at_right);
        if (!is_light(p, hand, heavy))
            return heavy;
    }
    double best = -1000;
    for (uint64_t options = (uint64_t)at_right << RIGHT | at_left; options; options &= options - 1) {
        int option = __builtin_ctzll(options);
        double worth = seat == 0   ? worth_to_counter(p, hand, left, right, option)
                       : seat == 1 ? worth_of_block(hand, left, right, option)
                                   : worth_of_options(hand, left, right, option);
        if (worth > best)
            best = worth, chosen = option;
    }
    return chosen;
}
