/* Domino Loo for chips, penalty cap:C, every seat on the strategy `random` (or others: see loo_book.c).
 * loo PLAYERS SESSIONS HANDS SEED [C]     C is 10 chips a player unless given.
 * Tables by position: 0 is the seat at the dealer's left, the last is the dealer. */
#include "tiles.h"

enum { PLAY, MISS, DROP, FOR_POOL, KINDS };

static int n, dealer;
static int64_t cap;
static int trump, turn_up;
static uint8_t POWER[7][7][SET]; /* [trump][suit led][tile]; 0 cannot win the trick */
static int64_t said[4][KINDS], looed[4][KINDS], took[4][6], defaults[4], trumps_turned[7], walkovers;

static void build_power(void)
{
    for (int trump = 0; trump < 7; trump++)
        for (int led = 0; led < 7; led++)
            for (int t = 0; t < SET; t++) {
                int suit = SHOWS[trump] & BIT(t) ? trump : led, other = HI[t] + LO[t] - suit;
                if (SHOWS[suit] & BIT(t))
                    POWER[trump][led][t] = (uint8_t)((HI[t] == LO[t] ? 8 : other + 1) + (suit == trump ? 8 : 0));
            }
}

static inline int64_t penalty_of(int64_t pool) { return pool < cap ? pool : cap; }

#ifdef PLAYER
#include PLAYER
#else
#include "loo_random.h"
#endif

/* Plays out the hand among seats[0..m-1], given in playing order, eldest first. */
static void play_tricks(const int *seats, int m, mask *hand, int *tricks)
{
    mask trumps = SHOWS[trump];
    int leader = 0;
    for (int trick = 0; trick < 5; trick++) {
        mask *mine = &hand[seats[leader]], held = *mine & trumps;
        int must_lead_trump = count(held) >= (trick == 0 ? 2 : 1), led;
        int tile = lead(must_lead_trump ? held : *mine, *mine, trick, seats, m, leader, &led);
        *mine ^= BIT(tile);
        note_lead(tile, led, trick, seats[leader]);
        mask follow = led == trump ? trumps : SHOWS[led] & ~trumps;
        int best = POWER[trump][led][tile], winner = leader, winning = tile;
        for (int i = 1, at = leader; i < m; i++) {
            at = at + 1 == m ? 0 : at + 1;
            mine = &hand[seats[at]];
            mask legal = *mine & follow;
            if (!legal)
                legal = *mine & trumps;
            if (!legal)
                legal = *mine;
            tile = answer(legal, *mine, trick, led, winning, seats, m, i, at);
            *mine ^= BIT(tile);
            note_follow(tile, led, seats[at]);
            if (POWER[trump][led][tile] > best) {
                best = POWER[trump][led][tile];
                winner = at;
                winning = tile;
            }
        }
        leader = winner;
        tricks[seats[winner]]++;
    }
}

/* Plays one hand for the pool, sets each position's gain and returns what the pool is left with. */
static int64_t play_hand(int64_t pool, int64_t *gain)
{
    mask hand[4];
    int declared[4], in[4], tricks[4] = {0}, m = 0, misses = n == 4 ? 1 : 2;
    for (int p = 0; p < n; p++)
        hand[p] = draw_many(5);
    turn_up = draw();
    trump = HI[turn_up];
    begin(hand, pool);
    trumps_turned[trump]++;

    for (int p = 0; p < n; p++) {
        int dealer = p == n - 1, legal[KINDS], options = 0;
        if (dealer && m == 0) {
            walkovers++;
            gain[p] += pool;
            return 0;
        }
        legal[options++] = PLAY;
        if (misses)
            legal[options++] = MISS;
        if (n > 2)
            legal[options++] = DROP;
        if (dealer && n == 4 && m == 1 && declared[in[0]] == MISS)
            legal[options++] = FOR_POOL;
        int choice = declared[p] = declare(legal, options, hand[p], p, m, in, declared);
        said[p][choice]++;
        if (choice == DROP)
            continue;
        in[m++] = p;
        if (choice == MISS) {
            misses--;
            hand[p] = draw_many(n == 4 ? 7 : 6);
            hand[p] = keep(hand[p], p);
        } else if (dealer) {
            hand[p] = take_turn_up(hand[p], p);
        }
    }

    if (m == 1) {
        tricks[in[0]] = 5;
        defaults[in[0]]++;
    } else {
        play_tricks(in, m, hand, tricks);
    }

    int64_t left = pool, penalty = penalty_of(pool);
    for (int i = 0; i < m; i++) {
        int p = in[i];
        took[p][tricks[p]]++;
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
