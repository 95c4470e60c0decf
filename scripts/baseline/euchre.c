/* Domino Euchre, games to five points, every seat on the strategy `random` (or others: see euchre_default.c).
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

/* Where a game stands: who deals, and the points of each side (of each seat, unless partners play). */
static int dealer, sides, score[4];

static inline int seat_at(int p) { return (dealer + 1 + p) % n; }

#ifdef PLAYER
#include PLAYER
#else
#include "euchre_random.h"
#endif

/* Plays out the hand among seats[0..m-1], in playing order from the maker; returns the tricks of the maker's side. */
static int play_tricks(int trump, const int *seats, int m, mask *hand)
{
    mask trumps = TRUMPS[trump];
    int leader = 0, made = 0;
    for (int trick = 0; trick < 5; trick++) {
        mask *mine = &hand[seats[leader]];
        int led, tile = lead(*mine, trump, trick, seats, m, leader, &led), winning = tile;
        *mine ^= BIT(tile);
        note_lead(tile);
        mask follow = led == trump ? trumps : SHOWS[led] & ~trumps;
        int best = POWER[trump][led][tile], winner = leader;
        for (int i = 1, at = leader; i < m; i++) {
            at = at + 1 == m ? 0 : at + 1;
            mine = &hand[seats[at]];
            mask legal = *mine & follow;
            tile = answer(legal ? legal : *mine, *mine, trump, trick, led, winning, winner, seats, m, i, at);
            *mine ^= BIT(tile);
            note_follow(seats[at], tile, led, follow);
            if (POWER[trump][led][tile] > best) {
                best = POWER[trump][led][tile];
                winner = at;
                winning = tile;
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
    int alone = 0, p = 0, seats[4], m = 0;
    for (int q = 0; q < n; q++)
        hand[q] = draw_many(5);
    int turn_up = draw(), trump = HI[turn_up];
    trumps_turned[trump]++;

    while (p < n && !accept(hand[p], p, turn_up, &alone))
        p++;
    int accepted = p < n;
    if (!accepted) {
        int turned = trump;
        p = 0;
        while (p < n && !name_suit(hand[p], p, turned, turn_up, &trump, &alone))
            p++;
        if (p == n) {
            voids++;
            return 0;
        }
    }
    *maker = p;

    int sits_out = alone ? p ^ 2 : -1;
    int taken = accepted && sits_out != n - 1, thrown = -1;
    if (taken) {
        hand[n - 1] |= BIT(turn_up);
        thrown = discard(hand[n - 1], trump);
        hand[n - 1] ^= BIT(thrown);
    }
    begin_tricks(p, turn_up, taken, thrown);
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
    sides = n == 4 ? 2 : n;
    int64_t games = number(argv[2], 1, INT64_MAX), hands = 0, shared = 0, points_made[4] = {0};
    double wins[4] = {0};
    start((uint64_t)number(argv[3], 0, INT64_MAX));
    build_tables();
    prepare();

    double began = seconds();
    for (int64_t g = 0; g < games; g++) {
        int winners = 0;
        int64_t hand = 0;
        dealer = (int)(g % n);
        for (int side = 0; side < sides; side++)
            score[side] = 0;
        while (!winners) {
            shuffle(g, hand++);
            int maker = 0, points = play_hand(&maker), maker_side = seat_at(maker) % sides;
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
        for (int side = 0; side < sides; side++) {
            points_made[side] += score[side];
            if (score[side] >= 5)
                wins[side] += 1.0 / winners;
        }
    }
    double took_seconds = seconds() - began;

    printf("{\"hands\": %" PRId64 ", \"seconds\": %.6f, \"players\": %d", hands, took_seconds, n);
    printf(", \"games\": %" PRId64 ", \"shared\": %" PRId64 ", \"voids\": %" PRId64, games, shared, voids);
    printf(", \"wins\": [");
    for (int side = 0; side < sides; side++)
        printf("%s%.1f", side ? ", " : "", wins[side]);
    printf("]");
    print_array("points_by_side", points_made, sides);
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
