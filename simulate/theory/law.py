"""The law of one hand: how often each way to end it comes up, and evenings played from it.

Where no seat looks at what came before, hands hang together by the pool or the score alone. Then
it is enough to count the ends of hands, and an evening of any length with any antes and penalties,
or a game for points, is drawn from them. Seats that look at the pool have a law for each kind of
pool and penalty (``kind_of``); those that look at the score of a short game, a law for each score.
The page plays the same evenings by the same draws (``law.js``); a test holds both together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import zip_longest
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import HandEnds, find_game
from simulate.games.rules import PENALTY_KINDS, PaysPenalties, penalty_due
from simulate.machine.compiling import helper, inlined, kernel
from simulate.runs.agents import views_of
from simulate.runs.follow import Paths, follow, joined, values_of
from simulate.runs.run import Player, Progress, Run, silent
from simulate.theory.chain import winners
from simulate.theory.score_values import before, gained

#: Between kinds of pools by the penalty's share of them, where that is not the whole.
EDGES = (0.24, 0.30, 0.40, 0.55, 0.70, 0.84, 0.915, 0.95)
#: A pool or a limit of more chips than this, times the players and one more, is large. The solved
#: tables are of first pools, five chips a player and five more, and of pools eight times as large.
_LARGE = 14
#: Above the edges: by the limit (low, high, none), and last of all the large pools.
_KINDS = len(EDGES) + 4
#: A kind and dealer with a smaller part of all hands than this has the law of the next kind.
_LEAST = 0.0005
#: Seats that look at the pool play by more than its kind: what is left is a part of a share so far
#: off, as a standard error. Calibrated on fresh runs, until 95% of intervals hold.
_MISFIT = 0.02
#: An end has three bits a position, from the dealer's left: the parts of the pool that it takes, or
#: ``_LOOED``; above them, whether what a division leaves over is taken as well.
_BITS, _LOOED = 3, 7
#: The counter and the rounds before the first draw of the generator sfc32 (C. Doty-Humphrey,
#: PractRand), and its words.
_GOLDEN, _ROUNDS, _WORD = 0x9E3779B9, 12, 0xFFFFFFFF
#: What views show of the pool, and of what came before.
_OF_THE_POOL = {"pool", "penalty", "penalty_limit"}
_OF_THE_SCORE = {"scores", "own", "other", *(f"score_{p}" for p in range(6))}
_OF_BEFORE = {"number", "hands", *(f"chips_{p}" for p in range(6))} | _OF_THE_SCORE
#: The most scores that have laws of their own, and the fewest hands of one; with fewer it has the
#: law of all scores.
_SCORES, _FEWEST = 125, 100


def names_read(player: Player) -> set[str]:
    """Return the names that a player's decisions and the functions that these call read, as far as
    they are known by name. An agent may read all that it is shown."""
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
    game = find_game(run.game)
    if game.ends(run.rules) is None:
        return "hands of this game hang together by more than a pool or a score"
    if game.bankroll_of(run.rules):
        return "banks are finite"
    of_before = _OF_BEFORE - (_OF_THE_SCORE if Agreement.of(run).sides else set())
    looking = [one.label for one in run.players if _looks_at(run, one, of_before)]
    return f"{looking[0]} may look at chips, scores or the number of the hand" if looking else ""


def _looks_at(run: Run, player: Player, names: set[str]) -> bool:
    """Return whether a player may look at some of these parts of its views."""
    shown = {name for view in find_game(run.game).decisions.values() for name in view}
    return bool(names_read(player) & shown & names)


def ends_of(run: Run) -> HandEnds:
    """Return how hands end at a table with a law."""
    ends = find_game(run.game).ends(run.rules)
    assert ends is not None
    return ends


class Agreement(NamedTuple):
    """What a table agrees on for an evening: what is paid, and when it is over."""

    each: int  #: antes of all but the dealer into an empty pool
    dealer: int  #: of the dealer
    top_up: int  #: what the dealer pays into a pool that is not empty
    again: int  #: what each of the others pays into it
    empty_below: int  #: a pool of fewer chips is empty
    kind: int  #: of ``PENALTY_KINDS``
    limit: int  #: of a penalty; 0 where there is none
    most: int  #: a larger pool than this ends the evening
    points: int = 0  #: those that a hand is played for; 0 where a pool is
    target: int = 0  #: points that win
    shared: bool = False  #: whether several win together
    turns: bool = True  #: whether the deal passes; else positions are seats
    sides: int = 0  #: those by whose score there are laws, the first so many seats

    @classmethod
    def of(cls, run: Run) -> Agreement:
        """Return what a table with a law agrees on."""
        ends, rules, kind, limit = ends_of(run), run.rules, 0, 0
        if isinstance(rules, PaysPenalties) and not ends.points:
            penalty = rules.penalty_parts
            kind, limit = PENALTY_KINDS.index(penalty.kind), penalty.limit(len(run.players))
        game, players = find_game(run.game), len(run.players)
        target = (game.points(rules) or 0) if ends.points else 0
        sides = 2 if game.partners(players) else players
        by_score = 0 < target**sides <= _SCORES and any(
            _looks_at(run, one, _OF_THE_SCORE) for one in run.players)
        return cls(*ends.antes, ends.empty_below, kind, limit, ends.limit, ends.points, target,
                   ends.shared, not ends.by_seat, sides * by_score)


class Evenings(NamedTuple):
    """What came of some evenings."""

    total: Ints  #: int64[evenings, seats]: chips or points at the end
    lowest: Ints  #: int64[evenings, seats]: the fewest chips after any hand, 0 at most
    largest: Ints  #: int64[evenings]: the largest pool that was played for
    hands: Ints  #: int64[evenings]
    bare: Ints  #: int64[evenings]: hands for their antes alone: nothing was left by the hand before
    looed: Ints  #: int64[evenings]: penalties paid
    cut: Ints  #: int64[evenings]: those of them that were smaller than the pool
    used: Ints  #: int64[rows of the law]: hands that were drawn from each; none where all is played


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
def ante(chips: Any, agreed: Any, dealer: int, left: int) -> int:
    """Let the seats pay for a hand; return the pool."""
    if agreed.points:
        return int(agreed.points)
    dealt, others = (agreed.top_up, agreed.again) if left >= agreed.empty_below else (
        agreed.dealer, agreed.each)
    for seat in range(len(chips)):
        due = dealt if seat == dealer else others
        chips[seat] -= due
        left += due
    return left


@helper
def kind_of(pool: int, owed: int, limit: int, seats: int, edges: Any) -> int:
    """Return the kind of a pool: by the share that a looed seat owes, by limit and by size."""
    kind, large = 0, _LARGE * (seats + 1)
    while kind < len(edges) and owed / pool > edges[kind]:
        kind += 1
    if kind < len(edges):
        return kind
    return kind + (3 if pool > large else 2 if limit == 0 else int(limit > large))


@helper
def settle(chips: Any, parts: int, dealer: int, pool: int, owed: int, end: int) -> int:
    """Pay what the end of a hand pays, and take what the looed owe; return the next pool."""
    seats = len(chips)
    if parts == 0:
        for p in range(seats):
            parts += int(end >> _BITS * p & _LOOED != 0)
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
    agreed: Any, parts: int, groups: Any, starts: Any, chances: Any, others: Any, ends: Any,
    edges: Any, seed: int, first: int, hands: int, found: Evenings,
) -> None:
    total, lowest, largest, played, bare, paid, cut, used = found
    seats, state = total.shape[1], np.zeros(4, np.int64)
    for i in range(len(total)):
        # One by one: for a slice numba compiles a message about shapes, which takes seconds.
        state[0], state[1], state[2], state[3] = seed & _WORD, first + i & _WORD, _GOLDEN, 1
        for _ in range(_ROUNDS):
            draw(state)
        chips, left = total[i], 0
        dealer = (first + i) % seats if agreed.turns else seats - 1
        for _ in range(hands):
            bare[i] += int(left == 0 and agreed.points == 0)
            pool = ante(chips, agreed, dealer, left)
            owed = _due(agreed.kind, agreed.limit, pool)
            kind = 0
            for side in range(agreed.sides):
                kind = kind * agreed.target + chips[side]
            if len(groups) > 1 and agreed.sides == 0:
                kind = kind_of(pool, owed, agreed.limit, seats, edges)
            row = groups[kind, dealer % groups.shape[1]]
            used[row] += 1
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
            played[i] += 1
            paid[i] += looed
            cut[i] += looed * int(owed < pool)
            if agreed.target == 0:
                if left > agreed.most:
                    break
            elif winners(chips, agreed.target, int(agreed.shared)):
                break
            dealer = (dealer + int(agreed.turns)) % seats


def _alias(counts: Ints) -> tuple[list[float], list[int]]:
    """Return what draws by counts in one step: a chance, and what is drawn otherwise (A. J. Walker,
    ACM Transactions on Mathematical Software 3, 1977). The numbers are whole, so that the page has
    the same."""
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
    parts: int  #: of a whole pool; 0: as many as take one
    ends: Ints  #: int64[ends]: who takes how much, rising
    #: int64[kinds, dealers]: the row of ``counts`` by the kind of pool (``kind_of``), or by the
    #: score, and by the dealer; one kind where nobody looks at them, one dealer where all seats are
    #: alike.
    groups: Ints
    counts: Ints  #: int64[rows, ends]: hands that ended so

    @property
    def hands(self) -> int:
        """Hands that were counted."""
        return int(self.counts.sum())

    @property
    def misfit(self) -> float:
        """The standard error that kinds of pools leave in a share, as a part of the share."""
        return _MISFIT * (len(self.groups) == _KINDS)

    def independent(self, found: Evenings) -> int:
        """Return how many independent evenings those count as that were drawn from it.

        What is computed from n counted hands by all evenings that they can make up has no larger
        variance than the mean of n / hands separate evenings (Hoeffding, Annals of Mathematical
        Statistics 19, 1948). Here evenings take some hands from each row; the variance of drawing
        only so many is added."""
        evenings, rows = len(found.total), self.counts.sum(axis=1)
        hands = (found.used.astype(float)**2 / rows).sum() / found.used.sum() / evenings
        return max(1, round(1 / (1 / evenings + hands)))

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
        self, agreed: Agreement, evenings: int, hands: int, seed: int = 0, first: int = 0,
        begin: Sequence[int] = (),
    ) -> Evenings:
        """Play evenings of so many hands, or games that are over before. Each has draws of its own,
        by ``seed`` and its number, from ``first``; so the same evenings meet other agreements.
        ``begin``: what each seat has at the start, below the points that win."""
        assert not agreed.target or max(begin, default=0) < agreed.target, "a game that is over"
        largest, played, bare, looed, cut = np.zeros((5, evenings), np.int64)
        found = Evenings(
            np.tile(np.array(begin or [0] * self.players), (evenings, 1)),
            np.zeros((evenings, self.players), np.int64), largest, played, bare, looed, cut,
            np.zeros(len(self.counts), np.int64))
        _play(agreed, self.parts, self.groups, *self._draws, np.array(EDGES), seed, first, hands,
              found)
        return found

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


def codes_of(hands: Any, ends: HandEnds, players: int) -> Ints:
    """Return the ends of several hands: int64[hands]."""
    made = ends.made(hands)[:, :players]
    taken: Ints = np.where(made < 0, _LOOED, made) << _BITS * np.arange(players)
    return taken.sum(axis=1) | ends.whole(hands) << _BITS * players


def count(runs: Sequence[Run], jobs: int | None = None, progress: Sequence[Progress] = ()) -> Law:
    """Count the ends of hands at a table. ``runs``: the table, under other penalties too where its
    seats look at the pool, so that all kinds of pools come up. A law holds of it. ``progress``:
    what each run reports its sessions to."""
    run, players, game = runs[0], len(runs[0].players), find_game(runs[0].game)
    ends, (begins, steps) = ends_of(run), game.begins
    agreed, by_kind = Agreement.of(run), (isinstance(run.rules, PaysPenalties) and not ends.points
                                       and looks_at_pool(run.players))
    alike = len(set(run.labels)) == 1 and "seat" not in names_read(run.players[0])
    kinds = _KINDS if by_kind else agreed.target**agreed.sides
    dealers = 1 if ends.by_seat or (alike and not agreed.sides) else players
    beyond = 1 << _BITS * players + 1

    def read(one: Run, hands: Paths) -> tuple[Ints, Ints]:
        group = (hands["begins"] + steps - 1) % players % dealers
        if by_kind:
            limit = Agreement.of(one).limit
            group += dealers * _kinds(hands["pool"], hands["penalty"], limit, players)
        elif agreed.sides:
            score = before(hands, gained(hands, one))[:, :agreed.sides]
            digits = agreed.target ** np.arange(agreed.sides)[::-1]
            group += dealers * (score * digits).sum(axis=1)
        return np.unique(group * beyond + codes_of(hands, ends, players), return_counts=True)

    entries = {"begins": (begins, 1), **ends.entries, **(values_of(run) if agreed.sides else {})}
    if by_kind:
        entries |= {"pool": (game.row.pool, 1), "penalty": (game.row.penalty, 1)}
    pieces = [piece for one, part in zip_longest(runs, progress) for piece in follow(
        one, entries, partial(read, one), jobs, progress=part).pieces]
    keys, hands = (np.concatenate(part) for part in zip(*pieces, strict=True))
    own, at = np.unique(keys % beyond, return_inverse=True)
    counts = np.zeros((kinds * dealers, len(own)), np.int64)
    np.add.at(counts, (keys // beyond, at), hands)
    if agreed.sides:
        by_score = counts.reshape(kinds, dealers, -1)
        kind, dealer = (by_score.sum(axis=2) < _FEWEST).nonzero()
        by_score[kind, dealer] = by_score.sum(axis=0)[dealer]
    met = counts.sum(axis=1).reshape(kinds, dealers) >= _LEAST * hands.sum()
    nearest = [[min((k for k in range(kinds) if met[k, dealer]),
                    key=lambda k: (abs(k - kind), -k)) * dealers + dealer
                for dealer in range(dealers)] for kind in range(kinds)]
    rows, groups = np.unique(nearest, return_inverse=True)
    return Law(players, ends.parts, own, groups.reshape(kinds, dealers), counts[rows])


def _kinds(pool: Ints, owed: Ints, limit: int, players: int) -> Ints:
    """Return the kinds of several pools."""
    kind, large = np.searchsorted(EDGES, owed / pool), _LARGE * (players + 1)
    by_limit = 2 if limit == 0 else int(limit > large)
    whole: Ints = (kind == len(EDGES)) * np.where(pool > large, 3, by_limit)
    return kind + whole


def play_in_full(
    run: Run, jobs: int | None = None, progress: Progress = silent,
) -> Evenings:
    """Play the sessions of a run as evenings, hand by hand, where no law holds, or to check it."""
    game = find_game(run.game)
    grows, ends = game.growth(run.rules), game.ends(run.rules)
    entries = {**values_of(run), "begins": (game.begins[0], 1), **(ends.entries if ends else {})}
    if grows:
        entries |= {"penalty": (game.row.penalty, 1)}
    if not (ends and ends.points):
        entries |= {"pool": (game.row.pool, 1), "pool_next": (game.row.pool_next, 1)}

    def read(paths: Paths) -> Evenings:
        points, pool = ends.points if ends else 0, np.zeros(len(paths["begins"]), np.int64)
        made = gained(paths, run) if points else paths["value"]
        pool += points or paths["pool"]
        chips = before(paths, made) + made
        looed = grows.looed(paths) if grows else np.zeros_like(pool)
        cut = looed * (paths["penalty"] < pool) if grows else looed
        carried = np.zeros_like(pool) if points else np.roll(paths["pool_next"], 1)
        carried[paths.starts[:-1]] = 0
        bare = (carried == 0).astype(np.int64) * (points == 0)
        return Evenings(
            chips[paths.starts[1:] - 1],
            np.minimum.reduceat(chips, paths.starts[:-1], axis=0).clip(max=0),
            np.maximum.reduceat(pool, paths.starts[:-1]), paths.lengths,
            paths.total(bare), paths.total(looed), paths.total(cut), np.zeros(0, np.int64))

    return joined(follow(run, entries, read, jobs, progress=progress).pieces)
