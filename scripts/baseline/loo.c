/* Domino Loo for chips, penalty cap:C, every seat on the strategy `random` (or others: see loo_book.c).
 * loo PLAYERS SESSIONS HANDS SEED [C]     C is 10 chips a player unless given.
 * Tables by position: 0 is the seat at the dealer's left, the last is the dealer. */
enum { ROUNCE = 0 };
#include "loo_hand.h"

static int64_t cap, looed[4][KINDS];

static inline int64_t penalty_of(int64_t pool) { return pool < cap ? pool : cap; }

/* Plays one hand for the pool, sets each position's gain and returns what the pool is left with. */
static int64_t play_hand(int64_t pool, int64_t *gain)
{
    int declared[4], in[4], tricks[4] = {0}, m = play_out(pool, in, declared, tricks);
    if (m == 0) {
        gain[n - 1] += pool;
        return 0;
    }
    int64_t left = pool, penalty = penalty_of(pool);
    for (int i = 0; i < m; i++) {
        int p = in[i];
        if (declared[p] == FOR_POOL)
            continue;
        int64_t won = tricks[p] ? pool / 5 * tricks[p] : -penalty;
        looed[p][declared[p]] += tricks[p] == 0;
        gain[p] += won;
        left -= won;
    }
    return left;
}

int main(int argc, char **argv)
{
    if (argc != 5 && argc != 6) {
        fprintf(stderr, "usage: loo PLAYERS SESSIONS HANDS SEED [CAP]\n");
        return 2;
    }
    n = (int)number(argv[1], 2, 4);
    int64_t sessions = number(argv[2], 1, INT64_MAX), hands = number(argv[3], 1, INT64_MAX);
    cap = argc == 6 ? number(argv[5], 0, 1000000) : 10 * n;
    int64_t net[4] = {0}, pool_sum = 0, pool_max = 0, left = 0;
    start((uint64_t)number(argv[4], 0, INT64_MAX));
    build_power();
    prepare();

    double began = seconds();
    for (int64_t s = 0; s < sessions; s++) {
        dealer = (int)(s % n);
        int64_t pool = 0;
        for (int64_t h = 0; h < hands; h++) {
            int64_t gain[4] = {0}, ante = pool < 5 ? 5 : 0;
            for (int p = 0; p < n; p++)
                gain[p] -= ante;
            gain[n - 1] -= 5;
            pool += ante * n + 5;
            pool_sum += pool;
            if (pool > pool_max)
                pool_max = pool;
            shuffle(s, h);
            pool = play_hand(pool, gain);
            dealer = dealer + 1 == n ? 0 : dealer + 1; /* the next dealer, who sat at position 0 of this hand */
            for (int p = 0, seat = dealer; p < n; p++, seat = seat + 1 == n ? 0 : seat + 1)
                net[seat] += gain[p];
        }
        left += pool;
    }
    double took_seconds = seconds() - began;

    int64_t balance = left, total = sessions * hands;
    for (int p = 0; p < n; p++)
        balance += net[p];
    printf("{\"hands\": %" PRId64 ", \"seconds\": %.6f, \"players\": %d", total, took_seconds, n);
    printf(", \"cap\": %" PRId64 ", \"pool_mean\": %.6f", cap, (double)pool_sum / (double)total);
    printf(", \"pool_max\": %" PRId64, pool_max);
    printf(", \"left\": %" PRId64 ", \"balance\": %" PRId64 ", \"walkovers\": %" PRId64, left, balance, walkovers);
    print_array("trumps", trumps_turned, 7);
    print_array("net_by_seat", net, n);
    print_array("default_wins", defaults, n);
    print_table("declared_play_miss_drop_forpool", said[0], n, KINDS);
    print_table("looed_play_miss_drop_forpool", looed[0], n, KINDS);
    print_table("tricks_0_to_5", took[0], n, 6);
    printf("}\n");
    return balance != 0;
}
