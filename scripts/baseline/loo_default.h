/* The default line-up, `banker`, `cautious`, `bold` and `book` in turn: strategies/loo/weighing.py has those that declare
 * by the outlook of strategies/loo/skills/prospects.py; all else is done as by `book`. */
#include <math.h>
#define declare declare_by_book
#define prepare prepare_book
#define begin begin_book
#include "loo_book.h"
#undef declare
#undef prepare
#undef begin

enum { STEPS = 16, CLASSES = 128, OWN = 6 };
typedef struct {
    double tricks, looed;
} outlook;

/* Tricks against one rival and more, then log-odds of being looed, each at strength 0 and for a trick of strength: first
 * where all rivals declared before, then where one came in after. By players, from two on. */
static const double LINES[3][2][3][4] = {
    {{{1.06, 1.04, 1.08, -2.65}}, {{0.64, 0.93, 0.11, -1.27}}},
    {{{0.64, 1.12, 1.21, -2.62}, {0.07, 1.09, 1.86, -2.71}}, {{0.57, 0.91, 0.14, -1.25}, {0.13, 0.88, 1.50, -1.95}}},
    {{{0.23, 1.15, 1.89, -2.68}, {-0.04, 1.10, 2.15, -2.79}, {-0.01, 1.00, 2.14, -2.98}},
     {{0.37, 0.95, 0.41, -1.28}, {0.06, 0.82, 1.72, -1.90}, {0.04, 0.75, 2.22, -2.28}}},
};
/* The chance that a seat stays in when so many are in, first for the dealer. */
static const double STAYS[3][2][4] = {
    {{0, 1, 0, 0}, {1, 0, 0, 0}},
    {{0, 0.92, 0.68, 0}, {0.8, 0.6, 0, 0}},
    {{0, 0.95, 0.65, 0.42}, {0.85, 0.45, 0.22, 0.1}},
};
/* A miss against one rival and more: nobody in before, all of those in play dealt hands, one took the miss. */
static const outlook A_MISS[3][3][3] = {
    {{{1.82, 0.28}}, {{1.75, 0.32}}, {{2.42, 0.23}}},
    {{{1.70, 0.28}, {0.95, 0.46}}, {{1.70, 0.32}, {0.78, 0.54}}, {{2.45, 0.22}, {1.15, 0.42}}},
    {{{2.40, 0.20}, {1.12, 0.42}, {0.50, 0.66}},
     {{2.25, 0.25}, {1.03, 0.46}, {0.50, 0.67}},
     {{2.25, 0.25}, {1.03, 0.46}, {0.50, 0.67}}},
};
/* What a trump thrown away adds to a miss, with four players. */
static const outlook MISS_TRUMP[3] = {{-0.25, 0.02}, {-0.19, 0.06}, {-0.10, 0.06}};

static const double TRUMP_VALUE[7] = {1.02, 0.57, 0.35, 0.21, 0.11, 0.10, 0.10};
static const double LENGTH_VALUE[6] = {0, 0, 0.68, 1.55, 1.52, 1.52};

static double sting = 1.1, lean = -0.1;
static const double RISK_OF_CAUTIOUS = 0.25, RISK_OF_BOLD = 0.55;

static outlook playing_dealt[4][4][CLASSES], after_miss[4][4][2][OWN]; /* by position and seats in before */
static int64_t pool_now;

static double six_digits(double x) { return rint(x * 1e6) / 1e6; }

static outlook outlook_of_hand(double strength, int rivals, int behind)
{
    if (rivals == 0)
        return (outlook){5, 0};
    const double *line = LINES[n - 2][behind][rivals - 1];
    double looed = 1 / (1 + exp(-(line[2] + line[3] * strength))), tricks = line[0] + line[1] * strength;
    return (outlook){fmin(fmax(tricks, 1 - looed), 5), looed};
}

static outlook outlook_of_miss(int rivals, int told, int own)
{
    if (rivals == 0)
        return (outlook){5, 0};
    outlook of = A_MISS[n - 2][told][rivals - 1];
    if (n == 4)
        of.tricks += MISS_TRUMP[rivals - 1].tricks * own, of.looed += MISS_TRUMP[rivals - 1].looed * own;
    return (outlook){fmax(of.tricks, 0.25), fmin(of.looed, 0.9)};
}

static void add(outlook *sum, double chance, outlook of) { sum->tricks += chance * of.tricks, sum->looed += chance * of.looed; }
static void round_off(outlook *of) { of->tricks = six_digits(of->tricks), of->looed = six_digits(of->looed); }

/* Fills the tables for a position with so many seats in before it, from the chances of each number of rivals. */
static void prepare_outlook(int position, int known)
{
    double rivals[5] = {0};
    rivals[known] = 1;
    for (int later = position + 1; later < n; later++) {
        double after[5] = {0};
        for (int k = 0; k < 4; k++) {
            double joins = STAYS[n - 2][later < n - 1][k + 1 < 3 ? k + 1 : 3];
            after[k + 1] += rivals[k] * joins;
            after[k] += rivals[k] * (1 - joins);
        }
        for (int k = 0; k < 4; k++)
            rivals[k] = after[k];
    }
    for (int k = 0; k < 4; k++) {
        if (rivals[k] == 0)
            continue;
        for (int c = 0; c < CLASSES; c++)
            add(&playing_dealt[position][known][c], rivals[k], outlook_of_hand(-0.5 + (c + 0.5) / STEPS, k, k > known));
        for (int missed = 0; missed < 2; missed++)
            for (int own = 0; own < OWN; own++)
                add(&after_miss[position][known][missed][own], rivals[k], outlook_of_miss(k, known ? 1 + missed : 0, own));
    }
    for (int c = 0; c < CLASSES; c++)
        round_off(&playing_dealt[position][known][c]);
    for (int missed = 0; missed < 2; missed++)
        for (int own = 0; own < OWN; own++)
            round_off(&after_miss[position][known][missed][own]);
}

static inline void prepare(void)
{
    prepare_book();
    if (ROUNCE && n > 2)
        sting = 1, lean = 0.35, second_trump = 7, each_more = 6, for_turned = 15;
    for (int position = 0; position < n; position++)
        for (int known = 0; known <= position; known++)
            prepare_outlook(position, known);
}

static inline void begin(const mask *hands, int64_t pool)
{
    begin_book(hands, pool);
    pool_now = pool;
}

/* Tricks that five tiles may be expected to take against two rivals. */
static inline double strength(mask hand)
{
    mask out = ALL & ~(hand | BIT(turn_up)), trumps = hand & SHOWS[trump];
    double value = -0.18 + LENGTH_VALUE[count(trumps)];
    value += 0.28 * count(hand & ~trumps & DOUBLES);
    for (; trumps; trumps &= trumps - 1)
        value += TRUMP_VALUE[above(__builtin_ctz(trumps), out)];
    return value;
}

/* A double that is turned up, and that the dealer may take, is to be feared. */
static inline outlook against_double(outlook of, int p, double fewer, double more)
{
    if (p == n - 1 || !(DOUBLES & BIT(turn_up)))
        return of;
    of.tricks = of.tricks - fewer > 0 ? of.tricks - fewer : 0;
    of.looed = of.looed + more < 1 ? of.looed + more : 1;
    return of;
}

static inline outlook prospects_of_play(mask hand, int p, int m)
{
    if (p == n - 1) {
        mask both = hand | BIT(turn_up);
        hand = both & ~BIT(least_useful(both, ALL & ~both));
    }
    int c = (int)((strength(hand) + 0.5) * STEPS);
    return against_double(playing_dealt[p][m][c < 0 ? 0 : c < CLASSES ? c : CLASSES - 1], p, 0.3, 0.06);
}

static inline double chips(outlook of, double fear) { return of.tricks * (double)(pool_now / 5) - of.looed * fear; }

static inline int declare(const int *legal, int options, mask hand, int p, int m, const int *in, const int *declared)
{
    int who = (dealer + 1 + p) % n % 4;
    if (who == 3)
        return declare_by_book(legal, options, hand, p, m, in, declared);
    int may[KINDS] = {0}, missed = 0;
    for (int i = 0; i < options; i++)
        may[legal[i]] = 1;
    for (int i = 0; i < m; i++)
        missed |= declared[in[i]] == MISS;
    int stay_out = may[FOR_POOL] ? FOR_POOL : may[DROP] ? DROP : PLAY;
    outlook play = prospects_of_play(hand, p, m), miss = {0, 1};
    if (may[MISS])
        miss = against_double(after_miss[p][m][missed][count(hand & SHOWS[trump])], p, 0.5, 0.1);
    if (who == 0) {
        double fear = sting * (double)penalty_of(pool_now) * (n - 1) / n, bonus = lean * (double)(pool_now / 5);
        double playing = bonus + chips(play, fear), missing = bonus + chips(miss, fear);
        if (may[MISS] && missing > playing && (missing > 0 || !may[DROP]))
            return MISS;
        return playing > 0 ? PLAY : stay_out;
    }
    double least = play.looed < miss.looed ? play.looed : miss.looed;
    if (least > (who == 1 ? RISK_OF_CAUTIOUS : RISK_OF_BOLD) && stay_out != PLAY)
        return stay_out;
    return may[MISS] && miss.looed < play.looed ? MISS : PLAY;
}
