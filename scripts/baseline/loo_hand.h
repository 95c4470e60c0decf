/* A hand of Domino Loo, or of Domino Rounce where ROUNCE is 1: the deal, the declarations and the tricks. Who decides is
 * PLAYER. Positions: 0 is the seat at the dealer's left, the last is the dealer. */
#include "tiles.h"

static inline int64_t penalty_of(int64_t pool);

enum { PLAY, MISS, DROP, FOR_POOL, KINDS };

static int n, dealer;
static int trump, turn_up;
static uint8_t POWER[7][7][SET]; /* [trump][suit led][tile]; 0 cannot win the trick */
static int64_t said[4][KINDS], took[4][6], defaults[4], trumps_turned[7], walkovers;

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
            if (!legal && !ROUNCE)
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

/* Deals, lets all declare, and plays the tricks; returns how many seats are in, 0 when the dealer was left alone. */
static int play_out(int64_t pool, int *in, int *declared, int *tricks)
{
    mask hand[4];
    int m = 0, misses = n == 4 ? 1 : 2;
    for (int p = 0; p < n; p++)
        hand[p] = draw_many(5);
    turn_up = draw();
    trump = HI[turn_up];
    begin(hand, pool);
    trumps_turned[trump]++;

    for (int p = 0; p < n; p++) {
        int deals = p == n - 1, legal[KINDS], options = 0;
        if (deals && m == 0) {
            walkovers++;
            return 0;
        }
        legal[options++] = PLAY;
        if (misses)
            legal[options++] = MISS;
        if (n > 2)
            legal[options++] = DROP;
        if (!ROUNCE && deals && n == 4 && m == 1 && declared[in[0]] == MISS)
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
        } else if (deals) {
            hand[p] = take_turn_up(hand[p], p);
        }
    }

    if (m == 1) {
        tricks[in[0]] = 5;
        defaults[in[0]]++;
    } else {
        play_tricks(in, m, hand, tricks);
    }
    for (int i = 0; i < m; i++)
        took[in[i]][tricks[in[i]]]++;
    return m;
}
