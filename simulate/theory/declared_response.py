"""What one seat of any game could gain over its strategy by declaring otherwise, hand for hand.

A seat declares once a hand: every declaration is tried on the same deals, and for whatever the seat
may have heard and hold the one is taken that was best. What that gains is measured on other deals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.books.jackknife import standard_error
from simulate.branch.forks import Forks, fork
from simulate.games.spot import asking
from simulate.theory.declared import Declared
from simulate.theory.forced_declarations import end_numbers
from simulate.theory.later_pools import PoolValues


@dataclass(frozen=True)
class Tried:
    """Declarations of some deals, one seat asked in each; every one is tried.

    ``deal``, ``position``, ``node``, ``kind``, ``told`` (``int64[asked]``): where it was asked, and
    which of the moves of its node the strategy makes. ``own``, ``end`` (``int64[asked, moves]``):
    how the hand ends for the position, and for the pool; of moves beyond the last, as it is.
    """

    deals: int
    deal: Ints
    position: Ints
    node: Ints
    kind: Ints
    told: Ints
    own: Ints
    end: Ints

    def worths(self, taken: Floats, later: Floats) -> Floats:
        """Return what every move brings: float64[asked, moves].

        ``taken`` (``float64[own ends]``), ``later`` (``float64[positions, ends]``).
        """
        brought: Floats = taken[self.own] + later[self.position[:, None], self.end]
        return brought


def try_all(
    at: Declared, pool: int, first: int, deals: int, jobs: int | None = None,
    progress: Callable[[float, int], None] | None = None,
) -> Tried:
    """Try every declaration in deals ``first`` and following, the last seat of the table the
    dealer. Raises ``StrategyError`` if a strategy fails.
    """
    row, seats, moves = at.game.row, at.players, len(at.says)
    hand = {"game": at.run.game, "players": seats, "dealer": seats - 1, "pool": pool}
    state = asking(at.run.game).state(hand, at.rules)
    said = [row.said + p for p in range(seats)]
    noted = {"hand": row.hand, "trump": row.trump, "turn_up": row.turn_up,
             **{f"said_{p}": entry for p, entry in enumerate(said)}}
    node_of = {heard: node for node, heard in enumerate(at.declared.heard)}

    def read(forks: Forks) -> tuple[Ints, ...]:
        seat, notes = forks.seat, forks.noted
        heard = np.stack([notes[f"said_{p}"] for p in range(seats)], axis=1).tolist()
        node = np.array([node_of[tuple(one[:p])] for one, p in zip(
            heard, seat.tolist(), strict=True)], np.int64)
        kind = np.array([at.kind(*one) for one in zip(
            notes["hand"].tolist(), notes["trump"].tolist(), notes["turn_up"].tolist(),
            (seat == seats - 1).astype(int).tolist(), strict=True)], np.int64)
        move = np.where(np.arange(moves) < forks.count[:, None], np.arange(moves),
                        forks.told[:, None])
        came = np.take_along_axis(forks.outcomes, move[:, :, None], axis=1)
        own, end = end_numbers(at, came[..., 0].ravel(), came[..., 1:].reshape(-1, seats))
        own = own[np.arange(own.shape[0]), np.repeat(seat, moves)]
        return (forks.session, seat, node, kind, forks.told, own.reshape(-1, moves),
                end.reshape(-1, moves))

    found = fork(replace(at.run, sessions=deals), at.decision, noted, [row.tricks, *said], read,
                 state, jobs=jobs, progress=progress, first=first)
    deal, *rest = (np.concatenate(each) for each in zip(*found, strict=True))
    return Tried(deals, deal - first, *rest)


@dataclass(frozen=True)
class Answer:
    """The best declarations that were found, and what they gain on other deals.

    ``best`` (``int64[nodes, kinds]``): the move to make; -1 to do as the strategy does. ``gains``
    (``float64[R, asked]``): what it gains where a seat was asked, by every replica of the worth of
    later pools.
    """

    best: Ints
    judged: Tried
    gains: Floats

    def gain(self, position: int | None = None) -> tuple[float, float, int]:
        """Return the gain a hand in a position, or in all in turn, its standard error, and the
        deals that measured it.
        """
        mine = slice(None) if position is None else self.judged.position == position
        seats = 1 if position is None else int(self.judged.position.max()) + 1
        hands = self.judged.deals // seats
        own = self.gains[:, mine]
        mean = own.sum(axis=1) / hands
        variance = max((own[0] ** 2).sum() / hands - mean[0] ** 2, 0.0) / max(hands - 1, 1)
        later = float(standard_error(mean)) if len(mean) > 1 else 0.0
        return float(mean[0]), float(np.hypot(np.sqrt(variance), later)), hands


def answer(
    at: Declared, pool: int, deals: int, judged: int, values: PoolValues | None,
    jobs: int | None = None, progress: Callable[[float, int], None] | None = None,
) -> Answer:
    """Find the best declarations on some deals, and measure them on others.

    ``values``: what later pools are worth; left out of account when not given.
    """
    stakes, seats = at.stakes(pool), at.players
    taken, left = at.taken_by_end(*stakes), at.left_by_end(*stakes)
    later: Floats = np.zeros((1, seats, len(left))) if values is None else np.stack(
        [values.replicas(left, p, seats - 1) for p in range(seats)], axis=1)
    total = deals + judged

    def part(before: int, size: int) -> Callable[[float, int], None] | None:
        return progress and (lambda share, done: progress((before + share * size) / total,
                                                          before + done))

    learned = try_all(at, pool, 0, deals, jobs, part(0, deals))
    others = try_all(at, pool, deals, judged, jobs, part(deals, judged))
    nodes, kinds = len(at.declared.heard), at.kinds
    cells, moves = learned.node * kinds + learned.kind, len(at.says)
    worths = learned.worths(taken, later[0])
    more = worths - np.take_along_axis(worths, learned.told[:, None], axis=1)
    hands = np.bincount(cells, minlength=nodes * kinds).clip(min=1)
    mean, square = (np.stack([np.bincount(cells, each[:, m], nodes * kinds) / hands
                              for m in range(moves)], axis=1) for each in (more, more**2))
    error = np.sqrt((square - mean**2).clip(min=0) / hands[:, None])
    surely = np.where(mean > error, mean, 0.0)
    best = np.where(surely.max(axis=1) > 0, surely.argmax(axis=1), -1).reshape(nodes, kinds)
    does = best[others.node, others.kind]
    does = np.where(does < 0, others.told, does)
    gains = np.array([
        np.take_along_axis(brought, does[:, None], axis=1)[:, 0]
        - np.take_along_axis(brought, others.told[:, None], axis=1)[:, 0]
        for brought in (others.worths(taken, one) for one in later)])
    return Answer(best, others, gains)
