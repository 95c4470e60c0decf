/* Domino Pool, score=hand, no drawing, the leader drawn by lot, every seat on the strategy `random` (or others: see
 * pool_default.c).
 * pool PLAYERS SESSIONS HANDS SEED
 * Tables by position: 0 is the leader, then round to the left. */
#include "tiles.h"

static int n;
static int64_t dominoes[6], blocked_shares[6], winners_of_blocked[7], plays, passes_made, winning_pips;

/* An option is a tile, and 32 more where it goes to the right. */
enum { RIGHT = 32, NO_LINE = -1 };

#ifdef PLAYER
#include PLAYER
#else
static inline void prepare(void) {}
static inline void begin(int leader) { (void)leader; }
static inline void note_play(int p, int tile) { (void)p, (void)tile; }
static inline void note_pass(int p, int left, int right) { (void)p, (void)left, (void)right; }

static inline int choose(int p, mask hand, mask at_left, mask at_right, int left, int right)
{
    (void)p, (void)hand, (void)left, (void)right;
    int lefts = count(at_left), k = below(lefts + count(at_right));
    return k < lefts ? nth(at_left, k) : nth(at_right, k - lefts) + RIGHT;
}
#endif

/* Plays one hand; returns the set of positions that clear the pool. */
static unsigned play_hand(void)
{
    mask hand[6];
    for (int p = 0; p < n; p++)
        hand[p] = draw_many(9 - n);

    int tile = choose(0, hand[0], hand[0], 0, NO_LINE, NO_LINE), left = HI[tile], right = LO[tile], passes = 0, p = 0;
    hand[0] ^= BIT(tile);
    note_play(0, tile);
    plays++;
    while (hand[p] && passes < n) {
        p = p + 1 == n ? 0 : p + 1;
        mask at_left = hand[p] & SHOWS[left], at_right = left == right ? 0 : hand[p] & SHOWS[right];
        if (!(at_left | at_right)) {
            note_pass(p, left, right);
            passes++;
            passes_made++;
            continue;
        }
        int option = choose(p, hand[p], at_left, at_right, left, right);
        tile = option % RIGHT;
        if (option < RIGHT)
            left = HI[tile] + LO[tile] - left;
        else
            right = HI[tile] + LO[tile] - right;
        hand[p] ^= BIT(tile);
        note_play(p, tile);
        plays++;
        passes = 0;
    }

    if (!hand[p]) {
        dominoes[p]++;
        return 1u << p;
    }

    int fewest = 1000;
    unsigned winners = 0;
    for (int q = 0; q < n; q++) {
        int pips = 0;
        for (mask m = hand[q]; m; m &= m - 1)
            pips += HI[__builtin_ctz(m)] + LO[__builtin_ctz(m)];
        if (pips < fewest) {
            fewest = pips;
            winners = 0;
        }
        if (pips == fewest)
            winners |= 1u << q;
    }
    winning_pips += fewest;
    winners_of_blocked[__builtin_popcount(winners)]++;
    for (int q = 0; q < n; q++)
        blocked_shares[q] += winners >> q & 1;
    return winners;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: pool PLAYERS SESSIONS HANDS SEED\n");
        return 2;
    }
    n = (int)number(argv[1], 3, 6);
    int64_t sessions = number(argv[2], 1, INT64_MAX), hands = number(argv[3], 1, INT64_MAX);
    int64_t net[6] = {0}, pool_sum = 0, pool_max = 0, left_over = 0;
    start((uint64_t)number(argv[4], 0, INT64_MAX));
    prepare();

    double began = seconds();
    for (int64_t s = 0; s < sessions; s++) {
        int64_t pool = 0;
        for (int64_t h = 0; h < hands; h++) {
            for (int seat = 0; seat < n; seat++)
                net[seat]--;
            pool += n;
            pool_sum += pool;
            if (pool > pool_max)
                pool_max = pool;
            shuffle(s, h);
            next_lots(LEADER);
            int leader = below(n);
            begin(leader);
            unsigned winners = play_hand();
            int64_t share = pool / __builtin_popcount(winners);
            for (int p = 0, seat = leader; p < n; p++, seat = seat + 1 == n ? 0 : seat + 1)
                if (winners >> p & 1) {
                    net[seat] += share;
                    pool -= share;
                }
        }
        left_over += pool;
    }
    double took_seconds = seconds() - began;

    int64_t balance = left_over, total = sessions * hands, blocked = 0, ended_by_domino = 0;
    for (int p = 0; p < n; p++) {
        balance += net[p];
        ended_by_domino += dominoes[p];
        blocked += winners_of_blocked[p + 1];
    }
    printf("{\"hands\": %" PRId64 ", \"seconds\": %.6f, \"players\": %d", total, took_seconds, n);
    printf(", \"domino\": %" PRId64 ", \"blocked\": %" PRId64, ended_by_domino, blocked);
    printf(", \"plays\": %" PRId64 ", \"passes\": %" PRId64, plays, passes_made);
    printf(", \"blocked_winning_pips\": %" PRId64, winning_pips);
    printf(", \"pool_mean\": %.6f, \"pool_max\": %" PRId64, (double)pool_sum / (double)total, pool_max);
    printf(", \"left\": %" PRId64 ", \"balance\": %" PRId64, left_over, balance);
    print_array("net_by_seat", net, n);
    print_array("domino_by_position", dominoes, n);
    print_array("blocked_won_by_position", blocked_shares, n);
    print_array("blocked_by_winners_1_up", winners_of_blocked + 1, n);
    printf("}\n");
    return balance != 0 || ended_by_domino + blocked != total;
}
