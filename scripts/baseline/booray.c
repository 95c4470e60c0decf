/* Boo-Ray with dominoes (examples/booray), every seat on the strategy `random`; penalties are unlimited.
 * booray PLAYERS SESSIONS HANDS SEED
 * Tables by position: 0 is the seat at the dealer's left, the last is the dealer. */
#include "tiles.h"

enum { MOST_SEATS = 5, TRICKS = 5, CHANGES = 4, SURE = 3 };

static int n, trump, turn_up;
static uint8_t POWER[7][7][SET]; /* [trump][suit led][tile]; 0 cannot win the trick */
static uint8_t RANKED[7][7];     /* [trump][rank]: the trumps, the highest first */
static mask BEATS[7][7][SET];    /* [trump][suit led][tile]: the tiles that win over it */
static int64_t played_by[MOST_SEATS], looed_by[MOST_SEATS], changed_by[MOST_SEATS], walkovers, ties;

static void build_power(void)
{
    for (int trump = 0; trump < 7; trump++) {
        for (int led = 0; led < 7; led++)
            for (int t = 0; t < SET; t++) {
                int suit = SHOWS[trump] & BIT(t) ? trump : led, other = HI[t] + LO[t] - suit;
                if (SHOWS[suit] & BIT(t))
                    POWER[trump][led][t] = (uint8_t)((HI[t] == LO[t] ? 8 : other + 1) + (suit == trump ? 8 : 0));
            }
        for (int led = 0; led < 7; led++)
            for (int t = 0; t < SET; t++)
                for (int u = 0; u < SET; u++)
                    if (POWER[trump][led][u] > POWER[trump][led][t])
                        BEATS[trump][led][t] |= BIT(u);
        for (int rank = 0, other = 7; rank < 7; rank++) {
            int number = rank == 0 ? trump : (other -= 1 + (other - 1 == trump));
            RANKED[trump][rank] = (uint8_t)(number > trump ? TILE(number, trump) : TILE(trump, number));
        }
    }
}

/* What is left to a seat that must win the trick as it stands, or is sure of three tricks and plays from the top. */
static inline mask narrowed(mask legal, mask hand, mask better, mask played, int won)
{
    if (legal & better)
        legal &= better;
    if (legal & SHOWS[trump]) {
        int sure = 0;
        for (int rank = 0; rank < 7; rank++) {
            mask tile = BIT(RANKED[trump][rank]);
            if (hand & tile)
                sure++;
            else if (!(played & tile))
                break;
        }
        if (sure && won + sure >= SURE)
            for (int rank = 0; rank < 7; rank++)
                if (legal & BIT(RANKED[trump][rank]))
                    return BIT(RANKED[trump][rank]);
    }
    return legal;
}

/* Plays out the hand among seats[0..m-1], given in playing order, eldest first. */
static void play_tricks(const int *seats, int m, mask *hand, int *tricks)
{
    mask trumps = SHOWS[trump], played = 0;
    int leader = 0;
    for (int trick = 0; trick < TRICKS; trick++) {
        int p = seats[leader], tile = pick(narrowed(hand[p], hand[p], 0, played, tricks[p])), led = HI[tile];
        if (BIT(tile) & trumps)
            led = trump;
        else if (HI[tile] != LO[tile] && below(2))
            led = LO[tile];
        hand[p] ^= BIT(tile);
        played |= BIT(tile);
        mask follow = led == trump ? trumps : SHOWS[led] & ~trumps;
        int winner = leader, winning = tile;
        for (int i = 1, at = leader; i < m; i++) {
            at = at + 1 == m ? 0 : at + 1;
            p = seats[at];
            mask legal = hand[p] & follow, better = BEATS[trump][led][winning];
            if (!legal)
                legal = hand[p] & trumps;
            if (!legal)
                legal = hand[p];
            tile = pick(narrowed(legal, hand[p], better, played, tricks[p]));
            hand[p] ^= BIT(tile);
            played |= BIT(tile);
            if (better & BIT(tile))
                winner = at, winning = tile;
        }
        leader = winner;
        tricks[seats[winner]]++;
    }
}

/* Plays one hand for the pool, sets each position's gain and returns what the next pool begins with. */
static int64_t play_hand(int64_t pool, int64_t *gain)
{
    mask hand[MOST_SEATS];
    int in[MOST_SEATS], tricks[MOST_SEATS] = {0}, m = 0, boneyard = SET - 5 * n;
    for (int p = 0; p < n; p++)
        hand[p] = draw_many(p == n - 1 ? 4 : 5);
    turn_up = draw();
    hand[n - 1] |= BIT(turn_up);
    trump = HI[turn_up];
    for (int p = 0; p < n; p++)
        if (p == n - 1 && m == 0)
            in[m++] = p;
        else if (below(2))
            in[m++] = p;
    for (int i = 0; i < m; i++)
        played_by[in[i]]++;
    if (m == 1) {
        walkovers++;
        gain[in[0]] += pool;
        return 0;
    }
    for (int i = 0; i < m && boneyard; i++) {
        int p = in[i], thrown = below((boneyard < CHANGES ? boneyard : CHANGES) + 1);
        for (int k = 0; k < thrown; k++)
            hand[p] ^= BIT(pick(hand[p]));
        hand[p] |= draw_many(thrown);
        boneyard -= thrown;
        changed_by[p] += thrown;
    }
    play_tricks(in, m, hand, tricks);
    int most = 0, shared = 0, best = 0;
    for (int i = 0; i < m; i++) {
        int won = tricks[in[i]];
        shared = won > most ? 1 : shared + (won == most);
        if (won > most)
            most = won, best = in[i];
    }
    int64_t next = pool;
    if (shared == 1) {
        gain[best] += pool;
        next = 0;
    } else
        ties++;
    for (int i = 0; i < m; i++)
        if (!tricks[in[i]]) {
            looed_by[in[i]]++;
            gain[in[i]] -= pool;
            next += pool;
        }
    return next;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: booray PLAYERS SESSIONS HANDS SEED\n");
        return 2;
    }
    n = (int)number(argv[1], 3, MOST_SEATS);
    int64_t sessions = number(argv[2], 1, INT64_MAX), hands = number(argv[3], 1, INT64_MAX);
    const int64_t escalated = 1000000000000;
    int64_t net[MOST_SEATS] = {0}, pool_sum = 0, left = 0, total = 0, ended = 0;
    start((uint64_t)number(argv[4], 0, INT64_MAX));
    build_power();

    double began = seconds();
    for (int64_t s = 0; s < sessions; s++) {
        int dealer = (int)(s % n);
        int64_t pool = 0;
        for (int64_t h = 0; h < hands; h++) {
            int64_t gain[MOST_SEATS] = {0};
            pool += n;
            pool_sum += pool;
            shuffle(s, h);
            pool = play_hand(pool, gain);
            total++;
            dealer = dealer + 1 == n ? 0 : dealer + 1; /* the next dealer, who sat at position 0 of this hand */
            for (int p = 0, seat = dealer; p < n; p++, seat = seat + 1 == n ? 0 : seat + 1)
                net[seat] += gain[p] - 1;
            if (pool > escalated) {
                ended++;
                break;
            }
        }
        left += pool;
    }
    double took_seconds = seconds() - began;

    int64_t balance = left;
    for (int p = 0; p < n; p++)
        balance += net[p];
    printf("{\"hands\": %" PRId64 ", \"seconds\": %.6f, \"players\": %d", total, took_seconds, n);
    printf(", \"left\": %" PRId64 ", \"balance\": %" PRId64 ", \"walkovers\": %" PRId64, left, balance, walkovers);
    printf(", \"ties\": %" PRId64 ", \"escalated\": %" PRId64, ties, ended);
    print_array("net_by_seat", net, n);
    print_array("played", played_by, n);
    print_array("looed", looed_by, n);
    print_array("changed", changed_by, n);
    printf("}\n");
    return balance != 0;
}
