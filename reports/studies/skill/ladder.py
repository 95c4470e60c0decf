"""The ladder of every game: random, the best rule of thumb, and the solution where there is one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from reports.request import set_up
from reports.studies.skill.pairs import matched
from simulate.games.game import find_game, game_names
from simulate.runs.player import Player
from simulate.runs.run import Run
from strategies.lineup import library

#: What stands on each rung over what.
STEPS = ("rule of thumb over random", "solution over rule of thumb")
_RANDOM = "random"
#: The part of the sessions by which the best of several strategies is chosen, and the fewest.
_CHOICE, _FEWEST = 8, 32


@dataclass(frozen=True)
class Step:
    """Two neighbours on the ladder of a game, at a table of some size.

    Parameters
    ----------
    run : Run
        Its rules and number of seats.
    step : int
        Index into ``STEPS``.
    one, other : Player
        The higher and the lower.
    """

    run: Run
    step: int
    one: Player
    other: Player

    @property
    def table(self) -> str:
        """The game and the number of players."""
        return f"{find_game(self.run.game).title}, {len(self.run.players)} players"

    @property
    def label(self) -> str:
        """The table and the step."""
        return f"{self.table}: {STEPS[self.step]}"


def ladders(run: Run, every_size: bool, jobs: int | None = None) -> Iterator[Step]:
    """Yield the steps of all games, each with its usual number of players or with every number.

    Parameters
    ----------
    run : Run
        How many sessions, and the seed; its game is played by its own rules, every other game by
        its default ones. Sessions that are no games have as many hands as its own.
    every_size : bool
    jobs : int, optional
    """
    for game in game_names():
        rules = run.rules if game == run.game else None
        table = set_up(game, _RANDOM, None, rules, run.sessions, None, run.seed)
        if not any(_to_the_end(one) for one in (table, run)):
            table = replace(table, hands=run.hands)
        rungs = list(_rungs(table, jobs))
        fewest, most = find_game(game).seats
        sizes = range(fewest, most + 1) if every_size else (len(table.players),)
        for seats in sizes:
            for step, (lower, higher) in enumerate(pairwise(rungs)):
                yield Step(replace(table, players=(higher,) * seats), step, higher, lower)


def _to_the_end(run: Run) -> bool:
    return find_game(run.game).plays_to_the_end(run.rules)


def _rungs(table: Run, jobs: int | None) -> Iterator[Player]:
    """Yield the players of a ladder, the lowest first.

    Solved tables and slow strategies are no rules of thumb.
    """
    unit = find_game(table.game).unit(table.rules)
    known = {name: strategy().player() for name, strategy in library(table.game).items()
             if strategy.is_tried(unit)}
    random = known.pop(_RANDOM)
    yield random
    yield best(table, [one for one in known.values() if one.chart is None], jobs)
    if solved := [one for one in known.values() if one.chart is not None]:
        yield best(table, solved, jobs)


def best(table: Run, players: Sequence[Player], jobs: int | None = None) -> Player:
    """Return the player who does best against the one of the others that is hardest for it.

    Who beats all others is chosen, if there is one. An edge over ``random`` would not do: it is
    largest for players who make most of bad play.  The duels have deals of their own, so that luck
    in the choice is not counted as skill.

    Parameters
    ----------
    table : Run
        Its rules, number of seats, sessions and seed.
    players : sequence of Player
        Of different labels.
    jobs : int, optional
    """
    trial = replace(table, seed=(table.seed + 1) % 2**63,
                    sessions=max(_FEWEST, table.sessions // _CHOICE))
    least = {player.label: math.inf for player in players}
    for one, other in combinations(players, 2):
        found = matched(trial, one, other, jobs)
        for label, edge in ((found.one, found.edge.value), (found.other, -found.edge.value)):
            least[label] = min(least[label], edge)
    return max(players, key=lambda player: least[player.label])
