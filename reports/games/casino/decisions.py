"""Bets at Casino: what a tile brings more than the others of its hand, and what seats make."""

from collections.abc import Mapping

import numpy as np

from reports.moves import Buckets, Decision, above_others, strategy_of
from reports.page.document import STRATEGY, Column
from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Forks
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, SHOWS, TILE, TILES, name
from simulate.games.casino.rules import AT, HOLDS
from simulate.runs.run import Run
from simulate.theory.casino.best_response import DOUBLE, KIND, KINDS, NOTED, OTHER, SINGLE_BLANK
from simulate.theory.casino.last_rounds import PLAYERS, price_endings

#: When a tile is bet: by the tiles in the pot, the part of the game, the own stash less the best
#: rival's, and how many tiles are out that a blank could take or that could take a tile.
WHEN = ("empty pot", "pot of 1 to 3", "pot of 4 to 7", "pot of 8 to 12", "pot of 13 or more",
        "first third", "second third", "last third",
        "2 or more behind", "within 1 of the lead", "2 or more ahead",
        "no tile out that matters", "1 or 2 out that matter", "3 or more out that matter")
_BOUNDS, _STARTS = ((1, 4, 8, 13), (1, 2), (-1, 2), (1, 3)), (0, 5, 8, 11)
_TILE = Column("tile", "tile", "text", "text", "the tile, or its kind")
_GAMES = Column("games", "of 100 games", "signed", "of 100 games",
                "won more than with the other tiles of the hand")
_MORE = "Than the hand's other tiles, on the same deal and dice."
#: Kinds of which the first hand is counted.
_HELD = KINDS[:3]
#: One in this many sessions has its endings priced: each takes a millisecond.
_ONE_IN = 16


def _own_lead(run: Run, forks: Forks) -> Ints:
    """Return by how many tiles the stash of the seat is ahead of the best other."""
    seats = np.arange(len(run.players))
    stashes = forks.noted["stashes"][:, None] >> 8 * seats & 255
    own = stashes[np.arange(len(stashes)), forks.seat]
    ahead: Ints = own - np.where(seats == forks.seat[:, None], -1, stashes).max(1)
    return ahead


def _when(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    """Return the four classes of each bet, and what it brings more than the others."""
    tiles = forks.answers[:, :HOLDS]
    unseen = ALL_TILES & ~(forks.noted["hand"] | forks.noted["seen"])
    takers = 1 << TILE[HIGH, 0] | 1 << TILE[LOW, 0]
    matter = np.where(KIND == SINGLE_BLANK, SHOWS[HIGH],
                      np.where((KIND == DOUBLE) | (KIND == OTHER), takers, 0))
    third = forks.number * 3 // (TILES // len(run.players) - 1)
    measured = (forks.noted["pot"], third, _own_lead(run, forks))
    found = np.zeros((*tiles.shape, len(_STARTS)), np.int64)
    for k, (one, bounds) in enumerate(zip(measured, _BOUNDS, strict=False)):
        found[..., k] = np.searchsorted(bounds, one, "right")[:, None]
    out = np.bitwise_count(unseen[:, None] & matter[tiles])
    found[..., -1] = np.searchsorted(_BOUNDS[-1], out, "right")
    bucket: Ints = KIND[tiles][..., None] + len(KINDS) * (found + np.array(_STARTS))
    bucket[..., -1][KIND[tiles] == 0] = -1  # nothing takes the double blank
    bucket[tiles < 0] = -1
    gained = above_others(worth, forks.count)[:, :HOLDS, None]
    return bucket, np.broadcast_to(gained, bucket.shape)


def _held(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    """Return how many tiles of each kind a seat is dealt, and what it makes of the game."""
    made = np.take_along_axis(worth, forks.taken[:, None], 1)
    found = np.full((len(made), len(_HELD)), -1)
    for k in range(len(_HELD)):
        of_kind = sum(1 << t for t in range(TILES) if KIND[t] == k)
        found[:, k] = (HOLDS + 1) * k + np.bitwise_count(forks.noted["hand"] & of_kind)
    found[forks.number > 0] = -1
    return found, np.broadcast_to(made, found.shape)


def _rounds(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    """Return the strategy and the round, and the tiles won there; the last two rounds are one."""
    asked = TILES // len(run.players) - 1
    made = forks.outcomes[np.arange(len(worth)), forks.taken, forks.seat].reshape(-1, asked)
    before = (forks.noted["stashes"] >> 8 * forks.seat & 255).reshape(-1, asked)
    won = np.diff(np.concatenate([before, made[:, -1:]], axis=1), axis=1).astype(np.float64)
    won[:, -1] /= 2
    return strategy_of(run, forks) * asked + forks.number, won.ravel()


def _endings(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    """Return the strategy, and the games of 100 that a bet gives away where both hands are known.
    """
    priced = forks.session // PLAYERS % _ONE_IN == 0
    chosen = np.flatnonzero(priced & (forks.number >= TILES // PLAYERS - HOLDS))
    solved, cost, most = (np.zeros(len(chosen)) for _ in range(3))
    hand, seen, pot, lead = (np.ascontiguousarray(each[chosen]) for each in (
        forks.noted["hand"], forks.noted["seen"], forks.noted["pot_set"], _own_lead(run, forks)))
    price_endings(hand, seen, pot, lead, forks.answers[chosen, forks.taken[chosen]], solved, cost,
                  most)
    bucket, value = np.full(len(worth), -1), np.zeros(len(worth))
    bucket[chosen], value[chosen] = strategy_of(run, forks)[chosen], 100 * cost
    return bucket, value


def _buckets(run: Run) -> Mapping[str, Buckets]:
    labels, asked = list(dict.fromkeys(run.labels)), TILES // len(run.players) - 1
    won = Column("wins", "of 100 games", "amount", "of 100 games", "won; ties are shared")
    tiles = Column("tiles", "tiles a round", "amount", "tiles a round", "won")
    given = Column("cost", "of 100 games given away", "amount", "of 100 games",
                   "given away a bet, against a rival who plays best")
    held = [f"{many} of {kind}" for kind in _HELD for many in range(HOLDS + 1)]
    rounds = (*(str(k + 1) for k in range(asked - 1)), "last two")
    found = {
        "when": Buckets(((Column("when", "bet", "text", "text", "when it is bet"), WHEN),
                         (_TILE, KINDS)), _when, _GAMES, "bets", "When is a tile bet best?", _MORE),
        "tiles": Buckets(
            ((_TILE, [name(tile) for tile in range(TILES)]),), lambda run, forks, worth: (
                forks.answers[:, :HOLDS], above_others(worth, forks.count)[:, :HOLDS]),
            _GAMES, "bets", "What does a bet of each tile bring?", _MORE),
        "rounds": Buckets(((STRATEGY, labels), (Column(
            "round", "round", "text", "text", "the round, from 1"), rounds)), _rounds, tiles,
            title="Which strategy wins its tiles when?",
            note="The last two rounds are one, their mean."),
        "holdings": Buckets(((Column("held", "of the first three tiles", "text", "text",
                                     "how many are of a kind"), held),), _held, won, "games",
                            "What are the first tiles worth?",
                            "Of a seat whose first three tiles hold so many of a kind.")}
    return found if len(run.players) != PLAYERS else {
        **found, "endings": Buckets(
            ((STRATEGY, labels),), _endings, given, "bets", "How are the last rounds bet best?",
            "What a bet gives away, where both hands are known and the ending is solved.")}


def bets(run: Run) -> Decision:
    """Return the decision at a table."""
    return Decision("bet", {**NOTED, "pot_set": AT.pot}, _buckets(run), scale=100.0)
