/* Domino Euchre, games to five points, every seat on the strategy `random`.
 * euchre PLAYERS GAMES SEED     PLAYERS is 2, 3 or 4; four play as partners, 0 and 2 against 1 and 3.
 * Tables by position: 0 is the seat at the dealer's left, the last is the dealer. */
#include "tiles.h"

enum { EUCHRED, POINT, MATCH, RESULTS };

static int n, kinds; /* kinds: ways to take up a trump, with partners also alone */
static mask TRUMPS[7];
static uint8_t POWER[7][7][SET]; /* [trump][suit led][tile]; 0 cannot win the trick */
static int64_t results[4][RESULTS], makers[4], tricks_made[6], trumps_turned[7], voids;

static void build_tables(void)
{
    for (int trump = 0; trump < 7; trump++) {
        int below_trump = trump ? trump - 1 : 6, right = TILE(trump, trump), left = TILE(below_trump, below_trump);
        TRUMPS[trump] = SHOWS[trump] | BIT(left);
        for (int led = 0; led < 7; led++)
            for (int t = 0; t < SET; t++) {
                int power = 0;
                if (t == right)
                    power = 17;
                else if (t == left)
                    power = 16;
                else if (TRUMPS[trump] & BIT(t))
                    power = 9 + HI[t] + LO[t] - trump;
                else if (SHOWS[led] & BIT(t))
                    power = HI[t] == LO[t] ? 8 : 1 + HI[t] + LO[t] - led;
                POWER[trump][led][t] = (uint8_t)power;
            }
    }
}

/* Plays out the hand among seats[0..m-1], in playing order from the maker; returns the tricks of the maker's side. */
static int play_tricks(int trump, const int *seats, int m, mask *hand)
{
    mask trumps = TRUMPS[trump];
    int leader = 0, made = 0;
    for (int trick = 0; trick < 5; trick++) {
        mask *mine = &hand[seats[leader]];
        int tile = pick(*mine), led = HI[tile];
        if (BIT(tile) & trumps)
            led = trump;
        else if (HI[tile] != LO[tile] && below(2))
            led = LO[tile];
        *mine ^= BIT(tile);
        mask follow = led == trump ? trumps : SHOWS[led] & ~trumps;
        int best = POWER[trump][led][tile], winner = leader;
        for (int i = 1, at = leader; i < m; i++) {
            at = at + 1 == m ? 0 : at + 1;
            mine = &hand[seats[at]];
            mask legal = *mine & follow;
            tile = pick(legal ? legal : *mine);
            *mine ^= BIT(tile);
            if (POWER[trump][led][tile] > best) {
                best = POWER[trump][led][tile];
                winner = at;
            }
        }
        leader = winner;
        made += seats[winner] == seats[0] || (n == 4 && seats[winner] == (seats[0] ^ 2));
    }
    return made;
}

/* Plays one hand; returns the points made, below 0 when the makers were euchred, and sets the maker's position. */
static int play_hand(int *maker)
{
    mask hand[4];
    int called = 0, p = 0, seats[4], m = 0;
    dealt = 0;
    for (int q = 0; q < n; q++)
        hand[q] = draw_many(5);
    int turn_up = draw(), trump = HI[turn_up];
    trumps_turned[trump]++;

    /* A call is 0 to pass, else one of `kinds` times the suits on offer; the odd ones are not alone. */
    while (p < n && !(called = below(1 + kinds)))
        p++;
    int accepted = called != 0;
    if (!accepted) {
        p = 0;
        while (p < n && !(called = below(1 + 6 * kinds)))
            p++;
        if (!called) {
            voids++;
            return 0;
        }
        int other = (called - 1) / kinds; /* counts the suits without the one turned down */
        trump = other + (other >= trump);
    }
    int alone = (called - 1) % kinds;
    *maker = p;

    int sits_out = alone ? p ^ 2 : -1;
    if (accepted && sits_out != n - 1) {
        hand[n - 1] |= BIT(turn_up);
        hand[n - 1] ^= BIT(pick(hand[n - 1]));
    }
    for (int q = 0; q < n; q++) {
        if (p != sits_out)
            seats[m++] = p;
        p = p + 1 == n ? 0 : p + 1;
    }
    int made = play_tricks(trump, seats, m, hand), result = made == 5 ? MATCH : made >= 3 ? POINT : EUCHRED;
    tricks_made[made]++;
    makers[*maker]++;
    results[2 * !accepted + alone][result]++;
    return result == EUCHRED ? -2 : result == POINT ? 1 : alone ? 4 : 2;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: euchre PLAYERS GAMES SEED\n");
        return 2;
    }
    n = (int)number(argv[1], 2, 4);
    kinds = n == 4 ? 2 : 1;
    int sides = n == 4 ? 2 : n;
    int64_t games = number(argv[2], 1, INT64_MAX), hands = 0, shared = 0;
    double wins[4] = {0};
    start((uint64_t)number(argv[3], 0, INT64_MAX));
    build_tables();

    double began = seconds();
    for (int64_t g = 0; g < games; g++) {
        int dealer = (int)(g % n), score[4] = {0}, winners = 0;
        while (!winners) {
            int maker = 0, points = play_hand(&maker), maker_side = (dealer + 1 + maker) % n % sides;
            hands++;
            for (int side = 0; side < sides; side++) {
                if (side == maker_side)
                    score[side] += points > 0 ? points : 0;
                else
                    score[side] += points < 0 ? -points : 0;
                winners += score[side] >= 5;
            }
            dealer = dealer + 1 == n ? 0 : dealer + 1;
        }
        shared += winners > 1;
        for (int side = 0; side < sides; side++)
            if (score[side] >= 5)
                wins[side] += 1.0 / winners;
    }
    double took_seconds = seconds() - began;

    printf("{\"hands\": %" PRId64 ", \"seconds\": %.6f, \"players\": %d", hands, took_seconds, n);
    printf(", \"games\": %" PRId64 ", \"shared\": %" PRId64 ", \"voids\": %" PRId64, games, shared, voids);
    printf(", \"wins\": [");
    for (int side = 0; side < sides; side++)
        printf("%s%.1f", side ? ", " : "", wins[side]);
    printf("]");
    print_array("trumps_turned", trumps_turned, 7);
    print_array("makers", makers, n);
    print_array("tricks_made_0_to_5", tricks_made, 6);
    print_array("accepted_euchred_point_match", results[0], RESULTS);
    print_array("accepted_alone_euchred_point_match", results[1], RESULTS);
    print_array("named_euchred_point_match", results[2], RESULTS);
    print_array("named_alone_euchred_point_match", results[3], RESULTS);
    printf("}\n");
    return 0;
}
