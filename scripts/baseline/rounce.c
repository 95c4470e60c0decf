/* Domino Rounce, every seat on the strategy `random` (or others: see rounce_default.c). Points count up to 15.
 * rounce PLAYERS GAMES SEED     A game that is not over after 10,000 hands ends there.
 * Tables by position: 0 is the seat at the dealer's left, the last is the dealer. */
enum { ROUNCE = 1 };
#include "loo_hand.h"

enum { GAME = 15, ROUNCED = 5, MOST_HANDS = 10000 };

/* What players weigh: a trick is worth a point, so the pool is five. */
static inline int64_t penalty_of(int64_t pool) { return pool; }

/* Plays one hand and adds to each seat's score; tells whether somebody has won. */
static int play_hand(int64_t *score)
{
    int declared[4], in[4], tricks[4] = {0}, m = play_out(5, in, declared, tricks);
    if (m == 0)
        score[dealer] += 5;
    for (int i = 0; i < m; i++)
        score[(dealer + 1 + in[i]) % n] += tricks[in[i]] ? tricks[in[i]] : -ROUNCED;
    int64_t best = -1;
    int leaders = 0;
    for (int seat = 0; seat < n; seat++) {
        if (score[seat] > best)
            best = score[seat], leaders = 0;
        leaders += score[seat] == best;
    }
    return best >= GAME && leaders == 1;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: rounce PLAYERS GAMES SEED\n");
        return 2;
    }
    n = (int)number(argv[1], 2, 4);
    int64_t games = number(argv[2], 1, INT64_MAX), total = 0, unfinished = 0, points[4] = {0}, wins[4] = {0};
    start((uint64_t)number(argv[3], 0, INT64_MAX));
    build_power();
    prepare();

    double began = seconds();
    for (int64_t g = 0; g < games; g++) {
        int64_t score[4] = {0}, hand = 0;
        int won = 0;
        dealer = (int)(g % n);
        while (!won && hand < MOST_HANDS) {
            shuffle(g, hand++);
            won = play_hand(score);
            dealer = dealer + 1 == n ? 0 : dealer + 1;
        }
        total += hand;
        unfinished += !won;
        int winner = 0;
        for (int seat = 0; seat < n; seat++) {
            points[seat] += score[seat];
            winner = score[seat] > score[winner] ? seat : winner;
        }
        wins[winner] += won;
    }
    double took_seconds = seconds() - began;

    printf("{\"hands\": %" PRId64 ", \"seconds\": %.6f, \"players\": %d", total, took_seconds, n);
    printf(", \"games\": %" PRId64 ", \"unfinished\": %" PRId64, games, unfinished);
    printf(", \"walkovers\": %" PRId64, walkovers);
    print_array("points_by_seat", points, n);
    print_array("wins_by_seat", wins, n);
    print_array("trumps", trumps_turned, 7);
    print_array("default_wins", defaults, n);
    print_table("declared_play_miss_drop_forpool", said[0], n, KINDS);
    print_table("tricks_0_to_5", took[0], n, 6);
    printf("}\n");
    return 0;
}
