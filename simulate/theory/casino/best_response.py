"""An approximate best response at Casino, linear in a few numbers.

Every tile is bet once, so a bet is a question of when.  The value of betting a tile now is a
weighted sum of thirteen numbers, with weights for each kind of tile (the double blank, a number
with a blank, a double, and all others).

One seat's bets are forked over the tiles of the hand, on the same deal and dice.  Weights are
fitted to the outcomes (least squares); the bets that they call best are played in the next round of
the fit, whose forks are added to those before.  The response is a policy that a seat could play, so
its result on other deals is a lower bound of what can be gained.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Forks, fork
from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, SHOWS, TILE, TILES
from simulate.games.casino.rules import AT, HOLDS, SEATS, Betting
from simulate.machine.compiling import helper, kernel
from simulate.runs.run import Player, Progress, Run

#: Kinds of tiles, by number.
DOUBLE_BLANK, SINGLE_BLANK, DOUBLE, OTHER = range(4)
KINDS = ("0-0", "k-0", "double", "other")
#: What ``write_numbers`` writes.
NUMBERS = 13
WEIGHTS = len(KINDS) * NUMBERS
#: Leads beyond this are one.
_MOST_LEAD = 8


#: KIND[tile]: its kind.
KIND = np.where(HIGH == 0, DOUBLE_BLANK, np.where(
    LOW == 0, SINGLE_BLANK, np.where(HIGH == LOW, DOUBLE, OTHER))).astype(np.int64)


@helper
def lead_of(stashes: int, seat: int, seats: int) -> int:
    """Return how many tiles a seat's stash is ahead of the best other, from -8 to 8."""
    own, best = stashes >> 8 * seat & 255, 0
    for other in range(seats):
        if other != seat:
            best = max(best, stashes >> 8 * other & 255)
    return max(-_MOST_LEAD, min(_MOST_LEAD, own - best))


@helper
def stakes_of(tile: int, hand: int, seen: int) -> tuple[float, float]:
    """Return what a tile could win from, or lose to, among the tiles not seen and those held.

    For a number with a blank: the share of the unseen tiles that show the number, and how many
    other tiles of the hand do. For a double or another tile: how many of the blanks that could take
    it others may have, and how many the hand holds. For the double blank: the share of the unseen
    tiles without a blank, which it keeps from winning.
    """
    unseen = ALL_TILES & ~(hand | seen)
    kind = KIND[tile]
    if kind == DOUBLE_BLANK:
        return count(unseen & ~SHOWS[0]) / max(1, count(unseen)), 0.0
    if kind == SINGLE_BLANK:
        shows = SHOWS[HIGH[tile]]
        return count(unseen & shows) / max(1, count(unseen)), float(count(hand & shows) - 1)
    takers = 1 << TILE[HIGH[tile], 0] | 1 << TILE[LOW[tile], 0]
    return float(count(unseen & takers)), float(count(hand & takers))


@helper
def write_numbers(
    numbers: Any, tile: int, hand: int, seen: int, pot: int, lead: int, left: float
) -> None:
    """Write down the numbers of a bet, float64[NUMBERS]; ``left``: the share of rounds left."""
    stake, held = stakes_of(tile, hand, seen)
    numbers[0], numbers[1], numbers[2], numbers[3] = 1.0, left, pot, pot * left
    numbers[4], numbers[5], numbers[6] = lead, lead * left, pot * lead
    numbers[7] = max(0, -lead)
    numbers[8], numbers[9], numbers[10], numbers[11] = stake, stake * left, stake * pot, held
    # Whether somebody else may have the double blank.
    numbers[12] = float(~(hand | seen) & 1)


def bet(view: Betting, p: Any) -> int:
    """Bet the tile that the weights of the chart call best; of equal ones the lowest."""
    lead, left = lead_of(view.stashes, view.seat, view.seats), 1.0 - view.round / view.rounds
    chosen, most, numbers, tiles = lowest(view.hand), -1e300, np.zeros(NUMBERS), view.hand
    while tiles != 0:
        tile = lowest(tiles)
        tiles &= tiles - 1
        write_numbers(numbers, tile, view.hand, view.seen, view.pot_tiles, lead, left)
        at, worth = KIND[tile] * NUMBERS, 0.0
        for k in range(NUMBERS):
            worth += p.chart[at + k] * numbers[k]
        if worth > most:
            chosen, most = tile, worth
    return int(chosen)


@kernel
def describe_bets(
    answers: Any, many: Any, hands: Any, seen: Any, pots: Any, stashes: Any, rounds: Any,
    asked: Any, seats: int, numbers: Any,
) -> None:
    """Write down the numbers of all bets by kind: float64[bets, kinds, NUMBERS]."""
    row = 0
    for d in range(len(many)):
        lead = lead_of(stashes[d], asked[d], seats)
        left = 1.0 - rounds[d] / (TILES // seats)
        for a in range(many[d]):
            tile = answers[d, a]
            write_numbers(numbers[row, KIND[tile]], tile, hands[d], seen[d], pots[d], lead, left)
            row += 1


#: What is noted of a bet; and what is read when the game is over, the stashes.
NOTED = {"hand": AT.hand, "pot": AT.pot_tiles, "seen": AT.seen, "stashes": AT.stashes}
STASHES = tuple(range(AT.value, AT.value + SEATS))
#: Rounds of the fit.
FITS = 3
#: Deals whose weight pulls all weights towards zero, so that equations have one solution.
_RIDGE = 20.0
#: Digits after the point to which weights are rounded; the noise of the fit is far larger.
_DIGITS = 7


def win_shares(stashes: Ints, seat: Ints) -> Floats:
    """Return what part of games, ``int64[games, ..., seats]``, a seat wins: a half if level."""
    best = stashes == stashes.max(axis=-1, keepdims=True)
    index = np.reshape(seat, (-1, *(1,) * (stashes.ndim - 1)))
    own = np.take_along_axis(best, np.broadcast_to(index, (*best.shape[:-1], 1)), -1)[..., 0]
    return own / best.sum(axis=-1)


def equations(forks: Forks, seats: int) -> tuple[Floats, Floats]:
    """Return the normal equations of the weights, which explain by how much each bet of some forks
    is worth more than the mean one."""
    worth, noted = win_shares(forks.outcomes[:, :HOLDS, :seats], forks.seat), forks.noted
    many = forks.count
    numbers = np.zeros((many.sum(), len(KINDS), NUMBERS))
    describe_bets(forks.answers, many, noted["hand"], noted["seen"], noted["pot"],
                  noted["stashes"], forks.number, forks.seat, seats, numbers)
    numbers = numbers.reshape(-1, WEIGHTS)
    mean = np.add.reduceat(numbers, np.cumsum(many) - many) / many[:, None]
    less = numbers - np.repeat(mean, many, axis=0)
    return less.T @ less, less.T @ worth[np.arange(HOLDS) < many[:, None]]


#: What a response is called in a line-up.
RESPONSE = "best response"


def player_of(weights: Floats) -> Player:
    """Return who bets by some weights."""
    return Player(RESPONSE, {"bet": bet}, {}, np.ascontiguousarray(weights))


def best_response(
    run: Run, start: Player, jobs: int | None = None, progress: Progress | None = None,
    first: int = 0,
) -> list[Player]:
    """Return the responses of seat 0 to a table, one a round of the fit from a ``start``."""
    seats, found = len(run.players), [start]
    left, right = np.zeros((WEIGHTS, WEIGHTS)), np.zeros(WEIGHTS)
    for number in range(FITS):

        def show(share: float, games: int, number: int = number) -> None:
            if progress:
                progress((number + share) / FITS, number * run.sessions + games)

        table = replace(run, players=(found[-1], *run.players[1:]))
        parts = fork(table, "bet", NOTED, STASHES, partial(equations, seats=seats), seats=[0],
                     jobs=jobs, progress=show, first=first + number * run.sessions)
        for more_left, more_right in parts:
            left += more_left
            right += more_right
        weights = np.linalg.solve(left + _RIDGE * np.eye(WEIGHTS), right)
        found.append(player_of(np.round(weights, _DIGITS)))
    return found[1:]
