"""Which tile to play at Domino Pool, and whether to draw: what an option takes of the pool beyond
the others of its turn."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from reports.moves import Buckets, Decision, Start, above_others
from reports.page.document import Column
from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Forks
from simulate.domino.tiles import TILES, name
from simulate.games.pool.views import AT, RIGHT
from simulate.runs.run import Run
from strategies.pool.base import FACT, describe_options, find_lightest

#: Chips that everybody pays: any number of winners divides them.
STAKE = 60
#: What an option can be among those of its turn.
HABITS = ("a double", "the heaviest", "keeps the most numbers", "leaves the fewest fits")
#: Pips kept after closing the line, less those that the smallest other hand is likely to hold.
MARGINS = ("10 or more lighter", "5 to 10 lighter", "0 to 5 lighter", "0 to 5 heavier",
           "5 to 10 heavier", "10 or more heavier")
_MARGIN_BOUNDS = (-10, -5, 0, 5, 10)
#: More tiles in a hand that may draw are one bucket.
MOST_HELD = 6
#: Tiles out that may still fit after a play that all but closes the line.
CLOSED = 2
_GAIN = Column("gain", "part of the pool beyond the turn's other options", "share",
               "share of the pool", "taken beyond the other options of the turn")

Flags = NDArray[np.bool_]


def _given(forks: Forks) -> Flags:
    """Return the options of the turns that follow on a line: bool[turns, options]."""
    given = np.arange(forks.answers.shape[1]) < forks.count[:, None]
    return np.asarray(given & (forks.noted["left"] >= 0)[:, None])


def _facts(forks: Forks) -> Ints:
    noted, facts = forks.noted, np.zeros((*forks.answers.shape, FACT.size), np.int64)
    describe_options(forks.answers, forks.count, noted["hand"], noted["left"], noted["right"],
                 noted["played"], facts)
    return facts


def _apart(worth: Floats, one: Flags, given: Flags) -> tuple[Flags, Floats]:
    """Return which turns have marked options and others, and how far the marked are ahead."""
    so, not_so = given & one, given & ~one
    both: Flags = np.logical_and(so.any(1), not_so.any(1))
    means = [np.where(kept, worth, 0).sum(1) / np.maximum(kept.sum(1), 1) for kept in (so, not_so)]
    return both, np.subtract(*means, dtype=np.float64)


def _habits(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    facts, given = _facts(forks), _given(forks)

    def most(values: Ints) -> Flags:
        known = np.where(given, values, np.iinfo(np.int64).min)
        return known == known.max(1, keepdims=True)

    are = (facts[..., FACT.double] == 1, most(facts[..., FACT.pips]),
           most(facts[..., FACT.numbers]), most(-facts[..., FACT.fitting]))
    both, gained = zip(*(_apart(worth, one, given) for one in are), strict=True)
    return np.where(np.stack(both, 1), range(len(are)), -1), np.stack(gained, 1)


def _closing(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    """Compare the options that leave next to nothing to play with the others of their turn."""
    facts, given, noted = _facts(forks), _given(forks), forks.noted
    closes = (facts[..., FACT.fitting] <= CLOSED) & (facts[..., FACT.own_fitting] == 0)
    both, gained = _apart(worth, closes, given)
    lightest = np.zeros(len(gained))
    find_lightest(noted["hand"], noted["played"], noted["sizes"], noted["players"],
                  noted["position"], lightest)
    kept = np.where(given & closes, facts[..., FACT.pips_kept], np.iinfo(np.int64).max).min(1)
    margin = np.searchsorted(_MARGIN_BOUNDS, np.where(both, kept, 0) - lightest, "right")
    return np.where(both, margin, -1), gained


def _openings(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    """Return the leader's first tiles, and what each takes beyond the others of the hand."""
    leads = (forks.noted["left"] < 0)[:, None] & (forks.answers >= 0)
    return np.where(leads, forks.answers % RIGHT, -1), above_others(worth, forks.count)


BUCKETS = {
    "habits": Buckets(((Column("option", "an option that is or", "text", "text",
                               "what sort of option it is"), HABITS),), _habits, _GAIN, "turns",
                      "Which tiles are played first?", "Turns with options of both sorts, on "
                      "the same deals; the first tile is left out."),
    "closing": Buckets(((Column("margin", "pips kept, against the smallest other hand's", "text",
                                "text", "pips kept, less the likely ones"), MARGINS),),
                       _closing, _GAIN, "turns", "When is the line closed?",
                       "All but closed: at most two tiles that fit are out and you keep none."),
    "openings": Buckets(((Column("tile", "tile", "text", "text", "the tile"),
                          tuple(name(tile) for tile in range(TILES))),), _openings, _GAIN,
                        "hands", "Which tile is led?", "Beyond the hand's other tiles.")}


def _drawing(run: Run, forks: Forks, worth: Floats) -> tuple[Ints, Floats]:
    """Return how many tiles a seat holds that draws, and by how much that beats passing."""
    held = np.bitwise_count(forks.noted["hand"]).astype(np.int64)
    return held.clip(max=MOST_HELD) - 1, np.asarray(worth[:, 1] - worth[:, 0])


def single_hands(run: Run, **rules: object) -> Run:
    """Return a run of single hands, each for its own pool."""
    return replace(run, hands=1, rules=run.rules.changed(
        score="hand", contribution=STAKE, bankroll=None, leader="draw", **rules))


def _at_start(run: Run) -> tuple[tuple[Start], float]:
    """Return how a hand begins in which all have paid for the pool, and the scale of its parts."""
    seats = len(run.players)
    return (Start({AT.seats_in: (1 << seats) - 1, AT.pool: seats * STAKE}),), 1 / (STAKE * seats)


def plays(run: Run) -> Decision:
    """Return the decision which tile to play in single hands."""
    starts, scale = _at_start(run)
    return Decision(
        "play", {"hand": AT.hand, "left": AT.left, "right": AT.right, "played": AT.tiles_played,
                 "sizes": AT.sizes, "players": AT.players, "position": AT.position}, BUCKETS,
        starts=starts, scale=scale)


def draws(run: Run) -> Decision:
    """Return the decision whether to draw in single hands, where the rules leave it to the seat."""
    starts, scale = _at_start(run)
    held = Column("held", "holding", "text", "text", "the tiles held, none of which fits")
    words = ["1 tile", *(f"{many} tiles" for many in range(2, MOST_HELD)),
             f"{MOST_HELD} tiles or more"]
    return Decision("draw", {"hand": AT.hand}, {
        "draws": Buckets(
            ((held, words),), _drawing, _GAIN, "times", "What does drawing cost?",
            "Under draw=may: the part of the pool by which drawing beats passing.")},
        starts=starts, scale=scale)
