"""Hands laid by hand, and what the rules make of them: put to the oracle and to the kernels."""

#: Loo, before the deal: rules besides those of pagat, chips of each seat (none: any number), what
#: lies in the pool, and the antes of the seats, of which the last deals.
ANTES = [
    ({"remainder": "ante"}, None, 0, [5, 5, 5, 10]),
    ({"remainder": "ante"}, None, 1, [5, 5, 5, 10]),
    ({"remainder": "ante"}, None, 4, [5, 5, 5, 10]),
    ({"remainder": "ante"}, None, 5, [0, 0, 0, 5]),
    ({"remainder": "stays"}, None, 0, [5, 5, 5, 10]),
    ({"remainder": "stays"}, None, 1, [0, 0, 0, 5]),
    ({"remainder": "stays"}, None, 4, [0, 0, 0, 5]),
    # On an empty pool each seat pays what it has.
    ({"bankroll": 9}, [2, 9, 5, 7], 3, [2, 5, 5, 7]),
    ({"bankroll": 8}, [8, 3, 8, 8], 0, [5, 3, 5, 8])]
_ALL, _FOR_POOL = ["play"] * 4, ["drop", "miss", "drop", "for_pool"]
#: Loo, after the tricks: rules, what lay in the pool before the antes, declarations and tricks of
#: the seats, of which the last deals, and what the hand comes to.
LOO_SETTLED = [
    # The source's worked example: A deals and takes three tricks, D, before A, two.
    ({}, 0, _ALL, [0, 0, 2, 3],
     {"pool": 25, "paid": [0, 0, 10, 15], "penalties": [25, 25, 0, 0], "pool_next": 50}),
    ({}, 50, ["play", "play", "play", "drop"], [5, 0, 0, 0],
     {"pool": 55, "paid": [55, 0, 0, 0], "penalties": [0, 55, 55, 0], "pool_next": 110}),
    # Rules: pool 30, one trick: 6 stay, so that the next pool is 11 with the dealer's five.
    ({}, 25, _FOR_POOL, [0, 4, 0, 1], {"pool": 30, "paid": [0, 24, 0, 0], "pool_next": 6}),
    ({}, 6, _FOR_POOL, [0, 5, 0, 0], {"pool": 11, "penalties": [0] * 4, "pool_next": 1}),
    # Walkovers: the dealer, who says nothing, takes the remainder as well.
    ({}, 6, ["drop", "drop", "drop"], [0, 0, 0, 5], {"paid": [0, 0, 0, 11], "pool_next": 0}),
    ({}, 6, ["drop", "play", "drop", "drop"], [0, 5, 0, 0],
     {"paid": [0, 10, 0, 0], "pool_next": 1}),
    *(({"penalty": penalty}, 50, ["play", "play", "drop", "play"], [0, 4, 0, 1],
       {"penalties": [owed, 0, 0, 0]})
      for penalty, owed in (("unlimited", 55), ("fixed:7", 7), ("cap:40", 40), ("cap:90", 55),
                            ("fixed:90", 90)))]
#: Loo: what a looed seat owes with so many seats in the session and a pool of 55.
PENALTIES_BY_SEATS = [
    ("fixed:5n", 4, 20), ("fixed:5n", 3, 15), ("cap:10n", 4, 40), ("cap:10n", 3, 30),
    ("cap:10n", 2, 20), ("cap:20n", 4, 55), ("cap:20n", 2, 40)]
#: Loo for points: points before, the seats' tricks, and who has won. None dropped; the last deals.
WON_ON_POINTS = [
    ([14, 13, 0, 0], [3, 2, 0, 0], [0]), ([12, 13, 0, 0], [2, 1, 2, 0], []),
    ([13, 13, 5, 0], [2, 2, 1, 0], []), ([14, 14, 0, 0], [1, 3, 1, 0], [1])]
#: Euchre: the seat that made trump, whether alone, the tricks by seat, and the points.
EUCHRE_POINTS = [
    (0, 0, [3, 0, 2, 0], [2, 0, 2, 0]),  # match
    (0, 0, [3, 1, 1, 0], [1, 0, 1, 0]),  # point
    (2, 0, [1, 1, 2, 1], [1, 0, 1, 0]),
    (0, 0, [1, 2, 1, 1], [0, 2, 0, 2]),  # euchre
    (1, 1, [0, 5, 0, 0], [0, 4, 0, 4]),  # match alone
    (1, 1, [1, 4, 0, 0], [0, 1, 0, 1]),
    (1, 1, [2, 2, 1, 0], [2, 0, 2, 0]),
    (0, 0, [5, 0, 0], [2, 0, 0]),
    (0, 0, [3, 1, 1], [1, 0, 0]),
    (0, 0, [2, 2, 1], [0, 2, 2]),  # each of the others scores
    (1, 0, [3, 2], [2, 0])]
#: Pool, one tile left to each seat: the tiles, and what the hand comes to, five chips a seat.
POOL_BY_HAND = [
    (["0-0", None, "6-6"], {"winners": [1], "paid": [0, 15, 0]}),  # an empty hand is lighter
    (["0-0", "5-0", "6-6"], {"winners": [0]}),
    (["1-0", "6-6", "1-0"], {"pips": [1, 12, 1], "winners": [0, 2], "paid": [7, 0, 7],
                             "net": [2, -5, 2], "pool_next": 1})]
#: Pool, hundred up, ten chips a stake: scores before, who has starred before, who led, pips left by
#: seat (None: out), and what the hand comes to.
POOL_HUNDRED_UP = [
    ([98, 40, 50], [], 0, [9, 1, 3],
     {"out": [0], "starred": [0], "score_after": [53, 41, 53], "net": [-10, 0, 0],
      "pool_next": 10, "game_over": False}),
    ([98, 98, 50], [], 0, [9, 9, 3], {"starred": [1], "game_over": False}),
    ([98, 98, 50], [2], 0, [9, 9, 3],
     {"starred": [], "out": [0, 1], "game_winners": [2], "score_after": [None, None, 53]}),
    ([99, 99, 99, 10], [], 1, [3, 3, 1, 5],
     {"out": [0, 1, 2], "starred": [0, 2], "score_after": [15, None, 15, 15],
      "net": [-10, 0, -10, 0], "pool_next": 20, "game_over": False}),
    *(([99, 99, 99, 10, 10], [], leader, [3] * 5, {"starred": [star]})
      for leader, star in ((0, 1), (1, 2), (2, 0), (3, 0))),
    ([99, 0, 0, 0], [0], 0, [1, 0, 0, 0], {"starred": []}),
    ([99, 0, 0, 0], [1], 0, [1, 0, 0, 0], {"starred": [0]}),
    ([99, None, 99, 95], [], 0, [1, None, 1, 9],
     {"out": [0, 2, 3], "starred": [], "game_over": True, "game_winners": [0, 2],
      "score_after": [None] * 4})]
#: One tile for a number of pips.
TILE_OF = {0: "0-0", 1: "1-0", 3: "3-0", 5: "5-0", 7: "6-1", 9: "5-4"}


def part_of(hand, told):
    """Return what a hand history says of what is told."""
    return {key: hand[key] for key in told}
