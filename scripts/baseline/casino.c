/* Domino Casino, every seat on the strategy `random`: each bet uniform over the tiles in hand (or others: see
 * casino_default.c).
 * casino PLAYERS GAMES SEED     A game is one hand of the set, of 14, 9, 7 or 5 rounds. */
#include "tiles.h"

static int n, rounds;
static int64_t double_double, double_blank, double_wins, blank_wins, blank_tiles, basic, to_pot, pot_left;

#ifdef PLAYER
#include PLAYER
#else
static inline void prepare(void) {}
static inline int choose_bet(mask hand, int seat, const int *stash, int pot, mask seen)
{
    (void)seat, (void)stash, (void)pot, (void)seen;
    return pick(hand);
}
#endif

/* Settles one round: moves the bets to the stashes or to the pot. The dice have no blank. */
static void settle(const int *bet, int *stash, int *pot)
{
    int a = 1 + below(6), b = 1 + below(6);
    int wanted = a > b ? TILE(a, b) : TILE(b, a);
    mask bets = 0;
    int jackpot = -1;
    for (int p = 0; p < n; p++) {
        bets |= BIT(bet[p]);
        if (bet[p] == wanted)
            jackpot = p;
    }
    /* A double blank stops every winner but a double-double. */
    int blanked = bets & BIT(TILE(0, 0)) && !(jackpot >= 0 && a == b);
    if (blanked) {
        double_blank++;
        *pot += n;
        return;
    }
    if (jackpot >= 0) {
        *(a == b ? &double_double : &double_wins) += 1;
        stash[jackpot] += n + *pot;
        *pot = 0;
        return;
    }
    /* No bet shows both numbers here, so that two blank winners never claim the same tile. */
    mask on_dice = SHOWS[a] | SHOWS[b], taken = 0;
    for (int p = 0; p < n; p++) {
        if (!(BIT(bet[p]) & on_dice & SHOWS[0]))
            continue;
        mask claim = bets & SHOWS[HI[bet[p]]];
        blank_wins++;
        blank_tiles += count(claim);
        stash[p] += count(claim);
        taken |= claim;
    }
    for (int p = 0; p < n; p++) {
        if (taken & BIT(bet[p]))
            continue;
        if (on_dice & BIT(bet[p])) {
            basic++;
            stash[p]++;
        } else {
            to_pot++;
            ++*pot;
        }
    }
}

/* Plays one game; the set loses the tiles that its rounds do not need. */
static void play_game(int *stash)
{
    mask hand[5], seen = 0;
    int bet[5], pot = 0;
    set_aside(SET - rounds * n);
    int in_play = dealt + rounds * n;
    for (int p = 0; p < n; p++)
        hand[p] = draw_many(2);
    for (int round = 0; round < rounds; round++) {
        if (round % ROLLS_A_WORD == 0 && round > 0)
            next_lots(round / ROLLS_A_WORD);
        if (dealt < in_play)
            for (int p = 0; p < n; p++)
                hand[p] |= BIT(draw());
        mask bets = 0;
        for (int p = 0; p < n; p++) {
            bet[p] = choose_bet(hand[p], p, stash, pot, seen);
            bets |= BIT(bet[p]);
            hand[p] ^= BIT(bet[p]);
        }
        seen |= bets;
        settle(bet, stash, &pot);
    }
    pot_left += pot;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: casino PLAYERS GAMES SEED\n");
        return 2;
    }
    n = (int)number(argv[1], 2, 5);
    rounds = SET / n;
    int64_t games = number(argv[2], 1, INT64_MAX), stashed[5] = {0}, ties = 0;
    double wins[5] = {0};
    start((uint64_t)number(argv[3], 0, INT64_MAX));
    prepare();

    double began = seconds();
    for (int64_t g = 0; g < games; g++) {
        int stash[5] = {0}, best = 0, winners = 0;
        shuffle(g, 0);
        next_lots(0);
        below(n); /* who rolls first, which changes nothing */
        play_game(stash);
        for (int p = 0; p < n; p++) {
            if (stash[p] > best) {
                best = stash[p];
                winners = 0;
            }
            winners += stash[p] == best;
        }
        ties += winners > 1;
        for (int p = 0; p < n; p++) {
            stashed[p] += stash[p];
            if (stash[p] == best)
                wins[p] += 1.0 / winners;
        }
    }
    double took_seconds = seconds() - began;

    int64_t balance = pot_left - games * rounds * n;
    for (int seat = 0; seat < n; seat++)
        balance += stashed[seat];
    printf("{\"hands\": %" PRId64 ", \"seconds\": %.6f, \"players\": %d", games, took_seconds, n);
    printf(", \"rounds\": %" PRId64 ", \"double_double_wins\": %" PRId64, games * rounds, double_double);
    printf(", \"double_blanks\": %" PRId64 ", \"double_wins\": %" PRId64, double_blank, double_wins);
    printf(", \"single_blank_wins\": %" PRId64 ", \"single_blank_tiles\": %" PRId64, blank_wins, blank_tiles);
    printf(", \"basic_matches\": %" PRId64 ", \"lost_to_pot\": %" PRId64, basic, to_pot);
    printf(", \"pot_left\": %" PRId64 ", \"ties\": %" PRId64 ", \"balance\": %" PRId64, pot_left, ties, balance);
    printf(", \"wins\": [");
    for (int seat = 0; seat < n; seat++)
        printf("%s%.1f", seat ? ", " : "", wins[seat]);
    printf("]");
    print_array("stash_by_seat", stashed, n);
    printf("}\n");
    return balance != 0;
}
