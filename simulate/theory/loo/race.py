"""A game for points that is to be won: solved class of scores by class of scores.

Deals are played out once after everything that could be declared, as for a hand that counts for
itself (``simulate.theory.loo.chips``).  What an ending is worth is the chance to win the game from
the score that it leaves; that is worked out anew, for every score there is, from how the hands of
all classes are played, after every round.  Locked seats are asked once in each class of scores, at
its highest score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats
from simulate.errors import BoneyardError
from simulate.games.loo.rules import LOOED_POINTS
from simulate.games.loo.views import FOR_POOL
from simulate.runs.run import Run
from simulate.theory.loo.declaration_tree import Declarations
from simulate.theory.loo.endings import RaceGains
from simulate.theory.loo.games import check_declares
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.locked_positions import (
    Asked,
    declared_with,
    locked_nodes,
    show_locks,
)
from simulate.theory.loo.rolled import Rolled, declared_at, roll
from simulate.theory.loo.solutions import RaceSolution, ending_deals
from simulate.theory.loo.what_if_counts import plays_for_chips
from simulate.theory.loo.win_chances import (
    ScoreClasses,
    WinChances,
    by_dealer,
    count_visits,
    largest_error,
    settle,
)
from simulate.theory.minimiser import rounded
from simulate.theory.table import Hands, Locks, Table, check_locks, check_one_player
from simulate.theory.tree import Deals, together

#: Deals, rounds after which the chances stand still but for a thousandth, and iterations a round.
DEALS, ROUNDS, STEPS = 120_000, 3, 24


def check(run: Run, locks: Locks | None = None) -> None:
    """Raise ``BoneyardError`` if a game is none that is raced for, or cannot be solved."""
    check_declares(run.game, "solve")
    if plays_for_chips(run):
        raise BoneyardError("a race is for games that points win: Rounce, or Loo with "
                            "--rule scoring=points")
    check_one_player(run)
    check_locks(len(run.players), locks or {})


@dataclass(frozen=True)
class RaceDeals:
    """Deals of a race, played out, at a table whose last seat deals.

    ``locked``: positions that are not solved: they declare as their strategies do.
    """

    run: Run
    rolled: Rolled
    classes: ScoreClasses
    locked: tuple[int, ...] = ()

    @cached_property
    def declared(self) -> Declarations:
        """All that can be declared."""
        return declared_with(declared_at(self.run), self.locked)

    @cached_property
    def gains(self) -> RaceGains:
        """What hands bring."""
        return RaceGains.of(self.declared)


class RaceHands(Hands):
    """The hands of a dealer, class of scores by class of scores.

    ``wins``: as hands are played now. ``shares`` (``float64[classes, K]``): how often hands end in
    which way. ``declares`` (``float64[classes, positions, actions]``): how often each position
    declares what: numbers of ``simulate.games.loo.views``.
    """

    batch = 12_500

    def __init__(self, race: Race, dealer: int, wins: WinChances) -> None:
        self.wins = wins
        run, locked = race.turned(dealer), race.locked_where(dealer)
        rolled = roll(run, race.deals, race.jobs, race.told(dealer))
        self.table = RaceDeals(run, rolled, race.classes, locked)
        tree, gains = self.table.declared.tree, self.table.gains
        super().__init__(dealer, locked, tree, COARSE, gains.number.shape, race.states)
        learned = race.deals * 2 // 3
        self.learned = slice(0, learned)
        # Around locked positions how hands end is counted where nothing was solved with: one who
        # answers others that keep to what they do is fitted to the deals, and would seem to win
        # more on them.
        self.ending = slice(learned, race.deals) if locked else slice(0, ending_deals(race.deals))
        self._asked = Asked(run, race.classes, locked, race.deals, race.jobs) if locked else None
        # Before anything is solved hands are played for points.
        points = gains.gains / LOOED_POINTS
        self.worths: Floats = np.broadcast_to(points, (race.classes.count, *points.shape))
        start, first = race.classes.number([0] * race.seats), self.minimiser()
        deals = self.deals([start], self.learned)
        first.minimise(deals, 2 * STEPS, min(self.batch, len(deals)), race.jobs)
        self.note_ends([start], [first.average])
        self.ends = dict.fromkeys(race.states, self.ends[start])

    def deals(self, states: Sequence[int], some: slice) -> Deals:
        """Return some of the deals, with the chances that endings give in classes side by side."""
        classes = self.table.rolled.coarse[some]
        if self._asked is not None:
            said = self._asked.at(states[0])[some]
            classes = np.hstack([classes, COARSE + said.astype(classes.dtype)])
        pay = together([self.worths[number][self.table.gains.number] for number in states])
        return Deals(classes, self.table.rolled.outcomes[some], pay, self.kinds)

    def groups(self, states: Sequence[int]) -> list[Sequence[int]]:
        """Return classes that are walked over together: those where locked positions say the same.
        """
        alone = self._asked is not None and self._asked.looks_at_score
        return [(number,) for number in states] if alone else super().groups(states)

    def use(self) -> None:
        """Note how hands end."""
        ends = list(self.ends.values())
        said = np.array(self.table.declared.ends).T
        self.shares = np.array([self.table.gains.shares(one) for one in ends])
        self.declares = np.array([
            [np.bincount(own, one.sum(axis=1), FOR_POOL + 1) for own in said] for one in ends])

    def chances(self) -> Floats:
        """Return the solution: float64[classes, nodes, COARSE, moves]."""
        averages = [game.average for game in self.minimisers.values()]
        if self._asked is not None:
            declared, nodes = self.table.declared, locked_nodes(self.table.declared, self.locked)
            for first, *others in self.groups(range(len(averages))):
                said = self._asked.at(first)[self.ending]
                show_locks(averages[first], declared, self.locked, said,
                           self.table.rolled.coarse[self.ending])
                for other in others:
                    averages[other][nodes] = averages[first][nodes]
        return np.array([rounded(average[:, :COARSE]) for average in averages])


class Race(Table):
    """A game for points.

    ``run``, ``locks``, ``deals``, ``jobs``, ``tell``: see ``simulate.theory.table.Table``.
    """

    steps, rolling = STEPS, 0.05
    parts: list[RaceHands]

    def __init__(
        self, run: Run, locks: Locks | None = None, deals: int = DEALS, jobs: int = 1,
        tell: Callable[[float, str], None] | None = None, classes: ScoreClasses | None = None,
    ) -> None:
        check(run, locks)
        super().__init__(run, locks or {}, deals, jobs, tell)
        self.classes = classes or ScoreClasses.of(self.seats)
        self.states: Sequence[int] = range(self.classes.count)
        gains = RaceGains.of(declared_at(run)).gains
        self.wins = by_dealer(self.classes, gains, len(self.dealers))
        self.parts = [RaceHands(self, dealer, wins)
                      for dealer, wins in zip(self.dealers, self.wins, strict=True)]
        self.settle(self.states)

    def settle(self, states: Sequence[int]) -> None:
        """Work the chances to win from all scores out, and what endings are worth by them."""
        for part in self.parts:
            part.use()
        shares = [part.shares for part in self.parts]
        settle(self.wins, shares)
        count_visits(self.wins, shares)
        for part in self.parts:
            part.worths = part.wins.worths()

    def restored(self) -> None:
        """Work out how hands end, and what endings are worth."""
        for part in self.parts:
            part.use()
            part.worths = part.wins.worths()

    def said(self, states: Sequence[int]) -> str:
        """Say what the seats win now."""
        if self.locks:
            return ", ".join(f"seat {seat} wins {own:.1%}"
                             for seat, own in enumerate(self.at_the_start))
        now = self.wins[0].at([0] * self.seats)
        return f"at the start the seats win {', '.join(f'{own:.1%}' for own in now)}"

    def asked(self, rounds: int) -> dict[str, Any]:
        """Return the classes of scores."""
        return {"race": self.classes.cuts}

    def arrays(self) -> dict[str, Floats]:
        """Return the chances: where they stand still depends a little on where they began."""
        return {f"{name} {dealer}": getattr(wins, name) for dealer, wins in enumerate(self.wins)
                for name in ("chances", "visits")}

    @property
    def hands(self) -> float:
        """How many hands a game takes."""
        return float(sum(wins.visits.sum() for wins in self.wins))

    def chances_from(self, dealer: int, scores: list[int]) -> Floats:
        """Return the chance of every seat to win where a seat deals next: float64[seats].

        ``scores`` are by seat.
        """
        order = [(dealer + 1 + p) % self.seats for p in range(self.seats)]
        found = np.zeros(self.seats)
        found[order] = self.wins[dealer % len(self.wins)].at([scores[seat] for seat in order])
        return found

    @property
    def at_the_start(self) -> Floats:
        """The chance of every seat to win, whoever deals first: float64[seats]."""
        start = [0] * self.seats
        chances: Floats = np.mean(
            [self.chances_from(dealer, start) for dealer in range(self.seats)], axis=0)
        return chances

    def largest_error(self, chance: float) -> float:
        """Return the largest standard error that a chance to win can have."""
        return largest_error(self.hands, chance, self.ending_deals)

    @property
    def ending_deals(self) -> int:
        """The deals of each dealer that tell how hands end."""
        ending = self.parts[0].ending
        return int(ending.stop - ending.start)


def solution_of(race: Race) -> RaceSolution:
    """Return a solved race as its file keeps it: around locked seats dealer after dealer."""
    run, start = race.run, [0] * race.seats
    win = race.at_the_start if race.locks else race.wins[0].at(start)
    about: dict[str, Any] = {
        "game": run.game, "players": race.seats, "tiles": run.labels[0],
        "rules": dict(vars(run.rules)), "seed": run.seed, "deals": race.deals,
        "steps": STEPS * race.done, "win": win.tolist(),
    }
    if race.locks:
        about["locks"] = {str(seat): player.label for seat, player in race.locks.items()}
    return RaceSolution(
        about, np.concatenate([part.chances() for part in race.parts]), np.array(race.classes.cuts),
        np.concatenate([part.shares for part in race.parts]))
