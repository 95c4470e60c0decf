"""The law of one hand: how often each way to end it comes up, and evenings played from it.

Where no seat looks at what came before, hands hang together by the pool alone. Then it is enough to
count the ends of hands, and an evening of any length with any antes and penalties is drawn from
them. Seats that look at the pool have a law for each range of the penalty's share of it. The page
plays the same evenings by the same draws (``law.js``); a test holds both together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import PoolEnds, find_game
from simulate.games.rules import PENALTY_KINDS, PaysPenalties, penalty_due
from simulate.machine.compiling import helper, inlined, kernel
from simulate.runs.agents import views_of
from simulate.runs.follow import Paths, follow, joined, values_of
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Player, Run

#: Between the ranges of the penalty's share of the pool.
EDGES = (0.24, 0.30, 0.40, 0.55, 0.70, 0.95)
#: A range and dealer with a smaller part of all hands than this has the law of the next range.
_LEAST = 0.0005
#: An end has three bits a position, from the dealer's left: the parts of the pool that it takes, or
#: ``_LOOED``; above them, whether what a division leaves over is taken as well.
_BITS, _LOOED = 3, 7
#: The counter and the rounds before the first draw of the generator sfc32 (C. Doty-Humphrey,
#: PractRand), and its words.
_GOLDEN, _ROUNDS, _WORD = 0x9E3779B9, 12, 0xFFFFFFFF
#: What views show of the pool, and of what came before.
_OF_THE_POOL = {"pool", "penalty", "penalty_limit"}
_OF_BEFORE = {"number", "hands", *(f"{what}_{p}" for what in ("chips", "score") for p in range(6))}


def names_read(player: Player) -> set[str]:
    """Return the names that the decisions of a player read, and those that the functions read that
    they call, as far as they are known by name. An agent may read all that it is shown."""
    if player.agent is not None:
        return {name for view, _ in views_of(player.agent.game) for name in view._fields}
    return set().union(*(
        _names(decision) for decision in player.decisions.values() if decision is not None))


def _names(function: Any, seen: frozenset[Any] = frozenset()) -> set[str]:
    plain = getattr(function, "py_func", function)
    code = getattr(plain, "__code__", None)
    if code is None or code in seen:
        return set()
    found, seen = set(code.co_names), seen | {code}
    for name in code.co_names:
        called = plain.__globals__.get(name)
        found |= _names(called, seen)
        if isinstance(called, ModuleType):
            found |= set().union(*(_names(getattr(called, n, None), seen) for n in code.co_names))
    return found


def looks_at_pool(players: Sequence[Player]) -> bool:
    """Return whether a decision of some player may look at the pool, or at the penalty."""
    return any(names_read(player) & _OF_THE_POOL for player in players)


def why_in_full(run: Run) -> str:
    """Return why evenings of a table cannot be drawn from a law, in words; empty where they can."""
    grows = find_game(run.game).growth(run.rules)
    if grows is None or grows.ends is None:
        return "hands of this game are not played for parts of a pool"
    if find_game(run.game).bankroll_of(run.rules):
        return "banks are finite"
    looking = [one.label for one in run.players if names_read(one) & _OF_BEFORE]
    return f"{looking[0]} may look at chips, scores or the number of the hand" if looking else ""


class Stakes(NamedTuple):
    """What chips are paid by: all that an evening needs beyond the law of a hand."""

    each: int  #: antes of all but the dealer into an empty pool
    dealer: int  #: of the dealer
    top_up: int  #: what the dealer alone pays into a pool that is not empty
    empty_below: int  #: a pool of fewer chips is empty
    kind: int  #: of ``PENALTY_KINDS``
    limit: int  #: of a penalty
    most: int  #: a larger pool than this ends the evening

    @classmethod
    def of(cls, run: Run) -> Stakes:
        """Return the stakes of a table with a law."""
        grows, rules = find_game(run.game).growth(run.rules), run.rules
        assert grows is not None and grows.ends is not None and isinstance(rules, PaysPenalties)
        penalty = rules.penalty_parts
        return cls(*grows.ends.antes, grows.empty_below, PENALTY_KINDS.index(penalty.kind),
                   penalty.limit(len(run.players)), grows.limit)


class Evenings(NamedTuple):
    """What came of some evenings."""

    total: Ints  #: int64[evenings, seats]: chips at the end
    lowest: Ints  #: int64[evenings, seats]: the fewest chips after any hand, 0 at most
    largest: Ints  #: int64[evenings]: the largest pool that was played for
    hands: Ints  #: int64[evenings]
    bare: Ints  #: int64[evenings]: hands for no more than everybody's antes
    looed: Ints  #: int64[evenings]: penalties paid
    cut: Ints  #: int64[evenings]: those of them that were smaller than the pool
    chips: Ints  #: int64[evenings that are shown, hands, seats]: chips after each hand


_due = inlined(penalty_due)


@helper
def draw(state: Any) -> int:
    """Draw the next 32 bits of an evening: sfc32, whose ``state`` is int64[4]."""
    a, b, c, counter = state[0], state[1], state[2], state[3]
    drawn = (a + b + counter) & _WORD
    state[0] = b ^ b >> 9
    state[1] = (c + (c << 3)) & _WORD
    state[2] = ((c << 21 & _WORD | c >> 11) + drawn) & _WORD
    state[3] = (counter + 1) & _WORD
    return drawn


@helper
def ante(chips: Any, stakes: Any, dealer: int, left: int) -> int:
    """Let the seats pay for a hand; return the pool."""
    if left >= stakes[3]:
        chips[dealer] -= stakes[2]
        return left + stakes[2]
    for seat in range(len(chips)):
        due = stakes[1] if seat == dealer else stakes[0]
        chips[seat] -= due
        left += due
    return left


@helper
def settle(chips: Any, parts: int, dealer: int, pool: int, owed: int, end: int) -> int:
    """Pay what the end of a hand pays, and take what the looed owe; return the next pool."""
    seats = len(chips)
    share, left = pool // parts, pool
    whole = end >> _BITS * seats
    for p in range(seats):
        taken = end >> _BITS * p & _LOOED
        seat = (dealer + 1 + p) % seats
        if taken == _LOOED:
            chips[seat] -= owed
            left += owed
        elif taken:
            paid = pool if whole else share * taken
            chips[seat] += paid
            left -= paid
    return left


@kernel
def _play(
    stakes: Any, parts: int, groups: Any, starts: Any, chances: Any, others: Any, ends: Any,
    edges: Any, seed: int, first: int, hands: int, total: Any, lowest: Any, largest: Any,
    counted: Any, shown: Any,
) -> None:
    seats, state = total.shape[1], np.zeros(4, np.int64)
    for i in range(len(total)):
        state[:] = seed & _WORD, first + i & _WORD, _GOLDEN, 1
        for _ in range(_ROUNDS):
            draw(state)
        chips, left, dealer = total[i], 0, (first + i) % seats
        for hand in range(hands):
            pool = ante(chips, stakes, dealer, left)
            owed = _due(stakes[4], stakes[5], pool)
            share = 0
            while share < groups.shape[0] - 1 and owed / pool > edges[share]:
                share += 1
            row = groups[share, dealer % groups.shape[1]]
            place = draw(state) * ((starts[row + 1] - starts[row]) / 4294967296.0)
            at = starts[row] + int(place)
            if place - int(place) >= chances[at]:
                at = others[at]
            left = settle(chips, parts, dealer, pool, owed, ends[at])
            looed = 0
            for p in range(seats):
                looed += int(ends[at] >> _BITS * p & _LOOED == _LOOED)
                lowest[i, p] = min(lowest[i, p], chips[p])
            largest[i] = max(largest[i], pool)
            counted[i, 0] += 1
            counted[i, 1] += int(pool <= stakes[0] * (seats - 1) + stakes[1])
            counted[i, 2] += looed
            counted[i, 3] += looed * int(owed < pool)
            if i < len(shown):
                shown[i, hand:] = chips
            if left > stakes[6]:
                break
            dealer = (dealer + 1) % seats


def _alias(counts: Ints) -> tuple[list[float], list[int]]:
    """Return what draws by counts in one step: a chance, and what is drawn else (A. J. Walker, ACM
    Transactions on Mathematical Software 3, 1977). In whole numbers, so that the page has the same.
    """
    total, size = int(counts.sum()), len(counts)
    scaled = [size * int(count) for count in counts]
    chances, others = [1.0] * size, list(range(size))
    small = [i for i in range(size) if scaled[i] < total]
    large = [i for i in range(size) if scaled[i] >= total]
    while small and large:
        low, high = small.pop(), large.pop()
        chances[low], others[low] = scaled[low] / total, high
        scaled[high] -= total - scaled[low]
        (small if scaled[high] < total else large).append(high)
    return chances, others


@dataclass(frozen=True)
class Law:
    """How often each way to end a hand comes up at a table."""

    players: int
    parts: int  #: of a whole pool
    ends: Ints  #: int64[ends]: who takes how much, rising
    #: int64[ranges, dealers]: the row of ``counts`` by the penalty's share of the pool and by the
    #: dealer; one range where nobody looks at the pool, one dealer where all seats are alike.
    groups: Ints
    counts: Ints  #: int64[rows, ends]: hands that ended so

    @property
    def hands(self) -> int:
        """Hands that were counted."""
        return int(self.counts.sum())

    @property
    def knows_sizes(self) -> bool:
        """Whether it knows how often pools are small or large: not where seats look at the pool,
        since it knows only what part of it a penalty is."""
        return len(self.groups) == 1

    def independent(self, evenings: int, hands: int) -> int:
        """Return as how many independent evenings so many of some hands count.

        What is computed from n counted hands by all evenings that they can make up has no larger
        variance than the mean of n / hands separate evenings (Hoeffding, Annals of Mathematical
        Statistics 19, 1948); that of drawing only so many evenings is added."""
        return max(1, round(1 / (1 / evenings + hands / self.hands)))

    @cached_property
    def _draws(self) -> tuple[Any, ...]:
        starts, chances, others, ends = [0], list[float](), list[int](), list[int]()
        for row in self.counts:
            (seen,) = row.nonzero()
            own, other = _alias(row[seen])
            chances += own
            others += [starts[-1] + one for one in other]
            ends += self.ends[seen].tolist()
            starts.append(len(ends))
        return np.array(starts), np.array(chances), np.array(others), np.array(ends)

    def evenings(
        self, stakes: Stakes, evenings: int, hands: int, seed: int = 0, first: int = 0,
        shown: int = 0,
    ) -> Evenings:
        """Play evenings of so many hands. Each has draws of its own, by ``seed`` and its number,
        from ``first``; so the same evenings meet other stakes. ``shown``: so many have their chips
        after each hand; those after the last hand of an evening that ended early stay."""
        seats = evenings, self.players
        found = (np.zeros(seats, np.int64), np.zeros(seats, np.int64),
                 np.zeros(evenings, np.int64), np.zeros((evenings, 4), np.int64),
                 np.zeros((min(shown, evenings), hands, self.players), np.int64))
        _play(np.array(stakes), self.parts, self.groups, *self._draws, np.array(EDGES), seed, first,
              hands, *found)
        total, lowest, largest, counted, chips = found
        played, bare, looed, cut = counted.T
        return Evenings(total, lowest, largest, played, bare, looed, cut, chips)

    def numbers(self) -> Ints:
        """Return the law as whole numbers in a row, which ``read`` reads again."""
        shape = [self.players, self.parts, len(self.ends), *self.groups.shape, len(self.counts)]
        return np.concatenate([shape, self.ends, self.groups.ravel(), self.counts.ravel()])

    @classmethod
    def read(cls, numbers: Ints) -> Law:
        """Return the law of ``numbers``."""
        players, parts, ends, ranges, dealers, rows = numbers[:6].tolist()
        cuts = np.cumsum([6, ends, ranges * dealers])
        _, own, groups, counts = np.split(np.asarray(numbers, np.int64), cuts)
        return cls(players, parts, own, groups.reshape(ranges, dealers), counts.reshape(rows, ends))


def codes_of(hands: Any, ends: PoolEnds, players: int) -> Ints:
    """Return the ends of several hands: int64[hands]."""
    made = ends.made(hands)[:, :players]
    taken: Ints = np.where(made < 0, _LOOED, made) << _BITS * np.arange(players)
    return taken.sum(axis=1) | ends.whole(hands) << _BITS * players


def count(runs: Sequence[Run], jobs: int | None = None, progress: Sequence[Progress] = ()) -> Law:
    """Count the ends of hands at a table. ``runs``: the table, under other penalties too where its
    seats look at the pool, so that all shares of it come up. A law holds of it. ``progress``: what
    each run reports its sessions to."""
    run, players = runs[0], len(runs[0].players)
    grows = find_game(run.game).growth(run.rules)
    assert grows is not None and grows.ends is not None
    ends, row = grows.ends, find_game(run.game).row
    ranges = len(EDGES) + 1 if looks_at_pool(run.players) else 1
    alike = len(set(run.labels)) == 1 and "seat" not in names_read(run.players[0])
    dealers, beyond = (1 if alike else players), 1 << _BITS * players + 1

    def read(hands: Paths) -> tuple[Ints, Ints]:
        share = np.searchsorted(EDGES, hands["penalty"] / hands["pool"]) if ranges > 1 else 0
        group = share * dealers + hands["dealer"] % dealers
        return np.unique(group * beyond + codes_of(hands, ends, players), return_counts=True)

    entries = {"dealer": (row.dealer, 1), "pool": (row.pool, 1), "penalty": (row.penalty, 1),
               **grows.entries}
    pieces = [piece for one, part in zip_longest(runs, progress) for piece in follow(
        one, entries, read, jobs, progress=part).pieces]
    keys, hands = (np.concatenate(part) for part in zip(*pieces, strict=True))
    own, at = np.unique(keys % beyond, return_inverse=True)
    counts = np.zeros((ranges * dealers, len(own)), np.int64)
    np.add.at(counts, (keys // beyond, at), hands)
    met = counts.sum(axis=1).reshape(ranges, dealers) >= _LEAST * hands.sum()
    nearest = [[min((k for k in range(ranges) if met[k, dealer]),
                    key=lambda k: (abs(k - share), -k)) * dealers + dealer
                for dealer in range(dealers)] for share in range(ranges)]
    rows, groups = np.unique(nearest, return_inverse=True)
    return Law(players, grows.parts, own, groups.reshape(ranges, dealers), counts[rows])


def play_in_full(
    run: Run, jobs: int | None = None, progress: Progress = silent, shown: int = 0,
) -> Evenings:
    """Play the sessions of a run as evenings, hand by hand, where no law holds, or to check it."""
    game = find_game(run.game)
    grows = game.growth(run.rules)
    first = grows.ends.antes.first_pool(len(run.players)) if grows and grows.ends else 0
    penalty = {"penalty": (game.row.penalty, 1), **grows.entries} if grows else {}

    def read(paths: Paths) -> Evenings:
        upto = np.cumsum(paths.entries["value"], axis=0)
        before = np.vstack([np.zeros_like(upto[:1]), upto])[paths.starts[:-1]]
        chips = upto - np.repeat(before, paths.lengths, axis=0)
        looed = grows.looed(paths) if grows else np.zeros_like(paths["pool"])
        cut = looed * (paths["penalty"] < paths["pool"]) if grows else looed
        kept = max(0, min(shown - paths.first, paths.sessions))
        bare = (paths["pool"] <= first).astype(np.int64)
        lines = [chips[np.minimum(begin + np.arange(run.hands), end - 1)] for begin, end in zip(
            paths.starts[:kept], paths.starts[1:], strict=False)]
        return Evenings(
            chips[paths.starts[1:] - 1],
            np.minimum.reduceat(chips, paths.starts[:-1], axis=0).clip(max=0),
            np.maximum.reduceat(paths["pool"], paths.starts[:-1]), paths.lengths,
            paths.total(bare), paths.total(looed), paths.total(cut),
            np.array(lines).reshape(kept, run.hands, len(run.players)))

    entries = {**values_of(run), "pool": (game.row.pool, 1), **penalty}
    return joined(follow(run, entries, read, jobs, progress=progress).pieces)
